/*
 * border_labels.c - units, the order of hubs, and labels of the overlay
 */
#include "core/index/pack_borders.h"
#include "core/index/thin.h"

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

/* A graph, and the same with its edges reversed; without a direction they are the same. */
typedef struct ways
{
	fr_graph there;
	fr_graph back;
} ways;

static ways
scaled_ways(const scaler *s)
{
	fr_graph there = scaled_graph(s, false);

	return (ways){there, s->overlay->directed ? scaled_graph(s, true) : there};
}

/* Half of what it costs there and back. */
static fr_graph
mean_graph(const scaler *s, const ways *w)
{
	size_t edges = w->there.first[w->there.count];
	uint32_t *weight = fr_take(s->arena, (edges + 1) * sizeof *weight);

	for (size_t e = 0; e < edges; e++)
		weight[e] = (w->there.weight[e] + w->back.weight[e] + 1) / 2;
	return (fr_graph){w->there.count, w->there.first, w->there.to, weight};
}

/* ---- hubs ----------------------------------------------------------------------- */

/*
 * Hubs are border cells with a coordinate that is a multiple of 8, and those with one that
 * is a multiple of LINE come first.  No way leads from one block to another, or from one
 * square of LINE cells to another, without such a cell.
 */
#define LINE 16

static bool
is_on_line(fr_cell at, int line)
{
	return at.x % line == 0 || at.y % line == 0;
}

static fr_kept
keep_lines(const fr_overlay *o, int line, const fr_arena *arena)
{
	fr_kept kept = {fr_take(arena, ((size_t) o->count + 1) * sizeof *kept.number),
					fr_take(arena, ((size_t) o->count + 1) * sizeof *kept.vertex), 0,
					o->count};
	uint32_t v = 0;

	for (uint32_t block = 0; block < o->blocks; block++)
		for (uint64_t set = o->borders[block]; set; set &= set - 1, v++)
		{
			fr_cell at = fr_cell_at(o->across, block, (uint32_t) __builtin_ctzll(set));

			kept.number[v] = FR_NOT_KEPT;
			if (!is_on_line(at, line))
				continue;
			kept.number[v] = kept.count;
			kept.vertex[kept.count++] = v;
		}
	return kept;
}

/* Hubs by rank: first those on the lines, in the order given, then the others. */
static const uint32_t *
all_hubs(const scaler *s, const fr_kept *lines, const uint32_t *first,
		 const uint32_t *old, uint32_t *hubs)
{
	fr_kept all = keep_lines(s->overlay, FR_INDEX_BLOCK, s->arena);
	uint32_t used = lines->count;

	for (uint32_t i = 0; i < lines->count; i++)
		all.vertex[i] = lines->vertex[first[i]];
	for (uint32_t i = 0; i < s->overlay->count; i++)
	{
		uint32_t v = old ? old[i] : i;

		if (all.number[v] != FR_NOT_KEPT && lines->number[v] == FR_NOT_KEPT)
			all.vertex[used++] = v;
	}
	*hubs = used;
	return all.vertex;
}

/* ---- labels of hubs on lines ------------------------------------------------------- */

/* With few samples labels of a large overlay are many times as long. */
static const fr_label_effort effort = {64, 1200};

/* Hubs on lines in the order of the mean costs; NULL: labels have too many entries. */
static const uint32_t *
sample_order(const scaler *s, const ways *w, const fr_kept *lines, uint64_t limit)
{
	fr_graph mean = mean_graph(s, w);
	fr_thin thin = fr_graph_thin(&mean, lines, s->arena, s->poll);
	fr_labels labels;

	return fr_labels_build(&thin.graph, &effort, limit, s->arena, s->poll, &labels)
			   ? labels.order
			   : NULL;
}

/* The order that hubs on lines have in a list of all border cells. */
static const uint32_t *
listed_order(const scaler *s, const fr_kept *lines, const uint32_t *list)
{
	uint32_t *order = fr_take(s->arena, ((size_t) lines->count + 1) * sizeof *order);
	uint32_t used = 0;

	for (uint32_t i = 0; i < s->overlay->count; i++)
		if (lines->number[list[i]] != FR_NOT_KEPT)
			order[used++] = lines->number[list[i]];
	return order;
}

/* Labels of the cells on lines; false: they have too many entries. */
static bool
label_lines(const scaler *s, const ways *w, const ways *thin, const fr_kept *lines,
			const uint32_t *old, uint64_t limit, fr_labels *from, fr_labels *to)
{
	const uint32_t *order;

	if (old == NULL && to == from)
		return fr_labels_build(&thin->there, &effort, limit, s->arena, s->poll, from);
	order = old ? listed_order(s, lines, old) : sample_order(s, w, lines, limit);
	if (order == NULL)
		return false;
	fr_labels_take(from, lines->count, s->arena);
	if (to != from)
		fr_labels_take(to, lines->count, s->arena);
	return fr_labels_add(&thin->there, &thin->back, order, 0, lines->count, 2 * limit,
						 s->arena, s->poll, from, to);
}

/* ---- labels of all border cells ------------------------------------------------------ */

/*
 * Labels of border cells to hubs, and from hubs, which are the same unless the overlay is
 * directed.  Hubs have the order of the list of border cells given, or one of their own.
 * False: labels have too many entries.
 */
bool
fr_border_labels(const fr_overlay *o, const fr_index_scale *scale, uint32_t top,
				 const uint32_t *old, uint64_t limit, const fr_arena *arena,
				 const fr_poll *poll, fr_labels *from, fr_labels **to, uint32_t *hubs)
{
	scaler s = {o, scale, top, arena, poll};
	ways w = scaled_ways(&s);
	fr_kept lines = keep_lines(o, LINE, arena);
	uint64_t share = limit / (o->count + 1) * lines.count + o->count;
	fr_thin there = fr_graph_thin(&w.there, &lines, arena, poll);
	fr_thin back = o->directed ? fr_graph_thin(&w.back, &lines, arena, poll) : there;
	fr_labels *near = fr_take(arena, 2 * sizeof *near);
	fr_labels *far = o->directed ? near + 1 : near;
	const uint32_t *order;

	*to = o->directed ? fr_take(arena, sizeof **to) : from;
	if (!label_lines(&s, &w, &(ways){there.graph, back.graph}, &lines, old, share, near,
					 far))
	{
		from->entries = limit + 1;
		return false;
	}
	fr_labels_spread(&back, &lines, near, far, arena, poll, from);
	if (o->directed)
		fr_labels_spread(&there, &lines, far, near, arena, poll, *to);
	order = all_hubs(&s, &lines, near->order, old, hubs);
	return fr_labels_add(&w.there, &w.back, order, lines.count, *hubs, 2 * limit, arena,
						 poll, from, *to);
}
