-- The pictures of the manual that show answers of the extension. tools/figures runs this script, which writes each
-- picture to a file in :folder. test/source/documents fails if doc/figures has an older one.

-- ---- Frames -----------------------------------------------------------------

-- What a picture says besides the map. A viewer who prefers dark paper gets light words.
CREATE FUNCTION pg_temp.style() RETURNS text LANGUAGE sql RETURN
    '<style>.words{font:11px sans-serif;fill:#24292f}.title{font:bold 13px sans-serif;fill:#24292f}.note{fill:#57606a}.cell{text-anchor:middle}'
    'rect{stroke:#8c959f}.later{fill:#e3e6ea}.now{fill:#d3e4f5}.at{fill:#d9a63f}.goal{fill:#8fce9b}.rock{fill:#2f353d}.ground{fill:#f3f1ea}'
    '@media(prefers-color-scheme:dark){.words,.title{fill:#d8dee4}.note{fill:#9aa4ae}.later{fill:#3a424c}.now{fill:#254b70}.at{fill:#8a671b}.goal{fill:#2c6b3a}.rock{fill:#59636f}.ground{fill:#1f242b}}</style>';

-- Pictures of fringe_svg from left to right, with a title above each, and no wider than a page.
CREATE FUNCTION pg_temp.panels(title text, titles text[], pictures text[]) RETURNS text LANGUAGE sql AS $$
    WITH picture AS (
        SELECT i, titles[i] AS name, pictures[i] AS svg,
            (regexp_match(pictures[i], 'width="([\d.]+)"'))[1]::numeric AS width, (regexp_match(pictures[i], 'height="([\d.]+)"'))[1]::numeric AS height
        FROM generate_series(1, cardinality(pictures)) AS i
    ), scale AS (SELECT least(1, 860 / sum(width)) AS scale FROM picture
    ), size AS (SELECT ceil(max(greatest(scale * width, 8 * length(name)))) + 12 AS width, ceil(max(scale * height)) + 34 AS height FROM picture, scale)
    SELECT format(E'<svg xmlns="http://www.w3.org/2000/svg" width="%1$s" height="%2$s" viewBox="0 0 %1$s %2$s">\n<title>%3$s</title>\n%4$s\n%5$s\n</svg>',
        size.width * count(*), size.height, title, pg_temp.style(),
        string_agg(format(E'<text class="title" x="%s" y="20">%s</text>\n%s', (i - 1) * size.width + 10, name, regexp_replace(svg, '<svg (.*?)width="[\d.]+" height="[\d.]+"',
            format('<svg \1x="%s" y="28" width="%s" height="%s"', (i - 1) * size.width + 5, round(scale * picture.width), round(scale * picture.height)))), E'\n' ORDER BY i))
    FROM picture, scale, size GROUP BY size.width, size.height
$$;

-- A picture without the line feed at its end, because psql adds one.
CREATE FUNCTION pg_temp.alone(svg text) RETURNS text LANGUAGE sql RETURN rtrim(svg, E'\n');

-- ---- Fringe Search ------------------------------------------------------------

-- The worked example of doc/fringe-search.md: the two lists before each visit.
CREATE TEMP TABLE yard AS SELECT gridmap(ARRAY['G@G@', '..GG', '.@G@', '.@@.', '..G.']) AS map;
CREATE TEMP TABLE visit AS
    SELECT t.*, gridcell(x, y) AS cell, (x, y) = (3, 3) AS is_goal
    FROM yard, fringe_trace(map, '(0,2)', '(3,3)', 'tile(G=2)', 'fringe(moves=all)') AS t;

-- A node enters the list when the expansion that leads to its first visit ends, or at the start.
CREATE TEMP TABLE node AS
    SELECT cell, first, coalesce((
        SELECT max(p.seq) FROM visit AS p, yard
        WHERE p.expanded AND p.seq < first AND abs(p.x - n.x) + abs(p.y - n.y) = 1
            AND p.g + CASE gridmap_code(map, n.cell) WHEN 'G' THEN 2 ELSE 1 END = n.g), 0) AS entered
    FROM (SELECT DISTINCT ON (cell) cell, x, y, g, seq AS first FROM visit ORDER BY cell, seq) AS n;

