# Every SQL function that returns a cost or a route, under random combinations of all rules of movement, against an oracle that
# shares no code with the library: test/core/random_worlds.c writes maps, models, and the costs between all cells.
#
# A function takes part by a row in the table `way`, or is in the table `other` with a reason; without one of them the test fails. A
# row names the rules that the function refuses. It must refuse each of these at least once, and nothing else. Each pair of rules
# that a model can have must have been compared.
#
# FRINGE_COSTS=10000000 (make check-costs) compares so many values, and as many again on maps that change between questions; otherwise the test takes a sample. FRINGE_SEED begins elsewhere.
use strict;
use warnings;

use FindBin;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $wanted = $ENV{FRINGE_COSTS} || 300_000;
my $seed = $ENV{FRINGE_SEED} || 1;
my $batch = 100; # worlds at a time
my $random_worlds = "$FindBin::RealBin/../core/random_worlds"; # tools/test puts it there

my $node = PostgreSQL::Test::Cluster->new('every_cost');
$node->init;
$node->append_conf('postgresql.conf', "autovacuum = off\njit = off\nmax_parallel_workers_per_gather = 0\nclient_min_messages = error\nlog_min_messages = panic");
$node->start;

# Rows of `way`: the function, what it refuses, and a query with the columns `cost` and `truth`. It reads
#     p(n, a, b, truth, later, map, model, index, cells, fees)     all pairs of cells of a world; truth is NULL without a path
#     s(a, fee, map, model, index, cells, fees)                    all its cells
# `later` is the truth if a costs `fee` beforehand. PAIR expression: of a row of p. FROM function: rows (b, cost) of a row of s. LATER
# function: likewise, from a later on. TO function: likewise, but b is the start. `off` is added to the truth. Where something is added, doubles round, and costs may differ by 1e-9; and sums that would not be exact are refused. So are walks
# whose own move is out of range, although the best path is not.
my $turns = 'turns,points';
my $fields = 'turns,wrap,points';
my $pair = '(gridmap,gridcell,gridcell,gridmodel';
my @ways = (
	['fringe_cost', "$pair,gridmethod)", '', 'PAIR fringe_cost(map, a, b, model)'],
	(map { ['fringe_cost', "$pair,gridmethod)", $_->[1], "PAIR fringe_cost(map, a, b, model, '$_->[0]')"] }
		['sweep', 'turns'], ['jump', 'links,turns'], ['fringe', 'links,turns,wrap,points'], ['astar(heuristic=zero)', 'links,turns,wrap']),
	['fringe_route', "$pair,gridmethod)", '', 'PAIR gridpath_cost(fringe_route(map, a, b, model), map, model)'],
	['fringe_path', "$pair,gridmethod)", '', 'PAIR (SELECT max(total_cost) FROM fringe_path(map, a, b, model))'],
	['fringe_search', "$pair,gridmethod)", '', "PAIR (SELECT cost FROM fringe_search(map, a, b, model, 'auto'))"],
	# g has no turn after the last step
	['fringe_trace', "$pair,gridmethod)", '', q{SELECT (SELECT min(g) FROM fringe_trace(map, a, b, model) WHERE gridcell(x, y) = b) AS cost, truth FROM p WHERE model::text !~ 'arrive='}],
	['fringe_try_cost', "$pair,gridmethod)", '', 'PAIR fringe_try_cost(map, a, b, model)'],
	['fringe_try_route', "$pair,gridmethod)", '', 'PAIR gridpath_cost(fringe_try_route(map, a, b, model), map, model)'],
	['fringe_connected', "$pair)", '', 'PAIR CASE WHEN fringe_connected(map, a, b, model) THEN truth END'],
	['gridpath_steps', '(gridpath,gridmap,gridmodel)', '', 'PAIR (SELECT max(total_cost) FROM gridpath_steps(fringe_route(map, a, b, model), map, model))'],
	['fringe_closest', "$pair)", 'friction,grades,roads,crossings,points', 'PAIR (SELECT cost FROM fringe_closest(map, a, b, model) WHERE cell = b)'],
	['fringe_closest', "$pair)", 'friction,grades,roads,crossings,points', 'SELECT c.cost, q.truth FROM p, fringe_closest(map, a, b, model) c JOIN p q ON q.b = c.cell WHERE q.a = p.a'],
	['fringe_approach', "$pair,double precision,boolean,double precision,double precision,text,boolean,text)", 'wrap', 'PAIR (SELECT cost FROM fringe_approach(map, a, b, model, 0))'],
	['fringe_tour', '(gridmap,gridcell[],gridmodel,boolean)', 'headings,points', 'PAIR (SELECT cost FROM fringe_tour(map, ARRAY[a, b], model) WHERE seq = 2)'],
	['fringe_walks', '(gridmap,gridcell[],gridmodel,integer)', 'headings,points', 'PAIR (SELECT CASE WHEN cost >= best AND cost = gridpath_cost(route, map, model) THEN best END FROM fringe_walks(map, ARRAY[a, b], model, 1000000) WHERE (from_position, to_position) = (1, 2))'],
	['fringe_try_walks', '(gridmap,gridcell[],gridmodel,integer)', 'headings,points', 'PAIR (SELECT CASE WHEN cost >= best AND cost = gridpath_cost(route, map, model) THEN best END FROM fringe_try_walks(map, ARRAY[a, b], model, 1000000) WHERE (from_position, to_position) = (1, 2))'],
	['fringe_route_via', '(gridmap,gridcell[],gridmodel)', $turns, 'PAIR gridpath_cost(fringe_route_via(map, ARRAY[a, b], model), map, model)'],
	['fringe_best_cells', "$pair,double precision)", $turns, 'PAIR (SELECT cost FROM fringe_best_cells(map, a, b, model) WHERE cell = b)'],
	['fringe_random_route', "$pair,bigint)", $turns, 'PAIR CASE WHEN truth > 0 OR truth IS NULL THEN gridpath_cost(fringe_random_route(map, a, b, model, 7), map, model) ELSE 0 END'],
	['fringe_fewest_turns', "$pair)", 'turns,links,points', 'PAIR gridpath_cost(fringe_fewest_turns(map, a, b, model), map, model)'],
	['fringe_alternatives', "$pair,integer,double precision,double precision,integer)", 'turns,wrap,points', 'PAIR (SELECT cost FROM fringe_alternatives(map, a, b, model) WHERE rank = 1)'],
	['fringe_costs', '(gridmap,gridcell,gridcell[],gridmodel)', '', 'FROM fringe_costs(map, a, cells, model) r (b, cost)'],
	['fringe_matrix', '(gridmap,gridcell[],gridmodel)', '', 'SELECT r.cost, truth FROM p LEFT JOIN (SELECT m.* FROM (SELECT * FROM s LIMIT 1) s, fringe_matrix(map, cells, model) m) r ON (r.start, r.goal) = (a, b)'],
	['fringe_matrix_tsp', '(gridmap,gridcell[],gridmodel)', 'points', 'SELECT r.agg_cost AS cost, truth FROM p LEFT JOIN (SELECT m.* FROM (SELECT * FROM s LIMIT 1) s, fringe_matrix_tsp(map, cells, model) m) r ON cells[start_vid] = a AND cells[end_vid] = b'],
	['fringe_nearest', '(gridmap,gridcell,gridcell[],gridmodel,integer)', '', 'FROM (SELECT goal, cost FROM fringe_nearest(map, a, cells, model, 1000000)) r (b, cost)'],
	['fringe_nearest_within', '(gridmap,gridcell,gridcell[],double precision,gridmodel,integer)', '',
		'SELECT r.cost, CASE WHEN truth <= m.within THEN truth END AS truth FROM p JOIN within m USING (a) LEFT JOIN (SELECT a, w.goal AS b, w.cost FROM s JOIN within USING (a), fringe_nearest_within(map, a, cells, within, model, 1000000) w) r USING (a, b)'],
	['fringe_reach', '(gridmap,gridcell,double precision,gridmodel)', '', 'FROM (SELECT gridcell(x, y), cost FROM fringe_reach(map, a, 1e12, model)) r (b, cost)'],
	['fringe_reach', '(gridmap,gridcell,double precision,gridmodel)', '',
		'SELECT r.cost, CASE WHEN truth <= m.within THEN truth END AS truth FROM p JOIN within m USING (a) LEFT JOIN (SELECT a, gridcell(x, y) AS b, w.cost FROM s JOIN within USING (a), fringe_reach(map, a, within, model) w) r USING (a, b)'],
	['fringe_reach', '(gridmap,text,double precision,gridmodel)', '', 'FROM (SELECT gridcell(x, y), cost FROM fringe_reach(map, a::text, 1e12, model)) r (b, cost)'],
	['fringe_territory', '(gridmap,gridcell[],gridmodel,double precision,double precision[])', '', 'FROM (SELECT cell, cost FROM fringe_territory(map, ARRAY[a], model)) r (b, cost)'],
	['fringe_surface', '(gridmap,gridcell[],gridmodel)', '', 'FROM (SELECT gridcell(x, y), surface[y + 1][x + 1] FROM (SELECT fringe_surface(map, ARRAY[a], model) AS surface OFFSET 0) f, gridmap_cells(map)) r (b, cost)'],
	['fringe_assign', '(gridmap,gridcell[],gridcell[],gridmodel,text)', 'points', 'PAIR (SELECT cost FROM fringe_assign(map, ARRAY[a], ARRAY[b], model))'],
	['fringe_network', '(gridmap,gridcell[],gridmodel)', 'headings,points', 'SELECT (SELECT n.cost FROM fringe_network(p.map, ARRAY[p.a, p.b], p.model) n) AS cost, least(p.truth, q.truth) AS truth FROM p JOIN p q ON (q.a, q.b) = (p.b, p.a)'],
	['gridfield_numbers', '(gridfield)', $fields, 'TO (SELECT gridcell(x, y), numbers[y + 1][x + 1] FROM (SELECT gridfield_numbers(fringe_field(map, ARRAY[a], model)) AS numbers OFFSET 0) f, gridmap_cells(map)) r (b, cost)'],
	['gridfield_cells', '(gridfield)', $fields, 'TO (SELECT cell, cost FROM gridfield_cells(fringe_field(map, ARRAY[a], model))) r (b, cost)'],
	['gridfield_cost', '(gridfield,gridcell)', $fields, 'SELECT gridfield_cost(f, a) AS cost, truth FROM (SELECT a AS b, fringe_field(map, a, model) AS f FROM s OFFSET 0) g JOIN p USING (b)'],
	['gridfield_route', '(gridfield,gridcell)', $fields, 'SELECT gridpath_cost(gridfield_route(f, a), map, model) AS cost, truth FROM (SELECT a AS b, fringe_field(map, a, model) AS f FROM s OFFSET 0) g JOIN p USING (b)'],
	['fringe_pursuit', '(gridmap,gridcell,gridcell[],gridmodel,gridmethod,integer)', 'links,turns,wrap,points', 'PAIR (SELECT cost FROM fringe_pursuit(map, a, ARRAY[b], model) WHERE tick = 0)'],
	# in ticks, where each step takes a whole number of them
	['fringe_timed_route', '(gridmap,gridcell,gridcell,gridmodel,gridbusy[],integer)', 'sizes,turns,points', 'PAIR (SELECT max(tick) FROM fringe_timed_route(map, a, b, model, NULL))'],
	['gridpath_ticks', '(gridpath,gridmap,gridmodel,integer)', 'headings,points', 'PAIR (SELECT max(tick) FROM gridpath_ticks(fringe_route(map, a, b, model), map, model))'],
	# what callers add
	['fringe_reach', '(gridmap,gridcell[],double precision,gridmodel,double precision[])', '', 'LATER FROM (SELECT gridcell(x, y), cost FROM fringe_reach(map, ARRAY[a], 1e12, model, ARRAY[fee])) r (b, cost)', 0],
	['fringe_territory', '(gridmap,gridcell[],gridmodel,double precision,double precision[])', '', 'LATER FROM (SELECT cell, cost FROM fringe_territory(map, ARRAY[a], model, costs => ARRAY[fee])) r (b, cost)', 0],
	['fringe_reach', '(gridmap,gridcell[],double precision,gridmodel,double precision[])', '',
		'SELECT r.cost, t.truth FROM (SELECT b, min(later) AS truth FROM p GROUP BY b) t LEFT JOIN (SELECT gridcell(x, y) AS b, r.cost FROM (SELECT * FROM s LIMIT 1) s, fringe_reach(map, cells, 1e12, model, fees) r) r USING (b)', 0],
	['fringe_territory', '(gridmap,gridcell[],gridmodel,double precision,double precision[])', '',
		'SELECT r.cost, t.truth FROM (SELECT b, min(later) AS truth FROM p GROUP BY b) t LEFT JOIN (SELECT r.cell AS b, r.cost FROM (SELECT * FROM s LIMIT 1) s, fringe_territory(map, cells, model, costs => fees) r) r USING (b)', 0],
	['fringe_nearest', '(gridmap,gridcell,gridcell[],gridmodel,integer,double precision[])', '', "FROM (SELECT goal, cost FROM fringe_nearest(map, a, cells, model, 1000000, array_fill(0.35::float8, ARRAY[cardinality(cells)]))) r (b, cost)", 0.35],
	['fringe_nearest', '(gridmap,gridcell,gridcell[],gridmodel,integer,double precision[])', '',
		'SELECT r.cost, t.truth FROM (SELECT a, min(truth + fees[array_position(cells, b)]) AS truth FROM p GROUP BY a) t LEFT JOIN (SELECT a, r.cost FROM s, fringe_nearest(map, a, cells, model, 1, fees) r) r USING (a)', 0],
	['fringe_field', '(gridmap,gridcell[],gridmodel,double precision[])', $fields,
		'SELECT r.cost, t.truth FROM (SELECT a, min(truth + fees[array_position(cells, b)]) AS truth FROM p GROUP BY a) t LEFT JOIN (SELECT r.cell AS a, r.cost FROM (SELECT * FROM s LIMIT 1) s, gridfield_cells(fringe_field(map, cells, model, fees)) r) r USING (a)', 0],
	# indexes: NULL where there is none for the model, which refuses
	(map { [$_->[0], $_->[1], 'INDEX', $_->[2]] }
		['fringe_cost', '(gridindex,gridcell,gridcell)', 'PAIR fringe_cost(index, a, b)'],
		['fringe_try_cost', '(gridindex,gridcell,gridcell)', 'PAIR fringe_try_cost(index, a, b)'],
		['fringe_route', '(gridindex,gridcell,gridcell)', 'PAIR gridpath_cost(fringe_route(index, a, b), map, model)'],
		['fringe_try_route', '(gridindex,gridcell,gridcell)', 'PAIR gridpath_cost(fringe_try_route(index, a, b), map, model)'],
		['fringe_path', '(gridindex,gridcell,gridcell)', 'PAIR (SELECT max(total_cost) FROM fringe_path(index, a, b))'],
		['fringe_search', '(gridindex,gridcell,gridcell)', 'PAIR (SELECT cost FROM fringe_search(index, a, b))'],
		['fringe_connected', '(gridindex,gridcell,gridcell)', 'PAIR CASE WHEN fringe_connected(index, a, b) THEN truth END'],
		['fringe_costs', '(gridindex,gridcell,gridcell[])', 'FROM fringe_costs(index, a, cells) r (b, cost)'],
		['fringe_matrix', '(gridindex,gridcell[])', 'SELECT r.cost, truth FROM p LEFT JOIN (SELECT m.* FROM (SELECT * FROM s LIMIT 1) s, fringe_matrix(index, cells) m) r ON (r.start, r.goal) = (a, b)'],
		['fringe_nearest', '(gridindex,gridcell,gridcell[],integer)', 'FROM (SELECT goal, cost FROM fringe_nearest(index, a, cells, 1000000)) r (b, cost)'],
		['fringe_nearest_within', '(gridindex,gridcell,gridcell[],double precision,integer)',
			'SELECT r.cost, CASE WHEN truth <= m.within THEN truth END AS truth FROM p JOIN within m USING (a) LEFT JOIN (SELECT a, w.goal AS b, w.cost FROM s JOIN within USING (a), fringe_nearest_within(index, a, cells, within, 1000000) w) r USING (a, b)']),
);

