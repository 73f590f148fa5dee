# fringe_load: a level is loaded whole or left as it was, with the reason told; equal rows stay.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use LoadTest;
use Test::More;

# ---- links of a map ----------------------------------------------------------

{
	my $db = database();
	my $links_of_a = q{SELECT string_agg(link::text, ' ' ORDER BY link) FROM level, gridmap_links(map) WHERE name = 'a'};
	my $folder = folder('a.map' => $map, 'a.map.links' => "# stairs\n\n (0,0)>(3,2)=2 \r\n(1,1)<>(2,2):k", 'a.scen' => $scen);
	my $diagonals = folder('d.map' => $map, 'd.map.links' => "(0,0)>(3,2)=2*sqrt2\r\n(0,1) <> (2,1) = sqrt2 :k\n");
	load_is($db, [$diagonals], 0, '1 0 0 0 0 0', '', 'links that cost as much as diagonals');
	is($node->safe_psql($db, q{SELECT string_agg(link::text, ' ' ORDER BY link), max(fringe_cost(map, '(0,0)', '(3,2)')) - 2 * sqrt(2)
		FROM level, gridmap_links(map) WHERE name = 'd'}), '(0,0)>(3,2)=2*sqrt2 (0,1)<>(2,1)=sqrt2:k|0', '... keep their exact costs');
	load_is($db, [$diagonals], 0, '0 0 1 0 0 0', '', '... and are equal the next time');
	put($diagonals, 'd.map.links' => "(0,0)>(3,2)=2*sqrt3\n");
	load_is($db, [$diagonals], 1, '0 0 0 0 0 2', qr/d\.map\.links: line 1: .*2\*sqrt3/, '... another root is refused');
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
	load_is($db, [folder('z.map.links' => "(0,0)>(1,0)\n")], 1, '0 0 0 0 0 1', qr/z\.map\.links: it has no map: there is none of its name in its folder, and no level of this name in the table/, 'links without a map');
	unlink "$folder/a.map.links";
	load_is($db, ["$folder/a.map"], 0, '1 0 0 2 0 0', '', 'a map whose file of links is gone');
	is($node->safe_psql($db, $links_of_a), '', '... has none');
}

# ---- maps without a header -----------------------------------------------------

{
	my $db = database();
	my $folder = folder('rows.map' => "....\r\n.\@\@.\r\n", 'rows.map.links' => "(0,0)>(3,1)=2\n", 'word.map' => "octile\n", 'csv.map' => "0,1\n1,0\n");
	load_is($db, [$folder], 1, '1 0 0 0 0 2', qr/csv\.map: malformed map: invalid line 1.*word\.map: malformed map: invalid line 1/s, 'rows alone are a map, other text is none');
	is($node->safe_psql($db, 'SELECT map FROM level'), "type octile\nheight 2\nwidth 4\nmap\n....\n.\@\@.\n(0,0)>(3,1)=2\n", '... with its links');
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
	load_is($db, [ '--replace', $folder ], 0, '1 0 1 2 2 0', replaces($folder, 'a'), 'a changed map');
	is(scenarios_of_a($db), '2:2 3:3', '... with the same scenarios');

	$node->safe_psql($db, 'DROP TABLE scenario');
	load_is($db, [$folder], 3, '0 0 0 0 0 0', qr/stopped: table scenario: .*--create/, 'a missing table');
	$node->safe_psql($db, 'CREATE TABLE scenario (level text)');
	load_is($db, [$folder], 3, '0 0 0 0 0 0', qr/"bucket"/, 'a missing column');
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
		like($err, qr{^fringe_load: \Q$folder/$other: not loaded, because $file is refused\E$}m, '... with the other file');
		is(rows($db), $before, '... and leaves the level as it was');
	};
	$refused->('a.map.scen', "version 1\nwhat?\n", qr/malformed scenario: line 2 has 1 fields/, 'a broken scenario file');
	$refused->('a.map', map_of(4, 3, '.') . 'x', qr/malformed map: text after the last row/, 'a broken map');
	$refused->('a.map', $map =~ s/\.\n$/\xe9\n/r, qr/line 7, column 4 has a byte 0xe9; maps and links are ASCII/, 'a map that is not ASCII');
	$refused->('a.map.scen', "version 1\n0\tm\0", qr/line 2, column 4 has a NUL byte/, 'a NUL byte');
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
	load_is($db, [$folder], 0, '1 0 1 2 0 0', replaces($folder, 'a') =~ s/table$/table, which has 4x3 cells, by one of 4x4 cells/mr, 'a map that grows');
	is(scenarios_of_a($db), '1:1 2:2', '... and has no file of scenarios keeps those in the table');

	# Two maps may not be equal: a constraint that is checked at the end.
	$node->safe_psql($db, q{
		ALTER TABLE scenario ADD CHECK (goal <> '(3,0)');
		ALTER TABLE level ADD EXCLUDE USING hash (map WITH =) DEFERRABLE INITIALLY DEFERRED;
	});
	put($folder, 'a.map' => $map, 'b.scen' => scenarios(1, 2, 3), 'c.map' => map_of(2, 2, '.'));
	load_is($db, [$folder], 1, '1 0 0 0 0 3',
		qr/a\.map: conflicting key .*b\.map: new row .*check constraint.*b\.scen: not loaded, because b\.map/s, 'what constraints refuse');
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
	my %refused = map { $_ => 1 } $err =~ m{/p(\d+)\.[^/]*: (?!not loaded, because)}g;
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

