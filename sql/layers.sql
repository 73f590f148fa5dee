-- Layers of maps: numbers next to the codes.
CREATE TABLE hill AS SELECT gridmap_link(gridmap('{....,.@@.,....}'::text[]), '{"(0,0)>(3,2)=2"}') AS plain;
ALTER TABLE hill ADD map gridmap;
UPDATE hill SET map = gridmap_set_layer(gridmap_set_layer(plain, 'height', '{{0,1,2.5,3},{-1,0.5,4,4},{0,0,0,12.5}}'), 'danger', '{"(1,0)","(3,2)"}', ARRAY[7,200]);
SELECT map, gridmap_layer(map, 'danger') FROM hill;
SELECT l.* FROM hill, gridmap_layers(map) l;
SELECT gridmap_layer(map, 'height') AS height, gridmap_drop_layer(gridmap_drop_layer(map, 'danger'), 'height') = plain AS "without layers",
  gridmap_digest(gridmap_drop_layer(gridmap_drop_layer(map, 'height'), 'danger')) = gridmap_digest(plain) AS digest, map <> plain AS differ FROM hill;

SELECT num_nulls(gridmap_layer(map, 'Height'), gridmap_layer(plain, 'height'), gridmap_layer(map, '')) AS nulls, gridmap_drop_layer(map, 'heigh') = map AND gridmap_drop_layer(plain, 'height') = plain AS same FROM hill;

-- ---- scales ------------------------------------------------------------------
-- a power of ten that has all numbers, in as few bits as possible; without one, the scale has to be given
CREATE TABLE scaled (id int, numbers float8[], scale float8, off float8);
INSERT INTO scaled (id, numbers, scale, off) VALUES (1, '{0,1,65535}', NULL, NULL), (2, '{0,1,65536}', NULL, NULL), (3, '{0,100,6553500}', NULL, NULL), (4, '{0.1,0.25,3}', NULL, NULL),
  (5, '{-5,0,5}', NULL, NULL), (6, '{1e6,1000001,1000002}', NULL, NULL), (7, '{0.333333333333,0,1}', 0.001, NULL), (8, '{0,0,0}', NULL, NULL), (9, '{-0.001,3,0}', NULL, NULL),
  (10, '{1e-9,0,0}', NULL, NULL), (11, '{1e-12,0,0}', 1, NULL), (12, '{3,3,3}', NULL, NULL), (13, '{0,1.26,2.5}', 0.25, NULL), (14, '{10,11.5,12}', 0.5, 10), (15, '{-3,-2.5,7}', 0.5, -3), (16, '{-3,-2.4,7}', 0.5, NULL),
  (17, '{940000,999999,1000000}', 1, NULL), (18, '{0,1e12,5e11}', NULL, NULL), (19, '{999999999,0,1}', NULL, NULL), (20, '{0,0.04,700}', NULL, NULL), (21, '{0,100000,4294967295}', NULL, NULL),
  (22, '{-2147483.648,0,2147483.647}', NULL, NULL), (23, '{0,70000,90000}', 1, NULL), (24, '{-70000,0,5000000}', 1, -70000), (25, '{99999.9,99999.9,99999.9}', 0.1, 0);
SELECT id, numbers, l.scale, l."offset", l.least, l.greatest, (SELECT array_agg(x) FROM unnest(gridmap_layer(map, 'x')) x) AS stored
FROM scaled s, LATERAL (SELECT gridmap_set_layer(gridmap('{...}'::text[]), 'x', ARRAY[numbers], s.scale, s.off) AS map OFFSET 0) m, gridmap_layers(map) l ORDER BY id;
-- random decimals are exact, whatever the number of their digits
SELECT count(*) AS layers, count(*) FILTER (WHERE gridmap_layer(map, 'x') <> ARRAY[numbers]) AS wrong, count(DISTINCT l.scale) AS scales
FROM generate_series(0, 999) n, LATERAL (SELECT array_agg((((n * 7919 + i * 104729) % 65536)::numeric * 10.0 ^ -(n % 9) + (n % 7 - 3) * 10.0 ^ (2 - n % 9))::float8) AS numbers FROM generate_series(1, 20) i) v,
  LATERAL (SELECT gridmap_set_layer(gridmap(ARRAY[repeat('.', 20)]), 'x', ARRAY[numbers]) AS map OFFSET 0) m, gridmap_layers(map) l;
