-- How many nodes A* puts on the open list, which seems to be what 2006 counts:
-- one for each way to a cell that is cheaper than all before. From the trace of
-- every second map's search; in place of visits.
--
-- Where there is no path, rows without landmarks search all that can be reached
-- from the start: the same search does so first if walls can be passed at a
-- prohibitive price. Rows with landmarks know it beforehand.
SET search_path = papers, public;
SET jit = off;
SET work_mem = '256MB';

CREATE FUNCTION pg_temp.opened(map gridmap, start gridcell, goal gridcell, model gridmodel, method gridmethod, most float8,
    OUT expanded bigint, OUT opened bigint)
LANGUAGE sql AS $$
    WITH taken AS MATERIALIZED (
        SELECT seq, x, y, t.g FROM fringe_trace(map, start, goal, model, method) t WHERE expanded AND t.g < most
    ), way AS (
        SELECT x + dx AS x, y + dy AS y, g + CASE WHEN model::text ~ 'tile' THEN 1 WHEN dx * dy = 0 THEN 2 ELSE 3 END AS g, seq
        FROM taken, generate_series(-1, 1) dx, generate_series(-1, 1) dy
        WHERE (dx, dy) <> (0, 0) AND (dx * dy = 0 OR model::text !~ 'tile')
    ), judged AS (
        SELECT x, y, g < coalesce(min(g) OVER (PARTITION BY x, y ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
            'infinity') AND (x, y) <> (gridcell_x(start), gridcell_y(start)) AS cheaper
        FROM way WHERE x BETWEEN 0 AND gridmap_width(map) - 1 AND y BETWEEN 0 AND gridmap_height(map) - 1
    )
    SELECT (SELECT count(*) FROM taken),
        1 + (SELECT count(*) FROM judged WHERE cheaper AND gridmap_code(map, gridcell(x, y)) = '.')
$$;

COPY (
    SELECT entry.id, pair.map, i, start, goal, reachable, NULL, NULL, NULL, coalesce(opened, 0), NULL, coalesce(expanded, 0),
        NULL, NULL, true, NULL
    FROM entry JOIN model ON model.name = entry.model
        JOIN pair USING (collection, kind)
        JOIN level ON level.name = pair.map
        CROSS JOIN LATERAL (SELECT fringe_cost(level.map, start, goal, model.model) IS NOT NULL AS reachable) AS c
        CROSS JOIN LATERAL (SELECT CASE WHEN reachable THEN model.model WHEN entry.model = '4' THEN 'tile(obstacle=100000)'
            ELSE 'octile(straight=2, diagonal=3, corners=any, obstacle=100000)' END::gridmodel AS priced) AS m
        LEFT JOIN LATERAL pg_temp.opened(level.map, start, goal, priced, CASE WHEN reachable THEN method ELSE 'astar(open=heap)' END, 100000)
            ON reachable OR row ~ '^M'
    WHERE experiment = 'opened' AND nth % 2 = 0 AND nth / 2 % :parts = :part
) TO STDOUT;
