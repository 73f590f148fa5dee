-- many cells at once, each result compared with fringe_cost
SET jit = off;
\set caves `cat "$PG_ABS_SRCDIR"/data/caves.map`
\set rooms `cat "$PG_ABS_SRCDIR"/data/rooms.map`
\set grotto `cat "$PG_ABS_SRCDIR"/data/grotto.map`
CREATE TABLE world (id int PRIMARY KEY, map gridmap);
INSERT INTO world VALUES (1, :'caves'), (2, :'rooms'), (3, :'grotto');
CREATE TABLE model (model gridmodel);
INSERT INTO model VALUES ('octile'), ('tile'), ('octile(straight=2, diagonal=3)'), ('octile(straight=100, diagonal=150, corners=any)'),
  ('octile(obstacle=3)'), ('tile(@=2.5, T=9)'), ('octile(straight=5, diagonal=3, W=7, T=0.5, weigh=average)');

-- cells all over each map, including blocked and repeated ones
CREATE TABLE choice AS
SELECT id, n, array_agg(gridcell(n * i * i % gridmap_width(map), (n + i) * 37 % gridmap_height(map)) ORDER BY i) AS cells
FROM world, (VALUES (1), (2), (3), (12), (40)) s(n), generate_series(1, n) i GROUP BY id, n, map;

CREATE TABLE truth AS
SELECT id, n, model, s.ord AS s, g.ord AS g, s.cell AS start, g.cell AS goal, fringe_cost(map, s.cell, g.cell, model) AS cost
FROM world JOIN choice USING (id), model,
  unnest(cells) WITH ORDINALITY s(cell, ord), unnest(cells) WITH ORDINALITY g(cell, ord) WHERE s.ord <= 3;
ANALYZE world, model, choice, truth;
SELECT count(*) AS pairs, count(cost) AS with_path FROM truth;

-- fringe_costs: one row per goal, in the order of the array
SELECT failing((id, n, model, s, g)::text) AS wrong FROM truth FULL JOIN (
  SELECT id, n, model, s, c.* FROM world JOIN choice USING (id), model, generate_series(1, least(n, 3)) s,
    fringe_costs(map, cells[s], cells, model) WITH ORDINALITY c(goal, cost, g)) f
  USING (id, n, model, s, g)
WHERE (truth.goal, truth.cost) IS DISTINCT FROM (f.goal, f.cost);

-- fringe_matrix: one start after another; fringe_matrix_tsp: the same with
-- subscripts, without unconnected pairs
SELECT failing((id, n, model, s, g)::text) AS wrong FROM truth FULL JOIN (
  SELECT id, n, model, (o - 1) / n + 1 AS s, (o - 1) % n + 1 AS g, m.* FROM world JOIN choice USING (id), model,
    fringe_matrix(map, cells, model) WITH ORDINALITY m(start, goal, cost, o) WHERE n <= 12) f
  USING (id, n, model, s, g)
WHERE n <= 12 AND (s <= 3 OR f.s IS NULL) AND (truth.start, truth.goal, truth.cost) IS DISTINCT FROM (f.start, f.goal, f.cost);
SELECT failing((truth, f)::text) AS wrong FROM (SELECT * FROM truth WHERE n <= 3 AND cost IS NOT NULL) truth FULL JOIN (
  SELECT id, n, model, t.* FROM world JOIN choice USING (id), model, fringe_matrix_tsp(map, cells, model) t WHERE n <= 3) f
  ON (truth.id, truth.n, truth.model, s, g) = (f.id, f.n, f.model, start_vid, end_vid)
WHERE cost IS DISTINCT FROM agg_cost;

-- fringe_nearest: ranked by cost, then by cell; each goal once; paths are legal and
-- have the right cost
SELECT failing((id, n, model, s, rank, goal)::text) AS wrong FROM (
  SELECT id, n, model, s, row_number() OVER (PARTITION BY id, n, model, s ORDER BY cost, goal) AS rank, goal, cost
  FROM (SELECT DISTINCT id, n, model, s, goal, cost FROM truth WHERE cost IS NOT NULL) d) t
FULL JOIN (
  SELECT id, n, model, s, k, c.* FROM world JOIN choice USING (id), model, generate_series(1, least(n, 3)) s,
    unnest('{1, 5, 50}'::int[]) k, fringe_nearest(map, cells[s], cells, model, k) c) f
