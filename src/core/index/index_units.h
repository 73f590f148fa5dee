/*
 * index_units.h - the rule of steps and the units that labels count in (internal)
 *
 * Costs of a grid have up to 51 bits, labels 24 or 28.  So labels count in units of
 * their own, which order paths as the grid's costs do: index_units.c has the argument.
 */
#ifndef FRINGE_INDEX_UNITS_H
#define FRINGE_INDEX_UNITS_H

#include "core/grid/grid.h"

#define FR_CORNERS_OF_HEX 3 /* NE and SW need none, and there are no NW and SE */

/*
 * The rule of steps, with costs in the grid's unit.  `tile` says that diagonal steps do
 * not exist or never pay: then `diagonal` is twice `straight`, and routes take two
 * straight steps for each diagonal one.
 */
typedef struct fr_index_rule
{
	int corners; /* side cells that a diagonal step needs free, or FR_CORNERS_OF_HEX */
	bool tile;
	uint64_t straight;
	uint64_t diagonal;
} fr_index_rule;

/* Costs of a straight and a diagonal step in labels. */
typedef struct fr_index_units
{
	uint32_t straight;
	uint32_t diagonal;
} fr_index_units;

/* The rule of a grid's steps. FR_RULE_REFUSED, FR_INDEX_MODEL: subgoals do not serve it. */
fr_status fr_index_rule_of(const fr_grid *grid, fr_index_rule *rule, fr_error *error);

/*
 * May there and back differ by the path?  If all steps cost the same except for the
 * entered cell's weight, only the weights of the two ends differ.
 */
bool fr_index_is_directed(const fr_grid *grid);

/* Coarse units in which no path costs less than by the rule.  Costs have 51 bits. */
fr_index_units fr_index_units_above(const fr_index_rule *rule);

/* Units for paths with at most `diagonals` diagonal steps.  FR_INDEX_LIMIT. */
fr_status fr_index_units_within(const fr_index_rule *rule, uint64_t diagonals,
								fr_index_units *units, fr_error *error);

/* Units for paths of cost up to `longest`, and a top above their costs.  FR_INDEX_LIMIT. */
fr_status fr_index_units_for(const fr_index_rule *rule, uint64_t longest,
							 fr_index_units *units, uint32_t *top, fr_error *error);

/*
 * The inverse of units.diagonal modulo units.straight; 0 if units are proportional to
 * the rule's costs.
 */
uint32_t fr_index_inverse(const fr_index_rule *rule, fr_index_units units);

/*
 * The octile distance: the least cost of a displacement, the norm in doc/dev/proofs.md.
 */
static inline uint32_t
fr_octile(fr_index_units units, int32_t dx, int32_t dy)
{
	uint32_t x = (uint32_t) (dx < 0 ? -dx : dx);
	uint32_t y = (uint32_t) (dy < 0 ? -dy : dy);
	uint32_t less = x < y ? x : y;

	return less * (units.diagonal - units.straight) + (x + y - less) * units.straight;
}

/* The octile distance between opposite corners of a map. */
static inline uint64_t
fr_octile_extent(fr_index_units units, uint32_t width, uint32_t height)
{
	uint64_t less = width < height ? width : height;
	uint64_t more = width < height ? height : width;

	return (less - 1) * units.diagonal + (more - less) * units.straight;
}

#endif /* FRINGE_INDEX_UNITS_H */
