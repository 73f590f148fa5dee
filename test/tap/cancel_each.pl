# Each function that may take long is cancelled soon, on an input as large as it may be. A new function that takes text, bytes, JSON
# or XML needs a statement below; without one the test fails.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use PollGaps;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# A statement that is not cancelled within this time after its timeout hangs, for
# a person who waits. What it took is printed; poll intervals are a millisecond. It is
# processor time, which other processes of the machine do not add to.
my $patience_ms = 1000;
my $timeout_ms = $long_gaps ? 3_000 : 25;
my $processor = q{(SELECT split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::bigint / 1000000)};

my $node = PostgreSQL::Test::Cluster->new('cancel_each');
$node->init;
$node->append_conf('postgresql.conf', 'fringe.max_memory = 8GB');
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION fringe_formats CASCADE;
	CREATE TABLE large AS SELECT gridmap_rooms(8000, 8000, 9, 1) AS map;
	CREATE TABLE long AS SELECT ('(0,0)' || repeat(' E99 W99', 4000000))::gridpath AS path;
	CREATE TABLE texts (map text, rows text[]);
	CREATE TABLE scenarios (many text, line text, blank text);
	-- nothing is decompressed before a function runs
	ALTER TABLE texts ALTER map SET STORAGE external;
	ALTER TABLE scenarios ALTER many SET STORAGE external, ALTER line SET STORAGE external, ALTER blank SET STORAGE external;
	INSERT INTO texts SELECT map::text, string_to_array(rtrim(substr(map::text, strpos(map::text, E'\nmap\n') + 5), E'\n'), E'\n') FROM large;
	INSERT INTO scenarios SELECT repeat(E'1\tm\t10\t10\t1\t1\t2\t2\t1.0\n', 4000000),
		E'1\tm\t10\t10\t1\t1\t2\t2\t' || repeat('1', 100000000), repeat(E'\n', 200000000);
	CREATE TABLE field AS SELECT field, field::text AS text FROM large, fringe_field(map, '{"(0,0)"}') field;
	CREATE TABLE cells AS SELECT array_agg(gridcell(i % 8000, i / 8000)) AS cells, array_agg((i % 100 / 4.0)::float8) AS costs FROM generate_series(0, 3999999) i;
	CREATE TABLE taken AS SELECT busy, busy::text[] AS texts FROM (SELECT array_agg(gridbusy(gridcell(i % 8000, i / 8000), i % 777, 20000 + i % 999)) AS busy FROM generate_series(100, 3000000) i) b;
	CREATE TABLE files AS SELECT array_fill(7, ARRAY[2500, 2500]) AS numbers, gridmap_to_pgm(map) AS pgm, fringe_png(map, pixels => 8000) AS png,
		repeat(repeat('7,', 4999) || E'7\n', 2000) AS csv,
		to_jsonb(array_fill(7, ARRAY[2000, 2000])) AS json FROM large;
	CREATE TABLE quick AS SELECT fringe_index(gridmap_rooms(100, 100, 9, 1)) AS fast, array_agg(gridcell(i % 100, i / 100)) AS cells
		FROM generate_series(0, 9999) i;
	CREATE TABLE linked AS SELECT gridmap_link(map, links) AS map FROM large,
		(SELECT array_agg(gridlink(gridcell(i % 8000, i / 8000), gridcell(i % 8000, 7999 - i / 8000), i / 1000, twoway => true)) AS links FROM generate_series(1, 3000000, 30) i) l;
	CREATE TABLE layered AS SELECT gridmap_set_layer(gridmap_block(map, '{"(1,1)"}'), 'height', '{"(1,1)"}', ARRAY[300.5]) AS map FROM large;
	CREATE TABLE plain AS SELECT gridmap_link(gridmap_walls(2000, 2000, 0, 1, 1), links) AS map FROM
		(SELECT array_agg(gridlink(gridcell(i * 7 % 2000, i * 13 % 1999), gridcell(i * 11 % 1999, i * 3 % 2000), i % 90, twoway => true)) AS links FROM generate_series(1, 100000) i) l;
	CREATE TABLE pillars AS SELECT gridmap(array_agg(repeat(CASE WHEN i % 4 = 0 THEN '...@' ELSE '....' END, 125))) AS map FROM generate_series(1, 500) i;
	CREATE TABLE tiled AS SELECT gridmap_to_tiled(gridmap_crop(map, '(0,0)', '(1999,1999)')) AS tiled FROM large;
	CREATE TABLE tmx AS SELECT '<map><layer width="5000" height="5000"><data encoding="csv">' || repeat('7,', 24999999) || '7</data></layer></map>' AS tmx;
	-- text of other programs; a reader takes some tenths of a second for it
	CREATE TABLE outside (name text, text text, bytes bytea, json jsonb, xml xml);
	ALTER TABLE outside ALTER text SET STORAGE external, ALTER bytes SET STORAGE external, ALTER json SET STORAGE external, ALTER xml SET STORAGE external;
	INSERT INTO outside (name, text) VALUES
		('tmj', '{"layers":[{"type":"tilelayer","width":2000,"height":2000,"data":[' || repeat('7,', 3999999) || '7]}]}'),
		('objects', '{"tilewidth":1,"tileheight":1,"layers":[{"objects":[' || repeat('{"x":1,"y":2},', 500000) || '{}]}]}'),
		('members', (SELECT '{' || string_agg('"' || i || '":' || i, ',') || '}' FROM generate_series(1, 500000) i)),
		('tmx', '<map tilewidth="1" tileheight="1"><objectgroup>' || repeat('<object x="1" y="2"/>', 200000) || '</objectgroup></map>'),
		('numbers', '[' || repeat('[1,2,3,4],', 500000) || '[1,2,3,4]]'),
		('string', '{"layers":"' || repeat('x', 30000000) || '"}'),
		('blanks', '{' || repeat(' ', 50000000) || '}'),
		('digits', '{"a":' || repeat('7', 30000000) || '}'),
		('asc', E'ncols 2000\nnrows 2000\nxllcorner 0\nyllcorner 0\ncellsize 1\n' || repeat('7 ', 4000000)),
		('asc line', 'ncols ' || repeat(' ', 50000000)),
		('yaml', repeat(E'# comment\n', 2000000)),
		('godot', 'PackedInt32Array(' || repeat('7, 7, 7, ', 500000) || '1, 1, 1)'),
		('node', '[node' || repeat('x', 50000000)),
		-- four bytes each, so that no number begins at an address that a poll of single bytes looks for
		('numbers', 'PackedInt32Array(' || repeat('77, ', 15000000) || '1, 1, 1)'),
		('base64', 'PackedByteArray("' || repeat('AAAA', 30000000) || '")'),
		('properties', '[sub_resource type="TileSetAtlasSource" id="A"]' || E'\n' || repeat(E'0:0/0/custom_data_0 = 7\n', 1000000)
			|| E'[sub_resource type="TileSet" id="T"]\ncustom_data_layer_0/name = "x"\nsources/0 = SubResource("A")\n[node name="N"]\ntile_data = PackedInt32Array(0,0,0)\ntile_set = SubResource("T")\n'),
		-- each source looks for its resource in the whole text
		('sources', '[sub_resource type="TileSet" id="T"]' || E'\n' || repeat(E'sources/0 = SubResource("B")\n', 10) || repeat(E'x = 1\n', 2000000)
			|| E'[node name="N"]\ntile_data = PackedInt32Array(0,0,0)\ntile_set = SubResource("T")\n'),
		('nodes', repeat(E'[node name="N" parent="M"]\ntile_data = PackedInt32Array(0,0,0)\n', 300000));
	INSERT INTO outside (name, bytes) VALUES ('godot', ('\x0000' || repeat('070007000000000000000000', 3000000))::bytea);
	INSERT INTO outside (name, json) SELECT name, text::jsonb FROM outside WHERE name = 'objects';
	INSERT INTO outside (name, xml) SELECT 'xml', text::xml FROM outside WHERE name = 'tmx';
	-- a gzip file of empty blocks
	INSERT INTO outside (name, bytes) SELECT 'rexpaint', decode('1f8b0800000000000003' || repeat('000000ffff', 4000000), 'hex');
	INSERT INTO outside (name, json) VALUES
		('ldtk', jsonb_build_object('levels', jsonb_build_array(jsonb_build_object('identifier', 'a', 'pxWid', 16, 'pxHei', 16, 'layerInstances', jsonb_build_array(
			jsonb_build_object('__type', 'IntGrid', '__cWid', 1000, '__cHei', 2000, '__gridSize', 16, 'intGridCsv', to_jsonb(array_fill(7, ARRAY[2000000]))),
			jsonb_build_object('__type', 'Entities', '__gridSize', 16, 'entityInstances', to_jsonb(array_fill('{"px": [1, 2]}'::jsonb, ARRAY[100000])))))))),
		('levels', jsonb_build_object('levels', to_jsonb(array_fill('{"identifier": "a", "pxWid": 16, "pxHei": 16}'::jsonb, ARRAY[200000]))));
	CREATE TABLE listed AS SELECT array_fill('(1,2)'::text, ARRAY[4000000]) AS cells, array_fill('(1,2)>(3,4)'::text, ARRAY[4000000]) AS links;
	CREATE TABLE hot AS SELECT array_agg((cell, i)::gridcell_value) AS heat FROM cells, unnest(cells) WITH ORDINALITY c (cell, i);
});

