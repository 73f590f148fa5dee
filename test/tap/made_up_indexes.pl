# Indexes whose bytes somebody made up: they are refused, or answer something, and change no other answer; a replica has the same.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('index');
$node->init(allows_streaming => 'logical');
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION fringe;
	SET client_min_messages = error;
	-- every function of a value, if it is an index at all
	CREATE FUNCTION try_index(index bytea, OUT outcome text) LANGUAGE plpgsql AS $$
	DECLARE
		i gridindex;
		side int;
		cells gridcell[];
	BEGIN
		i := index::text;
		outcome := 'answered';
		SELECT least(width, height, 9) - 1 INTO side FROM gridindex_info(i);
		SELECT array_agg(gridcell(x, y)) INTO cells FROM generate_series(0, side, 2) x, generate_series(0, side, 3) y;
		PERFORM count(*) FROM fringe_matrix(i, cells);
		PERFORM fringe_cost(i, a, b), fringe_connected(i, a, b) FROM unnest(cells) a, unnest(cells) b;
		PERFORM count(*) FROM fringe_costs(i, cells[1], cells);
		PERFORM fringe_route(i, a, cells[1]), fringe_search(i, cells[2], a) FROM unnest(cells) a;
		PERFORM count(*) FROM unnest(cells) a, fringe_path(i, cells[3], a);
		PERFORM count(*) FROM fringe_nearest(i, cells[2], cells, 3);
	EXCEPTION WHEN invalid_binary_representation THEN
		outcome := SQLSTATE;
	END $$;
});

