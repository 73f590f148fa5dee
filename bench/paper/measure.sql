-- One part of one experiment: a row for each search. Variables:
--
--     experiment, part, parts
--     rounds    how often each search is repeated; its time is the least
--     commit    what is measured
--     busy      true: other programs run, so that the times say nothing
--
-- The methods take turns on each pair of cells, in a changing order, so that no method
-- always runs with cold caches.
SET search_path = papers, public;
SET jit = off;
SET max_parallel_workers_per_gather = 0;
SET fringe.cache_size = '256MB';
SET work_mem = '256MB';

COPY (
    SELECT experiment, nr, map, i, start, goal, (r).found, (r).cost, (r).length, (r).iterations, (r).visited, (r).visited_last,
        (r).expanded, (r).expanded_last, (r).opened, (r).tried, (r).tried_last, (r).complete, min((r).search_us), :'commit', :'busy'
    FROM (
        SELECT experiment, nr, map, i, start, goal, fringe_search(grid, start, goal, model, method) AS r
        FROM (
            SELECT experiment, nr, CASE WHEN method_text ~ 'MAP' THEN replace(method_text, 'MAP', nth::text)::gridmethod ELSE method END AS method,
                model.model, pair.map, i, start, goal, level.map AS grid
            FROM entry JOIN model ON model.name = entry.model
                JOIN pair USING (collection, kind)
                JOIN level ON level.name = pair.map,
                generate_series(1, :rounds) round
            WHERE experiment = :'experiment' AND nth % :parts = :part AND i <= entry.pairs AND nth <= coalesce(entry.maps, nth)
                AND method IS NOT NULL
            ORDER BY nth, pair.map, model.model, i, round, md5(concat_ws(' ', i, round, nr))
            OFFSET 0) AS task
        OFFSET 0) AS searched
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18
) TO STDOUT;
