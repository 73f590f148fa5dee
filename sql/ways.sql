-- All best paths, and routes that go around something else.
CREATE TABLE yard (map gridmap);
INSERT INTO yard VALUES (gridmap('{.........,..@@@....,..@@@....,..@@@.T..,.........}'::text[]));
SELECT fringe_ascii(map) FROM yard;

-- ---- cells of all best paths ------------------------------------------------------
SELECT c.* FROM yard, fringe_best_cells(map, '(0,2)', '(6,2)') c;
SELECT slack, count(*), max(detour) FROM yard, unnest('{0,0.58,0.5857864376269049,1,3,-1,Infinity}'::float8[]) slack, fringe_best_cells(map, '(0,2)', '(6,2)', slack => slack) c GROUP BY slack ORDER BY slack;
SELECT c.* FROM yard, fringe_best_cells(map, '(0,0)', '(0,0)') c;
SELECT c.* FROM yard, fringe_best_cells(map, '(0,0)', '(3,2)') c;
-- sums of two costs do not compare: = misses cells
CREATE TABLE world AS SELECT row_number() OVER (ORDER BY name) AS n, name, map FROM (VALUES ('caves', gridmap_caves(45, 35, 0.4, 3)), ('rooms', gridmap_rooms(60, 40, 6, 2)), ('walls', gridmap_walls(70, 30, 60, 5, 4)),
  ('open', gridmap(ARRAY(SELECT repeat('.', 40) FROM generate_series(1, 30)))), ('terrain', (SELECT gridmap(array_agg(row ORDER BY y)) FROM (SELECT y, string_agg(('{.,.,T,W,@}'::text[])[1 + (x * 7 + y * 5 + x * y) % 5], '' ORDER BY x) AS row
    FROM generate_series(0, 30) y, generate_series(0, 30) x GROUP BY y) r))) m(name, map);
CREATE TABLE asked AS SELECT name, map, model, start, goal FROM world, unnest('{octile,tile,octile(corners=any),"octile(T=2, W=3.5)",octile(diagonal=1.5),"octile(.=enter:E+NE+SE+N+S, weigh=average)",octile(size=2),"hex(T=2, W=3.5)"}'::gridmodel[]) model,
  LATERAL fringe_random_pairs(map, 3, n, model);
INSERT INTO asked SELECT name || ', linked', gridmap_link(map, '{"(3,3)<>(30,20)=2","(10,3)>(25,6)=1.5","(1,1)<>(2,2)=sqrt2"}'), model, start, goal FROM asked WHERE model NOT IN ('octile(diagonal=1.5)', 'octile(size=2)', 'tile', 'hex(T=2, W=3.5)') AND name <> 'open';
-- by hand: the sums of two costs, to less than the least difference of two sums
CREATE TABLE by_hand AS SELECT name, model, start, goal, gridcell(f.x, f.y) AS cell, f.cost, f.cost + t.cost - best AS detour
FROM asked a, fringe_cost(map, start, goal, model) best, LATERAL (SELECT fringe_field(map, ARRAY[goal], model) AS field OFFSET 0) x, fringe_reach(map, start, best + 2, model) f, LATERAL (SELECT gridfield_cost(field, gridcell(f.x, f.y)) AS cost) t
WHERE f.cost + t.cost - best < 1.1 + 1e-7;
CREATE TABLE returned AS SELECT name, model, start, goal, slack, c.* FROM asked, unnest('{0,1.1}'::float8[]) slack, fringe_best_cells(map, start, goal, model, slack) c;
SELECT slack, count(*) AS cells, failing((name, model, start, goal, cell)::text) FILTER (WHERE h.cell IS NULL OR r.cell IS NULL OR h.cost <> r.cost OR abs(h.detour - r.detour) > 1e-9) AS wrong,
  count(*) FILTER (WHERE r.detour = 0 AND h.detour <> 0) AS "found by no equality"
FROM (SELECT h.*, slack FROM by_hand h, unnest('{0,1.1}'::float8[]) slack WHERE detour < slack + 1e-7) h FULL JOIN returned r USING (name, model, start, goal, slack, cell) GROUP BY slack ORDER BY slack;

