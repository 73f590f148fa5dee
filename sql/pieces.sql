-- everyday pieces: cells, transformed maps, differences, random cells, heat, avoided cells
SET jit = off;

-- arithmetic and order of cells
SELECT gridcell(3, 4) + '(1,-1)' AS sum, gridcell(3, 4) - '(1,-1)' AS difference, '(-3,-4)' + gridcell(3, 4) AS zero;
SELECT gridcell(2147483647, 0) + '(1,0)';
SELECT gridcell(0, -2147483648) - '(0,1)';
SELECT gridcell(1, 1) + NULL IS NULL AS strict, min(c), max(c) FROM unnest('{"(9,0)",NULL,"(-1,2)","(0,2)","(5,-7)"}'::gridcell[]) c;
SELECT min(c) IS NULL AS "no cells" FROM unnest('{}'::gridcell[]) c;
CREATE TABLE place AS SELECT gridcell(abs(hashint4(i)) % 100, abs(hashint4(-i)) % 100) AS cell FROM generate_series(1, 1000) i;
CREATE INDEX ON place (cell);
ANALYZE place;
SELECT plan_of('SELECT max(cell) FROM place');
SELECT min(cell) = (SELECT cell FROM place ORDER BY cell LIMIT 1) AS min, max(cell) = (SELECT cell FROM place ORDER BY cell DESC LIMIT 1) AS max FROM place;

-- maps of 0, 1, 2, 4 and 8 bits per cell
CREATE TABLE sample AS
SELECT codes, (SELECT gridmap(array_agg(r ORDER BY y)) FROM (
    SELECT y, string_agg(substr(alphabet, 1 + abs(hashint4(1000 * y + x)) % codes, 1), '' ORDER BY x) AS r
    FROM generate_series(0, 36) x, generate_series(0, 22) y GROUP BY y) rows) AS map
FROM unnest('{1,2,4,13,60}'::int[]) codes,
  (SELECT string_agg(chr(c), '') AS alphabet FROM generate_series(33, 126) c) a;

-- turned and mirrored: each cell is where the rule says
SELECT fringe_ascii(gridmap_rotate(map)) AS rotated, fringe_ascii(gridmap_flip(map)) AS flipped, fringe_ascii(gridmap_flip(map, 'y')) AS "by y"
FROM gridmap('{ab,cd,ef}'::text[]) map;
SELECT count(*) AS cells, count(*) FILTER (WHERE old.code <> gridmap_code(quarter, gridcell(22 - y, x)) OR old.code <> gridmap_code(half, gridcell(36 - x, 22 - y))
    OR old.code <> gridmap_code(threequarters, gridcell(y, 36 - x)) OR old.code <> gridmap_code(mirror, gridcell(36 - x, y))
    OR old.code <> gridmap_code(upside, gridcell(x, 22 - y))) AS wrong
FROM (SELECT map, gridmap_rotate(map) AS quarter, gridmap_rotate(map, 2) AS half, gridmap_rotate(map, -1) AS threequarters,
    gridmap_flip(map) AS mirror, gridmap_flip(map, 'y') AS upside FROM sample OFFSET 0) t, gridmap_cells(map) old;
SELECT bool_and(gridmap_rotate(map, 4) = map AND gridmap_rotate(map, -2147483648) = map AND gridmap_rotate(map, 2147483647) = gridmap_rotate(map, 3)
  AND gridmap_flip(gridmap_flip(map)) = map AND gridmap_flip(gridmap_flip(map), 'y') = gridmap_rotate(map, 2)) AS turns FROM sample;
SELECT gridmap_flip(map, 'left') FROM sample WHERE codes = 1;
SELECT gridmap_flip(map, NULL) IS NULL AS strict FROM sample WHERE codes = 1;

-- resized: old cells stay, new ones have the code
SELECT count(*) AS cells, count(*) FILTER (WHERE new.code <> coalesce(old.code, 'Q')) AS wrong, count(DISTINCT (w, h)) AS sizes
FROM sample, (VALUES (1, 1), (50, 7), (20, 40), (37, 23), (64, 64)) size(w, h), LATERAL gridmap_cells(gridmap_resize(map, w, h, 'Q')) new
LEFT JOIN LATERAL (SELECT gridmap_code(map, gridcell(new.x, new.y)) AS code WHERE new.x < 37 AND new.y < 23) old ON true;
SELECT fringe_ascii(gridmap_resize(gridmap('{..,..}'::text[]), 3, 3)) AS "out of bounds by default";
SELECT gridmap_resize(map, 0, 5) FROM sample WHERE codes = 1;
SELECT gridmap_resize(map, 5, -1) FROM sample WHERE codes = 1;
SELECT gridmap_resize(map, 70000, 5) FROM sample WHERE codes = 1;
SELECT gridmap_resize(map, 65535, 65535) FROM sample WHERE codes = 1;
SELECT gridmap_resize(map, 5, 5, 'ab') FROM sample WHERE codes = 1;
SELECT gridmap_resize(map, 5, 5, ' ') FROM sample WHERE codes = 1;

