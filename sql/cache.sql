-- the session's cache of decoded maps: hits, evictions, totals (with maps large
-- enough to be stored out of line)
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
CREATE TABLE arena AS SELECT i AS id, gridmap_rooms(160, 160, 7, i) AS map FROM generate_series(0, 5) i;
SELECT pg_table_size(reltoastrelid) > 6 * 160 * 160 / 8 AS toasted FROM pg_class WHERE oid = 'arena'::regclass;
CREATE FUNCTION count_cache() RETURNS text LANGUAGE sql AS $$
  SELECT format('maps %s, hits %s, misses %s', maps, hits, misses) FROM fringe_cache_totals() $$;
SELECT fringe_cache_reset();

-- a map is decoded once, whatever its source: columns, a CTE, a subquery, a
-- literal, a parameter
SELECT count(fringe_cost(map, '(0,0)', gridcell(i, 0))) FROM arena, generate_series(0, 9) i WHERE id = 1;
SELECT count(fringe_cost(map, '(0,0)', gridcell(i, 0))) FROM arena JOIN generate_series(0, 59) i ON id = i % 6;
SELECT count_cache();
WITH kept AS MATERIALIZED (SELECT map FROM arena WHERE id = 2)
SELECT count(fringe_cost(map, '(0,0)', gridcell(i, 0))) FROM kept, generate_series(0, 9) i;
WITH made AS MATERIALIZED (SELECT gridmap_rooms(160, 160, 7, 2) AS map)
SELECT count(fringe_cost(map, '(0,0)', gridcell(i, 0))) FROM made, generate_series(0, 9) i;
SELECT count(fringe_cost((SELECT map FROM arena WHERE id = 3), '(0,0)', gridcell(i, 0))) FROM generate_series(0, 9) i;
SELECT map AS literal FROM arena WHERE id = 3 \gset
SELECT count(fringe_cost(:'literal', '(0,0)', gridcell(i, 0))) FROM generate_series(0, 9) i;
PREPARE query(gridmap) AS SELECT count(fringe_cost($1, '(0,0)', gridcell(i, 0))) FROM generate_series(0, 9) i;
EXECUTE query(:'literal');
SELECT count_cache();

-- plpgsql variables and arrays, with values on disk and in memory
CREATE FUNCTION sum_over_variables() RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
  one gridmap := (SELECT map FROM arena WHERE id = 4);
  all_maps gridmap[] := (SELECT array_agg(map ORDER BY id) FROM arena);
  total float8 := 0;
BEGIN
  FOR i IN 0..9 LOOP
    total := total + coalesce(fringe_cost(one, '(0,0)', gridcell(i, 0)), 0)
      + coalesce(fringe_cost(all_maps[1 + i % 6], '(0,0)', gridcell(i, 0)), 0);
  END LOOP;
  RETURN total;
END $$;
SELECT sum_over_variables() > 0 AS some;
DO $$ BEGIN PERFORM sum_over_variables(); END $$;
SELECT count_cache();

-- inline, compressed or out of line: storage makes no difference
CREATE TABLE stored (how text, map gridmap);
ALTER TABLE stored ALTER map SET STORAGE extended;
INSERT INTO stored VALUES ('short', gridmap('{.....,.@@@.,.....}'::text[])),
  ('compressed', gridmap_walls(200, 200, 1, 3, 1)), ('compressed and out of line', gridmap_rooms(500, 500, 9, 2));
SELECT how, pg_column_compression(map) IS NOT NULL AS compressed, fringe_cost(map, '(0,0)', '(4,2)'),
  gridmap_width(map), gridmap_digest(map) = gridmap_digest(map::text::gridmap) AS same
FROM stored;
SELECT pg_table_size(reltoastrelid) > 0 AS toasted FROM pg_class WHERE oid = 'stored'::regclass;
SELECT count(map) = 3 AS distinct FROM (SELECT map FROM stored UNION SELECT map FROM stored) m;
SELECT how, fringe_cost(map, '(0,0)', '(4,2)') FROM stored, generate_series(1, 2) ORDER BY how;

-- a plpgsql call site outlives its statement, but its cached header must not
-- outlive the map
CREATE TABLE one AS SELECT map FROM arena WHERE id = 0;
CREATE FUNCTION as_found() RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
  m gridmap := (SELECT map FROM one);
BEGIN
  -- the second of the two calls gets a copy that is not on disk
  RETURN fringe_cost(m, '(0,0)', '(158,158)') = fringe_cost(m::text::gridmap, '(0,0)', '(158,158)');
