# fringe.max_memory of a user: whatever the user tries, before or after the library is loaded, the value is that of the first of the
# sources that only superusers write.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('limit');
$node->init;
$node->start;
my $superuser = $node->safe_psql('postgres', 'SELECT current_user');
$node->safe_psql('postgres', q{
	CREATE EXTENSION fringe;
	CREATE ROLE guest LOGIN;
	CREATE ROLE trusted LOGIN;
	GRANT SET ON PARAMETER fringe.max_memory TO trusted;
	CREATE FUNCTION value() RETURNS text LANGUAGE plpgsql PARALLEL SAFE AS $$ BEGIN
		PERFORM fringe_version();
		RETURN current_setting('fringe.max_memory');
	END $$;
	CREATE FUNCTION with_clause() RETURNS text LANGUAGE plpgsql SET fringe.max_memory = '2GB' AS $$ BEGIN RETURN value(); END $$;
	CREATE FUNCTION of_superuser() RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET fringe.max_memory = '2GB' AS $$ BEGIN RETURN value(); END $$;
	CREATE TABLE numbers AS SELECT i FROM generate_series(1, 1000) i;
	ALTER TABLE numbers SET (parallel_workers = 2);
	GRANT SELECT ON numbers TO PUBLIC;
});

# ---- sources, the weakest first ------------------------------------------------

my @sources = qw(file system command_line all_roles database role both);
my %value_of = (none => '1GB', file => '90MB', system => '80MB', command_line => '70MB', all_roles => '60MB', database => '50MB', role => '40MB', both => '30MB');
my %statement_for = (
	system => 'ALTER SYSTEM', all_roles => 'ALTER ROLE ALL', database => 'ALTER DATABASE postgres', role => 'ALTER ROLE guest',
	both => 'ALTER ROLE guest IN DATABASE postgres');

sub write_to_file
{
	my ($file, $name, $value) = @_;
	$node->adjust_conf($file, $name, undef);
	$node->append_conf($file, "$name = '$value'") if defined $value;
}

# Starts the server anew with these sources; a value may be another one than usual.
sub use_sources
{
	my ($preloading, %value) = @_;
	for my $source (grep { $statement_for{$_} } @sources)
	{
		my $its_value = $value{$source};
		# the library checks values; without it a role may have any, which a file may have anyway
		my $load = !defined $its_value || $source eq 'system' ? q{LOAD 'fringe'; } : '';
		if (defined $its_value && $its_value !~ /^\d+MB$/ && $source eq 'system') { write_to_file('postgresql.auto.conf', 'fringe.max_memory', $its_value) }
		else { $node->safe_psql('postgres', $load . $statement_for{$source} . (defined $its_value ? " SET fringe.max_memory = '$its_value'" : ' RESET fringe.max_memory')) }
	}
	for my $setting ([ 'fringe.max_memory', $value{file} ], [ 'session_preload_libraries', $preloading eq 'session' ? 'fringe' : undef ],
		[ 'shared_preload_libraries', $preloading eq 'shared' ? 'fringe' : undef ])
	{
		my ($name, $its_value) = @$setting;
		write_to_file('postgresql.conf', $name, $its_value);
	}
	$node->stop;
	my $options = defined $value{command_line} ? " -c fringe.max_memory=$value{command_line}" : '';
	system_or_bail('pg_ctl', '-w', '-D', $node->data_dir, '-l', $node->logfile, '-o', "--cluster-name=limit$options", 'start');
	$node->_update_pid(1);
}

# ---- what a user may try ---------------------------------------------------------

