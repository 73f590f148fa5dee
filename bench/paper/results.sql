-- The measurements, and functions that the tables share.
SET search_path = papers, public;

CREATE TABLE run (
    entry int, map text, i int, start gridcell, goal gridcell,
    found bool, cost float8, length int, iterations int, visited bigint, visited_last bigint,
    expanded bigint, expanded_last bigint, opened bigint, tried bigint, tried_last bigint, complete bool, us float8
);

CREATE TABLE misses (
    repeats int, method text, searches int, instructions bigint, accesses bigint, first_misses bigint, last_misses bigint
);

CREATE MATERIALIZED VIEW result AS
    SELECT experiment, collection, kind, entry.model, obstacles, row, method_text, run.*
    FROM run JOIN entry ON entry.id = run.entry JOIN model ON model.name = entry.model
WITH NO DATA;
CREATE INDEX ON result (experiment, model, row);

CREATE FUNCTION in_table(VARIADIC texts text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT '| ' || array_to_string(texts, ' | ', '') || ' |'
$$;

-- The head of a table: the first `lefts` columns are aligned left, the others right.
CREATE FUNCTION in_head(lefts int, VARIADIC texts text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT in_table(VARIADIC texts) || E'\n'
        || in_table(VARIADIC ARRAY(SELECT CASE WHEN i > lefts THEN '--:' ELSE '---' END FROM generate_subscripts(texts, 1) i))
$$;

CREATE FUNCTION fixed(x float8, digits int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT to_char(x::numeric, 'FM999,999,999,990' || CASE WHEN digits > 0 THEN '.' || repeat('0', digits) ELSE '' END)
$$;

-- Beside a value its error, and a dagger where the paper's, whose error is
-- `paper_error`, lies more than three errors of the difference away; the paper
-- rounds to 0.1.
CREATE FUNCTION with_error(x float8, error float8, digits int, paper float8, paper_error float8)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT fixed(x, digits) || coalesce(' ± ' || fixed(error, digits), '')
        || CASE WHEN abs(x - paper) > 3 * sqrt(error ^ 2 + paper_error ^ 2) + 0.05 THEN ' †' ELSE '' END
$$;

-- The mean of a divided by the mean of b, measured on the same pairs, and its error.
CREATE FUNCTION ratio_of(a float8[], b float8[], OUT n bigint, OUT ratio float8, OUT error float8) LANGUAGE sql IMMUTABLE AS $$
    SELECT n, k, sqrt(greatest(0, va + k * k * vb - 2 * k * c) / n) / nullif(mean, 0)
    FROM (SELECT count(*) AS n, avg(x) / nullif(avg(y), 0) AS k, var_samp(x) AS va, var_samp(y) AS vb, covar_samp(x, y) AS c, avg(y) AS mean
        FROM unnest(a, b) AS u (x, y) WHERE x IS NOT NULL AND y IS NOT NULL) AS s
$$;

CREATE FUNCTION in_ratio(a float8[], b float8[], digits int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT with_error(ratio, error, digits, NULL, NULL) FROM ratio_of(a, b)
$$;

CREATE FUNCTION in_mean(a float8[], digits int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT with_error(avg(x), stddev(x) / sqrt(count(x)), digits, NULL, NULL) FROM unnest(a) x
$$;

-- Explanations of rows that do not agree with the paper, and where they are shown.
CREATE TABLE note (place text, row text, metric text, text text);
INSERT INTO note VALUES
    ('2005', 'ME-IDA*', 'visited', 'open, it seems to count moves tried (below)'),
    ('2005', 'ME-IDA*', 'visited_last', 'open, it seems to count moves tried (below)'),
    ('2005', 'ME-IDA*', 'expanded', 'explained in part: its cut (causes, below)'),
    ('2005', 'ME-IDA*', 'expanded_last', 'explained in part: its cut (causes, below)'),
    ('600 walls', 'IDA(4)', 'nodes', 'explained: as without the cut (draws, below)');

-- 2005, Tables 1 and 2; time in ms, and as a ratio to that of A*.
CREATE TABLE paper_2005 (model text, row text, time float8, iterations float8, visited float8, visited_last float8,
    expanded float8, expanded_last float8, cost float8, length float8);
INSERT INTO paper_2005 VALUES
    ('octile', 'A*', 1.7, 25.8, 583.4, 27.7, 582.4, 26.7, 5637.7, 46.1),
    ('octile', 'Fringe', 1.3, 25.8, 2490.7, 79.5, 586.5, 30.7, 5637.7, 46.1),
    ('octile', 'ME-IDA*', 33.7, 26.9, 91702.9, 620.1, 14139.1, 115.9, 5637.7, 46.1),
    ('tile', 'A*', 1.2, 9.2, 607.0, 54.5, 606.0, 53.5, 6758.6, 68.6),
    ('tile', 'Fringe', 0.8, 9.2, 1155.3, 103.8, 613.2, 60.7, 6758.6, 68.6),
    ('tile', 'ME-IDA*', 5.6, 9.2, 11551.3, 276.9, 4327.6, 127.8, 6758.6, 68.6),
    ('octile, obstacles', 'A*', 2.5, 14.2, 741.7, 27.0, 740.7, 26.0, 5000.6, 39.5),
    ('octile, obstacles', 'Fringe', 1.9, 14.2, 4728.3, 119.7, 748.4, 33.7, 5000.6, 39.5),
    ('octile, obstacles', 'ME-IDA*', 52.2, 14.2, 132831.0, 1464.2, 18990.1, 226.1, 5000.6, 39.5),
    ('tile, obstacles', 'A*', 1.9, 5.0, 800.5, 54.8, 799.5, 53.8, 5920.1, 56.3),
    ('tile, obstacles', 'Fringe', 1.1, 5.0, 1828.3, 143.2, 816.3, 70.6, 5920.1, 56.5),
    ('tile, obstacles', 'ME-IDA*', 11.6, 5.0, 23796.2, 817.0, 7948.1, 290.1, 5920.1, 56.5);

-- Means over pairs. The error is that of drawing other pairs on the same maps.
CREATE MATERIALIZED VIEW mean_2005 AS
WITH of_map AS (
    SELECT model, obstacles, row, metric, map, avg(x) AS mean, variance(x) / count(*) AS spread
    FROM result, LATERAL (VALUES ('time', us), ('iterations', iterations), ('visited', visited), ('visited_last', visited_last),
        ('expanded', expanded), ('expanded_last', expanded_last), ('cost', cost), ('length', length)) AS v (metric, x)
    WHERE experiment = '2005'
    GROUP BY model, obstacles, row, metric, map
)
SELECT model, obstacles, row, metric, avg(mean) AS mean, sqrt(sum(spread)) / count(*) AS error
FROM of_map GROUP BY model, obstacles, row, metric
WITH NO DATA;

CREATE VIEW beside_2005 AS
    SELECT mean_2005.*, (to_jsonb(paper_2005) ->> metric)::float8 AS paper
    FROM mean_2005 JOIN paper_2005 USING (model, row);

-- Every search of 2006, compared with that of M, which is exact, on the same map.
CREATE MATERIALIZED VIEW search_2006 AS
    SELECT r.experiment, right(r.collection, 3)::int AS walls, r.model, r.row, r.found, r.cost, r.opened, r.expanded, r.us, r.complete,
        m.cost AS best, m.us AS m_us, m.expanded AS m_expanded
    FROM result r JOIN result m USING (collection, model, map, i)
    WHERE m.experiment = '2006' AND m.row = format('M(%s)', m.model)
WITH NO DATA;

-- The rows as sums over 100 maps. The paper's "nodes" are the counter `opened`.
CREATE VIEW sum_2006 AS
    SELECT experiment, walls, model, row, count(*) AS maps,
        100 * avg(opened) AS nodes, 100 * stddev(opened) / sqrt(count(*)) AS nodes_error, 10 * stddev(opened) AS nodes_paper_error,
        100 * avg(expanded) AS expanded, 100 * avg(found::int) AS solved,
        array_agg(us) AS us, array_agg(m_us) AS m_us, array_agg(opened::float8) AS opened, array_agg(expanded::float8) AS expansions,
        array_agg(m_expanded::float8) AS m_expansions,
        array_agg(cost) AS cost, array_agg(best) AS best
    FROM search_2006 GROUP BY experiment, walls, model, row;
