-- agents larger than a cell, goals out of reach, territories
SET jit = off;
\set caves `cat "$PG_ABS_SRCDIR"/data/caves.map`
\set rooms `cat "$PG_ABS_SRCDIR"/data/rooms.map`
\set grotto `cat "$PG_ABS_SRCDIR"/data/grotto.map`
CREATE TABLE world (id int PRIMARY KEY, map gridmap);
INSERT INTO world VALUES (1, :'caves'), (2, :'rooms'), (3, :'grotto');

-- size: a position is passable if all cells that the agent covers are; its weight is
-- the heaviest one's. So the agent's map can be made by hand, a code for each weight.
CREATE TABLE side (wide int, tall int);
INSERT INTO side VALUES (1, 1), (2, 2), (3, 3), (7, 7), (2, 1), (1, 3), (5, 2);
CREATE TABLE agent (wide int, tall int, model gridmodel, plain gridmodel);
INSERT INTO agent SELECT wide, tall, format(m, ', size=' || wide || 'x' || tall)::gridmodel, format(m, '')::gridmodel
FROM side,
  unnest('{octile(corners=both%s),tile(straight=3%s),"octile(straight=2, diagonal=3, corners=any%s)",
    "octile(corners=one, @=2.5, T=9%s)","octile(@=4, T=9, weigh=average%s)"}'::text[]) m;

CREATE TABLE small AS SELECT id, gridmap_set(gridmap_crop(map, '(3,2)', '(34,25)'), array_agg(gridcell(i * 17 % 32, i * i % 24)), 'T') AS map
FROM world, generate_series(1, 40) i GROUP BY id;
CREATE TABLE shrunk AS
SELECT id, wide, tall, gridmap_agg(gridcell(a.x, a.y), worst) AS map
FROM small CROSS JOIN side CROSS JOIN LATERAL gridmap_cells(map) a
CROSS JOIN LATERAL (
  SELECT CASE WHEN count(*) < wide * tall OR bool_or(b.code NOT IN ('.', '@', 'T')) THEN '#'
    WHEN bool_or(b.code = 'T') THEN 'T' WHEN bool_or(b.code = '@') THEN '@' ELSE '.' END AS worst
  FROM gridmap_cells(gridmap_crop(map, gridcell(a.x, a.y), gridcell(least(a.x + wide, 32) - 1, least(a.y + tall, 24) - 1))) b) covered
GROUP BY id, wide, tall;

SELECT wide, tall, count(*) AS pairs, count(cost) > 0 AS with_path, failing((small.id, wide, tall, a, b)::text) FILTER (WHERE cost IS DISTINCT FROM truth) AS wrong
FROM small JOIN shrunk USING (id) JOIN agent USING (wide, tall), generate_series(1, 40) i,
  LATERAL (SELECT gridcell(i * 7 % 32, i * i % 24) AS a, gridcell(i * 11 % 32, (i * 5 + 3) % 24) AS b) pair,
  LATERAL (SELECT fringe_cost(small.map, a, b, model) AS cost, fringe_cost(shrunk.map, a, b, plain) AS truth) costs
GROUP BY wide, tall ORDER BY wide, tall;
-- every method, and paths: legal for the agent alone
SELECT method, fringe_cost(map, a, b, 'octile(size=2)', method) = cost AS right FROM world,
  LATERAL (SELECT sample AS a FROM fringe_components(map, 'octile(size=2)') WHERE component = 1) c,
  LATERAL (SELECT gridcell(x, y) AS b, cost FROM fringe_reach(map, a, 50, 'octile(size=2)') ORDER BY cost DESC LIMIT 1) r,
  unnest('{auto,jump,astar,fringe,idastar,"astar(heuristic=alt)"}'::gridmethod[]) method WHERE id = 2 ORDER BY method;
SELECT gridpath_valid(route, map, 'octile(size=2)') AS wide, gridpath_cost(route, map, 'octile(size=2)') AS cost, gridpath_valid(route, map) AS small
FROM (SELECT gridmap('{.....,.@...,.....,.....}'::text[]) AS map) m, unnest('{"(0,2) E3 N2","(0,2) E1 N2 E2"}'::gridpath[]) route;

-- where it fits
SELECT x, y, cost FROM fringe_reach(gridmap('{....,.@..,....,....}'::text[]), '(2,2)', 9, 'octile(size=2)');
SELECT fringe_cost(gridmap('{...,...,...}'::text[]), '(0,0)', '(0,0)', 'octile(size=3)'),
  fringe_cost(gridmap('{...,...,...}'::text[]), '(1,0)', '(1,0)', 'octile(size=3)');
SELECT fringe_cost(gridmap('{...,...,...}'::text[]), '(0,0)', '(0,0)', 'octile(size=4)');
SELECT component, cells FROM fringe_components(gridmap('{...@...,.......,...@...}'::text[]), 'tile(size=2)');
-- a diagonal step needs both positions beside it, where corners=both
SELECT corners, fringe_cost(gridmap('{@..,...,..@}'::text[]), '(1,0)', '(0,1)', model) AS none,
  fringe_cost(gridmap('{@..,...,...}'::text[]), '(1,0)', '(0,1)', model) AS one
