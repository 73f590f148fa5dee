-- stored paths as agents use them: turning points, positions, straight lines, conflicts
SET jit = off;
CREATE TABLE world AS
SELECT id, map FROM (VALUES (1, gridmap_caves(60, 40, 0.42, 1)), (2, gridmap_rooms(60, 40, 6, 2)), (3, gridmap_maze(60, 40, 1, 3, 0.2)),
  (4,
    (SELECT gridmap_agg(gridcell(x, y), substr('..GSWT', 1 + (x / 9 * 7 + y / 6 * 5) % 6, 1))
      FROM generate_series(0, 59) x, generate_series(0, 39) y))) t(id, map);
CREATE TABLE stored AS
SELECT id, model, map, fringe_route(map, a, b, model) AS route
FROM world,
  unnest('{octile,tile,"octile(straight=100, diagonal=150, corners=one)","octile(corners=any, W=2, T=5)",
    "octile(G=2.5, S=0.5, W=4, weigh=average)"}'::gridmodel[]) model,
  LATERAL (SELECT a, b
    FROM gridmap_random_cells(map, 30, 1, model) WITH ORDINALITY a(a, n)
    JOIN gridmap_random_cells(map, 30, 2, model) WITH ORDINALITY b(b, n) USING (n)) pair;
DELETE FROM stored WHERE route IS NULL;
SELECT count(*) > 300 AS "many routes" FROM stored;

-- turning points: the ends, and the cells where the direction changes
SELECT gridpath_waypoints(path) FROM unnest('{"(3,4)","(3,4) E1","(3,4) E5 SE3 S2","(0,0) E2 W2 E2"}'::gridpath[]) path;
SELECT failing(route::text) FILTER (WHERE gridpath_waypoints(route) IS DISTINCT FROM turns) AS wrong
FROM stored, LATERAL (SELECT array_agg(cell ORDER BY n) AS turns FROM (
    SELECT cell, n, cell - lag(cell) OVER w AS came, lead(cell) OVER w - cell AS goes
    FROM unnest(gridpath_cells(route)) WITH ORDINALITY c(cell, n) WINDOW w AS (ORDER BY n)) t WHERE came IS DISTINCT FROM goes) u;
SELECT gridpath_waypoints('(2147483640,-2147483648) E7 S2147483600');
SELECT gridpath_waypoints(NULL) IS NULL AS strict;

-- the cell after some cost, against the rows of the best path
SELECT count(*) > 2000 AS "many positions", failing((route, d)::text) FILTER (WHERE gridpath_at(route, d, map, model) IS DISTINCT FROM reached) AS wrong
FROM stored, LATERAL (SELECT gridpath_cost(route, map, model) AS total) t, generate_series(0, 6) i,
  LATERAL (SELECT total * i / 6 AS d) at,
  LATERAL (SELECT gridcell(x, y) AS reached
    FROM fringe_path(map, gridpath_start(route), gridpath_goal(route), model)
    WHERE total_cost <= d
    ORDER BY seq DESC LIMIT 1) r
WHERE fringe_route(map, gridpath_start(route), gridpath_goal(route), model) = route;
SELECT d, gridpath_at('(0,0) E2 SE1', d, gridmap('{....,....}'::text[])) FROM unnest('{0,0.9,1,3.4,3.5,1e300,Infinity,-0.1,-Infinity}'::float8[]) d;
SELECT gridpath_at('(0,0) E3', 1, gridmap('{.@..}'::text[])) IS NULL AS "not legal",
  gridpath_at('(0,0) E3', 0, gridmap('{..@.}'::text[])) IS NULL AS "nor later",
  gridpath_at('(0,0)', NULL, gridmap('{..}'::text[])) IS NULL AS strict;
SELECT gridpath_at('(0,0)', 'NaN', gridmap('{..}'::text[]));
SELECT gridpath_at(('(0,0)' || repeat(' E1 W1', 7))::gridpath, 1, gridmap('{.T}'::text[]), 'tile(.=0.000000001, T=300000)');

-- the rows of fringe_path, for a stored path
SELECT count(*) > 2000 AS "many rows", count(DISTINCT model) AS models, failing((route, step, path)::text) FILTER (WHERE step IS DISTINCT FROM path) AS wrong
FROM stored, LATERAL (SELECT * FROM fringe_path(map, gridpath_start(route), gridpath_goal(route), model) path
  FULL JOIN gridpath_steps(route, map, model) step USING (seq)) r(seq, x, y, pstep, ptotal, cell, step_cost, total_cost),
  LATERAL (SELECT (gridcell(x, y), pstep, ptotal)::text AS path, (cell, step_cost, total_cost)::text AS step) t
