# Installing version 1.1 and updating version 1.0, by scripts that are put together from src/pg/sql, give the same catalog: functions
# with arguments, defaults and labels, support functions, comments, operators, casts, aggregates, types, dependencies.
use strict;
use warnings;

use File::Basename;
use lib dirname(__FILE__);
use Catalog;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('catalog');
$node->init;
$node->start;
$node->safe_psql('postgres', 'CREATE DATABASE installed; CREATE DATABASE updated');
$node->safe_psql('installed', 'CREATE EXTENSION fringe_formats CASCADE');
$node->safe_psql('updated', q{CREATE EXTENSION fringe VERSION '1.0'; CREATE EXTENSION fringe_formats; ALTER EXTENSION fringe UPDATE});
my $version = 'SELECT extname, extversion FROM pg_extension WHERE extname LIKE $$fringe%$$ ORDER BY 1';
is($node->safe_psql('updated', $version), $node->safe_psql('installed', $version), 'both have the same versions');

my $directory = $node->safe_psql('postgres', q{SELECT setting || '/extension' FROM pg_config WHERE name = 'SHAREDIR'});
ok(-e "$directory/fringe--1.1.sql", 'the first one was not installed by the update');

# Lines of one catalog that the other one lacks.
sub lines_without
{
	my ($lines, $others) = @_;
	my %other = map { $_ => 1 } split /\n/, $others;
	return grep { !$other{$_} } split /\n/, $lines;
}

my ($installed, $updated) = map { catalog($node, $_) } qw(installed updated);
cmp_ok(scalar(split /\n/, $installed), '>', 800, 'a catalog has many lines');
is(join("\n", lines_without($installed, $updated)), '', 'src/pg/sql has nothing that fringe--1.0--1.1.sql lacks');
is(join("\n", lines_without($updated, $installed)), '', 'fringe--1.0--1.1.sql has nothing that src/pg/sql lacks');

# What the comparison has to see: each statement makes a difference.
my @changes = (
	q{ALTER FUNCTION fringe_cost(gridmap, gridcell, gridcell, gridmodel, gridmethod) COST 501},
	q{ALTER FUNCTION gridcell_x(gridcell) STABLE},
	q{ALTER FUNCTION gridcell_x(gridcell) PARALLEL RESTRICTED},
	q{ALTER FUNCTION gridcell_x(gridcell) CALLED ON NULL INPUT},
	q{ALTER FUNCTION gridmap_cells(gridmap) ROWS 5},
	q{ALTER FUNCTION gridmap_cells(gridmap) SUPPORT fringe_reach_support},
	q{CREATE OR REPLACE FUNCTION gridmap_flip(map gridmap, axis text DEFAULT 'y') RETURNS gridmap AS '$libdir/fringe' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000},
	q{CREATE OR REPLACE FUNCTION gridcell_x(cell gridcell) RETURNS int AS '$libdir/fringe', 'gridcell_y' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE},
	q{COMMENT ON FUNCTION gridcell_x(gridcell) IS NULL},
	q{COMMENT ON COLUMN fringe_result.cost IS NULL},
	q{COMMENT ON OPERATOR FAMILY gridmap_ops USING hash IS NULL},
	q{ALTER OPERATOR FAMILY gridcell_ops USING btree DROP FUNCTION 2 (gridcell, gridcell)},
	q{ALTER OPERATOR = (gridmap, gridmap) SET (RESTRICT = neqsel)},
	q{ALTER EXTENSION fringe DROP CAST (text AS gridpath); DROP CAST (text AS gridpath); CREATE CAST (text AS gridpath) WITH INOUT AS IMPLICIT; ALTER EXTENSION fringe ADD CAST (text AS gridpath)},
	q{ALTER TYPE gridmap SET (STORAGE = main)},
	q{ALTER TYPE gridcell_extent ADD ATTRIBUTE middle gridcell},
	q{ALTER EXTENSION fringe DROP FUNCTION gridcell_x(gridcell)},
	q{ALTER FUNCTION gridcell_x(gridcell) DEPENDS ON EXTENSION plpgsql},
	q{UPDATE pg_type SET typispreferred = false WHERE oid = 'gridmap'::regtype});
isnt(catalog($node, 'updated', $_), $installed, "seen: $_") for @changes;
is(catalog($node, 'updated'), $updated, 'all of them were taken back');

$node->stop;
done_testing();
