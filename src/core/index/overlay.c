/*
 * overlay.c - the border cells of a map's blocks, as a graph
 */
#include "core/index/overlay.h"

#include <string.h>

#include "core/base/error.h"
#include "core/grid/bits.h"

typedef struct weaver
{
	fr_overlay *o;
	const fr_arena *arena;
	const fr_poll *poll;
	size_t used; /* edges */
	size_t room;
} weaver;

/* ---- blocks -------------------------------------------------------------------- */

static bool
has_cell(const fr_overlay *o, fr_cell at)
{
	return fr_grid_has(o->grid, at) &&
		   fr_grid_component(o->grid, fr_grid_index(o->grid, at)) != 0;
}

/* The free cells of a block. */
uint64_t
fr_overlay_free(const fr_overlay *o, uint32_t block)
{
	uint64_t cells = 0;

	for (uint32_t place = 0; place < FR_BLOCK_CELLS; place++)
		if (has_cell(o, fr_cell_at(o->across, block, place)))
			cells |= UINT64_C(1) << place;
	return cells;
}

static uint32_t
grid_index(const fr_overlay *o, uint32_t block, uint32_t place)
{
	return fr_grid_index(o->grid, fr_cell_at(o->across, block, place));
}

static uint64_t
step_cost(const fr_overlay *o, uint32_t cell, uint32_t place, int direction)
{
	if (!(o->moves[cell] >> direction & 1) || !fr_is_within(place, direction))
		return FR_NO_WAY;
	return fr_step_cost(o->grid, cell, direction);
}

void
fr_overlay_steps(const fr_overlay *o, uint32_t block, fr_steps *steps)
{
	uint64_t cells = fr_overlay_free(o, block);

	for (uint32_t place = 0; place < FR_BLOCK_CELLS; place++)
		for (int d = 0; d < FR_DIRECTIONS; d++)
			steps->cost[d][place] =
				cells >> place & 1 ? step_cost(o, grid_index(o, block, place), place, d)
								   : FR_NO_WAY;
}

static bool
is_border(const fr_overlay *o, uint32_t cell, uint32_t place)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (o->moves[cell] >> d & 1 && !fr_is_within(place, d))
			return true;
	return false;
}

static uint64_t
borders_of(const fr_overlay *o, uint32_t block)
{
	uint64_t borders = 0;

	for (uint64_t cells = fr_overlay_free(o, block); cells; cells &= cells - 1)
	{
		uint32_t place = (uint32_t) __builtin_ctzll(cells);

		if (is_border(o, grid_index(o, block, place), place))
			borders |= UINT64_C(1) << place;
	}
	return borders;
}

static void
find_borders(weaver *w)
{
	fr_overlay *o = w->o;

	o->borders = fr_take(w->arena, o->blocks * sizeof *o->borders);
	o->first_border =
		fr_take(w->arena, ((size_t) o->blocks + 1) * sizeof *o->first_border);
	for (uint32_t block = 0; block < o->blocks; block++)
	{
		fr_poll_at(w->poll, block);
		o->borders[block] = borders_of(o, block);
		o->first_border[block] = o->count;
		o->count += fr_bits_count(o->borders[block]);
	}
	o->first_border[o->blocks] = o->count;
}

/* ---- edges ----------------------------------------------------------------------- */

static void
grow_edges(weaver *w)
{
	size_t room = 2 * w->room + 1024;
	uint32_t *to = fr_take(w->arena, room * sizeof *to);
	uint64_t *cost = fr_take(w->arena, room * sizeof *cost);

	if (w->used > 0)
	{
		memcpy(to, w->o->to, w->used * sizeof *to);
		memcpy(cost, w->o->cost, w->used * sizeof *cost);
	}
	w->o->to = to;
	w->o->cost = cost;
	w->room = room;
}

static void
add_edge(weaver *w, uint32_t to, uint64_t cost)
{
	if (w->used == w->room)
		grow_edges(w);
	w->o->to[w->used] = to;
	w->o->cost[w->used++] = cost;
	if (cost > w->o->longest_edge)
		w->o->longest_edge = cost;
}

/* The number of a border cell. */
uint32_t
fr_overlay_number(const fr_overlay *o, fr_cell at)
{
	uint32_t block = fr_block_of(o->across, at);
	uint64_t before = (UINT64_C(1) << fr_place_of(at)) - 1;

	return o->first_border[block] + fr_bits_count(o->borders[block] & before);
}

