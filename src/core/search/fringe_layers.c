/*
 * fringe_layers.c - Fringe Search on an array, where each limit is the least f
 *
 * The cache-friendly form that 2005 section 5 asks for. If each limit is the least f, all
 * candidates have the same f, and no other node needs a visit: each f has a layer, a stack
 * of its own. The search takes nodes in the same order as A* on stacks. All layers share one
 * array, to which entries are added at the end:
 *
 *     63                 32 31             0
 *     +--------------------+---------------+
 *     | the entry below it | node          |
 *     +--------------------+---------------+
 *
 * Entry 0 ends every layer. Its node is the start, which no other entry has: the start is
 * expanded before any node waits.
 *
 * One step raises f by at most twice the most expensive step. So the layers in use lie close
 * together, and a ring of FR_HEADS holds them.
 *
 * A node that is reached again more cheaply gets another entry. The first entry of a node
 * that is taken counts, and later ones find the node closed. When the array is full, one
 * entry is kept for each open node. Two entries per cell are enough: at most cells - 1 nodes
 * are open, and their next children need at most cells - 1 entries more.
 */
#include "core/search/fringe_run.h"

_Static_assert(2 * sizeof(uint64_t) == FR_FRINGE_ARRAY_EXTRA, "two entries per cell");

typedef struct layers
{
	fr_node *nodes;
	uint64_t *entries;
	uint32_t end;		/* how many there are, with entry 0 */
	uint32_t most;		/* how many there may be */
	uint32_t *head;		/* the highest entries of the layers that wait */
	uint64_t *occupied; /* a bit per slot of the ring: its layer is not empty */
	uint64_t current;	/* f of the layer that nodes are taken from, */
	uint64_t top;		/* its highest entry, */
	uint64_t
		key; /* and the key of that entry's node, loaded early to hide the cache miss */
} layers;

/* Do all layers that are in use at once fit into the ring? */
FR_INLINE bool
layers_fit(const fr_costs *costs)
{
	return 2 * costs->step_max + 2 <= FR_HEADS;
}

/* Removes all entries but the lowest. */
FR_INLINE void
layers_empty(layers *l)
{
	l->end = 1;
	l->top = l->entries[0];
	memset(l->head, 0, FR_HEADS * sizeof *l->head);
	memset(l->occupied, 0, FR_HEADS / 64 * sizeof *l->occupied);
}

/* The layers of a search whose start has this f. */
FR_INLINE layers
layers_open(const fr_run *run, uint64_t f)
{
	fr_workspace *workspace = run->workspace;
	layers l = {.nodes = workspace->nodes,
				.entries = workspace->extra,
				.most = 2 * run->grid->cells,
				.head = workspace->head,
				.occupied = workspace->occupied,
				.current = f};

	l.entries[0] = run->start;
	layers_empty(&l);
	return l;
}

FR_INLINE void
layers_set_top(layers *l, uint64_t entry)
{
	l->top = entry;
	l->key = l->nodes[(uint32_t) entry].key;
}

/* Opens node n at this f, which is larger than the f of the current layer. */
FR_INLINE void
layers_wait(layers *l, uint32_t n, uint64_t f)
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
layers_add(layers *l, uint32_t n, uint64_t f)
{
	if (f == l->current)
	{
		l->entries[l->end] = l->top;
		layers_set_top(l, (uint64_t) l->end++ << 32 | n);
	}
	else
		layers_wait(l, n, f);
}

/* Is the node of the highest entry of the current layer open? */
FR_INLINE bool
layers_top_open(const layers *l)
{
	return (l->nodes[(uint32_t) l->top].key & FR_KEY_OPEN) != 0;
}

/* The current layer is empty: makes the next one current and returns its f. */
FR_INLINE uint64_t
layers_advance(layers *l)
{
	do
	{
		uint32_t ahead = fr_ring_ahead(l->occupied, l->current % FR_HEADS);
		uint32_t slot = (l->current + ahead) % FR_HEADS;

		if (ahead == FR_HEADS)
			return UINT64_MAX;
		l->current += ahead;
		layers_set_top(l, l->entries[l->head[slot]]);
		l->head[slot] = 0;
		l->occupied[slot / 64] &= ~(UINT64_C(1) << slot % 64);
		while (l->top != l->entries[0] && !layers_top_open(l))
			layers_set_top(l, l->entries[l->top >> 32]);
	} while (l->top == l->entries[0]);
	return l->current;
}

/*
 * Takes the highest entry of the current layer whose node is still open. Closes the node, and
 * returns its closed key. False: no such entry is left.
 */
FR_INLINE bool
layers_take(layers *l, uint32_t *n, uint64_t *key)
{
	while (l->top != l->entries[0])
	{
		bool open = layers_top_open(l);

		*n = (uint32_t) l->top;
		*key = l->key & ~FR_KEY_OPEN;
		if (open)
			l->nodes[*n].key = *key;
		layers_set_top(l, l->entries[l->top >> 32]);
		if (open)
			return true;
	}
	return false;
}

