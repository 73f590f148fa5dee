/*
 * stored.c - fuzzes the readers of stored fields and indexes
 *
 * Every input is tried as both; as an index also with a size and a checksum that fit,
 * which a fuzzer would seldom find.  What is accepted survives every reader: routes
 * end, and nothing is read outside the bytes.
 */
#include "core/index/store/format.h"
#include "fuzz.h"

#define MANY_CELLS (1 << 12)
#define PAIRS 20

/* ---- fields ---------------------------------------------------------------- */

/* Costs decrease along each step, down to a goal. */
static void
check_steps(const fr_field *field, const uint64_t *costs)
{
	int32_t width = (int32_t) field->terrain.width;
	int32_t height = (int32_t) field->terrain.height;

	for (int32_t n = 0; n < width * height; n++)
	{
		int d = fr_field_step(field, (uint32_t) n);
		int32_t x = n % width + (d < FR_DIRECTIONS ? fr_dx[d] : 0);
		int32_t y = n / width + (d < FR_DIRECTIONS ? fr_dy[d] : 0);

		must((costs[n] == FR_UNREACHED) == (d == FR_NO_STEP),
			 "cells without a cost have no step");
		must(d != FR_AT_GOAL || costs[n] == 0, "goals cost nothing");
		if (d < FR_DIRECTIONS)
			must(x >= 0 && x < width && y >= 0 && y < height &&
					 costs[y * width + x] < costs[n] && costs[n] <= field->costs.limit,
				 "a step leads nearer to a goal");
		if (d == FR_LINK_STEP)
			must(costs[fr_field_cell(field, (uint32_t) n)] <= costs[n] &&
					 costs[n] <= field->costs.limit,
				 "a link leads no farther from a goal");
	}
}

static void
fuzz_field(const uint8_t *packed, size_t size)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_status status;
	fr_field field;
	uint64_t *costs;
	uint64_t cells;

	status = fr_field_open(packed, size, &field, &error);
	if (status)
	{
		must(error.status == status, "a field is refused for a reason");
		return;
	}
	cells = (uint64_t) field.terrain.width * field.terrain.height;
	if (cells > MANY_CELLS)
		return;
	costs = new_block(cells * sizeof *costs);
	status = fr_field_costs(&field, costs, &poll, &error);
	must(status == FR_OK || error.status == status,
		 "a field's steps are refused for a reason");
	if (status == FR_OK)
	{
		check_steps(&field, costs);
		for (uint32_t n = 0; n < cells; n += 1 + (uint32_t) cells / 7)
			if (costs[n] != FR_UNREACHED)
				fr_field_route(&field,
							   (fr_cell){(int32_t) (n % field.terrain.width),
										 (int32_t) (n / field.terrain.width)},
							   &memory.core, &poll);
	}
	malloc_arena_clear(&memory);
	free(costs);
}

/* ---- indexes ---------------------------------------------------------------- */

/* Any pairs: what they cost is of no matter where the bytes were made up. */
static void
ask_index(const uint8_t *bytes, size_t size)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_index index = fr_index_open(bytes, size, &memory.core, &poll);
	size_t room = fr_index_scratch_size(&index);
	fr_index_scratch *scratch = fr_index_scratch_init(new_block(room), room);
	chance c = {size};
	fr_error error;

	for (int i = 0; i < PAIRS; i++)
	{
		fr_cell a = {(int32_t) chance_below(&c, index.width),
					 (int32_t) chance_below(&c, index.height)};
		fr_cell b = {(int32_t) chance_below(&c, index.width),
					 (int32_t) chance_below(&c, index.height)};
		uint64_t cost = fr_index_cost(&index, a, b, scratch, &poll);
		fr_index_query query = {&index, a, b, scratch};
		fr_route route;

		if (index.routes)
			fr_index_route(&query, &memory.core, &poll, &cost, &route, &error);
		fr_index_costs_to(&index, &(fr_index_pairs){&a, &b, 1, &cost}, scratch, &poll);
	}
	fr_index_describe(&index);
	free(scratch);
	malloc_arena_clear(&memory);
}

static void
fuzz_index(const uint8_t *bytes, size_t size)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_status status = fr_index_check(bytes, size, &poll, &error);

	if (status)
		must(error.status == status, "an index is refused for a reason");
	else
		ask_index(bytes, size);
}

static void
fuzz_forged(const uint8_t *data, size_t size)
{
	uint8_t *bytes;

	if (size <= FR_AT_WIDTH)
		return;
	bytes = exact_copy(data, size);
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, size - FR_AT_WIDTH));
	fuzz_index(bytes, size);
	free(bytes);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_field(data, size);
	fuzz_index(data, size);
	fuzz_forged(data, size);
	return 0;
}
