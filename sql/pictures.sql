-- fringe_svg, fringe_png: maps to look at
CREATE TABLE scene AS SELECT gridmap(ARRAY['..TT@', '.WWS@', '.1<&"']) AS map;
SELECT fringe_svg(map, legend => false) FROM scene;
SELECT fringe_svg(map, '(0,0) S2 E1 NE1', routes => '{"(4,2) W3 N1",NULL}') FROM scene;

-- links are dashed arcs, with arrows where they lead; behind routes
SELECT fringe_svg(gridmap_link(gridmap('{...@...}'::text[]), '{"(2,0)<>(4,0)","(0,0)>(6,0)=3:k"}'), legend => false);
-- the legend says which way they lead, and names floors: none where the name is NULL or the floor has no columns; long names small
-- a step over joined edges ends at one edge and comes back from the other, unless a link of the map leads there
SELECT model, links, fringe_route(map, start, goal, model) AS route, regexp_count(svg, 'stroke-dasharray="0 ') > 0 AS dotted,
  (SELECT string_agg(DISTINCT m[1], ' ') FROM regexp_matches(svg, '<path stroke="#cf222e" stroke-width="[^"]*" d="([^"]*)"', 'g') m) AS line
FROM (VALUES ('tile(wrap=x)'::gridmodel, '{}'::gridlink[], '(1,1)'::gridcell, '(4,1)'::gridcell), ('octile(wrap=xy)', '{}', '(0,0)', '(5,2)'), ('octile(wrap=y)', '{}', '(2,2)', '(3,0)'),
    ('octile(wrap=x)', '{"(0,1)<>(5,1)=0.5"}', '(1,1)', '(4,1)'), ('tile', '{"(1,1)>(4,1)=0"}', '(1,1)', '(4,1)'), ('octile', '{"(0,0)>(5,2)=0"}', '(0,0)', '(5,2)')) v (model, links, start, goal),
  gridmap_link(gridmap('{......,......,......}'::text[]), links) map, fringe_svg(map, fringe_route(map, start, goal, model), legend => false) svg;
-- cells have the sides of the model, the shorter one 1 and the longer one at most 16
SELECT model, floor, substring(svg, 'width="[^"]*" height="[^"]*"') AS size, substring(svg, 'transform="[^"]*"') AS shape, substring(svg, '<path stroke="#cf222e" stroke-width="[^"]*" d="([^"]*)"') AS line,
  (SELECT array_agg(m[1]) FROM regexp_matches(svg, 'stroke="#9a3412" [^>]* d="([^"]*)"', 'g') m) AS walls, substring(svg, '<title>([^<]*)') AS title
FROM (VALUES ('octile'::gridmodel, NULL::int), ('octile(dx=7, dy=7)', NULL), ('tile(dx=2)', NULL), ('tile(dx=0.5, wrap=x)', NULL), ('tile(dx=1000, dy=3)', NULL), ('tile(dy=3)', 2)) v (model, floor),
  gridmap_set_sides(gridmap_set_sides(gridmap('{..|..,..|..}'::text[]), '{"(0,0)"}', 'E+S'), '{"(3,0)"}', 'S', twoway => false) map,
  fringe_svg(map, CASE WHEN floor IS NOT NULL THEN '(3,0) E1' WHEN model::text ~ 'wrap' THEN '(1,0) W1 >(4,1)' ELSE '(1,0) W1' END::gridpath, model => model, floor => floor, legend => false) svg;
SELECT links, (SELECT string_agg(m[1], ', ') FROM regexp_matches(svg, '<text[^>]*>([^<]*link[^<]*)<', 'g') m) AS words,
  (SELECT count(*) FROM regexp_matches(svg, 'l-?5-3m-?5 3l', 'g')) AS arrows
FROM unnest('{"{}","{(0,0)>(2,0)}","{(0,0)<>(2,0)}","{(0,0)>(2,0),(2,0)>(0,0)}","{(0,0)>(2,0),(1,0)<>(2,0)}"}'::text[]) links,
  fringe_svg(gridmap_link(gridmap('{...}'::text[]), (SELECT coalesce(array_agg(l::gridlink), '{}') FROM regexp_matches(links, '\(\d,\d\)<?>\(\d,\d\)', 'g') r(m), unnest(m) l))) svg;
SELECT fringe_svg(gridmap('{......|..||..}'::text[]), title => 'House', floors => '{"<Hall>","Attic under the roof",none,NULL}');
SELECT fringe_svg(map, floors => '{}') = fringe_svg(map, floors => '{NULL}') AS unnamed, fringe_svg(map, floors => '{a}', legend => false) = fringe_svg(map, legend => false) AS "no legend" FROM scene;
SELECT fringe_svg(map, floors => '{a,b}') FROM scene;

-- an area has its outline, an island a hole; cells that touch at a corner are apart
SELECT fringe_svg(gridmap('{.....,.@@@.,.@.@.,.@@@.,@....}'::text[]), legend => false);
SELECT fringe_svg(gridmap('{@.@,.@.}'::text[]), legend => false);

-- values of cells: as amounts, as powers, as names
SELECT fringe_svg(gridmap('{...}'::text[]), heat => '{"(\"(0,0)\",1)","(\"(1,0)\",2)","(\"(2,0)\",3)"}', legend => false);
SELECT scale, regexp_count(fringe_svg(gridmap('{...}'::text[]), heat => '{"(\"(0,0)\",1)","(\"(1,0)\",2)","(\"(2,0)\",1000)"}',
  scale => scale, legend => false), '<path') AS paths FROM unnest('{linear,log,class}'::text[]) scale;
-- layers: walls between cells, a ledge, a blocked cell, relief, and the numbers of a layer as values
SELECT fringe_svg(gridmap_set_layer(gridmap_set_sides(gridmap_set_sides(gridmap_block(gridmap('{....,...@}'::text[]), '{"(3,0)"}'), '{"(0,0)"}', 'E+S'), '{"(1,1)"}', 'E', twoway => false), 'd', '{{0,4,2,0},{0,1,0,9}}'), layer => 'd');
-- the same as a heat of the cells with another number than 0 that the model does not block
SELECT failing(n::text) FILTER (WHERE fringe_svg(map, layer => 'd', layout => layout) <> fringe_svg(map, heat => heat, unit => 'd', layout => layout)) AS svg,
  failing(n::text) FILTER (WHERE fringe_png(map, layer => 'd', layout => layout) <> fringe_png(map, heat => heat, layout => layout)) AS png
