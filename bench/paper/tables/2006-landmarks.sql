SET search_path = papers, public;
SELECT in_head(4, 'walls', 'neighbours', 'method', 'place', 'expanded: best=1', '2', '3', '5', '10', 'time / M: best=1', '2', '3', '5', '10', 'sum of lengths, least and most');
SELECT in_table(VARIADIC ARRAY[s.walls::text, s.model, split_part(s.row, ' ', 1), split_part(s.row, ' ', 2)]
    || array_agg(fixed(s.expanded, 0) ORDER BY split_part(s.row, ' ', 3)::int)
    || array_agg(fixed(s.seconds / m.seconds, 2) ORDER BY split_part(s.row, ' ', 3)::int)
    || (CASE WHEN min(s.sum) = max(s.sum) THEN fixed(min(s.sum), 0) ELSE fixed(min(s.sum), 0) || ' to ' || fixed(max(s.sum), 0) END))
FROM sum_2006 s JOIN sum_2006 m ON m.experiment = '2006' AND m.walls = s.walls AND m.row = format('M(%s)', s.model)
WHERE s.experiment = 'landmarks'
GROUP BY s.walls, s.model, split_part(s.row, ' ', 1), split_part(s.row, ' ', 2)
ORDER BY s.walls, s.model DESC, split_part(s.row, ' ', 1), split_part(s.row, ' ', 2) DESC;
