# The library fringe_formats beside another version of the library fringe, in a copy of the installation whose library is
# replaced: each call says so, the session goes on, and the server stays.
use strict;
use warnings;

use File::Basename qw(dirname);
use FindBin;
use lib $FindBin::Bin;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $installed = PostgreSQL::Test::Cluster->new('installed');
$installed->init;
$installed->start;
my %folder = $installed->safe_psql('postgres', q{SELECT name, setting FROM pg_config WHERE name IN ('BINDIR', 'PKGLIBDIR', 'SHAREDIR')}) =~ /^(\w+)\|(.*)$/mg;
$installed->stop;

# PostgreSQL finds its files relative to its programs, which are copied; links suffice for the rest.
my $copy = "$PostgreSQL::Test::Utils::tmp_check/copy";
for my $name (sort keys %folder)
{
	my $how = $name eq 'BINDIR' ? '-RL' : '-Rs';
	system('mkdir', '-p', "$copy$folder{$name}") == 0 && system('cp', $how, "$folder{$name}/.", "$copy$folder{$name}") == 0 or die "no copy of $folder{$name}\n";
}
my $library = "$copy$folder{PKGLIBDIR}/fringe.so";
plan skip_all => 'no fringe.so here' if !-e $library;
my $real = "$library.real";
my $node = PostgreSQL::Test::Cluster->new('other', install_path => dirname("$copy$folder{BINDIR}"));
$node->init;
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION fringe_formats CASCADE; CREATE TABLE read AS SELECT $$0,1$$::text AS csv');
my $question = q{SELECT gridmap_from_csv(csv, '{"else": "."}') IS NOT NULL FROM read};
is($node->safe_psql('postgres', $question), 't', 'both libraries of one version');
my ($version) = $node->safe_psql('postgres', 'SELECT fringe_version()');

my $includes = qx("$ENV{PG_CONFIG}" --includedir-server);
chomp $includes;
rename $library, $real or die "$library: $!\n";
for my $case ([ '1.0', [] ], [ '0.9', [ '-DVERSION="0.9"', '-DSIZE=16' ] ], [ $version, [ "-DVERSION=\"$version\"", '-DSIZE=16' ] ])
{
	my ($says, $flags) = @$case;
	unlink $library;
	system('cc', '-O2', '-shared', '-fPIC', "-I$includes", @$flags, '-o', $library, "$FindBin::Bin/other_library.c") == 0 or plan skip_all => 'no C compiler here';
	# twice, because the server keeps a library that it has loaded
	my ($status, $out, $err) = $node->psql('postgres', "\\set VERBOSITY verbose\n$question;\n$question;\nSELECT 'goes on';", on_error_stop => 0);
	my @errors = $err =~ /^(?:psql:\S+ )?ERROR:  (.*)$/mg;
	is_deeply(\@errors, [ ("55000: library fringe_formats $version does not work with library fringe $says") x 2 ], "library fringe of $says" . (@$flags ? ', ' . $flags->[1] : ''));
	like($err, qr/^HINT:  Install both libraries of one version, then connect again\.$/m, '... and what to do');
	is($out, 'goes on', '... and the session goes on');
}
unlink $library;
rename $real, $library or die "$library: $!\n";
is($node->safe_psql('postgres', $question), 't', 'the library of this version is back');
$node->stop;
done_testing();
