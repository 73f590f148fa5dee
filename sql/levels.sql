-- the bound by levels of weight: heuristic=levels, which auto takes where cheap cells are rare
CREATE TABLE town (name text, map gridmap);
INSERT INTO town VALUES
  ('no road', gridmap_caves(120, 90, 0.42, 7)),
  ('one cell', gridmap_set(gridmap_caves(120, 90, 0.42, 7), '{"(60,45)"}', 'R')),
  ('road', gridmap_set(gridmap_caves(120, 90, 0.42, 7), ARRAY(SELECT gridcell(x, 45) FROM generate_series(5, 110) x), 'R')),
  ('mostly road', gridmap_fill(gridmap_caves(120, 90, 0.42, 7), '(0,30)', '(119,60)', 'R'));

CREATE VIEW pair AS
SELECT name, map, a, lead(a) OVER (PARTITION BY name ORDER BY i) AS b
FROM town, gridmap_random_cells(map, 40, 3, 'octile(R=blocked)') WITH ORDINALITY AS cells (a, i);

-- which maps, and by which method
SELECT name, r.method, count(*) > 0 AS found
FROM pair, fringe_search(map, a, b, 'octile(R=0.5)') r WHERE b IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2;
SELECT m, m::gridmethod FROM unnest('{"jump(heuristic=levels)","idastar( heuristic = levels )"}'::text[]) m;

-- costs are those of other methods, under every model
SELECT model, count(*) AS pairs, count(*) FILTER (WHERE fringe_cost(map, a, b, model) IS DISTINCT FROM fringe_cost(map, a, b, model, 'astar(heuristic=zero)')
    OR fringe_cost(map, a, b, model, m) IS DISTINCT FROM fringe_cost(map, a, b, model)
    OR gridpath_cost(fringe_route(map, a, b, model, m), map, model) IS DISTINCT FROM fringe_cost(map, a, b, model)) AS wrong
FROM pair, unnest('{octile(R=0.5),octile(R=0.01),"octile(R=0.5, weigh=average)",tile(R=0.25),"octile(R=0.5, size=2)","octile(R=0.5/leave:E+W)",
    "octile(R=0.5, @=3)"}'::gridmodel[]) model,
  unnest('{astar(heuristic=levels),fringe(heuristic=levels),"fringe(list=array, heuristic=levels)",jump(heuristic=levels)}'::gridmethod[]) m
WHERE b IS NOT NULL GROUP BY 1 ORDER BY 1;

-- a route is the same whatever was asked before, and in whatever memory
CREATE TABLE first_route AS SELECT name, a, b, fringe_route(map, a, b, 'octile(R=0.5)') AS route FROM pair WHERE b IS NOT NULL;
CREATE FUNCTION changed() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT count(*) FROM first_route f JOIN pair p USING (name, a, b) WHERE f.route IS DISTINCT FROM fringe_route(map, a, b, 'octile(R=0.5)') $$;
SELECT count(fringe_cost(map, a, b, 'octile(R=0.5)')) > 0 AS asked FROM pair, generate_series(1, 20);
SELECT changed();
SET fringe.cache_size = '64kB';
SET client_min_messages = warning;
SELECT changed();
RESET client_min_messages;
RESET fringe.cache_size;

-- the distances are kept with the map, and charged
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
SELECT fringe_cache_reset();
CREATE FUNCTION kept(method gridmethod) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM fringe_cost(map, '(5,45)', '(110,45)', 'octile(R=0.5)', method) FROM town WHERE name = 'road';
  RETURN (SELECT bytes FROM fringe_cache());
END $$;
SELECT kept('jump') < kept('jump(heuristic=levels)') AS more, kept('jump(heuristic=levels)') = kept('jump') AS stays;
SELECT sum(total_bytes) >= 2 * 120 * 90 AS counted FROM pg_backend_memory_contexts WHERE name = 'fringe levels';

RESET max_parallel_workers_per_gather;
RESET fringe.cache_size;
DROP FUNCTION changed, kept;
DROP VIEW pair;
DROP TABLE town, first_route;
