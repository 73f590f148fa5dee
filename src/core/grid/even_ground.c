/*
 * even_ground.c - the cells around which all steps in one direction cost the same
 *
 * Searches try fewer moves there (moves.c). On game maps most ground is even, though the map has
 * several weights.
 */
#include "core/grid/even_ground.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/grid_components.h"
#include "core/grid/moves.h"
#include "core/grid/terrain_classes.h"

/* Sets the bits of a word of row y, where the cells are passable and not rough. */
static void
put_even(const fr_grid *grid, uint64_t *cells, uint32_t y, uint32_t word, uint64_t rough)
{
	uint64_t even = ~fr_bits_line(&grid->rows, y)[word] & ~rough;
	size_t first = (size_t) y * grid->width + word * 64;
	uint32_t left = grid->width - word * 64;

	if (left < 64)
		even &= (UINT64_C(1) << left) - 1;
	cells[first / 64] |= even << first % 64;
	if (first % 64 && even >> (64 - first % 64))
		cells[first / 64 + 1] |= even >> (64 - first % 64);
}

static void
clear_cell(uint64_t *cells, uint32_t n)
{
	cells[n / 64] &= ~(UINT64_C(1) << n % 64);
}

/* Between cells of weight 0 all steps cost as much as none, and no order of steps is known. */
static void
clear_free(const fr_grid *grid, uint64_t *cells, const fr_poll *poll)
{
	for (uint32_t n = 0; grid->costs.free && n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		if (grid->costs.weight[grid->terrain[n]] == 0)
			clear_cell(cells, n);
	}
}

static void
clear_around(const fr_grid *grid, uint64_t *cells, uint32_t n)
{
	fr_cell at = fr_grid_cell(grid, n);

	for (int32_t y = at.y - 1; y <= at.y + 1; y++)
		for (int32_t x = at.x - 1; x <= at.x + 1; x++)
			if (x >= 0 && y >= 0 && x < (int32_t) grid->width &&
				y < (int32_t) grid->height)
				clear_cell(cells, fr_grid_index(grid, (fr_cell){x, y}));
}

/* Around cells that directions, closed sides or limits of heights take moves from. */
static void
clear_oneway(const fr_grid *grid, uint64_t *cells, const fr_poll *poll)
{
	for (uint32_t n = 0; grid->oneway && n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		if (grid->oneway->moves[n] != fr_moves_at(grid, fr_grid_cell(grid, n)))
			clear_around(grid, cells, n);
	}
}

static uint64_t *
no_cells(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	size_t bytes = ((size_t) grid->cells / 64 + 1) * sizeof(uint64_t);
	uint64_t *cells = fr_arena_alloc(arena, bytes);

	fr_fill(cells, 0, bytes, poll);
	return cells;
}

static const fr_even *
even_of(const fr_grid *grid, uint64_t *cells, const fr_arena *arena, const fr_poll *poll)
{
	fr_even *even = fr_arena_alloc(arena, sizeof *even);

	clear_free(grid, cells, poll);
	clear_oneway(grid, cells, poll);
	even->cells = cells;
	fr_moves_tabulate_even(&grid->costs, even->canonical);
	return even;
}

/* ---- by weights ---------------------------------------------------------------- */

void
fr_find_even_ground(fr_grid *grid, const fr_arena *arena, const fr_arena *scratch,
					const fr_poll *poll)
{
	uint64_t *cells = no_cells(grid, arena, poll);
	fr_terrain_classes terrain;

	fr_terrain_classes_begin(&terrain, grid, scratch);
	for (uint32_t y = 0; y < grid->height; y++, fr_terrain_classes_next(&terrain))
	{
		fr_poll_now(poll);
		for (uint32_t i = 0; i * 64 < grid->width; i++)
		{
			uint64_t rough = fr_terrain_rough(&terrain, i);

			grid->shape.rough_cells += fr_bits_count(rough);
			put_even(grid, cells, y, i, rough);
		}
	}
	if (grid->terrain)
		grid->even = even_of(grid, cells, arena, poll);
}

/* ---- by layers ----------------------------------------------------------------- */

/*
 * Where numbers differ from the next cell in the row, and from the cell below: a bit per cell.
 * Each row begins a new word. A word of zeros is before and behind each row, and a row of zeros
 * before and behind all rows.
 */
typedef struct edges
{
	ptrdiff_t words; /* of a row */
	uint64_t *right;
	uint64_t *below;
} edges;

