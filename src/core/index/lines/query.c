/*
 * query.c - lengths and routes, out of the blocks and the steps of hubs
 *
 * Where one cell does not see the other, sums over hubs in units tell which hubs may be on
 * a shortest path, and which items (lines.h). The steps of their labels then lead from the
 * item to the hub, and lengths are summed as a search does it.
 */
#include "core/index/lines/lines.h"

#include "core/base/error.h"
#include "core/index/subgoals/hops.h"
#include "core/index/subgoals/query.h"
#include "core/index/subgoals/vectors.h"

/* ---- a side -------------------------------------------------------------------- */

/* Lines of an index that was built are below 2^24 units: FR_LINE_SLACK. */
static uint32_t
units_between(const fr_index *index, fr_cell a, fr_cell b)
{
	float length =
		__builtin_sqrtf((float) fr_line_square(a, b)) * (float) index->straight;

	return length < (float) FR_INDEX_NARROW ? (uint32_t) length : FR_NEVER;
}

static void
measure_items(const fr_index *index, fr_side *s, const uint8_t *row)
{
	const fr_block *b = &s->block;

	for (uint32_t i = 0; i < b->count.items; i++)
		s->distance[i] = s->base + (row[i] >> s->at.x % FR_INDEX_BLOCK & 1
										? units_between(index, s->at, fr_item_cell(b, i))
										: FR_NEVER);
}

static void
open_side(const fr_index *index, fr_side *s, const uint8_t *run, fr_cell at,
		  uint32_t base)
{
	const uint8_t *row;

	s->block = fr_block_open(run);
	s->at = at;
	s->base = base;
	row = s->block.row + (uint32_t) at.y % FR_INDEX_BLOCK * s->block.count.items;
	if (index->vectors)
		fr_vectors_open_lines(index, s, row);
	else
		measure_items(index, s, row);
	fr_side_reach_hubs(index, s);
}

/* ---- walks ----------------------------------------------------------------------- */

/* A path in the making, from one end towards a hub. */
typedef struct line_walk
{
	fr_cell at;
	fr_length length;
	fr_exact *exact;  /* the same, if it is wanted */
	fr_cell *corners; /* NULL: they are not wanted */
	size_t count;
} line_walk;

static void
go_to(line_walk *w, fr_cell to)
{
	uint64_t square = fr_line_square(w->at, to);

	if (square == 0)
		return;
	if (w->exact)
		fr_exact_add(w->exact, square);
	else
		w->length += fr_length_of(square);
	if (w->corners)
		w->corners[w->count] = to;
	w->count++;
	w->at = to;
}

/* Goes to a subgoal and on to a hub. False: its steps do not lead there. */
static bool
go_to_hub(const fr_index *index, line_walk *w, uint32_t item, uint32_t hub,
		  const fr_poll *poll)
{
	for (uint32_t steps = 1; item != FR_NO_HUB && steps <= index->hubs; steps++)
	{
		go_to(w, fr_vertex_cell(index, item));
		if (item == hub)
			return true;
		fr_poll_at(poll, steps);
		item = fr_next_hub(index, item, hub);
	}
	return false;
}

/* ---- the best of what units cannot tell apart ------------------------------------- */

/* Half of a path: over an item to a hub. */
typedef struct approach
{
	uint32_t item; /* as a hub; FR_NO_HUB: there is none */
	fr_length length;
} approach;

typedef struct meeting
{
	uint32_t hub; /* FR_NO_HUB: none */
	approach from;
	approach to;
	fr_length length;
} meeting;

#define KEPT_SUMS 2048 /* blocks of more hubs add up again: a side is on the stack */

/* A question, and both sides of it. */
typedef struct asking
{
	const fr_index *index;
	const fr_poll *poll;
	fr_side from;
	fr_side to;
	uint32_t sums[KEPT_SUMS + FR_LANES]; /* over the goal's hubs, if these are no more */
} asking;

/* Sides are large, and clearing them took two thirds of a query: open_side sets them. */
static void
name_asking(asking *a, const fr_index *index, const fr_poll *poll)
{
	a->index = index;
	a->poll = poll;
}

static void
try_item(const asking *a, const fr_side *s, uint32_t item, uint32_t hub, approach *best)
{
	line_walk w = {.at = s->at};

	if (item == FR_NO_HUB || !go_to_hub(a->index, &w, item, hub, a->poll) ||
		(best->item != FR_NO_HUB && w.length >= best->length))
		return;
	*best = (approach){item, w.length};
}

