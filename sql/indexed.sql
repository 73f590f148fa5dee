-- every function that takes an index, beside the same question asked of the map: one table has them all
SET max_parallel_workers_per_gather = 0;

-- maps, and all rules of movement with each way of weighing: of all forms
CREATE TABLE ground (name text, map gridmap);
INSERT INTO ground VALUES ('rooms', gridmap_rooms(26, 20, 6, 1)), ('noise', gridmap_walls(60, 60, 300, 2, 1));
INSERT INTO ground SELECT 'patches', gridmap_set(gridmap_fill(gridmap_fill(map, '(2,1)', '(9,8)', 'T'), '(11,7)', '(20,18)', 'W'), cells, 'T')
FROM ground, LATERAL (SELECT array_agg(gridcell(i * 7 % 26, i * i % 20)) AS cells FROM generate_series(1, 60) i) c WHERE name = 'rooms';
INSERT INTO ground SELECT 'slopes', gridmap_set_sides(gridmap_set_layer(gridmap_set_layer(map, 'height', heights), 'danger', dangers), cells, 'E')
FROM ground, LATERAL (SELECT array_agg(high ORDER BY y) AS heights, array_agg(danger ORDER BY y) AS dangers FROM generate_series(0, 19) y,
    LATERAL (SELECT array_agg((x * 3 + y * 5 + x * y) % 9 / 2.0 ORDER BY x)::float8[] AS high, array_agg((x * 7 + y * 13 + x * y) % 10 ORDER BY x)::float8[] AS danger FROM generate_series(0, 25) x) c) l,
  LATERAL (SELECT array_agg(gridcell(i * 5 % 26, i * i % 20)) AS cells FROM generate_series(1, 12) i) s WHERE name = 'rooms';
CREATE TABLE rule (weights text, kind text);
INSERT INTO rule VALUES ('', ''), ('T=2, W=5', 'patches'), ('T=2, W=5, weigh=average', 'patches'), ('@=3, T=2, W=0.5', 'patches'), ('@=3, T=2, W=0.5, weigh=average', 'patches'), ('T=2, W=5, weigh=leave', 'patches'), ('@=3, T=2, W=0.5, weigh=max', 'patches'),
  ('', 'slopes'), ('rise=2, drop=0.5', 'slopes'), ('layer.danger=0.5, T=2', 'slopes'), ('climb=2, fall=3, rise=1, layer.danger=2', 'slopes');
CREATE TABLE prepared AS
SELECT name, map, model, fringe_index(map, model) AS fast
FROM ground, rule,
  unnest('{"octile(corners=both","octile(corners=one","octile(corners=any","octile(straight=2, diagonal=3, corners=one",
    "octile(diagonal=0.7","tile(straight=3","anyangle(straight=2.5"}'::text[]) moves,
  generate_series(1, 2) size,
  LATERAL (SELECT (concat_ws(', ', moves, nullif(CASE WHEN moves ~ 'anyangle' THEN '' ELSE weights END, ''), 'size=' || size)
    || ')')::gridmodel AS model) m
WHERE kind = CASE WHEN name IN ('patches', 'slopes') THEN name ELSE '' END AND NOT (name = 'slopes' AND moves ~ 'anyangle');
SELECT name, form, count(*) FROM prepared, gridindex_info(fast) GROUP BY name, form ORDER BY name, form;
CREATE TABLE question AS
SELECT p.*, i, start, goal, goals FROM prepared p, generate_series(1, 12) i,
  LATERAL (SELECT gridmap_width(map) AS w, gridmap_height(map) AS h) side,
  LATERAL (SELECT gridcell(i * 11 % w, i * 7 % h) AS start, gridcell((i * i * 5 + 3) % w, (i * 13 + 1) % h) AS goal) pair,
  LATERAL (SELECT array_agg(gridcell((i + n) * 9 % w, (i * n * 5 + n) % h)) || NULL AS goals FROM generate_series(1, 5) n) several;

