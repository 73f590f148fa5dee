-- Writes maps.json and queries.json: what fringe.js is to answer, and what SQL answers.
-- psql's variables: folder, queries (how many).
CREATE EXTENSION IF NOT EXISTS fringe;
SET client_min_messages = warning;
CREATE TEMP TABLE map AS SELECT row_number() OVER () - 1 AS id, map, ARRAY(SELECT gridmap_random_cells(map, 1000, 38)) AS cells,
    EXISTS (SELECT FROM gridmap_links(map)) AS linked, EXISTS (SELECT FROM gridmap_layers(map)) AS layered FROM (
    SELECT gridmap_caves(61, 43, 0.4, seed) FROM generate_series(1, 6) seed
    UNION ALL SELECT gridmap_rooms(50, 37, 7, seed) FROM generate_series(1, 4) seed
    UNION ALL SELECT gridmap_maze(41, 41, 1, seed, 0.1) FROM generate_series(1, 4) seed
    UNION ALL SELECT gridmap_walls(64, 40, 60, 6, seed) FROM generate_series(1, 4) seed
    UNION ALL SELECT gridmap_caves(width, 9, 0.3, width) FROM unnest('{5, 63, 64, 65, 129}'::int[]) width
    -- other terrain, scattered
    UNION ALL SELECT gridmap_set(gridmap_set(gridmap_set(ground, cells[1:400], 'T'), cells[401:700], 'W'), cells[701:], 'v')
        FROM generate_series(1, 5) seed, gridmap_caves(53, 41, 0.35, seed) ground,
            LATERAL (SELECT array_agg(cell) AS cells FROM gridmap_random_cells(ground, 760, seed) cell) picked
    -- with links: both ways and one, dear and free, and some that a code closes
    UNION ALL SELECT gridmap_link(map, ARRAY(SELECT (a.cell::text || (ARRAY['<>', '>'])[1 + a.seq % 2] || b.cell || '=' || a.seq * 0.75 || (ARRAY['', ':k'])[1 + a.seq % 2])::gridlink
            FROM unnest(picked[1:12]) WITH ORDINALITY a (cell, seq) JOIN unnest(picked[13:]) WITH ORDINALITY b (cell, seq) USING (seq)))
        FROM generate_series(1, 4) seed, gridmap_rooms(49, 37, 7, seed) map, LATERAL (SELECT array_agg(cell) AS picked FROM gridmap_random_cells(map, 24, seed) cell) cells
    -- with heights, danger, walls between cells, blocked cells and rivers
    UNION ALL SELECT gridmap_set_sides(gridmap_block(gridmap_set_sides(gridmap_set_sides(gridmap_set_layer(gridmap_set_layer(map, 'height', heights), 'danger', dangers),
            picked[1:40], 'N+E'), picked[41:60], 'S+W', twoway => false), picked[61:]), picked[1:90], 'N+E+NE', layer => 'rivers')
        FROM generate_series(1, 3) seed, gridmap_caves(47, 39, 0.25, seed) map, LATERAL (SELECT array_agg(cell) AS picked FROM gridmap_random_cells(map, 90, seed) cell) cells,
            LATERAL (SELECT array_agg(row_ ORDER BY y) AS heights, array_agg(other ORDER BY y) AS dangers
                FROM (SELECT y, array_agg(round(4 + 4 * sin(x * 0.5 + seed) * cos(y * 0.4)) ORDER BY x) AS row_, array_agg((x * 7 + y * y * 3) % 11 * 0.5 ORDER BY x) AS other
                    FROM generate_series(0, 46) x, generate_series(0, 38) y GROUP BY y) line) numbers
) made (map);

