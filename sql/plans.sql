-- Plans of many agents: fringe_plan, fringe_plan_summary, fringe_plan_conflicts.
-- ---- plans, checked in SQL ------------------------------------------------------------------
CREATE TABLE planned_world AS SELECT name, model::gridmodel, map, 40 AS agents FROM (VALUES
  ('open', 'tile', gridmap_walls(20, 20, 0, 1, 1)), ('walls', 'tile', gridmap_walls(24, 20, 60, 2, 5)), ('rooms', 'tile', gridmap_rooms(25, 25, 5, 3)),
  ('diagonals', 'octile', gridmap_walls(24, 20, 60, 2, 5)), ('corners', 'octile(corners=any)', gridmap_walls(24, 20, 60, 2, 6)), ('hexagons', 'hex', gridmap_walls(20, 20, 40, 2, 7)),
  ('ring', 'octile(wrap=xy)', gridmap_walls(12, 12, 0, 1, 1)), ('ring of tiles', 'tile(wrap=x)', gridmap_walls(12, 12, 0, 1, 1)),
  ('stairs', 'tile', gridmap_link(gridmap_walls(20, 20, 0, 1, 1), '{"(0,0)<>(19,19)=1","(5,5)>(15,2)=1"}')),
  ('belts', 'octile(>=E)', gridmap_set(gridmap_walls(20, 20, 0, 1, 1), ARRAY(SELECT gridcell(x, y) FROM generate_series(4, 9) x, generate_series(0, 19, 3) y), '>')),
  ('sides', 'octile', gridmap_set_sides(gridmap_walls(20, 20, 0, 1, 1), ARRAY(SELECT gridcell(10, y) FROM generate_series(2, 19) y), 'E'))) v (name, model, map);
ALTER TABLE planned_world ADD starts gridcell[], ADD goals gridcell[];
-- all cells of these maps reach each other, except in rooms and between walls: agents are in the largest component
UPDATE planned_world w SET (starts, goals) = (SELECT array_agg(cell) FILTER (WHERE n <= agents), array_agg(cell) FILTER (WHERE n > agents) FROM (
  SELECT cell, row_number() OVER () AS n FROM gridmap_random_cells(w.map, 10000, 4, w.model) cell
  WHERE fringe_connected(w.map, (SELECT c FROM gridmap_random_cells(w.map, 400, 1, w.model) c GROUP BY c ORDER BY (SELECT count(*) FROM fringe_reach(w.map, c, 'Infinity', w.model)) DESC, c LIMIT 1), cell, w.model)
  LIMIT 2 * agents) r);
CREATE TABLE planned AS SELECT name, p.* FROM planned_world, fringe_plan(map, starts, goals, model, seed => 7) p;

-- all agents begin and end where they should, have a row in each tick, share no cell and exchange none
CREATE TABLE made_move AS SELECT p.*, lead(p.cell) OVER (PARTITION BY p.name, p.agent ORDER BY p.tick) AS next FROM planned p;
SELECT w.name, count(DISTINCT agent) AS agents, count(*) = count(DISTINCT (agent, tick)) AND count(*) = count(DISTINCT agent) * (max(tick) + 1) AS whole,
  count(*) = count(DISTINCT (tick, p.cell)) AS apart, bool_and(tick > 0 OR p.cell = starts[agent]) AND bool_and(next IS NOT NULL OR p.cell = goals[agent]) AS ends,
  bool_and(next IS NULL OR next = p.cell OR fringe_route(map, p.cell, next, model) IS NOT NULL AND gridpath_length(fringe_route(map, p.cell, next, model)) = 2) AS legal,
  (SELECT count(*) FROM made_move a JOIN made_move b USING (name, tick) WHERE a.name = w.name AND a.agent < b.agent AND a.cell = b.next AND a.next = b.cell) AS exchanges,
  (SELECT count(*) FROM made_move a JOIN made_move b USING (name, tick) WHERE a.name = w.name AND a.agent < b.agent AND a.name NOT IN ('hexagons', 'ring') AND a.cell <-> a.next BETWEEN 1.4 AND 1.5 AND b.cell <-> b.next BETWEEN 1.4 AND 1.5
    AND gridcell_x(a.cell) + gridcell_x(a.next) = gridcell_x(b.cell) + gridcell_x(b.next) AND gridcell_y(a.cell) + gridcell_y(a.next) = gridcell_y(b.cell) + gridcell_y(b.next)) AS crossings
