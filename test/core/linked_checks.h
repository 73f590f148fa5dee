/*
 * linked_checks.h - checks that many random worlds with links repeat
 */
#ifndef FRINGE_LINKED_CHECKS_H
#define FRINGE_LINKED_CHECKS_H

#include "checks.h"
#include "linked.h"

/* What is done with each; `nodes` has room for any search there. */
typedef void linked_check(linked_world *l, chance *c);

static linked_check *check_linked;
static fr_workspace *nodes;

static inline void
check_linked_world(const world *w, chance *c, fr_workspace *workspace)
{
	static linked_world l;

	(void) workspace;
	if (!add_random_links(&l, w, c))
		return;
	take_starts(&l, c);
	check_linked(&l, c);
	free_grid(l.w.grid);
	malloc_arena_clear(&taken);
}

/* check_worlds with links; which may all be closed. */
static inline int
check_linked_worlds(int argc, char **argv, int cases, int side, linked_check *check,
					int checks)
{
	fr_method method = method_of("jump");

	nodes = new_workspace(ROOM, &method);
	check_linked = check;
	return check_worlds(argc, argv, cases, side, check_linked_world, checks);
}

#endif /* FRINGE_LINKED_CHECKS_H */