install_gaps($node);

# Each is run for its time, then under the timeout; preparations come before that.
my @statements = (
	'gridmap from text' => 'SELECT gridmap_width(map::gridmap) FROM texts',
	'gridmap to text' => 'SELECT length(map::text) FROM large',
	'gridmap from rows' => 'SELECT gridmap_width(gridmap(rows)) FROM texts',
	'gridmap_from_offset' => q{SELECT gridmap_width(gridmap_from_offset(rows, 'odd-r')) FROM texts},
	'gridmap_cells' => 'SELECT count(*) FROM large, gridmap_cells(map)',
	'gridmap_codes' => 'SELECT count(*) FROM large, gridmap_codes(map)',
	'gridmap_set' => q{SELECT gridmap_width(gridmap_set(map, cells, 'W')) FROM large, cells},
	'gridmap_fill' => q{SELECT gridmap_width(gridmap_fill(map, '(0,0)', '(7999,7999)', 'W')) FROM large},
	'gridmap_crop' => q{SELECT gridmap_width(gridmap_crop(map, '(0,0)', '(7999,7998)')) FROM large},
	'gridmap_resize' => q{SELECT gridmap_width(gridmap_resize(map, 8100, 8000)) FROM large},
	'gridmap_rotate' => q{SELECT gridmap_width(gridmap_rotate(map)) FROM large},
	'gridmap_flip' => q{SELECT gridmap_width(gridmap_flip(map)) FROM large},
	'gridmap_overlay' => q{SELECT gridmap_width(gridmap_overlay(map, map, '(0,0)', '@')) FROM large},
	'gridmap_set_layer' => q{SELECT gridmap_width(gridmap_set_layer(map, 'x', cells, costs)) FROM large, cells},
	'gridmap_set_layer numbers' => q{SELECT gridmap_width(gridmap_set_layer(gridmap_walls(2500, 2500, 0, 1, 1), 'x', numbers)) FROM files, generate_series(1, 9)},
	'gridmap_layer' => q{SELECT count(gridmap_layer(map, 'height')) FROM layered, generate_series(1, 5)},
	'gridmap_layers' => q{SELECT count(*) FROM layered, generate_series(1, 40), gridmap_layers(map)},
	'gridmap_drop_layer' => q{SELECT count(gridmap_drop_layer(map, 'height')) FROM layered, generate_series(1, 20)},
	'gridmap_block' => q{SELECT gridmap_width(gridmap_block(map, cells)) FROM large, cells},
	'gridmap_unblock' => q{SELECT gridmap_width(gridmap_unblock(map, cells)) FROM layered, cells},
	'gridmap_set_sides' => q{SELECT gridmap_width(gridmap_set_sides(map, cells, 'N+E')) FROM large, cells},
	'gridmap_rotate with layers' => q{SELECT gridmap_width(gridmap_rotate(map)) FROM layered},
	'gridmap to text with layers' => 'SELECT length(map::text) FROM layered',
	'gridmap_floors' => q{SELECT gridmap_width(gridmap_floors(ARRAY[map, map])) FROM linked},
	'gridmap_floor_cell' => q{SELECT gridmap_floor_cell(gridmap_floors(ARRAY[map, map]), 2, '(7999,0)') FROM linked},
	'gridmap_diff' => q{SELECT count(*) FROM large, gridmap_diff(map, gridmap('{.}'::text[]))},
	'fringe_random_pairs' => 'SELECT count(*) FROM large, fringe_random_pairs(map, 10000000, 1)',
	'gridmap_random_cells' => 'SELECT count(*) FROM large, gridmap_random_cells(map, 10000000, 1)',
	'gridmap as jsonb' => 'SELECT jsonb_array_length(map::jsonb) FROM large',
	'gridmap_agg' => q{SELECT gridmap_width(gridmap_agg(c, '.')) FROM cells, unnest(cells) c},
	'gridmap_walls' => 'SELECT gridmap_width(gridmap_walls(8000, 8000, 1000000, 100, 1))',
	'gridmap_rooms' => 'SELECT gridmap_width(gridmap_rooms(8000, 8000, 3, 1))',
	'gridmap_maze' => 'SELECT gridmap_width(gridmap_maze(8000, 8000, 1, 1))',
	'gridmap_maze with loops' => 'SELECT gridmap_width(gridmap_maze(8000, 8000, 1, 1, 0.5))',
	'gridmap_caves' => 'SELECT gridmap_width(gridmap_caves(8000, 8000, 0.45, 1))',
	'gridpath from text' => q{SELECT gridpath_start(path::text::gridpath) FROM long},
	'gridpath to text' => 'SELECT length(path::text) FROM long',
	'gridpath_length' => 'SELECT sum(gridpath_length(path)) FROM long, generate_series(1, 20)',
	'gridpath_goal' => 'SELECT count(gridpath_goal(path)) FROM long, generate_series(1, 20)',
	'gridpath_cells' => q{SELECT cardinality(gridpath_cells('(0,0) E100000000'))},
	'gridpath as path' => q{SELECT npoints('(0,0) E60000000'::gridpath::path)},
	'gridpath of cells' => q{SELECT gridpath_length(gridpath('(0,0) E100000000'::gridpath::gridcell[]))},
	'gridpath_heat' => 'SELECT gridpath_heat(path) FROM long',
	'gridpath_waypoints' => 'SELECT sum(cardinality(gridpath_waypoints(path))) FROM long, generate_series(1, 20)',
	'gridpath_at' => 'SELECT gridpath_at(path, 1e9, gridmap_walls(100, 1, 0, 1, 1)) FROM long',
	'gridpath_smooth' => 'SELECT count(*) FROM long, gridpath_smooth(path, gridmap_walls(100, 1, 0, 1, 1))',
	'gridpath_smooth over weights' => q{SELECT count(*) FROM (SELECT ('(0,0)' || repeat(' E99 W99', 10000))::gridpath AS path, gridmap(ARRAY[repeat('.T', 50)]) AS map) l, gridpath_smooth(path, map, 'tile(T=2)')},
	'gridpath_ticks' => q{SELECT count(*) FROM long, gridpath_ticks(path, gridmap_walls(100, 1, 0, 1, 1), 'tile')},
	'gridpath_steps' => 'SELECT count(*) FROM long, gridpath_steps(path, gridmap_walls(100, 1, 0, 1, 1))',
	'gridpath_conflicts' => 'SELECT count(*) FROM long, gridpath_conflicts(path, path)',
	'gridpath_cost' => 'SELECT gridpath_cost(path, gridmap_walls(100, 1, 0, 1, 1)) FROM long',
	'gridpath_valid' => 'SELECT gridpath_valid(path, gridmap_walls(100, 1, 0, 1, 1)) FROM long',
	'fringe_scenarios' => 'SELECT count(*) FROM scenarios, fringe_scenarios(many)',
	'fringe_scenarios of blank lines' => 'SELECT count(*) FROM scenarios, fringe_scenarios(blank)',
	'fringe_ascii' => 'SELECT length(fringe_ascii(map)) FROM large',
	'fringe_ascii of a path' => q{SELECT length(fringe_ascii(gridmap_walls(100, 1, 0, 1, 1), path)) FROM long},
	'fringe_svg' => 'SELECT length(fringe_svg(map)) FROM large',
	'fringe_svg of a path' => 'SELECT length(fringe_svg(gridmap_walls(100, 1, 0, 1, 1), path)) FROM long',
	'fringe_svg of values' => 'SELECT length(fringe_svg(map, heat => heat)) FROM large, hot',
	'fringe_svg of a layout' => q{SELECT length(fringe_svg(map, layout => 'odd-r')) FROM large},
	'fringe_png of a layout' => q{SELECT length(fringe_png(map, layout => 'odd-r', pixels => 8000)) FROM large},
	'fringe_png' => 'SELECT length(fringe_png(map, pixels => 8000)) FROM large',
	'fringe_svg of relief' => q{SELECT length(fringe_svg(map, shade => 'height')) FROM layered},
	'fringe_png of relief' => q{SELECT length(fringe_png(map, shade => 'height', layer => 'height', pixels => 100)) FROM layered},
	'fringe_png, small' => 'SELECT length(fringe_png(map, pixels => 100)) FROM large',
	'fringe_png of a path' => 'SELECT length(fringe_png(gridmap_walls(100, 1, 0, 1, 1), path)) FROM long',
	'fringe_png of values' => 'SELECT length(fringe_png(map, heat => heat)) FROM large, hot',
	'gridmap_from_numbers' => q{SELECT gridmap_width(gridmap_from_numbers(numbers, '{"1-99": "@", "else": "."}')) FROM files},
	'gridmap_from_png' => q{SELECT gridmap_width(gridmap_from_png(png, '{"0-99": "@", "else": "."}')) FROM files},
	'gridmap_from_pgm' => 'SELECT gridmap_width(gridmap_from_pgm(pgm)) FROM files',
	'gridmap_to_pgm' => 'SELECT length(gridmap_to_pgm(map)) FROM large, generate_series(1, 9)',
	'gridmap_from_csv' => q{SELECT gridmap_width(gridmap_from_csv(csv, '{"1-99": "@", "else": "."}')) FROM files},
	'gridmap_from_json' => q{SELECT gridmap_width(gridmap_from_json(json, '{"1-99": "@", "else": "."}')) FROM files},
	'gridmap_from_json of text' => q{SELECT gridmap_from_json(text, '{"else": "."}') FROM outside WHERE name = 'numbers'},
	'gridmap_from_asc' => q{SELECT gridmap_from_asc(text, '{"else": "."}') FROM outside WHERE name = 'asc'},
	'gridmap_asc_origin' => q{SELECT gridmap_asc_origin(text) FROM outside WHERE name = 'asc line'},
	'gridmap_from_ros' => q{SELECT gridmap_from_ros(text, '', '{"else": "."}') FROM outside WHERE name = 'yaml'},
	'gridmap_ros_origin' => q{SELECT gridmap_ros_origin(text, '') FROM outside WHERE name = 'yaml'},
	'gridmap_from_godot' => q{SELECT gridmap_from_godot(text, '{"else": "."}') FROM outside WHERE name = 'godot'},
	'gridmap_from_godot of bytes' => q{SELECT gridmap_from_godot(bytes, '{"else": "."}') FROM outside WHERE name = 'godot'},
	'gridmap_from_godot of a line' => q{SELECT gridmap_from_godot(text, '{"else": "."}', 'a') FROM outside WHERE name = 'node'},
	'gridmap_from_godot of numbers' => q{SELECT gridmap_from_godot(text, '{"else": "."}') FROM outside WHERE name = 'numbers'},
	'gridmap_from_godot of base64' => q{SELECT gridmap_from_godot(text, '{"else": "."}') FROM outside WHERE name = 'base64'},
	'gridmap_from_godot of properties' => q{SELECT gridmap_from_godot(text, rule) FROM outside, (SELECT jsonb_object_agg('x=' || i, '.') AS rule FROM generate_series(1, 200) i) r WHERE name = 'properties'},
	'gridmap_from_godot of sources' => q{SELECT gridmap_from_godot(text, '{"x": "@", "else": "."}') FROM outside WHERE name = 'sources'},
	'gridmap_from_godot of layers' => q{SELECT gridmap_from_godot(text, rule) FROM outside, (SELECT jsonb_object_agg('N' || i, '{"else": "."}'::jsonb) AS rule FROM generate_series(1, 20) i) r WHERE name = 'nodes'},
	'gridmap_godot_origin' => q{SELECT gridmap_godot_origin(text) FROM outside WHERE name = 'godot'},
	'gridmap_from_rexpaint' => q{SELECT gridmap_from_rexpaint(bytes, '{"else": "."}') FROM outside WHERE name = 'rexpaint'},
	'gridmap_from_tiled of JSON' => q{SELECT gridmap_from_tiled(text, '{"else": "."}') FROM outside WHERE name = 'tmj'},
	'gridmap_from_tiled of objects in JSON' => q{SELECT gridmap_from_tiled(text, '{"else": "."}') FROM outside WHERE name = 'objects'},
	'gridmap_from_tiled of many members' => q{SELECT gridmap_from_tiled(text, '{"else": "."}') FROM outside WHERE name = 'members'},
	'gridmap_from_tiled of a long string' => q{SELECT gridmap_from_tiled(text, '{"else": "."}') FROM outside WHERE name = 'string'},
	'gridmap_from_tiled of blanks' => q{SELECT gridmap_from_tiled(text, '{"else": "."}') FROM outside WHERE name = 'blanks'},
	'gridmap_from_tiled of a long number' => q{SELECT gridmap_from_tiled(text, '{"else": "."}') FROM outside WHERE name = 'digits'},
	'gridmap_from_tiled of objects in XML' => q{SELECT gridmap_from_tiled(text, '{"else": "."}') FROM outside WHERE name = 'tmx'},
	'gridmap_from_tiled of a file' => q{SELECT gridmap_from_tiled('{"layers":[],"tilesets":[{"firstgid":1,"source":"a"}]}'::jsonb, '{"else": "."}', files => jsonb_build_object('a', text)) FROM outside WHERE name = 'objects'},
	'gridmap_from_tiled of xml' => q{SELECT gridmap_from_tiled(xml, '{"else": "."}') FROM outside WHERE name = 'xml'},
	'gridmap_tiled_objects' => q{SELECT count(*) FROM outside, gridmap_tiled_objects(json) WHERE outside.name = 'objects'},
	'gridmap_tiled_objects of text' => q{SELECT count(*) FROM outside, gridmap_tiled_objects(text) WHERE outside.name = 'tmx'},
	'gridmap_godot_layout' => q{SELECT gridmap_godot_layout(text) FROM outside WHERE name = 'godot'},
	'gridmap_tiled_layout' => q{SELECT gridmap_tiled_layout(json) FROM outside WHERE outside.name = 'objects'},
	'gridmap_tiled_layout of text' => q{SELECT gridmap_tiled_layout(text) FROM outside WHERE outside.name = 'tmx'},
	'gridmap_tiled_layout of xml' => q{SELECT gridmap_tiled_layout(xml) FROM outside WHERE outside.name = 'xml'},
	'gridmap_tiled_objects of xml' => q{SELECT count(*) FROM outside, gridmap_tiled_objects(xml) WHERE outside.name = 'xml'},
	'gridmap_from_ldtk' => q{SELECT gridmap_from_ldtk(json, rule => '{"else": "."}') FROM outside WHERE name = 'ldtk'},
	'gridmap_ldtk_levels' => q{SELECT count(*) FROM outside, gridmap_ldtk_levels(json) WHERE name = 'levels'},
	'gridmap_ldtk_entities' => q{SELECT count(*) FROM outside, gridmap_ldtk_entities(json) WHERE outside.name = 'ldtk'},
	'gridcell_array' => 'SELECT cardinality(gridcell_array(cells)) FROM listed',
	'gridcell_array of varchar' => 'SELECT cardinality(gridcell_array(cells::varchar[])) FROM listed',
	'gridcell_array of jsonb' => q{SELECT cardinality(gridcell_array(path::jsonb)) FROM (VALUES ('(0,0) E3000000'::gridpath)) v (path)},
	'gridcell_array of a literal' => q{SELECT cardinality(gridcell_array('{' || repeat('"(1,2)",', 1000000) || '"(1,2)"}'))},
	'gridlink_array' => 'SELECT cardinality(gridlink_array(links)) FROM listed',
	'gridlink_array of varchar' => 'SELECT cardinality(gridlink_array(links::varchar[])) FROM listed',
	'gridmap from jsonb' => 'SELECT gridmap_width(map::jsonb::gridmap) FROM large',
	'gridpath from jsonb' => q{SELECT gridpath_length(path::jsonb::gridpath) FROM (VALUES ('(0,0) E3000000'::gridpath)) v (path)},
	'gridmap_to_asc' => q{SELECT length(gridmap_to_asc(map, 'height')) FROM layered},
	'fringe_asc' => q{SELECT length(fringe_asc(numbers)) FROM files},
	'gridmap_to_tiled' => 'SELECT length(gridmap_to_tiled(gridmap_crop(map, $$(0,0)$$, $$(3999,3999)$$))::text) FROM large',
	'gridmap_from_tiled of XML' => q{SELECT gridmap_width(gridmap_from_tiled(tmx, '{"else": "."}')) FROM tmx},
	'gridmap_from_tiled' => q{SELECT gridmap_width(gridmap_from_tiled(tiled, '{"else": "."}')) FROM tiled},
	'gridpath_reverse' => 'SELECT pg_column_size(gridpath_reverse(path)) FROM long',
	'gridpath_to_geojson' => 'SELECT length(gridpath_to_geojson(path)::text) FROM long',
	'fringe_components' => 'SELECT count(*) FROM large, fringe_components(map)',
	'fringe_connected' => q{SELECT fringe_connected(map, '(0,0)', '(7998,7998)') FROM large},
	'fringe_cost' => q{SELECT fringe_cost(map, '(0,0)', '(7998,7998)') FROM large},
	'fringe_route' => q{SELECT fringe_route(map, '(0,0)', '(7998,7998)', 'tile') FROM large},
	'fringe_path' => q{SELECT count(*) FROM large, fringe_path(map, '(0,0)', '(7998,7998)', 'octile(obstacle=3)')},
	'fringe_search' => q{SELECT fringe_search(map, '(0,0)', '(7998,7998)', 'octile(obstacle=3)', 'fringe(pick=min_f)') FROM large},
	'fringe_cost past blocked cells' => q{SELECT fringe_cost(gridmap_block(map, cells), '(0,0)', '(7998,7998)') FROM large, cells},
	'fringe_pursuit' => q{SELECT count(*) FROM large, cells, fringe_pursuit(map, '(7998,7998)', cells, 'tile', 'astar')},
	'fringe_chase' => q{SELECT count(*) FROM large, cells, fringe_chase(map, cells[1:9], cells, 'tile', 'astar', apart => false)},
	'fringe_chase, whose prey flees' => q{SELECT count(*) FROM large, fringe_chase(map, '{"(7998,7998)"}', '{"(0,0)"}', 'tile', 'astar', flee => 1, fear => 1e9, ticks => 1000000)},
	'fringe_chase, of little maps' => q{SELECT count(*) FROM fringe_chase(gridmap_walls(60, 60, 0, 1, 1), '{"(0,0)"}', '{"(50,50)"}', sight_radius => 1, ticks => 2147483647)},
	'fringe_cost through links' => q{SELECT fringe_cost(map, '(7998,7998)', '(1,1)') FROM linked},
	'sweep' => q{SELECT fringe_cost(map, '(7998,7998)', '(1,1)', 'octile', 'sweep') FROM linked},
	'fringe_reach through links' => q{SELECT count(*) FROM linked, fringe_reach(map, '(0,0)', 'infinity')},
	'fringe_components through links' => q{SELECT count(*) FROM linked, fringe_components(map)},
	'fringe_field through links' => q{SELECT fringe_field(map, '{"(0,0)"}') FROM linked},
	'fringe_index of links' => q{SELECT gridindex_info(fringe_index(gridmap_crop(map, '(0,0)', '(1999,1999)'))) FROM linked},
	'fringe_diagnose' => q{SELECT fringe_diagnose(map, '(0,0)', '(7998,7998)') FROM large},
	'fringe_diagnose through links' => q{SELECT fringe_diagnose(map, '(0,0)', '(7998,7998)') FROM linked},
	'gridmap_link' => q{SELECT count(gridmap_link(map, links)) FROM linked, (SELECT array_agg(link) AS links FROM linked, gridmap_links(map)) l, generate_series(1, 20)},
	'gridmap_links' => q{SELECT count(*) FROM linked, generate_series(1, 20), gridmap_links(map)},
	'gridmap_coarsen' => q{SELECT gridmap_width(gridmap_coarsen(map, 2)) FROM layered},
	'gridmap_coarsen to one cell' => q{SELECT gridmap_coarsen(map, 65535, 'worst') FROM layered},
	'gridmap_clearance' => q{SELECT gridmap_width(gridmap_clearance(map, 'abcd', 'octile')) FROM large},
	'fringe_cost of straight lines' => q{SELECT fringe_cost(map, '(0,0)', '(7998,7998)', 'anyangle') FROM large},
	'fringe_costs of straight lines' => q{SELECT count(*) FROM large, cells, fringe_costs(map, cells[1], cells[1:100000], 'anyangle')},
	'fringe_cost of straight lines through links' => q{SELECT fringe_cost(map, '(7998,7998)', '(1,1)', 'anyangle') FROM linked},
	'fringe_path of straight lines through links' => q{SELECT count(*) FROM linked, fringe_path(map, '(7998,7998)', '(1,1)', 'anyangle(link=0.5)')},
	'fringe_reach of straight lines through links' => q{SELECT count(*) FROM linked, fringe_reach(map, '(0,0)', 'infinity', 'anyangle')},
	'fringe_costs of straight lines in sight of links' => q{SELECT count(*) FROM plain, fringe_costs(map, '(0,0)', '{"(1999,1999)"}', 'anyangle')},
	'fringe_reach of straight lines in sight of links' => q{SELECT count(*) FROM plain, fringe_reach(map, '(0,0)', 'infinity', 'anyangle')},
	'fringe_matrix of straight lines in sight of links' => q{SELECT count(*) FROM plain, fringe_matrix(map, ARRAY(SELECT gridcell(i, i) FROM generate_series(0, 1999) i), 'anyangle')},
	'fringe_index of straight lines' => q{SELECT gridindex_info(fringe_index(gridmap_rooms(1000, 1000, 9, 1), 'anyangle'))},
	'fringe_index of straight lines between pillars' => q{SELECT gridindex_info(fringe_index(map, 'anyangle')) FROM pillars},
	'fringe_index of weights' => q{SELECT gridindex_info(fringe_index(gridmap_rooms(1000, 1000, 9, 1), 'octile(obstacle=3)'))},
	'fringe_trace' => q{SELECT count(*) FROM large, fringe_trace(map, '(0,0)', '(7998,7998)', 'tile', 'astar')},
	'idastar' => q{SELECT fringe_cost(map, '(0,0)', '(7998,7998)', 'tile', 'idastar') FROM large},
	'landmarks' => q{SELECT fringe_cost(map, '(0,0)', '(7998,7998)', 'tile', 'astar(heuristic=alt)') FROM large},
	'fringe_costs' => 'SELECT count(*) FROM large, cells, fringe_costs(map, cells[1], cells)',
	'fringe_matrix' => 'SELECT count(*) FROM large, cells, fringe_matrix(map, cells[1:1000])',
	'fringe_matrix_tsp' => 'SELECT count(*) FROM large, cells, fringe_matrix_tsp(map, cells[1:1000])',
	'fringe_nearest' => 'SELECT count(*) FROM large, cells, fringe_nearest(map, cells[1], cells, k => 1000000)',
	'fringe_reach' => q{SELECT count(*) FROM large, fringe_reach(map, '(0,0)', 'infinity')},
	'fringe_index' => 'SELECT gridindex_info(fringe_index(gridmap_rooms(1000, 1000, 9, 1)))',
	'fringe_matrix of an index' => 'SELECT count(*) FROM quick, fringe_matrix(fast, cells)',
	'fringe_path of an index' => q{SELECT count(*) FROM quick, generate_series(0, 19) x, unnest(cells) cell, fringe_path(fast, gridcell(x, 0), cell)},
	'fringe_reach from many' => q{SELECT count(*) FROM large, cells, fringe_reach(map, cells, 'infinity')},
	'fringe_territory' => q{SELECT count(*) FROM large, cells, fringe_territory(map, cells)},
	'fringe_surface' => 'SELECT cardinality(fringe_surface(map, cells)) FROM large, cells',
	'fringe_closest' => q{SELECT fringe_closest(map, '(0,0)', '(7998,7998)') FROM large},
	'fringe_closest under a model' => q{SELECT fringe_closest(map, '(0,0)', '(7998,7998)', 'octile(size=3, obstacle=2)') FROM large},
	'fringe_view' => q{SELECT count(*) FROM large, fringe_view(map, '(4000,4000)', model => 'octile(obstacle=2)')},
	'fringe_view over heights' => q{SELECT count(*) FROM layered, fringe_view(map, '(4000,4000)', model => 'octile(obstacle=2)', eye => 400, ground => 'slopes')},
	'fringe_exposure' => 'SELECT count(*) FROM large, cells, fringe_exposure(map, cells, 1000)',
	'fringe_sees' => q{SELECT count(fringe_sees(map, cell, gridcell(7999 - gridcell_x(cell), 4000), through => 'W')) FROM large, cells, unnest(cells) cell},
	'fringe_view between hexagons' => q{SELECT count(*) FROM large, fringe_view(map, '(4000,4000)', model => 'hex(obstacle=2)')},
	'fringe_approach' => q{SELECT fringe_approach(map, '(0,0)', '(7998,7998)', range => 3000) FROM large},
	'fringe_approach in sight' => q{SELECT fringe_approach(map, '(0,0)', '(7998,7998)', 'octile(obstacle=2)', 7000, true) FROM large},
	'fringe_nearest_free' => q{SELECT count(fringe_nearest_free(map, cell, 'octile(.=blocked, x=1)')) FROM large, cells, unnest(cells) cell},
	'fringe_try_cost' => q{SELECT fringe_try_cost(map, '(0,0)', '(7998,7998)', 'tile', 'astar') FROM large},
	'fringe_best_cells' => q{SELECT count(*) FROM large, fringe_best_cells(map, '(0,0)', '(7998,7998)', slack => 10)},
	'fringe_best_count' => q{SELECT fringe_best_count(map, '(0,0)', '(7998,7998)', 'tile') FROM large},
	'fringe_random_route' => q{SELECT fringe_random_route(map, '(0,0)', '(7998,7998)', 'tile') FROM large},
	'fringe_alternatives' => q{SELECT count(*) FROM large, fringe_alternatives(map, '(0,0)', '(7998,7998)', k => 100, overlap => 1, pillar => 1)},
	'fringe_chokepoints' => 'SELECT count(*) FROM large, fringe_chokepoints(map)',
	'fringe_chokepoints of gates' => 'SELECT count(*) FROM large, fringe_chokepoints(map, width => 9)',
	'fringe_fewest_turns' => q{SELECT fringe_fewest_turns(map, '(0,0)', '(7998,7998)', 'tile') FROM large},
	'fringe_field' => q{SELECT fringe_field(map, '{"(0,0)"}') FROM large},
	'fringe_tour' => 'SELECT count(*) FROM large, cells, fringe_tour(map, cells[1:1000])',
	'fringe_tour of many stops' => 'SELECT count(*) FROM cells, fringe_tour(gridmap_walls(100, 100, 0, 1, 1), ARRAY(SELECT gridcell(i % 97, i % 89) FROM generate_series(1, 5000) i))',
	'fringe_plan' => q{SELECT count(*) FROM large, cells, fringe_plan(map, cells[1:7000], cells[8001:15000])},
	'fringe_plan, one after another' => q{SELECT count(*) FROM large, cells, fringe_plan(map, cells[1:7000], cells[8001:15000], priority => 'first come')},
	'fringe_plan of a crowd' => q{SELECT count(*) FROM (SELECT gridmap_walls(500, 500, 0, 1, 1) AS map) m, LATERAL (SELECT array_agg(cell) AS cells FROM gridmap_random_cells(map, 4000, 1) cell) c, fringe_plan(map, cells[1:2000], cells[2001:4000], 'tile')},
	'fringe_plan without end' => q{SELECT count(*) FROM fringe_plan(gridmap('{............,.@@@@@@@@@@.,............}'::text[]), ARRAY(SELECT gridcell(i % 12, i / 12 * 2) FROM generate_series(0, 23) i), ARRAY(SELECT gridcell((i + 1) % 12, 2 - i / 12 * 2) FROM generate_series(0, 23) i), 'tile')},
	'fringe_plan_summary, which improves' => q{SELECT fringe_plan_summary(map, cells[1:200], cells[201:400], 'tile', improve => '1 hour') FROM (SELECT gridmap_walls(64, 64, 0, 1, 1) AS map) m, LATERAL (SELECT array_agg(cell) AS cells FROM gridmap_random_cells(map, 400, 1) cell) c},
	'fringe_plan_svg' => q{SELECT length(fringe_plan_svg(gridmap_walls(1000, 1000, 0, 1, 1), ARRAY(SELECT i % 1000 FROM generate_series(1, 1000000) i), ARRAY(SELECT i / 1000 FROM generate_series(1, 1000000) i), ARRAY(SELECT gridcell(i % 1000, i % 997) FROM generate_series(1, 1000000) i), title => 'x'))},
	'fringe_plan_conflicts' => 'SELECT count(*) FROM large, cells, fringe_plan_conflicts(ARRAY(SELECT generate_series(1, 4000000)), array_fill(0, ARRAY[4000000]), cells, map)',
	'fringe_plan_conflicts in one cell' => q{SELECT count(*) FROM fringe_plan_conflicts(ARRAY(SELECT generate_series(1, 10000)), array_fill(0, ARRAY[10000]), array_fill('(0,0)'::gridcell, ARRAY[10000]))},
	'fringe_assign' => 'SELECT count(*) FROM large, cells, fringe_assign(map, cells[1:1000], cells[1000:2000])',
	'fringe_assign of many starts' => 'SELECT count(*) FROM cells, fringe_assign(gridmap_walls(100, 100, 0, 1, 1), ARRAY(SELECT gridcell(i % 97, i % 89) FROM generate_series(1, 5000) i), ARRAY(SELECT gridcell(i % 83, i % 71) FROM generate_series(1, 5000) i))',
	'fringe_assign of least longest cost' => q{SELECT count(*) FROM cells, fringe_assign(gridmap_walls(100, 100, 0, 1, 1), ARRAY(SELECT gridcell(i % 97, i % 89) FROM generate_series(1, 5000) i), ARRAY(SELECT gridcell(i % 83, i % 71) FROM generate_series(1, 5000) i), 'octile', 'longest')},
	'fringe_timed_route' => q{SELECT count(*) FROM large, fringe_timed_route(map, '(0,0)', '(7998,7998)', 'tile', '{"(7998,7998)@0..100000"}')},
	'fringe_timed_route with many taken cells' => q{SELECT count(*) FROM large, taken, fringe_timed_route(map, '(0,0)', '(7998,7998)', 'tile', busy)},
	'gridbusy_array' => 'SELECT cardinality(gridbusy_array(texts)) FROM taken',
	'gridbusy_array of varchar' => 'SELECT cardinality(gridbusy_array(texts::varchar[])) FROM taken',
	'gridbusy_agg' => 'SELECT cardinality(gridbusy_agg(n::int, cell, n)) FROM cells, unnest(cells) WITH ORDINALITY u (cell, n)',
	'fringe_network' => 'SELECT count(*) FROM large, cells, fringe_network(map, cells[1:1000])',
	'fringe_network of many sites' => 'SELECT count(*) FROM fringe_network(gridmap_walls(100, 100, 0, 1, 1), ARRAY(SELECT gridcell(i % 97, i % 89) FROM generate_series(1, 5000) i))',
	'fringe_walks' => 'SELECT count(*) FROM large, cells, fringe_walks(map, cells, gap => 1000)',
	'fringe_try_walks' => q{SELECT count(*) FROM large, cells, fringe_try_walks(map, array_fill('(-1,0)'::gridcell, ARRAY[1000000]) || cells, gap => 1000)},
	'gridpath_delay' => 'SELECT count(*) FROM cells, gridpath_delay(cells, array_fill(0::float8, ARRAY[4000000]))',
	'gridpath_delay of timestamps' => 'SELECT count(*) FROM cells, gridpath_delay(cells, array_fill(now(), ARRAY[4000000]))',
	'fringe_route_via' => 'SELECT gridpath_length(fringe_route_via(map, cells)) FROM large, cells',
	'fringe_field of goals with costs' => 'SELECT fringe_field(map, cells, costs => costs) FROM large, cells',
	'fringe_field of a goal' => q{SELECT fringe_field(map, '(0,0)') FROM large},
	'fringe_territory of starts with costs' => 'SELECT count(*) FROM large, cells, fringe_territory(map, cells, costs => costs)',
	'fringe_reach of starts with costs' => q{SELECT count(*) FROM large, cells, fringe_reach(map, cells, 'infinity', costs => costs)},
	'fringe_nearest of goals with costs' => q{SELECT count(*) FROM large, cells, fringe_nearest(map, cells[1], cells, 'octile', 1000000, costs)},
	'gridfield_cost' => q{SELECT gridfield_cost(field, '(7998,7998)') FROM field},
	'gridfield_route' => q{SELECT gridfield_route(field, '(7998,7998)') FROM field},
	'gridfield_numbers' => q{SELECT cardinality(gridfield_numbers(field)) FROM field},
	'gridfield_cells' => q{SELECT count(*) FROM field, gridfield_cells(field)},
	'gridfield from text' => q{SELECT text::gridfield FROM field},
	'gridfield to text' => q{SELECT length(field::text) FROM field},
);

