# Pictures are what a renderer makes of them: an SVG has the pixels of the PNG.
use strict;
use warnings;

use Compress::Zlib;
use File::Basename qw(dirname);
use MIME::Base64;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('pictures');
$node->init;
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION fringe;
	CREATE TABLE scene (name text PRIMARY KEY, map gridmap, route gridpath, heat gridcell_value[]);
	INSERT INTO scene (name, map) VALUES
		('caves', gridmap_caves(90, 60, 0.42, 1)), ('maze', gridmap_maze(31, 61, 1, 2)), ('rooms', gridmap_rooms(50, 50, 7, 3)),
		('one cell', gridmap('{.}'::text[])), ('wide', gridmap_walls(300, 4, 40, 3, 4)),
		('all codes', (SELECT gridmap_agg(gridcell(i % 19, i / 19), chr(33 + i * i % 94)) FROM generate_series(0, 360) i));
	-- the longest way from a cell of the largest component
	UPDATE scene SET route = (SELECT fringe_route(map, sample, gridcell(x, y)) FROM fringe_components(map), fringe_reach(map, sample, 'infinity')
			WHERE component = 1 ORDER BY cost DESC, y, x LIMIT 1),
		heat = ARRAY(SELECT (gridcell(x, y), cost)::gridcell_value FROM fringe_components(map), fringe_reach(map, sample, 25) WHERE component = 1);
});

# ---- pixels ------------------------------------------------------------------

sub paeth
{
	my ($left, $up, $corner) = @_;
	my ($a, $b, $c) = map { abs($left + $up - $corner - $_) } $left, $up, $corner;
	return $a <= $b && $a <= $c ? $left : $b <= $c ? $up : $corner;
}

