-- Fringe with several buckets, divided by Fringe with one.
\ir ../chart.sql
SELECT in_chart('title', 'Fringe Search with buckets, over one bucket');
SELECT in_chart('x', 'buckets', 'log');
SELECT in_chart('y', 'over one bucket', 'log');
SELECT ticks('x', 1, 2, 4, 8, 16, 32, 64, 128, 256);
SELECT ticks('y', 0.05, 0.1, 0.2, 0.5, 1, 2);
WITH of_buckets AS (
    SELECT collection, model, row::int AS buckets, array_agg(visited::float8 ORDER BY map, i) AS visited, array_agg(us ORDER BY map, i) AS time
    FROM result WHERE experiment = 'buckets' GROUP BY collection, model, row
)
SELECT in_chart('point', format('%s, %s, %s', what, collection, o.model), buckets::text, r.ratio::text, r.error::text)
FROM of_buckets o JOIN (SELECT collection, model, visited AS v1, time AS t1 FROM of_buckets WHERE buckets = 1) one USING (collection, model),
    LATERAL (VALUES ('visits', visited, v1), ('time', time, t1)) AS v (what, a, b), ratio_of(a, b) r
WHERE o.model <> 'tile' AND NOT (what = 'visits' AND o.model = 'octile') -- they are those of bg512, 2 and 3
ORDER BY what, collection, o.model, buckets;
