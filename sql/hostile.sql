-- Every argument of every function that is a number, or is made of numbers, with the worst numbers of its type: each call
-- has an answer, or an error of a class that tells the user something. A type without a sample here fails.
SET jit = off;
CREATE TABLE sample (type regtype PRIMARY KEY, usual text NOT NULL, worst text[] NOT NULL DEFAULT '{}');
INSERT INTO sample VALUES
  ('int', '2', '{-2147483648,-1,0,1,2147483647}'),
  ('bigint', '2', '{-9223372036854775808,-1,0,9223372036854775807}'),
  ('float8', '0.5', '{NaN,-Infinity,Infinity,1e308,-1e308,5e-324,-1,-0.0,0}'),
  ('point', '(1,2)', '{"(NaN,0)","(0,-Infinity)","(1e308,1e308)","(-1e308,2147483648)","(5e-324,0.5)"}'),
  ('box', '(1,2),(3,4)', '{"(NaN,0),(1,1)","(0,-Infinity),(1,1)","(-1e308,0),(1e308,2147483648)","(0.5,0),(1,1)"}'),
  ('int[]', '{{46,64}}', '{"{{-2147483648,2147483647}}","{{-1,0}}","{}"}'),
  ('float8[]', '{{46,64}}', '{"{{NaN,Infinity}}","{{-Infinity,1e308}}","{{NULL,5e-324}}","{}"}'),
  ('timestamptz[]', '{2026-01-01,2026-01-02}', '{"{-infinity,infinity}","{4713-01-01 BC,294276-12-31}","{294276-12-31,4713-01-01 BC}","{{NULL},{2026-01-01}}","{}"}'),
  ('interval', '1 second', '{"178956970 years 2147483647 days 2562047788:00:54.775807","-178956970 years -2147483647 days -2562047788:00:54","-1 microsecond",0}'),
  ('gridcell', '(1,0)', '{"(-2147483648,-2147483648)","(2147483647,2147483647)","(-1,0)","(65535,0)"}'),
  ('gridcell[]', '{"(1,0)","(2,1)"}', '{"{\"(-2147483648,0)\",\"(2147483647,2147483647)\"}","{\"(2147483647,2147483647)\",\"(2147483646,2147483647)\"}","{}"}'),
  ('gridcell_value[]', '{"(\"(1,0)\",3)"}',
    '{"{\"(\\\"(1,0)\\\",NaN)\",\"(\\\"(2,0)\\\",Infinity)\"}","{\"(\\\"(1,0)\\\",-1e308)\",\"(\\\"(2,0)\\\",1e308)\"}",
      "{\"(\\\"(-2147483648,2147483647)\\\",5e-324)\"}"}'),
  ('gridpath', '(0,0) E2',
    '{"(-2147483648,0) (-2147180001,303647)","(0,0) (2,1) E1","(-2147483648,2147483647) E2","(2147483645,-2147483648) E2",
      "(2147483647,2147483647)"}'),
  ('gridpath[]', '{"(0,0) E2"}', '{"{\"(-2147483648,2147483647) E2\",\"(2147483647,-2147483648)\"}"}'),
  ('text', '.', '{}'), ('text[]', '{...,.@.}', '{}'), ('"char"', '.', '{}'), ('"char"[]', '{S}', '{}'), ('bool', 'true', '{}'), ('bytea', '\x', '{}'), ('jsonb', '{}', '{}'), ('xml', '<a/>', '{}'),
  ('gridmap', gridmap_set_layer(gridmap('{...,.@.}'::text[]), 'height', '{{1,2,3},{4,5,6}}')::text, '{}'),
  ('gridmodel', 'octile', '{anyangle,"anyangle(size=64, straight=999999999)"}'), ('gridmethod', 'auto', '{}'),
  ('gridlink', '(0,0)>(1,0)', '{"(65534,65534)>(0,0)=999999999.999999999","(0,0)<>(0,1)=0:~"}'),
  ('gridbusy', '(1,0)@2..5', '{"(-2147483648,2147483647)@-2147483648..2147483646","(0,0)@2147483646.."}'),
  ('gridbusy[]', '{"(1,0)@2..5"}', '{"{\"(2147483647,2147483647)@0..\"}","{\"(1,0)@-2147483648..2147483646\",\"(2,0)@-2147483648..\",\"(0,0)@2147483646..\"}","{}"}'),
  ('varchar[]', '{"(1,0)","(2,1)"}', '{}'),
  ('gridlink[]', '{"(0,0)>(1,0)"}', '{"{\"(65534,65534)>(0,0)=0\"}","{}"}'),
  ('numeric', '2', '{NaN,Infinity,-Infinity,-1,0,1e300,0.0000000001}'),
  ('gridmap[]', ARRAY[gridmap('{...,.@.}'::text[])]::text, '{}'),
  ('gridindex', fringe_index(gridmap('{...,.@.}'::text[]))::text, '{}'), ('gridfield', fringe_field(gridmap('{...,.@.}'::text[]), '{"(0,0)"}')::text, '{}');

