-- blocked cells and closed sides, which all models read
-- Blocked cells, compared with a map that has a code there which the model blocks.
CREATE TABLE cave AS
SELECT id, gridmap_set(gridmap_fill(gridmap_caves(30, 24, 0.4, id), '(5,4)', '(14,12)', 'T'), spots, 'W') AS map, away
FROM generate_series(1, 4) id,
  LATERAL (SELECT array_agg(gridcell(i * 13 % 30, i * i % 24)) AS spots FROM generate_series(1, 50) i) s,
  LATERAL (SELECT array_agg(gridcell((i * 7 + id) % 30, (i * i + i * id) % 24)) AS away FROM generate_series(1, 90) i) a;

-- a word or number for each key, by a hash; the other model is the same text, and blocks a code that no map has
CREATE FUNCTION pick(seed int, key text, VARIADIC choices text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT choices[1 + (hashtextextended(key || seed, 0) & 65535) % cardinality(choices)] $$;
CREATE TABLE model AS
SELECT seed, (options || ')')::gridmodel AS model, (options || ', ~=blocked)')::gridmodel AS other
FROM generate_series(1, 60) seed, LATERAL (SELECT concat_ws(', ',
  pick(seed, 'moves', 'octile(straight=1', 'octile(straight=2', 'octile(diagonal=1', 'octile(straight=2, diagonal=3',
    'octile(diagonal=3', 'octile(diagonal=0.7', 'tile(straight=3', 'hex(straight=2'),
  CASE WHEN pick(seed, 'moves', 'o', 'o', 'o', 'o', 'o', 'o', 't', 't') = 'o' THEN 'corners=' || pick(seed, 'corners', 'any', 'one', 'both') END,
  pick(seed, 'obstacle', NULL, 'obstacle=1', 'obstacle=3', 'obstacle=0.5', 'obstacle=2'),
  pick(seed, 'T', NULL, 'T=1', 'T=2', 'T=2.5/leave:N+E+S', 'T=blocked', 'T=7'),
  pick(seed, 'W', NULL, 'W=1', 'W=blocked', 'W=4/E+W+N', 'W=3'),
  pick(seed, '.', NULL, NULL, '.=2', '.=0.5'),
  pick(seed, 'weigh', NULL, 'weigh=enter', 'weigh=average'),
  CASE WHEN pick(seed, 'moves', 'o', 'o', 'o', 'o', 'o', 'o', 'o', 'h') = 'o' THEN pick(seed, 'size', NULL, NULL, 'size=2') END) AS options) o;
INSERT INTO model VALUES (61, 'anyangle', 'anyangle(~=blocked)'),
  (62, 'anyangle(obstacle=1, straight=2.5)', 'anyangle(obstacle=1, straight=2.5, ~=blocked)'),
  (63, 'anyangle(size=2, T=1)', 'anyangle(size=2, T=1, ~=blocked)');
SELECT count(*) FILTER (WHERE model::text !~ 'blocked' AND model::text ~ 'obstacle') > 5 AS "many block nothing",
  count(*) FILTER (WHERE model::text !~ 'blocked' AND model::text ~ 'obstacle' AND model::text ~ 'corners') > 3 AS "with corners" FROM model;
CREATE TABLE question AS
SELECT gridmap_block(cave.map, away) AS a_map, model AS a_model, gridmap_set(cave.map, away, '~') AS b_map, other AS b_model,
  CASE WHEN model::text ~ 'anyangle' THEN 'auto' ELSE pick(seed + i, 'method', 'auto', 'auto', 'astar', 'fringe', 'jump') END::gridmethod AS method,
  start, goal
FROM cave, model, generate_series(1, 6) i,
  LATERAL (SELECT gridcell(i * 7 % 30, (i * i + id) % 24) AS start, gridcell((i * 11 + id) % 30, i * 5 % 24) AS goal) pair;
CREATE TABLE asked (function text, expression text, fitting text);
INSERT INTO asked VALUES
  ('cost', 'fringe_cost(MAP, start, goal, MODEL, method)', ''),
  ('route', 'gridpath_cost(fringe_route(MAP, start, goal, MODEL, method), MAP, MODEL)', ''),
  ('path of the other map', 'gridpath_cost(fringe_route(b_map, start, goal, b_model), MAP, MODEL)', ''),
  ('search', '(SELECT (found, cost, complete, optimal)::text FROM fringe_search(MAP, start, goal, MODEL, method))', ''),
  ('connected', 'fringe_connected(MAP, start, goal, MODEL)', ''),
  ('nearest', '(SELECT array_agg(n.cost ORDER BY n.cost) FROM fringe_nearest(MAP, start, ARRAY[goal, ''(3,3)'', ''(20,9)''], MODEL, 2) n)', ''),
  ('components', '(SELECT array_agg(c.cells ORDER BY c.sample) FROM fringe_components(MAP, MODEL) c)', 'octile|tile|hex'),
  ('reach', '(SELECT sum(r.cost) FROM fringe_reach(MAP, start, 9, MODEL) r)', 'octile|tile|hex'),
  ('closest', '(SELECT cell FROM fringe_closest(MAP, start, goal, MODEL))', 'octile|tile|hex'),
  ('field', 'gridfield_cost(fringe_field(MAP, ARRAY[goal], MODEL), start)', 'octile|tile|hex'),
  ('sight', 'fringe_sees(MAP, start, goal, MODEL)', '^(?!.*(size|hex))');
CREATE FUNCTION answers(function text, expression text, fitting text, OUT asked bigint, OUT answered bigint, OUT different bigint) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('
    SELECT count(*), count(a), failing((a_model, method, start, goal, a, b)::text) FILTER (WHERE a IS DISTINCT FROM b)
    FROM (SELECT *, %s AS a, %s AS b FROM question WHERE a_model::text ~ %L OFFSET 0) q',
    replace(replace(expression, 'MAP', 'a_map'), 'MODEL', 'a_model'), replace(replace(expression, 'MAP', 'b_map'), 'MODEL', 'b_model'), fitting)
  INTO asked, answered, different;
END $$;
SET client_min_messages = warning;
SELECT function, a.* FROM asked q, answers(function, expression, fitting) a;
RESET client_min_messages;

-- Costs by Bellman and Ford from steps that SQL prices, on small maps with random blocked cells and closed sides.
CREATE TABLE way_out (bit int, dx int, dy int);
INSERT INTO way_out VALUES (1, 0, -1), (2, 1, 0), (4, 0, 1), (8, -1, 0), (16, 1, -1), (32, -1, 1);
CREATE TABLE plan AS SELECT n, 5 AS w, 4 AS h, blocked, sides,
  gridmap_set_layer(gridmap_set_layer(gridmap(ARRAY['.....', '.....', '.....', '.....']), 'blocked', blocked), 'sides', sides) AS map
FROM generate_series(1, 40) n, LATERAL (SELECT array_agg(b ORDER BY y) AS blocked, array_agg(s ORDER BY y) AS sides FROM generate_series(0, 3) y,
  LATERAL (SELECT array_agg((hashint4(n * 97 + y * 31 + x) & 7 = 0)::int::float8 ORDER BY x) AS b,
    array_agg(CASE WHEN hashint4(n * 89 + y * 37 + x + 1000) & 3 < 2 THEN hashint4(n * 83 + y * 41 + x + 2000) & 63 ELSE 0 END::float8 ORDER BY x) AS s FROM generate_series(0, 4) x) r) l;
CREATE FUNCTION is_open(p plan, x int, y int) RETURNS bool LANGUAGE sql AS $$
  SELECT x BETWEEN 0 AND p.w - 1 AND y BETWEEN 0 AND p.h - 1 AND p.blocked[y + 1][x + 1] = 0 $$;
CREATE FUNCTION is_closed(p plan, x int, y int, dx int, dy int) RETURNS bool LANGUAGE sql AS $$
  SELECT coalesce(p.sides[y + 1][x + 1]::int & bit > 0, false) FROM way_out s WHERE (s.dx, s.dy) = ($4, $5) $$;
-- corners: -1 has no diagonal steps, -2 is for hexagons
CREATE FUNCTION may_step(p plan, x int, y int, dx int, dy int, corners int) RETURNS bool LANGUAGE sql AS $$
  SELECT is_open(p, x, y) AND is_open(p, x + dx, y + dy) AND CASE
    WHEN dx = 0 OR dy = 0 OR corners = -2 THEN (dx, dy) NOT IN ((0, 0), (1, 1), (-1, -1)) AND NOT is_closed(p, x, y, dx, dy)
    WHEN corners = -1 THEN false
    ELSE open1::int + open2::int >= CASE WHEN closed1 OR closed2 THEN greatest(corners, 1) ELSE corners END END
  FROM (SELECT is_closed(p, x, y, dx, 0) OR is_closed(p, x + dx, y, 0, dy) AS closed1, is_closed(p, x, y, 0, dy) OR is_closed(p, x, y + dy, dx, 0) AS closed2) c,
    LATERAL (SELECT is_open(p, x + dx, y) AND NOT closed1 AS open1, is_open(p, x, y + dy) AND NOT closed2 AS open2) o $$;
CREATE TABLE rule (model gridmodel, corners int, diagonal int);
INSERT INTO rule VALUES ('tile(straight=2)', -1, 0), ('octile(straight=2, diagonal=3)', 2, 3), ('octile(straight=2, diagonal=3, corners=one)', 1, 3),
  ('octile(straight=2, diagonal=3, corners=any)', 0, 3), ('hex(straight=2)', -2, 2);
CREATE TABLE step AS SELECT n, model, y * 5 + x AS a, (y + dy) * 5 + x + dx AS b, CASE WHEN dx <> 0 AND dy <> 0 THEN diagonal ELSE 2 END AS price
FROM plan p, rule, generate_series(0, 4) x, generate_series(0, 3) y, generate_series(-1, 1) dx, generate_series(-1, 1) dy WHERE may_step(p, x, y, dx, dy, corners);
CREATE FUNCTION costs_of(wanted int, rules gridmodel, OUT a int, OUT b int, OUT cost int) RETURNS SETOF record LANGUAGE plpgsql AS $$
BEGIN
  CREATE TEMP TABLE best AS SELECT c AS a, c AS b, 0 AS cost FROM plan p, generate_series(0, 19) c WHERE n = wanted AND is_open(p, c % 5, c / 5);
  LOOP
    CREATE TEMP TABLE better AS SELECT x.a, s.b, min(x.cost + s.price) AS cost FROM best x JOIN step s ON s.a = x.b AND n = wanted AND model = rules
      LEFT JOIN best o ON o.a = x.a AND o.b = s.b GROUP BY x.a, s.b, o.cost HAVING min(x.cost + s.price) < coalesce(o.cost, 1000000);
    EXIT WHEN NOT EXISTS (SELECT FROM better);
    DELETE FROM best USING better WHERE best.a = better.a AND best.b = better.b;
    INSERT INTO best SELECT * FROM better;
    DROP TABLE better;
  END LOOP;
  RETURN QUERY SELECT * FROM best;
  DROP TABLE best, better;
END $$;
CREATE TABLE truth AS SELECT n, model, c.* FROM plan, rule, costs_of(n, model) c;
SET client_min_messages = warning;
SELECT q.model, count(*) AS pairs, count(t.cost) AS paths, failing((q.n, x, y)::text) FILTER (WHERE found IS DISTINCT FROM t.cost) AS "other costs",
  failing((q.n, x, y)::text) FILTER (WHERE reaches <> (t.cost IS NOT NULL)) AS "other answers"
FROM (SELECT n, model, x, y, fringe_cost(map, a, b, model) AS found, fringe_connected(map, a, b, model) AS reaches
  FROM plan p, rule, generate_series(0, 19) x, generate_series(0, 19) y, LATERAL (SELECT gridcell(x % 5, x / 5) AS a, gridcell(y % 5, y / 5) AS b) c) q
  LEFT JOIN truth t ON (t.n, t.model, t.a, t.b) = (q.n, q.model, x, y) GROUP BY q.model ORDER BY q.model;
-- why there is no path
SELECT d.reason, count(*) > 0 AS some, failing((n, model, x, y)::text) FILTER (WHERE d.reason IS DISTINCT FROM CASE
    WHEN NOT is_open(p, x % 5, x / 5) THEN 'start blocked by layer' WHEN NOT is_open(p, y % 5, y / 5) THEN 'goal blocked by layer'
    WHEN fringe_cost(map, a, b, model) IS NOT NULL THEN 'path' WHEN fringe_cost(gridmap_drop_layer(map, 'sides'), a, b, model) IS NOT NULL THEN 'closed sides' ELSE 'apart' END) AS others,
  failing((n, model, x, y)::text) FILTER (WHERE d.blocking_codes <> '' OR d.reason = 'closed sides' AND d.blocking_cells IS NULL) AS "codes, or no cells"
FROM plan p, rule, generate_series(0, 19) x, generate_series(0, 19, 3) y, LATERAL (SELECT gridcell(x % 5, x / 5) AS a, gridcell(y % 5, y / 5) AS b) c,
  fringe_diagnose(map, a, b, model) d WHERE n <= 12 GROUP BY d.reason ORDER BY d.reason;
-- a single cell to open
SELECT count(*) AS asked, count(*) FILTER (WHERE cells = 1) > 0 AS "some single", failing((n, x, y)::text) FILTER (WHERE (cells = 1) <> single) AS wrong
FROM (SELECT n, x, y, d.blocking_cells AS cells, EXISTS (SELECT FROM generate_series(0, 19) k WHERE fringe_connected(gridmap_unblock(plain, ARRAY[gridcell(k % 5, k / 5)]), a, b, 'tile')) AS single
  FROM plan p, LATERAL (SELECT gridmap_drop_layer(map, 'sides') AS plain) m, generate_series(0, 19, 4) x, generate_series(0, 19, 7) y,
    LATERAL (SELECT gridcell(x % 5, x / 5) AS a, gridcell(y % 5, y / 5) AS b) c, fringe_diagnose(plain, a, b, 'tile') d WHERE d.reason <> 'path') q;
RESET client_min_messages;

-- A wall is closed from both cells, a ledge from one. Links cross both. An agent of several cells does not stand over a wall, and leaves a ledge.
SELECT side, fringe_cost(map, '(0,0)', '(1,0)') AS there, fringe_cost(map, '(1,0)', '(0,0)') AS back, fringe_connected(map, '(0,0)', '(3,0)', 'octile(size=2)') AS "large there",
  fringe_connected(map, '(3,0)', '(0,0)', 'octile(size=2)') AS "large back", fringe_cost(gridmap_link(map, '{"(0,0)<>(1,0)=3"}'), '(1,0)', '(0,0)') AS link
FROM (VALUES ('wall', true), ('ledge', false)) v (side, twoway), LATERAL (SELECT gridmap_set_sides(gridmap('{.....,.....}'::text[]), '{"(1,0)","(1,1)"}', 'W', twoway => twoway) AS map) m;
-- sides block no sight, blocked cells do
SELECT fringe_cost(sides, '(0,0)', '(1,0)') IS NULL AS closed, (SELECT count(*) FROM fringe_view(sides, '(0,0)', 9)) AS sides, (SELECT count(*) FROM fringe_view(gridmap_block(gridmap('{...}'::text[]), '{"(1,0)"}'), '(0,0)', 9)) AS blocked
FROM gridmap_set_sides(gridmap('{...}'::text[]), '{"(0,0)"}', 'E') sides;
-- who refuses closed sides
SELECT fringe_cost(map, '(0,0)', '(2,0)', 'anyangle') FROM gridmap_set_sides(gridmap('{...}'::text[]), '{"(0,0)"}', 'E') map;
SELECT fringe_chokepoints(map) FROM gridmap_set_sides(gridmap('{...}'::text[]), '{"(0,0)"}', 'E') map;
-- An index has the blocked cells of its map, and belongs to no other map.
SELECT fringe_cost(index, '(0,0)', '(2,0)') AS cost, gridindex_matches(index, map) AS own, gridindex_matches(index, gridmap('{...,...}'::text[])) AS base, gridindex_matches(index, gridmap_block(map, '{"(2,1)"}')) AS more
FROM gridmap_block(gridmap('{...,...}'::text[]), '{"(1,0)"}') map, fringe_index(map, 'tile') index;
SELECT fringe_cost(index, '(0,0)', '(2,0)') AS cost, fringe_cost(index, '(2,0)', '(0,0)') AS back, fringe_route(index, '(0,0)', '(2,0)') AS route, gridindex_matches(index, map) AS own, gridindex_matches(index, gridmap_drop_layer(map, 'sides')) AS base, gridindex_matches(index, gridmap_set_sides(map, '{"(0,0)"}', 'S')) AS more
FROM gridmap_set_sides(gridmap('{...,...}'::text[]), '{"(0,0)"}', 'E') map, fringe_index(map, 'tile') index;

-- Maps share a decoded map if only layers differ that the model does not read; blocked cells and sides are the ground of every model.
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
SELECT fringe_cache_reset();
SELECT fringe_cost(map, '(0,0)', '(2,1)', 'tile') FROM gridmap('{...,...}'::text[]) plain, gridmap_block(plain, '{"(1,0)"}') blocked, gridmap_set_sides(blocked, '{"(2,1)"}', 'N') doubled,
  unnest(ARRAY[plain, gridmap_set_layer(plain, 'h', '{{1,2,3},{4,5,6}}'), blocked, gridmap_set_layer(blocked, 'h', '{{1,2,3},{4,5,6}}'), gridmap_set_layer(blocked, 'h', '{{1,2,3},{4,5,7}}'),
    gridmap_set_layer(gridmap_set_layer(plain, 'h', '{{1,2,3},{4,5,7}}'), 'blocked', '{{0,1,0},{0,0,0}}'), doubled, gridmap_set_layer(doubled, 'h', '{{1,2,3},{4,5,6}}'), gridmap_drop_layer(doubled, 'sides'), gridmap_drop_layer(gridmap_drop_layer(doubled, 'sides'), 'blocked')]) map;
SELECT kind, hits FROM fringe_cache() ORDER BY hits;

RESET max_parallel_workers_per_gather;
RESET fringe.cache_size;
DROP FUNCTION answers, pick, costs_of, may_step, is_closed, is_open;
DROP TABLE cave, model, question, asked, way_out, plan, rule, step, truth;