/*
 * Keeps only the newest entry of each open node: collects the nodes at the upper end
 * of the array, and adds them again in their order.  It is rarely called. Because it is a
 * function of its own and takes the layers by value, the loop keeps them in registers.
 */
static __attribute__((noinline)) layers
layers_cleared(layers l, const fr_run *run, fr_kind kind)
{
	uint32_t end = l.end;
	uint32_t kept = end;
	uint64_t entry = l.top; /* which may not be in the array yet */

	for (uint32_t e = end; e > 0; e--)
	{
		uint32_t n = (uint32_t) entry;

		fr_poll_at(run->poll, e);
		entry = l.entries[e - 1];
		if (l.nodes[n].key & FR_KEY_OPEN)
		{
			l.nodes[n].key &= ~FR_KEY_OPEN;
			l.entries[--kept] = n;
		}
	}
	layers_empty(&l);
	for (uint32_t e = kept; e < end; e++)
	{
		uint32_t n = (uint32_t) l.entries[e];

		fr_poll_at(run->poll, e);
		l.nodes[n].key |= FR_KEY_OPEN;
		layers_add(&l, n, fr_key_g(l.nodes[n].key) + fr_run_h(run, kind, n));
	}
	return l;
}

/* Makes room; returns how many nodes may be expanded before the next call. */
FR_INLINE int64_t
layers_make_room(layers *l, const fr_run *run, fr_kind kind)
{
	if (l->most - l->end < FR_DIRECTIONS)
		*l = layers_cleared(*l, run, kind);
	return (l->most - l->end) / FR_DIRECTIONS;
}

/* ---- the search -------------------------------------------------------------------- */

typedef struct layered_fringe
{
	fr_fringe base;
	layers layers;
	bool immediate; /* the next candidate is n: it was not added */
	uint32_t n;		/* the next candidate, or the one taken last, */
	uint64_t key;	/* and its key */
} layered_fringe;

/* Takes the next candidate and its key, and counts the visit; false if none is left. */
FR_INLINE bool
choose(layered_fringe *l, fr_kind kind)
{
	if (l->immediate)
		l->immediate = false;
	else if (!layers_take(&l->layers, &l->n, &l->key))
		return false;
	fr_fringe_count(&l->base, kind, l->n, l->key);
	return true;
}

/* Makes node m the next candidate, because it is the newest. */
FR_INLINE void
take_at_once(layered_fringe *l, uint32_t m, uint64_t key)
{
	l->base.nodes[m].key = key;
	l->immediate = true;
	l->n = m;
	l->key = key;
}

/*
 * Node m was reached by its best path so far.  No node is opened again, so a node that was
 * seen is open.  An only child within the limit is the newest candidate.
 */
FR_INLINE void
layer_or_take(fr_fringe *f, fr_kind kind, uint32_t n, fr_child m)
{
	layered_fringe *l = (layered_fringe *) f;
	uint64_t *old = &f->nodes[m.n].key;
	uint64_t f_m = fr_key_g(m.key) + fr_run_h(f->run, kind, m.n);

	(void) n;
	if (kind.counted)
	{
		f->open += !fr_key_seen(f->run->workspace, *old);
		f->opened++;
	}
	if (m.single && f_m == f->limit)
	{
		take_at_once(l, m.n, m.key);
		return;
	}
	*old = m.key | FR_KEY_OPEN;
	if (m.single)
		layers_wait(&l->layers, m.n, f_m);
	else
		layers_add(&l->layers, m.n, f_m);
}

FR_FRINGE_DEFINE_EXPAND(expand, layer_or_take, false, false)

FR_INLINE void
iterate(layered_fringe *l, fr_kind kind)
{
	fr_fringe *f = &l->base;

	while (choose(l, kind))
	{
		uint32_t n = l->n;

		if (n == f->run->goal)
		{
			fr_fringe_reach_goal(f);
			if (fr_fringe_is_proven(f))
				return;
		}
		else if (f->expanded < f->pause ||
				 fr_fringe_set_pause(f, layers_make_room(&l->layers, f->run, kind)))
			expand(f, kind, n, l->key);
		else
			return;
	}
	f->least = layers_advance(&l->layers);
}

FR_INLINE void
search(fr_kind kind, const fr_run *run)
{
	layered_fringe l = {.base = fr_fringe_open(run, kind)};

	l.layers = layers_open(run, l.base.least);
	take_at_once(&l, run->start, fr_key(run->workspace, 0, 0));
	while (fr_fringe_next_limit(&l.base))
		iterate(&l, kind);
	fr_fringe_finish(&l.base);
}

FR_DEFINE_ONE_LOOP(by_layers_any, const fr_run, context, search)
FR_DEFINE_FEW_LOOPS(by_layers, by_layers_any, const fr_run, context, search)

void
fr_fringe_by_layers(const fr_run *run)
{
	by_layers(run);
}

/* Layers need limits that are the least f: no step, and a ring that holds all layers. */
bool
fr_fringe_takes_layers(const fr_run *run)
{
	return fr_fringe_step(run) == 0 && layers_fit(&run->grid->costs);
}
