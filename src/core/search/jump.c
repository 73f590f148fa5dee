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
 * a branch, which bits.h finds; cells of spines are passed by, since all that
 * they lead to is found at once (Harabor and Grastien 2014: pruning of
 * intermediate jump points).
 *
 * It takes a model where a diagonal step needs both of the cells beside it, so
 * that spines have no corners, all cells weigh the same, and a diagonal step
 * costs at least one straight step and less than two.
 */
#include "core/grid/bits.h"
#include "core/path/route.h"
#include "core/search/open/radix.h"
#include "core/search/search.h"

typedef struct jump
{
	const fr_run *run;
	fr_workspace *workspace;
	uint32_t *origin; /* of each jump point, the one that it was reached from */
	fr_kind kind;
	fr_radix open;
	uint64_t f_max;			 /* largest f expanded */
	int64_t waiting;		 /* nodes in the open list */
	int64_t expanded_before; /* the last iteration */
} jump;

/* A cell on the way, and what it costs to it from the start. */
typedef struct waypoint
{
	uint32_t n;
	fr_cell at;
	uint64_t g;
} waypoint;

/* ---- the open list ----------------------------------------------------- */

FR_INLINE uint64_t
f_of(const void *context, uint32_t n)
{
	const jump *j = context;
	fr_cell at = fr_grid_cell(j->run->grid, n);

	return fr_key_g(j->workspace->nodes[n].key) +
		   fr_h(&j->run->heuristic, false, n, at.x, at.y);
}

/* A way to jump point p was found from `origin`, its last step in direction d. */
FR_INLINE void
jump_relax(jump *j, waypoint p, int d, uint32_t origin)
{
	uint64_t *key = &j->workspace->nodes[p.n].key;
	uint64_t old = *key;
	uint64_t h = fr_h(&j->run->heuristic, false, p.n, p.at.x, p.at.y);

	if (p.g + h > j->run->grid->costs.limit ||
		!fr_key_improves(fr_key(j->workspace, p.g, d), old))
		return;
	if (fr_key_flags(j->workspace, old) & FR_KEY_OPEN)
		fr_radix_remove(&j->open, p.n, fr_key_g(old) + h);
	else
		j->waiting++;
	*key = fr_key(j->workspace, p.g, d) | FR_KEY_OPEN;
	j->origin[p.n] = origin;
	j->run->result->opened++;
	fr_radix_push(&j->open, p.n, p.g + h);
}

/* ---- jumps ------------------------------------------------------------- */

/* Goes from p in a straight direction as far as the first jump point or the goal. */
FR_INLINE void
follow_branch(jump *j, waypoint p, int d, uint32_t origin)
{
	const fr_grid *grid = j->run->grid;
	fr_cell goal = j->run->heuristic.goal;
	bool vertical = d == FR_N || d == FR_S;
	bool forward = d == FR_S || d == FR_E;
	const fr_bits *bits = vertical ? &grid->columns : &grid->rows;
	int32_t across = vertical ? p.at.x : p.at.y;
	int32_t along = vertical ? p.at.y : p.at.x;
	int32_t end = vertical ? goal.y : goal.x;
	const uint64_t *line = bits->lines + across * bits->words;
	int32_t stop = forward ? fr_bits_forward(bits, line, along)
						   : fr_bits_backward(bits, line, along);
	int32_t steps;

	if (across == (vertical ? goal.x : goal.y) &&
		(forward ? along < end && end < stop : stop < end && end < along))
		stop = end;
	else if (fr_bits_has(line, stop))
		return;
	steps = forward ? stop - along : along - stop;
	p.n += (uint32_t) (steps * grid->offset[d]);
	p.at.x += steps * fr_dx[d];
	p.at.y += steps * fr_dy[d];
	p.g += (uint64_t) steps * grid->costs.step[d];
	jump_relax(j, p, d, origin);
}

/* Where the bit stands that blocks the next step along a spine. */
typedef struct ahead
{
	const uint64_t *line;
	int32_t at;
	ptrdiff_t next_line; /* a step further */
} ahead;

/* A diagonal step crosses a square of 2 x 2 cells, which starts at its least cell. */
FR_INLINE ahead
ahead_of(const fr_grid *grid, fr_cell at, int d)
{
	const fr_bits *bits = fr_is_diagonal(d) ? &grid->squares : &grid->rows;
	ptrdiff_t y = at.y - (fr_dy[d] < 0);
	int32_t x = fr_is_diagonal(d) ? at.x - (fr_dx[d] < 0) : at.x + fr_dx[d];

	return (ahead){bits->lines + y * bits->words, x, fr_dy[d] * bits->words};
}

/* Goes from p along a spine to its end, and all branches on the way. */
FR_INLINE void
follow_spine(jump *j, waypoint p, int d, uint32_t origin)
{
	const fr_grid *grid = j->run->grid;
	int turn = fr_is_diagonal(d) ? 1 : 2;
	ahead next = ahead_of(grid, p.at, d);

	while (!fr_bits_has(next.line, next.at))
	{
		next.line += next.next_line;
		next.at += fr_dx[d];
		p.n += (uint32_t) grid->offset[d];
		p.at.x += fr_dx[d];
		p.at.y += fr_dy[d];
		p.g += grid->costs.step[d];
		if (p.n == j->run->goal)
		{
			jump_relax(j, p, d, origin);
			return;
		}
		follow_branch(j, p, (d - turn) & (FR_DIRECTIONS - 1), origin);
		follow_branch(j, p, (d + turn) & (FR_DIRECTIONS - 1), origin);
	}
}

