-- of safe repair corners
SET search_path = papers, public;
SELECT in_head(2, 'walls', 'method', 'n', 'dearer than delta allows: infinite', 'on', 'safe', 'length / best: memory=g', 'infinite', 'on', 'safe',
    'nodes / memory=g: off', 'infinite', 'on', 'safe');
WITH one AS (
    SELECT r.collection, split_part(r.row, ' ', 1) AS method, split_part(r.row, ' ', 2) AS cut, r.map, r.opened::float8, r.cost, best.cost AS best,
        coalesce((NOT r.found OR r.cost > best.cost + substring(r.row, 'Δ(\d+)')::int)::int, 0) AS dearer
    FROM result r JOIN result best USING (collection, map, i)
    WHERE r.experiment IN ('repair', 'safe') AND best.experiment = 'corners' AND best.model = '8' AND best.found
), cut AS (
    SELECT collection, method, cut, count(*) AS n, sum(dearer) AS dearer, array_agg(opened ORDER BY map) AS opened, array_agg(cost ORDER BY map) AS cost, array_agg(best ORDER BY map) AS best
    FROM one GROUP BY collection, method, cut
)
SELECT in_table(right(collection, 3), method, n.n::text, i.dearer::text, o.dearer::text, s.dearer::text,
    in_ratio(n.cost, n.best, 4), in_ratio(i.cost, i.best, 4), in_ratio(o.cost, o.best, 4), in_ratio(s.cost, s.best, 4),
    in_ratio(off.opened, n.opened, 2), in_ratio(i.opened, n.opened, 2), in_ratio(o.opened, n.opened, 2), in_ratio(s.opened, n.opened, 2))
FROM cut n JOIN cut i USING (collection, method) JOIN cut o USING (collection, method) JOIN cut s USING (collection, method) JOIN cut off USING (collection, method)
WHERE (n.cut, i.cut, o.cut, s.cut, off.cut) = ('none', 'infinite', 'on', 'safe', 'off') ORDER BY collection, method;
