-- every step of a path is legal by rules written in SQL; methods agree to the bit
CREATE TABLE world AS
SELECT id, map, (SELECT array_agg(code) FROM gridmap_cells(map)) AS codes, gridmap_width(map) AS w, gridmap_height(map) AS h
FROM (VALUES (1, gridmap_caves(40, 30, 0.42, 1)), (2, gridmap_rooms(40, 30, 4, 2)), (3, gridmap_maze(40, 30, 1, 3)),
  (4, gridmap_walls(40, 30, 20, 8, 4)),
  (5, (SELECT gridmap(array_agg(r ORDER BY y)) FROM (
    SELECT y, string_agg(substr('..GSWT@', 1 + (x * x * 7 + x * y * 3 + y * y * 5) % 11 % 7, 1), '' ORDER BY x) AS r
    FROM generate_series(1, 40) x, generate_series(1, 30) y GROUP BY y) rows))) t(id, map);

-- the rules of some models: weights of codes (others are blocked), diagonal,
-- corners
CREATE TABLE rule (model gridmodel, weights jsonb, straight float8, diagonal float8, corners int, average bool);
INSERT INTO rule VALUES
  ('octile', '{".": 1, "G": 1, "S": 1}', 1, sqrt(2), 2, false),
  ('tile', '{".": 1, "G": 1, "S": 1}', 1, NULL, NULL, false),
  ('octile(straight=100, diagonal=150)', '{".": 1, "G": 1, "S": 1}', 100, 150, 2, false),
  ('octile(straight=2, diagonal=3, corners=one)', '{".": 1, "G": 1, "S": 1}', 2, 3, 1, false),
  ('octile(corners=any)', '{".": 1, "G": 1, "S": 1}', 1, sqrt(2), 0, false),
  ('octile(straight=100, diagonal=150, obstacle=3)', '{".": 1, "G": 1, "S": 1, "@": 3, "T": 3, "W": 3}', 100, 150, 2, false),
  ('octile(G=2.5, S=0.5, W=4, weigh=average)', '{".": 1, "G": 2.5, "S": 0.5, "W": 4}', 1, sqrt(2), 2, true);

CREATE TABLE pair AS
SELECT row_number() OVER () AS n, id, model,
  gridcell(abs(hashint4(i * 3 + id)) % w, abs(hashint4(i * 5 + id)) % h) AS start,
  gridcell(abs(hashint4(i * 7 + id)) % w, abs(hashint4(i * 11 + id)) % h) AS goal
FROM world, rule, generate_series(1, 40) i;

CREATE FUNCTION weight(codes "char"[], w int, h int, weights jsonb, x int, y int) RETURNS float8 LANGUAGE sql AS $$
  SELECT CASE WHEN x >= 0 AND y >= 0 AND x < w AND y < h THEN (weights ->> codes[y * w + x + 1]::text)::float8 END
$$;

CREATE TABLE step AS
SELECT n, method, seq, x, y, step_cost, total_cost, x - lag(x) OVER path AS dx, y - lag(y) OVER path AS dy
FROM pair JOIN world USING (id), unnest('{astar,fringe}'::gridmethod[]) method,
  LATERAL fringe_path(map, start, goal, model, method) p
WINDOW path AS (PARTITION BY n, method ORDER BY seq);

SELECT count(DISTINCT n) > 500 AS "many paths", count(*) > 10000 AS "many steps" FROM step;

-- every step is legal and its cost follows the rules
SELECT count(*) AS "illegal or mispriced"
FROM step JOIN pair USING (n) JOIN world USING (id) JOIN rule USING (model),
  LATERAL (SELECT weight(codes, w, h, weights, x, y) AS "to", weight(codes, w, h, weights, x - dx, y - dy) AS "from",
    (weight(codes, w, h, weights, x - dx, y) IS NOT NULL)::int + (weight(codes, w, h, weights, x, y - dy) IS NOT NULL)::int AS beside) around
WHERE dx IS NOT NULL AND NOT coalesce(
  greatest(abs(dx), abs(dy)) = 1 AND "to" IS NOT NULL AND "from" IS NOT NULL
  AND (dx = 0 OR dy = 0 OR (diagonal IS NOT NULL AND beside >= corners))
  AND abs(step_cost - CASE WHEN dx <> 0 AND dy <> 0 THEN diagonal ELSE straight END
    * CASE WHEN average THEN ("to" + "from") / 2 ELSE "to" END) < 1e-9 * step_cost, false);

-- paths go from start to goal, count from 1, and add up to the cost
SELECT count(*) AS "wrong paths"
FROM (SELECT n, method, min(seq) AS first, max(seq) AS last, count(*) AS cells, sum(step_cost) AS total,
        max(total_cost) AS cost,
        (array_agg(gridcell(x, y) ORDER BY seq))[1] AS from_cell,
        (array_agg(gridcell(x, y) ORDER BY seq DESC))[1] AS to_cell,
        array_agg(gridcell(x, y) ORDER BY seq) AS cells_in_order
      FROM step GROUP BY n, method) path
JOIN pair USING (n) JOIN world USING (id),
  LATERAL fringe_search(map, start, goal, model, path.method) r
WHERE NOT (first = 1 AND last = path.cells AND from_cell = start AND to_cell = goal
  AND path.cost = fringe_cost(map, start, goal, model, path.method) AND path.cost = r.cost
  AND abs(path.total - path.cost) <= 1e-9 * path.cost
  AND r.length = path.cells AND r.route::gridcell[] = cells_in_order
  AND r.route = fringe_route(map, start, goal, model, path.method));

-- no rows if and only if the cost is NULL; both methods give the same bits
SELECT count(*) AS "rows without cost or cost without rows"
FROM pair JOIN world USING (id), unnest('{astar,fringe}'::gridmethod[]) method
WHERE (fringe_cost(map, start, goal, model, method) IS NULL) = EXISTS (SELECT FROM step WHERE step.n = pair.n AND step.method = method);
SELECT count(*) AS pairs, count(*) FILTER (WHERE a IS NOT NULL) AS found,
  failing((id, start, goal)::text) FILTER (WHERE float8send(a) IS DISTINCT FROM float8send(f)) AS "not the same bits"
FROM pair JOIN world USING (id),
  LATERAL (SELECT fringe_cost(map, start, goal, model, 'astar') AS a, fringe_cost(map, start, goal, model, 'fringe') AS f) cost;

DROP FUNCTION weight;
DROP TABLE world, rule, pair, step;