-- with a scale, they are rounded to the nearest number of the layer
SELECT count(*) AS layers, count(*) FILTER (WHERE worst > l.scale / 2 * 1.000001) AS wrong
FROM generate_series(1, 300) n, LATERAL (SELECT array_agg(sin(n * i) * 10.0 ^ (n % 12 - 4)) AS numbers FROM generate_series(1, 20) i) v,
  LATERAL (SELECT gridmap_set_layer(gridmap(ARRAY[repeat('.', 20)]), 'x', ARRAY[numbers], (10.0 ^ (n % 12 - 4 - n % 5))::float8) AS map OFFSET 0) m, gridmap_layers(map) l,
  LATERAL (SELECT max(abs(a - b)) AS worst FROM unnest(numbers, (SELECT array_agg(x) FROM unnest(gridmap_layer(map, 'x')) x)) u (a, b)) w;

-- ---- some cells ----------------------------------------------------------------
-- all others keep theirs; the scale stays if it has the new numbers exactly
SELECT gridmap_layer(m, 'x') AS layer, l.scale, l."offset", l.bytes
FROM (SELECT gridmap_set_layer(gridmap('{....}'::text[]), 'x', '{{0,1,2,3}}') AS base) b,
  unnest(ARRAY[gridmap_set_layer(base, 'x', '{"(1,0)","(1,0)"}', '{9,7}'::float8[]), gridmap_set_layer(base, 'x', '{"(1,0)"}', ARRAY[0.25]), gridmap_set_layer(base, 'x', '{"(3,0)"}', ARRAY[-2]),
    gridmap_set_layer(base, 'x', NULL::gridcell[], NULL::float8[]), gridmap_set_layer(base, 'x', '{"(2,0)"}', ARRAY[70000.125])]) m, gridmap_layers(m) l;
SELECT gridmap_layer(gridmap_set_layer(map, 'd', array_agg(gridcell(x, 0)), array_agg(x * 1.5)), 'd') FROM gridmap('{.....}'::text[]) map, generate_series(1, 4, 2) x GROUP BY map::text, map;
-- a new layer from cells is the one from all numbers, also if cells are given twice, or all of them
SELECT count(*) AS layers, count(*) FILTER (WHERE gridmap_set_layer(map, 'x', cells, given) <> gridmap_set_layer(map, 'x', ARRAY[numbers])) AS wrong, count(*) FILTER (WHERE n_given > n_cells) AS twice, count(*) FILTER (WHERE n_cells = 5) AS whole
FROM gridmap('{.....}'::text[]) map, generate_series(1, 600) n,
  LATERAL (SELECT array_agg(gridcell((n * 31 + i * (n % 5 + 1)) % 5, 0) ORDER BY i) AS cells, array_agg(v ORDER BY i) AS given, count(*) AS n_given, count(DISTINCT (n * 31 + i * (n % 5 + 1)) % 5) AS n_cells
    FROM generate_series(1, n % 7 + 1) i, LATERAL (SELECT (((n * 7919 + i * 104729) % 4001 - 2000 * (n % 3))::numeric * 10.0 ^ (n % 9 - 6) + CASE n % 4 WHEN 0 THEN 940 ELSE 0 END)::float8 AS v) v) g,
  LATERAL (SELECT array_agg(coalesce((SELECT given[k] FROM generate_subscripts(cells, 1) k WHERE cells[k] = gridcell(x, 0) ORDER BY k DESC LIMIT 1), 0) ORDER BY x) AS numbers FROM generate_series(0, 4) x) w;
SELECT num_nulls(gridmap_set_layer(NULL, 'x', '{{1}}'), gridmap_set_layer(map, NULL, '{{1}}'), gridmap_set_layer(map, 'x', NULL::float8[]), gridmap_layer(map, NULL), gridmap_drop_layer(map, NULL),
  gridmap_block(NULL, '{}'), gridmap_set_sides(map, '{}', NULL), gridmap_set_layer(NULL, 'x', NULL::gridcell[], NULL::float8[])) FROM gridmap('{.}'::text[]) map;