FROM planned_world w JOIN made_move p USING (name) GROUP BY w.name ORDER BY w.name;

-- fringe_plan_conflicts finds nothing, and a summary has the sums of the rows
SELECT w.name, count(c) AS conflicts FROM planned_world w JOIN (SELECT name, array_agg(agent) AS agents, array_agg(tick) AS ticks, array_agg(p.cell) AS cells FROM planned p GROUP BY name) r USING (name)
  LEFT JOIN LATERAL fringe_plan_conflicts(r.agents, r.ticks, r.cells, map, model) c ON true GROUP BY w.name HAVING count(c) > 0;
SELECT w.name, s.solved, s.ticks = r.ticks AND s.cost = r.cost AND s.loss = r.loss AS sums, s.least_ticks <= s.ticks AND s.least_cost <= s.loss AND s.loss <= s.cost AS bounds
FROM planned_world w, LATERAL fringe_plan_summary(map, starts, goals, model, seed => 7) s, LATERAL (
  SELECT max(last) AS ticks, sum(last) AS cost, sum(lost) AS loss FROM (
    SELECT agent, coalesce(max(tick + 1) FILTER (WHERE p.cell <> goals[agent]), 0) AS last, count(*) FILTER (WHERE p.cell <> goals[agent] OR next <> goals[agent]) AS lost FROM made_move p WHERE p.name = w.name GROUP BY agent) a) r
ORDER BY w.name;
SELECT failing(name) FILTER (WHERE least <> sum) AS "lower bounds" FROM (
  SELECT w.name, s.least_cost AS least, (SELECT sum(fringe_cost(map, starts[i], goals[i], model)) FROM generate_series(1, agents) i) AS sum
  FROM planned_world w, fringe_plan_summary(map, starts, goals, model) s WHERE model::text IN ('tile', 'hex') AND name <> 'stairs') b;

-- ---- limits, improvements, seeds --------------------------------------------------------------
CREATE TABLE siding AS SELECT gridmap('{.......,@@@.@@@}'::text[]) AS map, '{"(0,0)","(6,0)","(3,0)"}'::gridcell[] AS starts, '{"(6,0)","(0,0)","(3,1)"}'::gridcell[] AS goals;
SELECT s.solved, s.ticks, s.cost, s.loss, s.least_ticks, s.least_cost, s.complete FROM siding, fringe_plan_summary(map, starts, goals, 'tile', configurations => 100000) s;
SELECT s.solved, s.ticks, s.complete, s.configurations FROM siding, fringe_plan_summary(map, starts, goals, 'tile', configurations => 3) s;
-- the fewest ticks, and one less than these
SELECT given, s.solved, s.ticks, s.complete FROM siding, generate_series(8, 12) given, fringe_plan_summary(map, starts, goals, 'tile', ticks => given) s ORDER BY given;
SELECT given, max(tick) <= given AS within FROM siding, unnest('{0,9,99}'::int[]) given, fringe_plan(map, starts, goals, 'tile', ticks => given) GROUP BY given ORDER BY given;
-- nobody passes where there is no siding
SELECT s.solved, s.ticks, s.cost, s.loss, s.least_ticks, s.least_cost, s.complete FROM fringe_plan_summary(gridmap('{....}'::text[]), '{"(0,0)","(3,0)"}', '{"(3,0)","(0,0)"}', 'tile') s;
SELECT count(*) AS rows FROM fringe_plan(gridmap('{....}'::text[]), '{"(0,0)","(3,0)"}', '{"(3,0)","(0,0)"}', 'tile');
-- one agent after another: a whole plan without conflicts, where agents find their ways; the second agent must let the first one pass, and cannot where there is no siding
SELECT w.name, s.solved, s.least_cost <= s.loss AS bound, p.conflicts
FROM planned_world w, fringe_plan_summary(map, starts[1:20], goals[1:20], model, priority => 'first come') s,
  LATERAL (SELECT count(c) AS conflicts FROM (SELECT array_agg(agent) AS agents, array_agg(tick) AS ticks, array_agg(p.cell) AS cells FROM fringe_plan(map, starts[1:20], goals[1:20], model, priority => 'first come') p) r
    LEFT JOIN LATERAL fringe_plan_conflicts(r.agents, r.ticks, r.cells, map, model) c ON true) p ORDER BY w.name;
