/*
 * flow_field.h - flow fields: next steps to the nearest goal
 */
#ifndef FRINGE_FLOW_FIELD_H
#define FRINGE_FLOW_FIELD_H

#include "core/query/grid_query.h"

/*
 * A view of a packed field: the next step from each cell of a map towards the nearest of
 * some goals. flow_field.c draws the format.
 */
typedef struct fr_field
{
	fr_map terrain; /* what the steps cost; its cells are positions in its codes */
	fr_costs costs;
	fr_model rules;
	const char *model; /* their text */
	size_t model_length;
	const uint8_t *steps; /* two to a byte: a direction, FR_AT_GOAL, ... */
	const uint8_t *taken; /* of version 2: the links that are steps, 4 bytes each */
	uint32_t taken_count;
} fr_field;

fr_status fr_field_open(const uint8_t *packed, size_t size, fr_field *field,
						const fr_poll *poll, fr_error *error);
fr_status fr_field_costs(const fr_field *field, uint64_t *costs, const fr_poll *poll,
						 fr_error *error);

static inline int
fr_field_step(const fr_field *field, uint32_t cell)
{
	return field->steps[cell / 2] >> cell % 2 * 4 & 15;
}

#endif /* FRINGE_FLOW_FIELD_H */
