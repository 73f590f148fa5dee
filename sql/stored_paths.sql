-- costs of stored paths, on their map and on modified ones
SET jit = off;
CREATE TABLE world AS
SELECT id, map FROM (VALUES (1, gridmap_caves(40, 30, 0.42, 1)), (2, gridmap_rooms(40, 30, 4, 2)), (3, gridmap_maze(40, 30, 1, 3)),
  (4, (SELECT gridmap_agg(gridcell(x, y), substr('..GSWT@', 1 + (x * x * 7 + x * y * 3 + y * y * 5) % 11 % 7, 1)::"char")
       FROM generate_series(0, 39) x, generate_series(0, 29) y))) t(id, map);
CREATE TABLE stored AS
SELECT id, model, start, goal, fringe_route(map, start, goal, model) AS route
FROM world, unnest('{octile,tile,"octile(straight=100, diagonal=150)","octile(straight=2, diagonal=3, corners=one)","octile(corners=any)",
  "octile(straight=100, diagonal=150, obstacle=3)","octile(G=2.5, S=0.5, W=4, weigh=average)"}'::gridmodel[]) model, generate_series(1, 80) i,
  LATERAL (SELECT gridcell(abs(hashint4(i * 3 + id)) % 40, abs(hashint4(i * 5 + id)) % 30) AS start,
    gridcell(abs(hashint4(i * 7 + id)) % 40, abs(hashint4(i * 11 + id)) % 30) AS goal) pair;

-- the same bits as the search's cost; under another model it is the sum of the
-- steps
SELECT count(*) > 500 AS "many routes",
  failing((id, start, goal)::text) FILTER (WHERE float8send(gridpath_cost(route, map, model))
    IS DISTINCT FROM float8send(fringe_cost(map, start, goal, model))) AS "other bits",
  failing((id, start, goal)::text) FILTER (WHERE gridpath_valid(route, map, model) IS NOT TRUE) AS "not valid"
FROM stored JOIN world USING (id) WHERE route IS NOT NULL;
SELECT count(*) AS "routes less than a best one"
FROM stored JOIN world USING (id) JOIN (SELECT DISTINCT model AS other FROM stored) m ON true
WHERE gridpath_cost(route, map, other) < fringe_cost(map, start, goal, other);

-- validity and cost by rules written in SQL, for routes found under other models
-- and for invented ones
CREATE TABLE rule (model gridmodel, weights jsonb, straight float8, diagonal float8, corners int, average bool);
INSERT INTO rule VALUES
  ('octile', '{".": 1, "G": 1, "S": 1}', 1, sqrt(2), 2, false),
  ('tile', '{".": 1, "G": 1, "S": 1}', 1, NULL, NULL, false),
  ('octile(straight=2, diagonal=3, corners=one)', '{".": 1, "G": 1, "S": 1}', 2, 3, 1, false),
  ('octile(G=2.5, S=0.5, W=4, weigh=average)', '{".": 1, "G": 2.5, "S": 0.5, "W": 4}', 1, sqrt(2), 2, true);
CREATE TABLE candidate AS
SELECT row_number() OVER () AS n, id, path
FROM (SELECT id, route AS path FROM stored WHERE route IS NOT NULL
      UNION SELECT id, (format('(%s,%s)', i % 42 - 1, i % 31 - 1) || (SELECT string_agg(format(' %s1',
          (ARRAY['N','NE','E','SE','S','SW','W','NW'])[1 + abs(hashint4(i * 10 + step)) % 8]), '') FROM generate_series(1, 1 + i % 3) step))::gridpath
      FROM world, generate_series(1, 300) i) t;
CREATE TABLE code (id int, x int, y int, code text, PRIMARY KEY (id, x, y));
INSERT INTO code SELECT id, x, y, code FROM world, gridmap_cells(map);
ANALYZE code;
CREATE TABLE verdict AS
WITH cell AS (
  SELECT n, id, seq, gridcell_x(c) AS x, gridcell_y(c) AS y FROM candidate, unnest(path::gridcell[]) WITH ORDINALITY u(c, seq)
), weighed AS (
  SELECT n, id, seq, x, y, model, straight, diagonal, corners, average, weights, (weights ->> code)::float8 AS weight
  FROM cell CROSS JOIN rule LEFT JOIN code USING (id, x, y)
), step AS (
  SELECT *, x - lag(x) OVER w AS dx, y - lag(y) OVER w AS dy, lag(weight) OVER w AS weight_before
  FROM weighed WINDOW w AS (PARTITION BY n, model ORDER BY seq)
)
SELECT n, model, bool_and(weight IS NOT NULL AND (dx IS NULL OR dx * dy = 0
    OR coalesce(coalesce((weights ? a.code)::int, 0) + coalesce((weights ? b.code)::int, 0) >= corners, false))) AS legal,
  sum(CASE WHEN dx IS NULL THEN 0 ELSE CASE dx * dy WHEN 0 THEN straight ELSE diagonal END
    * CASE WHEN average THEN (weight + weight_before) / 2 ELSE weight END END) AS cost
