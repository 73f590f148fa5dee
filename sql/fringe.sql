-- installs the extensions for the tests that follow; every object has a comment
CREATE EXTENSION fringe;
CREATE EXTENSION fringe_formats;

SELECT pg_describe_object(classid, objid, 0) AS "without a comment"
FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass
  AND refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'fringe%') AND deptype = 'e'
  AND classid NOT IN ('pg_amop'::regclass, 'pg_amproc'::regclass)
  AND obj_description(objid, classid::regclass::text) IS NULL
  AND pg_describe_object(classid, objid, 0) NOT LIKE '%[]'
ORDER BY 1;

-- for the tests that follow: counts rows that are not as they should be, and tells the first three
CREATE FUNCTION tell_failing(count bigint, row_of text) RETURNS bigint LANGUAGE plpgsql PARALLEL SAFE AS $$
BEGIN
  IF count < 3 THEN
    RAISE WARNING 'failing: %', row_of;
  END IF;
  RETURN count + 1;
END $$;
CREATE AGGREGATE failing(text) (SFUNC = tell_failing, STYPE = bigint, INITCOND = 0, COMBINEFUNC = int8pl, PARALLEL = SAFE);
SELECT failing(n::text) FILTER (WHERE n > 5) AS wrong FROM generate_series(1, 9) n;

-- for the tests that follow: a map of so many codes, which lie as a hash says: 1, 2, 4, 13 and 60 are of 0, 1, 2, 4 and 8 bits a cell
CREATE FUNCTION mixed_map(width int, height int, codes int) RETURNS gridmap LANGUAGE sql IMMUTABLE AS $$
  SELECT gridmap(array_agg(r ORDER BY y)) FROM (
    SELECT y, string_agg(chr(33 + abs(hashint4(1000 * y + x)) % codes), '' ORDER BY x) AS r
    FROM generate_series(0, width - 1) x, generate_series(0, height - 1) y GROUP BY y) rows $$;

-- for the tests that follow: a plan without the names of subplans, which differ between versions of PostgreSQL
CREATE FUNCTION plan_of(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS off) ' || query LOOP
    CONTINUE WHEN line ~ 'Params Evaluated|Replaces';
    RETURN NEXT regexp_replace(line, '(InitPlan|SubPlan) .*', '\1');
  END LOOP;
END $$;

-- the library is of the version that is installed; from PostgreSQL 18 on the server knows that
SELECT fringe_version() = extversion AS "same version" FROM pg_extension WHERE extname = 'fringe';
DO $$
DECLARE told text := fringe_version();
BEGIN
  IF current_setting('server_version_num')::int >= 180000 THEN
    EXECUTE $q$ SELECT version FROM pg_get_loaded_modules() WHERE module_name = 'fringe' $q$ INTO told;
  END IF;
  IF told IS DISTINCT FROM fringe_version() THEN
    RAISE 'the server knows version %', told;
  END IF;
END $$;

-- searches may run anywhere, and all but fringe_search and fringe_version are immutable
\pset format unaligned
SELECT p.oid::regprocedure, provolatile, proparallel, proisstrict
FROM pg_proc p WHERE proname ~ '^fringe_' ORDER BY p.oid::regprocedure::text COLLATE "C";
