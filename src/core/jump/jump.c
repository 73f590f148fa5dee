/*
 * jump.c - jump point search, 64 cells at a time
 *
 * Of all equally good paths the search follows only a canonical one, which moves.c
 * defines. Only the cells where it may turn, the jump points, enter the open list
 * (Harabor and Grastien 2011). A canonical path is made of diagonal rays, and of straight
 * rays that leave them to either side. Under octile models (costs.jumps is
 * FR_OCTILE_JUMPS) a straight ray turns by 45 degrees from its diagonal ray. Tile models
 * have no diagonal steps: there horizontal runs take the place of diagonal rays, and
 * straight rays are vertical. A path may leave a diagonal ray at each cell, but a
 * straight ray only around a corner. At a corner the cell to the side is free, and the
 * one at the side of the step before is not. So a jump point is the first such cell of a
 * straight ray, which jump_planes.h finds. Cells of diagonal rays are no nodes, since all
 * jump points behind them are found at once (Harabor and Grastien 2014: pruning of
 * intermediate jump points).
 *
 * This search takes models where a diagonal step needs both adjacent straight cells, so
 * that diagonal rays have no corners. All cells weigh the same, and a diagonal step costs
 * at least one straight step and less than two. jump_patterns.c takes the other models.
 */
#include "core/grid/route.h"
#include "core/jump/jump_links.h"

/* ---- the node in hand -------------------------------------------------------------- */

/*
 * In mazes a node mostly has one child, and the open list is short, the ends of a few
 * corridors. There the only child of a node is expanded next, without the open list,
 * unless its f is above the last one's by more than CHASE_STEPS. The wasted expansions
 * are about as many as the nodes in the open list. So the list has to be short, at most a
 * CHASE_SHARE-th of the expansions so far. Mazes with ways of one cell take a fifth less
 * time for 0.1 % more expansions. In rooms and on random maps, without that condition, up
 * to 10 % more are expanded, and nothing is won.
 */
#define CHASE_SHARE 16
#define CHASE_STEPS 64 /* of the heuristic */

typedef struct corner_jump
{
	jump jump;
	uint32_t hand; /* the only child so far of the last node, or FR_NONE */
	bool chases;   /* may a child be kept in hand? */
} corner_jump;

/* Keeps the first child in hand; a second one shows that it was not the only one. */
__attribute__((noinline)) static void
keep_in_hand(corner_jump *c, uint32_t node)
{
	jump *j = &c->jump;
	uint32_t first = c->hand;

	if (first == FR_NONE)
	{
		c->hand = node;
		return;
	}
	c->hand = FR_NONE;
	c->chases = false;
	fr_radix_push(&j->open, first, j->nodes[first].f);
	fr_radix_push(&j->open, node, j->nodes[node].f);
}

/*
 * Makes a node wait, in the open list or in hand. No expansion reaches the one in hand
 * again.
 */
FR_INLINE void
enlist(corner_jump *c, uint32_t node, uint64_t f)
{
	jump_await(&c->jump, node, f);
	if (c->chases)
		keep_in_hand(c, node);
	else
		fr_radix_push(&c->jump.open, node, f);
}

/* The node in hand, if its f has not risen too far; else the least of the open list. */
__attribute__((noinline)) static uint32_t
take_from_hand(corner_jump *c)
{
	jump *j = &c->jump;
	uint32_t node = c->hand;
	uint64_t f = j->nodes[node].f;

	c->hand = FR_NONE;
	if (f <= j->open.last + CHASE_STEPS * j->run->grid->costs.h_straight)
		return node;
	fr_radix_push(&j->open, node, f);
	return jump_pop(j);
}

/* The node to be expanded next; FR_NONE if none waits. */
FR_INLINE uint32_t
next_node(corner_jump *c)
{
	return c->hand != FR_NONE ? take_from_hand(c) : jump_pop(&c->jump);
}

/* ---- jumps ------------------------------------------------------------------------- */

