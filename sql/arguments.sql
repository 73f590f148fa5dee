-- What functions take as a model or a method, and arguments by name.
CREATE TABLE taking AS
SELECT p.oid::regprocedure AS function, proname AS name, proargtypes::oid[]::regtype[] AS types
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE e.extname LIKE 'fringe%' AND proargtypes::oid[] && '{gridmodel,gridmethod}'::regtype[]::oid[] AND proname !~ '^gridm(odel|ethod)_';

-- the function that a call means, or why it means none
CREATE FUNCTION meant(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE found text;
BEGIN
  EXECUTE 'CREATE VIEW asked AS SELECT (' || call || ') IS NULL AS x FROM given';
  SELECT refobjid::regprocedure INTO found FROM pg_depend d JOIN pg_rewrite r ON d.objid = r.oid
  WHERE r.ev_class = 'asked'::regclass AND d.refclassid = 'pg_proc'::regclass AND refobjid::regprocedure::text ~ '^(fringe|grid)';
  DROP VIEW asked;
  RETURN found;
EXCEPTION WHEN undefined_function OR ambiguous_function THEN
  RETURN SQLERRM;
END $$;
CREATE TABLE given (t text, v varchar, m gridmodel, s gridmethod);
CREATE TABLE spelling (of regtype, way text, value text);
INSERT INTO spelling SELECT of, w.* FROM (VALUES ('gridmodel'::regtype, 'octile', 'm'), ('gridmethod', 'auto', 's')) o(of, usual, typed),
  LATERAL (VALUES ('literal', quote_literal(usual)), ('null', 'NULL'), ('typed', typed), ('text', 't'), ('varchar', 'v'),
    ('expression', format('format(''%s'')', usual))) w;

-- each of them with models and methods in each way, and everything else by its type; a call that means another function is listed
CREATE TABLE tried AS
SELECT function, way, call, meant(call) FROM (
  SELECT function, m.way || CASE WHEN 'gridmethod'::regtype = ANY (types) THEN ', ' || s.way ELSE '' END AS way,
    format('%s(%s)', name, (SELECT string_agg(CASE type WHEN 'gridmodel'::regtype THEN m.value WHEN 'gridmethod'::regtype THEN s.value
      ELSE 'NULL::' || type END, ', ' ORDER BY place) FROM unnest(types) WITH ORDINALITY t(type, place))) AS call
  FROM taking, spelling m, spelling s
  WHERE m.of = 'gridmodel'::regtype AND s.of = 'gridmethod'::regtype AND ('gridmethod'::regtype = ANY (types) OR s.way = 'typed')) c;
SELECT count(DISTINCT function) > 25 AS functions, count(*) > 300 AS calls, failing(call || ': ' || meant) FILTER (WHERE meant NOT LIKE '%(%') AS "mean nothing" FROM tried;
SELECT function, meant, string_agg(way, '; ' ORDER BY way) AS ways FROM tried WHERE meant IS DISTINCT FROM function::text GROUP BY function, meant
ORDER BY function::text COLLATE "C", meant;

-- a text is read as a literal is, and an error says the same
PREPARE by_text(text, varchar) AS SELECT fringe_fewest_turns(map, '(0,0)', '(2,2)', $1) AS route, c.*
FROM gridmap('{...,.@.,...}'::text[]) map, fringe_closest(map, '(0,0)', '(2,2)', $2) c;
EXECUTE by_text('tile', 'octile(@=9)');
EXECUTE by_text('til', 'tile');
DEALLOCATE by_text;
SELECT gridpath_valid('(0,0) E2', map, format('octile(size=%s)', size)) AS valid FROM gridmap('{...,...}'::text[]) map, generate_series(1, 2) size;
SELECT fringe_pursuit(gridmap('{...}'::text[]), '(0,0)', '{"(2,0)"}', 'tile'::text, 'jmp'::varchar);
-- texts are still compared with each other as texts, and can use their indexes
CREATE TABLE word (t text PRIMARY KEY, v varchar UNIQUE, c char(9) UNIQUE, n name UNIQUE, m gridmodel, s gridmethod);
INSERT INTO word SELECT w, w, w, w, w, 'auto' FROM unnest('{octile,tile}'::text[]) w;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT plan_of(format('SELECT * FROM word WHERE %I = %s', column_name, value)) FROM unnest('{t,v,c,n}'::text[]) column_name,
  unnest('{''tile'',''tile''::text,''tile''::varchar}'::text[]) value WHERE (column_name, value) <> ('c', '''tile''::text');
RESET enable_seqscan;
RESET enable_bitmapscan;
SELECT count(*) FILTER (WHERE m = t) AS "by text", count(*) FILTER (WHERE v = m) AS "by varchar", count(*) FILTER (WHERE m < t OR s <> 'auto'::text) AS "none",
  count(*) FILTER (WHERE v || t LIKE 'tile%' AND least(v, t) = max_of) AS concatenated FROM word, (SELECT max(v) AS max_of FROM word) x;
\set VERBOSITY sqlstate
SELECT 'a'::text + 'b'::text;
\set VERBOSITY default

-- every set of the arguments that may be left out, each as far as possible by its place or by its name, each in all ways: the answer is that
-- of both by their places
CREATE TABLE option (place int, name text, value text);
INSERT INTO option VALUES (1, 'model', '''tile'''), (1, 'model', '''tile''::gridmodel'), (1, 'model', 'format(''tile'')'), (1, 'model', '''tile''::varchar'),
  (2, 'method', '''astar'''), (2, 'method', '''astar''::gridmethod'), (2, 'method', 'format(''astar'')'), (2, 'method', '''astar''::varchar');
CREATE TABLE call AS
WITH RECURSIVE chosen AS (
  SELECT 0 AS place, '' AS list, 0 AS by_place, '{}'::text[] AS names
  UNION ALL
  SELECT o.place, list || ', ' || CASE WHEN named THEN o.name || ' => ' ELSE '' END || value, by_place + (NOT named)::int, names || o.name
  FROM chosen c JOIN option o ON o.place > c.place CROSS JOIN (VALUES (true), (false)) n(named)
  WHERE named OR by_place = o.place - 1)
SELECT names, list, by_place FROM chosen;
CREATE FUNCTION answer(expression text, list text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
  EXECUTE replace(expression, 'ASK', '(gridmap(''{...,...,...}''::text[]), ''(0,1)'', ''(2,2)''' || list || ')') INTO result;
  RETURN result;
EXCEPTION WHEN undefined_function OR ambiguous_function THEN
  RETURN SQLERRM;
END $$;
CREATE TABLE asking (name text, expression text);
INSERT INTO asking VALUES ('cost', 'SELECT fringe_costASK'), ('route', 'SELECT fringe_routeASK'),
  ('path', 'SELECT array_agg((seq, x, y, total_cost)::text ORDER BY seq) FROM fringe_pathASK'), ('search', 'SELECT (cost, s.method, visited, route)::text FROM fringe_searchASK s');
SELECT name, count(*) AS calls, count(DISTINCT names) AS sets, count(DISTINCT expected) AS answers, failing(list || ': ' || answer) FILTER (WHERE answer IS DISTINCT FROM expected) AS wrong
FROM asking, call, LATERAL (SELECT answer(expression, list) OFFSET 0) a, LATERAL (SELECT answer(expression, format(', %s, %s',
  CASE WHEN 'model' = ANY (names) THEN '''tile''' ELSE '''octile''' END, CASE WHEN 'method' = ANY (names) THEN '''astar''' ELSE '''auto''' END)) AS expected OFFSET 0) e
GROUP BY name ORDER BY name;

DROP TABLE taking, given, spelling, tried, word, option, call, asking;
DROP FUNCTION meant, answer;

-- Names and results, for every function. Those of 1.0 keep what they have, and other functions of their names have the same columns.
CREATE TABLE named AS
SELECT p.oid, p.oid::regprocedure::text AS function, proname AS name, ARRAY(SELECT unnest(proargtypes)::regtype::text) AS takes,
  ARRAY(SELECT type::regtype::text FROM unnest(proallargtypes, proargmodes) a(type, mode) WHERE mode IN ('o', 't')) || prorettype::regtype::text AS returns,
  ARRAY(SELECT column_name FROM unnest(proargnames, proargmodes) a(column_name, mode) WHERE mode IN ('o', 't')) AS columns, released.name IS NOT NULL AS released
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND extname LIKE 'fringe%'
  LEFT JOIN (SELECT DISTINCT (regexp_matches(pg_read_file(setting || '/extension/fringe--1.0.sql'), '(?:FUNCTION|AGGREGATE) (\w+)\(', 'g'))[1] AS name
    FROM pg_config() WHERE name = 'SHAREDIR') released ON released.name = proname;
SELECT count(*) FILTER (WHERE released) > 100 AS released, count(*) FILTER (WHERE NOT released) > 80 AS "of 1.1" FROM named;
-- but for pixels of a file
SELECT function AS "a cell as x and y" FROM named WHERE NOT released AND columns && '{x,y}' AND NOT columns && '{properties}';
SELECT function AS "a code as ""char""" FROM named WHERE NOT released AND '"char"' = ANY (returns);
-- gridX_* takes or makes an X. Exceptions are what an aggregate calls in between, gridmap_FORMAT_Y, which reads from a file of gridmap_from_FORMAT something other than its map,
-- and gridpath_delay, whose path is positions with their times.
SELECT function AS "without the type of its name" FROM (SELECT *, substring(name FROM '^(grid[a-z]+)') AS type FROM named) n
WHERE name LIKE 'grid%' AND name <> 'gridpath_delay' AND NOT ARRAY[type, type || '[]'] && (takes || returns)
  AND NOT EXISTS (SELECT FROM named f WHERE n.name LIKE replace(f.name, '_from_', '_') || '\_%' AND f.name LIKE 'gridmap\_from\_%')
  AND NOT EXISTS (SELECT FROM pg_aggregate WHERE n.oid IN (aggtransfn, aggfinalfn, aggcombinefn, aggserialfn, aggdeserialfn));
-- a function that reads a file takes its rule after the file: the rule is the first argument that has a default
SELECT count(*) FILTER (WHERE p.proargnames[pronargs - pronargdefaults + 1] = 'rule') AS "take a rule",
  failing(p.oid::regprocedure::text) FILTER (WHERE p.proargnames[pronargs - pronargdefaults + 1] <> 'rule') AS "not first"
FROM pg_proc p JOIN named USING (oid) WHERE 'rule' = ANY (p.proargnames[1:p.pronargs]) AND proname NOT LIKE 'gridmap\_to\_%';
-- no two names differ only by the order of their words
SELECT words, array_agg(DISTINCT name ORDER BY name) AS "same words"
FROM named, LATERAL (SELECT array_agg(word ORDER BY word) AS words FROM regexp_split_to_table(name, '_') word) w GROUP BY words HAVING count(DISTINCT name) > 1;
-- fringe_* asks about movement: with a model, or of what has been made with one; the planner asks those that take an internal
CREATE TABLE apart (name text, does text);
INSERT INTO apart VALUES ('fringe_ascii', 'draws'), ('fringe_png', 'draws'), ('fringe_plan_svg', 'draws'), ('fringe_combinations', 'lists rules'), ('fringe_sample', 'makes tables'), ('fringe_scenarios', 'reads a file'), ('fringe_asc', 'writes a file'), ('fringe_slope', 'writes a key of models'),
  ('fringe_cache', 'session'), ('fringe_cache_1_0', 'session'), ('fringe_cache_totals', 'session'), ('fringe_cache_reset', 'session'), ('fringe_version', 'session');
SELECT coalesce(function, a.name) AS "without a model" FROM (SELECT * FROM named WHERE name LIKE 'fringe\_%' AND NOT takes && '{gridmodel,gridindex,gridfield,internal}') n
  FULL JOIN apart a USING (name) WHERE function IS NULL OR a.name IS NULL;
-- where one function has the first arguments of another, a default would do; these cannot have one
SELECT less.function AS less, more.function AS more FROM named less JOIN named more USING (name)
WHERE cardinality(less.takes) < cardinality(more.takes) AND more.takes[:cardinality(less.takes)] = less.takes
ORDER BY less.function COLLATE "C", more.function COLLATE "C";
DROP TABLE named, apart;