-- ---- their number ------------------------------------------------------------------
SELECT model, fringe_best_count(map, '(0,0)', '(8,4)', model) FROM yard, unnest('{octile,tile,"octile(diagonal=2)","octile(corners=any)",octile(@=1)}'::gridmodel[]) model;
SELECT fringe_best_count(map, '(0,0)', '(0,0)') AS itself, fringe_best_count(map, '(0,0)', '(3,2)') AS "into a wall" FROM yard;
-- open ground: binomial coefficients
SELECT n, fringe_best_count(gridmap(ARRAY(SELECT repeat('.', n + 1) FROM generate_series(0, n))), '(0,0)', gridcell(n, n), 'tile') = trim_scale(factorial(2 * n) / factorial(n) ^ 2) AS "C(2n,n)" FROM unnest('{1,2,9,17,18,33,100}'::int[]) n;
SELECT length(fringe_best_count(gridmap(ARRAY(SELECT repeat('.', 600) FROM generate_series(1, 600))), '(0,0)', '(599,599)', 'tile')::text) AS digits;
-- by hand, with links, also beside a step and twice: steps and links of which each is on a best path, one after the other
CREATE TABLE small AS SELECT name, map, model FROM (VALUES ('plain', gridmap('{......,.@..@.,......,..@...,......}'::text[]), '{}'::gridlink[]),
  ('linked', gridmap('{......,.@..@.,......,..@...,......}'::text[]), '{"(0,0)<>(1,0)","(2,2)>(4,4)=2:a","(2,2)>(4,4)=2:b","(0,4)>(5,0)=3","(1,2)<>(2,3)=1","(5,4)>(0,0)=1"}')) m(name, codes, links), LATERAL (SELECT gridmap_link(codes, links) AS map) l,
  unnest('{octile,tile,octile(diagonal=2),octile(corners=any),hex}'::gridmodel[]) model;
CREATE TABLE edge AS SELECT name, model, goal, a.cell AS "from", b.cell AS "to", text
FROM small, LATERAL (SELECT gridcell(x, y) AS goal, fringe_field(map, ARRAY[gridcell(x, y)], model) AS field FROM gridmap_cells(map) WHERE code <> '@' OFFSET 0) g, gridfield_cells(field) a, gridfield_cells(field) b,
  LATERAL (SELECT DISTINCT a.cell || ' ' || t || b.cell AS text FROM unnest('{"",>}'::text[]) t WHERE (t = '>' OR abs(gridcell_x(a.cell) - gridcell_x(b.cell)) <= 1 AND abs(gridcell_y(a.cell) - gridcell_y(b.cell)) <= 1)
    AND gridpath_valid((a.cell || ' ' || t || b.cell)::gridpath, map, model)) t
WHERE a.cell <> b.cell AND a.cell <> goal AND abs(gridpath_cost(text::gridpath, map, model) + b.cost - a.cost) < 1e-9;
CREATE TABLE counted AS WITH RECURSIVE path(name, model, goal, start, at, text) AS (
  SELECT DISTINCT name, model, goal, "from", "from", "from"::text FROM edge WHERE "from" IN ('(0,0)', '(0,4)', '(3,2)', '(5,1)')
  UNION ALL SELECT p.name, p.model, p.goal, start, "to", p.text || substr(e.text, length(at::text) + 1) FROM path p JOIN edge e ON (e.name, e.model, e.goal, e."from") = (p.name, p.model, p.goal, p.at))
SELECT name, model, start, goal, count(*) AS paths, array_agg(text::gridpath) AS told FROM path WHERE at = goal GROUP BY name, model, start, goal;
SELECT name, count(*) AS pairs, sum(paths) AS paths, failing((name, model, start, goal, paths)::text) FILTER (WHERE fringe_best_count(map, start, goal, model) <> paths) AS wrong FROM counted JOIN small USING (name, model) GROUP BY name ORDER BY name;

