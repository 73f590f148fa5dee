-- Which function supports which rule of movement: the rows of fringe_combinations are true, for each rule alone and for each pair of rules.
SET client_min_messages = error;
SELECT count(DISTINCT rule) AS rules, count(DISTINCT consumer) FILTER (WHERE consumer ~ '^method') AS methods FROM fringe_combinations();

-- A map without any rule, and for each rule the keys of a model, and what the map needs.
CREATE TEMP TABLE plain AS SELECT gridmap(ARRAY['..........', '..RR..TT..', '..........', '....>..R..', '....V.....', '..........']) AS map;
UPDATE plain SET map = gridmap_set_layer(gridmap_set_layer(gridmap_set_layer(map, 'height', numbers), 'danger', numbers), 'mud', mud)
FROM (SELECT array_agg(r ORDER BY y) AS numbers, array_agg(m ORDER BY y) AS mud FROM (SELECT y, array_agg((x + y) % 3 ORDER BY x) AS r, array_agg(1.25 + (x + y) % 4 ORDER BY x) AS m FROM generate_series(0, 9) x, generate_series(0, 5) y GROUP BY y) q) n;
CREATE TEMP TABLE rule (rule text, name text DEFAULT '', keys text DEFAULT '', edit text DEFAULT 'map', brings text[] DEFAULT '{}');
INSERT INTO rule (rule, name) VALUES ('straight lines', 'anyangle'), ('hexagons', 'hex');
INSERT INTO rule (rule, keys) VALUES ('oblong cells', 'dx=3, dy=4'), ('joined edges', 'wrap=x'), ('prices of turns', 'turn=1'), ('agents of several cells', 'size=2'), ('one-way cells', '>=E'),
('costs of layers', 'layer.danger=1'), ('prices of heights', 'rise=1'), ('limits of heights', 'climb=1'), ('friction', 'friction=mud'), ('factors of grades', 'slope=-9:2|0:1|9:3'), ('degrees', 'latitude=60'), ('roads', 'road.danger=0.5'), ('prices of sides', 'side.danger=2'), ('weights', 'R=2');
INSERT INTO rule (rule, keys) VALUES ('movement points', 'points=4');
INSERT INTO rule (rule, keys, brings) VALUES ('cells that end turns', 'points=4, stop.danger=never', '{movement points}'), ('limits of steps by points', 'points=4, over=block', '{movement points}'), ('headings', 'turn180=1, heading=E, arrive=N', '{prices of turns}'), ('weights of both cells', 'V=3, weigh=max', '{weights}'), ('cells that cost nothing', 'T=0', '{weights}');
INSERT INTO rule (rule, edit) VALUES ('closed sides of cells', 'gridmap_set_sides(map, ''{"(3,2)"}'', ''E'')'), ('blocked cells', 'gridmap_block(map, ''{"(3,2)"}'')'), ('links', 'gridmap_link(map, ''{"(0,0)<>(8,0)=2"}'')');
INSERT INTO rule (rule, edit, brings) VALUES ('links that cost sqrt2 times a number', 'gridmap_link(map, ''{"(0,1)<>(8,1)=2sqrt2"}'')', '{links}');
SELECT rule AS "without a model here" FROM fringe_combinations() GROUP BY rule HAVING rule NOT IN (SELECT rule FROM rule);

-- Rules alone and in pairs. A model that lacks a key, or that the map contradicts, is no combination.
CREATE TEMP TABLE world (rules text[], map gridmap, model gridmodel, contradicts text);
CREATE FUNCTION make_world(a rule, b rule) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  made gridmap;
  of_model text := nullif(concat_ws(', ', nullif(a.keys, ''), CASE WHEN b.keys <> a.keys THEN nullif(CASE WHEN a.keys ~ '^points' THEN regexp_replace(b.keys, '^points=4(, )?', '') ELSE b.keys END, '') END), '');
  made_model gridmodel;
