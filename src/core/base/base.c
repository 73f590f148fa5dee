/*
 * base.c - arrays in an arena that grow at their end, and large blocks that are filled or copied
 */
#include "core/base/base.h"

#define FIRST_ROOM 8
#define PIECE 0x40000 /* bytes between two polls: new memory comes page by page */

void *
fr_grow(const fr_arena *arena, void *old, size_t size, size_t count, size_t wanted,
		size_t *room)
{
	size_t more = *room / 2 * 3 + FIRST_ROOM;
	void *grown;

	if (more < wanted)
		more = wanted;
	grown = fr_arena_alloc(arena, more * size);
	if (count > 0 && arena->poll)
		fr_copy(grown, old, count * size, arena->poll);
	else if (count > 0)
		memcpy(grown, old, count * size);
	fr_arena_free(arena, old, *room * size);
	*room = more;
	return grown;
}

void
fr_fill(void *block, int byte, size_t size, const fr_poll *poll)
{
	char *at = block;

	for (; size > PIECE; size -= PIECE, at += PIECE)
	{
		memset(at, byte, PIECE);
		fr_poll_now(poll);
	}
	memset(at, byte, size);
}

void
fr_copy(void *to, const void *from, size_t size, const fr_poll *poll)
{
	char *at = to;
	const char *source = from;

	for (; size > PIECE; size -= PIECE, at += PIECE, source += PIECE)
	{
		memcpy(at, source, PIECE);
		fr_poll_now(poll);
	}
	memcpy(at, source, size);
}