USING (id, n, model, s, rank, goal)
WHERE t.cost IS DISTINCT FROM f.cost AND (f.k IS NOT NULL OR rank <= 50);
SELECT count(*) > 0 AS some, count(*) FILTER (WHERE k = 5 AND rank = 5) > 0 AS five, max(rank) FILTER (WHERE k = 5) AS at_most
FROM world JOIN choice USING (id), model, unnest('{1, 5, 50}'::int[]) k, fringe_nearest(map, cells[1], cells, model, k);
SELECT count(*) AS routes, failing((id, model, c.goal)::text) FILTER (WHERE gridpath_start(c.route) <> cells[1] OR gridpath_goal(c.route) <> c.goal) AS astray
FROM world JOIN choice USING (id), model, fringe_nearest(map, cells[1], cells, model, 50) c;
SELECT failing((id, model, c.goal)::text) AS wrong FROM world JOIN choice USING (id), model, fringe_nearest(map, cells[1], cells, model, 50) c,
  LATERAL (SELECT sum(fringe_cost(map, a, b, model)) AS cost,
    count(*) FILTER (WHERE greatest(abs(gridcell_x(a) - gridcell_x(b)), abs(gridcell_y(a) - gridcell_y(b))) > 1) AS leaps
    FROM (SELECT cell AS a, lead(cell) OVER (ORDER BY o) AS b FROM unnest(gridpath_cells(c.route)) WITH ORDINALITY p(cell, o)) step
    WHERE b IS NOT NULL) walked
WHERE n = 3 AND (leaps > 0 OR abs(walked.cost - c.cost) > 1e-9 * c.cost);

-- within a cost: those of all, one of which costs exactly that
SELECT count(*) AS asked, count(*) FILTER (WHERE found[cardinality(found)] ~ within::text) > 50 AS "at the limit",
  max(cardinality(found)) AS most, failing((id, model, n, k, within)::text) FILTER (WHERE found IS DISTINCT FROM expected) AS wrong
FROM world JOIN choice USING (id) CROSS JOIN model CROSS JOIN unnest('{4,1000}'::int[]) k
CROSS JOIN LATERAL (SELECT cost AS within FROM fringe_nearest(map, cells[1], cells, model, 50) ORDER BY rank DESC OFFSET n / 4 LIMIT 1) b
CROSS JOIN LATERAL (SELECT array_agg(f::text ORDER BY rank) AS found FROM fringe_nearest_within(map, cells[1], cells, within, model, k) f) f
CROSS JOIN LATERAL (SELECT array_agg(e::text ORDER BY rank) AS expected FROM fringe_nearest(map, cells[1], cells, model, k) e WHERE cost <= within) e;

-- fringe_reach: the cells whose fringe_cost is at most the budget; one cell costs
-- exactly the budget
SELECT model, count(r.cost) > 0 AS some,
  failing((id, model, x, y)::text) FILTER (WHERE r.cost IS DISTINCT FROM CASE WHEN t.cost <= budget THEN t.cost END) AS wrong
FROM world CROSS JOIN model JOIN choice USING (id)
CROSS JOIN LATERAL (SELECT fringe_cost(map, cells[1], goal, model) AS budget
  FROM unnest(cells) goal ORDER BY 1 OFFSET 3 LIMIT 1) b
CROSS JOIN LATERAL (SELECT x, y, fringe_cost(map, cells[1], gridcell(x, y), model) AS cost
  FROM gridmap_cells(map) WHERE (x + 3 * y) % 101 = 0) t
LEFT JOIN LATERAL fringe_reach(map, cells[1], budget, model) r USING (x, y)
WHERE n = 12 GROUP BY model ORDER BY model;
SELECT failing((x, y, px, py)::text) AS wrong FROM (SELECT x, y, lag(x) OVER (ORDER BY o) AS px, lag(y) OVER (ORDER BY o) AS py
  FROM world, fringe_reach(map, '(13,0)', 30) WITH ORDINALITY r(x, y, cost, o) WHERE id = 1) r WHERE (py, px) >= (y, x);

-- fringe_connected, fringe_components
SELECT failing((id, start, goal)::text) AS wrong FROM truth JOIN world USING (id) WHERE fringe_connected(map, start, goal, model) <> (cost IS NOT NULL);
SELECT id, model, c.*
FROM world, model, fringe_components(map, model) c
WHERE component <= 2 AND model IN ('octile', 'tile(@=2.5, T=9)')
ORDER BY id, model, component;
SELECT failing((id, model, component)::text) AS wrong FROM world, model, fringe_components(map, model) c
WHERE component <= 3 AND cells <> (SELECT count(*) FROM fringe_reach(map, sample, 'infinity', model));
SELECT * FROM fringe_components(gridmap('{.@..,.@@@,@.@.,..@.}'::text[]), 'tile');
SELECT * FROM fringe_components(gridmap('{@@,@@}'::text[]));

