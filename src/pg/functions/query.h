/*
 * query.h - what functions that search for one path at a time share
 */
#ifndef FRINGE_QUERY_H
#define FRINGE_QUERY_H

#include "pg/fringe.h"

/*
 * Searches under one map, model and method, which are arguments 0, 3 and 4. Argument 5
 * may be the cells to avoid.
 */
typedef struct PathQuery
{
	CallSite *site;
	bool avoids; /* has an argument with cells to avoid */
	PreparedSearch prepared;
	fr_query core;
	Arena arena; /* for the search's route and nodes */
	fr_result result;
} PathQuery;

typedef PreparedSearch (*PrepareSearch)(Datum map, struct varlena *model,
										const fr_method *method);

extern void fringe_prepare_query(FunctionCallInfo fcinfo, PathQuery *query,
								 PrepareSearch prepare);
extern double fringe_timed_search(PathQuery *query);

#endif /* FRINGE_QUERY_H */
