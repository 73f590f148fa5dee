/*
 * grid.c - decode a packed map for a model into the grid that searches run on
 *
 * A grid has blocked cells as bits, components and, if weights differ, the terrain. The
 * legal moves take a byte per cell, and the planes of jump point search 1.5 to 2 bytes.
 */
#include "core/grid/grid.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/random.h"
#include "core/grid/bits.h"
#include "core/grid/grid_components.h"
#include "core/grid/grid_links.h"
#include "core/grid/moves.h"
#include "core/grid/edges.h"
#include "core/grid/even_ground.h"
#include "core/grid/sides.h"
#include "core/grid/terrain_classes.h"
#include "core/grid/weight_levels.h"

/* ---- agents of several cells ------------------------------------------------- */

/*
 * An agent of size w x h at (x, y) covers the cells (x, y) to (x + w - 1, y + h - 1). Its
 * position is blocked if one of them is blocked or outside the map, and has the weight
 * of the heaviest. Both are a maximum over a rectangle: first along rows, then along
 * columns. A maximum over 2k cells is that of two maxima over k cells, k apart, so the
 * lengths double.
 */

/*
 * How far apart two maxima over `length` cells are combined: `length`, or less if the result
 * would cover more than `side` cells.
 */
static uint32_t
next_shift(uint32_t length, uint32_t side)
{
	return side - length < length ? side - length : length;
}

/* The shifts after which each number is the maximum over `side` cells. */
#define FOR_SHIFTS(shift, side)                                                          \
	for (uint32_t length = 1, shift;                                                     \
		 length < (uint32_t) (side) && (shift = next_shift(length, (uint32_t) (side)));  \
		 length += shift)

/*
 * An agent may cover cells on both sides of joined edges, so rows or columns are rings there.
 * It fits if it is no larger than the map. A stage of shifts overwrites the first numbers
 * of a ring, but needs them at its end. So it copies them first.
 */

typedef uint32_t (*combine)(uint32_t, uint32_t);

static uint32_t
larger_of(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t
common_of(uint32_t a, uint32_t b)
{
	return a & b;
}

/* Numbers of one or of four bytes. */
typedef struct ring
{
	void *numbers;
	size_t bytes;
	size_t first; /* of the numbers */
	size_t stride;
	size_t count;
} ring;

static uint32_t
ring_at(const ring *r, size_t i)
{
	size_t at = r->first + i * r->stride;

	return r->bytes == 1 ? ((const uint8_t *) r->numbers)[at]
						 : ((const uint32_t *) r->numbers)[at];
}

static void
set_ring(const ring *r, size_t i, uint32_t number)
{
	size_t at = r->first + i * r->stride;

	if (r->bytes == 1)
		((uint8_t *) r->numbers)[at] = (uint8_t) number;
	else
		((uint32_t *) r->numbers)[at] = number;
}

/* Combines each number of a ring with those up to `side` - 1 places after it. */
static void
combine_ring(const ring *r, int32_t side, combine with)
{
	uint32_t first[FR_SIZE_MAX];

	if ((size_t) side > r->count)
		return; /* the agent does not fit anywhere */
	FOR_SHIFTS(shift, side)
	{
		for (size_t i = 0; i < shift; i++)
			first[i] = ring_at(r, i);
		for (size_t i = 0; i < r->count; i++)
		{
			size_t after = i + shift;

			set_ring(r, i,
					 with(ring_at(r, i), after < r->count ? ring_at(r, after)
														  : first[after - r->count]));
		}
	}
}

static void
combine_rows(const fr_grid *grid, void *numbers, size_t bytes, int32_t side, combine with,
			 const fr_poll *poll)
{
	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		combine_ring(&(ring){numbers, bytes, (size_t) y * grid->width, 1, grid->width},
					 side, with);
	}
}

static void
combine_columns(const fr_grid *grid, void *numbers, size_t bytes, int32_t side,
				combine with, const fr_poll *poll)
{
	for (uint32_t x = 0; x < grid->width; x++)
	{
		fr_poll_now(poll);
		combine_ring(&(ring){numbers, bytes, x, grid->width, grid->height}, side, with);
	}
}

