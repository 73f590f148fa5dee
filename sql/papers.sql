-- the figures of both papers, and the counters of every search that they name
--   2005  Bjornsson, Enzenberger, Holte, Schaeffer: Fringe Search
--   2006  Cazenave: Optimizations of data structures, heuristics and algorithms

-- 2005, Figure 1: the iterations of IDA* and of Fringe Search, with the paper's values. Its text gives limit 4, the values of
-- iteration 1 and the totals. The others follow (test/core/test_paper_figures.c). Limits are those of this map.
CREATE TABLE figure_1 (map gridmap, start gridcell, goal gridcell, model gridmodel);
INSERT INTO figure_1 VALUES (gridmap('{G@G@,..GG,.@G@,.@@.,..G.}'::text[]), '(0,2)', '(3,3)', 'tile(G=2)');
CREATE TABLE paper (method gridmethod, iteration int, visited bigint, expanded bigint);
INSERT INTO paper VALUES ('idastar(memory=none)', 1, 4, 2), ('idastar(memory=none)', 2, 9, 6), ('idastar(memory=none)', 3, 14, 9),
  ('fringe(moves=all)', 1, 4, 2), ('fringe(moves=all)', 2, 7, 4), ('fringe(moves=all)', 3, 8, 3);
SELECT method, t.iteration, max(t.f) FILTER (WHERE t.expanded) AS "limit", count(*) AS visited, count(*) FILTER (WHERE t.expanded) AS expanded,
  (count(*), count(*) FILTER (WHERE t.expanded)) = (p.visited, p.expanded) AS "as the paper"
FROM figure_1, paper p, LATERAL fringe_trace(map, start, goal, model, method) t
WHERE t.iteration = p.iteration GROUP BY method, t.iteration, p.visited, p.expanded ORDER BY method::text DESC, t.iteration;
SELECT r.method, r.cost, r.iterations, r.visited, r.expanded, (r.visited, r.expanded) = (p.visited, p.expanded) AS "as the paper"
FROM figure_1, (SELECT method, sum(visited), sum(expanded) FROM paper GROUP BY method) p(method, visited, expanded),
  fringe_search(map, start, goal, model, method) r ORDER BY r.method::text DESC;

-- the order of visits: a node that waits keeps its place in the list, and the goal is visited, not expanded
SELECT t.* FROM figure_1, fringe_trace(map, start, goal, model, 'fringe(moves=all)') t;
-- the nodes that Fringe Search expands, in the order of IDA*, which expands them again in later iterations
SELECT array_agg(DISTINCT method::text) AS methods, cells FROM (
  SELECT method, string_agg(format('(%s,%s)', x, y), ' ' ORDER BY seq) AS cells
  FROM (SELECT method, x, y, min(seq) AS seq
        FROM figure_1, unnest('{idastar(memory=none),fringe(moves=all)}'::gridmethod[]) method, fringe_trace(map, start, goal, model, method) t
        WHERE t.expanded GROUP BY method, x, y) visit GROUP BY method) seen
GROUP BY cells;

-- 2005, Figure 2, line by line: the same visits as fringe(moves=all), with and without a path
CREATE FUNCTION figure_2(map gridmap, start gridcell, goal gridcell, straight float8, diagonal float8, heavy float8)
RETURNS TABLE (seq bigint, iteration int, x int, y int, g float8, f float8, expanded bool) LANGUAGE plpgsql AS $$
DECLARE
  list gridcell[] := ARRAY[start]; -- Fringe F <- (s)
  place int;
  n gridcell;
  s gridcell;
  fmin float8;
  flimit float8;
  reached bool := false;
  g_s float8;
  g_cached float8;
  h CONSTANT text := 'SELECT $3 * (dx + dy) - least(dx, dy) * (2 * $3 - coalesce($4, 2 * $3)) FROM (SELECT abs(gridcell_x($1) - gridcell_x($2)) AS dx, abs(gridcell_y($1) - gridcell_y($2)) AS dy) d';
