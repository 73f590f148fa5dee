/*
 * test_allocations.c - an allocation that fails, or a copy that is left, does no harm
 *
 * Under fringe.max_memory any allocation may leave by longjmp.  What a grid has learnt by then
 * stays in use.  For each kind of grid and each method a search fails at its first allocation,
 * then at its second, and so on, until one succeeds.  After each failure the same grid and
 * workspace have to give the answer of a fresh grid.  Arrays that grow poll while they are
 * copied, so that a search of gigabytes can be left there too.
 */
#include "methods.h"
#include "tap.h"

enum
{
	SIDE = 120,
	LINKS = 12
};

/* A kind of grid: its model, and whether the map has links. */
typedef struct kind
{
	const char *model;
	bool linked;
} kind;

static const kind kinds[] = {
	{"octile", false},	 {"octile(obstacle=2)", false}, {"octile", true},
	{"anyangle", false}, {"anyangle(size=2)", false},	{"anyangle", true},
};

#define KINDS (sizeof kinds / sizeof *kinds)

static int
compare_links(const void *a, const void *b)
{
	return fr_link_compare(a, b);
}

static fr_cell
random_cell(chance *c)
{
	return (fr_cell){(int32_t) chance_below(c, SIDE), (int32_t) chance_below(c, SIDE)};
}

static void
make_links(uint8_t bytes[LINKS * FR_LINK_BYTES])
{
	chance c = {3};

	for (int i = 0; i < LINKS;)
	{
		fr_link link = {.cost = {2, 0}, .both = i % 2};
		fr_error error;

		if (fr_link_set(&link, random_cell(&c), random_cell(&c), &error) == FR_OK)
			fr_link_pack(&link, bytes + i++ * FR_LINK_BYTES);
	}
	qsort(bytes, LINKS, FR_LINK_BYTES, compare_links);
}

/* Scattered walls, of which every line of sight is short and every corner sees many. */
static fr_grid *
make_kind(const kind *k)
{
	static uint8_t links[LINKS * FR_LINK_BYTES];
	static uint8_t codes[SIDE * SIDE];
	fr_poll poll = no_poll();
	chance c = {5};
	uint8_t *packed;
	fr_map map;
	fr_model model;
	fr_costs costs;
	fr_error error;
	fr_grid *grid;

	for (int i = 0; i < SIDE * SIDE; i++)
		codes[i] = chance_below(&c, 100) < 8 ? '@' : '.';
	for (int i = 0; i < 9; i++)
		codes[i / 3 * SIDE + i % 3] =
			codes[(SIDE - 1 - i / 3) * SIDE + SIDE - 1 - i % 3] = '.';
	map = make_map(codes, SIDE, SIDE, &packed);
	if (k->linked)
	{
		make_links(links);
		map.links = links;
		map.link_count = LINKS;
	}
	if (fr_model_parse(k->model, strlen(k->model), &model, &error) ||
		fr_costs_resolve(&model, &map, &costs, &error))
		exit(2);
	grid = malloc_grid(&map, &model, &costs, &poll);
	free(packed);
	return grid;
}

/* A search that takes its memory from the grid's arena, so that all allocations count. */
static fr_result
search(const fr_query *query, fr_workspace *workspace)
{
	fr_poll poll = no_poll();
	fr_query own = *query;
	fr_result result = {0};

	own.arena = &malloc_grid_arena(query->grid)->core;
	own.wants_route = true;
	fr_search(&own, workspace, &poll, &result);
	return result;
}

static bool
fails_at(const fr_query *query, fr_workspace *workspace, long allocation)
{
	malloc_arena *arena = malloc_grid_arena(query->grid);
	jmp_buf out;
	volatile bool failed = true;

	arena->out = &out;
	arena->left = allocation;
	if (setjmp(out) == 0)
	{
		search(query, workspace);
		failed = false;
	}
	arena->out = NULL;
	return failed;
}