BEGIN
  IF a.name <> '' AND b.name <> '' AND a.name <> b.name THEN RETURN; END IF;
  EXECUTE format('SELECT %s FROM (SELECT %s AS map FROM plain) p', b.edit, a.edit) INTO made;
  made_model := coalesce(nullif(a.name, ''), nullif(b.name, ''), 'octile') || coalesce('(' || of_model || ')', '');
  PERFORM fringe_cost(made, gridcell '(0,0)', gridcell '(6,4)', made_model);
  INSERT INTO world VALUES (ARRAY[a.rule, b.rule] || a.brings || b.brings, made, made_model);
EXCEPTION WHEN invalid_text_representation OR feature_not_supported OR numeric_value_out_of_range THEN
  INSERT INTO world VALUES (ARRAY[a.rule, b.rule], NULL, NULL, SQLERRM);
END $$;
SELECT count(make_world(a, b)) >= 0 AS made FROM rule a, rule b WHERE a.rule <= b.rule;
SELECT contradicts, count(*) FROM world WHERE contradicts IS NOT NULL GROUP BY 1 ORDER BY 1;

-- Functions of ticks support a rule if its costs are no whole numbers, too: then an error says so.
CREATE FUNCTION in_ticks(call text, map gridmap, model gridmodel, a gridcell, b gridcell) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE rows bigint;
BEGIN
  EXECUTE format('SELECT count(*) FROM (SELECT $1 AS map, $2 AS model, $3 AS a, $4 AS b) q, %s', call) INTO rows USING map, model, a, b;
  RETURN rows;
EXCEPTION WHEN invalid_parameter_value THEN
  IF SQLERRM <> 'step takes no whole number of ticks' THEN RAISE; END IF;
  RETURN NULL;
END $$;

