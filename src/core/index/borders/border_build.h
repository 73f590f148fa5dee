/*
 * border_build.h - what the stages of building an index of borders share (internal)
 *
 * Labels follow from a recursive partition of the map into tiles, with separators as in nested
 * dissection.  A tile is a closed square of 8, 16, .. 128 cells plus one line, which it shares
 * with its neighbours.  Four tiles of a size make one of the next, and the lines between the
 * four are its separator.  The nodes of a tile are border cells:
 *
 *     B B B B B    B  boundary node: on the rim, the end of a link, or a global hub
 *     B . S . B
 *     B S S S B    S  inner node: on the separator
 *     B . S . B
 *     B B B B B
 *
 * Every path out of a tile passes a boundary node.  Global hubs count as boundary nodes only in
 * tiles that are larger than the small ones.  In a tile of 8, all other border cells are inner
 * nodes.  The build goes upward first: from the costs between boundary nodes of four tiles
 * follow the costs in the larger tile.  Searches label the boundary nodes of the largest tiles.
 * Then the build goes downward: from the labels of a tile's boundary nodes follow the labels of
 * its inner nodes, so that the boundary nodes of its four tiles have labels.
 *
 * A cell is given by its index in the grid.  Sets of cells have a word per block.  All memory
 * is the arena's, and large pieces are returned as soon as possible.
 */
#ifndef FRINGE_INDEX_BORDER_BUILD_H
#define FRINGE_INDEX_BORDER_BUILD_H

#include "core/base/base.h"
#include "core/index/borders/border_block.h"
#include "core/index/borders/borders.h"
#include "core/index/byte_buffer.h"
#include "core/index/hub_labels.h"
#include "core/index/index_links.h"
#include "core/index/minplus.h"

#define FR_NO_CELL UINT32_MAX
#define FR_NO_STEP UINT32_MAX
#define FR_NO_ROW UINT32_MAX

typedef struct fr_border_build
{
	const fr_grid *grid;
	const fr_arena *arena;
	const fr_poll *poll;
	fr_index_progress *progress; /* or NULL */
	const fr_minplus *minplus;
	const uint8_t *moves; /* legal moves by cell */
	const uint8_t *back;  /* the same steps at their ends: see fr_oneway */
	bool oneway;		  /* some step has none back, and so costs are directed */
	bool directed;		  /* costs there and back may differ */
	fr_step_parts step_parts;
	const fr_prices *layers; /* the grid's; NULL: none */
	fr_border_prices prices; /* the same in parts, if `layered` */
	bool layered;
	bool doubled; /* the grid's costs are twice the costs of the request's grid */
	uint32_t blocks_across;
	uint32_t blocks_down;
	uint64_t *free_cells;
	uint64_t *border_cells;
	uint64_t *link_ends; /* NULL: no links */
	uint64_t *global_hub_cells;
	uint32_t *global_hubs; /* cells by rank */
	uint32_t global_hub_count;
	uint32_t border_count;
	uint32_t hub_count;
	fr_index_units units;
	uint32_t top;		/* exceeds the cost of every best path, in these units */
	int32_t large_tile; /* side of the tiles whose boundary nodes searches label */
	int32_t small_tile; /* side of the tiles on whose rims global hubs are chosen */
	int32_t longest;	/* cost so far between a border cell and a cell of its block */
	uint32_t *node_of;	/* scratch, by cell */
	uint64_t polls;
} fr_border_build;

/* ---- border_build.c -------------------------------------------------------- */

/* The cost of a legal step in the grid's unit. */
uint64_t fr_border_grid_step(const fr_border_build *b, uint32_t cell, int direction);

/* The cost of a legal step; FR_NO_STEP if it exceeds the cost of every best path. */
uint32_t fr_border_step_cost(const fr_border_build *b, uint32_t cell, int direction);

/* Is a cell, which may be outside the map, in the set? */
static inline bool
fr_border_set_has(const fr_border_build *b, const uint64_t *set, fr_cell at)
{
	return fr_grid_has(b->grid, at) &&
		   (set[fr_block_of(b->blocks_across, at)] >> fr_local_of(at) & 1);
}

static inline void
fr_border_set_add(const fr_border_build *b, uint64_t *set, uint32_t cell)
{
	fr_cell at = fr_grid_cell(b->grid, cell);

	set[fr_block_of(b->blocks_across, at)] |= UINT64_C(1) << fr_local_of(at);
}

static inline uint64_t
fr_border_link_ends(const fr_border_build *b, uint32_t block)
{
	return b->link_ends ? b->link_ends[block] : 0;
}

static inline bool
fr_border_is_link_end(const fr_border_build *b, fr_cell at)
{
	return b->link_ends && fr_border_set_has(b, b->link_ends, at);
}

static inline fr_arc_scale
fr_border_link_scale(const fr_border_build *b)
{
	return (fr_arc_scale){b->step_parts.part, b->units.straight, b->top};
}

static inline void
fr_border_poll(fr_border_build *b)
{
	fr_poll_at(b->poll, b->polls++);
}

static inline void
fr_border_begin_stage(fr_border_build *b, const char *stage)
{
	fr_progress_begin(b->progress, stage);
	fr_poll_now(b->poll);
}

/* ---- border_diameter.c ----------------------------------------------------- */

/* No best path costs more, in the grid's unit.  At most twice the cost of the longest one. */
uint64_t fr_border_diameter_bound(const fr_border_build *b);

/* ---- border_tiles.c -------------------------------------------------------- */