-- where the usual one would be refused, or numbers are inside
CREATE TABLE named (name text, type regtype, usual text NOT NULL, worst text[] NOT NULL DEFAULT '{}', PRIMARY KEY (name, type));
INSERT INTO named VALUES ('scale', 'text', 'linear'), ('axis', 'text', 'x'), ('stretch', 'double precision', '1.5'), ('max_size', 'text', '1MB'), ('codes', 'text', 'worst'), ('ground', 'text', 'slopes'), ('least', 'float8', '-0.5'), ('layers', 'text', 'mean'),
  ('if_unreachable', 'text', 'stay'), ('start', 'text', '(0,0)'), ('goal', 'text', '(0,0)'),
  ('heat_from', 'float8', '1'), ('heat_to', 'float8', '5'), ('pixels', 'int', '20'), ('image', 'text', 'i.png'),
  ('base', 'text', 'octile'), ('delimiter', 'text', ','), ('layer', 'text', 'terrain'),
  ('png', 'bytea', fringe_png(gridmap('{..}'::text[]))::text), ('pgm', 'bytea', gridmap_to_pgm(gridmap('{..}'::text[]))::text),
  ('patch', 'gridmap', (gridmap('{#}'::text[]))::text), ('floors', 'text[]', '{ground}');
INSERT INTO named VALUES ('layout', 'text', 'odd-r', '{square,even-r,odd-q,even-q,staggered-y-odd,staggered-y-even,staggered-x-odd,staggered-x-even}');
INSERT INTO named VALUES ('cells', 'text[]', '{"(1,0)","(2,1)"}'), ('links', 'text[]', '{"(0,0)>(1,0)"}'), ('links', 'varchar[]', '{"(0,0)>(1,0)"}');
INSERT INTO named VALUES ('goal', 'gridcell', '(0,0)'), ('floor', 'int', '1'), ('row', 'int', '1');
INSERT INTO named VALUES ('weights', 'float8[]', '{2}', '{"{-1}","{NaN}","{1e308}","{NULL}","{{2}}","{1,2}"}');
INSERT INTO named VALUES ('name', 'text', 'tobler', ARRAY['', '1', repeat('x', 32)]), ('sides', 'text', 'N+E', '{"",N+,++,NNE,n}'), ('numbers', 'float8[]', '{{1,2,3},{4,5,6}}', '{"{{1e308,0,0},{0,0,0}}","{{NaN,0,0},{0,0,0}}","{{NULL,0,0},{0,0,0}}","{{0,0},{0,0}}","{{0,-1e15,0},{0,1e15,0}}"}'),
  ('values', 'float8[]', '{1,2}', '{"{1e308,1}","{NaN,1}","{NULL,1}","{1,2,3}","{{1,2}}"}'), ('offset', 'float8', '0', '{1e308,-1e308,NaN,1e-300}');
