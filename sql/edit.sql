-- modified copies of maps, and maps from rows
SET jit = off;
CREATE TABLE drawn AS SELECT gridmap('{.....,.@@@.,..T..}'::text[]) AS map;
SELECT fringe_ascii(gridmap_set(map, '{"(0,0)","(4,2)","(0,0)"}', 'W')) AS "set",
  fringe_ascii(gridmap_fill(map, '(3,2)', '(1,1)', '.')) AS fill,
  fringe_ascii(gridmap_crop(map, '(4,1)', '(2,2)')) AS crop, fringe_ascii(map) AS untouched FROM drawn;
SELECT gridmap_set(map, '{}', 'W') = map AS "no cells", gridmap_set(map, '{"(0,0)"}', '.') = map AS "the same code",
  gridmap_set(map, '{{"(0,0)","(1,0)"},{"(2,0)","(3,0)"}}', 'W') = gridmap_fill(map, '(0,0)', '(3,0)', 'W') AS "any shape",
  gridmap_crop(map, '(0,0)', '(4,2)') = map AS "all of it",
  gridmap_fill(map, '(0,2)', '(4,0)', '~') = gridmap('{~~~~~,~~~~~,~~~~~}'::text[]) AS "filled up",
  gridmap_crop(map, '(2,2)', '(2,2)') = gridmap('{T}'::text[]) AS "one cell" FROM drawn;

-- a code is one character, as a literal, text or "char"
SELECT gridmap_set(map, '{"(0,0)"}', code) = gridmap_set(map, '{"(0,0)"}', 'W') AS "set",
  gridmap_fill(map, '(0,0)', '(1,1)', code) = gridmap_fill(map, '(0,0)', '(1,1)', code::text) AS fill
FROM drawn, (VALUES ('W'::"char")) c(code);
SELECT gridmap_agg(gridcell(x, y), code::text) = map AS agg FROM drawn, gridmap_cells(map) GROUP BY map;
SELECT gridmap_set(map, '{"(0,0)"}', 'wall') FROM drawn;
SELECT gridmap_fill(map, '(0,0)', '(1,1)', '') FROM drawn;
SELECT gridmap_agg(gridcell(0, 0), 'é'::text);
SELECT gridmap_set(map, '{"(0,0)"}', ' ') FROM drawn;

-- every cell, on maps of 0, 1, 2, 4 and 8 bits per cell, with rectangles given by
-- any two opposite corners
CREATE TABLE sample AS
SELECT codes, mixed_map(37, 23, codes) AS map FROM unnest('{1,2,4,13,60}'::int[]) codes;
CREATE TABLE corners AS
SELECT gridcell(abs(hashint4(i)) % 37, abs(hashint4(-i)) % 23) AS a, gridcell(abs(hashint4(7 * i)) % 37, abs(hashint4(-7 * i)) % 23) AS b
FROM generate_series(1, 12) i;
CREATE FUNCTION between_corners(x int, y int, a gridcell, b gridcell) RETURNS bool LANGUAGE sql AS $$
  SELECT x BETWEEN least(gridcell_x(a), gridcell_x(b)) AND greatest(gridcell_x(a), gridcell_x(b))
    AND y BETWEEN least(gridcell_y(a), gridcell_y(b)) AND greatest(gridcell_y(a), gridcell_y(b))
$$;
SELECT count(*) AS filled, count(*) FILTER (WHERE wrong > 0) AS wrong
FROM (SELECT failing((a, b, x, y)::text) FILTER (WHERE new.code <> CASE WHEN between_corners(x, y, a, b) THEN '@' ELSE old.code END) AS wrong
      FROM sample, corners, LATERAL gridmap_cells(map) old JOIN LATERAL gridmap_cells(gridmap_fill(map, a, b, '@')) new USING (x, y)
      GROUP BY codes, a, b) t;
SELECT count(*) AS "set", count(*) FILTER (WHERE wrong > 0) AS wrong
FROM (SELECT failing((x, y)::text) FILTER (WHERE new.code <> CASE WHEN gridcell(x, y) = ANY (chosen) THEN '@' ELSE old.code END) AS wrong
      FROM sample, (SELECT array_agg(a) AS chosen FROM corners) c,
        LATERAL gridmap_cells(map) old JOIN LATERAL gridmap_cells(gridmap_set(map, chosen, '@')) new USING (x, y)
      GROUP BY codes) t;
SELECT count(*) AS cropped, failing((a, b)::text) FILTER (WHERE cells IS DISTINCT FROM kept) AS wrong
FROM sample, corners,
  LATERAL (SELECT array_agg(code ORDER BY y, x) AS cells FROM gridmap_cells(gridmap_crop(map, a, b))) new,
  LATERAL (SELECT array_agg(code ORDER BY y, x) AS kept FROM gridmap_cells(map) WHERE between_corners(x, y, a, b)) old;

-- rows in any order, and parallel workers, give the same map
SELECT codes, gridmap_agg(gridcell(x, y), code ORDER BY y, x) = map AS "by rows",
  gridmap_agg(gridcell(x, y), code ORDER BY x, y) = map AS "by columns",
  gridmap_agg(gridcell(x, y), code ORDER BY hashint4(x * 1000 + y)) = map AS "mixed",
  gridmap_agg(gridcell(x, y), code ORDER BY y DESC, x DESC) = map AS "backwards"
