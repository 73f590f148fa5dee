-- ==== cells ==================================================================

CREATE FUNCTION gridcell(x int, y int) RETURNS gridcell
AS 'MODULE_PATHNAME', 'gridcell_make' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell(int, int) IS 'the cell of column x, row y';
CREATE FUNCTION gridcell_x(cell gridcell) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_x(gridcell) IS 'column of a cell';
CREATE FUNCTION gridcell_y(cell gridcell) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_y(gridcell) IS 'row of a cell';

-- ---- positions --------------------------------------------------------------
-- Two integers still mean gridcell(int, int).

CREATE FUNCTION gridcell(x float8, y float8) RETURNS gridcell
AS 'MODULE_PATHNAME', 'gridcell_from_position' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell(float8, float8) IS 'the cell that a position is in: both coordinates are rounded down';
-- The origin has no default. So a single third number is the size of a cell, and never half of an origin.
CREATE FUNCTION gridcell_at(x float8, y float8, origin_x float8, origin_y float8, cell_size float8 DEFAULT 1,
	y_up bool DEFAULT false) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_at(float8, float8, float8, float8, float8, bool)
IS 'the cell that a position of a world is in; the origin is the upper-left corner of cell (0,0), and y grows downwards unless y_up is true';
CREATE FUNCTION gridcell_at(x float8, y float8, cell_size float8 DEFAULT 1, y_up bool DEFAULT false) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_at(float8, float8, float8, bool)
IS 'the cell that a position of a world is in, where the upper-left corner of cell (0,0) is at (0,0)';
CREATE FUNCTION gridcell_at(x float8, y float8, origin_x float8, origin_y float8, cell_width float8, cell_height float8,
	y_up bool DEFAULT false) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_at(float8, float8, float8, float8, float8, float8, bool)
IS 'the cell that a position of a world is in, where cells are not squares';
CREATE FUNCTION gridcell_position(cell gridcell, origin_x float8, origin_y float8, cell_size float8 DEFAULT 1,
	y_up bool DEFAULT false) RETURNS point
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_position(gridcell, float8, float8, float8, bool)
IS 'centre of a cell as a position of a world; the origin is the upper-left corner of cell (0,0), and y grows downwards unless y_up is true';
CREATE FUNCTION gridcell_position(cell gridcell, origin_x float8, origin_y float8, cell_width float8, cell_height float8,
	y_up bool DEFAULT false) RETURNS point
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_position(gridcell, float8, float8, float8, float8, bool)
IS 'centre of a cell as a position of a world, where cells are not squares';
CREATE FUNCTION gridcell_position(cell gridcell, cell_size float8 DEFAULT 1, y_up bool DEFAULT false) RETURNS point
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_position(gridcell, float8, bool)
IS 'centre of a cell as a position of a world, where the upper-left corner of cell (0,0) is at (0,0)';

-- ---- arithmetic, min and max ------------------------------------------------

CREATE FUNCTION gridcell_add(gridcell, gridcell) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_add(gridcell, gridcell) IS 'implementation of + operator';
CREATE FUNCTION gridcell_subtract(gridcell, gridcell) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_subtract(gridcell, gridcell) IS 'implementation of - operator';
CREATE OPERATOR + (FUNCTION = gridcell_add, LEFTARG = gridcell, RIGHTARG = gridcell, COMMUTATOR = +);
COMMENT ON OPERATOR + (gridcell, gridcell) IS 'add columns and rows';
CREATE OPERATOR - (FUNCTION = gridcell_subtract, LEFTARG = gridcell, RIGHTARG = gridcell);
COMMENT ON OPERATOR - (gridcell, gridcell) IS 'subtract columns and rows';

CREATE FUNCTION gridcell_distance(gridcell, gridcell) RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_distance(gridcell, gridcell) IS 'implementation of <-> operator';
CREATE OPERATOR <-> (FUNCTION = gridcell_distance, LEFTARG = gridcell, RIGHTARG = gridcell, COMMUTATOR = <->);
COMMENT ON OPERATOR <-> (gridcell, gridcell) IS 'length of the straight line between two cells';

CREATE FUNCTION gridcell_smaller(gridcell, gridcell) RETURNS gridcell
AS 'int8smaller' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_smaller(gridcell, gridcell) IS 'smaller of two';
CREATE FUNCTION gridcell_larger(gridcell, gridcell) RETURNS gridcell
AS 'int8larger' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_larger(gridcell, gridcell) IS 'larger of two';
CREATE AGGREGATE min(gridcell) (SFUNC = gridcell_smaller, STYPE = gridcell, COMBINEFUNC = gridcell_smaller,
	SORTOP = <, PARALLEL = SAFE);
COMMENT ON AGGREGATE min(gridcell) IS 'first cell of all, by row, then column; gridcell_extent has the least x and y';
CREATE AGGREGATE max(gridcell) (SFUNC = gridcell_larger, STYPE = gridcell, COMBINEFUNC = gridcell_larger,
	SORTOP = >, PARALLEL = SAFE);
COMMENT ON AGGREGATE max(gridcell) IS 'last cell of all, by row, then column; gridcell_extent has the greatest x and y';

CREATE FUNCTION gridcell_extent_step(box, gridcell) RETURNS box
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_extent_step(box, gridcell) IS 'aggregate transition function';
CREATE FUNCTION gridcell_extent_final(box) RETURNS gridcell_extent
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_extent_final(box) IS 'aggregate final function';
CREATE AGGREGATE gridcell_extent(cell gridcell) (SFUNC = gridcell_extent_step, STYPE = box,
	FINALFUNC = gridcell_extent_final, COMBINEFUNC = pg_catalog.bound_box, PARALLEL = SAFE);
