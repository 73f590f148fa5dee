-- codes that may be entered or left in some directions only
SET jit = off;

-- the text of a model
SELECT m::gridmodel
FROM unnest('{octile(>=E),"octile( v = 1/S, ^=N/2.50 )","octile(o=leave:E+NE+SE)","octile(o=enter:S/leave:S)",
  "octile(o=leave:S/3/enter:none)",octile(o=none),"octile(o=blocked/leave:S)","octile(o=enter:N+NE+E+SE+S+SW+W+NW)",
  "tile(o=2/S+E+N+W, .=W)","octile(''(''=S+SE+S)"}'::text[]) m;
SELECT 'octile(v=S)'::gridmodel = 'octile(v=1/leave:S/enter:S)' AS equal, 'octile(v=S)'::gridmodel = 'octile(v=enter:S)' AS not_equal;
SELECT 'octile(v=down)'::gridmodel;
SELECT 'octile(v=S+down)'::gridmodel;
SELECT 'octile(v=enter:2)'::gridmodel;
SELECT 'octile(v=leave:)'::gridmodel;
SELECT 'octile(v=S+)'::gridmodel;
SELECT 'octile(v=none+S)'::gridmodel;
SELECT 'tile(v=SE)'::gridmodel;
SELECT 'octile(v=2/3)'::gridmodel;
SELECT 'octile(v=S/enter:N)'::gridmodel;
SELECT 'octile(v=1/)'::gridmodel;
SELECT 'octile(obstacle=S)'::gridmodel;

-- a conveyor, a ledge, a door, a pit
CREATE TABLE belt AS SELECT gridmap('{......,.>>>>.,......}'::text[]) AS map, 'tile(>=leave:E)'::gridmodel AS model;
SELECT fringe_route(map, '(1,1)', '(5,1)', model) AS along, fringe_route(map, '(5,1)', '(1,1)', model) AS against,
  fringe_cost(map, '(5,1)', '(1,1)') AS blocked
FROM belt;
SELECT fringe_route(map, a, b, 'octile(v=S)')
FROM (VALUES (gridmap('{...,vvv,...}'::text[]), gridcell(1, 0), gridcell(1, 2)),
  (gridmap('{...,vvv,...}'::text[]), '(1,2)', '(1,0)')) v(map, a, b);
SELECT a, b, fringe_connected(map, a, b, 'tile(D=E, o=leave:none)'), fringe_cost(map, a, b, 'tile(D=E, o=leave:none)') AS cost
FROM (SELECT gridmap('{...@..o,...D...,@@@@...}'::text[]) AS map) m, unnest('{"(0,0)","(4,0)","(6,0)"}'::gridcell[]) a,
  unnest('{"(2,1)","(5,1)","(6,0)","(0,2)"}'::gridcell[]) b
ORDER BY a, b;
SELECT * FROM fringe_components(gridmap('{...@..o,...D...,@@@@...}'::text[]), 'tile(D=E, o=leave:none)');
SELECT fringe_connected(gridmap('{.>.}'::text[]), '(0,0)', '(2,0)', 'tile(>=E)') AS there,
  fringe_connected(gridmap('{.>.}'::text[]), '(2,0)', '(0,0)', 'tile(>=E)') AS back;

-- every function says the same, and every method
CREATE TABLE island AS
SELECT gridmap_set(gridmap_set(gridmap_set(gridmap_set(gridmap_caves(40, 30, 0.35, 5),
  array_agg(gridcell(i * 7 % 40, i * i % 30)) FILTER (WHERE i % 4 = 0), '>'),
    array_agg(gridcell(i * 7 % 40, i * i % 30)) FILTER (WHERE i % 4 = 1), 'v'), array_agg(gridcell(i * 7 % 40, i * i % 30)) FILTER (WHERE i % 4 = 2), '<'),
    array_agg(gridcell(i * 7 % 40, i * i % 30)) FILTER (WHERE i % 4 = 3), '^') AS map FROM generate_series(1, 400) i;
