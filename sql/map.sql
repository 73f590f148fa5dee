-- gridmap: in, out, equality, accessors, storage
CREATE TABLE maps (name text PRIMARY KEY, map gridmap);
INSERT INTO maps VALUES
  ('small', E'type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n'),
  ('no last newline', E'type octile\nheight 2\nwidth 3\nmap\n.@.\n...'),
  ('crlf', E'type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.@.\r\n...\r\n'),
  ('empty lines follow', E'type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n\n\n'),
  ('one cell', E'type octile\nheight 1\nwidth 1\nmap\n@'),
  ('many codes', E'type octile\nheight 1\nwidth 94\nmap\n'
    || (SELECT string_agg(chr(c), '' ORDER BY c) FROM generate_series(33, 126) c));
SELECT name, map FROM maps ORDER BY name;
SELECT a.name, b.name FROM maps a JOIN maps b ON a.map = b.map AND a.name < b.name ORDER BY 1, 2;
SELECT count(DISTINCT map), (SELECT count(*) FROM (SELECT map FROM maps GROUP BY map) g) FROM maps;
-- Equal maps that are stored apart, and one stored map in many rows.
CREATE TABLE copies AS SELECT id, gridmap_walls(300, 300, 2000, 9, id % 3) AS map FROM generate_series(1, 6) id;
SELECT count(*) AS groups, sum(rows) AS rows, bool_and(differ = 0) AS equal FROM (SELECT map, count(*) AS rows, count(*) FILTER (WHERE id % 3 <> first % 3) AS differ
FROM (SELECT *, min(id) OVER (PARTITION BY map) AS first FROM copies, generate_series(1, 50)) r GROUP BY map) g;
SELECT count(*) FROM copies a JOIN copies b ON a.map = b.map;
SELECT pg_column_size(map) > 2000 AS stored_apart FROM copies WHERE id = 1;
SELECT failing((a.name, b.name)::text) AS count FROM maps a, maps b WHERE (a.map < b.map)::int + (a.map = b.map)::int + (a.map > b.map)::int <> 1;
SELECT failing((a.name, b.name)::text) AS count FROM maps a, maps b WHERE (a.map = b.map) <> (gridmap_hash(a.map) = gridmap_hash(b.map));

-- text and binary output can be read back
SELECT failing(name::text) FILTER (WHERE NOT (map::text::gridmap = map)) = 0 AS bool_and FROM maps;
CREATE TEMP TABLE again (LIKE maps);
COPY maps TO PROGRAM 'cat > "${TMPDIR:-/tmp}/fringe_map_test.$PPID"' WITH (FORMAT binary);
COPY again FROM PROGRAM 'cat "${TMPDIR:-/tmp}/fringe_map_test.$PPID"; rm "${TMPDIR:-/tmp}/fringe_map_test.$PPID"' WITH (FORMAT binary);
SELECT count(*), failing(name::text) FILTER (WHERE NOT (a.map = b.map AND a.map::text = b.map::text)) = 0 AS bool_and FROM maps a JOIN again b USING (name);

-- from rows, and back to rows
SELECT gridmap('{.@.,...}'::text[]) = map FROM maps WHERE name = 'small';
SELECT * FROM gridmap_cells((SELECT map FROM maps WHERE name = 'small'));
SELECT * FROM gridmap_codes((SELECT map FROM maps WHERE name = 'small'));
SELECT gridmap_digest(map), gridmap_width(map), gridmap_height(map), gridmap_code(map, '(1,0)'), gridmap_code(map, '(1,1)')
FROM maps WHERE name = 'small';
SELECT gridmap_code(map, '(3,0)') FROM maps WHERE name = 'small';
SELECT gridmap_code(map, '(0,-1)') FROM maps WHERE name = 'small';
SELECT x, string_agg(CASE WHEN gridmap_contains(map, gridcell(x, y)) THEN '+' ELSE '-' END, '' ORDER BY y) AS contains
FROM maps, unnest('{-2147483648,-1,0,1,2,3,2147483647}'::int[]) x, unnest('{-2147483648,-1,0,1,2,2147483647}'::int[]) y
WHERE name = 'small'
GROUP BY x
ORDER BY x;
SELECT count(*) AS cells, failing((x, y)::text) FILTER (WHERE NOT (gridmap_contains(map, gridcell(x, y)))) = 0 AS contained,
  gridmap_contains(map, NULL) AS "null"
FROM maps, gridmap_cells(map) WHERE name = 'small' GROUP BY map;

-- with four codes a map takes at most a quarter of its file
SELECT codes, pg_column_size(map) * 4 <= octet_length(map::text) AS "a quarter"
FROM (SELECT codes, gridmap(array_agg(r)) AS map
      FROM (VALUES ('@.'), ('@.T'), ('@.TS')) c(codes),
        LATERAL (SELECT string_agg(substr(codes, 1 + (x * y % length(codes)), 1), '' ORDER BY x) AS r
                 FROM generate_series(1, 512) x, generate_series(1, 512) y GROUP BY y) rows
      GROUP BY codes) m ORDER BY codes;

