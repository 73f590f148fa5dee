-- Who goes where: fringe_assign.
CREATE TABLE yard AS SELECT gridmap('{.......,@@@.@@@,.......}'::text[]) AS map;
SELECT a.* FROM yard, fringe_assign(map, '{"(0,0)","(2,0)","(6,0)"}', '{"(3,2)","(1,0)","(5,0)"}', 'tile') a;
-- the least sum lets one go far; the least longest cost does not
SELECT least, a.* FROM unnest('{sum,longest}'::text[]) least, fringe_assign(gridmap('{.........,.........}'::text[]), '{"(4,0)","(0,1)"}', '{"(4,0)","(8,1)"}', 'tile', least) a ORDER BY least DESC, start;
-- unequal counts, no path, NULL, the same cell twice
SELECT a.* FROM yard, fringe_assign(map, '{"(0,0)","(2,0)","(6,0)"}', '{"(3,2)"}', 'tile') a;
SELECT a.* FROM yard, fringe_assign(map, '{"(0,0)"}', '{"(3,2)","(1,0)"}', 'tile') a;
SELECT a.* FROM fringe_assign(gridmap('{..@..}'::text[]), '{"(0,0)","(1,0)","(4,0)","(2,0)"}', '{"(3,0)","(1,0)","(4,0)","(2,0)"}', 'tile') a;
SELECT a.* FROM yard, fringe_assign(map, '{NULL,"(2,0)","(2,0)"}', '{"(2,0)",NULL,"(2,0)"}', 'tile') a;
SELECT count(*) FROM yard, fringe_assign(map, '{}', '{"(3,2)"}');
SELECT count(*) FROM yard, fringe_assign(map, NULL, '{"(3,2)"}');
-- one-way cells: a path there is none back
SELECT a.* FROM fringe_assign(gridmap('{.>..}'::text[]), '{"(0,0)","(3,0)"}', '{"(0,0)","(2,0)"}', 'tile(>=E)') a;
-- against all permutations of five, over random maps
CREATE TABLE drawn AS SELECT n, map, cells[1:5] AS starts, cells[6:10] AS goals, model FROM generate_series(1, 12) n,
  LATERAL (SELECT gridmap_caves(16, 16, 0.4, n) AS map) m, LATERAL (SELECT ARRAY(SELECT c FROM gridmap_random_cells(map, 10, n) c) AS cells) c, unnest('{octile,tile(.=2)}'::gridmodel[]) model;
CREATE TABLE pair AS SELECT n, model, s.i AS start, g.i AS goal, c.cost FROM drawn, unnest(starts) WITH ORDINALITY s (cell, i), fringe_costs(map, s.cell, goals, model) WITH ORDINALITY c (goal, cost, j), LATERAL (SELECT c.j) g (i);
CREATE TABLE best AS WITH RECURSIVE given AS (
    SELECT n, model, 0::bigint AS start, '{}'::bigint[] AS goals, 0 AS pairs, 0::float8 AS sum, 0::float8 AS longest FROM drawn
    UNION ALL
    SELECT g.n, g.model, g.start + 1, CASE WHEN p.cost IS NULL THEN g.goals ELSE g.goals || p.goal END, g.pairs + (p.cost IS NOT NULL)::int, g.sum + coalesce(p.cost, 0), greatest(g.longest, p.cost)
    FROM given g, LATERAL (SELECT goal, cost FROM pair WHERE pair.n = g.n AND pair.model = g.model AND pair.start = g.start + 1 AND cost IS NOT NULL AND goal <> ALL (g.goals) UNION ALL SELECT NULL, NULL) p WHERE g.start < 5)
  SELECT n, model, pairs, least, value FROM (SELECT n, model, pairs, min(sum) AS sum, min(longest) AS longest, rank() OVER (PARTITION BY n, model ORDER BY pairs DESC) FROM given WHERE start = 5 GROUP BY n, model, pairs) r,
    LATERAL (VALUES ('sum', sum), ('longest', longest)) v (least, value) WHERE rank = 1;
SELECT count(*) AS cases, count(*) FILTER (WHERE b.pairs < 5) > 0 AS "some stay alone", count(*) FILTER (WHERE a.pairs <> b.pairs OR abs(a.value - b.value) > 1e-9 * b.value) AS wrong
FROM best b JOIN drawn USING (n, model), LATERAL (SELECT count(*) AS pairs, CASE least WHEN 'sum' THEN coalesce(sum(cost), 0) ELSE coalesce(max(cost), 0) END AS value FROM fringe_assign(map, starts, goals, model, least)) a;
-- errors
SELECT count(*) FROM yard, fringe_assign(map, '{"(0,0)"}', '{"(3,2)"}', 'tile', 'most');
SELECT count(*) FROM yard, fringe_assign(map, '{"(0,3)"}', '{"(3,2)"}', 'tile');
SELECT count(*) FROM yard, fringe_assign(map, '{"(0,0)"}', '{"(3,2)"}', 'anyangle');
DROP TABLE yard, drawn, pair, best;
