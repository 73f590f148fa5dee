/*
 * step_factors.c - costs of steps by friction, grades and degrees: see step_factors.h
 */
#include "core/grid/step_factors.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/grid.h"
#include "core/grid/grid_links.h"

typedef struct source
{
	const fr_grid *grid;
	const fr_map *map;
	const fr_model *model;
	const uint64_t *weight; /* by position of the code, as in fr_costs */
	bool rubs;				/* the model has friction, by */
	fr_layer layer;
	fr_layer_scale scale;
	uint8_t *codes; /* of a row: positions in costs.weight */
	uint32_t *row;	/* of a row: stored numbers */
	const fr_poll *poll;
} source;

/* ---- weights times friction ------------------------------------------------------ */

static void
read_row(const source *s, uint32_t y)
{
	size_t first = (size_t) y * s->grid->width;

	fr_poll_now(s->poll);
	fr_map_unpack_positions(s->map, first, s->grid->width, s->codes);
	if (s->rubs)
		fr_layer_unpack(&s->layer, first, s->grid->width, s->row);
}

static int64_t
friction_at(const source *s, uint32_t x)
{
	return s->rubs ? s->scale.first + s->scale.step * s->row[x] : 1;
}

/* The weight of a cell of the row, or FR_BLOCKED. */
static uint64_t
weight_at(const source *s, uint32_t x)
{
	return s->weight[s->codes[x]];
}

static fr_status
fail_negative(const source *s, uint32_t x, uint32_t y, fr_error *error)
{
	return fr_fail(error, FR_FRICTION_NEGATIVE, .at = s->layer.name,
				   .length = (size_t) s->layer.name_length, .column = x, .row = y);
}

/* The range of passable cells. A product of more than 64 bits counts as 64 bits. */
static fr_status
measure(const source *s, fr_friction *friction, fr_error *error)
{
	*friction = (fr_friction){UINT64_MAX, 0, s->rubs ? s->scale.decimals : 0};
	for (uint32_t y = 0; y < s->grid->height; y++)
	{
		read_row(s, y);
		for (uint32_t x = 0; x < s->grid->width; x++)
		{
			uint64_t number;

			if (weight_at(s, x) == FR_BLOCKED)
				continue;
			if (friction_at(s, x) < 0)
				return fail_negative(s, x, y, error);
			if (__builtin_mul_overflow(weight_at(s, x), (uint64_t) friction_at(s, x),
									   &number))
				number = UINT64_MAX - 1;
			friction->least = number < friction->least ? number : friction->least;
			friction->greatest =
				number > friction->greatest ? number : friction->greatest;
		}
	}
	return FR_OK;
}

static uint32_t *
fill(const source *s, const fr_factor_plan *plan, const fr_arena *arena)
{
	uint32_t *cell = fr_arena_alloc(arena, (size_t) s->grid->cells * sizeof *cell);
	fr_size size = fr_model_size(s->model);

	for (uint32_t y = 0; y < s->grid->height; y++)
	{
		uint32_t *to = cell + (size_t) y * s->grid->width;

		read_row(s, y);
		for (uint32_t x = 0; x < s->grid->width; x++)
		{
			uint64_t weight = weight_at(s, x);

			to[x] = weight == FR_BLOCKED ? 0
					: plan->scale == 1
						? (uint32_t) (weight * (uint64_t) friction_at(s, x))
						: (uint32_t) ((double) weight * (double) friction_at(s, x) *
										  plan->scale +
									  0.5);
		}
	}
	if (size.width > 1 || size.height > 1)
		fr_size_greatest(s->grid, cell, size, s->poll);
	return cell;
}

/* ---- grades under degrees ----------------------------------------------------------- */

/* One function for all callers, as compilers may round in different places of loops. */
__attribute__((noinline)) uint64_t
fr_factors_steep(const fr_factors *f, int d, int64_t up, uint32_t row)
{
	const fr_steep *s = f->steep;
	double metres = s->metres[d][row];
	double grade = metres > 0 ? (double) up * s->gain / metres : 0;

	return (uint64_t) (s->units[d] * metres *
						   fr_slope_factor(s->slope, s->points, grade) +
					   0.5);
}

/* The metres of a direction by row. */
static const double *
tabulate_metres(const fr_model *model, int d, uint32_t rows, const fr_arena *arena,
				const fr_poll *poll)
{
	double *table = fr_arena_alloc(arena, rows * sizeof *table);

	for (uint32_t row = 0; row < rows; row++)
	{
		fr_poll_now(poll);
		table[row] = fr_latitude_metres(model, row, d);
	}
	return table;
}

static const fr_steep *
make_steep(const fr_model *model, const fr_layer *height, const fr_factor_plan *plan,
		   uint32_t rows, const fr_arena *arena, const fr_poll *poll)
{
	fr_steep *steep = fr_arena_alloc(arena, sizeof *steep);
	size_t bytes = (size_t) model->slope_points * sizeof *model->slope;
	fr_slope_point *slope = fr_arena_alloc(arena, bytes);

	memcpy(slope, model->slope, bytes);
	steep->slope = slope;
	steep->points = model->slope_points;
	steep->gain = fr_slope_gain(height);
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		int first = fr_first_alike(d);

		steep->units[d] = plan->units[d];
		steep->metres[d] = first < d ? steep->metres[first]
									 : tabulate_metres(model, d, rows, arena, poll);
	}
	return steep;
}

/* ---- binding --------------------------------------------------------------------- */

