-- maps of other programs, in and out; routes as GeoJSON
CREATE TABLE foreign_map AS SELECT gridmap(ARRAY['..TT@', '.WWS@', '.1<&"']) AS map;

-- numbers, by a rule
SELECT fringe_ascii(gridmap_from_numbers('{{0,5,100},{255,101,7}}', '{"0-99": "@", "100": "T", "else": "."}'));
SELECT fringe_ascii(gridmap_from_numbers('{{0,5,100},{255,101,8}}', '{"0-7": "@", "8": "S", "9-99": "W", "else": "."}'));
-- without a rule, numbers are the layer cost, and NULL, NaN and infinity are walls
SELECT gridmap_from_numbers('{{46,0.25,NULL},{NaN,84,-infinity}}');
SELECT fringe_ascii(gridmap_from_csv(E'0,1,1\r\n1,1,0\r\n\n', '{"0": "@", "1": "."}')) AS csv,
  fringe_ascii(gridmap_from_csv('0;1', '{"0": "@", "1": "."}', ';')) AS semicolons,
  fringe_ascii(gridmap_from_json('[[0, 1, 1], [1, 1, 0]]', '{"0": "@", "1": "."}')) AS json;
SELECT gridmap_from_csv((SELECT string_agg(line, E'\r\n')
    FROM (SELECT string_agg(ascii(code::text)::text, ' | ' ORDER BY x) AS line
      FROM gridmap_cells(map)
      GROUP BY y
      ORDER BY y) l),
  NULL, '|') = map AS csv,
  gridmap_from_json((SELECT jsonb_agg(line)
      FROM (SELECT jsonb_agg(ascii(code::text) ORDER BY x) AS line
        FROM gridmap_cells(map)
        GROUP BY y
        ORDER BY y) l)) = map AS json
FROM gridmap_caves(70, 30, 0.4, 1) map;

-- out, and in again to an equal map
SELECT gridmap_from_pgm(gridmap_to_pgm(map)) = map AS pgm, gridmap_from_tiled(gridmap_to_tiled(map)) = map AS tiled,
  gridmap_from_png(fringe_png(map, pixels => 5), '{"#f3f1ea": ".", "#2f353d": "@", "#3c7a4b": "T", "#b9c08a": "S", "#5b9bd0": "W",
    "#e4d5be": "1", "#d9a63f": "<", "#b0dad5": "&", "#9fcf86": "\""}') = map AS png FROM foreign_map;
SELECT bool_and(gridmap_from_pgm(gridmap_to_pgm(map)) = map AND gridmap_from_tiled(gridmap_to_tiled(map)) = map
  AND gridmap_from_png(fringe_png(map, pixels => 70), '{"0-100": "@", "else": "."}') = map)
FROM (VALUES (gridmap_caves(70, 30, 0.4, 1)), (gridmap_maze(31, 51, 1, 2)), (gridmap_walls(60, 70, 30, 9, 3))) v (map);

-- Tiled: what the server's own functions build, key by key and tile by tile
CREATE FUNCTION tiled_by_server(map gridmap, image text, side int) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('type', 'map', 'version', '1.10', 'orientation', 'orthogonal', 'renderorder', 'right-down', 'infinite', false,
    'width', w, 'height', h, 'tilewidth', side, 'tileheight', side, 'nextlayerid', 2, 'nextobjectid', 1,
    'tilesets', jsonb_build_array(jsonb_build_object('firstgid', 1, 'name', 'terrain', 'image', image, 'columns', 16, 'tilecount', 128,
      'imagewidth', 16 * side, 'imageheight', 8 * side, 'tilewidth', side, 'tileheight', side, 'margin', 0, 'spacing', 0)),
    'layers', jsonb_build_array(jsonb_build_object('type', 'tilelayer', 'id', 1, 'name', 'terrain', 'visible', true, 'opacity', 1, 'x', 0, 'y', 0,
      'width', w, 'height', h, 'data', (SELECT jsonb_agg(ascii(code::text) ORDER BY y, x) FROM gridmap_cells(map)))))
  FROM gridmap_width(map) w, gridmap_height(map) h $$;
