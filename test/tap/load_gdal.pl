# fringe_load --gdal: GeoTIFF by gdal_translate, and what no file may make of it.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use LoadTest;
use Test::More;

plan skip_all => 'no gdal_translate here: reading GeoTIFF is NOT tested' unless grep { -x "$_/gdal_translate" } split /:/, $ENV{PATH};

# A TIFF of float4 numbers without compression. `up`: its first row is the southernmost one.
sub tif {
	my ($width, $height, $numbers, %other) = @_;
	my $data = pack 'f<*', @$numbers;
	my $nothing = "-9999\0";
	my @tags = ([ 256, 4, $width ], [ 257, 4, $height ], [ 258, 3, 32 ], [ 259, 3, 1 ], [ 262, 3, 1 ], [ 273, 4, 8 ], [ 277, 3, $other{bands} // 1 ],
		[ 278, 4, $height ], [ 279, 4, length $data ], [ 339, 3, 3 ]);
	my $at = 8 + length $data;
	my $more = $nothing . pack 'd<*', $other{up} ? (1, 0, 0, 350000, 0, 1, 0, 5800000, 0, 0, 0, 0, 0, 0, 0, 1) : ();
	my @placed = $other{up} ? (pack 'vvVV', 34264, 12, 16, $at + length $nothing) : ();
	my $ifd = pack('v', 1 + @tags + @placed) . join('', (map { pack 'vvVV', $_->[0], $_->[1], 1, $_->[2] } @tags), @placed)
		. pack('vvVV', 42113, 2, length $nothing, $at) . pack('V', 0);
	return 'II' . pack('vV', 42, $at + length $more) . $data . $more . $ifd;
}

my $db = database();
my $rules = qq(hill.tif - {"layer": "height", "scale": 0.01}\n*.TIFF - {"1": ".", "2": "T", "null": "@"}\n);
my $folder = folder('fringe.rules' => $rules, 'hill.tif' => tif(3, 1, [ 0.1, 1234.57, -9999 ]), 'land.TIFF' => tif(2, 2, [ 1, 2, 2, -9999 ]), 'south.TIFF' => tif(2, 2, [ 1, 2, 2, -9999 ], up => 1),
	'a.map' => map_of(3, 1, '.'), 'a.map.fee.tif' => tif(3, 1, [ 0.5, -9999, 0.25 ]));
load_is($db, [$folder], 0, '1 0 0 0 0 0', qr{hill\.tif: skipped: it is a GeoTIFF; --gdal reads it}, 'without --gdal each GeoTIFF is named');
load_is($db, [ '--gdal', $folder ], 0, '4 0 0 0 0 0', qr{^fringe_load: \Q$folder\E/a\.map\.fee\.tif: 1 cell without a number becomes a wall; .*: a\.map\.fee\.tif - \{"null": "\."\}\n}, 'with it, all are read');
is($node->safe_psql($db, q{SELECT string_agg(name || '=' || replace(fringe_ascii(map), E'\n', '/'), ' ' ORDER BY name COLLATE "C") FROM level}), 'a=.@. hill=..@ land=.T/T@ south=T@/.T', 'the maps');
is($node->safe_psql($db, q{SELECT string_agg(gridmap_layer(map, layer)::text, ' ' ORDER BY name) FROM level JOIN (VALUES ('a', 'fee'), ('hill', 'height')) v (level, layer) ON level = name}),
	'{{0.5,0,0.25}} {{0.1,1234.57,0}}', 'and their layers');

# ---- files that GDAL must not read, or not to the end ---------------------------------------

my $wide = tif(60000, 60000, [1]);
my $vrt = qq(<VRTDataset rasterXSize="1" rasterYSize="1"><VRTRasterBand dataType="Byte" band="1"><SimpleSource><SourceFilename>/etc/passwd</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>);
for ([ $vrt, 'not a TIFF' ], [ '', 'not a TIFF' ], [ 'II*', 'gdalinfo: ' ], [ substr(tif(2, 2, [ 1, 2, 2, 1 ]), 0, 60), 'gdalinfo: ' ],
	[ $wide, '(?:larger than 256 MB|gdal_translate: )' ], [ tif(1, 1, [ 1, 2 ], bands => 2), 'it has 2 bands' ])
{
	my ($content, $reason) = @$_;
	my $bad = folder('fringe.rules' => qq(* - {"1": ".", "else": "@"}\n), 'x.tif' => $content);
	load_is($db, [ '--gdal', $bad ], 1, '0 0 0 0 0 1', qr/x\.tif: .*$reason/, 'refused: ' . substr(unpack('H*', $content), 0, 20) . ", $reason");
}

my $bin = folder();
for my $program (qw(env perl psql fringe_load getconf)) {
	my ($path) = grep { -x } map { "$_/$program" } split /:/, $ENV{PATH};
	symlink $path, "$bin/$program" if $path;
}
{
	local $ENV{PATH} = $bin;
	load_is($db, [ '--gdal', $folder ], 2, '', qr/--gdal needs the program gdal_translate/, 'without gdal_translate');
}
done_testing();