FROM (SELECT n, map, layout, (SELECT gridcell_heat(gridcell(x, y), number) FROM gridmap_cells(map) c, LATERAL (SELECT numbers[y + 1][x + 1] AS number) v WHERE number <> 0 AND code::text !~ '[@OTW#|]') AS heat
  FROM generate_series(1, 20) n, LATERAL (SELECT (ARRAY[NULL, 'odd-r', 'even-q', 'staggered-y-odd'])[n % 4 + 1] AS layout) l,
    LATERAL (SELECT array_agg(r ORDER BY y) AS numbers FROM generate_series(1, 9) y, LATERAL (SELECT array_agg((n * x * 7 + y * 3) % 11 * 0.5 - 1 ORDER BY x) AS r FROM generate_series(1, 20) x) q) a,
    LATERAL (SELECT gridmap_set_layer(gridmap_caves(20, 9, 0.4, n), 'd', numbers) AS map) m) q;
-- relief: light falls from the upper left, so slopes that rise to the right or downwards are light; level ground has none
SELECT side, array(SELECT DISTINCT m[1] FROM regexp_matches(fringe_svg(gridmap_set_layer(gridmap(array_fill('....'::text, ARRAY[4])), 'h', numbers), shade => 'h', legend => false), 'fill="(#...)" fill-opacity', 'g') m) AS inks
FROM (VALUES ('right', '{{0,1,2,3},{0,1,2,3},{0,1,2,3},{0,1,2,3}}'::float8[]), ('left', '{{3,2,1,0},{3,2,1,0},{3,2,1,0},{3,2,1,0}}'), ('down', '{{0,0,0,0},{1,1,1,1},{2,2,2,2},{3,3,3,3}}'), ('up', '{{3,3,3,3},{2,2,2,2},{1,1,1,1},{0,0,0,0}}'),
  ('nowhere', '{{7,7,7,7},{7,7,7,7},{7,7,7,7},{7,7,7,7}}')) v (side, numbers);
SELECT fringe_png(map, shade => 'h') = fringe_png(gridmap_drop_layer(map, 'h')) AS level, fringe_png(steep, shade => 'h') <> fringe_png(steep) AS steep, fringe_png(steep, shade => 'h') = fringe_png(steeper, shade => 'h') AS stretched
FROM gridmap('{...}'::text[]) AS plain, gridmap_set_layer(plain, 'h', '{{7,7,7}}') AS map, gridmap_set_layer(plain, 'h', '{{0,1,5}}') AS steep, gridmap_set_layer(plain, 'h', '{{100,140,300}}') AS steeper;
SELECT (regexp_match(fringe_svg(gridmap_set_layer(gridmap('{..}'::text[]), 'h', '{{0,1}}'), shade => 'h'), 'relief of \w+'))[1] AS legend;
-- each wall that two cells share is one line, each side that only one of them has a thin one; corners NE and SW are sides of hexagons only
CREATE TABLE wall AS SELECT n, layout, numbers, gridmap_set_layer(gridmap(array_fill(repeat('.', 7), ARRAY[5])), 'sides', numbers) AS map
FROM generate_series(1, 30) n, unnest('{NULL,odd-r,odd-q,staggered-x-even}'::text[]) layout, LATERAL (SELECT array_agg(r ORDER BY y) AS numbers FROM generate_series(0, 4) y, LATERAL (SELECT array_agg(floor(abs(sin(n * 71 + x * 13 + y * 37)) * 64) ORDER BY x) AS r FROM generate_series(0, 6) x) q) a;
CREATE FUNCTION is_closed(numbers float8[], x int, y int, side int) RETURNS bool LANGUAGE sql AS $$ SELECT coalesce(numbers[y + 1][x + 1]::int & side > 0, false) $$;
SELECT layout, count(*) AS maps, sum(walls) AS walls, sum(ledges) AS ledges, failing(n::text) FILTER (WHERE drawn <> ARRAY[walls, walls, ledges, ledges]) AS wrong
FROM wall, LATERAL (SELECT count(*) FILTER (WHERE there AND (dx > 0 OR dx = 0 AND dy > 0)) AS walls, count(*) FILTER (WHERE NOT there) AS ledges
    FROM generate_series(0, 6) x, generate_series(0, 4) y, (VALUES (1, 0, -1, 4), (2, 1, 0, 8), (4, 0, 1, 1), (8, -1, 0, 2), (16, 1, -1, 32), (32, -1, 1, 16)) s (side, dx, dy, opposite),
      LATERAL (SELECT is_closed(numbers, x + dx, y + dy, opposite) AS there) t WHERE (side < 16 OR layout LIKE 'odd%') AND is_closed(numbers, x, y, side)) c,
  LATERAL (SELECT array_agg(regexp_count(m[1], 'M')::bigint ORDER BY o) AS drawn FROM regexp_matches(fringe_svg(map, layout => layout, legend => false), 'stroke-linecap="round"[^>]* d="([^"]*)"', 'g') WITH ORDINALITY m (m, o)) d