/* The multipliers of a direction by row. */
static const uint64_t *
tabulate_rows(const fr_model *model, const fr_factor_plan *plan, int d, uint32_t rows,
			  const fr_arena *arena, const fr_poll *poll)
{
	uint64_t *table = fr_arena_alloc(arena, rows * sizeof *table);

	for (uint32_t row = 0; row < rows; row++)
	{
		fr_poll_now(poll);
		table[row] = fr_factor_multiplier(plan, d, fr_latitude_metres(model, row, d));
	}
	return table;
}

fr_factors *
fr_factors_begin(fr_grid *bound, const fr_map *map, const fr_model *model,
				 fr_factor_plan *plan, const fr_arena *arena, const fr_arena *scratch,
				 const fr_poll *poll, fr_error *error)
{
	fr_factors *factors = fr_arena_alloc(arena, sizeof *factors);
	const fr_costs old = bound->costs;
	source s = {.grid = bound,
				.map = map,
				.model = model,
				.weight = old.weight,
				.rubs = model->friction.length > 0,
				.scale = {0, 1, 0, FR_LAYER_MOST},
				.codes = fr_arena_alloc(scratch, bound->width),
				.row = fr_arena_alloc_numbers(scratch, bound->width),
				.poll = poll};
	fr_friction friction;
	fr_layer height = {0};
	bool graded = model->slope_points > 0;

	memset(factors, 0, sizeof *factors);
	if (s.rubs)
	{
		(void) fr_map_find_layer(map, model->friction.text, model->friction.length,
								 &s.layer);
		(void) fr_layer_scale_of(&s.layer, &s.scale);
	}
	if (graded)
		(void) fr_map_find_layer(map, model->height.text, model->height.length, &height);
	if (measure(&s, &friction, error) ||
		fr_factors_resolve(model, map, &friction, graded ? &height : NULL, &bound->costs,
						   plan, poll, error))
		return NULL;
	factors->weigh = fr_model_value(model, FR_WEIGH);
	factors->shift = plan->shift;
	factors->half = (UINT64_C(1) << plan->shift) >> 1;
	factors->times = 1;
	factors->cell = fill(&s, plan, arena);
	factors->reciprocal = bound->reciprocal;
	factors->graded = graded && plan->rounded;
	for (int d = 0; d < FR_DIRECTIONS && !factors->graded; d++)
		if (!model->degrees)
			factors->length[d] = fr_factor_multiplier(plan, d, 1);
		else if (fr_first_alike(d) < d)
			factors->row[d] = factors->row[fr_first_alike(d)];
		else
			factors->row[d] = tabulate_rows(model, plan, d, map->height, arena, poll);
	if (model->degrees && graded)
		factors->steep = make_steep(model, &height, plan, map->height, arena, poll);
	if (bound->links)
		bound->links = fr_links_repriced(bound, &old, plan->rounded, arena, poll);
	bound->terrain = NULL;
	return factors;
}

/* The multipliers of a direction by gain, from -steepest to steepest. */
static const uint64_t *
tabulate(const fr_model *model, const fr_factor_plan *plan, int d, uint32_t steepest,
		 const fr_arena *arena, const fr_poll *poll)
{
	uint64_t *table = fr_arena_alloc(arena, (2 * (size_t) steepest + 1) * sizeof *table);

	for (int64_t gain = -(int64_t) steepest; gain <= (int64_t) steepest; gain++)
	{
		fr_poll_at(poll, (uint64_t) (gain + steepest));
		table[gain + steepest] =
			fr_factor_multiplier(plan, d,
								 fr_slope_factor(model->slope, model->slope_points,
												 (double) gain * plan->grade[d]));
	}
	return table + steepest;
}

#define MOST_GAINS 4000000 /* 32 megabytes per direction of unequal length */

fr_status
fr_factors_finish(fr_factors *factors, fr_grid *bound, fr_prices *prices,
				  const fr_model *model, const fr_factor_plan *plan, uint32_t parts,
				  uint32_t steepest, const fr_arena *arena, const fr_poll *poll,
				  fr_error *error)
{
	bool tabulated;

	tabulated = factors->graded && !model->degrees;
	if (tabulated && steepest > MOST_GAINS / 2)
		return fr_fail(error, FR_LAYER_FINE, .what = "slope", .at = model->height.text,
					   .length = model->height.length);
	for (int d = 0; d < FR_DIRECTIONS && tabulated; d++)
	{
		for (int e = 0; e < d; e++) /* cells may be square */
			if (plan->units[e] == plan->units[d] && plan->grade[e] == plan->grade[d])
				factors->gain[d] = factors->gain[e];
		if (factors->gain[d] == NULL)
			factors->gain[d] = tabulate(model, plan, d, steepest, arena, poll);
	}
	memcpy(factors->least, bound->costs.step, sizeof factors->least);
	factors->times = parts;
	factors->enter = prices->enter;
	factors->each = prices->each;
	memcpy(factors->per_height, prices->per_height, sizeof factors->per_height);
	if (factors->graded || prices->per_height[0] != 0 || prices->per_height[1] != 0)
	{
		factors->height = prices->height;
		factors->tall = prices->tall;
	}
	*prices = (fr_prices){.factors = factors};
	return FR_OK;
}

const fr_factors *
fr_factors_in_parts(const fr_factors *factors, uint32_t parts, const fr_arena *arena)
{
	fr_factors *finer = fr_arena_alloc(arena, sizeof *finer);

	*finer = *factors;
	finer->times *= parts;
	finer->each *= parts;
	for (int d = 0; d < FR_DIRECTIONS; d++)
		finer->least[d] *= parts;
	finer->per_height[0] *= parts;
	finer->per_height[1] *= parts;
	return finer;
}
