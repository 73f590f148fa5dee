-- of 2006 floods stopped
-- Rows with landmarks if they search for unreachable goals, and IDAnof without a limit of nodes.
SET search_path = papers, public;
SELECT in_head(2, 'walls', 'row', 'paper: nodes / M', 'ends at once; limit', 'p', 'searched; no limit', 'p');
SELECT in_table(walls::text, f.row, fixed(p.ratio, 3), fixed(s.ratio, 3), in_p(ratio_p), fixed(f.all_ratio, 3), in_p(p_of(d.all_ratios, p.ratio, f.maps)))
FROM sum_2006 f JOIN drawn_rows_2006 d USING (experiment, walls, row) JOIN paper_ratio_2006 p USING (walls, row) JOIN judged_2006 s USING (walls, row)
WHERE f.experiment = 'floods' OR (f.experiment, walls, f.row) = ('2006', 400, 'IDAnof(8)') ORDER BY walls, s.id;

-- Totals of 95 pairs with a path and 5 without, by how many of the 5 flood the largest component.
CREATE TEMP TABLE class AS
    WITH kind AS (
        SELECT map, CASE WHEN best IS NOT NULL THEN 'path' WHEN expanded > 22500 THEN 'flood' ELSE 'pocket' END AS class
        FROM search_2006 WHERE experiment = '2006' AND walls = 400 AND row = 'M(8)'
    ), one AS (
        SELECT row, map, CASE WHEN row ~ 'ALT|Best' THEN 'ends at once' ELSE 'searched' END AS unreachable, all_opened AS nodes
        FROM search_2006 WHERE experiment = '2006' AND walls = 400 AND row <> 'Mmem(8)'
        UNION ALL
        SELECT row, map, 'searched', all_opened FROM search_2006 WHERE experiment = 'floods' AND walls = 400 AND row <> 'IDAnof(8)'
        UNION ALL
        SELECT row, map, 'MaxLength', coalesce(stopped.nodes, all_opened)
        FROM search_2006 LEFT JOIN stopped USING (map)
        WHERE experiment = '2006' AND walls = 400 AND row ~ '^IDABest' AND coalesce(delta, 0) = CASE WHEN delta IS NULL THEN 0 ELSE coalesce(substring(row, 'Δ(\d+)'), '0')::int END
    )
    SELECT row, unreachable, class, nodes, count(*) OVER c AS n, row_number() OVER (c ORDER BY map) AS nth
    FROM one JOIN kind USING (map) WINDOW c AS (PARTITION BY row, unreachable, class);
CREATE TEMP TABLE pick AS
    SELECT s, k, class, 1 + floor(random() * n)::int AS nth
    FROM (SELECT DISTINCT class, n FROM class) AS size, generate_series(1, 1000) s, generate_series(1, 100) k
    WHERE (class = 'path') = (k <= 95);
ANALYZE class;
ANALYZE pick;
CREATE TEMP TABLE total AS
    WITH drawn AS (
        SELECT row, unreachable, s, k, class, nodes FROM pick JOIN class USING (class, nth)
    ), path AS (
        SELECT row, unreachable, s, sum(nodes) AS nodes FROM drawn WHERE class = 'path' GROUP BY row, unreachable, s
    )
    SELECT row, unreachable, floods, s, path.nodes + sum(d.nodes) AS nodes
    FROM path JOIN drawn d USING (row, unreachable, s), generate_series(0, 5) floods
    WHERE d.class = CASE WHEN k <= 95 + floods THEN 'flood' ELSE 'pocket' END
    GROUP BY row, unreachable, floods, s, path.nodes;
CREATE TEMP VIEW mean AS
    SELECT row, unreachable, floods, 95 * avg(nodes) FILTER (WHERE class = 'path') + floods * avg(nodes) FILTER (WHERE class = 'flood')
        + (5 - floods) * avg(nodes) FILTER (WHERE class = 'pocket') AS nodes
    FROM class, generate_series(0, 5) floods GROUP BY row, unreachable, floods;
CREATE TEMP TABLE tested AS
    SELECT t.row, t.unreachable, t.floods, p.nodes AS paper, max(mean.nodes) AS nodes, p_of(array_agg(t.nodes::float8), p.nodes, (SELECT maps FROM sum_2006 WHERE experiment = '2006' AND walls = 400 LIMIT 1)) AS p
    FROM total t JOIN paper_2006 p USING (row) JOIN mean USING (row, unreachable, floods) WHERE walls = 400 GROUP BY t.row, t.unreachable, t.floods, p.nodes;

SELECT E'\n' || in_head(2, '400 walls: 1000 nodes', 'unreachable goals', 'paper', '0 floods', '1', '2', '3', '4', '5', 'p: 0 floods', '1', '2', '3', '4', '5');
SELECT in_table(VARIADIC ARRAY[row, unreachable, fixed(paper / 1000.0, 0)] || array_agg(fixed(nodes / 1000, 0) ORDER BY floods) || array_agg(in_p(p) ORDER BY floods))
FROM tested GROUP BY row, unreachable, paper ORDER BY row ~ 'IDABest', row ~ '^IDA', paper, unreachable;
SELECT in_table(VARIADIC ARRAY['rows without IDABest, least p', 'searched', '', '', '', '', '', '', ''] || array_agg(in_p(p) ORDER BY floods))
FROM (SELECT floods, min(p) AS p FROM tested WHERE unreachable = 'searched' AND row !~ 'IDABest' GROUP BY floods) AS least;
SELECT format(E'\nOf %s unreachable goals of ours, %s flood, and %s are searched from a pocket.', count(*), count(*) FILTER (WHERE class = 'flood'), count(*) FILTER (WHERE class = 'pocket'))
FROM class WHERE row = 'M(8)' AND class <> 'path';
