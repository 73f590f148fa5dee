-- every way to the cost of a path, under every kind of model, on maps with links and without: they agree or say why not
SET max_parallel_workers_per_gather = 0;
SET client_min_messages = warning;

-- Small maps with all kinds of terrain, and ground around the ends of links; each once without links and once with one-way, two-way, free and coded ones.
CREATE TABLE world (name text, map gridmap);
INSERT INTO world
SELECT name,
  gridmap_overlay(gridmap_overlay(gridmap_fill(gridmap_fill(ground, '(0,0)', '(3,4)', '.'), '(11,8)', '(14,12)', '.'), marks,
    cell),
    marks, cell + gridcell(5, 4))
FROM (VALUES ('caves', gridmap_caves(17, 15, 0.3, 3), 4), ('rooms', gridmap_rooms(19, 15, 6, 2), 5),
  ('maze', gridmap_maze(17, 17, 3, 5, 0.2), 3)) w(name, ground, step),
  LATERAL (SELECT gridmap('{RRRR,TTT.,>S>k}'::text[]) AS marks, gridcell(step, step / 2 + 1) AS cell) m;
INSERT INTO world
SELECT name || ', links',
  gridmap_link(map,
    '{"(1,1)>(12,10)=2.5","(2,2)<>(13,9)","(0,0)<>(11,11)=0","(3,3)>(12,8)=3.25:k","(12,10)<>(1,3)=7:k","(13,11)>(2,0)=0.5"}')
FROM world;

-- Heights, dangers and extra costs of all cells. Models that name no layer find the same as on maps without layers.
UPDATE world SET map = gridmap_set_layer(gridmap_set_layer(gridmap_set_layer(map, 'height', heights), 'danger', dangers), 'fee', ARRAY['(4,4)', '(7,6)', '(9,9)']::gridcell[], '{0.25,2,7.5}')
FROM (SELECT name AS n, array_agg(high ORDER BY y) AS heights, array_agg(danger ORDER BY y) AS dangers
  FROM world, LATERAL (SELECT gridmap_width(map) AS w, gridmap_height(map) AS h) side, generate_series(0, h - 1) y,
    LATERAL (SELECT array_agg((x * 3 + y * 5) % 11 * 0.5 - 2 ORDER BY x) AS high, array_agg((x * x + y * 7) % 5 ORDER BY x) AS danger FROM generate_series(0, w - 1) x) c GROUP BY name) l WHERE n = name;

-- Blocked cells and closed sides, which all models read.
INSERT INTO world
SELECT name || ', blocked', gridmap_block(map, (SELECT array_agg(gridcell(i * 7 % 17, i * i * 3 % 15)) FROM generate_series(2, 12) i))
FROM world WHERE name IN ('caves', 'rooms, links');
INSERT INTO world
SELECT name || ', sides', gridmap_set_sides(gridmap_set_sides(map, (SELECT array_agg(gridcell(8, y)) FROM generate_series(0, 12) y), 'E'),
  (SELECT array_agg(gridcell(i * 7 % 17, i * i * 3 % 15)) FROM generate_series(2, 25) i), 'N+E+NE', twoway => false)
FROM world WHERE name IN ('caves', 'rooms, links');

