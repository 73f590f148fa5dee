-- Lines of sight, and cells near another one.
CREATE TABLE yard (map gridmap);
INSERT INTO yard VALUES (gridmap('{.........,..@@@....,..@......,..@...T..,.........}'::text[]));
SELECT fringe_ascii(map) FROM yard;
-- what a cell sees: s; walls too
CREATE FUNCTION seen(map gridmap, eye gridcell, radius float8, model gridmodel) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(row, E'\n' ORDER BY y) FROM (SELECT y, string_agg(CASE WHEN gridcell(x, y) = eye THEN 'O' WHEN v.cell IS NULL THEN '.' ELSE 's' END, '' ORDER BY x) AS row
    FROM generate_series(0, gridmap_height(map) - 1) y CROSS JOIN generate_series(0, gridmap_width(map) - 1) x LEFT JOIN fringe_view(map, eye, radius, model) v ON v.cell = gridcell(x, y) GROUP BY y) r $$;
SELECT model, seen(map, '(4,3)', 'infinity', model) FROM yard, unnest('{octile,octile(corners=any)}'::gridmodel[]) model;
SELECT radius, seen(map, '(7,1)', radius, 'octile') FROM yard, unnest('{0,1,1.5,2.9,-1}'::float8[]) radius;
SELECT seen(map, '(2,2)', 'infinity', 'octile') AS "from a wall" FROM yard;
SELECT fringe_sees(map, '(4,3)', '(0,3)') AS behind, fringe_sees(map, '(4,3)', '(2,3)') AS wall, fringe_sees(map, '(4,3)', '(8,4)', 'tile') AS over, fringe_sees(map, '(2,2)', '(2,2)') AS itself,
  fringe_sees(map, '(1,1)', '(8,1)', 'octile(@=9)') AS "no wall" FROM yard;
-- a corner between four cells: one of the cells beside the line is blocked, or both are
SELECT model, fringe_sees(gridmap('{.@.,...,...}'::text[]), '(0,0)', '(2,2)', model) AS clear, fringe_sees(gridmap('{.@.,...,...}'::text[]), '(1,1)', '(0,0)', model) AS one,
  fringe_sees(gridmap('{.@.,@..,...}'::text[]), '(2,2)', '(0,0)', model) AS both
FROM unnest('{octile,octile(corners=one),octile(corners=any),tile,anyangle}'::gridmodel[]) model;
-- weights, one-way cells and links do not matter
SELECT count(*) AS cells FROM yard, fringe_view(gridmap_link(gridmap_set(map, '{"(5,3)","(1,3)"}', '>'), '{"(0,0)>(8,4)"}'), '(4,3)', 3, 'octile(>=enter:E+W, T=7)') v;

-- any maps and cells: a view has exactly the cells that see its cell, and a cell seen from several viewers is counted
CREATE TABLE world AS SELECT name, map, model FROM (VALUES ('caves', gridmap_caves(45, 35, 0.4, 3)), ('rooms', gridmap_rooms(60, 40, 6, 2)), ('walls', gridmap_walls(70, 30, 60, 5, 4)), ('posts', (
  SELECT gridmap(array_agg(CASE WHEN y % 3 = 0 THEN repeat('..@', 20) ELSE repeat('.', 60) END ORDER BY y)) FROM generate_series(0, 40) y))) m(name, map),
  unnest('{octile,octile(corners=one),octile(corners=any),tile}'::gridmodel[]) model;
CREATE TABLE viewer AS SELECT name, map, model, eye, (ARRAY[3, 7.5, 12, 1000])[n % 4 + 1]::float8 AS radius
FROM world, generate_series(1, 4) n, LATERAL (SELECT gridcell(n * 13 % gridmap_width(map), n * 7 % gridmap_height(map)) AS eye) c;
SELECT count(*) AS pairs, count(v.cell) AS seen,
  failing((name, model, eye, c.x, c.y)::text) FILTER (WHERE (v.cell IS NOT NULL) IS DISTINCT FROM (sees AND sqrt((c.x - gridcell_x(eye))^2 + (c.y - gridcell_y(eye))^2) <= radius)) AS wrong,
  failing((name, model, eye, c.x, c.y)::text) FILTER (WHERE sees IS DISTINCT FROM fringe_sees(map, gridcell(c.x, c.y), eye, model)) AS "not symmetric"
