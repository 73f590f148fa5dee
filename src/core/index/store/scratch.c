/*
 * scratch.c - what queries write to
 */
#include "core/index/store/view.h"

#define BYTES_A_HUB (3 * sizeof(uint32_t))

size_t
fr_index_scratch_size(const fr_index *index)
{
	return sizeof(fr_index_scratch) + ((size_t) index->hubs + 1) * BYTES_A_HUB;
}

/* A block of that size, or larger: for several indexes, as large as the largest. */
fr_index_scratch *
fr_index_scratch_init(void *block, size_t size)
{
	fr_index_scratch *scratch = block;

	*scratch =
		(fr_index_scratch){.room = (uint32_t) ((size - sizeof *scratch) / BYTES_A_HUB)};
	scratch->table = (uint32_t *) (scratch + 1);
	scratch->chain = scratch->table + scratch->room;
	scratch->sums = scratch->chain + scratch->room;
	return scratch;
}

bool
fr_index_scratch_fits(const fr_index_scratch *scratch, const fr_index *index)
{
	return scratch->room > index->hubs;
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
