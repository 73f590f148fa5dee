-- maps from and to the files of other programs
--
-- The Makefile makes fringe_formats--VERSION.sql of the files in this folder. Readers are not STRICT: without a rule
-- a number is the ASCII code of a terrain code.

\echo Use "CREATE EXTENSION fringe_formats CASCADE" to load this file. \quit

-- ---- images ----------------------------------------------------------------

CREATE FUNCTION gridmap_from_png(png bytea, rule jsonb DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;
COMMENT ON FUNCTION gridmap_from_png(bytea, jsonb)
IS 'map from a PNG, one cell per pixel, by a rule from colours, greys and transparency to terrain codes';
CREATE FUNCTION gridmap_from_pgm(pgm bytea, rule jsonb DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_pgm(bytea, jsonb)
IS 'map from a PGM (P2 or P5), one cell per pixel, by a rule from greys to terrain codes';
CREATE FUNCTION gridmap_from_ros(yaml text, image bytea, rule jsonb DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_ros(text, bytea, jsonb)
IS 'map from the map.yaml and the PGM or PNG of ROS, by a rule from occupancy to terrain codes';
CREATE FUNCTION gridmap_ros_origin(yaml text, image bytea, OUT origin_x float8, OUT origin_y float8, OUT cell_size float8) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION gridmap_ros_origin(text, bytea)
IS 'upper-left corner of cell (0,0) and length of a cell''s side in the world of a map of ROS, for gridcell_at with y_up';
CREATE FUNCTION gridmap_to_pgm(map gridmap) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_to_pgm(gridmap) IS 'map as a PGM whose greys are the ASCII codes of the terrain codes';

-- ---- tables of numbers -----------------------------------------------------

CREATE FUNCTION gridmap_from_json(numbers jsonb, rule jsonb DEFAULT NULL, width int DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_json(jsonb, jsonb, int)
IS 'map from a JSON array of rows of numbers, or with a width of an array without rows, by a rule';
CREATE FUNCTION gridmap_from_json(numbers text, rule jsonb DEFAULT NULL, width int DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_from_json_text' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_json(text, jsonb, int) IS 'the same from the text of a JSON file';
CREATE FUNCTION gridmap_from_csv(csv text, rule jsonb DEFAULT NULL, delimiter text DEFAULT ',') RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_csv(text, jsonb, text) IS 'map from lines of numbers, by a rule';
CREATE FUNCTION gridmap_from_asc(grid text, rule jsonb DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_asc(text, jsonb) IS 'map from an ESRI ASCII grid, by a rule from numbers and NULL to terrain codes';
CREATE FUNCTION gridmap_asc_origin(grid text, OUT origin_x float8, OUT origin_y float8, OUT cell_size float8) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION gridmap_asc_origin(text)
IS 'upper-left corner of cell (0,0) and length of a cell''s side in the world of an ESRI ASCII grid, for gridcell_at with y_up';
CREATE FUNCTION fringe_asc(numbers float8[], origin_x float8 DEFAULT 0, origin_y float8 DEFAULT 0, cell_size float8 DEFAULT 1) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION fringe_asc(float8[], float8, float8, float8)
IS 'ESRI ASCII grid of a two-dimensional array, such as fringe_surface returns; NULL becomes NODATA_value, and the origin is the upper-left corner of cell (0,0)';
CREATE FUNCTION gridmap_to_asc(map gridmap, layer text, origin_x float8 DEFAULT 0, origin_y float8 DEFAULT 0, cell_size float8 DEFAULT 1,
	missing text DEFAULT '@') RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_to_asc(gridmap, text, float8, float8, float8, text)
IS 'ESRI ASCII grid of a layer of a map; cells with one of the codes in missing become NODATA_value; NULL without such a layer';

-- ---- maps of editors -------------------------------------------------------

CREATE FUNCTION gridmap_from_godot(scene text, rule jsonb DEFAULT NULL, layer text DEFAULT NULL, files jsonb DEFAULT NULL, layout text DEFAULT NULL)
RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_godot(text, jsonb, text, jsonb, text)
IS 'map from a scene of Godot, its first tile map, a named one or several layers, by a rule from tiles to terrain codes';
CREATE FUNCTION gridmap_from_godot(tile_map_data bytea, rule jsonb DEFAULT NULL, layout text DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_from_godot_bytes' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_godot(bytea, jsonb, text) IS 'map from tile_map_data of Godot, by a rule from tiles to terrain codes';
CREATE FUNCTION gridmap_godot_origin(scene text, rule jsonb DEFAULT NULL, layer text DEFAULT NULL, files jsonb DEFAULT NULL, layout text DEFAULT NULL)
RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_godot_origin(text, jsonb, text, jsonb, text)
IS 'the cell of Godot that is column 0 of row 0 of the map of a scene';
CREATE FUNCTION gridmap_godot_layout(scene text, rule jsonb DEFAULT NULL, layer text DEFAULT NULL, files jsonb DEFAULT NULL) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_godot_layout(text, jsonb, text, jsonb)
IS 'the layout of the cells of a scene of Godot, such as odd-r; NULL for squares';
CREATE FUNCTION gridmap_from_rexpaint(xp bytea, rule jsonb DEFAULT NULL, layer int DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_rexpaint(bytea, jsonb, int)
IS 'map from an .xp file of REXPaint, all layers or one, by a rule from colours and glyphs to terrain codes';
CREATE FUNCTION gridmap_from_tiled(tiled jsonb, rule jsonb DEFAULT NULL, layer text DEFAULT NULL, files jsonb DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_tiled(jsonb, jsonb, text, jsonb)
IS 'map from the JSON of Tiled: one layer of tiles or several, by a rule from tiles to terrain codes';
CREATE FUNCTION gridmap_from_tiled(tiled xml, rule jsonb DEFAULT NULL, layer text DEFAULT NULL, files jsonb DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_from_tiled_text' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_tiled(xml, jsonb, text, jsonb)
IS 'map from the XML of Tiled: one layer of tiles or several, by a rule from tiles to terrain codes';
CREATE FUNCTION gridmap_from_tiled(tiled text, rule jsonb DEFAULT NULL, layer text DEFAULT NULL, files jsonb DEFAULT NULL) RETURNS gridmap
AS 'MODULE_PATHNAME', 'gridmap_from_tiled_text' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_tiled(text, jsonb, text, jsonb)
IS 'map from a file of Tiled, XML or JSON: one layer of tiles or several, by a rule from tiles to terrain codes';
CREATE FUNCTION gridmap_tiled_objects(tiled jsonb, files jsonb DEFAULT NULL, OUT layer text, OUT id int, OUT name text, OUT class text,
	OUT cell gridcell, OUT width int, OUT height int, OUT shape text, OUT x float8, OUT y float8, OUT tile int, OUT points gridcell[],
	OUT properties jsonb) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION gridmap_tiled_objects(jsonb, jsonb) IS 'objects in the JSON of Tiled, with the cells that they cover';
CREATE FUNCTION gridmap_tiled_objects(tiled xml, files jsonb DEFAULT NULL, OUT layer text, OUT id int, OUT name text, OUT class text,
	OUT cell gridcell, OUT width int, OUT height int, OUT shape text, OUT x float8, OUT y float8, OUT tile int, OUT points gridcell[],
	OUT properties jsonb) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'gridmap_tiled_objects_text' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION gridmap_tiled_objects(xml, jsonb) IS 'objects in the XML of Tiled, with the cells that they cover';
CREATE FUNCTION gridmap_tiled_objects(tiled text, files jsonb DEFAULT NULL, OUT layer text, OUT id int, OUT name text, OUT class text,
	OUT cell gridcell, OUT width int, OUT height int, OUT shape text, OUT x float8, OUT y float8, OUT tile int, OUT points gridcell[],
	OUT properties jsonb) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'gridmap_tiled_objects_text' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION gridmap_tiled_objects(text, jsonb) IS 'objects in a file of Tiled, XML or JSON, with the cells that they cover';
CREATE FUNCTION gridmap_tiled_layout(tiled jsonb) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_tiled_layout(jsonb) IS 'the layout of a map in the JSON of Tiled, such as odd-r; NULL for squares';
CREATE FUNCTION gridmap_tiled_layout(tiled xml) RETURNS text
AS 'MODULE_PATHNAME', 'gridmap_tiled_layout_text' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_tiled_layout(xml) IS 'the layout of a map in the XML of Tiled, such as odd-r; NULL for squares';
CREATE FUNCTION gridmap_tiled_layout(tiled text) RETURNS text
AS 'MODULE_PATHNAME', 'gridmap_tiled_layout_text' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_tiled_layout(text) IS 'the layout of a map in a file of Tiled, XML or JSON, such as odd-r; NULL for squares';
CREATE FUNCTION gridmap_from_ldtk(ldtk jsonb, rule jsonb DEFAULT NULL, level text DEFAULT NULL, layer text DEFAULT NULL, files jsonb DEFAULT NULL)
RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_from_ldtk(jsonb, jsonb, text, text, jsonb)
IS 'map from a level of an LDtk project: one layer or several, by a rule from values or tiles to terrain codes';
CREATE FUNCTION gridmap_ldtk_levels(ldtk jsonb, map_layer text DEFAULT NULL, files jsonb DEFAULT NULL, OUT world text, OUT level text, OUT iid text,
	OUT cell gridcell, OUT width int, OUT height int, OUT depth int, OUT x int, OUT y int, OUT neighbours text[], OUT properties jsonb)
RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000 ROWS 20;
COMMENT ON FUNCTION gridmap_ldtk_levels(jsonb, text, jsonb) IS 'levels of an LDtk project, with their cells in the world';
CREATE FUNCTION gridmap_ldtk_entities(ldtk jsonb, in_level text DEFAULT NULL, map_layer text DEFAULT NULL, files jsonb DEFAULT NULL, OUT world text,
	OUT level text, OUT layer text, OUT iid text, OUT name text, OUT cell gridcell, OUT width int, OUT height int, OUT x float8, OUT y float8,
	OUT tags text[], OUT properties jsonb) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION gridmap_ldtk_entities(jsonb, text, text, jsonb) IS 'entities of an LDtk project, with the cells that they cover';
CREATE FUNCTION gridmap_to_tiled(map gridmap, image text DEFAULT 'terrain.png', tile_size int DEFAULT 16, rule jsonb DEFAULT NULL) RETURNS jsonb
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;
COMMENT ON FUNCTION gridmap_to_tiled(gridmap, text, int, jsonb)
IS 'map as JSON for Tiled, whose tiles have the numbers that the rule turns into terrain codes, without a rule the ASCII codes';

-- ---- types ------------------------------------------------------------------
-- search_path has the schema of this extension before that of fringe, and anybody may have types there
-- that are called gridmap or gridcell. PostgreSQL 15 lets no script name the schema of another extension.
-- So the types are compared now, when nobody can change them any more.

SET LOCAL search_path TO pg_catalog, pg_temp;
DO $$
DECLARE
	wrong text;
BEGIN
	SELECT format_type(t.oid, NULL) INTO wrong
	FROM pg_extension e JOIN pg_depend m ON m.refclassid = e.tableoid AND m.refobjid = e.oid AND m.deptype = 'e'
		JOIN pg_depend u ON u.classid = m.classid AND u.objid = m.objid AND u.refclassid = 'pg_type'::regclass
		JOIN pg_type t ON t.oid = u.refobjid
	WHERE e.extname = 'fringe_formats' AND NOT EXISTS (
		SELECT FROM pg_extension f JOIN pg_depend o ON o.refclassid = f.tableoid AND o.refobjid = f.oid AND o.deptype = 'e'
			JOIN pg_type k ON o.classid = k.tableoid AND o.objid = k.oid
		WHERE f.extname = 'fringe' AND t.oid IN (k.oid, k.typarray))
	ORDER BY 1 LIMIT 1;
	IF FOUND THEN
		RAISE invalid_schema_definition USING MESSAGE = format('type %s does not belong to the extension fringe', wrong),
			HINT = 'Create the extension fringe_formats in a schema without this type.';
	END IF;
END $$;
