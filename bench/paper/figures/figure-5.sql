-- 2005, Figure 5: Fringe divided by ME-IDA*, by the error of the heuristic at the start.
\ir ../chart.sql
SELECT in_chart('title', 'Fringe over ME-IDA*, impassable obstacles (2005, Figure 5)');
SELECT in_chart('x', 'error of the heuristic at the start, in straight steps');
SELECT in_chart('y', 'Fringe / ME-IDA*', 'log');
SELECT ticks('x', 0, 20, 40, 60, 80, 100, 120);
SELECT ticks('y', 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1);
WITH one AS (
    SELECT model, cost, abs(gridcell_x(start) - gridcell_x(goal)) AS dx, abs(gridcell_y(start) - gridcell_y(goal)) AS dy,
        sum(expanded) FILTER (WHERE row = 'Fringe') AS expanded, sum(expanded) FILTER (WHERE row = 'ME-IDA*') AS me_expanded,
        sum(visited) FILTER (WHERE row = 'Fringe') AS visited, sum(tried) FILTER (WHERE row = 'ME-IDA*') AS me_visited
    FROM result WHERE experiment = '2005' AND obstacles = 'impassable'
    GROUP BY model, map, i, start, goal, cost
), of_error AS (
    SELECT model, width_bucket((cost - h) / 100, 0, 120, 12) AS bin, count(*),
        array_agg(expanded::float8) AS expanded, array_agg(me_expanded::float8) AS me_expanded,
        array_agg(visited::float8) AS visited, array_agg(me_visited::float8) AS me_visited
    FROM one, LATERAL (SELECT CASE model WHEN 'tile' THEN 100 * (dx + dy) ELSE 50 * least(dx, dy) + 100 * greatest(dx, dy) END AS h) h
    GROUP BY model, bin
)
SELECT in_chart('point', format('%s, %ss', what, model), (bin * 10 - 5)::text, r.ratio::text, r.error::text)
FROM of_error, LATERAL (VALUES ('expanded', expanded, me_expanded), ('visited', visited, me_visited)) AS v (what, a, b), ratio_of(a, b) r
WHERE count >= 20 AND bin BETWEEN 1 AND 12
ORDER BY what, model, bin;