-- a small map, with complete results
CREATE VIEW small AS SELECT gridmap('{.....,.@@@.,.@.@.,.@@@.,.....}'::text[]) AS map;
SELECT c.* FROM small, fringe_costs(map, '(0,0)', '{"(4,4)",NULL,"(2,2)","(0,0)","(4,4)","(1,1)"}') c;
SELECT c.* FROM small, fringe_matrix(map, '{"(4,4)",NULL,"(2,2)"}') c;
SELECT c.* FROM small, fringe_matrix_tsp(map, '{"(4,4)",NULL,"(2,2)","(1,1)","(0,4)","(4,4)"}') c;
SELECT c.* FROM small, fringe_nearest(map, '(0,0)', '{"(4,0)","(0,4)",NULL,"(4,4)","(2,2)","(0,4)"}', k => 10) c;
SELECT c.* FROM small, fringe_nearest(map, '(0,0)', '{"(4,0)","(0,4)"}') c;
SELECT c.* FROM small, fringe_nearest(map, '(0,0)', '{"(4,0)"}', k => 0) c;
SELECT c.* FROM small, fringe_nearest(map, '(0,0)', '{"(2,2)"}') c;
-- the number of goals by its name or after the model, which is a literal or a value
SELECT a.goal, a.cost, a = b AND b = c AS same
FROM small, fringe_nearest(map, '(0,0)', '{"(4,0)","(0,4)"}', k => 2) a
  JOIN fringe_nearest(map, '(0,0)', '{"(4,0)","(0,4)"}', 'octile', 2) b USING (rank)
  JOIN fringe_nearest(map, '(0,0)', '{"(4,0)","(0,4)"}', 'octile'::gridmodel, 2) c USING (rank);
SELECT c.goal, c.cost FROM small, fringe_nearest(map, '(0,0)', '{"(4,0)","(0,4)"}', 'tile(straight=3)') c;
SELECT c.goal, c.cost FROM small, fringe_nearest(map, '(0,0)', '{"(4,0)","(0,4)"}', 'tile(straight=3)'::text) c;
-- the model's place takes no number; a parameter in this place is a model
\set VERBOSITY sqlstate
SELECT c.* FROM small, fringe_nearest(map, '(0,0)', '{"(4,0)"}', 30) c;
\set VERBOSITY default
SELECT c.* FROM small, fringe_nearest(map, '(0,0)', '{"(4,0)"}', '30') c;
PREPARE nearest AS SELECT c.goal FROM small, fringe_nearest(map, $1, $2, $3, $4) c;
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'nearest';
EXECUTE nearest('(0,0)', '{"(4,0)"}', '2.5', 1);
DEALLOCATE nearest;
-- all goals within a cost, by name or in its place; at most k
SELECT c.* FROM small, fringe_nearest_within(map, '(0,0)', '{"(4,0)","(0,4)","(4,4)","(2,2)","(0,0)"}', within => 4) c;
SELECT c.goal, c.cost FROM small, fringe_nearest_within(map, '(0,0)', '{"(4,0)","(0,4)","(0,0)"}', 4.5, 'tile', 2) c;
SELECT within, count(c.goal), max(c.cost)
FROM small, unnest('{-infinity,-1,0,3.9999,Infinity,1e300}'::float8[]) within
LEFT JOIN LATERAL fringe_nearest_within(map, '(0,0)', '{"(4,0)","(0,4)","(0,0)","(4,4)"}', within) c ON true
GROUP BY within
ORDER BY within;
SELECT c.* FROM small, fringe_nearest_within(map, '(0,0)', '{"(4,0)"}', within => 'NaN') c;
SELECT c.* FROM small, fringe_nearest_within(map, '(0,0)', '{"(4,0)"}', within => 5, k => -1) c;
SELECT c.goal, c.cost FROM small, fringe_nearest_within(map, '(0,0)', '{"(4,0)","(0,2)","(4,4)"}', within => 5, model => 'anyangle') c;
SELECT c.* FROM small, fringe_reach(map, '(0,0)', 2) c;
SELECT c.* FROM small, fringe_reach(map, '(0,0)', 0) c;
SELECT count(*), max(cost) FROM small, fringe_reach(map, '(0,0)', 'infinity');
SELECT count(*) FROM small, fringe_reach(map, '(0,0)', -1);
SELECT count(*) FROM small, fringe_reach(map, '(0,0)', '-infinity');
SELECT count(*) FROM small, fringe_reach(map, '(1,1)', 5);
SELECT fringe_connected(map, '(0,0)', '(4,4)'), fringe_connected(map, '(0,0)', '(2,2)'), fringe_connected(map, '(1,1)', '(1,1)') FROM small;

