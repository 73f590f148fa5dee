-- of draws 2006
SET search_path = papers, public;
SELECT in_head(1, 'maps', 'n', 'IDA(4): nodes', 'IDAnof(4): nodes', 'searches at the limit', 'M(4): nodes');
WITH one AS (
    SELECT (split_part(map, '/', 2)::int - 1) / 100 + 1 AS draw, row, opened, all_opened FROM search_2006 WHERE experiment = 'draws'
), of_draw AS (
    SELECT draw, count(*) FILTER (WHERE row = 'M(4)') AS n, sum(opened) FILTER (WHERE row = 'IDA(4)') AS ida, sum(opened) FILTER (WHERE row = 'IDAnof(4)') AS nof,
        sum((all_opened > opened)::int) FILTER (WHERE row = 'IDAnof(4)') AS limited, sum(opened) FILTER (WHERE row = 'M(4)') AS m
    FROM one GROUP BY draw HAVING count(*) = 300
)
SELECT in_table('draw ' || row_number() OVER (ORDER BY draw), n::text, fixed(ida, 0), fixed(nof, 0), limited::text, fixed(m, 0)) FROM of_draw ORDER BY draw;
SELECT in_table('paper', '100', '233,428,544', '', '', '1,886,487');
