-- maps of Tiled in JSON, and of LDtk; tiled_xml and tiled_zstd are of builds with these libraries, test/tap/tiled_ldtk.pl reads every encoding
SET client_min_messages = warning; -- of layers that are left out
CREATE FUNCTION refused(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE message text; detail text; hint text;
BEGIN
  EXECUTE 'SELECT ' || expression;
  RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  IF message ~ '(type json|Unicode escape sequence)$' THEN
    RETURN format('%s (the server, %s)', SQLSTATE, CASE WHEN length(message || detail) < 1500 THEN 'in brief' ELSE 'at length' END);
  END IF;
  RETURN concat_ws(E'\n', SQLSTATE || ' ' || message, nullif(regexp_replace(detail, '^(Line \d+|Zstandard): .*', '\1: what the library says.'), ''), nullif(hint, ''));
END $$;
-- a map of Tiled of one row: a layer with these members
CREATE FUNCTION one_row(tiles int, members jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('layers', jsonb_build_array(jsonb_build_object('type', 'tilelayer', 'name', 'a', 'width', tiles, 'height', 1) || members))
$$;

-- the first layer of tiles, or that of a name; flipped tiles are tiles
SELECT name, fringe_ascii(gridmap_from_tiled('{"layers": [{"type": "objectgroup", "name": "things"},
  {"type": "tilelayer", "name": "ground", "width": 2, "height": 2, "data": [1, 2, 2147483650, 4026531841]},
  {"type": "tilelayer", "name": "trees", "width": 1, "height": 1, "data": [1.0]}]}', '{"1": ".", "2": "@"}', name))
FROM unnest('{NULL,ground,trees}'::text[]) name;

-- a range of a tileset ends with it
SELECT rule, fringe_ascii(gridmap_from_tiled('{"layers": [{"type": "tilelayer", "width": 6, "height": 1, "data": [1, 2, 3, 10, 11, 12]}], "tilesets": [{"firstgid": 1, "name": "a"}, {"firstgid": 10, "name": "b"}]}', rule))
FROM unnest('{"{\"a:1..\": \"a\", \"b:1..\": \"b\", \"else\": \".\"}", "{\"a:1-99\": \"a\", \"b:9223372036854775807\": \"b\", \"else\": \".\"}"}'::jsonb[]) rule;
-- one grammar of rules: a number precedes a range and a name, ranges by dots share an end, a name may be long and a number may not
SELECT rule, fringe_ascii(gridmap_from_tiled(tiled, replace(rule, 'LONG', long)::jsonb)) FROM repeat('name', 30) long,
  LATERAL (SELECT one_row(5, '{"data": [0, 1, 2, 3, 4]}') || jsonb_build_object('tilesets', jsonb_build_array(jsonb_build_object('firstgid', 1, 'tiles', jsonb_build_array(jsonb_build_object('id', 1, 'properties',
    jsonb_build_array(jsonb_build_object('name', 'wet', 'value', 2.5), jsonb_build_object('name', long, 'value', true), jsonb_build_object('name', 'span', 'value', '2-5')))))))) t (tiled),
  (VALUES ('{"0-4": ".", "3": "@"}'), ('{"..2": ".", "2..": "@"}'), ('{"0-4": ".", "wet=2.5": "W"}'), ('{"wet=2..3": "W", "else": "."}'), ('{"wet=2.0?": "w", "else": "."}'),
    ('{"wet": "W", "2": "2", "LONG": "N", "else": "."}'), ('{"LONG": "N", "else": "."}'), ('{"span=2-5": "S", "else": "."}')) r (rule);
SELECT key, refused(format('gridmap_from_tiled(%L, %L)', one_row(1, '{"data": [1]}'), jsonb_build_object(key, '.'))) FROM unnest('{"",?,=5}'::text[]) key;
SELECT n, refused(format('gridmap_from_csv(%L, %L)', 1, format('{"%s": ".", "else": "."}', repeat('9', n)))) FROM generate_series(64, 65) n;
-- infinite maps: the rectangle around all chunks
CREATE TABLE endless AS SELECT jsonb '{"infinite": true, "tilewidth": 16, "tileheight": 16, "layers": [
  {"type": "tilelayer", "name": "a", "width": 30, "height": 20, "chunks": [{"x": -2, "y": -1, "width": 2, "height": 1, "data": [1, 2]}, {"x": 0, "y": 0, "width": 2, "height": 1, "data": [3, 4]}]},
  {"type": "tilelayer", "name": "b", "encoding": "base64", "chunks": [{"x": 2, "y": -1, "width": 1, "height": 1, "data": "CQAAAA=="}]},
  {"type": "tilelayer", "name": "empty", "chunks": []},
  {"type": "objectgroup", "name": "things", "objects": [{"id": 1, "name": "start", "x": -32, "y": -16, "width": 16, "height": 16}]}]}' AS tiled;
SELECT layer, fringe_ascii(gridmap_from_tiled(tiled, '{"0": ".", "1": "1", "2": "2", "3": "3", "4": "4", "9": "9"}', layer)) FROM endless, unnest('{a,b,empty}'::text[]) layer;
SELECT name, cell FROM endless, gridmap_tiled_objects(tiled);
DROP TABLE endless;

-- XML, and what zstd compressed: each build reads the map, or says that it does not read it
CREATE FUNCTION read_or_refused(library text, tiled text, refusal text) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE message text; detail text; hint text;
BEGIN
  RETURN gridmap_from_tiled(tiled) = gridmap('{.}'::text[]);