/* The shortest way to the side's i-th hub, of those whose units are within the limit. */
static approach
approach_hub(const asking *a, const fr_side *s, uint32_t i, uint32_t limit)
{
	const fr_block *b = &s->block;
	uint32_t hub = fr_get16(b->hub, i);
	approach best = {.item = FR_NO_HUB};
	uint32_t word = 0;

	if (i >= b->count.hubs)
		try_item(a, s, hub, hub, &best);
	for (uint32_t r = 0; r < b->count.rounds && i < fr_get16(b->round, r); r++)
	{
		if (fr_word_distance(s, word + i, false) <= limit)
			try_item(a, s, fr_hub_of_item(b, fr_word_item(b, word + i, false), false),
					 hub, &best);
		word += fr_get16(b->round, r);
	}
	return best;
}

static uint32_t
goal_hubs(const asking *a)
{
	return a->to.block.count.hubs + a->to.block.count.alone;
}

static bool
keeps_sums(const asking *a)
{
	return a->index->vectors && goal_hubs(a) <= KEPT_SUMS;
}

/* A path over the goal's i-th hub, whose units are within the limit. */
static void
try_hub(const asking *a, uint32_t i, const uint32_t *table, uint32_t limit, meeting *best)
{
	uint32_t hub = fr_get16(a->to.block.hub, i);
	uint32_t goal_units = fr_side_distance(&a->to, i, false);
	approach to = approach_hub(a, &a->to, i, limit - table[hub]);
	approach from =
		approach_hub(a, &a->from, fr_place_of_hub(&a->from, hub), limit - goal_units);

	if (from.item == FR_NO_HUB || to.item == FR_NO_HUB ||
		(best->hub != FR_NO_HUB && from.length + to.length >= best->length))
		return;
	*best = (meeting){hub, from, to, from.length + to.length};
}

/* Which of the goal's hubs from the i-th on, up to eight, are within the limit. */
static uint32_t
hubs_within(const asking *a, uint32_t i, const uint32_t *table, uint32_t limit)
{
	uint32_t hubs = goal_hubs(a) - i;
	uint32_t within = 0;

	if (keeps_sums(a))
		return fr_vectors_within(a->sums + i, limit) &
			   (hubs < FR_LANES ? (UINT32_C(1) << hubs) - 1 : 0xff);
	for (uint32_t j = 0; j < FR_LANES && j < hubs; j++)
		if (table[fr_get16(a->to.block.hub, i + j)] +
				fr_side_distance(&a->to, i + j, false) <=
			limit)
			within |= UINT32_C(1) << j;
	return within;
}

/* The table has the start's units, from its base on. */
static meeting
find_meeting(const asking *a, const uint32_t *table, uint32_t least)
{
	uint32_t top = a->from.base + a->index->top;
	uint32_t limit = least + FR_LINE_SLACK < top ? least + FR_LINE_SLACK : top - 1;
	meeting best = {.hub = FR_NO_HUB};

	if (least >= top)
		return best;
	for (uint32_t i = 0; i < goal_hubs(a); i += FR_LANES)
		for (uint32_t within = hubs_within(a, i, table, limit); within;
			 within &= within - 1)
			try_hub(a, i + (uint32_t) __builtin_ctz(within), table, limit, &best);
	return best;
}

/* Reads the goal's side; the table has the start's. */
static meeting
meet(asking *a, const uint8_t *run, fr_cell goal, const uint32_t *table)
{
	open_side(a->index, &a->to, run, goal, 0);
	return find_meeting(a, table,
						keeps_sums(a) ? fr_vectors_sums(&a->to, table, a->sums)
									  : fr_side_meet(a->index, &a->to, table));
}

static void
begin(asking *a, const uint8_t *run, fr_cell start, fr_index_scratch *scratch)
{
	open_side(a->index, &a->from, run, start,
			  fr_index_lower_base(scratch, a->index->top));
	fr_side_fill(a->index, &a->from, scratch->table);
}

/* ---- answers ---------------------------------------------------------------------- */

/* The length of the path, added up exactly. */
static double
exact_length(const asking *a, const meeting *m)
{
	fr_exact sum = {{0}};
	line_walk from = {.at = a->from.at, .exact = &sum};
	line_walk to = {.at = a->to.at, .exact = &sum};

	go_to_hub(a->index, &from, m->from.item, m->hub, a->poll);
	go_to_hub(a->index, &to, m->to.item, m->hub, a->poll);
	return fr_exact_round(&sum);
}

