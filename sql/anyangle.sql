-- the model anyangle: shortest paths in straight lines of any direction
SET jit = off;
CREATE TABLE hall AS SELECT gridmap('{..........,....@.....,..........,..@@@.....,..........,.......@..}'::text[]) AS map;

-- its text, and keys that it has not
SELECT m, m::gridmodel
FROM unnest('{anyangle,anyangle(straight=1),"anyangle( size=2, straight=2.50 )","anyangle(W=1, .=blocked)",
  "anyangle(obstacle=1, @=blocked)"}'::text[]) m;
SELECT 'anyangle(size=1)'::gridmodel = 'anyangle' AS same, 'anyangle'::gridmodel = 'octile' AS other, count(DISTINCT m) AS models
FROM unnest('{anyangle,anyangle(straight=1),octile,anyangle(size=2)}'::gridmodel[]) m;
SELECT 'anyangle(corners=one)'::gridmodel;
SELECT 'anyangle(diagonal=1.5)'::gridmodel;
SELECT 'anyangle(weigh=average)'::gridmodel;
SELECT 'anyangle(W=3)'::gridmodel;
SELECT 'anyangle(obstacle=3)'::gridmodel;
SELECT 'anyangle(>=leave:E)'::gridmodel;
SELECT 'any'::gridmodel;

-- one path
SELECT fringe_cost(map, '(0,0)', '(9,4)', 'anyangle'), fringe_route(map, '(0,0)', '(9,4)', 'anyangle'), fringe_cost(map, '(0,0)', '(9,4)') AS octile FROM hall;
SELECT p.* FROM hall, fringe_path(map, '(0,0)', '(9,4)', 'anyangle') p;
SELECT p.* FROM hall, fringe_path(map, '(0,0)', '(9,4)', 'anyangle(straight=2.5)') p;
SELECT found, cost, length, complete, optimal, method, route FROM hall, fringe_search(map, '(0,0)', '(9,4)', 'anyangle');
SELECT fringe_cost(map, '(2,2)', '(2,2)', 'anyangle') AS here, fringe_route(map, '(2,2)', '(2,2)', 'anyangle'),
  fringe_cost(map, '(3,3)', '(0,0)', 'anyangle') AS blocked,
  fringe_cost(map, '(0,0)', '(3,3)', 'anyangle') AS "blocked goal",
  fringe_cost(gridmap_fill(map, '(5,0)', '(5,5)', '@'), '(0,0)', '(9,0)', 'anyangle') AS apart,
  fringe_cost(gridmap_block(map, '{"(5,2)"}'), '(0,0)', '(9,4)', 'anyangle') AS around FROM hall;
SELECT fringe_cost(map, '(0,0)', '(10,0)', 'anyangle') FROM hall;

-- paths, their prices, their other end, and the straight line
CREATE TABLE world AS SELECT id, map
FROM (VALUES (1, gridmap_caves(24, 18, 0.42, 1)), (2, gridmap_rooms(24, 18, 5, 2)), (3, gridmap_maze(24, 18, 1, 3, 0.2)),
  (4, gridmap_walls(24, 18, 30, 3, 4))) t(id, map);
CREATE TABLE model AS SELECT unnest('{anyangle,anyangle(straight=2.5),anyangle(size=2)}'::gridmodel[]) AS model;
CREATE TABLE pair AS SELECT id, model, map, start, goal, fringe_cost(map, start, goal, model) AS cost, fringe_route(map, start, goal, model) AS route
FROM world, model,
  LATERAL (SELECT a, b
    FROM gridmap_random_cells(map, 40, 1, model) WITH ORDINALITY a(a, n)
    JOIN gridmap_random_cells(map, 40, 2, model) WITH ORDINALITY b(b, n) USING (n)) c(start, goal);