EXCEPTION WHEN feature_not_supported THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN message = format('this build of fringe does not read %s', library) AND concat_ws(' ', nullif(detail, ''), hint) = refusal;
END $$;
SELECT library, read_or_refused(library, tiled, refusal) FROM (VALUES
  ('XML', '<map><layer width="1" height="1"><data encoding="csv">46</data></layer></map>', 'Build fringe where the headers of Expat are installed, or save the map as JSON in Tiled.'),
  ('zstd', one_row(1, '{"encoding": "base64", "compression": "zstd", "data": "KLUv/SAEIQAALgAAAA=="}')::text,
    'The data of layer "a" are compressed by zstd. Build fringe where the headers of libzstd are installed, or set the map''s tile layer format to CSV in Tiled.')) v (library, tiled, refusal);
DROP FUNCTION read_or_refused;

-- what is wrong
SELECT expression, refused(expression) FROM unnest(ARRAY[
  $$gridmap_from_tiled('[]')$$, $$gridmap_from_tiled('')$$, $$gridmap_from_tiled('{"layers": 5}')$$, $$gridmap_from_tiled('{"layers": 5')$$, $$gridmap_from_tiled('{"layers": []}')$$,
  $$gridmap_from_tiled('[]'::jsonb)$$, $$gridmap_from_tiled('7'::jsonb)$$, $$gridmap_from_tiled('{"levels": []}')$$,
  $$gridmap_from_tiled('{"layers": [7, [], {"type": "group"}]}', NULL, 'trees')$$, $$gridmap_from_tiled('{"orientation": "spherical", "layers": []}')$$,
  $$gridmap_from_tiled(one_row(2, '{"encoding": "base64", "compression": "zlib", "data": "eJw="}'))$$,
  $$gridmap_from_tiled(one_row(2, '{"encoding": "base64", "compression": "gzip", "data": "AAAAAAAA"}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"encoding": "base64", "compression": "zlib", "data": "eJxjYGBgAAAABAAB"}') || '{"compressionlevel": -1}')$$,
  $$gridmap_from_tiled(one_row(2, '{"encoding": "base64", "compression": "zlib", "data": "eJxjYGBgAAAABAAB"}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"encoding": "base64", "compression": "zlib", "data": "eJxjYIAAAAAIAAE="}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"encoding": "base64", "compression": "zlib", "data": "eJxjYGBgAAAABAABAAAA"}'))$$,
  $$gridmap_from_tiled(one_row(2, '{"encoding": "base64", "compression": "lzma", "data": "eJw="}'))$$, $$gridmap_from_tiled(one_row(2, '{"encoding": "hex", "data": "00"}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"encoding": "base64", "data": "LgAA"}'))$$, $$gridmap_from_tiled(one_row(1, '{"encoding": "base64", "data": "LgAAAA=="}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"encoding": "base64", "data": "LgAAAA="}'))$$, $$gridmap_from_tiled(one_row(1, '{"encoding": "base64", "data": "LgAAAAA="}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"encoding": "base64", "data": "Lg=A"}'))$$, $$gridmap_from_tiled(one_row(1, '{"encoding": "base64", "data": "L"}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"encoding": "base64", "data": "?"}'))$$, $$gridmap_from_tiled(one_row(2, '{}'))$$, $$gridmap_from_tiled(one_row(2, '{"data": true}'))$$,
  $$gridmap_from_tiled(one_row(2, '{"data": "46,"}'))$$, $$gridmap_from_tiled(one_row(2, '{"data": "46,46,46"}'))$$, $$gridmap_from_tiled(one_row(2, '{"data": "46,,46"}'))$$,
  $$gridmap_from_tiled(one_row(2, '{"data": "46 46"}'))$$, $$gridmap_from_tiled(one_row(2, '{"data": "46,-46"}'))$$, $$gridmap_from_tiled(one_row(2, '{"data": "46,4294967296"}'))$$,
  $$gridmap_from_tiled(one_row(2, '{"data": "46,46\n,"}'))$$, $$gridmap_from_tiled(one_row(2, '{"data": [46, 0.5]}'))$$, $$gridmap_from_tiled(one_row(2, '{"data": [46, "46"]}'))$$,
  $$gridmap_from_tiled(one_row(2, '{"data": [46, [46]]}'))$$, $$gridmap_from_tiled(one_row(2, '{"data": [46, {}]}'))$$, $$gridmap_from_tiled(one_row(2, '{"data": [46, 4294967296]}'))$$,
  $$gridmap_from_tiled(one_row(2, '{"data": [46, -1]}'))$$, $$gridmap_from_tiled(one_row(2, '{"data": [46]}'))$$, $$gridmap_from_tiled(one_row(-1, '{"data": [46]}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"height": null, "data": [46]}'))$$, $$gridmap_from_tiled(one_row(1, '{"height": 0.5, "data": [46]}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"chunks": []}'))$$, $$gridmap_from_tiled(one_row(1, '{"chunks": [{"x": 0, "y": 0, "width": 1}]}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"chunks": [{"x": 0, "y": 0, "width": 1, "height": 1, "data": []}]}'))$$,
  $$gridmap_from_tiled(one_row(1, '{"chunks": [{"x": 0, "y": 0, "width": 1, "height": 1}, {"x": 70000, "y": 0, "width": 1, "height": 1}]}'))$$,
  $$gridmap_from_tiled('{"layers": [{"type": "tilelayer", "name": "a", "width": 1, "height": 1}, {"type": "tilelayer", "name": "b", "width": 2, "height": 1}]}', '{"a": {}, "b": {}}')$$,
  $$gridmap_from_tiled('{"layers": [{"type": "tilelayer", "width": 1, "height": 1}], "tilesets": [{}]}')$$,
  $$gridmap_from_tiled('{"layers": [{"type": "tilelayer", "width": 1, "height": 1}], "tilesets": [{"firstgid": 1, "tiles": [{}]}]}', '{"solid": "@"}')$$
  ]) WITH ORDINALITY e (expression, number) ORDER BY number;

