/*
 * test_links_index.c - indexes of maps with links: every cost and route against the oracle
 *
 *     test_links_index [WORLDS [SEED]]
 *
 * Random worlds of up to 24 x 24 cells, so that links lead from block to block and from tile to
 * tile, by borders and, where they serve, by subgoals.  Costs are those of the oracle of
 * linked.h; one in eight routes is walked by it.
 */
#define MAX_SIDE 24

#include "index_bytes.h"
#include "linked.h"

#define ROUTE_BYTES (FR_START_BYTES + MAX_CELLS * FR_LEG_BYTES)

static int refused;	 /* worlds without an index */
static int subgoals; /* that have one of subgoals */

static void
check_cost(const linked_world *l, const made *m, uint32_t start, uint32_t goal,
		   uint64_t wanted)
{
	uint64_t cost = cost_of(&l->w, m, start, goal);
	char detail[2 * sizeof l->text];

	if (cost == wanted)
	{
		expect(COSTS, true, &l->w, NULL);
		return;
	}
	snprintf(detail, sizeof detail, "from %u to %u: %llu, not %llu; %s", start, goal,
			 (unsigned long long) cost, (unsigned long long) wanted, l->text);
	expect(COSTS, false, &l->w, detail);
}

/* What the steps and links of a route cost by the index. */
static uint64_t
price_of(const fr_index *index, const fr_route *route)
{
	fr_cell at = route->start;
	uint64_t sum = 0;

	for (size_t i = 0; i < route->count;)
	{
		fr_leg leg = fr_route_leg(route, &i, at);
		fr_cell end = fr_leg_cell(at, &leg, leg.moves);

		if (leg.direction == FR_BY_LINK)
			sum += fr_index_link(index, at, end);
		else
			for (uint64_t k = 0; k < leg.moves; k++)
				sum += fr_index_step(index, fr_leg_cell(at, &leg, k), leg.direction);
		at = end;
	}
	return sum;
}

static void
check_route(const linked_world *l, const made *m, uint32_t start, uint32_t goal,
			uint64_t wanted)
{
	static uint8_t packed[ROUTE_BYTES];
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_index_query query = {&m->index, cell_at(&l->w, start), cell_at(&l->w, goal),
							m->scratch};
	fr_error error;
	fr_route route;
	uint64_t cost;
	oracle_cost walked;
	bool right =
		fr_index_route(&query, &memory.core, &poll, &cost, &route, &error) == FR_OK &&
		cost == wanted;

	if (right && wanted != FR_UNREACHED)
	{
		size_t size = fr_path_pack(&route, packed, &poll);

		right = walk_route(l, packed, size, goal, &walked) && units(l, walked) == wanted;
		expect(STEPS, price_of(&m->index, &route) == wanted, &l->w, l->text);
	}
	expect(ROUTES, right, &l->w, l->text);
	malloc_arena_clear(&memory);
}

static void
check_start(const linked_world *l, const made *m, chance *c, uint32_t start)
{
	static oracle_cost costs[MAX_CELLS];
	static fr_cell starts[MAX_CELLS];
	static fr_cell goals[MAX_CELLS];
	static uint64_t to[MAX_CELLS];
	uint32_t cells = l->w.grid->cells;
	fr_poll poll = no_poll();

	ask_oracle(l, start, costs);
	for (uint32_t n = 0; n < cells; n++)
	{
		starts[n] = cell_at(&l->w, start);
		goals[n] = cell_at(&l->w, n);
	}
	fr_index_costs_to(&m->index, &(fr_index_pairs){starts, goals, cells, to}, m->scratch,
					  &poll);
	for (uint32_t goal = 0; goal < cells; goal++)
	{
		uint64_t wanted = units(l, costs[goal]);

		check_cost(l, m, start, goal, wanted);
		expect(BATCH, to[goal] == wanted, &l->w, l->text);
		if (chance_below(c, 8) == 0)
			check_route(l, m, start, goal, wanted);
	}
}

static bool
has_root2_links(const linked_world *l)
{
	bool some = false;

	for (int i = 0; i < l->way_count; i++)
		some |= l->ways[i].cost.b > 0;
	return some;
}

/*
 * Refusals that are right: cells are one-way, free or oblong, links cost multiples of
 * sqrt(2), or costs have no units.
 */
static bool
may_be_refused(const linked_world *l)
{
	fr_status status = build_status(&l->w);

	refused += status != FR_OK;
	return status == FR_INDEX_LIMIT ||
		   ((status == FR_INDEX_MODEL || status == FR_RULE_REFUSED) &&
			(l->w.costs.oneway || l->w.costs.free ||
			 l->w.costs.shape == FR_OTHER_SHAPES || has_root2_links(l)));
}

#define STARTS 12

static void
check_form(const linked_world *l, fr_index_form which, chance *c)
{
	made m;

	form = which;
	if (may_be_refused(l) || !make_index(&l->w, &m))
		return;
	for (int i = 0; i < STARTS; i++)
		check_start(l, &m, c, chance_below(c, l->w.grid->cells));
	check_bytes(&l->w, &m, c);
	free_made(&m);
	subgoals += which == FR_INDEX_SUBGOALS;
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static linked_world l;

	(void) workspace;
	if (w->grid->costs.lengths || !add_random_links(&l, w, c))
		return;
	if (l.w.grid->links)
		check_form(&l, FR_INDEX_BORDERS, c);
	if (l.w.grid->links && fr_index_has_subgoals(l.w.grid))
		check_form(&l, FR_INDEX_SUBGOALS, c);
	free_grid(l.w.grid);
}

int
main(int argc, char **argv)
{
	int status = check_worlds(argc, argv, 300, MAX_SIDE, check_world, CHECKS);

	printf("# %d worlds with an index of subgoals, %d without one of some form\n",
		   subgoals, refused);
	return status;
}
