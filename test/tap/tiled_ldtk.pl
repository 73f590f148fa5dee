# Maps of Tiled and LDtk that this test writes, in every variant, against the same map as text. Then documents that are cut at
# every byte, that have wrong values at every place, and random bytes: each gives an answer, or an error that says why not.
use strict;
use warnings;

use Compress::Zlib qw(compress memGzip);
use JSON::PP;
use MIME::Base64 qw(encode_base64);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('tiles');
$node->init;
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION fringe_formats CASCADE');

# ---- a map -------------------------------------------------------------------------------------

my ($width, $height) = (48, 32);
my $seed = 7;
sub random { my ($below) = @_; $seed = ($seed * 1103515245 + 12345) % 2**31; return int($seed / 65536) % $below }
my @tiles = map { random(3) ? random(7) : 0 } 1 .. $width * $height;
# A chunk that is empty is not in the file; those at the corners are.
for my $y (0 .. 15) { $tiles[ $y * $width + $_ ] = 0 for 16 .. 31 }
my @codes = qw(. 1 2 3 4 5 6);
my $rule = encode_json({ map { $_ => $codes[$_] } 0 .. 6 });
my $rows = join '', map { my $y = $_; join('', @codes[ @tiles[ $y * $width .. $y * $width + $width - 1 ] ]) . "\n" } 0 .. $height - 1;

# ---- encodings -----------------------------------------------------------------------------------

