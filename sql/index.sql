-- indexes: the type, what is refused, the same answers as on the map
CREATE TABLE level (id int PRIMARY KEY, map gridmap, model gridmodel DEFAULT 'octile',
  fast gridindex GENERATED ALWAYS AS (fringe_index(map, model)) STORED);
INSERT INTO level SELECT i, gridmap_rooms(60, 50, 6, i) FROM generate_series(1, 3) i;
INSERT INTO level SELECT i, gridmap_caves(50, 70, 0.45, i) FROM generate_series(4, 6) i;
INSERT INTO level SELECT i, gridmap_walls(80, 60, 40, 7, i), 'tile' FROM generate_series(7, 8) i;
INSERT INTO level SELECT 9 + n, gridmap_walls(70, 70, 60, 7, 9), m
FROM unnest('{"octile(corners=any)","octile(corners=one)","octile(straight=2, diagonal=3)","octile(diagonal=1)",
  "octile(straight=100, diagonal=141, corners=one)","tile(straight=3)","octile(diagonal=9)"}'::gridmodel[]) WITH ORDINALITY u(m, n);
-- noisy
INSERT INTO level SELECT 17, gridmap_walls(60, 60, 300, 2, 1);

-- the same costs and, by routes that are priced on the map, the same paths or as good ones
CREATE VIEW ask AS
  SELECT id, map, model, fast, gridcell((i * 37 + id) % gridmap_width(map), i * 91 % gridmap_height(map)) AS start,
    gridcell(i * 53 % gridmap_width(map), i * i * 17 % gridmap_height(map)) AS goal
  FROM level, generate_series(1, 300) i;
SELECT count(*), count(*) FILTER (WHERE on_map > 0) > 2000 AS many, count(*) FILTER (WHERE on_map IS NULL) > 500 AS some_without,
  failing((id, start, goal)::text) FILTER (WHERE of_index IS DISTINCT FROM on_map) AS other_costs,
  failing((id, start, goal)::text) FILTER (WHERE gridpath_cost(route, map, model) IS DISTINCT FROM on_map) AS other_routes,
  failing((id, start, goal)::text) FILTER (WHERE (gridpath_start(route), gridpath_goal(route)) <> (start, goal)) AS other_ends,
  failing((id, start, goal)::text) FILTER (WHERE connected <> fringe_connected(map, start, goal, model)) AS other_connected
FROM (SELECT *, fringe_cost(map, start, goal, model) AS on_map, fringe_cost(fast, start, goal) AS of_index,
    fringe_route(fast, start, goal) AS route, fringe_connected(fast, start, goal) AS connected FROM ask) a;
SELECT failing((model, s)::text) FILTER (WHERE (s).found IS DISTINCT FROM ((s).route IS NOT NULL) OR (s).cost
  IS DISTINCT FROM gridpath_cost((s).route, map, model)
    OR (s).length IS DISTINCT FROM gridpath_length((s).route) OR (s).search_us < 0 OR NOT (s).complete OR NOT (s).optimal) AS wrong,
  count((s).visited) + count((s).iterations) + count((s).memory_bytes) + count((s).method) AS counters
FROM (SELECT map, model, fringe_search(fast, start, goal) AS s FROM ask WHERE id IN (1, 7, 10, 17) OFFSET 0) a;
SELECT failing((on_index, of_route)::text) FILTER (WHERE on_index IS DISTINCT FROM of_route) AS wrong, sum(length(on_index)) > 10000 AS long
FROM (SELECT (SELECT string_agg(format('%s (%s,%s) %s %s', seq, x, y, round(step_cost::numeric, 9), round(total_cost::numeric, 9)), ' ' ORDER BY seq)
    FROM fringe_path(fast, start, goal)) AS on_index,
  (SELECT string_agg(format('%s %s %s %s', n, cell, round(coalesce(cost - lag, 0)::numeric, 9), round(cost::numeric, 9)), ' ' ORDER BY n)
    FROM (SELECT n, cell, fringe_cost(map, start, cell, model) AS cost, lag(fringe_cost(map, start, cell, model)) OVER (ORDER BY n) AS lag
      FROM unnest(gridpath_cells(fringe_route(fast, start, goal))) WITH ORDINALITY u(cell, n)) c) AS of_route
  FROM ask WHERE id IN (1, 8, 11) LIMIT 200) a;

