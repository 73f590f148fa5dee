-- ==== what a session keeps ===================================================

CREATE FUNCTION fringe_cache(OUT digest bytea, OUT width int, OUT height int, OUT model gridmodel,
	OUT bytes bigint, OUT hits bigint, OUT landmarks bigint, OUT landmark_bytes bigint, OUT landmark_ms float8,
	OUT indexes bigint, OUT index_bytes bigint, OUT index_ms float8, OUT kind text,
	OUT calls bigint, OUT search_ms float8)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_cache_indexed' LANGUAGE C VOLATILE PARALLEL RESTRICTED ROWS 10;
COMMENT ON FUNCTION fringe_cache()
IS 'decoded maps that this session keeps, with landmarks, indexes, and the calls and estimated time of searches since the map was decoded; and opened fields, whose digest is their own; most recently used first; only what you called with yourself, unless you are a member of pg_monitor';
CREATE FUNCTION fringe_cache_totals(OUT maps bigint, OUT map_bytes bigint, OUT workspace_bytes bigint,
	OUT hits bigint, OUT misses bigint, OUT evictions bigint) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION fringe_cache_totals() IS 'memory of what this session keeps, and statistics of maps, landmarks, indexes and fields; some are NULL if the session also worked for roles whose privileges you lack';
CREATE FUNCTION fringe_cache_reset() RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION fringe_cache_reset() IS 'drops all that this session keeps, returns the memory to the system, and resets the statistics';

-- A view of version 1.0 calls the function that it was made with.
CREATE FUNCTION fringe_cache_1_0(OUT digest bytea, OUT width int, OUT height int, OUT model gridmodel,
	OUT bytes bigint, OUT hits bigint, OUT landmarks bigint, OUT landmark_bytes bigint, OUT landmark_ms float8)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_cache' LANGUAGE C VOLATILE PARALLEL RESTRICTED ROWS 10;
COMMENT ON FUNCTION fringe_cache_1_0() IS 'fringe_cache() of version 1.0: views made with that version call it';

CREATE FUNCTION fringe_version() RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION fringe_version() IS 'version of the library; pg_extension has the version of the SQL objects';

-- ==== the tables of the manual's examples =====================================

CREATE FUNCTION fringe_sample() RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT COST 1000000;
COMMENT ON FUNCTION fringe_sample()
IS 'creates the tables level and scenario of the manual''s examples in the current schema, unless it has them';