-- JSON text is the jsonb that the server makes of it: objects of an old file have any JSON as properties
WITH sample AS (
  SELECT text, text::jsonb AS value FROM (
    SELECT jsonb_build_object('list', jsonb_agg(value), 'members', jsonb_object_agg(repeat('k', i % 5) || i * 7919 % 1000, value), 'in', jsonb_build_array(jsonb_build_array(jsonb_agg(value))))::text
    FROM generate_series(1, 100) count, generate_series(1, count) i, LATERAL (SELECT CASE i % 8 WHEN 0 THEN to_jsonb(i - 50) WHEN 1 THEN to_jsonb(i || E'"\\\n\u20ac') WHEN 2 THEN 'null' WHEN 3 THEN to_jsonb(count % 2 = 0)
      WHEN 4 THEN to_jsonb(10::numeric ^ i / 7) WHEN 5 THEN jsonb_build_array(i, jsonb_build_object('k', i, 'kk', '')) WHEN 6 THEN '{}' ELSE '[]' END) v (value) GROUP BY count
    UNION ALL SELECT unnest(ARRAY['{"b":1,"a":2,"b":[3],"a":{"b":[]},"":""}', '{"":false,"":null,"":true}', E' [ 1.50 , -0 , 1e3,1E-3 , true ]\r\n', '"\u00e4\ud83d\ude00\/\b"', '{"a":{"a":{"a":[[[{}]]]}}}'])) t (text))
SELECT count(*), bool_and(properties->'v' = value) AS same, bool_and((properties->'v')::text = value::text) AS same_text
FROM sample, gridmap_tiled_objects('{"tilewidth":1,"tileheight":1,"layers":[{"objects":[{"properties":{"v":' || text || '}}]}]}');
-- what is no JSON; a long token is cut
SELECT left(text, 20) AS text, refused, length(refused) < 300 AS short
FROM (SELECT text, refused(format('gridmap_from_tiled(%L)', text)) FROM unnest(ARRAY['{"layers":[}', '{"layers":[', '{"layers":[7 8]}', '{"a" 1}', E'{\n"a": "b\nc"}', '{"a": "b', '{"\u00zz": 1}', '{"a\x": 1}', '{7: 8}', '{"a": 07}', '{"a":1,}', '{} x', '{"\ud800":1}', '{"\u0000":1}', '{"a":' || repeat('x', 100000) || '}', '{"a":' || repeat('7', 300000) || '}']) text) r;
-- a text with any character replaced, left out or put in is JSON here if it is JSON to the server, and has the same value
CREATE FUNCTION properties_by(reader text, document text) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN CASE reader WHEN 'server' THEN document::jsonb #> '{layers,0,objects,0,properties}' ELSE (SELECT properties FROM gridmap_tiled_objects(document)) END;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;
WITH sample AS MATERIALIZED (
  SELECT '{"tilewidth":1,"tileheight":1,"layers":[{"objects":[{"properties":{"v":' || text || '}}]}]}' AS document
  FROM (SELECT '[{"a":1,"b":-2.5e+3},true,false,null,"x\"\\\u00e9\ud83d\ude00",{"":{}},[ ]]'::text) t (base), generate_series(1, length(base)) at,
    regexp_split_to_table(E'{}[],:"\\0-+.eEux \t\r\b', '') letter, generate_series(0, 2) way,
    LATERAL (SELECT CASE way WHEN 0 THEN overlay(base PLACING letter FROM at FOR 1) WHEN 1 THEN overlay(base PLACING letter FROM at FOR 0) ELSE overlay(base PLACING '' FROM at FOR ascii(letter) % 3 + 1) END) v (text))
SELECT count(*) > 4000 AS many, count(theirs) > 100 AS some_right, count(*) FILTER (WHERE theirs IS DISTINCT FROM ours) AS wrong,
  min(document) FILTER (WHERE theirs IS DISTINCT FROM ours) AS first_wrong
FROM (SELECT document, properties_by('server', document) AS theirs, properties_by('fringe', document) AS ours FROM sample) r;
DROP FUNCTION properties_by;
-- there and back, by the same rule
SELECT rule, tiled #> '{layers,0,data}' AS data, gridmap_from_tiled(tiled, rule) = map AS same
FROM gridmap('{..@,T@.}'::text[]) map, unnest(ARRAY['{"1": ".", "2-9": "@", "70": "T"}', '{"0": ".", "2": "@", "else": "T"}', '{"null": ".", "1-3": "T", "else": "@"}',
  '{"-5-2": ".", "5": "@", "3..4": "T"}', '{"else": ".", "7..": "@", "..0": "T"}']::jsonb[]) rule, gridmap_to_tiled(map, rule => rule) tiled;
SELECT tiled #> '{tilesets,0,tilecount}' AS tiles, tiled #> '{tilesets,0,imageheight}' AS height FROM gridmap_to_tiled(gridmap('{@}'::text[]), rule => '{"65535": "@"}') tiled;
SELECT rule, refused(format('gridmap_to_tiled(gridmap(''{.@}''::text[]), rule => %L)', rule))
FROM unnest('{"{\"1\": \"@\"}","{\"-1\": \".\", \"1\": \"@\"}","{\"65536\": \"@\", \"1\": \".\"}","{\"solid\": \"@\"}",[],"{\"1\": null}","{\"a\": {\"1\": \"@\"}}"}'::text[]) rule;

