# A server, folders of maps, databases, and fringe_load: what its tests begin with.
package LoadTest;

use strict;
use warnings;

use File::Path qw(make_path);
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

use Exporter qw(import);
our @EXPORT = qw($node $map $changed_map $scen folder put map_of scenarios empty_database database load numbers load_is replaces walls rows
	scenarios_of_a);

our $node;

# After that of Cluster.pm, which chooses ports.
INIT
{
	$node = PostgreSQL::Test::Cluster->new('load');
	$node->init;
	$node->append_conf('postgresql.conf', 'autovacuum = off');
	$node->start;
	$ENV{PGHOST} = $node->host;
	$ENV{PGPORT} = $node->port;
}

# ---- files -------------------------------------------------------------------

my $folders = 0;

# A new folder with these files.
sub folder
{
	my (%content) = @_;
	my $folder = PostgreSQL::Test::Utils::tempdir() . '/' . ++$folders;
	make_path($folder);
	put($folder, %content);
	return $folder;
}

sub put
{
	my ($folder, %content) = @_;
	while (my ($name, $content) = each %content)
	{
		make_path("$folder/$1") if $name =~ m{(.*)/};
		open my $file, '>:raw', "$folder/$name" or die "$name: $!";
		print $file $content;
		close $file;
	}
}

# A map of so many columns and rows, all of one code.
sub map_of
{
	my ($width, $height, $code) = @_;
	return "type octile\nheight $height\nwidth $width\nmap\n" . ($code x $width . "\n") x $height;
}

# Scenarios on a map of 4 x 3 cells, from (0,0) to (x,0) for each x.
sub scenarios
{
	my (@x) = @_;
	return join '', "version 1\n", map { "0\tm.map\t4\t3\t0\t0\t$_\t0\t$_\n" } @x;
}

our $map = map_of(4, 3, '.');
our $changed_map = map_of(4, 3, 'T');
our $scen = scenarios(1, 2);

# ---- databases and loads -----------------------------------------------------

my $databases = 0;

# A new database; options are those of CREATE DATABASE.
sub empty_database
{
	my ($options) = @_;
	my $name = 'db' . ++$databases;
	$node->safe_psql('postgres', "CREATE DATABASE $name TEMPLATE template0 LOCALE 'C' " . ($options // "ENCODING 'UTF8'"));
	return $name;
}

sub database
{
	my $name = empty_database(@_);
	load($name, '--create');
	return $name;
}

# Status, output and errors of a load.
sub load
{
	my ($database, @arguments) = @_;
	my ($out, $err) = ('', '');
	IPC::Run::run [ 'fringe_load', '-d', $database, @arguments ], '<', \'', '>', \$out, '2>', \$err;
	return ($? >> 8, $out, $err);
}

# The numbers of a report: maps and scenarios loaded, both unchanged, scenarios
# removed, files refused.
sub numbers
{
	my ($out) = @_;
	return join ' ', $out =~ /(\d+)/g;
}

sub load_is
{
	my ($database, $arguments, $status, $numbers, $err, $name) = @_;
	my @got = load($database, @$arguments);
	is("$got[0]: " . numbers($got[1]), "$status: $numbers", $name);
	ref $err ? like($got[2], $err, '... with its errors') : is($got[2], $err, '... without errors');
}

# What a load says of these maps of a folder, which take the place of others.
sub replaces
{
	my ($folder, @maps) = @_;
	my @lines = map { "$folder/$_.map: replaces the map of level $_ in the table" } sort @maps;
	return join '', map { "fringe_load: $_\n" } @lines, 'to keep maps of the same name from several folders, load each folder with --prefix';
}

# What a load says of codes that no model names: CODE, cells, maps.
sub walls
{
	my (@codes) = @_;
	my ($example) = grep { $_->[0] =~ /\w/ } @codes;
	return 'fringe_load: walls until a model names them' . ($example ? ", as in octile($example->[0]=1)" : '') . ': '
		. join(', ', map { "$_->[0] ($_->[1] cells in $_->[2] maps)" } @codes) . "\n";
}

# The rows, where they lie and who wrote them, and the next id.
sub rows
{
	my ($database) = @_;
	return $node->safe_psql($database, q{
		SELECT ctid, xmin, name, md5(map::text) FROM level ORDER BY name;
		SELECT ctid, xmin, * FROM scenario ORDER BY id;
		SELECT last_value, is_called FROM scenario_id_seq;
	});
}

# The scenarios of level a, id:x.
sub scenarios_of_a
{
	my ($database) = @_;
	return $node->safe_psql($database, q{
		SELECT string_agg(id || ':' || gridcell_x(goal), ' ' ORDER BY id) FROM scenario WHERE level = 'a'});
}

1;
