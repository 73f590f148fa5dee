-- the cold questions of a map: its cost is searched for on what little is decoded
CREATE TABLE first_map AS
  SELECT row_number() OVER () AS id, kind, side, map
  FROM generate_series(1, 4) seed, unnest(ARRAY[1, 16, 63, 64, 65, 130, 200]) side,
    LATERAL (VALUES ('caves', gridmap_caves(side, side, 0.45, seed)), ('rooms', gridmap_rooms(side, side, 7, seed)),
      ('maze', gridmap_maze(side, side, 1, seed => seed)), ('walls', gridmap_walls(side, side, 20, 9, seed))) kinds (kind, map);
CREATE TABLE first_pair AS
  SELECT id, kind, map, ask, gridcell((hashint4(id::int * 31 + ask) & 32767) % side, (hashint4(id::int * 37 - ask) & 32767) % side) AS a
  FROM first_map, generate_series(1, 3) ask;
CREATE VIEW first_question AS
  SELECT p.id, p.kind, p.map, p.a, q.a AS b FROM first_pair p JOIN first_pair q USING (id) WHERE p.ask <= q.ask;
SET client_min_messages = warning; -- some maps are blocked
-- each way of asking gives the same bits: once a map, often a map, without a cache, and by other searches
CREATE TABLE first_cost AS
  SELECT id, kind, a, b, fringe_cost(map, a, b) AS cost FROM first_question ORDER BY id;
SELECT kind, count(*) AS asked, count(cost) > 0 AS some_paths, count(*) - count(cost) > 0 AS some_without FROM first_cost GROUP BY kind ORDER BY kind;
SET fringe.cache_size = 0;
SELECT failing((id, a, b)::text) AS count
FROM first_question q
JOIN first_cost c USING (id, a, b)
WHERE fringe_cost(map, a, b, 'octile', 'jump') IS DISTINCT FROM cost;
RESET fringe.cache_size;
SELECT failing((id, a, b)::text) AS count
FROM first_question q
JOIN first_cost c USING (id, a, b)
WHERE fringe_cost(map, a, b, 'octile', 'astar') IS DISTINCT FROM cost;
SELECT failing((id, a, b)::text) AS count
FROM first_question q
JOIN first_cost c USING (id, a, b), generate_series(1, 3)
WHERE fringe_cost(map, a, b) IS DISTINCT FROM cost;
SELECT fringe_cache_reset();
SELECT failing((id, a, b)::text) AS count
FROM first_question q
WHERE fringe_cost(map, a, b, 'octile(size=2)') IS DISTINCT FROM fringe_cost(map, a, b, 'octile(size=2)', 'astar');
SELECT count(*)
FROM first_question q
WHERE fringe_cost(map, a, b, 'octile(straight=2, diagonal=3)')
  IS DISTINCT FROM fringe_cost(map, a, b, 'octile(straight=2, diagonal=3)', 'astar');

RESET client_min_messages;
-- maps take turns in memory that they share, are asked again, and are too large for it
CREATE TABLE turn AS
SELECT i, n, map, cells[n] AS a, cells[n + 1] AS b FROM generate_series(1, 6) i, LATERAL (SELECT gridmap_caves(150 + 30 * i, 300, 0.42, i) AS map) m,
  LATERAL (SELECT array_agg(c) AS cells FROM gridmap_random_cells(map, 9, i) c) c, generate_series(1, 8) n;
CREATE TABLE turn_cost AS SELECT i, n, (fringe_search(map, a, b)).cost FROM turn;
CREATE FUNCTION other_costs() RETURNS TABLE (questions bigint, found bigint, other bigint) LANGUAGE sql AS $$
  SELECT fringe_cache_reset();
  SELECT count(*), count(q.cost), count(*) FILTER (WHERE q.cost IS DISTINCT FROM c.cost)
  FROM (SELECT i, n, fringe_cost(map, a, b) AS cost FROM (SELECT * FROM turn ORDER BY n, i OFFSET 0) t OFFSET 0) q JOIN turn_cost c USING (i, n) $$;
