/*
 * index_checks.h - an index of a world: every cost and route against the oracle, broken bytes
 *
 * The including test defines MAX_SIDE, of its worlds.
 */
#ifndef FRINGE_INDEX_CHECKS_H
#define FRINGE_INDEX_CHECKS_H

#include "checks.h"
#include "core/index/format.h"

#define MAX_CELLS (MAX_SIDE * MAX_SIDE)

enum
{
	COSTS,
	BATCH,
	ROUTES,
	CHECKED,
	SAME,
	LEFT,
	MUTATED,
	FORGED,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "costs are the oracle's"},
	{.name = "many costs at once are the same"},
	{.name = "routes are legal and of the cost"},
	{.name = "what was built is accepted"},
	{.name = "the same bytes every time"},
	{.name = "a build that was left by a poll does no harm"},
	{.name = "changed bytes are refused"},
	{.name = "changed bytes with a right checksum do no harm"},
};

/* ---- an index ---------------------------------------------------------------------- */

static const uint8_t digest[FR_INDEX_DIGEST] = "of no map at all";

typedef struct made
{
	uint8_t *bytes;
	size_t size;
	malloc_arena memory; /* of the index */
	fr_index index;
	fr_index_scratch *scratch;
} made;

static fr_index_form form;	/* of all that are built */
static const fr_index *old; /* for all, or NULL */

static fr_index_request
request_of(const world *w)
{
	return (fr_index_request){.grid = w->grid,
							  .model = &w->model,
							  .digest = digest,
							  .routes = true,
							  .old = old,
							  .form = &form};
}

/* The bytes, which are the caller's to free. */
static uint8_t *
build_bytes(const fr_index_request *request, const fr_poll *poll, size_t *size)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_plan *plan;
	uint8_t *bytes = NULL;
	fr_error error;

	if (fr_index_build(request, &memory.core, poll, &plan, &error) == FR_OK)
	{
		*size = fr_index_plan_size(plan);
		bytes = new_block(*size);
		fr_index_write(plan, bytes, poll);
	}
	malloc_arena_clear(&memory);
	return bytes;
}

static fr_index_scratch *
new_scratch(const fr_index *index)
{
	size_t size = fr_index_scratch_size(index);
	void *block = new_block(size);

	memset(block, 0x5a, size);
	return fr_index_scratch_init(block, size);
}

static bool
make_index(const world *w, made *m)
{
	fr_index_request request = request_of(w);
	fr_poll poll = no_poll();
	fr_error error;

	m->bytes = build_bytes(&request, &poll, &m->size);
	if (!expect(CHECKED,
				m->bytes && fr_index_check(m->bytes, m->size, &poll, &error) == FR_OK, w,
				m->bytes ? error.what : "refused"))
	{
		free(m->bytes);
		return false;
	}
	m->memory = malloc_arena_make(&m->memory);
	m->index = fr_index_open(m->bytes, m->size, &m->memory.core, &poll);
	m->scratch = new_scratch(&m->index);
	return true;
}

static void
free_made(made *m)
{
	malloc_arena_clear(&m->memory);
	free(m->bytes);
	free(m->scratch);
}

/* ---- one pair ------------------------------------------------------------------------ */

static fr_cell
cell_at(const world *w, uint32_t n)
{
	return (fr_cell){(int32_t) n % w->width, (int32_t) n / w->width};
}

static uint64_t
cost_of(const world *w, const made *m, uint32_t start, uint32_t goal)
{
	return fr_index_cost(&m->index, cell_at(w, start), cell_at(w, goal), m->scratch);
}

static void
check_cost(const world *w, const made *m, uint32_t start, uint32_t goal, uint64_t wanted)
{
	char detail[120] = "";
	uint64_t cost = cost_of(w, m, start, goal);

	if (cost != wanted)
		snprintf(detail, sizeof detail, "from %u to %u: %llu, not %llu", start, goal,
				 (unsigned long long) cost, (unsigned long long) wanted);
	expect(COSTS, cost == wanted, w, detail);
}

/* Is the route legal, from start to goal, and does it cost so much? */
static bool
is_route(const world *w, const fr_route *route, uint32_t start, uint32_t goal,
		 uint64_t wanted)
{
	uint8_t moves[MAX_CELLS];
	oracle_cost cost;

	if (route->moves >= MAX_CELLS || fr_grid_index(w->grid, route->start) != start)
		return false;
	list_moves(route, moves);
	return world_path(w, start, goal, moves, route->moves + 1, &cost) &&
		   world_units(w, cost) == wanted;
}

static void
check_route(const world *w, const made *m, uint32_t start, uint32_t goal, uint64_t wanted)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_error error;
	uint64_t cost;
	fr_route route;
	bool right =
		fr_index_route(&m->index, cell_at(w, start), cell_at(w, goal), m->scratch,
					   &memory.core, &poll, &cost, &route, &error) == FR_OK &&
		cost == wanted;

	if (right && wanted != FR_UNREACHED)
		right = is_route(w, &route, start, goal, wanted);
	expect(ROUTES, right, w, NULL);
	malloc_arena_clear(&memory);
}

/* ---- all pairs from a start ---------------------------------------------------------------------- */

