-- Lists of cells and links. NULL is an empty list where they are set, blocked or linked; where they are operands, as goals are, it gives no
-- result. Every function with such an argument is asked.
CREATE TABLE asked AS
SELECT p.oid::regprocedure AS function, proname AS name, place AS list, proargnames[place] AS argument, place > pronargs - pronargdefaults AS may_be_left_out,
  string_to_array(proargtypes::text, ' ')::oid[]::regtype[] AS types, proargnames[1:pronargs] AS names
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid, generate_series(1, pronargs) place
WHERE e.extname LIKE 'fringe%' AND proargtypes[place - 1] IN ('gridcell[]'::regtype, 'gridlink[]'::regtype, 'gridbusy[]'::regtype);
CREATE TABLE role (name text, argument text, empty bool);
INSERT INTO role SELECT unnest(names), argument, empty FROM (VALUES
  (true, 'cells', '{gridmap_set,gridmap_set_layer,gridmap_block,gridmap_unblock,gridmap_set_sides}'::text[]), (true, 'links', '{gridmap_link,gridmap_unlink}'),
  (true, 'beats', '{fringe_chase}'), (true, 'busy', '{fringe_timed_route}'),
  (false, 'goals', '{fringe_costs,fringe_nearest,fringe_nearest_within,fringe_field,fringe_plan,fringe_plan_summary,fringe_assign}'),
  (false, 'cells', '{fringe_matrix,fringe_matrix_tsp,fringe_exposure,fringe_route_via,gridpath,fringe_plan_conflicts,fringe_plan_svg}'), (false, 'stops', '{fringe_tour}'), (false, 'sites', '{fringe_network}'), (false, 'positions', '{fringe_walks,fringe_try_walks,gridpath_delay}'), (false, 'starts', '{fringe_reach,fringe_territory,fringe_surface,fringe_plan,fringe_plan_summary,fringe_assign}'),
  (false, 'prey', '{fringe_pursuit,fringe_chase}'), (false, 'hunters', '{fringe_chase}')) r(empty, argument, names);
SELECT function AS "without a role", argument FROM asked LEFT JOIN role USING (name, argument) WHERE empty IS NULL;
SELECT name AS "of no function", argument FROM role LEFT JOIN asked USING (name, argument) WHERE function IS NULL;

-- a value for each argument, by its name or its type; times are a date that is a number, too
CREATE TABLE sample (of text PRIMARY KEY, value text);
INSERT INTO sample VALUES ('gridmap', $$gridmap_link(gridmap('{...,...,...}'::text[]), '{"(0,1)>(2,0)=9"}')$$), ('unlinked', $$gridmap('{...,...,...}'::text[])$$),
  ('gridindex', $$fringe_index(gridmap('{...,...,...}'::text[]))$$), ('gridcell', $$'(0,0)'$$), ('goal', $$'(2,2)'$$), ('gridcell[]', $$'{"(1,1)"}'$$),
  ('hunters', $$'{"(0,0)"}'$$), ('prey', $$'{"(2,2)"}'$$), ('sites', $$'{"(0,0)","(2,2)"}'$$), ('times', $$'{20260101}'$$), ('interval', $$'1 second'$$), ('least', $$'sum'$$), ('priority', $$'together'$$), ('gridbusy[]', $$'{"(1,0)@0..9","(0,1)@0..9"}'$$), ('gridlink[]', $$'{"(0,1)>(2,0)=9","(2,1)>(0,2)=9"}'$$), ('gridmodel', $$'octile'$$),
  ('gridmethod', $$'auto'$$), ('"char"', $$'@'$$), ('code', $$'@'$$), ('text', $$'closest'$$), ('integer', '2'), ('bigint', '2'), ('double precision', '1.5'),
  ('boolean', 'true'), ('gridmap[]', $$'{}'$$), ('integer[]', $$'{}'$$), ('name', $$'x'$$), ('sides', $$'E'$$), ('ground', $$'blocks'$$), ('layout', 'NULL'), ('eye', 'NULL'), ('target', 'NULL'), ('through', $$'@'$$);
