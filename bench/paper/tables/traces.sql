-- of 2005
-- `fringe(list=array)` without a step is A* on stacks: the same visits in the same order.
SET search_path = papers, public;
SELECT in_head(2, 'model', 'moves', 'n', 'with equal traces', 'with the linked list');
WITH traced AS (
    SELECT pair.model, moves, m, pair.map, i, (SELECT md5(string_agg(format('%s %s %s %s', x, y, g, expanded), ',' ORDER BY seq)) FROM fringe_trace(level.map, start, goal, model.model,
        format(m, moves)::gridmethod)) AS digest
    FROM (SELECT DISTINCT experiment, model, map, i, start, goal FROM result WHERE experiment = '2005' AND row = 'A*' AND i <= 3) AS pair
        JOIN level ON level.name = pair.map JOIN model ON model.name = pair.model,
        unnest('{moves=all,moves=canonical}'::text[]) moves, unnest('{astar(%s),"fringe(list=array, %s)",fringe(%s)}'::text[]) m
)
SELECT in_table(a.model, a.moves, count(*)::text, sum((a.digest = f.digest)::int)::text, sum((a.digest = l.digest)::int)::text)
FROM traced a JOIN traced f USING (model, moves, map, i) JOIN traced l USING (model, moves, map, i)
WHERE a.m ~ '^astar' AND f.m ~ 'array' AND l.m ~ '^fringe.%s' GROUP BY a.model, a.moves ORDER BY a.model, a.moves;
