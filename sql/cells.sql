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

DROP TABLE place;