FROM viewer, LATERAL gridmap_cells(map) c LEFT JOIN LATERAL fringe_view(map, eye, radius, model) v ON v.cell = gridcell(c.x, c.y), fringe_sees(map, eye, gridcell(c.x, c.y), model) sees;
WITH counted AS (SELECT name, model, radius, v.cell AS v, count(*) AS viewers FROM viewer, fringe_view(map, eye, radius, model) v GROUP BY name, model, radius, v.cell),
  exposed AS (SELECT name, model, radius, e.cell AS v, viewers FROM (SELECT name, map, model, radius, array_agg(eye) AS cells FROM viewer GROUP BY name, map, model, radius) x, fringe_exposure(map, cells, radius, model) e)
SELECT count(*) AS cells, failing((name, model, radius, v)::text) FILTER (WHERE c.viewers IS DISTINCT FROM e.viewers) AS wrong FROM counted c FULL JOIN exposed e USING (name, model, radius, v);
SELECT viewers, count(*) FROM yard, fringe_exposure(map, '{"(0,0)","(8,4)","(0,0)"}', 5) GROUP BY viewers ORDER BY viewers;
SELECT count(*) AS "of no viewers" FROM yard, fringe_exposure(map, '{}');
-- where agents of any direction walk straight, they see
SELECT count(*) FILTER (WHERE straight) AS lines, failing((name, a, b)::text) FILTER (WHERE straight AND NOT fringe_sees(map, a, b)) AS wrong
FROM world, LATERAL (SELECT start AS a, goal AS b FROM fringe_random_pairs(map, 500, 5)) p, LATERAL (SELECT fringe_cost(map, a, b, 'anyangle') = sqrt((gridcell_x(a) - gridcell_x(b))^2 + (gridcell_y(a) - gridcell_y(b))^2) AS straight) s
WHERE model = 'octile'::gridmodel;

-- ---- near enough ------------------------------------------------------------------
SELECT a.* FROM yard, fringe_approach(map, '(0,2)', '(7,2)') a;
SELECT range, sight, a.* FROM yard, (VALUES (1.5, false), (3, false), (3, true), ('infinity', true), ('infinity', false), (0, false)) w(range, sight),
  fringe_approach(map, '(0,2)', '(4,2)', 'octile', range, sight) a;
-- the target may be blocked; the start may be near it; equally cheap cells: the nearest to the target
SELECT a.* FROM yard, fringe_approach(map, '(8,0)', '(3,1)') a;
SELECT a.* FROM yard, fringe_approach(map, '(5,2)', '(4,1)', range => 1.5, sight => true) a;
SELECT a.* FROM fringe_approach(gridmap('{.....}'::text[]), '(0,0)', '(4,0)', 'octile(.=0)', 3) a;
-- none: blocked start, out of reach, negative range
SELECT a.* FROM yard, fringe_approach(map, '(2,1)', '(8,4)') a;
SELECT a.* FROM fringe_approach(gridmap('{..@..}'::text[]), '(0,0)', '(4,0)', 'tile', 1.9) a;
SELECT a.* FROM yard, fringe_approach(map, '(0,0)', '(0,0)', 'octile', -1) a;
-- by hand: all cells that are near, by their costs
CREATE FUNCTION by_hand(map gridmap, start gridcell, target gridcell, model gridmodel, range float8, sight bool, OUT cell gridcell, OUT cost float8) LANGUAGE sql AS $$
  SELECT r.cell, r.cost FROM (SELECT gridcell(c.x, c.y) AS cell, fringe_cost(map, start, gridcell(c.x, c.y), model) AS cost, sqrt((c.x - gridcell_x(target))^2 + (c.y - gridcell_y(target))^2) AS distance
    FROM gridmap_cells(map) c) r
  WHERE r.cost IS NOT NULL AND distance <= range AND (NOT sight OR fringe_sees(map, r.cell, target, model)) ORDER BY r.cell <> start, r.cost, distance, r.cell LIMIT 1 $$;
CREATE TABLE asked AS SELECT name, map, rule.model, start, target, range, sight FROM (SELECT DISTINCT ON (name) name, map FROM world ORDER BY name) w,
  unnest('{octile,tile,octile(@=4),"octile(corners=any, @=2, weigh=max)",octile(.=leave:E+S+W),anyangle}'::gridmodel[]) rule(model),
  (VALUES (1, false), (2.5, true), (6, true), (9, false)) q(range, sight), LATERAL (SELECT gridcell(range::int * 5 % 40, 3) AS start, gridcell(44 - range::int * 4, range::int * 3 % 30) AS target) c;
INSERT INTO asked SELECT name || ', linked', gridmap_link(map, '{"(3,3)<>(40,20)=2","(10,3)>(30,6)=1.5"}'), model, start, target, range, sight FROM asked;
SELECT count(*) AS asked, count(a.cost) AS found, failing((name, model, start, target, range, sight)::text) FILTER (WHERE (a.cell, a.cost) IS DISTINCT FROM (h.cell, h.cost)) AS wrong,
  failing((name, model, start, target, range, sight)::text) FILTER (WHERE gridpath_cost(route, map, model) IS DISTINCT FROM a.cost OR gridpath_goal(route) <> a.cell) AS "wrong routes"
