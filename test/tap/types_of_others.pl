# Types of other roles that have the names of ours: the extensions' scripts declare no function with them, and a function of the
# libraries that is declared with one refuses to run.
use strict;
use warnings;

use File::Basename;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('types');
$node->init;
$node->append_conf('postgresql.conf', 'fsync = off');
$node->start;
$node->safe_psql('postgres', 'CREATE ROLE landlord LOGIN; CREATE DATABASE known; CREATE DATABASE old');
$node->safe_psql('known', 'CREATE EXTENSION fringe_formats CASCADE');
$node->safe_psql('old', q{CREATE EXTENSION fringe VERSION '1.0'});

# ---- scripts -------------------------------------------------------------------------

my $names = q{SELECT DISTINCT typname FROM pg_depend d JOIN pg_type t ON objid IN (t.oid, t.typelem)
	WHERE d.classid = 'pg_type'::regclass AND d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' ORDER BY 1};
my @names = split /\n/, $node->safe_psql('known', $names);
my %is_old = map { $_ => 1 } split /\n/, $node->safe_psql('old', $names);
cmp_ok(scalar @names, '>', 15, 'types of ours, and their arrays');

sub as_landlord
{
	my ($database, $sql) = @_;
	my ($status, undef, $err) = $node->psql($database, $sql, extra_params => [ '-U', 'landlord', '-v', 'VERBOSITY=verbose' ], on_error_stop => 1);
	return $status ? $err : '';
}

my $databases = 0;

# A database of landlord's, after these statements.
sub database
{
	my ($sql) = @_;
	my $name = 'own' . ++$databases;
	$node->safe_psql('postgres', "CREATE DATABASE $name OWNER landlord");
	$node->safe_psql($name, "GRANT ALL ON SCHEMA public TO landlord; CREATE SCHEMA grid AUTHORIZATION landlord; CREATE SCHEMA evil AUTHORIZATION landlord");
	is(as_landlord($name, $sql), '', "landlord: $sql") if $sql;
	return $name;
}

# Statements that make types of these names in a schema.
sub types
{
	my ($schema, @of) = @_;
	return join '', map { "CREATE DOMAIN $schema.\"$_\" AS bigint;\n" } @of;
}

# What objects of the extensions use and neither PostgreSQL nor fringe has.
my $strange = q{
	SELECT DISTINCT pg_describe_object(u.refclassid, u.refobjid, 0)
	FROM pg_extension e JOIN pg_depend m ON m.refclassid = e.tableoid AND m.refobjid = e.oid AND m.deptype = 'e'
		JOIN pg_depend u ON u.classid = m.classid AND u.objid = m.objid
	WHERE e.extname ~ '^fringe' AND u.refclassid NOT IN ('pg_extension'::regclass, 'pg_namespace'::regclass) AND NOT EXISTS (
		SELECT FROM pg_extension f JOIN pg_depend o ON o.refclassid = f.tableoid AND o.refobjid = f.oid AND o.deptype = 'e'
			LEFT JOIN pg_type t ON o.classid = t.tableoid AND o.objid = t.oid
			LEFT JOIN pg_class c ON c.oid = t.typrelid
		WHERE f.extname ~ '^fringe' AND (o.classid = u.refclassid AND u.refobjid IN (o.objid, t.typarray) OR u.refclassid = c.tableoid AND u.refobjid = c.oid))};

# By script: what comes before; the types that landlord has in other schemas; and the statement that runs it. All are in evil, which the
# session's search_path has first, and in pg_temp; those in the schema of the extension have names that the script does not make.
my @arrays = grep { /^_/ } @names;
my %scripts = (
	'fringe--1.0.sql' => [ '', types('grid', @arrays, grep { !/^_/ && !$is_old{$_} } @names), q{CREATE EXTENSION fringe SCHEMA grid VERSION '1.0'} ],
	'fringe--1.1.sql' => [ '', types('grid', @arrays), 'CREATE EXTENSION fringe SCHEMA grid' ],
	'fringe--1.0--1.1.sql' => [ q{CREATE EXTENSION fringe SCHEMA grid VERSION '1.0'}, types('grid', grep { /^_/ && !$is_old{$_} } @names), 'ALTER EXTENSION fringe UPDATE' ],
	'fringe_formats--1.1.sql' => [ 'CREATE EXTENSION fringe SCHEMA grid', types('public', @names), 'CREATE SCHEMA formats; CREATE EXTENSION fringe_formats SCHEMA formats' ]);
my $directory = $node->safe_psql('postgres', q{SELECT setting || '/extension' FROM pg_config WHERE name = 'SHAREDIR'});
is(join(' ', sort map { basename($_) } glob "$directory/fringe*--*.sql"), join(' ', sort keys %scripts), 'each script has a case');
for my $script (sort keys %scripts)
{
	my ($before, $types, $statement) = @{ $scripts{$script} };
	my $database = database($before);
	is(as_landlord($database, types('evil', @names) . types('pg_temp', @names) . "$types SET search_path = evil, public, grid; $statement"), '', "$script beside types of other roles");
	is($node->safe_psql($database, $strange), '', '... uses none of them');
}

# fringe_formats, whose own schema comes first
for my $name (@names)
{
	my $domain = $name =~ /^_/ ? '' : "CREATE DOMAIN evil.checked AS grid.$name CHECK (length(VALUE::text) > 0); ALTER DOMAIN evil.checked RENAME TO $name;";
	for my $make (types('evil', $name), $domain || ())
	{
		$databases > 4 or database('CREATE EXTENSION fringe SCHEMA grid');
		my $said = as_landlord('own5', "BEGIN; $make CREATE EXTENSION fringe_formats SCHEMA evil; COMMIT");
		if ($name =~ /^(gridmap|gridcell)$/)
		{
			like($said, qr/ERROR:  42P15: type evil\.$name does not belong to the extension fringe/, "fringe_formats refuses $make");
			next;
		}
		is($said, '', "fringe_formats does not need $name");
		is($node->safe_psql('own5', $strange), '', '... nor does it use it');
		$node->safe_psql('own5', "DROP EXTENSION fringe_formats; DROP DOMAIN evil.\"$name\"");
	}
}

# ---- declarations -----------------------------------------------------------------------

# Each C function that SQL can call, declared with a number by value in place of each type of ours. A value of each other type; of
# arrays the empty one:
my %value = (text => '', '"char"' => 'x', boolean => 'true', integer => 1, bigint => 1, numeric => 1, 'double precision' => 1, jsonb => '[]', json => '[]',
	xml => '<a/>', bytea => '\x00', point => '(0,0)', box => '(0,0),(1,1)', path => '((0,0),(1,1))', 'character varying' => '', cstring => '', oid => 1, interval => '1s');
$node->safe_psql('known', q{
	CREATE SCHEMA evil;
	CREATE DOMAIN evil.wrong AS bigint;
	CREATE VIEW evil.ours AS SELECT unnest(ARRAY[t.oid, t.typarray]) AS type FROM pg_depend d JOIN pg_type t ON t.oid = objid
		WHERE classid = 'pg_type'::regclass AND refclassid = 'pg_extension'::regclass AND d.deptype = 'e';
	CREATE FUNCTION evil.outcome(call text) RETURNS text LANGUAGE plpgsql AS
		$$
		DECLARE detail text;
		BEGIN EXECUTE call; RETURN 'ran';
		EXCEPTION WHEN OTHERS THEN GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL; RETURN concat_ws(' ', SQLSTATE, SQLERRM, detail); END $$});
my @functions = split /\n/, $node->safe_psql('known', q{
	WITH used AS (
		SELECT p.oid, probin, prosrc, proretset, prorettype, n, mode = 'i' AS is_in, CASE WHEN type IN (SELECT type FROM evil.ours) THEN 'evil.wrong' ELSE format_type(type, NULL) END AS type
		FROM pg_proc p, LATERAL (SELECT prorettype, 'r'::"char", 0 UNION ALL SELECT type, coalesce(mode, 'i'), n
			FROM ROWS FROM (unnest(coalesce(proallargtypes, proargtypes::oid[])), unnest(proargmodes)) WITH ORDINALITY a (type, mode, n)) u (type, mode, n)
		WHERE probin ~ 'fringe' AND NOT 'internal'::regtype = ANY (proargtypes))
	SELECT concat_ws(E'\t', oid::regprocedure, probin, prosrc, coalesce(string_agg(type, ',' ORDER BY n) FILTER (WHERE is_in), ''),
		CASE WHEN proretset THEN 'SETOF ' ELSE '' END || CASE WHEN count(*) FILTER (WHERE NOT is_in) > 1 AND max(type) FILTER (WHERE n = 0) = 'record' THEN 'record'
			ELSE max(type) FILTER (WHERE n = 0) END, string_agg('OUT ' || type, ',' ORDER BY n) FILTER (WHERE NOT is_in AND n > 0))
	FROM used GROUP BY oid, probin, prosrc, proretset HAVING bool_or(type = 'evil.wrong') ORDER BY 1});
cmp_ok(scalar @functions, '>', 200, 'functions with types of ours');
my (@copies, @calls);
for my $function (@functions)
{
	my ($name, $file, $symbol, $arguments, $result, $columns) = split /\t/, $function;
	my @types = split /,/, $arguments;
	my $copy = 'evil.f' . @copies;
	push @copies, "CREATE FUNCTION $copy(" . join(', ', @types, $columns // ()) . ") RETURNS $result AS '$file', '$symbol' LANGUAGE C;\n";
	my @values = map { $_ eq 'evil.wrong' ? "4711::$_" : "'" . (/\[\]$/ ? '{}' : $value{$_} // die "no value of type $_") . "'::$_" } @types;
	push @calls, "SELECT * FROM $copy(" . join(', ', @values) . ')';
}
$node->safe_psql('known', join '', @copies);
my @outcomes = split /\n/, $node->safe_psql('known', join '', map { "SELECT evil.outcome(\$c\$$_\$c\$);\n" } @calls);
is(join("\n", map { ($outcomes[$_] // 'none') =~ /^42P13 type evil\.wrong does not belong to the extension fringe The function evil\.f\d+\(.*\) is declared with this type\.$/ ? () : "$functions[$_]: " . ($outcomes[$_] // 'none') } 0 .. $#calls),
	'', 'none of them runs with types of others');

done_testing();