GROUP BY layout ORDER BY layout;
SELECT failing(n::text || coalesce(layout, '')) FILTER (WHERE fringe_png(map, layout => layout) = fringe_png(gridmap_drop_layer(map, 'sides'), layout => layout)) AS unseen FROM wall;
-- sides with a price are drawn where closed sides would be; a layer that the map lacks is not drawn
CREATE FUNCTION strokes(svg text) RETURNS text[] LANGUAGE sql AS $$ SELECT array_agg(m[1] ORDER BY m[1]) FROM regexp_matches(svg, '(M[^ML"]*L[^ML"]*)', 'g') m $$;
SELECT layout, sum(cardinality(drawn)) > 0 AS drawn, failing(n::text) FILTER (WHERE drawn <> closed) AS wrong
FROM wall, LATERAL (SELECT strokes(fringe_svg(map, layout => layout)) AS closed, strokes(fringe_svg(gridmap_set_layer(gridmap_drop_layer(map, 'sides'), 'river', numbers), layout => layout, model => 'octile(side.river=2, side.lake=1)')) AS drawn) d
GROUP BY layout ORDER BY layout;
-- a road is a line from neighbour to neighbour by the steps of the model; a diagonal one only where no two straight ones lead there
SELECT model, sum(pieces) AS pieces, failing(n::text) FILTER (WHERE drawn <> 2 * pieces) AS wrong
FROM unnest('{tile,octile,hex}'::text[]) model, generate_series(1, 20) n,
  LATERAL (SELECT array_agg(r ORDER BY y) AS numbers FROM generate_series(0, 4) y, LATERAL (SELECT array_agg(((n * 31 + x * x * 7 + y * y * 13 + x * y * 5) % 9 < 4)::int * 0.5 ORDER BY x) AS r FROM generate_series(0, 6) x) q) a,
  LATERAL (SELECT count(*) AS pieces FROM generate_series(0, 6) x, generate_series(0, 4) y, (VALUES (1, 0), (0, 1), (-1, 1), (1, 1)) s (dx, dy)
    WHERE numbers[y + 1][x + 1] > 0 AND numbers[y + dy + 1][x + dx + 1] > 0 AND CASE model WHEN 'tile' THEN dx * dy = 0 WHEN 'hex' THEN dx * dy <= 0
      ELSE dx * dy = 0 OR greatest(numbers[y + 1][x + dx + 1], numbers[y + dy + 1][x + 1]) = 0 END) c,
  LATERAL (SELECT cardinality(strokes(fringe_svg(gridmap_set_layer(gridmap(array_fill(repeat('.', 7), ARRAY[5])), 'way', numbers), layout => CASE model WHEN 'hex' THEN 'odd-r' END, model => format('%s(road.way=0.5)', model)::gridmodel, legend => false))) AS drawn) d
GROUP BY model ORDER BY model;
-- of several roads, a step needs both cells on the same one
SELECT cardinality(strokes(fringe_svg(gridmap_set_layer(gridmap_set_layer(gridmap('{....}'::text[]), 'a', '{{1,1,0,0}}'), 'b', '{{0,0,1,1}}'), model => 'tile(road.a=0.5, road.b=0.5)', legend => false))) / 2 AS pieces;
SELECT array(SELECT m[1] FROM regexp_matches(fringe_svg(gridmap_set_sides(gridmap_set_layer(gridmap('{....}'::text[]), 'a', '{{1,1,0,0}}'), '{"(2,0)"}', 'E', layer => 'b'), model => 'tile(road.a=0.5, side.b=3)'), '(road|side[^<]*)<', 'g') m) AS legend;
DROP TABLE wall;
DROP FUNCTION is_closed, strokes;
-- bands are steps of one ramp, from light to dark; the legend names up to 16, of more it has a scale
SELECT bands, (SELECT count(DISTINCT fill) FROM unnest(fills) fill) AS colours,
  (SELECT bool_and(grey < last) FROM (SELECT grey, lag(grey) OVER (ORDER BY n) AS last FROM unnest(greys) WITH ORDINALITY u(grey, n)) g) AS darker,
  regexp_count(svg, '<text') - 2 AS labels, (SELECT m[1] FROM regexp_matches(svg, '>([^<]* to [^<]*)<') m) AS ends
FROM unnest('{1,2,16,17,48,60}'::int[]) bands,
  LATERAL (SELECT gridmap(ARRAY[repeat('.', bands)]) AS map, ARRAY(SELECT (gridcell(x, 0), x - 7.5)::gridcell_value FROM generate_series(0, bands - 1) x) AS heat) m,
  fringe_svg(map, scale => 'band', heat => heat) svg,
  LATERAL (SELECT array_agg(m[1] || m[2] || m[3] ORDER BY n) AS fills, array_agg(3 * ('x' || m[1])::bit(8)::int + 6 * ('x' || m[2])::bit(8)::int + ('x' || m[3])::bit(8)::int ORDER BY n) AS greys
    FROM regexp_matches(fringe_svg(map, scale => 'band', heat => heat, legend => false), 'fill="#(..)(..)(..)"', 'g') WITH ORDINALITY r(m, n) WHERE n > 1) f;
-- names are distinct from each other and from the ground, and calm: distances and chroma in Oklab, where black and white are 1 apart
WITH fill AS (
  SELECT ARRAY(SELECT power(('x' || hex)::bit(8)::int / 255.0, 2.2) FROM unnest(c) WITH ORDINALITY u(hex, i) ORDER BY i) AS c
  FROM regexp_matches(fringe_svg(gridmap(ARRAY[repeat('.', 13)]), scale => 'class', legend => false,
    heat => ARRAY(SELECT (gridcell(x, 0), x)::gridcell_value FROM generate_series(0, 11) x)), 'fill="#(..)(..)(..)"', 'g') c
), cone AS (
  SELECT cbrt(0.4122 * c[1] + 0.5363 * c[2] + 0.0514 * c[3]) AS l, cbrt(0.2119 * c[1] + 0.6807 * c[2] + 0.1074 * c[3]) AS m,
    cbrt(0.0883 * c[1] + 0.2817 * c[2] + 0.6300 * c[3]) AS s FROM fill
), colour AS (
  SELECT row_number() OVER () AS n, 0.2105 * l + 0.7936 * m - 0.0041 * s AS light, 1.9780 * l - 2.4286 * m + 0.4506 * s AS red,
    0.0259 * l + 0.7828 * m - 0.8087 * s AS yellow FROM cone
)
SELECT count(DISTINCT a.n) AS colours, min(|/ ((a.light - b.light) ^ 2 + (a.red - b.red) ^ 2 + (a.yellow - b.yellow) ^ 2)) > 0.12 AS distinct,
  max(|/ (a.red ^ 2 + a.yellow ^ 2)) < 0.121 AS calm
