-- rasters: surfaces of costs, networks that join sites, ASCII grids, tables of slopes, coarse maps
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

-- ---- fringe_slope: tables of published functions ------------------------------------------
CREATE TABLE formula (name text, formula text);
INSERT INTO formula VALUES
('tobler', '3.6 / (6 * exp(-3.5 * abs(x + 0.05)))'),
('tobler_offpath', '3.6 / (0.6 * 6 * exp(-3.5 * abs(x + 0.05)))'),
('modified_tobler', '3.6 / (4.8 * exp(-5.3 * abs(x * 0.7 + 0.03)))'),
('kondo_saino', '3.6 / (5.1 * exp(CASE WHEN x >= -0.07 THEN -2.25 * (x + 0.07) ELSE 1.5 * (x + 0.07) END))'),
('garmy', '3.6 / (4 * exp(-0.008 * atand(x) ^ 2))'),
('davey', '1 / (1.4 * exp(-2.8 * abs(atan(x))))'),
('rees', '0.75 + 0.09 * abs(x) + 14.6 * x ^ 2'),
('irmischer_clarke_male', '1 / (0.11 + exp(0 - (abs(x) * 100 + 5) ^ 2 / (2 * 30 ^ 2)))'),
('irmischer_clarke_female', '1 / (0.95 * (0.11 + exp(0 - (abs(x) * 100 + 5) ^ 2 / (2 * 30 ^ 2))))'),
('irmischer_clarke_offpath_male', '1 / (0.11 + 0.67 * exp(0 - (abs(x) * 100 + 2) ^ 2 / (2 * 30 ^ 2)))'),
('irmischer_clarke_offpath_female', '1 / (0.95 * (0.11 + 0.67 * exp(0 - (abs(x) * 100 + 2) ^ 2 / (2 * 30 ^ 2))))'),
('naismith', 'CASE WHEN x > 0 THEN 0.72 + 6 * x WHEN x > -tand(5) THEN 0.72 WHEN x > -tand(12) THEN 0.72 + 2 * x ELSE 0.72 - 2 * x END'),
('langmuir', '0.72 + CASE WHEN x > 0 THEN 6 WHEN x > -0.2125 THEN 1.9998 ELSE -1.9998 END * x'),
('campbell_2017', '1 / (1.662 - 0.005191 * atand(x) - 0.001127 * atand(x) ^ 2)'),
('minetti', '2.5 + 19.6 * x + 51.9 * x ^ 2 - 76.8 * x ^ 3 - 58.7 * x ^ 4 + 280.5 * x ^ 5'),
('herzog', '1337.8 * x ^ 6 + 278.19 * x ^ 5 - 517.39 * x ^ 4 - 78.199 * x ^ 3 + 93.419 * x ^ 2 + 19.825 * x + 1.64'),
('llobera_sluckin', '2.635 + 17.37 * x + 42.37 * x ^ 2 - 21.43 * x ^ 3 + 14.93 * x ^ 4'),
('wheeled', '1 + (x * 100 / 12) ^ 2'),
('campbell_2019_1', '1 / (21.816 / (pi() * 12.273 * (1 + ((atand(x) - (-2.1)) / 12.273) ^ 2)) + (0.263) + (-0.00193) * atand(x))'),
('campbell_2019_5', '1 / (36.813 / (pi() * 14.041 * (1 + ((atand(x) - (-1.527)) / 14.041) ^ 2)) + (0.32) + (-0.00273) * atand(x))'),
('campbell_2019_10', '1 / (38.892 / (pi() * 13.328 * (1 + ((atand(x) - (-1.568)) / 13.328) ^ 2)) + (0.404) + (-0.00323) * atand(x))'),
('campbell_2019_15', '1 / (38.231 / (pi() * 11.847 * (1 + ((atand(x) - (-1.626)) / 11.847) ^ 2)) + (0.481) + (-0.00356) * atand(x))'),
('campbell_2019_20', '1 / (36.905 / (pi() * 10.154 * (1 + ((atand(x) - (-1.71)) / 10.154) ^ 2)) + (0.557) + (-0.00389) * atand(x))'),
('campbell_2019_25', '1 / (37.111 / (pi() * 8.827 * (1 + ((atand(x) - (-1.822)) / 8.827) ^ 2)) + (0.616) + (-0.00402) * atand(x))'),
('campbell_2019_30', '1 / (39.995 / (pi() * 8.412 * (1 + ((atand(x) - (-1.858)) / 8.412) ^ 2)) + (0.645) + (-0.0043) * atand(x))'),
('campbell_2019_35', '1 / (44.852 / (pi() * 8.584 * (1 + ((atand(x) - (-1.891)) / 8.584) ^ 2)) + (0.649) + (-0.00443) * atand(x))'),
('campbell_2019_40', '1 / (50.34 / (pi() * 8.96 * (1 + ((atand(x) - (-1.958)) / 8.96) ^ 2)) + (0.649) + (-0.00457) * atand(x))'),
('campbell_2019_45', '1 / (56.172 / (pi() * 9.402 * (1 + ((atand(x) - (-2.05)) / 9.402) ^ 2)) + (0.646) + (-0.0046) * atand(x))'),
('campbell_2019_50', '1 / (63.66 / (pi() * 10.064 * (1 + ((atand(x) - (-2.171)) / 10.064) ^ 2)) + (0.628) + (-0.00463) * atand(x))'),
('campbell_2019_55', '1 / (71.572 / (pi() * 10.712 * (1 + ((atand(x) - (-2.317)) / 10.712) ^ 2)) + (0.608) + (-0.00451) * atand(x))'),
('campbell_2019_60', '1 / (79.287 / (pi() * 11.311 * (1 + ((atand(x) - (-2.459)) / 11.311) ^ 2)) + (0.599) + (-0.00461) * atand(x))'),
('campbell_2019_65', '1 / (89.143 / (pi() * 12.089 * (1 + ((atand(x) - (-2.647)) / 12.089) ^ 2)) + (0.576) + (-0.00465) * atand(x))'),
('campbell_2019_70', '1 / (98.697 / (pi() * 12.784 * (1 + ((atand(x) - (-2.823)) / 12.784) ^ 2)) + (0.566) + (-0.00493) * atand(x))'),
('campbell_2019_75', '1 / (113.655 / (pi() * 13.888 * (1 + ((atand(x) - (-3.067)) / 13.888) ^ 2)) + (0.518) + (-0.00488) * atand(x))'),
('campbell_2019_80', '1 / (134.409 / (pi() * 15.395 * (1 + ((atand(x) - (-3.371)) / 15.395) ^ 2)) + (0.443) + (-0.00472) * atand(x))'),
('campbell_2019_85', '1 / (159.027 / (pi() * 17.137 * (1 + ((atand(x) - (-3.661)) / 17.137) ^ 2)) + (0.385) + (-0.00534) * atand(x))'),
('campbell_2019_90', '1 / (138.875 / (pi() * 16.653 * (1 + ((atand(x) - (-3.06)) / 16.653) ^ 2)) + (0.823) + (-0.01386) * atand(x))'),
('campbell_2019_95', '1 / (138.04 / (pi() * 17.033 * (1 + ((atand(x) - (-3.485)) / 17.033) ^ 2)) + (1.179) + (-0.01252) * atand(x))'),
('campbell_2019_99', '1 / (123.515 / (pi() * 13.903 * (1 + ((atand(x) - (-4)) / 13.903) ^ 2)) + (1.961) + (-0.01081) * atand(x))'),
('sullivan_17', '1 / (92.6594 / (pi() * 25.8255 * (1 + ((atand(x) - (-3.3717)) / 25.8255) ^ 2)) + (-0.1624) + (0.0019) * atand(x))'),
('sullivan_50', '1 / (77.6346 / (pi() * 20.9482 * (1 + ((atand(x) - (-2.8292)) / 20.9482) ^ 2)) + (-0.2228) + (0.0004) * atand(x))'),
('sullivan_83', '1 / (65.3577 / (pi() * 19.4024 * (1 + ((atand(x) - (-2.2893)) / 19.4024) ^ 2)) + (-0.6226) + (0.0020) * atand(x))');
CREATE FUNCTION value_of(formula text, x float8) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE value float8;
BEGIN
  EXECUTE format('SELECT %s FROM (SELECT $1 AS x) f', formula) INTO value USING x;
  RETURN value;
