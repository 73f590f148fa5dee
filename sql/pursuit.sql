-- a hunter that searches on every tick for a prey that moves
SET jit = off;
CREATE TABLE arena AS SELECT gridmap_maze(41, 41, 1, 7, 0.1) AS map;

-- the prey walks away, then stands
SELECT tick, hunter_cell, prey_cell, cost, visited > 0 AS visited, expanded >= 0 AS expanded, search_us >= 0 AS us, caught
FROM fringe_pursuit(gridmap('{......,.@@@@.,......}'::text[]), '(0,0)', '{"(3,0)","(4,0)","(5,0)","(5,1)","(5,2)","(5,2)","(5,2)","(5,2)"}', 'tile');
SELECT tick, hunter_cell, prey_cell, cost, caught
FROM fringe_pursuit(gridmap('{......,.@@@@.,......}'::text[]), '(0,0)', '{"(3,0)","(4,0)","(5,0)","(5,1)","(5,2)","(5,2)","(5,2)","(5,2)"}', 'tile', 'auto', 3);
SELECT count(*) AS ticks, bool_or(caught) AS caught FROM fringe_pursuit(gridmap('{...}'::text[]), '(1,0)', '{"(1,0)","(2,0)"}');
SELECT p.tick, p.hunter_cell, p.cost, p.caught FROM fringe_pursuit(gridmap('{..@.}'::text[]), '(0,0)', '{"(3,0)","(2,0)","(1,0)"}') p;
SELECT count(*) AS "no ticks" FROM fringe_pursuit(gridmap('{...}'::text[]), '(1,0)', '{}');

-- each row against a search of its own; the hunter's next cell is on that route
CREATE TABLE chase AS
SELECT method, n, steps, p.*, lead(hunter_cell) OVER (PARTITION BY method, n, steps ORDER BY tick) AS next
FROM arena,
  unnest('{fringe,astar,"astar(open=tree)",idastar,jump,"astar(nodes=malloc)","fringe(heuristic=alt)"}'::gridmethod[]) method,
  generate_series(1, 4) n, (VALUES (1), (4)) s(steps),
  LATERAL (SELECT array_agg(gridpath_cells(fringe_route(map, a, b, 'tile'))) AS prey
    FROM gridmap_random_cells(map, 1, n) a, gridmap_random_cells(map, 1, -n) b) walk,
  LATERAL (SELECT array(SELECT unnest(prey)) AS prey) flat,
  LATERAL fringe_pursuit(map, (SELECT gridmap_random_cells(map, 1, 100 + n)), flat.prey, 'tile', method, steps) p;
SELECT method, count(*) > 100 AS "many ticks",
  failing((method, hunter_cell, prey_cell)::text) FILTER (WHERE cost IS DISTINCT FROM (s).cost OR visited <> (s).visited OR expanded <> (s).expanded) AS wrong,
  failing((method, hunter_cell, prey_cell)::text) FILTER (WHERE next <> coalesce((gridpath_cells((s).route))[1 + steps], prey_cell)) AS astray,
  failing((method, hunter_cell, prey_cell)::text) FILTER (WHERE caught <> (cost <= steps)) AS "not caught, or too early", bool_or(caught) AS "some caught"
FROM arena, chase, LATERAL (SELECT fringe_search(map, hunter_cell, prey_cell, 'tile', method) AS s OFFSET 0) s
GROUP BY method ORDER BY method::text COLLATE "C";

-- errors, nulls
SELECT count(*) FROM fringe_pursuit(gridmap('{...}'::text[]), '(3,0)', '{"(1,0)"}');
SELECT count(*) FROM fringe_pursuit(gridmap('{...}'::text[]), '(0,0)', '{"(2,0)","(0,1)"}');
SELECT count(*) FROM fringe_pursuit(gridmap('{...}'::text[]), '(0,0)', '{"(1,0)",NULL}');
SELECT count(*) FROM fringe_pursuit(gridmap('{...}'::text[]), '(0,0)', '{"(2,0)"}', steps => 0);
SELECT count(*) AS strict FROM fringe_pursuit(gridmap('{...}'::text[]), '(0,0)', '{"(2,0)"}', steps => NULL);
DROP TABLE arena, chase;
