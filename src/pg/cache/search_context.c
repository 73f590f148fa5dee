/*
 * search_context.c - prepare a search
 *
 * Decodes the map, resolves the method on it, checks memory with the sizes then known,
 * and makes what the method needs: legal moves, jumps, landmarks, a workspace. The call is
 * charged as if nothing were kept.
 */
#include "pg/cache/search_context.h"

#include "access/parallel.h"
#include "funcapi.h"

/* ---- call sites ---------------------------------------------------------- */

CallSite *
fringe_make_site(FunctionCallInfo fcinfo)
{
	CallSite *site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(CallSite));

	fcinfo->flinfo->fn_extra = site;
	return site;
}

/* The row type that a function returns, looked up once. */
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

/* The method of a stored text; parsed only if it differs from the last call's. */
const ParsedMethod *
fringe_method_at(CallSite *site, struct varlena *stored)
{
	static uint64 parsed = 0;
	ParsedMethod *method = &site->method;
	size_t length = VARSIZE_ANY_EXHDR(stored);

	if (length == method->length &&
		memcmp(VARDATA_ANY(stored), method->text, length) == 0)
		return method;
	method->length = 0;
	method->method = gridmethod_parsed(stored);
	method->number = ++parsed;
	if (length <= sizeof method->text)
	{
		memcpy(method->text, VARDATA_ANY(stored), length);
		method->length = length;
	}
	return method;
}

/* ---- landmarks that `auto` builds ---------------------------------------- */

/*
 * `auto` builds landmarks of a map once both of these hold:
 *
 * - Searches for costs took as long as building landmarks is expected to take, so that
 *   building them at most doubles the total time. The time of a search is estimated from
 *   its expansions: reading a clock takes as long as a short search, and counts decide
 *   alike on every machine.
 * - The paths cost more than the obstacle-free distance by a few percent. Landmarks improve
 *   that lower bound. On open ground it is nearly exact, so that landmarks would save few
 *   expansions and make each of them slower (bench/results/decisions.md). The ratio hardly depends on
 *   the length of the paths, which often come in order of length.
 *
 * They are built if they fit without evicting anything. Searches for costs use them while
 * the cache keeps them. After their eviction, searches have to earn them again.
 *
 * Landmarks change no cost, but which of several best paths is found. So paths are
 * searched for without them. Parallel workers build none, because they end with the
 * statement.
 */

#define BEST 3		/* landmarks that a search uses */
#define DETOUR 1.03 /* cost over obstacle-free distance from which landmarks pay */

/* The time of building landmarks, per cell of the map. */
#define LANDMARKS_US_A_CELL 0.3
#define LANDMARKS_US_A_WEIGHTED_CELL 0.8

static SearchTotals *
totals_of(const CacheEntry *map)
{
	return &((DecodedMap *) map->value)->totals;
}

static fr_method
with_landmarks(const fr_grid *grid)
{
	fr_method method = fr_method_auto();

	method.option[FR_HEURISTIC].digits = FR_HEURISTIC_ALTBEST;
	method.option[FR_BEST].digits = BEST;
	method.option[FR_PLACE].digits = FR_PLACE_FARTHEST;
	return fr_method_resolve(&method, grid);
}

static double
expected_us(const fr_grid *grid)
{
	return grid->cells *
		   (grid->terrain ? LANDMARKS_US_A_WEIGHTED_CELL : LANDMARKS_US_A_CELL);
}

/* The most that landmarks take, with the workspace and the legal moves that build them. */
static Size
expected_bytes(const fr_grid *grid, const fr_method *method)
{
	Size entries = grid->cells * (grid->terrain ? 2 : 1);

	return sizeof(fr_landmarks) + grid->cells + fr_search_size(grid->cells, method) +
		   entries * method->option[FR_LANDMARKS].digits * sizeof(uint32);
}

/* Not with links: there they halve expansions, but each takes longer (bench/results/decisions.md). */
static bool
are_allowed(const fr_grid *grid)
{
	return !IsParallelWorker() && !grid->links && !grid->costs.lengths;
}

static bool
are_earned(const CacheEntry *map)
{
	const SearchTotals *totals = totals_of(map);

	return totals->us >= expected_us(map_grid(map)) &&
		   totals->cost > DETOUR * totals->distance;
}

static bool
fit_without_eviction(const CacheEntry *map)
{
	const fr_grid *grid = map_grid(map);
	fr_method method = with_landmarks(grid);

	return map->kept &&
		   cache_free_bytes() + cache_workspace_bytes() >= expected_bytes(grid, &method);
}

