-- every method on the same queries: equal costs, and statistics to compare
CREATE TABLE level AS
SELECT name, map FROM (VALUES ('caves', gridmap_caves(80, 60, 0.42, 1)), ('rooms', gridmap_rooms(80, 60, 7, 2)),
  ('maze', gridmap_maze(80, 60, 2, 3)), ('walls', gridmap_walls(80, 60, 40, 12, 4))) t(name, map);
CREATE TABLE scenario AS
SELECT name AS level, gridcell(abs(hashint4(i * 3)) % 80, abs(hashint4(i * 5)) % 60) AS start,
  gridcell(abs(hashint4(i * 7)) % 80, abs(hashint4(i * 11)) % 60) AS goal
FROM level, generate_series(1, 25) i;

CREATE TABLE method (method gridmethod);
INSERT INTO method VALUES ('auto'), ('fringe'),
  ('fringe(buckets=10)'), ('fringe(buckets=1000)'), ('fringe(pick=min_f)'), ('fringe(pick=min_g)'), ('fringe(step=2)'),
  ('fringe(list=array)'), ('fringe(list=array, step=0.5)'), ('fringe(list=array, step=100)'),
  ('astar'), ('astar(open=heap)'), ('astar(open=tree)'), ('astar(open=list)'), ('astar(open=heap, tie=low_g)'),
  ('astar(open=heap, tie=none)'), ('astar(open=tree, tie=lifo)'),
  ('astar(nodes=malloc)'), ('fringe(moves=all)'), ('astar(moves=all)'), ('astar(heuristic=zero)'), ('fringe(heuristic=zero)'),
  ('fringe(components=ignore)'), ('idastar(deadends=infinite)'), ('idastar(deadends=own)'),
  ('idastar'), ('idastar(memory=g)'), ('idastar(deadends=off)'), ('jump'),
  ('astar(open=list, lookup=scan)'), ('astar(clear=eagerly)'), ('fringe(clear=eagerly)'), ('fringe(uneven=4)'),
  ('fringe(uneven=4, pick=min_g)'), ('idastar(uneven=4)'),
  ('astar(heuristic=alt, landmarks=4)'), ('astar(heuristic=altbest)'), ('astar(heuristic=altbest, best=3, place=farthest, seed=5)'),
  ('fringe(heuristic=altbest, landmarks=4, place=farthest)'), ('idastar(heuristic=alt, place=farthest)');

-- all of these are exact
SELECT model, count(DISTINCT method) AS methods, count(*) FILTER (WHERE cost IS NOT NULL) / count(DISTINCT method) AS found,
  failing((level.name, start, goal, model, method)::text) FILTER (WHERE cost
    IS DISTINCT FROM fringe_cost(map, start, goal, model, 'astar(open=tree)')) AS different
FROM scenario JOIN level ON level.name = scenario.level, method,
  unnest('{octile,tile,"octile(straight=100, diagonal=150)","octile(straight=2, diagonal=3, obstacle=3)",octile(corners=any)}'::gridmodel[]) model,
  LATERAL fringe_cost(map, start, goal, model, method) AS cost
WHERE NOT (method::text LIKE 'idastar%' AND model = 'octile' AND level.name <> 'rooms')
GROUP BY model ORDER BY model::text;

-- the place of nodes changes memory only, not the counters
SELECT count(*), failing((scenario.level, start, goal)::text) FILTER (WHERE NOT ((p.found, p.cost, p.iterations, p.visited, p.expanded, p.open_peak, p.route)
  IS NOT DISTINCT FROM (m.found, m.cost, m.iterations, m.visited, m.expanded, m.open_peak, m.route))) = 0 AS same,
  failing((scenario.level, start, goal)::text) FILTER (WHERE NOT (m.memory_bytes > p.memory_bytes OR p.expanded = 0)) = 0 AS more
FROM scenario JOIN level ON level.name = scenario.level,
  LATERAL fringe_search(map, start, goal, 'octile', 'astar') p,
  LATERAL fringe_search(map, start, goal, 'octile', 'astar(nodes=malloc)') m;

