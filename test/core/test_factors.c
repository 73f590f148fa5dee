/*
 * test_factors.c - costs by friction and grades against sums of real numbers
 *
 * The truth is the algorithm of Bellman and Ford in numbers of 113 bits, by the formula of factors.h.
 * A cost may differ from it by half a unit and a little for each step of a path. All searches return the same
 * bits. test_search compares costs that are whole numbers with oracle.c.
 */
#include <math.h>

#include "checks.h"
#include "core/grid/grid_layers.h"
#include "core/model/factors.h"
#include "layered.h"
#include "methods.h"
#include "quad.h"
#include "support.h"

#define SIDE 24
#define CELLS (SIDE * SIDE)
#define POINTS 6

enum
{
	CLOSE,
	EQUAL,
	ROUTES,
	REACHED,
	BOUND,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "costs differ from sums of real numbers by the rounding of steps at most"},
	{.name = "all searches return the same bits"},
	{.name = "routes have the costs of searches"},
	{.name = "cells are reached where the truth reaches them"},
	{.name = "grids are bound"},
};

/* A random model, in numbers. */
typedef struct factors
{
	bool octile;
	bool hex;
	int weigh;
	int points;
	double grade[POINTS];
	double factor[POINTS];
	double cell;
	double sides[2]; /* dx and dy */
	bool degrees;
	double top; /* latitude of row 0 */
	char text[500];
} factors;

typedef struct raster
{
	uint32_t friction[CELLS]; /* in thousandths */
	uint32_t height[CELLS];	  /* in hundredths */
	uint8_t codes[CELLS];
	quad truth[CELLS];
} raster;

static const char *const weighs[] = {"enter", "average", "leave", "max"};

static void
draw_model(chance *c, factors *f)
{
	static const double cells[] = {1, 0.5, 30, 12.25};
	char *to = f->text;
	double grade = -2 - (double) chance_below(c, 300) / 100;

	f->hex = chance_below(c, 4) == 0;
	f->octile = f->hex || chance_below(c, 3);
	f->weigh = (int) chance_below(c, 4);
	f->points = chance_below(c, 4) ? 2 + (int) chance_below(c, POINTS - 1) : 0;
	f->cell = cells[chance_below(c, 4)];
	f->sides[0] = !f->hex && chance_below(c, 3) == 0 ? 3 : 1;
	f->sides[1] = f->sides[0] > 1 ? 4 : 1;
	to += sprintf(to, "%s(friction=rub, S=2.59, weigh=%s",
				  f->hex	  ? "hex"
				  : f->octile ? "octile"
							  : "tile",
				  weighs[f->weigh]);
	if (f->sides[0] > 1)
		to += sprintf(to, ", dx=3, dy=4");
	f->degrees = !f->hex && chance_below(c, 3) == 0;
	if (f->degrees)
	{
		f->cell = f->points > 0 ? 0.0002 : chance_below(c, 2) ? 0.5 : 0.01;
		f->top = (double) chance_below(c, 1300) / 10 - 40;
		to += sprintf(to, ", latitude=%g", f->top);
		if (f->points == 0)
			to += sprintf(to, ", cell=%g", f->cell);
	}
	if (f->points == 0)
	{
		sprintf(to, ")");
		return;
	}
	to += sprintf(to, ", cell=%g, slope=", f->cell);
	for (int i = 0; i < f->points; i++)
	{
		f->grade[i] = grade;
		f->factor[i] = (double) chance_below(c, 40000) / 10000;
		to += sprintf(to, "%s%.2f:%.4f", i ? "|" : "", grade, f->factor[i]);
		grade = round(grade * 100 + 50 + chance_below(c, 200)) / 100;
	}
	sprintf(to, ")");
}

static void
draw_raster(chance *c, raster *r)
{
	uint32_t most = chance_below(c, 2) ? 9000 : 100000000;

	for (int i = 0; i < CELLS; i++)
	{
		r->friction[i] = chance_below(c, most) + (chance_below(c, 30) ? 1 : 0);
		r->height[i] =
			(uint32_t) ((i % SIDE) * 40 + (i / SIDE) * 25) + chance_below(c, 90);
		r->codes[i] = (uint8_t) (chance_below(c, 6)	  ? '.'
								 : chance_below(c, 2) ? 'S'
													  : '@');
	}
}

