-- fringe_svg, fringe_png: maps to look at
CREATE TABLE scene AS SELECT gridmap(ARRAY['..TT@', '.WWS@', '.1<&"']) AS map;
SELECT fringe_svg(map, legend => false) FROM scene;
SELECT fringe_svg(map, '(0,0) S2 E1 NE1', routes => '{"(4,2) W3 N1",NULL}') FROM scene;

-- links are dashed arcs, with dots where they lead; behind routes
SELECT fringe_svg(gridmap_link(gridmap('{...@...}'::text[]), '{"(2,0)<>(4,0)","(0,0)>(6,0)=3:k"}'), legend => false);
-- the legend says which way they lead, and names floors: none where the name is NULL or the floor has no columns; long names small
SELECT links, (SELECT string_agg(m[1], ', ') FROM regexp_matches(svg, '<text[^>]*>([^<]*link[^<]*)<', 'g') m) AS words,
  (SELECT count(*) FROM regexp_matches(svg, '<circle', 'g')) AS circles
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
-- marks: on a large map the picture goes beyond the map, as far as they do; on a small one they fit into a cell
SELECT (regexp_match(fringe_svg(map, route, legend => false), 'viewBox="([^"]*)"'))[1] AS box
FROM (VALUES (gridmap_walls(200, 100, 0, 1, 1), gridpath '(0,0)'), (gridmap_walls(200, 100, 0, 1, 1), NULL),
  (gridmap_walls(9, 9, 0, 1, 1), '(0,0)')) scene (map, route);

-- colours
SELECT fringe_svg(gridmap('{.T}'::text[]), palette => '{"T": "#00FF00", "x": "#123456"}', legend => false);

-- NULL is not given, but for the map
SELECT fringe_svg(NULL) IS NULL, fringe_png(NULL) IS NULL,
  fringe_svg(map, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) = fringe_svg(map),
  fringe_png(map, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) = fringe_png(map) FROM scene;

-- a PNG has whole pixels a cell, or the mean of several cells
SELECT pixels, substr(png, 2, 3) = 'PNG' AS png, get_byte(png, 18) * 256 + get_byte(png, 19) AS width, get_byte(png, 22) * 256 + get_byte(png, 23) AS height
FROM scene, unnest('{1,3,5,12,512}'::int[]) pixels, fringe_png(map, pixels => pixels) png;
SELECT fringe_png(map, '(0,0) E1999', pixels => 100) <> fringe_png(map, pixels => 100) AS drawn FROM gridmap_walls(2000, 3, 0, 1, 1) map;

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
  $$fringe_svg(map, scale => 'cubic')$$,
  $$fringe_svg(map, scale => 'log', heat => '{"(\"(0,0)\",0)"}')$$,
  $$fringe_svg(map, low => 2, high => 1, heat => '{"(\"(0,0)\",0)"}')$$,
  $$fringe_svg(map, low => 2, high => 1)$$,
  $$fringe_png(map, low => 0, scale => 'log')$$,
  $$fringe_svg(map, low => 'NaN')$$,
  $$fringe_svg(map, seconds => -1)$$,
  $$fringe_svg(map, seconds => 'NaN')$$,
  $$fringe_png(map, pixels => 0)$$,
  $$fringe_png(map, pixels => 8193)$$,
  $$fringe_png(map, '(0,0) W1')$$]) picture;
DROP TABLE scene;
DROP FUNCTION refusal;

-- legends of pictures: classes and a ramp; many routes
SELECT scale, regexp_count(fringe_svg(gridmap('{...}'::text[]), heat => '{"(\"(0,0)\",1)","(\"(1,0)\",2)","(\"(2,0)\",7)"}', scale => scale), '<text') AS labels
FROM unnest('{linear,log,class}'::text[]) scale;
SELECT fringe_png(map, routes => ARRAY[fringe_route(map, '(0,0)', '(5,3)'), fringe_route(map, '(5,0)', '(0,3)', 'tile')]) <> fringe_png(map) AS drawn
FROM gridmap('{......,......,......,......}'::text[]) map;
