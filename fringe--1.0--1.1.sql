-- fringe 1.0 -> 1.1: the additions of version 1.1
--
-- A new installation runs fringe--1.1.sql, which is src/pg/sql put together, and has the same catalog:
-- test/tap/catalog.pl compares the two.

\echo Use "ALTER EXTENSION fringe UPDATE TO '1.1'" to load this file. \quit

-- ---- gridmap ----------------------------------------------------------------
-- A literal would be cast to "char" by taking its first byte. These functions
-- take text and refuse anything but one terrain code.
-- What takes a list of cells or links to set, block, link or unlink is not STRICT: NULL, as from
-- array_agg() of no rows, is an empty list. Any other argument that is NULL makes the result NULL.

ALTER FUNCTION gridmap_set(gridmap, gridcell[], "char") CALLED ON NULL INPUT;
CREATE FUNCTION gridmap_set(map gridmap, cells gridcell[], code text) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_set_text' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set(gridmap, gridcell[], text) IS 'copy of a map with the given cells set to a terrain code';
CREATE FUNCTION gridmap_fill(map gridmap, a gridcell, b gridcell, code text) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_fill_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_fill(gridmap, gridcell, gridcell, text)
IS 'copy of a map with a rectangle set to a terrain code; a and b are opposite corners';

CREATE FUNCTION gridmap_agg_step(internal, gridcell, text) RETURNS internal
AS 'MODULE_PATHNAME', 'gridmap_agg_step_text' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_agg_step(internal, gridcell, text) IS 'aggregate transition function';
CREATE AGGREGATE gridmap_agg(cell gridcell, code text) (
	SFUNC = gridmap_agg_step, STYPE = internal, SSPACE = 65536,
	FINALFUNC = gridmap_agg_final, COMBINEFUNC = gridmap_agg_combine,
	SERIALFUNC = gridmap_agg_serialize, DESERIALFUNC = gridmap_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE gridmap_agg(gridcell, text)
IS 'smallest map from (0,0) that contains all given cells; other cells are @, out of bounds';

-- ---- models and methods from text --------------------------------------------
-- Implicit, as from text to regclass: a name with its options is often put together by format(),
-- read from a column, or sent by a driver as a text or varchar. Every function takes it.

CREATE CAST (text AS gridmodel) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS gridmodel) IS 'text of a model as a model';
CREATE CAST (text AS gridmethod) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS gridmethod) IS 'text of a method as a method';
CREATE CAST (varchar AS gridmodel) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS gridmodel) IS 'text of a model as a model';
CREATE CAST (varchar AS gridmethod) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS gridmethod) IS 'text of a method as a method';

-- ---- a model from a table of codes and weights -------------------------------
-- The base is a text: a model drops options without effect, such as weigh while all weights are equal.

CREATE FUNCTION gridmodel_from(base text, codes "char"[], weights float8[]) RETURNS gridmodel
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridmodel_from(text, "char"[], float8[])
IS 'model with these weights of codes in place of those of the base; NULL and Infinity block';
CREATE FUNCTION gridmodel_from(base gridmodel, codes "char"[], weights float8[]) RETURNS gridmodel
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridmodel_from(gridmodel, "char"[], float8[])
IS 'model with these weights of codes in place of those of the base; NULL and Infinity block';

-- ---- many cells at once -----------------------------------------------------
-- A name of its own: what fringe_nearest took in place of a number of goals would be a cost or a
-- number by its type alone.

