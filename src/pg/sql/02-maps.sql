-- ==== maps ===================================================================
-- SUPPORT fringe_area_support: rows by the area of the map, or by the average width of its column.

CREATE FUNCTION fringe_area_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_area_support(internal) IS 'planner support: rows by the area of the map';

-- ---- maps from and to other types -------------------------------------------
-- As jsonb a map is the array of its rows. No cast to json: to_json would use it, and
-- jsonb_populate_record reads a column by the input function of its type.

CREATE FUNCTION gridmap(codes text[]) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_from_rows' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap(text[]) IS 'map from its rows of terrain codes, one string per row';
CREATE FUNCTION jsonb(map gridmap) RETURNS jsonb
AS 'MODULE_PATHNAME', 'gridmap_to_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION jsonb(gridmap) IS 'map as the array of its rows';
CREATE FUNCTION gridmap(value jsonb) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_from_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap(jsonb) IS 'map from the array of its rows';
CREATE CAST (gridmap AS text) WITH INOUT;
COMMENT ON CAST (gridmap AS text) IS 'map as the text of a Moving AI map file';
CREATE CAST (text AS gridmap) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS gridmap) IS 'text of a map as a map';
CREATE CAST (varchar AS gridmap) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS gridmap) IS 'text of a map as a map';
CREATE CAST (gridmap AS jsonb) WITH FUNCTION jsonb(gridmap);
COMMENT ON CAST (gridmap AS jsonb) IS 'map as the array of its rows';
CREATE CAST (jsonb AS gridmap) WITH FUNCTION gridmap(jsonb);
COMMENT ON CAST (jsonb AS gridmap) IS 'map from the array of its rows';

-- ---- hexagonal and staggered maps -------------------------------------------

CREATE FUNCTION gridmap_from_offset(rows text[], layout text) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION gridmap_from_offset(text[], text)
IS 'hexagonal or staggered map from its rows in offset coordinates; cells outside the map have the code |';
CREATE FUNCTION gridcell_from_offset(map gridmap, col int, "row" int, layout text) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridcell_from_offset(gridmap, int, int, text)
IS 'cell at a column and row of a hexagonal or staggered map';
CREATE FUNCTION gridcell_to_offset(map gridmap, cell gridcell, layout text, OUT col int, OUT "row" int) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridcell_to_offset(gridmap, gridcell, text)
IS 'column and row of a cell of a hexagonal or staggered map; NULL for cells outside it';

-- ---- what is on a map -------------------------------------------------------

CREATE FUNCTION gridmap_digest(map gridmap) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_digest(gridmap) IS 'digest of a map: 16 bytes, equal for equal maps; index it instead of the map';
CREATE FUNCTION gridmap_width(map gridmap) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_width(gridmap) IS 'number of columns of a map';
CREATE FUNCTION gridmap_height(map gridmap) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_height(gridmap) IS 'number of rows of a map';
CREATE FUNCTION gridmap_contains(map gridmap, cell gridcell) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridmap_contains(gridmap, gridcell) IS 'true if a cell is on a map, blocked or not';
CREATE FUNCTION gridmap_code(map gridmap, cell gridcell) RETURNS "char"
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridmap_code(gridmap, gridcell) IS 'terrain code of a cell';
CREATE FUNCTION gridmap_cells(map gridmap, OUT x int, OUT y int, OUT code "char") RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 100000
SUPPORT fringe_area_support;
COMMENT ON FUNCTION gridmap_cells(gridmap) IS 'all cells of a map, row by row';
CREATE FUNCTION gridmap_codes(map gridmap, OUT code "char", OUT cells bigint) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5000 ROWS 5;
COMMENT ON FUNCTION gridmap_codes(gridmap) IS 'terrain codes of a map with the number of their cells';
CREATE FUNCTION gridmap_diff(a gridmap, b gridmap, OUT cell gridcell, OUT code_a text, OUT code_b text)
RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION gridmap_diff(gridmap, gridmap)
IS 'cells whose codes differ between two maps, row by row; a code is NULL outside its map. Layers and links do not count: a = b compares all';
CREATE FUNCTION gridmap_random_cells(map gridmap, n int, seed bigint, model gridmodel DEFAULT 'octile')
RETURNS SETOF gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 1000;
COMMENT ON FUNCTION gridmap_random_cells(gridmap, int, bigint, gridmodel)
IS 'n different passable cells in random order, the same for the same seed; all of them if there are fewer';

