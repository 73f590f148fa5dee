-- types: input and output, comparisons, operators and operator classes of each type
--
-- The Makefile concatenates these files, in the order of their numbers, to fringe--VERSION.sql. A new
-- installation runs that script. Shell types come first: a function may take a type that a later file completes.

\echo Use "CREATE EXTENSION fringe" to load this file. \quit

-- ---- gridcell ---------------------------------------------------------------
-- int8 by value, y above x, x with its sign flipped: int8's operators order cells by (y, x).

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

-- A gridcell is an int8 to btree: cells sort without calls of gridcell_cmp, and an index keeps equal cells once.
CREATE OPERATOR CLASS gridcell_ops DEFAULT FOR TYPE gridcell USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 gridcell_cmp(gridcell, gridcell), FUNCTION 2 btint8sortsupport(internal), FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR CLASS gridcell_ops USING btree IS 'order of gridcell';
COMMENT ON OPERATOR FAMILY gridcell_ops USING btree IS 'order of gridcell';
CREATE OPERATOR CLASS gridcell_ops DEFAULT FOR TYPE gridcell USING hash AS
	OPERATOR 1 =, FUNCTION 1 gridcell_hash(gridcell), FUNCTION 2 gridcell_hash_extended(gridcell, bigint);
COMMENT ON OPERATOR CLASS gridcell_ops USING hash IS 'hash of gridcell';
COMMENT ON OPERATOR FAMILY gridcell_ops USING hash IS 'hash of gridcell';

-- ---- gridmap ----------------------------------------------------------------
-- STORAGE external: maps are compact already. fringe reads the digest and size of a map from its first
-- chunk only.
-- CATEGORY, PREFERRED: a literal may be a map as well as an index, and was a map in version 1.0. The two
-- types are a category, in which the map is preferred.

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
	INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'g', PREFERRED = true
);
COMMENT ON TYPE gridmap IS 'a rectangle of terrain codes; its text is a Moving AI map file or only its rows';

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

-- ---- gridlink ---------------------------------------------------------------
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

-- ---- gridmodel --------------------------------------------------------------
-- Stored as its canonical text, as gridmethod is: text's output functions and bytea's comparisons serve.

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
COMMENT ON TYPE gridmodel IS 'movement model, the rules and costs of moves: octile(straight=100, diagonal=150)';

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
COMMENT ON TYPE gridmethod IS 'search method with its options: astar(open=stacks)';

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

-- ---- gridfield --------------------------------------------------------------
-- STORAGE external: fields are compact already. fringe reads their digest from the first chunk only.
-- Digest and size have the places that they have in a gridmap, so functions of gridmap send, compare and
-- hash fields.

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

-- ---- gridindex --------------------------------------------------------------
-- STORAGE external: an index hardly compresses, and fringe must read it fast. Digest and size have the
-- places that they have in a gridmap.

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

-- ---- rows -------------------------------------------------------------------

CREATE TYPE gridcell_extent AS (low gridcell, high gridcell);
COMMENT ON TYPE gridcell_extent IS 'smallest rectangle around cells: the corners of least and of greatest x and y';
COMMENT ON COLUMN gridcell_extent.low IS 'least x and least y';
COMMENT ON COLUMN gridcell_extent.high IS 'greatest x and greatest y';

CREATE TYPE gridcell_value AS (cell gridcell, value float8);
COMMENT ON TYPE gridcell_value IS 'a cell and its value: an element of the heat of a picture';
COMMENT ON COLUMN gridcell_value.cell IS 'cell of a map';
COMMENT ON COLUMN gridcell_value.value IS 'cost, count, owner or any other number to draw';

-- A column that a later version adds comes last: rows of earlier versions may be stored.
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
	route gridpath,
	opened bigint,
	tried bigint,
	tried_last bigint
);
COMMENT ON TYPE fringe_result IS 'result and statistics of one search';
COMMENT ON COLUMN fringe_result.found IS 'a path was found';
COMMENT ON COLUMN fringe_result.cost IS 'cost of the path, in the unit of the model; NULL if there is no path';
COMMENT ON COLUMN fringe_result.length IS 'cells on the path, start and goal included; NULL if there is no path';
COMMENT ON COLUMN fringe_result.iterations IS 'iterations of the search, each with a limit on f';
COMMENT ON COLUMN fringe_result.visited IS 'nodes visited';
COMMENT ON COLUMN fringe_result.visited_last IS 'nodes visited in the last iteration';
COMMENT ON COLUMN fringe_result.expanded IS 'nodes expanded: visits that generated children';
COMMENT ON COLUMN fringe_result.expanded_last IS 'nodes expanded in the last iteration';
COMMENT ON COLUMN fringe_result.reopened IS 'expansions of nodes that had been expanded before';
COMMENT ON COLUMN fringe_result.open_peak IS 'largest number of nodes in the open list';
COMMENT ON COLUMN fringe_result.memory_bytes IS 'memory of the search in bytes, without the decoded map';
COMMENT ON COLUMN fringe_result.search_us IS 'time of the search, in microseconds';
COMMENT ON COLUMN fringe_result.complete IS 'the search was not stopped by a limit';
COMMENT ON COLUMN fringe_result.optimal IS 'the result is proven optimal';
COMMENT ON COLUMN fringe_result.method IS 'method that ran: the choice of auto, or astar if the model does not allow jump';
COMMENT ON COLUMN fringe_result.route IS 'the path; NULL if there is none';
COMMENT ON COLUMN fringe_result.opened IS 'nodes put on the open list, once for each cheaper way to a cell; calls of idastar';
COMMENT ON COLUMN fringe_result.tried IS 'moves that idastar tried, those that were cut included; NULL for other methods';
COMMENT ON COLUMN fringe_result.tried_last IS 'moves tried in the last iteration';
