/*
 * test_path_lines.c - stored paths of straight lines between corners
 *
 *     test_path_lines [CASES [SEED]]
 */
#include "path_checks.h"

#define MAX_CORNERS 20

/* Cells, each other than the one before; some in a row, or along one of the eight. */
static size_t
random_corners(chance *c, fr_cell at, fr_cell corners[MAX_CORNERS])
{
	size_t count = chance_below(c, MAX_CORNERS);

	for (size_t i = 0; i < count; i++)
	{
		int32_t width = 1 + (int32_t) chance_below(c, chance_below(c, 3) ? 5 : 700);
		int32_t dx = (int32_t) chance_below(c, (uint32_t) width) - width / 2;
		int32_t dy = (int32_t) chance_below(c, (uint32_t) width) - width / 2;

		if (dx == 0 && dy == 0)
			dx = 1;
		at = (fr_cell){at.x + dx, at.y + dy};
		corners[i] = at;
	}
	return count;
}

/* Watches the cells of a path: each next to the one before, and near the lines. */
typedef struct watch
{
	fr_cell last;
	uint64_t cells;
	uint64_t sum; /* of all cells, in any order */
	bool near;
} watch;

static void
watch_cell(void *context, uint64_t number, fr_cell cell)
{
	watch *w = context;
	int32_t dx = cell.x - w->last.x;
	int32_t dy = cell.y - w->last.y;

	w->near = w->near && number == w->cells++ &&
			  (number == 0 || (dx * dx <= 1 && dy * dy <= 1 && (dx || dy)));
	w->last = cell;
	w->sum += ((uint64_t) (uint32_t) cell.x << 32 | (uint32_t) cell.y) *
			  UINT64_C(0x9e3779b97f4a7c15);
}

static watch
watch_path(const uint8_t *packed, size_t size)
{
	watch w = {.near = true};

	fr_path_each_cell(packed, size, watch_cell, &w, &poll);
	return w;
}

/* The path from the other end goes over the same cells. */
static bool
is_same_back(const fr_route *route, const watch *there)
{
	fr_cell back[MAX_CORNERS];
	size_t count = route->count;
	fr_route reverse = {.start = count ? route->corners[count - 1] : route->start,
						.count = count,
						.corners = back};
	uint8_t *packed = new_block(fr_path_packed_size(route, &poll));
	size_t size;
	watch w;

	for (size_t i = 0; i < count; i++)
		back[i] = i + 1 < count ? route->corners[count - 2 - i] : route->start;
	size = fr_path_pack(&reverse, packed, &poll);
	w = watch_path(packed, size);
	free(packed);
	return w.near && w.cells == there->cells && w.sum == there->sum;
}

static void
run_lines(chance *c, tally *t)
{
	fr_cell corners[MAX_CORNERS];
	fr_cell start = random_start(c);
	fr_route route = {.start = start, .corners = corners};
	fr_cell goal;
	uint8_t *packed;
	fr_error error;
	size_t size;
	watch w;

	route.count = random_corners(c, start, corners);
	packed = new_block(fr_path_packed_size(&route, &poll));
	size = fr_path_pack(&route, packed, &poll);
	goal = route.count ? corners[route.count - 1] : start;
	w = watch_path(packed, size);
	t->packed += fr_path_check(packed, size, &poll, &error) == FR_OK && w.near &&
				 w.cells == fr_path_length(packed, size, &poll) && w.last.x == goal.x &&
				 w.last.y == goal.y && is_same_back(&route, &w) &&
				 text_round_trip(packed, size) && is_canonical(packed, size) &&
				 reverses(packed, size);
	break_path(c, packed, size, t);
	free(packed);
}

/* The cells nearest to a line; in the middle between two, those of larger coordinates. */
static void
test_line_cells(void)
{
	fr_leg flat = {FR_LINE, 4, 4, 2};
	fr_leg steep = {FR_LINE, 5, -3, 5};
	fr_leg far = {FR_LINE, 2147483646, 2147483646, -2147483645};
	fr_cell zero = {0, 0};

	ok(fr_leg_cell(zero, &flat, 1).y == 1 && fr_leg_cell(zero, &flat, 3).y == 2 &&
		   fr_leg_cell(zero, &flat, 2).x == 2 && fr_leg_cell(zero, &steep, 1).x == -1 &&
		   fr_leg_cell(zero, &steep, 2).x == -1 && fr_leg_cell(zero, &steep, 4).x == -2 &&
		   fr_leg_cell(zero, &steep, 5).x == -3 &&
		   fr_leg_cell(zero, &far, 2147483646).y == -2147483645 &&
		   fr_leg_cell(zero, &far, 1073741823).y == -1073741822,
	   "cells of lines");
}

static void
test_lines(long cases, uint64_t seed)
{
	chance c = {seed};
	tally t = {0};

	test_line_cells();
	for (long i = 0; i < cases; i++)
		run_lines(&c, &t);
	ok(t.packed == cases && cases > 0, "with lines, the same from either end: %ld of %ld",
	   t.packed, cases);
	report_broken(&t);
}

int
main(int argc, char **argv)
{
	test_lines(argc > 1 ? atol(argv[1]) : 5000,
			   argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
	return tap_done();
}
