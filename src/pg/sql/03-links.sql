-- ==== links ==================================================================

CREATE FUNCTION gridlink(start gridcell, goal gridcell, cost numeric DEFAULT 1, twoway bool DEFAULT false, code text DEFAULT NULL, sqrt2 bool DEFAULT false) RETURNS gridlink
AS 'MODULE_PATHNAME', 'gridlink_make' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION gridlink(gridcell, gridcell, numeric, bool, text, bool)
IS 'link between two cells, one way or both, with its cost in straight steps, or sqrt2 times as many, and a code by which models name it';
CREATE FUNCTION gridmap_link(map gridmap, links gridlink[]) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_link(gridmap, gridlink[]) IS 'copy of a map with these links, too';
CREATE FUNCTION gridmap_unlink(map gridmap, links gridlink[]) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_unlink(gridmap, gridlink[]) IS 'copy of a map without these links';
CREATE FUNCTION gridmap_unlink(map gridmap) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_unlink(gridmap) IS 'copy of a map without links';
CREATE FUNCTION gridmap_links(map gridmap, OUT link gridlink, OUT start gridcell, OUT goal gridcell,
	OUT twoway bool, OUT cost numeric, OUT code text, OUT sqrt2 bool) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 100;
COMMENT ON FUNCTION gridmap_links(gridmap)
IS 'links of a map in their order, with their ends, cost in straight steps, and code, NULL without one; sqrt2: the cost is sqrt2 times as much';

-- ---- floors -----------------------------------------------------------------

CREATE FUNCTION gridmap_floors(maps gridmap[]) RETURNS gridmap
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION gridmap_floors(gridmap[]) IS 'maps side by side as the floors of one, with their links; a column of the code | is between two';
CREATE FUNCTION gridmap_floor_cell(map gridmap, floor int, cell gridcell) RETURNS gridcell
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION gridmap_floor_cell(gridmap, int, gridcell) IS 'cell of a floor, numbered from 1 on, as a cell of the map of all floors';
CREATE FUNCTION gridmap_floor_of(map gridmap, cell gridcell, OUT floor int, OUT cell gridcell) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION gridmap_floor_of(gridmap, gridcell) IS 'floor of a cell of the map of all floors, and the cell there; NULLs between floors';

-- ---- links from text --------------------------------------------------------
-- Implicit or not as with cells.

CREATE CAST (text AS gridlink) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS gridlink) IS 'text of a link as a link';
CREATE CAST (varchar AS gridlink) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS gridlink) IS 'text of a link as a link';
CREATE FUNCTION gridlink_array(links text[]) RETURNS gridlink[]
AS 'MODULE_PATHNAME', 'gridlink_array_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridlink_array(text[]) IS 'links from their texts';
CREATE CAST (text[] AS gridlink[]) WITH FUNCTION gridlink_array(text[]) AS IMPLICIT;
COMMENT ON CAST (text[] AS gridlink[]) IS 'texts of links as links';
CREATE FUNCTION gridlink_array(links varchar[]) RETURNS gridlink[]
AS 'MODULE_PATHNAME', 'gridlink_array_from_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION gridlink_array(varchar[]) IS 'links from their texts';
CREATE CAST (varchar[] AS gridlink[]) WITH FUNCTION gridlink_array(varchar[]) AS IMPLICIT;
COMMENT ON CAST (varchar[] AS gridlink[]) IS 'texts of links as links';
