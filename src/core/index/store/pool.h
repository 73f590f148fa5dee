/*
 * pool.h - runs of bytes, of which equal ones are kept once (internal)
 */
#ifndef FRINGE_INDEX_POOL_H
#define FRINGE_INDEX_POOL_H

#include "core/index/store/format.h"
#include "core/index/store/growing.h"

/* Sizes and places are multiples of 4 bytes. */
typedef struct fr_pool
{
	fr_growing bytes;
	uint32_t *place; /* by slot, in units of 4 bytes */
	uint32_t *size;	 /* by slot, in bytes; 0: the slot is empty */
	uint32_t slots;	 /* a power of two */
	uint32_t used;
} fr_pool;

void fr_pool_release(fr_pool *pool);
uint32_t fr_pool_keep(fr_pool *pool, size_t begin);

#endif /* FRINGE_INDEX_POOL_H */