CREATE TABLE way (id int, model gridmodel);
INSERT INTO way VALUES (1, 'octile(>=leave:E+NE+SE, <=leave:W+NW+SW, v=S, ^=N)'), (2, 'tile(>=E, <=W, v=2/leave:S, ^=leave:N)'),
  (3, 'octile(diagonal=1.5, corners=one, @=4, >=leave:E, <=W, v=enter:S+SE+SW, ^=leave:none)'), (4, 'octile(size=2, @=1, >=leave:E+SE+NE+S, v=S+SE+E)');
CREATE TABLE cost AS SELECT id, model, map, c.start, c.goal, c.cost FROM island, way,
  LATERAL (SELECT array_agg(gridcell(i * 11 % 40, i * 7 % 30)) AS cells FROM generate_series(1, 25) i) s, fringe_matrix(map, cells, model) c;
SELECT id, count(*), count(cost) BETWEEN 1 AND count(*) - 1 AS both, count(*) FILTER (WHERE cost IS DISTINCT FROM back) > 0 AS asymmetric
FROM (SELECT a.*, b.cost AS back FROM cost a JOIN cost b ON a.id = b.id AND a.start = b.goal AND a.goal = b.start) c GROUP BY id ORDER BY id;
SELECT method, failing((id, method, start, goal)::text) FILTER (WHERE cost IS DISTINCT FROM fringe_cost(map, start, goal, model, method)) AS wrong,
  failing((id, method, start, goal)::text) FILTER (WHERE cost
    IS DISTINCT FROM gridpath_cost(fringe_route(map, start, goal, model, method), map, model)) AS wrong_routes
FROM cost,
  unnest('{auto,jump,astar,fringe,fringe(list=array),"idastar","astar(heuristic=alt, landmarks=3)",
    "fringe(heuristic=altbest, best=2)","astar(components=ignore)"}'::gridmethod[]) method
WHERE method <> 'idastar' OR start < '(20,4)' GROUP BY method ORDER BY method;
SELECT failing((id, start, goal)::text) FILTER (WHERE fringe_connected(map, start, goal, model) <> (cost IS NOT NULL)) AS wrong FROM cost;
SELECT failing((id, start, goal)::text) AS wrong
FROM cost
LEFT JOIN LATERAL fringe_reach(map, start, 'Infinity', model) r ON gridcell(r.x, r.y) = goal
WHERE r.cost IS DISTINCT FROM cost.cost AND start < '(0,10)';
SELECT failing((id, start, goal)::text) FILTER (WHERE gridfield_cost(field, start) IS DISTINCT FROM cost) AS wrong,
  failing((id, start, goal)::text) FILTER (WHERE gridpath_cost(gridfield_route(field, start), map, model) IS DISTINCT FROM cost) AS wrong_routes
FROM (SELECT *, fringe_field(map, ARRAY[goal], model) AS field FROM cost WHERE goal < '(0,12)') c;
SELECT failing((cost, c)::text) FILTER (WHERE (c).cost IS DISTINCT FROM cost OR (c).remaining > 0) AS wrong
FROM (SELECT cost, fringe_closest(map, start, goal, model) c FROM cost WHERE cost IS NOT NULL) f;
SELECT count(*) > 0 AS some,
  failing((id, start, goal)::text) FILTER (WHERE (c).cost <> fringe_cost(map, start, (c).cell, model)
    OR gridpath_cost((c).route, map, model) <> (c).cost) AS wrong
FROM (SELECT *, fringe_closest(map, start, goal, model) c FROM cost WHERE cost IS NULL) f WHERE (c).cell IS NOT NULL;
SELECT count(*) > 0 AS some,
  failing(t.cell::text) FILTER (WHERE t.cost <> least(a, b)
    OR owner <> CASE WHEN b < a THEN 2 WHEN a IS NULL THEN 2 ELSE 1 END) AS wrong
FROM island, way, fringe_territory(map, '{"(3,3)","(30,20)"}', model) t,
  LATERAL (SELECT fringe_cost(map, '(3,3)', t.cell, model, 'astar') AS a,
    fringe_cost(map, '(30,20)', t.cell, model, 'astar') AS b) c
WHERE (gridcell_x(t.cell) + gridcell_y(t.cell)) % 5 = 0;

