SET search_path = papers, public;
SELECT in_head(3, 'maps', 'model', 'method', 'f-limits', 'expanded', 'visited', 'most open', 'time, µs', 'time / stacks', 'ns a visit');
WITH of_method AS (
    SELECT collection, model, row, avg(iterations) AS iterations, avg(expanded) AS expanded, avg(visited) AS visited,
        avg(open_peak) AS open, avg(us) AS us
    FROM result WHERE experiment = 'lists' AND found GROUP BY collection, model, row
)
SELECT in_table(e.collection, '`' || model.model::text || '`', '`' || e.row || '`', coalesce(fixed(o.iterations, 1), 'not in this build'),
    fixed(o.expanded, 0), fixed(o.visited, 0), fixed(o.open, 0), fixed(o.us, 1), fixed(o.us / s.us, 2), fixed(1000 * o.us / o.visited, 0))
FROM entry e JOIN model ON model.name = e.model LEFT JOIN of_method o ON (o.collection, o.model, o.row) = (e.collection, e.model, e.row)
    LEFT JOIN of_method s ON (s.collection, s.model, s.row) = (e.collection, e.model, 'astar(open=stacks)')
WHERE e.experiment = 'lists' ORDER BY e.collection ~ 'walls', e.collection DESC, e.model, o.us;
