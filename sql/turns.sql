-- Prices of turns: the text of models, errors, costs by hand, and what supports them; test/core/test_turn_prices.c has the oracle
CREATE TABLE yard AS SELECT gridmap('{........,........,..@@@@..,........,........}'::text[]) AS map;
SELECT model, model::gridmodel FROM unnest(ARRAY['tile(turn=0.50)', 'octile(turn135=2, turn45=0.1, turn90=0.5)', 'octile(turn=1)', 'octile(turn45=1, turn90=1, turn135=1)',
  'octile(turn=1, turn90=0)', 'octile(turn90=0)', 'octile(turn=0.0)', 'octile(turn=3, turn45=1, turn90=1, turn135=1)', 'hex(turn60=0.2, turn120=1)', 'hex(turn=2, turn120=2)', 'tile(turn=.5, @=2)']) model;
SELECT 'octile(turn=2)'::gridmodel = 'octile(turn135=2.0, turn90=2, turn45=2)' AS equal, 'tile(turn=0)'::gridmodel = 'tile' AS free;
SELECT 'tile(turn90=1)'::gridmodel;
SELECT 'hex(turn45=1)'::gridmodel;
SELECT 'octile(turn60=1)'::gridmodel;
SELECT 'anyangle(turn=1)'::gridmodel;
SELECT 'octile(turn=-1)'::gridmodel;
SELECT 'octile(turn=blocked)'::gridmodel;
SELECT 'octile(turn=1, turn=1)'::gridmodel;
SELECT 'octile(turn=0.0000000001)'::gridmodel;
SELECT fringe_cost(map, '(0,0)', '(7,4)', 'octile(turn=0.123456789)') FROM yard;

-- By hand: without a price, with one, and where it pays to go round.
SELECT model, fringe_cost(map, '(1,2)', '(6,2)', model), fringe_route(map, '(1,2)', '(6,2)', model)
FROM yard, unnest('{tile,tile(turn=0.5),tile(turn=9),octile,octile(turn=0.5),"octile(turn45=0.1, turn90=3)","octile(turn45=5, turn90=1)",hex,hex(turn=0.5)}'::gridmodel[]) model;
SELECT seq, x, y, step_cost, total_cost FROM yard, fringe_path(map, '(1,2)', '(6,2)', 'tile(turn=0.5)');
SELECT s.* FROM yard, gridpath_steps('(1,2) N1 E2', map, 'tile(turn=0.5)') s;
SELECT path, gridpath_cost(path, map, 'octile(turn45=0.25, turn90=1, turn135=4)'), gridpath_valid(path, map, 'octile(turn=1)') AS valid, gridpath_valid(path, map) AS free,
  gridpath_at(path, 2, map, 'octile(turn=1)')
