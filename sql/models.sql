-- models: costs of steps, on maps small enough to compute by hand
CREATE TABLE ask (n serial, codes text[], start gridcell, goal gridcell, model gridmodel, by_hand float8);

-- decimals are exact, sums of float8 are not
SELECT sum(0.1::float8) AS "not 1", 0.3::float8 + 0.3::float8 + 0.3::float8 AS "not 0.9" FROM generate_series(1, 10);
INSERT INTO ask (codes, start, goal, model, by_hand) VALUES
  ('{...........}', '(0,0)', '(10,0)', 'tile(straight=0.1)', 1), -- 10 * 0.1
  ('{....}', '(0,0)', '(3,0)', 'tile(.=0.3)', 0.9), -- 3 * 0.3
  ('{........}', '(0,0)', '(7,0)', 'octile(straight=0.1, .=0.3)', 0.21), -- 7 * 0.1 * 0.3
  ('{abc}', '(0,0)', '(2,0)', 'tile(a=1, b=0.1, c=0.2)', 0.3), -- 0.1 + 0.2
  ('{abc}', '(0,0)', '(2,0)', 'tile(straight=0.000000001, a=1, b=0.1, c=0.2)', 0.0000000003),
  ('{...}', '(0,0)', '(2,0)', 'tile(straight=999999999)', 1999999998),
  ('{..,..}', '(0,0)', '(1,1)', 'octile(straight=0.1, diagonal=0.15)', 0.15);

-- the diagonal: cheaper than a straight step, equal to one, to two, more expensive
-- than two
INSERT INTO ask (codes, start, goal, model, by_hand) VALUES
  ('{...,...}', '(0,0)', '(2,0)', 'octile(diagonal=0.25)', 0.5), -- SE NE, not E E
  ('{...,...}', '(0,0)', '(1,0)', 'octile(diagonal=0.25)', 1), -- x + y has to become odd: no way without a straight step
  ('{...}', '(0,0)', '(2,0)', 'octile(diagonal=0.25)', 2), -- no room for diagonals
  ('{....,....,....}', '(0,0)', '(3,2)', 'octile(diagonal=1)', 3), -- the larger of 3 and 2
  ('{....,....,....}', '(0,0)', '(3,2)', 'octile(diagonal=1.5)', 4), -- 2 * 1.5 + 1
  ('{....,....,....}', '(0,0)', '(3,2)', 'octile(diagonal=2)', 5), -- 3 + 2, or any mixture
  ('{....,....,....}', '(0,0)', '(3,2)', 'octile(diagonal=5)', 5), -- 3 + 2 straight
  ('{....,....,....}', '(0,0)', '(3,2)', 'octile', 1 + 2 * sqrt(2)),
  ('{....,....,....}', '(0,0)', '(3,2)', 'octile(straight=100)', 100 + 200 * sqrt(2)),
  ('{....,....,....}', '(0,0)', '(3,2)', 'tile(straight=100)', 500);

-- corners: the cells beside a diagonal step
INSERT INTO ask (codes, start, goal, model, by_hand) VALUES
  ('{..,@.}', '(0,0)', '(1,1)', 'octile', 2), -- E S
  ('{..,@.}', '(0,0)', '(1,1)', 'octile(corners=one)', sqrt(2)),
  ('{.@,@.}', '(0,0)', '(1,1)', 'octile(corners=one)', NULL),
  ('{.@,@.}', '(0,0)', '(1,1)', 'octile(corners=any)', sqrt(2)),
  ('{.@,@.}', '(0,0)', '(1,1)', 'octile(corners=any, diagonal=5)', 5), -- the only way
  ('{.@,@.}', '(0,0)', '(1,1)', 'octile(obstacle=3)', sqrt(2)), -- obstacles that can be passed are no corners
  ('{.@,T.}', '(0,0)', '(1,1)', 'octile(obstacle=3, T=blocked)', 4), -- over the @: 3 + 1
  ('{.@,T.}', '(0,0)', '(1,1)', 'octile(obstacle=3, T=blocked, corners=one)', sqrt(2));