SELECT * FROM other_costs();
SET fringe.cache_size = '3MB';
SELECT * FROM other_costs();
SET fringe.cache_size = '300kB';
SELECT * FROM other_costs();
SET fringe.cache_size = 0;
SELECT * FROM other_costs();
RESET fringe.cache_size;
SET fringe.max_memory = '2MB'; -- searches in between leave by an error
DO $$
DECLARE
  t turn;
  large CONSTANT gridmap := gridmap_caves(1500, 1500, 0.42, 1);
BEGIN
  FOR t IN SELECT * FROM turn ORDER BY n, i LOOP
    BEGIN
      PERFORM fringe_cost(large, '(0,0)', '(1499,1499)');
      RAISE 'no error';
    EXCEPTION WHEN configuration_limit_exceeded THEN
      IF fringe_cost(t.map, t.a, t.b) IS DISTINCT FROM (SELECT cost FROM turn_cost c WHERE c.i = t.i AND c.n = t.n) THEN
        RAISE 'another cost';
      END IF;
    END;
  END LOOP;
END $$;
RESET fringe.max_memory;
DROP FUNCTION other_costs();
DROP TABLE turn, turn_cost;

-- a map is decoded whole for any other function, or when its cold questions took as long
CREATE FUNCTION kept_of_maps() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(DISTINCT name, ', ' ORDER BY name) FROM pg_backend_memory_contexts WHERE name IN ('fringe decoded', 'fringe jumps') $$;
SET fringe.cache_size = '64MB';
SELECT fringe_cache_reset();
SELECT fringe_cost(map, '(0,0)', '(199,199)') FROM (SELECT gridmap_walls(200, 200, 30, 9, 1) AS map) m;
SELECT kept_of_maps();
SELECT fringe_cost(gridmap_walls(200, 200, 30, 9, 2), '(0,0)', '(199,199)');
SELECT fringe_cost(map, '(0,0)', '(199,199)') FROM (SELECT gridmap_walls(200, 200, 30, 9, 1) AS map) m;
SELECT kept_of_maps();
SELECT fringe_route(map, '(0,0)', '(199,199)') IS NOT NULL AS route FROM (SELECT gridmap_walls(200, 200, 30, 9, 1) AS map) m;
SELECT kept_of_maps();
SELECT fringe_cache_reset();
SELECT count(fringe_cost(map, '(0,0)', '(199,199)')) FROM (SELECT gridmap_walls(200, 200, 30, 9, 1) AS map OFFSET 0) m, generate_series(1, 500);
SELECT kept_of_maps();

-- errors, notices and limits are those of any search
SELECT fringe_cache_reset();
CREATE FUNCTION one_row(codes text) RETURNS gridmap LANGUAGE sql AS $$
  SELECT format(E'type octile\nheight 1\nwidth %s\nmap\n%s\n', length(codes), codes)::gridmap $$;
SELECT fringe_cost(one_row('..@'), '(0,0)', '(3,0)');
SELECT fringe_cost(one_row('@@@'), '(0,0)', '(1,0)');
SELECT fringe_cost(one_row('..'), '(0,0)', '(1,0)', 'octile(size=2)');
SELECT fringe_cost(one_row('..@.'), '(0,0)', '(3,0)') AS no_path, fringe_cost(one_row('..@.'), '(2,0)', '(2,0)') AS blocked,
  fringe_cost(one_row('..@.'), '(1,0)', '(1,0)') AS itself;
SELECT fringe_cost(one_row('......'), '(0,0)', '(5,0)', 'octile', 'jump(max_expanded=1)');
SELECT fringe_cost(gridmap_maze(60, 60, 1, seed => 1), '(1,1)', '(59,59)', 'octile', 'jump(max_expanded=9)') AS too_few;
SET fringe.max_memory = '64kB';
SELECT fringe_cost(gridmap_caves(900, 900, 0.45, 1), '(0,0)', '(899,899)');
RESET fringe.max_memory;
DROP VIEW first_question;
DROP TABLE first_map, first_pair, first_cost;
DROP FUNCTION kept_of_maps, one_row;