INSERT INTO named VALUES ('until', 'int', '5'), ('least', 'text', 'sum'), ('priority', 'text', 'together'), ('busy', 'text[]', '{"(1,0)@2..5"}'), ('busy', 'varchar[]', '{"(1,0)@2..5"}');
INSERT INTO named VALUES ('from_ticks', 'int[]', '{1}', '{"{-2147483648}","{2147483647}"}');
INSERT INTO named VALUES ('csv', 'text', '1,2', '{"-1","1e308,NaN",99999999999}'), ('numbers', 'jsonb', '[[1,2]]', '{[[-1]],[[1e308]],[[0.5]],[[2147483648]]}'),
  ('rule', 'jsonb', '{"1": "@", "else": "."}', '{"{\"-1\": \".\"}","{\"0-4294967295\": \".\"}","{\"2147483648\": \".\"}"}');
INSERT INTO named VALUES ('numbers', 'text', '[[1,2]]', '{[[-1]],[[1e308]],[[0.5]],[[1e999]]}'), ('layer', 'int', '0', '{}'),
  ('yaml', 'text', E'occupied_thresh: 0.65\nfree_thresh: 0.2\nresolution: 1\norigin: [0, 0, 0]',
    ARRAY[E'occupied_thresh: 1e999\nfree_thresh: 0', E'occupied_thresh: 0\nfree_thresh: 0\nresolution: 1e308\norigin: [1e308, -1e308, 0]']),
  ('image', 'bytea', gridmap_to_pgm(gridmap('{..}'::text[]))::text, '{}'),
  ('grid', 'text', E'ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n',
    ARRAY[E'ncols 65536\nnrows 1\n1 2', E'ncols 1e308\nnrows 1\n1 2', E'ncols 2\nnrows 1\nxllcorner 1e308\nyllcorner 1e308\ncellsize 1e308\nNODATA_value inf\n-inf 1e-320']),
  ('scene', 'text', '[node name="terrain" type="TileMap"]' || E'\ntile_data = PackedInt32Array(0, 0, 0, 65537, 0, 0)',
    ARRAY['tile_data = PackedInt32Array(2147418112, 0, 0, -2147483648, 0, 0)', 'PackedInt32Array(4294967295, -1, -1)']),
  ('tile_map_data', 'bytea', '\x0000000000000000000000000000', '{"\\x0000ff7f00000000000000000000008000800000000000000000"}'),
  -- one layer of 1 x 1 cells, a blank on black
  ('xp', 'bytea', '\x1f8b0800000000000003011a00e5ffffffffff01000000010000000100000020000000ffffff000000c9a572251a000000', '{}');
INSERT INTO named SELECT 'tiled', 'jsonb', tiled, array_agg(jsonb_set(tiled, ARRAY['layers', '0', side], number)::text)
FROM gridmap_to_tiled(gridmap('{..}'::text[])) tiled, unnest('{width,height}'::text[]) side,
  unnest('{-1,0,0.5,1e308,2147483648,65535}'::jsonb[]) number
