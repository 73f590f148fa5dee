/*
 * found.c - what a search over subgoals has found: routes, their lengths, other goals
 */
#include "core/anyangle/spread.h"

#include "core/base/base.h"

/* A path, followed from its end on: the leg that was taken last, and how it goes on. */
typedef struct trail
{
	const fr_spread *spread;
	fr_cell from;
	fr_cell to;
	bool linked;
	uint32_t before; /* the subgoal from where a line leads, or where it is */
} trail;

static trail
trail_to(const fr_spread *s, uint32_t last, fr_cell goal)
{
	return (trail){.spread = s, .from = goal, .before = last};
}

/* Takes the leg that leads to where the path has been followed; false: it is the start. */
static bool
trail_back(trail *t)
{
	const fr_spread *s = t->spread;

	t->to = t->from;
	t->linked = false;
	while (t->before != FR_FROM_START &&
		   fr_line_square(s->sights->at[t->before], t->to) == 0)
	{
		t->linked = fr_is_linked(s, t->before);
		t->before = s->workspace->nodes[t->before].next;
		if (t->linked)
			break;
	}
	t->from = t->before == FR_FROM_START ? s->start : s->sights->at[t->before];
	return t->linked || fr_line_square(t->from, t->to) > 0;
}

/* The path to a goal by its last subgoal. */
fr_route
fr_spread_route(const fr_spread *s, uint32_t last, fr_cell goal, const fr_arena *arena)
{
	fr_route route = {.start = s->start};
	fr_cell *corners;
	bool *linked = NULL;
	size_t i;

	for (trail t = trail_to(s, last, goal); trail_back(&t); route.count++)
		route.moves += t.linked ? 1 : fr_line_moves(t.from, t.to);
	corners = fr_take(arena, route.count * sizeof *corners);
	if (s->sights->ports)
		linked = fr_take(arena, route.count * sizeof *linked);
	i = route.count;
	for (trail t = trail_to(s, last, goal); trail_back(&t);)
	{
		corners[--i] = t.to;
		if (linked)
			linked[i] = t.linked;
	}
	route.corners = corners;
	route.linked = linked;
	return route;
}

static double
exact_length(const fr_spread *s, uint32_t last, fr_cell goal)
{
	const fr_grid *grid = s->sights->grid;
	fr_exact exact = {{0}};
	fr_length parts = 0;

	for (trail t = trail_to(s, last, goal); trail_back(&t);)
		if (t.linked)
			parts += fr_links_cost(grid, fr_grid_index(grid, t.from),
								   fr_grid_index(grid, t.to));
		else
			fr_exact_add(&exact, fr_line_square(t.from, t.to));
	fr_exact_add_parts(&exact, parts, grid->costs.step[FR_N]);
	return fr_exact_round(&exact);
}

/*
 * The double nearest to the length of that path, which is the least: another path may be
 * shorter by the errors of its own lengths alone, of which there are at most as many as
 * subgoals. FR_MOST_LENGTH, if it is as long as that.
 */
double
fr_spread_length(const fr_spread *s, uint32_t last, fr_cell goal)
{
	fr_length sum = fr_length_of(
		fr_line_square(last == FR_FROM_START ? s->start : s->sights->at[last], goal));
	double value;

	if (last != FR_FROM_START)
		sum += fr_reached_length(&s->reached[last]);
	if (sum >= FR_TOO_LONG)
		return (double) FR_MOST_LENGTH;
	if (fr_length_round(sum, 2 * ((uint64_t) s->sights->count + 2), &value))
		return value;
	return exact_length(s, last, goal);
}

/* Meets the goal from a subgoal that it sees, and by a line from where a link led. */
static void
meet_from(fr_spread *s, uint32_t n, fr_cell goal)
{
	if (fr_spread_has(s, n) && !fr_is_way_in(s, n))
		fr_spread_meet(s, n,
					   fr_reached_length(&s->reached[n]) +
						   fr_length_of(fr_line_square(s->sights->at[n], goal)));
}

/* The goal itself, if a link ends there. */
static void
meet_at(fr_spread *s, fr_cell goal)
{
	const fr_grid *grid = s->sights->grid;
	uint32_t n;

	if (!fr_hops_begin(&grid->links->back, fr_grid_index(grid, goal)))
		return;
	n = fr_sights_number(s->sights, goal);
	if (fr_spread_has(s, n) && fr_is_linked(s, n))
		meet_from(s, n, goal);
}

/*
 * After a search to all subgoals, the last one before a free cell; s->length tells whether
 * there is a path.
 */
void
fr_spread_reach(fr_spread *s, fr_cell goal)
{
	s->length = FR_NO_LENGTH;
	s->last = FR_FROM_START;
	if (fr_sees(&s->sights->planes, s->start, goal))
	{
		s->length = fr_length_of(fr_line_square(s->start, goal));
		if (s->sights->ports == NULL)
			return;
	}
	if (s->sights->ports)
		meet_at(s, goal);
	fr_scan_subgoals(s->sights, goal, FR_ALL_CORNERS, s->poll);
	for (uint32_t i = 0; i < s->sights->found_count; i++)
		meet_from(s, s->sights->found[i], goal);
}
