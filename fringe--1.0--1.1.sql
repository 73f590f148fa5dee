-- fringe 1.0 -> 1.1: what version 1.1 adds

\echo Use "ALTER EXTENSION fringe UPDATE TO '1.1'" to load this file. \quit

-- ---- gridmap ----------------------------------------------------------------
-- A literal is text first, and "char" would cut it to its first byte; these
-- refuse what is not one terrain code.

CREATE FUNCTION gridmap_set(map gridmap, cells gridcell[], code text) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_set_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set(gridmap, gridcell[], text) IS 'copy of a map with one terrain code in all these cells';
CREATE FUNCTION gridmap_fill(map gridmap, a gridcell, b gridcell, code text) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_fill_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_fill(gridmap, gridcell, gridcell, text)
IS 'copy of a map with one terrain code in a rectangle, of which two opposite corners are given';

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
IS 'smallest map from (0,0) on with all cells given; where none is given it is @, out of bounds';

-- ---- many cells at once -----------------------------------------------------
-- The number of goals may come before the model, too; it has a name of its own,
-- for `k => 3` has to name one function. A model that is a literal could then be
-- either, so the last one takes it as the text that literals are first. Not
-- STRICT, so that the planner inlines them; the function below is.

CREATE FUNCTION fringe_nearest(map gridmap, start gridcell, goals gridcell[], number int, model gridmodel DEFAULT 'octile',
	OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 ROWS 1
BEGIN ATOMIC
	SELECT * FROM fringe_nearest(map, start, goals, model, number);
END;
COMMENT ON FUNCTION fringe_nearest(gridmap, gridcell, gridcell[], int, gridmodel)
IS 'so many of the nearest of the goals with the way there, nearest first; equally near ones in the order of gridcell';

CREATE FUNCTION fringe_nearest(map gridmap, start gridcell, goals gridcell[], model text, k int DEFAULT 1,
	OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 ROWS 1
BEGIN ATOMIC
	SELECT * FROM fringe_nearest(map, start, goals, model::gridmodel, k);
END;
COMMENT ON FUNCTION fringe_nearest(gridmap, gridcell, gridcell[], text, int)
IS 'the k nearest of the goals with the way there, nearest first; equally near ones in the order of gridcell';