-- empty arrays, NULLs
SELECT count(*) FROM small, fringe_costs(map, '(0,0)', '{}');
SELECT count(*) FROM small, fringe_matrix(map, '{}');
SELECT count(*) FROM small, fringe_matrix_tsp(map, '{}');
SELECT count(*) FROM small, fringe_nearest(map, '(0,0)', '{}');
SELECT count(*) FROM small, fringe_nearest(map, '(0,0)', '{NULL}');
SELECT count(*) FROM small, fringe_costs(map, '(0,0)', NULL);
SELECT c.* FROM small, fringe_costs(map, '(0,0)', '{{"(1,0)","(2,0)"},{"(3,0)","(4,0)"}}') c;

-- cells outside the map are errors
SELECT c.* FROM small, fringe_costs(map, '(5,0)', '{"(0,0)"}') c;
SELECT c.* FROM small, fringe_costs(map, '(0,0)', '{"(0,0)","(0,5)"}') c;
SELECT c.* FROM small, fringe_matrix(map, '{"(0,0)","(-1,0)"}') c;
SELECT c.* FROM small, fringe_matrix_tsp(map, '{"(0,-1)"}') c;
SELECT c.* FROM small, fringe_nearest(map, '(0,0)', '{"(5,5)"}') c;
SELECT c.* FROM small, fringe_reach(map, '(0,5)', -1) c;
SELECT fringe_connected(map, '(0,0)', '(5,0)') FROM small;
SELECT c.* FROM small, fringe_nearest(map, '(0,0)', '{"(1,0)"}', k => -1) c;
SELECT c.* FROM small, fringe_reach(map, '(0,0)', 'NaN') c;

-- costs beyond exact arithmetic, and too much memory, are errors; nearer cells
-- still succeed
CREATE TABLE winding AS SELECT gridmap(array_agg(CASE y % 4 WHEN 1 THEN repeat('#', 59) || '@' WHEN 3 THEN '@' || repeat('#', 59)
  ELSE CASE y WHEN 0 THEN '.' ELSE '@' END || repeat('@', 59) END ORDER BY y)) AS map FROM generate_series(0, 59) y;
SELECT c.* FROM winding, fringe_costs(map, '(0,0)', '{"(9,0)","(59,1)","(0,2)"}', 'tile(@=900000000,.=0.0001)') c;
SELECT c.* FROM winding, fringe_costs(map, '(0,0)', '{"(9,0)","(0,58)","(1,58)"}', 'tile(@=900000000,.=0.0001)') c;
SELECT goal, cost FROM winding, fringe_nearest(map, '(0,0)', '{"(9,0)","(0,58)"}', 'tile(@=900000000,.=0.0001)') c;
SELECT goal, cost FROM winding, fringe_nearest(map, '(0,0)', '{"(9,0)","(0,58)"}', 'tile(@=900000000,.=0.0001)', 2) c;
SELECT goal, cost FROM winding, fringe_nearest_within(map, '(0,0)', '{"(9,0)","(0,58)"}', within => 1e9, model => 'tile(@=900000000,.=0.0001)') c;
SELECT goal, cost FROM winding, fringe_nearest_within(map, '(0,0)', '{"(9,0)","(0,58)"}', within => 'infinity', model => 'tile(@=900000000,.=0.0001)') c;
SELECT count(*) FROM winding, fringe_reach(map, '(0,0)', 2e10, 'tile(@=900000000,.=0.0001)') c;
SELECT count(*) FROM winding, fringe_reach(map, '(0,0)', 'infinity', 'tile(@=900000000,.=0.0001)') c;
SET fringe.max_memory = '64kB';
\set VERBOSITY terse
SELECT count(*) FROM fringe_reach(gridmap_caves(100, 100, 0.4, 1), '(0,0)', 5);
\set VERBOSITY default
RESET fringe.max_memory;
SET fringe.cache_size = 0;
SELECT count(*), count(cost) FROM winding, fringe_matrix(map, '{"(0,0)","(5,0)","(8,2)"}', 'tile(@=2, .=1)');
RESET fringe.cache_size;

DROP VIEW small;
DROP TABLE world, model, choice, truth, winding;

-- more components than two bytes count
SELECT count(*) AS components, max(cells)
FROM fringe_components((SELECT gridmap(array_agg(line))
    FROM (SELECT repeat(CASE WHEN y % 2 = 0 THEN '.@' ELSE '@@' END, 300) AS line FROM generate_series(0, 599) y) l));
