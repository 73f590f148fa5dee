/*
 * test_links_crowd.c - jump on maps with more links than a bound is worth, and left half-way
 */
#include "tap.h"
#include "world.h"

#define CROWD_SIDE 150
#define CROWD_CELLS (CROWD_SIDE * CROWD_SIDE)

/* By jump and by a sweep, which the oracle has judged on small maps. */
static int
count_different(const fr_grid *grid, fr_workspace *workspace, chance *c)
{
	fr_method jump = method_of("jump");
	fr_method sweep = method_of("sweep");
	fr_poll poll = no_poll();
	int different = 0;

	for (int i = 0; i < 40; i++)
	{
		uint32_t start = chance_below(c, CROWD_CELLS);
		uint32_t goal = chance_below(c, CROWD_CELLS);
		fr_result a = {0};
		fr_result b = {0};

		search_pair(grid, &jump, start, goal, workspace, &poll, &a);
		search_pair(grid, &sweep, start, goal, workspace, &poll, &b);
		different += a.found != b.found || a.cost != b.cost;
	}
	return different;
}

/* Was a search by jump left at this poll? */
static bool
search_and_leave(const fr_grid *grid, const fr_method *method, fr_workspace *workspace,
				 int polls)
{
	leaver l = {.polls_left = polls};
	fr_poll poll = {leave, &l};
	fr_result r = {0};

	if (setjmp(l.out))
		return true;
	search_pair(grid, method, 0, CROWD_CELLS - 1, workspace, &poll, &r);
	return false;
}

/* After an interrupt the same workspace answers as before. */
static void
test_leaving(const fr_grid *grid, fr_workspace *workspace)
{
	fr_method jump = method_of("jump");
	fr_poll poll = no_poll();
	fr_result wanted = {0};
	bool same = true;
	int polls = 0;

	search_pair(grid, &jump, 0, CROWD_CELLS - 1, workspace, &poll, &wanted);
	for (; search_and_leave(grid, &jump, workspace, polls); polls++)
	{
		fr_result r = {0};

		search_pair(grid, &jump, 0, CROWD_CELLS - 1, workspace, &poll, &r);
		same &= same_counters(&r, &wanted);
	}
	ok(same && wanted.found && polls > 2, "left at each of %d polls", polls);
}

static void
test_crowd(int count, chance *c)
{
	static uint8_t codes[CROWD_CELLS];
	fr_method jump = method_of("jump");
	uint8_t *bytes = new_block((size_t) count * FR_LINK_BYTES);
	fr_workspace *workspace = new_workspace(CROWD_CELLS + 5 * (uint32_t) count, &jump);
	fr_link link = {.cost = {3, 0}, .both = true};
	fr_poll poll = no_poll();
	fr_error error;
	world w = {.width = CROWD_SIDE, .height = CROWD_SIDE, .text = "octile"};

	for (int i = 0; i < CROWD_CELLS; i++)
		codes[i] = chance_below(c, 5) ? '.' : '@';
	codes[0] = codes[CROWD_CELLS - 1] = '.';
	w.map = make_map(codes, CROWD_SIDE, CROWD_SIDE, &w.packed);
	for (int i = 0; i < count;)
	{
		uint32_t from = chance_below(c, CROWD_CELLS);
		uint32_t to = chance_below(c, CROWD_CELLS);

		if (fr_link_set(&link,
						(fr_cell){(int) from % CROWD_SIDE, (int) from / CROWD_SIDE},
						(fr_cell){(int) to % CROWD_SIDE, (int) to / CROWD_SIDE}, &error))
			continue;
		fr_link_pack(&link, bytes + i++ * FR_LINK_BYTES);
	}
	w.map.links = bytes;
	w.map.link_count = (uint32_t) count;
	w.status = fr_model_parse(w.text, strlen(w.text), &w.model, &error);
	fr_costs_resolve(&w.model, &w.map, &w.costs, &error);
	w.grid = malloc_grid(&w.map, &w.model, &w.costs, &poll);
	ok(w.status == FR_OK && count_different(w.grid, workspace, c) == 0,
	   "%d links: jump and a sweep agree", count);
	test_leaving(w.grid, workspace);
	free_grid(w.grid);
	free(w.packed);
	free(bytes);
	free(workspace);
}

int
main(void)
{
	chance c = {1};

	test_crowd(1000, &c);
	test_crowd(9000, &c);
	test_crowd(30000, &c);
	return tap_done();
}
