-- worlds whose opposite edges are joined: the key wrap of models
SELECT model, model::gridmodel FROM unnest('{octile(wrap=none),"tile(wrap=xy, .=2)","octile(size=2, wrap=y, dx=3, dy=4)"}'::text[]) model;
SELECT 'octile(wrap=yx)'::gridmodel;
SELECT 'octile(wrap=1)'::gridmodel;
SELECT 'hex(wrap=z)'::gridmodel;
SELECT 'anyangle(wrap=x)'::gridmodel;
SELECT 'octile(wrap=x, turn=1)'::gridmodel;
SELECT 'octile(wrap=y, latitude=10)'::gridmodel;

CREATE TABLE ask (map text[], start gridcell, goal gridcell, model gridmodel, by_hand float8);
INSERT INTO ask VALUES
  ('{.........,.........,.........}', '(0,0)', '(7,0)', 'tile', 7),
  ('{.........,.........,.........}', '(0,0)', '(7,0)', 'tile(wrap=x)', 2),
  ('{.........,.........,.........}', '(0,0)', '(7,0)', 'tile(size=2)', 7),
  ('{.........,.........,.........}', '(0,0)', '(7,0)', 'tile(size=2, wrap=x)', 2),
  ('{.........,.........,.........}', '(0,0)', '(8,0)', 'tile(size=2)', NULL), -- it does not fit at the edge
  ('{.........,.........,.........}', '(0,0)', '(8,0)', 'tile(size=2, wrap=x)', 1), -- it covers both edges
  ('{.........,.........,.........}', '(0,0)', '(8,2)', 'octile(wrap=xy)', sqrt(2)),
  ('{.........,.........,.........}', '(0,0)', '(8,2)', 'octile(wrap=x)', 1 + sqrt(2)),
  ('{.........,.........,.........}', '(0,0)', '(8,2)', 'octile(wrap=y)', 7 + sqrt(2)),
  ('{.@......@,.........,.........}', '(0,0)', '(7,2)', 'octile(wrap=xy)', 3), -- no corner is cut over the edges
  ('{.@......@,.........,.........}', '(0,0)', '(8,2)', 'octile(wrap=xy, corners=one)', sqrt(2)),
  ('{.#.,.#.,.#.}', '(0,0)', '(2,0)', 'tile', NULL),
  ('{.#.,.#.,.#.}', '(0,0)', '(2,0)', 'tile(wrap=x)', 1),
  ('{.>...}', '(0,0)', '(4,0)', 'tile(wrap=x, .=E)', 4), -- one-way, the long way round
  ('{.>...}', '(4,0)', '(0,0)', 'tile(wrap=x, .=E)', 1),
  ('{.TTTTTT.}', '(0,0)', '(7,0)', 'tile(wrap=x, T=3, weigh=average)', 1),
  ('{...}', '(0,0)', '(2,0)', 'tile(wrap=y)', 2), -- one row is no ring
  ('{..}', '(0,0)', '(1,0)', 'tile(wrap=x)', 1),
  ('{..}', '(0,0)', '(0,0)', 'tile(wrap=x, size=3x1)', NULL); -- no agent is longer than the ring
INSERT INTO ask VALUES
  ('{......,......,......}', '(0,0)', '(5,0)', 'hex', 5),
  ('{......,......,......}', '(0,0)', '(5,0)', 'hex(wrap=x)', 1), -- W
  ('{......,......,......}', '(0,0)', '(5,1)', 'hex(wrap=x)', 1), -- SW
  ('{......,......,......}', '(0,1)', '(5,0)', 'hex(wrap=x)', 2), -- no step leads to NW
  ('{......,......,......}', '(0,0)', '(1,2)', 'hex(wrap=xy)', 1), -- NE
  ('{......,......,......}', '(0,0)', '(5,2)', 'hex(wrap=xy)', 2),
  ('{......,......,......}', '(4,0)', '(1,0)', 'hex(wrap=x, size=2)', 3),
  ('{......,......,......}', '(5,0)', '(1,0)', 'hex(wrap=x, size=2)', 2), -- it covers both edges
  ('{...@..,......,......}', '(1,0)', '(4,0)', 'hex(size=2)', 4), -- two hexagons pass below the blocked one
  ('{...@..,......,......}', '(1,0)', '(4,0)', 'hex', 4);
UPDATE ask SET model = 'tile(wrap=x, .=E, >=E)' WHERE model::text ~ '=E';
SELECT map, start, goal, model, by_hand, cost FROM (SELECT *, fringe_cost(gridmap(map), start, goal, model) AS cost FROM ask) a WHERE cost IS DISTINCT FROM by_hand;
SELECT method, count(*), count(*) FILTER (WHERE fringe_cost(gridmap(map), start, goal, model, method) IS DISTINCT FROM by_hand) AS wrong
FROM ask, unnest('{astar,fringe,idastar,sweep,jump,astar(heuristic=alt),"fringe(list=array)"}'::gridmethod[]) method WHERE model::text ~ 'wrap' GROUP BY method ORDER BY method;
DROP TABLE ask;

