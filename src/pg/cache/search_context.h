/*
 * search_context.h - all that a search needs except its cells, and what a call site keeps
 *
 * Getting a search context begins a call (cache_begin_call). The context and all that it
 * points to are valid until the SQL function returns.
 */
#ifndef FRINGE_SEARCH_CONTEXT_H
#define FRINGE_SEARCH_CONTEXT_H

#include "pg/cache/cache.h"

/* ---- search contexts --------------------------------------------------------- */

typedef struct SearchContext
{
	const SearchPlan *plan;
	const fr_grid *grid;
	const fr_landmarks *landmarks;
	fr_workspace *workspace;
	fr_sweep_workspace sweep; /* the same workspace, of a context of sweeps */
	Size bytes;				  /* that the call was charged, workspace included */
	CacheEntry *entry;		  /* of the map */
	CachedMap *map;			  /* its value */
	instr_time began;		  /* of a sweep: when the context was made, or last counted */
} SearchContext;

typedef struct CallSite CallSite; /* below */

/* The context of one search: model and method are stored texts. */
extern const SearchContext *search_context_get(CallSite *site, Consumer consumer,
											   Datum map, Datum model, Datum method,
											   SearchQuestion question);

/*
 * Contexts of a sweep (Dijkstra's algorithm to many cells), and of single searches on the same
 * map, by the method auto or by this method.
 */
extern SearchContext search_context_sweep(Consumer consumer, Datum map,
										  struct varlena *model);
extern SearchContext search_context_sweep_and_search(Consumer consumer, Datum map,
													 struct varlena *model,
													 const fr_method *method);

/* A sweep's context and query for a pair of cells. It must not move, as its arena must not. */
typedef struct PairQuery
{
	SearchContext context;
	fr_query core;
	Arena arena;
} PairQuery;

/*
 * Makes the query of a function whose arguments are the map, start, goal and model.
 */
extern void search_context_pair(FunctionCallInfo fcinfo, Consumer consumer,
								PairQuery *query);

/* Adds the time of a search, or of a sweep, to the statistics of its map. */
extern void search_context_count(const SearchContext *context, const fr_query *query,
								 const fr_result *result);
extern void search_context_count_sweep(SearchContext *context);

/* ---- call sites -------------------------------------------------------------- */

/* The method of a call site, parsed when its text changes. */
typedef struct ParsedMethod
{
	uint64 id; /* unique in the session */
	fr_method method;
	bool may_be_cold; /* search_may_be_cold */
	size_t length;	  /* 0: no method yet */
	char text[FR_METHOD_TEXT_MAX];
} ParsedMethod;

/*
 * What a call site keeps in fn_extra, which lives as long as the expression that contains the
 * call: one statement, or one transaction in plpgsql.
 */
struct CallSite
{
	struct TupleDescData *row; /* of the function's result */
	MapFloors *floors;		   /* of the last map whose floors were asked for, or NULL */
	Digest floors_map;		   /* of that map */
	ParsedMethod method;
	SearchContext search; /* of the present call */
};

extern CallSite *fringe_call_site(FunctionCallInfo fcinfo);

/* The row type that the function returns, looked up once. */
extern struct TupleDescData *fringe_row_at(FunctionCallInfo fcinfo, CallSite *site);

#endif /* FRINGE_SEARCH_CONTEXT_H */
