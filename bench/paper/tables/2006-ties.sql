-- of 2006 ties
-- Nodes of Mqueue over those of M, by the order of equal f.
SET search_path = papers, public;
SELECT in_head(1, 'walls', 'neighbours', 'n', 'paper', '`tie=none`', '`high_g`', '`low_g`', '`lifo`');
WITH one AS (
    SELECT walls, model, CASE experiment WHEN '2006' THEN 'none' ELSE row END AS tie, opened, (SELECT opened FROM sum_2006 m WHERE (m.experiment, m.walls) = ('2006', s.walls) AND m.row = format('M(%s)', s.model)) AS m_opened, maps
    FROM sum_2006 s WHERE experiment = 'ties' OR (experiment = '2006' AND row ~ 'queue')
)
SELECT in_table(VARIADIC ARRAY[o.walls::text, o.model, max(maps)::text, fixed(q.nodes::float8 / m.nodes, 3)]
    || array_agg((SELECT with_error(ratio, error, 3, NULL, NULL) FROM ratio_of(opened, m_opened)) ORDER BY array_position('{none,high_g,low_g,lifo}', tie)))
FROM one o JOIN paper_2006 q ON q.walls = o.walls AND q.row = format('Mqueue(%s)', o.model) JOIN paper_2006 m ON m.walls = o.walls AND m.row = format('M(%s)', o.model)
GROUP BY o.walls, o.model, q.nodes, m.nodes ORDER BY o.walls, o.model DESC;