-- oblong cells: steps along rows cost dx, along columns dy, diagonal ones their length
INSERT INTO ask (codes, start, goal, model, by_hand) VALUES
  ('{...,...}', '(0,0)', '(2,1)', 'tile(dx=2, dy=0.5)', 4.5),
  ('{...,...}', '(0,0)', '(2,1)', 'octile(dx=3, dy=4)', 8), -- 5 + 3
  ('{...,...}', '(0,0)', '(2,1)', 'octile(straight=0.1, dx=3, dy=4)', 0.8),
  ('{...,...}', '(0,0)', '(2,1)', 'octile(dy=7)', 5 * sqrt(2) + 1), -- 1 + 49 = 2 * 25
  ('{...,...}', '(0,0)', '(2,1)', 'octile(dx=2, dy=2)', 2 * sqrt(2) + 2),
  ('{...,...}', '(0,0)', '(2,1)', 'octile(dx=2, diagonal=2.25)', 4.25),
  ('{...,...}', '(0,0)', '(2,0)', 'octile(dx=9, dy=1, diagonal=2.5)', 5), -- SE NE
  ('{...,...}', '(0,0)', '(1,0)', 'octile(dx=9, dy=1, diagonal=2.5)', 3.5), -- SE N
  ('{.W,..}', '(0,0)', '(1,0)', 'octile(dx=9, dy=1, diagonal=2.5, W=2, weigh=leave)', 3.5), -- SE N
  ('{W.,..}', '(0,0)', '(1,0)', 'octile(dx=9, dy=1, diagonal=2.5, W=2, weigh=leave)', 4.5), -- S NE: 2 + 2.5
  ('{.W,..}', '(0,0)', '(1,1)', 'tile(dx=3, W=5)', 4); -- S E
SELECT 'octile(dx=2)'::gridmodel;
SELECT 'octile(dx=30, dy=10)'::gridmodel;
SELECT 'octile(dx=999999999, dy=999999998)'::gridmodel;
SELECT 'tile(straight=0.000000001, dx=0.1)'::gridmodel;
SELECT 'hex(dx=2)'::gridmodel;
SELECT 'octile(dx=3, dy=4, turn90=0.5)'::gridmodel;
SELECT 'octile(dx=3, dy=4, rise=1)'::gridmodel;
SELECT fringe_index(gridmap('{..,..}'::text[]), 'octile(dx=3, dy=4)');
SELECT fringe_cost(gridmap('{..,..}'::text[]), '(0,0)', '(1,1)', 'octile(dx=3, dy=4)', 'jump');
SELECT (fringe_search(gridmap('{..,..}'::text[]), '(0,0)', '(1,1)', 'octile(dx=3, dy=4)')).method;
SELECT fringe_distance('(0,0)', '(3,1)', m) FROM unnest('{octile(dy=7), "octile(dx=3, dy=4)", "octile(dx=9, diagonal=2.5)", "tile(dx=2, dy=0.5)"}'::gridmodel[]) m;
-- a link's unit is a step of cells that are 1 x 1
SELECT fringe_cost(gridmap_link(gridmap('{..@..}'::text[]), '{"(1,0)<>(3,0)=4"}'), '(0,0)', '(4,0)', m) FROM unnest('{tile, "tile(dx=3, dy=7)", "tile(straight=2, dx=3)"}'::gridmodel[]) m;
-- lines have the lengths of oblong cells
SELECT step_cost, total_cost FROM gridpath_smooth('(0,0) SE1 S1', gridmap('{..,..,..}'::text[]), 'octile(dx=3, dy=4)');

-- weights: of the cell entered or left, the mean of both, or the larger one
INSERT INTO ask (codes, start, goal, model, by_hand) VALUES
  ('{.G}', '(0,0)', '(1,0)', 'tile(G=3)', 3),
  ('{.G}', '(1,0)', '(0,0)', 'tile(G=3)', 1), -- back is cheaper
  ('{.G}', '(0,0)', '(1,0)', 'tile(G=3, weigh=average)', 2),
  ('{.G}', '(1,0)', '(0,0)', 'tile(G=3, weigh=average)', 2), -- back is the same
  ('{..,.G}', '(0,0)', '(1,1)', 'octile(G=2, weigh=average)', 1.5 * sqrt(2)),
  ('{GG.}', '(0,0)', '(2,0)', 'tile(G=0.1, weigh=average)', 0.65), -- 0.1 + 0.55
  ('{.@.}', '(0,0)', '(2,0)', 'tile(straight=100)', NULL),
  ('{.@.}', '(0,0)', '(2,0)', 'tile(straight=100, obstacle=3)', 400), -- 300 + 100
  ('{.@.}', '(0,0)', '(2,0)', 'tile(straight=100, obstacle=3, weigh=average)', 400), -- 200 + 200
  ('{.G}', '(0,0)', '(1,0)', 'tile(G=3, weigh=leave)', 1),
  ('{.G}', '(1,0)', '(0,0)', 'tile(G=3, weigh=leave)', 3),
  ('{.R.}', '(0,0)', '(2,0)', 'tile(R=0.5, weigh=leave)', 1.5),
  ('{.RR.}', '(0,0)', '(3,0)', 'tile(R=0.5, weigh=max)', 2.5), -- only from road to road: 1 + 0.5 + 1
  ('{.G.}', '(0,0)', '(2,0)', 'tile(G=3, weigh=max)', 6),
  ('{..,.G}', '(0,0)', '(1,1)', 'octile(G=2, weigh=max)', 2 * sqrt(2)),
  ('{.W.}', '(0,0)', '(2,0)', 'tile(obstacle=3, W=blocked)', NULL);

