/*
 * jump.c - jump point search, 64 cells at a time
 *
 * Of all equally good paths only a canonical one is followed, as moves.c has
 * it; and of its cells only those enter the open list where it may turn
 * (Harabor and Grastien 2011).  A canonical path is made of spines and of
 * branches that leave them: under octile models spines are diagonal, and their
 * branches go half as far to either side (costs.jumps is 1); under tile models
 * spines are horizontal and branches vertical (2).  A spine may be left at each
 * cell, a branch only around a corner: where the cell beside it is free and the
 * one beside the step before is not.  So a jump point is the first such cell of
 * a branch, which jumps.h finds; cells of spines are passed by, since all that
 * they lead to is found at once (Harabor and Grastien 2014: pruning of
 * intermediate jump points).
 *
 * It takes a model where a diagonal step needs both of the cells beside it, so
 * that spines have no corners, all cells weigh the same, and a diagonal step
 * costs at least one straight step and less than two.  jump_patterns.c takes the
 * others.
 */
#include "core/search/jump.h"

#include "core/path/route.h"

/* ---- jumps ------------------------------------------------------------- */

/* jump_relax, called with a waypoint's parts: compilers pack them to pass the whole. */
__attribute__((noinline)) static void
relax_parts(jump *j, int32_t x, int32_t y, uint64_t g, int d, uint32_t origin)
{
	waypoint p = {{x, y}, g};
	uint32_t node = node_of(j->run, p.at);
	uint64_t *key = &j->workspace->nodes[node].key;
	uint64_t old = *key;
	uint64_t f;

	if (!fr_key_improves(fr_key(j->workspace, p.g, d), old))
		return;
	f = p.g + jump_h(j->run, p.at);
	if (f > j->limit)
		return;
	j->run->result->opened++;
	if (is_goal(j->run, p.at))
	{
		reach_goal(j, node, p, d, origin);
		return;
	}
	if (fr_key_flags(j->workspace, old) & FR_KEY_OPEN)
		unlist(j, node);
	*key = fr_key(j->workspace, p.g, d);
	j->points[node] = point_at(p.at, f, origin);
	enlist(j, node, f);
}

/* A way to jump point p, or the goal, from node `origin`; its last step is in direction d. */
FR_INLINE void
jump_relax(jump *j, waypoint p, int d, uint32_t origin)
{
	relax_parts(j, p.at.x, p.at.y, p.g, d, origin);
}

FR_INLINE waypoint
jump_on(const fr_grid *grid, waypoint p, int d, int32_t steps)
{
	return (waypoint){{p.at.x + steps * fr_dx[d], p.at.y + steps * fr_dy[d]},
					  p.g + (uint64_t) steps * grid->costs.step[d]};
}

/* Follows a branch from p to its first jump point, or to the goal. */
FR_INLINE void
follow_branch(jump *j, waypoint p, int d, uint32_t origin)
{
	int32_t steps = branch_steps(j, p.at, d);

	if (steps > 0)
		jump_relax(j, jump_on(j->run->grid, p, d, steps), d, origin);
}

/* Follows a spine from p to its end, and the branches on the way. */
FR_INLINE void
follow_spine(jump *j, waypoint p, int d, uint32_t origin)
{
	const fr_grid *grid = j->run->grid;
	int turn = fr_is_diagonal(d) ? 1 : 2;
	fr_spine spine = fr_spine_of(grid->jumps, p.at, d);

	do
	{
		p = jump_on(grid, p, d, spine_steps(j, &spine, p.at, d));
		if (is_goal(j->run, p.at))
		{
			jump_relax(j, p, d, origin);
			return;
		}
		follow_branch(j, p, (d - turn) & (FR_DIRECTIONS - 1), origin);
		follow_branch(j, p, (d + turn) & (FR_DIRECTIONS - 1), origin);
	} while (fr_spine_goes_on(grid, p.at, d));
}

/* A step along a row begins a branch, but under tile a spine. */
FR_INLINE void
follow_row(jump *j, waypoint p, int d, uint32_t origin)
{
	if (j->run->grid->costs.jumps == FR_OCTILE_JUMPS)
		follow_branch(j, p, d, origin);
	else
		follow_spine(j, p, d, origin);
}

