-- indexes of any model: cells of different weights, steps of any cost, larger agents
CREATE TABLE ground (id int PRIMARY KEY, map gridmap, model gridmodel,
  fast gridindex GENERATED ALWAYS AS (fringe_index(map, model)) STORED);
INSERT INTO ground
SELECT n, gridmap(ARRAY(SELECT string_agg(CASE WHEN h < 54 THEN '.' WHEN h < 72 THEN 'T' WHEN h < 82 THEN 'W' ELSE '@' END, '' ORDER BY x)
    FROM generate_series(0, 32) y, generate_series(0, 40) x,
      LATERAL (SELECT (x * x * 31 + y * y * 17 + x * y * 7 + (x * 5 + y) * n) % 101 AS h) r
    GROUP BY y
    ORDER BY y)),
      m
FROM unnest('{"octile(T=2, W=5)","octile(T=2, W=5, weigh=average)","octile(T=2, W=5, weigh=leave)","octile(T=2, W=5, weigh=max)","tile(T=3, W=0.5, weigh=leave)","octile(T=2, W=5, corners=any)","octile(T=2.5, W=0.3, corners=one, weigh=average)",
  "tile(T=3)","tile(T=3, W=1, weigh=average)","octile(T=2, W=1, size=2, obstacle=9)","octile(T=2, diagonal=0.5)","octile(diagonal=3, corners=any)",
  "octile(diagonal=0.5)","octile(T=2, W=7, straight=5, diagonal=7, obstacle=4)"}'::gridmodel[]) WITH ORDINALITY u(m, n);
SELECT id, info.model, form, subgoals > 0 AS hubs, entries > 0 AS entries, bytes = length(gridindex_send(fast)) AS bytes,
  (SELECT string_agg(key, ' ' ORDER BY key) FROM jsonb_each_text(parts)) AS parts
FROM ground, gridindex_info(fast) info ORDER BY id;

-- the same costs and, by routes that are priced on the map, paths as good
CREATE VIEW ground_ask AS
  SELECT id, map, model, fast, gridcell((i * 37 + id) % 41, i * 91 % 33) AS start, gridcell(i * 53 % 41, i * i * 17 % 33) AS goal
  FROM ground, generate_series(1, 200) i;
SELECT count(*), count(*) FILTER (WHERE on_map > 0) > 800 AS many, count(*) FILTER (WHERE on_map IS NULL) > 300 AS some_without,
  failing((id, start, goal)::text) FILTER (WHERE of_index IS DISTINCT FROM on_map) AS other_costs,
  failing((id, start, goal)::text) FILTER (WHERE gridpath_cost(route, map, model) IS DISTINCT FROM on_map) AS other_routes,
  failing((id, start, goal)::text) FILTER (WHERE (gridpath_start(route), gridpath_goal(route)) <> (start, goal)) AS other_ends,
  failing((id, start, goal)::text) FILTER (WHERE connected <> fringe_connected(map, start, goal, model)) AS other_connected
FROM (SELECT *, fringe_cost(map, start, goal, model) AS on_map, fringe_cost(fast, start, goal) AS of_index,
    fringe_route(fast, start, goal) AS route, fringe_connected(fast, start, goal) AS connected FROM ground_ask) a;
CREATE VIEW ground_many AS SELECT id, map, model, fast, (array_agg(start))[1] AS start, array_agg(goal) FILTER (WHERE gridcell_x(goal) % 5 = 0) || NULL AS goals
  FROM ground_ask GROUP BY id, map, model, fast;
SELECT failing(d::text) AS count
FROM ((SELECT id, c.*
    FROM ground_many, fringe_costs(map, start, goals, model) c
    EXCEPT ALL SELECT id, c.*
    FROM ground_many, fringe_costs(fast, start, goals) c)
  UNION ALL (SELECT id, c.*
    FROM ground_many, fringe_costs(fast, start, goals) c
    EXCEPT ALL SELECT id, c.*
    FROM ground_many, fringe_costs(map, start, goals, model) c)) d;
SELECT failing(d::text) AS count
FROM ((SELECT id, c.*
    FROM ground_many, fringe_matrix(map, goals, model) c
    EXCEPT ALL SELECT id, c.*
    FROM ground_many, fringe_matrix(fast, goals) c)
  UNION ALL (SELECT id, c.* FROM ground_many, fringe_matrix(fast, goals) c EXCEPT ALL SELECT id, c.* FROM ground_many, fringe_matrix(map, goals, model) c)) d;

-- max_size
\set VERBOSITY sqlstate
SELECT fringe_index(map, model, '10kB') FROM ground WHERE id = 1;
SET fringe.max_memory = '100kB';
SELECT fringe_index(map, model) FROM ground WHERE id = 1;
RESET fringe.max_memory;
\set VERBOSITY default
SELECT fringe_index(map, model, '1MB') = fast AS same FROM ground WHERE id = 1;

-- values: the same bytes each time, and those of the text; changed ones are refused
SELECT bool_and(fast::text::gridindex = fast), bool_and(fringe_index(map, model) = fast), count(DISTINCT gridindex_send(fast)) FROM ground WHERE id < 5;
\set VERBOSITY sqlstate
SELECT set_byte(gridindex_send(fast), 9000, (get_byte(gridindex_send(fast), 9000) + 1) % 256)::text::gridindex FROM ground WHERE id = 1;
\set VERBOSITY default

-- an index from before an edit is no argument: it would be bytes of somebody else's
\set VERBOSITY sqlstate
SELECT fringe_index(map, model, old => fast) FROM ground;
SELECT fringe_index(map, model, NULL, fast) FROM ground;
\set VERBOSITY default

DROP VIEW ground_many, ground_ask;
DROP TABLE ground;

-- wide costs and many blocks
CREATE TABLE ground AS SELECT gridmap(array_agg(line)) AS map
FROM (SELECT y, string_agg(chr(49 + (x * x * 7 + y * y * 13 + x * y * 5 + seed) % 9), '' ORDER BY x) AS line
  FROM generate_series(1, 60) y, generate_series(1, 60) x, (SELECT 11 AS seed) s GROUP BY y ORDER BY y) l;

SELECT info ->> 'form' AS form,
  failing((model, a, b)::text) FILTER (WHERE fringe_cost(fast, a, b)
    IS DISTINCT FROM fringe_cost(map, a, b, model, 'astar(open=heap)')) AS wrong,
  failing((model, a, b)::text) FILTER (WHERE gridpath_cost(fringe_route(fast, a, b), map, model)
    IS DISTINCT FROM fringe_cost(map, a, b, model, 'astar(open=heap)')) AS wrong_routes
FROM (SELECT map, model, fast, to_jsonb(gridindex_info(fast)) AS info
    FROM (SELECT map, model, fringe_index(map, model) AS fast
      FROM (SELECT gridmap_rooms(90, 70, 6, 3) AS map,
        unnest('{"octile(straight=99999, diagonal=141419)","tile(straight=99999.9)",
          "octile(obstacle=70.7)"}'::gridmodel[]) AS model
      UNION ALL SELECT map, 'octile(1=1, 2=9, 3=0.5, 4=17, 5=11, 6=7, 7=2, 8=4.5, 9=13)' FROM ground) m OFFSET 0) f OFFSET 0) i,
  generate_series(0, 50, 7) n, LATERAL (SELECT gridcell(n, 59 - n) AS a, gridcell(59 - n, n / 2) AS b) pair
GROUP BY info ->> 'form', model ORDER BY model;
DROP TABLE ground;
