-- Time against the number of distinct f, with canonical moves.
\set moves canonical
\set title 'Time of a search on 512 x 512 game maps, canonical moves'
\ir ../verdict.sql
