/*
 * index_links.h - the map's links in an index: their costs and their section (internal)
 *
 * A link is an arc, or two arcs if it leads both ways.  The section has all arcs twice:
 * by the cell where they begin, and by the cell where they end.
 */
#ifndef FRINGE_INDEX_LINKS_H
#define FRINGE_INDEX_LINKS_H

#include "core/grid/grid_links.h"
#include "core/index/index_plan.h"
#include "core/index/index_view.h"

#define FR_INDEX_ARC_BYTES 12

#define FR_NO_ARC UINT32_MAX /* as a cost: no best path can afford the link */

/* Converts costs of links to the labels' unit. */
typedef struct fr_arc_scale
{
	uint64_t part;	/* the grid's cost of a part of a straight step */
	uint32_t units; /* the labels' cost of a part */
	uint32_t top;	/* above every cost of a best path */
} fr_arc_scale;

/*
 * Labels count parts of a straight step if a link or layers cost a fraction of a step;
 * otherwise a part is a whole step.
 */
typedef struct fr_step_parts
{
	uint32_t parts; /* of a straight step */
	uint64_t part;	/* the grid's cost of a part */
} fr_step_parts;

/*
 * The fewest parts of a straight step that make the costs of all links whole numbers of
 * parts.
 */
fr_step_parts fr_arc_parts(const fr_grid *grid);

/* The cost of the dearest link, in the grid's unit. */
uint64_t fr_arc_dearest(const fr_grid *grid);

/* The cost of a link in labels, or FR_NO_ARC. */
uint32_t fr_arc_label_cost(const fr_arc_scale *scale, uint64_t cost);

/* The section, empty if `links` is NULL. */
fr_index_section fr_arc_section(const fr_links *links, const fr_arc_scale *scale,
								const fr_arena *arena, const fr_poll *poll);

/* An arc; backward, with its ends exchanged. */
typedef struct fr_index_arc
{
	uint32_t from; /* index of the cell: y * width + x */
	uint32_t to;
	uint32_t cost; /* in the labels' unit */
} fr_index_arc;

static inline uint32_t
fr_index_arc_count(const fr_index *index)
{
	return (uint32_t) (fr_section_size(index, FR_SECTION_LINKS) /
					   (2 * FR_INDEX_ARC_BYTES));
}

static inline fr_index_arc
fr_index_arc_at(const fr_index *index, bool backward, uint32_t i)
{
	size_t at = i + (backward ? (size_t) fr_index_arc_count(index) : 0);
	const uint8_t *bytes = index->section[FR_SECTION_LINKS] + at * FR_INDEX_ARC_BYTES;

	return (fr_index_arc){fr_get32(bytes, 0), fr_get32(bytes, 1), fr_get32(bytes, 2)};
}

static inline uint32_t
fr_index_cell_number(const fr_index *index, fr_cell at)
{
	return (uint32_t) at.y * index->width + (uint32_t) at.x;
}

static inline fr_cell
fr_index_cell_of(const fr_index *index, uint32_t cell)
{
	return (fr_cell){(int32_t) (cell % index->width), (int32_t) (cell / index->width)};
}

/*
 * Binary search: the first arc not before (from, to), in the order of arcs, or of
 * backward arcs.
 */
uint32_t fr_index_first_arc(const fr_index *index, bool backward, uint32_t from,
							uint32_t to);

/* The cost of the arc between two cells; UINT32_MAX if there is none. */
uint32_t fr_index_arc_cost(const fr_index *index, uint32_t from, uint32_t to);

/* Is the section sound? */
bool fr_index_has_arcs(const fr_index *index, const fr_poll *poll);

#endif /* FRINGE_INDEX_LINKS_H */
