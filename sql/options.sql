-- Options in company: every pair of the options of a method, alone and with each heuristic, in every function that takes a method. The core's
-- test_options takes larger sets; here the server makes landmarks and workspaces. The parser names searches, keys, words and limits.
SET max_parallel_workers_per_gather = 0;
SET client_min_messages = warning;
CREATE SCHEMA options;
SET search_path = options, public;

-- What an error says would do: words, or the least, the next and the largest number.
CREATE FUNCTION choices(method text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE hint text;
BEGIN
  PERFORM method::gridmethod;
EXCEPTION WHEN invalid_text_representation OR invalid_parameter_value THEN
  GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
  IF hint ~ '^Valid' THEN
    RETURN QUERY SELECT w FROM regexp_split_to_table(regexp_replace(rtrim(hint, '.'), '^Valid \w+ are ', ''), ', | and ') w;
  ELSIF hint ~ 'from \d+ to \d+' THEN
    RETURN QUERY SELECT DISTINCT w FROM regexp_match(hint, 'from (\d+) to (\d+)') m, unnest(ARRAY[m[1], m[1]::bigint + 1 || '', m[2]]) w;
  ELSIF hint ~ 'decimal' THEN
    RETURN QUERY SELECT unnest('{0.000000001,2.5,999999999}'::text[]);
  END IF;
END $$;
CREATE FUNCTION read_method(text text) RETURNS gridmethod LANGUAGE plpgsql AS $$
BEGIN
  RETURN text::gridmethod;
EXCEPTION WHEN invalid_text_representation OR invalid_parameter_value THEN
  RETURN NULL;
END $$;

CREATE TABLE choice AS
SELECT search, key, value FROM choices('none') search, choices(search || '(none=1)') key, choices(format('%s(%s=!)', search, key)) value;
SELECT search, count(DISTINCT key) AS keys, count(*) AS values FROM choice GROUP BY search ORDER BY search;

-- IDA* may take forever without a limit, which is no part of these sets then.
CREATE TABLE method AS
SELECT DISTINCT search, read_method(format('%s(%s)', search, concat_ws(', ', one, two, heuristic,
    CASE WHEN search = 'idastar' AND concat_ws(',', one, two) !~ 'max_expanded' THEN 'max_expanded=2000' END))) AS method,
  concat_ws(', ', one, two) ~ '(delta|seen|max_expanded)=' AS inexact, search = 'idastar' AS limited
FROM (SELECT a.search, format('%s=%s', a.key, a.value) AS one, format('%s=%s', b.key, b.value) AS two
    FROM choice a LEFT JOIN choice b ON b.search = a.search AND b.key >= a.key AND (b.key, b.value) <> (a.key, a.value)
    WHERE b.key <> a.key OR b.key IS NULL) pair,
  unnest('{NULL,heuristic=alt,heuristic=altbest,heuristic=levels}'::text[]) heuristic;
INSERT INTO method SELECT search, search::gridmethod, false, search = 'idastar' FROM choices('none') search;
DELETE FROM method WHERE method IS NULL OR search IN ('visibility', 'turns'); -- sql/anyangle.sql and turns.sql ask these, which have no options
ALTER TABLE method ADD n serial;
SELECT count(DISTINCT method) > 2000 AS "many methods", count(DISTINCT search) AS searches FROM method;

-- Maps of 1 x 1, 4 x 1 and 9 x 9, the last one mostly corridors; a model of each kind. In the last question costs may be out of range, and only a
-- sweep tells that there is no path.
CREATE TABLE question AS
SELECT m.*, model::gridmodel, false AS linked
FROM (VALUES (gridmap('{.}'::text[]), gridcell '(0,0)', gridcell '(0,0)'), (gridmap('{..R.}'::text[]), '(0,0)', '(3,0)'),
    (gridmap('{....@....,.@@.@.@@.,.@...R.@.,.@.@@@.@.,.v.@.@.R.,.@@@@@@@.,...R.....,@@.@@@@@.,..v.@....}'::text[]), '(0,0)', '(8,8)')) m(map, a, b),
  unnest(ARRAY['tile', 'octile', 'octile(weigh=average, R=2.5, v=7)', 'octile(size=2, @=3)', 'octile(v=S+E+SE, R=leave:none)', 'octile(.=0, R=2)']) model;
INSERT INTO question
SELECT gridmap_link(map, '{"(0,0)<>(8,8)=2","(4,4)>(1,2)","(2,4)>(4,4)=0"}'), a, b, model, true FROM question WHERE b = '(8,8)' AND model = 'octile';
INSERT INTO question SELECT map, '(5,0)', '(0,0)', 'octile(.=0.001, v=500, R=1/leave:none)', false FROM question WHERE b = '(8,8)' AND model = 'tile';
ALTER TABLE question ADD n serial, ADD least float8;
UPDATE question SET least = fringe_cost(map, a, b, model, 'sweep');
SELECT count(*) AS questions, count(least) AS with_path FROM question;

-- Estimates are at least what a path costs so far, and at most what the best path through the cell costs. Some searches begin at the goal.
CREATE TABLE rest AS
SELECT n, cell, CASE WHEN least >= 0 THEN greatest(fringe_cost(map, cell, b, model, 'sweep'), fringe_cost(map, a, cell, model, 'sweep')) END AS cost
FROM question, generate_series(0, gridmap_width(map) - 1) x, generate_series(0, gridmap_height(map) - 1) y, LATERAL gridcell(x, y) cell;
ANALYZE rest;

-- A way is an expression on a question and a method.
CREATE TABLE way (n serial, function regprocedure, expression text);
INSERT INTO way (function, expression) VALUES
('fringe_cost(gridmap,gridcell,gridcell,gridmodel,gridmethod)', 'fringe_cost(map, a, b, model, method)'),
('fringe_route(gridmap,gridcell,gridcell,gridmodel,gridmethod)', 'gridpath_cost(fringe_route(map, a, b, model, method), map, model)'),
('fringe_try_cost(gridmap,gridcell,gridcell,gridmodel,gridmethod)', 'fringe_try_cost(map, a, b, model, method)'),
('fringe_try_route(gridmap,gridcell,gridcell,gridmodel,gridmethod)', 'gridpath_cost(fringe_try_route(map, a, b, model, method), map, model)'),
('fringe_path(gridmap,gridcell,gridcell,gridmodel,gridmethod)', '(SELECT max(total_cost) FROM fringe_path(map, a, b, model, method))'),
('fringe_search(gridmap,gridcell,gridcell,gridmodel,gridmethod)', '(fringe_search(map, a, b, model, method)).cost'),
('fringe_trace(gridmap,gridcell,gridcell,gridmodel,gridmethod)',
  '(SELECT CASE WHEN count(*) FILTER (WHERE NOT f * (1 + 1e-12) BETWEEN g AND (g + rest.cost) * (1 + 2e-12)) = 0 THEN least ELSE -1 END
    FROM fringe_trace(map, a, b, model, method) LEFT JOIN rest ON rest.n = q.n AND rest.cell = gridcell(x, y))'),
('fringe_pursuit(gridmap,gridcell,gridcell[],gridmodel,gridmethod,integer)',
  '(SELECT least + 0 * count(*) FROM fringe_pursuit(map, a, ARRAY[b, b], model, method))'),
('fringe_chase(gridmap,gridcell[],gridcell[],gridmodel,gridmethod,double precision,integer,double precision,gridcell[],integer,double precision,double precision,integer,text,boolean,gridmap[],integer[],bigint)',
  '(SELECT least + 0 * count(*) FROM fringe_chase(map, ARRAY[a], ARRAY[b], model, method, ticks => 2, flee => 0.5))');
SELECT p.oid::regprocedure AS "without a row in the table way"
FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid AND extname LIKE 'fringe%'
WHERE 'gridmethod'::regtype = ANY (p.proargtypes) AND proname !~ '^gridmethod' AND p.oid NOT IN (SELECT function FROM way) ORDER BY 1;

-- Each method in each function, on one question after another, and for a cost on a quarter of them. Once each call makes its own workspace and landmarks of
-- just their size, and once the cache keeps them.
CREATE FUNCTION ask_all(cache_size text, OUT asked bigint, OUT wrong bigint) LANGUAGE plpgsql AS $$
DECLARE w record; more_asked bigint; more_wrong bigint;
BEGIN
  PERFORM set_config('fringe.cache_size', cache_size, true);
  asked := 0;
  wrong := 0;
  FOR w IN SELECT *, count(*) OVER () AS ways, (SELECT count(*) FROM question) AS questions FROM way LOOP
    EXECUTE format('SELECT count(*), failing(concat_ws('': '', %L, method, model, gridmap_width(map), cost)) FILTER (WHERE cost IS DISTINCT FROM least AND
        NOT (cost IS NULL AND limited) AND NOT (inexact AND (cost IS NULL OR cost > least)))
      FROM (SELECT m.*, q.map, q.model, q.least, %s AS cost FROM method m JOIN question q ON (m.n + %s) %% %s = q.n - 1 OR (%s = 1 AND (m.n + q.n) %% 4 = 0)
        WHERE NOT linked OR (search IN (''auto'', ''jump'', ''sweep'') AND %L !~ ''pursuit|chase'') OFFSET 0) x',
      w.expression, w.expression, w.n, w.questions, w.n, w.expression)
    INTO more_asked, more_wrong;
    asked := asked + more_asked;
    wrong := wrong + more_wrong;
  END LOOP;
END $$;
SELECT asked > 20000 AS "asked many", wrong FROM ask_all('0');
SELECT asked > 20000 AS "asked many", wrong FROM ask_all('64MB');
DROP SCHEMA options CASCADE;
