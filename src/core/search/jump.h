/*
 * jump.h - what searches that jump share (internal)
 *
 * jump.c has the search by corners of obstacles, jump_patterns.c the one by patterns.
 */
#ifndef FRINGE_JUMP_H
#define FRINGE_JUMP_H

#include "core/grid/jumps.h"
#include "core/search/open/radix.h"
#include "core/search/search.h"

/* The cell of a node, its f, and the node that it was reached from. */
typedef struct point
{
	uint64_t f;
	uint16_t x;
	uint16_t y;
	uint32_t origin;
} point;

_Static_assert(FR_MAX_SIDE <= UINT16_MAX, "a cell's x and y take 16 bits");

/* How a node was reached at its g, and what was followed from it: a bit a direction. */
typedef struct arrivals
{
	uint8_t waiting;	/* directions of arrival to be expanded */
	uint8_t done;		/* and those that were */
	uint8_t tried;		/* moves that were followed */
	uint8_t spines;		/* of them, spines that wait */
	uint16_t length[4]; /* by direction / 2: how many steps those have come */
} arrivals;

typedef struct jump
{
	const fr_run *run;
	fr_workspace *workspace;
	point *points;		/* by node */
	arrivals *arrivals; /* by node; of jump_patterns.c */
	fr_kind kind;
	fr_radix open;
	uint32_t hand;			 /* the only child so far of the last node, or FR_NONE */
	bool chases;			 /* may a child be kept in hand? Only jump.c does that */
	uint64_t f_max;			 /* largest f expanded */
	uint64_t limit;			 /* on f: a node above it is of no use */
	uint64_t waits;			 /* the least f of the spines of a node that wait */
	int64_t waiting;		 /* nodes in the open list */
	int64_t expanded_before; /* the last iteration */
	fr_pattern smooth;		 /* with patterns: that of the start, if it is smooth */
} jump;

/* A cell on the way, and what it costs to it from the start. */
typedef struct waypoint
{
	fr_cell at;
	uint64_t g;
} waypoint;

/* Follows the moves from a node that was taken from the open list. */
typedef void (*jump_expander)(jump *j, uint32_t node, uint64_t key);

/* ---- the open list ----------------------------------------------------- */

FR_INLINE bool
is_goal(const fr_run *run, fr_cell at)
{
	return at.x == run->heuristic.goal.x && at.y == run->heuristic.goal.y;
}

FR_INLINE fr_cell
cell_of(const point *p)
{
	return (fr_cell){p->x, p->y};
}

FR_INLINE point
point_at(fr_cell at, uint64_t f, uint32_t origin)
{
	return (point){f, (uint16_t) at.x, (uint16_t) at.y, origin};
}

/*
 * Only jump points, the start and the goal have nodes, which so lie close together. A
 * goal that is no jump point comes after those, then a start: no more nodes than cells.
 */
FR_INLINE uint32_t
node_of(const fr_run *run, fr_cell at)
{
	const fr_jumps *jumps = run->grid->jumps;
	uint32_t number = fr_point_number(jumps, at);

	if (number < jumps->point_count || is_goal(run, at))
		return number;
	return number + !fr_is_point(jumps, run->heuristic.goal);
}

FR_INLINE uint64_t
f_of(const void *context, uint32_t node)
{
	return ((const jump *) context)->points[node].f;
}

FR_INLINE uint64_t
jump_h(const fr_run *run, fr_cell at)
{
	return fr_h(&run->heuristic, run->heuristic.count > 0, fr_grid_index(run->grid, at),
				at.x, at.y);
}

/* Keeps the first child in hand; a second one shows that it was not the only one. */
__attribute__((noinline)) static void
keep_in_hand(jump *j, uint32_t node)
{
	uint32_t first = j->hand;

	if (first == FR_NONE)
	{
		j->hand = node;
		return;
	}
	j->hand = FR_NONE;
	j->chases = false;
	fr_radix_push(&j->open, first, j->points[first].f);
	fr_radix_push(&j->open, node, j->points[node].f);
}

/* Makes a node wait to be expanded, in the open list or in hand. */
FR_INLINE void
enlist(jump *j, uint32_t node, uint64_t f)
{
	j->workspace->nodes[node].key |= FR_KEY_OPEN;
	j->points[node].f = f;
	j->waiting++;
	if (j->chases)
		keep_in_hand(j, node);
	else
		fr_radix_push(&j->open, node, f);
}

/* A node of the open list waits no more; no expansion reaches the one in hand again. */
FR_INLINE void
unlist(jump *j, uint32_t node)
{
	j->waiting--;
	fr_radix_remove(&j->open, node, j->points[node].f);
}

#define CHASE_STEPS 64 /* of the heuristic */

/* The node in hand, if its f has not risen too far; else the least of the open list. */
__attribute__((noinline)) static uint32_t
take_from_hand(jump *j)
{
	uint32_t node = j->hand;
	uint64_t f = j->points[node].f;

	j->hand = FR_NONE;
	if (f <= j->open.last + CHASE_STEPS * j->run->grid->costs.h_straight)
		return node;
	fr_radix_push(&j->open, node, f);
	return fr_radix_pop(&j->open, f_of, j, j->run->poll);
}

