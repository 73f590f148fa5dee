# Folders whose owner changes them while fringe_load reads them: at whatever step, nothing from elsewhere is loaded. And files whose
# names could pass for an answer of the server.
use strict;
use warnings;

use File::Basename qw(dirname);
use lib dirname(__FILE__);
use LoadTest;
use PostgreSQL::Test::Utils;
use Test::More;

# ---- folders that are replaced -----------------------------------------------

# With ALL_STEPS=yes, every step is tried.
#
# Perl's functions that look at files, counted: before step STEP, the folder FOLDER becomes a link to OTHER, and before step BACK the
# folder again. Perl cannot replace -e and its like, which look at the last lstat or at one name.
my $swap = PostgreSQL::Test::Utils::tempdir() . '/Swap.pm';
append_to_file($swap, <<'SWAP');
package Swap;
use strict;
use warnings;

my $steps = 0;

sub step
{
	$steps++;
	if ($steps == $ENV{STEP}) { rename $ENV{FOLDER}, "$ENV{FOLDER}.old"; symlink $ENV{OTHER}, $ENV{FOLDER} }
	if ($steps == $ENV{BACK}) { unlink $ENV{FOLDER}; rename "$ENV{FOLDER}.old", $ENV{FOLDER} }
}

BEGIN
{
	no warnings 'once';
	*CORE::GLOBAL::sysopen = sub (*$$;$) { step(); return CORE::sysopen($_[0], $_[1], $_[2]) };
	*CORE::GLOBAL::opendir = sub (*$) { step(); return CORE::opendir($_[0], $_[1]) };
	*CORE::GLOBAL::lstat = sub (_) { step(); return CORE::lstat($_[0]) };
	*CORE::GLOBAL::chdir = sub (_) { step(); return CORE::chdir($_[0]) };
}

END
{
	# the folder as it was, for the next run
	if (-l $ENV{FOLDER}) { unlink $ENV{FOLDER}; rename "$ENV{FOLDER}.old", $ENV{FOLDER} }
	print STDERR "steps: $steps\n";
}
1;
SWAP

# Each kind of file that fringe_load reads in a folder. The files of others have the code q and the name "secret".
my $tmx = sub { qq(<map width="1" height="1" orientation="orthogonal" tilewidth="1" tileheight="1"><tileset firstgid="1" source="$_[0]"/><layer name="a" width="1" height="1"><data encoding="csv">1</data></layer></map>) };
my $tsx = sub { qq(<?xml version="1.0"?><tileset name="t" tilecount="1"><tile id="0" class="$_[0]"/></tileset>) };
my $ldtk = sub { qq({"jsonVersion": "1.5.3", "defs": {"layers": [{"uid": 1, "intGridValues": []}]}, "levels": [{"identifier": "$_[0]", "worldX": 0, "worldY": 0, "pxWid": 16, "pxHei": 16, "layerInstances": [{"__identifier": "C", "__type": "IntGrid", "layerDefUid": 1, "__gridSize": 16, "__cWid": 1, "__cHei": 1, "intGridCsv": [0]}]}]}) };
my %of_mine = ('in/a.map' => "..\n..\n", 'in/a.map.links' => "(0,0)>(1,1)\n", 'in/a.map.danger.csv' => "1,1\n1,1\n", 'in/b.csv' => "0,0\n", 'in/c.tmx' => $tmx->('t.tsx'),
	'in/t.tsx' => $tsx->('mine'), 'd.tmx' => $tmx->('in/t.tsx'), 'in/e.ldtk' => $ldtk->('mine'), 'in/sub/f.map' => "..\n", 'in/fringe.rules' => qq(b.csv - {"0": "."}\n),
	'in/g.scen' => "version 1\n0\ta.map\t2\t2\t0\t0\t1\t0\t1\n",
	'fringe.rules' => qq(*.tmx - {"class=secret?": "q", "class=mine?": ".", "else": "."}\n*.csv - {"7": "q", "0": "."}\n*.ldtk - {"0": ".", "else": "."}\n));
