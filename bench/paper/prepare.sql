-- Draws the maps and pairs of cells of all experiments. Variables:
--
--     scale    a factor, 1 or less, of all numbers of pairs and generated maps
--     seed     of all draws
--
-- The table level (name, map) has the maps, named COLLECTION/MAP.
DROP SCHEMA IF EXISTS papers CASCADE;
CREATE SCHEMA papers;
SET search_path = papers, public;

-- A pseudorandom number below `below`, from one half of a digest.
CREATE FUNCTION number(digest text, half int, below bigint) RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (('x' || substr(digest, 1 + 15 * half, 15))::bit(60)::bigint % below)::int
$$;

CREATE FUNCTION is_free(map gridmap, cell gridcell) RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT gridmap_code(map, cell) IN ('.', 'G', 'S') $$;

CREATE FUNCTION is_of_kind(kind text, map gridmap, start gridcell, goal gridcell) RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE kind
        WHEN 'cells' THEN true
        WHEN 'free' THEN is_free(map, start) AND is_free(map, goal)
        ELSE is_free(map, start) AND is_free(map, goal) AND fringe_cost(map, start, goal, 'tile') IS NOT NULL END
$$;

-- `wanted` pairs of a map: any `cells`, `free` cells, or `connected` free cells.
CREATE FUNCTION draw(name text, map gridmap, kind text, wanted int, seed int)
RETURNS TABLE (i int, start gridcell, goal gridcell)
LANGUAGE plpgsql PARALLEL SAFE AS $$
DECLARE
    w int := gridmap_width(map);
    h int := gridmap_height(map);
    digest text;
BEGIN
    i := 0;
    FOR attempt IN 1 .. 10000 * wanted LOOP
        EXIT WHEN i = wanted OR i = 0 AND attempt > 50000;
        digest := md5(concat_ws(' ', seed, name, attempt));
        start := gridcell(number(digest, 0, w * h) % w, number(digest, 0, w * h) / w);
        goal := gridcell(number(digest, 1, w * h) % w, number(digest, 1, w * h) / w);
        CONTINUE WHEN NOT is_of_kind(kind, map, start, goal);
        i := i + 1;
        RETURN NEXT;
    END LOOP;
    IF i < wanted THEN
        RAISE WARNING '% has only % % pairs', name, i, kind;
    END IF;
END $$;

-- Many times the paper's 100 maps, because its tables vary much with the draw.
INSERT INTO level (name, map)
    SELECT format('walls-%s/%s', walls, i), gridmap_walls(300, 300, walls, 20, :seed * 1000000 + walls * 1000 + i)
    FROM unnest('{200,400,600}'::int[]) walls, generate_series(1, ceil(2000 * :scale)::int) i
    ON CONFLICT DO NOTHING;

CREATE TABLE wanted (collection text, kind text, pairs int);
INSERT INTO wanted VALUES
    ('bgmaps', 'connected', ceil(400 * :scale)), ('bgmaps', 'free', ceil(400 * :scale)), ('bgmaps', 'cells', ceil(400 * :scale)),
    ('bg512', 'connected', ceil(50 * :scale)),
    ('walls-200', 'free', 1), ('walls-400', 'free', 1), ('walls-600', 'free', 1);

-- `nth` numbers the maps of a collection by decreasing size: maps with equal remainders
-- make parts of about equal work.
CREATE TABLE pair AS
    SELECT collection, kind, name AS map, nth, draw.*
    FROM (
            SELECT name, map, split_part(name, '/', 1) AS collection,
                row_number() OVER (PARTITION BY split_part(name, '/', 1)
                    ORDER BY gridmap_width(map) * gridmap_height(map) DESC, length(name), name) AS nth
            FROM level) AS numbered
        JOIN wanted USING (collection),
        draw(name, map, kind, pairs, :seed);
ANALYZE;
