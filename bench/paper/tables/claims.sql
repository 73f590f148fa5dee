-- of 2005 2006
SET search_path = papers, public;
SELECT count(us) > 0 AS timed FROM result WHERE experiment = '2005' \gset
\if :timed
SELECT in_head(2, 'claim', 'where', 'n', 'paper', 'ours');
-- Ratios of times: that of the row claimed to be slower, divided by the other.
WITH time AS (
    SELECT model AS place, row, time AS paper, (SELECT array_agg(us ORDER BY map, i) FROM result r WHERE r.experiment = '2005' AND (r.model, r.row) = (p.model, p.row)) AS us
    FROM paper_2005 p
    UNION ALL
    SELECT walls || ' walls', row, seconds, (SELECT array_agg(us ORDER BY map, i) FROM result r WHERE r.experiment = '2006' AND r.collection = 'walls-' || p.walls AND r.row = p.row)
    FROM paper_2006 p
), claim (position, text, slow, fast) AS (VALUES
    (1, 'stacks against a queue, 8 neighbours', 'Mqueue(8)', 'M(8)'),
    (2, 'stacks against a queue, 4 neighbours', 'Mqueue(4)', 'M(4)'),
    (3, 'pool against malloc', 'Mmem(8)', 'M(8)'),
    (4, 'ALTBest10 against ALT10', 'ALT10(8)', 'ALTBest10(8)'),
    (5, 'ALTBest10 against Manhattan, 8 neighbours', 'M(8)', 'ALTBest10(8)'),
    (6, 'ALTBest10 against Manhattan, 4 neighbours', 'M(4)', 'ALTBest10(4)'),
    (7, 'IDABest10 against IDA, 8 neighbours', 'IDA(8)', 'IDABest10(8)'),
    (8, 'IDABest10 against IDA, 4 neighbours', 'IDA(4)', 'IDABest10(4)'),
    (9, 'Fringe against A* on a tree', 'A*', 'Fringe'),
    (10, 'Fringe against ME-IDA*', 'ME-IDA*', 'Fringe'),
    (11, 'IDABest10Δ10 against ALTBest10, 8 neighbours', 'ALTBest10(8)', 'IDABest10Δ10(8)'),
    (12, 'IDABest10Δ10 against ALTBest10, 4 neighbours', 'ALTBest10(4)', 'IDABest10Δ10(4)'))
SELECT in_table(text, s.place, fixed((ratio_of(s.us, f.us)).n, 0), fixed(s.paper / f.paper, 2), in_ratio(s.us, f.us, 2))
FROM claim JOIN time s ON s.row = slow JOIN time f ON f.row = fast AND f.place = s.place
ORDER BY position, s.place;
\else
\echo 'No times were measured.'
\endif
