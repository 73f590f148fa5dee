/*
 * grid_layers.c - bind a grid to layers of its map
 *
 * Extra costs of entering a cell become one number per cell, the sum over all layers. Heights
 * stay the stored numbers, less the least one if only that makes 16 bits suffice. Limits of heights, and
 * of steps by movement points, clear bits in a copy of the legal moves. What is legal one way only
 * makes the bound grid a one-way grid.
 */
#include "core/grid/grid_layers.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/number.h"
#include "core/grid/edges.h"
#include "core/grid/even_ground.h"
#include "core/grid/grid_components.h"
#include "core/grid/grid_links.h"
#include "core/grid/moves.h"

typedef struct binding
{
	const fr_grid *grid;
	const fr_map *map;
	const fr_model *model;
	fr_size size; /* of the agent */
	fr_price_plan plan;
	const fr_arena *arena;
	const fr_arena *scratch;
	const fr_poll *poll;
} binding;

/* ---- numbers of positions ------------------------------------------------------ */

/* Adds the extra costs by one layer. `row` has space for a row of the map. */
static void
add_term(const binding *b, const fr_price_term *term, uint32_t *row, uint32_t *enter)
{
	const fr_layer *layer = &term->layer;

	for (uint32_t y = 0; y < b->grid->height; y++, enter += b->grid->width)
	{
		fr_poll_now(b->poll);
		fr_layer_unpack(layer, (size_t) y * b->grid->width, b->grid->width, row);
		for (uint32_t x = 0; x < b->grid->width; x++)
			enter[x] += (uint32_t) (term->first + term->each * (row[x] - layer->least));
	}
}

static bool
is_large(const binding *b)
{
	return b->size.width > 1 || b->size.height > 1;
}

/* The extra costs of entering, in the plan's unit; NULL: there are none. */
static const uint32_t *
sum_terms(const binding *b)
{
	size_t bytes = (size_t) b->grid->cells * sizeof(uint32_t);
	uint32_t *enter;
	uint32_t *row;

	if (b->plan.count == 0)
		return NULL;
	enter = fr_arena_alloc(b->arena, bytes);
	row = fr_arena_alloc(b->scratch, b->grid->width * sizeof *row);
	fr_fill(enter, 0, bytes, b->poll);
	for (int i = 0; i < b->plan.count; i++)
		add_term(b, &b->plan.term[i], row, enter);
	if (is_large(b))
		fr_size_greatest(b->grid, enter, b->size, b->poll);
	return enter;
}

static uint32_t *
tall_heights(const binding *b, const fr_arena *arena)
{
	uint32_t *height = fr_arena_alloc(arena, (size_t) b->grid->cells * sizeof *height);

	for (uint32_t y = 0; y < b->grid->height; y++)
	{
		size_t first = (size_t) y * b->grid->width;

		fr_poll_now(b->poll);
		fr_layer_unpack(&b->plan.height, first, b->grid->width, height + first);
	}
	if (is_large(b))
		fr_size_greatest(b->grid, height, b->size, b->poll);
	return height;
}

/* The same less `base`, in 16 bits. */
static uint16_t *
narrow_heights(const binding *b, uint32_t base)
{
	uint16_t *height = fr_arena_alloc(b->arena, (size_t) b->grid->cells * sizeof *height);
	const uint32_t *tall = is_large(b) ? tall_heights(b, b->scratch) : NULL;

	for (uint32_t n = 0; tall && n < b->grid->cells; n++)
	{
		fr_poll_at(b->poll, n);
		height[n] = (uint16_t) (tall[n] - base);
	}
	for (uint32_t y = 0; !tall && y < b->grid->height; y++)
	{
		size_t first = (size_t) y * b->grid->width;

		fr_poll_now(b->poll);
		fr_layer_unpack_narrow(&b->plan.height, base, first, b->grid->width,
							   height + first);
	}
	return height;
}

static void
unpack_heights(const binding *b, fr_prices *prices)
{
	const fr_layer *layer = &b->plan.height;

	if (!b->plan.heights)
		return;
	if (layer->greatest <= UINT16_MAX)
		prices->height = narrow_heights(b, 0);
	else if (layer->greatest - layer->least <= UINT16_MAX)
		prices->height = narrow_heights(b, layer->least);
	else
		prices->tall = tall_heights(b, b->arena);
}

/* The height of a cell, in an array of 2 or 4 bytes per cell. */
static inline uint32_t
height_of(const void *height, size_t size, uint32_t n)
{
	return size == 2 ? ((const uint16_t *) height)[n] : ((const uint32_t *) height)[n];
}

/* ---- the most expensive step ------------------------------------------------- */

