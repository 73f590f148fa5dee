-- ==== fields =================================================================

-- With a literal in place of the goals a call would be ambiguous, so the last variant takes a text: see fringe_reach.
CREATE FUNCTION fringe_field(map gridmap, goals gridcell[], model gridmodel DEFAULT 'octile', costs float8[] DEFAULT '{}') RETURNS gridfield
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200000;
COMMENT ON FUNCTION fringe_field(gridmap, gridcell[], gridmodel, float8[])
IS 'for each cell of a map, the cost to the nearest goal and the next step there; goals may have costs of their own';
CREATE FUNCTION fringe_field(map gridmap, goal gridcell, model gridmodel DEFAULT 'octile') RETURNS gridfield
AS 'MODULE_PATHNAME', 'fringe_field_goal' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200000;
COMMENT ON FUNCTION fringe_field(gridmap, gridcell, gridmodel)
IS 'for each cell of a map, the cost to the goal and the next step there';
CREATE FUNCTION fringe_field(map gridmap, goal text, model gridmodel DEFAULT 'octile') RETURNS gridfield
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 200000
RETURN fringe_field(map, gridcell_array(goal), model, '{}'::float8[]); -- all arguments: nothing else matches better
COMMENT ON FUNCTION fringe_field(gridmap, text, gridmodel)
IS 'for each cell of a map, the cost to the nearest goal and the next step there; for a literal goal or array of goals';
CREATE FUNCTION gridfield_cost(field gridfield, cell gridcell) RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridfield_cost(gridfield, gridcell) IS 'cost from a cell to the nearest goal of a field; NULL if there is no path';
CREATE FUNCTION gridfield_step(field gridfield, cell gridcell) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridfield_step(gridfield, gridcell)
IS 'next cell on a best path to the nearest goal of a field; a goal itself, NULL if there is no path';
CREATE FUNCTION gridfield_route(field gridfield, start gridcell) RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridfield_route(gridfield, gridcell) IS 'best path to the nearest goal of a field; NULL if there is none';
CREATE FUNCTION gridfield_cells(field gridfield, OUT cell gridcell, OUT cost float8, OUT next gridcell) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000 ROWS 50000
SUPPORT fringe_area_support;
COMMENT ON FUNCTION gridfield_cells(gridfield) IS 'cells of a field from which there is a path, with cost and next cell, row by row';
