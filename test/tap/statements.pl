# The statements of the extensions' scripts, of fringe_sample, of fringe_load and of fringe_atlas, beside another role that has a better
# match for each function and operator of theirs: each object that the server's parse trees name is PostgreSQL's own, the extension's,
# or a table that the tool made or was told of. A statement in the sources that no tree is of fails.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use LoadTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $own_oids = 16384;    # FirstNormalObjectId: objects below are initdb's

$node->append_conf('postgresql.conf', "fsync = off\nlog_line_prefix = '\@\@%p %u\@\@ '\nlog_statement = none\nmax_locks_per_transaction = 1000");
$node->restart;
$node->safe_psql('postgres', q{CREATE ROLE landlord LOGIN; CREATE ROLE loader LOGIN SUPERUSER; ALTER ROLE loader SET debug_print_parse = on; ALTER ROLE loader SET debug_pretty_print = off;
	ALTER ROLE CURRENT_USER SET search_path = pg_catalog, evil, public, grid}); # what this test itself asks

# ---- parse trees -----------------------------------------------------------------------

my $read = 0;

# What the sessions of loader sent since the last time: [ tree, texts of the statement ]; and what better matches said.
sub trees
{
	my $log = substr slurp_file($node->logfile), $read;
	$read += length $log;
	my (@trees, %said, %at);
	my @parts = split /^\t*@@(\d+) (\S*)@@ /m, $log;
	shift @parts;
	while (my ($session, $user, $text) = splice @parts, 0, 3)
	{
		$said{$1} = 1 if $text =~ /^LOG:  better match: (.*)/;
		next if $user ne 'loader';
		$text =~ s/\s+/ /g;
		if ($text =~ /^LOG: parse tree:/) { push @trees, $at{$session} = [ '', '' ] }
		elsif (!$at{$session}) { }
		elsif ($text =~ s/^DETAIL: //) { $at{$session}[0] .= $text }
		elsif ($text =~ s/^(?:CONTEXT|STATEMENT): //) { $at{$session}[1] .= "\n$text" }
		else { delete $at{$session} }
	}
	return (\@trees, join "\n", sort keys %said);
}

# The OIDs in a tree, of whatever kind: all numbers from the first one of no initdb's on, but for positions in the text.
sub oids_in
{
	my ($tree) = @_;
	my %found;
	while ($tree =~ /:(\w+) (\d+)\b/g) { $found{$2} = $1 if $2 >= $own_oids && $1 !~ /^(?:stmt_)?(?:location|len)$|^queryId$/ }
	while ($tree =~ /\(o ([\d ]+)\)/g) { $_ >= $own_oids and $found{$_} = 'list' for split / /, $1 }
	return \%found;
}

# ---- what the tools do ---------------------------------------------------------------------

my $tmx = q{<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="a"/>
	<layer name="floor" width="2" height="1"><data encoding="csv">1,2</data></layer>
	<objectgroup name="things"><object id="2" name="gate" type="Door" x="16" y="0" width="16" height="16"/></objectgroup></map>};
my $fen = qq(<map orientation="staggered" staggeraxis="y" staggerindex="odd" width="2" height="2" tilewidth="8" tileheight="4"><layer width="2" height="2"><data encoding="csv">1,1,1,1</data></layer></map>\n);
my $ldtk = q({"__header__": {}, "jsonVersion": "1.5.3", "worldLayout": "Free", "defs": {"layers": [{"uid": 1, "intGridValues": [{"value": 1, "identifier": "walls"}]}]}, "levels": [
	{"identifier": "Hall", "iid": "h", "worldX": 0, "worldY": 16, "pxWid": 32, "pxHei": 16, "layerInstances": [
		{"__identifier": "Things", "__type": "Entities", "__gridSize": 16, "entityInstances": [{"__identifier": "Chest", "iid": "c", "px": [16, 0], "__pivot": [0, 0], "width": 16, "height": 16, "fieldInstances": []}]},
		{"__identifier": "Walls", "__type": "IntGrid", "layerDefUid": 1, "__gridSize": 16, "__cWid": 2, "__cHei": 1, "intGridCsv": [0,1]}]}]});
my %files = ('a.map' => $map, 'a.map.links' => "# a link\n(0,0)>(3,2)=2\n", 'a.map.scen' => scenarios(1, 2, 2), 'a.map.height.csv' => "1,2,3,4\n5,6,7,8\n5,6,7,8\n", 'in/b.map' => $map, 'in/b.scen' => scenarios(1, 2),
	'cave.tmx' => $tmx, 'fen.tmx' => $fen, 'world.ldtk' => $ldtk, 'numbers.csv' => "0,1\n", 'rows.json' => '[[0,1]]', 'hill.asc' => "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n0.1 0.7\n",
	'greys.pgm' => "P2 2 1 255 46 64\n", 'hall.pgm' => "P2 2 1 255 254 0\n", 'hall.yaml' => "image: hall.pgm\nresolution: 0.05\norigin: [-1.0, -2.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n",
	'scene.tscn' => qq([node name="Walls" type="TileMapLayer" parent="."]\ntile_map_data = PackedByteArray("AAD+//7/AAAAAAAAAAD///7/AAABAAAAAAD+////AAAAAAAAAAA=")\n),
	'paint.xp' => pack('H*', '1f8b0800000000000003011a00e5ffffffffff01000000010000000100000020000000ffffff000000c9a572251a000000'),
	'fringe.rules' => join "\n", '*.tmx - {"1": ".", "2": "@"}', '*.ldtk Walls {"walls": "@", "else": "."}', '*.csv - {"0": ".", "else": "@"}', '*.json - {"0": ".", "else": "@"}', '*.asc - {"0..0.5": ".", "else": "T"}',
		'*.png - {"#000000": "@", "else": "."}', '*.xp - {"32": ".", "else": "@"}', '*.tscn - {"0:0,0": ".", "0:1,0": "T", "null": "@"}', '');

my $atlas = folder('fringe_atlas' => slurp_file('tools/fringe_atlas') . qq{: <<'__PAGE__'\n<script type="text/plain" id="data">DATA</script>\n__PAGE__\n}) . '/fringe_atlas';
chmod 0755, $atlas;

# Runs everything that loads and reads in a database where the extensions are in the schema grid; returns what was said, without folders.
sub run_tools
{
	my ($db) = @_;
	my $folder = folder(%files);
	$node->safe_psql($db, q{COPY (SELECT pg_catalog.encode(grid.fringe_png(grid.gridmap('{.@}'::text[]), pixels => 2), 'hex')) TO STDOUT}) =~ /(\w+)/;
	put($folder, 'picture.png' => pack 'H*', $1);
	my @said;
	my $load = sub { push @said, join "\n", load($db, '-U', 'loader', '-j', 1, @_) };
	my $draw = sub { my ($out, $err) = ('', ''); IPC::Run::run [ $atlas, '-d', $db, '-U', 'loader', @_ ], '<', \'', '>', \$out, '2>', \$err; push @said, ($? >> 8) . ' ' . ($out =~ /data/) . $err };
	$load->('--create', $folder);
	$load->($folder);
	$load->('--dry-run', '--create', $folder);
	put($folder, 'a.map' => $changed_map, 'a.map.scen' => scenarios(1, 3, 3), 'fen.tmx' => $fen =~ s/odd/even/r, 'cave.tmx' => $tmx =~ s/gate/door/r, 'in/b.scen' => scenarios(1));
	$load->($folder);
	$load->('--replace', '--trust-database', $folder);
	$load->('--prefix', "$folder/in");
	# what is wrong
	$load->(folder('in/b.map' => map_of(1, 3, 'G'), 'c.map.links' => "(0,0)>(1,1)\n", 'a.scen' => scenarios(1) =~ s/\t4\t3/\t5\t5/r, 'd.map' => "?\n"));
	$load->(folder('a.scen' => scenarios(1) =~ s/\t1\t0\t1\n/\t9\t0\t1\n/r));
	$node->safe_psql($db, q{UPDATE level SET map = grid.gridmap('{.@}'::text[]) WHERE name = 'cave'; INSERT INTO level (name, map) VALUES ('own', grid.gridmap('{.@}'::text[]))});
	$load->(folder('own.map' => $map, 'cave.map' => $map));
	$draw->();
	$draw->('-n', 1, '-m', 'astar', '-M', 'tile', '-l', 'odd-r', '-s', 'scenario', '--trust-database');
	$draw->('-t', 'fringe_loaded', '-c', 'map_hash', '-s', 'nothing');
	# a table that Citus distributes, by a stand-in for it; then tables without all that --create makes
	$node->safe_psql($db, q{SET allow_system_table_mods = on; CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass); INSERT INTO pg_catalog.pg_dist_partition VALUES ('scenario')});
	put($folder, 'a.map.scen' => scenarios(1, 2, 3));
	$load->("$folder/a.map");
	put($folder, 'a.map.scen' => scenarios(2, 3, 3, 3));
	$load->('--replace', "$folder/a.map");
	$node->safe_psql($db, 'DROP TABLE pg_catalog.pg_dist_partition, object, fringe_loaded; ALTER TABLE level DROP layout');
	put($folder, 'a.map' => $map, 'cave.tmx' => $tmx);
	$load->('--replace', $folder);
	return map { s/\Q$folder\E//gr =~ s{/\S*/\d+/}{/}gr } @said;
}

# ---- better matches ---------------------------------------------------------------------

# SQL that makes better matches of functions and operators in a schema. First in the search_path, a copy of each function and operator of
# the name matches at least as well as any. Where a call names the schema, as those of the extension's functions do, another one may match
# better: PAIRS makes functions of one or two arguments and operators of all types and pairs of types; longer functions with each type in
# the place of each argument; and each function without the arguments that have defaults.
my $better = q{
	SET search_path = pg_catalog;
	SET check_function_bodies = off;
	SET client_min_messages = warning;
	CREATE FUNCTION pg_temp.attempt(statement text) RETURNS void LANGUAGE plpgsql AS
		$_$ BEGIN EXECUTE statement; EXCEPTION WHEN duplicate_function OR duplicate_object OR invalid_function_definition OR undefined_object
			OR datatype_mismatch OR feature_not_supported OR invalid_table_definition OR undefined_function THEN NULL; END $_$;
	CREATE TEMP TABLE kind AS SELECT unnest('{KINDS}'::text[]) AS name;
	DELETE FROM kind WHERE to_regtype(name) IS NULL;
	CREATE FUNCTION EVIL.noted(note text) RETURNS bool LANGUAGE plpgsql AS $_$ BEGIN RAISE LOG 'better match: %', note; RETURN true; END $_$;
	-- relations; before there are functions, which would make this statement ambiguous
	SELECT pg_temp.attempt(format('CREATE VIEW EVIL.%1$I AS SELECT * FROM pg_catalog.%1$I WHERE EVIL.noted(%2$L)', relname, 'view ' || relname))
	FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND relname = ANY ('{RELATIONS}');
	CREATE TEMP TABLE made AS
		WITH called AS (
			SELECT DISTINCT proname AS name, ARRAY(SELECT format_type(t, NULL) FROM unnest(proargtypes) WITH ORDINALITY a (t, n) ORDER BY n) AS types, pronargdefaults AS defaults,
				CASE WHEN prorettype IN (SELECT oid FROM pg_type WHERE typtype = 'p') OR proretset THEN 'text' ELSE format_type(prorettype, NULL) END AS result
			FROM pg_proc WHERE pronamespace = ANY (ARRAY[to_regnamespace('pg_catalog'), to_regnamespace('grid')]) AND proname = ANY ('{FUNCTIONS}')
		), function AS (
			SELECT DISTINCT ON (name, of.types) name, of.types, result FROM called c, LATERAL (
				SELECT array_to_string(types, ',')
				UNION ALL SELECT array_to_string(types[1:n], ',') FROM generate_series(cardinality(types) - defaults, cardinality(types) - 1) n WHERE PAIRS
				UNION ALL SELECT k.name FROM kind k WHERE PAIRS AND cardinality(types) - defaults <= 1
				UNION ALL SELECT concat_ws(',', k.name, l.name) FROM kind k, kind l WHERE PAIRS AND 2 BETWEEN cardinality(types) - defaults AND cardinality(types)
				UNION ALL SELECT array_to_string(types[1:n - 1] || k.name || types[n + 1:last], ',') FROM kind k, generate_series(3, cardinality(types)) last, generate_series(1, last) n WHERE PAIRS
			) of (types)
		)
		SELECT format('CREATE FUNCTION EVIL.%I(%s) RETURNS %s LANGUAGE plpgsql AS $_$ BEGIN PERFORM EVIL.noted(%L); RETURN NULL; END $_$',
			name, types, result, name || '(' || types || ')') AS statement FROM function WHERE name || '(' || types || ')' <> ALL ('{LATER}'::text[])
		UNION ALL
		SELECT unnest(ARRAY[format('CREATE FUNCTION EVIL."op %s"(%s, %s) RETURNS %s LANGUAGE plpgsql AS $_$ BEGIN PERFORM EVIL.noted(%L); RETURN NULL; END $_$', sign, l, r, result, concat_ws(' ', l, sign, r)),
			format('CREATE OPERATOR EVIL.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = EVIL."op %1$s")', sign, l, r)])
		FROM (SELECT oprname, format_type(oprleft, NULL), format_type(oprright, NULL), format_type(oprresult, NULL) FROM pg_operator WHERE oprname = ANY (string_to_array('OPERATORS', ' ')) AND oprleft <> 0
			UNION SELECT sign, k.name, l.name, 'boolean' FROM kind k, kind l, unnest(string_to_array('OPERATORS', ' ')) sign WHERE PAIRS) o (sign, l, r, result);
	INSERT INTO made SELECT format('CREATE DOMAIN EVIL.%1$I AS pg_catalog.%1$I CHECK (EVIL.noted(%2$L))', typname, 'type ' || typname)
		FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype = 'b' AND typelem = 0;
	ALTER TABLE made ADD place int GENERATED ALWAYS AS IDENTITY;
	SELECT format('DO $_$ BEGIN PERFORM pg_temp.attempt(statement) FROM pg_temp.made WHERE place / 2000 = %s; END $_$', n)
	FROM generate_series(0, (SELECT max(place) / 2000 FROM pg_temp.made)) n \gexec
};
my %in_place_of;    # of the words in capitals

sub make_better
{
	my ($db, $schema, $pairs) = @_;
	local $in_place_of{PAIRS} = $pairs ? 'true' : 'false';
	my $sql = $better =~ s/EVIL/$schema/gr =~ s/\b(KINDS|RELATIONS|FUNCTIONS|LATER|OPERATORS|PAIRS)\b/$in_place_of{$1}/gr;
	$node->safe_psql($db, $sql, extra_params => [ '-U', 'landlord' ]);
}

# A database whose schemas a superuser owns and where landlord may create; the extensions are in grid, evil comes first.
sub hostile_database
{
	my ($extensions) = @_;
	my $db = empty_database();
	$node->safe_psql($db, "CREATE SCHEMA evil; CREATE SCHEMA grid; CREATE SCHEMA demo; GRANT ALL ON SCHEMA evil, grid, public TO landlord; $extensions");
	$node->safe_psql('postgres', "ALTER DATABASE $db SET search_path = evil, pg_catalog, public, grid");
	return $db;
}

# ---- what is named ----------------------------------------------------------------------------

# By OID: landlord's objects, and those that are neither the extensions' nor a table of a superuser, and were there before the statements ran.
sub strangers
{
	my ($db, $last) = @_;
	return split /\n/, $node->safe_psql($db, qq{
		SET search_path = pg_catalog;
		WITH object (classid, objid) AS (SELECT tableoid, oid FROM pg_proc UNION ALL SELECT tableoid, oid FROM pg_operator UNION ALL SELECT tableoid, oid FROM pg_type UNION ALL SELECT tableoid, oid FROM pg_class
				UNION ALL SELECT tableoid, oid FROM pg_collation UNION ALL SELECT tableoid, oid FROM pg_constraint),
		known AS (SELECT d.objid, t.typarray, t.typrelid FROM pg_depend d LEFT JOIN pg_type t ON d.classid = t.tableoid AND d.objid = t.oid
			WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e')
		SELECT objid || ' ' || pg_describe_object(classid, objid, 0) FROM object
		WHERE objid >= $own_oids AND objid <= $last AND objid NOT IN (SELECT unnest(ARRAY[known.objid, typarray, typrelid]) FROM known WHERE known.objid IS NOT NULL)});
}

my $last_oid = q{SELECT max(oid) FROM (SELECT max(oid) FROM pg_catalog.pg_proc UNION ALL SELECT max(oid) FROM pg_catalog.pg_operator UNION ALL SELECT max(oid) FROM pg_catalog.pg_type UNION ALL SELECT max(oid) FROM pg_catalog.pg_class) o (oid)};

# Runs statements in a database and judges their trees; returns the trees.
sub judge
{
	my ($db, $name, $action) = @_;
	my $last = $node->safe_psql($db, $last_oid);
	trees();
	$action->();
	my ($trees, $said) = trees();
	is($said, '', "$name: no better match ran");
	my %stranger = map { /^(\d+) (.*)/ ? ($1 => $2) : () } strangers($db, $last);
	my %named;
	for my $tree (@$trees)
	{
		my $oids = oids_in($tree->[0]);
		for (grep { $stranger{$_} } keys %$oids) { $named{"$oids->{$_} $stranger{$_} in$tree->[1]"} = 1 }
	}
	is(join("\n", sort keys %named), '', "... and none is named in its trees");
	return $trees;
}

# ---- without better matches: what the statements name ----------------------------------------------

my $clean = empty_database();
$node->safe_psql($clean, 'CREATE SCHEMA grid; CREATE SCHEMA demo; CREATE EXTENSION fringe SCHEMA grid; CREATE EXTENSION fringe_formats SCHEMA grid');
$node->safe_psql('postgres', "ALTER DATABASE $clean SET search_path = public, grid");
trees();
my @said = run_tools($clean);
my ($first_trees) = trees();
cmp_ok(scalar @$first_trees, '>', 500, 'statements have parse trees');
like($said[0], qr/^0\n.*^fringe_load: 13 maps and 5 scenarios loaded/ms, 'all kinds of files are loaded') or diag($said[0]);
# What makes better matches of all that trees of the database clean name; of functions and operators of the extension alone, if asked.
sub names_in
{
	my ($trees, $of_ours) = @_;
	my (%function, %operator, %kind, %relation);
	for my $tree (map { $_->[0] } @$trees)
	{
		$function{$1} = 1 while $tree =~ /:(?:funcid|aggfnoid|winfnoid) (\d+)/g;
		$operator{$1} = 1 while $tree =~ /:opno (\d+)/g;
		$kind{$1} = 1 while $tree =~ /:(?:consttype|paramtype|funcresulttype) (\d+)/g;
		$relation{$1} = 1 while $tree =~ /:relid (\d+)/g;
	}
	my $ours = $of_ours ? "oid >= $own_oids AND" : '';
	my $names = sub { my ($query, $oids) = @_; return join ',', split /\n/, $node->safe_psql($clean, 'SET search_path = pg_catalog; ' . $query . ' oid IN (0,' . join(',', keys %$oids) . ')') };
	return (LATER => '',
		FUNCTIONS => $names->("SELECT DISTINCT proname FROM pg_proc WHERE $ours", \%function),
		OPERATORS => $names->("SELECT DISTINCT oprname FROM pg_operator WHERE $ours", \%operator) =~ tr/,/ /r,
		KINDS => $names->(q{SELECT replace(format_type(oid, NULL), '"', '\"') FROM pg_type WHERE typtype IN ('b', 'd') AND}, \%kind),
		RELATIONS => $names->(q{SELECT relname FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND}, \%relation));
}

# ---- the tools and fringe_sample -----------------------------------------------------------------------

my $db = hostile_database('CREATE EXTENSION fringe SCHEMA grid; CREATE EXTENSION fringe_formats SCHEMA grid');
%in_place_of = names_in($first_trees, 1);
make_better($db, 'grid', 1);
%in_place_of = names_in($first_trees);
make_better($db, 'evil');
$node->psql($db, "SET search_path = evil, pg_catalog, public, grid; $_") for q{SELECT 'a'::pg_catalog.text || 'b'::pg_catalog.text}, q{SELECT decode('a'::pg_catalog.text, 'hex'::pg_catalog.text)}, q{SELECT 'a'::text}, 'TABLE pg_roles';
is((trees())[1] =~ s/\n/, /gr, 'decode(text,text), text || text, type text, view pg_roles', 'better matches are found by who does not look out');
my $trees = judge($db, 'fringe_load and fringe_atlas', sub { is(join("\n", run_tools($db)), join("\n", @said), 'the tools say what they say elsewhere') });
push @$trees, @{ judge($db, 'fringe_sample', sub { like($node->safe_psql($db, 'SET search_path = demo; SELECT grid.fringe_sample()', extra_params => [ '-U', 'loader' ]), qr/^tables demo\./, 'fringe_sample') }) };

# ---- scripts ------------------------------------------------------------------------------------------

sub as_loader
{
	my ($db, $sql) = @_;
	return sub { is(($node->psql($db, $sql, extra_params => [ '-U', 'loader' ]))[2], '', $sql) };
}

my $later = $node->safe_psql($clean, q{SET search_path = pg_catalog; SELECT string_agg(format('"%s"', replace(regexp_replace(objid::regprocedure::text, '^grid\.', ''), '"', '\"')), ',')
	FROM pg_depend WHERE classid = 'pg_proc'::regclass AND refclassid = 'pg_extension'::regclass AND deptype = 'e'});
trees();
as_loader($clean, q{SET client_min_messages = warning; DROP TABLE IF EXISTS scenario, level; DROP EXTENSION fringe CASCADE; CREATE EXTENSION fringe SCHEMA grid; CREATE EXTENSION fringe_formats SCHEMA grid})->();
my ($script_trees) = trees();
cmp_ok(scalar @$script_trees, '>', 5, 'statements of scripts have parse trees');
%in_place_of = names_in($script_trees);
my $new = hostile_database('');
make_better($new, 'evil', 1);
push @$trees, @{ judge($new, 'new extensions', sub { load_is($new, [ '-U', 'loader', '--create', folder('a.csv' => '0,1', 'fringe.rules' => "*.csv - {\"0\": \".\", \"else\": \"@\"}\n") ], 0, '1 0 0 0 0 0', '', 'fringe_load makes the extensions') }) };
my $old = hostile_database(q{CREATE EXTENSION fringe SCHEMA grid VERSION '1.0'});
$in_place_of{KINDS} .= ',text,bigint,integer,jsonb,grid.gridcell[],grid.gridmap,grid.gridmodel,grid.gridcell,double precision';
$in_place_of{LATER} = $later;
make_better($old, 'grid', 1);
judge($old, 'an update', as_loader($old, 'ALTER EXTENSION fringe UPDATE'));

# ---- statements in the sources ------------------------------------------------------------------------------

# The statements of a text of SQL; a string that begins with another string's quote ends with that.
sub split_statements
{
	my ($text) = @_;
	my @statements = ('');
	$text =~ s/^\\.*$//gm;
	$text =~ s/\s*\\gset\b/;/g;
	while ($text =~ /\G(--[^\n]*|\$\$.*?\$\$|'(?:[^']|'')*'|;|.)/gs)
	{
		my $piece = $1;
		if ($piece eq ';') { push @statements, '' }
		else { $statements[-1] .= $piece }
	}
	return grep { /\S/ } map { s/^(?:\s*--[^\n]*\n)+//r } @statements;
}

# The expressions and statements of a body in PL/pgSQL, as the server gets them.
sub split_body
{
	my ($body) = @_;
	my @chunks = ('');
	my ($depth, $cases) = (0, 0);
	while ($body =~ /\G(--[^\n]*|'(?:[^']|'')*'|:=|\w+|\s+|.)/gs)
	{
		my $piece = $1;
		next if $piece =~ /^--/;
		$depth += $piece eq '(' ? 1 : $piece eq ')' ? -1 : 0;
		$cases++ if $piece eq 'CASE';
		if ($depth == 0 && $cases == 0 && $piece =~ /^(?:;|THEN|ELSE|LOOP|BEGIN|DECLARE|EXCEPTION)$/) { push @chunks, '' }
		else { $chunks[-1] .= $piece }
		$cases-- if $piece eq 'END' && $cases;
	}
	my @units;
	for (@chunks)
	{
		s/^\s+|\s+$//g;
		s/^#variable_conflict \w+\s*//;
		next if /^(?:END\b|GET STACKED|WHEN OTHERS$|RETURN$|$)/;
		s/^(?:IF|ELSIF|RETURN QUERY|RETURN|PERFORM)\b\s*//;
		if (s/^FOR \w+ IN\s+//) { push @units, grep { !/^\d+$/ } split / \.\. / }
		elsif (/^RAISE\b/) { push @units, $1 if /^RAISE '(?:[^']|'')*'\s*(?:,|USING \w+ =)\s*(.*)/s }
		elsif (/^EXECUTE (.*) INTO \w+ USING (.*)/s) { push @units, $1, $2 }
		elsif (/^\w+ [\w@.\[\]]+ := (.*)/s) { push @units, $1 }    # of a declaration
		elsif (!/^\w+ [\w@.\[\]]+$/) { push @units, s/(?<!INSERT)\s+INTO \w+(?:,\s*\w+)*(?=\s|$)//r }
	}
	return @units;
}

# What a source sends: SQL between <<'SQL' and SQL, and strings that begin as a statement does, up to what is put into them.
sub units
{
	my ($path) = @_;
	my $source = slurp_file($path);
	my @units;
	while ($source =~ s/<<'SQL'(?:;|[^\n]*)\n(.*?)^SQL$//ms)
	{
		for my $statement (split_statements($1 =~ s/^\@\w+\@$//gmr))
		{
			my ($head, $body) = split /\$\$/, $statement;
			push @units, defined $body && $statement !~ /LANGUAGE sql/ ? ($head, split_body($body)) : $statement;
		}
	}
	my $strings = $source =~ s/\\n/ /gr =~ s/\\\@/@/gr =~ s/\\\\gset/;/gr;
	push @units, map { split /;/ } $strings =~ /["']((?:SELECT|CREATE|ALTER|DROP|LOCK|SET|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|COPY|TRUNCATE|ANALYZE|DEALLOCATE|INSERT|UPDATE|DELETE|DO|EXECUTE|PREPARE) (?:[^"'\\]|\\.)*)/g;
	return grep { /\w/ } @units;
}

# As a pattern: blanks do not count, and anything may stand for what the tools put in.
sub as_pattern
{
	my ($unit) = @_;
	$unit =~ s/\s+/ /g;
	$unit =~ s/^ | $//g;
	return join '.*?', map { join '\s*', map { quotemeta } split / /, $_, -1 } split /(?:\@\w+\@|\$\w+(?:->)?(?:\{(?:[^{}]|\{[^{}]*\})*\})*|%(?:1\$)?s|(?:(?<![:\w])|(?<=::)):(?:'\w+'|"\w+"|[a-z]\w*))/, $unit, -1;
}

my @sent = do { my %seen; grep { !$seen{$_}++ } map { $_->[1] } @$trees };
for my $path ('tools/fringe_load', 'tools/fringe_atlas')
{
	my @units = units($path);
	cmp_ok(scalar @units, ">", 10, "$path sends statements");
	my @unreached = grep { my $pattern = as_pattern($_); !grep { /$pattern/s } @sent } @units;
	is(join("\n\n", @unreached), '', '... each of which ran');
}

done_testing();
