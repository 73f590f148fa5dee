-- why there is no path: beside what other functions say, for pairs of cells under models of all kinds
SET jit = off;
SET client_min_messages = warning; -- one map is all blocked
CREATE TABLE place (name text, map gridmap);
INSERT INTO place VALUES
  ('walls', gridmap('{R...@.~.,..@.@.#R,.@@.@R..,....@~..,@@@@@RT.,.>..@@..,~..R@.~.}'::text[])),
  ('holes', gridmap('{........,..W.....,........,.....@..,........,........,TTTTTTTT}'::text[])),
  ('open', gridmap('{.....,.....,.....}'::text[])), ('full', gridmap('{@@@,@#@}'::text[]));
-- the model of whole steps without one-way cells, and without a size
CREATE TABLE kind (model gridmodel, steps gridmodel, plain gridmodel, single gridmodel);
INSERT INTO kind SELECT format(m, s, w)::gridmodel, format(replace(m, 'anyangle', 'octile'), s, w)::gridmodel,
  format(replace(m, 'anyangle', 'octile'), s, '')::gridmodel, format(replace(m, 'anyangle', 'octile'), '1', '')::gridmodel
FROM unnest('{octile(size=%s%s),tile(size=%s%s),"octile(corners=any, size=%s%s)","octile(T=3, weigh=average, size=%s%s)",
  "octile(obstacle=2, T=blocked, size=%s%s)","anyangle(straight=2.5, size=%s%s)"}'::text[]) m,
  unnest('{1,2,2x1}'::text[]) s, unnest(ARRAY['', ', >=E', ', .=1/leave:S+E']) w WHERE m !~ 'anyangle' OR w = '';
CREATE TABLE asked AS
SELECT name, map, k.*, start, goal, d.* FROM place, kind k, generate_series(0, 30) i,
  LATERAL (SELECT gridmap_width(map) AS w, gridmap_height(map) AS h) side,
  LATERAL (SELECT gridcell(i * 5 % w, i * i % h) AS start, gridcell((i * 3 + i / 7) % w, (i * 5 + 1) % h) AS goal) pair,
  LATERAL fringe_diagnose(map, start, goal, model) d;
SELECT reason, count(*) > 0 AS some FROM asked GROUP BY reason ORDER BY reason;

SELECT count(*) AS asked, failing((model, start, goal, a.reason)::text) FILTER (WHERE a.reason IS DISTINCT FROM CASE
    WHEN first IS NOT NULL THEN CASE at_start WHEN first THEN 'start ' ELSE 'goal ' END || (kinds)[first]
    WHEN NOT fringe_connected(map, start, goal, plain) THEN 'apart'
    WHEN NOT fringe_connected(map, start, goal, model) THEN 'one-way' ELSE 'path' END) AS "other reason",
  failing((model, start, goal, a.reason)::text) FILTER (WHERE (reason = 'path') <> (fringe_cost(map, start, goal, model) IS NOT NULL)) AS "other path",
  failing((model, start, goal, a.reason)::text) FILTER (WHERE (start_code, goal_code)
    IS DISTINCT FROM (gridmap_code(map, start), gridmap_code(map, goal))) AS "other codes",
  failing((model, start, goal, a.reason)::text) FILTER (WHERE closest
    IS DISTINCT FROM (SELECT cell FROM fringe_closest(map, start, goal, steps))) AS "other cell",
  failing((model, start, goal, a.reason)::text) FILTER (WHERE start_component || ' ' || start_cells
    IS DISTINCT FROM (SELECT component || ' ' || cells
      FROM fringe_components(map, model)
      WHERE fringe_connected(map, start, sample, model) AND fringe_connected(map, sample, start, model))) AS "other start",
  failing((model, start, goal, a.reason)::text) FILTER (WHERE goal_component || ' ' || goal_cells
    IS DISTINCT FROM (SELECT component || ' ' || cells
      FROM fringe_components(map, model)
      WHERE fringe_connected(map, goal, sample, model) AND fringe_connected(map, sample, goal, model))) AS "other goal"
