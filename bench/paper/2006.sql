-- The table of 2006 for this number of `walls`, in the paper's order.
SET search_path = papers, public;
SELECT in_head(2, 'row', 'method', 'nodes of 100 maps', 'paper', 'nodes / M', 'paper', 'p', 'expanded', 'time / M', 'paper', 'solved', 'paper', 'length / best', 'paper', 'p', 'verdict');
SELECT in_table(b.row, '`' || regexp_replace(method_text, ', (max_expanded=\d+|seed=MAP|place=anywhere)', '', 'g') || '`', with_error(nodes, nodes_error, 0, NULL, NULL),
    fixed(paper_nodes, 0), fixed(ratio, 3), fixed(paper_ratio, 3), in_p(ratio_p), fixed(expanded, 0), in_ratio(us, m_us, 2), fixed(paper_time, 2),
    fixed(solved, 0), paper_solved::text, fixed(length, 4), fixed(paper_length, 4), in_p(length_p), verdict)
FROM judged_2006 b WHERE walls = :walls ORDER BY id;
SELECT format(E'\nn = %s maps.', max(maps)) || string_agg(format(' %s took %s µs a search; its paths cost %s on average, %s in the paper.',
    row, in_mean(us, 0), in_mean(cost, 0), fixed(paper_mean, 0)), '' ORDER BY model DESC)
FROM judged_2006 WHERE walls = :walls AND row ~ '^M\(';
