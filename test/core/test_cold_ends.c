/*
 * test_cold_ends.c - a cold question that is interrupted, or out of range; a map that is
 * completed between questions
 */
#include "cold.h"
#include "tap.h"

/* ---- being interrupted -------------------------------------------------------------- */

/* Asks until a poll has left at every point; returns how many there are. */
static int
leave_everywhere(const world *w, uint32_t start, uint32_t goal, bool *right)
{
	fr_method method = method_of("jump");
	fr_workspace *workspace = new_workspace(w->grid->cells, &method);
	fr_poll calm = no_poll();
	answer wanted = ask(w->grid, start, goal, workspace, &calm);
	volatile int points = 0;
	volatile bool whole = false;

	free(workspace);
	for (; !whole; points++)
	{
		leaver left = {.polls_left = points};
		fr_poll poll = {leave, &left};
		static first f;
		answer got;

		workspace = new_workspace(w->grid->cells, &method);
		begin_first(&f, w);
		if (setjmp(left.out) == 0)
		{
			ask(f.grid, start, goal, workspace, &poll);
			whole = true;
		}
		got = ask(f.grid, start, goal, workspace, &calm);
		*right &= same_answer(got, wanted);
		end_first(&f);
		free(workspace);
	}
	return points - 1;
}

/* Two halves of noise, between which there is no way, or a gap. */
static void
test_leaving(void)
{
	int points = 0;
	bool right = true;

	for (int gap = 0; gap < 2; gap++)
	{
		uint32_t side = MAX_SIDE;
		chance c = {7};
		world w;

		make_world(&w, &models[0], 1);
		free(w.codes);
		free_grid(w.grid);
		free(w.packed);
		w.width = w.height = (int) side;
		w.codes = new_block(side * side);
		scatter(w.codes, side * side, 30, &c);
		for (uint32_t y = 0; y < side; y++)
			w.codes[y * side + side / 2] = gap && y == side / 2 ? '.' : '@';
		for (uint32_t y = 0; y < side; y++)
			w.codes[y * side] = w.codes[y * side + side - 1] = '.';
		world_build(&w);
		points += leave_everywhere(&w, 0, side * side - 1, &right);
		world_free(&w);
	}
	ok(right && points > 10, "a poll leaves at each of %d points", points);
}

/* ---- costs out of range ---------------------------------------------------------------- */

/* A long way, or two: without components, what costs too much may have no path either. */
static void
test_range(bool cut)
{
	world w;
	first f;
	fr_method method = method_of("jump");
	fr_poll poll = no_poll();
	fr_workspace *workspace;
	int refused = 0;
	int apart = 0;
	bool same = true;

	world_snake(&w, 2);
	if (cut)
	{
		free_grid(w.grid);
		free(w.packed);
		memset(w.codes + 3 * w.width * (w.height / 4), '#', (size_t) w.width);
		world_build(&w);
	}
	workspace = new_workspace(w.grid->cells, &method);
	begin_first(&f, &w);
	for (uint32_t goal = 1; goal < w.grid->cells; goal += 7)
	{
		answer warm = ask(w.grid, 0, goal, workspace, &poll);
		answer cold = ask(f.grid, 0, goal, workspace, &poll);

		same &= same_answer(cold, warm);
		refused += cold.status == FR_COST_RANGE;
		apart += cold.status == FR_OK && !cold.found && !fr_grid_blocked(w.grid, goal);
	}
	ok(w.grid->costs.jumps == FR_OCTILE_JUMPS && same && refused > 0 &&
		   (apart > 0) == cut && !fr_costs_fit(&w.costs, w.grid->cells),
	   "%d costs outgrow exact arithmetic and %d have no path, as on planes", refused,
	   apart);
	end_first(&f);
	world_free(&w);
	free(workspace);
}

/* ---- growing up --------------------------------------------------------------------------- */

/* A grid that was completed after its cold questions is as one made in one step. */
static bool
completes_alike(const world *w, first *f, fr_workspace *workspace, chance *c)
{
	malloc_arena scratch = malloc_arena_make(&scratch);
	fr_poll poll = no_poll();
	bool same = true;

	for (int i = 0; i < PAIRS; i++)
	{
		uint32_t start = chance_below(c, w->grid->cells);
		uint32_t goal = chance_below(c, w->grid->cells);
		answer cold = ask(f->grid, start, goal, workspace, &poll);

		same &= same_answer(cold, ask(w->grid, start, goal, workspace, &poll));
		if (i != PAIRS / 2)
			continue;
		fr_grid_complete(f->grid, &w->map, &w->model, &f->arena.core, &scratch.core,
						 &poll);
		f->grid->jumps = fr_grid_jumps(f->grid, &f->arena.core, &scratch.core, &poll);
	}
	malloc_arena_clear(&scratch);
	return same;
}

static void
test_completing(void)
{
	fr_method method = method_of("jump");
	fr_workspace *workspace = new_workspace(256 * 256, &method);
	bool same = true;

	for (uint64_t seed = 1; seed <= 40; seed++)
	{
		chance c = {seed};
		world w;
		first f;

		make_world(&w, &models[seed % MODELS], seed);
		begin_first(&f, &w);
		same &= completes_alike(&w, &f, workspace, &c);
		same &= f.grid->shape.passable == w.grid->shape.passable &&
				f.grid->shape.convex_corners == w.grid->shape.convex_corners &&
				f.grid->components.count == w.grid->components.count;
		end_first(&f);
		world_free(&w);
	}
	ok(same, "a grid is completed between questions");
	free(workspace);
}

int
main(void)
{
	test_range(false);
	test_range(true);
	test_completing();
	test_leaving();
	return tap_done();
}
