# fringe_load: a level is loaded whole or left as it was, with the reason told; equal rows stay.
use strict;
use warnings;

use File::Path qw(make_path);
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('load');
$node->init;
$node->append_conf('postgresql.conf', 'autovacuum = off');
$node->start;
$ENV{PGHOST} = $node->host;
$ENV{PGPORT} = $node->port;

# ---- files -------------------------------------------------------------------

my $folders = 0;

# A new folder with these files.
sub folder
{
	my (%content) = @_;
	my $folder = PostgreSQL::Test::Utils::tempdir() . '/' . ++$folders;
	make_path($folder);
	put($folder, %content);
	return $folder;
}

sub put
{
	my ($folder, %content) = @_;
	while (my ($name, $content) = each %content)
	{
		make_path("$folder/$1") if $name =~ m{(.*)/};
		open my $file, '>:raw', "$folder/$name" or die "$name: $!";
		print $file $content;
		close $file;
	}
}

# A map of so many columns and rows, all of one code.
sub map_of
{
	my ($width, $height, $code) = @_;
	return "type octile\nheight $height\nwidth $width\nmap\n" . ($code x $width . "\n") x $height;
}

# Scenarios on a map of 4 x 3 cells, from (0,0) to (x,0) for each x.
sub scenarios
{
	my (@x) = @_;
	return join '', "version 1\n", map { "0\tm.map\t4\t3\t0\t0\t$_\t0\t$_\n" } @x;
}

my $map = map_of(4, 3, '.');
my $changed_map = map_of(4, 3, 'T');
my $scen = scenarios(1, 2);

# ---- databases and loads -----------------------------------------------------

my $databases = 0;