FROM unnest('{both,one,any}'::text[]) corners, LATERAL CAST(format('octile(size=2, corners=%s)', corners) AS gridmodel) model;
SELECT 'octile(size=1)'::gridmodel, 'tile( T=2, size=64 )'::gridmodel, 'tile(size=2)'::gridmodel = 'tile' AS equal;
SELECT 'octile(size=0)'::gridmodel;
SELECT 'octile(size=65)'::gridmodel;
SELECT 'tile(size=2x2)'::gridmodel, 'octile( size=02x3 )'::gridmodel, 'octile(size=2x3)'::gridmodel = 'octile(size=3x2)' AS equal;
SELECT 'octile(size=2x65)'::gridmodel;
SELECT fringe_cost(gridmap('{....,...@}'::text[]), '(0,0)', '(2,0)', 'octile(size=2x1)') AS wide,
  fringe_cost(gridmap('{....,...@}'::text[]), '(0,0)', '(2,0)', 'octile(size=1x2)') AS tall,
  fringe_cost(gridmap('{....,...@}'::text[]), '(0,0)', '(2,0)', 'octile(size=2)') AS both;
SELECT fringe_cost(gridmap('{...,...}'::text[]), '(0,0)', '(0,0)', 'octile(size=2x3)');
SELECT 'octile(size=2, size=2)'::gridmodel;

-- fringe_closest: the goal if it can be reached, else the nearest cell
CREATE VIEW yard AS SELECT gridmap('{.......,..@@@..,..@.@..,..@@@..,.......}'::text[]) AS map;
SELECT c.* FROM yard, fringe_closest(map, '(0,0)', '(6,4)') c;
SELECT c.* FROM yard, fringe_closest(map, '(0,0)', '(3,2)') c;
SELECT c.* FROM yard, fringe_closest(map, '(0,4)', '(3,2)') c;
SELECT c.* FROM yard, fringe_closest(map, '(6,4)', '(4,3)', 'tile(straight=10)') c;
SELECT c.* FROM yard, fringe_closest(map, '(3,2)', '(0,2)') c;
SELECT c.* FROM yard, fringe_closest(map, '(2,2)', '(0,0)') c;
SELECT c.* FROM yard, fringe_closest(map, '(0,0)', '(3,1)', 'octile(diagonal=1)') c;
SELECT c.* FROM yard, fringe_closest(map, '(0,0)', NULL) c;
SELECT c.* FROM yard, fringe_closest(map, '(0,0)', '(7,0)') c;
SELECT c.* FROM yard, fringe_closest(map, '(0,-1)', '(0,0)') c;
-- against all cells of the start's component, by distance, cost and cell
CREATE TABLE unit (model gridmodel, straight float8, diagonal float8);
INSERT INTO unit VALUES ('octile', 1, sqrt(2)), ('tile', 1, 2), ('octile(straight=2, diagonal=3)', 2, 3), ('octile(diagonal=1, corners=any)', 1, 1),
  ('octile(size=2)', 1, sqrt(2)), ('octile(T=3, @=2)', 1, sqrt(2));
SELECT model, count(*) AS asked, count(*) FILTER (WHERE c.cell = goal) > 0 AS some_reached, count(*) FILTER (WHERE c.cell <> goal) > 0 AS some_not,
  failing((model, start, goal, c.cell, t.cell)::text) FILTER (WHERE c.cell IS DISTINCT FROM t.cell OR c.cost
    IS DISTINCT FROM t.cost OR abs(c.remaining - t.remaining) > 1e-9) AS wrong,
  failing((model, start, goal, c.cell, t.cell)::text) FILTER (WHERE gridpath_cost(c.route, map, model) IS DISTINCT FROM c.cost
    OR gridpath_goal(c.route) <> c.cell) AS astray
FROM small CROSS JOIN unit CROSS JOIN generate_series(1, 30) i
CROSS JOIN LATERAL (SELECT gridcell(i * 7 % 32, i * i % 24) AS start, gridcell(i * 11 % 32, (i * 5 + 3) % 24) AS goal) pair
CROSS JOIN LATERAL fringe_closest(map, start, goal, model) c
LEFT JOIN LATERAL (
  SELECT gridcell(x, y) AS cell, cost, least(dx, dy) * diagonal + (greatest(dx, dy) - least(dx, dy)) * straight AS remaining
  FROM (SELECT *, abs(x - gridcell_x(goal)) AS dx, abs(y - gridcell_y(goal)) AS dy FROM fringe_reach(map, start, 'infinity', model)) r
  ORDER BY round((least(dx, dy) * diagonal + (greatest(dx, dy) - least(dx, dy)) * straight)::numeric, 9), cost, y, x LIMIT 1) t ON true
GROUP BY model ORDER BY model;

