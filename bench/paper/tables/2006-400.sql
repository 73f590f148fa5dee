\set walls 400
\ir ../2006.sql