FROM colour a JOIN colour b ON a.n <> b.n;
-- what is no value is passed over; the higher of two covers the other
SELECT fringe_svg(gridmap('{...}'::text[]), legend => false,
  heat => ARRAY[('(0,0)', 'NaN'), ('(1,0)', 'Infinity'), (NULL, 1), ('(2,0)', NULL), NULL]::gridcell_value[])
  = fringe_svg(gridmap('{...}'::text[]), legend => false) AS equal;
SELECT fringe_png(map, heat => '{"(\"(0,0)\",9)","(\"(0,0)\",1)"}', low => 0) = fringe_png(map, heat => '{"(\"(0,0)\",9)"}', low => 0) AS higher FROM scene;
-- a given scale makes pictures comparable
SELECT fringe_png(map, heat => '{"(\"(0,0)\",5)"}', low => 0, high => 10) = fringe_png(map, heat => '{"(\"(0,0)\",500)"}', low => 0, high => 1000) AS "half way"
FROM scene;

-- an animation: a level of heat appears after the other, then the route
SELECT fringe_svg(gridmap('{..}'::text[]), '(0,0) E1', heat => '{"(\"(0,0)\",1)","(\"(1,0)\",2)"}', seconds => 4, legend => false);

-- a title, what the heat counts, routes: all in the legend; the words are escaped
SELECT fringe_svg(gridmap('{...}'::text[]), '(0,0) E2', heat => '{"(\"(0,0)\",1)","(\"(1,0)\",2)"}', routes => '{"(0,0) E1"}',
  title => 'a < b', unit => 'visits');
-- the size in pixels, the view in cells: a margin, which marks do not leave, with a route or without; cells of whole pixels; room for a legend
CREATE VIEW frame AS
SELECT width, height, side, length(legend) > 0 AS legend, f[1]::float8 AS pixels_wide, f[2]::float8 AS pixels_high, f[3]::float8 AS x, f[4]::float8 AS y,
  f[5]::float8 AS w, f[6]::float8 AS h, f[5]::float8 / f[1]::float8 AS cells_per_pixel, reach
FROM (VALUES (1, 1), (9, 9), (30, 5), (79, 63), (200, 100), (2, 900), (512, 512), (3000, 10)) size (width, height), greatest(width, height) side,
  unnest('{"",x}'::text[]) legend,
  fringe_svg(gridmap_walls(width, height, 0, 1, 1), '(0,0)', legend => legend > '') svg,
  regexp_match(svg, '^<svg [^>]* width="(\S+)" height="(\S+)" viewBox="(\S+) (\S+) (\S+) (\S+)">') f,
  LATERAL (SELECT max(m[1]::float8 + m[2]::float8 / 2) - 0.5 AS reach FROM regexp_matches(svg, '<circle cx="0.5" cy="0.5" r="(\S+)"[^>]* stroke-width="(\S+)"', 'g') m) c;
SELECT width, height, legend, pixels_wide, pixels_high FROM frame ORDER BY 3, 1, 2;
SELECT failing(f::text) FILTER (WHERE abs(w / h - pixels_wide / pixels_high) > 1e-4 OR abs(x + 10 * cells_per_pixel) > 1e-4 OR y <> x) AS frame,
  failing(f::text) FILTER (WHERE reach > -x) AS "cut off", failing(f::text) FILTER (WHERE NOT legend AND abs(w - width + 2 * x) > 1e-3) AS width,
  failing(f::text) FILTER (WHERE side <= 400 AND abs(1 / cells_per_pixel - round(1 / cells_per_pixel)) > 1e-3) AS "whole pixels",
  failing(f::text) FILTER (WHERE legend AND pixels_wide < 250) AS legend FROM frame f;
SELECT failing(width || ' x ' || height) FILTER (WHERE regexp_substr(fringe_svg(map, '(0,0)', legend => legend), 'width=[^>]*') <> regexp_substr(fringe_svg(map, legend => false), 'width=[^>]*')) AS "other frame without a route"
FROM (SELECT width, height, legend, gridmap_walls(width, height, 0, 1, 1) AS map FROM frame WHERE NOT legend) f;
DROP VIEW frame;

-- the goal is a ring, and both marks fit into three cells: what is around them is seen
SELECT side, count(*) FILTER (WHERE fill = 'none') AS rings, max(r + stroke / 2) * 2 < greatest(1, side * 0.025) AS small
FROM unnest('{5,40,79,200}'::int[]) side, fringe_svg(gridmap_walls(side, side, 0, 1, 1), '(2,2)', legend => false) svg,
  LATERAL (SELECT m[1]::float8, m[2], m[3]::float8 FROM regexp_matches(svg, '<circle [^>]*r="(\S+)" fill="([^"]*)"[^>]* stroke-width="(\S+)"', 'g') m) c (r, fill, stroke)
GROUP BY side ORDER BY side;

-- a long title goes on in the next line, after a word; of the third one as much as fits, and all of it in the picture's own title
CREATE FUNCTION words(svg text) RETURNS text LANGUAGE sql RETURN (SELECT string_agg(m[1], E'\n' ORDER BY n) FROM regexp_matches(svg, '<text[^>]*>((?:<title>[^<]*</title>)?[^<]*)<', 'g') WITH ORDINALITY r(m, n));
SELECT words(fringe_svg(gridmap('{..}'::text[]), title => title)) FROM unnest(ARRAY['short', 'a title of two lines, which end after words',
  repeat('four ', 30), repeat('x', 100), repeat(U&'\65e5', 60), '']) title;
SELECT fringe_svg(map, title => repeat('x', 100)) LIKE '%<title>' || repeat('x', 100) || ': map of 5 x 3 cells</title>%' AS whole FROM scene;
-- so do labels; labels of other codes are passed over, codes without a label name themselves
SELECT words(fringe_svg(map, labels => labels, unit => unit, heat => '{"(\"(0,0)\",1)"}'))
FROM scene, (VALUES ('{"T": "trees & bushes", "x": "nothing", "@": ""}'::jsonb, 'visits'), (jsonb_build_object('.', repeat('ground ', 20)), repeat('u', 99)), ('{}', NULL)) v (labels, unit);
SELECT fringe_svg(map, labels => '{}') = fringe_svg(map, labels => NULL) AS none, fringe_svg(map, labels => '{"T": "tree"}', legend => false) = fringe_svg(map, legend => false) AS "no legend" FROM scene;