-- Every method, and what changes its loops; web.mjs checks that none is left out.
CREATE TEMP TABLE method AS SELECT row_number() OVER () - 1 AS id, method FROM unnest('{auto, jump, astar, fringe, idastar,
    "astar(open=heap)", "astar(open=tree, tie=low_g)", "astar(open=list, tie=lifo)", "astar(nodes=malloc)", "astar(heuristic=alt)", "astar(heuristic=zero)",
    "astar(max_expanded=50)", "fringe(list=array)", "fringe(buckets=50)", "fringe(pick=min_f)", "fringe(pick=min_g)", "fringe(step=0.58)",
    "fringe(heuristic=altbest, best=2, place=farthest)", "fringe(moves=all)", "idastar(memory=g, max_expanded=3000)", "idastar(delta=1)",
    "idastar(deadends=off)", "idastar(seen=left, deadends=own)", "astar(open=heap, tie=none)", "jump(heuristic=alt, seed=3)", "jump(max_expanded=9)",
    "astar(lookup=scan, clear=eagerly)", "fringe(uneven=3)", "idastar(deadends=safe, delta=1)", "idastar(memory=none, max_expanded=300)", sweep, turns, visibility}'::gridmethod[]) method;
CREATE TEMP TABLE model AS SELECT row_number() OVER () - 1 AS id, model FROM unnest('{octile, tile, "octile(straight=100, diagonal=150)",
    "tile(straight=2)", "octile(obstacle=3)", "octile(corners=one)", "octile(corners=any, diagonal=2)", "octile(T=2, W=3.5)",
    "octile(weigh=average, T=2, W=blocked)", "octile(k=blocked)", "octile(link=2.5)", "tile(T=1.25, v=leave:S)", "octile(size=2)", "octile(v=enter:E+NE+SE, T=1)", "hex(T=2, W=blocked)"}'::gridmodel[]) model;

SELECT setseed(0.38) \g /dev/null
CREATE TEMP TABLE drawn AS SELECT seq, random() AS a, random() AS b, (random() * 1e6)::int AS pick FROM generate_series(1, :queries) seq;
-- Every tenth start may be anywhere, and so may be blocked.
-- visibility and the model anyangle have each other alone, and so have turns and prices of turns; some methods take links,
-- layers and joined edges.
CREATE TEMP TABLE query AS SELECT seq, map.id, map, joined, CASE WHEN layered OR joined THEN ('{auto, astar, fringe, idastar}'::gridmethod[])[1 + pick % 4] WHEN linked THEN ('{auto, jump, sweep, visibility}'::gridmethod[])[1 + pick % 4] ELSE method END AS method,
    CASE WHEN layered AND pick % 4 < 2 AND pick / 4 % 6 = 0 THEN (ARRAY['octile(points=5, stop.danger=end)', 'tile(points=4, over=block, layer.danger=0.5)', 'hex(points=3, stop.danger=never)'])[1 + pick / 24 % 3]::gridmodel
    WHEN layered THEN (ARRAY['octile(rise=0.5, drop=0.25)', 'octile(climb=1, fall=2)', 'tile(layer.danger=0.5, rise=1, climb=3)', 'octile(layer.danger=2, fall=4, height=danger)', 'octile',
        'hex(layer.height=0.25)', 'octile(corners=any, size=2)', 'octile(friction=danger, weigh=average)', 'octile(slope=-9:2|-1:0.7|0:1|9:3, cell=0.5)', 'tile(friction=danger, latitude=47, cell=0.001)', 'octile(road.danger=0.5, T=2)', 'hex(side.rivers=1.5, road.danger=0.25)'])[1 + pick / 4 % 12]::gridmodel
    WHEN joined THEN (ARRAY['octile(wrap=xy)', 'tile(wrap=x, T=2)', 'octile(wrap=y, dx=2, diagonal=2.5)', 'tile(dy=2.5, T=2)'])[1 + seq / 7 % 4]::gridmodel
    WHEN linked AND pick % 4 = 3 THEN (ARRAY['anyangle', 'anyangle(link=0.5)', 'anyangle(k=blocked)', 'anyangle(size=2)'])[1 + seq / 7 % 4]::gridmodel
    WHEN method::text = 'turns' AND NOT linked THEN (ARRAY['octile(turn=0.5)', 'tile(turn=2)', 'hex(turn60=0.2, turn120=1)', 'octile(turn45=0.1, turn90=0.5, turn135=1, T=2)', 'octile(turn=0.5, heading=NW, turn180=1.25)', 'tile(turn=2, heading=E, arrive=S)', 'octile(turn=0.5, points=6, over=spend)'])[1 + pick / 99 % 7]::gridmodel
    WHEN method::text LIKE 'visibility%' AND NOT linked THEN 'anyangle' WHEN linked AND pick % 4 = 1 THEN 'octile(k=blocked)' ELSE model END AS model,
    CASE WHEN seq % 10 = 0 THEN gridcell(pick % gridmap_width(map), pick % gridmap_height(map))
    ELSE cells[1 + floor(a * cardinality(cells))::int] END AS start, cells[1 + floor(b * cardinality(cells))::int] AS goal
