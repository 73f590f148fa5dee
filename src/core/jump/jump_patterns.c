/*
 * jump_patterns.c - jump point search where weights differ, corners are cut, or codes
 * have directions
 *
 * patterns.c says which paths are followed, and what diagonal rays, straight rays and
 * rough cells are. Rough cells are the jump points. A diagonal ray ends at the first one,
 * and at each cell on the way it is left by the straight rays to both sides. A straight
 * ray may pass a rough cell if its pattern leaves only the same direction, on to a cell
 * of the same weight. The planes of jump_planes.c say where that ends.
 *
 * A cell may be reached at the same cost in several directions, and the best path may
 * come by any of them. So a node keeps all of them, and each move that is worth trying
 * after one of them is tried. A direction that comes after the node was expanded puts it
 * back into the open list for that direction only. A cheaper way starts again, also if
 * the node was expanded: a straight ray may pass a cell, on the best path to it, that a
 * worse path has as a node.
 *
 * The cells where links begin and end are jump points. Expanding a node takes the links
 * from its cell, whichever way it was reached. All moves are worth trying from a cell
 * that a link reached, as from the start, so it counts as reached in all directions. No
 * path that begins or ends with a link is left out: each of its pieces between links is
 * the best path between its ends. If a link and a step reach a cell at the same cost, the
 * first one suffices: neither leads anywhere at less cost.
 */
#include "core/grid/grid_links.h"
#include "core/jump/patterns.h"
#include "core/jump/jump_links.h"

/*
 * How a node was reached at its g, and the moves that were followed from it. Sets of
 * directions have a bit per direction.
 */
typedef struct arrivals
{
	uint8_t waiting;	   /* directions of arrival to be expanded */
	uint8_t done;		   /* directions of arrival that were expanded */
	uint8_t tried;		   /* moves that were followed */
	uint8_t diagonal_rays; /* of these moves, the diagonal rays that wait */
	uint16_t length[4];	   /* steps that a waiting ray has come, by direction / 2 */
} arrivals;

size_t
fr_jump_arrivals_size(void)
{
	return sizeof(arrivals);
}

/* What the heuristic reads. */
typedef enum h_source
{
	H_DISTANCE, /* the distance on an empty map */
	H_LEVELS,	/* that, and the levels of weights (weight_levels.h) */
	H_TABLES	/* links or landmarks, or the model is hex */
} h_source;

typedef struct pattern_jump
{
	jump jump;
	arrivals *arrivals; /* with the nodes, behind them */
	uint64_t waits;		/* the least f of the diagonal rays that wait in a node */
	h_source h;
	uint64_t patience; /* how far f may rise along a diagonal ray before it waits */
	bool hex;		   /* is the model hex? */
	bool linked;	   /* does the grid have links? */
	jump_links links;  /* if so */
	fr_pattern smooth; /* the pattern of the start, if it is smooth */
} pattern_jump;

/* ---- the heuristic ----------------------------------------------------------------- */

/* Apart from h_by_tables, because a function that calls none saves no registers. */
__attribute__((noinline)) static uint64_t
h_by_levels(const fr_run *run, fr_cell at)
{
	return fr_h_levels(&run->heuristic, run->heuristic.shape,
					   fr_grid_index(run->grid, at), at.x, at.y);
}

/* The greater of two consistent bounds is consistent. Landmarks know links. */
__attribute__((noinline)) static uint64_t
h_by_tables(pattern_jump *s, fr_cell at)
{
	const fr_run *run = s->jump.run;
	uint64_t by_links;
	uint64_t by_landmarks;

	if (!s->linked)
		return jump_h(run, run->heuristic.shape == FR_HEXAGONS, at);
	by_links = run->heuristic.shape == FR_HEXAGONS ? jump_links_h(&s->links, true, at)
												   : jump_links_h(&s->links, false, at);
	if (run->heuristic.count == 0)
		return by_links;
	by_landmarks = fr_h_landmarks(&run->heuristic, fr_grid_index(run->grid, at));
	return by_landmarks > by_links ? by_landmarks : by_links;
}

