-- of landmarks 2006
SET search_path = papers, public;
SELECT in_head(4, 'walls', 'neighbours', 'method', 'place', 'n', 'expanded / M: best=1', '2', '3', '5', '10', 'time / M: best=1', '2', '3', '5', '10', 'length / best, at most');
WITH one AS (
    SELECT walls, model, split_part(row, ' ', 1) AS method, split_part(row, ' ', 2) AS place, split_part(row, ' ', 3)::int AS best, maps,
        in_ratio(expansions, m_expansions, 2) AS expanded, in_ratio(us, m_us, 2) AS time, (ratio_of(cost, s.best)).ratio AS length
    FROM sum_2006 s WHERE experiment = 'landmarks'
)
SELECT in_table(VARIADIC ARRAY[walls::text, model, method, place, max(maps)::text]
    || array_agg(expanded ORDER BY best) || array_agg(time ORDER BY best) || fixed(max(length), 4))
FROM one GROUP BY walls, model, method, place ORDER BY walls, model DESC, method, place DESC;