-- words of any characters make a picture that is well-formed, and ASCII: every control character, and those that are no characters
CREATE FUNCTION well_formed(svg text) RETURNS bool LANGUAGE plpgsql AS $$
BEGIN
  PERFORM xmlparse(DOCUMENT svg);
  RETURN true;
EXCEPTION WHEN feature_not_supported THEN
  RETURN true; -- a server without libxml
WHEN OTHERS THEN
  RETURN false;
END $$;
CREATE TEMP TABLE said AS SELECT code, fringe_svg(map, title => word, unit => word, floors => ARRAY[word], labels => jsonb_build_object('.', word), heat => '{"(\"(0,0)\",1)"}') AS svg
FROM scene, (SELECT generate_series(1, 255) UNION ALL VALUES (8232), (55295), (57344), (65533), (65534), (65535), (128512), (131070), (1114111)) c (code),
  LATERAL (SELECT 'q' || chr(code) || 'z' AS word) w;
SELECT count(*), failing(code::text) FILTER (WHERE NOT well_formed(svg)) AS "not well-formed", failing(code::text) FILTER (WHERE svg !~ '^[\n -~]*$') AS "not ASCII",
  failing(code::text) FILTER (WHERE regexp_count(svg, 'q[^ ]{1,10}z|q z') <> 5) AS "not five times" FROM said;
SELECT string_agg(code::text, ' ' ORDER BY code) AS replaced FROM said WHERE svg ~ '&#xFFFD;';

-- ends of a scale: whole, or to three digits of its range
SELECT low, high, scale, (SELECT m[1] FROM regexp_matches(fringe_svg(gridmap('{.}'::text[]), heat => '{"(\"(0,0)\",2)"}', low => low, high => high, scale => scale), '>(5|[^<]* to [^<]*)<') m) AS legend
FROM (VALUES (0::float8, 40.28427124746190::float8, 'linear'), (0, 1, 'linear'), (1.23456, 1.23567, 'linear'), (123456, 1234567, 'linear'), ('-1e-7', 2000, 'linear'), (5, 5, 'linear'), ('-1e308', '1e308', 'linear'),
  (0, '1e-320', 'linear'), ('1e20', '3e20', 'linear'), (1.23456, 98765.4, 'log'), (0.000123456, 7, 'log'), (-3.7, 200.2, 'band')) v (low, high, scale);

-- a link that has a code has a door in the colour of that code, which the legend shows by the code or its label
SELECT links, regexp_count(svg, ' fill="[^"]*" style="[^"]*" d="m[^v]*v[^v]*z"/></g>') AS explained, regexp_count(svg, 'stroke-dasharray="none" fill="#') - regexp_count(svg, ' fill="[^"]*" style="[^"]*" d="m[^v]*v[^v]*z"/></g>') AS drawn,
  (SELECT string_agg(m[1], ', ') FROM regexp_matches(svg, '<text[^>]*>([^<]*link[^<]*)<', 'g') m) AS words
FROM unnest('{"{(0,0)>(2,0)}","{(0,0)>(2,0):k}","{(0,0)>(2,0):k,(2,0)>(0,0):k,(0,0)<>(1,0)=2:D,(1,0)>(0,0)=2:<}"}'::text[]) links,
  fringe_svg(gridmap_link(gridmap('{...}'::text[]), ARRAY(SELECT l[1]::gridlink FROM regexp_matches(links, '\(\d,\d\)<?>\(\d,\d\)(?:=\d)?(?::.)?', 'g') l)), labels => '{"D": "door"}') svg;

-- every kind of terrain has its own colour on light and on dark paper, at least 0.018 from all others in Oklab
CREATE TEMP TABLE look AS
SELECT chr(code) AS code, paper, f[1 + 3 * (paper = 'dark')::int : 3 + 3 * (paper = 'dark')::int] AS fill
FROM generate_series(33, 126) code, unnest('{light,dark}'::text[]) paper,
  regexp_match(fringe_svg(gridmap(ARRAY[chr(code)]), legend => false), 'fill="#(..)(..)(..)" style="fill:light-dark\(#......,#(..)(..)(..)\)"') f;
SELECT kind, count(DISTINCT code) AS codes FROM (SELECT string_agg(code, '' ORDER BY code COLLATE "C") AS kind FROM look GROUP BY paper, fill) k, unnest(string_to_array(kind, NULL)) code
WHERE length(kind) > 1 GROUP BY kind ORDER BY kind COLLATE "C";
WITH lin AS (
  SELECT paper, fill, min(code COLLATE "C") AS code, ARRAY(SELECT power(('x' || hex)::bit(8)::int / 255.0, 2.2) FROM unnest(fill) WITH ORDINALITY u(hex, i) ORDER BY i) AS c FROM look GROUP BY paper, fill
), cone AS (
  SELECT paper, code, cbrt(0.4122 * c[1] + 0.5363 * c[2] + 0.0514 * c[3]) AS l, cbrt(0.2119 * c[1] + 0.6807 * c[2] + 0.1074 * c[3]) AS m,
    cbrt(0.0883 * c[1] + 0.2817 * c[2] + 0.6300 * c[3]) AS s FROM lin
), colour AS (
  SELECT paper, code, 0.2105 * l + 0.7936 * m - 0.0041 * s AS light, 1.9780 * l - 2.4286 * m + 0.4506 * s AS red, 0.0259 * l + 0.7828 * m - 0.8087 * s AS yellow FROM cone
)
SELECT a.paper, count(DISTINCT a.code) AS kinds, failing(a.code || ' ' || b.code) FILTER (WHERE |/ ((a.light - b.light) ^ 2 + (a.red - b.red) ^ 2 + (a.yellow - b.yellow) ^ 2) < 0.018) AS alike
FROM colour a JOIN colour b ON a.paper = b.paper AND a.code COLLATE "C" < b.code COLLATE "C" GROUP BY a.paper ORDER BY a.paper;

-- colours
SELECT fringe_svg(gridmap('{.T}'::text[]), palette => '{"T": "#00FF00", "x": "#123456"}', legend => false);

