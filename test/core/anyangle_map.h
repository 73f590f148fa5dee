/*
 * anyangle_map.h - a small map, searched and indexed: are its paths and costs the oracle's?
 */
#ifndef FRINGE_ANYANGLE_MAP_H
#define FRINGE_ANYANGLE_MAP_H

#include "anyangle_scene.h"
#include "core/anyangle/line_length.h"
#include "core/anyangle/visibility_graph.h"
#include "tap.h"

static const fr_poll poll = {count_poll, NULL};

/* ---- one map --------------------------------------------------------------- */

typedef struct tally
{
	long maps;
	long pairs;
	long paths;
	long found;	  /* wrongly, or not */
	long bits;	  /* other ones than the oracle's */
	long routes;  /* not legal, of another length, or other ones on a fresh grid */
	long bounds;  /* longer than an octile path, or than that pulled tight */
	long many;	  /* other bits from one cell to many */
	long reached; /* or to all */
	long indexed; /* by an index */
	long forged; /* bytes that were changed and accepted, or answers that leave the map */
} tally;

static inline bool
is_wrong(const tally *t)
{
	return t->found + t->bits + t->routes + t->bounds + t->many + t->reached +
			   t->indexed + t->forged >
		   0;
}

typedef struct tried
{
	scene *s;
	fr_grid *grid;
	fr_grid *octile;
	fr_method method;
	fr_method jump;
	fr_workspace *workspace;
	fr_workspace *jumps;
	uint8_t *bytes; /* of the index */
	size_t size;
	malloc_arena memory;
	fr_index index;
	fr_index_scratch *scratch;
	tally *t;
} tried;

static inline double
value_of(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Does the route lead from start to goal by lines that the oracle sees? */
static inline bool
is_right_route(const tried *m, const fr_result *r, int start, int goal)
{
	int at = start;
	uint8_t packed[4096];
	uint64_t cost;
	size_t size;

	if (r->route.start.x != start % m->s->width ||
		r->route.start.y != start / m->s->width)
		return false;
	for (size_t i = 0; i < r->route.count; i++)
	{
		int to = r->route.corners[i].y * m->s->width + r->route.corners[i].x;

		if (to == at || !sees(m->s, at, to))
			return false;
		at = to;
	}
	size = fr_path_pack(&r->route, packed, &poll);
	return at == goal && fr_path_price(m->grid, packed, size, &cost, &poll) &&
		   cost == r->cost && fr_path_length(packed, size, &poll) == (uint64_t) r->length;
}

/*
 * Is the route the same before searches have learnt which edges lead nowhere, and if they
 * keep none?
 */
static inline bool
is_fresh_route(const tried *m, const fr_result *r, uint32_t start, uint32_t goal)
{
	fr_visibility_graph *graph = m->grid->visibility;
	fr_visibility_graph fresh = *graph;
	fr_grid grid = *m->grid;
	size_t size = r->route.count * sizeof *r->route.corners;
	fr_cell *corners = malloc(size + 1); /* the next search releases those of the route */
	fr_result other;
	bool same;

	if (size > 0)
		memcpy(corners, r->route.corners, size);
	fresh.neighbours = calloc((size_t) graph->count + 1, sizeof *fresh.neighbours);
	fresh.free_edges = NULL;
	if ((start + goal) % 2)
		fr_visibility_graph_limit(&fresh, 0); /* nothing is kept */
	grid.visibility = &fresh;
	search_pair(&grid, &m->method, start, goal, m->workspace, &poll, &other);
	same = other.cost == r->cost && other.route.count == r->route.count &&
		   (size == 0 || memcmp(other.route.corners, corners, size) == 0);
	free(corners);
	graph->ranges = fresh.ranges;
	graph->range_capacity = fresh.range_capacity;
	free(fresh.neighbours);
	return same;
}

static inline void
add_corner(void *context, fr_cell corner)
{
	double *sum = context;

	if (sum[0] >= 0)
		sum[0] += hypot(corner.x - sum[1], corner.y - sum[2]);
	else
		sum[0] = 0;
	sum[1] = corner.x;
	sum[2] = corner.y;
}

/* Not longer than the best path of eight directions, nor than that pulled tight. */
static inline bool
keeps_bounds(const tried *m, double length, uint32_t start, uint32_t goal)
{
	double straight = sqrt(square_between(m->s, (int) start, (int) goal));
	double smooth[3] = {-1, 0, 0};
	uint8_t packed[8192];
	fr_result octile;
	size_t size;

	search_pair(m->octile, &m->jump, start, goal, m->jumps, &poll, &octile);
	size = fr_path_pack(&octile.route, packed, &poll);
	fr_path_smooth(m->grid, packed, size, NULL, add_corner, smooth, &poll);
	return length >= straight && length <= smooth[0] * (1 + 1e-14) &&
		   smooth[0] <= fr_cost_value(&m->octile->costs, octile.cost) * (1 + 1e-14);
}

#endif /* FRINGE_ANYANGLE_MAP_H */
