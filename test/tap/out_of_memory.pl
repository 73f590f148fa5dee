# Memory may end at any call of malloc: an error, no more, and the session is sound.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use SharedLibrary;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# The server takes its memory from failing_malloc.c.
my $library = shared_library('failing_malloc');

my $node = PostgreSQL::Test::Cluster->new('memory');
$node->init;
$node->append_conf('postgresql.conf', 'jit = off'); # LLVM ends the process
{
	local $ENV{LD_PRELOAD} = $library;
	$node->start;
}
$node->safe_psql('postgres', qq{
	CREATE EXTENSION fringe_formats CASCADE;
	CREATE FUNCTION fail_malloc(bigint) RETURNS void LANGUAGE C STRICT AS '$library';
	CREATE FUNCTION malloc_calls() RETURNS bigint LANGUAGE C STRICT AS '$library';
	CREATE TABLE level AS SELECT 'rooms' AS name, gridmap_rooms(120, 90, 7, 1) AS map;
	INSERT INTO level VALUES ('caves', gridmap_caves(90, 120, 0.4, 2));
	ALTER TABLE level ADD fast gridindex;
	UPDATE level SET fast = fringe_index(map);
	CREATE TABLE linked AS SELECT name, gridmap_link(map, '{"(1,1)>(80,80)=2","(5,5)<>(60,70)=0.5","(80,80)>(3,77)","(2,2)<>(33,33)=3"}') AS linked FROM level;
	CREATE VIEW account AS
		SELECT (t.map_bytes, t.workspace_bytes) = (
			coalesce(sum(total_bytes) FILTER (WHERE name IN ('fringe map', 'fringe decoded', 'fringe moves', 'fringe jumps', 'fringe visibility graph', 'fringe landmarks', 'fringe index', 'fringe sight')), 0),
			coalesce(sum(total_bytes) FILTER (WHERE name = 'fringe workspace'), 0)) AS sound
		FROM fringe_cache_totals() t, pg_backend_memory_contexts
		GROUP BY t.map_bytes, t.workspace_bytes;
});

# A day of a session, each with what it takes: decoding, searches, landmarks, sweeps,
# indexes, a field, edits, links, straight lines, pictures.
my @statements = (
	q{SELECT sum(fringe_cost(map, '(1,1)', gridcell(i, 80))) FROM level, generate_series(1, 80) i},
	q{SELECT string_agg(fringe_route(map, '(1,1)', '(80,80)', 'octile(obstacle=3)', 'astar')::text, '') FROM level},
	q{SELECT sum(cost), sum(visited) FROM level, fringe_search(map, '(1,1)', '(80,80)', 'tile', 'fringe(heuristic=alt, landmarks=3)')},
	q{SELECT sum(cost) FROM level, fringe_reach(map, '(1,1)', 40)},
	q{SELECT sum(cost) FROM level, fringe_matrix(map, '{"(1,1)", "(40,40)", "(80,80)"}')},
	q{SELECT sum(fringe_cost(fast, '(1,1)', gridcell(i, 80))) FROM level, generate_series(1, 80) i},
	q{SELECT md5(string_agg(fringe_index(gridmap_crop(map, '(0,0)', '(60,60)'))::text, '')) FROM level},
	q{SELECT md5(string_agg(fringe_field(map, '{"(1,1)"}')::text, '')) FROM level},
	q{SELECT md5(string_agg(gridmap_set(map, '{"(3,3)"}', 'W')::text, '')) FROM level},
	q{SELECT md5(string_agg(fringe_svg(map, fringe_route(map, '(1,1)', '(80,80)')), '')) FROM level},
	q{SELECT sum(fringe_cost(linked, '(1,1)', gridcell(i, 80))), count(fringe_route(linked, '(1,1)', gridcell(80, i))) FROM linked, generate_series(1, 80) i},
	q{SELECT md5(string_agg(fringe_index(gridmap_crop(linked, '(0,0)', '(44,44)'))::text || fringe_index(gridmap_crop(linked, '(0,0)', '(20,20)'), 'octile(obstacle=3)')::text || fringe_field(linked, '{"(1,1)"}')::text, '')) FROM linked},
	q{SELECT md5(string_agg(gridmap_floors(ARRAY[map, linked])::text || gridmap_unlink(linked, ARRAY(SELECT link FROM gridmap_links(linked)))::text, '')) FROM level JOIN linked USING (name)},
	q{SELECT string_agg(fringe_route(map, '(1,1)', '(80,80)', 'anyangle')::text, ''), sum(fringe_cost(map, '(1,1)', '(70,70)', 'anyangle')) FROM level},
	q{SELECT md5(string_agg(fringe_index(gridmap_crop(map, '(0,0)', '(30,30)'), 'anyangle')::text, '')) FROM level},
	q{SELECT count(*), sum(cost) FROM level, fringe_territory(map, '{"(1,1)", "(80,80)"}')},
	q{SELECT md5(string_agg(o::text, '')) FROM gridmap_tiled_objects('<map tilewidth="16" tileheight="16"><objectgroup name="things"><properties><property name="a">b</property></properties>' || repeat('<object x="1" y="2"><polygon points="0,0 8,8"/></object>', 20) || '</objectgroup></map>') o},
	q{SELECT md5(string_agg(gridmap_from_png(fringe_png(map, pixels => 200), '{"0-99": "@", "else": "."}')::text, '')) FROM level},
);
my @expected = map { $node->safe_psql('postgres', $_) } @statements;