-- weight 0: no blocked cell; best paths have no cycles
INSERT INTO ask (codes, start, goal, model, by_hand) VALUES
  ('{.RR.}', '(0,0)', '(3,0)', 'tile(R=0)', 1),
  ('{.RR.}', '(3,0)', '(0,0)', 'octile(R=0, weigh=average)', 1), -- 0.5 + 0 + 0.5
  ('{.RR.}', '(0,0)', '(3,0)', 'octile(R=0, weigh=leave)', 1),
  ('{.RR.}', '(0,0)', '(3,0)', 'octile(R=0, weigh=max)', 2),
  ('{RRR,RRR,RRR}', '(0,0)', '(2,2)', 'octile(R=0)', 0),
  ('{RRR,RRR,RRR}', '(0,0)', '(2,2)', 'octile(R=0, diagonal=5, corners=any)', 0),
  ('{..@.,RRRR}', '(0,0)', '(3,0)', 'octile(R=0)', 1), -- S, 3 E, N
  ('{..@.,RRRR}', '(0,0)', '(3,0)', 'octile(R=0, .=0)', 0),
  ('{.>.}', '(0,0)', '(2,0)', 'tile(>=0/E)', 1),
  ('{.>.}', '(2,0)', '(0,0)', 'tile(>=0/E)', NULL),
  ('{RR.,RR.,...}', '(0,0)', '(1,1)', 'octile(R=0, size=2)', sqrt(2)); -- the heaviest of four cells

-- weights below 1, and detours cheaper than a straight line or a diagonal
INSERT INTO ask (codes, start, goal, model, by_hand) VALUES
  ('{.....,GGGGG}', '(0,0)', '(4,0)', 'tile(G=0.5)', 3.5), -- S, 4 E on G, N: 0.5 + 2 + 1
  ('{.....,GGGGG}', '(0,0)', '(4,0)', 'octile(G=0.5)', 1 + 1.5 * sqrt(2)), -- SE, 2 E on G, NE: 0.5 r + 1 + r
  ('{.....,GGGGG}', '(0,0)', '(4,0)', 'tile', 4),
  ('{...,.w.,...}', '(0,0)', '(2,2)', 'octile(w=9)', 2 + sqrt(2)), -- E SE S; through the middle 10 r
  ('{...,.w.,...}', '(0,0)', '(2,2)', 'octile(w=0.5)', 1.5 * sqrt(2)), -- through the middle
  ('{...,.w.,...}', '(0,0)', '(2,2)', 'octile', 4), -- the middle blocked, and a corner
  ('{...,.w.,...}', '(0,0)', '(2,2)', 'octile(corners=one)', 2 + sqrt(2));

-- blocked ground: an agent on water only, and one on trees only
INSERT INTO ask (codes, start, goal, model, by_hand) VALUES
  ('{W..W,WWWW}', '(0,0)', '(3,0)', 'octile(.=blocked, W=1)', 5), -- S E E E N; no corner is cut
  ('{W..W,WWWW}', '(0,0)', '(3,0)', 'octile(.=blocked, W=1, corners=one)', 1 + 2 * sqrt(2)), -- SE E NE
  ('{W..W,WWWW}', '(0,0)', '(1,0)', 'octile(.=blocked, W=1)', NULL),
  ('{TGT,TST,TTT}', '(0,0)', '(2,0)', 'tile(G=blocked, S=blocked, T=0.5)', 3); -- 6 * 0.5

