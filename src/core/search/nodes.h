/*
 * nodes.h - the node of a cell: in the workspace, or allocated when it is reached (internal)
 *
 * 2006 section IV.B compares a pool of nodes with one allocation per node: nodes=malloc. A
 * search with an arena allocates nodes there. The workspace's own node of a reached cell then
 * has a key of this generation, and a pointer to the allocated node in place of the links.
 * Every other search passes a constant NULL, so that the compiler drops these branches.
 */
#ifndef FRINGE_NODES_H
#define FRINGE_NODES_H

#include "core/search/workspace.h"

typedef struct fr_nodes
{
	fr_workspace *workspace;
	fr_node *own;		   /* the workspace's nodes */
	uint64_t unseen;	   /* see fr_key_unseen */
	const fr_arena *arena; /* constant NULL if nodes are in the workspace */
} fr_nodes;

FR_INLINE fr_nodes
fr_nodes_open(fr_workspace *workspace, const fr_arena *arena)
{
	return (fr_nodes){workspace, workspace->nodes, fr_key_unseen(workspace), arena};
}

#define FR_ALLOCATED_SIZE (2 * sizeof(fr_node)) /* including the arena's overhead */

_Static_assert(sizeof(fr_node *) <= 2 * sizeof(uint32_t), "links hold a pointer");

/* Is a key of this search? */
FR_INLINE bool
fr_node_seen(const fr_nodes *nodes, uint64_t key)
{
	return key < nodes->unseen;
}

/* The node of a reached cell. */
FR_INLINE fr_node *
fr_node_at(const fr_nodes *nodes, uint32_t n)
{
	fr_node *node = nodes->own + n;

	if (nodes->arena)
		memcpy(&node, &node->next, sizeof node);
	return node;
}

/* The key of a cell's node; larger than any valid key if the cell is not reached. */
FR_INLINE uint64_t
fr_node_key(const fr_nodes *nodes, uint32_t n)
{
	uint64_t key = nodes->own[n].key;

	if (!nodes->arena)
		return key;
	if (!fr_node_seen(nodes, key))
		return UINT64_MAX;
	return fr_node_at(nodes, n)->key;
}

/* The node of a cell, allocated if this is the first time it is reached. */
FR_INLINE fr_node *
fr_node_reach(const fr_nodes *nodes, uint32_t n)
{
	fr_node *own = nodes->own + n;
	const fr_arena *arena = nodes->arena;

	if (arena && !fr_node_seen(nodes, own->key))
	{
		fr_node *node = arena->allocate(arena->context, sizeof *node);

		own->key = fr_key(nodes->workspace, 0, 0);
		memcpy(&own->next, &node, sizeof node);
	}
	return fr_node_at(nodes, n);
}

#endif /* FRINGE_NODES_H */
