/*
 * search_plan.c - how a question about a map is answered: see search_plan.h
 */
#include "pg/cache/search_plan.h"

#include "access/parallel.h"

#include "pg/cache/cache.h"

/* ---- the time of an expansion ------------------------------------------------ */

/*
 * A search's time is estimated from its expansions: reading a clock takes as long as a short
 * search, and counts decide alike on every machine. The microseconds were measured on the
 * benchmark sets.
 */
#define COLD_US_PER_EXPANSION 0.4

/*
 * Cells per obstacle edge: how far a jump goes. Larger values than MOST_OPEN make no
 * difference. UNCOUNTED is a usual value, for a map whose edges are not counted.
 */
#define MOST_OPEN 64
#define UNCOUNTED 16

static double
estimate_us_per_expansion(const fr_grid *grid, const fr_method *method)
{
	uint64 passable = grid->shape.passable;
	uint64 edges = grid->shape.obstacle_edges;
	bool landmarks = fr_method_needs_landmarks(method);
	double openness = UNCOUNTED;

	if (passable > 0)
		openness = passable < MOST_OPEN * edges ? (double) passable / edges : MOST_OPEN;
	if (method->search == FR_VISIBILITY)
		return 0.17;
	if (method->search == FR_TURNS)
		return 0.15;
	if (method->search != FR_JUMP)
	{
		if (grid->terrain)
			return landmarks ? 0.05 : 0.025;
		return (landmarks ? 0.012 : 0.007) + 0.007 / openness;
	}
	if (grid->links)
		return 0.5;
	if (grid->terrain)
		return landmarks ? 0.35 : 0.15;
	return (landmarks ? 0.09 : 0.06) + 0.004 * openness;
}

/* ---- landmarks that `auto` builds -------------------------------------------- */

/*
 * `auto` builds landmarks of a map once two conditions hold.
 *
 * - Searches for costs took as long as building landmarks is expected to take. So building
 *   them at most doubles the total time (the ski rental problem).
 * - The paths cost more than the obstacle-free distance by a few percent. Landmarks improve
 *   that lower bound. On open ground it is nearly exact, so that landmarks would save few
 *   expansions and make each of them slower (bench/results/decisions.md). The ratio hardly
 *   depends on the length of the paths, which often come in order of length.
 *
 * `auto` builds landmarks only if they fit without evicting an entry. If not all of them
 * fit, it builds as many as do, with smaller entries, but not fewer than LEAST_LANDMARKS.
 * Searches for costs use them while the cache keeps them. After their eviction, both
 * conditions have to hold again.
 */
#define LEAST_LANDMARKS 3
#define MIN_DETOUR 1.03 /* cost over obstacle-free distance from which landmarks pay */
#define LANDMARKS_US_PER_CELL 0.3
#define LANDMARKS_US_PER_WEIGHTED_CELL 0.8

/*
 * Not on maps with links: there landmarks halve the number of expansions, but each takes longer
 * (bench/results/decisions.md). Not in parallel workers, which end with the statement.
 */
static bool
may_build_landmarks(const fr_grid *grid)
{
	return !IsParallelWorker() && !grid->links && !grid->costs.lengths &&
		   grid->costs.turn_max == 0 && grid->costs.points == 0;
}

/*
 * `jump` by corners of squares computes few bounds, so there all landmarks pay; elsewhere
 * LEAST_LANDMARKS of them are as fast or faster (bench/results/decisions.md).
 */
static fr_method
method_with_landmarks(const fr_grid *grid)
{
	const fr_method plain = fr_method_auto();
	fr_method method = plain;

	method.option[FR_HEURISTIC].digits = FR_HEURISTIC_ALTBEST;
	method.option[FR_BEST].digits = LEAST_LANDMARKS;
	method.option[FR_PLACE].digits = FR_PLACE_FARTHEST;
	method = fr_method_resolve(&method, grid);
	if (method.search == FR_JUMP && grid->costs.jumps == FR_OCTILE_JUMPS)
	{
		method.option[FR_HEURISTIC].digits = FR_HEURISTIC_ALT;
		method.option[FR_BEST] = plain.option[FR_BEST];
	}
	return method;
}

/* The most bytes of so many landmarks, with the workspace and the legal moves that build them. */
static Size
landmarks_bytes(const fr_grid *grid, const fr_method *method, Size landmarks, Size entry)
{
	Size entries = (Size) grid->cells * (grid->terrain ? 2 : 1);

	return sizeof(fr_landmarks) + grid->cells + fr_search_size(grid->cells, method) +
		   entries * landmarks * entry;
}

bool
search_landmarks_due(const CacheEntry *map)
{
	const CachedMap *cached = map->value;
	const fr_grid *grid = cached->grid;
	const SearchTotals *totals = &cached->totals;
	double us_per_cell =
		grid->terrain ? LANDMARKS_US_PER_WEIGHTED_CELL : LANDMARKS_US_PER_CELL;
	fr_method method;

	if (totals->us < grid->cells * us_per_cell ||
		totals->cost <= MIN_DETOUR * totals->distance || !map->kept)
		return false;
	method = method_with_landmarks(grid);
	return cache_free_bytes() >=
		   landmarks_bytes(grid, &method, LEAST_LANDMARKS, sizeof(uint16));
}