WHERE fringe_route(map, gridpath_start(route), gridpath_goal(route), model) = route;
SELECT s.* FROM gridpath_steps('(0,0) E2 SE1', gridmap('{..R.,....}'::text[]), 'octile(R=3)') s;
SELECT (SELECT count(*) FROM gridpath_steps('(0,0)', map)) AS "one cell", (SELECT count(*) FROM gridpath_steps('(0,0) E3', map)) AS "not legal",
  (SELECT count(*) FROM gridpath_steps('(5,5) E3', map)) AS outside, (SELECT count(*) FROM gridpath_steps(NULL, map)) AS strict
FROM gridmap('{..@.}'::text[]) map;
SELECT count(*) FROM gridpath_steps(('(0,0)' || repeat(' E1 W1', 7))::gridpath, gridmap('{.T}'::text[]), 'tile(.=0.000000001, T=300000)');

-- pulled tight
CREATE TABLE hall AS SELECT gridmap('{..........,....@.....,..........,..@@@.....,..........,.......@..}'::text[]) AS map;
SELECT model, s.* FROM hall, unnest('{octile,"octile(corners=any)","octile(straight=10, diagonal=14)"}'::gridmodel[]) model,
  gridpath_smooth(fringe_route(map, '(0,0)', '(9,4)', model), map, model) s;
SELECT s.* FROM hall, gridpath_smooth(fringe_route(map, '(0,4)', '(9,0)', 'tile'), map, 'tile') s;
SELECT s.* FROM hall, gridpath_smooth('(3,3)', gridmap_set(map, '{"(3,3)"}', '.')) s;
SELECT model,
  failing((model, route)::text) FILTER (WHERE cells[1] <> gridpath_start(route)
    OR cells[cardinality(cells)] <> gridpath_goal(route)) AS "other ends",
  failing((model, route)::text) FILTER (WHERE total > gridpath_cost(route, map, model) * (1 + 1e-12)) AS dearer,
  bool_or(total < gridpath_cost(route, map, model) * 0.99) AS "some cheaper",
  failing((model, route)::text) FILTER (WHERE abs(total - sum) > 1e-9 * sum) AS "not the sum"
FROM stored,
  LATERAL (SELECT array_agg(cell ORDER BY seq) AS cells, max(total_cost) AS total, sum(step_cost) AS sum FROM gridpath_smooth(route, map, model)) s
GROUP BY model ORDER BY model;
SELECT count(*) AS "on one terrain it costs its length", failing((route, length)::text) FILTER (WHERE abs(step_cost - length) > 1e-9) AS wrong
FROM stored,
  LATERAL (SELECT step_cost, cell <-> lag(cell) OVER (ORDER BY seq) AS length
    FROM gridpath_smooth(route, map, model)) s
WHERE model = 'octile' AND length IS NOT NULL;
-- over weights a line costs what its parts cost. By hand: the line from (1,0) to (3,1), or from (0,0) to (2,1), has a quarter in each of four cells
CREATE TABLE ground AS SELECT gridmap('{....,TTTT}'::text[]) AS map;
SELECT model, s.*, abs(step_cost - quarters * sqrt(5) / 4) < 1e-12 AS "by hand", gridpath_cost('(0,0) E1 SE1 E1', map, model) AS path
FROM ground, (VALUES ('octile(T=3)', 3 + 1 + 3 + 3), ('octile(T=3, weigh=leave)', 1 + 1 + 3 + 1), ('octile(T=3, weigh=average)', 1 + 1 + 3 + 3),
    ('octile(T=3, weigh=max)', 1 + 2 + 3 + 3), ('octile(T=3, straight=0.5)', 0.5 * (3 + 1 + 3 + 3)), ('octile(T=0)', 0 + 1 + 0 + 0)) v (text, quarters),
  LATERAL (SELECT text::gridmodel AS model) m, gridpath_smooth('(0,0) E1 SE1 E1', map, model) s
WHERE s.step_cost > 0.5 AND s.cell <> '(1,0)';
DROP TABLE ground;
-- a line along steps costs what they cost, and is one line; a detour over a road is kept, and one around nothing is not
SELECT s.* FROM gridmap('{..T..}'::text[]) map, gridpath_smooth('(0,0) E4', map, 'tile(T=3, weigh=average)') s;
SELECT s.* FROM gridmap('{WWWWWWW,..WWW..,W.....W}'::text[]) map, gridpath_smooth(fringe_route(map, '(0,1)', '(6,1)', 'octile(W=9)'), map, 'octile(W=9)') s;
SELECT s.* FROM gridmap('{.T.,...,...}'::text[]) map, gridpath_smooth('(0,0) S1 E2 N1', map, 'tile(T=2)') s;
SELECT s.* FROM gridmap('{.T.,...,...}'::text[]) map, gridpath_smooth('(0,0) S2 E2 N2', map, 'tile(T=2)') s;
SELECT s.* FROM gridmap('{.T.}'::text[]) map, gridpath_smooth('(0,0) E2 W2', map, 'tile(T=2)') s;
-- a line costs much less here than the best path of steps
SELECT route, gridpath_cost(route, map, model) AS path, s.*
FROM gridmap('{..S.,SST.}'::text[]) map, LATERAL (SELECT 'octile(T=1000, S=2000)'::gridmodel AS model) m, fringe_route(map, '(0,0)', '(3,1)', model) route,
  gridpath_smooth(route, map, model) s;
