/*
 * hops.h - the links of an index of the borders form (internal)
 *
 * They are in their section twice: by where they begin, and by where they end.
 */
#ifndef FRINGE_INDEX_HOPS_H
#define FRINGE_INDEX_HOPS_H

#include "core/index/store/view.h"

#define FR_HOP_BYTES 12

/* A link in one direction, or backward, with its ends exchanged. */
typedef struct fr_index_hop
{
	uint32_t from; /* cells: y times the width and x */
	uint32_t to;
	uint32_t cost; /* in the labels' unit */
} fr_index_hop;

static inline uint32_t
fr_index_hop_count(const fr_index *index)
{
	return (uint32_t) (fr_section_size(index, FR_SECTION_LINKS) / (2 * FR_HOP_BYTES));
}

static inline fr_index_hop
fr_index_hop_at(const fr_index *index, bool backward, uint32_t i)
{
	size_t at = i + (backward ? (size_t) fr_index_hop_count(index) : 0);
	const uint8_t *bytes = index->section[FR_SECTION_LINKS] + at * FR_HOP_BYTES;

	return (fr_index_hop){fr_get32(bytes, 0), fr_get32(bytes, 1), fr_get32(bytes, 2)};
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

uint32_t fr_index_first_hop(const fr_index *index, bool backward, uint32_t from,
							uint32_t to);
uint32_t fr_index_hop_cost(const fr_index *index, uint32_t from, uint32_t to);
bool fr_index_has_hops(const fr_index *index, const fr_poll *poll);

#endif /* FRINGE_INDEX_HOPS_H */
