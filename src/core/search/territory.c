/*
 * territory.c - which of several starts is nearest to each cell
 *
 * A cell belongs to the first of the starts that a best path leads from. So the starts
 * take, one after the other, all cells that their best paths reach and that no earlier one
 * took: on a best path each step or link costs what distances differ by. After a sweep the
 * links of all nodes are unused: `next` stores the owner, and `prev` of node i is entry i
 * of a stack.
 */
#include "core/base/base.h"
#include "core/grid/grid_links.h"
#include "core/search/search.h"

#define NOT_KNOWN 0

typedef struct map_of_owners
{
	const fr_grid *grid;
	const fr_workspace *workspace;
	fr_node *nodes;
	uint32_t owner;
	uint32_t waiting; /* on the stack */
} map_of_owners;

/* The owner of a cell, from 1; 0 if no start reaches it. */
uint32_t
fr_owner(const fr_workspace *workspace, uint32_t cell)
{
	return workspace->nodes[cell].next;
}

/* The owner takes a cell at this distance, if that is its own and no one has it. */
static void
take_cell(map_of_owners *m, uint32_t n, uint64_t distance)
{
	if (m->nodes[n].next != NOT_KNOWN || distance >= FR_UNREACHED ||
		fr_distance(m->workspace, n) != distance)
		return;
	m->nodes[n].next = m->owner;
	m->nodes[m->waiting++].prev = n;
}

static void
take_neighbours(map_of_owners *m, uint32_t n, const fr_poll *poll)
{
	const fr_grid *grid = m->grid;
	uint64_t distance = fr_distance(m->workspace, n);

	for (unsigned moves = grid->moves[n]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t to = n + (uint32_t) grid->offset[d];

		take_cell(m, to, distance + fr_move_cost(grid, grid->terrain != NULL, n, to, d));
	}
	if (!grid->links || !fr_hops_begin(&grid->links->ahead, n))
		return;
	for (uint32_t i = fr_hops_first(grid->links, &grid->links->ahead, n);
		 i < grid->links->count && grid->links->ahead.at[i].from == n; i++)
	{
		fr_poll_at(poll, i);
		take_cell(m, grid->links->ahead.at[i].to,
				  distance + grid->links->ahead.at[i].cost);
	}
}

/* Finds the owners of all cells that fr_reach_from reached from these starts. */
void
fr_territory(const fr_query *query, const uint32_t *starts, size_t count,
			 fr_workspace *workspace, const fr_poll *poll)
{
	map_of_owners m = {
		.grid = query->grid, .workspace = workspace, .nodes = workspace->nodes};

	for (uint32_t n = 0; n < m.grid->cells; n++)
	{
		fr_poll_at(poll, n);
		m.nodes[n].next = NOT_KNOWN;
	}
	for (size_t i = 0; i < count; i++)
	{
		m.owner = (uint32_t) i + 1;
		take_cell(&m, starts[i], 0);
		for (uint64_t steps = i; m.waiting > 0; steps++)
		{
			fr_poll_at(poll, steps);
			take_neighbours(&m, m.nodes[--m.waiting].prev, poll);
		}
	}
}