# Functions that no statement calls, though they take text, bytes, JSON or XML: what these are is short.
my @quick = ('fringe_slope(text,double precision,double precision,double precision)', 'gridcell_from_offset(gridmap,integer,integer,text)', 'gridcell_to_offset(gridmap,gridcell,text)', 'gridmodel_from(text,"char"[],double precision[])', 'gridmodel_from(gridmodel,"char"[],double precision[])', 'gridlink(gridcell,gridcell,numeric,boolean,text,boolean)', 'gridcell(jsonb)', 'gridmap_agg_step(internal,gridcell,text)');
my $routines = '';
my @left = @statements;
for (my $i = 0; my ($name, $statement) = splice @left, 0, 2; $i++) { $routines .= "CREATE FUNCTION called.s$i() RETURNS void BEGIN ATOMIC $statement; END;\n" }
is($node->safe_psql('postgres', "BEGIN; CREATE SCHEMA called; $routines" . q{
	SELECT f.oid::regprocedure FROM pg_proc f JOIN pg_depend e ON e.classid = 'pg_proc'::regclass AND e.objid = f.oid AND e.deptype = 'e'
	WHERE e.refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'fringe%')
		AND proargtypes::oid[] && '{text,text[],varchar[],bytea,json,jsonb,xml,float8[]}'::regtype[]::oid[] AND NOT 'internal'::regtype = ANY (proargtypes)
		AND NOT EXISTS (SELECT FROM pg_depend d JOIN pg_proc s ON s.oid = d.objid WHERE d.classid = e.classid AND d.refclassid = e.classid AND d.refobjid = f.oid AND s.pronamespace = 'called'::regnamespace)
		AND f.oid <> ALL (ARRAY[} . join(', ', map { "'$_'" } @quick) . q{]::regprocedure[])
	ORDER BY 1::text; ROLLBACK}), '', 'every function that takes text, bytes, JSON or XML has a statement');

