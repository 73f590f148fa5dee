/*
 * method.c - methods: their text, what they need, and the search that `auto` becomes
 */
#include <string.h>

#include "core/base/text.h"
#include "core/grid/weight_levels.h"
#include "core/query/grid_query.h"
#include "core/search/bucket_queue.h"
#include "core/search/search.h"

/* ---- the table of options ---------------------------------------------------------- */

static const fr_option_row rows[FR_OPTIONS] = {
	[FR_LIST] =
		FR_WORD_OPTION("list", [FR_LIST_LINKED] = "linked", [FR_LIST_ARRAY] = "array"),
	[FR_BUCKETS] = FR_NUMBER_OPTION("buckets", 1, 1, 1000),
	[FR_PICK] = FR_WORD_OPTION("pick", [FR_PICK_NEWEST] = "newest",
							   [FR_PICK_MIN_F] = "min_f", [FR_PICK_MIN_G] = "min_g"),
	[FR_STEP] = {.name = "step"},
	[FR_OPEN] =
		FR_WORD_OPTION("open", [FR_OPEN_STACKS] = "stacks", [FR_OPEN_HEAP] = "heap",
					   [FR_OPEN_TREE] = "tree", [FR_OPEN_LIST] = "list"),
	[FR_TIE] = FR_WORD_OPTION("tie", [FR_TIE_HIGH_G] = "high_g", [FR_TIE_LOW_G] = "low_g",
							  [FR_TIE_LIFO] = "lifo", [FR_TIE_NONE] = "none"),
	[FR_NODES] =
		FR_WORD_OPTION("nodes", [FR_NODES_POOL] = "pool", [FR_NODES_MALLOC] = "malloc"),
	[FR_LOOKUP] =
		FR_WORD_OPTION("lookup", [FR_LOOKUP_ARRAY] = "array", [FR_LOOKUP_SCAN] = "scan"),
	[FR_MEMORY] = FR_WORD_OPTION("memory", [FR_MEMORY_FULL] = "full", [FR_MEMORY_G] = "g",
								 [FR_MEMORY_NONE] = "none"),
	[FR_SEEN] =
		FR_WORD_OPTION("seen", [FR_SEEN_ENTERED] = "entered", [FR_SEEN_LEFT] = "left"),
	[FR_DEADENDS] =
		FR_WORD_OPTION("deadends", [FR_DEADENDS_ON] = "on", [FR_DEADENDS_OFF] = "off",
					   [FR_DEADENDS_INFINITE] = "infinite", [FR_DEADENDS_OWN] = "own",
					   [FR_DEADENDS_SAFE] = "safe"),
	[FR_DELTA] = {.name = "delta"},
	[FR_REPAIR] =
		FR_WORD_OPTION("repair", [FR_REPAIR_ON] = "on", [FR_REPAIR_OFF] = "off"),
	[FR_HEURISTIC] =
		FR_WORD_OPTION("heuristic", [FR_HEURISTIC_DISTANCE] = "distance",
					   [FR_HEURISTIC_ALT] = "alt", [FR_HEURISTIC_ALTBEST] = "altbest",
					   [FR_HEURISTIC_ZERO] = "zero", [FR_HEURISTIC_LEVELS] = "levels"),
	[FR_BEST] = FR_NUMBER_OPTION("best", 1, 1, FR_LANDMARKS_MAX),
	[FR_LANDMARKS] = FR_NUMBER_OPTION("landmarks", 10, 1, FR_LANDMARKS_MAX),
	[FR_PLACE] = FR_WORD_OPTION(
		"place", [FR_PLACE_RANDOM] = "random", [FR_PLACE_FARTHEST] = "farthest",
		[FR_PLACE_ANYWHERE] = "anywhere"),
	[FR_SEED] = FR_NUMBER_OPTION("seed", 0, 0, INT32_MAX),
	[FR_UNEVEN] = FR_NUMBER_OPTION("uneven", 1, 1, FR_UNEVEN_MOST),
	[FR_FROM] =
		FR_WORD_OPTION("from", [FR_FROM_EITHER] = "either", [FR_FROM_START] = "start"),
	[FR_MOVES] = FR_WORD_OPTION(
		"moves", [FR_MOVES_CANONICAL] = "canonical", [FR_MOVES_ALL] = "all"),
	[FR_COMPONENTS] = FR_WORD_OPTION(
		"components", [FR_COMPONENTS_USE] = "use", [FR_COMPONENTS_IGNORE] = "ignore"),
	[FR_CLEAR] = FR_WORD_OPTION(
		"clear", [FR_CLEAR_LAZILY] = "lazily", [FR_CLEAR_EAGERLY] = "eagerly"),
	[FR_MAX_EXPANDED] = FR_NUMBER_OPTION("max_expanded", 0, 1, UINT64_C(1000000000000)),
};

