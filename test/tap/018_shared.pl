# The indexes that all sessions share: built by workers, used in other sessions and databases, evicted while many ask; and
# whoever builds one may end at any time. Every answer is right, and nothing is left behind.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# Pairs of cells on maps of rooms, with what they cost by another method: 40 maps, some large ones, and 20 small ones.
my $tables = q{
	CREATE EXTENSION fringe;
	CREATE TABLE level AS SELECT i AS id, gridmap_rooms(100 + i, 100, 7, i) AS map FROM generate_series(0, 39) i;
	INSERT INTO level SELECT i, gridmap_rooms(500, 500, 5, i) FROM generate_series(100, 104) i;
	INSERT INTO level SELECT i, gridmap_rooms(32, 32, 3, i) FROM generate_series(200, 219) i;
	CREATE UNIQUE INDEX ON level (id);
	CREATE TABLE ask AS SELECT id, n, start, goal, fringe_cost(map, start, goal, 'octile', 'astar') AS cost
		FROM (SELECT id, map, n, gridcell(1 + n * 31 % side, 1 + n * 57 % side) AS start, gridcell(1 + n * 43 % side, 1 + n * 29 % side) AS goal
			FROM level, generate_series(1, 40) n, LATERAL (SELECT least(97, gridmap_width(map) - 2) AS side) s OFFSET 0) a;
	-- answers that are wrong, of so many questions; a view of what is shared
	CREATE FUNCTION wrong(which int, times int) RETURNS bigint LANGUAGE sql AS $$
		SELECT count(*) FILTER (WHERE fringe_cost(map, start, goal) IS DISTINCT FROM cost)
		FROM level JOIN ask USING (id), generate_series(1, times) WHERE id = which $$;
	CREATE VIEW shared AS SELECT id, state, bytes, sessions, builder, build_ms FROM fringe_shared_cache() JOIN level ON gridmap_digest(map) = digest;
};

