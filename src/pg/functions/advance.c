/*
 * advance.c - read what cells cost beforehand: see advance.h
 */
#include "pg/functions/advance.h"

#include "core/grid/grid_links.h"
#include "pg/consumers.h"
#include "miscadmin.h"

static void
check_array(ArrayType *costs, int count)
{
	int given = ArrayGetNItems(ARR_NDIM(costs), ARR_DIMS(costs));

	if (given != count)
		ereport(ERROR, (errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
						errmsg("costs must have one element per cell"),
						errdetail("Costs: %d; cells: %d.", given, count)));
	if (array_contains_nulls(costs))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("cost must not be null")));
}

static void
refuse_digits(void)
{
	ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					errmsg("costs have too many digits for this map"),
					errdetail("Sums with costs of paths would not be exact."),
					errhint("Round the costs to fewer digits after the point.")));
}

const uint64 *
fringe_read_advance(ArrayType *costs, int count, const bool *nulls, Arena *arena,
					const fr_grid **grid)
{
	const float8 *number = (const float8 *) ARR_DATA_PTR(costs);
	uint32 parts = 1;
	fr_decimal *decimals;
	uint64 *units;
	bool any = false;
	int known = 0;

	if (ARR_NDIM(costs) == 0)
		return NULL;
	check_array(costs, count);
	decimals = arena->core.allocate(arena, count * sizeof(fr_decimal));
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (nulls && nulls[i])
			continue;
		decimals[known] = fringe_decimal(number[i], "cost");
		any |= decimals[known++].digits > 0;
	}
	if (!any)
		return NULL;
	consumer_check(CONSUMER_ADVANCE, (*grid)->costs.rules);
	units = arena->core.allocate(arena, count * sizeof(uint64));
	for (int i = 0; i < known; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!fr_costs_parts(&(*grid)->costs, decimals[i], &parts))
			refuse_digits();
	}
	if (parts > 1)
		*grid = fr_grid_refined(*grid, parts, &arena->core, &fringe_poll);
	if (*grid == NULL)
		refuse_digits();
	for (int i = 0; i < known; i++)
	{
		CHECK_FOR_INTERRUPTS();
		units[i] = fr_cost_whole(&(*grid)->costs, decimals[i]);
		if (units[i] > (*grid)->costs.limit)
			fringe_report_search(FR_COST_RANGE);
	}
	return units;
}
