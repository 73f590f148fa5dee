/*
 * jump_corners.c - jump point search by corners of obstacles
 *
 * This search takes models where a diagonal step needs both adjacent straight cells, so
 * that diagonal rays have no corners. All cells weigh the same, and a diagonal step costs
 * at least one straight step and less than two. It also takes hexagons of one weight.
 *
 * A canonical path (moves.c defines it) consists of diagonal rays, and of straight rays
 * that leave them to either side. Under octile models (costs.jumps is FR_OCTILE_JUMPS) a
 * straight ray turns by 45 degrees from its diagonal ray. Tile models have no diagonal
 * steps: there horizontal runs take the place of diagonal rays, and straight rays are
 * vertical. Between hexagons, rays to N, E and SW take the place of diagonal rays, and the
 * straight rays, to NE, S and W, turn by 60 degrees from them. A path may leave a diagonal
 * ray at each cell, but a straight ray only around a corner: the cell to the side is free,
 * and the one at the side of the step before is blocked. So the jump point is the first
 * such cell of a straight ray. Cells of diagonal rays are no nodes, because all jump points
 * behind them are found at once (Harabor and Grastien 2014: pruning of intermediate jump
 * points).
 *
 * The search runs on either of two kinds of grid. `rays` is a constant in each loop:
 *
 *     PLANES  The planes of jump_planes.h tell where rays end; HEX_PLANES: of hexagons.
 *     ONLINE  Online jump point search, for a cold question about an octile map: the grid
 *             has only the blocked cells, as rows and as columns of bits, and the numbers
 *             of jump points (fr_grid_cold). The end of a straight ray follows from its
 *             line and the two adjacent lines, 64 cells at a time (Harabor and Grastien
 *             2014). Diagonal rays are followed cell by cell.
 */
#include "core/jump/jump_points.h"

/* How a loop finds rays; a constant in each loop. */
typedef enum ray_source
{
	PLANES,
	HEX_PLANES, /* between hexagons */
	ONLINE
} ray_source;

typedef struct corner_jump
{
	jump jump;
	uint32_t only_child; /* of the last node, so far; or FR_NONE */
	bool keeps_child;	 /* may an only child stay outside the open list? */
	fr_cell start;
} corner_jump;

/* ---- rays from rows and columns of bits -------------------------------------------- */

/* The end of a straight ray from cell `at` of a line: a blocked cell or a jump point. */
FR_INLINE int32_t
online_ray_end(const uint64_t *line, ptrdiff_t words, int32_t at, bool forward)
{
	int32_t i = at >> 6;
	uint64_t bits =
		fr_straight_ray_ends(line + i, words, forward) &
		(forward ? ~UINT64_C(0) << (at & 63) << 1 : (UINT64_C(1) << (at & 63)) - 1);

	while (bits == 0)
	{
		i += forward ? 1 : -1;
		bits = fr_straight_ray_ends(line + i, words, forward);
	}
	return i * 64 + (forward ? __builtin_ctzll(bits) : 63 - __builtin_clzll(bits));
}

/* As jump_straight_ray_steps. */
FR_INLINE int32_t
online_straight_ray_steps(const jump *j, fr_cell at, int d)
{
	const fr_grid *grid = j->run->grid;
	fr_cell goal = j->run->heuristic.goal;
	bool vertical = d == FR_N || d == FR_S;
	bool forward = d == FR_S || d == FR_E;
	const fr_bits *bits = vertical ? &grid->cold->columns : &grid->rows;
	const uint64_t *line = bits->lines + (vertical ? at.x : at.y) * bits->words;
	bool in_line = vertical ? at.x == goal.x : at.y == goal.y;
	int32_t along = vertical ? at.y : at.x;
	int32_t end = vertical ? goal.y : goal.x;
	int32_t stop = online_ray_end(line, bits->words, along, forward);

	if (in_line && (forward ? along < end && end <= stop : stop <= end && end < along))
		stop = end;
	else if (fr_bits_has(line, stop))
		return 0;
	return forward ? stop - along : along - stop;
}

