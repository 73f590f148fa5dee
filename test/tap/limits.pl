# Every function of the extension, with an input as large as it may be, under a timeout and a small fringe.max_memory: it
# ends soon, and its process takes no more memory than SECURITY.md says.
#
# A new function needs a row in the table below; without one the test fails. Then each argument of each function gets the
# nastiest values of its type; a new type needs values. In continuous integration inputs are small and times generous;
# make check-limits takes the largest inputs and strict times.
use strict;
use warnings;

use Compress::Zlib qw(compress crc32);
use FindBin;
use lib $FindBin::Bin;
use PollGaps;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $largest = ($ENV{FRINGE_LIMITS} // '') eq 'largest';
my $timeout_ms = $long_gaps ? 3_000 : 100;
my $patience_ms = 300;
my $max_memory = 16; # MB

# The inputs: cells of a row and rows of a map, runs of a path, cells of an array, keys of an object.
my %size = $largest
	? (width => 65535, height => 2048, runs => 100_000_000, cells => 30_000_000, keys => 8_000_000, tiny => 28_000, text => 100_000_000, nulls => 100_000_000)
	: (width => 2500, height => 2500, runs => 2_000_000, cells => 1_000_000, keys => 250_000, tiny => 3_000, text => 2_500_000, nulls => 5_000_000);

# ---- what a call may take, in MB ------------------------------------------------------------------------------------
#
# As SECURITY.md has it, beside arguments, which may be there twice: as they are stored or typed, and as they are read.

my $map_bytes = $size{width} * $size{height} / 2**20; # one a cell
my $cell_bytes = 8 * $size{cells} / 2**20;
my $little = 16; # code and catalogs that a process reads for the first time, and work_mem
my %may_take = (
	little => $little,
	search => $little + 2 * $max_memory, # by the call, and by what the session keeps
	map => $little + 2 * $map_bytes, # its codes, and the result
	copy => $little + 2 * $max_memory + 2 * $map_bytes,
	state => $little + 4 * $map_bytes, # of an aggregate: two bytes a cell, and then a map
	cells => $little + 2 * $cell_bytes, # an array and a copy
	points => $little + 4 * $cell_bytes,
	json => $little + 6 * $cell_bytes, # 36 bytes a cell, in a buffer that doubles
	path_text => $little + 8 * $size{runs} / 2**20,
	svg => $little + 2 * $max_memory + 2 * $map_bytes + 64 * 1_000_000 / 2**20, # its text twice, and heat
	picture => $little + 4 * 8192**2 / 2**20 + 2 * $map_bytes + 64 * 1_000_000 / 2**20,
	numbers => $little + 60 * 4_000_000 / 2**20,
	edit => $little + 2 * $max_memory + 4 * $map_bytes, # codes before and after, beside what is counted
);

# ---- the table: a function, what calls it, and what that may take ---------------------------------------------------
#
# Of `large` a map, of `level` one whose searches just fit; {map} stands for both, one after the other. Inputs are
# arguments, which are counted by the tables that they are in.

sub comparisons { my ($type, $value, $other, @operators) = @_; return map { ("${type}_$_->[0]($type,$type)" => [ "SELECT $value $_->[1] $other", 'little' ]) } @operators; }
sub hashed { my ($type, $value, $other) = @_; return (comparisons(@_, [ eq => '=' ], [ ne => '<>' ]),
	"${type}_hash($type)" => [ "SELECT ${type}_hash($value)", 'little' ],
	"${type}_hash_extended($type,bigint)" => [ "SELECT ${type}_hash_extended($value, 7)", 'little' ]); }
sub ordered { my ($type, $value, $other) = @_; return (hashed(@_), comparisons(@_, [ lt => '<' ], [ le => '<=' ], [ gt => '>' ], [ ge => '>=' ]),
	"${type}_cmp($type,$type)" => [ "SELECT ${type}_cmp($value, $other)", 'little' ]); }
sub in_and_out { my ($type, $value, $text, $in, $out) = @_; return (
	"${type}_in(cstring)" => [ "SELECT pg_column_size(($text)::$type)", $in ],
	"${type}_out($type)" => [ "SELECT length(($value)::text)", $out // $in ],
	"${type}_recv(internal)" => [ "COPY sink FROM '{files}/$type' (FORMAT binary)", $in, "CREATE TEMP TABLE sink (v $type)" ],
	"${type}_send($type)" => [ "SELECT length(${type}_send($value))", $out // $in ]); }
sub planned { my ($call, @arguments) = @_; return [ "DO \$\$ BEGIN EXECUTE 'EXPLAIN SELECT * FROM $call' USING " . join(', ', @arguments) . '; END $$', 'little' ]; }

my ($map, $level, $path, $cells) = ('(SELECT map FROM large)', '(SELECT map FROM level)', '(SELECT path FROM long)', '(SELECT cells FROM many)');
my $costs = '(SELECT costs FROM many)';
my $layered = '(SELECT map FROM layered)';
my ($links, $linked) = ('(SELECT links FROM stairs)', '(SELECT map FROM stairs)');
my ($index, $field) = ('(SELECT index FROM stored)', '(SELECT field FROM stored)');
my $ends = q{'(0,0)', '{last}'};
my $rule = q{'{"1-99": "@", "else": "."}'};
my $text = '(SELECT text FROM texts WHERE kind = %s)';
my $parallel = 'SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2';

my @table = (
	# cells
	in_and_out('gridcell', q{'(1,2)'::gridcell}, q{'(1,2)'::text}, 'little'),
	ordered('gridcell', q{'(1,2)'::gridcell}, q{'(3,4)'::gridcell}),
	'gridcell(integer,integer)' => [ 'SELECT gridcell(1, 2)', 'little' ],
	(map { my $type = $_; map { ("${_}_array($type\[])" => [ "SELECT cardinality(${_}_array(${_}s::$type\[])) FROM spelled", 'cells' ]) } 'gridcell', 'gridlink', 'gridbusy' } 'text', 'character varying'),
	'gridcell(double precision,double precision)' => [ 'SELECT gridcell(1.5, 2.5)', 'little' ],
	'gridcell_at(double precision,double precision,double precision,double precision,double precision,boolean)' => [ 'SELECT gridcell_at(1.5, 2.5, 1, 1)', 'little' ],
	'gridcell_at(double precision,double precision,double precision,boolean)' => [ 'SELECT gridcell_at(1.5, 2.5)', 'little' ],
	'gridcell_at(double precision,double precision,double precision,double precision,double precision,double precision,boolean)' => [ 'SELECT gridcell_at(1.5, 2.5, 1, 1, 1, 2)', 'little' ],
	'gridcell_position(gridcell,double precision,double precision,double precision,double precision,boolean)' => [ q{SELECT gridcell_position('(1,2)', 1, 1, 1, 2)}, 'little' ],
	'gridcell_position(gridcell,double precision,double precision,double precision,boolean)' => [ q{SELECT gridcell_position('(1,2)', 1, 1)}, 'little' ],
	'gridcell_position(gridcell,double precision,boolean)' => [ q{SELECT gridcell_position('(1,2)')}, 'little' ],
	'gridcell_x(gridcell)' => [ q{SELECT gridcell_x('(1,2)')}, 'little' ],
	'gridcell_y(gridcell)' => [ q{SELECT gridcell_y('(1,2)')}, 'little' ],
	'gridcell_add(gridcell,gridcell)' => [ q{SELECT '(1,2)'::gridcell + '(1,2)'}, 'little' ],
	'gridcell_subtract(gridcell,gridcell)' => [ q{SELECT '(1,2)'::gridcell - '(1,2)'}, 'little' ],
	'gridcell_distance(gridcell,gridcell)' => [ q{SELECT '(1,2)'::gridcell <-> '(3,4)'}, 'little' ],
	'fringe_distance(gridcell,gridcell,gridmodel)' => [ q{SELECT fringe_distance('(1,2)', '(3,4)', 'octile(straight=3)')}, 'little' ],
	'gridcell_smaller(gridcell,gridcell)' => [ "SELECT min(c) FROM unnest($cells) c", 'little' ],
	'gridcell_larger(gridcell,gridcell)' => [ "SELECT max(c) FROM unnest($cells) c", 'little' ],
	'min(gridcell)' => [ "SELECT min(c) FROM unnest($cells) c", 'little' ],
	'max(gridcell)' => [ "SELECT max(c) FROM unnest($cells) c", 'little' ],
	(map { ($_ => [ "SELECT gridcell_extent(c) FROM unnest($cells) c", 'little' ]) } 'gridcell_extent(gridcell)', 'gridcell_extent_step(box,gridcell)', 'gridcell_extent_final(box)'),
	'point(gridcell)' => [ q{SELECT '(1,2)'::gridcell::point}, 'little' ],
	'gridcell(point)' => [ q{SELECT '(1,2)'::point::gridcell}, 'little' ],
	'gridcell_to_json(gridcell)' => [ q{SELECT '(1,2)'::gridcell::json}, 'little' ],
	'gridcell_array(text)' => [ 'SELECT cardinality(gridcell_array(cells[1:500000]::text)) FROM steps', 'cells' ],
	'gridcell_array(jsonb)' => [ 'SELECT cardinality(json::gridcell[]) FROM steps', 'cells' ],
	'jsonb(gridcell)' => [ q{SELECT '(1,2)'::gridcell::jsonb}, 'little' ],
	'gridcell(jsonb)' => [ 'SELECT gridcell(json) FROM objects', 'little' ],

	# maps
	in_and_out('gridmap', $map, sprintf($text, q{'map'}), 'map'),
	ordered('gridmap', $map, '(SELECT other FROM large)'),
	'gridmap(text[])' => [ 'SELECT pg_column_size(gridmap(rows)) FROM texts WHERE rows IS NOT NULL', 'map' ],
	'gridmap_from_offset(text[],text)' => [ "SELECT pg_column_size(gridmap_from_offset(ARRAY(SELECT left(r, {width} - {height} / 2) FROM unnest(rows) r), 'odd-r')) FROM texts WHERE rows IS NOT NULL", 'state' ],
	'gridcell_from_offset(gridmap,integer,integer,text)' => [ "SELECT gridcell_from_offset(map, 0, 0, 'odd-r') FROM laid", 'map' ],
	'gridcell_to_offset(gridmap,gridcell,text)' => [ "SELECT gridcell_to_offset(map, '(0,0)', 'odd-r') FROM laid", 'map' ],
	'gridmap_digest(gridmap)' => [ "SELECT gridmap_digest($map)", 'little' ],
	'gridmap_width(gridmap)' => [ "SELECT gridmap_width($map)", 'little' ],
	'gridmap_height(gridmap)' => [ "SELECT gridmap_height($map)", 'little' ],
	'gridmap_code(gridmap,gridcell)' => [ "SELECT gridmap_code($map, '(1,1)')", 'little' ],
	'gridmap_contains(gridmap,gridcell)' => [ "SELECT gridmap_contains($map, '(1,1)')", 'little' ],
	'gridmap_cells(gridmap)' => [ "SELECT count(*) FROM gridmap_cells($map)", 'little' ],
	'gridmap_codes(gridmap)' => [ "SELECT count(*) FROM gridmap_codes($map)", 'little' ],
	(map { ("gridmap_set(gridmap,gridcell[],$_)" => [ "SELECT pg_column_size(gridmap_set($map, $cells, 'W'::$_))", 'map' ],
		"gridmap_fill(gridmap,gridcell,gridcell,$_)" => [ "SELECT pg_column_size(gridmap_fill($map, $ends, 'W'::$_))", 'map' ],
		"gridmap_agg_step(internal,gridcell,$_)" => [ "SELECT pg_column_size(gridmap_agg(c, '.'::$_)) FROM unnest($cells) c", 'state' ],
		"gridmap_agg(gridcell,$_)" => [ "SELECT pg_column_size(gridmap_agg(c, '.'::$_)) FROM (VALUES ('{last}'::gridcell)) v (c)", 'state' ]) } '"char"', 'text'),
	(map { ($_ => [ "SELECT pg_column_size(gridmap_agg(cell, '.'::text)) FROM cell", 'state', $parallel ]) }
		'gridmap_agg_combine(internal,internal)', 'gridmap_agg_serialize(internal)', 'gridmap_agg_deserialize(bytea,internal)', 'gridmap_agg_final(internal)'),
	'gridmap_crop(gridmap,gridcell,gridcell)' => [ "SELECT pg_column_size(gridmap_crop($map, '(1,0)', '{last}'))", 'map' ],
	'gridmap_resize(gridmap,integer,integer,text)' => [ "SELECT pg_column_size(gridmap_resize($map, {width}, {height} - 1))", 'map' ],
	'gridmap_rotate(gridmap,integer)' => [ "SELECT pg_column_size(gridmap_rotate($map))", 'state' ],
	'gridmap_flip(gridmap,text)' => [ "SELECT pg_column_size(gridmap_flip($map))", 'state' ],
	'gridmap_overlay(gridmap,gridmap,gridcell,text)' => [ "SELECT pg_column_size(gridmap_overlay($map, $map, '(1,1)', '.'))", 'state' ],
	'gridmap_diff(gridmap,gridmap)' => [ "SELECT count(*) FROM gridmap_diff($map, (SELECT other FROM large))", 'little' ],
	'gridmap_coarsen(gridmap,integer,text,text,gridmodel,text)' => [ 'SELECT pg_column_size(gridmap_coarsen({map}, 2))', 'copy' ],
	'gridmap_clearance(gridmap,text,gridmodel)' => [ "SELECT pg_column_size(gridmap_clearance({map}, '123', 'octile'))", 'copy' ],
	in_and_out('gridlink', q{'(1,2)>(3,4)'::gridlink}, q{'(1,2)>(3,4)'::text}, 'little'),
	ordered('gridlink', q{'(1,2)>(3,4)'::gridlink}, q{'(1,2)<>(3,4)'::gridlink}),
	'gridlink(gridcell,gridcell,numeric,boolean,text,boolean)' => [ q{SELECT gridlink('(1,2)', '(3,4)', 2, true, 'k')}, 'little' ],
	in_and_out('gridbusy', q{'(1,2)@3..4'::gridbusy}, q{'(1,2)@3..4'::text}, 'little'),
	ordered('gridbusy', q{'(1,2)@3..4'::gridbusy}, q{'(1,2)@3..'::gridbusy}),
	'gridbusy(gridcell,integer,integer)' => [ q{SELECT gridbusy('(1,2)', 3, 4)}, 'little' ],
	(map { ("$_(gridbusy)" => [ "SELECT $_('(1,2)\@3..4'::gridbusy)", 'little' ]) } 'gridbusy_cell', 'gridbusy_first', 'gridbusy_last', 'int4range'),
	'gridmap_link(gridmap,gridlink[])' => [ "SELECT pg_column_size(gridmap_link($map, $links))", 'state' ],
	'gridmap_unlink(gridmap,gridlink[])' => [ "SELECT pg_column_size(gridmap_unlink($linked, $links))", 'state' ],
	'gridmap_unlink(gridmap)' => [ "SELECT pg_column_size(gridmap_unlink($linked))", 'state' ],
	'gridmap_floors(gridmap[])' => [ "SELECT pg_column_size(gridmap_floors(ARRAY[$linked]))", 'state' ],
	'gridmap_floor_cell(gridmap,integer,gridcell)' => [ "SELECT gridmap_floor_cell($map, 1, '{last}')", 'map' ],
	'gridmap_floor_of(gridmap,gridcell)' => [ "SELECT gridmap_floor_of($map, '{last}')", 'map' ],
	'gridmap_set_layer(gridmap,text,double precision[],double precision,double precision)' => [ "SELECT pg_column_size(gridmap_set_layer(gridmap_walls(2000, 2000, 0, 1, 1), 'x', array_fill(0.5::float8, ARRAY[2000, 2000])))", 'numbers' ],
	'gridmap_set_layer(gridmap,text,gridcell[],double precision[])' => [ "SELECT pg_column_size(gridmap_set_layer($map, 'x', $cells, $costs))", 'search' ],
	'gridmap_layer(gridmap,text)' => [ "SELECT gridmap_layer($layered, 'height') IS NULL", 'search' ],
	'gridmap_layers(gridmap)' => [ "SELECT count(*) FROM gridmap_layers($layered)", 'state' ],
	'gridmap_drop_layer(gridmap,text)' => [ "SELECT pg_column_size(gridmap_drop_layer($layered, 'height'))", 'search' ],
	'gridmap_block(gridmap,gridcell[])' => [ "SELECT pg_column_size(gridmap_block($map, $cells))", 'search' ],
	'gridmap_unblock(gridmap,gridcell[])' => [ "SELECT pg_column_size(gridmap_unblock($layered, $cells))", 'search' ],
	'gridmap_set_sides(gridmap,gridcell[],text,boolean,boolean,text)' => [ "SELECT pg_column_size(gridmap_set_sides($map, $cells, 'N+E'))", 'search' ],
	'gridmap_links(gridmap)' => [ "SELECT count(*) FROM gridmap_links($linked)", 'map' ],
	'fringe_random_pairs(gridmap,integer,bigint,gridmodel,boolean)' => [ 'SELECT count(*) FROM fringe_random_pairs({map}, 1000, 1)', 'search' ],
	'gridmap_random_cells(gridmap,integer,bigint,gridmodel)' => [ 'SELECT count(*) FROM gridmap_random_cells({map}, 1000000000, 1)', 'search' ],
	'jsonb(gridmap)' => [ "SELECT jsonb_array_length(${map}::jsonb)", 'map' ],
	'gridmap(jsonb)' => [ 'SELECT pg_column_size(gridmap(json)) FROM maps_as_json', 'map' ],
	'gridmap_walls(integer,integer,integer,integer,bigint)' => [ 'SELECT pg_column_size(gridmap_walls({width}, {height}, 2000000000, 2000000000, 1))', 'map' ],
	'gridmap_rooms(integer,integer,integer,bigint)' => [ 'SELECT pg_column_size(gridmap_rooms({width}, {height}, 1, 1))', 'map' ],
	'gridmap_maze(integer,integer,integer,bigint)' => [ 'SELECT pg_column_size(gridmap_maze({width}, {height}, 1, 1))', 'map' ],
	'gridmap_maze(integer,integer,integer,bigint,double precision)' => [ 'SELECT pg_column_size(gridmap_maze({width}, {height}, 1, 1, 0.5))', 'map' ],
	'gridmap_caves(integer,integer,double precision,bigint)' => [ 'SELECT pg_column_size(gridmap_caves({width}, {height}, 0.45, 1))', 'state' ],

	# maps of other programs
	'gridmap_from_numbers(double precision[],jsonb)' => [ 'SELECT pg_column_size(gridmap_from_numbers(numbers, (SELECT json FROM objects))) FROM files', 'search' ],
	'gridmap_from_png(bytea,jsonb)' => [ "SELECT pg_column_size(gridmap_from_png(png, $rule)) FROM files", 'picture' ],
	'gridmap_from_pgm(bytea,jsonb)' => [ "SELECT pg_column_size(gridmap_from_pgm(pgm, $rule)) FROM files", 'map' ],
	'gridmap_to_pgm(gridmap)' => [ "SELECT length(gridmap_to_pgm($map))", 'map' ],
	'gridmap_from_json(jsonb,jsonb,integer)' => [ "SELECT pg_column_size(gridmap_from_json(json, $rule)) FROM files", 'numbers' ],
	'gridmap_from_json(text,jsonb,integer)' => [ "SELECT pg_column_size(gridmap_from_json('[' || repeat('[1, 2, 3, 4], ', 999999) || '[1, 2, 3, 4]]', $rule))", 'numbers' ],
	'gridmap_from_asc(text,jsonb)' => [ "SELECT pg_column_size(gridmap_from_asc(grid, $rule)) FROM files", 'numbers' ],
	'gridmap_to_asc(gridmap,text,double precision,double precision,double precision,text)' => [ "SELECT length(gridmap_to_asc($layered, 'height'))", 'search' ],
	'fringe_asc(double precision[],double precision,double precision,double precision)' => [ 'SELECT length(fringe_asc(numbers)) FROM files', 'search' ],
	'gridmap_asc_origin(text)' => [ 'SELECT gridmap_asc_origin(grid) FROM files', 'numbers' ],
	'gridmap_from_ros(text,bytea,jsonb)' => [ "SELECT pg_column_size(gridmap_from_ros(yaml, pgm, $rule)) FROM files", 'map' ],
	'gridmap_ros_origin(text,bytea)' => [ 'SELECT gridmap_ros_origin(yaml, pgm) FROM files', 'map' ],
	'gridmap_from_godot(text,jsonb,text,jsonb,text)' => [ "SELECT pg_column_size(gridmap_from_godot(scene, $rule)) FROM files", 'numbers' ],
	'gridmap_from_godot(bytea,jsonb,text)' => [ "SELECT pg_column_size(gridmap_from_godot(tile_map_data, $rule)) FROM files", 'numbers' ],
	'gridmap_godot_origin(text,jsonb,text,jsonb,text)' => [ 'SELECT gridmap_godot_origin(scene) FROM files', 'numbers' ],
	'gridmap_from_rexpaint(bytea,jsonb,integer)' => [ "SELECT pg_column_size(gridmap_from_rexpaint(xp, $rule)) FROM files", 'little' ],
	'gridmap_from_csv(text,jsonb,text)' => [ "SELECT pg_column_size(gridmap_from_csv(csv, $rule)) FROM files", 'numbers' ],
	'gridmap_from_tiled(jsonb,jsonb,text,jsonb)' => [ "SELECT pg_column_size(gridmap_from_tiled(tiled, $rule)) FROM files", 'numbers' ],
	'gridmap_from_tiled(text,jsonb,text,jsonb)' => [ "SELECT pg_column_size(gridmap_from_tiled(tmx, $rule)) FROM files", 'numbers' ],
	'gridmap_from_tiled(xml,jsonb,text,jsonb)' => [ "SELECT pg_column_size(gridmap_from_tiled(xml, $rule)) FROM files", 'numbers' ],
	'gridmap_godot_layout(text,jsonb,text,jsonb)' => [ 'SELECT gridmap_godot_layout(scene) FROM files', 'numbers' ],
	'gridmap_tiled_layout(jsonb)' => [ "SELECT gridmap_tiled_layout(tiled) FROM files", 'numbers' ],
	'gridmap_tiled_layout(text)' => [ "SELECT gridmap_tiled_layout(tmx) FROM files", 'numbers' ],
	'gridmap_tiled_layout(xml)' => [ "SELECT gridmap_tiled_layout(xml) FROM files", 'numbers' ],
	'gridmap_tiled_objects(jsonb,jsonb)' => [ "SELECT count(*) FROM files, gridmap_tiled_objects(tiled)", 'numbers' ],
	'gridmap_tiled_objects(text,jsonb)' => [ "SELECT count(*) FROM files, gridmap_tiled_objects(tmx)", 'numbers' ],
	'gridmap_tiled_objects(xml,jsonb)' => [ "SELECT count(*) FROM files, gridmap_tiled_objects(xml)", 'numbers' ],
	'gridmap_from_ldtk(jsonb,jsonb,text,text,jsonb)' => [ "SELECT pg_column_size(gridmap_from_ldtk(ldtk, rule => $rule)) FROM files", 'numbers' ],
	'gridmap_ldtk_levels(jsonb,text,jsonb)' => [ "SELECT count(*) FROM files, gridmap_ldtk_levels(ldtk)", 'numbers' ],
	'gridmap_ldtk_entities(jsonb,text,text,jsonb)' => [ "SELECT count(*) FROM files, gridmap_ldtk_entities(ldtk)", 'numbers' ],
	'gridmap_to_tiled(gridmap,text,integer,jsonb)' => [ 'SELECT pg_column_size(gridmap_to_tiled({map}))', 'search' ],

	# models and methods
	(map { my $type = $_; (in_and_out($type, "'{$type}'::$type", "repeat(' ', 1000000)", 'little'), ordered($type, "'{$type}'::$type", "'{$type}'::$type")) } 'gridmodel', 'gridmethod'),

	(map { ("gridmodel_from($_,\"char\"[],double precision[])" => [ "SELECT gridmodel_from('octile'::$_, array_agg(chr(i)::\"char\"), array_agg(i / 8.0)) FROM generate_series(33, 126) i", 'little' ]) } 'text', 'gridmodel'),

	# paths
	in_and_out('gridpath', $path, sprintf($text, q{'path'}), 'path_text'),
	ordered('gridpath', $path, '(SELECT other FROM long)'),
	'gridpath_start(gridpath)' => [ "SELECT gridpath_start($path)", 'little' ],
	'gridpath_goal(gridpath)' => [ "SELECT gridpath_goal($path)", 'little' ],
	'gridpath_reverse(gridpath)' => [ "SELECT pg_column_size(gridpath_reverse($path))", 'path_text' ],
	'gridpath_length(gridpath)' => [ "SELECT gridpath_length($path)", 'little' ],
	'gridpath_cells(gridpath)' => [ q{SELECT cardinality(gridpath_cells(path)) FROM straight}, 'cells' ],
	'path(gridpath)' => [ q{SELECT npoints(path::path) FROM straight}, 'points' ],
	'gridpath(gridcell[])' => [ 'SELECT pg_column_size(gridpath(cells)) FROM steps', 'cells' ],
	'jsonb(gridpath)' => [ q{SELECT jsonb_array_length(path::jsonb) FROM straight}, 'json' ],
	'gridpath(jsonb)' => [ 'SELECT pg_column_size(json::gridpath) FROM steps', 'cells' ],
	(map { ($_ => [ "SELECT cardinality(gridpath_heat(p)) FROM (VALUES ('(0,0) E2000000000'::gridpath)) v (p)", 'search' ]) }
		'gridpath_heat(gridpath)', 'gridpath_heat_step(internal,gridpath)', 'gridpath_heat_final(internal)'),
	(map { ($_ => [ 'SELECT cardinality(gridpath_heat(path)) FROM row', 'search', $parallel ]) }
		'gridpath_heat_combine(internal,internal)', 'gridpath_heat_serialize(internal)', 'gridpath_heat_deserialize(bytea,internal)'),
	(map { ($_ => [ 'SELECT cardinality(gridcell_heat(cell, 1)) FROM cell', 'search' ]) }
		'gridcell_heat(gridcell,double precision)', 'gridcell_heat_step(internal,gridcell,double precision)', 'gridcell_heat_final(internal)'),
	(map { ($_ => [ 'SELECT cardinality(gridcell_heat(cell, 1)) FROM cell', 'search', $parallel ]) }
		'gridcell_heat_combine(internal,internal)', 'gridcell_heat_serialize(internal)', 'gridcell_heat_deserialize(bytea,internal)'),
	(map { ($_ => [ 'SELECT cardinality(gridbusy_agg(1, cell, gridcell_x(cell) + 10000 * gridcell_y(cell))) FROM cell', 'search' ]) } 'gridbusy_agg(integer,gridcell,bigint)', 'gridbusy_agg_step(internal,integer,gridcell,bigint)'),
	(map { ($_ => [ 'SELECT cardinality(gridbusy_agg(gridcell_x(cell) + 10000 * gridcell_y(cell), cell)) FROM cell', 'search' ]) }
		'gridbusy_agg(integer,gridcell)', 'gridbusy_agg_step(internal,integer,gridcell)', 'gridbusy_agg_final(internal)'),
	(map { ($_ => [ 'SELECT cardinality(gridbusy_agg(gridcell_x(cell) + 10000 * gridcell_y(cell), cell)) FROM cell', 'search', $parallel ]) }
		'gridbusy_agg_combine(internal,internal)', 'gridbusy_agg_serialize(internal)', 'gridbusy_agg_deserialize(bytea,internal)'),
	'gridpath_waypoints(gridpath)' => [ "SELECT cardinality(gridpath_waypoints($path))", 'path_text' ],
	(map { my ($function, $call) = @$_; ($function => [ $call, 'search' ]) }
		[ 'gridpath_at(gridpath,double precision,gridmap,gridmodel)', "SELECT gridpath_at($path, 1e9, gridmap_walls(100, 1, 0, 1, 1))" ],
		[ 'gridpath_smooth(gridpath,gridmap,gridmodel)', q{SELECT count(*) FROM (VALUES (gridmap_walls(65535, 1, 0, 1, 1)), (gridmap(ARRAY[repeat('.T', 32767) || '.']))) v (map), gridpath_smooth('(0,0) E65534', map, 'tile(T=2)')} ],
		[ 'gridpath_steps(gridpath,gridmap,gridmodel)', "SELECT count(*) FROM gridpath_steps($path, gridmap_walls(100, 1, 0, 1, 1))" ],
		[ 'gridpath_ticks(gridpath,gridmap,gridmodel,integer)', "SELECT count(*) FROM gridpath_ticks($path, gridmap_walls(100, 1, 0, 1, 1), 'tile')" ],
		[ 'gridpath_cost(gridpath,gridmap,gridmodel)', "SELECT gridpath_cost($path, gridmap_walls(100, 1, 0, 1, 1))" ],
		[ 'gridpath_valid(gridpath,gridmap,gridmodel)', "SELECT gridpath_valid($path, gridmap_walls(100, 1, 0, 1, 1))" ]),
	'gridpath_conflicts(gridpath,gridpath)' => [ "SELECT count(*) FROM gridpath_conflicts($path, $path)", 'little' ],
	'gridpath_to_geojson(gridpath,double precision,double precision,double precision,boolean)' => [ "SELECT pg_column_size(gridpath_to_geojson($path, 1, 1))", 'search' ],
	'gridpath_to_geojson(gridpath,double precision,double precision,double precision,double precision,boolean)' => [ "SELECT pg_column_size(gridpath_to_geojson($path, 1, 1, 1, 2))", 'search' ],
	'gridpath_to_geojson(gridpath,double precision,boolean)' => [ "SELECT pg_column_size(gridpath_to_geojson($path))", 'search' ],

	# searches
	'fringe_cost(gridmap,gridcell,gridcell,gridmodel,gridmethod)' => [ "SELECT fringe_cost({map}, $ends, 'octile(obstacle=3)', 'auto')", 'search' ],
	'fringe_route(gridmap,gridcell,gridcell,gridmodel,gridmethod)' => [ "SELECT fringe_route({map}, $ends, 'octile', 'jump')", 'search' ],
	'fringe_search(gridmap,gridcell,gridcell,gridmodel,gridmethod)' => [ "SELECT fringe_search({map}, $ends, 'octile(size=2)', 'astar(nodes=malloc)')", 'search' ],
	'fringe_path(gridmap,gridcell,gridcell,gridmodel,gridmethod)' => [ "SELECT count(*) FROM fringe_path({map}, $ends, 'tile', 'astar(heuristic=alt)')", 'search' ],
	'fringe_trace(gridmap,gridcell,gridcell,gridmodel,gridmethod)' => [ "SELECT count(*) FROM fringe_trace({map}, $ends, 'tile', 'fringe')", 'search' ],
	'fringe_pursuit(gridmap,gridcell,gridcell[],gridmodel,gridmethod,integer)' => [ "SELECT count(*) FROM fringe_pursuit({map}, '{last}', $cells, 'tile', 'idastar')", 'search' ],
	'fringe_chase(gridmap,gridcell[],gridcell[],gridmodel,gridmethod,double precision,integer,double precision,gridcell[],integer,double precision,double precision,integer,text,boolean,gridmap[],integer[],bigint)' => [ "SELECT count(*) FROM fringe_chase({map}, $cells, $cells, ticks => 10, flee => 1, fear => 1e9, apart => false)", 'search' ],
	'fringe_plan(gridmap,gridcell[],gridcell[],gridmodel,integer,interval,bigint,bigint,text)' => [ "SELECT count(*) FROM fringe_plan({map}, ($cells)[1:100], ($cells)[101:200])", 'search' ],
	'fringe_plan_summary(gridmap,gridcell[],gridcell[],gridmodel,integer,interval,bigint,bigint,text)' => [ "SELECT fringe_plan_summary({map}, ($cells)[1:100], ($cells)[101:200], 'tile', improve => '1 minute')", 'search' ],
	'fringe_plan_conflicts(integer[],integer[],gridcell[],gridmap,gridmodel)' => [ "SELECT count(*) FROM fringe_plan_conflicts(ARRAY(SELECT generate_series(1, {cells})), array_fill(0, ARRAY[{cells}]), $cells, {map})", 'search' ],
	'fringe_plan_svg(gridmap,integer[],integer[],gridcell[],double precision,text,text)' => [ "SELECT length(fringe_plan_svg($map, ARRAY(SELECT generate_series(1, 100000)), array_fill(0, ARRAY[100000]), ($cells)[1:100000]))", 'picture' ],
	'fringe_costs(gridmap,gridcell,gridcell[],gridmodel)' => [ "SELECT count(*) FROM fringe_costs({map}, '(0,0)', $cells)", 'search' ],
	'fringe_matrix(gridmap,gridcell[],gridmodel)' => [ "SELECT count(*) FROM fringe_matrix({map}, $cells)", 'search' ],
	'fringe_matrix_tsp(gridmap,gridcell[],gridmodel)' => [ "SELECT count(*) FROM fringe_matrix_tsp({map}, ($cells)[1:100000])", 'search' ],
	'fringe_nearest(gridmap,gridcell,gridcell[],gridmodel,integer)' => [ "SELECT count(*) FROM fringe_nearest({map}, '(0,0)', $cells, k => 1000000)", 'search' ],
	'fringe_nearest_within(gridmap,gridcell,gridcell[],double precision,gridmodel,integer)' => [ "SELECT count(*) FROM fringe_nearest_within({map}, '(0,0)', $cells, 'infinity')", 'search' ],
	'fringe_nearest(gridmap,gridcell,gridcell[],gridmodel,integer,double precision[])' => [ "SELECT count(*) FROM fringe_nearest({map}, '(0,0)', $cells, 'octile', 1000000, $costs)", 'search' ],
	'fringe_reach(gridmap,gridcell,double precision,gridmodel)' => [ "SELECT count(*) FROM fringe_reach({map}, '(0,0)'::gridcell, 'infinity')", 'search' ],
	'fringe_reach(gridmap,gridcell[],double precision,gridmodel,double precision[])' => [ "SELECT count(*) FROM fringe_reach({map}, $cells, 'infinity', costs => $costs)", 'search' ],
	'fringe_reach(gridmap,text,double precision,gridmodel)' => [ "SELECT count(*) FROM fringe_reach({map}, '(0,0)', 'infinity')", 'search' ],
	'fringe_territory(gridmap,gridcell[],gridmodel,double precision,double precision[])' => [ "SELECT count(*) FROM fringe_territory({map}, $cells)", 'search' ],
	'fringe_surface(gridmap,gridcell[],gridmodel)' => [ "SELECT cardinality(fringe_surface({map}, $cells))", 'search' ],
	'fringe_closest(gridmap,gridcell,gridcell,gridmodel)' => [ "SELECT fringe_closest({map}, $ends, 'octile(@=1|NE, .=1)')", 'search' ],
	'fringe_diagnose(gridmap,gridcell,gridcell,gridmodel)' => [ "SELECT fringe_diagnose({map}, $ends)", 'copy' ],
	'fringe_best_cells(gridmap,gridcell,gridcell,gridmodel,double precision)' => [ "SELECT count(*) FROM fringe_best_cells({map}, $ends, slack => 100)", 'search' ],
	'fringe_best_count(gridmap,gridcell,gridcell,gridmodel)' => [ "SELECT fringe_best_count({map}, $ends, 'tile')", 'search' ],
	'fringe_random_route(gridmap,gridcell,gridcell,gridmodel,bigint)' => [ "SELECT fringe_random_route({map}, $ends, 'tile')", 'search' ],
	'fringe_alternatives(gridmap,gridcell,gridcell,gridmodel,integer,double precision,double precision,integer)' => [ "SELECT count(*) FROM fringe_alternatives({map}, $ends, k => 10, pillar => 1)", 'search' ],
	'fringe_chokepoints(gridmap,gridmodel,integer)' => [ 'SELECT count(*) FROM fringe_chokepoints({map}, width => 20)', 'search' ],
	'fringe_fewest_turns(gridmap,gridcell,gridcell,gridmodel)' => [ "SELECT fringe_fewest_turns({map}, $ends, 'tile')", 'search' ],
	'fringe_connected(gridmap,gridcell,gridcell,gridmodel)' => [ "SELECT fringe_connected({map}, $ends)", 'search' ],
	'fringe_components(gridmap,gridmodel)' => [ 'SELECT count(*) FROM fringe_components({map})', 'search' ],
	'fringe_sees(gridmap,gridcell,gridcell,gridmodel,double precision,double precision,text,boolean,text)' => [ "SELECT fringe_sees({map}, $ends, 'octile(corners=one)')", 'search' ],
	'fringe_view(gridmap,gridcell,double precision,gridmodel,double precision,double precision,text,boolean,text)' => [ "SELECT count(*) FROM fringe_view({map}, '(0,0)', model => 'octile(obstacle=2)')", 'search' ],
	'fringe_exposure(gridmap,gridcell[],double precision,gridmodel,double precision,double precision,text,boolean,text)' => [ "SELECT count(*) FROM fringe_exposure({map}, $cells, 20, 'octile(corners=any)')", 'search' ],
	'fringe_approach(gridmap,gridcell,gridcell,gridmodel,double precision,boolean,double precision,double precision,text,boolean,text)' => [ "SELECT fringe_approach({map}, $ends, 'octile', 1000000, true)", 'search' ],
	'fringe_nearest_free(gridmap,gridcell,gridmodel)' => [ "SELECT fringe_nearest_free({map}, '{last}', 'octile(.=blocked, x=1)')", 'search' ],
	'fringe_try_cost(gridmap,gridcell,gridcell,gridmodel,gridmethod)' => [ "SELECT fringe_try_cost({map}, $ends, 'octile(obstacle=3)')", 'search' ],
	'fringe_try_route(gridmap,gridcell,gridcell,gridmodel,gridmethod)' => [ "SELECT fringe_try_route({map}, $ends, 'octile', 'jump')", 'search' ],
	'fringe_tour(gridmap,gridcell[],gridmodel,boolean)' => [ "SELECT count(*) FROM fringe_tour({map}, ($cells)[1:2000])", 'search' ],
	'fringe_assign(gridmap,gridcell[],gridcell[],gridmodel,text)' => [ "SELECT count(*) FROM fringe_assign({map}, ($cells)[1:2000], ($cells)[1:2000])", 'search' ],
	'fringe_timed_route(gridmap,gridcell,gridcell,gridmodel,gridbusy[],integer)' => [ "SELECT count(*) FROM fringe_timed_route({map}, $ends, 'tile', (SELECT busy FROM spelled))", 'search' ],
	'fringe_network(gridmap,gridcell[],gridmodel)' => [ "SELECT count(*) FROM fringe_network({map}, ($cells)[1:2000])", 'search' ],
	'fringe_route_via(gridmap,gridcell[],gridmodel)' => [ "SELECT gridpath_length(fringe_route_via({map}, $cells))", 'search' ],
	'fringe_walks(gridmap,gridcell[],gridmodel,integer)' => [ "SELECT count(*) FROM fringe_walks({map}, $cells, gap => 1000)", 'search' ],
	'fringe_try_walks(gridmap,gridcell[],gridmodel,integer)' => [ "SELECT count(*) FROM fringe_try_walks({map}, $cells, gap => 1000)", 'search' ],
	'gridpath_delay(gridcell[],double precision[],double precision)' => [ "SELECT count(*) FROM gridpath_delay(($cells)[1:600000], array_fill(0::float8, ARRAY[600000]))", 'cells' ],
	'gridpath_delay(gridcell[],timestamp with time zone[],interval)' => [ "SELECT count(*) FROM gridpath_delay(($cells)[1:400000], array_fill(now(), ARRAY[400000]))", 'cells' ],
	'fringe_tour_support(internal)' => planned('fringe_tour($1, $2)', $map, $cells),
	'fringe_view_support(internal)' => planned('fringe_exposure($1, $2, $3)', $map, $cells, '5::float8'),
	'fringe_area_support(internal)' => planned('gridmap_cells($1)', $map),
	'fringe_reach_support(internal)' => planned('fringe_reach($1, $2, $3)', $map, $cells, '5::float8'),
	'fringe_goals_support(internal)' => planned('fringe_costs($1, $2, $3)', $map, q{'(0,0)'::gridcell}, $cells),
	'fringe_matrix_support(internal)' => planned('fringe_matrix($1, $2)', $map, $cells),
	'fringe_nearest_support(internal)' => planned('fringe_nearest($1, $2, $3)', $map, q{'(0,0)'::gridcell}, $cells),

	# fields
	in_and_out('gridfield', $field, sprintf($text, q{'field'}), 'search'),
	hashed('gridfield', $field, $field),
	'fringe_field(gridmap,gridcell[],gridmodel,double precision[])' => [ "SELECT pg_column_size(fringe_field({map}, $cells, costs => $costs))", 'search' ],
	'fringe_field(gridmap,gridcell,gridmodel)' => [ "SELECT pg_column_size(fringe_field({map}, '(0,0)'::gridcell))", 'search' ],
	'fringe_field(gridmap,text,gridmodel)' => [ "SELECT pg_column_size(fringe_field({map}, '(0,0)'))", 'search' ],
	'gridfield_cost(gridfield,gridcell)' => [ "SELECT gridfield_cost($field, '(1,1)')", 'search' ],
	'gridfield_step(gridfield,gridcell)' => [ "SELECT gridfield_step($field, '(1,1)')", 'search' ],
	'gridfield_route(gridfield,gridcell)' => [ "SELECT gridfield_route($field, '(1,1)')", 'search' ],
	'gridfield_numbers(gridfield)' => [ "SELECT cardinality(gridfield_numbers($field))", 'search' ],
	'gridfield_cells(gridfield)' => [ "SELECT count(*) FROM gridfield_cells($field)", 'search' ],

	# indexes
	in_and_out('gridindex', $index, sprintf($text, q{'index'}), 'search'),
	hashed('gridindex', $index, $index),
	'fringe_index(gridmap,gridmodel,text)' => [ 'SELECT pg_column_size(fringe_index({map}))', 'search' ],
	'gridindex_info(gridindex)' => [ "SELECT gridindex_info($index)", 'search' ],
	'gridindex_matches(gridindex,gridmap)' => [ "SELECT gridindex_matches($index, $map)", 'little' ],
	'fringe_cost(gridindex,gridcell,gridcell)' => [ "SELECT fringe_cost($index, '(0,0)', '(5,5)')", 'search' ],
	'fringe_route(gridindex,gridcell,gridcell)' => [ "SELECT fringe_route($index, '(0,0)', '(5,5)')", 'search' ],
	'fringe_try_cost(gridindex,gridcell,gridcell)' => [ "SELECT fringe_try_cost($index, '(0,0)', '(5,5)')", 'search' ],
	'fringe_try_route(gridindex,gridcell,gridcell)' => [ "SELECT fringe_try_route($index, '(0,0)', '(5,5)')", 'search' ],
	'fringe_path(gridindex,gridcell,gridcell)' => [ "SELECT count(*) FROM fringe_path($index, '(0,0)', '(5,5)')", 'search' ],
	'fringe_search(gridindex,gridcell,gridcell)' => [ "SELECT fringe_search($index, '(0,0)', '(5,5)')", 'search' ],
	'fringe_connected(gridindex,gridcell,gridcell)' => [ "SELECT fringe_connected($index, '(0,0)', '(5,5)')", 'search' ],
	'fringe_costs(gridindex,gridcell,gridcell[])' => [ "SELECT count(*) FROM fringe_costs($index, '(0,0)', $cells)", 'search' ],
	'fringe_matrix(gridindex,gridcell[])' => [ "SELECT count(*) FROM fringe_matrix($index, ($cells)[1:100000])", 'search' ],
	'fringe_nearest(gridindex,gridcell,gridcell[],integer)' => [ "SELECT count(*) FROM fringe_nearest($index, '(0,0)', $cells, 1000000)", 'search' ],
	'fringe_nearest_within(gridindex,gridcell,gridcell[],double precision,integer)' => [ "SELECT count(*) FROM fringe_nearest_within($index, '(0,0)', $cells, 'infinity')", 'search' ],

	# files, pictures, the session
	'fringe_scenarios(text)' => [ 'SELECT count(*) FROM fringe_scenarios(' . sprintf($text, q{'scenarios'}) . ')', 'little' ],
	'fringe_ascii(gridmap,gridpath)' => [ "SELECT length(fringe_ascii($map, $path))", 'map' ],
	'fringe_ascii(gridmap,gridpath,integer)' => [ "SELECT length(fringe_ascii($map, $path, 1))", 'map' ],
	'fringe_svg(gridmap,gridpath,gridcell_value[],gridpath[],jsonb,text,double precision,double precision,boolean,double precision,text,text,text[],jsonb,gridmodel,integer,text,text,text)' =>
		[ "SELECT length(fringe_svg($map, $path, (SELECT heat FROM hot), ARRAY[$path, $path]))", 'svg' ],
	'fringe_png(gridmap,gridpath,gridcell_value[],gridpath[],jsonb,text,double precision,double precision,integer,integer,text,text,text)' =>
		[ "SELECT length(fringe_png($map, $path, (SELECT heat FROM hot), ARRAY[$path, $path], pixels => 8192))", 'picture' ],
	'fringe_cache()' => [ 'SELECT count(*) FROM fringe_cache()', 'little', 'SELECT count(fringe_cost(map, $$(0,0)$$, $$(0,0)$$)) FROM tiny' ],
	'fringe_cache_1_0()' => [ 'SELECT count(*) FROM fringe_cache_1_0()', 'little', 'SELECT count(fringe_cost(map, $$(0,0)$$, $$(0,0)$$)) FROM tiny' ],
	'fringe_cache_totals()' => [ 'SELECT fringe_cache_totals()', 'little', 'SELECT count(fringe_cost(map, $$(0,0)$$, $$(0,0)$$)) FROM tiny' ],
	'fringe_cache_reset()' => [ 'SELECT fringe_cache_reset()', 'little', 'SELECT count(fringe_cost(map, $$(0,0)$$, $$(0,0)$$)) FROM tiny' ],
	'fringe_combinations()' => [ 'SELECT count(*) FROM fringe_combinations()', 'little' ],
	'fringe_slope(text,double precision,double precision,double precision)' => [ q{SELECT fringe_slope('tobler', -1, 1, 0.02)}, 'little' ],
	'fringe_version()' => [ 'SELECT fringe_version()', 'little' ],
	'fringe_sample()' => [ 'SELECT fringe_sample()', 'little', 'SET search_path = pg_temp, public' ],
);

# ---- the inputs -----------------------------------------------------------------------------------------------------

my $node = PostgreSQL::Test::Cluster->new('limits');
$node->init;
$node->append_conf('postgresql.conf', "fringe.max_memory = 8GB\nshared_buffers = 1MB\nmax_wal_size = 4GB\nwal_level = minimal\nmax_wal_senders = 0\nautovacuum = off\njit = off");

# Memory goes back to the system at once, so that a peak is that of one statement.
$ENV{MALLOC_MMAP_THRESHOLD_} = $ENV{MALLOC_TRIM_THRESHOLD_} = 131072;
$node->start;
my $files = PostgreSQL::Test::Utils::tempdir;

# Of a statement on a map.
sub fill
{
	my ($text, $on) = @_;
	my $last = ($on // '') eq 'level' ? '(799,799)' : sprintf '(%d,%d)', $size{width} - 1, $size{height} - 1;
	return $text =~ s/\{(width|height|cells|text|nulls)\}/$size{$1}/gr =~ s/\{last\}/$last/gr =~ s/\{files\}/$files/gr;
}

my $runs = $size{runs} / 2;
my $rounds = int($size{width} * $size{height} / 94);
$node->safe_psql('postgres', fill(qq{
	SET client_min_messages = error;
	CREATE EXTENSION fringe_formats CASCADE;
	CREATE TABLE large (map gridmap, other gridmap);
	INSERT INTO large SELECT map, gridmap_fill(map, '{last}', '{last}', 'W')
	FROM gridmap_from_pgm(('P5 {width} {height} 255' || E'\\n' || rpad('', {width} * {height}, '!"#\$%&''()*+,-./0123456789:;<=>?\@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~'))::bytea) map;
	CREATE TABLE level AS SELECT gridmap_rooms(800, 800, 9, 1) AS map;
	CREATE TABLE long (path gridpath, other gridpath);
	ALTER TABLE long ALTER path SET STORAGE external, ALTER other SET STORAGE external;
	INSERT INTO long SELECT ('(0,0)' || t)::gridpath, ('(0,0)' || t || ' S1')::gridpath FROM repeat(' E1 W1', $runs) t;
	CREATE TABLE many (cells gridcell[], costs float8[]);
	ALTER TABLE many ALTER cells SET STORAGE external, ALTER costs SET STORAGE external;
	INSERT INTO many SELECT array_agg(gridcell(i % 700, i / 700 % 700)), array_agg(i % 100 / 4.0) FROM generate_series(1, $size{cells}) i;
	CREATE TABLE layered AS SELECT gridmap_set_layer(gridmap_block(map, '{"(1,1)"}'), 'height', '{"(1,1)"}', ARRAY[300.5]) AS map FROM large;
	CREATE TABLE stairs AS SELECT links, gridmap_link(map, links[1:100000]) AS map
	FROM large, (SELECT array_agg(gridlink(gridcell(i % 700, i / 700 % 700), gridcell(700, i % 600), i % 100)) AS links FROM generate_series(1, least($size{cells}, 100000)) i) l;
	ALTER TABLE stairs ALTER links SET STORAGE external;
	CREATE TABLE spelled (gridcells text[], gridlinks text[], gridbusys text[], busy gridbusy[]);
	ALTER TABLE spelled ALTER gridcells SET STORAGE external, ALTER gridlinks SET STORAGE external, ALTER gridbusys SET STORAGE external, ALTER busy SET STORAGE external;
	INSERT INTO spelled SELECT cells[1:2000000]::text[], links::text[], busy::text[], busy FROM many, stairs,
		(SELECT array_agg(gridbusy(gridcell(i % 700, i / 700 % 700), i, i + 9)) AS busy FROM generate_series(1, 100000) i) b;
	CREATE TABLE straight AS SELECT '(0,0) E{cells}'::gridpath AS path;
	CREATE TABLE cell AS SELECT cell FROM many, unnest(cells) cell LIMIT 1000000;
	CREATE TABLE steps (cells gridcell[], json jsonb);
	INSERT INTO steps SELECT ('(0,0) E' || least($size{cells}, 3000000))::gridpath::gridcell[], ('(0,0) E' || least($size{cells}, 3000000))::gridpath::jsonb;
	CREATE TABLE row AS SELECT ('(0,' || i || ') E100000')::gridpath AS path FROM generate_series(1, 20) i;
	CREATE TABLE texts (kind text, text text, rows text[]);
	ALTER TABLE texts ALTER text SET STORAGE external, ALTER rows SET STORAGE external;
	INSERT INTO texts SELECT 'map', map::text FROM large;
	INSERT INTO texts SELECT 'path', path::text FROM long;
	INSERT INTO texts SELECT 'scenarios', repeat(E'1\\tm\\t10\\t10\\t1\\t1\\t2\\t2\\t1.0\\n', $size{cells});
	INSERT INTO texts (rows) SELECT string_to_array(fringe_ascii(map), E'\\n') FROM large;
	CREATE TABLE laid AS SELECT gridmap_from_offset(ARRAY(SELECT left(replace(r, '|', '.'), {width} - {height} / 2) FROM unnest(rows) r), 'odd-r') AS map FROM texts WHERE rows IS NOT NULL;
	CREATE TABLE maps_as_json AS SELECT map::jsonb AS json FROM large;
	CREATE TABLE objects AS SELECT jsonb_object_agg(i * 10, '\@') AS json FROM generate_series(1, $size{keys}) i;
	CREATE TABLE files AS SELECT array_fill(7, ARRAY[2000, 2000]) AS numbers, gridmap_to_pgm(map) AS pgm, fringe_png(map, pixels => 4000) AS png,
		repeat(repeat('7,', 1999) || E'7\\n', 2000) AS csv, E'ncols 2000\\nnrows 2000\\nxllcorner 0\\nyllcorner 0\\ncellsize 1\\n' || repeat('7 ', 4000000) AS grid,
		E'occupied_thresh: 0.65\\nfree_thresh: 0.196\\nresolution: 1\\norigin: [0, 0, 0]' AS yaml, 'PackedInt32Array(' || repeat('7, 7, 7, ', 2000000) || '1, 1, 1)' AS scene,
		('\\x0000' || repeat('070007000000000000000000', 2000000))::bytea AS tile_map_data,
		'\\x1f8b0800000000000003011a00e5ffffffffff0100000001000000010000002e000000ffffff0000007a95bb3b1a000000'::bytea AS xp, to_jsonb(array_fill(7, ARRAY[2000, 2000])) AS json,
		jsonb_build_object('layers', jsonb_build_array(jsonb_build_object('type', 'tilelayer', 'width', 2000, 'height', 2000, 'data', to_jsonb(array_fill(7, ARRAY[4000000]))))) AS tiled,
		'<map tilewidth="16" tileheight="16"><layer width="2000" height="2000"><data encoding="csv">' || repeat('7,', 3999999) || '7</data></layer><objectgroup>'
			|| repeat('<object x="1" y="2"/>', 100000) || '</objectgroup></map>' AS tmx,
		('<map tilewidth="16" tileheight="16"><layer width="1000" height="1000"><data encoding="csv">' || repeat('7,', 999999) || '7</data></layer><objectgroup>'
			|| repeat('<object x="1" y="2"/>', 100000) || '</objectgroup></map>')::xml AS xml,
		jsonb_build_object('levels', jsonb_build_array(jsonb_build_object('identifier', 'a', 'pxWid', 16, 'pxHei', 16, 'layerInstances', jsonb_build_array(
			jsonb_build_object('__type', 'IntGrid', '__cWid', 2000, '__cHei', 2000, '__gridSize', 16, 'intGridCsv', to_jsonb(array_fill(7, ARRAY[4000000]))),
			jsonb_build_object('__type', 'Entities', '__gridSize', 16, 'entityInstances', to_jsonb(array_fill('{"px": [1, 2]}'::jsonb, ARRAY[100000]))))))) AS ldtk FROM large;
	CREATE TABLE hot AS SELECT array_agg((cell, i)::gridcell_value) AS heat FROM unnest((SELECT cells[1:1000000] FROM many)) WITH ORDINALITY c (cell, i);
	CREATE TABLE stored AS SELECT fringe_field(gridmap_rooms(1500, 1500, 9, 1), '{"(0,0)"}') AS field, fringe_index(gridmap_rooms(300, 300, 9, 1)) AS index;
	INSERT INTO texts SELECT kind, text FROM stored, LATERAL (VALUES ('field', field::text), ('index', index::text)) v (kind, text);
	CREATE TABLE tiny AS SELECT gridmap_set(gridmap('{................}'::text[]), array_agg(gridcell(bit, 0)), '\@') AS map
		FROM generate_series(1, $size{tiny}) i, generate_series(0, 15) bit WHERE i >> bit & 1 = 1 GROUP BY i;
	COPY (SELECT '(1,2)'::gridcell) TO '$files/gridcell' (FORMAT binary);
	COPY (SELECT '(1,2)>(3,4)'::gridlink) TO '$files/gridlink' (FORMAT binary);
	COPY (SELECT '(1,2)\@3..4'::gridbusy) TO '$files/gridbusy' (FORMAT binary);
	COPY (SELECT map FROM large) TO '$files/gridmap' (FORMAT binary);
	COPY (SELECT path FROM long) TO '$files/gridpath' (FORMAT binary);
	COPY (SELECT field FROM stored) TO '$files/gridfield' (FORMAT binary);
	COPY (SELECT index FROM stored) TO '$files/gridindex' (FORMAT binary);
	COPY (SELECT 'octile'::gridmodel) TO '$files/gridmodel' (FORMAT binary);
	COPY (SELECT 'auto'::gridmethod) TO '$files/gridmethod' (FORMAT binary);
}));

# MB of the values that a statement names by their tables.
my %bytes = map { my ($table, $size) = @$_; ($table => $node->safe_psql('postgres', "SELECT max($size) / 2.0^20 FROM $table")) }
	[ large => 'octet_length(gridmap_send(map))' ], [ layered => 'octet_length(gridmap_send(map))' ], [ level => 'octet_length(gridmap_send(map))' ], [ long => 'octet_length(gridpath_send(path))' ],
	[ many => '8 * cardinality(cells)' ], [ stairs => '20 * cardinality(links) + octet_length(gridmap_send(map))' ], [ spelled => '24 * cardinality(gridcells)' ], [ steps => '40 * cardinality(cells)' ], [ maps_as_json => 'octet_length(json::text)' ],
	[ objects => '2 * octet_length(json::text)' ], [ files => 'pg_column_size(numbers) * 0 + 32e6' ], [ hot => '40 * cardinality(heat)' ],
	[ stored => 'octet_length(gridfield_send(field))' ], (map { [ "texts WHERE kind = '$_'" => 'octet_length(text)' ] } 'map', 'path', 'field', 'index', 'scenarios'),
	[ 'texts WHERE rows IS NOT NULL' => '2 * octet_length(array_to_string(rows, $$$$))' ];
$bytes{"COPY sink FROM '$files/$_"} = (-s "$files/$_") / 2**20 for qw(gridcell gridlink gridbusy gridmap gridpath gridfield gridindex gridmodel gridmethod);

# Of all that it names, each time.
sub argument_bytes
{
	my ($statement) = @_;
	my $sum = 0;
	for my $value (keys %bytes)
	{
		my $named = $value =~ /^COPY/ ? $value : "FROM $value";
		$sum += $bytes{$value} * (() = $statement =~ /\Q$named\E(?!\w)/g);
	}
	return $sum;
}

# ---- running --------------------------------------------------------------------------------------------------------

my $peak = q{(SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s+(\d+)')::int / 1024)};

# Processor time, which other processes of the machine do not add to.
my $processor = q{(SELECT split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::bigint / 1000000)};

# Milliseconds of processor time and MB that a statement took, and what it said; `before` is run before it.
sub run
{
	my ($statement, $before, $timeout) = @_;
	my ($status, $out, $err) = $node->psql('postgres', qq{
		\\set VERBOSITY verbose
		SELECT fringe_version();
		SET fringe.max_memory = '${max_memory}MB';
		SET max_parallel_workers_per_gather = 0;
		} . ($before // '') . qq{;
		} . watch_gaps . qq{
		SELECT $peak AS peak, $processor AS processor \\gset
		SET statement_timeout = '${timeout}ms';
		$statement;
		SET statement_timeout = 0;
		SELECT 'took ' || $processor - :processor || ' ' || $peak - :peak;
	} . show_gap, on_error_stop => 0);
	my ($ms, $mb) = $out =~ /^took (\d+) (-?\d+)/m; # the kernel's count of a process's pages is inexact, so a peak may fall
	return ($ms, $mb, $err, $out);
}

install_gaps($node);

my %row;
for (my @left = @table; my ($function, $row) = splice @left, 0, 2;)
{
	die "two rows for $function" if $row{$function};
	$row{$function} = $row;
}
my @functions = split /\n/, $node->safe_psql('postgres', q{
	SELECT objid::regprocedure FROM pg_depend WHERE classid = 'pg_proc'::regclass AND deptype = 'e'
		AND refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'fringe%') ORDER BY 1::text});
is(join("\n", grep { !$row{$_} } @functions), '', 'every function has a row in the table of test/tap/limits.pl');
is(join("\n", grep { my $function = $_; !grep { $_ eq $function } @functions } sort keys %row), '', 'every row has a function');

# Other arguments of functions that have a row: a map with the most links, numbers as text, a definition that each element
# copies, an element whose attributes are many, and keys that each tile is compared with.
my @more = (
	'fringe_svg of links' => [ "SELECT length(fringe_svg($linked, floors => '{all}'))", 'svg' ],
	'fringe_svg of a floor' => [ "SELECT length(fringe_svg($linked, floor => 1))", 'svg' ],
	'fringe_svg of a layout' => [ "SELECT length(fringe_svg($map, heat => (SELECT heat FROM hot), layout => 'odd-r'))", 'svg' ],
	'fringe_svg of layers' => [ "SELECT length(fringe_svg($layered, layer => 'height', shade => 'height'))", 'svg' ],
	'fringe_png of layers' => [ "SELECT length(fringe_png($layered, layer => 'height', shade => 'height', pixels => 8192))", 'picture' ],
	'fringe_png of links' => [ "SELECT length(fringe_png($linked, pixels => 8192))", 'picture' ],
	'fringe_components of links' => [ "SELECT count(*) FROM fringe_components($linked)", 'search' ],
	'fringe_components of links and one-way cells' => [ "SELECT count(*) FROM fringe_components($linked, 'octile(.=1/E)')", 'search' ],
	'gridmap_from_pgm of text' => [ "SELECT pg_column_size(gridmap_from_pgm(('P2 1000 1000 9 ' || repeat('7 ', 1000000))::bytea, $rule))", 'little' ],
	'gridmap_from_tiled of a default' => [ q{SELECT gridmap_from_tiled('<!DOCTYPE map [<!ATTLIST property a CDATA "' || repeat('x', 100000) || '">]><map><properties>' || repeat('<property/>', 5000) || '</properties></map>')}, 'little' ],
	'gridmap_from_tiled of attributes' => [ q{SELECT gridmap_from_tiled('<map ' || string_agg('a' || i || '=""', ' ') || '/>') FROM generate_series(1, 30000) i}, 'search' ],
	'gridmap_from_pgm into a layer' => [ q{SELECT pg_column_size(gridmap_from_pgm(pgm, '{"layer": "height"}')) FROM files}, 'map' ],
	'gridmap_from_tiled of a class' => [ q{SELECT gridmap_from_tiled(jsonb_build_object('layers', '[{"type": "tilelayer", "width": 1, "height": 1, "data": [1]}]'::jsonb, 'tilesets', jsonb_build_array(jsonb_build_object('firstgid', 1,
		'tiles', jsonb_build_array(jsonb_build_object('id', 0, 'class', repeat('x', 1000000)))))), (SELECT jsonb_object_agg(i || '?k?', '.') || '{"else": "."}' FROM generate_series(1, 1000) i))}, 'little' ],
	'gridmap_from_tiled of a group' => [ q{SELECT gridmap_from_tiled(jsonb_build_object('layers', jsonb_build_array(jsonb_build_object('type', 'group', 'name', repeat('x', 1000000), 'layers',
		to_jsonb(array_fill('{"type": "tilelayer", "name": "a"}'::jsonb, ARRAY[1000]))))), '{"else": "."}', 'none')}, 'little' ],
	'gridmap_from_tiled of rules' => [ q{SELECT gridmap_from_tiled('{"layers": [{"type": "tilelayer", "width": 1, "height": 1, "data": [1]}]}'::jsonb, rule) FROM ruled}, 'little',
		q{CREATE TEMP TABLE ruled AS SELECT jsonb_object_agg('l' || i, '{"1": "."}'::jsonb) AS rule FROM generate_series(1, 100000) i; COPY (SELECT 5) TO '/proc/self/clear_refs'} ],
	'gridmap_from_tiled of tilesets' => [ 'SELECT gridmap_from_tiled(tiled, rule) FROM many_sets', 'little', q{CREATE TEMP TABLE many_sets AS SELECT
		jsonb_build_object('layers', '[{"type": "tilelayer", "width": 1, "height": 1, "data": [1]}]'::jsonb, 'tilesets', jsonb_agg(jsonb_build_object('firstgid', i, 'name', 'ab'))) AS tiled,
		jsonb_object_agg('s' || i || ':1?', '.') || '{"else": "."}' AS rule FROM generate_series(1, 20000) i; COPY (SELECT 5) TO '/proc/self/clear_refs'} ],
	'gridmap_from_tiled of a comment' => [ q{SELECT gridmap_from_tiled('<map><!-- ' || repeat('x" ', 2000000) || '--></map>')}, 'search' ],
	'gridmap_from_tiled of declarations' => [ q{SELECT gridmap_from_tiled('<!DOCTYPE map [<!ATTLIST a b (' || string_agg('v' || i, '|') || ') #IMPLIED>]><map/>') FROM generate_series(1, 100000) i}, 'little' ],
	'gridmap_from_ldtk of a group' => [ q{SELECT gridmap_from_ldtk(jsonb_build_object('levels', '[{"identifier": "L", "layerInstances": [{"__type": "IntGrid", "__identifier": "a", "layerDefUid": 1, "__gridSize": 1, "__cWid": 1, "__cHei": 1, "intGridCsv": [1]}]}]'::jsonb,
		'defs', jsonb_build_object('layers', jsonb_build_array(jsonb_build_object('uid', 1, 'intGridValues', jsonb_agg(jsonb_build_object('value', i, 'groupUid', 1)), 'intGridValuesGroups', jsonb_build_array(jsonb_build_object('uid', 1, 'identifier', repeat('x', 1000000)))))))
		, '{"q?": ".", "else": "."}') FROM generate_series(1, 1000) i}, 'little' ],
	'gridmap_ldtk_levels of neighbours' => [ q{SELECT count(*) FROM gridmap_ldtk_levels(jsonb_build_object('levels', jsonb_build_array(jsonb_build_object('identifier', repeat('x', 1000000), 'iid', 'i', 'pxWid', 1, 'pxHei', 1, 'layerInstances', '[]'::jsonb,
		'__neighbours', to_jsonb(array_fill('{"levelIid": "i"}'::jsonb, ARRAY[1000]))))))}, 'search' ],
	'gridmap_from_ldtk of a world' => [ q{SELECT gridmap_from_ldtk(jsonb_build_object('levels', '[]'::jsonb, 'worlds', jsonb_build_array(jsonb_build_object('identifier', repeat('x', 1000000), 'levels',
		to_jsonb(array_fill('{"identifier": "L", "layerInstances": []}'::jsonb, ARRAY[1000]))))), level => 'none', rule => '{"else": "."}')}, 'little' ],
	'gridmap_from_tiled of a long source' => [ q{SELECT gridmap_from_tiled(jsonb_build_object('layers', '[{"type": "tilelayer", "width": 1, "height": 1, "data": [1]}]'::jsonb, 'tilesets', jsonb_build_array(jsonb_build_object('firstgid', 1, 'source', repeat('x', {text})))),
		'{"x:1": ".", "y:1": "@", "else": "."}')}, 'search' ],
	'gridmap_from_tiled of a long key' => [ q{SELECT gridmap_from_tiled('{"layers": [{"type": "tilelayer", "width": 1, "height": 1, "data": [1]}]}'::jsonb, jsonb_build_object(repeat('x', {text}) || '?', '.', 'else', '@'))}, 'search' ],
	'fringe_asc of one row' => [ 'SELECT length(fringe_asc(array_fill(NULL::float8, ARRAY[1, {nulls}])))', 'picture', q{SET fringe.max_memory = '256MB'} ],
	'fringe_asc of a row above the limit' => [ 'SELECT length(fringe_asc(array_fill(NULL::float8, ARRAY[1, {nulls}])))', 'little' ],
	'fringe_plan_conflicts of cells with one hash' => [ q{SELECT count(*) FROM (SELECT array_agg(i % 25000 ORDER BY i) AS agents, array_agg(i / 25000 ORDER BY i) AS ticks, array_agg(gridcell((i % 25000 - 12500) * 65536, 0) ORDER BY i) AS cells FROM generate_series(0, 49999) i) r,
		fringe_plan_conflicts(agents, ticks, cells)}, 'search' ],
	'gridmap_from_tiled of keys' => [ 'SELECT gridmap_from_tiled(tiled, rule) FROM keyed', 'little', q{CREATE TEMP TABLE keyed AS SELECT
		jsonb_build_object('layers', '[{"type": "tilelayer", "width": 1, "height": 1, "data": [1]}]'::jsonb, 'tilesets', jsonb_build_array(jsonb_build_object('firstgid', 1,
			'tiles', to_jsonb(array_fill('{"id": 0, "class": "c"}'::jsonb, ARRAY[20000]))))) AS tiled,
		jsonb_object_agg(i || '?k?', '.') || '{"else": "."}' AS rule FROM generate_series(1, 300) i; COPY (SELECT 5) TO '/proc/self/clear_refs'} ],
);
%row = (%row, @more);

# The time of PostgreSQL itself to read a value is not counted: a millisecond a MB.
for my $function ((grep { $row{$_} } @functions), @more[ grep { $_ % 2 == 0 } 0 .. $#more ])
{
	my ($template, $kind, $before) = @{ $row{$function} };
	for my $on ($template =~ /\{map\}/ ? ('level', 'large') : (''))
	{
		my $statement = fill($template =~ s/\{map\}/(SELECT map FROM $on)/gr, $on);
		my $arguments = argument_bytes($statement);
		my $most = $may_take{$kind} + 2 * $arguments;
		for my $timeout ($largest ? ($timeout_ms, 10_000) : $timeout_ms)
		{
			my ($ms, $mb, $err, $out) = run($statement, $before, $timeout);
			gap_ok($out, "$function $on");
			my $said = $err =~ /ERROR:\s+(\w+)/ ? $1 : 'done';
			note(sprintf '%s %s: %s after %s ms; %s MB of %d', $function, $on, $said, $ms // '?', $mb // '?', $most);
			ok(defined $ms && $ms < $timeout + $patience_ms + $arguments, "$function $on ends soon") or note("$statement: $err");
			ok(defined $mb && $mb <= $most, "$function $on keeps to its memory") or note("$statement: $err");
			like($said, qr/^(done|57014|53400|54000|22\w+)$/, "$function $on answers or says why not") or note("$statement: $err");
		}
	}
}

# ---- edits of maps with layers ----------------------------------------------------------------------------------------

# All that a function takes to move layers counts, so a limit below it is exceeded.
my %edit = (
	(map { ("gridmap_set(gridmap,gridcell[],$_)" => "gridmap_set($layered, '{\"(0,0)\"}', 'W'::$_)", "gridmap_fill(gridmap,gridcell,gridcell,$_)" => "gridmap_fill($layered, '(0,0)', '(1,1)', 'W'::$_)") } '"char"', 'text'),
	'gridmap_crop(gridmap,gridcell,gridcell)' => "gridmap_crop($layered, '(1,0)', '{last}')",
	'gridmap_resize(gridmap,integer,integer,text)' => "gridmap_resize($layered, {width}, {height} - 1)",
	'gridmap_rotate(gridmap,integer)' => "gridmap_rotate($layered)",
	'gridmap_flip(gridmap,text)' => "gridmap_flip($layered)",
	'gridmap_overlay(gridmap,gridmap,gridcell,text)' => "gridmap_overlay($map, gridmap_set_layer('.', 'x', '{{1}}'), '(1,1)')",
	'gridmap_coarsen(gridmap,integer,text,text,gridmodel,text)' => "gridmap_coarsen($layered, 1)",
	'gridmap_clearance(gridmap,text,gridmodel)' => "gridmap_clearance($layered, '123')",
	'gridmap_link(gridmap,gridlink[])' => "gridmap_link($layered, '{\"(1,2)>(3,4)\"}')",
	'gridmap_unlink(gridmap,gridlink[])' => "gridmap_unlink(gridmap_link($layered, '{\"(1,2)>(3,4)\"}'), '{\"(1,2)>(3,4)\"}')",
	'gridmap_unlink(gridmap)' => "gridmap_unlink(gridmap_link($layered, '{\"(1,2)>(3,4)\"}'))",
	'gridmap_floors(gridmap[])' => "gridmap_floors(ARRAY[gridmap_set_layer('.', 'x', '{{1}}'), gridmap_crop($map, '(1,0)', '{last}')])",
	'gridmap_set_layer(gridmap,text,double precision[],double precision,double precision)' => "gridmap_set_layer(gridmap_walls(2200, 2000, 0, 1, 1), 'x', array_fill(0.5::float8, ARRAY[2000, 2200]))",
	'gridmap_set_layer(gridmap,text,gridcell[],double precision[])' => "gridmap_set_layer($map, 'x', '{\"(0,0)\"}', ARRAY[1])",
	'gridmap_drop_layer(gridmap,text)' => "gridmap_drop_layer($layered, 'blocked')",
	'gridmap_block(gridmap,gridcell[])' => "gridmap_block($map, '{\"(0,0)\"}')",
	'gridmap_unblock(gridmap,gridcell[])' => "gridmap_unblock($layered, '{\"(0,0)\"}')",
	'gridmap_set_sides(gridmap,gridcell[],text,boolean,boolean,text)' => "gridmap_set_sides($map, '{\"(0,0)\"}', 'E')",
	'gridmap_layer(gridmap,text)' => "gridmap_layer($layered, 'height')",
	'fringe_surface(gridmap,gridcell[],gridmodel)' => "fringe_surface($layered, '{\"(0,0)\"}')");
my @edits = sort split /\n/, $node->safe_psql('postgres', q{
	SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
	WHERE ('gridmap'::regtype = ANY (proargtypes) AND prorettype IN ('gridmap'::regtype, 'float8[]'::regtype)) OR ('gridmap[]'::regtype = ANY (proargtypes) AND prorettype = 'gridmap'::regtype)});
is(join("\n", @edits), join("\n", sort keys %edit), 'every function that moves layers has a row');
for my $function (@edits)
{
	my $statement = fill("SELECT pg_column_size($edit{$function})", 'large');
	my ($ms, $mb, $err) = run($statement, undef, 10_000);
	my $most = $may_take{edit} + 2 * argument_bytes($statement);
	note(sprintf '%s of layers: %s MB of %d', $function, $mb // '?', $most);
	ok(defined $mb && $mb <= $most && $err =~ /ERROR:\s+53400/, "$function counts layers") or diag("$statement: $mb MB of $most: $err");
}
# nested calls, one in another
my $nested = "SELECT gridmap_width(gridmap_set_sides(gridmap_block(gridmap_set_layer($map, 'x', '{\"(0,0)\"}', ARRAY[1]), '{\"(0,0)\"}'), '{\"(0,0)\"}', 'E'))";
like((run($nested, undef, 10_000))[2], qr/53400/, 'nested calls count layers, too');

# ---- the nastiest values of each argument -----------------------------------------------------------------------------

sub chunk { my ($type, $data) = @_; return pack('N', length $data) . $type . $data . pack 'N', crc32("$type$data") }

# A PNG of grey pixels, of 1 or 8 bits, with chunks before its pixels and behind them.
sub png
{
	my ($width, $height, $bits, $rows, $before, $behind) = @_;
	return "\x89PNG\r\n\x1a\n" . chunk('IHDR', pack 'NNCCCCC', $width, $height, $bits, 0, 0, 0, 0) . $before
		. chunk('IDAT', compress($rows)) . $behind . chunk('IEND', '');
}
sub hex_of { return q{decode('} . unpack('H*', $_[0]) . q{', 'hex')} }

# Chunks that inflate to 4 MB each, which libpng would keep.
my $inflating = compress('a' x 4_000_000);
my $profile = compress(pack('N', 4_000_000) . 'a' x 3_999_996);
my $inflated = join '', map { chunk('zTXt', "k\0\0$inflating") . chunk('iTXt', "k\0\1\0\0\0$inflating") . chunk('iCCP', "k\0\0$profile") } 1 .. 20;
my ($pixel, $chunks) = (png(1, 1, 8, "\0\x2e", '', ''), int($size{text} / 12));
my ($head, $rest) = (substr($pixel, 0, 33), substr $pixel, 33);
my ($wide, $high, $bytes, $keys) = @size{qw(width height text keys)};
my $one = q{gridmap('{.}'::text[])};
my $fan = 'SELECT array_agg(gridlink(%s)) FROM generate_series(0, 99999) i';

my %nasty = (
	text => [ map { "repeat($_, $bytes)" } q{'x'}, q{'1'}, q{' '}, q{E'\n'}, q{E'\r'}, q{'('}, q{'1,'}, q{'<map>'}, q{'<!--'} ],
	jsonb => [
		"to_jsonb(repeat('x', $bytes))", "jsonb_build_object(repeat('1', $bytes), '.')", "jsonb_build_object('.', repeat('x', $bytes))",
		"jsonb_build_array(jsonb_build_array(repeat('1', $bytes)))", q{(repeat('[', 2000) || repeat(']', 2000))::jsonb},
		"(SELECT jsonb_agg('[]'::jsonb) FROM generate_series(1, $keys))", "(SELECT jsonb_object_agg(i, '.') FROM generate_series(1, $keys) i)",
		"(SELECT jsonb_build_array(jsonb_agg(round(1, 16383))) FROM generate_series(1, $bytes / 10000))",
		qq{(SELECT jsonb_build_object('layers', jsonb_agg('{"type": "group"}'::jsonb)) FROM generate_series(1, $keys))},
		"(SELECT jsonb_build_object('layers', jsonb_build_array(jsonb_build_object('type', 'tilelayer', 'width', jsonb_agg(i)))) FROM generate_series(1, $keys) i)" ],
	xml => [
		map { "('<map>' || $_ || '</map>')::xml" } q{'<layer width="1" height="1"><data>' || repeat('x', 5000000) || '</data></layer>'}, q{repeat('<layer/>', 100000)},
			q{repeat('<group>', 180) || repeat('</group>', 180)}, q{'<layer width="2000" height="1000"><data>' || repeat('<tile/>', 200000) || '</data></layer>'},
			q{'<objectgroup>' || repeat('<object x="1"><properties/></object>', 100000) || '</objectgroup>'} ],
	bytea => [
		hex_of(png(1, 1, 8, "\0\x2e", $inflated, '')), hex_of(png(1, 1, 8, "\0\x2e", '', $inflated)),
		map({ hex_of($head) . " || decode(repeat('" . unpack('H*', chunk($_, '')) . "', $chunks), 'hex') || " . hex_of($rest) } qw(tEXt prVt tRNS IDAT)),
		hex_of(png(65535, 2048, 1, "\0" x (2048 * 8193), '', '')),
		map { "(E'P2 1 1' || repeat('$_', $bytes))::bytea" } '0', ' ', '#' ],
	gridmap => [
		"gridmap_resize(gridmap('{|}'::text[]), $wide, $high, '|')",
		map { "gridmap_link(gridmap_resize($one, 2000, 1000), (" . sprintf($fan, $_) . '))' } "'(0,0)', gridcell(i % 2000, 1 + i / 2000)", "gridcell(i % 2000, 1 + i / 2000), '(0,0)'" ],
	'gridmap[]' => [ "array_fill(gridmap_resize($one, 60000, 2000, '.'), ARRAY[10000])", "array_fill($one, ARRAY[100000])" ],
	'gridpath[]' => [ "array_fill(('(0,0)' || repeat(' E1 W1', 100000))::gridpath, ARRAY[100])" ],
	'character varying[]' => [ "array_fill('(1,2)'::varchar, ARRAY[$bytes / 10])" ],
	'timestamp with time zone[]' => [ "array_fill(now(), ARRAY[$bytes / 10])" ],
	'text[]' => [ "array_fill('(1,2)'::text, ARRAY[$bytes / 10])", "array_fill(repeat('x', 1000), ARRAY[$bytes / 1000])", "array_fill(''::text, ARRAY[$bytes / 10])" ],
);

# sql/hostile.sql has the worst values of these types, and a usual value of each type.
my %fixed = map { $_ => 1 } qw(integer bigint "char" boolean point box gridcell gridlink gridbusy numeric interval), 'double precision';
# The first part has the largest values of these.
my %large = map { $_ => 1 } qw(gridpath gridindex gridfield gridmodel gridmethod);
my ($usual_values) = slurp_file("$FindBin::RealBin/../../sql/hostile.sql") =~ /\A(.*?)^-- the same by straight lines/ms;
$node->safe_psql('postgres', $usual_values);
my @types = split /\n/, $node->safe_psql('postgres', 'SELECT type FROM argument GROUP BY type ORDER BY type::text');
for my $array (grep { /\[\]$/ } @types) { unshift @{ $nasty{$array} }, map { 'array_fill(NULL::' . $array =~ s/\[\]$//r . ", ARRAY[$_])" } $size{nulls}, "1, $size{nulls}", "$size{nulls}, 1" }
is(join(' ', grep { !$nasty{$_} && !$fixed{$_} && !$large{$_} } @types), '', 'every type of an argument has nasty values');

# A table for each value, with its MB.
my @values;
for my $type (sort keys %nasty)
{
	for my $value (@{ $nasty{$type} })
	{
		my $table = 'nasty_' . @values;
		my $mb = $node->safe_psql('postgres', qq{
			CREATE TABLE $table (v $type); ALTER TABLE $table ALTER v SET STORAGE external; INSERT INTO $table SELECT $value;
			SELECT ceil(pg_column_size(v) / 2.0^20) FROM $table});
		push @values, { type => $type, table => $table, mb => $mb, short => length $value > 100 ? substr($value, 0, 97) . '...' : $value };
	}
}

# A call with each nasty value of each argument, the others as usual; and each type's input.
my @calls;
for my $argument (split /\n/, $node->safe_psql('postgres', q{
	SELECT concat_ws(chr(9), a.function, a.name, a.place, a.type, (SELECT string_agg(encode(convert_to(format('%L::%s', b.usual, b.type), 'UTF8'), 'hex'), chr(9) ORDER BY b.place)
		FROM argument b WHERE b.function = a.function))
	FROM argument a ORDER BY a.function::text, a.place}))
{
	my ($function, $name, $place, $type, @given) = split /\t/, $argument;
	@given = map { pack 'H*', $_ } @given;
	for my $value (grep { $_->{type} eq $type } @values)
	{
		$given[ $place - 1 ] = "(SELECT v FROM $value->{table})";
		push @calls, { of => "$function, argument $place", value => $value, kind => $row{$function}[1], call => "$name(" . join(', ', @given) . ')' };
	}
}
my @own_types = split /\n/, $node->safe_psql('postgres', q{
	SELECT typname FROM pg_type JOIN pg_depend ON objid = pg_type.oid AND classid = 'pg_type'::regclass AND deptype = 'e'
	WHERE refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'fringe%') AND typtype = 'b' AND typelem = 0 ORDER BY typname});
for my $type (@own_types)
{
	push @calls, map { { of => "input of $type", value => $_, kind => 'search', call => "(SELECT v FROM $_->{table})::$type" } } grep { $_->{type} eq 'text' } @values;
}

# All in one session. Before each call the process's peak is set to what it holds.
my $held = q{(SELECT substring(pg_read_file('/proc/self/status') FROM 'VmRSS:\s+(\d+)')::int / 1024)};
my $session = join '', map {
	qq{COPY (SELECT 5) TO '/proc/self/clear_refs';
		SELECT $held AS held, $processor AS processor \\gset
		\\warn begins $_
		SET statement_timeout = '${timeout_ms}ms';
		SELECT count(x) FROM (SELECT $calls[$_]{call} AS x) q;
		\\echo ended $_ :SQLSTATE
		SET statement_timeout = 0;
		SELECT 'took $_ ' || $processor - :processor || ' ' || $peak - :held;
	} } 0 .. $#calls;
my ($status, $out, $err) = $node->psql('postgres', qq{
	\\set VERBOSITY verbose
	SELECT fringe_version();
	SET fringe.max_memory = '${max_memory}MB';
	SET max_parallel_workers_per_gather = 0;
	$session}, on_error_stop => 0);
my %state = $out =~ /^ended (\d+) (\w+)/mg;
my %took = map { /^took (\d+) (-?\d+) (-?\d+)/ ? ($1 => [ $2, $3 ]) : () } split /\n/, $out;
my %said = $err =~ /^begins (\d+)\n(.*?)(?=^begins|\z)/msg;
for my $i (0 .. $#calls)
{
	my ($call, $value) = ($calls[$i], $calls[$i]{value});
	my ($ms, $mb) = @{ $took{$i} // [] };
	my $most = $may_take{ $call->{kind} } + 3 * $value->{mb};
	my $what = "$call->{of}: $value->{short}";
	note(sprintf '%s: %s after %s ms; %s MB of %d', $what, $state{$i} // '?', $ms // '?', $mb // '?', $most);
	ok(defined $ms && $ms < $timeout_ms + $patience_ms + 4 * $value->{mb} && $mb <= $most && length $said{$i} < 1500
			&& $state{$i} =~ /^(00000|57014|53400|54000|0A000|42704|2\w+)$/, $what)
		or diag(sprintf '%s after %s ms, %s MB of %d, a message of %d bytes: %.300s', $state{$i} // '?', $ms // '?', $mb // '?', $most, length($said{$i} // ''), $said{$i} // '');
}
my ($longest) = sort { ($took{$b} // [0])->[0] <=> ($took{$a} // [0])->[0] } 0 .. $#calls;
note(sprintf '%d calls; the longest takes %d ms: %s %s', scalar @calls, $took{$longest}[0], $calls[$longest]{of}, $calls[$longest]{value}{short});

# To their end: what a short timeout would hide. And two arguments that are nasty together.
my $tiny = q{gridmap('{..}'::text[])};
my @whole = (
	[ 'a PNG of 2^27 cells' => "SELECT gridmap_from_png(" . hex_of(png(65535, 2048, 1, "\0" x (2048 * 8193), '', '')) . ", $rule)" ],
	[ 'a PNG whose text inflates' => 'SELECT gridmap_from_png(' . hex_of(png(1, 1, 8, "\0\x2e", $inflated, $inflated)) . ", $rule)" ],
	(map { my $picture = $_; map { [ "$picture of NULLs as $_->[0]" => "SELECT length($picture($tiny, $_->[0] => array_fill(NULL::$_->[1], ARRAY[20000000])))" ] }
		[ routes => 'gridpath' ], [ heat => 'gridcell_value' ], $picture eq 'fringe_svg' ? [ floors => 'text' ] : () } 'fringe_svg', 'fringe_png'),
	[ 'sections of Godot in a long line' => q{SELECT gridmap_from_godot(repeat('[x a=1]', 30000) || repeat(' ', 8000000), '{"else": "."}')} ],
	[ 'sources of Godot' => q{SELECT gridmap_from_godot(E'[sub_resource type="TileSet" id="2"]\n' || repeat(E'sources/0 = SubResource("3")\n', 15000) || repeat(E'[sub_resource type="A" id="4"]\n', 15000)
		|| E'[node name="a"]\ntile_set = SubResource("2")\ntile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAA=")', '{"solid?": "@", "else": "."}')} ],
	[ 'a CSV and a delimiter' => "SELECT gridmap_from_csv(repeat('1', 2000000), NULL, repeat('1', 1000000) || 'x')" ],
);
for (@whole)
{
	my ($name, $statement) = @$_;
	my ($ms, $mb, $said) = run($statement, undef, 10_000);
	ok(defined $mb && $mb <= $little + 2 * $max_memory && $said !~ /57014/, "$name, to its end") or diag(sprintf '%s ms, %s MB: %.300s', $ms // '?', $mb // '?', $said);
}

# ---- many values in one statement ---------------------------------------------------------------------------------------

# Input functions leave nothing behind but values: the peak is a multiple of the statement's length.
my $literals = $largest ? 200 : 40;
my %many = (
	gridmap => 'gridmap_rooms(200, 200, 9, 1)', gridpath => q{('(0,0)' || repeat(' E1 W1', 4000))::gridpath},
	gridfield => q{fringe_field(gridmap_rooms(120, 120, 9, 1), '{"(0,0)"}')}, gridindex => 'fringe_index(gridmap_rooms(80, 80, 9, 1))',
	gridmodel => q{'octile(size=3)'::gridmodel}, gridmethod => q{'astar(open=heap)'::gridmethod}, gridcell => q{'(1,2)'::gridcell}, gridlink => q{'(1,2)>(3,4)'::gridlink}, gridbusy => q{'(1,2)@3..4'::gridbusy});
is(join(' ', @own_types), join(' ', sort keys %many), 'every type has a literal');
for my $type (sort keys %many)
{
	my $text = $node->safe_psql('postgres', "SELECT ($many{$type})::text");
	my $statement = 'SELECT ' . join ' + ', map { "pg_column_size('$text'::$type)" } 1 .. $literals;
	my ($ms, $mb, $said) = run($statement, undef, 10_000);
	my $most = $little + $max_memory + 8 * length($statement) / 2**20;
	ok(defined $mb && $mb <= $most && $said eq '', "$literals literals of $type in a statement") or diag(sprintf '%s MB of %d: %.300s', $mb // '?', $most, $said);
}

done_testing();
