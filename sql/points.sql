-- Turns of movement points: the text of models, errors, costs by hand, and small cases of games; test/core/random_costs.c has the oracle
CREATE TABLE march AS SELECT gridmap(ARRAY['.H..M..']) AS map;
SELECT model, model::gridmodel FROM unnest(ARRAY['tile(points=5.0)', 'tile(points=none)', 'tile(over=spend)', 'tile(over=block, points=2)', 'octile(over=turn, points=0.50)', 'hex(stop.b=never, stop.a=end, points=3)', 'tile(layer.a=1, stop.a=end, points=7, H=2)']) model;
SELECT 'tile(points=0)'::gridmodel;
SELECT 'tile(points=-1)'::gridmodel;
SELECT 'tile(points=1, over=wait)'::gridmodel;
SELECT 'tile(stop.a=end)'::gridmodel;
SELECT 'tile(points=1, stop.a=1)'::gridmodel;
SELECT 'tile(points=1, stop.a=end, stop.a=never)'::gridmodel;
SELECT 'tile(points=1, stop.1a=end)'::gridmodel;
SELECT 'anyangle(points=2)'::gridmodel;
SELECT 'tile(points=2, over=block, turn=1)'::gridmodel;
SELECT 'tile(points=3, stop.a=end, stop.b=end, stop.c=end, stop.d=end, stop.e=end, stop.f=end, stop.g=end, stop.h=end, stop.i=end)'::gridmodel;
SELECT fringe_cost(map, '(0,0)', '(6,0)', 'tile(points=3, stop.zone=end)') FROM march;
SELECT fringe_cost(map, '(0,0)', '(6,0)', 'octile(points=999999999)') FROM march;
SELECT fringe_cost(map, '(0,0)', '(6,0)', 'octile(points=3.123456789, straight=123456789)') FROM march;
SELECT fringe_tour(map, '{"(0,0)","(6,0)"}', 'tile(points=3)') FROM march;
SELECT fringe_cost(map, '(0,0)', '(6,0)', 'tile(points=3)', 'fringe') FROM march;

-- By hand: a hill costs 2, a mountain 4, and a turn has 3 points.
SELECT seq, x, step_cost, total_cost, ceil(total_cost / 3) AS turn FROM march, fringe_path(map, '(0,0)', '(6,0)', 'tile(H=2, M=4, points=3)');
SELECT model, fringe_cost(map, '(0,0)', '(6,0)', model), gridpath_cost('(0,0) E6', map, model) AS stored, gridpath_valid('(0,0) E6', map, model) AS valid, gridpath_at('(0,0) E6', 8, map, model) AS at,
  fringe_connected(map, '(0,0)', '(6,0)', model) AS connected, (SELECT count(*) FROM fringe_components(map, model)) AS components
FROM march, unnest('{"tile(H=2, M=4)","tile(H=2, M=4, points=3)","tile(H=2, M=4, points=3, over=block)","tile(H=2, M=4, points=3, over=spend)","tile(H=2, M=4, points=4, over=block)"}'::gridmodel[]) model;
SELECT s.* FROM march, gridpath_steps('(0,0) E5', map, 'tile(H=2, M=4, points=3, over=spend)') s;
-- A start that has used 2 points of its turn; one that has used all of it; and which of two starts is nearer.
SELECT used, array_agg(cost ORDER BY x) FROM march, unnest('{0,2,3}'::float8[]) used, fringe_reach(map, '{"(0,0)"}', 20, 'tile(H=2, M=4, points=3)', ARRAY[used]) GROUP BY 1 ORDER BY 1;
SELECT array_agg((cell, owner, cost) ORDER BY cell) FROM march, fringe_territory(map, '{"(0,0)","(6,0)"}', 'tile(H=2, M=4, points=3)', costs => '{0,2}');
-- A link is a step: it waits, and one that costs more than a turn takes a turn of its own.
SELECT over, fringe_cost(linked, '(0,0)', '(6,0)', model), fringe_route(linked, '(0,0)', '(6,0)', model), gridpath_cost('(0,0) E1 >(6,0)', linked, model) AS stored
FROM march, gridmap_link(map, '{"(1,0)>(6,0)=9"}') linked, unnest('{turn,block,spend}'::text[]) over, format('tile(H=2, M=2.5, points=3, over=%s)', over) model;
-- Where no link is left, searches that support none answer.
SELECT fringe_cost(gridmap_link(map, '{"(1,0)>(6,0)=9"}'), '(0,0)', '(6,0)', 'tile(H=2, M=2.5, points=3)', 'astar') FROM march;
SELECT fringe_cost(gridmap_link(map, '{"(1,0)>(6,0)=9"}'), '(0,0)', '(6,0)', 'tile(H=2, M=2.5, points=3, over=block)', 'astar') FROM march;
-- Prices of turns are part of steps, and the turn to `arrive` is paid like a step.
SELECT model, fringe_cost(map, '(0,0)', '(2,2)', model), fringe_route(map, '(0,0)', '(2,2)', model), gridpath_cost('(0,0) E2 S2', map, model)
FROM gridmap('{...,...,...}'::text[]) map, unnest('{"tile(points=3)","tile(points=3, turn=1)","tile(points=3, turn=1, arrive=W)","tile(points=2, turn=9)","tile(points=2, turn=9, over=spend)"}'::gridmodel[]) model;
-- Roots of 2 compare exactly: two diagonal steps do not fit into 2.8 points.
SELECT model, fringe_cost(map, '(0,0)', '(3,3)', model) FROM gridmap('{....,....,....,....}'::text[]) map, unnest('{"octile(points=2.8)","octile(points=2.82)","octile(points=2.83)","octile(points=1)","octile(points=1, over=spend)"}'::gridmodel[]) model;

