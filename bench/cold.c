/*
 * cold.c - what the cold question of a map takes in the core, by stage
 *
 *     cold [-r ROUNDS] [FOLDER...]
 *
 * Each map is asked once for the cost of a random pair of passable cells: by rows of bits
 * (fr_grid_begin, fr_grid_cold, fr_search) and by what a second question finds
 * (fr_grid_build, fr_grid_jumps, fr_search), in turn. Without maps: caves of 16 to 1024 a
 * side and noise. Prints Markdown: microseconds of processor time a map, medians of the
 * rounds, each a mean over the maps of a row; and reading every byte of them.
 */
#include "bench.h"

#include "core/base/random.h"
#include "malloc_arena.h"

#define MAX_ROUNDS 99
#define BATCH 256 /* maps of a row, at most */

typedef struct item
{
	uint8_t *packed;
	fr_map map;
	uint32_t start;
	uint32_t goal;
} item;

typedef enum stage
{
	BYTES,
	ROWS,
	COLUMNS,
	SEARCH,
	GRID,
	PLANES,
	WARM,
	STAGES
} stage;

static const char *const heads[STAGES] = {"bytes", "rows",	 "columns",	  "search",
										  "grid",  "planes", "its search"};

typedef struct row
{
	char name[64];
	item items[BATCH];
	int count;
	double us[STAGES][MAX_ROUNDS];
} row;

static fr_model model;
static fr_method method;
static fr_tables tables;
static fr_workspace *workspace;
static uint32_t workspace_nodes;
static int rounds = 5;
static volatile uint64_t sum;

/* ---- one map ---------------------------------------------------------------- */

static fr_costs
costs_of(const fr_map *map)
{
	fr_costs costs;
	fr_error error;

	if (fr_costs_resolve(&model, map, &costs, &error))
		die_of("costs", &error);
	return costs;
}

static uint64_t
ask(const fr_grid *grid, const item *i)
{
	fr_query query = {.grid = grid,
					  .method = &method,
					  .start = i->start,
					  .goal = i->goal,
					  .uncounted = true};
	uint32_t nodes = fr_search_nodes(grid, &method);
	fr_result result;

	if (nodes > workspace_nodes)
	{
		size_t size = fr_workspace_size(nodes, &method);

		free(workspace);
		workspace = fr_workspace_init(new_block(size), size, nodes);
		workspace_nodes = nodes;
	}
	fr_search(&query, workspace, &no_poll, &result);
	return result.found ? result.cost : 0;
}

static void
add_time(double *us, double *since)
{
	double now = cpu_seconds();

	*us += (now - *since) * 1e6;
	*since = now;
}

static void
read_bytes(const item *i)
{
	size_t size = ((size_t) i->map.width * i->map.height * (size_t) i->map.bits + 7) / 8;

	for (size_t k = 0; k < size; k++)
		sum += i->map.cells[k];
}

static uint64_t
ask_first(const item *i, double us[STAGES])
{
	malloc_arena arena = malloc_arena_make(&arena);
	fr_costs costs = costs_of(&i->map);
	double since = cpu_seconds();
	fr_grid *grid;
	uint64_t cost;

	read_bytes(i);
	add_time(&us[BYTES], &since);
	grid = fr_grid_begin(&i->map, &model, &costs, &tables, &arena.core, &no_poll);
	add_time(&us[ROWS], &since);
	grid->cold = fr_grid_cold(grid, &arena.core, &no_poll);
	add_time(&us[COLUMNS], &since);
	cost = ask(grid, i);
	add_time(&us[SEARCH], &since);
	malloc_arena_clear(&arena);
	return cost;
}

static uint64_t
ask_whole(const item *i, double us[STAGES])
{
	malloc_arena arena = malloc_arena_make(&arena);
	fr_costs costs = costs_of(&i->map);
	double since = cpu_seconds();
	fr_grid *grid;
	uint64_t cost;

	grid = fr_grid_build(&i->map, &model, &costs, &arena.core, &arena.core, &no_poll);
	add_time(&us[GRID], &since);
	grid->jumps = fr_grid_jumps(grid, &arena.core, &arena.core, &no_poll);
	add_time(&us[PLANES], &since);
	cost = ask(grid, i);
	add_time(&us[WARM], &since);
	malloc_arena_clear(&arena);
	return cost;
}

