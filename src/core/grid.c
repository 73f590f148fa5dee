/*
 * grid.c - a packed map and a model -> the grid that searches run on
 *
 * The block holds, one behind the other: the fr_grid, where searches may jump
 * the bits of bits.c, component[cells], moves[cells] and, where weights differ,
 * terrain[cells].
 */
#include <string.h>

#include "bits.h"
#include "error.h"
#include "moves.h"

const int8_t fr_dx[FR_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
const int8_t fr_dy[FR_DIRECTIONS] = {-1, -1, 0, 1, 1, 1, 0, -1};
const char *const fr_direction_name[FR_DIRECTIONS] = {"N", "NE", "E", "SE",
													  "S", "SW", "W", "NW"};

#define MAX_WINDOW 512

/* A grid under construction: the arrays of fr_grid, to be written. */
typedef struct builder
{
	fr_grid *grid;
	uint64_t *bits;
	uint32_t *component;
	uint8_t *moves;
	uint8_t *terrain;
	const fr_poll *poll;
} builder;

static size_t
bits_size(const fr_map *map, const fr_costs *costs)
{
	return costs->turn ? fr_bits_size(map->width, map->height) : 0;
}

/* Bytes of the block for fr_grid_build. */
size_t
fr_grid_size(const fr_map *map, const fr_costs *costs)
{
	size_t cells = (size_t) map->width * map->height;

	return sizeof(fr_grid) + bits_size(map, costs) +
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
	b.bits = (uint64_t *) (grid + 1);
	b.component = (uint32_t *) ((char *) b.bits + bits_size(map, costs));
	b.moves = (uint8_t *) (b.component + grid->cells);
	b.terrain = costs->uniform ? NULL : b.moves + grid->cells;
	grid->component = b.component;
	grid->moves = b.moves;
	grid->terrain = b.terrain;
	return b;
}

/* component[i] = may cell i be entered at all?  terrain[i] = its weight's place. */
static void
mark_passable(const builder *b, const fr_map *map)
{
	const fr_grid *grid = b->grid;

	for (uint32_t y = 0; y < grid->height; y++)
	{
		size_t first = (size_t) y * grid->width;

		fr_poll_now(b->poll);
		fr_map_unpack_positions(map, first, grid->width, b->moves + first);
		for (size_t i = first; i < first + grid->width; i++)
			b->component[i] = grid->costs.weight[b->moves[i]] > 0;
	}
	if (b->terrain)
		memcpy(b->terrain, b->moves, grid->cells);
}

/* ---- legal moves ------------------------------------------------------- */

/*
 * A window is the passability of a cell's 3 x 3 surroundings in nine bits,
 * column by column: a cell further on, the old bits have moved up by three.
 */
static bool
window_passable(unsigned window, int dx, int dy)
{
	return window >> (3 * (1 - dx) + (1 - dy)) & 1;
}

static bool
move_legal(unsigned window, int direction, const fr_model *model)
{
	int dx = fr_dx[direction];
	int dy = fr_dy[direction];

	if (!window_passable(window, 0, 0) || !window_passable(window, dx, dy))
		return false;
	if (!fr_is_diagonal(direction))
		return true;
	return model->octile && model->corners <= window_passable(window, dx, 0) +
												  window_passable(window, 0, dy);
}

static void
tabulate_moves(const fr_model *model, uint8_t table[MAX_WINDOW])
{
	for (unsigned window = 0; window < MAX_WINDOW; window++)
	{
		table[window] = 0;
		for (int d = 0; d < FR_DIRECTIONS; d++)
			table[window] |= (uint8_t) (move_legal(window, d, model) << d);
	}
}

/* Three rows; one that is outside the map stands for another and does not count. */
typedef struct rows
{
	const uint32_t *above;
	const uint32_t *here;
	const uint32_t *below;
	uint32_t has_above; /* 1, or 0 */
	uint32_t has_below;
} rows;

static rows
rows_around(const builder *b, uint32_t y)
{
	const fr_grid *grid = b->grid;
	const uint32_t *here = b->component + (size_t) y * grid->width;
	rows r = {.here = here, .has_above = y > 0, .has_below = y + 1 < grid->height};

	r.above = r.has_above ? here - grid->width : here;
	r.below = r.has_below ? here + grid->width : here;
	return r;
}

static inline unsigned
column_window(const rows *r, uint32_t x)
{
	return (r->above[x] & r->has_above) << 2 | r->here[x] << 1 |
		   (r->below[x] & r->has_below);
}

static void
find_moves(const builder *b, const fr_model *model)
{
	uint32_t last = b->grid->width - 1;
	uint8_t table[MAX_WINDOW];

	tabulate_moves(model, table);
	for (uint32_t y = 0; y < b->grid->height; y++)
	{
		rows r = rows_around(b, y);
		uint8_t *row = b->moves + (size_t) y * b->grid->width;
		unsigned window = column_window(&r, 0);

		fr_poll_now(b->poll);
		for (uint32_t x = 0; x < last; x++)
		{
			window = (window << 3 | column_window(&r, x + 1)) % MAX_WINDOW;
			row[x] = table[window];
		}
		row[last] = table[(window << 3) % MAX_WINDOW];
	}
}

/* ---- components -------------------------------------------------------- */

/*
 * Union by least index: component[i] is 1 + the index of a cell of the same
 * component that is no later than i; a root is its own.  Halves paths.
 */
static uint32_t
find_root(uint32_t *component, uint32_t i)
{
	while (component[i] != i + 1)
	{
		component[i] = component[component[i] - 1];
		i = component[i] - 1;
	}
	return i;
}

static void
join(uint32_t *component, uint32_t a, uint32_t b)
{
	if (component[a] == component[b])
		return;
	a = find_root(component, a);
	b = find_root(component, b);
	if (a < b)
		component[b] = a + 1;
	else
		component[a] = b + 1;
}

/*
 * Puts cell i with the earlier cells that it has moves to, W, NW, N and NE.  Two
 * of them that follow each other here are neighbours in a straight line, so they
 * are together already: one of each run is enough.
 */
static inline void
join_earlier(const builder *b, uint32_t i)
{
	const int32_t *offset = b->grid->offset;
	unsigned from_west = b->moves[i] << 2 | b->moves[i] >> (FR_DIRECTIONS - 2);
	unsigned runs = from_west & 15 & ~(from_west << 1);

	b->component[i] = i + 1;
	for (bool first = true; runs; runs &= runs - 1, first = false)
	{
		int d = (__builtin_ctz(runs) + FR_W) % FR_DIRECTIONS;
		uint32_t neighbour = i + (uint32_t) offset[d];

		if (first)
			b->component[i] = b->component[neighbour];
		else
			join(b->component, i, neighbour);
	}
}

/*
 * Moves are symmetric, so those to earlier cells join all.  At the end a
 * component's number is 1 + the index of its first cell.
 */
static void
find_components(const builder *b)
{
	const fr_grid *grid = b->grid;

	for (uint32_t i = 0; i < grid->cells; i++)
	{
		fr_poll_at(b->poll, i);
		if (b->component[i])
			join_earlier(b, i);
	}
	for (uint32_t i = 0; i < grid->cells; i++)
	{
		fr_poll_at(b->poll, i);
		if (b->component[i])
			b->component[i] = b->component[b->component[i] - 1];
	}
}

uint32_t
fr_component_count(const fr_grid *grid, const fr_poll *poll)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < grid->cells; i++)
	{
		fr_poll_at(poll, i);
		count += grid->component[i] == i + 1;
	}
	return count;
}

