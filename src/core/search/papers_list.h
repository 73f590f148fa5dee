/*
 * papers_list.h - open lists that only the papers need: plain list, balanced tree (internal)
 *
 * Both have the order of open_list.h. The tree breaks ties that remain by index.
 */
#ifndef FRINGE_PAPERS_LIST_H
#define FRINGE_PAPERS_LIST_H

#include "core/search/open_list.h"

/* ---- plain list -------------------------------------------------------------------- */

/*
 * Nodes are in an unsorted array, and each pop scans all of it for the least rank. A
 * node's `next` is its position.
 */

FR_INLINE void
fr_list_push(fr_heap *list, uint32_t n, fr_rank rank)
{
	fr_heap_set(list, list->count++, (fr_heap_entry){rank, n});
}

FR_INLINE void
fr_list_improve(fr_heap *list, uint32_t n, fr_rank rank)
{
	list->entries[list->nodes[n].next].rank = rank;
}

FR_INLINE uint32_t
fr_list_pop(fr_heap *list, uint64_t *f)
{
	uint32_t least = 0;
	uint32_t n;

	if (list->count == 0)
		return FR_NONE;
	for (uint32_t i = 1; i < list->count; i++)
		if (fr_rank_less(list->entries[i].rank, list->entries[least].rank))
			least = i;
	n = list->entries[least].node;
	*f = list->entries[least].rank.f;
	if (least < --list->count)
		fr_heap_set(list, least, list->entries[list->count]);
	return n;
}

/* ---- balanced tree ----------------------------------------------------------------- */

/*
 * A red-black tree (Guibas and Sedgewick 1978) was the balanced tree of the libraries of
 * 2005. Two things make this one fast. Its entries are in an array without holes, so that
 * a small tree stays in the first-level cache. The tree keeps the index of its first
 * entry. An open node's `next` is its entry. Entry 0 means no entry, and is black.
 */

typedef struct fr_tree_entry
{
	fr_rank rank;
	uint32_t child[2]; /* of lesser and greater rank */
	uint32_t parent;
	uint32_t node : 31;
	uint32_t red : 1;
} fr_tree_entry;

typedef struct fr_tree
{
	fr_tree_entry *entries; /* as many as cells: the start is never in the tree */
	fr_node *nodes;
	uint32_t root;
	uint32_t first; /* the entry of least rank */
	uint32_t used;	/* entries that ever were in the tree, and entry 0 */
	uint32_t free;	/* those that no longer are, linked by child[0] */
} fr_tree;

FR_INLINE fr_tree
fr_tree_open(fr_workspace *workspace)
{
	return (fr_tree){.entries = workspace->extra, .nodes = workspace->nodes, .used = 1};
}

/* The lesser index decides between equal ranks. */
FR_INLINE bool
fr_tree_before(const fr_tree_entry *a, const fr_tree_entry *b)
{
	return fr_rank_less(a->rank, b->rank) ||
		   (!fr_rank_less(b->rank, a->rank) && a->node < b->node);
}

/* ---- structure --------------------------------------------------------------------- */

/* Which child of its parent an entry is. */
FR_INLINE int
fr_tree_side(const fr_tree *tree, uint32_t at)
{
	return tree->entries[tree->entries[at].parent].child[1] == at;
}

/* Puts entry `by`, which may be 0, in the place of entry `at`. */
FR_INLINE void
fr_tree_replace(fr_tree *tree, uint32_t at, uint32_t by)
{
	uint32_t parent = tree->entries[at].parent;

	if (parent == 0)
		tree->root = by;
	else
		tree->entries[parent].child[fr_tree_side(tree, at)] = by;
	tree->entries[by].parent = parent;
}

/* Moves an entry down to this side: its other child takes its place. */
FR_INLINE void
fr_tree_rotate(fr_tree *tree, uint32_t at, int side)
{
	fr_tree_entry *e = tree->entries;
	uint32_t up = e[at].child[!side];
	uint32_t between = e[up].child[side];

	fr_tree_replace(tree, at, up);
	e[at].child[!side] = between;
	if (between)
		e[between].parent = at;
	e[up].child[side] = at;
	e[at].parent = up;
}

/* ---- balance ----------------------------------------------------------------------- */

/* Entry `at` is red and was put below its parent, which may be red, too. */
FR_INLINE void
fr_tree_balance_push(fr_tree *tree, uint32_t at)
{
	fr_tree_entry *e = tree->entries;
	uint32_t parent;

	while (e[parent = e[at].parent].red)
	{
		uint32_t above = e[parent].parent;
		int side = fr_tree_side(tree, parent);
		uint32_t uncle = e[above].child[!side];

		e[above].red = true;
		if (e[uncle].red)
		{
			e[parent].red = e[uncle].red = false;
			at = above;
			continue;
		}
		if (at == e[parent].child[!side])
		{
			fr_tree_rotate(tree, parent, side);
			parent = at;
		}
		e[parent].red = false;
		fr_tree_rotate(tree, above, !side);
		break;
	}
	e[tree->root].red = false;
}

