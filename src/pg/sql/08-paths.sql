-- ==== stored paths ===========================================================

CREATE FUNCTION gridpath_start(path gridpath) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_start(gridpath) IS 'first cell of a path';
CREATE FUNCTION gridpath_goal(path gridpath) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_goal(gridpath) IS 'last cell of a path';
CREATE FUNCTION gridpath_length(path gridpath) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_length(gridpath) IS 'number of cells of a path, start and goal included';
CREATE FUNCTION gridpath_cells(path gridpath) RETURNS gridcell[]
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridpath_cells(gridpath) IS 'cells of a path, in order';
CREATE FUNCTION gridpath_waypoints(path gridpath) RETURNS gridcell[]
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
COMMENT ON FUNCTION gridpath_waypoints(gridpath) IS 'start, turning points and goal of a path';
CREATE FUNCTION gridpath_reverse(path gridpath) RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
COMMENT ON FUNCTION gridpath_reverse(gridpath) IS 'the same cells from goal to start';
CREATE FUNCTION gridpath_conflicts(a gridpath, b gridpath,
	OUT tick int, OUT a_cell gridcell, OUT b_cell gridcell, OUT swapped bool) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;
COMMENT ON FUNCTION gridpath_conflicts(gridpath, gridpath)
IS 'ticks at which two agents, one move per tick, are in the same cell or have swapped cells';

-- ---- a path on a map --------------------------------------------------------
-- COST: the walk along a path is short; looking up the map dominates.

CREATE FUNCTION gridpath_cost(path gridpath, map gridmap, model gridmodel DEFAULT 'octile') RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath_cost(gridpath, gridmap, gridmodel)
IS 'cost of a path on a map; NULL if the path is not legal on it';
CREATE FUNCTION gridpath_valid(path gridpath, map gridmap, model gridmodel DEFAULT 'octile') RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath_valid(gridpath, gridmap, gridmodel)
IS 'is every move of a path legal on a map?';
CREATE FUNCTION gridpath_at(path gridpath, distance float8, map gridmap, model gridmodel DEFAULT 'octile') RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath_at(gridpath, float8, gridmap, gridmodel)
IS 'last cell of a path whose cost from the start is at most distance; NULL if the path is not legal on the map';
CREATE FUNCTION gridpath_steps(path gridpath, map gridmap, model gridmodel DEFAULT 'octile',
	OUT seq int, OUT cell gridcell, OUT step_cost float8, OUT total_cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 ROWS 100;
COMMENT ON FUNCTION gridpath_steps(gridpath, gridmap, gridmodel)
IS 'cells of a path with their costs, as rows; no rows if the path is not legal on the map';
CREATE FUNCTION gridpath_smooth(path gridpath, map gridmap, model gridmodel DEFAULT 'octile',
	OUT seq int, OUT cell gridcell, OUT step_cost float8, OUT total_cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 ROWS 10;
COMMENT ON FUNCTION gridpath_smooth(gridpath, gridmap, gridmodel)
IS 'corners of a path pulled tight along lines of sight, with the costs of the lines; no rows if the path is not legal on the map';

-- ---- paths from and to other types ------------------------------------------
-- As jsonb a path is the array of its cells. No cast to json, as with maps. The cells of a path do not
-- tell links and straight lines.

CREATE FUNCTION gridpath(cells gridcell[]) RETURNS gridpath
AS 'MODULE_PATHNAME', 'gridpath_from_cells' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridpath(gridcell[]) IS 'path through cells, each a neighbour of the one before';
CREATE CAST (gridcell[] AS gridpath) WITH FUNCTION gridpath(gridcell[]);
COMMENT ON CAST (gridcell[] AS gridpath) IS 'path through cells, each a neighbour of the one before';
CREATE CAST (gridpath AS gridcell[]) WITH FUNCTION gridpath_cells(gridpath);
COMMENT ON CAST (gridpath AS gridcell[]) IS 'cells of a path, in order';
CREATE FUNCTION path(gridpath) RETURNS path
AS 'MODULE_PATHNAME', 'gridpath_to_path' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION path(gridpath) IS 'grid path as an open geometric path';
CREATE CAST (gridpath AS path) WITH FUNCTION path(gridpath);
COMMENT ON CAST (gridpath AS path) IS 'grid path as an open geometric path';
CREATE FUNCTION jsonb(path gridpath) RETURNS jsonb
AS 'MODULE_PATHNAME', 'gridpath_to_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION jsonb(gridpath) IS 'path as the array of its cells, each [x, y]';
CREATE CAST (gridpath AS jsonb) WITH FUNCTION jsonb(gridpath);
COMMENT ON CAST (gridpath AS jsonb) IS 'path as the array of its cells, each [x, y]';
CREATE FUNCTION gridpath(value jsonb) RETURNS gridpath
AS 'MODULE_PATHNAME', 'gridpath_from_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath(jsonb) IS 'path from the array of its cells, each [x, y]';
CREATE CAST (jsonb AS gridpath) WITH FUNCTION gridpath(jsonb);
COMMENT ON CAST (jsonb AS gridpath) IS 'path from the array of its cells, each [x, y]';
CREATE CAST (text AS gridpath) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS gridpath) IS 'text of a path as a path';
CREATE CAST (varchar AS gridpath) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS gridpath) IS 'text of a path as a path';

-- ---- cells of many paths: the heat of a picture -----------------------------

CREATE FUNCTION gridpath_heat_step(internal, gridpath) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_heat_step(internal, gridpath) IS 'aggregate transition function';
CREATE FUNCTION gridpath_heat_combine(internal, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_heat_combine(internal, internal) IS 'aggregate combine function';
CREATE FUNCTION gridpath_heat_serialize(internal) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_heat_serialize(internal) IS 'aggregate serial function';
CREATE FUNCTION gridpath_heat_deserialize(bytea, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_heat_deserialize(bytea, internal) IS 'aggregate deserial function';
CREATE FUNCTION gridpath_heat_final(internal) RETURNS gridcell_value[]
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_heat_final(internal) IS 'aggregate final function';
CREATE AGGREGATE gridpath_heat(path gridpath) (
	SFUNC = gridpath_heat_step, STYPE = internal, SSPACE = 65536,
	FINALFUNC = gridpath_heat_final, COMBINEFUNC = gridpath_heat_combine,
	SERIALFUNC = gridpath_heat_serialize, DESERIALFUNC = gridpath_heat_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE gridpath_heat(gridpath)
IS 'cells of paths with the number of visits, in the order of gridcell: the heat of fringe_svg and fringe_png';
