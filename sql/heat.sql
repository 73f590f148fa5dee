-- heat: how many paths visit each cell
SET jit = off;
-- heat, against a count of cells, also in parallel
CREATE TABLE walk AS SELECT i % 3 AS team,
  fringe_route(gridmap_caves(60, 50, 0.4, 2), gridcell(30, i % 50), gridcell(i * 7 % 60, 25)) AS route
FROM generate_series(1, 400) i;
ANALYZE walk;
SELECT h.* FROM (SELECT gridpath_heat(path) AS heat FROM unnest('{"(0,0) E2","(1,0) E1 W1",NULL,"(1,1)"}'::gridpath[]) path) t, unnest(heat) h;
CREATE TABLE counted AS SELECT team, cell, count(*) AS count FROM walk, unnest(gridpath_cells(route)) cell GROUP BY team, cell;
SELECT count(*) > 1000 AS "many cells", failing((team, cell)::text) FILTER (WHERE h.value IS DISTINCT FROM c.count) AS wrong
FROM (SELECT team, (unnest(gridpath_heat(route))).* FROM walk GROUP BY team) h FULL JOIN counted c USING (team, cell);
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SET parallel_leader_participation = off;
EXPLAIN (COSTS off) SELECT gridpath_heat(route) FROM walk;
SELECT failing((cell, h.value, c.count)::text) FILTER (WHERE h.value IS DISTINCT FROM c.count) AS "wrong, in parallel"
FROM (SELECT (unnest(gridpath_heat(route))).* FROM walk) h FULL JOIN (SELECT cell, sum(count) AS count FROM counted GROUP BY cell) c USING (cell);
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET max_parallel_workers_per_gather;
RESET parallel_leader_participation;
SELECT gridpath_heat(path) IS NULL AS "no paths" FROM unnest('{NULL}'::gridpath[]) path;
SELECT count(heat) OVER (), heat[1] FROM (SELECT gridpath_heat(path) OVER (ORDER BY path) AS heat FROM unnest('{"(0,0)","(0,0) E1"}'::gridpath[]) path) t;

DROP TABLE walk, counted;