-- How to call each function: all of them have a call, and a row of the table.
CREATE TEMP TABLE consumer (consumer text, call text);
INSERT INTO consumer VALUES
('fringe_cost', 'fringe_cost(map, a, b, model)'), ('fringe_route', 'fringe_route(map, a, b, model)'), ('fringe_path', 'count(*) FROM fringe_path(map, a, b, model)'),
('fringe_search', 'cost FROM fringe_search(map, a, b, model, ''auto'')'), ('fringe_trace', 'count(*) FROM fringe_trace(map, a, b, model)'),
('fringe_try_cost', 'fringe_try_cost(map, a, b, model)'), ('fringe_try_route', 'fringe_try_route(map, a, b, model)'), ('fringe_route_via', 'fringe_route_via(map, ARRAY[a, b], model)'),
('fringe_costs', 'count(*) FROM fringe_costs(map, a, ARRAY[b], model)'), ('fringe_matrix', 'count(*) FROM fringe_matrix(map, ARRAY[a, b], model)'),
('fringe_matrix_tsp', 'count(*) FROM fringe_matrix_tsp(map, ARRAY[a, b], model)'), ('fringe_tour', 'count(*) FROM fringe_tour(map, ARRAY[a, b], model)'),
('fringe_network', 'count(*) FROM fringe_network(map, ARRAY[a, b], model)'), ('fringe_assign', 'count(*) FROM fringe_assign(map, ARRAY[a], ARRAY[b], model)'),
('fringe_timed_route', 'in_ticks(''fringe_timed_route(map, a, b, model, NULL)'', map, model, a, b)'), ('gridpath_ticks', 'in_ticks(''gridpath_ticks(''''(0,0) E1'''', map, model)'', map, model, a, b)'), ('fringe_surface', 'fringe_surface(map, ARRAY[a], model)'),
('fringe_nearest', 'count(*) FROM fringe_nearest(map, a, ARRAY[b], model)'), ('fringe_nearest_within', 'count(*) FROM fringe_nearest_within(map, a, ARRAY[b], 99, model)'),
('argument "costs"', 'count(*) FROM fringe_nearest(map, a, ARRAY[b], model, 1, ''{1}'')'),
('argument "costs"', 'count(*) FROM fringe_reach(map, ARRAY[a], 9, model, ''{1}'')'),
('argument "costs"', 'count(*) FROM fringe_territory(map, ARRAY[a, b], model, costs => ''{1,0}'')'),
('fringe_reach', 'count(*) FROM fringe_reach(map, a, 9, model)'), ('fringe_reach', 'count(*) FROM fringe_reach(map, ARRAY[a], 9, model)'), ('fringe_territory', 'count(*) FROM fringe_territory(map, ARRAY[a, b], model)'),
('fringe_closest', 'cost FROM fringe_closest(map, a, b, model)'), ('fringe_approach', 'cost FROM fringe_approach(map, a, b, model)'), ('fringe_approach with sight', 'cost FROM fringe_approach(map, a, b, model, 3, true)'),
('fringe_walks', 'count(*) FROM fringe_walks(map, ARRAY[a, b], model, 100)'), ('fringe_try_walks', 'count(*) FROM fringe_try_walks(map, ARRAY[a, b], model, 100)'), ('fringe_fewest_turns', 'fringe_fewest_turns(map, a, b, model)'), ('fringe_alternatives', 'count(*) FROM fringe_alternatives(map, a, b, model)'),
('fringe_best_cells', 'count(*) FROM fringe_best_cells(map, a, b, model)'), ('fringe_best_count', 'fringe_best_count(map, a, b, model)'), ('fringe_random_route', 'fringe_random_route(map, a, b, model, 1)'),
('fringe_connected', 'fringe_connected(map, a, b, model)'), ('fringe_components', 'count(*) FROM fringe_components(map, model)'), ('fringe_chokepoints', 'count(*) FROM fringe_chokepoints(map, model)'),
('fringe_diagnose', 'reason FROM fringe_diagnose(map, a, b, model)'), ('fringe_distance', 'fringe_distance(a, b, model)'), ('fringe_random_pairs', 'count(*) FROM fringe_random_pairs(map, 2, 1, model)'),
('gridmap_random_cells', 'count(*) FROM gridmap_random_cells(map, 2, 1, model)'), ('fringe_field', 'fringe_field(map, ARRAY[b], model)'), ('fringe_field', 'fringe_field(map, b, model)'), ('fringe_index', 'fringe_index(map, model)'),
('fringe_pursuit', 'count(*) FROM fringe_pursuit(map, a, ARRAY[b], model)'), ('fringe_chase', 'count(*) FROM fringe_chase(map, ARRAY[a], ARRAY[b], model)'), ('fringe_chase with sight', 'count(*) FROM fringe_chase(map, ARRAY[a], ARRAY[b], model, sight_radius => 3)'),
('fringe_sees', 'fringe_sees(map, a, b, model)'), ('fringe_view', 'count(*) FROM fringe_view(map, a, 9, model)'), ('fringe_exposure', 'count(*) FROM fringe_exposure(map, ARRAY[a], 9, model)'), ('fringe_nearest_free', 'fringe_nearest_free(map, a, model)'),
('gridmap_clearance', 'gridmap_clearance(map, ''12'', model)'), ('gridmap_coarsen', 'gridmap_coarsen(map, 2, ''worst'', model => model)'), ('gridpath_cost', 'gridpath_cost(''(0,0) E1'', map, model)'), ('gridpath_valid', 'gridpath_valid(''(0,0) E1'', map, model)'), ('gridpath_at', 'gridpath_at(''(0,0) E1'', 1, map, model)'),
('fringe_plan', 'count(*) FROM fringe_plan(map, ARRAY[a], ARRAY[b], model)'), ('fringe_plan_summary', 'solved FROM fringe_plan_summary(map, ARRAY[a], ARRAY[b], model)'), ('fringe_plan_conflicts', 'count(*) FROM fringe_plan_conflicts(''{1}'', ''{0}'', ARRAY[a], map, model)'),
('gridpath_steps', 'count(*) FROM gridpath_steps(''(0,0) E1'', map, model)'), ('gridpath_smooth', 'count(*) FROM gridpath_smooth(''(0,0) E1'', map, model)');
INSERT INTO consumer SELECT DISTINCT consumer, format('fringe_cost(map, a, b, model, %L)', substr(consumer, 8)) FROM fringe_combinations() WHERE consumer ~ '^method';
SELECT DISTINCT consumer AS "without a call here" FROM fringe_combinations() WHERE consumer !~ '^rule ' AND consumer NOT IN (SELECT consumer FROM consumer);
SELECT DISTINCT proname AS "without a row" FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid AND extname = 'fringe'
WHERE p.prokind = 'f' AND 'gridmodel'::regtype = ANY (p.proargtypes) AND p.proname !~ '^gridmodel_' AND p.proname <> 'fringe_svg' -- which draws its route as it is
  AND NOT EXISTS (SELECT FROM fringe_combinations() WHERE p.proname = consumer);