static uint32_t
latter_of(uint32_t a, uint32_t b)
{
	(void) a;
	return b;
}

/* Combines each number with the one `shift` places after it, or before it if that is below 0. */
static void
combine_shifted(const ring *r, int64_t shift, combine with, const fr_poll *poll)
{
	int64_t count = (int64_t) r->count;

	/* each number is read before it changes */
	for (int64_t k = 0; k < count - (shift < 0 ? -shift : shift); k++)
	{
		int64_t i = shift < 0 ? count - 1 - k : k;

		fr_poll_at(poll, (uint64_t) k);
		set_ring(r, (size_t) i,
				 with(ring_at(r, (size_t) i), ring_at(r, (size_t) (i + shift))));
	}
}

/*
 * Combines the numbers of a hexagon and its six neighbours. A flower is the sum (Minkowski's) of
 * steps to the east, the south and the northeast, taken from its west cell. At a cell on the edge,
 * where no agent fits, the result is not defined.
 */
static void
combine_flower(const fr_grid *grid, void *numbers, size_t bytes, combine with,
			   const fr_poll *poll)
{
	ring all = {numbers, bytes, 0, 1, grid->cells};

	combine_shifted(&all, 1, with, poll);
	combine_shifted(&all, grid->width, with, poll);
	combine_shifted(&all, 1 - (int64_t) grid->width, with, poll);
	combine_shifted(&all, -1, latter_of, poll);
}

/* ---- blocked cells ------------------------------------------------------- */

/*
 * Blocks each cell of a row if the cell `shift` (1 to 63) after it is blocked or outside the
 * map.
 */
static void
block_along_row(uint64_t *row, ptrdiff_t words, uint32_t shift)
{
	for (ptrdiff_t i = 0; i < words; i++)
	{
		uint64_t next = i + 1 < words ? row[i + 1] : ~UINT64_C(0);

		row[i] |= row[i] >> shift | next << (64 - shift);
	}
}

/* Blocks each cell if the cell `shift` rows below it is blocked or outside the map. */
static void
block_along_columns(const fr_grid *grid, uint64_t *rows, uint32_t shift,
					const fr_poll *poll)
{
	ptrdiff_t words = grid->rows.words;

	for (uint32_t y = 0; y < grid->height; y++, rows += words)
	{
		bool inside = grid->height - y > shift;

		fr_poll_now(poll);
		for (ptrdiff_t i = 0; i < words; i++)
			rows[i] |= inside ? rows[i + words * (ptrdiff_t) shift] : ~UINT64_C(0);
	}
}

static bool
is_blocked_in(const fr_grid *grid, const uint64_t *rows, uint32_t x, uint32_t y)
{
	return rows[(ptrdiff_t) y * grid->rows.words + x / 64] >> x % 64 & 1;
}

static void
set_blocked(const fr_grid *grid, uint64_t *rows, uint32_t x, uint32_t y)
{
	rows[(ptrdiff_t) y * grid->rows.words + x / 64] |= UINT64_C(1) << x % 64;
}

/*
 * A row or column is a ring. Blocks a cell if one of the side - 1 cells after it is blocked:
 * walks from the last cell to the first, twice, and counts down from each blocked cell.
 */
FR_INLINE void
block_ring(const fr_grid *grid, uint64_t *rows, bool column, uint32_t line, int32_t side)
{
	uint32_t length = column ? grid->height : grid->width;
	int32_t left = 0;

	for (uint32_t i = 2 * length; i-- > 0;)
	{
		uint32_t at = i < length ? i : i - length;
		uint32_t x = column ? line : at;
		uint32_t y = column ? at : line;

		if (is_blocked_in(grid, rows, x, y))
			left = side;
		if (i < length && left > 0)
			set_blocked(grid, rows, x, y);
		left -= left > 0;
	}
}

