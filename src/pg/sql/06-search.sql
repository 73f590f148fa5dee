-- ==== from one cell to another ===============================================
-- COST: a search of a game map of 512 x 512 takes about 12 us, some 500 times cpu_operator_cost. It does
-- not follow the size of a map: most calls find their map decoded. ROWS: paths have 20 to 300 cells on
-- most maps.

CREATE FUNCTION fringe_cost(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION fringe_cost(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'cost of the best path; NULL if there is no path';

-- COST: a call takes as long as some operators.
CREATE FUNCTION fringe_distance(a gridcell, b gridcell, model gridmodel DEFAULT 'octile') RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION fringe_distance(gridcell, gridcell, gridmodel)
IS 'least cost between two cells on open ground: octile, Manhattan or Euclidean distance, by the model';

CREATE FUNCTION fringe_route(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION fringe_route(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path as one value; NULL if there is no path';

CREATE FUNCTION fringe_path(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto',
	OUT seq int, OUT x int, OUT y int, OUT step_cost float8, OUT total_cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500 ROWS 100;
COMMENT ON FUNCTION fringe_path(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path as rows, one per cell from start to goal; no rows if there is no path';

CREATE FUNCTION fringe_search(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS fringe_result
AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION fringe_search(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path with the statistics of its search';

CREATE FUNCTION fringe_trace(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto',
	OUT seq bigint, OUT iteration int, OUT x int, OUT y int, OUT g float8, OUT f float8, OUT expanded bool)
RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5000 ROWS 10000
SUPPORT fringe_area_support;
COMMENT ON FUNCTION fringe_trace(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'visits of a search in order: the node''s cell, g and f, and whether it was expanded';

CREATE FUNCTION fringe_fewest_turns(map gridmap, start gridcell, goal gridcell, model gridmodel DEFAULT 'octile') RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000;
COMMENT ON FUNCTION fringe_fewest_turns(gridmap, gridcell, gridcell, gridmodel)
IS 'of all best paths the one with the fewest turns; NULL if there is no path';
