/*
 * grid.h - a map decoded for a model, which all searches run on
 *
 *     fr_grid_build: everything that all searches need
 *     fr_grid_moves, fr_grid_levels, fr_visibility_graph_make, and fr_grid_jumps of
 *         jump_planes.h: what some searches need in addition
 *
 * A grid is in the caller's arena. It does not change after it is complete, except its
 * visibility graph, which searches extend. It keeps no pointer to the map. The caller
 * sets `moves`, `jumps`, `cold`, `levels` and `visibility` to what these functions return.
 */
#ifndef FRINGE_GRID_H
#define FRINGE_GRID_H

#include "core/grid/edge_prices.h"
#include "core/grid/step_factors.h"
#include "core/model/costs.h"

/*
 * One bit per cell: cell `at` of a line is bit at % 64 of lines[line * words + at / 64].
 * All bits around the map are set: a line before the first, a line after the last, and
 * at least the last bit of each line's last word. That bit also precedes the first bit
 * of the next line.
 */
typedef struct fr_bits
{
	const uint64_t *lines;
	ptrdiff_t words; /* per line */
} fr_bits;

/*
 * The connected components, stored per run of passable cells (grid_components.c).
 * Components are numbered from 1, in the order of their first cells.
 */
typedef struct fr_components
{
	uint32_t count;
	uint32_t runs;
	const uint32_t *before; /* number of runs that begin before each word of a row */
	const void *number;		/* component of each run: uint16_t, uint32_t if wide */
	bool wide;
} fr_components;

/* The visibility graph of straight lines, which searches extend (visibility_graph.h). */
typedef struct fr_visibility_graph fr_visibility_graph;

typedef struct fr_tables fr_tables; /* moves.h */
typedef struct fr_even fr_even;		/* moves.h */
typedef struct fr_oneway fr_oneway; /* grid_components.h */
typedef struct fr_links fr_links;	/* grid_links.h */
typedef struct fr_jumps fr_jumps;	/* jump_planes.h */
typedef struct fr_levels fr_levels; /* weight_levels.h */

/*
 * The shape of the obstacles, by which `auto` chooses a search; zeros if no search can
 * jump.
 */
typedef struct fr_obstacle_shape
{
	uint32_t passable;		  /* cells */
	uint32_t obstacle_edges;  /* between a blocked cell and a passable one */
	uint32_t convex_corners;  /* of blocked cells: between two obstacle edges */
	uint32_t concave_corners; /* of passable cells: two obstacle edges meet there */
	uint32_t rough_cells;	  /* passable, next to cells of other weights, or one-way */
} fr_obstacle_shape;

/*
 * The prices of layers, in units of the grid. Entering a cell costs each * enter. A step that
 * gains height costs per_height[0] per unit of height, and one that loses it -per_height[1].
 * Heights have 16 bits if that suffices for their differences.
 */
typedef struct fr_prices
{
	const uint32_t *enter; /* by cell; NULL: nothing */
	uint64_t each;
	const uint16_t *height; /* by cell; NULL: see `tall` */
	const uint32_t *tall; /* by cell, only if `height` is NULL; NULL: steps do not rise */
	int64_t per_height[2]; /* the rise, and minus the drop */
	const uint32_t *
		alone; /* `enter` if steps do not rise: so narrow heights do not pay for tall ones */
	const fr_factors *factors;	 /* all of it, if layers multiply costs of steps, too */
	const fr_edge_prices *edges; /* all of it, if there are roads or prices of sides */
} fr_prices;

/* Do steps cost something by heights? */
static inline bool
fr_prices_rise_at_all(const fr_prices *prices)
{
	return prices->height || prices->tall;
}

/* What a unit of height costs that a step gains, and one that it loses. */
static inline uint64_t
fr_prices_rise(const fr_prices *prices)
{
	return (uint64_t) prices->per_height[0];
}

static inline uint64_t
fr_prices_drop(const fr_prices *prices)
{
	return (uint64_t) -prices->per_height[1];
}

/*
 * What layers add to the cost of a step in direction d. A branch by heights would often be
 * mispredicted.
 */
