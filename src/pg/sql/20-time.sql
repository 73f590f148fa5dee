-- ==== agents in time: who is where in which tick ==============================

-- ---- gridbusy ---------------------------------------------------------------
-- 16 bytes by reference: the cell, the first tick, and the one after the last.

CREATE TYPE gridbusy;

CREATE FUNCTION gridbusy_in(cstring) RETURNS gridbusy
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_in(cstring) IS 'I/O';
CREATE FUNCTION gridbusy_out(gridbusy) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_out(gridbusy) IS 'I/O';
CREATE FUNCTION gridbusy_recv(internal) RETURNS gridbusy
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_recv(internal) IS 'I/O';
CREATE FUNCTION gridbusy_send(gridbusy) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_send(gridbusy) IS 'I/O';

CREATE TYPE gridbusy (
	INPUT = gridbusy_in, OUTPUT = gridbusy_out,
	RECEIVE = gridbusy_recv, SEND = gridbusy_send,
	INTERNALLENGTH = 16, ALIGNMENT = char
);
COMMENT ON TYPE gridbusy IS 'cell that is taken for some ticks: (3,4)@5..8 in the ticks 5, 6 and 7, (3,4)@5.. from tick 5 on for ever';

CREATE FUNCTION gridbusy_eq(gridbusy, gridbusy) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_eq(gridbusy, gridbusy) IS 'implementation of = operator';
CREATE FUNCTION gridbusy_ne(gridbusy, gridbusy) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_ne(gridbusy, gridbusy) IS 'implementation of <> operator';
CREATE FUNCTION gridbusy_lt(gridbusy, gridbusy) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_lt(gridbusy, gridbusy) IS 'implementation of < operator';
CREATE FUNCTION gridbusy_le(gridbusy, gridbusy) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_le(gridbusy, gridbusy) IS 'implementation of <= operator';
CREATE FUNCTION gridbusy_gt(gridbusy, gridbusy) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_gt(gridbusy, gridbusy) IS 'implementation of > operator';
CREATE FUNCTION gridbusy_ge(gridbusy, gridbusy) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_ge(gridbusy, gridbusy) IS 'implementation of >= operator';
CREATE FUNCTION gridbusy_cmp(gridbusy, gridbusy) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_cmp(gridbusy, gridbusy) IS 'less-equal-greater';
CREATE FUNCTION gridbusy_hash(gridbusy) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_hash(gridbusy) IS 'hash';
CREATE FUNCTION gridbusy_hash_extended(gridbusy, bigint) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_hash_extended(gridbusy, bigint) IS 'hash';