-- ---- blocked cells, and walls at sides of cells ----------------------------------
SELECT gridmap_layer(b, 'blocked') AS blocked, gridmap_unblock(b, '{"(1,0)"}') = map AS freed, gridmap_block(map, NULL) = map AND gridmap_block(map, '{}') = map AND gridmap_unblock(map, '{"(0,0)"}') = map AS same,
  gridmap_block(b, '{"(1,0)"}') = b AS again FROM gridmap('{...,...}'::text[]) map, gridmap_block(map, '{"(1,0)"}') b;
SELECT gridmap_layer(gridmap_set_sides(map, '{"(1,1)"}', 'N+E'), 'sides') AS both, gridmap_layer(gridmap_set_sides(map, '{"(1,1)"}', 'W+S', twoway => false), 'sides') AS one,
  gridmap_layer(gridmap_set_sides(map, '{"(1,1)"}', 'NE+SW'), 'sides') AS hex, gridmap_layer(gridmap_set_sides(map, '{"(0,0)"}', 'N+W'), 'sides') AS edge,
  gridmap_set_sides(gridmap_set_sides(map, '{"(1,1)","(2,2)"}', 'N+E'), '{"(1,1)","(2,2)"}', 'E+N', closed => false) = map AS opened
FROM gridmap('{...,...,...}'::text[]) map;

-- ---- text, binary and jsonb ------------------------------------------------------
CREATE TABLE made AS SELECT n, map FROM generate_series(1, 60) n,
  LATERAL (SELECT gridmap_set_layer(gridmap_rooms(7 + n % 9, 5 + n % 4, 3, n), 'a' || n % 3,
    (SELECT array_agg(r ORDER BY y) FROM generate_series(0, 4 + n % 4) y, LATERAL (SELECT array_agg(((n * 31 + x * y * 17 + x) % (2 ^ (n % 17))::int) / 10.0 ^ (n % 5) - n % 4 ORDER BY x) AS r FROM generate_series(0, 6 + n % 9) x) c)) AS one) o,
  LATERAL (SELECT CASE n % 3 WHEN 0 THEN one WHEN 1 THEN gridmap_block(one, '{"(1,1)","(3,2)"}') ELSE gridmap_link(gridmap_set_sides(one, '{"(2,2)","(4,3)"}', 'N+W', twoway => n % 2 = 0), '{"(0,0)<>(5,4)=3"}') END AS map) m;