_Static_assert(FR_OPTIONS < FR_CHOICES, "an error has room for all keys");

static fr_option_set
method_options(fr_search_kind search)
{
	const fr_search_row *row = fr_search_row_of(search);

	return (fr_option_set){row->name, rows, FR_OPTIONS, row->options, .codes = false};
}

/* ---- text -------------------------------------------------------------------------- */

/* Returns what an option lacks to have an effect, as text of an error; NULL: nothing. */
static const char *
need_of(const fr_method *method, fr_option option)
{
	int memory = fr_method_value(method, FR_MEMORY);

	switch (option)
	{
		case FR_TIE:
			return fr_method_value(method, FR_OPEN) == FR_OPEN_STACKS
					   ? "an open other than stacks"
					   : NULL;
		case FR_SEEN:
		case FR_CLEAR:
			return memory == FR_MEMORY_NONE ? "a memory other than none" : NULL;
		case FR_DEADENDS:
			/* safe differs from on only where a delta lets the g of a cell fall */
			if (fr_method_value(method, FR_DEADENDS) != FR_DEADENDS_SAFE)
				return NULL;
			if (memory != FR_MEMORY_FULL)
				return "memory=full";
			return method->option[FR_DELTA].digits == 0 ? "a delta above 0" : NULL;
		case FR_UNEVEN:
			return fr_method_value(method, FR_HEURISTIC) == FR_HEURISTIC_ZERO
					   ? "a heuristic other than zero"
					   : NULL;
		case FR_BEST:
			return fr_method_value(method, FR_HEURISTIC) != FR_HEURISTIC_ALTBEST
					   ? "heuristic=altbest"
					   : NULL;
		case FR_LANDMARKS:
		case FR_PLACE:
		case FR_SEED:
		case FR_FROM:
			return fr_method_needs_landmarks(method)
					   ? NULL
					   : "heuristic=alt or heuristic=altbest";
		default:
			return NULL;
	}
}

/*
 * An option without effect raises an error, unless it has its default value. So equivalent
 * methods have equal text.
 */
static fr_status
refuse_idle(const fr_method *method, fr_error *error)
{
	for (int i = 0; i < FR_OPTIONS; i++)
	{
		const char *need = need_of(method, (fr_option) i);

		if (need && method->option[i].digits != rows[i].default_value)
			return fr_fail(error, FR_CONFLICT,
						   .what = i == FR_DEADENDS ? "deadends=safe" : rows[i].name,
						   .choices = {need});
	}
	return FR_OK;
}

/*
 * Buckets need the linked list with pick=newest. An array supports neither buckets nor
 * pick. nodes=malloc supports open=stacks only, which is what 2006 compares, and tie=none
 * the heap: a tree needs an order. An array and buckets need an f that never falls along a
 * path. seen=left is exact with no cut.
 */
