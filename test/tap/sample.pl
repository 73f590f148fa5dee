# fringe_sample: its tables are the files of data, as fringe_load reads them, and two sessions may call it at once.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use LoadTest;
use Test::More;

my $data = "$FindBin::Bin/../../data";
my $contents = q{
	SELECT name, md5(map::text) FROM level WHERE name <> 'arena' ORDER BY name;
	SELECT level, bucket, start, goal, optimal FROM scenario ORDER BY level COLLATE "C", id};

# The same tables, rows and optima, of which those of data are the oracle's
my ($loaded, $sample) = (empty_database(), empty_database());
load_is($loaded, [ '--create', $data ], 0, '6 1200 0 0 0 0', '', 'the files of data');
$node->safe_psql($sample, 'CREATE EXTENSION fringe; SELECT fringe_sample()');
is($node->safe_psql($sample, $contents), $node->safe_psql($loaded, $contents), 'the sample has the same maps and scenarios');
my $shape = q{
	SELECT attrelid::regclass, attname, atttypid::regtype, attnotnull, attidentity FROM pg_attribute
	WHERE attrelid IN ('level'::regclass, 'scenario'::regclass) AND attnum > 0 ORDER BY 1, attnum;
	SELECT conrelid::regclass, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid IN ('level'::regclass, 'scenario'::regclass) ORDER BY 1, 2;
	SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid IN ('level'::regclass, 'scenario'::regclass) ORDER BY 1;
	SELECT relname, reloptions FROM pg_class WHERE oid IN ('level'::regclass, 'scenario'::regclass) ORDER BY 1};
is($node->safe_psql($sample, $shape), $node->safe_psql($loaded, $shape), '... in tables of the same columns, constraints, indexes and options');
load_is($sample, [ '--create', $data ], 0, '0 0 6 1200 0 0', '', '... so loading them changes nothing');

# A dump keeps the comments by which the tables are known
my ($restored, $dump) = (empty_database(), PostgreSQL::Test::Utils::tempdir() . '/sample.dump');
$node->command_ok([ 'pg_dump', '-F', 'custom', '-f', $dump, $sample ], 'a dump');
$node->command_ok([ 'pg_restore', '-d', $restored, $dump ], '... restores');
is($node->safe_psql($restored, 'SELECT fringe_sample(); SELECT count(*) FROM scenario'), "tables public.level and public.scenario\n1200", '... as the sample');

# The second session waits for the first one, and finds its tables
my $twice = empty_database();
$node->safe_psql($twice, 'CREATE EXTENSION fringe');
my ($first, $second) = map { $node->background_psql($twice) } 1, 2;
$first->query_safe('BEGIN; SELECT fringe_sample()');
$second->query_until(qr/started/, "\\echo started\nSELECT fringe_sample();\n\\echo finished\n");
$node->poll_query_until($twice, 'SELECT count(*) = 1 FROM pg_locks WHERE NOT granted');
$first->query_safe('COMMIT');
like($second->query('SELECT 1'), qr/^tables public\.level and public\.scenario$/m, 'a second session waits for the first one, and finds its tables');
$_->quit for $first, $second;
is($node->safe_psql($twice, 'SELECT count(*) FROM level'), 7, '... which are there once');

# The schema becomes another one: no row goes into a table of somebody else
my $moved = empty_database();
$node->safe_psql($moved, q{
	CREATE EXTENSION fringe;
	CREATE SCHEMA place;
	CREATE FUNCTION move() RETURNS event_trigger LANGUAGE plpgsql AS $$
	BEGIN
		IF to_regnamespace('gone') IS NULL THEN ALTER SCHEMA place RENAME TO gone; CREATE SCHEMA place; END IF;
	END $$;
	CREATE EVENT TRIGGER move ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION move()});
like(($node->psql($moved, 'SET search_path = place, public; SELECT fringe_sample()'))[2], qr/ERROR:  schema "gone" was renamed while fringe_sample created its tables/,
	'a schema that is renamed meanwhile is found out');

done_testing();
