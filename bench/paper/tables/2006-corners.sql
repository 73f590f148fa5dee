-- of corners
SET search_path = papers, public;
SELECT in_head(1, 'walls', 'n', '8 neighbours, `corners=any`', 'paper', '`corners=one`', '4 neighbours', 'paper');
WITH share AS (
    SELECT collection, model, count(*) AS n, with_error(100 * avg(found::int), 100 * sqrt(avg(found::int) * (1 - avg(found::int)) / count(*)), 1, NULL, NULL) AS solved
    FROM result WHERE experiment = 'corners' GROUP BY collection, model
)
SELECT in_table(right(a.collection, 3), a.n::text, a.solved, p8.solved::text, o.solved, t.solved, p4.solved::text)
FROM share a JOIN share o USING (collection) JOIN share t USING (collection)
    JOIN paper_2006 p8 ON p8.walls = right(a.collection, 3)::int LEFT JOIN paper_2006 p4 ON p4.walls = p8.walls AND p4.row = 'M(4)'
WHERE a.model = '8' AND o.model = '8, one corner' AND t.model = '4' AND p8.row = 'M(8)' ORDER BY p8.walls;