# A reader goes through its text several times: it is cancelled early and, if it still runs, later.
@left = @statements;
while (my ($name, $statement) = splice @left, 0, 2)
{
	for my $after_ms ($timeout_ms, $statement =~ /\boutside\b/ ? 250 : ())
	{
		my ($status, $out, $err) = $node->psql('postgres', qq{
			\\set VERBOSITY verbose
			SET max_parallel_workers_per_gather = 0;
			} . watch_gaps . qq{
			SET statement_timeout = '${after_ms}ms';
			SELECT $processor AS began \\gset
			$statement;
			SET statement_timeout = 0;
			SELECT 'ms ' || $processor - :began;
			} . show_gap, on_error_stop => 0);
		my ($ms) = $out =~ /^ms (\d+)/m;
		note("$name: after $ms ms");
		gap_ok($out, $name);
		ok(($after_ms > 25 || $err =~ /57014/) && $ms < $after_ms + $patience_ms, "$name is cancelled after $after_ms ms") or note("$out\n$err");
		last if $err !~ /57014/;
	}
}

# The server's functions of arrays call a type's functions for each element, and have no poll of their own. What they do
# themselves is short, so it counts here, and not as a gap between polls. Types with internal functions have no poll.
my %element = (gridcell => '(1,2)', gridlink => '(1,2)>(3,4)', gridbusy => '(1,2)@3..4', gridpath => '(1,2) E3', gridmodel => 'octile(T=2, S=3)',
	gridmethod => 'fringe(list=array)', gridmap => '.');
