-- maps turned, mirrored, resized and laid over others; the differences of two
SET jit = off;
-- maps of 0, 1, 2, 4 and 8 bits per cell
CREATE TABLE sample AS
SELECT codes, mixed_map(37, 23, codes) AS map FROM unnest('{1,2,4,13,60}'::int[]) codes;

-- turned and mirrored: each cell is where the rule says
SELECT fringe_ascii(gridmap_rotate(map)) AS rotated, fringe_ascii(gridmap_flip(map)) AS flipped, fringe_ascii(gridmap_flip(map, 'y')) AS "by y"
FROM gridmap('{ab,cd,ef}'::text[]) map;
SELECT count(*) AS cells,
  failing((x, y)::text) FILTER (WHERE old.code <> gridmap_code(quarter, gridcell(22 - y, x))
    OR old.code <> gridmap_code(half, gridcell(36 - x, 22 - y))
    OR old.code <> gridmap_code(threequarters, gridcell(y, 36 - x)) OR old.code <> gridmap_code(mirror, gridcell(36 - x, y))
    OR old.code <> gridmap_code(upside, gridcell(x, 22 - y))) AS wrong
FROM (SELECT map, gridmap_rotate(map) AS quarter, gridmap_rotate(map, 2) AS half, gridmap_rotate(map, -1) AS threequarters,
    gridmap_flip(map) AS mirror, gridmap_flip(map, 'y') AS upside FROM sample OFFSET 0) t, gridmap_cells(map) old;
SELECT bool_and(gridmap_rotate(map, 0) = map AND gridmap_rotate(map, -2) = gridmap_rotate(map, 2) AND gridmap_rotate(map, -3) = gridmap_rotate(map)
  AND gridmap_flip(gridmap_flip(map)) = map AND gridmap_flip(gridmap_flip(map), 'y') = gridmap_rotate(map, 2)) AS turns FROM sample;
SELECT gridmap_flip(map, 'left') FROM sample WHERE codes = 1;
SELECT gridmap_flip(map, NULL) IS NULL AS strict FROM sample WHERE codes = 1;

-- resized: old cells stay, new ones have the code
SELECT count(*) AS cells, failing((w, h, new.x, new.y)::text) FILTER (WHERE new.code <> coalesce(old.code, 'Q')) AS wrong, count(DISTINCT (w, h)) AS sizes
FROM sample, (VALUES (1, 1), (50, 7), (20, 40), (37, 23), (64, 64)) size(w, h), LATERAL gridmap_cells(gridmap_resize(map, w, h, 'Q')) new
LEFT JOIN LATERAL (SELECT gridmap_code(map, gridcell(new.x, new.y)) AS code WHERE new.x < 37 AND new.y < 23) old ON true;
SELECT fringe_ascii(gridmap_resize(gridmap('{..,..}'::text[]), 3, 3)) AS "out of bounds by default";
SELECT gridmap_resize(map, 0, 5) FROM sample WHERE codes = 1;
SELECT gridmap_resize(map, 5, -1) FROM sample WHERE codes = 1;
SELECT gridmap_resize(map, 70000, 5) FROM sample WHERE codes = 1;
SELECT gridmap_resize(map, 65535, 65535) FROM sample WHERE codes = 1;
SELECT gridmap_resize(map, 5, 5, 'ab') FROM sample WHERE codes = 1;
SELECT gridmap_resize(map, 5, 5, ' ') FROM sample WHERE codes = 1;

-- a patch laid over a map
SELECT fringe_ascii(gridmap_overlay(map, patch, '(1,0)')) AS opaque, fringe_ascii(gridmap_overlay(map, patch, '(1,0)', '.')) AS transparent
FROM gridmap('{TTTT,TTTT,TTTT}'::text[]) map, gridmap('{.@.,@.@}'::text[]) patch;
SELECT count(*) AS cells, failing((x, y)::text) FILTER (WHERE new.code <> CASE WHEN x BETWEEN 5 AND 14 AND y BETWEEN 3 AND 9
    AND gridmap_code(patch, gridcell(x - 5, y - 3)) <> '!' THEN gridmap_code(patch, gridcell(x - 5, y - 3)) ELSE old.code END) AS wrong
FROM sample, (SELECT gridmap_crop(map, '(0,0)', '(9,6)') AS patch FROM sample WHERE codes = 4) p,
  LATERAL gridmap_cells(map) old JOIN LATERAL gridmap_cells(gridmap_overlay(map, patch, '(5,3)', '!')) new USING (x, y);
SELECT gridmap_overlay(map, map, '(0,0)') = map AS same FROM sample WHERE codes = 13;
SELECT count(DISTINCT laid) AS "without a code", num_nulls(gridmap_overlay(NULL, map, '(0,0)'), gridmap_overlay(map, NULL, '(0,0)', '.'), gridmap_overlay(map, map, NULL)) AS nulls
FROM sample, LATERAL (VALUES (gridmap_overlay(map, gridmap_flip(map), '(0,0)')), (gridmap_overlay(map, gridmap_flip(map), '(0,0)', NULL)),
  (gridmap_overlay(map, gridmap_flip(map), '(0,0)', transparent => NULL::text))) v (laid) WHERE codes = 13 GROUP BY map;
SELECT gridmap_overlay(map, map, '(1,0)') FROM sample WHERE codes = 1;
SELECT gridmap_overlay(map, map, '(-1,0)') FROM sample WHERE codes = 1;
SELECT gridmap_overlay(map, map, '(0,0)', 'ab') FROM sample WHERE codes = 1;

-- differences, against a join of cells
SELECT d.* FROM gridmap_diff(gridmap('{...,.@.}'::text[]), gridmap('{..,T@,..}'::text[])) d;
SELECT count(*) AS pairs, sum(differences) > 5000 AS "many differences", sum(wrong) AS wrong FROM (
  SELECT a.codes, b.codes,
    (SELECT count(*) FROM gridmap_diff(a.map, b.part)) AS differences,
    (SELECT count(*) FROM gridmap_diff(a.map, b.part) d FULL JOIN (
        SELECT gridcell(x, y) AS cell, old.code AS code_a, new.code AS code_b FROM gridmap_cells(a.map) old FULL JOIN gridmap_cells(b.part) new USING (x, y)
        WHERE old.code IS DISTINCT FROM new.code) j USING (cell)
     WHERE (d.code_a, d.code_b) IS DISTINCT FROM (j.code_a, j.code_b) OR d IS NULL OR j IS NULL) AS wrong
  FROM sample a, (SELECT codes, gridmap_resize(map, 30 + codes % 3, 24) AS part FROM sample) b) t;
SELECT count(*) AS "no differences" FROM sample, gridmap_diff(map, map);

DROP TABLE sample;