# A row as its filter says: 0 none, 1 left, 2 up, 3 mean of both, 4 the likeliest.
sub unfilter
{
	my ($filter, $row, $above, $depth) = @_;
	for my $i (0 .. $#$row)
	{
		my $left = $i < $depth ? 0 : $row->[ $i - $depth ];
		my $corner = $i < $depth ? 0 : $above->[ $i - $depth ];
		my $guess = (0, $left, $above->[$i], int(($left + $above->[$i]) / 2), paeth($left, $above->[$i], $corner))[$filter];
		$row->[$i] = ($row->[$i] + $guess) % 256;
	}
}

# A file of 8 bits a channel, as [width, height, rows of bytes, channels].
sub decode
{
	my ($png) = @_;
	my ($width, $height, $bits, $colour) = unpack 'x16 N N C C', $png;
	my $channels = { 2 => 3, 6 => 4 }->{$colour} // die "colour type $colour";
	my ($data, $at) = ('', 8);
	while ($at < length $png)
	{
		my ($length, $type) = unpack 'N a4', substr $png, $at, 8;
		$data .= substr $png, $at + 8, $length if $type eq 'IDAT';
		$at += 12 + $length;
	}
	$data = uncompress($data);
	my $above = [ (0) x ($width * $channels) ];
	my @rows = map {
		my ($filter, @row) = unpack 'C*', substr $data, $_ * ($width * $channels + 1), $width * $channels + 1;
		unfilter($filter, \@row, $above, $channels);
		$above = \@row;
	} 0 .. $height - 1;
	return [ $width, $height, \@rows, $channels ];
}

sub pixel
{
	my ($image, $x, $y) = @_;
	my ($row, $at) = ($image->[2][$y], $x * $image->[3]);
	return sprintf '#%02x%02x%02x', @$row[ $at .. $at + 2 ];
}

# ---- colours -----------------------------------------------------------------

# The table of the page, by code: [light, dark].
sub documented
{
	my %colours;
	for (grep { /^\| .* \| `#\w{6}` \| `#\w{6}` \|$/ } split /\n/, slurp_file(dirname(__FILE__) . '/../../doc/pictures.md'))
	{
		my ($codes) = /^\| (.*?) \|/;
		my @paint = /`(#\w{6})`/g;
		$codes =~ s/<code>&#124;<\/code>/`|`/;
		$colours{$_} = \@paint for $codes =~ /`(.)`/g;
	}
	return %colours;
}

# The fills of the picture of a map of one code.
sub fills
{
	my ($svg) = @_;
	return [ $svg =~ /light-dark\((#\w{6}),(#\w{6})\)/ ];
}

my %documented = documented();
my %painted = map { chr $_ => fills($node->safe_psql('postgres', "SELECT fringe_svg(gridmap(ARRAY[chr($_)]), legend => false)")) } 33 .. 126;
is_deeply({ map { $_ => $painted{$_} } keys %documented }, \%documented, 'codes have the colours that the page says');
is(scalar(keys %documented), 32, '... which says them of this many');
my %page;
for (split /\n/, slurp_file(dirname(__FILE__) . '/../../web/draw.js'))
{
	my ($codes, @paint) = /^  \["((?:\\.|[^"])+)", "[^"]*", "(#\w{6})", "(#\w{6})"\],$/ or next;
	$page{$_} = \@paint for split //, $codes =~ s/\\"/"/r;
}
is_deeply(\%page, \%documented, '... in the page and in the atlas, too');
my %like;
push @{ $like{"@{ $painted{$_} }"} }, $_ for grep { !$documented{$_} } keys %painted;
is_deeply([ grep { @$_ > 1 } values %like ], [], '... and each other code has one of its own');

# ---- words -------------------------------------------------------------------

# In whatever encoding, a picture is ASCII, and its words are characters by their numbers, none of which XML lacks.
my %said = (
	UTF8 => [ q{chr(233) || chr(26085) || chr(65535) || chr(1)}, '&#xE9;&#x65E5;&#xFFFD;&#xFFFD;' ],
	LATIN1 => [ q{chr(233) || chr(255) || chr(1)}, '&#xE9;&#xFF;&#xFFFD;' ],
	EUC_JP => [ q{convert_from('\xe697a5', 'UTF8') || chr(31)}, '&#x65E5;&#xFFFD;' ],
	SQL_ASCII => [ q{chr(195) || chr(169) || chr(233) || chr(226) || chr(130) || chr(127)}, '&#xE9;&#xFFFD;&#xFFFD;&#xFFFD;&#x7F;' ]);
for my $encoding (sort keys %said)
{
	my ($words, $expected) = @{ $said{$encoding} };
	my $database = lc "in_$encoding";
	$node->safe_psql('postgres', "CREATE DATABASE $database ENCODING '$encoding' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
	my $svg = $node->safe_psql($database, qq{
		CREATE EXTENSION fringe;
		SELECT fringe_svg(map, title => words, unit => words, floors => ARRAY[words], labels => '{".": "ground"}', heat => '{"(\\"(0,0)\\",1)"}')
		FROM (SELECT gridmap(ARRAY[repeat('.', 20)]) AS map, $words AS words) v});
	like($svg, qr/\A[\n -~]+\z/, "$encoding: a picture is ASCII");
	is(scalar(() = $svg =~ /\Q$expected\E/g), 4, '... and its words are kept');
}

# ---- pictures ----------------------------------------------------------------

sub png { return decode(decode_base64($node->safe_psql('postgres', "SELECT encode(fringe_png($_[0]), 'base64') FROM scene WHERE name = '$_[1]'"))); }

sub rendered
{
	my ($arguments, $name, @size) = @_;
	my $file = "$PostgreSQL::Test::Utils::tmp_check/picture";
	open my $out, '>', "$file.svg" or die;
	print $out $node->safe_psql('postgres', "SELECT fringe_svg($arguments) FROM scene WHERE name = '$name'");
	close $out;
	system_or_bail('rsvg-convert', @size, '-o', "$file.png", "$file.svg");
	return decode(slurp_file("$file.png"));
}

# The animation at a time in seconds, as a browser has it.
sub frame
{
	my ($arguments, $name, $time) = @_;
	my $file = "$PostgreSQL::Test::Utils::tmp_check/frame";
	my $svg = $node->safe_psql('postgres', "SELECT fringe_svg($arguments) FROM scene WHERE name = '$name'");
	open my $out, '>', "$file.html" or die;
	print $out "<style>svg { width: 100%; height: auto }</style><body style='margin:0'>$svg<script>const s = document.querySelector('svg'); s.pauseAnimations(); s.setCurrentTime($time)</script>";
	close $out;
	system_or_bail('chromium', qw(--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
		--disable-component-update --disable-sync --hide-scrollbars --window-size=300,300 --virtual-time-budget=1000),
		"--user-data-dir=$file", "--screenshot=$file.png", "file://$file.html");
	return decode(slurp_file("$file.png"));
}

# Of each cell the middle pixel, where the SVG has its own size.
sub differences
{
	my ($arguments, $name) = @_;
	my ($width, $height) = split /\|/, $node->safe_psql('postgres', "SELECT gridmap_width(map), gridmap_height(map) FROM scene WHERE name = '$name'");
	my $longer = $width > $height ? $width : $height;
	my $cell = $longer < 25 ? 32 : int 800 / $longer;
	my $svg = rendered("$arguments, legend => false", $name);
	my $png = png("$arguments, pixels => $longer", $name);
	return 'size' if "@$svg[0, 1]" ne join ' ', $width * $cell + 20, $height * $cell + 20;
	my $middle = sub { 10 + int(($_[0] + 0.5) * $cell) };
	return grep { my $x = $_ % $width; my $y = int $_ / $width; pixel($svg, $middle->($x), $middle->($y)) ne pixel($png, $x, $y) } 0 .. $width * $height - 1;
}

sub pixels_like
{
	my ($image, $like) = @_;
	my ($width, undef, $rows, $channels) = @$image;
	my $count = 0;
	for my $row (@$rows)
	{
		$count += grep { $like->(@$row[ $_ * $channels .. $_ * $channels + 2 ]) } 0 .. $width - 1;
	}
	return $count;
}

# A route is red, if only in part, and a visit is a flash of blue; nothing else in these maps is.
sub red_pixels { return pixels_like($_[0], sub { $_[0] > 40 + $_[1] && $_[0] > 40 + $_[2] }); }
sub blue_pixels { return pixels_like($_[0], sub { $_[2] > 200 && $_[0] < 50 }); }

SKIP:
{
	skip 'no rsvg-convert here: SVG pictures are NOT rendered', 1 if system('rsvg-convert --version >/dev/null 2>&1') != 0;
	for my $name (split /\n/, $node->safe_psql('postgres', 'SELECT name FROM scene ORDER BY name'))
	{
		is(scalar differences('map', $name), 0, "$name: the terrain of every cell");
		is(scalar differences('map, heat => heat', $name), 0, '... and its heat');
	}
	for my $size (100, 400)
	{
		my $route = 'map, route';
		cmp_ok(red_pixels(rendered($route, $_, '-w', $size)), '>', $size / 2, "a route on $_ is seen at $size pixels") for 'caves', 'maze', 'wide';
		cmp_ok(red_pixels(png("$route, pixels => $size", $_)), '>', $size / 2, '... in a PNG, too') for 'caves', 'maze';
	}
	is(rendered('map, route, heat, seconds => 2', 'caves', '-w', 300)->[0], 300, 'an animation is a picture as well');
}

SKIP:
{
	skip 'no chromium here: animations are NOT played', 1 if system('chromium --version >/dev/null 2>&1') != 0;
	my $animation = "map, route, heat, palette => '{\".\": \"#ffffff\", \"@\": \"#000000\"}', seconds => 10";
	my %at = map { $_ => frame($animation, 'caves', $_) } 0, 4, 8.2, 9;
	my %white = map { $_ => pixels_like($at{$_}, sub { $_[0] == 255 && $_[1] == 255 && $_[2] == 255 }) } keys %at;
	cmp_ok($white{0}, '>', $white{4}, 'an animation shows more cells');
	cmp_ok($white{4}, '>', $white{9}, '... as it goes on');
	cmp_ok(blue_pixels($at{4}), '>', 0, '... those that come by a flash');
	is(blue_pixels($at{$_}), 0, "... of which there is none after $_ s") for 0, 9;
	cmp_ok(red_pixels($at{9}), '>', red_pixels($at{8.2}), '... then the route');
}

done_testing();
