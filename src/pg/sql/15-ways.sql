-- ==== other routes ==============================================================
-- COST and ROWS: on a game map of 512 x 512 a sweep takes about 3 ms, some 100,000 times cpu_operator_cost.

CREATE FUNCTION fringe_best_cells(map gridmap, start gridcell, goal gridcell, model gridmodel DEFAULT 'octile', slack float8 DEFAULT 0,
	OUT cell gridcell, OUT cost float8, OUT detour float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200000 ROWS 2000
SUPPORT fringe_area_support;
COMMENT ON FUNCTION fringe_best_cells(gridmap, gridcell, gridcell, gridmodel, float8)
IS 'cells of all paths that cost at most slack more than the best one, row by row: the cost to the cell, and what the best path through it costs more';

CREATE FUNCTION fringe_best_count(map gridmap, start gridcell, goal gridcell, model gridmodel DEFAULT 'octile') RETURNS numeric
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200000;
COMMENT ON FUNCTION fringe_best_count(gridmap, gridcell, gridcell, gridmodel)
IS 'how many best paths there are; 0 if there is no path';

CREATE FUNCTION fringe_random_route(map gridmap, start gridcell, goal gridcell, model gridmodel DEFAULT 'octile', seed bigint DEFAULT 0) RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200000;
COMMENT ON FUNCTION fringe_random_route(gridmap, gridcell, gridcell, gridmodel, bigint)
IS 'a random one of the best paths, each with the same probability, the same for the same seed; NULL if there is none';

CREATE FUNCTION fringe_alternatives(map gridmap, start gridcell, goal gridcell, model gridmodel DEFAULT 'octile',
	k int DEFAULT 3, stretch float8 DEFAULT 1.5, overlap float8 DEFAULT 0.7, pillar int DEFAULT 9,
	OUT rank int, OUT cost float8, OUT stretched float8, OUT shared float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 400000 ROWS 3;
COMMENT ON FUNCTION fringe_alternatives(gridmap, gridcell, gridcell, gridmodel, int, float8, float8, int)
IS 'the best route and up to k - 1 others, which go around other obstacles: at most stretch times as long, at most overlap of their cells near better ones; obstacles have at least pillar cells';

CREATE FUNCTION fringe_chokepoints(map gridmap, model gridmodel DEFAULT 'octile', width int DEFAULT 1,
	OUT cells gridcell[], OUT parts int, OUT larger bigint, OUT smaller bigint) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 400000 ROWS 100
SUPPORT fringe_area_support;
COMMENT ON FUNCTION fringe_chokepoints(gridmap, gridmodel, int)
IS 'cells, and gates of up to width cells between walls, whose closing splits a region: into how many parts, cells of the largest one, and of all others';
