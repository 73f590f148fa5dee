/*
 * base.c - arrays in an arena that grow at their end
 */
#include "core/base/base.h"

#define FIRST_ROOM 8

void *
fr_grow(const fr_arena *arena, void *old, size_t size, size_t count, size_t wanted,
		size_t *room)
{
	size_t more = *room / 2 * 3 + FIRST_ROOM;
	void *grown;

	if (more < wanted)
		more = wanted;
	grown = fr_arena_alloc(arena, more * size);
	if (count > 0)
		memcpy(grown, old, count * size);
	fr_arena_free(arena, old, *room * size);
	*room = more;
	return grown;
}
