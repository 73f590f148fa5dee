# Several servers give the answers of one; a standby answers as its primary does.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

sub new_node
{
	my ($name, %options) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	$node->init(%options);
	$node->start;
	return $node;
}

my $one = new_node('one', allows_streaming => 1);
$one->safe_psql('postgres', q{
	CREATE EXTENSION fringe;
	CREATE TABLE level (name text PRIMARY KEY, map gridmap NOT NULL);
	CREATE TABLE scenario (id serial PRIMARY KEY, level text NOT NULL, start gridcell NOT NULL, goal gridcell NOT NULL);
	INSERT INTO level SELECT 'caves ' || i, gridmap_caves(80, 60, 0.4, i) FROM generate_series(1, 9) i;
	INSERT INTO scenario (level, start, goal) SELECT name, gridcell(7 * i % 80, 11 * i % 60), gridcell(31 * i % 80, 17 * i % 60) FROM level, generate_series(1, 40) i;
});
# Rounded, as sums of float8 depend on the order of their rows.
my $sums = q{
	SELECT level, count(*), count(cost), round(sum(cost)::numeric, 6), sum(gridpath_length(route))
	FROM (SELECT scenario.level, fringe_cost(map, start, goal) AS cost, fringe_route(map, start, goal) AS route
		FROM scenario JOIN level ON level.name = scenario.level) s GROUP BY level ORDER BY level};
my $expected = $one->safe_psql('postgres', $sums);

# ---- three servers, each with a third of the maps, behind a fourth ------------

SKIP:
{
	skip 'no postgres_fdw here: several servers are NOT tested', 1
		if $one->safe_psql('postgres', q{SELECT count(*) FROM pg_available_extensions WHERE name = 'postgres_fdw'}) == 0;
	$one->safe_psql('postgres', 'CREATE EXTENSION postgres_fdw');
	for my $i (0 .. 2)
	{
		my $shard = new_node("shard$i");
		my ($host, $port) = ($shard->host, $shard->port);
		$shard->safe_psql('postgres', 'CREATE EXTENSION fringe; CREATE TABLE level (name text PRIMARY KEY, map gridmap NOT NULL);
			CREATE TABLE scenario (id serial PRIMARY KEY, level text NOT NULL, start gridcell NOT NULL, goal gridcell NOT NULL)');
		$one->safe_psql('postgres', qq{
			CREATE SERVER shard$i FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$host', port '$port', dbname 'postgres', extensions 'fringe', async_capable 'true', use_remote_estimate 'true');
			CREATE USER MAPPING FOR PUBLIC SERVER shard$i;
			CREATE SCHEMA shard$i;
			IMPORT FOREIGN SCHEMA public LIMIT TO (level, scenario) FROM SERVER shard$i INTO shard$i;
			INSERT INTO shard$i.level SELECT * FROM level WHERE substr(name, 7)::int % 3 = $i;
			INSERT INTO shard$i.scenario SELECT * FROM scenario WHERE substr(level, 7)::int % 3 = $i;
		});
		# the search runs where the rows are: the view is a foreign table here
		$shard->safe_psql('postgres', q{
			CREATE VIEW answer AS SELECT scenario.level, fringe_cost(map, start, goal) AS cost, fringe_route(map, start, goal) AS route
			FROM scenario JOIN level ON level.name = scenario.level});
		$one->safe_psql('postgres', "IMPORT FOREIGN SCHEMA public LIMIT TO (answer) FROM SERVER shard$i INTO shard$i");
	}
	my $far = join ' UNION ALL ', map { "SELECT * FROM shard$_.answer" } 0 .. 2;
	is($one->safe_psql('postgres', "SELECT level, count(*), count(cost), round(sum(cost)::numeric, 6), sum(gridpath_length(route)) FROM ($far) s GROUP BY level ORDER BY level"),
		$expected, 'three servers give the sums of one, by views on them');
	is($one->safe_psql('postgres', q{
		SELECT s.level, count(*), count(fringe_cost(map, start, goal)), round(sum(fringe_cost(map, start, goal))::numeric, 6), sum(gridpath_length(fringe_route(map, start, goal)))
		FROM shard1.scenario s JOIN shard1.level l ON l.name = s.level GROUP BY s.level ORDER BY s.level}),
		join("\n", grep { /^caves [147]\|/ } split /\n/, $expected), '... and by a join that is sent there');
	like($one->safe_psql('postgres', q{EXPLAIN (VERBOSE, COSTS OFF) SELECT sum(fringe_cost(map, start, goal)) FROM shard1.scenario s JOIN shard1.level l ON l.name = s.level}),
		qr/Remote SQL: SELECT sum\(public\.fringe_cost\(/, '... with its searches');
}

# ---- a standby ---------------------------------------------------------------

$one->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($one, 'base', has_streaming => 1);
$standby->start;
is($standby->safe_psql('postgres', $sums), $expected, 'a standby gives the same sums');
is($standby->safe_psql('postgres', q{SELECT count(*) FROM level, fringe_components(map) c, fringe_trace(map, sample, sample), fringe_reach(map, sample, 3)}),
	$one->safe_psql('postgres', q{SELECT count(*) FROM level, fringe_components(map) c, fringe_trace(map, sample, sample), fringe_reach(map, sample, 3)}),
	'... rows of searches and sweeps');
is($standby->safe_psql('postgres', q{SELECT sum(fringe_cost(map, sample, '(40,30)', 'octile', 'astar(heuristic=alt)')) FROM level, fringe_components(map)}),
	$one->safe_psql('postgres', q{SELECT sum(fringe_cost(map, sample, '(40,30)', 'octile', 'astar(heuristic=alt)')) FROM level, fringe_components(map)}),
	'... and searches with landmarks');
is($standby->safe_psql('postgres', 'SELECT md5(string_agg(fringe_svg(map), NULL ORDER BY name)) FROM level'),
	$one->safe_psql('postgres', 'SELECT md5(string_agg(fringe_svg(map), NULL ORDER BY name)) FROM level'), '... and pictures');
$one->safe_psql('postgres', q{UPDATE level SET map = gridmap_fill(map, '(0,0)', '(79,0)', '@') WHERE name = 'caves 1'});
$one->wait_for_catchup($standby);
is($standby->safe_psql('postgres', $sums), $one->safe_psql('postgres', $sums), 'a changed map is the changed one there');
my ($status, $out, $err) = $standby->psql('postgres', q{UPDATE level SET map = map});
like($err, qr/read-only transaction/, 'only changes are refused');

done_testing();
