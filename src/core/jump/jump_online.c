/*
 * jump_online.c - online jump point search: the cost of the cold question about a map
 *
 * A table of levels gets one question for each map, so nearly all its time goes into
 * decoding. This search needs the blocked cells as rows and as columns of bits, and
 * numbers of the jump points (fr_grid_cold), and nothing else. Jump points and costs are
 * those of jump.c. The end of a straight ray follows from its line and the two adjacent
 * lines, 64 cells at a time (Harabor and Grastien 2014). Diagonal rays are followed cell
 * by cell.
 *
 * Without components, a search cannot know that no way leads to the goal: it would visit
 * all that the start reaches. So a few expansions from the start come first, then more
 * from the goal, and so on: an end that is shut in soon shows.
 */
#include "core/jump/jump_points.h"

#define GOAL_NODE 0
#define START_NODE 1
#define FIRST_POINT 2 /* the nodes of points */

typedef struct online_jump
{
	jump jump;
	fr_cell start;
} online_jump;

/* ---- jumps ------------------------------------------------------------------------- */

/* Where a straight ray from a cell of a line ends: at a blocked cell, or at a jump point. */
FR_INLINE int32_t
straight_ray_end(const uint64_t *line, ptrdiff_t words, int32_t at, bool forward)
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
straight_ray_steps(const jump *j, fr_cell at, int d)
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
	int32_t stop = straight_ray_end(line, bits->words, along, forward);

	if (in_line && (forward ? along < end && end <= stop : stop <= end && end < along))
		stop = end;
	else if (fr_bits_has(line, stop))
		return 0;
	return forward ? stop - along : along - stop;
}

/* May a diagonal ray in direction d be followed one step more? */
FR_INLINE bool
goes_on(const fr_grid *grid, fr_cell at, int d)
{
	const uint64_t *row = grid->rows.lines + at.y * grid->rows.words;
	const uint64_t *next = row + fr_dy[d] * grid->rows.words;
	int32_t x = at.x + fr_dx[d];

	return !fr_bits_has(row, x) && !fr_bits_has(next, at.x) && !fr_bits_has(next, x);
}

FR_INLINE uint32_t
number(const online_jump *f, fr_cell at)
{
	if (jump_is_goal(f->jump.run, at))
		return GOAL_NODE;
	if (at.x == f->start.x && at.y == f->start.y)
		return START_NODE;
	return FIRST_POINT + fr_jump_point_number(f->jump.run->grid->cold, at);
}

/* A way to jump point p, or the goal, from node `origin`; its last step is in direction d. */
__attribute__((noinline)) static void
reach(online_jump *f, int32_t x, int32_t y, uint64_t g, int d, uint32_t origin)
{
	jump *j = &f->jump;
	waypoint p = {{x, y}, g};
	uint32_t node = number(f, p.at);
	uint64_t *key = &j->workspace->nodes[node].key;
	uint64_t old = *key;
	uint64_t total;

	if (!fr_key_improves(fr_key(j->workspace, p.g, d), old))
		return;
	total = p.g + jump_h(j->run, p.at);
	if (total > j->limit)
		return;
	if (node == GOAL_NODE)
	{
		jump_reach_goal(j, node, p, d, origin);
		return;
	}
	if (fr_key_flags(j->workspace, old) & FR_KEY_OPEN)
		jump_unlist(j, node);
	*key = fr_key(j->workspace, p.g, d);
	j->nodes[node] = jump_node_at(p.at, total, origin);
	jump_await(j, node, total);
	fr_radix_push(&j->open, node, total);
}

/* Follows a straight ray from p to its first jump point, or to the goal. */
FR_INLINE void
follow_straight_ray(online_jump *f, waypoint p, int d, uint32_t origin)
{
	int32_t steps = straight_ray_steps(&f->jump, p.at, d);

	if (steps > 0)
		reach(f, p.at.x + steps * fr_dx[d], p.at.y + steps * fr_dy[d],
			  p.g + (uint64_t) steps * f->jump.run->grid->costs.step[d], d, origin);
}

