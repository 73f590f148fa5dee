/*
 * workspace.c - set up a workspace and begin a search in it
 */
#include "core/search/workspace.h"
#include "core/search/search.h"

#include <string.h>

#define CHUNK (1 << 16) /* nodes cleared between two polls */

/*
 * Sets up a workspace in a block of fr_workspace_size bytes, aligned for any type.
 * Nodes are not written before a search needs them. A block for a method without nodes has
 * none.
 */
fr_workspace *
fr_workspace_init(void *block, size_t size, uint32_t nodes)
{
	fr_workspace *workspace = block;
	uint64_t room = (size - sizeof(fr_workspace)) / sizeof(fr_node);

	nodes = nodes < room ? nodes : (uint32_t) room;
	workspace->capacity = nodes;
	workspace->extra = workspace->nodes + nodes;
	workspace->extra_size = size - sizeof(fr_workspace) - nodes * sizeof(fr_node);
	workspace->used = 0;
	workspace->generation = FR_FIRST_GENERATION + 1;
	return workspace;
}

/* Clears nodes and polls; if a poll leaves by longjmp, `used` is still right. */
static void
clear_nodes(fr_workspace *workspace, uint64_t from, uint64_t to, const fr_poll *poll)
{
	while (from < to)
	{
		uint64_t count = to - from < CHUNK ? to - from : CHUNK;

		memset(workspace->nodes + from, 0xff, count * sizeof(fr_node));
		from += count;
		workspace->used = from;
		fr_poll_now(poll);
	}
}

/* Makes nodes, up to `nodes` of them, unseen that are used for the first time. */
void
fr_workspace_reach(fr_workspace *workspace, uint32_t nodes, const fr_poll *poll)
{
	if (workspace->used < nodes)
		clear_nodes(workspace, workspace->used, nodes, poll);
}

/* The next search clears all of its nodes (clear=eagerly), as if they were never used. */
void
fr_workspace_forget(fr_workspace *workspace)
{
	workspace->used = 0;
}

/*
 * Begins a search with `nodes` nodes, at most the capacity: makes all of them unseen
 * and all buckets empty.
 */
void
fr_workspace_begin(fr_workspace *workspace, uint32_t nodes, const fr_poll *poll)
{
	if (workspace->generation == 0)
	{
		workspace->used = 0;
		workspace->generation = FR_FIRST_GENERATION + 1;
	}
	fr_workspace_reach(workspace, nodes, poll);
	workspace->generation--;
	fr_clear(workspace->occupied, sizeof workspace->occupied);
}

/*
 * The cost of the path to the goal with movement points, which a path adds up from its start on. The
 * links of nodes are unused after a search, so `next` leads along the path.
 */
static uint64_t
price_forward(const fr_run *run)
{
	fr_node *nodes = run->workspace->nodes;
	uint64_t cost = 0;
	uint32_t from;

	for (uint32_t n = run->goal; n != run->start; n = from)
	{
		from = fr_grid_step_back(run->grid, n, (int) (nodes[n].key & FR_KEY_PARENT));
		nodes[from].next = n;
	}
	for (uint32_t n = run->start; n != run->goal; n = nodes[n].next)
	{
		uint32_t to = nodes[n].next;
		int d = (int) (nodes[to].key & FR_KEY_PARENT);

		cost = fr_after_step(run->grid, cost, to, fr_step_cost(run->grid, n, d));
	}
	return cost;
}

/*
 * The cost of the path to the goal. It is less than the goal's g if a limit ended the
 * search after a node on the path got a cheaper g, but before the goal did.
 */
uint64_t
fr_run_path_cost(const fr_run *run)
{
	const fr_node *nodes = run->workspace->nodes;
	uint64_t cost = 0;

	if (run->grid->costs.points > 0)
		return price_forward(run);
	for (uint32_t n = run->goal; n != run->start;)
	{
		int d = (int) (nodes[n].key & FR_KEY_PARENT);

		n = fr_grid_step_back(run->grid, n, d);
		cost += fr_step_cost(run->grid, n, d);
	}
	return cost;
}
