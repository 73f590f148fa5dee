/*
 * byte_buffer.h - a growable buffer, a pool that interns byte strings, and sorted keys
 * (internal)
 */
#ifndef FRINGE_BYTE_BUFFER_H
#define FRINGE_BYTE_BUFFER_H

#include "core/api.h"

/* A growable buffer in an arena. */
typedef struct fr_byte_buffer
{
	const fr_arena *arena;
	uint8_t *bytes;
	size_t size;
	size_t capacity;
} fr_byte_buffer;

/* Appends `size` zero bytes, and returns a pointer to them. */
uint8_t *fr_byte_buffer_append(fr_byte_buffer *buffer, size_t size);

/* Sorts up to a few thousand keys. */
void fr_sort_keys(uint64_t *keys, uint32_t count);

/*
 * A hash table of the byte strings in a buffer, of which equal ones are kept once.
 * Sizes and places are multiples of 4 bytes.
 */
typedef struct fr_byte_pool
{
	fr_byte_buffer bytes;
	uint32_t *place; /* by slot, in units of 4 bytes */
	uint32_t *size;	 /* by slot, in bytes; 0: the slot is empty */
	uint32_t slots;	 /* a power of two */
	uint32_t used;
} fr_byte_pool;

void fr_byte_pool_free(fr_byte_pool *pool);

/*
 * Interns the string from `begin` to the end of the buffer.  Returns its place, in units
 * of 4 bytes.
 */
uint32_t fr_byte_pool_intern(fr_byte_pool *pool, size_t begin);

#endif /* FRINGE_BYTE_BUFFER_H */
