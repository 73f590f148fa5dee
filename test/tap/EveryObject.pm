# A schema with views, functions, columns and indexes that use every SQL object of the extension, which a later version must not
# break. They are made from the catalog: a new object that has no arguments here fails.
package EveryObject;

use strict;
use warnings;

use JSON::PP;

use Exporter qw(import);
our @EXPORT = qw(make_surface answers);

# Arguments by type: columns of surface.sample, or constants. Several arguments of a type take them in turn.
my %argument = (
	'"char"' => ['code'],
	bigint => [7],
	'double precision' => [0.4],
	gridcell => [ 'start', 'goal' ],
	'gridcell[]' => ['cells'],
	gridmap => [ 'map', 'changed' ],
	gridmethod => [ 'method', q{'astar'} ],
	gridmodel => [ 'model', q{'tile'} ],
	gridpath => [ 'route', 'back' ],
	integer => [ 12, 9, 3, 2 ],
	point => ['place'],
	text => ['map_text'],
	'text[]' => ['map_rows']);

# What these functions take instead.
my %argument_of = (fringe_scenarios => { text => ['scen'] }, map { ("${_}_in" => { cstring => ["$argument{$_}[0]::text::cstring"] }) } grep { /^grid\w+$/ } keys %argument);

my $sample = q{
	CREATE SCHEMA surface;
	CREATE TABLE surface.sample (id int PRIMARY KEY, map gridmap, changed gridmap, start gridcell, goal gridcell, cells gridcell[],
		model gridmodel, method gridmethod, route gridpath, back gridpath, place point, code "char", map_text text, map_rows text[], scen text);
	INSERT INTO surface.sample
	SELECT seed, map, gridmap_fill(map, '(3,3)', '(4,5)', 'S'), start, goal, ARRAY[goal, start, '(1,1)'], 'octile(S=3, straight=2, diagonal=3)',
		'fringe(list=array)', fringe_route(map, start, goal), fringe_route(map, goal, start), point(goal), 'S', map::text,
		ARRAY['..@', '...'], E'version 1\n0 a.map 12 9 1 1 3 3 2.5\n'
	FROM generate_series(1, 3) seed, LATERAL (SELECT gridmap_caves(14, 11, 0.3, seed) AS map OFFSET 0) m,
		LATERAL (SELECT min(x) AS first, max(x) AS last FROM fringe_components(map), fringe_reach(map, sample, 'infinity') WHERE component = 1 AND y = 5) row,
		LATERAL (SELECT gridcell(first, 5) AS start, gridcell(last, 5) AS goal) ends;
	-- A line per table and view: its rows, without times, and without a type that gets columns.
	CREATE FUNCTION surface.answers() RETURNS SETOF text LANGUAGE plpgsql AS $$
	DECLARE
		relation record;
		answer text;
	BEGIN
		FOR relation IN
			SELECT c.oid::regclass AS name, relname, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
			FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
			WHERE relnamespace = 'surface'::regnamespace AND relkind IN ('r', 'v', 'm') AND attnum > 0
				AND attname <> 'search_us' AND atttypid <> 'public.fringe_result'::regtype AND relname !~ '^fringe_cache'
			GROUP BY c.oid, relname ORDER BY relname COLLATE "C"
		LOOP
			EXECUTE format('SELECT count(*) || '' '' || md5(string_agg(r::text, '' '' ORDER BY r::text)) FROM (SELECT %s FROM %s) r', relation.columns, relation.name)
			INTO answer;
			RETURN NEXT relation.relname || ': ' || coalesce(answer, 'none');
		END LOOP;
	END $$;
};

my %used; # how often a name was

# A view, a materialized view, and a function whose body the catalog keeps parsed.
sub uses_query
{
	my ($name, $query) = @_;
	$name .= '_' . ++$used{$name};
	return "CREATE VIEW surface.$name AS $query;
		CREATE MATERIALIZED VIEW surface.${name}_kept AS $query;
		CREATE FUNCTION surface.$name() RETURNS SETOF surface.$name BEGIN ATOMIC $query; END;
		CREATE VIEW surface.${name}_called AS SELECT * FROM surface.$name();\n";
}

