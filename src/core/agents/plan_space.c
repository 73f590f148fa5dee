/*
 * plan_space.c - makes the graph of a plan, and searches it backward from goals: see plan_space.h
 */
#include "core/agents/plan_space.h"

#include "core/grid/edges.h"
#include "core/grid/moves.h"

/*
 * The corner between the four cells that a diagonal step and the steps across it have in common, as
 * its upper left cell; FR_NOWHERE for other edges.
 */
static uint32_t
square_of(const fr_grid *grid, const fr_edges *e)
{
	fr_cell at;

	if (e->direction == FR_DIRECTIONS || !(FR_DIAGONALS >> e->direction & 1) ||
		grid->costs.hex)
		return FR_NOWHERE;
	at = fr_grid_cell(grid, e->cell);
	at.x -= fr_dx[e->direction] < 0;
	at.y -= fr_dy[e->direction] < 0;
	return fr_grid_index(grid, fr_grid_around(grid, at));
}

/* Adds the edges of all places, or counts them if `graph` has no memory for them. */
static void
add_edges(fr_plan_space *space)
{
	fr_plan_graph *graph = &space->ahead;
	uint32_t count = 0;

	for (uint32_t place = 0; place < space->places; place++)
	{
		fr_edges e = fr_edges_from(space->grid, space->cell_of[place]);
		uint32_t before = count;

		graph->first[place] = count;
		fr_poll_at(space->poll, place);
		while (fr_edges_next(&e, space->poll))
		{
			uint32_t to = space->place_of[e.to];

			if (to == place)
				continue;
			if (graph->edges)
				graph->edges[count] = (fr_plan_edge){to, square_of(space->grid, &e)};
			count++;
		}
		if (count - before > space->most)
			space->most = count - before;
	}
	graph->first[space->places] = count;
}

/* The same edges by the places that they enter. */
static void
turn_edges(fr_plan_space *space)
{
	const fr_plan_graph *ahead = &space->ahead;
	fr_plan_graph *back = &space->back;
	uint32_t count = ahead->first[space->places];

	back->first = fr_arena_alloc_numbers(space->arena, (size_t) space->places + 1);
	back->edges =
		fr_arena_alloc(space->arena, ((size_t) count + 1) * sizeof *back->edges);
	fr_fill(back->first, 0, ((size_t) space->places + 2) * sizeof *back->first,
			space->poll);
	for (uint32_t e = 0; e < count; e++)
	{
		fr_poll_at(space->poll, e);
		back->first[ahead->edges[e].to + 2]++;
	}
	for (uint32_t place = 2; place <= space->places; place++)
		back->first[place] += back->first[place - 1];
	for (uint32_t place = 0; place < space->places; place++)
	{
		fr_poll_at(space->poll, place);
		for (uint32_t e = ahead->first[place]; e < ahead->first[place + 1]; e++)
			back->edges[back->first[ahead->edges[e].to + 1]++] =
				(fr_plan_edge){place, ahead->edges[e].square};
	}
}

/* Does each edge have one that leads back? */
static bool
lead_both_ways(const fr_plan_space *space)
{
	for (uint32_t place = 0; place < space->places; place++)
	{
		fr_poll_at(space->poll, place);
		for (uint32_t e = space->ahead.first[place]; e < space->ahead.first[place + 1];
			 e++)
			if (!fr_plan_edge_between(space, space->ahead.edges[e].to, place))
				return false;
	}
	return true;
}

