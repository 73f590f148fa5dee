/*
 * growing.c - bytes that grow at the end, and keys in order
 */
#include "core/index/store/growing.h"

#include <string.h>

#include "core/base/grow.h"

/* Appends `size` bytes of 0, and returns where they are. */
uint8_t *
fr_growing_add(fr_growing *g, size_t size)
{
	if (!g->bytes || g->size + size > g->room)
		g->bytes = fr_grow(g->arena, g->bytes, 1, g->size, g->size + size, &g->room);
	memset(g->bytes + g->size, 0, size);
	g->size += size;
	return g->bytes + g->size - size;
}

/* Shell sort, by gaps that serve a few thousand keys well. */
void
fr_sort_keys(uint64_t *keys, uint32_t count)
{
	static const uint32_t gaps[] = {8858, 3937, 1750, 701, 301, 132, 57, 23, 10, 4, 1};

	for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
		for (uint32_t i = gaps[g]; i < count; i++)
		{
			uint64_t key = keys[i];
			uint32_t k = i;

			for (; k >= gaps[g] && keys[k - gaps[g]] > key; k -= gaps[g])
				keys[k] = keys[k - gaps[g]];
			keys[k] = key;
		}
}
