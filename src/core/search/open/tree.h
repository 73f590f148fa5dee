/*
 * tree.h - the open list as a balanced tree (2005 section 3.1.1)
 *
 * The tree is a treap (Seidel and Aragon 1996): a search tree by rank and a heap by a
 * hash of the node. It has the shape of a random tree for any order of insertion, with
 * an average depth of about 1.4 * log2(n). A node's `next` and `prev` are its children
 * of lesser and greater rank; ranks are in the workspace's extra memory.
 */
#ifndef FRINGE_OPEN_TREE_H
#define FRINGE_OPEN_TREE_H

#include "core/search/open/order.h"

typedef struct fr_tree
{
	fr_rank *ranks;
	fr_node *nodes;
	uint32_t root;
} fr_tree;

FR_INLINE fr_tree
fr_tree_open(fr_workspace *workspace)
{
	return (fr_tree){workspace->extra, workspace->nodes, FR_NONE};
}

FR_INLINE uint32_t
fr_tree_priority(uint32_t n)
{
	n ^= n >> 16;
	n *= UINT32_C(0x45d9f3b);
	n ^= n >> 16;
	return n * UINT32_C(0x45d9f3b);
}

FR_INLINE bool
fr_tree_before(const fr_tree *tree, uint32_t a, uint32_t b)
{
	return fr_rank_less(tree->ranks[a], tree->ranks[b]) ||
		   (!fr_rank_less(tree->ranks[b], tree->ranks[a]) && a < b);
}

/* Splits the subtree `below` into nodes before and after n, which become n's children. */
FR_INLINE void
fr_tree_split(fr_tree *tree, uint32_t below, uint32_t n)
{
	uint32_t *lesser = &tree->nodes[n].next;
	uint32_t *greater = &tree->nodes[n].prev;

	while (below != FR_NONE)
	{
		if (fr_tree_before(tree, below, n))
		{
			*lesser = below;
			lesser = &tree->nodes[below].prev;
			below = *lesser;
		}
		else
		{
			*greater = below;
			greater = &tree->nodes[below].next;
			below = *greater;
		}
	}
	*lesser = *greater = FR_NONE;
}

FR_INLINE void
fr_tree_push(fr_tree *tree, uint32_t n, fr_rank rank)
{
	uint32_t *link = &tree->root;
	uint32_t priority = fr_tree_priority(n);

	tree->ranks[n] = rank;
	while (*link != FR_NONE && fr_tree_priority(*link) >= priority)
		link = fr_tree_before(tree, n, *link) ? &tree->nodes[*link].next
											  : &tree->nodes[*link].prev;
	fr_tree_split(tree, *link, n);
	*link = n;
}

/* Replaces the node at *link by its two subtrees, merged. */
FR_INLINE void
fr_tree_unlink(fr_tree *tree, uint32_t *link)
{
	uint32_t lesser = tree->nodes[*link].next;
	uint32_t greater = tree->nodes[*link].prev;

	while (lesser != FR_NONE && greater != FR_NONE)
	{
		if (fr_tree_priority(lesser) > fr_tree_priority(greater))
		{
			*link = lesser;
			link = &tree->nodes[lesser].prev;
			lesser = *link;
		}
		else
		{
			*link = greater;
			link = &tree->nodes[greater].next;
			greater = *link;
		}
	}
	*link = lesser != FR_NONE ? lesser : greater;
}

FR_INLINE void
fr_tree_remove(fr_tree *tree, uint32_t n)
{
	uint32_t *link = &tree->root;

	while (*link != n)
		link = fr_tree_before(tree, n, *link) ? &tree->nodes[*link].next
											  : &tree->nodes[*link].prev;
	fr_tree_unlink(tree, link);
}

/*
 * Removes the node of least rank and returns it and its f; FR_NONE if the tree is
 * empty.
 */
FR_INLINE uint32_t
fr_tree_pop(fr_tree *tree, uint64_t *f)
{
	uint32_t *link = &tree->root;
	uint32_t n;

	if (tree->root == FR_NONE)
		return FR_NONE;
	while (tree->nodes[*link].next != FR_NONE)
		link = &tree->nodes[*link].next;
	n = *link;
	*link = tree->nodes[n].prev;
	*f = tree->ranks[n].f;
	return n;
}

#endif /* FRINGE_OPEN_TREE_H */
