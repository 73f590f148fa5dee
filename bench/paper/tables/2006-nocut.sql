SET search_path = papers, public;
SELECT in_head(1, 'row, 600 walls', 'n', 'nodes / M', 'paper', 'p');
WITH one AS (
    SELECT row, map, opened, m_opened FROM search_2006 WHERE experiment = 'nocut'
), drawn AS (
    SELECT row, s, sum(opened)::float8 / sum(m_opened) AS ratio FROM draw_2006 JOIN one USING (map) WHERE walls = 600 GROUP BY row, s
), paper AS (
    SELECT q.nodes::float8 / m.nodes AS ratio FROM paper_2006 q, paper_2006 m WHERE q.walls = 600 AND m.walls = 600 AND q.row = 'IDABest10(4)' AND m.row = 'M(4)'
)
SELECT in_table(replace(row, 'nof', ' without the cut'), count(*)::text, fixed(sum(opened)::float8 / sum(m_opened), 3), fixed((SELECT ratio FROM paper), 3),
    in_p((SELECT p_of(array_agg(d.ratio), (SELECT ratio FROM paper)) FROM drawn d WHERE d.row = one.row)))
FROM one GROUP BY row ORDER BY row;
