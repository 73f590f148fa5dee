-- floors: maps side by side as one, with their links
CREATE TABLE storey (floor int PRIMARY KEY, map gridmap);
INSERT INTO storey VALUES
  (1, gridmap_link(gridmap('{.....,.@@@.,.....}'::text[]), '{"(0,0)>(4,2)=3:k"}')),
  (2, gridmap('{...,...}'::text[])),
  (3, gridmap('{....@.,.@....,......,@.....}'::text[]));
CREATE TABLE stairs (from_floor int, a gridcell, to_floor int, b gridcell, steps numeric);
INSERT INTO stairs VALUES (1, '(4,2)', 2, '(0,0)', 2), (2, '(2,1)', 3, '(0,0)', 2.5);
CREATE TABLE building AS SELECT gridmap_floors(array_agg(map ORDER BY floor)) AS map FROM storey;
SELECT map FROM building;
SELECT gridmap_floors(ARRAY[map]) = map AS "one floor is itself" FROM storey;
SELECT gridmap_floors(NULL) IS NULL AS strict;

-- there and back, for every cell of every floor; between floors is none
SELECT count(*) AS cells, failing((s.floor, c)::text) FILTER (WHERE gridmap_code(b.map, gridmap_floor_cell(b.map, s.floor, c)) <> gridmap_code(s.map, c)) AS codes,
  failing((s.floor, c, f)::text) FILTER (WHERE (f.floor, f.cell) IS DISTINCT FROM (s.floor, c)) AS back
FROM building b, storey s, gridmap_cells(s.map) g, gridcell(g.x, g.y) c, gridmap_floor_of(b.map, gridmap_floor_cell(b.map, s.floor, c)) f;
SELECT f.floor, min(g.x), max(g.x), count(*)
FROM building b, gridmap_cells(b.map) g, gridmap_floor_of(b.map, gridcell(g.x, g.y)) f GROUP BY f.floor ORDER BY f.floor;
SELECT l.link FROM building, gridmap_links(map) l;

-- the usual case: a table of floors and one of stairs into a map, and a route through it
CREATE TABLE tower AS
SELECT gridmap_link(map, links) AS map
FROM building, LATERAL (
  SELECT array_agg(gridlink(gridmap_floor_cell(map, from_floor, a), gridmap_floor_cell(map, to_floor, b), steps, twoway => true)) AS links FROM stairs) s;
SELECT fringe_route(map, a, b), fringe_cost(map, a, b), fringe_cost(fringe_index(map), a, b) AS indexed
FROM tower, gridmap_floor_cell(map, 1, '(0,0)') a, gridmap_floor_cell(map, 3, '(5,3)') b;
SELECT p.seq, f.floor, f.cell, p.total_cost
FROM tower, fringe_path(map, gridmap_floor_cell(map, 1, '(3,2)'), gridmap_floor_cell(map, 3, '(1,0)')) p, gridmap_floor_of(map, gridcell(p.x, p.y)) f ORDER BY p.seq;
-- the columns between floors are there after edits, and in the text
SELECT (gridmap_floor_of(gridmap_set(map, ARRAY[gridmap_floor_cell(map, 3, '(2,2)')], '@'), '(12,2)')).*,
  (gridmap_floor_of(map::text::gridmap, '(12,2)')).floor AS "of text", (gridmap_floor_of(gridmap_crop(map, '(6,0)', '(15,3)'), '(6,2)')).floor AS cropped
FROM tower;

-- regions that links join are one, by links that lead one way if others lead back
CREATE TABLE joined AS SELECT gridmap_link(map, ARRAY(
  SELECT gridlink(gridmap_floor_cell(map, from_floor, a), gridmap_floor_cell(map, to_floor, b), steps, twoway => true) FROM stairs WHERE from_floor = 1)) AS map
FROM (SELECT gridmap_unlink(map) FROM building) b (map);
SELECT f.* FROM joined, fringe_components(map) f;
SELECT goal, d.reason, d.start_component, d.start_cells, d.goal_component, d.goal_cells, d.closest,
  (d.reason = 'path') = fringe_connected(map, '(0,0)', goal) AS connected
