# tools/atlas writes a page that works in a browser, without a network.
use strict;
use warnings;

use JSON::PP qw(decode_json);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('atlas');
$node->init;
$node->start;
$ENV{PGHOST} = $node->host;
$ENV{PGPORT} = $node->port;
$node->safe_psql('postgres', q{
	CREATE EXTENSION fringe;
	CREATE DATABASE bare;
	CREATE DATABASE hostile;
	CREATE TABLE level (name text PRIMARY KEY, map gridmap NOT NULL, biome text);
	CREATE TABLE scenario (map text, start gridcell, goal gridcell);
	INSERT INTO level VALUES ('a </script> &', gridmap_walls(20, 10, 3, 4, 1), '<b>'), ('b', gridmap('{.....,@@@@.,.....}'::text[]), NULL), ('empty', gridmap('{.}'::text[]), 'no');
	INSERT INTO scenario VALUES ('b', '(0,0)', '(0,2)'), ('b', '(0,0)', '(0,1)'), ('b', '(4,0)', '(0,0)');
});
# Text that ends a script, or begins what swallows its end, in every column of text; and what is not there.
my $hostile = '<!--<script>';
$node->safe_psql('hostile', qq{
	CREATE EXTENSION fringe;
	CREATE TABLE level (name text, map gridmap, "$hostile" text, note jsonb);
	CREATE TABLE scenario (map text, start gridcell, goal gridcell);
	INSERT INTO level SELECT text, gridmap('{...,...}'::text[]), text, jsonb_build_object(text, text)
	FROM unnest('{$hostile,</script>,<!--,-->,]]>,<svg onload=x>,"a\\\\<\\"b"}'::text[]) text;
	INSERT INTO level VALUES ('no map', NULL, 'x', NULL), (NULL, gridmap('{.}'::text[]), NULL, NULL);
	INSERT INTO scenario SELECT name, '(0,0)', '(2,1)' FROM level;
	INSERT INTO scenario VALUES ('$hostile', NULL, '(0,0)'), ('$hostile', '(0,0)', NULL);
});
$node->safe_psql('bare', 'CREATE EXTENSION fringe; CREATE TABLE level (name text PRIMARY KEY, map gridmap NOT NULL)');

# The page, and what it says on stderr.
sub atlas
{
	my ($out, $err);
	my $ok = IPC::Run::run [ 'tools/atlas', @_ ], '>', \$out, '2>', \$err;
	is($ok ? $err : "failed: $err", '', "atlas @_ writes a page");
	return $out;
}

# What the expressions are in a browser that has run a script on the page.
sub in_browser
{
	my ($page, $script) = @_;
	my $file = "$PostgreSQL::Test::Utils::tmp_check/atlas";
	$page =~ s{(?=<style>)}{<script>const errors = []; addEventListener("error", e => errors.push(e.message));</script>};
	open my $html, '>', "$file.html" or die;
	print $html "$page<script>const said = (() => { $script })(); document.body.textContent = 'said: ' + JSON.stringify([...said, errors]) + ' end'</script>";
	close $html;
	my ($out, $err);
	IPC::Run::run [ 'chromium', qw(--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
		--disable-component-update --disable-sync --virtual-time-budget=1000 --dump-dom), "--user-data-dir=$file", "file://$file.html" ], '>', \$out, '2>', \$err;
	return $out =~ /<body>.*?said: (.*) end/s ? $1 : "nothing: $out $err";
}

my $page = atlas();
unlike($page, qr{(?:src|href)=|https?://(?!www\.w3\.org/)|url\(}, '... that loads nothing from elsewhere');
my $bare = atlas('-d', 'bare');
my $attacked = atlas('-d', 'hostile');
my ($data) = $attacked =~ /const levels = \[\n(.*?)^\];$/ms;
is($data =~ tr/\n//, 8, 'a page of hostile text has all levels that have a map');
unlike($data, qr/</, '... and none of it is a tag or a comment');
is(join(' ', map { scalar @{ $_->{scenarios} // [] } } @{ decode_json('[' . $data =~ s/,\n\z//r . ']') }), join(' ', (1) x 7, 0),
	'... and is JSON, with the scenarios that have both cells');

SKIP:
{
	skip 'no chromium here: the page is NOT opened', 1 if system('chromium --version >/dev/null 2>&1') != 0;
	my $codes = $node->safe_psql('postgres', q{SELECT string_agg(format('%s %s', cells, code), ', ' ORDER BY code) FROM level, gridmap_codes(map) WHERE name LIKE 'a %'});
	is(in_browser($page, q{return [document.querySelectorAll('#levels button').length, $('name').textContent, $('about').textContent]}),
		qq{[3,"a &lt;/script&gt; &amp;","20 x 10 cells, 1 components, 0 scenarios, $codes, biome: &lt;b&gt;",[]]}, 'it has the levels, and shows the first one');
	is(in_browser($page, q{
		$('levels').children[1].click();
		return [$('name').textContent, $('scenarios').rows.length, $('scenarios').rows[2].textContent, $('moment').textContent]}),
		'["b",3,"(0,0)(0,1)no path0","5 of 5 visits of astar",[]]', 'a click shows another level with its scenarios');
	is(in_browser($page, q{
		const inked = () => new Set(document.querySelector('#picture canvas').getContext('2d').getImageData(0, 0, 1025, 615).data).size;
		$('levels').children[1].click();
		$('scenarios').rows[1].click();
		const all = inked(), last = $('moment').textContent;
		$('time').value = 2;
		$('time').dispatchEvent(new Event('input'));
		const two = $('moment').textContent;
		$('time').value = 0;
		$('time').dispatchEvent(new Event('input'));
		return [last.split(' ')[0] === $('time').max, two.split(' ').slice(0, 2), all > inked()]}),
		'[true,["2","of"],true,[]]', 'a scenario is chosen, and the slider goes through its search');
	is(in_browser($attacked, q{return [document.querySelectorAll('#levels button').length, [...$('levels').children].every(b => { b.click(); return $('name').textContent || !level.name; })]}),
		'[8,true,[]]', 'hostile text is shown, each level');
	is(in_browser($bare, q{return [$('name').textContent]}), '["There are no levels.",[]]', 'a database without levels');
}

done_testing();
