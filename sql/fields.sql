-- fields: compared with fringe_cost, stored, sent, refused
SET jit = off;
SET fringe.cache_size = '64MB'; -- a notice a map, not a call
\set caves `cat "$PG_ABS_SRCDIR"/data/caves.map`
\set grotto `cat "$PG_ABS_SRCDIR"/data/grotto.map`
CREATE TABLE world (id int PRIMARY KEY, map gridmap);
INSERT INTO world VALUES (1, :'caves'), (2, :'grotto'), (3, gridmap('{.}'::text[])), (4, gridmap('{.T.@..T,T@T..SS,.T.T.TT}'::text[]));
UPDATE world SET map = gridmap_set_layer(gridmap_set_layer(map, 'height', heights), 'danger', dangers)
FROM (SELECT id, array_agg(heights ORDER BY y) AS heights, array_agg(dangers ORDER BY y) AS dangers FROM world,
    LATERAL (SELECT y, array_agg(round(x * y % 7 / 4.0, 2)::float8 ORDER BY x) AS heights, array_agg(((x + y * y) % 5)::float8 ORDER BY x) AS dangers
      FROM generate_series(0, gridmap_width(map) - 1) x, generate_series(0, gridmap_height(map) - 1) y GROUP BY y) r GROUP BY id) l
WHERE world.id = l.id;
CREATE TABLE model (model gridmodel);
INSERT INTO model VALUES ('octile'), ('tile(straight=0.1)'), ('octile(straight=2, diagonal=3, corners=any)'), ('octile(size=2)'),
  ('octile(@=3, T=5)'), ('octile(T=0)'), ('octile(.=0, T=2, @=0, weigh=leave)'), ('octile(T=3, S=2, weigh=max)'), ('octile(T=7, @=2.5, weigh=average, size=2)'),
  ('octile(layer.danger=0.3)'), ('octile(T=5, diagonal=1.5, rise=2, drop=0.1, climb=1, fall=1.25)'), ('tile(layer.danger=70000, rise=0.01, size=2)'), ('hex(climb=0, height=danger)');
CREATE TABLE field AS
SELECT id, model, goals, fringe_field(map, goals, model) AS field FROM world, model,
  LATERAL (SELECT array_agg(gridcell(i * 13 % gridmap_width(map), i * i * 7 % gridmap_height(map)) ORDER BY i) AS goals FROM generate_series(1, 4) i) g;

-- costs to the nearest goal, to the bit; the step goes on with a path of that cost
CREATE TABLE asked AS
SELECT id, model, cell, gridfield_cost(field, cell) AS cost, gridfield_step(field, cell) AS next, gridfield_route(field, cell) AS route,
  (SELECT min(fringe_cost(map, cell, goal, model)) FROM unnest(goals) goal) AS truth
FROM field JOIN world USING (id), generate_series(1, 25) i, LATERAL gridcell(i * i * 3 % gridmap_width(map), i * 31 % gridmap_height(map)) cell;
SELECT model, count(cost) > 0 AS some, failing((id, model, cell)::text) FILTER (WHERE cost IS DISTINCT FROM truth) AS wrong,
  failing((id, model, cell)::text) FILTER (WHERE route IS NOT NULL <> (cost IS NOT NULL) OR gridpath_cost(route, map, model) <> cost) AS dear,
  failing((id, model, cell)::text) FILTER (WHERE gridpath_start(route) <> cell OR NOT gridpath_goal(route) = ANY (goals)) AS astray,
  failing((id, model, cell)::text) FILTER (WHERE next IS DISTINCT FROM coalesce((gridpath_cells(route))[2], gridpath_start(route))) AS aside
FROM asked JOIN world USING (id) JOIN field USING (id, model) GROUP BY model ORDER BY model;
SELECT model, count(*) AS cells,
  failing((model, cell)::text) FILTER (WHERE c.cost <> gridfield_cost(field, cell)
    OR c.next <> gridfield_step(field, cell)) AS wrong,
  count(*) = (SELECT count(*) FROM fringe_territory(map, goals, model)) AS all
FROM field JOIN world USING (id), gridfield_cells(field) c WHERE id = 2 GROUP BY model, field, map, goals ORDER BY model;

