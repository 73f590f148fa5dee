/*
 * method.c - the text of a search method <-> fr_method
 *
 * Every option is one row of a table: which searches take it, and its words,
 * the default first, or the range of its number.  A new option is a new row.
 */
#include <string.h>

#include "core/base/scan.h"
#include "core/search/workspace.h"

#define FOR(search) (1u << (search))
#define FOR_ALL (FOR(FR_FRINGE) | FOR(FR_ASTAR) | FOR(FR_IDASTAR))
_Static_assert(FR_OPTIONS < FR_CHOICES, "an error has room for all keys");

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define MANY INT32_MAX

static const char *const search_names[] = {"auto",	  "fringe", "astar",
										   "idastar", "jump",	NULL};

/* Without words and max an option is a decimal, 0 or more: a cost. */
typedef struct option
{
	const char *name;
	unsigned searches;
	const char *const *words;
	uint64_t usual;
	uint64_t min;
	uint64_t max;
} option;

static const option options[FR_OPTIONS] = {
	[FR_LIST] = {"list", FOR(FR_FRINGE), WORDS("linked", "array"), 0, 0, 0},
	[FR_BUCKETS] = {"buckets", FOR(FR_FRINGE), NULL, 1, 1, 1000},
	[FR_PICK] = {"pick", FOR(FR_FRINGE), WORDS("newest", "min_f", "min_g"), 0, 0, 0},
	[FR_STEP] = {"step", FOR(FR_FRINGE), NULL, 0, 0, 0},
	[FR_OPEN] = {"open", FOR(FR_ASTAR), WORDS("stacks", "heap", "tree", "list"), 0, 0, 0},
	[FR_TIE] = {"tie", FOR(FR_ASTAR), WORDS("high_g", "low_g", "lifo"), 0, 0, 0},
	[FR_NODES] = {"nodes", FOR(FR_ASTAR), WORDS("pool", "malloc"), 0, 0, 0},
	[FR_MEMORY] = {"memory", FOR(FR_IDASTAR), WORDS("full", "g", "none"), 0, 0, 0},
	[FR_DEADENDS] = {"deadends", FOR(FR_IDASTAR), WORDS("on", "off"), 0, 0, 0},
	[FR_DELTA] = {"delta", FOR(FR_IDASTAR), NULL, 0, 0, 0},
	[FR_REPAIR] = {"repair", FOR(FR_IDASTAR), WORDS("on", "off"), 0, 0, 0},
	[FR_HEURISTIC] = {"heuristic", FOR_ALL, WORDS("distance", "alt", "altbest"), 0, 0, 0},
	[FR_BEST] = {"best", FOR_ALL, NULL, 1, 1, FR_LANDMARKS_MAX},
	[FR_LANDMARKS] = {"landmarks", FOR_ALL, NULL, 10, 1, FR_LANDMARKS_MAX},
	[FR_PLACE] = {"place", FOR_ALL, WORDS("random", "farthest"), 0, 0, 0},
	[FR_SEED] = {"seed", FOR_ALL, NULL, 0, 0, MANY},
	[FR_FROM] = {"from", FOR(FR_FRINGE) | FOR(FR_ASTAR), WORDS("either", "start"), 0, 0,
				 0},
	[FR_MAX_EXPANDED] = {"max_expanded", FOR_ALL | FOR(FR_JUMP), NULL, 0, 1,
						 UINT64_C(1000000000000)},
};

static bool
applies(int i, fr_search_kind search)
{
	return (options[i].searches & FOR(search)) != 0;
}

static int
find_option(fr_span key, fr_search_kind search)
{
	for (int i = 0; i < FR_OPTIONS; i++)
		if (fr_span_is(key, options[i].name) && applies(i, search))
			return i;
	return -1;
}

static bool
parse_number(const option *o, fr_span text, fr_decimal *value)
{
	fr_error ignored;

	*value = (fr_decimal){0, 0};
	if (o->max == 0)
		return fr_span_is(text, "0") || fr_span_decimal(text, value, &ignored) == FR_OK;
	return fr_span_number(text, &value->digits) && value->digits >= o->min &&
		   value->digits <= o->max;
}

static fr_status
parse_value(const option *o, fr_span text, fr_decimal *value, fr_error *error)
{
	int word = o->words ? fr_span_word(text, o->words) : -1;

	if (o->words && word < 0)
		return fr_fail_words(FR_BAD_VALUE, o->name, text, o->words, error);
	if (!o->words && !parse_number(o, text, value))
		return fr_fail(error, FR_BAD_NUMBER, .what = o->name, .at = text.at,
					   .length = text.length, .found = (int64_t) o->min,
					   .wanted = (int64_t) o->max);
	if (o->words)
		*value = (fr_decimal){(uint64_t) word, 0};
	return FR_OK;
}

static fr_status
refuse_key(fr_search_kind search, fr_span key, fr_error *error)
{
	const char *keys[FR_OPTIONS + 1] = {NULL};
	int count = 0;

	for (int i = 0; i < FR_OPTIONS; i++)
		if (applies(i, search))
			keys[count++] = options[i].name;
	return fr_fail_words(FR_UNKNOWN_KEY, search_names[search], key, keys, error);
}

static fr_status
parse_pair(fr_method *method, const fr_pair *pair, bool *seen, fr_error *error)
{
	int i = find_option(pair->key, method->search);

	if (i < 0)
		return refuse_key(method->search, pair->key, error);
	if (seen[i])
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	seen[i] = true;
	return parse_value(&options[i], pair->value, &method->option[i], error);
}

