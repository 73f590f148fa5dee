/*
 * test_turn_prices.c - models where turns have prices, against an oracle over cells and directions
 *
 *     test_turn_prices [CASES [SEED [EVERY]]]
 *
 * Random worlds with and without links, and every EVERY-th of all maps of 4 x 4 cells, from each
 * cell to each. The oracle relaxes states, which are a cell and the step that led there, until
 * nothing changes.
 */
#include "checks.h"
#include "core/query/line_of_sight.h"
#include "open_ground.h"
#include "turning.h"

#define CASES 3000
#define MAX_SIDE 40
#define STARTS 3
#define GOALS 12

enum
{
	COSTS,
	ROUTES,
	PRICES,
	SWEEPS,
	SWEPT_ROUTES,
	BACKWARD,
	SEVERAL,
	OWNERS,
	NEAREST,
	CLOSEST,
	APPROACH,
	REACHED,
	AGAIN,
	SMALL,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "a search has the oracle's cost"},
	{.name = "the oracle walks the route at this cost"},
	{.name = "the stored route has this price"},
	{.name = "a sweep has the oracle's costs"},
	{.name = "the oracle walks the routes of a sweep"},
	{.name = "a sweep towards a cell has the oracle's costs"},
	{.name = "a sweep from several cells, some at a cost, has the oracle's costs"},
	{.name = "each cell belongs to the first of the starts that are nearest to it"},
	{.name = "the nearest cells and their costs are the oracle's"},
	{.name = "the closest cell to a goal, its cost and its route are the oracle's"},
	{.name = "the cheapest cell near a target, its cost and its route are the oracle's"},
	{.name = "prices of turns cut off no cell"},
	{.name = "after a poll has left, the answer is the same"},
	{.name = "all pairs of a map of 4 x 4 cells have the oracle's cost"},
};

static fr_method automatic;

/* Is a path of this cost beyond the limit of the grid? */
static bool
is_beyond(const linked_world *l, oracle_cost wanted)
{
	return wanted.a >= 0 && oracle_value(&l->w.oracle, wanted) / (double) l->scale >=
								fr_cost_value(&l->w.costs, l->w.costs.limit) * 0.99;
}

/* ---- random worlds ---------------------------------------------------------------------- */

static void
check_search(const linked_world *l, fr_workspace *workspace, const fr_method *method,
			 uint32_t start, uint32_t goal, oracle_cost wanted)
{
	fr_poll poll = no_poll();
	fr_result r = {0};
	fr_query query = {.grid = l->w.grid, .method = method, .start = start, .goal = goal};
	fr_status status = search_with(query, workspace, &poll, &r);
	oracle_cost walked;
	uint64_t price;
	uint8_t *packed;
	size_t size;

	if (status == FR_COST_RANGE)
	{
		expect(COSTS, is_beyond(l, wanted), &l->w, "out of range");
		return;
	}
	if (!expect(COSTS,
				r.found == (wanted.a >= 0) && (!r.found || equals(l, r.cost, wanted)),
				&l->w, l->text) ||
		!r.found)
		return;
	expect(ROUTES,
		   walks_to(l, &r.route, goal, &walked) && oracle_compare(walked, wanted) == 0,
		   &l->w, l->text);
	packed = new_block(fr_path_packed_size(&r.route, &poll));
	size = fr_path_pack(&r.route, packed, &poll);
	expect(PRICES,
		   fr_path_price(l->w.grid, packed, size, &price, &poll) && price == r.cost,
		   &l->w, NULL);
	free(packed);
}

static bool
same_costs(const linked_world *l, const fr_workspace *workspace, const truth *t)
{
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
		if (!equals(l, fr_distance(workspace, n), t->cost[n]))
			return false;
	return true;
}

static truth from_start;
static truth to_goal;

static void
check_sweep(const linked_world *l, chance *c, fr_workspace *workspace,
			const fr_method *method, uint32_t start)
{
	fr_poll poll = no_poll();
	fr_query query = {
		.grid = l->w.grid, .method = method, .start = start, .arena = &taken.core};
	fr_sweep_workspace sweep = fr_sweep_workspace_on(l->w.grid, workspace);

	malloc_arena_clear(&taken);
	if (fr_reach(&query, l->w.costs.limit, sweep, &poll))
		return;
	expect(SWEEPS, same_costs(l, workspace, &from_start), &l->w, l->text);
	for (int i = 0; i < GOALS; i++)
	{
		uint32_t goal = chance_below(c, l->w.grid->cells);
		oracle_cost walked;
		fr_route route;

		if (from_start.cost[goal].a < 0)
			continue;
		route = fr_distance_route(&query, goal, workspace, &poll);
		expect(SWEPT_ROUTES,
			   walks_to(l, &route, goal, &walked) &&
				   oracle_compare(walked, from_start.cost[goal]) == 0,
			   &l->w, l->text);
	}
}

