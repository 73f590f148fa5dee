/*
 * route_via.c - fringe_route_via: best paths through cells in a given order, as one path
 *
 * It calls fringe_route for each leg, and joins the paths.
 */
#include "pg/cache/cache.h"
#include "pg/functions/paths.h"

#include "miscadmin.h"

extern Datum fringe_route(PG_FUNCTION_ARGS);

struct varlena *
fringe_leg_between(FunctionCallInfo fcinfo, FmgrInfo *flinfo, Datum from, Datum to)
{
	LOCAL_FCINFO(call, 5);
	fr_method method = fr_method_auto();
	Datum route;

	InitFunctionCallInfoData(*call, flinfo, 5, fcinfo->fncollation, NULL, NULL);
	call->args[0].value = PG_GETARG_DATUM(0);
	call->args[1].value = from;
	call->args[2].value = to;
	call->args[3].value = PG_GETARG_DATUM(2);
	call->args[4].value = PointerGetDatum(gridmethod_make(&method));
	for (int i = 0; i < 5; i++)
		call->args[i].isnull = false;
	route = fringe_route(call);
	return call->isnull ? NULL : (struct varlena *) DatumGetPointer(route);
}

/* fringe_route_via(map, cells, model): one cell is a leg to itself. */
PG_FUNCTION_INFO_V1(fringe_route_via);
Datum
fringe_route_via(PG_FUNCTION_ARGS)
{
	int count;
	const int64 *cells = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &count);
	FmgrInfo flinfo = {.fn_mcxt = CurrentMemoryContext};
	struct varlena **legs = fringe_alloc_huge(Max(1, count) * sizeof(*legs));
	Size bytes = count * sizeof(*legs);
	int joined = 0;
	fr_model model = gridmodel_parsed(PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2)));

	/* a leg may begin with a turn, or lead back, which the path would have to pay */
	fringe_refuse_turns_of(&model);
	if (count == 0)
		PG_RETURN_NULL();
	for (int i = 0; i == 0 || i + 1 < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		legs[joined] = fringe_leg_between(fcinfo, &flinfo, Int64GetDatum(cells[i]),
										  Int64GetDatum(cells[Min(i + 1, count - 1)]));
		if (legs[joined] == NULL)
			PG_RETURN_NULL();
		bytes += VARSIZE(legs[joined++]);
		fringe_limit_memory("fringe_route_via", bytes);
	}
	PG_RETURN_POINTER(gridpath_join(legs, joined));
}
