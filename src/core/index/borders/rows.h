/*
 * rows.h - distances between hubs and the nodes of a tile (internal)
 */
#ifndef FRINGE_INDEX_ROWS_H
#define FRINGE_INDEX_ROWS_H

#include "core/index/borders/hubs.h"

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

void fr_rows_release(const fr_border_build *b, fr_rows *r);
fr_rows fr_rows_of_top(fr_border_build *b, const fr_tile *tile, const fr_top_labels *top,
					   int side, uint32_t *slot);
void fr_rows_extend(fr_border_build *b, fr_rows *r, const fr_tile *tile, int side);
void fr_rows_add_own(fr_border_build *b, fr_rows sides[2], const fr_tile *tile,
					 const uint32_t *order, const uint32_t *hubs, uint32_t *slots[2]);
fr_rows fr_rows_of_child(fr_border_build *b, const fr_rows *r, const fr_tile *tile,
						 const fr_tile *child);

#endif /* FRINGE_INDEX_ROWS_H */
