-- Files of other programs: each format with each deviation is read as it is meant, or refused with a message that names place, value and remedy

-- ---- writers, for formats that fringe only reads ------------------------------------------------

-- numbers of so many bytes, the lowest byte first
CREATE FUNCTION le(n bigint, bytes int) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(decode(lpad(to_hex(n >> 8 * i & 255), 2, '0'), 'hex'), '' ORDER BY i) FROM generate_series(0, bytes - 1) i $$;
CREATE FUNCTION crc_of(data bytea, crc bigint DEFAULT 4294967295) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  FOR i IN 0 .. length(data) - 1 LOOP
    crc := crc # get_byte(data, i);
    FOR bit IN 1 .. 8 LOOP
      crc := crc >> 1 # CASE WHEN crc & 1 = 1 THEN 3988292384 ELSE 0 END;
    END LOOP;
  END LOOP;
  RETURN crc # 4294967295;
END $$;
CREATE FUNCTION adler32(data bytea) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE a bigint := 1; b bigint := 0;
BEGIN
  FOR i IN 0 .. length(data) - 1 LOOP
    a := (a + get_byte(data, i)) % 65521;
    b := (b + a) % 65521;
  END LOOP;
  RETURN b << 16 | a;
END $$;
-- without compression
CREATE FUNCTION deflated(data bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT '\x01' || le(length(data), 2) || le(65535 - length(data), 2) || data $$;
CREATE FUNCTION gzipped(data bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT '\x1f8b0800000000000003' || deflated(data) || le(crc_of(data), 4) || le(length(data), 4) $$;
CREATE FUNCTION png_chunk(type text, data bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT int4send(length(data)) || type::bytea || data || substr(int8send(crc_of(type::bytea || data)), 5) $$;
-- `rows`: without filters
CREATE FUNCTION png(width int, height int, depth int, kind int, rows bytea[], before bytea DEFAULT '') RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT '\x89504e470d0a1a0a' || png_chunk('IHDR', int4send(width) || int4send(height) || le(depth, 1) || le(kind, 1) || '\x000000') || before
    || png_chunk('IDAT', '\x7801' || deflated(data) || substr(int8send(adler32(data)), 5)) || png_chunk('IEND', '')
  FROM (SELECT string_agg('\x00'::bytea || row, '' ORDER BY y) AS data FROM unnest(rows) WITH ORDINALITY r (row, y)) d $$;

-- The numbers of a map, which are ASCII codes, as a file.
CREATE FUNCTION number_of(code "char") RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT ascii(code::text)';
CREATE FUNCTION lines_of(map gridmap, separator text, line_end text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(line, line_end ORDER BY y) FROM (SELECT y, string_agg(number_of(code)::text, separator ORDER BY x) AS line FROM gridmap_cells(map) GROUP BY y) l $$;
CREATE FUNCTION bytes_of(map gridmap, bytes int) RETURNS bytea[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(line ORDER BY y) FROM (SELECT y, string_agg(CASE bytes WHEN 1 THEN le(number_of(code), 1) ELSE int2send(number_of(code)::int2) END, '' ORDER BY x) AS line
    FROM gridmap_cells(map) GROUP BY y) l $$;
CREATE FUNCTION to_asc(map gridmap) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format(E'ncols        %s\nnrows        %s\nxllcorner    500\nyllcorner    80\ncellsize     10\nNODATA_value -9999\n%s\n', gridmap_width(map), gridmap_height(map), lines_of(map, ' ', E'\n')) $$;
CREATE FUNCTION to_rexpaint(map gridmap) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT gzipped(le(4294967295, 4) || le(1, 4) || le(gridmap_width(map), 4) || le(gridmap_height(map), 4)
    || (SELECT string_agg(le(number_of(code), 4) || '\xffffff000000', '' ORDER BY x, y) FROM gridmap_cells(map))) $$;
-- the cell (0,0) is (-3,-2) there
CREATE FUNCTION to_godot(map gridmap) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT le(0, 2) || string_agg(le(x - 3 & 65535, 2) || le(y - 2 & 65535, 2) || le(number_of(code), 2) || le(x, 2) || le(y, 2) || le(0, 2), '' ORDER BY y DESC, x) FROM gridmap_cells(map) $$;
CREATE FUNCTION to_godot4(map gridmap) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format(E'[gd_scene format=3]\n\n[node name="Level" type="TileMap"]\nformat = 2\nlayer_0/name = "Ground"\nlayer_0/tile_data = PackedInt32Array(%s)\n',
    string_agg(format('%s, %s, %s', (y - 2 & 65535)::bigint * 65536 + (x - 3 & 65535), number_of(code) + 65536 * x, y), ', ')) FROM gridmap_cells(map) $$;
CREATE FUNCTION to_godot3(map gridmap) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format(E'[node name="Level" type="TileMap" parent="."]\nformat = 1\ntile_data = PoolIntArray( %s )\n',
    string_agg(format('%s, %s, %s', ((y - 2) * 65536 + (x - 3 & 65535)), number_of(code) + CASE WHEN x % 2 = 0 THEN 0 ELSE 536870912 END, 0), ', ')) FROM gridmap_cells(map) $$;

-- ---- each format is the same map as text ---------------------------------------------------------

CREATE TABLE world AS SELECT map FROM (VALUES (gridmap('{.}'::text[])), (gridmap('{..@T,@.@.,TTWS}'::text[])), (gridmap_caves(31, 17, 0.4, 1)), (mixed_map(33, 7, 60)), (mixed_map(9, 12, 94))) m (map);
SELECT count(*) AS maps,
  bool_and(map::text::gridmap = map) AS map, bool_and(gridmap(string_to_array(fringe_ascii(map), E'\n')) = map) AS rows,
  bool_and(gridmap_from_csv(lines_of(map, ',', E'\n')) = map AND gridmap_from_csv(lines_of(map, E'\t', E'\r\n'), NULL, E'\t') = map
    AND gridmap_from_csv(lines_of(map, ',', E',\n')) = map AND gridmap_from_csv(lines_of(map, '.0,', E'.0,\n') || ',') = map) AS csv,
  bool_and(gridmap_from_json('[[' || lines_of(map, ', ', '], [') || ']]') = map AND gridmap_from_json(('[[' || lines_of(map, '.0, ', '.0], [') || ']]')::jsonb) = map
    AND gridmap_from_json('[' || lines_of(map, ',', ',') || ']', width => gridmap_width(map)) = map) AS json,
  bool_and(gridmap_from_numbers(('{{' || lines_of(map, ',', '},{') || '}}')::float8[], every_code) = map AND gridmap_from_numbers(('{{' || lines_of(map, ',', '},{') || '}}')::int[], every_code) = map) AS numbers,
  bool_and(gridmap_from_pgm(gridmap_to_pgm(map)) = map AND gridmap_from_pgm(convert_to(format(E'P2\n# made here\n%s %s\n255\n%s\n', w, h, lines_of(map, ' ', E'\n')), 'UTF8')) = map
    AND gridmap_from_pgm(convert_to(format(E'P5 %s %s 65535\n', w, h), 'UTF8') || (SELECT string_agg(b, '') FROM unnest(bytes_of(map, 2)) b)) = map) AS pgm,
  bool_and(gridmap_from_png(png(w, h, 8, 0, bytes_of(map, 1))) = map AND gridmap_from_png(png(w, h, 16, 0, bytes_of(map, 2))) = map) AS png,
  bool_and(gridmap_from_asc(to_asc(map)) = map) AS asc,
  bool_and(gridmap_from_godot(to_godot(map)) = map AND gridmap_from_godot(encode(to_godot(map), 'base64')) = map AND gridmap_from_godot(to_godot4(map)) = map AND gridmap_from_godot(to_godot3(map)) = map) AS godot,
  bool_and(gridmap_from_rexpaint(to_rexpaint(map)) = map) AS rexpaint,
  bool_and(gridmap_from_tiled(gridmap_to_tiled(map)) = map) AS tiled
FROM world, gridmap_width(map) w, gridmap_height(map) h, (SELECT jsonb_object_agg(i::text, chr(i)) AS every_code FROM generate_series(33, 126) i) c;

-- ---- every format, every deviation -------------------------------------------------------------------

-- A file is read by `call`, with the file as $1, to `answer`. A file that is not `sized` may be read to something else where it is cut.
-- Of the deviations, these are files of their own: a header that contradicts the body, a value out of range, and another type.
CREATE TABLE format (name text PRIMARY KEY, readers regprocedure[], call text, answer text, binary_file bool, sized bool, file bytea, contradicts bytea, out_of_range bytea, other bytea);
CREATE FUNCTION utf8(file text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$ SELECT convert_to(file, 'UTF8') $$;
INSERT INTO format (name, readers, call, answer, sized, file, contradicts, out_of_range, other)
SELECT name, readers::regprocedure[], call, answer, sized, utf8(file), utf8(contradicts), utf8(out_of_range), utf8(other) FROM (VALUES
  ('map', '{gridmap_in(cstring)}', '$1::gridmap', E'..@\nT.@', true, E'type octile\nheight 2\nwidth 3\nmap\n..@\nT.@\n',
    E'type octile\nheight 2\nwidth 4\nmap\n..@\nT.@\n', E'type octile\nheight 70000\nwidth 3\nmap\n..@\nT.@\n', E'type raw\nheight 2\nwidth 3\nmap\n..@\nT.@\n'),
  ('map, corners', '{gridmap_in(cstring)}', '$1::gridmap', E'..@\nT.@', true, E'type octile-corner\nheight 3\nwidth 4\nmap\n2222\n2222\n2222\n..@x\nT.@x\nxxxx\n',
    E'type octile-corner\nheight 3\nwidth 5\nmap\n22222\n22222\n22222\n..@x\nT.@x\nxxxx\n', E'type octile-corner\nheight 1\nwidth 4\nmap\n2222\nxxxx\n', E'type octile\nheight 3\nwidth 4\nmap\n2222\n2222\n2222\n..@x\nT.@x\nxxxx\n'),
  ('map, rows', '{gridmap_in(cstring)}', '$1::gridmap', E'..@\nT.@', false, E'..@\nT.@\n', E'..@\nT.@.\n', E'..@\nT @\n', 'arena'),
  ('map, rows split', '{gridmap(text[])}', 'gridmap(string_to_array(rtrim($1, E''\n''), E''\n''))', E'..@\nT.@', false, E'..@\nT.@\n', E'..@\nT.@.\n', E'..@\nT @\n', E'..@\n\u00e9.@\n'),
  ('map, rows in offset coordinates', '{"gridmap_from_offset(text[],text)"}', 'gridmap_from_offset(string_to_array(rtrim($1, E''\n''), E''\n''), ''even-r'')', E'|..@\nT.@|', false, E'..@\nT.@\n', E'..@\nT.@.\n', E'..@\nT|@\n',
    E'..@\n\u00e9.@\n'),
  ('map, json', '{gridmap(jsonb)}', 'gridmap($1::jsonb)', E'..@\nT.@', true, '["..@", "T.@"]', '["..@", "T.@."]', '["..@", "T @"]', '["..@", 7]'),
  ('scen', '{fringe_scenarios(text)}', 'ROWS fringe_scenarios($1)', '(0,a.map,3,2,"(0,0)","(1,1)",2)', false, E'version 1\n0\ta.map\t3\t2\t0\t0\t1\t1\t2.0\n',
    E'version 1\n0\ta.map\t3\t2\t0\t0\t1\t2.0\n', E'version 1\n0\ta.map\t3\t2\t-1\t0\t1\t1\t2.0\n', E'..@\nT.@\n'),
  ('csv', '{"gridmap_from_csv(text,jsonb,text)"}', 'gridmap_from_csv($1, RULE)', E'..@\nT.@', false, E'0,0,1\n0.7,0,1\n', E'0,0,1\n0.7,0,1,1\n', E'0,0,1\n7,0,1\n', E'x,y,z\n0,0,1\n'),
  ('csv of Tiled', '{"gridmap_from_csv(text,jsonb,text)"}', 'gridmap_from_csv($1, RULE)', E'..@\nT.@', false, E'0,0,1,\n0.7,0,1\n', E'0,0,1,\n0.7,0\n', E'0,0,1,\ninf,0,1\n', E'0,0,1,\nT,0,1\n'),
  ('csv, semicolons', '{"gridmap_from_csv(text,jsonb,text)"}', 'gridmap_from_csv($1, RULE, '';'')', E'..@\nT.@', false, E'0;"0";1\n0.7;0;1\n', E'0;0;1\n0.7;0\n', E'0;0;1\n;0;1\n', E'0,0,1\n0.7,0,1\n'),
  ('json', '{"gridmap_from_json(text,jsonb,integer)"}', 'gridmap_from_json($1, RULE)', E'..@\nT.@', true, E'[[0, 0, 1],\n [0.7, 0.0, 1.0]]\n', '[[0, 0, 1], [0.7, 0]]', '[[0, 0, 1], [7, 0, 1]]', '["..@", "T.@"]'),
  ('json, jsonb', '{"gridmap_from_json(jsonb,jsonb,integer)"}', 'gridmap_from_json($1::jsonb, RULE)', E'..@\nT.@', true, '[[0, 0, 1], [0.7, 0.0, 1.0]]', '[[0, 0, 1], 7]', '[[0, 0, 1], [null, 0, 1]]', '[["x", 0, 1], [0.7, 0, 1]]'),
  ('json, flat', '{"gridmap_from_json(text,jsonb,integer)"}', 'gridmap_from_json($1, RULE, 3)', E'..@\nT.@', true, '[0, 0, 1, 0.7, 0, 1]', '[0, 0, 1, 0.7, 0]', '[0, 0, 1, 1e999, 0, 1]', '[0, 0, 1, {}, 0, 1]'),
  ('json, no width', '{"gridmap_from_json(text,jsonb,integer)"}', 'gridmap_from_json($1, RULE)', NULL, true, '[0, 0, 1, 0.7, 0, 1]', '[[0], 0]', '[]', '{"layers": []}'),
  ('numbers', '{"gridmap_from_numbers(float8[],jsonb)"}', 'gridmap_from_numbers($1::float8[], RULE)', E'..@\nT.@', true, '{{0,0,1},{0.7,0,1}}', '{0,0,1,0.7,0,1}', '{{0,0,1},{NULL,0,1}}', '{{0,0,1},{NaN,0,1}}'),
  ('asc', '{"gridmap_from_asc(text,jsonb)"}', 'gridmap_from_asc($1, RULE)', E'..@\nT.@', true, E'NCOLS 3\nnrows\t2\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value 7\n0 0 1\n0.7\n0 1\n',
    E'ncols 3\nnrows 3\n0 0 1\n0.7 0 1\n', E'ncols 3\nnrows 2\nNODATA_value 7\n0 0 1\n7 0 1\n', E'ncols 3\nnrows 2\n0 0 1\n0,7 0 1\n'),
  ('asc, header', '{gridmap_asc_origin(text)}', 'ROWS gridmap_asc_origin($1)', '(-5,15,10)', false, E'ncols 3\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 10\n0 0 1 0 0 1\n',
    E'ncols 3\nnrows 2\nxllcorner 0\ncellsize 10\n', E'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0\n', E'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ndx 1\ndy 2\n'),
  ('ros, yaml', '{"gridmap_from_ros(text,bytea,jsonb)"}', 'gridmap_from_ros($1, ''P2 3 2 255 254 254 0 205 254 0'')', E'..@\n?.@', false,
    E'# a hall\nimage: hall.pgm\nresolution: 0.05\norigin: [-1.0, -2.0, 0.0]\nnegate: 0  # no\noccupied_thresh: 0.65\nfree_thresh: 0.196\n',
    E'occupied_thresh: 0.65\nfree_thresh: 0.7\n', E'occupied_thresh: 1.5\nfree_thresh: 0.196\n', E'occupied_thresh: 0.65\nfree_thresh: 0.196\nmode: ternary\n'),
  ('ros, origin', '{"gridmap_ros_origin(text,bytea)"}', 'ROWS gridmap_ros_origin($1, ''P2 3 2 255 254 254 0 205 254 0'')', '(-1,-1.9,0.05)', false,
    E'image: hall.pgm\nresolution: 0.05\noccupied_thresh: 0.65\nfree_thresh: 0.196\norigin:\n  - -1.0\n  - -2.0\n  - 0.0\n',
    E'resolution: 0.05\noccupied_thresh: 0.65\nfree_thresh: 0.196\norigin: [0, 0]\n', E'resolution: -1\noccupied_thresh: 0.65\nfree_thresh: 0.196\norigin: [0, 0, 0]\n', E'resolution: 0.05\noccupied_thresh: 0.65\nfree_thresh: 0.196\norigin: [0, 0, 1.57]\n'),
  ('godot 4.3', '{"gridmap_from_godot(text,jsonb,text,jsonb,text)"}', 'gridmap_from_godot($1, RULE, ''Walls'')', E'..@\nT.@', true,
    (SELECT E'[gd_scene]\n[node name="Sky" type="TileMapLayer"]\ntile_map_data = PackedByteArray("AAA=")\n[node name="Walls" type="TileMapLayer" parent="."]\ntile_map_data = PackedByteArray("'
      || replace(encode(to_godot(gridmap(ARRAY['!!"', '#!"'])), 'base64'), E'\n', '') || E'")\n'), E'[node name="Walls" type="TileMapLayer"]\ntile_map_data = PackedByteArray("AAAAAA==")\n',
    E'[node name="Walls" type="TileMapLayer"]\ntile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 256, 0)\n', E'[node name="Walls" type="TileMapLayer"]\ntile_map_data = PackedByteArray("?")\n'),
  ('godot 4.0', '{"gridmap_from_godot(text,jsonb,text,jsonb,text)"}', 'gridmap_from_godot($1, RULE)', E'..@\nT.@', true, to_godot4(gridmap(ARRAY['!!"', '#!"'])), 'layer_0/tile_data = PackedInt32Array(0, 0)',
    'layer_0/tile_data = PackedInt32Array(0, 9, 0)', 'layer_0/tile_data = PackedInt32Array(0, x, 0)'),
  ('godot 3', '{"gridmap_godot_origin(text,jsonb,text,jsonb,text)"}', 'gridmap_godot_origin($1)', '(-3,-2)', true, to_godot3(gridmap(ARRAY['!!"', '#!"'])), 'tile_data = PoolIntArray()', 'tile_data = PoolIntArray(-1, -1, 0, 0, 9999999999, 0)', E'[node name="A"]\nx = 3\n'),
  ('godot, layout', '{"gridmap_godot_layout(text,jsonb,text,jsonb)"}', 'gridmap_godot_layout($1)', 'even-q', true,
    E'[sub_resource type="TileSet" id="T"]\ntile_shape = 3\ntile_layout = 1\ntile_offset_axis = 1\n[node name="A"]\ntile_data = PackedInt32Array(0, 0, 0)\ntile_set = SubResource("T")\n',
    E'[node name="A"]\ntile_data = PackedInt32Array(0, 0, 0)\ntile_set = ExtResource("1")\n', E'[sub_resource type="TileSet" id="T"]\ntile_shape = 4\n[node name="A"]\ntile_data = PackedInt32Array(0, 0, 0)\ntile_set = SubResource("T")\n', 'a scene'),
  ('tmx, layout', '{gridmap_tiled_layout(text),gridmap_tiled_layout(jsonb)}', 'gridmap_tiled_layout($1)', 'staggered-x-even', true,
    E'<map orientation="staggered" staggeraxis="x" staggerindex="even" width="1" height="1" tilewidth="2" tileheight="2">\n <layer width="1" height="1"><data encoding="csv">1</data></layer>\n</map>\n', '<map orientation="staggered" staggeraxis="z"><layer/></map>', '<map orientation="spherical"><layer/></map>', '[1]'),
  ('tmx', '{"gridmap_from_tiled(text,jsonb,text,jsonb)"}', 'gridmap_from_tiled($1, TILES)', E'..@\nT.@', true,
    E'<?xml version="1.0" encoding="UTF-8"?>\n<map orientation="orthogonal">\n <layer name="a" width="3" height="2">\n  <data encoding="csv">\n33,33,34,\n35,33,34\n</data>\n </layer>\n</map>\n',
    '<map><layer width="4" height="2"><data encoding="csv">33,33,34,35,33,34</data></layer></map>', '<map><layer width="3" height="2"><data encoding="csv">33,33,34,4294967296,33,34</data></layer></map>', '<html/>'),
  ('tmx, base64', '{"gridmap_from_tiled(text,jsonb,text,jsonb)"}', 'gridmap_from_tiled($1, TILES)', E'..@\nT.@', true,
    E'<map>\n <layer name="a" width="3" height="2">\n  <data encoding="base64">\n   IQAAACEAAAAiAAAAIwAAACEAAAAiAAAA\n  </data>\n </layer>\n</map>\n',
    '<map><layer width="3" height="3"><data encoding="base64">IQAAACEAAAAiAAAAIwAAACEAAAAiAAAA</data></layer></map>', '<map><layer width="3" height="2"><data encoding="base64">IQAAACEAAAAiAAAACQAAACEAAAAiAAAA</data></layer></map>',
    '<map orientation="spherical"><layer width="3" height="2"><data encoding="csv">33,33,34,35,33,34</data></layer></map>'),
  ('tmx, objects', '{"gridmap_tiled_objects(text,jsonb)"}', 'ROWS gridmap_tiled_objects($1)', '(a,1,door,Door,"(2,1)",1,2,rectangle,32,16,,,"{""key"": ""red""}")', true,
    E'<map tilewidth="16" tileheight="16">\n <objectgroup name="a">\n  <object id="1" name="door" type="Door" x="32" y="16" width="16" height="32">\n   <properties>\n    <property name="key" value="red"/>\n   </properties>\n  </object>\n </objectgroup>\n</map>\n',
    '<map tilewidth="16" tileheight="16"><objectgroup><object x="0"><polygon points=""/></object></objectgroup></map>', '<map tilewidth="16" tileheight="16"><objectgroup><object x="1e12"/></objectgroup></map>',
    '<map><objectgroup><object x="1"/></objectgroup></map>'),
  ('tmj', '{"gridmap_from_tiled(text,jsonb,text,jsonb)"}', 'gridmap_from_tiled($1, TILES)', E'..@\nT.@', true,
    E'{ "layers": [\n { "type": "tilelayer", "name": "a", "width": 3, "height": 2,\n   "data": [33, 33, 34,\n    35, 33.0, 34] }] }\n',
    '{"layers": [{"type": "tilelayer", "width": 3, "height": 3, "data": [33, 33, 34, 35, 33, 34]}]}', '{"layers": [{"type": "tilelayer", "width": 3, "height": 2, "data": [33, 33, 34, 4294967296, 33, 34]}]}', '[[33, 33, 34], [35, 33, 34]]'),
  ('tmj, jsonb', '{"gridmap_from_tiled(jsonb,jsonb,text,jsonb)","gridmap_tiled_objects(jsonb,jsonb)"}', 'gridmap_from_tiled($1::jsonb, TILES)', E'..@\nT.@', true,
    '{"layers": [{"type": "tilelayer", "width": 3, "height": 2, "data": [33, 33, 34, 35, 33, 34]}]}',
    '{"layers": [{"type": "tilelayer", "width": 3, "data": [33, 33, 34, 35, 33, 34]}]}', '{"layers": [{"type": "tilelayer", "width": 3, "height": 2, "data": [33, 33, 34, -1, 33, 34]}]}', '[[33, 33, 34], [35, 33, 34]]'),
  ('ldtk', '{"gridmap_from_ldtk(jsonb,jsonb,text,text,jsonb)"}', 'gridmap_from_ldtk($1::jsonb, rule => TILES)', E'..@\nT.@', true,
    '{"levels": [{"identifier": "a", "layerInstances": [{"__type": "IntGrid", "__identifier": "b", "__cWid": 3, "__cHei": 2, "intGridCsv": [33, 33, 34, 35, 33, 34]}]}]}',
    '{"levels": [{"identifier": "a", "layerInstances": [{"__type": "IntGrid", "__identifier": "b", "__cWid": 3, "__cHei": 3, "intGridCsv": [33, 33, 34, 35, 33, 34]}]}]}',
    '{"levels": [{"identifier": "a", "layerInstances": [{"__type": "IntGrid", "__identifier": "b", "__cWid": 3, "__cHei": 2, "intGridCsv": [33, 33, 34, -5, 33, 34]}]}]}', '{"layers": []}'),
  ('ldtk, levels', '{"gridmap_ldtk_levels(jsonb,text,jsonb)"}', 'ROWS gridmap_ldtk_levels($1::jsonb)', '(,a,,"(1,-2)",3,2,,16,-32,{},{})', true,
    '{"levels": [{"identifier": "a", "worldX": 16, "worldY": -32, "pxWid": 48, "pxHei": 32, "layerInstances": [{"__type": "IntGrid", "__gridSize": 16}]}]}',
    '{"levels": [{"identifier": "a", "worldX": 16, "worldY": -32, "layerInstances": []}]}', '{"levels": [{"identifier": "a", "worldX": 1e12, "worldY": 0, "pxWid": 48, "pxHei": 32, "layerInstances": []}]}', '{"levels": 7}'),
  ('ldtk, entities', '{"gridmap_ldtk_entities(jsonb,text,text,jsonb)"}', 'ROWS gridmap_ldtk_entities($1::jsonb)', '(,a,t,,chest,"(1,0)",1,1,16,0,{},{})', true,
    '{"levels": [{"identifier": "a", "layerInstances": [{"__identifier": "t", "__gridSize": 16, "entityInstances": [{"__identifier": "chest", "px": [16, 0], "width": 16, "height": 16}]}]}]}',
    '{"levels": [{"identifier": "a", "layerInstances": [{"__identifier": "t", "__gridSize": 16, "entityInstances": [{"__identifier": "chest"}]}]}]}',
    '{"levels": [{"identifier": "a", "layerInstances": [{"__identifier": "t", "__gridSize": 16, "entityInstances": [{"__identifier": "chest", "px": [1e12, 0]}]}]}]}', '{"levels": [{}]}'),
  ('gridcell', '{gridcell_in(cstring)}', '$1::gridcell', '(1,2)', true, '(1,2)', '(1,2', '(1,9999999999)', 'one'),
  ('gridlink', '{gridlink_in(cstring)}', '$1::gridlink', '(1,2)<>(3,4)=2:k', false, '(1,2) <> (3,4) = 2 :k', '(1,2)>(1,2)', '(1,2)>(3,4)=-1', '(1,2) to (3,4)'),
  ('gridlink, sqrt2', '{gridlink_in(cstring)}', '$1::gridlink', '(1,2)>(3,4)=2*sqrt2', false, '(1,2) > (3,4) = 2 sqrt2', '(1,2)>(1,2)=sqrt2', '(1,2)>(3,4)=-1*sqrt2', '(1,2)>(3,4)=sqrt3'),
  ('gridpath', '{gridpath_in(cstring)}', '$1::gridpath', '(1,2) E3 SE3', false, '(1,2) E3 SE3', '(1,2) E3 (5,5', '(1,2) E99999999999', '(1,2) UP'),
  ('gridmodel', '{gridmodel_in(cstring)}', '$1::gridmodel', 'octile(S=3)', false, 'octile( S = 3 )', 'octile(S=3', 'octile(S=-3)', 'hexagon'),
  ('gridbusy', '{gridbusy_in(cstring)}', '$1::gridbusy', '(3,4)@5..8', false, ' (3,4) @5 .. 8', '(3,4)@8..5', '(3,4)@5..99999999999', '(3,4) from 5 to 8'),
  ('gridmethod', '{gridmethod_in(cstring)}', '$1::gridmethod', 'astar(open=heap)', false, 'astar( open = heap )', 'astar(open=heap', 'astar(open=pile)', 'dijkstra')
) v (name, readers, call, answer, sized, file, contradicts, out_of_range, other);
INSERT INTO format (name, readers, call, answer, binary_file, sized, file, contradicts, out_of_range, other)
SELECT name, readers::regprocedure[], call, answer, true, name <> 'godot, bytes', file, contradicts, out_of_range, other FROM
  (SELECT gridmap(ARRAY['!!"', '#!"']) AS map) m, LATERAL (SELECT bytes_of(map, 1) AS rows, bytes_of(map, 2) AS rows16) r, LATERAL (VALUES
  ('png', '{"gridmap_from_png(bytea,jsonb)"}', 'gridmap_from_png($1, RULE)', E'..@\nT.@', png(3, 2, 8, 0, rows), png(3, 3, 8, 0, rows), png(3, 2, 8, 0, ARRAY['\x212122', '\x092122']::bytea[]), '\xffd8ff'::bytea),
  ('png, 16 bits', '{"gridmap_from_png(bytea,jsonb)"}', 'gridmap_from_png($1, RULE)', E'..@\nT.@', png(3, 2, 16, 0, rows16), png(4, 2, 16, 0, rows16), png(3, 2, 16, 0, ARRAY['\x002100210022', '\x010000210022']::bytea[]), 'GIF89a'::bytea),
  ('png, alpha', '{"gridmap_from_png(bytea,jsonb)"}', 'gridmap_from_png($1, ''{"#212121": ".", "#222222": "@", "#23232380": "T"}'')', E'..@\nT.@', png(3, 2, 8, 4, ARRAY['\x21ff218022ff', '\x238021ff22ff']::bytea[]), png(3, 2, 8, 4, rows),
    png(3, 2, 8, 4, ARRAY['\x21ff218022ff', '\x210021ff22ff']::bytea[]), 'BM'::bytea),
  ('pgm', '{"gridmap_from_pgm(bytea,jsonb)"}', 'gridmap_from_pgm($1, RULE)', E'..@\nT.@', utf8(E'P5\n3 2\n255\n') || rows[1] || rows[2], utf8(E'P5\n4 2\n255\n') || rows[1] || rows[2], utf8(E'P5\n3 2\n34\n') || rows[1] || rows[2], utf8('P6 3 2 255 ')),
  ('pgm, 16 bits', '{"gridmap_from_pgm(bytea,jsonb)"}', 'gridmap_from_pgm($1, RULE)', E'..@\nT.@', utf8(E'P5\n3 2\n65535\n') || rows16[1] || rows16[2], utf8(E'P5\n3 1\n65535\n') || rows16[1] || rows16[2], utf8(E'P5\n3 2\n65536\n') || rows16[1] || rows16[2], utf8('P4 3 2 ')),
  ('pgm, text', '{"gridmap_from_pgm(bytea,jsonb)"}', 'gridmap_from_pgm($1, RULE)', E'..@\nT.@', utf8(E'P2\n# made here\n3 2\n35\n33 33 34\n35 33 34\n'), utf8(E'P2\n3 2\n35\n33 33 34\n35 33 34\n35 33 34\n'), utf8(E'P2\n3 2\n34\n33 33 34\n35 33 34\n'), utf8(E'P2\n3 2\n35\n33 33 34\nx 33 34\n')),
  ('ros, pgm', '{"gridmap_from_ros(text,bytea,jsonb)"}', 'gridmap_from_ros(E''occupied_thresh: 0.65\nfree_thresh: 0.196'', $1)', E'..@\n?.@', '\x50350a3320320a3235350a fefe00 cdfe00'::bytea, '\x50350a3320330a3235350a fefe00 cdfe00'::bytea, '\x50350a3320320a3235340a feff00 cdfe00'::bytea, 'P1 3 2'::bytea),
  ('ros, png', '{"gridmap_from_ros(text,bytea,jsonb)"}', 'gridmap_from_ros(E''mode: scale\noccupied_thresh: 0.65\nfree_thresh: 0.196'', $1, ''{"0": ".", "100": "@", "null": "T"}'')', E'..@\nT.@', png(3, 2, 8, 4, ARRAY['\xfffffeff00ff', '\x00fefeff00ff']::bytea[]) , png(3, 3, 8, 0, rows), png(3, 2, 8, 0, ARRAY['\xfefe00', '\x8cfe00']::bytea[]), 'RIFF'::bytea),
  ('godot, bytes', '{"gridmap_from_godot(bytea,jsonb,text)"}', 'gridmap_from_godot($1, RULE)', E'..@\nT.@', to_godot(map), '\x0100'::bytea || substr(to_godot(map), 3), substr(to_godot(map), 1, 74) || '\x0000000000000000090000000000'::bytea, '\x8950'::bytea),
  ('rexpaint', '{"gridmap_from_rexpaint(bytea,jsonb,integer)"}', 'gridmap_from_rexpaint($1, RULE)', E'..@\nT.@', to_rexpaint(map), gzipped(le(4294967295, 4) || le(1, 4) || le(3, 4) || le(3, 4) || repeat('0123456789', 6)::bytea),
    gzipped(le(4294967295, 4) || le(101, 4) || le(3, 4) || le(2, 4)), '\x8950'::bytea)
) v (name, readers, call, answer, file, contradicts, out_of_range, other);

CREATE FUNCTION outcome(call text, file bytea, binary_file bool) RETURNS text LANGUAGE plpgsql AS $$
DECLARE answer text; message text; detail text; hint text;
BEGIN
  call := replace(call, 'TILES', $r$'{"33": ".", "34": "@", "35": "T"}'$r$);
  call := replace(call, 'RULE', $r$'{"0": ".", "33": ".", "1": "@", "34": "@", "0.5..0.9": "T", "35": "T"}'$r$);
  call := CASE WHEN call LIKE 'ROWS %' THEN format('SELECT string_agg(r::text, '' '') FROM %s r', substr(call, 6))
    WHEN call ~ '^gridmap(_from_.*)?\(|::gridmap$' THEN format('SELECT fringe_ascii(%s)', call) ELSE format('SELECT (%s)::text', call) END;
  IF binary_file THEN
    EXECUTE call INTO answer USING file;
  ELSE
    EXECUTE call INTO answer USING convert_from(file, 'UTF8');
  END IF;
  RETURN answer;
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  -- the texts of the server are not ours
  IF message ~ '^(invalid input syntax for type json|malformed array literal)' THEN
    RETURN SQLSTATE || ' (the server)';
  END IF;
  IF message ~ '^cannot read the XML' THEN
    detail := regexp_replace(detail, '^(Line \d+): .*', '\1: what the library says.');
  END IF;
  IF message = 'invalid PNG' THEN
    detail := regexp_replace(detail, '^(libpng says): (?!the file ends early).*', '\1: what it says.');
  END IF;
  RETURN format('%s %s. %s %s', SQLSTATE, message, detail, hint);
END $$;
CREATE TABLE deviation AS
SELECT name, deviation, place, d.file, outcome(call, d.file, binary_file) AS outcome, answer, sized FROM format f, LATERAL (
  SELECT 'as it is' AS deviation, 0 AS place, f.file UNION ALL
  SELECT 'byte-order mark', 0, '\xefbbbf' || file UNION ALL
  SELECT 'CRLF', 0, utf8(replace(convert_from(file, 'UTF8'), E'\n', E'\r\n')) WHERE binary_file IS NOT true UNION ALL
  SELECT 'CRLF', 0, '\x50350d0a3320320d0a3235350d0a'::bytea || substr(file, 12) WHERE name = 'pgm' UNION ALL
  SELECT 'no final newline', 0, utf8(rtrim(convert_from(file, 'UTF8'), E'\n')) WHERE binary_file IS NOT true UNION ALL
  SELECT 'trailing blanks', 0, utf8(rtrim(replace(convert_from(file, 'UTF8'), E'\n', E'  \n'), E'\n') || E' \n') WHERE binary_file IS NOT true UNION ALL
  SELECT 'trailing blanks', 1, utf8(replace(convert_from(file, 'UTF8'), '@"', '@ "')) WHERE name = 'map, json' UNION ALL
  SELECT 'more behind it', 0, file || '!!'::bytea UNION ALL
  SELECT 'empty', 0, ''::bytea UNION ALL
  SELECT 'contradiction', 0, contradicts UNION ALL
  SELECT 'out of range', 0, out_of_range UNION ALL
  SELECT 'other type', 0, other UNION ALL
  SELECT 'cut', n, substr(file, 1, n) FROM generate_series(1, length(file) - 1) n) d (deviation, place, file)
WHERE NOT (deviation = 'cut' AND f.answer IS NULL);
UPDATE deviation SET outcome = 'read' WHERE outcome = answer;

-- what is read, and what is said of the others
\pset format unaligned
SELECT name, deviation, outcome FROM deviation WHERE deviation <> 'cut' ORDER BY name COLLATE "C", deviation COLLATE "C";
SELECT name, count(*) AS cuts, count(*) FILTER (WHERE outcome = 'read') AS read, count(*) FILTER (WHERE outcome ~ '^[0-9A-Z]{5} ') AS refused, count(DISTINCT left(outcome, 12)) AS ways
FROM deviation WHERE deviation = 'cut' GROUP BY name ORDER BY name COLLATE "C";
\pset format aligned
-- none is read as something else, except where nothing tells what is missing
SELECT name, deviation, place, left(encode(file, 'escape'), 200) AS file, outcome FROM deviation
WHERE outcome <> 'read' AND outcome !~ '^(22|0A|42846|53|54)[0-9A-Z]{3} ' AND NOT (deviation = 'cut' AND NOT sized) ORDER BY name, deviation, place;
-- each refusal says what was found or expected
SELECT DISTINCT ON (name, deviation) name, deviation, outcome FROM deviation WHERE outcome ~ '^[0-9A-Z]{5} .*\.  $' ORDER BY name, deviation, place;

-- what else is refused
SELECT call, outcome(call, '', false) FROM unnest(ARRAY[
  $$gridmap_from_godot(E'[node name="A"]\ntile_data = PackedInt32Array(1, 2')$$, $$gridmap_from_godot('PackedInt32Array(0, 0, 0, 2147418112, 0, 0)', RULE)$$,
  $$gridmap_from_rexpaint('\x89504e470d0a1a0a')$$, $$gridmap_from_rexpaint('\xffd8ff')$$, $$gridmap_from_rexpaint(overlay(to_rexpaint(gridmap('{.}'::text[])) PLACING '\xff' FROM 45))$$, $$gridmap_from_rexpaint(to_rexpaint(gridmap('{.}'::text[])), NULL, 1)$$,
  $$gridmap_from_rexpaint(gzipped(le(2, 4) || le(1, 4) || le(1, 4) || '\x2e000000ffffff000000' || le(2, 4) || le(1, 4)))$$,
  $$gridmap_from_rexpaint(gzipped(le(1, 4) || le(1, 4) || le(1, 4) || '\x2e000000ffffff00000000'))$$, $$gridmap_from_rexpaint(gzipped(le(1, 4) || le(65536, 4) || le(1, 4)))$$,
  $$gridmap_from_pgm('P5 1 1 255x')$$, $$gridmap_from_pgm(fringe_png(gridmap('{.}'::text[])))$$, $$gridmap_from_png('P5 1 1 255 .')$$,
  $$gridmap_from_ros(E'negate: 0\nnegate: 0', 'P2 1 1 255 0')$$, $$gridmap_from_ros('negate: 5', 'P2 1 1 255 0')$$,
  $$gridmap_from_json('[[1, 2]]', RULE, 3)$$, $$gridmap_from_json('[1, 2]', RULE, 0)$$, $$gridmap_from_json('{"rows": []}'::jsonb)$$,
  $$gridmap_from_asc('cols 3')$$, $$gridmap_from_asc('ncols 1 nrows 1 1e400')$$, $$gridmap_from_asc('ncols 1 nrows 1 -.5x')$$, $$gridmap_from_asc('ncols 2 nrows 1 46 1e400')$$, $$gridmap_from_asc('ncols 1 nrows 1 -x')$$, $$gridmap_from_asc('ncols x')$$, $$gridmap_from_asc('ncols 0 nrows 1')$$, $$gridmap_from_asc('ncols 2.5 nrows 1')$$, $$gridmap_from_asc('ncols 65535 nrows 65535 1')$$,
  $$gridmap_from_png('1', '{"#000000": ".", "#000000ff": "@"}')$$, $$gridmap_from_csv('1', '{"#000000": "."}')$$, $$gridmap_from_csv('1', '{"0:3,1": "."}')$$, $$gridmap_from_png('1', '{"fg#000000": "."}')$$, $$gridmap_from_rexpaint('1', '{"0:3,1": "."}')$$, $$gridmap_from_csv('1', '{"0..1": ".", "0.5..2": "@"}')$$, $$gridmap_from_csv('1', '{"0-1": ".", "1..2": "@"}')$$,
  $$gridmap_from_csv('1', '{"1": ".", "1.0": "@"}')$$, $$gridmap_from_csv('1', '{"..": "."}')$$, $$gridmap_from_csv('1', '{"2..1": "."}')$$, $$gridmap_from_csv('1', '{"nan": "."}')$$,
  $$gridmap_from_png('1', '{"#12345": "."}')$$, $$gridmap_from_godot('1'::bytea, '{"0:70000,1": "."}')$$, $$gridmap_from_godot('1'::bytea, '{"0:1": "."}')$$,
  $$'bfs'::gridmodel$$, $$'A*'::gridmethod$$, $$'jps'::gridmethod$$, $$'manhattan'::gridmodel$$, $$'Chebyshev'::gridmodel$$, $$'euclidean'::gridmodel$$, $$'dijkstra'::gridmodel$$, $$'hexagonal'::gridmodel$$, $$'hex'::gridmethod$$]) call;

-- rules: numbers before ranges, a common end to the upper range, infinite ends, NULL and NaN, a fallback
SELECT fringe_ascii(gridmap_from_numbers(ARRAY[[-1e300, 0, 0.25, 0.5, 0.75, 1, 1.5, 'inf', NULL, 'nan']], '{"..0": "a", "0..0.5": "b", "0.25": "c", "0.5..1": "d", "1.5..": "e", "null": "n", "else": "o"}')) AS ranges,
  fringe_ascii(gridmap_from_numbers('{{-5,-3,-1,0,3,9}}'::int[], '{"-5--3": "a", "-1": "b", "0": "c", "1-3": "d", "else": "o"}')) AS whole,
  fringe_ascii(gridmap_from_numbers('{{NULL,1}}', '{"1": ".", "else": "@"}')) AS fallback;
-- colours: with alpha before those without, of 8 and 16 bits; a transparent pixel is NULL, one of a palette too
SELECT fringe_ascii(gridmap_from_png(png(4, 1, 8, 6, ARRAY['\x00000000000000ff0000008000000080'::bytea]), '{"#000000": "@", "#00000080": "h", "null": "."}')) AS alpha,
  fringe_ascii(gridmap_from_png(png(3, 1, 16, 2, ARRAY['\x0101020203030101020203040000ffff0001'::bytea]), '{"#010203": "a", "#010102020304": "b", "0-65535": "g"}')) AS wide,
  fringe_ascii(gridmap_from_png(png(5, 1, 16, 0, ARRAY['\x0100012c019001ff0200'::bytea]), '{"256": "a", "300": "b", "400": "c", "511": "d", "512": "e"}')) AS grey,
  fringe_ascii(gridmap_from_png(png(3, 1, 8, 3, ARRAY['\x000102'::bytea], png_chunk('PLTE', '\x000000ff0000ffffff') || png_chunk('tRNS', '\x00')), '{"#000000": "@", "#ff0000": "r", "255": "w", "null": "."}')) AS palette;
-- ROS: modes, as nav2_map_server counts
SELECT mode, negate, fringe_ascii(gridmap_from_ros(format(E'occupied_thresh: 0.65\nfree_thresh: 0.25\nmode: "%s" # one of three\nnegate: %s', mode, negate), 'P2 6 1 255 0 89 90 150 192 255',
  '{"0": ".", "1..49": "l", "50..99": "h", "100": "@", "null": "?"}'))
FROM unnest('{trinary,scale,raw}'::text[]) mode, unnest('{0,1}'::int[]) negate;
-- REXPaint: the uppermost layer that is not transparent, or a single one; backgrounds are colours
CREATE TABLE painted AS SELECT gzipped(le(4294967295, 4) || le(2, 4) || le(2, 4) || le(1, 4) || '\x23000000ffffff000000' || '\x2e000000ffffff0000ff' || le(2, 4) || le(1, 4) || '\x40000000ffffffff00ff' || '\x54000000ffffff000000') AS xp;
SELECT fringe_ascii(gridmap_from_rexpaint(xp)) AS all, fringe_ascii(gridmap_from_rexpaint(xp, NULL, 0)) AS lower, fringe_ascii(gridmap_from_rexpaint(xp, '{"null": "?", "84": "T"}', 1)) AS upper,
  fringe_ascii(gridmap_from_rexpaint(xp, '{"#0000ff": "W", "else": "."}', 0)) AS colours FROM painted;
-- Godot 4.0: layers of a node, by number and by name
SELECT layer, fringe_ascii(gridmap_from_godot(E'[node name="A" type="TileMap"]\nlayer_0/name = "Ground"\nlayer_0/tile_data = PackedInt32Array(0, 1, 0)\nlayer_1/name = "Walls"\nlayer_1/tile_data = PackedInt32Array(0, 2, 0)\n[node name="B" type="TileMap"]\nlayer_1/tile_data = PackedInt32Array(0, 3, 0)\n',
  '{"1": "1", "2": "2", "3": "3"}', layer)) FROM unnest('{NULL,B,Ground,Walls,A/layer_1,B/layer_1,layer_0}'::text[]) AS layer;
-- Godot: a whole path precedes ends of paths; what names several layers is refused
SELECT layer, outcome(format('gridmap_from_godot(%L, %L, %L)', scene, '{"1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6"}', layer), NULL, false)
FROM (VALUES (E'[node name="Ground" parent="Hall"]\ntile_data = PackedInt32Array(0, 1, 0)\n[node name="Ground" parent="."]\ntile_data = PackedInt32Array(1, 2, 0)\n[node name="Walls" parent="Hall"]\ntile_data = PackedInt32Array(2, 3, 0)\n'
    || E'[node name="Walls" parent="Cellar/Hall"]\ntile_data = PackedInt32Array(3, 4, 0)\n[node name="Old" parent="."]\nlayer_0/name = "Walls"\nlayer_0/tile_data = PackedInt32Array(4, 5, 0)\nlayer_1/name = "Roof"\nlayer_1/tile_data = PackedInt32Array(5, 6, 0)\n')) s (scene),
  unnest('{Ground,Hall/Ground,./Ground,Walls,Hall/Walls,Cellar/Hall/Walls,Old/Walls,Roof,Old,layer_1,Hall}'::text[]) WITH ORDINALITY l (layer, number) ORDER BY number;
-- Godot: alternatives, whatever is flipped; a source; the later of two tiles in a cell; no tile
SELECT fringe_ascii(gridmap_from_godot('\x0000' || le(0, 2) || le(0, 2) || le(1, 2) || le(3, 2) || le(4, 2) || le(4096 + 2, 2) || le(1, 2) || le(0, 2) || le(1, 2) || le(3, 2) || le(4, 2) || le(0, 2)
  || le(2, 2) || le(0, 2) || le(7, 2) || le(0, 2) || le(0, 2) || le(0, 2) || le(4, 2) || le(0, 2) || le(7, 2) || le(0, 2) || le(0, 2) || le(0, 2) || le(4, 2) || le(0, 2) || le(8, 2) || le(0, 2) || le(0, 2) || le(0, 2),
  '{"1:3,4": "a", "1:3,4:2": "b", "7": "s", "8": "t", "null": "."}')) AS tiles, gridmap_godot_origin('PackedInt32Array(4294836222, 0, 0)') AS origin;
DROP TABLE painted;

-- layouts of Tiled, and of Godot 3 and 4
SELECT orientation, string_agg(coalesce(gridmap_tiled_layout(jsonb_build_object('orientation', orientation, 'staggeraxis', axis, 'staggerindex', index, 'width', 1, 'height', 1, 'layers', '[]'::jsonb)), 'none'), ' ' ORDER BY axis DESC, index DESC) AS layouts
FROM unnest('{hexagonal,isometric,oblique,orthogonal,staggered}'::text[]) orientation, unnest('{x,y}'::text[]) axis, unnest('{odd,even}'::text[]) index GROUP BY orientation ORDER BY orientation COLLATE "C";
SELECT string_agg(coalesce(gridmap_godot_layout(format(E'[node name="A"]\ncell_half_offset = %s\nformat = 1\ntile_data = PoolIntArray(0, 0, 0)', shift)), 'none'), ' ' ORDER BY shift) AS "Godot 3" FROM generate_series(0, 4) shift;
SELECT shape, axis, string_agg(coalesce(gridmap_godot_layout(format(E'[sub_resource type="TileSet" id="T"]\ntile_shape = %s\ntile_layout = %s\ntile_offset_axis = %s\n[node name="A"]\ntile_data = PackedInt32Array(0, 0, 0)\ntile_set = SubResource("T")', shape, layout, axis)), 'none'), ' ' ORDER BY layout) AS "Godot 4"
FROM generate_series(0, 3) shape, generate_series(0, 5) layout, generate_series(0, 1) axis GROUP BY shape, axis ORDER BY shape, axis;

-- a new reader needs a row here, or a test of its own that has these deviations
CREATE TABLE elsewhere (reader text, test text);
INSERT INTO elsewhere SELECT p.oid::regprocedure::text, 'test/tap/tiled_ldtk.pl' FROM pg_proc p WHERE proname ~ '^gridmap_(from_tiled|tiled_objects|tiled_layout)$' AND 'xml'::regtype = ANY (proargtypes)
  UNION ALL SELECT p.oid::regprocedure::text, 'binary.sql' FROM pg_proc p WHERE proname ~ '^grid(field|index)_in$'
  UNION ALL SELECT p.oid::regprocedure::text, 'exchange.sql' FROM pg_proc p WHERE proname ~ '^grid(cell|path)' AND 'jsonb'::regtype = ANY (proargtypes);
SELECT p.oid::regprocedure AS "reader without a row"
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON d.refobjid = e.oid AND extname LIKE 'fringe%'
WHERE prokind = 'f' AND (proname ~ '_from_|_in$|^fringe_scenarios' OR proname ~ '^grid(map|cell)_' AND proargnames && '{scene,tiled,ldtk,grid,yaml,xp,png,pgm,csv}'
    OR proname ~ '^grid[a-z]+$' AND proargtypes::oid[] && '{jsonb,text[]}'::regtype[]::oid[])
  AND NOT proargtypes::oid[] && '{gridmap,gridpath,internal}'::regtype[]::oid[]
  AND p.oid NOT IN (SELECT unnest(readers) FROM format) AND p.oid::regprocedure::text NOT IN (SELECT reader FROM elsewhere)
ORDER BY 1;
DROP TABLE format, deviation, elsewhere, world;
SET fringe.max_memory = '2MB';
SELECT outcome($$gridmap_from_godot('PackedByteArray("' || repeat('AAAA', 1000000) || '")')$$, '', false);
RESET fringe.max_memory;
DROP FUNCTION outcome, to_asc, to_rexpaint, to_godot, to_godot3, to_godot4, lines_of, bytes_of, number_of, utf8, png, png_chunk, gzipped, deflated, adler32, crc_of, le;