-- sums of 1 and the root of 2 that differ by less and less: the diagonal step into b, or E into a and S into b?
INSERT INTO ask (codes, start, goal, model, by_hand) VALUES
  ('{.a,@b}', '(0,0)', '(1,1)', 'octile(corners=one, a=169, b=408)', 408 * sqrt(2)), -- 576.999134 < 577
  ('{.a,@b}', '(0,0)', '(1,1)', 'octile(corners=one, a=408, b=985)', 1393), -- 1393.000359 > 1393
  ('{.a,@b}', '(0,0)', '(1,1)', 'octile(corners=one, a=195025, b=470832)', 470832 * sqrt(2)), -- 665856.99999925 < 665857
  ('{.a,@b}', '(0,0)', '(1,1)', 'octile(corners=one, a=470832, b=1136689)', 1607521); -- 1607521.00000031 > 1607521

SELECT n, codes, start, goal, model, cost, cost IS NOT DISTINCT FROM by_hand AS "by hand",
  cost IS NOT DISTINCT FROM fringe_cost(gridmap(codes), start, goal, model, 'fringe') AS "by fringe"
FROM ask, LATERAL (SELECT fringe_cost(gridmap(codes), start, goal, model, 'astar') AS cost) answer
ORDER BY n;

-- weight 0 in a published test: the costs of test_basic, test_no_diagonal and test_route of scikit-image (skimage/graph/tests/test_mcp.py)
CREATE TEMP TABLE hook AS SELECT gridmap('{........,.000000.,.0......,.0......,.0......,.0......,.0......,........}'::text[]) AS map;
SELECT y, string_agg(cost::text, ' ' ORDER BY x) AS costs FROM hook, fringe_reach(map, '(6,1)', 'infinity', 'octile(diagonal=1, corners=any, 0=0)') GROUP BY y ORDER BY y;
SELECT y, string_agg(cost::text, ' ' ORDER BY x) AS costs FROM hook, fringe_reach(map, '(6,1)', 'infinity', 'tile(0=0)') GROUP BY y ORDER BY y;
SELECT method, fringe_cost(map, '(6,1)', '(2,7)', 'octile(corners=any, 0=0, weigh=average)', method::gridmethod) = sqrt(2::float8) / 2 AS half_a_diagonal
FROM hook, unnest('{auto,astar,fringe,idastar,sweep}'::text[]) method;
DROP TABLE ask;

-- steps and sums of a path, each rounded separately
SELECT seq, step_cost, total_cost FROM fringe_path(gridmap('{abcb}'::text[]), '(0,0)', '(3,0)', 'tile(a=1, b=0.1, c=0.2)');

-- 2048 x 2048 cells, weights from 1 to 1000, averaged, under the root of 2. Row y
-- has weight 1 + 111 * (y % 10), so a path down costs at least the sum of the means
-- of neighbouring rows, and the straight one exactly that
SET fringe.cache_size = '256MB';
CREATE TABLE wide AS SELECT gridmap(array_agg(repeat((y % 10)::text, 2048) ORDER BY y)) AS map FROM generate_series(0, 2047) y;
SELECT cost, cost = by_hand AS "by hand"
FROM (SELECT fringe_cost(map, '(7,0)', '(7,2047)',
        'octile(weigh=average, 0=1, 1=112, 2=223, 3=334, 4=445, 5=556, 6=667, 7=778, 8=889, 9=1000)') AS cost FROM wide) answer,
  (SELECT sum((1 + 111 * (y % 10) + 1 + 111 * ((y + 1) % 10)) / 2.0) AS by_hand FROM generate_series(0, 2046) y) hand;
-- one cell of weight 1 out of the way, all others of 1000: from corner to corner 2047 diagonal steps
SELECT cost, cost = 2047000 * sqrt(2) AS "by hand"
FROM (SELECT fringe_cost(gridmap(array_agg(repeat('#', 2047) || CASE WHEN y = 0 THEN '.' ELSE '#' END ORDER BY y)),
        '(0,0)', '(2047,2047)', 'octile(weigh=average, #=1000)') AS cost FROM generate_series(0, 2047) y) answer;
DROP TABLE wide;
RESET fringe.cache_size;

