/*
 * sides.c - moves that closed sides of cells ban: see sides.h
 */
#include "core/grid/sides.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/moves.h"
#include "core/map/map_layers.h"

#define SIDE_NUMBERS (1 << FR_SIDES)

/* By number of the layer, the directions of the closed sides. */
static void
tabulate_sides(bool hex, uint8_t closed[SIDE_NUMBERS])
{
	for (int number = 0; number < SIDE_NUMBERS; number++)
	{
		closed[number] = 0;
		for (int i = 0; i < (hex ? FR_SIDES : FR_STRAIGHT_SIDES); i++)
			if (number >> i & 1)
				closed[number] |= (uint8_t) (1u << fr_side_direction[i]);
	}
}

/* The directions of the closed sides of each cell. */
static uint8_t *
closed_sides(const fr_grid *grid, const fr_layer *layer, const fr_arena *scratch,
			 const fr_poll *poll)
{
	uint8_t *sides = fr_arena_alloc(scratch, grid->cells);
	uint16_t *row = fr_arena_alloc(scratch, grid->width * sizeof *row);
	uint8_t closed[SIDE_NUMBERS];

	tabulate_sides(grid->costs.hex, closed);
	for (uint32_t y = 0; y < grid->height; y++)
	{
		size_t first = (size_t) y * grid->width;

		fr_poll_now(poll);
		fr_layer_unpack_narrow(layer, 0, first, grid->width, row);
		for (uint32_t x = 0; x < grid->width; x++)
			sides[first + x] = closed[row[x]];
	}
	return sides;
}

/* Of the diagonal moves of cell n, those that closed sides leave. */
static unsigned
open_diagonals(const fr_grid *grid, const uint8_t *open, const uint8_t *plain, uint32_t n,
			   unsigned diagonals)
{
	unsigned kept = 0;

	for (; diagonals; diagonals &= diagonals - 1)
	{
		int d = __builtin_ctz(diagonals);
		bool passes[2];
		bool banned = false;

		for (int way = 0; way < 2; way++)
		{
			int first = (d + (way ? 1 : FR_DIRECTIONS - 1)) % FR_DIRECTIONS;
			int second = (d + (way ? FR_DIRECTIONS - 1 : 1)) % FR_DIRECTIONS;
			uint32_t side = fr_grid_step(grid, n, first);
			bool closed = !(open[n] >> first & 1) || !(open[side] >> second & 1);

			banned |= closed;
			passes[way] = !closed && (plain[n] >> first & 1);
		}
		if (!banned || fr_diagonal_passes(grid->corners > 0 ? grid->corners : 1,
										  passes[0], passes[1]))
			kept |= 1u << d;
	}
	return kept;
}

void
fr_sides_clear(const fr_grid *grid, const fr_map *map, fr_size size, const uint8_t *plain,
			   uint8_t *moves, const fr_arena *scratch, const fr_poll *poll)
{
	fr_layer layer;
	unsigned diagonals = grid->costs.hex ? 0 : FR_DIAGONALS;
	uint8_t *open;

	if (!fr_map_sides(map, &layer))
		return;
	open = closed_sides(grid, &layer, scratch, poll);
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		open[n] = (uint8_t) ~open[n];
	}
	fr_size_intersect(grid, open, size, poll);
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		unsigned straight = moves[n] & open[n] & ~diagonals;

		fr_poll_at(poll, n);
		moves[n] = (uint8_t) (straight |
							  open_diagonals(grid, open, plain, n, moves[n] & diagonals));
	}
}

/* The bit of a direction in the numbers of the layer. */
static unsigned
side_bit(int direction)
{
	unsigned bit = 0;

	while (fr_side_direction[bit] != direction)
		bit++;
	return 1u << bit;
}

void
fr_sides_walls(const fr_grid *grid, const fr_map *map, int direction, uint64_t *lines,
			   const fr_poll *poll)
{
	unsigned side = side_bit(direction);
	unsigned back = side_bit(fr_opposite(direction));
	fr_layer layer;

	memset(lines, 0, (size_t) grid->rows.words * grid->height * sizeof *lines);
	if (!fr_map_sides(map, &layer))
		return;
	for (uint32_t y = 0; y < grid->height; y++)
	{
		uint64_t *line = lines + y * grid->rows.words;

		fr_poll_now(poll);
		for (uint32_t x = 0; x < grid->width; x++)
		{
			uint32_t n = y * grid->width + x;
			int64_t to_x = (int64_t) x + fr_dx[direction];
			int64_t to_y = (int64_t) y + fr_dy[direction];
			bool inside = (grid->costs.wrap_x > 0 || (to_x >= 0 && to_x < grid->width)) &&
						  (grid->costs.wrap_y > 0 || (to_y >= 0 && to_y < grid->height));

			if (inside && (fr_layer_at(&layer, n) & side) &&
				(fr_layer_at(&layer, fr_grid_step(grid, n, direction)) & back))
				line[x / 64] |= UINT64_C(1) << x % 64;
		}
	}
}
