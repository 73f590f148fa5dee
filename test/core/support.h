/*
 * support.h - shared by the tests of the core: random numbers, blocks, maps
 */
#ifndef FRINGE_SUPPORT_H
#define FRINGE_SUPPORT_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/search/heuristic.h"
#include "malloc_arena.h"

/* ---- chance: SplitMix64, so that a seed means the same everywhere ------- */

typedef struct chance
{
	uint64_t state;
} chance;

static inline uint64_t
chance_next(chance *c)
{
	uint64_t z = (c->state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static inline uint32_t
chance_below(chance *c, uint32_t n)
{
	return (uint32_t) ((chance_next(c) >> 32) * n >> 32);
}

/* ---- blocks ------------------------------------------------------------ */

static inline void *
new_block(size_t size)
{
	void *block = malloc(size ? size : 1);

	if (!block)
	{
		fprintf(stderr, "out of memory: %zu bytes\n", size);
		exit(2);
	}
	return block;
}

/* A copy in a block of exact size, so that tools detect reads outside it. */
static inline void *
exact_copy(const void *from, size_t size)
{
	void *copy = new_block(size);

	memcpy(copy, from, size);
	return copy;
}

/* ---- polling ----------------------------------------------------------- */

static inline void
count_poll(void *context)
{
	if (context)
		++*(uint64_t *) context;
}

static inline fr_poll
no_poll(void)
{
	return (fr_poll){count_poll, NULL};
}

/* For a poll that leaves by longjmp after so many calls. */
typedef struct leaver
{
	jmp_buf out;
	int polls_left;
} leaver;

static inline void
leave(void *context)
{
	leaver *l = context;

	if (l->polls_left-- == 0)
		longjmp(l->out, 1);
}

/* ---- maps -------------------------------------------------------------- */

/* codes[height][width], packed; `packed` is the caller's to free. */
static inline fr_map
make_map(const uint8_t *codes, uint32_t width, uint32_t height, uint8_t **packed)
{
	fr_poll poll = no_poll();
	fr_palette palette;
	fr_error error;
	fr_map map;
	size_t size;

	fr_palette_of(codes, (size_t) width * height, &palette, &poll);
	size = fr_map_packed_size(width, height, palette.code_count);
	*packed = new_block(size);
	fr_map_pack(codes, width, height, &palette, *packed, &poll);
	if (fr_map_open(*packed, size, &map, &error) || fr_map_check(&map, &poll, &error))
	{
		fprintf(stderr, "a packed map was refused: %s\n", error.what);
		exit(2);
	}
	return map;
}

/* The grid of codes[height][width] under a model. */
static inline fr_grid *
make_grid(const char *text, const uint8_t *codes, uint32_t width, uint32_t height)
{
	fr_poll poll = no_poll();
	uint8_t *packed;
	fr_map map = make_map(codes, width, height, &packed);
	fr_model model;
	fr_costs costs;
	fr_error error;
	fr_grid *grid;

	if (fr_model_parse(text, strlen(text), &model, &error) ||
		fr_costs_resolve(&model, &map, &costs, &error))
	{
		fprintf(stderr, "%s does not do\n", text);
		exit(2);
	}
	grid = malloc_grid(&map, &model, &costs, &poll);
	free(packed);
	return grid;
}

/* ---- searches ---------------------------------------------------------- */

static inline fr_method
method_of(const char *text)
{
	fr_method method;
	fr_error error;

	if (fr_method_parse(text, strlen(text), &method, &error))
	{
		fprintf(stderr, "not a method: %s\n", text);
		exit(2);
	}
	return method;
}

static inline fr_workspace *
new_workspace(uint32_t cells, const fr_method *method)
{
	size_t size = fr_workspace_size(cells, method);

	return fr_workspace_init(new_block(size), size, cells);
}

/* The landmarks that a method needs, built as the server does. */
static inline fr_landmarks *
build_landmarks(const fr_grid *grid, const fr_method *method, fr_workspace *workspace,
				const fr_poll *poll)
{
	int count = (int) method->option[FR_LANDMARKS].digits;
	fr_landmarks plan = fr_landmarks_plan(grid, count, fr_method_value(method, FR_PLACE),
										  method->option[FR_SEED].digits,
										  fr_sweep_workspace_on(grid, workspace), poll);
	size_t size = fr_landmarks_size(grid, &plan);
	void *block = new_block(size);

	memset(block, 0xa5, size);
	return fr_landmarks_build(block, grid, &plan, fr_method_uses_all_landmarks(method),
							  fr_sweep_workspace_on(grid, workspace), poll);
}

/* Freed by the next search. */
static malloc_arena taken = {.core = {.allocate = malloc_arena_take,
									  .context = &taken,
									  .release = malloc_arena_release}};

/* A search; the route in the result is valid until the next one. */
static inline fr_status
search_with(fr_query query, fr_workspace *workspace, const fr_poll *poll,
			fr_result *result)
{
	malloc_arena_clear(&taken);
	query.arena = &taken.core;
	query.wants_route = true;
	return fr_search(&query, workspace, poll, result);
}

/* The moves of a route, one by one. */
static inline void
list_moves(const fr_route *route, uint8_t *moves)
{
	for (size_t i = 0; i < route->count; i++)
		for (uint32_t n = fr_run_moves(route->runs[i]); n > 0; n--)
			*moves++ = (uint8_t) fr_run_direction(route->runs[i]);
}

/* The sum of the costs of a route's steps from a cell. */
static inline uint64_t
cost_of_steps(const fr_grid *grid, uint32_t at, const fr_route *route)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < route->count; i++)
		for (uint32_t n = fr_run_moves(route->runs[i]); n > 0; n--)
		{
			int d = (int) fr_run_direction(route->runs[i]);

			sum += fr_step_cost(grid, at, d);
			at = fr_grid_step(grid, at, d);
		}
	return sum;
}