END $$;
BEGIN;
SELECT as_found();
UPDATE one SET map = gridmap_rooms(160, 160, 7, 6);
SELECT as_found();
TRUNCATE one;
INSERT INTO one VALUES (gridmap_rooms(160, 160, 7, 7));
SELECT as_found();
SAVEPOINT s;
UPDATE one SET map = gridmap_rooms(160, 160, 7, 8);
SELECT as_found();
ROLLBACK TO s;
SELECT as_found();
COMMIT;

-- different methods per row
SELECT m, fringe_cost(map, '(0,0)', '(158,158)', 'octile', m) = fringe_cost(map, '(0,0)', '(158,158)') AS same,
  (fringe_search(map, '(0,0)', '(158,158)', 'octile', m)).method
FROM arena, unnest('{astar,fringe,astar(open=heap),fringe,astar,auto}'::gridmethod[]) WITH ORDINALITY AS u(m, n)
WHERE id = 0 ORDER BY n;

-- memory contexts: they show what is kept, and agree with the totals
SELECT fringe_cache_reset();
SELECT count(fringe_cost(map, '(0,0)', '(158,158)')), count(fringe_cost(map, '(0,0)', '(158,158)', 'tile', 'astar(heuristic=alt)'))
FROM arena WHERE id < 2;
SELECT name, ident FROM pg_backend_memory_contexts WHERE name LIKE 'fringe%' ORDER BY name, ident COLLATE "C";
CREATE VIEW account AS
  SELECT map_bytes = (SELECT sum(total_bytes)
    FROM pg_backend_memory_contexts
    WHERE name LIKE 'fringe %' AND name NOT IN ('fringe cache', 'fringe workspace')) AS maps,
    workspace_bytes = (SELECT sum(total_bytes) FROM pg_backend_memory_contexts WHERE name = 'fringe workspace') AS workspace,
    map_bytes = (SELECT sum(bytes) FROM fringe_cache()) AS adds_up,
    map_bytes + workspace_bytes <= 1024 * (SELECT setting::bigint FROM pg_settings WHERE name = 'fringe.cache_size') AS within
  FROM fringe_cache_totals();
SELECT * FROM account;

-- a search that fails half-way leaves nothing behind
SET fringe.max_memory = '700kB';
-- how much exactly depends on the server's allocator
\set VERBOSITY terse
SELECT fringe_cost(map, '(0,0)', '(158,158)', 'octile', 'astar(heuristic=alt, landmarks=64)') FROM arena WHERE id = 0;
SELECT fringe_cost(map, '(0,0)', '(158,158)', 'octile', 'idastar') FROM arena WHERE id = 5;
\set VERBOSITY default
RESET fringe.max_memory;
SELECT fringe_cost(map, '(0,0)', '(158,158)', 'octile(.=0.000000001, @=999999999)') FROM arena WHERE id = 5;
SELECT count(*) FILTER (WHERE name = 'fringe map') AS maps, count(*) FILTER (WHERE name = 'fringe landmarks') AS landmarks,
  count(*) FILTER (WHERE name = 'fringe workspace') AS workspaces FROM pg_backend_memory_contexts;
SELECT * FROM account;

-- what searches add to a map is counted, by whatever function under whatever model: many questions of a map after another
CREATE FUNCTION is_counted(expression text, model gridmodel) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE counted bool;
BEGIN
  PERFORM fringe_cache_reset();
  EXECUTE format('SELECT count(x) FROM (SELECT %s AS x FROM arena, LATERAL (SELECT $1 AS model, gridcell(n * 31 %% 158, n * 57 %% 158) AS a,
    gridcell(n * 43 %% 158, n * 29 %% 158) AS b FROM generate_series(id, 9) n OFFSET 0) q OFFSET 0) y', expression) USING model;
  SELECT maps AND workspace AND adds_up AND within INTO counted FROM account;
  RETURN counted;
EXCEPTION WHEN feature_not_supported THEN
  RETURN NULL;
END $$;
SET fringe.cache_size = '4MB';
SELECT count(counted) > 70 AS tried, array_agg(expression || ' under ' || model) FILTER (WHERE NOT counted) AS not_counted,
  count(*) - count(counted) AS refused
