/*
 * territory.c - which of several starts is nearest to each cell
 *
 * A cell belongs to the least owner among its predecessors on best paths: the
 * neighbours whose distance and step to the cell sum to its own distance. They are
 * nearer than the cell, so they form no cycle. After a sweep the links of all nodes are
 * unused: `next` stores the owner, and `prev` of node i is entry i of a stack.
 */
#include "core/base/error.h"
#include "core/search/search.h"

#define NOT_KNOWN 0

typedef struct map_of_owners
{
	const fr_grid *grid;
	const fr_workspace *workspace;
	fr_node *nodes;
	bool weighted;
} map_of_owners;

/* The owner of a cell, from 1; 0 if no start reaches it. */
uint32_t
fr_owner(const fr_workspace *workspace, uint32_t cell)
{
	return workspace->nodes[cell].next;
}

/*
 * Sets the owner of a cell if those of all predecessors are known; otherwise returns
 * one that is not. FR_NONE if the owner was set.
 */
static uint32_t
settle_owner(const map_of_owners *m, uint32_t n)
{
	uint64_t distance = fr_distance(m->workspace, n);
	uint32_t least = UINT32_MAX;

	for (unsigned moves = fr_grid_back(m->grid)[n]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t p = n + (uint32_t) m->grid->offset[d];
		uint64_t step = fr_move_cost(m->grid, m->weighted, p, n, fr_opposite(d));

		if (fr_distance(m->workspace, p) + step != distance)
			continue;
		if (m->nodes[p].next == NOT_KNOWN)
			return p;
		least = m->nodes[p].next < least ? m->nodes[p].next : least;
	}
	m->nodes[n].next = least;
	return FR_NONE;
}

/* Sets the owner of a reached cell, and first those that it depends on. */
static void
find_owner(const map_of_owners *m, uint32_t n, const fr_poll *poll)
{
	uint32_t depth = 0;

	m->nodes[depth++].prev = n;
	for (uint64_t steps = 1; depth > 0; steps++)
	{
		uint32_t p = settle_owner(m, m->nodes[depth - 1].prev);

		fr_poll_at(poll, steps);
		if (p == FR_NONE)
			depth--;
		else
			m->nodes[depth++].prev = p;
	}
}

/* The first start on a cell owns it. */
static void
set_starts(const map_of_owners *m, const uint32_t *starts, size_t count,
		   const fr_poll *poll)
{
	for (uint32_t n = 0; n < m->grid->cells; n++)
	{
		fr_poll_at(poll, n);
		m->nodes[n].next = NOT_KNOWN;
	}
	for (size_t i = count; i-- > 0;)
		if (fr_distance(m->workspace, starts[i]) == 0)
			m->nodes[starts[i]].next = (uint32_t) i + 1;
}

/* Finds the owners of all cells that fr_reach_from reached from these starts. */
void
fr_territory(const fr_query *query, const uint32_t *starts, size_t count,
			 fr_workspace *workspace, const fr_poll *poll)
{
	map_of_owners m = {.grid = query->grid,
					   .workspace = workspace,
					   .nodes = workspace->nodes,
					   .weighted = query->grid->terrain != NULL};

	set_starts(&m, starts, count, poll);
	for (uint32_t n = 0; n < m.grid->cells; n++)
	{
		fr_poll_at(poll, n);
		if (fr_distance(workspace, n) != FR_UNREACHED && m.nodes[n].next == NOT_KNOWN)
			find_owner(&m, n, poll);
	}
}
