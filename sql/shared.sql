-- indexes that all sessions share: learnt, built, found by other sessions, evicted, shown
-- (test/tap/018_shared.pl has workers, many sessions, and what goes wrong)
SET max_parallel_workers_per_gather = 0;
SET fringe.cache_size = '64MB'; -- what a session keeps of maps is looked at
SELECT count(*) >= 0 AS attached FROM fringe_shared_cache();
SET fringe.shared_cache_size = 0; -- empties what earlier tests left
SELECT fringe_version() IS NOT NULL AS loaded, (SELECT count(*) FROM fringe_shared_cache()) AS shown;
RESET fringe.shared_cache_size;
SELECT count(*) FROM fringe_shared_cache() WHERE state = 'ready';
SET fringe.auto_workers = 0; -- statements build, so that nothing here depends on time

CREATE TABLE arena AS SELECT i AS id, gridmap_rooms(160, 160, 7, 100 + i) AS map FROM generate_series(1, 3) i;
CREATE VIEW shared AS
  SELECT id, model::text, state, bytes > 10000 AS bytes, hits > 0 AS hits, sessions, builder, role, build_ms > 0 AS took
  FROM fringe_shared_cache() s JOIN arena ON gridmap_digest(map) = digest ORDER BY id, model::text;
CREATE FUNCTION ask(which int, times int, model gridmodel DEFAULT 'octile') RETURNS float8 LANGUAGE sql AS $$
  SELECT sum(fringe_cost(map, gridcell(i % 159, 3), gridcell(158 - i % 159, 150), model)) FROM arena, generate_series(1, times) i WHERE id = which $$;
CREATE TABLE answer AS SELECT id, ask(id, 159) AS few FROM arena;

-- a statement builds one only after it has itself searched for as long as building takes
SELECT id, state FROM shared;
SELECT ask(1, 12000) > 0 AS asked;
SELECT id, model, state, bytes, sessions, builder, role = current_user::regrole AS by_me, took FROM shared;
SELECT ask(1, 159) = few AS same, ask(1, 159, 'octile(straight=1)') = few AS same_model FROM answer WHERE id = 1;
SELECT hits, sessions FROM shared;
BEGIN;
SELECT ask(1, 1) > 0 AS asked;
SELECT sessions AS "in this transaction" FROM shared;
SELECT fringe_cache_reset();
SELECT sessions AS "after a reset" FROM shared;
SELECT ask(1, 1) > 0 AS asked;
SAVEPOINT s;
SELECT ask(1, 1, 'tile') > 0 AS asked;
ROLLBACK TO s;
SELECT sessions AS "after a part was rolled back" FROM shared WHERE state = 'ready';
ROLLBACK;
SELECT sessions AS "after the transaction" FROM shared WHERE state = 'ready';

-- another session finds it without decoding the map; costs, matrices, NULLs and errors are those of searches
\c -
SET max_parallel_workers_per_gather = 0;
SET fringe.cache_size = '64MB';
SELECT ask(1, 159) = few AS same FROM answer WHERE id = 1;
SELECT maps, misses FROM fringe_cache_totals();
SELECT indexes, index_bytes, bytes > 0 AS view FROM fringe_cache();
SELECT failing((start, goal)::text) FILTER (WHERE c.cost
  IS DISTINCT FROM fringe_cost(map, start, goal, 'octile', 'astar')) AS others,
  count(*), count(c.cost) > 100 AS some
FROM arena, fringe_matrix(map, ARRAY(SELECT gridcell(i * 7, i * 11) FROM generate_series(0, 13) i)) c WHERE id = 1;
SELECT failing(goal::text) FILTER (WHERE c.cost IS DISTINCT FROM fringe_cost(map, '(3,3)', goal, 'octile', 'astar')) AS others, count(*)
FROM arena, fringe_costs(map, '(3,3)', ARRAY(SELECT gridcell(i * 7, i * 11) FROM generate_series(0, 13) i)) c WHERE id = 1;
SELECT failing((a, b)::text) FILTER (WHERE fringe_cost(map, a, b) IS DISTINCT FROM fringe_cost(map, a, b, 'octile', 'astar')) AS others, count(*) AS of,
  count(fringe_cost(map, a, b)) AS with_path
