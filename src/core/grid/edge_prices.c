/*
 * edge_prices.c - prices of single edges: see edge_prices.h
 */
#include "core/grid/edge_prices.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/number.h"
#include "core/grid/edges.h"
#include "core/grid/even_ground.h"
#include "core/grid/grid_links.h"
#include "core/grid/moves.h"
#include "core/model/prices.h"

uint64_t
fr_edge_price(const fr_edge_prices *edges, uint32_t from, uint32_t to, int d)
{
	unsigned roads = edges->road ? edges->road[from] & edges->road[to] : 0;
	uint64_t cost =
		roads ? edges->along[d][__builtin_ctz(roads)]
			  : fr_move_cost(edges->plain, fr_steps_of(edges->plain), from, to, d);

	if (edges->side[d])
		cost += edges->crossing[edges->side[d][from]];
	return cost - edges->least[d];
}

typedef struct binding
{
	const fr_grid *grid; /* in the unit of the result, once that is known */
	const fr_map *map;
	const fr_model *model;
	uint32_t parts; /* into which the unit of the grid is divided */
	const fr_arena *arena;
	const fr_arena *scratch;
	const fr_poll *poll;
	fr_error *error;
} binding;

/* ---- costs in units ----------------------------------------------------------- */

/* A number times the root of 2, if that is set. */
typedef struct length
{
	fr_decimal number;
	bool root2;
} length;

static length
length_of(const fr_model *model, int d)
{
	fr_step_costs steps = fr_model_steps(model);

	return (length){{fr_is_diagonal(d) ? steps.diagonal
					 : fr_dx[d] != 0   ? steps.east
									   : steps.north,
					 steps.scale},
					fr_is_diagonal(d) && steps.root2};
}

/* A price times a length, as a ratio of units: a whole number after the unit is divided. */
static bool
find_ratio(const fr_costs *costs, fr_decimal price, length by, fr_ratio *ratio)
{
	*ratio = (fr_ratio){1, 1};
	if (price.digits == 0)
	{
		ratio->numerator = 0;
		return true;
	}
	return fr_ratio_multiply(ratio, price.digits, fr_power10(price.scale)) &&
		   fr_ratio_multiply(ratio, by.number.digits, fr_power10(by.number.scale)) &&
		   fr_ratio_in_units(costs, ratio);
}

/* The nearest whole number of units; UINT64_MAX if it is out of range. */
static uint64_t
rounded_units(const fr_costs *costs, fr_decimal price, length by)
{
	double value = (double) price.digits / (double) fr_power10(price.scale) *
				   (double) by.number.digits / (double) fr_power10(by.number.scale) *
				   (by.root2 ? __builtin_sqrt(2) : 1);
	double units = value * costs->denominator / costs->numerator + 0.5;

	return units < (double) (UINT64_C(1) << FR_COST_BITS) ? (uint64_t) units : UINT64_MAX;
}

/* Divides the unit further, if necessary; false if that is out of range. */
static bool
add_parts(binding *b, fr_decimal price, length by)
{
	fr_ratio ratio;

	return b->grid->costs.rounded || (find_ratio(&b->grid->costs, price, by, &ratio) &&
									  fr_costs_add_parts(ratio, &b->parts));
}

/* The same product in units; UINT64_MAX if it is out of range. */
static uint64_t
units_of(const binding *b, fr_decimal price, length by)
{
	const fr_costs *costs = &b->grid->costs;
	uint64_t unit = !costs->root2 ? 1 : by.root2 ? FR_ROOT2_DIAGONAL : FR_ROOT2_STRAIGHT;
	fr_ratio ratio;
	uint64_t units;

	if (costs->rounded)
		return rounded_units(costs, price, by);
	if (!find_ratio(costs, price, by, &ratio) || ratio.denominator != 1 ||
		__builtin_mul_overflow(ratio.numerator, unit, &units))
		return UINT64_MAX;
	return units;
}