/* A loop for each direction; horizontal ones are spines under tile. */
FR_INLINE void
follow_move(jump *j, waypoint p, int d, uint32_t origin)
{
	bool octile = j->run->grid->costs.jumps == FR_OCTILE_JUMPS;

	switch (d)
	{
		case FR_N:
			follow_branch(j, p, FR_N, origin);
			break;
		case FR_NE:
			follow_spine(j, p, FR_NE, origin);
			break;
		case FR_E:
			if (octile)
				follow_branch(j, p, FR_E, origin);
			else
				follow_spine(j, p, FR_E, origin);
			break;
		case FR_SE:
			follow_spine(j, p, FR_SE, origin);
			break;
		case FR_S:
			follow_branch(j, p, FR_S, origin);
			break;
		case FR_SW:
			follow_spine(j, p, FR_SW, origin);
			break;
		case FR_W:
			if (octile)
				follow_branch(j, p, FR_W, origin);
			else
				follow_spine(j, p, FR_W, origin);
			break;
		default:
			follow_spine(j, p, FR_NW, origin);
	}
}

/* ---- the search -------------------------------------------------------- */

/* Counts an expansion; f beyond that of all earlier ones starts an iteration. */
static void
jump_count(jump *j, uint64_t f)
{
	fr_result *result = j->run->result;

	if (f > j->f_max)
	{
		j->f_max = f;
		result->iterations++;
		j->expanded_before = result->expanded;
	}
	result->expanded++;
}

static void
jump_expand(jump *j, uint32_t n, uint64_t key)
{
	const fr_grid *grid = j->run->grid;
	waypoint p = {n, fr_grid_cell(grid, n), fr_key_g(key)};
	unsigned around = fr_free_around(grid, p.at);
	unsigned moves = n == j->run->start ? grid->legal[around]
										: grid->after[key & FR_KEY_PARENT][around];

	for (; moves; moves &= moves - 1)
		follow_move(j, p, __builtin_ctz(moves), n);
	if (j->waiting > j->run->result->open_peak)
		j->run->result->open_peak = j->waiting;
}

/* Takes the next jump point, which is expanded unless it is the goal. */
static void
jump_take(jump *j)
{
	uint32_t n = fr_radix_pop(&j->open);
	uint64_t f = j->open.last;
	uint64_t *key = &j->workspace->nodes[n].key;

	j->waiting--;
	*key &= ~FR_KEY_OPEN;
	if (n == j->run->goal)
	{
		j->run->result->found = true;
		fr_trace_visit(j->run, j->kind, n, f, f, false);
		return;
	}
	jump_count(j, f);
	fr_trace_visit(j->run, j->kind, n, fr_key_g(*key), f, true);
	jump_expand(j, n, *key);
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
 * Adds the way from a jump point back to its origin: the branch, whose direction
 * is known, and before it as many steps of a spine as lead sideways.
 */
static void
add_jump(const fr_run *run, fr_route_builder *builder, uint32_t origin, uint32_t n)
{
	const fr_grid *grid = run->grid;
	int branch = (int) (run->workspace->nodes[n].key & FR_KEY_PARENT);
	int right = (branch + 2) & (FR_DIRECTIONS - 1);
	fr_cell from = fr_grid_cell(grid, origin);
	fr_cell to = fr_grid_cell(grid, n);
	int32_t dx = to.x - from.x;
	int32_t dy = to.y - from.y;
	int32_t aside = dx * fr_dx[right] + dy * fr_dy[right];
	int32_t steps = aside < 0 ? -aside : aside;
	int turn = grid->costs.jumps == FR_OCTILE_JUMPS ? 1 : 2;
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
	const uint32_t *origin = run->workspace->extra;
	uint64_t steps = 1;

	for (uint32_t n = run->goal; n != run->start; n = origin[n])
	{
		fr_poll_at(run->poll, steps++);
		add_jump(run, builder, origin[n], n);
	}
}

/* ---- the whole search ---------------------------------------------------- */

static void
jump_finish(const jump *j)
{
	fr_result *result = j->run->result;

	result->complete = result->optimal = result->found || j->waiting == 0;
	result->expanded_last = result->expanded - j->expanded_before;
	result->visited = result->expanded + result->found;
	result->visited_last = result->expanded_last + result->found;
	if (result->found)
		result->cost = fr_key_g(j->workspace->nodes[j->run->goal].key);
}

static void
run_jump(const fr_run *run)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint64_t f = fr_h(&run->heuristic, false, run->start, start.x, start.y);
	uint64_t steps = 0;
	jump j = {
		.run = run,
		.workspace = run->workspace,
		.origin = run->workspace->extra,
		.kind = {.traced = run->trace != NULL},
		.open = {run->workspace, 0},
		.f_max = f,
	};

	run->result->iterations = run->result->open_peak = 1;
	jump_relax(&j, (waypoint){run->start, start, 0}, 0, run->start);
	while (!run->result->found && run->result->expanded < run->max_expanded &&
		   fr_radix_advance(&j.open, f_of, &j, run->poll))
	{
		fr_poll_at(run->poll, steps++);
		jump_take(&j);
	}
	jump_finish(&j);
}

static size_t
jump_extra(const fr_method *method)
{
	(void) method;
	return sizeof(uint32_t);
}

const fr_search_row fr_search_jump = {
	.name = "jump",
	.options = FR_OPTION_BIT(FR_MAX_EXPANDED),
	.extra = jump_extra,
	.without_moves = true,
	.run = run_jump,
	.route = add_route,
};
