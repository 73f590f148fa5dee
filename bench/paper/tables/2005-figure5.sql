-- of 2005
-- Figure 5: the larger the error of the heuristic at the start, the smaller Fringe over ME-IDA*.
SET search_path = papers, public;
SELECT in_head(1, 'model', 'error of the heuristic, in straight steps', 'n', 'expanded by Fringe / ME-IDA*', 'visited');
WITH one AS (
    SELECT model, cost, abs(gridcell_x(start) - gridcell_x(goal)) AS dx, abs(gridcell_y(start) - gridcell_y(goal)) AS dy,
        sum(expanded) FILTER (WHERE row = 'Fringe')::float8 AS expanded, sum(expanded) FILTER (WHERE row = 'ME-IDA*')::float8 AS me_expanded,
        sum(visited) FILTER (WHERE row = 'Fringe')::float8 AS visited, sum(tried) FILTER (WHERE row = 'ME-IDA*')::float8 AS me_visited
    FROM result WHERE experiment = '2005' AND obstacles = 'impassable'
    GROUP BY model, map, i, start, goal, cost
), of_error AS (
    SELECT *, (cost - CASE model WHEN 'tile' THEN 100 * (dx + dy) ELSE 50 * least(dx, dy) + 100 * greatest(dx, dy) END) / 100 AS error FROM one
), range (least, most) AS (VALUES (0, 0), (0, 10), (10, 20), (20, 40), (40, 80), (80, NULL))
SELECT in_table(model, CASE WHEN most = 0 THEN '0' WHEN most IS NULL THEN format('more than %s', least) ELSE format('%s to %s', least, most) END, fixed(count(*), 0),
    in_ratio(array_agg(expanded), array_agg(me_expanded), 3), in_ratio(array_agg(visited), array_agg(me_visited), 3))
FROM of_error JOIN range ON error > least - (most IS NOT DISTINCT FROM 0)::int AND error <= coalesce(most, error) GROUP BY model, least, most ORDER BY model, least, most NULLS LAST;
