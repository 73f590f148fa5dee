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
#include "core/grid/jumps.h"
#include "core/path/route.h"
#include "core/search/open/radix.h"
#include "core/search/search.h"

/* What a node is of, its f, and the node that it was reached from. */
typedef struct point
{
	uint64_t f;
	uint32_t cell;
	uint32_t origin;
} point;

typedef struct jump
{
	const fr_run *run;
	fr_workspace *workspace;
	point *points; /* by node */
	fr_kind kind;
	fr_radix open;
	uint64_t f_max;			 /* largest f expanded */
	uint64_t limit;			 /* on f: a node above it is of no use */
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

/* Only jump points, the start and the goal have nodes, which so lie close together. */
FR_INLINE uint32_t
node_of(const fr_run *run, uint32_t cell, fr_cell at)
{
	const fr_jumps *jumps = run->grid->jumps;

	return cell == run->goal ? jumps->point_count + 1 : fr_point_number(jumps, at);
}

FR_INLINE uint64_t
f_of(const void *context, uint32_t node)
{
	return ((const jump *) context)->points[node].f;
}

FR_INLINE uint64_t
jump_h(const fr_run *run, uint32_t cell, fr_cell at)
{
	return fr_h(&run->heuristic, run->heuristic.count > 0, cell, at.x, at.y);
}

/* A cheaper way to the goal was found: from now on only nodes of less f are of use. */
FR_INLINE void
reach_goal(jump *j, uint32_t node, waypoint p, int d, uint32_t origin)
{
	j->workspace->nodes[node].key = fr_key(j->workspace, p.g, d);
	j->points[node] = (point){p.g, p.n, origin};
	j->limit = p.g - 1;
}

/* A way to jump point p, or the goal, from node `origin`; its last step is in direction d. */
__attribute__((noinline)) static void
jump_relax(jump *j, waypoint p, int d, uint32_t origin)
{
	uint32_t node = node_of(j->run, p.n, p.at);
	uint64_t *key = &j->workspace->nodes[node].key;
	uint64_t old = *key;
	uint64_t f;

	if (!fr_key_improves(fr_key(j->workspace, p.g, d), old))
		return;
	f = p.g + jump_h(j->run, p.n, p.at);
	if (f > j->limit)
		return;
	j->run->result->opened++;
	if (p.n == j->run->goal)
	{
		reach_goal(j, node, p, d, origin);
		return;
	}
	if (fr_key_flags(j->workspace, old) & FR_KEY_OPEN)
		fr_radix_remove(&j->open, node, j->points[node].f);
	else
		j->waiting++;
	*key = fr_key(j->workspace, p.g, d) | FR_KEY_OPEN;
	j->points[node] = (point){f, p.n, origin};
	fr_radix_push(&j->open, node, f);
}

/* Does no node in hand or in the open list promise less than the goal's g? */
FR_INLINE bool
is_over(const jump *j)
{
	return j->open.last > j->limit;
}

/* ---- jumps ------------------------------------------------------------- */

FR_INLINE waypoint
jump_on(const fr_grid *grid, waypoint p, int d, int32_t steps)
{
	return (waypoint){p.n + (uint32_t) (steps * grid->offset[d]),
					  {p.at.x + steps * fr_dx[d], p.at.y + steps * fr_dy[d]},
					  p.g + (uint64_t) steps * grid->costs.step[d]};
}

/* Follows a branch from p to its first jump point, or to the goal. */
FR_INLINE void
follow_branch(jump *j, waypoint p, int d, uint32_t origin)
{
	const fr_grid *grid = j->run->grid;
	fr_cell goal = j->run->heuristic.goal;
	bool vertical = d == FR_N || d == FR_S;
	bool forward = d == FR_S || d == FR_E;
	const fr_bits *bits = vertical ? &grid->jumps->columns : &grid->rows;
	int32_t across = vertical ? p.at.x : p.at.y;
	int32_t along = vertical ? p.at.y : p.at.x;
	int32_t end = vertical ? goal.y : goal.x;
	const uint64_t *line = fr_bits_line(bits, (uint32_t) across);
	int32_t stop = forward ? fr_bits_forward(bits, line, along)
						   : fr_bits_backward(bits, line, along);

	if (across == (vertical ? goal.x : goal.y) &&
		(forward ? along < end && end < stop : stop < end && end < along))
		stop = end;
	else if (fr_bits_has(line, stop))
		return;
	jump_relax(j, jump_on(grid, p, d, forward ? stop - along : along - stop), d, origin);
}

/* Follows a branch that may come to something. */
FR_INLINE void
try_branch(jump *j, waypoint p, int d, uint32_t origin)
{
	fr_cell goal = j->run->heuristic.goal;
	bool vertical = d == FR_N || d == FR_S;

	if (fr_branch_leads(j->run->grid->jumps, p.at, d) ||
		(vertical ? p.at.x == goal.x : p.at.y == goal.y))
		follow_branch(j, p, d, origin);
}

FR_INLINE int32_t
earlier(int32_t steps, int32_t also)
{
	return also > 0 && also < steps ? also : steps;
}

/* How far a spine leads from p until a branch may leave it: one step at least. */
FR_INLINE int32_t
spine_steps(const jump *j, const fr_spine *spine, fr_cell at, int d)
{
	fr_cell goal = j->run->heuristic.goal;
	int32_t steps = fr_spine_steps(spine, at, d);

	steps = earlier(steps, (goal.x - at.x) * fr_dx[d]);
	return fr_is_diagonal(d) ? earlier(steps, (goal.y - at.y) * fr_dy[d]) : steps;
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
		if (p.n == j->run->goal)
		{
			jump_relax(j, p, d, origin);
			return;
		}
		try_branch(j, p, (d - turn) & (FR_DIRECTIONS - 1), origin);
		try_branch(j, p, (d + turn) & (FR_DIRECTIONS - 1), origin);
	} while (fr_spine_goes_on(grid, p.at, d));
}