# Functions of the same kind whose cost is not that of a best path between two cells.
my %other = (
	gridpath_cost => 'prices a given path: the rows above price all routes with it',
	gridpath_smooth => 'straight lines, which cost less',
	gridmap_layers => 'numbers of layers',
	gridmap_layer => 'numbers of a layer',
	fringe_plan_summary => 'ticks of many agents',
	fringe_chase => 'what is left of the routes of hunters, who move in between',
);

my $rows = join(",\n", map {
	my ($name, $arguments, $refuses, $query, $off) = @$_;
	my $tolerance = defined $off ? '1e-9' : '0';
	$off ||= 0;
	$query = "SELECT $1 AS cost, truth FROM p" if $query =~ /\APAIR (.*)/s;
	my $truth = $query =~ s/\ALATER // ? 'later' : 'truth';
	$query = "SELECT r.cost, $truth AS truth FROM p LEFT JOIN (SELECT a, r.* FROM s, LATERAL $1) r USING (a, b)" if $query =~ /\AFROM (.*)/s;
	$query = "SELECT r.cost, truth FROM p LEFT JOIN (SELECT r.b AS a, a AS b, cost FROM s, LATERAL $1) r USING (a, b)" if $query =~ /\ATO (.*)/s;
	my $refused = join(',', map { "'$_'" } split /,/, $refuses);
	"('$name$arguments'::regprocedure, ARRAY[$refused]::text[], \$q\$$query\$q\$, $off, $tolerance)"
} @ways);

