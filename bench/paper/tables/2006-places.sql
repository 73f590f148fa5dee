-- of 2006 places shared
-- Rows with landmarks: where these are, and how much a table depends on their draw.
SET search_path = papers, public;
SELECT in_head(2, 'walls', 'row', 'paper', 'anywhere: nodes / M', 'p', 'largest component: nodes / M', 'p');
SELECT in_table(j.walls::text, j.row, fixed(paper_ratio, 3), fixed(j.ratio, 3), in_p(ratio_p), fixed(l.ratio, 3), in_p(p_of(ratios, paper_ratio, l.maps)))
FROM judged_2006 j JOIN sum_2006 l ON (l.experiment, l.walls, l.row) = ('places', j.walls, j.row) JOIN drawn_rows_2006 d ON (d.experiment, d.walls, d.row) = ('places', j.walls, j.row)
ORDER BY j.walls, j.id;

-- A draw here is one of the places and 100 of the maps.
SELECT E'\n' || in_head(1, 'same places on all maps, 400 walls', 'draws', 'maps', 'paper', 'nodes / M: mean', 'least', 'most', 'p');
WITH of_seed AS (
    SELECT split_part(row, ' ', 1) AS row, split_part(row, ' ', 2)::int AS seed, count(*) AS n, sum(opened)::float8 / sum(m_opened) AS ratio,
        array_agg(opened ORDER BY map) AS nodes, array_agg(m_opened ORDER BY map) AS m_nodes
    FROM search_2006 WHERE experiment = 'shared' GROUP BY 1, 2
), drawn AS (
    SELECT row, s, sum(nodes[i])::float8 / sum(m_nodes[i]) AS ratio
    FROM generate_series(1, 1000) s JOIN of_seed ON seed = 1 + s % 16, generate_series(1, 100) k, LATERAL (SELECT 1 + number(md5(concat_ws(' ', s, k)), 0, n) AS i) AS picked
    GROUP BY row, s
), p AS (
    SELECT d.row, p_of(array_agg(d.ratio), max(paper_ratio), (SELECT max(n) FROM of_seed)) AS p FROM drawn d JOIN judged_2006 j ON j.walls = 400 AND j.row = d.row GROUP BY d.row
)
SELECT in_table(row, count(*)::text, max(n)::text, fixed(max(paper_ratio), 3), fixed(avg(o.ratio), 3), fixed(min(o.ratio), 3), fixed(max(o.ratio), 3), in_p(max(p)))
FROM of_seed o JOIN judged_2006 j USING (row) JOIN p USING (row) WHERE j.walls = 400 GROUP BY row ORDER BY row;
