/*
 * floors.c - searches in a building: maps side by side, with stairs from each to the next
 *
 *     floors LINKS PAIRS FILE.map...
 *
 * LINKS stairs, both ways, cost 4 straight steps each and lead between random cells of the
 * largest components. Then PAIRS random pairs of such cells on one floor each, and as many on
 * two, by `jump`, by `jump` with the best of ten landmarks and by an index; one in ZERO of them by
 * `jump` with a heuristic of zero, which knows what links cost alone; one in SWEPT by a sweep that
 * ends at the goal, which stands for A* with no bound. Each method has all its pairs in turn.
 * And a first query, by `jump` from the packed map on: FIRST times, the median. Prints Markdown;
 * costs have to agree. The same building every time.
 */
#include "bench.h"

#include "core/base/random.h"
#include "core/core.h"

#define MAX_FLOORS 64
#define FIRST 9
#define ZERO 50
#define SWEPT 500
#define LANDMARKS "jump(heuristic=altbest, best=3, place=farthest)"

typedef struct building
{
	int floors;
	uint32_t side;
	uint32_t width;
	uint8_t *codes;
	uint8_t *packed;
	uint8_t *links;
	fr_map map;
	fr_model model;
	fr_costs costs;
	fr_grid *grid;
	fr_landmarks *landmarks;
	uint32_t *cells[MAX_FLOORS]; /* of the largest component of each */
	uint32_t counts[MAX_FLOORS];
	uint64_t random;
} building;

/* ---- the building ------------------------------------------------------------- */

/* Puts a map into its place; a column of blocked cells is behind each. */
static void
add_floor(building *b, int floor, const char *path)
{
	uint32_t width;
	uint32_t height;
	uint8_t *codes = read_codes(path, &width, &height);

	if (width >= b->side || height > b->side)
		die(path, "is larger than 512 x 512");
	for (uint32_t y = 0; y < height; y++)
		memcpy(b->codes + (size_t) y * b->width + (uint32_t) floor * b->side,
			   codes + (size_t) y * width, width);
	free(codes);
}

static void
make_grid(building *b)
{
	fr_error error;

	if (fr_costs_resolve(&b->model, &b->map, &b->costs, &error))
		die_of("costs", &error);
	b->grid = malloc_grid(&b->map, &b->model, &b->costs, &no_poll);
}

static uint32_t
component_at(const building *b, int floor, uint32_t i)
{
	uint32_t cell = i / b->side * b->width + (uint32_t) floor * b->side + i % b->side;

	return fr_grid_component(b->grid, cell);
}

/* The cells of the largest component of a floor. */
static void
find_cells(building *b, int floor)
{
	uint32_t all = b->side * (b->side - 1);
	uint32_t *sizes = calloc(b->grid->components.count + 1, sizeof *sizes);
	uint32_t largest = 0;

	if (!sizes)
		die("calloc", "out of memory");
	b->cells[floor] = new_block(all * sizeof(uint32_t));
	for (uint32_t i = 0; i < all; i++)
	{
		uint32_t component = component_at(b, floor, i);

		if (component && ++sizes[component] > sizes[largest])
			largest = component;
	}
	for (uint32_t i = 0; i < all; i++)
		if (largest && component_at(b, floor, i) == largest)
			b->cells[floor][b->counts[floor]++] =
				i / b->side * b->width + (uint32_t) floor * b->side + i % b->side;
	if (b->counts[floor] == 0)
		die("a map", "has no free cell");
	free(sizes);
}

static uint32_t
draw_cell(building *b, int floor)
{
	return b->cells[floor][fr_random_below(&b->random, b->counts[floor])];
}

static void
add_links(building *b, int count)
{
	fr_link link = {.cost = {4, 0}, .both = true};
	fr_error error;

	b->links = new_block((size_t) count * FR_LINK_BYTES);
	for (int i = 0; i < count; i++)
	{
		int floor = i % (b->floors - 1);

		fr_link_set(&link, fr_grid_cell(b->grid, draw_cell(b, floor)),
					fr_grid_cell(b->grid, draw_cell(b, floor + 1)), &error);
		fr_link_pack(&link, b->links + i * FR_LINK_BYTES);
	}
	b->map.links = b->links;
	b->map.link_count = (uint32_t) count;
	free_grid(b->grid);
	make_grid(b);
}