/* Under anyangle what a grid has learnt saves expansions, so that counters differ. */
static bool
same_path(const fr_grid *grid, const fr_result *a, const fr_result *b)
{
	return a->found == b->found && a->cost == b->cost && a->length == b->length &&
		   a->route.moves == b->route.moves &&
		   (grid->costs.lengths || same_counters(a, b));
}

/* Counts the allocations that were made to fail. */
static long
survives(const kind *k, const fr_query *asked, const fr_result *wanted, bool *right)
{
	long failures = 0;

	for (bool failed = true; failed; failures += failed)
	{
		fr_query query = *asked;
		fr_result again;
		fr_workspace *workspace;

		query.grid = make_kind(k);
		workspace =
			new_workspace(fr_search_nodes(query.grid, query.method), query.method);
		failed = fails_at(&query, workspace, failures);
		again = search(&query, workspace);
		*right &= same_path(query.grid, &again, wanted);
		free(workspace);
		free_grid((fr_grid *) query.grid);
	}
	return failures;
}

static void
test_kind(const kind *k)
{
	fr_grid *grid = make_kind(k);
	long failures = 0;
	bool right = true;
	bool found = true;
	int asked = 0;

	if (grid->links == NULL && !grid->costs.lengths)
		place_landmarks(grid);
	for (size_t m = 0; m < METHODS; m++)
	{
		fr_method method = fr_method_resolve(&parsed[m], grid);
		fr_query query = {.grid = grid,
						  .landmarks = landmarks[m],
						  .method = &method,
						  .goal = (SIDE - 2) * SIDE + SIDE - 2};
		fr_workspace *workspace;
		fr_result wanted;

		if (fr_method_fits(&parsed[m], grid) ||
			(fr_method_needs_landmarks(&method) && landmarks[m] == NULL))
			continue;
		workspace = new_workspace(fr_search_nodes(grid, &method), &method);
		wanted = search(&query, workspace);
		found &= wanted.found;
		failures += survives(k, &query, &wanted, &right);
		free(workspace);
		asked++;
	}
	ok(right && found && failures >= asked && asked > 0,
	   "%s%s: %ld allocations fail in %d methods, and later searches are right", k->model,
	   k->linked ? " with links" : "", failures, asked);
	free_landmarks();
	free_grid(grid);
}

/* ---- arrays that grow ------------------------------------------------------------------ */

#define NUMBERS ((size_t) 1 << 22)
#define MOST_COPIED 0x100000 /* bytes between two polls */

static bool
is_counted_up(const uint32_t *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (numbers[i] != i)
			return false;
	return true;
}

/* Grows a copy of the numbers, and leaves at a poll; returns whether it was left. */
static bool
leaves_growth(malloc_arena *memory, uint32_t *numbers, int polls)
{
	leaver l = {.polls_left = polls};
	fr_poll poll = {leave, &l};
	size_t room = NUMBERS;
	uint32_t *volatile grown = NULL;

	memory->core.poll = &poll;
	if (setjmp(l.out))
		return is_counted_up(numbers, NUMBERS);
	grown = fr_grow(&memory->core, numbers, sizeof *numbers, NUMBERS, NUMBERS + 1, &room);
	ok(room > NUMBERS && is_counted_up(grown, NUMBERS),
	   "an array grows, and keeps its numbers");
	return false;
}

static void
test_growth(void)
{
	malloc_arena memory = malloc_arena_make(&memory);
	uint32_t *numbers = fr_arena_alloc(&memory.core, NUMBERS * sizeof *numbers);
	int polls = 0;

	for (uint32_t i = 0; i < NUMBERS; i++)
		numbers[i] = i;
	while (leaves_growth(&memory, numbers, polls))
		polls++;
	ok((size_t) polls >= NUMBERS * sizeof *numbers / MOST_COPIED,
	   "the copy of a large array is left at any of %d polls, and does no harm", polls);
	malloc_arena_clear(&memory);
}

int
main(void)
{
	test_growth();
	for (size_t m = 0; m < METHODS; m++)
		parsed[m] = method_of(methods[m]);
	for (size_t i = 0; i < KINDS; i++)
		test_kind(&kinds[i]);
	return tap_done();
}