-- A step over joined edges is in a route as a link is: to the cell on the other side.
CREATE TABLE ring AS SELECT gridmap(ARRAY['.........', '...@@....', '.........']) AS map;
SELECT fringe_route(map, '(1,0)', '(7,0)', 'tile(wrap=x)'), fringe_route(map, '(7,2)', '(7,0)', 'tile(wrap=y)') FROM ring;
SELECT seq, x, y, step_cost, total_cost FROM ring, fringe_path(map, '(1,0)', '(7,0)', 'tile(wrap=x)');
SELECT path, gridpath_valid(path, map, 'tile(wrap=x)') AS joined, gridpath_valid(path, map, 'tile') AS plain, gridpath_cost(path, map, 'tile(wrap=x)'), gridpath_at(path, 1.5, map, 'tile(wrap=x)')
FROM ring, unnest('{"(1,0) W1 >(8,0) W1","(1,0) W1 >(8,1)","(0,0) W1","(8,0) E2","(0,0) >(8,0) >(0,0)"}'::gridpath[]) path;
SELECT gridpath_to_geojson(fringe_route(map, '(1,0)', '(7,0)', 'tile(wrap=x)')) FROM ring;
SELECT seq, cell, step_cost, total_cost FROM ring, gridpath_steps('(1,0) W1 >(8,0) W1', map, 'tile(wrap=x)');
SELECT walk, route, cost FROM ring, fringe_walks(map, '{"(1,0)","(0,0)","(8,0)","(6,0)"}', 'tile(wrap=x)', 2);
SELECT walk, route, cost FROM ring, fringe_try_walks(map, '{"(1,0)","(0,0)","(-1,0)","(8,0)","(6,0)"}', 'tile(wrap=x)', 2);
SELECT fringe_components(map, 'tile(wrap=x)'), fringe_components(map, 'tile') FROM gridmap(ARRAY['.@.', '.@.']) map;
SELECT cell, cost FROM ring, fringe_closest(map, '(0,1)', '(4,1)', 'tile(wrap=x)');
SELECT fringe_best_count(map, '(1,0)', '(7,0)', 'tile(wrap=x)'), (SELECT array_agg(cell ORDER BY cell) FROM fringe_best_cells(map, '(1,0)', '(7,0)', 'tile(wrap=x)')), fringe_random_route(map, '(1,0)', '(7,0)', 'tile(wrap=x)') FROM ring;
SELECT cells[1], count(*) FROM (SELECT array_agg(gridcell(x, y)) AS cells, cost FROM ring, fringe_reach(map, '(0,0)', 2, 'tile(wrap=x)') GROUP BY cost) r GROUP BY 1 ORDER BY 1;

-- sql/combinations.sql tells which functions refuse joined edges, and sql/alike.sql compares the costs and routes of the others
SELECT start, goal, fringe_cost(map, start, goal, 'tile(wrap=x)') FROM gridmap(ARRAY['.@.', '.@@']) map, fringe_random_pairs(map, 4, 1, 'tile(wrap=x)');
SELECT (SELECT array_agg(c) FROM gridmap_random_cells(map, 2, 1, 'tile(size=2, wrap=x)') c) FROM gridmap(ARRAY['.@.', '.@.']) map;
DROP TABLE ring;
-- Blocked cells of a layer hold on both sides; closed sides are refused.
SELECT fringe_cost(map, '(0,0)', '(3,0)', 'tile(wrap=x)'), fringe_cost(map, '(0,0)', '(3,0)', 'tile(size=2, wrap=x)') FROM gridmap_set_layer(gridmap(ARRAY['....', '....']), 'blocked', '{{0,0,0,0},{0,0,0,1}}') map;
-- Layers and closed sides count across joined edges, too: westward 1 + 5 + 1, or a side is closed there.
SELECT model, fringe_cost(gridmap_set_layer(gridmap('{.....}'::text[]), 'danger', '{{0,9,0,0,5}}'), '(0,0)', '(3,0)', model)
FROM unnest('{"tile(layer.danger=1)", "tile(wrap=x, layer.danger=1)", "tile(wrap=x, rise=2, height=danger)", "tile(wrap=x, climb=5, height=danger)", "tile(wrap=x, climb=4, height=danger)"}'::gridmodel[]) model;
SELECT numbers, fringe_cost(gridmap_set_layer(gridmap('{.....}'::text[]), 'sides', numbers), '(0,0)', '(3,0)', 'tile(wrap=x)')
FROM (VALUES ('{{0,0,0,0,0}}'::float8[]), ('{{8,0,0,0,0}}'), ('{{0,0,0,0,2}}'), ('{{8,0,0,0,2}}')) v (numbers);
-- Around the earth, in metres: a quarter of the equator is 10,007,557.
SELECT model, round(fringe_cost(gridmap(ARRAY[repeat('.', 360)]), '(45,0)', '(315,0)', model)) AS metres
FROM unnest('{tile(latitude=0), "tile(latitude=0, wrap=x)", "tile(latitude=60, wrap=x)"}'::gridmodel[]) model;

-- What a refusal says.
SELECT fringe_sees(gridmap('{...,...}'::text[]), '(0,0)', '(2,1)', 'octile(wrap=x)');
SELECT gridindex_info(fringe_index(gridmap('{...,...}'::text[]), 'octile(wrap=x)'));

-- The grid of shifted rows or columns is longer than its ring: a map in axial coordinates modulo the ring has no padding.
SELECT fringe_cost(map, '(1,0)', '(4,0)', 'hex(wrap=x)') FROM gridmap_from_offset('{....,....,....}'::text[], 'odd-r') map;
SELECT offset_x, offset_y, fringe_cost(map, '(0,0)', gridcell((x + 4) % 4, y), 'hex(wrap=x)') FROM gridmap('{....,....,....,....}'::text[]) map, (VALUES (3, 0), (3, 1), (0, 2), (2, 2), (3, 3)) o (offset_x, offset_y),
  LATERAL (SELECT offset_x - (offset_y - (offset_y & 1)) / 2 AS x, offset_y AS y) axial;
