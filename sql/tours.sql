-- tours: the order of stops, and routes through cells in a given order
SET jit = off;
CREATE TABLE world AS SELECT id, map FROM (VALUES (1, gridmap_caves(40, 30, 0.4, 1)), (2, gridmap_rooms(40, 30, 4, 2)),
  (3, gridmap_set(gridmap_resize(gridmap('{.}'::text[]), 40, 30, '.'), ARRAY(SELECT gridcell(20, y) FROM generate_series(0, 29) y), '>')),
  (4, gridmap_link(gridmap_resize(gridmap('{.}'::text[]), 40, 30, '.'), '{"(1,1)>(38,28)=0.5"}'))) t (id, map);
CREATE TABLE trip AS
SELECT id, map, n, model, ARRAY(SELECT gridmap_random_cells(map, 2 + n % 5, n, model)) AS stops
FROM world, generate_series(1, 6) n, unnest('{octile,tile,"octile(straight=2, diagonal=3, >=leave:E)",hex}'::gridmodel[]) model;

-- each order of the stops, by the costs of fringe_matrix
CREATE TABLE leg AS SELECT id, n, model::text, m.* FROM trip, LATERAL fringe_matrix(map, stops, model) m;
CREATE TABLE visit AS
WITH RECURSIVE way (id, n, model, stops, done, cost) AS (
  SELECT id, n, model::text, stops, stops[1:1], 0::float8 FROM trip
  UNION ALL SELECT w.id, w.n, w.model, w.stops, done || goal, w.cost + leg.cost
  FROM way w JOIN LATERAL (SELECT DISTINCT start, goal, cost FROM leg WHERE (id, n, model) = (w.id, w.n, w.model)) leg ON leg.start = done[cardinality(done)]
  WHERE leg.goal = ANY (w.stops) AND NOT leg.goal = ANY (done) AND leg.cost IS NOT NULL)
SELECT id, n, model, closed, min(CASE WHEN closed THEN cost + (SELECT DISTINCT cost FROM leg WHERE (id, n, model) = (w.id, w.n, w.model) AND start = done[cardinality(done)] AND goal = done[1]) ELSE cost END) AS least
FROM way w, unnest('{false,true}'::bool[]) closed WHERE cardinality(done) = cardinality(stops) GROUP BY 1, 2, 3, 4;
CREATE TABLE toured AS
SELECT id, n, model, closed, array_agg(t.cell ORDER BY seq) AS cells, max(total_cost) AS total, bool_and(best) AS best,
  bool_and(cost IS NOT DISTINCT FROM CASE WHEN seq = 1 THEN 0 ELSE fringe_cost(map, before, t.cell, model) END) AS legs, (array_agg(stops ORDER BY seq))[1:1] AS stops
FROM trip, unnest('{false,true}'::bool[]) closed, LATERAL (SELECT t.*, lag(t.cell) OVER (ORDER BY seq) AS before FROM fringe_tour(map, stops, model, closed) t) t GROUP BY 1, 2, 3, 4;
SELECT count(*) > 100 AS "many tours", failing((coalesce(t.id, v.id), coalesce(t.n, v.n), coalesce(t.model::text, v.model), coalesce(t.closed, v.closed))::text) FILTER (WHERE (t.total IS NULL) <> (v.least IS NULL) OR abs(t.total - v.least) > 1e-9) AS dear,
  failing((coalesce(t.id, v.id), coalesce(t.n, v.n), coalesce(t.model::text, v.model), coalesce(t.closed, v.closed))::text) FILTER (WHERE NOT t.best) AS unsure, failing((coalesce(t.id, v.id), coalesce(t.n, v.n), coalesce(t.model::text, v.model), coalesce(t.closed, v.closed))::text) FILTER (WHERE NOT legs) AS "wrong legs",
  failing((coalesce(t.id, v.id), coalesce(t.n, v.n), coalesce(t.model::text, v.model), coalesce(t.closed, v.closed))::text) FILTER (WHERE t.closed AND t.cells[1] <> t.cells[cardinality(t.cells)]) AS open
FROM toured t FULL JOIN visit v ON (t.id, t.n, t.closed, t.model::text) = (v.id, v.n, v.closed, v.model);