-- many cells at once
CREATE VIEW ask_many AS SELECT id, map, model, fast, (array_agg(start))[1] AS start, array_agg(goal) FILTER (WHERE gridcell_x(goal) % 5 = 0) || NULL AS goals
  FROM ask GROUP BY id, map, model, fast;
SELECT count(*)
FROM ((SELECT id, c.*
    FROM ask_many, fringe_costs(map, start, goals, model) c
    EXCEPT ALL SELECT id, c.*
    FROM ask_many, fringe_costs(fast, start, goals) c)
  UNION ALL (SELECT id, c.*
    FROM ask_many, fringe_costs(fast, start, goals) c
    EXCEPT ALL SELECT id, c.*
    FROM ask_many, fringe_costs(map, start, goals, model) c)) d;
SELECT failing(d::text) AS count
FROM ((SELECT id, c.*
    FROM ask_many, fringe_matrix(map, goals, model) c
    EXCEPT ALL SELECT id, c.*
    FROM ask_many, fringe_matrix(fast, goals) c)
  UNION ALL (SELECT id, c.* FROM ask_many, fringe_matrix(fast, goals) c EXCEPT ALL SELECT id, c.* FROM ask_many, fringe_matrix(map, goals, model) c)) d;
SELECT count(*) > 50 AS many,
  failing((rank, a.goal, b.goal)::text) FILTER (WHERE a.goal IS DISTINCT FROM b.goal OR a.cost
    IS DISTINCT FROM b.cost) AS different,
  failing((rank, a.goal, b.goal)::text) FILTER (WHERE gridpath_cost(b.route, map, model) IS DISTINCT FROM b.cost) AS other_routes
FROM ask_many, LATERAL (SELECT * FROM fringe_nearest(map, start, goals, model, 20)) a
FULL JOIN LATERAL (SELECT * FROM fringe_nearest(fast, start, goals, 20)) b USING (rank);
SELECT rank, goal FROM level, fringe_nearest(fast, '(0,0)', '{"(0,0)"}') WHERE id = 1;
SELECT count(*) FROM level, fringe_costs(fast, '(0,0)', '{}') WHERE id = 1;
SELECT fringe_nearest(fast, '(0,0)', '{"(0,0)"}', -1) FROM level WHERE id = 1;

-- NULLs, and cells outside the map
SELECT fringe_index(NULL), fringe_index(map, NULL), fringe_cost(NULL::gridindex, '(0,0)', '(1,1)'), fringe_cost(fast, NULL, '(1,1)'),
  fringe_route(fast, '(0,0)', NULL) FROM level WHERE id = 1;
SELECT count(*) FROM level, fringe_path(fast, '(0,0)', NULL) WHERE id = 1;
SELECT fringe_cost(fast, '(60,0)', '(1,1)') FROM level WHERE id = 1;
SELECT fringe_route(fast, '(0,0)', '(1,50)') FROM level WHERE id = 1;
SELECT fringe_connected(fast, '(0,-1)', '(1,5)') FROM level WHERE id = 1;
SELECT fringe_costs(fast, '(0,0)', '{"(1,1)","(60,0)"}') FROM level WHERE id = 1;
SELECT fringe_matrix(fast, '{"(1,1)","(60,0)"}') FROM level WHERE id = 1;
SELECT fringe_nearest(fast, '(0,70)', '{"(1,1)","(60,0)"}') FROM level WHERE id = 1;

