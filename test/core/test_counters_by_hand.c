/*
 * test_counters_by_hand.c - the counters of A* and of each form of Fringe Search, by hand
 */
#include "support.h"
#include "tap.h"

/* ---- where ---------------------------------------------------------------- */

typedef struct place
{
	const char *name;
	const char *model;
	uint32_t width;
	const char *cells;
	uint32_t start;
	uint32_t goal;
} place;

/* Every f is 4: nothing is put off. */
static const place corridor = {"a corridor", "tile", 5, ".....", 0, 4};

/* Limit 2: the start, and a look at its child; limit 4: three more, goal. */
static const place round_corner = {"round a corner", "tile", 3, ".@....", 0, 2};

/* f is 4, 7, 7, 8, 8 on the way; one node waits, which the list comes by twice. */
static const place corner = {"a corner", "octile(straight=2, diagonal=3)", 3, ".@....", 0,
							 2};

/* The list is S, E, SE: only a list that is walked comes by S and E before SE. */
static const place diagonal = {
	"one diagonal", "octile(straight=2, diagonal=3)", 2, "....", 0, 3};

/* East, east, south, south with two more nodes left behind. */
static const place square = {"an open square", "tile", 3, ".........", 0, 8};

/* f is 2 at the start, 4 from the obstacle on. */
static const place through = {"through an obstacle", "tile(obstacle=3)", 3, ".@.", 0, 2};

/* The last step raises f: A* takes the goal without expanding at that f. */
static const place into = {"into an obstacle", "tile(obstacle=3)", 2, ".@", 0, 1};

static const place nowhere = {"start is goal", "tile", 3, "...", 1, 1};
static const place no_way = {"no way", "tile", 3, ".@.", 0, 2};
static const place blocked = {"a blocked start", "tile", 3, "@..", 0, 2};
static const place blocked_both = {
	"a blocked start that is the goal", "tile", 3, "@..", 0, 0};

/*
 * From 1: f is 3 there, 7 to the left, and 5, 7, 7 to the right, where the goal
 * is.  The left node waits for two iterations.
 */
static const place two_ways = {"two ways", "tile(obstacle=3)", 5, "@.@@.", 1, 4};

/*
 * The dear cell is tried first: it makes a path of 11, and 3 cells known at a
 * cost that the way around betters; the last of them has been expanded.  Beside
 * the goal is another dear cell, so that the search comes back to that one.
 */
static const place around_right = {
	"the way around, right", "tile(obstacle=9)", 2, "..@....@", 0, 6};

/* The same for an array, which tries its first move last. */
static const place around_below = {
	"the way around, below", "tile(obstacle=9)", 4, ".@......", 0, 3};
static const place around_above = {
	"the way around, above", "tile(obstacle=9)", 4, "...@.@..", 4, 7};

/* ---- what is counted there --------------------------------------------------- */

typedef struct example
{
	const place *place;
	const char *method;
	fr_result wanted;
} example;

#define COUNTERS(cost_, length_, iterations_, visited_, last_v, expanded_, last_e, ...)  \
	{                                                                                    \
		.found = (length_) > 0, .cost = (cost_), .length = (length_),                    \
		.iterations = (iterations_), .visited = (visited_), .visited_last = (last_v),    \
		.expanded = (expanded_), .expanded_last = (last_e), .open_peak = __VA_ARGS__     \
	}

/* The 2005 paper's Figure 2. */
#define FIGURE2 "fringe(moves=all)"

