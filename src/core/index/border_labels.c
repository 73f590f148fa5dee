/*
 * border_labels.c - units and labels of the overlay
 */
#include "core/base/error.h"
#include "core/index/pack_borders.h"

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
static const fr_label_effort large_effort = {48, 800};

/*
 * Labels of border cells to hubs, and from hubs, which are the same unless the overlay is
 * directed.  Then hubs are in the order of the mean costs.  False: they have too many entries.
 */
bool
fr_border_labels(const fr_overlay *o, const fr_index_scale *scale, uint32_t top,
				 uint64_t limit, const fr_arena *arena, const fr_poll *poll,
				 fr_labels *from, fr_labels **to)
{
	scaler s = {o, scale, top, arena, poll};
	fr_graph graph = scaled_graph(&s, false);
	fr_graph reverse;
	fr_graph mean;
	fr_labels order;
	const fr_label_effort *effort = o->count > SMALL_OVERLAY ? &large_effort : NULL;

	*to = from;
	if (!o->directed)
		return fr_labels_build(&graph, effort, limit, arena, poll, from);
	reverse = scaled_graph(&s, true);
	mean = mean_graph(&s, &graph, &reverse);
	*to = fr_take(arena, sizeof **to);
	return fr_labels_build(&mean, effort, limit, arena, poll, &order) &&
		   fr_labels_directed(&graph, &reverse, order.order, 2 * limit, arena, poll, from,
							  *to);
}