GROUP BY tiled;
INSERT INTO named SELECT 'tiled', 'text', tiled::text FROM gridmap_to_tiled(gridmap('{..}'::text[])) tiled;
INSERT INTO named SELECT 'tiled', 'xml', format(tmx, 2, 16, 0), array_agg(format(tmx, width, 16, 0)) || array_agg(format(tmx, 2, width, 0)) || array_agg(format(tmx, 2, 16, width))
FROM CAST('<map tilewidth="%2$s" tileheight="16"><layer name="terrain" width="%1$s" height="1"><data encoding="csv">46,46</data></layer>
    <objectgroup><object x="%3$s" y="0"/></objectgroup></map>' AS text) tmx,
  unnest('{-1,0,0.5,1e308,2147483648,65535,NaN}'::text[]) width
GROUP BY tmx;
INSERT INTO named VALUES ('in_level', 'text', 'hall'), ('map_layer', 'text', 'terrain'), ('level', 'text', 'hall'), ('files', 'jsonb', '{}');
INSERT INTO named SELECT 'ldtk', 'jsonb', ldtk, array_agg(jsonb_set(ldtk, string_to_array(place, ' '), number)::text)
FROM CAST('{"levels": [{"identifier": "hall", "worldX": 0, "worldY": 0, "pxWid": 32, "pxHei": 16, "layerInstances": [
    {"__type": "Entities", "__gridSize": 16, "entityInstances": [{"px": [0, 0], "width": 16, "height": 16}]},
    {"__type": "IntGrid", "__identifier": "terrain", "__gridSize": 16, "__cWid": 2, "__cHei": 1, "intGridCsv": [46, 46]}]}]}' AS jsonb) ldtk,
  unnest('{levels 0 worldX,levels 0 worldY,levels 0 pxWid,levels 0 layerInstances 0 entityInstances 0 px 0,levels 0 layerInstances 0 entityInstances 0 width,
    levels 0 layerInstances 1 __gridSize,levels 0 layerInstances 1 __cWid,levels 0 layerInstances 1 intGridCsv 0}'::text[]) place,
  unnest('{-1,0,0.5,1e308,2147483648,65535}'::jsonb[]) number
GROUP BY ldtk;

-- all but what only the server calls
CREATE TABLE callable AS
SELECT p.oid::regprocedure AS function, format('%I', proname) AS name, proargtypes::oid[]::regtype[] AS types, proargnames AS names
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE e.extname LIKE 'fringe%' AND NOT proargtypes::oid[] && '{internal,cstring}'::regtype[]::oid[];
SELECT function, type FROM callable, unnest(types) type WHERE type NOT IN (SELECT type FROM sample);

-- the arguments of each function, and a call with the usual ones but for one; no layout together with a floor, and no layer of a picture
CREATE VIEW argument AS
SELECT function, c.name, place, s.type, CASE WHEN NOT (c.names[place] = 'layout' AND 'floor' = ANY (c.names) OR c.names[place] IN ('layer', 'shade') AND 'shade' = ANY (c.names)) IS TRUE THEN coalesce(CASE WHEN c.name = 'fringe_timed_route' AND s.type = 'gridmodel'::regtype THEN 'tile' END, n.usual, s.usual) END AS usual, s.worst || coalesce(n.worst, '{}') AS worst
FROM callable c
CROSS JOIN unnest(types) WITH ORDINALITY t (type, place)
JOIN sample s USING (type)
LEFT JOIN named n ON n.type = s.type AND n.name = c.names[place];
CREATE FUNCTION call_of(called regprocedure, hostile int, value text) RETURNS text LANGUAGE sql AS $$
  SELECT format('%s(%s)', min(name), string_agg(format('%L::%s', CASE WHEN place = hostile THEN value ELSE usual END, type), ', ' ORDER BY place))
  FROM argument WHERE function = called
$$;
-- the same by straight lines through links: of no cost, and of the greatest one
CREATE FUNCTION linked_call_of(called regprocedure, hostile int, value text) RETURNS text LANGUAGE sql AS $$
  SELECT format('%s(%s)', min(name), string_agg(format('%L::%s', CASE WHEN place = hostile THEN value WHEN type = 'gridmap'::regtype THEN linked
    WHEN type = 'gridmodel'::regtype THEN 'anyangle' ELSE usual END, type), ', ' ORDER BY place))
  FROM argument,
    CAST(gridmap_link(gridmap('{...,.@.}'::text[]), '{"(0,0)>(2,1)=0","(2,1)>(0,0)=999999999","(0,1)<>(2,0)=0.5:k"}') AS text) linked
  WHERE function = called
