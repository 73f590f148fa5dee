-- walks: what telemetry tells
SET jit = off;
CREATE TABLE world AS SELECT id, map FROM (VALUES (1, gridmap_caves(40, 30, 0.4, 1)), (2, gridmap_rooms(40, 30, 4, 2)),
  (3, gridmap_set(gridmap_resize(gridmap('{.}'::text[]), 40, 30, '.'), ARRAY(SELECT gridcell(20, y) FROM generate_series(0, 29) y), '>')),
  (4, gridmap_link(gridmap_resize(gridmap('{.}'::text[]), 40, 30, '.'), '{"(5,5)>(38,28)=0.5","(10,10)<>(30,3)=2"}'))) t (id, map);
-- each third cell of a route, each fifth one twice; a jump to another route, neighbours in all directions, and cells of any kind
CREATE TABLE trip AS
SELECT id, map, n, model, ARRAY(
  SELECT cell FROM gridmap_random_cells(map, 6, n, model) WITH ORDINALITY r (start, part), LATERAL gridmap_random_cells(map, 1, n + part::int, model) goal,
    LATERAL unnest(gridpath_cells(fringe_route(map, start, goal, model))) WITH ORDINALITY c (cell, i), generate_series(0, CASE WHEN i % 5 = 0 THEN 1 ELSE 0 END) twice
  WHERE i % (1 + n % 3) = 0 ORDER BY part, i)
  || ARRAY(SELECT gridcell(19 + i * i * n % 3, 8 + (i / 4 + i % 2)) FROM generate_series(1, 30) i) || ARRAY(SELECT gridcell(i * i * n % 40, i * 7 * n % 30) FROM generate_series(1, 20) i) || CASE id WHEN 4 THEN '{"(4,4)","(5,5)","(38,28)","(30,3)","(30,3)","(10,10)"}'::gridcell[] ELSE '{}' END AS positions
FROM world, generate_series(1, 6) n, unnest('{octile,tile,"octile(straight=2, diagonal=5, >=leave:E)",hex}'::gridmodel[]) model;

-- the rows of the definition: a pair of positions is one move, a path of at most so many moves, or a gap; walks are between gaps
CREATE TABLE told AS
WITH pair AS (
  SELECT id, map, n, model, gap, i::int, cell, lag(cell) OVER trip AS before FROM trip, unnest('{0,1,3,1000}'::int[]) gap, unnest(positions) WITH ORDINALITY p (cell, i)
  WINDOW trip AS (PARTITION BY id, n, model::text, gap ORDER BY i)),
move AS (SELECT pair.*, CASE WHEN before <> cell THEN least(gridpath_cost(format('%s >%s', before, cell)::gridpath, map, model),
  CASE WHEN greatest(abs(gridcell_x(before) - gridcell_x(cell)), abs(gridcell_y(before) - gridcell_y(cell))) = 1 THEN gridpath_cost(ARRAY[before, cell]::gridpath, map, model) END) END AS cost FROM pair),
leg AS (SELECT id, map, n, model, gap, i, cell, before = cell OR gap > 0 AND cost IS NOT NULL OR gridpath_length(fringe_route(map, before, cell, model)) - 1 <= gap AS same,
  coalesce(cost, fringe_cost(map, before, cell, model)) AS cost, cost > fringe_cost(map, before, cell, model) AS dear FROM move),
part AS (SELECT leg.*, 1 + count(*) FILTER (WHERE i > 1 AND same IS NOT TRUE) OVER (PARTITION BY id, n, model::text, gap ORDER BY i) AS walk FROM leg)
SELECT id, n, model::text, gap, walk::int, min(i) AS from_position, max(i) AS to_position, (array_agg(cell ORDER BY i))[1] AS first, (array_agg(cell ORDER BY i DESC))[1] AS last,
  array_agg(cell ORDER BY i) AS cells, coalesce(sum(cost) FILTER (WHERE i > 1 AND same), 0) AS cost, count(*) FILTER (WHERE same AND dear) AS dear FROM part GROUP BY 1, 2, 3, 4, 5;
