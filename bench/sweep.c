/*
 * sweep.c - time sweeps over folders of maps, and single searches for comparison
 *
 *     sweep [-r ROUNDS] [-n MAPS] FOLDER|FILE.map...
 *
 * Prints two Markdown tables of CPU times, medians of rounds in which all measurements
 * take turns:
 *
 * - ns a cell of a sweep over each map's largest component, and of a copy of so
 *   many costs from one array to another: no sweep can write faster;
 * - ns of the costs to 1, 2, 4, ... goals by one sweep that ends at the last of
 *   them, by a search for each, and by fr_costs_to, which chooses.  Goals are
 *   within a square around the start; the same ones every time.
 *
 * -n MAPS takes so many of the maps, evenly spread.
 */
#include "bench.h"

#define MAX_ROUNDS 99
#define MAX_GOALS 16
#define STARTS 8 /* of each map, number of goals and square */

static const char *const models[] = {"tile", "octile(straight=2, diagonal=3)",
									 "octile(straight=100, diagonal=150)", "octile",
									 "octile(obstacle=3)"};
static const int squares[] = {16, 64, 256}; /* half the side, in cells */

#define MODELS (sizeof models / sizeof *models)
#define SQUARES (sizeof squares / sizeof *squares)
#define COUNTS 5 /* of goals: 1, 2, 4, 8, 16 */

typedef struct series
{
	double seconds[MAX_ROUNDS];
	double units; /* cells or queries that the time is for */
} series;

enum way
{
	BY_SWEEP,
	BY_SEARCHES,
	BY_CHOICE,
	WAYS
};

static int rounds = 5;
static int round_now;
static series whole[MODELS];
static series copies[MODELS];
static series goals_of[MODELS][SQUARES][COUNTS][WAYS];

/* ---- what is measured ----------------------------------------------------------- */

static uint32_t
random_below(uint64_t *state, uint32_t n)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t) ((*state >> 32) * n >> 32);
}

static void
count_time(series *s, double begin, double units)
{
	s->seconds[round_now] += cpu_seconds() - begin;
	s->units += round_now == 0 ? units : 0;
}

/* ---- maps -------------------------------------------------------------------- */

typedef struct arena
{
	fr_map map;
	uint8_t *packed;
	fr_grid *grid;
	fr_workspace *workspace;
	fr_method method;
	fr_component largest;
} arena;

static fr_component
largest_component(const fr_grid *grid)
{
	uint32_t count = grid->components.count;
	fr_component *list = new_block(count * sizeof *list);
	fr_component largest = {0, 0};

	fr_component_list(grid, NULL, list, &no_poll);
	for (uint32_t i = 0; i < count; i++)
		if (list[i].cells > largest.cells)
			largest = list[i];
	free(list);
	return largest;
}

static void
decode(arena *a, const char *text)
{
	uint32_t cells = a->map.width * a->map.height;
	fr_model model;
	fr_costs costs;
	fr_error error;
	size_t size;

	if (fr_model_parse(text, strlen(text), &model, &error) ||
		fr_costs_resolve(&model, &a->map, &costs, &error) ||
		fr_method_parse("auto", 4, &a->method, &error))
		die(text, "does not do");
	a->grid = malloc_grid(&a->map, &model, &costs, &no_poll);
	a->method = fr_method_resolve(&a->method, a->grid);
	size = fr_workspace_size(cells, &a->method);
	a->workspace = fr_workspace_init(new_block(size), size, cells);
	a->largest = largest_component(a->grid);
}

/* ---- what is timed ------------------------------------------------------------- */

static void
time_whole(const arena *a, size_t m)
{
	fr_query query = {.grid = a->grid, .method = &a->method, .start = a->largest.first};
	double begin = cpu_seconds();

	if (fr_reach(&query, a->grid->costs.limit - 1,
				 fr_sweep_workspace_on(query.grid, a->workspace), &no_poll))
		die(models[m], "a cost outgrew exact arithmetic");
	count_time(&whole[m], begin, a->largest.cells);
}

/* Copies as many costs of 8 bytes as the component has cells. */
static void
time_copy(const arena *a, size_t m)
{
	size_t size = a->largest.cells * sizeof(uint64_t);
	void *from = new_block(size);
	void *to = new_block(size);
	double begin;

	memset(from, 1, size);
	memset(to, 2, size);
	begin = cpu_seconds();
	memcpy(to, from, size);
	__asm__ volatile("" : : "r"(to) : "memory");
	count_time(&copies[m], begin, a->largest.cells);
	free(from);
	free(to);
}

/* A random cell of the largest component, within `half` rows and columns of the start. */
static uint32_t
draw_goal(const arena *a, uint64_t *random, uint32_t start, int half)
{
	fr_cell from = fr_grid_cell(a->grid, start);

	for (;;)
	{
		uint32_t side = 2 * (uint32_t) half + 1;
		fr_cell to = {from.x + (int) random_below(random, side) - half,
					  from.y + (int) random_below(random, side) - half};

		if (to.x >= 0 && to.y >= 0 && to.x < (int) a->grid->width &&
			to.y < (int) a->grid->height &&
			fr_grid_connected(a->grid, start, fr_grid_index(a->grid, to)))
			return fr_grid_index(a->grid, to);
	}
}

