/*
 * avoid.c - cells that a single query avoids
 *
 * The query runs on a copy of the map that has these cells blocked. The copy is decoded
 * like any map, so queries that avoid the same cells share it.
 */
#include "pg/fringe.h"

#include "miscadmin.h"
#include "utils/array.h"

/* A code that the model blocks; if there is none, one that the map lacks. */
static uint8
blocking_code(fr_model *model, const fr_map *map)
{
	for (int i = 0; i < FR_CODES; i++)
		if (model->weight[i].digits == 0)
			return FR_FIRST_CODE + i;
	for (uint8 code = FR_FIRST_CODE; code <= FR_LAST_CODE; code++)
		if (memchr(map->codes, code, map->code_count) == NULL)
		{
			model->weight[code - FR_FIRST_CODE] = (fr_decimal){0};
			return code;
		}
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("cannot avoid cells"),
			 errdetail("The map has all terrain codes, and the model blocks none.")));
}

static struct varlena *
model_value(const fr_model *model)
{
	struct varlena *value = palloc(VARHDRSZ + FR_MODEL_TEXT_MAX);

	SET_VARSIZE(value, VARHDRSZ + fr_model_write(model, VARDATA(value)));
	return value;
}

/* Replaces a map and its model by the copy with these cells blocked. */
void
fringe_avoid_cells(Datum *map, struct varlena **model, ArrayType *cells)
{
	fr_map opened = gridmap_open((Gridmap *) PG_DETOAST_DATUM(*map));
	fr_model parsed = gridmodel_parsed(*model);
	uint8 code = blocking_code(&parsed, &opened);
	uint8 *codes = gridmap_codes_of(&opened);
	int count;
	Datum *list = gridcell_elements(cells, &count);

	for (int i = 0; i < count; i++)
	{
		fr_cell cell = DatumGetCell(list[i]);

		CHECK_FOR_INTERRUPTS();
		fringe_check_inside(cell, opened.width, opened.height);
		codes[(size_t) cell.y * opened.width + cell.x] = code;
	}
	*map = PointerGetDatum(gridmap_from_codes(codes, opened.width, opened.height));
	*model = model_value(&parsed);
	pfree(codes);
}
