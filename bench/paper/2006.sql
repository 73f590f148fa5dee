-- The table of 2006 for this number of `walls`, in the paper's order.
SET search_path = papers, public;
SELECT in_head(2, 'row', 'method', 'nodes of 100 maps', 'paper', 'nodes / M', 'paper', 'p', 'shows from', 'expanded', 'time / M', 'paper', 'solved of 100', 'paper', 'p',
    'length / best', 'paper', 'p', 'shows from', 'verdict');
SELECT in_table(b.row, '`' || method_text || '`', with_error(nodes, nodes_error, 0, NULL, NULL),
    fixed(paper_nodes, 0), fixed(ratio, 3), fixed(paper_ratio, 3), in_p(ratio_p), in_percent(ratio_shows), CASE WHEN limited = 0 THEN fixed(expanded, 0) END, in_ratio(us, m_us, 2), fixed(paper_time, 2),
    fixed(100.0 * solved / maps, 1), paper_solved::text, in_p(solved_p), fixed(length, 4), fixed(paper_length, 4), in_p(length_p), in_percent(length_shows), verdict)
FROM judged_2006 b WHERE walls = :walls ORDER BY id;
SELECT format(E'\nn = %s maps.', max(maps)) || string_agg(format(' Paths of %s cost %s on average, %s in the paper.%s',
    row, in_mean(cost, 0), fixed(paper_mean, 0), ' A search took ' || in_mean(us, 0) || ' µs.'), '' ORDER BY model DESC)
    || coalesce((SELECT ' Searches that the limit of nodes ends: ' || string_agg(format('%s of %s', limited, row), ', ') || '.' FROM judged_2006 WHERE walls = :walls AND limited > 0), '')
FROM judged_2006 WHERE walls = :walls AND row ~ '^M\(';
