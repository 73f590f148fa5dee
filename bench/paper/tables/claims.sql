SET search_path = papers, public;
SELECT in_head(2, 'claim', 'where', 'paper', 'ours');
-- Ratios of times: of the row that is said to be slower over the other.
WITH time AS (
    SELECT '2005' AS year, model AS place, row, avg(mean) AS ours, avg(paper) AS paper FROM beside_2005 WHERE metric = 'time' GROUP BY model, row
    UNION ALL
    SELECT '2006', p.walls || ' walls', p.row, s.seconds, p.seconds
    FROM paper_2006 p LEFT JOIN sum_2006 s ON s.experiment = '2006' AND s.walls = p.walls AND s.row = p.row
), claim (position, text, slow, fast) AS (VALUES
    (1, 'stacks against a queue, 8 neighbours', 'Mqueue(8)', 'M(8)'),
    (2, 'stacks against a queue, 4 neighbours', 'Mqueue(4)', 'M(4)'),
    (3, 'pool against malloc', 'Mmem(8)', 'M(8)'),
    (4, 'ALTBest10 against ALT10', 'ALT10(8)', 'ALTBest10(8)'),
    (5, 'ALTBest10 against Manhattan, 8 neighbours', 'M(8)', 'ALTBest10(8)'),
    (6, 'ALTBest10 against Manhattan, 4 neighbours', 'M(4)', 'ALTBest10(4)'),
    (7, 'Fringe against A* on a tree', 'A*', 'Fringe'),
    (8, 'Fringe against ME-IDA*', 'ME-IDA*', 'Fringe'),
    (9, 'IDABest10Δ10 against ALTBest10, 8 neighbours', 'ALTBest10(8)', 'IDABest10Δ10(8)'),
    (10, 'IDABest10Δ10 against ALTBest10, 4 neighbours', 'ALTBest10(4)', 'IDABest10Δ10(4)'))
SELECT in_table(text, s.place, fixed(s.paper / f.paper, 2), coalesce(fixed(s.ours / f.ours, 2), 'not in this build'))
FROM claim JOIN time s ON s.row = slow JOIN time f ON f.row = fast AND f.place = s.place
ORDER BY position, s.place;