FROM yard, unnest('{"(0,0) E3","(0,0) E1 E2","(0,0) E2 SE1","(0,0) E2 S1","(3,0) SE1 N1","(0,0) E2 W1","(0,0) SE1 NW1","(0,0)"}'::gridpath[]) path;
-- After a link the next step costs no turn, and may lead back.
SELECT fringe_route(linked, '(2,0)', '(2,4)', 'octile(turn=3)'), fringe_cost(linked, '(2,0)', '(2,4)', 'octile(turn=3)'), gridpath_cost('(2,0) E1 >(3,4) W1', linked, 'octile(turn=3)')
FROM yard, gridmap_link(map, '{"(3,0)>(3,4)=1"}') linked;
-- The method, its counters, and its refusals.
SELECT found, cost, length, visited, expanded, opened, reopened, complete, optimal, method, route FROM yard, fringe_search(map, '(1,2)', '(6,2)', 'octile(turn=0.5)');
SELECT fringe_cost(map, '(1,2)', '(6,2)', 'octile(turn=0.5)', 'turns') AS turns, count(*) FILTER (WHERE expanded) AS expanded, count(*) - count(DISTINCT (x, y)) AS "cells again" FROM yard, fringe_trace(map, '(1,2)', '(6,2)', 'octile(turn=0.5)') GROUP BY map;
SELECT fringe_cost(map, '(1,2)', '(6,2)', 'octile', 'turns') FROM yard;
SELECT fringe_cost(map, '(1,2)', '(6,2)', 'octile(turn=1)', 'astar') FROM yard;
SELECT fringe_cost(map, '(1,2)', '(6,2)', 'octile(turn=1)', 'turns(seed=1)') FROM yard;
SELECT fringe_index(map, 'octile(turn=1)') FROM yard;
SELECT fringe_field(map, ARRAY['(1,2)']::gridcell[], 'octile(turn=1)') FROM yard;
SELECT fringe_distance('(1,2)', '(6,2)', 'octile(turn=1)');
SELECT fringe_route_via(map, '{"(1,2)","(6,2)"}', 'octile(turn=1)') FROM yard;
-- Each leg of a tour begins anew, as the rows of a matrix do, so a path of all legs is refused.
SELECT seq, cell, cost, total_cost FROM yard, fringe_tour(map, '{"(1,2)","(6,2)","(4,4)"}', 'octile(turn=0.5)');
-- Owners of cells, where turns cost; of equally near starts the first.
SELECT string_agg(owner || ':' || cost, ' ' ORDER BY cell) FROM yard, fringe_territory(map, '{"(1,2)","(6,2)"}', 'tile(turn=3)', costs => '{0,2}') WHERE gridcell_y(cell) = 1;
SELECT c.*, a.cell AS near, a.cost AS near_cost, a.route AS near_route
FROM yard, fringe_closest(map, '(1,2)', '(5,2)', 'octile(turn=0.5)') c, fringe_approach(map, '(1,2)', '(6,4)', 'octile(turn=0.5)', 1) a;
SELECT count(*) FROM yard, fringe_best_cells(map, '(1,2)', '(6,2)', 'octile(turn=1)');
SELECT fringe_fewest_turns(map, '(1,2)', '(6,2)', 'octile(turn=1)') FROM yard;
-- Prices of turns cut off no cell.
SELECT fringe_connected(map, '(0,0)', '(7,4)', 'octile(turn=5)'), reason FROM yard, fringe_diagnose(map, '(0,0)', '(2,2)', 'octile(turn=5)');
-- Headings: their text, the turns by hand, stored paths, and what supports them. Without prices of turns they say nothing.
SELECT model, model::gridmodel FROM unnest(ARRAY['octile(heading=E, arrive=none, turn=1)', 'octile(heading=E)', 'octile(turn180=3)', 'octile(turn180=3, arrive=N)', 'octile(turn=1, turn180=2, heading=N)', 'hex(turn60=0.5, turn120=2, turn180=1.5, arrive=SW)', 'tile(turn=0.5, turn180=1.00, arrive=S)']) model;
SELECT 'tile(turn=1, heading=NE)'::gridmodel;
SELECT 'hex(turn=1, arrive=NW)'::gridmodel;
SELECT 'octile(turn=1, heading=up)'::gridmodel;
SELECT 'anyangle(heading=N)'::gridmodel;
SELECT model, fringe_cost(map, '(1,0)', '(4,0)', model), fringe_route(map, '(1,0)', '(4,0)', model), fringe_cost(map, '(1,0)', '(1,0)', model) AS here
FROM yard, unnest('{"tile(turn=1, heading=W)","tile(turn=1, heading=W, turn180=0.5)","tile(turn=1, heading=S, arrive=N)","tile(turn=9, heading=E, arrive=W)","tile(turn=9, arrive=S)","octile(turn45=1, turn90=2, turn135=3, heading=W)","hex(turn60=1, turn120=3, heading=NE, arrive=SW)"}'::gridmodel[]) model;
SELECT p.*, stored FROM yard, fringe_path(map, '(1,0)', '(3,0)', 'tile(turn=1, heading=N, arrive=S)') p, gridpath_cost('(1,0) E2', map, 'tile(turn=1, heading=N, arrive=S)') AS stored;
SELECT s.*, gridpath_cost('(1,0)', map, 'tile(turn=1, heading=N, arrive=S)') AS stored FROM yard, gridpath_steps('(1,0)', map, 'tile(turn=1, heading=N, arrive=S)') s;
SELECT string_agg(cost::text, ' ' ORDER BY x) AS costs FROM yard, fringe_reach(map, '(3,0)', 20, 'tile(turn=3, heading=E, arrive=N)') WHERE y = 0;
SELECT fringe_tour(map, '{"(1,2)","(6,2)"}', 'octile(turn=0.5, heading=N)') FROM yard;

-- Eight headings, and prices of a turn back that divide the unit, share one decoded map, also with layers.
CREATE TEMP TABLE shared AS SELECT gridmap_set_layer(gridmap_caves(200, 200, 0.3, 3), 'danger', '{"(1,1)"}', ARRAY[2]) AS map;
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
SELECT fringe_cache_reset() \g /dev/null
SELECT keys, count(DISTINCT heading) AS headings, count(cost) AS costs FROM shared, unnest('{turn=1, "turn=1, layer.danger=1", "turn180=0.35", "turn90=2, turn180=0.123, road.danger=1"}'::text[]) keys, unnest('{N,NE,E,SE,S,SW,W,NW}'::text[]) heading,
  gridmap_random_cells(map, 1, 1) a, gridmap_random_cells(map, 1, 2) b, fringe_cost(map, a, b, format('octile(%s, heading=%s)', keys, heading)::gridmodel) cost GROUP BY 1 ORDER BY 1;
SELECT model::text ~ 'heading' AS has_heading, count(*) AS entries, count(*) FILTER (WHERE bytes < 200 * 200) AS small FROM fringe_cache() GROUP BY 1 ORDER BY 1;
SELECT fringe_cost(gridmap('{..}'::text[]), '(0,0)', '(1,0)', 'octile(heading=E, straight=999999999, turn180=0.000000001)');
RESET max_parallel_workers_per_gather;
RESET fringe.cache_size;
DROP TABLE yard, shared;