-- the call of a function by names, with this value of its list; NULL leaves it out. Another argument may be NULL.
CREATE FUNCTION call_with(a asked, list text, is_null int DEFAULT 0) RETURNS text LANGUAGE sql AS $$
  SELECT format('%s(%s)', a.name, string_agg(format('%I => (%s)::%s', a.names[n], given, a.types[n]), ', '))
  FROM generate_subscripts(a.names, 1) n LEFT JOIN sample named ON named.of = a.names[n] AND a.types[n] <> 'boolean'::regtype LEFT JOIN sample typed ON typed.of = a.types[n]::text,
    LATERAL (SELECT CASE WHEN n = a.list THEN list WHEN n = is_null THEN 'NULL'
      WHEN a.names[n] = 'values' THEN format('SELECT array_agg(5) FROM unnest((%s)::gridcell[])', coalesce(list, 'NULL'))
      WHEN a.name = 'fringe_timed_route' AND a.types[n] = 'gridmodel'::regtype THEN $m$'tile'$m$
      WHEN a.name = 'gridmap_unblock' AND a.types[n] = 'gridmap'::regtype THEN format('gridmap_block(%s, ''{"(1,1)"}'')', typed.value)
      WHEN a.name = 'fringe_plan_conflicts' AND a.types[n] = 'gridmap'::regtype THEN format('gridmap_block(%s, ''{"(1,1)"}'')', (SELECT value FROM sample WHERE of = 'unlinked'))
      WHEN a.name IN ('fringe_plan_conflicts', 'fringe_plan_svg') AND a.types[n] = 'integer[]'::regtype THEN '''{1}'''
      WHEN a.name ~ 'chase|pursuit|plan' AND a.types[n] = 'gridmap'::regtype THEN (SELECT value FROM sample WHERE of = 'unlinked')
      ELSE coalesce(named.value, typed.value) END AS given) v WHERE given IS NOT NULL $$;
CREATE FUNCTION outcome(call text, OUT result text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT jsonb_agg(j) FROM (SELECT jsonb_strip_nulls(to_jsonb(f) - ''search_us'') AS j FROM (SELECT * FROM %s) f) g WHERE j <> ''{}''', call) INTO result;
EXCEPTION WHEN OTHERS THEN
  result := SQLSTATE || ' ' || SQLERRM;
END $$;

-- NULL, an array_agg() of no rows and '{}' are the same, and so is no list if it may be left out; a list with an element is not
CREATE TABLE answer AS
SELECT a.*, empty, outcome(call_with(a, 'NULL')) AS by_null, outcome(call_with(a, format('SELECT array_agg(x) FROM unnest(''{}''::%s) x', types[list]))) AS by_aggregate,
  outcome(call_with(a, '''{}''')) AS by_empty, outcome(call_with(a, NULL)) AS left_out, outcome(call_with(a, value)) AS filled,
  outcome(call_with(a, '''{NULL}''')) AS with_null
FROM asked a JOIN role USING (name, argument), LATERAL (SELECT value FROM sample WHERE of IN (argument, types[list]::text) ORDER BY of = argument DESC LIMIT 1) v;
SELECT empty, count(*) AS functions,
  failing((function, argument, by_null, by_aggregate)::text) FILTER (WHERE CASE WHEN empty THEN by_empty END IS DISTINCT FROM by_null OR by_aggregate IS DISTINCT FROM by_null) AS wrong,
  count(*) FILTER (WHERE may_be_left_out) AS "may be left out", failing((function, argument, left_out)::text) FILTER (WHERE may_be_left_out AND left_out IS DISTINCT FROM by_empty) AS "wrong then",
  failing((function, argument, filled)::text) FILTER (WHERE filled IS NULL OR filled ~ '^[0-9A-Z]{5} ' OR filled = by_empty) AS "without effect"
FROM answer GROUP BY empty ORDER BY empty;
-- a NULL in a list of what to set, block or link is an error
SELECT with_null, count(*) FROM answer WHERE empty GROUP BY with_null ORDER BY with_null;
-- any other argument that is NULL gives no result, whatever the list is
SELECT count(*) AS asked, failing((function, names[n], list_value, result)::text) FILTER (WHERE result IS NOT NULL) AS wrong
FROM asked a JOIN role USING (name, argument), generate_subscripts(types, 1) n, (VALUES ('NULL'), ('''{}''')) v(list_value), LATERAL outcome(call_with(a, list_value, n))
WHERE empty AND types[n]::text !~ '\[\]$';

DROP FUNCTION call_with;
DROP TABLE asked, role, sample, answer;
DROP FUNCTION outcome;
