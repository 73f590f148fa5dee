/*
 * components.h - connected components of the passable cells (internal)
 */
#ifndef FRINGE_COMPONENTS_H
#define FRINGE_COMPONENTS_H

#include "core/grid/bits.h"

void fr_components_build(fr_grid *grid, const fr_arena *arena, const fr_arena *scratch,
						 const fr_poll *poll);

/* The number of words of a row that contain cells. */
static inline uint32_t
fr_row_words(const fr_grid *grid)
{
	return (grid->width + 63) / 64;
}

/* A bit for each cell of a row's word that begins a run: free after a blocked cell. */
static inline uint64_t
fr_run_starts(const uint64_t *word)
{
	return ~word[0] & (word[0] << 1 | word[-1] >> 63);
}

static inline uint32_t
fr_component_of_run(const fr_components *c, uint32_t run)
{
	return c->wide ? ((const uint32_t *) c->number)[run]
				   : ((const uint16_t *) c->number)[run];
}

#endif /* FRINGE_COMPONENTS_H */
