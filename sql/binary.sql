-- bytes from outside, as a client sends them in binary COPY; and bytes that have changed on disk
CREATE FUNCTION receive(bytes bytea, type regtype) RETURNS text LANGUAGE plpgsql AS $$
DECLARE value text; detail text;
BEGIN
  EXECUTE format($f$COPY (SELECT %L::bytea) TO PROGRAM 'cat > "${TMPDIR:-/tmp}/fringe_binary_test.$PPID"' (FORMAT binary)$f$, bytes);
  EXECUTE format('CREATE TEMP TABLE received (value %s)', type);
  COPY received FROM PROGRAM 'cat "${TMPDIR:-/tmp}/fringe_binary_test.$PPID"; rm "${TMPDIR:-/tmp}/fringe_binary_test.$PPID"' (FORMAT binary);
  EXECUTE 'SELECT value::text FROM received' INTO value;
  DROP TABLE received;
  RETURN left(value, 40);
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
  RETURN concat_ws(': ', concat(SQLSTATE, CASE WHEN SQLERRM ~ ' type grid|^unknown ' THEN ' ' || SQLERRM ELSE ' (the server)' END), nullif(detail, ''));
END $$;

-- what is sent is received
CREATE TABLE sent AS
SELECT 'gridmap'::regtype AS type, gridmap_send(gridmap('{.@.,.S.}'::text[])) AS bytes, gridmap('{.@.,.S.}'::text[])::text AS text
UNION ALL SELECT 'gridcell', gridcell_send('(3,-4)'), '(3,-4)'
UNION ALL SELECT 'gridpath', gridpath_send('(3,4) E5 SE3'), '(3,4) E5 SE3'
UNION ALL SELECT 'gridpath', gridpath_send('(3,4) E5 (900,7)'), '(3,4) E5 (900,7)'
UNION ALL SELECT 'gridlink', gridlink_send('(3,4)<>(9,4)=2.5:k'), '(3,4)<>(9,4)=2.5:k'
UNION ALL SELECT 'gridbusy', gridbusy_send('(3,-4)@-5..8'), '(3,-4)@-5..8'
UNION ALL SELECT 'gridmap', gridmap_send(map), map::text FROM gridmap_link(gridmap('{.@.,.S.}'::text[]), '{"(0,0)>(2,1)=2:k","(0,1)<>(2,0)"}') map
UNION ALL SELECT 'gridmodel', gridmodel_send('octile(W=3)'), 'octile(W=3)'
UNION ALL SELECT 'gridmethod', gridmethod_send('astar(open=heap)'), 'astar(open=heap)'
UNION ALL SELECT 'gridfield', gridfield_send(f), f::text FROM fringe_field(gridmap('{.@.,...}'::text[]), '{"(0,0)"}') f
UNION ALL SELECT 'gridindex', gridindex_send(i), i::text FROM fringe_index(gridmap('{.@.,...}'::text[])) i;
SELECT objid::regtype AS "type without a row" FROM pg_depend JOIN pg_extension e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid AND extname LIKE 'fringe%'
  JOIN pg_type t ON classid = 'pg_type'::regclass AND objid = t.oid WHERE deptype = 'e' AND typtype = 'b' AND typcategory <> 'A' AND objid NOT IN (SELECT type FROM sent);
SELECT type, receive(bytes, type) = left(text, 40) AS same FROM sent;
-- nothing, one byte, half of it, a byte too many, another version
SELECT type, what, receive(cut, type) FROM sent, LATERAL (VALUES (1, 'nothing', ''), (2, 'one byte', substr(bytes, 1, 1)),
  (3, 'half', substr(bytes, 1, length(bytes) / 2)), (4, 'one more', bytes || '\x01'),
  (5, 'another version', set_byte(bytes, 0, 99))) c (n, what, cut) ORDER BY type::text, n, cut;
-- each byte in turn
SELECT type, count(*) FILTER (WHERE said !~ '^[0-9A-Z]{5} ') > 0 AS some_accepted,
  array_agg(DISTINCT left(said, 5)) FILTER (WHERE said ~ '^[0-9A-Z]{5} ') AS errors
FROM sent, generate_series(0, least(length(bytes), 120) - 1) n, LATERAL receive(set_byte(bytes, n, get_byte(bytes, n) # 85), type) said
WHERE type <> 'gridindex'::regtype OR n % 10 = 0 GROUP BY type ORDER BY type::text;
DROP FUNCTION receive;

-- values that have changed on disk are not what a function expects: a cast stands for the fault
CREATE CAST (bytea AS gridmap) WITHOUT FUNCTION;
CREATE CAST (bytea AS gridmodel) WITHOUT FUNCTION;
CREATE CAST (bytea AS gridmethod) WITHOUT FUNCTION;
CREATE FUNCTION said(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE value text;
BEGIN
  EXECUTE query INTO value;
  RETURN 'answered ' || value;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
CREATE TABLE rotten AS SELECT '\x00112233445566778899aabbccddeeff'::bytea || gridmap_send(gridmap('{.@.,...}'::text[])) AS map;
SELECT n, value, said(format('SELECT gridmap_codes(%L::bytea::gridmap)', set_byte(map, 16 + n, value))) FROM rotten,
  (VALUES (0, 9), (1, 7), (2, 0), (2, 200), (3, 1), (4, 0), (4, 255), (11, 255)) v (n, value);
SELECT said($$SELECT fringe_cost(gridmap('{.@.,...}'::text[]), '(0,0)', '(2,0)', 'octile('::bytea::gridmodel)$$);
SELECT said($$SELECT fringe_cost(gridmap('{.@.,...}'::text[]), '(0,0)', '(2,0)', 'octile', 'dijkstra'::bytea::gridmethod)$$);
DROP CAST (bytea AS gridmap);
DROP CAST (bytea AS gridmodel);
DROP CAST (bytea AS gridmethod);
DROP FUNCTION said;
DROP TABLE sent, rotten;
