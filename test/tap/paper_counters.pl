# The searches still are those of bench/results/papers.md: counters of each of its entries on small maps.
# After a change of counters that is meant, measure again (bench/papers), and renew bench/paper/sample.
# And each table has its place on that page, and names experiments that exist.
use strict;
use warnings;

use File::Basename;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('papers');
$node->init;
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION fringe');

my @expected = split /\n/, slurp_file('bench/paper/sample');
my @counted = split /\n/, $node->safe_psql('postgres', '\i bench/paper/sample.sql');
cmp_ok(scalar @counted, '>', 400, 'there are many entries');
is(scalar @counted, scalar @expected, 'bench/paper/sample has as many');

my %expected = map { $_ => 1 } @expected;
my @changed = grep { !$expected{$_} } @counted;
is(join("\n", @changed), '', 'no counter has changed');

my @places = slurp_file('bench/paper/page.md') =~ /^<!-- ([a-z0-9-]+) -->\n<!-- \/\1 -->$/mg;
my @tables = map { basename($_, '.sql') } glob 'bench/paper/tables/*.sql';
is(join(' ', sort @places), join(' ', sort(@tables, 'about', 'recursion')), 'each table has its place');

my %known = map { $_ => 1 } 'profiled', 'stopped', split /\n/, $node->safe_psql('postgres', 'SELECT name FROM papers.experiment');
for my $table (@tables)
{
	my ($names) = slurp_file("bench/paper/tables/$table.sql") =~ /\A-- of (.*)\n/;
	is(join(' ', grep { !$known{$_} } split / /, $names // 'nothing'), '', "$table names experiments");
}

$node->stop;
done_testing();
