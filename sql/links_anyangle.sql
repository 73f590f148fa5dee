-- straight lines and links: the model anyangle on maps with links
SET max_parallel_workers_per_gather = 0;
CREATE TABLE hall AS SELECT gridmap('{"..........","....@.....","....@.....","##########","....@.....","..........","..........",".........."}'::text[]) AS map;
CREATE TABLE cell AS SELECT gridcell(x, y) AS c, 10 * y + x AS n FROM generate_series(0, 9) x, generate_series(0, 7) y;

-- one path: its costs, rows, text, and pictures
CREATE TABLE stair AS SELECT gridmap_link(map, '{"(1,2)<>(8,4)=2.5"}') AS map FROM hall;
SELECT fringe_cost(map, '(6,0)', '(0,6)', 'anyangle'), fringe_route(map, '(6,0)', '(0,6)', 'anyangle'), fringe_cost(map, '(0,6)', '(6,0)', 'anyangle') AS back FROM stair;
SELECT p.* FROM stair, fringe_path(map, '(6,0)', '(0,6)', 'anyangle') p;
SELECT found, cost, length, complete, optimal, method, route FROM stair, fringe_search(map, '(6,0)', '(0,6)', 'anyangle(straight=2)', 'visibility');
SELECT fringe_ascii(map, fringe_route(map, '(6,0)', '(0,6)', 'anyangle')) FROM stair \g (format=unaligned tuples_only=on)
SELECT (regexp_matches(fringe_svg(map, fringe_route(map, '(6,0)', '(0,6)', 'anyangle')), '<(?:polyline|path)[^>]*dash[^>]*>', 'g'))[1] AS dashed FROM stair;
SELECT d, gridpath_at(fringe_route(map, '(6,0)', '(0,6)', 'anyangle'), d, map, 'anyangle') AS at FROM stair, unnest('{0,1,5.3,6,7,7.9,8,12,20}'::float8[]) d;
SELECT gridpath_valid(route, map, 'anyangle'), gridpath_valid(route, gridmap_unlink(map), 'anyangle') AS "without the link", gridpath_cost(route, map, 'anyangle(link=2)'),
  gridpath_valid(route, map, 'anyangle(link=blocked)') AS closed, gridpath_cost('(0,0) >(80,2)', map, 'anyangle') AS outside
FROM (SELECT map, fringe_route(map, '(6,0)', '(0,6)', 'anyangle') AS route FROM stair) s;

-- through one link, costs are those of the map without it, added up
CREATE TABLE one AS SELECT model, link, gridmap_link(map, ARRAY[link]) AS linked, map FROM hall,
  unnest('{anyangle,"anyangle(straight=2.5, link=0.5)",anyangle(size=2),"anyangle(link=3, #=1)"}'::gridmodel[]) model,
  unnest('{"(0,0)<>(9,4)=2","(1,1)>(8,5)=0","(9,0)<>(0,0)=0.5","(5,5)>(5,0)=0.25","(4,4)<>(0,0)"}'::gridlink[]) link;
CREATE FUNCTION steps(model gridmodel) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(substring(model::text FROM 'straight=([0-9.]+)')::float8,
  1) * coalesce(substring(model::text FROM 'link=([0-9.]+)')::float8, 1) $$;
CREATE TABLE asked_one AS SELECT o.model, o.link, s.c AS start, g.c AS goal, linked, fringe_cost(linked, s.c, g.c, o.model) AS cost,
  (SELECT min(w)
    FROM (VALUES (fringe_cost(map, s.c, g.c, o.model)),
      (fringe_cost(map, s.c, l.start, o.model) + l.cost * steps(o.model) + fringe_cost(map, l.goal, g.c, o.model)),
    (CASE WHEN l.twoway THEN fringe_cost(map, s.c, l.goal, o.model) + l.cost * steps(o.model) + fringe_cost(map, l.start, g.c, o.model) END)) v (w)) AS wanted
FROM one o, gridmap_links(linked) l, cell s, cell g WHERE (s.n * 7 + g.n * 3) % 5 = 0;
SELECT model, count(*) AS pairs, count(cost) AS paths,
  failing((model, link, start, goal, cost, wanted)::text) FILTER (WHERE (cost IS NULL) <> (wanted IS NULL) OR abs(cost - wanted) > 1e-9) AS wrong
