-- ==== rasters: numbers of all cells, and networks of sites =====================
-- COST: of a search from all starts, and of a matrix with a search per row.

CREATE FUNCTION fringe_surface(map gridmap, starts gridcell[], model gridmodel DEFAULT 'octile') RETURNS float8[]
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100000;
COMMENT ON FUNCTION fringe_surface(gridmap, gridcell[], gridmodel)
IS 'cost of each cell from the nearest start, as a two-dimensional array: a row per row of the map; NULL where no path leads';
CREATE FUNCTION gridfield_numbers(field gridfield) RETURNS float8[]
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40000;
COMMENT ON FUNCTION gridfield_numbers(gridfield)
IS 'cost of each cell to the nearest goal of a field, as a two-dimensional array: a row per row of the map; NULL where there is no path';

CREATE FUNCTION fringe_network(map gridmap, sites gridcell[], model gridmodel DEFAULT 'octile',
	OUT a int, OUT b int, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 400000 ROWS 10
SUPPORT fringe_tour_support;
COMMENT ON FUNCTION fringe_network(gridmap, gridcell[], gridmodel)
IS 'best paths that join all sites at the least total cost: the minimum spanning tree of the matrix of costs; a and b are positions in the array, and the path leads from a to b';

-- ---- tables for the key slope of a model -------------------------------------

CREATE FUNCTION fringe_slope(name text, "least" float8, "greatest" float8, step float8) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_slope(text, float8, float8, float8)
IS 'published function of slope, such as tobler, as a table of grades and factors for the key slope of a model';