SELECT count(*) AS maps, count(*) FILTER (WHERE map::text::gridmap <> map OR map::jsonb::gridmap <> map OR gridmap_digest(map::text::gridmap) <> gridmap_digest(map)) AS wrong, count(DISTINCT map) AS different FROM made;
CREATE TABLE sent (map gridmap);
COPY (SELECT map FROM made) TO PROGRAM 'cat > "${TMPDIR:-/tmp}/fringe_layers_test.$PPID"' (FORMAT binary);
COPY sent FROM PROGRAM 'cat "${TMPDIR:-/tmp}/fringe_layers_test.$PPID"; rm "${TMPDIR:-/tmp}/fringe_layers_test.$PPID"' (FORMAT binary);
SELECT count(*) AS received, count(*) FILTER (WHERE gridmap_digest(s.map) = gridmap_digest(m.map) AND (SELECT min(l.least) FROM gridmap_layers(s.map) l) IS NOT NULL) AS equal FROM sent s JOIN made m USING (map);
SELECT gridmap_set_layer(gridmap_link(gridmap('{..,.@}'::text[]), '{"(0,0)>(1,0)=2"}'), 'h', '{{0,0.5},{-1.25,3}}')::jsonb;
SELECT E'..\n.@\nlayer h 0.5 -1\n0 .50\n\t-1 32766\n\n'::gridmap;
SELECT E'..\n.@\nlayer h 1 0\n0 1\n0 1\n(0,0)>(1,0)'::gridmap;
SELECT E'..\n.@\r\n(0,0)>(1,0)\r\n\r\nlayer zz 10 0\r\n0 650\r\n10 0010.000\r\nlayer blocked 1 0\n0 1\n1 0\n'::gridmap;
CREATE FUNCTION refusal(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE d text; h text;
BEGIN
  EXECUTE 'SELECT ' || call;
  RETURN 'taken';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS d = PG_EXCEPTION_DETAIL, h = PG_EXCEPTION_HINT;
  RETURN concat_ws(' | ', SQLSTATE || ' ' || SQLERRM, nullif(d, ''), nullif(h, ''));
END $$;
SELECT n AS "text", refusal(format('%L::gridmap', n)) FROM unnest(ARRAY[E'.\nlayer h 1 0\n', E'.\nlayer h 1\n0', E'.\nlayer h 1 0 0\n0', E'.\nlayer 1h 1 0\n0', E'.\nlayer h 0 0\n0', E'.\nlayer h -1 0\n0', E'.\nlayer h 1 --1\n0',
  E'.\nlayer h 1e3 0\n0', E'.\nlayer h 0.000000001 1000000\n1000000', E'.\nlayer h 1 0\n0 0', E'.\nlayer h 1 0\n', E'.\nlayer h 1 0\n0.5', E'.\nlayer h 1 0\n-1', E'.\nlayer h 1 0\n4294967296', E'.\nlayer h 1 1000000000\n1', E'.\nlayer h 0.000001 999999999\n1000000000', E'.\nlayer h 2 0\n3',
  E'.\nlayer h 1 0\nx', E'.\nlayer h 1 0\n1e1', E'.\nlayer h 1 0\n.', E'.\nlayer h 1 0\n1\nlayer h 1 0\n1', E'.\nlayer blocked 1 0\n2', E'.\nlayer blocked 0.5 0\n1', E'.\nlayer sides 1 0\n64', E'.\nlayer h 1 0\n1\nmore', E'..\nlayer h 1 0\n1',
  E'.\n.\nlayer h 1 0\n1', E'.\nlayers h 1 0\n1', E'.\nlayer h 1 0\n99999999999999999999',
  E'.\n' || (SELECT string_agg(E'layer l' || i || E' 1 0\n0\n', '') FROM generate_series(1, 9) i)]) n;
SELECT refusal(format('%L::jsonb::gridmap', j)) FROM unnest(ARRAY['["..",["layer h 1 0"]]', '["..",["layer h 1 0","0"]]', '["..",["layer h 1 0","0 1"],["(0,0)>(1,0)"]]', '["..",["layer h 1 0",5]]', '["..",["layer h 1 x","0 1"]]', '["..",["layer h 1 0","0 1"]]',
  '["..",["layer h 1 0","0 1"],["layer h 1 0","0 1"]]',
  '["..",["(0,0)>(1,0)"],["layer h 1 0","0 1"],["layer i 1 0","0 1"]]']) j;

-- ---- errors -----------------------------------------------------------------------
SELECT c AS call, refusal(c) FROM hill, unnest(ARRAY[$$gridmap_set_layer(map, 'x', '{1,2}') FROM hill$$, $$gridmap_set_layer(map, 'x', '{{1,2},{3,4}}') FROM hill$$, $$gridmap_set_layer(map, 'x', '{}') FROM hill$$,
  $$gridmap_set_layer('..', 'x', '{{1,NULL}}')$$, $$gridmap_set_layer('..', 'x', '{{NaN,1}}')$$, $$gridmap_set_layer('..', 'x', '{{1,-infinity}}')$$, $$gridmap_set_layer('..', '', '{{1,1}}')$$,
  $$gridmap_set_layer('..', 'Höhe', '{{1,1}}')$$, $$gridmap_set_layer('..', repeat('x', 32), '{{1,1}}')$$, $$gridmap_set_layer('..', 'x', '{{1e13,1}}')$$, $$gridmap_set_layer('..', 'x', '{{1,1e300}}')$$,
  $$gridmap_set_layer('..', 'x', '{{1,5e9}}', 1)$$, $$gridmap_set_layer('..', 'x', '{{1,4294967296}}', 1, 0)$$, $$gridmap_set_layer('..', 'x', '{{0,1}}', 1, 1)$$, $$gridmap_set_layer('..', 'x', '{{0,1}}', 0)$$,
  $$gridmap_set_layer('..', 'x', '{{0,1}}', -1)$$, $$gridmap_set_layer('..', 'x', '{{0,1}}', float8 'NaN')$$, $$gridmap_set_layer('..', 'x', '{{0,1}}', 1, 'infinity')$$, $$gridmap_set_layer('..', 'x', '{{0,1}}', 1e-9, 1e8)$$,
  $$gridmap_set_layer('..', 'x', '{{0,1}}', "offset" => 1)$$, $$gridmap_set_layer('..', 'blocked', '{{0,2}}')$$, $$gridmap_set_layer('..', 'blocked', '{{0,0.5}}')$$, $$gridmap_set_layer('..', 'sides', '{{0,64}}')$$, $$gridmap_set_layer('..', 'sides', '{{-1,0}}')$$,
  $$gridmap_set_layer('..', 'blocked', '{{0,1}}', 0.5)$$, $$gridmap_set_layer('..', 'blocked', '{"(0,0)"}', ARRAY[3])$$, $$gridmap_set_layer(gridmap_set_layer('..', 'x', '{{1,2}}'), 'x', '{"(1,0)"}', ARRAY[1e-10])$$, $$gridmap_set_layer('..', 'x', '{"(1,0)"}', ARRAY[1/3.0])$$, $$gridmap_set_layer('..', 'x', '{"(0,0)"}'::gridcell[], '{}')$$, $$gridmap_set_layer('..', 'x', '{"(2,0)"}', ARRAY[1.5])$$,
  $$gridmap_set_layer('..', 'x', '{"(0,0)"}', ARRAY[NULL::float8])$$, $$gridmap_set_layer('..', 'x', '{NULL}'::gridcell[], ARRAY[1])$$,
  $$gridmap_block('..', '{"(2,0)"}')$$, $$gridmap_block('..', '{NULL}')$$, $$gridmap_set_sides('..', '{"(0,0)"}', 'NW')$$,  $$gridmap_set_sides('..', '{"(0,0)"}', 'N+SE')$$, $$gridmap_set_sides('..', '{"(0,0)"}', 'north')$$, $$gridmap_set_sides('..', '{"(0,0)"}', '')$$, $$gridmap_set_sides('..', '{"(0,1)"}', 'N')$$, $$gridmap_set_sides('..', '{"(0,0)"}', 'N,E')$$]) c;
SELECT refusal(format('gridmap_set_layer(%L::gridmap, %L, %L)', (SELECT E'.\n' || string_agg(E'layer l' || i || E' 1 0\n0\n', '') FROM generate_series(1, 8) i), n, '{{5}}')) FROM unnest('{l5,x}'::text[]) n;

-- ---- edits ------------------------------------------------------------------------
-- the number of each cell afterwards, compared with that of the cell where it came from
CREATE FUNCTION number_at(map gridmap, name text, x int, y int) RETURNS float8 LANGUAGE sql AS $$ SELECT (gridmap_layer(map, name))[y + 1][x + 1] $$;
CREATE TABLE edit AS SELECT n, how, map, edited, fx, fy FROM (SELECT n, map, gridmap_width(map) AS w, gridmap_height(map) AS h FROM made) m, LATERAL (VALUES
  ('rotate 0', gridmap_rotate(map, 0), 'x', 'y'), ('rotate 1', gridmap_rotate(map), 'y', 'h - 1 - x'), ('rotate 2', gridmap_rotate(map, 2), 'w - 1 - x', 'h - 1 - y'), ('rotate 3', gridmap_rotate(map, 3), 'w - 1 - y', 'x'),
  ('flip x', gridmap_flip(map), 'w - 1 - x', 'y'), ('flip y', gridmap_flip(map, 'y'), 'x', 'h - 1 - y'), ('crop', gridmap_crop(map, '(2,1)', '(5,4)'), 'x + 2', 'y + 1'), ('resize', gridmap_resize(map, w + 2, h - 1), 'x', 'y'), ('larger', gridmap_resize(map, w - 1, h + 2), 'x', 'y'),
  ('set', gridmap_set(map, '{"(1,1)"}', 'T'), 'x', 'y'), ('fill', gridmap_fill(map, '(0,0)', '(3,3)', 'W'), 'x', 'y'), ('clearance', gridmap_clearance(map, '123'), 'x', 'y'), ('link', gridmap_link(map, '{"(1,1)>(2,2)"}'), 'x', 'y'), ('unlink', gridmap_unlink(map), 'x', 'y'),
  ('floors', gridmap_floors(ARRAY[gridmap('{.}'::text[]), map]), 'x - 2', 'y')) e (how, edited, fx, fy);
CREATE FUNCTION compare_edit(e edit, OUT cells int, OUT wrong int) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT count(*), count(*) FILTER (WHERE number_at($1, l.name, x, y) IS DISTINCT FROM CASE WHEN %1$s BETWEEN 0 AND w - 1 AND %2$s BETWEEN 0 AND h - 1 THEN number_at($2, l.name, %1$s, %2$s) ELSE greatest(least(0, l."offset" + 65535 * l.scale), l."offset") END)
    FROM gridmap_layers($2) l, generate_series(0, gridmap_width($1) - 1) x, generate_series(0, gridmap_height($1) - 1) y, (SELECT gridmap_width($2) AS w, gridmap_height($2) AS h) s WHERE l.name <> ''sides''', e.fx, e.fy) INTO cells, wrong USING e.edited, e.map;
END $$;
SELECT how, count(*) AS maps, sum(cells) AS cells, sum(wrong) AS wrong FROM edit, compare_edit(edit) GROUP BY how ORDER BY how;
-- walls turn with their cells, and come back
SELECT count(*) AS maps, count(*) FILTER (WHERE gridmap_rotate(gridmap_rotate(map, 3)) <> map OR gridmap_rotate(gridmap_rotate(gridmap_rotate(gridmap_rotate(map)))) <> map OR gridmap_flip(gridmap_flip(map)) <> map
  OR gridmap_flip(gridmap_flip(map, 'y')) <> gridmap_rotate(map, 2)) AS wrong FROM made;
SELECT gridmap_layer(turned, 'sides') FROM gridmap_set_sides(gridmap('{...,...}'::text[]), '{"(0,0)"}', 'E') map, unnest(ARRAY[map, gridmap_rotate(map), gridmap_rotate(map, 2), gridmap_rotate(map, 3), gridmap_flip(map), gridmap_flip(map, 'y')]) turned;
SELECT gridmap_layer(turned, 'sides') FROM gridmap_set_sides(gridmap('{...,...}'::text[]), '{"(0,1)"}', 'NE') map, unnest(ARRAY[map, gridmap_rotate(map, 2)]) turned;
-- a patch brings its layers with its cells; the scale has both
SELECT gridmap_layer(o, 'h') AS h, gridmap_layer(o, 'a') AS a, l.scale, l."offset" FROM
  (SELECT gridmap_set_layer(gridmap('{....,....}'::text[]), 'h', '{{0,1,2,3},{4,5,6,7}}') AS map, gridmap_set_layer(gridmap_set_layer(gridmap('{T.}'::text[]), 'h', '{{0.5,-9}}'), 'a', '{{3,4}}') AS patch) m,
  unnest(ARRAY[gridmap_overlay(map, patch, '(1,1)'), gridmap_overlay(map, patch, '(1,1)', '.'), gridmap_overlay(patch, gridmap_crop(map, '(2,1)', '(2,1)'), '(0,0)')]) o, gridmap_layers(o) l WHERE l.name = 'h';
SELECT gridmap_layer(f, 'h') AS h, gridmap_layer(f, 'g') AS g, gridmap_digest(floor) = gridmap_digest(gridmap_crop(f, '(0,0)', '(1,0)')) AS cut FROM
  gridmap_floors(ARRAY[gridmap_set_layer(gridmap('{..}'::text[]), 'h', '{{5,6}}'), gridmap_set_layer(gridmap('{.,.}'::text[]), 'g', '{{7.5},{8}}')]) f, gridmap_crop(f, '(0,0)', '(1,0)') floor;

-- ---- comparing, and what a session keeps -------------------------------------------
SELECT a = b AS "same numbers, other scale", gridmap_layer(a, 'x') = gridmap_layer(b, 'x') AS numbers, a = gridmap_set_layer(b, 'x', '{{1,2}}') AS set, count(*) OVER (PARTITION BY a) AS hashed
FROM gridmap_set_layer(gridmap('{..}'::text[]), 'x', '{{1,2}}') a, gridmap_set_layer(gridmap('{..}'::text[]), 'x', '{{1,2}}', 0.5) b;
-- maps that differ only in their layers share a decoded map
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
SELECT fringe_cache_reset();
SELECT fringe_cost(plain, '(0,0)', '(3,2)'), fringe_cost(map, '(0,0)', '(3,2)'), fringe_cost(gridmap_drop_layer(map, 'height'), '(0,0)', '(3,2)') FROM hill;
SELECT width, height, hits, digest = (SELECT gridmap_digest(plain) FROM hill) AS "by its codes and links" FROM fringe_cache();

RESET max_parallel_workers_per_gather;
RESET fringe.cache_size;
DROP FUNCTION compare_edit(edit), number_at, refusal;
DROP TABLE hill, scaled, made, sent, edit;
