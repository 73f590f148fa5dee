/*
 * chains.h - what it costs at least from link to link (internal)
 */
#ifndef FRINGE_CHAINS_H
#define FRINGE_CHAINS_H

#include "core/grid/bridges.h"

void fr_chains_build(fr_bridges *bridges, const fr_grid *grid, const fr_arena *arena,
					 const fr_poll *poll);

#endif /* FRINGE_CHAINS_H */
