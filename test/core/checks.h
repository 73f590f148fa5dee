/*
 * checks.h - checks made in many worlds: counted, and in the end a test each
 *
 * The test that includes this names its checks, in the order of an enum of its own.
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

/* Prints the world of the first failures, and the detail unless it is NULL. */
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

/* None may have been broken, and each must have held so many times at least. */
static inline void
report_checks(int count, long least)
{
	for (const check *c = checks; c < checks + count; c++)
		ok(c->broken == 0 && c->held >= least, "%s: %ld of %ld", c->name, c->held,
		   c->held + c->broken);
}

#endif /* FRINGE_CHECKS_H */