/* As block_positions, where edges are joined. */
static void
block_around(const fr_grid *grid, uint64_t *rows, fr_size size, const fr_poll *poll)
{
	bool fits =
		(uint32_t) size.width <= grid->width && (uint32_t) size.height <= grid->height;

	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		if (!fits)
			for (uint32_t x = 0; x < grid->width; x++)
				set_blocked(grid, rows, x, y);
		else if (grid->costs.wrap_x > 0)
			block_ring(grid, rows, false, y, size.width);
		else
			FOR_SHIFTS(shift, size.width)
		block_along_row(rows + y * grid->rows.words, grid->rows.words, shift);
	}
	for (uint32_t x = 0; x < grid->width && fits && grid->costs.wrap_y > 0; x++)
	{
		fr_poll_now(poll);
		block_ring(grid, rows, true, x, size.height);
	}
	if (grid->costs.wrap_y == 0)
		FOR_SHIFTS(shift, size.height)
	block_along_columns(grid, rows, shift, poll);
}

/* As block_positions, for a hexagon and its six neighbours: combine_flower, on bits. */
static void
block_flower(const fr_grid *grid, uint64_t *rows, const fr_poll *poll)
{
	ptrdiff_t words = grid->rows.words;

	for (uint32_t y = 0; y < grid->height; y++)
		block_along_row(rows + y * words, words, 1);
	block_along_columns(grid, rows, 1, poll);
	for (uint32_t y = grid->height; y-- > 0;)
	{
		uint64_t *row = rows + y * words;

		fr_poll_now(poll);
		for (ptrdiff_t i = 0; i < words; i++)
			row[i] |= y == 0
						  ? ~UINT64_C(0)
						  : row[i - words] >> 1 |
								(i + 1 < words ? row[i + 1 - words] : UINT64_C(1)) << 63;
	}
	for (uint32_t y = 0; y < grid->height; y++)
		for (ptrdiff_t i = words; i-- > 0;)
			rows[y * words + i] =
				rows[y * words + i] << 1 | (i > 0 ? rows[y * words + i - 1] >> 63 : 1);
}

/* Turns the blocked cells of a grid into the blocked positions of an agent. */
static void
block_positions(const fr_grid *grid, uint64_t *rows, fr_size size, const fr_poll *poll)
{
	if (size.flower)
	{
		block_flower(grid, rows, poll);
		return;
	}
	if (grid->costs.wraps)
	{
		block_around(grid, rows, size, poll);
		return;
	}
	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		FOR_SHIFTS(shift, size.width)
		block_along_row(rows + y * grid->rows.words, grid->rows.words, shift);
	}
	FOR_SHIFTS(shift, size.height)
	block_along_columns(grid, rows, shift, poll);
}

/* Blocks the positions where an agent would cover the cells on both sides of a wall. */
static void
block_over(const fr_grid *grid, const fr_map *map, int direction, uint64_t *rows,
		   fr_size size, const fr_arena *arena, const fr_poll *poll)
{
	fr_bits walls;
	uint64_t *lines;

	size.width -= fr_dx[direction];
	size.height -= fr_dy[direction];
	if (size.width == 0 || size.height == 0)
		return;
	lines = fr_bits_lay_out(&walls, grid->height, grid->width, arena);
	fr_sides_walls(grid, map, direction, lines, poll);
	block_positions(grid, lines, size, poll);
	for (size_t i = 0; i < (size_t) grid->rows.words * grid->height; i++)
		rows[i] |= lines[i];
}

/* As block_over, for an agent of any shape that does not go over joined edges. */
static void
block_shape_over(const fr_grid *grid, const fr_map *map, int direction, uint64_t *rows,
				 fr_size size, const fr_arena *arena, const fr_poll *poll)
{
	fr_bits walls;
	uint64_t *lines = fr_bits_lay_out(&walls, grid->height, grid->width, arena);

	fr_sides_walls(grid, map, direction, lines, poll);
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_cell at = fr_grid_cell(grid, n);

		fr_poll_at(poll, n);
		if (is_blocked_in(grid, rows, (uint32_t) at.x, (uint32_t) at.y))
			continue; /* at all other places the agent is inside the map */
		FR_FOR_COVERED(size, at, x, y)
		if (fr_size_covers(size, x + fr_dx[direction] - at.x,
						   y + fr_dy[direction] - at.y) &&
			is_blocked_in(grid, lines, (uint32_t) x, (uint32_t) y))
			set_blocked(grid, rows, (uint32_t) at.x, (uint32_t) at.y);
	}
}

