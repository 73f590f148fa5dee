-- rasters: surfaces of costs, and networks that join sites
SET jit = off;
SET client_min_messages = warning;
CREATE TABLE world AS SELECT id, map FROM (VALUES (1, gridmap_caves(22, 17, 0.4, 1)), (2, gridmap_rooms(23, 16, 5, 2)),
  (3, gridmap_set(gridmap_resize(gridmap('{.}'::text[]), 21, 15, '.'), ARRAY(SELECT gridcell(10, y) FROM generate_series(0, 14) y), '>')),
  (4, gridmap_link(gridmap_resize(gridmap('{.}'::text[]), 20, 15, '.'), '{"(1,1)>(18,13)=0.5"}'))) t (id, map);
CREATE TABLE model AS SELECT * FROM unnest('{octile,tile,"octile(straight=2, diagonal=3, >=leave:E)",hex,"octile(turn=0.5)",anyangle}'::gridmodel[]) model;
-- the number of a cell
CREATE FUNCTION number_at(numbers float8[], cell gridcell) RETURNS float8 LANGUAGE sql IMMUTABLE RETURN numbers[gridcell_y(cell) + 1][gridcell_x(cell) + 1];

-- ---- fringe_surface: each number is the cost from the nearest start ------------------
CREATE TABLE surfaced AS
SELECT id, map, model, starts, fringe_surface(map, starts, model) AS surface
FROM world, model, LATERAL (SELECT ARRAY(SELECT gridmap_random_cells(map, 3, 7, model)) || '{"(0,0)"}' AS starts) s;
SELECT count(*) AS surfaces, count(*) FILTER (WHERE array_dims(surface) = format('[1:%s][1:%s]', gridmap_height(map), gridmap_width(map))) AS "of the map's size" FROM surfaced;
SELECT count(*) > 6000 AS "many cells", count(*) FILTER (WHERE cost IS NULL) > 500 AS "some without", failing((id, model, cell, cost, least)::text) FILTER (WHERE cost IS DISTINCT FROM least) AS wrong
FROM (SELECT id, model, cell, number_at(surface, cell) AS cost, (SELECT min(fringe_cost(map, start, cell, model)) FROM unnest(starts) start) AS least
  FROM surfaced, gridmap_cells(map) c, gridcell(c.x, c.y) cell) x;
SELECT fringe_surface(map, '{"(0,0)"}', 'tile') AS one, fringe_surface(map, '{}', 'tile') AS none, fringe_surface(map, '{"(2,0)"}', 'tile') AS blocked,
  fringe_surface(map, '{"(3,1)","(0,0)","(0,0)"}', 'tile') AS several FROM gridmap('{..@.,..@.}'::text[]) map;
SELECT fringe_surface(gridmap('{..,..}'::text[]), '{"(1,0)"}') AS "without a NULL";
SELECT fringe_surface(gridmap('{..}'::text[]), '{"(0,0)",NULL}');
SELECT fringe_surface(gridmap('{..}'::text[]), '{"(2,0)"}');
SELECT fringe_surface(NULL, '{}') IS NULL AND fringe_surface(gridmap('{..}'::text[]), NULL) IS NULL AS "NULL gives NULL";

-- ---- gridfield_numbers: each number is the cost to the nearest goal -------------------
SELECT count(*) > 3000 AS "many cells", count(*) FILTER (WHERE cost IS NULL) > 300 AS "some without", failing((id, model, cell)::text) FILTER (WHERE cost IS DISTINCT FROM gridfield_cost(field, cell)) AS wrong
FROM (SELECT id, model, cell, field, number_at(numbers, cell) AS cost FROM world JOIN model ON model::text !~ 'turn|anyangle', LATERAL (SELECT fringe_field(map, ARRAY(SELECT gridmap_random_cells(map, 2, 3, model)), model) AS field OFFSET 0) f,
  LATERAL (SELECT gridfield_numbers(field) AS numbers OFFSET 0) n, gridmap_cells(map) c, gridcell(c.x, c.y) cell) x;
SELECT gridfield_numbers(fringe_field(map, '{"(0,0)"}', 'tile')) AS one, gridfield_numbers(fringe_field(map, '{}'::gridcell[])) AS none, gridfield_numbers(fringe_field(map, '{"(3,0)","(0,0)"}', 'tile', '{0.5,0}')) AS costs FROM gridmap('{..@.,..@.}'::text[]) map;

