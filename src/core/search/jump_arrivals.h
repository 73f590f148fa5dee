/*
 * jump_arrivals.h - the nodes of a search that jumps by patterns, and ways to them (internal)
 */
#ifndef FRINGE_JUMP_ARRIVALS_H
#define FRINGE_JUMP_ARRIVALS_H

#include "core/search/jump_links.h"

/* How a node was reached at its g, and what was followed from it: a bit a direction. */
typedef struct arrivals
{
	uint8_t waiting;	/* directions of arrival to be expanded */
	uint8_t done;		/* and those that were */
	uint8_t tried;		/* moves that were followed */
	uint8_t spines;		/* of them, spines that wait */
	uint16_t length[4]; /* by direction / 2: how many steps those have come */
} arrivals;

typedef struct pattern_jump
{
	jump jump;
	arrivals *arrivals; /* with the nodes, behind them */
	uint64_t waits;		/* the least f of the spines of a node that wait */
	bool aided;			/* more than distances bounds what is left */
	bool linked;		/* the grid has links; then what follows */
	jump_links links;
	fr_pattern smooth; /* that of the start, if it is smooth */
} pattern_jump;

/* Landmarks know links; the greater of two consistent bounds is consistent. */
__attribute__((noinline)) static uint64_t
aided_rest(pattern_jump *s, fr_cell at)
{
	const fr_run *run = s->jump.run;
	uint64_t rest;
	uint64_t bound;

	if (!s->linked)
		return jump_h(run, at);
	rest = jump_links_h(&s->links, at);
	if (run->heuristic.count == 0)
		return rest;
	bound = fr_h_landmarks(&run->heuristic, fr_grid_index(run->grid, at));
	return bound > rest ? bound : rest;
}

/* What the rest of a path costs at least. */
FR_INLINE uint64_t
rest_from(pattern_jump *s, fr_cell at)
{
	return s->aided ? aided_rest(s, at)
					: fr_h_distance(&s->jump.run->heuristic, at.x, at.y);
}

FR_INLINE void
enlist(pattern_jump *s, uint32_t node, uint64_t f)
{
	jump_await(&s->jump, node, f);
	fr_radix_push(&s->jump.open, node, f);
}

/* Another way to a node at its g: nothing new, or one more direction of arrival. */
__attribute__((noinline)) static void
join(pattern_jump *s, uint32_t node, waypoint p, int d)
{
	uint64_t f = p.g + rest_from(s, p.at);
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
 * A first or cheaper way to a node, by a step in direction d, or by a link: then d is
 * FR_KEY_LINKED.
 */
FR_INLINE void
improve_by(pattern_jump *s, bool link, uint32_t node, waypoint p, int d, uint32_t origin)
{
	uint64_t *key = &s->jump.workspace->nodes[node].key;
	uint64_t f = p.g + rest_from(s, p.at);
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
improve(pattern_jump *s, uint32_t node, waypoint p, int d, uint32_t origin)
{
	improve_by(s, false, node, p, d, origin);
}

/* arrive, called with a waypoint's parts: compilers pack them to pass the whole. */
__attribute__((noinline)) static void
arrive_parts(pattern_jump *s, int32_t x, int32_t y, uint64_t g, int d, uint32_t origin)
{
	waypoint p = {{x, y}, g};
	uint32_t node = jump_number(s->jump.run, p.at);
	uint64_t bare = fr_key(s->jump.workspace, p.g, 0);
	uint64_t old = s->jump.workspace->nodes[node].key & ~FR_KEY_FLAGS;

	if (bare < old)
		improve(s, node, p, d, origin);
	else if (bare == old && !jump_is_goal(s->jump.run, p.at))
		join(s, node, p, d);
}

/* A way to jump point p, or the goal, from node `origin`; its last step is in direction d. */
FR_INLINE void
arrive(pattern_jump *s, waypoint p, int d, uint32_t origin)
{
	arrive_parts(s, p.at.x, p.at.y, p.g, d, origin);
}

#endif /* FRINGE_JUMP_ARRIVALS_H */
