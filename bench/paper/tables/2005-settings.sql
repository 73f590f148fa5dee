-- of settings
SET search_path = papers, public;
SELECT in_head(3, 'obstacles', 'model', 'pairs of', 'cost', 'paper', 'errors apart', 'length', 'paper');
-- A difference of three errors would be large: each is that of two draws on the same maps.
WITH of_map AS (
    SELECT entry, map, avg(cost) AS cost, avg(length) AS length, variance(cost) / count(*) AS spread, count(*) AS pairs
    FROM result WHERE experiment = 'settings' GROUP BY entry, map
), of_all AS (
    SELECT entry, avg(cost) AS cost, avg(length) AS length, sqrt(sum(spread)) / count(*) AS error, avg(pairs)::float8 AS pairs FROM of_map GROUP BY entry
)
SELECT in_table(obstacles, '`' || model.model::text || '`', kind, with_error(of_all.cost, error, 1, NULL, NULL), fixed(p.cost, 1),
    fixed((of_all.cost - p.cost) / apart_2005(error, of_all.pairs), 1), fixed(of_all.length, 1), fixed(p.length, 1))
FROM of_all JOIN entry ON id = of_all.entry JOIN model ON model.name = entry.model
    JOIN paper_2005 p ON p.row = 'A*'
        AND p.model = split_part(entry.model, ',', 1) || CASE obstacles WHEN 'passable' THEN ', obstacles' ELSE '' END
ORDER BY entry.id;

-- Both use the same pairs, so that much of the variance of the draw cancels.
SELECT E'\n' || in_head(1, 'corners', 'cost, octile / tile', 'paper', 'length, octile / tile', 'paper');
WITH both_models AS (
    SELECT o.model, o.map, o.cost AS oc, o.length AS ol, t.cost AS tc, t.length AS tl
    FROM result o JOIN result t USING (experiment, kind, map, i)
    WHERE experiment = 'settings' AND t.model = 'tile' AND o.model IN ('octile', 'octile, both corners', 'octile, any corners')
), ratio AS (
    SELECT model, avg(oc) / avg(tc) AS c, avg(ol) / avg(tl) AS l, avg(tc) AS tc_mean, avg(tl) AS tl_mean FROM both_models GROUP BY model
), of_map AS (
    SELECT model, map, variance(oc - c * tc) / count(*) AS c_spread, variance(ol - l * tl) / count(*) AS l_spread
    FROM both_models JOIN ratio USING (model) GROUP BY model, map
)
SELECT in_table(CASE model WHEN 'octile' THEN '`one`' WHEN 'octile, any corners' THEN '`any`' ELSE '`both`' END,
    with_error(c, sqrt(sum(c_spread)) / count(*) / tc_mean, 4, NULL, NULL), fixed(5637.7 / 6758.6, 4),
    with_error(l, sqrt(sum(l_spread)) / count(*) / tl_mean, 4, NULL, NULL), fixed(46.1 / 68.6, 4))
FROM of_map JOIN ratio USING (model) GROUP BY model, c, l, tc_mean, tl_mean ORDER BY c DESC;