END $$;
-- each function has a formula here; the error lists them
CREATE FUNCTION names_of_slopes() RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE hint text;
BEGIN
  PERFORM fringe_slope('none', 0, 1, 1);
EXCEPTION WHEN invalid_parameter_value THEN
  GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
  RETURN ARRAY(SELECT CASE WHEN n = 1 THEN name ELSE regexp_replace(words[1], '[^_]*$', '') || name END
    FROM unnest(string_to_array(substring(hint FROM 'Functions: (.*)\.'), ', ')) family, string_to_array(family, '|') words, unnest(words) WITH ORDINALITY w (name, n));
END $$;
SELECT count(name) AS functions, count(*) FILTER (WHERE name IS NULL OR formula IS NULL) AS "only on one side" FROM formula FULL JOIN unnest(names_of_slopes()) name USING (name);
CREATE TABLE point AS SELECT name, formula, i, split_part(point, ':', 1) AS grade, split_part(point, ':', 2) AS factor
FROM formula, unnest(string_to_array(fringe_slope(name, -0.45, 0.3, 0.01), '|')) WITH ORDINALITY p (point, i) WHERE name <> 'sullivan_83'
UNION ALL SELECT name, formula, i, split_part(point, ':', 1), split_part(point, ':', 2) FROM formula, unnest(string_to_array(fringe_slope(name, -0.3, 0.2, 0.03), '|')) WITH ORDINALITY p (point, i) WHERE name = 'sullivan_83';
SELECT count(*) > 3000 AS "many points", failing((name, grade, factor)::text) FILTER (WHERE abs(factor::float8 - value_of(formula, grade::float8)) > 0.6e-9) AS wrong,
  failing((name, grade, factor)::text) FILTER (WHERE (grade || ':' || factor) !~ '^(-?[0-9]{1,9}(\.[0-9]{0,8}[1-9])?):([0-9]{1,9}(\.[0-9]{0,8}[1-9])?)$') AS "many digits",
  failing((name, grade, before)::text) FILTER (WHERE grade::float8 <= before::float8) AS "not ascending" FROM (SELECT *, lag(grade) OVER (PARTITION BY name ORDER BY i) AS before FROM point) p;
