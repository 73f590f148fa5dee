/*
 * search_context.c - all that a search needs except its cells
 *
 * These functions find or decode the map, and resolve the method on it. Then they get the
 * parts that the method reads: legal moves, jump planes, landmarks, a workspace. Each size is
 * checked against fringe.max_memory as soon as it is known.
 */
#include "pg/cache/search_context.h"

#include "access/parallel.h"
#include "funcapi.h"

/* ---- call sites -------------------------------------------------------------- */

CallSite *
fringe_call_site(FunctionCallInfo fcinfo)
{
	CallSite *site = fcinfo->flinfo->fn_extra;

	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(CallSite));
		fcinfo->flinfo->fn_extra = site;
	}
	return site;
}

TupleDesc
fringe_row_at(FunctionCallInfo fcinfo, CallSite *site)
{
	TupleDesc row;
	MemoryContext old;

	if (site->row)
		return site->row;
	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	site->row = BlessTupleDesc(CreateTupleDescCopy(row));
	MemoryContextSwitchTo(old);
	return site->row;
}

/* The method of a stored text; most calls of a site pass the text of the last one. */
static const ParsedMethod *
method_at(CallSite *site, struct varlena *stored)
{
	static uint64 last_id = 0;
	ParsedMethod *method = &site->method;
	size_t length = VARSIZE_ANY_EXHDR(stored);

	if (length == method->length &&
		memcmp(VARDATA_ANY(stored), method->text, length) == 0)
		return method;
	method->length = 0;
	method->method = gridmethod_parsed(stored);
	method->id = ++last_id;
	if (length <= sizeof method->text)
	{
		memcpy(method->text, VARDATA_ANY(stored), length);
		method->length = length;
	}
	return method;
}

/* ---- the time of an expansion ------------------------------------------------ */

/*
 * A search's time is estimated from its expansions: reading a clock takes as long as a short
 * search, and counts decide alike on every machine. The microseconds were measured on the
 * benchmark sets.
 */
#define SEARCH_US 0.3 /* of a search, besides its expansions */
#define FIRST_QUESTION_US 0.4

/*
 * Cells per obstacle edge: how far a jump goes. Larger values than MOST_OPEN make no
 * difference. UNCOUNTED is a usual value, for a map whose edges are not counted.
 */
#define MOST_OPEN 64
#define UNCOUNTED 16