/* As fr_diagonal_ray_continues. */
FR_INLINE bool
online_diagonal_continues(const fr_grid *grid, fr_cell at, int d)
{
	const uint64_t *row = grid->rows.lines + at.y * grid->rows.words;
	const uint64_t *next = row + fr_dy[d] * grid->rows.words;
	int32_t x = at.x + fr_dx[d];

	return !fr_bits_has(row, x) && !fr_bits_has(next, at.x) && !fr_bits_has(next, x);
}

/* ---- nodes: jump points, the start and the goal ------------------------------------ */

#define ONLINE_GOAL 0
#define ONLINE_START 1
#define ONLINE_POINTS 2 /* the first node of a jump point */

FR_INLINE uint32_t
node_of(const corner_jump *c, fr_cell at, ray_source rays)
{
	const fr_run *run = c->jump.run;

	if (rays != ONLINE)
		return jump_number(run, at);
	if (jump_is_goal(run, at))
		return ONLINE_GOAL;
	if (at.x == c->start.x && at.y == c->start.y)
		return ONLINE_START;
	return ONLINE_POINTS + fr_jump_point_number(run->grid->cold, at);
}

static uint32_t
online_nodes(const fr_grid *grid)
{
	return ONLINE_POINTS + grid->cold->point_count;
}

/* ---- immediate expansion of an only child ------------------------------------------ */

/*
 * In mazes a node mostly has one child, and the open list is short: the ends of a few
 * corridors. There the only child of a node is expanded next, without the open list,
 * unless its f is above the last one's by more than ONLY_CHILD_STEPS. The wasted expansions
 * are about as many as the nodes in the open list, so the list has to be short: at most a
 * SHORT_LIST_SHARE-th of the expansions so far. In mazes with corridors one cell wide, this
 * saves a fifth of the time for 0.1 % more expansions. In rooms and on random maps,
 * a search without the condition on the list expands up to 10 % more and saves nothing.
 */
#define SHORT_LIST_SHARE 16
#define ONLY_CHILD_STEPS 64 /* straight steps of the heuristic */

/* Keeps the first child; a second one shows that it was not the only one. */
__attribute__((noinline)) static void
keep_only_child(corner_jump *c, uint32_t node)
{
	jump *j = &c->jump;
	uint32_t first = c->only_child;

	if (first == FR_NONE)
	{
		c->only_child = node;
		return;
	}
	c->only_child = FR_NONE;
	c->keeps_child = false;
	fr_radix_push(&j->open, first, j->nodes[first].f);
	fr_radix_push(&j->open, node, j->nodes[node].f);
}

/* The only child, if its f has not risen too far; else the least of the open list. */
__attribute__((noinline)) static uint32_t
take_only_child(corner_jump *c)
{
	jump *j = &c->jump;
	uint32_t node = c->only_child;
	uint64_t f = j->nodes[node].f;

	c->only_child = FR_NONE;
	if (f <= j->open.last + ONLY_CHILD_STEPS * j->run->grid->costs.h.straight)
		return node;
	fr_radix_push(&j->open, node, f);
	return jump_pop(j);
}

/* ---- relaxing: a way to a jump point ----------------------------------------------- */

/*
 * Takes a way to jump point p, or to the goal, if it is the cheapest so far. It comes from
 * node `origin`, and its last step is in direction d.
 */
FR_INLINE void
relax_point(corner_jump *c, waypoint p, int d, uint32_t origin, ray_source rays)
{
	jump *j = &c->jump;
	uint32_t node = node_of(c, p.at, rays);
	uint64_t *key = &j->workspace->nodes[node].key;
	uint64_t old = *key;
	uint64_t f;

	if (!fr_key_improves(fr_key(j->workspace, p.g, d), old))
		return;
	f = p.g + jump_h(j->run, rays == HEX_PLANES, p.at);
	if (f > j->limit)
		return;
	j->run->result->opened += rays != ONLINE;
	if (rays == ONLINE ? node == ONLINE_GOAL : jump_is_goal(j->run, p.at))
	{
		jump_reach_goal(j, node, p, d, origin);
		return;
	}
	if (fr_key_flags(j->workspace, old) & FR_KEY_OPEN)
		jump_unlist(j, node);
	*key = fr_key(j->workspace, p.g, d);
	j->nodes[node] = jump_node_at(p.at, f, origin);
	jump_await(j, node, f);
	if (rays != ONLINE && c->keeps_child)
		keep_only_child(c, node);
	else
		fr_radix_push(&j->open, node, f);
}

