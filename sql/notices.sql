-- terrain that a model does not name is a wall: a notice says so, once per session, model and code
CREATE TABLE land AS SELECT * FROM (VALUES
  ('river', gridmap('{..R..,..RR.,..R..}'::text[])),
  ('ford', gridmap('{..R..,..kR.,..R..}'::text[])),
  ('game', gridmap('{.G.S.@,OTW#|.}'::text[])),
  ('all codes', gridmap((SELECT ARRAY[string_agg(chr(c), '')] FROM generate_series(33, 126) c))),
  ('all blocked', gridmap('{hh,h@}'::text[]))) AS l(name, map);

SELECT fringe_cost(map, '(0,0)', '(4,0)') FROM land WHERE name = 'river';
-- not again: for this map, for another map, by another function or method, after the cache was emptied
SELECT fringe_cost(map, '(0,0)', '(4,0)') FROM land WHERE name = 'river';
SELECT fringe_cost(gridmap_flip(map, 'x'), '(0,0)', '(4,0)', 'octile', 'astar'), (fringe_search(map, '(0,0)', '(4,0)')).found FROM land WHERE name = 'river';
SELECT fringe_cache_reset();
SELECT fringe_connected(map, '(0,0)', '(4,0)') FROM land WHERE name = 'river';
-- other codes, and other models; the text of the model tells two models apart, not what was written
SELECT fringe_cost(map, '(0,0)', '(4,0)') FROM land WHERE name = 'ford';
SELECT fringe_cost(map, '(0,0)', '(4,0)', 'octile(straight=1)') FROM land WHERE name = 'ford';
SELECT fringe_cost(map, '(0,0)', '(4,0)', 'tile') FROM land WHERE name = 'ford';
SELECT fringe_cost(map, '(0,0)', '(4,0)', 'tile(k=2)') FROM land WHERE name = 'ford';
SELECT fringe_cost(map, '(0,0)', '(4,0)', 'anyangle(straight=2)') FROM land WHERE name = 'river';
-- nothing about walls by custom, about codes that the model names, and about models that open all codes
SELECT fringe_cost(map, '(0,0)', '(4,0)') FROM land WHERE name = 'game';
SELECT fringe_cost(map, '(0,0)', '(4,0)', 'octile(R=blocked, k=blocked)'), fringe_cost(map, '(0,0)', '(4,0)', 'octile(obstacle=3)'),
  fringe_cost(map, '(0,0)', '(4,0)', 'octile(R=1, k=leave:E)') FROM land WHERE name = 'ford';
-- many codes: all but . G S, which are ground, and @ O T W # |
SELECT 94 - 3 - 6 AS codes, fringe_cost(map, '(13,0)', '(13,0)', 'octile(size=1, straight=2)') FROM land WHERE name = 'all codes';
-- a map that is blocked entirely has one notice
SELECT fringe_cost(map, '(0,0)', '(1,0)') FROM land WHERE name = 'all blocked';
-- whoever decodes the map says it, before it answers or fails
SELECT length(fringe_index(map, 'octile(straight=3)')::text) > 0 AS index FROM land WHERE name = 'river';
SELECT gridfield_cost(fringe_field(map, '{"(0,0)"}', 'octile(straight=4)'), '(1,0)') FROM land WHERE name = 'river';
SELECT count(*) FROM land, gridmap_random_cells(map, 100, 1, 'octile(straight=5)') WHERE name = 'river';
SELECT fringe_cost(map, '(0,0)', '(9,9)', 'octile(straight=6)') FROM land WHERE name = 'river';
SELECT reason FROM land, fringe_diagnose(map, '(0,0)', '(4,0)', 'octile(straight=7)') WHERE name = 'river';
-- there is nothing to say about blocked cells
SELECT fringe_cost(gridmap_block(gridmap('{...,...}'::text[]), '{"(1,0)"}'), '(0,0)', '(2,0)', 'octile(straight=8)');
-- thousands of maps: one line
SELECT count(fringe_cost(gridmap_set(gridmap_rooms(16, 16, 5, seed), '{"(1,1)"}', 'r'), '(2,2)', '(2,3)')) FROM generate_series(1, 2000) seed;
DROP TABLE land;
