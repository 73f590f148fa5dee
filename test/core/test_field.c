/*
 * test_field.c - packed fields: costs and steps against the oracle, and hostile bytes
 *
 *     test_field [CASES [SEED]]
 */
#include "advance.h"
#include "checks.h"

#define MAX_SIDE 14
#define MAX_CELLS (SNAKE_SIDE * SNAKE_SIDE)
#define MAX_GOALS 4
#define MUTANTS 40

enum
{
	OPENED,
	COSTS,
	STEPS,
	ROUTES,
	REFUSED,
	ACCEPTED,
	SHORT,
	RANGE,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "a packed field opens, with the model and sizes of its grid"},
	{.name = "costs to the nearest goal are the oracle's"},
	{.name = "each step costs what the costs of its two cells differ by"},
	{.name = "routes are legal, end at a goal and have the oracle's cost"},
	{.name = "changed bytes are refused"},
	{.name = "or make another field, whose costs decrease from step to step"},
	{.name = "bytes that are too few or too many are refused"},
	{.name = "there is no field exactly where costs are out of range"},
};

static fr_method method;
static malloc_arena finer = {.core = {.allocate = malloc_arena_take,
									  .context = &finer,
									  .release = malloc_arena_release}};

/* A field of some goals, and the oracle's costs to the nearest one. */
typedef struct question
{
	const world *w;
	fr_workspace *workspace;
	advances advances;
	uint32_t goals[MAX_GOALS];
	size_t count;
	uint64_t truth[MAX_CELLS]; /* FR_UNREACHED: no path */
	uint64_t costs[MAX_CELLS]; /* of the field */
	uint8_t *packed;
	size_t size;
	fr_field field;
} question;

/* Costs are asymmetric, so each cell is a start of its own. */
static void
ask_oracle(question *q)
{
	static uint64_t costs[MAX_CELLS];

	for (uint32_t n = 0; n < q->w->grid->cells; n++)
	{
		q->truth[n] = FR_UNREACHED;
		world_costs(q->w, n, costs);
		for (size_t i = 0; i < q->count; i++)
		{
			uint64_t cost = advanced(&q->advances, costs[q->goals[i]], i);

			if (cost < q->truth[n])
				q->truth[n] = cost;
		}
	}
}

static bool
in_range(const question *q)
{
	for (uint32_t n = 0; n < q->w->grid->cells; n++)
		if (q->truth[n] != FR_UNREACHED && q->truth[n] > q->advances.grid->costs.limit)
			return false;
	return true;
}

/* In a block of exact size; false if a cost is out of range. */
static bool
pack(question *q)
{
	const fr_grid *grid = q->advances.grid;
	fr_method resolved = fr_method_resolve(&method, grid);
	fr_query query = {.grid = grid,
					  .method = &resolved,
					  .advance = q->advances.any ? q->advances.cost : NULL};
	fr_poll poll = no_poll();
	char text[FR_MODEL_TEXT_MAX];
	size_t length = fr_model_write(&q->w->model, text);

	q->packed = NULL;
	if (fr_reach_from(&query, (fr_cells){q->goals, q->count}, grid->costs.limit, true,
					  fr_sweep_workspace_on(query.grid, q->workspace), &poll))
		return false;
	q->size = fr_field_size(grid, length, q->workspace, &poll);
	q->packed = new_block(q->size);
	fr_field_pack(grid, text, length, q->workspace, q->packed, &poll);
	return true;
}

static bool
open_and_check(const uint8_t *packed, size_t size, fr_field *field, uint64_t *costs)
{
	fr_poll poll = no_poll();
	fr_error error;

	return fr_field_open(packed, size, field, &poll, &error) == FR_OK &&
		   field->terrain.width * field->terrain.height <= MAX_CELLS &&
		   fr_field_costs(field, costs, &poll, &error) == FR_OK;
}

/* ---- what a field says ----------------------------------------------------- */

/* Is the cell a goal that costs as much beforehand? */
static bool
is_goal_of(const question *q, uint32_t cell, uint64_t cost)
{
	for (size_t i = 0; i < q->count; i++)
		if (q->goals[i] == cell && advanced(&q->advances, 0, i) == cost)
			return true;
	return false;
}

static bool
steps_hold(const question *q)
{
	const fr_grid *grid = q->advances.grid;

	for (uint32_t n = 0; n < grid->cells; n++)
	{
		int d = fr_field_step(&q->field, n);

		if ((d == FR_NO_STEP) != (q->costs[n] == FR_UNREACHED) ||
			(d == FR_AT_GOAL) != is_goal_of(q, n, q->costs[n]))
			return false;
		if (d < FR_DIRECTIONS &&
			q->costs[n] !=
				fr_step_cost(grid, n, d) + q->costs[n + (uint32_t) grid->offset[d]])
			return false;
	}
	return true;
}