static fr_status
refuse_conflicts(const fr_method *method, fr_error *error)
{
	bool array = fr_method_value(method, FR_LIST) == FR_LIST_ARRAY;
	bool sorted = method->option[FR_BUCKETS].digits > 1;
	bool picky = fr_method_value(method, FR_PICK) != FR_PICK_NEWEST;
	bool stacks = fr_method_value(method, FR_OPEN) == FR_OPEN_STACKS;
	bool heap = fr_method_value(method, FR_OPEN) == FR_OPEN_HEAP;
	bool uneven = method->option[FR_UNEVEN].digits > 1;
	bool malloc = fr_method_value(method, FR_NODES) == FR_NODES_MALLOC;

	if (array && sorted)
		return fr_fail(error, FR_CONFLICT, .what = "list=array and buckets");
	if (array && picky)
		return fr_fail(error, FR_CONFLICT, .what = "list=array and pick");
	if (sorted && picky)
		return fr_fail(error, FR_CONFLICT, .what = "buckets and pick");
	if (array && uneven)
		return fr_fail(error, FR_CONFLICT, .what = "list=array and uneven");
	if (sorted && uneven)
		return fr_fail(error, FR_CONFLICT, .what = "buckets and uneven");
	if (!stacks && malloc)
		return fr_fail(error, FR_CONFLICT, .what = "nodes=malloc",
					   .choices = {"open=stacks"});
	if (malloc && fr_method_value(method, FR_LOOKUP) == FR_LOOKUP_SCAN)
		return fr_fail(error, FR_CONFLICT, .what = "nodes=malloc and lookup=scan");
	if (fr_method_value(method, FR_SEEN) == FR_SEEN_LEFT &&
		fr_method_value(method, FR_DEADENDS) == FR_DEADENDS_SAFE)
		return fr_fail(error, FR_CONFLICT, .what = "seen=left and deadends=safe");
	if (!stacks && !heap && fr_method_value(method, FR_TIE) == FR_TIE_NONE)
		return fr_fail(error, FR_CONFLICT, .what = "tie=none", .choices = {"open=heap"});
	return FR_OK;
}

/* Parses NAME or NAME(key=value, ...). *method is valid only if the result is FR_OK. */
fr_status
fr_method_parse(const char *text, size_t length, fr_method *method, fr_error *error)
{
	uint64_t given = 0;
	fr_option_set set;
	fr_scan scan;
	fr_span name;
	fr_pair pair;
	const char *names[FR_SEARCH_KINDS + 1] = {NULL};
	int search = 0;

	for (int i = 0; i < FR_SEARCH_KINDS; i++)
		names[i] = fr_search_row_of((fr_search_kind) i)->name;
	if (fr_scan_name(&scan, text, length, &name, error))
		return error->status;
	while (search < FR_SEARCH_KINDS && !fr_span_is(name, names[search]))
		search++;
	if (search == FR_SEARCH_KINDS)
		return fr_fail_words(FR_UNKNOWN_NAME, "method", name, names, error);
	method->search = (fr_search_kind) search;
	set = method_options(method->search);
	fr_options_reset(&set, method->option);
	while (fr_scan_pair(&scan, &set, &pair, error))
		if (fr_option_parse(&set, &pair, method->option, &given, error))
			return error->status;
	if (error->status || refuse_conflicts(method, error))
		return error->status;
	return refuse_idle(method, error);
}

/*
 * Writes the canonical text, at most FR_METHOD_TEXT_MAX bytes without NUL; returns its
 * length.
 */
size_t
fr_method_write(const fr_method *method, char *text)
{
	fr_option_set set = method_options(method->search);
	bool any = false;
	char *to = fr_put_text(text, set.name);

	to = fr_options_write(&set, method->option, to, &any);
	if (any)
		*to++ = ')';
	return (size_t) (to - text);
}

/* The method `auto`, for functions without a method argument. */
fr_method
fr_method_auto(void)
{
	fr_method method = {.search = FR_AUTO};
	fr_option_set set = method_options(FR_AUTO);

	fr_options_reset(&set, method.option);
	return method;
}

/* ---- what a method needs ----------------------------------------------------------- */

/* Must fr_grid_moves have made grid->moves before the method runs? */
bool
fr_method_needs_moves(const fr_method *method)
{
	return fr_search_row_of(method->search)->reads == FR_READS_MOVES ||
		   fr_method_needs_landmarks(method);
}

/* Must fr_grid_jumps have made its planes? */
bool
fr_method_needs_jumps(const fr_method *method)
{
	return fr_search_row_of(method->search)->reads == FR_READS_JUMPS;
}

