-- plans of batches under a server's default settings
SET max_parallel_workers_per_gather = 2;
SET jit = off;
SET jit_above_cost = 100000;
CREATE FUNCTION estimate(query text, OUT rows float8, OUT cost float8) LANGUAGE plpgsql AS $$
DECLARE plan jsonb;
BEGIN
  EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
  rows := plan #> '{0,Plan,Plan Rows}';
  cost := plan #> '{0,Plan,Total Cost}';
END $$;

CREATE TABLE arena (name text PRIMARY KEY, map gridmap NOT NULL);
INSERT INTO arena SELECT 'arena ' || i, gridmap_rooms(160, 160, 7, i) FROM generate_series(0, 9) i;
-- as fringe_load --create makes it
CREATE TABLE race (id bigint PRIMARY KEY, map text REFERENCES arena, start gridcell, goal gridcell, optimal float8)
WITH (parallel_workers = 1024);
INSERT INTO race SELECT i, 'arena ' || i % 10, gridcell(i % 160, i % 159), gridcell(i % 157, i % 155), 1 FROM generate_series(1, 10000) i;
VACUUM ANALYZE arena, race;

-- the searches of a join run below Gather, in aggregates, select lists and subqueries
EXPLAIN (COSTS off) SELECT sum(fringe_cost(arena.map, start, goal)) FROM race JOIN arena ON name = race.map;
EXPLAIN (COSTS off, VERBOSE) SELECT id, fringe_route(arena.map, start, goal) FROM race JOIN arena ON name = race.map;
EXPLAIN (COSTS off) SELECT name, avg(fringe_cost(arena.map, start, goal, 'tile', 'fringe') / optimal)
FROM race JOIN arena ON name = race.map GROUP BY name;
EXPLAIN (COSTS off) SELECT id FROM (
  SELECT id, fringe_cost(arena.map, start, goal) AS cost FROM race JOIN arena ON name = race.map OFFSET 0) s WHERE cost > 100;
EXPLAIN (COSTS off) SELECT avg((r).visited) FROM (
  SELECT fringe_search(arena.map, start, goal) AS r FROM race JOIN arena ON name = race.map OFFSET 0) s;
EXPLAIN (COSTS off) SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY cost) FROM (
  SELECT fringe_cost(arena.map, start, goal) AS cost FROM race JOIN arena ON name = race.map OFFSET 0) s;
EXPLAIN (COSTS off) SELECT id, cell FROM (
  SELECT id, fringe_route(arena.map, start, goal) AS route FROM race JOIN arena ON name = race.map OFFSET 0) s, unnest(gridpath_cells(route)) cell;
SELECT * FROM plan_of($$SELECT sum(fringe_cost((SELECT map FROM arena WHERE name = 'arena 1'), start, goal)) FROM race$$);
EXPLAIN (COSTS off) CREATE TABLE answer AS SELECT id, fringe_cost(arena.map, start, goal) FROM race JOIN arena ON name = race.map;
-- and 10,000 of them do not wake JIT
SELECT cost < current_setting('jit_above_cost')::float8 AS asleep
FROM estimate('SELECT sum(fringe_cost(arena.map, start, goal)) FROM race JOIN arena ON name = race.map');

-- pitfalls: what the planner charges once, keeps in the leader, or compares without
-- the select list
EXPLAIN (COSTS off) SELECT avg(r.visited) FROM race JOIN arena ON name = race.map, fringe_search(arena.map, start, goal) r;
SELECT plan_of('SELECT sum(fringe_cost((SELECT map FROM arena WHERE name = race.map), start, goal)) FROM race');
EXPLAIN (COSTS off) SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY fringe_cost(arena.map, start, goal)) FROM race JOIN arena ON name = race.map;
EXPLAIN (COSTS off) SELECT sum(fringe_cost(arena.map, start, goal)) FROM race JOIN arena ON name = race.map WHERE name = 'arena 1';

-- a known array and the number of goals determine rows
SELECT rows FROM estimate($$SELECT * FROM arena, fringe_costs(map, '(0,0)', '{"(1,1)","(2,2)","(3,3)"}')$$);
SELECT rows FROM estimate($$SELECT fringe_matrix(arena.map, ARRAY[start, goal]) FROM arena JOIN race ON name = race.map WHERE id = 1$$);
SELECT rows FROM estimate($$SELECT fringe_matrix_tsp(map, (SELECT array_agg(start) FROM race)) FROM arena WHERE name = 'arena 1'$$);
SELECT rows FROM estimate($$SELECT fringe_nearest(map, '(0,0)', '{"(1,1)","(2,2)","(3,3)"}', k => 2) FROM arena WHERE name = 'arena 1'$$);
SELECT rows FROM estimate($$SELECT fringe_nearest(map, '(0,0)', '{"(1,1)","(2,2)","(3,3)"}', k => 5) FROM arena WHERE name = 'arena 1'$$);
SELECT rows FROM estimate($$SELECT fringe_nearest(map, '(0,0)', '{"(1,1)","(2,2)","(3,3)"}', model => 'octile', k => 2, costs => '{1,2,3}') FROM arena WHERE name = 'arena 1'$$);
SELECT rows FROM estimate($$SELECT fringe_path(map, '(0,0)', '(1,1)') FROM arena WHERE name = 'arena 1'$$);
SELECT rows FROM estimate($$SELECT * FROM fringe_path(gridmap('{.}'::text[]), '(0,0)', '(0,0)')$$);
SELECT rows FROM estimate($$SELECT fringe_nearest_within(map, '(0,0)', '{"(1,1)","(2,2)","(3,3)"}', 9) FROM arena WHERE name = 'arena 1'$$);
SELECT rows FROM estimate($$SELECT fringe_pursuit(map, '(0,0)', '{"(1,1)","(2,2)","(3,3)"}') FROM arena WHERE name = 'arena 1'$$);
SELECT array_agg(rows) AS indexed FROM unnest('{"costs(fast, start, goals)","matrix(fast, goals)","nearest(fast, start, goals, 2)"}'::text[]) call, estimate(
  'SELECT fringe_' || call || $$ FROM (SELECT fringe_index(map) AS fast, gridcell(0, 0) AS start, '{"(1,1)","(2,2)","(3,3)"}'::gridcell[] AS goals FROM arena WHERE name = 'arena 1') i$$);
