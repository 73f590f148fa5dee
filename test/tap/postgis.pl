# Where PostGIS is installed, a route is a geometry, a raster becomes a map, and a cost surface becomes a band of the raster: as
# the pages print it.
use strict;
use warnings;

use FindBin;
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

# ---- rasters -------------------------------------------------------------------------------

# The statements of the pages which need PostGIS.
sub statements {
	my @found;
	for my $page ('import.md', 'rasters.md', 'recipes.md') {
		open my $file, '<', "$FindBin::Bin/../../doc/$page" or die "$page: $!";
		my $text = do { local $/; <$file> };
		push @found, $text =~ /^\*Not run here: PostGIS[^\n]*\n```sql\n(.*?)^```/msg;
	}
	return @found;
}

$node->safe_psql('postgres', q{CREATE EXTENSION postgis_raster});
# 5 x 4 cells of 30 x 30 metres; one has no value
$node->safe_psql('postgres', q{CREATE TABLE elevation AS
	SELECT ST_SetValues(ST_AddBand(ST_MakeEmptyRaster(5, 4, 350000, 5800120, 30, -30, 0, 0, 32633), '64BF'::text, 0, -9999), 1, 1, 1,
		'{{0.25,1.5,2,3,0.125},{1,-9999,1,4,1},{0.1,0.2,0.3,0.4,0.5},{7,8,9,1,2}}'::float8[]) AS rast});
my @statements = statements();
is(scalar @statements, 2, 'the pages have two statements for PostGIS');
for my $statement (@statements) {
	my ($status, $out, $err) = $node->psql('postgres', $statement);
	is($status, 0, (split /\n/, $statement)[0]) or diag $err;
}
my $model = 'octile(friction=cost, weigh=average)';
my ($surface) = grep { /fringe_surface/ } @statements;
$surface =~ s/;\s*$//;
is($node->safe_psql('postgres', qq{
	SELECT ST_NumBands(s.rast), ST_Value(s.rast, 2, 1, 1), ST_Value(s.rast, 2, 2, 2) IS NULL, (SELECT count(*) FROM generate_series(0, 4) x, generate_series(0, 3) y,
		LATERAL (SELECT fringe_cost(m.map, '(0,0)', gridcell(x, y), '$model') AS cost) c WHERE c.cost IS NOT DISTINCT FROM ST_Value(s.rast, 2, x + 1, y + 1))
	FROM ($surface) s, (SELECT gridmap_from_numbers(ST_DumpValues(rast, 1)) AS map FROM elevation) m}), '2|0|t|20', 'the band has the cost of each cell');
is($node->safe_psql('postgres', qq{
	SELECT ST_AsText(ST_StartPoint(line)), ST_AsText(ST_EndPoint(line)), ST_Value(rast, 1, ST_SetSRID(ST_EndPoint(line), 32633))
	FROM elevation, LATERAL (SELECT ST_GeomFromGeoJSON(gridpath_to_geojson(fringe_route(gridmap_from_numbers(ST_DumpValues(rast, 1)), '(0,0)', '(4,3)', '$model'),
		ST_UpperLeftX(rast), ST_UpperLeftY(rast), ST_PixelWidth(rast), y_up => true)) AS line) l}), 'POINT(350015 5800105)|POINT(350135 5800015)|2',
	'a route on the ground ends in its cell of the raster');
is($node->safe_psql('postgres', q{SET postgis.gdal_enabled_drivers = 'GTiff';
	SELECT gridmap_layer(gridmap_from_numbers(ST_DumpValues(ST_FromGDALRaster(ST_AsGDALRaster(rast, 'GTiff')), 1)), 'cost')
		= gridmap_layer(gridmap_from_numbers(ST_DumpValues(rast, 1)), 'cost') FROM elevation}), 't', 'a GeoTIFF becomes a map');
done_testing();
