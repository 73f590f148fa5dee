/*
 * walk.c - steps of a walk, the blocks on its way, legs inside these, and steps out of them
 */
#include "core/index/borders/walk.h"

#include "core/base/error.h"

/* The cost of a step that is known to be legal. */
static uint32_t
legal_cost(const fr_walk *w, int d)
{
	return w->backward
			   ? fr_ground_cost(w->index, fr_walk_neighbour(w->at, d), fr_opposite(d))
			   : fr_ground_cost(w->index, w->at, d);
}

/* Adds the steps since the last turn to the route. */
void
fr_walk_add_run(fr_walk *w)
{
	if (w->moves > 0)
		fr_route_add(w->builder, w->backward ? fr_opposite(w->last) : w->last, w->moves);
	w->moves = 0;
}

bool
fr_walk_step(fr_walk *w, int d)
{
	fr_poll_at(w->poll, w->steps);
	if (w->steps-- == 0)
		return false;
	if (d != w->last)
		fr_walk_add_run(w);
	w->at = fr_walk_neighbour(w->at, d);
	w->last = d;
	w->moves++;
	return true;
}

/* Takes a link; backward it leads from there to where the walk is. */
bool
fr_walk_link(fr_walk *w, fr_cell to)
{
	fr_poll_at(w->poll, w->steps);
	if (w->steps-- == 0)
		return false;
	fr_walk_add_run(w);
	if (w->backward)
		fr_route_add_link(w->builder, w->at);
	else
		fr_route_take_link(w->builder, to);
	w->at = to;
	return true;
}

/* ---- blocks on the way ----------------------------------------------------------- */