-- ---- one of them at random -----------------------------------------------------------
SELECT seed, fringe_random_route(map, '(0,2)', '(6,2)', seed => seed) FROM yard, generate_series(1, 4) seed;
SELECT fringe_random_route(map, '(0,2)', '(6,2)', 'octile', 0) = fringe_random_route(map, '(0,2)', '(6,2)') AS "0 by default", fringe_random_route(map, '(0,0)', '(0,0)') AS itself, fringe_random_route(map, '(0,0)', '(3,2)') IS NULL AS none FROM yard;
-- each of them as often as others: no frequency is as far from its mean as five times the root of the mean
CREATE TABLE drawn AS SELECT name, model, start, goal, route, count(*) FROM counted JOIN small USING (name, model), LATERAL (SELECT seed, fringe_random_route(map, start, goal, model, seed) AS route FROM generate_series(1, 100 * paths) seed) r WHERE paths BETWEEN 2 AND 12 GROUP BY 1, 2, 3, 4, 5;
SELECT count(*) AS routes, failing((name, model, start, goal, route)::text) FILTER (WHERE NOT route = ANY (told)) AS wrong, failing((name, model, start, goal, route, d.count)::text) FILTER (WHERE abs(d.count - 100) > 50) AS uneven,
  (SELECT sum(paths) FROM counted WHERE paths BETWEEN 2 AND 12) AS paths FROM drawn d JOIN counted USING (name, model, start, goal);

-- ---- cells that cost nothing -----------------------------------------------------------
SELECT fringe_best_count(gridmap('{.x.,...}'::text[]), '(0,0)', '(2,0)', 'tile(x=0)') AS "one by one", fringe_random_route(gridmap('{.xx,...}'::text[]), '(0,0)', '(0,1)', 'tile(x=0)') AS elsewhere;
SELECT fringe_best_count(gridmap('{.xx.}'::text[]), '(0,0)', '(3,0)', 'tile(x=0)');
SELECT fringe_random_route(gridmap('{.xx.}'::text[]), '(0,0)', '(3,0)', 'tile(x=0)');
SELECT c.* FROM fringe_best_cells(gridmap('{.xx.}'::text[]), '(0,0)', '(3,0)', 'tile(x=0)') c;

-- ---- routes that go around something else ------------------------------------------------
SELECT a.* FROM yard, fringe_alternatives(map, '(0,2)', '(8,2)', overlap => 1) a;
SELECT a.* FROM yard, fringe_alternatives(map, '(0,2)', '(8,2)') a;
SELECT pillar, count(*) FROM yard, unnest('{1,2,9,10}'::int[]) pillar, fringe_alternatives(map, '(0,2)', '(8,2)', k => 9, overlap => 1, pillar => pillar) a GROUP BY pillar ORDER BY pillar;
-- both ways around a block: what is beyond it is not near, however thin it is
SELECT wide, high, count(*) FROM unnest('{1,3,9}'::int[]) wide, unnest('{1,3,9}'::int[]) high, LATERAL (SELECT gridmap_fill(gridmap_resize(gridmap('{.}'::text[]), wide + 4, high + 2, '.'), '(2,1)', gridcell(wide + 1, high), '@') AS map) m,
  fringe_alternatives(map, gridcell(0, high / 2 + 1), gridcell(wide + 3, high / 2 + 1), overlap => 0.8, stretch => 2, pillar => 3) GROUP BY 1, 2 ORDER BY 1, 2;