-- ---- changed copies ---------------------------------------------------------
-- A literal would be cast to "char" by taking its first byte. The functions of version 1.0 take "char".
-- The others take text and refuse anything but one terrain code.
-- What takes a list of cells or links to set, block, link or unlink is not STRICT: NULL, as from
-- array_agg() of no rows, is an empty list. Any other argument that is NULL makes the result NULL.

CREATE FUNCTION gridmap_set(map gridmap, cells gridcell[], code "char") RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set(gridmap, gridcell[], "char") IS 'copy of a map with the given cells set to a terrain code';
CREATE FUNCTION gridmap_set(map gridmap, cells gridcell[], code text) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_set_text' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set(gridmap, gridcell[], text) IS 'copy of a map with the given cells set to a terrain code';
CREATE FUNCTION gridmap_fill(map gridmap, a gridcell, b gridcell, code "char") RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_fill(gridmap, gridcell, gridcell, "char")
IS 'copy of a map with a rectangle set to a terrain code; a and b are opposite corners';
CREATE FUNCTION gridmap_fill(map gridmap, a gridcell, b gridcell, code text) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_fill_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_fill(gridmap, gridcell, gridcell, text)
IS 'copy of a map with a rectangle set to a terrain code; a and b are opposite corners';
CREATE FUNCTION gridmap_crop(map gridmap, a gridcell, b gridcell) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_crop(gridmap, gridcell, gridcell)
IS 'rectangle of a map as a map of its own; a and b are opposite corners';
CREATE FUNCTION gridmap_resize(map gridmap, width int, height int, code text DEFAULT '@') RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_resize(gridmap, int, int, text)
IS 'copy of a map cut or extended on its right and at its bottom; new cells get the code';
CREATE FUNCTION gridmap_rotate(map gridmap, quarters int DEFAULT 1) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_rotate(gridmap, int) IS 'copy of a map turned clockwise by quarter turns';
CREATE FUNCTION gridmap_flip(map gridmap, axis text DEFAULT 'x') RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_flip(gridmap, text)
IS 'mirrored copy of a map: x swaps left and right, y top and bottom';
-- Not STRICT: without a transparent code all of the patch is laid over the map.
CREATE FUNCTION gridmap_overlay(map gridmap, patch gridmap, at gridcell, transparent text DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_overlay(gridmap, gridmap, gridcell, text)
IS 'copy of a map with another map laid over it, whose first cell comes to at; cells of the patch with the transparent code are left out';
CREATE FUNCTION gridmap_clearance(map gridmap, codes text, model gridmodel DEFAULT 'octile') RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_clearance(gridmap, text, gridmodel)
IS 'copy of a map whose cells at one move from a cell that the model blocks have the first code, at two the second, and so on';
CREATE FUNCTION gridmap_coarsen(map gridmap, factor int, codes text DEFAULT 'majority', layers text DEFAULT 'mean', model gridmodel DEFAULT 'octile',
	missing text DEFAULT '@') RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_coarsen(gridmap, int, text, text, gridmodel, text)
IS 'copy of a map in which each block of factor x factor cells is one cell; codes by majority or the worst under the model, layers by mean, least or greatest';

-- ---- layers: numbers next to the codes ---------------------------------------
-- Not STRICT: a scale or an offset that is NULL is chosen by the numbers, and a list that is NULL is empty.

CREATE FUNCTION gridmap_set_layer(map gridmap, name text, numbers float8[], scale float8 DEFAULT NULL, "offset" float8 DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set_layer(gridmap, text, float8[], float8, float8)
IS 'copy of a map with a layer: a number for each cell, from a two-dimensional array; stored as offset + scale * n, n from 0 to 65535';
CREATE FUNCTION gridmap_set_layer(map gridmap, name text, cells gridcell[], "values" float8[]) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_set_layer_cells' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set_layer(gridmap, text, gridcell[], float8[])
IS 'copy of a map with these values at these cells of a layer; all other cells keep theirs, or get 0; friction of 0 makes steps free';
CREATE FUNCTION gridmap_layer(map gridmap, name text) RETURNS float8[]
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_layer(gridmap, text) IS 'numbers of a layer of a map, as a two-dimensional array: a row per row of the map; NULL without such a layer';
CREATE FUNCTION gridmap_layers(map gridmap, OUT name text, OUT "least" float8, OUT "greatest" float8, OUT scale float8, OUT "offset" float8, OUT bytes bigint)
RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 2;
COMMENT ON FUNCTION gridmap_layers(gridmap)
IS 'layers of a map by name, with the least and the greatest number, scale and offset, and bytes before compression';
CREATE FUNCTION gridmap_drop_layer(map gridmap, name text) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_drop_layer(gridmap, text) IS 'copy of a map without a layer; the same map if it has no such layer';
CREATE FUNCTION gridmap_block(map gridmap, cells gridcell[]) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_block(gridmap, gridcell[]) IS 'copy of a map with these cells blocked, in the layer blocked; their codes stay';
CREATE FUNCTION gridmap_unblock(map gridmap, cells gridcell[]) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_unblock(gridmap, gridcell[]) IS 'copy of a map with these cells no longer blocked by the layer blocked';
CREATE FUNCTION gridmap_set_sides(map gridmap, cells gridcell[], sides text, closed bool DEFAULT true, twoway bool DEFAULT true, layer text DEFAULT 'sides') RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set_sides(gridmap, gridcell[], text, bool, bool, text)
IS 'copy of a map with walls at these sides of cells, such as N+E, or without them, in the layer sides, or with marks in another layer; twoway: also on the other side';

-- ---- maps from rows ---------------------------------------------------------

CREATE FUNCTION gridmap_agg_step(internal, gridcell, "char") RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_agg_step(internal, gridcell, "char") IS 'aggregate transition function';
CREATE FUNCTION gridmap_agg_combine(internal, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_agg_combine(internal, internal) IS 'aggregate combine function';
CREATE FUNCTION gridmap_agg_serialize(internal) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_agg_serialize(internal) IS 'aggregate serial function';
CREATE FUNCTION gridmap_agg_deserialize(bytea, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_agg_deserialize(bytea, internal) IS 'aggregate deserial function';
CREATE FUNCTION gridmap_agg_final(internal) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_agg_final(internal) IS 'aggregate final function';
CREATE FUNCTION gridmap_agg_step(internal, gridcell, text) RETURNS internal
AS 'MODULE_PATHNAME', 'gridmap_agg_step_text' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_agg_step(internal, gridcell, text) IS 'aggregate transition function';
CREATE AGGREGATE gridmap_agg(cell gridcell, code "char") (
	SFUNC = gridmap_agg_step, STYPE = internal, SSPACE = 65536,
	FINALFUNC = gridmap_agg_final, COMBINEFUNC = gridmap_agg_combine,
	SERIALFUNC = gridmap_agg_serialize, DESERIALFUNC = gridmap_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE gridmap_agg(gridcell, "char")
IS 'smallest map from (0,0) that contains all given cells; other cells are @, out of bounds';

CREATE AGGREGATE gridmap_agg(cell gridcell, code text) (
	SFUNC = gridmap_agg_step, STYPE = internal, SSPACE = 65536,
	FINALFUNC = gridmap_agg_final, COMBINEFUNC = gridmap_agg_combine,
	SERIALFUNC = gridmap_agg_serialize, DESERIALFUNC = gridmap_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE gridmap_agg(gridcell, text)
IS 'smallest map from (0,0) that contains all given cells; other cells are @, out of bounds';

-- ---- random maps ------------------------------------------------------------

CREATE FUNCTION gridmap_walls(width int, height int, walls int, wall_length int, seed bigint) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_walls(int, int, int, int, bigint)
IS 'random map of walls of equal length in eight directions (Cazenave 2006)';
CREATE FUNCTION gridmap_rooms(width int, height int, room int, seed bigint) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_rooms(int, int, int, bigint) IS 'random map of square rooms that doors connect';
CREATE FUNCTION gridmap_maze(width int, height int, corridor int, seed bigint) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_maze(int, int, int, bigint) IS 'random maze without loops; corridor is the width of corridors in cells';
CREATE FUNCTION gridmap_caves(width int, height int, fill float8, seed bigint) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_caves(int, int, float8, bigint)
IS 'random caves from a cellular automaton; fill is the fraction of cells blocked at first, typically 0.45';
CREATE FUNCTION gridmap_maze(width int, height int, corridor int, seed bigint, loops float8) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_maze_loops' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_maze(int, int, int, bigint, float8)
IS 'random maze with loops; loops is the fraction of its other walls that is opened';
