# An error between two states: an error at the n-th poll, allocation or notice of a statement leaves a session that answers as
# before, and whose memory is accounted for. The statements are those of sql/alike.sql, and a call of every function.
#
# FRINGE_EVERY_THROW=1 (make check-throws) takes every call of every statement; otherwise the test takes samples. That
# takes three hours; FRINGE_EVERY_THROW=2/6 takes the second sixth of the statements.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use SharedLibrary;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my ($part, $parts) = split m{/}, $ENV{FRINGE_EVERY_THROW} // '';
my $every = $part ? 1 : 0;
my $library = shared_library('throwing');

my $node = PostgreSQL::Test::Cluster->new('throws');
$node->init;
$node->append_conf('postgresql.conf', "jit = off\nautovacuum = off\nlog_min_messages = panic\nmax_parallel_workers_per_gather = 0\nrestart_after_crash = on");
$node->start;

# The tables of questions and ways, and a call of each function with usual arguments.
sub before { my ($file, $line) = @_; my ($part) = slurp_file("$FindBin::RealBin/../../sql/$file") =~ /\A(.*?)^\Q$line\E/ms; die "$file has changed" if !$part; return $part; }
my $questions = before('alike.sql', '-- Functions whose rows or value have a cost');
my $calls = before('hostile.sql', '-- the same by straight lines');

