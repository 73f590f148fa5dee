SET search_path = papers, public;
SELECT in_head(1, 'walls', 'solved: 8 neighbours, `any`', '`one`', 'paper', '4 neighbours', 'paper', 'nodes of M(8), solved', 'and where there is no path', 'paper', 'nodes of M(4), solved', 'and where there is no path', 'paper');
WITH unreachable AS (
    SELECT right(collection, 3)::int AS walls, model, sum(expanded) AS nodes FROM result WHERE experiment = 'unreachable' GROUP BY 1, 2
), by_model AS (
    SELECT walls, s.model, s.maps, s.solved, s.nodes, 100.0 / s.maps * coalesce(u.nodes, 0) AS unreachable
    FROM sum_2006 s LEFT JOIN unreachable u USING (walls, model) WHERE experiment = 'corners'
)
SELECT in_table(p8.walls::text, fixed(a.solved, 0), fixed(o.solved, 0), p8.solved::text, fixed(t.solved, 0), p4.solved::text,
    fixed(a.nodes, 0), fixed(a.nodes + a.unreachable, 0), fixed(p8.nodes, 0), fixed(t.nodes, 0), fixed(t.nodes + t.unreachable, 0), fixed(p4.nodes, 0))
FROM by_model a JOIN by_model o USING (walls) JOIN by_model t USING (walls)
    JOIN paper_2006 p8 USING (walls) LEFT JOIN paper_2006 p4 ON p4.walls = p8.walls AND p4.row = 'M(4)'
WHERE a.model = '8' AND o.model = '8, one corner' AND t.model = '4' AND p8.row = 'M(8)' ORDER BY p8.walls;
