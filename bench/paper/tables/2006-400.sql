-- of 2006
\set walls 400
\ir ../2006.sql