/* Ways through `at`, which may be 0 and has a parent, lack a black entry. */
FR_INLINE void
fr_tree_balance_remove(fr_tree *tree, uint32_t at)
{
	fr_tree_entry *e = tree->entries;

	while (at != tree->root && !e[at].red)
	{
		uint32_t parent = e[at].parent;
		int side = fr_tree_side(tree, at);
		uint32_t other = e[parent].child[!side];

		if (e[other].red)
		{
			e[other].red = false;
			e[parent].red = true;
			fr_tree_rotate(tree, parent, side);
			other = e[parent].child[!side];
		}
		if (!e[e[other].child[0]].red && !e[e[other].child[1]].red)
		{
			e[other].red = true;
			at = parent;
			continue;
		}
		if (!e[e[other].child[!side]].red)
		{
			e[e[other].child[side]].red = false;
			e[other].red = true;
			fr_tree_rotate(tree, other, !side);
			other = e[parent].child[!side];
		}
		e[other].red = e[parent].red;
		e[parent].red = e[e[other].child[!side]].red = false;
		fr_tree_rotate(tree, parent, side);
		return;
	}
	e[at].red = false;
}

/* ---- what a search calls ----------------------------------------------------------- */

/* An entry to be used; the tree's entry 0 is made before the first. */
FR_INLINE uint32_t
fr_tree_take(fr_tree *tree)
{
	uint32_t at = tree->free;

	if (at)
		tree->free = tree->entries[at].child[0];
	else
		at = tree->used++;
	if (at == 1)
		tree->entries[0] = (fr_tree_entry){.red = false};
	return at;
}

FR_INLINE void
fr_tree_push(fr_tree *tree, uint32_t n, fr_rank rank)
{
	uint32_t at = fr_tree_take(tree);
	fr_tree_entry *e = tree->entries;
	uint32_t parent = 0;
	int side = 0;

	e[at] = (fr_tree_entry){.rank = rank, .node = n, .red = true};
	tree->nodes[n].next = at;
	for (uint32_t below = tree->root; below; below = e[below].child[side])
	{
		parent = below;
		side = !fr_tree_before(&e[at], &e[below]);
	}
	e[at].parent = parent;
	if (parent == 0)
		tree->root = at;
	else
		e[parent].child[side] = at;
	if (parent == tree->first && side == 0)
		tree->first = at;
	fr_tree_balance_push(tree, at);
}

/* The entry after `at`, the first one: it has no lesser child. */
FR_INLINE uint32_t
fr_tree_second(const fr_tree *tree, uint32_t at)
{
	const fr_tree_entry *e = tree->entries;
	uint32_t next = e[at].child[1];

	if (next == 0)
		return e[at].parent;
	while (e[next].child[0])
		next = e[next].child[0];
	return next;
}

/* Removes an entry that has one child at most. */
FR_INLINE void
fr_tree_cut_out(fr_tree *tree, uint32_t at)
{
	fr_tree_entry *e = tree->entries;
	uint32_t child = e[at].child[e[at].child[0] == 0];

	fr_tree_replace(tree, at, child);
	if (!e[at].red)
		fr_tree_balance_remove(tree, child);
	e[at].child[0] = tree->free;
	tree->free = at;
}

/* Removes node n: where its entry has two children, the next one's content moves there. */
FR_INLINE void
fr_tree_remove(fr_tree *tree, uint32_t n)
{
	fr_tree_entry *e = tree->entries;
	uint32_t at = tree->nodes[n].next;
	uint32_t out = at;

	if (at == tree->first)
		tree->first = fr_tree_second(tree, at);
	if (e[at].child[0] && e[at].child[1])
	{
		for (out = e[at].child[1]; e[out].child[0];)
			out = e[out].child[0];
		e[at].rank = e[out].rank;
		e[at].node = e[out].node;
		tree->nodes[e[at].node].next = at;
	}
	fr_tree_cut_out(tree, out);
}

/*
 * Removes the node of least rank and returns it and its f; FR_NONE if the tree is
 * empty.
 */
FR_INLINE uint32_t
fr_tree_pop(fr_tree *tree, uint64_t *f)
{
	uint32_t at = tree->first;
	uint32_t n;

	if (at == 0)
		return FR_NONE;
	n = tree->entries[at].node;
	*f = tree->entries[at].rank.f;
	tree->first = fr_tree_second(tree, at);
	fr_tree_cut_out(tree, at);
	return n;
}

#endif /* FRINGE_PAPERS_LIST_H */
