# Maps are toasted under numbers that come round, and are written, read and vacuumed by many at once: answers are of the map that is there.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use SharedLibrary;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $library = shared_library('next_oid');

my $node = PostgreSQL::Test::Cluster->new('numbers');
$node->init;
$node->append_conf('postgresql.conf', 'autovacuum = off');
$node->start;
$node->safe_psql('postgres', qq{
	CREATE EXTENSION fringe;
	CREATE FUNCTION set_next_oid(oid) RETURNS void LANGUAGE C STRICT AS '$library';
	CREATE TABLE level (id int PRIMARY KEY, map gridmap, fast gridindex GENERATED ALWAYS AS (fringe_index(map)) STORED);
	ALTER TABLE level ALTER map SET STORAGE external, ALTER fast SET STORAGE external;
	CREATE FUNCTION toast_numbers() RETURNS text LANGUAGE plpgsql AS \$\$
	DECLARE numbers text;
	BEGIN
		EXECUTE (SELECT format('SELECT string_agg(DISTINCT chunk_id::text, '','' ORDER BY chunk_id::text) FROM %s', reltoastrelid::regclass)
			FROM pg_class WHERE oid = 'level'::regclass) INTO numbers;
		RETURN numbers;
	END \$\$;
});

# What a session says of the map that is there, through pointers to where it is toasted; and what is true of a copy.
my $said = q{SELECT fringe_cost(map, '(1,1)', '(118,88)') || ' ' || fringe_cost(fast, '(1,1)', '(118,88)') || ' ' || gridmap_digest(map) FROM level};
my $true = q{SELECT fringe_cost(copy, '(1,1)', '(118,88)', 'octile', 'astar(open=heap)') || ' ' || fringe_cost(copy, '(1,1)', '(118,88)', 'octile', 'fringe')
	|| ' ' || gridmap_digest(copy) FROM (SELECT map::text::gridmap AS copy FROM level) c};
my $map = sub { "gridmap_rooms(120, 90, 7, $_[0])" };

# ---- another transaction takes the numbers of what it deleted ------------------

my $reader = $node->background_psql('postgres');
$node->safe_psql('postgres', "SELECT set_next_oid(3000000); INSERT INTO level (id, map) VALUES (1, @{[ $map->(1) ]})");
my $numbers = $node->safe_psql('postgres', 'SELECT toast_numbers()');
is($reader->query_safe($said), $node->safe_psql('postgres', $true), "a map and an index are toasted as $numbers");
for my $seed (2 .. 4)
{
	$node->safe_psql('postgres', $_) for 'DELETE FROM level', 'VACUUM level', 'SELECT set_next_oid(3000000)',
		"INSERT INTO level (id, map) VALUES (1, @{[ $map->($seed) ]})";
	is($node->safe_psql('postgres', 'SELECT toast_numbers()'), $numbers, 'others have their numbers');
	is($reader->query_safe($said), $node->safe_psql('postgres', $true), '... and the session sees that');
}

# ---- and the same transaction --------------------------------------------------

my @again = split /\n/, $node->safe_psql('postgres', join ";\n", 'BEGIN', $said, 'SELECT toast_numbers()', 'TRUNCATE level', 'SELECT set_next_oid(3000000)',
	"INSERT INTO level (id, map) VALUES (1, @{[ $map->(5) ]})", 'SELECT toast_numbers()', $said, $true, 'ROLLBACK', $said, $true) =~ s/^\n+|(?<=\n)\n+//gr;
is($again[2], $again[1], 'after TRUNCATE the numbers are the same');
is($again[3], $again[4], '... and the transaction sees the other map');
isnt($again[3], $again[0], '... which is another one');
is($again[5], $again[6], '... and the old one after ROLLBACK');

# ---- two writers, three readers, vacuum ------------------------------------------

$node->safe_psql('postgres', "INSERT INTO level (id, map) SELECT i, gridmap_rooms(120, 90, 7, i) FROM generate_series(2, 6) i");
my $dir = $PostgreSQL::Test::Utils::tmp_check;
append_to_file("$dir/read.sql", q{
\set id random(1, 6)
SELECT 1 / (count(*) = sum((fringe_cost(map, '(1,1)', '(118,88)') IS NOT DISTINCT FROM truth AND fringe_cost(fast, '(1,1)', '(118,88)') IS NOT DISTINCT FROM truth)::int))::int
FROM (SELECT map, fast, fringe_cost(map::text::gridmap, '(1,1)', '(118,88)', 'octile', 'astar(open=heap)') AS truth FROM level WHERE id <= :id) l;
});
append_to_file("$dir/write.sql", q{
\set id random(1, 6)
\set seed random(1, 1000000)
SELECT set_next_oid(3000000);
UPDATE level SET map = gridmap_rooms(120, 90, 7, :seed) WHERE id = :id;
});
append_to_file("$dir/vacuum.sql", "VACUUM level;\n");
my @load = map { my ($script, $clients) = @$_; IPC::Run::start(
	[ 'pgbench', '-n', '-c', $clients, '-T', 8, '-f', "$dir/$script.sql", $node->connstr('postgres') ], '>&', \$_->[2]) } my @runs = (['read', 3], ['write', 2], ['vacuum', 1]);
$_->finish for @load;
for (@runs)
{
	my ($done) = $_->[2] =~ /transactions actually processed: (\d+)/;
	note("$_->[0]: $done transactions");
	ok($done > 0 && $_->[2] !~ /ERROR|abort/ && $_->[2] =~ /failed transactions: 0 /, "$_->[0]s by $_->[1] at once") or note($_->[2]);
}
is($reader->query_safe($said), $node->safe_psql('postgres', $true), 'afterwards all maps are answered for');
$reader->quit;

done_testing();