static const example examples[] = {
	{&corridor, FIGURE2, COUNTERS(4, 5, 1, 5, 5, 4, 4, 1, .opened = 5)},
	{&corridor, "astar", COUNTERS(4, 5, 1, 5, 5, 4, 4, 1, .opened = 5)},
	{&round_corner, FIGURE2, COUNTERS(4, 5, 2, 6, 4, 4, 3, 1, .opened = 5)},
	{&round_corner, "astar", COUNTERS(4, 5, 2, 5, 4, 4, 3, 1, .opened = 5)},
	{&corner, FIGURE2, COUNTERS(8, 5, 3, 7, 2, 4, 1, 1, .opened = 5)},
	{&corner, "astar", COUNTERS(8, 5, 3, 5, 2, 4, 1, 1, .opened = 5)},
	{&diagonal, FIGURE2, COUNTERS(3, 2, 1, 4, 4, 1, 1, 3, .opened = 4)},
	{&diagonal, "astar", COUNTERS(3, 2, 1, 2, 2, 1, 1, 3, .opened = 4)},
	{&square, FIGURE2, COUNTERS(4, 5, 1, 5, 5, 4, 4, 3, .opened = 7)},
	{&square, "astar", COUNTERS(4, 5, 1, 5, 5, 4, 4, 3, .opened = 7)},
	{&through, FIGURE2, COUNTERS(4, 3, 2, 4, 2, 2, 1, 1, .opened = 3)},
	{&through, "astar", COUNTERS(4, 3, 2, 3, 2, 2, 1, 1, .opened = 3)},
	{&into, FIGURE2, COUNTERS(3, 2, 2, 3, 1, 1, 0, 1, .opened = 2)},
	{&into, "astar", COUNTERS(3, 2, 1, 2, 2, 1, 1, 1, .opened = 2)},
	{&nowhere, FIGURE2, COUNTERS(0, 1, 1, 1, 1, 0, 0, 1, .opened = 1)},
	{&nowhere, "astar", COUNTERS(0, 1, 1, 1, 1, 0, 0, 1, .opened = 1)},
	{&no_way, FIGURE2, COUNTERS(0, 0, 0, 0, 0, 0, 0, 0, .opened = 0)},
	{&no_way, "astar", COUNTERS(0, 0, 0, 0, 0, 0, 0, 0, .opened = 0)},
	{&blocked, FIGURE2, COUNTERS(0, 0, 0, 0, 0, 0, 0, 0, .opened = 0)},
	{&blocked, "astar", COUNTERS(0, 0, 0, 0, 0, 0, 0, 0, .opened = 0)},
	{&blocked_both, FIGURE2, COUNTERS(0, 0, 0, 0, 0, 0, 0, 0, .opened = 0)},
	{&blocked_both, "astar", COUNTERS(0, 0, 0, 0, 0, 0, 0, 0, .opened = 0)},
	{&diagonal, "fringe", COUNTERS(3, 2, 1, 4, 4, 1, 1, 3, .opened = 4)},
	{&diagonal, "fringe(buckets=7)", COUNTERS(3, 2, 1, 4, 4, 1, 1, 3, .opened = 4)},
	{&diagonal, "fringe(pick=min_f)", COUNTERS(3, 2, 1, 2, 2, 1, 1, 3, .opened = 4)},
	{&diagonal, "fringe(pick=min_g)", COUNTERS(3, 2, 1, 2, 2, 1, 1, 3, .opened = 4)},
	{&diagonal, "fringe(list=array)", COUNTERS(3, 2, 1, 2, 2, 1, 1, 3, .opened = 4)},
	{&corner, "fringe", COUNTERS(8, 5, 3, 7, 2, 4, 1, 1, .opened = 5)},
	{&corner, "fringe(buckets=2)", COUNTERS(8, 5, 3, 7, 2, 4, 1, 1, .opened = 5)},
	{&corner, "fringe(pick=min_f)", COUNTERS(8, 5, 3, 5, 2, 4, 1, 1, .opened = 5)},
	{&corner, "fringe(pick=min_g)", COUNTERS(8, 5, 3, 5, 2, 4, 1, 1, .opened = 5)},
	{&corner, "fringe(list=array)", COUNTERS(8, 5, 3, 5, 2, 4, 1, 1, .opened = 5)},
	/* limits 5 and 8; then 7 and 10 */
	{&corner, "fringe(step=1)", COUNTERS(8, 5, 2, 6, 4, 4, 3, 1, .opened = 5)},
	{&corner, "fringe(step=3)", COUNTERS(8, 5, 2, 6, 2, 4, 1, 1, .opened = 5)},
	{&corner, "fringe(list=array, step=1)",
	 COUNTERS(8, 5, 2, 5, 4, 4, 3, 1, .opened = 5)},
	{&corner, "fringe(list=array, step=3)",
	 COUNTERS(8, 5, 2, 5, 2, 4, 1, 1, .opened = 5)},
	/* 1, then 2 and 0 left; 2, then 3 and 0 left; 3, 4 */
	{&two_ways, "fringe", COUNTERS(7, 4, 3, 8, 2, 3, 1, 2, .opened = 5)},
	/* node 0 has a bucket of its own in the second iteration */
	{&two_ways, "fringe(buckets=7)", COUNTERS(7, 4, 3, 7, 2, 3, 1, 2, .opened = 5)},
	/* children that wait are not looked at before the next iteration */
	{&two_ways, "fringe(pick=min_f)", COUNTERS(7, 4, 3, 5, 2, 3, 1, 2, .opened = 5)},
	/* node 0 waits, and its turn never comes */
	{&two_ways, "fringe(list=array)", COUNTERS(7, 4, 3, 4, 2, 3, 1, 2, .opened = 5)},
	/* algorithm C takes node 0, of g 3, before node 3, of g 6 */
	{&two_ways, "fringe(pick=min_g)", COUNTERS(7, 4, 3, 6, 3, 4, 2, 2, .opened = 5)},
	/* 0 2 4 and the goal; 5 3 wait; 1 3 5; 7 waits; 4 again, the goal again */
	{&around_right, "fringe(step=20)",
	 COUNTERS(5, 6, 1, 12, 12, 7, 7, 4, .reopened = 1, .opened = 12)},
	/* 4 5 6 and the goal; 2 1 are dropped; 0 1 2, 6 and the goal again */
	{&around_above, "fringe(list=array, step=20)",
	 COUNTERS(5, 6, 1, 11, 11, 7, 7, 4, .reopened = 1, .opened = 11)},
	/* 0 4 5 6, one of 2 and 7, the goal; the other waits, and so does 1, the dear one */
	{&around_below, "fringe(pick=min_f, step=20)",
	 COUNTERS(5, 6, 1, 8, 8, 5, 5, 3, .opened = 8)},
};

static void
check_example(const example *e)
{
	const place *p = e->place;
	uint32_t height = (uint32_t) (strlen(p->cells) / p->width);
	fr_grid *grid = make_grid(p->model, (const uint8_t *) p->cells, p->width, height);
	fr_result r = search_alone(grid, e->method, p->start, p->goal);

	if (!ok(same_counters(&r, &e->wanted), "%s: %s", p->name, e->method))
	{
		print_counters("wanted", &e->wanted);
		print_counters("   got", &r);
	}
	free_grid(grid);
}

int
main(void)
{
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
		check_example(&examples[i]);
	return tap_done();
}
