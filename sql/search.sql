-- the searches: one map, all functions, both methods
CREATE TABLE maze AS SELECT gridmap(ARRAY[
  '..........',
  '.@@@@@@@@.',
  '.@......@.',
  '.@.@@@@.@.',
  '.@.@..@.@.',
  '.@...@@.@.',
  '.@@@.@..@.',
  '.....@.@@.',
  '.@@@@@....',
  '.@.......@']) AS map;

SELECT fringe_ascii(map, fringe_route(map, '(4,4)', '(9,0)')) FROM maze;
SELECT p.* FROM maze, fringe_path(map, '(4,4)', '(6,7)') p;
SELECT fringe_cost(map, '(4,4)', '(6,7)'), fringe_route(map, '(4,4)', '(6,7)') FROM maze;
SELECT found, cost, length, iterations, visited, visited_last, expanded, expanded_last, reopened, open_peak,
  memory_bytes > 0 AS memory, search_us >= 0 AS "time", complete, optimal, method, route
FROM maze, unnest('{auto,astar,fringe,idastar,astar(open=heap),astar(open=tree),astar(open=list)}'::gridmethod[]) m,
  fringe_search(map, '(4,4)', '(0,0)', 'octile(straight=2, diagonal=3)', m);

-- path and cost per model, equal for both methods
SELECT model, fringe_cost(map, '(2,2)', '(8,9)', model) AS cost,
  fringe_cost(map, '(2,2)', '(8,9)', model, 'fringe') = fringe_cost(map, '(2,2)', '(8,9)', model, 'astar') AS same,
  fringe_route(map, '(2,2)', '(8,9)', model) AS route
FROM maze, unnest('{octile,tile,octile(corners=one),octile(corners=any),octile(obstacle=3),tile(obstacle=1.5),
  "octile(straight=100, diagonal=150)","octile(straight=2, diagonal=3)","octile(diagonal=0.25)","octile(diagonal=5)",
  "octile(straight=0.1)","octile(obstacle=3, weigh=average)"}'::gridmodel[]) model;

-- start = goal, blocked ends and separating walls are not errors
SELECT fringe_cost(map, '(0,0)', '(0,0)'), fringe_route(map, '(0,0)', '(0,0)') FROM maze;
SELECT p.* FROM maze, fringe_path(map, '(0,0)', '(0,0)') p;
SELECT fringe_cost(map, '(1,1)', '(0,0)'), fringe_cost(map, '(0,0)', '(1,1)'), fringe_cost(map, '(1,1)', '(1,1)') FROM maze;
SELECT count(*) FROM maze, fringe_path(map, '(1,1)', '(0,0)');
SELECT found, cost, length, visited, complete, optimal, route
FROM fringe_search(gridmap('{.@.}'::text[]), '(0,0)', '(2,0)');
SELECT fringe_cost(gridmap('{.@,@.}'::text[]), '(0,0)', '(1,1)', model)
FROM unnest('{octile,octile(corners=one),octile(corners=any),tile}'::gridmodel[]) model;
SELECT fringe_cost(gridmap('{@@}'::text[]), '(0,0)', '(1,0)');

-- cells outside the map are errors; a NULL argument gives NULL
SELECT fringe_cost(map, '(10,0)', '(0,0)') FROM maze;
SELECT fringe_path(map, '(0,0)', '(0,10)') FROM maze;
SELECT fringe_search(map, '(-1,0)', '(0,0)') FROM maze;
SELECT fringe_cost(map, NULL, '(0,0)') FROM maze;

-- costs that do not fit in integers of 51 bits are refused
SELECT fringe_cost(map, '(0,0)', '(9,0)', 'octile(straight=999999999.999999999, diagonal=1)') FROM maze;
SELECT fringe_cost(map, '(0,0)', '(9,0)', 'tile(.=0.000000001, @=999999999)') FROM maze;
SELECT fringe_cost(map, '(0,0)', '(9,0)', 'tile(straight=999999999.999999999)') FROM maze;

-- memory is checked before the search
SET fringe.max_memory = '64kB';
\set VERBOSITY terse \\ -- a server with assertions needs some bytes more
SELECT fringe_cost(gridmap_caves(300, 300, 0.4, 1), '(0,0)', '(1,0)');
\set VERBOSITY default
RESET fringe.max_memory;

