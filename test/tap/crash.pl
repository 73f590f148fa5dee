# Backends and the server are killed while they load, search and index: what was committed is there, and right.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('crash');
$node->init;
$node->append_conf('postgresql.conf', 'restart_after_crash = on');
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION fringe;
	CREATE FUNCTION rooms(id int) RETURNS gridmap LANGUAGE sql IMMUTABLE -- each second one with links
	AS $$ SELECT gridmap_link(gridmap_rooms(200, 150, 7, id), CASE WHEN id % 2 = 0 THEN '{"(15,1)>(100,100)=2:k","(1,1)<>(150,20)"}' ELSE '{}' END::gridlink[]) $$;
	CREATE TABLE level (id int PRIMARY KEY, map gridmap, fast gridindex GENERATED ALWAYS AS (fringe_index(map)) STORED);
	CREATE TABLE walk (id serial PRIMARY KEY, level int, route gridpath);
	CREATE INDEX ON walk USING hash (route);
});

# A transaction for each level: a map, its index, and ten routes on it.
my $load = q{
	INSERT INTO level (id, map) VALUES (%1$d, rooms(%1$d));
	INSERT INTO walk (level, route) SELECT %1$d, fringe_route(map, gridcell(i, 1), gridcell(198 - i, 148))
		FROM level, generate_series(10, 19) i WHERE id = %1$d;
};

# What must hold for whatever was committed.
my $sound = q{
	SELECT bool_and(map = rooms(id) AND gridindex_matches(fast, map)
			AND fringe_cost(fast, '(1,1)', '(198,148)') IS NOT DISTINCT FROM fringe_cost(map, '(1,1)', '(198,148)', 'octile', 'sweep'))
		AND (SELECT bool_and(gridpath_valid(route, map) AND gridpath_cost(route, map) =
			fringe_cost(map, gridpath_start(route), gridpath_goal(route), 'octile', 'sweep')) FROM walk JOIN level ON level.id = walk.level)
		AND (SELECT count(*) FROM walk WHERE route IS NOT NULL) = (SELECT sum((SELECT count(fringe_route(map, gridcell(i, 1), gridcell(198 - i, 148)))
			FROM generate_series(10, 19) i)) FROM level)
	FROM level;
};

sub backend_of
{
	my ($session) = @_;
	return $session->query_safe('SELECT pg_backend_pid()');
}

# Sends statements without waiting for them.
sub begin_work
{
	my ($session, $text) = @_;
	$session->query_until(qr/begun/, "\\echo begun\n$text\n");
}

# Kills a backend, and waits until the server has started again, which it does a moment later: until then it still answers.
sub kill_backend
{
	my ($session, $victim) = @_;
	my $logged = -s $node->logfile;
	kill 'KILL', $victim;
	$session->{run}->finish;
	$node->wait_for_log(qr/all server processes terminated; reinitializing/, $logged);
	$node->poll_query_until('postgres', 'SELECT true');
}

my $committed = 0;
for my $round (1 .. 6)
{
	my $loader = $node->background_psql('postgres', on_error_stop => 0);
	my $victim = backend_of($loader);
	my $from = 100 * $round;

	begin_work($loader, join("\n", map { 'BEGIN;' . sprintf($load, $_) . 'COMMIT;' } $from .. $from + 99));
	$node->poll_query_until('postgres', "SELECT count(*) > 2 FROM level WHERE id >= $from");
	if ($round % 2)
	{
		kill_backend($loader, $victim);
	}
	else
	{
		$node->stop('immediate');
		$loader->{run}->finish;
		$node->start;
	}
	my $levels = $node->safe_psql('postgres', 'SELECT count(*) FROM level');
	cmp_ok($levels, '>', $committed, ($round % 2 ? 'a backend' : 'the server') . " was killed: $levels levels are there");
	is($node->safe_psql('postgres', $sound), 't', '... whole and right, with their routes');
	$committed = $levels;
}

# A long search is killed: other sessions come back, and search.
my $searcher = $node->background_psql('postgres', on_error_stop => 0);
my $victim = backend_of($searcher);
begin_work($searcher, q{SELECT count(*) FROM level, fringe_trace(gridmap_rooms(2000, 2000, 9, 1), '(0,0)', '(1998,1998)', 'tile', 'astar');});
kill_backend($searcher, $victim);
is($node->safe_psql('postgres', $sound), 't', 'a search was killed: the rest goes on');

done_testing();
