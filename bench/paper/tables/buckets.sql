SET search_path = papers, public;
SELECT in_head(3, 'maps', 'model', 'buckets', 'expanded', 'visited', 'visits / expansion', 'time, µs', 'time / one bucket');
WITH of_buckets AS (
    SELECT collection, model, row::int AS buckets, avg(expanded) AS expanded, avg(visited) AS visited, avg(us) AS us
    FROM result WHERE experiment = 'buckets' GROUP BY collection, model, row
)
SELECT in_table(collection, '`' || model.model::text || '`', buckets::text, fixed(expanded, 0), fixed(visited, 0), fixed(visited / expanded, 2),
    fixed(us, 1), fixed(us / first_value(us) OVER (PARTITION BY collection, name ORDER BY buckets), 2))
FROM of_buckets o JOIN model ON name = o.model ORDER BY collection DESC, name, buckets;
SELECT 'Not in this build.' WHERE NOT EXISTS (SELECT FROM result WHERE experiment = 'buckets');