$node->safe_psql('postgres', qq{
	CREATE EXTENSION fringe;
	CREATE TABLE way (id serial, function regprocedure, refuses text[], query text, off float8, tolerance float8);
	INSERT INTO way (function, refuses, query, off, tolerance) VALUES $rows;
	CREATE TABLE raw (n bigint, rules text[], map gridmap, model gridmodel, costs float8[], fees float8[], later float8[]);
	CREATE TABLE world (n bigint PRIMARY KEY, rules text[], map gridmap, model gridmodel, index gridindex, cells gridcell[], fees float8[], later boolean);
	CREATE TABLE pair (n bigint, a gridcell, b gridcell, truth float8, later float8);
	CREATE TABLE answer (id int, n bigint, asked bigint, wrong bigint, refused text, example text);
	CREATE TABLE compared (one text, two text, asked bigint);
	CREATE FUNCTION try_index(map gridmap, model gridmodel) RETURNS gridindex LANGUAGE plpgsql AS \$\$
	BEGIN RETURN fringe_index(map, model); EXCEPTION WHEN feature_not_supported OR program_limit_exceeded THEN RETURN NULL; END \$\$;
	CREATE FUNCTION with_world() RETURNS text IMMUTABLE RETURN 'WITH p AS MATERIALIZED (SELECT pair.*, map, model, index, cells, fees FROM pair, (SELECT (\$1).*) w WHERE pair.n = w.n),
		s AS (SELECT a, fee, map, model, index, cells, fees FROM (SELECT (\$1).*) w, unnest(cells, fees) u (a, fee)),
		within AS (SELECT a, percentile_disc(0.5) WITHIN GROUP (ORDER BY truth) AS within FROM p WHERE truth IS NOT NULL GROUP BY a) ';
	CREATE FUNCTION compared(y way) RETURNS text IMMUTABLE
	RETURN format('SELECT x.*, (cost IS NULL) <> (truth IS NULL) OR abs(cost - (truth + %s)) > %s * (1 + truth) AS differs FROM (%s) x', (y).off, (y).tolerance, (y).query);
	CREATE FUNCTION ask(w world, y way, OUT asked bigint, OUT wrong bigint, OUT refused text, OUT example text) LANGUAGE plpgsql AS \$\$
	BEGIN
		IF y.refuses = '{INDEX}' AND w.index IS NULL THEN
			refused := 'no index';
			RETURN;
		END IF;
		IF y.query ~ 'later' AND NOT w.later THEN -- too large for the oracle
			refused := 'no truth';
			RETURN;
		END IF;
		EXECUTE with_world() || format('SELECT count(*), count(*) FILTER (WHERE differs), min(x::text) FILTER (WHERE differs) FROM (%s) x', compared(y))
		INTO asked, wrong, example USING w;
	EXCEPTION WHEN feature_not_supported OR invalid_parameter_value OR numeric_value_out_of_range THEN
		refused := SQLERRM;
	END \$\$;
	CREATE PROCEDURE fill() LANGUAGE plpgsql AS \$\$
	BEGIN
		TRUNCATE world, pair;
		INSERT INTO world SELECT n, rules, map, model, try_index(map, model), cells, fees, later IS NOT NULL
		FROM raw, LATERAL (SELECT array_agg(gridcell(i % gridmap_width(map), i / gridmap_width(map)) ORDER BY i) AS cells FROM generate_series(0, gridmap_width(map) * gridmap_height(map) - 1) i) c;
		INSERT INTO pair SELECT n, cells[1 + (i - 1) / cardinality(cells)], cells[1 + (i - 1) % cardinality(cells)], cost, raw.later[i] FROM raw JOIN world USING (n), unnest(costs) WITH ORDINALITY c (cost, i);
		CREATE INDEX IF NOT EXISTS pair_n ON pair (n);
		ANALYZE pair;
	END \$\$;
	CREATE PROCEDURE take() LANGUAGE plpgsql AS \$\$
	BEGIN
		CALL fill();
		INSERT INTO answer SELECT y.id, w.n, r.* FROM world w, way y, ask(w, y) r ORDER BY w.n, y.id;
		INSERT INTO compared SELECT one, two, sum(asked) FROM answer JOIN world USING (n), unnest(rules) one, unnest(rules) two WHERE refused IS NULL AND one <= two GROUP BY one, two;
		INSERT INTO answer SELECT id, 0, sum(asked), sum(wrong), NULL, min(example) FROM answer JOIN world USING (n) WHERE refused IS NULL GROUP BY id;
		INSERT INTO answer SELECT id, -1, count(*), count(*) FILTER (WHERE unnamed), min(refused), min(n || ' ' || refused || ' ' || rules::text) FILTER (WHERE unnamed)
		FROM answer JOIN world USING (n) JOIN way USING (id),
			LATERAL (SELECT NOT rules && refuses AND refuses <> '{INDEX}' AND NOT ((tolerance > 0 OR function::text ~ '^fringe_(try_)?walks') AND refused IN ('costs have too many digits for this map', 'path cost is out of range')) AND NOT (function::text ~ 'timed|ticks' AND refused ~ ' ticks\$|^tick out of range\$| support (cells that cost nothing|links that cost sqrt2 times a number)\$') AND refused NOT IN ('there are infinitely many best paths', 'no truth') AS unnamed) u WHERE refused IS NOT NULL GROUP BY id;
		DELETE FROM answer WHERE n > 0;
	END \$\$;
});