static void
build(building *b, int links, char **paths)
{
	fr_error error;

	b->side = 513;
	b->width = (uint32_t) b->floors * b->side;
	b->codes = new_block((size_t) b->width * b->side);
	memset(b->codes, '@', (size_t) b->width * b->side);
	for (int i = 0; i < b->floors; i++)
		add_floor(b, i, paths[i]);
	pack_codes(b->codes, b->width, b->side, &b->packed, &b->map);
	if (fr_model_parse("octile", 6, &b->model, &error))
		die_of("octile", &error);
	make_grid(b);
	for (int i = 0; i < b->floors; i++)
		find_cells(b, i);
	add_links(b, links);
}

/* ---- searches ------------------------------------------------------------------- */

typedef struct tally
{
	double expanded;
	double seconds;
	int count;
} tally;

/* A pair of cells and what it costs. */
typedef struct answer
{
	uint32_t start;
	uint32_t goal;
	bool known;
	uint64_t cost;
} answer;

typedef struct way
{
	const char *text; /* of a method */
	int every;		  /* one in so many pairs */
} way;

static uint64_t
search(const building *b, const char *text, fr_workspace *workspace, uint32_t start,
	   uint32_t goal, tally *t)
{
	fr_method method;
	fr_query query = {.grid = b->grid,
					  .landmarks = b->landmarks,
					  .method = &method,
					  .start = start,
					  .goal = goal};
	fr_result r;
	fr_error error;
	double begun;

	if (fr_method_parse(text, strlen(text), &method, &error))
		die_of(text, &error);
	begun = cpu_seconds();
	if (fr_search(&query, workspace, &no_poll, &r))
		die(text, "costs are out of range");
	t->seconds += cpu_seconds() - begun;
	t->expanded += (double) r.expanded;
	t->count++;
	return r.found ? r.cost : FR_UNREACHED;
}

/* Builds the landmarks; returns the seconds that it took. */
static double
place_landmarks(building *b, fr_workspace *workspace)
{
	double begun = cpu_seconds();
	fr_landmarks plan =
		fr_landmarks_plan(b->grid, 10, FR_PLACE_FARTHEST, 0,
						  fr_sweep_workspace_on(b->grid, workspace), &no_poll);

	b->landmarks =
		fr_landmarks_build(new_block(fr_landmarks_size(b->grid, &plan)), b->grid, &plan,
						   false, fr_sweep_workspace_on(b->grid, workspace), &no_poll);
	return cpu_seconds() - begun;
}

/* ---- an index ------------------------------------------------------------------- */

typedef struct prepared
{
	uint8_t *bytes;
	size_t size;
	double seconds;
	malloc_arena memory;
	fr_index index;
	fr_index_scratch *scratch;
} prepared;

static void
build_index(const building *b, prepared *p)
{
	static const uint8_t digest[FR_INDEX_DIGEST];
	fr_index_request request = {
		.grid = b->grid, .model = &b->model, .digest = digest, .routes = true};
	double begun = cpu_seconds();
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_checked checked;
	fr_index_plan *plan;
	fr_error error;
	size_t size;

	if (fr_index_build(&request, &memory.core, &no_poll, &plan, &error))
		die_of("index", &error);
	p->size = fr_index_plan_size(plan);
	p->bytes = new_block(p->size);
	fr_index_write(plan, p->bytes, &no_poll);
	malloc_arena_clear(&memory);
	p->seconds = cpu_seconds() - begun;
	p->memory = malloc_arena_make(&p->memory);
	if (fr_index_check(p->bytes, p->size, &no_poll, &checked, &error))
		die_of("index", &error);
	p->index = fr_index_open(checked, &p->memory.core, &no_poll);
	size = fr_index_scratch_size(&p->index);
	p->scratch = fr_index_scratch_init(new_block(size), size);
}

static void
ask_index(const building *b, const prepared *p, const answer *answers, int count,
		  tally *t)
{
	double begun = cpu_seconds();
	int wrong = 0;

	for (int i = 0; i < count; i++)
		wrong += fr_index_cost(&p->index, fr_grid_cell(b->grid, answers[i].start),
							   fr_grid_cell(b->grid, answers[i].goal), p->scratch,
							   &no_poll) != answers[i].cost;
	*t = (tally){.seconds = cpu_seconds() - begun, .count = count};
	if (wrong > 0)
		die("index", "finds another cost");
}

/* ---- all of it -------------------------------------------------------------------- */

