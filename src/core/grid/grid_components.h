/*
 * grid_components.h - connected components, strong components and one-way cells
 *
 * Weak components ignore directions; grid.h has fr_grid_component.  Strong
 * components are sets of cells that reach each other; one-way maps need them.  Links join
 * components into groups.
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

/*
 * The strong component of a cell, from 1; 0 if it is blocked. The weak one if no cell is
 * one-way.
 */
uint32_t fr_grid_strong(const fr_grid *grid, uint32_t cell);

/*
 * The groups of components that reach each other both ways, by number from 1: each has
 * the least number in its group. NULL if the grid has no links.
 */
const uint32_t *fr_component_groups(const fr_grid *grid, const fr_arena *arena,
									const fr_poll *poll);

/*
 * Lists the first cell and the number of cells of each component.  All cells of a
 * group count for its component with the least number, and none for the others.
 */
void fr_component_list(const fr_grid *grid, const uint32_t *groups, fr_component *list,
					   const fr_poll *poll);

/* Builds the components of a grid that has rows. */
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
 * Disjoint sets of numbers: union-find with path halving. A root is its own parent, and
 * the least number of its set.
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
 * The part of a grid that only one-way maps have: oneway.c. Strong components are
 * numbered from 1, each one after all components that it leads to.
 */
struct fr_oneway
{
	const uint8_t *moves; /* legal moves, as in the grid */
	const uint8_t *
		back; /* bit d: the step from the neighbour in direction d to the cell is legal */
	const uint8_t
		*plain;		/* the legal moves of a map without one-way cells and closed sides */
	uint32_t count; /* strong components */
	const uint32_t *component; /* of each cell; 0 if it is blocked */
	const uint32_t *lowest;	   /* by component: the lowest one that it leads to */
	const uint8_t *position;   /* of each cell's code in the grid's codes */
	uint8_t enter[FR_CODES];   /* by position, as in fr_model */
	uint8_t leave[FR_CODES];
};

/*
 * The moves into each cell, as seen from it: bit d is the step from the neighbour in d.
 */
static inline const uint8_t *
fr_grid_back(const fr_grid *grid)
{
	return grid->oneway ? grid->oneway->back : grid->moves;
}

/* Adds grid->oneway and grid->moves to a grid that has components. */
void fr_oneway_build(fr_grid *grid, const fr_map *map, const fr_model *model,
					 const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll);

/*
 * Makes a grid that has components one-way, with these moves. `plain` are the moves of which
 * they are a part and where every move is legal in reverse. The grid borrows both.
 */
void fr_oneway_bind(fr_grid *grid, const uint8_t *moves, const uint8_t *plain,
					const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll);

#endif /* FRINGE_GRID_COMPONENTS_H */
