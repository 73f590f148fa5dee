/*
 * search_context.h - what a call site keeps, and all that a search needs except its cells
 */
#ifndef FRINGE_SEARCH_CONTEXT_H
#define FRINGE_SEARCH_CONTEXT_H

#include "pg/cache/cache.h"

/* ---- call sites -------------------------------------------------------- */

/* All that a search needs except its two cells; valid until the SQL function returns. */
typedef struct SearchContext
{
	const fr_grid *grid;
	fr_method *method; /* resolved */
	const fr_landmarks *landmarks;
	uint32 nodes; /* of the workspace */
	fr_workspace *workspace;
	Size bytes;				 /* memory of the prepared parts, workspace included */
	double us_per_expansion; /* what a search by the method takes, roughly */
	struct CacheEntry *map;
	struct CacheEntry *landmark_entry; /* landmarks in the cache, or NULL */
	bool auto_landmarks;			   /* its time may earn landmarks of the map */
	bool first;		  /* on rows of a map that is not yet decoded whole */
	instr_time began; /* of a sweep: when it was prepared, or last counted */
} SearchContext;

/* The method of a call site, parsed when its text changes. */
typedef struct ParsedMethod
{
	uint64 number; /* no other method parsed in this session has it */
	fr_method method;
	size_t length; /* 0: no method yet */
	char text[FR_METHOD_TEXT_MAX];
} ParsedMethod;

typedef struct Floors Floors; /* of functions/map_edits.c */

/* What a call site caches in fn_extra between calls. */
typedef struct CallSite
{
	struct TupleDescData *row; /* of the function's result */
	Floors *floors;			   /* of the last map whose floors were asked for, or NULL */
	ParsedMethod method;
	SearchContext search; /* of the present call */
} CallSite;

extern CallSite *fringe_make_site(FunctionCallInfo fcinfo);

static inline CallSite *
fringe_call_site(FunctionCallInfo fcinfo)
{
	CallSite *site = fcinfo->flinfo->fn_extra;

	return site ? site : fringe_make_site(fcinfo);
}

extern struct TupleDescData *fringe_row_at(FunctionCallInfo fcinfo, CallSite *site);
extern const ParsedMethod *fringe_method_at(CallSite *site, struct varlena *stored);

/* ---- preparing a search ------------------------------------------------------ */

extern const SearchContext *search_context_get(FunctionCallInfo fcinfo, Datum map,
											   Datum model, Datum method, bool costs);
extern SearchContext search_context_goals(Datum map, struct varlena *model);
extern SearchContext search_context_sweep(Datum map, struct varlena *model);
extern SearchContext search_context_sweep_and_search(Datum map, struct varlena *model,
													 const fr_method *method);

/* Adds the time of a search, or of a sweep, to the statistics of its map. */
extern void search_context_count(const SearchContext *search, const fr_query *query,
								 const fr_result *result);
extern void search_context_count_sweep(SearchContext *search);

#endif /* FRINGE_SEARCH_CONTEXT_H */