BEGIN
  CREATE TEMP TABLE cache (cell gridcell PRIMARY KEY, g float8, parent gridcell);
  INSERT INTO cache VALUES (start, 0, NULL); -- Cache C[start] <- (0, null)
  EXECUTE h INTO flimit USING start, goal, straight, diagonal; -- flimit <- h(start)
  seq := 0;
  iteration := 0;
  WHILE NOT reached AND cardinality(list) > 0 LOOP -- Repeat until found = true or F empty
    fmin := 'Infinity';
    iteration := iteration + 1;
    place := 1;
    WHILE place <= cardinality(list) LOOP -- Iterate over nodes n in F from left to right
      n := list[place];
      SELECT cache.g INTO g FROM cache WHERE cell = n; -- (g, parent) <- C[n]
      EXECUTE h INTO f USING n, goal, straight, diagonal;
      f := g + f; -- f <- g + h(n)
      seq := seq + 1;
      x := gridcell_x(n);
      y := gridcell_y(n);
      expanded := f <= flimit AND n <> goal;
      RETURN NEXT;
      IF f > flimit THEN
        fmin := least(f, fmin);
        place := place + 1;
        CONTINUE;
      END IF;
      IF n = goal THEN
        reached := true;
        EXIT;
      END IF;
      FOR s, g_s IN -- Iterate over s in successors(n) from right to left; g_s <- g + cost(n, s)
        SELECT cell, g + CASE WHEN dx * dy = 0 THEN straight ELSE diagonal END * CASE gridmap_code(map, cell) WHEN 'G' THEN heavy ELSE 1 END
        FROM (VALUES (1, 0, -1), (2, 0, 1), (3, 1, 0), (4, -1, 0), (5, 1, -1), (6, 1, 1), (7, -1, 1), (8, -1, -1)) AS move(i, dx, dy),
          LATERAL (SELECT n + gridcell(dx, dy) AS cell) next
        WHERE (dx * dy = 0 OR diagonal IS NOT NULL) AND gridmap_contains(map, cell) AND gridmap_code(map, cell) <> '@' ORDER BY i DESC
      LOOP
        SELECT cache.g INTO g_cached FROM cache WHERE cell = s;
        CONTINUE WHEN g_s >= g_cached; -- If C[s] <> null and g_s >= g', continue
        IF s = ANY(list) THEN -- If F contains s, remove s from F
          place := place - (array_position(list, s) < place)::int;
          list := array_remove(list, s);
        END IF;
        list := list[:place] || s || list[place + 1:]; -- Insert s into F after n
        INSERT INTO cache VALUES (s, g_s, n) ON CONFLICT (cell) DO UPDATE SET g = excluded.g, parent = excluded.parent; -- C[s] <- (g_s, n)
      END LOOP;
      list := list[:place - 1] || list[place + 1:]; -- Remove n from F
    END LOOP;
    flimit := fmin;
  END LOOP;
  DROP TABLE cache;
END $$;
SELECT name, model, (SELECT count(*) FROM fringe_trace(map, start, goal, model, 'fringe(moves=all, components=ignore)')) AS visits,
  failing((name, model, ours, papers)::text) FILTER (WHERE ours IS DISTINCT FROM papers) AS other
FROM (VALUES ('tree', gridmap('{G@G@,..GG,.@G@,.@@.,..G.}'::text[]), '(0,2)'::gridcell, '(3,3)'::gridcell),
    ('rooms', gridmap_overlay(gridmap_rooms(20, 16, 5, 2), gridmap('{GGGGG,GG.GG,GGGGG}'::text[]), '(7,5)'), '(2,2)', '(16,13)'),
    ('no path', gridmap('{..@.,.G@G,.G@.}'::text[]), '(0,0)', '(3,0)')) w(name, map, start, goal),
  (VALUES (1, 'tile(G=2)'::gridmodel, 1, NULL, 2), (2, 'octile(straight=2, diagonal=3, corners=any)', 2, 3, 1), (3, 'octile(straight=100, diagonal=150, corners=any, G=3)', 100, 150, 3))
    m(i, model, straight, diagonal, heavy),
  LATERAL (SELECT ours::text, papers::text FROM fringe_trace(map, start, goal, model, 'fringe(moves=all, components=ignore)') ours
    FULL JOIN figure_2(map, start, goal, straight, diagonal, heavy) papers USING (seq)) u
GROUP BY i, name, model, map, start, goal ORDER BY i, name;
DROP FUNCTION figure_2;

-- 2005, Figure 3: after a limit of 10, a cache of g gives 14 as the next one; without it an inferior path gives 12
SELECT method, array_agg(DISTINCT f ORDER BY f) FILTER (WHERE f >= 10) AS "limits from 10", max((r).cost) AS cost
FROM (SELECT gridmap('{...,.G.,.GG}'::text[]) AS map, '(0,2)'::gridcell AS start, '(1,1)'::gridcell AS goal,
    'octile(straight=3, diagonal=4, G=4)'::gridmodel AS model) figure_3,
  unnest('{idastar(memory=none),idastar(memory=g),idastar(deadends=own)}'::gridmethod[]) WITH ORDINALITY AS m(method, i),
  LATERAL (SELECT iteration, max(f) AS f FROM fringe_trace(map, start, goal, model, method) WHERE expanded GROUP BY iteration) limits,
  LATERAL (SELECT fringe_search(map, start, goal, model, method) AS r) result
GROUP BY method, i ORDER BY i;

-- 2006, Figure 1: with a delta the cut of dead ends (section IV.D) loses the best path, and a longer one is found
CREATE TABLE figure_1_2006 (map gridmap, start gridcell, goal gridcell, model gridmodel);
INSERT INTO figure_1_2006 VALUES (gridmap('{@@.@@..,@....@.,..@@...,.......,.....@@}'::text[]), '(0,4)', '(6,0)',
  'octile(straight=2, diagonal=3, corners=any)');
