/*
 * test_links.c - searches and sweeps on maps with links, against the oracle of linked.h
 *
 *     test_links [CASES [SEED]]
 */
#include "checks.h"
#include "core/field/field.h"
#include "linked.h"

#define MAX_SIDE 12

enum
{
	AHEAD,
	BACK,
	SEARCHED,
	JUMPED,
	STOPPED,
	WALKED,
	PRICED,
	READ,
	COSTS,
	NEAREST,
	REACHABLE,
	CLOSEST,
	OWNED,
	FIELD,
	FIELD_ROUTE,
	FIELD_BYTES,
	UNLINKED,
	RANGE,
	REFUSED,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "costs of a sweep are the oracle's"},
	{.name = "costs of a sweep backward are the oracle's"},
	{.name = "the methods sweep and jump find the oracle's cost"},
	{.name = "jump finds it for every goal, and its route"},
	{.name = "jump stops at a limit, and says so"},
	{.name = "routes take steps and links that there are, and cost as much"},
	{.name = "the price of a route is its cost"},
	{.name = "a route is the same by its text and by its bytes"},
	{.name = "costs to many cells are the oracle's"},
	{.name = "the nearest of many are the oracle's"},
	{.name = "what is reachable is what the oracle reaches"},
	{.name = "the closest cell is the goal where that is reachable, else one that is"},
	{.name = "owners are the first of the nearest starts"},
	{.name = "a field has the oracle's costs"},
	{.name = "its routes take steps and links that there are, and cost as much"},
	{.name = "its bytes, changed, are refused or lead to a goal all the same"},
	{.name = "without an open link the grid is one without links, and sweep serves it"},
	{.name = "costs that are out of range are said to be"},
	{.name = "other methods do not fit"},
};

static fr_workspace *nodes;

/* ---- checks ------------------------------------------------------------------ */

static bool
in_range(const linked_world *l, int which)
{
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
	{
		uint64_t cost = units(l, l->costs[which][n]);

		if (cost != FR_UNREACHED && cost > l->w.costs.limit)
			return false;
	}
	return true;
}

static fr_method
resolved(const linked_world *l)
{
	fr_method method = method_of("auto");

	return fr_method_resolve(&method, l->w.grid);
}

static void
check_sweep(linked_world *l, int which)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid, .method = &method, .start = l->starts[which]};
	fr_poll poll = no_poll();
	fr_status status = fr_reach(&query, l->w.costs.limit, nodes, &poll);
	bool right = true;

	if (!in_range(l, which))
	{
		expect(RANGE, status == FR_COST_RANGE, &l->w, l->text);
		return;
	}
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
		right &= fr_distance(nodes, n) == units(l, l->costs[which][n]);
	expect(AHEAD, right && status == FR_OK, &l->w, l->text);
}

/* Towards each of the starts, for the other starts. */
static void
check_back(linked_world *l, int which)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid, .method = &method};
	fr_poll poll = no_poll();
	fr_status status = fr_reach_from(&query, (fr_cells){&l->starts[which], 1},
									 l->w.costs.limit, true, nodes, &poll);

	for (int i = 0; i < MAX_STARTS; i++)
	{
		uint64_t cost = units(l, l->costs[i][l->starts[which]]);

		if (status == FR_OK)
			expect(BACK, fr_distance(nodes, l->starts[i]) == cost, &l->w, l->text);
		else
			expect(RANGE, status == FR_COST_RANGE, &l->w, l->text);
	}
}

static bool
read_again(const uint8_t *packed, size_t size)
{
	fr_poll poll = no_poll();
	size_t length = fr_path_text_size(packed, size, &poll);
	char *text = new_block(length);
	uint8_t *again = new_block(fr_path_parse_size(length));
	fr_error error;
	size_t taken_size;
	bool same;

	fr_path_write(packed, size, text, &poll);
	same = fr_path_check(packed, size, &poll, &error) == FR_OK &&
		   fr_path_parse(text, length, again, &taken_size, &poll, &error) == FR_OK &&
		   taken_size == size && memcmp(again, packed, size) == 0;
	free(text);
	free(again);
	return same;
}