static inline uint64_t
fr_prices_between(const fr_prices *prices, uint32_t from, uint32_t to, int d)
{
	uint64_t cost = 0;

	if (prices->height)
	{
		int64_t up = (int64_t) prices->height[to] - prices->height[from];

		cost = (uint64_t) (up * prices->per_height[up < 0]);
		if (prices->enter)
			cost += prices->enter[to] * prices->each;
	}
	else if (prices->alone)
		cost = prices->alone[to] * prices->each;
	else if (prices->tall)
	{
		int64_t up = (int64_t) prices->tall[to] - prices->tall[from];

		cost = (uint64_t) (up * prices->per_height[up < 0]);
		if (prices->enter)
			cost += prices->enter[to] * prices->each;
	}
	else if (prices->factors)
		cost = fr_factors_between(prices->factors, from, to, d);
	else if (prices->edges)
		cost = fr_edge_price(prices->edges, from, to, d);
	return cost;
}

/* Are costs of steps products of friction and length, and nothing else? */
static inline bool
fr_prices_are_friction(const fr_prices *prices)
{
	return !prices->height && !prices->alone && !prices->tall && prices->factors &&
		   fr_factors_are_friction(prices->factors);
}

#define FR_LEVELS_MAX 3

/*
 * Weights up to the first that is not rare, in ascending order, for heuristic=levels
 * (weight_levels.h). levels is 0 if cells of the least weight are not rare.
 */
typedef struct fr_cheap_weights
{
	int levels;
	uint64_t weight[FR_LEVELS_MAX + 1]; /* what a step of length 1 costs at least */
} fr_cheap_weights;

/*
 * A map decoded for one model. Arrays are indexed by cell. No legal move leaves the map,
 * so searches check no bounds. For an agent of several cells, blocked cells and terrain
 * describe its positions, by their first cell.
 */
typedef struct fr_grid
{
	/* the map under the model */
	fr_costs costs;
	uint32_t width;
	uint32_t height;
	uint32_t cells;
	bool octile;				   /* as in fr_model */
	int corners;				   /* passable side cells that a diagonal step needs */
	uint64_t reciprocal;		   /* of the width: see fr_grid_cell */
	int32_t offset[FR_DIRECTIONS]; /* from a cell's index to its neighbour's */
	fr_bits rows;				   /* blocked cells */
	fr_obstacle_shape shape;
	fr_components components;
	const fr_tables *tables; /* of the rules of moves */
	const uint8_t *terrain;	 /* position in costs.weight; NULL if uniform */
	const fr_even *even;	 /* NULL if uniform, and if no ground is known to be even */
	fr_cheap_weights cheap;
	int code_count;			 /* of the map */
	uint8_t codes[FR_CODES]; /* as in fr_map */
	const fr_oneway *oneway; /* NULL: every legal move is legal in reverse */
	const fr_links *links;	 /* open links between passable cells; NULL: there are none */
	const fr_prices *prices; /* by layers, which a grid is bound to; NULL: none */
	const uint8_t *
		stops; /* by cell, the layers that end the turn of an agent that enters; NULL: none */

	/* for searches that need it; NULL until the caller sets it */
	const uint8_t *moves;	 /* legal moves: a byte per cell, a bit per direction */
	const fr_jumps *jumps;	 /* for searches that jump */
	const fr_jumps *cold;	 /* for a cold question: columns and jump points */
	const fr_levels *levels; /* for heuristic=levels */
	fr_visibility_graph *visibility; /* for straight lines */

	/* the map's links, as fr_map has them, if the unit of costs depends on them */
	const uint8_t *packed_links;
	uint32_t packed_link_count;
} fr_grid;

#define FR_ONEWAY_BYTES 32 /* per cell, for building a grid with one-way cells */

/*
 * Builds a grid in one step, or in two.  fr_grid_begin makes what a first search by
 * `jump` needs, together with fr_grid_cold.  fr_grid_complete makes the rest, all of it
 * or nothing if a poll or an arena leaves by longjmp. `components.before` is NULL until
 * then.
 *
 * The costs are the result of fr_costs_resolve for the same map and model; the tables are
 * of their fr_tables_key, and outlive the grid. Temporary memory comes from `scratch`.
 * Map and model may be NULL for fr_grid_complete if costs are uniform and no code has
 * directions.
 */