# A new database; options are those of CREATE DATABASE.
sub empty_database
{
	my ($options) = @_;
	my $name = 'db' . ++$databases;
	$node->safe_psql('postgres', "CREATE DATABASE $name TEMPLATE template0 LOCALE 'C' " . ($options // "ENCODING 'UTF8'"));
	return $name;
}

sub database
{
	my $name = empty_database(@_);
	load($name, '--create');
	return $name;
}

# Status, output and errors of a load.
sub load
{
	my ($database, @arguments) = @_;
	my ($out, $err) = ('', '');
	IPC::Run::run [ 'fringe_load', '-d', $database, @arguments ], '<', \'', '>', \$out, '2>', \$err;
	return ($? >> 8, $out, $err);
}

# The numbers of a report: maps and scenarios loaded, both unchanged, scenarios
# removed, files refused.
sub numbers
{
	my ($out) = @_;
	return join ' ', $out =~ /(\d+)/g;
}

sub load_is
{
	my ($database, $arguments, $status, $numbers, $err, $name) = @_;
	my @got = load($database, @$arguments);
	is("$got[0]: " . numbers($got[1]), "$status: $numbers", $name);
	ref $err ? like($got[2], $err, '... with its errors') : is($got[2], $err, '... without errors');
}

# The rows, where they lie and who wrote them, and the next id.
sub rows
{
	my ($database) = @_;
	return $node->safe_psql($database, q{
		SELECT ctid, xmin, name, md5(map::text) FROM level ORDER BY name;
		SELECT ctid, xmin, * FROM scenario ORDER BY id;
		SELECT last_value, is_called FROM scenario_id_seq;
	});
}

# The scenarios of level a, id:x.
sub scenarios_of_a
{
	my ($database) = @_;
	return $node->safe_psql($database, q{
		SELECT string_agg(id || ':' || gridcell_x(goal), ' ' ORDER BY id) FROM scenario WHERE map = 'a'});
}

# ---- links of a map ----------------------------------------------------------

{
	my $db = database();
	my $links_of_a = q{SELECT string_agg(link::text, ' ' ORDER BY link) FROM level, gridmap_links(map) WHERE name = 'a'};
	my $folder = folder('a.map' => $map, 'a.map.links' => "# stairs\n\n (0,0)>(3,2)=2 \r\n(1,1)<>(2,2):k", 'a.scen' => $scen);
	load_is($db, [$folder], 0, '1 2 0 0 0 0', '', 'a map with a file of links');
	is($node->safe_psql($db, $links_of_a), '(0,0)>(3,2)=2 (1,1)<>(2,2):k', '... has them');
	load_is($db, [$folder], 0, '0 0 1 2 0 0', '', '... and the same again changes nothing');
	put($folder, 'a.map.links' => "(0,0)>(3,2)\n(0,0)>(0,0)\n");
	load_is($db, [$folder], 1, '0 0 0 0 0 3', qr/a\.map\.links: line 2: /, 'a line that is no link');
	put($folder, 'a.map.links' => "(0,0)>(4,2)\n");
	load_is($db, [$folder], 1, '0 0 0 0 0 3', qr/a\.map\.links: cell \(4,2\) is outside the map/, 'a link that leads off the map');
	is($node->safe_psql($db, $links_of_a), '(0,0)>(3,2)=2 (1,1)<>(2,2):k', '... leaves the level as it was');
	put($folder, 'a.map.links' => "(0,1)>(3,2)\n");
	load_is($db, ["$folder/a.map.links"], 0, '1 0 0 0 0 0', '', 'links alone');
	is($node->safe_psql($db, $links_of_a), '(0,1)>(3,2)', '... take the place of those in the table');
	load_is($db, [folder('z.map.links' => "(0,0)>(1,0)\n")], 1, '0 0 0 0 0 1', qr/z\.map\.links: its map is not there/, 'links without a map');
	unlink "$folder/a.map.links";
	load_is($db, ["$folder/a.map"], 0, '1 0 0 2 0 0', '', 'a map whose file of links is gone');
	is($node->safe_psql($db, $links_of_a), '', '... has none');
}

# ---- a load, and the same again ----------------------------------------------

{
	my $db = empty_database();
	my $folder = folder('a.map' => $map, 'a.map.scen' => $scen, 'a.scen' => scenarios(3), 'in/b.map' => $map, 'c.txt' => '');
	load_is($db, [$folder], 3, '0 0 0 0 0 0', qr/^fringe_load: the load stopped: extension fringe, table level, table scenario: .*--create/,
		'an empty database');
	is_deeply([ load($db, '--create', $folder) ], [ 0, "fringe_load: 2 maps and 3 scenarios loaded, "
		. "0 maps and 0 scenarios unchanged, 0 scenarios removed, 0 files refused\n", '' ], 'a load');
	is($node->safe_psql($db, 'SELECT name FROM level ORDER BY name'), "a\nin/b", '... names levels by their paths');
	is(scenarios_of_a($db), '1:1 2:2 3:3', '... has the scenarios of both files');
	is($node->safe_psql($db, q{SELECT reltuples FROM pg_class WHERE relname = 'scenario'}), 3, '... analyzes the tables');

	my $analyzed = 'SELECT sum(analyze_count) FROM pg_stat_user_tables';
	my @before = (rows($db), $node->safe_psql($db, $analyzed));
	load_is($db, [ '--create', $folder ], 0, '0 0 2 3 0 0', '', 'the same again');
	is_deeply([ rows($db), $node->safe_psql($db, $analyzed) ], \@before, '... writes no row and does not analyze');

	put($folder, 'a.map.scen' => scenarios(2, 3, 3));
	load_is($db, [$folder], 0, '0 2 2 2 1 0', '', 'changed scenarios');
	is(scenarios_of_a($db), '2:2 3:3 4:3 5:3', '... of which the equal ones keep their ids, each once');
	put($folder, 'a.map.scen' => scenarios(2), 'a.map' => $changed_map);
	load_is($db, [ '--replace', $folder ], 0, '1 0 1 2 2 0', '', 'a changed map');
	is(scenarios_of_a($db), '2:2 3:3', '... with the same scenarios');

	$node->safe_psql($db, 'DROP TABLE scenario');
	load_is($db, [$folder], 3, '0 0 0 0 0 0', qr/stopped: table scenario: .*--create/, 'a missing table');
	$node->safe_psql($db, 'CREATE TABLE scenario (map text)');
	load_is($db, [$folder], 3, '0 0 0 0 0 0', qr/column "bucket" does not exist/, 'a missing column');
}

# ---- what is wrong with a level ----------------------------------------------

{
	my $db = database();
	my $folder = folder('a.map' => $map, 'a.map.scen' => $scen, 'b.map' => $map, 'b.scen' => $scen);
	load($db, '-j', 1, $folder);
	my $before = rows($db);

	# Level a is refused for this file of it, though its map has changed.
	my $refused = sub {
		my ($file, $content, $reason, $name) = @_;
		my $other = $file eq 'a.map' ? 'a.map.scen' : 'a.map';
		put($folder, 'a.map' => $changed_map, 'a.map.scen' => $scen, $file => $content);
		my ($status, $out, $err) = load($db, $folder);
		is("$status: " . numbers($out), '1: 0 0 1 2 0 2', $name);
		like($err, qr{^fringe_load: \Q$folder/$file\E: $reason}m, '... is told');
		like($err, qr{^fringe_load: \Q$folder/$other: not loaded because $file is refused\E$}m, '... with the other file');
		is(rows($db), $before, '... and leaves the level as it was');
	};
	$refused->('a.map.scen', "version 1\nwhat?\n", qr/malformed scenario: line 2 has 1 fields/, 'a broken scenario file');
	$refused->('a.map', map_of(4, 3, '.') . 'x', qr/malformed map: text after the last row/, 'a broken map');
	$refused->('a.map', $map =~ s/\.\n$/\xe9\n/r, qr/the file has a byte 0xe9: It is in line 7, column 4/, 'a map that is not ASCII');
	$refused->('a.map.scen', "version 1\n0\tm\0", qr/the file has a NUL byte: It is in line 2, column 4/, 'a NUL byte');
	$refused->('a.map.scen', $scen =~ s/\t4\t3/\t5\t3/r,
		qr/scenario does not fit its map: Scenario 1, .* of 5x3 cells; this map has 4x3/, 'scenarios of another map');
	$refused->('a.map.scen', scenarios(1, 4), qr/scenario does not fit its map: Scenario 2, from \(0,0\) to \(4,0\), has a cell outside the map, which has 4x3 cells/, 'a cell outside');

	chmod 0, "$folder/a.map.scen";
	load_is($db, [$folder], 1, '0 0 1 2 0 2', qr/a\.map\.scen: Permission denied$/m, 'an unreadable scenario file');
	unlink "$folder/a.map.scen";
	truncate "$folder/a.map", 2**28 + 1;
	load_is($db, [$folder], 1, '0 0 1 2 0 1', qr/a\.map: larger than 256 MB$/m, 'a file too large');
	put($folder, 'a.map' => map_of(2, 3, '.'));
	load_is($db, [$folder], 1, '0 0 1 2 0 1', qr/a\.map: .*does not fit its scenarios.* to \(2,0\).* 2x3 cells/, 'a map that shrinks');
	is(rows($db), $before, '... all leave the level as it was');
	put($folder, 'a.map' => map_of(4, 4, '.'));
	load_is($db, [$folder], 0, '1 0 1 2 0 0', '', 'a map that grows');
	is(scenarios_of_a($db), '1:1 2:2', '... and has no file of scenarios keeps those in the table');

	# Two maps may not be equal: a constraint that is checked at the end.
	$node->safe_psql($db, q{
		ALTER TABLE scenario ADD CHECK (goal <> '(3,0)');
		ALTER TABLE level ADD EXCLUDE USING hash (map WITH =) DEFERRABLE INITIALLY DEFERRED;
	});
	put($folder, 'a.map' => $map, 'b.scen' => scenarios(1, 2, 3), 'c.map' => map_of(2, 2, '.'));
	load_is($db, [$folder], 1, '1 0 0 0 0 3',
		qr/a\.map: conflicting key .*b\.map: new row .*check constraint.*b\.scen: not loaded because b\.map/s, 'what constraints refuse');
}

# ---- files that are cut --------------------------------------------------------

# Levels p0, p1, ...: one for each prefix of the file with this ending, and beside it the other files of %rest.
sub prefixes
{
	my ($full, $ending, %rest) = @_;
	my %file;
	for my $length (0 .. length $full)
	{
		$file{"p$length$ending"} = substr $full, 0, $length;
		$file{"p$length$_"} = $rest{$_} for keys %rest;
	}
	return %file;
}

sub full_files
{
	my ($full, $ending, %rest) = @_;
	return map { my $n = $_; ("p$n$ending" => $full, map { ("p$n$_" => $rest{$_}) } keys %rest) } 0 .. length $full;
}

# The levels that are not refused, as numbers.
sub accepted
{
	my ($err, $last) = @_;
	my %refused = map { $_ => 1 } $err =~ m{/p(\d+)\.[^/]*: (?!not loaded because)}g;
	return join ' ', grep { !$refused{$_} } 0 .. $last;
}

# Each prefix of a file over the full one: refused, or the same rows.
my $long_scen = "version 1\n" . join '', map { "1\tm.map\t4\t3\t0\t0\t$_\t1\t1" . ".41421356\n" } 1, 2, 3;
for my $case ([ 'a map', '.map', $map ], [ 'a map with scenarios', '.map', $map, '.map.scen' => $long_scen ],
	[ 'scenarios', '.map.scen', $long_scen, '.map' => $map ], [ 'scenarios alone', '.scen', $long_scen ],
	[ 'scenarios with CR LF', '.scen', $long_scen =~ s/\n/\r\n/gr, '.map' => $map ],
	[ 'one of two files of scenarios', '.scen', $long_scen, '.map' => $map, '.map.scen' => $scen ])
{
	my ($name, $ending, $full, %rest) = @$case;
	my $db = database();
	my $length = length $full;
	my @whole = ($length - ($full =~ /\r\n$/ ? 2 : 1) .. $length);
	load($db, folder(full_files($full, $ending, '.map' => $map, %rest)));
	my $before = rows($db);
	my ($status, $out, $err) = load($db, folder(prefixes($full, $ending, %rest)));
	is(rows($db), $before, "each prefix of $name, over the full file, changes no row");
	is(accepted($err, $length), "@whole", '... and is refused, but for the newline at its end');
	is($status, 1, '... with its status');
}

{
	my $db = database();
	my $folder = folder('a.map' => $map, 'a.scen' => scenarios(1, 2, 3));
	load($db, $folder);
	my $loses = sub {
		my ($content, $reason, $numbers, $name) = @_;
		put($folder, 'a.scen' => $content);
		load_is($db, [$folder], 1, '0 0 0 0 0 2', qr{^fringe_load: \Q$folder\E/a\.scen: $reason.* \(fringe_load --replace}m, $name);
		load_is($db, [ '--dry-run', $folder ], 1, '0 0 0 0 0 2', qr/a\.scen: $reason/, '... and by a dry run');
		load_is($db, [ '--replace', $folder ], 0, $numbers, '', '... --replace');
	};
	$loses->(scenarios(1, 3), qr/fewer scenarios than in the table: Of 3 scenarios in the table 1 would go, one of them from \(0,0\) to \(2,0\)/,
		'0 0 1 2 1 0', 'a shorter file');
	$loses->(scenarios(1, 2) =~ s/\n\z//r, qr/the file has no newline at its end, it may be cut: Of 2 scenarios in the table 1 would go/,
		'0 1 1 1 1 0', 'a file without its last newline');
	$loses->("version 1\n", qr/fewer scenarios than in the table: Of 2 scenarios in the table 2 would go/, '0 0 1 0 2 0', 'no scenario');
	put($folder, 'a.scen' => scenarios(1, 2) =~ s/\n\z//r);
	load_is($db, [$folder], 0, '0 2 1 0 0 0', '', 'a file without its last newline that replaces nothing');
	$loses->('', qr/the file has no newline at its end, it may be cut: Of 2 scenarios in the table 2 would go/, '0 0 1 0 2 0', 'an empty file');
}

# ---- files and folders -------------------------------------------------------

{
	my $db = database();
	my $folder = folder('ok.map' => $map, 'shut/a.map' => $map, 'listed/b.map' => $map, 'listed/sub/c.map' => $map);
	my $empty = folder('readme.txt' => '');
	symlink 'nowhere', "$folder/$_" for 'lost.map', 'lost.txt';
	symlink '.', "$folder/loop";
	system('mkfifo', "$folder/pipe.map");
	chmod 0, "$folder/shut";
	chmod 0444, "$folder/listed";
	my @got = load($db, $folder, $empty);
	chmod 0755, "$folder/shut", "$folder/listed";
	is_deeply([ $got[0], split /\n/, $got[2] ], [ 1, sort(map { "fringe_load: $_" }
		"$empty: no map and no scenario file in it",
		"$folder/listed/b.map: Permission denied",
		"$folder/listed/sub: Permission denied",
		"$folder/loop: a link to a folder that it is in",
		"$folder/lost.map: No such file or directory",
		"$folder/pipe.map: not a regular file",
		"$folder/shut: Permission denied") ], 'what cannot be read is named');
	is(numbers($got[1]), '1 0 0 0 0 7', '... and the rest loaded');

	my $mixed = folder('ok.map' => $map, 'a.csv' => '0,1', 'in/b.CSV' => '0,1', 'c.png' => '', 'read.me' => '', 'csv' => '', 'd.json/x.map' => $map);
	load_is($db, [$mixed], 0, '1 0 1 0 0 0', qr{\Afringe_load: \Q$mixed\E/a\.csv and 1 more \.csv: skipped; it may be a map for gridmap_from_csv \(doc/maps\.md\)
fringe_load: \Q$mixed\E/c\.png: skipped; .* gridmap_from_png \(doc/maps\.md\)\n\z}, 'files of other formats are named');

	# Each folder has two links to the next, so that 2 ** 40 paths lead to the last one.
	my $deep = folder(map { ("$_/m.map" => $map) } 0 .. 40);
	for my $i (0 .. 39) { symlink '../' . ($i + 1), "$deep/$i/$_" for 'left', 'right' }
	IPC::Run::run [ 'timeout', 60, 'fringe_load', '--dry-run', '-d', $db, "$deep/0" ], '<', \'', '>', \my $out, '2>', \my $err;
	is(numbers($out), '41 0 0 0 0 40', 'folders that many paths lead to are taken once');
	like($err, qr{^fringe_load: \Q$deep\E/0/right: the same folder as \Q$deep\E/0/left$}m, '... and named');
	my $linked = folder('z/m.map' => $map);
	symlink 'z', "$linked/a";
	load_is($db, [$linked], 1, '1 0 0 0 0 1', qr{^fringe_load: \Q$linked\E/a: the same folder as \Q$linked\E/z$}, 'a folder is rather itself than a link to it');

	my $named = folder("\e[31mred\n\xc2\x9b.map" => 'what?');
	load_is($db, [$named], 1, '0 0 0 0 0 1', qr{^fringe_load: \Q$named\E/\\x1b\[31mred\\x0a\\xc2\\x9b\.map: [^\e]*$}, 'a name that would steer the terminal');
	load_is($db, ["$named/\e[31m"], 2, '', qr{^fringe_load: \Q$named\E/\\x1b\[31m: No such file}, '... that is not there');

	$folder = folder('A.MAP' => $map, 'A.Map.SCEN' => $scen, 'B.Scen' => $scen, 'B.map' => $map, 'B.MAP' => $map);
	load_is($db, [$folder], 1, '2 4 0 0 0 1', qr/B\.map: another file beside it/, 'endings in capitals');

	$folder = folder('new.scen' => $scen, 'sub/ok.scen' => $scen, 'ok.map.scen' => $scen);
	load_is($db, [$folder], 1, '0 2 0 0 0 2', qr/new\.scen: its map is not there.*sub\/ok\.scen: its map is not there/s,
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
	load_is($db, [ $folder, "$folder/in/" ], 1, '2 3 2 0 0 3', qr{in/x\.map: another argument has a level of this name},
		'a level name given twice');
	chdir "$folder/in";
	load_is($db, ['x.map'], 0, '0 0 1 3 0 0', '', 'a file of the current folder');
	chdir '/';
	chmod 0311, "$folder/in";
	load_is($db, ["$folder/in/x.map"], 1, '0 0 0 0 0 1', qr{in/x\.map: its folder may have scenarios.*Permission denied},
		'a map in a folder that cannot be listed');
	chmod 0755, "$folder/in";

	put($folder, 'readme.txt' => '');
	load_is($db, [], 2, '', qr/no folder given; see fringe_load --help/, 'no argument');
	load_is($db, ["$folder/no"], 2, '', qr/No such file/, 'an argument that is not there');
	load_is($db, ["$folder/readme.txt"], 2, '', qr/is no folder, .map, .map.links or .scen file/, 'a file of another kind');
	load_is($db, [ '--verbose', $folder ], 2, '', qr/unknown option: verbose/, 'an unknown option');
	load_is($db, [ '-j', 'all', $folder ], 2, '', qr/value "all" invalid for option j/, 'an option that wants a number');
	load_is($db, [ '-j', 0, $folder ], 2, '', qr/1 session or more/, 'no sessions');
	like((load($db, '--help'))[1], qr/^Usage: .*Exit status: 0/s, '--help');
	load_is('nobodys', [$folder], 3, '0 0 0 0 0 0', qr/stopped: .*database "nobodys" does not exist/, 'no connection');
}

# ---- --dry-run ---------------------------------------------------------------

{
	my $db = empty_database();
	my $folder = folder('a.map' => $map, 'a.map.scen' => $scen, 'b.map' => $map, 'b.scen' => 'what?', 'c.map' => $map);
	my $err = qr/^fringe_load: \S*b\.map: not loaded because.*\nfringe_load: \S*b\.scen: malformed scenario.*\n$/;
	load_is($db, [ '--dry-run', '--create', $folder ], 1, '2 2 0 0 0 2', $err, 'a dry run on an empty database');
	is($node->safe_psql($db, q{SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace}), 0, '... creates nothing');
	load_is($db, [ '--create', $folder ], 1, '2 2 0 0 0 2', $err, 'the load itself');

	put($folder, 'a.map' => $changed_map, 'a.map.scen' => scenarios(3, 1), 'b.scen' => '');
	my $before = rows($db);
	is_deeply([ load($db, '--dry-run', '-j', 4, $folder) ], [ 0, "fringe_load: 2 maps and 1 scenarios would be loaded, "
		. "1 maps and 1 scenarios unchanged, 1 scenarios would be removed, 0 files refused\n", '' ], 'a dry run on loaded tables');
	is(rows($db), $before, '... changes nothing');
	load_is($db, [$folder], 0, '2 1 1 1 1 0', '', '... and says what a load then does');
}

# ---- whose tables, and which encoding ----------------------------------------

{
	$node->safe_psql('postgres', 'CREATE ROLE maker LOGIN CONNECTION LIMIT 1');
	my $db = empty_database('OWNER maker');
	my @as_maker = ('-U', 'maker', '-j', 2);
	my $folder = folder('a.map' => $map, 'a.map.scen' => $scen, 'b.map' => $map);
	load_is($db, [ @as_maker, '--create', $folder ], 0, '2 2 0 0 0 0', '', 'an owner of the database who may have one session');

	# Columns of all the names that the loader has itself, and a table too.
	$node->safe_psql($db, q{
		CREATE SCHEMA games AUTHORIZATION maker;
		SET ROLE maker;
		CREATE TABLE games.level (dry text, added int, name text, level_name text DEFAULT 'none', map gridmap, new_map int);
		CREATE TABLE games.scenario (dry bool, level_name text, place int, tuple int, part int, nth int, w int, kind text DEFAULT 'mine',
			bucket int, start gridcell, goal gridcell, map text, optimal float8, removed int, number int, content text);
		CREATE TABLE games.arrived (file int);
		ALTER ROLE maker SET search_path = games, public, pg_temp;
	});
	load_is($db, [ @as_maker, $folder ], 0, '2 2 0 0 0 0', '', 'tables with other columns, by the search_path');
	put($folder, 'a.map.scen' => scenarios(2, 3), 'b.map' => $changed_map);
	load_is($db, [ @as_maker, $folder ], 0, '1 1 1 1 1 0', '', '... changed');
	is($node->safe_psql($db, 'SELECT kind, map, optimal FROM games.scenario'), "mine|a|2\nmine|a|3", '... have their defaults');
	$node->safe_psql($db, 'REVOKE ALL ON games.level FROM maker');
	load_is($db, [ @as_maker, $folder ], 3, '0 0 0 0 0 0', qr/permission denied for table level/, 'a table that the user may not read');
}

# Names may be any bytes, of files and in them: e acute in UTF-8, a byte that is never UTF-8, a backslash.
for my $encoding ('UTF8', 'LATIN1', 'WIN1251', 'EUC_JP', 'SQL_ASCII')
{
	my $db = database("ENCODING '$encoding'");
	my $folder = folder("\xc3\xa9.map" => $map, "\xc3\xa9.map.scen" => $scen =~ s/m\.map/m\xe9\\.\x81\xff.map/r,
		"\xff/a.map" => map_of(4, 3, '\\'));
	my @arguments = ($folder, "$folder/\xff/a.map");
	$ENV{PGCLIENTENCODING} = 'SJIS';
	if ($encoding eq 'UTF8' || $encoding eq 'EUC_JP')
	{
		load_is($db, \@arguments, 1, '2 2 0 0 0 1',
			qr{^fringe_load: \Q$folder\E/\xff/a\.map: invalid byte sequence for encoding "$encoding": 0xff.*\n$}, "a database in $encoding");
	}
	else
	{
		load_is($db, \@arguments, 0, '3 2 0 0 0 0', '', "a database in $encoding");
	}
	delete $ENV{PGCLIENTENCODING};
	is($node->safe_psql($db, q{
		SELECT count(*), (SELECT gridmap_code(map, '(3,2)') FROM level WHERE name = 'a')
		FROM scenario WHERE convert_to(map, getdatabaseencoding()) = '\xc3a9'}), '2|\\', '... keeps the bytes');
}

# ---- several sessions, and their end -----------------------------------------

my $five = folder(map { ("$_.map" => $map, "$_.map.scen" => $scen) } 'a' .. 'e');

# A load of five levels in so many sessions; another session, about to insert b, keeps it waiting there.
sub start_waiting
{
	my ($jobs) = @_;
	my %load = (db => database(), out => '', err => '');
	$load{other} = $node->background_psql($load{db});
	$load{other}->query_safe(q{BEGIN; INSERT INTO level VALUES ('b', gridmap('{..}'::text[]))});
	$load{harness} = IPC::Run::start [ 'fringe_load', '-d', $load{db}, '-j', $jobs, $five ], '<', \'', '>', \$load{out}, '2>', \$load{err};
	$node->poll_query_until($load{db}, q{
		SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%load_level%'});
	return \%load;
}

# How it ends, which is up to the caller.
sub ends_with
{
	my ($load, $status, $numbers, $err, $name) = @_;
	$load->{harness}->finish;
	$load->{other}->quit;
	is(($load->{harness}->full_result(0) >> 8) . ': ' . numbers($load->{out}), "$status: $numbers", $name);
	like($load->{err}, $err, '... is told');
}

for my $signal ('INT', 'TERM')
{
	my $load = start_waiting(1);
	$load->{harness}->signal($signal);
	ends_with($load, 3, '1 2 0 0 0 0', qr/^fringe_load: the load stopped: interrupted$/, "an interrupt by $signal");
	is($node->safe_psql($load->{db}, q{
		SELECT string_agg(name, ' '), (SELECT reltuples FROM pg_class WHERE relname = 'scenario') FROM level}), 'a|2',
		'... and the tables are analyzed');
}

my $load = start_waiting(2);
ok($node->poll_query_until($load->{db}, q{SELECT string_agg(name, ' ' ORDER BY name) = 'a c d e' FROM level}),
	'one session waits, the other one loads');
$load->{other}->query_safe('ROLLBACK');
ends_with($load, 0, '5 10 0 0 0 0', qr/^$/, '... until both go on');

$load = start_waiting(1);
$load->{other}->query_safe('COMMIT');
ends_with($load, 1, '4 8 0 0 0 2', qr/b\.map: duplicate key value/, 'a level that another session inserts');

$load = start_waiting(1);
$node->safe_psql($load->{db}, q{
	SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%load_level%' AND pid <> pg_backend_pid()});
ends_with($load, 3, '1 2 0 0 0 0', qr/^fringe_load: the load stopped: .*terminat/, 'a lost connection');

# Loads that create the tables at the same time.
for my $round (1 .. 3)
{
	my $db = empty_database();
	my @folders = map { folder("$_.map" => $map, "$_.scen" => $scen) } 1 .. 6;
	my @err;
	my @loads = map { IPC::Run::start [ 'fringe_load', '--create', '-d', $db, $folders[$_] ], '<', \'', '>', \my $out, '2>', \$err[$_] } 0 .. $#folders;
	$_->finish for @loads;
	is(join('', @err), '', 'six loads create the tables together');
	is($node->safe_psql($db, 'SELECT count(*) FROM scenario'), 12, '... and load');
}

# ---- passwords ---------------------------------------------------------------

{
	my $db = database();
	my $trust = slurp_file($node->data_dir . '/pg_hba.conf');
	$node->safe_psql('postgres', q{CREATE ROLE guarded SUPERUSER LOGIN PASSWORD 'open'});
	unlink $node->data_dir . '/pg_hba.conf';
	$node->append_conf('pg_hba.conf', "local all guarded scram-sha-256\n$trust");
	$node->reload;

	# Without a terminal the password comes from stdin, where it is once.
	my $typing = sub {
		my ($typed, @arguments) = @_;
		my ($out, $err) = ('', '');
		IPC::Run::run [ 'setsid', '-w', 'fringe_load', '-d', $db, '-U', 'guarded', '-j', 2, @arguments, $five ],
			'<', \$typed, '>', \$out, '2>', \$err;
		return ($? >> 8) . ": $err";
	};
	is($typing->("open\n", '-W'), "0: Password: \n", '-W asks once for two sessions');
	is($typing->("open\n"), "0: Password: \n", '... and so it is where the server wants a password');
	like($typing->("shut\n"), qr/^3: Password: \nfringe_load: the load stopped: .*password authentication failed/, 'a wrong password');
	like($typing->("open\n", '-w'), qr/^3: fringe_load: the load stopped: .*no password supplied/, '-w does not ask');
}

done_testing();
