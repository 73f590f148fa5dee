SET search_path = papers, public;
SELECT in_head(1, 'walls', '8 neighbours, `corners=any`', 'paper', '`corners=one`', '4 neighbours', 'paper');
SELECT in_table(a.walls::text, fixed(a.solved, 1), p8.solved::text, fixed(o.solved, 1), fixed(t.solved, 1), p4.solved::text)
FROM sum_2006 a JOIN sum_2006 o USING (experiment, walls) JOIN sum_2006 t USING (experiment, walls)
    JOIN paper_2006 p8 USING (walls) LEFT JOIN paper_2006 p4 ON p4.walls = a.walls AND p4.row = 'M(4)'
WHERE experiment = 'corners' AND a.model = '8' AND o.model = '8, one corner' AND t.model = '4' AND p8.row = 'M(8)' ORDER BY a.walls;