CREATE TABLE cut (i serial, method gridmethod);
INSERT INTO cut (method) VALUES ('idastar(deadends=infinite)'), ('idastar(deadends=infinite, delta=5)'), ('idastar(memory=g, delta=5)');
SELECT r.method, r.found, r.cost, r.optimal, r.iterations, r.visited, r.expanded, r.route
FROM figure_1_2006, cut, fringe_search(map, start, goal, model, method) r ORDER BY i;
SELECT method, iteration, count(*) AS visited, count(*) FILTER (WHERE expanded) AS expanded, max(f) FILTER (WHERE expanded) AS "largest f expanded"
FROM figure_1_2006, cut, fringe_trace(map, start, goal, model, method) t GROUP BY i, method, iteration ORDER BY i, iteration;

-- 2006, sections IV.C and V.D: by the letter of Seen all paths are lost, and a search without the cut repairs that
SELECT r.method, r.found, r.cost, r.complete, r.optimal, r.iterations, r.visited, r.expanded, r.route
FROM unnest('{idastar,"idastar(seen=left, deadends=infinite, delta=20, repair=off)","idastar(seen=left, deadends=infinite, delta=20)"}'::gridmethod[])
    WITH ORDINALITY AS m(wanted, i),
  fringe_search(gridmap('{...@.@,.@@@.@,.@....,.@....,...@..}'::text[]), '(4,0)', '(2,0)', 'octile(straight=2, diagonal=3, corners=any)', wanted) r
ORDER BY i;

-- every search that the papers name, on one map
CREATE TABLE small (map gridmap, start gridcell, goal gridcell);
INSERT INTO small VALUES (gridmap_walls(50, 50, 45, 12, 33), '(37,37)', '(23,1)');
CREATE TABLE named_system (i serial, name text, method gridmethod);
INSERT INTO named_system (name, method) VALUES
  ('A*', 'astar(open=tree, moves=all)'), ('Fringe', 'fringe(moves=all)'), ('ME-IDA*', 'idastar(deadends=own)'),
  ('algorithm C', 'fringe(pick=min_g, moves=all)'), ('Fringe in the order of A*', 'fringe(pick=min_f, moves=all)'),
  ('Fringe with buckets', 'fringe(buckets=10, moves=all)');

-- 2005, Tables 1 and 2: four models
SELECT name, model, r.iterations, r.visited, r.visited_last, r.expanded, r.expanded_last, r.cost, r.length, r.tried
FROM small, named_system, unnest('{"octile(straight=100, diagonal=150, corners=one)",tile(straight=100),
    "octile(straight=100, diagonal=150, obstacle=3)","tile(straight=100, obstacle=3)"}'::gridmodel[]) WITH ORDINALITY AS u(model, j),
  fringe_search(map, start, goal, model, method) r
ORDER BY j, i;

-- 2006, Tables I to III. A cell is a neighbour over any corner. Searches without landmarks try to reach what they cannot.
TRUNCATE named_system RESTART IDENTITY;
INSERT INTO named_system (name, method) VALUES
  ('M', 'astar(moves=all, components=ignore)'),
  ('Mmem', 'astar(nodes=malloc, moves=all, components=ignore)'),
  ('Mqueue', 'astar(open=heap, tie=none, moves=all, components=ignore)'),
  ('ALT5', 'astar(heuristic=alt, landmarks=5, seed=3, place=anywhere, from=start, moves=all)'),
  ('ALT10', 'astar(heuristic=alt, landmarks=10, seed=3, place=anywhere, from=start, moves=all)'),
  ('ALTBest10', 'astar(heuristic=altbest, landmarks=10, seed=3, place=anywhere, from=start, moves=all)'),
  ('IDA', 'idastar(deadends=infinite, components=ignore)'),
  ('IDAnof', 'idastar(memory=g, components=ignore)'),
  ('IDA with delta 10', 'idastar(deadends=infinite, delta=10, repair=off, components=ignore)'),
  ('IDA with delta 20', 'idastar(deadends=infinite, delta=20, repair=off, components=ignore)'),
  ('IDABest10', 'idastar(deadends=infinite, heuristic=altbest, landmarks=10, seed=3, place=anywhere)'),
  ('IDABest10 with delta 10', 'idastar(deadends=infinite, heuristic=altbest, landmarks=10, seed=3, place=anywhere, delta=10, repair=off)'),
  ('IDABest10 with delta 20', 'idastar(deadends=infinite, heuristic=altbest, landmarks=10, seed=3, place=anywhere, delta=20, repair=off)'),
  ('IDABest10 with delta 10, nof', 'idastar(memory=g, heuristic=altbest, landmarks=10, seed=3, place=anywhere, delta=10)'),
  ('IDABest10 with delta 20, nof', 'idastar(memory=g, heuristic=altbest, landmarks=10, seed=3, place=anywhere, delta=20)');
SELECT format('%s(%s)', name, neighbours) AS system, r.opened AS nodes, r.found, r.cost, r.optimal, r.iterations, r.visited, r.expanded
FROM small, named_system, (VALUES (8, 'octile(straight=2, diagonal=3, corners=any)'::gridmodel), (4, 'tile')) AS u(neighbours, model),
  fringe_search(map, start, goal, model, method) r
ORDER BY neighbours DESC, i;

DROP TABLE figure_1, paper, figure_1_2006, cut, small, named_system;