CREATE TABLE rule AS SELECT model::gridmodel, row_number() OVER () AS n FROM unnest(ARRAY[
  'octile', 'tile', 'octile(corners=one)', 'octile(corners=any)', 'octile(straight=2, diagonal=3)',
  'octile(straight=10, diagonal=25)', 'octile(straight=5, diagonal=3)',
  'octile(R=0.5, T=3)', 'octile(R=2, T=3, weigh=average)', 'octile(obstacle=3)', 'octile(obstacle=2.5, weigh=average, corners=any)', 'tile(R=2, T=7)',
  'octile(>=leave:E)', 'octile(>=E+W, R=2)', 'octile(>=enter:N/leave:S, corners=one)', 'tile(>=E)',
  'octile(size=2)', 'octile(size=2, R=2)', 'octile(size=2x1)', 'octile(size=1x3, R=2, weigh=leave, corners=one)', 'tile(size=3x2, T=2, link=2)', 'tile(size=3)', 'octile(size=2, corners=any, T=2, weigh=average)',
  'octile(link=0.5)', 'octile(link=3, k=2)', 'octile(k=blocked)', 'octile(link=blocked)', 'octile(R=2, link=2.25)', 'octile(straight=7, diagonal=9, link=0.5)', 'octile(.=3)', 'octile(straight=0.7, .=3, R=1.7, T=9)',
  'octile(R=0.5, T=3, weigh=leave)', 'octile(R=2, T=3, weigh=max, corners=one)', 'tile(R=0.5, T=7, weigh=max)', 'octile(size=2, T=2, weigh=leave)', 'octile(straight=2, diagonal=3, R=0.5, T=3, weigh=leave)',
  'octile(.=0.5, >=W, R=2, weigh=leave)', 'octile(k=0, R=2, weigh=max)',
  'octile(dx=3, dy=4)', 'octile(dx=1, dy=7, straight=2, corners=any)', 'octile(dx=2, dy=1, diagonal=2.2)', 'octile(dx=5, dy=0.5, diagonal=1, corners=one)', 'octile(dx=3, diagonal=2.5, R=2, T=0.5, weigh=leave, link=0.5)',
  'octile(dx=0.3, dy=0.4, size=2x1, R=2, weigh=average)', 'tile(dx=2.5)', 'tile(dy=3, R=2, T=7, weigh=max)', 'octile(dx=2, dy=2, >=leave:E)',
  'octile(wrap=x)', 'tile(wrap=xy, R=2)', 'octile(wrap=y, R=2, T=3, weigh=average, corners=one)', 'octile(wrap=xy, size=2, T=3)', 'octile(wrap=xy, dx=3, dy=4)', 'tile(wrap=x, >=leave:E, link=0.5)', 'octile(wrap=x, layer.danger=2, rise=0.5, R=2)', 'tile(wrap=xy, friction=fee, size=2)',
  'hex', 'hex(wrap=xy, R=2, layer.danger=1)', 'hex(size=2, R=2, side.danger=1)', 'hex(size=7, R=2, layer.danger=1)', 'hex(R=0.5, T=3)', 'hex(R=2, T=3, weigh=max)', 'hex(obstacle=2.5, weigh=leave)', 'hex(>=leave:E+NE, R=2)', 'hex(straight=0.7, link=0.5, k=2)',
  'tile(turn=0.5)', 'octile(turn45=0.1, turn90=0.5, turn135=2)', 'octile(turn=1.5, turn90=0.25, R=2, weigh=average)', 'octile(turn=0.5, size=2)', 'octile(>=leave:E, turn=3, corners=any)',
  'octile(straight=5, diagonal=7, turn=2, link=0.5, k=2)', 'hex(turn60=0.2, turn120=1)', 'hex(turn=0.5, R=0.5, T=3)',
  'octile(turn45=0.1, turn90=0.5, turn135=2, heading=W)', 'tile(turn=2, arrive=N, R=2, link=0.5)', 'hex(turn60=0.5, turn120=2, turn180=1, heading=SW, arrive=NE)',
  'octile(layer.danger=2)', 'octile(rise=1.5, drop=0.25)', 'tile(layer.danger=0.5, layer.fee=1)', 'octile(R=2, T=3, rise=1, layer.danger=1)', 'octile(climb=1.5, fall=2)', 'tile(climb=2, height=height)',
  'octile(straight=5, diagonal=7, rise=0.3, height=danger)', 'octile(size=2, layer.danger=1, rise=1)', 'octile(size=2x1, R=2, climb=2, layer.fee=3)', 'octile(>=leave:E, fall=3, drop=2)', 'hex(rise=1, climb=3, layer.danger=0.5)',
  'octile(friction=danger)', 'octile(friction=fee, R=2, T=3, weigh=average)', 'tile(friction=fee, size=2, weigh=max)', 'hex(friction=danger, R=3, weigh=leave)', 'octile(slope=-3:2|0:1|2:1.7, cell=0.7)', 'octile(friction=danger, slope=-5:3|-1:0.8|5:4, weigh=average, turn=0.3, rise=0.2)',
  'octile(friction=danger, slope=-1:1|2:1, dx=3, dy=4)', 'hex(slope=-9:0|0:1|9:1.3)', 'octile(latitude=47.5, cell=0.001, straight=0.01, friction=danger, weigh=average, turn=3)', 'tile(latitude=-10, cell=0.5, straight=0.00001, R=2, layer.fee=0.1)', 'octile(friction=danger, layer.fee=0.5, slope=-4:2|4:1, climb=3, size=2)',
  'octile(road.danger=0.5)', 'octile(road.fee=0, road.danger=0.75, R=2, T=3, weigh=average, layer.danger=1)', 'tile(side.danger=1.5, R=2)', 'octile(side.danger=0.3, road.danger=0.5, corners=any, size=2)', 'hex(side.danger=2, road.danger=0.1, friction=danger)',
  'octile(wrap=x, side.danger=1, road.danger=0.5, dx=3, dy=4)', 'octile(turn=0.5, side.danger=1, road.fee=0.5, climb=2, rise=1)',
  'octile(points=4)', 'tile(points=3, over=block, R=2, T=7, link=0.5)', 'hex(points=5, over=spend, R=2, T=7)', 'octile(points=6.5, R=2, T=30, stop.danger=end)', 'octile(points=4, R=2, stop.fee=never, stop.danger=end)',
  'octile(points=3, stop.danger=never, turn=0.5, heading=N, arrive=E)', 'tile(points=2.5, turn=4, over=spend)', 'octile(points=1, wrap=xy, T=3)', 'octile(points=3, friction=fee, R=2, size=2, over=block)',
  'octile(layer.danger=1, turn=0.5)', 'octile(R=2, T=3, weigh=average, layer.danger=1)',
  'anyangle', 'anyangle(straight=2.5, R=1, T=1)', 'anyangle(size=2)', 'anyangle(size=1x3)', 'anyangle(straight=3, link=0.35, k=blocked)']) model;

