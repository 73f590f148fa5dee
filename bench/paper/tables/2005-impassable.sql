\set obstacles impassable
\ir ../2005.sql