FROM asked, fringe_approach(map, start, target, model, range, sight) a, by_hand(map, start, target, model, range, sight) h;

-- ---- out of the wall --------------------------------------------------------------
SELECT cell, fringe_nearest_free(map, cell) AS octile, fringe_nearest_free(map, cell, 'octile(size=3)') AS large, fringe_nearest_free(map, cell, 'octile(@=2)') AS climbing
FROM yard, unnest('{"(0,0)","(3,1)","(2,2)","(6,3)","(8,4)"}'::gridcell[]) cell;
SELECT fringe_nearest_free(gridmap('{@@}'::text[]), '(0,0)') AS none;
SELECT count(*) AS walls, failing((name, b.x, b.y, nearest)::text) FILTER (WHERE nearest IS DISTINCT FROM by_hand) AS wrong
FROM (SELECT DISTINCT ON (name) name, map FROM world ORDER BY name) w, LATERAL gridmap_cells(map) b, fringe_nearest_free(map, gridcell(b.x, b.y)) nearest,
  LATERAL (SELECT gridcell(f.x, f.y) AS by_hand FROM gridmap_cells(map) f WHERE f.code = '.' ORDER BY (f.x - b.x)^2 + (f.y - b.y)^2, f.y, f.x LIMIT 1) h
WHERE b.code = '@' AND b.x % 2 = 0;

-- ---- rows with cells outside the map ----------------------------------------------
CREATE TABLE position AS SELECT i, gridcell(i % 11 - 1, i % 7 - 1) AS start, CASE WHEN i % 97 > 0 THEN gridcell(i % 13 - 2, i % 5) END AS goal FROM generate_series(1, 100000) i;
SELECT count(*), count(cost) AS costs, count(cost) = count(route) AND count(cost) = count(indexed) AND count(cost) = count(path) AS alike, round(sum(cost)::numeric, 3) AS sum,
  sum(cost) = sum(indexed) AND sum(cost) = sum(gridpath_cost(route, map, 'octile')) AS "same costs"
FROM (SELECT map, fringe_try_cost(map, start, goal) AS cost, fringe_try_route(map, start, goal) AS route, fringe_try_cost(index, start, goal) AS indexed, fringe_try_route(index, start, goal) AS path
  FROM position, (SELECT map, fringe_index(map) AS index FROM yard OFFSET 0) y) x;
SELECT failing(position::text) FILTER (WHERE cost IS DISTINCT FROM CASE WHEN gridmap_contains(map, start) AND gridmap_contains(map, goal) THEN fringe_cost(map, start, goal, 'tile', 'astar') END) AS wrong
FROM yard, position, fringe_try_cost(map, start, goal, 'tile', 'astar') cost WHERE i < 1000;
SELECT fringe_try_cost(map, '(0,0)', '(9,0)') AS outside, fringe_try_route(map, '(0,0)', '(2,0)', 'tile') AS inside, fringe_try_cost(map, '(2147483647,-2147483648)', '(0,0)') AS far FROM yard;

-- ---- errors -----------------------------------------------------------------------
SELECT fringe_sees(map, '(0,0)', '(9,0)') FROM yard;
SELECT fringe_sees(map, '(0,0)', '(1,0)', 'octile(size=2)') FROM yard;
SELECT fringe_view(map, '(0,5)', -1) FROM yard;
SELECT fringe_view(map, '(0,0)', 'NaN') FROM yard;
SELECT fringe_exposure(map, '{"(0,0)","(-1,0)"}', 3) FROM yard;
SELECT fringe_exposure(map, '{"(0,0)",NULL}', 3) FROM yard;
SELECT fringe_exposure(map, '{"(0,0)"}', 3, 'tile(size=1x4, obstacle=2)') FROM yard;
SELECT fringe_approach(map, '(0,0)', '(9,0)') FROM yard;
SELECT fringe_approach(map, '(0,0)', '(8,0)', 'octile', 'NaN') FROM yard;
SELECT fringe_approach(map, '(0,0)', '(8,0)', 'octile(size=2)', 1, true) FROM yard;
SELECT a.* FROM yard, fringe_approach(map, '(0,0)', '(8,0)', 'octile(size=2)', 1) a;
SELECT fringe_nearest_free(map, '(0,5)') FROM yard;
SELECT fringe_try_cost(map, '(0,0)', '(1,1)', 'anyangle', 'jump') FROM yard;

DROP FUNCTION seen, by_hand;
DROP TABLE yard, world, viewer, asked, position;