is($node->safe_psql('postgres', q{
	SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid AND extname = 'fringe'
	WHERE p.prokind = 'f' AND '{gridmap,gridindex,gridfield}'::regtype[] && p.proargtypes::oid[]::regtype[]
		AND (p.prorettype IN ('float8'::regtype, 'float8[]'::regtype, 'gridpath'::regtype, 'fringe_result'::regtype)
			OR EXISTS (SELECT FROM unnest(p.proallargtypes, p.proargmodes) u (type, mode) WHERE mode IN ('t', 'o') AND type IN ('float8'::regtype, 'gridpath'::regtype)))
		AND p.oid NOT IN (SELECT function FROM way) AND p.proname <> ALL (} . "'{" . join(',', sort keys %other) . "}'" . q{) ORDER BY 1}),
	'', 'each function that returns a cost or a route has a row');

# Pairs that cannot be combined: a question that is refused for each.
my $row = "gridmap('{..}'::text[])";
my %apart = map { my ($pair, $model, $map) = @$_; (join('+', sort split(/\+/, $pair)) => "SELECT fringe_cost(" . ($map || $row) . ", '(0,0)', '(1,0)', '$model')") }
	['hex+oblong', 'hex(dx=3)'], ['hex+corners', 'hex(corners=any)'],
	['wrap+turns', 'octile(wrap=x, turn=1)'], ['headings+wrap', 'octile(wrap=x, turn=1, heading=E)'], ['headings+oblong', 'octile(dx=3, dy=4, turn=1, heading=E)'],
	['oblong+layers', 'octile(dx=3, dy=4, layer.cost=1)'], ['oblong+heights', 'octile(dx=3, dy=4, rise=1)'], ['oblong+limits', 'octile(dx=3, dy=4, climb=1)'],
	['oblong+turns', 'octile(dx=3, dy=4, turn=1)'], ['over+turns', 'octile(points=9, over=block, turn=1)'], ['headings+over', 'octile(points=9, over=block, turn=1, heading=E)'];
