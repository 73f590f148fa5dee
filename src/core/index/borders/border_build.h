/*
 * border_build.h - what all stages of building the borders form work with (internal)
 *
 * The vertices are border cells; a vertex is the index of its cell in the grid.  Tiles are
 * closed squares of 8, 16, .. cells a side and one line more, which they share with their
 * neighbours; four of a size make one of the next.
 */
#ifndef FRINGE_INDEX_BORDER_BUILD_H
#define FRINGE_INDEX_BORDER_BUILD_H

#include "core/base/error.h"
#include "core/index/borders/border_block.h"
#include "core/index/borders/borders.h"
#include "core/index/hubs/labels.h"
#include "core/index/map_links.h"
#include "core/index/minplus.h"
#include "core/index/store/pool.h"

#define FR_NO_CELL UINT32_MAX
#define FR_NO_STEP UINT32_MAX

/* Sides of tiles, in cells. */
typedef struct fr_tile_sizes
{
	int32_t top;   /* of the largest tiles: their gates are labelled by searches */
	int32_t first; /* of those on whose lines first hubs are looked for; less than top */
} fr_tile_sizes;

typedef struct fr_border_build
{
	const fr_grid *grid;
	const fr_arena *arena;
	const fr_poll *poll;
	const fr_minplus *minplus;
	const uint8_t *moves; /* legal ones, by cell */
	bool directed;		  /* there and back may cost different amounts */
	fr_link_parts link;	  /* how links are counted */
	uint32_t across;	  /* blocks */
	uint32_t down;
	uint64_t *free;	   /* by block: a set of its cells */
	uint64_t *borders; /* by block */
	uint64_t *ends; /* by block: border cells where links begin or end; NULL: no links */
	uint64_t *firsts; /* by block: first hubs, once they are chosen */
	uint32_t *first;  /* the same, in their order */
	uint32_t first_count;
	uint32_t count; /* of border cells */
	uint32_t hubs;	/* of them: those that are hubs */
	fr_index_units units;
	uint32_t top; /* above every cost in these */
	fr_tile_sizes sizes;
	int32_t longest_inside;		 /* from or to a border cell of the same block, so far */
	uint32_t *place;			 /* by cell: a scratch number of a tile's nodes */
	uint64_t steps;				 /* of loops that poll */
	fr_index_progress *progress; /* or NULL */
} fr_border_build;

/* ---- border_build.c ----------------------------------------------------------- */

void fr_frame_add_first(fr_border_build *b, uint32_t cell);
uint32_t fr_frame_step(const fr_border_build *b, uint32_t cell, int direction);

static inline fr_cell
fr_frame_cell(const fr_border_build *b, uint32_t cell)
{
	return fr_grid_cell(b->grid, cell);
}

/* Is the cell, which may be outside the map, one of a set by block? */
static inline bool
fr_frame_has(const fr_border_build *b, const uint64_t *set, int32_t x, int32_t y)
{
	fr_cell at = {x, y};

	return fr_grid_has(b->grid, at) &&
		   (set[fr_block_of(b->across, at)] >> fr_place_of(at) & 1);
}

/* The cells of a block where links begin or end. */
static inline uint64_t
fr_frame_ends(const fr_border_build *b, uint32_t block)
{
	return b->ends ? b->ends[block] : 0;
}

/* Does a link begin or end there?  The cell may be outside the map. */
static inline bool
fr_frame_is_end(const fr_border_build *b, fr_cell at)
{
	return b->ends && fr_frame_has(b, b->ends, at.x, at.y);
}

/* How links are priced, once there are units. */
static inline fr_hop_prices
fr_frame_prices(const fr_border_build *b)
{
	return (fr_hop_prices){b->link.part, b->units.straight, b->top};
}

static inline void
fr_border_poll(fr_border_build *b)
{
	fr_poll_at(b->poll, b->steps++);
}

/* Begins a stage; this share of the work is done before it. */
static inline void
fr_border_stage(fr_border_build *b, const char *stage, double done)
{
	fr_progress_put(b->progress, stage, done);
	fr_poll_now(b->poll);
}

/* ---- border_extent.c ------------------------------------------------------------- */

uint64_t fr_frame_extent(const fr_border_build *b);

/* ---- border_tiles.c -------------------------------------------------------------- */

