-- Time over that of A* on a balanced tree, by the size of the search.
\ir ../chart.sql
SELECT in_chart('title', 'Time over A* on a balanced tree, octiles at 100 and 150');
SELECT in_chart('x', 'nodes that A* expands', 'log');
SELECT in_chart('y', 'time / A* (tree)', 'log');
SELECT ticks('x', 10, 100, 1000, 10000);
SELECT ticks('y', 0.1, 0.2, 0.5, 1);
WITH one AS (
    SELECT row, map, i, expanded, us FROM result WHERE experiment = 'lists' AND model = 'octile' AND row !~ 'list\)|min_'
), of_size AS (
    SELECT o.row, floor(2 * log(t.expanded::numeric)) AS bin, avg(o.us) / avg(t.us) AS y, count(*)
    FROM one o JOIN one t USING (map, i) WHERE t.row = 'astar(open=tree)' AND o.row <> t.row AND t.expanded >= 10
    GROUP BY o.row, bin
)
SELECT in_chart('point', row, round(10 ^ ((bin + 0.5) / 2), 2)::text, y::text) FROM of_size WHERE count >= 10 ORDER BY row, bin;
