/*
 * test_links_landmarks.c - landmarks on maps with links: bounds and searches by jump with them,
 * against the oracle of linked.h
 *
 *     test_links_landmarks [CASES [SEED]]
 */
#include "core/grid/grid_links.h"
#include "linked_checks.h"

#define MAX_SIDE 12

enum
{
	ADMISSIBLE,
	CONSISTENT,
	SYMMETRIC,
	FOUND,
	UNREACHED,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "bounds of landmarks are no more than the oracle's costs"},
	{.name = "no step and no link lowers them by more than it costs"},
	{.name = "there is one table exactly if links and weights cost the same both ways"},
	{.name = "jump with landmarks finds the oracle's cost, by a route that costs it"},
	{.name = "jump with landmarks finds no path where there is none"},
};

/* ---- bounds ------------------------------------------------------------------ */

static bool
is_consistent_along_steps(const fr_grid *grid, const fr_heuristic *h)
{
	for (uint32_t n = 0; n < grid->cells; n++)
		for (unsigned moves = grid->moves[n]; moves; moves &= moves - 1)
		{
			int d = __builtin_ctz(moves);

			if (fr_h_landmarks(h, n) >
				fr_step_cost(grid, n, d) +
					fr_h_landmarks(h, n + (uint32_t) grid->offset[d]))
				return false;
		}
	return true;
}

static bool
is_consistent_along_links(const fr_grid *grid, const fr_heuristic *h)
{
	for (uint32_t i = 0; i < grid->links->count; i++)
	{
		const fr_arc *arc = &grid->links->ahead.at[i];

		if (fr_h_landmarks(h, arc->from) > arc->cost + fr_h_landmarks(h, arc->to))
			return false;
	}
	return true;
}

/* The bounds from a start to each cell, and those from each cell to one. */
static void
check_bounds(linked_world *l, int which, const fr_method *method,
			 const fr_landmarks *landmarks, uint32_t goal)
{
	uint32_t start = l->starts[which];
	fr_heuristic h = make_heuristic(l->w.grid, landmarks, method, start, goal);
	bool admissible = fr_h_landmarks(&h, goal) == 0;

	expect(CONSISTENT,
		   is_consistent_along_steps(l->w.grid, &h) &&
			   is_consistent_along_links(l->w.grid, &h),
		   &l->w, l->text);
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
	{
		fr_heuristic_aim(&h, l->w.grid, n);
		admissible &= l->costs[which][n].a < 0 ||
					  fr_h_landmarks(&h, start) <= units(l, l->costs[which][n]);
	}
	expect(ADMISSIBLE, admissible, &l->w, l->text);
}

/* Do links lead both ways at the same cost, as the oracle has them? */
static bool
lead_both_ways(const linked_world *l)
{
	for (int i = 0; i < l->way_count; i++)
	{
		const way *v = &l->ways[i];

		oracle_cost back = known_link(l, v->to, v->from);

		if (back.a < 0 || oracle_compare(known_link(l, v->from, v->to), back) != 0)
			return false;
	}
	return true;
}

/* ---- searches ---------------------------------------------------------------- */

static bool
is_right_route(const linked_world *l, const fr_route *route, uint32_t goal,
			   oracle_cost wanted)
{
	fr_poll poll = no_poll();
	uint8_t *packed = new_block(fr_path_packed_size(route, &poll));
	size_t size = fr_path_pack(route, packed, &poll);
	oracle_cost cost;
	bool right =
		walk_route(l, packed, size, goal, &cost) && oracle_compare(cost, wanted) == 0;

	free(packed);
	return right;
}

/* By jump to a cell, unless its cost is out of range. */
static void
check_search(linked_world *l, int which, const fr_method *method,
			 const fr_landmarks *landmarks, uint32_t goal)
{
	oracle_cost wanted = l->costs[which][goal];
	fr_query query = {.grid = l->w.grid,
					  .landmarks = landmarks,
					  .method = method,
					  .start = l->starts[which],
					  .goal = goal};
	fr_poll poll = no_poll();
	fr_result r = {0};
	fr_status status;

	if (wanted.a >= 0 && units(l, wanted) > l->w.costs.limit)
		return;
	status = search_with(query, nodes, &poll, &r);
	if (wanted.a < 0)
		expect(UNREACHED, status == FR_OK && !r.found, &l->w, l->text);
	else
		expect(FOUND,
			   status == FR_OK && r.found && r.cost == units(l, wanted) &&
				   is_right_route(l, &r.route, goal, wanted),
			   &l->w, l->text);
}

/* ---- worlds ------------------------------------------------------------------ */

static void
check_each(linked_world *l, chance *c)
{
	static const char *const texts[] = {
		"jump(heuristic=alt, landmarks=3)",
		"jump(heuristic=alt, landmarks=12, place=farthest)",
		"jump(heuristic=altbest, best=2, landmarks=4, place=farthest)",
		"jump(heuristic=alt, landmarks=5, place=anywhere)",
	};
	fr_method method = method_of(texts[chance_below(c, 4)]);
	bool jumps = fr_method_fits(&method, l->w.grid) == FR_OK;
	fr_poll poll = no_poll();
	fr_landmarks *landmarks;

	if (l->way_count == 0)
		return;
	method.option[FR_SEED].digits = chance_below(c, 100);
	landmarks = build_landmarks(l->w.grid, &method, nodes, &poll);
	expect(SYMMETRIC,
		   landmarks->symmetric ==
			   (lead_both_ways(l) &&
				(l->w.grid->terrain == NULL || fr_weigh_is_symmetric(l->w.costs.weigh))),
		   &l->w, l->text);
	for (int i = 0; i < MAX_STARTS; i++)
	{
		check_bounds(l, i, &method, landmarks, chance_below(c, l->w.grid->cells));
		for (uint32_t n = 0; jumps && n < l->w.grid->cells; n++)
			check_search(l, i, &method, landmarks, n);
	}
	free(landmarks);
}

int
main(int argc, char **argv)
{
	return check_linked_worlds(argc, argv, 6000, MAX_SIDE, check_each, CHECKS);
}