my %elements = ('gridcell output' => 20_000_000, 'gridcell send' => 20_000_000, map { ("gridmap $_" => 2_000_000) } qw(input output send));
for my $function (split /\n/, $node->safe_psql('postgres', q{
	SELECT concat_ws(' ', typname, direction)
	FROM pg_type t JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e',
		(VALUES ('input'), ('output'), ('send')) v (direction)
	WHERE d.refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'fringe%') AND typtype = 'b' AND typelem = 0
		AND typname NOT IN ('gridindex', 'gridfield') -- arrays of many of these are far larger than 1 GB
		AND (SELECT probin IS NOT NULL FROM pg_proc p WHERE p.oid = CASE direction WHEN 'input' THEN typinput WHEN 'output' THEN typoutput ELSE typsend END)
	ORDER BY 1}))
{
	my ($type, $direction) = split / /, $function;
	my $count = $elements{$function} // 6_000_000;
	my ($made, $statement) = $direction eq 'input'
		? (qq{rtrim(repeat('"$element{$type}",', $count), ',')}, "SELECT cardinality(('{' || v || '}')::${type}[]) FROM elements")
		: ("array_fill('$element{$type}'::$type, ARRAY[$count])", 'SELECT length(' . ($direction eq 'send' ? 'array_send(v)' : 'v::text') . ') FROM elements');
	my ($status, $out, $err) = $node->psql('postgres', qq{
		\\set VERBOSITY verbose
		CREATE TEMP TABLE elements AS SELECT $made AS v;
		SET statement_timeout = '${timeout_ms}ms';
		SELECT $processor AS began \\gset
		$statement;
		SET statement_timeout = 0;
		SELECT 'ms ' || $processor - :began;
	}, on_error_stop => 0);
	my ($ms) = $out =~ /^ms (\d+)/m;
	note("$function: after $ms ms");
	ok(($long_gaps || $err =~ /57014/) && $ms < $timeout_ms + $patience_ms, "$function of an array is cancelled after $timeout_ms ms") or note("$out\n$err");
}