# The checksum of an index, as core/index/index_format.h has it: of all behind byte 16.
sub sealed
{
	my ($bytes) = @_;
	my @sum = (1, 2, 3, 4);
	my $rest = substr($bytes, 16);
	my @words = unpack('q<*', substr($rest, 0, length($rest) - length($rest) % 32));
	use integer;
	my $prime = (0x9e3779b9 << 32) | 0x7f4a7c15;
	for my $i (0 .. $#words)
	{
		my $k = $i % 4;
		$sum[$k] = ($sum[$k] ^ $words[$i]) * $prime;
		$sum[$k] ^= ($sum[$k] >> 29) & 0x7ffffffff;
	}
	$sum[0] = ($sum[0] ^ ord $_) * $prime for split //, substr($rest, 8 * @words);
	for my $k (1 .. 3)
	{
		$sum[0] = ($sum[0] ^ $sum[$k]) * $prime;
		$sum[0] ^= ($sum[0] >> 32) & 0xffffffff;
	}
	return substr($bytes, 0, 8) . pack('q<', $sum[0]) . $rest;
}

sub index_of
{
	my ($map, $model) = @_;
	return pack 'H*', $node->safe_psql('postgres', "SELECT encode(gridindex_send(fringe_index($map, '$model')), 'hex')");
}

my @indexes = (
	index_of('gridmap_rooms(20, 17, 4, 1)', 'octile'), index_of('gridmap_caves(16, 25, 0.45, 2)', 'octile(corners=any)'),
	index_of('gridmap_walls(12, 12, 12, 3, 3)', 'tile'), index_of('gridmap_maze(13, 11, 1, 4)', 'octile(straight=2, diagonal=3)'),
	index_of('gridmap_rooms(30, 24, 5, 2)', 'anyangle'),
	index_of('gridmap_walls(60, 60, 300, 2, 1)', 'octile')); # the last one, large, is noisy
is(unpack('H*', sealed($_)), unpack('H*', $_), 'the checksum is computed as the core does') for @indexes;

# A few bytes changed each, most of them by little: the generator is a fixed one.
my $seed = 12345;
sub draw { $seed = ($seed * 1103515245 + 12345) & 0x7fffffff; return ($seed >> 8) % $_[0]; }

sub mutant
{
	my ($bytes) = @_;
	for (0 .. draw(3))
	{
		my $at = 16 + draw(draw(2) ? length($bytes) - 16 : 150);
		my $change = draw(2) ? 1 + draw(255) : 1 << draw(8);
		substr($bytes, $at, 1) = chr((ord(substr $bytes, $at, 1) + $change) % 256);
	}
	return sealed($bytes);
}

my $count = $ENV{FRINGE_MUTANTS} || 4000;
my $file = "$PostgreSQL::Test::Utils::tmp_check/mutants";
open my $out, '>', $file or die "$file: $!";
print $out '\\\\x', unpack('H*', mutant($indexes[ draw(10) ? draw($#indexes) : $#indexes ])), "\n" for 1 .. $count;
close $out;
my $outcomes = $node->safe_psql('postgres', qq{
	CREATE TABLE mutant (bytes bytea);
	COPY mutant FROM '$file';
	SELECT outcome, count(*) FROM mutant, try_index(bytes) GROUP BY outcome ORDER BY outcome
});
note($outcomes);
like($outcomes, qr/^22P03\|\d+\nanswered\|\d+$/, "of $count mutants with right checksums each is refused, or answers");

# ---- bytes that were made up with a purpose ----

# Where the header has what, and sections begin: core/index/index_format.h.
my %at = (units => 72, top => 80, flags => 84, hubs => 88, numerator => 56, sections => 108);
my @names = qw(model rows directory blocks vertices heads steps weights terrain tables offsets links);

sub begins { my ($bytes) = @_; return (unpack('L<*', substr $bytes, $at{sections}, 4 * @names), length $bytes); }

# The index with other bytes in a section, and those behind it moved.
sub with_section
{
	my ($bytes, $name, $new) = @_;
	my ($i) = grep { $names[$_] eq $name } 0 .. $#names;
	my @begins = begins($bytes);
	my $old = $begins[ $i + 1 ] - $begins[$i];
	$new .= "\0" x (-length($new) % 8);
	substr($bytes, $begins[$i], $old) = $new;
	substr($bytes, $at{sections} + 4 * $_, 4) = pack('L<', $begins[$_] + length($new) - $old) for $i + 1 .. $#names;
	return $bytes;
}

sub section
{
	my ($bytes, $name) = @_;
	my ($i) = grep { $names[$_] eq $name } 0 .. $#names;
	my @begins = begins($bytes);
	return substr $bytes, $begins[$i], $begins[ $i + 1 ] - $begins[$i];
}

sub with { my ($bytes, $place, $new) = @_; substr($bytes, $place, length $new) = $new; return $bytes; }

sub without_routes { my ($bytes) = @_; return with($bytes, $at{flags}, pack('L<', unpack('L<', substr $bytes, $at{flags}, 4) & ~8)); }

sub literal { my ($bytes) = @_; return sprintf q{'\x%s'::gridindex}, unpack('H*', sealed($bytes)); }

# What a statement says, with SQLSTATEs.
sub says
{
	my ($sql) = @_;
	my ($status, $out, $err) = $node->psql('postgres', "\\set VERBOSITY verbose\n$sql", on_error_stop => 0);
	return "$out\n$err";
}

my $caves = index_of('gridmap_caves(60, 60, 0.42, 1)', 'octile');
my $swamp = index_of(q{gridmap_fill(gridmap_caves(48, 48, 0.2, 1), '(3,3)', '(3,3)', 'T')}, 'octile(T=2)');
my $lines = index_of('gridmap_rooms(30, 24, 5, 2)', 'anyangle');
my $heads = section($caves, 'heads');
for (
	[ 'without the flag for routes, with heads beyond the value', with_section(without_routes($caves), 'heads', "\xff\xff\xff\x7f" x (length($heads) / 4)), 'size' ],
	[ 'without the flag for routes, with heads', without_routes($caves), 'size' ],
	[ 'of lines, without the flag for routes', without_routes($lines), 'header' ],
	[ 'with the flag for routes, without heads', with_section($caves, 'heads', ''), 'size' ],
	[ 'with heads beyond the steps', with_section($caves, 'heads', "\xff\xff\xff\x7f" x (length($heads) / 4)), 'labels' ],
	[ 'with units near 2^32', with($caves, $at{units}, pack('L<3', 0xfffffff0, 0xfffffff5, 0x0fffffff)), 'header' ],
	[ 'with units whose ways exceed 28 bits', with($caves, $at{units}, pack('L<3', 0x00ffffff, 0x01000000, 0x0fffffff)), 'header' ],
	[ 'with units that make sums wrap', with($caves, $at{units}, pack('L<3', (2**32 - 365569 + 5 * 577) x 2, 1)), 'header' ],
	[ 'with a top of 2^32 - 1', with($caves, $at{top}, "\xff" x 4), 'header' ],
	[ 'with a cost of half a unit', with($caves, $at{numerator}, pack('d<2', 2**60, 0.5)), 'header' ],
	[ 'with more hubs than vertices', with($caves, $at{hubs}, pack('L<', 65535)), 'size' ],
	[ 'with the hubs of another form', with($swamp, $at{hubs}, pack('L<', 0x7fffffff)), 'header' ],
	[ 'with terrain, which the form has not', with_section($caves, 'terrain', "\0" x 4096), 'size' ],
	[ 'with links, which the form has not', with_section($lines, 'links', "\0" x 48), 'size' ],
	[ 'with offset lists of no entries', with_section($swamp, 'offsets', "\0" x length(section($swamp, 'offsets'))), 'borders' ],
	[ 'with a model in other words', with_section(with($caves, 96, pack('L<', 7)), 'model', 'octile '), 'model' ],
	[ 'with the model of another form', with_section(with($caves, 96, pack('L<', 8)), 'model', 'anyangle'), 'model' ])
{
	my ($what, $bytes, $fault) = @$_;
	like(says('SELECT ' . literal($bytes)), qr/22P03.*\nDETAIL:  The fault is in the $fault\./s, "an index $what is refused");
}

# Whoever builds one by the library may leave routes out.
my $bare = literal(with_section(with_section(without_routes($caves), 'heads', ''), 'steps', ''));
my $honest = literal($caves);
is($node->safe_psql('postgres', qq{SELECT count(*) FILTER (WHERE fringe_cost($bare, a, b) IS DISTINCT FROM fringe_cost($honest, a, b)) || ' ' || count(fringe_cost($bare, a, b)) % 2
	FROM gridmap_caves(60, 60, 0.42, 1) map, gridmap_random_cells(map, 20, 1) a, gridmap_random_cells(map, 20, 2) b}) =~ s/ .*//r, '0', 'an index without routes has costs');
like(says("SELECT $_"), qr/22023: index has no routes\nDETAIL:  It was built for costs only\.\nHINT:  Search the map itself: the functions also take a map and a model\. fringe_index builds an index with routes\./, "... and no $_" =~ s/'.*?'::gridindex/index/r)
	for "fringe_route($bare, '(1,1)', '(50,50)')", "fringe_search($bare, '(1,1)', '(50,50)')", "fringe_path($bare, '(1,1)', '(50,50)')",
	"(n).* FROM (SELECT fringe_nearest($bare, a, ARRAY[b]) AS n FROM gridmap_caves(60, 60, 0.42, 1) map, gridmap_random_cells(map, 9, 1) a, gridmap_random_cells(map, 9, 2) b) s";

# Bytes behind the offset lists that no group refers to, all alike: nothing reads them.
my $heavy = literal(with_section($swamp, 'offsets', section($swamp, 'offsets') . pack('C4', 1, 0, 0, 0) x 100_000));
my $light = literal($swamp);
is($node->safe_psql('postgres', qq{SET statement_timeout = '20s'; SELECT count(*) FILTER (WHERE fringe_cost(heavy, a, b) IS DISTINCT FROM fringe_cost(light, a, b)) || ' ' || (count(fringe_cost(heavy, a, b)) > 50)
	FROM (SELECT $heavy AS heavy, $light AS light OFFSET 0) i, gridmap_random_cells(gridmap_caves(48, 48, 0.2, 1), 10, 1) a, gridmap_random_cells(gridmap_caves(48, 48, 0.2, 1), 10, 2) b}),
	'0 true', '100,000 equal offset lists more do no harm');

# One session of two roles: what one asks of made-up bytes changes no answer that the other gets.
$node->safe_psql('postgres', qq{
	CREATE ROLE alice; CREATE ROLE guest;
	CREATE TABLE honest AS SELECT fringe_index(map) AS index, map FROM gridmap_caves(60, 60, 0.42, 1) map;
	CREATE TABLE pair AS SELECT row_number() OVER () AS i, a, b FROM honest, gridmap_random_cells(map, 12, 1) a, gridmap_random_cells(map, 12, 2) b;
	GRANT SELECT ON honest, pair TO alice; GRANT SELECT ON mutant TO guest;
});
is($node->safe_psql('postgres', q{
	DO $$
	DECLARE
		before float8[];
		after float8[];
		m record;
		tried int := 0;
		poisoned int := 0;
	BEGIN
		FOR m IN SELECT DISTINCT ON (bytes) bytes FROM mutant ORDER BY bytes LIMIT 1500 LOOP
			SET ROLE alice;
			SELECT array_agg(fringe_cost(index, a, b) ORDER BY i) INTO before FROM honest, pair WHERE i % 24 = 0;
			SET ROLE guest;
			tried := tried + (try_index(m.bytes) = 'answered')::int;
			SET ROLE alice;
			SELECT array_agg(fringe_cost(index, a, b) ORDER BY i) INTO after FROM honest, pair WHERE i % 24 = 0;
			RESET ROLE;
			poisoned := poisoned + (before IS DISTINCT FROM after)::int;
		END LOOP;
		CREATE TABLE outcome AS SELECT poisoned, tried;
	END $$;
	SELECT poisoned || ' ' || (tried > 50) FROM outcome}), '0 true', "made-up indexes of one role change no answer of another's in the same session");

# Boards are made when an index is asked, and their size is bounded by the map's.
my $row = literal(index_of(q{gridmap_resize(gridmap('{.}'::text[]), 32000, 1, '.')}, 'tile'));
my ($idle, $peak) = split /\|/, $node->safe_psql('postgres', qq{
	SELECT fringe_version() IS NULL AS a, $row IS NULL AS b \\gset
	SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\\s+(\\d+)') AS idle \\gset
	SELECT } . join(', ', map { "$row IS NULL AS c$_" } 1 .. 12) . qq{ \\gset
	SET fringe.max_memory = '8MB';
	SELECT fringe_cost($row, '(0,0)', '(31999,0)') AS cost \\gset
	SELECT :'idle', substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\\s+(\\d+)');
});
cmp_ok($peak - $idle, '<', 16 * 1024, 'twelve literals of 20 kB keep little memory: ' . ($peak - $idle) . ' kB');

# A long build of each form tells what it does and how many parts of that are done, twice; it is cancelled then. It tells no time that is left:
# nearly all of the first map's goes into labels, nearly all of others' into blocks. One of lines is refused by its labels' limit before it takes long.
my %long = (
	subgoals => ['octile', 'gridmap_rooms(1100, 1100, 9, 3)'],
	borders => ['octile(obstacle=2.5)', 'gridmap_caves(900, 900, 0.4, 7)']);
for my $form (sort keys %long)
{
	my ($model, $map) = @{ $long{$form} };
	is($node->safe_psql('postgres', qq{SELECT form FROM gridindex_info(fringe_index(gridmap_caves(100, 100, 0.4, 7), '$model'))}),
		$form, "the form of caves under $model");
	my ($state, $said, $timer) = ('', '', IPC::Run::timeout(300));
	my $build = IPC::Run::start(
		[ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-c',
			qq{SET application_name = 'build'; SELECT fringe_index($map, '$model') IS NULL}, '-c', '\echo :LAST_ERROR_SQLSTATE' ],
		'<', \undef, '>', \$state, '2>', \$said, $timer);
	$build->pump until $said =~ /DETAIL.*DETAIL.*\n/s;
	$node->safe_psql('postgres', q{SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'build'});
	$build->finish;
	my @told = $said =~ /\GNOTICE:  building an index: \d+ s so far\nDETAIL:  Working on ([a-z ]+: \d+ of \d+) done\.\n/g;
	is(scalar @told, 2, "a long build of the form $form tells what it does") or diag($said);
	my @parts = map { [/(.*): (\d+) of (\d+)/] } @told;
	ok(@parts == 2 && !(grep { $_->[1] >= $_->[2] } @parts) && ($parts[0][0] ne $parts[1][0] || $parts[0][1] < $parts[1][1]),
		'... and how many parts are done') or diag("@told");
	is($state, "57014\n", '... and can be cancelled');
}

# What a subscriber has is what the publisher has.
my $replica = PostgreSQL::Test::Cluster->new('replica');
$replica->init;
$replica->start;
$node->safe_psql('postgres', q{
	CREATE TABLE level (name text PRIMARY KEY, fast gridindex);
	INSERT INTO level SELECT 'rooms ' || i, fringe_index(gridmap_rooms(60, 60, 7, i)) FROM generate_series(1, 3) i;
	CREATE PUBLICATION levels FOR TABLE level;
});
$replica->safe_psql('postgres', 'CREATE EXTENSION fringe; CREATE TABLE level (name text PRIMARY KEY, fast gridindex)');
$replica->safe_psql('postgres', sprintf q{CREATE SUBSCRIPTION levels CONNECTION $$%s$$ PUBLICATION levels WITH (binary = true)},
	$node->connstr('postgres'));
$replica->wait_for_subscription_sync($node, 'levels');
$node->safe_psql('postgres', q{INSERT INTO level VALUES ('later', fringe_index(gridmap_caves(70, 60, 0.4, 1)))});
$node->wait_for_catchup('levels');
my $content = q{SELECT count(*), md5(string_agg(name || fast::text, '' ORDER BY name)), sum(fringe_cost(fast, '(5,5)', '(50,50)')) FROM level};
is($replica->safe_psql('postgres', $content), $node->safe_psql('postgres', $content), 'a replica has equal values and answers');

done_testing();