-- between two grades the table is a straight line, which is near the function, also at bends and jumps
SELECT name, round(max(abs(value - formula) / formula)::numeric, 4) AS "largest error" FROM (
  SELECT p.name, x, value_of(p.formula, x) AS formula, f0 + (f1 - f0) * (x - g0) / (g1 - g0) AS value
  FROM (SELECT name, formula, grade::float8 AS g0, factor::float8 AS f0, lead(grade::float8) OVER w AS g1, lead(factor::float8) OVER w AS f1 FROM point WINDOW w AS (PARTITION BY name ORDER BY i)) p, generate_series(1, 9) n, LATERAL (SELECT g0 + (g1 - g0) * n / 10 AS x) v WHERE g1 - g0 > 2e-9) e
WHERE name !~ 'sullivan|2019' GROUP BY name ORDER BY name;
SELECT name, fringe_slope(name, -0.3, 0.25, 0.1) FROM unnest('{tobler,naismith,langmuir,minetti,wheeled,rees}'::text[]) name;
SELECT fringe_slope('tobler', 0, 1, 1) AS "two grades", fringe_slope('tobler', 0, 1, 2) AS "a large step", fringe_slope('rees', 0, 127, 1) LIKE '%|127:%' AS "128 grades", fringe_slope(NULL, 0, 1, 1) IS NULL AS "NULL";
-- models take long tables
SELECT count(*) > 30 AS "many functions", max(length(format('octile(slope=%s)', fringe_slope(name, -0.45, 0.3, 0.008))::gridmodel::text)) > 1500 AS "long texts" FROM formula WHERE name <> 'sullivan_83';
SELECT fringe_slope('rees', 0, 128, 1);
SELECT fringe_slope('rees', -64, 63.5, 1);
SELECT fringe_slope('Tobler', 0, 1, 1);
SELECT fringe_slope('tobler', 0, 1, 0);
SELECT fringe_slope('tobler', 1, 1, 1);
SELECT fringe_slope('tobler', 0, 1, 0.0000000001);
SELECT fringe_slope('tobler', 'NaN', 1, 1);
SELECT fringe_slope('tobler', 0, 'Infinity', 1);
SELECT fringe_slope('tobler', 0, 1, 1e9);
SELECT fringe_slope('campbell_2017', 0, 2, 1);
SELECT fringe_slope('tobler', 0, 10, 5);
-- models take the tables: a step of grade 0.1 and its way back cost the factors
SELECT count(*) AS functions, failing((name, up, down)::text) FILTER (WHERE abs(up - value_of(formula, 0.1)) > 1e-8 OR abs(down - value_of(formula, -0.1)) > 1e-8) AS wrong
FROM formula, gridmap_set_layer(gridmap('{..}'::text[]), 'height', '{{0,3}}') map, LATERAL (SELECT format('tile(cell=30, slope=%s)', fringe_slope(name, -0.2, 0.2, 0.1))::gridmodel AS model) m,
  LATERAL (SELECT fringe_cost(map, '(0,0)', '(1,0)', model) AS up, fringe_cost(map, '(1,0)', '(0,0)', model) AS down) c;