static double
estimate_us_per_expansion(const fr_grid *grid, const fr_landmarks *landmarks,
						  const fr_method *method)
{
	uint64 passable = grid->shape.passable;
	uint64 edges = grid->shape.obstacle_edges;
	double openness = UNCOUNTED;

	if (passable > 0)
		openness = passable < MOST_OPEN * edges ? (double) passable / edges : MOST_OPEN;
	if (method->search == FR_VISIBILITY)
		return 0.17;
	if (method->search != FR_JUMP)
	{
		if (grid->terrain)
			return !landmarks ? 0.025 : landmarks->symmetric ? 0.045 : 0.055;
		return (landmarks ? 0.012 : 0.007) + 0.007 / openness;
	}
	if (grid->links)
		return 0.5;
	if (grid->terrain)
		return !landmarks ? 0.15 : landmarks->symmetric ? 0.3 : 0.4;
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
 * fit, it builds as many as do, with smaller entries, but not fewer than a search uses.
 * Searches for costs use them while the cache keeps them. After their eviction, both
 * conditions have to hold again.
 *
 * Landmarks change no cost, but they change which of several best paths is found. So paths
 * are searched for without them. Parallel workers build none, because they end with the
 * statement.
 */
#define LANDMARKS_PER_SEARCH 3
#define MIN_DETOUR 1.03 /* cost over obstacle-free distance from which landmarks pay */
#define LANDMARKS_US_PER_CELL 0.3
#define LANDMARKS_US_PER_WEIGHTED_CELL 0.8

static fr_method
method_with_landmarks(const fr_grid *grid)
{
	fr_method method = fr_method_auto();

	method.option[FR_HEURISTIC].digits = FR_HEURISTIC_ALTBEST;
	method.option[FR_BEST].digits = LANDMARKS_PER_SEARCH;
	method.option[FR_PLACE].digits = FR_PLACE_FARTHEST;
	return fr_method_resolve(&method, grid);
}

/*
 * Not on maps with links: there landmarks halve the number of expansions, but each takes longer
 * (bench/results/decisions.md).
 */
static bool
may_build_landmarks(const fr_grid *grid)
{
	return !IsParallelWorker() && !grid->links && !grid->costs.lengths;
}

/* The most bytes of landmarks, with the workspace and the legal moves that build them. */
static Size
landmarks_bytes(const fr_grid *grid, Size landmarks, Size entry)
{
	fr_method method = method_with_landmarks(grid);
	Size entries = (Size) grid->cells * (grid->terrain ? 2 : 1);

	return sizeof(fr_landmarks) + grid->cells + fr_search_size(grid->cells, &method) +
		   entries * landmarks * entry;
}

/* All of them, or the fewest that are worth building. */
static Size
all_landmarks_bytes(const fr_grid *grid)
{
	fr_method method = method_with_landmarks(grid);

	return landmarks_bytes(grid, method.option[FR_LANDMARKS].digits, sizeof(uint32));
}

static Size
fewest_landmarks_bytes(const fr_grid *grid)
{
	return landmarks_bytes(grid, LANDMARKS_PER_SEARCH, sizeof(uint16));
}

/* Is it time to build landmarks? */
static bool
landmarks_are_due(const SearchContext *context)
{
	const fr_grid *grid = context->grid;
	const SearchTotals *totals = &context->map->totals;
	double us_per_cell =
		grid->terrain ? LANDMARKS_US_PER_WEIGHTED_CELL : LANDMARKS_US_PER_CELL;

	return may_build_landmarks(grid) && totals->us >= grid->cells * us_per_cell &&
		   totals->cost > MIN_DETOUR * totals->distance && context->entry->kept &&
		   cache_free_bytes() >= fewest_landmarks_bytes(grid);
}

/* The landmarks that are there or due, as the method that uses them; false: none. */
static bool
find_auto_landmarks(const SearchContext *context, fr_method *method)
{
	const fr_grid *grid = context->grid;

	*method = method_with_landmarks(grid);
	if (!may_build_landmarks(grid))
		return false;
	if (cache_has_landmarks(context->entry, method))
		return true;
	method->option[FR_SEED].digits = SEED_OF_FITTING;
	if (cache_has_landmarks(context->entry, method))
		return true;
	if (!landmarks_are_due(context))
		return false;
	if (cache_free_bytes() >= all_landmarks_bytes(grid))
		*method = method_with_landmarks(grid);
	return true;
}

/* Would `auto` select the method of the map's last search for a cost again? */
static bool
auto_method_stays(const SearchContext *context, const fr_method *last)
{
	return fr_method_needs_landmarks(last) ? cache_has_landmarks(context->entry, last)
										   : !landmarks_are_due(context);
}

/* Searches for a cost by `auto` with landmarks, if they are there or due. */
static void
use_auto_landmarks(SearchContext *context)
{
	bool charging = cache_set_charging(false); /* no answer needs them */
	fr_method method;

	if (find_auto_landmarks(context, &method))
	{
		/* spent, even if the build fails */
		context->map->totals = (SearchTotals){0};
		*context->method = method;
		cache_need_parts(context->entry, &method, false);
		context->landmarks = cache_get_landmarks(context->entry, &method);
	}
	cache_set_charging(charging);
}

/* ---- the three kinds of searches --------------------------------------------- */

/* `sweep`: sweeps use the workspace, too. */
static uint32
nodes_for(const fr_grid *grid, const fr_method *method, bool sweep)
{
	uint32 nodes = fr_search_nodes(grid, method);

	return sweep ? Max(nodes, fr_sweep_nodes(grid)) : nodes;
}

static Size
workspace_size_for(uint32 nodes, const fr_method *method, bool sweep)
{
	return sweep ? fr_sweep_workspace_size(nodes, method)
				 : fr_workspace_size(nodes, method);
}

/* The most bytes that a search, or a sweep, uses. */
static Size
size_for(uint32 nodes, const fr_method *method, bool sweep)
{
	Size allocated = fr_search_size(nodes, method) - fr_workspace_size(nodes, method);

	return workspace_size_for(nodes, method, sweep) + allocated;
}

/* The last step for a whole map: the method may now be another one than was charged. */
static void
use_workspace(SearchContext *context, bool sweep)
{
	context->nodes = nodes_for(context->grid, context->method, sweep);
	if (sweep)
		context->sweep =
			cache_sweep_workspace(context->grid, context->nodes, context->method);
	context->workspace = sweep ? context->sweep.workspace
							   : cache_workspace(context->nodes, context->method);
	context->us_per_expansion =
		estimate_us_per_expansion(context->grid, context->landmarks, context->method);
}

/* A search on a whole map. `sweep`: sweeps follow, which by steps need the legal moves. */
static void
prepare_search(SearchContext *context, const fr_method *method, bool sweep)
{
	const fr_grid *grid = context->grid;
	fr_status fit = fr_method_fits(method, grid);
	uint32 nodes;
	Size size;

	if (fit != FR_OK)
		fringe_report_search(fit);
	*context->method = fr_method_resolve(method, grid);
	cache_need_parts(context->entry, context->method, sweep && !grid->costs.lengths);
	nodes = nodes_for(grid, context->method, sweep);
	size = size_for(nodes, context->method, sweep);
	cache_check_limit(size);
	context->landmarks = cache_get_landmarks(context->entry, context->method);
	cache_check_limit(size);
	context->bytes = cache_charged() + workspace_size_for(nodes, context->method, sweep);
	if (context->may_use_landmarks)
		use_auto_landmarks(context);
	use_workspace(context, sweep);
	cache_limit_sights(context->entry, context->bytes);
}

/* Charges the call for a cold question, which is by `jump`, and selects that method. */
static void
charge_first_question(SearchContext *context, const fr_method *method)
{
	CachedMap *map = context->map;

	if (map->cold_nodes == 0)
		map->cold_nodes = fr_online_nodes(context->grid, &fringe_poll);
	*context->method = *method;
	context->method->search = FR_JUMP;
	cache_check_limit(fr_search_size(map->cold_nodes, context->method));
	context->bytes =
		cache_charged() + fr_workspace_size(map->cold_nodes, context->method);
}

/* A cold question, on the rows of a map that is not whole. */
static void
prepare_first_question(SearchContext *context, const fr_method *method)
{
	charge_first_question(context, method);
	context->workspace = cache_workspace(context->map->cold_nodes, context->method);
	context->us_per_expansion = FIRST_QUESTION_US;
}

/*
 * A search on a whole map that a cold question could answer as well: the call is charged for
 * the cold question. If another method than `jump` exceeds the limit, `jump` searches.
 */
static void
prepare_in_place_of_first_question(SearchContext *context, const fr_method *method)
{
	const fr_grid *grid = context->grid;
	fr_method resolved = fr_method_resolve(method, grid);
	bool charging;

	charge_first_question(context, method);
	charging = cache_set_charging(false);
	if (resolved.search == FR_JUMP ||
		cache_charged() + fr_search_size(grid->cells, &resolved) <= FRINGE_MEMORY_LIMIT)
		*context->method = resolved;
	cache_need_parts(context->entry, context->method, false);
	cache_set_charging(charging);
	if (context->may_use_landmarks)
		use_auto_landmarks(context);
	use_workspace(context, false);
}

/* ---- getting a context ------------------------------------------------------- */

/* Begins a call and finds or decodes its map; `first`: a cold question can answer it. */
static void
begin_context(SearchContext *context, Datum map, struct varlena *model, bool first)
{
	cache_begin_call();
	*context = (SearchContext){.entry = cache_get_map(map, model, first)};
	context->map = context->entry->value;
	context->grid = context->map->grid;
	context->first = !context->map->whole;
}

/* Was the map's last search for the same method, and may it be done in the same way? */
static bool
plan_is_valid(const SearchContext *context, uint64 method_id, SearchWant want)
{
	const SearchPlan *plan = &context->map->plan;

	return plan->method_id == method_id && plan->want == want &&
		   plan->max_memory == fringe_max_memory && !context->first &&
		   (!context->may_use_landmarks || auto_method_stays(context, &plan->method));
}

const SearchContext *
search_context_get(FunctionCallInfo fcinfo, Datum map, Datum model, Datum method,
				   SearchWant want)
{
	CallSite *site = fringe_call_site(fcinfo);
	const ParsedMethod *parsed = method_at(site, PG_DETOAST_DATUM_PACKED(method));
	const fr_method *asked = &parsed->method;
	SearchContext *context = &site->search;
	SearchPlan *plan;

	/* every method finds the same cost; only an option, such as a limit, can end a search */
	bool any_search = asked->search == FR_AUTO ||
					  (asked->search == FR_JUMP && !fr_method_needs_landmarks(asked) &&
					   asked->option[FR_MAX_EXPANDED].digits == 0);
	bool first = want == WANT_COST && any_search;

	begin_context(context, map, PG_DETOAST_DATUM_PACKED(model), first);
	context->may_use_landmarks = want == WANT_COST && asked->search == FR_AUTO;
	plan = &context->map->plan;
	context->method = &plan->method;
	if (plan_is_valid(context, parsed->id, want))
	{
		context->nodes = plan->nodes;
		context->bytes = plan->bytes;
		context->us_per_expansion = plan->us_per_expansion;
		if (context->entry->grows)
		{
			cache_resize(context->entry);
			cache_limit_sights(context->entry, context->bytes);
		}
		context->landmarks = cache_get_landmarks(context->entry, context->method);
		context->workspace = cache_workspace(context->nodes, context->method);
	}
	else
	{
		plan->method_id = 0; /* in case of an error */
		if (context->first)
			prepare_first_question(context, asked);
		else
		{
			if (first && context->map->takes_cold)
				prepare_in_place_of_first_question(context, asked);
			else
				prepare_search(context, asked, false);
			plan->want = want;
			plan->max_memory = fringe_max_memory;
			plan->nodes = context->nodes;
			plan->bytes = context->bytes;
			plan->us_per_expansion = context->us_per_expansion;
			plan->method_id = parsed->id;
		}
	}
	context->map->calls++;
	return context;
}

static SearchContext
get_sweep(Datum map, struct varlena *model, const fr_method *method)
{
	SearchContext context;

	begin_context(&context, map, model, false);
	context.method = palloc(sizeof(fr_method));
	prepare_search(&context, method, true);
	context.map->calls++;
	INSTR_TIME_SET_CURRENT(context.began);
	return context;
}

SearchContext
search_context_goals(Datum map, struct varlena *model)
{
	fr_method method = fr_method_auto();

	return get_sweep(map, model, &method);
}

SearchContext
search_context_sweep_and_search(Datum map, struct varlena *model, const fr_method *method)
{
	SearchContext context = get_sweep(map, model, method);

	fringe_refuse_lines(context.grid);
	return context;
}

SearchContext
search_context_sweep(Datum map, struct varlena *model)
{
	fr_method method = fr_method_auto();

	return search_context_sweep_and_search(map, model, &method);
}

/* ---- statistics -------------------------------------------------------------- */

void
search_context_count(const SearchContext *context, const fr_query *query,
					 const fr_result *result)
{
	CachedMap *map = context->map;
	double us = SEARCH_US + result->expanded * context->us_per_expansion;

	map->search_us += us;
	if (context->first)
		map->cold_us += us;
	if (context->may_use_landmarks && !context->landmarks &&
		may_build_landmarks(context->grid))
	{
		map->totals.us += us;
		if (result->found && result->cost > 0)
		{
			map->totals.cost += result->cost;
			map->totals.distance +=
				fr_start_bound(context->grid, query->start, query->goal);
		}
	}
}

/* By the clock. */
void
search_context_count_sweep(SearchContext *context)
{
	context->map->search_us += fringe_us_since(context->began);
	INSTR_TIME_SET_CURRENT(context->began);
}
