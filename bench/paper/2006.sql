-- The table of 2006 for this number of `walls`, in the paper's order.
SET search_path = papers, public;
SELECT in_head(2, 'row', 'method', 'nodes', 'paper', 'errors apart', 'expanded', 'time / M', 'paper', 'solved', 'paper', 'length / best', 'paper', 'verdict');
WITH beside AS (
    SELECT e.id, p.*, e.method_text, s.maps, s.nodes AS ours, s.nodes_error, s.expanded, s.solved AS ours_solved, s.us, s.m_us, s.cost, s.best,
        (s.nodes - p.nodes) / sqrt(s.nodes_error ^ 2 + s.nodes_paper_error ^ 2) AS apart,
        abs(s.solved - p.solved) / sqrt((s.solved + p.solved) * (200 - s.solved - p.solved) / 4 * (1.0 / s.maps + 0.01)) AS solved_apart,
        p.seconds / pm.seconds AS paper_ratio, CASE WHEN p.solved = pm.solved THEN p.sum::float8 / pm.sum END AS paper_length
    FROM paper_2006 p JOIN entry e ON e.experiment = '2006' AND e.collection = 'walls-' || p.walls AND e.row = p.row
        JOIN sum_2006 s ON s.experiment = '2006' AND s.walls = p.walls AND s.row = p.row
        JOIN paper_2006 pm ON pm.walls = p.walls AND pm.row = format('M(%s)', e.model)
    WHERE p.walls = :walls
)
SELECT in_table(b.row, '`' || regexp_replace(method_text, ', max_expanded=\d+', '') || '`', with_error(ours, nodes_error, 0, NULL, NULL),
    fixed(nodes, 0), fixed(apart, 1), fixed(expanded, 0), in_ratio(us, m_us, 2), fixed(paper_ratio, 2),
    with_error(ours_solved, sqrt(ours_solved * (100 - ours_solved) / maps), 0, NULL, NULL), solved::text,
    CASE WHEN b.row ~ 'Δ' THEN in_ratio(cost, best, 4) ELSE '1' END, fixed(paper_length, 4),
    CASE WHEN abs(apart) <= 3 AND solved_apart <= 3 THEN 'agrees' ELSE coalesce(n.text, 'open') END)
FROM beside b LEFT JOIN note n ON n.place = b.walls || ' walls' AND n.row = b.row
ORDER BY id;
SELECT format(E'\nn = %s maps.%s', max(maps), string_agg(format(' %s took %s µs a search.', row, in_mean(us, 0)), '' ORDER BY model DESC))
FROM sum_2006 WHERE experiment = '2006' AND walls = :walls AND row ~ '^M\(';