SELECT count(*) AS maps, failing((map, image, side)::text) FILTER (WHERE tiled <> by_server OR tiled::text <> by_server::text OR tiled::text::jsonb <> tiled
  OR jsonb_send(tiled) <> jsonb_send(by_server)) AS wrong
FROM (TABLE foreign_map UNION ALL VALUES (gridmap('{.}'::text[])), (gridmap_caves(130, 70, 0.4, 1)), (mixed_map(33, 7, 60))) m (map),
  (VALUES ('terrain.png', 16), ('', 1), (E'"\\\u00e9\n', 4096)) v (image, side), gridmap_to_tiled(map, image, side) tiled, tiled_by_server(map, image, side) by_server;
SELECT gridmap_to_tiled(map) = tiled_by_server(map, 'terrain.png', 16) AS "by default", tiled #>> '{layers,0,data,-1}' = ascii(gridmap_code(map, '(129,69)')::text)::text AS last,
  tiled->'infinite' AS infinite, tiled #> '{tilesets,0,columns}' AS columns FROM gridmap_caves(130, 70, 0.4, 1) map, gridmap_to_tiled(map) tiled;
DROP FUNCTION tiled_by_server;

-- PGM as text, with comments, of bytes and of pairs of bytes
SELECT fringe_ascii(gridmap_from_pgm(convert_to(E'P2 # a map\n3 2\n# levels\n15\n0 15 15\n15 15 0\n', 'UTF8'), '{"0": "@", "15": "."}')) AS text,
  fringe_ascii(gridmap_from_pgm('\x50350a3220310a3235350a00ff', '{"0": "@", "255": "."}')) AS bytes,
  fringe_ascii(gridmap_from_pgm('\x50350a3220310a3635353335 0a 0100 0001', '{"256": "@", "1": "."}')) AS pairs;

-- NULL
SELECT num_nulls(gridmap_from_numbers(NULL), gridmap_from_png(NULL), gridmap_from_pgm(NULL), gridmap_to_pgm(NULL), gridmap_from_json(NULL),
  gridmap_from_csv(NULL), gridmap_from_csv('46', NULL, NULL), gridmap_from_tiled(NULL), gridmap_to_tiled(NULL), gridpath_to_geojson(NULL));