FROM asked a, LATERAL (SELECT '{blocked,without weight,too narrow}'::text[] AS kinds,
    CASE WHEN NOT fringe_connected(map, start, start, model) THEN CASE WHEN fringe_connected(map, start, start, single) THEN 3 WHEN start_code::text ~ '[@OTW#]' THEN 1 ELSE 2 END END AS at_start,
    CASE WHEN NOT fringe_connected(map, goal, goal, model) THEN CASE WHEN fringe_connected(map, goal, goal, single) THEN 3 WHEN goal_code::text ~ '[@OTW#]' THEN 1 ELSE 2 END END AS at_goal) ends,
  LATERAL (SELECT least(at_start, at_goal) AS first) f;

-- the model with weights: passable ends, nothing else changed
SELECT count(weighed) > 0 AS some,
  failing((model, start, goal, weighed)::text) FILTER (WHERE (weighed IS NOT NULL) IS DISTINCT FROM
    (start_code::text !~ '[@OTW#]' AND NOT fringe_connected(map, start, start, model) AND NOT fringe_connected(map, start, start, single)
      OR goal_code::text !~ '[@OTW#]' AND NOT fringe_connected(map, goal, goal, model) AND NOT fringe_connected(map, goal, goal, single))) AS "other ends",
  failing((model, start, goal, weighed)::text) FILTER (WHERE (fringe_diagnose(map, start, goal, weighed)).reason ~ 'without') AS "still without",
  failing((model, start, goal, weighed)::text) FILTER (WHERE regexp_replace(weighed::text, '[R~>]=1', '') !~ substring(model::text FROM '\w+')) AS "other model"
FROM asked;
SELECT place, d.reason, d.weighed FROM gridmap('{.,=,a}'::text[]) map, unnest('{"(0,0)","(0,1)","(0,2)"}'::gridcell[]) place,
  fringe_diagnose(map, place, '(0,2)', 'octile(size=1, corners=any, T=3)') d ORDER BY place;
-- codes that a model does not name; ground goes without saying
SELECT model, d.unnamed
FROM gridmap('{.GSW,@OT#,>~..}'::text[]) map,
  unnest('{octile,octile(T=3),"octile(T=3, W=5, @=2)","octile(obstacle=3, T=blocked)","octile(>=E)",
    anyangle}'::gridmodel[]) model,
  fringe_diagnose(map, '(0,0)', '(3,2)', model) d ORDER BY model;
-- a cost beyond exact arithmetic: there is a path, and no cell to tell
CREATE TABLE winding AS SELECT gridmap(array_agg(CASE y % 4 WHEN 1 THEN repeat('#', 59) || '@' WHEN 3 THEN '@' || repeat('#', 59)
  ELSE CASE y WHEN 0 THEN '.' ELSE '@' END || repeat('@', 59) END ORDER BY y)) AS map FROM generate_series(0, 59) y;
SELECT reason, start_cells, goal_cells, closest FROM winding, fringe_diagnose(map, '(0,0)', '(1,58)', 'tile(@=900000000,.=0.0001)');
-- directions beside links of both kinds: every pair of cells of small maps, beside what fringe_connected says
CREATE TABLE small AS
SELECT i, map, gridmap_link(map, coalesce(given, '{}')) AS linked, gridmap_link(map, coalesce(twoway, '{}')) AS turned
FROM generate_series(1, 40) i,
  LATERAL (SELECT gridmap(array_agg((SELECT string_agg(substr('.....@@>~', 1 + ('x' || substr(md5(format('%s %s %s', i, x, y)), 1, 6))::bit(24)::int % CASE i % 3 WHEN 0 THEN 7 ELSE 9 END, 1), '' ORDER BY x)
      FROM generate_series(0, 5) x) ORDER BY y)) AS map FROM generate_series(0, 3) y) m,
  LATERAL (SELECT array_agg(gridlink(gridcell(n[1] % 6, n[2] % 4), gridcell(n[3] % 6, n[4] % 4), n[5] % 3, twoway => n[6] % 4 = 0)) AS given,
      array_agg(gridlink(gridcell(n[1] % 6, n[2] % 4), gridcell(n[3] % 6, n[4] % 4), 1, twoway => true)) AS twoway
    FROM generate_series(0, i % 6) k, LATERAL (SELECT array_agg(get_byte(decode(md5(format('%s/%s', i, k)), 'hex'), b)) AS n FROM generate_series(0, 5) b) bytes
    WHERE (n[1] % 6, n[2] % 4) <> (n[3] % 6, n[4] % 4)) links;
