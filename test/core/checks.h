/*
 * checks.h - checks that many random worlds repeat; each becomes one test
 *
 * The including test defines the names of its checks, in the order of its enum.
 */
#ifndef FRINGE_CHECKS_H
#define FRINGE_CHECKS_H

#include "tap.h"
#include "world.h"

#define MAX_REPORTS 5

typedef struct check
{
	const char *name;
	long held;
	long broken;
} check;

extern check checks[];

/* Prints the world of the first failures, with the detail if it is not NULL. */
static inline bool
expect(int which, bool holds, const world *w, const char *detail)
{
	check *c = &checks[which];

	c->held += holds;
	if (holds || c->broken++ >= MAX_REPORTS)
		return holds;
	printf("# FAILED: %s", c->name);
	if (detail)
		printf(" (%s)", detail);
	printf("\n");
	world_print(w);
	return false;
}

/*
 * Reports each check as a test: it must never have failed, and must have held at least
 * so many times. What was never tried has not passed: it is skipped if least is 0, as after
 * fewer cases than those that are sure to try all checks.
 */
static inline void
report_checks(int count, long least)
{
	for (const check *c = checks; c < checks + count; c++)
		if (c->held + c->broken == 0 && least == 0)
			skip("no case tried it", "%s", c->name);
		else
			ok(c->broken == 0 && c->held >= least, "%s: %ld of %ld", c->name, c->held,
			   c->held + c->broken);
}

/* What a test does to one world whose grid could be made. */
typedef void world_check(const world *w, chance *c, fr_workspace *workspace);

static inline void
check_random(uint64_t seed, int max_side, world_check *check, fr_workspace *workspace)
{
	chance c = {~seed};
	world w;

	world_make(&w, seed, max_side);
	if (w.status == FR_OK)
		check(&w, &c, workspace);
	world_free(&w);
}

/* Many times in a corridor whose far cells are out of range. */
static inline void
check_snake(int which, world_check *check, fr_workspace *workspace)
{
	chance c = {1};
	world w;

	world_snake(&w, which);
	if (ok(w.status == FR_OK, "%s fits the map", w.text))
		for (int i = 0; i < 10; i++)
			check(&w, &c, workspace);
	world_free(&w);
}

/*
 * All of a test but its checks: by its arguments [CASES [SEED]], random worlds and
 * snakes; each check must hold at least once, unless there are fewer cases. Returns the exit
 * status.
 */
static inline int
check_worlds(int argc, char **argv, long cases, int max_side, world_check *check,
			 int count)
{
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	fr_method largest = method_of("astar(open=heap)");
	fr_workspace *workspace = new_workspace(SNAKE_SIDE * SNAKE_SIDE, &largest);
	long enough = cases;

	if (argc > 1)
		cases = atol(argv[1]);
	for (long i = 0; i < cases; i++)
		check_random(seed + (uint64_t) i, max_side, check, workspace);
	for (int i = 0; i < SNAKES; i++)
		check_snake(i, check, workspace);
	report_checks(count, cases >= enough);
	free(workspace);
	malloc_arena_clear(&taken);
	return tap_done();
}

#endif /* FRINGE_CHECKS_H */