-- moves=all tries more, and expands the same below the cost; with a heuristic of zero A* expands more
SELECT model, failing((scenario.level, start, goal)::text) FILTER (WHERE NOT (canonical.cost = every.cost AND every.cost = zero.cost)) = 0 AS same,
  sum(every.iterations - canonical.iterations) AS iterations, sum(zero.expanded) > sum(every.expanded) AS more
FROM scenario JOIN level ON level.name = scenario.level, unnest('{octile,tile,octile(obstacle=3)}'::gridmodel[]) model,
  LATERAL fringe_search(map, start, goal, model, 'astar(open=tree)') canonical,
  LATERAL fringe_search(map, start, goal, model, 'astar(open=tree, moves=all)') every,
  LATERAL fringe_search(map, start, goal, model, 'astar(open=tree, heuristic=zero)') zero
WHERE canonical.found GROUP BY model ORDER BY model::text;

-- opened: the start, and each cheaper way to a cell
SELECT m, r.found, r.cost, r.visited, r.expanded, r.opened
FROM unnest('{astar,fringe,"fringe(list=array, step=1)",idastar,jump}'::gridmethod[]) m,
  fringe_search(gridmap('{...,.@.,...}'::text[]), '(0,0)', '(2,2)', 'tile', m) r;

-- tried: the moves of idastar, with those that were cut; others do not count them
SELECT m, r.found, r.cost, r.visited, r.visited_last, r.tried, r.tried_last
FROM unnest('{idastar,idastar(deadends=own),idastar(seen=left),astar}'::gridmethod[]) m,
  fringe_search(gridmap('{...,.@.,...}'::text[]), '(0,0)', '(2,2)', 'tile', m) r;

-- what differs only in how it is done has the same counters; memory=none takes a frame for each step of the stack
SELECT m, r.cost, r.visited, r.expanded, r.opened, r.open_peak, r.memory_bytes
FROM unnest('{astar,astar(lookup=scan),astar(clear=eagerly),"astar(open=list, lookup=scan)","idastar(max_expanded=5000)",
    "idastar(memory=none, max_expanded=5000)"}'::gridmethod[]) m,
  fringe_search(gridmap_rooms(300, 300, 9, 1), '(4,4)', '(14,4)', 'tile', m) r;

-- with a delta, the cut of dead ends makes this path longer; deadends=safe loses nothing
SELECT m, r.cost, r.optimal
FROM unnest('{astar,"idastar(delta=5)","idastar(deadends=safe, delta=5)","idastar(deadends=off, delta=5)"}'::gridmethod[]) m,
  fringe_search(gridmap('{@@.@@..,@....@.,..@@...,.......,.....@@}'::text[]), '(0,4)', '(6,0)',
    'octile(straight=2, diagonal=3, corners=any)', m) r;

-- the repair searches only for what is in reach
SELECT delta, r.found, r.complete, r.optimal, r.expanded = u.expanded AS "not searched again"
FROM unnest('{0,20}'::int[]) delta,
  fringe_search(gridmap('{...@.,...@.,...@.}'::text[]), '(0,0)', '(4,2)', 'octile',
    format('idastar(seen=left, components=ignore, delta=%s)', delta)::gridmethod) r,
  fringe_search(gridmap('{...@.,...@.,...@.}'::text[]), '(0,0)', '(4,2)', 'octile',
    format('idastar(seen=left, components=ignore, delta=%s, repair=off)', delta)::gridmethod) u;

-- a search that may not ask the components finds no path by itself
SELECT m, r.found, r.cost, r.expanded, r.complete, r.optimal
FROM unnest('{astar,astar(components=ignore),fringe(components=ignore),"fringe(list=array, step=1, components=ignore)",
  idastar(components=ignore)}'::gridmethod[]) m,
  fringe_search(gridmap('{...@.,...@.,...@.}'::text[]), '(0,0)', '(4,2)', 'octile', m) r;
SELECT (fringe_search(gridmap('{@.}'::text[]), '(0,0)', '(1,0)', 'tile', 'astar(components=ignore)')).expanded AS from_a_wall;

-- jump needs uniform weights and corners=both; otherwise astar runs
SELECT model, (fringe_search(map, '(3,3)', '(75,57)', model, 'jump')).method,
  (fringe_search(map, '(3,3)', '(75,57)', model, 'jump(max_expanded=7)')).method AS limited
