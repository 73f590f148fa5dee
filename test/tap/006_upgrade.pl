# A database of version 1.0, upgraded, has the catalog of a new one, and its values.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('upgrade');
$node->init;
$node->start;
$node->safe_psql('postgres', 'CREATE DATABASE old; CREATE DATABASE new');
$node->safe_psql('new', 'CREATE EXTENSION fringe');
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

# Every object of the extension with what pg_catalog says of it, but oids.
my $catalog = q{
	SELECT pg_describe_object(classid, objid, 0) AS object, obj_description(objid, classid::regclass::name),
		CASE classid WHEN 'pg_proc'::regclass THEN (SELECT concat_ws(' ', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid),
			provolatile, proparallel, proisstrict, procost, prorows, prosupport, prosrc, pg_get_function_sqlbody(p.oid)) FROM pg_proc p WHERE p.oid = objid)
		WHEN 'pg_type'::regclass THEN (SELECT string_agg(concat_ws(' ', attname, atttypid::regtype, col_description(attrelid, attnum)), ', ' ORDER BY attnum)
			FROM pg_type t JOIN pg_attribute ON attrelid = typrelid WHERE t.oid = objid) END
	FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
		AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'fringe')
	ORDER BY 1, 2, 3
};
my $content = q{
	SELECT md5(string_agg(name || map || model || method, '' ORDER BY name)) FROM level;
	SELECT md5(string_agg(walk::text, '' ORDER BY walk)) FROM walk;
	SELECT md5(string_agg(edited::text, '' ORDER BY edited::text)) FROM edited;
	SELECT count(*), count(*) FILTER (WHERE gridpath_valid(route, map)), sum(gridpath_cost(route, map)) FROM walk JOIN level USING (name);
};
my $before = $node->safe_psql('old', $content);
# Rows of version 1.0 with the library of 1.1, stored or asked for; time apart.
my $statistics = q{
	SELECT count(*), md5(string_agg(((r).found, (r).cost, (r).visited, (r).open_peak, (r).route)::text, '' ORDER BY name)) FROM statistics;
	SELECT count(*), md5(string_agg((found, cost, visited, open_peak, optimal, method, route)::text, '' ORDER BY name)) FROM columns;
};
my $rows = $node->safe_psql('old', $statistics);
my $attributes = 'SELECT count(*) FROM json_object_keys((SELECT to_json(fringe_search(map, $$(30,25)$$, $$(57,25)$$)) FROM level LIMIT 1))';
is($node->safe_psql('old', $attributes), 16, 'a result of version 1.0 has its 16 columns');
isnt($node->safe_psql('old', $catalog), $node->safe_psql('new', $catalog), 'the versions differ');
$node->safe_psql('old', 'ALTER EXTENSION fringe UPDATE');
is($node->safe_psql('old', $catalog), $node->safe_psql('new', $catalog), 'an upgraded catalog equals a new one');
is($node->safe_psql('old', $content), $before, 'values, views and answers are the same');
is($node->safe_psql('old', $statistics), $rows, 'stored results and views of them are the same');
is($node->safe_psql('old', $attributes), 17, 'a new result has a column more');
is($node->safe_psql('old', 'SELECT bool_and((statistics.r).opened IS NULL), bool_and((s.opened > 0) = s.found) FROM statistics JOIN level USING (name), fringe_search(map, $$(30,25)$$, $$(57,25)$$, model, method) s'),
	't|t', 'which stored ones do not know');
is($node->safe_psql('old', 'SELECT count(*) FROM level JOIN walk USING (name) WHERE route = fringe_route(map, gridpath_start(route), gridpath_goal(route))'),
	$node->safe_psql('old', 'SELECT count(route) FROM walk'), 'indexes still find');

done_testing();