SELECT model, count(cost) > 40 AS "many paths",
  failing((id, model, start, goal)::text) FILTER (WHERE (cost IS NULL) <> (route IS NULL)
    OR (cost IS NOT NULL) <> fringe_connected(map, start, goal, model)) AS "not connected",
  failing((id, model, start, goal)::text) FILTER (WHERE gridpath_cost(route, map, model) IS DISTINCT FROM cost) AS "other price",
  failing((id, model, start, goal)::text) FILTER (WHERE NOT gridpath_valid(route, map, model)) AS "not legal",
  failing((id, model, start, goal)::text) FILTER (WHERE fringe_cost(map, goal, start, model) IS DISTINCT FROM cost) AS "other back",
  failing((id, model, start, goal)::text) FILTER (WHERE (SELECT max(total_cost) FROM fringe_path(map, start, goal, model))
    IS DISTINCT FROM cost) AS "other rows",
  failing((id, model, start, goal)::text) FILTER (WHERE (SELECT array_agg(gridcell(x, y) ORDER BY seq) FROM fringe_path(map, start, goal, model))
    IS DISTINCT FROM gridpath_waypoints(route)) AS "other corners",
  failing((id, model, start, goal)::text) FILTER (WHERE (SELECT s.cost
      FROM fringe_search(map, start, goal, model, 'visibility') s)
    IS DISTINCT FROM cost) AS "other search",
  failing((id, model, start, goal)::text) FILTER (WHERE gridpath_at(route, cost, map, model) IS DISTINCT FROM CASE WHEN cost IS NOT NULL THEN goal END
    OR gridpath_at(route, 0, map, model) IS DISTINCT FROM CASE WHEN cost IS NOT NULL THEN start END) AS "other ends",
  failing((id, model, start, goal)::text) FILTER (WHERE cost < sqrt((gridcell_x(goal) - gridcell_x(start)) ^ 2 + (gridcell_y(goal) - gridcell_y(start)) ^ 2)
    AND model <> 'anyangle(straight=2.5)') AS "shorter than straight"
FROM pair GROUP BY model ORDER BY model;
-- a path of eight directions is legal, and no shorter; nor is it pulled tight
SELECT count(*) > 80 AS "many paths", failing((eight, cost)::text) FILTER (WHERE cost > octile * (1 + 1e-12)) AS longer,
  failing((eight, cost)::text) FILTER (WHERE abs(gridpath_cost(eight, map, 'anyangle') / octile - 1) > 1e-12) AS "other price",
  failing((eight, cost)::text) FILTER (WHERE cost > tight * (1 + 1e-12)) AS "longer than tight",
  count(*) FILTER (WHERE tight < octile * 0.99) > 10 AS "often tighter",
  count(*) FILTER (WHERE cost < tight * 0.999) > 3 AS "sometimes shorter still"
FROM (SELECT map, cost, fringe_cost(map, start, goal) AS octile, fringe_route(map, start, goal) AS eight FROM pair WHERE model = 'anyangle' AND cost > 0) p,
  LATERAL (SELECT max(total_cost) AS tight FROM gridpath_smooth(eight, map, 'anyangle')) s;
-- many cells at once, the same bits
SELECT model, count(*) AS costs,
  failing((id, model, start, c.goal)::text) FILTER (WHERE c.cost
    IS DISTINCT FROM fringe_cost(map, start, c.goal, model)) AS "other bits"
FROM (SELECT DISTINCT ON (id, model) * FROM pair ORDER BY id, model, start) p,
  LATERAL fringe_costs(map, start, array(SELECT goal FROM pair q WHERE (q.id, q.model) = (p.id, p.model)), model) c
GROUP BY model
ORDER BY model;
SELECT count(*) AS costs, failing((id, start, goal)::text) FILTER (WHERE cost IS DISTINCT FROM fringe_cost(map, start, goal, 'anyangle')) AS "other bits"
FROM world, fringe_matrix(map, array(SELECT gridmap_random_cells(map, 12, 3, 'anyangle')), 'anyangle') WHERE id < 3;
SELECT n.* FROM hall, fringe_nearest(map, '(0,0)', '{"(9,4)","(3,3)","(2,5)","(9,0)"}', 'anyangle', 2) n;