static bool
are_due(const CacheEntry *map)
{
	return are_allowed(map_grid(map)) && are_earned(map) && fit_without_eviction(map);
}

/*
 * The method for a search that returns only a cost, where `resolved` searches for paths:
 * with landmarks if they are there, or are to be built now.
 */
static fr_method
auto_method(CacheEntry *map, const fr_method *resolved)
{
	fr_method method = with_landmarks(map_grid(map));

	if (!are_allowed(map_grid(map)))
		return *resolved;
	if (!cache_has_landmarks(map, &method) && !are_due(map))
		return *resolved;
	*totals_of(map) = (SearchTotals){0}; /* spent, even if the build fails */
	return method;
}

/* Would auto_method select the method that the map's last search for a cost used? */
static bool
auto_method_stays(const CacheEntry *map, const fr_method *last)
{
	return fr_method_needs_landmarks(last) ? cache_has_landmarks(map, last)
										   : !are_due(map);
}

/* A search for a cost by `auto` has taken this time. */
static void
auto_count(const SearchContext *search, const fr_query *query, const fr_result *result,
		   double microseconds)
{
	SearchTotals *totals = totals_of(search->map);

	if (search->landmark_entry || !are_allowed(search->grid))
		return;
	totals->us += microseconds;
	if (!result->found || result->cost == 0)
		return; /* adds to neither sum */
	totals->cost += result->cost;
	totals->distance +=
		fr_obstacle_free_distance(search->grid, query->start, query->goal);
}

/* ---- preparing a search -------------------------------------------------- */

/* ---- what an expansion takes ---------------------------------------------- */

/*
 * Cells a side of an obstacle: how far a jump goes. More than some make no difference; of
 * a map not yet counted, a usual value.
 */
#define OPEN 64
#define USUAL 16

static double
cells_a_side(const fr_grid *grid)
{
	if (grid->shape.passable == 0)
		return USUAL;
	return grid->shape.passable < OPEN * (uint64) grid->shape.obstacle_edges
			   ? (double) grid->shape.passable / grid->shape.obstacle_edges
			   : OPEN;
}

static double
us_a_jump(const SearchContext *search)
{
	const fr_grid *grid = search->grid;
	const fr_landmarks *landmark_entry = search->landmarks;

	if (grid->links)
		return 0.5;
	if (grid->terrain)
		return !landmark_entry ? 0.15 : landmark_entry->symmetric ? 0.3 : 0.4;
	return (landmark_entry ? 0.09 : 0.06) + 0.004 * cells_a_side(grid);
}

/* Microseconds, as measured on the benchmark sets. */
static double
us_per_expansion(const SearchContext *search)
{
	const fr_grid *grid = search->grid;
	const fr_landmarks *landmark_entry = search->landmarks;

	if (search->method->search == FR_VISIBILITY)
		return 0.17;
	if (search->method->search == FR_JUMP)
		return us_a_jump(search);
	if (grid->terrain)
		return !landmark_entry ? 0.025 : landmark_entry->symmetric ? 0.045 : 0.055;
	return (landmark_entry ? 0.012 : 0.007) + 0.007 / cells_a_side(grid);
}

/* Makes what a resolved method reads, other than landmarks; `sweeps`: a sweep follows. */
static void
need_parts(CacheEntry *map, const fr_method *method, bool sweeps)
{
	if (fr_method_needs_sights(method))
		map_need_sights(map);
	if (sweeps || fr_method_needs_moves(method))
		map_need_moves(map);
	if (fr_method_needs_jumps(method))
		map_need_jumps(map);
}

static uint32
nodes_for(const fr_grid *grid, const fr_method *method, bool sweeps)
{
	uint32 nodes = fr_search_nodes(grid, method);

	return sweeps ? Max(nodes, fr_sweep_nodes(grid)) : nodes;
}

static void
use_landmarks(CacheEntry *map, SearchContext *search)
{
	search->landmark_entry = cache_get_landmarks(map, search->method);
	search->landmarks = search->landmark_entry ? search->landmark_entry->value : NULL;
}

/* Takes a workspace for the method that the call searches by. */
static void
use_workspace(SearchContext *search, bool sweeps)
{
	search->nodes = nodes_for(search->grid, search->method, sweeps);
	search->workspace = cache_workspace(search->nodes, search->method);
	search->us_per_expansion = us_per_expansion(search);
}

