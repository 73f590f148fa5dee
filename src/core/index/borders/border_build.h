/*
 * border_build.h - what all stages of building the borders form work with (internal)
 *
 * The vertices are border cells; a vertex is the index of its cell in the grid.  Tiles are
 * closed squares of 8, 16, .. cells a side and one line more, which they share with their
 * neighbours; four of a size make one of the next.
 */
#ifndef FRINGE_INDEX_BORDER_BUILD_H
#define FRINGE_INDEX_BORDER_BUILD_H

#include "core/base/base.h"
#include "core/index/borders/border_block.h"
#include "core/index/borders/borders.h"
#include "core/index/hub_labels.h"
#include "core/index/index_links.h"
#include "core/index/minplus.h"
#include "core/index/byte_buffer.h"

#define FR_NO_CELL UINT32_MAX
#define FR_NO_STEP UINT32_MAX

/* Sides of tiles, in cells. */
typedef struct fr_tile_sizes
{
	int32_t large; /* of the largest tiles: their boundary are labelled by searches */
	int32_t
		small; /* of those on whose lines first hubs are looked for; less than large */
} fr_tile_sizes;

typedef struct fr_border_build
{
	const fr_grid *grid;
	const fr_arena *arena;
	const fr_poll *poll;
	const fr_minplus *minplus;
	const uint8_t *moves;	  /* legal ones, by cell */
	bool directed;			  /* there and back may cost different amounts */
	fr_link_parts link_parts; /* how links are counted */
	uint32_t blocks_across;
	uint32_t blocks_down;
	uint64_t *free_cells;	/* by block: a set of its cells */
	uint64_t *border_cells; /* by block */
	uint64_t
		*link_ends; /* by block: border cells where links begin or end; NULL: no links */
	uint64_t *global_hub_cells; /* by block: first hubs, once they are chosen */
	uint32_t *global_hubs;		/* the same, in their order */
	uint32_t global_hub_count;
	uint32_t border_count; /* of border cells */
	uint32_t hub_count;	   /* of them: those that are hubs */
	fr_index_units units;
	uint32_t top; /* above every cost in these */
	fr_tile_sizes tile_sizes;
	int32_t longest_in_block;	 /* from or to a border cell of the same block, so far */
	uint32_t *node_of;			 /* by cell: a scratch number of a tile's nodes */
	uint64_t polls;				 /* of loops that poll */
	fr_index_progress *progress; /* or NULL */
} fr_border_build;

/* ---- border_build.c ----------------------------------------------------------- */

void fr_border_add_global_hub(fr_border_build *b, uint32_t cell);
uint32_t fr_border_step_cost(const fr_border_build *b, uint32_t cell, int direction);

static inline fr_cell
fr_border_cell(const fr_border_build *b, uint32_t cell)
{
	return fr_grid_cell(b->grid, cell);
}

/* Is the cell, which may be outside the map, one of a set by block? */
static inline bool
fr_border_set_has(const fr_border_build *b, const uint64_t *set, int32_t x, int32_t y)
{
	fr_cell at = {x, y};

	return fr_grid_has(b->grid, at) &&
		   (set[fr_block_of(b->blocks_across, at)] >> fr_local_of(at) & 1);
}

/* The cells of a block where links begin or end. */
static inline uint64_t
fr_border_link_ends(const fr_border_build *b, uint32_t block)
{
	return b->link_ends ? b->link_ends[block] : 0;
}

/* Does a link begin or end there?  The cell may be outside the map. */
static inline bool
fr_border_is_link_end(const fr_border_build *b, fr_cell at)
{
	return b->link_ends && fr_border_set_has(b, b->link_ends, at.x, at.y);
}

/* How links are priced, once there are units. */
static inline fr_arc_scale
fr_border_link_prices(const fr_border_build *b)
{
	return (fr_arc_scale){b->link_parts.part, b->units.straight, b->top};
}

static inline void
fr_border_poll(fr_border_build *b)
{
	fr_poll_at(b->poll, b->polls++);
}

/* Begins a stage; this share of the work is done before it. */
static inline void
fr_border_begin_stage(fr_border_build *b, const char *stage, double done)
{
	fr_progress_put(b->progress, stage, done);
	fr_poll_now(b->poll);
}

/* ---- border_diameter.c ------------------------------------------------------------- */

uint64_t fr_border_diameter_bound(const fr_border_build *b);

/* ---- border_tiles.c -------------------------------------------------------------- */

/*
 * The nodes of a tile are border cells of blocks: its boundary, which are those on its rim,
 * ends of links, and the first hubs inside a tile that is larger than those first hubs are
 * chosen from; then inner ones, which are those on the cross that parts it into four, or in
 * a tile of 8 all others.  Every way out of a tile goes over a gate.
 *
 * A row has a number for each inner node, padded to lanes.  Distances in rows are doubled:
 * see fr_hub_rows.
 */