FROM unnest('{octile,tile,octile(@=3),"octile(size=2, corners=one)",octile(.=leave:N+E+S+W),anyangle,"anyangle(size=2)"}'::gridmodel[]) model,
  unnest(ARRAY['fringe_cost(map, a, b, model)', 'fringe_route(map, a, b, model)', '(fringe_search(map, a, b, model)).cost',
    '(SELECT sum(step_cost) FROM fringe_path(map, a, b, model))', '(SELECT cost FROM fringe_costs(map, a, ARRAY[b, a], model) LIMIT 1)',
    '(SELECT sum(cost) FROM fringe_matrix(map, ARRAY[a, b], model))', '(SELECT cost FROM fringe_nearest(map, a, ARRAY[b, a], model) LIMIT 1)',
    '(SELECT count(*) FROM fringe_reach(map, a, 20, model))', '(SELECT count(*) FROM fringe_territory(map, ARRAY[a, b], model, 20))',
    'fringe_connected(map, a, b, model)', '(fringe_closest(map, a, b, model)).cost', '(fringe_diagnose(map, a, b, model)).reason',
    'gridpath_cost(fringe_route(map, a, b, model), map, model)', 'gridfield_cost(fringe_field(map, ARRAY[a], model), b)']) expression,
  is_counted(expression, model) counted;
SET fringe.cache_size = '64MB';
DROP FUNCTION is_counted;

-- calls, and the time of their searches, by map and model: of every function that searches a map
CREATE FUNCTION calls_of(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE counted text;
BEGIN
  PERFORM fringe_cache_reset();
  EXECUTE format('SELECT count(x) FROM (SELECT %s AS x FROM arena, LATERAL (SELECT $1 AS model, gridcell(n * 31 %% 158, n * 57 %% 158) AS a,
    gridcell(n * 43 %% 158, n * 29 %% 158) AS b FROM generate_series(1, 20) n OFFSET 0) q WHERE id = 1 OFFSET 0) y', expression) USING 'octile'::gridmodel;
  SELECT string_agg(format('%s calls, time %s', calls, search_ms > 0), '; ') INTO counted FROM fringe_cache() WHERE calls IS DISTINCT FROM 0;
  RETURN counted;
END $$;
SELECT split_part(expression, '(map', 1) AS of, calls_of(expression) AS counted
FROM unnest(ARRAY['fringe_cost(map, a, b, model)', 'fringe_route(map, a, b, model)', '(fringe_search(map, a, b, model)).cost',
    '(SELECT sum(step_cost) FROM fringe_path(map, a, b, model))', '(SELECT count(*) FROM fringe_trace(map, a, b, model))',
    '(SELECT cost FROM fringe_costs(map, a, ARRAY[b, a], model) LIMIT 1)',
    '(SELECT sum(cost) FROM fringe_matrix(map, ARRAY[a, b], model))', '(SELECT cost FROM fringe_nearest(map, a, ARRAY[b, a], model) LIMIT 1)',
    '(SELECT count(*) FROM fringe_reach(map, a, 20, model))', '(SELECT count(*) FROM fringe_territory(map, ARRAY[a, b], model, 20))',
    '(fringe_closest(map, a, b, model)).cost', 'fringe_fewest_turns(map, a, b, model)', '(fringe_diagnose(map, a, b, model)).reason',
    '(SELECT count(*) FROM fringe_pursuit(map, a, ARRAY[b], model))', '(SELECT count(*) FROM fringe_chase(map, ARRAY[a], ARRAY[b], model))',
    'fringe_field(map, ARRAY[a], model)', 'fringe_connected(map, a, b, model)']) expression;
DROP FUNCTION calls_of;
-- no map, no calls: a field, and an index whose map is not decoded
SELECT fringe_cache_reset();
WITH made AS MATERIALIZED (SELECT fringe_index(gridmap_rooms(40, 40, 7, 1)) AS index, fringe_field(gridmap_rooms(40, 40, 7, 2), '{"(1,1)"}') AS field,
    fringe_cache_reset() AS reset)
SELECT fringe_cost(index, '(1,1)', '(2,2)') > 0 AS cost, gridfield_cost(field, '(2,2)') > 0 AS field FROM made;
SELECT kind, indexes, calls, search_ms FROM fringe_cache() ORDER BY kind;

-- the least recently used map is evicted first; a lowered setting applies from the
-- next call
SELECT fringe_cache_reset();
SELECT count(fringe_route(map, '(0,0)', '(158,158)')) FROM arena;
SELECT maps FROM fringe_cache_totals();
SET fringe.cache_size = '250kB';
SELECT count(fringe_route(map, '(0,0)', '(158,158)')) FROM arena WHERE id = 5;
SELECT maps BETWEEN 1 AND 5 AS some, evictions = 6 - maps AS evicted FROM fringe_cache_totals();
SELECT * FROM account;
SELECT bool_and((gridmap_digest(arena.map) IN (SELECT digest FROM fringe_cache())) = (id >= 6 - maps)) AS the_last_ones
FROM arena, fringe_cache_totals();
SET fringe.cache_size = 0;
SELECT count(fringe_cost(map, '(0,0)', '(158,158)')) FROM arena;
SELECT maps, map_bytes, workspace_bytes FROM fringe_cache_totals();
SELECT name FROM pg_backend_memory_contexts WHERE name LIKE 'fringe%';
SET fringe.cache_size = '64MB';