static fr_workspace *
workspace_for(const building *b)
{
	fr_method jump;
	fr_error error;
	uint32_t nodes = b->grid->cells + 4 * fr_grid_link_count(b->grid);
	size_t size;

	if (fr_method_parse("jump", 4, &jump, &error))
		die_of("jump", &error);
	size = fr_workspace_size(nodes, &jump);
	return fr_workspace_init(new_block(size), size, nodes);
}

static void
draw_pairs(building *b, bool other, answer *answers, int pairs)
{
	for (int i = 0; i < pairs; i++)
	{
		int floor = (int) fr_random_below(&b->random, (uint32_t) b->floors);
		int up =
			other ? 1 + (int) fr_random_below(&b->random, (uint32_t) b->floors - 1) : 0;

		answers[i] = (answer){.start = draw_cell(b, floor),
							  .goal = draw_cell(b, (floor + up) % b->floors)};
	}
}

static void
ask(const building *b, way by, fr_workspace *workspace, answer *answers, int pairs,
	tally *t)
{
	for (int i = 0; i < pairs; i += by.every)
	{
		answer *a = &answers[i];
		uint64_t cost = search(b, by.text, workspace, a->start, a->goal, t);

		if (a->known && cost != a->cost)
			die(by.text, "finds another cost");
		a->cost = cost;
		a->known = true;
	}
}

static void
print_tally(bool other, const char *text, const tally *t)
{
	printf("| %s | `%s` | %d | %.1f | %.2f |\n", other ? "another" : "the same", text,
		   t->count, t->expanded / t->count, t->seconds / t->count * 1e6);
}

static void
measure(building *b, int pairs, bool other, fr_workspace *workspace, const prepared *p)
{
	static const way ways[] = {
		{"jump", 1}, {LANDMARKS, 1}, {"jump(heuristic=zero)", ZERO}, {"sweep", SWEPT}};
	answer *answers = new_block((size_t) pairs * sizeof *answers);
	tally t;

	draw_pairs(b, other, answers, pairs);
	for (int k = 0; k < 4; k++)
	{
		t = (tally){0};
		ask(b, ways[k], workspace, answers, pairs, &t);
		print_tally(other, ways[k].text, &t);
	}
	ask_index(b, p, answers, pairs, &t);
	print_tally(other, "index", &t);
	free(answers);
}

/* The seconds of a first query by `jump`: all that it reads of the map is made for it. */
static double
first_query(const building *b)
{
	building fresh = *b;
	double begun = cpu_seconds();
	fr_workspace *workspace;
	tally t = {0};

	fresh.landmarks = NULL;
	make_grid(&fresh);
	workspace = workspace_for(&fresh);
	search(&fresh, "jump", workspace, draw_cell(&fresh, 0), draw_cell(&fresh, 1), &t);
	begun = cpu_seconds() - begun;
	free(workspace);
	free_grid(fresh.grid);
	return begun;
}

static void
print_first(const building *b)
{
	double seconds[FIRST];

	for (int i = 0; i < FIRST; i++)
		seconds[i] = first_query(b);
	printf("A first query takes %.1f ms.\n", median(seconds, FIRST) * 1e3);
}

int
main(int argc, char **argv)
{
	static building b;
	static prepared p;
	fr_workspace *workspace;
	double seconds;
	int pairs;

	b.floors = argc - 3;
	if (b.floors < 2 || b.floors > MAX_FLOORS || atoi(argv[1]) < 1)
		die("usage", "floors LINKS PAIRS FILE.map FILE.map...");
	pairs = atoi(argv[2]);
	build(&b, atoi(argv[1]), argv + 3);
	workspace = workspace_for(&b);
	build_index(&b, &p);
	seconds = place_landmarks(&b, workspace);
	printf("Landmarks were built in %.2f s and have %.2f MB.\n", seconds,
		   (double) fr_landmarks_size(b.grid, b.landmarks) / 1e6);
	printf("The index was built in %.2f s and has %.2f MB.\n", p.seconds,
		   (double) p.size / 1e6);
	print_first(&b);
	printf("%d floors, %u links.\n\n| goal's floor | method | pairs | expanded | us "
		   "|\n| --- | --- | --: | --: | --: |\n",
		   b.floors, (unsigned) b.map.link_count);
	measure(&b, pairs, false, workspace, &p);
	measure(&b, pairs, true, workspace, &p);
	return 0;
}
