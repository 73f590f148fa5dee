/*
 * test_first_ends.c - a first question that is interrupted, or out of range; a map that is
 * completed between questions
 */
#include "first.h"
#include "tap.h"

/* ---- being interrupted -------------------------------------------------------------- */

/* Asks until a poll, or the arena, has left at every point; returns how many there are. */
static int
leave_everywhere(const world *w, uint32_t start, uint32_t goal, bool polls, bool *right)
{
	fr_method method = method_of("jump");
	fr_query query = {.method = &method, .start = start, .goal = goal};
	fr_workspace *workspace = new_workspace(w->grid->cells, &method);
	malloc_arena routes = malloc_arena_make(&routes);
	fr_poll calm = no_poll();
	answer wanted = ask(w->grid, query, workspace, &calm, false, &routes);
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
		f.arena.left = points;
		f.arena.out = polls ? NULL : &left.out;
		if (setjmp(left.out) == 0)
		{
			ask(f.grid, query, workspace, polls ? &poll : &calm, false, &routes);
			whole = true;
		}
		f.arena.out = NULL;
		got = ask(f.grid, query, workspace, &calm, false, &routes);
		*right &= same_answer(&got, &wanted);
		end_first(&f);
		free(workspace);
	}
	malloc_arena_clear(&routes);
	return points - 1;
}

/* Two halves of noise, between which there is no way, or a gap. */
static void
test_leaving(bool polls)
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
		points += leave_everywhere(&w, 0, side * side - 1, polls, &right);
		world_free(&w);
	}
	ok(right && points > 10, "%s leaves at each of %d points",
	   polls ? "a poll" : "the arena", points);
}

/* ---- costs out of range ---------------------------------------------------------------- */

static void
test_range(void)
{
	world w;
	first f;
	fr_method method = method_of("jump");
	fr_poll poll = no_poll();
	fr_result cold;
	fr_result warm;
	fr_workspace *workspace;
	int refused = 0;
	bool same = true;

	world_snake(&w, 2);
	workspace = new_workspace(w.grid->cells, &method);
	begin_first(&f, &w);
	for (uint32_t goal = 1; goal < w.grid->cells; goal += 7)
	{
		fr_status then = search_pair(w.grid, &method, 0, goal, workspace, &poll, &warm);
		fr_status now = search_pair(f.grid, &method, 0, goal, workspace, &poll, &cold);

		same &= then == now && same_counters(&cold, &warm);
		refused += now == FR_COST_RANGE;
	}
	ok(w.grid->costs.jumps == FR_OCTILE_JUMPS && same && refused > 0,
	   "%d costs outgrow exact arithmetic, as on planes", refused);
	end_first(&f);
	world_free(&w);
	free(workspace);
}

/* ---- growing up --------------------------------------------------------------------------- */

/* Are the answers those of a whole grid, before, between and after the parts come? */
static bool
completes_alike(const world *w, first *f, fr_workspace *workspace, chance *c)
{
	malloc_arena scratch = malloc_arena_make(&scratch);
	malloc_arena routes = malloc_arena_make(&routes);
	fr_method method = method_of("jump");
	fr_poll poll = no_poll();
	bool same = true;

	for (int i = 0; i < PAIRS; i++)
	{
		fr_query query = {.method = &method,
						  .start = chance_below(c, w->grid->cells),
						  .goal = chance_below(c, w->grid->cells)};
		answer cold = ask(f->grid, query, workspace, &poll, false, &routes);
		answer warm = ask(w->grid, query, workspace, &poll, false, &routes);

		same &= same_answer(&cold, &warm);
		if (i == PAIRS / 3)
			fr_grid_complete(f->grid, &w->map, &w->model, &f->arena.core, &scratch.core,
							 &poll);
		if (i == 2 * PAIRS / 3)
			f->grid->jumps = fr_grid_jumps(f->grid, &f->arena.core, &scratch.core, &poll);
	}
	malloc_arena_clear(&scratch);
	malloc_arena_clear(&routes);
	return same;
}

/* A grid that was completed after its first questions is as one made in one step. */
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
		same &= f.grid->passable == w.grid->passable && f.grid->blunt == w.grid->blunt &&
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
	test_range();
	test_completing();
	test_leaving(true);
	test_leaving(false);
	return tap_done();
}