# The same; and if the expression is immutable a generated column, an index on a condition, and a constraint.
sub uses_expression
{
	my ($name, $expression, $type, $immutable) = @_;
	my $statements = uses_query($name, "SELECT id, $expression AS r FROM surface.sample");
	return $statements unless $immutable;
	return $statements . "ALTER TABLE surface.sample ADD COLUMN $name$used{$name} $type GENERATED ALWAYS AS ($expression) STORED,
			ADD CHECK ($expression IS NOT NULL OR id > 0);
		CREATE INDEX ON surface.sample (id) WHERE $expression IS NOT NULL;\n";
}

sub arguments
{
	my ($name, @types) = @_;
	my %taken;
	return map {
		my $values = $argument_of{$name}{$_} // $argument{$_} // die "$name: no argument of type $_; add one to EveryObject.pm\n";
		$values->[ $taken{$_}++ % @$values ];
	} @types;
}

# Calls with all arguments, with fewer where there are defaults, and by name.
sub calls
{
	my ($function) = @_;
	my @arguments = arguments($function->{name}, @{ $function->{types} });
	my @names = @{ $function->{names} // [] };
	my @calls = map { join ', ', @arguments[ 0 .. $#arguments - $_ ] } 0 .. $function->{defaults};
	push @calls, join ', ', map { "$names[$_] => $arguments[$_]" } 0 .. $#arguments if $function->{kind} eq 'f' && @arguments && @names && !grep { $_ eq '' } @names;
	return map { "public.$function->{name}($_)" } @calls;
}

sub uses_function
{
	my ($function) = @_;
	my ($name, $type) = @$function{qw(name type)};
	my $statements = '';
	for my $call (calls($function))
	{
		if ($function->{kind} eq 'a')
		{
			$statements .= uses_query($name, "SELECT $call AS r FROM surface.sample") . uses_query($name, "SELECT id, $call OVER (ORDER BY id) AS r FROM surface.sample");
			next;
		}
		$statements .= uses_query($name, "SELECT id, r.* FROM surface.sample, LATERAL $call r") if $function->{rows};
		next if $type eq 'record';
		($call, $type) = ("($call)::text", 'text') if $type =~ /^(void|cstring)$/;
		$statements .= uses_expression($name, $call, $type, $function->{immutable} && !$function->{rows});
	}
	return $statements;
}

# A column, an array, a domain, a composite type, a default, a table's own type, arguments of functions; sorted and grouped values.
sub uses_type
{
	my ($type) = @_;
	return "CREATE TABLE surface.of_$type OF public.$type;
		CREATE FUNCTION surface.of_$type(v public.$type) RETURNS public.$type LANGUAGE plpgsql AS 'BEGIN RETURN v; END';\n" if $type !~ /^grid/;
	my ($value) = @{ $argument{$type} // die "no value of type $type; add one to EveryObject.pm\n" };
	return "CREATE DOMAIN surface.domain_of_$type AS public.$type CHECK (VALUE = VALUE);
		CREATE TYPE surface.pair_of_$type AS (a public.$type, b surface.domain_of_$type);
		CREATE FUNCTION surface.of_$type(v public.$type, vs public.$type\[]) RETURNS public.$type LANGUAGE plpgsql AS 'BEGIN RETURN v; END';
		CREATE TABLE surface.of_$type AS SELECT id, $value AS v, ARRAY[$value] AS vs, $value\::surface.domain_of_$type AS d, ($value, $value)::surface.pair_of_$type AS p FROM surface.sample;
		CREATE VIEW surface.${type}_called AS SELECT id, surface.of_$type(v, vs) FROM surface.of_$type;\n"
		. uses_query("sorted_$type", "SELECT DISTINCT v FROM surface.of_$type ORDER BY v DESC")
		. uses_query("grouped_$type", "SELECT v, count(*) FROM surface.of_$type GROUP BY v")
		. uses_query("joined_$type", "SELECT a.id, b.id AS other FROM surface.of_$type a JOIN surface.of_$type b ON a.v OPERATOR(public.=) b.v");
}

# An index on values, and for an order on all that has it; partitions; a type of ranges.
sub uses_operator_class
{
	my ($class) = @_;
	my ($name, $type, $method) = @$class{qw(name type method)};
	my ($partition, $bounds) = $method eq 'hash' ? ('HASH', 'WITH (MODULUS 1, REMAINDER 0)') : ('RANGE', 'FROM (MINVALUE) TO (MAXVALUE)');
	my $table = "surface.${type}_by_$method";
	return "CREATE INDEX ON surface.of_$type USING $method (v public.$name);
		CREATE TABLE $table (v public.$type) PARTITION BY $partition (v public.$name);
		CREATE TABLE ${table}_all PARTITION OF $table FOR VALUES $bounds;
		INSERT INTO $table SELECT v FROM surface.of_$type;\n"
		. ($method eq 'btree' ? "CREATE TYPE surface.range_of_$type AS RANGE (subtype = public.$type, subtype_opclass = public.$name);
			CREATE INDEX ON surface.of_$type (vs, p);\n" : '');
}

# By kind of object. Functions that a statement cannot call are left out.
my %catalog = (
	function => q{
		SELECT proname AS name, prokind AS kind, provolatile = 'i' AS immutable, format_type(prorettype, NULL) AS type, pronargdefaults AS defaults,
			ARRAY(SELECT format_type(t, NULL) FROM unnest(proargtypes) WITH ORDINALITY a (t, n) ORDER BY n) AS types, proargnames[1:pronargs] AS names,
			proretset OR prorettype = 'record'::regtype OR EXISTS (SELECT FROM pg_type t WHERE t.oid = prorettype AND typtype = 'c') AS rows
		FROM pg_proc p WHERE oid = objid AND NOT 'internal'::regtype = ANY (proargtypes)},
	operator => q{
		SELECT oprname AS name, format_type(oprleft, NULL) AS left, format_type(oprright, NULL) AS right, format_type(oprresult, NULL) AS type FROM pg_operator o WHERE oid = objid},
	cast => q{SELECT format_type(castsource, NULL) AS source, format_type(casttarget, NULL) AS target FROM pg_cast c WHERE oid = objid},
	type => q{SELECT typname AS name FROM pg_type t WHERE oid = objid},
	operator_class => q{
		SELECT opcname AS name, format_type(opcintype, NULL) AS type, amname AS method FROM pg_opclass c JOIN pg_am ON pg_am.oid = opcmethod WHERE c.oid = objid});

my %uses = (
	function => \&uses_function,
	operator => sub {
		my ($left, $right) = arguments('operator', $_[0]{left}, $_[0]{right});
		return uses_expression('operator', "$left OPERATOR(public.$_[0]{name}) $right", $_[0]{type}, 1);
	},
	cast => sub {
		my ($value) = arguments('cast', $_[0]{source});
		return uses_expression('cast', "$value\::$_[0]{target}", $_[0]{target}, 1);
	},
	type => sub { uses_type($_[0]{name}) },
	operator_class => \&uses_operator_class);

# Returns how many objects of each kind there are.
sub make_surface
{
	my ($node, $database) = @_;
	my %count;
	my $statements = $sample;
	for my $kind (qw(function operator cast type operator_class))
	{
		my $objects = decode_json($node->safe_psql($database, qq{
			SELECT json_agg(o) FROM pg_depend, LATERAL ($catalog{$kind}) o
			WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'fringe') AND deptype = 'e'
				AND classid = 'pg_} . ($kind =~ s/operator_class/opclass/r =~ s/function/proc/r) . q{'::regclass}));
		$count{$kind} = @$objects;
		$statements .= join '', map { $uses{$kind}->($_) } @$objects;
	}
	$node->safe_psql($database, $statements);
	return \%count;
}

# All rows, materialized ones made anew.
sub answers
{
	my ($node, $database) = @_;
	return $node->safe_psql($database, q{
		SELECT format('REFRESH MATERIALIZED VIEW %s', oid::regclass) FROM pg_class WHERE relnamespace = 'surface'::regnamespace AND relkind = 'm' ORDER BY relname \gexec
		SELECT surface.answers()});
}

1;