FROM joined, unnest('{"(8,1)","(15,3)"}'::gridcell[]) goal, fringe_diagnose(map, '(0,0)', goal) d;
SELECT d.reason, d.goal_component FROM tower, fringe_diagnose(gridmap_unlink(map, '{"(0,0)>(4,2)=3:k"}'), '(0,0)', '(15,3)') d;
SELECT d.reason FROM tower, fringe_diagnose(map, '(0,0)', '(15,3)', 'octile(link=blocked)') d;
SELECT c.* FROM tower, fringe_components(map) c;
SELECT d.* FROM tower, fringe_diagnose(map, '(0,0)', '(15,3)') d;
SELECT c.* FROM tower, fringe_components(map, 'octile(k=blocked)') c;
-- codes that the model names as blocked are not said to have no weight
SELECT model, d.*
FROM unnest('{octile,"octile(k=blocked)","octile(k=2)"}'::gridmodel[]) model, fringe_diagnose(gridmap('{.k.}'::text[]), '(0,0)', '(1,0)', model) d;

-- a route's links are dotted
SELECT (SELECT count(*) FROM regexp_matches(svg, '<path [^>]*stroke-dasharray="0 [^>]*d="m0.5 0.5', 'g')) AS dotted
FROM tower, fringe_svg(map, fringe_route(map, '(0,0)', '(15,3)')) svg;

SELECT fringe_png(map) <> fringe_png(gridmap_unlink(map)) AS links, fringe_png(map, a) <> fringe_png(map, b) AS routes
FROM tower, LATERAL (SELECT '(0,0) >(4,2)'::gridpath AS a, '(0,0) (4,2)'::gridpath AS b) r;

-- maps that take turns in a statement
SELECT n, (gridmap_floor_of(m, '(5,0)')).*, gridmap_floor_cell(m, 2, '(1,1)')
FROM building, generate_series(1, 5) n, LATERAL (SELECT CASE n % 3 WHEN 0 THEN map ELSE gridmap_crop(map, gridcell(n, 0), '(15,3)') END AS m) c ORDER BY n;

-- what there is not
SELECT gridmap_floors('{}');
SELECT gridmap_floors(ARRAY[map, NULL]) FROM building;
SELECT gridmap_floors(ARRAY[gridmap('{.}'::text[]), map]) FROM building;
SELECT gridmap_floor_cell(map, 0, '(0,0)') FROM building;
SELECT gridmap_floor_cell(map, 4, '(0,0)') FROM building;
SELECT gridmap_floor_cell(map, 2, '(3,0)') FROM building;
SELECT gridmap_floor_cell(map, 2, '(0,-1)') FROM building;
SELECT gridmap_floor_of(map, '(16,0)') FROM building;
SELECT gridmap_floors(array_agg(gridmap_walls(30000, 2, 0, 1, 1))) FROM generate_series(1, 3);
SELECT gridmap_floors(ARRAY[gridmap('{.|,||}'::text[]), gridmap('{..}'::text[])]);
-- a floor may have the code, but in no column alone
SELECT (gridmap_floor_of(map, '(4,1)')).*, gridmap_width(map) FROM gridmap_floors(ARRAY[gridmap('{|.,..}'::text[]), gridmap('{.|,..}'::text[])]) map;
DROP TABLE storey, stairs, building, tower, joined;

