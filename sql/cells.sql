-- arithmetic and order of cells
SET jit = off;
SELECT gridcell(3, 4) + '(1,-1)' AS sum, gridcell(3, 4) - '(1,-1)' AS difference, '(-3,-4)' + gridcell(3, 4) AS zero;
SELECT gridcell(2147483647, 0) + '(1,0)';
SELECT gridcell(0, -2147483648) - '(0,1)';
SELECT gridcell(1, 1) + NULL IS NULL AS strict, min(c), max(c) FROM unnest('{"(9,0)",NULL,"(-1,2)","(0,2)","(5,-7)"}'::gridcell[]) c;
SELECT min(c) IS NULL AS "no cells" FROM unnest('{}'::gridcell[]) c;
CREATE TABLE place AS SELECT gridcell(abs(hashint4(i)) % 100, abs(hashint4(-i)) % 100) AS cell FROM generate_series(1, 1000) i;
CREATE INDEX ON place (cell);
ANALYZE place;
SELECT plan_of('SELECT max(cell) FROM place');
SELECT min(cell) = (SELECT cell FROM place ORDER BY cell LIMIT 1) AS min, max(cell) = (SELECT cell FROM place ORDER BY cell DESC LIMIT 1) AS max FROM place;

-- the rectangle of cells, which min and max are not: they order cells by y, then x
SELECT e.*, min(c) AS first, max(c) AS last FROM unnest('{"(9,0)",NULL,"(-1,2)","(0,2)","(5,-7)"}'::gridcell[]) c,
  LATERAL (SELECT (gridcell_extent(c)).* FROM unnest('{"(9,0)",NULL,"(-1,2)","(0,2)","(5,-7)"}'::gridcell[]) c) e GROUP BY e.low, e.high;
SELECT gridcell_extent(c) AS one, gridcell_extent(c) FILTER (WHERE false) IS NULL AS none, gridcell_extent(NULL::gridcell) IS NULL AS "only NULL" FROM unnest('{"(-2147483648,2147483647)"}'::gridcell[]) c;
SELECT pg_typeof(gridcell_extent(c)), gridcell_extent(c) AS all FROM unnest('{"(-2147483648,2147483647)","(2147483647,-2147483648)"}'::gridcell[]) c;
SELECT fringe_ascii(gridmap_crop(map, (e).low, (e).high)) AS cropped FROM gridmap('{.....,.T...,...T.,.....}'::text[]) map,
  LATERAL (SELECT gridcell_extent(gridcell(x, y)) AS e FROM gridmap_cells(map) WHERE code = 'T') t;
CREATE TABLE herd AS SELECT i % 7 AS id, gridcell(hashint4(i) % 1000, hashint4(-i) % 1000) AS cell FROM generate_series(1, 20000) i;
INSERT INTO herd VALUES (0, NULL), (7, NULL);
ANALYZE herd;
SELECT count(*) AS herds, failing(id::text) FILTER (WHERE (e IS DISTINCT FROM expected OR (id = 7) <> (e IS NULL))) AS wrong
FROM (SELECT id, gridcell_extent(cell) AS e, CASE WHEN count(cell) > 0 THEN (gridcell(min(gridcell_x(cell)), min(gridcell_y(cell))), gridcell(max(gridcell_x(cell)), max(gridcell_y(cell))))::gridcell_extent END AS expected
  FROM herd GROUP BY id) h;
SELECT n, e FROM (SELECT row_number() OVER w AS n, gridcell_extent(cell) OVER w AS e FROM unnest('{"(5,5)","(3,6)",NULL,"(4,9)"}'::gridcell[]) WITH ORDINALITY c (cell, i) WINDOW w AS (ORDER BY i)) w ORDER BY n;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SET parallel_leader_participation = off;
EXPLAIN (COSTS off) SELECT gridcell_extent(cell) FROM herd;
SELECT gridcell_extent(cell) = (SELECT (gridcell(min(gridcell_x(cell)), min(gridcell_y(cell))), gridcell(max(gridcell_x(cell)), max(gridcell_y(cell))))::gridcell_extent FROM herd) AS "in parallel" FROM herd;
SELECT gridcell_extent(cell) IS NULL AS "none, in parallel" FROM herd WHERE id = 7;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET max_parallel_workers_per_gather;
RESET parallel_leader_participation;
DROP TABLE herd;

-- a literal is one cell or an array of them; an error quotes only its beginning
SELECT literal, gridcell_array(literal) AS cells FROM unnest(ARRAY['(1,2)', E' \n(1,-2) ', '{}', E'\t{"(1,2)",NULL}', '{{"(1,2)"},{"(3,4)"}}']) literal;
\set VERBOSITY terse
SELECT gridcell_array(' {"(3,4)"'::text);
SELECT gridcell_array('{"(3,4)",' || repeat('"(5,6)",', 1000));
SELECT gridcell_array('{"(3,4)","' || repeat('x', 1000) || '"}');
SELECT gridcell_array('[1:2]={"(3,4)","(5,6)"}'::text);
\set VERBOSITY default

-- distances, as those of points
SELECT '(1,2)'::gridcell <-> '(4,6)' AS distance, round(('(-2147483648,-2147483648)'::gridcell <-> '(2147483647,2147483647)')::numeric, 4) AS farthest,
  (SELECT failing((a.cell, b.cell)::text) FROM place a, place b WHERE a.cell <-> b.cell IS DISTINCT FROM a.cell::point <-> b.cell::point) AS wrong;
-- btree knows how to sort cells, and that equal cells are the same bits: an index of few different cells is small
SELECT amprocnum, amproc
FROM pg_amproc
JOIN pg_opfamily f ON f.oid = amprocfamily
WHERE opfname = 'gridcell_ops' AND opfmethod = (SELECT oid FROM pg_am WHERE amname = 'btree')
ORDER BY 1;
SELECT bool_and(amvalidate(oid)) AS valid FROM pg_opclass WHERE opcname = 'gridcell_ops';
CREATE TABLE crowd AS SELECT gridcell(i % 10 - 5, i % 7 - 3) AS cell FROM generate_series(1, 20000) i;
CREATE INDEX crowd_cell ON crowd (cell);
SELECT pg_relation_size('crowd_cell') < 200000 AS small;
SELECT count(*) AS cells, failing((before, cell)::text) FILTER (WHERE cell < before) AS "out of order" FROM (SELECT cell, lag(cell) OVER (ORDER BY n) AS before
  FROM (SELECT cell, row_number() OVER () AS n FROM (SELECT cell FROM crowd ORDER BY cell) s) numbered) o;
DROP TABLE crowd;

DROP TABLE place;
