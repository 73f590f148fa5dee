# What the library exports is what SQL calls and what the server looks for in a module: a name of ours that anything
# else in the process could meet is hidden.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# Of every module; a module that does not set its own magic has another function.
my %of_modules = map { $_ => 1 } qw(Pg_magic_func _PG_init);

my $node = PostgreSQL::Test::Cluster->new('exports');
$node->init;
$node->start;

# The library's path and the functions in it that SQL names, by version 1.0 or the newest.
my $named = q{SELECT DISTINCT prosrc FROM pg_proc WHERE probin = '$libdir/fringe'};
my %called = map { $_ => 1 } split /\n/, $node->safe_psql('postgres', "CREATE EXTENSION fringe VERSION '1.0'; $named");
$called{$_} = 1 for split /\n/, $node->safe_psql('postgres', "ALTER EXTENSION fringe UPDATE; $named");
cmp_ok(scalar(keys %called), '>', 150, 'SQL names functions of the library');

my $directory = $node->safe_psql('postgres', q{SELECT setting FROM pg_config WHERE name = 'PKGLIBDIR'});
my ($library) = grep { -f } map { "$directory/fringe$_" } qw(.so .dylib);
my %exported = map { $_ => 1 } split /\n/, run_symbols($library);
delete $exported{"pg_finfo_$_"} // fail("pg_finfo_$_ is exported") for keys %called;

is_deeply([ grep { !$called{$_} && !$of_modules{$_} } sort keys %exported ], [], 'nothing else is exported');
is_deeply([ grep { !$exported{$_} } sort keys %called ], [], 'all that SQL names is exported');

done_testing();

# The names of functions and data that a library exports, a line each.
sub run_symbols
{
	my ($path) = @_;
	my $list = `nm -D --defined-only "$path"`;
	die "nm failed on $path\n" if $? != 0 || $list eq '';
	return join "\n", $list =~ /^[0-9a-f]* [A-Z] (\S+)$/mg;
}
