/*
 * index_units.h - by which rule and in which units an index counts (internal)
 */
#ifndef FRINGE_INDEX_UNITS_H
#define FRINGE_INDEX_UNITS_H

#include "core/grid/grid.h"

/*
 * How cells are connected, and what a step costs in the grid's units.  Where a
 * diagonal step is never worth its cost, or is none, `tile` is set: diagonal is
 * then twice the straight cost, and a route replaces each such step by two.
 */
typedef struct fr_index_rule
{
	int corners; /* side cells a diagonal step needs free */
	bool tile;
	uint64_t straight;
	uint64_t diagonal;
} fr_index_rule;

/* The costs that labels count in: they order paths as the rule's costs do. */
typedef struct fr_index_units
{
	uint32_t straight;
	uint32_t diagonal;
} fr_index_units;

fr_status fr_index_rule_of(const fr_grid *grid, fr_index_rule *rule, fr_error *error);
bool fr_index_is_directed(const fr_grid *grid);
fr_index_units fr_index_units_above(const fr_index_rule *rule);
fr_status fr_index_units_within(const fr_index_rule *rule, uint64_t diagonals,
								fr_index_units *units, fr_error *error);
fr_status fr_index_units_for(const fr_index_rule *rule, uint64_t longest,
							 fr_index_units *units, uint32_t *top, fr_error *error);
uint32_t fr_index_inverse(const fr_index_rule *rule, fr_index_units units);

/* Turns costs of the rule into costs in its units. */
typedef struct fr_index_scale
{
	uint64_t straight; /* of the rule, in lowest terms */
	uint64_t diagonal;
	uint64_t divisor;
	uint64_t inverse; /* of diagonal modulo straight; 0: costs are proportional */
	fr_index_units units;
} fr_index_scale;

fr_index_scale fr_index_scale_of(const fr_index_rule *rule, fr_index_units units);
uint64_t fr_index_scaled(const fr_index_scale *scale, uint64_t cost);

/* The least cost of a displacement: the norm of "Why that is enough" in doc/dev/proofs.md. */
static inline uint32_t
fr_octile(fr_index_units units, int32_t dx, int32_t dy)
{
	uint32_t x = (uint32_t) (dx < 0 ? -dx : dx);
	uint32_t y = (uint32_t) (dy < 0 ? -dy : dy);
	uint32_t less = x < y ? x : y;

	return less * (units.diagonal - units.straight) + (x + y - less) * units.straight;
}

/* The most of these on a map: from corner to corner. */
static inline uint64_t
fr_octile_extent(fr_index_units units, uint32_t width, uint32_t height)
{
	uint64_t less = width < height ? width : height;
	uint64_t more = width < height ? height : width;

	return (less - 1) * units.diagonal + (more - less) * units.straight;
}

#endif /* FRINGE_INDEX_UNITS_H */