-- a literal without a type is a map, as it was before there were indexes
\set map '\'type octile\nheight 1\nwidth 3\nmap\n...\''
SELECT fringe_cost(:map, '(0,0)', '(2,0)'), fringe_route(:map, '(0,0)', '(2,0)'), fringe_connected(:map, '(0,0)', '(2,0)'),
  (fringe_search(:map, '(0,0)', '(2,0)')).cost, fringe_cost((SELECT map FROM level WHERE id = 1), '(0,0)', '(0,0)'),
  fringe_cost((SELECT fast FROM level WHERE id = 1), '(0,0)', '(0,0)');
SELECT count(*) FROM fringe_path(:map, '(0,0)', '(2,0)');
SELECT * FROM fringe_costs(:map, '(0,0)', '{"(2,0)"}');
SELECT * FROM fringe_matrix(:map, '{"(2,0)"}');
SELECT * FROM fringe_nearest(:map, '(0,0)', '{"(2,0)"}');
SELECT * FROM fringe_nearest(:map, '(0,0)', '{"(2,0)"}', k => 1);
PREPARE untyped AS SELECT fringe_cost($1, $2, $3), fringe_connected($1, $2, $3);
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'untyped';
EXECUTE untyped(:map, '(0,0)', '(2,0)');
DEALLOCATE untyped;

-- max_size, and what has no index
SELECT fringe_index(map, max_size => '1MB') = fast AS same FROM level WHERE id = 1;
DO $$
DECLARE detail text; hint text;
BEGIN
  PERFORM fringe_index(map, max_size => '1kB') FROM level WHERE id = 1;
EXCEPTION WHEN program_limit_exceeded THEN
  GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RAISE NOTICE '%', concat_ws(E'\n', SQLSTATE || ' ' || SQLERRM, regexp_replace(detail, '[0-9]+', 'N'), hint);
END $$;
SELECT (gridindex_info(i)).bytes, fringe_index(map, max_size => '200kB') = i AS same FROM (SELECT map, fringe_index(map) AS i FROM gridmap_maze(101, 101, 1, 1) map OFFSET 0) maze;
SELECT fringe_index(map, max_size => '0') FROM level WHERE id = 1;
SELECT fringe_index(map, max_size => '-1MB') FROM level WHERE id = 1;
\set VERBOSITY terse
SELECT fringe_index(map, max_size => '6 apples') FROM level WHERE id = 1;
\set VERBOSITY default
SELECT fringe_index(map, max_size => 'small') FROM level WHERE id = 1;
\set VERBOSITY terse
SELECT fringe_index(map, max_size => '6GB') FROM level WHERE id = 1;
\set VERBOSITY default
SELECT fringe_index(gridmap('{.T}'::text[]), 'octile(.=1, T=1.0007)');
SET fringe.max_memory = '1MB';
SELECT fringe_index(gridmap_rooms(200, 200, 6, 1));
RESET fringe.max_memory;

-- what is in it
SELECT info.model, digest = gridmap_digest(map) AS of_map, width, height, form, subgoals > 0 AS subgoals, entries > 0 AS entries,
  bytes = length(gridindex_send(fast)) AS bytes, (SELECT sum(value::int) <= bytes AND count(*) > 3 FROM jsonb_each_text(parts)) AS parts
FROM level, gridindex_info(fast) info WHERE id IN (1, 7, 10, 17) ORDER BY id;
SELECT a.id, string_agg(b.id::text, ' ' ORDER BY b.id) FROM level a JOIN level b ON gridindex_matches(a.fast, b.map) GROUP BY 1 ORDER BY 1;

-- values: text, equality, order, hashes; the same bytes each time
SELECT bool_and(fast::text::gridindex = fast), bool_and(fringe_index(map, model) = fast), count(DISTINCT gridindex_send(fast)), count(DISTINCT fast::text),
  bool_and(fast::text = gridindex_send(fast)::text) FROM level;
