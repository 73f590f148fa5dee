-- ==== plans of many agents ===================================================
-- COST and ROWS: for a hundred agents on a game map.

CREATE FUNCTION fringe_plan(map gridmap, starts gridcell[], goals gridcell[], model gridmodel DEFAULT 'octile',
	ticks int DEFAULT NULL, improve interval DEFAULT NULL, seed bigint DEFAULT 0, configurations bigint DEFAULT NULL, priority text DEFAULT 'together',
	OUT agent int, OUT tick int, OUT cell gridcell) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 1000000 ROWS 10000;
COMMENT ON FUNCTION fringe_plan(gridmap, gridcell[], gridcell[], gridmodel, int, interval, bigint, bigint, text)
IS 'plan that brings all agents to their goals, a row per agent and tick: in each tick an agent makes a step or waits, and no two agents share a cell, exchange cells or cross; no rows if no plan was found';

CREATE FUNCTION fringe_plan_summary(map gridmap, starts gridcell[], goals gridcell[], model gridmodel DEFAULT 'octile',
	ticks int DEFAULT NULL, improve interval DEFAULT NULL, seed bigint DEFAULT 0, configurations bigint DEFAULT NULL, priority text DEFAULT 'together',
	OUT solved bool, OUT ticks int, OUT cost bigint, OUT loss bigint, OUT least_ticks int, OUT least_cost bigint,
	OUT complete bool, OUT configurations bigint, OUT search_us float8) RETURNS record
AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 1000000;
COMMENT ON FUNCTION fringe_plan_summary(gridmap, gridcell[], gridcell[], gridmodel, int, interval, bigint, bigint, text)
IS 'what the plan of fringe_plan costs, next to lower bounds: its ticks, the sum of the ticks until each agent arrives for good, and of the ticks in which agents are not at rest at their goals';

CREATE FUNCTION fringe_plan_conflicts(agents int[], ticks int[], cells gridcell[],
	map gridmap DEFAULT NULL, model gridmodel DEFAULT 'octile',
	OUT tick int, OUT conflict text, OUT agent int, OUT other int, OUT from_cell gridcell, OUT cell gridcell) RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10000 ROWS 10;
COMMENT ON FUNCTION fringe_plan_conflicts(int[], int[], gridcell[], gridmap, gridmodel)
IS 'where agents of any plan share a cell, exchange cells or cross, and, on a map, which steps are not legal';

CREATE FUNCTION fringe_plan_svg(map gridmap, agents int[], ticks int[], cells gridcell[], seconds float8 DEFAULT 0.4,
	title text DEFAULT NULL, layout text DEFAULT NULL) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;
COMMENT ON FUNCTION fringe_plan_svg(gridmap, int[], int[], gridcell[], float8, text, text)
IS 'animated SVG of a plan: a dot per agent moves over the map, and a ring marks the last cell of each; seconds is the time of a tick';