static uint32_t
most_entered(const binding *b, const uint32_t *enter)
{
	const uint8_t *moves = b->grid->moves;
	uint32_t most = 0;

	for (uint32_t n = 0; enter && n < b->grid->cells; n++)
	{
		fr_poll_at(b->poll, n);
		if (enter[n] > most && !(moves[n] == 0 && fr_grid_blocked(b->grid, n)))
			most = enter[n];
	}
	return most;
}

/* The moves as if no cell were one-way. */
static const uint8_t *
plain_moves(const fr_grid *grid)
{
	return grid->oneway ? grid->oneway->plain : grid->moves;
}

/* The most that a step rises or drops, which is the same seen from its other end. */
FR_INLINE uint32_t
steepest(const binding *b, const void *height, size_t size)
{
	const uint8_t *moves = plain_moves(b->grid);
	uint32_t most = 0;

	for (uint32_t n = 0; height && n < b->grid->cells; n++)
	{
		fr_poll_at(b->poll, n);
		for (unsigned left = moves[n] & 0x1e; left; left &= left - 1) /* NE to S */
		{
			uint32_t from = height_of(height, size, n);
			uint32_t to =
				height_of(height, size, fr_grid_step(b->grid, n, __builtin_ctz(left)));
			uint32_t apart = from > to ? from - to : to - from;

			most = apart > most ? apart : most;
		}
	}
	return most;
}

static uint32_t
steepest_of(const binding *b, const fr_prices *prices)
{
	return prices->tall ? steepest(b, prices->tall, sizeof *prices->tall)
						: steepest(b, prices->height, sizeof *prices->height);
}

/* Raises the most expensive step by what layers add, where steps gain so much at most; false if that is out of range. */
static bool
raise_costs(const binding *b, fr_costs *costs, const fr_prices *prices, uint32_t steps)
{
	uint64_t climb = b->plan.rise > b->plan.drop ? b->plan.rise : b->plan.drop;
	uint64_t entered;
	uint64_t more;

	return !__builtin_mul_overflow(prices->each, most_entered(b, prices->enter),
								   &entered) &&
		   !__builtin_mul_overflow(climb, steps, &more) &&
		   !__builtin_add_overflow(more, entered, &more) &&
		   fr_costs_raise(costs, more, (uint64_t) b->grid->width + b->grid->height);
}

/* ---- limits of heights --------------------------------------------------------- */

/* Clears the moves that rise or drop too much; returns whether there are any. */
FR_INLINE bool
clear_steep(const binding *b, const void *height, size_t size, uint8_t *moves)
{
	fr_gain_range gains[FR_DIRECTIONS];
	bool any = false;

	memcpy(gains, b->plan.gains, sizeof gains);
	for (uint32_t n = 0; n < b->grid->cells; n++)
	{
		unsigned steep = 0;

		fr_poll_at(b->poll, n);
		if (b->model->degrees && n % b->grid->width == 0)
			fr_prices_gains(b->model, &b->plan.height, n / b->grid->width, gains);
		for (unsigned left = moves[n]; left; left &= left - 1)
		{
			int d = __builtin_ctz(left);
			uint32_t to = fr_grid_step(b->grid, n, d);
			int64_t gain =
				(int64_t) height_of(height, size, to) - height_of(height, size, n);

			if (gain < gains[d].least || gain > gains[d].most)
				steep |= 1u << d;
		}
		moves[n] &= (uint8_t) ~steep;
		any |= steep != 0;
	}
	return any;
}

static uint8_t *
copy_moves(const binding *b)
{
	uint8_t *moves = fr_arena_alloc(b->arena, b->grid->cells);

	fr_copy(moves, b->grid->moves, b->grid->cells, b->poll);
	return moves;
}

/* The moves that heights allow; NULL: they forbid none. */
static uint8_t *
limit_heights(const binding *b, const fr_prices *prices)
{
	uint8_t *moves;

	if (!fr_prices_rise_at_all(prices) || !b->plan.limited)
		return NULL;
	moves = copy_moves(b);
	return (prices->tall ? clear_steep(b, prices->tall, sizeof *prices->tall, moves)
						 : clear_steep(b, prices->height, sizeof *prices->height, moves))
			   ? moves
			   : NULL;
}

/* ---- movement points -------------------------------------------------------------- */

/* Marks the cells where the numbers of a layer are above 0. `row` has space for a row of the map. */
static void
mark_stops(const binding *b, const fr_layer_stop *stop, uint32_t *row, uint32_t *mark)
{
	fr_layer layer;
	fr_layer_scale scale;

	(void) fr_map_find_layer(b->map, stop->name.text, stop->name.length, &layer);
	(void) fr_layer_scale_of(&layer, &scale);
	for (uint32_t y = 0; y < b->grid->height; y++, mark += b->grid->width)
	{
		fr_poll_now(b->poll);
		fr_layer_unpack(&layer, (size_t) y * b->grid->width, b->grid->width, row);
		for (uint32_t x = 0; x < b->grid->width; x++)
			mark[x] = scale.first + scale.step * (int64_t) row[x] > 0;
	}
}