-- Both are expressions on a question; equal, or both NULL. Paths may be others that are as good: they are priced on the map.
CREATE TABLE asked (function regprocedure PRIMARY KEY, of_index text, on_map text);
INSERT INTO asked VALUES
('fringe_cost(gridindex,gridcell,gridcell)', 'fringe_cost(fast, start, goal)', 'fringe_cost(map, start, goal, model)'),
('fringe_connected(gridindex,gridcell,gridcell)', 'fringe_connected(fast, start, goal)', 'fringe_connected(map, start, goal, model)'),
('fringe_route(gridindex,gridcell,gridcell)',
  '(SELECT (gridpath_cost(r, map, model), gridpath_start(r), gridpath_goal(r))::text FROM fringe_route(fast, start, goal) r WHERE r IS NOT NULL)',
  '(SELECT (cost, start, goal)::text FROM fringe_cost(map, start, goal, model) cost WHERE cost IS NOT NULL)'),
('fringe_try_cost(gridindex,gridcell,gridcell)', 'fringe_try_cost(fast, start, goal)', 'fringe_cost(map, start, goal, model)'),
('fringe_try_route(gridindex,gridcell,gridcell)',
  '(SELECT (gridpath_cost(r, map, model), gridpath_start(r), gridpath_goal(r))::text FROM fringe_try_route(fast, start, goal) r WHERE r IS NOT NULL)',
  '(SELECT (cost, start, goal)::text FROM fringe_cost(map, start, goal, model) cost WHERE cost IS NOT NULL)'),
('fringe_path(gridindex,gridcell,gridcell)',
  '(SELECT array_agg((seq, gridcell(x, y), step_cost, total_cost)::text ORDER BY seq) FROM fringe_path(fast, start, goal))',
  '(SELECT array_agg((n, cells[n], gridpath_cost(array_to_string(cells[greatest(n - 1, 1):n], '' '')::gridpath, map, model),
      gridpath_cost(array_to_string(cells[1:n], '' '')::gridpath, map, model))::text ORDER BY n)
    FROM fringe_route(fast, start, goal) r,
      LATERAL (SELECT CASE WHEN model::text ~ ''anyangle'' THEN gridpath_waypoints(r) ELSE gridpath_cells(r) END) c(cells),
      generate_subscripts(cells, 1) n)'),
('fringe_search(gridindex,gridcell,gridcell)',
  '(SELECT (found, cost, gridpath_cost(route, map, model), length = gridpath_length(route), complete, optimal, search_us >= 0,
      num_nonnulls(iterations, visited, visited_last, expanded, expanded_last, reopened, open_peak, memory_bytes, method,
        opened))::text
    FROM fringe_search(fast, start, goal))',
  '(SELECT (found, cost, cost, length = gridpath_length(route), complete, optimal, search_us >= 0, 0)::text FROM fringe_search(map, start, goal, model))'),
('fringe_costs(gridindex,gridcell,gridcell[])',
  '(SELECT array_agg((n, goal, cost)::text ORDER BY n) FROM fringe_costs(fast, start, goals) WITH ORDINALITY c(goal, cost, n))',
  '(SELECT array_agg((n, goal, cost)::text ORDER BY n) FROM fringe_costs(map, start, goals, model) WITH ORDINALITY c(goal, cost, n))'),
('fringe_matrix(gridindex,gridcell[])',
  '(SELECT array_agg((n, a, b, cost)::text ORDER BY n) FROM fringe_matrix(fast, goals) WITH ORDINALITY c(a, b, cost, n))',
  '(SELECT array_agg((n, a, b, cost)::text ORDER BY n) FROM fringe_matrix(map, goals, model) WITH ORDINALITY c(a, b, cost, n))'),
('fringe_nearest(gridindex,gridcell,gridcell[],integer)',
  '(SELECT array_agg((rank, goal, cost, gridpath_cost(route, map, model), gridpath_start(route), gridpath_goal(route))::text
      ORDER BY rank)
    FROM fringe_nearest(fast, start, goals, 4))',
  '(SELECT array_agg((rank, goal, cost, cost, start, goal)::text ORDER BY rank) FROM fringe_nearest(map, start, goals, model, 4))'),
