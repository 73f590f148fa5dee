-- Who is where in which tick: gridbusy, gridbusy_agg, gridpath_ticks, fringe_timed_route.

-- ---- gridbusy -----------------------------------------------------------------------------------
SELECT b::gridbusy FROM unnest('{"(3,4)@5..8","(3,4)@5.."," ( -3 , 4 ) @ -5 .. -2 ","3,4@0..1","(-2147483648,2147483647)@-2147483648..2147483646"}'::text[]) b;
SELECT b, gridbusy_cell(b), gridbusy_first(b), gridbusy_last(b), b::int4range, gridbusy(gridbusy_cell(b), gridbusy_first(b), gridbusy_last(b) + 1) = b AS again, b::int4range @> 7 AS "in tick 7"
FROM unnest('{"(3,4)@5..8","(3,4)@5..","(3,4)@5..6"}'::gridbusy[]) b;
-- by row, column, first tick, last tick
SELECT array_agg(b ORDER BY b) FROM unnest('{"(2,1)@5..8","(2,1)@5..","(2,1)@4..","(0,2)@1..2","(3,1)@-9..2"}'::gridbusy[]) b;
SELECT count(DISTINCT b) FROM unnest('{"(2,1)@5..8","2,1@5..8","(2,1)@5.."}'::gridbusy[]) b;
SELECT count(*) FROM (SELECT b FROM unnest('{"(2,1)@5..8","(2,1)@5..8"}'::gridbusy[]) b GROUP BY b) g; -- by hash or order
\set VERBOSITY terse
SELECT '(3,4)'::gridbusy;
SELECT '(3,4)5..8'::gridbusy;
SELECT '(3,4)@'::gridbusy;
SELECT '(3,4)@5'::gridbusy;
SELECT '(3,4)@5.8'::gridbusy;
\set VERBOSITY default
SELECT '(3,4)@8..5'::gridbusy;
SELECT '(3,4)@5..5'::gridbusy;
SELECT '(3,4)@5..8x'::gridbusy;
SELECT '(3,4)@5..2147483647'::gridbusy;
SELECT '(3,4)@2147483647..'::gridbusy;
SELECT gridbusy('(3,4)', 8, 5);
SELECT gridbusy('(3,4)', 2147483647);
SELECT gridbusy('(3,4)', 5, 2147483647);
SELECT gridbusy(NULL, 5) IS NULL AS no_cell, gridbusy('(3,4)', NULL) IS NULL AS no_tick, gridbusy('(3,4)', 5, NULL);

-- ---- gridbusy_agg ---------------------------------------------------------------------------------
-- rows in any order; ticks in between; a row again; the agent stays at its last cell, or leaves
SELECT gridbusy_agg(tick, cell) FROM (VALUES (7, '(1,0)'::gridcell), (1, '(0,0)'), (2, '(0,0)'), (5, '(2,0)'), (2, '(0,0)')) v (tick, cell);
SELECT gridbusy_agg(tick, cell) FROM (VALUES (1, '(0,0)'::gridcell), (3, '(1,0)'), (9, NULL), (NULL, '(5,5)')) v (tick, cell);
-- it leaves and comes back; several agents, one of which follows another; NULL is no agent
SELECT gridbusy_agg(tick, cell, agent) FROM (VALUES (1, '(0,0)'::gridcell, 1), (3, NULL, 1), (5, '(0,0)', 1), (6, NULL, 1), (3, '(0,0)', 2), (4, '(1,0)', 2), (0, '(9,9)', NULL)) v (tick, cell, agent);
SELECT gridbusy_agg(tick, cell) IS NULL AS none FROM (VALUES (1, '(0,0)'::gridcell)) v (tick, cell) WHERE false;
SELECT gridbusy_agg(tick, cell) AS gone FROM (VALUES (1, NULL::gridcell)) v (tick, cell);
SELECT gridbusy_agg(tick, cell) FROM (VALUES (1, '(0,0)'::gridcell), (1, '(1,0)')) v (tick, cell);
SELECT gridbusy_agg(tick, cell, agent) FROM (VALUES (1, '(0,0)'::gridcell, 7), (1, NULL, 7)) v (tick, cell, agent);
SELECT gridbusy_agg(2147483647, '(0,0)'::gridcell);
-- by workers as by one process: against a query
CREATE TABLE walker AS SELECT agent, tick, gridcell((tick / 3 + agent) % 7, agent % 5) AS cell FROM generate_series(1, 3000) agent, generate_series(agent % 4, 40) tick WHERE (tick * agent) % 5 < 3;
ANALYZE walker;
CREATE FUNCTION by_query() RETURNS gridbusy[] LANGUAGE sql AS $$
  SELECT array_agg(gridbusy(cell, lower(r), upper(r)) ORDER BY cell, r) FROM (
    SELECT cell, unnest(range_agg(int4range(tick, next))) AS r FROM (SELECT cell, tick, lead(tick) OVER (PARTITION BY agent ORDER BY tick) AS next FROM walker) w GROUP BY cell) g $$;
