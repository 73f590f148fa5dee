/*
 * walks.c - paths step by step: routes, and lengths that sums do not tell
 */
#include "core/index/lines/asking.h"

#include "core/base/error.h"

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

/* The hub after an item on the way to another. FR_NO_HUB: its steps do not tell. */
static uint32_t
next_hub(const fr_index *index, uint32_t item, uint32_t hub)
{
	fr_line_label label = fr_line_label_of(index, item);
	uint32_t i = fr_find16(label.hub, label.count, hub);

	return i < label.count ? fr_line_next(index, &label, i) : FR_NO_HUB;
}

/* Goes to a subgoal and on to a hub. False: its steps do not lead there. */
static bool
go_to_hub(const fr_asking *a, line_walk *w, uint32_t item, uint32_t hub)
{
	const fr_index *index = a->index;

	for (uint32_t steps = 1; item != FR_NO_HUB && steps <= index->hubs; steps++)
	{
		go_to(w, fr_vertex_cell(index, item));
		if (item == hub)
			return true;
		fr_poll_at(a->poll, ++*a->walked);
		item = next_hub(index, item, hub);
	}
	return false;
}

/* The length from a side's cell over an item to a hub, or FR_FAR_LENGTH. */
fr_length
fr_line_walk(const fr_asking *a, const fr_side *s, uint32_t item, uint32_t hub)
{
	line_walk w = {.at = s->at};

	return go_to_hub(a, &w, item, hub) ? w.length : FR_FAR_LENGTH;
}

/* The length of the path, added up exactly. */
static double
exact_length(const fr_asking *a, const fr_line_meeting *m)
{
	fr_exact sum = {{0}};
	line_walk from = {.at = a->from.at, .exact = &sum};
	line_walk to = {.at = a->to.at, .exact = &sum};

	go_to_hub(a, &from, m->from.item, m->hub);
	go_to_hub(a, &to, m->to.item, m->hub);
	return fr_exact_round(&sum);
}

/* The cost of a path that was met by walks, as a search rounds it: fr_spread_length. */
uint64_t
fr_line_walked(const fr_asking *a, const fr_line_meeting *m)
{
	double length;

	if (m->hub == FR_NO_HUB)
		return FR_UNREACHED;
	if (!fr_length_round(m->length, 2 * ((uint64_t) a->index->hubs + 2), &length))
		length = exact_length(a, m);
	return fr_length_bits(length);
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
trace_over(fr_tracer *t, const fr_asking *a, const fr_line_meeting *m)
{
	line_walk from = {.at = a->from.at};
	line_walk to = {.at = a->to.at};
	fr_cell *corners;

	go_to_hub(a, &from, m->from.item, m->hub);
	go_to_hub(a, &to, m->to.item, m->hub);
	corners = fr_take(t->builder.arena, (from.count + to.count + 1) * sizeof *corners);
	t->corners =
		fr_take(t->builder.arena, (from.count + to.count + 1) * sizeof *t->corners);
	from = (line_walk){.at = a->from.at, .corners = corners};
	to = (line_walk){.at = a->to.at, .corners = corners};
	go_to_hub(a, &from, m->from.item, m->hub);
	for (size_t i = 0; i < from.count; i++)
		put_corner(t, corners[i]);
	go_to_hub(a, &to, m->to.item, m->hub);
	for (size_t i = to.count; i-- > 0;)
		put_corner(t, corners[i]);
	put_corner(t, a->to.at);
}

uint64_t
fr_lines_trace(fr_tracer *t, fr_cell goal)
{
	fr_index_ends ends = {t->at, goal, fr_index_run(t->index, t->at),
						  fr_index_run(t->index, goal)};
	fr_line_meeting m;
	uint64_t walked = 0;
	uint64_t cost;
	fr_asking a;

	if (fr_line_is_direct(t->index, t->at, goal, &cost))
	{
		t->corners = fr_take(t->builder.arena, sizeof *t->corners);
		put_corner(t, goal);
		return cost;
	}
	a.index = t->index;
	a.poll = t->poll;
	a.walked = &walked;
	a.scratch = t->scratch;
	fr_line_ask(&a, &ends);
	m = fr_line_meet_by_walks(&a);
	if (m.hub != FR_NO_HUB)
		trace_over(t, &a, &m);
	return fr_line_walked(&a, &m);
}