/* Costs between inner nodes and a node are a row, padded to lanes and doubled: see fr_hub_rows. */
typedef struct fr_tile
{
	int32_t x;
	int32_t y;
	int32_t size;
	uint32_t boundary; /* number of boundary nodes, which come first */
	uint32_t inner;
	uint32_t lanes; /* of a row */
	uint32_t capacity;
	uint32_t *cell; /* by node */
	int32_t *
		clique; /* costs from boundary node to boundary node; NULL once no tile needs them */
	int32_t *from_inner; /* a row per node: costs from inner nodes; NULL: not wanted */
	int32_t *to_inner;	 /* costs to inner nodes; `from_inner` unless directed */
	struct fr_tile *child[4];
} fr_tile;

/* The row of a node. */
static inline const int32_t *
fr_tile_inner_costs(const fr_tile *tile, bool to_inner, uint32_t node)
{
	return (to_inner ? tile->to_inner : tile->from_inner) +
		   (size_t) node * tile->lanes * FR_LANE;
}

/* The small tiles with their cliques, row by row.  Taking one leaves NULL. */
typedef struct fr_tile_store
{
	uint32_t across;
	uint32_t count;
	fr_tile **tiles;
} fr_tile_store;

/*
 * Makes the tile with this first cell; NULL if it is outside the map.  If `rows` is set, the
 * tile has rows and children, and these have rows, too.  Otherwise the tile has only its
 * clique.  Small tiles come from the store, unless the store is NULL.
 */
fr_tile *fr_tile_make(fr_border_build *b, int32_t x, int32_t y, int32_t size, bool rows,
					  fr_tile_store *store);
void fr_tile_drop_clique(const fr_border_build *b, fr_tile *tile);

/* Frees its children, too. */
void fr_tile_free(const fr_border_build *b, fr_tile *tile);

/* The costs of best paths inside a block between all its cells, by local numbers. */
typedef struct fr_all_pairs
{
	int32_t cost[FR_BLOCK_CELLS][FR_BLOCK_CELLS];
} fr_all_pairs;

void fr_all_pairs_in_block(const fr_border_build *b, uint32_t block, fr_all_pairs *all);

/* ---- border_hubs.c --------------------------------------------------------- */

/* The vertices of a graph of border cells. */
typedef struct fr_overlay_vertices
{
	uint32_t *number; /* by cell; FR_NO_CELL: no vertex */
	uint32_t *cell;	  /* by number */
	uint32_t count;
	uint32_t capacity;
} fr_overlay_vertices;

/* Hub labels of the boundary nodes of all large tiles: distances to hubs, and from hubs. */
typedef struct fr_boundary_labels
{
	fr_overlay_vertices vertices;
	fr_labels labels[2]; /* the second one is empty unless directed */
} fr_boundary_labels;

/* Chooses the global hubs, and computes the labels of boundary nodes. */
void fr_label_boundaries(fr_border_build *b, fr_boundary_labels *boundary);
void fr_boundary_labels_free(const fr_border_build *b, fr_boundary_labels *boundary);

/* ---- border_encode.c ------------------------------------------------------- */

/*
 * Distances between hubs and the nodes of a tile, in one direction.  Each hub that a node may
 * have in its label has a row: first boundary nodes, then inner nodes, both padded to lanes.
 * An entry is the doubled distance, plus 1 if the hub is in the label of the node.  So among
 * paths of equal length a minimum prefers the path over a node without the hub.  One pass
 * yields both the distance and whether the label has the hub.
 */
typedef struct fr_hub_rows
{
	uint32_t count;
	uint32_t capacity;
	uint32_t boundary_lanes;
	uint32_t inner_lanes;
	uint32_t *hub; /* by row */
	int32_t *cost; /* rows, one after another */
} fr_hub_rows;

static inline size_t
fr_hub_row_length(const fr_hub_rows *r)
{
	return (size_t) (r->boundary_lanes + r->inner_lanes) * FR_LANE;
}

static inline int32_t *
fr_hub_row(const fr_hub_rows *r, uint32_t row)
{
	return r->cost + row * fr_hub_row_length(r);
}

static inline int32_t *
fr_hub_row_inner(const fr_hub_rows *r, uint32_t row)
{
	return fr_hub_row(r, row) + (size_t) r->boundary_lanes * FR_LANE;
}

/* The position of a node in every row. */
static inline uint32_t
fr_hub_row_position(const fr_hub_rows *r, const fr_tile *tile, uint32_t node)
{
	return node < tile->boundary ? node
								 : node - tile->boundary + r->boundary_lanes * FR_LANE;
}

/* The encoding of costs in two bytes: see fr_byte_units. */
typedef struct fr_cost_encoder
{
	fr_index_units units;
	uint32_t inverse; /* of the units' diagonal; 0: units are proportional to costs */
	bool pairs;
} fr_cost_encoder;

/* The sections that blocks are written to. */
typedef struct fr_border_encoder
{
	fr_cost_encoder costs;
	bool many; /* FR_FLAG_MANY */
	uint8_t *directory;
	fr_byte_buffer blocks;
	fr_byte_pool tables;
	fr_byte_pool offset_lists;
} fr_border_encoder;

static inline size_t
fr_border_encoder_size(const fr_border_encoder *e)
{
	return e->blocks.size + e->tables.bytes.size + e->offset_lists.bytes.size;
}

/* Writes the record of a tile of 8, given the distances to hubs and from hubs. */
void fr_border_encode_block(fr_border_build *b, fr_border_encoder *e, const fr_tile *tile,
							const fr_hub_rows rows[2]);

/* ---- border_labels.c ------------------------------------------------------- */

/* Labels and encodes all blocks; false: they exceed max_size, or the places of offset lists. */
bool fr_label_blocks(fr_border_build *b, const fr_boundary_labels *boundary,
					 fr_border_encoder *e, size_t max_size);

#endif /* FRINGE_INDEX_BORDER_BUILD_H */