-- too many digits are refused when the model is parsed
SELECT 'octile(diagonal=1.4142135623)'::gridmodel;
SELECT 'octile(W=1000000000)'::gridmodel;
-- too large a range of costs is refused only on maps where the weights occur
SELECT fringe_cost(gridmap('{...}'::text[]), '(0,0)', '(2,0)', 'tile(.=0.000000001, @=999999999)');
SELECT fringe_cost(gridmap('{..@}'::text[]), '(0,0)', '(1,0)', 'tile(.=0.000000001, @=999999999)');
SELECT fringe_cost(gridmap('{..@}'::text[]), '(0,0)', '(1,0)', 'tile(.=0.000000001, @=999999999, obstacle=2)');
-- 800 of the most expensive cells exceed the range, 4 do not: 0.0001 + 4 *
-- 999999999
CREATE TABLE snake AS
SELECT gridmap(array_agg(CASE WHEN y = 0 THEN '@.' || repeat('@', 38) WHEN y % 2 = 0 THEN repeat('@', 40)
  WHEN y % 4 = 1 THEN repeat('#', 39) || '@' ELSE '@' || repeat('#', 39) END ORDER BY y)) AS map FROM generate_series(0, 39) y;
SELECT fringe_cost(map, '(0,0)', '(5,0)', 'tile(@=999999999, .=0.0001)')::numeric FROM snake;
SELECT fringe_cost(map, '(0,0)', '(39,38)', 'tile(@=999999999, .=0.0001)') FROM snake;
SELECT fringe_cost(map, '(0,0)', '(39,38)', 'tile(@=999999999, .=0.0001)', 'fringe') FROM snake;

-- the codes of a map, which a model can give weights
SELECT * FROM gridmap_codes((SELECT map FROM snake));
SELECT * FROM gridmap_codes(gridmap('{.GSWT@,......}'::text[]));
SELECT * FROM gridmap_codes(gridmap('{WS.G,T.@.}'::text[])) ORDER BY cells DESC, code;
DROP TABLE snake;

-- models are equal if neighbours, steps, the weights of all codes and those of links are
SELECT a, b, a::gridmodel = b::gridmodel AS equal
FROM (VALUES ('octile', 'octile(straight=1.0, diagonal=sqrt2, corners=both, obstacle=blocked, weigh=enter)'),
  ('octile', 'octile(straight=01, .=1, G=1., S=1)'), ('octile', 'octile(@=blocked)'),
  ('octile(obstacle=1)', 'octile(T=1.0, obstacle=1)'), ('tile(obstacle=3)', 'tile(T=3, obstacle=3.00)'),
  ('tile(weigh=average)', 'tile'), ('tile(weigh=average, T=2)', 'tile(T=2)'), ('octile(diagonal=1.414213562)', 'octile'),
  ('octile(corners=one)', 'octile'), ('tile', 'octile'), ('octile(T=0)', 'octile(T=00.0)'), ('octile(T=0)', 'octile(T=blocked)'),
  ('tile(weigh=leave)', 'tile(weigh=max)'), ('tile(T=2, weigh=leave)', 'tile(T=2, weigh=max)')) pairs (a, b);
SELECT count(DISTINCT model), count(*) FROM unnest('{octile,octile(W=blocked),octile(W=2),"octile( W = 2.0 )",tile}'::gridmodel[]) model;

-- no index takes weight 0
SELECT fringe_index(gridmap('{.RR.}'::text[]), 'tile(R=0)');

-- Distances on open ground are the costs of an open map, to the bit. No weight, direction, link or size counts.
CREATE TABLE distance_model (model gridmodel, map_model gridmodel);
INSERT INTO distance_model SELECT m, m FROM unnest(ARRAY['octile', 'tile', 'anyangle', 'octile(straight=10)', 'octile(straight=0.3)', 'tile(straight=0.1)',
  'tile(straight=999999999.999999999)', 'anyangle(straight=2.5)', 'anyangle(straight=0.000000007)', 'octile(straight=10, diagonal=14)', 'octile(straight=0.7, diagonal=1)',
  'octile(diagonal=1)', 'octile(diagonal=1.5)', 'octile(diagonal=2)', 'octile(diagonal=2.000000001)', 'octile(diagonal=9)', 'octile(diagonal=0.999999999)',
  'octile(diagonal=0.25)', 'octile(straight=3, diagonal=0.01)', 'octile(straight=0.123456789, diagonal=0.987654321)', 'octile(corners=any)',
  'octile(size=3, diagonal=0.5)', 'octile(weigh=average, G=3)', 'octile(G=7, W=blocked, >=leave:E, link=5)', 'anyangle(size=2, G=1)', 'hex', 'hex(straight=0.7, G=3)']::gridmodel[]) m;
