-- roads and prices of sides: what steps cost, by rules of games, and which layers and models are refused
-- freeciv's classic rules: terrain costs 1, 2 or 3 movement points of three fragments, a step from road to road one fragment, from rail to rail none.
CREATE TEMP TABLE land AS SELECT gridmap_set_layer(gridmap_set_layer(gridmap('{.H.M.,HHHHH,.....}'::text[]), 'road', '{{0,0,0,0,0},{1,1,1,1,0},{0,0,0,0,1}}'), 'rail', '{{0,0,0,0,0},{0,0,1,1,1},{0,0,0,0,0}}') AS map;
SELECT model, seq, cell, step_cost, total_cost FROM land, unnest('{"octile(diagonal=1, .=3, H=6, M=9, road.road=1, road.rail=0)"}'::gridmodel[]) model, gridpath_steps('(0,0) S1 E3 S1 E1 N1 W1 N1', map, model) ORDER BY seq;
SELECT fringe_cost(map, a, b, model) AS cost, fringe_route(map, a, b, model) AS route, gridpath_cost(fringe_route(map, a, b, model), map, model) = fringe_cost(map, a, b, model) AS priced
FROM land, (VALUES ('(0,0)'::gridcell, '(4,0)'::gridcell), ('(0,1)', '(4,2)'), ('(4,2)', '(0,1)'), ('(0,2)', '(4,2)')) q(a, b), unnest('{"octile(diagonal=1, .=3, H=6, M=9, road.road=1, road.rail=0)"}'::gridmodel[]) model;

-- Unciv's: between hexagons a step costs the terrain, on a road a half, on a railroad a tenth. A river costs more where no road crosses it.
CREATE TEMP TABLE hexes AS SELECT gridmap_set_sides(gridmap_set_layer(gridmap('{......,......,......}'::text[]), 'road', '{{0,0,0,0,0,0},{1,1,1,0,0,0},{0,0,0,0,0,0}}'), '{"(2,0)","(2,1)","(2,2)"}', 'E+NE', layer => 'river') AS map;
SELECT gridmap_layer(map, 'river') FROM hexes;
SELECT model, fringe_cost(map, '(0,1)', '(5,1)', model), fringe_cost(map, '(5,1)', '(0,1)', model) AS back, fringe_route(map, '(0,1)', '(5,1)', model) AS route FROM hexes,
  unnest('{hex, "hex(road.road=0.5)", "hex(side.river=3)", "hex(side.river=3, road.road=0.5)", "hex(side.river=3, turn=0.25)"}'::gridmodel[]) model;

-- Squares: a diagonal step pays for the cheaper way around, whether or not it is passable; a mark of one cell only counts one way.
CREATE TEMP TABLE rivers AS SELECT gridmap_set_sides(gridmap_set_sides(gridmap_set_sides(gridmap('{...,.@.,...}'::text[]), '{"(0,0)","(0,1)"}', 'E', layer => 'a'), '{"(0,0)"}', 'S', layer => 'b'), '{"(2,2)"}', 'W', twoway => false, layer => 'b') AS map;
SELECT step, model, gridpath_cost(step::gridpath, map, model) FROM rivers, unnest('{"(0,0) E1","(1,0) W1","(0,0) S1","(0,0) E1","(0,1) NE1","(1,0) SW1","(2,2) W1","(1,2) E1"}'::text[]) step,
  unnest('{"octile(diagonal=1.5, side.a=2, corners=one)","octile(side.a=2, side.b=0.25, corners=one)","octile(side.a=0.1, side.b=0.25, corners=one, straight=2, dy=2, diagonal=3)"}'::gridmodel[]) model;
SELECT fringe_cost(map, '(0,0)', '(2,2)', model), fringe_cost(map, '(2,2)', '(0,0)', model) AS back FROM rivers, unnest('{"octile(side.a=2, side.b=1)","tile(side.a=2, side.b=1)"}'::gridmodel[]) model;

-- Steps over joined edges, and agents of several cells, which are on a road with all cells.
SELECT model, fringe_cost(map, '(0,0)', '(5,0)', model) FROM gridmap_set_sides(gridmap_set_layer(gridmap('{......,......}'::text[]), 'road', '{{1,0,0,0,1,1},{1,0,0,0,0,1}}'), '{"(0,0)"}', 'W', layer => 'river') map,
  unnest('{tile, "tile(wrap=x)", "tile(wrap=x, road.road=0.25)", "tile(wrap=x, side.river=1.5)", "tile(wrap=x, side.river=9)", "tile(wrap=x, road.road=0.25, side.river=1)"}'::gridmodel[]) model;