/* Costs to a cell are the costs from all others. */
static void
check_backward(const linked_world *l, fr_workspace *workspace, const fr_method *method,
			   uint32_t goal, uint32_t start)
{
	fr_poll poll = no_poll();
	fr_query query = {.grid = l->w.grid, .method = method};

	if (fr_reach_from(&query, (fr_cells){&goal, 1}, l->w.costs.limit, true,
					  fr_sweep_workspace_on(l->w.grid, workspace), &poll) == FR_OK)
		expect(BACKWARD, equals(l, fr_distance(workspace, start), from_start.cost[goal]),
			   &l->w, l->text);
}

/* The first of the starts with the least cost to a cell; 0: no start reaches the cell. */
static uint32_t
owner_of(const truth *from, uint32_t n)
{
	oracle_cost least = {-1, 0};
	uint32_t owner = 0;

	for (uint32_t i = 0; i < STARTS; i++)
		if (from[i].cost[n].a >= 0 &&
			(least.a < 0 || oracle_compare(from[i].cost[n], least) < 0))
		{
			least = from[i].cost[n];
			owner = i + 1;
		}
	return owner;
}

static void
check_owners(const linked_world *l, const fr_query *query, const uint32_t *starts,
			 const oracle_cost *before, fr_workspace *workspace)
{
	static truth from[STARTS];
	fr_poll poll = no_poll();
	bool right = true;

	for (int i = 0; i < STARTS; i++)
		ask_turning(l, &starts[i], &before[i], 1, &from[i]);
	fr_voronoi_partition(query, starts, STARTS,
						 fr_sweep_workspace_on(l->w.grid, workspace), &poll);
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
		right &= fr_voronoi_owner(workspace, n) == owner_of(from, n);
	expect(OWNERS, right, &l->w, l->text);
}

/* Starts cost up to ten straight steps of weight 1 beforehand. */
static void
check_several(const linked_world *l, chance *c, fr_workspace *workspace,
			  const fr_method *method)
{
	uint32_t starts[STARTS];
	uint64_t advance[STARTS];
	oracle_cost before[STARTS];
	fr_poll poll = no_poll();
	fr_query query = {
		.grid = l->w.grid, .method = method, .advance = advance, .owners = true};
	uint64_t step = l->w.costs.step[FR_N];
	uint64_t twice =
		l->w.oracle.weigh == ORACLE_AVERAGE && l->w.costs.weigh != FR_WEIGH_AVERAGE ? 2
																					: 1;

	for (int i = 0; i < STARTS; i++)
	{
		uint64_t steps = chance_below(c, 11);

		starts[i] = chance_below(c, l->w.grid->cells);
		advance[i] = steps * step;
		before[i] = (oracle_cost){
			(oracle_wide) (steps * twice) * l->w.oracle.north * l->scale, 0};
		if (advance[i] > l->w.costs.limit)
			return;
	}
	ask_turning(l, starts, before, STARTS, &to_goal);
	if (fr_reach_from(&query, (fr_cells){starts, STARTS}, l->w.costs.limit, false,
					  fr_sweep_workspace_on(l->w.grid, workspace), &poll))
		return;
	expect(SEVERAL, same_costs(l, workspace, &to_goal), &l->w, l->text);
	check_owners(l, &query, starts, before, workspace);
}

/* Is cell a better than b: nearer, then cheaper, then first? */
static bool
is_better(uint32_t a, uint64_t near_a, uint32_t b, uint64_t near_b)
{
	int order = oracle_compare(from_start.cost[a], from_start.cost[b]);

	return near_a < near_b || (near_a == near_b && (order < 0 || (order == 0 && a < b)));
}