static void
reset(fr_method *method, fr_option i)
{
	method->option[i] = (fr_decimal){options[i].usual, 0};
}

/* Options that have nothing to act on say nothing: they go back to the usual. */
static void
drop_idle(fr_method *method)
{
	int heuristic = fr_method_word(method, FR_HEURISTIC);

	if (fr_method_word(method, FR_OPEN) == FR_STACKS)
		reset(method, FR_TIE);
	if (heuristic != FR_ALTBEST)
		reset(method, FR_BEST);
	if (heuristic == FR_DISTANCE)
	{
		reset(method, FR_LANDMARKS);
		reset(method, FR_PLACE);
		reset(method, FR_SEED);
		reset(method, FR_FROM);
	}
}

/*
 * Only the linked list of the newest comes in buckets; an array has no order at
 * all; and of the open lists 2006 compares stacks alone with nodes of their own.
 */
static fr_status
refuse_conflicts(const fr_method *method, fr_error *error)
{
	bool array = fr_method_word(method, FR_LIST) == FR_ARRAY;
	bool sorted = method->option[FR_BUCKETS].digits > 1;
	bool picky = fr_method_word(method, FR_PICK) != FR_NEWEST;
	bool stacks = fr_method_word(method, FR_OPEN) == FR_STACKS;

	if (array && sorted)
		return fr_fail(error, FR_CONFLICT, .what = "list=array and buckets");
	if (array && picky)
		return fr_fail(error, FR_CONFLICT, .what = "list=array and pick");
	if (sorted && picky)
		return fr_fail(error, FR_CONFLICT, .what = "buckets and pick");
	if (!stacks && fr_method_word(method, FR_NODES) == FR_MALLOC)
		return fr_fail(error, FR_CONFLICT, .what = "nodes=malloc and open");
	return FR_OK;
}

/* sql-api.md's grammar; the method is whole only where FR_OK comes back. */
fr_status
fr_method_parse(const char *text, size_t length, fr_method *method, fr_error *error)
{
	bool seen[FR_OPTIONS] = {false};
	fr_scan scan;
	fr_span name;
	fr_pair pair;
	int which;

	if (fr_scan_name(&scan, text, length, &name, error))
		return error->status;
	which = fr_span_word(name, search_names);
	if (which < 0)
		return fr_fail_words(FR_UNKNOWN_NAME, "method", name, search_names, error);
	method->search = (fr_search_kind) which;
	for (int i = 0; i < FR_OPTIONS; i++)
		reset(method, (fr_option) i);
	while (fr_scan_pair(&scan, &pair, error))
		if (parse_pair(method, &pair, seen, error))
			return error->status;
	if (error->status || refuse_conflicts(method, error))
		return error->status;
	drop_idle(method);
	return FR_OK;
}

/* The canonical text: at most FR_METHOD_TEXT_MAX bytes, no NUL; its length. */
size_t
fr_method_write(const fr_method *method, char *text)
{
	bool any = false;
	char *to = fr_put_text(text, search_names[method->search]);

	for (int i = 0; i < FR_OPTIONS; i++)
	{
		fr_decimal value = method->option[i];

		if (value.digits == options[i].usual && value.scale == 0)
			continue;
		to = fr_put_text(fr_put_separator(to, &any), options[i].name);
		*to++ = '=';
		to = options[i].words ? fr_put_text(to, options[i].words[value.digits])
							  : fr_put_decimal(to, value);
	}
	if (any)
		*to++ = ')';
	return (size_t) (to - text);
}

/*
 * Is `jump` faster than A* on this grid?  It meets all corners that are straight
 * or diagonally ahead, so they have to be worth it: it wins where obstacles have
 * long sides, whatever part of the map they are, and loses where they are specks
 * with a corner for each side.  Game maps, streets, mazes and rooms have up to
 * 0.44 corners a side, and it takes two thirds to a tenth of the time there;
 * where random cells are blocked, both take as long at 0.42 (40 % of the cells),
 * and it takes twice as long at 0.8 (10 %), under `tile` longer: doc/search.md.
 */
static bool
jumps_pay(const fr_grid *grid)
{
	return grid->costs.turn > 0 &&
		   20 * (uint64_t) grid->corners < 9 * (uint64_t) grid->sides;
}

/*
 * What a method runs on a grid.  `auto` is the fastest of the exact searches
 * here: `jump` where that pays, else A* on stacks; unless the dearest step is so
 * dear that a stack would span more than the cheapest one, which would open
 * nodes again and again: then A* on a heap.  `jump`, where it cannot be, is what
 * `auto` would be.
 */
fr_method
fr_method_resolve(const fr_method *method, const fr_grid *grid)
{
	const fr_costs *costs = &grid->costs;
	fr_method resolved = *method;

	if (method->search == FR_AUTO && jumps_pay(grid))
		resolved.search = FR_JUMP;
	else if (method->search == FR_AUTO || (method->search == FR_JUMP && !costs->turn))
	{
		resolved.search = FR_ASTAR;
		if (2 * costs->step_max / FR_HEADS > costs->h_straight)
			resolved.option[FR_OPEN].digits = FR_HEAP;
	}
	return resolved;
}

bool
fr_method_needs_landmarks(const fr_method *method)
{
	return fr_method_word(method, FR_HEURISTIC) != FR_DISTANCE;
}
