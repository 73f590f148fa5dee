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

-- random pairs: as many as asked, passable, different, with a path or any; the rows of a larger n begin with those of a smaller one
CREATE TABLE place (name text, map gridmap);
INSERT INTO place SELECT 'rooms', gridmap_rooms(40, 30, 6, 1) UNION ALL SELECT 'caves', gridmap_caves(40, 30, 0.45, 1) UNION ALL SELECT 'terrain', map FROM terrain
  UNION ALL SELECT 'two regions', gridmap('{..@...,..@...}'::text[]) UNION ALL SELECT 'one pair', gridmap('{.@.@.@..@.@.}'::text[])
  UNION ALL SELECT 'stairs', gridmap_link(gridmap('{..@..,.@.@@,@...@}'::text[]), '{"(0,0)<>(4,0)","(1,0)>(2,2)"}')
  UNION ALL SELECT 'ledges', gridmap_set(gridmap_caves(40, 30, 0.4, 2), array_agg(gridcell(x, y)), 'v') FROM generate_series(0, 39) x, generate_series(5, 29, 6) y
  UNION ALL SELECT 'falls', gridmap('{vvvvv,vv@vv,vvvvv,v@@@v}'::text[]) UNION ALL SELECT 'river', gridmap(ARRAY[repeat('>', 300)]);
CREATE TABLE agent AS SELECT unnest('{octile,tile,"octile(v=leave:S+SE+SW, >=leave:E, T=2)","octile(size=2)","anyangle","octile(v=enter:S, >=leave:E, link=3)"}'::gridmodel[]) AS model;
CREATE TABLE pairs AS SELECT name, model, map, connected, p.*
FROM place, agent, unnest('{t,f}'::bool[]) connected, fringe_random_pairs(map, 70, 5, model, connected) WITH ORDINALITY p(start, goal, n)
WHERE (name, model::text) <> ('falls', 'anyangle');
CREATE TABLE passable AS SELECT name, model, (SELECT array_agg(cell) FROM gridmap_random_cells(map, 100000, 1, model) cell) AS cells FROM place, agent;
SELECT connected, count(*) = 70 * count(DISTINCT (name, model)) AS "all rows", count(DISTINCT (name, model)) AS cases,
  failing((name, model, start, goal)::text) FILTER (WHERE NOT start = ANY (cells) OR NOT goal = ANY (cells)) AS blocked,
  failing((name, model, start, goal)::text) FILTER (WHERE connected AND fringe_cost(map, start, goal, model) IS NULL) AS "without a path",
  failing((name, model, start, goal)::text) FILTER (WHERE NOT connected AND start = goal AND cardinality(cells) > 1) AS "equal though there are others"
FROM pairs JOIN passable USING (name, model) GROUP BY connected ORDER BY connected;
SELECT name, model, bool_and(start = goal) AS "only equal", count(DISTINCT start) AS starts, cardinality(cells) AS passable, count(DISTINCT (start, goal)) AS pairs
FROM pairs JOIN passable USING (name, model) WHERE connected GROUP BY name, model, cells HAVING bool_or(start = goal) OR count(DISTINCT start) < least(70, cardinality(cells)) ORDER BY name, model::text COLLATE "C";
SELECT failing((place.name, agent.model)::text) FILTER (WHERE EXISTS (SELECT FROM pairs e WHERE (e.name, e.model, e.connected) = (place.name, agent.model, true) AND e.start = e.goal)
  AND EXISTS (SELECT FROM unnest(cells) a, unnest(cells) b WHERE a <> b AND fringe_connected(map, a, b, model))) AS "equal though there are pairs"
FROM passable JOIN place USING (name) JOIN agent USING (model) WHERE cardinality(cells) < 100;
SELECT failing((name, model, n)::text) FILTER (WHERE (p.start, p.goal) <> (l.start, l.goal)) AS "not the first of more", count(*) AS rows,
  count(*) FILTER (WHERE (p.start, p.goal) = (o.start, o.goal)) < count(*) / 3 AS "another seed differs"
