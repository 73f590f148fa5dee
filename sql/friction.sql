-- friction and slope: what a step costs, which steps are legal, and which models and maps are refused
CREATE TEMP TABLE raster AS SELECT gridmap_set_layer(gridmap_set_layer(gridmap('{.....,.....,.....}'::text[]), 'rub', '{{1,2,3,4,5},{1,1.5,0.25,9,1},{1,1,1,1,1}}'), 'height', '{{0,1,2,3,4},{0,0,0,0,0},{1,1,1,1,1}}') AS map;

-- Each step of a route, by the formula.
SELECT model, seq, cell, step_cost FROM raster, unnest('{tile(friction=rub), "tile(friction=rub, weigh=average)", "tile(friction=rub, weigh=leave)", "tile(friction=rub, weigh=max)", "hex(friction=rub, weigh=average)"}'::gridmodel[]) model,
  gridpath_steps('(0,0) E2 S1', map, model) ORDER BY 1, 2;
SELECT seq, cell, step_cost FROM raster, gridpath_steps('(0,0) S1 SE1 E2 NE1', map, 'octile(friction=rub, weigh=average, slope=-9:2|0:1|9:4, cell=0.5)');
SELECT model, fringe_cost(map, '(0,0)', '(4,2)', model) FROM raster, unnest('{octile(friction=rub), "octile(friction=rub, weigh=average)", "octile(friction=rub, .=3)", "octile(friction=rub, dx=3, dy=4)", "octile(friction=rub, size=2)", "octile(friction=rub, rise=1, layer.rub=0.5)", "octile(friction=rub, turn=0.5)"}'::gridmodel[]) model;

-- Grades at the ends of the table are legal, also on diagonals, whose length is a root: 1 in sqrt2 is 0.70710678.
SELECT cell, gridpath_valid(('(0,1) ' || step)::gridpath, map, 'octile(slope=-1:1|1:1)') AS one, gridpath_valid(('(0,1) ' || step)::gridpath, map, 'octile(slope=-1:1|0.707106782:1)') AS root, gridpath_valid(('(0,1) ' || step)::gridpath, map, 'octile(slope=-1:1|0.707106781:1)') AS below,
  gridpath_valid(('(0,1) ' || step)::gridpath, map, 'octile(slope=-1:1|1:1, cell=2)') AS wide
FROM raster, unnest('{E1,S1,NE1,SE1}'::text[]) step, gridpath_goal(('(0,1) ' || step)::gridpath) cell;
SELECT fringe_diagnose(map, '(0,1)', '(0,2)', 'tile(slope=-1:1|0.5:1)') FROM raster;
SELECT fringe_connected(gridmap_set_layer(map, 'height', array_fill(1::float8, ARRAY[3, 5])), '(0,0)', '(1,0)', 'tile(slope=-1:1|-0.5:1)') AS level_is_no_descent FROM raster;

-- Degrees: metres on a sphere by the formula of haversines, also on a map without layers.
SELECT model, round(cost::numeric, 4) AS metres, abs(cost - 2 * 6371008.8 * asin(sqrt(sind((a - b) / 2) ^ 2 + cosd(a) * cosd(b) * sind(east / 2) ^ 2))) < 0.0001 AS right
FROM (VALUES ('octile(latitude=60)', '(1,0)', 60, 60, 1), ('octile(latitude=60)', '(0,1)', 60, 59, 0), ('octile(latitude=60)', '(1,1)', 60, 59, 1), ('tile(latitude=-89.5, cell=0.25, dy=0.5)', '(1,0)', -89.5, -89.5, 0.25), ('tile(latitude=90, cell=10)', '(1,0)', 90, 90, 10),
  ('octile(latitude=0, cell=0.001, .=2, straight=0.5)', '(1,1)', 0, -0.001, 0.001)) q(model, goal, a, b, east), fringe_cost(gridmap('{..,..}'::text[]), '(0,0)', goal::gridcell, model::gridmodel) cost;

-- Every number that fits is exact; costs that do not fit are rounded to a power of ten, equally for all methods.
SELECT DISTINCT fringe_cost(map, '(0,0)', '(299,0)', 'octile(friction=rub, weigh=average)', method) FROM
  (SELECT gridmap_set_layer(gridmap_walls(300, 300, 0, 1, 1), 'rub', (SELECT array_agg(r ORDER BY y) FROM (SELECT y, array_agg(round(1 + 99999 * abs(sin(x * 0.1 + y * 0.07))::numeric, 1)::float8 ORDER BY x) AS r FROM generate_series(0, 299) x, generate_series(0, 299) y GROUP BY y) q)) AS map) m,
  unnest('{sweep,auto,astar,fringe,"astar(heuristic=alt)"}'::gridmethod[]) method;