-- a patch laid over a map
SELECT fringe_ascii(gridmap_overlay(map, patch, '(1,0)')) AS opaque, fringe_ascii(gridmap_overlay(map, patch, '(1,0)', '.')) AS transparent
FROM gridmap('{TTTT,TTTT,TTTT}'::text[]) map, gridmap('{.@.,@.@}'::text[]) patch;
SELECT count(*) AS cells, count(*) FILTER (WHERE new.code <> CASE WHEN x BETWEEN 5 AND 14 AND y BETWEEN 3 AND 9
    AND gridmap_code(patch, gridcell(x - 5, y - 3)) <> '!' THEN gridmap_code(patch, gridcell(x - 5, y - 3)) ELSE old.code END) AS wrong
FROM sample, (SELECT gridmap_crop(map, '(0,0)', '(9,6)') AS patch FROM sample WHERE codes = 4) p,
  LATERAL gridmap_cells(map) old JOIN LATERAL gridmap_cells(gridmap_overlay(map, patch, '(5,3)', '!')) new USING (x, y);
SELECT gridmap_overlay(map, map, '(0,0)') = map AS same FROM sample WHERE codes = 13;
SELECT gridmap_overlay(map, map, '(1,0)') FROM sample WHERE codes = 1;
SELECT gridmap_overlay(map, map, '(-1,0)') FROM sample WHERE codes = 1;
SELECT gridmap_overlay(map, map, '(0,0)', 'ab') FROM sample WHERE codes = 1;

-- differences, against a join of cells
SELECT d.* FROM gridmap_diff(gridmap('{...,.@.}'::text[]), gridmap('{..,T@,..}'::text[])) d;
SELECT count(*) AS pairs, sum(differences) > 5000 AS "many differences", sum(wrong) AS wrong FROM (
  SELECT a.codes, b.codes,
    (SELECT count(*) FROM gridmap_diff(a.map, b.part)) AS differences,
    (SELECT count(*) FROM gridmap_diff(a.map, b.part) d FULL JOIN (
        SELECT x, y, old.code AS code_a, new.code AS code_b FROM gridmap_cells(a.map) old FULL JOIN gridmap_cells(b.part) new USING (x, y)
        WHERE old.code IS DISTINCT FROM new.code) j USING (x, y)
     WHERE (d.code_a, d.code_b) IS DISTINCT FROM (j.code_a, j.code_b) OR d IS NULL OR j IS NULL) AS wrong
  FROM sample a, (SELECT codes, gridmap_resize(map, 30 + codes % 3, 24) AS part FROM sample) b) t;
SELECT count(*) AS "no differences" FROM sample, gridmap_diff(map, map);

-- random cells: passable, different, in an order of their own for each seed
CREATE TABLE terrain AS SELECT gridmap_agg(gridcell(x, y), substr('..T@', 1 + abs(hashint4(x * 67 + y * 3)) % 4, 1)) AS map
FROM generate_series(0, 129) x, generate_series(0, 40) y;
SELECT model, count(*) AS cells, count(DISTINCT cell) = count(*) AS different,
  count(*) = (SELECT sum(cells) FROM gridmap_codes(map) c WHERE c.code IN ('.', free)) AS "all of them",
  count(*) FILTER (WHERE gridmap_code(map, cell) NOT IN ('.', free)) AS blocked
FROM terrain, (VALUES ('octile'::gridmodel, '.'::"char"), ('tile(T=2)', 'T')) m(model, free), gridmap_random_cells(map, 2147483647, 7, model) cell
GROUP BY map, model, free ORDER BY model;
SELECT array_agg(cell ORDER BY n) AS cells FROM terrain, gridmap_random_cells(map, 5, 42) WITH ORDINALITY c(cell, n);
SELECT count(*) FILTER (WHERE a.cell = b.cell) AS "the first 50 of more", count(*) FILTER (WHERE a.cell = c.cell) < 5 AS "another seed differs"
FROM terrain, gridmap_random_cells(map, 50, 1) WITH ORDINALITY a(cell, n) JOIN LATERAL gridmap_random_cells(map, 500, 1) WITH ORDINALITY b(cell, n) USING (n)
  JOIN LATERAL gridmap_random_cells(map, 50, 2) WITH ORDINALITY c(cell, n) USING (n);
