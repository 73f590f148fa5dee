-- 25 statements as people write them after the README and the tutorial, before they look a signature up; columns are those that
-- SELECT * shows. They are kept as they were written first. At most two may fail, and only with a hint that has the right form.
CREATE SCHEMA first_attempts;
SET search_path = first_attempts, public;
SET extra_float_digits = 0;

CREATE TABLE level (name text PRIMARY KEY, biome text, map gridmap NOT NULL);
INSERT INTO level VALUES ('arena', 'cave', gridmap_caves(60, 13, 0.4, 7)), ('rooms', 'house', gridmap_rooms(40, 24, 7, 5));
CREATE TABLE unit (id int PRIMARY KEY, level text, team text, cell gridcell);
INSERT INTO unit VALUES (1, 'arena', 'red', '(8,10)'), (2, 'arena', 'red', '(10,8)'), (3, 'arena', 'blue', '(27,8)'), (4, 'arena', 'blue', '(56,4)'), (5, 'arena', 'blue', '(10,4)');
CREATE TABLE telemetry (player int, level text, seconds int, x real, y real);
INSERT INTO telemetry VALUES (1, 'arena', 0, 8.5, 10.5), (1, 'arena', 9, 10.9, 4.5), (2, 'arena', 0, 56.5, 4.99), (2, 'arena', 9, 27.5, 8.5);
CREATE TABLE upload (line text);
INSERT INTO upload VALUES ('arena;(8,10);(56,4)'), ('arena;(10,8);(27,8)');

-- 1. Positions to cells: how far is each player from the exit?
SELECT player, seconds, fringe_cost(map, gridcell(x, y), '(56,4)') FROM telemetry JOIN level ON name = level ORDER BY 1, 2;

-- 2. What players walked beside the best way, by biome.
SELECT biome, count(*) AS moves, sum(fringe_cost(map, a, b)) AS best
FROM (SELECT level, gridcell(x, y) AS b, lag(gridcell(x, y)) OVER (PARTITION BY player ORDER BY seconds) AS a FROM telemetry) step
JOIN level ON name = level
WHERE a IS NOT NULL GROUP BY biome;

-- 3. Goals from a table.
SELECT c.* FROM level, fringe_costs(map, '(8,10)', (SELECT array_agg(cell ORDER BY id) FROM unit WHERE team = 'blue')) c WHERE name = 'arena';

-- 4. Goals typed.
SELECT * FROM fringe_nearest((SELECT map FROM level WHERE name = 'arena'), '(8,10)', ARRAY['(56,4)', '(27,8)', '(10,4)']);

-- 5. Goals from a driver.
PREPARE distances (text[]) AS SELECT m.* FROM level, fringe_matrix(map, $1) m WHERE name = 'arena';
EXECUTE distances (ARRAY['(8,10)', '(10,8)']);

-- 6. A request in JSON.
SELECT q.id, fringe_cost(map, q.start, q.goal)
FROM level, jsonb_to_recordset('[{"id": 1, "start": [8, 10], "goal": [56, 4]}, {"id": 2, "start": [10, 8], "goal": [27, 8]}]') AS q (id int, start gridcell, goal gridcell)
WHERE name = 'arena';

-- 7. An answer in JSON.
SELECT json_agg(n) FROM level, fringe_nearest(map, '(8,10)', ARRAY['(10,4)']) n WHERE name = 'arena';

-- 8. Each unit's nearest enemy.
SELECT me.id, enemy.id AS enemy, n.cost
FROM unit me JOIN level ON name = me.level,
    LATERAL fringe_nearest(map, me.cell, ARRAY(SELECT cell FROM unit WHERE team <> me.team)) n JOIN unit enemy ON enemy.cell = n.goal
ORDER BY me.id;

-- 9. The three nearest.
SELECT rank, goal, cost FROM level, fringe_nearest(map, '(8,10)', (SELECT array_agg(cell) FROM unit WHERE id <> 1), k => 3) WHERE name = 'arena';

-- 10. Enemies within 30 steps.
SELECT goal, cost FROM level, fringe_nearest_within(map, '(8,10)', (SELECT array_agg(cell) FROM unit WHERE team = 'blue'), 30) WHERE name = 'arena';

