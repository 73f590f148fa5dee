\set obstacles passable
\ir ../2005.sql
