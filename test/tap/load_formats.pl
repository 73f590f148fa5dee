# fringe_load: maps of other programs by the ending of their files, with fringe.rules beside them.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use Compress::Zlib qw(compress crc32);
use LoadTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $tmx = q{<map orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
  <tileset firstgid="1" source="tiles/cave.tsx"/>
  <layer name="floor" width="4" height="2"><data encoding="csv">1,1,1,1, 1,1,1,1</data></layer>
  <layer name="the walls" width="4" height="2"><data encoding="csv">0,2,0,0, 0,0,0,2</data></layer>
  <objectgroup name="things">
    <object id="2" name="gate" type="Door" x="16" y="0" width="16" height="16"><properties><property name="key" value="red"/></properties></object>
    <object id="3" name="chest" type="Chest" x="48" y="0" width="16" height="16"/>
  </objectgroup>
</map>};
my $tsx = q{<tileset name="cave" tilewidth="16" tileheight="16" tilecount="2" columns="2"><image source="cave.png" width="32" height="16"/>
  <tile id="1"><properties><property name="solid" type="bool" value="true"/></properties></tile></tileset>};
my $tmj = q({"orientation": "orthogonal", "tiledversion": "1.10", "type": "map", "width": 2, "height": 1, "tilewidth": 16, "tileheight": 16,
  "tilesets": [{"firstgid": 1, "name": "a"}], "layers": [{"type": "tilelayer", "name": "floor", "width": 2, "height": 1, "data": [1, 2]}]});
my $ldtk = q({"__header__": {}, "jsonVersion": "1.5.3", "worldLayout": "Free",
  "defs": {"layers": [{"uid": 1, "intGridValues": [{"value": 1, "identifier": "walls"}]}]},
  "levels": [
    {"identifier": "Hall", "iid": "h", "worldX": 0, "worldY": 16, "pxWid": 48, "pxHei": 32, "layerInstances": [
      {"__identifier": "Things", "__type": "Entities", "__gridSize": 16, "entityInstances": [
        {"__identifier": "Chest", "iid": "c", "px": [24, 32], "__pivot": [0.5, 1], "width": 16, "height": 16, "fieldInstances": [{"__identifier": "gold", "__value": 30}]}]},
      {"__identifier": "Collisions", "__type": "IntGrid", "layerDefUid": 1, "__gridSize": 16, "__cWid": 3, "__cHei": 2, "intGridCsv": [0,1,0, 0,0,0]}]},
    {"identifier": "Yard", "iid": "y", "worldX": 48, "worldY": 0, "pxWid": 32, "pxHei": 16, "layerInstances": [
      {"__identifier": "Collisions", "__type": "IntGrid", "layerDefUid": 1, "__gridSize": 16, "__cWid": 2, "__cHei": 1, "intGridCsv": [1,0]}]}]});
