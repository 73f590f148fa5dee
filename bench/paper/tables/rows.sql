-- of 2005 2006 left nocut draws floods
-- How many rows of each table agree with the paper, are explained, and are open.
SET search_path = papers, public;
SELECT in_head(1, 'table', 'rows', 'agree', 'explained', 'open');
WITH verdict AS (
    SELECT '2006, ' || walls || ' walls' AS place, verdict FROM judged_2006
    UNION ALL SELECT '2005, ' || obstacles || ' obstacles', verdict FROM judged_2005
)
SELECT in_table(coalesce(place, 'all'), count(*)::text, sum((verdict = 'agrees')::int)::text, sum((verdict ~ 'explained' AND verdict !~ 'open')::int)::text, sum((verdict ~ 'open')::int)::text)
FROM verdict GROUP BY GROUPING SETS ((place), ()) ORDER BY place;