/* Out of line, with the parts of a waypoint: compilers pack a waypoint to pass it. */
__attribute__((noinline)) static void
relax_by_planes(corner_jump *c, int32_t x, int32_t y, uint64_t g, int d, uint32_t origin)
{
	relax_point(c, (waypoint){{x, y}, g}, d, origin, PLANES);
}

__attribute__((noinline)) static void
relax_by_hex_planes(corner_jump *c, int32_t x, int32_t y, uint64_t g, int d,
					uint32_t origin)
{
	relax_point(c, (waypoint){{x, y}, g}, d, origin, HEX_PLANES);
}

__attribute__((noinline)) static void
relax_online(corner_jump *c, int32_t x, int32_t y, uint64_t g, int d, uint32_t origin)
{
	relax_point(c, (waypoint){{x, y}, g}, d, origin, ONLINE);
}

FR_INLINE void
relax(corner_jump *c, waypoint p, int d, uint32_t origin, ray_source rays)
{
	if (rays == ONLINE)
		relax_online(c, p.at.x, p.at.y, p.g, d, origin);
	else if (rays == HEX_PLANES)
		relax_by_hex_planes(c, p.at.x, p.at.y, p.g, d, origin);
	else
		relax_by_planes(c, p.at.x, p.at.y, p.g, d, origin);
}

/* ---- following rays ---------------------------------------------------------------- */

FR_INLINE waypoint
jump_on(const fr_grid *grid, waypoint p, int d, int32_t steps)
{
	return (waypoint){{p.at.x + steps * fr_dx[d], p.at.y + steps * fr_dy[d]},
					  p.g + (uint64_t) steps * grid->costs.step[d]};
}

/* Follows a straight ray from p to its jump point, or to the goal on the way. */
FR_INLINE void
follow_straight_ray(corner_jump *c, waypoint p, int d, uint32_t origin, ray_source rays)
{
	int32_t steps = rays == ONLINE ? online_straight_ray_steps(&c->jump, p.at, d)
								   : jump_straight_ray_steps(&c->jump, p.at, d);

	if (steps > 0)
		relax(c, jump_on(c->jump.run->grid, p, d, steps), d, origin, rays);
}

/*
 * Follows a diagonal ray from p to its end, and the straight rays that leave it. By
 * planes, it jumps to the next cell that a straight ray with a jump point leaves. The
 * first step is legal.
 */
FR_INLINE void
follow_diagonal_ray(corner_jump *c, waypoint p, int d, uint32_t origin, ray_source rays)
{
	const fr_grid *grid = c->jump.run->grid;
	bool hex = rays == HEX_PLANES;
	fr_diagonal_ray ray = {NULL};

	if (rays != ONLINE)
		ray = fr_diagonal_ray_of(grid->jumps, p.at, d);
	do
	{
		int32_t steps =
			rays == ONLINE ? 1 : jump_diagonal_ray_steps(&c->jump, hex, &ray, p.at, d);

		p = jump_on(grid, p, d, steps);
		if (jump_is_goal(c->jump.run, p.at))
		{
			relax(c, p, d, origin, rays);
			return;
		}
		follow_straight_ray(c, p, jump_beside(hex, d, -1), origin, rays);
		follow_straight_ray(c, p, jump_beside(hex, d, 1), origin, rays);
	} while (rays == ONLINE ? online_diagonal_continues(grid, p.at, d)
							: fr_diagonal_ray_continues(grid, hex, p.at, d));
}

