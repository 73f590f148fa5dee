# Indexes whose bytes somebody made up: they are refused, or answer something; a replica has the same.
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
		SELECT least(width, height, 9) - 1 INTO side FROM fringe_index_info(i);
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

# The checksum of an index, as core/index/store/format.h has it: of all behind byte 16.
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

# A long build of each form tells how far it has come; it is cancelled then. One of lines is refused
# by its labels' limit before it takes long.
my %long = (
	subgoals => ['octile', 'gridmap_caves(900, 900, 0.4, 7)'],
	borders => ['octile(obstacle=2.5)', 'gridmap_caves(900, 900, 0.4, 7)']);
for my $form (sort keys %long)
{
	my ($model, $map) = @{ $long{$form} };
	is($node->safe_psql('postgres', qq{SELECT form FROM fringe_index_info(fringe_index(gridmap_caves(100, 100, 0.4, 7), '$model'))}),
		$form, "the form of caves under $model");
	my ($said, $timer) = ('', IPC::Run::timeout(300));
	my $build = IPC::Run::start(
		[ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-c',
			qq{SET application_name = 'build'; SELECT fringe_index($map, '$model') IS NULL} ],
		'<', \undef, '2>', \$said, $timer);
	$build->pump until $said =~ /DETAIL/;
	$node->safe_psql('postgres', q{SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'build'});
	$build->finish;
	like($said, qr/\ANOTICE:  building an index: [1-9]\d? % done after \d+ s\nDETAIL:  Working on [a-z ]+; about \d+ s left\.\n/,
		"a long build of the form $form tells how far it has come");
	like($said, qr/^ERROR:  canceling statement due to user request$/m, '... and can be cancelled');
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
