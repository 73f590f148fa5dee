# A database of version 1.0, upgraded, has the catalog of a new one, and its values. So it has after pg_upgrade and after a dump
# and its restore, as one of version 1.1 has: to the same PostgreSQL, or to that with its programs in $FRINGE_NEWER, where fringe
# is installed too. What a database of version 1.0 made with any SQL object of that version stays, and answers the same.
use strict;
use warnings;

use File::Basename;
use lib dirname(__FILE__);
use Catalog;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use EveryObject;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('upgrade');
$node->init(extra => ['--data-checksums']); # the default differs between versions
$node->start;
$node->safe_psql('postgres', 'CREATE DATABASE old; CREATE DATABASE new; CREATE DATABASE fresh');
$node->safe_psql('fresh', 'CREATE EXTENSION fringe_formats CASCADE');
$node->safe_psql('old', q{
	CREATE EXTENSION fringe VERSION '1.0';
	CREATE TABLE level (name text PRIMARY KEY, map gridmap, model gridmodel, method gridmethod, UNIQUE (name, model));
	INSERT INTO level SELECT 'caves ' || i, gridmap_caves(60, 50, 0.4, i), 'octile(straight=2, diagonal=3)', 'astar(open=heap)'
		FROM generate_series(1, 5) i;
	CREATE TABLE walk AS SELECT name, fringe_route(map, '(30,25)', gridcell(3 * i, 25)) AS route FROM level, generate_series(0, 19) i;
	CREATE INDEX ON walk USING hash (route);
	CREATE TABLE statistics AS SELECT name, fringe_search(map, '(30,25)', '(57,25)', model, 'fringe(list=array)') AS r FROM level;
	CREATE VIEW columns AS SELECT name, (s).* FROM (SELECT name, fringe_search(map, '(30,25)', '(57,25)', model, method) AS s FROM level) AS searched;
	CREATE VIEW edited AS SELECT name, gridmap_set(map, '{"(1,1)"}', 'W') AS map,
		(SELECT array_agg(goal) FROM fringe_nearest(map, '(30,25)', '{"(3,25)","(57,25)"}', model, 2) n) AS nearest FROM level;
});
my $objects = make_surface($node, 'old');
is(join(' ', map { "$_ $objects->{$_}" } sort keys %$objects), 'cast 6 function 104 operator 30 operator_class 10 type 6', 'all objects of version 1.0 are in use');
$node->safe_psql('postgres', 'CREATE DATABASE later TEMPLATE old');
$node->safe_psql('new', q{
	CREATE EXTENSION fringe_formats CASCADE;
	CREATE TABLE level (name text PRIMARY KEY, map gridmap NOT NULL, fast gridindex GENERATED ALWAYS AS (fringe_index(map)) STORED,
		weighted gridindex, field gridfield, EXCLUDE USING hash (map WITH =));
	INSERT INTO level (name, map, weighted, field)
		SELECT 'rooms ' || i, map, fringe_index(map, 'octile(S=3)'), fringe_field(map, '{"(1,1)"}')
		FROM generate_series(1, 3) i, LATERAL (SELECT gridmap_fill(gridmap_rooms(120 + 20 * i, 90, 7, i), '(5,30)', '(60,60)', 'S') AS map OFFSET 0) m;
	CREATE TABLE linked AS SELECT name, m.map, link, fringe_index(m.map) AS fast, fringe_index(level.map, 'anyangle') AS lines, fringe_field(m.map, '{"(1,1)"}') AS field,
			fringe_route(m.map, '(1,1)', '(100,80)') AS through, fringe_route(level.map, '(1,1)', '(100,80)', 'anyangle') AS straight
		FROM level, LATERAL (VALUES ('(1,1)>(90,70)=2.5:k'::gridlink), ('(3,3)<>(60,60)=0')) l (link), LATERAL (SELECT gridmap_link(level.map, ARRAY[link]) AS map OFFSET 0) m;
	CREATE TABLE composed (busy gridbusy, extent gridcell_extent, value gridcell_value, result fringe_result);
	INSERT INTO composed SELECT gridbusy('(1,1)', i, i + 3), ROW(gridcell '(1,1)', gridcell(i, 80))::gridcell_extent, ROW(gridcell(i, 80), i / 2.0)::gridcell_value, fringe_search(map, '(1,1)', gridcell(i, 80)) FROM level, generate_series(1, 9) i WHERE name = 'rooms 1';
	CREATE INDEX ON linked (link);
	CREATE INDEX ON level USING hash (field);
	CREATE INDEX ON level USING hash (weighted);
	CREATE TABLE walk (map text, start gridcell, goal gridcell, model gridmodel, method gridmethod, route gridpath) PARTITION BY HASH (start, model, method);
	CREATE TABLE walk_0 PARTITION OF walk FOR VALUES WITH (MODULUS 2, REMAINDER 0);
	CREATE TABLE walk_1 PARTITION OF walk FOR VALUES WITH (MODULUS 2, REMAINDER 1);
	INSERT INTO walk SELECT name, gridcell(j, 80), '(1,1)', model, 'astar(open=heap)', fringe_route(map, gridcell(j, 80), '(1,1)', model)
		FROM level, generate_series(1, 30) j, unnest('{octile,octile(S=3)}'::gridmodel[]) model;
	CREATE INDEX ON walk (start, model, method);
	CREATE INDEX ON walk USING hash (route);
});
is(types_without_column($node, $_), '', "$_: each type has a column") for 'old', 'new';