-- on maps of patches: closer to the best, which is never known, and never dearer than the path
SELECT weigh, count(*) AS routes, failing((start, goal)::text) FILTER (WHERE tight > cost * (1 + 1e-12)) AS dearer,
  failing((start, goal)::text) FILTER (WHERE tight < length) AS "shorter than a straight line over weight 1",
  sum(tight) < 0.97 * sum(cost) AS "3 % less"
FROM (SELECT gridmap_from_numbers(array_agg(line ORDER BY y), '{"-9-8": ".", "9-13": "T", "14-99": "S"}') AS map
    FROM generate_series(0, 59) y, LATERAL (SELECT array_agg(round(10 + 6 * sin(x / 5.0 + y / 11.0) + 5 * cos(y / 7.0 - x / 13.0)) ORDER BY x) AS line
      FROM generate_series(0, 79) x) l) m,
  unnest('{enter,leave,average,max}'::text[]) weigh, LATERAL (SELECT format('octile(T=2, S=4, weigh=%s)', weigh)::gridmodel AS model) o,
  generate_series(1, 40) i, LATERAL (SELECT gridcell(i * 37 % 80, i * 23 % 60) AS start, gridcell(i * 53 % 80, i * 41 % 60) AS goal) e,
  LATERAL (SELECT fringe_route(map, start, goal, model) AS route) r,
  LATERAL (SELECT gridpath_cost(route, map, model) AS cost, start <-> goal AS length, (SELECT max(total_cost) FROM gridpath_smooth(route, map, model)) AS tight) c
GROUP BY weigh ORDER BY weigh;
SELECT count(*) AS "not legal" FROM hall, gridpath_smooth('(3,0) E1 S3', map) s;
SELECT count(*) AS strict FROM hall, gridpath_smooth(NULL, map) s;

-- conflicts: the same cell at the same tick, or cells swapped; agents wait at their goals
SELECT c.* FROM gridpath_conflicts('(0,0) E4', '(4,0) W4') c;
SELECT c.* FROM gridpath_conflicts('(0,0) E4', '(3,0) W3') c;
SELECT c.* FROM gridpath_conflicts('(0,0) E3', '(2,0)') c;
SELECT c.* FROM gridpath_conflicts('(2,0)', '(2,0)') c;
SELECT count(*) AS none FROM gridpath_conflicts('(0,0) E1', '(0,1) E5') c;
SELECT count(*) AS strict FROM gridpath_conflicts('(0,0) E1', NULL) c;
CREATE TABLE pace AS SELECT row_number() OVER () AS n, route FROM stored WHERE id = 3;
CREATE TABLE stay AS SELECT n, tick, (cells)[least(tick, cardinality(cells) - 1) + 1] AS cell
FROM pace, LATERAL (SELECT gridpath_cells(route) AS cells OFFSET 0) c, generate_series(0, (SELECT max(gridpath_length(route)) FROM pace)) tick;
CREATE INDEX ON stay (n, tick);
ANALYZE stay;
SELECT count(*) AS pairs, failing((found, wanted)::text) FILTER (WHERE found <> wanted) AS wrong, sum(cardinality(found)) > 500 AS "many conflicts" FROM (
  SELECT array(SELECT c::text FROM gridpath_conflicts(p.route, q.route) c ORDER BY c.tick) AS found,
    array(SELECT row(a.tick, a.cell, b.cell, a.cell <> b.cell)::text FROM stay a JOIN stay b USING (tick)
      LEFT JOIN stay a0 ON (a0.n, a0.tick) = (a.n, a.tick - 1) LEFT JOIN stay b0 ON (b0.n, b0.tick) = (b.n, b.tick - 1)
      WHERE a.n = p.n AND b.n = q.n AND a.tick < greatest(gridpath_length(p.route), gridpath_length(q.route))
        AND (a.cell = b.cell OR (a.cell = b0.cell AND b.cell = a0.cell)) ORDER BY a.tick) AS wanted
  FROM pace p JOIN pace q ON p.n < q.n) t;

-- fewest turns: as good as any path, never more turns, mostly fewer
SELECT count(*) > 300 AS "many routes",
  failing((route, straight)::text) FILTER (WHERE gridpath_cost(straight, map, model)
    IS DISTINCT FROM gridpath_cost(route, map, model)) AS dearer,
  failing((route, straight)::text) FILTER (WHERE gridpath_start(straight) <> gridpath_start(route)
    OR gridpath_goal(straight) <> gridpath_goal(route)) AS "other ends",
  failing((route, straight)::text) FILTER (WHERE turns > route_turns) AS worse, count(*) FILTER (WHERE turns < route_turns) > 50 AS "often better"
