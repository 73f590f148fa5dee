/*
 * walk.h - routes that are walked tick by tick (internal)
 */
#ifndef FRINGE_WALK_H
#define FRINGE_WALK_H

#include "core/core.h"

void fr_walk_take(fr_walker *walker, const fr_route *route, uint64_t cost,
				  const fr_arena *arena);
void fr_walk_drop(fr_walker *walker);
void fr_walk_save(fr_walker *walker, const fr_costs *costs);
bool fr_walk_hunter(fr_chase *chase, fr_hunter *hunter, const fr_poll *poll);
void fr_walk_runner(fr_chase *chase, const fr_poll *poll);

/* Is a hunter on this cell? */
static inline bool
fr_chase_taken(const fr_chase *chase, uint32_t cell)
{
	return chase->taken[cell / 64] >> cell % 64 & 1;
}

static inline void
fr_chase_take(fr_chase *chase, uint32_t cell)
{
	chase->taken[cell / 64] |= UINT64_C(1) << cell % 64;
}

static inline void
fr_chase_leave(fr_chase *chase, uint32_t cell)
{
	chase->taken[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

#endif /* FRINGE_WALK_H */
