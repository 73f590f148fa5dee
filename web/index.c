/*
 * index.c - indexes for JavaScript: see exports.h
 */
#include "exports.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- indexes --------------------------------------------------------------- */

typedef struct web_index
{
	web_arena own;
	fr_arena arena;
	fr_index index;
	void *scratch;
	uint8_t bytes[];
} web_index;

void
EXPORT(web_index_free)(web_index *index)
{
	web_arena_clear(&index->own);
	free(index);
}

static web_index *
take_index(size_t size)
{
	web_index *index = web_take(sizeof *index + size);

	*index = (web_index){.arena = {.allocate = web_arena_take, .context = &index->own}};
	return index;
}

/* `answer` has what an index tells about itself. NULL: web_failure. */
static web_index *
open_index(web_index *index, size_t size)
{
	fr_index_checked checked;
	size_t scratch_size;

	if (fr_index_check(index->bytes, size, &web_polling, &checked, &web_failure))
	{
		web_index_free(index);
		return NULL;
	}
	index->index = fr_index_open(checked, &index->arena, &web_polling);
	scratch_size = fr_index_scratch_size(&index->index);
	index->scratch =
		fr_index_scratch_init(web_arena_take(&index->own, scratch_size), scratch_size);
	web_answers[0] = index->index.width;
	web_answers[1] = index->index.height;
	web_answers[2] = (double) size;
	web_answers[3] = index->index.routes;
	memcpy(web_text, index->index.model, index->index.model_length);
	web_text[index->index.model_length] = '\0';
	return index;
}

/* NULL: web_failure. A max_size of 0 bytes is no limit. */
web_index *
EXPORT(web_index_build)(web_grid *grid, double max_size, bool with_routes)
{
	static const uint8_t no_digest[FR_INDEX_DIGEST];
	const fr_index_request request = {.grid = grid->grid,
									  .model = &grid->model,
									  .digest = no_digest,
									  .max_size = (size_t) max_size,
									  .routes = with_routes};
	fr_index_plan *plan;
	web_index *index;

	web_begin_call();
	web_failure.status = FR_OK;
	web_grid_prepare(grid, NULL);
	if (fr_index_build(&request, &web_scratch, &web_polling, &plan, &web_failure))
		return NULL;
	index = take_index(fr_index_plan_size(plan));
	fr_index_write(plan, index->bytes, &web_polling);
	return open_index(index, fr_index_plan_size(plan));
}

/* An index out of the bytes that a database has; NULL: web_failure. */
web_index *
EXPORT(web_index_open)(const uint8_t *bytes, size_t size)
{
	web_index *index;

	web_begin_call();
	web_failure.status = FR_OK;
	index = take_index(size);
	memcpy(index->bytes, bytes, size);
	return open_index(index, size);
}

const uint8_t *
EXPORT(web_index_bytes)(const web_index *index)
{
	return index->bytes;
}

/* Infinity: there is no path. Cells are inside. */
double
EXPORT(web_index_cost)(const web_index *index, int32_t x, int32_t y, int32_t goal_x,
					   int32_t goal_y)
{
	uint64_t cost =
		fr_index_cost(&index->index, (fr_cell){x, y}, (fr_cell){goal_x, goal_y},
					  index->scratch, &web_polling);

	return cost == FR_UNREACHED ? INFINITY : fr_cost_value(&index->index.costs, cost);
}

/* 0 is success; `answer`: cost, Infinity where there is no path, and the runs. */
int
EXPORT(web_index_route)(const web_index *index, int32_t x, int32_t y, int32_t goal_x,
						int32_t goal_y)
{
	fr_index_query query = {&index->index, {x, y}, {goal_x, goal_y}, index->scratch};
	uint64_t cost;

	web_begin_call();
	web_failure.status = FR_OK;
	if (fr_index_route(&query, &web_routes, &web_polling, &cost, &web_route,
					   &web_failure))
		return (int) web_failure.status;
	web_answers[0] =
		cost == FR_UNREACHED ? INFINITY : fr_cost_value(&index->index.costs, cost);
	web_answers[1] = (double) (cost == FR_UNREACHED ? 0 : web_route.count);
	return 0;
}