-- Zones of control.
CREATE TABLE front AS SELECT gridmap_set_layer(gridmap(ARRAY['.......', '.......', '.......']), 'zone', '{"(3,0)","(3,1)","(4,0)","(4,1)"}'::gridcell[], ARRAY[1, 1, 1, 1]) AS map;
SELECT model, fringe_cost(map, '(0,1)', '(6,1)', model) AS cost, fringe_route(map, '(0,1)', '(6,1)', model), gridpath_cost('(0,1) E6', map, model) AS straight
FROM front, unnest('{tile, tile(points=4), "tile(points=4, stop.zone=end)", "tile(points=2, stop.zone=end)", "tile(points=2, stop.zone=never)"}'::gridmodel[]) AS model;
-- An agent of several cells stops where one of its cells is in the zone.
SELECT fringe_cost(map, '(0,0)', '(5,0)', 'tile(points=4, size=2)') AS free, fringe_cost(map, '(0,1)', '(5,1)', 'tile(points=4, size=2, stop.zone=end)') FROM front;
-- A number of 0 ends no turn. No link leads from one cell of the zone to another one.
SELECT fringe_cost(gridmap_set_layer(map, 'zone', '{"(3,0)","(3,1)"}'::gridcell[], ARRAY[0, 0]), '(0,1)', '(6,1)', 'tile(points=4, stop.zone=never)') FROM front;
SELECT fringe_cost(gridmap_link(map, '{"(3,0)>(4,1)=1"}'), '(3,0)', '(4,1)', model) FROM front, unnest('{"tile(points=4, stop.zone=end)","tile(points=4, stop.zone=never)"}'::gridmodel[]) model;

-- Battle for Wesnoth (its help, "Movement" and "Zone of Control"): a unit of the movement type smallfoot has 5 movement points. Flat land costs 1, hills and forest
-- 2, mountains and shallow water 3. Terrain that costs more than is left cannot be entered in this turn. All hexagons next to an enemy are its zone of control: entering one ends the turn.
CREATE TABLE wesnoth AS SELECT gridmap_set_layer(map, 'zoc', array_agg(at), array_agg(1)) AS map
FROM gridmap('{.......,.fHm...,.fHm.w.,...m.w.,.......}'::text[]) map, unnest('{"(4,1)","(4,3)"}'::gridcell[]) enemy, gridmap_cells(map) c, gridcell(c.x, c.y) at WHERE at <> enemy AND fringe_distance(at, enemy, 'hex') = 1 GROUP BY map;
SELECT model, fringe_cost(map, '(0,2)', '(6,2)', model) AS points, ceil(fringe_cost(map, '(0,2)', '(6,2)', model) / 5) AS turns, fringe_route(map, '(0,2)', '(6,2)', model)
FROM wesnoth, unnest('{"hex(f=2, H=2, m=3, w=3)","hex(f=2, H=2, m=3, w=3, points=5, over=block)","hex(f=2, H=2, m=3, w=3, points=5, over=block, stop.zoc=end)","hex(f=2, H=2, m=3, w=3, points=5, over=block, stop.zoc=never)"}'::gridmodel[]) model;
-- OpenXcom: 4 time units per step on flat ground, 6 per diagonal one, and 1 for a turn by 45 degrees.
SELECT units, fringe_cost(map, '(1,1)', '(10,4)', model) AS cost, ceil(fringe_cost(map, '(1,1)', '(10,4)', model) / units) AS turns, fringe_route(map, '(1,1)', '(10,4)', model)
FROM gridmap_rooms(12, 6, 4, 3) map, unnest('{54,30,20,9}'::int[]) units, format('octile(straight=4, diagonal=6, turn45=1, turn90=2, turn135=3, heading=N, points=%s)', units) model;

-- Where a turn has more points than any path costs, nothing waits.
SELECT count(*) FILTER (WHERE fringe_cost(map, a, b, 'octile(T=3, points=9999)') IS DISTINCT FROM fringe_cost(map, a, b, 'octile(T=3)')) AS wrong, count(*)
FROM gridmap_rooms(30, 20, 5, 7) map, fringe_random_pairs(map, 50, 5) p (a, b);
DROP TABLE march, front, wesnoth;
-- The second start is ahead in (3,0). Both wait there for the next turn, so they are equally near in (4,0), which belongs to the one that was ahead.
SELECT t.cell, owner, t.cost, fringe_cost(map, '(0,0)', cell, model) AS first, fringe_cost(map, '(3,2)', cell, model) AS second
FROM gridmap('{....H,@@@.@,@@@.@}'::text[]) map, gridmodel('tile(H=3, points=4)') model, fringe_territory(map, '{"(0,0)","(3,2)"}', model) t WHERE cell IN ('(3,0)', '(4,0)') ORDER BY 1;