FROM level,
  unnest('{octile,tile,"octile(straight=2, diagonal=3)","octile(diagonal=1, weigh=average, W=5)","octile(diagonal=2)",
    "octile(diagonal=0.9)",octile(corners=one),octile(corners=any),octile(obstacle=3),"tile(obstacle=3, weigh=average)",
    octile(obstacle=99999)}'::gridmodel[]) WITH ORDINALITY AS u(model, i)
WHERE name = 'rooms' ORDER BY i;
SELECT 'jump(from=start)'::gridmethod;
SELECT m, fringe_cost(map, '(3,3)', '(75,57)', 'octile', m) = fringe_cost(map, '(3,3)', '(75,57)') AS same
FROM level, unnest('{jump(heuristic=alt),"jump(heuristic=altbest, best=2, place=farthest)"}'::gridmethod[]) m WHERE name = 'rooms';

-- auto chooses jump if obstacles have long sides, not if they are single cells or
-- absent
SELECT what, model, (fringe_search(map, '(0,0)', '(63,47)', model)).method
FROM (VALUES (1, 'open', gridmap_walls(64, 48, 0, 1, 1)), (2, 'a wall', gridmap_fill(gridmap_walls(64, 48, 0, 1, 1), '(20,8)', '(21,40)', '@')),
  (3, 'specks', gridmap_walls(64, 48, 120, 1, 1)), (4, 'walls', gridmap_walls(64, 48, 20, 12, 1))) t(i, what, map),
  unnest('{octile,tile,octile(corners=any)}'::gridmodel[]) WITH ORDINALITY AS u(model, j)
ORDER BY i, j;

-- a suboptimal result says so
SELECT bool_or(NOT (r).optimal), bool_and((r).found),
  failing((scenario.level, start,
    goal)::text) FILTER (WHERE NOT ((r).cost <= fringe_cost(map, start, goal, model) + 10)) = 0 AS bool_and
FROM scenario JOIN level ON level.name = scenario.level, (SELECT 'octile(straight=2, diagonal=3)'::gridmodel AS model) m,
  unnest('{"idastar(delta=10, deadends=off, heuristic=altbest)","idastar(delta=10, deadends=safe)"}'::gridmethod[]) m2,
  LATERAL fringe_search(map, start, goal, model, m2) r
WHERE fringe_cost(map, start, goal, model) IS NOT NULL;

-- and so does a search that gave up
SELECT found, cost, expanded, complete, optimal
FROM level,
  unnest('{fringe(max_expanded=20),"fringe(list=array, max_expanded=20)","fringe(pick=min_g, max_expanded=20)",
    astar(max_expanded=20),"astar(open=tree, max_expanded=20)",idastar(max_expanded=20),jump(max_expanded=20)}'::text[]) m,
  fringe_search(map, '(3,3)', '(75,57)', 'tile', m::gridmethod)
WHERE name = 'rooms';

-- a trace has every visit, in order
SELECT m, count(*) = max((r).visited) AS visits, count(*) FILTER (WHERE t.expanded) = max((r).expanded) AS expansions,
  max(iteration) = max((r).iterations) AS iterations, min(seq) = 1 AND max(seq) = count(*) AS numbered,
  failing((seq, f, g)::text) FILTER (WHERE NOT (f >= g)) = 0 AS f_from_g
FROM level,
  unnest('{fringe,fringe(buckets=10),fringe(pick=min_g),fringe(list=array),"fringe(list=array, step=5)",astar,astar(open=heap),
    idastar,jump}'::gridmethod[]) m,
  LATERAL fringe_search(map, '(3,3)', '(40,30)', 'octile(straight=2, diagonal=3)', m) r,
  LATERAL fringe_trace(map, '(3,3)', '(40,30)', 'octile(straight=2, diagonal=3)', m) t
