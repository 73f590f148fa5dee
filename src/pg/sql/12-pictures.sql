-- ==== pictures ===============================================================
-- COST: reading and drawing a map of 512 x 512 takes some milliseconds. Not STRICT: an argument that is
-- NULL is not given, but there is no picture without a map.

CREATE FUNCTION fringe_ascii(map gridmap, route gridpath DEFAULT NULL) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION fringe_ascii(gridmap, gridpath)
IS 'map as text with a path drawn on it: s the start, g the goal, * the cells between';

-- Without defaults, so that calls of the function of 1.0 stay unique.
CREATE FUNCTION fringe_ascii(map gridmap, route gridpath, floor int) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION fringe_ascii(gridmap, gridpath, int)
IS 'one floor of a map as text with the part of a path that is on it';

CREATE FUNCTION fringe_svg(map gridmap, route gridpath DEFAULT NULL, heat gridcell_value[] DEFAULT NULL,
	routes gridpath[] DEFAULT NULL, palette jsonb DEFAULT NULL, scale text DEFAULT 'linear',
	low float8 DEFAULT NULL, high float8 DEFAULT NULL, legend bool DEFAULT true, seconds float8 DEFAULT 0,
	title text DEFAULT NULL, unit text DEFAULT NULL, floors text[] DEFAULT NULL, labels jsonb DEFAULT NULL,
	model gridmodel DEFAULT 'octile', floor int DEFAULT NULL, layout text DEFAULT NULL,
	layer text DEFAULT NULL, shade text DEFAULT NULL) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;
COMMENT ON FUNCTION fringe_svg(gridmap, gridpath, gridcell_value[], gridpath[], jsonb, text, float8, float8, bool, float8, text, text, text[], jsonb, gridmodel, int, text, text, text)
IS 'map, or one floor of it, as an SVG, with a route, other routes and a heat; the legend has a title, a unit, names of floors and labels of codes, and tells walls of the model; animated if seconds are given; cells of a layout are hexagons or turned squares; layers are colours, relief, walls between cells and crosses';

CREATE FUNCTION fringe_png(map gridmap, route gridpath DEFAULT NULL, heat gridcell_value[] DEFAULT NULL,
	routes gridpath[] DEFAULT NULL, palette jsonb DEFAULT NULL, scale text DEFAULT 'linear',
	low float8 DEFAULT NULL, high float8 DEFAULT NULL, pixels int DEFAULT 512,
	floor int DEFAULT NULL, layout text DEFAULT NULL,
	layer text DEFAULT NULL, shade text DEFAULT NULL) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;
COMMENT ON FUNCTION fringe_png(gridmap, gridpath, gridcell_value[], gridpath[], jsonb, text, float8, float8, int, int, text, text, text)
IS 'map, or one floor of it, as a PNG, with a route, other routes and a heat; pixels is the length of its longer side; cells of a layout are hexagons or turned squares; layers are colours, relief, walls between cells and crosses';
