-- The measurements, and functions that the tables share. Variables:
--
--     maps    benchmark, or else the rows of 2005 are not judged
SET search_path = papers, public;

-- `busy`: other programs ran, so that the times say nothing.
CREATE TABLE measured (
    experiment text, nr int, map text, i int, start gridcell, goal gridcell,
    found bool, cost float8, length int, iterations int, visited bigint, visited_last bigint,
    expanded bigint, expanded_last bigint, opened bigint, tried bigint, tried_last bigint, complete bool, us float8,
    commit text, busy bool
);

-- Measured again for their times, while no other program ran.
CREATE TABLE timed (LIKE measured);

-- Events of the searches of `profile`, by callgrind: all of these in one run of build/native.
CREATE TABLE profiled (
    commit text, collection text, model text, method text, searches int, expanded float8, -- by a search
    instructions bigint, reads bigint, writes bigint, first_misses bigint, last_misses bigint, branches bigint, mispredicted bigint
);

-- IDABest10 of 2006 where an unreachable cell is at the distance MaxLength, on pairs without a path.
CREATE TABLE stopped (commit text, map text, delta int, nodes bigint);

CREATE MATERIALIZED VIEW result AS
    SELECT experiment, collection, kind, entry.model, obstacles, row, method_text, entry.id AS entry, map, i, m.start, m.goal,
        m.found, m.cost, m.length, m.iterations, m.visited, m.visited_last, m.expanded, m.expanded_last, m.opened, m.tried, m.tried_last,
        m.complete, CASE WHEN t.us IS NOT NULL THEN t.us WHEN NOT m.busy THEN m.us END AS us
    FROM measured m JOIN entry USING (experiment, nr) JOIN model ON model.name = entry.model LEFT JOIN timed t USING (experiment, nr, map, i)
WITH NO DATA;
CREATE INDEX ON result (experiment, model, row);

-- What a table rests on: the commits of these experiments, or of `profiled` and `stopped`.
CREATE FUNCTION commits_of(names text[]) RETURNS text LANGUAGE sql STABLE AS $$
    WITH source AS (
        SELECT commit, 0 AS times FROM measured WHERE experiment = ANY(names)
        UNION SELECT commit, 0 FROM profiled WHERE 'profiled' = ANY(names)
        UNION SELECT commit, 0 FROM stopped WHERE 'stopped' = ANY(names)
        UNION SELECT commit, 1 FROM timed WHERE experiment = ANY(names)
    )
    SELECT format('*At commit %s', string_agg(commit, ', ' ORDER BY commit) FILTER (WHERE times = 0))
        || coalesce('; times at ' || string_agg(commit, ', ' ORDER BY commit) FILTER (WHERE times = 1), '') || '.*'
    FROM source
$$;

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
    SELECT n, k, sqrt(greatest(0, va + k * k * vb - 2 * k * c) / nullif(n, 0)) / nullif(mean, 0)
    FROM (SELECT count(*) AS n, avg(x) / nullif(avg(y), 0) AS k, var_samp(x) AS va, var_samp(y) AS vb, covar_samp(x, y) AS c, avg(y) AS mean
        FROM unnest(a, b) AS u (x, y) WHERE x IS NOT NULL AND y IS NOT NULL) AS s
$$;