static fr_status
fail_price(const binding *b, fr_status status, fr_price_kind kind, int i)
{
	const fr_layer_name *name = &b->model->price[kind].at[i].name;

	return fr_fail(b->error, status, .what = fr_price_prefix[kind], .at = name->text,
				   .length = name->length);
}

static const length one = {{1, 0}, false};

/* Divides the unit so that all prices are whole numbers of it. FR_LAYER_FINE. */
static fr_status
resolve_unit(binding *b)
{
	const fr_layer_prices *roads = &b->model->price[FR_PRICE_ROAD];
	const fr_layer_prices *sides = &b->model->price[FR_PRICE_SIDE];

	for (int i = 0; i < roads->count; i++)
		for (int d = 0; d < FR_DIRECTIONS; d++)
			if (fr_model_directions(b->model) >> d & 1 &&
				!add_parts(b, roads->at[i].cost, length_of(b->model, d)))
				return fail_price(b, FR_LAYER_FINE, FR_PRICE_ROAD, i);
	for (int i = 0; i < sides->count; i++)
		if (!add_parts(b, sides->at[i].cost, one))
			return fail_price(b, FR_LAYER_FINE, FR_PRICE_SIDE, i);
	if (b->parts > 1)
		b->grid = fr_grid_refined(b->grid, b->parts, b->arena, b->poll);
	if (b->grid == NULL)
		return sides->count > 0 ? fail_price(b, FR_LAYER_FINE, FR_PRICE_SIDE, 0)
								: fail_price(b, FR_LAYER_FINE, FR_PRICE_ROAD, 0);
	return FR_OK;
}

static fr_layer
layer_of(const binding *b, const fr_layer_price *price)
{
	fr_layer layer = {0};

	(void) fr_map_find_layer(b->map, price->name.text, price->name.length, &layer);
	return layer;
}

/* ---- roads ----------------------------------------------------------------------- */

/* Marks the cells with a number above 0. */
static bool
mark_road(const binding *b, const fr_layer *layer, uint8_t bit, uint8_t *road)
{
	uint32_t *row = fr_arena_alloc_numbers(b->scratch, b->grid->width);
	fr_layer_scale scale = {0, 1, 0, FR_LAYER_MOST};
	bool any = false;

	(void) fr_layer_scale_of(layer, &scale);
	for (uint32_t y = 0; y < b->grid->height; y++, road += b->grid->width)
	{
		fr_poll_now(b->poll);
		fr_layer_unpack(layer, (size_t) y * b->grid->width, b->grid->width, row);
		for (uint32_t x = 0; x < b->grid->width; x++)
			if (scale.first + scale.step * row[x] > 0)
			{
				road[x] |= bit;
				any = true;
			}
	}
	return any;
}

static int
compare_costs(const fr_layer_price *a, const fr_layer_price *b)
{
	uint32_t scale = a->cost.scale > b->cost.scale ? a->cost.scale : b->cost.scale;
	uint64_t first = fr_decimal_scaled(a->cost, scale);
	uint64_t second = fr_decimal_scaled(b->cost, scale);

	return (first > second) - (first < second);
}

