-- Instructions against the number of distinct f, with canonical moves.
\set moves canonical
\set title 'Instructions of a search on 512 x 512 game maps, canonical moves'
\set ticks '{10,20,50,100,200,500,1000,2000,5000}'
\ir ../verdict.sql