# ---- maps that fringe_load did not load, or that changed since -----------------

{
	my $db = database();
	my $row = q{SELECT string_agg(name || '=' || replace(fringe_ascii(map), E'\n', '/'), ' ' ORDER BY name) FROM level};
	my $hash = q{SELECT string_agg(level || (map_hash = gridmap_hash_extended(map, 0)), ' ' ORDER BY level) FROM fringe_loaded JOIN level ON name = level};
	my $folder = folder('a.map' => map_of(2, 1, '.'), 'a.scen' => "version 1\n0\ta.map\t2\t1\t0\t0\t1\t0\t1\n", 'b.map' => map_of(2, 1, '.'));
	$node->safe_psql($db, q{INSERT INTO level (name, map) VALUES ('a', gridmap(ARRAY['SG']))});
	my $own = qr{^fringe_load: \Q$folder\E/a\.map: the table has a level a that fringe_load did not load; --prefix gives the file another name, --replace replaces the level\nfringe_load: \Q$folder\E/a\.scen: not loaded, because a\.map is refused\n$};
	load_is($db, [ '--dry-run', $folder ], 1, '1 0 0 0 0 2', $own, 'a level of one\'s own, by a dry run');
	load_is($db, [$folder], 1, '1 0 0 0 0 2', $own, '... is not replaced');
	is($node->safe_psql($db, $row), 'a=SG b=..', '... and the others are loaded');
	load_is($db, [ '--replace', $folder ], 0, '1 1 1 0 0 0', replaces($folder, 'a'), '--replace');
	is($node->safe_psql($db, $row), 'a=.. b=..', '... replaces it');
	is($node->safe_psql($db, $hash), 'atrue btrue', '... and both maps are recorded');
	put($folder, 'a.map' => map_of(2, 1, 'T'));
	load_is($db, [$folder], 0, '1 0 1 1 0 0', replaces($folder, 'a'), 'from then on changed files are loaded');
	$node->safe_psql($db, q{UPDATE level SET map = gridmap_set(map, '{"(0,0)"}', '.') WHERE name = 'a'});
	load_is($db, [$folder], 1, '0 0 1 0 0 2', qr{a\.map: level a in the table was changed since fringe_load loaded it; --replace replaces it$}m, 'an edited map is kept');
	is($node->safe_psql($db, $row), 'a=.T b=..', '... as it is');
	put($folder, 'a.map' => "type octile\nheight 1\nwidth 2\nmap\n.T\n");
	load_is($db, [$folder], 0, '0 0 2 1 0 0', '', 'a file that equals the edited map');
	put($folder, 'a.map' => map_of(2, 1, '.'));
	load_is($db, [$folder], 0, '1 0 1 1 0 0', replaces($folder, 'a'), '... makes it one of fringe_load again');

	$node->safe_psql($db, q{INSERT INTO level (name, map) VALUES ('own', gridmap(ARRAY['SG']))});
	my $links = folder('own.map.links' => "(0,0)>(1,0)=3\n", 'b.map.links' => "(0,0)>(1,0)=3\n");
	load_is($db, [$links], 1, '1 0 0 0 0 1', qr{own\.map\.links: the table has a level own that fringe_load did not load}, 'links for a level of one\'s own');
	load_is($db, [ '--replace', $links ], 0, '1 0 1 0 0 0', '', '... --replace');
	put($links, 'own.map.links' => "(0,0)>(1,0)=4\n");
	load_is($db, [$links], 0, '1 0 1 0 0 0', '', '... and later links');
	is($node->safe_psql($db, $hash), 'atrue btrue owntrue', '... are recorded');
	load_is($db, [ folder('own.scen' => "version 1\n0\ta.map\t2\t1\t0\t0\t1\t0\t1\n") ], 0, '0 1 0 0 0 0', '', 'scenarios for any level');

	# a trigger may write another map than that of the file
	$node->safe_psql($db, q{CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.map := gridmap_set(NEW.map, '{"(0,0)"}', 'T'); RETURN NEW; END $$;
		CREATE TRIGGER change BEFORE INSERT OR UPDATE ON level FOR EACH ROW EXECUTE FUNCTION change()});
	for my $code ('S', 'G')
	{
		put($folder, 'c.map' => map_of(2, 1, $code));
		is((load($db, "$folder/c.map"))[0], 0, "a map that a trigger changes, $code");
	}
	is($node->safe_psql($db, $hash), 'atrue btrue ctrue owntrue', '... is recorded as it is in the table');
}

