\set walls 200
\ir ../2006.sql
