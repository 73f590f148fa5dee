/*
 * test_links_crowd.c - jump on maps with more links than a bound is worth, and left half-way;
 * and their fields
 */
#include "core/field/flow_field.h"
#include "core/grid/grid_links.h"
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

/* Loops over links poll: the size of a field, its bytes and their check. */
static void
test_field(const world *w, fr_workspace *workspace)
{
	fr_method method = method_of("sweep");
	fr_query query = {.grid = w->grid, .method = &method};
	uint32_t goal = 0;
	uint64_t polls[3] = {0};
	fr_poll quiet = no_poll();
	fr_field field;
	fr_error error;
	fr_status status;
	uint8_t *packed;
	size_t size;

	fr_reach_from(&query, (fr_cells){&goal, 1}, w->costs.limit, true,
				  fr_sweep_workspace_on(query.grid, workspace), &quiet);
	size = fr_field_size(w->grid, strlen(w->text), workspace,
						 &(fr_poll){count_poll, &polls[0]});
	packed = new_block(size);
	fr_field_pack(w->grid, w->text, strlen(w->text), workspace, packed,
				  &(fr_poll){count_poll, &polls[1]});
	status =
		fr_field_open(packed, size, &field, &(fr_poll){count_poll, &polls[2]}, &error);
	ok(status == FR_OK && polls[0] * FR_POLL_STEPS >= w->grid->links->count &&
		   polls[1] * FR_POLL_STEPS >= 2 * w->grid->links->count + CROWD_CELLS &&
		   polls[2] * FR_POLL_STEPS >= w->map.link_count + field.taken_count &&
		   field.taken_count > 0,
	   "%u links, %u of them steps of a field: polled at %u, %u and %u times",
	   (unsigned) w->map.link_count, (unsigned) field.taken_count, (unsigned) polls[0],
	   (unsigned) polls[1], (unsigned) polls[2]);
	free(packed);
}

static int
compare_links(const void *a, const void *b)
{
	return fr_link_compare(a, b);
}

/* Puts links into the order of a map's, each once; how many are left. */
static uint32_t
order_links(uint8_t *bytes, uint32_t count)
{
	uint32_t kept = 0;

	qsort(bytes, count, FR_LINK_BYTES, compare_links);
	for (uint32_t i = 0; i < count; i++)
		if (kept == 0 || fr_link_compare(bytes + (kept - 1) * FR_LINK_BYTES,
										 bytes + i * FR_LINK_BYTES) != 0)
			memmove(bytes + kept++ * FR_LINK_BYTES, bytes + i * FR_LINK_BYTES,
					FR_LINK_BYTES);
	return kept;
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
	w.map.link_count = order_links(bytes, (uint32_t) count);
	w.status = fr_model_parse(w.text, strlen(w.text), &w.model, &error);
	fr_costs_resolve(&w.model, &w.map, &w.costs, &error);
	w.grid = malloc_grid(&w.map, &w.model, &w.costs, &poll);
	ok(w.status == FR_OK && count_different(w.grid, workspace, c) == 0,
	   "%d links: jump and a sweep agree", count);
	test_leaving(w.grid, workspace);
	test_field(&w, workspace);
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
