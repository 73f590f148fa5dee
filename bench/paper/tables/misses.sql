SET search_path = papers, public;
SELECT in_head(1, 'method', 'instructions a search', 'data accesses', 'misses of the first level', 'of the last level');
WITH searches AS (
    SELECT method, (max(repeats) - min(repeats)) * max(searches) AS n, max(instructions) - min(instructions) AS i,
        max(accesses) - min(accesses) AS a, max(first_misses) - min(first_misses) AS d1, max(last_misses) - min(last_misses) AS ll
    FROM misses GROUP BY method HAVING count(*) = 2
)
SELECT in_table('`' || method || '`', fixed(i::float8 / n, 0), fixed(a::float8 / n, 0), fixed(d1::float8 / n, 0), fixed(ll::float8 / n, 0))
FROM searches ORDER BY i;