-- objects: their properties have types; isometric maps, whose objects count in heights of tiles
SELECT layer, id, class, cell, width AS w, height AS h, shape, x, y, points, properties FROM gridmap_tiled_objects('{"orientation": "isometric", "tilewidth": 64, "tileheight": 32, "layers": [
  {"type": "objectgroup", "name": "a", "objects": [
    {"id": 1, "class": "Door", "type": "Old", "x": 64, "y": 32, "width": 32, "height": 64, "properties": [{"name": "n", "type": "int", "value": 3}, {"name": "c", "type": "class", "value": {"a": [1, true]}}]},
    {"id": 2, "gid": 7, "x": 64, "y": 96, "width": 64, "height": 64, "properties": {"old": 1}},
    {"id": 3, "type": "Spot", "point": true, "x": 64, "y": 95.9},
    {"id": 4, "polyline": [{"x": 0, "y": 0}, {"x": 32, "y": 64}], "x": 32, "y": 32}]}]}');
-- hexagonal and staggered maps: the cell in the middle of an object, without a width and a height; cells of corners
SELECT orientation, name, cell, width, height, shape, points, gridcell_to_offset(gridmap_from_tiled(tiled, '{"else": "."}'), cell, CASE orientation WHEN 'hexagonal' THEN 'even-q' ELSE 'staggered-x-even' END) AS "column and row"
FROM unnest('{hexagonal,staggered}'::text[]) orientation, LATERAL (SELECT jsonb_build_object('orientation', orientation, 'staggeraxis', 'x', 'staggerindex', 'even', 'hexsidelength', 16, 'width', 4, 'height', 3, 'tilewidth', 32, 'tileheight', 32, 'layers',
  '[{"type": "tilelayer", "name": "ground", "width": 4, "height": 3, "data": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]},
    {"type": "objectgroup", "name": "a", "objects": [{"id": 1, "name": "point", "x": 40, "y": 20, "point": true}, {"id": 2, "name": "tile", "gid": 1, "x": 0, "y": 48, "width": 32, "height": 32},
    {"id": 3, "name": "rectangle", "x": 30, "y": 30, "width": 40, "height": 40}, {"id": 4, "name": "line", "x": 16, "y": 32, "polyline": [{"x": 0, "y": 0}, {"x": 24, "y": 16}]}]}]'::jsonb) AS tiled) t,
  gridmap_tiled_objects(tiled);

-- shapes of a layer of objects as cells, without other layers; key null has the cells without an object; isometric maps, whose objects count in heights of tiles
SELECT orientation, replace(fringe_ascii(gridmap_from_tiled(jsonb_build_object('orientation', orientation, 'width', 4, 'height', 3, 'tilewidth', 2, 'tileheight', 1, 'layers', '[{"type": "objectgroup", "name": "a", "objects":
  [{"id": 7, "x": 1, "y": 1, "width": 2, "height": 2, "properties": [{"name": "solid", "type": "bool", "value": true}]}, {"id": 8, "x": 0, "y": 0, "point": true}]}]'::jsonb), '{"null": ".", "solid": "@", "else": "T"}', 'a')), E'\n', '/') AS map
FROM unnest('{orthogonal,isometric,oblique}'::text[]) orientation;
-- polygons against the server's: cells whose centres are inside
WITH polygon AS (
  SELECT i, array_agg(point(x, y) ORDER BY n) AS corners FROM generate_series(1, 200) i, generate_series(1, 4) n,
    LATERAL (SELECT (i * 7919 + n * 104729) % 2311 / 100.0 - 3.13, (i * 6271 + n * 86028) % 1801 / 100.0 - 2.57) v (x, y) GROUP BY i),
map AS (
  SELECT i, corners, gridmap_from_tiled(jsonb_build_object('width', 16, 'height', 12, 'tilewidth', 1, 'tileheight', 1, 'layers', jsonb_build_array(jsonb_build_object('type', 'objectgroup', 'name', 'a', 'objects',
    jsonb_build_array(jsonb_build_object('id', 1, 'x', 0, 'y', 0, 'polygon', (SELECT jsonb_agg(jsonb_build_object('x', corner[0], 'y', corner[1]) ORDER BY n) FROM unnest(corners) WITH ORDINALITY c (corner, n))))))), '{"null": ".", "else": "@"}', 'a') AS map FROM polygon),
cells AS (
  SELECT i, code = '@' AS ours, polygon(('(' || array_to_string(corners, ',') || ')')::path) @> point(x + 0.5, y + 0.5) AS theirs FROM map, gridmap_cells(map))
SELECT count(*) AS cells, count(*) FILTER (WHERE theirs) > 5000 AS many_inside, count(*) FILTER (WHERE ours <> theirs AND i IN (SELECT i FROM cells WHERE theirs)) AS wrong FROM cells;
SELECT refused(format('gridmap_from_tiled(%L, %L, %L)', '{"width": 2, "height": 2, "tilewidth": 1, "tileheight": 1, "layers": [{"type": "objectgroup", "name": "a", "objects": [{"id": 1, "x": 0, "y": 0}]}, {"type": "objectgroup", "name": "b", "objects": [{"x": 0}]}, {"type": "objectgroup", "name": "c", "objects": [{"id": 1, "polygon": []}]}]}', rule, layer))
FROM (VALUES ('{"wall": "@"}', 'a'), ('{"else": "@"}', 'a'), ('{"null": ".", "else": "@"}', 'b'), ('{"null": ".", "else": "@"}', 'c'), ('{"else": "@"}', 'd')) v (rule, layer);
-- a value without a code is told with its layer
SELECT rule, refused(format('gridmap_from_tiled(%L, %L)', '{"width": 1, "height": 1, "tilewidth": 1, "tileheight": 1, "layers": [{"type": "tilelayer", "name": "ground", "width": 1, "height": 1, "data": [5]},
  {"type": "objectgroup", "name": "things", "objects": [{"id": 1, "x": 0, "y": 0}, {"id": 2, "x": 9, "y": 9, "type": "Exit"}]}]}', rule))
FROM unnest('{"{\"ground\": {\"5\": \"@\"}, \"things\": {\"class=Exit\": \"E\"}}","{\"ground\": {\"4\": \"@\"}, \"things\": {\"class=Exit\": \"E\", \"else\": null}}"}'::text[]) rule;
SELECT count(*) FROM gridmap_tiled_objects(NULL::text);
SELECT expression, refused('count(*) FROM ' || expression) FROM unnest(ARRAY[$$gridmap_tiled_objects('{}')$$, $$gridmap_tiled_objects('{"layers": []}')$$]) expression;
-- objects count against fringe.max_memory
SET fringe.max_memory = '2MB';
SELECT regexp_replace(refused($$count(*) FROM gridmap_tiled_objects(jsonb_build_object('tilewidth', 1, 'tileheight', 1, 'layers', jsonb_build_array(jsonb_build_object('objects', jsonb_build_array(jsonb_build_object('polygon', repeat('1,1 ', 300000)))))))$$), 'needs \d+', 'needs N');
RESET fringe.max_memory;
-- the tiles of a tileset are sorted once, however many objects show them: by a template that the map lacks the tileset of, by templates that share it, by sets of the map that share it
SET fringe.max_memory = '4MB';
WITH tileset AS (SELECT jsonb_build_object('name', 'big', 'tiles', jsonb_agg(jsonb_build_object('id', i, 'type', 'T' || i))) AS tileset FROM generate_series(0, 999) i),
  file AS (SELECT jsonb_object_agg('t' || t || '.tj', jsonb_build_object('tileset', jsonb_build_object('firstgid', t, 'source', 'big.tsj'), 'object', jsonb_build_object('gid', t + 7))) ||
      jsonb_build_object('big.tsj', tileset, 'own.tj', jsonb_build_object('tileset', tileset || '{"firstgid": 1}', 'object', '{"gid": 6}'::jsonb)) AS files FROM tileset, generate_series(1, 300) t GROUP BY tileset)
SELECT way, count(*) AS objects, min(class) AS class, min(class) = max(class) AS same
FROM file, (VALUES ('a template', '{"template": "own.tj"}'), ('templates', '{"template": "t%s.tj"}'), ('sets', '{"gid": %s003}')) v (way, object),
  LATERAL (SELECT jsonb_build_object('tilewidth', 1, 'tileheight', 1, 'tilesets', jsonb_agg(jsonb_build_object('firstgid', 1000 * i, 'source', 'big.tsj')) FILTER (WHERE way = 'sets'),
    'layers', jsonb_build_array(jsonb_build_object('objects', jsonb_agg(format(object, i)::jsonb)))) AS tiled FROM generate_series(1, 300) i) t, gridmap_tiled_objects(tiled, files) GROUP BY way ORDER BY way;
RESET fringe.max_memory;

-- ---- LDtk ----------------------------------------------------------------
CREATE TABLE project AS SELECT jsonb '{"worldLayout": "GridVania", "defs": {
    "layers": [{"uid": 1, "intGridValues": [{"value": 1, "identifier": "walls", "groupUid": 5}, {"value": 2, "identifier": "water", "groupUid": 6}, {"value": 3, "identifier": null}],
      "intGridValuesGroups": [{"uid": 5, "identifier": "solid"}, {"uid": 6, "identifier": "soft"}]}],
    "tilesets": [{"uid": 7, "enumTags": [{"enumValueId": "Tree", "tileIds": [4, 5]}, {"enumValueId": "Rare", "tileIds": []}]}]},
  "levels": [
    {"identifier": "Hall", "iid": "h-1", "worldX": 0, "worldY": -32, "worldDepth": 0, "pxWid": 48, "pxHei": 32, "fieldInstances": [{"__identifier": "music", "__value": "calm"}],
      "__neighbours": [{"levelIid": "y-1", "dir": "e"}, {"levelIid": "gone", "dir": "w"}], "layerInstances": [
      {"__identifier": "Things", "__type": "Entities", "__gridSize": 16, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "entityInstances": [
        {"__identifier": "Chest", "iid": "c-1", "px": [24, 32], "__pivot": [0.5, 1], "width": 16, "height": 16, "__tags": ["loot", "box"],
          "fieldInstances": [{"__identifier": "gold", "__value": 30}, {"__identifier": "items", "__value": ["key"]}, {"__identifier": "target", "__value": null}]},
        {"__identifier": "Door", "iid": "d-1", "px": [0, 0], "width": 16, "height": 32}]},
      {"__identifier": "Trees", "__type": "Tiles", "__cWid": 3, "__cHei": 2, "__gridSize": 16, "__tilesetDefUid": 7, "gridTiles": [
        {"px": [0, 0], "t": 0}, {"px": [16, 16], "t": 4}, {"px": [16, 16], "t": 5}, {"px": [-16, 0], "t": 9}]},
      {"__identifier": "Walls", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 16, "layerDefUid": 1, "intGridCsv": [0, 1, 2, 3, 0, 0]},
      {"__identifier": "Shade", "__type": "AutoLayer", "__cWid": 6, "__cHei": 4, "__gridSize": 8, "__tilesetDefUid": 7, "autoLayerTiles": [{"px": [8, 8], "t": 3}]}]},
    {"identifier": "Yard", "iid": "y-1", "worldX": 48, "worldY": -40, "worldDepth": 0, "pxWid": 16, "pxHei": 16, "externalRelPath": "project/Yard.ldtkl", "layerInstances": null}]}' AS ldtk,
  jsonb '{"Yard.ldtkl": {"layerInstances": [{"__identifier": "Walls", "__type": "IntGrid", "__cWid": 1, "__cHei": 1, "__gridSize": 16, "layerDefUid": 1, "intGrid": [{"coordId": 0, "v": 1}]}]}}' AS files;
SELECT level, layer, rule, fringe_ascii(gridmap_from_ldtk(ldtk, rule, level, layer, files))
FROM project, (VALUES (NULL, NULL, '{"0": ".", "1": "1", "2": "2", "3": "3"}'::jsonb), ('Hall', 'Walls', '{"walls": "@", "water": "W", "else": "."}'), ('h-1', NULL, '{"solid": "@", "soft": "W", "3": "3", "0": "."}'),
  ('Hall', 'Trees', '{"-1": ".", "0": "0", "4": "4", "5": "5"}'), ('Hall', 'Trees', '{"Tree": "T", "Rare": "R", "else": "."}'), ('Hall', 'Shade', '{"-1": ".", "else": "s"}'),
  ('Yard', NULL, '{"water": "W"}'), ('Hall', NULL, '{"Walls": {"walls": "@", "else": "."}, "Trees": {"Tree": "T", "else": null}, "else": ","}')) v (level, layer, rule);
SELECT world, level, cell, width AS w, height AS h, depth, x, y, neighbours, properties FROM project, gridmap_ldtk_levels(ldtk, files => files);
SELECT level, cell, width AS w, height AS h FROM project, gridmap_ldtk_levels(ldtk #- '{levels,1}', 'Shade');
SELECT level, layer, iid, name, cell, width AS w, height AS h, x, y, tags, properties FROM project, gridmap_ldtk_entities(ldtk, files => files);
SELECT name, cell, width AS w, height AS h FROM project, gridmap_ldtk_entities(ldtk, 'Hall', 'Shade');
SELECT level, cell, x, y FROM project, gridmap_ldtk_levels(jsonb_set(ldtk, '{worldLayout}', '"LinearHorizontal"') #- '{levels,1}');
-- the cell is that of the pivot, as LDtk computes `__grid`: for every pivot, size and position
WITH entity AS (SELECT row_number() OVER () AS id, x, y, px, py, jsonb_build_object('__identifier', 'e', 'px', jsonb_build_array(x, y), '__pivot', jsonb_build_array(px, py), 'width', size, 'height', 3 * size,
      '__grid', jsonb_build_array(trunc((x - (px = 1)::int) / 16.0), trunc((y - (py = 1)::int) / 16.0))) AS json
    FROM unnest('{0.5,0,1}'::float8[]) px, unnest('{0,0.5,1}'::float8[]) py, unnest('{1,16,24}'::int[]) size, generate_series(-20, 64, 4) x, generate_series(1, 50, 7) y),
  made AS (SELECT jsonb_agg(json || jsonb_build_object('iid', id::text)) AS entities FROM entity)
SELECT count(*) AS entities, count(*) FILTER (WHERE cell <> gridcell((json->'__grid'->>0)::int, (json->'__grid'->>1)::int)) AS wrong,
  count(*) FILTER (WHERE cell <> gridcell(floor(e.x / 16)::int, floor(e.y / 16)::int)) > 0 AS "some corner is elsewhere"
FROM made, gridmap_ldtk_entities(jsonb_build_object('levels', jsonb_build_array(jsonb_build_object('identifier', 'a', 'pxWid', 64, 'pxHei', 64, 'layerInstances',
    jsonb_build_array(jsonb_build_object('__identifier', 't', '__type', 'Entities', '__gridSize', 16, 'entityInstances', entities)))))) e JOIN entity ON entity.id = e.iid::bigint;
-- who names no layer or level is told what is left out; these are all readers that choose one of several (REXPaint merges its layers)
SELECT p.oid::regprocedure AS reader, array_agg(name ORDER BY name) AS chooses
FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid AND d.deptype = 'e' AND e.extname = 'fringe_formats' JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid,
  unnest(p.proargnames) name WHERE p.proname LIKE 'gridmap\_from\_%' AND name IN ('layer', 'level') GROUP BY p.oid ORDER BY p.oid::regprocedure::text COLLATE "C";
SET client_min_messages = notice;
CREATE TABLE choice AS SELECT jsonb '{"width": 2, "height": 1, "tilewidth": 1, "tileheight": 1, "layers": [{"type": "objectgroup", "name": "spots", "objects": []},
    {"type": "tilelayer", "name": "ground", "width": 2, "height": 1, "data": [1, 1]}, {"type": "group", "name": "in", "layers": [{"type": "tilelayer", "name": "walls", "width": 2, "height": 1, "data": [0, 1]}]},
    {"type": "tilelayer", "name": "roof", "width": 2, "height": 1, "data": [0, 0]}]}' AS tiled, '{"1": ".", "0": "@"}'::jsonb AS rule,
  '[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAA=")
[node name="Walls" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAA=")
[node name="Old" type="TileMap" parent="."]
layer_0/name = "Roof"
layer_0/tile_data = PackedInt32Array(0, 0, 0)
layer_1/tile_data = PackedInt32Array(0, 0, 0)
' AS godot;
SELECT fringe_ascii(gridmap_from_tiled(tiled, rule)) FROM choice;
SELECT fringe_ascii(gridmap_from_tiled(tiled::text, rule)) FROM choice;
SELECT fringe_ascii(gridmap_from_godot(godot, '{"0:0,0": "."}')) FROM choice;
SELECT fringe_ascii(gridmap_from_ldtk(ldtk, '{"0": ".", "else": "@"}', files => files)) FROM project;
SELECT fringe_ascii(gridmap_from_ldtk(ldtk, '{"0": ".", "else": "@"}', 'Hall')) FROM project;
-- nothing is said of what is named, of a rule of several layers, and where there is one
SELECT gridmap_from_tiled(tiled, rule, 'ground') = gridmap_from_tiled(tiled #- '{layers,3}' #- '{layers,2}', rule) AS same, fringe_ascii(gridmap_from_tiled(tiled, '{"ground": {"1": "."}, "in/walls": {"0": null, "1": "@"}}')) AS both,
  fringe_ascii(gridmap_from_godot(godot, '{"0:0,0": "."}', 'Walls')) AS godot, fringe_ascii(gridmap_from_ldtk(ldtk, '{"0": ".", "else": "@"}', 'Hall', 'Walls')) AS ldtk FROM choice, project;
-- a list of names that is cut ends in dots, and only such a list
SELECT fringe_ascii(gridmap_from_tiled(jsonb_build_object('layers', jsonb_agg(jsonb_build_object('type', 'tilelayer', 'name', 'L' || i, 'width', 1, 'height', 1, 'data', '[46]'::jsonb) ORDER BY i))))
FROM generate_series(100, 227) i;
SELECT fringe_ascii(gridmap_from_godot(string_agg(format(E'[node name="L%s" parent="."]\ntile_data = PackedInt32Array(0, 0, 0)\n', i), '' ORDER BY i), '{"0": "."}'))
FROM generate_series(100, 227) i;
SELECT levels, right(split_part(refused(format('gridmap_from_ldtk(%L, level => %L)', jsonb_build_object('levels', jsonb_agg(jsonb_build_object('identifier', 'L' || i) ORDER BY i)), 'x')), E'\n', 2), 20) AS "the end of the list"
FROM unnest('{125,126,127,300}'::int[]) levels, generate_series(100, 99 + levels) i GROUP BY levels ORDER BY levels;
DROP TABLE choice;
SET client_min_messages = warning;
-- several worlds
SELECT world, level, cell FROM project, gridmap_ldtk_levels(jsonb_build_object('levels', '[]'::jsonb, 'worlds', jsonb_build_array(ldtk #- '{levels,1}' || '{"identifier": "Up"}', ldtk #- '{levels,1}' || '{"identifier": "Down"}')));
SELECT fringe_ascii(gridmap_from_ldtk(worlds, level => 'Down/Hall', rule => '{"0": ".", "else": "@"}')), refused(format('gridmap_from_ldtk(%L, level => %L)', worlds, 'Hall'))
FROM project, jsonb_build_object('levels', '[]'::jsonb, 'worlds', jsonb_build_array(ldtk #- '{levels,1}' || '{"identifier": "Up"}', ldtk #- '{levels,1}' || '{"identifier": "Down"}')) worlds;
-- layers that are shifted by whole cells are moved to the grid of the level's first layer of values, as entities are; others are refused
CREATE TABLE shifted AS SELECT x, y, jsonb_set(jsonb_set(ldtk, '{levels,0,layerInstances,1,__pxTotalOffsetX}', to_jsonb(x)), '{levels,0,layerInstances,1,__pxTotalOffsetY}', to_jsonb(y)) AS ldtk,
  '{"Walls": {"else": "."}, "Trees": {"0": "0", "Tree": "T", "else": null}, "else": ","}'::jsonb AS rule
FROM project, (VALUES (0, 0), (16, 0), (-16, 0), (0, 16), (0, -16), (16, 16), (-16, -16), (32, 0), (48, 0), (-48, 16), (0, 32), (0, -48)) v (x, y);
SELECT x, y, replace(fringe_ascii(gridmap_from_ldtk(ldtk, rule => rule)), E'\n', '/') AS map, replace(fringe_ascii(gridmap_from_ldtk(ldtk, layer => 'Trees', rule => '{"-1": ".", "0": "0", "Tree": "T"}')), E'\n', '/') AS alone,
  (SELECT cell FROM gridmap_ldtk_levels(ldtk #- '{levels,1}', 'Trees')) AS corner, (SELECT string_agg(cell::text, ' ') FROM gridmap_ldtk_entities(ldtk, 'Hall', 'Trees')) AS entities
FROM shifted;
SELECT refused(format('gridmap_from_ldtk(%L, rule => %L)', jsonb_set(ldtk, '{levels,0,layerInstances,1,__pxTotalOffsetX}', part), rule)) FROM shifted, unnest('{8,-15}'::jsonb[]) part WHERE (shifted.x, y) = (0, 0);
DROP TABLE shifted;
-- layers of a rule have cells of one size, even where cells of two sizes make as many columns and rows
CREATE FUNCTION cells_of(size int, name text, members jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('__identifier', name, '__type', 'IntGrid', '__cWid', 3, '__cHei', 1, '__gridSize', size, 'intGridCsv', '[1, 0, 1]'::jsonb) || members
$$;
SELECT a, b, refused(format('fringe_ascii(gridmap_from_ldtk(%L, rule => %L))',
  jsonb_build_object('levels', jsonb_build_array(jsonb_build_object('identifier', 'L', 'pxWid', 17, 'pxHei', 6, 'layerInstances', jsonb_build_array(cells_of(b, 'b', '{}'), cells_of(a, 'a', '{}'))))),
  '{"a": {"else": "a"}, "b": {"1": "b", "null": "."}}'))
FROM (VALUES (8, 6), (6, 8), (6, 6)) v (a, b);
-- they may have another size than the level's first layer of values: a shift counts in their cells
SELECT x, refused(format('gridmap_from_ldtk(%L, rule => %L)', ldtk, rule)), CASE WHEN x >= 8 THEN fringe_ascii(gridmap_from_ldtk(ldtk, rule => rule)) END AS map
FROM unnest('{8,16,4}'::int[]) x, LATERAL (SELECT jsonb_build_object('levels', jsonb_build_array(jsonb_build_object('identifier', 'L', 'pxWid', 24, 'pxHei', 8, 'layerInstances', jsonb_build_array(
    cells_of(16, 'large', '{"__cWid": 2}'), cells_of(8, 'b', jsonb_build_object('__pxTotalOffsetX', x)), cells_of(8, 'a', '{}'))))), '{"a": {"1": "a", "0": "."}, "b": {"1": "b", "0": null}}'::jsonb) l (ldtk, rule);
DROP FUNCTION cells_of;
-- old versions: x and y or px, one offset, and pivots and sizes only in the definition of an entity
SELECT name, cell, width, height, x, y, properties FROM gridmap_ldtk_entities('{"jsonVersion": "0.1.8",
  "defs": {"layers": [], "entities": [{"identifier": "Hero", "uid": 11, "width": 16, "height": 24, "pivotX": 0.5, "pivotY": 1}, {"identifier": "Door", "uid": 12, "width": 16, "height": 32}]},
  "levels": [{"identifier": "Level", "uid": 41, "pxWid": 48, "pxHei": 32, "layerInstances": [
    {"__identifier": "Entities", "__type": "Entities", "__cWid": 6, "__cHei": 6, "__gridSize": 16, "pxOffsetX": 0, "pxOffsetY": 16, "entityInstances": [
      {"__identifier": "Hero", "__cx": 4, "__cy": 3, "defUid": 11, "x": 72, "y": 64, "fieldInstances": [{"__identifier": "Type", "__value": "Gob"}]},
      {"__identifier": "Door", "__cx": 1, "__cy": 1, "defUid": 12, "px": [16, 16]}, {"__identifier": "Point", "defUid": 13, "px": [8, 8]}]},
    {"__identifier": "Walls", "__type": "IntGrid", "__cWid": 6, "__cHei": 6, "__gridSize": 16, "intGrid": []}]}]}');
SELECT num_nulls(gridmap_from_ldtk(NULL)), (SELECT count(*) FROM gridmap_ldtk_levels(NULL)), (SELECT count(*) FROM gridmap_ldtk_entities(NULL));
SELECT call, refused(format(call, ldtk, files)) FROM project, unnest(ARRAY[
  'gridmap_from_ldtk(''{}'')', 'gridmap_from_ldtk(''[]'')', 'gridmap_from_ldtk(''{"levels": []}'')', 'gridmap_from_ldtk(%L, level => ''Cellar'')', 'gridmap_from_ldtk(%L, level => ''Yard'')',
  'gridmap_from_ldtk(%L, layer => ''Roof'')', 'gridmap_from_ldtk(%L, layer => ''Things'')', 'gridmap_from_ldtk(%L, rule => ''{"lava": "@"}'')', 'gridmap_from_ldtk(%L, layer => ''Shade'', rule => ''{"lava": "@"}'')', 'gridmap_from_ldtk(%L #- ''{defs}'', rule => ''{"lava": "@"}'')',
  'gridmap_from_ldtk(%L, rule => ''{"Walls": {"else": "."}, "Shade": {"else": "."}}'')', 'gridmap_from_ldtk(%L, rule => ''{"0": "."}'')', 'gridmap_from_ldtk(%L, files => ''7'')',
  'gridmap_from_ldtk(''{"levels": [{}]}'')', 'gridmap_from_ldtk(''{"levels": [{"identifier": "a"}]}'')', 'gridmap_from_ldtk(''{"levels": [{"identifier": "a", "layerInstances": []}]}'')',
  'gridmap_from_ldtk(jsonb_set(%L, ''{levels,0,layerInstances,2,intGridCsv}'', ''[1, 2]''))', 'gridmap_from_ldtk(jsonb_set(%L, ''{levels,0,layerInstances,2,intGridCsv,1}'', ''-1''))',
  'gridmap_from_ldtk(jsonb_set(%L, ''{levels,0,layerInstances,2,intGridCsv}'', ''7''))', 'gridmap_from_ldtk(jsonb_set(%L, ''{levels,0,layerInstances,2,__cWid}'', ''"x"''))',
  'gridmap_from_ldtk(jsonb_set(%L, ''{levels,0,layerInstances,1,__gridSize}'', ''0''), layer => ''Trees'')', 'gridmap_from_ldtk(jsonb_set(%L, ''{levels,0,layerInstances,1,gridTiles,0}'', ''{"t": 7}''), layer => ''Trees'')',
  'gridmap_from_ldtk(%L, level => ''Yard'', files => jsonb_set(%L, ''{Yard.ldtkl,layerInstances,0,intGrid,0,coordId}'', ''7''))',
  'gridmap_ldtk_levels(jsonb_set(%L, ''{levels,0,worldX}'', ''1e300'') #- ''{levels,1}'')', 'gridmap_ldtk_levels(jsonb_set(%L, ''{levels,0,worldX}'', ''10000000000'') #- ''{levels,1}'')',
  'gridmap_ldtk_levels(jsonb_set(%L, ''{levels,0,worldDepth}'', ''1e15'') #- ''{levels,1}'')', 'gridmap_ldtk_levels(jsonb_set(%L, ''{levels,0,pxWid}'', ''2147483648'') #- ''{levels,1}'')',
  'gridmap_ldtk_levels(%L)', 'gridmap_ldtk_entities(jsonb_set(%L, ''{levels,0,layerInstances,0,entityInstances,0,px}'', ''[1]''))',
  'gridmap_ldtk_entities(jsonb_set(%L, ''{levels,0,layerInstances,0,entityInstances,0,fieldInstances,0,__identifier}'', ''1''))'
  ]) WITH ORDINALITY c (call, number) ORDER BY number;
DROP TABLE project;
DROP FUNCTION refused, one_row;
RESET client_min_messages;