-- ---- gridmap_coarsen -------------------------------------------------------------------------
CREATE TABLE fine AS SELECT id, map FROM (VALUES (1, mixed_map(23, 17, 3)), (2, gridmap_caves(31, 20, 0.4, 1)), (3, gridmap_overlay(gridmap_rooms(30, 24, 5, 2), gridmap('{TTTT,TRRW,T@>.}'::text[]), '(7,7)'))) t (id, map);
UPDATE fine SET map = gridmap_set_layer(gridmap_set_layer(gridmap_set_layer(map, 'h', numbers), 'f', numbers, 0.25, -100), 'cost', (SELECT array_agg(c) FROM (SELECT gridcell(i * 7 % 20, i * 5 % 17) AS c FROM generate_series(1, 50) i) q), (SELECT array_agg(i % 3) FROM generate_series(1, 50) i)::float8[])
FROM (SELECT id AS n, (SELECT array_agg(r ORDER BY y) FROM (SELECT y, array_agg((abs(hashint4(1000 * y + x)) % 401 - 200) / 4.0 ORDER BY x) AS r FROM gridmap_cells(map) GROUP BY y) q) AS numbers FROM fine) q WHERE id = n;
UPDATE fine SET map = gridmap_set_sides(gridmap_set_sides(gridmap_block(map, ARRAY(SELECT gridcell(i * 11 % 23, i * 3 % 17) FROM generate_series(1, 60) i)), ARRAY(SELECT gridcell(i * 7 % 22, i * 3 % 16) FROM generate_series(1, 90) i), 'E'),
  ARRAY(SELECT gridcell(i * 5 % 22, 1 + i * 7 % 15) FROM generate_series(1, 90) i), 'N+W+NE', twoway => false) WHERE id > 1;
CREATE TABLE coarse AS SELECT id, map, factor, codes, layers, model, gridmap_coarsen(map, factor, codes, layers, model) AS made
FROM fine, unnest('{1,2,3,5,100}'::int[]) factor, (VALUES ('majority', 'mean', 'octile'::gridmodel), ('worst', 'least', 'octile(T=3, R=2, W=blocked)'), ('worst', 'greatest', 'tile(@=9, .=2, !=7, #=5)')) o (codes, layers, model);
SELECT count(*) AS maps, failing((id, factor)::text) FILTER (WHERE gridmap_width(made) <> ceil(gridmap_width(map) / factor::float8) OR gridmap_height(made) <> ceil(gridmap_height(map) / factor::float8)) AS "wrong size",
  failing((id, codes)::text) FILTER (WHERE factor = 1 AND made <> map) AS "not the same" FROM coarse;
