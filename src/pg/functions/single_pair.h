/*
 * single_pair.h - what functions that search for one path at a time share
 */
#ifndef FRINGE_SINGLE_PAIR_H
#define FRINGE_SINGLE_PAIR_H

#include "pg/cache/search_context.h"

/*
 * Searches under one map, model and method, which are arguments 0, 3 and 4. Argument 5
 * may be the cells to avoid.
 */
typedef struct PathQuery
{
	bool avoids;				  /* has an argument with cells to avoid */
	const SearchContext *context; /* the call site's */
	fr_query core;
	Arena arena; /* for the search's route and nodes */
	fr_result result;
} PathQuery;

/* When a search began, by two clocks. */
typedef struct Stopwatch
{
	double processor; /* microseconds */
	instr_time begin;
} Stopwatch;

extern Stopwatch fringe_watch_begin(void);
extern double fringe_watch_us(const Stopwatch *watch);
extern void fringe_prepare_query(FunctionCallInfo fcinfo, PathQuery *query, bool costs);
extern double fringe_timed_search(PathQuery *query);

/* ---- cells that a query avoids ------------------------------------------ */

extern void fringe_avoid_cells(Datum *map, Datum *model, FunctionCallInfo fcinfo, int n);

#endif /* FRINGE_SINGLE_PAIR_H */
