/*
 * single_pair.h - what functions that search for one path at a time share
 */
#ifndef FRINGE_SINGLE_PAIR_H
#define FRINGE_SINGLE_PAIR_H

#include "pg/cache/search_context.h"

/* Searches under one map, model and method. */
typedef struct PathQuery
{
	const SearchContext *context; /* the call site's */
	fr_query core;
	Arena arena; /* for the search's route and nodes */
	fr_result result;
} PathQuery;

/* The columns of fringe_result. A row of version 1.0 ends before RESULT_OPENED. */
typedef enum ResultColumn
{
	RESULT_FOUND,
	RESULT_COST,
	RESULT_LENGTH,
	RESULT_ITERATIONS,
	RESULT_VISITED,
	RESULT_VISITED_LAST,
	RESULT_EXPANDED,
	RESULT_EXPANDED_LAST,
	RESULT_REOPENED,
	RESULT_OPEN_PEAK,
	RESULT_MEMORY,
	RESULT_SEARCH_US,
	RESULT_COMPLETE,
	RESULT_OPTIMAL,
	RESULT_METHOD,
	RESULT_ROUTE,
	RESULT_OPENED,
	RESULT_TRIED,
	RESULT_TRIED_LAST,
	RESULT_COLUMNS
} ResultColumn;

/* When a search began, by two clocks. */
typedef struct Stopwatch
{
	double processor; /* microseconds */
	instr_time begin;
} Stopwatch;

extern Stopwatch fringe_watch_begin(void);
extern double fringe_watch_us(const Stopwatch *watch);

/* Gets the search context; `query` lacks cells, and the caller sets what is wanted of it. */
extern void path_query_begin(CallSite *site, Consumer consumer, Datum map, Datum model,
							 Datum method, SearchQuestion question, PathQuery *query);

/* Searches, and returns how many microseconds that took. */
extern double path_query_timed(PathQuery *query);

/* ---- searches for functions of other arguments ------------------------------- */

/* Two cells of a map under a model, and the function that asks. */
typedef struct CellPair
{
	Consumer consumer;
	Datum map;
	fr_cell from;
	fr_cell to;
	Datum model;
} CellPair;

/*
 * The best path between two cells and its cost, as fringe_route and fringe_cost find them by
 * `auto`. NULL or false: there is none. *site, zeros at first, serves all searches of a question.
 */
extern struct varlena *fringe_route_between(const CellPair *pair, CallSite *site);
extern bool fringe_cost_between(const CellPair *pair, CallSite *site, float8 *cost);

#endif /* FRINGE_SINGLE_PAIR_H */