static void
add_steps_out(weaver *w, fr_cell at)
{
	fr_overlay *o = w->o;
	uint32_t cell = fr_grid_index(o->grid, at);

	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (o->moves[cell] >> d & 1 && !fr_is_within(fr_place_of(at), d))
			add_edge(w, fr_overlay_number(o, (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]}),
					 fr_step_cost(o->grid, cell, d));
}

/* Costs inside one block between its border cells. */
typedef struct inside
{
	uint32_t count;
	uint32_t place[FR_BORDERS_MOST];
	uint64_t cost[FR_BORDERS_MOST][FR_BORDERS_MOST];
} inside;

static bool
is_over_third(const inside *in, uint32_t a, uint32_t b)
{
	for (uint32_t c = 0; c < in->count; c++)
		if (c != a && c != b && in->cost[a][c] + in->cost[c][b] <= in->cost[a][b])
			return true;
	return false;
}

/* Is there an edge between the two, either way? */
static bool
is_edge(const inside *in, uint32_t a, uint32_t b)
{
	return a != b && in->cost[a][b] < FR_NO_WAY &&
		   (!is_over_third(in, a, b) || !is_over_third(in, b, a));
}

static void
note_longest(fr_overlay *o, uint64_t cells, const uint64_t cost[FR_BLOCK_CELLS])
{
	for (; cells; cells &= cells - 1)
	{
		uint64_t here = cost[__builtin_ctzll(cells)];

		if (here < FR_NO_WAY && here > o->longest_inside)
			o->longest_inside = here;
	}
}

static uint64_t
reached_of(const uint64_t cost[FR_BLOCK_CELLS])
{
	uint64_t cells = 0;

	for (uint32_t i = 0; i < FR_BLOCK_CELLS; i++)
		if (cost[i] < FR_NO_WAY)
			cells |= UINT64_C(1) << i;
	return cells;
}

static void
measure_inside(weaver *w, uint32_t block, inside *in)
{
	fr_overlay *o = w->o;
	uint64_t cells = fr_overlay_free(o, block);
	uint64_t reached = 0;
	fr_steps steps;
	uint64_t cost[FR_BLOCK_CELLS];

	in->count = 0;
	for (uint64_t b = o->borders[block]; b; b &= b - 1)
		in->place[in->count++] = (uint32_t) __builtin_ctzll(b);
	if (in->count > 0)
		fr_overlay_steps(o, block, &steps);
	for (uint32_t i = 0; i < in->count; i++)
	{
		fr_ways(&steps, in->place[i], false, cost);
		note_longest(o, cells, cost);
		reached |= reached_of(cost);
		for (uint32_t k = 0; k < in->count; k++)
			in->cost[i][k] = cost[in->place[k]];
		if (!o->directed)
			continue;
		fr_ways(&steps, in->place[i], true, cost);
		note_longest(o, cells, cost);
	}
	o->pockets |= reached != cells;
}

static void
add_edges_of(weaver *w, uint32_t block)
{
	fr_overlay *o = w->o;
	inside in;

	measure_inside(w, block, &in);
	for (uint32_t a = 0; a < in.count; a++)
	{
		o->first[o->first_border[block] + a] = (uint32_t) w->used;
		for (uint32_t b = 0; b < in.count; b++)
			if (is_edge(&in, a, b))
				add_edge(w, o->first_border[block] + b, in.cost[a][b]);
		add_steps_out(w, fr_cell_at(o->across, block, in.place[a]));
	}
}

/* What the same edge costs from its other end. */
uint64_t
fr_overlay_back(const fr_overlay *o, uint32_t from, uint32_t edge)
{
	uint32_t at = o->first[o->to[edge]];

	if (!o->directed)
		return o->cost[edge];
	while (o->to[at] != from)
		at++;
	return o->cost[at];
}

/* False, and no more than a count of border cells: there are more than `most`. */
bool
fr_overlay_build(const fr_grid *grid, uint32_t most, const fr_arena *arena,
				 const fr_poll *poll, fr_overlay *o)
{
	weaver w = {.o = o, .arena = arena, .poll = poll};

	*o = (fr_overlay){.grid = grid,
					  .moves = fr_grid_moves(grid, arena, poll),
					  .across = fr_blocks_across(grid->width),
					  .directed = !grid->costs.uniform && !grid->costs.average};
	o->blocks = o->across * fr_blocks_across(grid->height);
	find_borders(&w);
	if (o->count > most)
		return false;
	o->first = fr_take(arena, ((size_t) o->count + 1) * sizeof *o->first);
	for (uint32_t block = 0; block < o->blocks; block++)
	{
		fr_poll_now(poll);
		add_edges_of(&w, block);
	}
	o->first[o->count] = (uint32_t) w.used;
	return true;
}
