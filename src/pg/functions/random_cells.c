/*
 * random_cells.c - passable cells of a map, drawn by a seed
 */
#include "pg/cache/search_context.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/tuplestore.h"

/* gridmap_random_cells(map, n, seed, model) */
PG_FUNCTION_INFO_V1(gridmap_random_cells);
Datum
gridmap_random_cells(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	int32 n = PG_GETARG_INT32(1);
	uint64 seed = PG_GETARG_INT64(2);
	const fr_grid *grid =
		cache_get_grid(PG_GETARG_DATUM(0), PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3)));
	uint32 *before = palloc((grid->height + 1) * sizeof(uint32));

	if (n < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("number of cells must not be negative")));
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	fr_rank_rows(grid, before, &fringe_poll);
	for (uint32 i = 0; i < Min((uint32) n, before[grid->height]); i++)
	{
		uint32 index = fr_random_cell(grid, before, i, seed);
		Datum cell = CellGetDatum(fr_grid_cell(grid, index));
		bool null = false;

		CHECK_FOR_INTERRUPTS();
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, &cell, &null);
	}
	return (Datum) 0;
}
