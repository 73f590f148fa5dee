/*
 * tiles.h - closed squares of a map, and costs inside them (internal)
 */
#ifndef FRINGE_INDEX_TILES_H
#define FRINGE_INDEX_TILES_H

#include "core/index/borders/build.h"

/*
 * The nodes of a tile are border cells of blocks: its gates, which are those on its rim,
 * ends of links, and the first hubs inside a tile that is larger than those first hubs are
 * chosen from; then inner ones, which are those on the cross that parts it into four, or in
 * a tile of 8 all others.  Every way out of a tile goes over a gate.
 *
 * A row has a number for each inner node, padded to lanes.  Distances in rows are doubled:
 * see rows.c.
 */
typedef struct fr_tile
{
	int32_t x;
	int32_t y;
	int32_t size;
	uint32_t gates;
	uint32_t inner;
	uint32_t lanes;
	uint32_t room;	  /* of `cell` */
	uint32_t *cell;	  /* by node */
	int32_t *between; /* costs from gate to gate; NULL once they are in a larger tile */
	int32_t *to;	  /* by node, a row: costs to it from inner nodes; NULL: not wanted */
	int32_t *from;	  /* the same from it; without a direction they are `to` */
	struct fr_tile *child[4];
} fr_tile;

/* Tiles that were made before, of the size that first hubs are chosen from. */
typedef struct fr_tile_store
{
	uint32_t across;
	uint32_t count;
	fr_tile **tiles; /* row by row; whoever takes one leaves NULL */
} fr_tile_store;

/* The costs of all ways inside a block, by its cells; rows have 64 numbers. */
typedef struct fr_inside
{
	int32_t cost[FR_BLOCK_CELLS][FR_BLOCK_CELLS];
} fr_inside;

void fr_inside_measure(const fr_border_build *b, uint32_t block, fr_inside *inside);

fr_tile *fr_tile_lay_out(const fr_border_build *b, int32_t x, int32_t y, int32_t size);
fr_tile *fr_tile_make(fr_border_build *b, int32_t x, int32_t y, int32_t size, bool rows,
					  fr_tile_store *store);
void fr_tile_drop_between(const fr_border_build *b, fr_tile *tile);
void fr_tile_free(const fr_border_build *b, fr_tile *tile);

/* The node's row of costs to it from inner nodes, or from it to them. */
static inline const int32_t *
fr_tile_row(const fr_tile *tile, bool from, uint32_t node)
{
	return (from ? tile->from : tile->to) + (size_t) node * tile->lanes * FR_LANE;
}

#endif /* FRINGE_INDEX_TILES_H */