-- each of ten cells comes first about as often; chi-square with 9 degrees of freedom, 99.9 percent
SELECT count(*) AS cells, sum((n - 200.0) ^ 2 / 200) < 27.9 AS uniform
FROM (SELECT cell, count(*) AS n FROM generate_series(1, 2000) seed, gridmap_random_cells(gridmap('{.@....,....@.}'::text[]), 1, seed) cell GROUP BY cell) t;
SELECT count(*) AS "none" FROM gridmap_random_cells(gridmap('{@@}'::text[]), 3, 1, 'tile(T=1)') cell;
SELECT count(*) AS "none" FROM terrain, gridmap_random_cells(map, 0, 1) cell;
SELECT gridmap_random_cells(map, -1, 1) FROM terrain;
SELECT gridmap_random_cells(map, NULL, 1) FROM terrain;
EXPLAIN (COSTS on) SELECT FROM gridmap_random_cells(gridmap('{..}'::text[]), 25, 1) cell;

-- loops in a maze
SELECT fringe_ascii(gridmap_maze(31, 9, 1, 5, 0)) = fringe_ascii(gridmap_maze(31, 9, 1, 5)) AS "none are none", fringe_ascii(gridmap_maze(31, 9, 1, 5, 0.2)) AS some,
  fringe_ascii(gridmap_maze(31, 9, 3, 5, 1)) AS "all walls open";
SELECT gridmap_maze(31, 9, 1, 5, -0.1);
SELECT gridmap_maze(31, 9, 1, 5, 'NaN');

-- jsonb and back
SELECT '(3,-4)'::gridcell::jsonb, '[3, -4]'::jsonb::gridcell, '(3,4) E2 SE1'::gridpath::jsonb, '[[3,4],[4,4],[5,5]]'::jsonb::gridpath,
  gridmap('{.@,"\"\\"}'::text[])::jsonb AS map, '["..", ".@"]'::jsonb::gridmap;
SELECT count(*) AS maps, bool_and(map::jsonb::gridmap = map) AS same FROM sample;
SELECT count(*) AS cells, bool_and(cell::jsonb::gridcell = cell) AS same FROM place;
SELECT count(*) AS paths, bool_and(path::jsonb::gridpath = path AND path::gridcell[]::gridpath = path) AS same
FROM unnest('{"(0,0)","(-5,3) N2 NE3 W1","(2147483640,-2147483648) E7 S3"}'::gridpath[]) path;
-- as the text of the cells, also beyond the elements of which jsonb stores an offset
SELECT count(*) AS lengths, bool_and(path::jsonb = translate(gridpath_cells(path)::text, '{}()"', '[][]')::jsonb AND path::jsonb::gridpath = path
  AND path::jsonb -> -1 = gridpath_goal(path)::jsonb AND jsonb_array_length(path::jsonb) = gridpath_length(path)) AS same
FROM generate_series(1, 100) n, LATERAL (SELECT format('(%s,%s) E%s SW%s', n * n * n * n - 7 * n, -n * n, n, 2 * n)::gridpath AS path) p;
SELECT pg_column_size(path::jsonb) = pg_column_size(path::jsonb::text::jsonb) AS "same bytes" FROM gridpath('(99990,-9) SE200') path;
SELECT map::jsonb = to_jsonb(string_to_array(fringe_ascii(map), E'\n')) AS same, map::jsonb::gridmap = map AS back FROM gridmap_caves(70, 100, 0.4, 1) map;
SELECT '[1e2, 2]'::jsonb::gridcell;
SELECT '(0,0) E20000000'::gridpath::jsonb;
SELECT '[1, 2, 3]'::jsonb::gridcell;
SELECT '[1, "2"]'::jsonb::gridcell;
SELECT '[1, 3000000000]'::jsonb::gridcell;
SELECT '[[1,2],[2,[3]]]'::jsonb::gridpath;
SELECT '[]'::jsonb::gridmap;
SELECT '["..", 12]'::jsonb::gridmap;
SELECT '{"x": 1}'::jsonb::gridcell;
SELECT '[1.5, 2]'::jsonb::gridcell;
SELECT '"(1,2)"'::jsonb::gridcell;
SELECT '[[1,2],[3,4]]'::jsonb::gridpath;
SELECT '[[1,2],[1,2]]'::jsonb::gridpath;
SELECT '[]'::jsonb::gridpath;
SELECT '3'::jsonb::gridpath;
SELECT '["..", null]'::jsonb::gridmap;
SELECT '["..", "."]'::jsonb::gridmap;
SELECT '{"(0,0)",NULL}'::gridcell[]::gridpath;