static void
check_route(linked_world *l, const fr_result *r, uint32_t goal, oracle_cost wanted)
{
	fr_poll poll = no_poll();
	uint8_t *packed = new_block(fr_path_packed_size(&r->route, &poll));
	size_t size = fr_path_pack(&r->route, packed, &poll);
	oracle_cost cost;
	uint64_t price;

	expect(WALKED,
		   walk_route(l, packed, size, goal, &cost) &&
			   oracle_compare(cost, wanted) == 0 &&
			   (uint64_t) r->length == fr_path_length(packed, size, &poll),
		   &l->w, l->text);
	expect(PRICED,
		   fr_path_price(l->w.grid, packed, size, &price, &poll) && price == r->cost,
		   &l->w, l->text);
	expect(READ, read_again(packed, size), &l->w, l->text);
	free(packed);
}

static void
check_search(linked_world *l, const char *text, int which, uint32_t goal)
{
	fr_method method = method_of(text);
	fr_poll poll = no_poll();
	oracle_cost wanted = l->costs[which][goal];
	uint64_t cost = units(l, wanted);
	fr_result r = {0};
	fr_status status;

	if (fr_method_fits(&method, l->w.grid))
		return;
	status = search_pair(l->w.grid, &method, l->starts[which], goal, nodes, &poll, &r);

	if (cost != FR_UNREACHED && cost > l->w.costs.limit)
		expect(RANGE, status == FR_COST_RANGE, &l->w, l->text);
	else if (cost == FR_UNREACHED)
		expect(SEARCHED, status == FR_OK && !r.found, &l->w, l->text);
	else if (expect(SEARCHED, status == FR_OK && r.found && r.cost == cost, &l->w,
					l->text))
		check_route(l, &r, goal, wanted);
}

/* By jump to each cell, where it serves the map. */
static void
check_jumps(linked_world *l, int which)
{
	fr_method method = method_of("jump");
	fr_poll poll = no_poll();
	fr_result r = {0};

	if (fr_method_fits(&method, l->w.grid) || !in_range(l, which))
		return;
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
	{
		oracle_cost wanted = l->costs[which][n];
		fr_status status =
			search_pair(l->w.grid, &method, l->starts[which], n, nodes, &poll, &r);
		bool right = status == FR_OK && r.found == (wanted.a >= 0);

		if (!expect(JUMPED, right && (!r.found || r.cost == units(l, wanted)), &l->w,
					l->text) ||
			!r.found)
			continue;
		check_route(l, &r, n, wanted);
	}
}

/* With a limit of expansions below those that it takes, and at them. */
static void
check_limit(linked_world *l, int which, uint32_t goal)
{
	fr_method method = method_of("jump");
	fr_poll poll = no_poll();
	fr_result free = {0};
	fr_result r = {0};
	bool right;

	if (fr_method_fits(&method, l->w.grid) ||
		search_pair(l->w.grid, &method, l->starts[which], goal, nodes, &poll, &free) ||
		free.expanded < 2)
		return;
	method.option[FR_MAX_EXPANDED].digits = (uint64_t) free.expanded - 1;
	search_pair(l->w.grid, &method, l->starts[which], goal, nodes, &poll, &r);
	right = r.expanded <= free.expanded - 1 &&
			(!r.complete ? !r.found : r.found && r.cost == free.cost);
	method.option[FR_MAX_EXPANDED].digits = (uint64_t) free.expanded + 1;
	search_pair(l->w.grid, &method, l->starts[which], goal, nodes, &poll, &r);
	expect(STOPPED, right && same_counters(&r, &free), &l->w, l->text);
}

