/*
 * whole_map_lines.c - straight lines on whole maps, by search and by index, against an oracle
 *
 *     whole_map_lines STARTS GOALS FILE.map...
 *
 * From STARTS random cells of each map to GOALS others, `visibility`, the index
 * and a sweep of all cells have to find the same double, either way; routes have to be
 * lines that the oracle sees, of that length, no shorter than the straight line and no
 * longer than the best path of eight directions, nor than that pulled tight.
 * Prints a row of a Markdown table for each map and one for all; fails if one is wrong.
 */
#define _POSIX_C_SOURCE 200809L

#include "../../bench/indexed.h"
#include "core/anyangle/anyangle.h"
#include "straight_bends.h"

/* ---- a map ------------------------------------------------------------------- */

typedef struct survey
{
	long maps;
	long bends;
	long pairs;
	long paths;
	long indexes; /* not refused */
	long wrong;	  /* by search, by index, routes, bounds */
	long by_index;
	long routes;
	long bounds;
} survey;

/* A grid, and what searches it. */
typedef struct side
{
	fr_model model;
	fr_costs costs;
	fr_grid *grid;
	fr_method method;
	fr_workspace *workspace;
	malloc_arena memory;
} side;

typedef struct board
{
	const char *path;
	oracle truth;
	side lines;
	side eight;
	uint64_t *reached; /* from the start, all cells */
	bool is_indexed;
	indexed built;
	survey sums;
} board;

static void
open_search(side *s, const fr_map *map, const char *model, const char *method)
{
	fr_error error;
	uint32_t nodes;
	size_t size;

	if (fr_model_parse(model, strlen(model), &s->model, &error) ||
		fr_costs_resolve(&s->model, map, &s->costs, &error) ||
		fr_method_parse(method, strlen(method), &s->method, &error))
		die_of(model, &error);
	s->grid = malloc_grid(map, &s->model, &s->costs, &no_poll);
	s->method = fr_method_resolve(&s->method, s->grid);
	nodes = fr_search_nodes(s->grid, &s->method);
	size = fr_workspace_size(nodes, &s->method);
	s->workspace = fr_workspace_init(new_block(size), size, nodes);
	s->memory = malloc_arena_make(&s->memory);
}

static void
close_search(side *s)
{
	malloc_arena_clear(&s->memory);
	free(s->workspace);
	free_grid(s->grid);
}

/* The route is the arena's, until the next search. */
static fr_result
search(side *s, int start, int goal)
{
	fr_query query = {.grid = s->grid,
					  .method = &s->method,
					  .start = (uint32_t) start,
					  .goal = (uint32_t) goal,
					  .arena = &s->memory.core,
					  .wants_route = true};
	fr_result result;

	malloc_arena_clear(&s->memory);
	s->memory = malloc_arena_make(&s->memory);
	if (fr_search(&query, s->workspace, &no_poll, &result))
		die("search", "a cost outgrew exact arithmetic");
	return result;
}

static void
build(board *b)
{
	static const uint8_t digest[FR_INDEX_DIGEST];
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_request request = {.grid = b->lines.grid,
								.model = &b->lines.model,
								.digest = digest,
								.routes = true};
	fr_index_plan *plan;
	fr_error error;

	b->is_indexed =
		fr_index_build(&request, &memory.core, &no_poll, &plan, &error) == FR_OK;
	if (b->is_indexed)
		write_index(&b->built, plan);
	else if (error.status != FR_INDEX_LIMIT)
		die_of(b->path, &error);
	malloc_arena_clear(&memory);
	if (b->is_indexed)
		open_index(&b->built, b->path);
	b->sums.indexes += b->is_indexed;
}

/* ---- a pair ------------------------------------------------------------------ */

static uint64_t
bits_of(double length)
{
	return length < HUGE_VAL ? fr_length_bits(length) : FR_UNREACHED;
}

static uint64_t
found_cost(const fr_result *r)
{
	return r->found ? r->cost : FR_UNREACHED;
}

/* Lines from start to goal that the oracle sees, and that have this length. */
static bool
is_right_route(const oracle *o, const fr_route *r, int start, int goal, double length)
{
	int at = r->start.y * o->map.width + r->start.x;
	quad sum = 0;

	if (at != start)
		return false;
	for (size_t i = 0; i < r->count; i++)
	{
		int to = r->corners[i].y * o->map.width + r->corners[i].x;

		if (!straight_sees(&o->map, at, to))
			return false;
		sum += straight_root(straight_square(&o->map, at, to));
		at = to;
	}
	return at == goal && (double) sum == length;
}

static void
add_corner(void *context, fr_cell corner)
{
	double *sum = context;

	sum[0] += sum[1] >= 0 ? hypot(corner.x - sum[1], corner.y - sum[2]) : 0;
	sum[1] = corner.x;
	sum[2] = corner.y;
}

#define ROUNDED (1 + 1e-12) /* what the sums of the other two may be too small by */

static bool
keeps_bounds(board *b, int start, int goal, double length)
{
	double tight[3] = {0, -1, -1};
	fr_result r = search(&b->eight, start, goal);
	uint8_t *packed =
		malloc_arena_take(&b->eight.memory, fr_path_packed_size(&r.route, &no_poll));
	size_t size = fr_path_pack(&r.route, packed, &no_poll);

	fr_path_smooth(b->lines.grid, packed, size, NULL, add_corner, tight, &no_poll);
	return r.found && length >= sqrt(straight_square(&b->truth.map, start, goal)) &&
		   length <= tight[0] * ROUNDED &&
		   length <= fr_cost_value(&b->eight.costs, r.cost) * ROUNDED;
}