-- codes: the most frequent one, or that of the largest weight; the first of equal ones
CREATE FUNCTION weight_of(code text, model gridmodel) RETURNS float8 LANGUAGE sql IMMUTABLE RETURN coalesce(fringe_cost(gridmap(ARRAY[code || code]), '(0,0)', '(1,0)', model), 'Infinity');
CREATE TABLE block AS SELECT id, factor, codes, layers, model::text, x / factor AS u, y / factor AS v, x, y, code::text, weight
FROM coarse, gridmap_cells(map) c, LATERAL (SELECT CASE codes WHEN 'worst' THEN weight_of(code::text, model) END AS weight) w;
SELECT count(*) > 3000 AS "many cells", failing((id, factor, codes, u, v, made, code)::text) FILTER (WHERE made <> code) AS wrong FROM (
  SELECT DISTINCT ON (id, factor, codes, layers, u, v) b.id, b.factor, b.codes, b.layers, u, v, code, gridmap_code(c.made, gridcell(u, v))::text AS made
  FROM (SELECT *, count(*) OVER (PARTITION BY id, factor, codes, layers, u, v, code) AS frequency FROM block) b JOIN coarse c USING (id, factor, codes, layers)
  ORDER BY id, factor, codes, layers, u, v, CASE b.codes WHEN 'worst' THEN weight ELSE frequency END DESC, y, x) q;
-- layers: of the cells that are not missing; if all are, of all
SELECT layer, count(*) > 1000 AS "many cells", failing((id, factor, layers, u, v, made, number)::text) FILTER (WHERE abs(made - number) > 1e-9) AS wrong FROM (
  SELECT layer, id, factor, layers, u, v, number_at(made_numbers, gridcell(u, v)) AS made, CASE layers WHEN 'least' THEN min(number) WHEN 'greatest' THEN max(number)
      ELSE floor((avg((number - first)::numeric) / scale + 0.5))::float8 * scale::float8 + first END AS number
  FROM (SELECT l.layer, l.id, l.factor, l.layers, l.made_numbers, u, v, number_at(numbers, gridcell(x, y)) AS number, l.scale, l.first, code = '@' AS missing, bool_and(code = '@') OVER (PARTITION BY l.layer, l.id, l.factor, l.layers, u, v) AS none
    FROM (SELECT layer, c.*, gridmap_layer(map, layer) AS numbers, gridmap_layer(made, layer) AS made_numbers, (SELECT f.scale::numeric FROM gridmap_layers(map) f WHERE name = layer) AS scale, (SELECT f."offset" FROM gridmap_layers(map) f WHERE name = layer) AS first
      FROM coarse c, unnest('{h,f,cost}'::text[]) layer OFFSET 0) l JOIN block b USING (id, factor, codes, layers)) q
  WHERE none OR NOT missing GROUP BY layer, id, factor, layers, u, v, made_numbers, scale, first) r GROUP BY layer ORDER BY layer;
SELECT gridmap_layer(gridmap_coarsen(map, 2), 'h') AS "without the last", gridmap_layer(gridmap_coarsen(map, 2, missing => ''), 'h') AS "with it", gridmap_layer(gridmap_coarsen(map, 2, missing => 'T'), 'h') AS "only the last"
FROM gridmap_set_layer(gridmap('{TT,T@}'::text[]), 'h', '{{4,5},{7,0}}', 1) map;
-- blocked cells and sides follow the rule of codes: any of them, or more than half
CREATE TABLE coarse_side AS SELECT * FROM (VALUES (1, 0, -1), (2, 1, 0), (4, 0, 1), (8, -1, 0), (16, 1, -1), (32, -1, 1)) s (bit, dx, dy);
SELECT count(*) > 300 AS "many sides", count(*) FILTER (WHERE made) > 50 AS closed, failing((id, factor, codes, u, v, bit, made, share)::text) FILTER (WHERE made <> CASE codes WHEN 'worst' THEN share > 0 ELSE share > 0.5 END) AS wrong FROM (
  SELECT c.id, c.factor, c.codes, c.layers, u, v, bit, number_at(gridmap_layer(made, 'sides'), gridcell(u, v))::int & bit > 0 AS made, avg((number_at(sides, gridcell(x, y))::int & bit > 0)::int) AS share
  FROM (SELECT *, gridmap_layer(map, 'sides') AS sides FROM coarse WHERE id > 1 AND factor IN (2, 3, 5) AND layers <> 'greatest' OFFSET 0) c JOIN block b USING (id, factor, codes, layers), coarse_side
  WHERE (x + dx) >= 0 AND (y + dy) >= 0 AND (x + dx) / c.factor = u + dx AND (y + dy) / c.factor = v + dy GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) q;
