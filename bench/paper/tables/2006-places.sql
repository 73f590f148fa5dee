-- Rows with landmarks: where these are, and how much a table depends on their draw.
SET search_path = papers, public;
SELECT in_head(2, 'walls', 'row', 'paper', 'anywhere: nodes / M', 'p', 'largest component: nodes / M', 'p');
WITH drawn AS (
    SELECT experiment, walls, row, array_agg(ratio) AS ratios FROM drawn_2006 GROUP BY experiment, walls, row
), largest AS (
    SELECT walls, row, sum(opened)::float8 / sum(m_opened) AS ratio FROM search_2006 WHERE experiment = 'places' GROUP BY walls, row
)
SELECT in_table(j.walls::text, j.row, fixed(paper_ratio, 3), fixed(j.ratio, 3), in_p(ratio_p), fixed(l.ratio, 3), in_p(p_of(ratios, paper_ratio)))
FROM judged_2006 j JOIN largest l USING (walls, row) JOIN drawn d ON (d.experiment, d.walls, d.row) = ('places', j.walls, j.row)
ORDER BY j.walls, j.id;

-- A draw here is one of the places and 100 of the maps.
SELECT E'\n' || in_head(1, 'same places on all maps, 400 walls', 'draws', 'maps', 'paper', 'nodes / M: mean', 'least', 'most', 'p');
WITH one AS (
    SELECT split_part(row, ' ', 1) AS row, split_part(row, ' ', 2)::int AS seed, opened, m_opened, row_number() OVER (PARTITION BY row ORDER BY map) AS i
    FROM search_2006 WHERE experiment = 'shared'
), of_seed AS (
    SELECT row, seed, count(*) AS maps, sum(opened)::float8 / sum(m_opened) AS ratio FROM one GROUP BY row, seed
), picked AS (
    SELECT s, 1 + s % 16 AS seed, 1 + number(md5(concat_ws(' ', s, k)), 0, (SELECT max(i) FROM one)) AS i FROM generate_series(1, 1000) s, generate_series(1, 100) k
), drawn AS (
    SELECT row, s, sum(opened)::float8 / sum(m_opened) AS ratio FROM picked JOIN one USING (seed, i) GROUP BY row, s
)
SELECT in_table(row, count(*)::text, max(maps)::text, fixed(max(paper_ratio), 3), fixed(avg(o.ratio), 3), fixed(min(o.ratio), 3), fixed(max(o.ratio), 3),
    in_p((SELECT p_of(array_agg(ratio), max(j.paper_ratio)) FROM drawn WHERE drawn.row = o.row)))
FROM of_seed o JOIN judged_2006 j USING (row) WHERE j.walls = 400 GROUP BY row ORDER BY row;
