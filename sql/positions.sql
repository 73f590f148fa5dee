-- positions and cells: which cell a position is in, and where a cell is
SET client_min_messages = warning;

-- Two numbers of any types: whole ones mean the function of integers, as in version 1.0, or give the same cell.
CREATE TABLE number (type text, value text);
INSERT INTO number VALUES ('smallint', '3'), ('int', '3'), ('bigint', '3'), ('real', '3.7'), ('float8', '3.7'), ('numeric', '3.7'), ('unknown', '3');
CREATE FUNCTION meant(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE found text;
BEGIN
  EXECUTE 'CREATE VIEW asked AS SELECT ' || call || ' AS x';
  SELECT string_agg(refobjid::regprocedure::text, ' ') INTO found FROM pg_depend d JOIN pg_rewrite r ON d.objid = r.oid
  WHERE r.ev_class = 'asked'::regclass AND d.refclassid = 'pg_proc'::regclass AND refobjid::regprocedure::text ~ '^grid';
  EXECUTE 'SELECT x FROM asked' INTO call;
  DROP VIEW asked;
  RETURN found || ' ' || call;
EXCEPTION WHEN undefined_function OR ambiguous_function THEN
  RETURN SQLERRM;
END $$;
\pset format unaligned
SELECT meant(format('gridcell(%s, %s)', CASE x.type WHEN 'unknown' THEN '''3''' ELSE format('%s::%s', x.value, x.type) END,
    CASE y.type WHEN 'unknown' THEN '''3''' ELSE format('%s::%s', y.value, y.type) END)) AS meant,
  string_agg(x.type || ' ' || y.type, ', ' ORDER BY x.type, y.type) AS types
FROM number x, number y GROUP BY 1 ORDER BY 1;
\pset format aligned
SELECT gridcell(3, 4), gridcell(3.7, 4.2), gridcell(-0.5, -3.0), gridcell(x => 3, y => 4) = gridcell(x => 3.0, y => 4.9) AS named, gridcell('3', '4.5') AS literals,
  gridcell(3000000000 - 2999999999, 2) AS bigint, gridcell(NULL, 1.5) AS "no position";

-- As floor, whatever the fraction; rounding to integers gives another cell.
SELECT count(*) AS positions, failing((x, y)::text) FILTER (WHERE gridcell(x, y) <> gridcell(floor(x)::int, floor(y)::int)) AS wrong,
  failing((x, y)::text) FILTER (WHERE gridcell(x::real, y::real) <> gridcell(x, y) OR gridcell(x::numeric, y::numeric) <> gridcell(x, y)) AS "another type",
  count(*) FILTER (WHERE gridcell(x, y) <> gridcell(x::int, y::int)) > 1000 AS "rounding differs"
FROM generate_series(-40, 40) a, generate_series(-40, 40) b, LATERAL (SELECT a / 8.0::float8 AS x, b / 8.0::float8 AS y) p;
SELECT gridcell(2147483647.99, -2147483648.0) AS last, gridcell(0.99999999999999989, -5e-324) AS narrow;
SELECT gridcell(2147483648.0, 0);
SELECT gridcell(0, -2147483648.5);
SELECT gridcell('NaN', 0.5);
SELECT gridcell(0.5, 'NaN'::real);
SELECT gridcell('Infinity'::float8, 0);
SELECT gridcell(0, '-Infinity'::float8);
SELECT gridcell(0, 3000000000);
SELECT '(1.5,2)'::point::gridcell;

-- A world of its own origin, unit and direction: (100,200) is the upper-left corner of cell (0,0), a cell has 10 units.
SELECT gridcell_at(125, 238, 100, 200, 10) AS down, gridcell_at(125, 162, 100, 200, 10, y_up => true) AS up,
  gridcell_at(99.9, 200.1, 100, 200, 10) AS left_of, gridcell_at(100, 200, 100, 200, 10) AS corner, gridcell_at(3.7, 4.2) AS plain,
  gridcell_at(12.7, 8.1, 0.5) AS half, gridcell_at(12.7, 8.1, cell_size => 0.5) = gridcell_at(12.7, 8.1, 0, 0, 0.5) AS "at (0,0)", gridcell_at(12.7, -8.1, 0.5, true) AS "y up";
SELECT gridcell_position('(2,3)', 100, 200, 10) AS down, gridcell_position('(2,3)', 100, 200, 10, y_up => true) AS up, gridcell_position('(-1,0)') AS plain,
  gridcell_position('(2,3)', cell_size => 0.5) AS half, gridcell_position(NULL) IS NULL AS "no cell";
-- from a cell to its centre and back, and from any place in it, on grids that are fine, coarse and far
CREATE TABLE ground AS SELECT *, row_number() OVER () AS id
FROM unnest('{0.001,0.1,0.25,0.3,1,3,16,1000000}'::float8[]) size, unnest('{0,0.1,-7.5,100,-350000}'::float8[]) origin_x, unnest('{0,0.7,5800000}'::float8[]) origin_y,
  unnest('{false,true}'::bool[]) y_up;
SELECT count(*) AS cells, failing((g, cell)::text) FILTER (WHERE gridcell_at(centre[0], centre[1], origin_x, origin_y, size, y_up) <> cell) AS wrong
FROM ground g, generate_series(-30, 30, 5) x, generate_series(-31, 31, 3) y, gridcell(x, y) cell, gridcell_position(cell, origin_x, origin_y, size, y_up) centre;
SELECT count(*) AS positions, failing((g, x, y, u, v)::text) FILTER (WHERE gridcell_at(centre[0] + u * size, centre[1] + v * size, origin_x, origin_y, size, y_up) <> gridcell(x, y)) AS wrong
FROM ground g, unnest('{-1000,-2,-1,0,1,2,999}'::int[]) x, unnest('{-7,0,8}'::int[]) y, unnest('{-0.49,0.3,0.49}'::float8[]) u, unnest('{-0.49,0.49}'::float8[]) v,
  gridcell_position(gridcell(x, y), origin_x, origin_y, size, y_up) centre;
-- an edge belongs to the cell with the larger x or y, in either direction of y
SELECT count(*) AS corners, failing((x, y, size, y_up)::text) FILTER (WHERE gridcell_at(5 + x * size, 5 + CASE WHEN y_up THEN -y ELSE y END * size, 5, 5, size, y_up) <> gridcell(x, y)) AS wrong
FROM generate_series(-9, 9) x, generate_series(-9, 9) y, unnest('{0.125,0.5,1,64}'::float8[]) size, unnest('{false,true}'::bool[]) y_up;
-- a line goes through the same centres
SELECT count(*) AS corners, failing((g, path, corner, centre)::text) FILTER (WHERE abs(centre[0] - (corner->>0)::float8) > 1e-9 * (1 + abs(centre[0]))
  OR abs(centre[1] - (corner->>1)::float8) > 1e-9 * (1 + abs(centre[1]))) AS wrong
FROM ground g, unnest('{"(0,0) E5 SE3","(-4,7) N2 W1"}'::gridpath[]) path, unnest(gridpath_waypoints(path)) WITH ORDINALITY w (cell, n),
  LATERAL (SELECT gridcell_position(cell, origin_x, origin_y, size, y_up) AS centre, gridpath_to_geojson(path, origin_x, origin_y, size, y_up)->'coordinates'->(n - 1)::int AS corner) c;
SELECT gridpath_to_geojson('(0,0) E5 SE3', 100, 200, 10) AS down, gridpath_to_geojson('(0,0) E5 SE3', 100, 200, 10, y_up => true) AS up;

-- No world.
SELECT gridcell_at(1, 2, cell_size => 0);
SELECT gridcell_at(1, 2, cell_size => 'Infinity');
SELECT gridcell_at(1, 2, 'NaN', 0, 1);
SELECT gridcell_position('(1,2)', 0, 'Infinity'::float8);
SELECT gridcell_position('(1,2)', cell_size => -1);
SELECT gridcell_at('NaN', 2);
SELECT gridcell_at(1, 'Infinity', 5, 5, 2);
SELECT gridcell_at(1e300, 1, 0, 0, 1e-300);
SELECT gridcell_at(1, 4294967296, cell_size => 2, y_up => true) AS far, gridcell_at(1, 4294967296, cell_size => 2);
SELECT gridcell_position('(2147483647,0)', cell_size => 1e300);
DROP TABLE number, ground;
DROP FUNCTION meant;
