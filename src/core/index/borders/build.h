/*
 * build.h - what all stages of building the borders form work with (internal)
 *
 * The vertices are border cells; a vertex is the index of its cell in the grid.  Tiles are
 * closed squares of 8, 16, .. cells a side and one line more, which they share with their
 * neighbours; four of a size make one of the next.  Stages, each of which is a file:
 *
 *   frame.c     which cells are border cells, what steps cost
 *   extent.c    how much a path may cost: the units of labels follow
 *   nodes.c     the gates and inner nodes of a tile
 *   tiles.c     costs inside a tile between its gates
 *   top.c       the graph of the gates of many tiles
 *   hubs.c      the order of hubs, and labels of the gates of the largest tiles
 *   rows.c      from distances to a tile's gates those to all that is inside
 *   descent.c   tile by tile down to blocks
 *   runs.c      what is kept of a block, and its bytes
 */
#ifndef FRINGE_INDEX_BORDERS_BUILD_H
#define FRINGE_INDEX_BORDERS_BUILD_H

#include "core/base/error.h"
#include "core/grid/bits.h"
#include "core/index/borders/borders.h"
#include "core/index/map_links.h"
#include "core/index/minplus.h"
#include "core/index/hubs/labels.h"
#include "core/index/store/plan.h"

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

/* ---- frame.c ---------------------------------------------------------------- */

void fr_frame_make(fr_border_build *b, const fr_grid *grid);
void fr_frame_release(const fr_border_build *b);
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

/* ---- extent.c --------------------------------------------------------------- */

uint64_t fr_frame_extent(const fr_border_build *b);

/* ---- build.c ---------------------------------------------------------------- */

/* The input of a build. */
typedef struct fr_border_request
{
	const fr_index_maker *m;
	const fr_grid *grid; /* with steps that cost the same there and back, if they can */
	fr_index_rule rule;
} fr_border_request;

/* The result of a build. */
typedef struct fr_border_sections
{
	fr_index_units units;
	uint32_t top;
	uint32_t borders;
	uint32_t hubs;
	bool many;
	bool pairs;
	fr_index_section directory;
	fr_index_section blocks;
	fr_index_section tables;
	fr_index_section reliefs;
	fr_index_section links;
	uint32_t parts;
	bool oneway; /* links may cost different amounts there and back */
} fr_border_sections;

fr_index_rule fr_border_rule(const fr_grid *grid);
uint32_t fr_border_hubs(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll);
fr_status fr_border_sections_build(const fr_border_request *request,
								   fr_border_sections *sections);

#endif /* FRINGE_INDEX_BORDERS_BUILD_H */