static uint64_t *
no_edges(const fr_grid *grid, ptrdiff_t words, const fr_arena *scratch,
		 const fr_poll *poll)
{
	size_t bytes = ((size_t) grid->height + 2) * (size_t) words * sizeof(uint64_t);
	uint64_t *rows = fr_arena_alloc(scratch, bytes);

	fr_fill(rows, 0, bytes, poll);
	return rows + words + 1;
}

static uint32_t
number_at(const void *numbers, size_t size, size_t i)
{
	return size == 2 ? ((const uint16_t *) numbers)[i] : ((const uint32_t *) numbers)[i];
}

/* Adds a bit for each of the numbers that is not the one `apart` further on; size: 2 or 4 bytes. */
FR_INLINE void
add_edges(uint64_t *row, const void *numbers, size_t size, size_t first, size_t apart,
		  uint32_t count)
{
	const char *begin = (const char *) numbers + first * size;

	if (memcmp(begin, begin + apart * size, count * size) == 0)
		return;
	for (uint32_t x = 0; x < count; x++)
		row[x / 64] |= (uint64_t) (number_at(numbers, size, first + x) !=
								   number_at(numbers, size, first + x + apart))
					   << x % 64;
}

FR_INLINE void
find_edges(const fr_grid *grid, const edges *e, const void *numbers, size_t size,
		   const fr_poll *poll)
{
	for (uint32_t y = 0; numbers && y < grid->height; y++)
	{
		size_t first = (size_t) y * grid->width;

		fr_poll_now(poll);
		add_edges(e->right + y * e->words, numbers, size, first, 1, grid->width - 1);
		if (y + 1 < grid->height)
			add_edges(e->below + y * e->words, numbers, size, first, grid->width,
					  grid->width);
	}
}

/* The cells of a word whose 3 x 3 cells have several numbers. */
static uint64_t
uneven_cells(const edges *e, uint32_t y, uint32_t word)
{
	const uint64_t *right = e->right + y * e->words + word;
	const uint64_t *below = e->below + y * e->words + word;
	uint64_t own = right[-e->words] | right[0] | right[e->words];
	uint64_t before = right[-e->words - 1] | right[-1] | right[e->words - 1];

	return own | own << 1 | before >> 63 | below[-e->words] | below[0];
}

void
fr_bind_even_ground(fr_grid *grid, const fr_arena *arena, const fr_arena *scratch,
					const fr_poll *poll)
{
	ptrdiff_t words = (ptrdiff_t) (grid->width + 63) / 64 + 2;
	uint64_t *cells;
	edges e;

	if (grid->terrain && grid->even == NULL) /* no ground is known to be even */
		return;
	e = (edges){words, no_edges(grid, words, scratch, poll),
				no_edges(grid, words, scratch, poll)};
	cells = no_cells(grid, arena, poll);
	find_edges(grid, &e, grid->prices->enter, sizeof *grid->prices->enter, poll);
	find_edges(grid, &e, grid->prices->height, sizeof *grid->prices->height, poll);
	find_edges(grid, &e, grid->prices->tall, sizeof *grid->prices->tall, poll);
	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		for (uint32_t i = 0; i * 64 < grid->width; i++)
			put_even(grid, cells, y, i, uneven_cells(&e, y, i));
	}
	for (size_t i = 0; grid->even && i <= grid->cells / 64; i++)
		cells[i] &= grid->even->cells[i];
	grid->even = even_of(grid, cells, arena, poll);
}

/* ---- by prices of edges --------------------------------------------------------- */

/* Do the steps from a cell cost otherwise by roads or marked sides? */
static bool
has_edge_prices(const fr_edge_prices *edges, uint32_t n)
{
	bool has = edges->road && edges->road[n];

	for (int d = 0; d < FR_DIRECTIONS; d++)
		has |= edges->side[d] && edges->side[d][n];
	return has;
}

void
fr_edges_even_ground(fr_grid *grid, const fr_edge_prices *edges, const fr_arena *arena,
					 const fr_arena *scratch, const fr_poll *poll)
{
	static const fr_prices none;
	size_t bytes = ((size_t) grid->cells / 64 + 1) * sizeof(uint64_t);
	uint64_t *cells;
	fr_even *even;

	if (grid->even == NULL && grid->prices)
		return;
	if (grid->even == NULL)
	{
		grid->prices = &none;
		fr_bind_even_ground(grid, arena, scratch, poll);
		grid->prices = NULL;
	}
	if (grid->even == NULL)
		return;
	cells = fr_arena_alloc(arena, bytes);
	even = fr_arena_alloc(arena, sizeof *even);
	memcpy(cells, grid->even->cells, bytes);
	*even = *grid->even;
	even->cells = cells;
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		if (has_edge_prices(edges, n))
			clear_around(grid, cells, n);
	}
	grid->even = even;
}
