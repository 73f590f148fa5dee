/*
 * step_ratios.h - what steps cost, from ratios of diagonal to straight ones that decide how
 * jump goes to those that lie between
 */
#ifndef FRINGE_TEST_STEP_RATIOS_H
#define FRINGE_TEST_STEP_RATIOS_H

#include <stdint.h>

static const struct
{
	const char *text; /* options of octile; NULL: tile */
	int64_t straight;
	int64_t diagonal; /* 0: the root of 2 */
} steps[] = {
	{"straight=1", 1, 0},
	{"diagonal=1", 1, 1},
	{"straight=5, diagonal=7", 5, 7},
	{"straight=2, diagonal=3", 2, 3},
	{"diagonal=2", 1, 2},
	{"straight=2, diagonal=5", 2, 5},
	{"straight=4, diagonal=7", 4, 7},
	{NULL, 1, 1},
	{"diagonal=10", 1, 10},
	{"straight=4, diagonal=3", 4, 3},
};

#define LINKED_STEPS 8 /* the first of them, under which all links are tried */

#endif /* FRINGE_TEST_STEP_RATIOS_H */
