-- of left mended 2006
SET search_path = papers, public;
SELECT in_head(2, 'walls', 'row', 'paths', 'lost', 'paper', 'length / best, entered', 'left', 'paper', 'p', 'nodes / M, entered', 'left', 'paper', 'p');
WITH row AS (
    SELECT s.walls, s.row, s.cost, s.best, sum((l.best IS NOT NULL)::int) AS paths, sum((l.best IS NOT NULL AND NOT l.found)::int) AS lost
    FROM sum_2006 s JOIN search_2006 l USING (experiment, walls, row) WHERE experiment = 'left' GROUP BY s.walls, s.row, s.cost, s.best
)
SELECT in_table(r.walls::text, r.row, paths::text, lost::text, format('%s of %s', pm.solved - j.paper_solved, pm.solved),
    fixed(j.length, 4), in_ratio(r.cost, r.best, 4), fixed(paper_length, 4), in_p(p_of(d.lengths, paper_length, maps)),
    fixed(j.ratio, 3), fixed((SELECT sum(opened) / sum(m_opened) FROM search_2006 x WHERE (x.experiment, x.walls, x.row) = ('left', r.walls, r.row))::float8, 3),
    fixed(paper_ratio, 3), in_p(p_of(d.ratios, paper_ratio, maps)))
FROM row r JOIN judged_2006 j USING (walls, row) JOIN drawn_rows_2006 d ON (d.experiment, d.walls, d.row) = ('left', r.walls, r.row) JOIN paper_2006 pm ON pm.walls = r.walls AND pm.row = format('M(%s)', j.model)
ORDER BY j.id;
SELECT E'\n' || in_head(1, 'with the repair, 600 walls', 'maps', 'paths', 'found without', 'found with', 'nodes, no path: without', 'with');
SELECT in_table(m.row, count(*)::text, sum((m.best IS NOT NULL)::int)::text, sum(l.found::int)::text, sum(m.found::int)::text,
    fixed(sum(l.opened) FILTER (WHERE m.best IS NULL), 0), fixed(sum(m.opened) FILTER (WHERE m.best IS NULL), 0))
FROM search_2006 m JOIN search_2006 l USING (walls, row, map) WHERE m.experiment = 'mended' AND l.experiment = 'left' AND walls = 600 GROUP BY m.row, m.model ORDER BY m.model DESC, m.row;