static bool
is_answer(const linked_world *l, const fr_closest *found, uint32_t wanted)
{
	oracle_cost walked;

	return found->found && found->cell == wanted &&
		   equals(l, found->cost, from_start.cost[wanted]) &&
		   walks_to(l, &found->route, wanted, &walked) &&
		   oracle_compare(walked, from_start.cost[wanted]) == 0;
}

static void
check_closest(const linked_world *l, fr_workspace *workspace, const fr_method *method,
			  uint32_t start, uint32_t goal)
{
	fr_poll poll = no_poll();
	fr_query query = {.grid = l->w.grid,
					  .method = method,
					  .start = start,
					  .goal = goal,
					  .arena = &taken.core};
	uint32_t best = start;
	fr_closest closest;

	malloc_arena_clear(&taken);
	if (from_start.cost[start].a < 0 ||
		fr_closest_to(&query, fr_sweep_workspace_on(l->w.grid, workspace), &poll,
					  &closest))
		return;
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
		if (from_start.cost[n].a >= 0 &&
			is_better(n, open_ground_cost(&l->w, goal, n), best,
					  open_ground_cost(&l->w, goal, best)))
			best = n;
	expect(CLOSEST,
		   is_answer(l, &closest, best) &&
			   closest.remaining == open_ground_cost(&l->w, goal, best),
		   &l->w, l->text);
}

static uint64_t
square_between(const fr_grid *grid, uint32_t a, uint32_t b)
{
	fr_cell from = fr_grid_cell(grid, a);
	fr_cell to = fr_grid_cell(grid, b);
	int64_t dx = from.x - to.x;
	int64_t dy = from.y - to.y;
	int64_t steps = (llabs(dx) + llabs(dy) + llabs(dx + dy)) / 2;

	return (uint64_t) (grid->costs.hex ? steps * steps : dx * dx + dy * dy);
}

static void
check_approach(const linked_world *l, fr_workspace *workspace, const fr_method *method,
			   uint32_t start, uint32_t target, uint64_t within)
{
	fr_poll poll = no_poll();
	fr_query query = {
		.grid = l->w.grid, .method = method, .start = start, .arena = &taken.core};
	fr_approach approach = {.target = fr_grid_cell(l->w.grid, target), .within = within};
	uint32_t best = UINT32_MAX;
	fr_closest found;

	malloc_arena_clear(&taken);
	if (from_start.cost[start].a < 0 ||
		fr_approach_to(&query, &approach, fr_sweep_workspace_on(l->w.grid, workspace),
					   &poll, &found))
		return;
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
	{
		uint64_t far = square_between(l->w.grid, n, target);
		int order = best == UINT32_MAX
						? -1
						: oracle_compare(from_start.cost[n], from_start.cost[best]);

		if (from_start.cost[n].a < 0 || far > within)
			continue;
		if (order < 0 || (order == 0 && far < square_between(l->w.grid, best, target)))
			best = n;
	}
	if (square_between(l->w.grid, start, target) <= within)
		best = start;
	expect(APPROACH, best == UINT32_MAX ? !found.found : is_answer(l, &found, best),
		   &l->w, l->text);
}

static void
check_nearest(const linked_world *l, chance *c, fr_workspace *workspace,
			  const fr_method *method, uint32_t start)
{
	uint32_t goals[GOALS];
	uint64_t costs[GOALS];
	fr_poll poll = no_poll();
	fr_query query = {.grid = l->w.grid, .method = method, .start = start};
	size_t k = 1 + chance_below(c, GOALS);
	bool right = true;
	uint64_t last = 0;
	size_t told = 0;

	for (int i = 0; i < GOALS; i++)
		goals[i] = chance_below(c, l->w.grid->cells);
	if (fr_nearest(&query, (fr_cells){goals, GOALS}, k,
				   fr_sweep_workspace_on(l->w.grid, workspace), &poll, costs))
		return;
	for (int i = 0; i < GOALS; i++)
		if (costs[i] != FR_UNREACHED)
		{
			told++;
			last = costs[i] > last ? costs[i] : last;
			right &= equals(l, costs[i], from_start.cost[goals[i]]);
		}
	for (int i = 0; i < GOALS; i++)
		if (costs[i] == FR_UNREACHED && from_start.cost[goals[i]].a >= 0)
		{
			right &= told >= k || told == GOALS;
			/* it is farther than all that were told */
			for (int m = 0; m < GOALS; m++)
				right &= costs[m] == FR_UNREACHED ||
						 oracle_compare(from_start.cost[goals[m]],
										from_start.cost[goals[i]]) < 0;
		}
	expect(NEAREST, right, &l->w, l->text);
	if (fr_costs_to(&query, (fr_cells){goals, GOALS},
					fr_sweep_workspace_on(l->w.grid, workspace), &poll, costs))
		return;
	for (int i = 0; i < GOALS; i++)
		expect(NEAREST, equals(l, costs[i], from_start.cost[goals[i]]), &l->w, "all");
}

