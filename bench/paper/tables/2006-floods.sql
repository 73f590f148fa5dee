-- of 2006 floods stopped
-- Rows with landmarks if they search for unreachable goals, and IDAnof without a limit of nodes.
SET search_path = papers, public;
SELECT in_head(2, 'walls', 'row', 'paper: nodes / M', 'as in Table I to III', 'p', 'searched, no limit', 'p');
SELECT in_table(walls::text, f.row, fixed(p.ratio, 3), fixed(s.ratio, 3), in_p(ratio_p), fixed(f.all_ratio, 3), in_p(p_of(d.all_ratios, p.ratio, f.maps)))
FROM sum_2006 f JOIN drawn_rows_2006 d USING (experiment, walls, row) JOIN paper_ratio_2006 p USING (walls, row) JOIN judged_2006 s USING (walls, row)
WHERE f.experiment = 'floods' ORDER BY walls, s.id;

-- Totals of 95 pairs with a path and 5 without, by how many of the 5 flood the largest component.
SELECT E'\n' || in_head(2, '400 walls', 'method', 'paper: 1000 nodes', '0 floods', '1', '2', '3', '4', '5', 'p: 0', '1', '2', '3', '4', '5');
CREATE TEMP TABLE class AS
    SELECT row, method_text, class, nodes, count(*) OVER c AS n, row_number() OVER (c ORDER BY map) AS nth
    FROM (
        SELECT s.row, s.map, e.method_text, CASE WHEN s.best IS NOT NULL THEN 'path' WHEN m.expanded > 22500 THEN 'flood' ELSE 'pocket' END AS class,
            s.all_opened AS nodes
        FROM search_2006 s JOIN search_2006 m ON (m.experiment, m.row, m.walls, m.map) = ('2006', 'M(8)', 400, s.map)
            JOIN entry e ON (e.experiment, e.collection, e.row) = (s.experiment, 'walls-400', s.row)
        WHERE s.walls = 400 AND (s.experiment = 'floods' AND s.row <> 'IDAnof(8)' OR s.experiment = '2006' AND s.row !~ 'ALT|Best|mem')
        UNION ALL -- as in the paper, with the distance MaxLength
        SELECT s.row, s.map, 'unreachable: MaxLength', CASE WHEN s.best IS NOT NULL THEN 'path' WHEN m.expanded > 22500 THEN 'flood' ELSE 'pocket' END,
            coalesce(t.nodes, s.all_opened)
        FROM search_2006 s JOIN search_2006 m ON (m.experiment, m.row, m.walls, m.map) = ('2006', 'M(8)', 400, s.map)
            LEFT JOIN stopped t ON t.map = s.map AND t.delta = coalesce(substring(s.row, 'Δ(\d+)'), '0')::int
        WHERE s.walls = 400 AND s.experiment = '2006' AND s.row ~ '^IDABest'
    ) AS classed
    WINDOW c AS (PARTITION BY row, method_text, class);
ANALYZE class;
WITH of_class AS (
    SELECT row, method_text, avg(nodes) FILTER (WHERE class = 'path') AS path, avg(nodes) FILTER (WHERE class = 'flood') AS flood, avg(nodes) FILTER (WHERE class = 'pocket') AS pocket
    FROM class GROUP BY row, method_text
), pick AS ( -- of the classes, which have n members each
    SELECT s, k, random() AS r FROM generate_series(1, 1000) s, generate_series(1, 100) k
), floods AS (
    SELECT floods FROM generate_series(0, 5) floods
), path AS (
    SELECT row, method_text, s, sum(nodes) AS nodes FROM (SELECT DISTINCT class, n FROM class WHERE class = 'path') AS size
        JOIN pick ON k <= 95 JOIN class c ON c.class = size.class AND c.nth = 1 + floor(r * size.n) GROUP BY row, method_text, s
), rest AS (
    SELECT row, method_text, s, k, c.class, nodes FROM (SELECT DISTINCT class, n FROM class WHERE class <> 'path') AS size
        JOIN pick ON k > 95 JOIN class c ON c.class = size.class AND c.nth = 1 + floor(r * size.n)
), drawn AS (
    SELECT row, method_text, floods, s, path.nodes + coalesce(sum(rest.nodes) FILTER (WHERE (class = 'flood') = (k <= 95 + floods)), 0) AS nodes
    FROM path JOIN rest USING (row, method_text, s), floods GROUP BY row, method_text, floods, s, path.nodes
), tested AS (
    SELECT row, method_text, floods, p_of(array_agg(drawn.nodes::float8), max(p.nodes), (SELECT count(*) FROM class c WHERE c.row = p.row AND c.method_text = drawn.method_text)) AS p
    FROM drawn JOIN paper_2006 p USING (row) WHERE walls = 400 GROUP BY row, p.row, method_text, floods
)
SELECT in_table(VARIADIC ARRAY[row, '`' || method_text || '`', fixed(p.nodes / 1000.0, 0)]
    || (SELECT array_agg(fixed((95 * path + floods * flood + (5 - floods) * pocket) / 1000, 0) ORDER BY floods) FROM floods)
    || (SELECT array_agg(in_p(t.p) ORDER BY floods) FROM tested t WHERE (t.row, t.method_text) = (o.row, o.method_text)))
FROM of_class o JOIN paper_2006 p USING (row) WHERE walls = 400 ORDER BY row ~ 'IDABest', row ~ '^IDA', p.nodes, method_text;
SELECT format(E'\nOur unreachable goals: %s floods, %s pockets.', count(*) FILTER (WHERE class = 'flood'), count(*) FILTER (WHERE class = 'pocket'))
FROM class WHERE row = 'M(8)';
