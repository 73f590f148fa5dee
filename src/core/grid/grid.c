/*
 * grid.c - a packed map and a model -> the grid that searches run on
 *
 * The block holds, one behind the other: the fr_grid, the bits of bits.c by rows
 * and, where searches may jump, by columns, component[cells], moves[cells] and,
 * where weights differ, terrain[cells].
 */
#include <string.h>

#include "core/grid/bits.h"
#include "core/grid/components.h"
#include "core/base/error.h"
#include "core/grid/moves.h"

const int8_t fr_dx[FR_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
const int8_t fr_dy[FR_DIRECTIONS] = {-1, -1, 0, 1, 1, 1, 0, -1};
const char *const fr_direction_name[FR_DIRECTIONS] = {"N", "NE", "E", "SE",
													  "S", "SW", "W", "NW"};

/* A grid under construction: the arrays of fr_grid, to be written. */
typedef struct builder
{
	fr_grid *grid;
	uint64_t *rows;
	uint64_t *columns;
	uint32_t *component;
	uint8_t *moves;
	uint8_t *terrain;
	const fr_poll *poll;
} builder;

static size_t
columns_size(const fr_map *map, const fr_costs *costs)
{
	return costs->turn ? fr_bits_size(map->width, map->height) : 0;
}

/* Bytes of the block for fr_grid_build. */
size_t
fr_grid_size(const fr_map *map, const fr_costs *costs)
{
	size_t cells = (size_t) map->width * map->height;

	return sizeof(fr_grid) + fr_bits_size(map->height, map->width) +
		   columns_size(map, costs) +
		   cells * (sizeof(uint32_t) + 1 + (costs->uniform ? 0 : 1));
}

static builder
lay_out(void *block, const fr_map *map, const fr_costs *costs, const fr_poll *poll)
{
	fr_grid *grid = block;
	builder b = {.grid = grid, .poll = poll};

	memset(grid, 0, sizeof *grid);
	grid->costs = *costs;
	grid->width = map->width;
	grid->height = map->height;
	grid->cells = map->width * map->height;
	grid->reciprocal = UINT64_MAX / map->width;
	for (int d = 0; d < FR_DIRECTIONS; d++)
		grid->offset[d] = fr_dy[d] * (int32_t) map->width + fr_dx[d];
	fr_moves_tabulate(costs, grid->onward);
	fr_moves_tabulate_fresh(costs, grid->fresh);
	fr_moves_order(grid->first);
	b.rows = (uint64_t *) (grid + 1);
	b.columns = (uint64_t *) ((char *) b.rows + fr_bits_size(map->height, map->width));
	b.component = (uint32_t *) ((char *) b.columns + columns_size(map, costs));
	b.moves = (uint8_t *) (b.component + grid->cells);
	b.terrain = costs->uniform ? NULL : b.moves + grid->cells;
	grid->component = b.component;
	grid->moves = b.moves;
	grid->terrain = b.terrain;
	return b;
}

static void
copy_terrain(const builder *b, const fr_map *map)
{
	for (uint32_t y = 0; y < map->height; y++)
	{
		size_t first = (size_t) y * map->width;

		fr_poll_now(b->poll);
		fr_map_unpack_positions(map, first, map->width, b->terrain + first);
	}
}

/* ---- legal moves ------------------------------------------------------- */

/* A diagonal step between two cells, past side cells a and b. */
static uint64_t
diagonal(const fr_model *model, uint64_t both, uint64_t a, uint64_t b)
{
	int needed = fr_model_word(model, FR_CORNERS);

	if (!model->octile)
		return 0;
	if (needed == 0)
		return both;
	return both & (needed == 2 ? a & b : a | b);
}

/* By direction: from which of the 64 cells of a word of a row is it legal? */
static void
find_legal(const fr_bits *rows, const uint64_t *word, const fr_model *model,
		   uint64_t legal[FR_DIRECTIONS])
{
	fr_strip north = fr_strip_of(word - rows->words);
	fr_strip own = fr_strip_of(word);
	fr_strip south = fr_strip_of(word + rows->words);
	uint64_t here = own.cells;

	legal[FR_N] = here & north.cells;
	legal[FR_E] = here & own.east;
	legal[FR_S] = here & south.cells;
	legal[FR_W] = here & own.west;
	legal[FR_NE] = diagonal(model, here & north.east, north.cells, own.east);
	legal[FR_SE] = diagonal(model, here & south.east, south.cells, own.east);
	legal[FR_SW] = diagonal(model, here & south.west, south.cells, own.west);
	legal[FR_NW] = diagonal(model, here & north.west, north.cells, own.west);
}

/* Byte j of word d becomes byte d of word j. */
static void
turn_bytes(uint64_t square[8])
{
	for (int i = 0; i < 4; i++)
		fr_bits_swap(&square[i], &square[i + 4], 32, UINT64_C(0x00000000ffffffff));
	for (int i = 0; i < 8; i = ((i | 2) + 1) & ~2)
		fr_bits_swap(&square[i], &square[i + 2], 16, UINT64_C(0x0000ffff0000ffff));
	for (int i = 0; i < 8; i += 2)
		fr_bits_swap(&square[i], &square[i + 1], 8, UINT64_C(0x00ff00ff00ff00ff));
}

/* Bit k of byte d becomes bit d of byte k. */
static uint64_t
turn_bits(uint64_t bits)
{
	fr_bits_swap(&bits, &bits, 28, UINT64_C(0x00000000f0f0f0f0));
	fr_bits_swap(&bits, &bits, 14, UINT64_C(0x0000cccc0000cccc));
	fr_bits_swap(&bits, &bits, 7, UINT64_C(0x00aa00aa00aa00aa));
	return bits;
}

/* One store, as compilers see it. */
static inline void
put_eight(uint8_t *to, uint64_t bytes)
{
	to[0] = (uint8_t) bytes;
	to[1] = (uint8_t) (bytes >> 8);
	to[2] = (uint8_t) (bytes >> 16);
	to[3] = (uint8_t) (bytes >> 24);
	to[4] = (uint8_t) (bytes >> 32);
	to[5] = (uint8_t) (bytes >> 40);
	to[6] = (uint8_t) (bytes >> 48);
	to[7] = (uint8_t) (bytes >> 56);
}

/* A word with a bit a cell for each direction -> a byte a cell. */
static void
put_moves(uint64_t legal[FR_DIRECTIONS], uint8_t *moves, uint32_t cells)
{
	uint32_t x;

	turn_bytes(legal);
	for (x = 0; x + 8 <= cells; x += 8)
		put_eight(moves + x, turn_bits(legal[x / 8]));
	for (uint64_t rest = x < cells ? turn_bits(legal[x / 8]) : 0; x < cells; rest >>= 8)
		moves[x++] = (uint8_t) rest;
}

static void
find_moves(const builder *b, const fr_model *model)
{
	const fr_grid *grid = b->grid;

	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);
		uint8_t *moves = b->moves + (size_t) y * grid->width;

		fr_poll_now(b->poll);
		for (uint32_t x = 0; x < grid->width; x += 64)
		{
			uint64_t legal[FR_DIRECTIONS];

			find_legal(&grid->rows, row + x / 64, model, legal);
			put_moves(legal, moves + x, grid->width - x < 64 ? grid->width - x : 64);
		}
	}
}

