/*
 * route_via.c - fringe_route_via: best paths through cells in a given order, as one path
 *
 * It searches for each leg, and joins the paths.
 */
#include "pg/cache/cache.h"
#include "pg/functions/single_pair.h"

#include "miscadmin.h"

/* fringe_route_via(map, cells, model): one cell is a leg to itself. */
FRINGE_FUNCTION(fringe_route_via)
{
	int count;
	const int64 *cells = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &count);
	CallSite site = {0};
	CellPair pair = {.consumer = CONSUMER_ROUTE_VIA,
					 .map = PG_GETARG_DATUM(0),
					 .model = PG_GETARG_DATUM(2)};
	struct varlena **legs = fringe_alloc_huge(Max(1, count) * sizeof(*legs));
	Size bytes = count * sizeof(*legs);
	int joined = 0;

	if (count == 0)
		PG_RETURN_NULL();
	for (int i = 0; i == 0 || i + 1 < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		pair.from = DatumGetCell(Int64GetDatum(cells[i]));
		pair.to = DatumGetCell(Int64GetDatum(cells[Min(i + 1, count - 1)]));
		legs[joined] = fringe_route_between(&pair, &site);
		if (legs[joined] == NULL)
			PG_RETURN_NULL();
		bytes += VARSIZE(legs[joined++]);
		fringe_limit_memory("fringe_route_via", bytes);
	}
	PG_RETURN_POINTER(gridpath_join(legs, joined));
}