-- The list before a visit has the nodes that entered before and are not expanded yet, in the order of
-- their visits in this iteration. The node that is visited divides it.
CREATE TEMP TABLE entry AS
    SELECT at.seq, at.iteration, other.cell, other.f, other.is_goal,
        CASE WHEN other.seq < at.seq THEN 'later' WHEN other.seq = at.seq THEN 'at' ELSE 'now' END AS list,
        row_number() OVER (PARTITION BY at.seq ORDER BY other.seq) AS place
    FROM visit AS at JOIN visit AS other USING (iteration) JOIN node ON node.cell = other.cell
    WHERE node.entered < at.seq AND NOT (other.seq < at.seq AND other.expanded);

-- One block per iteration: left the map at its end, right a line per visit.
CREATE TEMP TABLE block AS
    SELECT iteration, min(seq) AS first, count(*) AS visits, max(f) FILTER (WHERE expanded) AS "limit",
        30 + sum(greatest(count(*) * 24, 5 * 26) + 44) OVER (ORDER BY iteration) AS bottom, greatest(count(*) * 24, 5 * 26) + 44 AS height
    FROM visit GROUP BY iteration;
ALTER TABLE block ADD top int;
UPDATE block SET top = bottom - height;

CREATE FUNCTION pg_temp.box(x numeric, y numeric, width int, height int, kind text, words text) RETURNS text LANGUAGE sql RETURN
    format('<rect class="%s" x="%s" y="%s" width="%s" height="%s"/><text class="words cell" x="%s" y="%s">%s</text>', kind, x, y, width, height, x + width / 2, y + height / 2 + 4, words);

CREATE TEMP TABLE drawn AS
SELECT 1 AS part, iteration, format('<text class="title" x="10" y="%s">Iteration %s, limit %s</text>', top + 26, iteration, "limit") AS svg FROM block
UNION ALL SELECT 2, b.iteration, string_agg(pg_temp.box(10 + 26 * c.x, top + 36 + 26 * c.y, 26, 26,
        CASE WHEN c.code = '@' THEN 'rock' WHEN v.is_goal THEN 'goal' WHEN v.expanded THEN 'at' WHEN v.seq IS NOT NULL THEN 'later' ELSE 'ground' END,
        CASE WHEN c.code <> '@' THEN coalesce(v.f::text, '') ELSE '' END), '' ORDER BY c.y, c.x)
    FROM block AS b, yard, gridmap_cells(map) AS c
        LEFT JOIN LATERAL (SELECT * FROM visit WHERE (x, y) = (c.x, c.y) AND iteration <= b.iteration ORDER BY seq DESC LIMIT 1) AS v ON true
    GROUP BY b.iteration
UNION ALL SELECT 3, e.iteration, string_agg(pg_temp.box(160 + 70 * (place - 1), top + 36 + 24 * (e.seq - first), 66, 20,
        CASE WHEN e.list = 'at' AND e.is_goal THEN 'goal' ELSE e.list END, format('%s %s', e.cell, e.f)), '' ORDER BY e.seq, place)
    FROM entry AS e JOIN block USING (iteration) GROUP BY e.iteration
UNION ALL SELECT 4, v.iteration, string_agg(format('<text class="words note" x="132" y="%1$s">%2$s</text><text class="words note" x="%3$s" y="%1$s">%4$s</text>',
        top + 50 + 24 * (seq - first), seq, 168 + 70 * (SELECT count(*) FROM entry WHERE entry.seq = v.seq),
        CASE WHEN is_goal THEN 'goal' WHEN expanded THEN 'expand' ELSE 'wait' END), '' ORDER BY seq)
    FROM visit AS v JOIN block USING (iteration) GROUP BY v.iteration;

\o :folder/lists.svg
SELECT format(E'<svg xmlns="http://www.w3.org/2000/svg" width="600" height="%1$s" viewBox="0 0 600 %1$s">\n<title>The two lists of Fringe Search, visit by visit</title>\n%2$s\n', max(bottom) + 10, pg_temp.style())     || pg_temp.box(160, 10, 66, 20, 'later', 'later') || pg_temp.box(230, 10, 110, 20, 'at', 'node of the visit') || pg_temp.box(344, 10, 66, 20, 'now', 'now')
FROM block;
SELECT svg FROM drawn ORDER BY iteration, part;
SELECT '</svg>';
\o

-- ---- Models --------------------------------------------------------------------

