-- fringe 1.0: the SQL objects, types first, then functions by what they are for

\echo Use "CREATE EXTENSION fringe" to load this file. \quit

-- ---- gridcell ---------------------------------------------------------------
-- int8 by value, y above x, x with its sign flipped: int8's operators order
-- cells by (y, x).

CREATE TYPE gridcell;

CREATE FUNCTION gridcell_in(cstring) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_in(cstring) IS 'I/O';
CREATE FUNCTION gridcell_out(gridcell) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_out(gridcell) IS 'I/O';
CREATE FUNCTION gridcell_recv(internal) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_recv(internal) IS 'I/O';
CREATE FUNCTION gridcell_send(gridcell) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_send(gridcell) IS 'I/O';

CREATE TYPE gridcell (
	INPUT = gridcell_in, OUTPUT = gridcell_out,
	RECEIVE = gridcell_recv, SEND = gridcell_send,
	LIKE = int8
);
COMMENT ON TYPE gridcell IS 'a cell of a grid, (x,y): x grows to the right, y downwards';

CREATE FUNCTION gridcell(x int, y int) RETURNS gridcell
AS 'MODULE_PATHNAME', 'gridcell_make' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell(int, int) IS 'the cell of column x, row y';
CREATE FUNCTION gridcell_x(cell gridcell) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_x(gridcell) IS 'column of a cell';
CREATE FUNCTION gridcell_y(cell gridcell) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_y(gridcell) IS 'row of a cell';

CREATE FUNCTION point(cell gridcell) RETURNS point
AS 'MODULE_PATHNAME', 'gridcell_to_point' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION point(gridcell) IS 'cell as a point';
CREATE FUNCTION gridcell(point) RETURNS gridcell
AS 'MODULE_PATHNAME', 'gridcell_from_point' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell(point) IS 'point as a cell; its coordinates must be integers';
CREATE CAST (gridcell AS point) WITH FUNCTION point(gridcell);
COMMENT ON CAST (gridcell AS point) IS 'cell as a point';
CREATE CAST (point AS gridcell) WITH FUNCTION gridcell(point);
COMMENT ON CAST (point AS gridcell) IS 'point as a cell; its coordinates must be integers';

CREATE FUNCTION gridcell_eq(gridcell, gridcell) RETURNS bool
AS 'int8eq' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_eq(gridcell, gridcell) IS 'implementation of = operator';
CREATE FUNCTION gridcell_ne(gridcell, gridcell) RETURNS bool
AS 'int8ne' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_ne(gridcell, gridcell) IS 'implementation of <> operator';
CREATE FUNCTION gridcell_lt(gridcell, gridcell) RETURNS bool
AS 'int8lt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_lt(gridcell, gridcell) IS 'implementation of < operator';
CREATE FUNCTION gridcell_le(gridcell, gridcell) RETURNS bool
AS 'int8le' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_le(gridcell, gridcell) IS 'implementation of <= operator';
CREATE FUNCTION gridcell_gt(gridcell, gridcell) RETURNS bool
AS 'int8gt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_gt(gridcell, gridcell) IS 'implementation of > operator';
CREATE FUNCTION gridcell_ge(gridcell, gridcell) RETURNS bool
AS 'int8ge' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_ge(gridcell, gridcell) IS 'implementation of >= operator';
CREATE FUNCTION gridcell_cmp(gridcell, gridcell) RETURNS int
AS 'btint8cmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_cmp(gridcell, gridcell) IS 'less-equal-greater';
CREATE FUNCTION gridcell_hash(gridcell) RETURNS int
AS 'hashint8' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_hash(gridcell) IS 'hash';
CREATE FUNCTION gridcell_hash_extended(gridcell, bigint) RETURNS bigint
AS 'hashint8extended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridcell_hash_extended(gridcell, bigint) IS 'hash';