# What a statement may rely on: objects, and of functions the names of arguments, the defaults, the result, and the volatility.
my $promises = q{
	SELECT concat_ws(' ', pg_describe_object(classid, objid, 0), (SELECT concat_ws(' ', pg_get_function_arguments(oid), '->', pg_get_function_result(oid), provolatile, proparallel, proisstrict) FROM pg_proc WHERE classid = 'pg_proc'::regclass AND oid = objid AND prokind = 'f'))
	FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e' AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'fringe')
	ORDER BY 1
};
my @promises = split /\n/, $node->safe_psql('old', $promises);
# The planner alone called fringe_path_support. Views with fringe_cache() call fringe_cache_1_0() now: it was renamed, and fringe_cache()
# has more columns. gridmap_set is no longer strict: NULL in place of cells means none.
my $not_kept = join '|', map { "\Qfunction $_\E .*" } 'fringe_path_support(internal)', 'fringe_cache()', 'gridmap_set(gridmap,gridcell[],"char")';
my $content = q{
	SELECT md5(string_agg(name || map || model || method, '' ORDER BY name)) FROM level;
	SELECT md5(string_agg(walk::text, '' ORDER BY walk)) FROM walk;
	SELECT md5(string_agg(edited::text, '' ORDER BY edited::text)) FROM edited;
	SELECT count(*), count(*) FILTER (WHERE gridpath_valid(route, map)), sum(gridpath_cost(route, map)) FROM walk JOIN level USING (name);
};
# Rows of version 1.0 with the library of 1.1, stored or asked for; time apart.
my $statistics = q{
	SELECT count(*), md5(string_agg(((r).found, (r).cost, (r).visited, (r).open_peak, (r).route)::text, '' ORDER BY name)) FROM statistics;
	SELECT count(*), md5(string_agg((found, cost, visited, open_peak, optimal, method, route)::text, '' ORDER BY name)) FROM columns;
};
my $attributes = 'SELECT count(*) FROM json_object_keys((SELECT to_json(fringe_search(map, $$(30,25)$$, $$(57,25)$$)) FROM level LIMIT 1))';
my $before = $node->safe_psql('old', $content);
my $rows = $node->safe_psql('old', $statistics);
my $surface = answers($node, 'old');