/* Makes a route of `count` moves; `runs` has room for `count` runs. */
static inline fr_route
route_of_moves(fr_cell start, const uint8_t *moves, int64_t count, uint32_t *runs)
{
	fr_route route = {.start = start, .moves = count, .runs = runs};

	for (int64_t i = 0; i < count; i++)
		if (i > 0 && moves[i] == moves[i - 1])
			runs[route.count - 1] += fr_run_make(0, 1);
		else
			runs[route.count++] = fr_run_make(moves[i], 1);
	return route;
}

/* The same without landmarks and trace. */
static inline fr_status
search_pair(const fr_grid *grid, const fr_method *method, uint32_t start, uint32_t goal,
			fr_workspace *workspace, const fr_poll *poll, fr_result *result)
{
	fr_query query = {.grid = grid, .method = method, .start = start, .goal = goal};

	return search_with(query, workspace, poll, result);
}

/* The same in a workspace of its own. */
static inline fr_result
search_alone(const fr_grid *grid, const char *text, uint32_t start, uint32_t goal)
{
	fr_method method = method_of(text);
	fr_workspace *workspace = new_workspace(grid->cells, &method);
	fr_poll poll = no_poll();
	fr_result result = {0};

	search_pair(grid, &method, start, goal, workspace, &poll, &result);
	free(workspace);
	return result;
}

static inline fr_heuristic
make_heuristic(const fr_grid *grid, const fr_landmarks *landmarks,
			   const fr_method *method, uint32_t start, uint32_t goal)
{
	fr_heuristic heuristic;

	fr_heuristic_init(&heuristic, grid, landmarks, method, start, goal);
	return heuristic;
}

static inline bool
same_counters(const fr_result *a, const fr_result *b)
{
	return a->found == b->found && a->cost == b->cost && a->length == b->length &&
		   a->iterations == b->iterations && a->visited == b->visited &&
		   a->visited_last == b->visited_last && a->expanded == b->expanded &&
		   a->expanded_last == b->expanded_last && a->reopened == b->reopened &&
		   a->open_peak == b->open_peak && a->opened == b->opened &&
		   a->tried == b->tried && a->tried_last == b->tried_last;
}

static inline void
print_counters(const char *name, const fr_result *r)
{
	printf(
		"# %s: found %d, cost %llu, length %lld, iterations %lld, visited %lld (last "
		"%lld), expanded %lld (last %lld), reopened %lld, open peak %lld, opened %lld, tried %lld "
		"(last %lld)\n",
		name, r->found, (unsigned long long) r->cost, (long long) r->length,
		(long long) r->iterations, (long long) r->visited, (long long) r->visited_last,
		(long long) r->expanded, (long long) r->expanded_last, (long long) r->reopened,
		(long long) r->open_peak, (long long) r->opened, (long long) r->tried,
		(long long) r->tried_last);
}

#endif /* FRINGE_SUPPORT_H */