/* The layers that end a turn, a bit each, by position of the agent: those that mark some cell that it covers. */
static const uint8_t *
unpack_stops(const binding *b, const fr_model *model)
{
	uint32_t *mark;
	uint32_t *row;
	uint8_t *stops;

	if (model->stop_count == 0)
		return NULL;
	stops = fr_arena_alloc(b->arena, b->grid->cells);
	mark = fr_arena_alloc_numbers(b->scratch, b->grid->cells);
	row = fr_arena_alloc_numbers(b->scratch, b->grid->width);
	fr_fill(stops, 0, b->grid->cells, b->poll);
	for (int i = 0; i < model->stop_count; i++)
	{
		mark_stops(b, &model->stop[i], row, mark);
		if (is_large(b))
			fr_size_greatest(b->grid, mark, b->size, b->poll);
		for (uint32_t n = 0; n < b->grid->cells; n++)
		{
			fr_poll_at(b->poll, n);
			stops[n] |= (uint8_t) ((mark[n] > 0) << i);
		}
	}
	return stops;
}

_Static_assert(FR_MAX_LAYERS <= 8, "a bit per layer in a byte");

/* Which steps and links of a bound grid movement points forbid. */
typedef struct point_limits
{
	const fr_grid *grid;
	fr_steps steps;
	bool blocks;   /* those that cost more than the points of a turn */
	uint8_t never; /* those between two cells that one of these layers marks */
} point_limits;

static bool
is_forbidden(const point_limits *p, uint32_t from, uint32_t to, uint64_t cost)
{
	return (p->blocks && cost > p->grid->costs.points) ||
		   (p->never && p->grid->stops[from] & p->grid->stops[to] & p->never);
}

static bool
is_forbidden_arc(const void *limits, const fr_arc *arc)
{
	return is_forbidden(limits, arc->from, arc->to, arc->cost);
}

/* Clears the moves that are forbidden; returns whether there are any. */
static bool
clear_forbidden(const binding *b, const point_limits *p, uint8_t *moves)
{
	bool any = false;

	for (uint32_t n = 0; n < b->grid->cells; n++)
	{
		fr_poll_at(b->poll, n);
		for (unsigned left = moves[n]; left; left &= left - 1)
		{
			int d = __builtin_ctz(left);
			uint32_t to = fr_grid_step(b->grid, n, d);

			if (!is_forbidden(p, n, to, fr_move_cost(p->grid, p->steps, n, to, d)))
				continue;
			moves[n] &= (uint8_t) ~(1u << d);
			any = true;
		}
	}
	return any;
}

/* Removes forbidden moves and links. */
static void
limit_points(const binding *b, const fr_model *model, fr_grid *bound)
{
	point_limits p = {.grid = bound,
					  .steps = fr_steps_of(bound),
					  .blocks = fr_model_value(model, FR_OVER) == FR_OVER_BLOCK};
	uint8_t *moves;

	for (int i = 0; i < model->stop_count; i++)
		p.never |= (uint8_t) (model->stop[i].never << i);
	if (!p.blocks && !p.never)
		return;
	if (bound->links)
	{
		bound->links =
			fr_links_without(bound, is_forbidden_arc, &p, b->arena, b->scratch, b->poll);
		fr_links_name_rules(bound, b->poll);
	}
	moves = copy_moves(b);
	if (clear_forbidden(b, &p, moves))
		fr_oneway_bind(bound, moves, plain_moves(b->grid), b->arena, b->scratch, b->poll);
}

/* ---- binding --------------------------------------------------------------- */

static const fr_tables *
tables_of(const fr_model *model, const fr_costs *costs, const fr_arena *arena)
{
	fr_tables *tables = fr_arena_alloc(arena, sizeof *tables);

	fr_tables_fill(model, costs, tables);
	return tables;
}