FR_INLINE uint64_t
pattern_h(pattern_jump *s, fr_cell at)
{
	if (s->h == H_DISTANCE)
		return fr_h_distance(&s->jump.run->heuristic, false, at.x, at.y);
	return s->h == H_LEVELS ? h_by_levels(s->jump.run, at) : h_by_tables(s, at);
}

/* ---- nodes, and ways to them ------------------------------------------------------- */

FR_INLINE void
enlist(pattern_jump *s, uint32_t node, uint64_t f)
{
	jump_await(&s->jump, node, f);
	fr_radix_push(&s->jump.open, node, f);
}

/* A node is reached again at its g: adds the direction of arrival, unless it is known. */
__attribute__((noinline)) static void
add_arrival(pattern_jump *s, uint32_t node, waypoint p, int d)
{
	uint64_t f = p.g + pattern_h(s, p.at);
	arrivals *by = &s->arrivals[node];
	uint64_t *key = &s->jump.workspace->nodes[node].key;

	if ((by->waiting | by->done) >> d & 1)
		return;
	by->waiting |= (uint8_t) (1u << d);
	if (*key & FR_KEY_OPEN && s->jump.nodes[node].f == f)
		return;
	if (*key & FR_KEY_OPEN)
		jump_unlist(&s->jump, node);
	enlist(s, node, f);
}

/*
 * Opens a node that is reached for the first time or at a lower g: by a step in direction
 * d, or by a link, where d is FR_KEY_LINKED.
 */
FR_INLINE void
open_node(pattern_jump *s, bool link, uint32_t node, waypoint p, int d, uint32_t origin)
{
	uint64_t *key = &s->jump.workspace->nodes[node].key;
	uint64_t f = p.g + pattern_h(s, p.at);
	fr_result *result = s->jump.run->result;
	bool seen = fr_key_seen(s->jump.workspace, *key);

	if (f > s->jump.limit)
		return;
	result->opened++;
	if (jump_is_goal(s->jump.run, p.at))
	{
		jump_reach_goal(&s->jump, node, p, d, origin);
		return;
	}
	result->reopened += seen && s->arrivals[node].done;
	if (seen && *key & FR_KEY_OPEN)
		jump_unlist(&s->jump, node);
	*key = fr_key(s->jump.workspace, p.g, d);
	s->jump.nodes[node] = jump_node_at(p.at, f, origin);
	s->arrivals[node] = (arrivals){.waiting = link ? UINT8_MAX : (uint8_t) (1u << d)};
	enlist(s, node, f);
}

__attribute__((noinline)) static void
open_by_step(pattern_jump *s, uint32_t node, waypoint p, int d, uint32_t origin)
{
	open_node(s, false, node, p, d, origin);
}

/* Has the parts of a waypoint as parameters: compilers pack a waypoint to pass it. */
__attribute__((noinline)) static void
arrive_parts(pattern_jump *s, int32_t x, int32_t y, uint64_t g, int d, uint32_t origin)
{
	waypoint p = {{x, y}, g};
	uint32_t node = jump_number(s->jump.run, p.at);
	uint64_t bare = fr_key(s->jump.workspace, p.g, 0);
	uint64_t old = s->jump.workspace->nodes[node].key & ~FR_KEY_FLAGS;

	if (bare < old)
		open_by_step(s, node, p, d, origin);
	else if (bare == old && !jump_is_goal(s->jump.run, p.at))
		add_arrival(s, node, p, d);
}

/* Reaches jump point p, or the goal, from node `origin`, by a step in direction d. */
FR_INLINE void
arrive(pattern_jump *s, waypoint p, int d, uint32_t origin)
{
	arrive_parts(s, p.at.x, p.at.y, p.g, d, origin);
}

/* ---- rays -------------------------------------------------------------------------- */

/* Costs of the first step of a ray, and of each further one. */
typedef struct pace
{
	uint64_t first;
	uint64_t next;
} pace;

FR_INLINE waypoint
run_on(waypoint p, int d, int32_t steps, pace cost)
{
	return (waypoint){{p.at.x + steps * fr_dx[d], p.at.y + steps * fr_dy[d]},
					  p.g + cost.first + (uint64_t) (steps - 1) * cost.next};
}

