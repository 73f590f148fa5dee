-- of plain 2005
SET search_path = papers, public;
SELECT in_head(1, 'model', 'n', 'complete', 'in %', 'expanded by A*, where it completes', 'where not');
SELECT in_table('`' || model.model::text || '`', fixed(count(*), 0), fixed(sum(r.complete::int), 0),
    with_error(100 * avg(r.complete::int), 100 * sqrt(avg(r.complete::int) * (1 - avg(r.complete::int)) / count(*)), 1, NULL, NULL),
    in_mean(array_agg(a.expanded::float8) FILTER (WHERE r.complete), 0), in_mean(array_agg(a.expanded::float8) FILTER (WHERE NOT r.complete), 0))
FROM result r JOIN result a USING (model, map, i) JOIN model ON model.name = r.model
WHERE r.experiment = 'plain' AND a.experiment = '2005' AND a.row = 'A*'
GROUP BY model.name, model.model ORDER BY model.name;
