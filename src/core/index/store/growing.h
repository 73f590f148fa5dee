/*
 * growing.h - bytes that grow at the end, and keys in order (internal)
 */
#ifndef FRINGE_INDEX_GROWING_H
#define FRINGE_INDEX_GROWING_H

#include "core/core.h"

/* Bytes that grow at the end. */
typedef struct fr_growing
{
	const fr_arena *arena;
	uint8_t *bytes;
	size_t size;
	size_t room;
} fr_growing;

uint8_t *fr_growing_add(fr_growing *g, size_t size);

void fr_sort_keys(uint64_t *keys, uint32_t count);

#endif /* FRINGE_INDEX_GROWING_H */