-- pictures of one floor: as the floor's own map, with its part of a route and of a heat
CREATE TABLE high_rise AS
SELECT floor, own, gridmap_floors(array_agg(own) OVER (ORDER BY floor ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) AS map
FROM (VALUES (1, gridmap('{.....,.@@@.,.....}'::text[])), (2, gridmap('{...,...}'::text[])), (3, gridmap('{....@.,.@....,......,@.....}'::text[]))) f (floor, own);
SELECT count(*) AS floors, failing(floor::text) FILTER (WHERE fringe_ascii(map, route, floor) <> fringe_ascii(own, own_route)) AS ascii,
  failing(floor::text) FILTER (WHERE fringe_png(map, route, heat, floor => floor) <> fringe_png(own, own_route, own_heat)) AS png,
  failing(floor::text) FILTER (WHERE replace(fringe_svg(map, route, heat, ARRAY[route, other], floor => floor), format('floor %s of 3,', floor), 'map of')
    <> fringe_svg(own, own_route, own_heat, ARRAY[own_route])) AS svg,
  failing(floor::text) FILTER (WHERE fringe_svg(map, route, floor => NULL) <> fringe_svg(map, route) OR fringe_png(map, route, floor => NULL) <> fringe_png(map, route)
    OR fringe_ascii(map, route, NULL) <> fringe_ascii(map, route)) AS "whole map"
FROM high_rise, LATERAL (SELECT fringe_route(own, '(0,0)', '(2,1)') AS own_route, fringe_route(map, gridmap_floor_cell(map, floor, '(0,0)'), gridmap_floor_cell(map, floor, '(2,1)')) AS route,
  fringe_route(map, gridmap_floor_cell(map, floor % 3 + 1, '(0,0)'), gridmap_floor_cell(map, floor % 3 + 1, '(1,0)')) AS other) r,
  LATERAL (SELECT array_agg((c, gridcell_x(c))::gridcell_value) AS own_heat FROM gridmap_cells(own) g, gridcell(g.x, g.y) c) h,
  LATERAL (SELECT array_agg((c, x)::gridcell_value) AS heat
    FROM (SELECT gridcell(x, y) AS c, gridcell_x((gridmap_floor_of(map, gridcell(x, y))).cell) AS x, (gridmap_floor_of(map, gridcell(x, y))).floor AS f FROM gridmap_cells(map)) g
    WHERE f = floor OR x IS NULL OR x > 2) k;
-- links to other floors are markers with the floor's name or number; the legend explains them; a route ends there
CREATE TABLE climb AS SELECT gridmap_link(map, '{"(4,2)<>(6,0)=2","(8,1)>(10,0):D","(11,0)>(8,1)","(8,1)>(15,3)","(6,1)<>(8,0)","(7,0)>(2,3)","(0,0)<>(2,0)"}') AS map FROM high_rise WHERE floor = 1;
SELECT fringe_ascii(map, route), fringe_ascii(map, route, 1), fringe_ascii(map, route, 2), fringe_ascii(map, route, floor => 3)
FROM climb, fringe_route(map, '(3,2)', '(13,2)', 'octile(D=1)') route;
SELECT fringe_svg(map, route, floors => '{Hall,"Second <floor> with a long name"}', floor => 2, title => 'House') FROM climb, fringe_route(map, '(3,2)', '(13,2)', 'octile(D=1)') route;
SELECT floor, ARRAY(SELECT m[1] FROM regexp_matches(fringe_svg(map, floor => floor, floors => '{Hall,NULL,Roof}'), '<g><title>([^<]*)<', 'g') m) AS tooltips,
  ARRAY(SELECT m[1] FROM regexp_matches(fringe_svg(map, floor => floor, floors => '{Hall,NULL,Roof}'), '>(&#x21[^<]*)<', 'g') m) AS labels,
  fringe_png(map, floor => floor) <> fringe_png(gridmap_unlink(map), floor => floor) AS dots
FROM climb, generate_series(1, 3) floor;
-- exits lie in their cells, also in cells that are not squares: three times as far to the right
SELECT model, (SELECT array_agg(m[1] ORDER BY n) FROM regexp_matches(fringe_svg(map, floor => 2, model => model), '</title><path [^>]* d="m([0-9.]+)', 'g') WITH ORDINALITY q (m, n)) AS "columns of middles"
FROM climb, unnest('{tile,tile(dx=3)}'::gridmodel[]) model;
-- a route that walks from floor to floor, and one in straight lines, end at the border
SELECT model, floor, (regexp_match(fringe_svg(map, route, floor => floor, legend => false), 'stroke="#cf222e" stroke-width="[^"]*" d="([^"]*)"'))[1] AS line
FROM (SELECT gridmap('{.....|...,.....|...,.....|...}'::text[]) AS map) m, unnest('{octile(|=1),anyangle(|=1)}'::gridmodel[]) model, fringe_route(map, '(0,0)', '(8,2)', model) route, generate_series(1, 2) floor;
SELECT fringe_svg(map, floor => 0) FROM climb;
SELECT fringe_png(map, floor => 4) FROM climb;
SELECT fringe_ascii(map, NULL, -1) FROM climb;
SELECT fringe_svg(gridmap('{.||.}'::text[]), floor => 2);
SELECT fringe_svg(map, '(0,0) W1', floor => 2) FROM climb;
SELECT fringe_svg(map, heat => '{"(\"(99,0)\",1)"}', floor => 2) FROM climb;
DROP TABLE high_rise, climb;
