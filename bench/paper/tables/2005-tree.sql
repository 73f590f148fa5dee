-- of 2005 profiled
-- What an expansion takes: A* on a tree differs from A* on stacks in the open list.
SET search_path = papers, public;
CREATE TEMP VIEW per_expansion AS
    SELECT f.model, v.what, v.position, v.f / f.expanded AS fringe, v.s / s.expanded AS stacks, v.t / t.expanded AS tree
    FROM event f JOIN event s USING (collection, model) JOIN event t USING (collection, model),
        LATERAL (VALUES (1, 'instructions', f.instructions, s.instructions, t.instructions), (2, 'mispredicted branches', f.mispredicted, s.mispredicted, t.mispredicted),
            (3, 'data accesses', f.accesses, s.accesses, t.accesses), (4, 'misses of the first level', f.first_misses, s.first_misses, t.first_misses)) AS v (position, what, f, s, t)
    WHERE collection = 'bgmaps' AND f.method = 'fringe(moves=all)' AND s.method = 'astar(moves=all)' AND t.method = 'astar(open=tree, moves=all)';

SELECT in_head(1, 'per expansion', 'Fringe: instructions', 'A*, tree', 'tree over Fringe', 'Fringe / A*, tree', 'its time', 'paper: Fringe, cycles', 'A*, tree', 'tree over Fringe', 'Fringe / A*, tree',
    'the paper''s Fringe with our tree over Fringe');
WITH time AS (
    SELECT r.model, in_ratio(array_agg(r.us), array_agg(a.us), 2) AS ratio
    FROM result r JOIN result a USING (experiment, model, map, i) WHERE experiment = '2005' AND a.row = 'A*' AND r.row = 'Fringe' GROUP BY r.model
), paper AS (
    SELECT model, f.time / a.time AS ratio, 1e6 * f.time / f.expanded AS fringe, 1e6 * a.time / a.expanded AS tree
    FROM paper_2005 f JOIN paper_2005 a USING (model) WHERE f.row = 'Fringe' AND a.row = 'A*'
)
SELECT in_table(model, fixed(e.fringe, 0), fixed(e.tree, 0), fixed(e.tree - e.fringe, 0), fixed(e.fringe / e.tree, 2), time.ratio,
    fixed(p.fringe, 0), fixed(p.tree, 0), fixed(p.tree - p.fringe, 0), fixed(p.ratio, 2), fixed(p.fringe / (p.fringe + e.tree - e.fringe), 2))
FROM per_expansion e LEFT JOIN time USING (model) JOIN paper p USING (model) WHERE what = 'instructions' ORDER BY model;

SELECT E'\n' || in_head(2, 'model', 'per expansion', 'Fringe', 'A*, stacks', 'A*, tree');
SELECT in_table(model, what, fixed(fringe, 1), fixed(stacks, 1), fixed(tree, 1)) FROM per_expansion ORDER BY model, position;