/* The one of so many components, in the order of first cells, that has this first cell. */
static fr_component *
find_component(fr_component *list, uint32_t count, uint32_t first)
{
	uint32_t low = 0;

	for (uint32_t high = count; high - low > 1;)
	{
		uint32_t middle = low + (high - low) / 2;

		if (list[middle].first <= first)
			low = middle;
		else
			high = middle;
	}
	return &list[low];
}

/* All components, of which there are fr_component_count, in the order of first cells. */
void
fr_component_list(const fr_grid *grid, fr_component *list, const fr_poll *poll)
{
	fr_component *last = list;
	uint32_t count = 0;

	for (uint32_t i = 0; i < grid->cells; i++)
	{
		uint32_t number = grid->component[i];

		fr_poll_at(poll, i);
		if (number == 0)
			continue;
		if (number == i + 1)
			list[count++] = (fr_component){.first = i};
		if (last->first + 1 != number)
			last = find_component(list, count, number - 1);
		last->cells++;
	}
}

/*
 * The grid of a map under a model, in a block of fr_grid_size bytes that is
 * aligned for any type; costs are those that fr_costs_resolve made of the two.
 */
fr_grid *
fr_grid_build(void *block, const fr_map *map, const fr_model *model,
			  const fr_costs *costs, const fr_poll *poll)
{
	builder b = lay_out(block, map, costs, poll);

	mark_passable(&b, map);
	find_moves(&b, model);
	find_components(&b);
	if (costs->turn)
		fr_bits_build(b.grid, b.bits, poll);
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