-- ---- fringe_network: the least of all spanning trees ------------------------------------
-- of all sets of paths between five sites, those that leave the fewest parts, and of these the least total cost
CREATE FUNCTION best_forest(costs float8[], OUT parts int, OUT total float8) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  group_of int[];
  edge int;
  cost float8;
  left_over int;
BEGIN
  FOR chosen IN 0..1023 LOOP
    group_of := '{1,2,3,4,5}';
    edge := 0;
    cost := 0;
    FOR a IN 1..4 LOOP
      FOR b IN a + 1..5 LOOP
        IF chosen >> edge & 1 = 1 THEN
          cost := cost + costs[a][b];
          group_of := array_replace(group_of, group_of[b], group_of[a]);
        END IF;
        edge := edge + 1;
      END LOOP;
    END LOOP;
    left_over := (SELECT count(DISTINCT g) FROM unnest(group_of) g);
    IF cost IS NOT NULL AND (parts IS NULL OR left_over < parts OR left_over = parts AND cost < total) THEN
      parts := left_over;
      total := cost;
    END IF;
  END LOOP;
END $$;
CREATE TABLE asked AS SELECT id, map, model, n, sites, (SELECT array_agg(r ORDER BY i) FROM (SELECT i, array_agg(least(fringe_cost(map, sites[i], sites[k], model), fringe_cost(map, sites[k], sites[i], model)) ORDER BY k) AS r
    FROM generate_series(1, 5) i, generate_series(1, 5) k GROUP BY i) q) AS costs
FROM world, model, generate_series(1, 4) n, LATERAL (SELECT ARRAY(SELECT gridmap_random_cells(map, 5, n, model)) AS sites) s;
CREATE TABLE joined AS SELECT q.*, w.* FROM asked q, LATERAL fringe_network(map, sites, model) w;
SELECT count(*) > 60 AS "many networks", count(*) FILTER (WHERE f.parts > 1) > 3 AS "some forests", failing((id, model, n, f, paths, cost)::text) FILTER (WHERE paths <> 5 - parts OR abs(coalesce(cost, 0) - total) > 1e-9) AS dear
FROM (SELECT id, model, n, costs, count(j.cost) AS paths, sum(j.cost) AS cost FROM asked q LEFT JOIN joined j USING (id, model, n, costs) GROUP BY 1, 2, 3, 4) x, LATERAL (SELECT (best_forest(costs)).*) f;
-- a path leads from a to b, costs what the row says, which is the cheaper way
SELECT count(*) > 250 AS "many paths", count(*) FILTER (WHERE a > b) > 0 AS "some backward", failing((id, model, n, a, b)::text) FILTER (WHERE gridpath_start(route) <> sites[a] OR gridpath_goal(route) <> sites[b]) AS astray,
  failing((id, model, n, a, b)::text) FILTER (WHERE gridpath_cost(route, map, model) <> cost OR cost <> fringe_cost(map, sites[a], sites[b], model) OR cost <> costs[a][b]) AS "other cost",
  failing((id, model, n, a, b)::text) FILTER (WHERE a > b AND fringe_cost(map, sites[b], sites[a], model) <= cost) AS "wrong way" FROM joined;
SELECT w.* FROM fringe_network(gridmap('{.....,.@@@.,.....}'::text[]), '{"(0,0)","(4,2)","(0,2)","(0,0)","(3,1)","(3,1)"}', 'tile') w;
SELECT w.* FROM fringe_network(gridmap('{..@..}'::text[]), '{"(0,0)","(3,0)","(1,0)","(4,0)"}') w;
SELECT w.* FROM fringe_network(gridmap('{..>..}'::text[]), '{"(4,0)","(0,0)"}', 'octile(>=E)') w;
SELECT count(*) AS none FROM unnest('{"{}","{\"(0,0)\"}"}'::text[]) sites, fringe_network(gridmap('{..}'::text[]), sites::gridcell[]);
SELECT fringe_network(gridmap('{..}'::text[]), '{"(1,0)",NULL}');
SELECT fringe_network(gridmap('{..}'::text[]), '{"(1,0)","(9,0)"}');
DROP FUNCTION number_at, best_forest;
DROP TABLE world, model, surfaced, asked, joined;
