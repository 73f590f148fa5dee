# What a session keeps is whole, or gone; and a map that changed is not taken for the old one.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('cache');
$node->init;
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION fringe;
	CREATE TABLE level (name text PRIMARY KEY, map gridmap) WITH (autovacuum_enabled = off);
	INSERT INTO level VALUES ('large', gridmap_rooms(2000, 2000, 9, 1)), ('small', gridmap_rooms(160, 160, 7, 0));
	-- the memory contexts of this session, beside what it says that it keeps
	CREATE VIEW account AS
		SELECT maps, maps = count(*) FILTER (WHERE name = 'fringe map') AS as_many,
			t.map_bytes = coalesce(sum(total_bytes) FILTER (WHERE name IN ('fringe map', 'fringe decoded', 'fringe moves', 'fringe jumps', 'fringe landmarks', 'fringe index', 'fringe sight')), 0) AS map_bytes,
			t.workspace_bytes = coalesce(sum(total_bytes) FILTER (WHERE name = 'fringe workspace'), 0) AS workspace_bytes
		FROM fringe_cache_totals() t, pg_backend_memory_contexts
		GROUP BY maps, t.map_bytes, t.workspace_bytes;
});

# Cancelled at whatever step, again and again: a decoding, landmarks, a search.
my @outcomes;
for my $method ('astar', 'astar(heuristic=alt, landmarks=16)', 'idastar')
{
	for my $ms (2, 5, 10, 20, 40, 80)
	{
		my ($status, $out, $err) = $node->psql('postgres', qq{
			SELECT fringe_cost(map, '(0,0)', '(0,5)') FROM level WHERE name = 'small';
			SET statement_timeout = '${ms}ms';
			SELECT sum(fringe_cost(map, '(0,0)', gridcell(1998, 1998 - i), 'octile', '$method'))
			FROM level, generate_series(1, 1000) i WHERE name = 'large';
			SET statement_timeout = 0;
			SELECT 'account ' || a FROM account a;
		}, on_error_stop => 0);
		push @outcomes, $out =~ /^(account .*)$/m ? $1 : $out if $err =~ /statement timeout/;
	}
}
is(scalar @outcomes, 18, 'searches were cancelled at different steps');
is_deeply([ grep { !/^account \([12],t,t,t\)$/ } @outcomes ], [], '... and all memory is accounted for');

# A call site of plpgsql lives as long as its transaction: others change the map meanwhile.
$node->safe_psql('postgres', q{
	CREATE FUNCTION cost_now() RETURNS float8 LANGUAGE plpgsql AS $$
	DECLARE m gridmap := (SELECT map FROM level WHERE name = 'small');
	BEGIN
		RETURN fringe_cost(m, '(0,0)', '(158,158)');
	END $$;
});
my $session = $node->background_psql('postgres');
$session->query_safe('BEGIN');
my (@found, @expected);
for my $seed (1 .. 5)
{
	$node->safe_psql('postgres', "UPDATE level SET map = gridmap_rooms(160, 160, 7, $seed) WHERE name = 'small'");
	$node->safe_psql('postgres', 'VACUUM level');
	push @found, $session->query_safe('SELECT cost_now()');
	push @expected, $node->safe_psql('postgres', "SELECT fringe_cost(gridmap_rooms(160, 160, 7, $seed), '(0,0)', '(158,158)')");
}
$session->query_safe('COMMIT');
$session->quit;
is_deeply(\@found, \@expected, 'a call site sees the maps that others store');

# Workers have caches of their own, and find the same.
my $batch = q{
	SELECT sum(fringe_cost((SELECT map FROM level WHERE name = 'small'), gridcell(i % 160, 0), gridcell(158, i % 160), 'tile'))
	FROM calls};
$node->safe_psql('postgres', 'CREATE TABLE calls WITH (parallel_workers = 2) AS SELECT i FROM generate_series(1, 5000) i; ANALYZE');
like($node->safe_psql('postgres', "EXPLAIN $batch"), qr/Gather/, 'a batch runs in parallel');
is($node->safe_psql('postgres', $batch), $node->safe_psql('postgres', "SET max_parallel_workers_per_gather = 0; $batch"),
	'... with the same sum');

