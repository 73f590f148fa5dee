-- maps from a seed are the same on every platform
SELECT fringe_ascii(gridmap_walls(40, 12, 6, 8, 1));
SELECT fringe_ascii(gridmap_rooms(40, 12, 5, 1));
SELECT fringe_ascii(gridmap_maze(40, 12, 2, 1));
SELECT fringe_ascii(gridmap_caves(40, 12, 0.4, 1));
SELECT name, md5(map::text) FROM (VALUES
  ('walls', gridmap_walls(300, 300, 400, 20, 7)), ('rooms', gridmap_rooms(301, 299, 8, 7)),
  ('maze', gridmap_maze(301, 299, 1, 7)), ('caves', gridmap_caves(301, 299, 0.45, 7))) t(name, map);
SELECT gridmap_walls(10, 10, 5, 3, 1) = gridmap_walls(10, 10, 5, 3, 2);
SELECT gridmap_codes(gridmap_caves(5, 5, 0, 1)), gridmap_codes(gridmap_caves(5, 5, 1, 1));
SELECT gridmap_maze(1, 1, 1, 1), gridmap_rooms(1, 1, 1, 1), gridmap_walls(1, 1, 3, 3, 1), gridmap_maze(2, 2, 5, 1);
SELECT gridmap_walls(0, 10, 5, 3, 1);
SELECT gridmap_walls(10, 70000, 5, 3, 1);
SELECT gridmap_walls(65535, 65535, 5, 3, 1);
SELECT gridmap_walls(10, 10, -1, 3, 1);
SELECT gridmap_walls(10, 10, 1, 0, 1);
SELECT gridmap_rooms(10, 10, 0, 1);
SELECT gridmap_maze(10, 10, 0, 1);
SELECT gridmap_caves(10, 10, 1.5, 1);
SELECT gridmap_caves(10, 10, 'NaN', 1);

-- loops in a maze
SELECT fringe_ascii(gridmap_maze(31, 9, 1, 5, 0)) = fringe_ascii(gridmap_maze(31, 9, 1, 5)) AS "none are none",
  fringe_ascii(gridmap_maze(31, 9, 1, 5, 0.2)) AS some,
  fringe_ascii(gridmap_maze(31, 9, 3, 5, 1)) AS "all walls open";
SELECT gridmap_maze(31, 9, 1, 5, -0.1);
SELECT gridmap_maze(31, 9, 1, 5, 'NaN');