/* The node to be expanded next; FR_NONE if none waits. */
FR_INLINE uint32_t
next_node(jump *j)
{
	return j->hand != FR_NONE ? take_from_hand(j)
							  : fr_radix_pop(&j->open, f_of, j, j->run->poll);
}

/* A cheaper way to the goal was found: from now on only nodes of less f are of use. */
FR_INLINE void
reach_goal(jump *j, uint32_t node, waypoint p, int d, uint32_t origin)
{
	j->workspace->nodes[node].key = fr_key(j->workspace, p.g, d);
	j->points[node] = point_at(p.at, p.g, origin);
	j->limit = p.g - 1;
}

/* Does no node in hand or in the open list promise less than the goal's g? */
FR_INLINE bool
is_over(const jump *j)
{
	return j->open.last > j->limit;
}

/* ---- jumps ------------------------------------------------------------- */

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

/*
 * Steps of a branch from a cell to where it ends, or to the goal on the way; 0 if it
 * comes to nothing.
 */
FR_INLINE int32_t
branch_steps(const jump *j, fr_cell at, int d)
{
	fr_cell goal = j->run->heuristic.goal;
	bool vertical = d == FR_N || d == FR_S;
	bool forward = d == FR_S || d == FR_E;
	bool in_line = vertical ? at.x == goal.x : at.y == goal.y;
	int32_t along = vertical ? at.y : at.x;
	int32_t end = vertical ? goal.y : goal.x;
	const fr_branch_word *line = fr_branch_line(j->run->grid->jumps, at, d);
	bool leads = fr_branch_leads(line, along);
	int32_t stop;

	if (!leads && !in_line)
		return 0;
	stop = forward ? fr_branch_end_forward(line, along)
				   : fr_branch_end_backward(line, along);
	if (in_line && (forward ? along < end && end <= stop : stop <= end && end < along))
		stop = end;
	else if (!leads)
		return 0;
	return forward ? stop - along : along - stop;
}

/* ---- the search -------------------------------------------------------- */

/* Counts an expansion; f beyond that of all earlier ones starts an iteration. */
static inline void
jump_visit(jump *j, fr_cell at, uint64_t g, uint64_t f)
{
	fr_result *result = j->run->result;

	if (f > j->f_max)
	{
		j->f_max = f;
		result->iterations++;
		j->expanded_before = result->expanded;
	}
	result->expanded++;
	fr_trace_visit(j->run, j->kind, fr_grid_index(j->run->grid, at), g, f, true);
}

/* The direction of the first step to the goal from a cell, if nothing is in the way. */
static inline int
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

static inline void
jump_finish(const jump *j)
{
	fr_result *result = j->run->result;
	uint32_t goal = node_of(j->run, j->run->heuristic.goal);

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

/* Expands the next node; the least f, open.last, may be above the limit: the end. */
FR_INLINE void
jump_take(jump *j, uint32_t node, jump_expander expand)
{
	uint64_t *key = &j->workspace->nodes[node].key;

	j->waiting--;
	*key &= ~FR_KEY_OPEN;
	if (is_over(j))
		return;
	jump_visit(j, cell_of(&j->points[node]), fr_key_g(*key), j->points[node].f);
	expand(j, node, *key);
	if (j->waiting > j->run->result->open_peak)
		j->run->result->open_peak = j->waiting;
}

/* Behind the points. */
static inline arrivals *
jump_arrivals(const fr_run *run)
{
	point *points = run->workspace->extra;

	return (arrivals *) (points + fr_search_nodes(run->grid, run->method));
}

/* The whole search; `begin` follows the moves from the start. */
FR_INLINE void
jump_search(const fr_run *run, void (*begin)(jump *j, uint32_t node, waypoint p),
			jump_expander expand)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint32_t node = node_of(run, start);
	uint64_t f = jump_h(run, start);
	uint64_t steps = 0;
	jump j = {
		.run = run,
		.workspace = run->workspace,
		.points = run->workspace->extra,
		.arrivals = jump_arrivals(run),
		.kind = {.traced = run->trace != NULL},
		.open = {run->workspace, f},
		.hand = FR_NONE,
		.limit = run->grid->costs.limit,
		.f_max = f,
	};

	run->result->iterations = run->result->opened = run->result->open_peak = 1;
	j.workspace->nodes[node].key = fr_key(j.workspace, 0, 0);
	j.points[node] = point_at(start, f, node);
	jump_visit(&j, start, 0, f);
	begin(&j, node, (waypoint){start, 0});
	while (!is_over(&j) && run->result->expanded < run->max_expanded &&
		   (node = next_node(&j)) != FR_NONE)
	{
		fr_poll_at(run->poll, steps++);
		jump_take(&j, node, expand);
	}
	jump_finish(&j);
}

void fr_jump_by_patterns(const fr_run *run);

#endif /* FRINGE_JUMP_H */
