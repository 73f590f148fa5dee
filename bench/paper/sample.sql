-- Counters of each entry on a few small maps, so that a test of seconds tells whether the
-- searches still are those of the tables. Expects the extension and psql -A -t.
\set ON_ERROR_STOP 1
SET client_min_messages = warning;
SET jit = off;
CREATE TABLE level (name text PRIMARY KEY, map gridmap NOT NULL);
INSERT INTO level
    SELECT format('walls-%s/%s', walls, i), gridmap_walls(90, 90, walls / 10, 20, walls * 1000 + i) FROM unnest('{200,400,600}'::int[]) walls, generate_series(1, 6) i
    UNION ALL SELECT 'bgmaps/' || i, gridmap_caves(40 + 8 * i, 40 + 8 * i, 0.4, i) FROM generate_series(1, 5) i
    UNION ALL SELECT 'bg512/' || i, gridmap_caves(100, 100, 0.4, i) FROM generate_series(1, 4) i;
\set scale 0.003
\set seed 1
\ir prepare.sql
\ir entries.sql
SET fringe.cache_size = '64MB';

-- A line for each entry, all of whose pairs and maps are searched.
SELECT concat_ws(' | ', experiment, collection, entry.model, row, method_text,
    count(*), sum((r).found::int), round(sum((r).cost)::numeric, 6), sum((r).iterations), sum((r).visited), sum((r).expanded), sum((r).opened), sum((r).tried))
FROM entry JOIN model ON model.name = entry.model JOIN pair USING (collection, kind) JOIN level ON level.name = pair.map,
    fringe_search(level.map, start, goal, model.model, replace(method_text, 'MAP', nth::text)::gridmethod) AS r
GROUP BY entry.id, experiment, collection, entry.model, row, method_text ORDER BY entry.id;