/* The pace of a ray in direction d over cells of one weight. */
FR_INLINE pace
even_pace(const fr_grid *grid, int d, uint64_t weight)
{
	uint64_t step = grid->costs.step[d] * weight
					<< (grid->costs.weigh == FR_WEIGH_AVERAGE);

	return (pace){step, step};
}

/* Follows a straight ray from p to its end, or to the goal. */
FR_INLINE void
follow_straight_ray(pattern_jump *s, waypoint p, int d, pace cost, uint32_t origin)
{
	int32_t steps = jump_straight_ray_steps(&s->jump, p.at, d);

	if (steps > 0)
		arrive(s, run_on(p, d, steps, cost), d, origin);
}

/*
 * A diagonal ray waits if its f exceeds the f of the last popped node by more than so
 * many steps of the least weight that is not rare. Half as many steps take a tenth to a
 * fifth more expansions. Twice as many save no instructions.
 */
#define PATIENCE 16

/*
 * Does a diagonal ray from a node stop because its f has risen too far? Above the limit
 * it ends there. Otherwise it waits in its node, to go on later.
 */
FR_INLINE bool
diagonal_ray_waits(pattern_jump *s, waypoint p, int d, int32_t length, uint32_t node)
{
	uint64_t f = p.g + pattern_h(s, p.at);

	if (f <= s->jump.open.last + s->patience)
		return false;
	if (f > s->jump.limit)
		return true;
	s->arrivals[node].diagonal_rays |= (uint8_t) (1u << d);
	s->arrivals[node].length[d / 2] = (uint16_t) length;
	s->waits = f < s->waits ? f : s->waits;
	return true;
}

/*
 * Follows a diagonal ray from p to its end, and the straight rays on the way. A ray that
 * waits in its node goes on where it stopped.
 */
FR_INLINE void
follow_diagonal_ray(pattern_jump *s, bool hex, waypoint p, int d, pace cost,
					uint64_t weight, uint32_t origin)
{
	const fr_grid *grid = s->jump.run->grid;
	int left = jump_beside(hex, d, -1);
	int right = jump_beside(hex, d, 1);
	fr_diagonal_ray ray = fr_diagonal_ray_of(grid->jumps, p.at, d);
	arrivals *by = &s->arrivals[origin];
	int32_t length = 0;
	int32_t steps;

	if (by->diagonal_rays >> d & 1)
	{
		by->diagonal_rays &= (uint8_t) ~(1u << d);
		steps = by->length[d / 2];
	}
	else
		steps = jump_diagonal_ray_steps(&s->jump, hex, &ray, p.at, d);
	for (;;)
	{
		p = run_on(p, d, steps, cost);
		length += steps;
		if (jump_is_goal(s->jump.run, p.at) || fr_is_jump_point(grid->jumps, p.at))
			break;
		if (diagonal_ray_waits(s, p, d, length, origin))
			return;
		cost.first = cost.next;
		follow_straight_ray(s, p, left, even_pace(grid, left, weight), origin);
		follow_straight_ray(s, p, right, even_pace(grid, right, weight), origin);
		steps = jump_diagonal_ray_steps(&s->jump, hex, &ray, p.at, d);
	}
	arrive(s, p, d, origin);
}

/*
 * Follows a move from a node. If diagonals are no rays, a diagonal step that is worth
 * trying leads to a rough cell: two straight steps replace one to a smooth cell.
 */
FR_INLINE void
follow_move(pattern_jump *s, bool hex, waypoint p, const fr_pattern *pattern, int d,
			uint32_t origin)
{
	const fr_grid *grid = s->jump.run->grid;
	bool diagonals_are_rays = grid->costs.jumps == FR_OCTILE_PATTERNS;
	const uint64_t *weights = grid->jumps->classes->weight;
	uint64_t weight = weights[pattern->around[d]];
	pace cost = even_pace(grid, d, weight);

	if (grid->costs.weigh != FR_WEIGH_ENTER)
		cost.first = grid->costs.step[d] *
					 fr_step_weight(grid->costs.weigh, weights[pattern->class], weight);

	if (hex)
	{
		if (fr_hex_comes_first(d))
			follow_diagonal_ray(s, true, p, d, cost, weight, origin);
		else
			follow_straight_ray(s, p, d, cost, origin);
		return;
	}
	if (fr_is_diagonal(d) && !diagonals_are_rays)
		arrive(s, run_on(p, d, 1, cost), d, origin);
	else if (fr_is_diagonal(d) || (!diagonals_are_rays && (d == FR_E || d == FR_W)))
		follow_diagonal_ray(s, false, p, d, cost, weight, origin);
	else
		follow_straight_ray(s, p, d, cost, origin);
}