/* The first group from `low` to `high` of this hub, or of one behind it. */
static uint32_t
find_between(const fr_border_side *s, uint32_t hub, uint32_t low, uint32_t high)
{
	while (low < high)
	{
		uint32_t middle = (low + high) / 2;

		if (fr_border_hub(s, middle) < hub)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * The first group of the hub, or where it would be: blocks beside each other have much the
 * same hubs, so it is near where it was, and is looked for there by steps that double.
 */
static uint32_t
find_group(const fr_border_side *s, uint32_t hub, uint32_t near)
{
	uint32_t low = near < s->groups ? near : s->groups;
	uint32_t high = low;
	uint32_t reach = 1;

	if (low < s->groups && fr_border_hub(s, low) < hub)
		for (high = ++low; high < s->groups && fr_border_hub(s, high) < hub; reach *= 2)
		{
			low = high + 1;
			high = reach < s->groups - high ? high + reach : s->groups;
		}
	else
		for (; low > 0 && fr_border_hub(s, low - 1) >= hub; reach *= 2)
		{
			high = low - 1;
			low = reach < high ? high - reach : 0;
		}
	return find_between(s, hub, low, high);
}

/* No block is open yet. */
void
fr_walk_begin(fr_walk *w)
{
	for (int i = 0; i < FR_STATIONS; i++)
		w->stations[i].number = FR_NO_VERTEX;
}

static void
open_station(fr_walk *w, uint32_t number, fr_station *s)
{
	const fr_border_side *side = &s->block.side;
	uint32_t group;

	s->number = number;
	s->block = fr_border_open(w->index, fr_index_run_of(w->index, number), w->backward);
	s->relief.count = 0;
	group = find_group(side, w->hub, w->group);
	w->group = group;
	if (group == side->groups || fr_border_hub(side, group) != w->hub)
		return;
	s->base = fr_get32(side->base, group);
	s->relief = fr_border_relief(w->index, side, group);
}

/* The block of a cell.  It stays open until a block is that lies two blocks away. */
static const fr_station *
station_of(fr_walk *w, fr_cell at)
{
	uint32_t column = (uint32_t) at.x / FR_INDEX_BLOCK;
	uint32_t row = (uint32_t) at.y / FR_INDEX_BLOCK;
	uint32_t number = row * w->index->blocks_across + column;
	fr_station *s = &w->stations[row % 2 * 2 + column % 2];

	if (s->number != number)
		open_station(w, number, s);
	return s;
}

static bool
has_place(uint64_t set, uint32_t place)
{
	return set >> place & 1;
}

/*
 * Is a cell so far from the hub?  Then also the leg to where it leaves its block, by the
 * first entry, and so the nearest to the hub, that makes it so far.
 */
bool
fr_walk_find_leg(fr_walk *w, fr_cell at, uint32_t distance, fr_walk_leg *l)
{
	const fr_station *s = station_of(w, at);
	const fr_border_block *b = &s->block;
	uint32_t place = fr_place_of(at);
	const uint8_t *row;

	if (!has_place(b->cells, place))
		return false;
	row = fr_border_row(b, place);
	for (uint32_t i = 0; i < s->relief.count; i++)
	{
		uint32_t border = s->relief.border[i];
		uint32_t rest = s->base + fr_border_above(b->narrow, &s->relief, i);

		if (rest + fr_border_cost(b, row, border) != distance)
			continue;
		*l = (fr_walk_leg){border, distance - rest, rest};
		return true;
	}
	return false;
}

/* ---- inside a block ------------------------------------------------------------- */

/*
 * The cost that is left after a step inside the block, on the way to a border cell at this
 * cost; UINT32_MAX: no best way begins so.
 */
static inline uint32_t
rest_after(const fr_walk *w, const fr_border_block *b, const fr_walk_leg *l, int d)
{
	uint32_t place = fr_place_of(w->at);
	uint32_t after = fr_place_after(place, d);
	uint32_t rest;

	if (!fr_is_within(place, d) || !has_place(b->cells, after))
		return UINT32_MAX;
	rest = fr_border_cost(b, fr_border_row(b, after), l->border);
	if (rest >= l->inside || legal_cost(w, d) != l->inside - rest ||
		!fr_ground_legal_within(w->index, b->cells, place, d))
		return UINT32_MAX;
	return rest;
}

/* Takes as many steps in the last direction as the table falls by what they cost. */
static void
go_straight(fr_walk *w, const fr_border_block *b, fr_walk_leg *l)
{
	uint32_t rest;

	while (l->inside > 0 && (rest = rest_after(w, b, l, w->last)) < l->inside)
	{
		l->inside = rest;
		w->at = fr_walk_neighbour(w->at, w->last);
		w->moves++;
	}
}

/* One step in another direction. False: the table does not fall on the way. */
static bool
turn(fr_walk *w, const fr_border_block *b, fr_walk_leg *l)
{
	for (int i = 1; i < FR_DIRECTIONS; i++)
	{
		int d = fr_walk_direction(w, i);
		uint32_t rest = rest_after(w, b, l, d);

		if (rest == UINT32_MAX)
			continue;
		l->inside = rest;
		return fr_walk_step(w, d);
	}
	return false;
}

/* False: the table does not fall on the way. */
bool
fr_walk_inside(fr_walk *w, fr_walk_leg *l)
{
	const fr_border_block *b = &station_of(w, w->at)->block;

	if (l->inside >= FR_NO_INSIDE)
		return false;
	for (go_straight(w, b, l); l->inside > 0; go_straight(w, b, l))
		if (!turn(w, b, l))
			return false;
	return true;
}

/* ---- from block to block ------------------------------------------------------------ */

/*
 * The cost of the step to the neighbour, or back from the neighbour; UINT32_MAX: illegal.
 */
static uint32_t
step_cost(const fr_walk *w, fr_cell at, int d)
{
	return w->backward
			   ? fr_ground_step(w->index, fr_walk_neighbour(at, d), fr_opposite(d))
			   : fr_ground_step(w->index, at, d);
}

/* A step out of the block to where the hub is nearer by that step; the leg from there. */
bool
fr_walk_find_step(fr_walk *w, fr_cell at, uint32_t distance, fr_walk_exit *e,
				  fr_walk_leg *l)
{
	for (int i = 0; i < FR_DIRECTIONS; i++)
	{
		int d = fr_walk_direction(w, i);
		fr_cell to = fr_walk_neighbour(at, d);
		uint32_t step;

		if (fr_is_within(fr_place_of(at), d) || !fr_ground_free(w->index, to.x, to.y))
			continue;
		step = step_cost(w, at, d);
		if (step > distance || !fr_walk_find_leg(w, to, distance - step, l))
			continue;
		*e = (fr_walk_exit){d, to};
		return true;
	}
	return false;
}

/* From a border cell to where the hub is nearer; the leg from there.  False: corrupt. */
bool
fr_walk_leave(fr_walk *w, fr_walk_leg *l)
{
	fr_walk_exit e;

	return fr_walk_find_step(w, w->at, l->rest, &e, l) ? fr_walk_step(w, e.direction)
													   : fr_walk_leave_by_link(w, l);
}