CREATE TABLE pair AS SELECT i, linked, kind.model, a, b, fringe_connected(linked, a, b, model) AS there, fringe_connected(linked, b, a, model) AS back,
  fringe_connected(turned, a, b, plain) AS joined, d.*
FROM small, (VALUES ('octile(~=1, >=1)'::gridmodel, 'octile(~=1, >=1)'::gridmodel), ('tile(~=2)', 'tile(~=2)'), ('octile(~=1/enter:E, >=1/leave:E+N)', 'octile(~=1, >=1)'),
    ('tile(~=1/enter:none, >=1/E)', 'tile(~=1, >=1)'), ('octile(size=2, >=1/E)', 'octile(size=2, >=1)'), ('octile(link=blocked)', 'octile(link=blocked)')) kind (model, plain),
  LATERAL (SELECT gridcell(x, y) AS a FROM generate_series(0, 5) x, generate_series(0, 3) y) s, LATERAL (SELECT gridcell(x, y) AS b FROM generate_series(0, 5) x, generate_series(0, 3) y) g,
  LATERAL fringe_diagnose(linked, a, b, model) d;
SELECT count(*) AS pairs, count(DISTINCT reason) AS reasons, count(*) FILTER (WHERE back AND reason = 'one-way') > 0 AS "the other way",
  failing((i, model, a, b, reason)::text) FILTER (WHERE reason IS DISTINCT FROM CASE WHEN start_component IS NULL OR goal_component IS NULL THEN substring(reason FROM format('^(?:%s) (?:blocked|without weight|too narrow)$',
      concat_ws('|', CASE WHEN start_component IS NULL THEN 'start' END, CASE WHEN goal_component IS NULL THEN 'goal' END)))
    WHEN there THEN 'path' WHEN joined THEN 'one-way' ELSE 'apart' END) AS "other reason",
  failing((i, model, a, b)::text) FILTER (WHERE a = b AND there IS DISTINCT FROM (start_component IS NOT NULL)) AS "other ends",
  failing((i, model, a, b)::text) FILTER (WHERE there AND back IS DISTINCT FROM (start_component = goal_component)) AS "other component"
FROM pair;
-- components are the sets of cells that reach each other, by size and first cell
WITH cell AS (SELECT i, linked, model, a, array_agg(b ORDER BY gridcell_y(b), gridcell_x(b)) AS others
    FROM pair WHERE there AND back GROUP BY i, linked, model, a),
  wanted AS (SELECT i, model, array_agg(format('%s %s', cardinality(others), others[1]) ORDER BY cardinality(others) DESC, gridcell_y(a), gridcell_x(a)) AS sets
    FROM cell WHERE a = others[1] GROUP BY i, model),
  got AS (SELECT i, kind.model, array_agg(format('%s %s', c.cells, c.sample) ORDER BY c.component) AS sets
    FROM small, (SELECT DISTINCT model FROM pair) kind, fringe_components(linked, kind.model) c GROUP BY i, kind.model)
