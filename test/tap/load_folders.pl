# fringe_load: which files of folders and arguments it takes, and by which names.

use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use LoadTest;
use IPC::Run;
use Test::More;

# ---- files and folders -------------------------------------------------------

{
	my $db = database();
	my $folder = folder('ok.map' => $map, 'shut/a.map' => $map, 'listed/b.map' => $map, 'listed/sub/c.map' => $map);
	my $empty = folder('readme.txt' => '', 'in/hill.TIF' => '', 'in/b.txt' => '', 'none' => '');
	system('mkfifo', "$folder/pipe.map");
	chmod 0, "$folder/shut";
	chmod 0444, "$folder/listed";
	my @got = load($db, $folder, $empty);
	chmod 0755, "$folder/shut", "$folder/listed";
	is_deeply([ $got[0], split /\n/, $got[2] ], [ 1, "fringe_load: $empty/in/hill.TIF: skipped: it is a GeoTIFF; --gdal reads it", sort(map { "fringe_load: $_" }
		"$empty: the folder has no file that fringe_load reads; its files end in .tif .txt; the endings are .map .map.links .scen .asc .csv .json .ldtk .pgm .png .tmj .tmx .tscn .xp .yaml .yml; rename text maps to .map",
		"$folder/listed/b.map: Permission denied",
		"$folder/listed/sub: Permission denied",
		"$folder/pipe.map: not a regular file",
		"$folder/shut: Permission denied") ], 'what cannot be read is named');
	is(numbers($got[1]), '1 0 0 0 0 5', '... and the rest loaded');

	my $mixed = folder('ok.map' => $map, 'rows.csv' => '0,1', 'hill.asc' => '', 'lines.json' => '[[0,1]]', 'in/b.CSV' => '0,1', 'c.png' => '', 'read.me' => '', 'csv' => '', 'd.json/x.map' => $map);
	my %lines = ('hill.asc' => 'hill.asc - {"0..0.5": ".", "0.5..": "T", "null": "@"}; the rule {"layer": "height"} keeps the numbers as a layer', 'lines.json' => 'lines.json - {"0": ".", "else": "@"}',
		'rows.csv' => 'rows.csv - {"0": ".", "else": "@"}', 'c.png' => 'c.png - {"#000000": "@", "else": "."}', 'in/b.CSV' => 'b.CSV - {"0": ".", "else": "@"}');
	my $skipped = join '', map { "fringe_load: $mixed/$_: skipped: no line of fringe.rules says what its values mean; add one to $mixed/fringe.rules, such as: $lines{$_}\n" } sort keys %lines;
	load_is($db, [$mixed], 0, '1 0 1 0 0 0', $skipped, 'files of other formats without a rule are named');

	# each line is followed, the other rule of a raster, too
	put($mixed, 'hill.asc' => "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n0.1 0.7\n");
	put($mixed, 'fringe.rules' => join '', map { s/;.*//r . "\n" } values %lines);
	load_is($db, [$mixed], 1, '4 0 2 0 0 1', qr{^fringe_load: \Q$mixed\E/c\.png: invalid PNG[^\n]*\n$}, '... with the lines that make them maps');

	put($mixed, 'fringe.rules' => qq(hill.asc - {"layer": "height"}\n* - skip\n));
	load_is($db, [ '--replace', $mixed ], 0, '1 0 0 0 0 0', qr/hill\.asc: replaces the map/, '... and a raster whose numbers become a layer');

	# Scenarios of one map from several files, as in the MAPF benchmarks: the column "file" keeps them apart.
	{
		my $several = folder('m.map' => $map, 'm-even-1.scen' => scenarios(1, 2), 'm-random-1.scen' => scenarios(2, 3));
		my $files = q{SELECT string_agg(file || ':' || gridcell_x(goal), ' ' ORDER BY id) FROM scenario};
		my $new = empty_database();
		load_is($new, [ '--create', $several ], 0, '1 4 0 0 0 0', '', 'scenarios of one map from several files');
		is($node->safe_psql($new, $files), 'm-even-1.scen:1 m-even-1.scen:2 m-random-1.scen:2 m-random-1.scen:3', '... with the names of their files');
		load_is($new, [$several], 0, '0 0 1 4 0 0', '', '... are unchanged');
		put($several, 'm-even-1.scen' => scenarios(1, 3));
		load_is($new, [$several], 0, '0 1 1 3 1 0', '', '... one of them has changed');
		is($node->safe_psql($new, $files), 'm-even-1.scen:1 m-random-1.scen:2 m-random-1.scen:3 m-even-1.scen:3', '... and the others stay');
		my $old = database();
		load_is($old, [$several], 0, '1 4 0 0 0 0', '', '... into a table without the column');
		is($node->safe_psql($old, q{SELECT count(*) FROM pg_attribute WHERE attrelid = 'scenario'::regclass AND attname = 'file'}), '0', '... which gets none');
		$node->safe_psql($old, 'ALTER TABLE scenario ADD file varchar');
		load_is($old, [ '--replace', $several ], 0, '0 4 1 0 4 0', '', '... and which has one now');
		is($node->safe_psql($old, q{SELECT count(DISTINCT file) FROM scenario}), '2', '... that fringe_load fills');
	}

	# Links in a folder lead anywhere; a link to it is the user's own.
	my $secret = folder('secret' => "what only the reader may read\n", 'more/b.map' => $map);
	my $linked = folder('a.map' => $map, 'c.map' => $map, 'd.txt' => '');
	symlink "$secret/secret", "$linked/$_" for 'a.map.scen', 'c.map.links', 'e.map', 'g.csv', 'h.txt';
	symlink "$secret/more", "$linked/more";
	symlink '.', "$linked/loop";
	symlink 'nowhere', "$linked/$_" for 'lost.map', 'lost.txt';
	my $refused = join '', map { "fringe_load: $linked/$_: fringe_load follows no symbolic link in a folder; to load the file, give the link as an argument\n" }
		'a.map.scen', 'c.map.links', 'e.map', 'g.csv', 'loop', 'lost.map', 'more';
	load_is($db, [$linked], 1, '2 0 0 0 0 7', qr/^\Q$refused\E$/, 'links in a folder are refused');
	symlink $linked, "$secret/whole";
	load_is($db, ["$secret/whole"], 1, '0 0 2 0 0 7', qr{^fringe_load: \Q$secret\E/whole/a\.map\.scen: fringe_load follows no symbolic link}, '... a folder itself may be one');
	load_is($db, ["$linked/a.map"], 1, '0 0 0 0 0 2', qr{/a\.map\.scen: fringe_load follows no symbolic link}, '... a file beside an argument may not');
	symlink "$linked/a.map", "$secret/own.map";
	load_is($db, ["$secret/own.map"], 0, '1 0 0 0 0 0', '', '... but the argument itself');

	# What files have in them is quoted in part, and without what would steer the terminal.
	my $long = "\e[31m" . 'x' x 100_000;
	my ($status, $out, $err) = load($db, folder('a.map' => $long, 'b.map' => "type $long\n", 'c.map' => "type octile\nheight $long\n", 'd.map' => $map,
		'd.map.links' => "(0,0)>$long\n", 'e.map' => $map, 'e.scen' => "version 1\n$long\n", 'f.map' => $map, 'f.scen' => "version $long\n",
		'g.map' => $map, 'g.scen' => "version 1\n0\tm.map\t4\t3\t0\t0\t1\t$long\t1\n", 'h.map' => "type octile\nheight 1\nwidth 2\nmap\n..\n$long"));
	is("$status: " . numbers($out), '1: 0 0 0 0 0 12', 'files whose lines are long');
	is(join(' ', grep { /\e|x{200}/ } split /\n/, $err), '', '... are quoted in part');

	my $named = folder("\e[31mred\n\xc2\x9b.map" => 'what?');
	load_is($db, [$named], 1, '0 0 0 0 0 1', qr{^fringe_load: \Q$named\E/\\x1b\[31mred\\x0a\\xc2\\x9b\.map: [^\e]*$}, 'a name that would steer the terminal');
	load_is($db, ["$named/\e[31m"], 2, '', qr{^fringe_load: \Q$named\E/\\x1b\[31m: No such file}, '... that is not there');

	$folder = folder('A.MAP' => $map, 'A.Map.SCEN' => $scen, 'B.Scen' => $scen, 'B.map' => $map, 'B.MAP' => $map);
	load_is($db, [$folder], 1, '2 4 0 0 0 1', qr{B\.map: \S+/B\.MAP is the map of level B; rename one of them}, 'endings in capitals');

	$folder = folder('new.scen' => $scen, 'sub/ok.scen' => $scen, 'ok.map.scen' => $scen);
	load_is($db, [$folder], 1, '0 2 0 0 0 2', qr/new\.scen: it has no map: .*sub\/ok\.scen: it has no map: /s,
		'scenarios without a map beside them, but one in the table');
}

# ---- arguments ---------------------------------------------------------------

{
	my $db = database();
	my $folder = folder('in/x.map' => $map, 'in/x.map.scen' => $scen, 'in/x.scen' => $scen, 'in/y.map' => $map, 'x.map' => $map);
	load_is($db, ["$folder/in/x.map"], 0, '1 4 0 0 0 0', '', 'a map by itself brings its scenarios');
	put($folder, 'in/x.scen' => scenarios(3));
	load_is($db, [ '--replace', "$folder/in/x.scen" ], 0, '0 1 0 0 4 0', '', 'a scenario file by itself');
	load_is($db, [ glob "$folder/in/*" ], 0, '1 2 1 1 0 0', '', 'all files of a folder');
	load_is($db, [ reverse glob "$folder/in/*" ], 0, '0 0 2 3 0 0', '', '... in another order');
	load_is($db, [ $folder, "$folder/in/" ], 1, '2 3 2 0 0 3', qr{in/x\.map: level x is of another folder, with \Q$folder\E/x\.map; --prefix},
		'a level name given twice');
	chdir "$folder/in";
	load_is($db, ['x.map'], 0, '0 0 1 3 0 0', '', 'a file of the current folder');
	chdir '/';
	chmod 0311, "$folder/in";
	load_is($db, ["$folder/in/x.map"], 1, '0 0 0 0 0 1', qr{in/x\.map: its folder, which may have scenarios for it, cannot be listed: Permission denied},
		'a map in a folder that cannot be listed');
	chmod 0755, "$folder/in";

	put($folder, 'readme.txt' => '');
	load_is($db, [], 2, '', qr/no file and no folder given; see fringe_load --help/, 'no argument');
	load_is($db, ["$folder/no"], 2, '', qr/No such file/, 'an argument that is not there');
	load_is($db, ["$folder/readme.txt"], 2, '', qr/readme\.txt: no format has this ending; the endings are \.map \.map\.links \.scen \.asc \.csv .*; rename a text map to \.map/, 'a file of another kind');
	load_is($db, [ '--verbose', $folder ], 2, '', qr/unknown option: verbose/, 'an unknown option');
	load_is($db, [ '-j', 'all', $folder ], 2, '', qr/value "all" invalid for option j/, 'an option that wants a number');
	load_is($db, [ '-j', 0, $folder ], 2, '', qr/--jobs must be 1 or more/, 'no sessions');
	like((load($db, '--help'))[1], qr/^Usage: .*Exit status:\n  0 /s, '--help');
	load_is('nobodys', [$folder], 3, '0 0 0 0 0 0', qr/stopped: .*"nobodys"/, 'no connection');
}

# ---- patterns of fringe.rules ------------------------------------------------

{
	my $db = database();
	my @files = map { "$_.map" } qw(a ab abc b/a b/ab b/c/a);
	for my $case ([ '*' => '' ], [ '*.map' => '' ], [ 'a*' => '' ], [ '?.map' => 'ab.map abc.map b/ab.map' ], [ 'a?c*' => 'a.map ab.map b/a.map b/ab.map b/c/a.map' ],
		[ '*b*.map' => 'a.map b/a.map b/c/a.map' ], [ '**a**p' => '' ], [ 'b/*' => 'a.map ab.map abc.map b/c/a.map' ], [ 'b/*/?.MAP' => 'a.map ab.map abc.map b/a.map b/ab.map' ],
		[ 'b*a.map' => join ' ', @files ], [ '?/a.map' => 'a.map ab.map abc.map b/ab.map b/c/a.map' ], [ '*/*b.map' => 'a.map ab.map abc.map b/a.map b/c/a.map' ], [ '"a.map"' => 'ab.map abc.map b/ab.map' ],
		[ 'a[b].map' => join ' ', @files ], [ 'a.mapx' => join ' ', @files ])
	{
		my ($pattern, $left) = @$case;
		my $folder = folder((map { $_ => 'no map' } @files), 'fringe.rules' => "$pattern - skip\n");
		my $err = (load($db, $folder))[2];
		is(join(' ', sort $err =~ m{^fringe_load: \Q$folder\E/(\S+\.map): }mg), join(' ', sort split / /, $left), "the pattern $pattern");
	}
}

# ---- folders of others ---------------------------------------------------------

# Their files take no more memory than they are large, and time in proportion: patterns that go back would take hours here.
{
	my $db = database();
	my $any = qq(*.tmx - {"else": "."}\n*.png - {"else": "."}\n*.xp - {"else": "."}\n*.ldtk - {"else": "."}\n);
	my $tmx = sub { '<map width="1" height="1" orientation="orthogonal" tilewidth="1" tileheight="1">' . join('', @_) . '<layer name="a" width="1" height="1"><data encoding="csv">1</data></layer></map>' };
	my $two = $tmx->(map { qq(<tileset firstgid="$_" source="t$_.tsx"/>) } 1, 2);
	my $cells = join ',', (1) x 40_000;
	my %cases = (
		'tilesets of holes' => [ { 'a.tmx' => $two }, { 't1.tsx' => 40, 't2.tsx' => 40 }, qr/a\.tmx: t1\.tsx: has a NUL byte/ ],
		'tilesets of blanks' => [ { 'a.tmx' => $two, map { $_ => ' ' x 20_000_000 } 't1.tsx', 't2.tsx' }, {}, qr/a\.tmx: t2\.tsx: larger than 32 MB with the other files that the map names/ ],
		'a map of holes' => [ {}, { 'a.map' => 256 }, qr/a\.map: line 1, column 1 has a NUL byte/ ],
		'links of holes' => [ { 'a.map' => $map }, { 'a.map.links' => 256 }, qr/a\.map\.links: larger than 16 MB/ ],
		'pictures of holes' => [ {}, { 'a.png' => 64, 'b.xp' => 16, 'c.png' => 200 }, qr/a\.png: invalid PNG.*b\.xp: .*c\.png: larger than 64 MB/s ],
		'numbers of holes' => [ { 'fringe.rules' => '*.csv - {"0": "."}' }, { 'a.csv' => 256 }, qr/a\.csv: has a NUL byte/ ],
		'rules of holes' => [ { 'a.map' => $map }, { 'fringe.rules' => 256 }, qr/fringe\.rules: larger than 64 kB/ ],
		'blanks behind a picture' => [ { 'a.yaml' => 'image: a' . ' ' x 60_000 . "\1\2\n" }, {}, qr/a\.yaml: its picture a {63}\.\.\.: / ],
		'blank lines before a picture' => [ { 'a.yaml' => "\n \n" x 20_000 }, {}, qr/a\.yaml: skipped: / ],
		'a large yaml' => [ { 'a.yaml' => "image: a\n" . ' ' x 100_000 }, {}, qr/a\.yaml: skipped: / ],
		'a picture in another folder' => [ { 'a.yaml' => 'image: ' . 'a/' x 30_000 }, {}, qr{a\.yaml: its picture (a/){32}\.\.\. is in another folder} ],
		'stars' => [ { 'fringe.rules' => '*a' x 6 . "b - skip\n" . '*a' x 90 . 'b' x 10 . " - skip\n", 'a' x 200 . '.map' => 'no' }, {}, qr/malformed map/ ],
		'rules of blanks' => [ { 'fringe.rules' => 'a' . ' ' x 20_000 . "b\n" . '"' x 20_000 . "\n" . 'a - {' . '} ' x 10_000 . "x\n", 'a.map' => $map }, {}, qr/line 3 is not FILE LAYER RULE/ ],
		'a large map of Tiled' => [ { 'a.tmx' => '<map width="200" height="200" orientation="orthogonal" tilewidth="1" tileheight="1"><layer name="a" width="200" height="200"><data encoding="csv">' . "$cells</data></layer></map>" }, {}, qr/^$/ ],
		'a long string' => [ { 'a.tmx' => $tmx->('<!--' . 'x\\' x 4_000_000 . '.tsx-->') }, {}, qr/^$/ ],
		'many quotes' => [ { 'a.tmx' => $tmx->('<!--' . '"x.tsx' x 500_000 . '-->') }, {}, qr/^$/ ],
		'names of pictures' => [ { 'a.png' => 'no', 'b.tsx' => 'x' x 4_000_000 . '.png' x 500_000 }, {}, qr/a\.png: invalid PNG/ ],
		'a project of brackets' => [ { 'a.ldtk' => '{"levels": ' . '[' x 10_000_000 }, {}, qr/a\.ldtk: it is not a JSON object/ ],
		'a project of escapes' => [ { 'a.ldtk' => '{"levels": [{"identifier": "' . '\\' x 10_000_000 . '"' }, {}, qr/a\.ldtk: it is not a JSON object/ ],
		'a project of numbers' => [ { 'a.ldtk' => '{"x": [' . '1,' x 5_000_000 . '1], "levels": []}' }, {}, qr/a\.ldtk: the project has no levels/ ],
		'a project of levels' => [ { 'a.ldtk' => '{"levels": [' . join(',', ('{}') x 200_000) . ']}' }, {}, qr/a\.ldtk: the project has more than \d+ levels in \d+ bytes, and each level needs all of them/ ]);
	for my $name (sort keys %cases)
	{
		my ($files, $holes, $err) = @{ $cases{$name} };
		my $folder = folder('fringe.rules' => $any, %$files);
		while (my ($file, $size) = each %$holes)
		{
			open my $handle, '>', "$folder/$file";
			truncate $handle, $size << 20;
		}
		my ($out, $said) = ('', '');
		IPC::Run::run [ 'bash', '-c', 'ulimit -v 600000; exec "$@"', 'bash', 'fringe_load', '-d', $db, '--dry-run', '-j', 1, $folder ], '<', \'', '>', \$out, '2>', \$said;
		like($said, $err, $name);
		like($out, qr/^fringe_load: \d+ maps and/, '... is read within its memory, to the report');
		unlike($said, qr/ line \d+\.$/m, '... and Perl has no warning');
		system('rm', '-r', $folder);
	}
}

# Names of levels are those that JSON has, wherever they are.
{
	my $db = database();
	my $level = '"layerInstances": [{"__identifier": "C", "__type": "IntGrid", "layerDefUid": 1, "__gridSize": 16, "__cWid": 1, "__cHei": 1, "intGridCsv": [0]}]';
	my $folder = folder('fringe.rules' => qq(*.ldtk - {"else": "."}\n), 'a.ldtk' => qq({"jsonVersion": "1.5.3", "defs": {"levels": [{"identifier": "not"}], "layers": [{"uid": 1, "intGridValues": []}]},
		"worlds": [{"levels": [{ "worldX": 0, "worldY": 0, "pxWid": 16, "pxHei": 16, $level, "x": {"identifier": "no"}, "identifier" : "A\\u00e9\\"\\\\" }, {"identifier": "B", "fields": [{"identifier": "no"}], $level}], "identifier": "W"}, {"identifier": "V", "levels": []}], "levels": []}));
	load_is($db, [$folder], 0, '2 0 0 0 0 0', '', 'a project with names of many kinds');
	is($node->safe_psql($db, q{SELECT string_agg(encode(convert_to(name, 'UTF8'), 'escape'), ' ' ORDER BY name) FROM level}), 'a/W/A\303\251"\\\\ a/W/B', '... has those of its levels');
}

done_testing();