# OpenSSL starts with the first digest; where it cannot, PostgreSQL has none until the session ends. Later
# OpenSSL does not say why a digest failed.
my $prelude = q{SELECT md5(''), gridmap_digest(gridmap('{.}'::text[]));};

# A new session in which the n-th call fails. What it says at its end: the calls, an
# answer a statement while memory may end, and then again; and whether the memory is accounted for.
sub day_with
{
	my ($n) = @_;
	return join "\n", '\c', $prelude, "SELECT fail_malloc($n);", (map { "\\echo first $_\n$statements[$_];" } 0 .. $#statements),
		q{SELECT 'calls ' || malloc_calls();}, 'SELECT fail_malloc(0);',
		(map { "\\echo then $_\n$statements[$_];" } 0 .. $#statements),
		q{SELECT 'account ' || sound FROM account;}, "\\echo day $n";
}

# Answers by what stands before them, and errors.
sub live
{
	my ($n) = @_;
	my ($status, $out, $err) = $node->psql('postgres', '\set VERBOSITY verbose' . "\n" . day_with($n), on_error_stop => 0);
	my %said = $out =~ /^((?:first|then) \d+)\n(.*)$/mg;
	($said{calls}) = $out =~ /^calls (\d+)$/m;
	$said{sound} = $out =~ /^account true$/m;
	$said{errors} = [ $err =~ /ERROR:  (.*)/g ];
	$said{lost} = $err =~ /server closed|connection to server was lost|FATAL|PANIC/ ? $err : '';
	return \%said;
}

my $calls = live(0)->{calls};
cmp_ok($calls, '>', 100, "a session calls malloc often: $calls times");

# All of them take minutes.
my $step = $ENV{FRINGE_EVERY_MALLOC} ? 1 : 29;
my (%wrong, $failed);
for (my $n = 1; $n <= $calls; $n += $step)
{
	my $said = live($n);
	my @other = grep { !/^53200/ && !/could not compute (a digest|MD5 hash)/ } @{ $said->{errors} };

	$failed++ if @{ $said->{errors} };
	push @{ $wrong{lost} }, "$n: $said->{lost}" if $said->{lost};
	push @{ $wrong{errors} }, "$n: @other" if @other;
	push @{ $wrong{account} }, $n if !$said->{sound};
	for (0 .. $#statements)
	{
		my $first = $said->{"first $_"};
		push @{ $wrong{first} }, "$n, $_: $first" if defined $first && $first !~ /^(first|then|calls)/ && $first ne $expected[$_];
		push @{ $wrong{then} }, "$n, $_: " . ($said->{"then $_"} // 'nothing') if ($said->{"then $_"} // '') ne $expected[$_];
	}
}
cmp_ok($failed, '>', 10, "memory ended in $failed sessions, one in $step of the $calls calls having failed");
is(join("\n", @{ $wrong{lost} // [] }), '', '... no session was lost');
is(join("\n", @{ $wrong{errors} // [] }), '', '... all errors are of memory');
is(join("\n", @{ $wrong{first} // [] }), '', '... what was answered was right');
is(join("\n", @{ $wrong{then} // [] }), '', '... and so were all answers afterwards');
is(join("\n", @{ $wrong{account} // [] }), '', '... all memory is accounted for');

done_testing();