SELECT count(*) AS maps, sum(cardinality(got.sets)) > count(*) AS some, failing((i, model, got.sets, wanted.sets)::text) FILTER (WHERE got.sets IS DISTINCT FROM wanted.sets) AS "other sets"
FROM wanted FULL JOIN got USING (i, model);
-- a link that costs too much joins all the same; beyond it a goal may still be out of reach
SELECT goal, d.reason, d.start_component, d.goal_component, fringe_connected(map, '(0,0)', goal, 'octile(link=999999999)') AS connected
FROM gridmap_link(gridmap('{.@.@.}'::text[]), '{"(0,0)>(2,0)=999999999","(4,0)>(2,0)"}') map, unnest('{"(2,0)","(4,0)"}'::gridcell[]) goal, fringe_diagnose(map, '(0,0)', goal, 'octile(link=999999999)') d;
SELECT d.* FROM place, fringe_diagnose(map, '(0,0)', NULL) d WHERE name = 'open';
SELECT d.* FROM place, fringe_diagnose(map, '(0,0)', '(5,0)') d WHERE name = 'open';
SELECT d.* FROM place, fringe_diagnose(map, '(-1,0)', '(0,0)') d WHERE name = 'open';

-- what a path would have to open: doors before walls, the fewest cells, the first on the way
CREATE TABLE shut AS SELECT * FROM (VALUES ('door', gridmap('{..#...,..#...,..D...,..#...,..#...}'::text[])), ('two doors', gridmap('{..r.b.,..r.b.,..#.#.}'::text[])),
  ('wide', gridmap('{..##...,..##...,..DD...,..DD...,..##...}'::text[])), ('two ways', gridmap('{..D.,..#.,..D.,..#.,..#.}'::text[])), ('ledge', gridmap('{....,vvvv,....}'::text[])), ('ledge and door', gridmap('{.....,vvv@D,.....}'::text[])),
  ('walls', gridmap('{..@@.,..@@.}'::text[])), ('link', gridmap_link(gridmap('{..@..,..@..}'::text[]), '{"(1,1)>(3,0)=2:k"}')),
  ('floors', gridmap_link(gridmap_floors(ARRAY[gridmap('{...,...}'::text[]), gridmap('{.D.,.#.}'::text[])]), '{"(1,1)<>(4,0)"}'))) AS shut (name, map);
SELECT name, model, start, goal, d.reason, d.blocking_codes, d.blocking_cells, d.blocking_cell
FROM (VALUES ('door', 'octile'::gridmodel, '(0,0)'::gridcell, '(5,0)'::gridcell), ('door', 'octile(D=2)', '(0,0)', '(5,0)'), ('door', 'anyangle', '(0,0)', '(5,0)'), ('door', 'octile', '(0,0)', '(2,2)'),
    ('two doors', 'tile', '(0,0)', '(5,0)'), ('two doors', 'tile(r=1)', '(0,0)', '(5,0)'), ('two ways', 'octile', '(0,0)', '(3,4)'), ('two ways', 'octile', '(0,2)', '(3,4)'),
    ('wide', 'octile', '(0,0)', '(4,0)'), ('wide', 'octile(size=2)', '(0,0)', '(4,0)'), ('ledge', 'octile(v=S)', '(0,2)', '(0,0)'), ('ledge', 'octile(v=S)', '(0,0)', '(0,2)'),
    ('ledge', 'octile(v=blocked)', '(0,0)', '(0,2)'), ('walls', 'octile', '(0,0)', '(4,0)'), ('walls', 'octile', '(2,0)', '(0,0)'), ('walls', 'octile', '(0,0)', '(3,1)'),
    ('walls', 'octile(size=3)', '(0,0)', '(1,0)'), ('link', 'octile(k=blocked)', '(0,0)', '(4,0)'), ('link', 'octile(link=blocked)', '(0,0)', '(4,0)'),
    ('link', 'octile(k=blocked)', '(4,0)', '(0,0)'), ('link', 'octile', '(4,0)', '(0,0)'), ('link', 'octile', '(0,0)', '(4,0)'), ('floors', 'octile', '(0,0)', '(6,1)'), ('ledge and door', 'octile(v=S)', '(0,2)', '(0,0)')) AS case_of (name, model, start, goal)
  JOIN shut USING (name), fringe_diagnose(map, start, goal, model) d ORDER BY name, model::text, start, goal;
