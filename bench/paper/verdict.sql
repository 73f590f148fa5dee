-- Instructions against the number of distinct f: a point for each model, a line for each method.
\ir chart.sql
SELECT in_chart('title', :'title');
SELECT in_chart('x', 'distinct values of f in a search (f-limits)', 'log');
SELECT in_chart('y', 'thousand instructions', 'log');
SELECT ticks('x', 50, 100, 200, 500, 1000, 2000);
SELECT ticks('y', VARIADIC :'ticks'::float8[]);
WITH limits AS (
    SELECT model, avg(iterations) AS x FROM result WHERE experiment = 'verdict' AND collection = 'bg512' AND row = 'A*, stacks/all' GROUP BY model
), one AS (
    SELECT entry.model, split_part(row, '/', 1) AS line, split_part(row, '/', 2) AS moves, instructions / 1000 AS y
    FROM entry JOIN event ON (event.collection, event.model, event.method) = (entry.collection, entry.model, entry.method_text)
    WHERE experiment = 'verdict' AND entry.collection = 'bg512'
)
SELECT in_chart('point', line, x::text, y::text, '0')
FROM one JOIN limits USING (model) WHERE moves = :'moves' AND line <> 'A*, heap'
ORDER BY array_position('{"A*, balanced tree",Fringe Search,"Fringe, 128 buckets","A*, stacks","Fringe, array, step",jump}', line), x;
