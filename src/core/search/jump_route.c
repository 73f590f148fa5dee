/*
 * jump_route.c - the route that a search by jump found
 */
#include "core/grid/route.h"
#include "core/search/jump.h"

static int32_t
longer_of(int32_t dx, int32_t dy)
{
	dx = dx < 0 ? -dx : dx;
	dy = dy < 0 ? -dy : dy;
	return dx > dy ? dx : dy;
}

/*
 * Adds the way from a jump point's origin to it, backward: the branch, whose
 * direction is known, and before it as many steps of a spine as lead sideways.
 */
static void
add_jump(const fr_grid *grid, fr_route_builder *builder, fr_cell a, fr_cell b, int branch)
{
	int right = (branch + 2) & (FR_DIRECTIONS - 1);
	int32_t dx = b.x - a.x;
	int32_t dy = b.y - a.y;
	int32_t aside = dx * fr_dx[right] + dy * fr_dy[right];
	int32_t steps = aside < 0 ? -aside : aside;
	int turn = fr_jumps_diagonally(grid->costs.jumps) ? 1 : 2;
	int spine = branch + (aside > 0 ? turn : -turn);

	spine &= FR_DIRECTIONS - 1;
	dx -= steps * fr_dx[spine];
	dy -= steps * fr_dy[spine];
	if (dx != 0 || dy != 0)
		fr_route_add(builder, branch, (uint32_t) longer_of(dx, dy));
	if (steps > 0)
		fr_route_add(builder, spine, (uint32_t) steps);
}

/* The way that the search found, the last run first. */
void
fr_jump_route(const fr_run *run, fr_route_builder *builder)
{
	const fr_node *nodes = run->workspace->nodes;
	const jump_node *found = run->workspace->extra;
	uint32_t node = jump_number(run, run->heuristic.goal);
	uint64_t steps = 1;

	while (found[node].origin != node)
	{
		uint32_t origin = found[node].origin;

		fr_poll_at(run->poll, steps++);
		if (nodes[node].key & FR_KEY_LINKED)
			fr_route_add_link(builder, jump_cell(&found[node]));
		else
			add_jump(run->grid, builder, jump_cell(&found[origin]),
					 jump_cell(&found[node]), (int) (nodes[node].key & FR_KEY_PARENT));
		node = origin;
	}
}
