-- landmarks that `auto` builds by itself, after searches that took as long
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
CREATE TABLE field AS SELECT i AS id, gridmap_rooms(160, 160, 7, i) AS map FROM generate_series(0, 2) i;
CREATE TABLE pairs AS
  SELECT n, gridcell(n * 37 % 160, n * 91 % 160) AS start, gridcell(n * 53 % 160, n * 29 % 160) AS goal
  FROM generate_series(1, 2000) n;
CREATE VIEW kept AS SELECT model, sum(landmarks) AS landmarks FROM fringe_cache() GROUP BY model ORDER BY model;

-- the costs of the pairs by auto that are not those of a search by itself
CREATE FUNCTION wrong(which int, model gridmodel DEFAULT 'octile', most int DEFAULT 2000) RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FILTER (WHERE fringe_cost(map, start, goal, model) IS DISTINCT FROM
    fringe_cost(map, start, goal, model, 'astar(open=heap)'))
  FROM field, (SELECT * FROM pairs ORDER BY n LIMIT most) p WHERE id = which $$;
CREATE FUNCTION routes(model gridmodel DEFAULT 'octile') RETURNS text LANGUAGE sql AS $$
  SELECT md5(string_agg(fringe_route(map, start, goal, model)::text, ' ' ORDER BY n)) FROM field, pairs WHERE id = 0 AND n <= 50 $$;

-- few searches build none, many do: landmarks come with the first search that they pay for
SELECT fringe_cache_reset();
SELECT routes() AS before, routes('octile(@=3)') AS weighted_before \gset
SELECT wrong(0, most => 10);
SELECT * FROM kept;
SELECT wrong(0) AS "wrong, octile", wrong(0, 'tile') AS tile, wrong(0, 'octile(@=3)') AS weighted,
  wrong(0, 'octile(@=3, weigh=average)') AS average;
SELECT * FROM kept;
SELECT routes() = :'before' AS same_routes, routes('octile(@=3)') = :'weighted_before' AS same_weighted;

-- paths are searched for without them
SELECT (fringe_search(map, '(0,0)', '(158,158)')).method FROM field WHERE id = 0;

-- they come once the estimated time of searches is what building them is expected to take, per cell 0.3 us, or 0.8 with weights
CREATE FUNCTION earned_ms(which int, model gridmodel) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
  earned float8;
  p record;
BEGIN
  FOR p IN SELECT map, start, goal FROM field, pairs WHERE id = which ORDER BY n LOOP
    PERFORM fringe_cost(p.map, p.start, p.goal, model);
    IF (SELECT landmarks > 0 FROM fringe_cache()) THEN RETURN earned; END IF;
    earned := (SELECT search_ms FROM fringe_cache());
  END LOOP;
  RETURN NULL;
END $$;
SELECT fringe_cache_reset();
SELECT round((earned_ms(1, 'octile') / 7.68)::numeric, 2) AS "of the expected time";
SELECT fringe_cache_reset();
SELECT round((earned_ms(1, 'octile(@=3)') / 20.48)::numeric, 2) AS "with weights";
SELECT fringe_cache_reset();

-- none on open ground, where the obstacle-free distance is nearly the cost; nor with links or straight lines
INSERT INTO field VALUES (3, gridmap_walls(160, 160, 9, 4, 1)), (4, (SELECT gridmap_link(map, '{"(0,0)>(158,158)=300"}') FROM field WHERE id = 0));
SELECT model, count(cost) > 0 AS asked
FROM unnest('{octile,tile,octile(@=3),"octile(@=3, weigh=average)"}'::gridmodel[]) model,
  LATERAL (SELECT fringe_cost(map, start, goal, model) AS cost FROM field, pairs, generate_series(1, 20) WHERE id = 3) c
GROUP BY model ORDER BY model;
SELECT count(fringe_cost(map, start, goal)) AS linked FROM field, pairs WHERE id = 4;
SELECT count(fringe_cost(map, start, goal, 'anyangle')) AS lines FROM field, pairs WHERE id = 1 AND n <= 1000;
SELECT model, width * height * 0.0008 < search_ms AS enough, landmarks FROM fringe_cache() ORDER BY model, search_ms;

-- where they do not fit, nothing is evicted for them
SELECT fringe_cache_reset();
SET fringe.cache_size = '800kB';
SELECT wrong(0), wrong(0);
SELECT evictions, (SELECT sum(landmarks) FROM kept) AS landmarks FROM fringe_cache_totals();