\o :folder/corners.svg
SELECT pg_temp.panels('Corner rules', array_agg('corners=' || rule ORDER BY i), array_agg(fringe_svg(map, routes => array_remove(ARRAY[
        fringe_route(map, '(0,0)', '(2,2)', model), fringe_route(map, '(2,2)', '(3,3)', model)], NULL), legend => false) ORDER BY i))
FROM gridmap(ARRAY['....', '.@..', '...@', '..@.']) AS map, unnest('{both,one,any}'::text[]) WITH ORDINALITY AS r (rule, i),
    CAST(format('octile(corners=%s)', rule) AS gridmodel) AS model;

\o :folder/weights.svg
SELECT pg_temp.panels('Weights', array_agg(model::text ORDER BY i), array_agg(fringe_svg(map, fringe_route(map, '(0,3)', '(9,3)', model), legend => false,
        palette => '{"R": "#b8a07a"}') ORDER BY i))
FROM gridmap(ARRAY['RRRRRRRRRR', 'R........R', 'R..SSSS..R', '...SSSS...', '...SSSS...', '....SSS...', '..........']) AS map,
    unnest('{octile(R=1),"octile(R=1, S=3)","octile(R=0.5, S=3)"}'::gridmodel[]) WITH ORDINALITY AS m (model, i);

\o :folder/turns.svg
SELECT pg_temp.alone(fringe_svg(map, routes => ARRAY[fringe_route(map, '(1,1)', '(22,10)'), fringe_route(map, '(1,1)', '(22,10)', 'octile(turn=2)')]))
FROM gridmap_rooms(24, 12, 6, 3) AS map;

-- The cells within 7 of the start, on a map whose edges are joined, and a route that is shorter over two of them.
\o :folder/wrap.svg
SELECT pg_temp.panels('A world that wraps', array_agg(model::text ORDER BY i), array_agg(fringe_svg(map, fringe_route(map, '(3,2)', '(17,8)', model),
        (SELECT gridcell_heat(gridcell(x, y), cost) FROM fringe_reach(map, '(3,2)', 7, model)), legend => false) ORDER BY i))
FROM gridmap_fill(gridmap(array_fill(repeat('.', 20), '{11}')), '(9,0)', '(9,10)', '@') AS map, unnest('{octile,octile(wrap=x),octile(wrap=xy)}'::gridmodel[]) WITH ORDINALITY AS m (model, i);

-- The same cost reaches as far in metres, whatever the sides of the cells.
\o :folder/oblong.svg
SELECT pg_temp.panels('Oblong cells', array_agg(model::text ORDER BY i), array_agg(fringe_svg(map, fringe_route(map, goal, place, model), model => model,
        heat => (SELECT gridcell_heat(gridcell(x, y), cost) FROM fringe_reach(map, goal, 24, model)), legend => false) ORDER BY i))
FROM (VALUES (1, 'octile(dx=4, dy=3)'::gridmodel, 17, 23), (2, 'octile(dx=3, dy=4)', 23, 17)) AS m (i, model, w, h),
    gridmap_fill(gridmap(array_fill(repeat('.', w), ARRAY[h])), gridcell(w / 2 + 2, h / 2 - 4), gridcell(w / 2 + 2, h / 2 + 4), '@') AS map,
    gridcell(w / 2, h / 2) AS goal, gridcell(w / 2 + 5, h / 2) AS place;

\o :folder/hexagons.svg
SELECT pg_temp.alone(fringe_svg(map, '(1,0) S2 E2', layout => 'odd-r', model => 'hex(T=3)', labels => '{".": "ground", "T": "forest", "@": "rock"}'))
FROM gridmap_from_offset('{.T..,.@@.,....}', 'odd-r') AS map;

-- ---- Links and floors ------------------------------------------------------------

\o :folder/links.svg
SELECT pg_temp.panels('Links', '{links}' || array_agg(model::text ORDER BY i), ARRAY[fringe_svg(map, legend => false)]
    || array_agg(fringe_svg(map, fringe_route(map, '(0,0)', '(8,1)', model), legend => false) ORDER BY i))
FROM gridmap_link(gridmap(ARRAY['....@....', '....@....']), '{"(3,0)<>(5,0)=2", "(0,1)>(8,1)=7.5", "(3,1)<>(5,1)=0.5:k"}') AS map,
    unnest('{octile,octile(k=blocked)}'::gridmodel[]) WITH ORDINALITY AS m (model, i) GROUP BY map;