-- What a call answers: NULL, or the rule that it refuses.
CREATE FUNCTION refused(call text, w world) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT x FROM (SELECT $1 AS map, $2 AS model, gridcell ''(0,0)'' AS a, gridcell ''(6,4)'' AS b) q, LATERAL (SELECT %s) c(x) LIMIT 1', call) USING w.map, w.model;
  RETURN NULL;
EXCEPTION WHEN feature_not_supported THEN
  RETURN regexp_replace(SQLERRM, '^.* (does not support|requires) ', '');
END $$;
CREATE TEMP TABLE answer AS SELECT c.consumer, c.call, w.rules, w.model, refused(c.call, w) AS refused FROM consumer c, world w WHERE w.contradicts IS NULL;

-- A call is refused if its row lacks one of the rules, and names one that it lacks. Five more reasons: best paths without end, searches that need a rule,
-- jump where it runs as A*, the index of straight lines, and links that plans do not take in one tick.
CREATE TEMP TABLE verdict AS SELECT a.*, CASE
  WHEN a.refused = 'there are infinitely many best paths' THEN 'endless'
  WHEN (a.consumer, a.refused) IN (('method visibility', 'straight lines'), ('method turns', 'prices of turns')) AND a.refused <> ALL (a.rules) THEN 'needed'
  WHEN a.refused = 'links' AND a.consumer = 'method jump' AND a.rules && '{joined edges,oblong cells,closed sides of cells,costs of layers,prices of heights,limits of heights,friction,factors of grades,degrees,roads,prices of sides,movement points}' THEN 'cannot jump'
  WHEN a.refused = 'links' AND a.consumer = 'fringe_index' AND 'straight lines' = ANY (a.rules) THEN 'index of lines'
  WHEN a.refused = 'links with a cost other than 1' AND a.consumer ~ '^fringe_plan' AND 'links' = ANY (a.rules) AND lacks IS NULL THEN 'links that take longer'
  WHEN a.refused IS NULL AND lacks IS NULL THEN 'answered'
  WHEN a.refused = ANY (lacks) THEN 'refused'
  ELSE 'wrong' END AS verdict, lacks
FROM answer a, LATERAL (SELECT array_agg(rule) AS lacks FROM fringe_combinations() c WHERE c.consumer = a.consumer AND NOT supported AND rule = ANY (a.rules)) l;
SELECT consumer, model, rules, refused, lacks FROM verdict WHERE verdict = 'wrong' ORDER BY 1, 2;
SELECT verdict, count(*), count(DISTINCT consumer) AS consumers FROM verdict GROUP BY 1 ORDER BY 1;
DROP FUNCTION refused, make_world, in_ticks;
DROP TABLE plain, rule, world, consumer, answer, verdict;
