/*
 * method.h - how to search
 */
#ifndef FRINGE_METHOD_H
#define FRINGE_METHOD_H

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
	X(SWEEP, sweep)                                                                      \
	X(VISIBILITY, visibility)

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
	FR_FROM,
	FR_MOVES,
	FR_COMPONENTS,
	FR_MAX_EXPANDED,
	FR_OPTIONS
} fr_option;

/* The values of word options; method.c maps words to them. */
enum
{
	FR_LINKED,
	FR_ARRAY
};
enum
{
	FR_NEWEST,
	FR_MIN_F,
	FR_MIN_G
};
enum
{
	FR_STACKS,
	FR_HEAP,
	FR_TREE,
	FR_OPEN_LIST
};
enum
{
	FR_HIGH_G,
	FR_LOW_G,
	FR_LIFO,
	FR_NO_TIE
};
enum
{
	FR_POOL,
	FR_MALLOC
};
enum
{
	FR_FULL,
	FR_MEMORY_G,
	FR_NO_MEMORY
};
enum
{
	FR_ON,
	FR_OFF,
	FR_INFINITE,
	FR_OWN
};
enum
{
	FR_ENTERED,
	FR_LEFT
};
enum
{
	FR_DISTANCE,
	FR_ALT,
	FR_ALTBEST,
	FR_ZERO
};
enum
{
	FR_RANDOM,
	FR_FARTHEST,
	FR_ANYWHERE
};
enum
{
	FR_EITHER,
	FR_START
};
enum
{
	FR_CANONICAL,
	FR_ALL
};
enum
{
	FR_USE,
	FR_IGNORE
};

/* An option's value is the position of a word, a whole number, or a decimal. */
typedef struct fr_method
{
	fr_search_kind search;
	fr_decimal option[FR_OPTIONS];
} fr_method;

static inline int
fr_method_word(const fr_method *method, fr_option option)
{
	return (int) method->option[option].digits;
}

#endif /* FRINGE_METHOD_H */
