-- Time against the number of distinct f: a point for each model, a line for each method.
\ir chart.sql
SELECT in_chart('title', :'title');
SELECT in_chart('x', 'distinct values of f in a search (f-limits)', 'log');
SELECT in_chart('y', 'time, microseconds', 'log');
SELECT ticks('x', 50, 100, 200, 500, 1000, 2000);
SELECT ticks('y', VARIADIC :'ticks'::float8[]);
WITH one AS (
    SELECT model, split_part(row, '/', 1) AS line, split_part(row, '/', 2) AS moves, iterations, us
    FROM result WHERE experiment = 'verdict' AND collection = 'bg512'
), limits AS (
    SELECT model, avg(iterations) AS x FROM one WHERE line = 'A*, stacks' AND moves = 'all' GROUP BY model
)
SELECT in_chart('point', line, x::text, avg(us)::text, (stddev(us) / sqrt(count(*)))::text)
FROM one JOIN limits USING (model) WHERE moves = :'moves' AND line <> 'A*, heap' GROUP BY line, x
ORDER BY array_position('{"A*, balanced tree",Fringe Search,"Fringe, 128 buckets","A*, stacks","Fringe, array, step",jump}', line), x;