/* The method that uses the landmarks which are there or due; false: there are none. */
static bool
find_auto_landmarks(const CacheEntry *map, fr_method *method)
{
	const fr_grid *grid = ((CachedMap *) map->value)->grid;
	fr_method all = method_with_landmarks(grid);
	fr_method fitting = all;

	fitting.option[FR_SEED].digits = SEED_OF_FITTING;
	*method = all;
	if (cache_has_landmarks(map, &all))
		return true;
	*method = fitting;
	if (cache_has_landmarks(map, &fitting))
		return true;
	if (!search_landmarks_due(map))
		return false;
	if (cache_free_bytes() >=
		landmarks_bytes(grid, &all, all.option[FR_LANDMARKS].digits, sizeof(uint32)))
		*method = all;
	return true;
}

/* ---- plans ------------------------------------------------------------------- */

/* Only an option, such as a limit of expansions, can make the costs of searches differ. */
bool
search_may_be_cold(const fr_method *asked)
{
	return asked->search == FR_AUTO ||
		   (asked->search == FR_JUMP && !fr_method_needs_landmarks(asked) &&
			asked->option[FR_MAX_EXPANDED].digits == 0);
}

/* A sweep shares its workspace with the single searches of the same call. */
static uint32
nodes_for(const fr_grid *grid, const fr_method *method, bool sweep)
{
	uint32 nodes = fr_search_nodes(grid, method);

	return sweep ? Max(nodes, fr_sweep_nodes(grid)) : nodes;
}

/* Sets the nodes and bytes that a call is charged for the plan's search. */
static void
charge_search(SearchPlan *plan, uint32 nodes)
{
	Size workspace = fr_workspace_size(nodes, &plan->method);
	Size allocated = fr_search_size(nodes, &plan->method) - workspace;

	plan->nodes = nodes;
	plan->workspace_bytes = plan->question == QUESTION_SWEEP
								? fr_sweep_workspace_size(nodes, &plan->method)
								: workspace;
	plan->search_bytes = plan->workspace_bytes + allocated;
	cache_check_limit(plan->search_bytes);
}

/* Makes the parts of the map on the way, because some searches have a node per item of a part. */
SearchPlan
search_plan_make(CacheEntry *map, const fr_method *asked, SearchQuestion question)
{
	CachedMap *cached = map->value;
	const fr_grid *grid = cached->grid;
	bool sweep = question == QUESTION_SWEEP;
	SearchPlan plan = {.question = question, .max_memory = fringe_max_memory};
	fr_method resolved;
	fr_error error;

	if (fr_method_check(asked, grid, &error))
		fringe_report(&error, "gridmethod", NULL);
	if (!cached->whole)
		plan.way = WAY_COLD;
	else if (cached->takes_cold && question == QUESTION_COST && search_may_be_cold(asked))
		plan.way = WAY_WHOLE_CHARGED_COLD;
	else
		plan.way = WAY_WHOLE;
	if (fr_method_needs_landmarks(asked))
		plan.landmarks = LANDMARKS_OF_METHOD;
	else if (question == QUESTION_COST && asked->search == FR_AUTO &&
			 may_build_landmarks(grid))
		plan.landmarks = LANDMARKS_NOT_DUE;

	/* A cold question is answered by `jump`. */
	if (plan.way != WAY_WHOLE)
	{
		if (cached->cold_nodes == 0)
			cached->cold_nodes = fr_online_nodes(grid, &fringe_poll);
		plan.method = *asked;
		plan.method.search = FR_JUMP;
		charge_search(&plan, cached->cold_nodes);
	}
	if (plan.way == WAY_COLD)
	{
		plan.us_per_expansion = COLD_US_PER_EXPANSION;
		return plan;
	}

	resolved = fr_method_resolve(asked, grid);
	if (plan.way == WAY_WHOLE)
	{
		Size before = cache_charged();

		plan.method = resolved;
		/* by steps, a sweep reads the legal moves */
		cache_need_parts(map, &plan.method, sweep && !grid->costs.lengths, CHARGED);
		plan.parts.kept = cache_charged() - before;
		plan.parts.peak = plan.parts.kept; /* building them kept to the limit */
		charge_search(&plan, nodes_for(grid, &plan.method, sweep));
	}
	else
	{
		/* `jump` searches if another method exceeds the limit */
		if (resolved.search == FR_JUMP ||
			cache_charged() + fr_search_size(grid->cells, &resolved) <=
				fringe_memory_limit())
			plan.method = resolved;
		cache_need_parts(map, &plan.method, false, NOT_CHARGED);
	}

	if (plan.landmarks == LANDMARKS_NOT_DUE && find_auto_landmarks(map, &resolved))
	{
		plan.landmarks = LANDMARKS_OF_AUTO;
		plan.method = resolved;
		cached->totals = (SearchTotals){0}; /* spent, even if the build fails */
		cache_need_parts(map, &plan.method, false, NOT_CHARGED);
	}
	plan.nodes = nodes_for(grid, &plan.method, sweep);
	plan.us_per_expansion = estimate_us_per_expansion(grid, &plan.method);
	return plan;
}
