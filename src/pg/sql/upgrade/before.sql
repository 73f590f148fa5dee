-- fringe 1.0 -> 1.1. The Makefile puts this script together: what changes objects of 1.0 that no CREATE changes, and
-- the statements of fringe--1.1.sql that fringe--1.0.sql lacks (differences.awk). An update gives the same catalog as a new
-- installation: test/tap/catalog.pl compares the two.

\echo Use "ALTER EXTENSION fringe UPDATE TO '1.1'" to load this file. \quit

-- A literal may be a map as well as an index, and was a map in version 1.0: of the two, which are a category of types,
-- the map is preferred. The catalog is written directly because no command changes these two properties of a type that
-- exists: ALTER TYPE ... SET refuses category and preferred, and dropping the type would drop its columns.
UPDATE pg_catalog.pg_type SET typcategory = 'g', typispreferred = true WHERE oid = 'gridmap'::pg_catalog.regtype::pg_catalog.oid;

ALTER TYPE fringe_result ADD ATTRIBUTE opened bigint CASCADE;
ALTER TYPE fringe_result ADD ATTRIBUTE tried bigint CASCADE, ADD ATTRIBUTE tried_last bigint CASCADE;

-- A view keeps the function that it was made with.
ALTER FUNCTION fringe_cache() RENAME TO fringe_cache_1_0;

