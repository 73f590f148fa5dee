# fringe_load: each kind of folder into each shape of tables, with the extension in each schema.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use LoadTest;
use Test::More;

# Kinds of folders: their files, the map that each level has then, and its scenarios as x of their goals.
my $rows = "....\n.@@.\n....\n" =~ s/@@/\@\@/r;
my $map_of_rows = "type octile\nheight 3\nwidth 4\nmap\n$rows";
my @kinds = (
	{ name => 'a map', files => { 'plain.map' => $map_of_rows }, levels => { plain => [ $rows, '' ] } },
	{ name => 'rows', files => { 'rows.map' => $rows }, levels => { rows => [ $rows, '' ] } },
	{ name => 'CR LF', files => { 'dos.map' => $map_of_rows =~ s/\n/\r\n/gr, 'dos.map.scen' => scenarios(1, 1, 2) =~ s/\n/\r\n/gr }, levels => { dos => [ $rows, '1 1 2' ] } },
	{ name => 'links', files => { 'stairs.map' => $map_of_rows, 'stairs.map.links' => "# up\n(0,0)>(3,2)=2\n" }, levels => { stairs => [ "$rows(0,0)>(3,2)=2\n", '' ] } },
	{ name => 'scenarios', files => { 'asked.map' => $map_of_rows, 'asked.map.scen' => scenarios(1, 2) }, levels => { asked => [ $rows, '1 2' ] } },
	{ name => 'scenarios of two files', files => { 'twice.map' => $map_of_rows, 'twice.map.scen' => scenarios(1, 2), 'twice.scen' => scenarios(2, 3) }, levels => { twice => [ $rows, '1 2 2 3' ] } },
	{ name => 'the MAPF benchmarks', files => { 'rooms.map' => $map_of_rows, 'rooms-random-1.scen' => scenarios(1, 2) =~ s/m\.map/rooms.map/gr,
		'rooms-even-1.scen' => scenarios(3) =~ s/m\.map/maps\/rooms.map/gr }, levels => { rooms => [ $rows, '1 2 3' ] }, own => 1 },
	{ name => 'HOG with heights of corners', files => { 'hog.map' => "type octile-corner\nheight 4\nwidth 5\nmap\n22222\n23332\n22222\n22222\nS..gO\n.OO.O\n....O\nOOOOO\n" },
		levels => { hog => [ "S..G\n.OO.\n....\n", '' ] } },
	{ name => 'folders', files => { 'one/x.map' => $map_of_rows, 'two/x.map' => $rows, 'two/x.scen' => scenarios(2) }, levels => { 'one/x' => [ $rows, '' ], 'two/x' => [ $rows, '2' ] } },
);