/* Sets the roads and what steps cost along them. FR_LAYER_FINE. */
static fr_status
add_roads(const binding *b, fr_edge_prices *edges)
{
	const fr_layer_prices *keys = &b->model->price[FR_PRICE_ROAD];
	fr_size size = fr_model_size(b->model);
	int order[FR_MAX_LAYERS]; /* of the keys, by cost */
	uint8_t *road;
	bool any = false;

	if (keys->count == 0)
		return FR_OK;
	road = fr_arena_alloc(b->arena, b->grid->cells);
	fr_fill(road, 0, b->grid->cells, b->poll);
	for (int i = 0; i < keys->count; i++)
	{
		int at = i;

		for (; at > 0 && compare_costs(&keys->at[i], &keys->at[order[at - 1]]) < 0; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
	for (int i = 0; i < keys->count; i++)
	{
		const fr_layer_price *key = &keys->at[order[i]];
		fr_layer layer = layer_of(b, key);

		any |= mark_road(b, &layer, (uint8_t) (1u << i), road);
		for (int d = 0; d < FR_DIRECTIONS; d++)
			if (fr_model_directions(b->model) >> d & 1)
			{
				edges->along[d][i] = units_of(b, key->cost, length_of(b->model, d));
				if (edges->along[d][i] > b->grid->costs.limit)
					return fail_price(b, FR_LAYER_FINE, FR_PRICE_ROAD, order[i]);
			}
	}
	if (size.width > 1 || size.height > 1)
		fr_size_intersect(b->grid, road, size, b->poll);
	edges->road = any ? road : NULL;
	return FR_OK;
}

/* ---- marked sides ------------------------------------------------------------------ */

#define DIGITS FR_MAX_SIDE_LAYERS
#define SUMS 243 /* 3^FR_MAX_SIDE_LAYERS: a step crosses 0, 1 or 2 sides of each layer */

/*
 * What crossing sides costs. A sum has a digit to the base of 3 per layer, the number of its sides.
 * Levels are positions in the ascending list of different costs of sums.
 */
typedef struct tariff
{
	int layers;
	fr_layer layer[DIGITS];
	uint64_t *cost;		 /* by level */
	uint8_t level[SUMS]; /* of each sum */
	uint8_t sum[SUMS];	 /* of each level, one without a digit 2 if there is any */
	int levels;
} tariff;

/* Numbers of layers are sets of sides. FR_LAYER_NO_SIDES. */
static fr_status
find_sides(const binding *b, tariff *t)
{
	const fr_layer_prices *keys = &b->model->price[FR_PRICE_SIDE];

	t->layers = keys->count;
	for (int i = 0; i < keys->count; i++)
	{
		t->layer[i] = layer_of(b, &keys->at[i]);
		if (!fr_layer_has_sides(&t->layer[i]))
			return fail_price(b, FR_LAYER_NO_SIDES, FR_PRICE_SIDE, i);
	}
	return FR_OK;
}

static int
sums_of(int layers)
{
	int sums = 1;

	while (layers-- > 0)
		sums *= 3;
	return sums;
}

/* Sorts the costs of all sums. FR_LAYER_FINE. */
static fr_status
find_tariff(const binding *b, tariff *t)
{
	const fr_layer_prices *keys = &b->model->price[FR_PRICE_SIDE];
	int sums = sums_of(t->layers);
	uint64_t cost[SUMS] = {0};

	t->cost = fr_arena_alloc(b->arena, (size_t) sums * sizeof *t->cost);
	for (int i = 0, place = 1; i < t->layers; i++, place *= 3)
	{
		uint64_t units = units_of(b, keys->at[i].cost, one);

		if (units > b->grid->costs.limit / (2 * DIGITS))
			return fail_price(b, FR_LAYER_FINE, FR_PRICE_SIDE, i);
		for (int sum = 0; sum < sums; sum++)
			cost[sum] += (uint64_t) (sum / place % 3) * units;
	}
	for (uint64_t least = 0; least < UINT64_MAX; t->levels++)
	{
		uint64_t next = UINT64_MAX;

		t->cost[t->levels] = least;
		for (int sum = 0; sum < sums; sum++)
			if (cost[sum] == least)
				t->level[sum] = (uint8_t) t->levels;
			else if (cost[sum] > least && cost[sum] < next)
				next = cost[sum];
		least = next;
	}
	for (int sum = sums - 1; sum >= 0; sum--)
	{
		bool twice = false;

		for (int rest = sum; rest > 0; rest /= 3)
			twice |= rest % 3 == 2;
		if (!twice)
			t->sum[t->level[sum]] = (uint8_t) sum;
	}
	return FR_OK;
}

/* The levels of the sides in a straight direction, by cell that is left. */
static uint8_t *
straight_levels(const binding *b, const tariff *t, int d)
{
	const fr_grid *grid = b->grid;
	fr_size size = fr_model_size(b->model);
	uint32_t *row = fr_arena_alloc_numbers(b->scratch, grid->width);
	uint8_t *levels = fr_arena_alloc(b->arena, grid->cells);
	int bit = 0;

	while (fr_side_direction[bit] != d)
		bit++;
	fr_fill(levels, 0, grid->cells, b->poll);
	for (uint32_t i = 0, place = 1; i < (uint32_t) t->layers; i++, place *= 3)
		for (uint32_t y = 0; y < grid->height; y++)
		{
			size_t first = (size_t) y * grid->width;

			fr_poll_now(b->poll);
			fr_layer_unpack(&t->layer[i], first, grid->width, row);
			for (uint32_t x = 0; x < grid->width; x++)
				levels[first + x] += (uint8_t) ((row[x] >> bit & 1) * place);
		}
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(b->poll, n);
		levels[n] = t->level[levels[n]];
	}
	if (size.width > 1 || size.height > 1)
		fr_size_greatest_bytes(grid, levels, size, b->poll);
	fr_arena_free_numbers(b->scratch, row, grid->width);
	return levels;
}

/* The level of a way around: a straight step out of cell `at`, then another one. */
static uint8_t
level_of_way(const binding *b, const tariff *t, const fr_edge_prices *edges, fr_cell at,
			 int first, int second)
{
	uint32_t n = fr_grid_index(b->grid, at);
	fr_cell side =
		fr_grid_around(b->grid, (fr_cell){at.x + fr_dx[first], at.y + fr_dy[first]});

	if (!fr_grid_has(b->grid, side))
		return 0;
	return t->level[t->sum[edges->side[first][n]] +
					t->sum[edges->side[second][fr_grid_index(b->grid, side)]]];
}

static uint8_t *
diagonal_levels(const binding *b, const tariff *t, const fr_edge_prices *edges, int d)
{
	uint8_t *levels = fr_arena_alloc(b->arena, b->grid->cells);
	int left = (d + FR_DIRECTIONS - 1) % FR_DIRECTIONS;
	int right = (d + 1) % FR_DIRECTIONS;

	for (uint32_t n = 0; n < b->grid->cells; n++)
	{
		fr_cell at = fr_grid_cell(b->grid, n);
		uint8_t one_way = level_of_way(b, t, edges, at, left, right);
		uint8_t other_way = level_of_way(b, t, edges, at, right, left);

		fr_poll_at(b->poll, n);
		levels[n] = one_way < other_way ? one_way : other_way;
	}
	return levels;
}

/* Sets what crossing sides costs, and the most that this is. FR_LAYER_NO_SIDES, FR_LAYER_FINE. */
static fr_status
add_sides(const binding *b, fr_edge_prices *edges, uint64_t *most)
{
	uint8_t directions = fr_model_directions(b->model);
	unsigned straight = b->model->hex ? directions : directions & ~FR_DIAGONALS;
	tariff t = {.levels = 0};

	*most = 0;
	if (b->model->price[FR_PRICE_SIDE].count == 0)
		return FR_OK;
	if (find_sides(b, &t) || find_tariff(b, &t))
		return b->error->status;
	edges->crossing = t.cost;
	edges->levels = t.levels;
	*most = t.cost[t.levels - 1];
	for (unsigned left = straight; left; left &= left - 1)
	{
		int d = __builtin_ctz(left);

		edges->side[d] = straight_levels(b, &t, d);
	}
	for (unsigned left = directions & ~straight; left; left &= left - 1)
	{
		int d = __builtin_ctz(left);

		edges->side[d] = diagonal_levels(b, &t, edges, d);
	}
	return FR_OK;
}

/* ---- binding ------------------------------------------------------------------------ */

/* The least weight of a step, as costs.step counts it. */
static uint64_t
least_weight(const fr_grid *grid)
{
	uint64_t least = FR_BLOCKED;

	if (grid->terrain == NULL)
		return 1;
	for (int i = 0; i < FR_CODES; i++)
		if (grid->costs.weight[i] < least)
			least = grid->costs.weight[i];
	return least == FR_BLOCKED					   ? 1
		   : grid->costs.weigh == FR_WEIGH_AVERAGE ? 2 * least
												   : least;
}

/* Replaces the costs of steps. FR_LAYER_FINE. */
static fr_status
replace_steps(const binding *b, fr_edge_prices *edges, uint64_t crossing, fr_costs *costs)
{
	int roads = edges->road ? b->model->price[FR_PRICE_ROAD].count : 0;
	uint64_t weight = least_weight(b->grid);
	uint64_t most = costs->step_max;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		edges->least[d] = costs->step[d] * weight;
		if (!(fr_model_directions(b->model) >> d & 1))
			continue;
		for (int i = 0; i < roads; i++)
		{
			uint64_t along = edges->along[d][i];

			most = along > most ? along : most;
			edges->least[d] = along < edges->least[d] ? along : edges->least[d];
		}
	}
	costs->detours = true; /* by a road, or around a marked side */
	if (fr_costs_replace_steps(costs, edges->least, most + crossing, b->grid->octile,
							   (uint64_t) b->grid->width + b->grid->height))
		return FR_OK;
	return crossing > 0 ? fail_price(b, FR_LAYER_FINE, FR_PRICE_SIDE, 0)
						: fail_price(b, FR_LAYER_FINE, FR_PRICE_ROAD, 0);
}