FROM sample, gridmap_cells(map) GROUP BY codes, map ORDER BY codes;
CREATE TABLE tile AS SELECT codes, gridcell(x, y) AS cell, code FROM sample, gridmap_cells(map);
ANALYZE tile;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SET parallel_leader_participation = off;
EXPLAIN (COSTS off) SELECT gridmap_agg(cell, code) FROM tile WHERE codes = 13;
SELECT gridmap_agg(cell, code) = (SELECT map FROM sample WHERE codes = 13) AS "in parallel" FROM tile WHERE codes = 13;
SELECT count(*) AS "groups in parallel", failing(codes::text) FILTER (WHERE NOT (built = map)) = 0 AS same
FROM (SELECT codes, gridmap_agg(cell, code) AS built FROM tile GROUP BY codes) t JOIN sample USING (codes);
SELECT gridmap_agg(cell, code) IS NULL AS "no rows, in parallel" FROM tile WHERE codes = 0;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET max_parallel_workers_per_gather;
RESET parallel_leader_participation;

-- missing cells are out of bounds, rows with nulls are ignored, a cell may repeat
SELECT fringe_ascii(gridmap_agg(cell, code)) AS map
FROM (VALUES ('(2,1)'::gridcell, '.'::"char"), ('(0,2)', 'T'), (NULL, 'W'), ('(9,9)', NULL), ('(2,1)', '.')) t(cell, code);
SELECT gridmap_agg(cell, code) FROM (VALUES (NULL::gridcell, '.'::"char")) t(cell, code);
SELECT n, fringe_ascii(gridmap_agg(gridcell(n, n % 2), '.') OVER (ORDER BY n)) FROM generate_series(0, 2) n;

-- errors
SELECT gridmap_set(map, '{"(0,0)","(5,0)"}', '.') FROM drawn;
SELECT gridmap_set(map, '{"(0,-1)"}', '.') FROM drawn;
SELECT gridmap_set(map, '{"(0,0)",NULL}', '.') FROM drawn;
SELECT gridmap_set(map, '{"(0,0)"}', ' ') FROM drawn;
SELECT gridmap_set(map, '{"(0,0)"}', '') FROM drawn;
SELECT gridmap_fill(map, '(0,0)', '(2,3)', '.') FROM drawn;
SELECT gridmap_fill(map, '(-1,0)', '(2,2)', '.') FROM drawn;
SELECT gridmap_fill(map, '(0,0)', '(2,2)', E'\x7f') FROM drawn;
SELECT gridmap_fill(map, '(0,0)', '(2,2)', 'é') FROM drawn;
SELECT gridmap_crop(map, '(0,0)', '(5,2)') FROM drawn;
SELECT gridmap_agg(gridcell(n, 0), code) FROM (VALUES (0, '.'::"char"), (1, '.'), (0, '@')) t(n, code);
SELECT gridmap_agg('(-1,0)', '.');
SELECT gridmap_agg('(0,65535)', '.');
SELECT gridmap_agg('(0,0)', ' ');
SELECT gridmap_agg(cell, '.') FROM unnest('{"(65534,0)","(0,2048)"}'::gridcell[]) cell;
SELECT gridmap_width(map), gridmap_height(map), codes.*
FROM (SELECT gridmap_agg(cell, '.') AS map FROM unnest('{"(65534,0)","(0,2)"}'::gridcell[]) cell) t, gridmap_codes(map) codes;

DROP TABLE drawn, sample, corners, tile;
DROP FUNCTION between_corners;

-- aggregates whose parts are empty: a partition each, of which one has no row that counts
CREATE TABLE part (id int, cell gridcell, code "char", route gridpath) PARTITION BY LIST (id);
CREATE TABLE part1 PARTITION OF part FOR VALUES IN (1);
CREATE TABLE part2 PARTITION OF part FOR VALUES IN (2);
CREATE TABLE part3 PARTITION OF part FOR VALUES IN (3);
INSERT INTO part SELECT i % 3 + 1, gridcell(i, 0), '.', ('(0,0) E' || i)::gridpath FROM generate_series(1, 9) i;
INSERT INTO part VALUES (1, NULL, '.', NULL), (2, '(1,1)', NULL, NULL), (3, NULL, NULL, NULL);
ANALYZE part;
SET enable_partitionwise_aggregate = on;
SET max_parallel_workers_per_gather = 0;
SET cpu_tuple_cost = 10;
EXPLAIN (COSTS off) SELECT gridmap_agg(cell, code) FILTER (WHERE id = 2) FROM part;
SELECT fringe_ascii(gridmap_agg(cell, code) FILTER (WHERE id = one)) AS map,
  (SELECT count(*) FROM unnest(gridpath_heat(route) FILTER (WHERE id = one))) AS cells
FROM part, generate_series(1, 4) one GROUP BY one ORDER BY one;
SELECT fringe_ascii(gridmap_agg(cell, code) FILTER (WHERE id = 1)),
  fringe_ascii(gridmap_agg(cell, code::text) FILTER (WHERE id = 2)), gridmap_agg(cell, code) FILTER (WHERE id = 4) AS none,
  cardinality(gridpath_heat(route) FILTER (WHERE id = 3)) AS cells, gridpath_heat(route) FILTER (WHERE id = 4) AS no_cells FROM part;
RESET cpu_tuple_cost;
RESET max_parallel_workers_per_gather;
DROP TABLE part;