/* ---- the search -------------------------------------------------------------------- */

/* The pattern of a smooth start: all moves but diagonals that two steps replace. */
static fr_pattern
smooth_pattern(const fr_grid *grid, uint32_t start)
{
	bool diagonals_are_rays = grid->costs.jumps == FR_OCTILE_PATTERNS;
	unsigned straight = 1u << FR_N | 1u << FR_E | 1u << FR_S | 1u << FR_W;
	const uint8_t *position = fr_class_positions(grid);
	uint8_t class = position ? grid->jumps->classes->of[position[start]] : 1;
	fr_pattern pattern = {.class = class};

	if (grid->costs.hex)
		straight |= 1u << FR_NE | 1u << FR_SW;
	pattern.moves = (uint8_t) (diagonals_are_rays ? FR_MASKS - 1 : straight);
	memset(pattern.around, class, sizeof pattern.around);
	return pattern;
}

/*
 * The pattern around a node. Each node is a jump point, or a start that is none, whose pattern
 * the search keeps.
 */
static const fr_pattern *
pattern_at(const pattern_jump *s, uint32_t node)
{
	const fr_jumps *jumps = s->jump.run->grid->jumps;

	return node < jumps->point_count ? &jumps->patterns[jumps->pattern_of[node]]
									 : &s->smooth;
}

/*
 * Follows moves from a node, and diagonal rays that wait there. Puts the node back into
 * the open list if some ray still waits. Each direction has a loop of its own. Between
 * hexagons, no move leads to SE or NW.
 */
FR_INLINE void
follow_moves(pattern_jump *s, bool hex, uint32_t node, waypoint p,
			 const fr_pattern *pattern, unsigned moves)
{
	arrivals *by = &s->arrivals[node];

	s->waits = UINT64_MAX;
	for (; moves && !jump_is_over(&s->jump); moves &= moves - 1)
		switch (__builtin_ctz(moves))
		{
			case FR_N:
				follow_move(s, hex, p, pattern, FR_N, node);
				break;
			case FR_NE:
				follow_move(s, hex, p, pattern, FR_NE, node);
				break;
			case FR_E:
				follow_move(s, hex, p, pattern, FR_E, node);
				break;
			case FR_SE:
				follow_move(s, hex, p, pattern, FR_SE, node);
				break;
			case FR_S:
				follow_move(s, hex, p, pattern, FR_S, node);
				break;
			case FR_SW:
				follow_move(s, hex, p, pattern, FR_SW, node);
				break;
			case FR_W:
				follow_move(s, hex, p, pattern, FR_W, node);
				break;
			default:
				follow_move(s, hex, p, pattern, FR_NW, node);
		}
	if (by->diagonal_rays && s->waits <= s->jump.limit)
		enlist(s, node, s->waits);
}

/* A link to a cell, which has a node. */
__attribute__((noinline)) static void
arrive_by_link(pattern_jump *s, waypoint p, uint32_t origin)
{
	uint32_t node = jump_number(s->jump.run, p.at);

	if (!fr_key_improves(fr_key(s->jump.workspace, p.g, 0),
						 s->jump.workspace->nodes[node].key))
		return;
	fr_jump_links_enter(&s->links, p.at);
	open_node(s, true, node, p, (int) FR_KEY_LINKED, origin);
}