SELECT gridbusy_agg(tick, cell, agent) = by_query() AS same FROM walker;
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;
SELECT gridbusy_agg(tick, cell, agent) = by_query() AS same FROM walker;
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size; RESET max_parallel_workers_per_gather;

-- ---- gridpath_ticks ---------------------------------------------------------------------------------
SELECT t.* FROM gridpath_ticks('(0,0) E2 SE1', gridmap('{...~,...~}'::text[]), 'octile(straight=2, diagonal=3, ~=2)', 10) t;
SELECT t.* FROM gridpath_ticks('(0,0) >(3,1) W1', gridmap_link(gridmap('{....,....}'::text[]), '{"(0,0)>(3,1)=5"}'), 'tile') t;
SELECT count(*) AS "not legal" FROM gridpath_ticks('(0,0) E3', gridmap('{.@..}'::text[]), 'tile');
SELECT count(*) FROM gridpath_ticks('(0,0) E3', gridmap('{....}'::text[]), 'octile'); -- straight steps cost 1
SELECT count(*) FROM gridpath_ticks('(0,0) SE1', gridmap('{....,....}'::text[]), 'octile');
SELECT count(*) FROM gridpath_ticks('(0,0) E3', gridmap('{....}'::text[]), 'tile', 2147483645);
SELECT count(*) AS strict FROM gridpath_ticks(NULL, gridmap('{....}'::text[]), 'tile');