fr_grid *fr_grid_build(const fr_map *map, const fr_model *model, const fr_costs *costs,
					   const fr_arena *arena, const fr_arena *scratch,
					   const fr_poll *poll);
fr_grid *fr_grid_begin(const fr_map *map, const fr_model *model, const fr_costs *costs,
					   const fr_tables *tables, const fr_arena *arena,
					   const fr_poll *poll);
void fr_grid_complete(fr_grid *grid, const fr_map *map, const fr_model *model,
					  const fr_arena *arena, const fr_arena *scratch,
					  const fr_poll *poll);

/* Is any cell passable? */
bool fr_grid_has_passable(const fr_grid *grid);

/*
 * The visibility graph of straight lines (visibility_graph.h), the number of its vertices, and
 * a limit for the memory of its edges, which searches add.
 */
fr_visibility_graph *fr_visibility_graph_make(const fr_grid *grid, const fr_arena *arena,
											  const fr_poll *poll);
uint32_t fr_visibility_graph_count(const fr_grid *grid);
void fr_visibility_graph_limit(fr_visibility_graph *graph, size_t bytes);

/* The legal moves: a byte per cell, a bit per direction. */
const uint8_t *fr_grid_moves(const fr_grid *grid, const fr_arena *arena,
							 const fr_poll *poll);

/* The distances of heuristic=levels; NULL if cells of the least weight are not rare. */
const fr_levels *fr_grid_levels(const fr_grid *grid, const fr_arena *arena,
								const fr_poll *poll);

static inline bool
fr_grid_has(const fr_grid *grid, fr_cell cell)
{
	/* a negative coordinate is a large one without sign */
	return (uint32_t) cell.x < grid->width && (uint32_t) cell.y < grid->height;
}

static inline uint32_t
fr_grid_index(const fr_grid *grid, fr_cell cell)
{
	return (uint32_t) cell.y * grid->width + (uint32_t) cell.x;
}

/*
 * Divides by the width with one multiplication. Let r = (2^64 - 1) / width, rounded down.
 * Then (index + 1) * r is less than (index + 1) / width * 2^64, by less than 2^64 /
 * width, since index + 1 and width are below 2^32. So its high word is index / width.
 */
static inline fr_cell
fr_grid_cell(const fr_grid *grid, uint32_t index)
{
	__extension__ typedef unsigned __int128 wide;
	uint32_t y = (uint32_t) (((index + UINT64_C(1)) * (wide) grid->reciprocal) >> 64);

	return (fr_cell){(int32_t) (index - y * grid->width), (int32_t) y};
}

/*
 * The cell where a legal step in direction d from a cell ends. A step over the joined edges of
 * a map ends on the other side. Loops of searches that know that no edges are joined add the
 * offset.
 */
uint32_t fr_grid_step_around(const fr_grid *grid, uint32_t cell, int d);

static inline uint32_t
fr_grid_step(const fr_grid *grid, uint32_t cell, int d)
{
	return __builtin_expect(grid->costs.wraps, false) ? fr_grid_step_around(grid, cell, d)
													  : cell + (uint32_t) grid->offset[d];
}

/* The cell where a step in direction d began that ends in a cell. */
static inline uint32_t
fr_grid_step_back(const fr_grid *grid, uint32_t cell, int d)
{
	return __builtin_expect(grid->costs.wraps, false)
			   ? fr_grid_step_around(grid, cell, fr_opposite(d))
			   : cell - (uint32_t) grid->offset[d];
}

/* Does a legal step in direction d from a cell pass joined edges? */
bool fr_grid_crosses(const fr_grid *grid, uint32_t cell, int d);