$node->safe_psql('postgres', "CREATE EXTENSION fringe_formats CASCADE; $questions; $calls; " . qq{
	INSERT INTO world VALUES ('rock', gridmap_resize(gridmap('{@}'::text[]), 19, 15, '\@'));
	INSERT INTO question SELECT 'rock', map, 'octile', 1, 0, '(1,1)', '(9,7)' FROM world WHERE name = 'rock';
	CREATE FUNCTION throw_at(text, bigint) RETURNS void LANGUAGE C STRICT AS '$library';
	CREATE FUNCTION throw_calls(text) RETURNS bigint LANGUAGE C STRICT AS '$library';
} . q{
	-- the bytes that the cache counts are those of its memory contexts
	CREATE VIEW account AS
		SELECT (t.map_bytes, t.workspace_bytes) = (
			coalesce(sum(total_bytes) FILTER (WHERE name ~ '^fringe (map|sight|decoded|moves|jumps|levels|visibility graph|landmarks|index|field)$'), 0),
			coalesce(sum(total_bytes) FILTER (WHERE name = 'fringe workspace'), 0)) AS sound
		FROM fringe_cache_totals() t, pg_backend_memory_contexts
		GROUP BY t.map_bytes, t.workspace_bytes;
	CREATE FUNCTION answer(statement text, OUT result text, OUT state text) LANGUAGE plpgsql AS $$
	BEGIN
		EXECUTE statement INTO result;
	EXCEPTION WHEN query_canceled OR OTHERS THEN
		state := SQLSTATE;
	END $$;

	-- What came before a statement: a session that kept nothing, a first question, one that was interrupted, and the statement itself.
	CREATE TABLE condition AS SELECT row_number() OVER () - 1 AS number, earlier, cache
	FROM unnest('{nothing,first,interrupted,same}'::text[]) earlier, unnest('{64MB,20kB,0}'::text[]) cache;
	CREATE PROCEDURE prepare(earlier text, cache text, statement text, first text) LANGUAGE plpgsql AS $$
	BEGIN
		PERFORM throw_at('poll', CASE earlier WHEN 'interrupted' THEN 1 ELSE 0 END), set_config('fringe.cache_size', cache, false), fringe_cache_reset();
		PERFORM answer(CASE earlier WHEN 'same' THEN statement ELSE first END) WHERE earlier <> 'nothing';
	END $$;

	CREATE TABLE statement (id int GENERATED ALWAYS AS IDENTITY, function regprocedure, text text, first text, answers bool, condition bigint, expected text, state text);
	INSERT INTO statement (function, text, first, answers, condition)
	SELECT function, format('SELECT (%s)::text FROM question q WHERE (name, n, i) = (%L, %s, %s)', expression, name, q.n, i),
		format('SELECT fringe_cost(map, a, b, model) FROM question WHERE (name, n, i) = (%L, %s, %s)', name, q.n, i), true, number
	FROM way, (SELECT DISTINCT n FROM question) m, LATERAL (
		SELECT name, n, i, number FROM question JOIN condition ON true WHERE name = 'rock' AND n = m.n
		UNION ALL
		SELECT name, n, i, (hashtext(expression || n) % 12 + 12) % 12 FROM (SELECT * FROM question r WHERE r.n = m.n AND name <> 'rock'
			ORDER BY hashtext(expression || name || i) LIMIT 1) any_one) q;
	INSERT INTO statement (function, text, first, answers, condition)
	SELECT c.function, format('SELECT string_agg(regexp_replace(to_jsonb(x)::text, ''"search_us": [0-9.e+-]*'', '''') , '','') FROM %s x', call), 'SELECT fringe_cost(gridmap(''{...,.@.}''::text[]), ''(0,0)'', ''(1,0)'')', provolatile <> 'v', number
	FROM callable c JOIN pg_proc p ON p.oid = c.function,
		LATERAL (SELECT coalesce((SELECT format('%s(%s)', c.name, string_agg(format('%L::%s', usual, type), ', ' ORDER BY place)) FROM argument a WHERE a.function = c.function), c.name || '()') AS call) call, condition
	WHERE prokind = 'f' AND number IN (0, 3, 9);
	INSERT INTO statement (function, text, first, answers, condition)
	SELECT c.function, format('SELECT %s(%s)::text FROM generate_series(1, 2)', c.name,
			(SELECT string_agg(format('%L::%s', usual, type), ', ' ORDER BY place) FROM argument a WHERE a.function = c.function)), '', true, 0
	FROM callable c JOIN pg_proc p ON p.oid = c.function WHERE prokind = 'a';
});
is($node->safe_psql('postgres', q{SELECT function FROM callable WHERE function NOT IN (SELECT function FROM statement)}), '', 'every function has a statement');

# A sample: each way under some models.
$node->safe_psql('postgres', q{DELETE FROM statement WHERE text ~ 'question' AND text !~ 'rock' AND hashint4(id) % 12 <> 0}) if !$every;
$node->safe_psql('postgres', "DELETE FROM statement WHERE (id - $part) % $parts <> 0") if $parts;

# Each call is a statement of its own, because some notices are sent once per statement.
$node->safe_psql('postgres', q{
	CREATE TABLE counted (id int, kind text, calls bigint);
	CREATE PROCEDURE expect(which int) LANGUAGE plpgsql AS $$
	DECLARE r record;
	BEGIN
		r := answer(text) FROM statement WHERE id = which;
		UPDATE statement SET expected = r.result, state = r.state WHERE id = which;
	END $$;
	CREATE PROCEDURE count_calls(which int, kind text) LANGUAGE plpgsql AS $$
	DECLARE s record;
	BEGIN
		SELECT * INTO s FROM statement JOIN condition ON number = condition WHERE id = which;
		CALL prepare(s.earlier, s.cache, s.text, s.first);
		PERFORM throw_at(kind, 0);
		PERFORM answer(s.text);
		INSERT INTO counted VALUES (which, kind, throw_calls(kind));
	END $$;
	CREATE PROCEDURE try(which int, kind text, n bigint) LANGUAGE plpgsql AS $$
	DECLARE s record; thrown record; again record;
	BEGIN
		SELECT * INTO s FROM statement JOIN condition ON number = condition WHERE id = which;
		CALL prepare(s.earlier, s.cache, s.text, s.first);
		PERFORM throw_at(kind, n);
		thrown := answer(s.text);
		PERFORM throw_at(kind, 0);
		again := answer(s.text);
		IF NOT coalesce(thrown.state IN ('57014', '53200', '22P05') OR (thrown.state IS NOT DISTINCT FROM s.state AND (NOT s.answers OR thrown.result IS NOT DISTINCT FROM s.expected)), false) THEN
			RAISE WARNING 'at % %: % % in place of % after %, %: %', kind, n, thrown.state, left(thrown.result, 80), left(s.expected, 80), s.earlier, s.cache, s.text;
		END IF;
		IF again.state IS DISTINCT FROM s.state OR (s.answers AND again.result IS DISTINCT FROM s.expected) THEN
			RAISE WARNING 'after % %: % % in place of % after %, %: %', kind, n, again.state, left(again.result, 80), left(s.expected, 80), s.earlier, s.cache, s.text;
		END IF;
	END $$;
});

# What each answers, and how often it polls, allocates and sends a notice.
$node->safe_psql('postgres', q{
	SET client_min_messages = error;
	LOAD 'fringe_formats';
	SELECT format('CALL expect(%s)', id) FROM statement \gexec
	SELECT format('CALL count_calls(%s, %L)', id, kind) FROM statement, unnest('{poll,allocation,notice}'::text[]) kind \gexec
});
note($node->safe_psql('postgres', q{SELECT kind, sum(calls), count(*) FILTER (WHERE calls > 0) FROM counted GROUP BY kind}));
is($node->safe_psql('postgres', q{SELECT kind FROM counted GROUP BY kind HAVING max(calls) = 0}), '', 'statements poll, allocate, and send notices');

# All notices; of the others one in a prime number.
my $step = $every ? 1 : 23;
my @tries = split /\n/, $node->safe_psql('postgres', qq{
	SELECT format('CALL try(%s, %L, %s);', id, kind, n) FROM counted, generate_series(1, calls) n
	WHERE kind = 'notice' OR (hashint4(id) + n) % $step = 0 ORDER BY id, kind, n});
cmp_ok(scalar @tries, '>', 1000, scalar(@tries) . ' tries');

# In portions. Every 50 tries, the session says whether its memory is accounted for.
my ($lost, $wrong, $unsound) = ('', '', '');
while (my @portion = splice @tries, 0, 2000)
{
	my $script = join "\n", "SET client_min_messages = warning;", "LOAD 'fringe_formats';",
		map { ($portion[$_], $_ % 50 == 49 || $_ == $#portion ? (qq{SELECT 'unsound after $portion[$_]' FROM account WHERE NOT sound;} =~ s/'(poll|allocation|notice)'/$1/r) : ()) } 0 .. $#portion;
	my ($status, $out, $err) = eval { $node->psql('postgres', $script, on_error_stop => 0) };
	if ($@) # psql ended before it had read all
	{
		$lost .= 'a session was lost after: ' . substr($portion[0], 0, 80) . "\n";
		$node->poll_query_until('postgres', 'SELECT true');
		next;
	}
	$lost .= "$err\n" if $status != 0 || $err =~ /server closed|connection to server was lost|FATAL|PANIC/;
	$wrong .= join '', grep { /WARNING|ERROR/ } map { "$_\n" } split /\n/, $err;
	$unsound .= $out;
}
is($lost, '', 'no session was lost');
is($wrong, '', 'every error was of a known kind, and every answer was right afterwards');
is($unsound, '', 'all memory is accounted for');

done_testing();