CREATE TABLE walked AS SELECT id, map, n, model, gap, w.* FROM trip, unnest('{0,1,3,1000}'::int[]) gap, LATERAL fringe_walks(map, positions, model, gap) w;
SELECT count(*) > 3000 AS "many walks", count(*) FILTER (WHERE t.to_position - t.from_position > 50) > 20 AS "some long", count(*) FILTER (WHERE w.route IS NULL) > 100 AS "some blocked", sum(dear) > 100 AS "some dear moves",
  failing((t, w.gap)::text) FILTER (WHERE (w.from_position, w.to_position) IS DISTINCT FROM (t.from_position, t.to_position)) AS "other positions",
  failing(t::text) FILTER (WHERE w.route IS NULL AND (fringe_cost(map, first, first, w.model) IS NOT NULL OR w.cost IS NOT NULL OR w.best IS NOT NULL)) AS "no route",
  failing(t::text) FILTER (WHERE w.route IS NOT NULL AND (w.cost IS DISTINCT FROM gridpath_cost(w.route, map, w.model) OR abs(w.cost - t.cost) > 1e-9 OR w.best IS DISTINCT FROM fringe_cost(map, first, last, w.model))) AS "other costs",
  failing(t::text) FILTER (WHERE gridpath_start(w.route) <> first OR gridpath_goal(w.route) <> last OR NOT cells <@ gridpath_cells(w.route)) AS astray
FROM walked w FULL JOIN told t ON (w.id, w.n, w.model::text, w.gap, w.walk) = (t.id, t.n, t.model, t.gap, t.walk);

-- where turns have prices, cost and best are those of the other functions, and a route that leads back has no cost
SELECT count(*) > 400 AS "many walks", count(*) FILTER (WHERE w.cost IS NULL) > 30 AS "some back", count(*) FILTER (WHERE w.cost > w.best) > 30 AS "some detours",
  failing((w, t.model)::text) FILTER (WHERE w.cost IS DISTINCT FROM gridpath_cost(w.route, map, t.model)) AS "other costs",
  failing((w, t.model)::text) FILTER (WHERE w.best IS DISTINCT FROM fringe_cost(map, gridpath_start(w.route), gridpath_goal(w.route), t.model) OR w.cost < w.best) AS "other best costs"
FROM (SELECT map, positions, m AS model FROM trip JOIN world USING (id, map), unnest(ARRAY['octile(turn90=1, >=1)', 'tile(turn=0.5, >=1)', 'hex(turn=0.1, >=1)']::gridmodel[]) m WHERE trip.model = 'octile') t,
  unnest('{1,5}'::int[]) gap, fringe_walks(map, positions, t.model, gap) w;
SELECT w.* FROM fringe_walks(gridmap('{....,....}'::text[]), '{"(0,0)","(3,0)","(2,0)"}', 'octile(turn90=1)', 5) w;

-- a step or a link is one move, whatever it costs, if the model takes it; a wall between neighbours is a gap
SELECT model, gap, w.* FROM gridmap_link(gridmap('{.....,@@@@@,.....}'::text[]), '{"(0,0)>(4,2)=9:L"}') map, unnest('{octile,"octile(L=blocked)"}'::gridmodel[]) model, unnest('{0,1}'::int[]) gap,
  fringe_walks(map, '{"(0,0)","(0,0)","(4,2)","(3,2)","(2,1)","(2,1)","(2,2)"}', model, gap) w;
SELECT gap, w.* FROM gridmap_link(gridmap_resize(gridmap('{.}'::text[]), 6, 2, '.'), '{"(0,0)>(4,0)=9","(2,1)<>(3,1)=0.5","(4,1)>(5,1)=2"}') map, unnest('{1,4}'::int[]) gap,
  fringe_walks(map, '{"(0,0)","(4,0)","(3,1)","(2,1)","(4,1)","(5,1)"}', 'octile(diagonal=5)', gap) w;
SELECT gap, w.* FROM gridmap('{...,@@.,...}'::text[]) map, unnest('{1,5,6}'::int[]) gap, fringe_walks(map, '{"(0,0)","(0,2)"}', 'tile', gap) w;
SELECT count(*) AS none FROM fringe_walks(gridmap('{..@.}'::text[]), '{}');
SELECT fringe_walks(gridmap('{..@.}'::text[]), '{"(1,0)",NULL}');
SELECT fringe_walks(gridmap('{..@.}'::text[]), '{"(1,0)","(9,0)"}');
SELECT fringe_walks(gridmap('{..@.}'::text[]), '{"(1,0)"}', 'anyangle');
SELECT fringe_walks(gridmap('{..@.}'::text[]), '{"(1,0)"}', gap => -1);

-- fringe_try_walks: where all positions are inside, the rows are the same; else they are those of the pieces between positions outside, and one per stay outside
CREATE TABLE strayed AS SELECT id, map, n, model, gap, positions, ARRAY(SELECT CASE WHEN i * n % 17 = 0 THEN CASE i % 4 WHEN 0 THEN '(-1,3)' WHEN 1 THEN '(40,0)' WHEN 2 THEN '(5,30)' ELSE '(2147483647,-2147483648)' END::gridcell
    WHEN (i - 1) * n % 17 = 0 AND i % 4 = 1 THEN '(-1,3)' ELSE cell END FROM unnest(positions) WITH ORDINALITY p (cell, i) ORDER BY i) AS astray