/* The method that searches for costs by `auto`, if another one than for paths. */
static void
choose_landmarks(CacheEntry *map, SearchContext *search)
{
	bool charges = cache_set_charging(false); /* no answer needs them */
	fr_method method = auto_method(map, search->method);

	if (fr_method_needs_landmarks(&method))
	{
		*search->method = method;
		need_parts(map, &method, false);
		use_landmarks(map, search);
	}
	cache_set_charging(charges);
}

/* Prepares a search on a decoded map; `sweeps`: a sweep follows, which needs moves. */
static void
prepare_on(CacheEntry *map, const fr_method *method, bool sweeps, SearchContext *search)
{
	const fr_grid *grid = map_grid(map);
	fr_status fit = fr_method_fits(method, grid);
	uint32 nodes;

	if (fit != FR_OK)
		fringe_report_search(fit);
	sweeps = sweeps && !grid->costs.lengths;
	*search->method = fr_method_resolve(method, grid);
	need_parts(map, search->method, sweeps);
	nodes = nodes_for(grid, search->method, sweeps);
	cache_check_limit(fr_search_size(nodes, search->method));
	use_landmarks(map, search);
	cache_check_limit(fr_search_size(nodes, search->method));
	search->bytes = cache_charged() + fr_workspace_size(nodes, search->method);
	if (search->auto_landmarks)
		choose_landmarks(map, search);
	use_workspace(search, sweeps);
	map_limit_sights(map, search->bytes);
}

/* Charges the call for a first question by `jump`, and returns that method. */
static fr_method
charge_first(CacheEntry *map, const fr_method *method, SearchContext *search)
{
	uint32 nodes = map_first_nodes(map);
	fr_method jump = *method;

	jump.search = FR_JUMP;
	cache_check_limit(fr_search_size(nodes, &jump));
	search->bytes = cache_charged() + fr_workspace_size(nodes, &jump);
	return jump;
}

static bool
is_within(Size used, Size bytes)
{
	return used + bytes <= (Size) fringe_max_memory * 1024;
}

/*
 * Prepares a search on a whole map that a first question could have asked: the call is
 * charged for that. If another method takes more than the limit, the search is by `jump`.
 */
static void
prepare_simple(CacheEntry *map, const fr_method *method, SearchContext *search)
{
	const fr_grid *grid = search->grid;
	fr_method jump = charge_first(map, method, search);
	bool charges = cache_set_charging(false);

	*search->method = fr_method_resolve(method, grid);
	if (search->method->search != FR_JUMP &&
		!is_within(cache_charged(), fr_search_size(grid->cells, search->method)))
		*search->method = jump;
	need_parts(map, search->method, false);
	cache_set_charging(charges);
	if (search->auto_landmarks)
		choose_landmarks(map, search);
	use_workspace(search, false);
}

/* Microseconds of an expansion of a first question: roughly, on caves of 512 x 512. */
#define US_ON_BITS 0.4

/* Prepares a search on what a first question needs of a map. */
static void
prepare_first(CacheEntry *map, const fr_method *method, SearchContext *search)
{
	*search->method = charge_first(map, method, search);
	search->workspace = cache_workspace(map_first_nodes(map), search->method);
	search->us_per_expansion = US_ON_BITS;
}

/*
 * Is the cost the same by every search? Under `auto`, which has no options, it is, and by
 * `jump` if no limit ends it.
 */
static bool
is_simple(const fr_method *method)
{
	return method->search == FR_AUTO ||
		   (method->search == FR_JUMP && !fr_method_needs_landmarks(method) &&
			method->option[FR_MAX_EXPANDED].digits == 0);
}

static void
count_call(const SearchContext *search)
{
	((DecodedMap *) search->map->value)->calls++;
}

/* ---- the plan of a map ------------------------------------------------------ */

static SearchPlan *
plan_of(const CacheEntry *map)
{
	return &((DecodedMap *) map->value)->plan;
}

/* Was the last search on this map prepared for the same method, in the same way? */
static bool
has_plan(const SearchContext *search, uint64 asked, bool costs)
{
	const SearchPlan *plan = plan_of(search->map);

	return plan->asked == asked && plan->costs == costs &&
		   plan->max_memory == fringe_max_memory && !search->first &&
		   (!search->auto_landmarks || auto_method_stays(search->map, &plan->method));
}

static void
use_plan(SearchContext *search)
{
	CacheEntry *map = search->map;
	const SearchPlan *plan = plan_of(map);

	search->nodes = plan->nodes;
	search->bytes = plan->bytes;
	search->us_per_expansion = plan->us_per_expansion;
	if (map->grows)
	{
		cache_resize(map);
		map_limit_sights(map, search->bytes);
	}
	use_landmarks(map, search);
	search->workspace = cache_workspace(search->nodes, search->method);
}

