/*
 * support.h - what the tests of the core share: chance, blocks, made maps
 */
#ifndef FRINGE_SUPPORT_H
#define FRINGE_SUPPORT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

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

/* A copy with nothing around it: tools see a read that leaves it. */
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

static inline fr_workspace *
new_workspace(uint32_t cells, const fr_method *method)
{
	size_t size = fr_workspace_size(cells, method);

	return fr_workspace_init(new_block(size), size, cells);
}

/* For nodes=malloc: one piece of a block after the other. */
static inline void *
take_piece(void *next, size_t size)
{
	char **at = next;
	char *piece = *at;

	*at += size;
	return piece;
}

/* A search without landmarks and trace. */
static inline fr_status
search_pair(const fr_grid *grid, const fr_method *method, uint32_t start, uint32_t goal,
			fr_workspace *workspace, const fr_poll *poll, fr_result *result)
{
	size_t most =
		fr_search_size(grid->cells, method) - fr_workspace_size(grid->cells, method);
	char *pieces = new_block(most);
	char *next = pieces;
	fr_allocator allocator = {take_piece, &next};
	fr_query query = {.grid = grid,
					  .method = method,
					  .start = start,
					  .goal = goal,
					  .allocator = &allocator};
	fr_status status = fr_search(&query, workspace, poll, result);

	free(pieces);
	return status;
}

#endif /* FRINGE_SUPPORT_H */