FROM trip, unnest('{0,1,3,1000}'::int[]) gap;
SELECT count(*) > 3000 AS "many walks", failing((t, w)::text) FILTER (WHERE (t.route, t.cost, t.best) IS DISTINCT FROM (w.route, w.cost, w.best)) AS wrong
FROM (SELECT id, n, model::text, gap, t.* FROM strayed, fringe_try_walks(map, positions, model, gap) t) t
FULL JOIN (SELECT id, n, model::text, gap, walk, from_position, to_position, route, cost, best FROM walked) w USING (id, n, model, gap, walk, from_position, to_position);
WITH position AS (SELECT id, map, n, model, gap, i::int, cell, gridmap_contains(map, cell) AS inside, lag(cell) OVER trip AS before FROM strayed, unnest(astray) WITH ORDINALITY p (cell, i) WINDOW trip AS (PARTITION BY id, n, model::text, gap ORDER BY i)),
piece AS (SELECT *, count(*) FILTER (WHERE NOT inside OR NOT gridmap_contains(map, before)) OVER (PARTITION BY id, n, model::text, gap ORDER BY i) AS piece FROM position),
told AS (SELECT id, n, model::text, gap, i - 1 + w.from_position AS from_position, i - 1 + w.to_position AS to_position, w.route, w.cost, w.best
  FROM (SELECT id, map, n, model, gap, min(i) AS i, array_agg(cell ORDER BY i) AS cells FROM piece WHERE inside GROUP BY id, map, n, model::text, model, gap, piece) p, fringe_walks(map, cells, model, gap) w
  UNION ALL SELECT id, n, model::text, gap, min(i), max(i), NULL, NULL, NULL
  FROM (SELECT *, count(*) FILTER (WHERE cell IS DISTINCT FROM before) OVER (PARTITION BY id, n, model::text, gap ORDER BY i) AS stay FROM piece) p WHERE NOT inside GROUP BY id, n, model::text, gap, stay)
SELECT count(*) > 3000 AS "many walks", count(*) FILTER (WHERE t.route IS NULL AND NOT inside) > 500 AS "some outside", count(*) FILTER (WHERE t.to_position > t.from_position AND NOT inside) > 50 AS "some stay there",
  failing((t, told)::text) FILTER (WHERE (t.from_position, t.to_position, t.route, t.cost, t.best) IS DISTINCT FROM (told.from_position, told.to_position, told.route, told.cost, told.best)) AS wrong,
  failing(t::text) FILTER (WHERE t.walk IS DISTINCT FROM t.place) AS "other numbers"
FROM (SELECT id, n, model::text, gap, t.*, gridmap_contains(map, astray[t.from_position]) AS inside FROM strayed, fringe_try_walks(map, astray, model, gap) WITH ORDINALITY t (walk, from_position, to_position, route, cost, best, place)) t
FULL JOIN told USING (id, n, model, gap, from_position, to_position);
SELECT w.* FROM fringe_try_walks(gridmap('{..@.}'::text[]), '{"(0,0)","(1,0)","(9,0)","(9,0)","(1,0)","(2,0)","(2,-1)","(-1,0)","(0,0)"}', gap => 9) w;
SELECT count(*) AS none FROM fringe_try_walks(gridmap('{..@.}'::text[]), '{}');
SELECT fringe_try_walks(gridmap('{..@.}'::text[]), '{"(9,0)",NULL}');
SELECT fringe_try_walks(gridmap('{..@.}'::text[]), '{"(9,0)"}', 'anyangle');
SELECT fringe_try_walks(gridmap('{..@.}'::text[]), '{"(9,0)"}', gap => -1);

-- the time lost in each cell: stays by windows, and the time from each to the next
CREATE TABLE timed AS SELECT n, id, model::text, positions, ARRAY(SELECT (i * i % 7 + i * 9) / 4.0::float8 FROM generate_series(1, cardinality(positions)) i ORDER BY 1) AS times FROM trip;
WITH position AS (SELECT timed.*, i, positions[i] AS cell, times[i] AS at, positions[i] IS DISTINCT FROM positions[i - 1] AS arrives FROM timed, generate_subscripts(positions, 1) i),
stay AS (SELECT id, n, model, step_time, cell, at, lead(at) OVER trip AS leaves, times[cardinality(times)] AS ends FROM position, unnest('{0,1.5}'::float8[]) step_time WHERE arrives
  WINDOW trip AS (PARTITION BY id, n, model, step_time ORDER BY i)),
