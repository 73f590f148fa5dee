-- a map keeps how its last search was prepared: whatever happens between two calls, the answer
-- is that of a search of its own
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
CREATE TABLE board AS SELECT i AS id, gridmap_rooms(160, 160, 7, i) AS map FROM generate_series(0, 5) i;

-- one call site for all calls of a transaction
CREATE FUNCTION ask(which int, model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS float8
LANGUAGE plpgsql AS $$
DECLARE
  m gridmap := (SELECT map FROM board WHERE id = which);
BEGIN
  RETURN fringe_cost(m, '(0,0)', '(158,158)', model, method);
END $$;

-- asks for all maps in turn, twice; how many answers are wrong
CREATE FUNCTION wrong(model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  result bigint;
BEGIN
  EXECUTE 'SELECT count(*) FILTER (WHERE ask(id, $1, $2) IS DISTINCT FROM
      (fringe_search(map, ''(0,0)'', ''(158,158)'', $1, ''astar(open=heap)'')).cost)
    FROM generate_series(1, 2) again, (SELECT * FROM board ORDER BY id) b' INTO result USING model, method;
  RETURN result;
END $$;

BEGIN;
SELECT wrong() AS cold, wrong() AS warm;

-- maps, models and methods that take turns
SELECT DISTINCT model, method, wrong(model, method)
FROM unnest('{octile, tile, octile(@=3), octile(size=2)}'::gridmodel[]) model,
  unnest('{auto, fringe, "astar(heuristic=altbest, landmarks=4)"}'::gridmethod[]) method, generate_series(1, 2);

-- the cache is emptied, too small for all maps, too small for one, and large again
SELECT fringe_cache_reset();
SELECT wrong() AS "after a reset";
SET fringe.cache_size = '400kB';
\set VERBOSITY terse
SELECT wrong() AS "in little room", wrong(method => 'astar(heuristic=alt)') AS "of landmarks";
\set VERBOSITY default
SET fringe.cache_size = 0;
SELECT wrong() AS "in no room", wrong(method => 'astar(heuristic=alt)') AS "of landmarks";
SELECT maps, map_bytes, workspace_bytes FROM fringe_cache_totals();
SET fringe.cache_size = '64MB';
SELECT wrong() AS "in room again";
SELECT fringe_cache_reset();

-- a larger workspace takes the place of the one in use, and nothing else changes
CREATE TABLE large AS SELECT gridmap_walls(1000, 1000, 500, 20, 1) AS map;
SELECT fringe_cost(map, '(0,0)', '(9,9)', 'octile', 'astar') > 0 AS searched FROM large;
SELECT wrong(method => 'astar');
SELECT fringe_cost(map, '(0,0)', '(9,9)', 'octile', 'idastar') > 0 AS searched FROM large;
SELECT wrong(method => 'astar') AS "in another workspace";

-- a method that changes and gives up, and nothing else changes
SELECT method, ask(3, method => method) IS NULL AS "gave up"
FROM unnest('{astar, "astar(max_expanded=1)", astar, "astar(max_expanded=1)", auto}'::gridmethod[]) method;

-- errors between two calls, at the same call site too, and settings that are rolled back
DO $$
BEGIN
  FOR i IN 1..3 LOOP
    BEGIN
      SET LOCAL fringe.max_memory = '200kB';
      PERFORM ask(0, 'octile(@=3)', 'astar');
      RAISE 'not refused';
    EXCEPTION WHEN configuration_limit_exceeded THEN
      RAISE NOTICE 'refused; wrong: %, %', wrong(), wrong('octile(@=3)', 'astar');
    END;
  END LOOP;
END $$;
CREATE FUNCTION ask_outside(goal gridcell) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
  m gridmap := (SELECT map FROM board WHERE id = 1);
BEGIN
  RETURN fringe_cost(m, '(0,0)', goal);
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN -1;
END $$;
SELECT goal, ask_outside(goal) = ask(1) AS same FROM unnest('{"(158,158)","(160,0)","(158,158)","(0,-1)","(158,158)"}'::gridcell[]) goal;

-- a limit that was lowered applies to what is prepared
SELECT ask(2) = ask(2, method => 'astar') AS same;
SAVEPOINT lowered;
SET fringe.max_memory = '100kB';
\set VERBOSITY sqlstate
SELECT ask(2, method => 'astar');
\set VERBOSITY default
ROLLBACK TO lowered;
SELECT ask(2, method => 'astar') = ask(2) AS same;

-- maps that change, change back, and go
SAVEPOINT changed;
UPDATE board SET map = gridmap_rooms(160, 160, 7, 10 + id);
SELECT wrong() AS "of other maps";
ROLLBACK TO changed;
SELECT wrong() AS "of those before";
TRUNCATE board;
INSERT INTO board SELECT i, gridmap_rooms(160, 160, 7, 5 - i) FROM generate_series(0, 5) i;
SELECT wrong() AS "in another order";
COMMIT;

-- what a call site uses counts as used: it is evicted last
BEGIN;
SELECT fringe_cache_reset();
SET LOCAL fringe.cache_size = '250kB';
SELECT bool_and(ask(0) > 0 AND ask(0) > 0 AND ask(id, method => 'astar') > 0) AS found FROM generate_series(1, 5) id;
SELECT gridmap_digest(map) IN (SELECT digest FROM fringe_cache()) AS kept FROM board WHERE id = 0;
SELECT hits > 5 AS used, evictions > 0 AS evicted FROM fringe_cache_totals();
COMMIT;

-- landmarks come into use, and go when they no longer fit
BEGIN;
SET LOCAL client_min_messages = warning; -- whether 200 kB suffice for one map depends on the build
CREATE FUNCTION ask_often(times int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  m gridmap := gridmap_rooms(160, 160, 7, 3);
  wanted float8 := (SELECT sum((fringe_search(m, '(0,0)', gridcell(x, x), 'octile', 'astar')).cost) FROM generate_series(0, 158) x);
  total float8;
  result bigint := 0;
BEGIN
  FOR i IN 1..times LOOP
    total := 0;
    FOR x IN 0..158 LOOP total := total + coalesce(fringe_cost(m, '(0,0)', gridcell(x, x)), 0); END LOOP;
    result := result + (abs(total - wanted) > 1e-6)::int;
    IF i % 20 = 0 THEN PERFORM set_config('fringe.cache_size', CASE WHEN i % 40 > 0 THEN '64MB' ELSE '200kB' END, true); END IF;
  END LOOP;
  RETURN result;
END $$;
SELECT fringe_cache_reset();
SELECT ask_often(190) AS wrong;
SELECT count(*) AS maps, sum(landmarks) > 0 AS landmarks FROM fringe_cache();
ROLLBACK;

DROP FUNCTION wrong(gridmodel, gridmethod), ask(int, gridmodel, gridmethod), ask_outside(gridcell);
DROP TABLE board, large;