/* ---- rows -------------------------------------------------------------------- */

static void
run_row(row *r)
{
	for (int round = 0; round < rounds; round++)
	{
		double us[STAGES] = {0};

		for (int i = 0; i < r->count; i++)
			if (ask_first(&r->items[i], us) != ask_whole(&r->items[i], us))
				die(r->name, "costs differ");
		for (int s = 0; s < STAGES; s++)
			r->us[s][round] = us[s] / r->count;
	}
	printf("| %s | %d |", r->name, r->count);
	for (int s = 0; s < STAGES; s++)
		printf(" %.1f |", median(r->us[s], rounds));
	printf("\n");
	fflush(stdout);
}

/* A random passable cell, or any after a thousand others. */
static uint32_t
pick(const uint8_t *codes, uint32_t cells, uint64_t *seed)
{
	uint32_t cell = fr_random_below(seed, cells);

	for (int i = 0; i < 1000 && codes[cell] != '.'; i++)
		cell = fr_random_below(seed, cells);
	return cell;
}

static void
add_item(row *r, const uint8_t *codes, uint32_t width, uint32_t height, uint64_t *seed)
{
	item *i = &r->items[r->count++];

	pack_codes(codes, width, height, &i->packed, &i->map);
	i->start = pick(codes, width * height, seed);
	i->goal = pick(codes, width * height, seed);
}

static void
free_items(row *r)
{
	for (int i = 0; i < r->count; i++)
		free(r->items[i].packed);
}

static void
run_generated(row *r, uint32_t side, bool caves)
{
	uint32_t cells = side * side;
	uint8_t *codes = new_block(cells);
	uint8_t *scratch = new_block(cells);
	uint64_t seed = side;

	r->count = 0;
	snprintf(r->name, sizeof r->name, "%s %u", caves ? "caves" : "noise 20 %", side);
	for (int i = 0; i < BATCH && i < (1 << 22) / (int) cells + 2; i++)
	{
		if (caves)
			fr_generate_caves((fr_canvas){codes, side, side, seed + (uint64_t) i},
							  scratch, 0.42, &no_poll);
		for (uint32_t k = 0; !caves && k < cells; k++)
			codes[k] = fr_random_chance(&seed, 0.2) ? '@' : '.';
		add_item(r, codes, side, side, &seed);
	}
	run_row(r);
	free_items(r);
	free(codes);
	free(scratch);
}

static void
run_files(row *r, const char *path)
{
	char **names = list_maps(path);
	const char *slash = strrchr(path, '/');
	uint64_t seed = 1;

	r->count = 0;
	snprintf(r->name, sizeof r->name, "%.60s", slash ? slash + 1 : path);
	for (int i = 0; names[i] && r->count < BATCH; i++)
	{
		uint32_t width;
		uint32_t height;
		uint8_t *codes = read_codes(names[i], &width, &height);

		add_item(r, codes, width, height, &seed);
		free(codes);
	}
	run_row(r);
	free_items(r);
}

int
main(int argc, char **argv)
{
	static row r;
	fr_error error;
	uint8_t cell = '.';
	uint8_t *packed;
	fr_costs costs;
	int first = 1;

	if (argc > 2 && strcmp(argv[1], "-r") == 0)
	{
		rounds = atoi(argv[2]);
		first = 3;
	}
	if (rounds < 1 || rounds > MAX_ROUNDS ||
		fr_model_parse("octile", 6, &model, &error) ||
		fr_method_parse("jump", 4, &method, &error))
		die("cold", "usage: cold [-r ROUNDS] [FOLDER...]");
	pack_codes(&cell, 1, 1, &packed, &r.items[0].map);
	costs = costs_of(&r.items[0].map);
	fr_tables_fill(&model, &costs, &tables);
	free(packed);
	printf("| maps | n |");
	for (int s = 0; s < STAGES; s++)
		printf(" %s |", heads[s]);
	printf("\n| --- | --: |");
	for (int s = 0; s < STAGES; s++)
		printf(" --: |");
	printf("\n");
	for (uint32_t side = 16; first == argc && side <= 1024; side *= 2)
		for (int caves = 1; caves >= 0; caves--)
			run_generated(&r, side, caves);
	for (int i = first; i < argc; i++)
		run_files(&r, argv[i]);
	free(workspace);
	return 0;
}