/* Must fr_visibility_graph_make have made grid->visibility? */
bool
fr_method_needs_visibility(const fr_method *method)
{
	return fr_search_row_of(method->search)->reads == FR_READS_VISIBILITY;
}

/* ---- the search for a grid --------------------------------------------------------- */

/*
 * `auto` predicts whether `jump` or A* is faster. The prediction uses two numbers that
 * describe the obstacles, and limits that were fitted to measurements.
 */

/*
 * How small separate obstacles are: about 4 divided by the mean length of an outline. The
 * outline of an obstacle has four more convex corners than concave ones, whatever its
 * shape. The inner outline of an enclosure has four fewer, so enclosures lower the number.
 */
static double
smallness(const fr_grid *grid)
{
	return ((double) grid->shape.convex_corners - grid->shape.concave_corners) /
		   grid->shape.obstacle_edges;
}

/*
 * How narrow ways are, times how convex obstacles are. Narrow ways make jumps short, and
 * convex obstacles do not mislead A*. Narrowness is the number of sides of obstacles per
 * passable cell: 2 in a corridor of one cell, 1 in a corridor of two. Convexity is the
 * ratio of convex to concave corners.
 */
static double
narrowness(const fr_grid *grid)
{
	double bulge = (double) grid->shape.convex_corners /
				   (grid->shape.concave_corners > 0 ? grid->shape.concave_corners : 1);

	return bulge * grid->shape.obstacle_edges / grid->shape.passable;
}

/* Kinds of models, by the time that a stop of `jump` and an expansion of A* take. */
typedef enum time_class
{
	MIXED_STACKS, /* a stack of A* holds several values of f: A* takes half as long again */
	PURE_STACKS,
	STRAIGHT, /* four directions: A* has fewer moves to try */
	PATTERNS  /* `jump` finds its stops by patterns, which takes longer */
} time_class;

static bool
stacks_mix(const fr_grid *grid)
{
	return fr_stacks_shift(&grid->costs) > 0;
}

static time_class
time_class_of(const fr_grid *grid)
{
	if (fr_jumps_by_pattern(grid->costs.jumps))
		return PATTERNS;
	if (!grid->octile)
		return STRAIGHT;
	return stacks_mix(grid) ? MIXED_STACKS : PURE_STACKS;
}

/*
 * At this smallness of obstacles or this narrowness of ways, A* becomes faster. But below so
 * few convex corners per cell `jump` has next to nothing to stop at, and mostly sees the goal.
 */
typedef struct limits
{
	double small;
	double narrow;
	double few;
} limits;

/* Without landmarks, and with them; fitted to measurements (bench/results/decisions.md). */
static const limits fitted[][2] = {
	[MIXED_STACKS] = {{0.225, 3.55, 0.0045}, {0.2, 2.5, 0.0045}},
	[PURE_STACKS] = {{0.18, 2.5, 0.0045}, {0.2, 1.2, 0.0045}},
	[STRAIGHT] = {{0.15, 2.5, 0.0045}, {0.2, 1.05, 0.0045}},
	[PATTERNS] = {{0.2, 0.85, 0.0015}, {0.2, 0.7, 0.0015}},
};

/*
 * Is `jump` faster than A* on this grid, where all cells weigh the same? Its cost depends
 * on the corners of obstacles, that of A* on cells, and on how far the heuristic misleads
 * it. A* passes small obstacles almost straight, and fills the bays of large and hollow
 * ones.
 */
static bool
corners_pay(const fr_grid *grid, bool landmarks)
{
	const limits *limit = &fitted[time_class_of(grid)][landmarks];

	return grid->shape.convex_corners <= limit->few * grid->shape.passable ||
		   (smallness(grid) < limit->small && narrowness(grid) < limit->narrow);
}

#define MOST_CORNERS 0.18 /* convex corners per cell */

/*
 * Is `jump` faster than A* where weights differ or cells are one-way? There `jump` stops at
 * rough cells and at corners, so both have to be rare. The limits are fitted to measurements
 * (bench/results/decisions.md).
 */
