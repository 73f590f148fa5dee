/*
 * frame.c - which cells are border cells, and what a step costs
 */
#include "core/index/borders/build.h"

#include <string.h>

/* The free cells of a block: its eight bytes of the rows, which have ones for blocked cells. */
static uint64_t
free_cells(const fr_grid *grid, uint32_t across, uint32_t block)
{
	fr_cell corner = fr_cell_at(across, block, 0);
	uint32_t columns = grid->width - (uint32_t) corner.x;
	uint64_t within = columns < FR_INDEX_BLOCK ? (UINT64_C(1) << columns) - 1 : 255;
	uint64_t cells = 0;

	for (uint32_t y = 0; y < FR_INDEX_BLOCK && corner.y + y < grid->height; y++)
	{
		uint64_t word = fr_bits_line(&grid->rows, corner.y + y)[corner.x / 64];

		cells |= (~word >> corner.x % 64 & within) << y * FR_INDEX_BLOCK;
	}
	return cells;
}

static bool
leaves_block(unsigned moves, uint32_t place)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (moves >> d & 1 && !fr_is_within(place, d))
			return true;
	return false;
}

#define RIM UINT64_C(0xff818181818181ff)  /* cells with a neighbour outside */
#define HUBS UINT64_C(0x01010101010101ff) /* the first row and column */

static void
find_borders(fr_border_build *b, uint32_t block)
{
	b->free[block] = free_cells(b->grid, b->across, block);
	for (uint64_t cells = b->free[block] & RIM; cells; cells &= cells - 1)
	{
		uint32_t place = (uint32_t) __builtin_ctzll(cells);
		fr_cell at = fr_cell_at(b->across, block, place);

		if (leaves_block(b->moves[fr_grid_index(b->grid, at)], place))
			b->borders[block] |= cells & -cells;
	}
	b->borders[block] |= fr_frame_ends(b, block);
	b->count += fr_bits_count(b->borders[block]);
	b->hubs += fr_bits_count(b->borders[block] & (HUBS | fr_frame_ends(b, block)));
}

/* Adds a cell to a set by block. */
static void
add_cell(const fr_border_build *b, uint64_t *set, uint32_t cell)
{
	fr_cell at = fr_frame_cell(b, cell);

	set[fr_block_of(b->across, at)] |= UINT64_C(1) << fr_place_of(at);
}

static uint64_t *
take_sets(const fr_border_build *b)
{
	size_t size = (size_t) b->across * b->down * sizeof(uint64_t);
	uint64_t *sets = fr_take(b->arena, size);

	memset(sets, 0, size);
	return sets;
}

static uint64_t *
list_ends(const fr_border_build *b)
{
	uint64_t *ends = take_sets(b);

	for (uint32_t i = 0; i < b->grid->links->count; i++)
	{
		const fr_hop *hop = &b->grid->links->ahead.at[i];

		fr_poll_at(b->poll, i);
		add_cell(b, ends, hop->from);
		add_cell(b, ends, hop->to);
	}
	return ends;
}

/* Fills in what follows from the grid alone; arena and poll are there. */
void
fr_frame_make(fr_border_build *b, const fr_grid *grid)
{
	b->grid = grid;
	b->minplus = fr_minplus_pick();
	b->moves = grid->moves ? grid->moves : fr_grid_moves(grid, b->arena, b->poll);
	b->directed =
		(!grid->costs.uniform && !grid->costs.average) || fr_hops_differ(grid, b->poll);
	b->link = fr_hops_parts(grid);
	b->across = fr_blocks_across(grid->width);
	b->down = fr_blocks_across(grid->height);
	b->free = take_sets(b);
	b->borders = take_sets(b);
	b->firsts = take_sets(b);
	b->ends = grid->links ? list_ends(b) : NULL;
	b->place = fr_take_numbers(b->arena, grid->cells);
	for (uint32_t block = 0; block < b->across * b->down; block++)
	{
		fr_poll_at(b->poll, block);
		find_borders(b, block);
	}
}

static void
release_sets(const fr_border_build *b, uint64_t *sets)
{
	fr_release(b->arena, sets, (size_t) b->across * b->down * sizeof *sets);
}

void
fr_frame_release(const fr_border_build *b)
{
	release_sets(b, b->free);
	release_sets(b, b->borders);
	release_sets(b, b->firsts);
	if (b->ends)
		release_sets(b, b->ends);
	fr_release_numbers(b->arena, b->place, b->grid->cells);
}

/* A first hub, after those before. */
void
fr_frame_add_first(fr_border_build *b, uint32_t cell)
{
	add_cell(b, b->firsts, cell);
	b->first[b->first_count++] = cell;
}

static uint64_t
weight_of(const fr_border_build *b, uint32_t cell)
{
	uint64_t weight = b->grid->costs.weight[b->grid->terrain[cell]];

	return weight < b->top ? weight : b->top;
}

/* The cost of a legal step; FR_NO_STEP if no best path can afford it. */
uint32_t
fr_frame_step(const fr_border_build *b, uint32_t cell, int direction)
{
	uint64_t unit = fr_is_diagonal(direction)
						? b->units.diagonal
						: (uint64_t) b->units.straight * b->link.parts;
	uint64_t weight = 1;

	if (b->grid->terrain)
		weight = weight_of(b, cell + (uint32_t) b->grid->offset[direction]) +
				 (b->grid->costs.average ? weight_of(b, cell) : 0);
	return unit * weight < b->top ? (uint32_t) (unit * weight) : FR_NO_STEP;
}