-- costs that do not fit those of what is opened are no error
SELECT model, fringe_cost(map, '(0,0)', '(299,0)', model), reason, blocking_codes, blocking_cells, blocking_cell
FROM (SELECT gridmap_link(gridmap_fill(gridmap_resize(gridmap('{.}'::text[]), 300, 300, '.'), '(150,0)', '(150,299)', '@'), '{"(0,0)>(299,0)=sqrt2:k"}') AS map) m,
  unnest('{"octile(.=0.000000001, k=blocked)","octile(.=999999999.999999999, k=blocked)","tile(k=blocked)","tile(link=blocked)","anyangle(k=blocked)"}'::gridmodel[]) model,
  fringe_diagnose(map, '(0,0)', '(299,0)', model);
-- as many as a search pays for, where a closed cell costs 1000 and other steps 1
WITH answer AS (SELECT i, opened, start, goal, d.*, walls, fringe_cost(map, start, goal, format(opened, '')::gridmodel) AS doors, fringe_cost(map, start, goal, walls) AS all_open,
    (gridmap_code(map, start)::text !~ '[.]')::int AS first
  FROM generate_series(1, 30) i,
    LATERAL (SELECT gridmap(array_agg((SELECT string_agg(substr('......RT@@~', 1 + ('x' || substr(md5(format('%s %s %s', i, x, y)), 1, 6))::bit(24)::int % 11, 1), '' ORDER BY x)
      FROM generate_series(0, 11) x) ORDER BY y)) AS map FROM generate_series(0, 7) y) m,
    (VALUES ('tile'::gridmodel, 'tile(R=1000, ~=1000%s)'), ('octile(diagonal=1, corners=any)', 'octile(diagonal=1, corners=any, R=1000, ~=1000%s)')) kind (model, opened),
    LATERAL (SELECT format(opened, ', @=1000, T=1000')::gridmodel AS walls) w,
    generate_series(0, 20) k, LATERAL (SELECT gridcell(k * 5 % 12, k * k % 8) AS start, gridcell((k * 3 + k / 7) % 12, (k * 5 + 1) % 8) AS goal) pair,
    LATERAL fringe_diagnose(map, start, goal, model) d)
SELECT count(blocking_cells) > 300 AS some, count(*) FILTER (WHERE blocking_codes ~ '[@T]') > 20 AS walls,
  failing((i, opened, start, goal, blocking_cells, doors, all_open)::text) FILTER (WHERE blocking_cells IS DISTINCT FROM CASE WHEN reason <> 'path'
    THEN CASE WHEN doors IS NOT NULL AND (first = 0 OR start_code ~ '[R~]') THEN trunc(doors / 1000) ELSE trunc(all_open / 1000) END + first END) AS "other number"
FROM answer;
DROP TABLE shut;
-- a closed link to a closed cell is two; the fewest cells of a large agent; the first reason; what cannot be opened; a code that obstacle opens
SELECT d.reason, unnamed, blocking_codes, blocking_cells, blocking_cell
FROM (VALUES (gridmap_link(gridmap('{...D}'::text[]), '{"(0,0)>(3,0):k"}'), '(0,0)'::gridcell, '(3,0)'::gridcell, 'tile(k=blocked)'::gridmodel), (gridmap_link(gridmap('{.@.D}'::text[]), '{"(0,0)>(3,0):k"}'), '(0,0)', '(3,0)', 'tile(k=blocked)'),
    (gridmap('{...,.D.,..D}'::text[]), '(1,0)', '(0,1)', 'tile(size=2)'), (gridmap('{R.@}'::text[]), '(0,0)', '(2,0)', 'octile'), (gridmap('{@v.}'::text[]), '(0,0)', '(2,0)', 'tile(v=none)'),
    (gridmap('{.@.}'::text[]), '(0,0)', '(2,0)', 'tile(obstacle=2)'), (gridmap('{.v..,.@..}'::text[]), '(0,0)', '(2,0)', 'octile(v=N)'), (gridmap('{..,.v,..}'::text[]), '(1,2)', '(1,0)', 'tile(v=S)'),
    (gridmap('{..@@,..@@,@@..,@@..}'::text[]), '(0,0)', '(2,2)', 'octile(size=2)')) asked (map, start, goal, model),
  fringe_diagnose(map, start, goal, model) d;