CREATE TABLE question AS
SELECT name, map, model, n, i, gridcell((i * i + 1) % w, i * 2 % h) AS a, gridcell(w - 2 - i * i % 4, h - 3 - i * 2) AS b
FROM world, rule, generate_series(0, 3) i, LATERAL (SELECT gridmap_width(map) AS w, gridmap_height(map) AS h) side;

-- A way is an expression on a question.
CREATE TABLE way (function regprocedure, expression text);
INSERT INTO way VALUES
('fringe_cost(gridmap,gridcell,gridcell,gridmodel,gridmethod)', 'fringe_cost(map, a, b, model)'),
('fringe_cost(gridindex,gridcell,gridcell)', 'fringe_cost(fringe_index(map, model), a, b)'),
('fringe_route(gridmap,gridcell,gridcell,gridmodel,gridmethod)', 'gridpath_cost(fringe_route(map, a, b, model), map, model)'),
('fringe_route(gridindex,gridcell,gridcell)', 'gridpath_cost(fringe_route(fringe_index(map, model), a, b), map, model)'),
('fringe_path(gridmap,gridcell,gridcell,gridmodel,gridmethod)', '(SELECT max(total_cost) FROM fringe_path(map, a, b, model))'),
('fringe_path(gridindex,gridcell,gridcell)', '(SELECT max(total_cost) FROM fringe_path(fringe_index(map, model), a, b))'),
('fringe_search(gridmap,gridcell,gridcell,gridmodel,gridmethod)', '(SELECT cost FROM fringe_search(map, a, b, model, ''auto''))'),
('fringe_search(gridindex,gridcell,gridcell)', '(SELECT cost FROM fringe_search(fringe_index(map, model), a, b))'),
('fringe_costs(gridmap,gridcell,gridcell[],gridmodel)', '(SELECT cost FROM fringe_costs(map, a, ARRAY[b, a], model) WHERE goal = b)'),
('fringe_costs(gridindex,gridcell,gridcell[])', '(SELECT cost FROM fringe_costs(fringe_index(map, model), a, ARRAY[b, a]) WHERE goal = b)'),
('fringe_matrix(gridmap,gridcell[],gridmodel)', '(SELECT cost FROM fringe_matrix(map, ARRAY[b, a], model) WHERE (start, goal) = (a, b))'),
('fringe_matrix(gridindex,gridcell[])', '(SELECT cost FROM fringe_matrix(fringe_index(map, model), ARRAY[b, a]) WHERE (start, goal) = (a, b))'),
('fringe_matrix_tsp(gridmap,gridcell[],gridmodel)', '(SELECT agg_cost FROM fringe_matrix_tsp(map, ARRAY[a, b], model) WHERE (start_vid, end_vid) = (1, 2))'),
('fringe_nearest(gridmap,gridcell,gridcell[],gridmodel,integer)', '(SELECT cost FROM fringe_nearest(map, a, ARRAY[b], model))'),
('fringe_nearest_within(gridmap,gridcell,gridcell[],double precision,gridmodel,integer)', '(SELECT cost FROM fringe_nearest_within(map, a, ARRAY[b], 1000, model))'),
('fringe_nearest(gridindex,gridcell,gridcell[],integer)', '(SELECT cost FROM fringe_nearest(fringe_index(map, model), a, ARRAY[b]))'),
('fringe_nearest_within(gridindex,gridcell,gridcell[],double precision,integer)',
  '(SELECT gridpath_cost(route, map, model) FROM fringe_nearest_within(fringe_index(map, model), a, ARRAY[b], 1000))'),
