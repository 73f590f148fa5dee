/*
 * descent.c - from the largest tiles down to blocks
 *
 * Distances to a tile's gates are known.  Those to its inner nodes follow, these become
 * hubs, and so the gates of the four tiles that it is made of are known.  A block is
 * written when it is reached, and forgotten.
 */
#include "core/index/borders/descent.h"

#include <string.h>

#define BLOCKS_BEGIN 0.65 /* of the work */

static void
release_sides(const fr_descent *d, fr_rows sides[2])
{
	for (int side = 0; side <= d->b->directed; side++)
		fr_rows_release(d->b, &sides[side]);
}

/* The inner nodes of a tile that is larger than a block become hubs. */
static void
add_hubs(fr_descent *d, const fr_tile *tile, fr_rows sides[2])
{
	uint32_t *order = fr_take_numbers(d->b->arena, tile->inner);
	uint32_t *hubs = fr_take_numbers(d->b->arena, tile->inner);

	fr_cross_order(d->b, tile, order);
	for (uint32_t i = 0; i < tile->inner; i++)
		hubs[order[i]] = d->next_hub++;
	fr_rows_add_own(d->b, sides, tile, order, hubs, d->slots);
	fr_release_numbers(d->b->arena, hubs, tile->inner);
	fr_release_numbers(d->b->arena, order, tile->inner);
}

static bool
write_block(fr_descent *d, const fr_tile *tile, const fr_rows sides[2])
{
	fr_poll_now(d->b->poll);
	fr_run_write(d->b, d->writer, tile, sides);
	return fr_run_writer_size(d->writer) <= d->max_size &&
		   (d->writer->many || d->writer->reliefs.bytes.size <= FR_MOST_RELIEFS);
}

static bool descend(fr_descent *d, const fr_tile *tile, fr_rows sides[2]);

static bool
descend_to_child(fr_descent *d, const fr_tile *tile, const fr_rows sides[2],
				 const fr_tile *child)
{
	fr_rows below[2];
	bool within;

	for (int side = 0; side <= d->b->directed; side++)
		below[side] = fr_rows_of_child(d->b, &sides[side], tile, child);
	within = descend(d, child, below);
	release_sides(d, below);
	return within;
}

/* Rows have the gates; false: more bytes are written than may be. */
static bool
descend(fr_descent *d, const fr_tile *tile, fr_rows sides[2])
{
	for (int side = 0; side <= d->b->directed; side++)
		fr_rows_extend(d->b, &sides[side], tile, side);
	if (tile->size == FR_INDEX_BLOCK)
		return write_block(d, tile, sides);
	add_hubs(d, tile, sides);
	for (int i = 0; i < 4; i++)
		if (tile->child[i] && !descend_to_child(d, tile, sides, tile->child[i]))
			return false;
	return true;
}

/* The rows of a largest tile are taken from labels, for its gates alone. */
static void
take_top_rows(fr_descent *d, const fr_tile *tile, fr_rows sides[2])
{
	for (int side = 0; side <= d->b->directed; side++)
		sides[side] = fr_rows_of_top(d->b, tile, d->top, side, d->slots[side]);
}

static bool
descend_from_top(fr_descent *d, int32_t x, int32_t y)
{
	fr_tile *tile = fr_tile_make(d->b, x, y, d->b->sizes.top, true, NULL);
	fr_rows sides[2];
	bool within;

	fr_tile_drop_between(d->b, tile);
	take_top_rows(d, tile, sides);
	within = descend(d, tile, sides);
	release_sides(d, sides);
	fr_tile_free(d->b, tile);
	return within;
}

static void
take_slots(fr_descent *d)
{
	for (int side = 0; side <= d->b->directed; side++)
	{
		d->slots[side] = fr_take_numbers(d->b->arena, d->b->hubs);
		memset(d->slots[side], 0xff, d->b->hubs * sizeof(uint32_t));
	}
}

static void
release_slots(fr_descent *d)
{
	for (int side = 0; side <= d->b->directed; side++)
		fr_release_numbers(d->b->arena, d->slots[side], d->b->hubs);
}

/* Writes the runs of all blocks; false: more bytes than may be. */
bool
fr_descend(fr_descent *d)
{
	int32_t size = d->b->sizes.top;
	int32_t height = (int32_t) d->b->grid->height;
	bool within = true;

	fr_border_stage(d->b, "blocks", BLOCKS_BEGIN);
	d->next_hub = d->top->vertices.count; /* those of the top are numbered by rank */
	take_slots(d);
	for (int32_t y = 0; within && y < height; y += size)
		for (int32_t x = 0; within && x < (int32_t) d->b->grid->width; x += size)
		{
			fr_progress_put(d->b->progress, "blocks",
							BLOCKS_BEGIN + (1 - BLOCKS_BEGIN) * (double) y / height);
			within = descend_from_top(d, x, y);
		}
	release_slots(d);
	return within;
}
