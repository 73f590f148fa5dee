-- several hunters: states, ticks that cost what terrain costs, doors, flight
SET jit = off;
CREATE VIEW house AS SELECT gridmap('{.......@........,.@@@@@.@.@@@@@@.,.@...@.@.@....@.,.@.@.@...@.@@.@.,...@...@...@....}'::text[]) AS map;

-- one that always knows where the prey is does what fringe_pursuit does
SELECT count(*) AS ticks,
  failing((tick, c.hunter_cell, p.hunter_cell)::text) FILTER (WHERE (c.hunter_cell, c.prey_cell, c.cost, c.caught)
    IS DISTINCT FROM (p.hunter_cell, p.prey_cell, p.cost, p.caught)) AS other
FROM house, LATERAL (SELECT gridpath_cells(fringe_route(map, '(15,4)', '(4,2)', 'tile')) AS prey) w,
  LATERAL fringe_chase(map, '{"(0,0)"}', prey, 'tile', 'astar') c JOIN fringe_pursuit(map, '(0,0)', prey, 'tile', 'astar') p USING (tick);

-- it patrols, sees the prey, loses it, searches, returns
SELECT state, min(tick) AS first, max(tick) AS last, bool_and(complete) AS complete
FROM (SELECT *, sum(turn) OVER (ORDER BY tick) AS part FROM (SELECT *, (state IS DISTINCT FROM lag(state) OVER (ORDER BY tick))::int AS turn FROM house,
  fringe_chase(map, '{"(0,0)"}', ARRAY['(13,4)','(13,4)','(13,4)','(6,4)','(6,4)','(6,4)','(6,4)','(13,4)']::gridcell[], 'tile',
    'auto', ticks => 50, sight_radius => 9, beats => '{"(6,0)"}', search_ticks => 8) c) c) c
GROUP BY part, state ORDER BY part;

-- a swamp of cost 5: a step every fifth tick; a speed of 2 makes two steps a tick
SELECT speed, array_agg(hunter_cell ORDER BY tick) AS cells FROM (VALUES (1.0), (2), (0.5)) s(speed),
  fringe_chase(gridmap('{..SS.....}'::text[]), '{"(0,0)"}', '{"(8,0)"}', 'tile(S=5)', speed => speed, ticks => 14) GROUP BY speed ORDER BY speed;
SELECT array_agg(hunter_cell ORDER BY tick) AS "a tenth a tick"
FROM fringe_chase(gridmap('{...}'::text[]), '{"(0,0)"}', '{"(2,0)"}', speed => 0.1, ticks => 21)
WHERE tick % 5 = 0;

-- out of reach
SELECT if_unreachable, min(cost) FILTER (WHERE tick = 0) AS cost, min(remaining) AS remaining, max(hunter_cell) AS "at last"
FROM unnest('{closest,stay}'::text[]) if_unreachable,
  fringe_chase(gridmap('{....@..}'::text[]), '{"(0,0)"}', '{"(6,0)"}', if_unreachable => if_unreachable, ticks => 6)
GROUP BY if_unreachable
ORDER BY if_unreachable;

-- they keep apart, and pass each other in a corridor
SELECT apart, count(*) AS rows, count(*) - count(DISTINCT (tick, hunter_cell)) AS shared
FROM house, unnest('{t,f}'::bool[]) apart, LATERAL (SELECT array_agg(c) AS hunters FROM gridmap_random_cells(map, 9, 5) c) h,
  fringe_chase(map, hunters, '{"(7,0)"}', ticks => 40, sight_radius => 3, beats => hunters[2:9] || hunters[1], apart => apart) GROUP BY apart ORDER BY apart DESC;
SELECT hunter, array_agg(hunter_cell ORDER BY tick) AS cells
FROM fringe_chase(gridmap('{......@.}'::text[]), '{"(0,0)","(5,0)"}', '{"(7,0)"}', sight_radius => 1, beats => '{"(5,0)","(0,0)"}',
  ticks => 8)
GROUP BY hunter
ORDER BY hunter;

-- a door that is open from tick 2 on, until tick 4
SELECT tick, hunter_cell, cost, remaining, visited > 0 AS searched FROM fringe_chase(gridmap('{...@...}'::text[]), '{"(0,0)"}', '{"(6,0)"}',
  maps => ARRAY[gridmap('{.......}'::text[]), gridmap('{...@...}'::text[])], from_ticks => '{2,4}', ticks => 9) ORDER BY tick;

