/*
 * test_first.c - a first question: jump on patches, without planes and components
 *
 *     test_first [MAPS [SEED]]
 *
 * What it answers is compared with `jump` on the planes of the whole map, bit by bit:
 * costs, routes, counters and traces; costs and paths with the oracle, too.
 */
#include "first.h"
#include "tap.h"

#define MAX_REPORTS 5

/* ---- random maps ----------------------------------------------------------------- */

typedef struct tally
{
	long asked;
	long same;
	long right;
	long found;
	long apart;
	long reports;
} tally;

/* Asks for a pair, plainly, traced, or with a limit on expansions. */
static void
compare(const world *w, const first *f, fr_workspace *workspace, chance *c, tally *t)
{
	fr_method method = method_of("jump");
	fr_query query = {.method = &method,
					  .start = chance_below(c, w->grid->cells),
					  .goal = chance_below(c, w->grid->cells)};
	malloc_arena routes = malloc_arena_make(&routes);
	uint32_t way = chance_below(c, 4);
	fr_poll poll = no_poll();
	answer warm;
	answer cold;

	if (way == 0)
		method.option[FR_MAX_EXPANDED].digits = 1 + chance_below(c, 60);
	query.uncounted = way == 1;
	cold = ask(f->grid, query, workspace, &poll, way == 2, &routes);
	warm = ask(w->grid, query, workspace, &poll, way == 2, &routes);
	t->asked++;
	t->same += same_answer(&cold, &warm);
	t->found += cold.result.found;
	t->apart += !cold.result.found && cold.result.complete;
	if (!same_answer(&cold, &warm) && t->reports++ < MAX_REPORTS)
	{
		printf("# seed %llu, %s, %d x %d, from %u to %u, way %u\n",
			   (unsigned long long) w->seed, w->text, w->width, w->height, query.start,
			   query.goal, way);
		print_counters("cold", &cold.result);
		print_counters("warm", &warm.result);
	}
	malloc_arena_clear(&routes);
}

/* From one start to several goals. */
static void
judge(const world *w, const first *f, fr_workspace *workspace, chance *c, tally *t)
{
	fr_method method = method_of("jump");
	uint32_t start = chance_below(c, w->grid->cells);
	oracle_cost *costs = new_block(w->grid->cells * sizeof *costs);
	fr_poll poll = no_poll();

	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	for (int i = 0; i < PAIRS; i++)
	{
		uint32_t goal = chance_below(c, w->grid->cells);
		oracle_cost wanted = costs[goal];
		fr_result r;

		if (start == goal)
			continue;
		search_pair(f->grid, &method, start, goal, workspace, &poll, &r);
		t->asked++;
		t->right += r.found == (wanted.a >= 0) &&
					(!r.found || (r.cost == world_units(w, wanted) &&
								  world_right_path(w, start, goal, &r, wanted)));
	}
	free(costs);
}

static void
test_maps(const rules *r, long maps, uint64_t seed)
{
	fr_method method = method_of("jump");
	fr_workspace *workspace = new_workspace(256 * 256, &method);
	tally same = {0};
	tally right = {0};

	for (long i = 0; i < maps; i++)
	{
		chance c = {seed + (uint64_t) i};
		world w;
		first f;

		make_world(&w, r, seed + (uint64_t) i);
		begin_first(&f, &w);
		for (int k = 0; k < PAIRS; k++)
			compare(&w, &f, workspace, &c, &same);
		judge(&w, &f, workspace, &c, &right);
		end_first(&f);
		world_free(&w);
	}
	ok(same.same == same.asked && same.found > 0 && same.apart > 0,
	   "%s: %ld of %ld answers as on planes, %ld found, %ld without a path", r->text,
	   same.same, same.asked, same.found, same.apart);
	ok(right.right == right.asked && right.asked > 0, "%s: %ld of %ld are the oracle's",
	   r->text, right.right, right.asked);
	free(workspace);
}

int
main(int argc, char **argv)
{
	long maps = argc > 1 ? atol(argv[1]) : 300;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	for (size_t i = 0; i < MODELS; i++)
		test_maps(&models[i], maps, seed);
	return tap_done();
}
