/*
 * method.h - how to search
 */
#ifndef FRINGE_METHOD_H
#define FRINGE_METHOD_H

#include "core/grid/grid.h"
#include "core/model/model.h"

/*
 * The searches: X(NAME, name). Each search's file defines its row fr_search_name (see
 * search.h). `auto` selects one of the others.
 */
#define FR_SEARCHES(X)                                                                   \
	X(AUTO, auto)                                                                        \
	X(FRINGE, fringe)                                                                    \
	X(ASTAR, astar)                                                                      \
	X(IDASTAR, idastar)                                                                  \
	X(JUMP, jump)                                                                        \
	X(DIJKSTRA, dijkstra)                                                                \
	X(VISIBILITY, visibility)                                                            \
	X(TURNS, turns)

#define FR_SEARCH_KIND(NAME, name) FR_##NAME,

typedef enum fr_search_kind
{
	FR_SEARCHES(FR_SEARCH_KIND) FR_SEARCH_KINDS
} fr_search_kind;

/* The options of methods; method.c has their table. */
typedef enum fr_option
{
	FR_LIST,
	FR_BUCKETS,
	FR_PICK,
	FR_STEP,
	FR_OPEN,
	FR_TIE,
	FR_NODES,
	FR_LOOKUP,
	FR_MEMORY,
	FR_SEEN,
	FR_DEADENDS,
	FR_DELTA,
	FR_REPAIR,
	FR_HEURISTIC,
	FR_BEST,
	FR_LANDMARKS,
	FR_PLACE,
	FR_SEED,
	FR_UNEVEN,
	FR_FROM,
	FR_MOVES,
	FR_COMPONENTS,
	FR_CLEAR,
	FR_MAX_EXPANDED,
	FR_OPTIONS
} fr_option;

/* The values of word options; method.c maps words to them. */
enum
{
	FR_LIST_LINKED,
	FR_LIST_ARRAY
};
enum
{
	FR_PICK_NEWEST,
	FR_PICK_MIN_F,
	FR_PICK_MIN_G
};
enum
{
	FR_OPEN_STACKS,
	FR_OPEN_HEAP,
	FR_OPEN_TREE,
	FR_OPEN_LIST
};
enum
{
	FR_TIE_HIGH_G,
	FR_TIE_LOW_G,
	FR_TIE_LIFO,
	FR_TIE_NONE
};
enum
{
	FR_NODES_POOL,
	FR_NODES_MALLOC
};
enum
{
	FR_LOOKUP_ARRAY,
	FR_LOOKUP_SCAN
};
enum
{
	FR_MEMORY_FULL,
	FR_MEMORY_G,
	FR_MEMORY_NONE
};
enum
{
	FR_DEADENDS_ON,
	FR_DEADENDS_OFF,
	FR_DEADENDS_INFINITE,
	FR_DEADENDS_OWN,
	FR_DEADENDS_SAFE
};
enum
{
	FR_REPAIR_ON,
	FR_REPAIR_OFF
};
enum
{
	FR_SEEN_ENTERED,
	FR_SEEN_LEFT
};
enum
{
	FR_HEURISTIC_DISTANCE,
	FR_HEURISTIC_ALT,
	FR_HEURISTIC_ALTBEST,
	FR_HEURISTIC_ZERO,
	FR_HEURISTIC_LEVELS
};
enum
{
	FR_PLACE_RANDOM,
	FR_PLACE_FARTHEST,
	FR_PLACE_ANYWHERE
};
enum
{
	FR_FROM_EITHER,
	FR_FROM_START
};
enum
{
	FR_MOVES_CANONICAL,
	FR_MOVES_ALL
};
enum
{
	FR_COMPONENTS_USE,
	FR_COMPONENTS_IGNORE
};
enum
{
	FR_CLEAR_LAZILY,
	FR_CLEAR_EAGERLY
};

#define FR_UNEVEN_MOST 64 /* columns */

/* An option's value is the position of a word, a whole number, or a decimal. */
typedef struct fr_method
{
	fr_search_kind search;
	fr_decimal option[FR_OPTIONS];
} fr_method;

static inline int
fr_method_value(const fr_method *method, fr_option option)
{
	return (int) method->option[option].digits;
}

/* Does the method read the distances of fr_grid_levels? */
static inline bool
fr_method_needs_levels(const fr_method *method)
{
	return fr_method_value(method, FR_HEURISTIC) == FR_HEURISTIC_LEVELS;
}

/* ---- what callers ask before a search ---------------------------------------------- */

/*
 * The cost on an empty map whose cells all have the least weight above 0: a lower bound of
 * the cost, unless some weight is 0.
 */
uint64_t fr_obstacle_free_distance(const fr_grid *grid, uint32_t start, uint32_t goal);

/* The same by levels of weight, if the grid has them. */
uint64_t fr_start_bound(const fr_grid *grid, uint32_t start, uint32_t goal);

#endif /* FRINGE_METHOD_H */