lost AS (SELECT id, n, model, step_time, cell, count(*) AS stays, sum(CASE WHEN leaves IS NULL THEN ends - at ELSE greatest(0, leaves - at - step_time) END) AS delay FROM stay GROUP BY 1, 2, 3, 4, 5)
SELECT count(*) > 5000 AS "many cells", count(*) FILTER (WHERE lost.stays > 1) > 100 AS "some again", count(*) FILTER (WHERE lost.delay = 0) > 5 AS "some without delay",
  failing((lost, d.stays, d.delay)::text) FILTER (WHERE (d.stays, d.delay) IS DISTINCT FROM (lost.stays::int, lost.delay)) AS wrong
FROM lost FULL JOIN (SELECT id, n, model, step_time, d.* FROM timed, unnest('{0,1.5}'::float8[]) step_time, LATERAL gridpath_delay(positions, times, step_time) d) d USING (id, n, model, step_time, cell);
-- timestamps are the same in microseconds
SELECT count(*) > 5000 AS "many cells", failing((f, d)::text) FILTER (WHERE (f.cell, f.stays, f.delay) IS DISTINCT FROM (d.cell, d.stays, extract(epoch FROM d.delay)::float8)) AS wrong
FROM (SELECT n, id, model, step_time, f.* FROM timed, unnest('{0,1.5}'::float8[]) step_time, LATERAL gridpath_delay(positions, times, step_time) WITH ORDINALITY f) f
FULL JOIN (SELECT n, id, model, step_time, d.* FROM timed, unnest('{0,1.5}'::float8[]) step_time,
  LATERAL gridpath_delay(positions, ARRAY(SELECT to_timestamp(1e9 + t) FROM unnest(times) WITH ORDINALITY u (t, i) ORDER BY i), make_interval(secs => step_time)) WITH ORDINALITY d) d
USING (n, id, model, step_time, ordinality);
SELECT * FROM gridpath_delay('{"(2,0)","(1,0)","(1,0)","(2,0)"}', '{0,1,2,5}'::float8[]);
SELECT * FROM gridpath_delay('{"(2,0)","(1,0)","(1,0)","(2,0)"}', '{0,1,2,5}', 1);
SET TimeZone = 'Europe/Paris'; -- where an hour is missing in that night
SELECT * FROM gridpath_delay('{"(2,0)","(1,0)","(1,0)","(2,0)"}', '{2026-03-29 01:59:59.999999,2026-03-29 03:00,2026-03-30 12:30,2026-04-02 00:00}'::timestamptz[], '1 microsecond');
SELECT * FROM gridpath_delay('{"(2,0)","(1,0)","(2,0)"}', '{2026-01-01,2026-03-01,2026-04-30}'::timestamptz[], '1 month 1 day -1 hour');
RESET TimeZone;
SELECT * FROM gridpath_delay('{"(2,0)"}', '{7}', 1);
SELECT count(*) AS none FROM gridpath_delay('{}', '{}'::float8[]) FULL JOIN gridpath_delay('{}', '{}'::timestamptz[]) t USING (cell);
SELECT gridpath_delay('{"(0,0)"}', '{}'::float8[]);
SELECT gridpath_delay('{"(0,0)"}', '{2026-01-01,2026-01-02}'::timestamptz[]);
SELECT gridpath_delay('{"(0,0)"}', '{NULL}'::float8[]);
SELECT gridpath_delay('{"(0,0)"}', '{NULL}'::timestamptz[]);
SELECT gridpath_delay('{NULL}', '{1}'::float8[]);
SELECT gridpath_delay('{"(0,0)"}', '{NaN}'::float8[]);
SELECT gridpath_delay('{"(0,0)"}', '{infinity}'::timestamptz[]);
SELECT gridpath_delay('{"(0,0)","(1,0)"}', '{2,1}'::float8[]);
SELECT gridpath_delay('{"(0,0)","(1,0)"}', '{2026-01-02,2026-01-01}'::timestamptz[]);
SELECT gridpath_delay('{"(0,0)"}', '{1}', -1);
SELECT gridpath_delay('{"(0,0)"}', '{2026-01-01}'::timestamptz[], '-1 second');
\set VERBOSITY sqlstate
SELECT gridpath_delay('{"(0,0)","(1,0)"}', '{-1e308,1e308}'::float8[]);
\set VERBOSITY default
SELECT gridpath_delay('{"(0,0)","(1,0)"}', '{2026-01-01 00:00+0,2311-06-06 23:47:34.740992+0}'::timestamptz[]);
SELECT gridpath_delay('{"(0,0)","(1,0)"}', '{2026-01-01 00:00+0,2311-06-06 23:47:34.740993+0}'::timestamptz[]);
SELECT gridpath_delay('{"(0,0)","(1,0)"}', '{4000-01-01 BC,294276-01-01}'::timestamptz[]);
DROP TABLE world, trip, told, walked, strayed, timed;