-- NULL is not given, but for the map
SELECT fringe_svg(NULL) IS NULL, fringe_png(NULL) IS NULL,
  fringe_svg(map, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) = fringe_svg(map),
  fringe_png(map, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) = fringe_png(map) FROM scene;

-- a PNG has whole pixels a cell, or the mean of several cells
SELECT pixels, substr(png, 2, 3) = 'PNG' AS png, get_byte(png, 18) * 256 + get_byte(png, 19) AS width, get_byte(png, 22) * 256 + get_byte(png, 23) AS height
FROM scene, unnest('{1,3,5,12,512}'::int[]) pixels, fringe_png(map, pixels => pixels) png;
SELECT fringe_png(map, '(0,0) E1999', pixels => 100) <> fringe_png(map, pixels => 100) AS drawn FROM gridmap_walls(2000, 3, 0, 1, 1) map;

-- a layout: hexagons on a corner or on a side, or turned squares, without the padding
CREATE TABLE laid AS SELECT layout, map FROM unnest('{odd-r,even-r,odd-q,even-q,staggered-y-odd,staggered-y-even,staggered-x-odd,staggered-x-even}'::text[]) layout,
  gridmap_from_offset('{.@T,..T,T.@}', layout) map;
SELECT fringe_svg(map, layout => layout, legend => false) FROM laid;
SELECT fringe_svg(gridmap_link(map, '{"(1,0)<>(2,2)"}'), '(1,0) S1 E1', layout => layout, heat => '{"(\"(1,1)\",1)","(\"(0,0)\",9)"}', labels => '{"T": "trees"}') FROM laid WHERE layout = 'odd-r';
-- the edges of hexagons are those of each cell that is drawn, also around a hole; none where cells are small
SELECT name, (SELECT count(*) FROM regexp_matches(svg, 'stroke="#8c959f"', 'g')) AS paths, count(e) AS edges, count(*) FILTER (WHERE e IS DISTINCT FROM o) AS wrong
FROM (SELECT layout AS name, layout, map FROM laid WHERE layout !~ 'staggered' UNION ALL VALUES ('hole', 'odd-r', gridmap('{.|.,...,|..,...}'::text[]))) v, fringe_svg(map, layout => layout, legend => false) svg,
  LATERAL (WITH token AS (SELECT n, m[1] AS command, m[2]::int AS number FROM regexp_matches(substring(svg, 'stroke="#8c959f"[^>]* d="([^"]*)'), '([a-z])|(-?\d+)', 'g') WITH ORDINALITY t (m, n)
  ), run AS (SELECT *, count(command) OVER (ORDER BY n) AS run FROM token), place AS (SELECT n, number, first_value(command) OVER w AS command, row_number() OVER w - 1 AS i FROM run WINDOW w AS (PARTITION BY run ORDER BY n)
  ), pen AS (SELECT n, command, i, sum(CASE WHEN command <> 'v' AND i % 2 = 1 THEN number ELSE 0 END) OVER o AS x, sum(CASE WHEN command = 'v' OR i % 2 = 0 THEN number ELSE 0 END) OVER o AS y FROM place WHERE number IS NOT NULL WINDOW o AS (ORDER BY n)
  ), point AS (SELECT command, ARRAY[x, y] AS at, lag(ARRAY[x, y]) OVER (ORDER BY n) AS before FROM pen WHERE command = 'v' OR i % 2 = 0)
  SELECT * FROM (SELECT DISTINCT ARRAY[least(at, before), greatest(at, before)] AS e FROM point WHERE command <> 'm') drawn
  FULL JOIN (SELECT DISTINCT ARRAY[least(a, b), greatest(a, b)] AS o FROM gridmap_cells(map), unnest('{0,1,1,0,-1,-1}'::int[], '{-2,-1,1,2,1,-1}'::int[], '{1,1,0,-1,-1,0}'::int[], '{-1,1,2,1,-1,-2}'::int[]) s (ax, ay, bx, by),
    LATERAL (SELECT ARRAY[2 * x + y + ax, 3 * y + ay]::bigint[] AS a, ARRAY[2 * x + y + bx, 3 * y + by]::bigint[] AS b) c WHERE code <> '|') cells ON e = o) edge
GROUP BY name, svg ORDER BY name;
SELECT w, regexp_count(fringe_svg(gridmap(array_fill(repeat('.', w), '{2}')), layout => 'odd-r', legend => false), '#8c959f') AS paths FROM unnest('{10,70,90}'::int[]) w;
-- one of several routes that has one cell is a dot; values that are all equal are dark, and have a swatch instead of a ramp
SELECT regexp_matches(fringe_svg(map, routes => ARRAY['(1,1)'::gridpath, '(3,1)'], legend => false), '<circle.*(?=</g>)') AS dots,
  fringe_png(map, routes => ARRAY['(1,1)'::gridpath]) <> fringe_png(map) AS png FROM gridmap('{.....,.....}'::text[]) map;
SELECT scale, low, high, substring(svg, '<g shape-rendering="crispEdges">\s*<path (fill="[^>]*)d=') AS fill, substring(svg, '>([^<]*)</text>\s*</g>\s*</svg>') AS legend
FROM (VALUES ('linear', NULL::float8, NULL::float8), ('log', NULL, NULL), ('band', NULL, NULL), ('linear', 2, 2), ('linear', 0, NULL), ('linear', NULL, 3), ('class', NULL, NULL)) v (scale, low, high),
  fringe_svg(gridmap('{.....}'::text[]), heat => '{"(\"(0,0)\",2)","(\"(3,0)\",2)"}', scale => scale, low => low, high => high) svg;