/* Follows a ray along a row, which under tile takes the place of a diagonal ray. */
FR_INLINE void
follow_row(corner_jump *c, waypoint p, int d, uint32_t origin, ray_source rays)
{
	if (rays != PLANES || c->jump.run->grid->costs.jumps == FR_OCTILE_JUMPS)
		follow_straight_ray(c, p, d, origin, rays);
	else
		follow_diagonal_ray(c, p, d, origin, rays);
}

/*
 * Follows the rays of a set of directions. Each direction has a loop of its own, and a
 * test before it, which processors predict better than the target of a switch.
 */
FR_INLINE void
follow_square_moves(corner_jump *c, waypoint p, unsigned moves, uint32_t origin,
					ray_source rays)
{
	if (moves >> FR_N & 1)
		follow_straight_ray(c, p, FR_N, origin, rays);
	if (moves >> FR_NE & 1)
		follow_diagonal_ray(c, p, FR_NE, origin, rays);
	if (moves >> FR_E & 1)
		follow_row(c, p, FR_E, origin, rays);
	if (moves >> FR_SE & 1)
		follow_diagonal_ray(c, p, FR_SE, origin, rays);
	if (moves >> FR_S & 1)
		follow_straight_ray(c, p, FR_S, origin, rays);
	if (moves >> FR_SW & 1)
		follow_diagonal_ray(c, p, FR_SW, origin, rays);
	if (moves >> FR_W & 1)
		follow_row(c, p, FR_W, origin, rays);
	if (moves >> FR_NW & 1)
		follow_diagonal_ray(c, p, FR_NW, origin, rays);
}

/* The same between hexagons. */
FR_INLINE void
follow_hex_moves(corner_jump *c, waypoint p, unsigned moves, uint32_t origin)
{
	if (moves >> FR_N & 1)
		follow_diagonal_ray(c, p, FR_N, origin, HEX_PLANES);
	if (moves >> FR_NE & 1)
		follow_straight_ray(c, p, FR_NE, origin, HEX_PLANES);
	if (moves >> FR_E & 1)
		follow_diagonal_ray(c, p, FR_E, origin, HEX_PLANES);
	if (moves >> FR_S & 1)
		follow_straight_ray(c, p, FR_S, origin, HEX_PLANES);
	if (moves >> FR_SW & 1)
		follow_diagonal_ray(c, p, FR_SW, origin, HEX_PLANES);
	if (moves >> FR_W & 1)
		follow_straight_ray(c, p, FR_W, origin, HEX_PLANES);
}

FR_INLINE void
follow_moves(corner_jump *c, waypoint p, unsigned moves, uint32_t origin, ray_source rays)
{
	if (rays == HEX_PLANES)
		follow_hex_moves(c, p, moves, origin);
	else
		follow_square_moves(c, p, moves, origin, rays);
}

/* ---- the search on planes ---------------------------------------------------------- */

/* From the start, first straight to the goal: often nothing is in the way. */
FR_INLINE void
expand_start(corner_jump *c, uint32_t node, ray_source rays)
{
	const jump *j = &c->jump;
	unsigned moves = fr_moves_at(j->run->grid, c->start);
	fr_cell goal = j->run->heuristic.goal;
	int towards = rays == HEX_PLANES ? jump_hex_direction_to(c->start, goal)
									 : jump_direction_to(j->run->grid, c->start, goal);
	unsigned straight = moves & 1u << towards;
	unsigned order[2] = {straight, moves & ~straight};

	for (int i = 0; i < 2; i++)
		for (unsigned left = order[i]; left && !jump_is_over(j); left &= left - 1)
			follow_moves(c, (waypoint){c->start, 0}, left & -left, node, rays);
}