static void
check_start(const world *w, const made *m, chance *c, uint32_t start)
{
	static oracle_cost costs[MAX_CELLS];
	static fr_cell starts[MAX_CELLS];
	static fr_cell goals[MAX_CELLS];
	static uint64_t to[MAX_CELLS];
	static uint64_t between[MAX_CELLS];
	uint32_t cells = w->grid->cells;
	fr_index portable = m->index;
	fr_poll poll = no_poll();

	portable.vectors = false;
	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	for (uint32_t n = 0; n < cells; n++)
	{
		starts[n] = cell_at(w, start);
		goals[n] = cell_at(w, n);
	}
	fr_index_costs_to(&portable, cell_at(w, start), goals, cells, m->scratch, &poll, to);
	fr_index_costs(&m->index, starts, goals, cells, m->scratch, &poll, between);
	for (uint32_t goal = 0; goal < cells; goal++)
	{
		uint64_t wanted = costs[goal].a < 0 ? FR_UNREACHED : world_units(w, costs[goal]);

		check_cost(w, m, start, goal, wanted);
		expect(BATCH, to[goal] == wanted && between[goal] == wanted, w, NULL);
		if (chance_below(c, 8) == 0)
			check_route(w, m, start, goal, wanted);
	}
}

static void
check_same(const world *w, const made *m)
{
	fr_index_request request = request_of(w);
	fr_poll poll = no_poll();
	size_t size;
	uint8_t *again = build_bytes(&request, &poll, &size);

	expect(SAME, size == m->size && memcmp(again, m->bytes, size) == 0, w, NULL);
	free(again);
}

/* Builds that a poll leaves early on, and the one after them. */
static void
check_left(const world *w, const made *m, chance *c)
{
	fr_index_request request = request_of(w);
	malloc_arena memory = malloc_arena_make(&memory);
	leaver l = {.polls_left = (int) chance_below(c, 40)};
	fr_poll poll = {leave, &l};
	fr_index_plan *plan;
	fr_error error;

	if (setjmp(l.out) == 0)
		fr_index_build(&request, &memory.core, &poll, &plan, &error);
	malloc_arena_clear(&memory);
	check_same(w, m);
	expect(LEFT, true, w, NULL);
}

/* ---- broken bytes ------------------------------------------------------------------------- */

/* Asks some pairs of what was accepted: whatever comes back, nothing may happen. */
static void
ask_forged(const world *w, const uint8_t *bytes, size_t size, chance *c)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_index index = fr_index_open(bytes, size, &memory.core, &poll);
	fr_index_scratch *scratch = new_scratch(&index);
	fr_error error;

	for (int i = 0; i < 20; i++)
	{
		fr_cell a = {(int32_t) chance_below(c, index.width),
					 (int32_t) chance_below(c, index.height)};
		fr_cell b = {(int32_t) chance_below(c, index.width),
					 (int32_t) chance_below(c, index.height)};
		uint64_t cost = fr_index_cost(&index, a, b, scratch);
		fr_route route;

		if (index.routes)
			fr_index_route(&index, a, b, scratch, &memory.core, &poll, &cost, &route,
						   &error);
		fr_index_describe(&index);
	}
	expect(FORGED, true, w, NULL);
	free(scratch);
	malloc_arena_clear(&memory);
}

/* One bit, one byte, or a 16-bit number anywhere; the header more often than its share. */
static void
mutate(uint8_t *bytes, size_t size, chance *c)
{
	uint32_t range = (uint32_t) (chance_below(c, 3) ? size : size < 200 ? size : 200);
	size_t at = chance_below(c, range);

	switch (chance_below(c, 3))
	{
		case 0:
			bytes[at] ^= (uint8_t) (1 << chance_below(c, 8));
			break;
		case 1:
			bytes[at] = (uint8_t) (bytes[at] + 1 + chance_below(c, 255));
			break;
		default:
			bytes[at] ^= 0xff;
	}
}

static void
check_mutated(const world *w, const made *m, chance *c)
{
	uint8_t *bytes = exact_copy(m->bytes, m->size);
	fr_poll poll = no_poll();
	fr_error error;

	mutate(bytes, m->size, c);
	expect(MUTATED, fr_index_check(bytes, m->size, &poll, &error) != FR_OK, w, NULL);
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, m->size - FR_AT_WIDTH));
	if (fr_index_check(bytes, m->size, &poll, &error) == FR_OK)
		ask_forged(w, bytes, m->size, c);
	free(bytes);
}

static void
check_shortened(const world *w, const made *m, chance *c)
{
	size_t size = chance_below(c, (uint32_t) m->size);
	uint8_t *bytes = exact_copy(m->bytes, size);
	fr_poll poll = no_poll();
	fr_error error;

	expect(MUTATED, fr_index_check(bytes, size, &poll, &error) != FR_OK, w, NULL);
	free(bytes);
}

#define MUTANTS 20

static void
check_index(const world *w, const made *m, chance *c)
{
	uint32_t cells = w->grid->cells;
	uint32_t starts = cells < 200 ? cells : 30;

	for (uint32_t i = 0; i < starts; i++)
		check_start(w, m, c, cells < 200 ? i : chance_below(c, cells));
	check_left(w, m, c);
	check_same(w, m);
	check_shortened(w, m, c);
	for (int i = 0; i < MUTANTS; i++)
		check_mutated(w, m, c);
}

#endif /* FRINGE_INDEX_CHECKS_H */