for my $pair (sort keys %apart)
{
	my (undef, undef, $error) = $node->psql('postgres', $apart{$pair});
	like($error, qr/cannot be combined|unknown key|do not support/, "$pair is refused");
}
my @rules = qw(layers heights limits friction grades roads crossings points stops over blocked sides links sizes oneway turns headings wrap hex oblong weigh corners weights);
# The pairs of rules that were not compared and are not apart.
sub lacking
{
	my %compared = map { (join('+', sort split(/\+/, $_)) => 1) } split /\n/, $node->safe_psql('postgres', "SELECT DISTINCT one || '+' || two FROM compared WHERE one <> two");
	my @lacking;
	for my $one (@rules)
	{
		push @lacking, grep { !$compared{$_} && !$apart{$_} } map { join('+', sort $one, $_) } grep { $_ gt $one } @rules;
	}
	return join(' ', @lacking);
}

my $asked = 0;
my $file = $node->basedir . '/worlds';
for (my $batches = 0; $asked < $wanted || ($batches < 20 && lacking()); $batches++, $seed += $batch)
{
	system("'$random_worlds' $batch $seed > '$file'") == 0 or die 'random_worlds failed';
	$node->safe_psql('postgres', "TRUNCATE raw;\n\\copy raw FROM '$file'\nCALL take();");
	$asked = $node->safe_psql('postgres', 'SELECT coalesce(sum(asked), 0) FROM answer WHERE n = 0');
}
note("$asked values compared");
note($node->safe_psql('postgres', 'SELECT string_agg(f || E\'\t\' || a, E\'\n\' ORDER BY f) FROM (SELECT function::text AS f, sum(asked) AS a FROM answer JOIN way USING (id) WHERE n = 0 GROUP BY 1) x'));
is($node->safe_psql('postgres', "SELECT function, query, sum(wrong), min(example) FROM answer JOIN way USING (id) WHERE n = 0 GROUP BY 1, 2, id HAVING sum(wrong) > 0 ORDER BY id"),
	'', 'each cost is the oracle\'s');