static bool
route_holds(const question *q, uint32_t start)
{
	static uint8_t moves[MAX_CELLS];
	fr_poll poll = no_poll();
	fr_cell at = fr_grid_cell(q->w->grid, start);
	oracle_cost sum;
	fr_route route;

	malloc_arena_clear(&taken);
	route = fr_field_route(&q->field, at, &taken.core, &poll);
	list_moves(&route, moves);
	for (int64_t i = 0; i < route.moves; i++)
	{
		at.x += fr_dx[moves[i]];
		at.y += fr_dy[moves[i]];
	}
	return is_goal_of(q, fr_grid_index(q->w->grid, at),
					  q->costs[fr_grid_index(q->w->grid, at)]) &&
		   world_path(q->w, start, fr_grid_index(q->w->grid, at), moves, route.moves + 1,
					  &sum) &&
		   world_units(q->w, sum) * q->advances.parts +
				   q->costs[fr_grid_index(q->w->grid, at)] ==
			   q->truth[start];
}

static void
check_field(question *q, chance *c)
{
	const fr_grid *grid = q->w->grid;
	uint32_t start = chance_below(c, grid->cells);
	bool opened = open_and_check(q->packed, q->size, &q->field, q->costs);

	if (!expect(OPENED,
				opened && q->field.terrain.width == grid->width &&
					q->field.terrain.height == grid->height,
				q->w, NULL))
		return;
	/* a field whose goals cost nothing and that has no prices has the unit of the map */
	for (uint32_t n = 0; n < grid->cells; n++)
		if (q->costs[n] != FR_UNREACHED)
			q->costs[n] *= q->advances.grid->costs.parts / q->field.parts;
	expect(COSTS, memcmp(q->costs, q->truth, grid->cells * sizeof *q->costs) == 0, q->w,
		   NULL);
	expect(STEPS, steps_hold(q), q->w, NULL);
	if (q->truth[start] != FR_UNREACHED)
		expect(ROUTES, route_holds(q, start), q->w, NULL);
}

/* ---- hostile bytes ------------------------------------------------------------ */

/* Do costs decrease along each step, down to a goal? A step may cost 0 where a weight is 0. */
static bool
descends(const fr_field *field, const uint64_t *costs)
{
	int32_t width = (int32_t) field->terrain.width;
	int32_t cells = width * (int32_t) field->terrain.height;

	for (int32_t n = 0; n < cells; n++)
	{
		int d = fr_field_step(field, (uint32_t) n);
		int32_t x = n % width;
		int32_t next = n;

		if (d >= FR_DIRECTIONS)
			continue;
		next += fr_dy[d] * width + fr_dx[d];
		if (x + fr_dx[d] < 0 || x + fr_dx[d] >= width || next < 0 || next >= cells ||
			costs[next] > costs[n] || costs[n] > field->costs.limit ||
			(costs[next] == costs[n] && !field->costs.free))
			return false;
	}
	return true;
}

/* Changes some bits or bytes, mostly among the cells. */
static void
change_bytes(uint8_t *bytes, size_t size, chance *c)
{
	for (uint32_t n = 1 + chance_below(c, 3); n > 0; n--)
	{
		uint32_t at = chance_below(c, (uint32_t) size);

		if (chance_below(c, 2))
			bytes[at] ^= (uint8_t) (1u << chance_below(c, 8));
		else
			bytes[at] = (uint8_t) chance_below(c, 256);
	}
}

static void
check_mutants(const question *q, chance *c)
{
	static uint64_t costs[MAX_CELLS];
	fr_field field;

	for (int i = 0; i < MUTANTS; i++)
	{
		uint8_t *bytes = exact_copy(q->packed, q->size);

		change_bytes(bytes, q->size, c);
		if (open_and_check(bytes, q->size, &field, costs))
			expect(ACCEPTED, descends(&field, costs), q->w, NULL);
		else
			expect(REFUSED, true, q->w, NULL);
		free(bytes);
	}
}

static void
check_sizes(const question *q, chance *c)
{
	size_t size = chance_below(c, (uint32_t) q->size);
	uint8_t *few = exact_copy(q->packed, size);
	uint8_t *many = new_block(q->size + 1);
	fr_poll poll = no_poll();
	fr_field field;
	fr_error error;

	memcpy(many, q->packed, q->size);
	many[q->size] = 0;
	expect(SHORT,
		   fr_field_open(few, size, &field, &poll, &error) != FR_OK &&
			   fr_field_open(many, q->size + 1, &field, &poll, &error) != FR_OK,
		   q->w, NULL);
	free(few);
	free(many);
}

/* ------------------------------------------------------------------------------- */

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static question q;
	fr_poll poll = no_poll();
	bool packed;

	q.w = w;
	q.workspace = workspace;
	q.count = chance_below(c, MAX_GOALS + 1);
	for (size_t i = 0; i < q.count; i++)
		q.goals[i] = chance_below(c, w->grid->cells);
	malloc_arena_clear(&finer);
	q.advances = draw_advances(w->grid, c, &finer.core, &poll);
	ask_oracle(&q);
	packed = pack(&q);
	expect(RANGE, packed == in_range(&q), w, NULL);
	if (packed)
	{
		check_field(&q, c);
		check_mutants(&q, c);
		check_sizes(&q, c);
	}
	free(q.packed);
}

int
main(int argc, char **argv)
{
	world_layered = 40;
	world_multiplied = true;
	method = method_of("auto");
	world_blocked = world_sided = 25;
	return check_worlds(argc, argv, 4000, MAX_SIDE, check_world, CHECKS);
}