static void
check_reachable(linked_world *l, int which, uint32_t goal)
{
	fr_query query = {.grid = l->w.grid, .start = l->starts[which], .goal = goal};
	fr_poll poll = no_poll();
	bool reached = fr_is_reachable(&query, nodes, &poll);
	bool wanted = l->costs[which][goal].a >= 0;

	expect(REACHABLE,
		   reached == wanted &&
			   (!wanted || fr_grid_connected(l->w.grid, query.start, query.goal)),
		   &l->w, l->text);
}

static void
check_closest(linked_world *l, int which, uint32_t goal)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid,
					  .method = &method,
					  .start = l->starts[which],
					  .goal = goal,
					  .arena = &taken.core};
	fr_poll poll = no_poll();
	fr_closest closest;
	fr_status status = fr_closest_to(&query, nodes, &poll, &closest);
	bool free_start = l->costs[which][l->starts[which]].a >= 0;

	if (!in_range(l, which))
		return;
	expect(CLOSEST,
		   status == FR_OK && closest.found == free_start &&
			   (!free_start || (closest.cost == units(l, l->costs[which][closest.cell]) &&
								(closest.cell == goal || l->costs[which][goal].a < 0))),
		   &l->w, l->text);
}

static void
check_many(linked_world *l, int which, chance *c)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid, .method = &method, .start = l->starts[which]};
	fr_poll poll = no_poll();
	uint32_t goals[8];
	uint64_t costs[8];
	uint64_t nearest[8];
	bool right = true;
	bool near = true;

	for (int i = 0; i < 8; i++)
		goals[i] = chance_below(c, l->w.grid->cells);
	if (!in_range(l, which) ||
		fr_costs_to(&query, (fr_cells){goals, 8}, nodes, &poll, costs) ||
		fr_nearest(&query, (fr_cells){goals, 8}, 2, nodes, &poll, nearest))
	{
		expect(RANGE, !in_range(l, which), &l->w, l->text);
		return;
	}
	for (int i = 0; i < 8; i++)
	{
		int nearer = 0;

		right &= costs[i] == units(l, l->costs[which][goals[i]]);
		for (int k = 0; k < 8; k++)
		{
			bool repeated = false;

			for (int j = 0; j < k; j++)
				repeated |= goals[j] == goals[k];
			nearer += !repeated && costs[k] < costs[i];
		}
		near &= nearest[i] == (nearer < 2 ? costs[i] : FR_UNREACHED);
	}
	expect(COSTS, right, &l->w, l->text);
	expect(NEAREST, near, &l->w, l->text);
}

static void
check_owners(linked_world *l)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid, .method = &method};
	fr_poll poll = no_poll();
	bool right = true;

	for (int i = 0; i < MAX_STARTS; i++)
		if (!in_range(l, i))
			return;
	fr_reach_from(&query, (fr_cells){l->starts, MAX_STARTS}, l->w.costs.limit, false,
				  nodes, &poll);
	fr_territory(&query, l->starts, MAX_STARTS, nodes, &poll);
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
	{
		uint64_t least = FR_UNREACHED;
		uint32_t owner = 0;

		for (uint32_t i = 0; i < MAX_STARTS; i++)
			if (units(l, l->costs[i][n]) < least)
			{
				least = units(l, l->costs[i][n]);
				owner = i + 1;
			}
		right &= fr_owner(nodes, n) == owner && fr_distance(nodes, n) == least;
	}
	expect(OWNED, right, &l->w, l->text);
}

/* ---- fields ------------------------------------------------------------------- */

#define GOALS 3
#define CHANGES 20

static bool
open_field(const uint8_t *packed, size_t size, fr_field *field, uint64_t *costs)
{
	fr_poll poll = no_poll();
	fr_error error;

	return fr_field_open(packed, size, field, &error) == FR_OK &&
		   field->terrain.width * field->terrain.height <= MAX_CELLS &&
		   fr_field_costs(field, costs, &poll, &error) == FR_OK;
}

