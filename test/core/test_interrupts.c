/*
 * test_interrupts.c - every method, left half-way, and then asked again
 */
#include "methods.h"
#include "tap.h"

static bool
search_and_leave(fr_query query, fr_workspace *workspace, int polls)
{
	leaver l = {.polls_left = polls};
	fr_poll poll = {leave, &l};
	fr_result r;

	if (setjmp(l.out))
		return true;
	search_with(query, workspace, &poll, &r);
	return false;
}

#define TRIES 150 /* with two searches each, more than a workspace has generations */

/*
 * After an interrupt, the same workspace gives the same answer; with more searches than
 * a workspace has generations.
 */
static bool
survives_leaving(fr_query query)
{
	fr_workspace *workspace = new_workspace(query.grid->cells, query.method);
	fr_poll poll = no_poll();
	fr_result first;
	fr_result again;
	bool equal = true;
	int left = 0;

	search_with(query, workspace, &poll, &first);
	for (int i = 0; equal && i < TRIES; i++)
	{
		left += search_and_leave(query, workspace, i % 6);
		equal = !search_with(query, workspace, &poll, &again) &&
				same_counters(&first, &again);
	}
	free(workspace);
	return equal && first.found && left >= TRIES / 6;
}

/* By jump, or by all other methods. */
static void
test_leaving(const char *model, bool jumps)
{
	enum
	{
		SIDE = 120
	};
	static uint8_t codes[SIDE * SIDE];
	chance c = {1};
	fr_grid *grid;

	for (int i = 0; i < SIDE * SIDE; i++)
		codes[i] = i > 0 && i < SIDE * SIDE - 1 && chance_below(&c, 10) < 3 ? '@' : '.';
	grid = make_grid(model, codes, SIDE, SIDE);
	place_landmarks(grid);
	for (size_t m = 0; m < METHODS; m++)
	{
		fr_method method = fr_method_resolve(&parsed[m], grid);

		if ((method.search == FR_JUMP) != jumps)
			continue;
		ok(survives_leaving((fr_query){.grid = grid,
									   .landmarks = landmarks[m],
									   .method = &method,
									   .goal = grid->cells - 1}),
		   "%s, %s: searches left half-way do no harm", methods[m], model);
	}
	free_landmarks();
	free_grid(grid);
}

int
main(void)
{
	for (size_t m = 0; m < METHODS; m++)
		parsed[m] = method_of(methods[m]);
	test_leaving("octile(obstacle=2)", false);
	test_leaving("octile", true);
	test_leaving("octile(obstacle=2)", true);
	return tap_done();
}