SELECT count(*) > 300 AS "many cells", count(*) FILTER (WHERE made) > 50 AS blocked, failing((id, factor, codes, u, v, made, share)::text) FILTER (WHERE made <> CASE codes WHEN 'worst' THEN share > 0 ELSE share > 0.5 END) AS wrong FROM (
  SELECT c.id, c.factor, c.codes, c.layers, u, v, number_at(gridmap_layer(made, 'blocked'), gridcell(u, v)) = 1 AS made, avg(number_at(blocked, gridcell(x, y))) AS share
  FROM (SELECT *, gridmap_layer(map, 'blocked') AS blocked FROM coarse WHERE id > 1 AND factor IN (2, 3) AND layers <> 'greatest' OFFSET 0) c JOIN block b USING (id, factor, codes, layers) GROUP BY 1, 2, 3, 4, 5, 6, 7) q;
-- links lead from block to block, and cost so many times fewer steps
SELECT factor, array_agg(l.link) AS links FROM gridmap_link(gridmap_resize(gridmap('{.}'::text[]), 12, 9, '.'), '{"(0,0)>(11,8)=3","(1,1)>(10,7)=3","(2,2)<>(11,0)=1:k","(11,1)>(0,1)=2*sqrt2","(3,3)>(4,4)=0","(5,5)>(6,5)=0.000001"}') map, generate_series(1, 4) factor,
  gridmap_links(gridmap_coarsen(map, factor)) l GROUP BY factor ORDER BY factor;
SELECT fringe_cost(map, '(0,0)', '(11,8)', 'tile') AS fine, 2 * fringe_cost(gridmap_coarsen(map, 2), '(0,0)', '(5,4)', 'tile') AS coarse FROM gridmap_link(gridmap_resize(gridmap('{.}'::text[]), 12, 10, '.'), '{"(0,0)>(11,8)=3"}') map;
SELECT fringe_ascii(gridmap_coarsen(map, 2)) AS majority, fringe_ascii(gridmap_coarsen(map, 2, 'worst')) AS worst, fringe_ascii(gridmap_coarsen(map, 2, 'worst', model => 'octile(T=3, R=2, @=2)')) AS weights FROM gridmap('{..T@.,.@TR.,..@@W}'::text[]) map;
SELECT gridmap_coarsen(map, 0) FROM fine;
SELECT gridmap_coarsen(map, 2, 'most') FROM fine;
SELECT gridmap_coarsen(map, 2, layers => 'median') FROM fine;
SELECT gridmap_coarsen(map, 2, missing => 'T ') FROM fine;
SELECT gridmap_coarsen(NULL, 2) IS NULL AS "NULL gives NULL";
-- Columns that are wider by whole turns around the earth are the same; half a turn is the farthest.
SELECT count(*) AS widths, count(*) FILTER (WHERE cost IS DISTINCT FROM fringe_cost('..', '(0,0)', '(1,0)', format('tile(latitude=10, dx=%s)', wide)::gridmodel)) AS other,
  count(*) FILTER (WHERE abs(cost - 2 * 6371008.8 * asin(cosd(10) * abs(sind(wide / 2)))) > 1e-4) AS "far from the formula"
FROM unnest('{0.5,1.25,40,179,180,181,300,359.5}'::numeric[]) wide, unnest('{1,10,1000,2777776}'::int[]) turns, fringe_cost('..', '(0,0)', '(1,0)', format('tile(latitude=10, dx=%s)', wide + 360 * turns)::gridmodel) cost;
SELECT fringe_cost('..', '(0,0)', '(1,0)', format('tile(latitude=-89.9, cell=%s)', cell)::gridmodel) BETWEEN 0 AND 22240 AS near FROM unnest('{999999999,999999999.999999999,360,0.000000001}'::numeric[]) cell;
-- Factors of slopes down to the smallest, and 0.
SELECT count(*) AS factors, count(*) FILTER (WHERE abs(cost / factor - 3) > 1e-6) AS wrong
FROM generate_series(0, 9) digits, LATERAL (SELECT power(10::numeric, -digits)) f (factor), gridmap_set_layer('....', 'height', '{{0,1,2,1}}') map,
  fringe_cost(map, '(0,0)', '(3,0)', format('tile(slope=-9:%1$s|9:%1$s)', trim_scale(factor))::gridmodel) cost;