/* From a start that leads to a goal. */
static void
check_field_route(linked_world *l, const fr_field *field, int which, oracle_cost wanted)
{
	fr_poll poll = no_poll();
	fr_route route =
		fr_field_route(field, cell_of(l, l->starts[which]), &taken.core, &poll);
	uint8_t *packed = new_block(fr_path_packed_size(&route, &poll));
	size_t size = fr_path_pack(&route, packed, &poll);
	uint32_t cell = l->starts[which];
	oracle_cost cost;

	for (int64_t i = 0; i < route.moves; i++)
		cell = fr_field_cell(field, cell);
	expect(FIELD_ROUTE,
		   walk_route(l, packed, size, cell, &cost) &&
			   oracle_compare(cost, wanted) == 0 &&
			   fr_field_step(field, cell) == FR_AT_GOAL,
		   &l->w, l->text);
	free(packed);
}

/* Each cell's next one costs no more, and the last one is a goal. */
static bool
leads_to_goals(const fr_field *field, const uint64_t *costs)
{
	uint32_t cells = field->terrain.width * field->terrain.height;

	for (uint32_t n = 0; n < cells; n++)
	{
		uint32_t at = n;

		if (costs[n] == FR_UNREACHED)
			continue;
		for (uint32_t i = 0; i < cells && fr_field_step(field, at) != FR_AT_GOAL; i++)
		{
			uint32_t next = fr_field_cell(field, at);

			if (next >= cells || costs[next] > costs[at])
				return false;
			at = next;
		}
		if (fr_field_step(field, at) != FR_AT_GOAL || costs[at] != 0)
			return false;
	}
	return true;
}

/* Changes a byte, mostly of the links, or the size: both may make another field. */
static void
check_field_bytes(linked_world *l, const uint8_t *packed, size_t size, chance *c)
{
	static uint64_t costs[MAX_CELLS];
	fr_field field;

	for (int i = 0; i < CHANGES; i++)
	{
		size_t less = chance_below(c, 8) ? size : chance_below(c, (uint32_t) size);
		uint8_t *bytes = exact_copy(packed, less);
		size_t links = (size_t) l->count * FR_LINK_BYTES + 20;
		size_t at = less == size && links < size && chance_below(c, 3)
						? size - 1 - chance_below(c, (uint32_t) links)
						: chance_below(c, (uint32_t) less);

		if (less == size)
			bytes[at] = chance_below(c, 2)
							? (uint8_t) chance_below(c, 256)
							: bytes[at] ^ (uint8_t) (1u << chance_below(c, 8));
		expect(FIELD_BYTES,
			   !open_field(bytes, less, &field, costs) ||
				   (less == size && leads_to_goals(&field, costs)),
			   &l->w, l->text);
		free(bytes);
	}
}

static void
check_opened_field(linked_world *l, const uint8_t *packed, size_t size,
				   const uint32_t *goals)
{
	static uint64_t costs[MAX_CELLS];
	fr_field field;
	bool opened = open_field(packed, size, &field, costs);

	for (int i = 0; i < MAX_STARTS; i++)
	{
		oracle_cost least = {-1, 0};

		for (int k = 0; k < GOALS; k++)
		{
			oracle_cost cost = l->costs[i][goals[k]];

			if (cost.a >= 0 && (least.a < 0 || oracle_compare(cost, least) < 0))
				least = cost;
		}
		if (expect(FIELD, opened && costs[l->starts[i]] == units(l, least), &l->w,
				   l->text) &&
			least.a >= 0)
			check_field_route(l, &field, i, least);
	}
}