-- errors say what is wrong and where
CREATE FUNCTION try(text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE message text; detail text; hint text;
BEGIN
  PERFORM $1::gridmap;
  RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN concat_ws(E'\n', SQLSTATE || ' ' || message, nullif(detail, ''), nullif(hint, ''));
END $$;
SELECT what, try(map) FROM (VALUES
  (1, 'nothing', ''),
  (2, 'another type', E'type tile\nheight 1\nwidth 1\nmap\n.'),
  (3, 'no height', E'type octile\nwidth 1\nmap\n.'),
  (4, 'zero height', E'type octile\nheight 0\nwidth 1\nmap\n'),
  (5, 'negative width', E'type octile\nheight 1\nwidth -1\nmap\n.'),
  (6, 'width no number', E'type octile\nheight 1\nwidth 1x\nmap\n.'),
  (7, 'huge side', E'type octile\nheight 1\nwidth 99999999999999999999999\nmap\n.'),
  (8, 'huge product', E'type octile\nheight 65535\nwidth 65535\nmap\n.'),
  (9, 'no map line', E'type octile\nheight 1\nwidth 1\n.'),
  (10, 'short', E'type octile\nheight 3\nwidth 2\nmap\n..\n..\n'),
  (11, 'long row', E'type octile\nheight 2\nwidth 2\nmap\n..\n...\n'),
  (12, 'short row', E'type octile\nheight 2\nwidth 2\nmap\n.\n..\n'),
  (13, 'a blank', E'type octile\nheight 2\nwidth 2\nmap\n..\n. \n'),
  (14, 'a tab', E'type octile\nheight 2\nwidth 2\nmap\n\t.\n..\n'),
  (15, 'not ASCII', E'type octile\nheight 2\nwidth 2\nmap\n..\né.\n'),
  (16, 'junk', E'type octile\nheight 1\nwidth 2\nmap\n..\n..\n'),
  (17, 'lone CR', E'type octile\nheight 1\nwidth 2\nmap\n.\r.\n'),
  (18, 'ragged rows', E'..@\n...\n..\n...\n'),
  (19, 'an array', '{..@,...}'),
  (20, 'a word', 'octile'),
  (21, 'a word, line', E'arena\n'),
  (22, 'CSV', E'0,1,1\n1,0,1\n'),
  (23, 'empty line', E'...\n\n...\n'),
  (24, 'empty first', E'\n...\n...\n'),
  (25, 'wide row', repeat('.', 65536)),
  (26, 'a row blank', E'...\n. .\n')
) t(n, what, map) ORDER BY n;
-- rows alone are a map, with links after them, too
SELECT E'....\n.@@.'::gridmap = gridmap(ARRAY['....', '.@@.']) AS rows, E'....\r\n.@@.\r\n\r\n'::gridmap = gridmap(ARRAY['....', '.@@.']) AS crlf,
  '....'::gridmap = gridmap(ARRAY['....']) AS row, E'.\n@\n'::gridmap = gridmap(ARRAY['.', '@']) AS "column",
  E'....\n.@@.\n(0,0)<>(3,1)=2:k'::gridmap = gridmap_link(gridmap(ARRAY['....', '.@@.']), ARRAY['(0,0)<>(3,1)=2:k']) AS linked,
  fringe_cost(E'....\n.@@.', '(0,1)', '(3,1)') AS literal, to_jsonb(E'..\n.@'::text)::gridmap = gridmap(ARRAY['..', '.@']) AS jsonb;
SELECT count(*) AS maps, failing(codes::text) FILTER (WHERE NOT (array_to_string(rows, E'\n')::gridmap = map
  AND (array_to_string(rows, E'\r\n') || E'\r\n')::gridmap = map)) AS wrong
FROM unnest('{1,2,4,13,60}'::int[]) codes, mixed_map(17, 9, codes) map, string_to_array(fringe_ascii(map), E'\n') rows;
SELECT E'..\n..\n(0,0)>(2,0)'::gridmap;
SELECT E'..\n..\n(0,0)>(1,1)\n..'::gridmap;
SELECT '(0,0)>(1,0)'::gridmap;
SELECT gridmap('{}'::text[]);
SELECT gridmap('{..,.}'::text[]);
SELECT gridmap('{..,NULL}'::text[]);
SELECT gridmap('{{..,..},{..,..}}'::text[]);
SELECT gridmap('{"",""}'::text[]);
SELECT gridmap('{". ."}'::text[]);

-- a btree index holds no large map, one of digests does
CREATE TABLE once AS SELECT gridmap_caves(200, 200, 0.45, 1) AS map;
\set VERBOSITY sqlstate
CREATE UNIQUE INDEX ON once (map);
\set VERBOSITY default
CREATE UNIQUE INDEX ON once (gridmap_digest(map));
INSERT INTO once SELECT map FROM once ON CONFLICT DO NOTHING;
SELECT count(*) FROM once;

DROP TABLE maps, once;
DROP FUNCTION try;

-- operators and hashes
SELECT a <> b AS ne, a <> a AS same, gridmap_hash_extended(a, 0) = gridmap_hash(a) AS low, gridmap_hash_extended(a, 7) <> gridmap_hash_extended(a, 8) AS seeded
FROM gridmap('{..}'::text[]) a, gridmap('{.@}'::text[]) b;
-- the last row, too, has the length of the others
SELECT gridmap(ARRAY['..', '..', '']);
SELECT gridmap(ARRAY['..', '  ']);
SELECT gridmap(ARRAY['..', E'\t']);
SELECT gridmap('["..", ""]'::jsonb);
