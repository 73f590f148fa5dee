# A route is a geometry where PostGIS is installed.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('postgis');
$node->init;
$node->start;
plan skip_all => 'no PostGIS here: the cast to geometry is NOT tested'
	if $node->safe_psql('postgres', q{SELECT count(*) FROM pg_available_extensions WHERE name = 'postgis'}) == 0;
$node->safe_psql('postgres', 'CREATE EXTENSION postgis; CREATE EXTENSION fringe');

my $route = q{gridpath '(0,0) E5 SE3 S2'};
is($node->safe_psql('postgres', "SELECT ST_AsText(ST_Simplify(${route}::path::geometry, 0))"), 'LINESTRING(0 0,5 0,8 3,8 5)',
	'a route as a geometry, in cells');
is($node->safe_psql('postgres', "SELECT ST_AsText(ST_GeomFromGeoJSON(gridpath_to_geojson($route, 100, 200, 10, y_up => true)))"),
	'LINESTRING(105 195,155 195,185 165,185 145)', 'a route as a geometry, on the ground');
is($node->safe_psql('postgres', q{SELECT round(ST_Length(gridpath '(3,4) E10 N2'::path::geometry)::numeric, 6)}), '12.000000', 'its length');
is($node->safe_psql('postgres', q{SELECT ST_Intersects(gridpath '(0,0) E5'::path::geometry, gridpath '(2,-2) S4'::path::geometry)}), 't',
	'two routes that cross');
done_testing();