-- more stops than may be tried: each once, and legs of fringe_cost
SELECT count(*) AS stops, count(DISTINCT t.cell) AS different, bool_or(best) AS best, min(seq) AS first, sum(cost) - max(total_cost) < 1e-9 AS adds_up, max(total_cost) < 200 AS short
FROM world, fringe_tour(map, ARRAY(SELECT gridcell(i * 7 % 20, i * 11 % 30) FROM generate_series(0, 29) i)) t WHERE id = 3;
-- links lead on only: the nearest stop first would leave the others out of reach
SELECT closed, count(*) AS stops, max(total_cost) AS cost, string_agg(gridcell_x(cell) / 2 || '', ' ' ORDER BY seq) AS "order"
FROM gridmap_link(gridmap(ARRAY[repeat('.@', 13)]), ARRAY(SELECT format('(%s,0)>(%s,0)=%s', 2 * a, 2 * b, c) FROM (SELECT i, i + 1, 1 FROM generate_series(0, 11) i WHERE i <> 5 UNION ALL VALUES (0, 6, 10), (12, 1, 10)) l (a, b, c))::gridlink[]) map,
  unnest('{false,true}'::bool[]) closed, LATERAL fringe_tour(map, ARRAY(SELECT gridcell(2 * i, 0) FROM generate_series(0, 12) i), closed => closed) GROUP BY closed;
-- the only order costs too much
SELECT t.* FROM gridmap_link(gridmap(ARRAY['.@.@.']), '{"(0,0)>(2,0)=20000000","(2,0)>(0,0)=20000000","(0,0)>(4,0)=0.00000001"}') map, fringe_tour(map, '{"(0,0)","(2,0)","(4,0)"}', 'tile') t;
SELECT t.* FROM fringe_tour(gridmap('{.....,.@@@.,.....}'::text[]), '{"(0,0)","(4,2)","(0,2)","(0,0)"}', 'tile', true) t;
SELECT count(*) AS none FROM fringe_tour(gridmap('{..@.}'::text[]), '{"(0,0)","(3,0)"}');
SELECT count(*) AS none FROM fringe_tour(gridmap('{..@.}'::text[]), '{}');
SELECT t.* FROM fringe_tour(gridmap('{..@.}'::text[]), '{"(1,0)"}', closed => true) t;
SELECT fringe_tour(gridmap('{..@.}'::text[]), '{"(1,0)",NULL}');
SELECT fringe_tour(gridmap('{..@.}'::text[]), '{"(1,0)","(9,0)"}');
SELECT fringe_tour(gridmap('{..@.}'::text[]), '{"(1,0)"}', 'anyangle');

-- a route via cells is legal, passes them, and costs the sum of its legs
SELECT count(route) > 50 AS "many routes", count(*) > count(route) AS "some without", failing((id, n, model)::text) FILTER (WHERE (route IS NULL) <> (legs IS NULL) OR abs(gridpath_cost(route, map, model) - legs) > 1e-9) AS "other costs",
  failing((id, n, model)::text) FILTER (WHERE gridpath_start(route) <> stops[1] OR gridpath_goal(route) <> stops[cardinality(stops)] OR NOT stops <@ gridpath_cells(route)) AS astray
FROM (SELECT trip.*, fringe_route_via(map, stops, model) AS route, (SELECT CASE WHEN bool_and(c IS NOT NULL) THEN sum(c) END FROM generate_series(1, cardinality(stops) - 1) i, fringe_cost(map, stops[i], stops[i + 1], model) c) AS legs FROM trip) r;
SELECT fringe_route_via(map, '{"(0,0)","(4,0)","(0,2)"}', 'anyangle') AS lines, fringe_route_via(map, '{"(0,0)","(0,0)"}') AS still, fringe_route_via(map, '{"(2,1)"}') AS blocked, fringe_route_via(map, '{"(0,1)"}') AS one, fringe_route_via(map, '{}') AS none,
  fringe_route_via(gridmap_link(map, '{"(0,2)>(4,0)"}'), '{"(0,0)","(4,0)","(4,2)"}') AS linked FROM gridmap('{.....,.@@@.,.....}'::text[]) map;
SELECT fringe_route_via(gridmap('{..@.}'::text[]), '{"(1,0)",NULL}');
SELECT fringe_route_via(gridmap('{..@.}'::text[]), '{"(1,0)","(9,0)"}');
DROP TABLE world, trip, leg, visit, toured;