$$;
CREATE FUNCTION outcome(call text, OUT state text, OUT message text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'SELECT count(x::text) FROM (SELECT ' || call || ' AS x) q';
  state := 'answer';
EXCEPTION WHEN OTHERS THEN
  state := SQLSTATE;
  message := SQLERRM;
END $$;
-- what a build without Expat says is tested by tiled
SELECT call, o.* FROM callable, call_of(function, 0, NULL) call, outcome(call) o
WHERE function IN (SELECT function FROM argument WHERE worst <> '{}') AND o.state <> 'answer' AND o.message <> 'this build of fringe does not read XML';
CREATE TABLE tried AS
SELECT function, place::int, value, call, o.* FROM argument, unnest(worst) value, call_of(function, place::int, value) call, outcome(call) o;
CREATE TABLE tried_linked AS
SELECT function, place::int, value, call, o.* FROM argument JOIN callable USING (function), unnest(worst || usual) value, linked_call_of(function, place::int, value) call,
  outcome(call) o
WHERE 'gridmap'::regtype = ANY (types) AND 'gridmodel'::regtype = ANY (types) AND type <> 'gridmap'::regtype;
SELECT count(*) > 500 AS calls, count(*) FILTER (WHERE state = 'answer') > 220 AS answers, count(DISTINCT function) > 30 AS functions FROM tried_linked;
SELECT count(*) > 850 AS calls, count(DISTINCT (function, place)) > 200 AS arguments, count(DISTINCT function) > 110 AS functions FROM tried;
-- whole numbers below 1 that have an answer, and the largest ones: sizes, lengths and counts have none
SELECT name AS function, names[place] AS argument, string_agg(value, ' ' ORDER BY length(value) DESC, value) AS accepted
FROM tried JOIN callable USING (function) WHERE types[place - 1] = 'int'::regtype AND value <> '1' AND state = 'answer'
GROUP BY function, name, place, names ORDER BY function::text, place;
SELECT call, state, message FROM (TABLE tried UNION ALL TABLE tried_linked) t
WHERE state <> 'answer' AND state !~ '^(22003|22004|22008|22023|2202E|53|54|0A)' AND (state <> '22P02' OR message !~ '^malformed ') ORDER BY call;
-- a long text as any argument that has text in it: no message, detail or hint repeats it
CREATE TABLE long_text AS
SELECT type, value FROM unnest(ARRAY[repeat('x', 100000), repeat('1', 100000), repeat('1 ', 50000), repeat(U&'\00E9', 50000), '(1,0)' || repeat('(', 100000), '{' || repeat('x', 100000)]) long,
  LATERAL (SELECT t.type, long FROM unnest('{text,gridmap,gridcell,gridpath,gridlink,gridbusy,gridmodel,gridmethod,gridindex,gridfield}'::regtype[]) t (type)
    UNION ALL SELECT t.type, ARRAY[long]::text FROM unnest('{text[],varchar[],gridmap[],gridcell[],gridpath[],gridlink[],gridbusy[]}'::regtype[]) t (type)
    UNION ALL SELECT 'jsonb', j::text FROM unnest(ARRAY[to_jsonb(long), jsonb_build_object(long, '.'), jsonb_build_object('.', long), jsonb_build_array(long),
        jsonb_build_array(jsonb_build_array(long)), jsonb_build_array(jsonb_build_array(jsonb_build_array(long))), jsonb_build_object('layers', long),
        jsonb_build_object('layers', jsonb_build_array(jsonb_build_object('type', 'tilelayer', 'width', long)))]) j
    UNION ALL SELECT 'xml', format('<map name="%s"/>', long)
    UNION ALL SELECT 'bytea', long::bytea::text WHERE long !~ '\\') v (type, value);
SELECT type FROM sample WHERE type NOT IN (SELECT type FROM long_text)
  AND type NOT IN ('int', 'bigint', 'float8', 'point', 'box', 'int[]', 'float8[]', 'gridcell_value[]', '"char"', '"char"[]', 'bool', 'numeric', 'timestamptz[]', 'interval');
CREATE FUNCTION words_of_error(call text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE message text; detail text; hint text;
BEGIN
  EXECUTE 'SELECT count(x) FROM (SELECT ' || call || ' AS x) q';
  RETURN 0;
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN octet_length(concat(message, detail, hint));
END $$;
CREATE TABLE told AS
SELECT function, place, left(value, 20) AS value, words FROM argument JOIN long_text USING (type), call_of(function, place::int, value) call, words_of_error(call) words;
SELECT count(*) > 2500 AS calls, count(*) FILTER (WHERE words > 0) > 2000 AS errors, count(DISTINCT (function, place)) > 200 AS arguments FROM told;
SELECT function, place, value, words FROM told WHERE words > 600 ORDER BY function::text, place, value;

-- each word and each number in the usual text of each argument, made long; a value that its own type refuses is PostgreSQL's affair, except in types of fringe
CREATE FUNCTION has_value(type regtype, value text) RETURNS bool LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT %L::%s', value, type);
  RETURN true;
EXCEPTION WHEN OTHERS THEN
  RETURN type::text ~ 'grid';
END $$;
CREATE TABLE long_place AS
SELECT DISTINCT function, place, type, nth, kind, regexp_replace(usual, '\y(\w+)(\.\d+)?\y', word, 1, nth::int) AS value
FROM argument, (VALUES ('word', repeat('x', 40000)), ('digits', repeat('7', 40000)), ('number', '1e131071'), ('fraction', '0.' || repeat('7', 16000)), ('blanks', repeat('x ', 20000))) long (kind, word),
  LATERAL (SELECT regexp_count FROM (SELECT count(*) AS regexp_count FROM regexp_matches(usual, '\y(\w+)(\.\d+)?\y', 'g')) c) c, generate_series(1, regexp_count) nth
WHERE type IN ('text', 'jsonb', 'xml', 'text[]', 'varchar[]', 'numeric') OR type::text ~ '^grid(cell|link|path|model|method|map)(\[\])?$';
CREATE TABLE told_inside AS
SELECT function, place, nth, kind, words FROM long_place, call_of(function, place::int, value) call, words_of_error(call) words WHERE has_value(type, value);
SELECT count(*) > 2000 AS calls, count(*) FILTER (WHERE words > 0) > 500 AS errors FROM told_inside;
SELECT function, place, nth, kind, words FROM told_inside
WHERE words > 600
ORDER BY function::text, place, nth, kind;
DROP FUNCTION words_of_error(text), has_value(regtype, text);
DROP TABLE long_place, told_inside;
DROP TABLE told, long_text;
DROP VIEW argument;
DROP TABLE sample, named, callable, tried, tried_linked;
DROP FUNCTION call_of(regprocedure, int, text), linked_call_of(regprocedure, int, text), outcome(text);
-- every key of a model with the least and the greatest numbers, alone and with each other key: each question has an answer, or an error
-- that names what is out of range; a key without values here fails
CREATE TABLE extreme (key text PRIMARY KEY, "values" text[] NOT NULL, "with" text NOT NULL DEFAULT '');
INSERT INTO extreme SELECT key, '{0,0.000000001,999999999.999999999}' FROM unnest('{straight,diagonal,dx,dy,obstacle,link,turn,turn45,turn60,turn90,turn120,turn135,turn180,rise,drop,climb,fall,cell,points,layer.a,road.a,side.s}'::text[]) key;
INSERT INTO extreme VALUES ('corners', '{any,one,both}', ''), ('weigh', '{enter,average,leave,max}', ''), ('size', '{1,2,64,1x3}', ''), ('wrap', '{none,x,y,xy}', ''), ('heading', '{none,N,SW}', ''), ('arrive', '{none,S,NE}', ''),
  ('over', '{turn,block,spend}', 'points=3'), ('stop.b', '{end,never}', 'points=3'), ('height', '{h,a}', ''), ('friction', '{f,a,h}', ''), ('latitude', '{-90,90,0,89.999999999}', ''),
  ('slope', '{-999999999:999999999|999999999:999999999,-999999999:0|999999999:0.000000001,0:1|0.000000001:999999999,-0.5:0|0.5:0}', ''), ('.', '{0,0.000000001,999999999.999999999}', '');
UPDATE extreme SET "with" = 'height=h' WHERE key IN ('rise', 'drop', 'climb', 'fall', 'slope');
UPDATE extreme SET "with" = 'cell=999999999' WHERE key = 'latitude';
CREATE FUNCTION keys_of(base text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE hint text;
BEGIN
  PERFORM (base || '(none=1)')::gridmodel;
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
  RETURN QUERY SELECT trim(key) FROM regexp_split_to_table(substring(hint FROM 'Valid keys are (.*), and single'), ',') key;
END $$;
SELECT base, valid AS "without values" FROM unnest('{tile,octile,hex}'::text[]) base, keys_of(base) valid WHERE NOT EXISTS (SELECT FROM extreme e WHERE e.key LIKE replace(valid, 'NAME', '%')) ORDER BY 1, 2;
CREATE FUNCTION asked(map gridmap, text, OUT state text, OUT message text) LANGUAGE plpgsql AS $$
DECLARE model gridmodel;
BEGIN
  model := $2;
  BEGIN
    PERFORM fringe_cost(map, '(0,0)', '(3,2)', model), fringe_reach(map, '{"(1,1)"}', 1e9, model);
    state := 'answer';
  EXCEPTION WHEN OTHERS THEN
    state := SQLSTATE;
    GET STACKED DIAGNOSTICS message = PG_EXCEPTION_DETAIL;
    message := concat_ws(' ', SQLERRM, message);
  END;
EXCEPTION WHEN OTHERS THEN
  state := 'model'; -- sql/models.sql tests what is no model
END $$;
CREATE FUNCTION layers_of_extremes() RETURNS gridmap LANGUAGE sql AS $$
  SELECT gridmap_set_layer(gridmap_set_layer(gridmap_set_layer(gridmap_set_layer(gridmap_set_layer(gridmap_link(gridmap('{....,....,....}'::text[]), '{"(0,2)<>(3,0)=999999999.999999999"}'),
    'h', '{{0,1,2,4294967295},{0,5,1,0},{2,2,2,2}}'), 'a', '{{0,4294967295,1,0},{1,1,1,1},{0,1,0,1}}'), 'f', '{{1,0.000001,1,4000},{1,1,1,1},{0,1,2,3}}', 0.000001), 's', '{{1,2,3,15},{0,0,0,1},{4,8,1,2}}'), 'b', '{{0,1,0,0},{0,0,1,0},{0,0,0,0}}')
$$;
SET client_min_messages = error;
CREATE TABLE asked_extreme AS SELECT k.key, l.key AS other, model, a.* FROM layers_of_extremes() map, unnest('{tile,octile,hex}'::text[]) base, extreme k, unnest(k.values) v, extreme l, unnest(l.values) w,
  LATERAL (SELECT format('%s(%s)', base, (SELECT string_agg(DISTINCT p, ', ') FROM unnest(ARRAY[k.key || '=' || v, l.key || '=' || w] || ARRAY(SELECT needed FROM unnest(ARRAY[k.with, l.with]) needed WHERE split_part(needed, '=', 1) NOT IN ('', k.key, l.key))) p)) AS model) m, asked(map, model) a WHERE k.key <= l.key AND (k.key < l.key OR v = w);
SELECT count(*) > 5000 AS models, count(*) FILTER (WHERE state = 'answer') > 1000 AS answers, count(DISTINCT key) > 30 AS keys FROM asked_extreme WHERE state <> 'model';
SELECT key AS "never asked" FROM asked_extreme WHERE key = other GROUP BY key HAVING bool_and(state = 'model') ORDER BY key;
SELECT model, state, message FROM asked_extreme WHERE state NOT IN ('answer', 'model') AND (state !~ '^(22003|22023)$' OR message ~ '\(null\)|layer ""') ORDER BY model LIMIT 20;
DROP TABLE extreme, asked_extreme;
DROP FUNCTION keys_of, asked, layers_of_extremes;
