# fringe_load and fringe_atlas in databases of other roles: no function, operator, type or view of another role runs
# in place of the intended one, and tables of other roles are used only if the caller trusts them.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use LoadTest;
use IPC::Run;
use MIME::Base64 qw(decode_base64);
use IO::Uncompress::Gunzip qw(gunzip);
use PostgreSQL::Test::Utils;
use Test::More;

my @tools = ('tools/fringe_load', 'tools/fringe_atlas');

# The atlas with a page that has only its data.
my $atlas = folder('fringe_atlas' => slurp_file('tools/fringe_atlas') . qq{: <<'__PAGE__'\n<script type="text/plain" id="data">DATA</script>\n__PAGE__\n})
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

# Each case: the extension's schema, the schema of the better matches, and the search_path of the database.
for my $case ([ 'public', 'public', '' ], [ 'grid', 'evil', 'evil, pg_catalog, public, grid' ])
{
	my ($grid, $evil, $path) = @$case;
	my $db = empty_database();
	$node->safe_psql($db, "CREATE SCHEMA IF NOT EXISTS $grid; CREATE SCHEMA IF NOT EXISTS $evil; CREATE EXTENSION fringe SCHEMA $grid; CREATE EXTENSION fringe_formats SCHEMA $grid;
		GRANT ALL ON SCHEMA public, $grid, $evil TO landlord; GRANT USAGE ON SCHEMA $grid, $evil TO PUBLIC");
	as_landlord($db, $better =~ s/GRID/$grid/gr =~ s/EVIL/$evil/gr);
	cmp_ok($node->safe_psql($db, q{SELECT count(*) FROM pg_operator, pg_roles o WHERE oprowner = o.oid AND rolname = 'landlord'}), '>', 5000, "operators in the schema $evil");
	cmp_ok($node->safe_psql($db, q{SELECT count(*) FROM pg_proc, pg_roles o WHERE proowner = o.oid AND rolname = 'landlord'}), '>', 10000, '... and functions');
	$node->safe_psql($db, "ALTER DATABASE $db SET search_path = $path") if $path;
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
	$node->safe_psql($db, 'GRANT ALL ON level, scenario, fringe_loaded TO tenant; GRANT USAGE ON SEQUENCE scenario_id_seq TO tenant');
	load_is($db, [ '-U', 'tenant', $new ], 0, '0 0 1 2 0 0', '', '... and by a role that is no superuser');
	is((atlas($db, '-U', 'tenant'))[0], 0, '... in the atlas too');
	is(notes(), '', '... none of which ran a better match');
}

# ---- tables of others -------------------------------------------------------------

my $noted = q{
	CREATE FUNCTION noted(what text) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RAISE LOG 'better match: % as %', what, current_user; RETURN true; END $$;
	CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM noted('trigger'); RETURN NEW; END $$;
};

{
	my $db = empty_database("ENCODING 'UTF8' OWNER landlord");
	$node->safe_psql($db, 'CREATE EXTENSION fringe; GRANT CREATE ON SCHEMA public TO landlord; GRANT USAGE, CREATE ON SCHEMA public TO tenant');
	my $one = folder('a.map' => $map, 'a.scen' => $scen);
	load_is($db, [ '-U', 'landlord', '--create', $one ], 0, '1 2 0 0 0 0', '', 'an owner of tables');
	as_landlord($db, "$noted CREATE TRIGGER noted BEFORE INSERT OR UPDATE ON level FOR EACH ROW EXECUTE FUNCTION noted();
		GRANT ALL ON level, scenario, fringe_loaded TO tenant; GRANT USAGE ON SEQUENCE scenario_id_seq TO tenant");
	notes();
	put($one, 'a.map' => $changed_map);
	my $owned = qr/^fringe_load: the load stopped: database $db belongs to role landlord, whose code would run with the rights of a superuser\. Connect as landlord, or trust all roles with --trust-database\.$/m;
	load_is($db, [$one], 3, '0 0 0 0 0 0', $owned, 'a superuser does not load into a database of another role');
	load_is($db, [ '--create', $one ], 3, '0 0 0 0 0 0', $owned, '... nor creates tables there');
	load_is($db, [ '--dry-run', $one ], 3, '0 0 0 0 0 0', $owned, '... nor looks');
	like((atlas($db))[2], qr/^fringe_atlas: database $db belongs to role landlord, .*--trust-database\.$/, '... nor reads');
	{
		local $ENV{PGOPTIONS} = '-c role=landlord';
		is((load($db, $one))[0], 3, '... not even in the role of its owner, which a trigger can leave');
		is((atlas($db))[0], 1, '... whether it loads or reads');
	}
	$node->safe_psql('postgres', 'CREATE ROLE chief SUPERUSER; CREATE ROLE deputy LOGIN NOINHERIT IN ROLE chief');
	load_is($db, [ '-U', 'deputy', $one ], 3, '0 0 0 0 0 0', $owned, 'nor does a role that can become a superuser');
	like((load($db, '-U', 'tenant', $one))[2], qr/table public\.(level|fringe_loaded) belongs to role landlord, whose code would run with the rights of tenant\./, 'nor a role that may only write');
	like((atlas($db, '-U', 'tenant'))[2], qr/table public\.level belongs to role landlord/, '... or read');
	is(notes(), '', '... so that no trigger runs');
	load_is($db, [ '-U', 'heir', $one ], 0, '1 0 0 2 0 0', replaces($one, 'a'), 'a member of the owner loads');
	is(notes(), 'trigger as heir', '... and runs the trigger');
	put($one, 'a.map' => $map);
	load_is($db, [ '--trust-database', $one ], 0, '1 0 0 2 0 0', replaces($one, 'a'), '--trust-database');
	like(notes(), qr/^trigger as \w+$/, '... runs it too');
}

# ---- each kind of object ------------------------------------------------------------

# By the catalog that has its owner: SQL that makes an object which the tools may touch, and gives it to landlord; and a
# name for the test, if there are several. A catalog without a case fails.
my %cases = (
	pg_database => [ 'ALTER DATABASE :DBNAME OWNER TO landlord' ],
	pg_namespace => [ [ 'of the tables' => 'ALTER SCHEMA public OWNER TO landlord' ], [ 'of the extension' => 'ALTER SCHEMA grid OWNER TO landlord' ],
		[ 'of a function' => 'CREATE SCHEMA more AUTHORIZATION landlord; CREATE FUNCTION more.f() RETURNS text LANGUAGE sql RETURN \'x\'; ALTER TABLE level ALTER biome SET DEFAULT more.f(); GRANT USAGE ON SCHEMA more TO tenant' ] ],
	pg_extension => [ q{UPDATE pg_extension SET extowner = 'landlord'::regrole WHERE extname = 'fringe'} ],
	pg_language => [ 'ALTER LANGUAGE plpgsql OWNER TO landlord' ],
	pg_class => [
		(map { [ $_ => "ALTER TABLE $_ OWNER TO landlord; GRANT ALL ON $_ TO tenant" ] } qw(level scenario)),
		(map { [ $_ => "ALTER TABLE $_ OWNER TO landlord; GRANT ALL ON $_ TO tenant", 'not in the atlas' ] } qw(object fringe_loaded)),
		[ child => 'CREATE TABLE child () INHERITS (level); ALTER TABLE child OWNER TO landlord' ],
		[ 'foreign key' => 'CREATE TABLE lost (id bigint REFERENCES scenario (id) ON DELETE CASCADE); ALTER TABLE lost OWNER TO landlord' ],
		[ partition => q{ALTER TABLE scenario RENAME TO was; CREATE TABLE scenario (LIKE was) PARTITION BY LIST (level); ALTER TABLE scenario ALTER id DROP NOT NULL;
			CREATE TABLE part PARTITION OF scenario DEFAULT; GRANT ALL ON scenario TO tenant; ALTER TABLE part OWNER TO landlord} ],
		[ view => 'ALTER TABLE scenario RENAME TO was; CREATE VIEW scenario AS SELECT * FROM was; GRANT ALL ON scenario TO tenant; ALTER VIEW scenario OWNER TO landlord; GRANT SELECT ON was TO landlord', 'not to be written' ],
		[ 'table of a view' => 'ALTER TABLE scenario RENAME TO was; CREATE VIEW scenario AS SELECT * FROM was; GRANT ALL ON scenario TO tenant; ALTER TABLE was OWNER TO landlord', 'not to be written' ],
		[ sequence => q{CREATE SEQUENCE counter; ALTER TABLE level ADD n int DEFAULT nextval('counter'); GRANT ALL ON counter TO tenant; ALTER SEQUENCE counter OWNER TO landlord} ] ],
	pg_proc => [
		[ 'of the extension' => 'ALTER FUNCTION grid.fringe_version() OWNER TO landlord' ],
		[ 'of a trigger' => 'CREATE TRIGGER noted BEFORE INSERT OR UPDATE ON level FOR EACH ROW EXECUTE FUNCTION noted(); ALTER FUNCTION noted() OWNER TO landlord' ],
		[ 'of a trigger on a table with a foreign key' => q{CREATE TABLE lost (name text REFERENCES level ON UPDATE CASCADE);
			CREATE TRIGGER noted AFTER UPDATE ON lost FOR EACH ROW EXECUTE FUNCTION noted(); ALTER FUNCTION noted() OWNER TO landlord} ],
		[ 'of a default' => q{ALTER TABLE level ADD b bool DEFAULT noted('default'); ALTER FUNCTION noted(text) OWNER TO landlord} ],
		[ 'of a constraint' => q{ALTER TABLE level ADD CHECK (noted('constraint')); ALTER FUNCTION noted(text) OWNER TO landlord} ],
		[ 'of an index' => q{ALTER FUNCTION noted(text) IMMUTABLE; CREATE INDEX ON level ((name || noted('index'))); ALTER FUNCTION noted(text) OWNER TO landlord} ],
		[ 'of a predicate' => q{ALTER FUNCTION noted(text) IMMUTABLE; CREATE INDEX ON scenario (bucket) WHERE noted('predicate'); ALTER FUNCTION noted(text) OWNER TO landlord} ],
		[ 'of statistics' => q{ALTER FUNCTION noted(text) IMMUTABLE; CREATE STATISTICS s ON (noted(name)), biome FROM level; ALTER FUNCTION noted(text) OWNER TO landlord} ],
		[ 'of a generated column' => q{ALTER FUNCTION noted(text) IMMUTABLE; ALTER TABLE level ADD g bool GENERATED ALWAYS AS (noted('generated')) STORED; ALTER FUNCTION noted(text) OWNER TO landlord} ],
		[ 'of a policy' => q{ALTER TABLE level ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON level USING (noted('policy')); ALTER FUNCTION noted(text) OWNER TO landlord} ],
		[ 'of a rule' => q{CREATE RULE r AS ON INSERT TO level DO ALSO SELECT noted('rule'); ALTER FUNCTION noted(text) OWNER TO landlord} ],
		[ 'of a view' => q{ALTER TABLE scenario RENAME TO was; CREATE VIEW scenario AS SELECT * FROM was WHERE noted('view'); GRANT ALL ON scenario TO tenant; ALTER FUNCTION noted(text) OWNER TO landlord}, 'not to be written' ],
		[ 'of a domain' => q{CREATE DOMAIN d AS text CHECK (noted('domain')); ALTER TABLE level ALTER biome TYPE d; ALTER FUNCTION noted(text) OWNER TO landlord} ],
		[ 'of an event trigger' => q{CREATE FUNCTION happens() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM public.noted('event trigger'); END $$;
			CREATE EVENT TRIGGER happens ON ddl_command_start EXECUTE FUNCTION happens(); ALTER FUNCTION happens() OWNER TO landlord} ] ],
	pg_type => [
		[ enum => q{CREATE TYPE mood AS ENUM ('calm'); ALTER TABLE level ADD mood mood; ALTER TYPE mood OWNER TO landlord} ],
		[ composite => q{CREATE TYPE pair AS (a int, b int); ALTER TABLE level ADD pair pair; ALTER TYPE pair OWNER TO landlord} ],
		[ 'of an array' => q{CREATE TYPE mood AS ENUM ('calm'); ALTER TABLE level ADD mood mood[]; ALTER TYPE mood OWNER TO landlord} ],
		[ range => q{CREATE TYPE span AS RANGE (SUBTYPE = int); ALTER TABLE level ADD span span; ALTER TYPE span OWNER TO landlord} ],
		[ 'domain of a domain' => q{CREATE DOMAIN d AS text; CREATE DOMAIN e AS d; ALTER TABLE level ALTER biome TYPE e; ALTER DOMAIN d OWNER TO landlord} ] ],
	pg_operator => [
		[ '' => q{CREATE FUNCTION same(text, text) RETURNS bool LANGUAGE sql RETURN true; CREATE OPERATOR === (LEFTARG = text, RIGHTARG = text, FUNCTION = same);
			ALTER TABLE level ADD CHECK (biome === 'x'); ALTER OPERATOR === (text, text) OWNER TO landlord} ],
		map { [ lc $_ => qq{CREATE FUNCTION same(text, text) RETURNS bool LANGUAGE sql IMMUTABLE RETURN true; CREATE OPERATOR === (LEFTARG = text, RIGHTARG = text, FUNCTION = same);
			CREATE OPERATOR !== (LEFTARG = text, RIGHTARG = text, FUNCTION = same, $_ = ===); ALTER TABLE level ADD CHECK (biome === 'x'); ALTER OPERATOR !== (text, text) OWNER TO landlord} ] }
			qw(COMMUTATOR NEGATOR) ],
	(map { ("pg_op$_->[0]" => [ qq{CREATE OPERATOR CLASS own FOR TYPE text USING btree AS OPERATOR 1 <, OPERATOR 3 =, FUNCTION 1 bttextcmp(text, text);
		CREATE INDEX ON level (biome own); ALTER OPERATOR $_->[1] own USING btree OWNER TO landlord} ]) } [ class => 'CLASS' ], [ family => 'FAMILY' ]),
	pg_collation => [ 'CREATE COLLATION c FROM "C"; ALTER TABLE level ALTER biome TYPE text COLLATE c; ALTER COLLATION c OWNER TO landlord' ],
	pg_statistic_ext => [ 'CREATE STATISTICS s ON name, biome FROM level; ALTER STATISTICS s OWNER TO landlord' ],
	pg_event_trigger => [ q{CREATE FUNCTION happens() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';
		CREATE EVENT TRIGGER happens ON ddl_command_end EXECUTE FUNCTION happens(); UPDATE pg_event_trigger SET evtowner = 'landlord'::regrole} ],
	pg_publication => [ 'CREATE PUBLICATION p FOR TABLE level; ALTER PUBLICATION p OWNER TO landlord' ],
	pg_ts_config => [ q{CREATE TEXT SEARCH CONFIGURATION c (COPY = simple); CREATE INDEX ON level USING gin (to_tsvector('c', biome)); ALTER TEXT SEARCH CONFIGURATION c OWNER TO landlord} ],
	pg_ts_dict => [ q{CREATE TEXT SEARCH CONFIGURATION c (COPY = simple); CREATE TEXT SEARCH DICTIONARY d (TEMPLATE = simple); ALTER TEXT SEARCH CONFIGURATION c ALTER MAPPING FOR word WITH d;
		CREATE INDEX ON level USING gin (to_tsvector('c', biome)); ALTER TEXT SEARCH DICTIONARY d OWNER TO landlord} ],
	pg_foreign_server => [ 'CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE f () INHERITS (level) SERVER s; ALTER SERVER s OWNER TO landlord' ],
	pg_foreign_data_wrapper => [ q{CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE f () INHERITS (level) SERVER s;
		UPDATE pg_foreign_data_wrapper SET fdwowner = 'landlord'::regrole} ]);

# No table, type or function can use these.
my @unused = qw(pg_conversion pg_largeobject_metadata pg_tablespace pg_subscription);

# Their owners cannot make a role run their code.
my %without_code = map { $_ => 1 } qw(pg_database pg_namespace pg_extension pg_language pg_event_trigger pg_publication);

# These cannot be read, so that trust does not help.
my %unreadable = map { $_ => 1 } qw(pg_foreign_server pg_foreign_data_wrapper);

my $owned_catalogs = $node->safe_psql('postgres', q{
	SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
	WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r' AND atttypid = 'oid'::regtype AND (attname ~ 'owner$' OR attname = 'datdba')});
is(join(' ', sort keys %cases, @unused), join(' ', sort split /\n/, $owned_catalogs), 'each catalog of objects that have owners has a case');
for my $catalog (sort keys %cases)
{
	like(slurp_file($_), qr/WHEN '$catalog'::regclass THEN/, "$_ judges the owners in $catalog") for @tools;
}

# By the column of a catalog that names a table: the case of an object that hangs on it so. Where nothing runs, the reason.
my %hangs_on = (
	'pg_attrdef.adrelid' => 'of a default', 'pg_constraint.conrelid' => 'of a constraint', 'pg_constraint.confrelid' => 'foreign key', 'pg_index.indrelid' => 'of an index',
	'pg_inherits.inhparent' => 'child', 'pg_inherits.inhrelid' => 'child', 'pg_partitioned_table.partrelid' => 'partition', 'pg_partitioned_table.partdefid' => 'partition',
	'pg_policy.polrelid' => 'of a policy', 'pg_rewrite.ev_class' => 'of a rule', 'pg_sequence.seqrelid' => 'sequence', 'pg_statistic_ext.stxrelid' => 'of statistics',
	'pg_trigger.tgrelid' => 'of a trigger', 'pg_trigger.tgconstrrelid' => 'foreign key', 'pg_type.typrelid' => 'composite', 'pg_attribute.attrelid' => 'enum',
	'pg_foreign_table.ftrelid' => \'the case of pg_foreign_server', 'pg_publication_rel.prrelid' => \'the case of pg_publication',
	(map { $_ => \'an index or TOAST table belongs to the owner of its table' } qw(pg_class.reltoastrelid pg_class.relrewrite pg_constraint.conindid pg_index.indexrelid pg_trigger.tgconstrindid)),
	'pg_statistic.starelid' => \'numbers', 'pg_subscription_rel.srrelid' => \'runs in sessions of its own', 'pg_extension.extconfig' => \'of dumps');
my $hanging = $node->safe_psql('postgres', q{
	SELECT fktable::text || '.' || fkcols[1] FROM pg_get_catalog_foreign_keys() WHERE pktable = 'pg_class'::regclass
	AND fkcols[1] NOT IN ('classid', 'refclassid', 'classoid') ORDER BY 1});
is(join(' ', sort keys %hangs_on), join(' ', sort split /\n/, $hanging), 'each way in which an object hangs on a table is known');
my %named = map { (ref $_ ? $_->[0] : '') => 1 } map { @$_ } values %cases;
is(join(' ', grep { !ref && !$named{$_} } values %hangs_on), '', '... and has a case');

my $base = empty_database();
$node->safe_psql($base, "CREATE SCHEMA grid; CREATE EXTENSION fringe SCHEMA grid; ALTER DATABASE $base SET search_path = public, grid; GRANT USAGE ON SCHEMA grid TO PUBLIC; $noted");
my $one = folder('a.map' => $map, 'a.scen' => $scen);
$node->safe_psql($base, 'CREATE TABLE object (level text, layer text, id text, name text, class text, cell grid.gridcell, width int, height int, properties jsonb)');
load_is($base, [ '--create', $one ], 0, '1 2 0 0 0 0', '', 'a database of a superuser');
$node->safe_psql($base, 'GRANT ALL ON ALL TABLES IN SCHEMA public TO tenant; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO tenant');

my $number = 0;
for my $catalog (sort keys %cases)
{
	for my $case (@{ $cases{$catalog} })
	{
		my ($name, $sql, $but) = ref $case ? (@$case, '') : ('', $case, '');
		my $db = 'kind' . ++$number;
		$node->safe_psql('postgres', "CREATE DATABASE $db TEMPLATE $base; ALTER DATABASE $db SET search_path = public, grid");
		$node->safe_psql($db, $sql =~ s/:DBNAME/$db/gr);
		notes();
		for my $role ($ENV{PGUSER} // 'superuser', 'tenant')
		{
			my @as = $role eq 'tenant' ? ('-U', 'tenant') : ();
			my $runs_code = $role ne 'tenant' || !$without_code{$catalog};
			my @load = load($db, @as, $one);
			my @atlas = atlas($db, @as);
			if ($runs_code)
			{
				my $reason = qr/ belongs to role landlord, whose code would run with the rights of (a superuser|tenant)\. Connect as landlord, or trust all roles with --trust-database\.$/m;
				is("$load[0] $atlas[0]", $but eq 'not in the atlas' ? '3 0' : '3 1', "$catalog $name: refused to $role");
				like($_, $reason, '... with the reason') for $load[2], $but eq 'not in the atlas' ? () : $atlas[2];
				is(notes(), '', '... before any code ran');
			}
			else { is("$load[0] $atlas[0]: $load[2]$atlas[2]", '0 0: ', "$catalog $name: its owner runs no code as $role") }
		}
		next if $unreadable{$catalog};
		my @load = $but eq 'not to be written' ? (0) : load($db, '--trust-database', $one);
		is("$load[0] " . (atlas($db, '--trust-database'))[0], '0 0', '... but not to those who trust') or diag($load[2]);
	}
}

# ---- between the look and the use ---------------------------------------------------

# Another session has changed something, and commits when the tool waits for its lock.
sub meanwhile
{
	my ($db, $change, @command) = @_;
	my ($out, $err) = ('', '');
	my $other = $node->background_psql($db, extra_params => [ '-U', 'landlord' ]);
	$other->query_safe("SET client_min_messages = warning; BEGIN; $change");
	my $tool = IPC::Run::start [@command], '<', \'', '>', \$out, '2>', \$err;
	$node->poll_query_until($db, q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'});
	$other->query_safe('COMMIT');
	$tool->finish;
	$other->quit;
	return ($tool->full_result(0) >> 8) . ": $err";
}

for my $tool ('fringe_load', $atlas)
{
	my $db = 'swap' . ++$number;
	my ($program) = $tool =~ m{([^/]+)$};
	my @command = ($tool, '-d', $db, '-U', 'tenant', $tool eq $atlas ? () : $one);
	my $view = q{DROP TABLE level CASCADE; CREATE VIEW level AS SELECT 'a'::text AS name, NULL::grid.gridmap AS map WHERE noted('view'); GRANT ALL ON level TO tenant};
	for my $isolation ('read committed', 'repeatable read')
	{
		$node->safe_psql('postgres', "DROP DATABASE IF EXISTS $db; CREATE DATABASE $db TEMPLATE $base; ALTER DATABASE $db SET search_path = public, grid;
			ALTER DATABASE $db SET default_transaction_isolation = '$isolation'");
		$node->safe_psql($db, 'ALTER SCHEMA public OWNER TO landlord');
		notes();
		like(meanwhile($db, $view, @command), qr/^[13]: .*view public\.level belongs to role landlord, whose code would run with the rights of tenant/,
			"$program: a view in the place of a table, $isolation");
		is(notes(), '', '... does not run');
	}
}
{
	my $db = 'swap' . ++$number;
	$node->safe_psql('postgres', "CREATE DATABASE $db TEMPLATE $base; ALTER DATABASE $db SET search_path = public, grid");
	$node->safe_psql($db, 'GRANT CREATE ON SCHEMA public TO landlord; GRANT TRIGGER ON level TO landlord');
	as_landlord($db, 'CREATE FUNCTION own() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM noted(\'trigger\'); RETURN NEW; END $$');
	notes();
	my $trigger = 'CREATE TRIGGER t BEFORE INSERT OR UPDATE ON level FOR EACH ROW EXECUTE FUNCTION own()';
	my $other = folder('a.map' => $changed_map);
	like(meanwhile($db, $trigger, 'fringe_load', '-d', $db, $other), qr/^3: .*function public\.own\(\) belongs to role landlord, whose code would run with the rights of a superuser/, 'a trigger that is new');
	is(notes(), '', '... does not run');
}

# ---- what the atlas reads -------------------------------------------------------------

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
		CREATE DOMAIN spot AS gridcell;
		CREATE FUNCTION gridcell_x(spot) RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM noted('function of a domain'); RETURN 0; END $$;
		CREATE TABLE level (name mood PRIMARY KEY, map gridmap, mood mood, moods mood[], spot point, "it's" text, index bytea);
		INSERT INTO level VALUES ('calm', gridmap('{..}'::text[]), 'wild', '{calm,wild}', '(1,2)', repeat('x', 1000), '\x00');
		CREATE TABLE scenario (map mood, start gridcell, goal gridcell);
		INSERT INTO scenario VALUES ('calm', '(0,0)', '(1,0)');
		CREATE TABLE moody (map text, start mood, goal gridcell);
		CREATE TABLE spotted (level text, start spot, goal gridcell);
		CREATE VIEW seen AS SELECT * FROM level WHERE noted('view');
		CREATE TABLE "numbered $$" (id int, floor int, "the map" gridmap, PRIMARY KEY (floor, id));
		INSERT INTO "numbered $$" VALUES (7, 2, gridmap('{..}'::text[]));
		CREATE TABLE keyless (map gridmap);
		INSERT INTO keyless VALUES (gridmap('{..}'::text[]));
	});
	notes();
	my @own = ('-U', 'landlord');
	my ($status, $lines, $err) = atlas($db, @own);
	is("$status: $err", '0: ', 'a table whose types have casts');
	like($lines, qr/"name": "calm", .*"about": \{/s, '... is shown') or diag($lines);
	like($lines, qr/"mood": "wild".*"total": 1/s, '... with its columns and scenarios');
	like($lines, qr/"it's": "x{201}"/, '... of which long ones are cut');
	unlike($lines, qr/"index"/, '... and binary ones left out');
	like((atlas($db, @own, '-s', 'moody'))[2], qr/column "start" of public\.moody has the type .*mood, not gridcell/, 'a column that is no cell');
	like((atlas($db, @own, '-s', 'spotted'))[2], qr/column "start" of public\.spotted has the type .*spot, not gridcell/, '... or of a domain');
	is(notes(), '', '... none of which ran its functions');
	is((atlas($db, '-t', 'seen', '--trust-database'))[0], 0, 'a view of a role that is trusted');
	is((atlas($db, '-t', 'seen', @own))[0], 0, 'a view of one\'s own');
	is(notes(), 'view', '... run them');

	like((atlas($db, @own, '-t', '"numbered $$"', '-c', 'the map'))[1], qr/"name": "2, 7"/, 'a table without names has its key for them');
	like((atlas($db, @own, '-t', 'keyless'))[1], qr/"name": "without a name"/, '... or none');
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
