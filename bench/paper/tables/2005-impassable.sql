-- of 2005
\set obstacles impassable
\ir ../2005.sql