SELECT count(*) FROM level a JOIN level b USING (fast);
SET enable_hashjoin = off;
SELECT count(*) FROM level a JOIN level b USING (fast);
RESET enable_hashjoin;
SELECT count(*) FROM (SELECT fast FROM level UNION SELECT fast FROM level) u;
SELECT bool_and((a.fast = b.fast) = (gridindex_send(a.fast) = gridindex_send(b.fast)) AND (a.fast <> b.fast) = NOT (a.fast = b.fast)) FROM level a, level b;
CREATE INDEX level_fast ON level USING hash (fast);
SET enable_seqscan = off;
SELECT count(*) FROM level WHERE fast = (SELECT fast FROM level WHERE id = 4);
RESET enable_seqscan;
DROP INDEX level_fast;
\set VERBOSITY sqlstate
SELECT NULL::bytea::gridindex;
\set VERBOSITY default
SELECT ''::gridindex;
SELECT '\x'::gridindex;
\set VERBOSITY sqlstate
SELECT '\x0'::gridindex;
SELECT '\xzz'::gridindex;
\set VERBOSITY default
SELECT '\x00 01'::gridindex;
SELECT overlay(fast::text PLACING '04' FROM 3 FOR 2)::gridindex FROM level WHERE id = 1;
SELECT (fast::text || '00')::gridindex FROM level WHERE id = 1;
\set VERBOSITY sqlstate
SELECT (fast::text || '0000000000000000')::gridindex FROM level WHERE id = 1;
SELECT 'garbage'::gridindex;
SELECT fringe_index(map, max_size => '1kB') FROM level WHERE id = 1;
SELECT fringe_index(gridmap('{.T}'::text[]), 'octile(.=1, T=1.0007)');
\set VERBOSITY default

-- changed and cut bytes are refused (those with a right checksum: test/tap/made_up_indexes.pl)
CREATE FUNCTION try_index(index text, OUT outcome text) LANGUAGE plpgsql AS $$
DECLARE
  i gridindex;
BEGIN
  i := index;
  outcome := 'accepted';
  PERFORM gridindex_info(i), fringe_cost(i, '(0,0)', '(9,7)'), fringe_connected(i, '(0,0)', '(9,7)'), fringe_search(i, '(0,0)', '(9,7)'),
    fringe_route(i, '(0,0)', '(9,7)'), fringe_costs(i, '(9,7)', '{"(0,0)","(9,0)"}'), fringe_matrix(i, '{"(0,0)","(9,7)"}'),
    fringe_nearest(i, '(0,0)', '{"(9,7)","(0,7)"}', 2), fringe_path(i, '(0,7)', '(9,0)');
EXCEPTION WHEN invalid_binary_representation OR invalid_parameter_value THEN
  outcome := SQLSTATE;
END $$;
CREATE TABLE small AS SELECT fringe_index(gridmap_rooms(10, 8, 3, 1)) AS fast;
SELECT DISTINCT outcome FROM small, generate_series(0, length(gridindex_send(fast)) - 1, 3) byte, generate_series(1, 255, 127) change,
  try_index(set_byte(gridindex_send(fast), byte, (get_byte(gridindex_send(fast), byte) + change) % 256)::text);
SELECT DISTINCT outcome FROM small, generate_series(0, length(gridindex_send(fast)) - 1, 5) size, try_index(substr(gridindex_send(fast), 1, size)::text);

