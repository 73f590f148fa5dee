/*
 * grow.h - arrays in an arena that grow at their end (internal)
 */
#ifndef FRINGE_GROW_H
#define FRINGE_GROW_H

#include "core/api.h"

/*
 * An array of elements of `size` bytes that has room for `wanted` of them or more, with the first
 * `count` of the old one, which is released. *room is what the old one has room for, 0 if it is
 * NULL, and then what the new one has.  It grows by half at least.
 */
void *fr_grow(const fr_arena *arena, void *old, size_t size, size_t count, size_t wanted,
			  size_t *room);

#endif /* FRINGE_GROW_H */
