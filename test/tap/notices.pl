# A notice tells something of a map, so a SECURITY DEFINER function on maps that its caller must not see sends none. test/source/messages
# fails if a notice of the source has no case here.
use strict;
use warnings;

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# By a piece of the notice in the source: a map of the table, and a call that is told the notice.
my @cases = (
	['code %s is a wall under %s', 'river', q{fringe_cost(map, '(0,0)', '(4,0)')}],
	['codes %s are walls under %s', 'woods', q{fringe_cost(map, '(0,0)', '(4,0)')}],
	['No %s of %d x %d cells is passable', 'narrow', q{fringe_cost(map, '(0,0)', '(2,0)', 'octile(size=2)')}],
	['No cell and its six neighbours are all passable', 'small', q{fringe_cost(map, '(0,0)', '(2,0)', 'hex(size=7)')}],
	['The codes of the map are %.*s', 'peaks', q{fringe_cost(map, '(0,0)', '(1,0)')}],
	['a map of %s is searched under %s', 'hexagons', q{fringe_cost(map, '(1,0)', '(0,2)')}],
	['closed sides NE and SW have no effect under %s', 'sides', q{fringe_cost(map, '(0,0)', '(1,1)')}],
	['fringe.cache_size is too small for %s of %u x %u cells', 'large', q{fringe_cost(map, '(0,0)', '(158,158)', 'octile', 'astar(heuristic=alt, landmarks=16)')}, q{SET fringe.cache_size = '400kB'}],
	['only %s %s is read', 'town', q{gridmap_from_tiled('{"layers": [{"type": "tilelayer", "name": "ground", "width": 1, "height": 1, "data": [1]}, {"type": "tilelayer", "name": "vault", "width": 1, "height": 1, "data": [1]}]}', '{"1": "."}')}],
	['of the ASCII grid means that a number is missing', 'grid', q{gridmap_from_asc('ncols 1 nrows 1 -9999', '{"layer": "h"}')}],
	['building an index', 'caves', q{fringe_index(map) IS NULL}],
);

my $node = PostgreSQL::Test::Cluster->new('notices');
$node->init;
$node->start;
my $superuser = $node->safe_psql('postgres', 'SELECT current_user');
$node->safe_psql('postgres', q{
	CREATE EXTENSION fringe;
	CREATE EXTENSION fringe_formats;
	CREATE ROLE guest LOGIN;
	CREATE ROLE owner LOGIN;
	GRANT CREATE ON SCHEMA public TO owner;
	SET ROLE owner;
	CREATE TABLE secret AS SELECT * FROM (VALUES
		('river', gridmap('{..R..,..RR.,..R..}'::text[])),
		('woods', gridmap('{..p..,..qq.,..p..}'::text[])),
		('town', gridmap('{.}'::text[])),
		('narrow', gridmap('{...,@@@,...}'::text[])),
		('small', gridmap('{...,...}'::text[])),
		('peaks', gridmap('{hh,h@}'::text[])),
		('hexagons', gridmap_from_offset('{..,..,..}', 'odd-r')),
		('sides', gridmap_set_sides(gridmap('{...,...}'::text[]), '{"(0,1)"}', 'NE')),
		('grid', gridmap('{.}'::text[])),
		('large', gridmap_rooms(160, 160, 7, 0)),
		('caves', gridmap_caves(900, 900, 0.4, 7))) AS s (name, map);
});

# What psql says to a role.
sub said_to
{
	my ($role, @statements) = @_;
	my ($status, $out, $err) = $node->psql('postgres', join('; ', grep { $_ } @statements), extra_params => [ '-U', $role ]);
	return $err;
}

# The same of a long call, which is canceled once psql said something, or after some seconds. Returns the seconds, too.
sub said_in_time
{
	my ($role, $statement, $seconds) = @_;
	my ($out, $said, $began) = ('', '', time);
	my $psql = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-U', $role, '-c', "SET application_name = 'long'; $statement" ],
		'<', \undef, '>', \$out, '2>', \$said, IPC::Run::timeout(600));
	while (!$said && time - $began < $seconds)
	{
		$psql->pump_nb;
		select undef, undef, undef, 0.1;
	}
	my $took = time - $began;
	is($node->safe_psql('postgres', q{SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE application_name = 'long' AND state = 'active'}), 1,
		'a long call is canceled');
	$psql->finish;
	return ($said =~ s/^ERROR:  canceling statement due to user request\n(?:CONTEXT: .*\n)?//mr, $took);
}

for my $case (@cases)
{
	my ($text, $name, $call, $before) = (@$case, '');
	my $pattern = join '.*', map { quotemeta } split /%[-.*]*[a-z]/, $text;
	my $function = "ask_$name";
	$node->safe_psql('postgres', qq{
		CREATE FUNCTION $function() RETURNS text LANGUAGE sql SECURITY DEFINER AS \$\$ SELECT ($call)::text FROM secret WHERE name = '$name' \$\$;
		CREATE FUNCTION inner_$function() RETURNS text LANGUAGE sql AS \$\$ SELECT ($call)::text FROM secret WHERE name = '$name' \$\$;
		CREATE FUNCTION outer_$function() RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS \$\$ BEGIN RETURN inner_$function(); END \$\$;
	}, extra_params => [ '-U', 'owner' ]);
	if ($name eq 'caves')
	{
		my ($said, $seconds) = said_in_time('owner', "SELECT $call FROM secret WHERE name = '$name'", 300);
		like($said, qr/$pattern/, "$name: its owner is told after $seconds s");
		is((said_in_time('guest', "SELECT $function() IS NULL", 2 * $seconds))[0], '', '... who calls a function of the owner is not, for twice this time');
		next;
	}
	like(said_to('owner', $before, "SELECT $call FROM secret WHERE name = '$name'"), qr/$pattern/, "$name: its owner is told");
	is(said_to('guest', $before, "SELECT $function() IS NULL"), '', '... who calls a function of the owner is not');
	is(said_to('guest', $before, "SELECT outer_$function() IS NULL"), '', '... nor if the function calls another one');
	like(said_to('owner', $before, "SELECT $function() IS NULL"), qr/$pattern/, '... the owner is, in the own function');
	like(said_to($superuser, 'SET ROLE owner', $before, "SELECT $call FROM secret WHERE name = '$name'"), qr/$pattern/, '... and after SET ROLE');
}

# What a function was silent about is told when the caller passes such a map.
like(said_to('guest', 'SELECT ask_river()', q{SELECT fringe_cost(gridmap('{.R.,...}'::text[]), '(0,0)', '(2,0)')}), qr/code R \(1 cell\) is a wall/,
	'a silent call counts no code as told');
like(said_to('guest', q{SELECT ask_peaks(), fringe_cost(gridmap('{kk,k@}'::text[]), '(0,0)', '(1,0)')}), qr/codes of the map are @?k@?\./,
	'... and no statement');

done_testing();