/*
 * A way to jump point (x, y), or the goal, from node `origin`; its last step is in direction
 * d. Not a waypoint, which compilers pack to pass it.
 */
__attribute__((noinline)) static void
relax_at(corner_jump *c, int32_t x, int32_t y, uint64_t g, int d, uint32_t origin)
{
	jump *j = &c->jump;
	waypoint p = {{x, y}, g};
	uint32_t node = jump_number(j->run, p.at);
	uint64_t *key = &j->workspace->nodes[node].key;
	uint64_t old = *key;
	uint64_t f;

	if (!fr_key_improves(fr_key(j->workspace, p.g, d), old))
		return;
	f = p.g + jump_h(j->run, p.at);
	if (f > j->limit)
		return;
	j->run->result->opened++;
	if (jump_is_goal(j->run, p.at))
	{
		jump_reach_goal(j, node, p, d, origin);
		return;
	}
	if (fr_key_flags(j->workspace, old) & FR_KEY_OPEN)
		jump_unlist(j, node);
	*key = fr_key(j->workspace, p.g, d);
	j->nodes[node] = jump_node_at(p.at, f, origin);
	enlist(c, node, f);
}

FR_INLINE void
relax(corner_jump *c, waypoint p, int d, uint32_t origin)
{
	relax_at(c, p.at.x, p.at.y, p.g, d, origin);
}

FR_INLINE waypoint
jump_on(const fr_grid *grid, waypoint p, int d, int32_t steps)
{
	return (waypoint){{p.at.x + steps * fr_dx[d], p.at.y + steps * fr_dy[d]},
					  p.g + (uint64_t) steps * grid->costs.step[d]};
}

/* Follows a straight ray from p to its first jump point, or to the goal. */
FR_INLINE void
follow_straight_ray(corner_jump *c, waypoint p, int d, uint32_t origin)
{
	int32_t steps = jump_straight_ray_steps(&c->jump, p.at, d);

	if (steps > 0)
		relax(c, jump_on(c->jump.run->grid, p, d, steps), d, origin);
}

/* Follows a diagonal ray from p to its end, and the straight rays on the way. */
FR_INLINE void
follow_diagonal_ray(corner_jump *c, waypoint p, int d, uint32_t origin)
{
	const fr_grid *grid = c->jump.run->grid;
	int turn = fr_is_diagonal(d) ? 1 : 2;
	fr_diagonal_ray ray = fr_diagonal_ray_of(grid->jumps, p.at, d);

	do
	{
		p = jump_on(grid, p, d, jump_diagonal_ray_steps(&c->jump, &ray, p.at, d));
		if (jump_is_goal(c->jump.run, p.at))
		{
			relax(c, p, d, origin);
			return;
		}
		follow_straight_ray(c, p, (d - turn) & (FR_DIRECTIONS - 1), origin);
		follow_straight_ray(c, p, (d + turn) & (FR_DIRECTIONS - 1), origin);
	} while (fr_diagonal_ray_continues(grid, p.at, d));
}

/* A step along a row begins a straight ray, but under tile a diagonal ray. */
FR_INLINE void
follow_row(corner_jump *c, waypoint p, int d, uint32_t origin)
{
	if (c->jump.run->grid->costs.jumps == FR_OCTILE_JUMPS)
		follow_straight_ray(c, p, d, origin);
	else
		follow_diagonal_ray(c, p, d, origin);
}

/*
 * Follows moves, a bit a direction. There is a loop for each, and a test before it, which
 * processors foresee better than where a switch goes.
 */
FR_INLINE void
follow_moves(corner_jump *c, waypoint p, unsigned moves, uint32_t origin)
{
	if (moves >> FR_N & 1)
		follow_straight_ray(c, p, FR_N, origin);
	if (moves >> FR_NE & 1)
		follow_diagonal_ray(c, p, FR_NE, origin);
	if (moves >> FR_E & 1)
		follow_row(c, p, FR_E, origin);
	if (moves >> FR_SE & 1)
		follow_diagonal_ray(c, p, FR_SE, origin);
	if (moves >> FR_S & 1)
		follow_straight_ray(c, p, FR_S, origin);
	if (moves >> FR_SW & 1)
		follow_diagonal_ray(c, p, FR_SW, origin);
	if (moves >> FR_W & 1)
		follow_row(c, p, FR_W, origin);
	if (moves >> FR_NW & 1)
		follow_diagonal_ray(c, p, FR_NW, origin);
}