/* Binds a grid to layers that have prices, heights or factors. */
static fr_grid *
bind_cells(const fr_grid *grid, const fr_map *map, const fr_model *model,
		   const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll,
		   fr_error *error)
{
	binding b = {.grid = grid,
				 .map = map,
				 .model = model,
				 .size = fr_model_size(model),
				 .arena = arena,
				 .scratch = scratch,
				 .poll = poll};
	fr_factors *factors = NULL;
	fr_factor_plan factor_plan;
	fr_grid base = *grid;
	fr_costs costs;
	fr_prices *prices;
	fr_grid *bound;
	uint8_t *moves;
	uint32_t parts = 1;
	uint32_t steepest;

	if (fr_model_rules(model) & FR_FACTOR_RULES)
	{
		factors = fr_factors_begin(&base, map, model, &factor_plan, arena, scratch, poll,
								   error);
		if (factors == NULL)
			return NULL;
		b.grid = &base;
	}
	costs = base.costs;
	if (fr_prices_resolve(model, map, &costs, &b.plan, &parts, error))
		return NULL;
	/* costs as well as arcs; the plan was resolved, so the range suffices */
	bound = fr_arena_alloc(arena, sizeof *bound);
	*bound = *fr_grid_refined(&base, parts, arena, poll);
	bound->costs = costs;
	prices = fr_arena_alloc(arena, sizeof *prices);
	*prices = (fr_prices){.enter = sum_terms(&b),
						  .each = b.plan.unit,
						  .per_height = {(int64_t) b.plan.rise, -(int64_t) b.plan.drop}};
	unpack_heights(&b, prices);
	steepest = steepest_of(&b, prices);
	if (!raise_costs(&b, &bound->costs, prices, steepest))
	{
		fr_prices_fail(&b.plan, error);
		return NULL;
	}
	bound->prices = prices;
	moves = limit_heights(&b, prices);
	if (moves)
		fr_oneway_bind(bound, moves, plain_moves(b.grid), arena, scratch, poll);
	if (factors && fr_factors_finish(factors, bound, prices, model, &factor_plan, parts,
									 steepest, arena, poll, error))
		return NULL;
	if (b.plan.rise == 0 && b.plan.drop == 0)
	{
		prices->height = NULL;
		prices->tall = NULL;
	}
	if (!fr_prices_rise_at_all(prices))
		prices->alone = prices->enter;
	bound->tables = tables_of(model, &bound->costs, arena);
	if (factors)
		bound->even = NULL;
	else
		fr_bind_even_ground(bound, arena, scratch, poll);
	bound->cheap.levels = 0;
	bound->shape = (fr_obstacle_shape){0};
	bound->jumps = bound->cold = NULL;
	bound->levels = NULL;
	return bound;
}

/* Binds a grid, whose steps cost what they cost at last, to layers that end turns and to over=block. */
static fr_grid *
bind_points(const fr_grid *grid, const fr_map *map, const fr_model *model,
			const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll)
{
	binding b = {.grid = grid,
				 .map = map,
				 .model = model,
				 .size = fr_model_size(model),
				 .arena = arena,
				 .scratch = scratch,
				 .poll = poll};
	fr_grid *bound = fr_arena_alloc(arena, sizeof *bound);

	*bound = *grid;
	bound->costs.rules |= fr_model_rules(model) & (FR_RULE(STOPS) | FR_RULE(OVER));
	bound->stops = unpack_stops(&b, model);
	limit_points(&b, model, bound);
	return bound;
}

fr_grid *
fr_grid_bind(const fr_grid *grid, const fr_map *map, const fr_model *model,
			 const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll,
			 fr_error *error)
{
	fr_rules rules = fr_model_rules(model);
	fr_grid *bound = NULL;

	if (fr_prices_find(model, map, error))
		return NULL;
	if (rules & (FR_LAYER_RULES | FR_FACTOR_RULES))
	{
		bound = bind_cells(grid, map, model, arena, scratch, poll, error);
		if (bound == NULL)
			return NULL;
		grid = bound;
	}
	if (rules & FR_EDGE_RULES)
	{
		bound = fr_edges_bind(grid, map, model, arena, scratch, poll, error);
		if (bound == NULL)
			return NULL;
		grid = bound;
	}
	return rules & (FR_RULE(STOPS) | FR_RULE(OVER))
			   ? bind_points(grid, map, model, arena, scratch, poll)
			   : bound;
}

fr_grid *
fr_grid_head(const fr_grid *grid, const fr_model *model, const fr_arena *arena,
			 const fr_poll *poll, fr_error *error)
{
	uint32_t parts = fr_costs_head_parts(&grid->costs, model);
	fr_grid *headed = fr_arena_alloc(arena, sizeof *headed);

	if (parts > 1)
		grid = fr_grid_refined(grid, parts, arena, poll);
	if (parts > 0 && grid)
	{
		*headed = *grid;
		headed->jumps = headed->cold = NULL;
		if (fr_costs_head(&headed->costs, model, (uint64_t) grid->width + grid->height))
			return headed;
	}
	(void) fr_fail(error, FR_COST_TURN);
	return NULL;
}