-- the memory limit applies to the method that auto chose, and only to memory that
-- is used
SET fringe.max_memory = '26MB';
\set VERBOSITY terse
SELECT fringe_cost(map, '(0,0)', '(999,999)', 'octile(obstacle=5000, diagonal=0.9)') FROM gridmap_walls(1000, 1000, 500, 20, 1) map;
\set VERBOSITY default
SELECT fringe_cost(map, '(0,0)', '(999,999)', 'octile', 'jump') > 0 AS less FROM gridmap_walls(1000, 1000, 500, 20, 1) map;
SET fringe.max_memory = '1MB';
SELECT fringe_connected(map, '(0,0)', '(999,999)'), (SELECT count(*) > 0 FROM fringe_components(map)) AS components
FROM gridmap_walls(1000, 1000, 500, 20, 1) map;
RESET fringe.max_memory;
CREATE ROLE fringe_user;
SET ROLE fringe_user;
\set VERBOSITY sqlstate
SET fringe.max_memory = '2GB';
\set VERBOSITY default
RESET ROLE;
DROP ROLE fringe_user;

-- maps that do not fit together are evicted and decoded again: the totals show it
SELECT fringe_cache_reset();
SET fringe.cache_size = '250kB';
SELECT count(fringe_cost(map, '(0,0)', '(158,158)')) FROM generate_series(1, 60), arena;
SELECT misses > 100 AS missed, evictions > 100 AS evicted FROM fringe_cache_totals();
SET fringe.cache_size = '64MB';

-- what does not fit is made once for a transaction, and one notice says what to set; then it is evicted
CREATE FUNCTION by_landmarks(most int) RETURNS bigint LANGUAGE sql AS $$
  SELECT count(fringe_cost(map, '(0,0)', gridcell(i, i), 'octile(@=3)', 'astar(heuristic=altbest, landmarks=10)'))
  FROM arena, generate_series(1, most) i WHERE id = 1 $$;
CREATE FUNCTION needed() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM fringe_cache_reset(), set_config('fringe.cache_size', '64MB', true), by_landmarks(3);
  RETURN (SELECT (map_bytes + workspace_bytes) / 1024 FROM fringe_cache_totals());
END $$;
SELECT needed() || 'kB' AS needed, fringe_cache_reset() AS reset \gset
\set VERBOSITY terse
SET fringe.cache_size = '1MB';
BEGIN;
SELECT by_landmarks(3) AS found;
SELECT by_landmarks(3) AS found;
SELECT count_cache(), evictions FROM fringe_cache_totals();
SELECT pg_size_bytes(:'needed') < map_bytes + workspace_bytes + 1024 AS kept FROM fringe_cache_totals();
COMMIT;
SELECT count_cache(), evictions FROM fringe_cache_totals();
SELECT * FROM account;
BEGIN;
SELECT by_landmarks(3) AS "found, told before";
\set VERBOSITY sqlstate
SELECT 1 / by_landmarks(0) AS failed;
\set VERBOSITY terse
ROLLBACK;
SELECT count_cache(), evictions FROM fringe_cache_totals();
SET fringe.cache_size = 0;
SELECT by_landmarks(3) AS found;
SELECT count_cache(), evictions FROM fringe_cache_totals();
\set VERBOSITY default
SET fringe.cache_size = '64MB';
DROP FUNCTION by_landmarks, needed;

-- more maps than hash buckets
SELECT fringe_cache_reset();
SELECT count(fringe_cost(gridmap_walls(4, 4, 0, 1, 1), '(0,0)', '(3,3)', format('octile(straight=%s)', 1 + i % 5000)::gridmodel, 'astar'))
FROM generate_series(0, 9999) i;
SELECT count_cache();
SELECT * FROM account;
SELECT fringe_cache_reset();
SELECT maps, map_bytes, workspace_bytes, hits, misses, evictions FROM fringe_cache_totals();

-- a role sees what it called with itself, not what a SECURITY DEFINER function or another role did
CREATE ROLE fringe_user;
CREATE TABLE secret AS SELECT gridmap_caves(123, 77, 0.2, 42) AS map, fringe_field(gridmap_caves(23, 17, 0.2, 42), '{"(1,1)"}') AS field, fringe_index(gridmap_caves(23, 17, 0.2, 42)) AS fast;
REVOKE ALL ON secret FROM PUBLIC;
CREATE FUNCTION of_secret() RETURNS bool LANGUAGE sql SECURITY DEFINER AS $$
  SELECT fringe_cost(map, '(0,0)', '(122,76)', 'octile', 'astar(heuristic=alt)') + gridfield_cost(field, '(1,1)') + fringe_cost(fast, '(1,1)', '(1,1)') IS NULL FROM secret