/* Follows a diagonal ray from p to its end, and the straight rays on the way. */
FR_INLINE void
follow_diagonal_ray(online_jump *f, waypoint p, int d, uint32_t origin)
{
	const fr_grid *grid = f->jump.run->grid;

	while (goes_on(grid, p.at, d))
	{
		p.at.x += fr_dx[d];
		p.at.y += fr_dy[d];
		p.g += grid->costs.step[d];
		if (jump_is_goal(f->jump.run, p.at))
		{
			reach(f, p.at.x, p.at.y, p.g, d, origin);
			return;
		}
		follow_straight_ray(f, p, (d - 1) & (FR_DIRECTIONS - 1), origin);
		follow_straight_ray(f, p, (d + 1) & (FR_DIRECTIONS - 1), origin);
	}
}

/* Follows moves, a bit a direction; each direction has a loop of its own. */
FR_INLINE void
follow_moves(online_jump *f, waypoint p, unsigned moves, uint32_t origin)
{
	if (moves >> FR_N & 1)
		follow_straight_ray(f, p, FR_N, origin);
	if (moves >> FR_NE & 1)
		follow_diagonal_ray(f, p, FR_NE, origin);
	if (moves >> FR_E & 1)
		follow_straight_ray(f, p, FR_E, origin);
	if (moves >> FR_SE & 1)
		follow_diagonal_ray(f, p, FR_SE, origin);
	if (moves >> FR_S & 1)
		follow_straight_ray(f, p, FR_S, origin);
	if (moves >> FR_SW & 1)
		follow_diagonal_ray(f, p, FR_SW, origin);
	if (moves >> FR_W & 1)
		follow_straight_ray(f, p, FR_W, origin);
	if (moves >> FR_NW & 1)
		follow_diagonal_ray(f, p, FR_NW, origin);
}

/* ---- the search -------------------------------------------------------------------- */

FR_INLINE void
expand(online_jump *f, uint32_t node)
{
	const jump *j = &f->jump;
	const fr_grid *grid = j->run->grid;
	uint64_t key = j->workspace->nodes[node].key;
	waypoint p = {jump_cell(&j->nodes[node]), fr_key_g(key)};
	unsigned around = fr_free_around(grid, p.at);

	follow_moves(f, p,
				 node == START_NODE ? grid->tables->legal[around]
									: grid->tables->after[key & FR_KEY_PARENT][around],
				 node);
}

/* Searches from the run's start until its limit on expansions. */
__attribute__((noinline)) static void
search_once(const fr_run *run)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	online_jump f = {jump_begin(run, START_NODE, jump_h(run, start)), start};
	uint32_t node = START_NODE;
	uint64_t steps = 0;

	expand(&f, node);
	while (jump_goes_on(&f.jump) && (node = jump_pop(&f.jump)) != FR_NONE)
	{
		fr_poll_at(run->poll, steps++);
		if (!jump_take(&f.jump, node))
			break;
		expand(&f, node);
	}
	jump_finish(&f.jump, GOAL_NODE);
}

static uint32_t
online_nodes(const fr_grid *grid)
{
	return FIRST_POINT + grid->cold->point_count;
}

/* The expansions of the first try, and how many times more each one has. */
#define FIRST_EXPANSIONS 128
#define GROWTH 8

static void
run_online(const fr_run *run)
{
	fr_run turn = *run;

	for (int64_t most = FIRST_EXPANSIONS;; most *= GROWTH)
	{
		uint32_t start = turn.start;

		turn.max_expanded = run->result->expanded + most;
		search_once(&turn);
		if (run->result->complete)
			return;
		turn.start = turn.goal;
		turn.goal = start;
		fr_heuristic_aim(&turn.heuristic, turn.grid, turn.goal);
		fr_workspace_begin(turn.workspace, online_nodes(turn.grid), turn.poll);
	}
}

const fr_search_row fr_search_online = {
	.name = "jump", .nodes = online_nodes, .run = run_online};

/* The nodes of a cold question, also of a grid that is ready for others. */
uint32_t
fr_online_nodes(const fr_grid *grid, const fr_poll *poll)
{
	return grid->cold ? online_nodes(grid)
					  : FIRST_POINT + fr_grid_count_points(grid, poll);
}
