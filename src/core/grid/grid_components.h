/*
 * grid_components.h - connected components of the passable cells, and one-way cells
 */
#ifndef FRINGE_GRID_COMPONENTS_H
#define FRINGE_GRID_COMPONENTS_H

#include "core/grid/bits.h"

/* A component: its first cell and its number of cells. */
typedef struct fr_component
{
	uint32_t first;
	uint32_t cells;
} fr_component;

/* The largest sets of cells that reach each other: strong components. */
uint32_t fr_grid_strong(const fr_grid *grid, uint32_t cell);
const uint32_t *fr_component_groups(const fr_grid *grid, const fr_arena *arena,
									const fr_poll *poll);
void fr_component_list(const fr_grid *grid, const uint32_t *groups, fr_component *list,
					   const fr_poll *poll);

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

/* ---- disjoint sets ----------------------------------------------------------- */

/*
 * Disjoint sets of numbers: union-find with path halving. A root is its own parent, and the least number of its set.
 */

static inline uint32_t
fr_disjoint_root(uint32_t *parent, uint32_t n)
{
	while (parent[n] != n)
		n = parent[n] = parent[parent[n]];
	return n;
}

static inline void
fr_disjoint_join(uint32_t *parent, uint32_t a, uint32_t b)
{
	a = fr_disjoint_root(parent, a);
	b = fr_disjoint_root(parent, b);
	if (a < b)
		parent[b] = a;
	else
		parent[a] = b;
}

/* ---- one-way cells ----------------------------------------------------------- */

/*
 * What a grid has besides where some moves are not legal in reverse: oneway.c. Cells of
 * a strong component reach each other. Strong components are numbered from 1, each one
 * after all those that it leads to.
 */
struct fr_oneway
{
	const uint8_t *moves; /* legal moves, as in the grid */
	const uint8_t *back;  /* bit d: the step here from the neighbour in direction d is */
	const uint8_t *plain; /* the moves if there were no directions */
	uint32_t count;		  /* strong components */
	const uint32_t *component; /* of each cell; 0 if it is blocked */
	const uint32_t *lowest;	   /* by component: the lowest one that it leads to */
	const uint8_t *position;   /* of each cell's code in the grid's codes */
	uint8_t enter[FR_CODES];   /* by position, as in fr_model */
	uint8_t leave[FR_CODES];
};

/* The moves that lead to cells from their neighbours, in reverse; needs grid->moves. */
static inline const uint8_t *
fr_grid_back(const fr_grid *grid)
{
	return grid->oneway ? grid->oneway->back : grid->moves;
}

void fr_oneway_build(fr_grid *grid, const fr_map *map, const fr_model *model,
					 const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll);

#endif /* FRINGE_GRID_COMPONENTS_H */
