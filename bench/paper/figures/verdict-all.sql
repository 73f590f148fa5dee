-- Instructions against the number of distinct f, with all moves.
\set moves all
\set title 'Instructions of a search on 512 x 512 game maps, all moves tried'
\set ticks '{1000,2000,5000,10000}'
\ir ../verdict.sql