static void
try_index(board *b, int start, int goal, double length)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_query query = {
		&b->built.index, fr_grid_cell(b->lines.grid, (uint32_t) start),
		fr_grid_cell(b->lines.grid, (uint32_t) goal), b->built.scratch};
	uint64_t wanted = bits_of(length);
	fr_route route;
	fr_error error;
	uint64_t cost;

	b->sums.by_index += index_cost(&b->built, query.start, query.goal) != wanted ||
						index_cost(&b->built, query.goal, query.start) != wanted;
	if (fr_index_route(&query, &memory.core, &no_poll, &cost, &route, &error))
		die_of(b->path, &error);
	b->sums.routes +=
		cost != wanted ||
		(length < HUGE_VAL && !is_right_route(&b->truth, &route, start, goal, length));
	malloc_arena_clear(&memory);
}

static void
try_pair(board *b, int start, int goal)
{
	double length = length_to(&b->truth, goal);
	uint64_t wanted = bits_of(length);
	fr_result back = search(&b->lines, goal, start);
	fr_result r = search(&b->lines, start, goal);

	b->sums.pairs++;
	b->sums.wrong += found_cost(&back) != wanted || found_cost(&r) != wanted ||
					 b->reached[goal] != wanted;
	if (b->is_indexed)
		try_index(b, start, goal, length);
	if (!r.found || length == HUGE_VAL)
		return;
	b->sums.paths++;
	b->sums.routes += !is_right_route(&b->truth, &r.route, start, goal, length);
	b->sums.bounds += !keeps_bounds(b, start, goal, length);
}

static void
reach_all(board *b, int start)
{
	malloc_arena memory = malloc_arena_make(&memory);
	uint32_t from = (uint32_t) start;
	fr_query query = {
		.grid = b->lines.grid, .method = &b->lines.method, .arena = &memory.core};

	fr_anyangle_reach(&(fr_reaching){&query, &from, 1, INFINITY, b->reached, NULL},
					  fr_sweep_workspace_on(query.grid, b->lines.workspace), &no_poll);
	malloc_arena_clear(&memory);
}

/* ---- all maps ---------------------------------------------------------------- */

static void
print_row(const char *name, const survey *s)
{
	printf("| %s | %ld | %ld | %ld | %ld | %ld | %ld | %ld | %ld | %ld |\n", name,
		   s->maps, s->indexes, s->bends, s->pairs, s->paths, s->wrong, s->by_index,
		   s->routes, s->bounds);
	fflush(stdout);
}

static void
add_sums(survey *to, const survey *s)
{
	*to = (survey){.maps = to->maps + s->maps,
				   .bends = to->bends + s->bends,
				   .pairs = to->pairs + s->pairs,
				   .paths = to->paths + s->paths,
				   .indexes = to->indexes + s->indexes,
				   .wrong = to->wrong + s->wrong,
				   .by_index = to->by_index + s->by_index,
				   .routes = to->routes + s->routes,
				   .bounds = to->bounds + s->bounds};
}

static int
random_number(const fr_grid *grid, uint64_t *random)
{
	return (int) fr_grid_index(grid, random_cell(grid, random));
}

static void
try_map(board *b, int starts, int goals)
{
	uint64_t random = 1;

	build(b);
	for (int i = 0; i < starts; i++)
	{
		int start = random_number(b->lines.grid, &random);

		spread(&b->truth, start);
		reach_all(b, start);
		for (int k = 0; k < goals; k++)
			try_pair(b, start, random_number(b->lines.grid, &random));
	}
	if (b->is_indexed)
		free_index(&b->built);
}

static survey
run_map(const char *path, int starts, int goals)
{
	board b = {.path = path, .sums = {.maps = 1}};
	uint32_t width;
	uint32_t height;
	uint8_t *codes = read_codes(path, &width, &height);
	uint8_t *packed;
	fr_map map;

	pack_codes(codes, width, height, &packed, &map);
	b.truth = new_oracle(codes, &map);
	b.sums.bends = b.truth.count;
	b.reached = new_block((size_t) width * height * sizeof *b.reached);
	open_search(&b.lines, &map, "anyangle", "visibility");
	open_search(&b.eight, &map, "octile", "jump");
	try_map(&b, starts, goals);
	print_row(last_part(path), &b.sums);
	close_search(&b.lines);
	close_search(&b.eight);
	free_oracle(&b.truth);
	free(b.reached);
	free(packed);
	free(codes);
	return b.sums;
}

int
main(int argc, char **argv)
{
	survey all = {0};

	if (argc < 4 || atoi(argv[1]) < 1 || atoi(argv[2]) < 1)
		die("lines", "usage: lines STARTS GOALS FILE.map...");
	printf("| map | maps | indexed | bends | pairs | paths | wrong | by index | routes | "
		   "bounds |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n");
	for (int i = 3; i < argc; i++)
	{
		survey s = run_map(argv[i], atoi(argv[1]), atoi(argv[2]));

		add_sums(&all, &s);
	}
	print_row("all", &all);
	return all.wrong + all.by_index + all.routes + all.bounds > 0;
}
