-- maps of other programs, in and out; routes as GeoJSON
CREATE TABLE foreign_map AS SELECT gridmap(ARRAY['..TT@', '.WWS@', '.1<&"']) AS map;

-- numbers, by a rule
SELECT fringe_ascii(gridmap_from_numbers('{{0,5,100},{255,101,7}}', '{"0-99": "@", "100": "T", "else": "."}'));
SELECT fringe_ascii(gridmap_from_numbers('{{0,5,100},{255,101,8}}', '{"0-7": "@", "8": "S", "9-99": "W", "else": "."}'));
SELECT fringe_ascii(gridmap_from_numbers('{{46,64},{84,46}}'));
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
    "#e4d5be": "1", "#d9a63f": "<", "#99d1cb": "&", "#9fcf86": "\""}') = map AS png FROM foreign_map;
SELECT bool_and(gridmap_from_pgm(gridmap_to_pgm(map)) = map AND gridmap_from_tiled(gridmap_to_tiled(map)) = map
  AND gridmap_from_png(fringe_png(map, pixels => 70), '{"0-100": "@", "else": "."}') = map)
FROM (VALUES (gridmap_caves(70, 30, 0.4, 1)), (gridmap_maze(31, 51, 1, 2)), (gridmap_walls(60, 70, 30, 9, 3))) v (map);

-- PGM as text, with comments, of bytes and of pairs of bytes
SELECT fringe_ascii(gridmap_from_pgm(convert_to(E'P2 # a map\n3 2\n# levels\n15\n0 15 15\n15 15 0\n', 'UTF8'), '{"0": "@", "15": "."}')) AS text,
  fringe_ascii(gridmap_from_pgm('\x50350a3220310a3235350a00ff', '{"0": "@", "255": "."}')) AS bytes,
  fringe_ascii(gridmap_from_pgm('\x50350a3220310a3635353335 0a 0100 0001', '{"256": "@", "1": "."}')) AS pairs;

-- Tiled: the first layer of tiles, or that of a name; flipped tiles are tiles
SELECT name, fringe_ascii(gridmap_from_tiled('{"layers": [{"type": "objectgroup", "name": "things"},
  {"type": "tilelayer", "name": "ground", "width": 2, "height": 2, "data": [1, 2, 2147483650, 1]},
  {"type": "tilelayer", "name": "trees", "width": 1, "height": 1, "data": [1]}]}', '{"1": ".", "2": "@"}', name))
FROM unnest('{NULL,ground,trees}'::text[]) name;