/* As a search rounds it: fr_spread_length. */
static uint64_t
cost_of(const asking *a, const meeting *m)
{
	double length;

	if (m->hub == FR_NO_HUB)
		return FR_UNREACHED;
	if (!fr_length_round(m->length, 2 * ((uint64_t) a->index->hubs + 2), &length))
		length = exact_length(a, m);
	return fr_length_bits(length);
}

static uint64_t
direct_cost(fr_cell a, fr_cell b)
{
	return fr_length_bits(__builtin_sqrt((double) fr_line_square(a, b)));
}

uint64_t
fr_lines_cost(const fr_index *index, const fr_index_ends *ends, fr_index_scratch *scratch,
			  const fr_poll *poll)
{
	asking a;
	meeting m;

	name_asking(&a, index, poll);
	if (fr_sees(&index->planes, ends->start, ends->goal))
		return direct_cost(ends->start, ends->goal);
	begin(&a, ends->from, ends->start, scratch);
	m = meet(&a, ends->to, ends->goal, scratch->table);
	return cost_of(&a, &m);
}

void
fr_lines_costs_to(const fr_index *index, const fr_index_pairs *pairs,
				  fr_index_scratch *scratch, const fr_poll *poll)
{
	fr_cell start = *pairs->starts;
	asking a;

	name_asking(&a, index, poll);
	begin(&a, fr_index_run(index, start), start, scratch);
	for (size_t i = 0; i < pairs->count; i++)
	{
		fr_cell goal = pairs->goals[i];
		meeting m;

		fr_poll_at(poll, i);
		if (i + FR_GOALS_AHEAD < pairs->count)
			fr_index_prefetch(fr_index_run(index, pairs->goals[i + FR_GOALS_AHEAD]));
		if (fr_sees(&index->planes, start, goal))
			pairs->costs[i] = direct_cost(start, goal);
		else
		{
			m = meet(&a, fr_index_run(index, goal), goal, scratch->table);
			pairs->costs[i] = cost_of(&a, &m);
		}
	}
}

/* ---- routes ----------------------------------------------------------------------- */

/* Does a path go straight on, from a over b to c? */
static bool
is_straight(fr_cell a, fr_cell b, fr_cell c)
{
	int64_t x = b.x - a.x;
	int64_t y = b.y - a.y;

	return x * (c.y - b.y) == y * (c.x - b.x) && x * (c.x - b.x) + y * (c.y - b.y) > 0;
}

static void
put_corner(fr_tracer *t, fr_cell to)
{
	fr_cell last = t->count > 0 ? t->corners[t->count - 1] : t->at;
	fr_cell before = t->count > 1 ? t->corners[t->count - 2] : t->at;

	if (to.x == last.x && to.y == last.y)
		return;
	if (t->count > 0 && is_straight(before, last, to))
		t->count--;
	t->corners[t->count++] = to;
}

/* From the start to the hub, and back from there to the goal. */
static void
trace_over(fr_tracer *t, const asking *a, const meeting *m)
{
	line_walk from = {.at = a->from.at};
	line_walk to = {.at = a->to.at};
	fr_cell *corners;

	go_to_hub(a->index, &from, m->from.item, m->hub, a->poll);
	go_to_hub(a->index, &to, m->to.item, m->hub, a->poll);
	corners = fr_take(t->builder.arena, (from.count + to.count + 1) * sizeof *corners);
	t->corners =
		fr_take(t->builder.arena, (from.count + to.count + 1) * sizeof *t->corners);
	from = (line_walk){.at = a->from.at, .corners = corners};
	to = (line_walk){.at = a->to.at, .corners = corners};
	go_to_hub(a->index, &from, m->from.item, m->hub, a->poll);
	for (size_t i = 0; i < from.count; i++)
		put_corner(t, corners[i]);
	go_to_hub(a->index, &to, m->to.item, m->hub, a->poll);
	for (size_t i = to.count; i-- > 0;)
		put_corner(t, corners[i]);
	put_corner(t, a->to.at);
}

uint64_t
fr_lines_trace(fr_tracer *t, fr_cell goal)
{
	asking a;
	meeting m;

	name_asking(&a, t->index, t->poll);
	if (fr_sees(&t->index->planes, t->at, goal))
	{
		t->corners = fr_take(t->builder.arena, sizeof *t->corners);
		put_corner(t, goal);
		return direct_cost(t->at, goal);
	}
	begin(&a, fr_index_run(t->index, t->at), t->at, t->scratch);
	m = meet(&a, fr_index_run(t->index, goal), goal, t->scratch->table);
	if (m.hub != FR_NO_HUB)
		trace_over(t, &a, &m);
	return cost_of(&a, &m);
}