-- a search every third tick; a limit
SELECT count(*) FILTER (WHERE visited > 0) AS searches, count(*) AS ticks
FROM house, LATERAL (SELECT gridpath_cells(fringe_route(map, '(15,4)', '(4,2)', 'tile')) AS prey) w,
  LATERAL fringe_chase(map, '{"(0,0)"}', prey[1:12], 'tile', replan => 3);
SELECT bool_or(complete) AS complete, count(cost) AS routes
FROM house, fringe_chase(map, '{"(0,0)"}', '{"(13,4)"}', 'octile', 'astar(max_expanded=3)', ticks => 3);

-- the prey flees, or rests: from one as fast as it is, on a map with a loop, it is not caught
SELECT flee, count(*) AS ticks, bool_or(flees) AS flees, bool_and(flees) AS "all the time", bool_or(caught) AS caught
FROM house, (VALUES (0), (0.5), (1)) s(flee),
  LATERAL fringe_chase(map, '{"(0,0)"}', '{"(6,2)"}', 'tile', flee => flee, fear => 8, ticks => 100)
GROUP BY flee
ORDER BY flee;

-- where steps cost nothing, cells are as good as the prey's own: it stays
SELECT x AS prey, array_agg(prey_cell ORDER BY tick) AS "stays at"
FROM generate_series(0, 2) x,
  LATERAL fringe_chase(gridmap('{SSS..}'::text[]), '{"(4,0)"}', ARRAY[gridcell(x, 0)], 'tile(S=0)', flee => 1, fear => 8, ticks => 2, speed => 0.1)
GROUP BY x
ORDER BY x;
-- the same again
SELECT count(DISTINCT h) AS same
FROM generate_series(1, 3),
  LATERAL (SELECT md5(string_agg((tick, hunter, state, hunter_cell, prey_cell, goal)::text, ',' ORDER BY tick, hunter)) AS h
    FROM house,
  fringe_chase(map, '{"(0,0)","(15,0)"}', '{"(13,4)"}', flee => 1, fear => 6, sight_radius => 5, ticks => 60, search_ticks => 20, seed => 4)) x;
SELECT count(DISTINCT h) > 1 AS "by seed" FROM generate_series(1, 5) seed, LATERAL (SELECT string_agg(hunter_cell::text, ' ' ORDER BY tick) AS h FROM house,
  fringe_chase(map, '{"(0,0)"}', ARRAY['(13,4)','(13,4)','(13,4)','(6,4)','(6,4)','(6,4)','(6,4)','(13,4)']::gridcell[], 'tile',
    ticks => 50, sight_radius => 9, beats => '{"(6,0)"}', search_ticks => 20, seed => seed)) x;

-- nothing to do, errors, nulls
SELECT count(*) AS "no prey" FROM house, fringe_chase(map, '{"(0,0)"}', '{}');
SELECT count(*) AS "no hunters" FROM house, fringe_chase(map, '{}', '{"(0,0)"}', ticks => 2147483647);
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)","(17,0)"}', '{"(1,0)"}');
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)","(1,0)","(0,0)"}', '{"(1,0)"}');
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)","(1,0)"}', '{"(1,0)"}', beats => '{"(1,1)"}');
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)"}', '{"(1,0)"}', speed => 0);
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)"}', '{"(1,0)"}', sight_radius => 'NaN');
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)"}', '{"(1,0)"}', replan => 0);
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)"}', '{"(1,0)"}', if_unreachable => 'wait');
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)"}', '{"(1,0)"}', maps => ARRAY[map], from_ticks => '{1,2}');
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)"}', '{"(1,0)"}', maps => ARRAY[map], from_ticks => NULL);
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)"}', '{"(1,0)"}', maps => NULL, from_ticks => NULL);
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)"}', '{"(1,0)"}', maps => ARRAY[map, map], from_ticks => '{2,2}');
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)"}', '{"(1,0)"}', maps => ARRAY[map], from_ticks => '{NULL}');
SELECT count(*) FROM house, fringe_chase(map, '{"(0,0)"}', '{"(8,0)"}', maps => ARRAY[gridmap('{..}'::text[])], from_ticks => '{0}');
SELECT count(*) AS strict FROM house, fringe_chase(map, '{"(0,0)"}', '{"(1,0)"}', seed => NULL);
DROP VIEW house;