# Terrain that a model does not name is told, for few models of a session, and by its leader alone.
sub walls_told
{
	my ($sql) = @_;
	my ($status, $out, $err) = $node->psql('postgres', $sql);
	my @lines = $err =~ /^(?:psql:\S+ )?NOTICE: .* is a wall under /mg;
	return scalar @lines;
}
my $ford = q{gridmap('{.r.}'::text[])};
is(walls_told(qq{SELECT count(fringe_cost($ford, '(0,0)', '(2,0)', format('octile(straight=%s)', i)::gridmodel)) FROM generate_series(1, 1000) i}), 32,
	'unnamed terrain is told under 32 models at most');
is(walls_told(qq{SET parallel_leader_participation = off;
	SELECT count(fringe_cost(gridmap(ARRAY['.' || repeat('r', i % 900 + 1) || '.']), '(0,0)', '(1,0)')) FROM calls}), 0, '... not by workers');
is(walls_told(qq{SET max_parallel_workers_per_gather = 0;
	SELECT count(fringe_cost(gridmap(ARRAY['.' || repeat('r', i % 900 + 1) || '.']), '(0,0)', '(1,0)')) FROM calls}), 1, '... once for many maps');

# What does not fit into the cache is told, and the hint names a size into which it fits.
sub search_by_landmarks
{
	my ($size) = @_;
	my $sum = q{SELECT sum(fringe_cost(map, '(0,0)', gridcell(i, i), 'octile', 'astar(heuristic=alt, landmarks=16)'))
		FROM level, generate_series(150, 155) i WHERE name = 'small'};
	my ($status, $out, $err) = $node->psql('postgres', qq{
		SET fringe.cache_size = '$size';
		$sum;
		$sum;
		SELECT misses FROM fringe_cache_totals();
	});
	return ($err, split /\n/, $out);
}
my ($notice, @small) = search_by_landmarks('200kB');
like($notice, qr/NOTICE:  fringe.cache_size is too small for landmarks of a map of 160 x 160 cells/, 'what does not fit is told');
like($notice, qr/DETAIL:  The call uses prepared data of \d+ kB; the setting is 200 kB. The data is kept until the transaction ends./,
	'... with its size');
like($notice, qr/HINT:  Set fringe.cache_size to at least \d+ kB./, '... and what to set');
my ($wanted) = $notice =~ /to at least (\d+) kB/;
my ($silence, @large) = search_by_landmarks("${wanted}kB");
is($silence, '', '... which is enough');
is_deeply([ @large[0, 1] ], [ @small[0, 1] ], '... for the same answers');
cmp_ok($large[2], '<', $small[2], '... with fewer misses');

# A reset gives memory back to the system: what remains is less than a quarter of what many small maps took.
SKIP:
{
	skip 'no /proc/self/status here', 1 if !-r '/proc/self/status';
	my $resident = q{SELECT substring(pg_read_file('/proc/self/status') FROM 'VmRSS:\s+(\d+)')::int};
	my $sum = q{SELECT sum(fringe_cost(gridmap_caves(100 + i, 100, 0.4, i), '(0,0)', '(9,9)', 'octile', 'astar')) FROM generate_series(1, %d) i};
	my @kb = split /\n/, $node->safe_psql('postgres', join ';', map({ sprintf $sum, $_ } 2), $resident, sprintf($sum, 400), $resident, 'SELECT fringe_cache_reset()', $resident);
	@kb = grep { /^\d+$/ } @kb;
	my ($first, $full, $after) = @kb[-3, -2, -1];
	note("$first kB, $full kB with 400 maps, $after kB after the reset");
	cmp_ok($after - $first, '<', ($full - $first) / 4, 'fringe_cache_reset returns memory to the system');
}

done_testing();