static void
ask(const fr_query *query, enum way way, const uint32_t *goals, size_t count,
	const arena *a, uint64_t *costs)
{
	fr_status status = FR_OK;

	if (way == BY_CHOICE)
		status = fr_costs_to(query, (fr_cells){goals, count},
							 fr_sweep_workspace_on(query->grid, a->workspace), &no_poll,
							 costs);
	else if (way == BY_SWEEP)
		status =
			fr_nearest(query, (fr_cells){goals, count}, count,
					   fr_sweep_workspace_on(query->grid, a->workspace), &no_poll, costs);
	for (size_t i = 0; way == BY_SEARCHES && i < count; i++)
	{
		fr_query single = *query;
		fr_result result;

		single.goal = goals[i];
		single.uncounted = true;
		status |= fr_search(&single, a->workspace, &no_poll, &result);
		costs[i] = result.cost;
	}
	if (status != FR_OK)
		die("costs", "outgrew exact arithmetic");
}

/* Answers one query in every way; the answers must be equal. */
static void
time_goals(const arena *a, uint64_t *random, size_t m, size_t square, size_t n)
{
	fr_query query = {.grid = a->grid, .method = &a->method};
	uint32_t goals[MAX_GOALS];
	uint64_t costs[WAYS][MAX_GOALS];
	size_t count = (size_t) 1 << n;

	do
		query.start = random_below(random, a->grid->cells);
	while (!fr_grid_connected(a->grid, query.start, a->largest.first));
	for (size_t i = 0; i < count; i++)
		goals[i] = draw_goal(a, random, query.start, squares[square]);
	for (int way = 0; way < WAYS; way++)
	{
		double begin = cpu_seconds();

		ask(&query, way, goals, count, a, costs[way]);
		count_time(&goals_of[m][square][n][way], begin, 1);
		if (memcmp(costs[way], costs[0], count * sizeof **costs) != 0)
			die(models[m], "the ways do not agree");
	}
}

/* Measures every square and number of goals, in turn. */
static void
run_goals(const arena *a, size_t m)
{
	uint64_t random = 1;

	for (int i = 0; i < STARTS; i++)
		for (size_t s = 0; s < SQUARES; s++)
			for (size_t n = 0; n < COUNTS; n++)
			{
				uint64_t same = random;

				for (round_now = 0; round_now < rounds; round_now++)
				{
					random = same;
					time_goals(a, &random, m, s, n);
				}
			}
}

static void
run_map(const char *path)
{
	arena a;

	read_map(path, &a.packed, &a.map);
	for (size_t m = 0; m < MODELS; m++)
	{
		decode(&a, models[m]);
		for (round_now = 0; round_now < rounds; round_now++)
		{
			time_copy(&a, m);
			time_whole(&a, m);
		}
		run_goals(&a, m);
		free_grid(a.grid);
		free(a.workspace);
	}
	free(a.packed);
}

/* ---- the tables ---------------------------------------------------------------- */

static double
ns_of(series *s)
{
	return median(s->seconds, rounds) / s->units * 1e9;
}

static void
print_whole(void)
{
	printf("| model | cells swept | ns a cell | ns to copy its cost |\n");
	printf("| --- | --: | --: | --: |\n");
	for (size_t m = 0; m < MODELS; m++)
		printf("| `%s` | %.0f | %.2f | %.2f |\n", models[m], whole[m].units,
			   ns_of(&whole[m]), ns_of(&copies[m]));
}

/*
 * For a square: the ratio of a sweep's time to that of searches per number of goals,
 * and of the choice's.
 */
static void
print_square(size_t m, size_t square)
{
	double best = 0;
	double chosen = 0;

	printf("| `%s` | %d |", models[m], squares[square]);
	for (size_t n = 0; n < COUNTS; n++)
	{
		series *by = goals_of[m][square][n];
		double sweep = ns_of(&by[BY_SWEEP]);
		double searches = ns_of(&by[BY_SEARCHES]);

		printf(" %.1f / %.1f |", sweep / 1e3, searches / 1e3);
		best += sweep < searches ? sweep : searches;
		chosen += ns_of(&by[BY_CHOICE]);
	}
	printf(" %.2f |\n", chosen / best);
}

static void
print_goals(void)
{
	printf(
		"\nGoals within so many rows and columns: us by one sweep / us by searches.\n\n");
	printf("| model | within | 1 goal | 2 goals | 4 goals | 8 goals | 16 goals "
		   "| fr_costs_to / the better |\n");
	printf("| --- | --: | --: | --: | --: | --: | --: | --: |\n");
	for (size_t m = 0; m < MODELS; m++)
		for (size_t square = 0; square < SQUARES; square++)
			print_square(m, square);
}

/* The evenly spread maps of a folder, or the one map. */
static int
run_argument(const char *path, int wanted)
{
	char **maps;
	int count = 0;
	int done = 0;

	if (ends_with(path, ".map"))
	{
		run_map(path);
		return 1;
	}
	maps = list_maps(path);
	while (maps[count])
		count++;
	if (wanted > count || wanted < 1)
		wanted = count;
	for (; done < wanted; done++)
		run_map(maps[(long) done * count / wanted]);
	for (int i = 0; i < count; i++)
		free(maps[i]);
	free(maps);
	return done;
}

int
main(int argc, char **argv)
{
	int wanted = 0;
	int maps = 0;
	int i = 1;

	for (; i + 1 < argc && argv[i][0] == '-'; i += 2)
		if (strcmp(argv[i], "-r") == 0)
			rounds = atoi(argv[i + 1]);
		else if (strcmp(argv[i], "-n") == 0)
			wanted = atoi(argv[i + 1]);
		else
			die(argv[i], "is no option");
	if (i >= argc || rounds < 1 || rounds > MAX_ROUNDS)
		die("usage", "sweep [-r ROUNDS] [-n MAPS] FOLDER|FILE.map...");
	for (; i < argc; i++)
		maps += run_argument(argv[i], wanted);
	printf("%d maps, median of %d rounds, CPU time.\n\n", maps, rounds);
	print_whole();
	print_goals();
	return 0;
}