is($node->safe_psql('postgres', "SELECT function, query, min(refused), sum(wrong), min(example) FROM answer JOIN way USING (id) WHERE n = -1 GROUP BY 1, 2, id HAVING sum(wrong) > 0 ORDER BY id"),
	'', 'functions refuse only the rules that their rows name');
is($node->safe_psql('postgres', "SELECT function, query FROM way WHERE refuses <> '{}' AND id NOT IN (SELECT id FROM answer WHERE n = -1)"),
	'', 'and these they refuse');
note($node->safe_psql('postgres', "SELECT string_agg(one || '+' || two || ' ' || a, ', ' ORDER BY one, two) FROM (SELECT one, two, sum(asked) AS a FROM compared GROUP BY 1, 2) x"));

is(lacking(), '', 'each pair of rules was compared');

# ---- maps that change between questions ------------------------------------------
#
# Two sessions ask about worlds and changes of them, which share codes, layers or a model, in random order. A question comes alone, or with something
# that must not change its answer: a row of `hunt`. It is asked once for what this does to it, and once after.

$node->safe_psql('postgres', q{
	CREATE TABLE hunted (kind text, id int, asked bigint, wrong bigint, example text);
	ALTER TABLE world SET (toast_tuple_target = 128); -- maps next to an index are toasted
	-- for statements that workers run: the world of a setting
	CREATE SCHEMA of_setting;
	CREATE VIEW of_setting.p AS SELECT pair.*, map, model, index, cells, fees FROM pair JOIN world USING (n) WHERE n = current_setting('hunt.n')::bigint;
	CREATE VIEW of_setting.s AS SELECT a, fee, map, model, index, cells, fees FROM world, unnest(cells, fees) u (a, fee) WHERE n = current_setting('hunt.n')::bigint;
	CREATE VIEW of_setting.within AS SELECT a, percentile_disc(0.5) WITHIN GROUP (ORDER BY truth) AS within FROM of_setting.p WHERE truth IS NOT NULL GROUP BY a;
	-- a map edited, step by step, to another one of its size
	CREATE FUNCTION edited(map gridmap, wanted gridmap) RETURNS gridmap LANGUAGE plpgsql AS $$
	DECLARE r record;
	BEGIN
		map := gridmap_unlink(map, ARRAY(SELECT link FROM gridmap_links(map) EXCEPT SELECT link FROM gridmap_links(wanted)));
		FOR r IN SELECT code_b, array_agg(cell) AS cells FROM gridmap_diff(map, wanted) GROUP BY code_b LOOP
			map := gridmap_set(map, r.cells, r.code_b);
		END LOOP;
		FOR r IN SELECT name FROM gridmap_layers(map) EXCEPT SELECT name FROM gridmap_layers(wanted) LOOP
			map := gridmap_drop_layer(map, r.name);
		END LOOP;
		FOR r IN SELECT * FROM gridmap_layers(wanted) LOOP
			CONTINUE WHEN gridmap_layer(map, r.name) = gridmap_layer(wanted, r.name) AND (r.scale, r."offset") = (SELECT scale, "offset" FROM gridmap_layers(map) l WHERE l.name = r.name);
			map := gridmap_set_layer(map, r.name, gridmap_layer(wanted, r.name), r.scale, r."offset");
		END LOOP;
		RETURN gridmap_link(map, ARRAY(SELECT link FROM gridmap_links(wanted)));
	END $$;
	-- costs that a trigger and a generated column keep
	CREATE TABLE stored (session int, a gridcell, b gridcell, map gridmap, model gridmodel, truth float8, generated float8 GENERATED ALWAYS AS (fringe_cost(map, a, b, model)) STORED, triggered float8);
	CREATE FUNCTION price() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN NEW.triggered := gridpath_cost(fringe_route(NEW.map, NEW.a, NEW.b, NEW.model), NEW.map, NEW.model); RETURN NEW; END $$;
	CREATE TRIGGER price BEFORE INSERT OR UPDATE ON stored FOR EACH ROW EXECUTE FUNCTION price();

	-- One step: what is done to a question, and the question. False: there is none of this kind.
	CREATE FUNCTION hunt(kind text, w world, y way, other world, OUT asked bigint, OUT wrong bigint, OUT example text) LANGUAGE plpgsql AS $$
	DECLARE
		question text := compared(y);
		counts text := 'SELECT count(*), count(*) FILTER (WHERE differs), min(x::text) FILTER (WHERE differs) FROM ';
		me int := pg_backend_pid();
		r record;
		c refcursor;
	BEGIN
		CASE kind
		WHEN 'alone' THEN
		WHEN 'another one between' THEN
			PERFORM ask(other, y);
		WHEN 'an edited map' THEN
			w.map := edited(other.map, w.map);
			IF w.map <> (SELECT map FROM world WHERE n = w.n) THEN
				SELECT 1, 1, 'an edit gives ' || w.map INTO asked, wrong, example;
				RETURN;
			END IF;
		WHEN 'an error after it' THEN
			BEGIN
				PERFORM ask(w, y), ask(other, y);
				RAISE division_by_zero;
			EXCEPTION WHEN division_by_zero THEN
			END;
		WHEN 'an error within it' THEN
			BEGIN
				EXECUTE with_world() || format('SELECT sum(1 / (number - %s)) FROM (SELECT row_number() OVER () AS number FROM (%s) x OFFSET 0) x WHERE number <= %1$s', 1 + floor(random() * 40)::int, question) USING w;
			EXCEPTION WHEN division_by_zero OR feature_not_supported OR invalid_parameter_value OR numeric_value_out_of_range THEN
			END;
		WHEN 'a refused one before' THEN
			BEGIN
				PERFORM fringe_cost(w.map, '(0,0)', '(0,0)', w.model), fringe_cost(w.map, '(0,0)', '(99,0)', w.model);
			EXCEPTION WHEN OTHERS THEN
			END;
		WHEN 'a small cache' THEN
			PERFORM set_config('fringe.cache_size', (ARRAY['0', '1kB', '20kB', '100kB'])[1 + floor(random() * 4)], true);
			PERFORM ask(w, y), ask(other, y);
			PERFORM set_config('fringe.cache_size', '64MB', true);
		WHEN 'little memory' THEN
			BEGIN
				PERFORM set_config('fringe.max_memory', (ARRAY['64kB', '80kB', '100kB', '200kB'])[1 + floor(random() * 4)], true);
				PERFORM ask(w, y), ask(other, y);
				RAISE program_limit_exceeded; -- which resets the setting, too
			EXCEPTION WHEN program_limit_exceeded THEN
			END;
		WHEN 'an empty cache' THEN
			PERFORM fringe_cache_reset();
		WHEN 'a cursor' THEN
			BEGIN
				OPEN c FOR EXECUTE with_world() || question USING w;
				asked := 0; wrong := 0;
				LOOP
					FETCH c INTO r;
					EXIT WHEN NOT FOUND;
					asked := asked + 1;
					IF r.differs THEN wrong := wrong + 1; example := r::text; END IF;
					IF asked % 50 = 1 THEN PERFORM ask(other, y); END IF;
				END LOOP;
				CLOSE c;
				RETURN;
			EXCEPTION WHEN feature_not_supported OR invalid_parameter_value OR numeric_value_out_of_range THEN
			END;
		WHEN 'workers' THEN
			PERFORM set_config('hunt.n', w.n::text, true), set_config('search_path', 'of_setting, public', true), set_config('max_parallel_workers_per_gather', '2', true),
				set_config(name, 'on', true) FROM pg_settings WHERE name IN ('force_parallel_mode', 'debug_parallel_query');
			BEGIN
				EXECUTE counts || format('(%s) x', question) INTO asked, wrong, example;
			EXCEPTION WHEN feature_not_supported OR invalid_parameter_value OR numeric_value_out_of_range THEN
			END;
			PERFORM set_config('search_path', 'public', true), set_config('max_parallel_workers_per_gather', '0', true), set_config(name, 'off', true)
			FROM pg_settings WHERE name IN ('force_parallel_mode', 'debug_parallel_query');
			RETURN;
		WHEN 'columns and triggers' THEN
			BEGIN
				INSERT INTO stored (session, a, b, map, model, truth) SELECT me, a, b, other.map, other.model, truth FROM pair WHERE n = other.n;
				SELECT count(*), count(*) FILTER (WHERE truth IS DISTINCT FROM generated OR truth IS DISTINCT FROM triggered), min(x::text) FILTER (WHERE truth IS DISTINCT FROM generated OR truth IS DISTINCT FROM triggered)
				INTO asked, wrong, example FROM stored x WHERE session = me;
				IF wrong = 0 AND w.n / 4 = other.n / 4 THEN
					UPDATE stored SET map = w.map, truth = pair.truth FROM pair WHERE session = me AND pair.n = w.n AND (pair.a, pair.b) = (stored.a, stored.b);
					SELECT asked + count(*), count(*) FILTER (WHERE truth IS DISTINCT FROM generated OR truth IS DISTINCT FROM triggered), min(x::text) FILTER (WHERE truth IS DISTINCT FROM generated OR truth IS DISTINCT FROM triggered)
					INTO asked, wrong, example FROM stored x WHERE session = me;
				END IF;
				RAISE query_canceled; -- so that no row stays
			EXCEPTION WHEN query_canceled THEN
			END;
			asked := asked * 2;
			RETURN;
		END CASE;
		SELECT k.asked, k.wrong, k.example INTO asked, wrong, example FROM ask(w, y) k;
	END $$;
	CREATE TABLE kind (kind text);
	INSERT INTO kind VALUES ('alone'), ('another one between'), ('an edited map'), ('an error after it'), ('an error within it'), ('a refused one before'), ('a small cache'), ('little memory'), ('an empty cache'), ('a cursor'), ('workers'), ('columns and triggers');
	CREATE PROCEDURE hunt_many(seed float8, steps int) LANGUAGE plpgsql AS $$
	DECLARE
		numbers bigint[] := ARRAY(SELECT n FROM world ORDER BY n);
		ways int[] := ARRAY(SELECT id FROM way ORDER BY id);
		kinds text[] := ARRAY(SELECT kind FROM kind ORDER BY kind);
		w world;
		other world;
		y way;
		k text;
		at int;
		r record;
	BEGIN
		PERFORM setseed(seed);
		FOR i IN 1 .. steps LOOP
			at := 1 + floor(random() * cardinality(numbers));
			SELECT * INTO w FROM world WHERE n = numbers[at];
			SELECT * INTO other FROM world WHERE n / 4 = w.n / 4 AND n <> w.n ORDER BY random() LIMIT 1;
			CONTINUE WHEN other.n IS NULL;
			at := 1 + floor(random() * cardinality(ways));
			SELECT * INTO y FROM way WHERE id = ways[at];
			CONTINUE WHEN w.rules && y.refuses OR (y.refuses = '{INDEX}' AND (w.index IS NULL OR other.index IS NULL));
			k := kinds[1 + floor(random() * cardinality(kinds))];
			SELECT * INTO r FROM hunt(k, w, y, other);
			INSERT INTO hunted VALUES (k, y.id, coalesce(r.asked, 0), coalesce(r.wrong, 0), CASE WHEN r.wrong > 0 THEN concat_ws(' ', w.n, other.n, r.example) END);
			COMMIT;
		END LOOP;
	END $$;
});