-- Canonical texts.
SELECT model, model::gridmodel FROM unnest('{"octile(slope=-1.50:3|0:1|2.0:01.5, cell=30)", "octile(cell=30)", "tile(friction=rub, weigh=average)", "tile(weigh=average)", "octile(height=z, slope=-1:1|1:1)"}'::text[]) model;

-- What is refused.
SELECT fringe_cost(map, '(0,0)', '(4,2)', 'tile(friction=nope)') FROM raster;
SELECT fringe_cost(gridmap_drop_layer(map, 'height'), '(0,0)', '(4,2)', 'tile(slope=-1:1|1:1)') FROM raster;
SELECT fringe_cost(gridmap_set_layer(map, 'rub', '{"(1,1)"}'::gridcell[], '{-1.5}'), '(0,0)', '(4,2)', 'tile(friction=rub)') FROM raster;
SELECT fringe_cost(gridmap_set_layer(gridmap_fill(map, '(1,1)', '(1,1)', '@'), 'rub', '{"(1,1)"}'::gridcell[], '{-1.5}'), '(0,0)', '(4,2)', 'tile(friction=rub)') AS walls_may_be_negative FROM raster;
SELECT 'octile(slope=1:2)'::gridmodel;
SELECT 'octile(slope=1:2|0:3)'::gridmodel;
SELECT 'octile(slope=1:-2|0:3)'::gridmodel;
SELECT 'octile(slope=1:2|)'::gridmodel;
SELECT ('octile(slope=' || string_agg(i || ':1', '|') || ')')::gridmodel FROM generate_series(1, 129) i;
SELECT 'octile(slope=-1:1|1:1, slope=-1:1|1:1)'::gridmodel;
SELECT 'octile(friction=a, friction=b)'::gridmodel;
SELECT 'octile(friction=1a)'::gridmodel;
SELECT 'octile(wrap=y, latitude=50)'::gridmodel;
SELECT fringe_cost(gridmap_set_layer(map, 'height', '{{0,4294967295,0,0,0},{0,0,0,0,0},{0,0,0,0,0}}'), '(0,0)', '(1,0)', 'tile(slope=-9:1|9:2)') FROM raster;
SELECT fringe_cost(map, '(0,0)', '(1,0)', 'tile(latitude=-89)') FROM raster;
SELECT 'tile(latitude=north)'::gridmodel;
SELECT 'tile(latitude=90.5)'::gridmodel;
SELECT 'tile(latitude=1, latitude=2)'::gridmodel;
SELECT 'hex(latitude=1)'::gridmodel;
-- Grades under degrees: heights are metres, and so is the ground between two centres.
WITH q AS (SELECT *, 2 * 6371008.8 * asin(sqrt(power(sind((a - b) / 2), 2) + cosd(a) * cosd(b) * power(sind(east / 2), 2))) AS metres
    FROM (VALUES ('(1,0)', 47.0::float8, 47.0::float8, 0.001::float8, 12::float8), ('(0,1)', 47, 46.999, 0, 30), ('(1,1)', 47, 46.999, 0.001, -25)) q (goal, a, b, east, up))
SELECT goal, round(cost::numeric, 6) AS cost, abs(cost - metres * (1 + CASE WHEN up > 0 THEN 2 ELSE -0.5 END * up / metres)) < 1e-6 AS right
FROM q, fringe_cost(gridmap_set_layer(gridmap('{..,..}'::text[]), 'height', '{{100,112},{130,75}}'), '(0,0)', goal::gridcell, 'octile(latitude=47, cell=0.001, slope=-1:1.5|0:1|1:3)') cost;
-- A limit of 0.28 on both sides of the grade of 30 m in 111 m, and of 25 m in 134 m.
SELECT slope, goal, fringe_cost(gridmap_set_layer(gridmap('{..,..}'::text[]), 'height', '{{100,500},{130,75}}'), '(0,0)', goal, format('octile(latitude=47, cell=0.001, slope=%s)', slope)::gridmodel) IS NOT NULL AS legal
FROM unnest('{-0.3:1|0.28:1,-0.3:1|0.26:1,-0.185:1|0.28:1}'::text[]) slope, unnest('{"(0,1)","(1,1)"}'::gridcell[]) goal;

-- Who does not support friction says what its answer would ignore; where codes have weights, these can have the numbers.
SELECT gridpath_smooth('(0,0) E1', gridmap_set_layer(gridmap('{..}'::text[]), 'mud', '{{1,2}}'), 'octile(friction=mud)');
SELECT * FROM fringe_plan(gridmap_set_layer(gridmap('{..}'::text[]), 'mud', '{{1,2}}'), '{"(0,0)"}', '{"(1,0)"}', 'octile(diagonal=1, friction=mud)');
