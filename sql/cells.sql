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
