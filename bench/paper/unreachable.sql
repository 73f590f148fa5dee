-- What A* expands where there is no path, if it does not know so beforehand:
-- all that can be reached from the start. With walls that are passable at a
-- prohibitive price it does that first.
SET search_path = papers, public;
SET jit = off;

COPY (
    SELECT entry.id, pair.map, i, start, goal, false, NULL, NULL, NULL, NULL, NULL,
        (SELECT count(*) FROM fringe_trace(level.map, start, goal, expensive, 'auto') WHERE expanded AND g < 100000),
        NULL, NULL, true, NULL
    FROM entry JOIN model ON model.name = entry.model
        JOIN pair USING (collection, kind)
        JOIN level ON level.name = pair.map,
        LATERAL (SELECT (CASE entry.model WHEN '4' THEN 'tile(obstacle=100000)'
            ELSE 'octile(straight=2, diagonal=3, corners=any, obstacle=100000)' END)::gridmodel AS expensive) AS priced
    WHERE experiment = 'unreachable' AND nth % :parts = :part
        AND fringe_cost(level.map, start, goal, model.model) IS NULL
) TO STDOUT;