SELECT model, fringe_cost(gridmap_set_layer('....', 'height', '{{0,1,2,1}}'), '(0,0)', '(3,0)', model) AS cost
FROM unnest('{"tile(slope=-9:0|9:0)","tile(slope=-9:0|9:0, straight=1000)","tile(slope=-9:0|0:0|9:1, dx=999999)"}'::gridmodel[]) model;
-- The example of ArcGIS, "How the cost distance tools work": its costs have one digit after the point, and two cells are NoData.
SELECT count(*) FILTER (WHERE round(surface[y][x]::numeric, 1) IS NOT DISTINCT FROM published[y][x]) AS equal, count(surface[y][x]) AS cells
FROM gridmap_set_layer(gridmap('{......,......,......,...@..,...@..,......}'::text[]), 'cost', '{{1,3,4,4,3,2},{4,6,2,3,7,6},{5,8,7,5,6,6},{1,4,5,0,5,1},{4,7,5,0,2,6},{1,2,2,1,3,4}}') map,
  fringe_surface(map, '{"(1,0)","(2,0)","(2,1)","(0,5)"}', 'octile(friction=cost, weigh=average, corners=any)') surface, generate_series(1, 6) x, generate_series(1, 6) y,
  (VALUES ('{{2.0,0,0,4.0,6.7,9.2},{4.5,4.0,0,2.5,7.5,13.1},{8.0,7.1,4.5,4.9,8.9,12.7},{5.0,7.5,10.5,NULL,10.6,9.2},{2.5,5.7,6.4,NULL,7.1,11.1},{0,1.5,3.5,5.0,7.0,10.5}}'::numeric[])) v (published);
-- 305 ASCII grids: few and many digits, narrow and wide ranges, integers and floats, voids with and without the line NODATA_value.
-- Each number of a file is that of the layer, or the file is refused, or a notice says which value counts as missing.
CREATE TABLE asc_file AS SELECT id, (ARRAY['elevation', 'friction', 'land cover', 'probability', 'wide', 'exponents', 'float32'])[1 + id % 7] AS kind, id % 5 < 3 AS voids, id % 2 = 0 AS line, 2 + id % 6 AS w, 2 + id % 4 AS h, id AS seed FROM generate_series(1, 305) id;
CREATE TABLE asc_value AS SELECT f.id, x, y, CASE WHEN voids AND n % 5 = 0 THEN '-9999' ELSE CASE kind
    WHEN 'elevation' THEN round((n % 8848)::numeric + (n % 97) * 0.01, id % 3)::text WHEN 'friction' THEN round(1 + (n % 99999)::numeric / 1e4 * (1 + n % 11), 6)::text WHEN 'land cover' THEN (n % 96)::text
    WHEN 'probability' THEN (n % 1000003 / 1000003.0)::float4::text WHEN 'wide' THEN (n % 1000 * (ARRAY[1, 1000000, 0.000001])[1 + n % 3])::text
    WHEN 'exponents' THEN format('%se%s', n % 1000 * 0.01, id % 9 - 4) ELSE (sqrt(n) * 100)::float4::text END END AS text
  FROM asc_file f, generate_series(0, w - 1) x, generate_series(0, h - 1) y, LATERAL (SELECT abs(hashint8extended(id * 1000 + y * 20 + x, 7)) % 1000000007 AS n) r;
CREATE FUNCTION read_asc(grid text, OUT map gridmap, OUT state text, OUT message text) LANGUAGE plpgsql AS $$
BEGIN
  map := gridmap_from_asc(grid, '{"layer": "n", "null": "@", "else": "."}');
