SET search_path = papers, public;
SELECT in_head(1, 'model', 'searches', 'that complete', '%', 'expanded by A*, where it completes', 'where not');
SELECT in_table('`' || model.model::text || '`', fixed(count(*), 0), fixed(sum(r.complete::int), 0), fixed(100 * avg(r.complete::int), 1),
    fixed(avg(a.expanded) FILTER (WHERE r.complete), 0), fixed(avg(a.expanded) FILTER (WHERE NOT r.complete), 0))
FROM result r JOIN result a USING (model, map, i) JOIN model ON model.name = r.model
WHERE r.experiment = 'plain' AND a.experiment = '2005' AND a.row = 'A*'
GROUP BY model.name, model.model ORDER BY model.name;
