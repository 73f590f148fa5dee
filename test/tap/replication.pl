# Logical replication, as text and binary: values are the same there, and answer the same.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use Catalog;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $publisher = PostgreSQL::Test::Cluster->new('publisher');
$publisher->init(allows_streaming => 'logical');
$publisher->start;
my $tables = q{
	CREATE EXTENSION fringe;
	CREATE TABLE level (name text PRIMARY KEY, map gridmap NOT NULL, fast gridindex, field gridfield);
	CREATE TABLE walk (id int PRIMARY KEY, map text, start gridcell, goal gridcell, route gridpath, model gridmodel, method gridmethod, busy gridbusy, extent gridcell_extent, value gridcell_value, result fringe_result);
	CREATE TABLE linked (name text PRIMARY KEY, map gridmap NOT NULL, links gridlink[], fast gridindex, lines gridindex, field gridfield, through gridpath, straight gridpath);
};
my $rows = sub {
	my ($from, $to) = @_;
	return qq{
		INSERT INTO level SELECT 'rooms ' || i, map, fringe_index(map), fringe_field(map, '{"(1,1)"}')
			FROM generate_series($from, $to) i, LATERAL (SELECT gridmap_rooms(120 + 20 * i, 90, 7, i) AS map OFFSET 0) m;
		INSERT INTO walk SELECT 100 * i + j, 'rooms ' || i, '(1,1)', gridcell(j, 80), fringe_route(map, '(1,1)', gridcell(j, 80)), 'octile', 'astar(open=heap)', gridbusy(gridcell(i, j), j, CASE WHEN j % 3 > 0 THEN j + i END),
				ROW(gridcell '(1,1)', gridcell(j, 80))::gridcell_extent, ROW(gridcell(j, 80), i / 2.0)::gridcell_value, fringe_search(map, '(1,1)', gridcell(j, 80))
			FROM generate_series($from, $to) i JOIN level ON name = 'rooms ' || i, generate_series(1, 30) j;
		INSERT INTO linked SELECT name, m.map, ARRAY(SELECT link FROM gridmap_links(m.map)), fringe_index(m.map), fringe_index(plain, 'anyangle'), fringe_field(m.map, '{"(1,1)"}'),
				fringe_route(m.map, '(1,1)', '(100,80)'), fringe_route(plain, '(1,1)', '(100,80)', 'anyangle')
			FROM generate_series($from, $to) i JOIN level ON name = 'rooms ' || i, LATERAL (SELECT gridmap_crop(level.map, '(0,0)', '(110,89)') AS plain OFFSET 0) p,
			LATERAL (SELECT gridmap_link(plain, '{"(1,1)>(90,70)=2.5:k","(3,3)<>(60,60)=0"}') AS map OFFSET 0) m;
	};
};
$publisher->safe_psql('postgres', $tables . $rows->(1, 3) . 'CREATE PUBLICATION all_of_it FOR ALL TABLES');
is(types_without_column($publisher, 'postgres'), '', 'each type has a column');

my $content = q{
	SELECT md5(string_agg(level::text, '' ORDER BY name)) FROM level;
	SELECT md5(string_agg(walk::text, '' ORDER BY id)), count(*) FROM walk;
	SELECT name, gridmap_digest(level.map), gridindex_matches(fast, level.map), round(sum(fringe_cost(level.map, start, goal))::numeric, 6), round(sum(fringe_cost(fast, start, goal))::numeric, 6),
		round(sum(gridfield_cost(field, goal))::numeric, 6), count(*) FILTER (WHERE gridpath_cost(route, level.map) IS DISTINCT FROM fringe_cost(level.map, start, goal, model, method))
	FROM level JOIN walk ON walk.map = name GROUP BY name, level.map, fast ORDER BY name;
	SELECT md5(string_agg(linked::text, '' ORDER BY name)), count(through), sum(gridpath_cost(through, map)), sum(gridpath_cost(straight, gridmap_unlink(map, links), 'anyangle')),
		count(*) FILTER (WHERE gridpath_cost(through, map) IS DISTINCT FROM fringe_cost(fast, '(1,1)', '(100,80)')
			OR fringe_cost(map, '(100,80)', '(1,1)') IS DISTINCT FROM gridfield_cost(field, '(100,80)')
			OR ARRAY(SELECT link FROM gridmap_links(map)) <> links) FROM linked;
};

for my $binary ('false', 'true')
{
	my $subscriber = PostgreSQL::Test::Cluster->new("subscriber_$binary");
	$subscriber->init;
	$subscriber->start;
	$subscriber->safe_psql('postgres', $tables);
	$subscriber->safe_psql('postgres', "CREATE SUBSCRIPTION s_$binary CONNECTION '" . $publisher->connstr . " dbname=postgres' PUBLICATION all_of_it WITH (binary = $binary)");
	$subscriber->wait_for_subscription_sync($publisher, "s_$binary");
	is($subscriber->safe_psql('postgres', $content), $publisher->safe_psql('postgres', $content), "binary = $binary: copied");
	my $more = $binary eq 'true' ? 4 : 6;
	$publisher->safe_psql('postgres', $rows->($more, $more + 1) . q{
		UPDATE level SET map = gridmap_set(map, '{"(3,3)"}', 'W'); -- toasted values that stay are not sent
		UPDATE walk SET goal = '(5,5)', route = NULL WHERE id % 7 = 0;
		DELETE FROM walk WHERE id % 11 = 0;
		UPDATE linked SET map = gridmap_unlink(map, links[1:1]), links = links[2:], fast = NULL, through = NULL WHERE name = 'rooms 2';
	});
	$publisher->wait_for_catchup("s_$binary");
	is($subscriber->safe_psql('postgres', $content), $publisher->safe_psql('postgres', $content), '... and changed');
	$subscriber->safe_psql('postgres', "DROP SUBSCRIPTION s_$binary");
	$subscriber->stop;
}

done_testing();
