-- what users seldom do: each statement is the only one that takes some way through the code
SET jit = off;

-- operators and hashes
SELECT a <> b AS ne, a <> a AS same, gridmap_hash_extended(a, 0) = gridmap_hash(a) AS low, gridmap_hash_extended(a, 7) <> gridmap_hash_extended(a, 8) AS seeded
FROM gridmap('{..}'::text[]) a, gridmap('{.@}'::text[]) b;
SELECT gridindex_hash_extended(i, 7) <> gridindex_hash_extended(i, 8) AS seeded, i <> j AS ne FROM fringe_index(gridmap('{..}'::text[])) i, fringe_index(gridmap('{.@}'::text[])) j;

-- aggregates whose parts are empty: a partition each, of which one has no row that counts
CREATE TABLE part (id int, cell gridcell, code "char", route gridpath) PARTITION BY LIST (id);
CREATE TABLE part1 PARTITION OF part FOR VALUES IN (1);
CREATE TABLE part2 PARTITION OF part FOR VALUES IN (2);
CREATE TABLE part3 PARTITION OF part FOR VALUES IN (3);
INSERT INTO part SELECT i % 3 + 1, gridcell(i, 0), '.', ('(0,0) E' || i)::gridpath FROM generate_series(1, 9) i;
INSERT INTO part VALUES (1, NULL, '.', NULL), (2, '(1,1)', NULL, NULL), (3, NULL, NULL, NULL);
ANALYZE part;
SET enable_partitionwise_aggregate = on;
SET max_parallel_workers_per_gather = 0;
SET cpu_tuple_cost = 10;
EXPLAIN (COSTS off) SELECT gridmap_agg(cell, code) FILTER (WHERE id = 2) FROM part;
SELECT fringe_ascii(gridmap_agg(cell, code) FILTER (WHERE id = one)) AS map, (SELECT count(*) FROM unnest(gridpath_heat(route) FILTER (WHERE id = one))) AS cells
FROM part, generate_series(1, 4) one GROUP BY one ORDER BY one;
SELECT fringe_ascii(gridmap_agg(cell, code) FILTER (WHERE id = 1)), fringe_ascii(gridmap_agg(cell, code::text) FILTER (WHERE id = 2)), gridmap_agg(cell, code) FILTER (WHERE id = 4) AS none,
  cardinality(gridpath_heat(route) FILTER (WHERE id = 3)) AS cells, gridpath_heat(route) FILTER (WHERE id = 4) AS no_cells FROM part;
RESET cpu_tuple_cost;
RESET max_parallel_workers_per_gather;
DROP TABLE part;

-- costs beyond what is exact: a corridor that winds through the map, which is heavy all along
CREATE TABLE snake AS SELECT gridmap(array_agg(overlay(CASE WHEN y % 2 = 0 THEN repeat('@', 40) WHEN y % 4 = 1 THEN repeat('#', 39) || '@' ELSE '@' || repeat('#', 39) END
  PLACING CASE WHEN y = 0 THEN '@.' ELSE '' END FROM 1 FOR CASE WHEN y = 0 THEN 2 ELSE 0 END) ORDER BY y)) AS map FROM generate_series(0, 39) y;
SELECT fringe_cost(map, '(0,0)', '(0,38)', 'tile(@=999999999, .=0.0001)') FROM snake;
SELECT fringe_costs(map, '(0,0)', '{"(5,0)","(0,38)"}', 'tile(@=999999999, .=0.0001)') FROM snake;
SELECT fringe_costs(map, '(0,0)', '{"(5,0)","(0,38)"}', 'tile(@=999999999, .=0.0001/E+W+S+N)') FROM snake;
SELECT fringe_closest(map, '(0,0)', '(0,39)', 'tile(@=999999999, .=0.0001)') FROM snake;
SELECT count(*) FROM snake, fringe_reach(map, '(0,0)', 'Infinity', 'tile(@=999999999, .=0.0001)');
SELECT fringe_field(map, '{"(0,38)"}', 'tile(@=999999999, .=0.0001)') FROM snake;
SELECT fringe_index(map, 'tile(@=999999999, .=0.0001)') FROM snake;
DROP TABLE snake;

-- texts that are long, odd or of another kind
SELECT repeat('x', 200)::gridmethod;
SELECT 'astar(nodes=malloc, open=heap)'::gridmethod;
SELECT 'astar'::gridmethod = 'astar(landmarks=007)', 'fringe(buckets=0010)'::gridmethod;
SELECT '(0,0) E2147483647 E1'::gridpath;
SELECT optimal FROM fringe_scenarios(E'version 1\n0\tm\t4\t4\t0\t0\t1\t1\t1.5e+0\n0\tm\t4\t4\t0\t0\t1\t1\t15e-1');
SELECT fringe_scenarios(E'0\tm\t4\t4\t0\t0\t1\t1\t1.5e');
SELECT fringe_scenarios(repeat('m', 100000));
SELECT gridmap_from_pgm('P2'::bytea), gridmap_from_pgm('P2 # a comment without an end'::bytea);
SELECT gridmap_from_pgm('P2 x'::bytea);