# Tables of 1.0, which did not record its maps; and a record that the role may not write.
{
	my $db = database();
	my $folder = folder('a.map' => $map, 'b.map' => $map);
	load($db, $folder);
	$node->safe_psql($db, 'DROP TABLE fringe_loaded');
	put($folder, 'b.map' => $changed_map);
	load_is($db, [$folder], 1, '0 0 1 0 0 1', qr{b\.map: the table has a level b that fringe_load did not load; .* \(fringe_load --create makes a table of the levels that it loads\)$}m, 'tables without a record');
	load_is($db, [ '--create', $folder ], 1, '0 0 1 0 0 1', qr{b\.map: the table has a level b that fringe_load did not load; [^()]*$}m, '... --create makes one');
	put($folder, 'a.map' => $changed_map);
	load_is($db, [ '--create', $folder ], 1, '1 0 0 0 0 1', qr{a\.map: replaces the map of level a.*b\.map: the table has a level b}s, '... for equal maps');
	$node->safe_psql($db, 'CREATE ROLE reader LOGIN; GRANT ALL ON level, scenario TO reader');
	put($folder, 'a.map' => $map, 'c.map' => $map);
	load_is($db, [ '-U', 'reader', $folder ], 1, '1 0 0 0 0 2', qr{a\.map: the table has a level a.*b\.map: the table has a level b}s, 'a role without rights on the record replaces nothing');
}