/* ---- the search -------------------------------------------------------------------- */

/* From the start, first straight to the goal: often nothing is in the way. */
FR_INLINE void
follow_start(corner_jump *c, uint32_t node, waypoint p)
{
	const jump *j = &c->jump;
	unsigned moves = fr_moves_at(j->run->grid, p.at);
	unsigned straight =
		moves & 1u << jump_direction_to(j->run->grid, p.at, j->run->heuristic.goal);
	unsigned order[2] = {straight, moves & ~straight};

	for (int i = 0; i < 2; i++)
		for (unsigned left = order[i]; left && !jump_is_over(j); left &= left - 1)
			follow_moves(c, p, left & -left, node);
}

FR_INLINE void
expand(corner_jump *c, uint32_t node)
{
	const jump *j = &c->jump;
	const fr_grid *grid = j->run->grid;
	uint64_t key = j->workspace->nodes[node].key;
	waypoint p = {jump_cell(&j->nodes[node]), fr_key_g(key)};
	unsigned moves = grid->tables->after[key & FR_KEY_PARENT][fr_free_around(grid, p.at)];

	c->chases = j->waiting * CHASE_SHARE <= j->run->result->expanded;
	follow_moves(c, p, moves, node);
}

static void
run_corners(const fr_run *run)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint32_t node = jump_number(run, start);
	corner_jump c = {.jump = jump_begin(run, node, jump_h(run, start)), .hand = FR_NONE};
	uint64_t steps = 0;

	follow_start(&c, node, (waypoint){start, 0});
	while (jump_goes_on(&c.jump) && (node = next_node(&c)) != FR_NONE)
	{
		fr_poll_at(run->poll, steps++);
		if (!jump_take(&c.jump, node))
			break;
		expand(&c, node);
		jump_count_open(&c.jump);
	}
	jump_finish(&c.jump, jump_number(run, run->heuristic.goal));
}

static void
run_jump(const fr_run *run)
{
	if (fr_jumps_by_pattern(run->grid->costs.jumps))
		fr_jump_by_patterns(run);
	else
		run_corners(run);
}

/* ---- the route --------------------------------------------------------------------- */

static int32_t
longer_of(int32_t dx, int32_t dy)
{
	dx = dx < 0 ? -dx : dx;
	dy = dy < 0 ? -dy : dy;
	return dx > dy ? dx : dy;
}

/*
 * Adds the way from a jump point's origin to it, backward: the straight ray, whose
 * direction is known, and before it as many steps of a diagonal ray as lead sideways.
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
	int turn = fr_jumps_diagonally(grid->costs.jumps) ? 1 : 2;
	int diagonal_ray = straight_ray + (aside > 0 ? turn : -turn);

	diagonal_ray &= FR_DIRECTIONS - 1;
	dx -= steps * fr_dx[diagonal_ray];
	dy -= steps * fr_dy[diagonal_ray];
	if (dx != 0 || dy != 0)
		fr_route_add(builder, straight_ray, (uint32_t) longer_of(dx, dy));
	if (steps > 0)
		fr_route_add(builder, diagonal_ray, (uint32_t) steps);
}

/* The way that the search found, the last run first. */
static void
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
	.options =
		FR_PAPERS_OPTIONS & ~(FR_OPTION_BIT(FR_COMPONENTS) | FR_OPTION_BIT(FR_CLEAR)),
	.nodes = jump_nodes,
	.extra = jump_extra,
	.reads = FR_READS_JUMPS,
	.sees = fr_jump_sees,
	.run = run_jump,
	.route = fr_jump_route,
};