-- a small one, in full
SELECT fringe_ascii(gridmap('{.....,.@@@.,.....}'::text[])) AS map;
SELECT c.* FROM fringe_field(gridmap('{.....,.@@@.,.....}'::text[]), '{"(4,2)","(0,0)","(2,1)"}', 'tile') f, gridfield_cells(f) c;
SELECT gridfield_cost(f, '(2,1)'), gridfield_step(f, '(2,1)'), gridfield_route(f, '(2,1)'), gridfield_step(f, '(4,2)'), gridfield_route(f, '(4,2)')
FROM fringe_field(gridmap('{.....,.@@@.,.....}'::text[]), '{"(4,2)"}') f;
SELECT count(*) FROM fringe_field(gridmap('{...}'::text[]), '{}') f, gridfield_cells(f);

-- values: text, binary, equality, hashes
SELECT count(*) AS fields, failing((id, model)::text) FILTER (WHERE field::text::gridfield <> field) AS changed, count(DISTINCT gridfield_send(field)) AS different,
  failing((id, model)::text) FILTER (WHERE gridfield_hash(field) <> gridfield_hash(field::text::gridfield)
    OR gridfield_hash_extended(field, 7) <> gridfield_hash_extended(field::text::gridfield, 7)) AS hashed_apart
FROM field;
SELECT gridfield_send(f), f::text = gridfield_send(f)::text AS same FROM fringe_field(gridmap('{..}'::text[]), '{"(1,0)"}') f;
SELECT a = b AS eq, a <> b AS ne
FROM fringe_field(gridmap('{..}'::text[]), '{"(1,0)"}') a, fringe_field(gridmap('{..}'::text[]), '{"(0,0)"}') b;
SELECT count(*) FROM field a JOIN field b USING (field);
COPY (SELECT id, field FROM field WHERE id > 2) TO '/dev/null' (FORMAT binary);
-- equal maps, goals and models make equal fields, and the order of goals does not matter
SELECT fringe_field(map, goals, model) = field AS again, fringe_field(map, goals[4:4] || goals[1:3], model) = field AS turned
FROM field
JOIN world USING (id)
WHERE id = 2;
-- bytes a cell
SELECT model, round(pg_column_size(field)::numeric / (gridmap_width(map) * gridmap_height(map)), 2) AS bytes
FROM field
JOIN world USING (id)
WHERE id = 1
ORDER BY model;

-- Starts and goals with costs of their own: each function, against fringe_cost and a sum. These models have whole costs.
CREATE TABLE costed AS
SELECT id, map, model, cell, goals, costs,
  (SELECT min(fringe_cost(map, cell, goal, model) + own) FROM unnest(goals, costs) g (goal, own)) AS to_goals,
  (SELECT min(fringe_cost(map, goal, cell, model) + own) FROM unnest(goals, costs) g (goal, own)) AS from_goals,
  (SELECT n FROM unnest(goals, costs) WITH ORDINALITY g (goal, own, n) WHERE fringe_cost(map, goal, cell, model) IS NOT NULL ORDER BY fringe_cost(map, goal, cell, model) + own, n LIMIT 1) AS owner
FROM field JOIN world USING (id), (SELECT '{0,7.5,3.25,40}'::float8[] AS costs) c, generate_series(1, 15) i,
  LATERAL gridcell(i * i * 3 % gridmap_width(map), i * 31 % gridmap_height(map)) cell WHERE model::text ~ 'diagonal=3|leave';
SELECT count(to_goals) AS compared, failing((id, model, cell)::text) FILTER (WHERE gridfield_cost(f, cell) IS DISTINCT FROM to_goals) AS field,
  failing((id, model, cell)::text) FILTER (WHERE gridpath_cost(gridfield_route(f, cell), map, model) + gridfield_cost(f, gridpath_goal(gridfield_route(f, cell))) <> to_goals) AS route,
  failing((id, model, cell)::text) FILTER (WHERE f::text::gridfield <> f) AS text,
  failing((id, model, cell)::text) FILTER (WHERE (SELECT cost FROM fringe_reach(map, goals, 1000, model, costs) r WHERE gridcell(r.x, r.y) = c.cell) IS DISTINCT FROM from_goals) AS reach,
  failing((id, model, cell)::text) FILTER (WHERE (SELECT (t.owner, t.cost) FROM fringe_territory(map, goals, model, costs => costs) t WHERE t.cell = c.cell) IS DISTINCT FROM CASE WHEN from_goals IS NOT NULL THEN (c.owner::int, from_goals) END) AS territory,
  failing((id, model, cell)::text) FILTER (WHERE (SELECT cost FROM fringe_nearest(map, cell, goals, model, 1, costs)) IS DISTINCT FROM to_goals) AS nearest
