-- of verdict profiled
-- Instructions of each search over those of A* on stacks with the same moves, by the number of f-limits.
SET search_path = papers, public;
CREATE TEMP VIEW side_of AS
    SELECT DISTINCT collection, model, split_part(row, '/', 1) AS line, split_part(row, '/', 2) AS moves, method_text AS method FROM entry WHERE experiment = 'verdict';
CREATE TEMP VIEW limits AS
    SELECT collection, model, avg(iterations) AS limits FROM result WHERE experiment = 'verdict' AND row = 'A*, stacks/all' GROUP BY collection, model;
SELECT in_head(2, VARIADIC ARRAY['instructions over A* on stacks; f-limits:', 'moves'] || array_agg(fixed(limits, 0) ORDER BY limits)) FROM limits;
SELECT in_table(VARIADIC ARRAY['maps', ''] || array_agg(collection ORDER BY limits)) || E'\n'
    || in_table(VARIADIC ARRAY['costs', ''] || array_agg(CASE WHEN model IN ('octile', 'tile') THEN model ELSE CASE model WHEN '4' THEN 'tile' ELSE model END END ORDER BY limits)) FROM limits;
WITH one AS (
    SELECT * FROM side_of JOIN event USING (collection, model, method)
), cell AS (
    SELECT o.line, o.moves, o.collection, o.model, limits, o.instructions / s.instructions AS ratio
    FROM one o JOIN one s USING (collection, model, moves) JOIN limits USING (collection, model) WHERE s.line = 'A*, stacks'
)
SELECT in_table(VARIADIC ARRAY[line, moves] || array_agg(fixed(ratio, 2) ORDER BY limits))
FROM (SELECT line, moves FROM cell GROUP BY line, moves) AS row, limits LEFT JOIN LATERAL (
    SELECT ratio FROM cell WHERE (cell.line, cell.moves, cell.collection, cell.model) = (row.line, row.moves, limits.collection, limits.model)) AS c ON true
GROUP BY line, moves ORDER BY moves, array_position('{"A*, balanced tree","A*, heap",Fringe Search,"Fringe, 128 buckets","Fringe, array, step","A*, stacks",jump}', line);
