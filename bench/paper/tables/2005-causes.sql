-- of causes
SET search_path = papers, public;
SELECT in_head(3, 'model', 'row', 'build', 'n', 'visited or tried', 'over the first', 'expanded', 'over the first', 'expanded-last', 'over the first');
WITH cause AS (
    SELECT model, CASE WHEN method_text ~ '^ida' THEN 'ME-IDA*' ELSE 'A*' END AS of, row, row ~ 'nothing|all' AS first, map, i,
        coalesce(tried, visited)::float8 AS visited, expanded::float8, expanded_last::float8
    FROM result WHERE experiment = 'causes'
)
SELECT in_table(c.model, c.of, c.row, fixed(count(*), 0), in_mean(array_agg(c.visited), 1), in_ratio(array_agg(c.visited), array_agg(f.visited), 2),
    in_mean(array_agg(c.expanded), 1), in_ratio(array_agg(c.expanded), array_agg(f.expanded), 2),
    in_mean(array_agg(c.expanded_last), 1), in_ratio(array_agg(c.expanded_last), array_agg(f.expanded_last), 2))
FROM cause c JOIN cause f USING (model, of, map, i) WHERE f.first
GROUP BY c.model, c.of, c.row, c.first ORDER BY c.of DESC, c.model, c.first DESC, c.row;
