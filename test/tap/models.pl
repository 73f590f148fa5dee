# Every function that takes a map and a model, under a model for each key of models, on a map of 65,535 cells a row: it is
# cancelled soon, and under a small fringe.max_memory its process takes no more memory than SECURITY.md says. A function that
# does not support the key says so. Continuous integration calls each function under every third key, so that each key has a third
# of the functions; make check-limits calls each function under each key, on a map of three times as many rows.
#
# A new key needs a model below, and an argument of a new type a value; without one the test fails.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $timeout_ms = 25;
my $patience_ms = 1000; # of processor time, which other processes of the machine do not add to
my $max_memory = 16; # MB
my $largest = ($ENV{FRINGE_LIMITS} // '') eq 'largest';
my ($width, $height) = (65535, $largest ? 60 : 20);

my %model_of = (
	straight => 'octile(straight=3)',
	dx => 'octile(dx=3, dy=4)',
	dy => 'tile(dy=2)',
	diagonal => 'octile(diagonal=1.4)',
	corners => 'octile(corners=any)',
	obstacle => 'octile(obstacle=3)',
	weigh => 'octile(obstacle=3, weigh=average)',
	size => 'octile(size=2x3)',
	wrap => 'octile(wrap=xy)',
	link => 'octile(link=2)',
	turn => 'octile(turn=0.5)',
	turn45 => 'octile(turn45=0.1)',
	turn90 => 'octile(turn90=0.5, obstacle=3)',
	turn135 => 'octile(turn135=2)',
	turn60 => 'hex(turn60=0.2)',
	turn120 => 'hex(turn120=1)',
	turn180 => 'octile(turn90=1, heading=E, turn180=0.5)',
	heading => 'octile(turn=1, heading=W)',
	arrive => 'hex(turn=1, arrive=S)',
	friction => 'octile(friction=danger, weigh=average)',
	slope => 'octile(slope=-9:2|0:1|9:3)',
	cell => 'octile(slope=-9:1|9:1, cell=0.5)',
	latitude => 'tile(latitude=10, cell=0.001, friction=danger)',
	rise => 'octile(rise=3)',
	drop => 'octile(drop=2, obstacle=3)',
	climb => 'octile(climb=1)',
	fall => 'octile(fall=0)',
	height => 'octile(height=danger, rise=1)',
	'layer.NAME' => 'octile(layer.danger=2)',
	'road.NAME' => 'octile(road.danger=0.5, layer.height=1)',
	'side.NAME' => 'octile(side.danger=2)',
	points => 'octile(points=7.5)',
	over => 'octile(points=2, obstacle=3, over=block)',
	'stop.NAME' => 'octile(points=5, stop.danger=never)',
);

# Values of arguments without a default, by type, or of a function by name; several of a type take them in turn.
my %argument = (
	gridmap => ['map'],
	gridpath => [q{'(0,0) E1'}],
	gridcell => [ q{'(0,0)'}, q{'{last}'} ],
	'gridcell[]' => ['cells'],
	'double precision' => ['1e9'],
	'double precision[]' => [q{'{}'}],
	'integer[]' => [ q{'{1,2,3}'}, q{'{0,0,0}'} ],
	'gridbusy[]' => [q{'{}'}],
	integer => ['3'],
	bigint => ['7'],
	text => [q{'(0,0)'}],
);
my %argument_of = (gridmap_clearance => { text => [q{'123'}] });

my $node = PostgreSQL::Test::Cluster->new('models');
$node->init;
$node->append_conf('postgresql.conf', "fringe.max_memory = 8GB\nautovacuum = off\njit = off\nmax_parallel_workers_per_gather = 0");

# Memory goes back to the system at once, so that a peak is that of one statement.
$ENV{MALLOC_MMAP_THRESHOLD_} = $ENV{MALLOC_TRIM_THRESHOLD_} = 131072;
$node->start;
my $last = '(' . ($width - 1) . ',' . ($height - 1) . ')';
$node->safe_psql('postgres', qq{
	CREATE EXTENSION fringe;
	CREATE TABLE wide AS SELECT gridmap_block(gridmap_set_layer(gridmap_set_layer(gridmap_link(gridmap_rooms($width, $height, 9, 1),
			ARRAY['(5,5)>(60000,15)=3'::gridlink]), 'height', '{"(1,1)"}', ARRAY[3]), 'danger', '{"(7,7)"}', ARRAY[3]), '{"(9,9)"}') AS map,
		ARRAY['(0,0)', '$last', '(3,3)']::gridcell[] AS cells;
	ALTER TABLE wide ALTER map SET STORAGE external;
});

my $bytes = int($node->safe_psql('postgres', 'SELECT octet_length(gridmap_send(map)) >> 20 FROM wide')) + 1; # MB

# The keys, which the errors of the parser name.
my %key;
for my $model (qw(tile octile hex))
{
	my ($status, $out, $err) = $node->psql('postgres', "SELECT '$model(none=1)'::gridmodel");
	my ($keys) = $err =~ /Valid keys are (.*), and single characters/ or die "no keys in: $err";
	$key{$_} = 1 for split /, /, $keys;
}
is(join(' ', grep { !$model_of{$_} } sort keys %key), '', 'each key of models has a model in test/tap/models.pl');
is(join(' ', grep { !$key{$_} } sort keys %model_of), '', 'each model there is of a key');

# A call of each function. What an argument needs no value for keeps its default.
my @calls;
for (split /\n/, $node->safe_psql('postgres', q{
	SELECT p.oid::regprocedure, proname, array_to_string(proargnames[:pronargs], ' '), pronargs - pronargdefaults,
		array_to_string(ARRAY(SELECT t::regtype FROM unnest(proargtypes) WITH ORDINALITY u (t, i) ORDER BY i), ';')
	FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
	WHERE proargtypes::oid[] @> '{gridmap,gridmodel}'::regtype[]::oid[] AND prokind = 'f' ORDER BY 1::text}))
{
	my ($function, $name, $names, $needed, $types) = split /\|/;
	my @names = split / /, $names;
	my (%turn, @arguments);
	for my $type (split /;/, $types)
	{
		my $argument = shift @names;
		my $values = $type eq 'gridmodel' ? ["'{model}'"] : $needed > 0 ? $argument_of{$name}{$type} // $argument{$type} : undef;
		die "test/tap/models.pl: no value of type $type for $function" if !$values && $needed > 0;
		$needed--;
		push @arguments, "$argument => " . $values->[ $turn{$type}++ % @$values ] . ($type eq 'gridmodel' ? '' : "::$type") if $values;
	}
	push @calls, [ $function, "SELECT count(*) FROM wide, $name(" . join(', ', @arguments) . ') f' ];
}
cmp_ok(scalar @calls, '>', 40, 'functions that take a map and a model were found');

my %place_of;
@place_of{ sort keys %key } = 0 .. keys(%key) - 1;

my $processor = q{(SELECT split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::bigint / 1000000)};
my $peak = q{(SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s+(\d+)')::int / 1024)};

# calls KEY, SETTINGS, MEASURE: what each call under the model of a key takes by the measure, and its SQLSTATE.
sub calls
{
	my ($key, $settings, $measure) = @_;
	my $script = "\\set VERBOSITY sqlstate\nSELECT fringe_version();\n";
	my @asked = grep { $largest || ($_ + $place_of{$key}) % 3 == 0 } 0 .. $#calls;
	for my $n (@asked)
	{
		my $statement = $calls[$n][1] =~ s/\{model\}/$model_of{$key}/r =~ s/\{last\}/$last/gr;
		$script .= "$settings;\nSELECT $measure AS before \\gset\n$statement \\g /dev/null\n\\set state :SQLSTATE\nRESET ALL;\n"
			. "SELECT 'call $n ' || $measure - :before || ' ' || :'state';\n";
	}
	my ($status, $out, $err) = $node->psql('postgres', $script, on_error_stop => 0);
	my @told = $out =~ /^call (\d+ -?\d+ \w+)$/mg;
	is(scalar @told, scalar @asked, "$model_of{$key}: the functions were called") or note("$out\n$err");
	return map { [ split / / ] } @told;
}

# 57014: cancelled; 0A000: the function does not support the key; 53400: beyond fringe.max_memory; 22023: steps of the model
# take no whole number of ticks.
sub is_expected
{
	my ($n, $state, $states) = @_;
	return $state =~ /^($states)$/ || ($state eq '22023' && $calls[$n][0] =~ /^(gridpath_ticks|fringe_timed_route)\(/);
}

my %ended;
for my $key (sort keys %key)
{
	my @slow;
	for (calls($key, "SET statement_timeout = '${timeout_ms}ms'", $processor))
	{
		my ($n, $ms, $state) = @$_;
		$ended{$state}++;
		push @slow, "$calls[$n][0]: $ms ms, $state" if $ms > $timeout_ms + $patience_ms || !is_expected($n, $state, '00000|57014|0A000');
	}
	is(join("\n", @slow), '', "$model_of{$key}: each of these functions is cancelled, ends soon, or says that it does not support the key");
}
for my $key (sort keys %key)
{
	my @large;
	my $most = 16 + 2 * $max_memory + 2 * $bytes; # code and catalogs, as limits.pl counts; the call and the cache; the map
	for (calls($key, "SET statement_timeout = '5s'; SET fringe.max_memory = '${max_memory}MB'; COPY (SELECT 5) TO '/proc/self/clear_refs'", $peak))
	{
		my ($n, $mb, $state) = @$_;
		$ended{$state}++;
		push @large, "$calls[$n][0]: $mb MB, $state" if $mb > $most || !is_expected($n, $state, '00000|57014|0A000|53400');
	}
	is(join("\n", @large), '', "$model_of{$key}: none of these functions takes more than $most MB");
}
note(join ', ', map { "$_: $ended{$_}" } sort keys %ended);
done_testing();
