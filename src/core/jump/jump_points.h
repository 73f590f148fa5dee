/*
 * jump_points.h - what searches that jump share: nodes, the open list, counters (internal)
 *
 * jump_corners.c has the search by corners of obstacles, jump_patterns.c the one by
 * patterns. doc/dev/inside.md says why they are two.
 */
#ifndef FRINGE_JUMP_POINTS_H
#define FRINGE_JUMP_POINTS_H

#include "core/jump/jump_planes.h"
#include "core/search/radix_heap.h"
#include "core/search/search.h"

/* The cell of a node, its f, and the node that it was reached from. */
typedef struct jump_node
{
	uint64_t f;
	uint16_t x;
	uint16_t y;
	uint32_t origin;
} jump_node;

_Static_assert(FR_MAX_SIDE <= UINT16_MAX, "a cell's x and y take 16 bits");

/* The state that both jump searches share, as a part of their own. */
typedef struct jump
{
	const fr_run *run;
	fr_workspace *workspace;
	jump_node *nodes; /* with the workspace's */
	fr_kind kind;
	fr_radix open;
	uint64_t f_max;			 /* largest f expanded */
	uint64_t limit;			 /* of f: nodes above it are skipped */
	int64_t waiting;		 /* nodes in the open list */
	int64_t expanded_before; /* the last iteration */
} jump;

/* A cell on the way, and its cost from the start. */
typedef struct waypoint
{
	fr_cell at;
	uint64_t g;
} waypoint;

/* ---- nodes ------------------------------------------------------------------------- */

/* Nodes for jump points, the start and the goal. */
static inline uint32_t
jump_nodes_of(const fr_grid *grid, uint32_t points)
{
	return points + 2 < grid->cells ? points + 2 : grid->cells;
}

/* The nodes that cells may have. */
static inline uint32_t
jump_cell_nodes(const fr_grid *grid)
{
	return jump_nodes_of(grid, grid->jumps->point_count);
}

FR_INLINE bool
jump_is_goal(const fr_run *run, fr_cell at)
{
	return at.x == run->heuristic.goal.x && at.y == run->heuristic.goal.y;
}

FR_INLINE fr_cell
jump_cell(const jump_node *node)
{
	return (fr_cell){node->x, node->y};
}

FR_INLINE jump_node
jump_node_at(fr_cell at, uint64_t f, uint32_t origin)
{
	return (jump_node){f, (uint16_t) at.x, (uint16_t) at.y, origin};
}

/*
 * The number of a cell's node. Only jump points, the start and the goal have nodes, which
 * so lie close together. A goal that is no jump point comes after those, then a start: no
 * more nodes than cells.
 */
FR_INLINE uint32_t
jump_number(const fr_run *run, fr_cell at)
{
	const fr_jumps *jumps = run->grid->jumps;
	uint32_t number = fr_jump_point_number(jumps, at);

	if (number < jumps->point_count || jump_is_goal(run, at))
		return number;
	return number + !fr_is_jump_point(jumps, run->heuristic.goal);
}

FR_INLINE uint64_t
jump_f(const void *context, uint32_t node)
{
	return ((const jump *) context)->nodes[node].f;
}

FR_INLINE uint64_t
jump_h(const fr_run *run, bool hex, fr_cell at)
{
	return fr_h(&run->heuristic, hex ? FR_HEXAGONS : FR_SQUARES, run->heuristic.count > 0,
				fr_grid_index(run->grid, at), at.x, at.y);
}

/* Marks a node as one that waits to be expanded. */
FR_INLINE void
jump_await(jump *j, uint32_t node, uint64_t f)
{
	j->workspace->nodes[node].key |= FR_KEY_OPEN;
	j->nodes[node].f = f;
	j->waiting++;
}

/* Removes a node from the open list. */
FR_INLINE void
jump_unlist(jump *j, uint32_t node)
{
	j->waiting--;
	fr_radix_remove(&j->open, node, j->nodes[node].f);
}

FR_INLINE uint32_t
jump_pop(jump *j)
{
	return fr_radix_pop(&j->open, jump_f, j, j->run->poll);
}

