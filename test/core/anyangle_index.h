/*
 * anyangle_index.h - the index of such a map: its costs, its routes, and made-up bytes
 */
#ifndef FRINGE_ANYANGLE_INDEX_H
#define FRINGE_ANYANGLE_INDEX_H

#include "anyangle_map.h"
#include "core/index/index.h"
#include "core/index/index_format.h"

static inline fr_cell
cell_of(const tried *m, int n)
{
	return (fr_cell){n % m->s->width, n / m->s->width};
}

static inline fr_index_scratch *
scratch_for(const fr_index *index)
{
	size_t size = fr_index_scratch_size(index);

	return fr_index_scratch_init(new_block(size), size);
}

static inline void
make_index(tried *m, const char *model)
{
	static const uint8_t digest[FR_INDEX_DIGEST] = {1};
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_checked checked;
	fr_index_plan *plan;
	fr_error error;
	fr_model parsed;
	fr_index_request request = {
		.grid = m->grid, .model = &parsed, .digest = digest, .routes = true};

	fr_model_parse(model, strlen(model), &parsed, &error);
	if (fr_index_build(&request, &memory.core, &poll, &plan, &error))
	{
		ok(false, "an index is built: %s", error.what);
		exit(1);
	}
	m->size = fr_index_plan_size(plan);
	m->bytes = new_block(m->size);
	fr_index_write(plan, m->bytes, &poll);
	malloc_arena_clear(&memory);
	m->t->indexed += fr_index_check(m->bytes, m->size, &poll, &checked, &error) != FR_OK;
	m->memory = malloc_arena_make(&m->memory);
	m->index = fr_index_open(checked, &m->memory.core, &poll);
	m->scratch = scratch_for(&m->index);
}

static inline void
free_index(tried *m)
{
	malloc_arena_clear(&m->memory);
	free(m->bytes);
	free(m->scratch);
}

/* Does an index say so, with vectors and without? */
static inline bool
costs_so(const tried *m, fr_cell start, fr_cell goal, uint64_t wanted)
{
	fr_index portable = m->index;

	portable.vectors = false;
	return fr_index_cost(&m->index, start, goal, m->scratch, &poll) == wanted &&
		   fr_index_cost(&portable, start, goal, m->scratch, &poll) == wanted;
}

/* The same bits either way, and a route of that cost. */
static inline void
try_index(const tried *m, int start, int goal, const fr_result *r)
{
	fr_index_query query = {&m->index, cell_of(m, start), cell_of(m, goal), m->scratch};
	malloc_arena memory = malloc_arena_make(&memory);
	uint64_t wanted = r->found ? r->cost : FR_UNREACHED;
	fr_result found = {.found = true};
	fr_error error;

	m->t->indexed += !costs_so(m, query.start, query.goal, wanted) ||
					 !costs_so(m, query.goal, query.start, wanted) ||
					 fr_index_route(&query, &memory.core, &poll, &found.cost,
									&found.route, &error) != FR_OK ||
					 found.cost != wanted;
	found.length = found.route.moves + 1;
	m->t->indexed +=
		r->found && found.cost == wanted && !is_right_route(m, &found, start, goal);
	malloc_arena_clear(&memory);
}

/* Costs from one cell to others. */
static inline void
try_index_to_many(const tried *m, int start, const uint64_t *wanted)
{
	static fr_cell goals[MOST];
	static uint64_t costs[MOST];
	size_t count = (size_t) (m->s->width * m->s->height);
	fr_cell from = cell_of(m, start);

	for (size_t i = 0; i < count; i++)
		goals[i] = cell_of(m, (int) i);
	fr_index_costs_to(&m->index, &(fr_index_pairs){&from, goals, count, costs},
					  m->scratch, &poll);
	m->t->indexed += memcmp(costs, wanted, count * sizeof *costs) != 0;
}

/* Asks what was made up and accepted: all answers stay on the map. */
static inline void
ask_forged(const tried *m, fr_index_checked bytes, chance *c)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index index = fr_index_open(bytes, &memory.core, &poll);
	fr_index_query query = {.index = &index, .scratch = scratch_for(&index)};
	fr_error error;

	for (int i = 0; i < 10; i++)
	{
		uint64_t cost;
		fr_route route = {.count = 0};

		query.start = (fr_cell){(int32_t) chance_below(c, index.width),
								(int32_t) chance_below(c, index.height)};
		query.goal = (fr_cell){(int32_t) chance_below(c, index.width),
							   (int32_t) chance_below(c, index.height)};
		fr_index_cost(&index, query.start, query.goal, query.scratch, &poll);
		if (fr_index_route(&query, &memory.core, &poll, &cost, &route, &error) ||
			cost == FR_UNREACHED || index.form != FR_INDEX_LINES)
			continue;
		for (size_t k = 0; k < route.count; k++)
			m->t->forged += (uint32_t) route.corners[k].x >= index.width ||
							(uint32_t) route.corners[k].y >= index.height;
	}
	free(query.scratch);
	malloc_arena_clear(&memory);
}

/* A byte is changed, and the checksum after it; or some bytes are missing. */
static inline void
try_forged(const tried *m, chance *c)
{
	size_t prefix = chance_below(c, (uint32_t) m->size);
	uint8_t *bytes = new_block(prefix + 1);
	fr_index_checked checked;
	fr_error error;

	memcpy(bytes, m->bytes, prefix);
	m->t->forged += fr_index_check(bytes, prefix, &poll, &checked, &error) == FR_OK;
	free(bytes);
	bytes = new_block(m->size);
	memcpy(bytes, m->bytes, m->size);
	bytes[chance_below(c, chance_below(c, 3) ? (uint32_t) m->size : 200)] ^=
		(uint8_t) (1 << chance_below(c, 8));
	m->t->forged += fr_index_check(bytes, m->size, &poll, &checked, &error) == FR_OK;
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, m->size - FR_AT_WIDTH));
	if (fr_index_check(bytes, m->size, &poll, &checked, &error) == FR_OK)
		ask_forged(m, checked, c);
	free(bytes);
}

#endif /* FRINGE_ANYANGLE_INDEX_H */
