/*
 * workspace.c - set up a workspace and begin a search in it
 */
#include "core/search/nodes.h"

#include <string.h>

#include "core/search/search.h"

#define CHUNK (1 << 16) /* nodes cleared between two polls */

/* The number of nodes that a resolved method has on a grid. */
uint32_t
fr_search_nodes(const fr_grid *grid, const fr_method *method)
{
	const fr_search_row *row = fr_search_row_on(grid, method->search);

	return row->nodes ? row->nodes(grid) : grid->cells;
}

/* Bytes per node that a method needs beside it. */
static size_t
extra_bytes(const fr_method *method)
{
	const fr_search_row *row = fr_search_row_of(method->search);

	return row->extra ? row->extra(method) : 0;
}

/* The size in bytes of a workspace for a method with up to `nodes` nodes. */
size_t
fr_workspace_size(uint32_t nodes, const fr_method *method)
{
	return sizeof(fr_workspace) +
		   (size_t) nodes * (sizeof(fr_node) + extra_bytes(method));
}

/* The most bytes that a search uses: the workspace and allocated nodes. */
size_t
fr_search_size(uint32_t nodes, const fr_method *method)
{
	bool allocated = fr_method_word(method, FR_NODES) == FR_MALLOC;

	return fr_workspace_size(nodes, method) +
		   (allocated ? (size_t) nodes * FR_ALLOCATED_SIZE : 0);
}

/*
 * Sets up a workspace in a block of fr_workspace_size bytes, aligned for any type.
 * Nodes are not written before a search needs them.
 */
fr_workspace *
fr_workspace_init(void *block, size_t size, uint32_t nodes)
{
	fr_workspace *workspace = block;

	workspace->capacity = nodes;
	workspace->extra = workspace->nodes + nodes;
	workspace->extra_size = size - sizeof(fr_workspace) - nodes * sizeof(fr_node);
	workspace->used = 0;
	workspace->generation = FR_FIRST_GENERATION + 1;
	return workspace;
}

/* Does the workspace suffice for this method with `nodes` nodes? */
bool
fr_workspace_fits(const fr_workspace *workspace, uint32_t nodes, const fr_method *method)
{
	return workspace->capacity >= nodes &&
		   workspace->extra_size >= nodes * extra_bytes(method);
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
