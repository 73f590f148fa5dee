-- A table of 2005: a part for each of the two models of `obstacles`, and a verdict on
-- the row of each method.
SET search_path = papers, public;
SELECT in_head(1, initcap(m.moves), 'A*', 'paper', 'Fringe', 'paper', 'ME-IDA*', 'paper') || E'\n' || string_agg(line, E'\n' ORDER BY position) || E'\n'
FROM (VALUES ('octile'), ('tile')) AS m (moves), LATERAL (
    SELECT position, in_table(VARIADIC ARRAY[title] || array_agg(cell ORDER BY row = 'ME-IDA*', row, part)) AS line
    FROM (VALUES (1, 'time', 'time, µs; paper: ms'), (3, 'iterations', 'iterations'), (4, 'visited', 'N-visited'),
            (5, 'visited_last', 'N-visited-last'), (6, 'expanded', 'N-expanded'), (7, 'expanded_last', 'N-expanded-last'),
            (8, 'cost', 'P-cost'), (9, 'length', 'P-length')) AS v (position, metric, title)
        JOIN beside_2005 b USING (metric),
        LATERAL (VALUES (1, with_error(mean, error, 1, CASE WHEN metric <> 'time' THEN paper END, error * sqrt(pairs / 400))), (2, fixed(paper, 1))) AS c (part, cell)
    WHERE obstacles = :'obstacles' AND split_part(model, ',', 1) = moves
    GROUP BY position, title
    UNION ALL
    SELECT 2, in_table(VARIADIC ARRAY['time / that of A*'] || array_agg(cell ORDER BY b.row = 'ME-IDA*', b.row, part))
    FROM (SELECT r.model, r.row, in_ratio(array_agg(r.us), array_agg(a.us), 2) AS ratio
            FROM result r JOIN result a USING (experiment, model, map, i)
            WHERE experiment = '2005' AND a.row = 'A*' AND r.obstacles = :'obstacles' GROUP BY r.model, r.row) AS b
        JOIN paper_2005 p USING (model, row) JOIN paper_2005 a USING (model),
        LATERAL (VALUES (1, ratio), (2, fixed(p.time / a.time, 2))) AS c (part, cell)
    WHERE split_part(model, ',', 1) = moves AND a.row = 'A*'
) AS lines
GROUP BY m.moves ORDER BY m.moves;

SELECT in_head(2, 'model', 'row', 'n', 'errors apart, at most', 'shows from', 'verdict');
SELECT in_table(model, row, (SELECT fixed(count(*), 0) FROM result r WHERE experiment = '2005' AND (r.model, r.row) = (j.model, j.row)), fixed(errors, 1),
    in_percent(shows_least) || ' to ' || in_percent(shows_most), verdict)
FROM judged_2005 j WHERE obstacles = :'obstacles' ORDER BY model, row = 'ME-IDA*', row;