my %of_others = ('a.map' => "qq\nqq\n", 'a.map.links' => "(0,0)>(0,1)=7\n", 'a.map.danger.csv' => "7,7\n7,7\n", 'b.csv' => "7,7\n", 't.tsx' => $tsx->('secret'),
	'e.ldtk' => $ldtk->('secret'), 'sub/f.map' => "qq\n", 'sub/secret.map' => "qq\n", 'secret.map' => "qq\n", 'fringe.rules' => qq(*.csv - {"0": "q", "else": "q"}\n), 'g.scen' => "version 1\n0\ta.map\t2\t2\t0\t0\t1\t0\t7\n",
	'c.tmx' => $tmx->('secret.tsx') =~ s/"a"/"secret"/r);

# What a run left that the folder of others has.
sub leaked
{
	my ($db) = @_;
	return $node->safe_psql($db, q{
		SELECT DISTINCT name FROM level
		WHERE name ~ 'secret' OR position('q' IN map::text) > 0 OR map::text ~ '=7' OR EXISTS (SELECT FROM gridmap_layers(map) l WHERE 7 = ANY (gridmap_layer(map, l.name)))
		UNION ALL SELECT level FROM scenario WHERE optimal = 7});
}

{
	my $db = database();
	my $folder = folder(%of_mine);
	my $others = folder(%of_others);
	local @ENV{qw(PERL5OPT FOLDER OTHER STEP BACK)} = ("-I" . dirname($swap) . ' -MSwap', "$folder/in", $others, 0, 0);
	my ($status, $out, $err) = load($db, '-j', 1, $folder);
	my ($steps) = $err =~ /^steps: (\d+)$/m;
	is(numbers($out), '6 1 0 0 0 0', 'the folder by itself, without an error: ' . ($err =~ s/^steps.*\n//mr));
	is(leaked($db), '', '... has nothing of others');
	my @wrong;
	my $refused = 0;
	my $stride = $ENV{ALL_STEPS} ? 1 : int($steps / 20);
	for my $back (0, 1)
	{
		# the link stays, or goes one step later
		for (my $step = 1 + $back * int($stride / 2); $step <= $steps; $step += $stride)
		{
			@ENV{qw(STEP BACK)} = ($step, $back ? $step + $back : 0);
			my ($its_status, $its_out, $its_err) = load($db, '-j', 1, '--replace', $folder);
			my $leaked = leaked($db);
			push @wrong, "step $step, back after $back: $leaked" if $leaked ne '' || $its_out !~ /^fringe_load: \d+ maps/;
			$refused++ if $its_status == 1;
			$node->safe_psql($db, 'TRUNCATE level, scenario, fringe_loaded') if $leaked ne '';
		}
	}
	is_deeply(\@wrong, [], "nothing of others, whenever the folder is replaced, in $steps steps");
	cmp_ok($refused, '>', 5, "... which $refused times refuses files");
}

# ---- names ---------------------------------------------------------------------

{
	my $db = database();
	my @names = ("a\n.\nz", "b\t\tc", 'd\\.', 'e\\N', "f\r\n.\r\ng", "\\.\n.\nh", "i\x01\x08j");
	my $folder = folder(map { ("$_.map" => "..\n") } @names, 'x', 'y');
	load_is($db, [ '-j', 1, $folder ], 0, '9 0 0 0 0 0', '', 'names with line ends, tabs and backslashes');
	put($folder, map { ("$_.map" => ".@\n@.\n") } @names, 'y');
	put($folder, 'x.map' => "no map\n");
	my ($status, $out, $err) = load($db, '-j', 1, $folder);
	is("$status: " . numbers($out), '1: 8 0 0 0 0 1', '... are loaded again, each with its own answer');
	my $printed = join '', map { "fringe_load: $folder/" . s/([\0-\x1f])/sprintf '\\x%02x', ord $1/ger . '.map: replaces the map of level ' . s/([\0-\x1f])/sprintf '\\x%02x', ord $1/ger . " in the table, which has 2x1 cells, by one of 2x2 cells\n" } sort @names, 'y';
	is($err =~ s/^fringe_load: (?:to keep maps|.*x\.map: ).*\n//mgr, $printed, '... and told by its name');
	like($err, qr/x\.map: /, '... but the one that is no map');
	is($node->safe_psql($db, q{SELECT string_agg(encode(convert_to(name, 'UTF8'), 'hex'), ' ' ORDER BY convert_to(name, 'UTF8')) FROM level WHERE gridmap_height(map) = 2}),
		join(' ', map { unpack 'H*', $_ } sort @names, 'y'), '... and is in the table');
}

done_testing();
