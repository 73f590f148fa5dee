-- of 2006
\set walls 200
\ir ../2006.sql
