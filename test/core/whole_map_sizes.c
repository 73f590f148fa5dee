/*
 * whole_map_sizes.c - agents larger than a cell on whole maps, against the oracle
 *
 *     whole_map_sizes SIZE GOALS ROUNDS FILE.map...
 *
 * On each map an agent of this size starts at four random positions. The oracle, which
 * looks at all cells under the agent at each step, says what every other position costs;
 * so do a sweep, and `jump` and `astar` for GOALS positions. Then GOALS pairs that agents of
 * size 1 and of this size can go between are searched by `jump` on either map, in turns,
 * and both are decoded. Times are CPU times, the least of ROUNDS. Prints a row of a
 * Markdown table; test/maps/agent_sizes prints its head.
 */
#define _POSIX_C_SOURCE 200809L

#include "../../bench/bench.h"
#include "oracle.h"

#define STARTS 4 /* of a map */

/* A map as an agent of some size sees it. */
typedef struct board
{
	fr_model model;
	fr_costs costs;
	fr_grid *grid;
	double decoding; /* seconds */
	double searching;
} board;

typedef struct pair
{
	uint32_t start;
	uint32_t goal;
} pair;

/* What is asked, and the sums over all maps. */
typedef struct survey
{
	int size;
	int goals;
	int rounds;
	uint64_t random;
	fr_method jump;
	fr_method astar;
	long maps;
	long swept; /* costs compared */
	long searched;
	long wrong;
	long pairs;
	double decoding[2]; /* of size 1, and of the other */
	double searching[2];
} survey;

static uint32_t
random_below(survey *s, uint32_t n)
{
	s->random = s->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t) ((s->random >> 33) % n);
}

static fr_method
method_of(const char *text)
{
	fr_method method;
	fr_error error;

	if (fr_method_parse(text, strlen(text), &method, &error))
		die_of(text, &error);
	return method;
}

/* ---- maps -------------------------------------------------------------------- */

static board
new_board(const fr_map *map, int size)
{
	board b = {.decoding = 1e9, .searching = 1e9};
	char text[40];
	fr_error error;

	snprintf(text, sizeof text, "octile(size=%d)", size);
	if (fr_model_parse(text, strlen(text), &b.model, &error) ||
		fr_costs_resolve(&b.model, map, &b.costs, &error))
		die_of(text, &error);
	b.grid = malloc_grid(map, &b.model, &b.costs, &no_poll);
	return b;
}

/* Decodes again; `jump` needs no moves, which are added later. */
static void
time_decoding(const fr_map *map, board *b)
{
	malloc_arena arena = malloc_arena_make(&arena);
	malloc_arena scratch = malloc_arena_make(&scratch);
	double begin = cpu_seconds();
	fr_grid *grid =
		fr_grid_build(map, &b->model, &b->costs, &arena.core, &scratch.core, &no_poll);

	grid->jumps = fr_grid_jumps(grid, &arena.core, &scratch.core, &no_poll);
	begin = cpu_seconds() - begin;
	if (begin < b->decoding)
		b->decoding = begin;
	malloc_arena_clear(&scratch);
	malloc_arena_clear(&arena);
}

/* ---- against the oracle ------------------------------------------------------ */

static oracle
new_oracle(const uint8_t *codes, const fr_map *map, int size)
{
	oracle_model rules = {.eight = true,
						  .root2 = true,
						  .corners = 2,
						  .size = size,
						  .straight = {1, 1},
						  .diagonal = {1, 1}};
	oracle o;

	for (int code = 0; code < 256; code++)
		rules.weight[code] = oracle_ground(code && strchr(".GS", code));
	oracle_prepare(&o, &rules, codes, (int) map->width, (int) map->height);
	return o;
}

static uint64_t
units_of(oracle_cost cost)
{
	if (cost.a < 0)
		return FR_UNREACHED;
	return (uint64_t) cost.a * FR_ROOT2_STRAIGHT + (uint64_t) cost.b * FR_ROOT2_DIAGONAL;
}

static void
judge(survey *s, uint64_t cost, uint64_t truth, uint32_t cell)
{
	if (cost != truth && s->wrong++ < 5)
		fprintf(stderr, "wrong: map %ld, cell %u: %llu, not %llu\n", s->maps, cell,
				(unsigned long long) cost, (unsigned long long) truth);
}

static void
check_searches(survey *s, const board *b, fr_workspace *workspace, uint32_t start,
			   const oracle_cost *truth)
{
	const fr_method *methods[] = {&s->jump, &s->astar};

	for (int i = 0; i < 2 * s->goals; i++)
	{
		malloc_arena memory = malloc_arena_make(&memory);
		fr_query query = {.grid = b->grid,
						  .method = methods[i % 2],
						  .start = start,
						  .goal = random_below(s, b->grid->cells),
						  .arena = &memory.core};
		fr_result result;

		if (fr_search(&query, workspace, &no_poll, &result))
			die("search", "a cost outgrew exact arithmetic");
		judge(s, result.found ? result.cost : FR_UNREACHED, units_of(truth[query.goal]),
			  query.goal);
		s->searched++;
		malloc_arena_clear(&memory);
	}
}

