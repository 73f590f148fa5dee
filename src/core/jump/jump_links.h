/*
 * jump_links.h - the heuristic of jump point search on a map with links (internal)
 */
#ifndef FRINGE_JUMP_LINKS_H
#define FRINGE_JUMP_LINKS_H

#include "core/jump/jump_points.h"
#include "core/grid/grid_links.h"

/*
 * Behind the nodes of cells there is one node per linked component, then two per arc. A
 * component's node has a key of this search if some arc from the component counts; then
 * `next` is their number. The first nodes of arcs are those of the search for R. The
 * second ones list the arcs that count, by component, in ascending order of R: the g of
 * the key is R, and `next` is the cell where the arc begins.
 */
typedef struct jump_links
{
	const fr_run *run;
	const fr_link_arcs *arcs;
	uint32_t first;		/* node of a linked component */
	uint32_t component; /* of the goal */
	uint64_t cap;	 /* bounds are at most this; limit + 1: no link leads to the goal */
	uint64_t work;	 /* distances computed */
	uint32_t goal;	 /* its linked component */
	bool near;		 /* of the component entered last: is it the goal's? */
	uint32_t listed; /* links that leave this component and are in `list` */
	fr_node *list;	 /* the second nodes of these arcs */
} jump_links;

uint32_t fr_jump_links_nodes(const fr_grid *grid);
void fr_jump_links_begin(jump_links *links, const fr_run *run, uint32_t first);
void fr_jump_links_enter(jump_links *links, fr_cell at);

FR_INLINE fr_cell
jump_links_from(const fr_node *node)
{
	return (fr_cell){(int32_t) (node->next & UINT16_MAX), (int32_t) (node->next >> 16)};
}

/* The heuristic h of a free cell in the component entered last, at most the cap. */
FR_INLINE uint64_t
jump_links_h(const jump_links *l, bool hex, fr_cell at)
{
	const fr_heuristic *heuristic = &l->run->heuristic;
	uint64_t least = l->cap;

	if (l->near)
	{
		uint64_t distance =
			heuristic->levels
				? fr_h_levels(heuristic, hex, fr_grid_index(l->run->grid, at), at.x, at.y)
				: fr_h_distance(heuristic, hex, at.x, at.y);

		least = distance < least ? distance : least;
	}
	for (uint32_t i = 0; i < l->listed; i++)
	{
		uint64_t h = fr_key_g(l->list[i].key);

		if (h >= least)
			break;
		h += fr_h_between(heuristic, hex, at, jump_links_from(&l->list[i]));
		least = h < least ? h : least;
	}
	return least;
}

#endif /* FRINGE_JUMP_LINKS_H */
