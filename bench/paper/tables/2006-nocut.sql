-- of nocut 2006
SET search_path = papers, public;
SELECT in_head(1, 'row, 600 walls', 'n', 'nodes / M', 'paper', 'p', 'shows from');
SELECT in_table(replace(s.row, 'nof', ' without the cut'), maps::text, fixed(s.ratio, 3), fixed(p.ratio, 3), in_p(p_of(d.ratios, p.ratio, maps)), in_shows(d.ratios, maps, s.ratio))
FROM sum_2006 s JOIN drawn_rows_2006 d USING (experiment, walls, row) JOIN paper_ratio_2006 p ON p.walls = 600 AND p.row = 'IDABest10(4)'
WHERE experiment = 'nocut' ORDER BY s.row;
