-- The graphs that the peers search: the legal moves of each level under
-- octile(straight=2, diagonal=3), computed in plain SQL.

CREATE TABLE direction AS
    SELECT k, dx, dy, CASE WHEN dx = 0 OR dy = 0 THEN 2 ELSE 3 END AS cost
    FROM (VALUES (0, 0, -1), (1, 1, -1), (2, 1, 0), (3, 1, 1), (4, 0, 1), (5, -1, 1), (6, -1, 0), (7, -1, -1))
        AS neighbour (k, dx, dy);

-- Bit k of moves: direction k is legal. A diagonal step needs the two cells
-- beside it.
CREATE TABLE cell AS
    WITH terrain AS (
        SELECT name AS level, x, y, y * gridmap_width(map) + x AS id, (code IN ('.', 'G', 'S'))::int AS free
        FROM level, gridmap_cells(map)
    ), line AS (
        SELECT *, lag(free, 1, 0) OVER (PARTITION BY level, y ORDER BY x) AS w,
            lead(free, 1, 0) OVER (PARTITION BY level, y ORDER BY x) AS e
        FROM terrain
    ), block AS (
        SELECT *, lag(w, 1, 0) OVER lines AS nw, lag(free, 1, 0) OVER lines AS n, lag(e, 1, 0) OVER lines AS ne,
            lead(w, 1, 0) OVER lines AS sw, lead(free, 1, 0) OVER lines AS s, lead(e, 1, 0) OVER lines AS se
        FROM line
        WINDOW lines AS (PARTITION BY level, x ORDER BY y)
    )
    SELECT level, id, x, y, free = 1 AS free,
        free * (n + 2 * (n & ne & e) + 4 * e + 8 * (e & se & s) + 16 * s + 32 * (s & sw & w) + 64 * w + 128 * (w & nw & n)) AS moves
    FROM block;
ANALYZE cell;

-- For pgRouting: a table per level, so that no other level is read; each pair of cells
-- once, because moves go both ways; narrow types; no index, because pgRouting reads all
-- edges; coordinates in the unit of the costs.
CREATE FUNCTION edge_table(level text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT format('%I', 'edge of ' || level) $$;

SELECT format('CREATE TABLE %s AS
    SELECT (row_number() OVER (ORDER BY id, k))::int AS id, id AS source, id + dy * %s + dx AS target, cost::smallint,
        (2 * x)::smallint AS x1, (2 * y)::smallint AS y1, (2 * (x + dx))::smallint AS x2, (2 * (y + dy))::smallint AS y2
    FROM cell JOIN direction ON moves >> k & 1 = 1 AND k < 4
    WHERE level = %L', edge_table(name), gridmap_width(map), name)
FROM level \gexec

-- For the others: a row per level with one byte of moves per cell, not compressed, so that
-- reading takes no time for decompression.
CREATE TABLE flat (level text PRIMARY KEY, width int NOT NULL, moves bytea NOT NULL);
ALTER TABLE flat ALTER moves SET STORAGE EXTERNAL;
INSERT INTO flat
    SELECT level, max(x) + 1, string_agg(set_byte('\x00', 0, moves), '' ORDER BY id)
    FROM cell
    GROUP BY level;