-- legends of pictures: classes and a ramp; many routes
SELECT scale, regexp_count(fringe_svg(gridmap('{...}'::text[]), heat => '{"(\"(0,0)\",1)","(\"(1,0)\",2)","(\"(2,0)\",7)"}', scale => scale), '<text') AS labels
FROM unnest('{linear,log,class}'::text[]) scale;
SELECT fringe_png(map, routes => ARRAY[fringe_route(map, '(0,0)', '(5,3)'), fringe_route(map, '(5,0)', '(0,3)', 'tile')]) <> fringe_png(map) AS drawn
FROM gridmap('{......,......,......,......}'::text[]) map;

-- searches: no memory, a limit on cells, wide landmarks, lists that are cleared
SELECT m, found, cost, complete, optimal FROM gridmap('{.....,.@@@.,...@.}'::text[]) map,
  unnest('{idastar(memory=none),"idastar(memory=none, deadends=off)","idastar(memory=none, delta=3)"}'::gridmethod[]) m, fringe_search(map, '(2,2)', '(4,2)', 'tile', m);
CREATE TABLE ground AS SELECT gridmap(array_agg(line)) AS map FROM (SELECT y, string_agg(chr(49 + (x * x * 7 + y * y * 13 + x * y * 5 + seed) % 9), '' ORDER BY x) AS line
  FROM generate_series(1, 60) y, generate_series(1, 60) x, (SELECT 11 AS seed) s GROUP BY y ORDER BY y) l;
SELECT m, count(*) FILTER (WHERE fringe_cost(map, '(0,0)', gridcell(59, i), model, m) IS DISTINCT FROM fringe_cost(map, '(0,0)', gridcell(59, i), model, 'astar(open=heap)')) AS wrong
FROM ground, (SELECT 'octile(1=1, 2=7, 3=0.5, 4=90, 5=11, 6=300, 7=2, 8=45, 9=600, diagonal=1.01)'::gridmodel AS model) o, generate_series(0, 50, 10) i,
  unnest('{jump,auto,fringe(list=array),"fringe(list=array, step=0.5)","fringe(list=array, step=100)",fringe(pick=min_f),fringe(buckets=7),"astar(heuristic=alt, landmarks=40)","fringe(heuristic=altbest, place=farthest)"}'::gridmethod[]) m
GROUP BY m ORDER BY m::text;
SELECT fringe_cost(map, '(0,0)', '(59,59)', model, 'astar(heuristic=alt, landmarks=4)') = fringe_cost(map, '(0,0)', '(59,59)', model, 'astar') AS wide
FROM ground, unnest('{"octile(1=0.001, 2=0.15, 3=0.077, obstacle=1)","tile(straight=1000.001, obstacle=3.14159, 2=1)"}'::gridmodel[]) model;
SELECT m, fringe_cost(gridmap('{..@,@@@}'::text[]), '(0,0)', '(1,0)', 'octile', m) FROM unnest('{"astar(heuristic=alt, landmarks=10)","astar(heuristic=alt, landmarks=10, place=farthest)"}'::gridmethod[]) m;
SELECT fringe_cost(gridmap('{@@}'::text[]), '(0,0)', '(1,0)', 'octile', 'astar(heuristic=alt)');
-- nearest cells beyond walls, and many as near
SELECT c.* FROM gridmap_fill(gridmap_walls(200, 41, 0, 1, 1), '(100,0)', '(199,40)', '@') map, fringe_closest(map, '(0,20)', '(180,20)') c;
SELECT (c.remaining, c.cost) IS NOT NULL AS found, c.remaining FROM gridmap_fill(gridmap_walls(141, 141, 0, 1, 1), '(20,20)', '(120,120)', '@') map, fringe_closest(map, '(0,0)', '(70,70)', 'tile') c;

-- more components than two bytes count; indexes with wide costs and of many blocks
SELECT count(*) AS components, max(cells) FROM fringe_components((SELECT gridmap(array_agg(line)) FROM (SELECT repeat(CASE WHEN y % 2 = 0 THEN '.@' ELSE '@@' END, 300) AS line FROM generate_series(0, 599) y) l));
SELECT info ->> 'form' AS form, count(*) FILTER (WHERE fringe_cost(fast, a, b) IS DISTINCT FROM fringe_cost(map, a, b, model, 'astar(open=heap)')) AS wrong,
  count(*) FILTER (WHERE gridpath_cost(fringe_route(fast, a, b), map, model) IS DISTINCT FROM fringe_cost(map, a, b, model, 'astar(open=heap)')) AS wrong_routes
FROM (SELECT map, model, fast, to_jsonb(fringe_index_info(fast)) AS info
    FROM (SELECT map, model, fringe_index(map, model) AS fast FROM (SELECT gridmap_rooms(90, 70, 6, 3) AS map, unnest('{"octile(straight=99999, diagonal=141419)","tile(straight=99999.9)","octile(obstacle=70.7)"}'::gridmodel[]) AS model
      UNION ALL SELECT map, 'octile(1=1, 2=9, 3=0.5, 4=17, 5=11, 6=7, 7=2, 8=4.5, 9=13)' FROM ground) m OFFSET 0) f OFFSET 0) i,
  generate_series(0, 50, 7) n, LATERAL (SELECT gridcell(n, 59 - n) AS a, gridcell(59 - n, n / 2) AS b) pair
GROUP BY info ->> 'form', model ORDER BY model;
DROP TABLE ground;