# Connection options, statements, and the rows that psql prints; "=" stands for the value of the sources.
my @parallel = ('SET parallel_setup_cost = 0', 'SET parallel_tuple_cost = 0', 'SET min_parallel_table_scan_size = 0');
my @attempts = (
	[ 'nothing', '', ['SELECT value()'], '=' ],
	[ 'a large option', '-c fringe.max_memory=10GB', ['SELECT value()'], '=' ],
	[ 'a small option', '-c fringe.max_memory=1MB', ['SELECT value()'], '=' ],
	[ 'an option that equals the default', '-c fringe.max_memory=1GB', ['SELECT value()'], '=' ],
	[ 'an invalid option', '-c fringe.max_memory=foo', ['SELECT value()'], '=' ],
	[ 'an option in capitals', '-c FRINGE.MAX_MEMORY=10GB', ['SELECT value()'], '=' ],
	[ 'an option, then RESET', '-c fringe.max_memory=10GB', [ 'RESET fringe.max_memory', 'SELECT value()', 'RESET ALL', 'SELECT value()' ], '= =' ],
	[ 'an option, then DISCARD ALL', '-c fringe.max_memory=10GB', [ 'SELECT value()', 'DISCARD ALL', 'SELECT value()' ], '= =' ],
	[ 'SET before the load', '', [ q{SET fringe.max_memory = '10GB'}, 'SELECT value()' ], '=' ],
	[ 'an option and SET', '-c fringe.max_memory=10GB', [ q{SET fringe.max_memory = '20GB'}, 'SELECT value()', 'RESET fringe.max_memory', 'SELECT value()' ], '= =' ],
	[ 'SET after the load', '', [ 'SELECT value()', q{SET fringe.max_memory = '10GB'}, 'SELECT value()' ], '= =' ],
	[ 'SET in a transaction', '', [ 'BEGIN', q{SET fringe.max_memory = '10GB'}, 'SELECT value()', 'COMMIT', 'SELECT value()' ], '= =' ],
	[ 'SET LOCAL', '-c fringe.max_memory=10GB', [ 'BEGIN', q{SET LOCAL fringe.max_memory = '20GB'}, 'SELECT value()', 'COMMIT', 'SELECT value()' ], '= =' ],
	[ 'SET and SET LOCAL', '', [ 'BEGIN', q{SET fringe.max_memory = '10GB'}, q{SET LOCAL fringe.max_memory = '20GB'}, 'SELECT value()', 'ROLLBACK', 'SELECT value()' ], '= =' ],
	[ 'SET in a savepoint', '-c fringe.max_memory=10GB', [ 'BEGIN', 'SAVEPOINT s', q{SET fringe.max_memory = '20GB'}, 'SELECT value()', 'ROLLBACK TO s', 'SELECT value()', 'COMMIT' ], '= =' ],
	[ 'set_config', '', [ q{SELECT FROM set_config('fringe.max_memory', '10GB', false)}, 'SELECT value()' ], '=' ],
	[ q{a function's SET}, '-c fringe.max_memory=10GB', [ 'SELECT with_clause()', 'SELECT value()' ], '= =' ],
	[ q{SET in a function of a superuser}, '', [ 'SELECT of_superuser()', 'SELECT value()' ], '2GB =' ],
	[ q{an option, then a function of a superuser}, '-c fringe.max_memory=10GB', [ 'SELECT of_superuser()', 'SELECT value()', 'RESET fringe.max_memory', 'SELECT value()' ], '2GB = =' ],
	[ q{ALTER ROLE of the user's own}, '', [ q{ALTER ROLE guest SET fringe.max_memory = '10GB'}, 'SELECT value()' ], '=' ],
	[ 'a load in a parallel operation', '', [ @parallel, 'SELECT DISTINCT value() FROM numbers', 'SELECT value()' ], '= =' ],
	[ 'an option, and a load in a parallel operation', '-c fringe.max_memory=10GB', [ @parallel, 'SELECT DISTINCT value() FROM numbers', 'SELECT value()' ], '= =' ],
	[ 'a load in parallel workers alone', '-c fringe.max_memory=10GB', [ @parallel, 'SET parallel_leader_participation = off', 'SELECT DISTINCT value() FROM numbers' ], '=' ],
	[ 'an option, and a parallel operation after the load', '-c fringe.max_memory=10GB', [ @parallel, 'SELECT value()', 'SELECT DISTINCT value() FROM numbers' ], '= =' ],
);

sub said_to
{
	my ($role, $options, @statements) = @_;
	local $ENV{PGOPTIONS} = $options;
	my ($status, $out, $err) = $node->psql('postgres', join(";\n", @statements), extra_params => [ '-U', $role ], on_error_stop => 0);
	return ($out =~ tr/\n/ /r, $err);
}

# A value as SHOW writes it.
sub is_limited
{
	my ($what, $preloading, $expected) = @_;
	my @wrong;
	for my $attempt (@attempts)
	{
		my ($name, $options, $statements, $rows) = @$attempt;
		my ($out, $err) = said_to('guest', $options, @$statements);
		my $wanted = $rows =~ s/=/$expected/gr;
		my $good = $out eq $wanted;
		if ($preloading ne 'none')    # SET fails at once, which aborts its transaction; an option even refuses the connection if the server has the library
		{
			my %is_wanted = map { $_ => 1 } split / /, $wanted;
			$good = $out eq '' ? $preloading eq 'shared' && $options && $err =~ /FATAL:  (?:permission denied to set|invalid value for) parameter "fringe.max_memory"/i
				: !grep { !$is_wanted{$_} } split / /, $out;
		}
		push @wrong, "$name: $out, not $wanted; $err" if !$good;
	}
	is_deeply(\@wrong, [], "$what, preloading: $preloading: " . @attempts . " attempts leave $expected");
}

for my $preloading (qw(none session shared))
{
	my @sets = ([], (map { [$_] } @sources), (map { [ @sources[ 0 .. $_ ] ] } 1 .. $#sources));
	@sets = ([], [@sources], [qw(file)], [qw(file system command_line)]) if $preloading ne 'none';
	for my $set (@sets)
	{
		use_sources($preloading, map { $_ => $value_of{$_} } @$set);
		is_limited(join(', ', @$set) || 'no source', $preloading, $value_of{ $set->[-1] // 'none' });
	}
}

# ---- values that are invalid, and users who may ------------------------------------

use_sources('none');
use_sources('none', file => '90MB', database => '50MB', role => 'foo');
is_limited('an invalid value of the role', 'none', '50MB');
use_sources('none', file => '90MB', database => '1kB', both => '3 kilos');
is_limited('invalid values of both and the database', 'none', '90MB');
use_sources('none', file => '90MB', system => 'foo', command_line => '70MB');
is_limited('an invalid value in one file', 'none', '70MB');
use_sources('none', file => '90MB', role => '40MB');
for my $role ('trusted', $superuser)
{
	is((said_to($role, '-c fringe.max_memory=10GB', 'SELECT value()', q{SET fringe.max_memory = '5GB'}, 'SELECT value()', 'RESET fringe.max_memory', 'SELECT value()'))[0],
		'10GB 5GB 10GB', ($role eq 'trusted' ? 'a role that may' : 'a superuser') . ' sets the option');
}

# The value that took the place of the option is that of its source: the server's file changes it when it is read again.
use_sources('none', file => '90MB');
my $session;
{
	local $ENV{PGOPTIONS} = '-c fringe.max_memory=10GB';
	$session = $node->background_psql('postgres', extra_params => [ '-U', 'guest' ]);
}
is($session->query('SELECT value()'), '90MB', 'a session with an option');
write_to_file('postgresql.conf', 'fringe.max_memory', '95MB');
$node->reload;
is($session->query(q{SELECT pg_sleep(1); SELECT value()}) =~ s/^\n//r, '95MB', '... reads the file again');
$session->quit;

# The limit holds.
use_sources('none', role => '64kB');
my ($out, $err) = said_to('guest', '-c fringe.max_memory=10GB', q{SELECT fringe_cost(gridmap_resize(gridmap('{.}'::text[]), 500, 500, '.'), '(0,0)', '(499,499)', 'octile(turn=1)')});
like($err, qr/fringe\.max_memory is 64 kB|more than fringe\.max_memory, 64 kB/, 'a search above the limit fails');

done_testing();