/* ------------------------------------------------------------------------ */

/*
 * The grid of a map under a model, in a block of fr_grid_size bytes that is
 * aligned for any type; costs are those that fr_costs_resolve made of the two.
 */
fr_grid *
fr_grid_build(void *block, const fr_map *map, const fr_model *model,
			  const fr_costs *costs, const fr_poll *poll)
{
	builder b = lay_out(block, map, costs, poll);

	fr_bits_of_map(&b.grid->rows, b.rows, map, costs, poll);
	find_moves(&b, model);
	fr_components_build(b.component, b.grid,
						model->octile && fr_model_word(model, FR_CORNERS) == 0, poll);
	if (b.terrain)
		copy_terrain(&b, map);
	if (costs->turn)
	{
		fr_bits_turn(b.grid, b.columns, poll);
		fr_bits_count_corners(b.grid, poll);
	}
	return b.grid;
}

/* The cost of a step from a cell in a direction that is legal there. */
uint64_t
fr_step_cost(const fr_grid *grid, uint32_t from, int direction)
{
	const fr_costs *costs = &grid->costs;
	uint32_t to = from + (uint32_t) grid->offset[direction];
	uint64_t weight = 1;

	if (grid->terrain)
		weight = costs->weight[grid->terrain[to]] +
				 (costs->average ? costs->weight[grid->terrain[from]] : 0);
	return costs->step[direction] * weight;
}
