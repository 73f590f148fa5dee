# fringe_load: several sessions, interrupts, loads at the same time, passwords.

use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use LoadTest;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;

# ---- several sessions, and their end -----------------------------------------

my $five = folder(map { ("$_.map" => $map, "$_.map.scen" => $scen) } 'a' .. 'e');

# A load of five levels in so many sessions; another session, about to insert b, keeps it waiting there.
sub start_waiting
{
	my ($jobs) = @_;
	my %load = (db => database(), out => '', err => '');
	$load{other} = $node->background_psql($load{db});
	$load{other}->query_safe(q{BEGIN; INSERT INTO level (name, map) VALUES ('b', gridmap('{..}'::text[]))});
	$load{harness} = IPC::Run::start [ 'fringe_load', '-d', $load{db}, '-j', $jobs, $five ], '<', \'', '>', \$load{out}, '2>', \$load{err};
	$node->poll_query_until($load{db}, q{
		SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%load_level%'});
	return \%load;
}

# How it ends, which is up to the caller.
sub ends_with
{
	my ($load, $status, $numbers, $err, $name) = @_;
	$load->{harness}->finish;
	$load->{other}->quit;
	is(($load->{harness}->full_result(0) >> 8) . ': ' . numbers($load->{out}), "$status: $numbers", $name);
	like($load->{err}, $err, '... is told');
}

for my $signal ('INT', 'TERM')
{
	my $load = start_waiting(1);
	$load->{harness}->signal($signal);
	ends_with($load, 3, '1 2 0 0 0 0', qr/^fringe_load: the load stopped: interrupted$/, "an interrupt by $signal");
	is($node->safe_psql($load->{db}, q{
		SELECT string_agg(name, ' '), (SELECT reltuples FROM pg_class WHERE relname = 'scenario') FROM level}), 'a|2',
		'... and the tables are analyzed');
}

my $load = start_waiting(2);
ok($node->poll_query_until($load->{db}, q{SELECT string_agg(name, ' ' ORDER BY name) = 'a c d e' FROM level}),
	'one session waits, the other one loads');
$load->{other}->query_safe('ROLLBACK');
ends_with($load, 0, '5 10 0 0 0 0', qr/^$/, '... until both go on');

$load = start_waiting(1);
$load->{other}->query_safe('COMMIT');
ends_with($load, 1, '4 8 0 0 0 2', qr/b\.map: duplicate key value/, 'a level that another session inserts');

$load = start_waiting(1);
$node->safe_psql($load->{db}, q{
	SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%load_level%' AND pid <> pg_backend_pid()});
ends_with($load, 3, '1 2 0 0 0 0', qr/^fringe_load: the load stopped: .*terminat/, 'a lost connection');

# Loads that create the tables at the same time.
for my $round (1 .. 3)
{
	my $db = empty_database();
	my @folders = map { folder("$_.map" => $map, "$_.scen" => $scen) } 1 .. 6;
	my @err;
	my @loads = map { IPC::Run::start [ 'fringe_load', '--create', '-d', $db, $folders[$_] ], '<', \'', '>', \my $out, '2>', \$err[$_] } 0 .. $#folders;
	$_->finish for @loads;
	is(join('', @err), '', 'six loads create the tables together');
	is($node->safe_psql($db, 'SELECT count(*) FROM scenario'), 12, '... and load');
}

# ---- passwords ---------------------------------------------------------------

{
	my $db = database();
	my $trust = slurp_file($node->data_dir . '/pg_hba.conf');
	$node->safe_psql('postgres', q{CREATE ROLE guarded SUPERUSER LOGIN PASSWORD 'open'});
	unlink $node->data_dir . '/pg_hba.conf';
	$node->append_conf('pg_hba.conf', "local all guarded scram-sha-256\n$trust");
	$node->reload;

	# Without a terminal the password comes from stdin, where it is once.
	my $typing = sub {
		my ($typed, @arguments) = @_;
		my ($out, $err) = ('', '');
		IPC::Run::run [ 'setsid', '-w', 'fringe_load', '-d', $db, '-U', 'guarded', '-j', 2, @arguments, $five ],
			'<', \$typed, '>', \$out, '2>', \$err;
		return ($? >> 8) . ": $err";
	};
	is($typing->("open\n", '-W'), "0: Password: \n", '-W asks once for two sessions');
	is($typing->("open\n"), "0: Password: \n", '... and so it is where the server wants a password');
	like($typing->("shut\n"), qr/^3: Password: \nfringe_load: the load stopped: .*password authentication failed/, 'a wrong password');
	like($typing->("open\n", '-w'), qr/^3: fringe_load: the load stopped: .*no password supplied/, '-w does not ask');
}

done_testing();