/*
 * The nodes of a tile are border cells of blocks: its gates, which are those on its rim,
 * ends of links, and the first hubs inside a tile that is larger than those first hubs are
 * chosen from; then inner ones, which are those on the cross that parts it into four, or in
 * a tile of 8 all others.  Every way out of a tile goes over a gate.
 *
 * A row has a number for each inner node, padded to lanes.  Distances in rows are doubled:
 * see fr_rows.
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

/* ---- border_hubs.c --------------------------------------------------------------- */

/* Some border cells, numbered. */
typedef struct fr_vertices
{
	uint32_t *number; /* by cell; FR_NO_CELL */
	uint32_t *cell;	  /* by number */
	uint32_t count;
	uint32_t room;
} fr_vertices;

/* Labels of the gates of the largest tiles: of distances to hubs, and from hubs. */
typedef struct fr_top_labels
{
	fr_vertices vertices;
	fr_labels labels[2]; /* without a direction the second ones are empty */
} fr_top_labels;

/* The labels of the other direction than `side`. */
static inline const fr_labels *
fr_top_other(const fr_border_build *b, const fr_top_labels *top, int side)
{
	return &top->labels[b->directed ? !side : 0];
}

void fr_hubs_choose_first(fr_border_build *b, const fr_tile_store *store);
void fr_hubs_fill_store(fr_border_build *b, fr_tile_store *store);
void fr_hubs_label_top(fr_border_build *b, fr_tile_store *store, fr_top_labels *top);
void fr_top_labels_release(const fr_border_build *b, fr_top_labels *top);

fr_tile_store fr_tile_store_take(const fr_border_build *b);
void fr_tile_store_release(const fr_border_build *b, fr_tile_store *store);

/* ---- distances to hubs: border_labels.c makes them, border_encode.c reads them ----------- */

#define FR_NO_SLOT UINT32_MAX

/*
 * A row for each hub that one of a tile's nodes may have: distances from nodes to the hub,
 * or from it to them.  First gates, then inner nodes, each padded to lanes.  A distance is
 * doubled, and one is added where the hub is in the node's label.  So of two ways as
 * short the one over a node that does not have the hub wins, and one pass tells both how
 * far the hub is and who has it.
 */
typedef struct fr_rows
{
	uint32_t count;
	uint32_t room;
	uint32_t gate_lanes;
	uint32_t inner_lanes;
	uint32_t *hub; /* by row */
	int32_t *cost; /* rows, one after another */
} fr_rows;

static inline size_t
fr_rows_length(const fr_rows *r)
{
	return (size_t) (r->gate_lanes + r->inner_lanes) * FR_LANE;
}

static inline int32_t *
fr_rows_at(const fr_rows *r, uint32_t row)
{
	return r->cost + row * fr_rows_length(r);
}

static inline int32_t *
fr_rows_inner(const fr_rows *r, uint32_t row)
{
	return fr_rows_at(r, row) + (size_t) r->gate_lanes * FR_LANE;
}

/* Where the cost of a node is in a row. */
static inline uint32_t
fr_rows_slot(const fr_rows *r, const fr_tile *tile, uint32_t node)
{
	return node < tile->gates ? node : node - tile->gates + r->gate_lanes * FR_LANE;
}

/* ---- border_encode.c ------------------------------------------------------------- */

typedef struct fr_narrower
{
	fr_index_units units;
	uint32_t inverse; /* of the units' diagonal; 0: units are proportional to costs */
	bool pairs;		  /* two counts; else one number */
} fr_narrower;

typedef struct fr_run_writer
{
	fr_narrower narrower;
	bool many; /* hubs, or reliefs: their numbers take 32 bits */
	uint8_t *directory;
	fr_growing blocks;
	fr_pool tables;
	fr_pool reliefs;
} fr_run_writer;

void fr_run_write(fr_border_build *b, fr_run_writer *w, const fr_tile *tile,
				  const fr_rows sides[2]);

/* Bytes that blocks share. */
static inline size_t
fr_run_writer_shared(const fr_run_writer *w)
{
	return w->tables.bytes.size + w->reliefs.bytes.size;
}

/* Bytes of all that was written. */
static inline size_t
fr_run_writer_size(const fr_run_writer *w)
{
	return w->blocks.size + fr_run_writer_shared(w);
}

/* ---- border_labels.c ------------------------------------------------------------- */

typedef struct fr_descent
{
	fr_border_build *b;
	fr_run_writer *writer;
	const fr_top_labels *top;
	size_t max_size;	/* bytes that may be written */
	uint32_t next_hub;	/* its number */
	uint32_t *slots[2]; /* by hub: scratch */
} fr_descent;

bool fr_descend(fr_descent *d);

#endif /* FRINGE_INDEX_BORDER_BUILD_H */