WHERE name = 'rooms' GROUP BY m ORDER BY m::text;
SELECT t.* FROM fringe_trace(gridmap('{...,.@.,...}'::text[]), '(0,0)', '(2,2)', 'tile', 'astar') t;
-- ... also where the start is the goal: one, of no cost; or none, if it is blocked
SELECT cell, visits, count(*) AS methods, count(*) FILTER (WHERE visits = visited) AS as_counted
FROM gridmap('{...,.@.,...}'::text[]) map, unnest('{"(0,0)","(1,1)"}'::gridcell[]) cell,
  unnest('{auto,fringe,fringe(list=array),astar,astar(open=tree),idastar,idastar(memory=full),jump,sweep}'::gridmethod[]) m,
  LATERAL (SELECT count(*) FILTER (WHERE (g, f, expanded) = (0, 0, false)) AS visits FROM fringe_trace(map, cell, cell, 'octile', m)) t,
  LATERAL fringe_search(map, cell, cell, 'octile', m)
GROUP BY cell, visits ORDER BY cell;

-- landmarks are built once and kept with the map
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
SELECT fringe_cache_reset();
SELECT count(fringe_cost(map, '(3,3)', gridcell(i, 30), 'tile', 'astar(heuristic=alt, landmarks=6)'))
FROM level, generate_series(20, 60) i
WHERE name = 'rooms';
SELECT landmarks, landmark_bytes > 0 AS bytes, landmark_ms > 0 AS ms, landmark_bytes < bytes AS within FROM fringe_cache();
SELECT count(fringe_cost(map, '(3,3)', gridcell(i, 30), 'tile', 'fringe(heuristic=altbest, landmarks=6, place=farthest)'))
FROM level, generate_series(20, 60) i
WHERE name = 'rooms';
SELECT landmarks FROM fringe_cache();

DROP TABLE level, scenario, method;

-- searches: no memory, a limit on cells, wide landmarks, lists that are cleared
SELECT m, found, cost, complete, optimal FROM gridmap('{.....,.@@@.,...@.}'::text[]) map,
  unnest('{idastar(memory=none),"idastar(memory=none, deadends=off)","idastar(memory=none, delta=3)"}'::gridmethod[]) m,
  fringe_search(map, '(2,2)', '(4,2)', 'tile', m);
CREATE TABLE ground AS SELECT gridmap(array_agg(line)) AS map
FROM (SELECT y, string_agg(chr(49 + (x * x * 7 + y * y * 13 + x * y * 5 + seed) % 9), '' ORDER BY x) AS line
  FROM generate_series(1, 60) y, generate_series(1, 60) x, (SELECT 11 AS seed) s GROUP BY y ORDER BY y) l;
SELECT m,
  failing((m, i)::text) FILTER (WHERE fringe_cost(map, '(0,0)', gridcell(59, i), model, m)
    IS DISTINCT FROM fringe_cost(map, '(0,0)', gridcell(59, i), model, 'astar(open=heap)')) AS wrong
FROM ground, (SELECT 'octile(1=1, 2=7, 3=0.5, 4=90, 5=11, 6=300, 7=2, 8=45, 9=600, diagonal=1.01)'::gridmodel AS model) o, generate_series(0, 50, 10) i,
  unnest('{jump,auto,fringe(list=array),"fringe(list=array, step=0.5)","fringe(list=array, step=100)",fringe(pick=min_f),
    fringe(buckets=7),"astar(heuristic=alt, landmarks=40)","fringe(heuristic=altbest, place=farthest)"}'::gridmethod[]) m
GROUP BY m ORDER BY m::text;
SELECT fringe_cost(map, '(0,0)', '(59,59)', model, 'astar(heuristic=alt, landmarks=4)') = fringe_cost(map, '(0,0)', '(59,59)', model, 'astar') AS wide
FROM ground, unnest('{"octile(1=0.001, 2=0.15, 3=0.077, obstacle=1)","tile(straight=1000.001, obstacle=3.14159, 2=1)"}'::gridmodel[]) model;
SELECT m, fringe_cost(gridmap('{..@,@@@}'::text[]), '(0,0)', '(1,0)', 'octile', m)
FROM unnest('{"astar(heuristic=alt, landmarks=10)","astar(heuristic=alt, landmarks=10, place=farthest)",
  "astar(heuristic=alt, place=anywhere)"}'::gridmethod[]) m;
SELECT fringe_cost(gridmap('{@@}'::text[]), '(0,0)', '(1,0)', 'octile', 'astar(heuristic=alt)');

DROP TABLE ground;