void
fr_plan_space_make(fr_plan_space *space, const fr_grid *grid, size_t agents,
				   const fr_arena *arena, const fr_poll *poll)
{
	*space = (fr_plan_space){.grid = grid, .arena = arena, .poll = poll};
	space->place_of = fr_arena_alloc_numbers(arena, grid->cells);
	for (uint32_t cell = 0; cell < grid->cells; cell++)
	{
		fr_poll_at(poll, cell);
		space->place_of[cell] =
			fr_grid_blocked(grid, cell) ? FR_NOWHERE : space->places++;
	}
	space->cell_of = fr_arena_alloc_numbers(arena, space->places);
	for (uint32_t cell = 0; cell < grid->cells; cell++)
	{
		fr_poll_at(poll, cell);
		if (space->place_of[cell] != FR_NOWHERE)
			space->cell_of[space->place_of[cell]] = cell;
	}
	space->ahead.first = fr_arena_alloc_numbers(arena, space->places);
	add_edges(space);
	space->ahead.edges =
		fr_arena_alloc(arena, ((size_t) space->ahead.first[space->places] + 1) *
								  sizeof *space->ahead.edges);
	add_edges(space);
	space->crossings = grid->octile && !grid->costs.hex;
	space->both_ways = lead_both_ways(space);
	if (space->both_ways)
		space->back = space->ahead;
	else
		turn_edges(space);
	space->fields = fr_arena_alloc(arena, (agents + 1) * sizeof *space->fields);
	for (int i = 0; i < 2; i++)
		space->levels[i] = fr_arena_alloc_numbers(arena, space->places);
}

/* ---- distances -------------------------------------------------------------- */

static inline bool
is_known(const fr_plan_field *field, uint32_t place)
{
	return field->residues ? fr_plan_residue(field, place) != 3
						   : field->numbers[place] != FR_NOWHERE;
}

/* Sets the distance of all places that are one edge farther than `from`; returns their number. */
static uint32_t
search_level(fr_plan_space *space, fr_plan_field *field, const uint32_t *from,
			 uint32_t *to)
{
	const fr_plan_graph *back = &space->back;
	uint32_t level = field->level + 1;
	uint64_t flip = 3 ^ level % 3;
	uint32_t count = 0;

	for (uint32_t i = 0; i < field->count; i++)
	{
		uint32_t end = back->first[from[i] + 1];

		for (uint32_t e = back->first[from[i]]; e < end; e++)
		{
			uint32_t place = back->edges[e].to;

			if (is_known(field, place))
				continue;
			if (field->residues)
				field->residues[place / 32] ^= flip << place % 32 * 2;
			else
				field->numbers[place] = level;
			to[count++] = place;
		}
	}
	return count;
}

void
fr_plan_extend(fr_plan_space *space, fr_plan_field *field, uint32_t place)
{
	const uint32_t *from = field->frontier;
	uint64_t steps = 0;
	int next = 0;

	if (is_known(field, place))
		return;
	while (field->count > 0 && !is_known(field, place))
	{
		if ((steps += field->count) > FR_POLL_STEPS)
		{
			steps = 0;
			fr_poll_now(space->poll);
		}
		field->count = search_level(space, field, from, space->levels[next]);
		field->level++;
		from = space->levels[next];
		next = 1 - next;
	}
	if (from == field->frontier)
		return;
	if (field->count > field->room)
		field->frontier = fr_grow(space->arena, field->frontier, sizeof *field->frontier,
								  0, field->count, &field->room);
	fr_copy(field->frontier, from, field->count * sizeof *from, space->poll);
}

uint32_t
fr_plan_distance(fr_plan_space *space, size_t agent, uint32_t goal, uint32_t start)
{
	fr_plan_field *field = &space->fields[agent];
	size_t size = space->both_ways ? ((size_t) space->places / 32 + 1) * 8
								   : ((size_t) space->places + 1) * 4;
	void *table = fr_arena_alloc(space->arena, size);

	*field = (fr_plan_field){.count = 1};
	field->frontier =
		fr_grow(space->arena, NULL, sizeof *field->frontier, 0, 1, &field->room);
	field->frontier[0] = goal;
	fr_fill(table, 0xff, size, space->poll);
	if (space->both_ways)
	{
		field->residues = table;
		field->residues[goal / 32] ^= UINT64_C(3) << goal % 32 * 2;
	}
	else
	{
		field->numbers = table;
		field->numbers[goal] = 0;
	}
	fr_plan_extend(space, field, start);
	return is_known(field, start) ? field->level : FR_NOWHERE;
}
