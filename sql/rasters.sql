-- rasters: surfaces of costs, networks that join sites, ASCII grids
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

-- ---- gridmap_to_asc, fringe_asc: what gridmap_from_asc reads ---------------------------
SELECT fringe_asc('{{1,NULL,0.1},{-2.5,1e20,3}}') AS plain, fringe_asc('{{1}}', 500, 80.5, 0.25) AS placed;
-- a number is no NODATA_value
SELECT numbers, split_part(split_part(fringe_asc(numbers), 'NODATA_value ', 2), E'\n', 1) AS nodata, substr(fringe_asc(numbers), strpos(fringe_asc(numbers), 'NODATA_value')) LIKE '%nan%' AS "not a number"
FROM (VALUES ('{{-9999,NULL}}'::float8[]), ('{{-99999,-9999}}'), ('{{-99999.001,-9999.0000001}}'), ('{{-9998.9,NaN}}'), ('{{-9999,-99999,-999999,-9999999,-99999999,-999999999,-9999999999,-99999999999,-999999999999,-9999999999999,NULL}}')) v (numbers);
-- numbers of all kinds, and what is missing, come back
CREATE TABLE taken AS SELECT n, numbers, fringe_asc(numbers, n, n / 2.0, 0.5 * n) AS grid FROM (
  SELECT n, array_agg(r ORDER BY y) AS numbers FROM (SELECT n, y, array_agg(CASE WHEN abs(hashint4(x * 7 + y * 1000 + n)) % 5 = 0 THEN NULL WHEN n = 1 THEN x - 3 * y WHEN n = 2 THEN (x - y) / 8.0 ELSE (x * y - 17) * 0.001 END::float8 ORDER BY x) AS r
    FROM generate_series(1, 3) n, generate_series(0, 12) x, generate_series(0, 8) y GROUP BY n, y) q GROUP BY n) a;
SELECT n, count(*) AS cells, count(number) AS numbers, failing((n, x, y, number, read, code)::text) FILTER (WHERE CASE WHEN number IS NULL THEN code <> '@' ELSE code <> '.' OR read <> number END) AS wrong
FROM taken, LATERAL (SELECT gridmap_from_asc(grid, '{"layer": "h", "null": "@", "else": "."}') AS map OFFSET 0) m, LATERAL (SELECT gridmap_layer(map, 'h') AS read_back OFFSET 0) r, gridmap_cells(map) c,
  LATERAL (SELECT numbers[c.y + 1][c.x + 1] AS number, read_back[c.y + 1][c.x + 1] AS read) v GROUP BY n ORDER BY n;
SELECT n, o.* FROM taken, gridmap_asc_origin(grid) o ORDER BY n;
SELECT n, gridmap_to_asc(map, 'h', o.origin_x, o.origin_y, o.cell_size) = grid AS same, gridmap_from_asc(gridmap_to_asc(map, 'h'), rule) = map AS "same map", gridmap_to_asc(map, 'h') = fringe_asc(numbers) AS "by numbers",
  gridmap_to_asc(map, 'h', missing => '') = fringe_asc(gridmap_layer(map, 'h')) AS "none is missing"
FROM taken, (VALUES ('{"layer": "h", "null": "@", "else": "."}'::jsonb)) v (rule), LATERAL (SELECT gridmap_from_asc(grid, rule) AS map OFFSET 0) m, gridmap_asc_origin(grid) o ORDER BY n;
-- doubles of 17 digits, which no layer holds, are written exactly
SELECT count(*) > 900 AS "many numbers", failing(number::text) FILTER (WHERE word::float8 <> number) AS wrong
FROM (SELECT fringe_asc(array_agg(ARRAY[number] ORDER BY i)) AS grid, array_agg(number ORDER BY i) AS numbers FROM generate_series(1, 1000) i, LATERAL (SELECT (i * 0.7::float8 / 3) ^ (i % 41 - 20) AS number) v) g,
  LATERAL (SELECT * FROM unnest(numbers, string_to_array(rtrim(substr(grid, strpos(grid, E'-9999\n') + 6), E'\n'), E'\n')) u (number, word)) u;
SELECT gridmap_to_asc(map, 'none') IS NULL AS "no layer", fringe_asc(NULL) IS NULL AS "no numbers", gridmap_to_asc(gridmap_set_layer(map, 'h', '{{1,2,3}}'), 'h', missing => 'T@') AS missing FROM gridmap('{.T@}'::text[]) map;
SELECT fringe_asc('{1,2}');
SELECT fringe_asc('{}');
SELECT fringe_asc('{{1,Infinity}}');
SELECT fringe_asc('{{1}}', cell_size => 0);
SELECT fringe_asc('{{1}}', 'NaN');
SELECT gridmap_to_asc(gridmap('{.}'::text[]), 'h', missing => 'T ');

-- ---- cells that are not squares ---------------------------------------------------------
SELECT gridcell_at(165, 238, 100, 200, 30, 10) AS down, gridcell_at(165, 162, 100, 200, cell_width => 30, cell_height => 10, y_up => true) AS up, gridcell_position('(2,3)', 100, 200, 30, 10) AS centre,
  gridcell_position('(2,3)', 100, 200, 30, 10, true) AS "centre, up", gridpath_to_geojson('(0,0) E5 SE3', 100, 200, 30, 10) AS line, gridpath_to_geojson('(0,0) E5 SE3', 100, 200, 30, 10, y_up => true)->'coordinates' AS up;
SELECT count(*) AS cells, failing((cell, up)::text) FILTER (WHERE gridcell_at(centre[0], centre[1], 7.5, -3, 2.5, 0.75, up) <> cell) AS wrong,
  failing((cell, up)::text) FILTER (WHERE gridcell_position(cell, 7.5, -3, 2.5, 2.5, up) <> gridcell_position(cell, 7.5, -3, 2.5, up)) AS "not as of squares"
FROM generate_series(-9, 9) x, generate_series(-9, 9) y, gridcell(x, y) cell, unnest('{true,false}'::bool[]) up, gridcell_position(cell, 7.5, -3, 2.5, 0.75, up) centre;
SELECT gridcell_at(1, 2, 0, 0, 1, 0);
SELECT gridcell_at(1, 2, 0, 0, -1, 1);
DROP FUNCTION number_at, best_forest;
DROP TABLE world, model, surfaced, asked, joined, taken;
