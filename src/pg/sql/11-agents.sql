-- ==== agents =================================================================

CREATE FUNCTION fringe_closest(map gridmap, start gridcell, goal gridcell, model gridmodel DEFAULT 'octile',
	OUT cell gridcell, OUT cost float8, OUT remaining float8, OUT route gridpath) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION fringe_closest(gridmap, gridcell, gridcell, gridmodel)
IS 'reachable cell nearest to a goal, with the best path there and the distance that remains; NULLs if the start is blocked';

CREATE FUNCTION fringe_diagnose(map gridmap, start gridcell, goal gridcell, model gridmodel DEFAULT 'octile',
	OUT reason text, OUT start_component int, OUT start_cells bigint, OUT goal_component int, OUT goal_cells bigint,
	OUT start_code text, OUT goal_code text, OUT unnamed text, OUT closest gridcell, OUT weighed gridmodel,
	OUT blocking_codes text, OUT blocking_cells bigint, OUT blocking_cell gridcell) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION fringe_diagnose(gridmap, gridcell, gridcell, gridmodel)
IS 'why there is no path: the reason, components of both ends with their cells, codes of both ends, codes that the model does not name, the reachable cell nearest to the goal, the model with weights for ends without one, and what a path would have to open: codes, the fewest cells, and the first of them';

CREATE FUNCTION fringe_territory(map gridmap, starts gridcell[], model gridmodel DEFAULT 'octile', budget float8 DEFAULT 'Infinity', costs float8[] DEFAULT '{}',
	OUT cell gridcell, OUT owner int, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200000 ROWS 100000
SUPPORT fringe_reach_support;
COMMENT ON FUNCTION fringe_territory(gridmap, gridcell[], gridmodel, float8, float8[])
IS 'reachable cells with the nearest start as its position in the array, the first of equally near ones, row by row';

-- ---- pursuit ----------------------------------------------------------------
-- COST and ROWS: for ten ticks, a search each.

CREATE FUNCTION fringe_pursuit(map gridmap, hunter gridcell, prey gridcell[],
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto', steps int DEFAULT 1,
	OUT tick int, OUT hunter_cell gridcell, OUT prey_cell gridcell, OUT cost float8,
	OUT visited bigint, OUT expanded bigint, OUT search_us float8, OUT caught bool) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 5000 ROWS 10
SUPPORT fringe_goals_support;
COMMENT ON FUNCTION fringe_pursuit(gridmap, gridcell, gridcell[], gridmodel, gridmethod, int)
IS 'chase of a prey whose cell is given for each tick: the hunter searches on every tick and makes this number of steps';

-- COST and ROWS: for ten ticks of ten hunters.
CREATE FUNCTION fringe_chase(map gridmap, hunters gridcell[], prey gridcell[],
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto',
	speed float8 DEFAULT 1, ticks int DEFAULT 0, sight_radius float8 DEFAULT 0, beats gridcell[] DEFAULT '{}', search_ticks int DEFAULT 20,
	flee float8 DEFAULT 0, fear float8 DEFAULT 20, replan int DEFAULT 1, if_unreachable text DEFAULT 'closest', apart bool DEFAULT true,
	maps gridmap[] DEFAULT '{}', from_ticks int[] DEFAULT '{}', seed bigint DEFAULT 0,
	OUT tick int, OUT hunter int, OUT state text, OUT hunter_cell gridcell, OUT prey_cell gridcell, OUT flees bool,
	OUT goal gridcell, OUT cost float8, OUT moves bigint, OUT remaining float8, OUT complete bool,
	OUT visited bigint, OUT expanded bigint, OUT search_us float8, OUT caught bool) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 50000 ROWS 100;
COMMENT ON FUNCTION fringe_chase(gridmap, gridcell[], gridcell[], gridmodel, gridmethod, float8, int, float8, gridcell[], int, float8, float8, int, text, bool, gridmap[], int[], bigint)
IS 'chase by several hunters, a row per hunter and tick: they patrol, chase a prey they see, trail it, search for it, and return';
