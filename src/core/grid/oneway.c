/*
 * oneway.c - one-way cells, which may be entered or left only in some directions
 *
 * A step is legal if it is legal without directions, if the cell that it leaves may be
 * left in its direction, and if the cell that it enters may be entered in it. The
 * directions of the side cells of a diagonal step do not matter. For an agent of several
 * cells, all cells that it covers before and after the step have to allow it. Closed sides of
 * cells (sides.h) make a grid one-way, too.
 *
 * Not every path leads back. Tarjan's algorithm (1972) finds the strong components, and
 * numbers each one after all components that it leads to. `lowest` is the least number of
 * these. So the numbers often prove without a search that there is no path.
 */
#include "core/grid/grid_components.h"

#include <string.h>

#include "core/base/number.h"
#include "core/grid/edges.h"
#include "core/grid/moves.h"
#include "core/grid/sides.h"
#include "core/grid/strong_components.h"

/* ---- moves --------------------------------------------------------------- */

/* The sets of directions by position of the agent; `ways` has the sets by code. */
static uint8_t *
direction_sets(const fr_grid *grid, const fr_map *map, const uint8_t ways[FR_CODES],
			   fr_size size, const fr_arena *scratch, const fr_poll *poll)
{
	uint8_t *sets = fr_arena_alloc(scratch, grid->cells);
	uint8_t by_position[FR_CODES] = {0};

	for (int i = 0; i < map->code_count; i++)
		by_position[i] = ways[map->codes[i] - FR_FIRST_CODE];
	for (uint32_t y = 0; y < grid->height; y++)
	{
		uint8_t *row = sets + (size_t) y * grid->width;

		fr_poll_now(poll);
		fr_map_unpack_positions(map, (size_t) y * grid->width, grid->width, row);
		for (uint32_t x = 0; x < grid->width; x++)
			row[x] = by_position[row[x]];
	}
	fr_size_intersect(grid, sets, size, poll);
	return sets;
}

/* Keeps the position of each cell's code, and the directions of codes, for patterns. */
static void
keep_codes(const fr_grid *grid, const fr_map *map, const fr_model *model,
		   fr_oneway *oneway, const fr_arena *arena, const fr_poll *poll)
{
	uint8_t *position = fr_arena_alloc(arena, grid->cells);

	for (uint32_t y = 0; y < grid->height; y++)
	{
		size_t first = (size_t) y * grid->width;

		fr_poll_now(poll);
		fr_map_unpack_positions(map, first, grid->width, position + first);
	}
	oneway->position = position;
	for (int i = 0; i < map->code_count; i++)
	{
		oneway->enter[i] = model->enter[map->codes[i] - FR_FIRST_CODE];
		oneway->leave[i] = model->leave[map->codes[i] - FR_FIRST_CODE];
	}
}

/* Of the moves without directions, keeps those that the cells on both sides allow. */
static void
restrict_moves(const fr_grid *grid, const uint8_t *plain, uint8_t *moves,
			   const uint8_t *enter, const uint8_t *leave, const fr_poll *poll)
{
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		moves[n] = plain[n] & leave[n];
		for (unsigned left = moves[n]; left; left &= left - 1)
		{
			int d = __builtin_ctz(left);

			if (!(enter[fr_grid_step(grid, n, d)] >> d & 1))
				moves[n] ^= (uint8_t) (1u << d);
		}
	}
}

/* Lists moves in reverse, at the cells that they lead to. */
static void
reverse_moves(const fr_grid *grid, const uint8_t *moves, uint8_t *back,
			  const fr_poll *poll)
{
	fr_fill(back, 0, grid->cells, poll);
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		for (unsigned left = moves[n]; left; left &= left - 1)
		{
			int d = __builtin_ctz(left);

			back[fr_grid_step(grid, n, d)] |= (uint8_t) (1u << fr_opposite(d));
		}
	}
}

/* Sets moves that are legal in one direction or in the other. */
static void
join_moves(const fr_grid *grid, const uint8_t *moves, const uint8_t *back,
		   uint8_t *joined, const fr_poll *poll)
{
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		joined[n] = moves[n] | back[n];
	}
}

/* ---- strong components --------------------------------------------------- */

typedef struct steps
{
	const fr_grid *grid;
	const uint8_t *moves;
	const fr_poll *poll;
	const fr_strong *strong;
	uint32_t *lowest; /* by component, which one it leads to */
} steps;

