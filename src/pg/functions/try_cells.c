/*
 * try_cells.c - functions that return NULL where others raise an error, because a cell is
 * outside the map: fringe_try_cost and fringe_try_route
 *
 * They look at the size of the map or index, then call the other function.
 */
#include "pg/cache/cache.h"

/* Are the cells of arguments 1 and 2 inside the map or index of argument 0? */
static bool
are_inside(FunctionCallInfo fcinfo, GridmapPeek (*peek)(Datum))
{
	const GridmapPeek *facts = cache_peek(PG_GETARG_DATUM(0), peek);

	return fringe_is_inside(PG_GETARG_CELL(1), facts->width, facts->height) &&
		   fringe_is_inside(PG_GETARG_CELL(2), facts->width, facts->height);
}

/* A function of the same arguments as the function that it tries. */
#define TRY_FUNCTION(name, tried, peek)                                                  \
	extern Datum tried(PG_FUNCTION_ARGS);                                                \
	FRINGE_FUNCTION(name)                                                                \
	{                                                                                    \
		if (!are_inside(fcinfo, peek))                                                   \
			PG_RETURN_NULL();                                                            \
		return tried(fcinfo);                                                            \
	}

TRY_FUNCTION(fringe_try_cost, fringe_cost, gridmap_peek)
TRY_FUNCTION(fringe_try_route, fringe_route, gridmap_peek)
TRY_FUNCTION(fringe_try_cost_indexed, fringe_cost_indexed, gridindex_peek)
TRY_FUNCTION(fringe_try_route_indexed, fringe_route_indexed, gridindex_peek)
