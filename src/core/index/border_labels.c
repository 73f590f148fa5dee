/*
 * border_labels.c - units, the order of hubs, and labels of the overlay
 */
#include "core/index/pack_borders.h"

#include <string.h>

#include "core/base/error.h"

/* How steps cost: any ratio will do.  Without diagonal steps they count as straight ones. */
fr_index_rule
fr_border_rule(const fr_grid *grid)
{
	uint64_t straight = grid->costs.step[FR_N];

	return (fr_index_rule){grid->corners, !grid->octile, straight,
						   grid->octile ? grid->costs.step[FR_NE] : straight};
}

/* ---- units --------------------------------------------------------------------- */

/* The overlay with the more expensive direction of each edge, in rough units. */
static fr_graph
rough_graph(const fr_overlay *o, uint64_t unit, const fr_arena *arena,
			const fr_poll *poll)
{
	uint32_t *weight = fr_take(arena, ((size_t) o->first[o->count] + 1) * sizeof *weight);

	for (uint32_t v = 0; v < o->count; v++)
	{
		fr_poll_at(poll, v);
		for (uint32_t e = o->first[v]; e < o->first[v + 1]; e++)
		{
			uint64_t back = fr_overlay_back(o, v, e);
			uint64_t cost = o->cost[e] > back ? o->cost[e] : back;

			weight[e] = (uint32_t) ((cost + unit - 1) / unit);
		}
	}
	return (fr_graph){o->count, o->first, o->to, weight};
}

/* Fine enough to tell edges apart, and such that no sum of a path's leaves 30 bits. */
static uint64_t
rough_unit(const fr_overlay *o)
{
	uint64_t fine = o->grid->costs.step[FR_N] / 64;
	uint64_t coarse = (o->longest_edge >> 14) * o->count >> 15;

	return (fine > coarse ? fine : coarse) + 1;
}

/* No best path costs more, in the grid's unit. */
static uint64_t
longest_path(const fr_overlay *o, const fr_arena *arena, const fr_poll *poll)
{
	uint64_t unit = rough_unit(o);
	fr_graph rough = rough_graph(o, unit, arena, poll);
	uint64_t between = fr_graph_extent(&rough, arena, poll) * unit;
	uint64_t pocket = o->pockets ? o->grid->costs.step_max * FR_BLOCK_CELLS : 0;
	uint64_t longest = between + 2 * o->longest_inside;

	return longest > pocket ? longest : pocket;
}

fr_status
fr_border_units(const fr_overlay *o, const fr_index_rule *rule, const fr_arena *arena,
				const fr_poll *poll, fr_index_units *units, uint32_t *top,
				fr_error *error)
{
	return fr_index_units_for(rule, longest_path(o, arena, poll), units, top, error);
}

/* ---- the order of hubs of another index ------------------------------------------ */

#define NO_BORDER UINT32_MAX

static bool
is_of_same_size(const fr_overlay *o, const fr_index *old)
{
	return old != NULL && old->form == FR_INDEX_BORDERS && old->width == o->grid->width &&
		   old->height == o->grid->height;
}

/* Notes which hubs the border cells of a block are: those that are at no distance. */
static void
note_hubs(const fr_overlay *o, const fr_index *old, uint32_t block, uint32_t *by_rank)
{
	fr_border_block b = fr_border_open(old, block, false);
	uint32_t place[FR_BLOCK_CELLS];
	uint32_t count = 0;

	for (uint64_t set = b.borders; set; set &= set - 1)
		place[count++] = (uint32_t) __builtin_ctzll(set);
	for (uint32_t k = 0; k < b.side.groups; k++)
		if (fr_get32(b.side.base, k) == 0)
		{
			fr_relief p = fr_border_relief(old, &b.side, k);
			uint32_t at = place[p.border[0]];

			if (o->borders[block] >> at & 1)
				by_rank[fr_border_hub(&b.side, k)] =
					fr_overlay_number(o, fr_cell_at(o->across, block, at));
		}
}

/*
 * Border cells in the order that they have as hubs of an older index, those that it does
 * not have at the end.  NULL: there is none of this size and form.
 */
