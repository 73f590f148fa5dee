-- Time over that of A* on a balanced tree, by the size of the search.
\ir ../chart.sql
SELECT in_chart('title', 'Time over A* on a balanced tree, octiles at 100 and 150');
SELECT in_chart('x', 'nodes that A* expands', 'log');
SELECT in_chart('y', 'time / A* (tree)', 'log');
SELECT ticks('x', 10, 100, 1000, 10000);
SELECT ticks('y', 0.1, 0.2, 0.5, 1);
WITH one AS (
    SELECT row, us, max(expanded) FILTER (WHERE row = 'astar(open=tree)') OVER pair AS size,
        max(us) FILTER (WHERE row = 'astar(open=tree)') OVER pair AS tree_us
    FROM result WHERE experiment = 'lists' AND model = 'octile' WINDOW pair AS (PARTITION BY map, i)
), of_size AS (
    SELECT row, floor(2 * log(size::numeric)) AS bin, avg(us) / avg(tree_us) AS y, count(*)
    FROM one WHERE size >= 10 AND row IN ('astar(open=heap)', 'astar(open=stacks)', 'fringe', 'fringe(list=array)')
    GROUP BY row, bin
)
SELECT in_chart('point', row, round(10 ^ ((bin + 0.5) / 2), 2)::text, y::text) FROM of_size WHERE count >= 10 ORDER BY row, bin;