/* Takes the links from the cell of a node. */
static void
take_links(pattern_jump *s, uint32_t node, waypoint p)
{
	const fr_grid *grid = s->jump.run->grid;
	const fr_arcs *arcs = &grid->links->ahead;
	uint32_t from = fr_grid_index(grid, p.at);

	if (!fr_arcs_begin(arcs, from))
		return;
	for (uint32_t i = fr_arcs_first(grid->links, arcs, from);
		 i < grid->links->count && arcs->at[i].from == from; i++)
	{
		fr_poll_at(s->jump.run->poll, i);
		arrive_by_link(
			s, (waypoint){fr_grid_cell(grid, arcs->at[i].to), p.g + arcs->at[i].cost},
			node);
	}
	fr_jump_links_enter(&s->links, p.at);
}

/* From the start, and from a cell that a link reached: all links and all moves. */
__attribute__((noinline)) static void
follow_all(pattern_jump *s, uint32_t node, waypoint p)
{
	const fr_pattern *pattern = pattern_at(s, node);

	s->arrivals[node] = (arrivals){.done = UINT8_MAX, .tried = pattern->moves};
	if (s->linked)
		take_links(s, node, p);
	if (s->hex)
		follow_moves(s, true, node, p, pattern, pattern->moves);
	else
		follow_moves(s, false, node, p, pattern, pattern->moves);
}

FR_INLINE void
expand(pattern_jump *s, bool hex, uint32_t node)
{
	const fr_pattern *pattern = pattern_at(s, node);
	waypoint p = {jump_cell(&s->jump.nodes[node]),
				  fr_key_g(s->jump.workspace->nodes[node].key)};
	arrivals *by = &s->arrivals[node];
	unsigned moves = 0;

	for (unsigned from = by->waiting; from; from &= from - 1)
		moves |= pattern->after[__builtin_ctz(from)];
	moves &= ~(unsigned) by->tried;
	by->done |= by->waiting;
	by->tried |= (uint8_t) moves;
	by->waiting = 0;
	follow_moves(s, hex, node, p, pattern, moves | by->diagonal_rays);
}

/*
 * On a grid with links: takes the links of a node that is expanded for the first time at
 * its g. Returns whether all its moves were tried as well.
 */
static bool
expand_linked(pattern_jump *s, uint32_t node)
{
	uint64_t key = s->jump.workspace->nodes[node].key;
	waypoint p = {jump_cell(&s->jump.nodes[node]), fr_key_g(key)};

	fr_jump_links_enter(&s->links, p.at);
	if (s->arrivals[node].done)
		return false;
	if (key & FR_KEY_LINKED)
		follow_all(s, node, p);
	else
		take_links(s, node, p);
	return key & FR_KEY_LINKED;
}

FR_INLINE void
search_by_patterns(const fr_run *run, bool hex)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint32_t node = jump_number(run, start);
	pattern_jump s;
	uint64_t steps = 0;

	s.linked = run->grid->jumps->link_arcs != NULL;
	s.h = s.linked							? H_TABLES
		  : run->heuristic.levels			? H_LEVELS
		  : run->heuristic.count > 0 || hex ? H_TABLES
											: H_DISTANCE;
	s.hex = hex;
	s.patience = PATIENCE * (run->heuristic.levels ? fr_common_step(run->grid)
												   : run->grid->costs.near.straight);
	if (s.linked)
		fr_jump_links_begin(&s.links, run, jump_cell_nodes(run->grid));
	s.jump.run = run;
	s.jump = jump_begin(run, node, pattern_h(&s, start));
	s.smooth = smooth_pattern(run->grid, run->start);
	s.arrivals = (arrivals *) (s.jump.nodes + jump_cell_nodes(run->grid) +
							   fr_jump_links_nodes(run->grid));
	follow_all(&s, node, (waypoint){start, 0});
	while (jump_goes_on(&s.jump) && (node = jump_pop(&s.jump)) != FR_NONE)
	{
		fr_poll_at(run->poll, steps++);
		if (!jump_take(&s.jump, node))
			break;
		if (!s.linked || !expand_linked(&s, node))
			expand(&s, hex, node);
		jump_count_open(&s.jump);
	}
	jump_finish(&s.jump, jump_number(run, run->heuristic.goal));
}

void
fr_jump_by_patterns(const fr_run *run)
{
	search_by_patterns(run, false);
}

void
fr_jump_by_hex_patterns(const fr_run *run)
{
	search_by_patterns(run, true);
}
