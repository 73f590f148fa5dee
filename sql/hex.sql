-- Hexagonal maps: the model hex, and hexagonal and staggered maps in offset coordinates.

CREATE TEMP TABLE level AS
SELECT layout, gridmap_from_offset(codes, layout) AS map, codes
FROM unnest('{odd-r,even-r,odd-q,even-q,staggered-y-odd,staggered-y-even,staggered-x-odd,staggered-x-even}'::text[]) layout,
     (VALUES ('{..T..,.@@.~,..@..,T...T,.@.@.,.....}'::text[])) v(codes);

CREATE FUNCTION pg_temp.refusal(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE message text; detail text; hint text; context text;
BEGIN
  EXECUTE query;
  RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN concat_ws(E'\n', SQLSTATE || ' ' || message, nullif(detail, ''), nullif(hint, ''));
END $$;

-- ---- models --------------------------------------------------------------------------

SELECT m, m::gridmodel AS model
FROM unnest(ARRAY['hex', 'hex()', 'hex(straight=1)', 'hex(straight=2.50, obstacle=3)', 'hex(T=2, weigh=max)', 'hex(weigh=average)',
  'hex(.=E+NE+N+W+SW+S)', 'hex(>=leave:NE+E, ^=enter:none)', 'hex(link=blocked)', 'hex(|=1)', 'hex(|=blocked)']) m;
SELECT m, pg_temp.refusal(format('SELECT %L::gridmodel', m)) FROM unnest(ARRAY['hex(diagonal=1)', 'hex(diagonal=sqrt2)', 'hex(corners=any)', 'hex(size=3)', 'hex(size=7, wrap=x)', 'hex(size=2x1)', 'hex(straight=sqrt2)', 'hex(.=NW)', 'hex(.=2/SE+N)', 'hexagonal',
  'Hex']) m;

-- ---- layouts -------------------------------------------------------------------------

SELECT layout, map FROM level;

-- Each cell has its place: the code stays, and the way back leads to the same column and row.
SELECT layout, count(*), bool_and(gridmap_code(map, cell) = substr(codes[r + 1], c + 1, 1)::"char") AS codes,
  bool_and(back.col = c AND back."row" = r) AS back
FROM level, generate_series(0, 4) c, generate_series(0, 5) r, gridcell_from_offset(map, c, r, layout) cell, gridcell_to_offset(map, cell, layout) back
GROUP BY layout ORDER BY min(layout);
-- All other cells are padding.
SELECT layout, count(*) FILTER (WHERE o.col IS NULL AND o."row" IS NULL) AS padding, count(o.col) AS cells,
  bool_and((code = '|') = (o.col IS NULL)) AS code
FROM level, gridmap_cells(map) m, gridcell_to_offset(map, gridcell(x, y), layout) o GROUP BY layout ORDER BY layout;

-- All sizes up to 7 x 7 are found again.
SELECT count(*), bool_and(o.col = w - 1 AND o."row" = h - 1) AS found, bool_and(NOT EXISTS (
    SELECT FROM gridmap_cells(g.map) m, gridcell_to_offset(g.map, gridcell(x, y), layout) b WHERE (code = '|') <> (b.col IS NULL))) AS padded
FROM level l, generate_series(1, 7) w, generate_series(1, 7) h,
  gridmap_from_offset(array_fill(repeat('.', w), ARRAY[h]), layout) AS g(map), gridcell_from_offset(g.map, w - 1, h - 1, layout) cell,
  gridcell_to_offset(g.map, cell, layout) o;

-- A map has a layout if, without its other codes, it equals a map that the layout makes. No other map is taken: made under another layout,
-- made without one, or cropped.
CREATE TEMP TABLE shape AS
SELECT layout, gridmap_from_offset(array_fill(repeat('.', w), ARRAY[h]), layout) AS map, w, h
FROM (SELECT DISTINCT layout FROM level) l, generate_series(1, 12) w, generate_series(1, 12) h;
CREATE INDEX ON shape (map);
ANALYZE shape;
CREATE FUNCTION pg_temp.has_layout(map gridmap, layout text) RETURNS bool LANGUAGE plpgsql AS $$
BEGIN
  RETURN gridcell_to_offset(map, gridcell_from_offset(map, 0, 0, layout), layout) = ROW(0, 0);
EXCEPTION WHEN invalid_parameter_value THEN
  ASSERT sqlerrm = 'map does not have the layout ' || layout, sqlerrm;
  RETURN false;
END $$;
CREATE TEMP TABLE tried AS
SELECT DISTINCT 'made' AS kind, map AS bare, map FROM shape WHERE w <= 6 AND h <= 6
UNION ALL SELECT 'plain', map, map FROM generate_series(1, 7) w, generate_series(1, 7) h, gridmap(array_fill(repeat('.', w), ARRAY[h])) map
UNION ALL SELECT DISTINCT 'cropped', part, part FROM shape, generate_series(0, 2) l, generate_series(0, 2) r, generate_series(0, 2) t, generate_series(0, 2) b,
  gridmap_crop(map, gridcell(l, t), gridcell(gridmap_width(map) - 1 - r, gridmap_height(map) - 1 - b)) part
WHERE w <= 5 AND h <= 5 AND l + r + t + b > 0 AND l + r < gridmap_width(map) AND t + b < gridmap_height(map)
UNION ALL SELECT 'with other codes', map, gridmap_set(map, ARRAY[gridcell(x, y)], 'T') FROM shape, gridmap_cells(map) WHERE w = 4 AND h IN (3, 4) AND code = '.'
UNION ALL SELECT 'with layers', map, gridmap_set_layer(map, 'road', '{"(1,1)"}'::gridcell[], '{1}') FROM shape WHERE w = 4 AND h IN (3, 4)
UNION ALL SELECT 'with a hole', map, gridmap_set(map, ARRAY[gridcell_from_offset(map, 2, 2, layout)], '|') FROM shape WHERE w = 5 AND h = 5;
SELECT kind, count(*) AS calls, count(*) FILTER (WHERE fits) AS fit, count(*) FILTER (WHERE has <> fits) AS wrong
FROM (SELECT kind, EXISTS (SELECT FROM shape s WHERE (s.map, s.layout) = (bare, l.layout)) AS fits, pg_temp.has_layout(map, layout) AS has
  FROM tried, (SELECT DISTINCT layout FROM level) l) t GROUP BY kind ORDER BY kind;
-- A cell beyond a side is bare, or one of the side is padding.
SELECT count(*) AS changed, count(*) FILTER (WHERE pg_temp.has_layout(gridmap_set(map, ARRAY[cell], CASE code WHEN '|' THEN '.' ELSE '|' END), layout)) AS taken
FROM shape, gridmap_cells(map), gridcell(x, y) cell, gridcell_to_offset(map, cell, layout) o
WHERE w = 4 AND h = 4 AND CASE WHEN code = '|' THEN EXISTS (
  SELECT FROM generate_series(-1, 1) dx, generate_series(-1, 1) dy WHERE gridmap_contains(map, gridcell(x, y) + gridcell(dx, dy)) AND dx * dy = 0 AND gridmap_code(map, gridcell(x, y) + gridcell(dx, dy)) <> '|')
  ELSE o.col IN (0, 3) OR o."row" IN (0, 3) END;

-- ---- costs, against a search in offset coordinates ------------------------------------

-- The neighbours of a cell by the layout, from where centres of cells are: in half cells across, and in rows.
CREATE FUNCTION pg_temp.centre(c int, r int, layout text, OUT u int, OUT v int) LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN by_rows THEN 2 * c + shifted ELSE c END, CASE WHEN by_rows THEN r ELSE 2 * r + shifted END
  FROM (SELECT layout ~ '(r|-y-odd|-y-even)$' AS by_rows) b,
    LATERAL (SELECT (((CASE WHEN by_rows THEN r ELSE c END) % 2 = 1) = (layout ~ 'odd'))::int AS shifted) s $$;
-- Next to a cell are those half a cell across and one row away, and of hexagons two more in its row or column.
CREATE TEMP TABLE step AS
WITH cell AS MATERIALIZED (SELECT layout, codes, c, r, p.u, p.v FROM level, generate_series(0, 4) c, generate_series(0, 5) r, pg_temp.centre(c, r, layout) p)
SELECT a.layout, a.c, a.r, b.c AS to_c, b.r AS to_r, CASE substr(b.codes[b.r + 1], b.c + 1, 1) WHEN '.' THEN 1 WHEN 'T' THEN 2.5 END AS price
FROM cell a JOIN cell b USING (layout)
WHERE (abs(a.u - b.u), abs(a.v - b.v)) = (1, 1) OR (layout ~ 'r$' AND (abs(a.u - b.u), abs(a.v - b.v)) = (2, 0))
  OR (layout ~ 'q$' AND (abs(a.u - b.u), abs(a.v - b.v)) = (0, 2));
DELETE FROM step WHERE price IS NULL;

CREATE TEMP TABLE best AS SELECT layout, c, r, c AS to_c, r AS to_r, 0::float8 AS cost FROM level, generate_series(0, 4, 4) c, generate_series(0, 5, 5) r;
DO $$
BEGIN
  LOOP
    CREATE TEMP TABLE better AS
    SELECT DISTINCT ON (layout, b.c, b.r, s.to_c, s.to_r) layout, b.c, b.r, s.to_c, s.to_r, b.cost + s.price AS cost
    FROM best b JOIN step s USING (layout) WHERE (b.to_c, b.to_r) = (s.c, s.r)
      AND NOT EXISTS (SELECT FROM best o WHERE (o.layout, o.c, o.r, o.to_c, o.to_r) = (b.layout, b.c, b.r, s.to_c, s.to_r) AND o.cost <= b.cost + s.price)
    ORDER BY layout, b.c, b.r, s.to_c, s.to_r, cost;
    EXIT WHEN NOT EXISTS (SELECT FROM better);
    DELETE FROM best b USING better n WHERE (b.layout, b.c, b.r, b.to_c, b.to_r) = (n.layout, n.c, n.r, n.to_c, n.to_r);
    INSERT INTO best SELECT * FROM better;
    DROP TABLE better;
  END LOOP;
END $$;

CREATE TEMP TABLE question AS
SELECT layout, map, gridcell_from_offset(map, c, r, layout) AS a, gridcell_from_offset(map, to_c, to_r, layout) AS b, best.cost,
  CASE WHEN layout ~ 'staggered' THEN 'tile(T=2.5)' ELSE 'hex(T=2.5)' END::gridmodel AS model
FROM (level CROSS JOIN generate_series(0, 4, 4) c CROSS JOIN generate_series(0, 5, 5) r CROSS JOIN generate_series(0, 4) to_c CROSS JOIN generate_series(0, 5) to_r)
LEFT JOIN best USING (layout, c, r, to_c, to_r);
SELECT layout, count(*), count(cost) AS reached, sum(cost), bool_and(cost IS NOT DISTINCT FROM fringe_cost(map, a, b, model)) AS equal
FROM question GROUP BY layout ORDER BY layout;

-- ---- what the model changes -----------------------------------------------------------

SELECT a, b, fringe_distance(a, b, 'hex'), fringe_distance(b, a, 'hex(straight=2.5)') AS back FROM (VALUES ('(0,0)'::gridcell, '(3,3)'::gridcell), ('(0,3)', '(3,0)'), ('(0,4)', '(2,0)'),
  ('(5,0)', '(0,1)'), ('(0,0)', '(0,7)'), ('(-2147483648,-2147483648)', '(2147483647,2147483647)'), ('(-2147483648,2147483647)', '(2147483647,-2147483648)')) v(a, b);
-- Beside the map nothing is passable, also if all other codes are.
SELECT layout, fringe_cost(map, gridcell_from_offset(map, 0, 0, layout), gridcell_from_offset(map, 4, 5, layout), 'hex(obstacle=3)') AS cost,
  bool_or(code = '|') AS padded FROM level, gridmap_cells(map), fringe_reach(map, gridcell_from_offset(map, 0, 0, layout), 100, 'hex(obstacle=3)') f
WHERE layout !~ 'staggered' AND (f.x, f.y) = (gridmap_cells.x, gridmap_cells.y) GROUP BY 1, 2 ORDER BY 1;
SELECT fringe_cost(gridmap('{.|.}'::text[]), '(0,0)', '(2,0)', m) FROM unnest('{hex(obstacle=3),hex(|=3),octile(obstacle=3)}'::gridmodel[]) m;

-- ---- errors ----------------------------------------------------------------------------

SELECT call, pg_temp.refusal(format('SELECT %s FROM level WHERE layout = %L', call, 'odd-r')) FROM unnest(ARRAY[
  $$gridmap_from_offset('{..,..}', 'odd')$$, $$gridmap_from_offset('{..,..}', '')$$, $$gridmap_from_offset('{..,.|}', 'odd-r')$$, $$gridmap_from_offset('{..,...}', 'odd-r')$$,
  $$gridmap_from_offset('{}', 'odd-r')$$, $$gridmap_from_offset('{{..},{..}}', 'odd-r')$$, $$gridmap_from_offset('{..,NULL}', 'odd-r')$$,
  $$gridmap_from_offset(array_fill('.'::text, '{65535}'), 'staggered-x-odd')$$, $$gridmap_from_offset(ARRAY[repeat('.', 65535), repeat('.', 65535)], 'staggered-y-odd')$$,
  $$gridcell_from_offset(map, 5, 0, 'odd-r')$$, $$gridcell_from_offset(map, 0, -1, 'odd-r')$$, $$gridcell_from_offset(map, -2147483648, 2147483647, 'odd-r')$$,
  $$gridcell_from_offset(map, 0, 0, 'rows')$$, $$gridcell_to_offset(map, '(99,0)', 'odd-r')$$, $$gridcell_to_offset(map, '(0,-1)', 'odd-r')$$,
  $$gridcell_from_offset(gridmap('{.,.,.,.}'::text[]), 0, 0, 'odd-r')$$, $$gridcell_from_offset(gridmap('{...}'::text[]), 0, 0, 'even-q')$$, $$gridcell_to_offset(gridmap('{...,...}'::text[]), '(0,0)', 'staggered-y-odd')$$,
  $$gridcell_to_offset(gridmap('{||,||}'::text[]), '(0,0)', 'staggered-x-even')$$, $$gridcell_from_offset(map, 2, 20, 'even-r')$$, $$gridcell_to_offset(map, '(30,20)', 'odd-q')$$,
  $$fringe_svg(map, layout => 'even-r')$$, $$fringe_png(map, layout => 'odd-q')$$, $$fringe_plan_svg(map, '{}', '{}', '{}', layout => 'staggered-x-odd')$$,
  $$fringe_sees(map, '(2,0)', '(3,0)', 'hex')$$, $$fringe_view(map, '(2,0)', 3, 'hex')$$, $$fringe_exposure(map, '{"(2,0)"}', 3, 'hex')$$,
  $$fringe_approach(map, '(2,0)', '(3,0)', 'hex', 2, true)$$, $$gridpath_smooth('(2,0) E2', map, 'hex')$$,
  $$fringe_chase(map, '{"(2,0)"}', '{"(3,0)"}', 'hex', sight_radius => 3)$$]) call;
SELECT gridmap_from_offset(NULL, 'odd-r') IS NULL AND gridmap_from_offset('{.}', NULL) IS NULL AS map, gridcell_from_offset(map, NULL, 0, layout) IS NULL AS "from",
  gridcell_to_offset(map, NULL, layout) IS NULL AS "to" FROM level LIMIT 1;
-- A unit on a hexagon and its six neighbours. One blocked hexagon closes seven places, and the edge those of which a neighbour is outside.
CREATE TABLE flower AS SELECT gridmap(array_agg(repeat('.', 9) ORDER BY y)) AS map, 'hex(size=7)'::gridmodel AS model FROM generate_series(0, 8) y;
SELECT (SELECT count(*) FROM fringe_reach(map, '(1,1)', 99, model)) AS places,
  (SELECT array_agg(gridcell(a.x, a.y) ORDER BY gridcell(a.x, a.y)) FROM fringe_reach(map, '(1,1)', 99, model) a
    WHERE gridcell(a.x, a.y) NOT IN (SELECT gridcell(b.x, b.y) FROM fringe_reach(gridmap_set(map, '{"(4,4)"}', '@'), '(1,1)', 99, model) b)) AS closed
FROM flower;
-- the heaviest of seven; a road under all seven; a wall between two of them, in each of three directions
SELECT fringe_cost(gridmap_set(map, '{"(4,3)"}', 'T'), '(2,2)', '(4,4)', 'hex(size=7, T=5)') AS heavy, fringe_cost(map, '(2,2)', '(4,4)', model) AS plain,
  fringe_cost(gridmap_set_layer(map, 'road', array_agg(cell), array_agg(1.0::float8)), '(3,3)', '(4,3)', 'hex(size=7, road.road=0.5)') AS road
FROM flower, (VALUES ('(3,3)'::gridcell), ('(4,3)'), ('(2,3)'), ('(3,2)'), ('(4,2)'), ('(3,4)'), ('(2,4)'), ('(5,3)'), ('(5,2)'), ('(4,4)')) c (cell) GROUP BY map, model;
SELECT wall, (SELECT array_agg(gridcell(a.x, a.y) ORDER BY gridcell(a.x, a.y)) FROM fringe_reach(map, '(1,1)', 99, model) a
  WHERE gridcell(a.x, a.y) NOT IN (SELECT gridcell(b.x, b.y) FROM fringe_reach(gridmap_set_layer(map, 'sides', cells, numbers), '(1,1)', 99, model) b)) AS closed
FROM flower, (VALUES ('E', '{"(4,4)","(5,4)"}'::gridcell[], '{2,8}'::float8[]), ('S', '{"(4,4)","(4,5)"}', '{4,1}'), ('SW', '{"(4,4)","(3,5)"}', '{32,16}')) w (wall, cells, numbers);
SELECT fringe_diagnose(gridmap_set(map, '{"(4,0)","(4,3)","(4,6)","(4,8)"}', '@'), '(1,4)', '(7,4)', model) FROM flower;
SELECT gridmap_clearance(gridmap_set(map, '{"(4,4)"}', '@'), '1', model) FROM flower;
SELECT fringe_cost(gridmap('{...,...}'::text[]), '(0,0)', '(1,1)', model) FROM flower;
DROP TABLE flower;
