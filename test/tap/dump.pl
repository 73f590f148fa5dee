# pg_dump and restore, and copies as text and binary, give equal values.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use Catalog;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('dump');
$node->init;
$node->start;
$node->safe_psql('postgres', 'CREATE DATABASE one');
$node->safe_psql('one', q{
	CREATE EXTENSION fringe_formats CASCADE;
	CREATE TABLE level (name text PRIMARY KEY, map gridmap, EXCLUDE USING hash (map WITH =));
	CREATE UNIQUE INDEX ON level (gridmap_digest(map));
	INSERT INTO level SELECT 'caves ' || i, gridmap_caves(10 + i * 37, 200, 0.4, i) FROM generate_series(0, 9) i;
	INSERT INTO level VALUES ('codes', (SELECT gridmap(array_agg((
		SELECT string_agg(chr(33 + (x * y) % 94), '' ORDER BY x) FROM generate_series(1, 60) x) ORDER BY y))
		FROM generate_series(1, 60) y));
	CREATE TABLE answer AS
		SELECT name, start, goal, model, method, fringe_route(map, start, goal, model, method) AS route,
			fringe_cost(map, start, goal, model, method) AS cost
		FROM level, (VALUES ('(2,100)'::gridcell, '(9,20)'::gridcell)) ends(start, goal),
			unnest('{octile,tile(obstacle=3)}'::gridmodel[]) model, unnest('{auto,fringe}'::gridmethod[]) method
		WHERE name <> 'codes';
	CREATE TABLE quick (name text PRIMARY KEY, map gridmap, fast gridindex GENERATED ALWAYS AS (fringe_index(map)) STORED, kept gridindex);
	INSERT INTO quick (name, map, kept) SELECT name, map, fringe_index(map, 'tile') FROM level WHERE gridmap_width(map) < 90;
	CREATE TABLE linked (map gridmap PRIMARY KEY, link gridlink UNIQUE, fast gridindex GENERATED ALWAYS AS (fringe_index(map)) STORED, lines gridindex, field gridfield, through gridpath, straight gridpath);
	INSERT INTO linked (map, link, lines, field, through, straight)
		SELECT map, link, fringe_index(plain, 'anyangle'), fringe_field(map, '{"(2,100)"}'), fringe_route(map, '(2,100)', '(40,20)'), fringe_route(plain, '(2,100)', '(40,20)', 'anyangle')
		FROM generate_series(1, 5) i, LATERAL (SELECT gridmap_caves(50 + i, 120, 0.35, i) AS plain OFFSET 0) p, LATERAL (SELECT format('(2,100)>(40,2%s)=%s.5:k', i, i)::gridlink AS link) l,
			LATERAL (SELECT gridmap_link(plain, ARRAY[link, '(0,0)<>(9,9)=0']) AS map OFFSET 0) m;
	CREATE TABLE taken (busy gridbusy PRIMARY KEY, all_busy gridbusy[], ticks int4range GENERATED ALWAYS AS (int4range(busy)) STORED);
	INSERT INTO taken (busy, all_busy) SELECT gridbusy(gridcell(i, -i), i - 3, nullif(i * 2, 4)), ARRAY[gridbusy(gridcell(i, 0), i)] FROM generate_series(1, 5) i;
	CREATE INDEX ON taken USING hash (busy);
	CREATE TABLE read (csv text PRIMARY KEY, map gridmap GENERATED ALWAYS AS (gridmap_from_csv(csv, '{"0": ".", "else": "@"}')) STORED);
	INSERT INTO read SELECT string_agg(concat_ws(',', i % 2, i % 3, i % 5), E'\n') FROM generate_series(1, 9) i;
	CREATE INDEX ON quick USING hash (fast);
	CREATE INDEX ON answer (model, start);
	CREATE INDEX ON answer USING hash (route);
	CREATE TABLE composed (extent gridcell_extent, value gridcell_value, result fringe_result);
	INSERT INTO composed SELECT ROW(start, goal)::gridcell_extent, ROW(start, cost)::gridcell_value, fringe_search(map, start, goal, model, method) FROM answer JOIN level USING (name) WHERE cost IS NOT NULL;
});
is(types_without_column($node, 'one'), '', 'each type has a column');

# Text that all values of a database come down to.
my $content = q{
	SELECT md5(string_agg(name || map::text, '' ORDER BY name)) FROM level;
	SELECT md5(string_agg(a::text, '' ORDER BY a)) FROM answer a;
	SELECT sum(cost), sum(fringe_cost(map, start, goal, model, method)) FROM answer JOIN level USING (name);
	SELECT count(*), md5(string_agg(fast::text || kept::text, '' ORDER BY name)), sum(fringe_cost(fast, '(2,100)', '(9,20)')),
		sum(fringe_cost(kept, '(2,100)', '(9,20)')), bool_and(fast = fringe_index(map)) FROM quick WHERE name <> 'codes';
	SELECT string_agg(t::text, ' ' ORDER BY busy), bool_and(ticks = int4range(busy)) FROM taken t;
	SELECT count(*), md5(string_agg(c::text, '' ORDER BY c)) FROM composed c;
	SELECT map, map = gridmap_from_csv(csv, '{"0": ".", "else": "@"}') FROM read;
	SELECT md5(string_agg(linked::text, '' ORDER BY map)), count(through), count(straight), bool_and(fast = fringe_index(map)), sum(gridpath_cost(through, map)),
		sum(fringe_cost(fast, '(2,100)', '(40,20)')), sum(gridpath_cost(straight, gridmap_unlink(map, ARRAY(SELECT l.link FROM gridmap_links(map) l)), 'anyangle')) FROM linked;
};
my $expected = $node->safe_psql('one', $content);
my $dump = "$PostgreSQL::Test::Utils::tmp_check/one";

