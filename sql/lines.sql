-- paths with straight lines between any two cells
SET jit = off;
SELECT path, gridpath_length(path), gridpath_waypoints(path), gridpath_goal(path)
FROM unnest('{"(8,10) NE3 (17,4) E2","(0,0) (3,0) (3,2) (1,4)","(0,0) (2,1) (4,2) E1","(0,0) (-3,-7)"}'::gridpath[]) path;
SELECT '(3,4) E5 (8,4)'::gridpath;
SELECT '(3,4) E5 5,6'::gridpath;
SELECT '(-1,0) (2147483647,1)'::gridpath;

-- a path has one form, whatever its legs were written as; one of runs is stored as before there were lines
SELECT '(0,0) (2,1) (4,2)'::gridpath = '(0,0) (4,2)'::gridpath AS merged, '(0,0) (5,0)'::gridpath = '(0,0) E5'::gridpath AS run,
  count(DISTINCT path) AS different,
  gridpath_send('(0,0) (5,0)') AS runs, gridpath_send('(0,0) E1 (3,1)') AS lines
FROM unnest('{"(0,0) (4,2)","(0,0) (2,1) (4,2)","(0,0) (4,2) (2,1)","(0,0) E4","(0,0) (4,0)"}'::gridpath[]) path;

-- its cells are those nearest to its lines, and each is next to the one before
SELECT gridpath_cells('(0,0) (5,2) S1') AS cells, '(0,0) (5,2) S1'::gridpath::path AS path, '(0,0) (3,1)'::gridpath::jsonb AS json;
SELECT count(*) AS lines, failing((x, y)::text) FILTER (WHERE gridpath_cells(cells::gridpath) IS DISTINCT FROM cells) AS "not steps",
  failing((x, y)::text) FILTER (WHERE cardinality(cells) IS DISTINCT FROM gridpath_length(path)) AS "other length",
  failing((x, y)::text) FILTER (WHERE away > 0.5) AS "far from the line",
  failing((x, y)::text) FILTER (WHERE (SELECT array_agg(c ORDER BY c) FROM unnest(cells) c)
    IS DISTINCT FROM (SELECT array_agg(c ORDER BY c) FROM unnest(gridpath_cells(format('(%s,%s) (0,0)', x, y)::gridpath)) c)) AS "other cells back"
FROM generate_series(-9, 9) x, generate_series(-9, 9) y, LATERAL (SELECT format('(0,0) (%s,%s)', x, y)::gridpath AS path WHERE (x, y) <> (0, 0)) p,
  LATERAL gridpath_cells(path) cells,
  LATERAL (SELECT max(least(abs(gridcell_x(c) - x * gridcell_y(c)::float8 / nullif(y, 0)),
    abs(gridcell_y(c) - y * gridcell_x(c)::float8 / nullif(x, 0)))) AS away
    FROM unnest(cells) c) a;
SELECT h.* FROM unnest((SELECT gridpath_heat(path) FROM unnest('{"(0,0) (4,2)","(4,2) (0,0)"}'::gridpath[]) path)) h;
SELECT c.* FROM gridpath_conflicts('(0,0) (4,2)', '(4,0) W1 (0,2)') c;

-- an agent of eight directions cannot walk a line
CREATE TABLE hall AS SELECT gridmap('{......,......,......}'::text[]) AS map;
SELECT model, gridpath_valid('(0,0) (5,2)', map, model), gridpath_cost('(0,0) (5,2)', map, model), gridpath_at('(0,0) E1 (5,2)', 1, map, model),
  (SELECT count(*) FROM gridpath_smooth('(0,0) (5,2)', map, model)) AS smoothed
FROM hall, unnest('{octile,tile,"octile(corners=any)"}'::gridmodel[]) model;

-- pictures and other programs get the lines themselves
SELECT fringe_ascii(map, '(0,0) (5,2)') FROM hall;
SELECT DISTINCT (regexp_matches(fringe_svg(map, '(0,0) E1 (5,2)'), 'd="(m[^"]*l[^"]*)"', 'g'))[1] FROM hall;
SELECT octet_length(fringe_png(map, '(0,0) (5,2)')) > 100 AS png FROM hall;
SELECT fringe_svg(map, '(0,0) (6,2)') FROM hall;
SELECT gridpath_to_geojson('(0,0) (5,2) S1');
DROP TABLE hall;