-- for a large agent jump is another search
SELECT (fringe_search(map, '(0,0)', '(5,2)', model, 'jump')).method FROM belt;
SELECT (fringe_search(map, '(0,0)', '(5,2)', (rtrim(model::text, ')') || ', size=2)')::gridmodel, 'jump')).method FROM belt;
-- an index has the moves of one-way cells
SELECT info.form, parts ? 'moves' AS moves, failing((a, b)::text) FILTER (WHERE fringe_cost(index, a, b) IS DISTINCT FROM fringe_cost(map, a, b, i.model)) AS wrong,
  failing((a, b)::text) FILTER (WHERE fringe_connected(index, a, b) <> fringe_connected(map, a, b, i.model)) AS wrong_connected,
  failing((a, b)::text) FILTER (WHERE gridpath_cost(fringe_route(index, a, b), map, i.model) IS DISTINCT FROM fringe_cost(map, a, b, i.model)) AS wrong_routes,
  count(*) FILTER (WHERE fringe_cost(index, a, b) IS DISTINCT FROM fringe_cost(index, b, a)) > 0 AS some_one_way
FROM (SELECT map, model, fringe_index(map, model) AS index FROM belt) i, gridindex_info(index) info, generate_series(0, width - 1) ax, generate_series(0, height - 1) ay,
  generate_series(0, width - 1) bx, generate_series(0, height - 1) by, LATERAL (SELECT gridcell(ax, ay) AS a, gridcell(bx, by) AS b) c GROUP BY info.form, parts ? 'moves';
SELECT parts ? 'moves' AS no_such_code FROM belt, gridindex_info(fringe_index(map, 'tile(>=1, o=E)'));

-- stored paths, lines of sight, blocked cells, a chase
SELECT route, gridpath_valid(route, map, model), gridpath_cost(route, map, model)
FROM belt, unnest('{"(0,1) E5","(5,1) W5","(2,0) S2","(2,0) S1 E4"}'::gridpath[]) route;
SELECT gridpath_smooth(fringe_route(map, '(0,0)', '(5,2)', model), map, model) IS NOT NULL AS smooth FROM belt;
SELECT gridpath_smooth('(0,1) E5', map, m) FROM belt, unnest('{tile(>=E),octile(>=leave:E)}'::gridmodel[]) m;
SELECT fringe_route(gridmap_block(map, '{"(3,1)"}'), '(1,1)', '(5,1)', model) FROM belt;
SELECT id, count(*),
  failing((id, start, goal)::text) FILTER (WHERE fringe_route(gridmap_block(map, shut), start, goal, model)
    IS DISTINCT FROM fringe_route(edited, start, goal, model)) AS wrong
FROM (SELECT cost.*, e.shut, gridmap_set(map, e.shut, CASE id WHEN 3 THEN '!' WHEN 4 THEN 'T' ELSE '@' END) AS edited FROM cost,
  LATERAL (SELECT array_agg(gridcell(i * i % 40, (i * 3 + gridcell_x(goal)) % 30)) AS shut
    FROM generate_series(1, gridcell_y(goal)) i) e
WHERE gridcell_y(goal) > 0 AND start < '(0,6)') c
GROUP BY id
ORDER BY id;
SELECT fringe_cost(gridmap_block(gridmap('{.T.@,....}'::text[]), '{"(1,0)"}'), '(0,0)', '(2,0)', 'tile(T=5)'),
  fringe_cost(gridmap_block(gridmap('{.T.@,....}'::text[]), '{"(1,0)","(3,0)"}'), '(0,0)', '(2,0)', 'tile(T=5, .=3)');
SELECT tick, hunter_cell, prey_cell, cost, caught FROM belt, fringe_pursuit(map, '(5,1)', '{"(2,1)","(3,1)","(4,1)","(5,1)"}', model, 'astar');

-- what a large agent covers decides together
SELECT fringe_cost(map, '(0,0)', '(0,3)', m) AS down, fringe_cost(map, '(0,3)', '(0,0)', m) AS up
FROM (SELECT gridmap('{...,...,.v.,...,...}'::text[]) AS map) s, unnest('{octile(v=S),"octile(v=S, size=2)"}'::gridmodel[]) m;
SET fringe.max_memory = 1024;
SELECT fringe_cost(gridmap_fill(gridmap_rooms(300, 300, 9, 1), '(0,0)', '(1,1)', '>'), '(0,0)', '(5,5)', 'octile(>=E)');