# Its memory is the text, which may be there twice, and little more than fringe.max_memory.
my $peak = q{(SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s+(\d+)')::int / 1024)};
@left = @statements;
while (my ($name, $statement) = splice @left, 0, 2)
{
	my ($from) = $statement =~ /\boutside\b.*(WHERE .*)/ or next;
	my ($status, $out, $err) = $node->psql('postgres', qq{
		\\set VERBOSITY verbose
		SET fringe.max_memory = '16MB';
		SELECT fringe_version();
		SELECT $peak AS peak \\gset
		SET statement_timeout = '10s';
		$statement;
		SET statement_timeout = 0;
		SELECT 'MB ' || $peak - :peak || ' ' || (SELECT max(2 * pg_column_size(outside.*) >> 20) FROM outside $from);
	}, on_error_stop => 0);
	my ($mb, $most) = $out =~ /^MB (\d+) (\d+)/m;
	note("$name: $mb MB, $most MB of text");
	ok($mb < $most + 64 && $err !~ /57014/, "$name takes little more than fringe.max_memory") or note("$out\n$err");
}

# One line may be as long as a value, but not as a scenario.
my ($status, $out, $err) = $node->psql('postgres', q{
	\set VERBOSITY verbose
	SELECT count(*) FROM scenarios, fringe_scenarios(line);
});
like($err, qr/22P02.*line 1/, 'a line that is too long to be a scenario is refused');

# So may a number.
($status, $out, $err) = $node->psql('postgres', q{
	\set VERBOSITY verbose
	SELECT gridmap_tiled_objects('{"tilewidth": 1, "tileheight": 1, "layers": [{"objects": [{"properties": ' || text || '}]}]}') FROM outside WHERE name = 'digits';
});
like($err, qr/22003.*number in JSON has more than 262144 characters/, 'a number that is too long is refused');

# ---- FRINGE_CANCELS=10: so many cancels of each, at random times ------------------------------
#
# What is printed is processor time from the signal to the answer of the next statement, so that a busy machine does
# not count. Afterwards the session answers right, and its memory is what it accounts for.

# Nanoseconds that a process has run for.
sub processor_ns { return (split ' ', slurp_file("/proc/$_[0]/schedstat"))[0] }

# Cancels a statement after so many seconds: the milliseconds that it took; undef if it was done before.
sub cancel_after
{
	my ($session, $pid, $statement, $seconds) = @_;
	$session->{stderr} = '';
	$session->query_until(qr/begun/, "\\echo begun\n$statement;\n\\echo over\n");
	select(undef, undef, undef, $seconds);
	my $from = processor_ns($pid);
	kill 'INT', $pid;
	$session->query_until(qr/after/, "\\echo after\n");
	return if $session->{stderr} !~ /due to user request/; # it was done, or had not begun
	return (processor_ns($pid) - $from) / 1e6;
}

if (my $cancels = $ENV{FRINGE_CANCELS})
{
	srand(20);
	my $sound = q{SELECT fringe_cost(gridmap_rooms(100, 100, 9, 1), '(0,0)', '(98,98)') = fringe_cost(gridmap_rooms(100, 100, 9, 1), '(0,0)', '(98,98)', 'octile', 'astar'),
		coalesce(sum(total_bytes) FILTER (WHERE name IN ('fringe map', 'fringe decoded', 'fringe moves', 'fringe jumps', 'fringe landmarks', 'fringe index', 'fringe sight', 'fringe field')), 0) = map_bytes,
		sum(total_bytes) FILTER (WHERE name NOT LIKE 'fringe%') < 64 * 2^20
		FROM pg_backend_memory_contexts, fringe_cache_totals() GROUP BY map_bytes};
	my ($worst, $worst_of, $all, $above) = (0, '', 0, 0);
	while (my ($name, $statement) = splice @statements, 0, 2)
	{
		my $session = $node->background_psql('postgres', on_error_stop => 0);
		my $pid = $session->query_safe('SELECT pg_backend_pid()');
		$session->query_safe(q{SET max_parallel_workers_per_gather = 0; SET statement_timeout = '5s'});
		my @took = grep { defined } map { cancel_after($session, $pid, $statement, 0.002 + rand(0.8) ** 2) } 1 .. $cancels;
		my @sorted = sort { $a <=> $b } @took;
		note(sprintf '%s: %d cancels, processor ms: median %.1f, most %.1f', $name, scalar @took, $sorted[@took / 2] // 0, $sorted[-1] // 0);
		($worst, $worst_of) = ($sorted[-1], $name) if @took && $sorted[-1] > $worst;
		$all += @took;
		$above += grep { $_ > 20 } @took;
		$session->{stderr} = '';
		is($session->query($sound), 't|t|t', "$name: right afterwards, and no memory is lost");
		$session->quit;
	}
	diag(sprintf '%d cancels, %d of more than 20 ms of processor time, at worst %.1f ms: %s', $all, $above, $worst, $worst_of);
}

done_testing();