FROM (SELECT *, cardinality(gridpath_waypoints(straight)) AS turns, cardinality(gridpath_waypoints(route)) AS route_turns
  FROM (SELECT *, fringe_fewest_turns(map, gridpath_start(route), gridpath_goal(route), model) AS straight FROM stored OFFSET 0) s) t;
-- against all best paths of a small map, step by step
CREATE TABLE yard AS SELECT gridmap('{......,.@....,....@.,......,.@....,......}'::text[]) AS map;
WITH RECURSIVE model AS (SELECT unnest('{octile,tile,"octile(straight=2, diagonal=3)"}'::gridmodel[]) AS model),
pair AS (SELECT model, gridcell(i % 6, i % 5) AS start, gridcell(i * 5 % 6, i * 3 % 6) AS goal FROM model, generate_series(1, 12) i),
walk AS (
  SELECT model, start, goal, start AS cell, NULL::gridcell AS step, 0 AS turns FROM pair WHERE fringe_connected((TABLE yard), start, goal, model)
  UNION ALL
  SELECT w.model, start, goal, w.cell + d, d, turns + (step IS DISTINCT FROM d AND step IS NOT NULL)::int
  FROM walk w, yard, unnest('{"(0,-1)","(1,-1)","(1,0)","(1,1)","(0,1)","(-1,1)","(-1,0)","(-1,-1)"}'::gridcell[]) d
  WHERE w.cell <> goal AND gridcell_x(w.cell + d) BETWEEN 0 AND 5 AND gridcell_y(w.cell + d) BETWEEN 0 AND 5
    AND abs(gridpath_cost(ARRAY[w.cell, w.cell + d]::gridpath, map, w.model) + fringe_cost(map, w.cell + d, goal,
      w.model) - fringe_cost(map, w.cell, goal, w.model)) < 1e-9)
SELECT model, count(*) AS pairs, sum(paths) AS paths,
  failing((model, start, goal)::text) FILTER (WHERE fewest
    IS DISTINCT FROM greatest(cardinality(gridpath_waypoints(fringe_fewest_turns(map, start, goal, model))) - 2, 0)) AS wrong
FROM (SELECT model, start, goal, count(*) AS paths, min(turns) AS fewest FROM walk WHERE cell = goal GROUP BY 1, 2, 3) w, yard GROUP BY model ORDER BY model;
SELECT fringe_fewest_turns(map, '(0,0)', '(5,3)', model) FROM yard, unnest('{octile,tile,octile(size=2),"octile(diagonal=2, @=5)"}'::gridmodel[]) model;
-- Of several the shortest from cell to cell: it does not run past the goal and back.
SELECT model, fringe_fewest_turns(gridmap_resize(gridmap('{.}'::text[]), 9, 9, '.'), '(6,1)', '(2,3)', model)
FROM unnest('{octile(diagonal=1),octile,"octile(diagonal=1, .=3)","octile(diagonal=1, @=2)"}'::gridmodel[]) model;
SELECT fringe_fewest_turns(gridmap('{..>..,.@@@.,.....}'::text[]), start, goal, 'tile(>=E)')
FROM (VALUES (gridcell '(0,0)', gridcell '(4,0)'), ('(4,0)', '(0,0)')) pair(start, goal);
SELECT fringe_fewest_turns(map, '(2,2)', '(2,2)') AS here, fringe_fewest_turns(map, '(1,1)', '(1,1)') IS NULL AS "blocked",
  fringe_fewest_turns(map, '(0,0)', '(1,1)') IS NULL AS "no path",
  fringe_fewest_turns(map, '(0,0)', NULL) IS NULL AS strict FROM yard;
SELECT fringe_fewest_turns(map, '(0,0)', '(6,0)') FROM yard;
SELECT fringe_fewest_turns(gridmap(array_agg(CASE y % 4 WHEN 1 THEN repeat('#', 59) || '@' WHEN 3 THEN '@' || repeat('#', 59)
  ELSE CASE y WHEN 0 THEN '.' ELSE '@' END || repeat('@', 59) END ORDER BY y)), '(0,0)', '(0,58)', 'tile(@=900000000,.=0.0001)') FROM generate_series(0, 59) y;
SET fringe.max_memory = '1MB';
\set VERBOSITY terse \\ -- a server with assertions needs some bytes more
SELECT fringe_fewest_turns(gridmap_caves(300, 300, 0.4, 1), '(0,0)', '(9,9)');
\set VERBOSITY default
RESET fringe.max_memory;

DROP TABLE world, stored, hall, pace, stay, yard;
