-- 2005, Figure 5: Fringe over ME-IDA*, by the error of the heuristic at the start.
\ir ../chart.sql
SELECT in_chart('title', 'Fringe over ME-IDA*, impassable obstacles (2005, Figure 5)');
SELECT in_chart('x', 'error of the heuristic at the start, in straight steps');
SELECT in_chart('y', 'Fringe / ME-IDA*', 'log');
SELECT ticks('x', 0, 20, 40, 60, 80, 100, 120);
SELECT ticks('y', 0.01, 0.03, 0.1, 0.3, 1);
WITH one AS (
    SELECT model, map, i, row, cost, expanded, visited, start::point AS a, goal::point AS b FROM result
    WHERE experiment = '2005' AND obstacles = 'impassable' AND row <> 'A*'
), of_error AS (
    SELECT f.model, width_bucket((f.cost - h) / 100, 0, 120, 12) AS bin, count(*),
        sum(f.expanded) / sum(m.expanded) AS expanded, sum(f.visited) / sum(m.visited) AS visited
    FROM one f JOIN one m USING (model, map, i),
        LATERAL (SELECT abs(f.a[0] - f.b[0]) AS dx, abs(f.a[1] - f.b[1]) AS dy) d,
        LATERAL (SELECT CASE f.model WHEN 'tile' THEN 100 * (dx + dy) ELSE 50 * least(dx, dy) + 100 * greatest(dx, dy) END AS h) h
    WHERE f.row = 'Fringe' AND m.row = 'ME-IDA*'
    GROUP BY f.model, bin
)
SELECT in_chart('point', format('%s, %ss', what, model), (bin * 10 - 5)::text, y::text)
FROM of_error, LATERAL (VALUES ('expanded', expanded), ('visited', visited)) AS v (what, y)
WHERE count >= 20 AND bin BETWEEN 1 AND 12
ORDER BY what, model, bin;