FROM costed c, LATERAL fringe_field(map, goals, model, costs) f;
SELECT n.* FROM fringe_nearest(gridmap('{......}'::text[]), '(0,0)', '{"(5,0)","(2,0)",NULL,"(2,0)","(1,0)"}', 'octile', 9, '{0,3.5,8,2.5,100}') n;
SELECT count(*) AS none FROM fringe_nearest(gridmap('{......}'::text[]), '(0,0)', '{}', 'octile', 9, '{}') n;
-- goals that cost nothing, and a goal as one cell
SELECT fringe_field(map, goals, costs => '{0,0,0,0}') = fringe_field(map, goals) AS "no costs", fringe_field(map, goals[1]) = fringe_field(map, goals[1:1]) AS cell,
  fringe_field(map, '(13,7)') = fringe_field(map, goals[1:1]) AS literal, fringe_field(map, '{"(13,7)"}') = fringe_field(map, goals[1:1]) AS list, fringe_field(map, NULL::gridcell) IS NULL AND fringe_field(map, NULL) IS NULL AS "none"
FROM field JOIN world USING (id) WHERE id = 1 AND model = 'octile';
-- links, whose costs are in the finer unit too
SELECT ARRAY(SELECT gridfield_cost(f, gridcell(x, 0)) FROM generate_series(0, 7) x) AS costs, gridfield_route(f, '(0,0)'), substr(f::text, 1, 4) AS version
FROM fringe_field(gridmap_link(gridmap('{....@...}'::text[]), '{"(1,0)>(6,0)=0.5"}'), '{"(7,0)","(3,0)"}', 'tile', '{0.25,9}') f;
SELECT fringe_field(map, '{"(0,0)","(1,0)"}', costs => '{1}') FROM world WHERE id = 1;
SELECT fringe_field(map, '{"(0,0)","(1,0)"}', costs => '{1,NULL}') FROM world WHERE id = 1;
SELECT fringe_field(map, '{"(0,0)"}', costs => '{-1}') FROM world WHERE id = 1;
SELECT fringe_field(map, '{"(0,0)"}', costs => '{Infinity}') FROM world WHERE id = 1;
SELECT set_byte(gridfield_send(f), 0, 3)::text::gridfield FROM fringe_field(gridmap('{..}'::text[]), '{"(0,0)"}') f;
SELECT set_byte(gridfield_send(f), i, 255)::text::gridfield FROM fringe_field(gridmap('{..}'::text[]), '{"(0,0)"}', costs => '{1}') f, unnest('{25,29,33}'::int[]) i;
SELECT fringe_field(map, '{"(0,0)"}', costs => '{0.00000001}') FROM world WHERE id = 1;
SELECT fringe_field(map, '{"(0,0)"}', costs => '{0.3333333333}') FROM world WHERE id = 1;
SELECT fringe_field(map, '{"(0,0)"}', costs => '{999999999}') FROM world WHERE id = 1;
SELECT count(*) FROM world, fringe_territory(map, '{"(0,0)"}', 'anyangle', costs => '{1}') WHERE id = 1;
DROP TABLE costed;

-- NULLs, bad cells, a plan
SELECT fringe_field(map, NULL), gridfield_cost(NULL, '(0,0)'), gridfield_step(NULL, '(0,0)'), gridfield_route(NULL, '(0,0)') FROM world WHERE id = 3;
SELECT fringe_field(map, '{NULL}'::gridcell[]) FROM world WHERE id = 3;
SELECT fringe_field(map, '{"(1,0)"}'::gridcell[]) FROM world WHERE id = 3;
SELECT gridfield_cost(field, '(0,1)') FROM field WHERE id = 3 AND model = 'octile';
SELECT gridfield_step(field, '(-1,0)') FROM field WHERE id = 3 AND model = 'octile';
SELECT gridfield_route(field, '(1,0)') FROM field WHERE id = 3 AND model = 'octile';
-- goals on blocked cells do not count
SELECT gridfield_cost(fringe_field(gridmap('{.@}'::text[]), '{"(1,0)"}'), '(0,0)');