-- fringe_territory: the nearest start of each cell, the first of equally near ones
SELECT y, string_agg(coalesce(owner::text, gridmap_code(map, gridcell(x, y))::text), '' ORDER BY x) AS owners
FROM yard, gridmap_cells(map)
LEFT JOIN LATERAL fringe_territory(map, '{"(0,0)","(6,4)","(3,2)"}') t ON t.cell = gridcell(x, y)
GROUP BY y ORDER BY y;
SELECT t.* FROM yard, fringe_territory(map, '{"(0,0)","(6,4)","(1,0)"}', budget => 1) t;
SELECT t.* FROM yard, fringe_territory(map, '{"(2,2)","(5,0)","(5,0)"}', 'tile', 0) t;
SELECT count(*) FROM yard, fringe_territory(map, '{}') t;
SELECT count(*) FROM yard, fringe_territory(map, '{"(0,0)"}', budget => -1) t;
SELECT count(*) FROM yard, fringe_territory(map, NULL) t;
SELECT count(*) FROM yard, fringe_territory(map, '{"(0,0)",NULL}') t;
SELECT count(*) FROM yard, fringe_territory(map, '{"(0,5)"}') t;
SELECT count(*) FROM yard, fringe_territory(map, '{"(0,0)"}', budget => 'NaN') t;

CREATE TABLE camp AS SELECT id, array_agg(gridcell(i * 13 % gridmap_width(map), i * i * 7 % gridmap_height(map)) ORDER BY i) AS starts
FROM world, generate_series(1, 6) i GROUP BY id, map;
WITH found AS (
  SELECT id, model, t.* FROM world JOIN camp USING (id) CROSS JOIN unnest('{octile,tile,octile(size=2),"octile(@=2.5, T=9)"}'::gridmodel[]) model,
    fringe_territory(map, starts, model) t
), truth AS (
  SELECT DISTINCT ON (id, model, x, y) id, model, gridcell(x, y) AS cell, owner, r.cost
  FROM world JOIN camp USING (id) CROSS JOIN unnest('{octile,tile,octile(size=2),"octile(@=2.5, T=9)"}'::gridmodel[]) model,
    unnest(starts) WITH ORDINALITY s(start, owner), fringe_reach(map, start, 'infinity', model) r
  ORDER BY id, model, x, y, r.cost, owner
)
SELECT id, model, count(*) AS cells, count(DISTINCT found.owner) AS owners,
  failing((id, model, cell)::text) FILTER (WHERE (found.owner, found.cost) IS DISTINCT FROM (truth.owner, truth.cost)) AS wrong
FROM found FULL JOIN truth USING (id, model, cell) GROUP BY id, model ORDER BY id, model;

-- fringe_reach from several starts; literals of one start and of several
SELECT r.* FROM yard, fringe_reach(map, '{"(0,0)","(6,4)"}', 1) r;
SELECT r.* FROM yard, fringe_reach(map, ' {"(0,0)"}', 1, 'tile') r;
SELECT r.* FROM yard, fringe_reach(map, ' ( 0, 0 ) ', 1, 'tile') r;
SELECT r.* FROM yard, fringe_reach(map, '{(0;0)}', 1, 'tile') r;
SELECT r.* FROM yard, fringe_reach(map, '(0,0', 1, 'tile') r;
SELECT count(*) AS "no start" FROM yard, fringe_reach(map, NULL, 1, 'tile') r;
WITH t AS (SELECT id, cell, cost FROM world JOIN camp USING (id), fringe_territory(map, starts, 'octile(@=2.5)', 12)),
  r AS (SELECT id, gridcell(x, y), cost FROM world JOIN camp USING (id), fringe_reach(map, starts, 12, 'octile(@=2.5)'))
SELECT (SELECT count(*) FROM t) AS cells, (SELECT failing(d::text) FROM (TABLE t EXCEPT TABLE r UNION ALL (TABLE r EXCEPT TABLE t)) d) AS wrong;

-- limits
\set VERBOSITY terse
SET fringe.max_memory = '64kB';
SELECT count(*) FROM world, fringe_territory(map, '{"(0,0)"}') WHERE id = 1;
SELECT fringe_closest(map, '(0,0)', '(1,0)') FROM world WHERE id = 1;
RESET fringe.max_memory;
\set VERBOSITY default

DROP VIEW yard;
DROP TABLE world, agent, small, shrunk, unit, camp;

-- nearest cells beyond walls, and many as near
SELECT c.* FROM gridmap_fill(gridmap_walls(200, 41, 0, 1, 1), '(100,0)', '(199,40)', '@') map, fringe_closest(map, '(0,20)', '(180,20)') c;
SELECT (c.remaining, c.cost) IS NOT NULL AS found, c.remaining
FROM gridmap_fill(gridmap_walls(141, 141, 0, 1, 1), '(20,20)', '(120,120)', '@') map,
  fringe_closest(map, '(0,0)', '(70,70)', 'tile') c;