SELECT agent, array_agg(cell ORDER BY tick) FROM siding, fringe_plan(map, '{"(0,0)","(5,0)"}', goals[1:2], 'tile', priority => 'first come') GROUP BY agent ORDER BY agent;
SELECT s.solved, s.complete, s.configurations, (SELECT count(*) FROM siding, fringe_plan(map, starts, goals, 'tile', priority => 'first come')) AS rows FROM siding, fringe_plan_summary(map, starts, goals, 'tile', priority => 'first come') s;
SELECT given, solved, ticks FROM siding, unnest('{6,7,8}'::int[]) given, fringe_plan_summary(map, '{"(0,0)","(5,0)"}', goals[1:2], 'tile', ticks => given, priority => 'first come') ORDER BY given;
-- a seed repeats a plan, and more configurations never make it worse
SELECT name, count(DISTINCT rows) AS plans FROM planned_world w, generate_series(1, 2), LATERAL (SELECT md5(string_agg((agent, tick, p.cell)::text, ',')) AS rows FROM fringe_plan(map, starts, goals, model, seed => 3, configurations => 400) p) r
WHERE name IN ('walls', 'diagonals', 'belts') GROUP BY name HAVING count(DISTINCT rows) <> 1;
SELECT count(DISTINCT rows) > 1 AS "other seeds, other plans" FROM planned_world w, generate_series(1, 5) seed, LATERAL (SELECT md5(string_agg((agent, tick, p.cell)::text, ',')) AS rows FROM fringe_plan(map, starts, goals, model, seed => seed) p) r WHERE name = 'walls';
SELECT failing(name) FILTER (WHERE later.loss > first.loss OR NOT later.solved) AS worse, count(*) FILTER (WHERE later.loss < first.loss) > 0 AS improved
FROM planned_world w, fringe_plan_summary(map, starts, goals, model) first, fringe_plan_summary(map, starts, goals, model, configurations => 1000) later;
SELECT solved, complete FROM planned_world, fringe_plan_summary(map, starts, goals, model, improve => '20 ms') WHERE name = 'open';
SELECT fringe_plan_summary(map, '{}', '{}', 'tile', seed => 1) IS NOT NULL AS nobody, (SELECT count(*) FROM fringe_plan(map, '{}', '{}')) AS rows FROM siding;

