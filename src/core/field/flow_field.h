/*
 * flow_field.h - flow fields: the next step from each cell to the nearest goal
 *
 *     fr_reach_from, backward from the goals --> fr_field_pack --> packed field
 *     packed field --fr_field_open--> fr_field --> fr_field_cell, fr_field_route
 *
 * api.h has packing and routes.  fr_field_open checks everything except the cells, and
 * fr_field_costs checks these.  Both raise FR_PACKED_....
 */
#ifndef FRINGE_FLOW_FIELD_H
#define FRINGE_FLOW_FIELD_H

#include "core/query/grid_query.h"

/* The rules of grids that fields support: a step leads to a neighbour, or is a link. */
#define FR_FIELD_RULES (FR_STEP_RULES | FR_LINK_RULES)

/*
 * A view of a packed field, whose bytes have to stay where they are.  flow_field.c draws
 * the format.
 */
typedef struct fr_field
{
	fr_map terrain; /* for the costs of steps; its cells are positions in its codes */
	fr_costs costs;
	fr_model rules;
	const char *model; /* the text of the rules */
	size_t model_length;
	const uint8_t *steps; /* two to a byte: a direction, FR_AT_GOAL, ... */
	const uint8_t *taken; /* with links: those that are steps, 4 bytes each */
	uint32_t taken_count;
	uint32_t parts;		   /* of the unit of costs: see fr_costs_refine */
	bool factored;		   /* prices are all that steps cost, */
	const uint8_t *unit;   /* in a unit that the field has; else NULL */
	const uint8_t *prices; /* by layers, per cell price_bytes; NULL: there are none */
	int price_bytes;
	const uint8_t *goals; /* what goals cost beforehand, 8 bytes each; NULL: nothing */
	uint32_t goal_count;
} fr_field;

fr_status fr_field_open(const uint8_t *packed, size_t size, fr_field *field,
						const fr_poll *poll, fr_error *error);

/*
 * The cost of each cell, FR_UNREACHED if it has no step. Checks on the way that every
 * walk along steps ends at a goal, at a cost within the limit. So the cost of a cell
 * exceeds the cost of the next one, unless a link without a cost leads there. At a goal it
 * is what the goal costs beforehand.
 */
fr_status fr_field_costs(const fr_field *field, uint64_t *costs, const fr_poll *poll,
						 fr_error *error);

/* A direction, FR_AT_GOAL, FR_NO_STEP or FR_LINK_STEP. */
static inline int
fr_field_step(const fr_field *field, uint32_t cell)
{
	return field->steps[cell / 2] >> cell % 2 * 4 & 15;
}

#endif /* FRINGE_FLOW_FIELD_H */
