-- of 2005 2006 family plain
-- What the papers say in words.
SET search_path = papers, public;
SELECT in_head(3, 'paper', 'statement', 'where', 'n', 'ours');
WITH over AS (
    SELECT s.model, s.row AS slow, f.row AS fast, array_agg(s.us) AS a, array_agg(f.us) AS b, array_agg(s.expanded::float8) AS ae, array_agg(f.expanded::float8) AS be
    FROM result s JOIN result f USING (experiment, model, map, i) WHERE experiment = 'family' GROUP BY s.model, s.row, f.row
), nodes_2006 AS (
    SELECT s.walls, s.row AS slow, f.row AS fast, s.us AS a, f.us AS b, s.opened AS an, f.opened AS bn, s.maps
    FROM sum_2006 s JOIN sum_2006 f USING (experiment, walls) WHERE experiment = '2006'
), later AS (
    SELECT a.model, in_ratio(array_agg(a.us), array_agg(f.us), 2) AS ratio, count(a.us) AS n
    FROM result a JOIN result f USING (experiment, model, map, i) WHERE experiment = '2005' AND a.row = 'A*' AND f.row = 'Fringe' AND a.obstacles = 'impassable' GROUP BY a.model
), statement (position, paper, text, place, n, ours) AS (
    SELECT 1, '2005, 5', format('a better A* takes %s times as long as Fringe', CASE model WHEN 'tile' THEN '1.2' ELSE '1.1' END), model, n, ratio || ' times, on a tree' FROM later
    UNION ALL SELECT 2, '2005, 3.1.1', 'textbook A* takes ten times as long', model, (ratio_of(a, b)).n, in_ratio(a, b, 2) || ' times: an unsorted list over the tree' FROM over WHERE (slow, fast) = ('A*, list', 'A*')
    UNION ALL SELECT 3, '2006, III.A', 'an unsorted list takes long', model, (ratio_of(a, b)).n, in_ratio(a, b, 2) || ' times: the list over stacks' FROM over WHERE (slow, fast) = ('A*, list', 'A*, stacks')
    UNION ALL SELECT 4, '2005, 4', 'the candidate of least f first is A*', model, cardinality(a), in_ratio(ae, be, 4) || ' times the expansions of A*' FROM over WHERE (slow, fast) = ('min_f', 'A*')
    UNION ALL SELECT 5, '2005, 4', 'the candidate of least g first is algorithm C', model, cardinality(a), in_ratio(ae, be, 4) || ' times the expansions of A*' FROM over WHERE (slow, fast) = ('min_g', 'A*')
    UNION ALL SELECT 6, '2005, 3.4', 'the last iteration costs Fringe little', model, cardinality(a), in_ratio(ae, be, 4) || ' times the expansions of A*' FROM over WHERE (slow, fast) = ('newest', 'A*')
    UNION ALL SELECT 7, '2005, 3.3', 'most runs of IDA* did not complete', model, count(*), fixed(100 * avg((NOT complete)::int), 1) || ' % after a million expansions' FROM result WHERE experiment = 'plain' GROUP BY model
    UNION ALL SELECT 8, '2006, VII', 'up to seven times as fast as the usual A*', walls || ' walls', (ratio_of(a, b)).n, in_ratio(a, b, 2) || ' times: Mqueue(8) over ALTBest10(8)' FROM nodes_2006 WHERE (slow, fast) = ('Mqueue(8)', 'ALTBest10(8)')
    UNION ALL SELECT 9, '2006, VI.E', 'IDAnof(8) takes five times as long as IDA(8)', walls || ' walls', maps, coalesce(in_ratio(a, b, 2) || ' times, and ', '') || in_ratio(an, bn, 2) || ' times the nodes' FROM nodes_2006 WHERE (slow, fast) = ('IDAnof(8)', 'IDA(8)')
    UNION ALL SELECT 10, '2006, VI.F', 'nof takes less than twice as long', walls || ' walls', (ratio_of(a, b)).n, in_ratio(a, b, 2) || ' times' FROM nodes_2006 WHERE (slow, fast) = ('IDABest10Δ10nof(8)', 'IDABest10Δ10(8)')
    UNION ALL SELECT 11, '2005, Figure 1', 'expanded and visited: IDA* 17 and 27, Fringe 9 and 19', 'a grid of 4 x 5', 1,
        string_agg(format('%s and %s', (r).expanded, (r).visited), ', ' ORDER BY i)
    FROM (SELECT i, fringe_search(gridmap('{G@G@,..GG,.@G@,.@@.,..G.}'::text[]), '(0,2)', '(3,3)', 'tile(G=2)', m) AS r
        FROM unnest('{idastar(memory=none),fringe(moves=all)}'::gridmethod[]) WITH ORDINALITY AS method (m, i)) AS figure
    UNION ALL SELECT 12, '2005, Figure 3', 'with memory the limit after 10 is 14, not 12', 'a grid of 3 x 3', 1,
        format('%s, not %s', (SELECT min(f) FROM fringe_trace(map, start, goal, model, 'idastar(deadends=own)') WHERE expanded AND f > 10),
            (SELECT min(f) FROM fringe_trace(map, start, goal, model, 'idastar(memory=none)') WHERE expanded AND f > 10))
    FROM (SELECT gridmap('{...,.G.,.GG}'::text[]) AS map, '(0,2)'::gridcell AS start, '(1,1)'::gridcell AS goal, 'octile(straight=3, diagonal=4, G=4)'::gridmodel AS model) AS figure
    UNION ALL SELECT 13, '2006, Figure 1', 'with a delta the cut of dead ends loses the best path', place, 1,
        format('cost %s, %s without the cut', fringe_cost(map, start, goal, model, 'idastar(delta=5, deadends=infinite)'), fringe_cost(map, start, goal, model, 'idastar(delta=5, memory=g)'))
    FROM (VALUES ('the grid of Figure 1', '{...@,..@.,....,....}'::text[], '(3,1)'::gridcell, '(2,0)'::gridcell, 'octile(straight=2, diagonal=3)'::gridmodel),
            ('a grid of 7 x 5', '{@@.@@..,@....@.,..@@...,.......,.....@@}', '(0,4)', '(6,0)', 'octile(straight=2, diagonal=3, corners=any)')) AS figure (place, rows, start, goal, model),
        LATERAL gridmap(rows) AS map
)
SELECT in_table(paper, text, place, fixed(n, 0), ours) FROM statement ORDER BY position, place;