static void
check_reached(const linked_world *l, uint32_t start)
{
	static oracle_cost plain[MAX_CELLS];

	bool same = true;

	ask_oracle(l, start, plain);
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
		same &= (plain[n].a >= 0) == (from_start.cost[n].a >= 0);
	expect(REACHED, same, &l->w, l->text);
}

static void
check_linked(const linked_world *l, chance *c)
{
	fr_method method = fr_method_resolve(&automatic, l->w.grid);
	uint32_t nodes = fr_search_nodes(l->w.grid, &method);
	uint32_t sweeps = fr_sweep_nodes(l->w.grid);
	fr_workspace *workspace = new_workspace(sweeps > nodes ? sweeps : nodes, &method);

	for (int i = 0; i < STARTS; i++)
	{
		uint32_t start = chance_below(c, l->w.grid->cells);

		ask_turning(l, &start, NULL, 1, &from_start);
		if (i == 0)
			check_reached(l, start);
		for (int k = 0; k < GOALS; k++)
		{
			uint32_t goal = chance_below(c, l->w.grid->cells);

			check_search(l, workspace, &method, start, goal, from_start.cost[goal]);
			if (k < 2)
				check_backward(l, workspace, &method, goal, start);
			check_closest(l, workspace, &method, start, goal);
			check_approach(l, workspace, &method, start, goal, chance_below(c, 30));
		}
		check_sweep(l, c, workspace, &method, start);
		check_nearest(l, c, workspace, &method, start);
	}
	check_several(l, c, workspace, &method);
	free(workspace);
}

static void
check_world(uint64_t seed)
{
	chance c = {~seed};
	linked_world l;
	world w;

	world_make_turning(&w, seed, seed % 10 ? 12 : MAX_SIDE);
	if (w.status == FR_OK && w.costs.turn_max > 0)
	{
		l.w = w;
		l.count = 0;
		if (add_links(&l))
			check_linked(&l, &c);
		free_grid(l.w.grid);
		if (seed % 3 == 0)
		{
			if (add_random_links(&l, &w, &c))
				check_linked(&l, &c);
			free_grid(l.w.grid);
		}
	}
	world_free(&w);
}

/* ---- all maps of 4 x 4 cells ------------------------------------------------------------ */

#define SIDE 4
#define SMALL_CELLS (SIDE * SIDE)

typedef struct small_model
{
	const char *text;
	oracle_model rules;
} small_model;

static const small_model small_models[] = {
	{"tile(turn=0.5)", {.straight = {1, 1}, .turn = {{0, 0}, {1, 2}, {1, 2}, {1, 2}}}},
	{"octile(turn45=0.1, turn90=0.5, turn135=2)",
	 {.eight = true,
	  .root2 = true,
	  .corners = 2,
	  .straight = {1, 1},
	  .turn = {{0, 0}, {1, 10}, {1, 2}, {2, 1}}}},
	{"octile(diagonal=1.5, corners=any, turn45=3, turn90=0.25, turn135=1)",
	 {.eight = true,
	  .straight = {1, 1},
	  .diagonal = {3, 2},
	  .turn = {{0, 0}, {3, 1}, {1, 4}, {1, 1}}}},
	{"octile(turn90=7, corners=one)",
	 {.eight = true,
	  .root2 = true,
	  .corners = 1,
	  .straight = {1, 1},
	  .turn = {{0, 0}, {0, 1}, {7, 1}, {0, 1}}}},
	{"hex(turn60=0.2, turn120=1)",
	 {.hex = true, .eight = true, .straight = {1, 1}, .turn = {{0, 0}, {1, 5}, {1, 1}}}},
};

#define SMALL_MODELS (sizeof small_models / sizeof *small_models)

