/*
 * test_cold.c - a cold question: a cost by rows and columns of bits
 *
 *     test_cold [MAPS [SEED]]
 *
 * Costs are compared with those of `jump` on the planes of the whole map, and with the
 * oracle's.
 */
#include "cold.h"
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

static void
compare(const world *w, const first *f, fr_workspace *workspace, chance *c, tally *t)
{
	uint32_t start = chance_below(c, w->grid->cells);
	uint32_t goal = chance_below(c, w->grid->cells);
	fr_poll poll = no_poll();
	answer cold = ask(f->grid, start, goal, workspace, &poll);
	answer warm = ask(w->grid, start, goal, workspace, &poll);

	t->asked++;
	t->same += same_answer(cold, warm);
	t->found += cold.found;
	t->apart += !cold.found;
	if (!same_answer(cold, warm) && t->reports++ < MAX_REPORTS)
		printf("# seed %llu, %s, %d x %d, from %u to %u: %d %llu, not %d %llu\n",
			   (unsigned long long) w->seed, w->text, w->width, w->height, start, goal,
			   cold.found, (unsigned long long) cold.cost, warm.found,
			   (unsigned long long) warm.cost);
}

/* From one start to several goals. */
static void
judge(const world *w, const first *f, fr_workspace *workspace, chance *c, tally *t)
{
	uint32_t start = chance_below(c, w->grid->cells);
	oracle_cost *costs = new_block(w->grid->cells * sizeof *costs);
	fr_poll poll = no_poll();

	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	for (int i = 0; i < PAIRS; i++)
	{
		uint32_t goal = chance_below(c, w->grid->cells);
		oracle_cost wanted = costs[goal];
		answer cold;

		if (start == goal)
			continue;
		cold = ask(f->grid, start, goal, workspace, &poll);
		t->asked++;
		t->right += cold.status == FR_OK && cold.found == (wanted.a >= 0) &&
					(!cold.found || cold.cost == world_units(w, wanted));
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
	long maps = argc > 1 ? atol(argv[1]) : 150;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	for (size_t i = 0; i < MODELS; i++)
		test_maps(&models[i], maps, seed);
	return tap_done();
}
