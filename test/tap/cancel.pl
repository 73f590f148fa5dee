# A search, and the decoding of a map, can be cancelled, and leaves the session sound.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);

my $node = PostgreSQL::Test::Cluster->new('cancel');
$node->init;
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION fringe;
	CREATE TABLE level (name text PRIMARY KEY, map gridmap);
	INSERT INTO level VALUES ('large', gridmap_rooms(2000, 2000, 9, 1)), ('small', gridmap_rooms(50, 50, 9, 1));
});

# The map decoded beforehand, then a search that takes long, under a timeout.
sub timed_out
{
	my ($method, $model) = @_;
	my ($status, $out, $err) = $node->psql('postgres', qq{
		\\set VERBOSITY verbose
		SELECT fringe_cost(map, '(0,0)', '(1,0)', '$model') FROM level WHERE name = 'large';
		SET statement_timeout = '30ms';
		SELECT clock_timestamp() AS began \\gset
		SELECT sum(fringe_cost(map, gridcell(0, i), '(1998,1998)', '$model', '$method'))
		FROM level, generate_series(0, 1000) i WHERE name = 'large';
		SET statement_timeout = 0;
		SELECT 'ms ' || 1000 * extract(epoch FROM clock_timestamp() - :'began');
		SELECT 'then ' || fringe_cost(map, '(0,0)', '(0,5)', '$model', '$method') FROM level WHERE name = 'small';
		SELECT 'then ' || fringe_cost(map, '(0,0)', '(0,5)', '$model', '$method') FROM level WHERE name = 'large';
	}, on_error_stop => 0);
	like($err, qr/57014/, "$method under $model is cancelled by statement_timeout");
	is(() = $out =~ /^then [0-9]+$/mg, 2, "... and the same session searches on");
	note("cancelled after $1 ms of 30") if $out =~ /^ms (.*)$/m;
}
timed_out($_, 'octile') for 'astar', 'fringe';
timed_out('astar', 'octile(straight=2, diagonal=3, obstacle=3)');

# Sweeps, and the rows that they make.
for my $query (
	q{fringe_matrix(map, (SELECT array_agg(gridcell(i, 0)) FROM generate_series(0, 1000) i))},
	q{fringe_reach(map, '(0,0)', 'infinity', 'octile(obstacle=3)')})
{
	my ($status, $out, $err) = $node->psql('postgres', qq{
		\\set VERBOSITY verbose
		SELECT fringe_connected(map, '(0,0)', '(1,0)'), fringe_connected(map, '(0,0)', '(1,0)', 'octile(obstacle=3)')
		FROM level WHERE name = 'large';
		SET statement_timeout = '30ms';
		SELECT count(*) FROM level, $query WHERE name = 'large';
		SET statement_timeout = 0;
		SELECT 'then ' || cost FROM level, fringe_costs(map, '(0,0)', '{"(0,5)"}') WHERE name = 'large';
		SELECT 'then ' || max(cost) FROM level, fringe_reach(map, '(0,0)', 5) WHERE name = 'large';
	}, on_error_stop => 0);
	like($err, qr/57014/, "$query is cancelled by statement_timeout");
	is(() = $out =~ /^then 5$/mg, 2, '... and the same session sweeps on');
}

# From another session.
my $session = $node->background_psql('postgres', on_error_stop => 0);
$session->query_until(qr/started/, q{
	\echo started
	SELECT fringe_cost(map, '(0,0)', '(1998,1998)', 'octile', 'fringe') FROM level WHERE name = 'large';
});
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity
	WHERE query LIKE '%1998%' AND state = 'active' AND pid <> pg_backend_pid()});
$node->safe_psql('postgres', q{SELECT pg_cancel_backend(pid) FROM pg_stat_activity
	WHERE query LIKE '%1998%' AND state = 'active' AND pid <> pg_backend_pid()});
like($session->query(q{SELECT fringe_cost(map, '(0,0)', '(0,5)') FROM level WHERE name = 'small'}), qr/^5$/m,
	'pg_cancel_backend ends a search, not its session');
$session->quit;

# Cancelled while it decodes, at some time or other: nothing half-made is kept.
my $kept = q{SELECT 'kept ' || maps FROM fringe_cache_totals();};
my $reached = q{SELECT 'reached ' || count(*) || ' ' || sum(cost) FROM level, fringe_costs(map, '(0,0)', '{"(1998,1998)","(0,5)"}') WHERE name = 'large';};
my $truth = $node->safe_psql('postgres', $reached);
my %outcomes;
for my $ms (1 .. 12)
{
	my ($status, $out, $err) = $node->psql('postgres', qq{
		SET statement_timeout = '${ms}ms';
		SELECT fringe_cost(map, '(0,0)', '(1998,1998)', 'octile', 'astar') FROM level WHERE name = 'large';
		SET statement_timeout = 0;
		$kept
		$reached
	}, on_error_stop => 0);
	my ($outcome) = $out =~ /^(kept .*)$/m;
	$outcomes{$outcome}++;
	like($out, qr/^\Q$truth\E$/m, "cancelled after $ms ms: the map serves the next time");
}
note(join ', ', map { "$_: $outcomes{$_} times" } sort keys %outcomes);
ok($outcomes{'kept 0'}, 'a map whose decoding was cancelled is not kept');

done_testing();