SELECT model, fringe_cost(map, '(0,0)', '(4,0)', model) FROM gridmap_set_sides(gridmap_set_layer(gridmap('{......,......}'::text[]), 'road', '{{1,1,1,1,1,1},{1,1,1,0,1,1}}'), '{"(1,1)"}', 'E', layer => 'river') map,
  unnest('{"tile(road.road=0.5)", "tile(size=2, road.road=0.5)", "tile(size=2, side.river=3)", "tile(size=2x1, side.river=3)"}'::gridmodel[]) model;

-- A road instead of friction, prices and heights; limits and closed sides stay. Fields hold what steps cost.
SELECT model, fringe_cost(map, '(0,0)', '(4,0)', model), (SELECT total_cost FROM gridpath_steps(gridfield_route(fringe_field(map, '(4,0)', model), '(0,0)'), map, model) ORDER BY seq DESC LIMIT 1) AS by_field
FROM gridmap_set_sides(gridmap_set_layer(gridmap_set_layer(gridmap('{.....,.....}'::text[]), 'road', '{{1,1,1,1,1},{0,0,0,0,0}}'), 'height', '{{0,3,0,3,0},{0,0,0,0,0}}'), '{"(3,0)"}', 'E') map,
  unnest('{"tile(road.road=0.5)", "tile(road.road=0.5, rise=9)", "tile(road.road=0.5, climb=2)", "tile(road.road=0.5, layer.height=3)", "tile(road.road=0.5, friction=height)", "tile(road.road=7, slope=-9:9|9:9)"}'::gridmodel[]) model;

-- Canonical texts: a road that costs nothing is one, a side that costs nothing is none.
SELECT model, model::gridmodel FROM unnest('{"tile(road.b=0, road.a=1.50)", "tile(side.b=0)", "hex(side.b=1, road.a=2, layer.c=3)"}'::text[]) model;

-- What is refused.
SELECT fringe_cost(map, '(0,0)', '(1,0)', 'tile(road.rails=1)') FROM land;
SELECT fringe_cost(map, '(0,0)', '(1,0)', 'tile(side.rails=1)') FROM land;
SELECT fringe_cost(gridmap_set_layer(map, 'rail', '{"(0,0)"}'::gridcell[], '{64}'), '(0,0)', '(1,0)', 'tile(side.rail=1)') FROM land;
SELECT fringe_cost(gridmap_set_layer(map, 'rail', '{"(0,0)"}'::gridcell[], '{0.5}'), '(0,0)', '(1,0)', 'tile(side.rail=1)') FROM land;
SELECT gridmap_set_sides(gridmap_set_layer(map, 'rail', '{"(0,0)"}'::gridcell[], '{64}'), '{"(0,0)"}', 'E', layer => 'rail') FROM land;
SELECT gridmap_set_sides(map, '{"(0,0)"}', 'E', layer => 'blocked') FROM land;
SELECT gridmap_set_sides(map, '{"(0,0)"}', 'E', layer => '1st') FROM land;
SELECT fringe_cost(map, '(0,0)', '(1,0)', 'tile(road.road=999999999.000000001)') FROM land;
SELECT fringe_cost(map, '(0,0)', '(1,0)', 'tile(side.road=999999999.000000001)') FROM land;
SELECT 'tile(side.a=1, side.b=1, side.c=1, side.d=1, side.e=1, side.f=1)'::gridmodel;
SELECT 'tile(road.a=1, road.a=2)'::gridmodel;
SELECT 'tile(road.a=-1)'::gridmodel;
SELECT 'tile(road.=1)'::gridmodel;
SELECT 'octile(latitude=3, road.a=1)'::gridmodel;
SELECT 'anyangle(road.a=1)'::gridmodel;
SELECT fringe_index(map, 'tile(road.road=1)') FROM land;
SELECT * FROM fringe_closest((SELECT map FROM land), '(0,0)', '(1,0)', 'tile(side.road=1)');
DROP TABLE land, hexes, rivers;