const uint32_t *
fr_border_order(const fr_overlay *o, const fr_index *old, const fr_arena *arena,
				const fr_poll *poll)
{
	uint32_t *order;
	uint32_t *by_rank;
	bool *taken;
	uint32_t used = 0;

	if (!is_of_same_size(o, old))
		return NULL;
	order = fr_take(arena, ((size_t) o->count + 1) * sizeof *order);
	by_rank = fr_take(arena, ((size_t) old->subgoals + 1) * sizeof *by_rank);
	taken = fr_take(arena, (size_t) o->count + 1);
	memset(by_rank, 0xff, old->subgoals * sizeof *by_rank);
	memset(taken, 0, o->count);
	for (uint32_t block = 0; block < o->blocks; block++)
	{
		fr_poll_at(poll, block);
		note_hubs(o, old, block, by_rank);
	}
	for (uint32_t rank = 0; rank < old->subgoals; rank++)
	{
		uint32_t v = by_rank[rank];

		if (v == NO_BORDER || taken[v])
			continue;
		taken[v] = true;
		order[used++] = v;
	}
	for (uint32_t v = 0; v < o->count; v++)
		if (!taken[v])
			order[used++] = v;
	return order;
}

/* ---- labels --------------------------------------------------------------------- */

typedef struct scaler
{
	const fr_overlay *overlay;
	const fr_index_scale *scale;
	uint32_t top;
	const fr_arena *arena;
	const fr_poll *poll;
} scaler;

/* Nothing above the top is on a best path. */
static uint32_t
scaled_edge(const scaler *s, uint64_t cost)
{
	uint64_t scaled = fr_index_scaled(s->scale, cost);

	return scaled < s->top ? (uint32_t) scaled : s->top;
}

/* The overlay in the labels' units, or with its edges reversed. */
static fr_graph
scaled_graph(const scaler *s, bool reverse)
{
	const fr_overlay *o = s->overlay;
	uint32_t *weight =
		fr_take(s->arena, ((size_t) o->first[o->count] + 1) * sizeof *weight);

	for (uint32_t v = 0; v < o->count; v++)
	{
		fr_poll_at(s->poll, v);
		for (uint32_t e = o->first[v]; e < o->first[v + 1]; e++)
			weight[e] = scaled_edge(s, reverse ? fr_overlay_back(o, v, e) : o->cost[e]);
	}
	return (fr_graph){o->count, o->first, o->to, weight};
}

/* Half of what it costs there and back. */
static fr_graph
mean_graph(const scaler *s, const fr_graph *a, const fr_graph *b)
{
	size_t edges = a->first[a->count];
	uint32_t *weight = fr_take(s->arena, (edges + 1) * sizeof *weight);

	for (size_t e = 0; e < edges; e++)
		weight[e] = (a->weight[e] + b->weight[e] + 1) / 2;
	return (fr_graph){a->count, a->first, a->to, weight};
}

/* With few samples labels of a large overlay are many times as long. */
#define SMALL_OVERLAY 20000

static const fr_label_effort *
effort_for(const fr_overlay *o)
{
	static const fr_label_effort large = {48, 800};

	return o->count > SMALL_OVERLAY ? &large : NULL;
}

/* Hubs in the order of the mean costs; NULL: labels have too many entries. */
static const uint32_t *
sample_order(const scaler *s, const fr_graph *a, const fr_graph *b, uint64_t limit)
{
	fr_graph mean = mean_graph(s, a, b);
	fr_labels labels;

	if (!fr_labels_build(&mean, effort_for(s->overlay), limit, s->arena, s->poll,
						 &labels))
		return NULL;
	return labels.order;
}

/*
 * Labels of border cells to hubs, and from hubs, which are the same unless the overlay is
 * directed.  Hubs have the order given, or one of their own.  False: labels have too many
 * entries.
 */
bool
fr_border_labels(const fr_overlay *o, const fr_index_scale *scale, uint32_t top,
				 const uint32_t *order, uint64_t limit, const fr_arena *arena,
				 const fr_poll *poll, fr_labels *from, fr_labels **to)
{
	scaler s = {o, scale, top, arena, poll};
	fr_graph graph = scaled_graph(&s, false);
	fr_graph reverse = graph;

	*to = from;
	if (o->directed)
	{
		reverse = scaled_graph(&s, true);
		*to = fr_take(arena, sizeof **to);
	}
	else if (order == NULL)
		return fr_labels_build(&graph, effort_for(o), limit, arena, poll, from);
	if (order == NULL)
		order = sample_order(&s, &graph, &reverse, limit);
	return order != NULL &&
		   fr_labels_ordered(&graph, &reverse, order, 2 * limit, arena, poll, from, *to);
}