my $pgm = "P2 3 2 255 254 150 0 254 254 0\n";
my $bom = "\xef\xbb\xbf";
my %files = (
	'fringe.rules' => qq(${bom}old/*.csv - skip\r
# FILE LAYER RULE
*.csv  - {"0": ".", "else": "@"}
*.json - {"1": ".", "2": "@"}
hill.asc - {"0..0.5": ".", "0.5..": "T", "null": "@"}
cave.tmx "the walls" {"solid": "@", "null": "."}
*.tmj - {"1": ".", "2": "@"}
"*.ldtk" Collisions {"walls": "@", "else": "."}
*.png - {"#000000": "@", "else": "."}
*.tscn Walls {"0:0,0": ".", "0:1,0": "T", "null": "@"}
),
	'numbers.csv' => "${bom}0,1\r\n0,0\r\n", 'rows.json' => '[[1,2],[1,1]]', 'flat.JSON' => " $tmj",
	'hill.asc' => "ncols 3\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n0.1 0.7 -9999\n",
	'cave.tmx' => $tmx, 'tiles/cave.tsx' => $tsx, 'tiles/cave.png' => 'a picture', 'world.ldtk' => $ldtk, 'yard.tmj' => $tmj,
	'hall.yaml' => "image: hall.pgm\nresolution: 0.05\norigin: [-1.0, -2.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n", 'hall.pgm' => $pgm,
	'in/greys.pgm' => "P2 2 1 255 46 64\n", 'old/numbers.csv' => '7', 'scene.tscn' =>
		qq([node name="Walls" type="TileMapLayer" parent="."]\ntile_map_data = PackedByteArray("AAD+//7/AAAAAAAAAAD///7/AAABAAAAAAD+////AAAAAAAAAAA=")\n),
	'package.json' => '{"name": "x"}', 'list.json' => '[{"name": "x"}]', 'words.json' => '["a", 1]', 'settings.yml' => "a: 1\n", 'yard.scen' => "version 1\n0\tyard.tmj\t2\t1\t0\t0\t0\t0\t0\n");
my %rows = ('numbers' => '.@/..', rows => '.@/..', flat => '.@', hill => '.T@', cave => '.@../...@', 'world/Hall' => '.@./...', 'world/Yard' => '@.',
	yard => '.@', hall => '.?@/..@', 'in/greys' => '.@', scene => '.T/.@');
my $maps = q{SELECT string_agg(name || '=' || replace(fringe_ascii(map), E'\n', '/'), ' ' ORDER BY name COLLATE "C") FROM level};
my $objects = q{SELECT string_agg(concat_ws(' ', level, layer, class, name, cell, properties), '; ' ORDER BY level, id COLLATE "C") FROM object};
my $wanted = join ' ', map { "$_=$rows{$_}" } sort keys %rows;
my $things = 'cave things Door gate (1,0) {"key": "red"}; cave things Chest chest (3,0) {}; world/Hall Things Chest Chest (1,1) {"gold": 30}';

# tile sets of Godot in files of their own, by paths that begin at the folder of the project
{
	my $db = database("ENCODING 'UTF8'");
	my $hall = qq([ext_resource type="TileSet" path="res://sets/cave.tres" id="1"]\n[node name="A" type="TileMapLayer"]\ntile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAA=")\ntile_set = ExtResource("1")\n);
	my $cave = qq([sub_resource type="TileSetAtlasSource" id="2"]\n1:0/0/custom_data_0 = true\n[resource]\ncustom_data_layer_0/name = "solid"\nsources/0 = SubResource("2")\n);
	my $folder = folder('fringe.rules' => qq(*.tscn - {"solid": "@", "else": "."}\n), 'game/rooms/hall.tscn' => $hall, 'game/sets/cave.tres' => $cave,
		'hexagons/hall.tscn' => $hall, 'hexagons/sets/cave.tres' => "${cave}tile_shape = 3\ntile_layout = 1\ntile_offset_axis = 1\n", 'alone/hall.tscn' => $hall);
	my @got = load($db, '--create', $folder);
	like($got[2], qr/alone\/hall\.tscn.*tile set "res:\/\/sets\/cave\.tres" is not known/s, 'a scene without its tile set is refused');
	is($node->safe_psql($db, $maps), "game/rooms/hall=.@ hexagons/hall=|@/.|", 'a tile set of squares and one of hexagons are read');
	like($got[1], qr/^fringe_load: layout even-q: hexagons\/hall$/m, '... and the layout of the hexagons is printed');
	put($folder, "fen$_.tmx" => qq(<map orientation="staggered" staggeraxis="y" staggerindex="odd" width="1" height="1" tilewidth="8" tileheight="4"><layer width="1" height="1"><data encoding="csv">1</data></layer></map>\n)) for 1 .. 12;
	put($folder, 'fringe.rules' => qq(*.tscn - skip\n*.tmx - {"1": "."}\n));
	like((load($db, $folder))[1], qr/^fringe_load: layout staggered-y-odd: fen1, fen10, fen11, fen12, fen2, fen3, fen4, fen5, fen6, fen7 and 2 others$/m, '... of many maps, the first ones');
}

for my $encoding ('UTF8', 'LATIN1')
{
	my $db = database("ENCODING '$encoding'");
	my $folder = folder(%files);
	my $skipped = join '', map { "fringe_load: $folder/$_\n" } 'hall.pgm: skipped: it is a picture that hall.yaml uses', (map { "$_.json: skipped: it has neither rows of numbers nor a map of Tiled or LDtk" } qw(list package)),
		'settings.yml: skipped: it is no map.yaml of ROS, because it names no image', 'tiles/cave.png: skipped: it is a picture that cave.tsx uses',
		'words.json: skipped: it has neither rows of numbers nor a map of Tiled or LDtk';
	my @got = load($db, '--create', $folder);
	is($got[2], $skipped . walls([ '?', 1, 1 ]), "what is skipped is named, $encoding");
	is_deeply([ $got[0], split /\n/, $got[1] ], [ 0, 'fringe_load: 11 maps and 1 scenarios loaded, 0 maps and 0 scenarios unchanged, 0 scenarios removed, 0 files refused',
		'fringe_load: 3 objects of the levels in the table object' ], '... and all others are loaded');
	is($node->safe_psql($db, $maps), $wanted, '... by their rules');
	is($node->safe_psql($db, $objects), $things, '... with their objects');
	my $before = $node->safe_psql($db, 'SELECT array_agg(o.ctid), array_agg(xmin) FROM object o');
	like((load($db, $folder))[1], qr/^fringe_load: 0 maps and 0 scenarios loaded, 11 maps and 1 scenarios unchanged/, '... and again');
	is($node->safe_psql($db, 'SELECT array_agg(o.ctid), array_agg(xmin) FROM object o'), $before, '... writes no object');
	put($folder, 'cave.tmx' => $tmx =~ s/name="gate"/name="portcullis"/r);
	is((load($db, "$folder/cave.tmx"))[0], 0, 'a file by itself');
	is($node->safe_psql($db, $objects), $things =~ s/gate/portcullis/r, '... has its changed objects');
}

# ---- layers that nobody named ---------------------------------------------------------

{
	my $db = database();
	my $layer = sub { qq({"type": "tilelayer", "name": "$_[0]", "width": 2, "height": 1, "data": [$_[1]]}) };
	my $two = '{"width": 2, "height": 1, "tilewidth": 8, "tileheight": 8, "layers": [' . $layer->('ground', '1, 1') . ', ' . $layer->('walls', '0, 2') . ']}';
	my $scene = join '', map { qq([node name="$_" type="TileMapLayer" parent="."]\ntile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAA=")\n) } 'Floor', 'Walls';
	my $levels = '{"jsonVersion": "1", "levels": [' . join(', ', map { qq({"identifier": "$_", "layerInstances": [) . join(', ', map { qq({"__identifier": "$_", "__type": "IntGrid", "__cWid": 1, "__cHei": 1, "__gridSize": 8, "intGridCsv": [1]}) } 'Solid', 'Water') . ']}' } 'A', 'B') . ']}';
	my $folder = folder('a.tmj' => $two, 'b.tmj' => $two, 'c.tscn' => $scene, 'd.ldtk' => $levels, 'e.tmj' => $two =~ s/"data": \[1, 1\]/"data": [1]/r, # refused
		'fringe.rules' => qq(b.tmj walls {"0": ".", "else": "@"}\n*.tscn - {"0:0,0": "."}\n*.ldtk - {"0": ".", "else": "@"}\n*.tmj - {"1": ".", "else": "@"}\n));
	my $because = 'is read, because no line of fringe.rules names one; this leaves out';
	my $told = join '', map { "fringe_load: $folder/$_\n" } qq(a.tmj: only layer "ground" $because "walls"), qq(c.tscn: only layer "Floor" $because "Walls"), qq(d.ldtk: only layer "Solid" $because "Water");
	load_is($db, [ '--create', '-j', 1, $folder ], 1, '5 0 0 0 0 1', qr{^\Q$told\Efringe_load: \Q$folder\E/e\.tmj: [^\n]*\n$},
		'layers that are left out are named, by their files');
}

# ---- layers beside a map, and layouts ------------------------------------------------

{
	my $db = database();
	my $layers = q{SELECT string_agg(name || ' ' || l.layer || ' ' || gridmap_layer(map, l.layer)::text, ' ' ORDER BY name, l.layer) FROM level, LATERAL (SELECT name AS layer FROM gridmap_layers(map)) l};
	my $small = map_of(3, 1, '.');
	my $asc = "ncols 3\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n0.5 7 -9999\n";
	my $folder = folder('a.map' => $small, 'a.map.height.asc' => $asc =~ s/7 -9999/7 0/r, 'a.map.Danger.CSV' => "0,1,2\n", 'a.map.links' => "(0,0)>(2,0)=2\n", 'a.map.fog.json' => '[[1,0,1]]', 'a.map.slope.csv' => "0.10000000149011612,0.333,2\n", 'a.map.blocked.pgm' => "P2 3 1 1 0 1 0\n",
		'cave.tmx' => $tmx =~ s/ source="tiles.*"//r, 'cave.tmx.height.csv' => "1,2,3,4\n5,6,7,8\n", 'notes.x.csv' => '1', 'fringe.rules' => qq(cave.tmx floor {"1": "."}\nnotes.x.csv - skip\n*.slope.csv - {"1": "x", "scale": 0.01}\n));
	my $wanted = 'a Danger {{0,1,2}} a blocked {{0,1,0}} a fog {{1,0,1}} a height {{0.5,7,0}} a slope {{0.1,0.33,2}} cave height {{1,2,3,4},{5,6,7,8}}';
	load_is($db, [ '--create', $folder ], 0, '2 0 0 0 0 0 2', '', 'files beside a map are its layers');
	is($node->safe_psql($db, $layers), $wanted, '... with their numbers');
	load_is($db, [$folder], 0, '0 0 2 0 0 0 2', '', '... and again');
	put($folder, 'a.map.height.asc' => $asc =~ s/7 -9999/7 0/r =~ s/7/9/r);
	load_is($db, ["$folder/a.map"], 0, '1 0 0 0 0 0', '', 'a changed layer is loaded with its map, which is no other one');
	is($node->safe_psql($db, $layers), $wanted =~ s/0\.5,7/0.5,9/r, '... as it is now');
	load_is($db, [ folder('a.map.fog.csv' => "5,5,6\n") ], 0, '1 0 0 0 0 0', '', 'a layer without its map');
	is($node->safe_psql($db, $layers), $wanted =~ s/0\.5,7/0.5,9/r =~ s/fog \{\{1,0,1/fog {{5,5,6/r, '... takes the place of one of the level, and the others stay');
	for my $wrong ([ 'a.map.fog.csv' => "1,2\n", 'a layer of another size' ], [ 'a.map.fog.png' => 'x', 'a damaged picture' ], [ 'a.map.blocked.csv' => "1,2,3\n", 'numbers that the layer cannot have' ],
		[ 'a.map.fog.asc' => "$asc\0", 'a NUL byte' ], [ 'b.map.fog.csv' => "1\n", 'a layer of no map' ])
	{
		my @got = load($db, folder($wrong->[0] => $wrong->[1]));
		is($got[0], 1, "$wrong->[2] is refused");
		like($got[2], qr{\Q/$wrong->[0]: \E\S}, '... with the file');
	}
	is($node->safe_psql($db, $layers), $wanted =~ s/0\.5,7/0.5,9/r =~ s/fog \{\{1,0,1/fog {{5,5,6/r, '... and changes nothing');
}
# ---- cells of a layer's file that have no number --------------------------------------

{
	my $db = database();
	my $chunk = sub { pack 'Na4a*N', length $_[1], @_, crc32("$_[0]$_[1]") };
	# the second of three cells has no number
	my %of = (asc => "ncols 3\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n5 -9999 7\n", csv => "5,,7\n", json => '[[5,null,7]]',
		png => "\x89PNG\r\n\x1a\n" . $chunk->(IHDR => pack 'NNC5', 3, 1, 8, 4, 0, 0, 0) . $chunk->(IDAT => compress("\0\5\xff\0\0\7\xff")) . $chunk->('IEND', ''));
	my ($endings) = slurp_file('tools/fringe_load') =~ /\$layer_endings = '(\S+)'/;
	is(join('|', sort keys %of, 'pgm', 'tiff?'), join('|', sort split /\|/, $endings), 'every format of layers has a case here, in load_gdal.pl (tif), or no cells without a number (pgm)');
	my $shown = q{SELECT replace(fringe_ascii(map), E'\n', '/') || ' ' || gridmap_layer(map, 'cost')::text FROM level WHERE name = '%s'};
	for my $format (sort keys %of)
	{
		my ($file, $level) = ("$format.map.cost.$format", $format);
		my $folder = folder("$format.map" => map_of(3, 1, '.'), $file => $of{$format});
		my $walls = qq(fringe_load: $folder/$file: 1 cell without a number becomes a wall; to leave it as it is, with 0 in the layer, add to $folder/fringe.rules: $file - {"null": "."}\n);
		load_is($db, [ '--dry-run', $folder ], 0, '1 0 0 0 0 0', $walls, "$format: a cell without a number is named by a dry run");
		load_is($db, [$folder], 0, '1 0 0 0 0 0', $walls, '... and by a load');
		is($node->safe_psql($db, sprintf $shown, $level), '.@. {{5,0,7}}', '... and is a wall');
		load_is($db, [$folder], 0, '0 0 1 0 0 0', $walls, '... a second load finds the same map');
		put($folder, 'fringe.rules' => qq($file - {"null": "."}\n));
		load_is($db, [$folder], 0, '1 0 0 0 0 0', qr/^fringe_load: \S+\/$format\.map: replaces the map of level $format in the table\n/, '... unless its rule has another code');
		is($node->safe_psql($db, sprintf $shown, $level), '... {{5,0,7}}', '... then the map keeps its own');
		load_is($db, [ folder($file => $of{$format}) ], 0, '1 0 0 0 0 0', qr/1 cell without a number/, '... also in a layer without its map');
		is($node->safe_psql($db, sprintf $shown, $level), '.@. {{5,0,7}}', '... whose map then has the wall');
	}
	my $both = folder('both.map' => map_of(3, 1, '.'), 'both.map.cost.csv' => "5,,7.12\n", 'fringe.rules' => qq(*.cost.csv - {"scale": 0.1}\n));
	load_is($db, [$both], 0, '1 0 0 0 0 0', qr{: 1 cell .*, add to its rule in \Q$both\E/fringe\.rules: "null": "\."\n$}, 'a rule that the file has gets the key');
	put($both, 'fringe.rules' => qq(*.cost.csv - {"scale": 0.1, "null": "."}\n));
	load_is($db, [$both], 0, '1 0 0 0 0 0', qr/replaces/, '... beside its others');
	is($node->safe_psql($db, sprintf $shown, 'both'), '... {{5,0,7.1}}', '... which count, too');
	# cells that are walls or outside the map stay what they are, and trees become walls
	my $folder = folder('all.map' => "@|T.\n..w.\n", 'all.map.cost.csv' => ",,,1\n1,,,2\n", 'all.map.height.csv' => ",,,1\n1,2,,2\n");
	load_is($db, [$folder], 0, '1 0 0 0 0 0', qr{all\.map\.cost\.csv: 3 cells without a number become walls; to leave them as they are, .*\n(?!.*height.*number)}, 'walls count once');
	is($node->safe_psql($db, sprintf $shown, 'all'), '@|@./.@@. {{0,0,0,1},{1,0,0,2}}', '... and cells outside the map stay outside');
	put($folder, 'fringe.rules' => qq(all.map.height.csv - {"scale": 0}\n));
	load_is($db, [$folder], 1, '0 0 0 0 0 3', qr{all\.map\.height\.csv: key "scale" .* \(rules are lines of \Q$folder\E/fringe\.rules\)}, 'a wrong rule of a layer is refused, and its place named');
}
{
	my $db = empty_database();
	my $fen = qq(<map orientation="staggered" staggeraxis="y" staggerindex="odd" width="2" height="2" tilewidth="8" tileheight="4"><layer width="2" height="2"><data encoding="csv">1,1,1,1</data></layer></map>\n);
	my $folder = folder('fen.tmx' => $fen, 'flat.tmx' => $fen =~ s/orientation="staggered"/orientation="orthogonal"/r, 'own.map' => $map, 'fringe.rules' => qq(*.tmx - {"1": "."}\n));
	my $layouts = q{SELECT string_agg(concat_ws('=', name, layout), ' ' ORDER BY name) FROM level};
	load_is($db, [ '--create', $folder ], 0, '3 0 0 0 0 0', '', 'maps with a layout and without');
	is($node->safe_psql($db, $layouts), 'fen=staggered-y-odd flat own', 'the layout is in its column');
	$node->safe_psql($db, q{UPDATE level SET layout = 'odd-r' WHERE name <> 'flat'});
	load_is($db, [ '--dry-run', $folder ], 0, '1 0 2 0 0 0', '', 'a layout that was changed would be loaded');
	is($node->safe_psql($db, $layouts), 'fen=odd-r flat own=odd-r', '... by a dry run is not');
	load_is($db, [$folder], 0, '1 0 2 0 0 0', '', '... and is by a load');
	is($node->safe_psql($db, $layouts), 'fen=staggered-y-odd flat own=odd-r', '... where a file knows it');
	load_is($db, [$folder], 0, '0 0 3 0 0 0', '', '... once');
	my $without = empty_database();
	load_is($without, [ '--create', "$folder/own.map" ], 0, '1 0 0 0 0 0', '', 'maps without a layout');
	is($node->safe_psql($without, q{SELECT count(*) FROM pg_attribute WHERE attrelid = 'level'::regclass AND attname = 'layout'}), 0, '... need no column for it');
	$node->safe_psql($db, 'ALTER TABLE level DROP layout');
	put($folder, 'fen.tmx' => $fen =~ s/odd/even/r);
	like((load($db, $folder))[1], qr/^fringe_load: 1 maps .*\nfringe_load: layout staggered-y-even: fen$/, 'a table without the column has only the maps');
}

# ---- what is wrong with them ---------------------------------------------------------

{
	my $db = database();
	my $folder = folder('cave.tmx' => $tmx, 'tiles/cave.tsx' => $tsx, 'fringe.rules' => qq(cave.tmx walls {"solid": "@"}\nnonsense\n), 'world.ldtk' => $ldtk, 'hall.yaml' => "image: ../hall.pgm\n");
	my @got = load($db, $folder);
	is($got[0], 1, 'wrong files');
	like($got[2], qr{cave\.tmx: .*the walls}, '... a layer that is not there, and those that are');
	like($got[2], qr{fringe\.rules: line 2 is not FILE LAYER RULE, such as: \*\.tmx walls}, '... a line that is no rule');
	like($got[2], qr{hall\.yaml: its picture \.\./hall\.pgm is in another folder; put the picture next to the file}, '... a picture elsewhere');
	like($got[2], qr{world\.ldtk: level (Hall|Yard): }, '... a level of LDtk');
	like((load($db, folder('yard.tmj' => $tmj)))[2], qr{yard\.tmj: .*rule.* \(rules are lines of \S+/fringe\.rules\)$}m, '... a map that needs a rule, and where to write it');
	put($folder, 'fringe.rules' => qq(cave.tmx "the walls" {"solid": "@", "null": "."}\nworld.ldtk - {"1": "@", "else": "."}\n*.yaml - skip\n));
	@got = load($db, $folder);
	like($got[1], qr/3 objects, which are not loaded: there is no table object/, 'objects without a table for them');
	is($node->safe_psql($db, $maps), 'cave=.@../...@ world/Hall=.@./... world/Yard=@.', '... do not keep the maps out');
	mkdir "$folder/in";
	put($folder, 'in/x.tmx' => $tmx =~ s{tiles/cave}{../../secret/cave}r, 'in/x.map' => $map, 'in/fringe.rules' => qq(x.tmx "the walls" {"solid": "@", "null": "."}\n));
	like((load($db, $folder))[2], qr{in/x\.tmx: \S+/in/x\.map is the map of level in/x; rename one of them}, 'two maps of one level');
	unlink "$folder/in/x.map";
	like((load($db, $folder))[2], qr{in/x\.tmx: .*cave\.tsx}, 'a tileset outside the folder');
}
{
	my $db = database();
	my @got = load($db, folder('yard.map' => $map, 'a.ldtk' => '{"levels": [1]}', 'b.ldtk' => '{"levels": {"a": 1}}', 'c.ldtk' => '{"levels": [], "worlds": [3, {"levels": 7}]}', 'd.ldtk' => '{"levels": [{}]}', 'e.ldtk' => '[1]'));
	is($got[0], 1, 'projects of LDtk that are none');
	like($got[2], qr{\Q$_.ldtk: \E}, "... $_") for 'a' .. 'e';
	unlike($got[2], qr/ line \d+\./, '... are refused, each by itself');
	like($got[1], qr/^fringe_load: 1 maps .* 5 files refused$/m, '... and the map beside them is loaded');
}

# ---- the extension that reads them ------------------------------------------------------

{
	my $db = empty_database();
	my $foreign = folder('a.map' => $map, 'rows.csv' => '0,1', 'fringe.rules' => '*.csv - {"0": ".", "else": "@"}');
	my $own = folder('a.map' => $map);
	my $extensions = q{SELECT string_agg(extname || ' in ' || extnamespace::regnamespace, ', ' ORDER BY extname) FROM pg_extension WHERE extname ~ 'fringe'};
	$node->safe_psql($db, "CREATE SCHEMA grid; CREATE SCHEMA readers; CREATE EXTENSION fringe SCHEMA grid; ALTER DATABASE $db SET search_path = public, grid");
	load_is($db, [ '--create', $own ], 0, '1 0 0 0 0 0', '', 'maps of Moving AI where fringe_formats is not there');
	is($node->safe_psql($db, $extensions), 'fringe in grid', '... which do not need it');
	load_is($db, [$foreign], 3, '0 0 0 0 0 0', qr/^fringe_load: the load stopped: extension fringe_formats: not there, or not in the search_path \(fringe_load --create creates what is missing\)$/m, 'maps of other programs do');
	load_is($db, [ '--create', '--dry-run', $foreign ], 0, '1 0 1 0 0 0', '', '... and --create makes it, for a dry run');
	is($node->safe_psql($db, $extensions), 'fringe in grid', '... which leaves nothing');
	load_is($db, [ '--create', $foreign ], 0, '1 0 1 0 0 0', '', '... and for a load');
	is($node->safe_psql($db, $extensions), 'fringe in grid, fringe_formats in grid', '... in the schema of fringe');
	$node->safe_psql($db, 'ALTER EXTENSION fringe_formats SET SCHEMA readers');
	load_is($db, [ '--create', $foreign ], 0, '0 0 2 0 0 0', '', '... or where else it is');
	$db = empty_database();
	is((load($db, '--create'))[0] . ' ' . $node->safe_psql($db, $extensions), '0 fringe in public, fringe_formats in public', '--create makes both in an empty database');
	$node->safe_psql($db, 'CREATE ROLE stranger; GRANT CREATE ON DATABASE ' . $db . ' TO stranger; GRANT CREATE ON SCHEMA public TO stranger; DROP EXTENSION fringe_formats; SET ROLE stranger; CREATE EXTENSION fringe_formats');
	load_is($db, [$own], 0, '1 0 0 0 0 0', '', 'an extension of a stranger that the load does not use');
	load_is($db, [$foreign], 3, '0 0 0 0 0 0', qr/extension fringe_formats belongs to role stranger, whose code would run/, '... and one that it uses');
}

# ---- lines that do not fit the format -------------------------------------------------

{
	my $db = database();
	my %file = map { my $name = $_; my ($ending) = $name =~ /(\w+)$/; map { $_ => $files{$name} } $name } grep { !m{^(fringe\.rules|old/|in/|tiles/|package|list|words|settings|yard\.scen)} } keys %files;
	$file{'greys.pgm'} = $files{'in/greys.pgm'};
	$file{'paint.xp'} = 'a picture';
	$file{'plain.map'} = $map;
	# by the ending: which of them have layers
	my %layered = map { $_ => 1 } qw(tmx tmj ldtk tscn);
	for my $name (sort keys %file)
	{
		my ($ending) = $name =~ /\.(\w+)$/;
		my $rule = $ending =~ /^(map|pgm|yaml)$/ ? '-' : '{"0": ".", "else": "@"}';
		my $folder = folder($name => $file{$name}, 'fringe.rules' => "# a line\n$name walls $rule\n");
		my ($status, $out, $err) = load($db, '--dry-run', $folder);
		is($status, 1, "$name: a layer that is not there");
		my $names = qr{^fringe_load: \Q$folder/$name\E: line 2 of \Q$folder\E/fringe\.rules names the layer walls, but a \.$ending file};
		if ($ending eq 'xp') { like($err, qr/$names of REXPaint numbers its layers from 0; write the number, or - for all layers$/m, '... is refused') }
		elsif ($layered{$ending} || $name eq 'flat.JSON') { unlike($err, $names, '... is refused by the reader') }
		else { like($err, qr/$names has no layers; write - in place of walls$/m, '... is refused') }
	}
	my $folder = folder('a.map' => $map, 'a.scen' => $scen, 'b.map' => $map, 'b.scen' => $scen, 'fringe.rules' => qq(a.* - skip\n* - {"0": "."}\n));
	load_is($db, [$folder], 1, '0 0 0 0 0 2', qr{^fringe_load: \Q$folder\E/b\.map: line 2 of \S+ has a rule, but a \.map file of Moving AI contains terrain codes already; write - in place of the rule$}m,
		'a rule for a map of Moving AI');
	unlike((load($db, $folder))[2], qr/a\.(map|scen)/, '... which skip leaves out, with its scenarios');
	load_is($db, ["$folder/a.map"], 0, '0 0 0 0 0 0', "fringe_load: $folder/a.map: skipped: line 1 of $folder/fringe.rules says so\n", '... and says so of an argument');
}

done_testing();
