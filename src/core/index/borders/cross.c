/*
 * cross.c - in which order the inner nodes of a tile become hubs
 *
 * First the one through which most ways inside the tile lead that lead over the cross, of
 * some random ones; then the one through which most of those lead that do not lead through
 * it; and so on.
 */
#include "core/index/borders/descent.h"

#include <string.h>

#include "core/base/random.h"

#define WAYS 512
#define TRIES (3 * WAYS)

/* Two nodes, and what the ways from one to the other over inner nodes cost. */
typedef struct way
{
	uint32_t from;
	uint32_t to;
	int32_t cost;
} way;

typedef struct cross
{
	const fr_minplus *minplus;
	const fr_tile *tile;
	way ways[WAYS];
	uint32_t way_count;
	int32_t *through; /* by inner node: the number of ways through it */
} cross;

static void
add_way(cross *c, uint32_t from, uint32_t to)
{
	int32_t cost = c->minplus->least_sum(fr_tile_row(c->tile, true, from),
										 fr_tile_row(c->tile, false, to), c->tile->lanes);

	if (from != to && cost < FR_NO_COST_32)
		c->ways[c->way_count++] = (way){from, to, cost};
}

static void
list_ways(cross *c)
{
	uint32_t nodes = c->tile->gates + c->tile->inner;
	uint64_t random = nodes;

	for (int i = 0; i < TRIES && c->way_count < WAYS; i++)
	{
		uint32_t from = fr_random_below(&random, nodes);

		add_way(c, from, fr_random_below(&random, nodes));
	}
}

static void
count_through(const cross *c, const way *w, int32_t by)
{
	c->minplus->count_equal(fr_tile_row(c->tile, true, w->from),
							fr_tile_row(c->tile, false, w->to), c->tile->lanes, w->cost,
							by, c->through);
}

static bool
leads_through(const cross *c, const way *w, uint32_t inner)
{
	return fr_tile_row(c->tile, true, w->from)[inner] +
			   fr_tile_row(c->tile, false, w->to)[inner] ==
		   w->cost;
}

/* Ways through the node count no more. */
static void
drop_ways(cross *c, uint32_t inner)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < c->way_count; i++)
		if (leads_through(c, &c->ways[i], inner))
			count_through(c, &c->ways[i], -1);
		else
			c->ways[kept++] = c->ways[i];
	c->way_count = kept;
}

/* The position, from the first on, of the node that most ways lead through. */
static uint32_t
find_busiest(const cross *c, const uint32_t *order, uint32_t first)
{
	uint32_t best = first;

	for (uint32_t i = first + 1; i < c->tile->inner; i++)
		if (c->through[order[i]] > c->through[order[best]])
			best = i;
	return best;
}

void
fr_cross_order(fr_border_build *b, const fr_tile *tile, uint32_t *order)
{
	size_t size = (size_t) tile->lanes * FR_LANE * sizeof(int32_t);
	cross c = {.minplus = b->minplus, .tile = tile};

	c.through = fr_take(b->arena, size);
	memset(c.through, 0, size);
	list_ways(&c);
	for (uint32_t i = 0; i < c.way_count; i++)
		count_through(&c, &c.ways[i], 1);
	for (uint32_t i = 0; i < tile->inner; i++)
		order[i] = i;
	for (uint32_t i = 0; i < tile->inner; i++)
	{
		uint32_t best = find_busiest(&c, order, i);
		uint32_t hub = order[best];

		order[best] = order[i];
		order[i] = hub;
		fr_border_poll(b);
		drop_ways(&c, hub);
	}
	fr_release(b->arena, c.through, size);
}
