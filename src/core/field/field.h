/*
 * field.h - fields: next steps to the nearest goal
 */
#ifndef FRINGE_FIELD_H
#define FRINGE_FIELD_H

#include "core/search/query.h"

/*
 * A view of a packed field: the next step from each cell of a map towards the nearest of
 * some goals. field.c draws the format.
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

/* ---- field_links.c --------------------------------------------------------- */

/* A link that is a step of a field. */
typedef struct fr_field_hop
{
	fr_cell to;
	uint64_t cost;
} fr_field_hop;

size_t fr_field_links_size(const fr_grid *grid, const fr_workspace *workspace,
						   const fr_poll *poll);
void fr_field_put_links(const fr_grid *grid, const fr_workspace *workspace, uint8_t *to,
						const fr_poll *poll);
fr_status fr_field_open_links(const uint8_t *bytes, size_t size, fr_field *field,
							  const fr_poll *poll, fr_error *error);
fr_status fr_field_check_links(const fr_field *field, const fr_poll *poll,
							   fr_error *error);
bool fr_field_find_hop(const fr_field *field, fr_cell from, fr_field_hop *hop);

static inline int
fr_field_step(const fr_field *field, uint32_t cell)
{
	return field->steps[cell / 2] >> cell % 2 * 4 & 15;
}

#endif /* FRINGE_FIELD_H */
