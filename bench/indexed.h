/*
 * indexed.h - an index of a benchmark's map: opened from its bytes, its routes priced
 */
#ifndef FRINGE_BENCH_INDEXED_H
#define FRINGE_BENCH_INDEXED_H

#include "bench.h"
#include "core/base/random.h"

typedef struct indexed
{
	uint8_t *bytes;
	size_t size;
	malloc_arena memory;
	fr_index index;
	fr_index_scratch *scratch;
} indexed;

/* The bytes that a plan says. */
static inline void
write_index(indexed *x, const fr_index_plan *plan)
{
	x->size = fr_index_plan_size(plan);
	x->bytes = new_block(x->size);
	fr_index_write(plan, x->bytes, &no_poll);
}

static inline void
open_index(indexed *x, const char *path)
{
	fr_index_checked checked;
	fr_error error;
	size_t size;

	if (fr_index_check(x->bytes, x->size, &no_poll, &checked, &error))
		die_of(path, &error);
	x->memory = malloc_arena_make(&x->memory);
	x->index = fr_index_open(checked, &x->memory.core, &no_poll);
	size = fr_index_scratch_size(&x->index);
	x->scratch = fr_index_scratch_init(new_block(size), size);
}

static inline void
free_index(indexed *x)
{
	malloc_arena_clear(&x->memory);
	free(x->bytes);
	free(x->scratch);
}

static inline uint64_t
index_cost(const indexed *x, fr_cell start, fr_cell goal)
{
	return fr_index_cost(&x->index, start, goal, x->scratch, &no_poll);
}

/* Is there a route of that cost, by the map's price of it, or rightly none? */
static inline bool
is_priced(const indexed *x, const fr_grid *grid, fr_cell start, fr_cell goal,
		  uint64_t wanted)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_query query = {&x->index, start, goal, x->scratch};
	fr_route route;
	fr_error error;
	uint64_t cost;
	bool right;

	if (fr_index_route(&query, &memory.core, &no_poll, &cost, &route, &error))
		die_of("a route", &error);
	right = cost == wanted;
	if (cost != FR_UNREACHED)
	{
		uint8_t *packed =
			malloc_arena_take(&memory, fr_path_packed_size(&route, &no_poll));
		size_t size = fr_path_pack(&route, packed, &no_poll);
		fr_cell end = fr_path_goal(packed, size, &no_poll);
		uint64_t price;

		right &= fr_path_price(grid, packed, size, &price, &no_poll) && price == wanted &&
				 end.x == goal.x && end.y == goal.y;
	}
	malloc_arena_clear(&memory);
	return right;
}

/* A passable cell. */
static inline fr_cell
random_cell(const fr_grid *grid, uint64_t *random)
{
	uint32_t cell;

	do
		cell = fr_random_below(random, grid->cells);
	while (fr_grid_component(grid, cell) == 0);
	return fr_grid_cell(grid, cell);
}

static inline const char *
last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

#endif /* FRINGE_BENCH_INDEXED_H */
