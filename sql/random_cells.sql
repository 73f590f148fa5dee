-- random cells of a map, and a query that avoids them
SET jit = off;
-- random cells: passable, different, in an order of their own for each seed
CREATE TABLE terrain AS SELECT gridmap_agg(gridcell(x, y), substr('..T@', 1 + abs(hashint4(x * 67 + y * 3)) % 4, 1)) AS map
FROM generate_series(0, 129) x, generate_series(0, 40) y;
SELECT model, count(*) AS cells, count(DISTINCT cell) = count(*) AS different,
  count(*) = (SELECT sum(cells) FROM gridmap_codes(map) c WHERE c.code IN ('.', free)) AS "all of them",
  failing((model, cell)::text) FILTER (WHERE gridmap_code(map, cell) NOT IN ('.', free)) AS blocked
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

-- avoided cells, against a map that has them blocked
SELECT model, count(*) AS pairs,
  failing((model, a, b)::text) FILTER (WHERE fringe_cost(map, a, b, model, 'auto', away)
    IS DISTINCT FROM fringe_cost(blocked, a, b, other)) AS wrong,
  count(*) FILTER (WHERE fringe_cost(map, a, b, model) IS DISTINCT FROM fringe_cost(blocked, a, b, other)) > 20 AS "it matters",
  failing((model, a, b)::text) FILTER (WHERE gridpath_cells(fringe_route(map, a, b, model, 'astar', away)) && away) AS trespassing,
  failing((model, a, b)::text) FILTER (WHERE (fringe_search(map, a, b, model, 'fringe', away)).cost
    IS DISTINCT FROM fringe_cost(blocked, a, b, other)) AS "wrong statistics"
FROM terrain,
  (VALUES ('octile(T=1)'::gridmodel, 'octile(T=1)'::gridmodel), ('tile(T=2)', 'tile(T=2)'),
    ('octile(obstacle=3)', 'octile(obstacle=3, #=blocked)')) m(model, other),
  LATERAL (SELECT array_agg(cell) AS away FROM gridmap_random_cells(map, 200, 3, model) cell) away,
  LATERAL (SELECT gridmap_set(map, away, '#') AS blocked OFFSET 0) b,
  gridmap_random_cells(map, 100, 1, model) WITH ORDINALITY start(a, n)
JOIN LATERAL gridmap_random_cells(map, 100, 2, model) WITH ORDINALITY goal(b, n) USING (n)
GROUP BY model ORDER BY model;
SELECT count(*) AS steps FROM fringe_path(gridmap('{...,...,...}'::text[]), '(0,1)', '(2,1)', 'tile', 'auto', '{"(1,1)"}');
SELECT fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'octile', 'auto', '{"(3,0)"}');
SELECT fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'octile', 'auto', ARRAY[NULL]::gridcell[]);
SELECT fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'octile', 'auto', '{}') AS "none avoided",
  fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'octile', 'auto', '{"(0,0)"}') IS NULL AS "the start avoided";
SELECT fringe_cost(map, '(0,0)', '(2,0)', model, 'auto', '{"(1,0)"}') FROM (SELECT gridmap(ARRAY[string_agg(chr(c), '')]) AS map,
  ('tile(' || string_agg(format('''%s''=1', replace(chr(c), '''', '''''')), ',') || ')')::gridmodel AS model FROM generate_series(33, 126) c) t;

DROP TABLE terrain;
