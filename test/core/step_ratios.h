/*
 * step_ratios.h - what steps cost, from ratios of diagonal to straight ones that decide how
 * jump goes to those that lie between
 */
#ifndef FRINGE_TEST_STEP_RATIOS_H
#define FRINGE_TEST_STEP_RATIOS_H

#include <stdbool.h>
#include <stdint.h>

static const struct
{
	const char *text; /* options of octile; NULL: tile */
	int64_t straight;
	int64_t diagonal; /* 0: the root of 2 */
	bool hex;		  /* options of hex instead */
} steps[] = {
	{"straight=1", 1, 0, false},
	{"diagonal=1", 1, 1, false},
	{"straight=5, diagonal=7", 5, 7, false},
	{"straight=2, diagonal=3", 2, 3, false},
	{"diagonal=2", 1, 2, false},
	{"straight=2, diagonal=5", 2, 5, false},
	{"straight=4, diagonal=7", 4, 7, false},
	{NULL, 1, 1, false},
	{"straight=1", 1, 1, true},
	{"diagonal=10", 1, 10, false},
	{"straight=4, diagonal=3", 4, 3, false},
};

#define LINKED_STEPS 9 /* the first of them, under which all links are tried */

#endif /* FRINGE_TEST_STEP_RATIOS_H */