typedef struct fr_tile
{
	int32_t x;
	int32_t y;
	int32_t size;
	uint32_t boundary;
	uint32_t inner;
	uint32_t lanes;
	uint32_t capacity; /* of `cell` */
	uint32_t *cell;	   /* by node */
	int32_t *clique;   /* costs from gate to gate; NULL once they are in a larger tile */
	int32_t
		*from_inner; /* by node, a row: costs to it from inner nodes; NULL: not wanted */
	int32_t *to_inner; /* the same from it; without a direction they are `from_inner` */
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
typedef struct fr_all_pairs
{
	int32_t cost[FR_BLOCK_CELLS][FR_BLOCK_CELLS];
} fr_all_pairs;

void fr_all_pairs_in_block(const fr_border_build *b, uint32_t block,
						   fr_all_pairs *inside);

fr_tile *fr_tile_make(fr_border_build *b, int32_t x, int32_t y, int32_t size, bool rows,
					  fr_tile_store *store);
void fr_tile_drop_clique(const fr_border_build *b, fr_tile *tile);
void fr_tile_free(const fr_border_build *b, fr_tile *tile);

/* The node's row of costs to it from inner nodes, or from it to them. */
static inline const int32_t *
fr_tile_inner_costs(const fr_tile *tile, bool to_inner, uint32_t node)
{
	return (to_inner ? tile->to_inner : tile->from_inner) +
		   (size_t) node * tile->lanes * FR_LANE;
}

/* ---- border_hubs.c --------------------------------------------------------------- */

/* Some border cells, numbered. */
typedef struct fr_overlay_vertices
{
	uint32_t *number; /* by cell; FR_NO_CELL */
	uint32_t *cell;	  /* by number */
	uint32_t count;
	uint32_t capacity;
} fr_overlay_vertices;

/* Labels of the boundary of the largest tiles: of distances to hubs, and from hubs. */
typedef struct fr_boundary_labels
{
	fr_overlay_vertices vertices;
	fr_labels labels[2]; /* without a direction the second ones are empty */
} fr_boundary_labels;

/* The labels of the other direction than `side`. */
static inline const fr_labels *
fr_boundary_labels_reverse(const fr_border_build *b, const fr_boundary_labels *top,
						   int side)
{
	return &top->labels[b->directed ? !side : 0];
}

void fr_choose_global_hubs(fr_border_build *b, const fr_tile_store *store);
void fr_tile_store_fill(fr_border_build *b, fr_tile_store *store);
void fr_label_boundaries(fr_border_build *b, fr_tile_store *store,
						 fr_boundary_labels *top);
void fr_boundary_labels_free(const fr_border_build *b, fr_boundary_labels *top);

fr_tile_store fr_tile_store_make(const fr_border_build *b);
void fr_tile_store_free(const fr_border_build *b, fr_tile_store *store);

/* ---- distances to hubs: border_labels.c makes them, border_encode.c reads them ----------- */

#define FR_NO_ROW UINT32_MAX

/*
 * A row for each hub that one of a tile's nodes may have: distances from nodes to the hub,
 * or from it to them.  First boundary, then inner nodes, each padded to lanes.  A distance is
 * doubled, and one is added where the hub is in the node's label.  So of two ways as
 * short the one over a node that does not have the hub wins, and one pass tells both how
 * far the hub is and who has it.
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

/* Where the cost of a node is in a row. */
static inline uint32_t
fr_hub_row_position(const fr_hub_rows *r, const fr_tile *tile, uint32_t node)
{
	return node < tile->boundary ? node
								 : node - tile->boundary + r->boundary_lanes * FR_LANE;
}

/* ---- border_encode.c ------------------------------------------------------------- */

typedef struct fr_cost_encoder
{
	fr_index_units units;
	uint32_t inverse; /* of the units' diagonal; 0: units are proportional to costs */
	bool pairs;		  /* two counts; else one number */
} fr_cost_encoder;

typedef struct fr_border_encoder
{
	fr_cost_encoder costs;
	bool many; /* hubs, or reliefs: their numbers take 32 bits */
	uint8_t *directory;
	fr_byte_buffer blocks;
	fr_byte_pool tables;
	fr_byte_pool reliefs;
} fr_border_encoder;

void fr_border_encode_block(fr_border_build *b, fr_border_encoder *w, const fr_tile *tile,
							const fr_hub_rows sides[2]);

/* Bytes that blocks share. */
static inline size_t
fr_border_encoder_shared(const fr_border_encoder *w)
{
	return w->tables.bytes.size + w->reliefs.bytes.size;
}

/* Bytes of all that was written. */
static inline size_t
fr_border_encoder_size(const fr_border_encoder *w)
{
	return w->blocks.size + fr_border_encoder_shared(w);
}

/* ---- border_labels.c ------------------------------------------------------------- */

typedef struct fr_labeling
{
	fr_border_build *b;
	fr_border_encoder *writer;
	const fr_boundary_labels *top;
	size_t max_size;		  /* bytes that may be written */
	uint32_t next_hub;		  /* its number */
	uint32_t *rows_by_hub[2]; /* scratch */
} fr_labeling;

bool fr_label_blocks(fr_labeling *d);

#endif /* FRINGE_INDEX_BORDER_BUILD_H */
