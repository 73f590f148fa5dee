/*
 * grid.c - decode a packed map for a model into the grid that searches run on
 *
 * fr_grid_begin makes blocked cells as bits, fr_grid_complete what every search needs
 * beside them: components and, if weights differ, the terrain. Searches that need more
 * get it from fr_grid_moves, the legal moves, a byte per cell, and from fr_grid_jumps
 * (jumps.c), the planes of jump point search, 1.5 to 2 bytes per cell.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/grid/bits.h"
#include "core/grid/components.h"
#include "core/grid/diagonal.h"
#include "core/grid/links.h"
#include "core/grid/moves.h"
#include "core/grid/oneway.h"
#include "core/grid/patterns.h"
#include "core/grid/size.h"

/* ---- legal moves ------------------------------------------------------- */

/* The legal diagonal steps; `both`: both ends are passable, a and b: the side cells are. */
static uint64_t
diagonal(const fr_grid *grid, uint64_t both, uint64_t a, uint64_t b)
{
	return grid->octile ? both & fr_diagonals_pass(grid->corners, a, b) : 0;
}

/*
 * Per direction, a bit for each of the 64 cells of a row's word from which it is legal.
 */
static void
find_legal(const fr_grid *grid, const uint64_t *word, uint64_t legal[FR_DIRECTIONS])
{
	fr_strip north = fr_strip_of(word - grid->rows.words);
	fr_strip own = fr_strip_of(word);
	fr_strip south = fr_strip_of(word + grid->rows.words);
	uint64_t here = own.cells;

	legal[FR_N] = here & north.cells;
	legal[FR_E] = here & own.east;
	legal[FR_S] = here & south.cells;
	legal[FR_W] = here & own.west;
	legal[FR_NE] = diagonal(grid, here & north.east, north.cells, own.east);
	legal[FR_SE] = diagonal(grid, here & south.east, south.cells, own.east);
	legal[FR_SW] = diagonal(grid, here & south.west, south.cells, own.west);
	legal[FR_NW] = diagonal(grid, here & north.west, north.cells, own.west);
}

/* Byte j of word d becomes byte d of word j. */
static void
transpose_bytes(uint64_t square[8])
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
transpose_bits(uint64_t bits)
{
	fr_bits_swap(&bits, &bits, 28, UINT64_C(0x00000000f0f0f0f0));
	fr_bits_swap(&bits, &bits, 14, UINT64_C(0x0000cccc0000cccc));
	fr_bits_swap(&bits, &bits, 7, UINT64_C(0x00aa00aa00aa00aa));
	return bits;
}

/* Compilers merge these into one store. */
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

/* Converts a word per direction with a bit per cell into a byte per cell. */
static void
put_moves(uint64_t legal[FR_DIRECTIONS], uint8_t *moves, uint32_t cells)
{
	uint32_t x;

	transpose_bytes(legal);
	for (x = 0; x + 8 <= cells; x += 8)
		put_eight(moves + x, transpose_bits(legal[x / 8]));
	for (uint64_t rest = x < cells ? transpose_bits(legal[x / 8]) : 0; x < cells;
		 rest >>= 8)
		moves[x++] = (uint8_t) rest;
}

/* The legal moves, as if no cell were one-way. */
uint8_t *
fr_moves_build(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	uint8_t *all = fr_take(arena, grid->cells);
	uint8_t *moves = all;

	for (uint32_t y = 0; y < grid->height; y++, moves += grid->width)
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);

		fr_poll_now(poll);
		for (uint32_t x = 0; x < grid->width; x += 64)
		{
			uint64_t legal[FR_DIRECTIONS];

			find_legal(grid, row + x / 64, legal);
			put_moves(legal, moves + x, grid->width - x < 64 ? grid->width - x : 64);
		}
	}
	return all;
}

/* The legal moves: a byte per cell with a bit per direction. */
const uint8_t *
fr_grid_moves(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	return grid->oneway ? grid->oneway->moves : fr_moves_build(grid, arena, poll);
}

/* ---- the grid ------------------------------------------------------------ */

