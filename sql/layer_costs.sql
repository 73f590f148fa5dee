-- Models that read layers: costs of entering cells, of height, and limits of climbing and falling.
SELECT m::gridmodel FROM unnest('{"octile(rise=1.50, layer.danger=2)","octile(layer.b=1,layer.a=0,layer.Z=0.5, height=h)","octile(climb=0, height=height)","tile(fall=3, drop=0.0)","octile(height=h, drop=1)"}'::text[]) m;

CREATE FUNCTION pg_temp.refusal(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text; hint text;
BEGIN
  EXECUTE query;
  RETURN 'none';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN concat_ws(E'\n', SQLSTATE || ' ' || SQLERRM, nullif(detail, ''), nullif(hint, ''));
END $$;
SELECT m, pg_temp.refusal(format('SELECT %L::gridmodel', m))
FROM unnest(ARRAY['octile(layer.3=1)', 'octile(layer.a=x)', 'octile(layer.a=1, layer.a=1)', 'tile(height=)', 'hex(climb=-1)', 'anyangle(layer.a=1)',
  'octile(' || (SELECT string_agg(format('layer.l%s=1', i), ', ') FROM generate_series(1, 9) i) || ')']) m;

-- a hill with a swamp of danger; costs by hand
CREATE TABLE hill AS SELECT gridmap_set_layer(gridmap_set_layer(gridmap_set_layer(plain, 'height', '{{0,1,2,3,3},{0,0.5,4,4,4},{0,0,0,2.5,4}}'),
  'danger', '{"(1,0)","(3,2)"}', ARRAY[7,20]), 'below', '{{-1,0,0,0,0},{0,0,0,0,0},{0,0,0,0,2.125}}') AS map, plain
FROM gridmap('{.....,.@@..,.....}'::text[]) plain;
SELECT model, fringe_cost(map, '(0,0)', '(4,2)', model) AS cost, fringe_route(map, '(0,0)', '(4,2)', model) AS route, (SELECT count(*) FROM fringe_reach(map, '(0,0)', 100, model)) AS reached
FROM hill, unnest('{tile,tile(layer.danger=1),"tile(rise=2)","tile(rise=2, drop=0.5)",tile(climb=1),tile(climb=0.5),"tile(climb=2.5, fall=0)","tile(rise=1, height=danger)"}'::gridmodel[]) model;
-- the way back drops what the way there rises
SELECT fringe_cost(map, '(0,0)', '(4,2)', 'tile(rise=2, drop=0.5)') - fringe_cost(map, '(4,2)', '(0,0)', 'tile(rise=0.5, drop=2)') AS difference FROM hill;
-- a layer that no key names costs nothing, and shares the decoded map
SET max_parallel_workers_per_gather = 0; -- what this session keeps is looked at
SET fringe.cache_size = '64MB';
SELECT fringe_cache_reset();
SELECT fringe_cost(map, '(0,0)', '(4,2)') = fringe_cost(plain, '(0,0)', '(4,2)') AS same FROM hill;
SELECT model, hits FROM fringe_cache();
SELECT fringe_cost(gridmap_set_layer(map, 'danger', '{"(2,2)"}', ARRAY[n]), '(0,0)', '(4,2)', 'octile(layer.danger=1)') FROM hill, generate_series(1, 3) n;
SELECT model, count(*) FROM fringe_cache() GROUP BY model ORDER BY model;

RESET max_parallel_workers_per_gather;
RESET fringe.cache_size;
-- refused
SELECT q, pg_temp.refusal(format('SELECT %s FROM hill', q)) FROM unnest(ARRAY[
  'fringe_cost(map, ''(0,0)'', ''(4,0)'', ''octile(layer.nix=2)'')', 'fringe_cost(plain, ''(0,0)'', ''(4,0)'', ''octile(layer.nix=2)'')', 'fringe_cost(plain, ''(0,0)'', ''(4,0)'', ''octile(climb=2, height=hill)'')',
  'fringe_cost(plain, ''(0,0)'', ''(4,0)'', ''octile(drop=2)'')', 'fringe_cost(plain, ''(0,0)'', ''(4,0)'', ''octile(fall=2)'')', 'fringe_cost(plain, ''(0,0)'', ''(4,0)'', ''octile(rise=1)'')',
  'fringe_cost(map, ''(0,0)'', ''(4,0)'', ''octile(layer.below=1)'')', 'fringe_cost(map, ''(0,0)'', ''(4,0)'', ''octile(layer.danger=0.123456789)'')', 'fringe_cost(map, ''(0,0)'', ''(4,0)'', ''octile(rise=900000000)'')',
  '(SELECT count(*) FROM gridpath_smooth(fringe_route(map, ''(0,0)'', ''(4,0)''), map, ''octile(rise=1)''))']) q;

-- an index belongs to all maps with its ground and with the layers that its model reads
SELECT i.model, parts ? 'prices' AS prices, parts ? 'heights' AS heights, parts ? 'moves' AS moves, fringe_cost(index, '(0,0)', '(4,2)') = fringe_cost(map, '(0,0)', '(4,2)', i.model) AS cost,
  gridindex_matches(index, map) AS own, gridindex_matches(index, gridmap_set_layer(map, 'below', '{"(2,2)"}', ARRAY[0.5])) AS below,
  gridindex_matches(index, gridmap_set_layer(map, 'danger', '{"(2,2)"}', ARRAY[1])) AS danger, gridindex_matches(index, gridmap_set_layer(map, 'height', '{"(2,2)"}', ARRAY[1])) AS height,
  gridindex_matches(index, plain) AS plain, gridindex_matches(index, gridmap_set(map, '{"(2,0)"}', 'x')) AS codes, gridindex_matches(index, gridmap_block(map, '{"(2,0)"}')) AS blocked
FROM (SELECT map, plain, m AS model, fringe_index(map, m) AS index FROM hill, unnest('{octile,"octile(layer.danger=2)","octile(rise=1, layer.danger=0.5)","tile(drop=0.5)","tile(climb=2.5, fall=0)","octile(rise=1, height=danger)"}'::gridmodel[]) m) i,
  gridindex_info(index) info;
SELECT fringe_index(plain, 'octile(rise=1)') FROM hill;

-- all searches and landmarks find one cost on a larger map, and jump becomes A*
CREATE TABLE cave AS SELECT gridmap_set_layer(gridmap_set_layer(map, 'height', heights), 'danger', dangers) AS map
FROM gridmap_caves(90, 70, 0.35, 5) map,
  (SELECT array_agg(high ORDER BY y) AS heights, array_agg(danger ORDER BY y) AS dangers FROM generate_series(0, 69) y,
    LATERAL (SELECT array_agg(round((sin(x / 9.0) + cos(y / 7.0)) * 40) / 4 ORDER BY x) AS high, array_agg((x * 7 + y * 13 + x * y) % 10 ORDER BY x) AS danger FROM generate_series(0, 89) x) c) l;
SELECT model, count(DISTINCT cost) AS costs, count(cost) AS methods, count(*) FILTER (WHERE gridpath_cost(route, map, model) <> cost) AS wrong
FROM cave, unnest('{"octile(layer.danger=0.5)","octile(rise=2, drop=0.25)","tile(climb=2.5, layer.danger=1)","octile(diagonal=1.5, rise=1, climb=3, fall=4, layer.danger=0.3)"}'::gridmodel[]) model,
  unnest('{auto,jump,fringe,fringe(list=array),astar(open=heap),astar(heuristic=alt),"astar(heuristic=altbest, best=3, place=farthest)",idastar(memory=full),sweep}'::gridmethod[]) method,
  LATERAL fringe_search(map, '(5,5)', '(84,60)', model, method) s GROUP BY model ORDER BY model;
-- why there is no path: steps that rise or fall too much, behind doors that would do, and with directions
SELECT name, goal, model, d.reason, d.blocking_codes AS codes, d.blocking_cells AS cells, d.blocking_cell AS cell
FROM (VALUES ('cliff', gridmap_set_layer(gridmap('{.....,.....}'::text[]), 'height', '{{0,0,3,6,6},{0,0,3,7,7}}')),
    ('cliff and door', gridmap_set_layer(gridmap('{...,@@D,...}'::text[]), 'height', '{{0,0,0},{0,0,0},{5,2,0}}')),
    ('cliff and ledge', gridmap_set_layer(gridmap('{..v..,@@@@@}'::text[]), 'height', '{{0,0,0,5,5},{0,0,0,0,900}}')),
    ('island', gridmap_set_layer(gridmap('{..@..,..@..}'::text[]), 'height', '{{0,0,900,0,9},{0,0,900,0,9}}'))) m (name, map),
  unnest('{"(2,0)","(4,0)","(0,2)"}'::gridcell[]) goal, unnest('{"tile(climb=3, v=E)","tile(climb=2, fall=1, v=E)","octile(fall=2, rise=9, v=W, layer.height=5)","octile(size=2, climb=2, v=1)"}'::gridmodel[]) model,
  LATERAL fringe_diagnose(map, '(0,0)', goal, model) d
WHERE gridcell_x(goal) < gridmap_width(map) AND gridcell_y(goal) < gridmap_height(map) ORDER BY name, goal, model::text;
-- `too steep` exactly if the same model without limits has a path
SELECT count(*) AS pairs, count(*) FILTER (WHERE reason = 'too steep') > 100 AS steep,
  count(*) FILTER (WHERE reason IS DISTINCT FROM CASE WHEN fringe_connected(map, a, a, model) AND fringe_connected(map, b, b, model) AND fringe_connected(map, a, b, regexp_replace(model::text, 'climb=0.5, fall=0.5(, )?', '')::gridmodel)
    THEN CASE WHEN fringe_connected(map, a, b, model) THEN 'path' ELSE 'too steep' END WHEN reason NOT IN ('path', 'too steep') THEN reason END) AS wrong,
  count(*) FILTER (WHERE reason = 'too steep' AND blocking_cells IS NULL) AS unexplained
FROM (SELECT gridmap_crop(map, '(0,0)', '(29,29)') AS map FROM cave UNION ALL SELECT gridmap_set(gridmap_crop(map, '(30,30)', '(59,59)'), ARRAY(SELECT gridcell(i * 7 % 30, i) FROM generate_series(0, 29) i), 'v') FROM cave) m,
  unnest('{"tile(climb=0.5, fall=0.5, v=S, drop=0.25)","octile(climb=0.5, fall=0.5, size=2, v=S)","octile(climb=0.5, fall=0.5, layer.danger=3, v=S)","octile(climb=0.5, fall=0.5, v=S, @=2)"}'::gridmodel[]) model,
  generate_series(0, 99) i, LATERAL (SELECT gridcell(i * 11 % 30, i * 7 % 30) AS a, gridcell(i * i % 29, i * 17 % 30) AS b) ends, fringe_diagnose(map, a, b, model);
DROP TABLE hill, cave;