CREATE FUNCTION fringe_nearest_within(map gridmap, start gridcell, goals gridcell[], within float8,
	model gridmodel DEFAULT 'octile', k int DEFAULT 2147483647,
	OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 10
SUPPORT fringe_goals_support;
COMMENT ON FUNCTION fringe_nearest_within(gridmap, gridcell, gridcell[], float8, gridmodel, int)
IS 'the goals that cost at most so much, nearest first, at most k, with cost and path; ties in the order of gridcell';

-- ---- several starts, goals out of reach --------------------------------------
-- With a literal in place of the starts a call of fringe_reach would be ambiguous, so
-- the last variant takes a text, which is preferred for literals. It is not STRICT, so
-- that the planner can inline it; the function it calls is.

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

CREATE FUNCTION fringe_fewest_turns(map gridmap, start gridcell, goal gridcell, model gridmodel DEFAULT 'octile') RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000;
COMMENT ON FUNCTION fringe_fewest_turns(gridmap, gridcell, gridcell, gridmodel)
IS 'of all best paths the one with the fewest turns; NULL if there is no path';

CREATE FUNCTION fringe_territory(map gridmap, starts gridcell[], model gridmodel DEFAULT 'octile', budget float8 DEFAULT 'Infinity', costs float8[] DEFAULT '{}',
	OUT cell gridcell, OUT owner int, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200000 ROWS 100000;
COMMENT ON FUNCTION fringe_territory(gridmap, gridcell[], gridmodel, float8, float8[])
IS 'reachable cells with the nearest start as its position in the array, the first of equally near ones, row by row';

CREATE FUNCTION fringe_reach(map gridmap, starts gridcell[], budget float8, model gridmodel DEFAULT 'octile', costs float8[] DEFAULT '{}',
	OUT x int, OUT y int, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_reach_starts' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100000 ROWS 10000;
COMMENT ON FUNCTION fringe_reach(gridmap, gridcell[], float8, gridmodel, float8[])
IS 'cells whose cost from the nearest start is at most the budget, row by row; starts may have costs of their own';

CREATE FUNCTION gridcell_array(literal text) RETURNS gridcell[]
AS 'MODULE_PATHNAME', 'gridcell_array_from_literal' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridcell_array(text) IS 'cells of a literal, which is one cell or an array of cells';

CREATE FUNCTION fringe_reach(map gridmap, start text, budget float8, model gridmodel DEFAULT 'octile',
	OUT x int, OUT y int, OUT cost float8) RETURNS SETOF record
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10000
BEGIN ATOMIC
	SELECT * FROM fringe_reach(map, gridcell_array(start), budget, model, '{}'::float8[]); -- all arguments: nothing else matches better
END;
COMMENT ON FUNCTION fringe_reach(gridmap, text, float8, gridmodel)
IS 'cells whose cost from the nearest start is at most the budget, row by row; for a literal start or array of starts';

-- ---- gridfield ----------------------------------------------------------------
-- STORAGE external: fields are compact already, and their digest is read from the first
-- chunk alone. The digest and size are stored as in a gridmap, so its functions send,
-- compare and hash fields, too.

CREATE TYPE gridfield;

CREATE FUNCTION gridfield_in(cstring) RETURNS gridfield
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridfield_in(cstring) IS 'I/O';
CREATE FUNCTION gridfield_out(gridfield) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridfield_out(gridfield) IS 'I/O';
CREATE FUNCTION gridfield_recv(internal) RETURNS gridfield
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridfield_recv(internal) IS 'I/O';
CREATE FUNCTION gridfield_send(gridfield) RETURNS bytea
AS 'MODULE_PATHNAME', 'gridmap_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridfield_send(gridfield) IS 'I/O';

CREATE TYPE gridfield (
	INPUT = gridfield_in, OUTPUT = gridfield_out,
	RECEIVE = gridfield_recv, SEND = gridfield_send,
	INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external
);
COMMENT ON TYPE gridfield IS 'for each cell of a map, the cost to the nearest goal and the next step to it; its text is hexadecimal';

CREATE FUNCTION gridfield_eq(gridfield, gridfield) RETURNS bool
AS 'MODULE_PATHNAME', 'gridmap_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridfield_eq(gridfield, gridfield) IS 'implementation of = operator';
CREATE FUNCTION gridfield_ne(gridfield, gridfield) RETURNS bool
AS 'MODULE_PATHNAME', 'gridmap_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridfield_ne(gridfield, gridfield) IS 'implementation of <> operator';
CREATE FUNCTION gridfield_hash(gridfield) RETURNS int
AS 'MODULE_PATHNAME', 'gridmap_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridfield_hash(gridfield) IS 'hash';
CREATE FUNCTION gridfield_hash_extended(gridfield, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'gridmap_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridfield_hash_extended(gridfield, bigint) IS 'hash';

CREATE OPERATOR = (FUNCTION = gridfield_eq, LEFTARG = gridfield, RIGHTARG = gridfield,
	COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
COMMENT ON OPERATOR = (gridfield, gridfield) IS 'equal';
CREATE OPERATOR <> (FUNCTION = gridfield_ne, LEFTARG = gridfield, RIGHTARG = gridfield,
	COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
COMMENT ON OPERATOR <> (gridfield, gridfield) IS 'not equal';

CREATE OPERATOR CLASS gridfield_ops DEFAULT FOR TYPE gridfield USING hash AS
	OPERATOR 1 =, FUNCTION 1 gridfield_hash(gridfield), FUNCTION 2 gridfield_hash_extended(gridfield, bigint);
COMMENT ON OPERATOR CLASS gridfield_ops USING hash IS 'hash of gridfield';
COMMENT ON OPERATOR FAMILY gridfield_ops USING hash IS 'hash of gridfield';

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
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000 ROWS 100000;
COMMENT ON FUNCTION gridfield_cells(gridfield) IS 'cells of a field from which there is a path, with cost and next cell, row by row';

-- ---- estimates ----------------------------------------------------------------
-- COST assumes a map of 512 x 512 cells, ROWS one of 100,000 cells and ten goals. Rows follow the
-- size of a map that the planner knows, or its column's average width, and lengths of arrays. Costs
-- do not: most calls find their map decoded.

CREATE FUNCTION fringe_reach_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_reach_support(internal) IS 'planner support: rows by the budget, the starts and the area of the map';
COMMENT ON FUNCTION fringe_area_support(internal) IS 'planner support: rows by the area of the map';

ALTER FUNCTION gridmap_cells(gridmap) SUPPORT fringe_area_support;
ALTER FUNCTION gridfield_cells(gridfield) ROWS 50000 SUPPORT fringe_area_support;
ALTER FUNCTION fringe_reach(gridmap, gridcell, float8, gridmodel) ROWS 1000 SUPPORT fringe_reach_support;
ALTER FUNCTION fringe_reach(gridmap, gridcell[], float8, gridmodel, float8[]) ROWS 1000 SUPPORT fringe_reach_support;
ALTER FUNCTION fringe_reach(gridmap, text, float8, gridmodel) ROWS 1000;
ALTER FUNCTION fringe_territory(gridmap, gridcell[], gridmodel, float8, float8[]) SUPPORT fringe_reach_support;

-- without a support function: paths have 20 to 300 cells on most maps
CREATE OR REPLACE FUNCTION fringe_path(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto',
	OUT seq int, OUT x int, OUT y int, OUT step_cost float8, OUT total_cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500 ROWS 100;
CREATE OR REPLACE FUNCTION fringe_search(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS fringe_result
AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 500;
CREATE OR REPLACE FUNCTION fringe_cost(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500;
CREATE OR REPLACE FUNCTION fringe_route(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500;
CREATE OR REPLACE FUNCTION fringe_components(map gridmap, model gridmodel DEFAULT 'octile',
	OUT component int, OUT cells bigint, OUT sample gridcell) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000 ROWS 10;
DROP FUNCTION fringe_path_support(internal);

-- ---- Plainer comments -------------------------------------------------------

COMMENT ON TYPE gridmap IS 'a rectangle of terrain codes; its text is a Moving AI map file or only its rows';
COMMENT ON CAST (text AS gridmap) IS 'text of a map as a map';
COMMENT ON FUNCTION gridmap(text[]) IS 'map from its rows of terrain codes, one string per row';
COMMENT ON FUNCTION gridmap_digest(gridmap) IS 'digest of a map: 16 bytes, equal for equal maps; index it instead of the map';
COMMENT ON FUNCTION gridmap_codes(gridmap) IS 'terrain codes of a map with the number of their cells';
COMMENT ON FUNCTION gridmap_set(gridmap, gridcell[], "char") IS 'copy of a map with the given cells set to a terrain code';
COMMENT ON FUNCTION gridmap_fill(gridmap, gridcell, gridcell, "char")
IS 'copy of a map with a rectangle set to a terrain code; a and b are opposite corners';
COMMENT ON FUNCTION gridmap_crop(gridmap, gridcell, gridcell)
IS 'rectangle of a map as a map of its own; a and b are opposite corners';
COMMENT ON AGGREGATE gridmap_agg(gridcell, "char")
IS 'smallest map from (0,0) that contains all given cells; other cells are @, out of bounds';
COMMENT ON FUNCTION gridmap_walls(int, int, int, int, bigint)
IS 'random map of walls of equal length in eight directions (Cazenave 2006)';
COMMENT ON FUNCTION gridmap_rooms(int, int, int, bigint) IS 'random map of square rooms that doors connect';
COMMENT ON FUNCTION gridmap_maze(int, int, int, bigint) IS 'random maze without loops; corridor is the width of corridors in cells';
COMMENT ON FUNCTION gridmap_caves(int, int, float8, bigint)
IS 'random caves from a cellular automaton; fill is the fraction of cells blocked at first, typically 0.45';
COMMENT ON TYPE gridmodel IS 'movement model, the rules and costs of moves: octile(straight=100, diagonal=150)';
COMMENT ON TYPE gridmethod IS 'search method with its options: astar(open=stacks)';

COMMENT ON TYPE fringe_result IS 'result and statistics of one search';
COMMENT ON COLUMN fringe_result.cost IS 'cost of the path, in the unit of the model; NULL if there is no path';
COMMENT ON COLUMN fringe_result.length IS 'cells on the path, start and goal included; NULL if there is no path';
COMMENT ON COLUMN fringe_result.iterations IS 'iterations of the search, each with a limit on f';
COMMENT ON COLUMN fringe_result.visited IS 'nodes visited';
COMMENT ON COLUMN fringe_result.expanded IS 'nodes expanded: visits that generated children';
COMMENT ON COLUMN fringe_result.open_peak IS 'largest number of nodes in the open list';
COMMENT ON COLUMN fringe_result.memory_bytes IS 'memory of the search in bytes, without the decoded map';
COMMENT ON COLUMN fringe_result.complete IS 'the search was not stopped by a limit';
COMMENT ON COLUMN fringe_result.optimal IS 'the result is proven optimal';
COMMENT ON COLUMN fringe_result.method IS 'method that ran: the choice of auto, or astar if the model does not allow jump';
COMMENT ON COLUMN fringe_result.route IS 'the path; NULL if there is none';

COMMENT ON FUNCTION fringe_path(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path as rows, one per cell from start to goal; no rows if there is no path';
COMMENT ON FUNCTION fringe_trace(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'visits of a search in order: the node''s cell, g and f, and whether it was expanded';
COMMENT ON FUNCTION fringe_search(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path with the statistics of its search';
COMMENT ON FUNCTION fringe_cost(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'cost of the best path; NULL if there is no path';
COMMENT ON FUNCTION fringe_route(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path as one value; NULL if there is no path';
COMMENT ON FUNCTION gridpath_cost(gridpath, gridmap, gridmodel)
IS 'cost of a path on a map; NULL if the path is not legal on it';
COMMENT ON FUNCTION gridpath_valid(gridpath, gridmap, gridmodel)
IS 'is every move of a path legal on a map?';

COMMENT ON FUNCTION fringe_goals_support(internal) IS 'planner support: a row for each cell of the array';
COMMENT ON FUNCTION fringe_matrix_support(internal) IS 'planner support: a row for each pair of cells';
COMMENT ON FUNCTION fringe_nearest_support(internal) IS 'planner support: rows by k and the number of goals';
COMMENT ON FUNCTION fringe_costs(gridmap, gridcell, gridcell[], gridmodel)
IS 'cost of the best path to each goal, in the order of the array; NULL if there is no path';
COMMENT ON FUNCTION fringe_matrix(gridmap, gridcell[], gridmodel)
IS 'cost of the best path between each pair of cells, in the order of the array; NULL if there is no path';
COMMENT ON FUNCTION fringe_matrix_tsp(gridmap, gridcell[], gridmodel)
IS 'costs between cells that are connected, as the matrix for pgr_TSP of pgRouting; vertices are array subscripts';
COMMENT ON FUNCTION fringe_nearest(gridmap, gridcell, gridcell[], gridmodel, int)
IS 'the k nearest goals with cost and path, nearest first; ties in the order of gridcell';
COMMENT ON FUNCTION fringe_reach(gridmap, gridcell, float8, gridmodel)
IS 'cells whose cost from start is at most the budget, row by row';
COMMENT ON FUNCTION fringe_connected(gridmap, gridcell, gridcell, gridmodel)
IS 'is there a path from a to b? needs no search, except on some maps with one-way cells';
COMMENT ON FUNCTION fringe_components(gridmap, gridmodel)
IS 'regions of cells that reach each other, the largest first, with number of cells and first cell';
COMMENT ON FUNCTION fringe_ascii(gridmap, gridpath)
IS 'map as text with a path drawn on it: s the start, g the goal, * the cells between';
COMMENT ON FUNCTION fringe_cache_totals() IS 'memory of what this session keeps, and statistics of maps, landmarks, indexes and fields; some are NULL if the session also worked for roles whose privileges you lack';
COMMENT ON FUNCTION fringe_cache_reset() IS 'drops all that this session keeps, returns the memory to the system, and resets the statistics';

-- ---- statistics ---------------------------------------------------------------

ALTER TYPE fringe_result ADD ATTRIBUTE opened bigint CASCADE;
COMMENT ON COLUMN fringe_result.opened IS 'nodes put on the open list, once for each cheaper way to a cell; calls of idastar';
ALTER TYPE fringe_result ADD ATTRIBUTE tried bigint CASCADE, ADD ATTRIBUTE tried_last bigint CASCADE;
COMMENT ON COLUMN fringe_result.tried IS 'moves that idastar tried, those that were cut included; NULL for other methods';
COMMENT ON COLUMN fringe_result.tried_last IS 'moves tried in the last iteration';

-- ---- distances on open ground ---------------------------------------------------
-- COST: a call takes as long as some operators.

CREATE FUNCTION fringe_distance(a gridcell, b gridcell, model gridmodel DEFAULT 'octile') RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION fringe_distance(gridcell, gridcell, gridmodel)
IS 'least cost between two cells on open ground: octile, Manhattan or Euclidean distance, by the model';

-- ---- pictures ---------------------------------------------------------------
-- COST: reading and drawing a map of 512 x 512 takes some milliseconds. Not STRICT:
-- an argument that is NULL is not given, but there is no picture without a map.

CREATE TYPE gridcell_value AS (cell gridcell, value float8);
COMMENT ON TYPE gridcell_value IS 'a cell and its value: an element of the heat of a picture';
COMMENT ON COLUMN gridcell_value.cell IS 'cell of a map';
COMMENT ON COLUMN gridcell_value.value IS 'cost, count, owner or any other number to draw';

-- Without defaults, so that calls of the function of 1.0 stay unique.
CREATE FUNCTION fringe_ascii(map gridmap, route gridpath, floor int) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION fringe_ascii(gridmap, gridpath, int)
IS 'one floor of a map as text with the part of a path that is on it';

CREATE FUNCTION fringe_svg(map gridmap, route gridpath DEFAULT NULL, heat gridcell_value[] DEFAULT NULL,
	routes gridpath[] DEFAULT NULL, palette jsonb DEFAULT NULL, scale text DEFAULT 'linear',
	low float8 DEFAULT NULL, high float8 DEFAULT NULL, legend bool DEFAULT true, seconds float8 DEFAULT 0,
	title text DEFAULT NULL, unit text DEFAULT NULL, floors text[] DEFAULT NULL, labels jsonb DEFAULT NULL,
	model gridmodel DEFAULT 'octile', floor int DEFAULT NULL, layout text DEFAULT NULL,
	layer text DEFAULT NULL, shade text DEFAULT NULL) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;
COMMENT ON FUNCTION fringe_svg(gridmap, gridpath, gridcell_value[], gridpath[], jsonb, text, float8, float8, bool, float8, text, text, text[], jsonb, gridmodel, int, text, text, text)
IS 'map, or one floor of it, as an SVG, with a route, other routes and a heat; the legend has a title, a unit, names of floors and labels of codes, and tells walls of the model; animated if seconds are given; cells of a layout are hexagons or turned squares; layers are colours, relief, walls between cells and crosses';

CREATE FUNCTION fringe_png(map gridmap, route gridpath DEFAULT NULL, heat gridcell_value[] DEFAULT NULL,
	routes gridpath[] DEFAULT NULL, palette jsonb DEFAULT NULL, scale text DEFAULT 'linear',
	low float8 DEFAULT NULL, high float8 DEFAULT NULL, pixels int DEFAULT 512,
	floor int DEFAULT NULL, layout text DEFAULT NULL,
	layer text DEFAULT NULL, shade text DEFAULT NULL) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;
COMMENT ON FUNCTION fringe_png(gridmap, gridpath, gridcell_value[], gridpath[], jsonb, text, float8, float8, int, int, text, text, text)
IS 'map, or one floor of it, as a PNG, with a route, other routes and a heat; pixels is the length of its longer side; cells of a layout are hexagons or turned squares; layers are colours, relief, walls between cells and crosses';

-- ---- values of other programs -------------------------------------------------
-- Not STRICT: without a rule a number is the ASCII code of a terrain code.

CREATE FUNCTION gridmap_from_numbers(numbers float8[], rule jsonb DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_numbers(float8[], jsonb)
IS 'map from a two-dimensional array, by a rule from numbers and NULL to terrain codes; without a rule its layer cost has the numbers, and NULL, NaN and infinity are walls';

CREATE FUNCTION gridpath_to_geojson(path gridpath, origin_x float8, origin_y float8, cell_size float8 DEFAULT 1,
	y_up bool DEFAULT false) RETURNS jsonb
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath_to_geojson(gridpath, float8, float8, float8, bool)
IS 'path as a GeoJSON line through the centres of its cells; the origin is the upper-left corner of cell (0,0), and y grows downwards unless y_up is true';
CREATE FUNCTION gridpath_to_geojson(path gridpath, cell_size float8 DEFAULT 1,
	y_up bool DEFAULT false) RETURNS jsonb
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath_to_geojson(gridpath, float8, bool)
IS 'path as a GeoJSON line of the centres of its corners, where the upper-left corner of cell (0,0) is at (0,0)';

-- ---- version ----------------------------------------------------------------

CREATE FUNCTION fringe_version() RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION fringe_version() IS 'version of the library; pg_extension has the version of the SQL objects';

-- ---- gridindex --------------------------------------------------------------
-- STORAGE external: an index hardly compresses, and is to be read fast. It is stored as
-- a field, which is stored as a map.
-- A literal may be a map as well as an index, and was a map in version 1.0: of
-- the two, which are a category of types, the map is preferred.
-- The catalog is written directly because no command changes these two properties of a type that
-- exists: ALTER TYPE ... SET refuses category and preferred, and dropping the type would drop its columns.

UPDATE pg_catalog.pg_type SET typcategory = 'g', typispreferred = true WHERE oid = 'gridmap'::pg_catalog.regtype::pg_catalog.oid;

CREATE TYPE gridindex;

CREATE FUNCTION gridindex_in(cstring) RETURNS gridindex
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridindex_in(cstring) IS 'I/O';
CREATE FUNCTION gridindex_out(gridindex) RETURNS cstring
AS 'MODULE_PATHNAME', 'gridfield_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridindex_out(gridindex) IS 'I/O';
CREATE FUNCTION gridindex_recv(internal) RETURNS gridindex
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridindex_recv(internal) IS 'I/O';
CREATE FUNCTION gridindex_send(gridindex) RETURNS bytea
AS 'MODULE_PATHNAME', 'gridmap_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridindex_send(gridindex) IS 'I/O';

CREATE TYPE gridindex (
	INPUT = gridindex_in, OUTPUT = gridindex_out,
	RECEIVE = gridindex_recv, SEND = gridindex_send,
	INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'g'
);
COMMENT ON TYPE gridindex IS 'a map prepared for one model: exact answers in about a microsecond; its text is hexadecimal';

CREATE FUNCTION gridindex_eq(gridindex, gridindex) RETURNS bool
AS 'MODULE_PATHNAME', 'gridmap_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridindex_eq(gridindex, gridindex) IS 'implementation of = operator';
CREATE FUNCTION gridindex_ne(gridindex, gridindex) RETURNS bool
AS 'MODULE_PATHNAME', 'gridmap_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridindex_ne(gridindex, gridindex) IS 'implementation of <> operator';
CREATE FUNCTION gridindex_hash(gridindex) RETURNS int
AS 'MODULE_PATHNAME', 'gridmap_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridindex_hash(gridindex) IS 'hash';
CREATE FUNCTION gridindex_hash_extended(gridindex, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'gridmap_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridindex_hash_extended(gridindex, bigint) IS 'hash';

CREATE OPERATOR = (FUNCTION = gridindex_eq, LEFTARG = gridindex, RIGHTARG = gridindex,
	COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
COMMENT ON OPERATOR = (gridindex, gridindex) IS 'equal';
CREATE OPERATOR <> (FUNCTION = gridindex_ne, LEFTARG = gridindex, RIGHTARG = gridindex,
	COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
COMMENT ON OPERATOR <> (gridindex, gridindex) IS 'not equal';

CREATE OPERATOR CLASS gridindex_ops DEFAULT FOR TYPE gridindex USING hash AS
	OPERATOR 1 =, FUNCTION 1 gridindex_hash(gridindex), FUNCTION 2 gridindex_hash_extended(gridindex, bigint);
COMMENT ON OPERATOR CLASS gridindex_ops USING hash IS 'hash of gridindex';
COMMENT ON OPERATOR FAMILY gridindex_ops USING hash IS 'hash of gridindex';

-- ---- indexes ----------------------------------------------------------------
-- COST: building an index of a game map of 512 x 512 takes about 0.2 s, a cost out
-- of it 0.2 us, a route 2 us.

CREATE FUNCTION fringe_index(map gridmap, model gridmodel DEFAULT 'octile', max_size text DEFAULT NULL) RETURNS gridindex
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 8000000;
COMMENT ON FUNCTION fringe_index(gridmap, gridmodel, text)
IS 'index of a map under a model, for costs and routes in about a microsecond; refused if larger than max_size, such as 6MB';

CREATE FUNCTION gridindex_info(index gridindex, OUT model gridmodel, OUT digest bytea, OUT width int, OUT height int,
	OUT form text, OUT subgoals int, OUT entries bigint, OUT bytes bigint, OUT parts jsonb) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION gridindex_info(gridindex)
IS 'facts about an index: its model, the digest of what the model reads of its map, the size of the map, its form, subgoals or hubs, entries of labels, and its bytes, in all and by part';

CREATE FUNCTION gridindex_matches(index gridindex, map gridmap) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridindex_matches(gridindex, gridmap) IS 'does the index answer for this map? Layers that its model does not name do not matter';

CREATE FUNCTION fringe_cost(index gridindex, start gridcell, goal gridcell) RETURNS float8
AS 'MODULE_PATHNAME', 'fringe_cost_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION fringe_cost(gridindex, gridcell, gridcell)
IS 'cost of the best path, as on the map; NULL if there is no path';

CREATE FUNCTION fringe_route(index gridindex, start gridcell, goal gridcell) RETURNS gridpath
AS 'MODULE_PATHNAME', 'fringe_route_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_route(gridindex, gridcell, gridcell)
IS 'a best path as one value; NULL if there is no path';

CREATE FUNCTION fringe_path(index gridindex, start gridcell, goal gridcell,
	OUT seq int, OUT x int, OUT y int, OUT step_cost float8, OUT total_cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_path_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 100;
COMMENT ON FUNCTION fringe_path(gridindex, gridcell, gridcell)
IS 'a best path as rows, a cell each, start first; no rows if there is no path';

CREATE FUNCTION fringe_search(index gridindex, start gridcell, goal gridcell) RETURNS fringe_result
AS 'MODULE_PATHNAME', 'fringe_search_indexed' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_search(gridindex, gridcell, gridcell)
IS 'a best path and the time it took; counters, memory and method are NULL, because nothing is searched';

CREATE FUNCTION fringe_connected(index gridindex, a gridcell, b gridcell) RETURNS bool
AS 'MODULE_PATHNAME', 'fringe_connected_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION fringe_connected(gridindex, gridcell, gridcell) IS 'is there a path between two cells?';

CREATE FUNCTION fringe_costs(index gridindex, start gridcell, goals gridcell[],
	OUT goal gridcell, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_costs_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10
SUPPORT fringe_goals_support;
COMMENT ON FUNCTION fringe_costs(gridindex, gridcell, gridcell[])
IS 'cost of the best path to each goal, in the order of the array; NULL if there is no path';

CREATE FUNCTION fringe_matrix(index gridindex, cells gridcell[],
	OUT start gridcell, OUT goal gridcell, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_matrix_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 100
SUPPORT fringe_matrix_support;
COMMENT ON FUNCTION fringe_matrix(gridindex, gridcell[])
IS 'cost of the best path from each cell to each, in the order of the array; NULL if there is no path';

CREATE FUNCTION fringe_nearest(index gridindex, start gridcell, goals gridcell[], k int DEFAULT 1,
	OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_nearest_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 ROWS 1
SUPPORT fringe_nearest_support;
COMMENT ON FUNCTION fringe_nearest(gridindex, gridcell, gridcell[], int)
IS 'the k nearest of the goals with a way there, nearest first; equally near ones in the order of gridcell';

CREATE FUNCTION fringe_nearest_within(index gridindex, start gridcell, goals gridcell[], within float8, k int DEFAULT 2147483647,
	OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_nearest_within_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 ROWS 10
SUPPORT fringe_goals_support;
COMMENT ON FUNCTION fringe_nearest_within(gridindex, gridcell, gridcell[], float8, int)
IS 'the goals that cost at most so much, nearest first, at most k; equally near ones in the order of gridcell';

-- ---- what a session keeps -----------------------------------------------------

-- A view keeps the function that it was made with.
ALTER FUNCTION fringe_cache() RENAME TO fringe_cache_1_0;
COMMENT ON FUNCTION fringe_cache_1_0() IS 'fringe_cache() of version 1.0: views made with that version call it';
CREATE FUNCTION fringe_cache(OUT digest bytea, OUT width int, OUT height int, OUT model gridmodel,
	OUT bytes bigint, OUT hits bigint, OUT landmarks bigint, OUT landmark_bytes bigint, OUT landmark_ms float8,
	OUT indexes bigint, OUT index_bytes bigint, OUT index_ms float8, OUT kind text,
	OUT calls bigint, OUT search_ms float8)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_cache_indexed' LANGUAGE C VOLATILE PARALLEL RESTRICTED ROWS 10;
COMMENT ON FUNCTION fringe_cache()
IS 'decoded maps that this session keeps, with landmarks, indexes, and the calls and estimated time of searches since the map was decoded; and opened fields, whose digest is their own; most recently used first; only what you called with yourself, unless you are a member of pg_monitor';

-- ---- cells: positions --------------------------------------------------------
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
CREATE FUNCTION gridcell_position(cell gridcell, origin_x float8, origin_y float8, cell_size float8 DEFAULT 1,
	y_up bool DEFAULT false) RETURNS point
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_position(gridcell, float8, float8, float8, bool)
IS 'centre of a cell as a position of a world; the origin is the upper-left corner of cell (0,0), and y grows downwards unless y_up is true';
CREATE FUNCTION gridcell_position(cell gridcell, cell_size float8 DEFAULT 1, y_up bool DEFAULT false) RETURNS point
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_position(gridcell, float8, bool)
IS 'centre of a cell as a position of a world, where the upper-left corner of cell (0,0) is at (0,0)';

-- ---- cells: arithmetic, min and max -----------------------------------------

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

-- A gridcell is an int8 to btree: they sort without calls of gridcell_cmp, and its indexes keep equal
-- cells once. An index that exists does so after REINDEX.
ALTER OPERATOR FAMILY gridcell_ops USING btree ADD
	FUNCTION 2 (gridcell, gridcell) btint8sortsupport(internal),
	FUNCTION 4 (gridcell, gridcell) btequalimage(oid);

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

CREATE TYPE gridcell_extent AS (low gridcell, high gridcell);
COMMENT ON TYPE gridcell_extent IS 'smallest rectangle around cells: the corners of least and of greatest x and y';
COMMENT ON COLUMN gridcell_extent.low IS 'least x and least y';
COMMENT ON COLUMN gridcell_extent.high IS 'greatest x and greatest y';
CREATE FUNCTION gridcell_extent_step(box, gridcell) RETURNS box
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_extent_step(box, gridcell) IS 'aggregate transition function';
CREATE FUNCTION gridcell_extent_final(box) RETURNS gridcell_extent
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_extent_final(box) IS 'aggregate final function';
CREATE AGGREGATE gridcell_extent(cell gridcell) (SFUNC = gridcell_extent_step, STYPE = box,
	FINALFUNC = gridcell_extent_final, COMBINEFUNC = pg_catalog.bound_box, PARALLEL = SAFE);
COMMENT ON AGGREGATE gridcell_extent(gridcell) IS 'smallest rectangle that has all cells: (low, high), its corners for gridmap_crop and gridmap_fill';

-- ---- cells, paths and maps as jsonb -----------------------------------------
-- A cell is [x, y], a path the array of its cells, a map the array of its rows. All are read from
-- their texts, too. to_json and to_jsonb use a cast to json: only cells have one. Paths and maps stay
-- texts there, because jsonb_populate_record reads a column by the input function of its type, and the
-- cells of a path do not tell links and straight lines.

CREATE FUNCTION gridpath(cells gridcell[]) RETURNS gridpath
AS 'MODULE_PATHNAME', 'gridpath_from_cells' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridpath(gridcell[]) IS 'path through cells, each a neighbour of the one before';
CREATE CAST (gridcell[] AS gridpath) WITH FUNCTION gridpath(gridcell[]);
COMMENT ON CAST (gridcell[] AS gridpath) IS 'path through cells, each a neighbour of the one before';

CREATE FUNCTION jsonb(cell gridcell) RETURNS jsonb
AS 'MODULE_PATHNAME', 'gridcell_to_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION jsonb(gridcell) IS 'cell as [x, y]';
CREATE FUNCTION gridcell(value jsonb) RETURNS gridcell
AS 'MODULE_PATHNAME', 'gridcell_from_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell(jsonb) IS 'cell from [x, y]';
CREATE FUNCTION gridcell_to_json(cell gridcell) RETURNS json
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_to_json(gridcell) IS 'cell as [x,y]';
CREATE CAST (gridcell AS json) WITH FUNCTION gridcell_to_json(gridcell);
COMMENT ON CAST (gridcell AS json) IS 'cell as [x,y]';
CREATE CAST (gridcell AS jsonb) WITH FUNCTION jsonb(gridcell);
COMMENT ON CAST (gridcell AS jsonb) IS 'cell as [x, y]';
CREATE CAST (jsonb AS gridcell) WITH FUNCTION gridcell(jsonb);
COMMENT ON CAST (jsonb AS gridcell) IS 'cell from [x, y]';

CREATE FUNCTION gridcell_array(value jsonb) RETURNS gridcell[]
AS 'MODULE_PATHNAME', 'gridcell_array_from_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridcell_array(jsonb) IS 'cells from an array, each [x, y]';
CREATE CAST (jsonb AS gridcell[]) WITH FUNCTION gridcell_array(jsonb);
COMMENT ON CAST (jsonb AS gridcell[]) IS 'cells from an array, each [x, y]';

CREATE FUNCTION jsonb(path gridpath) RETURNS jsonb
AS 'MODULE_PATHNAME', 'gridpath_to_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION jsonb(gridpath) IS 'path as the array of its cells, each [x, y]';
CREATE FUNCTION gridpath(value jsonb) RETURNS gridpath
AS 'MODULE_PATHNAME', 'gridpath_from_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath(jsonb) IS 'path from the array of its cells, each [x, y]';
CREATE CAST (gridpath AS jsonb) WITH FUNCTION jsonb(gridpath);
COMMENT ON CAST (gridpath AS jsonb) IS 'path as the array of its cells, each [x, y]';
CREATE CAST (jsonb AS gridpath) WITH FUNCTION gridpath(jsonb);
COMMENT ON CAST (jsonb AS gridpath) IS 'path from the array of its cells, each [x, y]';

CREATE FUNCTION jsonb(map gridmap) RETURNS jsonb
AS 'MODULE_PATHNAME', 'gridmap_to_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION jsonb(gridmap) IS 'map as the array of its rows';
CREATE FUNCTION gridmap(value jsonb) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_from_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap(jsonb) IS 'map from the array of its rows';
CREATE CAST (gridmap AS jsonb) WITH FUNCTION jsonb(gridmap);
COMMENT ON CAST (gridmap AS jsonb) IS 'map as the array of its rows';
CREATE CAST (jsonb AS gridmap) WITH FUNCTION gridmap(jsonb);
COMMENT ON CAST (jsonb AS gridmap) IS 'map from the array of its rows';

-- ---- hexagonal and staggered maps --------------------------------------------

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

-- ---- maps: transformed copies, differences, random cells ---------------------

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

CREATE FUNCTION gridmap_contains(map gridmap, cell gridcell) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridmap_contains(gridmap, gridcell) IS 'true if a cell is on a map, blocked or not';

CREATE FUNCTION gridmap_diff(a gridmap, b gridmap, OUT cell gridcell, OUT code_a text, OUT code_b text)
RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION gridmap_diff(gridmap, gridmap)
IS 'cells whose codes differ between two maps, row by row; a code is NULL outside its map';

CREATE FUNCTION gridmap_random_cells(map gridmap, n int, seed bigint, model gridmodel DEFAULT 'octile')
RETURNS SETOF gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 1000;
COMMENT ON FUNCTION gridmap_random_cells(gridmap, int, bigint, gridmodel)
IS 'n different passable cells in random order, the same for the same seed; all of them if there are fewer';
CREATE FUNCTION fringe_random_pairs(map gridmap, n int, seed bigint, model gridmodel DEFAULT 'octile', connected bool DEFAULT true,
	OUT start gridcell, OUT goal gridcell) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 1000;
COMMENT ON FUNCTION fringe_random_pairs(gridmap, int, bigint, gridmodel, bool)
IS 'n random pairs of passable cells, the same for the same seed, with a path from start to goal unless connected is false';

CREATE FUNCTION gridmap_maze(width int, height int, corridor int, seed bigint, loops float8) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_maze_loops' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_maze(int, int, int, bigint, float8)
IS 'random maze with loops; loops is the fraction of its other walls that is opened';

-- ---- layers: numbers next to the codes ---------------------------------------
-- Not STRICT: a scale or an offset that is NULL is chosen by the numbers, and a list that is NULL is empty.

CREATE FUNCTION gridmap_set_layer(map gridmap, name text, numbers float8[], scale float8 DEFAULT NULL, "offset" float8 DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set_layer(gridmap, text, float8[], float8, float8)
IS 'copy of a map with a layer: a number for each cell, from a two-dimensional array; stored as offset + scale * n, n from 0 to 65535';
CREATE FUNCTION gridmap_set_layer(map gridmap, name text, cells gridcell[], "values" float8[]) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_set_layer_cells' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set_layer(gridmap, text, gridcell[], float8[])
IS 'copy of a map with these values at these cells of a layer; all other cells keep theirs, or get 0';
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
CREATE FUNCTION gridmap_set_sides(map gridmap, cells gridcell[], sides text, closed bool DEFAULT true, twoway bool DEFAULT true) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set_sides(gridmap, gridcell[], text, bool, bool)
IS 'copy of a map with walls at these sides of cells, such as N+E, or without them, in the layer sides; twoway: also on the other side';

-- ---- paths: heat ------------------------------------------------------------

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
COMMENT ON AGGREGATE gridcell_heat(gridcell, float8) IS 'cells with their values: the heat of fringe_svg and fringe_png';

-- ---- paths: turning points, straight lines, positions, conflicts -------------
-- COST: the walk along a path is short; looking up the map dominates.

CREATE FUNCTION gridpath_waypoints(path gridpath) RETURNS gridcell[]
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
COMMENT ON FUNCTION gridpath_waypoints(gridpath) IS 'start, turning points and goal of a path';
CREATE FUNCTION gridpath_at(path gridpath, distance float8, map gridmap, model gridmodel DEFAULT 'octile') RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath_at(gridpath, float8, gridmap, gridmodel)
IS 'last cell of a path whose cost from the start is at most distance; NULL if the path is not legal on the map';
CREATE FUNCTION gridpath_reverse(path gridpath) RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
COMMENT ON FUNCTION gridpath_reverse(gridpath) IS 'the same cells from goal to start';
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
CREATE FUNCTION gridpath_conflicts(a gridpath, b gridpath,
	OUT tick int, OUT a_cell gridcell, OUT b_cell gridcell, OUT swapped bool) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;
COMMENT ON FUNCTION gridpath_conflicts(gridpath, gridpath)
IS 'ticks at which two agents, one move per tick, are in the same cell or have swapped cells';

-- ---- goals with costs of their own --------------------------------------------
-- model and k have no defaults, so that no call fits the function above, too.
CREATE FUNCTION fringe_nearest(map gridmap, start gridcell, goals gridcell[], model gridmodel, k int, costs float8[],
	OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_nearest_costed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000 ROWS 1
SUPPORT fringe_nearest_support;
COMMENT ON FUNCTION fringe_nearest(gridmap, gridcell, gridcell[], gridmodel, int, float8[])
IS 'the k goals of least cost with path, where each goal has a cost of its own, cheapest first; ties in the order of gridcell';

-- ---- links --------------------------------------------------------------------
-- 20 bytes by reference: two cells, the cost, the code, one way or both.

CREATE TYPE gridlink;

CREATE FUNCTION gridlink_in(cstring) RETURNS gridlink
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_in(cstring) IS 'I/O';
CREATE FUNCTION gridlink_out(gridlink) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_out(gridlink) IS 'I/O';
CREATE FUNCTION gridlink_recv(internal) RETURNS gridlink
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_recv(internal) IS 'I/O';
CREATE FUNCTION gridlink_send(gridlink) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_send(gridlink) IS 'I/O';

CREATE TYPE gridlink (
	INPUT = gridlink_in, OUTPUT = gridlink_out,
	RECEIVE = gridlink_recv, SEND = gridlink_send,
	INTERNALLENGTH = 20, ALIGNMENT = char
);
COMMENT ON TYPE gridlink IS 'link between two cells of a map, such as stairs, a portal or a lift: (3,4)>(40,4)=2';

CREATE FUNCTION gridlink_eq(gridlink, gridlink) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_eq(gridlink, gridlink) IS 'implementation of = operator';
CREATE FUNCTION gridlink_ne(gridlink, gridlink) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_ne(gridlink, gridlink) IS 'implementation of <> operator';
CREATE FUNCTION gridlink_lt(gridlink, gridlink) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_lt(gridlink, gridlink) IS 'implementation of < operator';
CREATE FUNCTION gridlink_le(gridlink, gridlink) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_le(gridlink, gridlink) IS 'implementation of <= operator';
CREATE FUNCTION gridlink_gt(gridlink, gridlink) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_gt(gridlink, gridlink) IS 'implementation of > operator';
CREATE FUNCTION gridlink_ge(gridlink, gridlink) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_ge(gridlink, gridlink) IS 'implementation of >= operator';
CREATE FUNCTION gridlink_cmp(gridlink, gridlink) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_cmp(gridlink, gridlink) IS 'less-equal-greater';
CREATE FUNCTION gridlink_hash(gridlink) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_hash(gridlink) IS 'hash';
CREATE FUNCTION gridlink_hash_extended(gridlink, bigint) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridlink_hash_extended(gridlink, bigint) IS 'hash';

CREATE OPERATOR = (FUNCTION = gridlink_eq, LEFTARG = gridlink, RIGHTARG = gridlink,
	COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR = (gridlink, gridlink) IS 'equal';
CREATE OPERATOR <> (FUNCTION = gridlink_ne, LEFTARG = gridlink, RIGHTARG = gridlink,
	COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
COMMENT ON OPERATOR <> (gridlink, gridlink) IS 'not equal';
CREATE OPERATOR < (FUNCTION = gridlink_lt, LEFTARG = gridlink, RIGHTARG = gridlink,
	COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
COMMENT ON OPERATOR < (gridlink, gridlink) IS 'less than';
CREATE OPERATOR <= (FUNCTION = gridlink_le, LEFTARG = gridlink, RIGHTARG = gridlink,
	COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
COMMENT ON OPERATOR <= (gridlink, gridlink) IS 'less than or equal';
CREATE OPERATOR > (FUNCTION = gridlink_gt, LEFTARG = gridlink, RIGHTARG = gridlink,
	COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
COMMENT ON OPERATOR > (gridlink, gridlink) IS 'greater than';
CREATE OPERATOR >= (FUNCTION = gridlink_ge, LEFTARG = gridlink, RIGHTARG = gridlink,
	COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel);
COMMENT ON OPERATOR >= (gridlink, gridlink) IS 'greater than or equal';

CREATE OPERATOR CLASS gridlink_ops DEFAULT FOR TYPE gridlink USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 gridlink_cmp(gridlink, gridlink), FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR CLASS gridlink_ops USING btree IS 'order of gridlink';
COMMENT ON OPERATOR FAMILY gridlink_ops USING btree IS 'order of gridlink';
CREATE OPERATOR CLASS gridlink_ops DEFAULT FOR TYPE gridlink USING hash AS
	OPERATOR 1 =, FUNCTION 1 gridlink_hash(gridlink), FUNCTION 2 gridlink_hash_extended(gridlink, bigint);
COMMENT ON OPERATOR CLASS gridlink_ops USING hash IS 'hash of gridlink';
COMMENT ON OPERATOR FAMILY gridlink_ops USING hash IS 'hash of gridlink';

CREATE FUNCTION gridlink(start gridcell, goal gridcell, cost numeric DEFAULT 1, twoway bool DEFAULT false, code text DEFAULT NULL, sqrt2 bool DEFAULT false) RETURNS gridlink
AS 'MODULE_PATHNAME', 'gridlink_make' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridlink(gridcell, gridcell, numeric, bool, text, bool)
IS 'link between two cells, one way or both, with its cost in straight steps, or sqrt2 times as many, and a code by which models name it';

CREATE FUNCTION gridmap_link(map gridmap, links gridlink[]) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_link(gridmap, gridlink[]) IS 'copy of a map with these links, too';
CREATE FUNCTION gridmap_unlink(map gridmap, links gridlink[]) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_unlink(gridmap, gridlink[]) IS 'copy of a map without these links';
CREATE FUNCTION gridmap_unlink(map gridmap) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_unlink(gridmap) IS 'copy of a map without links';

CREATE FUNCTION gridmap_floors(maps gridmap[]) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_floors(gridmap[]) IS 'maps side by side as the floors of one, with their links; a column of the code | is between two';
CREATE FUNCTION gridmap_floor_cell(map gridmap, floor int, cell gridcell) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION gridmap_floor_cell(gridmap, int, gridcell) IS 'cell of a floor, numbered from 1 on, as a cell of the map of all floors';
CREATE FUNCTION gridmap_floor_of(map gridmap, cell gridcell, OUT floor int, OUT cell gridcell) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION gridmap_floor_of(gridmap, gridcell) IS 'floor of a cell of the map of all floors, and the cell there; NULLs between floors';
CREATE FUNCTION gridmap_links(map gridmap, OUT link gridlink, OUT start gridcell, OUT goal gridcell,
	OUT twoway bool, OUT cost numeric, OUT code text, OUT sqrt2 bool) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 100;
COMMENT ON FUNCTION gridmap_links(gridmap)
IS 'links of a map in their order, with their ends, cost in straight steps, and code, NULL without one; sqrt2: the cost is sqrt2 times as much';

-- ---- cells, paths and links from text ----------------------------------------
-- Lists are implicit: drivers send a list as an array of text, and ARRAY['(1,2)', '(3,4)'] is one.
-- A single text is taken only where it is assigned to a column: by an implicit cast, text + text
-- would add cells.

CREATE FUNCTION gridcell_array(cells text[]) RETURNS gridcell[]
AS 'MODULE_PATHNAME', 'gridcell_array_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridcell_array(text[]) IS 'cells from their texts';
CREATE CAST (text[] AS gridcell[]) WITH FUNCTION gridcell_array(text[]) AS IMPLICIT;
COMMENT ON CAST (text[] AS gridcell[]) IS 'texts of cells as cells';
CREATE FUNCTION gridcell_array(cells varchar[]) RETURNS gridcell[]
AS 'MODULE_PATHNAME', 'gridcell_array_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridcell_array(varchar[]) IS 'cells from their texts';
CREATE CAST (varchar[] AS gridcell[]) WITH FUNCTION gridcell_array(varchar[]) AS IMPLICIT;
COMMENT ON CAST (varchar[] AS gridcell[]) IS 'texts of cells as cells';
CREATE FUNCTION gridlink_array(links text[]) RETURNS gridlink[]
AS 'MODULE_PATHNAME', 'gridlink_array_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridlink_array(text[]) IS 'links from their texts';
CREATE CAST (text[] AS gridlink[]) WITH FUNCTION gridlink_array(text[]) AS IMPLICIT;
COMMENT ON CAST (text[] AS gridlink[]) IS 'texts of links as links';
CREATE FUNCTION gridlink_array(links varchar[]) RETURNS gridlink[]
AS 'MODULE_PATHNAME', 'gridlink_array_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridlink_array(varchar[]) IS 'links from their texts';
CREATE CAST (varchar[] AS gridlink[]) WITH FUNCTION gridlink_array(varchar[]) AS IMPLICIT;
COMMENT ON CAST (varchar[] AS gridlink[]) IS 'texts of links as links';

CREATE CAST (text AS gridcell) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS gridcell) IS 'text of a cell as a cell';
CREATE CAST (varchar AS gridcell) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS gridcell) IS 'text of a cell as a cell';
CREATE CAST (text AS gridpath) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS gridpath) IS 'text of a path as a path';
CREATE CAST (varchar AS gridpath) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS gridpath) IS 'text of a path as a path';
CREATE CAST (text AS gridlink) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS gridlink) IS 'text of a link as a link';
CREATE CAST (varchar AS gridlink) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS gridlink) IS 'text of a link as a link';
CREATE CAST (varchar AS gridmap) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS gridmap) IS 'text of a map as a map';

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

-- ---- sight, and cells near another one --------------------------------------

CREATE FUNCTION fringe_view_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_view_support(internal) IS 'planner support: rows by the radius, the viewers and the area of the map';

CREATE FUNCTION fringe_sees(map gridmap, a gridcell, b gridcell, model gridmodel DEFAULT 'octile') RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_sees(gridmap, gridcell, gridcell, gridmodel)
IS 'do two cells see each other? the straight line between their centres crosses only passable cells in between';

CREATE FUNCTION fringe_view(map gridmap, cell gridcell, radius float8 DEFAULT 'Infinity', model gridmodel DEFAULT 'octile',
	OUT cell gridcell) RETURNS SETOF gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 1000
SUPPORT fringe_view_support;
COMMENT ON FUNCTION fringe_view(gridmap, gridcell, float8, gridmodel)
IS 'cells that a cell sees up to a distance, row by row';

CREATE FUNCTION fringe_exposure(map gridmap, cells gridcell[], radius float8 DEFAULT 'Infinity', model gridmodel DEFAULT 'octile',
	OUT cell gridcell, OUT viewers int) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100000 ROWS 10000
SUPPORT fringe_view_support;
COMMENT ON FUNCTION fringe_exposure(gridmap, gridcell[], float8, gridmodel)
IS 'cells that are seen from some of the given cells up to a distance, row by row, and from how many of these';

CREATE FUNCTION fringe_approach(map gridmap, start gridcell, target gridcell, model gridmodel DEFAULT 'octile',
	range float8 DEFAULT 1, sight bool DEFAULT false,
	OUT cell gridcell, OUT cost float8, OUT route gridpath) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION fringe_approach(gridmap, gridcell, gridcell, gridmodel, float8, bool)
IS 'cheapest cell with the target within a distance and, if wanted, in sight, with cost and path; NULLs if there is none';

CREATE FUNCTION fringe_nearest_free(map gridmap, cell gridcell, model gridmodel DEFAULT 'octile') RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_nearest_free(gridmap, gridcell, gridmodel)
IS 'passable cell nearest to a cell, the cell itself if it is passable; NULL if no cell is';

-- ---- rows with cells outside the map ----------------------------------------

CREATE FUNCTION fringe_try_cost(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION fringe_try_cost(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'cost of the best path; NULL if there is no path or a cell is outside the map';

CREATE FUNCTION fringe_try_route(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500;
COMMENT ON FUNCTION fringe_try_route(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path as one value; NULL if there is no path or a cell is outside the map';

CREATE FUNCTION fringe_try_cost(index gridindex, start gridcell, goal gridcell) RETURNS float8
AS 'MODULE_PATHNAME', 'fringe_try_cost_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION fringe_try_cost(gridindex, gridcell, gridcell)
IS 'cost of the best path, as on the map; NULL if there is no path or a cell is outside the map';

CREATE FUNCTION fringe_try_route(index gridindex, start gridcell, goal gridcell) RETURNS gridpath
AS 'MODULE_PATHNAME', 'fringe_try_route_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_try_route(gridindex, gridcell, gridcell)
IS 'a best path as one value; NULL if there is no path or a cell is outside the map';

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

-- ==== the tables of the manual's examples =====================================

CREATE FUNCTION fringe_sample() RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT COST 1000000;
COMMENT ON FUNCTION fringe_sample()
IS 'creates the tables level and scenario of the manual''s examples in the current schema, unless it has them';
