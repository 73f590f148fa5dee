-- sight over heights, past closed sides, through codes, and between hexagons
SET client_min_messages = warning;
-- by hand: a wall of 3 in the middle, and a step of 1 beside the target
CREATE TABLE ridge AS SELECT gridmap_set_layer(gridmap('{.....}'::text[]), 'height', '{{0,0,3,1,0}}') AS map;
SELECT eye, target, fringe_sees(map, '(0,0)', '(4,0)', eye => eye, target => target) AS blocks, fringe_sees(map, '(0,0)', '(4,0)', eye => eye, target => target, ground => CASE WHEN eye IS NOT NULL THEN 'slopes' END) AS slopes
FROM ridge, (VALUES (NULL::float8, NULL::float8), (0, NULL), (2.9, NULL), (3, NULL), (6, 0), (4.79, 0.5), (4.8, 0.5), (5.5, 0.5), (5.49, 0.5)) v (eye, target);
SELECT string_agg(cell::text, ' ') AS seen FROM ridge, fringe_view(map, '(0,0)', eye => 1);
SELECT cell, viewers FROM ridge, fringe_exposure(map, '{"(0,0)","(4,0)"}', eye => 1, target => 0.5);
SELECT a.* FROM ridge, fringe_approach(map, '(0,0)', '(4,0)', range => 9, sight => true, eye => 2, target_height => 1) a;
SELECT a.* FROM ridge, fringe_approach(map, '(0,0)', '(4,0)', range => 9, sight => true) a;
-- codes that block steps and no sight; one model for both, and an archer who shoots over water
SELECT fringe_sees(map, '(0,0)', '(4,0)') AS blocked, fringe_sees(map, '(0,0)', '(4,0)', through => 'W') AS water, fringe_sees(map, '(0,0)', '(4,0)', through => 'W@') AS both, fringe_sees(map, '(0,0)', '(4,0)', through => '') AS none
FROM gridmap('{.W@W.}'::text[]) map;
SELECT through, a.* FROM gridmap('{..W..,..W..,..W..}'::text[]) map, unnest('{NULL,W}'::text[]) through, fringe_approach(map, '(0,2)', '(4,0)', 'octile', 9, true, through => through) a;
-- walls between cells: from both sides they block, also at a corner
CREATE TABLE fence AS SELECT gridmap_set_sides(gridmap('{....,....}'::text[]), '{"(1,0)"}', 'E') AS map;
SELECT sides, fringe_sees(map, '(0,0)', '(3,0)', sides => sides) AS across, fringe_sees(map, '(0,1)', '(3,1)', sides => sides) AS below, fringe_sees(map, '(0,0)', '(3,1)', sides => sides) AS aslant, fringe_sees(map, '(1,0)', '(2,1)', sides => sides) AS corner,
  (SELECT count(*) FROM fringe_view(map, '(0,0)', sides => sides)) AS cells FROM fence, unnest('{false,true}'::bool[]) sides;
SELECT fringe_sees(gridmap_set_sides(gridmap('{...}'::text[]), '{"(0,0)"}', 'E', twoway => false), '(0,0)', '(2,0)', sides => true) AS "closed one way";
-- hexagons: along the edge of two, only both together block
SELECT fringe_sees(gridmap(rows), '(0,0)', '(1,1)', 'hex') AS "along the edge", rows FROM (VALUES ('{..,..}'::text[]), ('{.@,..}'), ('{..,@.}'), ('{.@,@.}')) v (rows);
SELECT count(*) FROM fringe_view(gridmap('{...,...,...}'::text[]), '(1,1)', 1, 'hex');

-- views, exposures and approaches say what fringe_sees says of each cell
CREATE TABLE world AS SELECT name, gridmap_set_sides(gridmap_set_layer(map, 'height', heights), picked, 'N+E') AS map FROM (VALUES ('caves', gridmap_caves(31, 23, 0.3, 3)), ('rooms', gridmap_rooms(34, 21, 6, 2))) m (name, map),
  LATERAL (SELECT array_agg(row_ ORDER BY y) AS heights FROM (SELECT y, array_agg(round((3 + 3 * sin(x * 0.7 + y) * cos(y * 0.4))::numeric, 1)::float8 ORDER BY x) AS row_ FROM generate_series(0, gridmap_width(map) - 1) x, generate_series(0, gridmap_height(map) - 1) y GROUP BY y) r) h,
  LATERAL (SELECT array_agg(cell) AS picked FROM gridmap_random_cells(map, 40, 5) cell) p;
CREATE TABLE sight AS SELECT name, map, model, n, eye, target, ground, sides, through, gridcell(n * 13 % gridmap_width(map), n * 7 % gridmap_height(map)) AS a
FROM world, unnest('{octile,octile(corners=any),tile,hex}'::gridmodel[]) model, generate_series(1, 2) n, (VALUES (NULL::float8, NULL::float8, 'blocks', false, '@'), (0, NULL, 'blocks', false, NULL), (1.5, 0.25, 'blocks', true, NULL), (0.5, NULL, 'slopes', false, NULL), (2, 0, 'slopes', true, '@'), (NULL, NULL, 'blocks', true, NULL)) v (eye, target, ground, sides, through);
SELECT count(*) > 60000 AS "many pairs", count(*) FILTER (WHERE sees) > 10000 AS "many seen", count(*) FILTER (WHERE NOT sees) > 10000 AS "many hidden", count(*) FILTER (WHERE sees IS DISTINCT FROM (v.cell IS NOT NULL)) AS wrong,
  count(*) FILTER (WHERE target IS NULL AND sees IS DISTINCT FROM fringe_sees(map, c, a, model, eye, target, ground, sides, through)) AS "not symmetric"