/* ---- the truth ----------------------------------------------------------------- */

static bool
factor_of(const factors *f, quad grade, quad *factor)
{
	*factor = 1;
	if (f->points == 0)
		return true;
	/* grades at the ends are those of the text */
	if (grade < (quad) f->grade[0] - 1e-12 ||
		grade > (quad) f->grade[f->points - 1] + 1e-12)
		return false;
	for (int i = 1; i < f->points; i++)
		if (i == f->points - 1 || grade <= (quad) f->grade[i])
		{
			quad along = (grade - (quad) f->grade[i - 1]) /
						 ((quad) f->grade[i] - (quad) f->grade[i - 1]);

			*factor = (quad) f->factor[i - 1] * (1 - along) + (quad) f->factor[i] * along;
			return true;
		}
	return false;
}

/* Metres between two centres by the spherical law of haversines. */
static quad
metres(const factors *f, int from, int to)
{
	const long double degree = acosl(-1) / 180;
	long double a = ((long double) f->top - from / SIDE * f->cell * f->sides[1]) * degree;
	long double b = ((long double) f->top - to / SIDE * f->cell * f->sides[1]) * degree;
	long double east = (to % SIDE - from % SIDE) * f->cell * f->sides[0] * degree;
	long double h =
		powl(sinl((a - b) / 2), 2) + cosl(a) * cosl(b) * powl(sinl(east / 2), 2);

	return 2 * 6371008.8L * asinl(sqrtl(h));
}

/* S weighs 2.59. Products have five digits after the point, and more than 32 bits do not hold some. */
static quad
weight_of(const raster *r, int cell)
{
	return (quad) r->friction[cell] * (r->codes[cell] == 'S' ? 259 : 100) / 100000;
}

static bool
step_of(const factors *f, const raster *r, int from, int dx, int dy, quad *cost)
{
	const quad root2 = (quad) 14142135623730950488ULL / (quad) 10000000000000000000ULL;
	int x = from % SIDE + dx;
	int y = from / SIDE + dy;
	int to = y * SIDE + x;
	bool diagonal = dx != 0 && dy != 0 && !f->hex;
	quad east = (quad) f->sides[0];
	quad north = (quad) f->sides[1];
	quad length = diagonal ? (f->sides[0] > 1 ? 5 : root2) : dx && !f->hex ? east : north;
	quad u = weight_of(r, from);
	quad v;
	quad factor;

	if (x < 0 || y < 0 || x >= SIDE || y >= SIDE || r->codes[to] == '@')
		return false;
	if (f->hex && dx == dy)
		return false;
	if (diagonal &&
		(!f->octile || r->codes[from + dx] == '@' || r->codes[from + dy * SIDE] == '@'))
		return false;
	if (f->degrees)
		length = metres(f, from, to);
	v = weight_of(r, to);
	if (!factor_of(f,
				   ((quad) r->height[to] - (quad) r->height[from]) / 100 /
					   (f->degrees ? length : length * (quad) f->cell),
				   &factor))
		return false;
	*cost = length * factor *
			(f->weigh == FR_WEIGH_ENTER		? v
			 : f->weigh == FR_WEIGH_LEAVE	? u
			 : f->weigh == FR_WEIGH_AVERAGE ? (u + v) / 2
			 : u > v						? u
											: v);
	return true;
}

/* By Bellman and Ford; -1: no path. */
static void
find_truth(const factors *f, raster *r, int start)
{
	bool changed = true;

	for (int i = 0; i < CELLS; i++)
		r->truth[i] = -1;
	r->truth[start] = 0;
	while (changed)
	{
		changed = false;
		for (int i = 0; i < CELLS; i++)
			for (int k = 0; k < 9 && r->truth[i] >= 0; k++)
			{
				int dx = k % 3 - 1;
				int dy = k / 3 - 1;
				int to = i + dy * SIDE + dx;
				quad cost;

				if (k != 4 && step_of(f, r, i, dx, dy, &cost) &&
					(r->truth[to] < 0 || r->truth[to] > r->truth[i] + cost))
				{
					r->truth[to] = r->truth[i] + cost;
					changed = true;
				}
			}
	}
}

