-- of uneven
-- Algorithm C expands at most quadratically many nodes, and A* exponentially many, where the
-- heuristic is not consistent (2005, section 4).
SET search_path = papers, public;
SELECT in_head(1, 'teeth of the comb', 'cells', 'A*, consistent', 'A*', 'algorithm C', 'Fringe Search', 'ME-IDA*');
WITH comb AS (
    SELECT teeth, gridmap(array_agg(rpad(line, teeth + 1, '@') ORDER BY y)) AS map, sum(length(replace(line, '@', ''))) AS cells
    FROM generate_series(3, 12) teeth, LATERAL (
        SELECT 4 * (teeth - 1 - j) + part AS y,
            CASE part WHEN 1 THEN chr(65 + j) || repeat('@', j) || '.' WHEN 3 THEN '.' ELSE repeat('.', j + 2) END AS line
        FROM generate_series(0, teeth - 1) j, generate_series(0, 3) part
        UNION ALL VALUES (4 * teeth, '.'), (4 * teeth + 1, 'z'), (4 * teeth + 2, '.')) AS lines
    GROUP BY teeth
), rule AS (
    SELECT format('tile(z=1000000, %s)', string_agg(format('%s=%s', chr(65 + j), 2 * j + 3 + (1 << j)), ', '))::gridmodel AS model FROM generate_series(0, 11) j
)
SELECT in_table(VARIADIC ARRAY[teeth::text, cells::text] || (SELECT array_agg(fixed((fringe_search(map, '(0,0)', gridcell(0, 4 * teeth + 2), model, m)).expanded, 0) ORDER BY nr)
    FROM unnest('{"fringe(pick=min_f, heuristic=alt, landmarks=1, from=start, moves=all)", "fringe(pick=min_f, heuristic=alt, landmarks=1, from=start, moves=all, uneven=16)",
        "fringe(pick=min_g, heuristic=alt, landmarks=1, from=start, moves=all, uneven=16)", "fringe(heuristic=alt, landmarks=1, from=start, moves=all, uneven=16)",
        "idastar(heuristic=alt, landmarks=1, uneven=16)"}'::gridmethod[]) WITH ORDINALITY AS method (m, nr)))
FROM comb, rule ORDER BY teeth;
SELECT E'\n' || in_head(2, 'maps', 'model', 'n', 'N of uneven=N', 'expansions / consistent: A*', 'algorithm C', 'Fringe Search');
WITH one AS (
    SELECT collection, model, split_part(row, ' ', 1) AS pick, split_part(row, ' ', 2)::int AS uneven, count(*) AS n, array_agg(expanded::float8 ORDER BY map, i) AS expanded
    FROM result WHERE experiment = 'uneven' GROUP BY collection, model, row
)
SELECT in_table(collection, model, a.n::text, a.uneven::text, in_ratio(a.expanded, p.expanded, 2), in_ratio(c.expanded, p.expanded, 2), in_ratio(f.expanded, p.expanded, 2))
FROM one a JOIN one c USING (collection, model, uneven) JOIN one f USING (collection, model, uneven) JOIN one p USING (collection, model)
WHERE (a.pick, c.pick, f.pick, p.pick, p.uneven) = ('min_f', 'min_g', 'newest', 'min_f', 1) AND a.uneven > 1 ORDER BY collection, model, a.uneven;