FROM sight, LATERAL (SELECT gridcell(x, y) AS c FROM gridmap_cells(map)) q LEFT JOIN LATERAL fringe_view(map, a, 'Infinity', model, eye, target, ground, sides, through) v ON v.cell = c, fringe_sees(map, a, c, model, eye, target, ground, sides, through) sees;
SELECT count(*) FILTER (WHERE viewers IS DISTINCT FROM seen) AS wrong, count(*) > 5000 AS "many cells" FROM (
  SELECT e.viewers, (SELECT count(*) FROM unnest(ARRAY[a, gridcell(3, 3), gridcell(9, 9)]) b WHERE fringe_sees(map, b, e.cell, model, eye, target, ground, sides, through)) AS seen
  FROM sight, fringe_exposure(map, ARRAY[a, gridcell(3, 3), gridcell(9, 9)], 'Infinity', model, eye, target, ground, sides, through) e WHERE n = 1) r;
SELECT count(*) AS asked, count(f.cost) > 50 AS "many found", count(*) FILTER (WHERE f.cost IS DISTINCT FROM least) AS wrong FROM sight, LATERAL gridmap_random_cells(map, 1, 3, model) s (start), LATERAL fringe_approach(map, start, a, model, 8, true, eye, target, ground, sides, through) f,
  LATERAL (SELECT min(r.cost) AS least FROM fringe_reach(map, start, 'Infinity', model) r WHERE fringe_sees(map, gridcell(r.x, r.y), a, model, eye, target, ground, sides, through) AND CASE WHEN model::text = 'hex' THEN (abs(r.x - gridcell_x(a)) + abs(r.y - gridcell_y(a)) + abs(r.x - gridcell_x(a) + r.y - gridcell_y(a))) / 2 <= 8 ELSE gridcell(r.x, r.y) <-> a <= 8 END) l;
-- NULL: as if the argument were left out; other arguments give NULL
SELECT fringe_sees(map, '(0,0)', '(4,0)', ground => NULL, sides => NULL) AS default, fringe_sees(map, NULL, '(4,0)') AS cell, (SELECT count(*) FROM fringe_view(map, NULL)) AS view, (SELECT count(*) FROM fringe_exposure(map, NULL)) AS exposure, fringe_approach(map, '(0,0)', NULL) AS approach FROM ridge;
-- what is refused
SELECT fringe_sees(map, '(0,0)', '(4,0)', target => 1) FROM ridge;
SELECT fringe_sees(map, '(0,0)', '(4,0)', ground => 'slopes') FROM ridge;
SELECT fringe_sees(map, '(0,0)', '(4,0)', eye => -1) FROM ridge;
SELECT fringe_sees(map, '(0,0)', '(4,0)', eye => 'NaN') FROM ridge;
SELECT fringe_sees(map, '(0,0)', '(4,0)', eye => 1, ground => 'hills') FROM ridge;
SELECT fringe_sees(map, '(0,0)', '(4,0)', through => E'W\n') FROM ridge;
SELECT fringe_sees(gridmap('{...}'::text[]), '(0,0)', '(2,0)', eye => 1);
SELECT fringe_sees(gridmap_set_layer(map, 'height', '{{0,1e9,0,0,0}}'), '(0,0)', '(4,0)', eye => 0.000001) FROM ridge;
-- arguments about sight have no effect on an approach that looks at no line; each of them that is not its default is refused
SELECT fringe_approach(map, '(0,0)', '(4,0)', range => 9, eye => 1) FROM ridge;
SELECT fringe_approach(map, '(0,0)', '(4,0)', range => 9, target_height => 1) FROM ridge;
SELECT fringe_approach(map, '(0,0)', '(4,0)', range => 9, ground => 'slopes') FROM ridge;
SELECT fringe_approach(map, '(0,0)', '(4,0)', range => 9, sides => true) FROM ridge;
SELECT fringe_approach(map, '(0,0)', '(4,0)', range => 9, through => 'W') FROM ridge;
SELECT a.cost FROM ridge, fringe_approach(map, '(0,0)', '(4,0)', range => 9, eye => NULL, target_height => NULL, ground => 'blocks', sides => false, through => NULL) a;
SELECT p.name AS argument, count(*) AS functions FROM pg_proc f, LATERAL unnest(proargnames) WITH ORDINALITY p (name, at), LATERAL (SELECT array_position(proargnames, 'eye') AS eye) e WHERE proname = 'fringe_approach' AND at >= eye AND at <= pronargs GROUP BY at, p.name ORDER BY at;
-- the layer that the model reads heights from
SELECT fringe_sees(gridmap_set_layer(map, 'top', '{{0,9,0,0,0}}'), '(0,0)', '(4,0)', 'octile(climb=1, height=top)', eye => 5) AS by_top, fringe_sees(map, '(0,0)', '(4,0)', eye => 5) AS by_height FROM ridge;
DROP TABLE ridge, fence, world, sight;
-- The key `height` names the layer, also in a model that reads heights for nothing else.
SELECT model, fringe_sees(map, '(0,0)', '(4,0)', model, eye => 1.8) FROM gridmap_set_layer(gridmap('{.....}'::text[]), 'elevation', '{"(2,0)"}'::gridcell[], ARRAY[5::float8]) map, unnest('{octile(height=elevation),"octile(rise=1, height=elevation)"}'::gridmodel[]) model;
SELECT count(*) FROM gridmap_set_layer(gridmap('{.....}'::text[]), 'elevation', '{"(2,0)"}'::gridcell[], ARRAY[5::float8]) map, fringe_view(map, '(0,0)', model => 'octile(height=elevation)', eye => 1.8);
SELECT fringe_cost(map, '(0,0)', '(4,0)', 'octile(height=elevation)') FROM gridmap('{.....}'::text[]) map;
