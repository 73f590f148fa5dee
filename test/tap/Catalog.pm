# What the catalog of a database says of the extensions, as lines to compare: each row of theirs in these catalogs, with
# names in place of oids; and each object with its comment, its arguments and body, and what it depends on.
package Catalog;

use strict;
use warnings;

use Exporter qw(import);
our @EXPORT = qw(catalog types_without_column);

my $extension = q{(SELECT oid FROM pg_extension WHERE extname ~ '^fringe')};
my $member = "IN (SELECT objid FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e' AND refobjid IN $extension AND classid = '%s'::regclass)";
my %rows_of = (
	(map { $_ => 'oid ' . sprintf $member, $_ } qw(pg_proc pg_type pg_operator pg_opclass pg_opfamily pg_cast)),
	pg_aggregate => 'aggfnoid ' . sprintf($member, 'pg_proc'),
	pg_constraint => 'contypid ' . sprintf($member, 'pg_type'),
	pg_amop => 'amopfamily ' . sprintf($member, 'pg_opfamily'),
	pg_amproc => 'amprocfamily ' . sprintf($member, 'pg_opfamily'),
	pg_attribute => 'attrelid IN (SELECT typrelid FROM pg_type WHERE typrelid <> 0 AND oid ' . sprintf($member, 'pg_type') . ')');

# The columns of a catalog, oids as descriptions. Left out are parsed expressions, which have positions of the script in
# them, and options of attributes, which are the server's own.
my $columns_of = q{
	SELECT string_agg(CASE WHEN pktable IS NULL THEN quote_ident(attname) || '::text'
		WHEN is_array THEN format('(SELECT string_agg(pg_describe_object(%s, o, 0), %L ORDER BY n) FROM unnest(%I) WITH ORDINALITY u (o, n))', pktable::oid, ', ', attname)
		ELSE format('pg_describe_object(%s, %I::oid, 0)', pktable::oid, attname) END, ', ' ORDER BY attnum)
	FROM pg_attribute LEFT JOIN pg_get_catalog_foreign_keys() ON fktable = attrelid AND fkcols = ARRAY[attname::text]
	WHERE attrelid = 'CATALOG'::regclass AND attnum > 0 AND attname NOT IN ('oid', 'attoptions') AND atttypid <> 'pg_node_tree'::regtype
};
my $dependencies = q{
	(SELECT string_agg(concat(o.deptype, ' ', pg_describe_object(o.refclassid, o.refobjid, o.refobjsubid)), ', ' ORDER BY o.deptype, pg_describe_object(o.refclassid, o.refobjid, o.refobjsubid) COLLATE "C")
		FROM pg_depend o WHERE (o.classid, o.objid) = (d.classid, d.objid))
};
# Members of operator families are no objects of the extension's own, but depend on some.
my $objects = qq{
	SELECT ROW('object', pg_describe_object(classid, objid, 0), obj_description(objid, classid::regclass::name),
		CASE classid WHEN 'pg_type'::regclass THEN (SELECT string_agg(concat_ws(' ', attname, col_description(attrelid, attnum)), ', ' ORDER BY attnum) FROM pg_type t JOIN pg_attribute ON attrelid = typrelid WHERE t.oid = objid)
		WHEN 'pg_proc'::regclass THEN concat_ws(' ', pg_get_function_arguments(objid), pg_get_function_result(objid), pg_get_function_sqlbody(objid)) END,
		$dependencies)::text
	FROM pg_depend d WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e' AND refobjid IN $extension
	UNION ALL
	SELECT DISTINCT ROW('member', pg_describe_object(classid, objid, 0), $dependencies)::text
	FROM pg_depend d WHERE classid IN ('pg_amop'::regclass, 'pg_amproc'::regclass)
		AND objid IN (SELECT oid FROM pg_amop WHERE $rows_of{pg_amop} UNION ALL SELECT oid FROM pg_amproc WHERE $rows_of{pg_amproc})
};

my %query_of; # by server

# catalog NODE, DATABASE, STATEMENT: a text of lines, sorted; as the statement would leave it, if one is given.
sub catalog
{
	my ($node, $database, $statement) = @_;
	$query_of{ $node->name } //= 'SELECT * FROM (' . join(' UNION ALL ', map {
		my $columns = $node->safe_psql($database, $columns_of =~ s/CATALOG/$_/r);
		"SELECT ROW('$_', $columns)::text FROM $_ WHERE $rows_of{$_}"
	} sort keys %rows_of) . " UNION ALL $objects) c (r) ORDER BY r COLLATE \"C\"";
	return $node->safe_psql($database, $query_of{ $node->name }) unless defined $statement;
	return $node->safe_psql($database, "BEGIN; $statement; " . $query_of{ $node->name } . '; ROLLBACK');
}

# Types of the extensions that no table has a column of, or of arrays of them.
sub types_without_column
{
	my ($node, $database) = @_;
	return $node->safe_psql($database, "SELECT t.oid::regtype FROM pg_type t WHERE oid " . sprintf($member, 'pg_type') . " AND NOT EXISTS (
		SELECT FROM pg_attribute JOIN pg_class c ON c.oid = attrelid AND relkind IN ('r', 'p') WHERE atttypid IN (t.oid, t.typarray)) ORDER BY 1");
}

1;
