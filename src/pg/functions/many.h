/*
 * many.h - what functions that compute costs to many cells share
 */
#ifndef FRINGE_MANY_H
#define FRINGE_MANY_H

#include "pg/cache/search_context.h"

#include "utils/array.h"

/* A prepared search with its query; matrices change the start. */
typedef struct ManyQuery
{
	const fr_index *index; /* answers; NULL: the search does */
	SearchContext context;
	fr_query core;
	const fr_costs *costs;
	uint32 width;
	uint32 height;
	Size bytes; /* of what was prepared */
	fr_cell start;
} ManyQuery;

/* The cells of an array and the costs from a start to each of them. */
typedef struct CellList
{
	int count;
	Datum *cells;
	bool *nulls;
	size_t known;  /* number of cells that are not NULL */
	fr_cell *at;   /* where they are */
	uint32 *index; /* their indexes */
	uint64 *costs; /* per element; FR_UNREACHED if NULL or out of reach */
} CellList;

/* Those that are not NULL, for the core. */
static inline fr_cells
many_cells(const CellList *list)
{
	return (fr_cells){list->index, list->known};
}

extern void many_prepare(FunctionCallInfo fcinfo, int model, ManyQuery *query);
extern void many_prepare_indexed(FunctionCallInfo fcinfo, ManyQuery *query);
extern void many_start_at(ManyQuery *query, fr_cell start);
extern CellList many_read_cells(ArrayType *array, const ManyQuery *query, Size more);
extern void many_check_status(const ManyQuery *query, fr_status status);
extern void many_find_known(ManyQuery *query, const CellList *goals);
extern Datum many_cost_datum(const ManyQuery *query, uint64 cost);
extern void many_put_row(FunctionCallInfo fcinfo, Datum *values, bool *nulls);

#endif /* FRINGE_MANY_H */
