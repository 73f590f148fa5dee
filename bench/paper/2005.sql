-- A table of 2005: the two models of `obstacles`, a part for each.
SET search_path = papers, public;
SELECT in_head(1, initcap(m.moves), 'A*', 'paper', 'Fringe', 'paper', 'ME-IDA*', 'paper') || E'\n' || string_agg(line, E'\n' ORDER BY position) || E'\n'
FROM (VALUES ('octile'), ('tile')) AS m (moves), LATERAL (
    SELECT position, in_table(VARIADIC ARRAY[title] || array_agg(cell ORDER BY row = 'ME-IDA*', row, part)) AS line
    FROM (VALUES (1, 'time', 'time, µs; paper: ms'), (3, 'iterations', 'iterations'), (4, 'visited', 'N-visited'),
            (5, 'visited_last', 'N-visited-last'), (6, 'expanded', 'N-expanded'), (7, 'expanded_last', 'N-expanded-last'),
            (8, 'cost', 'P-cost'), (9, 'length', 'P-length')) AS v (position, metric, title)
        JOIN beside_2005 b USING (metric),
        LATERAL (VALUES (1, CASE metric WHEN 'time' THEN fixed(mean, 1) ELSE with_error(mean, error, 1, paper, error) END),
            (2, fixed(paper, 1))) AS c (part, cell)
    WHERE obstacles = :'obstacles' AND split_part(model, ',', 1) = moves
    GROUP BY position, title
    UNION ALL
    SELECT 2, in_table(VARIADIC ARRAY['time / that of A*'] || array_agg(cell ORDER BY b.row = 'ME-IDA*', b.row, part))
    FROM beside_2005 b JOIN beside_2005 a USING (model, metric),
        LATERAL (VALUES (1, fixed(b.mean / a.mean, 2)), (2, fixed(b.paper / a.paper, 2))) AS c (part, cell)
    WHERE b.obstacles = :'obstacles' AND split_part(model, ',', 1) = moves AND metric = 'time' AND a.row = 'A*'
) AS lines
GROUP BY m.moves ORDER BY m.moves;