static void
block_over_walls(const fr_grid *grid, const fr_map *map, uint64_t *rows, fr_size size,
				 const fr_arena *arena, const fr_poll *poll)
{
	static const int forward[] = {FR_E, FR_S, FR_SW};

	if (size.flower)
	{
		for (int i = 0; i < 3; i++)
			block_shape_over(grid, map, forward[i], rows, size, arena, poll);
		return;
	}
	block_over(grid, map, FR_E, rows, size, arena, poll);
	block_over(grid, map, FR_S, rows, size, arena, poll);
}

/* ---- weights --------------------------------------------------------------- */

/* The order of weights. A position is a place in costs.weight. */
typedef struct ranking
{
	uint8_t position[FR_CODES]; /* by rank, ascending weights */
	uint8_t rank[FR_CODES];		/* by position */
} ranking;

static ranking
rank_weights(const fr_costs *costs)
{
	ranking r;

	for (int i = 0; i < FR_CODES; i++)
	{
		int at = i;

		for (; at > 0 && costs->weight[r.position[at - 1]] > costs->weight[i]; at--)
			r.position[at] = r.position[at - 1];
		r.position[at] = (uint8_t) i;
	}
	for (int i = 0; i < FR_CODES; i++)
		r.rank[r.position[i]] = (uint8_t) i;
	return r;
}

static void
translate(uint8_t *terrain, uint32_t cells, const uint8_t *table, const fr_poll *poll)
{
	for (uint32_t i = 0; i < cells; i++)
	{
		fr_poll_at(poll, i);
		terrain[i] = table[terrain[i]];
	}
}

/* Keeps in each set what the set `shift` after it has. */
static void
intersect_shifted(uint8_t *sets, uint32_t count, uint32_t shift, const fr_poll *poll)
{
	for (uint32_t i = 0; shift < count && i < count - shift; i++)
	{
		fr_poll_at(poll, i);
		sets[i] &= sets[i + shift];
	}
}

void
fr_size_intersect(const fr_grid *grid, uint8_t *sets, fr_size size, const fr_poll *poll)
{
	if (size.flower)
	{
		combine_flower(grid, sets, sizeof *sets, common_of, poll);
		return;
	}
	if (grid->costs.wrap_x > 0)
		combine_rows(grid, sets, sizeof *sets, size.width, common_of, poll);
	else
		FOR_SHIFTS(shift, size.width)
	intersect_shifted(sets, grid->cells, shift, poll);
	if (grid->costs.wrap_y > 0)
		combine_columns(grid, sets, sizeof *sets, size.height, common_of, poll);
	else
		FOR_SHIFTS(shift, size.height)
	intersect_shifted(sets, grid->cells, shift * grid->width, poll);
}

/* Raises each number to the number `shift` after it. */
static void
raise_shifted(uint32_t *numbers, uint32_t count, uint32_t shift, const fr_poll *poll)
{
	for (uint32_t i = 0; shift < count && i < count - shift; i++)
	{
		fr_poll_at(poll, i);
		numbers[i] = numbers[i] > numbers[i + shift] ? numbers[i] : numbers[i + shift];
	}
}

void
fr_size_greatest(const fr_grid *grid, uint32_t *numbers, fr_size size,
				 const fr_poll *poll)
{
	if (size.flower)
	{
		combine_flower(grid, numbers, sizeof *numbers, larger_of, poll);
		return;
	}
	if (grid->costs.wrap_x > 0)
		combine_rows(grid, numbers, sizeof *numbers, size.width, larger_of, poll);
	else
		FOR_SHIFTS(shift, size.width)
	raise_shifted(numbers, grid->cells, shift, poll);
	if (grid->costs.wrap_y > 0)
		combine_columns(grid, numbers, sizeof *numbers, size.height, larger_of, poll);
	else
		FOR_SHIFTS(shift, size.height)
	raise_shifted(numbers, grid->cells, shift * grid->width, poll);
}