-- all cells within a budget, and who is nearest: as single costs have it
CREATE TABLE reached AS SELECT id, model, seed, start, budget FROM world, model, generate_series(1, 3) seed,
  LATERAL (SELECT gridmap_random_cells(map, 1, seed, model) AS start) s, unnest('{0,7.5,infinity}'::float8[]) budget WHERE id < 4;
SELECT count(reach) > 3000 AS many, failing((id, start, reach, single)::text) FILTER (WHERE reach IS DISTINCT FROM single) AS wrong
FROM reached JOIN world USING (id), LATERAL (
  SELECT reach, single FROM fringe_reach(map, start, budget, model) r(x, y, reach) FULL JOIN (
    SELECT x, y, single FROM generate_series(0, gridmap_width(map) - 1) x, generate_series(0, gridmap_height(map) - 1) y,
      fringe_cost(map, start, gridcell(x, y), model) single WHERE single <= budget) singles USING (x, y)) both_ways;
SELECT count(*) FILTER (WHERE near IS NOT NULL) > 500 AS many,
  failing((model, cell, owner, nearest)::text) FILTER (WHERE (owner, cost) IS DISTINCT FROM (nearest, near)) AS wrong,
  count(DISTINCT owner) AS owners
FROM world, model, LATERAL (SELECT array(SELECT gridmap_random_cells(map, 3, 9, model)) AS starts) s, LATERAL (
  SELECT * FROM fringe_territory(map, starts || starts[1], model, 20) t FULL JOIN (
    SELECT DISTINCT ON (x, y) gridcell(x, y) AS cell, n AS nearest, c AS near FROM generate_series(0, gridmap_width(map) - 1) x, generate_series(0, gridmap_height(map) - 1) y,
      unnest(starts) WITH ORDINALITY u(start, n), fringe_cost(map, start, gridcell(x, y), model) c
    WHERE c <= 20
    ORDER BY x, y, c, n) single USING (cell)) both_ways
WHERE id = 1;

-- methods
SELECT fringe_cost(map, '(0,0)', '(9,4)', 'anyangle', 'astar') FROM hall;
SELECT fringe_cost(map, '(0,0)', '(9,4)', 'octile', 'visibility') FROM hall;
SELECT fringe_cost(map, '(0,0)', '(9,4)', 'anyangle', 'visibility(max_expanded=3)') FROM hall;

