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
    ('2005', 'ME-IDA*', 'iterations', 'open: the paper has 26.9, and 25.8 for A* and Fringe'),
    ('400 walls', 'ALT5(8)', 'nodes', 'open'),
    ('400 walls', 'ALT10(8)', 'nodes', 'open'),
    ('400 walls', 'IDAnof(8)', 'nodes', 'open'),
    ('600 walls', 'IDA(8)', 'length', 'explained: Seen to the letter (below)'),
    ('600 walls', 'IDABest10(4)', 'nodes', 'explained: as without the cut (below)'),
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
    FROM result, LATERAL (VALUES ('time', us), ('iterations', iterations), ('visited', coalesce(tried, visited)), ('visited_last', coalesce(tried_last, visited_last)),
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

-- A verdict on each row: the metrics that are more than three errors apart.
CREATE VIEW judged_2005 AS
WITH apart AS (
    SELECT model, obstacles, row, metric, (abs(mean - paper) - 0.05) / (sqrt(2) * error) AS errors FROM beside_2005 WHERE metric <> 'time'
)
SELECT a.model, a.obstacles, a.row, max(greatest(errors, 0)) AS errors,
    CASE WHEN max(errors) <= 3 THEN 'agrees' ELSE string_agg(format('%s: %s by %s', coalesce(n.text, 'open'), replace(a.metric, '_', '-'), fixed(a.errors, 1)), '; ' ORDER BY a.metric)
        FILTER (WHERE errors > 3) END AS verdict
FROM apart a LEFT JOIN note n ON (n.place, n.row, n.metric) = ('2005', a.row, a.metric)
GROUP BY a.model, a.obstacles, a.row;

-- Every search of 2006, compared with that of M, which is exact, on the same map.
CREATE MATERIALIZED VIEW search_2006 AS
    SELECT r.experiment, right(r.collection, 3)::int AS walls, r.model, r.row, r.found, r.cost, r.opened, r.expanded, r.us, r.complete, r.map,
        m.cost AS best, m.us AS m_us, m.expanded AS m_expanded, m.opened AS m_opened
    FROM result r JOIN result m USING (collection, model, map, i)
    WHERE m.experiment = '2006' AND m.row = format('M(%s)', m.model)
WITH NO DATA;

-- The rows as sums over 100 maps. The paper's "nodes" are the counter `opened`.
CREATE VIEW sum_2006 AS
    SELECT experiment, walls, model, row, count(*) AS maps,
        100 * avg(opened) AS nodes, 100 * stddev(opened) / sqrt(count(*)) AS nodes_error,
        100 * avg(expanded) AS expanded, 100 * avg(found::int) AS solved,
        array_agg(us) AS us, array_agg(m_us) AS m_us, array_agg(opened::float8) AS opened, array_agg(expanded::float8) AS expansions,
        array_agg(m_expanded::float8) AS m_expansions,
        array_agg(cost) FILTER (WHERE found) AS cost, array_agg(best) FILTER (WHERE found) AS best
    FROM search_2006 GROUP BY experiment, walls, model, row;

-- 1,000 draws of 100 of our maps, with replacement; the same for all rows of a table.
CREATE MATERIALIZED VIEW draw_2006 AS
WITH ours AS (
    SELECT walls, array_agg(DISTINCT map ORDER BY map) AS maps FROM search_2006 WHERE experiment = '2006' GROUP BY walls
)
SELECT walls, s, maps[1 + floor(random() * cardinality(maps))::int] AS map FROM ours, generate_series(1, 1000) s, generate_series(1, 100)
WITH NO DATA;

-- What a row gives in each of them.
CREATE MATERIALIZED VIEW drawn_2006 AS
    SELECT r.experiment, walls, r.row, s, sum(r.opened)::float8 / nullif(sum(r.m_opened), 0) AS ratio, sum(r.m_opened)::float8 AS m_nodes,
        sum(r.cost) FILTER (WHERE r.found) / sum(r.best) FILTER (WHERE r.found) AS length, sum(r.found::int)::float8 AS solved
    FROM draw_2006 JOIN search_2006 r USING (walls, map) WHERE experiment IN ('2006', 'places') OR (experiment = 'left' AND walls = 600)
    GROUP BY r.experiment, walls, r.row, s
WITH NO DATA;

-- How often a draw is at least as far out as the paper's value, on either side.
CREATE FUNCTION p_of(draws float8[], value float8) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
    SELECT least(1, 2 * least(avg((x <= value)::int), avg((x >= value)::int))) FROM unnest(draws) x WHERE x IS NOT NULL
$$;

CREATE FUNCTION in_p(p float8) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN p < 0.001 THEN '< 0.001' ELSE fixed(p, 3) END
$$;

-- Each row beside the paper's: nodes over those of M, which is judged by its own nodes,
-- and costs of paths over the best, where both programs found as many paths as M does.
CREATE MATERIALIZED VIEW judged_2006 AS
WITH p AS (
    SELECT e.id, e.method_text, s.*, p.nodes AS paper_nodes, p.solved AS paper_solved, p.nodes::float8 / pm.nodes AS paper_ratio, p.seconds / pm.seconds AS paper_time,
        CASE WHEN p.solved = pm.solved THEN p.sum::float8 / pm.sum END AS paper_length, p.sum::float8 / p.solved AS paper_mean
    FROM paper_2006 p JOIN entry e ON e.experiment = '2006' AND e.collection = 'walls-' || p.walls AND e.row = p.row
        JOIN sum_2006 s ON s.experiment = '2006' AND s.walls = p.walls AND s.row = p.row
        JOIN paper_2006 pm ON pm.walls = p.walls AND pm.row = format('M(%s)', e.model)
), d AS (
    SELECT walls, row, array_agg(ratio) AS ratio, array_agg(m_nodes) AS m_nodes, array_agg(length) AS length, array_agg(solved) AS solved
    FROM drawn_2006 WHERE experiment = '2006' GROUP BY walls, row
), q AS (
    SELECT p.*, (ratio_of(opened, (SELECT opened FROM sum_2006 m WHERE (m.experiment, m.walls) = ('2006', p.walls) AND m.row = format('M(%s)', p.model)))).ratio AS ratio,
        (ratio_of(cost, best)).ratio AS length,
        CASE WHEN row ~ '^M(mem)?\(' THEN p_of(d.m_nodes, paper_nodes) ELSE p_of(d.ratio, paper_ratio) END AS ratio_p,
        CASE WHEN round(paper_length::numeric, 4) = round((ratio_of(cost, best)).ratio::numeric, 4) THEN 1 ELSE p_of(d.length, paper_length) END AS length_p,
        p_of(d.solved, paper_solved) AS solved_p
    FROM p JOIN d USING (walls, row)
)
SELECT q.*, CASE WHEN apart IS NULL THEN 'agrees' ELSE (
        SELECT string_agg(DISTINCT coalesce(n.text, 'open: ' || m), '; ') FROM unnest(apart) m LEFT JOIN note n ON (n.place, n.row, n.metric) = (walls || ' walls', q.row, m)) END AS verdict
FROM q, LATERAL (SELECT array_agg(m) AS apart FROM (VALUES ('nodes', ratio_p), ('length', length_p), ('solved', solved_p)) AS v (m, p) WHERE p < 0.005) AS a
WITH NO DATA;
