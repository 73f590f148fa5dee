/*
 * starts.h - sweeps from some cells
 */
#ifndef FRINGE_STARTS_H
#define FRINGE_STARTS_H

#include "pg/cache/search_context.h"

/* A prepared sweep from the cells of an array. */
typedef struct StartsQuery
{
	SearchContext context;
	fr_query core;
	uint32 *starts;
	int count;
	uint64 *costs; /* by cell, of straight lines; NULL: the workspace has them */
	uint32 *owners;
} StartsQuery;

/* search_context_sweep, or search_context_goals, whose model may be of straight lines */
typedef SearchContext (*PrepareSweep)(Datum map, struct varlena *model);

extern void starts_prepare(FunctionCallInfo fcinfo, int model, PrepareSweep prepare,
						   const int64 *cells, StartsQuery *query);
extern void starts_sweep(StartsQuery *query, uint64 bound, bool backward);

#endif /* FRINGE_STARTS_H */
