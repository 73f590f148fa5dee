-- of repair corners
SET search_path = papers, public;
SELECT in_head(2, 'walls', 'method', 'n', 'lost, of these', 'length / best: no cut', 'deadends=infinite', 'deadends=on', 'nodes / no cut: deadends=infinite', 'deadends=on');
WITH one AS (
    SELECT r.collection, split_part(r.row, ' ', 1) AS method, split_part(r.row, ' ', 2) AS cut, r.map, r.found, r.opened::float8, r.cost, best.cost AS best
    FROM result r JOIN result best USING (collection, map, i)
    WHERE r.experiment = 'repair' AND best.experiment = 'corners' AND best.model = '8' AND best.found
)
SELECT in_table(right(collection, 3), method, count(*)::text, format('%s, %s', sum((NOT i.found)::int), sum((NOT o.found)::int)),
    in_ratio(array_agg(n.cost), array_agg(n.best), 4), in_ratio(array_agg(i.cost), array_agg(i.best), 4), in_ratio(array_agg(o.cost), array_agg(o.best), 4),
    in_ratio(array_agg(i.opened), array_agg(n.opened), 2), in_ratio(array_agg(o.opened), array_agg(n.opened), 2))
FROM one n JOIN one i USING (collection, method, map) JOIN one o USING (collection, method, map)
WHERE n.cut = 'none' AND i.cut = 'infinite' AND o.cut = 'on' GROUP BY collection, method ORDER BY collection, method;