FROM asked_one
GROUP BY model
ORDER BY model::text COLLATE "C";
-- routes take the links that there are, and cost what was said; what else answers agrees to the bit
SELECT count(*) AS routes, count(*) FILTER (WHERE route::text LIKE '%>%') AS "with a link",
  failing((model, link, start, goal)::text) FILTER (WHERE gridpath_cost(route, linked, model) IS DISTINCT FROM cost) AS costs,
  failing((model, link, start, goal)::text) FILTER (WHERE NOT gridpath_valid(route, linked, model)) AS invalid,
  failing((model, link, start, goal)::text) FILTER (WHERE gridpath_valid(route, gridmap_unlink(linked), model) = (route::text LIKE '%>%')) AS "without links",
  failing((model, link, start, goal)::text) FILTER (WHERE route::text::gridpath IS DISTINCT FROM route) AS texts,
  failing((model, link, start, goal)::text) FILTER (WHERE (SELECT max(total_cost) FROM fringe_path(linked, start, goal, model)) IS DISTINCT FROM cost) AS rows,
  failing((model, link, start, goal)::text) FILTER (WHERE (SELECT array_agg(gridcell(x, y) ORDER BY seq) FROM fringe_path(linked, start, goal, model))
    IS DISTINCT FROM gridpath_waypoints(route)) AS corners,
  failing((model, link, start, goal)::text) FILTER (WHERE gridpath_at(route, cost, linked, model) <> goal) AS ends,
  failing((model, link, start, goal)::text) FILTER (WHERE NOT fringe_connected(linked, start, goal, model)) AS apart
FROM (SELECT *, fringe_route(linked, start, goal, model) AS route FROM asked_one WHERE cost IS NOT NULL) a;
SELECT count(*) AS none,
  failing((model, link, start, goal)::text) FILTER (WHERE fringe_connected(linked, start, goal, model)) AS joined
FROM asked_one
WHERE cost IS NULL;
SELECT count(*) AS pairs, failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE c.cost IS DISTINCT FROM a.cost) AS costs,
  failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE m.cost IS DISTINCT FROM a.cost) AS matrix,
  failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE r.cost IS DISTINCT FROM a.cost) AS reach,
  failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE n.cost IS DISTINCT FROM a.cost
    OR gridpath_cost(n.route, linked, model) IS DISTINCT FROM a.cost) AS nearest,
  failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE t.cost IS DISTINCT FROM a.cost) AS territory,
  failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE s.cost IS DISTINCT FROM a.cost OR s.method::text <> 'visibility') AS search
FROM (SELECT * FROM asked_one WHERE start = '(2,2)') a
LEFT JOIN LATERAL fringe_costs(linked, a.start, ARRAY[a.goal], model) c ON true
LEFT JOIN LATERAL fringe_matrix(linked, ARRAY[a.start, a.goal], model) m ON m.start = a.start AND m.goal = a.goal
LEFT JOIN LATERAL fringe_reach(linked, a.start, 'infinity', model) r ON gridcell(r.x, r.y) = a.goal
LEFT JOIN LATERAL fringe_nearest(linked, a.start, ARRAY[a.goal], model) n ON true
LEFT JOIN LATERAL fringe_territory(linked, ARRAY[a.start], model) t ON t.cell = a.goal
LEFT JOIN LATERAL fringe_search(linked, a.start, a.goal, model) s ON true;
SELECT count(*) AS within, max(cost) AS farthest FROM stair, fringe_reach(map, '(1,1)', 5.5, 'anyangle');

-- what closes a link, and what it costs
SELECT model, fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=2:k","(2,1)<>(7,5)=9"}'), '(2,1)', '(8,5)', model),
  fringe_cost(gridmap_block(gridmap_link(map, '{"(2,1)>(8,5)=2:k","(2,1)<>(7,5)=9"}'), '{"(7,5)"}'), '(2,1)', '(8,5)', model) AS blocked
FROM hall,
  unnest('{anyangle,anyangle(k=blocked),"anyangle(j=blocked, k=1)",anyangle(link=0.125),"anyangle(link=blocked, k=1)","anyangle(straight=3, k=blocked)"}'::gridmodel[]) model;