-- the reason is the smallest set of rules without which there is a path: the edge of the map is no closed side, an agent stands over no wall
SELECT what, d.reason, blocking_codes, blocking_cells, blocking_cell
FROM (VALUES ('edge', gridmap_set_sides(gridmap_link(gridmap('{..@..}'::text[]), '{"(3,0)>(1,0)"}'), '{"(0,0)"}', 'W'), '(3,0)'::gridcell, 'octile'::gridmodel),
    ('over a wall', gridmap_set_sides(gridmap('{....}'::text[]), '{"(1,0)"}', 'E'), '(2,0)', 'octile(size=2x1)'), ('wall', gridmap_set_sides(gridmap('{....}'::text[]), '{"(1,0)"}', 'E'), '(2,0)', 'octile'),
    ('link and cell', gridmap_link(gridmap('{.@.,@x.}'::text[]), '{"(0,0)<>(1,1)=1:k"}'), '(2,0)', 'tile(link=blocked, x=blocked)'),
    ('side and direction', gridmap_set_sides(gridmap('{.v..}'::text[]), '{"(2,0)"}', 'E'), '(3,0)', 'tile(v=W)'), ('direction', gridmap_set_sides(gridmap('{.v..}'::text[]), '{"(2,0)"}', 'S'), '(3,0)', 'tile(v=W)'),
    ('side beside a corner', gridmap_set_sides(gridmap('{.@,.@}'::text[]), '{"(0,0)"}', 'E'), '(1,0)', 'octile(corners=any)')) asked (what, map, goal, model),
  fringe_diagnose(map, '(0,0)', goal, model) d;
-- each set of rules is a reason: the same model without exactly these rules has a path, and without no smaller or earlier set
SELECT d.reason, blocking_codes, blocking_cells, blocking_cell,
  (SELECT string_agg(rules, '; ' ORDER BY n) FROM unnest(ARRAY['sides','steep','one-way','sides steep','sides one-way','steep one-way','sides steep one-way']) WITH ORDINALITY kind (rules, n)
    WHERE fringe_connected(CASE WHEN rules ~ 'sides' THEN plain ELSE map END, '(0,0)', '(5,0)',
      format('tile(v=%s%s)', CASE WHEN rules ~ 'one-way' THEN '1' ELSE 'W' END, CASE WHEN rules ~ 'steep' THEN '' ELSE ', climb=1' END)::gridmodel)) AS "path without"
FROM generate_series(0, 7) i, LATERAL (SELECT gridmap_set_layer(gridmap(ARRAY[CASE WHEN i & 4 > 0 THEN '.v....' ELSE '......' END]), 'height', CASE WHEN i & 2 > 0 THEN '{{0,0,0,5,5,5}}'::int[] ELSE '{{0,0,1,1,1,1}}' END) AS plain) p,
  LATERAL (SELECT gridmap_set_sides(plain, ARRAY[gridcell(4, 0)], CASE WHEN i & 1 > 0 THEN 'E' ELSE 'N' END) AS map) m, fringe_diagnose(map, '(0,0)', '(5,0)', 'tile(v=W, climb=1)') d;

-- gridmap_clearance: moves to the nearest blocked cell, the outside apart
SELECT fringe_ascii(gridmap_clearance(map, '123', 'octile')) AS octile,
  fringe_ascii(gridmap_clearance(map, '123', 'tile')) AS tile,
  fringe_ascii(gridmap_clearance(map, '1', 'octile(size=2)')) AS "size 2",
  fringe_ascii(gridmap_clearance(map, 'aa', 'octile(T=3)')) AS "T is ground",
  fringe_ascii(gridmap_clearance(map, '', 'octile')) AS none
FROM place
WHERE name = 'holes';
SELECT model, count(*) AS cells,
  failing((model, old.x, old.y, moves)::text) FILTER (WHERE new.code <> CASE WHEN moves BETWEEN 1 AND 3 THEN substr('xyz', moves, 1)
    ELSE old.code::text END::"char") AS wrong