SELECT cost, route FROM fringe_alternatives(gridmap('{.......,..@@@..,..@@@..,..@@@..,.......}'::text[]), '(0,2)', '(6,2)');
SELECT k, count(a) FROM yard, generate_series(0, 3) k LEFT JOIN LATERAL (SELECT a FROM yard, fringe_alternatives(map, '(0,2)', '(8,2)', k => k, overlap => 1) a) a ON true GROUP BY k ORDER BY k;
SELECT a.* FROM yard, fringe_alternatives(map, '(0,0)', '(0,0)') a;
SELECT a.* FROM yard, fringe_alternatives(map, '(0,0)', '(3,2)') a;
-- pillars in a row: each of four ways, by one or several cells between them
SELECT fringe_ascii(map, route) AS way, cost FROM (SELECT gridmap('{...........,..@@@.@@@..,..@@@.@@@..,...........,..@@@.@@@..,..@@@.@@@..,...........}'::text[]) AS map) m, fringe_alternatives(map, '(0,3)', '(10,3)', k => 9, stretch => 2, overlap => 0.9, pillar => 6) a ORDER BY rank;
-- what touches a corner is one obstacle, unless steps lead between
SELECT model, count(*) FROM unnest('{octile,octile(corners=one),octile(corners=any),tile,hex}'::gridmodel[]) model, fringe_alternatives(gridmap('{......,.@@...,.@@...,...@@.,...@@.,......}'::text[]), '(0,3)', '(5,2)', model, 20, 3, 1, 4) a GROUP BY model ORDER BY model;
-- a link is another way
SELECT a.* FROM yard, fringe_alternatives(gridmap_link(map, '{"(1,0)<>(7,4)=5"}'), '(0,0)', '(8,0)', overlap => 1, stretch => 2, pillar => 10) a;
SELECT a.* FROM yard, fringe_alternatives(gridmap_link(map, '{"(1,0)<>(7,0)=1"}'), '(8,0)', '(0,0)', overlap => 1, stretch => 3, pillar => 10) a;
-- there and back by the same link is no other way
SELECT a.* FROM fringe_alternatives(gridmap_link(gridmap('{......,@@@@@@,@@@@..}'::text[]), '{"(5,0)<>(5,2)=0.1"}'), '(0,0)', '(3,0)', overlap => 1, stretch => 9) a;
-- many maps and models
CREATE TABLE alternative AS SELECT name, map, model, start, goal, a.* FROM asked, fringe_alternatives(map, start, goal, model, 6, 1.4, 0.8, 3) a;
SELECT count(*) FILTER (WHERE rank = 1) AS best, count(*) FILTER (WHERE rank > 1) AS others, failing((name, model, start, goal, rank)::text) FILTER (WHERE gridpath_cost(route, map, model) IS DISTINCT FROM cost OR (gridpath_start(route), gridpath_goal(route)) IS DISTINCT FROM (start, goal)
    OR cost < best OR stretched <> coalesce(cost / nullif(best, 0), 1) OR stretched > 1.4 OR shared > 0.8 OR cost < before OR (rank = 1) <> (route = fringe_route(map, start, goal, model)) OR rank = 1 AND shared <> 0) AS wrong,
  failing((name, model, start, goal, rank)::text) FILTER (WHERE gridpath_length(route) <> (SELECT count(DISTINCT cell) FROM unnest(route::gridcell[]) cell)) AS twice
FROM (SELECT *, min(cost) OVER w AS best, lag(cost) OVER (w ORDER BY rank) AS before FROM alternative WINDOW w AS (PARTITION BY name, model, start, goal)) a;
SELECT failing((name, model, start, goal)::text) FILTER (WHERE rank IS NULL) AS without FROM asked LEFT JOIN alternative a USING (name, model, start, goal);

-- pictures: ranks, each in its colour where it is far from others; not of routes with other ends, of one route, of many, or beside a route
SELECT picture, (SELECT string_agg(m[1], ' ') FROM regexp_matches(svg, '<text[^>]*>([0-9])</text>', 'g') m) AS ranks, (SELECT string_agg(m[1], ', ') FROM regexp_matches(svg, '>(route[ 0-9s]*|[0-9]+ (?:other|route)s?)<', 'g') m) AS legend,
  (SELECT count(DISTINCT m[1]) FROM regexp_matches(svg, 'stroke="(#[0-9a-f]{6})"', 'g') m) AS colours