/*
 * Begins the grid of a map under a model in the arena. The costs are the result of
 * fr_costs_resolve for the same map and model, and the tables are theirs.
 */
fr_grid *
fr_grid_begin(const fr_map *map, const fr_model *model, const fr_costs *costs,
			  const fr_tables *tables, const fr_arena *arena, const fr_poll *poll)
{
	fr_grid *grid = fr_take(arena, sizeof *grid);
	uint32_t size = (uint32_t) fr_model_word(model, FR_SIZE);
	uint64_t *rows;

	memset(grid, 0, sizeof *grid);
	grid->costs = *costs;
	grid->width = map->width;
	grid->height = map->height;
	grid->cells = map->width * map->height;
	grid->code_count = map->code_count;
	memcpy(grid->codes, map->codes, (size_t) map->code_count);
	grid->octile = model->octile;
	grid->corners = fr_model_word(model, FR_CORNERS);
	grid->reciprocal = UINT64_MAX / map->width;
	for (int d = 0; d < FR_DIRECTIONS; d++)
		grid->offset[d] = fr_dy[d] * (int32_t) map->width + fr_dx[d];
	grid->tables = tables;
	rows = fr_bits_of_map(&grid->rows, map, costs, arena, poll);
	if (size > 1)
		fr_size_block(grid, rows, size, poll);
	return grid;
}

static uint8_t *
copy_terrain(const fr_map *map, const fr_arena *arena, const fr_poll *poll)
{
	uint8_t *terrain = fr_take(arena, (size_t) map->width * map->height);

	for (uint32_t y = 0; y < map->height; y++)
	{
		size_t first = (size_t) y * map->width;

		fr_poll_now(poll);
		fr_map_unpack_positions(map, first, map->width, terrain + first);
	}
	return terrain;
}

/* The weights: of cells, or of a larger agent's positions. */
static void
add_terrain(fr_grid *grid, const fr_map *map, uint32_t size, const fr_arena *arena,
			const fr_poll *poll)
{
	uint8_t *terrain = copy_terrain(map, arena, poll);

	if (size > 1)
		fr_size_weigh(grid, terrain, size, poll);
	grid->terrain = terrain;
}

/*
 * Makes the rest of a grid: all of it, or nothing, where a poll or an arena leaves by
 * longjmp. Temporary memory comes from scratch. Map and model are read where costs are
 * not uniform, or codes have directions; else they may be NULL.
 */
void
fr_grid_complete(fr_grid *grid, const fr_map *map, const fr_model *model,
				 const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll)
{
	fr_grid made = *grid;

	if (!made.costs.uniform)
		add_terrain(&made, map, (uint32_t) fr_model_word(model, FR_SIZE), arena, poll);
	fr_components_build(&made, arena, scratch, poll);
	if (made.costs.oneway)
		fr_oneway_build(&made, map, model, arena, scratch, poll);
	if (map && map->link_count > 0)
		fr_links_build(&made, map, model, arena, scratch, poll);
	if (made.costs.jumps || made.costs.lengths)
		fr_grid_count_corners(&made, poll);
	if (fr_jumps_by_pattern(made.costs.jumps))
		fr_survey_count_rough(&made, scratch, poll);
	*grid = made;
}

/* Is any cell passable? */
bool
fr_grid_has_passable(const fr_grid *grid)
{
	size_t words = (size_t) grid->height * (size_t) grid->rows.words;

	for (size_t i = 0; i < words; i++)
		if (~grid->rows.lines[i])
			return true;
	return false;
}

fr_grid *
fr_grid_build(const fr_map *map, const fr_model *model, const fr_costs *costs,
			  const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll)
{
	fr_tables *tables = fr_take(arena, sizeof *tables);
	fr_grid *grid;

	fr_tables_fill(model, costs, tables);
	grid = fr_grid_begin(map, model, costs, tables, arena, poll);
	fr_grid_complete(grid, map, model, arena, scratch, poll);
	return grid;
}

/* The cost of a legal step from a cell, in the grid's unit. */
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