CREATE OPERATOR = (FUNCTION = gridbusy_eq, LEFTARG = gridbusy, RIGHTARG = gridbusy,
	COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR = (gridbusy, gridbusy) IS 'equal';
CREATE OPERATOR <> (FUNCTION = gridbusy_ne, LEFTARG = gridbusy, RIGHTARG = gridbusy,
	COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
COMMENT ON OPERATOR <> (gridbusy, gridbusy) IS 'not equal';
CREATE OPERATOR < (FUNCTION = gridbusy_lt, LEFTARG = gridbusy, RIGHTARG = gridbusy,
	COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
COMMENT ON OPERATOR < (gridbusy, gridbusy) IS 'less than';
CREATE OPERATOR <= (FUNCTION = gridbusy_le, LEFTARG = gridbusy, RIGHTARG = gridbusy,
	COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
COMMENT ON OPERATOR <= (gridbusy, gridbusy) IS 'less than or equal';
CREATE OPERATOR > (FUNCTION = gridbusy_gt, LEFTARG = gridbusy, RIGHTARG = gridbusy,
	COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
COMMENT ON OPERATOR > (gridbusy, gridbusy) IS 'greater than';
CREATE OPERATOR >= (FUNCTION = gridbusy_ge, LEFTARG = gridbusy, RIGHTARG = gridbusy,
	COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel);
COMMENT ON OPERATOR >= (gridbusy, gridbusy) IS 'greater than or equal';

CREATE OPERATOR CLASS gridbusy_ops DEFAULT FOR TYPE gridbusy USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 gridbusy_cmp(gridbusy, gridbusy), FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR CLASS gridbusy_ops USING btree IS 'order of gridbusy';
COMMENT ON OPERATOR FAMILY gridbusy_ops USING btree IS 'order of gridbusy';
CREATE OPERATOR CLASS gridbusy_ops DEFAULT FOR TYPE gridbusy USING hash AS
	OPERATOR 1 =, FUNCTION 1 gridbusy_hash(gridbusy), FUNCTION 2 gridbusy_hash_extended(gridbusy, bigint);
COMMENT ON OPERATOR CLASS gridbusy_ops USING hash IS 'hash of gridbusy';
COMMENT ON OPERATOR FAMILY gridbusy_ops USING hash IS 'hash of gridbusy';

CREATE FUNCTION gridbusy(cell gridcell, first int, until int DEFAULT NULL) RETURNS gridbusy
AS 'MODULE_PATHNAME', 'gridbusy_make' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy(gridcell, int, int) IS 'cell that is taken from a tick on until it is free again; for ever if no such tick is given';
CREATE FUNCTION gridbusy_cell(busy gridbusy) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_cell(gridbusy) IS 'cell that is taken';
CREATE FUNCTION gridbusy_first(busy gridbusy) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_first(gridbusy) IS 'first tick in which the cell is taken';
CREATE FUNCTION gridbusy_last(busy gridbusy) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_last(gridbusy) IS 'last tick in which the cell is taken; NULL if it is taken for ever';
CREATE FUNCTION int4range(busy gridbusy) RETURNS int4range
AS 'MODULE_PATHNAME', 'gridbusy_ticks' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION int4range(gridbusy) IS 'ticks in which the cell is taken';
CREATE CAST (gridbusy AS int4range) WITH FUNCTION int4range(gridbusy);
COMMENT ON CAST (gridbusy AS int4range) IS 'ticks in which the cell is taken';
CREATE CAST (text AS gridbusy) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS gridbusy) IS 'text of a taken cell as a taken cell';
CREATE CAST (varchar AS gridbusy) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS gridbusy) IS 'text of a taken cell as a taken cell';
CREATE FUNCTION gridbusy_array(busy text[]) RETURNS gridbusy[]
AS 'MODULE_PATHNAME', 'gridbusy_array_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridbusy_array(text[]) IS 'taken cells from their texts';
CREATE CAST (text[] AS gridbusy[]) WITH FUNCTION gridbusy_array(text[]) AS IMPLICIT;
COMMENT ON CAST (text[] AS gridbusy[]) IS 'texts of taken cells as taken cells';
CREATE FUNCTION gridbusy_array(busy varchar[]) RETURNS gridbusy[]
AS 'MODULE_PATHNAME', 'gridbusy_array_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridbusy_array(varchar[]) IS 'taken cells from their texts';
CREATE CAST (varchar[] AS gridbusy[]) WITH FUNCTION gridbusy_array(varchar[]) AS IMPLICIT;
COMMENT ON CAST (varchar[] AS gridbusy[]) IS 'texts of taken cells as taken cells';

-- ---- taken cells from rows -----------------------------------------------------

CREATE FUNCTION gridbusy_agg_step(internal, int, gridcell) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_agg_step(internal, int, gridcell) IS 'aggregate transition function';
CREATE FUNCTION gridbusy_agg_step(internal, int, gridcell, bigint) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_agg_step(internal, int, gridcell, bigint) IS 'aggregate transition function';
CREATE FUNCTION gridbusy_agg_combine(internal, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_agg_combine(internal, internal) IS 'aggregate combine function';
CREATE FUNCTION gridbusy_agg_serialize(internal) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_agg_serialize(internal) IS 'aggregate serial function';
CREATE FUNCTION gridbusy_agg_deserialize(bytea, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_agg_deserialize(bytea, internal) IS 'aggregate deserial function';
CREATE FUNCTION gridbusy_agg_final(internal) RETURNS gridbusy[]
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridbusy_agg_final(internal) IS 'aggregate final function';
CREATE AGGREGATE gridbusy_agg(tick int, cell gridcell) (
	SFUNC = gridbusy_agg_step, STYPE = internal, SSPACE = 65536,
	FINALFUNC = gridbusy_agg_final, COMBINEFUNC = gridbusy_agg_combine,
	SERIALFUNC = gridbusy_agg_serialize, DESERIALFUNC = gridbusy_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE gridbusy_agg(int, gridcell)
IS 'cells that an agent takes, from rows that say from which tick on it is in which cell; NULL: it has left';
CREATE AGGREGATE gridbusy_agg(tick int, cell gridcell, agent bigint) (
	SFUNC = gridbusy_agg_step, STYPE = internal, SSPACE = 65536,
	FINALFUNC = gridbusy_agg_final, COMBINEFUNC = gridbusy_agg_combine,
	SERIALFUNC = gridbusy_agg_serialize, DESERIALFUNC = gridbusy_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE gridbusy_agg(int, gridcell, bigint)
IS 'cells that agents take, from rows that say from which tick on each one is in which cell; NULL: it has left';

-- ---- timed paths ---------------------------------------------------------------
-- COST: a sweep of the map, and a search among its taken cells.

CREATE FUNCTION gridpath_ticks(path gridpath, map gridmap, model gridmodel, start_tick int DEFAULT 0,
	OUT tick int, OUT cell gridcell) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 ROWS 100;
COMMENT ON FUNCTION gridpath_ticks(gridpath, gridmap, gridmodel, int)
IS 'cells of a path with the tick from which on an agent is there, which takes as many ticks for a step as it costs; no rows if the path is not legal on the map';
CREATE FUNCTION fringe_timed_route(map gridmap, start gridcell, goal gridcell, model gridmodel, busy gridbusy[], start_tick int DEFAULT 0,
	OUT tick int, OUT cell gridcell) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20000 ROWS 100;
COMMENT ON FUNCTION fringe_timed_route(gridmap, gridcell, gridcell, gridmodel, gridbusy[], int)
IS 'path of earliest arrival, and of these one of the fewest steps, past cells that others take for some ticks: a row for each arrival in a cell and for the end of a wait there';

-- ---- who goes where ----------------------------------------------------------------
-- COST: as many sweeps as ten starts need.

CREATE FUNCTION fringe_assign(map gridmap, starts gridcell[], goals gridcell[], model gridmodel DEFAULT 'octile', "least" text DEFAULT 'sum',
	OUT start int, OUT goal int, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200000 ROWS 10;
COMMENT ON FUNCTION fringe_assign(gridmap, gridcell[], gridcell[], gridmodel, text)
IS 'a goal of its own for as many starts as possible, as positions in the arrays, with the least sum of costs, or with the least longest cost';
