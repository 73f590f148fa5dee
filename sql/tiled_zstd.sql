-- maps of Tiled that zstd compressed, in builds that read them
CREATE FUNCTION compressed(tiles int, data text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('layers', jsonb_build_array(jsonb_build_object('type', 'tilelayer', 'name', 'a', 'width', tiles, 'height', 1, 'encoding', 'base64', 'compression', 'zstd', 'data', data)))
$$;
SELECT fringe_ascii(gridmap_from_tiled(compressed(1, 'KLUv/SAEIQAALgAAAA==')));
SELECT gridmap_from_tiled(compressed(2, 'KLUv/SAEIQAALgAAAA=='));
CREATE FUNCTION refused(tiled jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE message text; detail text; hint text;
BEGIN
  RETURN fringe_ascii(gridmap_from_tiled(tiled));
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN concat_ws(E'\n', SQLSTATE || ' ' || message, regexp_replace(detail, '^(Zstandard): .*', '\1: what the library says.'), hint);
END $$;
SELECT refused(compressed(2, 'AAAAAA=='));
DROP FUNCTION compressed, refused;