/*
 * Follows moves, a bit a direction. There is a loop for each, and a test before it, which
 * processors foresee better than where a switch goes.
 */
FR_INLINE void
follow_moves(jump *j, waypoint p, unsigned moves, uint32_t origin)
{
	if (moves >> FR_N & 1)
		follow_branch(j, p, FR_N, origin);
	if (moves >> FR_NE & 1)
		follow_spine(j, p, FR_NE, origin);
	if (moves >> FR_E & 1)
		follow_row(j, p, FR_E, origin);
	if (moves >> FR_SE & 1)
		follow_spine(j, p, FR_SE, origin);
	if (moves >> FR_S & 1)
		follow_branch(j, p, FR_S, origin);
	if (moves >> FR_SW & 1)
		follow_spine(j, p, FR_SW, origin);
	if (moves >> FR_W & 1)
		follow_row(j, p, FR_W, origin);
	if (moves >> FR_NW & 1)
		follow_spine(j, p, FR_NW, origin);
}

/* ---- the search -------------------------------------------------------- */

/* From the start, first straight to the goal: often it is in sight. */
static void
jump_start(jump *j, uint32_t node, waypoint p)
{
	unsigned moves = fr_moves_at(j->run->grid, p.at);
	unsigned straight = moves & 1u << direction_to_goal(j, p.at);
	unsigned order[2] = {straight, moves & ~straight};

	for (int i = 0; i < 2; i++)
		for (unsigned left = order[i]; left && !is_over(j); left &= left - 1)
			follow_moves(j, p, left & -left, node);
}

/*
 * In mazes a node mostly has one child, and the open list is short, the ends of a few
 * corridors. There the only child of a node is expanded next, without the open list, unless
 * its f is above the last one's by more than CHASE_STEPS. What that expands in vain is about
 * as much as is in the open list; so it has to be short, at most a CHASE_SHARE-th of what
 * was expanded. Mazes with ways of one cell take a fifth less time for 0.1 % more
 * expansions. In rooms and on random maps, without that condition, up to 10 % more are
 * expanded, and nothing is won.
 */
#define CHASE_SHARE 16

static void
jump_expand(jump *j, uint32_t node, uint64_t key)
{
	const fr_grid *grid = j->run->grid;
	waypoint p = {cell_of(&j->points[node]), fr_key_g(key)};
	unsigned moves = grid->jumps->after[key & FR_KEY_PARENT][fr_free_around(grid, p.at)];

	j->chases = j->waiting * CHASE_SHARE <= j->run->result->expanded;
	follow_moves(j, p, moves, node);
}

/* ---- the path ---------------------------------------------------------- */

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
static void
add_route(const fr_run *run, fr_route_builder *builder)
{
	const fr_node *nodes = run->workspace->nodes;
	const point *points = run->workspace->extra;
	uint32_t node = node_of(run, run->heuristic.goal);
	uint64_t steps = 1;

	while (points[node].origin != node)
	{
		uint32_t origin = points[node].origin;

		fr_poll_at(run->poll, steps++);
		add_jump(run->grid, builder, cell_of(&points[origin]), cell_of(&points[node]),
				 (int) (nodes[node].key & FR_KEY_PARENT));
		node = origin;
	}
}

/* ---- the whole search ---------------------------------------------------- */

static void
run_jump(const fr_run *run)
{
	if (fr_jumps_by_pattern(run->grid->costs.jumps))
		fr_jump_by_patterns(run);
	else
		jump_search(run, jump_start, jump_expand);
}

static size_t
jump_extra(const fr_method *method)
{
	(void) method;
	return sizeof(point) + sizeof(arrivals);
}

static uint32_t
jump_nodes(const fr_grid *grid)
{
	uint32_t most = grid->jumps->point_count + 2;

	return most < grid->cells ? most : grid->cells;
}

const fr_search_row fr_search_jump = {
	.name = "jump",
	.options = FR_PAPERS_OPTIONS & ~FR_OPTION_BIT(FR_COMPONENTS),
	.nodes = jump_nodes,
	.extra = jump_extra,
	.jumps = true,
	.run = run_jump,
	.route = add_route,
};