#define VECTOR_BYTES 64

/* Copies of a constant size let compilers use vectors. */
static void
maximum_of_vectors(uint8_t *to, const uint8_t *from)
{
	uint8_t a[VECTOR_BYTES];
	uint8_t b[VECTOR_BYTES];

	memcpy(a, to, VECTOR_BYTES);
	memcpy(b, from, VECTOR_BYTES);
	for (int i = 0; i < VECTOR_BYTES; i++)
		a[i] = a[i] > b[i] ? a[i] : b[i];
	memcpy(to, a, VECTOR_BYTES);
}

/*
 * Raises each byte to the byte `shift` after it. If this byte belongs to another row or lies
 * outside, the position is blocked, and its weight does not matter.
 */
static void
maximum_with_shifted(uint8_t *bytes, uint32_t count, uint32_t shift, const fr_poll *poll)
{
	uint32_t i = 0;

	if (shift >= count)
		return;
	for (count -= shift; i + VECTOR_BYTES <= count; i += VECTOR_BYTES)
	{
		fr_poll_at(poll, i);
		maximum_of_vectors(bytes + i, bytes + i + shift);
	}
	for (; i < count; i++)
		bytes[i] = bytes[i] > bytes[i + shift] ? bytes[i] : bytes[i + shift];
}

void
fr_size_greatest_bytes(const fr_grid *grid, uint8_t *bytes, fr_size size,
					   const fr_poll *poll)
{
	if (size.flower)
	{
		combine_flower(grid, bytes, sizeof *bytes, larger_of, poll);
		return;
	}
	if (grid->costs.wrap_x > 0)
		combine_rows(grid, bytes, sizeof *bytes, size.width, larger_of, poll);
	else
		FOR_SHIFTS(shift, size.width)
	maximum_with_shifted(bytes, grid->cells, shift, poll);
	if (grid->costs.wrap_y > 0)
		combine_columns(grid, bytes, sizeof *bytes, size.height, larger_of, poll);
	else
		FOR_SHIFTS(shift, size.height)
	maximum_with_shifted(bytes, grid->cells, shift * grid->width, poll);
}

/* Turns the terrain of cells into the terrain of an agent's positions. */
static void
weigh_positions(const fr_grid *grid, uint8_t *terrain, fr_size size, const fr_poll *poll)
{
	ranking r = rank_weights(&grid->costs);

	translate(terrain, grid->cells, r.rank, poll);
	fr_size_greatest_bytes(grid, terrain, size, poll);
	translate(terrain, grid->cells, r.position, poll);
}

/* ---- edges and corners of obstacles ------------------------------------------ */

/*
 * A cell and the cells west, north and north-west of it form a square. A convex corner of an
 * obstacle blocks one cell of the square, and a concave corner blocks three. So the square is at a
 * corner if an odd number of its cells is blocked.
 */
static void
count_in_word(fr_obstacle_shape *shape, const uint64_t *word, const uint64_t *above,
			  uint64_t with_north, uint64_t with_west)
{
	uint64_t own = word[0];
	uint64_t west = own << 1 | word[-1] >> 63;
	uint64_t north = above[0];
	uint64_t north_west = north << 1 | above[-1] >> 63;
	uint64_t odd = own ^ west ^ north ^ north_west;
	uint64_t many = (own & west) | (north & north_west);

	if (((own ^ west) | (own ^ north) | odd) == 0)
		return;
	shape->obstacle_edges += fr_bits_count((own ^ north) & with_north) +
							 fr_bits_count((own ^ west) & with_west);
	shape->convex_corners += fr_bits_count(odd & ~many);
	shape->concave_corners += fr_bits_count(odd & many);
}

/*
 * Also looks at the squares that begin beyond the last row and the last column, whose other cells
 * are the last ones. Edges are between cells of the map only.
 */