-- 11. Around the enemy; there is none of that team.
SELECT fringe_cost(gridmap_block(map, (SELECT array_agg(cell) FROM unit WHERE team = 'green')), '(8,10)', '(56,4)') FROM level WHERE name = 'arena';

-- 12. The part of a map where units are.
SELECT gridmap_crop(map, low, high) FROM level, (SELECT (gridcell_extent(cell)).* FROM unit) AS box WHERE name = 'arena';

-- 13. A picture of where players are.
SELECT fringe_svg(map, heat => (SELECT gridcell_heat(cell, n) FROM (SELECT gridcell(x, y) AS cell, count(*) AS n FROM telemetry GROUP BY 1) t)) LIKE '<svg%'
FROM level WHERE name = 'arena';

-- 14. From floor to floor.
CREATE TABLE tower AS
SELECT gridmap_link(m, ARRAY[gridlink(gridmap_floor_cell(m, 1, '(1,1)'), gridmap_floor_cell(m, 2, '(2,2)'))]) AS map
FROM gridmap_floors(ARRAY[gridmap_rooms(20, 20, 9, 1), gridmap_rooms(20, 20, 9, 2)]) m;
SELECT p.seq, f.floor, f.cell, p.total_cost
FROM tower, fringe_path(map, '(2,2)', gridmap_floor_cell(map, 2, '(2,3)')) p, gridmap_floor_of(map, gridcell(p.x, p.y)) f ORDER BY p.seq;

-- 15. A portal.
UPDATE level SET map = gridmap_link(map, ARRAY['(8,10)<>(56,4)=2']) WHERE name = 'arena';
SELECT fringe_cost(map, '(10,8)', '(56,4)') FROM level WHERE name = 'arena';
SELECT l.* FROM level, gridmap_links(map) l;

-- 16. An index beside each map.
ALTER TABLE level ADD COLUMN fast gridindex GENERATED ALWAYS AS (fringe_index(map)) STORED;
SELECT count(*) AS pairs, avg(fringe_cost(fast, a.cell, b.cell)) AS average FROM level, unit a, unit b WHERE name = 'arena' AND a.id < b.id;

-- 17. Text into columns.
CREATE TABLE trip (level text, start gridcell, goal gridcell);
INSERT INTO trip SELECT split_part(line, ';', 1), split_part(line, ';', 2), split_part(line, ';', 3) FROM upload;
SELECT * FROM trip;

-- 18. A map typed by hand.
SELECT fringe_route(E'.....\n.@@@.\n.....', '(2,0)', '(2,2)');

-- 19. Which units stand on cells that an edit changed?
SELECT u.id, d.*
FROM level, gridmap_fill(map, '(5,8)', '(10,10)', '@') edited, gridmap_diff(map, edited) d JOIN unit u USING (cell)
WHERE name = 'arena' ORDER BY u.id;

-- 20. World coordinates, in tiles of 32 units.
SELECT fringe_cost(map, gridcell_at(272.0, 330.5, 0, 0, 32), gridcell_at(345.9, 140, 0, 0, 32)) FROM level WHERE name = 'arena';

-- 21. A route for a web map.
SELECT gridpath_to_geojson(fringe_route(map, '(10,8)', '(12,5)'), origin_x => 100, origin_y => 50, cell_size => 0.5) FROM level WHERE name = 'arena';

-- 22. Who is within 12 steps?
SELECT u.id, r.cost FROM level, fringe_reach(map, '(10,8)', 12) r JOIN unit u ON u.cell = gridcell(r.x, r.y) WHERE name = 'arena' ORDER BY 1;

-- 23. A sentence of each changed cell.
SELECT 'cell ' || d.cell || ' was ' || d.code_a || ', is ' || d.code_b FROM level, gridmap_diff(map, gridmap_set(map, ARRAY['(8,10)'], 'S')) d WHERE name = 'arena';

-- 24. Where is each team nearer?
SELECT u.team, count(*) AS cells
FROM level, fringe_territory(map, (SELECT array_agg(cell ORDER BY id) FROM unit)) t JOIN unit u ON u.id = t.owner
WHERE name = 'arena' GROUP BY u.team ORDER BY u.team;

-- 25. Why is there no way?
SELECT 'because: ' || reason FROM level, fringe_diagnose(map, '(0,0)', '(8,10)') WHERE name = 'arena';

SET client_min_messages = warning;
DROP SCHEMA first_attempts CASCADE;