FROM yard, LATERAL (SELECT array_agg(route ORDER BY rank) AS ways FROM fringe_alternatives(map, '(0,2)', '(8,2)', overlap => 1)) a, LATERAL (VALUES ('ranked', fringe_svg(map, routes => ways)), ('reverse', fringe_svg(map, routes => ARRAY[ways[2], ways[1]])),
  ('one', fringe_svg(map, routes => ways[1:1])), ('other ends', fringe_svg(map, routes => ways || fringe_route(map, '(0,2)', '(8,3)'))), ('beside a route', fringe_svg(map, ways[1], routes => ways)),
  ('nine', fringe_svg(map, routes => array_fill(ways[1], ARRAY[9]))), ('ten', fringe_svg(map, routes => array_fill(ways[1], ARRAY[10])))) p(picture, svg);
SELECT fringe_svg(map, routes => ways, legend => false) FROM yard, LATERAL (SELECT array_agg(route ORDER BY rank) AS ways FROM fringe_alternatives(map, '(0,2)', '(8,2)', overlap => 1)) a;
SELECT fringe_png(map, routes => ways) <> fringe_png(map, routes => ARRAY[ways[2], ways[1]]) AS "another rank, another picture" FROM yard, LATERAL (SELECT array_agg(route ORDER BY rank) AS ways FROM fringe_alternatives(map, '(0,2)', '(8,2)', overlap => 1)) a;
-- on a floor: ranks stay
SELECT string_agg(m[1], ' ') AS ranks FROM gridmap_link(gridmap_floors(ARRAY[gridmap('{.....,.@@@.,.@@@.,.@@@.,.....}'::text[]), gridmap('{...}'::text[])]), '{}') map, LATERAL (SELECT array_agg(route ORDER BY rank) AS ways FROM fringe_alternatives(map, '(0,2)', '(4,2)', overlap => 1)) a,
  regexp_matches(fringe_svg(map, routes => ways, floor => 1, legend => false), '<text[^>]*>([0-9])</text>', 'g') m;

-- ---- chokepoints ---------------------------------------------------------------------------
SELECT c.* FROM fringe_chokepoints(gridmap('{...@...,.......,...@...,@@@@.@@,.......}'::text[])) c;
SELECT c.* FROM fringe_chokepoints(gridmap('{....@...,....@...,........,........,....@...,....@...}'::text[]), width => 3) c;
SELECT width, c.* FROM unnest('{1,5,6}'::int[]) width LEFT JOIN LATERAL fringe_chokepoints(gridmap('{......,.@@@@.,.@@@@.,......}'::text[]), 'tile', width) c ON true;
-- directions do not matter; links join
SELECT model, link, array_agg(cells::text) AS cells FROM unnest('{octile,octile(.=E),anyangle}'::gridmodel[]) model, (VALUES ('{}'), ('{"(0,0)>(4,0)"}'), ('{"(0,0)>(3,0)"}')) l(link), fringe_chokepoints(gridmap_link(gridmap('{.....}'::text[]), link::gridlink[]), model) c GROUP BY model, link ORDER BY model, link;
-- by hand: walls in place of the cells
CREATE TABLE spot AS SELECT m.name, map, model, width, gate FROM (SELECT name, gridmap_crop(map, '(0,0)', '(21,15)') AS map FROM world WHERE name <> 'open') m, unnest('{octile,tile,octile(corners=any),"octile(corners=one, T=2, W=9)",hex}'::gridmodel[]) model, unnest('{1,4}'::int[]) width,
  LATERAL (SELECT ARRAY[gridcell(x, y)] AS gate FROM gridmap_cells(map) UNION ALL
    SELECT array_agg(gridcell(x, y) ORDER BY x) FROM (SELECT x, y, x - row_number() OVER (PARTITION BY y, fringe_connected(map, gridcell(x, y), gridcell(x, y), model) ORDER BY x) AS run, fringe_connected(map, gridcell(x, y), gridcell(x, y), model) AS free FROM gridmap_cells(map)) r WHERE free GROUP BY y, run HAVING count(*) BETWEEN 2 AND width UNION ALL
    SELECT array_agg(gridcell(x, y) ORDER BY y) FROM (SELECT x, y, y - row_number() OVER (PARTITION BY x, fringe_connected(map, gridcell(x, y), gridcell(x, y), model) ORDER BY y) AS run, fringe_connected(map, gridcell(x, y), gridcell(x, y), model) AS free FROM gridmap_cells(map)) r WHERE free GROUP BY x, run HAVING count(*) BETWEEN 2 AND width) g