COMMENT ON AGGREGATE gridcell_extent(gridcell) IS 'smallest rectangle that has all cells: (low, high), its corners for gridmap_crop and gridmap_fill';

-- ---- cells from and to other types ------------------------------------------
-- As jsonb a cell is [x, y]. to_json and to_jsonb use a cast to json.
-- Lists from text are implicit: drivers send a list as an array of text, and ARRAY['(1,2)', '(3,4)'] is
-- one. A single text is taken only where it is assigned to a column: by an implicit cast, text + text
-- would add cells.

CREATE FUNCTION point(cell gridcell) RETURNS point
AS 'MODULE_PATHNAME', 'gridcell_to_point' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION point(gridcell) IS 'cell as a point';
CREATE CAST (gridcell AS point) WITH FUNCTION point(gridcell);
COMMENT ON CAST (gridcell AS point) IS 'cell as a point';
CREATE FUNCTION gridcell(point) RETURNS gridcell
AS 'MODULE_PATHNAME', 'gridcell_from_point' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell(point) IS 'point as a cell; its coordinates must be integers';
CREATE CAST (point AS gridcell) WITH FUNCTION gridcell(point);
COMMENT ON CAST (point AS gridcell) IS 'point as a cell; its coordinates must be integers';

CREATE FUNCTION gridcell_to_json(cell gridcell) RETURNS json
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_to_json(gridcell) IS 'cell as [x,y]';
CREATE CAST (gridcell AS json) WITH FUNCTION gridcell_to_json(gridcell);
COMMENT ON CAST (gridcell AS json) IS 'cell as [x,y]';
CREATE FUNCTION jsonb(cell gridcell) RETURNS jsonb
AS 'MODULE_PATHNAME', 'gridcell_to_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION jsonb(gridcell) IS 'cell as [x, y]';
CREATE CAST (gridcell AS jsonb) WITH FUNCTION jsonb(gridcell);
COMMENT ON CAST (gridcell AS jsonb) IS 'cell as [x, y]';
CREATE FUNCTION gridcell(value jsonb) RETURNS gridcell
AS 'MODULE_PATHNAME', 'gridcell_from_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell(jsonb) IS 'cell from [x, y]';
CREATE CAST (jsonb AS gridcell) WITH FUNCTION gridcell(jsonb);
COMMENT ON CAST (jsonb AS gridcell) IS 'cell from [x, y]';
CREATE FUNCTION gridcell_array(value jsonb) RETURNS gridcell[]
AS 'MODULE_PATHNAME', 'gridcell_array_from_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridcell_array(jsonb) IS 'cells from an array, each [x, y]';
CREATE CAST (jsonb AS gridcell[]) WITH FUNCTION gridcell_array(jsonb);
COMMENT ON CAST (jsonb AS gridcell[]) IS 'cells from an array, each [x, y]';

CREATE CAST (text AS gridcell) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS gridcell) IS 'text of a cell as a cell';
CREATE CAST (varchar AS gridcell) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS gridcell) IS 'text of a cell as a cell';
CREATE FUNCTION gridcell_array(cells text[]) RETURNS gridcell[]
AS 'MODULE_PATHNAME', 'gridcell_array_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridcell_array(text[]) IS 'cells from their texts';
CREATE CAST (text[] AS gridcell[]) WITH FUNCTION gridcell_array(text[]) AS IMPLICIT;
COMMENT ON CAST (text[] AS gridcell[]) IS 'texts of cells as cells';
CREATE FUNCTION gridcell_array(literal text) RETURNS gridcell[]
AS 'MODULE_PATHNAME', 'gridcell_array_from_literal' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridcell_array(text) IS 'cells of a literal, which is one cell or an array of cells';
CREATE FUNCTION gridcell_array(cells varchar[]) RETURNS gridcell[]
AS 'MODULE_PATHNAME', 'gridcell_array_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridcell_array(varchar[]) IS 'cells from their texts';
CREATE CAST (varchar[] AS gridcell[]) WITH FUNCTION gridcell_array(varchar[]) AS IMPLICIT;
COMMENT ON CAST (varchar[] AS gridcell[]) IS 'texts of cells as cells';

-- ---- cells with values: the heat of a picture -------------------------------

CREATE FUNCTION gridcell_heat_step(internal, gridcell, float8) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_heat_step(internal, gridcell, float8) IS 'aggregate transition function';
CREATE FUNCTION gridcell_heat_combine(internal, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_heat_combine(internal, internal) IS 'aggregate combine function';
CREATE FUNCTION gridcell_heat_serialize(internal) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_heat_serialize(internal) IS 'aggregate serial function';
CREATE FUNCTION gridcell_heat_deserialize(bytea, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_heat_deserialize(bytea, internal) IS 'aggregate deserial function';
CREATE FUNCTION gridcell_heat_final(internal) RETURNS gridcell_value[]
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_heat_final(internal) IS 'aggregate final function';
CREATE AGGREGATE gridcell_heat(cell gridcell, value float8) (
	SFUNC = gridcell_heat_step, STYPE = internal, SSPACE = 65536,
	FINALFUNC = gridcell_heat_final, COMBINEFUNC = gridcell_heat_combine,
	SERIALFUNC = gridcell_heat_serialize, DESERIALFUNC = gridcell_heat_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE gridcell_heat(gridcell, float8) IS 'cells with their values: the heat of fringe_svg and fringe_png; values of the same cell are not added up, so GROUP BY the cell first';