# --create makes only what is missing: another extension may forward CREATE EXTENSION to other servers, whatever it would do.
{
	my $db = database();
	$node->safe_psql($db, q{CREATE FUNCTION forbid() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no extension here'; END $$;
		CREATE EVENT TRIGGER forbid ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION') EXECUTE FUNCTION forbid()});
	load_is($db, [ '--create', folder('a.map' => $map) ], 0, '1 0 0 0 0 0', '', '--create where the extension is already');
}

# ---- codes that are walls ------------------------------------------------------

{
	my $db = database();
	my $folder = folder('a.map' => "type octile\nheight 2\nwidth 3\nmap\nR.w\nR\@#\n", 'b.map' => "type octile\nheight 1\nwidth 6\nmap\nRGSTOW\n");
	load_is($db, [ '--dry-run', $folder ], 0, '2 0 0 0 0 0', walls([ 'R', 3, 2 ], [ 'w', 1, 1 ]), 'codes that no model names, by a dry run');
	load_is($db, [$folder], 0, '2 0 0 0 0 0', walls([ 'R', 3, 2 ], [ 'w', 1, 1 ]), '... and a load');
	# the codes that are not named are walls or ground: those of the report are the walls that are not @OTW#
	is($node->safe_psql($db, q{SELECT string_agg(chr(n), '' ORDER BY n) FROM generate_series(33, 126) n WHERE strpos('.GS@OTW#', chr(n)) > 0
		AND (fringe_cost(gridmap(ARRAY['.' || chr(n) || '.']), '(0,0)', '(2,0)', 'octile') IS NULL) = (strpos('.GS', chr(n)) > 0)}), '', '... as the default model has them');
	load_is($db, [$folder], 0, '0 0 2 0 0 0', '', '... once');
}

# ---- --dry-run ---------------------------------------------------------------

{
	my $db = empty_database();
	my $folder = folder('a.map' => $map, 'a.map.scen' => $scen, 'b.map' => $map, 'b.scen' => 'what?', 'c.map' => $map);
	my $err = qr/^fringe_load: \S*b\.map: not loaded, because.*\nfringe_load: \S*b\.scen: malformed scenario.*\n$/;
	load_is($db, [ '--dry-run', '--create', $folder ], 1, '2 2 0 0 0 2', $err, 'a dry run on an empty database');
	is($node->safe_psql($db, q{SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace}), 0, '... creates nothing');
	load_is($db, [ '--create', $folder ], 1, '2 2 0 0 0 2', $err, 'the load itself');

	put($folder, 'a.map' => $changed_map, 'a.map.scen' => scenarios(3, 1), 'b.scen' => '');
	my $before = rows($db);
	is_deeply([ load($db, '--dry-run', '-j', 4, $folder) ], [ 0, "fringe_load: 2 maps and 1 scenarios would be loaded, "
		. "1 maps and 1 scenarios unchanged, 1 scenarios would be removed, 0 files refused\n", replaces($folder, 'a') ], 'a dry run on loaded tables');
	is(rows($db), $before, '... changes nothing');
	load_is($db, [$folder], 0, '2 1 1 1 1 0', replaces($folder, 'a'), '... and says what a load then does');
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
	load_is($db, [ @as_maker, $folder ], 1, '0 1 1 1 1 1', qr/b\.map: the table has a level b that fringe_load did not load; .*fringe_load --create makes a table of the levels/, '... changed');
	load_is($db, [ @as_maker, '--replace', $folder ], 0, '1 0 1 2 0 0', replaces($folder, 'b'), '... and replaced');
	is($node->safe_psql($db, 'SELECT kind, map, optimal FROM games.scenario'), "mine|a|2\nmine|a|3", '... have their defaults');
	$node->safe_psql($db, 'REVOKE ALL ON games.level FROM maker');
	load_is($db, [ @as_maker, $folder ], 3, '0 0 0 0 0 0', qr/stopped: .*\blevel\b/, 'a table that the user may not read');
}

# Scenarios name their level in the column "level", or in "map" as in tables of 1.0.
for my $case ([ level => 'level text' ], [ map => 'map text' ], [ map => 'map varchar, level int' ], [ level => 'level text, map gridmap' ])
{
	my ($key, $columns) = @$case;
	my $db = empty_database();
	$node->safe_psql($db, "CREATE EXTENSION fringe; CREATE TABLE scenario ($columns, bucket int, start gridcell, goal gridcell, optimal float8)");
	my $folder = folder('a.map' => $map, 'a.scen' => $scen);
	load_is($db, [ '--create', $folder ], 0, '1 2 0 0 0 0', '', "a table with $columns");
	put($folder, 'a.scen' => scenarios(2, 3));
	load_is($db, [ '--create', $folder ], 0, '0 1 1 1 1 0', '', '... again');
	is($node->safe_psql($db, "SELECT $key, optimal FROM scenario ORDER BY optimal"), "a|2\na|3", "... names levels in the column $key");
	is($node->safe_psql($db, q{SELECT indexdef FROM pg_indexes WHERE tablename = 'scenario'}) =~ s/.* USING //r, "btree ($key)", '... which has an index');
	is($node->safe_psql($db, "SELECT sum(fringe_cost(map, start, goal)) FROM scenario JOIN level ON level.name = scenario.level"), 5, '... and joins')
		if $columns eq 'level text';
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
			qr{^fringe_load: \Q$folder\E/\xff/a\.map: .*"$encoding": 0xff.*\n\Q@{[ walls([ '\\', 12, 1 ]) ]}\E$}, "a database in $encoding");
	}
	else
	{
		load_is($db, \@arguments, 0, '3 2 0 0 0 0', walls([ '\\', 24, 2 ]), "a database in $encoding");
	}
	delete $ENV{PGCLIENTENCODING};
	is($node->safe_psql($db, q{
		SELECT count(*), (SELECT gridmap_code(map, '(3,2)') FROM level WHERE name = 'a')
		FROM scenario WHERE convert_to(level, getdatabaseencoding()) = '\xc3a9'}), '2|\\', '... keeps the bytes');
}

done_testing();
