/*
 * exits.c - how a walk to a hub leaves a border cell by a link
 *
 * A link that costs nothing leads to where the hub is as far.  So such links are followed, each
 * once, until the hub is nearer by a step or by a link that costs something.
 */
#include "core/index/borders/walk.h"

#include <string.h>

#include "core/base/error.h"

/* The links from a cell, or backward to it: the first one, and the end. */
static uint32_t
first_hop(const fr_walk *w, fr_cell at, uint32_t *end)
{
	uint32_t cell = fr_index_cell_number(w->index, at);

	*end = fr_index_first_hop(w->index, w->backward, cell + 1, 0);
	return fr_index_first_hop(w->index, w->backward, cell, 0);
}

/* A link that costs something to where the hub is nearer by that; the leg from there. */
static bool
find_link(fr_walk *w, fr_cell at, uint32_t distance, fr_walk_exit *e, fr_walk_leg *l)
{
	uint32_t end;

	for (uint32_t i = first_hop(w, at, &end); i < end; i++)
	{
		fr_index_hop hop = fr_index_hop_at(w->index, w->backward, i);

		fr_poll_at(w->poll, i);
		*e = (fr_walk_exit){FR_DIRECTIONS, fr_index_cell_of(w->index, hop.to)};
		if (hop.cost > 0 && hop.cost <= distance &&
			fr_walk_find_leg(w, e->to, distance - hop.cost, l))
			return true;
	}
	return false;
}

static bool
find_exit(fr_walk *w, fr_cell at, uint32_t distance, fr_walk_exit *e, fr_walk_leg *l)
{
	return fr_walk_find_step(w, at, distance, e, l) || find_link(w, at, distance, e, l);
}

static bool
take_exit(fr_walk *w, const fr_walk_exit *e)
{
	return e->direction == FR_DIRECTIONS ? fr_walk_link(w, e->to)
										 : fr_walk_step(w, e->direction);
}

/* ---- links that cost nothing ------------------------------------------------------ */

/* From where the walk is; memory is taken once a walk, for routes may take many such links. */
static fr_free_links *
begin_spread(fr_walk *w)
{
	const fr_arena *arena = w->builder->arena;
	size_t links = fr_index_hop_count(w->index);

	if (w->free_links == NULL)
	{
		w->free_links = fr_take(arena, sizeof *w->free_links);
		*w->free_links = (fr_free_links){.taken = fr_take(arena, links + 1),
										 .link = fr_take_numbers(arena, links),
										 .before = fr_take_numbers(arena, links),
										 .way = fr_take_numbers(arena, links)};
		memset(w->free_links->taken, 0, links + 1);
	}
	w->free_links->start = w->at;
	w->free_links->count = 1;
	return w->free_links;
}

static void
end_spread(fr_free_links *s)
{
	for (uint32_t n = 1; n < s->count; n++)
		s->taken[s->link[n]] = false;
}

static fr_cell
cell_of_spread(const fr_walk *w, const fr_free_links *s, uint32_t n)
{
	if (n == 0)
		return s->start;
	return fr_index_cell_of(w->index,
							fr_index_hop_at(w->index, w->backward, s->link[n]).to);
}

static void
spread_from(const fr_walk *w, fr_free_links *s, uint32_t number)
{
	uint32_t end;

	for (uint32_t i = first_hop(w, cell_of_spread(w, s, number), &end); i < end; i++)
	{
		fr_poll_at(w->poll, i);
		if (s->taken[i] || fr_index_hop_at(w->index, w->backward, i).cost > 0)
			continue;
		s->taken[i] = true;
		s->before[s->count] = number;
		s->link[s->count++] = i;
	}
}

/* Takes the links to one of the cells. */
static bool
go_along(fr_walk *w, fr_free_links *s, uint32_t number)
{
	uint32_t count = 0;
	bool gone = true;

	for (uint32_t n = number; n > 0; n = s->before[n])
		s->way[count++] = n;
	while (gone && count > 0)
		gone = fr_walk_link(w, cell_of_spread(w, s, s->way[--count]));
	return gone;
}

/* Takes links to where a leg leads nearer, or to an exit, and takes that. */
static bool
leave_for_nothing(fr_walk *w, uint32_t distance, fr_walk_leg *l)
{
	fr_free_links *s = begin_spread(w);
	bool left = false;

	for (uint32_t n = 0; !left && n < s->count; n++)
	{
		fr_cell at = cell_of_spread(w, s, n);
		fr_walk_exit e;

		spread_from(w, s, n);
		if (n == 0)
			continue;
		if (fr_walk_find_leg(w, at, distance, l) && l->inside > 0)
			left = go_along(w, s, n);
		else if (find_exit(w, at, distance, &e, l))
			left = go_along(w, s, n) && take_exit(w, &e);
	}
	end_spread(s);
	return left;
}

/* Takes links that cost nothing to a cell; false if they do not lead there. */
bool
fr_walk_free_links(fr_walk *w, fr_cell goal)
{
	bool there = w->at.x == goal.x && w->at.y == goal.y;
	fr_free_links *s;

	if (there || fr_index_hop_count(w->index) == 0)
		return there;
	s = begin_spread(w);
	for (uint32_t n = 0; !there && n < s->count; n++)
	{
		fr_cell at = cell_of_spread(w, s, n);

		spread_from(w, s, n);
		there = at.x == goal.x && at.y == goal.y && go_along(w, s, n);
	}
	end_spread(s);
	return there;
}

/* From a border cell by a link to where the hub is nearer; the leg from there.  False: corrupt. */
bool
fr_walk_leave_by_link(fr_walk *w, fr_walk_leg *l)
{
	uint32_t distance = l->rest;
	fr_walk_exit e;

	if (find_link(w, w->at, distance, &e, l))
		return fr_walk_link(w, e.to);
	return leave_for_nothing(w, distance, l);
}