sub extension_updates
{
	my ($server, $database) = @_;
	is($server->safe_psql($database, $content), $before, "$database: version 1.0 has its values, views and answers");
	is($server->safe_psql($database, $statistics), $rows, '... and its results, stored and new');
	is($server->safe_psql($database, $attributes), 16, '... of 16 columns');
	is(answers($server, $database), $surface, '... and what its objects answer');
	isnt(catalog($server, $database), catalog($server, 'fresh'), 'the versions differ');
	$server->safe_psql($database, 'ALTER EXTENSION fringe UPDATE; CREATE EXTENSION fringe_formats');
	is(catalog($server, $database), catalog($server, 'fresh'), 'an upgraded catalog, with fringe_formats, equals a new one');
	my %kept = map { $_ => 1 } split /\n/, $server->safe_psql($database, $promises);
	is(join("\n", grep { !$kept{$_} && !/^($not_kept)$/ } @promises), '', 'each object of version 1.0 is there');
	is(answers($server, $database), $surface, '... and answers the same');
	is($server->safe_psql($database, $content), $before, 'values, views and answers are the same');
	is($server->safe_psql($database, $statistics), $rows, 'stored results and views of them are the same');
	is($server->safe_psql($database, $attributes), 19, 'a new result has three columns more');
	is($server->safe_psql($database, 'SELECT bool_and((statistics.r).opened IS NULL AND (statistics.r).tried IS NULL), bool_and((s.opened > 0) = s.found) FROM statistics JOIN level USING (name), fringe_search(map, $$(30,25)$$, $$(57,25)$$, model, method) s'),
		't|t', 'which stored ones do not know');
	is($server->safe_psql($database, 'SET enable_seqscan = off; SELECT count(*) FROM level JOIN walk USING (name) WHERE route = fringe_route(map, gridpath_start(route), gridpath_goal(route))'),
		$server->safe_psql($database, 'SELECT count(route) FROM walk'), 'indexes still find');
}

extension_updates($node, 'old');

# ---- pg_upgrade ---------------------------------------------------------------------

# Answers out of stored maps, indexes, fields and paths; new answers beside stored ones; and rows found by indexes and partitions.
my $answers = q{
	SELECT md5(string_agg(level::text, '' ORDER BY name)) FROM level;
	SELECT md5(string_agg(composed::text, '' ORDER BY composed)) FROM composed;
	SELECT md5(string_agg(walk::text, '' ORDER BY walk)), count(*), count(*) FILTER (WHERE tableoid = 'walk_0'::regclass) FROM walk;
	SELECT name, model, gridmap_digest(level.map), gridindex_matches(fast, level.map), gridindex_matches(weighted, level.map),
		count(route), count(*) FILTER (WHERE route IS DISTINCT FROM fringe_route(level.map, start, goal, model)),
		md5(array_agg((fringe_cost(level.map, start, goal, model), fringe_cost(fast, start, goal), fringe_cost(weighted, start, goal),
			gridfield_cost(field, start), gridpath_cost(route, level.map, model)) ORDER BY start)::text)
	FROM level JOIN walk ON walk.map = name GROUP BY name, model, level.map, fast, weighted ORDER BY name, model;
	SELECT count(*) FROM level WHERE fast IS DISTINCT FROM fringe_index(map) OR weighted IS DISTINCT FROM fringe_index(map, 'octile(S=3)')
		OR field IS DISTINCT FROM fringe_field(map, '{"(1,1)"}');
	SELECT md5(string_agg(linked::text, '' ORDER BY name, link)), count(through), count(straight), sum(gridpath_cost(through, linked.map)), sum(gridpath_cost(straight, level.map, 'anyangle')),
		sum(fringe_cost(lines, '(1,1)', '(100,80)')), count(*) FILTER (WHERE linked.fast IS DISTINCT FROM fringe_index(linked.map) OR lines IS DISTINCT FROM fringe_index(level.map, 'anyangle')
			OR linked.field IS DISTINCT FROM fringe_field(linked.map, '{"(1,1)"}')) FROM linked JOIN level USING (name);
	SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SET enable_memoize = off;
	SELECT count(*) FROM level a JOIN level b ON a.map = b.map JOIN level c ON a.field = c.field JOIN level d ON a.weighted = d.weighted;
	SELECT count(*) FROM linked a JOIN linked b USING (link);
	SELECT count(*) FROM walk a JOIN walk b USING (start, model, method) JOIN level ON b.map = name JOIN walk c ON a.route = c.route;
};
my $expected = $node->safe_psql('new', $answers);
note($expected);
my $old_bin = dirname(qx(sh -c "command -v postgres"));
my $new_bin = $ENV{FRINGE_NEWER} // $old_bin;
my $upgraded = PostgreSQL::Test::Cluster->new('upgraded', $ENV{FRINGE_NEWER} ? (install_path => dirname($new_bin)) : ());
$upgraded->init(extra => ['--data-checksums']);
my $version = qx("$new_bin/postgres" --version) =~ s/\s+$//r;
my $dump = "$PostgreSQL::Test::Utils::tmp_check/dump";
$node->command_ok([ "$new_bin/pg_dump", '-F', 'custom', '-f', "$dump.$_", $_ ], "pg_dump of $version: $_") for 'old', 'later', 'new';
$node->command_ok([ "$new_bin/pg_dump", '-F', 'custom', '-T', 'statistics', '-f', "$dump.plain", 'later' ], '... and later without stored results');
$node->safe_psql('postgres', 'DROP DATABASE fresh');
$node->stop;
chdir $PostgreSQL::Test::Utils::tmp_check; # it writes files there
$upgraded->command_ok([ 'pg_upgrade', '--no-sync', '-b', $old_bin, '-B', $new_bin, '-d', $node->data_dir, '-D', $upgraded->data_dir,
	'-s', $upgraded->host, '-p', $node->port, '-P', $upgraded->port ], "pg_upgrade to $version");
