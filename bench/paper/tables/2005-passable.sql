-- of 2005
\set obstacles passable
\ir ../2005.sql