static void
check_costs(survey *s, const board *b, const oracle *o, fr_workspace *workspace,
			uint32_t start)
{
	uint32_t cells = b->grid->cells;
	oracle_cost *truth = new_block(cells * sizeof *truth);
	fr_method method = fr_method_resolve(&s->jump, b->grid);
	fr_query query = {.grid = b->grid, .method = &method, .start = start};
	fr_cell cell = fr_grid_cell(b->grid, start);

	oracle_dijkstra(o, (oracle_point){cell.x, cell.y}, truth);
	if (fr_reach(&query, b->costs.limit, fr_sweep_workspace_on(query.grid, workspace),
				 &no_poll))
		die("sweep", "a cost outgrew exact arithmetic");
	for (uint32_t i = 0; i < cells; i++)
		judge(s, fr_distance(workspace, i), units_of(truth[i]), i);
	s->swept += cells;
	check_searches(s, b, workspace, start, truth);
	free(truth);
}

/* ---- times ------------------------------------------------------------------- */

/* Pairs that both agents can go between; the small one can where the large one can. */
static void
choose_pairs(survey *s, const fr_grid *large, pair *pairs)
{
	for (int i = 0; i < s->goals;)
	{
		pair p = {random_below(s, large->cells), random_below(s, large->cells)};

		if (p.start != p.goal && fr_grid_connected(large, p.start, p.goal))
			pairs[i++] = p;
	}
}

static void
time_searches(const survey *s, board *b, const pair *pairs, fr_workspace *workspace)
{
	fr_query query = {.grid = b->grid, .method = &s->jump, .uncounted = true};
	double begin = cpu_seconds();

	for (int i = 0; i < s->goals; i++)
	{
		fr_result result;

		query.start = pairs[i].start;
		query.goal = pairs[i].goal;
		if (fr_search(&query, workspace, &no_poll, &result) || !result.found)
			die("search", "a pair has no path");
	}
	begin = cpu_seconds() - begin;
	if (begin < b->searching)
		b->searching = begin;
}

/* ---- one map ----------------------------------------------------------------- */

static uint32_t
random_position(survey *s, const fr_grid *grid)
{
	for (;;)
	{
		uint32_t cell = random_below(s, grid->cells);

		if (fr_grid_component(grid, cell) != 0)
			return cell;
	}
}

static fr_workspace *
new_workspace(uint32_t cells)
{
	fr_method largest = method_of("astar(open=heap)");
	size_t size = fr_workspace_size(cells, &largest);

	return fr_workspace_init(new_block(size), size, cells);
}

static void
check_map(survey *s, const fr_map *map, const board *b, fr_workspace *workspace)
{
	uint8_t *codes = new_block((size_t) map->width * map->height);
	oracle o;

	fr_map_unpack(map, codes, &no_poll);
	o = new_oracle(codes, map, s->size);
	for (int i = 0; i < STARTS; i++)
		check_costs(s, b, &o, workspace, random_position(s, b->grid));
	free(codes);
}

/* The size of 1 and the other take turns. */
static void
time_map(survey *s, const fr_map *map, board boards[2], fr_workspace *workspace)
{
	pair *pairs = new_block((size_t) s->goals * sizeof *pairs);

	choose_pairs(s, boards[1].grid, pairs);
	for (int i = 0; i < 2 * s->rounds; i++)
	{
		time_decoding(map, &boards[i % 2]);
		time_searches(s, &boards[i % 2], pairs, workspace);
	}
	for (int i = 0; i < 2; i++)
	{
		s->decoding[i] += boards[i].decoding;
		s->searching[i] += boards[i].searching;
	}
	s->pairs += s->goals;
	free(pairs);
}

static void
run_map(survey *s, const char *path)
{
	uint8_t *packed;
	fr_map map;
	board boards[2];
	fr_workspace *workspace;

	read_map(path, &packed, &map);
	boards[0] = new_board(&map, 1);
	boards[1] = new_board(&map, s->size);
	workspace = new_workspace(map.width * map.height);
	check_map(s, &map, &boards[1], workspace);
	time_map(s, &map, boards, workspace);
	s->maps++;
	for (int i = 0; i < 2; i++)
		free_grid(boards[i].grid);
	free(workspace);
	free(packed);
}

static void
print_row(const survey *s)
{
	double maps = (double) s->maps * 1e-3;
	double pairs = (double) s->pairs * 1e-6;

	printf("| %d | %ld | %ld | %ld | %ld | %.2f | %.2f | %.2f | %.1f | %.1f | %.2f |\n",
		   s->size, s->maps, s->swept, s->searched, s->wrong, s->decoding[0] / maps,
		   s->decoding[1] / maps, s->decoding[1] / s->decoding[0],
		   s->searching[0] / pairs, s->searching[1] / pairs,
		   s->searching[1] / s->searching[0]);
}

int
main(int argc, char **argv)
{
	survey s = {.random = 1};

	if (argc < 5 || (s.size = atoi(argv[1])) < 1 || (s.goals = atoi(argv[2])) < 1 ||
		(s.rounds = atoi(argv[3])) < 1)
		die("sizes", "usage: sizes SIZE GOALS ROUNDS FILE.map...");
	s.jump = method_of("jump");
	s.astar = method_of("astar");
	for (int i = 4; i < argc; i++)
		run_map(&s, argv[i]);
	print_row(&s);
	return s.wrong > 0;
}