\o :folder/floors.svg
SELECT pg_temp.panels('A route over two floors', array_agg('floor ' || floor ORDER BY floor),
    array_agg(fringe_svg(map, fringe_route(map, '(0,0)', '(21,0)'), floor => floor, legend => false) ORDER BY floor))
FROM gridmap_link(gridmap_floors(ARRAY[gridmap_rooms(12, 6, 5, 1), gridmap_rooms(12, 6, 5, 2)]), '{"(7,1)<>(13,1)"}') AS map, generate_series(1, 2) AS floor;

-- ---- Agents ----------------------------------------------------------------------

CREATE TEMP TABLE court AS SELECT gridmap(ARRAY['........@.....', '.@@@@...@.....', '.@..@...@.....', '.@..@.........', '.@@@@...@.....', '..............', '..............']) AS map;

-- The cells that the agent covers on its way are yellow.
\o :folder/sizes.svg
SELECT pg_temp.panels('Agents of several sizes', array_agg(name ORDER BY i), array_agg(fringe_svg(map, route, (
        SELECT gridcell_heat(DISTINCT cell + gridcell(dx, dy), 1)
        FROM unnest(gridpath_cells(route)) AS cell, generate_series(0, width - 1) AS dx, generate_series(0, height - 1) AS dy), high => 2, legend => false) ORDER BY i))
FROM court, (VALUES (1, 'octile', 1, 1), (2, 'octile(size=2)', 2, 2), (3, 'octile(size=3x1)', 3, 1)) AS agent (i, name, width, height),
    fringe_route(map, '(5,1)', '(11,1)', name::gridmodel) AS route;

-- A route of one cell marks each start.
\o :folder/territories.svg
SELECT pg_temp.alone(fringe_svg(map, scale => 'class', legend => false, heat => (SELECT gridcell_heat(cell, owner) FROM fringe_territory(map, starts)),
    routes => (SELECT array_agg(gridpath(ARRAY[start])) FROM unnest(starts) AS start)))
FROM court, CAST(ARRAY['(0,0)', '(13,5)', '(3,2)'] AS gridcell[]) AS starts;

-- A route of two cells leads from each cell to its next cell, and one of one cell marks each goal.
\o :folder/fields.svg
SELECT pg_temp.alone(fringe_svg(map, heat => gridcell_heat(cell, cost), routes => array_agg(gridpath(CASE WHEN next = cell THEN ARRAY[cell] ELSE ARRAY[cell, next] END) ORDER BY cell), legend => false))
FROM court, fringe_field(map, ARRAY['(13,2)', '(0,6)']::gridcell[]) AS field, gridfield_cells(field)
GROUP BY map;

-- ---- Pictures ----------------------------------------------------------------------

CREATE TEMP TABLE arena AS SELECT gridmap_caves(60, 13, 0.4, 7) AS map;

\o :folder/route.svg
SELECT pg_temp.alone(fringe_svg(map, fringe_route(map, '(8,10)', '(56,4)'))) FROM arena;

\o :folder/reach.svg
SELECT pg_temp.alone(fringe_svg(map, unit => 'cost', heat => (SELECT gridcell_heat(gridcell(x, y), cost) FROM fringe_reach(map, '(8,10)', 40)))) FROM arena;

\o :folder/isochrones.svg
SELECT pg_temp.alone(fringe_svg(map, scale => 'band', unit => 'cost in bands of 25', heat => (SELECT gridcell_heat(gridcell(x, y), floor(cost / 25)) FROM fringe_reach(map, cell, 150))))
FROM gridmap_caves(250, 200, 0.43, 5) AS map,
    LATERAL (SELECT cell FROM fringe_components(map), gridmap_random_cells(map, 100, 1) WITH ORDINALITY AS random (cell, n)
        WHERE component = 1 AND fringe_connected(map, sample, cell) ORDER BY n LIMIT 1) AS place;

