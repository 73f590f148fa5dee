-- fringe.max_memory decides alone whether a call fails: each function that takes a map, an index or a field, under models of each kind, has the
-- same outcome with nothing kept, again, after all others, in another order, and after much was asked. A type without a sample here fails.
SET jit = off;
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
SET client_min_messages = warning; -- none about what does not fit
CREATE TABLE world AS SELECT map, gridmap_link(map, '{"(1,1)>(100,80)=2","(40,3)<>(3,70)=1"}') AS linked, fringe_index(map) AS index, fringe_field(map, '{"(1,1)"}') AS field,
  fringe_route(map, '(1,1)', '(118,98)') AS path
FROM (SELECT gridmap_rooms(120, 100, 9, 4) AS map) m;
CREATE TABLE sample (type regtype PRIMARY KEY, value text NOT NULL);
INSERT INTO sample VALUES ('gridmap', '(SELECT map FROM world)'),
  ('gridindex', '(SELECT index FROM world)'), ('gridfield', '(SELECT field FROM world)'), ('gridpath', '(SELECT path FROM world)'),
  ('gridpath[]', 'ARRAY(SELECT path FROM world)'), ('gridmap[]', 'ARRAY(SELECT map FROM world)'),
  ('gridcell', '''(118,98)'''), ('gridcell[]', '''{"(1,1)","(60,51)","(118,98)"}'''), ('gridcell_value[]', '''{"(\"(1,1)\",3)"}'''),
  ('gridmodel', '%1$L'), ('gridmethod', '%2$L'), ('gridlink', '''(1,1)>(100,80)=2'''), ('gridlink[]', '''{"(1,1)>(100,80)=2"}'''), ('interval', '''1 second'''), ('gridbusy', '''(1,1)@2..9'''), ('gridbusy[]', '''{"(1,1)@2..9"}'''),
  ('int', '1'), ('bigint', '1'), ('float8', '30'), ('point', '''(3,3)'''), ('numeric', '1'), ('bool', 'true'),
  ('"char"', '''.'''), ('text', '''.'''), ('text[]', '''{a}'''), ('jsonb', '''{}'''), ('int[]', '''{1}'''), ('float8[]', '''{}'''), ('bytea', '''\x''');