FR_INLINE void
expand_point(corner_jump *c, uint32_t node, ray_source rays)
{
	const jump *j = &c->jump;
	const fr_grid *grid = j->run->grid;
	uint64_t key = j->workspace->nodes[node].key;
	waypoint p = {jump_cell(&j->nodes[node]), fr_key_g(key)};
	unsigned moves = grid->tables->after[key & FR_KEY_PARENT][fr_free_around(grid, p.at)];

	c->keeps_child = j->waiting * SHORT_LIST_SHARE <= j->run->result->expanded;
	follow_moves(c, p, moves, node, rays);
}

FR_INLINE void
search_on(const fr_run *run, ray_source rays)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint32_t node = jump_number(run, start);
	uint64_t f = jump_h(run, rays == HEX_PLANES, start);
	corner_jump c = {jump_begin(run, node, f), FR_NONE, false, start};
	uint64_t steps = 0;

	expand_start(&c, node, rays);
	while (jump_goes_on(&c.jump))
	{
		node = c.only_child != FR_NONE ? take_only_child(&c) : jump_pop(&c.jump);
		if (node == FR_NONE)
			break;
		fr_poll_at(run->poll, steps++);
		if (!jump_take(&c.jump, node))
			break;
		expand_point(&c, node, rays);
		jump_count_open(&c.jump);
	}
	jump_finish(&c.jump, jump_number(run, run->heuristic.goal));
}

void
fr_jump_by_corners(const fr_run *run)
{
	search_on(run, PLANES);
}

void
fr_jump_by_hex_corners(const fr_run *run)
{
	search_on(run, HEX_PLANES);
}

/* ---- the search for a cold question ------------------------------------------------ */

/*
 * A table of levels gets one question per map, so nearly all its time goes into decoding.
 * This search needs little of it. Without components, a search cannot know that no way
 * leads to the goal: it would visit all that the start reaches. So a few expansions from
 * the start come first, then more from the goal, and so on: an enclosed end shows early.
 */
#define FIRST_EXPANSIONS 128
#define GROWTH 8 /* each attempt expands so many times more */

FR_INLINE void
expand_online(corner_jump *c, uint32_t node)
{
	const jump *j = &c->jump;
	const fr_grid *grid = j->run->grid;
	uint64_t key = j->workspace->nodes[node].key;
	waypoint p = {jump_cell(&j->nodes[node]), fr_key_g(key)};
	unsigned around = fr_free_around(grid, p.at);

	follow_moves(c, p,
				 node == ONLINE_START ? grid->tables->legal[around]
									  : grid->tables->after[key & FR_KEY_PARENT][around],
				 node, ONLINE);
}

/* Searches from the run's start until its limit on expansions. */
__attribute__((noinline)) static void
attempt_online(const fr_run *run)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint32_t node = ONLINE_START;
	corner_jump c = {jump_begin(run, node, jump_h(run, false, start)), FR_NONE, false,
					 start};
	uint64_t steps = 0;

	expand_online(&c, node);
	while (jump_goes_on(&c.jump) && (node = jump_pop(&c.jump)) != FR_NONE)
	{
		fr_poll_at(run->poll, steps++);
		if (!jump_take(&c.jump, node))
			break;
		expand_online(&c, node);
	}
	jump_finish(&c.jump, ONLINE_GOAL);
}

static void
run_online(const fr_run *run)
{
	fr_run attempt = *run;

	for (int64_t most = FIRST_EXPANSIONS;; most *= GROWTH)
	{
		uint32_t start = attempt.start;

		attempt.max_expanded = run->result->expanded + most;
		attempt_online(&attempt);
		if (run->result->complete)
			return;
		attempt.start = attempt.goal;
		attempt.goal = start;
		fr_heuristic_aim(&attempt.heuristic, attempt.grid, attempt.goal);
		fr_workspace_begin(attempt.workspace, online_nodes(attempt.grid), attempt.poll);
	}
}

const fr_search_row fr_search_online = {
	.name = "jump", .nodes = online_nodes, .run = run_online};

uint32_t
fr_online_nodes(const fr_grid *grid, const fr_poll *poll)
{
	return grid->cold ? online_nodes(grid)
					  : ONLINE_POINTS + fr_grid_count_points(grid, poll);
}