EXCEPTION WHEN OTHERS THEN state := SQLSTATE; message := SQLERRM;
END $$;
SET client_min_messages = error;
CREATE TABLE asc_reading AS SELECT f.*, r.* FROM asc_file f, LATERAL (SELECT string_agg(line, E'\n' ORDER BY y) AS rows FROM (SELECT y, string_agg(text, ' ' ORDER BY x) AS line FROM asc_value v WHERE v.id = f.id GROUP BY y) l) t,
  read_asc(format(E'ncols %s\nnrows %s\nxllcorner 0\nyllcorner 0\ncellsize 30\n%s%s', w, h, CASE WHEN line THEN E'NODATA_value -9999\n' ELSE '' END, rows)) r;
SET client_min_messages = warning;
SELECT kind, count(*) AS files, count(map) AS read, count(*) FILTER (WHERE state = '22003') AS refused, count(*) FILTER (WHERE state <> '22003') AS otherwise FROM asc_reading GROUP BY kind ORDER BY kind;
SELECT count(*) > 2000 AS "many numbers", count(*) FILTER (WHERE text = '-9999') > 200 AS "many voids", count(*) FILTER (WHERE CASE text WHEN '-9999' THEN gridmap_code(map, gridcell(x, y)) <> '@' ELSE gridmap_code(map, gridcell(x, y)) <> '.' OR number <> text::float8 END) AS lost
FROM asc_reading JOIN asc_value USING (id), LATERAL (SELECT (gridmap_layer(map, 'n'))[y + 1][x + 1] AS number) l WHERE map IS NOT NULL;
DROP FUNCTION read_asc;
DROP TABLE asc_file, asc_value, asc_reading;
DROP FUNCTION number_at, best_forest, value_of, names_of_slopes, weight_of;
DROP TABLE world, model, surfaced, asked, joined, taken, formula, point, fine, coarse, block, coarse_side;

CREATE FUNCTION answered(call text, OUT answer text, OUT hint text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT split_part((%s)::text, E''map\n'', 2)', call) INTO answer;
  answer := replace(answer, E'\n', ' ');
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS answer = MESSAGE_TEXT, hint = PG_EXCEPTION_HINT;
END $$;
-- NODATA of float4, which programs write with different numbers of digits: GDAL writes six, or all. A number that stands for missing data, and that the file does not call so, is refused with advice.
SELECT header, number, l.answer, l.hint
FROM unnest('{-3.40282e+38,-3.4028235e+38,-3.4028234663852886e+38,1e+20,-9999,-32767.5}'::text[]) header,
  unnest('{-3.40282e+38,-3.4028235e+38,-3.4028234663852886e+38,1.00001e+20,1.001e+20,-9999.1,-32767.500001}'::text[]) number,
  LATERAL (SELECT answer, hint FROM answered(format($$gridmap_from_asc(E'ncols 2\nnrows 1\nNODATA_value %s\n1 %s\n', '{"layer": "h", "scale": 0.1}')$$, header, number))) l
WHERE header <> number AND (left(ltrim(header, '-'), 1) = left(ltrim(number, '-'), 1) OR header = '-9999' AND number LIKE '%38');
-- the same numbers as an array, and a scale that keeps the digits of a float4
SELECT call, answer, hint FROM unnest(ARRAY[$$gridmap_set_layer('..', 'h', '{{1,-3.4028234663852886e38}}')$$, $$gridmap_set_layer('..', 'h', '{{1,-3.4028234663852886e38}}', 0.1)$$, $$gridmap_set_layer('..', 'h', '{"(0,0)"}', ARRAY[-3.4028234663852886e38])$$,
  $$gridmap_from_numbers('{{1,-3.4028234663852886e38}}')$$, $$gridmap_from_numbers('{{1500.0999755859375,2}}')$$, $$gridmap_from_numbers('{{1500.0999755859375,2}}', '{"layer": "h", "scale": 0.001}')$$, $$gridmap_set_layer('..', 'h', '{{0.10000000149011612,0.30000001192092896}}')$$,
  $$gridmap_set_layer('..', 'h', '{{0.10000000149011612,0.30000001192092896}}', 0.0000001)$$, $$gridmap_set_layer('..', 'h', '{{12345678.5,0.0000000001}}')$$]) call, answered(call);
