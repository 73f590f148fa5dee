-- of 2005
-- Moves that ME-IDA* tries per expansion.
SET search_path = papers, public;
SELECT in_head(1, 'moves tried per expansion', 'here', 'paper');
SELECT in_table(r.model, fixed(sum(tried) / sum(r.expanded), 3), fixed(max(p.visited / p.expanded), 3))
FROM result r JOIN paper_2005 p USING (model, row) WHERE experiment = '2005' AND row = 'ME-IDA*' GROUP BY r.model ORDER BY r.model;