-- bytes from outside: each change of one bit is refused, or makes another field whose paths end
CREATE FUNCTION accepts(bytes bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE field gridfield;
BEGIN
  field := bytes::text::gridfield;
  RETURN CASE WHEN (SELECT count(*) = count(gridfield_route(field, cell)) FROM gridfield_cells(field)) THEN 'another' ELSE 'broken' END;
EXCEPTION WHEN invalid_binary_representation THEN RETURN 'refused';
END $$;
SELECT said, count(*) > 0 AS some
FROM field, generate_series(0, 8 * length(gridfield_send(field)) - 1) bit,
  LATERAL accepts(set_bit(gridfield_send(field), bit, 1 - get_bit(gridfield_send(field), bit))) said
WHERE id = 4 GROUP BY said ORDER BY said;
SELECT DISTINCT accepts(substr(gridfield_send(field), 1, n)) FROM field, generate_series(0, length(gridfield_send(field)) - 1) n WHERE id = 4;
SELECT accepts(gridfield_send(field) || '\x00') FROM field WHERE id = 4 AND model = 'octile';
-- a circle, a step out of the map, a diagonal step of a tile
SELECT set_byte(gridfield_send(f), length(gridfield_send(f)) - 1, 16 * 6 + 2)::text::gridfield FROM fringe_field(gridmap('{..}'::text[]), '{"(0,0)"}') f;
SELECT set_byte(gridfield_send(f), length(gridfield_send(f)) - 1, 16 * 2 + 8)::text::gridfield FROM fringe_field(gridmap('{..}'::text[]), '{"(0,0)"}') f;
SELECT set_byte(gridfield_send(f), length(gridfield_send(f)) - 1, 16 * 8 + 7)::text::gridfield
FROM fringe_field(gridmap('{.,.}'::text[]), '{"(0,1)"}', 'tile') f;
SELECT set_byte(gridfield_send(f), 0, 2)::text::gridfield FROM fringe_field(gridmap('{..}'::text[]), '{"(0,0)"}') f;
SELECT set_byte(gridfield_send(f), 0, 5)::text::gridfield FROM fringe_field(gridmap('{..}'::text[]), '{"(0,0)"}') f;
\set VERBOSITY sqlstate
SELECT '\x0'::gridfield;
\set VERBOSITY default
SELECT '\x'::gridfield;
SELECT 'field'::gridfield;
SELECT '\x00 01'::gridfield;

-- the session opens a field once
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SELECT fringe_cache_reset();
SELECT count(gridfield_cost(field, gridcell(x, 17))) > 0 AS some FROM field, generate_series(0, 99) x WHERE id = 2 AND model = 'octile';
SELECT kind, width, height, model, hits, bytes > 40 * 100 * 8 AS costs_too, landmarks, indexes FROM fringe_cache();
SELECT maps, map_bytes = (SELECT sum(bytes) FROM fringe_cache()) AS adds_up FROM fringe_cache_totals();
SET fringe.cache_size = 0;
SELECT count(gridfield_cost(field, gridcell(x, 17))) > 0 AS some FROM field, generate_series(0, 9) x WHERE id = 2 AND model = 'octile';
RESET fringe.cache_size;
\set VERBOSITY terse
SET fringe.max_memory = '64kB';
SELECT fringe_field(map, '{"(0,0)"}') FROM world WHERE id = 1;
SELECT gridfield_cost(field, '(0,0)') FROM field WHERE id = 1 AND model = 'octile';
RESET fringe.max_memory;
\set VERBOSITY default

-- costs beyond exact arithmetic
SELECT fringe_field(gridmap(array_agg(CASE y % 4 WHEN 1 THEN repeat('#', 59) || '@' WHEN 3 THEN '@' || repeat('#', 59)
  ELSE CASE y WHEN 0 THEN '.' ELSE '@' END || repeat('@', 59) END ORDER BY y)), '{"(0,0)"}'::gridcell[], 'tile(@=900000000,.=0.0001)') FROM generate_series(0, 59) y;

DROP FUNCTION accepts;
DROP TABLE world, model, field, asked;
