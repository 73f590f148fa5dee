-- what text becomes: lists of cells and links where a function wants them, single values where a column does
SET client_min_messages = warning;

-- Contexts of the casts from text to each type: i is implicit, a in assignments. A field and an index are made from maps.
SELECT t.oid::regtype AS type,
  max(castcontext::text) FILTER (WHERE castsource = 'text'::regtype) AS text, max(castcontext::text) FILTER (WHERE castsource = 'varchar'::regtype) AS varchar,
  (SELECT string_agg(castsource::regtype || ' ' || castcontext::text, ', ' ORDER BY castsource::regtype::text) FROM pg_cast WHERE casttarget = t.typarray) AS list
FROM pg_type t
JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND extname LIKE 'fringe%'
LEFT JOIN pg_cast ON casttarget = t.oid
WHERE t.typtype = 'b' AND t.typelem = 0
GROUP BY t.oid ORDER BY t.oid::regtype::text COLLATE "C";

-- Each function of a list of cells or links takes lists of text: a call with them means the same function.
CREATE FUNCTION meant(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE found text;
BEGIN
  EXECUTE 'CREATE VIEW asked AS SELECT (' || call || ') IS NULL AS x';
  SELECT string_agg(refobjid::regprocedure::text, ' ' ORDER BY refobjid) INTO found FROM pg_depend d JOIN pg_rewrite r ON d.objid = r.oid
  WHERE r.ev_class = 'asked'::regclass AND d.refclassid = 'pg_proc'::regclass
    AND refobjid::regprocedure::text ~ '^(fringe|grid)' AND refobjid::regprocedure::text !~ '^grid(cell|link|busy)_array';
  DROP VIEW asked;
  RETURN found;
EXCEPTION WHEN undefined_function OR ambiguous_function THEN
  RETURN SQLERRM;
END $$;
CREATE TABLE tried AS
SELECT function, call, meant(call) FROM (
  SELECT p.oid::regprocedure AS function, list, format('%s(%s)', proname, string_agg(
    CASE WHEN type IN ('gridcell[]'::regtype, 'gridlink[]'::regtype, 'gridbusy[]'::regtype) THEN 'NULL::' || list ELSE 'NULL::' || type END, ', ' ORDER BY place)) AS call
  FROM pg_proc p
  JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  JOIN pg_extension e ON e.oid = d.refobjid AND extname LIKE 'fringe%',
    unnest(proargtypes::oid[]::regtype[]) WITH ORDINALITY a (type, place), unnest('{text[],varchar[]}'::text[]) list
  WHERE proargtypes::oid[] && '{gridcell[],gridlink[],gridbusy[]}'::regtype[]::oid[] AND NOT 'internal'::regtype = ANY (proargtypes) AND prokind = 'f'
  GROUP BY p.oid, list) c;
SELECT count(DISTINCT function) > 20 AS functions, failing(call || ': ' || meant) FILTER (WHERE meant <> function::text) AS "mean another" FROM tried;
DROP TABLE tried;
DROP FUNCTION meant;

-- Lists, from a driver's text[] too.
CREATE TABLE given (t text[], v varchar[]);
INSERT INTO given VALUES ('{"(4,0)","(4,2)"}', '{"(4,0)","(4,2)"}');
CREATE TABLE hall AS SELECT gridmap('{.....,.@@@.,.....}'::text[]) AS map;
SELECT c.* FROM hall, fringe_costs(map, '(0,0)', ARRAY['(4,0)', '(4,2)']) c;
SELECT fringe_cost(gridmap_block(map, ARRAY['(2,0)', '(1,0)', '(0,1)']), '(0,0)', '(4,0)') AS text, fringe_cost(gridmap_block(map, v[2:]), '(0,0)', '(4,0)') AS varchar FROM hall, given;
PREPARE nearest (text[], varchar[]) AS
SELECT (SELECT goal FROM fringe_nearest(map, '(0,2)', $1)) AS text, (SELECT max(cost) FROM fringe_costs(map, '(0,2)', $2)) AS varchar FROM hall;
EXECUTE nearest (ARRAY['(4,0)', '(4,2)'], ARRAY['(0,0)', '(4,2)']);
DEALLOCATE nearest;
SELECT gridpath(ARRAY['(0,0)', '(1,0)', '(2,1)']) AS path,
  fringe_cost(gridmap_link(map, ARRAY['(0,0)>(4,2)', '(0,1)<>(4,1)=0.5:k']), '(0,0)', '(4,2)', 'octile(k=blocked)') AS linked FROM hall;
SELECT * FROM gridmap_links(gridmap_unlink(gridmap_link(gridmap('{....}'::text[]), ARRAY['(0,0)>(3,0)', '(0,0)<>(2,0)']), '{"(0,0)>(3,0)"}'::varchar[]));

-- The shape of the list stays: dimensions, bounds, NULLs.
SELECT t::gridcell[], t::varchar[]::gridcell[] = t::gridcell[] AS varchar, t::gridcell[]::text[] = t AS back
FROM (VALUES ('{}'::text[]), ('{"(1,2)",NULL,"3,4"}'), ('{NULL}'), ('[3:4]={"(1,2)","(3,4)"}'), ('{{"(0,0)",NULL,"(2147483647,-2147483648)"},{" ( 5 , 6 ) ","(7,8)",NULL}}')) v (t);
SELECT t::gridlink[], t::gridlink[]::text[] = t AS back FROM (VALUES ('{}'::text[]), ('[0:2]={"(1,2)>(3,4)",NULL,"(1,2)<>(3,4)=0.5:k"}')) v (t);
SELECT count(*) AS lists, failing(n::text) FILTER (WHERE NOT (cells::text[]::gridcell[] = cells AND cells::text[]::varchar[]::gridcell[] = cells)) AS wrong
FROM generate_series(0, 40) n, LATERAL (SELECT array_agg(CASE WHEN i % 5 <> n % 7 THEN gridcell(i * n, -i) END) AS cells FROM generate_series(0, n) i) c;
SELECT NULL::text[]::gridcell[] IS NULL AS "no list", ARRAY[NULL]::text[]::gridlink[] AS "a NULL";
SELECT ARRAY['(0,0)', '(0,q)']::text[]::gridcell[];
SELECT fringe_costs(map, '(0,0)', ARRAY['(4,0)', '(4']) FROM hall;
SELECT gridmap_link(map, ARRAY['(4,0)>']) FROM hall;

-- As a constant to the planner, and fit for a generated column and an index, as before there were these casts.
CREATE TABLE kept (t text[], cells gridcell[] GENERATED ALWAYS AS (t::gridcell[]) STORED);
CREATE INDEX ON kept ((t::gridcell[]));
INSERT INTO kept VALUES ('{"(1,2)"}');
TABLE kept;
EXPLAIN (COSTS off, VERBOSE) SELECT fringe_costs(map, '(0,0)', ARRAY['(4,0)', '(4,2)']) FROM hall;

-- What is text stays text.
SELECT gridmap(ARRAY['..', '.@']) = gridmap(ARRAY['..', '.@']::varchar[]) AS "rows of a map", ARRAY['a'] || ARRAY['b'] AS joined, ARRAY['(1,2)'] || '{"(3,4)"}' AS "with a literal",
  array_agg(x) AS collected, coalesce(ARRAY['(1,2)'], t) AS first, t = v::text[] AS equal, '(4,0)' = ANY (t) AS "any"
FROM given, unnest(ARRAY['(1,2)']) x GROUP BY t, v;
SELECT pg_typeof(coalesce(ARRAY['(1,2)'], NULL::gridcell[])) AS coalesce, pg_typeof(CASE WHEN true THEN t ELSE NULL::gridcell[] END) AS "case", pg_typeof(unnest(t)) FROM given;
\set VERBOSITY sqlstate
SELECT 'a'::text + 'b'::text;
SELECT gridcell_x('(1,2)'::text);
\set VERBOSITY default

-- Single values, where they are assigned.
CREATE TABLE filled (cell gridcell, path gridpath, link gridlink, busy gridbusy, map gridmap, model gridmodel, method gridmethod);
INSERT INTO filled SELECT t, '(0,0) E2'::text, '(1,2)>(3,4)'::text, '(1,2)@3..'::text, E'type octile\nheight 1\nwidth 1\nmap\n.\n'::text, 'tile'::text, 'auto'::text FROM (VALUES ('(1,2)'::text)) v (t);
INSERT INTO filled SELECT cell::text::varchar, path::text::varchar, link::text::varchar, busy::text::varchar, map::text::varchar, model::text::varchar, method::text::varchar FROM filled;
UPDATE filled SET cell = '(1,2)'::varchar;
SELECT count(*) AS same FROM filled GROUP BY cell, path, link, busy, map, model, method;
INSERT INTO filled (cell) SELECT t FROM (VALUES ('(1;2)'::text)) v (t);
INSERT INTO filled (path) SELECT t FROM (VALUES ('(1,2) X3'::varchar)) v (t);
DROP TABLE given, hall, kept, filled;