INSERT INTO distance_model VALUES ('octile(.=7, G=0.5, obstacle=3)', 'octile'), ('tile(.=leave:E, straight=3)', 'tile(straight=3)'), ('octile(.=blocked)', 'octile'), ('octile(.=0)', 'octile');
SELECT count(*) AS compared, count(DISTINCT model) AS models, count(*) FILTER (WHERE cost IS DISTINCT FROM distance) AS wrong,
  min(format('%s %s %s: %s, not %s', model, a, b, distance, cost)) FILTER (WHERE cost IS DISTINCT FROM distance) AS example
FROM (SELECT model, a, b, fringe_distance(a, b, model) AS distance, fringe_cost(gridmap_resize(gridmap('{.}'::text[]), 20, 20, '.'), a, b, map_model) AS cost
  FROM distance_model, unnest('{"(3,3)","(9,4)"}'::gridcell[]) a, generate_series(1, 16) x, generate_series(1, 16, 3) y, gridcell(x, y) b) d;
DROP TABLE distance_model;
-- Any cells, either way round, and NULL.
SELECT fringe_distance('(-2147483648,-2147483648)', '(2147483647,2147483647)', 'tile') AS tile, fringe_distance('(2147483647,0)', '(-2147483648,1)', 'octile(diagonal=0.5)') AS zigzag,
  fringe_distance('(-2147483648,0)', '(2147483647,0)', 'anyangle') AS line, fringe_distance('(2147483647,-2147483648)', '(-2147483648,2147483647)', 'octile(straight=999999999.999999999, diagonal=999999999.999999998)') AS dear;
SELECT fringe_distance(a => '(5,5)', b => '(5,5)'), fringe_distance('(0,0)', NULL) IS NULL AND fringe_distance('(0,0)', '(1,1)', NULL) IS NULL AS "no cell, no model";
SELECT fringe_distance('(0,0)', '(1,1)', 'hexagon');

-- Models from arrays of codes and weights: each printable code, against the text with quotes.
SELECT count(*) AS compared, count(*) FILTER (WHERE made IS DISTINCT FROM written) AS wrong, min(code) FILTER (WHERE made IS DISTINCT FROM written) AS example
FROM (SELECT code, gridmodel_from(base, ARRAY[code]::"char"[], ARRAY[weight]) AS made,
    (base || '(' || CASE WHEN code = '''' THEN '''''''''' WHEN code ~ '[(),=]' THEN quote_literal(code) ELSE code END || '=' || coalesce(nullif(weight, 'infinity')::numeric::text, 'blocked') || ')')::gridmodel AS written
  FROM generate_series(33, 126) i, chr(i) code, unnest('{octile,tile}'::text[]) base, unnest('{0,0.1,2.5,123456789.125,0.000000001,infinity,NULL}'::float8[]) weight) m;
SELECT gridmodel_from('octile(weigh=average, T=9, W=7)', array_agg(code ORDER BY code), array_agg(weight ORDER BY code DESC)) AS "from rows",
  gridmodel_from('octile(weigh=average)'::gridmodel, '{T}', '{2}') AS "a model drops weigh", gridmodel_from('octile(>=2/leave:E, obstacle=3)', '{>}', '{0.5}') AS "directions stay",
  gridmodel_from('anyangle', '{T}', '{1}') AS passable, gridmodel_from('tile', '{}', '{}') AS none
FROM (VALUES ('T'::"char", 1.5::float8), ('a', NULL)) v (code, weight);
SELECT gridmodel_from('octile', '{T,T}', '{1,2}');
SELECT gridmodel_from('octile', '{T,NULL}', '{1,2}');
SELECT gridmodel_from('octile', '{T}', '{1,2}');
SELECT gridmodel_from('octile', '{T}', '{-1}');
SELECT gridmodel_from('octile', '{T}', '{NaN}');
SELECT gridmodel_from('octile', '{T}', '{1e9}');
SELECT gridmodel_from('octile', '{T}', '{0.30000000000000004}');
SELECT gridmodel_from('octile', '{""}', '{1}');
SELECT gridmodel_from('anyangle', '{T}', '{2}');
SELECT gridmodel_from('octtile', '{T}', '{1}');