-- ---- fringe_timed_route -----------------------------------------------------------------------------
-- a door that closes; a guard; a train that passes
CREATE TABLE hall AS SELECT gridmap('{.......,@@@.@@@,.......}'::text[]) AS map;
SELECT t.* FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'tile', '{"(3,1)@0..7"}') t;
SELECT t.* FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'tile', '{"(3,1)@5.."}', -1) t;
SELECT count(*) AS closed FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'tile', '{"(3,1)@4.."}');
SELECT count(*) AS "start is taken" FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'tile', '{"(0,0)@0..1"}');
SELECT count(*) AS "goal is taken" FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'tile', '{"(6,2)@-9.."}');
SELECT t.* FROM hall, fringe_timed_route(map, '(0,0)', '(0,0)', 'tile', '{"(0,0)@5.."}') t;
SELECT max(tick) AS arrival FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'tile', '{"(3,1)@0..2000000000"}');
-- nobody swaps: without a siding, two that meet do not pass; a third one makes no difference
SELECT count(*) AS swapped FROM fringe_timed_route(gridmap('{..}'::text[]), '(0,0)', '(1,0)', 'tile', '{"(1,0)@0..3","(0,0)@3.."}');
SELECT max(tick) AS follows FROM fringe_timed_route(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'tile', '{"(1,0)@0..3","(2,0)@3..4"}');
-- steps of several ticks, weights, links, hexagons, joined edges
SELECT t.* FROM hall, fringe_timed_route(map, '(2,0)', '(4,2)', 'octile(straight=2, diagonal=3, corners=any)', '{"(3,1)@3..5"}') t;
SELECT t.* FROM fringe_timed_route(gridmap('{..~.,@@.@}'::text[]), '(0,0)', '(3,0)', 'tile(~=4)', '{"(3,0)@4..8"}') t;
SELECT t.* FROM fringe_timed_route(gridmap_link(gridmap('{....,....}'::text[]), '{"(0,0)>(3,1)=2"}'), '(0,0)', '(3,1)', 'tile', '{"(3,1)@2..3"}') t;
SELECT max(tick) AS hexagons FROM gridmap_from_offset('{...,...,...}', 'odd-r') map, fringe_timed_route(map, gridcell_from_offset(map, 0, 0, 'odd-r'), gridcell_from_offset(map, 2, 2, 'odd-r'), 'hex', ARRAY[gridbusy(gridcell_from_offset(map, 2, 2, 'odd-r'), 0, 6)]);
SELECT max(tick) AS ring FROM fringe_timed_route(gridmap('{.......}'::text[]), '(0,0)', '(6,0)', 'tile(wrap=x)', '{"(6,0)@1..2"}');
-- with nothing taken, a route is as long as any other
SELECT count(*) AS routes, count(*) FILTER (WHERE ticks - 1 IS DISTINCT FROM cost) AS differ FROM (SELECT gridmap_rooms(40, 40, 5, 3) AS map) m, fringe_random_pairs(map, 200, 4, 'tile') p,
  LATERAL (SELECT count(*) AS ticks FROM fringe_timed_route(map, p.start, p.goal, 'tile', NULL)) t, LATERAL (SELECT fringe_cost(map, p.start, p.goal, 'tile') AS cost) c;
-- a route past others is legal: it takes no cell that they take, in no tick; against gridpath_conflicts
CREATE TABLE patrol AS SELECT map, n, fringe_route(map, a[n], a[n + 1], 'tile') AS path FROM (SELECT map, ARRAY(SELECT c FROM gridmap_random_cells(map, 41, 5, 'tile') c) AS a FROM (SELECT gridmap_walls(12, 12, 8, 2, 1) AS map) m) q, generate_series(1, 40) n;
CREATE TABLE passed AS SELECT q.n, t.tick, t.cell, count(*) OVER (PARTITION BY q.n) AS rows FROM generate_series(1, 30) q (n), (SELECT map, gridbusy_agg(tick, cell, n) AS busy FROM patrol, gridpath_ticks(path, map, 'tile') WHERE path IS NOT NULL AND n <= 10 GROUP BY map) p,
  LATERAL (SELECT gridpath_start(path) AS a, gridpath_goal(path) AS b FROM patrol WHERE patrol.n = q.n + 10 AND path IS NOT NULL) e, fringe_timed_route(map, a, b, 'tile', busy) t;
SELECT count(DISTINCT n) > 15 AS routes, count(*) FILTER (WHERE EXISTS (SELECT FROM (SELECT unnest(gridbusy_agg(tick, cell, n)) AS b FROM patrol, gridpath_ticks(path, map, 'tile') WHERE path IS NOT NULL AND n <= 10) x
  WHERE gridbusy_cell(b) = passed.cell AND b::int4range @> passed.tick)) AS collisions FROM passed;
-- errors
SELECT count(*) FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'octile', NULL);
SELECT count(*) FROM fringe_timed_route(gridmap('{.~.}'::text[]), '(0,0)', '(2,0)', 'tile(~=1.5)', NULL);
SELECT count(*) FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'tile', '{"(7,2)@0..1"}');
SELECT count(*) FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'tile', '{NULL}');
SELECT count(*) FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'tile(size=2)', NULL);
SELECT count(*) FROM hall, fringe_timed_route(map, '(0,0)', '(6,2)', 'tile', NULL, 2147483640);
SELECT count(*) AS strict FROM hall, fringe_timed_route(map, NULL, '(6,2)', 'tile', NULL);

DROP TABLE walker, hall, patrol, passed;
DROP FUNCTION by_query;