sub node_of
{
	my ($name, $settings) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	$node->init(allows_streaming => 1);
	$node->append_conf('postgresql.conf', "restart_after_crash = on\nmax_connections = 80\n" . ($settings // ''));
	$node->start;
	$node->safe_psql('postgres', $tables);
	return $node;
}

sub state_of
{
	my ($node, $id) = @_;
	return $node->safe_psql('postgres', "SELECT coalesce((SELECT state FROM shared WHERE id = $id), 'none')");
}

# Asks until the index of a map is there; false if an answer was wrong or none came.
sub ask_until_ready
{
	my ($node, $id, $db) = @_;
	for (1 .. 600)
	{
		return 0 if $node->safe_psql($db // 'postgres', "SELECT wrong($id, 200)") ne '0';
		return 1 if state_of($node, $id) eq 'ready';
		select undef, undef, undef, 0.05;
	}
	return 0;
}

# Processes of a server that build indexes: they are no backends of a database.
sub builders
{
	my ($node) = @_;
	my $postmaster = (split /\n/, slurp_file($node->data_dir . '/postmaster.pid'))[0];
	my @found;
	for my $file (glob '/proc/[0-9]*/cmdline')
	{
		my ($pid) = $file =~ /(\d+)/;
		my ($title, $parent) = eval { (slurp_file($file), slurp_file("/proc/$pid/stat") =~ /\) . (\d+)/) };
		push @found, $pid if defined $parent && $parent == $postmaster && $title =~ /fringe index builder/;
	}
	return @found;
}

# Has an index of a large map built, and returns who builds it.
sub begin_build
{
	my ($node, $id) = @_;
	for (1 .. 400)
	{
		$node->safe_psql('postgres', "SELECT wrong($id, 100)");
		my @found = builders($node);
		return $found[0] if @found && state_of($node, $id) eq 'building';
	}
	die 'nobody builds';
}

# Bytes of dynamic shared memory.
sub segments
{
	my ($node) = @_;
	my $bytes = 0;
	$bytes += -s $_ for glob $node->data_dir . '/pg_dynshmem/mmap.*';
	return $bytes;
}

my $node = node_of('shared', "dynamic_shared_memory_type = mmap\n");
# From PostgreSQL 17 on the registry of named segments has memory of its own, which stays.
$node->safe_psql('postgres', 'SET fringe.shared_cache_size = 0; SELECT count(*) FROM fringe_shared_cache()');
my $empty = segments($node);

# ---- built by a worker, used by others ------------------------------------------------

ok(ask_until_ready($node, 0), 'an index is built beside the queries');
is($node->safe_psql('postgres', 'SELECT builder, build_ms > 0, sessions FROM shared WHERE id = 0'), 'worker|t|0', '... by a worker, and nobody holds it');
$node->safe_psql('postgres', 'CREATE DATABASE other');
$node->safe_psql('other', $tables);
is($node->safe_psql('other', 'SELECT wrong(0, 1); SELECT misses FROM fringe_cache_totals(); SELECT indexes FROM fringe_cache()'), "0\n0\n1",
	'a session in another database has it without decoding the map');
is($node->safe_psql('other', 'CREATE TABLE calls WITH (parallel_workers = 2) AS SELECT n % 40 + 1 AS n FROM generate_series(1, 20000) n; ANALYZE;
	SET parallel_setup_cost = 0;
	SELECT count(*) FILTER (WHERE fringe_cost((SELECT map FROM level WHERE id = 0), start, goal) IS DISTINCT FROM cost) FROM calls JOIN ask USING (n) WHERE id = 0'),
	'0', 'parallel workers too');
$node->safe_psql('other', 'SELECT wrong(1, 20)') for 1 .. 20;
$node->poll_query_until('postgres', "SELECT bool_and(state NOT IN ('asked', 'building')) FROM shared");
ok(ask_until_ready($node, 1, 'other'), 'short sessions earn an index together');

# ---- dropped and created ----------------------------------------------------------------

$node->safe_psql('postgres', 'DROP EXTENSION fringe CASCADE; DROP TABLE level, ask; DROP FUNCTION wrong');
$node->safe_psql('postgres', $tables);
is(state_of($node, 0), 'ready', 'what is shared outlives the extension');
is($node->safe_psql('postgres', 'SELECT wrong(0, 3)'), '0', '... and is right');

# ---- many sessions, while things are evicted ---------------------------------------------

# A table of all pairs, of which each transaction asks some; a wrong answer is a division by zero.
my $random = q{
	\set id random(0, 39)
	SELECT 1 / (count(*) FILTER (WHERE fringe_cost(map, start, goal) IS DISTINCT FROM cost) = 0)::int
	FROM level JOIN ask USING (id), generate_series(1, 30) WHERE id = :id;
};
my $same = $random =~ s/random\(0, 39\)/3/r;
my $room = 1024 + 512; # kB, of which the records take 1 MB

sub many_sessions
{
	my ($what, $kilobytes) = @_;
	$node->append_conf('postgresql.conf', "fringe.shared_cache_size = '${kilobytes}kB'");
	$node->reload;
	$node->pgbench('-n -c 50 -j 2 -t 60', 0, [qr{processed: 3000/3000}], [qr{^(?!.*ERROR)}s], $what,
		{ "018_random_$kilobytes\@3" => $random, "018_same_$kilobytes\@1" => $same });
	is($node->safe_psql('postgres', 'SELECT coalesce(sum(sessions), 0) FROM shared'), '0', '... no session left a pin');
}
many_sessions('50 sessions ask for the same and for other maps', 131072);
ok(ask_until_ready($node, 3), '... and have an index built');
many_sessions('... in little room', $room);
cmp_ok($node->safe_psql('postgres', 'SELECT coalesce(sum(bytes), 0) FROM shared'), '<=', $room * 1024, '... they stay within the setting');
many_sessions('... in none', 0);
is($node->safe_psql('postgres', 'SELECT count(*) FROM shared'), '0', '... and nothing is shown');
for (1 .. 600) # a worker may still build
{
	last if segments($node) <= $empty;
	$node->safe_psql('postgres', 'SELECT count(*) FROM shared');
	select undef, undef, undef, 0.1;
}
cmp_ok(segments($node), '<=', $empty, '... and all memory is given back');

# ---- rounds of building and evicting ------------------------------------------------------

my $rounds = q{
	SET fringe.auto_workers = 0;
	DO $$
	DECLARE none bigint;
	BEGIN
		FOR i IN 1..%d LOOP
			none := wrong(200 + i %% 20, 150);
			ASSERT none = 0;
		END LOOP;
	END $$;
	SELECT count(*) FILTER (WHERE builder = 'session') > 0, count(*) FILTER (WHERE state = 'learning' AND id >= 200) > 0 FROM shared;
};
$node->append_conf('postgresql.conf', "fringe.shared_cache_size = '128kB'");
$node->reload;
is($node->safe_psql('postgres', sprintf $rounds, 300), 't|t', 'indexes come and go');
my $before = segments($node);
is($node->safe_psql('postgres', sprintf $rounds, 1000), 't|t', '... a thousand times');
cmp_ok(segments($node), '<=', $before, '... in the same memory');
$node->append_conf('postgresql.conf', "fringe.shared_cache_size = '128MB'");
$node->reload;

# ---- whoever builds, ends ------------------------------------------------------------------

my $builder = begin_build($node, 100);
kill 'TERM', $builder;
$node->poll_query_until('postgres', "SELECT state = 'learning' FROM shared WHERE id = 100") or die;
ok(!(grep { $_ == $builder } builders($node)), 'a worker was terminated: what it built is nobody\'s');
is($node->safe_psql('postgres', 'SELECT wrong(100, 1)'), '0', '... and searches go on');

$builder = begin_build($node, 101);
kill 'KILL', $builder;
$node->poll_query_until('postgres', 'SELECT true');
is(state_of($node, 101), 'none', 'a worker was killed: the store is new');
is($node->safe_psql('postgres', 'SELECT wrong(101, 1), wrong(0, 1)'), '0|0', '... and answers are right');
ok(ask_until_ready($node, 2), '... and indexes are built again');

# The same where a session builds, and where it goes on after a cancel that it catches.
for my $end (['pg_cancel_backend', 102, 'SELECT wrong(102, 100000)'],
	['pg_cancel_backend', 104, 'DO $$ BEGIN PERFORM wrong(104, 100000); EXCEPTION WHEN query_canceled THEN NULL; END $$'],
	['pg_terminate_backend', 103, 'SELECT wrong(103, 100000)'])
{
	my ($how, $id, $statement) = @$end;
	my $session = $node->background_psql('postgres', on_error_stop => 0);
	my $pid = $session->query_safe('SELECT pg_backend_pid()');
	$session->query_safe('SET fringe.auto_workers = 0');
	$session->query_until(qr/begun/, "\\echo begun\n$statement;\n");
	$node->poll_query_until('postgres', "SELECT state = 'building' FROM shared WHERE id = $id") or die;
	$node->safe_psql('postgres', "SELECT $how($pid)");
	ok($node->poll_query_until('postgres', "SELECT state = 'learning' FROM shared WHERE id = $id"), "$how: what a session built is nobody's: $statement");
	eval { $session->quit };
}

$node->restart;
is(state_of($node, 2), 'none', 'a server that was restarted begins anew');
ok(ask_until_ready($node, 2), '... and builds');

# ---- a standby -----------------------------------------------------------------------------

$node->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'copy', has_streaming => 1);
$standby->start;
ok(ask_until_ready($standby, 3), 'a standby builds for itself');
is($standby->safe_psql('postgres', 'SELECT builder FROM shared WHERE id = 3'), 'worker', '... by a worker');
is($standby->safe_psql('postgres', 'SELECT wrong(3, 2)'), '0', '... and answers right');
$standby->stop;
$node->stop;

# ---- no worker to be had ---------------------------------------------------------------------

my $full = node_of('full', "max_worker_processes = 1\nmax_logical_replication_workers = 1\n"); # which its launcher takes
is($full->safe_psql('postgres', 'SELECT wrong(0, 20000); SELECT builder FROM shared WHERE id = 0'), "0\nsession",
	'where no worker can be had, a statement builds');
is($full->safe_psql('postgres', "SELECT count(*) FROM shared WHERE state IN ('asked', 'building')"), '0', '... and nothing waits');
$full->stop;

done_testing();