/* Moves a cell that is at most a map beyond joined edges to its place on the map. */
static inline fr_cell
fr_grid_around(const fr_grid *grid, fr_cell at)
{
	int32_t wide = (int32_t) grid->costs.wrap_x;
	int32_t high = (int32_t) grid->costs.wrap_y;

	if (wide > 0)
		at.x = at.x < 0 ? at.x + wide : at.x >= wide ? at.x - wide : at.x;
	if (high > 0)
		at.y = at.y < 0 ? at.y + high : at.y >= high ? at.y - high : at.y;
	return at;
}

static inline bool
fr_grid_blocked(const fr_grid *grid, uint32_t cell)
{
	fr_cell at = fr_grid_cell(grid, cell);
	const uint64_t *row = grid->rows.lines + at.y * grid->rows.words;

	return row[at.x / 64] >> at.x % 64 & 1;
}

/* The passable cells of a word of a row, a bit each. */
static inline uint64_t
fr_grid_free_word(const fr_grid *grid, uint32_t y, uint32_t word)
{
	uint32_t columns = grid->width - word * 64;
	uint64_t within = columns < 64 ? (UINT64_C(1) << columns) - 1 : UINT64_MAX;

	return ~grid->rows.lines[y * grid->rows.words + word] & within;
}

/*
 * May there be a path? On a one-way grid, from a component to those between its lowest
 * one and itself. With links, between joined components. Both cells are passable.
 */
bool fr_oneway_connected(const fr_oneway *oneway, uint32_t a, uint32_t b);

/* The component of least number that links join with this one. */
uint32_t fr_grid_group(const fr_grid *grid, uint32_t number);
bool fr_links_connected(const fr_grid *grid, uint32_t a, uint32_t b);

/* May there be a path from one cell to another and none back? */
bool fr_grid_is_oneway(const fr_grid *grid);

/*
 * The cost of the cheapest open link between two cells, or of the step over joined edges, which
 * routes have as a link; FR_UNREACHED without one.
 */
uint64_t fr_links_cost(const fr_grid *grid, uint32_t from, uint32_t to);

/* The number of arcs, which are the directions of open links. */
uint32_t fr_grid_link_count(const fr_grid *grid);

/*
 * Is there a path from a to b? If fr_grid_is_oneway, only `false` is certain, and
 * fr_is_reachable confirms `true`.
 */
static inline bool
fr_grid_connected(const fr_grid *grid, uint32_t a, uint32_t b)
{
	uint32_t component = fr_grid_component(grid, a);

	if (grid->links)
		return fr_links_connected(grid, a, b);
	return component != 0 && component == fr_grid_component(grid, b) &&
		   (grid->oneway == NULL || fr_oneway_connected(grid->oneway, a, b));
}

/* The cost of a legal step from a cell, in the grid's unit. */
uint64_t fr_step_cost(const fr_grid *grid, uint32_t from, int direction);

/* Turns numbers, by cell, into the greatest of all cells that an agent covers. */
void fr_size_greatest(const fr_grid *grid, uint32_t *numbers, fr_size size,
					  const fr_poll *poll);
void fr_size_greatest_bytes(const fr_grid *grid, uint8_t *bytes, fr_size size,
							const fr_poll *poll);

/* Turns sets of directions, by cell, into what all cells allow that an agent covers. */
void fr_size_intersect(const fr_grid *grid, uint8_t *sets, fr_size size,
					   const fr_poll *poll);

/*
 * The clearance of each cell of a grid of agents of one cell: the number of moves to the
 * nearest cell where an agent of this size would cover a blocked one, as if all cells
 * between were free. At most `farthest`, 1 to 255. Nothing outside the map blocks.
 */
void fr_grid_clearance(const fr_grid *grid, fr_size size, uint8_t farthest,
					   uint8_t *distance, const fr_poll *poll);

/*
 * Random passable cells: the cell at position `i` of a random order of all of them, a
 * different order for each seed.  fr_rank_rows sets before[y] to the number of passable
 * cells above row y; i is less than before[height].
 */
void fr_rank_rows(const fr_grid *grid, uint32_t *before, const fr_poll *poll);
uint32_t fr_random_cell(const fr_grid *grid, const uint32_t *before, uint32_t i,
						uint64_t seed);

#endif /* FRINGE_GRID_H */