FROM drawn
JOIN map ON map.id = seq % (SELECT count(*) FROM map) CROSS JOIN LATERAL (SELECT NOT linked AND NOT layered AND seq % 11 = 0 AS joined) j
JOIN method ON method.id = pick % (SELECT count(*) FROM method)
JOIN model ON model.id = pick / 1000 % (SELECT count(*) FROM model);

\t \a
\o :folder/maps.json
SELECT jsonb_build_array(map::text) FROM map ORDER BY id;
\o :folder/queries.json
SELECT jsonb_build_object('map', id, 'model', model::text, 'method', query.method::text, 'start', ARRAY[gridcell_x(start), gridcell_y(start)],
    'goal', ARRAY[gridcell_x(goal), gridcell_y(goal)], 'answer', jsonb_build_object('found', found, 'cost', cost, 'length', length,
    'iterations', iterations, 'visited', visited, 'visitedLast', visited_last, 'expanded', expanded, 'expandedLast', expanded_last,
    'reopened', reopened, 'openPeak', open_peak, 'opened', opened, 'complete', complete, 'optimal', optimal, 'method', r.method::text,
    'route', route::text))
FROM query, fringe_search(map, start, goal, model, query.method) r ORDER BY seq;

-- Texts that are refused, each with what the server says.
CREATE FUNCTION pg_temp.refusal(kind text, wrong text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    message text;
    detail text;
    hint text;
BEGIN
    EXECUTE format('SELECT %L::%s', wrong, kind);
    RETURN jsonb_build_object('type', kind, 'text', wrong, 'says', NULL);
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN jsonb_build_object('type', kind, 'text', wrong, 'says', ARRAY[message, detail, hint]);
END $$;
\o :folder/refusals.json
SELECT pg_temp.refusal('gridmodel', wrong) FROM unnest('{"", x, octil, "octile(", "octile(x", "octile(corner=1)", "octile(corners=1)", "octile(straight=x)",
    "octile(diagonal=0)", "octile(straight=1234567890)", "octile(size=65)", "octile(T=NNE)", "tile(v=leave:NE)", "octile(v=leave:up)", "octile(T=1, T=2)",
    "octile) x", "tile(diagonal=2)", "grösse", "ääääääääääääääääääääääääääääääääääääääää"}'::text[]) wrong
UNION ALL SELECT pg_temp.refusal('gridmethod', wrong) FROM unnest('{"", x, "auto(x=1)", "astar(opn=tree)", "astar(open=trie)", "fringe(step=-1)", "fringe(buckets=0)",
    "fringe(list=array, buckets=3)", "fringe(list=array, pick=min_f)", "fringe(buckets=2, pick=min_g)", "astar(open=heap, nodes=malloc)",
    "fringe(step=1234567890)", "idastar(seed=x)", "jump(moves=all)", "astar(open=heap, open=heap)"}'::text[]) wrong
UNION ALL SELECT pg_temp.refusal('gridmap', wrong) FROM unnest(ARRAY['type', E'type octile\nheight 2\nwidth 2\nmap\n..\n.', E'type octile\nheight 2\nwidth 2\nmap\n..',
    E'type octile\nheight x\nwidth 2\nmap\n..', E'type octile\nheight 70000\nwidth 2\nmap\n..', E'type octile\nheight 65535\nwidth 65535\nmap\n..',
    E'type octile\nheight 1\nwidth 2\nmap\n. ', E'type octile\nheight 1\nwidth 2\nmap\n..\n..', E'type octile\nheight 1\nwidth 2\nmap\n..\n(0,0)>(2,0)',
    E'type octile\nheight 1\nwidth 2\nmap\n..\n(0,0)(1,0)', E'type octile\nheight 1\nwidth 2\nmap\n..\n(0,0)<>(1,0)=x', E'type octile\nheight 1\nwidth 2\nmop\n..',
    'octile', E'...\n..\n', E'..\n..\n\n..', E'0,1\n1,0\n', E'..\n..\n(0,0)>(2,0)']) wrong;

-- What does not fit a model: every model with every method, and what takes steps, each with what the server says.
CREATE FUNCTION pg_temp.said_to(question text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    message text;
    detail text;
    hint text;
BEGIN
    EXECUTE question;
    RETURN NULL;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN ARRAY[message, detail, hint];
END $$;
\o :folder/misfits.json
SELECT jsonb_build_object('model', name, 'links', links, 'does', does, 'method', method, 'says', pg_temp.said_to(format(question,
    format($$gridmap E'type octile\nheight 2\nwidth 3\nmap\n...\n...\n%s'$$, links), name, method)))
FROM unnest('{octile, tile, anyangle, "octile(v=enter:E, T=2)", "octile(turn=0.5)", "octile(wrap=xy)"}'::text[]) name, unnest(ARRAY['', '(0,0)<>(2,1)']) links, (
    SELECT 'search', method, $$SELECT cost FROM fringe_search(%s, '(0,0)', '(2,1)', %L, %L)$$
    FROM unnest('{auto, jump, astar, fringe, idastar, sweep, turns, visibility}'::text[]) method
    UNION ALL SELECT 'reach', NULL, $$SELECT count(*) FROM fringe_reach(%s, '(0,0)', 9, %L)$$
    UNION ALL SELECT 'index', NULL, $$SELECT fringe_index(%s, %L)$$) asked (does, method, question);

-- Maps of all layouts: their cells by rows, the columns and rows of all cells of the grid, and where fringe_svg draws a cell.
CREATE TEMP TABLE laid AS SELECT layout, rows, gridmap_from_offset(rows, layout) AS map, columns, count
FROM unnest('{odd-r,even-r,odd-q,even-q,staggered-y-odd,staggered-y-even,staggered-x-odd,staggered-x-even}'::text[]) layout, unnest('{1,2,3,6,7}'::int[]) columns, unnest('{1,2,5,6}'::int[]) count,
    LATERAL (SELECT array_agg(line ORDER BY row) AS rows FROM (SELECT row, string_agg(substr('.TW@', 1 + (column_ * 7 + row * row * 3) % 4, 1), '' ORDER BY column_) AS line
        FROM generate_series(1, columns) column_, generate_series(1, count) row GROUP BY row) l) r;
\o :folder/laid.json
SELECT jsonb_build_object('layout', layout, 'rows', rows, 'map', map::text,
    'cells', (SELECT jsonb_agg(jsonb_build_array(gridcell_x(cell), gridcell_y(cell)) ORDER BY row, col) FROM generate_series(0, columns - 1) col, generate_series(0, count - 1) row, gridcell_from_offset(map, col, row, layout) cell),
    'offsets', (SELECT jsonb_agg(CASE WHEN o.col IS NOT NULL THEN jsonb_build_array(o.col, o.row) END ORDER BY y, x) FROM generate_series(0, gridmap_width(map) - 1) x, generate_series(0, gridmap_height(map) - 1) y, gridcell_to_offset(map, gridcell(x, y), layout) o),
    'drawn', jsonb_build_array(gridcell_x(last), gridcell_y(last)), 'at', (SELECT jsonb_build_array(m[1]::float8, m[2]::float8) FROM regexp_match(svg, '<circle cx="(\S+)" cy="(\S+)"') m),
    'view', (SELECT jsonb_agg(side::float8 ORDER BY i) FROM regexp_match(svg, 'viewBox="(\S+) (\S+) (\S+) (\S+)"') m, unnest(m) WITH ORDINALITY u (side, i)))
FROM laid, gridcell_from_offset(map, columns - 1, count - 1, layout) last, LATERAL (SELECT fringe_svg(map, format('%s', last)::gridpath, layout => layout, legend => false) AS svg OFFSET 0) s;
\o :folder/mislaid.json
SELECT jsonb_build_object('rows', rows, 'layout', layout, 'column', col, 'says', pg_temp.said_to(format('SELECT gridcell_from_offset(%s, %s, 0, %L)',
    CASE WHEN col IS NULL THEN format('gridmap_from_offset(%L::text[], %L)', rows, layout) ELSE format('gridmap(%L::text[])', rows) END, coalesce(col, 0), layout)))
FROM (VALUES ('{...,...}'::text[], 'odd-r', NULL::int), ('{...,.|.}', 'odd-q', NULL), ('{...}', 'odd', NULL), ('{...,...}', 'staggered-y-odd', 0), ('{..,..,..,..,..,..,..}', 'odd-r', 0), ('{|..,|..,..|}', 'odd-r', 7), ('{|..,|..,..|}', 'even-r', 0), ('{..,..,..}', 'odd-r', 0), ('{|..,|..,...}', 'odd-r', 0)) v (rows, layout, col);

-- Reasons: of queries, mostly without a path, and of cases that the queries lack.
\o :folder/reasons.json
SELECT jsonb_build_object('map', id, 'text', CASE WHEN id IS NULL THEN map::text END, 'start', ARRAY[gridcell_x(start), gridcell_y(start)],
    'goal', ARRAY[gridcell_x(goal), gridcell_y(goal)], 'model', model::text, 'reason', reason)
FROM (
    SELECT id, map, start, goal, model, seq FROM query WHERE NOT joined AND model::text !~ 'points' AND (seq % 50 = 0 OR NOT fringe_connected(map, start, goal, model))
    UNION ALL SELECT id, map, CASE WHEN i % 2 = 0 THEN v.cell ELSE cells[1] END, CASE WHEN i % 2 = 0 THEN cells[2] ELSE v.cell END, 'octile', i
    FROM map, LATERAL (SELECT gridcell(x, y) AS cell, row_number() OVER () AS i FROM gridmap_cells(map) WHERE code = 'v' LIMIT 4) v
    UNION ALL SELECT NULL, map, '(0,0)', '(4,0)', model::gridmodel, 0
    FROM (VALUES (gridmap_set_sides(gridmap('{.....,.....}'::text[]), '{"(2,0)","(2,1)"}', 'E', twoway => false), 'octile'), (gridmap_set_layer(gridmap('{.....}'::text[]), 'height', '{{0,0,5,0,0}}'), 'octile(climb=2)'),
        (gridmap_block(gridmap('{.....}'::text[]), '{"(4,0)"}'), 'octile'), (gridmap_block(gridmap('{.....}'::text[]), '{"(0,0)","(4,0)"}'), 'hex'),
        (gridmap_link(gridmap('{.@.@.}'::text[]), '{"(0,0)>(4,0)=999999999"}'), 'octile(link=999999999)'), (gridmap_set_layer(gridmap('{..@..}'::text[]), 'height', '{{0,0,5,0,0}}'), 'octile(rise=2)'),
        (gridmap_set_sides(gridmap_set_layer(gridmap('{.....}'::text[]), 'height', '{{0,0,5,0,0}}'), '{"(0,0)"}', 'E'), 'octile(climb=2)'), (gridmap_set_sides(gridmap('{..v..}'::text[]), '{"(0,0)"}', 'E'), 'octile(v=W)'),
        (gridmap_set_layer(gridmap('{.v...}'::text[]), 'height', '{{0,0,0,5,0}}'), 'octile(v=W, climb=2)'), (gridmap_set_sides(gridmap_set_layer(gridmap('{.v...}'::text[]), 'height', '{{0,0,0,5,0}}'), '{"(0,0)"}', 'E'), 'octile(v=W, climb=2)')) steep (map, model)
    UNION ALL SELECT NULL, gridmap_link(gridmap('{..@..,..@..}'::text[]), '{"(1,0)>(3,0)"}'), start, goal, model, 0
    FROM unnest('{"(0,0)","(3,1)","(2,0)"}'::gridcell[]) start, unnest('{"(1,1)","(4,1)","(2,1)"}'::gridcell[]) goal,
        unnest('{octile, anyangle, "octile(size=2)"}'::gridmodel[]) model
) asked, fringe_diagnose(map, start, goal, model) ORDER BY seq LIMIT 3000;
