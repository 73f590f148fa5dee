/*
 * test_links_small.c - jump on all maps of 3 x 3 cells with each single link, and with pairs
 *
 *     test_links_small [EVERY [FIRST]]
 *
 * A case is a map of blocked and free cells, two of its free cells that a link of some cost
 * leads between, and a model. Of all cases every EVERY-th one is tried, from each cell to each,
 * against the oracle of linked.h, which walks the routes; then the same cases with a second link
 * each, of any ends, cost and direction, which follows from the number of the case.
 */
#include "tap.h"
#include "linked.h"

#define SIDE 3
#define CELLS (SIDE * SIDE)
#define MAPS (1 << CELLS)
#define MAX_REPORTS 5

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
};

static const fr_decimal costs[] = {{0, 0}, {5, 1},	{1, 0}, {14, 1},
								   {2, 0}, {25, 1}, {7, 0}};
static const char *const corners[] = {"any", "one", "both"};

enum
{
	STEPS = sizeof steps / sizeof *steps,
	COSTS = sizeof costs / sizeof *costs,
	CORNERS = 3,
	CASES = MAPS * CELLS * CELLS * COSTS * STEPS * CORNERS
};

typedef struct tally
{
	long worlds;
	long answers;
	long wrong;
} tally;

static fr_workspace *nodes;

/* The free cells are those of the bits of `map`. */
static bool
build(linked_world *l, int map, int which, int rule)
{
	static uint8_t cells[CELLS];
	bool octile = steps[which].text != NULL;
	world *w = &l->w;

	for (int i = 0; i < CELLS; i++)
		cells[i] = map >> i & 1 ? '.' : '@';
	*w = (world){.width = SIDE, .height = SIDE, .codes = cells};
	w->rules = (oracle_model){.eight = octile,
							  .root2 = octile && steps[which].diagonal == 0,
							  .corners = rule,
							  .straight = {steps[which].straight, 1},
							  .diagonal = {steps[which].diagonal, 1}};
	for (int code = 0; code < 256; code++)
		w->rules.weight[code] = (oracle_fraction){code == '.', 1};
	if (octile)
		sprintf(w->text, "octile(corners=%s, %s)", corners[rule], steps[which].text);
	else
		sprintf(w->text, "tile");
	world_build(w);
	return w->status == FR_OK;
}

static bool
right_answer(const linked_world *l, uint32_t start, uint32_t goal, oracle_cost wanted)
{
	fr_method method = method_of("jump");
	fr_poll poll = no_poll();
	fr_result r = {0};
	oracle_cost walked;
	uint8_t packed[256];
	size_t size;

	if (search_pair(l->w.grid, &method, start, goal, nodes, &poll, &r) ||
		r.found != (wanted.a >= 0) || (r.found && r.cost != units(l, wanted)))
		return false;
	if (!r.found)
		return true;
	size = fr_path_pack(&r.route, packed, &poll);
	return walk_route(l, packed, size, goal, &walked) &&
		   oracle_compare(walked, wanted) == 0;
}

static void
ask_all(const linked_world *l, tally *t)
{
	static oracle_cost wanted[CELLS];

	for (uint32_t start = 0; start < CELLS; start++)
	{
		ask_oracle(l, start, wanted);
		if (wanted[start].a < 0)
			continue;
		for (uint32_t goal = 0; goal < CELLS; goal++)
		{
			t->answers++;
			if (right_answer(l, start, goal, wanted[goal]) || t->wrong++ >= MAX_REPORTS)
				continue;
			printf("# WRONG: from %u to %u, %s\n", start, goal, l->text);
			world_print(&l->w);
		}
	}
	t->worlds++;
}

static void
add_link(linked_world *l, int ends, fr_link link)
{
	int from = ends % CELLS;
	int to = ends / CELLS;
	fr_error error;

	if (from == to)
		return;
	fr_link_set(&link, (fr_cell){from % SIDE, from / SIDE},
				(fr_cell){to % SIDE, to / SIDE}, &error);
	fr_link_pack(&link, l->bytes + l->count++ * FR_LINK_BYTES);
}

static void
add_second_link(linked_world *l, int i)
{
	chance c = {(uint64_t) i};
	fr_link link = {.cost = costs[chance_below(&c, COSTS)], .both = chance_below(&c, 2)};

	add_link(l, (int) chance_below(&c, CELLS * CELLS), link);
	order_links(l);
}

/* Case number i, if its ends are two free cells and its model has corners to pass. */
static void
try_case(int i, bool pair, tally *t)
{
	static linked_world l;
	int rule = i % CORNERS;
	int which = i / CORNERS % STEPS;
	int ends = i / CORNERS / STEPS / COSTS % (CELLS * CELLS);
	int map = i / CORNERS / STEPS / COSTS / CELLS / CELLS;
	int from = ends % CELLS;
	int to = ends / CELLS;
	world plain;

	if (from == to || !(map >> from & map >> to & 1) ||
		(steps[which].text == NULL && rule > 0) || !build(&l, map, which, rule))
		return;
	plain = l.w;
	l.count = 0;
	add_link(&l, ends, (fr_link){.cost = costs[i / CORNERS / STEPS % COSTS]});
	if (pair)
		add_second_link(&l, i);
	if (add_links(&l, &plain))
		ask_all(&l, t);
	free_grid(l.w.grid);
	free_grid(plain.grid);
	free(plain.packed);
	malloc_arena_clear(&taken);
}

static void
try_cases(int first, int every, bool pairs)
{
	tally t = {0};

	for (int i = first; i < CASES; i += every)
		try_case(i, pairs, &t);
	ok(t.wrong == 0 && t.answers > 0,
	   "%ld maps of 3 x 3 with %s: %ld of %ld answers are right", t.worlds,
	   pairs ? "two links" : "a link", t.answers - t.wrong, t.answers);
}

int
main(int argc, char **argv)
{
	int every = argc > 1 ? atoi(argv[1]) : 101;
	fr_method jump = method_of("jump");
	int first = argc > 2 ? atoi(argv[2]) : 0;

	if (every < 1)
		return 2;
	nodes = new_workspace(CELLS + 24, &jump);
	try_cases(first, every, false);
	try_cases(first, every, true);
	free(nodes);
	return tap_done();
}
