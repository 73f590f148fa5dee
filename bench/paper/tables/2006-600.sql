-- of 2006
\set walls 600
\ir ../2006.sql