WHERE fringe_connected(map, gate[1], gate[1], model);
INSERT INTO spot SELECT name || ', linked', gridmap_link(map, '{"(1,1)<>(20,12)","(3,9)<>(15,2)","(6,14)<>(18,5)"}'), model, width, gate FROM spot WHERE model = 'octile' AND width = 1;
CREATE TABLE split AS SELECT s.*, count(*) AS parts, max(cells) AS larger, sum(cells) - max(cells) AS smaller FROM spot s, LATERAL (
  SELECT cells FROM fringe_components(gridmap_set(map, gate, '@'), model) EXCEPT ALL SELECT cells FROM fringe_components(map, model) WHERE NOT fringe_connected(map, sample, gate[1], model)) c
GROUP BY name, map, model, width, gate HAVING count(*) > 1;
DELETE FROM split s WHERE cardinality(gate) > 1 AND EXISTS (SELECT FROM split t WHERE (t.name, t.model, t.width) = (s.name, s.model, s.width) AND cardinality(t.gate) = 1 AND t.gate <@ s.gate);
CREATE TABLE choked AS SELECT s.name, s.model, s.width, c.* FROM (SELECT DISTINCT name, map, model, width FROM spot) s, fringe_chokepoints(map, model, width) c;
SELECT x.width, (SELECT count(*) FROM spot s WHERE s.width = x.width) AS tried, count(*) FILTER (WHERE cardinality(x.cells) = 1) AS cells, count(*) FILTER (WHERE cardinality(x.cells) > 1) AS gates, failing((name, model, x.cells)::text) FILTER (WHERE s.gate IS NULL OR c.cells IS NULL OR (s.parts, s.larger, s.smaller) IS DISTINCT FROM (c.parts, c.larger, c.smaller)) AS wrong
FROM split s FULL JOIN (SELECT *, cells AS gate FROM choked) c USING (name, model, width, gate), LATERAL (SELECT width, gate AS cells) x GROUP BY x.width ORDER BY x.width;

-- ---- errors ------------------------------------------------------------------------------
SELECT fringe_best_cells(map, '(0,0)', '(9,0)') FROM yard;
SELECT fringe_best_cells(map, '(0,0)', '(8,0)', slack => 'NaN') FROM yard;
SELECT fringe_best_cells(map, '(0,0)', '(8,0)', 'anyangle') FROM yard;
SELECT fringe_best_count(map, '(0,5)', '(8,0)') FROM yard;
SELECT fringe_best_count(map, '(0,0)', '(8,0)', 'anyangle') FROM yard;
SELECT fringe_random_route(map, '(0,0)', '(8,0)', 'anyangle') FROM yard;
SELECT fringe_alternatives(map, '(0,0)', '(-1,0)') FROM yard;
SELECT fringe_alternatives(map, '(0,0)', '(8,0)', 'anyangle') FROM yard;
SELECT fringe_alternatives(map, '(0,0)', '(8,0)', k => -1) FROM yard;
SELECT fringe_alternatives(map, '(0,0)', '(8,0)', stretch => 0.99) FROM yard;
SELECT fringe_alternatives(map, '(0,0)', '(8,0)', stretch => 'NaN') FROM yard;
SELECT fringe_alternatives(map, '(0,0)', '(8,0)', overlap => 1.1) FROM yard;
SELECT fringe_alternatives(map, '(0,0)', '(8,0)', overlap => 'NaN') FROM yard;
SELECT fringe_alternatives(map, '(0,0)', '(8,0)', pillar => 0) FROM yard;
SELECT fringe_chokepoints(map, width => 0) FROM yard;

DROP TABLE yard, world, asked, by_hand, returned, small, edge, counted, drawn, alternative, spot, split, choked;
