/*
 * grid_links.h - the open links of a grid as directed arcs, and tables of them
 *
 * A link both ways is two arcs. A linked component is a connected component in which some
 * arc begins or ends. Searches over many links work on these few components.
 */
#ifndef FRINGE_GRID_LINKS_H
#define FRINGE_GRID_LINKS_H

#include "core/grid/grid.h"

/* A link in one direction; cells are indexes. */
typedef struct fr_arc
{
	uint32_t from;
	uint32_t to;
	uint64_t cost; /* more than the limit: no path takes it, but it connects components */
	uint32_t link; /* twice the number of the link in the map, plus 1 for the way back */
} fr_arc;

/* Arcs in the order of `from`, `to` and cost. */
typedef struct fr_arcs
{
	const fr_arc *at;
	const uint64_t *begins; /* a bit per cell: an arc begins there */
} fr_arcs;

struct fr_links
{
	uint32_t count;
	bool oneway;	  /* some arc has no arc back */
	bool whole_steps; /* every arc costs whole straight steps, and its arc back as many */
	fr_arcs ahead;
	fr_arcs back;			/* the same arcs with `from` and `to` exchanged */
	const uint32_t *groups; /* by component: the least component that arcs join it with */
};

/*
 * Adds the open links of a map to a grid that has components. If blocked cells leave none,
 * grid->links stays NULL.
 */
void fr_links_build(fr_grid *grid, const fr_map *map, const fr_model *model,
					const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll);

/*
 * The grid with its unit of costs divided into parts: a copy, which shares everything but
 * costs, prices and arcs. NULL if the costs leave the range (fr_costs_refine).
 */
const fr_grid *fr_grid_refined(const fr_grid *grid, uint32_t parts, const fr_arena *arena,
							   const fr_poll *poll);

/*
 * The links of a grid, whose arcs cost units of `old`, in units of its own costs. These are parts of
 * the old ones, or, if the caller says so, costs are rounded to them.
 */
const fr_links *fr_links_repriced(const fr_grid *grid, const fr_costs *old, bool rounded,
								  const fr_arena *arena, const fr_poll *poll);

/* The links of a grid without the arcs that `forbids` names; NULL: none is left. */
const fr_links *fr_links_without(const fr_grid *grid,
								 bool (*forbids)(const void *context, const fr_arc *arc),
								 const void *context, const fr_arena *arena,
								 const fr_arena *scratch, const fr_poll *poll);

static inline bool
fr_arcs_begin(const fr_arcs *arcs, uint32_t n)
{
	return arcs->begins[n / 64] >> n % 64 & 1;
}

/*
 * The cells where an arc begins, of 64 cells from n on. Cells behind the map have none.
 */
static inline uint64_t
fr_arcs_word(const fr_arcs *arcs, uint32_t n)
{
	const uint64_t *word = arcs->begins + n / 64;

	return n % 64 ? word[0] >> n % 64 | word[1] << (64 - n % 64) : word[0];
}

/* The first arc from a cell, or the place where it would be. */
uint32_t fr_arcs_first(const fr_links *links, const fr_arcs *arcs, uint32_t from);

/* Has some arc no arc back of equal cost? */
bool fr_arcs_asymmetric(const fr_grid *grid, const fr_poll *poll);

/* Sets the rules of links in grid->costs, after links were made or removed. */
void fr_links_name_rules(fr_grid *grid, const fr_poll *poll);

/* ---- link tables ------------------------------------------------------------- */

/*
 * Link tables: arcs by the linked components that they join.
 */

/* The numbers of linked components. */
typedef struct fr_linked_components
{
	uint32_t count;
	const uint32_t *of; /* by component: its number; `count`: it is not linked */
} fr_linked_components;

/* Arcs by the linked component where they begin. */
typedef struct fr_link_table
{
	uint32_t *order; /* numbers of all arcs of the grid */
	uint32_t *first; /* by linked component: its first place in `order`; and the count */
} fr_link_table;

/* An arc as searches by jump read it, by coordinates. */
typedef struct fr_link_arc
{
	uint16_t from_x;
	uint16_t from_y;
	uint16_t to_x;
	uint16_t to_y;
	uint32_t linked; /* where it begins */
	uint64_t cost;	 /* more than the limit: no path takes it */
} fr_link_arc;

typedef struct fr_link_arcs
{
	uint32_t count;
	fr_linked_components linked;
	const fr_link_arc *at; /* by where they end */
	const uint32_t
		*first; /* by linked component: of those that end there; and the count */
	const uint32_t *leaving; /* alike: how many begin on those before */
} fr_link_arcs;

fr_linked_components fr_linked_components_number(const fr_grid *grid,
												 const fr_arena *arena,
												 const fr_poll *poll);
fr_link_table fr_link_table_build(const fr_linked_components *linked, const fr_grid *grid,
								  const fr_arcs *arcs, const fr_arena *arena,
								  const fr_poll *poll);
const fr_link_arcs *fr_link_arcs_build(const fr_grid *grid, const fr_arena *arena,
									   const fr_poll *poll);

/* The number of a cell's linked component. */
static inline uint32_t
fr_linked_component_at(const fr_linked_components *linked, const fr_grid *grid,
					   uint32_t cell)
{
	return linked->of[fr_grid_component(grid, cell)];
}

static inline fr_cell
fr_link_arc_from(const fr_link_arc *arc)
{
	return (fr_cell){arc->from_x, arc->from_y};
}

static inline fr_cell
fr_link_arc_to(const fr_link_arc *arc)
{
	return (fr_cell){arc->to_x, arc->to_y};
}

#endif /* FRINGE_GRID_LINKS_H */
