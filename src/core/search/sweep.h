/*
 * sweep.h - Dijkstra's search, from one cell to all that are in reach (internal)
 *
 *     fr_sweep_prepare      once for a grid
 *     fr_sweep_begin, fr_sweep_await ..., fr_sweep_run, fr_distance ...
 *                           for each source
 */
#ifndef FRINGE_SWEEP_H
#define FRINGE_SWEEP_H

#include "core/search/workspace.h"

typedef struct fr_sweep
{
	fr_grid grid; /* under the costs to sweep by */
	fr_workspace *workspace;
	const fr_poll *poll;
	uint64_t cap; /* distances beyond are not looked for; at most costs.limit */
	uint32_t source;
	uint32_t awaited; /* cells yet to be settled before it ends; 0: all are to be */
} fr_sweep;

/* Of a sweep's keys: the cell is awaited.  Until it is reached, its g is FR_UNREACHED. */
#define FR_KEY_AWAITED FR_KEY_OPEN

void fr_sweep_prepare(fr_sweep *s, const fr_grid *grid, uint64_t unit, uint64_t cap,
					  fr_workspace *workspace, const fr_poll *poll);
void fr_sweep_begin(fr_sweep *s);
void fr_sweep_await(fr_sweep *s, uint32_t n);
uint64_t fr_sweep_run(fr_sweep *s, uint32_t source, bool backward);

#endif /* FRINGE_SWEEP_H */
