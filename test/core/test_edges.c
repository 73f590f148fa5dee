/*
 * test_edges.c - the edges of each cell of random worlds of all rules, against the oracle
 *
 *     test_edges [WORLDS [SEED]]
 */
#include "core/base/random.h"
#include "core/grid/edges.h"
#include "checks.h"
#include "linked.h"

#define MAX_SIDE 9
#define MAX_EDGES (FR_DIRECTIONS + 2 * MAX_LINKS)

enum
{
	STEPS,
	ARCS,
	TURNED,
	BACK,
	RESUMED,
	INTO,
	CHECKS
};

check checks[] = {
	[STEPS] = {"each legal step leaves its cell once, at the oracle's cost", 0, 0},
	[ARCS] = {"each direction of an open link leaves its cell once, at its cost", 0, 0},
	[TURNED] = {"after a step, a step costs what its turn costs, too", 0, 0},
	[BACK] = {"after a step, none leads back where turns have prices", 0, 0},
	[RESUMED] = {"a cursor goes on with the same edges", 0, 0},
	[INTO] = {"what leaves cells enters others, at the same cost", 0, 0},
};

static linked_world l;
static const fr_poll poll = {count_poll, NULL};

/* ---- against the oracle ------------------------------------------------------------- */

static uint64_t
in_units(oracle_cost cost, oracle_wide turn)
{
	return units(&l, (oracle_cost){(cost.a + turn) * l.scale, cost.b * l.scale});
}

/* How the oracle numbers a direction. */
static int
oracle_direction(int d)
{
	return 3 * (fr_dy[d] + 1) + fr_dx[d] + 1;
}

/* The steps that leave cell n after one in direction `before`. */
static void
check_steps(uint32_t n, int before)
{
	const oracle *o = &l.w.oracle;
	oracle_point from = {(int) n % l.w.width, (int) n / l.w.width};
	bool priced = l.w.costs.turn_max > 0 && before < FR_DIRECTIONS;
	uint64_t cost[FR_DIRECTIONS];
	uint32_t to[FR_DIRECTIONS];
	unsigned seen = 0;
	bool once = true;
	fr_edges e = fr_edges_after(l.w.grid, n, before);

	while (fr_edges_next(&e, &poll) && !e.arc)
	{
		once &= !(seen >> e.direction & 1);
		seen |= 1u << e.direction;
		cost[e.direction] = fr_edge_cost(&e);
		to[e.direction] = e.to;
	}
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		oracle_cost step;
		bool legal = oracle_step(o, from, fr_dx[d], fr_dy[d], &step);
		bool back = priced && d == fr_opposite(before);
		oracle_point end = oracle_place(o, from.x + fr_dx[d], from.y + fr_dy[d]);
		oracle_wide turn = 0;

		if (legal && back)
			expect(BACK, !(seen >> d & 1), &l.w, NULL);
		if (back)
			continue;
		if (legal && priced)
			turn = oracle_turn(o, oracle_direction(before), oracle_direction(d));
		expect(priced ? TURNED : STEPS,
			   once && legal == (seen >> d & 1) &&
				   (!legal || (to[d] == (uint32_t) (end.y * l.w.width + end.x) &&
							   cost[d] == in_units(step, turn))),
			   &l.w, NULL);
	}
}

/* Each arc is an open link's; an arc whose cost no path takes has any cost above the limit. */
static void
check_arcs(uint32_t n)
{
	bool taken_ways[2 * MAX_LINKS] = {false};
	bool right = true;
	fr_edges e = fr_edges_by(l.w.grid, n, 0, true, false);
	int left = 0;

	for (int i = 0; i < l.way_count; i++)
		left += l.ways[i].from.y * l.w.width + l.ways[i].from.x == (int) n;
	for (; fr_edges_next(&e, &poll); left--)
	{
		uint64_t cost = fr_edge_cost(&e);
		int i = 0;

		for (; i < l.way_count; i++)
		{
			const way *v = &l.ways[i];
			uint64_t wanted = units(&l, v->cost);

			if (!taken_ways[i] && v->from.y * l.w.width + v->from.x == (int) n &&
				v->to.y * l.w.width + v->to.x == (int) e.to &&
				(cost == wanted || (cost > l.w.costs.limit && wanted > l.w.costs.limit)))
				break;
		}
		right &= i < l.way_count && e.direction == FR_DIRECTIONS;
		if (i < l.way_count)
			taken_ways[i] = true;
	}
	if (l.way_count > 0)
		expect(ARCS, right && left == 0, &l.w, NULL);
}

/* ---- against each other ------------------------------------------------------------- */

static void
check_cursor(uint32_t n)
{
	fr_edges e = fr_edges_from(l.w.grid, n);
	uint32_t cursor = 0;
	bool right = true;
	bool more = true;

	while (more)
	{
		fr_edges again = fr_edges_from(l.w.grid, n);

		more = fr_edges_next(&e, &poll);
		right &= more == fr_edges_resume(&again, &cursor, &poll);
		right &= !more || (e.to == again.to && e.direction == again.direction &&
						   e.arc == again.arc);
	}
	expect(RESUMED, right, &l.w, NULL);
}

/* A number that tells an edge. */
static uint64_t
mix_edge(const fr_edges *e)
{
	uint64_t mixed = fr_random_mix((uint64_t) fr_edge_begin(e) << 32 | fr_edge_end(e));

	mixed = fr_random_mix(mixed ^ fr_edge_cost(e));
	mixed = fr_random_mix(mixed ^ (uint64_t) e->direction);
	return fr_random_mix(mixed ^ (e->arc ? e->arc->link : 0));
}

static void
check_into(void)
{
	uint64_t left = 0;
	uint64_t entered = 0;

	for (uint32_t n = 0; n < l.w.grid->cells; n++)
	{
		fr_edges from = fr_edges_from(l.w.grid, n);
		fr_edges into = fr_edges_into(l.w.grid, n);

		while (fr_edges_next(&from, &poll))
			left += mix_edge(&from);
		while (fr_edges_next(&into, &poll))
			entered += mix_edge(&into);
	}
	expect(INTO, left == entered, &l.w, NULL);
}

/* ---- worlds --------------------------------------------------------------------------- */

static void
check_world(uint64_t seed)
{
	(void) seed;
	if (l.w.costs.lengths)
		return;
	for (uint32_t n = 0; n < l.w.grid->cells; n++)
	{
		check_steps(n, FR_DIRECTIONS);
		if (l.w.costs.turn_max > 0)
			for (int d = 0; d < FR_DIRECTIONS; d++)
				if (l.w.grid->costs.hex ? d != FR_SE && d != FR_NW
										: l.w.grid->octile || !fr_is_diagonal(d))
					check_steps(n, d);
		check_arcs(n);
		check_cursor(n);
	}
	check_into();
}

int
main(int argc, char **argv)
{
	long worlds = argc > 1 ? atol(argv[1]) : 2000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	for (long i = 0; i < worlds; i++)
		with_all_rules(&l, seed + (uint64_t) i, MAX_SIDE, check_world);
	report_checks(CHECKS, argc < 2);
	return tap_done();
}
