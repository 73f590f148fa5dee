-- of naive
SET search_path = papers, public;
SELECT count(us) > 0 AS timed FROM result WHERE experiment = 'naive' \gset
SELECT in_head(2, 'maps', 'method', 'n', 'nodes', 'nodes / stacks', 'time, µs', 'time / the same with an array, cleared lazily');
WITH one AS (
    SELECT collection, row, method_text, count(*) AS n, array_agg(opened::float8 ORDER BY map, i) AS opened, array_agg(us ORDER BY map, i) AS us
    FROM result WHERE experiment = 'naive' GROUP BY collection, row, method_text
)
SELECT in_table(o.collection, '`' || o.method_text || '`', o.n::text, in_mean(o.opened, 0), in_ratio(o.opened, m.opened, 3),
    CASE WHEN :'timed' THEN in_mean(o.us, 0) ELSE '' END, CASE WHEN :'timed' AND o.row ~ ',' THEN in_ratio(o.us, plain.us, 2) ELSE '' END)
FROM one o JOIN one m ON m.collection = o.collection AND m.row = 'stacks' JOIN one plain ON plain.collection = o.collection AND plain.row = split_part(o.row, ',', 1)
ORDER BY o.collection, split_part(o.row, ',', 1) DESC, o.row;
