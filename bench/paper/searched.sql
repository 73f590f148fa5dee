-- A picture of three searches of the same pair on a map of data/, with the path. The more
-- often a cell was visited, the darker it is; the legend has the numbers. Adjacent cells of a row with the same shade
-- are one rectangle.
SET search_path = papers, public;

CREATE TABLE example AS
    SELECT level.map, start, goal, 'octile(straight=100, diagonal=150, corners=one)'::gridmodel AS model,
        gridmap_width(level.map) AS w, gridmap_height(level.map) AS h
    FROM level JOIN scenario ON scenario.level = name
    WHERE name = 'rooms' ORDER BY optimal DESC LIMIT 1;

CREATE TABLE panel (position int, title text, method gridmethod);
INSERT INTO panel VALUES (0, 'A*', 'astar(open=tree)'), (1, 'Fringe Search', 'fringe'), (2, 'ME-IDA*', 'idastar');

-- Rows of cells as the data of an SVG path.
CREATE FUNCTION runs(x int[], y int[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg(format('M%s %sh%sv1h-%sz', first, y, n, n), '' ORDER BY y, first)
    FROM (SELECT y, min(x) AS first, count(*) AS n
        FROM (SELECT x, y, x - row_number() OVER (PARTITION BY y ORDER BY x) AS run FROM unnest(x, y) AS c (x, y)) AS numbered
        GROUP BY y, run) AS joined
$$;

CREATE TABLE shade AS
    SELECT position, least(5, 1 + floor(log(3, visits)))::int AS class, array_agg(x) AS xs, array_agg(y) AS ys
    FROM (SELECT position, x, y, count(*) AS visits
        FROM panel, example, fringe_trace(map, start, goal, model, method) GROUP BY position, x, y) AS visited
    GROUP BY position, class;

SELECT format('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 0 %s %s" font-family="sans-serif">', 3 * w + 22, h + 34) FROM example;
SELECT '<style>text{fill:#24292f;font-size:7px}.small{font-size:5px}.wall{fill:#57606a}.path{fill:none;stroke:#cf222e;stroke-width:1.6;stroke-linejoin:round}'
    '.s1{fill:#dbe9fb}.s2{fill:#a9caf3}.s3{fill:#6ba3e6}.s4{fill:#3576c9}.s5{fill:#174a91}.ground{fill:#fff}'
    '@media(prefers-color-scheme:dark){text{fill:#d8dee4}.wall{fill:#848d97}.path{stroke:#ff7b72}.ground{fill:#0d1117}'
    '.s1{fill:#15294a}.s2{fill:#1b437f}.s3{fill:#2966b8}.s4{fill:#5a97e0}.s5{fill:#b0d2fa}}</style>';
SELECT format('<defs><g id="map"><path class="wall" d="%s"/></g><path id="path" class="path" d="M%s"/></defs>',
    (SELECT runs(array_agg(x), array_agg(y)) FROM gridmap_cells(map) WHERE code = '@'),
    (SELECT string_agg(format('%s %s', x + 0.5, y + 0.5), 'L' ORDER BY seq) FROM fringe_path(map, start, goal, model)))
FROM example;
SELECT format('<g transform="translate(%s 10)"><text y="-3">%s</text><rect class="ground" width="%s" height="%s"/>%s<use href="#map"/><use href="#path"/>'
    '<text class="small" y="%s">%s visits, %s expansions, %s f-limits</text></g>',
    position * (w + 8), title, w, h,
    (SELECT string_agg(format('<path class="s%s" d="%s"/>', class, runs(xs, ys)), '' ORDER BY class) FROM shade WHERE shade.position = panel.position),
    h + 8, fixed((r).visited, 0), fixed((r).expanded, 0), fixed((r).iterations, 0))
FROM panel, example, fringe_search(map, start, goal, model, method) r ORDER BY position;
SELECT format('<g transform="translate(0 %s)"><text class="small" y="4">visits per cell:</text>%s</g>', h + 25,
    string_agg(format('<rect class="s%s" x="%s" width="8" height="5"/><text class="small" x="%s" y="4">%s</text>', class, 8 + 36 * class, 18 + 36 * class, visits), '' ORDER BY class))
FROM example, (VALUES (1, '1 or 2'), (2, '3 to 8'), (3, '9 to 26'), (4, '27 to 80'), (5, 'more')) AS l (class, visits) GROUP BY h;
SELECT '</svg>';
