# fringe_load: which files of folders and arguments it takes, and by which names.

use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use Loading;
use IPC::Run;
use Test::More;

# ---- files and folders -------------------------------------------------------

{
	my $db = database();
	my $folder = folder('ok.map' => $map, 'shut/a.map' => $map, 'listed/b.map' => $map, 'listed/sub/c.map' => $map);
	my $empty = folder('readme.txt' => '');
	system('mkfifo', "$folder/pipe.map");
	chmod 0, "$folder/shut";
	chmod 0444, "$folder/listed";
	my @got = load($db, $folder, $empty);
	chmod 0755, "$folder/shut", "$folder/listed";
	is_deeply([ $got[0], split /\n/, $got[2] ], [ 1, sort(map { "fringe_load: $_" }
		"$empty: the folder has no file that fringe_load reads",
		"$folder/listed/b.map: Permission denied",
		"$folder/listed/sub: Permission denied",
		"$folder/pipe.map: not a regular file",
		"$folder/shut: Permission denied") ], 'what cannot be read is named');
	is(numbers($got[1]), '1 0 0 0 0 5', '... and the rest loaded');

	my $mixed = folder('ok.map' => $map, 'rows.csv' => '0,1', 'in/b.CSV' => '0,1', 'c.png' => '', 'read.me' => '', 'csv' => '', 'd.json/x.map' => $map);
	my %lines = ('rows.csv' => 'rows.csv - {"0": ".", "else": "@"}', 'c.png' => 'c.png - {"#000000": "@", "else": "."}', 'in/b.CSV' => 'b.CSV - {"0": ".", "else": "@"}');
	my $skipped = join '', map { "fringe_load: $mixed/$_: skipped: no line of fringe.rules says what its values mean; add one to $mixed/fringe.rules, such as: $lines{$_}\n" } sort keys %lines;
	load_is($db, [$mixed], 0, '1 0 1 0 0 0', $skipped, 'files of other formats without a rule are named');

	put($mixed, 'fringe.rules' => join '', map { "$_\n" } values %lines);
	load_is($db, [$mixed], 1, '2 0 2 0 0 1', qr{^fringe_load: \Q$mixed\E/c\.png: invalid PNG[^\n]*\n$}, '... with the lines that make them maps');

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
	load_is($db, ["$folder/readme.txt"], 2, '', qr/readme\.txt: no format has this ending; the endings are \.map \.map\.links \.scen \.asc \.csv /, 'a file of another kind');
	load_is($db, [ '--verbose', $folder ], 2, '', qr/unknown option: verbose/, 'an unknown option');
	load_is($db, [ '-j', 'all', $folder ], 2, '', qr/value "all" invalid for option j/, 'an option that wants a number');
	load_is($db, [ '-j', 0, $folder ], 2, '', qr/--jobs must be 1 or more/, 'no sessions');
	like((load($db, '--help'))[1], qr/^Usage: .*Exit status:\n  0 /s, '--help');
	load_is('nobodys', [$folder], 3, '0 0 0 0 0 0', qr/stopped: .*"nobodys"/, 'no connection');
}

done_testing();