FROM unnest('{octile,tile,hex,octile(T=3),octile(obstacle=2),anyangle,"octile(.=1/E+S)"}'::gridmodel[]) model,
  (SELECT map FROM place UNION ALL SELECT gridmap_caves(40, 30, 0.35, 3) UNION ALL SELECT gridmap_walls(50, 20, 20, 3, 1)) m,
  gridmap_clearance(map, 'xyz', model) cleared, gridmap_cells(map) old
  JOIN LATERAL gridmap_cells(cleared) new USING (x, y),
  LATERAL (SELECT min(CASE WHEN model = 'tile' THEN abs(b.x - old.x) + abs(b.y - old.y) WHEN model = 'hex' THEN greatest(abs(b.x - old.x), abs(b.y - old.y), abs(b.x - old.x + b.y - old.y))
      ELSE greatest(abs(b.x - old.x), abs(b.y - old.y)) END) AS moves
    FROM generate_series(greatest(old.x - 3, 0), least(old.x + 3, gridmap_width(map) - 1)) c(x),
      generate_series(greatest(old.y - 3, 0), least(old.y + 3, gridmap_height(map) - 1)) r(y), LATERAL (SELECT c.x, r.y) b(x, y)
    WHERE NOT fringe_connected(map, gridcell(b.x, b.y), gridcell(b.x, b.y), model)) near
GROUP BY model ORDER BY model;
-- the edge of the map is no wall for a large agent
SELECT model, count(*) AS cells, failing((model, old.x, old.y, moves, new.code)::text) FILTER (WHERE new.code <> CASE WHEN moves BETWEEN 1 AND 3 THEN substr('xyz', moves, 1) ELSE old.code::text END::"char") AS wrong
FROM unnest('{octile(size=2),tile(size=2),octile(size=5),tile(size=64),octile(size=2x3),tile(size=4x1)}'::gridmodel[]) model,
  LATERAL (SELECT regexp_match(model::text, 'size=(\d+)x?(\d*)') AS size) s, LATERAL (SELECT size[1]::int AS wide, coalesce(nullif(size[2], ''), size[1])::int AS tall) sides,
  (SELECT map FROM place UNION ALL SELECT gridmap_caves(40, 30, 0.3, 3) UNION ALL SELECT gridmap('{....,....,....}'::text[])) m,
  gridmap_clearance(map, 'xyz', model) cleared, gridmap_cells(map) old
  JOIN LATERAL gridmap_cells(cleared) new USING (x, y),
  LATERAL (SELECT min(CASE WHEN model::text ~ 'tile' AND model::text !~ 'octile' THEN greatest(b.x - wide + 1 - old.x, old.x - b.x, 0) + greatest(b.y - tall + 1 - old.y, old.y - b.y, 0)
      ELSE greatest(b.x - wide + 1 - old.x, old.x - b.x, b.y - tall + 1 - old.y, old.y - b.y, 0) END) AS moves
    FROM gridmap_cells(map) b WHERE b.code::text !~ '[.]') near
GROUP BY model ORDER BY model;
-- so that an agent keeps off walls
SELECT fringe_ascii(map, fringe_route(gridmap_clearance(map, 'w', 'octile'), '(0,2)', '(7,2)', 'octile(w=3)')) FROM place WHERE name = 'holes';
SELECT gridmap_clearance(map, '12') = gridmap_clearance(map, '12', 'octile') AS "by default", gridmap_clearance(map, codes => '12', model => 'tile') = gridmap_clearance(map, '12', 'tile') AS "by name" FROM place WHERE name = 'open';
SELECT gridmap_clearance(map, 'octile', 'ab') FROM place WHERE name = 'open';
SELECT gridmap_clearance(map, 'a b', 'octile') FROM place WHERE name = 'open';
SELECT gridmap_clearance(map, repeat('a', 94), 'octile') = map AS same FROM place WHERE name = 'open';
SELECT gridmap_clearance(map, repeat('a', 95), 'octile') FROM place WHERE name = 'open';
RESET client_min_messages;
DROP TABLE place, kind, asked, winding, small, pair;