static bool
few_stops_pay(const fr_grid *grid)
{
	int one_in = !grid->octile ? 5 : stacks_mix(grid) ? 3 : 4;

	return grid->shape.passable > one_in * (uint64_t) grid->shape.rough_cells &&
		   grid->shape.convex_corners <= MOST_CORNERS * grid->shape.passable;
}

static bool
jumping_pays(const fr_method *method, const fr_grid *grid)
{
	bool landmarks = fr_method_needs_landmarks(method);

	if (grid->costs.jumps == FR_NO_JUMPS)
		return false;
	return grid->costs.uniform && !grid->oneway ? corners_pay(grid, landmarks)
												: few_stops_pay(grid);
}

/*
 * Does a stack span more values of f than the cheapest step costs? Then a node could be
 * expanded before a cheaper path to it in the same stack, again and again.
 */
static bool
stacks_reopen(const fr_grid *grid, bool levels)
{
	uint64_t step = levels ? fr_common_step(grid) : grid->costs.h.straight;

	return 2 * grid->costs.step_max / FR_HEADS > step;
}

/*
 * The method that runs on a grid. `auto` becomes the fastest exact search: `jump` if it
 * pays, else A* on stacks, or on a heap where stacks would reopen nodes. `jump` becomes A*
 * in the same way if the grid does not allow it. Where cells of the least weight are rare,
 * `auto` takes the bound by levels of weight. That depends on map and model only, as the
 * bound decides which of several best paths is found.
 */
fr_method
fr_method_resolve(const fr_method *method, const fr_grid *grid)
{
	const fr_costs *costs = &grid->costs;
	fr_method resolved = *method;
	bool levels = method->search == FR_AUTO && grid->cheap.levels > 0 &&
				  fr_method_value(method, FR_HEURISTIC) == FR_HEURISTIC_DISTANCE;

	if (costs->lengths)
		resolved.search = method->search == FR_AUTO ? FR_VISIBILITY : method->search;
	else if (costs->turn_max > 0)
		resolved.search = method->search == FR_AUTO ? FR_TURNS : method->search;
	else if (grid->links && method->search == FR_AUTO)
		resolved.search = costs->jumps ? FR_JUMP : FR_DIJKSTRA;
	else if (method->search == FR_AUTO && jumping_pays(method, grid))
		resolved.search = FR_JUMP;
	else if (method->search == FR_AUTO || (method->search == FR_JUMP && !costs->jumps))
	{
		resolved.search = FR_ASTAR;
		if (stacks_reopen(grid, levels))
			resolved.option[FR_OPEN].digits = FR_OPEN_HEAP;
	}
	if (levels && (resolved.search == FR_JUMP || resolved.search == FR_ASTAR))
		resolved.option[FR_HEURISTIC].digits = FR_HEURISTIC_LEVELS;
	return resolved;
}

const char *
fr_search_name(fr_search_kind search)
{
	return fr_search_row_of(search)->name;
}

fr_rules
fr_search_rules(fr_search_kind search)
{
	return fr_search_row_of(search)->rules;
}

/* `jump` becomes A* where it cannot run. */
fr_status
fr_method_check(const fr_method *method, const fr_grid *grid, fr_error *error)
{
	fr_search_kind search = method->search;
	const fr_search_row *row;
	fr_rules lacks;

	error->status = FR_OK;

	if (search == FR_JUMP && grid->costs.jumps == FR_NO_JUMPS)
		search = FR_ASTAR;
	row = fr_search_row_of(search);
	lacks = row->needs & ~grid->costs.rules;
	if (lacks)
		return fr_fail(error, FR_METHOD_FIT, .what = row->name,
					   .found = __builtin_ctz(lacks), .wanted = 1);
	if (fr_rules_refuse(grid->costs.rules, row->rules,
						fr_search_row_of(method->search)->name, error))
		error->status = FR_METHOD_FIT;
	return error->status;
}

fr_status
fr_method_fits(const fr_method *method, const fr_grid *grid)
{
	fr_error ignored;

	return fr_method_check(method, grid, &ignored);
}