-- and where some fit, there are fewer; routes are the same
SET fringe.cache_size = '1500kB';
SELECT wrong(0), wrong(0);
SELECT evictions, (SELECT sum(landmarks) BETWEEN 1 AND 9 FROM kept) AS fewer FROM fringe_cache_totals();
SELECT routes() = :'before' AS same_routes;
SELECT fringe_cache_reset();
SET fringe.cache_size = '4MB';
SELECT wrong(0);
SELECT evictions, (SELECT sum(landmarks) FROM kept) AS landmarks FROM fringe_cache_totals();

-- evicted, they are earned anew, though the map is still there
SELECT count(fringe_route(map, start, goal)) AS routes FROM field, pairs WHERE id = 0 AND n <= 2;
SELECT set_config('fringe.cache_size', ((map_bytes + workspace_bytes - 1) / 1024)::text || 'kB', false) LIKE '%kB' AS "a little too small"
FROM fringe_cache_totals();
SELECT count(fringe_route(map, start, goal)) AS routes FROM field, pairs WHERE id = 0 AND n <= 2;
SELECT evictions, (SELECT sum(landmarks) FROM kept) AS landmarks FROM fringe_cache_totals();
SET fringe.cache_size = '64MB';
SELECT misses AS before FROM fringe_cache_totals() \gset
SELECT wrong(0, most => 10);
SELECT misses = :before AS same_map, (SELECT sum(landmarks) FROM kept) AS landmarks FROM fringe_cache_totals();
SELECT wrong(0);
SELECT misses - :before AS made, (SELECT sum(landmarks) FROM kept) AS landmarks FROM fringe_cache_totals();
SELECT fringe_cache_reset();

-- nor do parallel workers build any, which end with their statement; asked as much, the session does
CREATE FUNCTION landmarks_here() RETURNS bigint LANGUAGE plpgsql PARALLEL SAFE AS $$ BEGIN RETURN (SELECT sum(landmarks) FROM fringe_cache()); END $$;
CREATE FUNCTION is_worker() RETURNS bool LANGUAGE plpgsql PARALLEL SAFE AS $$ BEGIN RETURN pg_backend_pid() <> current_setting('test.pid')::int; END $$;
CREATE TABLE asked WITH (parallel_workers = 2) AS SELECT n, start, goal FROM pairs, generate_series(1, 4);
CREATE TABLE arena AS SELECT map FROM field WHERE id = 0;
CREATE VIEW asked_here AS SELECT max(landmarks) > 0 AS landmarks, count(cost) > 6000 AS asked, bool_and(worker) AS by_workers
FROM (SELECT fringe_cost(map, start, goal, 'octile(@=3)') AS cost, CASE WHEN n % 1000 < 10 THEN landmarks_here() END AS landmarks,
  CASE WHEN n % 1000 < 10 THEN is_worker() END AS worker
  FROM asked, arena) a;
SELECT set_config('test.pid', pg_backend_pid()::text, false) <> '' AS set;
SELECT fringe_cache_reset();
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET parallel_leader_participation = off;
SET max_parallel_workers_per_gather = 2;
SELECT * FROM asked_here;
SET max_parallel_workers_per_gather = 0;
SELECT * FROM asked_here;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET parallel_leader_participation;
DROP VIEW asked_here;
DROP TABLE asked, arena;
DROP FUNCTION landmarks_here, is_worker;

-- searches in order of length, short ones first, earn them as well; while in use they are evicted last
SELECT fringe_cache_reset();
SELECT count(fringe_cost(map, start, goal, 'octile(@=3)')) AS costs
FROM field, (SELECT * FROM pairs ORDER BY start::point <-> goal::point, n OFFSET 0) p WHERE id = 0;
SELECT fringe_connected(map, '(0,0)', '(0,0)') FROM field WHERE id = 1;
SELECT count(fringe_cost(map, start, goal, 'octile(@=3)')) AS costs FROM field, pairs WHERE id = 0 AND n <= 2;
SELECT set_config('fringe.cache_size', ((map_bytes + workspace_bytes - 1) / 1024)::text || 'kB',
  false) LIKE '%kB' AS "a little too small"
FROM fringe_cache_totals();
SELECT fringe_connected(map, '(0,0)', '(0,0)', 'octile(@=3)') FROM field WHERE id = 0;
SELECT model, landmarks FROM fringe_cache() ORDER BY model;
RESET fringe.cache_size;

SELECT fringe_cache_reset();
DROP FUNCTION wrong(int, gridmodel, int), routes(gridmodel), earned_ms(int, gridmodel);
DROP VIEW kept;
DROP TABLE field, pairs;
