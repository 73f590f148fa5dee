/*
 * jump.c - jump point search: which of the two searches runs, and the route that it found
 *
 * Of all equally good paths, jump point search follows only a canonical one, and only the
 * cells where this path may turn, the jump points, enter the open list (Harabor and
 * Grastien 2011). jump_corners.c searches where all cells weigh the same and corners are
 * not cut, jump_patterns.c everywhere else.
 */
#include "core/grid/route.h"
#include "core/jump/jump_links.h"

static void
run_jump(const fr_run *run)
{
	bool hex = run->grid->costs.hex;

	if (fr_jumps_by_pattern(run->grid->costs.jumps))
		(hex ? fr_jump_by_hex_patterns : fr_jump_by_patterns)(run);
	else
		(hex ? fr_jump_by_hex_corners : fr_jump_by_corners)(run);
}

/* ---- the route --------------------------------------------------------------------- */

static int32_t
longer_of(int32_t dx, int32_t dy)
{
	dx = dx < 0 ? -dx : dx;
	dy = dy < 0 ? -dy : dy;
	return dx > dy ? dx : dy;
}

/* The diagonal ray that a straight ray leaves to the left, if side is 1, or to the right. */
static int
diagonal_beside(const fr_grid *grid, int straight_ray, int side)
{
	if (grid->costs.hex)
		return fr_hex_turn(straight_ray, side);
	if (!fr_jumps_diagonally(grid->costs.jumps))
		side *= 2;
	return (straight_ray + side) & (FR_DIRECTIONS - 1);
}

/*
 * Adds the way from cell a, a node's origin, to cell b, the node, backward. It ends with a
 * straight ray, whose direction is known. A diagonal ray comes before it, if b is not on
 * the straight ray from a; its steps are as many as b lies to the side.
 */
static void
add_jump(const fr_grid *grid, fr_route_builder *builder, fr_cell a, fr_cell b,
		 int straight_ray)
{
	int right = (straight_ray + 2) & (FR_DIRECTIONS - 1);
	int32_t dx = b.x - a.x;
	int32_t dy = b.y - a.y;
	int32_t aside = dx * fr_dx[right] + dy * fr_dy[right];
	int32_t steps = aside < 0 ? -aside : aside;
	int diagonal_ray = diagonal_beside(grid, straight_ray, aside > 0 ? 1 : -1);

	dx -= steps * fr_dx[diagonal_ray];
	dy -= steps * fr_dy[diagonal_ray];
	if (dx != 0 || dy != 0)
		fr_route_add(builder, straight_ray, (uint32_t) longer_of(dx, dy));
	if (steps > 0)
		fr_route_add(builder, diagonal_ray, (uint32_t) steps);
}

/* Adds the way that the search found, from the goal back to the start. */
static void
jump_route(const fr_run *run, fr_route_builder *builder)
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
			fr_route_prepend_link(builder, jump_cell(&found[node]));
		else
			add_jump(run->grid, builder, jump_cell(&found[origin]),
					 jump_cell(&found[node]), (int) (nodes[node].key & FR_KEY_PARENT));
		node = origin;
	}
}

/* ---- its row ----------------------------------------------------------------------- */

static size_t
jump_extra(const fr_method *method)
{
	(void) method;
	return sizeof(jump_node) + fr_jump_arrivals_size();
}

static uint32_t
jump_nodes(const fr_grid *grid)
{
	return jump_cell_nodes(grid) + fr_jump_links_nodes(grid);
}

const fr_search_row fr_search_jump = {
	.name = "jump",
	.rules = FR_CELL_SEARCH_RULES | FR_LINK_RULES | FR_POINT_RULES,
	.options =
		FR_PAPERS_OPTIONS & ~(FR_OPTION_BIT(FR_COMPONENTS) | FR_OPTION_BIT(FR_CLEAR)),
	.nodes = jump_nodes,
	.extra = jump_extra,
	.reads = FR_READS_JUMPS,
	.sees = fr_jump_sees,
	.run = run_jump,
	.route = jump_route,
};