SELECT rows FROM estimate($$SELECT * FROM fringe_costs(NULL, '(0,0)', NULL)$$);

-- maps of tables, and those that the planner knows: estimates are right to a factor of 10
CREATE TABLE sized (side int, kind text, map gridmap, start gridcell, field gridfield, PRIMARY KEY (side, kind)) PARTITION BY LIST (side);
CREATE TABLE sized_30 PARTITION OF sized FOR VALUES IN (30);
CREATE TABLE sized_100 PARTITION OF sized FOR VALUES IN (100);
CREATE TABLE sized_512 PARTITION OF sized FOR VALUES IN (512);
INSERT INTO sized SELECT side, kind, map, start, fringe_field(map, ARRAY[start])
FROM (VALUES (30, 26), (100, 100), (512, 512)) size(side, height),
  LATERAL (VALUES ('rooms', gridmap_rooms(side, height, 7, 1)), ('caves', gridmap_caves(side, height, 0.42, 2)), ('terrain', gridmap_set(
    gridmap_walls(side, height, side, 5, 3), ARRAY(SELECT gridcell(i % side, i % height) FROM generate_series(0, 99) i), 'T'))) m(kind, map),
  LATERAL (SELECT sample AS start FROM fringe_components(map) LIMIT 1) c;
ANALYZE sized_30, sized_100, sized_512;
CREATE TABLE asked (call text);
INSERT INTO asked VALUES ('gridmap_cells(map)'), ('fringe_view(map, start)'), ('fringe_view(map, start, 3)'), ('fringe_view(map, start, -1)'), ('fringe_exposure(map, ARRAY[start, start], 8)'), ('gridfield_cells(field)'), ('fringe_territory(map, ARRAY[start])'),
  ('fringe_territory(map, ARRAY[start], ''tile'', 10)'), ('fringe_reach(map, start, ''infinity'')'), ('fringe_reach(map, ARRAY[start, start], 5)'),
  ('fringe_reach(map, start, 0)'), ('fringe_reach(map, start, -1)'), ('fringe_reach(map, start, 1500, ''tile(straight=100)'')'),
  ('fringe_path(map, start, (SELECT max(goal) FROM fringe_reach(map, start, ''infinity'') r, gridcell(r.x, r.y) goal))');
INSERT INTO asked SELECT format('fringe_reach(map, start, %s)', budget) FROM unnest('{1,2,5,10,20,50}'::int[]) budget;
CREATE FUNCTION off_by(query text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE counted float8;
BEGIN
  EXECUTE 'SELECT count(*) FROM (' || query || ') q' INTO counted;
  RETURN round((SELECT rows FROM estimate(query))::numeric / greatest(counted, 1)::numeric, 3);
END $$;
SELECT side, count(*) AS asked, failing((call, off)::text) FILTER (WHERE off NOT BETWEEN 0.1 AND 10) AS wrong
FROM asked, unnest('{30,100,512}'::int[]) side, LATERAL off_by(format('SELECT * FROM sized_%s, LATERAL %s f', side, call)) off
GROUP BY side ORDER BY side;
SELECT rows AS "one map" FROM estimate($$SELECT * FROM gridmap_cells(gridmap('{..,..}'::text[]))$$);
PREPARE cells_of(gridmap) AS SELECT * FROM gridmap_cells($1);
SET plan_cache_mode = force_custom_plan;
SELECT rows AS "a parameter" FROM estimate($$EXECUTE cells_of(gridmap('{..,..,..}'::text[]))$$);
RESET plan_cache_mode;
DEALLOCATE cells_of;
SELECT rows AS "a budget of a row" FROM estimate('SELECT fringe_reach(map, start, side) FROM sized_30 WHERE kind = ''caves''');
SELECT rows AS "from a literal" FROM estimate($$SELECT * FROM sized_30, fringe_reach(map, '(1,1)', 5)$$);
DROP TABLE sized, asked;
DROP FUNCTION off_by;

-- planning never fails: NULL, parameters with and without a value
SELECT rows FROM estimate($$SELECT * FROM fringe_path(NULL, '(0,0)', '(1,1)')$$);
SELECT rows, cost FROM estimate($$SELECT fringe_cost(NULL, '(0,0)', '(1,1)')$$);
PREPARE goals_costs(gridcell[]) AS SELECT fringe_costs(map, '(0,0)', $1) FROM arena WHERE name = 'arena 1';
SET plan_cache_mode = force_generic_plan;
SELECT rows FROM estimate($$EXECUTE goals_costs('{"(1,1)","(2,2)","(3,3)"}')$$);
SET plan_cache_mode = force_custom_plan;
SELECT rows FROM estimate($$EXECUTE goals_costs('{"(1,1)","(2,2)","(3,3)"}')$$);
SELECT rows FROM estimate('EXECUTE goals_costs(NULL)');
RESET plan_cache_mode;
EXPLAIN (COSTS off) SELECT fringe_cost(map => arena.map, method => 'fringe', goal => '(0,0)', start => '(1,1)') FROM arena;

DEALLOCATE goals_costs;
DROP FUNCTION estimate;
DROP TABLE race, arena;
RESET max_parallel_workers_per_gather;
RESET jit;
