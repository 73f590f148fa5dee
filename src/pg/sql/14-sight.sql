-- ==== sight, and cells near another one =======================================
-- COST and ROWS: on a game map of 512 x 512 a view takes about 0.2 ms, which is some 10,000 times cpu_operator_cost. A view has some thousand cells.
-- A cell is near a target or free soon, or after a search of the whole map.

CREATE FUNCTION fringe_view_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_view_support(internal) IS 'planner support: rows by the radius, the viewers and the area of the map';

CREATE FUNCTION fringe_sees(map gridmap, a gridcell, b gridcell, model gridmodel DEFAULT 'octile',
	eye float8 DEFAULT NULL, target float8 DEFAULT NULL, ground text DEFAULT 'blocks', sides bool DEFAULT false, through text DEFAULT NULL) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_sees(gridmap, gridcell, gridcell, gridmodel, float8, float8, text, bool, text)
IS 'do two cells see each other? the straight line between their centres crosses only passable cells in between, and touches corners of walls only if the model says corners=one or any; over heights if eye is given, past closed sides, through some codes';

CREATE FUNCTION fringe_view(map gridmap, cell gridcell, radius float8 DEFAULT 'Infinity', model gridmodel DEFAULT 'octile',
	eye float8 DEFAULT NULL, target float8 DEFAULT NULL, ground text DEFAULT 'blocks', sides bool DEFAULT false, through text DEFAULT NULL,
	OUT cell gridcell) RETURNS SETOF gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000 ROWS 1000
SUPPORT fringe_view_support;
COMMENT ON FUNCTION fringe_view(gridmap, gridcell, float8, gridmodel, float8, float8, text, bool, text)
IS 'cells that a cell sees up to a distance, row by row, by the rules of fringe_sees; walls in sight are among them';

CREATE FUNCTION fringe_exposure(map gridmap, cells gridcell[], radius float8 DEFAULT 'Infinity', model gridmodel DEFAULT 'octile',
	eye float8 DEFAULT NULL, target float8 DEFAULT NULL, ground text DEFAULT 'blocks', sides bool DEFAULT false, through text DEFAULT NULL,
	OUT cell gridcell, OUT viewers int) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10000
SUPPORT fringe_view_support;
COMMENT ON FUNCTION fringe_exposure(gridmap, gridcell[], float8, gridmodel, float8, float8, text, bool, text)
IS 'cells that are seen from some of the given cells up to a distance, row by row, and from how many of these';

CREATE FUNCTION fringe_approach(map gridmap, start gridcell, target gridcell, model gridmodel DEFAULT 'octile',
	range float8 DEFAULT 1, sight bool DEFAULT false,
	eye float8 DEFAULT NULL, target_height float8 DEFAULT NULL, ground text DEFAULT 'blocks', sides bool DEFAULT false, through text DEFAULT NULL,
	OUT cell gridcell, OUT cost float8, OUT route gridpath) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION fringe_approach(gridmap, gridcell, gridcell, gridmodel, float8, bool, float8, float8, text, bool, text)
IS 'cheapest cell with the target within a distance and, if wanted, in sight, with cost and path; NULLs if there is none';

CREATE FUNCTION fringe_nearest_free(map gridmap, cell gridcell, model gridmodel DEFAULT 'octile') RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_nearest_free(gridmap, gridcell, gridmodel)
IS 'passable cell nearest to a cell, the cell itself if it is passable; NULL if no cell is';

-- ---- rows with cells outside the map ----------------------------------------

CREATE FUNCTION fringe_try_cost(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION fringe_try_cost(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'cost of the best path; NULL if there is no path or a cell is outside the map';

CREATE FUNCTION fringe_try_route(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION fringe_try_route(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path as one value; NULL if there is no path or a cell is outside the map';

CREATE FUNCTION fringe_try_cost(index gridindex, start gridcell, goal gridcell) RETURNS float8
AS 'MODULE_PATHNAME', 'fringe_try_cost_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION fringe_try_cost(gridindex, gridcell, gridcell)
IS 'cost of the best path, as on the map; NULL if there is no path or a cell is outside the map';

CREATE FUNCTION fringe_try_route(index gridindex, start gridcell, goal gridcell) RETURNS gridpath
AS 'MODULE_PATHNAME', 'fringe_try_route_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_try_route(gridindex, gridcell, gridcell)
IS 'a best path as one value; NULL if there is no path or a cell is outside the map';
