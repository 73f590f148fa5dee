/*
 * fringe_layers.h - open nodes in an array, those of the same f together
 *
 * The cache-friendly form that 2005 section 5 asks for, where each limit is the
 * least f.  Then all candidates have the same f, and no other node needs a visit:
 * each f has a layer, a stack of its own.  It takes nodes in the same order as A* on
 * stacks.  All layers share one array, to which entries are added at the end:
 *
 *     63                 32 31             0
 *     +--------------------+---------------+
 *     | the entry below it | node          |
 *     +--------------------+---------------+
 *
 * Entry 0 ends every layer.  Its node is the start, which no other entry has: the
 * start is expanded before any node waits.
 *
 * One step raises f by at most twice the most expensive step, so that the layers in
 * use lie close together, and a ring of FR_HEADS holds them.
 *
 * A node that is reached again more cheaply gets another entry.  The first entry of
 * a node that is taken counts; later ones find the node closed.  When the array is
 * full, one entry is kept for each open node.  Two entries a cell are enough: at
 * most cells - 1 nodes are open, and their next children need at most cells - 1
 * entries more.
 */
#ifndef FRINGE_FRINGE_LAYERS_H
#define FRINGE_FRINGE_LAYERS_H

#include "core/search/fringe_run.h"

_Static_assert(2 * sizeof(uint64_t) == FR_FRINGE_ARRAY_EXTRA, "two entries a cell");

typedef struct fr_layers
{
	fr_node *nodes;
	uint64_t *entries;
	uint32_t end;		/* how many there are, with entry 0 */
	uint32_t most;		/* how many there may be */
	uint32_t *head;		/* the highest entries of the layers that wait */
	uint64_t *occupied; /* a bit each: is it not empty? */
	uint64_t current;	/* f of the layer that nodes are taken from, */
	uint64_t top;		/* its highest entry, */
	uint64_t key;		/* and the key of that entry's node, which pop would wait for */
} fr_layers;

/* Do all layers that are in use at once fit into the ring? */
FR_INLINE bool
fr_layers_fit(const fr_costs *costs)
{
	return 2 * costs->step_max + 2 <= FR_HEADS;
}

/* Removes all entries but the lowest. */
FR_INLINE void
fr_layers_empty(fr_layers *l)
{
	l->end = 1;
	l->top = l->entries[0];
	memset(l->head, 0, FR_HEADS * sizeof *l->head);
	memset(l->occupied, 0, FR_HEADS / 64 * sizeof *l->occupied);
}

/* For a search whose start has this f. */
FR_INLINE fr_layers
fr_layers_open(const fr_run *run, uint64_t f)
{
	fr_workspace *workspace = run->workspace;
	fr_layers l = {.nodes = workspace->nodes,
				   .entries = workspace->extra,
				   .most = 2 * run->grid->cells,
				   .head = workspace->head,
				   .occupied = workspace->occupied,
				   .current = f};

	l.entries[0] = run->start;
	fr_layers_empty(&l);
	return l;
}

FR_INLINE void
fr_layers_set_top(fr_layers *l, uint64_t entry)
{
	l->top = entry;
	l->key = l->nodes[(uint32_t) entry].key;
}

/* Node n, which is open, has this f, larger than that of the current layer. */
FR_INLINE void
fr_layers_wait(fr_layers *l, uint32_t n, uint64_t f)
{
	uint32_t slot = f % FR_HEADS;
	uint32_t below = l->head[slot];

	l->entries[l->end] = (uint64_t) below << 32 | n;
	l->head[slot] = l->end++;
	if (below == 0)
		l->occupied[slot / 64] |= UINT64_C(1) << slot % 64;
}

/* Adds a node at any f, the current layer's included. */
FR_INLINE void
fr_layers_add(fr_layers *l, uint32_t n, uint64_t f)
{
	if (f == l->current)
	{
		l->entries[l->end] = l->top;
		fr_layers_set_top(l, (uint64_t) l->end++ << 32 | n);
	}
	else
		fr_layers_wait(l, n, f);
}

/* Is the node of the highest entry of the current layer open? */
FR_INLINE bool
fr_layers_top_open(const fr_layers *l)
{
	return (l->nodes[(uint32_t) l->top].key & FR_KEY_OPEN) != 0;
}

/* The current layer is empty: makes the next one current and returns its f. */
FR_INLINE uint64_t
fr_layers_advance(fr_layers *l)
{
	do
	{
		uint32_t ahead = fr_ring_ahead(l->occupied, l->current % FR_HEADS);
		uint32_t slot = (l->current + ahead) % FR_HEADS;

		if (ahead == FR_HEADS)
			return UINT64_MAX;
		l->current += ahead;
		fr_layers_set_top(l, l->entries[l->head[slot]]);
		l->head[slot] = 0;
		l->occupied[slot / 64] &= ~(UINT64_C(1) << slot % 64);
		while (l->top != l->entries[0] && !fr_layers_top_open(l))
			fr_layers_set_top(l, l->entries[l->top >> 32]);
	} while (l->top == l->entries[0]);
	return l->current;
}

/*
 * Takes the highest entry of the current layer whose node is still open, and
 * closes that, as its key says.  False where none is left.
 */
FR_INLINE bool
fr_layers_take(fr_layers *l, uint32_t *n, uint64_t *key)
{
	while (l->top != l->entries[0])
	{
		bool open = fr_layers_top_open(l);

		*n = (uint32_t) l->top;
		*key = l->key & ~FR_KEY_OPEN;
		if (open)
			l->nodes[*n].key = *key;
		fr_layers_set_top(l, l->entries[l->top >> 32]);
		if (open)
			return true;
	}
	return false;
}

/*
 * Keeps only the newest entry of each open node: collects the nodes at the upper end
 * of the array, and adds them again in their order.  It is rarely needed; a function
 * of its own, by value, leaves the registers to the loop.
 */
static __attribute__((noinline)) fr_layers
fr_layers_cleared(fr_layers l, const fr_run *run, fr_kind kind)
{
	uint32_t end = l.end;
	uint32_t kept = end;

	for (uint32_t e = end - 1; e > 0; e--)
	{
		uint32_t n = (uint32_t) l.entries[e];

		fr_poll_at(run->poll, e);
		if (l.nodes[n].key & FR_KEY_OPEN)
		{
			l.nodes[n].key &= ~FR_KEY_OPEN;
			l.entries[--kept] = n;
		}
	}
	fr_layers_empty(&l);
	for (uint32_t e = kept; e < end; e++)
	{
		uint32_t n = (uint32_t) l.entries[e];

		fr_poll_at(run->poll, e);
		l.nodes[n].key |= FR_KEY_OPEN;
		fr_layers_add(&l, n, fr_key_g(l.nodes[n].key) + fr_run_h(run, kind, n));
	}
	return l;
}

/* Makes room; returns how many nodes may be expanded before the next call. */
FR_INLINE int64_t
fr_layers_make_room(fr_layers *l, const fr_run *run, fr_kind kind)
{
	if (l->most - l->end < FR_DIRECTIONS)
		*l = fr_layers_cleared(*l, run, kind);
	return (l->most - l->end) / FR_DIRECTIONS;
}

#endif /* FRINGE_FRINGE_LAYERS_H */