static inline bool
next_step(const void *graph, uint32_t cell, uint32_t *cursor, uint32_t *to)
{
	const steps *s = graph;
	fr_edges e = fr_edges_by(s->grid, cell, s->moves[cell], false, false);

	if (!fr_edges_resume(&e, cursor, s->poll))
		return false;
	*to = e.to;
	return true;
}

/* Components that this one leads to are complete, and know their lowest ones. */
static inline void
find_lowest(void *graph, uint32_t component, const uint32_t *cells, uint32_t count)
{
	steps *s = graph;
	uint32_t cursor;
	uint32_t to;

	s->lowest[component] = component;
	for (uint32_t i = 0; i < count; i++)
		for (cursor = 0; next_step(s, cells[i], &cursor, &to);)
			s->lowest[component] = fr_min32(
				s->lowest[component], s->lowest[fr_strong_component(s->strong, to)]);
}

static void
find_strong(const fr_grid *grid, fr_oneway *oneway, const fr_arena *arena,
			const fr_arena *scratch, const fr_poll *poll)
{
	uint32_t *component = fr_arena_alloc(arena, (size_t) grid->cells * sizeof *component);
	fr_strong strong = fr_strong_begin(component, grid->cells, scratch, poll);
	steps s = {.grid = grid,
			   .moves = oneway->moves,
			   .poll = poll,
			   .strong = &strong,
			   .lowest = fr_arena_alloc_numbers(scratch, grid->cells)};
	uint32_t *lowest;

	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		if (fr_grid_component(grid, n) > 0)
			fr_strong_visit(&strong, n, next_step, find_lowest, &s);
	}
	lowest = fr_arena_alloc_numbers(arena, strong.count);
	memcpy(lowest + 1, s.lowest + 1, strong.count * sizeof *lowest);
	lowest[0] = 0;
	fr_arena_free_numbers(scratch, s.lowest, grid->cells);
	fr_strong_end(&strong, grid->cells, scratch);
	oneway->count = strong.count;
	oneway->component = component;
	oneway->lowest = lowest;
}

bool
fr_oneway_connected(const fr_oneway *oneway, uint32_t a, uint32_t b)
{
	uint32_t from = oneway->component[a];
	uint32_t to = oneway->component[b];

	return to <= from && to >= oneway->lowest[from];
}

/* ---- the grid ------------------------------------------------------------ */

void
fr_oneway_build(fr_grid *grid, const fr_map *map, const fr_model *model,
				const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll)
{
	fr_size size = fr_model_size(model);
	fr_oneway *oneway = fr_arena_alloc(arena, sizeof *oneway);
	uint8_t *plain = fr_moves_build(grid, arena, poll);
	uint8_t *moves = fr_arena_alloc(arena, grid->cells);
	uint8_t *back = fr_arena_alloc(arena, grid->cells);
	uint8_t *enter = direction_sets(grid, map, model->enter, size, scratch, poll);
	uint8_t *leave = direction_sets(grid, map, model->leave, size, scratch, poll);

	restrict_moves(grid, plain, moves, enter, leave, poll);
	if (grid->costs.sided)
		fr_sides_clear(grid, map, size, plain, moves, scratch, poll);
	reverse_moves(grid, moves, back, poll);
	if (grid->costs.sided)
		join_moves(grid, moves, back, plain, poll);
	*oneway = (fr_oneway){.moves = moves, .back = back, .plain = plain};
	keep_codes(grid, map, model, oneway, arena, poll);
	find_strong(grid, oneway, arena, scratch, poll);
	grid->oneway = oneway;
	grid->moves = moves;
}

void
fr_oneway_bind(fr_grid *grid, const uint8_t *moves, const uint8_t *plain,
			   const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll)
{
	fr_oneway *oneway = fr_arena_alloc(arena, sizeof *oneway);
	uint8_t *back = fr_arena_alloc(arena, grid->cells);

	reverse_moves(grid, moves, back, poll);
	*oneway = grid->oneway ? *grid->oneway : (fr_oneway){0};
	oneway->moves = moves;
	oneway->back = back;
	oneway->plain = plain;
	find_strong(grid, oneway, arena, scratch, poll);
	grid->oneway = oneway;
	grid->moves = moves;
	grid->costs.oneway = true;
}