/*
 * Notes a cheaper way to the goal: from now on only nodes of less f matter. One that costs
 * nothing leaves no smaller limit.
 */
FR_INLINE void
jump_reach_goal(jump *j, uint32_t node, waypoint p, int d, uint32_t origin)
{
	j->workspace->nodes[node].key = fr_key(j->workspace, p.g, d);
	j->nodes[node] = jump_node_at(p.at, p.g, origin);
	j->limit = p.g > 0 ? p.g - 1 : 0;
}

/* Does no node that waits promise less than the goal's g? */
FR_INLINE bool
jump_is_over(const jump *j)
{
	return j->open.last > j->limit;
}

/* ---- jumps ------------------------------------------------------------------------- */

/* Is a ray in this direction a diagonal ray, or between hexagons one in its place? */
FR_INLINE bool
jump_is_diagonal(bool hex, int d)
{
	return hex ? fr_hex_comes_first(d) : fr_is_diagonal(d);
}

/*
 * The direction of the straight rays that leave a diagonal ray to the right (side is 1), or
 * to the left (-1). Under tile, diagonal rays are horizontal.
 */
FR_INLINE int
jump_beside(bool hex, int d, int side)
{
	if (hex)
		return fr_hex_turn(d, side);
	return (d + (fr_is_diagonal(d) ? side : 2 * side)) & (FR_DIRECTIONS - 1);
}

FR_INLINE int32_t
jump_earlier(int32_t steps, int32_t also)
{
	return also > 0 && also < steps ? also : steps;
}

/* Steps along a diagonal ray from p to where a straight ray may leave it: at least one. */
FR_INLINE int32_t
jump_diagonal_ray_steps(const jump *j, bool hex, const fr_diagonal_ray *ray, fr_cell at,
						int d)
{
	fr_cell goal = j->run->heuristic.goal;
	int32_t steps = fr_diagonal_ray_steps(ray, at, d);

	steps = jump_earlier(steps, (goal.x - at.x) * fr_dx[d]);
	if (hex && !fr_is_diagonal(d)) /* the goal's diagonal, to NE and SW */
		steps =
			jump_earlier(steps, (goal.x + goal.y - at.x - at.y) * (fr_dx[d] + fr_dy[d]));
	return fr_dy[d] != 0 ? jump_earlier(steps, (goal.y - at.y) * fr_dy[d]) : steps;
}

/*
 * Steps of a straight ray from a cell to its end, or to the goal on the way; 0 if it
 * reaches no jump point.
 */
FR_INLINE int32_t
jump_straight_ray_steps(const jump *j, fr_cell at, int d)
{
	fr_cell goal = j->run->heuristic.goal;
	bool vertical = d != FR_E && d != FR_W;
	bool forward = d == FR_S || d == FR_E;
	bool in_line = fr_is_diagonal(d) ? at.x + at.y == goal.x + goal.y
				   : vertical		 ? at.x == goal.x
									 : at.y == goal.y;
	int32_t along = vertical ? at.y : at.x;
	int32_t end = vertical ? goal.y : goal.x;
	const fr_straight_ray_word *line = fr_straight_ray_line(j->run->grid->jumps, at, d);
	bool reaches = fr_straight_ray_reaches(line, along);
	int32_t stop;

	if (!reaches && !in_line)
		return 0;
	stop = forward ? fr_straight_ray_end_forward(line, along)
				   : fr_straight_ray_end_backward(line, along);
	if (in_line && (forward ? along < end && end <= stop : stop <= end && end < along))
		stop = end;
	else if (!reaches)
		return 0;
	return forward ? stop - along : along - stop;
}

/* The direction of the first step from one cell to another, if nothing is in the way. */
FR_INLINE int
jump_direction_to(const fr_grid *grid, fr_cell a, fr_cell b)
{
	int dx = (b.x > a.x) - (b.x < a.x);
	int dy = (b.y > a.y) - (b.y < a.y);

	if (dx == 0)
		return dy < 0 ? FR_N : FR_S;
	if (dy == 0 || !grid->octile)
		return dx < 0 ? FR_W : FR_E;
	return dx < 0 ? FR_W - dy : FR_E + dy;
}

