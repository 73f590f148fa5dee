-- ==== indexes ================================================================
-- COST: building an index of a game map of 512 x 512 takes about 0.2 s, a cost out of it 0.2 us, a route
-- 2 us.

CREATE FUNCTION fringe_index(map gridmap, model gridmodel DEFAULT 'octile', max_size text DEFAULT NULL) RETURNS gridindex
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 8000000;
COMMENT ON FUNCTION fringe_index(gridmap, gridmodel, text)
IS 'index of a map under a model, for costs and routes in about a microsecond; refused if larger than max_size, such as 6MB';
CREATE FUNCTION gridindex_info(index gridindex, OUT model gridmodel, OUT digest bytea, OUT width int, OUT height int,
	OUT form text, OUT subgoals int, OUT entries bigint, OUT bytes bigint, OUT parts jsonb) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION gridindex_info(gridindex)
IS 'facts about an index: its model, the digest of what the model reads of its map, the size of the map, its form, subgoals or hubs, entries of labels, and its bytes, in all and by part';
CREATE FUNCTION gridindex_matches(index gridindex, map gridmap) RETURNS bool
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION gridindex_matches(gridindex, gridmap) IS 'does the index answer for this map? Layers that its model does not name do not matter';

-- ---- answers out of an index ------------------------------------------------

CREATE FUNCTION fringe_cost(index gridindex, start gridcell, goal gridcell) RETURNS float8
AS 'MODULE_PATHNAME', 'fringe_cost_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION fringe_cost(gridindex, gridcell, gridcell)
IS 'cost of the best path, as on the map; NULL if there is no path';

CREATE FUNCTION fringe_route(index gridindex, start gridcell, goal gridcell) RETURNS gridpath
AS 'MODULE_PATHNAME', 'fringe_route_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_route(gridindex, gridcell, gridcell)
IS 'a best path as one value; NULL if there is no path';

CREATE FUNCTION fringe_path(index gridindex, start gridcell, goal gridcell,
	OUT seq int, OUT x int, OUT y int, OUT step_cost float8, OUT total_cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_path_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 100;
COMMENT ON FUNCTION fringe_path(gridindex, gridcell, gridcell)
IS 'a best path as rows, a cell each, start first; no rows if there is no path';

CREATE FUNCTION fringe_search(index gridindex, start gridcell, goal gridcell) RETURNS fringe_result
AS 'MODULE_PATHNAME', 'fringe_search_indexed' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fringe_search(gridindex, gridcell, gridcell)
IS 'a best path and the time it took; counters, memory and method are NULL, because nothing is searched';

CREATE FUNCTION fringe_connected(index gridindex, a gridcell, b gridcell) RETURNS bool
AS 'MODULE_PATHNAME', 'fringe_connected_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION fringe_connected(gridindex, gridcell, gridcell) IS 'is there a path between two cells?';

CREATE FUNCTION fringe_costs(index gridindex, start gridcell, goals gridcell[],
	OUT goal gridcell, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_costs_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10
SUPPORT fringe_goals_support;
COMMENT ON FUNCTION fringe_costs(gridindex, gridcell, gridcell[])
IS 'cost of the best path to each goal, in the order of the array; NULL if there is no path';

CREATE FUNCTION fringe_matrix(index gridindex, cells gridcell[],
	OUT start gridcell, OUT goal gridcell, OUT cost float8) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_matrix_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 100
SUPPORT fringe_matrix_support;
COMMENT ON FUNCTION fringe_matrix(gridindex, gridcell[])
IS 'cost of the best path from each cell to each, in the order of the array; NULL if there is no path';

CREATE FUNCTION fringe_nearest(index gridindex, start gridcell, goals gridcell[], k int DEFAULT 1,
	OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_nearest_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 ROWS 1
SUPPORT fringe_nearest_support;
COMMENT ON FUNCTION fringe_nearest(gridindex, gridcell, gridcell[], int)
IS 'the k nearest of the goals with a way there, nearest first; equally near ones in the order of gridcell';

CREATE FUNCTION fringe_nearest_within(index gridindex, start gridcell, goals gridcell[], within float8, k int DEFAULT 2147483647,
	OUT rank int, OUT goal gridcell, OUT cost float8, OUT route gridpath) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'fringe_nearest_within_indexed' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 ROWS 10
SUPPORT fringe_goals_support;
COMMENT ON FUNCTION fringe_nearest_within(gridindex, gridcell, gridcell[], float8, int)
IS 'the goals that cost at most so much, nearest first, at most k; equally near ones in the order of gridcell';