static void
check_field(linked_world *l, chance *c)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid, .method = &method};
	fr_poll poll = no_poll();
	uint32_t goals[GOALS];
	char text[FR_MODEL_TEXT_MAX];
	size_t length = fr_model_write(&l->w.model, text);
	uint8_t *packed;
	size_t size;

	for (int i = 0; i < GOALS; i++)
		goals[i] = chance_below(c, l->w.grid->cells);
	if (fr_reach_from(&query, (fr_cells){goals, GOALS}, l->w.costs.limit, true, nodes,
					  &poll))
		return;
	size = fr_field_size(l->w.grid, length, nodes);
	packed = new_block(size);
	fr_field_pack(l->w.grid, text, length, nodes, packed, &poll);
	check_opened_field(l, packed, size, goals);
	check_field_bytes(l, packed, size, c);
	free(packed);
}

static void
check_methods(linked_world *l)
{
	static const char *const texts[] = {"astar", "fringe", "idastar", "visibility",
										"jump(heuristic=alt)"};
	fr_method jump = method_of("jump");
	bool jumps = l->w.costs.jumps != FR_NO_JUMPS;
	bool refused = (fr_method_fits(&jump, l->w.grid) == FR_OK) == jumps;

	for (int i = 0; i < 5; i++)
	{
		fr_method method = method_of(texts[i]);

		refused &= fr_method_fits(&method, l->w.grid) != FR_OK;
	}
	expect(REFUSED, refused && resolved(l).search == (jumps ? FR_JUMP : FR_SWEEP), &l->w,
		   l->text);
}

/* Without open links the method is compared by itself. */
static void
check_unlinked(linked_world *l, uint32_t goal)
{
	fr_method method = method_of("sweep");
	fr_poll poll = no_poll();
	uint64_t cost = units(l, l->costs[0][goal]);
	fr_result r = {0};

	if (!in_range(l, 0))
		return;
	search_pair(l->w.grid, &method, l->starts[0], goal, nodes, &poll, &r);
	expect(UNLINKED,
		   l->w.grid->links == NULL && r.found == (cost != FR_UNREACHED) &&
			   (!r.found || r.cost == cost),
		   &l->w, l->text);
}

static void
check_linked(linked_world *l, chance *c)
{
	for (int i = 0; i < MAX_STARTS; i++)
	{
		l->starts[i] = chance_below(c, l->w.grid->cells);
		if (l->way_count > 0 && chance_below(c, 3) == 0)
		{
			const way *v = &l->ways[chance_below(c, (uint32_t) l->way_count)];

			l->starts[i] = (uint32_t) (v->from.y * l->w.width + v->from.x);
		}
		ask_oracle(l, l->starts[i], l->costs[i]);
	}
	if (l->way_count == 0)
	{
		check_unlinked(l, chance_below(c, l->w.grid->cells));
		return;
	}
	check_methods(l);
	check_owners(l);
	check_field(l, c);
	for (int i = 0; i < MAX_STARTS; i++)
	{
		uint32_t goal = chance_below(c, l->w.grid->cells);

		check_sweep(l, i);
		check_back(l, i);
		check_search(l, "sweep", i, goal);
		check_search(l, "jump", i, goal);
		check_jumps(l, i);
		check_limit(l, i, goal);
		check_reachable(l, i, goal);
		check_closest(l, i, goal);
		check_many(l, i, c);
	}
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static linked_world l;

	(void) workspace;
	if (!add_random_links(&l, w, c))
		return;
	check_linked(&l, c);
	free_grid(l.w.grid);
	malloc_arena_clear(&taken);
}

/* ---- more links than a bound is worth ----------------------------------------- */

#define CROWD_SIDE 150
#define CROWD_CELLS (CROWD_SIDE * CROWD_SIDE)

/* By jump and by a sweep, which the oracle has judged on small maps. */
static int
count_different(const fr_grid *grid, fr_workspace *workspace, chance *c)
{
	fr_method jump = method_of("jump");
	fr_method sweep = method_of("sweep");
	fr_poll poll = no_poll();
	int different = 0;

	for (int i = 0; i < 40; i++)
	{
		uint32_t start = chance_below(c, CROWD_CELLS);
		uint32_t goal = chance_below(c, CROWD_CELLS);
		fr_result a = {0};
		fr_result b = {0};

		search_pair(grid, &jump, start, goal, workspace, &poll, &a);
		search_pair(grid, &sweep, start, goal, workspace, &poll, &b);
		different += a.found != b.found || a.cost != b.cost;
	}
	return different;
}