CREATE TABLE named (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO named VALUES ('start', '''(1,1)'''), ('goal', '''(1,1)'''), ('scale', '''linear'''), ('priority', '''together'''), ('axis', '''x'''), ('layout', '''odd-r'''), ('max_size', '''1MB'''), ('if_unreachable', '''stay'''), ('pixels', '200'), ('name', '''x'''), ('least', '''longest'''), ('sides', '''N'''), ('numbers', 'array_fill(1, ARRAY[100, 120])'), ('values', '''{1,2,3}''');
CREATE TABLE callable AS
SELECT p.oid::regprocedure AS function, format('%I', proname) AS name, proargtypes::oid[]::regtype[] AS types, proargnames AS names
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE e.extname LIKE 'fringe%' AND NOT proargtypes::oid[] && '{internal,cstring}'::regtype[]::oid[]
  AND proargtypes::oid[] && '{gridmap,gridindex,gridfield}'::regtype[]::oid[];
SELECT function, type FROM callable, unnest(types) type WHERE type NOT IN (SELECT type FROM sample);

-- the calls: each function under each model and method that it takes
CREATE TABLE call AS
SELECT DISTINCT format(template, model, method) AS call
FROM (SELECT function, format('%s(%s)', c.name, string_agg(format('%s::%s', coalesce(n.value, s.value), replace(s.type::text, '%', '%%')), ', ' ORDER BY place)) AS template
    FROM callable c CROSS JOIN unnest(types) WITH ORDINALITY t (type, place) JOIN sample s USING (type)
      LEFT JOIN named n ON n.name = c.names[place] AND s.type <> 'gridcell[]'::regtype AND (n.name <> 'scale' OR s.type = 'text'::regtype)
    GROUP BY function, c.name) t,
  (VALUES ('octile', 'auto'), ('octile', 'jump'), ('octile', 'astar(heuristic=alt, landmarks=3)'), ('octile', 'astar(nodes=malloc)'), ('tile', 'auto'), ('octile(@=3)', 'auto'),
    ('octile(.=leave:N+E+S+W)', 'idastar'), ('octile(size=2, corners=one)', 'fringe'), ('anyangle', 'auto')) m (model, method);
INSERT INTO call SELECT replace(call, '(SELECT map FROM world)', '(SELECT linked FROM world)') FROM call WHERE call ~ '^fringe_(cost|route|search|costs|matrix|nearest|reach|field|index|closest|connected)\(.*SELECT map' ON CONFLICT DO NOTHING;
INSERT INTO call SELECT format('(SELECT count(fringe_cost(map, gridcell(n %% 100, 1), gridcell(118, n * 7 %% 100), %L)) FROM world, generate_series(1, 3000) n)', model)
FROM unnest('{octile,octile(@=3)}'::text[]) model;
INSERT INTO call SELECT format('(SELECT count(fringe_cost(map, gridcell(n %% 100, 1), gridcell(118, n * 7 %% 100), %L)) FROM world, generate_series(1, 100) n)', 'anyangle');
SELECT count(*) > 300 AS many FROM call;
CREATE FUNCTION outcome(call text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'SELECT count(x::text) FROM (SELECT ' || call || ' AS x) q';
  RETURN 'answer';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;

-- which calls have two outcomes under a limit
CREATE FUNCTION differing(kb int, OUT refused int, OUT answered int, OUT differ text[]) LANGUAGE plpgsql AS $$
DECLARE
  calls text[] := ARRAY(SELECT call FROM call ORDER BY md5(call));
  cold text[];
  how text;
  found text;
BEGIN
  PERFORM set_config('fringe.max_memory', kb || 'kB', true);
  FOR i IN 1..cardinality(calls) LOOP
    PERFORM fringe_cache_reset();
    cold[i] := outcome(calls[i]);
    found := outcome(calls[i]);
    IF found <> cold[i] THEN differ := differ || format('%s again: %s, then %s', calls[i], cold[i], found); END IF;
  END LOOP;
  FOREACH how IN ARRAY '{after others,reversed,after more}'::text[] LOOP
    IF how = 'after more' THEN
      PERFORM set_config('fringe.max_memory', '1GB', true);
      FOR i IN 1..cardinality(calls) LOOP PERFORM outcome(calls[i]); END LOOP;
      PERFORM set_config('fringe.max_memory', kb || 'kB', true);
    END IF;
    FOR n IN 1..cardinality(calls) LOOP
      DECLARE i int := CASE how WHEN 'reversed' THEN cardinality(calls) + 1 - n ELSE n END;
      BEGIN
        found := outcome(calls[i]);
        IF found <> cold[i] THEN differ := differ || format('%s %s: %s, then %s', calls[i], how, cold[i], found); END IF;
      END;
    END LOOP;
  END LOOP;
  refused := (SELECT count(*) FROM unnest(cold) c WHERE c LIKE '53400%');
  answered := (SELECT count(*) FROM unnest(cold) c WHERE c = 'answer');
END $$;
SELECT kb, refused > 10 AS refused, answered > 10 AS answered, cardinality(differ) AS differ, differ[:3] AS first_ones
FROM unnest('{64,230,600}'::int[]) kb, differing(kb) d;
RESET fringe.max_memory;

-- straight lines between small obstacles, whose edges are many: where they may not be kept, the same costs
CREATE TABLE scattered AS SELECT gridmap(array_agg(r)) AS map
FROM (SELECT string_agg(CASE WHEN (x * x * 7 + y * y * 13 + x * y * 31 + 17 * x) % 37 = 5 THEN '@' ELSE '.' END, '' ORDER BY x) r
  FROM generate_series(1, 200) x, generate_series(1, 200) y GROUP BY y ORDER BY y) s;
CREATE FUNCTION sum_of_lines() RETURNS text LANGUAGE sql AS $$
  SELECT count(*) || ' ' || sum(cost) || ' ' || (SELECT md5(string_agg(fringe_route(map, gridcell(n, n * 37 % 200), gridcell(199 - n, n * 53 % 200), 'anyangle')::text, ' ' ORDER BY n))
    FROM scattered, generate_series(0, 40) n)
  FROM scattered, fringe_reach(map, '(5,5)', 'Infinity', 'anyangle') $$;
SELECT sum_of_lines() AS usual, fringe_cache_reset() AS reset \gset
SET fringe.max_memory = '1800kB';
SELECT sum_of_lines() = :'usual' AS first, sum_of_lines() = :'usual' AS again;
RESET fringe.max_memory;
SELECT sum_of_lines() = :'usual' AS after;
SELECT fringe_cache_reset();
DROP FUNCTION differing(int), outcome(text), sum_of_lines();
DROP TABLE world, sample, named, callable, call, scattered;
