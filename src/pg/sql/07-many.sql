-- ==== many cells at once =====================================================
-- COST: computing the costs to all cells of a game map of 512 x 512 takes about 1 ms, some 40,000 times
-- cpu_operator_cost. ROWS: for arrays of ten cells and a map of 100,000. The support functions estimate
-- rows by the map, the arrays and the budget that the planner knows.

CREATE FUNCTION fringe_goals_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_goals_support(internal) IS 'planner support: a row for each cell of the array';
CREATE FUNCTION fringe_matrix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_matrix_support(internal) IS 'planner support: a row for each pair of cells';
CREATE FUNCTION fringe_nearest_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_nearest_support(internal) IS 'planner support: rows by k and the number of goals';
CREATE FUNCTION fringe_reach_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_reach_support(internal) IS 'planner support: rows by the budget, the starts and the area of the map';

CREATE FUNCTION fringe_costs(map gridmap, start gridcell, goals gridcell[], model gridmodel DEFAULT 'octile',
	OUT goal gridcell, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000 ROWS 10
SUPPORT fringe_goals_support;
COMMENT ON FUNCTION fringe_costs(gridmap, gridcell, gridcell[], gridmodel)
IS 'cost of the best path to each goal, in the order of the array; NULL if there is no path';

CREATE FUNCTION fringe_matrix(map gridmap, cells gridcell[], model gridmodel DEFAULT 'octile',
	OUT start gridcell, OUT goal gridcell, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 400000 ROWS 100
SUPPORT fringe_matrix_support;
COMMENT ON FUNCTION fringe_matrix(gridmap, gridcell[], gridmodel)
IS 'cost of the best path between each pair of cells, in the order of the array; NULL if there is no path';

CREATE FUNCTION fringe_matrix_tsp(map gridmap, cells gridcell[], model gridmodel DEFAULT 'octile',
	OUT start_vid bigint, OUT end_vid bigint, OUT agg_cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 400000 ROWS 100
SUPPORT fringe_matrix_support;
COMMENT ON FUNCTION fringe_matrix_tsp(gridmap, gridcell[], gridmodel)
IS 'costs between cells that are connected, as the matrix for pgr_TSP of pgRouting; vertices are array subscripts';

CREATE FUNCTION fringe_nearest(map gridmap, start gridcell, goals gridcell[], model gridmodel DEFAULT 'octile',
	k int DEFAULT 1, OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 1
SUPPORT fringe_nearest_support;
COMMENT ON FUNCTION fringe_nearest(gridmap, gridcell, gridcell[], gridmodel, int)
IS 'the k nearest goals with cost and path, nearest first; ties in the order of gridcell';

-- model and k have no defaults, so that no call fits the function above, too.
CREATE FUNCTION fringe_nearest(map gridmap, start gridcell, goals gridcell[], model gridmodel, k int, costs float8[],
	OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_nearest_costed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000 ROWS 1
SUPPORT fringe_nearest_support;
COMMENT ON FUNCTION fringe_nearest(gridmap, gridcell, gridcell[], gridmodel, int, float8[])
IS 'the k goals of least cost with path, where each goal has a cost of its own, cheapest first; ties in the order of gridcell';

-- It has another name because the types do not tell a cost from a number of goals.
CREATE FUNCTION fringe_nearest_within(map gridmap, start gridcell, goals gridcell[], within float8,
	model gridmodel DEFAULT 'octile', k int DEFAULT 2147483647,
	OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 10
SUPPORT fringe_goals_support;
COMMENT ON FUNCTION fringe_nearest_within(gridmap, gridcell, gridcell[], float8, gridmodel, int)
IS 'the goals that cost at most so much, nearest first, at most k, with cost and path; ties in the order of gridcell';

CREATE FUNCTION fringe_connected(map gridmap, a gridcell, b gridcell, model gridmodel DEFAULT 'octile') RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_connected(gridmap, gridcell, gridcell, gridmodel)
IS 'is there a path from a to b? needs no search, except on some maps with one-way cells';

CREATE FUNCTION fringe_components(map gridmap, model gridmodel DEFAULT 'octile',
	OUT component int, OUT cells bigint, OUT sample gridcell) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000 ROWS 10;
COMMENT ON FUNCTION fringe_components(gridmap, gridmodel)
IS 'regions of cells that reach each other, the largest first, with number of cells and first cell';
CREATE FUNCTION fringe_random_pairs(map gridmap, n int, seed bigint, model gridmodel DEFAULT 'octile', connected bool DEFAULT true,
	OUT start gridcell, OUT goal gridcell) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 1000;
COMMENT ON FUNCTION fringe_random_pairs(gridmap, int, bigint, gridmodel, bool)
IS 'n random pairs of passable cells, the same for the same seed, with a path from start to goal unless connected is false';

-- ---- all cells within a budget ----------------------------------------------
-- With a literal in place of the starts a call of fringe_reach would be ambiguous, so the last variant
-- takes a text, which is preferred for literals. It is not STRICT, so that the planner can inline it; the
-- function it calls is.

CREATE FUNCTION fringe_reach(map gridmap, start gridcell, budget float8, model gridmodel DEFAULT 'octile',
	OUT x int, OUT y int, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100000 ROWS 1000
SUPPORT fringe_reach_support;
COMMENT ON FUNCTION fringe_reach(gridmap, gridcell, float8, gridmodel)
IS 'cells whose cost from start is at most the budget, row by row';

CREATE FUNCTION fringe_reach(map gridmap, starts gridcell[], budget float8, model gridmodel DEFAULT 'octile', costs float8[] DEFAULT '{}',
	OUT x int, OUT y int, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_reach_starts' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100000 ROWS 1000
SUPPORT fringe_reach_support;
COMMENT ON FUNCTION fringe_reach(gridmap, gridcell[], float8, gridmodel, float8[])
IS 'cells whose cost from the nearest start is at most the budget, row by row; starts may have costs of their own';

CREATE FUNCTION fringe_reach(map gridmap, start text, budget float8, model gridmodel DEFAULT 'octile',
	OUT x int, OUT y int, OUT cost float8) RETURNS SETOF record
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100000 ROWS 1000
BEGIN ATOMIC
	SELECT * FROM fringe_reach(map, gridcell_array(start), budget, model, '{}'::float8[]); -- all arguments: nothing else matches better
END;
COMMENT ON FUNCTION fringe_reach(gridmap, text, float8, gridmodel)
IS 'cells whose cost from the nearest start is at most the budget, row by row; for a literal start or array of starts';
