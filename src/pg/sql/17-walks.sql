-- ==== what telemetry tells ====================================================

CREATE FUNCTION fringe_walks(map gridmap, positions gridcell[], model gridmodel DEFAULT 'octile', gap int DEFAULT 1,
	OUT walk int, OUT from_position int, OUT to_position int, OUT route gridpath, OUT cost float8, OUT best float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20000 ROWS 10;
COMMENT ON FUNCTION fringe_walks(gridmap, gridcell[], gridmodel, int)
IS 'walks through successive positions, with the cost of each and of the best path; a gap of more than gap moves begins a new walk';

CREATE FUNCTION fringe_try_walks(map gridmap, positions gridcell[], model gridmodel DEFAULT 'octile', gap int DEFAULT 1,
	OUT walk int, OUT from_position int, OUT to_position int, OUT route gridpath, OUT cost float8, OUT best float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20000 ROWS 10;
COMMENT ON FUNCTION fringe_try_walks(gridmap, gridcell[], gridmodel, int)
IS 'the same as fringe_walks, but positions outside the map are walks without a route';

CREATE FUNCTION gridpath_delay(positions gridcell[], times float8[], step_time float8 DEFAULT 0,
	OUT cell gridcell, OUT stays int, OUT delay float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;
COMMENT ON FUNCTION gridpath_delay(gridcell[], float8[], float8)
IS 'time lost in each cell by an agent that is at these positions at these times: its stays, less step_time for each step out of the cell';

CREATE FUNCTION gridpath_delay(positions gridcell[], times timestamptz[], step_time interval DEFAULT '0',
	OUT cell gridcell, OUT stays int, OUT delay interval) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'gridpath_delay_timestamps' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;
COMMENT ON FUNCTION gridpath_delay(gridcell[], timestamptz[], interval)
IS 'time lost in each cell by an agent that is at these positions at these times: its stays, less step_time for each step out of the cell';