-- what the session keeps: an index is opened once, wherever its value comes from
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
SELECT fringe_cache_reset();
SELECT count(fringe_cost(fast, '(0,0)', gridcell(i, 0))) > 0 AS some FROM level, generate_series(0, 49) i WHERE id < 4;
SELECT indexes, index_bytes = bytes AS all_index, hits, index_ms > 0 AS took FROM fringe_cache();
WITH copy AS MATERIALIZED (SELECT fast::text::gridindex AS fast FROM level WHERE id = 1)
SELECT count(fringe_cost(fast, '(0,0)', gridcell(i, 0))) > 0 AS some FROM copy, generate_series(0, 49) i;
SELECT count(*), sum(indexes) FROM fringe_cache();
-- decoded as well: one row a map and model
SELECT fringe_cost(map, '(0,0)', '(0,0)') FROM level WHERE id = 1;
SELECT count(*), sum(indexes), (SELECT maps FROM fringe_cache_totals()) AS maps FROM fringe_cache();
SELECT (SELECT sum(total_bytes)
  FROM pg_backend_memory_contexts
  WHERE name LIKE 'fringe %' AND name NOT IN ('fringe cache', 'fringe workspace')) = map_bytes AS things,
  (SELECT sum(total_bytes) FROM pg_backend_memory_contexts WHERE name = 'fringe workspace') = workspace_bytes AS workspaces,
  map_bytes = (SELECT sum(bytes) FROM fringe_cache()) AS adds_up FROM fringe_cache_totals();
-- a lowered setting holds at the next call; without room an index serves one call
SET fringe.cache_size = '100kB';
SELECT count(fringe_cost(fast, '(0,0)', '(1,1)')) > 0 AS some FROM level WHERE id < 7;
SELECT map_bytes + workspace_bytes <= 100 * 1024 AS within, maps FROM fringe_cache_totals();
SET fringe.cache_size = 0;
SELECT sum(fringe_cost(fast, start, goal)) = sum(fringe_cost(map, start, goal, model)) AS same FROM ask WHERE id = 1;
SELECT map_bytes, workspace_bytes FROM fringe_cache_totals();
SET fringe.cache_size = '64MB';
-- an index that changed is not taken for the old one, in one transaction and its savepoints
CREATE FUNCTION as_on_map() RETURNS bool LANGUAGE sql AS $$
  SELECT bool_and(fringe_cost(fast, start, goal) IS NOT DISTINCT FROM fringe_cost(map, start, goal, model)) FROM ask WHERE id = 1 $$;
BEGIN;
SELECT as_on_map();
UPDATE level SET map = gridmap_rooms(60, 50, 6, 77) WHERE id = 1;
SELECT as_on_map();
SAVEPOINT s;
UPDATE level SET map = gridmap_caves(60, 60, 0.4, 78) WHERE id = 1;
SELECT as_on_map();
ROLLBACK TO s;
SELECT as_on_map();
ROLLBACK;
SELECT as_on_map();

-- compressed and not: how a value is stored makes no difference
CREATE TABLE stored (fast gridindex);
ALTER TABLE stored ALTER fast SET STORAGE extended;
INSERT INTO stored SELECT fast FROM level WHERE id = 17;
SELECT pg_column_compression(stored.fast) IS NOT NULL AS compressed, count(*),
  failing((start, goal)::text) FILTER (WHERE fringe_cost(stored.fast, start, goal) IS DISTINCT FROM fringe_cost(ask.fast, start, goal)) AS others,
  bool_and(gridindex_matches(stored.fast, map)) AS matches
FROM stored, ask WHERE id = 17 GROUP BY 1;

-- the limit of memory holds for an index
CREATE TABLE arena AS SELECT fringe_index(map) AS fast FROM gridmap_rooms(160, 160, 7, 1) map;
SET fringe.max_memory = '64kB';
\set VERBOSITY terse
SELECT fringe_cost(fast, '(0,0)', '(1,1)') FROM arena;
\set VERBOSITY default
RESET fringe.max_memory;

-- the planner is told
EXPLAIN (COSTS off) SELECT sum(fringe_cost(fast, start, goal)) FROM ask;
DROP FUNCTION try_index, as_on_map;
DROP VIEW ask_many, ask;
DROP TABLE level, small, stored, arena;
SELECT fringe_cache_reset();

-- operators and hashes
SELECT gridindex_hash_extended(i, 7) <> gridindex_hash_extended(i, 8) AS seeded, i <> j AS ne
FROM fringe_index(gridmap('{..}'::text[])) i, fringe_index(gridmap('{.@}'::text[])) j;