/* The plan's method is where the search has it. */
static void
keep_plan(const SearchContext *search, uint64 asked, bool costs)
{
	SearchPlan *plan = plan_of(search->map);

	plan->asked = asked;
	plan->costs = costs;
	plan->max_memory = fringe_max_memory;
	plan->nodes = search->nodes;
	plan->bytes = search->bytes;
	plan->us_per_expansion = search->us_per_expansion;
}

/* ---- at a call site ------------------------------------------------------ */

/* Finds or decodes the map of a search; returns whether a first question could be asked. */
static bool
begin_search(Datum datum, struct varlena *model, const fr_method *method, bool costs,
			 SearchContext *search)
{
	bool first = costs && is_simple(method);
	CacheEntry *map;

	cache_begin_call();
	*search = (SearchContext){0};
	map = (first ? cache_get_map_first : cache_get_map)(datum, model);
	search->map = map;
	search->grid = map_grid(map);
	search->first = !map_is_whole(map);
	search->auto_landmarks = costs && method->search == FR_AUTO;
	return first;
}

/*
 * Prepares the search of a call site. Model and method are stored texts. If only costs are
 * wanted, landmarks may help.
 */
const SearchContext *
search_context_get(FunctionCallInfo fcinfo, Datum map, Datum model, Datum method,
				   bool costs)
{
	CallSite *site = fringe_call_site(fcinfo);
	SearchContext *search = &site->search;
	const ParsedMethod *parsed = fringe_method_at(site, PG_DETOAST_DATUM_PACKED(method));
	bool first =
		begin_search(map, PG_DETOAST_DATUM_PACKED(model), &parsed->method, costs, search);
	SearchPlan *plan = plan_of(search->map);

	search->method = &plan->method;
	if (has_plan(search, parsed->number, costs))
		use_plan(search);
	else
	{
		plan->asked = 0;
		if (search->first)
			prepare_first(search->map, &parsed->method, search);
		else if (first && map_is_simple(search->map))
			prepare_simple(search->map, &parsed->method, search);
		else
			prepare_on(search->map, &parsed->method, false, search);
		if (!search->first)
			keep_plan(search, parsed->number, costs);
	}
	count_call(search);
	return search;
}

/* ---- sweeps -------------------------------------------------------------- */

static SearchContext
prepare_sweep(Datum map, struct varlena *model, const fr_method *method)
{
	SearchContext search;

	begin_search(map, model, method, false, &search);
	search.method = palloc(sizeof(fr_method));
	prepare_on(search.map, method, true, &search);
	count_call(&search);
	INSTR_TIME_SET_CURRENT(search.began);
	return search;
}

/* Prepares a search from one cell to several goals; under any model. */
SearchContext
search_context_goals(Datum map, struct varlena *model)
{
	fr_method method = fr_method_auto();

	return prepare_sweep(map, model, &method);
}

/* Prepares a sweep and single searches by this method. */
SearchContext
search_context_sweep_and_search(Datum map, struct varlena *model, const fr_method *method)
{
	SearchContext search = prepare_sweep(map, model, method);

	fringe_refuse_lines(search.grid);
	return search;
}

/* Prepares a sweep and single searches by `auto`. */
SearchContext
search_context_sweep(Datum map, struct varlena *model)
{
	fr_method method = fr_method_auto();

	return search_context_sweep_and_search(map, model, &method);
}

/* ---- what searches take ----------------------------------------------------- */

#define SEARCH_US 0.3 /* of a search, besides its expansions */

static void
add_time(const SearchContext *search, double microseconds)
{
	((DecodedMap *) search->map->value)->search_us += microseconds;
}

/* Estimated from its expansions: reading a clock takes as long as a short search. */
void
search_context_count(const SearchContext *search, const fr_query *query,
					 const fr_result *result)
{
	double microseconds = SEARCH_US + result->expanded * search->us_per_expansion;

	add_time(search, microseconds);
	if (search->first)
		map_first_spent(search->map, microseconds);
	if (search->auto_landmarks)
		auto_count(search, query, result, microseconds);
}

/* By the clock: since the sweep was prepared, or last counted. */
void
search_context_count_sweep(SearchContext *search)
{
	add_time(search, fringe_us_since(search->began));
	INSTR_TIME_SET_CURRENT(search->began);
}
