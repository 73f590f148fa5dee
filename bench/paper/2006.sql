-- A table of 2006: the one of so many `walls`, in the paper's order.
SET search_path = papers, public;
SELECT in_head(2, 'row', 'method', 'nodes', 'paper', 'expanded', 'time / M', 'paper', 'solved', 'paper', 'sum of lengths', 'paper');
SELECT in_table(p.row, '`' || regexp_replace(e.method_text, ', max_expanded=\d+', '') || '`',
    CASE WHEN e.method IS NULL THEN 'not in this build' ELSE with_error(n.nodes, n.nodes_error, 0, p.nodes, n.nodes_paper_error) END,
    fixed(p.nodes, 0), fixed(s.expanded, 0), fixed(s.seconds / m.seconds, 2), fixed(p.seconds / pm.seconds, 2),
    with_error(s.solved, sqrt(s.solved * (100 - s.solved) / s.maps), 0, p.solved, sqrt(p.solved * (100 - p.solved)) / 10.0), p.solved::text,
    with_error(s.sum, s.sum_error, 0, p.sum, s.sum_paper_error), fixed(p.sum, 0))
FROM paper_2006 p JOIN entry e ON e.experiment = '2006' AND e.collection = 'walls-' || p.walls AND e.row = p.row
    LEFT JOIN sum_2006 s ON s.experiment = '2006' AND s.walls = p.walls AND s.row = p.row
    LEFT JOIN sum_2006 n ON n.walls = p.walls AND n.row = replace(p.row, 'mem', '')
        AND n.experiment = CASE WHEN p.row ~ '^IDA' THEN '2006' ELSE 'opened' END
    LEFT JOIN sum_2006 m ON m.experiment = '2006' AND m.walls = p.walls AND m.row = format('M(%s)', e.model)
    LEFT JOIN paper_2006 pm ON pm.walls = p.walls AND pm.row = format('M(%s)', e.model)
WHERE p.walls = :walls ORDER BY e.id;
SELECT format(E'\nM(8) took %s µs a search%s.', fixed(seconds * 1e4, 0),
    (SELECT format(', M(4) %s', fixed(seconds * 1e4, 0)) FROM sum_2006 WHERE experiment = '2006' AND walls = :walls AND row = 'M(4)'))
FROM sum_2006 WHERE experiment = '2006' AND walls = :walls AND row = 'M(8)';
