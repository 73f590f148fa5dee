/*
 * anyangle.h - shortest paths in straight lines of any direction
 */
#ifndef FRINGE_ANYANGLE_H
#define FRINGE_ANYANGLE_H

#include <string.h>

#include "core/grid/grid.h"
#include "core/grid/route.h"
#include "core/search/method.h"

fr_status fr_anyangle_costs(const fr_query *query, const uint32_t *goals, size_t count,
							fr_workspace *workspace, const fr_poll *poll,
							uint64_t *costs);
bool fr_anyangle_reaches(const fr_query *query, fr_workspace *workspace,
						 const fr_poll *poll);
fr_route fr_anyangle_route(const fr_query *query, uint32_t goal, fr_workspace *workspace,
						   const fr_poll *poll);
/* All cells within a budget, in the unit of the model, from the nearest of some starts. */
typedef struct fr_reaching
{
	const fr_query *query; /* its start is ignored; its arena has the memory in use */
	const uint32_t *starts;
	size_t count;
	double budget;
	uint64_t *costs;  /* by cell; FR_UNREACHED: more than the budget */
	uint32_t *owners; /* which start that is, from 1, the first one of equals; or NULL */
} fr_reaching;

#define FR_REACHING_BYTES (sizeof(double) + sizeof(uint32_t)) /* of the arena, a cell */

fr_status fr_anyangle_reach(const fr_reaching *reaching, fr_workspace *workspace,
							const fr_poll *poll);
double fr_lines_length(fr_cell start, const fr_cell *corners, size_t count,
					   uint64_t slack);

/* Costs of anyangle are the bits of doubles: numbers from 0 on, ordered as they are. */
static inline uint64_t
fr_length_bits(double length)
{
	uint64_t bits;

	memcpy(&bits, &length, sizeof bits);
	return bits;
}

#endif /* FRINGE_ANYANGLE_H */
