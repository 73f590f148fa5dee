/*
 * malloc_arena.h - an fr_arena on malloc, for the tests, the fuzzers and the benchmarks
 *
 * Every block points to its arena, so that a grid can be freed by its address alone.
 */
#ifndef FRINGE_MALLOC_ARENA_H
#define FRINGE_MALLOC_ARENA_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/core.h"

typedef struct malloc_arena malloc_arena;

typedef struct malloc_piece
{
	struct malloc_piece *older;
	struct malloc_piece *newer;
	malloc_arena *owner;
	size_t size;
} malloc_piece;

struct malloc_arena
{
	fr_arena core; /* passed to the core */
	malloc_piece *newest;
	size_t taken; /* bytes, without those given back */
	size_t most;  /* that were taken at a time */
	jmp_buf
		*out;  /* where an allocation that fails leaves to, in tests; NULL: none fails */
	long left; /* allocations that succeed before */
};

static inline void *
malloc_arena_take(void *context, size_t size)
{
	malloc_arena *arena = context;
	malloc_piece *piece;

	if (arena->out && arena->left-- == 0)
		longjmp(*arena->out, 1);
	piece = malloc(sizeof *piece + size);
	if (piece == NULL)
	{
		fprintf(stderr, "out of memory: %zu bytes\n", size);
		exit(2);
	}
	*piece = (malloc_piece){arena->newest, NULL, arena, size};
	if (arena->newest)
		arena->newest->newer = piece;
	arena->newest = piece;
	arena->taken += size;
	if (arena->taken > arena->most)
		arena->most = arena->taken;
	return piece + 1;
}

static inline void
malloc_arena_release(void *context, void *block, size_t size)
{
	malloc_arena *arena = context;
	malloc_piece *piece = (malloc_piece *) block - 1;

	if (piece->size != size)
	{
		fprintf(stderr, "a block of %zu bytes is given back as one of %zu\n", piece->size,
				size);
		exit(2);
	}
	*(piece->newer ? &piece->newer->older : &arena->newest) = piece->older;
	if (piece->older)
		piece->older->newer = piece->newer;
	arena->taken -= size;
	free(piece);
}

static inline malloc_arena
malloc_arena_make(malloc_arena *self)
{
	return (malloc_arena){.core = {.allocate = malloc_arena_take,
								   .context = self,
								   .release = malloc_arena_release}};
}

/* Frees all blocks; the arena can be used again. */
static inline void
malloc_arena_clear(malloc_arena *arena)
{
	while (arena->newest)
	{
		malloc_piece *older = arena->newest->older;

		free(arena->newest);
		arena->newest = older;
	}
	arena->taken = 0;
}

/* ---- a grid that can be freed by itself ---------------------------------- */

/* Builds a grid with its moves, jumps and visibility graph, in an arena of its own. */
static inline fr_grid *
malloc_grid(const fr_map *map, const fr_model *model, const fr_costs *costs,
			const fr_poll *poll)
{
	malloc_arena scratch = malloc_arena_make(&scratch);
	malloc_arena *own = malloc(sizeof *own);
	fr_grid *grid;

	if (own == NULL)
		exit(2);
	*own = malloc_arena_make(own);
	grid = fr_grid_build(map, model, costs, &own->core, &scratch.core, poll);
	grid->moves = fr_grid_moves(grid, &own->core, poll);
	if (grid->costs.jumps)
		grid->jumps = fr_grid_jumps(grid, &own->core, &scratch.core, poll);
	grid->levels = fr_grid_levels(grid, &own->core, poll);
	if (grid->costs.lengths)
		grid->visibility = fr_visibility_graph_make(grid, &own->core, poll);
	malloc_arena_clear(&scratch);
	return grid;
}

/* The arena of such a grid, in which searches keep what they learn. */
static inline malloc_arena *
malloc_grid_arena(const fr_grid *grid)
{
	return ((const malloc_piece *) grid - 1)->owner;
}

static inline void
free_grid(fr_grid *grid)
{
	malloc_arena *own;

	if (grid == NULL)
		return;
	own = malloc_grid_arena(grid);
	malloc_arena_clear(own);
	free(own);
}

#endif /* FRINGE_MALLOC_ARENA_H */
