-- of profiled
SET search_path = papers, public;
SELECT in_head(1, 'method, costs 2 and 3', 'n', 'instructions a search', 'data accesses', 'misses of the first level', 'of the last level', 'mispredicted branches');
SELECT in_table('`' || method || '`', searches::text, fixed(instructions, 0), fixed(accesses, 0), fixed(first_misses, 0), fixed(last_misses, 0), fixed(mispredicted, 0))
FROM event WHERE collection = 'bg512' AND model = '2 and 3' ORDER BY instructions;