-- a search that max_expanded ends reports the cost of the path that it returns
SELECT r.found, r.complete, r.cost, r.cost = gridpath_cost(r.route, map, model) AS agrees
FROM (SELECT gridmap('{....W.....,..........,....W.....,..........,..........}'::text[]) AS map,
    'octile(straight=10, diagonal=39, W=6000)'::gridmodel AS model) m,
  fringe_search(map, '(2,4)', '(1,1)', model, 'astar(max_expanded=4)') r;

-- decoded once per map and model, wherever the map comes from
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
SELECT fringe_cache_reset();
SELECT fringe_cost(map, '(0,0)', '(9,0)') FROM maze, generate_series(1, 5);
DO $$
DECLARE m gridmap := (SELECT map FROM maze); c float8;
BEGIN
  FOR i IN 1..5 LOOP c := fringe_cost(m, '(0,0)', gridcell(i, 0)); END LOOP;
  FOR i IN 1..5 LOOP c := fringe_cost((ARRAY[m, m])[1 + i % 2], '(0,0)', gridcell(i, 0), 'tile'); END LOOP;
END $$;
SELECT width, height, model, bytes > 0 AS bytes, hits FROM fringe_cache();
SELECT maps, hits, misses, evictions FROM fringe_cache_totals();
SELECT map_bytes = (SELECT sum(bytes) FROM fringe_cache()) AS adds_up, workspace_bytes > 0 AS workspace FROM fringe_cache_totals();
SET fringe.cache_size = 0;
SELECT fringe_cost(map, '(0,0)', '(9,0)', 'tile') FROM maze;
SELECT fringe_cache_reset();
SELECT fringe_cost(map, '(0,0)', '(9,0)', 'tile'), fringe_route(map, '(0,0)', '(9,0)') FROM maze;
SELECT maps, map_bytes, workspace_bytes, hits, misses, evictions FROM fringe_cache_totals();
SET fringe.cache_size = '64kB';
SELECT sum(fringe_cost(gridmap_caves(20, 20, 0, i % 20), '(0,0)', '(19,19)', 'tile')) FROM generate_series(1, 100) i;
SELECT sum(fringe_cost(gridmap_walls(20, 20, 1, 3, i % 20), '(0,0)', '(0,0)', 'tile')) FROM generate_series(1, 100) i;
SELECT maps < 20 AS few, map_bytes + workspace_bytes <= 64 * 1024 AS within, evictions > 0 AS evicted FROM fringe_cache_totals();
RESET fringe.cache_size;
DROP TABLE maze;

-- costs beyond what is exact: a corridor that winds through the map, which is heavy all along
CREATE TABLE snake AS SELECT gridmap(array_agg(overlay(CASE WHEN y % 2 = 0 THEN repeat('@', 40) WHEN y % 4 = 1 THEN repeat('#',
  39)
  || '@' ELSE '@' || repeat('#', 39) END
  PLACING CASE WHEN y = 0 THEN '@.' ELSE '' END FROM 1 FOR CASE WHEN y = 0 THEN 2 ELSE 0 END) ORDER BY y)) AS map FROM generate_series(0, 39) y;
SELECT fringe_cost(map, '(0,0)', '(0,38)', 'tile(@=999999999, .=0.0001)') FROM snake;
SELECT fringe_costs(map, '(0,0)', '{"(5,0)","(0,38)"}', 'tile(@=999999999, .=0.0001)') FROM snake;
SELECT fringe_costs(map, '(0,0)', '{"(5,0)","(0,38)"}', 'tile(@=999999999, .=0.0001/E+W+S+N)') FROM snake;
SELECT fringe_closest(map, '(0,0)', '(0,39)', 'tile(@=999999999, .=0.0001)') FROM snake;
SELECT count(*) FROM snake, fringe_reach(map, '(0,0)', 'Infinity', 'tile(@=999999999, .=0.0001)');
SELECT fringe_field(map, '{"(0,38)"}'::gridcell[], 'tile(@=999999999, .=0.0001)') FROM snake;
SELECT fringe_index(map, 'tile(@=999999999, .=0.0001)') FROM snake;
DROP TABLE snake;