static void
check_small(const small_model *model, int map, long *pairs)
{
	static uint8_t codes[SMALL_CELLS];
	fr_poll poll = no_poll();
	fr_workspace *workspace;
	bool right = true;
	linked_world l = {.scale = 1};
	fr_method method;

	for (int i = 0; i < SMALL_CELLS; i++)
		codes[i] = map >> i & 1 ? '.' : '@';
	l.w = (world){.width = SIDE, .height = SIDE, .codes = codes, .rules = model->rules};
	strcpy(l.w.text, model->text);
	for (int code = 0; code < 256; code++)
		l.w.rules.weight[code] = oracle_ground(code == '.');
	for (int angle = 0; angle < ORACLE_ANGLES; angle++)
		if (l.w.rules.turn[angle].denominator == 0)
			l.w.rules.turn[angle].denominator = 1;
	world_build(&l.w);
	method = fr_method_resolve(&automatic, l.w.grid);
	workspace = new_workspace(fr_sweep_nodes(l.w.grid), &method);
	for (uint32_t start = 0; start < SMALL_CELLS; start++)
	{
		fr_query query = {
			.grid = l.w.grid, .method = &method, .start = start, .uncounted = true};

		ask_turning(&l, &start, NULL, 1, &from_start);
		for (query.goal = 0; query.goal < SMALL_CELLS; query.goal++, ++*pairs)
		{
			fr_result r;

			right &=
				fr_search(&query, workspace, &poll, &r) == FR_OK &&
				equals(&l, r.found ? r.cost : FR_UNREACHED, from_start.cost[query.goal]);
		}
		right &= fr_reach(&query, l.w.costs.limit,
						  fr_sweep_workspace_on(l.w.grid, workspace), &poll) == FR_OK &&
				 same_costs(&l, workspace, &from_start);
	}
	expect(SMALL, right, &l.w, NULL);
	free(workspace);
	free_grid(l.w.grid);
	free(l.w.packed);
}

/* ---- interrupts ------------------------------------------------------------------------- */

/* Was the search interrupted at this poll? */
static bool
leave_search(const fr_grid *grid, const fr_method *method, uint32_t start, uint32_t goal,
			 fr_workspace *workspace, int polls)
{
	leaver l = {.polls_left = polls};
	fr_poll poll = {leave, &l};
	fr_result r;

	if (setjmp(l.out))
		return true;
	search_pair(grid, method, start, goal, workspace, &poll, &r);
	return false;
}

static void
check_leaving(const char *text)
{
	enum
	{
		WIDE = 100
	};
	static uint8_t codes[WIDE * WIDE];
	fr_method method;
	fr_poll poll = no_poll();
	fr_workspace *workspace;
	fr_result first;
	fr_result r;
	fr_grid *grid;
	int polls = 0;
	bool same = true;
	world w = {.width = WIDE, .height = WIDE, .codes = codes};

	memset(codes, '.', sizeof codes);
	for (int y = 0; y < WIDE - 1; y++)
		codes[y * WIDE + WIDE / 2] = '@';
	grid = make_grid(text, codes, WIDE, WIDE);
	strcpy(w.text, text);
	method = fr_method_resolve(&automatic, grid);
	workspace = new_workspace(fr_search_nodes(grid, &method), &method);
	search_pair(grid, &method, 0, WIDE - 1, workspace, &poll, &first);
	for (; leave_search(grid, &method, 0, WIDE - 1, workspace, polls); polls++)
	{
		search_pair(grid, &method, 0, WIDE - 1, workspace, &poll, &r);
		same &= r.cost == first.cost;
	}
	expect(AGAIN, same && first.found && polls > 4, &w, text);
	free(workspace);
	free_grid(grid);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : CASES;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	int every = argc > 3 ? atoi(argv[3]) : 61;
	long pairs = 0;

	world_layered = world_blocked = world_sided = 25;
	automatic = method_of("auto");
	for (long i = 0; i < cases; i++)
		check_world(seed + (uint64_t) i);
	for (size_t m = 0; m < SMALL_MODELS; m++)
		for (int map = (int) (seed % (uint64_t) every); map < 1 << SMALL_CELLS;
			 map += every)
			check_small(&small_models[m], map, &pairs);
	check_leaving("octile(turn=0.5)");
	check_leaving("tile(turn=2, .=3)");
	report_checks(CHECKS, cases >= CASES);
	printf("# %ld pairs of cells of maps of 4 x 4\n", pairs);
	return tap_done();
}
