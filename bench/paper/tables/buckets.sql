-- of buckets
SET search_path = papers, public;
SELECT in_head(2, 'maps', 'model', 'n', 'buckets', 'visits / expansion', 'time, µs', 'time / one bucket');
WITH one AS (
    SELECT collection, model, row::int AS buckets, map, i, visited::float8, expanded::float8, us FROM result WHERE experiment = 'buckets'
)
SELECT in_table(o.collection, '`' || model.model::text || '`', count(*)::text, o.buckets::text, in_ratio(array_agg(o.visited), array_agg(o.expanded), 2),
    in_mean(array_agg(o.us), 1), in_ratio(array_agg(o.us), array_agg(f.us), 2))
FROM one o JOIN one f USING (collection, model, map, i) JOIN model ON model.name = o.model WHERE f.buckets = 1
GROUP BY o.collection, o.model, model.model, o.buckets ORDER BY o.collection DESC, o.model, o.buckets;
