-- of verdict
SET search_path = papers, public;
SELECT count(us) > 0 AS timed FROM result WHERE experiment = 'verdict' \gset
\if :timed
SELECT in_head(2, 'maps', 'model', 'f-limits', 'n', 'method', 'all moves: µs', 'over A* on stacks', 'canonical: µs', 'over A* on stacks');
WITH one AS (
    SELECT collection, model, split_part(row, '/', 1) AS line, split_part(row, '/', 2) AS moves, map, i, iterations, us FROM result WHERE experiment = 'verdict'
), limits AS (
    SELECT collection, model, avg(iterations) AS limits, count(us) AS n FROM one WHERE line = 'A*, stacks' AND moves = 'all' GROUP BY collection, model
), of_line AS (
    SELECT o.collection, o.model, o.line, o.moves, avg(o.us) AS us, in_mean(array_agg(o.us), 1) AS time, in_ratio(array_agg(o.us), array_agg(s.us), 2) AS ratio
    FROM one o JOIN one s USING (collection, model, moves, map, i) WHERE s.line = 'A*, stacks' GROUP BY o.collection, o.model, o.line, o.moves
)
SELECT in_table(c.collection, '`' || model.model::text || '`', fixed(limits, 1), n::text, c.line, coalesce(a.time, ''), coalesce(a.ratio, ''), c.time, c.ratio)
FROM of_line c LEFT JOIN of_line a ON (a.collection, a.model, a.line, a.moves) = (c.collection, c.model, c.line, 'all')
    JOIN limits l ON (l.collection, l.model) = (c.collection, c.model) JOIN model ON model.name = c.model
WHERE c.moves = 'canonical' ORDER BY c.collection DESC, limits, c.us DESC;
\else
\echo 'No times were measured.'
\endif