/* ---- the library ----------------------------------------------------------------- */

/* The world of a raster under a model, with a bound grid. */
static bool
build(world *w, const factors *f, const raster *r, uint64_t seed)
{
	const layer_of_test layers[] = {
		{"height", {1, 2}, {0, 0}, false, r->height},
		{"rub", {1, 3}, {0, 0}, false, r->friction},
	};
	fr_poll poll = no_poll();
	fr_error error;
	uint8_t *packed;
	uint8_t *base;
	size_t size;
	fr_map map;

	*w = (world){.seed = seed, .width = SIDE, .height = SIDE};
	strcpy(w->text, f->text);
	w->codes = new_block(CELLS);
	memcpy(w->codes, r->codes, CELLS);
	map = make_map(r->codes, SIDE, SIDE, &base);
	packed = packed_layers(&map, layers, 2, &size);
	free(base);
	w->packed = packed;
	if (fr_map_open_layered(packed, size, &w->map, &error) ||
		fr_model_parse(w->text, strlen(w->text), &w->model, &error) ||
		fr_costs_resolve(&w->model, &w->map, &w->costs, &error))
		abort();
	w->grid = malloc_grid(&w->map, &w->model, &w->costs, &poll);
	world_bind(w, &error);
	return w->grid != NULL;
}

static void
check_pair(const world *w, const raster *r, fr_workspace *workspace, uint32_t start,
		   uint32_t goal)
{
	fr_poll poll = no_poll();
	double unit = w->costs.numerator / w->costs.denominator;
	uint64_t first = UINT64_MAX;

	for (size_t m = 0; m < METHODS; m++)
	{
		fr_method method = fr_method_resolve(&parsed[m], w->grid);
		fr_query query = {.grid = w->grid,
						  .landmarks = landmarks[m],
						  .method = &method,
						  .start = start,
						  .goal = goal};
		fr_result result;
		fr_status status = search_with(query, workspace, &poll, &result);
		quad difference;

		if (!expect(REACHED, status == FR_OK && result.found == (r->truth[goal] >= 0), w,
					methods[m]) ||
			!result.found)
			continue;
		if (first == UINT64_MAX)
			first = result.cost;
		expect(EQUAL, result.cost == first, w, methods[m]);
		expect(ROUTES, cost_of_steps(w->grid, start, &result.route) == result.cost, w,
			   methods[m]);
		difference = (quad) fr_cost_value(&w->costs, result.cost) - r->truth[goal];
		/* cells have 32 bits of their products, beside the half unit */
		expect(CLOSE,
			   (difference < 0 ? -difference : difference) <=
				   (quad) (unit * (0.6 + (double) w->costs.step_max / 0x1p32)) *
						   (quad) result.length +
					   r->truth[goal] * 1e-12,
			   w, methods[m]);
	}
}

static void
run_case(uint64_t seed, fr_workspace *workspace)
{
	static raster r;
	chance c = {seed};
	factors f = {0};
	world w;

	draw_model(&c, &f);
	draw_raster(&c, &r);
	world_rounds = true;
	if (build(&w, &f, &r, seed))
	{
		place_landmarks(w.grid);
		expect(BOUND, true, &w, NULL);
		for (int i = 0; i < 3; i++)
		{
			uint32_t start = chance_below(&c, CELLS);

			if (r.codes[start] == '@')
				continue;
			find_truth(&f, &r, (int) start);
			for (int k = 0; k < 3; k++)
			{
				uint32_t goal = chance_below(&c, CELLS);

				if (r.codes[goal] != '@')
					check_pair(&w, &r, workspace, start, goal);
			}
		}
		free_landmarks();
	}
	world_free(&w);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : 30;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	fr_error error;
	fr_workspace *workspace;

	for (size_t m = 0; m < METHODS; m++)
		if (fr_method_parse(methods[m], strlen(methods[m]), &parsed[m], &error))
			abort();
	workspace = new_workspace(CELLS, &parsed[largest_method(CELLS)]);
	for (long i = 0; i < cases; i++)
		run_case(seed + (uint64_t) i, workspace);
	report_checks(CHECKS, cases);
	free(workspace);
	return tap_done();
}