SELECT layout, fringe_ascii(gridmap_from_png(fringe_png(map, layout => layout, pixels => 32), '{"0-79": "@", "80-119": "T", "else": "."}')) AS png FROM laid WHERE layout LIKE 'odd%';
-- each cell has its colour at its centre: rows of hexagons are 0.866 apart, those of turned squares 0.707
SELECT layout, count(*) AS cells, count(*) FILTER (WHERE gridmap_code(png, gridcell(floor(u * scale)::int, floor(v * scale)::int)) = gridmap_code(map, gridcell_from_offset(map, col, row, layout))) AS drawn
FROM unnest('{odd-r,even-q,staggered-y-odd}'::text[]) layout, (SELECT array_agg(row) AS rows FROM (SELECT string_agg(CASE WHEN (x * x + 7 * x * y + y * y * y) % 5 < 2 THEN '@' ELSE '.' END, '' ORDER BY x) AS row FROM generate_series(0, 29) x, generate_series(0, 29) y GROUP BY y) r) r,
  gridmap_from_offset(rows, layout) map, LATERAL (SELECT 610 / CASE WHEN layout LIKE 'stag%' THEN 61 * sqrt(0.5) ELSE 30.5 END AS scale, gridmap_from_png(fringe_png(map, layout => layout, pixels => 610), '{"0-99": "@", "else": "."}') AS png OFFSET 0) p,
  generate_series(0, 29) col, generate_series(0, 29) row,
  LATERAL (SELECT CASE layout WHEN 'odd-r' THEN col + row % 2 / 2.0 + 0.5 WHEN 'even-q' THEN 0.57735 + col * 0.866025 ELSE (2 * col + row % 2 + 1) * sqrt(0.5) END AS u,
    CASE layout WHEN 'odd-r' THEN 0.57735 + row * 0.866025 WHEN 'even-q' THEN row + (1 - col % 2) / 2.0 + 0.5 ELSE (row + 1) * sqrt(0.5) END AS v) c
GROUP BY layout ORDER BY layout COLLATE "C";
-- each pixel has the mean colour of its points, and a point has that of the nearest cell: here pixels whose points agree, of large and of small cells
CREATE TEMP TABLE centre AS SELECT layout, col, row, CASE WHEN col BETWEEN 0 AND 8 AND row BETWEEN 0 AND 6 THEN CASE WHEN (col * col + col * row + row) % 5 < 2 THEN '@' ELSE 'T' END ELSE '.' END AS code,
  CASE WHEN layout LIKE '%-r' THEN col + shift / 2.0 + 0.5 WHEN layout LIKE '%-q' THEN col * sqrt(0.75) + 1 / sqrt(3) WHEN layout LIKE '%-y-%' THEN (2 * col + shift + 1) * sqrt(0.5) ELSE (col + 1) * sqrt(0.5) END AS u,
  CASE WHEN layout LIKE '%-r' THEN row * sqrt(0.75) + 1 / sqrt(3) WHEN layout LIKE '%-q' THEN row + shift / 2.0 + 0.5 WHEN layout LIKE '%-y-%' THEN (row + 1) * sqrt(0.5) ELSE (2 * row + shift + 1) * sqrt(0.5) END AS v
FROM unnest('{odd-r,even-q,staggered-y-odd,staggered-x-even}'::text[]) layout, generate_series(-1, 9) col, generate_series(-1, 7) row,
  LATERAL (SELECT CASE WHEN layout ~ '-[ry]' THEN row ELSE col END & 1 AS odd) o, LATERAL (SELECT CASE WHEN layout LIKE '%odd%' THEN odd ELSE 1 - odd END AS shift) s;
WITH drawn AS (
  SELECT layout, wide, gridmap_from_png(fringe_png(gridmap_from_offset(rows, layout), layout => layout, pixels => wide), '{"0-79": "@", "80-119": "T", "else": "."}') AS png, wide / greatest(width, height) AS scale
  FROM (SELECT layout, array_agg(line ORDER BY row) AS rows FROM (SELECT layout, row, string_agg(code, '' ORDER BY col) AS line FROM centre WHERE code <> '.' GROUP BY layout, row) l GROUP BY layout) r
    JOIN (SELECT layout, max(u) - min(u) + CASE layout WHEN 'odd-r' THEN 1 WHEN 'even-q' THEN 2 / sqrt(3) ELSE sqrt(2) END AS width,
      max(v) - min(v) + CASE layout WHEN 'odd-r' THEN 2 / sqrt(3) WHEN 'even-q' THEN 1 ELSE sqrt(2) END AS height FROM centre WHERE code <> '.' GROUP BY layout) s USING (layout), unnest('{8,21}'::int[]) wide
), pixel AS (
  SELECT layout, wide, scale, x, y, gridmap_code(png, gridcell(x, y))::text AS code, greatest(2, least(8, ceil(2 / scale)))::int AS side
  FROM drawn, generate_series(0, gridmap_width(png) - 1) x, generate_series(0, gridmap_height(png) - 1) y
), told AS (
  SELECT p.layout, wide, x, y, p.code, min(n.code) AS least, max(n.code) AS most
  FROM pixel p, generate_series(0, side * side - 1) i,
    LATERAL (SELECT c.code FROM centre c WHERE c.layout = p.layout ORDER BY round(((u - (x + (i % side + 0.5) / side) / scale) ^ 2 + (v - (y + (i / side + 0.5) / side) / scale) ^ 2) * 1e9) FETCH FIRST 1 ROW WITH TIES) n
  GROUP BY p.layout, wide, x, y, p.code
)
SELECT layout, wide, count(*) AS pixels, failing(x || ',' || y) FILTER (WHERE code <> least) AS wrong FROM told WHERE least = most GROUP BY layout, wide ORDER BY layout COLLATE "C", wide;
DROP TABLE centre;
-- more padding changes no size; an island has a hole around it; without cells, the picture is empty
SELECT layout, substring(fringe_svg(gridmap('{||||,|.@|,|..|}'::text[]), layout => layout) FROM 'viewBox=[^>]*') = substring(fringe_svg(gridmap('{.@,..}'::text[]), layout => layout) FROM 'viewBox=[^>]*') AS "same size"
FROM unnest('{odd-r,odd-q,staggered-x-odd}'::text[]) layout;
SELECT fringe_svg(gridmap('{|....,.@@@.,.@.@.,.@@@.,....|}'::text[]), layout => 'even-q', legend => false);
SELECT fringe_svg(gridmap('{|||}'::text[]), layout => 'even-r', legend => false), length(fringe_png(gridmap('{|||}'::text[]), layout => 'even-r')) > 0 AS png;
DROP TABLE laid;