# A frame of blocks as they are, and of one byte often; by the program, if it is here, one that is compressed.
sub zstd_frame
{
	my ($bytes) = @_;
	my @blocks;
	while (length $bytes)
	{
		if ($bytes =~ s/\A((.)\2{7,999})//s) { push @blocks, [ 1, length $1, $2 ] }
		else { my $part = substr $bytes, 0, 100, ''; push @blocks, [ 0, length $part, $part ] }
	}
	my $size = 0;
	$size += $_->[1] for @blocks;
	return pack('VCV', 0xfd2fb528, 0xa0, $size)
		. join '', map { substr(pack('V', ($_ == $#blocks) | $blocks[$_][0] << 1 | $blocks[$_][1] << 3), 0, 3) . $blocks[$_][2] } 0 .. $#blocks;
}
my $zstd_program = `zstd --version 2>/dev/null` ne '';
sub zstd_by_program
{
	my ($bytes) = @_;
	my $folder = PostgreSQL::Test::Utils::tempdir();
	open my $file, '>:raw', "$folder/tiles" or die $!;
	print $file $bytes;
	close $file;
	system('zstd', '-q', '-19', "$folder/tiles") == 0 or die 'zstd';
	return slurp_file("$folder/tiles.zst");
}
my %pack = (none => sub { $_[0] }, zlib => sub { compress($_[0]) }, gzip => sub { memGzip($_[0]) }, zstd => \&zstd_frame,
	$zstd_program ? ('zstd -19' => \&zstd_by_program) : ());
my @encodings = ('array', 'csv', 'elements', sort keys %pack);

# "data" of these tiles, in JSON or in XML: attributes, and what is in them.
sub data_of
{
	my ($encoding, @numbers) = @_;
	return ('', '', [@numbers]) if $encoding eq 'array';
	return ('', join('', map { $_ ? "<tile gid=\"$_\"/>" : '<tile/>' } @numbers), undef) if $encoding eq 'elements';
	return (' encoding="csv"', "\n" . join(",\n", map { join ',', splice @numbers, 0, 16 } 1 .. @numbers / 16) . "\n", undef) if $encoding eq 'csv';
	my $text = encode_base64($pack{$encoding}->(pack 'V*', @numbers), '');
	my $compression = $encoding =~ /^zstd/ ? 'zstd' : $encoding eq 'none' ? '' : $encoding;
	return (' encoding="base64"' . ($compression ? " compression=\"$compression\"" : ''), "\n   $text\n  ", $text, $compression);
}

sub chunks { return map { my $y = $_; map { [ $_, $y ] } 0 .. $width / 16 - 1 } reverse 0 .. $height / 16 - 1 }
sub tiles_of_chunk { my ($x, $y, @all) = @_; return map { my $row = $_; @all[ ($y * 16 + $row) * $width + $x * 16 .. ($y * 16 + $row) * $width + $x * 16 + 15 ] } 0 .. 15 }

sub xml_of
{
	my ($encoding, $infinite, $deep, $orientation, @all) = @_;
	my ($attributes, $data) = data_of($encoding, @all);
	if ($infinite)
	{
		$data = '';
		for my $at (chunks())
		{
			my @part = tiles_of_chunk(@$at, @all);
			next if !grep { $_ } @part;
			my (undef, $text) = data_of($encoding, @part);
			$data .= sprintf "<chunk x=\"%d\" y=\"%d\" width=\"16\" height=\"16\">%s</chunk>\n", $at->[0] * 16 - 32, $at->[1] * 16 - 16, $text;
		}
	}
	my $layer = "<layer id=\"1\" name=\"walls\" width=\"$width\" height=\"$height\"><data$attributes>$data</data></layer>";
	$layer = "<group name=\"house\"><properties/><group name=\"indoors\">$layer</group></group>" if $deep;
	return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"$orientation\" width=\"$width\" height=\"$height\" tilewidth=\"16\" tileheight=\"8\" infinite=\""
		. ($infinite ? 1 : 0) . "\">\n <!-- a comment --><tileset firstgid=\"1\" source=\"tiles.tsx\"/>\n <objectgroup name=\"walls\"><object id=\"1\" x=\"8\" y=\"8\"/></objectgroup>\n $layer\n</map>\n";
}

sub json_of
{
	my ($encoding, $infinite, $deep, $orientation, @all) = @_;
	my (undef, $csv, $data, $compression) = data_of($encoding, @all);
	my $layer = { type => 'tilelayer', id => 1, name => 'walls', width => $width, height => $height, x => 0, y => 0, opacity => 1, visible => JSON::PP::true };
	$layer->{encoding} = 'base64' if defined $compression;
	$layer->{compression} = $compression if defined $compression;
	if ($infinite)
	{
		for my $at (chunks())
		{
			my @part = tiles_of_chunk(@$at, @all);
			push @{ $layer->{chunks} }, { x => $at->[0] * 16 - 32, y => $at->[1] * 16 - 16, width => 16, height => 16, data => (data_of($encoding, @part))[2] } if grep { $_ } @part;
		}
	}
	else { $layer->{data} = $data }
	$layer = { type => 'group', name => 'house', layers => [ { type => 'group', name => 'indoors', layers => [$layer] } ] } if $deep;
	return encode_json({ type => 'map', version => '1.10', orientation => $orientation, infinite => $infinite ? JSON::PP::true : JSON::PP::false, width => $width, height => $height,
		tilewidth => 16, tileheight => 8, tilesets => [ { firstgid => 1, source => 'tiles.tsx' } ],
		layers => [ { type => 'objectgroup', name => 'walls', objects => [ { id => 1, x => 8, y => 8 } ] }, $layer ] });
}

# ---- every variant -----------------------------------------------------------------------------

my @flipped = map { $_ && random(2) ? $_ + 2**28 * random(16) : $_ } @tiles;
my $script = "CREATE TABLE variant (name text PRIMARY KEY, path text, document text);\nCOPY variant FROM stdin;\n";
my $count = 0;
for my $encoding (@encodings)
{
	for my $infinite (0, 1)
	{
		for my $deep (0, 1)
		{
			for my $flips (0, 1)
			{
				for my $orientation ('orthogonal', 'isometric')
				{
					my @of = ($encoding, $infinite, $deep, $orientation, $flips ? @flipped : @tiles);
					for my $format ($encoding eq 'array' ? 'tmj' : $encoding =~ /csv|elements/ ? 'tmx' : ('tmj', 'tmx'))
					{
						my $document = $format eq 'tmj' ? json_of(@of) : xml_of(@of);
						$document =~ s/\\/\\\\/g;
						$document =~ s/\n/\\n/g;
						$script .= join("\t", join(' ', $format, $encoding, $infinite ? 'infinite' : 'finite', $deep ? 'groups' : 'flat', $flips ? 'flips' : 'plain', $orientation),
							$deep ? 'house/indoors/walls' : 'walls', $document) . "\n";
						$count++;
					}
				}
			}
		}
	}
}
$script .= "\\.\nCREATE TABLE truth AS SELECT '$rows'::gridmap AS map, '$rule'::jsonb AS rule;\n";
$node->safe_psql('postgres', $script);
is($node->safe_psql('postgres', q{SELECT string_agg(name, E'\n' ORDER BY name) FROM variant, truth WHERE gridmap_from_tiled(document, rule, path) <> map}), '',
	"$count variants of a map are the same map");
is($node->safe_psql('postgres', q{SELECT string_agg(name, E'\n' ORDER BY name) FROM variant, truth WHERE name ~ '^tmj' AND gridmap_from_tiled(document::jsonb, rule) <> map}), '', '... as jsonb');
is($node->safe_psql('postgres', q{SELECT string_agg(name, E'\n' ORDER BY name) FROM variant, truth WHERE name ~ '^tmx' AND gridmap_from_tiled(document::xml, rule, 'walls') <> map}), '', '... as xml');
is($node->safe_psql('postgres', q{SELECT string_agg(DISTINCT concat_ws(' ', substring(v.name FROM 'infinite|finite'), substring(v.name FROM '\w+$'), cell), E'\n') FROM variant v, gridmap_tiled_objects(document)}),
	join("\n", 'finite isometric (1,1)', 'finite orthogonal (0,1)', 'infinite isometric (33,17)', 'infinite orthogonal (32,17)'), 'the object is in its cell');
is($node->safe_psql('postgres', q{SELECT count(*) FROM truth, gridmap_to_tiled(map, rule => rule) tiled WHERE gridmap_from_tiled(tiled, rule) = map AND gridmap_from_tiled(tiled::text, rule) = map}),
	'1', 'a map that was written for Tiled is read back');

# ---- encodings of the database -------------------------------------------------------------------

for my $encoding ('LATIN1', 'SQL_ASCII')
{
	my $database = lc $encoding;
	$node->safe_psql('postgres', "CREATE DATABASE $database ENCODING '$encoding' TEMPLATE template0 LOCALE 'C'");
	$node->safe_psql($database, 'CREATE EXTENSION fringe_formats CASCADE');
	my $bytes = $encoding eq 'LATIN1' ? "\xe4" : "\xc3\xa4";
	my $tmx = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><map tilewidth=\"1\" tileheight=\"1\"><layer name=\"W${bytes}nde\" width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer>"
		. "<objectgroup name=\"W${bytes}nde\"><object name=\"$bytes\"/></objectgroup></map>";
	is($node->safe_psql($database, "SET client_encoding = '$encoding'; SELECT gridmap_width(gridmap_from_tiled('$tmx', '{\"else\": \".\"}', 'W${bytes}nde')) || (SELECT name FROM gridmap_tiled_objects('$tmx'))"),
		"1$bytes", "$encoding: names have the encoding of the database, whatever the XML declares");
}
my (undef, undef, $bytes_error) = $node->psql('sql_ascii', "SELECT gridmap_from_tiled('<map><layer name=\"\xff\"/></map>')");
like($bytes_error, qr/ERROR:  .*"UTF8": 0xff/, 'bytes that are no UTF-8 are refused');

# ---- documents that are cut or damaged -----------------------------------------------------------

# How calls end: the SQLSTATE, or "right" or "wrong".
$node->safe_psql('postgres', <<'END');
CREATE FUNCTION ends(document text, right_map gridmap) RETURNS text LANGUAGE plpgsql AS $$
DECLARE map gridmap; message text; state text;
BEGIN
  map := gridmap_from_tiled(document, '{"1": "a", "2": "b", "0": ".", "3": "c"}');
  PERFORM count(*) FROM gridmap_tiled_objects(document);
  PERFORM gridmap_tiled_layout(document);
  RETURN CASE WHEN map = right_map THEN 'right' ELSE 'wrong' END;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END $$;
CREATE FUNCTION ends_ldtk(document jsonb) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM gridmap_from_ldtk(document, rule => '{"else": "."}'), gridmap_from_ldtk(document, rule => '{"wall": "@", "else": "."}'), gridmap_from_ldtk(document, layer => 'tiles', rule => '{"else": "."}');
  PERFORM count(*) FROM gridmap_ldtk_levels(document), gridmap_ldtk_entities(document);
  RETURN 'answer';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END $$;
-- every place in a document
CREATE FUNCTION places(document jsonb) RETURNS SETOF text[] LANGUAGE sql AS $$
  WITH RECURSIVE place (path, value) AS (
    SELECT '{}'::text[], document
    UNION ALL
    SELECT path || key, child FROM place, LATERAL (
      SELECT * FROM jsonb_each(CASE WHEN jsonb_typeof(value) = 'object' THEN value ELSE '{}' END)
      UNION ALL
      SELECT (i - 1)::text, e FROM jsonb_array_elements(CASE WHEN jsonb_typeof(value) = 'array' THEN value ELSE '[]' END) WITH ORDINALITY a (e, i)) c (key, child))
  SELECT path FROM place WHERE path <> '{}'
$$;
END
# SQLSTATEs that say what is wrong: data, a feature that is not there, a limit, or a combination of characters.
my $clear = q{'^(22|0A|53400|54)'};

my @small = (1, 2, 0, 3, 0, 1);
my %small_data = (
	csv => '<data encoding="csv">1,2,0,3,0,1</data>', elements => '<data>' . join('', map { "<tile gid=\"$_\"/>" } @small) . '</data>',
	map { my $how = $_; ($how => '<data encoding="base64"' . ($how eq 'none' ? '' : " compression=\"$how\"") . '>' . encode_base64($pack{$how}->(pack 'V*', @small), '') . '</data>') } qw(none zlib gzip zstd));
my $objects = '<objectgroup name="o"><object id="1" name="d" x="1" y="2" width="3"><properties><property name="p" type="int" value="7"/></properties></object><object id="2"><polygon points="0,0 1,2.5 3,4"/></object></objectgroup>';
my @documents = map { "<map orientation=\"orthogonal\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"t\"/><layer name=\"a\" width=\"3\" height=\"2\">$small_data{$_}</layer>$objects</map>" }
	sort keys %small_data;
push @documents, map { "{\"layers\":[{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":3,\"height\":2,$_},{\"type\":\"objectgroup\",\"objects\":[{\"x\":1,\"y\":2,\"polygon\":[{\"x\":1,\"y\":2}]}]}],\"tilewidth\":16,\"tileheight\":16}" }
	'"data":[1,2,0,3,0,1]', map { my $how = $_; "\"encoding\":\"base64\",\"compression\":\"" . ($how eq 'none' ? '' : $how) . '","data":"' . encode_base64($pack{$how}->(pack 'V*', @small), '') . '"' } qw(none zlib gzip zstd);
my $values = join ', ', map { "(\$d\$$_\$d\$)" } @documents;
$node->safe_psql('postgres', qq{CREATE TABLE small AS SELECT document, gridmap('{ab.,c.a}'::text[]) AS map FROM (VALUES $values) v (document)});
is($node->safe_psql('postgres', q{SELECT string_agg(DISTINCT ends(document, map), ' ') FROM small}), 'right', 'small documents are read');
is($node->safe_psql('postgres', qq{SELECT string_agg(DISTINCT e || ' ' || left(document, bytes), E'\\n') FROM small, generate_series(0, length(document) - 1) bytes, ends(left(document, bytes), map) e
	WHERE e <> 'right' AND e !~ $clear}), '', 'cut at every byte: an error that says so, or the right map');
# Data that are cut, in a document that is whole. A byte less of base64 is none; a tile less is another length.
is($node->safe_psql('postgres', qq{SELECT string_agg(DISTINCT e || ' ' || data, E'\\n') FROM small, substring(document FROM '(?:encoding="base64"[^>]*>|"data":")([^<"]*)') data,
	generate_series(0, length(data) - 1) bytes, ends(replace(document, data, left(data, bytes)), map) e
	WHERE e <> 'right' AND e !~ $clear}), '', 'base64 cut at every byte: likewise');
my $damaged = $node->safe_psql('postgres', qq{SELECT setseed(0.7); SELECT count(*) || ' ' || count(*) FILTER (WHERE e NOT IN ('right', 'wrong') AND e !~ $clear) FROM small,
	generate_series(1, 400) i, LATERAL (SELECT 1 + floor(random() * length(document))::int AS at, chr(32 + floor(random() * 95)::int) AS byte WHERE i > 0) m,
	ends(overlay(document PLACING byte FROM at FOR 1), map) e});
is($damaged =~ s/^\n//r, (400 * @documents) . ' 0', 'documents with another byte somewhere: an answer, or an error that says why not');

my $ldtk = q{{"worldLayout":"Free","defs":{"layers":[{"uid":1,"intGridValues":[{"value":1,"identifier":"wall","groupUid":0}],"intGridValuesGroups":[{"uid":0,"identifier":"solid"}]}],
	"tilesets":[{"uid":7,"enumTags":[{"enumValueId":"Tree","tileIds":[4]}]}]},"levels":[{"identifier":"a","iid":"i","worldX":16,"worldY":0,"worldDepth":0,"pxWid":32,"pxHei":16,
	"fieldInstances":[{"__identifier":"f","__value":[1]}],"__neighbours":[{"levelIid":"i","dir":"n"}],"layerInstances":[
	{"__identifier":"things","__type":"Entities","__gridSize":16,"__pxTotalOffsetX":0,"entityInstances":[{"__identifier":"chest","iid":"e","px":[8,16],"__pivot":[0.5,1],"width":16,"height":16,"__tags":["t"],"fieldInstances":[]}]},
	{"__identifier":"walls","__type":"IntGrid","__gridSize":16,"__cWid":2,"__cHei":1,"layerDefUid":1,"intGridCsv":[0,1]},
	{"__identifier":"tiles","__type":"Tiles","__gridSize":16,"__cWid":2,"__cHei":1,"__tilesetDefUid":7,"gridTiles":[{"px":[0,0],"t":4}]}]}]}};
my $tmj = q{{"orientation":"orthogonal","infinite":false,"tilewidth":16,"tileheight":16,"tilesets":[{"firstgid":1,"name":"t","tiles":[{"id":0,"class":"c","properties":[{"name":"solid","type":"bool","value":true}]}]}],
	"layers":[{"type":"tilelayer","name":"a","width":3,"height":2,"data":[1,2,0,3,0,1]},{"type":"group","name":"g","layers":[{"type":"tilelayer","name":"b","width":3,"height":2,"encoding":"base64","compression":"zlib",
	"data":"} . encode_base64(compress(pack 'V*', @small), '') . q{"},{"type":"objectgroup","objects":[{"id":1,"gid":1,"x":1,"y":2,"width":1,"height":1,"rotation":90,"properties":[{"name":"p","type":"int","value":1}]},
	{"id":2,"polyline":[{"x":0,"y":1}]}]}]}]}};
$node->safe_psql('postgres', qq{CREATE TABLE whole AS SELECT 'ldtk' AS kind, \$d\$$ldtk\$d\$::jsonb AS document UNION ALL SELECT 'tiled', \$d\$$tmj\$d\$::jsonb;
	CREATE TABLE changed AS SELECT kind, path, value, CASE WHEN value IS NULL THEN document #- path ELSE jsonb_set(document, path, value) END AS document
	FROM whole, places(document) path, unnest('{NULL,null,true,-1,0,0.5,70000,2147483648,1e308,"\\"x\\"","[]","{}","[[]]"}'::jsonb[]) value});
is($node->safe_psql('postgres', q{SELECT (SELECT ends_ldtk(document) FROM whole WHERE kind = 'ldtk') || ' ' || (SELECT ends(document::text, gridmap('{ab.,c.a}'::text[])) FROM whole WHERE kind = 'tiled')}), 'answer right', 'whole documents are read');
my $changed = $node->safe_psql('postgres', qq{SELECT count(*) || ' ' || coalesce(string_agg(concat_ws(' ', e, kind, path, value), E'\\n') FILTER (WHERE e NOT IN ('answer', 'right', 'wrong') AND e !~ $clear), 'clear')
	FROM changed, LATERAL (SELECT CASE kind WHEN 'ldtk' THEN ends_ldtk(document) ELSE ends(document::text, gridmap('{ab.,c.a}'::text[])) END) x (e)});
like($changed, qr/^\d{4} clear$/, "a wrong value at every place: an answer, or an error that says why not ($changed)");

# ---- documents that would take memory, time, files or the network --------------------------------------

my $bomb = encode_base64(compress("\0" x 100_000_000), '');
my $laughs = '<!DOCTYPE map [<!ENTITY a0 "ha">' . join('', map { my $less = $_ - 1; "<!ENTITY a$_ \"" . "&a$less;" x 10 . '">' } 1 .. 9) . ']><map name="&a9;"/>';
my %hostile = (
	'a layer that inflates to 100 MB' => "SELECT gridmap_from_tiled('{\"layers\": [{\"type\": \"tilelayer\", \"width\": 3, \"height\": 2, \"encoding\": \"base64\", \"compression\": \"zlib\", \"data\": \"$bomb\"}]}')",
	'entities in entities' => "SELECT gridmap_from_tiled('$laughs')",
	'a file as an entity' => q{SELECT gridmap_from_tiled('<!DOCTYPE map [<!ENTITY a SYSTEM "file:///etc/hostname">]><map><layer name="&a;"/></map>')},
	'a file as a document type' => q{SELECT gridmap_from_tiled('<!DOCTYPE map SYSTEM "file:///etc/hostname"><map/>')},
	'an address as a document type' => q{SELECT gridmap_from_tiled('<!DOCTYPE map [<!ENTITY % a SYSTEM "http://192.0.2.1/">%a;]><map/>')},
	'elements in each other' => q{SELECT gridmap_from_tiled(repeat('<map>', 1000000))},
	'a name of 20 MB' => q{SELECT gridmap_from_tiled('<' || repeat('m', 20000000) || '/>')},
	'an attribute of 20 MB' => q{SELECT gridmap_from_tiled('<map name="' || repeat('m', 20000000) || '"/>')},
	'many layers' => q{SELECT gridmap_from_tiled('<map>' || repeat('<layer/>', 100000) || '</map>', layer => 'a')},
	'a huge layer without tiles' => q{SELECT gridmap_from_tiled('<map><layer width="65535" height="2048"><data encoding="csv"/></layer></map>')},
	'chunks that are far apart' => q{SELECT gridmap_from_tiled('{"infinite": true, "layers": [{"type": "tilelayer", "chunks": [{"x": -2147483648, "y": 0, "width": 16, "height": 16}, {"x": 2147483647, "y": 0, "width": 16, "height": 16}]}]}')});
for my $what (sort keys %hostile)
{
	my ($status, $out, $err) = $node->psql('postgres', "SET statement_timeout = '20s'; SET fringe.max_memory = '64MB';\n\\set VERBOSITY verbose\n$hostile{$what};
		SELECT 'MB ' || substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\\s+(\\d+)')::int / 1024", on_error_stop => 0);
	like($err, qr/ERROR:  (22|0A|53400|54)/, "$what: refused") or note($err);
	my ($mb) = $out =~ /^MB (\d+)/m;
	cmp_ok($mb // 10**6, '<', 400, '... within limits of memory');
}

$node->stop;
done_testing();