/* Was a search by jump left at this poll? */
static bool
search_and_leave(const fr_grid *grid, const fr_method *method, fr_workspace *workspace,
				 int polls)
{
	leaver l = {.polls_left = polls};
	fr_poll poll = {leave, &l};
	fr_result r = {0};

	if (setjmp(l.out))
		return true;
	search_pair(grid, method, 0, CROWD_CELLS - 1, workspace, &poll, &r);
	return false;
}

/* After an interrupt the same workspace answers as before. */
static void
test_leaving(const fr_grid *grid, fr_workspace *workspace)
{
	fr_method jump = method_of("jump");
	fr_poll poll = no_poll();
	fr_result wanted = {0};
	bool same = true;
	int polls = 0;

	search_pair(grid, &jump, 0, CROWD_CELLS - 1, workspace, &poll, &wanted);
	for (; search_and_leave(grid, &jump, workspace, polls); polls++)
	{
		fr_result r = {0};

		search_pair(grid, &jump, 0, CROWD_CELLS - 1, workspace, &poll, &r);
		same &= same_counters(&r, &wanted);
	}
	ok(same && wanted.found && polls > 2, "left at each of %d polls", polls);
}

static void
test_crowd(int count, chance *c)
{
	static uint8_t codes[CROWD_CELLS];
	fr_method jump = method_of("jump");
	uint8_t *bytes = new_block((size_t) count * FR_LINK_BYTES);
	fr_workspace *workspace = new_workspace(CROWD_CELLS + 5 * (uint32_t) count, &jump);
	fr_link link = {.cost = {3, 0}, .both = true};
	fr_poll poll = no_poll();
	fr_error error;
	world w = {.width = CROWD_SIDE, .height = CROWD_SIDE, .text = "octile"};

	for (int i = 0; i < CROWD_CELLS; i++)
		codes[i] = chance_below(c, 5) ? '.' : '@';
	codes[0] = codes[CROWD_CELLS - 1] = '.';
	w.map = make_map(codes, CROWD_SIDE, CROWD_SIDE, &w.packed);
	for (int i = 0; i < count;)
	{
		uint32_t from = chance_below(c, CROWD_CELLS);
		uint32_t to = chance_below(c, CROWD_CELLS);

		if (fr_link_set(&link,
						(fr_cell){(int) from % CROWD_SIDE, (int) from / CROWD_SIDE},
						(fr_cell){(int) to % CROWD_SIDE, (int) to / CROWD_SIDE}, &error))
			continue;
		fr_link_pack(&link, bytes + i++ * FR_LINK_BYTES);
	}
	w.map.links = bytes;
	w.map.link_count = (uint32_t) count;
	w.status = fr_model_parse(w.text, strlen(w.text), &w.model, &error);
	fr_costs_resolve(&w.model, &w.map, &w.costs, &error);
	w.grid = malloc_grid(&w.map, &w.model, &w.costs, &poll);
	ok(w.status == FR_OK && count_different(w.grid, workspace, c) == 0,
	   "%d links: jump and a sweep agree", count);
	test_leaving(w.grid, workspace);
	free_grid(w.grid);
	free(w.packed);
	free(bytes);
	free(workspace);
}

int
main(int argc, char **argv)
{
	fr_method method = method_of("jump");

	chance c = {1};

	nodes = new_workspace(ROOM, &method);
	test_crowd(1000, &c);
	test_crowd(9000, &c);
	test_crowd(30000, &c);
	return check_worlds(argc, argv, 10000, MAX_SIDE, check_world, CHECKS);
}