('fringe_reach(gridmap,gridcell,double precision,gridmodel)', '(SELECT cost FROM fringe_reach(map, a, 1000, model) WHERE gridcell(x, y) = b)'),
('fringe_reach(gridmap,gridcell[],double precision,gridmodel,double precision[])', '(SELECT cost FROM fringe_reach(map, ARRAY[a], 1000, model, ''{0}'') WHERE gridcell(x, y) = b)'),
('fringe_reach(gridmap,text,double precision,gridmodel)', '(SELECT cost FROM fringe_reach(map, a::text, 1000, model) WHERE gridcell(x, y) = b)'),
('fringe_nearest(gridmap,gridcell,gridcell[],gridmodel,integer,double precision[])', '(SELECT cost FROM fringe_nearest(map, a, ARRAY[b], model, 1, ''{0}''))'),
('fringe_territory(gridmap,gridcell[],gridmodel,double precision,double precision[])', '(SELECT cost FROM fringe_territory(map, ARRAY[a], model) WHERE cell = b)'),
('fringe_closest(gridmap,gridcell,gridcell,gridmodel)', '(SELECT cost FROM fringe_closest(map, a, b, model) WHERE cell = b)'),
('fringe_tour(gridmap,gridcell[],gridmodel,boolean)', '(SELECT cost FROM fringe_tour(map, ARRAY[a, b], model) WHERE seq = 2)'),
('fringe_surface(gridmap,gridcell[],gridmodel)', '(fringe_surface(map, ARRAY[a], model))[gridcell_y(b) + 1][gridcell_x(b) + 1]'),
('fringe_network(gridmap,gridcell[],gridmodel)', '(SELECT CASE n.a WHEN 1 THEN n.cost ELSE fringe_cost(map, $1.a, $1.b, model) END FROM fringe_network(map, ARRAY[a, b], model) n)'),
('fringe_assign(gridmap,gridcell[],gridcell[],gridmodel,text)', '(SELECT cost FROM fringe_assign(map, ARRAY[a], ARRAY[b], model))'),
('fringe_walks(gridmap,gridcell[],gridmodel,integer)', '(SELECT cost FROM fringe_walks(map, ARRAY[a, b], model, 1000000) WHERE from_position = 1 AND to_position = 2)'),
('fringe_try_walks(gridmap,gridcell[],gridmodel,integer)', '(SELECT cost FROM fringe_try_walks(map, ARRAY[a, b], model, 1000000) WHERE from_position = 1 AND to_position = 2)'),
('fringe_route_via(gridmap,gridcell[],gridmodel)', 'gridpath_cost(fringe_route_via(map, ARRAY[a, b], model), map, model)'),
('fringe_approach(gridmap,gridcell,gridcell,gridmodel,double precision,boolean,double precision,double precision,text,boolean,text)', '(SELECT cost FROM fringe_approach(map, a, b, model, 0))'),
('fringe_best_cells(gridmap,gridcell,gridcell,gridmodel,double precision)', '(SELECT cost FROM fringe_best_cells(map, a, b, model) WHERE cell = b)'),
('fringe_random_route(gridmap,gridcell,gridcell,gridmodel,bigint)', 'gridpath_cost(fringe_random_route(map, a, b, model, 7), map, model)'),
('fringe_alternatives(gridmap,gridcell,gridcell,gridmodel,integer,double precision,double precision,integer)', '(SELECT gridpath_cost(route, map, model) FROM fringe_alternatives(map, a, b, model) WHERE rank = 1)'),
('fringe_try_cost(gridmap,gridcell,gridcell,gridmodel,gridmethod)', 'fringe_try_cost(map, a, b, model)'),
('fringe_try_cost(gridindex,gridcell,gridcell)', 'fringe_try_cost(fringe_index(map, model), a, b)'),
('fringe_try_route(gridmap,gridcell,gridcell,gridmodel,gridmethod)', 'gridpath_cost(fringe_try_route(map, a, b, model), map, model)'),
('fringe_try_route(gridindex,gridcell,gridcell)', 'gridpath_cost(fringe_try_route(fringe_index(map, model), a, b), map, model)'),
('fringe_fewest_turns(gridmap,gridcell,gridcell,gridmodel)', 'gridpath_cost(fringe_fewest_turns(map, a, b, model), map, model)'),
('fringe_trace(gridmap,gridcell,gridcell,gridmodel,gridmethod)', 'CASE WHEN model::text ~ ''arrive'' THEN fringe_cost(map, a, b, model) ELSE (SELECT min(g) FROM fringe_trace(map, a, b, model) WHERE gridcell(x, y) = b) END'),
('fringe_connected(gridmap,gridcell,gridcell,gridmodel)', 'CASE WHEN fringe_connected(map, a, b, model) THEN fringe_cost(map, a, b, model) END'),
('fringe_connected(gridindex,gridcell,gridcell)', 'CASE WHEN fringe_connected(fringe_index(map, model), a, b) THEN fringe_cost(map, a, b, model) END'),
('gridpath_steps(gridpath,gridmap,gridmodel)', '(SELECT max(total_cost) FROM gridpath_steps(fringe_route(map, a, b, model), map, model))'),
('gridfield_cost(gridfield,gridcell)', 'gridfield_cost(fringe_field(map, ARRAY[b], model), a)'),
('gridfield_route(gridfield,gridcell)', 'gridpath_cost(gridfield_route(fringe_field(map, ARRAY[b], model), a), map, model)'),
('gridfield_numbers(gridfield)', '(gridfield_numbers(fringe_field(map, ARRAY[b], model)))[gridcell_y(a) + 1][gridcell_x(a) + 1]'),
('gridfield_cells(gridfield)', '(SELECT cost FROM gridfield_cells(fringe_field(map, ARRAY[b], model)) WHERE cell = a)');
INSERT INTO way
SELECT 'fringe_cost(gridmap,gridcell,gridcell,gridmodel,gridmethod)', format('fringe_cost(map, a, b, model, %L)', method)
FROM unnest(ARRAY['jump', 'sweep', 'visibility', 'turns', 'fringe', 'fringe(list=array)', 'astar(open=tree)', 'idastar(memory=full)',
  'jump(heuristic=altbest, best=3, place=farthest)', 'astar(heuristic=alt)']) method;