CREATE FUNCTION in_ratio(a float8[], b float8[], digits int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT with_error(ratio, error, digits, NULL, NULL) FROM ratio_of(a, b)
$$;

CREATE FUNCTION in_mean(a float8[], digits int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT with_error(avg(x), stddev(x) / sqrt(count(x)), digits, NULL, NULL) FROM unnest(a) x
$$;

-- Two-sided exact test (Fisher): did a of n and b of m happen at one rate?
CREATE TABLE ln_factorial AS SELECT i, sum(ln(greatest(i, 1)::float8)) OVER (ORDER BY i) AS v FROM generate_series(0, 10000) i;
ALTER TABLE ln_factorial ADD PRIMARY KEY (i);

CREATE FUNCTION ln_choose(n int, k int) RETURNS float8 LANGUAGE sql STABLE AS $$
    SELECT a.v - b.v - c.v FROM ln_factorial a, ln_factorial b, ln_factorial c WHERE a.i = n AND b.i = k AND c.i = n - k
$$;

CREATE FUNCTION fisher_p(a int, n int, b int, m int) RETURNS float8 LANGUAGE sql STABLE AS $$
    WITH t AS (
        SELECT x, exp(ln_choose(n, x) + ln_choose(m, a + b - x) - ln_choose(n + m, a + b)) AS p FROM generate_series(greatest(0, a + b - m), least(n, a + b)) x
    )
    SELECT least(1, sum(t.p)) FROM t, t AS seen WHERE seen.x = a AND t.p <= seen.p * 1.0000001
$$;

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
    SELECT model, obstacles, row, metric, map, avg(x) AS mean, variance(x) / count(x) AS spread, count(*) AS pairs
    FROM result, LATERAL (VALUES ('time', us), ('iterations', iterations), ('visited', coalesce(tried, visited)), ('visited_last', coalesce(tried_last, visited_last)),
        ('expanded', expanded), ('expanded_last', expanded_last), ('cost', cost), ('length', length)) AS v (metric, x)
    WHERE experiment = '2005'
    GROUP BY model, obstacles, row, metric, map
)
SELECT model, obstacles, row, metric, avg(mean) AS mean, sqrt(sum(spread)) / count(mean) AS error, avg(pairs)::float8 AS pairs
FROM of_map GROUP BY model, obstacles, row, metric
WITH NO DATA;

CREATE VIEW beside_2005 AS
    SELECT mean_2005.*, (to_jsonb(paper_2005) ->> metric)::float8 AS paper
    FROM mean_2005 JOIN paper_2005 USING (model, row);

-- The error of a difference from the paper, which has 400 pairs of each map. A difference
-- counts if it is larger than three of them; in 80 % of all draws one of 3.84 is seen.
CREATE FUNCTION apart_2005(error float8, pairs float8) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
    SELECT error * sqrt(1 + pairs / 400)
$$;

CREATE VIEW judged_2005 AS
WITH apart AS (
    SELECT model, obstacles, row, metric, greatest(0, abs(mean - paper) - 0.05) / apart_2005(error, pairs) AS errors, 3.84 * apart_2005(error, pairs) / mean AS shows
    FROM beside_2005 WHERE metric <> 'time'
)
SELECT model, obstacles, row, max(errors) AS errors, min(shows) AS shows_least, max(shows) AS shows_most,
    CASE WHEN :'maps' <> 'benchmark' THEN 'not judged' ELSE coalesce('open: ' || string_agg(format('%s by %s', replace(metric, '_', '-'), fixed(errors, 1)), ', ' ORDER BY metric) FILTER (WHERE errors > 3), 'agrees') END AS verdict
FROM apart GROUP BY model, obstacles, row;

-- Every search of 2006, compared with that of M, which is exact, on the same map. The
-- paper's limit ends a search at 10,000,000 nodes (section VI); `all_opened` is without it.
CREATE MATERIALIZED VIEW search_2006 AS
    SELECT r.experiment, right(r.collection, 3)::int AS walls, r.model, r.row, r.found AND limited AS found, CASE WHEN limited THEN r.cost END AS cost,
        least(r.opened, 10000000) AS opened, r.opened AS all_opened, r.expanded, r.us, r.map,
        m.cost AS best, m.us AS m_us, m.expanded AS m_expanded, m.opened AS m_opened,
        count(*) OVER entry AS n, row_number() OVER (entry ORDER BY r.map) AS nth
    FROM result r JOIN result m USING (collection, model, map, i), LATERAL (SELECT r.opened <= 10000000 AS limited) AS l
    WHERE m.experiment = '2006' AND m.row = format('M(%s)', m.model)
    WINDOW entry AS (PARTITION BY r.experiment, r.collection, r.row)
WITH NO DATA;

-- The rows as sums over 100 maps. The paper's "nodes" are the counter `opened`.
CREATE VIEW sum_2006 AS
    SELECT experiment, walls, model, row, count(*) AS maps,
        100 * avg(opened) AS nodes, 100 * stddev(opened) / sqrt(count(*)) AS nodes_error, sum((opened < all_opened)::int) AS limited,
        100 * avg(expanded) AS expanded, sum(found::int) AS solved,
        sum(opened)::float8 / sum(m_opened) AS ratio, sum(all_opened)::float8 / sum(m_opened) AS all_ratio,
        sum(cost) FILTER (WHERE found) / sum(best) FILTER (WHERE found) AS length,
        array_agg(us) AS us, array_agg(m_us) AS m_us, array_agg(opened::float8) AS opened, array_agg(expanded::float8) AS expansions,
        array_agg(m_expanded::float8) AS m_expansions,
        array_agg(cost) FILTER (WHERE found) AS cost, array_agg(best) FILTER (WHERE found) AS best
    FROM search_2006 GROUP BY experiment, walls, model, row;

-- 1,000 draws of 100 of n maps, with replacement; the same for all rows of an experiment.
CREATE MATERIALIZED VIEW draw_2006 AS
    SELECT n, s, k, 1 + floor(random() * n)::int AS nth FROM (SELECT DISTINCT n FROM search_2006) AS sizes, generate_series(1, 1000) s, generate_series(1, 100) k
WITH NO DATA;

-- What a row gives in each of them.
CREATE MATERIALIZED VIEW drawn_2006 AS
    SELECT r.experiment, walls, r.row, s, sum(r.opened)::float8 / nullif(sum(r.m_opened), 0) AS ratio, sum(r.all_opened)::float8 / nullif(sum(r.m_opened), 0) AS all_ratio,
        sum(r.m_opened)::float8 AS m_nodes, sum(r.cost) FILTER (WHERE r.found) / sum(r.best) FILTER (WHERE r.found) AS length
    FROM draw_2006 JOIN search_2006 r USING (n, nth) WHERE experiment IN ('2006', 'places', 'left', 'floods', 'nocut', 'draws')
    GROUP BY r.experiment, walls, r.row, s
WITH NO DATA;

CREATE VIEW drawn_rows_2006 AS
    SELECT experiment, walls, row, array_agg(ratio) AS ratios, array_agg(all_ratio) AS all_ratios, array_agg(m_nodes) AS m_nodes, array_agg(length) AS lengths
    FROM drawn_2006 GROUP BY experiment, walls, row;

-- How often a draw of 100 is at least as far out as the paper's value, on either side.
-- The mean of n maps varies too, which widens the distribution.
CREATE FUNCTION p_of(draws float8[], value float8, n bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
    WITH draw AS (SELECT x, avg(x) OVER () AS mean FROM unnest(draws) x WHERE x IS NOT NULL),
        widened AS (SELECT mean + (x - mean) * sqrt(1 + 100.0 / n) AS x FROM draw)
    SELECT least(1, 2 * least(avg((x <= value)::int), avg((x >= value)::int))) FROM widened
$$;

CREATE FUNCTION in_p(p float8) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN p < 0.001 THEN '< 0.001' ELSE fixed(p, 3) END
$$;

-- The power of that test: the difference that 80 % of all draws show with p below 0.005,
-- in standard deviations of the draws: 2.81 + 0.84.
CREATE FUNCTION shows_of(draws float8[], n bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
    SELECT 3.65 * stddev(x) * sqrt(1 + 100.0 / n) FROM unnest(draws) x
$$;

-- Why a row does not agree: it does where it is measured as this row of another experiment.
CREATE TABLE explanation (walls int, row text, metric text, experiment text, other_row text, unlimited bool, text text);
INSERT INTO explanation VALUES
    (400, 'ALT5(8)', 'nodes', 'floods', 'ALT5(8)', true, 'unreachable goals searched'),
    (400, 'ALT10(8)', 'nodes', 'floods', 'ALT10(8)', true, 'unreachable goals searched'),
    (400, 'ALTBest10(8)', 'nodes', 'floods', 'ALTBest10(8)', true, 'unreachable goals searched'),
    (400, 'IDAnof(8)', 'nodes', '2006', 'IDAnof(8)', true, 'no limit of nodes'),
    (600, 'IDA(8)', 'length', 'left', 'IDA(8)', false, 'Seen to the letter, partly'),
    (600, 'IDABest10(4)', 'nodes', 'nocut', 'IDABest10nof(4)', false, 'as without the cut'),
    (600, 'IDA(4)', 'nodes', 'draws', 'IDAnof(4)', false, 'as without the cut');

-- Each row beside the paper's: nodes over those of M, which is judged by its own nodes,
-- and costs of paths over the best, where both programs found as many paths as M does.
CREATE VIEW paper_ratio_2006 AS
    SELECT p.walls, p.row, p.nodes, p.solved, p.sum::float8 / p.solved AS mean, p.nodes::float8 / m.nodes AS ratio, p.seconds / m.seconds AS time,
        CASE WHEN p.solved = m.solved THEN p.sum::float8 / m.sum END AS length
    FROM paper_2006 p JOIN paper_2006 m ON m.walls = p.walls AND m.row = format('M(%s)', substring(p.row, '\((.)\)'));

-- Equal where both round to the same four digits.
CREATE FUNCTION length_p(length float8, paper float8, draws float8[], n bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN round(length::numeric, 4) = round(paper::numeric, 4) THEN 1 ELSE p_of(draws, paper, n) END
$$;

CREATE MATERIALIZED VIEW judged_2006 AS
WITH p AS (
    SELECT e.id, e.method_text, s.*, p.nodes AS paper_nodes, p.solved AS paper_solved, p.ratio AS paper_ratio, p.time AS paper_time, p.length AS paper_length, p.mean AS paper_mean,
        CASE WHEN row ~ '^M(mem)?\(' THEN p_of(d.m_nodes, p.nodes, s.maps) ELSE p_of(d.ratios, p.ratio, s.maps) END AS ratio_p,
        CASE WHEN row ~ '^M(mem)?\(' THEN shows_of(d.m_nodes, s.maps) / s.nodes ELSE shows_of(d.ratios, s.maps) / s.ratio END AS ratio_shows,
        length_p(s.length, p.length, d.lengths, s.maps) AS length_p, shows_of(d.lengths, s.maps) AS length_shows,
        fisher_p(s.solved::int, s.maps::int, p.solved, 100) AS solved_p
    FROM sum_2006 s JOIN paper_ratio_2006 p USING (walls, row) JOIN entry e USING (experiment, row) JOIN drawn_rows_2006 d USING (experiment, walls, row)
    WHERE experiment = '2006' AND e.collection = 'walls-' || walls
), explained AS (
    SELECT x.walls, x.row, x.metric, x.text, CASE x.metric WHEN 'nodes' THEN p_of(CASE WHEN unlimited THEN all_ratios ELSE ratios END, p.ratio, o.maps)
        ELSE length_p(o.length, p.length, d.lengths, o.maps) END AS p
    FROM explanation x JOIN paper_ratio_2006 p USING (walls, row) JOIN drawn_rows_2006 d ON (d.experiment, d.walls, d.row) = (x.experiment, x.walls, other_row)
        JOIN sum_2006 o ON (o.experiment, o.walls, o.row) = (x.experiment, x.walls, other_row)
)
SELECT p.*, CASE WHEN maps < 100 THEN 'not judged: too few maps' WHEN apart IS NULL THEN 'agrees' ELSE (
        SELECT string_agg(DISTINCT CASE WHEN x.p >= 0.005 THEN 'explained: ' || x.text ELSE 'open: ' || m END, '; ')
        FROM unnest(apart) m LEFT JOIN explained x ON (x.walls, x.row, x.metric) = (p.walls, p.row, m)) END AS verdict
FROM p, LATERAL (SELECT array_agg(m) AS apart FROM (VALUES ('nodes', ratio_p), ('length', length_p), ('solved', solved_p)) AS v (m, p) WHERE p < 0.005) AS a
WITH NO DATA;

CREATE FUNCTION in_percent(x float8) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT fixed(100 * nullif(x, 0), CASE WHEN x < 0.01 THEN 2 WHEN x < 0.1 THEN 1 ELSE 0 END) || ' %'
$$;

CREATE FUNCTION in_shows(draws float8[], n bigint, mean float8) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT in_percent(shows_of(draws, n) / mean)
$$;

-- Instructions of a search, and what else is counted with them.
CREATE VIEW event AS
    SELECT collection, model, method, instructions::float8 / searches AS instructions, (reads + writes)::float8 / searches AS accesses,
        first_misses::float8 / searches AS first_misses, last_misses::float8 / searches AS last_misses,
        branches::float8 / searches AS branches, mispredicted::float8 / searches AS mispredicted, expanded, searches
    FROM profiled;