static void
count_corners_and_edges(fr_grid *grid, const fr_poll *poll)
{
	for (uint32_t y = 0; y <= grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);
		uint64_t with_north = y > 0 && y < grid->height ? ~UINT64_C(0) : 0;

		fr_poll_now(poll);
		for (uint32_t i = 0; i <= grid->width / 64; i++)
		{
			uint64_t first = i == 0;
			uint64_t with_west = fr_bits_within(grid->width, i) & ~first;

			grid->shape.passable += y < grid->height ? fr_bits_count(~row[i]) : 0;
			count_in_word(&grid->shape, row + i, row + i - grid->rows.words, with_north,
						  with_west);
		}
	}
}

/* ---- the grid ------------------------------------------------------------ */

fr_grid *
fr_grid_begin(const fr_map *map, const fr_model *model, const fr_costs *costs,
			  const fr_tables *tables, const fr_arena *arena, const fr_poll *poll)
{
	fr_grid *grid = fr_arena_alloc(arena, sizeof *grid);
	uint64_t *rows;

	memset(grid, 0, sizeof *grid);
	grid->costs = *costs;
	grid->width = map->width;
	grid->height = map->height;
	grid->cells = map->width * map->height;
	grid->code_count = map->code_count;
	memcpy(grid->codes, map->codes, (size_t) map->code_count);
	grid->octile = model->octile;
	grid->corners = fr_model_value(model, FR_CORNERS);
	grid->reciprocal = UINT64_MAX / map->width;
	for (int d = 0; d < FR_DIRECTIONS; d++)
		grid->offset[d] = fr_dy[d] * (int32_t) map->width + fr_dx[d];
	grid->tables = tables;
	rows = fr_bits_of_map(&grid->rows, map, costs, arena, poll);
	if (fr_model_is_large(model))
		block_positions(grid, rows, fr_model_size(model), poll);
	if (fr_model_is_large(model) && costs->sided)
		block_over_walls(grid, map, rows, fr_model_size(model), arena, poll);
	return grid;
}

static uint8_t *
copy_terrain(const fr_map *map, const fr_arena *arena, const fr_poll *poll)
{
	uint8_t *terrain = fr_arena_alloc(arena, (size_t) map->width * map->height);

	for (uint32_t y = 0; y < map->height; y++)
	{
		size_t first = (size_t) y * map->width;

		fr_poll_now(poll);
		fr_map_unpack_positions(map, first, map->width, terrain + first);
	}
	return terrain;
}

/* Adds the terrain of cells, or of a larger agent's positions. */
static void
add_terrain(fr_grid *grid, const fr_map *map, const fr_model *model,
			const fr_arena *arena, const fr_poll *poll)
{
	uint8_t *terrain = copy_terrain(map, arena, poll);

	if (fr_model_is_large(model))
		weigh_positions(grid, terrain, fr_model_size(model), poll);
	grid->terrain = terrain;
	fr_weigh_positions(grid, poll);
}

void
fr_grid_complete(fr_grid *grid, const fr_map *map, const fr_model *model,
				 const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll)
{
	fr_grid made = *grid;

	if (!made.costs.uniform)
		add_terrain(&made, map, model, arena, poll);
	fr_components_build(&made, arena, scratch, poll);
	if (made.costs.oneway)
		fr_oneway_build(&made, map, model, arena, scratch, poll);
	if (map && map->link_count > 0)
		fr_links_build(&made, map, model, arena, scratch, poll);
	fr_links_name_rules(&made, poll);
	if (made.costs.jumps || made.costs.lengths)
		count_corners_and_edges(&made, poll);
	if (made.terrain || (fr_jumps_by_pattern(made.costs.jumps) && made.costs.oneway))
		fr_find_even_ground(&made, arena, scratch, poll);
	/* classes know only the code of a position's first cell, and no weights of the others */
	if (made.oneway && fr_model_is_large(model))
		made.even = NULL;
	/* nor what is beyond joined edges */
	if (made.costs.wraps)
		made.even = NULL;
	*grid = made;
}