FROM step LEFT JOIN code a ON (a.id, a.x, a.y) = (step.id, step.x - dx, step.y) LEFT JOIN code b ON (b.id, b.x, b.y) = (step.id, step.x, step.y - dy)
GROUP BY n, model;
SELECT model, count(*) FILTER (WHERE legal) > 100 AS "many legal", count(*) FILTER (WHERE NOT legal) > 300 AS "many illegal",
  failing((n, model)::text) FILTER (WHERE gridpath_valid(path, map, model) IS DISTINCT FROM legal) AS misjudged,
  failing((n, model)::text) FILTER (WHERE CASE WHEN legal THEN NOT coalesce(abs(gridpath_cost(path, map, model) - cost) <= 1e-9 * cost, false)
    ELSE gridpath_cost(path, map, model) IS NOT NULL END) AS mispriced
FROM verdict JOIN candidate USING (n) JOIN world USING (id) GROUP BY model ORDER BY model;

-- a door closes, and opens again
CREATE TABLE door AS SELECT map, fringe_route(map, '(0,1)', '(4,1)') AS route FROM gridmap('{..@..,.....,..@..}'::text[]) map;
SELECT route, gridpath_cost(route, map), gridpath_cost(route, closed), gridpath_valid(route, closed), fringe_cost(closed, '(0,1)', '(4,1)'),
  gridpath_cost(route, gridmap_set(closed, '{"(2,1)"}', '.')), gridpath_cost(route, closed, 'octile(@=3)')
FROM door, gridmap_set(map, '{"(2,1)"}', '@') closed;

-- leaving the map is not legal, at the start or later; a single passable cell is
SELECT path, gridpath_valid(path, map), gridpath_cost(path, map)
FROM door, unnest('{"(0,0)","(2,0)","(-1,0)","(5,0) W1","(0,3)","(0,0) N1","(0,1) E4","(0,1) E5","(0,1) E2147483646","(0,1) E4 W4 E4",
  "(2147483647,2147483647)","(-2147483648,0)"}'::gridpath[]) path;
SELECT gridpath_cost(NULL, map) IS NULL AND gridpath_cost(route, NULL) IS NULL AND gridpath_valid(route, map, NULL) IS NULL AS strict FROM door;

-- a path whose cost exceeds exact arithmetic is legal; its cost is an error
CREATE TABLE dear AS
SELECT gridmap('{.T}'::text[]) AS map, 'tile(.=0.000000001, T=300000)'::gridmodel AS model,
  ('(0,0)' || repeat(' E1 W1', 6) || ' E1')::gridpath AS far, ('(0,0)' || repeat(' E1 W1', 7))::gridpath AS farther;
SELECT gridpath_valid(far, map, model), gridpath_cost(far, map, model), gridpath_valid(farther, map, model) FROM dear;
SELECT gridpath_cost(farther, map, model) FROM dear;

-- most routes take less than 100 bytes
SELECT kind, count(route) > 100 AS "many routes", percentile_disc(0.5) WITHIN GROUP (ORDER BY pg_column_size(route)) < 100 AS "half are small"
FROM (VALUES ('caves', gridmap_caves(200, 200, 0.42, 1)), ('rooms', gridmap_rooms(200, 200, 10, 2)),
  ('walls', gridmap_walls(200, 200, 300, 10, 3))) t(kind, map),
  generate_series(1, 200) i,
  LATERAL fringe_route(map, gridcell(abs(hashint4(i)) % 200, abs(hashint4(2 * i)) % 200),
    gridcell(abs(hashint4(3 * i)) % 200, abs(hashint4(5 * i)) % 200)) route
GROUP BY kind ORDER BY kind;

-- Reversed paths have the same cells the other way round, also lines and links. Where steps cost the same both ways, so does the path.
CREATE TABLE reversible AS SELECT DISTINCT path, ARRAY(SELECT cell FROM unnest(path::gridcell[]) WITH ORDINALITY c (cell, i) ORDER BY i DESC) AS cells
FROM (SELECT route AS path FROM stored WHERE route IS NOT NULL UNION ALL SELECT path FROM candidate
  UNION ALL SELECT unnest('{"(0,0)","(-5,7) (2,5) E3 >(40,4) >(0,0) N2 (63,900)","(0,0) (64,1) (1,0) (8192,8190)","(5,5) E32 W31 N33"}'::gridpath[])) p;
SELECT count(*) > 900 AS "many paths", failing(path::text) FILTER (WHERE gridpath_reverse(path)::gridcell[] IS DISTINCT FROM cells) AS "other cells",
  failing(path::text) FILTER (WHERE gridpath_reverse(gridpath_reverse(path)) IS DISTINCT FROM path) AS "not back",
  failing(path::text) FILTER (WHERE gridpath_reverse(path)::text::gridpath IS DISTINCT FROM gridpath_reverse(path)) AS "other text" FROM reversible;
SELECT failing((id, start, goal)::text) FILTER (WHERE gridpath_cost(gridpath_reverse(route), map, model) IS DISTINCT FROM gridpath_cost(route, map, model)) AS "other costs"
FROM stored JOIN world USING (id) WHERE route IS NOT NULL AND model::text !~ '=3|2.5';
SELECT gridpath_reverse('(0,0) (2,5) E3 >(40,4) N2');
DROP TABLE world, stored, rule, candidate, code, verdict, door, dear, reversible;