CREATE OPERATOR = (FUNCTION = gridcell_eq, LEFTARG = gridcell, RIGHTARG = gridcell,
	COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR = (gridcell, gridcell) IS 'equal';
CREATE OPERATOR <> (FUNCTION = gridcell_ne, LEFTARG = gridcell, RIGHTARG = gridcell,
	COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
COMMENT ON OPERATOR <> (gridcell, gridcell) IS 'not equal';
CREATE OPERATOR < (FUNCTION = gridcell_lt, LEFTARG = gridcell, RIGHTARG = gridcell,
	COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
COMMENT ON OPERATOR < (gridcell, gridcell) IS 'less than';
CREATE OPERATOR <= (FUNCTION = gridcell_le, LEFTARG = gridcell, RIGHTARG = gridcell,
	COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
COMMENT ON OPERATOR <= (gridcell, gridcell) IS 'less than or equal';
CREATE OPERATOR > (FUNCTION = gridcell_gt, LEFTARG = gridcell, RIGHTARG = gridcell,
	COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
COMMENT ON OPERATOR > (gridcell, gridcell) IS 'greater than';
CREATE OPERATOR >= (FUNCTION = gridcell_ge, LEFTARG = gridcell, RIGHTARG = gridcell,
	COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel);
COMMENT ON OPERATOR >= (gridcell, gridcell) IS 'greater than or equal';

CREATE OPERATOR CLASS gridcell_ops DEFAULT FOR TYPE gridcell USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 gridcell_cmp(gridcell, gridcell);
COMMENT ON OPERATOR CLASS gridcell_ops USING btree IS 'order of gridcell';
COMMENT ON OPERATOR FAMILY gridcell_ops USING btree IS 'order of gridcell';
CREATE OPERATOR CLASS gridcell_ops DEFAULT FOR TYPE gridcell USING hash AS
	OPERATOR 1 =, FUNCTION 1 gridcell_hash(gridcell), FUNCTION 2 gridcell_hash_extended(gridcell, bigint);
COMMENT ON OPERATOR CLASS gridcell_ops USING hash IS 'hash of gridcell';
COMMENT ON OPERATOR FAMILY gridcell_ops USING hash IS 'hash of gridcell';

-- ---- gridmap ----------------------------------------------------------------
-- STORAGE external: maps are compact already, and the digest and size of a map
-- are read from its first chunk alone.

CREATE TYPE gridmap;

CREATE FUNCTION gridmap_in(cstring) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_in(cstring) IS 'I/O';
CREATE FUNCTION gridmap_out(gridmap) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_out(gridmap) IS 'I/O';
CREATE FUNCTION gridmap_recv(internal) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_recv(internal) IS 'I/O';
CREATE FUNCTION gridmap_send(gridmap) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_send(gridmap) IS 'I/O';

CREATE TYPE gridmap (
	INPUT = gridmap_in, OUTPUT = gridmap_out,
	RECEIVE = gridmap_recv, SEND = gridmap_send,
	INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external
);
COMMENT ON TYPE gridmap IS 'a rectangle of terrain codes; its text is a Moving AI map file';

CREATE CAST (gridmap AS text) WITH INOUT;
COMMENT ON CAST (gridmap AS text) IS 'map as the text of a Moving AI map file';
CREATE CAST (text AS gridmap) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS gridmap) IS 'text of a Moving AI map file as a map';

CREATE FUNCTION gridmap(codes text[]) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_from_rows' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap(text[]) IS 'map from its rows of terrain codes, a string a row';

CREATE FUNCTION gridmap_eq(gridmap, gridmap) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_eq(gridmap, gridmap) IS 'implementation of = operator';
CREATE FUNCTION gridmap_ne(gridmap, gridmap) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_ne(gridmap, gridmap) IS 'implementation of <> operator';
CREATE FUNCTION gridmap_hash(gridmap) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_hash(gridmap) IS 'hash';
CREATE FUNCTION gridmap_hash_extended(gridmap, bigint) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_hash_extended(gridmap, bigint) IS 'hash';
CREATE FUNCTION gridmap_lt(gridmap, gridmap) RETURNS bool
AS 'bytealt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_lt(gridmap, gridmap) IS 'implementation of < operator';
CREATE FUNCTION gridmap_le(gridmap, gridmap) RETURNS bool
AS 'byteale' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_le(gridmap, gridmap) IS 'implementation of <= operator';
CREATE FUNCTION gridmap_gt(gridmap, gridmap) RETURNS bool
AS 'byteagt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_gt(gridmap, gridmap) IS 'implementation of > operator';
CREATE FUNCTION gridmap_ge(gridmap, gridmap) RETURNS bool
AS 'byteage' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_ge(gridmap, gridmap) IS 'implementation of >= operator';
CREATE FUNCTION gridmap_cmp(gridmap, gridmap) RETURNS int
AS 'byteacmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_cmp(gridmap, gridmap) IS 'less-equal-greater';

CREATE OPERATOR = (FUNCTION = gridmap_eq, LEFTARG = gridmap, RIGHTARG = gridmap,
	COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR = (gridmap, gridmap) IS 'equal';
CREATE OPERATOR <> (FUNCTION = gridmap_ne, LEFTARG = gridmap, RIGHTARG = gridmap,
	COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
COMMENT ON OPERATOR <> (gridmap, gridmap) IS 'not equal';
CREATE OPERATOR < (FUNCTION = gridmap_lt, LEFTARG = gridmap, RIGHTARG = gridmap,
	COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
COMMENT ON OPERATOR < (gridmap, gridmap) IS 'less than';
CREATE OPERATOR <= (FUNCTION = gridmap_le, LEFTARG = gridmap, RIGHTARG = gridmap,
	COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
COMMENT ON OPERATOR <= (gridmap, gridmap) IS 'less than or equal';
CREATE OPERATOR > (FUNCTION = gridmap_gt, LEFTARG = gridmap, RIGHTARG = gridmap,
	COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
COMMENT ON OPERATOR > (gridmap, gridmap) IS 'greater than';
CREATE OPERATOR >= (FUNCTION = gridmap_ge, LEFTARG = gridmap, RIGHTARG = gridmap,
	COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel);
COMMENT ON OPERATOR >= (gridmap, gridmap) IS 'greater than or equal';

CREATE OPERATOR CLASS gridmap_ops DEFAULT FOR TYPE gridmap USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 gridmap_cmp(gridmap, gridmap);
COMMENT ON OPERATOR CLASS gridmap_ops USING btree IS 'order of gridmap';
COMMENT ON OPERATOR FAMILY gridmap_ops USING btree IS 'order of gridmap';
CREATE OPERATOR CLASS gridmap_ops DEFAULT FOR TYPE gridmap USING hash AS
	OPERATOR 1 =, FUNCTION 1 gridmap_hash(gridmap), FUNCTION 2 gridmap_hash_extended(gridmap, bigint);
COMMENT ON OPERATOR CLASS gridmap_ops USING hash IS 'hash of gridmap';
COMMENT ON OPERATOR FAMILY gridmap_ops USING hash IS 'hash of gridmap';

CREATE FUNCTION gridmap_digest(map gridmap) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_digest(gridmap) IS 'digest of a map, equal for equal maps: 16 bytes to index in place of the map';
CREATE FUNCTION gridmap_width(map gridmap) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_width(gridmap) IS 'number of columns of a map';
CREATE FUNCTION gridmap_height(map gridmap) RETURNS int
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmap_height(gridmap) IS 'number of rows of a map';
CREATE FUNCTION gridmap_code(map gridmap, cell gridcell) RETURNS "char"
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridmap_code(gridmap, gridcell) IS 'terrain code of a cell';
CREATE FUNCTION gridmap_cells(map gridmap, OUT x int, OUT y int, OUT code "char") RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 100000;
COMMENT ON FUNCTION gridmap_cells(gridmap) IS 'all cells of a map, row by row';
CREATE FUNCTION gridmap_codes(map gridmap, OUT code "char", OUT cells bigint) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5000 ROWS 5;
COMMENT ON FUNCTION gridmap_codes(gridmap) IS 'terrain codes that occur in a map, and how often';

CREATE FUNCTION gridmap_set(map gridmap, cells gridcell[], code "char") RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_set(gridmap, gridcell[], "char") IS 'copy of a map with one terrain code in all these cells';
CREATE FUNCTION gridmap_fill(map gridmap, a gridcell, b gridcell, code "char") RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_fill(gridmap, gridcell, gridcell, "char")
IS 'copy of a map with one terrain code in a rectangle, of which two opposite corners are given';
CREATE FUNCTION gridmap_crop(map gridmap, a gridcell, b gridcell) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_crop(gridmap, gridcell, gridcell)
IS 'rectangle of a map as a map, of which two opposite corners are given';

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

CREATE AGGREGATE gridmap_agg(cell gridcell, code "char") (
	SFUNC = gridmap_agg_step, STYPE = internal, SSPACE = 65536,
	FINALFUNC = gridmap_agg_final, COMBINEFUNC = gridmap_agg_combine,
	SERIALFUNC = gridmap_agg_serialize, DESERIALFUNC = gridmap_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE gridmap_agg(gridcell, "char")
IS 'smallest map from (0,0) on with all cells given; where none is given it is @, out of bounds';

-- ---- gridmap: generators ----------------------------------------------------

CREATE FUNCTION gridmap_walls(width int, height int, walls int, wall_length int, seed bigint) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_walls(int, int, int, int, bigint)
IS 'map with walls of one length at random places, in eight directions (Cazenave 2006)';
CREATE FUNCTION gridmap_rooms(width int, height int, room int, seed bigint) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_rooms(int, int, int, bigint) IS 'map of square rooms with random doors, all connected';
CREATE FUNCTION gridmap_maze(width int, height int, corridor int, seed bigint) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_maze(int, int, int, bigint) IS 'maze without loops, of corridors so many cells wide';
CREATE FUNCTION gridmap_caves(width int, height int, fill float8, seed bigint) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_caves(int, int, float8, bigint)
IS 'map of caves out of a cellular automaton that starts with so large a part blocked (0.45 is typical)';

-- ---- gridmodel --------------------------------------------------------------
-- Stored as its canonical text, as gridmethod is: text's output functions and
-- bytea's comparisons serve.

CREATE TYPE gridmodel;

CREATE FUNCTION gridmodel_in(cstring) RETURNS gridmodel
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_in(cstring) IS 'I/O';
CREATE FUNCTION gridmodel_out(gridmodel) RETURNS cstring
AS 'textout' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_out(gridmodel) IS 'I/O';
CREATE FUNCTION gridmodel_recv(internal) RETURNS gridmodel
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_recv(internal) IS 'I/O';
CREATE FUNCTION gridmodel_send(gridmodel) RETURNS bytea
AS 'textsend' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_send(gridmodel) IS 'I/O';

CREATE TYPE gridmodel (
	INPUT = gridmodel_in, OUTPUT = gridmodel_out,
	RECEIVE = gridmodel_recv, SEND = gridmodel_send,
	INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = extended
);
COMMENT ON TYPE gridmodel IS 'how an agent moves and what it pays: octile(straight=100, diagonal=150)';
CREATE FUNCTION gridmodel_eq(gridmodel, gridmodel) RETURNS bool
AS 'byteaeq' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_eq(gridmodel, gridmodel) IS 'implementation of = operator';
CREATE FUNCTION gridmodel_ne(gridmodel, gridmodel) RETURNS bool
AS 'byteane' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_ne(gridmodel, gridmodel) IS 'implementation of <> operator';
CREATE FUNCTION gridmodel_lt(gridmodel, gridmodel) RETURNS bool
AS 'bytealt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_lt(gridmodel, gridmodel) IS 'implementation of < operator';
CREATE FUNCTION gridmodel_le(gridmodel, gridmodel) RETURNS bool
AS 'byteale' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_le(gridmodel, gridmodel) IS 'implementation of <= operator';
CREATE FUNCTION gridmodel_gt(gridmodel, gridmodel) RETURNS bool
AS 'byteagt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_gt(gridmodel, gridmodel) IS 'implementation of > operator';
CREATE FUNCTION gridmodel_ge(gridmodel, gridmodel) RETURNS bool
AS 'byteage' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_ge(gridmodel, gridmodel) IS 'implementation of >= operator';
CREATE FUNCTION gridmodel_cmp(gridmodel, gridmodel) RETURNS int
AS 'byteacmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_cmp(gridmodel, gridmodel) IS 'less-equal-greater';
CREATE FUNCTION gridmodel_hash(gridmodel) RETURNS int
AS 'hashvarlena' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_hash(gridmodel) IS 'hash';
CREATE FUNCTION gridmodel_hash_extended(gridmodel, bigint) RETURNS bigint
AS 'hashvarlenaextended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmodel_hash_extended(gridmodel, bigint) IS 'hash';

CREATE OPERATOR = (FUNCTION = gridmodel_eq, LEFTARG = gridmodel, RIGHTARG = gridmodel,
	COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR = (gridmodel, gridmodel) IS 'equal';
CREATE OPERATOR <> (FUNCTION = gridmodel_ne, LEFTARG = gridmodel, RIGHTARG = gridmodel,
	COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
COMMENT ON OPERATOR <> (gridmodel, gridmodel) IS 'not equal';
CREATE OPERATOR < (FUNCTION = gridmodel_lt, LEFTARG = gridmodel, RIGHTARG = gridmodel,
	COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
COMMENT ON OPERATOR < (gridmodel, gridmodel) IS 'less than';
CREATE OPERATOR <= (FUNCTION = gridmodel_le, LEFTARG = gridmodel, RIGHTARG = gridmodel,
	COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
COMMENT ON OPERATOR <= (gridmodel, gridmodel) IS 'less than or equal';
CREATE OPERATOR > (FUNCTION = gridmodel_gt, LEFTARG = gridmodel, RIGHTARG = gridmodel,
	COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
COMMENT ON OPERATOR > (gridmodel, gridmodel) IS 'greater than';
CREATE OPERATOR >= (FUNCTION = gridmodel_ge, LEFTARG = gridmodel, RIGHTARG = gridmodel,
	COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel);
COMMENT ON OPERATOR >= (gridmodel, gridmodel) IS 'greater than or equal';

CREATE OPERATOR CLASS gridmodel_ops DEFAULT FOR TYPE gridmodel USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 gridmodel_cmp(gridmodel, gridmodel);
COMMENT ON OPERATOR CLASS gridmodel_ops USING btree IS 'order of gridmodel';
COMMENT ON OPERATOR FAMILY gridmodel_ops USING btree IS 'order of gridmodel';
CREATE OPERATOR CLASS gridmodel_ops DEFAULT FOR TYPE gridmodel USING hash AS
	OPERATOR 1 =, FUNCTION 1 gridmodel_hash(gridmodel), FUNCTION 2 gridmodel_hash_extended(gridmodel, bigint);
COMMENT ON OPERATOR CLASS gridmodel_ops USING hash IS 'hash of gridmodel';
COMMENT ON OPERATOR FAMILY gridmodel_ops USING hash IS 'hash of gridmodel';

-- ---- gridmethod -------------------------------------------------------------

CREATE TYPE gridmethod;

CREATE FUNCTION gridmethod_in(cstring) RETURNS gridmethod
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_in(cstring) IS 'I/O';
CREATE FUNCTION gridmethod_out(gridmethod) RETURNS cstring
AS 'textout' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_out(gridmethod) IS 'I/O';
CREATE FUNCTION gridmethod_recv(internal) RETURNS gridmethod
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_recv(internal) IS 'I/O';
CREATE FUNCTION gridmethod_send(gridmethod) RETURNS bytea
AS 'textsend' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_send(gridmethod) IS 'I/O';

CREATE TYPE gridmethod (
	INPUT = gridmethod_in, OUTPUT = gridmethod_out,
	RECEIVE = gridmethod_recv, SEND = gridmethod_send,
	INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = extended
);
COMMENT ON TYPE gridmethod IS 'which search, with its options: astar(open=stacks)';
CREATE FUNCTION gridmethod_eq(gridmethod, gridmethod) RETURNS bool
AS 'byteaeq' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_eq(gridmethod, gridmethod) IS 'implementation of = operator';
CREATE FUNCTION gridmethod_ne(gridmethod, gridmethod) RETURNS bool
AS 'byteane' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_ne(gridmethod, gridmethod) IS 'implementation of <> operator';
CREATE FUNCTION gridmethod_lt(gridmethod, gridmethod) RETURNS bool
AS 'bytealt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_lt(gridmethod, gridmethod) IS 'implementation of < operator';
CREATE FUNCTION gridmethod_le(gridmethod, gridmethod) RETURNS bool
AS 'byteale' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_le(gridmethod, gridmethod) IS 'implementation of <= operator';
CREATE FUNCTION gridmethod_gt(gridmethod, gridmethod) RETURNS bool
AS 'byteagt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_gt(gridmethod, gridmethod) IS 'implementation of > operator';
CREATE FUNCTION gridmethod_ge(gridmethod, gridmethod) RETURNS bool
AS 'byteage' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_ge(gridmethod, gridmethod) IS 'implementation of >= operator';
CREATE FUNCTION gridmethod_cmp(gridmethod, gridmethod) RETURNS int
AS 'byteacmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_cmp(gridmethod, gridmethod) IS 'less-equal-greater';
CREATE FUNCTION gridmethod_hash(gridmethod) RETURNS int
AS 'hashvarlena' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_hash(gridmethod) IS 'hash';
CREATE FUNCTION gridmethod_hash_extended(gridmethod, bigint) RETURNS bigint
AS 'hashvarlenaextended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridmethod_hash_extended(gridmethod, bigint) IS 'hash';

CREATE OPERATOR = (FUNCTION = gridmethod_eq, LEFTARG = gridmethod, RIGHTARG = gridmethod,
	COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR = (gridmethod, gridmethod) IS 'equal';
CREATE OPERATOR <> (FUNCTION = gridmethod_ne, LEFTARG = gridmethod, RIGHTARG = gridmethod,
	COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
COMMENT ON OPERATOR <> (gridmethod, gridmethod) IS 'not equal';
CREATE OPERATOR < (FUNCTION = gridmethod_lt, LEFTARG = gridmethod, RIGHTARG = gridmethod,
	COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
COMMENT ON OPERATOR < (gridmethod, gridmethod) IS 'less than';
CREATE OPERATOR <= (FUNCTION = gridmethod_le, LEFTARG = gridmethod, RIGHTARG = gridmethod,
	COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
COMMENT ON OPERATOR <= (gridmethod, gridmethod) IS 'less than or equal';
CREATE OPERATOR > (FUNCTION = gridmethod_gt, LEFTARG = gridmethod, RIGHTARG = gridmethod,
	COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
COMMENT ON OPERATOR > (gridmethod, gridmethod) IS 'greater than';
CREATE OPERATOR >= (FUNCTION = gridmethod_ge, LEFTARG = gridmethod, RIGHTARG = gridmethod,
	COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel);
COMMENT ON OPERATOR >= (gridmethod, gridmethod) IS 'greater than or equal';

CREATE OPERATOR CLASS gridmethod_ops DEFAULT FOR TYPE gridmethod USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 gridmethod_cmp(gridmethod, gridmethod);
COMMENT ON OPERATOR CLASS gridmethod_ops USING btree IS 'order of gridmethod';
COMMENT ON OPERATOR FAMILY gridmethod_ops USING btree IS 'order of gridmethod';
CREATE OPERATOR CLASS gridmethod_ops DEFAULT FOR TYPE gridmethod USING hash AS
	OPERATOR 1 =, FUNCTION 1 gridmethod_hash(gridmethod), FUNCTION 2 gridmethod_hash_extended(gridmethod, bigint);
COMMENT ON OPERATOR CLASS gridmethod_ops USING hash IS 'hash of gridmethod';
COMMENT ON OPERATOR FAMILY gridmethod_ops USING hash IS 'hash of gridmethod';

-- ---- gridpath ---------------------------------------------------------------

CREATE TYPE gridpath;

CREATE FUNCTION gridpath_in(cstring) RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_in(cstring) IS 'I/O';
CREATE FUNCTION gridpath_out(gridpath) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_out(gridpath) IS 'I/O';
CREATE FUNCTION gridpath_recv(internal) RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_recv(internal) IS 'I/O';
CREATE FUNCTION gridpath_send(gridpath) RETURNS bytea
AS 'byteasend' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_send(gridpath) IS 'I/O';

CREATE TYPE gridpath (
	INPUT = gridpath_in, OUTPUT = gridpath_out,
	RECEIVE = gridpath_recv, SEND = gridpath_send,
	INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = extended
);
COMMENT ON TYPE gridpath IS 'a path as its start and runs of moves: (3,4) E5 SE3 S2';
CREATE FUNCTION gridpath_eq(gridpath, gridpath) RETURNS bool
AS 'byteaeq' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_eq(gridpath, gridpath) IS 'implementation of = operator';
CREATE FUNCTION gridpath_ne(gridpath, gridpath) RETURNS bool
AS 'byteane' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_ne(gridpath, gridpath) IS 'implementation of <> operator';
CREATE FUNCTION gridpath_lt(gridpath, gridpath) RETURNS bool
AS 'bytealt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_lt(gridpath, gridpath) IS 'implementation of < operator';
CREATE FUNCTION gridpath_le(gridpath, gridpath) RETURNS bool
AS 'byteale' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_le(gridpath, gridpath) IS 'implementation of <= operator';
CREATE FUNCTION gridpath_gt(gridpath, gridpath) RETURNS bool
AS 'byteagt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_gt(gridpath, gridpath) IS 'implementation of > operator';
CREATE FUNCTION gridpath_ge(gridpath, gridpath) RETURNS bool
AS 'byteage' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_ge(gridpath, gridpath) IS 'implementation of >= operator';
CREATE FUNCTION gridpath_cmp(gridpath, gridpath) RETURNS int
AS 'byteacmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_cmp(gridpath, gridpath) IS 'less-equal-greater';
CREATE FUNCTION gridpath_hash(gridpath) RETURNS int
AS 'hashvarlena' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_hash(gridpath) IS 'hash';
CREATE FUNCTION gridpath_hash_extended(gridpath, bigint) RETURNS bigint
AS 'hashvarlenaextended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridpath_hash_extended(gridpath, bigint) IS 'hash';

CREATE OPERATOR = (FUNCTION = gridpath_eq, LEFTARG = gridpath, RIGHTARG = gridpath,
	COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR = (gridpath, gridpath) IS 'equal';
CREATE OPERATOR <> (FUNCTION = gridpath_ne, LEFTARG = gridpath, RIGHTARG = gridpath,
	COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
COMMENT ON OPERATOR <> (gridpath, gridpath) IS 'not equal';
CREATE OPERATOR < (FUNCTION = gridpath_lt, LEFTARG = gridpath, RIGHTARG = gridpath,
	COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
COMMENT ON OPERATOR < (gridpath, gridpath) IS 'less than';
CREATE OPERATOR <= (FUNCTION = gridpath_le, LEFTARG = gridpath, RIGHTARG = gridpath,
	COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
COMMENT ON OPERATOR <= (gridpath, gridpath) IS 'less than or equal';
CREATE OPERATOR > (FUNCTION = gridpath_gt, LEFTARG = gridpath, RIGHTARG = gridpath,
	COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
COMMENT ON OPERATOR > (gridpath, gridpath) IS 'greater than';
CREATE OPERATOR >= (FUNCTION = gridpath_ge, LEFTARG = gridpath, RIGHTARG = gridpath,
	COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel);
COMMENT ON OPERATOR >= (gridpath, gridpath) IS 'greater than or equal';

CREATE OPERATOR CLASS gridpath_ops DEFAULT FOR TYPE gridpath USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 gridpath_cmp(gridpath, gridpath);
COMMENT ON OPERATOR CLASS gridpath_ops USING btree IS 'order of gridpath';
COMMENT ON OPERATOR FAMILY gridpath_ops USING btree IS 'order of gridpath';
CREATE OPERATOR CLASS gridpath_ops DEFAULT FOR TYPE gridpath USING hash AS
	OPERATOR 1 =, FUNCTION 1 gridpath_hash(gridpath), FUNCTION 2 gridpath_hash_extended(gridpath, bigint);
COMMENT ON OPERATOR CLASS gridpath_ops USING hash IS 'hash of gridpath';
COMMENT ON OPERATOR FAMILY gridpath_ops USING hash IS 'hash of gridpath';

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
CREATE FUNCTION path(gridpath) RETURNS path
AS 'MODULE_PATHNAME', 'gridpath_to_path' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION path(gridpath) IS 'grid path as an open geometric path';
CREATE CAST (gridpath AS gridcell[]) WITH FUNCTION gridpath_cells(gridpath);
COMMENT ON CAST (gridpath AS gridcell[]) IS 'cells of a path, in order';
CREATE CAST (gridpath AS path) WITH FUNCTION path(gridpath);
COMMENT ON CAST (gridpath AS path) IS 'grid path as an open geometric path';

-- ---- searches ---------------------------------------------------------------
-- COST: a search of a game map of 512 x 512 takes about 12 us, some 500 times
-- cpu_operator_cost. ROWS: its path has some 250 cells. The support functions
-- scale both to a map that the planner knows.

CREATE FUNCTION fringe_area_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_area_support(internal) IS 'planner support: cost and rows by the area of the map';
CREATE FUNCTION fringe_path_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_path_support(internal) IS 'planner support: cost by the area of the map, rows by its sides';

CREATE TYPE fringe_result AS (
	found bool,
	cost float8,
	length int,
	iterations int,
	visited bigint,
	visited_last bigint,
	expanded bigint,
	expanded_last bigint,
	reopened bigint,
	open_peak bigint,
	memory_bytes bigint,
	search_us float8,
	complete bool,
	optimal bool,
	method gridmethod,
	route gridpath
);
COMMENT ON TYPE fringe_result IS 'answer and statistics of one search';
COMMENT ON COLUMN fringe_result.found IS 'a path was found';
COMMENT ON COLUMN fringe_result.cost IS 'cost of the path, in the unit of the model; NULL where there is none';
COMMENT ON COLUMN fringe_result.length IS 'cells on the path, start and goal included; NULL where there is none';
COMMENT ON COLUMN fringe_result.iterations IS 'limits on f that the search worked through';
COMMENT ON COLUMN fringe_result.visited IS 'nodes taken up and looked at';
COMMENT ON COLUMN fringe_result.visited_last IS 'nodes visited in the last iteration';
COMMENT ON COLUMN fringe_result.expanded IS 'visits that generated children';
COMMENT ON COLUMN fringe_result.expanded_last IS 'nodes expanded in the last iteration';
COMMENT ON COLUMN fringe_result.reopened IS 'expansions of nodes that had been expanded before';
COMMENT ON COLUMN fringe_result.open_peak IS 'most nodes that waited at once';
COMMENT ON COLUMN fringe_result.memory_bytes IS 'memory the search worked in, without the decoded map';
COMMENT ON COLUMN fringe_result.search_us IS 'time of the search, in microseconds';
COMMENT ON COLUMN fringe_result.complete IS 'no limit stopped the search';
COMMENT ON COLUMN fringe_result.optimal IS 'the method proves its answer optimal';
COMMENT ON COLUMN fringe_result.method IS 'method that ran: what auto chose, and astar for jump where the model does not allow it';
COMMENT ON COLUMN fringe_result.route IS 'the path; NULL where there is none';

CREATE FUNCTION fringe_path(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto',
	OUT seq int, OUT x int, OUT y int, OUT step_cost float8, OUT total_cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500 ROWS 250
SUPPORT fringe_path_support;
COMMENT ON FUNCTION fringe_path(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path as rows, a cell each, start first; no rows where there is none';

CREATE FUNCTION fringe_trace(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto',
	OUT seq bigint, OUT iteration int, OUT x int, OUT y int, OUT g float8, OUT f float8, OUT expanded bool)
RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5000 ROWS 10000
SUPPORT fringe_area_support;
COMMENT ON FUNCTION fringe_trace(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'every visit of a search, in order, with the node''s cell, g and f, and whether it generated children';

CREATE FUNCTION fringe_search(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS fringe_result
AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 500
SUPPORT fringe_area_support;
COMMENT ON FUNCTION fringe_search(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path with the statistics of the search that found it';

CREATE FUNCTION fringe_cost(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500
SUPPORT fringe_area_support;
COMMENT ON FUNCTION fringe_cost(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'cost of the best path; NULL where there is none';

CREATE FUNCTION fringe_route(map gridmap, start gridcell, goal gridcell,
	model gridmodel DEFAULT 'octile', method gridmethod DEFAULT 'auto') RETURNS gridpath
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500
SUPPORT fringe_area_support;
COMMENT ON FUNCTION fringe_route(gridmap, gridcell, gridcell, gridmodel, gridmethod)
IS 'best path as one value; NULL where there is none';

-- ---- stored paths -----------------------------------------------------------
-- COST: the walk along a path is short; what counts is looking up the map.

CREATE FUNCTION gridpath_cost(path gridpath, map gridmap, model gridmodel DEFAULT 'octile') RETURNS float8
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath_cost(gridpath, gridmap, gridmodel)
IS 'cost of a path on a map; NULL where the path is not legal there';
CREATE FUNCTION gridpath_valid(path gridpath, map gridmap, model gridmodel DEFAULT 'octile') RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath_valid(gridpath, gridmap, gridmodel)
IS 'is every step of a path legal on a map?';

-- ---- many cells at once -----------------------------------------------------
-- COST: a sweep over a game map of 512x512 takes about 1 ms, some 40,000 times
-- cpu_operator_cost. ROWS: for arrays of ten cells. The support functions scale
-- both to the map and the array that the planner knows.

CREATE FUNCTION fringe_goals_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_goals_support(internal) IS 'planner support: cost by the area of the map, a row for each goal';
CREATE FUNCTION fringe_matrix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_matrix_support(internal) IS 'planner support: cost by the area of the map and the cells, a row for each pair';
CREATE FUNCTION fringe_nearest_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION fringe_nearest_support(internal) IS 'planner support: cost by the area of the map, as many rows as are wanted';

CREATE FUNCTION fringe_costs(map gridmap, start gridcell, goals gridcell[], model gridmodel DEFAULT 'octile',
	OUT goal gridcell, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000 ROWS 10
SUPPORT fringe_goals_support;
COMMENT ON FUNCTION fringe_costs(gridmap, gridcell, gridcell[], gridmodel)
IS 'cost of the best path to each goal, in the order of the array; NULL where there is none';

CREATE FUNCTION fringe_matrix(map gridmap, cells gridcell[], model gridmodel DEFAULT 'octile',
	OUT start gridcell, OUT goal gridcell, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 400000 ROWS 100
SUPPORT fringe_matrix_support;
COMMENT ON FUNCTION fringe_matrix(gridmap, gridcell[], gridmodel)
IS 'cost of the best path from each cell to each, in the order of the array; NULL where there is none';

CREATE FUNCTION fringe_matrix_tsp(map gridmap, cells gridcell[], model gridmodel DEFAULT 'octile',
	OUT start_vid bigint, OUT end_vid bigint, OUT agg_cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 400000 ROWS 100
SUPPORT fringe_matrix_support;
COMMENT ON FUNCTION fringe_matrix_tsp(gridmap, gridcell[], gridmodel)
IS 'cost of the best path from each cell to each that it reaches, cells being places in the array from 1: the matrix that pgr_TSP of pgRouting takes';

CREATE FUNCTION fringe_nearest(map gridmap, start gridcell, goals gridcell[], model gridmodel DEFAULT 'octile',
	k int DEFAULT 1, OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 1
SUPPORT fringe_nearest_support;
COMMENT ON FUNCTION fringe_nearest(gridmap, gridcell, gridcell[], gridmodel, int)
IS 'the k nearest of the goals with the way there, nearest first; equally near ones in the order of gridcell';

CREATE FUNCTION fringe_reach(map gridmap, start gridcell, budget float8, model gridmodel DEFAULT 'octile',
	OUT x int, OUT y int, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100000 ROWS 10000
SUPPORT fringe_area_support;
COMMENT ON FUNCTION fringe_reach(gridmap, gridcell, float8, gridmodel)
IS 'every cell whose cost from start is at most the budget, row by row of the map';

CREATE FUNCTION fringe_connected(map gridmap, a gridcell, b gridcell, model gridmodel DEFAULT 'octile') RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_connected(gridmap, gridcell, gridcell, gridmodel)
IS 'is there a path between two cells? known from the decoded map, without a search';

CREATE FUNCTION fringe_components(map gridmap, model gridmodel DEFAULT 'octile',
	OUT component int, OUT cells bigint, OUT sample gridcell) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000 ROWS 10
SUPPORT fringe_area_support;
COMMENT ON FUNCTION fringe_components(gridmap, gridmodel)
IS 'the regions that no path leaves, by number of cells, the largest first, each with its first cell';

-- ---- scenarios and pictures -------------------------------------------------

CREATE FUNCTION fringe_scenarios(scen text, OUT bucket int, OUT map text, OUT width int, OUT height int,
	OUT start gridcell, OUT goal gridcell, OUT optimal float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 1000;
COMMENT ON FUNCTION fringe_scenarios(text) IS 'rows of a Moving AI scenario file';

CREATE FUNCTION fringe_ascii(map gridmap, route gridpath DEFAULT NULL) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION fringe_ascii(gridmap, gridpath)
IS 'map as text, a path drawn on it: s its start, g its goal, * the cells between';

-- ---- decoded maps -----------------------------------------------------------

CREATE FUNCTION fringe_cache(OUT digest bytea, OUT width int, OUT height int, OUT model gridmodel,
	OUT bytes bigint, OUT hits bigint, OUT landmarks bigint, OUT landmark_bytes bigint, OUT landmark_ms float8)
RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL RESTRICTED ROWS 10;
COMMENT ON FUNCTION fringe_cache() IS 'decoded maps that this session keeps, most recently used first';

CREATE FUNCTION fringe_cache_totals(OUT maps bigint, OUT map_bytes bigint, OUT workspace_bytes bigint,
	OUT hits bigint, OUT misses bigint, OUT evictions bigint) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION fringe_cache_totals() IS 'what the decoded maps of this session take, and how often they served';

CREATE FUNCTION fringe_cache_reset() RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION fringe_cache_reset() IS 'forgets all decoded maps, and the counts of their use';