-- ---- errors -------------------------------------------------------------------------------------
CREATE FUNCTION plan_says(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text; hint text;
BEGIN
  EXECUTE 'SELECT count(x) FROM (SELECT ' || call || ' AS x FROM siding) q';
  RETURN 'answer';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN concat_ws(' | ', SQLSTATE, SQLERRM, nullif(detail, ''), nullif(hint, ''));
END $$;
SELECT plan_says(call) FROM unnest(ARRAY[$$fringe_plan(map, starts, goals, priority => 'last come')$$, $$fringe_plan(map, starts, goals, improve => '1 s', priority => 'first come')$$, $$fringe_plan_summary(map, starts, goals, configurations => 9, priority => 'first come')$$, 
  $$fringe_plan(map, '{"(0,0)","(1,0)","(0,0)"}', '{"(0,0)","(1,0)","(2,0)"}')$$, $$fringe_plan(map, '{"(0,0)","(1,0)","(2,0)"}', '{"(5,0)","(1,0)","(1,0)"}')$$,
  $$fringe_plan(map, '{"(0,0)","(1,1)"}', '{"(5,0)","(1,0)"}')$$, $$fringe_plan(map, '{"(0,0)","(1,0)"}', '{"(5,0)","(1,1)"}')$$,
  $$fringe_plan(gridmap('{..@..}'::text[]), '{"(0,0)","(1,0)"}', '{"(1,0)","(4,0)"}')$$, $$fringe_plan(gridmap('{.>.}'::text[]), '{"(0,0)","(2,0)"}', '{"(1,0)","(0,0)"}', 'tile(>=E)')$$,
  $$fringe_plan(map, '{"(0,0)","(9,0)"}', '{"(5,0)","(1,0)"}')$$, $$fringe_plan(map, '{"(0,0)",NULL}', '{"(5,0)","(1,0)"}')$$, $$fringe_plan(map, '{"(0,0)"}', '{"(5,0)","(1,0)"}')$$,
  $$fringe_plan(gridmap('{.R.}'::text[]), '{"(0,0)"}', '{"(2,0)"}', 'tile(R=2)')$$, $$fringe_plan(map, '{"(0,0)"}', '{"(2,0)"}', 'octile(size=2)')$$, $$fringe_plan(map, '{"(0,0)"}', '{"(2,0)"}', 'anyangle')$$,
  $$fringe_plan(gridmap_link(map, '{"(0,0)>(6,0)=2"}'), '{"(0,0)"}', '{"(2,0)"}')$$, $$fringe_plan_summary(gridmap_link(map, '{"(0,0)>(6,0)=0.5"}'), '{"(0,0)"}', '{"(2,0)"}')$$,
  $$fringe_plan(map, starts, goals, ticks => -1)$$, $$fringe_plan(map, starts, goals, configurations => -1)$$, $$fringe_plan(map, starts, goals, improve => '-1 day')$$]) call;
SELECT count(*) AS "rows of NULL" FROM siding, fringe_plan(NULL, starts, goals) a;
SELECT fringe_plan_summary(map, starts, NULL) IS NULL AS null, fringe_plan_summary(map, starts, goals, seed => NULL) IS NULL AS null FROM siding;

-- ---- conflicts ------------------------------------------------------------------------------------
CREATE TABLE told (agent int, tick int, cell gridcell);
INSERT INTO told VALUES (1, 0, '(0,0)'), (1, 1, '(1,1)'), (2, 0, '(1,0)'), (2, 1, '(0,1)'), (3, 0, '(5,5)'), (3, 4, '(5,6)'), (4, 2, '(5,4)'), (4, 3, '(5,5)'), (4, 4, '(5,5)'), (5, 3, '(5,6)'), (5, 4, '(5,5)'), (6, -5, '(-9,7)'), (7, 4, '(-9,7)');
SELECT c.* FROM (SELECT array_agg(agent) AS agents, array_agg(tick) AS ticks, array_agg(t.cell) AS cells FROM told t) r, fringe_plan_conflicts(agents, ticks, cells) c ORDER BY c.tick, c.agent, c.other;
-- on a map: what the model does not allow
SELECT model, c.tick, c.conflict, c.agent, c.from_cell, c.cell FROM (SELECT array_agg(agent) AS agents, array_agg(tick) AS ticks, array_agg(t.cell) AS cells FROM told t WHERE agent < 6) r, unnest('{tile,octile,hex}'::gridmodel[]) model,
  fringe_plan_conflicts(agents, ticks, cells, gridmap_set(gridmap_walls(7, 7, 0, 1, 1), '{"(5,4)"}', '@'), model) c WHERE conflict = 'step' ORDER BY model::text, c.tick, c.agent;
-- random positions of 30 agents: the same as by a join
CREATE TABLE wandered AS SELECT agent, tick, gridcell(random_x % 6, random_x / 7 % 6) AS cell FROM (
  SELECT agent, tick, ('x' || substr(md5(agent || ' ' || tick), 1, 6))::bit(24)::int AS random_x FROM generate_series(1, 30) agent, generate_series(0, 90) tick) r;
CREATE TABLE wandered_conflict AS SELECT c.* FROM (SELECT array_agg(agent) AS agents, array_agg(tick) AS ticks, array_agg(w.cell) AS cells FROM (SELECT * FROM wandered ORDER BY md5(agent || ' ' || tick)) w) r, fringe_plan_conflicts(r.agents, r.ticks, r.cells) c;
CREATE TABLE joined_conflict AS
SELECT a.tick, CASE WHEN a.cell = b.cell THEN 'cell' WHEN a.cell = b.was AND b.cell = a.was THEN 'swap' ELSE 'cross' END AS conflict, a.agent, b.agent AS other, a.was AS from_cell, a.cell
FROM (SELECT w.*, lag(w.cell) OVER (PARTITION BY agent ORDER BY tick) AS was FROM wandered w) a JOIN (SELECT w.*, lag(w.cell) OVER (PARTITION BY agent ORDER BY tick) AS was FROM wandered w) b ON a.tick = b.tick AND a.agent < b.agent
WHERE a.cell = b.cell OR (a.cell = b.was AND b.cell = a.was)
  OR (a.cell <-> a.was BETWEEN 1.4 AND 1.5 AND b.cell <-> b.was BETWEEN 1.4 AND 1.5 AND gridcell_x(a.cell) + gridcell_x(a.was) = gridcell_x(b.cell) + gridcell_x(b.was) AND gridcell_y(a.cell) + gridcell_y(a.was) = gridcell_y(b.cell) + gridcell_y(b.was)
    AND (a.cell, a.was) <> (b.cell, b.was));
SELECT conflict, count(*) > 3 AS some FROM joined_conflict GROUP BY 1 ORDER BY 1;
SELECT count(*) AS missing FROM (TABLE joined_conflict EXCEPT TABLE wandered_conflict) x;
SELECT count(*) AS false FROM (TABLE wandered_conflict EXCEPT TABLE joined_conflict) x;
-- no cell is beside the last one of all
SELECT count(*) AS none FROM fringe_plan_conflicts('{1,1,2,2}', '{0,1,0,1}', '{"(2147483647,0)","(-2147483648,1)","(-2147483648,0)","(2147483647,1)"}');
SELECT plan_says(call) FROM unnest(ARRAY[$$fringe_plan_conflicts('{1}', '{0,1}', '{"(0,0)","(0,0)"}')$$, $$fringe_plan_conflicts('{1,1}', '{0,0}', '{"(0,0)","(0,0)"}')$$, $$fringe_plan_conflicts('{1,NULL}', '{0,0}', '{"(0,0)","(0,0)"}')$$,
  $$fringe_plan_conflicts('{1}', '{NULL}', '{"(0,0)"}')$$, $$fringe_plan_conflicts('{1}', '{0}', '{NULL}')$$, $$fringe_plan_conflicts('{1}', '{0}', '{"(0,0)"}', map, 'octile(size=2)')$$]) call;
SELECT count(*) AS none FROM fringe_plan_conflicts('{}', '{}', '{}');
SELECT count(*) AS "of NULL" FROM fringe_plan_conflicts('{1}', NULL, '{"(0,0)"}');
-- ---- a picture that moves: as many dots and rings as agents, which end where these do ---------------
CREATE TABLE moving AS SELECT name, agents, starts, goals, xmlparse(document fringe_plan_svg(map, a, t, c, 0.5, title => '<' || name)) AS svg
FROM planned_world JOIN (SELECT name, array_agg(agent) AS a, array_agg(tick) AS t, array_agg(p.cell) AS c FROM planned p GROUP BY name) r USING (name);
SELECT name, cardinality(xpath('//*[local-name()="circle"]/*[local-name()="animateTransform"]', svg)) AS dots, cardinality(xpath('//*[local-name()="circle"][@fill="none"]', svg)) AS rings,
  (SELECT count(*) FROM unnest(xpath('//*[local-name()="animateTransform"]/@values', svg)::text[]) WITH ORDINALITY v (v, n) WHERE starts_with(v, format('%s,%s;', gridcell_x(starts[n]) + 0.5, gridcell_y(starts[n]) + 0.5))) AS begin,
  (SELECT count(*) FROM unnest(xpath('//*[local-name()="circle"][@fill="none"]', svg)) WITH ORDINALITY v (v, n) WHERE (xpath('/*/@cx', v))[1]::text::float8 = gridcell_x(goals[n]) + 0.5 AND (xpath('/*/@cy', v))[1]::text::float8 = gridcell_y(goals[n]) + 0.5) AS end
FROM moving ORDER BY name;
SELECT plan_says(call) FROM unnest(ARRAY[$$fringe_plan_svg(map, '{1}', '{0,1}', '{"(0,0)","(0,0)"}')$$, $$fringe_plan_svg(map, '{1}', '{0}', '{"(0,9)"}')$$, $$fringe_plan_svg(map, '{1}', '{0}', '{"(0,0)"}', 'NaN')$$, $$fringe_plan_svg(map, '{1}', '{0}', '{"(0,0)"}', layout => 'round')$$]) call;
SELECT fringe_plan_svg(NULL, '{1}', '{0}', '{"(0,0)"}') IS NULL AS null, length(fringe_plan_svg(map, '{}', '{}', '{}')) > 100 AS empty FROM siding;
DROP TABLE moving;
DROP FUNCTION plan_says;
DROP TABLE planned_world, planned, made_move, siding, told, wandered, wandered_conflict, joined_conflict;