$upgraded->start;
$upgraded->safe_psql('postgres', 'CREATE DATABASE fresh');
$upgraded->safe_psql('fresh', 'CREATE EXTENSION fringe_formats CASCADE');
is(catalog($upgraded, 'new'), catalog($upgraded, 'fresh'), 'a catalog of version 1.1 is as before');
is($upgraded->safe_psql('new', $answers), $expected, 'values, indexes and partitions are the same, and answer the same');
is($upgraded->safe_psql('old', $content), $before, 'so they are in the database that was updated before');
is(answers($upgraded, 'old'), $surface, '... and what its objects answer');
extension_updates($upgraded, 'later');

# Results of fringe_search that version 1.0 stored lack columns: such a dump asks for that version.
sub restore
{
	my ($database, $extension) = @_;
	$upgraded->safe_psql('postgres', "CREATE DATABASE restored_$database");
	$upgraded->safe_psql("restored_$database", $extension);
	$upgraded->command_ok([ "$new_bin/pg_restore", '-e', '-d', "restored_$database", "$dump.$database" ], "$database: its dump restores");
}
restore('old', '');
is($upgraded->safe_psql('restored_old', $content), $before, '... with equal values and answers');
is(answers($upgraded, 'restored_old'), $surface, '... and what its objects answer');
restore('new', '');
is($upgraded->safe_psql('restored_new', $answers), $expected, '... with equal values and answers');
restore('plain', '');
is($upgraded->safe_psql('restored_plain', $content), $before, '... with equal values and answers, as version 1.1');
is(answers($upgraded, 'restored_plain'), $surface, '... and what its objects answer');
is($upgraded->safe_psql('restored_plain', 'ALTER EXTENSION fringe UPDATE; CREATE EXTENSION fringe_formats') . catalog($upgraded, 'restored_plain'),
	catalog($upgraded, 'fresh'), 'there is nothing to update');
restore('later', "CREATE EXTENSION fringe VERSION '1.0'");
extension_updates($upgraded, 'restored_later');
$upgraded->stop;

done_testing();
