-- of 2005 profiled
-- What an expansion takes: A* on stacks is A* on a tree but for the open list.
SET search_path = papers, public;
SELECT in_head(1, 'per expansion', 'Fringe', 'A*, stacks', 'A*, tree', 'tree over stacks', 'Fringe / A*, tree', 'its time', 'paper: Fringe', 'A*, tree', 'tree over Fringe', 'Fringe / A*, tree');
WITH of_method AS (
    SELECT model, method, what, n / expanded AS n
    FROM event, LATERAL (VALUES (1, 'instructions', instructions), (2, 'data accesses', accesses), (3, 'misses of the first level', first_misses), (4, 'mispredicted branches', mispredicted)) AS v (position, what, n)
    WHERE collection = 'bgmaps'
), row AS (
    SELECT model, what, f.n AS fringe, s.n AS stacks, t.n AS tree
    FROM of_method f JOIN of_method s USING (model, what) JOIN of_method t USING (model, what)
    WHERE f.method = 'fringe(moves=all)' AND s.method = 'astar(moves=all)' AND t.method = 'astar(open=tree, moves=all)'
), time AS (
    SELECT r.model, in_ratio(array_agg(r.us), array_agg(a.us), 2) AS ratio
    FROM result r JOIN result a USING (experiment, model, map, i) WHERE experiment = '2005' AND a.row = 'A*' AND r.row = 'Fringe' GROUP BY r.model
), paper AS (
    SELECT model, f.time / a.time AS ratio, 1e6 * f.time / f.expanded AS fringe, 1e6 * a.time / a.expanded AS tree
    FROM paper_2005 f JOIN paper_2005 a USING (model) WHERE f.row = 'Fringe' AND a.row = 'A*'
)
SELECT CASE what WHEN 'instructions' THEN in_table(model || ': ' || what, fixed(r.fringe, 0), fixed(stacks, 0), fixed(r.tree, 0), fixed(r.tree - stacks, 0), fixed(r.fringe / r.tree, 2), time.ratio,
        fixed(paper.fringe, 0) || ' cycles', fixed(paper.tree, 0) || ' cycles', fixed(paper.tree - paper.fringe, 0) || ' cycles', fixed(paper.ratio, 2))
    ELSE in_table(model || ': ' || what, fixed(r.fringe, 1), fixed(stacks, 1), fixed(r.tree, 1), fixed(r.tree - stacks, 1), fixed(r.fringe / r.tree, 2), '', '', '', '', '') END
FROM row r LEFT JOIN time USING (model) JOIN paper USING (model) ORDER BY model, what <> 'instructions', what;
