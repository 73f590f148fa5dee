/*
 * recursion.c - what a call of IDA* takes, beside the code of 2006 as it is printed
 *
 *     recursion [-r ROUNDS] [MAPS]
 *
 * Both search the same pairs of cells on MAPS maps of 300 x 300 with 200, 400 and 600
 * walls (2006 section VI.C), as IDA(8) of its tables, and have to make the same calls.
 * The recursion is that of sections IV.C and IV.D, with fields of 32 bits that lie side
 * by side for each cell, and with nothing else: no counters but calls, no path, polls,
 * weights or options. Prints Markdown: nanoseconds of processor time a call, medians of
 * the rounds, in which both take turns.
 */
#include "bench.h"

#include "core/base/random.h"

#define SIDE 300
#define WIDE (SIDE + 2) /* a wall around the map */
#define MAX_ROUNDS 99
#define MAX_MAPS 100
#define MODEL "octile(straight=2, diagonal=3, corners=any)"
#define METHOD "idastar(deadends=infinite, components=ignore)"

static fr_model model;
static fr_method method;

/* ---- the recursion ------------------------------------------------------------ */

#define MAX_LENGTH UINT32_MAX

/* mseen is mming before the first iteration of this search. */
typedef struct point
{
	uint32_t seen;
	uint32_t mming;
	uint32_t deadend; /* the search that backed up nothing here */
	bool occupied;
} point;

/* Directions in the library's order. */
static const int move_x[] = {0, 0, 1, -1, 1, 1, -1, -1};
static const int move_y[] = {-1, 1, 0, 0, -1, 1, 1, -1};

static point points[WIDE * WIDE];
static uint32_t marker; /* the last iteration before this search */
static uint32_t markerming;
static uint32_t threshold;
static int goal_x;
static int goal_y;
static int64_t calls;

static inline uint32_t
recursion_h(int x, int y)
{
	uint32_t across = (uint32_t) abs(goal_x - x);
	uint32_t down = (uint32_t) abs(goal_y - y);

	return across + down + (across > down ? across : down);
}

static inline bool
recursion_seen(point *p, uint32_t g)
{
	if (p->mming > marker && g > p->seen)
		return true;
	if (p->mming == markerming && g == p->seen)
		return true;
	p->seen = g;
	p->mming = markerming;
	return false;
}

static bool
recursion_ida(uint32_t g, int x, int y, uint32_t *minf)
{
	uint32_t f = g + recursion_h(x, y);
	uint32_t least = MAX_LENGTH;

	calls++;
	if (f > threshold)
	{
		*minf = f < *minf ? f : *minf;
		return false;
	}
	if (x == goal_x && y == goal_y)
		return true;
	for (int d = 0; d < 8; d++)
	{
		point *to = &points[(y + move_y[d]) * WIDE + x + move_x[d]];
		uint32_t next = g + (d < 4 ? 2 : 3);

		if (to->occupied || recursion_seen(to, next) || to->deadend > marker)
			continue;
		if (recursion_ida(next, x + move_x[d], y + move_y[d], &least))
			return true;
		if (least == MAX_LENGTH)
			to->deadend = markerming;
	}
	*minf = least < *minf ? least : *minf;
	return false;
}

static int64_t
ask_recursion(fr_cell start, fr_cell goal)
{
	uint32_t minf = 0;
	bool found = false;

	calls = 0;
	marker = markerming;
	goal_x = goal.x + 1;
	goal_y = goal.y + 1;
	threshold = recursion_h(start.x + 1, start.y + 1);
	while (!found && minf < MAX_LENGTH)
	{
		point *first = &points[(start.y + 1) * WIDE + start.x + 1];

		markerming++;
		minf = MAX_LENGTH;
		recursion_seen(first, 0);
		found = recursion_ida(0, start.x + 1, start.y + 1, &minf);
		threshold = minf;
	}
	return calls;
}

/* ---- both ----------------------------------------------------------------------- */

typedef struct item
{
	uint8_t codes[SIDE * SIDE];
	uint8_t *packed;
	fr_map map;
	fr_grid *grid;
	uint32_t start;
	uint32_t goal;
} item;

static uint32_t
draw_free(const item *i, uint64_t *random)
{
	uint32_t cell;

	do
		cell = fr_random_below(random, SIDE * SIDE);
	while (fr_grid_component(i->grid, cell) == 0);
	return cell;
}