fr_grid *
fr_edges_bind(const fr_grid *grid, const fr_map *map, const fr_model *model,
			  const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll,
			  fr_error *error)
{
	binding b = {grid, map, model, 1, arena, scratch, poll, error};
	fr_edge_prices *edges = fr_arena_alloc(arena, sizeof *edges);
	fr_prices *prices = fr_arena_alloc(arena, sizeof *prices);
	fr_grid *bound = fr_arena_alloc(arena, sizeof *bound);
	fr_tables *tables;
	uint64_t crossing;

	memset(edges, 0, sizeof *edges);
	memset(prices, 0, sizeof *prices);
	if (resolve_unit(&b) || add_roads(&b, edges) || add_sides(&b, edges, &crossing))
		return NULL;
	*bound = *b.grid;
	fr_edges_even_ground(bound, edges, arena, scratch, poll);
	if (replace_steps(&b, edges, crossing, &bound->costs))
		return NULL;
	edges->plain = b.grid;
	prices->edges = edges;
	bound->prices = prices;
	bound->terrain = NULL;
	bound->costs.layered = true;
	bound->costs.rules |= fr_model_rules(model) & FR_EDGE_RULES;
	tables = fr_arena_alloc(arena, sizeof *tables);
	fr_tables_fill(model, &bound->costs, tables);
	bound->tables = tables;
	bound->cheap.levels = 0;
	bound->shape = (fr_obstacle_shape){0};
	bound->jumps = bound->cold = NULL;
	bound->levels = NULL;
	return bound;
}

const fr_edge_prices *
fr_edges_in_parts(const fr_edge_prices *edges, uint32_t parts, const fr_arena *arena,
				  const fr_poll *poll)
{
	fr_edge_prices *finer = fr_arena_alloc(arena, sizeof *finer);
	uint64_t *crossing;

	*finer = *edges;
	finer->plain = fr_grid_refined(edges->plain, parts, arena, poll);
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		finer->least[d] *= parts;
		for (int i = 0; i < FR_MAX_LAYERS; i++)
			finer->along[d][i] *= parts;
	}
	if (edges->crossing == NULL)
		return finer;
	crossing = fr_arena_alloc(arena, (size_t) edges->levels * sizeof *crossing);
	for (int i = 0; i < edges->levels; i++)
		crossing[i] = edges->crossing[i] * parts;
	finer->crossing = crossing;
	return finer;
}
