-- cells that one search avoids, beside a map that has them blocked, by random models
CREATE TABLE cave AS
SELECT id, gridmap_set(gridmap_fill(gridmap_caves(30, 24, 0.4, id), '(5,4)', '(14,12)', 'T'), spots, 'W') AS map, away
FROM generate_series(1, 4) id,
  LATERAL (SELECT array_agg(gridcell(i * 13 % 30, i * i % 24)) AS spots FROM generate_series(1, 50) i) s,
  LATERAL (SELECT array_agg(gridcell((i * 7 + id) % 30, (i * i + i * id) % 24)) AS away FROM generate_series(1, 90) i) a;
CREATE TABLE walled AS SELECT id, gridmap_set(map, away, '~') AS map FROM cave;

-- a word or number for each key, by a hash; the other model is the same text, and blocks a code that no map has
CREATE FUNCTION pick(seed int, key text, VARIADIC choices text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT choices[1 + (hashtextextended(key || seed, 0) & 65535) % cardinality(choices)] $$;
CREATE TABLE model AS
SELECT seed, (options || ')')::gridmodel AS model, (options || ', ~=blocked)')::gridmodel AS other
FROM generate_series(1, 60) seed, LATERAL (SELECT concat_ws(', ',
  pick(seed, 'moves', 'octile(straight=1', 'octile(straight=2', 'octile(diagonal=1', 'octile(straight=2, diagonal=3',
    'octile(diagonal=3', 'octile(diagonal=0.7', 'tile(straight=3'),
  CASE WHEN pick(seed, 'moves', 'o', 'o', 'o', 'o', 'o', 'o', 't') = 'o' THEN 'corners=' || pick(seed, 'corners', 'any', 'one', 'both') END,
  pick(seed, 'obstacle', NULL, 'obstacle=1', 'obstacle=3', 'obstacle=0.5', 'obstacle=2'),
  pick(seed, 'T', NULL, 'T=1', 'T=2', 'T=2.5/leave:N+E+S', 'T=blocked', 'T=7'),
  pick(seed, 'W', NULL, 'W=1', 'W=blocked', 'W=4/E+W+N', 'W=3'),
  pick(seed, '.', NULL, NULL, '.=2', '.=0.5'),
  pick(seed, 'weigh', NULL, 'weigh=enter', 'weigh=average'),
  pick(seed, 'size', NULL, NULL, 'size=2')) AS options) o;
INSERT INTO model VALUES (61, 'anyangle', 'anyangle(~=blocked)'),
  (62, 'anyangle(obstacle=1, straight=2.5)', 'anyangle(obstacle=1, straight=2.5, ~=blocked)'),
  (63, 'anyangle(size=2, T=1)', 'anyangle(size=2, T=1, ~=blocked)');
SELECT count(*) AS models, count(*) FILTER (WHERE model::text !~ 'blocked' AND model::text ~ 'obstacle') AS "that block nothing",
  count(*) FILTER (WHERE model::text !~ 'blocked' AND model::text ~ 'obstacle' AND model::text ~ 'corners') AS "with corners" FROM model;

-- the functions that avoid cells, as expressions on a question: of both maps the same, or as good
CREATE TABLE asked (function regprocedure PRIMARY KEY, avoiding text, walled text);
INSERT INTO asked SELECT (name || '(gridmap_avoiding,gridcell,gridcell,gridmodel,gridmethod,gridcell[])')::regprocedure,
  replace(expression, 'ASK', format('%s(map, start, goal, model, method, away)', name)),
  replace(expression, 'ASK', format('%s(walls, start, goal, other, method)', name))
FROM (VALUES ('fringe_cost', '(ASK)'),
  ('fringe_route',
    '(SELECT (gridpath_cost(r, walls, other), gridpath_start(r), gridpath_goal(r))::text FROM (SELECT ASK AS r OFFSET 0) r)'),
  ('fringe_path', '(SELECT array_agg((seq, x, y, step_cost, total_cost)::text ORDER BY seq) FROM ASK)'),
  ('fringe_search',
    '(SELECT (found, cost, length, iterations, visited, visited_last, expanded, expanded_last, reopened, open_peak, complete,
      optimal, s.method, route, opened)::text FROM ASK s)')) f(name, expression);
SELECT p.oid::regprocedure AS "not asked" FROM pg_proc p LEFT JOIN asked ON function = p.oid WHERE 'avoid' = ANY (proargnames) AND function IS NULL;
CREATE TABLE question AS
SELECT cave.map, walled.map AS walls, away, model, other,
  CASE WHEN model::text ~ 'anyangle' THEN 'auto' ELSE pick(seed + i, 'method', 'auto', 'auto', 'astar', 'fringe',
    'jump') END::gridmethod AS method,
  start, goal
FROM cave JOIN walled USING (id), model, generate_series(1, 12) i,
  LATERAL (SELECT gridcell(i * 7 % 30, (i * i + id) % 24) AS start, gridcell((i * 11 + id) % 30, i * 5 % 24) AS goal) pair;
CREATE FUNCTION answers(INOUT function regprocedure, avoiding text, walled text, OUT asked bigint, OUT answered bigint,
  OUT different bigint) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('
    SELECT count(*), count(*) FILTER (WHERE fringe_cost(walls, start, goal, other, method) > 0),
      failing((model, method, start, goal, a, b)::text) FILTER (WHERE a IS DISTINCT FROM b)
    FROM (SELECT *, %s AS a, %s AS b FROM question OFFSET 0) q', avoiding, walled)
  INTO asked, answered, different;
END $$;
SELECT a.* FROM asked q, answers(q.function, avoiding, walled) a ORDER BY a.function::text COLLATE "C";

-- corners past cells that are avoided, by a model that blocks nothing; it is not that of another rule
SELECT corners, fringe_cost(gridmap('{..,..}'::text[]), '(0,0)', '(1,1)', model, 'auto', '{"(1,0)","(0,1)"}') AS "past two",
  fringe_cost(gridmap('{..,..}'::text[]), '(0,0)', '(1,1)', model, 'auto', '{"(1,0)"}') AS "past one", model = 'octile(obstacle=3)' AS default
FROM unnest('{any,one,both}'::text[]) corners, LATERAL (SELECT format('octile(corners=%s, obstacle=3)', corners)::gridmodel AS model) m;

-- by name after a model by its place; the domain is no more than another name of the map's type
SET plan_cache_mode = force_generic_plan;
PREPARE avoiding(gridmap, gridcell) AS SELECT fringe_cost($1, $2, '(2,1)', avoid => '{"(1,0)"}'),
  fringe_search($1, $2, '(2,1)', 'tile', avoid => '{"(1,0)"}'), fringe_route($1, $2, '(2,1)', 'tile'), p.*
FROM fringe_path($1, $2, '(2,1)', 'tile', avoid => '{"(1,0)"}') p;
EXPLAIN (VERBOSE, COSTS off) EXECUTE avoiding(NULL, NULL);
DEALLOCATE avoiding;
RESET plan_cache_mode;

DROP FUNCTION answers, pick;
DROP TABLE cave, walled, model, asked, question;