static item *
make_item(uint32_t walls, uint32_t number)
{
	item *i = new_block(sizeof *i);
	uint64_t random = number;
	fr_costs costs;
	fr_error error;

	fr_generate_walls((fr_canvas){i->codes, SIDE, SIDE, number}, walls, 20, &no_poll);
	pack_codes(i->codes, SIDE, SIDE, &i->packed, &i->map);
	if (fr_costs_resolve(&model, &i->map, &costs, &error))
		die_of("costs", &error);
	i->grid = malloc_grid(&i->map, &model, &costs, &no_poll);
	i->start = draw_free(i, &random);
	i->goal = draw_free(i, &random);
	return i;
}

static void
set_points(const item *i)
{
	memset(points, 0, sizeof points);
	markerming = 0;
	for (int n = 0; n < WIDE * WIDE; n++)
	{
		int x = n % WIDE - 1;
		int y = n / WIDE - 1;

		points[n].occupied = x < 0 || y < 0 || x >= SIDE || y >= SIDE ||
							 fr_grid_component(i->grid, (uint32_t) (y * SIDE + x)) == 0;
	}
}

static int64_t
ask_library(const item *i, fr_workspace *workspace)
{
	fr_query query = {
		.grid = i->grid, .method = &method, .start = i->start, .goal = i->goal};
	fr_result result;

	fr_search(&query, workspace, &no_poll, &result);
	return result.visited;
}

/* Times one search of each; they have to make the same calls. */
static int64_t
ask_both(const item *i, fr_workspace *workspace, double seconds[2])
{
	double began;
	int64_t library;
	int64_t recursion;

	set_points(i);
	began = cpu_seconds();
	recursion =
		ask_recursion(fr_grid_cell(i->grid, i->start), fr_grid_cell(i->grid, i->goal));
	seconds[1] += cpu_seconds() - began;
	began = cpu_seconds();
	library = ask_library(i, workspace);
	seconds[0] += cpu_seconds() - began;
	if (library != recursion)
		die("recursion", "the library makes other calls");
	return library;
}

static void
print_row(uint32_t walls, int maps, int rounds, fr_workspace *workspace)
{
	double ns[2][MAX_ROUNDS];
	double ratio[MAX_ROUNDS];
	item *items[MAX_MAPS];
	int64_t all = 0;

	for (int m = 0; m < maps; m++)
		items[m] = make_item(walls, (uint32_t) m + 1);
	for (int r = 0; r < rounds; r++)
	{
		double seconds[2] = {0, 0};

		all = 0;
		for (int m = 0; m < maps; m++)
			all += ask_both(items[m], workspace, seconds);
		for (int s = 0; s < 2; s++)
			ns[s][r] = seconds[s] / (double) all * 1e9;
		ratio[r] = ns[0][r] / ns[1][r];
	}
	printf("| %u | %d | %lld | %.1f | %.1f | %.2f |\n", walls, maps, (long long) all,
		   median(ns[0], rounds), median(ns[1], rounds), median(ratio, rounds));
}

static void
read_text(void)
{
	fr_error error;

	if (fr_model_parse(MODEL, strlen(MODEL), &model, &error))
		die_of(MODEL, &error);
	if (fr_method_parse(METHOD, strlen(METHOD), &method, &error))
		die_of(METHOD, &error);
}

int
main(int argc, char **argv)
{
	static const uint32_t walls[] = {200, 400, 600};
	size_t size;
	fr_workspace *workspace;
	int rounds = 5;
	int maps = 20;

	if (argc > 2 && strcmp(argv[1], "-r") == 0)
	{
		rounds = atoi(argv[2]);
		argv += 2;
		argc -= 2;
	}
	if (argc > 1)
		maps = atoi(argv[1]);
	if (rounds < 1 || rounds > MAX_ROUNDS || maps < 1 || maps > MAX_MAPS)
		die("recursion", "1 to 99 rounds, 1 to 100 maps");
	read_text();
	size = fr_workspace_size(SIDE * SIDE, &method);
	workspace = fr_workspace_init(new_block(size), size, SIDE * SIDE);
	puts("| walls | maps | calls | `idastar`: ns a call | recursion | over it |");
	puts("| --- | --: | --: | --: | --: | --: |");
	for (size_t k = 0; k < sizeof walls / sizeof *walls; k++)
		print_row(walls[k], maps, rounds, workspace);
	return 0;
}