uint32_t
fr_grid_step_around(const fr_grid *grid, uint32_t cell, int d)
{
	fr_cell at = fr_grid_cell(grid, cell);

	return fr_grid_index(
		grid, fr_grid_around(grid, (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]}));
}

bool
fr_grid_crosses(const fr_grid *grid, uint32_t cell, int d)
{
	fr_cell at = fr_grid_cell(grid, cell);

	return !fr_grid_has(grid, (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]});
}

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
	fr_tables *tables = fr_arena_alloc(arena, sizeof *tables);
	fr_grid *grid;

	fr_tables_fill(model, costs, tables);
	grid = fr_grid_begin(map, model, costs, tables, arena, poll);
	fr_grid_complete(grid, map, model, arena, scratch, poll);
	return grid;
}

uint64_t
fr_step_cost(const fr_grid *grid, uint32_t from, int direction)
{
	return fr_move_cost(grid, fr_steps_of(grid), from,
						fr_grid_step(grid, from, direction), direction);
}

/* ---- clearance --------------------------------------------------------------- */

typedef struct clearance
{
	const fr_grid *grid;
	uint8_t *distance; /* by cell, at most `farthest` */
} clearance;

/* The lesser of a known distance and a neighbour's distance plus a step. */
static uint8_t
nearer(uint8_t neighbour, uint8_t best)
{
	return neighbour < best ? neighbour + 1 : best;
}

/* As nearer, by the nearest neighbour that cell x has in row y, the row above or below. */
static uint8_t
step_from_row(const clearance *c, uint32_t x, uint32_t y, bool above, uint8_t best)
{
	const uint8_t *row = c->distance + (size_t) y * c->grid->width;
	bool hex = c->grid->costs.hex;
	bool west = c->grid->octile && !(hex && above);
	bool east = c->grid->octile && !(hex && !above);
	uint32_t first = west && x > 0 ? x - 1 : x;
	uint32_t last = east && x + 1 < c->grid->width ? x + 1 : x;

	for (uint32_t i = first; i <= last; i++)
		best = nearer(row[i], best);
	return best;
}

/* Sets 0 in row y where the agent would cover a blocked cell of this row, else `farthest`. */
static void
mark_row(const clearance *c, uint32_t y, fr_size size, uint8_t farthest)
{
	uint8_t *row = c->distance + (size_t) y * c->grid->width;
	const uint64_t *blocked = fr_bits_line(&c->grid->rows, y);
	int32_t left =
		0; /* next positions at which the agent covers the blocked cell seen last */

	for (uint32_t x = c->grid->width; x-- > 0;)
	{
		if (fr_bits_has(blocked, (int32_t) x))
			left = size.width;
		row[x] = left > 0 ? 0 : farthest;
		left -= left > 0;
	}
}

/* Sets 0 in row y where the agent would cover a blocked cell of one of the rows below. */
static void
mark_rows_below(const clearance *c, uint32_t y, fr_size size)
{
	size_t width = c->grid->width;
	uint8_t *row = c->distance + y * width;

	uint32_t end = fr_min32(y + (uint32_t) size.height, c->grid->height);

	for (uint32_t below = y + 1; below < end; below++)
		for (size_t x = 0; x < width; x++)
			if (c->distance[below * width + x] == 0)
				row[x] = 0;
}

/* Sets 0 where the agent would cover a blocked cell, else `farthest`. */
static void
mark_rectangle(const clearance *c, fr_size size, uint8_t farthest, const fr_poll *poll)
{
	for (uint32_t y = 0; y < c->grid->height; y++)
	{
		fr_poll_now(poll);
		mark_row(c, y, size, farthest);
	}
	for (uint32_t y = 0; y < c->grid->height; y++)
	{
		fr_poll_now(poll);
		mark_rows_below(c, y, size);
	}
}

