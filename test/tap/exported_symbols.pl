# What each library exports is what SQL calls, what the server looks for in a module, and what fringe_formats calls of
# fringe: a name of ours that anything else in the process could meet is hidden.
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

# The functions of a library that SQL names, by version 1.0 or the newest.
my $named = q{SELECT DISTINCT substring(probin FROM 'fringe\w*$') || ' ' || prosrc FROM pg_proc WHERE probin ~ '^\$libdir/fringe'};
my %called;
for my $statement (q{CREATE EXTENSION fringe VERSION '1.0'; CREATE EXTENSION fringe_formats}, 'ALTER EXTENSION fringe UPDATE')
{
	/^(\S+) (\S+)$/ and $called{$1}{$2} = 1 for split /\n/, $node->safe_psql('postgres', "$statement; $named");
}
is_deeply([ sort keys %called ], [qw(fringe fringe_formats)], 'SQL names functions of two libraries');
cmp_ok(scalar(keys %{ $called{fringe} }), '>', 150, '... many of fringe');
cmp_ok(scalar(keys %{ $called{fringe_formats} }), '>', 20, '... and some of fringe_formats');

my $directory = $node->safe_psql('postgres', q{SELECT setting FROM pg_config WHERE name = 'PKGLIBDIR'});
for my $name (sort keys %called)
{
	my ($library) = grep { -f } map { "$directory/$name$_" } qw(.so .dylib);
	my %exported = map { $_ => 1 } split /\n/, run_symbols($library);
	my %needed = %{ $called{$name} };
	delete $exported{"pg_finfo_$_"} // fail("pg_finfo_$_ is exported") for keys %needed;
	$needed{fringe_interface} = 1 if $name eq 'fringe';

	is_deeply([ grep { !$needed{$_} && !$of_modules{$_} } sort keys %exported ], [], "$name exports nothing else");
	is_deeply([ grep { !$exported{$_} } sort keys %needed ], [], "$name exports all that is called");
}

done_testing();

# The names of functions and data that a library exports, a line each.
sub run_symbols
{
	my ($path) = @_;
	my $list = `nm -D --defined-only "$path"`;
	die "nm failed on $path\n" if $? != 0 || $list eq '';
	return join "\n", $list =~ /^[0-9a-f]* [A-Z] (\S+)$/mg;
}
