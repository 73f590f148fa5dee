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
first_hop(const walk *w, fr_cell at, uint32_t *end)
{
	uint32_t cell = fr_index_cell_number(w->index, at);
	uint32_t first = fr_index_first_hop(w->index, w->backward, cell);

	*end = first;
	while (*end < fr_index_hop_count(w->index) &&
		   fr_index_hop_at(w->index, w->backward, *end).from == cell)
		++*end;
	return first;
}

/* A link that costs something to where the hub is nearer by that; the leg from there. */
static bool
find_link(walk *w, fr_cell at, uint32_t distance, exit_way *e, leg *l)
{
	uint32_t end;

	for (uint32_t i = first_hop(w, at, &end); i < end; i++)
	{
		fr_index_hop hop = fr_index_hop_at(w->index, w->backward, i);

		*e = (exit_way){FR_DIRECTIONS, fr_index_cell_of(w->index, hop.to)};
		if (hop.cost > 0 && hop.cost <= distance &&
			fr_walk_find_leg(w, e->to, distance - hop.cost, l))
			return true;
	}
	return false;
}

static bool
find_exit(walk *w, fr_cell at, uint32_t distance, exit_way *e, leg *l)
{
	return fr_walk_find_step(w, at, distance, e, l) || find_link(w, at, distance, e, l);
}

static bool
take_exit(walk *w, const exit_way *e)
{
	return e->direction == FR_DIRECTIONS ? fr_walk_link(w, e->to)
										 : fr_walk_step(w, e->direction);
}

/* ---- links that cost nothing ------------------------------------------------------ */

/* Cells in the order in which they were reached, each by a link from an earlier one. */
typedef struct spread
{
	const fr_arena *arena;
	bool *taken; /* by link */
	uint32_t *cell;
	uint32_t *before; /* its number among them */
	uint32_t count;
	uint32_t links;
} spread;

static spread
take_spread(const walk *w)
{
	spread s = {.arena = w->builder->arena, .links = fr_index_hop_count(w->index)};

	s.taken = fr_take(s.arena, (size_t) s.links + 1);
	s.cell = fr_take_numbers(s.arena, (size_t) s.links + 1);
	s.before = fr_take_numbers(s.arena, (size_t) s.links + 1);
	memset(s.taken, 0, (size_t) s.links + 1);
	s.cell[s.count++] = fr_index_cell_number(w->index, w->at);
	return s;
}

static void
release_spread(spread *s)
{
	fr_release_numbers(s->arena, s->before, (size_t) s->links + 1);
	fr_release_numbers(s->arena, s->cell, (size_t) s->links + 1);
	fr_release(s->arena, s->taken, (size_t) s->links + 1);
}

static void
spread_from(const walk *w, spread *s, uint32_t number)
{
	uint32_t end;

	for (uint32_t i = first_hop(w, fr_index_cell_of(w->index, s->cell[number]), &end);
		 i < end; i++)
	{
		fr_index_hop hop = fr_index_hop_at(w->index, w->backward, i);

		fr_poll_at(w->poll, i);
		if (hop.cost > 0 || s->taken[i])
			continue;
		s->taken[i] = true;
		s->before[s->count] = number;
		s->cell[s->count++] = hop.to;
	}
}

/* Takes the links to one of the cells. */
static bool
go_along(walk *w, const spread *s, uint32_t number)
{
	uint32_t *way = fr_take_numbers(s->arena, s->count);
	uint32_t count = 0;
	bool gone = true;

	for (uint32_t n = number; n > 0; n = s->before[n])
		way[count++] = s->cell[n];
	while (gone && count > 0)
		gone = fr_walk_link(w, fr_index_cell_of(w->index, way[--count]));
	fr_release_numbers(s->arena, way, s->count);
	return gone;
}

/* Takes links to where a leg leads nearer, or to an exit, and takes that. */
static bool
leave_for_nothing(walk *w, uint32_t distance, leg *l)
{
	spread s = take_spread(w);
	bool left = false;

	for (uint32_t n = 0; !left && n < s.count; n++)
	{
		fr_cell at = fr_index_cell_of(w->index, s.cell[n]);
		exit_way e;

		spread_from(w, &s, n);
		if (n == 0)
			continue;
		if (fr_walk_find_leg(w, at, distance, l) && l->inside > 0)
			left = go_along(w, &s, n);
		else if (find_exit(w, at, distance, &e, l))
			left = go_along(w, &s, n) && take_exit(w, &e);
	}
	release_spread(&s);
	return left;
}

/* Takes links that cost nothing to a cell; false if they do not lead there. */
bool
fr_walk_free_links(walk *w, fr_cell goal)
{
	uint32_t cell = fr_index_cell_number(w->index, goal);
	bool there = cell == fr_index_cell_number(w->index, w->at);
	spread s;

	if (there || fr_index_hop_count(w->index) == 0)
		return there;
	s = take_spread(w);
	for (uint32_t n = 0; !there && n < s.count; n++)
	{
		spread_from(w, &s, n);
		there = s.cell[n] == cell && go_along(w, &s, n);
	}
	release_spread(&s);
	return there;
}

/* From a border cell by a link to where the hub is nearer; the leg from there.  False: corrupt. */
bool
fr_walk_leave_by_link(walk *w, leg *l)
{
	uint32_t distance = l->rest;
	exit_way e;

	if (find_link(w, w->at, distance, &e, l))
		return fr_walk_link(w, e.to);
	return leave_for_nothing(w, distance, l);
}