/* The same between hexagons. */
FR_INLINE int
jump_hex_direction_to(fr_cell a, fr_cell b)
{
	int32_t dx = b.x - a.x;
	int32_t dy = b.y - a.y;

	if (dx <= 0 && dy < 0)
		return FR_N;
	if (dx > 0 && dy < 0)
		return dx + dy > 0 ? FR_E : dx + dy < 0 ? FR_N : FR_NE;
	if (dx < 0)
		return dy > 0 ? FR_SW : FR_W;
	return dx > 0 ? FR_E : FR_S;
}

/* ---- the search -------------------------------------------------------------------- */

/* Counts an expansion. An f above all earlier ones starts an iteration. */
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

/* Fills in the result; `goal`: the number of the node of the goal. */
static inline void
jump_finish(const jump *j, uint32_t goal)
{
	fr_result *result = j->run->result;

	result->complete = result->optimal = jump_is_over(j) || j->waiting == 0;
	result->found = result->complete && j->limit < j->run->grid->costs.limit;
	result->expanded_last = result->expanded - j->expanded_before;
	result->visited = result->expanded + result->found;
	result->visited_last = result->expanded_last + result->found;
	if (!result->found)
		return;
	result->cost = fr_key_g(j->workspace->nodes[goal].key);
	fr_trace_visit(j->run, j->kind, j->run->goal, result->cost, result->cost, false);
}

/*
 * Begins a search at the node of the start, which counts as expanded; f: what a path costs at
 * least.
 */
FR_INLINE jump
jump_begin(const fr_run *run, uint32_t node, uint64_t f)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	jump j = {
		.run = run,
		.workspace = run->workspace,
		.nodes = run->workspace->extra,
		.kind = {.traced = run->trace != NULL},
		.open = {run->workspace, f},
		.limit = run->grid->costs.limit,
		.f_max = f,
	};

	run->result->iterations = run->result->opened = run->result->open_peak = 1;
	j.workspace->nodes[node].key = fr_key(j.workspace, 0, 0);
	j.nodes[node] = jump_node_at(start, f, node);
	jump_visit(&j, start, 0, f);
	return j;
}

FR_INLINE bool
jump_goes_on(const jump *j)
{
	return !jump_is_over(j) && j->run->result->expanded < j->run->max_expanded;
}

/*
 * Takes the next node, to be expanded; false: the search is over, for the least f may be
 * above the limit.
 */
FR_INLINE bool
jump_take(jump *j, uint32_t node)
{
	uint64_t *key = &j->workspace->nodes[node].key;

	j->waiting--;
	*key &= ~FR_KEY_OPEN;
	if (jump_is_over(j))
		return false;
	jump_visit(j, jump_cell(&j->nodes[node]), fr_key_g(*key), j->nodes[node].f);
	return true;
}

/* After an expansion. */
FR_INLINE void
jump_count_open(const jump *j)
{
	if (j->waiting > j->run->result->open_peak)
		j->run->result->open_peak = j->waiting;
}

/* ---- jump_sight.c ------------------------------------------------------------------ */

struct fr_route_builder;

/*
 * Is the goal in sight of the start, or the start of the goal? Adds the path to the builder,
 * unless that is NULL. False under patterns.
 */
bool fr_jump_sees(const fr_grid *grid, fr_cell start, fr_cell goal,
				  struct fr_route_builder *builder);

/* ---- jump_corners.c ---------------------------------------------------------------- */

void fr_jump_by_corners(const fr_run *run);
void fr_jump_by_hex_corners(const fr_run *run);

/* ---- jump_patterns.c --------------------------------------------------------------- */

/* Bytes per node that it needs in addition to a jump_node. */
size_t fr_jump_arrivals_size(void);
void fr_jump_by_patterns(const fr_run *run);
void fr_jump_by_hex_patterns(const fr_run *run);

#endif /* FRINGE_JUMP_POINTS_H */