-- Layers: two hills, a danger between them, a fence with a gate, a ledge, and blocked cells. The first route counts steps only. On pale
-- ground, the lit side of a hill would not show.
\o :folder/layers.svg
SELECT pg_temp.alone(fringe_svg(map, routes => ARRAY[fringe_route(map, '(2,14)', '(42,8)'), fringe_route(map, '(2,14)', '(42,8)', 'octile(rise=1, drop=0.5, layer.danger=1)')], layer => 'danger', shade => 'height', palette => '{".": "#a8b88a"}', labels => '{".": "ground"}'))
FROM (SELECT array_agg(row ORDER BY y) AS heights FROM generate_series(0, 21) AS y,
        LATERAL (SELECT array_agg(round((9 * exp(-((x - 13) ^ 2 + (y - 6) ^ 2) / 30.0) + 12 * exp(-((x - 28) ^ 2 + (y - 15) ^ 2) / 40.0))::numeric, 1)::float8 ORDER BY x) AS row FROM generate_series(0, 44) AS x) AS r) AS h,
    (SELECT array_agg(gridcell(x, y) ORDER BY y, x) AS cells, array_agg((5 - distance)::float8 ORDER BY y, x) AS dangers
        FROM generate_series(15, 27) AS x, generate_series(6, 16) AS y, round(sqrt((x - 20) ^ 2 + (y - 11) ^ 2)) AS distance WHERE distance < 5) AS d,
    (SELECT array_agg(gridcell(36, y)) AS fence FROM generate_series(0, 21) AS y WHERE y NOT IN (4, 5, 18)) AS f,
    gridmap_set_layer(gridmap(array_fill(repeat('.', 45), ARRAY[22])), 'height', heights) AS hills,
    gridmap_set_sides(gridmap_set_layer(hills, 'danger', cells, dangers), fence, 'W') AS fenced,
    gridmap_set_sides(fenced, '{"(6,16)","(7,16)","(8,16)","(9,16)","(10,16)","(11,16)"}', 'N', twoway => false) AS ledged,
    gridmap_block(ledged, '{"(31,4)","(32,4)","(33,4)","(33,5)"}') AS map;

-- Turns of movement points as bands, a road and a river, for doc/turn-based.md.
\o :folder/bands.svg
SELECT pg_temp.alone(fringe_svg(map, fringe_route(map, start, goal, model), model => model, layout => 'odd-r', scale => 'band', unit => 'turn', heat => heat, palette => '{"f": "#3c7a4b", "m": "#958a80"}', labels => '{".": "plains", "f": "forest", "m": "mountains"}'))
FROM (SELECT array_agg(row ORDER BY y) AS lines FROM generate_series(0, 17) AS y, LATERAL (
        SELECT string_agg(CASE WHEN hill > 1.1 THEN 'm' WHEN hill < -0.5 THEN 'f' ELSE '.' END, '' ORDER BY x) AS row
        FROM generate_series(0, 29) AS x, LATERAL (SELECT sin(x / 3.0) * cos(y / 4.0) + sin((x + y) / 5.0) AS hill) AS h) AS r) AS l,
    gridmap_from_offset(lines, 'odd-r') AS land,
    LATERAL (SELECT array_agg(gridcell_from_offset(land, x, 9 + (x >= 12)::int + (x >= 20)::int, 'odd-r') ORDER BY x) AS road FROM generate_series(1, 27) AS x) AS way,
    LATERAL (SELECT array_agg(cell) AS banks, array_agg(cell) FILTER (WHERE y % 2 = 1) AS bends
        FROM generate_series(0, 17) AS y, LATERAL (SELECT gridcell_from_offset(land, 16, y, 'odd-r') AS cell) AS c WHERE y <> 10) AS water,
    gridmap_set_layer(land, 'road', road, array_fill(1, ARRAY[27])) AS paved,
    gridmap_set_sides(gridmap_set_sides(paved, banks, 'E', layer => 'river'), bends, 'NE+S', layer => 'river') AS map,
    gridcell_from_offset(land, 5, 9, 'odd-r') AS start, gridcell_from_offset(land, 24, 3, 'odd-r') AS goal, (VALUES ('hex(f=2, m=3, points=5, road.road=0.5, side.river=2)'::gridmodel)) AS m (model),
    LATERAL (SELECT gridcell_heat(gridcell(x, y), greatest(ceil(cost / 5), 1)) AS heat FROM fringe_reach(map, start, 25, model)) AS turns;

