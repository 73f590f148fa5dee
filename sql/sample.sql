-- the tables of the manual's examples; test/tap/sample.pl compares them with the files of data
CREATE SCHEMA sample;
SET search_path = sample, public;
SELECT fringe_sample();
SELECT name, biome, gridmap_width(map) AS width, gridmap_height(map) AS height,
  count(s) AS scenarios, count(*) FILTER (WHERE optimal = 0) AS "no path"
FROM level LEFT JOIN scenario s ON s.level = name GROUP BY name ORDER BY name;
SELECT count(*) AS wrong FROM (SELECT optimal, coalesce(fringe_cost(map, start, goal, 'octile', 'sweep'), 0) AS cost
  FROM scenario JOIN level ON name = level OFFSET 0) s WHERE abs(optimal - cost) > 1e-8;

-- again: nothing changes, whatever the tables have
DELETE FROM level WHERE name <> 'grotto';
INSERT INTO level (name, map) VALUES ('own', gridmap(ARRAY['..']));
SELECT fringe_sample();
SELECT name FROM level ORDER BY name;
SELECT count(*) FROM scenario;

-- one of the two tables
DROP TABLE scenario;
SELECT fringe_sample();
DROP TABLE level;
SELECT fringe_sample();
DROP TABLE scenario, level;

-- something else of these names; nothing is created
CREATE TABLE level (name text);
SELECT fringe_sample();
COMMENT ON TABLE level IS 'my levels';
SELECT fringe_sample();
DROP TABLE level;
CREATE VIEW scenario AS SELECT 1 AS id;
SELECT fringe_sample();
SELECT count(*) FROM pg_class WHERE relnamespace = 'sample'::regnamespace;
DROP VIEW scenario;

-- only the current schema counts; names are quoted; the extension need not be on the path
CREATE SCHEMA "Other one";
SET search_path = "Other one";
SELECT public.fringe_sample();
SELECT count(*) FROM level;
SHOW search_path;
SET search_path = pg_temp, sample, public;
SELECT regexp_replace(fringe_sample(), 'pg_temp_\d+', 'pg_temp', 'g');
SELECT count(*) FROM pg_temp.scenario;
SELECT count(*) FROM pg_class WHERE relnamespace = 'sample'::regnamespace;

-- functions and types of others do not count, wherever they are
CREATE SCHEMA traps;
CREATE DOMAIN traps.gridmap AS int;
CREATE FUNCTION traps.gridmap_caves(int, int, float8, bigint) RETURNS public.gridmap LANGUAGE sql AS 'SELECT 1/0; SELECT NULL::public.gridmap';
CREATE FUNCTION public.gridmap_caves(int, int, numeric, int) RETURNS gridmap LANGUAGE sql AS 'SELECT 1/0; SELECT NULL::gridmap';
CREATE FUNCTION public.fringe_cost(gridmap, gridcell, gridcell) RETURNS float8 LANGUAGE sql AS 'SELECT 1/0.0';
SET search_path = traps, public;
SELECT fringe_sample();
DROP FUNCTION public.gridmap_caves(int, int, numeric, int), public.fringe_cost(public.gridmap, gridcell, gridcell);

-- no schema, no right to create, nothing to write
\set VERBOSITY sqlstate
SET search_path = nowhere;
SELECT public.fringe_sample();
SET search_path = public;
CREATE ROLE no_creator;
CREATE SCHEMA closed;
GRANT USAGE ON SCHEMA closed TO no_creator;
SET ROLE no_creator;
SET search_path = closed, public;
SELECT fringe_sample();
RESET ROLE;
BEGIN READ ONLY;
SELECT fringe_sample();
ROLLBACK;

-- an error leaves search_path as it was
CREATE TABLE closed.scenario_level ();
DO $$ BEGIN
  PERFORM fringe_sample();
  RAISE 'an index of the same name is no error';
EXCEPTION WHEN duplicate_table THEN
  PERFORM set_config('seen.path', current_setting('search_path'), false);
END $$;
SELECT current_setting('seen.path'), current_setting('search_path');
SELECT count(*) FROM pg_class WHERE relnamespace = 'closed'::regnamespace;
RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA sample, "Other one", traps, closed CASCADE;
DROP ROLE no_creator;
