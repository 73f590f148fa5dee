/*
 * base.c - arrays in an arena that grow at their end, and large blocks that are filled
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

#define FILLED 0x40000 /* bytes between two polls: new memory comes page by page */

void
fr_fill(void *block, int byte, size_t size, const fr_poll *poll)
{
	char *at = block;

	for (; size > FILLED; size -= FILLED, at += FILLED)
	{
		memset(at, byte, FILLED);
		fr_poll_now(poll);
	}
	memset(at, byte, size);
}