FROM arena, LATERAL (SELECT gridcell(i % 160, i % 3) AS a, gridcell(i % 7, i % 160) AS b FROM generate_series(0, 159) i) p WHERE id = 1;
SELECT fringe_cost(map, '(0,0)', '(160,0)') FROM arena WHERE id = 1;
SELECT fringe_cost(map, '(-1,0)', '(1,0)') FROM arena WHERE id = 1;
SELECT * FROM fringe_costs((SELECT map FROM arena WHERE id = 1), '(0,160)', '{"(1,1)"}');

-- no setting changes an answer: the same path, whether an index is there or not
SELECT md5(string_agg(fringe_route(map, gridcell(i % 159, 3), gridcell(158 - i % 159, 150))::text, '' ORDER BY i)) AS with_it
FROM arena, generate_series(1, 50) i WHERE id = 1 \gset
SET fringe.auto_index = off;
SELECT ask(1, 159) = few AS same FROM answer WHERE id = 1;
SELECT md5(string_agg(fringe_route(map, gridcell(i % 159, 3), gridcell(158 - i % 159, 150))::text, '' ORDER BY i)) = :'with_it' AS same_routes
FROM arena, generate_series(1, 50) i WHERE id = 1;
RESET fringe.auto_index;
-- nor does a session with little memory fail for it
SELECT fringe_cache_reset();
SET fringe.max_memory = '300kB';
SELECT ask(1, 5) > 0 AS asked;
SELECT kind, indexes FROM fringe_cache() ORDER BY bytes DESC LIMIT 1;
RESET fringe.max_memory;

-- cells that are avoided make another map
SELECT fringe_cost(map, '(3,3)', '(9,3)', 'octile', 'auto', '{}') = fringe_cost(map, '(3,3)', '(9,3)') AS none,
  fringe_cost(map, '(3,3)', '(9,3)', 'octile', 'auto', '{"(3,3)"}') IS NULL AS start FROM arena WHERE id = 1;

-- evicted by use: room for some, then for none
SET fringe.auto_workers = 0;
SELECT ask(2, 12000) > 0 AS asked;
SELECT ask(3, 12000) > 0 AS asked;
SELECT ask(1, 1) > 0 AS asked;
SELECT id, state FROM shared WHERE model = 'octile';
SELECT set_config('fringe.shared_cache_size', (sum(bytes) / 1024 - 1)::bigint || 'kB', false) <> '' AS set FROM fringe_shared_cache();
SELECT id, state FROM shared WHERE model = 'octile';
SELECT bool_and(ask(id, 159) = few) AS same FROM answer;
SELECT set_config('fringe.shared_cache_size', '300kB', false) AS too_little;
SELECT ask(2, 12000) > 0 AS asked;
SELECT state, count(*) FROM shared GROUP BY state;
RESET fringe.shared_cache_size;

-- models beyond what a record holds are not shared
SELECT ask(1, 20, format('octile(%s)', (SELECT string_agg(chr(97 + i) || '=1.2345', ', ') FROM generate_series(0, 19) i))::gridmodel) > 0 AS asked;
SELECT count(*) FROM fringe_shared_cache() WHERE length(model::text) > 160;

-- for those who may read statistics
CREATE ROLE fringe_reader;
SET ROLE fringe_reader;
SELECT * FROM fringe_shared_cache();
SET fringe.shared_cache_size = 0;
SET fringe.auto_workers = 9;
RESET ROLE;
GRANT pg_read_all_stats TO fringe_reader;
SET ROLE fringe_reader;
SELECT count(*) > 0 AS shown FROM fringe_shared_cache();
RESET ROLE;
DROP ROLE fringe_reader;

DROP VIEW shared;
DROP FUNCTION ask(int, int, gridmodel);
DROP TABLE arena, answer;