$$;
CREATE FUNCTION seen_by(seer name) RETURNS TABLE (viewer name, maps bigint, bytes bool, others_null bool, rows bigint, rows_1_0 bigint, widths text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SET LOCAL ROLE %I', seer);
  RETURN QUERY SELECT seer, t.maps, t.map_bytes > 0, t.hits IS NULL AND t.misses IS NULL AND t.evictions IS NULL AND t.workspace_bytes IS NULL,
    (SELECT count(*) FROM fringe_cache()), (SELECT count(*) FROM fringe_cache_1_0()), (SELECT string_agg(width::text, ',' ORDER BY width) FROM fringe_cache())
  FROM fringe_cache_totals() t;
  RESET ROLE;
END $$;
CREATE ROLE fringe_monitor IN ROLE pg_monitor;
CREATE ROLE fringe_owner IN ROLE fringe_user;
SELECT fringe_cache_reset();
SET ROLE fringe_user;
SELECT fringe_cost(gridmap('{..}'::text[]), '(0,0)', '(1,0)', 'octile', 'astar');
SELECT of_secret() IS NOT NULL AS asked;
RESET ROLE;
SELECT seen.* FROM unnest('{fringe_user,fringe_owner,fringe_monitor,pg_read_all_data}'::name[]) role, seen_by(role) seen;
-- who calls with the same map sees it
SET ROLE fringe_user;
SELECT fringe_cost(gridmap_caves(123, 77, 0.2, 42), '(0,0)', '(0,0)', 'octile', 'astar');
RESET ROLE;
SELECT * FROM seen_by('fringe_user');
-- after a reset nothing is hidden
SELECT fringe_cache_reset();
SELECT * FROM seen_by('pg_read_all_data');
-- many roles: who is forgotten sees less
CREATE FUNCTION as_role(role name) RETURNS bool LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SET LOCAL ROLE %I', role);
  EXECUTE $q$SELECT fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(1,0)', 'octile', 'astar')$q$;
  RESET ROLE;
  RETURN true;
END $$;
SELECT count(as_role(role)) FROM unnest('{fringe_user,fringe_owner,pg_read_all_data,pg_read_all_settings,pg_read_all_stats,pg_stat_scan_tables}'::name[]) role;
SELECT seen.viewer, rows, others_null FROM unnest('{fringe_user,pg_stat_scan_tables,fringe_monitor}'::name[]) role, seen_by(role) seen;
DROP FUNCTION of_secret, seen_by, as_role;
DROP TABLE secret;
DROP ROLE fringe_owner, fringe_user, fringe_monitor;

DROP VIEW account;
DROP FUNCTION as_found(), sum_over_variables(), count_cache();
DROP TABLE arena, stored, one;
DEALLOCATE query;

-- a session knows the settings once the library is loaded
\c -
SELECT count(*) FROM pg_settings WHERE name LIKE 'fringe.%';
LOAD 'fringe';
SELECT name FROM pg_settings WHERE name LIKE 'fringe.%' ORDER BY name;

-- A map that shares the arrays of another one is used with that one, and with the one that this shares: all are the last that eviction takes, those that share last but one.
SET fringe.cache_size = '64MB';
SELECT fringe_cache_reset() \g /dev/null
CREATE TABLE sharing AS SELECT gridmap_set_layer(gridmap('{....,....,....}'::text[]), 'h', '{"(1,1)"}'::gridcell[], ARRAY[3::float8]) AS map;
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
CREATE FUNCTION last_used(model gridmodel) RETURNS text[] LANGUAGE plpgsql AS $$
BEGIN
  PERFORM fringe_cost(map, '(0,0)', '(3,2)', model) FROM sharing;
  PERFORM fringe_cost(gridmap('{.....}'::text[]), '(0,0)', '(3,0)');
  PERFORM fringe_cost(map, '(0,0)', '(3,2)', model) FROM sharing;
  RETURN ARRAY(SELECT c.model FROM fringe_cache() c LIMIT 3);
END $$;
SELECT model, last_used(model) FROM unnest('{octile(layer.h=1),"octile(turn=1, heading=E)","octile(turn=1, heading=E, layer.h=1)","tile(turn=2, heading=S, latitude=40, cell=0.1)"}'::gridmodel[]) model;
DROP TABLE sharing;
DROP FUNCTION last_used;