/* A loop for each direction; horizontal ones are spines under tile. */
FR_INLINE void
follow_move(jump *j, waypoint p, int d, uint32_t origin)
{
	bool octile = j->run->grid->costs.jumps == FR_OCTILE_JUMPS;

	switch (d)
	{
		case FR_N:
			try_branch(j, p, FR_N, origin);
			break;
		case FR_NE:
			follow_spine(j, p, FR_NE, origin);
			break;
		case FR_E:
			if (octile)
				try_branch(j, p, FR_E, origin);
			else
				follow_spine(j, p, FR_E, origin);
			break;
		case FR_SE:
			follow_spine(j, p, FR_SE, origin);
			break;
		case FR_S:
			try_branch(j, p, FR_S, origin);
			break;
		case FR_SW:
			follow_spine(j, p, FR_SW, origin);
			break;
		case FR_W:
			if (octile)
				try_branch(j, p, FR_W, origin);
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
jump_visit(jump *j, uint32_t n, uint64_t g, uint64_t f)
{
	fr_result *result = j->run->result;

	if (f > j->f_max)
	{
		j->f_max = f;
		result->iterations++;
		j->expanded_before = result->expanded;
	}
	result->expanded++;
	fr_trace_visit(j->run, j->kind, n, g, f, true);
}

/* The direction of the first step to the goal from a cell, if nothing is in the way. */
static int
direction_to_goal(const jump *j, fr_cell at)
{
	fr_cell goal = j->run->heuristic.goal;
	int dx = (goal.x > at.x) - (goal.x < at.x);
	int dy = (goal.y > at.y) - (goal.y < at.y);

	if (dx == 0)
		return dy < 0 ? FR_N : FR_S;
	if (dy == 0 || !j->run->grid->octile)
		return dx < 0 ? FR_W : FR_E;
	return dx < 0 ? FR_W + dy : FR_E - dy;
}

/* From the start, first straight to the goal: often it is in sight. */
static void
jump_start(jump *j, uint32_t node, waypoint p)
{
	unsigned moves = fr_moves_at(j->run->grid, p.at);
	int d = direction_to_goal(j, p.at);

	if (moves >> d & 1)
		follow_move(j, p, d, node);
	moves &= ~(1u << d);
	for (; moves && !is_over(j); moves &= moves - 1)
		follow_move(j, p, __builtin_ctz(moves), node);
}

static void
jump_expand(jump *j, uint32_t node, uint64_t key)
{
	const fr_grid *grid = j->run->grid;
	uint32_t cell = j->points[node].cell;
	waypoint p = {cell, fr_grid_cell(grid, cell), fr_key_g(key)};
	unsigned moves = grid->jumps->after[key & FR_KEY_PARENT][fr_free_around(grid, p.at)];

	for (; moves && !is_over(j); moves &= moves - 1)
		follow_move(j, p, __builtin_ctz(moves), node);
}

/* Takes the next node; its f, open.last, may be above the limit: the end of the search. */
static void
jump_take(jump *j, uint32_t node)
{
	uint64_t *key = &j->workspace->nodes[node].key;

	j->waiting--;
	*key &= ~FR_KEY_OPEN;
	if (is_over(j))
		return;
	jump_visit(j, j->points[node].cell, fr_key_g(*key), j->open.last);
	jump_expand(j, node, *key);
	if (j->waiting > j->run->result->open_peak)
		j->run->result->open_peak = j->waiting;
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
add_jump(const fr_grid *grid, fr_route_builder *builder, uint32_t from, uint32_t to,
		 int branch)
{
	int right = (branch + 2) & (FR_DIRECTIONS - 1);
	fr_cell a = fr_grid_cell(grid, from);
	fr_cell b = fr_grid_cell(grid, to);
	int32_t dx = b.x - a.x;
	int32_t dy = b.y - a.y;
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
	const fr_node *nodes = run->workspace->nodes;
	const point *points = run->workspace->extra;
	uint32_t node = run->grid->jumps->point_count + 1;
	uint64_t steps = 1;

	while (points[node].cell != run->start)
	{
		uint32_t origin = points[node].origin;

		fr_poll_at(run->poll, steps++);
		add_jump(run->grid, builder, points[origin].cell, points[node].cell,
				 (int) (nodes[node].key & FR_KEY_PARENT));
		node = origin;
	}
}

/* ---- the whole search ---------------------------------------------------- */

static void
jump_finish(const jump *j)
{
	fr_result *result = j->run->result;
	uint32_t goal = node_of(j->run, j->run->goal, (fr_cell){0, 0});

	result->complete = result->optimal = is_over(j) || j->waiting == 0;
	result->found = result->complete && j->limit < j->run->grid->costs.limit;
	result->expanded_last = result->expanded - j->expanded_before;
	result->visited = result->expanded + result->found;
	result->visited_last = result->expanded_last + result->found;
	if (!result->found)
		return;
	result->cost = fr_key_g(j->workspace->nodes[goal].key);
	fr_trace_visit(j->run, j->kind, j->run->goal, result->cost, result->cost, false);
}

static void
run_jump(const fr_run *run)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint32_t node = node_of(run, run->start, start);
	uint64_t f = jump_h(run, run->start, start);
	uint64_t steps = 0;
	jump j = {
		.run = run,
		.workspace = run->workspace,
		.points = run->workspace->extra,
		.kind = {.traced = run->trace != NULL},
		.open = {run->workspace, f},
		.limit = run->grid->costs.limit,
		.f_max = f,
	};

	run->result->iterations = run->result->opened = run->result->open_peak = 1;
	j.workspace->nodes[node].key = fr_key(j.workspace, 0, 0);
	j.points[node] = (point){f, run->start, node};
	jump_visit(&j, run->start, 0, f);
	jump_start(&j, node, (waypoint){run->start, start, 0});
	while (!is_over(&j) && run->result->expanded < run->max_expanded &&
		   (node = fr_radix_pop(&j.open, f_of, &j, run->poll)) != FR_NONE)
	{
		fr_poll_at(run->poll, steps++);
		jump_take(&j, node);
	}
	jump_finish(&j);
}

static size_t
jump_extra(const fr_method *method)
{
	(void) method;
	return sizeof(point);
}

static uint32_t
jump_nodes(const fr_grid *grid)
{
	return grid->jumps->point_count + 2;
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