FROM pairs p JOIN LATERAL fringe_random_pairs(map, 200, 5, model, connected) WITH ORDINALITY l(start, goal, m) ON n = m
  JOIN LATERAL fringe_random_pairs(map, 70, 6, model, connected) WITH ORDINALITY o(start, goal, k) ON n = k WHERE name = 'caves';
-- each of the 2 + 6 pairs of 2 and of 3 cells that have a path: starts are equally likely, and the goals of a start; chi-square with 7 degrees of freedom, 99.9 percent
SELECT count(*) AS pairs, sum((n - e) ^ 2 / e) < 24.4 AS uniform
FROM (SELECT count(*) AS n, CASE WHEN gridcell_x(start) < 3 THEN 800.0 ELSE 400.0 END AS e
  FROM generate_series(1, 4000) seed, fringe_random_pairs(gridmap('{..@...}'::text[]), 1, seed) p GROUP BY start, goal) t;
-- down a river, most cells of a start's region are out of reach
SELECT count(*) AS goals, sum(n) AS rows, sum((n - 40.0) ^ 2 / 40) < 43.8 AS uniform
FROM (SELECT goal, count(*) AS n FROM generate_series(1, 800) seed, fringe_random_pairs(gridmap(ARRAY[repeat('>', 300) || '.']), 301, seed, 'octile(>=leave:E)') p
  WHERE start = '(280,0)' GROUP BY goal) t;
SELECT count(*) AS "no cell" FROM fringe_random_pairs(gridmap('{@@}'::text[]), 3, 1, 'tile(T=1)');
SELECT count(*) AS "no pair asked" FROM terrain, fringe_random_pairs(map, 0, 1);
SELECT * FROM fringe_random_pairs(gridmap('{.@}'::text[]), 2, 1);
SELECT * FROM fringe_random_pairs(gridmap('{.@}'::text[]), 1, 1, connected => false);
SELECT fringe_random_pairs(map, -1, 1) FROM terrain;
SELECT fringe_random_pairs(map, 10000001, 1) FROM terrain;
SELECT count(*) AS "none" FROM terrain, fringe_random_pairs(map, 3, 1, connected => NULL);
DROP TABLE place, agent, pairs, passable;

-- blocked cells, against a map that has walls there
SELECT model, count(*) AS pairs,
  failing((model, a, b)::text) FILTER (WHERE fringe_cost(blocked, a, b, model) IS DISTINCT FROM fringe_cost(walled, a, b, other)) AS wrong,
  count(*) FILTER (WHERE fringe_cost(map, a, b, model) IS DISTINCT FROM fringe_cost(blocked, a, b, model)) > 20 AS "it matters",
  failing((model, a, b)::text) FILTER (WHERE gridpath_cells(fringe_route(blocked, a, b, model, 'astar')) && away) AS trespassing,
  failing((model, a, b)::text) FILTER (WHERE (fringe_search(blocked, a, b, model, 'fringe')).cost IS DISTINCT FROM fringe_cost(walled, a, b, other)) AS "wrong statistics"
FROM terrain,
  (VALUES ('octile(T=1)'::gridmodel, 'octile(T=1)'::gridmodel), ('tile(T=2)', 'tile(T=2)'),
    ('octile(obstacle=3)', 'octile(obstacle=3, #=blocked)')) m(model, other),
  LATERAL (SELECT array_agg(cell) AS away FROM gridmap_random_cells(map, 200, 3, model) cell) away,
  LATERAL (SELECT gridmap_set(map, away, '#') AS walled, gridmap_block(map, away) AS blocked OFFSET 0) b,
  gridmap_random_cells(map, 100, 1, model) WITH ORDINALITY start(a, n)
JOIN LATERAL gridmap_random_cells(map, 100, 2, model) WITH ORDINALITY goal(b, n) USING (n)
GROUP BY model ORDER BY model;
SELECT count(*) AS blocked FROM terrain, gridmap_random_cells(map, 50, 3) c, LATERAL (SELECT array_agg(d) AS away FROM gridmap_random_cells(map, 50, 3) d) a, LATERAL (SELECT gridmap_block(map, away) AS shut) s,
  gridmap_random_cells(shut, 50, 3) e WHERE e = ANY (away);

DROP TABLE terrain;
