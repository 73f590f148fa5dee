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
 * so many times.
 */
static inline void
report_checks(int count, long least)
{
	for (const check *c = checks; c < checks + count; c++)
		ok(c->broken == 0 && c->held >= least, "%s: %ld of %ld", c->name, c->held,
		   c->held + c->broken);
}

#endif /* FRINGE_CHECKS_H */