-- the key "layer" keeps the numbers of every reader of numbers; a cell without one is a wall, with 0 or the number nearest to it that the layer has
CREATE TABLE reading (reader regprocedure, call text);
INSERT INTO reading VALUES ('gridmap_from_numbers(float8[],jsonb)', $$gridmap_from_numbers('{{812.25,NULL,1013}}', RULE)$$), ('gridmap_from_csv(text,jsonb,text)', $$gridmap_from_csv('812.25,,1013', RULE)$$),
  ('gridmap_from_json(text,jsonb,int)', $$gridmap_from_json('[[812.25, null, 1013]]', RULE)$$), ('gridmap_from_json(jsonb,jsonb,int)', $$gridmap_from_json(jsonb '[812.25, null, 1013]', RULE, 3)$$),
  ('gridmap_from_asc(text,jsonb)', $$gridmap_from_asc(E'ncols 3\nnrows 1\nNODATA_value -9999\n812.25 -9999 1013', RULE)$$), ('gridmap_from_pgm(bytea,jsonb)', $$gridmap_from_pgm('P2 3 1 65535 300 7 65535', RULE)$$),
  ('gridmap_from_pgm(bytea,jsonb)', $$gridmap_from_pgm('\x50352033203120363535333520012c0007ffff', RULE)$$),
  ('gridmap_from_png(bytea,jsonb)', $$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000003000000011004000000e179007c0000001449444154789c6360d4f9ff9f819d81e13f1000001f11062f8af6ba460000000049454e44ae426082', RULE)$$),
  ('gridmap_from_ros(text,bytea,jsonb)', $$gridmap_from_ros(E'mode: scale\noccupied_thresh: 0.9\nfree_thresh: 0.1', 'P2 3 1 255 0 128 255', RULE)$$),
  ('gridmap_from_rexpaint(bytea,jsonb,int)', NULL), ('gridmap_from_godot(bytea,jsonb,text)', NULL), ('gridmap_from_godot(text,jsonb,text,jsonb,text)', NULL), ('gridmap_from_tiled(jsonb,jsonb,text,jsonb)', NULL),
  ('gridmap_from_tiled(xml,jsonb,text,jsonb)', NULL), ('gridmap_from_tiled(text,jsonb,text,jsonb)', NULL), ('gridmap_from_ldtk(jsonb,jsonb,text,text,jsonb)', NULL); -- these have tiles or glyphs
CREATE FUNCTION read_as(call text, rule text) RETURNS gridmap LANGUAGE plpgsql AS $$ DECLARE map gridmap; BEGIN EXECUTE 'SELECT ' || replace(call, 'RULE', quote_literal(rule)) INTO map; RETURN map; END $$;
SELECT reader, fringe_ascii(map), gridmap_layer(map, 'h'), l.scale, l."offset", fringe_ascii(read_as(call, '{"layer": "h", "null": "?", "..1000": "T"}')) AS coded
FROM reading, LATERAL read_as(call, '{"layer": "h"}') AS map, gridmap_layers(map) l WHERE call IS NOT NULL;
SELECT oid::regprocedure AS "reader without a row" FROM pg_proc WHERE proname LIKE 'gridmap_from_%' AND 'rule' = ANY (proargnames) AND prorettype = 'gridmap'::regtype AND oid NOT IN (SELECT reader FROM reading);
-- all numbers stay; infinity is NULL; a map without any number
SELECT failing(n::text) FILTER (WHERE gridmap_layer(map, 'h') <> numbers OR gridmap_layer(from_json, 'h') <> numbers) AS wrong
FROM generate_series(1, 50) n, LATERAL (SELECT array_agg(row ORDER BY y) AS numbers FROM generate_series(1, 9) y, LATERAL (SELECT array_agg(((n * x * 17 + y * 31) % (n * n))::float8 / 4 - n ORDER BY x) AS row FROM generate_series(1, n) x) r) a,
  LATERAL (SELECT gridmap_from_numbers(numbers, '{"layer": "h"}') AS map, gridmap_from_json(to_jsonb(numbers), '{"layer": "h"}') AS from_json) m;
SELECT gridmap_from_csv('5,inf,-inf', '{"layer": "h"}') AS infinite, gridmap_from_csv(',', '{"layer": "h"}') AS none, gridmap_from_csv('-70000.25,,-70000', '{"layer": "h"}') AS below, gridmap_from_csv('1,0', '{"layer": "blocked", "null": "T"}') AS blocked;
DROP FUNCTION read_as;
DROP TABLE reading;

-- routes: the centres of the corners; positions.sql has more
SELECT gridpath_to_geojson('(0,0) E5 SE3 S2');
SELECT gridpath_to_geojson('(2,3) N1', 10, 50, 0.5, y_up => true), gridpath_to_geojson('(2,3)');
SELECT gridpath_to_geojson('(-2147483648,2147483647) E1');

-- what is wrong
CREATE FUNCTION refused(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE message text; detail text; hint text;
BEGIN
  EXECUTE 'SELECT ' || expression;
  RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN concat_ws(E'\n', SQLSTATE || ' ' || message, nullif(detail, ''), nullif(hint, ''));
END $$;
SELECT expression, refused(expression) FROM unnest(ARRAY[
  $$gridmap_from_numbers('{1,2}')$$, $$gridmap_from_numbers('{}')$$, $$gridmap_from_numbers('{{1,1e15}}')$$,
  $$gridmap_from_numbers('{{1,2},{1,3}}', '{"1-2": "."}')$$,
  $$gridmap_from_numbers('{{1}}', '[]')$$, $$gridmap_from_numbers('{{1}}', '{"one": "."}')$$, $$gridmap_from_numbers('{{1}}', '{"5-1": "."}')$$,
  $$gridmap_from_numbers('{{1}}', '{"1-5": ".", "5-7": "@"}')$$, $$gridmap_from_numbers('{{1}}', '{"1": ".."}')$$,
  $$gridmap_from_numbers('{{1}}', '{"1": 46}')$$, $$gridmap_from_numbers('{{1}}', '{"1234567890": "."}')$$,
  $$gridmap_from_numbers('{{1}}', jsonb_build_object(repeat('1', 1000), '.'))$$, $$gridmap_from_numbers('{{1}}', jsonb_build_object('1', repeat('.', 1000)))$$,
  $$gridmap_from_csv('1', '{"layer": 7}')$$, $$gridmap_from_csv('1', '{"layer": "a b"}')$$, $$gridmap_from_csv('1', '{"layer": "h", "scale": 0}')$$, $$gridmap_from_csv('1', '{"layer": "h", "scale": "0.1"}')$$, $$gridmap_from_csv('1', '{"layer": "h", "scale": 1e-10}')$$,
  $$gridmap_from_csv('1', '{"scale": 1, "1": "."}')$$, $$gridmap_from_csv('0,5e9', '{"layer": "h", "scale": 1}')$$, $$gridmap_from_csv('1,1e15', '{"layer": "h"}')$$, $$gridmap_from_csv('1,2', '{"layer": "blocked"}')$$,
  $$gridmap_from_csv('1', '{"layer": "h", "1": null}')$$, $$gridmap_from_csv('1', '{"h": "."}')$$, $$gridmap_from_rexpaint('\x00', '{"layer": "h"}')$$, $$gridmap_from_godot('\x00'::bytea, '{"layer": "h"}')$$,
  $$gridmap_from_csv(E'1,2\n1', '{"1-2": "."}')$$, $$gridmap_from_csv(E'46,46\n\n46,46,46')$$, $$gridmap_from_csv(E'46,x')$$, $$gridmap_from_csv(E'46\n')$$,
  $$gridmap_from_csv(E'46,46\n46,')$$, $$gridmap_from_csv(E' 46 , +46 ')$$, $$gridmap_from_csv('99999999999')$$, $$gridmap_from_csv(repeat('9', 1000))$$,
  $$gridmap_from_csv('46 46')$$, $$gridmap_from_csv('46;46')$$, $$gridmap_from_csv(E'46\t46')$$,
  $$gridmap_from_csv('46,46', NULL, ';')$$, $$gridmap_from_csv('46,5;46,5', NULL, ';')$$, $$gridmap_from_csv(E'a,b\nc,d')$$, $$gridmap_from_csv('4.5')$$,
  $$gridmap_from_csv(E'1\u00e9')$$, $$gridmap_from_csv('46', NULL, '')$$, $$gridmap_from_csv('46::46', NULL, '::')$$,
  $$gridmap_from_csv('46::::::::46', NULL, '::::::::')$$, $$gridmap_from_csv('46', NULL, repeat('::', 4) || '1')$$, $$gridmap_from_csv('46', NULL, repeat('ab', 1000))$$,
  $$gridmap_from_csv(repeat('4', 1000) || ';46')$$,
  $$gridmap_from_csv('')$$, $$gridmap_from_csv(E'\n\r\n')$$,
  $$gridmap_from_csv('46' || repeat(',46', 65535))$$, $$gridmap_from_csv(repeat(E'46\n', 65536))$$,
  $$gridmap_from_json('[[46], 2]')$$, $$gridmap_from_json('[1, 2]')$$, $$gridmap_from_json('{"a": 1}')$$, $$gridmap_from_json('46')$$,
  $$gridmap_from_json('[]')$$, $$gridmap_from_json('[[]]')$$, $$gridmap_from_json('[[46, 46], [46]]')$$,
  $$gridmap_from_json('[[46, null]]')$$, $$gridmap_from_json('[[46, 46], [[46], 46]]')$$, $$gridmap_from_json('[["46"]]')$$,
  $$gridmap_from_json(jsonb_build_array(jsonb_build_array(repeat('x', 2000))))$$, $$gridmap_from_json(jsonb_build_array(jsonb_build_array(to_jsonb(array_fill(1, ARRAY[1000])))))$$,
  $$gridmap_from_json(jsonb_build_array(jsonb_build_array(jsonb_build_object('a', repeat('x', 2000)))))$$,
  $$gridmap_from_json('[[46.5]]')$$, $$gridmap_from_json('[[46.0e0, 2147483648]]')$$,
  $$gridmap_from_png('\x00')$$, $$gridmap_from_png(substr(fringe_png(gridmap('{..}'::text[])), 1, 60), '{"else": "."}')$$,
  $$gridmap_from_png(fringe_png(gridmap('{..}'::text[])), '{"#000000": "@"}')$$, $$gridmap_from_png(fringe_png(gridmap('{..}'::text[])))$$,
  $$gridmap_from_pgm('\x')$$, $$gridmap_from_pgm('P6 1 1 255 .')$$, $$gridmap_from_pgm('P5 70000 1 255 .')$$, $$gridmap_from_pgm('P5 2 1 255 .')$$,
  $$gridmap_from_pgm('P2 1 1 9 46')$$, $$gridmap_from_pgm('P5 1 1 0 .')$$,
  $$gridpath_to_geojson('(0,0) E9', 1e308, 0, 1e307)$$, $$gridpath_to_geojson('(0,0) S9', 0, 1e308, 1e307)$$,
  $$gridpath_to_geojson('(2147483647,0)', cell_size => 1e308)$$,
  $$gridmap_to_tiled(gridmap('{.}'::text[]), tile_size => 0)$$, $$gridmap_to_tiled(gridmap('{.}'::text[]), tile_size => 4097)$$,
  $$gridmap_to_tiled(gridmap('{.}'::text[]), tile_size => 4096)$$,
  $$gridpath_to_geojson('(0,0)', 0, 'NaN'::float8)$$, $$gridpath_to_geojson('(0,0)', cell_size => 0)$$]) expression;
DROP TABLE foreign_map;
DROP FUNCTION refused;

-- A PNG with other chunks: those that a reader may skip are, whatever is in them.
CREATE FUNCTION png_with(chunk bytea) RETURNS bytea LANGUAGE sql AS $$
  SELECT substr(png, 1, 33) || chunk || substr(png, 34) FROM fringe_png(gridmap('{.@,@@}'::text[]), pixels => 2) png
$$;
CREATE FUNCTION png_chunk(type text, data bytea) RETURNS bytea LANGUAGE sql AS $$
  SELECT int4send(length(data)) || type::bytea || data || int4send(0)
$$;
SELECT fringe_ascii(gridmap_from_png(png_with(''), '{"0-100": "@", "else": "."}')) AS png;
SELECT type, gridmap_from_png(png_with(png_chunk(type, data)), '{"0-100": "@", "else": "."}') = gridmap_from_png(png_with(''), '{"0-100": "@", "else": "."}') AS same
FROM unnest('{tEXt,zTXt,iTXt,iCCP,sPLT,prVt,hIST}'::text[]) type, unnest('{"","\\x6b000078da4b4c4a0600024d0127"}'::bytea[]) data;
SELECT gridmap_from_png(png_with(png_chunk('CgBI', '')), '{"else": "."}');
SELECT gridmap_from_png(png_with(substr(png_chunk('tEXt', 'abc'), 1, 11)), '{"else": "."}');
SELECT gridmap_from_png(png_with(int4send(2147483647) || 'tEXt'), '{"else": "."}');
SELECT gridmap_from_png(png_with(int4send(-1) || 'tEXt'), '{"else": "."}');
\set VERBOSITY terse
SELECT gridmap_from_png(png_with(png_chunk('PLTE', '')), '{"else": "."}');
\set VERBOSITY default
SELECT gridmap_from_png(substr(png_with(''), 1, 33), '{"else": "."}');
DROP FUNCTION png_with, png_chunk;

-- pictures that end early
SELECT gridmap_from_pgm('P2'::bytea), gridmap_from_pgm('P2 # a comment without an end'::bytea);
SELECT gridmap_from_pgm('P2 x'::bytea);

-- jsonb and back
SELECT '(3,-4)'::gridcell::jsonb, '[3, -4]'::jsonb::gridcell, '(3,4) E2 SE1'::gridpath::jsonb, '[[3,4],[4,4],[5,5]]'::jsonb::gridpath,
  gridmap('{.@,"\"\\"}'::text[])::jsonb AS map, '["..", ".@"]'::jsonb::gridmap;
SELECT count(*) AS maps, failing(codes::text) FILTER (WHERE NOT (map::jsonb::gridmap = map)) = 0 AS same
FROM unnest('{1,2,4,13,60}'::int[]) codes, LATERAL (SELECT gridmap(ARRAY[string_agg(chr(32 + c), '')]) AS map FROM generate_series(1, codes) c) m;
SELECT count(*) AS cells, failing(cell::text) FILTER (WHERE NOT (cell::jsonb::gridcell = cell)) = 0 AS same
FROM generate_series(-500, 499) i, LATERAL gridcell(i * 4000000, -i) cell;
SELECT count(*) AS paths, failing(path::text) FILTER (WHERE NOT (path::jsonb::gridpath = path AND path::gridcell[]::gridpath = path)) = 0 AS same
FROM unnest('{"(0,0)","(-5,3) N2 NE3 W1","(2147483640,-2147483648) E7 S3"}'::gridpath[]) path;
-- as the text of the cells, also beyond the elements of which jsonb stores an offset
SELECT count(*) AS lengths,
  failing(path::text) FILTER (WHERE NOT (path::jsonb = translate(gridpath_cells(path)::text, '{}()"', '[][]')::jsonb
    AND path::jsonb::gridpath = path
  AND path::jsonb -> -1 = gridpath_goal(path)::jsonb AND jsonb_array_length(path::jsonb) = gridpath_length(path))) = 0 AS same
FROM generate_series(1, 100) n, LATERAL (SELECT format('(%s,%s) E%s SW%s', n * n * n * n - 7 * n, -n * n, n, 2 * n)::gridpath AS path) p;
SELECT pg_column_size(path::jsonb) = pg_column_size(path::jsonb::text::jsonb) AS "same bytes" FROM gridpath('(99990,-9) SE200') path;
SELECT map::jsonb = to_jsonb(string_to_array(fringe_ascii(map), E'\n')) AS same, map::jsonb::gridmap = map AS back FROM gridmap_caves(70, 100, 0.4, 1) map;
SELECT '[1e2, 2]'::jsonb::gridcell;
SELECT '(0,0) E20000000'::gridpath::jsonb;
SELECT '[1, 2, 3]'::jsonb::gridcell;
SELECT '[1, "2"]'::jsonb::gridcell;
\set VERBOSITY sqlstate
SELECT '[1, 3000000000]'::jsonb::gridcell;
\set VERBOSITY default
SELECT '[[1,2],[2,[3]]]'::jsonb::gridpath;
SELECT '[]'::jsonb::gridmap;
SELECT '["..", 12]'::jsonb::gridmap;
SELECT '{"x": 1}'::jsonb::gridcell;
SELECT '[1.5, 2]'::jsonb::gridcell;
SELECT '"(1,2)"'::jsonb::gridcell;
SELECT '[[1,2],[3,4]]'::jsonb::gridpath;
SELECT '[[1,2],[1,2]]'::jsonb::gridpath;
SELECT '[]'::jsonb::gridpath;
SELECT '3'::jsonb::gridpath;
SELECT '["..", null]'::jsonb::gridmap;
SELECT '["..", "."]'::jsonb::gridmap;
SELECT '{"(0,0)",NULL}'::gridcell[]::gridpath;

-- A cell is [x,y] in what the server's functions make of it, and is read so; a path, a map and a link are their texts.
CREATE TABLE thing AS SELECT '(54,6)'::gridcell AS cell, '{"(1,2)",NULL,"(-3,4)"}'::gridcell[] AS cells, '(0,0) E2 >(7,7) (9,8) S1'::gridpath AS path,
  '(1,2)<>(3,4)=0.5:k'::gridlink AS link, gridmap_link(gridmap('{..,.@}'::text[]), '{"(0,0)>(1,0)"}') AS map, ('(1,2)', 0.5)::gridcell_value AS value;
SELECT to_json(cell), to_jsonb(cell), row_to_json(t), json_build_object('at', cell), jsonb_build_array(cell), to_json(cells), to_jsonb(array_fill(cell, ARRAY[1, 2]))
FROM (SELECT cell, cells FROM thing) t;
SELECT json_agg(cell), jsonb_agg(cell) FROM unnest('{"(1,2)",NULL,"(-3,4)"}'::gridcell[]) cell;
SELECT to_jsonb(thing) FROM thing;
\set VERBOSITY sqlstate
SELECT jsonb_object_agg(cell, 1) FROM thing;
\set VERBOSITY default
SELECT jsonb_object_agg(cell::text, 1) FROM thing;
SELECT count(*) AS cells, failing(cell::text) FILTER (WHERE NOT (to_jsonb(cell) = cell::jsonb AND cell::json::jsonb = cell::jsonb AND to_json(cell)::text = cell::json::text
  AND to_jsonb(cell)::gridcell = cell AND (to_jsonb(cell)->>0)::int = gridcell_x(cell) AND (to_json(cell)->>1)::int = gridcell_y(cell)
  AND to_jsonb(cell)::text::gridcell = cell AND to_json(cell)::text::gridcell = cell)) AS wrong
FROM generate_series(-500, 500) i, LATERAL gridcell(i * 4294967, -i * 4294967) cell;
-- rows: as an object and back. PostgreSQL reads [[1, 2]] into an array of two dimensions, so a list of cells needs the cast.
SELECT back.cell = thing.cell AS cell, back.path = thing.path AS path, back.link = thing.link AS link, back.map = thing.map AS map, (back.value).cell = (thing.value).cell AS value,
  (json->'cells')::gridcell[] = cells AS cells
FROM thing, to_jsonb(thing) json, jsonb_to_record(json) AS back (cell gridcell, path gridpath, link gridlink, map gridmap, value gridcell_value);
SELECT back.cell = thing.cell AS cell, back.path = thing.path AS path, back.link = thing.link AS link, back.map = thing.map AS map
FROM thing, row_to_json(thing) json, json_to_record(json) AS back (cell gridcell, path gridpath, link gridlink, map gridmap);
SELECT cells FROM jsonb_to_record('{"cells": [[1, 2], [3, 4]]}') AS r (cells gridcell[]);
SELECT * FROM jsonb_to_recordset('[{"cell": [1, 2], "cells": ["(1,2)", "[3, 4]"]}, {"cell": "(3,4)"}, {"cell": null}]') AS r (cell gridcell, cells gridcell[]);
-- what to_jsonb makes of a value is read as the value
SELECT to_jsonb(cell)::gridcell = cell AND to_jsonb(cells)::gridcell[] = cells AND to_jsonb(path)::gridpath = path AND to_jsonb(map)::gridmap = map AS same FROM thing;
SELECT '[[1,2],"(3,4)"," 5 , 6 ",null]'::jsonb::gridcell[], '[]'::jsonb::gridcell[], '["(1,2)",[2,3]]'::jsonb::gridpath, '"(1,2) E1"'::jsonb::gridpath, '[1.0, 2e0]'::jsonb::gridcell;
SELECT count(*) AS lists, failing(n::text) FILTER (WHERE NOT (to_jsonb(cells)::gridcell[] = cells AND (SELECT jsonb_agg(c::text) FROM unnest(cells) c)::gridcell[] = cells)) AS wrong
FROM generate_series(1, 100) n, LATERAL (SELECT array_agg(CASE WHEN i % 9 < 8 THEN gridcell(i * n, -i) END) AS cells FROM generate_series(1, n) i) l;
-- JSON that is no cell, path or map
CREATE FUNCTION refused(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE message text; detail text;
BEGIN
  EXECUTE 'SELECT ' || expression;
  RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
  RETURN concat_ws(': ', SQLSTATE || CASE WHEN SQLSTATE = '22003' THEN ' (the server)' ELSE ' ' || message END, nullif(detail, ''));
END $$;
SELECT value, type, refused(format('%L::jsonb::%s', value, type))
FROM unnest('{"\"(1,2\"","\"\"","\"[1,2]]\"","null",true,"[null, 1]","[1, [2]]","[[1, 2]]","[1, 99999999999999999999]","[1e400, 1]","[0.5, 1]","[]","[1]","{\"0\": 1, \"1\": 2}"}'::text[]) value,
  unnest('{gridcell,gridcell[],gridpath,gridmap}'::text[]) type WHERE type <> 'gridcell[]' OR value NOT IN ('[]');
SELECT refused('repeat(''['', 5000)::jsonb::gridcell') ~ '^(54001|22P02)' AS deep, left(refused('to_jsonb(repeat(''1,'', 100000))::gridcell'), 70) AS long;
DROP FUNCTION refused;
DROP TABLE thing;
SELECT gridmap_width(gridmap_from_asc(E'ncols 3\nnrows 1\n-9999 1 -9999', '{"layer": "h"}')) AS width;
-- A value between free and occupied has no code without a rule.
SELECT gridmap_from_ros(E'image: a\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\nmode: scale', 'P2 3 1 255 254 0 201');