-- what is wrong
CREATE FUNCTION refusal(picture text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE message text; detail text; hint text;
BEGIN
  EXECUTE format('SELECT %s FROM scene', picture);
  RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN concat_ws(E'\n', SQLSTATE || ' ' || message, nullif(detail, ''), nullif(hint, ''));
END $$;
SELECT picture, refusal(picture) FROM unnest(ARRAY[
  $$fringe_svg(map, '(0,0) E5')$$,
  $$fringe_svg(map, '(9,0)')$$,
  $$fringe_svg(map, routes => '{"(0,0)","(0,0) S3"}')$$,
  $$fringe_svg(map, heat => '{"(\"(0,3)\",1)"}')$$,
  $$fringe_svg(map, palette => '[1]')$$,
  $$fringe_svg(map, palette => '"#123456"')$$,
  $$fringe_svg(map, palette => '{"ab": "#123456"}')$$,
  $$fringe_svg(map, palette => '{" ": "#123456"}')$$,
  $$fringe_svg(map, palette => '{"a": "red\"/>"}')$$,
  $$fringe_svg(map, palette => '{"a": {"b": 1}}')$$,
  $$fringe_svg(map, labels => '[1]')$$,
  $$fringe_svg(map, labels => '"door"')$$,
  $$fringe_svg(map, labels => '{"D": 1}')$$,
  $$fringe_svg(map, labels => '{"D": null}')$$,
  $$fringe_svg(map, labels => '{"D": {"de": "Tor"}}')$$,
  $$fringe_svg(map, labels => '{"door": "D"}')$$,
  $$fringe_svg(map, labels => '{"": "D"}')$$,
  $$fringe_svg(map, labels => U&'{"\00e9": "D"}')$$,
  $$fringe_svg(map, labels => jsonb_build_object('D', repeat('door', 251)))$$,
  $$fringe_svg(map, labels => jsonb_build_object('D', repeat('door', 250)))$$,
  $$fringe_svg(map, title => repeat('door', 251))$$,
  $$fringe_svg(map, unit => repeat('door', 25000000))$$,
  $$fringe_svg(map, floors => ARRAY[repeat('door', 251)])$$,
  $$fringe_svg(map, scale => 'cubic')$$,
  $$fringe_svg(map, scale => repeat('cubic', 1000))$$,
  $$fringe_svg(map, scale => 'log', heat => '{"(\"(0,0)\",0)"}')$$,
  $$fringe_svg(map, low => 2, high => 1, heat => '{"(\"(0,0)\",0)"}')$$,
  $$fringe_svg(map, low => 2, high => 1)$$,
  $$fringe_png(map, low => 0, scale => 'log')$$,
  $$fringe_svg(map, low => 'NaN')$$,
  $$fringe_svg(map, seconds => -1)$$,
  $$fringe_svg(map, seconds => 'NaN')$$,
  $$fringe_svg(map, floors => '{a}', layout => 'odd-r')$$, $$fringe_svg(map, layer => 'danger')$$, $$fringe_png(map, shade => '')$$, $$fringe_svg(gridmap_block(map, '{"(0,0)"}'), heat => '{}', layer => 'blocked')$$,
  $$fringe_png(map, floor => 1, layout => 'odd-r')$$,
  $$fringe_png(map, pixels => 0)$$,
  $$fringe_png(map, pixels => 8193)$$,
  $$fringe_png(map, '(0,0) W1')$$]) picture;
SELECT refusal($$fringe_png(map, layout => 'hexagons')$$);
DROP TABLE scene, said;
DROP FUNCTION refusal, words, well_formed;

-- legends of pictures: classes and a ramp; many routes
SELECT scale, regexp_count(fringe_svg(gridmap('{...}'::text[]), heat => '{"(\"(0,0)\",1)","(\"(1,0)\",2)","(\"(2,0)\",7)"}', scale => scale), '<text') AS labels
FROM unnest('{linear,log,class}'::text[]) scale;
SELECT fringe_png(map, routes => ARRAY[fringe_route(map, '(0,0)', '(5,3)'), fringe_route(map, '(5,0)', '(0,3)', 'tile')]) <> fringe_png(map) AS drawn
FROM gridmap('{......,......,......,......}'::text[]) map;

-- The unit stays on the line of its colours, however long the items before it are.
SELECT scale, count(*) AS maps, count(*) FILTER (WHERE substring(svg FROM 'y="([^"]*)">minutes of detour:') IS DISTINCT FROM substring(svg FROM 'minutes of detour:.*?y="([^"]*)">1( to 9)?<')) AS torn
FROM unnest('{linear,band}'::text[]) scale, generate_series(12, 60) n,
  LATERAL (SELECT fringe_svg(gridmap(ARRAY[repeat('.', n)]), heat => '{"(\"(0,0)\",1)","(\"(1,0)\",9)"}', scale => scale, unit => 'minutes of detour', labels => jsonb_build_object('.', repeat('x', n - 11))) AS svg) s GROUP BY scale ORDER BY scale;

-- ---- what a picture takes ----------------------------------------------------------------
-- The marks of layers and the text of an SVG count against fringe.max_memory, and the model's layers have to be what a search takes.
SELECT gridmap_block(gridmap(ARRAY(SELECT repeat('.', 300) FROM generate_series(1, 300))), '{"(7,7)"}') AS map INTO spacious;
SET fringe.max_memory = '64kB';
SELECT fringe_png(map, pixels => 8) FROM spacious;
SELECT fringe_svg(gridmap('{...}'::text[]), routes => array_fill(('(0,0)' || repeat(' E2 W2', 50))::gridpath, ARRAY[500]));
SELECT fringe_svg(gridmap_link(gridmap(ARRAY[repeat('.', 1000)]), ARRAY(SELECT gridlink(gridcell(i, 0), gridcell(i + 2, 0)) FROM generate_series(0, 900) i)));
RESET fringe.max_memory;
DROP TABLE spacious;
SELECT fringe_svg(gridmap_set_layer(gridmap('{..}'::text[]), 'river', '{{100,7}}'), model => 'octile(side.river=2)');