('fringe_nearest_within(gridindex,gridcell,gridcell[],double precision,integer)',
  '(SELECT array_agg((rank, goal, cost, gridpath_cost(route, map, model), gridpath_start(route), gridpath_goal(route))::text
      ORDER BY rank)
    FROM fringe_nearest_within(fast, start, goals, within => 20))',
  '(SELECT array_agg((rank, goal, cost, cost, start, goal)::text ORDER BY rank) FROM fringe_nearest_within(map, start, goals, within => 20, model => model))'),
('fringe_index(gridmap,gridmodel,text)', 'CASE WHEN i = 2 THEN fringe_index(map, model) END', 'CASE WHEN i = 2 THEN fast END'),
('gridindex_info(gridindex)', '(SELECT (model, digest = gridmap_digest(map), width, height)::text FROM gridindex_info(fast))', '(model, name <> ''slopes'', gridmap_width(map), gridmap_height(map))::text'),
('gridindex_matches(gridindex,gridmap)', 'gridindex_matches(fast, map)', 'true'),
('gridindex_out(gridindex)', 'gridindex_out(fast)::text::gridindex', 'fast'),
('gridindex_send(gridindex)', 'gridindex_send(fast)::text::gridindex', 'fast'),
('gridindex_eq(gridindex,gridindex)', 'fast = fast', 'true'),
('gridindex_ne(gridindex,gridindex)', 'fast <> fast', 'false'),
('gridindex_hash(gridindex)', 'gridindex_hash(fast)', 'gridindex_hash(fast::text::gridindex)'),
('gridindex_hash_extended(gridindex,bigint)', 'gridindex_hash_extended(fast, 5)', 'gridindex_hash_extended(fast::text::gridindex, 5)');

-- a function that takes an index and is not in the table; none
SELECT p.oid::regprocedure AS "not asked" FROM pg_proc p LEFT JOIN asked ON function = p.oid
WHERE 'gridindex'::regtype = ANY (proargtypes) AND function IS NULL;

CREATE FUNCTION answers(INOUT function regprocedure, of_index text, on_map text, OUT asked bigint, OUT answered bigint,
  OUT different bigint) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('
    SELECT count(*), count(a), failing((name, model, start, goal, a, b)::text) FILTER (WHERE a IS DISTINCT FROM b)
    FROM (SELECT *, %s AS a, %s AS b FROM question OFFSET 0) q', of_index, on_map)
  INTO asked, answered, different;
END $$;
SELECT a.* FROM asked q, answers(q.function, of_index, on_map) a ORDER BY a.function::text COLLATE "C";

-- what is asked of both is refused alike: cells outside the map; NULLs
CREATE FUNCTION outcome(query text, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE query INTO said;
EXCEPTION WHEN OTHERS THEN
  said := SQLSTATE || ' ' || SQLERRM;
END $$;
SELECT count(*) AS asked,
  failing((function, which, cell, i.said, m.said)::text) FILTER (WHERE i.said IS DISTINCT FROM m.said) AS different,
  count(*) FILTER (WHERE i.said ~ '^22') AS refused
FROM asked, unnest('{"(0,-1)","(99,0)",NULL}'::gridcell[]) cell, unnest('{start,goal}'::text[]) which,
  LATERAL (SELECT format('FROM (SELECT map, model, fast, %s, ARRAY[%3$L::gridcell] || goals AS goals FROM question WHERE name = ''patches'' LIMIT 1) q',
    CASE which WHEN 'start' THEN '%1$L::gridcell AS start, goal' ELSE 'start, %1$L::gridcell AS goal' END, NULL, cell) AS f) f,
  LATERAL outcome('SELECT ' || of_index || ' ' || format(f, cell)) i, LATERAL outcome('SELECT ' || on_map || ' ' || format(f, cell)) m
WHERE function::text ~ '^fringe_(cost|connected|route|search|costs|matrix|nearest|nearest_within)\(';

DROP FUNCTION answers, outcome;
DROP TABLE ground, rule, prepared, question, asked;
