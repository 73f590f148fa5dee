-- Numbers of layers: each function that takes, moves or gives them keeps them exactly, or raises an error that names one and a scale.

-- In `call`, NUM are two rows of three numbers, VALS the same in one row, MAP a map with them as layer h, OTHER a map with some of them, and SCALE the scale of an error's hint. `scaled` follows that hint.
-- Without a call, a function has nothing to do with numbers of layers; `numbers` replace NUM where a format has whole numbers only.
CREATE TABLE keeping (function regprocedure, call text, scaled text, numbers float8[]);
-- numbers in
INSERT INTO keeping VALUES
  ('gridmap_set_layer(gridmap,text,float8[],float8,float8)', $$gridmap_set_layer('.../...', 'h', NUM)$$, $$gridmap_set_layer('.../...', 'h', NUM, SCALE)$$, NULL),
  ('gridmap_set_layer(gridmap,text,gridcell[],float8[])', $$gridmap_set_layer('.../...', 'h', CELLS, VALS)$$, $$gridmap_set_layer('.../...', 'h', NUM, SCALE)$$, NULL),
  ('gridmap_set_layer(gridmap,text,gridcell[],float8[])', $$gridmap_set_layer(gridmap_set_layer('.../...', 'h', '{"(1,1)"}', ARRAY[3]), 'h', CELLS, VALS)$$, $$gridmap_set_layer('.../...', 'h', NUM, SCALE)$$, NULL),
  ('gridmap_from_numbers(float8[],jsonb)', $$gridmap_from_numbers(NUM, '{"layer": "h"}')$$, $$gridmap_from_numbers(NUM, '{"layer": "h", "scale": SCALE}')$$, NULL),
  ('gridmap_from_csv(text,jsonb,text)', $$gridmap_from_csv(LINES, '{"layer": "h"}')$$, $$gridmap_from_csv(LINES, '{"layer": "h", "scale": SCALE}')$$, NULL),
  ('gridmap_from_json(text,jsonb,int)', $$gridmap_from_json(to_jsonb(NUM)::text, '{"layer": "h"}')$$, $$gridmap_from_json(to_jsonb(NUM)::text, '{"layer": "h", "scale": SCALE}')$$, NULL),
  ('gridmap_from_json(jsonb,jsonb,int)', $$gridmap_from_json(to_jsonb(NUM), '{"layer": "h"}')$$, $$gridmap_from_json(to_jsonb(NUM), '{"layer": "h", "scale": SCALE}')$$, NULL),
  ('gridmap_from_asc(text,jsonb)', $$gridmap_from_asc('ncols 3 nrows 2 NODATA_value nan ' || array_to_string(VALS, ' ', 'nan'), '{"layer": "h"}')$$,
    $$gridmap_from_asc('ncols 3 nrows 2 NODATA_value nan ' || array_to_string(VALS, ' ', 'nan'), '{"layer": "h", "scale": SCALE}')$$, NULL),
  ('gridmap_from_pgm(bytea,jsonb)', $$gridmap_from_pgm('P2 3 2 65535 0 1 255 256 65534 65535', '{"layer": "h"}')$$, NULL, '{0,1,255,256,65534,65535}'),
  ('gridmap_from_png(bytea,jsonb)', $$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000003000000011004000000e179007c0000001449444154789c6360d4f9ff9f819d81e13f1000001f11062f8af6ba460000000049454e44ae426082', '{"layer": "h"}')$$, NULL, NULL),
  ('gridmap_from_ros(text,bytea,jsonb)', $$gridmap_from_ros(E'mode: raw', 'P2 3 1 255 0 50 100', '{"layer": "h"}')$$, NULL, '{0,50,100}');
-- maps that move them
INSERT INTO keeping VALUES
  ('gridmap_drop_layer(gridmap,text)', $$gridmap_drop_layer(gridmap_block(MAP, '{"(0,0)"}'), 'blocked')$$), ('gridmap_block(gridmap,gridcell[])', $$gridmap_block(MAP, '{"(0,0)"}')$$),
  ('gridmap_unblock(gridmap,gridcell[])', $$gridmap_unblock(gridmap_block(MAP, '{"(0,0)"}'), '{"(0,0)"}')$$), ('gridmap_set_sides(gridmap,gridcell[],text,bool,bool,text)', $$gridmap_set_sides(MAP, '{"(0,0)"}', 'E')$$),
  ('gridmap_set(gridmap,gridcell[],"char")', $$gridmap_set(MAP, '{"(0,0)"}', 'x'::"char")$$), ('gridmap_set(gridmap,gridcell[],text)', $$gridmap_set(MAP, '{"(0,0)"}', 'x'::text)$$),
  ('gridmap_fill(gridmap,gridcell,gridcell,"char")', $$gridmap_fill(MAP, '(0,0)', '(1,1)', 'x'::"char")$$), ('gridmap_fill(gridmap,gridcell,gridcell,text)', $$gridmap_fill(MAP, '(0,0)', '(1,1)', 'x'::text)$$),
  ('gridmap_crop(gridmap,gridcell,gridcell)', $$gridmap_crop(gridmap_resize(MAP, 5, 5), '(0,0)', '(2,1)')$$), ('gridmap_resize(gridmap,int,int,text)', $$gridmap_resize(MAP, 5, 4)$$),
  ('gridmap_rotate(gridmap,int)', $$gridmap_rotate(MAP)$$), ('gridmap_flip(gridmap,text)', $$gridmap_flip(MAP, 'y')$$), ('gridmap_clearance(gridmap,text,gridmodel)', $$gridmap_clearance(MAP, '123')$$), ('gridmap_coarsen(gridmap,int,text,text,gridmodel,text)', $$gridmap_coarsen(MAP, 1)$$),
  ('gridmap_link(gridmap,gridlink[])', $$gridmap_link(MAP, '{"(0,0)>(2,1)"}')$$), ('gridmap_unlink(gridmap,gridlink[])', $$gridmap_unlink(gridmap_link(MAP, '{"(0,0)>(2,1)"}'), '{"(0,0)>(2,1)"}')$$),
  ('gridmap_unlink(gridmap)', $$gridmap_unlink(gridmap_link(MAP, '{"(0,0)>(2,1)"}'))$$),
  ('gridmap_overlay(gridmap,gridmap,gridcell,text)', $$gridmap_overlay(gridmap_resize(MAP, 3, 3), OTHER, '(0,2)')$$), ('gridmap_overlay(gridmap,gridmap,gridcell,text)', $$gridmap_overlay(gridmap_resize(OTHER, 9, 9), MAP, '(4,4)')$$),
  ('gridmap_floors(gridmap[])', $$gridmap_floors(ARRAY[MAP, OTHER])$$), ('gridmap_floors(gridmap[])', $$gridmap_floors(ARRAY[OTHER, MAP])$$),
  -- numbers out, and other forms of a map
  ('gridmap_layer(gridmap,text)', $$gridmap_set_layer('.../...', 'h', gridmap_layer(MAP, 'h'))$$), ('gridmap_in(cstring)', $$(MAP)::text::gridmap$$), ('gridmap_out(gridmap)', $$(MAP)::text::gridmap$$),
  ('jsonb(gridmap)', $$(MAP)::jsonb::gridmap$$), ('gridmap(jsonb)', $$(MAP)::jsonb::gridmap$$), ('gridmap_recv(internal)', $$copied(MAP)$$), ('gridmap_send(gridmap)', $$copied(MAP)$$);
-- codes only
INSERT INTO keeping SELECT unnest('{gridmap(text[]),"gridmap_from_offset(text[],text)","gridmap_walls(int,int,int,int,bigint)","gridmap_rooms(int,int,int,bigint)","gridmap_maze(int,int,int,bigint)","gridmap_maze(int,int,int,bigint,float8)",
  "gridmap_caves(int,int,float8,bigint)",gridmap_agg_final(internal),"gridmap_agg(gridcell,\"char\")","gridmap_agg(gridcell,text)","gridmap_from_rexpaint(bytea,jsonb,int)","gridmap_from_godot(bytea,jsonb,text)","gridmap_from_godot(text,jsonb,text,jsonb,text)",
  "gridmap_from_tiled(jsonb,jsonb,text,jsonb)","gridmap_from_tiled(xml,jsonb,text,jsonb)","gridmap_from_tiled(text,jsonb,text,jsonb)","gridmap_from_ldtk(jsonb,jsonb,text,text,jsonb)","gridmap_to_tiled(gridmap,text,int,jsonb)",gridmap_to_pgm(gridmap)}'::regprocedure[]);
SELECT p.oid::regprocedure AS "function without a row" FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
WHERE (p.prorettype = 'gridmap'::regtype OR ('gridmap'::regtype = ANY (p.proargtypes) AND p.prorettype IN ('cstring'::regtype, 'jsonb'::regtype, 'bytea'::regtype, 'float8[]'::regtype) AND p.proname NOT IN ('fringe_png', 'gridmap_digest', 'fringe_surface')))
  AND p.oid NOT IN (SELECT function FROM keeping) ORDER BY 1::text;

CREATE TABLE sent (map gridmap);
CREATE FUNCTION copied(map gridmap) RETURNS gridmap LANGUAGE plpgsql AS $$
DECLARE back gridmap;
BEGIN
  TRUNCATE sent;
  EXECUTE format($c$COPY (SELECT %L::gridmap) TO PROGRAM 'cat > "${TMPDIR:-/tmp}/fringe_numbers_test.$PPID"' (FORMAT binary)$c$, map);
  COPY sent FROM PROGRAM 'cat "${TMPDIR:-/tmp}/fringe_numbers_test.$PPID"; rm "${TMPDIR:-/tmp}/fringe_numbers_test.$PPID"' (FORMAT binary);
  SELECT s.map INTO back FROM sent s;
  RETURN back;
END $$;
CREATE FUNCTION flat(numbers float8[]) RETURNS float8[] LANGUAGE sql IMMUTABLE AS $$ SELECT array_agg(n ORDER BY n) FROM unnest(numbers) n $$;
-- the expression with these numbers
CREATE FUNCTION filled(call text, numbers float8[], scale text DEFAULT '1') RETURNS text LANGUAGE sql AS $$
  SELECT replace(replace(replace(replace(replace(replace(replace(replace(call, 'SCALE', scale), 'MAP', $q$gridmap_set_layer('.../...', 'h', NUM)$q$), 'OTHER', $q$gridmap_set_layer('..', 'h', NUM[2:2][1:2])$q$),
    'CELLS', $q$'{"(0,0)","(1,0)","(2,0)","(0,1)","(1,1)","(2,1)"}'$q$), 'LINES', format('%L', array_to_string(numbers[1:1], ',', '') || E'\n' || array_to_string(numbers[2:2], ',', ''))),
    'VALS', format('%L::float8[]', (SELECT array_agg(n ORDER BY i) FROM unnest(numbers) WITH ORDINALITY u (n, i)))), 'NUM', format('(%L::float8[])', numbers)), '.../...', E'...\n...') $$;
CREATE FUNCTION done(call text, OUT map gridmap, OUT message text, OUT hint text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'SELECT ' || call INTO map;
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
  message := SQLSTATE || ' ' || SQLERRM;
END $$;

-- ---- numbers that a layer has -------------------------------------------------------
-- few digits and many, wide ranges, 15 digits, one number, numbers below 0; at random from one digit to nine, in up to 2^32 - 1 steps
CREATE TABLE given AS SELECT row_number() OVER () AS id, numbers FROM (
  SELECT unnest(ARRAY['{{0,0.04,0.08},{700,0,0.04}}', '{{3.14,3,2},{1,0,7}}', '{{0,65535,65536},{4294967295,1,2}}', '{{0.000000001,0,4.294967295},{1,2,3}}', '{{-2147483.648,0,2147483.647},{-1,0,2}}', '{{999999999.99999,999999998,999999999.00001},{999999999,999999998.5,999999998}}',
    '{{70000.5,70000.5,70000.5},{70000.5,70000.5,70000.5}}', '{{100000000000000,0,100000},{200000,700000,0}}', '{{-999.5,-998.75,-990},{-991.5,-998,-997}}']) AS text) t, LATERAL (SELECT text::float8[] AS numbers) n
  UNION ALL SELECT 100 + n, ARRAY[ARRAY[v[1], v[2], v[3]], ARRAY[v[4], v[5], v[6]]] FROM generate_series(1, 60) n, LATERAL (SELECT array_agg(((n * 2654435761 * i) % least(10.0 ^ (1 + n % 10), 4294967295)::bigint * 10.0 ^ -(n % 10) - CASE n % 3 WHEN 0 THEN 1 ELSE 0 END)::float8) AS v FROM generate_series(1, 6) i) r;
SELECT function, count(*) AS calls, failing(filled(call, g) || coalesce(': ' || message, '')) FILTER (WHERE (map IS NULL OR NOT g <@ got OR NOT got <@ (flat(g) || 0::float8 || 3::float8 || low || near)) IS NOT FALSE) AS wrong
FROM keeping k, given n, LATERAL (SELECT coalesce(k.numbers, n.numbers) AS g) c, LATERAL done(filled(call, g)) d,
  LATERAL (SELECT flat(gridmap_layer(map, 'h')) AS got, min(l."offset") AS low, (min(l."offset"::numeric) + 65535 * min(l.scale::numeric))::float8 AS near FROM gridmap_layers(map) l WHERE l.name = 'h') f -- new cells have 0, or one of these two
WHERE call IS NOT NULL AND function <> 'gridmap_from_png(bytea,jsonb)'::regprocedure GROUP BY function ORDER BY function::text;
SELECT gridmap_layer(map, 'h') FROM keeping, done(call) WHERE function = 'gridmap_from_png(bytea,jsonb)'::regprocedure;
-- each is one number of gridmap_layers, too
SELECT count(*) AS layers, failing(id::text) FILTER (WHERE l.least <> (flat(numbers))[1] OR l.greatest <> (flat(numbers))[6]) AS wrong, count(*) FILTER (WHERE l.bytes = 64 + 24) AS "of 32 bits"
FROM given, gridmap_layers(gridmap_set_layer(E'...\n...', 'h', numbers)) l;
-- cells without a number leave the others as they are
SELECT function, count(*) AS calls, failing(filled(call, g)) FILTER (WHERE (map IS NULL OR NOT array_remove(flat(g), NULL) <@ flat(gridmap_layer(map, 'h'))) IS NOT FALSE OR fringe_ascii(map) NOT LIKE '%@%') AS wrong
FROM keeping k, given n, LATERAL (SELECT ARRAY[ARRAY[n.numbers[1][1], NULL, n.numbers[1][3]], ARRAY[n.numbers[2][1], n.numbers[2][2], n.numbers[2][3]]] AS g) c, LATERAL done(filled(call, g)) d
WHERE scaled LIKE 'gridmap_from%' GROUP BY function ORDER BY function::text;

-- ---- numbers that no layer has ------------------------------------------------------
-- more than 9 digits after the point, more than 15, a float4 as float8, a sum, and 2^32 steps: the error names a number and a scale, which does
CREATE TABLE refused AS SELECT row_number() OVER () AS id, text::float8[] AS numbers FROM unnest(ARRAY['{{0.0000000001,0,1},{2,3,4}}', '{{123456789.1234567,0,1},{2,3,4}}', '{{0.10000000149011612,0,0.5},{1,2,3}}', '{{0.30000000000000004,0,0.5},{1,2,3}}',
  '{{0.333333333333333,0,0.5},{1,2,3}}', '{{0,4294967296,1},{2,3,4}}', '{{0.000000001,5,0},{1,2,3}}', '{{-3000000.5,3000000.0001,0},{1,2,3}}', '{{100000000000001,0,1},{2,3,4}}', '{{1e-300,0,1},{2,3,4}}']) text;
SELECT function, count(*) AS calls, count(*) FILTER (WHERE d.message LIKE '22003 number % of cell (%,%) would be rounded in layer h' OR d.message LIKE '22003 number % of cell (%,%) would be rounded in layer "h"') AS refused,
  failing(filled(call, numbers)) FILTER (WHERE d.map IS NOT NULL OR s.map IS NULL OR scale IS NULL OR worst > scale::float8 * 0.5000001) AS wrong
FROM (SELECT function, call, scaled FROM keeping WHERE scaled IS NOT NULL) k, (SELECT numbers FROM refused) r, LATERAL done(filled(call, numbers)) d, LATERAL (SELECT substring(d.hint FROM '(?:scale|"scale":) ([0-9.]+[0-9])|scale [0-9]') AS found, substring(d.hint FROM '[0-9.]*[0-9]') AS scale) h,
  LATERAL done(filled(scaled, numbers, scale)) s, LATERAL (SELECT max(abs(a - b)) AS worst FROM unnest((SELECT array_agg(n ORDER BY i) FROM unnest(numbers) WITH ORDINALITY u (n, i)), (SELECT array_agg(n ORDER BY i) FROM unnest(gridmap_layer(s.map, 'h')) WITH ORDINALITY u (n, i))) u (a, b)) w
GROUP BY function ORDER BY function::text;
SELECT d.message, d.hint FROM refused, done(filled($$gridmap_set_layer('.../...', 'h', NUM)$$, numbers)) d ORDER BY id;
SELECT function, d.message, d.hint FROM keeping, done(filled(call, '{{0.1,0.2,4294967296},{0,0,0}}')) d WHERE scaled IS NOT NULL ORDER BY function::text, call;
-- without any scale that would do
SELECT d.message, d.hint FROM unnest('{1e15,-1e9,1e300}'::float8[]) n, done(format($$gridmap_set_layer('..', 'h', '{{0,%s}}')$$, n)) d;
-- two maps whose numbers do not fit one layer
SELECT call, d.message, d.hint FROM unnest(ARRAY['gridmap_overlay(a, b, ''(1,0)'')', 'gridmap_floors(ARRAY[a, b])', 'gridmap_floors(ARRAY[b, a])']) call,
  done(call || $$ FROM (SELECT gridmap_set_layer('..', 'h', '{{0.000000001,1}}') AS a, gridmap_set_layer('.', 'h', '{{1000000}}') AS b) m$$) d;

-- ---- what is asked of the numbers ----------------------------------------------------
SELECT gridmap_layer(map, 'height'), fringe_cost(map, '(0,0)', '(2,0)', 'tile(climb=0.05)') AS climbs, fringe_cost(map, '(0,0)', '(3,0)', 'tile(climb=0.05)') AS "too steep", fringe_cost(map, '(0,0)', '(3,0)', 'tile(rise=1)') AS risen
FROM gridmap_from_numbers('{{0,0.04,0.08,700}}', '{"layer": "height"}') map;
-- costs by heights of 32 bits are those of the same heights in 16, divided: every method, an index, a field, and the way back
CREATE TABLE tall AS SELECT gridmap_set_layer(gridmap_set_layer(map, 'height', heights), 'danger', '{"(3,3)","(7,5)","(20,14)"}', ARRAY[5, 0.5, 70]) AS low,
  gridmap_set_layer(gridmap_set_layer(map, 'height', (SELECT array_agg(r ORDER BY y) FROM generate_subscripts(heights, 1) y, LATERAL (SELECT array_agg(heights[y][x] * 100000 ORDER BY x) AS r FROM generate_subscripts(heights, 2) x) s), 1, 0), 'danger', '{"(3,3)","(7,5)","(20,14)"}', ARRAY[5, 0.5, 70]) AS high
FROM gridmap_caves(30, 20, 0.35, 5) map, (SELECT array_agg(r ORDER BY y) AS heights FROM generate_series(0, 19) y, LATERAL (SELECT array_agg(((x * 7 + y * 13 + x * y) % 9)::float8 ORDER BY x) AS r FROM generate_series(0, 29) x) s) h;
SELECT l.name, l.greatest, l.bytes FROM tall, gridmap_layers(high) l;
SELECT low_model, count(*) AS pairs, count(a) AS joined, failing(p.start::text || p.goal::text || m.name) FILTER (WHERE a IS DISTINCT FROM b OR a IS DISTINCT FROM by_index OR a IS DISTINCT FROM by_field) AS wrong
FROM tall, (VALUES ('tile(rise=1)'::gridmodel, 'tile(rise=0.00001)'::gridmodel), ('octile(diagonal=1.5, rise=2, drop=0.5)', 'octile(diagonal=1.5, rise=0.00002, drop=0.000005)'), ('octile(climb=3, fall=4)', 'octile(climb=300000, fall=400000)'),
    ('octile(diagonal=1.41, rise=0.5, climb=5, layer.danger=2)', 'octile(diagonal=1.41, rise=0.000005, climb=500000, layer.danger=2)'), ('tile(rise=1, size=2)', 'tile(rise=0.00001, size=2)')) v (low_model, high_model),
  LATERAL (SELECT start, goal FROM fringe_random_pairs(low, 6, 3, low_model)) p, unnest('{auto,astar,fringe,idastar(memory=full),sweep,astar(heuristic=alt)}'::gridmethod[]) m (name),
  LATERAL (SELECT fringe_cost(low, start, goal, low_model, m.name) AS a, fringe_cost(high, start, goal, high_model, m.name) AS b, fringe_cost(fringe_index(high, high_model), start, goal) AS by_index, gridfield_cost(fringe_field(high, goal, high_model), start) AS by_field OFFSET 0) c
GROUP BY low_model ORDER BY low_model::text;
SELECT fringe_png(high, shade => 'height') = fringe_png(low, shade => 'height') AS shaded FROM tall;

DROP FUNCTION done, filled, flat, copied;
DROP TABLE keeping, given, refused, sent, tall;
