SET search_path = papers, public;
SELECT in_head(2, 'walls', 'method', 'pairs with a path', 'lost by the cut', 'lost after the repair', 'length / best: without cut', 'with it', 'repaired', 'nodes: without cut', 'with it', 'repaired');
WITH best AS (
    SELECT collection, map, i, cost FROM result WHERE experiment = 'corners' AND model = '8' AND found
), one AS (
    SELECT collection, split_part(row, ' ', 1) AS method, split_part(row, ' ', 2) AS cut, r.found, r.visited, r.cost, best.cost AS best
    FROM result r JOIN best USING (collection, map, i) WHERE experiment = 'repair'
)
SELECT in_table(right(collection, 3), method, fixed(count(*) / 3, 0), count(*) FILTER (WHERE cut = 'cut' AND NOT found)::text,
    count(*) FILTER (WHERE cut = 'repaired' AND NOT found)::text,
    fixed(sum(cost) FILTER (WHERE cut = 'none' AND found) / sum(best) FILTER (WHERE cut = 'none' AND found), 4),
    fixed(sum(cost) FILTER (WHERE cut = 'cut' AND found) / sum(best) FILTER (WHERE cut = 'cut' AND found), 4),
    fixed(sum(cost) FILTER (WHERE cut = 'repaired' AND found) / sum(best) FILTER (WHERE cut = 'repaired' AND found), 4),
    fixed(sum(visited) FILTER (WHERE cut = 'none'), 0), fixed(sum(visited) FILTER (WHERE cut = 'cut'), 0), fixed(sum(visited) FILTER (WHERE cut = 'repaired'), 0))
FROM one GROUP BY collection, method ORDER BY collection, method;
