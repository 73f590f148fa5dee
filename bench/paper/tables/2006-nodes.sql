-- of 2006
-- Time per node and per expansion; the paper's nodes where it gives times.
SET search_path = papers, public;
SELECT count(us) > 0 AS timed FROM result WHERE experiment = '2006' \gset
\if :timed
SELECT in_head(2, 'walls', 'row', 'n', 'ns a node', 'over that of M', 'paper', 'ns an expansion');
SELECT in_table(s.walls::text, s.row, r.n::text, fixed(1000 * r.ratio, 1), fixed(r.ratio / m.ratio, 2),
    fixed(p.seconds / p.nodes / (pm.seconds / pm.nodes), 2), in_ratio(ARRAY(SELECT 1000 * x FROM unnest(s.us) x), s.expansions, 1))
FROM sum_2006 s JOIN paper_2006 p USING (walls, row) JOIN sum_2006 sm ON sm.experiment = s.experiment AND sm.walls = s.walls AND sm.row = format('M(%s)', s.model)
    JOIN paper_2006 pm ON pm.walls = s.walls AND pm.row = sm.row, ratio_of(s.us, s.opened) r, ratio_of(sm.us, sm.opened) m
WHERE s.experiment = '2006' AND s.row ~ '^(M|ALTBest10|ALT10|IDABest10Δ10|IDA|IDABest10)\(' ORDER BY s.walls, s.model DESC, s.row !~ '^M', s.row;
\else
\echo 'No times were measured.'
\endif