-- The hike of the recipe, from left to right.
\o :folder/slopes.svg
SELECT pg_temp.alone(fringe_svg(map, routes => array_agg(fringe_route(map, '(2,20)', '(95,40)', model) ORDER BY i), shade => 'height', palette => '{".": "#a8b88a"}', labels => '{".": "ground"}'))
FROM (SELECT array_agg(heights ORDER BY y) AS height FROM generate_series(0, 59) AS y, LATERAL (
        SELECT array_agg(round((900 + x / 2.0 + 90 * exp(-((x - 35) ^ 2 + (y - 25) ^ 2) / 160.0) + 120 * exp(-((x - 65) ^ 2 + (y - 38) ^ 2) / 260.0))::numeric, 1)::float8 ORDER BY x) AS heights
        FROM generate_series(0, 99) AS x) AS line) AS h, gridmap_set_layer(gridmap(array_fill(repeat('.', 100), ARRAY[60])), 'height', height) AS map,
    (VALUES (1, '-1:0.72|1:0.72'), (2, fringe_slope('tobler', -0.5, 0.5, 0.01)), (3, fringe_slope('langmuir', -1, 1, 1))) AS pace (i, slope),
    LATERAL CAST(format('octile(straight=10, cell=10, slope=%s)', slope) AS gridmodel) AS model
GROUP BY map;

-- What an observer sees of a raster, for doc/rasters.md.
\o :folder/viewshed.svg
SELECT pg_temp.alone(fringe_svg(map, routes => '{"(46,22)"}'::gridpath[], heat => gridcell_heat(cell, (cell <-> '(46,22)')::float8), unit => 'distance in cells', shade => 'height', palette => '{".": "#a8b88a"}', labels => '{".": "not seen"}'))
FROM (SELECT array_agg(heights ORDER BY y) AS height FROM generate_series(0, 59) AS y, LATERAL (
        SELECT array_agg(round((40 + 25 * sin(x / 9.0) * cos(y / 7.0) + 15 * sin((x + y) / 17.0))::numeric, 1)::float8 ORDER BY x) AS heights FROM generate_series(0, 99) AS x) AS line) AS h,
    gridmap_set_layer(gridmap(array_fill(repeat('.', 100), ARRAY[60])), 'height', height) AS map, fringe_view(map, '(46,22)', eye => 1.7, target => 0, ground => 'slopes') AS cell
GROUP BY map;

-- A game's map, for README.md: rock and woods, a river, and roads that cross it where building them was cheapest.
\o :folder/game.svg
WITH ground AS (
    SELECT gridmap_set(gridmap_set(rock, wood, 'T'), water, 'W') AS map
    FROM gridmap_caves(96, 40, 0.37, 12) AS rock,
        (SELECT array_agg(cell) AS wood FROM gridmap_caves(96, 40, 0.45, 8) AS m, gridmap_cells(m) AS c, gridcell(c.x, c.y) AS cell WHERE code = '@' AND x BETWEEN 2 AND 93 AND y BETWEEN 2 AND 37) AS w,
        (SELECT array_agg(gridcell(x, y)) AS water FROM generate_series(0, 95) AS x, generate_series(0, 39) AS y WHERE abs(x - 50 - 7 * sin(y / 7.0)) < 1.8) AS r
), road AS (
    SELECT gridmap_set(map, array_agg(cell), 'R') AS map
    FROM ground, unnest(ARRAY['(13,22)', '(18,5)']::gridcell[], ARRAY['(90,13)', '(40,35)']::gridcell[]) AS r (a, b), unnest(gridpath_cells(fringe_route(map, a, b, 'tile(T=3, W=4)'))) AS cell
    GROUP BY map
)
SELECT pg_temp.alone(fringe_svg(map, fringe_route(map, '(11,8)', '(86,26)', model), model => model, palette => '{"R": "#b8a07a"}',
    labels => '{".": "grass 1", "T": "forest 3", "R": "road 0.5", "W": "river (wall)", "@": "rock (wall)"}'))
FROM road, CAST('octile(R=0.5, T=3)' AS gridmodel) AS model;

-- Both searches as they go, for doc/fringe-search.md.
\o :folder/search.svg
SELECT pg_temp.panels('A* and Fringe Search, as they go', array_agg(format('%s: %s visits', name, n) ORDER BY i),
    array_agg(fringe_svg(map, route, heat, seconds => 8, legend => false) ORDER BY i))
FROM gridmap_rooms(79, 63, 9, 8) AS map, (VALUES (1, 'A*', 'astar'), (2, 'Fringe Search', 'fringe')) AS search (i, name, method),
    fringe_route(map, '(2,58)', '(75,3)', 'octile(diagonal=1.5)') AS route,
    LATERAL (SELECT count(*) AS n, gridcell_heat(gridcell(x, y), seq) AS heat FROM fringe_trace(map, '(2,58)', '(75,3)', 'octile(diagonal=1.5)', method::gridmethod)) AS visits;
\o
