/*
 * scratch.c - what queries write to
 */
#include <string.h>

#include "core/index/view.h"

#define ARRAYS 12 /* of a number of 32 bits by subgoal */
#define BYTES_A_SUBGOAL (ARRAYS * sizeof(uint32_t) + sizeof(uint64_t))

size_t
fr_index_scratch_size(const fr_index *index)
{
	return sizeof(fr_index_scratch) + ((size_t) index->subgoals + 1) * BYTES_A_SUBGOAL;
}

static uint32_t *
next_array(fr_index_scratch *scratch, uint32_t **at)
{
	uint32_t *array = *at;

	*at += scratch->room;
	return array;
}

/* A block of that size, or larger: for several indexes, as large as the largest. */
fr_index_scratch *
fr_index_scratch_init(void *block, size_t size)
{
	fr_index_scratch *scratch = block;
	uint32_t *at;

	*scratch = (fr_index_scratch){
		.room = (uint32_t) ((size - sizeof *scratch) / BYTES_A_SUBGOAL)};
	scratch->queue.entries = (uint64_t *) (scratch + 1);
	at = (uint32_t *) (scratch->queue.entries + scratch->room);
	scratch->table = next_array(scratch, &at);
	scratch->chain = next_array(scratch, &at);
	for (int i = 0; i < 2; i++)
	{
		fr_climb *c = &scratch->climb[i];

		c->distance = next_array(scratch, &at);
		c->from = next_array(scratch, &at);
		c->settled = next_array(scratch, &at);
		c->core = next_array(scratch, &at);
		c->stamp = next_array(scratch, &at);
		memset(c->stamp, 0, scratch->room * sizeof *c->stamp);
	}
	return scratch;
}

bool
fr_index_scratch_fits(const fr_index_scratch *scratch, const fr_index *index)
{
	return scratch->room > index->subgoals;
}

/* The base of the next query. */
uint32_t
fr_index_lower_base(fr_index_scratch *scratch, uint32_t top)
{
	if (scratch->base < top)
	{
		for (uint32_t i = 0; i < scratch->room; i++)
			scratch->table[i] = FR_HIGHEST;
		scratch->base = FR_HIGHEST;
	}
	return scratch->base -= top;
}