SELECT 'anyangle(k=2)'::gridmodel;
SELECT 'anyangle(link=1.0)'::gridmodel, 'anyangle(link=0.50)'::gridmodel, 'anyangle(link=blocked)'::gridmodel;
SELECT fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=0.000000001"}'), '(2,1)', '(8,5)', 'anyangle(link=0.5)') FROM hall;
SELECT fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=0.1","(8,5)>(2,1)=0.2","(8,4)>(2,1)=0.7"}'), '(2,1)', '(8,5)', 'anyangle') AS tenth,
  fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=0.1","(8,5)>(0,1)=0.2","(0,1)>(9,7)=0.7"}'), '(2,1)', '(9,7)', 'anyangle') AS one FROM hall;
-- a cost that is too large, beside one that is not
CREATE TABLE dear AS SELECT gridmap_link(map, '{"(2,1)>(8,5)=999999999"}') AS map FROM hall;
SELECT fringe_cost(map, '(2,1)', '(9,0)', 'anyangle(link=999999999)') AS near, fringe_connected(map, '(2,1)', '(8,6)', 'anyangle(link=999999999)') AS connected,
  fringe_connected(map, '(8,6)', '(2,1)', 'anyangle(link=999999999)') AS back FROM dear;
SELECT fringe_cost(map, '(2,1)', '(8,6)', 'anyangle(link=999999999)') FROM dear;
SELECT c.* FROM dear, fringe_costs(map, '(2,1)', '{"(9,0)","(8,6)"}', 'anyangle(link=999999999)') c;
SELECT count(*) FROM dear, fringe_reach(map, '(2,1)', 'infinity', 'anyangle(link=999999999)');
SELECT count(*) FROM dear, fringe_reach(map, '(2,1)', 1000, 'anyangle(link=999999999)');
SELECT gridpath_cost('(2,1) >(8,5)', map, 'anyangle(link=999999999)') FROM dear;

-- floors: each pair of cells of two, as by way of each stair
CREATE TABLE house AS SELECT gridmap_link(f.map, ARRAY(SELECT format('%s<>%s=%s', gridmap_floor_cell(f.map, a, c), gridmap_floor_cell(f.map, b, d), cost)::gridlink
  FROM (VALUES (1, 2, '(1,1)'::gridcell, '(1,1)'::gridcell, 3), (2, 3, '(9,7)', '(8,7)', 3), (1, 3, '(9,0)', '(0,7)', 12)) v (a, b, c, d, cost))) AS map
FROM hall, LATERAL (SELECT gridmap_floors(ARRAY[map, gridmap_rotate(gridmap_rotate(map)), map]) AS map) f;
SELECT count(*) AS pairs, count(cost) AS paths, count(*) FILTER (WHERE route::text ~ '>.*>') AS "by two links",
  failing((s, g)::text) FILTER (WHERE gridpath_cost(route, map, 'anyangle') IS DISTINCT FROM cost) AS routes,
  failing((s, g)::text) FILTER (WHERE fringe_cost(map, g, s, 'anyangle') IS DISTINCT FROM cost) AS back
FROM house, LATERAL (SELECT gridmap_floor_cell(map, 1 + n % 3, gridcell(n * 7 % 10, n * 3 % 8)) AS s, gridmap_floor_cell(map, 1 + n % 5 % 3, gridcell(n * 3 % 10, n * 5 % 8)) AS g
  FROM generate_series(1, 200) n) p, fringe_cost(map, s, g, 'anyangle') cost, fringe_route(map, s, g, 'anyangle') route;
SELECT c.* FROM house, fringe_components(map, 'anyangle') c;

-- no index, and none by itself; functions that need steps, and that which knows no links, say so
SELECT fringe_index(map, 'anyangle') FROM stair;
SELECT s.* FROM stair, fringe_route(map, '(6,0)', '(0,6)') r, gridpath_smooth(r, map, 'anyangle') s;
SELECT fringe_field(map, '{"(1,1)"}'::gridcell[], 'anyangle') FROM stair;
SELECT fringe_cost(map, '(6,0)', '(0,6)', 'anyangle', 'sweep') FROM stair;
DROP FUNCTION steps;
DROP TABLE hall, cell, stair, one, asked_one, dear, house;