my $enough = $ENV{FRINGE_COSTS} ? $wanted : $wanted / 5;
for (my $hunted = 0; $hunted < $enough; $seed += $batch)
{
	system("'$random_worlds' $batch $seed 3 > '$file'") == 0 or die 'random_worlds failed';
	$node->safe_psql('postgres', "TRUNCATE raw;\n\\copy raw FROM '$file'\nCALL fill();");
	my @sessions = map {
		my $said = '';
		{ said => \$said, run => IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-c', sprintf('CALL hunt_many(%.3f, %d)', ($seed + 17 * $_) % 1000 / 1000, $wanted < 1_000_000 ? 300 : 3000) ], '>&', \$said) }
	} 0, 1;
	$_->{run}->finish or die ${$_->{said}} for @sessions;
	my $asked = $node->safe_psql('postgres', 'SELECT coalesce(sum(asked), 0) FROM hunted');
	die "no question: $asked" if $asked == $hunted;
	$hunted = $asked;
}
note($node->safe_psql('postgres', q{SELECT kind || E'\t' || sum(asked) FROM hunted GROUP BY ROLLUP (kind) ORDER BY kind}));
is($node->safe_psql('postgres', q{SELECT kind, function, query, sum(wrong), min(example) FROM hunted JOIN way USING (id) WHERE wrong > 0 GROUP BY 1, 2, 3, id ORDER BY 1, 2}),
	'', 'each cost is the oracle\'s after other maps, edits, errors and settings');
is($node->safe_psql('postgres', q{SELECT kind FROM kind WHERE kind NOT IN (SELECT kind FROM hunted WHERE asked > 0)}), '', 'each kind of interruption was tried');
done_testing();