# Shapes of tables: what is there before fringe_load --create, and the column of the scenarios that names their level.
my $level = 'CREATE TABLE level (name text PRIMARY KEY, biome text, map GRID.gridmap NOT NULL)';
my $columns = 'bucket int, start GRID.gridcell, goal GRID.gridcell, optimal float8';
my %shapes = (
	'no tables' => [ level => '' ],
	'the table level of the README' => [ level => $level ],
	'tables of 1.0' => [ map => "CREATE TABLE level (name text PRIMARY KEY, map GRID.gridmap); CREATE TABLE scenario (id serial PRIMARY KEY, map text REFERENCES level (name), $columns)" ],
	'a table in parts' => [ level => "$level; CREATE TABLE scenario (id int GENERATED ALWAYS AS IDENTITY, level text, $columns) PARTITION BY HASH (level);
		CREATE TABLE part0 PARTITION OF scenario FOR VALUES WITH (MODULUS 2, REMAINDER 0); CREATE TABLE part1 PARTITION OF scenario FOR VALUES WITH (MODULUS 2, REMAINDER 1)" ],
	'an index column' => [ level => 'CREATE TABLE level (name text PRIMARY KEY, map GRID.gridmap, index GRID.gridindex GENERATED ALWAYS AS (GRID.fringe_index(map)) STORED)' ],
	# a stand-in for Citus, which writes the same statements to its shards
	'a distributed table' => [ level => "$level; CREATE TABLE scenario (id bigserial PRIMARY KEY, level text REFERENCES level (name), $columns);
		SET allow_system_table_mods = on; CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass);
		INSERT INTO pg_catalog.pg_dist_partition VALUES ('scenario')" ]);

# The schema of the extension, and the search_path of the database.
my @schemas = ([ 'public', '' ], [ 'grid', '' ], [ 'My Grid', 'public, "My Grid"' ]);

my %files = map { %{ $_->{files} } } grep { !$_->{own} } @kinds;
my %levels = map { %{ $_->{levels} } } grep { !$_->{own} } @kinds;

# What the tables have, a line for each level: its name, the rows and links of its map, x of the goals of its scenarios.
sub contents
{
	my ($db, $key) = @_;
	return $node->safe_psql($db, qq{
		SELECT name || '|' || translate(split_part(map::text, E'map\\n', 2), E'\\n', '/') || '|'
			|| coalesce((SELECT string_agg(optimal::text, ' ' ORDER BY optimal) FROM scenario s WHERE s.$key = name), '') FROM level ORDER BY name COLLATE "C"});
}

sub wanted
{
	my (%levels) = @_;
	return join "\n", map { join '|', $_, $levels{$_}[0] =~ tr{\n}{/}r, $levels{$_}[1] } sort keys %levels;
}

for my $case (@schemas)
{
	my ($schema, $path) = @$case;
	for my $shape (sort keys %shapes)
	{
		my ($key, $tables) = @{ $shapes{$shape} };
		my $db = empty_database();
		my $name = "$shape, the extension in $schema";
		$node->safe_psql($db, "CREATE SCHEMA IF NOT EXISTS \"$schema\"; CREATE EXTENSION fringe SCHEMA \"$schema\"");
		$node->safe_psql($db, "ALTER DATABASE $db SET search_path = $path") if $path;
		$node->safe_psql($db, $tables =~ s/GRID/"$schema"/gr);
		my $folder = folder(%files);
		load_is($db, [ '--create', '-j', 2, $folder ], 0, '9 10 0 0 0 0', '', $name);
		is(contents($db, $key), wanted(%levels), '... has all levels');
		load_is($db, [ '--create', $folder ], 0, '0 0 9 10 0 0', '', '... and again');
		next if $schema ne 'public';
		put($folder, 'dos.map' => map_of(4, 3, 'T'), 'dos.map.scen' => scenarios(1, 2, 2), 'asked.map.scen' => scenarios(3, 2, 2));
		load_is($db, [$folder], 0, '1 3 8 8 2 0', replaces($folder, 'dos'), '... and changed');
		is(contents($db, $key), wanted(%levels, dos => [ "TTTT\n" x 3, '1 2 2' ], asked => [ $rows, '2 2 3' ]), '... has what changed');
		put($folder, 'asked.map.scen' => scenarios(1));
		like((load($db, $folder))[2], qr/asked\.map\.scen: fewer scenarios than in the table: Of 3 scenarios in the table 3 would go, one of them from \(0,0\) to \(2,0\)/, '... fewer scenarios');
		put($folder, 'asked.map.scen' => scenarios(0, 1, 1));
		like((load($db, $folder))[2], qr/asked\.map\.scen: all scenarios of this level in the table are others, perhaps of another map.*--prefix/, '... all others');
		load_is($db, [ '--dry-run', '--replace', "$folder/asked.map" ], 0, '0 3 1 0 3 0', '', '... --dry-run');
		load_is($db, [ '--replace', "$folder/asked.map" ], 0, '0 3 1 0 3 0', '', '... --replace');
		is(contents($db, $key), wanted(%levels, dos => [ "TTTT\n" x 3, '1 2 2' ], asked => [ $rows, '0 1 1' ]), '... replaces them');
	}
}

# ---- each kind by itself, as a folder and with its name before the levels -----------

for my $kind (@kinds)
{
	my $db = database();
	my $folder = folder(%{ $kind->{files} });
	my ($base) = $folder =~ m{([^/]+)$};
	load($db, $folder);
	is(contents($db, 'level'), wanted(%{ $kind->{levels} }), "$kind->{name}");
	my %named = map { ("$base/$_" => $kind->{levels}{$_}) } keys %{ $kind->{levels} };
	is((load($db, '--prefix', "$folder/."))[0], 0, '... --prefix');
	is(contents($db, 'level'), wanted(%{ $kind->{levels} }, %named), '... names them by the folder');
}

# ---- MAPF -----------------------------------------------------------------------------

{
	my $db = database();
	my $folder = folder(%{ $kinds[6]{files} });
	load_is($db, [ '--prefix', "$folder/rooms.map" ], 0, '1 3 0 0 0 0', '', 'a map brings the scenarios that name it');
	is($node->safe_psql($db, 'SELECT name FROM level'), $folder =~ s{.*/}{}r . '/rooms', '... and --prefix names it by its folder');
	load_is($db, ["$folder/rooms.map"], 0, '1 3 0 0 0 0', '', '... or not');
	put($folder, 'rooms-random-1.scen' => scenarios(1, 2, 3) =~ s/m\.map/rooms.map/gr);
	load_is($db, ["$folder/rooms-random-1.scen"], 0, '0 0 0 3 0 0', '', 'scenarios alone belong to the map that they name');
	put($folder, 'rooms-random-1.scen' => "version 1\n0\trooms.map\t4\t3\t0\t0\t1\t0\t1\n0\tother.map\t4\t3\t0\t0\t1\t0\t1\n");
	load_is($db, [$folder], 1, '0 0 0 0 0 3', qr/rooms-random-1\.scen: its scenarios name two maps, rooms\.map and other\.map/, '... and not to several');
}

# ---- two folders with a map of the same name ----------------------------------------------

{
	my $db = database();
	my ($dao, $mapf) = (folder('x.map' => $map, 'x.map.scen' => scenarios(1, 2)), folder('x.map' => $map, 'x.map.scen' => scenarios(3, 0, 3)));
	load_is($db, [ $dao, $mapf ], 1, '1 2 0 0 0 2', qr{x\.map: level x is of another folder, with \Q$dao\E/x\.map; --prefix}, 'a map of the same name, at once');
	load_is($db, [$mapf], 1, '0 0 0 0 0 2', qr/x\.map\.scen: all scenarios of this level in the table are others/, '... and later');
	load_is($db, [ '--prefix', $dao, $mapf ], 0, '2 5 0 0 0 0', '', '... --prefix loads both');
	# without scenarios nothing tells an edited map from another one
	my ($one, $two) = (folder('y.map' => $map), folder('y.map' => $changed_map));
	load_is($db, [$one], 0, '1 0 0 0 0 0', '', 'a map without scenarios');
	load_is($db, [ '--dry-run', $two ], 0, '1 0 0 0 0 0', replaces($two, 'y'), '... another of this name, by a dry run');
	load_is($db, [$two], 0, '1 0 0 0 0 0', replaces($two, 'y'), '... and a load, which says what it replaces');
	load_is($db, [$two], 0, '0 0 1 0 0 0', '', '... once');
	put($two, 'y.map.links' => "(0,0)>(3,2)\n");
	load_is($db, [$two], 0, '1 0 0 0 0 0', '', '... new links replace no map');
	load_is($db, [ '--prefix', $one, $two ], 0, '2 0 0 0 0 0', '', '... --prefix keeps both');
	put($one, 'y.map' => $changed_map);
	like((load($db, '--prefix', $one))[2], qr{^fringe_load: \Q$one\E/y\.map: replaces the map of level \d+/y in the table\n$}, '... and needs no hint');
}

# ---- HOG's octile-corner, and hints ----------------------------------------------------------

{
	my $db = database();
	for my $case (
		[ "type octile-corner\nheight 3\nwidth 2\nmap\n22\n22\n22\n..\n", qr/malformed map: / ],
		[ "type octile-corner\nheight 1\nwidth 2\nmap\n22\n..\n", qr/invalid map height 0/ ],
		[ "0,1,0\n1,0,1\n", qr/malformed map: invalid line 1: .*gridmap_from_csv/ ])
	{
		my ($content, $reason) = @$case;
		load_is($db, [ folder('a.map' => $content) ], 1, '0 0 0 0 0 1', $reason, 'refused with a reason: ' . $content =~ s/\n.*//sr);
	}
}

done_testing();