-- Functions whose rows or value have a cost or a route need a row in the table way, unless it is not that of a best path.
SELECT p.oid::regprocedure AS "without a row in the table way of sql/alike.sql"
FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid AND extname LIKE 'fringe%'
WHERE p.prokind = 'f' AND '{gridmap,gridindex,gridfield}'::regtype[] && p.proargtypes::oid[]::regtype[]
  AND (p.prorettype IN ('float8'::regtype, 'float8[]'::regtype, 'gridpath'::regtype, 'fringe_result'::regtype)
    OR EXISTS (SELECT FROM unnest(p.proallargtypes, p.proargmodes) u(type, mode) WHERE mode = 't' AND type IN ('float8'::regtype, 'gridpath'::regtype)
      OR mode = 'o' AND type IN ('float8'::regtype, 'gridpath'::regtype)))
  AND p.oid NOT IN (SELECT function FROM way)
ORDER BY p.proname, 1;

CREATE FUNCTION ask(expression text, q question, OUT cost float8, OUT refused text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT %s FROM (SELECT ($1).*) q', expression) INTO cost USING q;
EXCEPTION WHEN feature_not_supported THEN
  refused := SQLERRM;
END $$;
CREATE TABLE answer AS SELECT w.*, q.name, q.model, q.i, q.a, q.b, r.* FROM question q, way w, ask(expression, q) r;

-- Answers that differ from the least of the question, or that are no path where others have one.
SELECT DISTINCT expression, name, model, a, b, cost, least
FROM (SELECT *, min(cost) OVER (PARTITION BY name, model, i) AS least FROM answer WHERE refused IS NULL) x
WHERE cost IS DISTINCT FROM least ORDER BY expression, name, model, a LIMIT 20;

-- Ways without an answer, models without one; how many questions have a path; what is refused.
SELECT expression FROM answer GROUP BY expression HAVING count(cost) = 0;
SELECT model FROM answer GROUP BY model HAVING count(cost) = 0;
SELECT name, count(*) AS questions, count(*) FILTER (WHERE paths > 0) AS with_path
FROM (SELECT name, model, i, count(cost) AS paths FROM answer GROUP BY name, model, i) x GROUP BY name ORDER BY name;
SELECT refused, count(DISTINCT expression) AS ways, count(DISTINCT model) AS models, count(DISTINCT name) AS maps, count(*)
FROM answer
WHERE refused IS NOT NULL
GROUP BY refused
ORDER BY refused;

-- Numbers that a caller adds to costs are converted to the unit of the map, which turns, layers and links divide: each function with an argument `costs`.
CREATE TABLE priced (function regprocedure, expression text);
INSERT INTO priced VALUES
('fringe_nearest(gridmap,gridcell,gridcell[],gridmodel,integer,double precision[])', '(SELECT cost FROM fringe_nearest(map, a, ARRAY[b], model, 1, ''{0.35}''))'),
('fringe_reach(gridmap,gridcell[],double precision,gridmodel,double precision[])', '(SELECT cost FROM fringe_reach(map, ARRAY[a], 1000, model, ''{0.35}'') WHERE gridcell(x, y) = b)'),
('fringe_territory(gridmap,gridcell[],gridmodel,double precision,double precision[])', '(SELECT cost FROM fringe_territory(map, ARRAY[a], model, costs => ''{0.35}'') WHERE cell = b)'),
('fringe_field(gridmap,gridcell[],gridmodel,double precision[])', 'gridfield_cost(fringe_field(map, ARRAY[b], model, ''{0.35}''), a)');
SELECT p.oid::regprocedure AS "without a row in the table priced" FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid AND extname LIKE 'fringe%'
WHERE 'costs' = ANY (p.proargnames[:p.pronargs]) AND p.oid NOT IN (SELECT function FROM priced);
CREATE TABLE price AS SELECT w.function, q.name, q.model, q.i, r.* FROM question q, priced w, ask(w.expression, q) r WHERE q.i < 2;
-- What a unit has spent before it starts counts as points of its first turn, so under `points` the result is no sum; what a goal costs is added.
SELECT count(cost) > 4000 AS "many prices", count(DISTINCT function) FILTER (WHERE cost IS NOT NULL) AS functions, count(*) FILTER (WHERE spent) > 200 AS "many spent",
  failing((function, name, model, i, cost, least)::text) FILTER (WHERE cost IS DISTINCT FROM least) AS "not alike",
  failing((function, name, model, i, cost, plain)::text) FILTER (WHERE (cost IS NULL) <> (plain IS NULL) OR NOT spent AND abs(cost - plain - 0.35) > 1e-9) AS "not the sum",
  failing((function, name, model, i, cost, plain)::text) FILTER (WHERE spent AND cost < plain) AS "less than without"
FROM (SELECT *, min(cost) OVER (PARTITION BY name, model, i, spent) AS least
    FROM (SELECT *, model::text LIKE '%points=%' AND function::text ~ '^fringe_(reach|territory)' AS spent FROM price WHERE refused IS NULL) p) p
  JOIN (SELECT name, model, i, cost AS plain FROM answer WHERE expression = 'fringe_cost(map, a, b, model)') a USING (name, model, i);
SELECT refused, count(DISTINCT function) AS functions, count(DISTINCT model) AS models FROM price WHERE refused IS NOT NULL GROUP BY refused ORDER BY refused;

-- How many ways each model has: without links, with links.
SELECT model, count(DISTINCT expression) FILTER (WHERE name !~ 'links') AS without, count(DISTINCT expression) FILTER (WHERE name ~ 'links') AS with
FROM answer JOIN rule USING (model) WHERE refused IS NULL GROUP BY model, n ORDER BY n;

-- A stored path has the rows of fringe_path.
SELECT count(r.cost) > 300 AS "many paths", failing((name, model, a, b)::text) FILTER (WHERE r.cost > 0) AS "other rows"
FROM question q, ask('(SELECT nullif((SELECT count(*) FROM fringe_path(map, a, b, model)), 0) * 0 + (SELECT count(*) FROM (
  (SELECT seq, gridcell(x, y), step_cost, total_cost FROM fringe_path(map, a, b, model) EXCEPT SELECT * FROM gridpath_steps(fringe_route(map, a, b, model), map, model)) UNION ALL
  (SELECT * FROM gridpath_steps(fringe_route(map, a, b, model), map, model) EXCEPT SELECT seq, gridcell(x, y), step_cost, total_cost FROM fringe_path(map, a, b, model))) other))', q) r;
DROP FUNCTION ask;
DROP TABLE world, rule, question, way, answer, priced, price;