-- heat, against a count of cells, also in parallel
CREATE TABLE walk AS SELECT i % 3 AS team, fringe_route(gridmap_caves(60, 50, 0.4, 2), gridcell(30, i % 50), gridcell(i * 7 % 60, 25)) AS route FROM generate_series(1, 400) i;
ANALYZE walk;
SELECT h.* FROM (SELECT gridpath_heat(path) AS heat FROM unnest('{"(0,0) E2","(1,0) E1 W1",NULL,"(1,1)"}'::gridpath[]) path) t, unnest(heat) h;
CREATE TABLE counted AS SELECT team, cell, count(*) AS count FROM walk, unnest(gridpath_cells(route)) cell GROUP BY team, cell;
SELECT count(*) > 1000 AS "many cells", count(*) FILTER (WHERE h.value IS DISTINCT FROM c.count) AS wrong
FROM (SELECT team, (unnest(gridpath_heat(route))).* FROM walk GROUP BY team) h FULL JOIN counted c USING (team, cell);
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SET parallel_leader_participation = off;
EXPLAIN (COSTS off) SELECT gridpath_heat(route) FROM walk;
SELECT count(*) FILTER (WHERE h.value IS DISTINCT FROM c.count) AS "wrong, in parallel"
FROM (SELECT (unnest(gridpath_heat(route))).* FROM walk) h FULL JOIN (SELECT cell, sum(count) AS count FROM counted GROUP BY cell) c USING (cell);
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET max_parallel_workers_per_gather;
RESET parallel_leader_participation;
SELECT gridpath_heat(path) IS NULL AS "no paths" FROM unnest('{NULL}'::gridpath[]) path;
SELECT count(heat) OVER (), heat[1] FROM (SELECT gridpath_heat(path) OVER (ORDER BY path) AS heat FROM unnest('{"(0,0)","(0,0) E1"}'::gridpath[]) path) t;

-- avoided cells, against a map that has them blocked
SELECT model, count(*) AS pairs, count(*) FILTER (WHERE fringe_cost(map, a, b, model, 'auto', away) IS DISTINCT FROM fringe_cost(blocked, a, b, other)) AS wrong,
  count(*) FILTER (WHERE fringe_cost(map, a, b, model) IS DISTINCT FROM fringe_cost(blocked, a, b, other)) > 20 AS "it matters",
  count(*) FILTER (WHERE gridpath_cells(fringe_route(map, a, b, model, 'astar', away)) && away) AS trespassing,
  count(*) FILTER (WHERE (fringe_search(map, a, b, model, 'fringe', away)).cost IS DISTINCT FROM fringe_cost(blocked, a, b, other)) AS "wrong statistics"
FROM terrain, (VALUES ('octile(T=1)'::gridmodel, 'octile(T=1)'::gridmodel), ('tile(T=2)', 'tile(T=2)'), ('octile(obstacle=3)', 'octile(obstacle=3, ~=blocked)')) m(model, other),
  LATERAL (SELECT array_agg(cell) AS away FROM gridmap_random_cells(map, 200, 3, model) cell) away,
  LATERAL (SELECT gridmap_set(map, away, '~') AS blocked OFFSET 0) b,
  gridmap_random_cells(map, 100, 1, model) WITH ORDINALITY start(a, n) JOIN LATERAL gridmap_random_cells(map, 100, 2, model) WITH ORDINALITY goal(b, n) USING (n)
GROUP BY model ORDER BY model;
SELECT count(*) AS steps FROM fringe_path(gridmap('{...,...,...}'::text[]), '(0,1)', '(2,1)', 'tile', 'auto', '{"(1,1)"}');
SELECT fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'octile', 'auto', '{"(3,0)"}');
SELECT fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'octile', 'auto', ARRAY[NULL]::gridcell[]);
SELECT fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'octile', 'auto', NULL) IS NULL AS strict,
  fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'octile', 'auto', '{}') AS "none avoided",
  fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'octile', 'auto', '{"(0,0)"}') IS NULL AS "the start avoided";
SELECT fringe_cost(map, '(0,0)', '(2,0)', model, 'auto', '{"(1,0)"}') FROM (SELECT gridmap(ARRAY[string_agg(chr(c), '')]) AS map,
  ('tile(' || string_agg(format('''%s''=1', replace(chr(c), '''', '''''')), ',') || ')')::gridmodel AS model FROM generate_series(33, 126) c) t;

DROP TABLE place, sample, terrain, walk, counted;
