-- heat: how many paths visit each cell, and cells with values
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

-- a heat of any query's cells and values: what array_agg makes of rows of gridcell_value
SELECT gridcell_heat(cell, value) AS heat FROM (VALUES ('(1,0)'::gridcell, 3.5), (NULL, 1), ('(0,1)', NULL), ('(1,0)', -2), ('(-5,7)', 'NaN')) v (cell, value);
SELECT gridcell_heat(cell, count) AS bigint, gridcell_heat(cell, 2) AS int, gridcell_heat(cell, 0.25::real) AS real
FROM (SELECT cell, count(*) FROM unnest('{"(2,2)","(1,1)","(2,2)"}'::gridcell[]) cell GROUP BY cell ORDER BY cell) c;
SELECT gridcell_heat(cell, 1) IS NULL AS "no cells", gridcell_heat(cell, NULL) IS NULL AS "no values" FROM unnest('{NULL}'::gridcell[]) cell;
CREATE TABLE visit AS SELECT i, i % 3 AS team, gridcell(hashint4(i) % 50, hashint4(-i) % 50) AS cell, i / 7.0 AS value FROM generate_series(1, 20000) i;
INSERT INTO visit VALUES (0, 1, NULL, 5), (0, 2, '(1,1)', NULL), (0, 4, NULL, NULL);
ANALYZE visit;
SELECT team, gridcell_heat(cell, value ORDER BY i) IS NOT DISTINCT FROM array_agg((cell, value)::gridcell_value ORDER BY i) FILTER (WHERE cell IS NOT NULL AND value IS NOT NULL) AS same
FROM visit GROUP BY team ORDER BY team;
SELECT fringe_svg(map, heat => (SELECT gridcell_heat(gridcell(x, y), cost) FROM fringe_reach(map, '(0,0)', 3)))
  = fringe_svg(map, heat => ARRAY(SELECT (gridcell(x, y), cost)::gridcell_value FROM fringe_reach(map, '(0,0)', 3))) AS "same picture",
  fringe_png(map, heat => (SELECT gridcell_heat(cell, 1) FROM unnest('{}'::gridcell[]) cell)) = fringe_png(map) AS "no heat"
FROM gridmap_caves(9, 9, 0.2, 1) map;
SELECT count(heat) OVER (), heat[2] FROM (SELECT gridcell_heat(cell, 1) OVER (ORDER BY cell) AS heat FROM unnest('{"(0,0)","(1,0)"}'::gridcell[]) cell) t;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SET parallel_leader_participation = off;
EXPLAIN (COSTS off) SELECT gridcell_heat(cell, value) FROM visit;
SELECT failing((i, h.cell, h.value)::text) FILTER (WHERE h.cell IS NULL OR visit.i IS NULL) AS "wrong, in parallel"
FROM (SELECT (unnest(gridcell_heat(cell, value))).* FROM visit) h FULL JOIN (SELECT * FROM visit WHERE i > 0) visit ON (h.cell, h.value) = (visit.cell, visit.value::float8);
SELECT gridcell_heat(cell, value) IS NULL AS "none, in parallel" FROM visit WHERE team = 4;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET max_parallel_workers_per_gather;
RESET parallel_leader_participation;
SET fringe.max_memory = '1MB';
SELECT gridcell_heat(gridcell(i, 0), i) FROM generate_series(1, 100000) i;
RESET fringe.max_memory;
DROP TABLE visit;
