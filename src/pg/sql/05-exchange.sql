-- ==== values of other programs ===============================================
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
CREATE FUNCTION gridpath_to_geojson(path gridpath, origin_x float8, origin_y float8, cell_width float8, cell_height float8,
	y_up bool DEFAULT false) RETURNS jsonb
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath_to_geojson(gridpath, float8, float8, float8, float8, bool)
IS 'path as a GeoJSON line through the centres of its cells, where cells are not squares';
CREATE FUNCTION gridpath_to_geojson(path gridpath, cell_size float8 DEFAULT 1,
	y_up bool DEFAULT false) RETURNS jsonb
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridpath_to_geojson(gridpath, float8, bool)
IS 'path as a GeoJSON line of the centres of its corners, where the upper-left corner of cell (0,0) is at (0,0)';

CREATE FUNCTION fringe_scenarios(scen text, OUT bucket int, OUT map text, OUT width int, OUT height int,
	OUT start gridcell, OUT goal gridcell, OUT optimal float8) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 1000;
COMMENT ON FUNCTION fringe_scenarios(text) IS 'rows of a Moving AI scenario file';