-- NULL
SELECT num_nulls(gridmap_from_numbers(NULL), gridmap_from_png(NULL), gridmap_from_pgm(NULL), gridmap_to_pgm(NULL), gridmap_from_json(NULL),
  gridmap_from_csv(NULL), gridmap_from_csv('46', NULL, NULL), gridmap_from_tiled(NULL), gridmap_to_tiled(NULL), gridpath_to_geojson(NULL));

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
  $$gridmap_from_numbers('{1,2}')$$, $$gridmap_from_numbers('{}')$$, $$gridmap_from_numbers('{{1,NULL}}')$$,
  $$gridmap_from_numbers('{{46},{32}}')$$, $$gridmap_from_numbers('{{1,2},{1,3}}', '{"1-2": "."}')$$,
  $$gridmap_from_numbers('{{1}}', '[]')$$, $$gridmap_from_numbers('{{1}}', '{"one": "."}')$$, $$gridmap_from_numbers('{{1}}', '{"5-1": "."}')$$,
  $$gridmap_from_numbers('{{1}}', '{"1-5": ".", "5-7": "@"}')$$, $$gridmap_from_numbers('{{1}}', '{"1": ".."}')$$,
  $$gridmap_from_numbers('{{1}}', '{"1": 46}')$$, $$gridmap_from_numbers('{{1}}', '{"1234567890": "."}')$$,
  $$gridmap_from_numbers('{{1}}', jsonb_build_object(repeat('1', 1000), '.'))$$, $$gridmap_from_numbers('{{1}}', jsonb_build_object('1', repeat('.', 1000)))$$,
  $$gridmap_from_csv(E'1,2\n1', '{"1-2": "."}')$$, $$gridmap_from_csv(E'46,46\n\n46,46,46')$$, $$gridmap_from_csv(E'46,x')$$, $$gridmap_from_csv(E'46\n')$$,
  $$gridmap_from_csv(E'46,46\n46,')$$, $$gridmap_from_csv(E' 46 , +46 ')$$, $$gridmap_from_csv('99999999999')$$, $$gridmap_from_csv(repeat('9', 1000))$$,
  $$gridmap_from_csv('46 46')$$, $$gridmap_from_csv('46;46')$$, $$gridmap_from_csv(E'46\t46')$$,
  $$gridmap_from_csv('46,46', NULL, ';')$$, $$gridmap_from_csv(E'a,b\nc,d')$$, $$gridmap_from_csv('4.5')$$,
  $$gridmap_from_csv(E'1\u00e9')$$, $$gridmap_from_csv('46', NULL, '')$$, $$gridmap_from_csv('46::46', NULL, '::')$$,
  $$gridmap_from_csv('46::::::::46', NULL, '::::::::')$$, $$gridmap_from_csv('46', NULL, repeat('::', 4) || '1')$$, $$gridmap_from_csv('46', NULL, repeat('ab', 1000))$$,
  $$gridmap_from_csv(repeat('4', 1000) || ';46')$$,
  $$gridmap_from_csv('')$$, $$gridmap_from_csv(E'\n\r\n')$$,
  $$gridmap_from_csv('46' || repeat(',46', 65535))$$, $$gridmap_from_csv(repeat(E'46\n', 65536))$$,
  $$gridmap_from_json('[[46], 2]')$$, $$gridmap_from_json('{"a": 1}')$$, $$gridmap_from_json('46')$$,
  $$gridmap_from_json('[]')$$, $$gridmap_from_json('[[]]')$$, $$gridmap_from_json('[[46, 46], [46]]')$$,
  $$gridmap_from_json('[[46, null]]')$$, $$gridmap_from_json('[[46, 46], [[46], 46]]')$$, $$gridmap_from_json('[["46"]]')$$,
  $$gridmap_from_json(jsonb_build_array(jsonb_build_array(repeat('x', 2000))))$$, $$gridmap_from_json(jsonb_build_array(jsonb_build_array(to_jsonb(array_fill(1, ARRAY[1000])))))$$,
  $$gridmap_from_json(jsonb_build_array(jsonb_build_array(jsonb_build_object('a', repeat('x', 2000)))))$$,
  $$gridmap_from_json('[[46.5]]')$$, $$gridmap_from_json('[[46.0e0, 2147483648]]')$$,
  $$gridmap_from_tiled('[]')$$, $$gridmap_from_tiled('{"layers": 5}')$$, $$gridmap_from_tiled('{"layers": []}')$$,
  $$gridmap_from_tiled('{"layers": [7, [], {"type": "group"}]}', NULL, 'trees')$$,
  $$gridmap_from_tiled('{"layers": [{"type": "tilelayer", "width": 2, "height": 2, "encoding": "base64", "compression": "zlib", "data": "eJw="}]}')$$,
  $$gridmap_from_tiled('{"infinite": true, "layers": [{"type": "tilelayer", "width": 2, "height": 2, "chunks": []}]}')$$,
  $$gridmap_from_tiled('{"layers": [{"type": "tilelayer", "width": -1, "height": 2, "data": [46, 46]}]}')$$,
  $$gridmap_from_tiled('{"layers": [{"type": "tilelayer", "width": 2, "data": [46, 46]}]}')$$,
  $$gridmap_from_tiled('{"layers": [{"type": "tilelayer", "width": 2, "height": 2, "data": [46, 46, 46]}]}')$$,
  $$gridmap_from_tiled('{"layers": [{"type": "tilelayer", "width": 1, "height": 2, "data": [46, -1]}]}')$$,
  $$gridmap_from_png('\x00')$$, $$gridmap_from_png(substr(fringe_png(gridmap('{..}'::text[])), 1, 60), '{"else": "."}')$$,
  $$gridmap_from_png(fringe_png(gridmap('{..}'::text[])), '{"#000000": "@"}')$$, $$gridmap_from_png(fringe_png(gridmap('{..}'::text[])))$$,
  $$gridmap_from_pgm('\x')$$, $$gridmap_from_pgm('P6 1 1 255 .')$$, $$gridmap_from_pgm('P5 70000 1 255 .')$$, $$gridmap_from_pgm('P5 2 1 255 .')$$,
  $$gridmap_from_pgm('P2 1 1 9 46')$$, $$gridmap_from_pgm('P5 1 1 0 .')$$,
  $$gridpath_to_geojson('(0,0) E9', 1e308, 0, 1e307)$$, $$gridpath_to_geojson('(0,0) S9', 0, 1e308, 1e307)$$,
  $$gridpath_to_geojson('(2147483647,0)', cell_size => 1e308)$$,
  $$gridmap_to_tiled(gridmap('{.}'::text[]), tile_size => 0)$$, $$gridmap_to_tiled(gridmap('{.}'::text[]), tile_size => 4097)$$,
  $$gridmap_to_tiled(gridmap('{.}'::text[]), tile_size => 4096)$$,
  $$gridpath_to_geojson('(0,0)', 0, 'NaN')$$, $$gridpath_to_geojson('(0,0)', cell_size => 0)$$]) expression;
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
SELECT gridmap_from_png(png_with(png_chunk('PLTE', '')), '{"else": "."}');
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
SELECT '[1, 3000000000]'::jsonb::gridcell;
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