for my $format ('plain', 'custom')
{
	$node->safe_psql('postgres', "CREATE DATABASE $format");
	$node->command_ok([ 'pg_dump', '-F', $format, '-f', "$dump.$format", 'one' ], "pg_dump as $format");
	$node->command_ok($format eq 'plain' ?
		[ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $format, '-f', "$dump.$format" ] :
		[ 'pg_restore', '-d', $format, "$dump.$format" ], '... restores');
	is($node->safe_psql($format, $content), $expected, '... with equal values and answers');
}

for my $format ('text', 'csv', 'binary')
{
	my $equal = $node->safe_psql('one', qq{
		CREATE TABLE level_again (LIKE level);
		CREATE TABLE answer_again (LIKE answer);
		COPY level TO '$dump.level' (FORMAT $format);
		COPY level_again FROM '$dump.level' (FORMAT $format);
		COPY answer TO '$dump.answer' (FORMAT $format);
		COPY answer_again FROM '$dump.answer' (FORMAT $format);
		CREATE TABLE quick_again (LIKE quick);
		CREATE TABLE linked_again (LIKE linked);
		CREATE TABLE composed_again (LIKE composed);
		COPY composed TO '$dump.composed' (FORMAT $format);
		COPY composed_again FROM '$dump.composed' (FORMAT $format);
		COPY linked (map, link, lines, field, through, straight) TO '$dump.linked' (FORMAT $format);
		COPY linked_again (map, link, lines, field, through, straight) FROM '$dump.linked' (FORMAT $format);
		COPY quick (name, map, kept) TO '$dump.quick' (FORMAT $format);
		COPY quick_again (name, map, kept) FROM '$dump.quick' (FORMAT $format);
		SELECT count(*) FROM level JOIN level_again USING (name, map);
		SELECT count(*) FROM quick JOIN quick_again USING (name, map, kept);
		SELECT count(*) FROM answer JOIN answer_again USING (name, start, goal, model, method)
		WHERE answer.route IS NOT DISTINCT FROM answer_again.route
			AND answer.cost IS NOT DISTINCT FROM answer_again.cost;
		SELECT count(*) FROM linked a JOIN linked_again b USING (map, link, lines, field)
		WHERE a.through IS NOT DISTINCT FROM b.through AND a.straight IS NOT DISTINCT FROM b.straight;
		SELECT count(*) FROM (TABLE composed EXCEPT ALL TABLE composed_again) c;
		DROP TABLE level_again, answer_again, quick_again, linked_again, composed_again;
	});
	is($equal, "11\n4\n40\n5\n0", "a copy as $format gives equal values");
}

# Bytes that are no map, path, model or method are refused, whatever they are.
my $bytes = $node->safe_psql('one', q{SELECT encode(gridmap_send(gridmap('{.@.,..T}'::text[])), 'hex')});
$node->safe_psql('one', q{
	CREATE TABLE raw (map bytea);
	CREATE FUNCTION try_binary(map bytea) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE n int;
	BEGIN
		-- a file of COPY's binary format with one row of one field
		EXECUTE format('COPY (SELECT %L::bytea) TO %L (FORMAT binary)', map, '} . $dump . q{.raw');
		EXECUTE format('COPY target FROM %L (FORMAT binary)', '} . $dump . q{.raw');
		RETURN 'accepted';
	EXCEPTION WHEN OTHERS THEN
		RETURN SQLSTATE;
	END $$;
	CREATE TABLE target (map gridmap);
});
my $mutants = $node->safe_psql('one', qq{
	SELECT outcome, count(*) FROM (
		SELECT try_binary(set_byte('\\x$bytes'::bytea, byte, (get_byte('\\x$bytes'::bytea, byte) + change) % 256)) AS outcome
		FROM generate_series(0, length('\\x$bytes'::bytea) - 1) byte, generate_series(1, 255, 7) change
		UNION ALL
		SELECT try_binary(substr('\\x$bytes'::bytea, 1, n)) FROM generate_series(0, length('\\x$bytes'::bytea) - 1) n
		UNION ALL
		SELECT try_binary('\\x$bytes'::bytea || '\\x00')
	) tried GROUP BY outcome ORDER BY outcome
});
note($mutants);
unlike($mutants, qr/^(?!22P03|accepted)/m, 'changed bytes of a map are refused as such, or another map');
is($node->safe_psql('one', q{SELECT count(*) FROM target WHERE map::text::gridmap <> map
	OR gridmap_send(map::text::gridmap) <> gridmap_send(map)}), '0', '... and those accepted are canonical');

done_testing();
