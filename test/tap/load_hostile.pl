# fringe_load and fringe_atlas in databases of other roles: no function, operator, type or view of another role runs
# in place of the intended one, and tables of other roles are used only if the caller trusts them.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use Loading;
use IPC::Run;
use MIME::Base64 qw(decode_base64);
use IO::Uncompress::Gunzip qw(gunzip);
use PostgreSQL::Test::Utils;
use Test::More;

my @tools = ('tools/fringe_load', 'tools/fringe_atlas');

# The atlas with a page that has only its data.
my $atlas = folder('fringe_atlas' => slurp_file('tools/fringe_atlas') . qq{__PAGE__\n<script type="text/plain" id="data">DATA</script>\n})
	. '/fringe_atlas';
chmod 0755, $atlas;

# Status, the lines of the page's data, and errors.
sub atlas
{
	my ($database, @arguments) = @_;
	my ($out, $err, $lines) = ('', '', '');
	IPC::Run::run [ $atlas, '-d', $database, @arguments ], '<', \'', '>', \$out, '2>', \$err;
	my $data = decode_base64($out =~ s/<[^>]*>//gr);
	gunzip(\$data => \$lines) if $data ne '';
	return ($? >> 8, $lines, $err);
}

# What landlord's functions said since the last time.
my $read = 0;

sub notes
{
	my $log = substr slurp_file($node->logfile), $read;
	$read += length $log;
	my %noted = map { $_ => 1 } $log =~ /LOG:  better match: (.*)/g;
	return join "\n", sort keys %noted;
}

sub as_landlord
{
	my ($db, $sql) = @_;
	return $node->safe_psql($db, $sql, extra_params => [ '-U', 'landlord' ]);
}

$node->safe_psql('postgres', 'CREATE ROLE landlord LOGIN; ALTER ROLE landlord SET log_statement = none; CREATE ROLE tenant LOGIN; CREATE ROLE heir LOGIN IN ROLE landlord');

# ---- better matches ------------------------------------------------------------

# SQL that makes better matches in a schema: for each word in the tools' text that names a function, a type or a
# catalog, and for each operator. Functions of one or two arguments and operators get all types and pairs of types;
# longer functions get each type in all places.
my $words = join ',', do { my %seen; grep { !$seen{$_}++ } map { slurp_file($_) =~ /\b([a-z_][a-z0-9_]*)\b/g } @tools };
my $signs = join ',', qw(= <> < > <= >= + - * / % || <-> ~ !~ -> ->> ~~ !~~ @> <@ &&);
my $better = q{
	SET check_function_bodies = off;
	SET client_min_messages = warning;
	CREATE FUNCTION pg_temp.attempt(statement text) RETURNS void LANGUAGE plpgsql AS
		$_$ BEGIN EXECUTE statement; EXCEPTION WHEN duplicate_function OR duplicate_object OR invalid_function_definition OR undefined_object
			OR datatype_mismatch OR feature_not_supported OR invalid_table_definition THEN NULL; END $_$;
	CREATE TEMP TABLE word AS SELECT unnest(string_to_array('WORDS', ',')) AS name;
	CREATE TEMP TABLE kind AS SELECT t AS name FROM unnest('{text,name,varchar,"\"char\"",int2,int4,int8,oid,regclass,bool,float8,numeric,bytea,
		jsonb,point,tid,text[],GRID.gridcell,GRID.gridmap,GRID.gridlink,GRID.gridlink[],GRID.gridmodel,GRID.gridmethod,anyelement,anyarray}'::text[]) t;
	CREATE FUNCTION EVIL.noted(note text) RETURNS bool LANGUAGE plpgsql AS
		$_$ BEGIN RAISE LOG 'better match: %', note; RETURN true; END $_$;
	GRANT USAGE ON SCHEMA EVIL TO PUBLIC;
	-- relations; before there are functions, which would make this statement ambiguous
	SELECT pg_temp.attempt(format('CREATE VIEW EVIL.%1$I AS SELECT * FROM pg_catalog.%1$I WHERE EVIL.noted(%2$L)', relname, 'view ' || relname))
	FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind IN ('r', 'v') AND relname IN (SELECT name FROM word) AND 'EVIL' <> 'public';
	CREATE TEMP TABLE made AS
		WITH called AS (
			SELECT proname AS name, pronargs AS arguments, provariadic <> 0 AS more,
				CASE WHEN prorettype IN (SELECT oid FROM pg_type WHERE typtype = 'p') OR proretset THEN 'text' ELSE prorettype::regtype::text END AS result
			FROM pg_proc WHERE pronamespace IN ('pg_catalog'::regnamespace, 'GRID'::regnamespace) AND proname IN (SELECT name FROM word)
		), function AS (
			SELECT DISTINCT ON (c.name, types) c.name, types, c.result FROM called c, LATERAL (
				SELECT '' WHERE arguments = 0
				UNION ALL SELECT k.name FROM kind k WHERE arguments = 1
				UNION ALL SELECT concat_ws(',', k.name, l.name) FROM kind k, kind l WHERE arguments = 2
				UNION ALL SELECT concat_ws(',', first, repeat(k.name || ',', n - 1) || k.name) FROM kind k, unnest(ARRAY['text', NULL]) first,
					generate_series(CASE WHEN more THEN 1 ELSE arguments - 1 END, CASE WHEN more THEN 8 ELSE arguments END) n
					WHERE arguments > 2 OR more
			) of (types)
		)
		SELECT format('CREATE FUNCTION EVIL.%I(%s) RETURNS %s LANGUAGE plpgsql AS $_$ BEGIN PERFORM EVIL.noted(%L); RETURN NULL; END $_$',
			name, types, result, name || '(' || types || ')') AS statement FROM function
		UNION ALL
		SELECT format('CREATE FUNCTION EVIL."op %s"(%s, %s) RETURNS %s LANGUAGE plpgsql AS $_$ BEGIN PERFORM EVIL.noted(%L); RETURN NULL; END $_$',
			sign, k.name, l.name, result, k.name || ' ' || sign || ' ' || l.name)
		FROM kind k, kind l, unnest(string_to_array('SIGNS', ',')) sign, LATERAL (
			SELECT CASE WHEN sign IN ('+', '-', '*', '/', '%') THEN 'bigint' WHEN sign IN ('||', '->', '->>') THEN 'text' ELSE 'boolean' END AS result) r
		UNION ALL
		SELECT format('CREATE OPERATOR EVIL.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = EVIL."op %1$s")', sign, k.name, l.name)
		FROM kind k, kind l, unnest(string_to_array('SIGNS', ',')) sign;
	INSERT INTO made
		SELECT format('CREATE DOMAIN EVIL.%1$I AS pg_catalog.%1$I CHECK (EVIL.noted(%2$L))', typname, 'type ' || typname)
		FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype = 'b' AND typname IN (SELECT name FROM word) AND 'EVIL' <> 'public';
	ALTER TABLE made ADD place int GENERATED ALWAYS AS IDENTITY;
	SET search_path = pg_catalog;
	-- a transaction for so many, each of which takes a lock
	SELECT format('DO $_$ BEGIN PERFORM pg_temp.attempt(statement) FROM pg_temp.made WHERE place / 500 = %s; END $_$', n)
	FROM generate_series(0, (SELECT max(place) / 500 FROM pg_temp.made)) n \gexec
} =~ s/WORDS/$words/gr =~ s/SIGNS/$signs/gr;

my $folder = folder('a.map' => $map, 'a.map.links' => "(0,0)>(3,2)=2\n(1,1)<>(2,2)\n", 'a.map.scen' => $scen, 'in/b.map' => $map, 'in/b.scen' => scenarios(1, 2, 2, 3));

# Each case: the extension's schema, the schema of the better matches, and the search_path that the database's owner sets.
for my $case ([ 'public', 'public', '' ], [ 'grid', 'evil', 'evil, pg_catalog, public, grid' ])
{
	my ($grid, $evil, $path) = @$case;
	my $db = empty_database("ENCODING 'UTF8' OWNER landlord");
	$node->safe_psql($db, "CREATE SCHEMA IF NOT EXISTS $grid; CREATE EXTENSION fringe SCHEMA $grid; GRANT ALL ON SCHEMA public, $grid TO landlord");
	as_landlord($db, "CREATE SCHEMA IF NOT EXISTS $evil");
	as_landlord($db, $better =~ s/GRID/$grid/gr =~ s/EVIL/$evil/gr);
	cmp_ok($node->safe_psql($db, q{SELECT count(*) FROM pg_operator, pg_roles o WHERE oprowner = o.oid AND rolname = 'landlord'}), '>', 5000, "operators in the schema $evil");
	cmp_ok($node->safe_psql($db, q{SELECT count(*) FROM pg_proc, pg_roles o WHERE proowner = o.oid AND rolname = 'landlord'}), '>', 10000, '... and functions');
	as_landlord($db, "ALTER DATABASE $db SET search_path = $path") if $path;
	notes();
	$node->psql($db, q{SELECT format('%s'::text, 1::bigint), 'a'::text || 'b'::name, concat('a'::text, 'b'::text), hashtextextended('a'::text, 0::int)});
	isnt(notes(), '', '... are found by who does not look out');

	load_is($db, [ '--create', $folder ], 0, '2 6 0 0 0 0', '', 'fringe_load --create by a superuser');
	load_is($db, [$folder], 0, '0 0 2 6 0 0', '', '... and again');
	load_is($db, [ '--dry-run', '--create', $folder ], 0, '0 0 2 6 0 0', '', '... and dry');
	my $other = folder('a.map' => $changed_map, 'a.map.scen' => scenarios(1, 3), 'a.map.links' => "(0,0)>(4,2)\n", 'b.scen' => "what?\n",
		'in/b.map' => $changed_map, 'in/b.scen' => scenarios(2, 4), 'c.map' => map_of(2, 2, '.'), 'c.map.links' => "(0,0)>(1,1)\n", 'c.scen' => scenarios());
	load_is($db, [$other], 1, '1 0 0 0 0 6', qr/links: cell \(4,2\) is outside.*it has no map: .*scenario does not fit/s, '... and what is wrong');
	my $new = folder('in/b.map' => map_of(4, 3, 'G'), 'in/b.scen' => scenarios(2, 3));
	load_is($db, [ '--replace', $new ], 0, '1 0 0 2 2 0', replaces($new, 'in/b'), '... and replaced');
	load_is($db, [ folder('in/b.map' => map_of(1, 3, 'G')) ], 1, '0 0 0 0 0 1', qr/does not fit its scenarios/, '... and too small');
	my ($status, $lines, $err) = atlas($db, '-n', 3);
	is("$status: $err", '0: ', 'fringe_atlas');
	is(join(' ', sort $lines =~ /"name": "(.*?)"/g), 'a c in/b', '... has the levels');
	like($lines, qr/"total": 2/, '... and their scenarios');
	is(notes(), '', '... none of which ran a better match');
}

# ---- tables of others -------------------------------------------------------------

{
	my $db = empty_database("ENCODING 'UTF8' OWNER landlord");
	$node->safe_psql($db, 'CREATE EXTENSION fringe; GRANT CREATE ON SCHEMA public TO landlord; GRANT USAGE, CREATE ON SCHEMA public TO tenant');
	my $one = folder('a.map' => $map, 'a.scen' => $scen);
	load_is($db, [ '-U', 'landlord', '--create', $one ], 0, '1 2 0 0 0 0', '', 'an owner of tables');
	as_landlord($db, q{
		CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE LOG 'better match: trigger as %', current_user; RETURN NEW; END $$;
		CREATE TRIGGER noted BEFORE INSERT OR UPDATE ON level FOR EACH ROW EXECUTE FUNCTION noted();
		GRANT ALL ON level, scenario TO tenant;
		GRANT USAGE ON SEQUENCE scenario_id_seq TO tenant;
	});
	notes();
	put($one, 'a.map' => $changed_map);
	my @got = load($db, $one);
	is("$got[0]: " . numbers($got[1]), '3: 0 0 0 0 0 0', 'a superuser does not load into tables of another role');
	like($got[2], qr/public\.level belongs to role landlord, whose triggers, defaults and views would run as \w+.*--trust-owner/s, '... and is told why');
	{
		local $ENV{PGOPTIONS} = '-c role=landlord';
		is((load($db, $one))[0], 3, '... not even in the role of its owner, which a trigger can leave');
	}
	is((load($db, '-U', 'tenant', $one))[0], 3, '... nor does a role that may only write');
	is(notes(), '', '... so that no trigger runs');
	load_is($db, [ '-U', 'heir', $one ], 0, '1 0 0 2 0 0', replaces($one, 'a'), 'a member of the owner loads');
	is(notes(), 'trigger as heir', '... and runs the trigger');
	put($one, 'a.map' => $map);
	load_is($db, [ '--trust-owner', $one ], 0, '1 0 0 2 0 0', replaces($one, 'a'), '--trust-owner');
	like(notes(), qr/^trigger as \w+$/, '... runs it too');
	$node->safe_psql($db, 'DROP TABLE level, scenario');
	load($db, '--create');
	$node->safe_psql($db, 'CREATE TABLE part () INHERITS (level); ALTER TABLE part OWNER TO landlord');
	like((load($db, $one))[2], qr/public\.part belongs to role landlord/, 'a part of a table counts');
}

# What the atlas reads: a view runs functions, a table only by its policies and by casts of its types.
{
	my $db = empty_database("ENCODING 'UTF8' OWNER landlord");
	$node->safe_psql($db, 'CREATE EXTENSION fringe; GRANT CREATE ON SCHEMA public TO landlord');
	as_landlord($db, q{
		CREATE FUNCTION noted(what text) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RAISE LOG 'better match: %', what; RETURN true; END $$;
		CREATE TYPE mood AS ENUM ('calm', 'wild');
		CREATE FUNCTION as_json(mood) RETURNS json LANGUAGE plpgsql AS $$ BEGIN PERFORM noted('cast to json'); RETURN '1'; END $$;
		CREATE FUNCTION as_text(mood) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM noted('cast to text'); RETURN '1'; END $$;
		CREATE FUNCTION as_cell(mood) RETURNS gridcell LANGUAGE plpgsql AS $$ BEGIN PERFORM noted('cast to gridcell'); RETURN '(0,0)'; END $$;
		CREATE CAST (mood AS json) WITH FUNCTION as_json(mood);
		CREATE CAST (mood AS text) WITH FUNCTION as_text(mood) AS IMPLICIT;
		CREATE CAST (mood AS gridcell) WITH FUNCTION as_cell(mood) AS IMPLICIT;
		CREATE TABLE level (name mood PRIMARY KEY, map gridmap, mood mood, moods mood[], spot point, "it's" text, index bytea);
		INSERT INTO level VALUES ('calm', gridmap('{..}'::text[]), 'wild', '{calm,wild}', '(1,2)', repeat('x', 1000), '\x00');
		CREATE TABLE scenario (map mood, start gridcell, goal gridcell);
		INSERT INTO scenario VALUES ('calm', '(0,0)', '(1,0)');
		CREATE TABLE moody (map text, start mood, goal gridcell);
		CREATE VIEW seen AS SELECT * FROM level WHERE noted('view');
		CREATE TABLE closed AS SELECT name::text, map FROM level;
		ALTER TABLE closed ENABLE ROW LEVEL SECURITY;
		CREATE POLICY noted ON closed USING (noted('policy'));
		CREATE TABLE "numbered $$" (id int, floor int, "the map" gridmap, PRIMARY KEY (floor, id));
		INSERT INTO "numbered $$" VALUES (7, 2, gridmap('{..}'::text[]));
		CREATE TABLE keyless (map gridmap);
		INSERT INTO keyless VALUES (gridmap('{..}'::text[]));
		GRANT SELECT ON ALL TABLES IN SCHEMA public TO tenant;
	});
	notes();
	my ($status, $lines, $err) = atlas($db);
	is("$status: $err", '0: ', 'a table whose types have casts');
	like($lines, qr/"name": "calm", .*"about": \{/s, '... is shown') or diag($lines);
	like($lines, qr/"mood": "wild".*"total": 1/s, '... with its columns and scenarios');
	like($lines, qr/"it's": "x{201}"/, '... of which long ones are cut');
	unlike($lines, qr/"index"/, '... and binary ones left out');
	like((atlas($db, '-s', 'moody'))[2], qr/column "start" of public\.moody has the type .*mood, not gridcell/, 'a column that is no cell');
	like((atlas($db, '-t', 'seen'))[2], qr/public\.seen belongs to role landlord, whose functions would run as \w+/, 'a view');
	like((atlas($db, '-t', 'closed', '-U', 'tenant'))[2], qr/public\.closed belongs to role landlord/, 'a table with policies');
	is(notes(), '', '... none of which ran its owner\'s functions');
	is((atlas($db, '-t', 'seen', '-T'))[0], 0, 'a view of a role that is trusted');
	is((atlas($db, '-t', 'seen', '-U', 'landlord'))[0], 0, 'a view of one\'s own');
	is(notes(), 'view', '... run them');

	like((atlas($db, '-t', '"numbered $$"', '-c', 'the map'))[1], qr/"name": "2, 7"/, 'a table without names has its key for them');
	like((atlas($db, '-t', 'keyless'))[1], qr/"name": "without a name"/, '... or none');
	like((atlas($db, '-n', 'x'))[2], qr/^fringe_atlas: -n takes a whole number, not x; see fringe_atlas --help$/, '-n of no number');
	like((atlas($db, '-x'))[2], qr/^fringe_atlas: unknown option -x;/, 'an unknown option');
	like((atlas($db, '--file=x'))[2], qr/^fringe_atlas: unknown option --file=x;/, 'a long one');
	like((atlas($db, '-m'))[2], qr/^fringe_atlas: option -m needs a value;/, 'an option without its value');
	is((atlas('nobodys', '-w', '--dbname', $db, '--username=landlord', '-n', 1))[0], 0, 'options behind those of the connection');
	isnt((atlas('nobodys'))[0], 0, 'no connection');
	like((atlas('postgres', '-t', 'pg_class'))[2], qr/the extension fringe is not in this database/, 'a database without the extension');
}

# ---- names, and what triggers find --------------------------------------------------

{
	my $db = empty_database();
	my $schema = q{it''s $$ \\ "$_$};
	my $quoted = q{"it's $$ \\ ""$_$"};
	$node->safe_psql($db, qq{CREATE SCHEMA $quoted; CREATE EXTENSION fringe SCHEMA $quoted; ALTER DATABASE $db SET search_path = $quoted});
	my $one = folder('a.map' => $map, 'a.scen' => $scen, 'a.map.links' => "(0,0)>(1,1)\n");
	load_is($db, [ '--create', $one ], 0, '1 2 0 0 0 0', '', 'a schema whose name ends quoted text');
	is((atlas($db))[0], 0, '... in the atlas');
	$node->safe_psql($db, q{
		CREATE TABLE seen (name text);
		CREATE FUNCTION small(map gridmap) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT gridmap_width(map) < 100';
		CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO seen VALUES (NEW.name); RETURN NEW; END $$;
		CREATE TRIGGER see AFTER UPDATE ON level FOR EACH ROW EXECUTE FUNCTION see();
		ALTER TABLE level ADD CHECK (small(map));
	});
	put($one, 'a.map' => $changed_map);
	load_is($db, [$one], 0, '1 0 0 2 0 0', replaces($one, 'a'), 'triggers and constraints');
	is($node->safe_psql($db, 'SELECT * FROM seen'), 'a', '... find what they find elsewhere');
}

done_testing();