/* Sets 0 where an agent of any shape would cover a blocked cell, else `farthest`. */
static void
mark_shape(const clearance *c, fr_size size, uint8_t farthest, const fr_poll *poll)
{
	for (uint32_t n = 0; n < c->grid->cells; n++)
	{
		fr_cell at = fr_grid_cell(c->grid, n);

		fr_poll_at(poll, n);
		c->distance[n] = farthest;
		FR_FOR_COVERED(size, at, x, y)
		if (x >= 0 && y >= 0 && x < (int32_t) c->grid->width &&
			y < (int32_t) c->grid->height &&
			fr_grid_blocked(c->grid, fr_grid_index(c->grid, (fr_cell){x, y})))
			c->distance[n] = 0;
	}
}

/* Lowers the distances of a row by way of the row above and of earlier cells in the row. */
static void
pass_down(clearance *c, uint32_t y)
{
	uint8_t *row = c->distance + (size_t) y * c->grid->width;

	for (uint32_t x = 0; x < c->grid->width; x++)
	{
		if (x > 0)
			row[x] = nearer(row[x - 1], row[x]);
		if (y > 0)
			row[x] = step_from_row(c, x, y - 1, true, row[x]);
	}
}

/* Lowers the distances of a row by way of the row below and of later cells in the row. */
static void
pass_up(clearance *c, uint32_t y)
{
	uint8_t *row = c->distance + (size_t) y * c->grid->width;

	for (uint32_t x = c->grid->width; x-- > 0;)
	{
		if (x + 1 < c->grid->width)
			row[x] = nearer(row[x + 1], row[x]);
		if (y + 1 < c->grid->height)
			row[x] = step_from_row(c, x, y + 1, false, row[x]);
	}
}

/*
 * A distance transform in two passes, exact if all moves count 1 (Rosenfeld and Pfaltz
 * 1968).
 */
void
fr_grid_clearance(const fr_grid *grid, fr_size size, uint8_t farthest, uint8_t *distance,
				  const fr_poll *poll)
{
	clearance c = {grid, distance};

	if (size.flower)
		mark_shape(&c, size, farthest, poll);
	else
		mark_rectangle(&c, size, farthest, poll);
	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		pass_down(&c, y);
	}
	for (uint32_t y = grid->height; y-- > 0;)
	{
		fr_poll_now(poll);
		pass_up(&c, y);
	}
}

/* ---- random cells ------------------------------------------------------------ */

/*
 * Passable cells have ranks in the order of their indexes. The number of them above each
 * row and the bits of the row give the cell of a rank, so no list of cells is needed.
 */

void
fr_rank_rows(const fr_grid *grid, uint32_t *before, const fr_poll *poll)
{
	uint32_t words = fr_row_words(grid);

	before[0] = 0;
	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *line = fr_bits_line(&grid->rows, y);

		fr_poll_now(poll);
		before[y + 1] = before[y];
		for (uint32_t i = 0; i < words; i++)
			before[y + 1] += fr_bits_count(~line[i]);
	}
}

/* The row that contains a rank. */
static uint32_t
row_of(const fr_grid *grid, const uint32_t *before, uint32_t rank)
{
	uint32_t low = 0;
	uint32_t high = grid->height;

	while (high - low > 1)
	{
		uint32_t middle = (low + high) / 2;

		if (before[middle] <= rank)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The index of the passable cell of this rank. */
static uint32_t
cell_of_rank(const fr_grid *grid, const uint32_t *before, uint32_t rank)
{
	uint32_t y = row_of(grid, before, rank);
	const uint64_t *line = fr_bits_line(&grid->rows, y);
	uint32_t left = rank - before[y];
	uint32_t i = 0;
	uint64_t cells;

	while (left >= fr_bits_count(~line[i]))
		left -= fr_bits_count(~line[i++]);
	for (cells = ~line[i]; left > 0; left--)
		cells &= cells - 1;
	return y * grid->width + i * 64 + (uint32_t) __builtin_ctzll(cells);
}

uint32_t
fr_random_cell(const fr_grid *grid, const uint32_t *before, uint32_t i, uint64_t seed)
{
	return cell_of_rank(grid, before, fr_random_order(i, before[grid->height], seed));
}