-- every function that has a model: it takes this one, or says that it does not
CREATE FUNCTION said(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE hint text;
BEGIN
  EXECUTE 'SELECT count(answer) FROM (SELECT ' || call || ' AS answer FROM hall OFFSET 0) c';
  RETURN 'takes it';
EXCEPTION WHEN feature_not_supported THEN
  GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
  RETURN CASE WHEN hint <> '' THEN 'refused' ELSE 'refused without a hint' END;
WHEN OTHERS THEN
  RAISE EXCEPTION 'the values by type below, in sql/anyangle.sql, do not serve %: %', call, SQLERRM;
END $$;
-- a new function comes into these rows
SELECT said, function AS "function, listed in expected/anyangle.out" FROM (
SELECT p.oid::regprocedure::text AS function, said(format('%I(%s)', proname, (
  SELECT string_agg(CASE WHEN proargnames[n] IN ('eye', 'target', 'target_height', 'through') AND type <> 'gridcell'::regtype THEN format('NULL::%s', type::regtype) ELSE CASE type::regtype::text WHEN 'gridmap' THEN 'map' WHEN 'gridmodel' THEN '''anyangle''::gridmodel'
    WHEN 'gridmethod' THEN '''auto''::gridmethod'
    WHEN 'gridcell' THEN '''(0,0)''::gridcell' WHEN 'gridcell[]' THEN '''{"(1,0)"}''::gridcell[]'
      WHEN 'gridpath' THEN '''(0,0) (9,2)''::gridpath' WHEN 'text' THEN CASE proargnames[n] WHEN 'start' THEN '''(0,0)''' WHEN 'goal' THEN '''(0,0)'''
      WHEN 'scale' THEN '''linear''' WHEN 'if_unreachable' THEN '''stay''' WHEN 'least' THEN '''sum''' WHEN 'priority' THEN '''together''' WHEN 'codes' THEN '''worst''' WHEN 'layers' THEN '''mean''' WHEN 'ground' THEN '''blocks''' WHEN 'layout' THEN 'NULL' WHEN 'layer' THEN 'NULL' WHEN 'shade' THEN 'NULL' ELSE '''1MB''' END
    || '::text' WHEN 'gridindex' THEN 'NULL::gridindex' WHEN 'jsonb' THEN '''{}''::jsonb'
    ELSE CASE WHEN type::regtype::text ~ ']$' THEN '''{}''::' WHEN type = 'interval'::regtype THEN '''1''::' ELSE '1::' END || type::regtype END END, ', ' ORDER BY n)
  FROM unnest(proargtypes::oid[]) WITH ORDINALITY t(type, n)))) AS said
FROM pg_proc p
JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE e.extname LIKE 'fringe%' AND 'gridmodel'::regtype = ANY (proargtypes::oid[])
  AND proargtypes::oid[] && '{gridmap}'::regtype[]::oid[]) f
ORDER BY said DESC, function COLLATE "C";
-- an index: its answers are those of a search, to the bit (sql/indexed.sql asks all functions)
CREATE TABLE learned AS SELECT id, map, model, fringe_index(map, model) AS fast FROM world, model;
SELECT form, count(*), failing((l.id, l.model)::text) FILTER (WHERE info.model <> l.model OR NOT gridindex_matches(fast, map)) AS wrong,
  min(subgoals) > 0 AS subgoals
FROM learned l, gridindex_info(fast) info
GROUP BY form;
SELECT count(*) AS pairs, count(cost) > 100 AS paths,
  failing((id, model, start, goal)::text) FILTER (WHERE fringe_cost(fast, start, goal) IS DISTINCT FROM cost) AS "other bits",
  failing((id, model, start, goal)::text) FILTER (WHERE gridpath_cost(fringe_route(fast, start, goal), map, model) IS DISTINCT FROM cost) AS "other routes"
FROM (SELECT *, fringe_cost(map, start, goal, model) AS cost
  FROM (SELECT l.*, gridcell(i * 37 % gridmap_width(map), i * 91 % gridmap_height(map)) AS start,
    gridcell(i * 53 % gridmap_width(map), i * i * 17 % gridmap_height(map)) AS goal
    FROM learned l, generate_series(1, 30) i) q) p;
SELECT p.* FROM hall, fringe_path(fringe_index(map, 'anyangle'), '(0,0)', '(9,4)') p;
SELECT found, cost, length, route, method FROM hall, fringe_search(fringe_index(map, 'anyangle(straight=2.5)'), '(0,0)', '(9,4)');
SELECT fringe_cost(fast, '(2,2)', '(2,2)') AS here, fringe_route(fast, '(2,2)', '(2,2)'),
  fringe_cost(fast, '(3,3)', '(0,0)') AS blocked, fringe_cost(fast, '(0,0)', '(3,3)') AS "blocked goal"
FROM hall, fringe_index(map, 'anyangle') fast;
SELECT fringe_index(gridmap_walls(512, 512, 40000, 1, 1), 'anyangle');
SELECT fringe_index(map, 'anyangle', '1kB') FROM world WHERE id = 4;
SELECT fringe_trace(map, '(0,0)', '(9,4)', 'anyangle') FROM hall;

-- memory
SET fringe.max_memory = '1MB';
\set VERBOSITY terse \\ -- a server with assertions needs some bytes more
SELECT fringe_cost(gridmap_walls(1000, 1000, 90000, 1, 1), '(0,0)', '(999,999)', 'anyangle');
\set VERBOSITY default
RESET fringe.max_memory;
DROP FUNCTION said;
DROP TABLE hall, world, model, pair, reached, learned;
