-- ==== the order of stops, and routes through several cells ====================
-- COST: as many costs as fringe_matrix of ten cells, and a search per leg.

CREATE FUNCTION fringe_tour_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_tour_support(internal) IS 'planner support: a row for each stop';

CREATE FUNCTION fringe_tour(map gridmap, stops gridcell[], model gridmodel DEFAULT 'octile', closed bool DEFAULT false,
	OUT seq int, OUT cell gridcell, OUT cost float8, OUT total_cost float8, OUT best bool) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 400000 ROWS 10
SUPPORT fringe_tour_support;
COMMENT ON FUNCTION fringe_tour(gridmap, gridcell[], gridmodel, bool)
IS 'stops in the order of least cost, the first one first, with the cost of each leg; best is false if a better order may exist';

CREATE FUNCTION fringe_route_via(map gridmap, cells gridcell[], model gridmodel DEFAULT 'octile') RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2000;
COMMENT ON FUNCTION fringe_route_via(gridmap, gridcell[], gridmodel)
IS 'best path through cells in this order as one value; NULL if a leg has no path';
