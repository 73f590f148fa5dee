/*
 * jump_links.h - the bound of a search by jump on a map with links (internal)
 */
#ifndef FRINGE_JUMP_LINKS_H
#define FRINGE_JUMP_LINKS_H

#include "core/search/jump.h"

/*
 * Behind the nodes of cells an island has a node and a bridge one. An island's has a key of
 * this search if some bridge from there counts: they are a list of their nodes, the nearest
 * to the goal first, from `next` of the island's on. The key of a bridge's has, as g, what it
 * costs at least from where it begins, by it, to the goal.
 */
typedef struct jump_links
{
	const fr_run *run;
	const fr_bridges *bridges;
	uint32_t first;		/* node of an island */
	uint32_t component; /* of the goal */
	uint64_t cap;		/* no bound is larger; above the limit: no link leads on */
	uint64_t work;		/* distances computed */
	uint32_t goal;		/* its island */
	bool tabled;		/* islands are listed as they are asked for */
} jump_links;

uint32_t fr_jump_links_nodes(const fr_grid *grid);
void fr_jump_links_begin(jump_links *links, const fr_run *run, uint32_t first);
uint64_t fr_jump_links_h(jump_links *links, fr_cell at);

#endif /* FRINGE_JUMP_LINKS_H */
