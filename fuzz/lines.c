/*
 * lines.c - fuzzes shortest paths in straight lines, with links and without, and compares them
 * with those over all cells that see each other
 *
 * From a start to every cell: by a search, by one search to all, by all cells within a budget, and,
 * where the map has no open link, by an index.
 *
 *     2 bytes        sides
 *     1 byte         the agent's size, the factor of links, and whether a model closes some
 *     1 byte         polls, or allocations, until a search, or a build, is left half-way
 *     2 bytes        a start
 *     1 byte         a budget, in quarters of a cell
 *     1 byte         number of links
 *     6 bytes each   links: two cells, cost and directions, code
 *     the rest       cells, eight to a byte
 */
#include "fuzz.h"
#include "linked_lines_grid.h"

#include "core/anyangle/anyangle.h"
#include "core/index/index.h"
#include "core/index/index_format.h"

#define MOST_SIDE 18 /* MOST_CELLS holds its square */
#define FEW_LINKS 16

typedef struct question
{
	scene s;
	fr_grid *grid;
	fr_method method;
	int start;
	double budget;
	leaver leaver;
	int leaving;
	fr_poll poll;
	malloc_arena memory;
	fr_workspace *workspace;
} question;

static void
holds(const question *q, bool condition, const char *what)
{
	if (condition)
		return;
	printf("# from %d\n", q->start);
	print_scene(&q->s);
	must(false, what);
}

/* ---- searches ------------------------------------------------------------ */

static bool
is_nearest(const question *q, int goal, uint64_t cost)
{
	double wanted = nearest_length(&q->s, goal);

	return wanted < HUGE_VAL ? value_of(cost) == wanted : cost == FR_UNREACHED;
}

static void
check_pair(question *q, int goal)
{
	fr_result r = {0};
	fr_status status = search_pair(q->grid, &q->method, (uint32_t) q->start,
								   (uint32_t) goal, q->workspace, &q->poll, &r);

	compared++;
	holds(q, status == FR_OK && is_nearest(q, goal, r.found ? r.cost : FR_UNREACHED),
		  "a search has the length of the shortest path");
	holds(q, !r.found || is_right_route(&q->s, q->grid, &r.route, q->start, goal, r.cost),
		  "a path is of lines in sight and links, and of its length");
}

static void
check_many(question *q)
{
	static uint32_t goals[MOST_CELLS];
	static uint64_t costs[MOST_CELLS];
	size_t count = q->grid->cells;
	fr_query query = {.grid = q->grid,
					  .method = &q->method,
					  .start = (uint32_t) q->start,
					  .arena = &q->memory.core};

	for (size_t i = 0; i < count; i++)
		goals[i] = (uint32_t) i;
	compared += count;
	holds(q,
		  fr_costs_to(&query, (fr_cells){goals, count},
					  fr_sweep_workspace_on(query.grid, q->workspace), &q->poll,
					  costs) == FR_OK,
		  "costs to many are told");
	for (size_t i = 0; i < count; i++)
		holds(q, is_nearest(q, (int) i, costs[i]), "costs to many are those of one");
	malloc_arena_clear(&q->memory);
}

/* Within the budget, which is some quarters of a cell, or of no end. */
static void
check_reach(question *q)
{
	static uint64_t costs[MOST_CELLS];
	uint32_t start = (uint32_t) q->start;
	fr_query query = {.grid = q->grid, .method = &q->method, .arena = &q->memory.core};
	fr_reaching reach = {&query, &start, 1, q->budget, costs, NULL};

	compared += q->grid->cells;
	holds(q,
		  fr_anyangle_reach(&reach,
							fr_sweep_workspace_on(reach.query->grid, q->workspace),
							&q->poll) == FR_OK,
		  "cells within a budget are told");
	for (int i = 0; i < (int) q->grid->cells; i++)
		holds(q,
			  nearest_length(&q->s, i) <= q->budget
				  ? is_nearest(q, i, costs[i])
				  : costs[i] == FR_UNREACHED || value_of(costs[i]) > q->budget,
			  "cells within a budget are those within it");
	malloc_arena_clear(&q->memory);
}

/* Asks for paths to all cells, and leaves where a poll or an allocation does. */
static void
leave_searches(question *q)
{
	fr_query query = {.grid = q->grid,
					  .method = &q->method,
					  .start = (uint32_t) q->start,
					  .wants_route = true,
					  .arena = &q->memory.core};
	fr_result r;

	if (!setjmp(q->leaver.out))
		for (query.goal = 0; query.goal < q->grid->cells; query.goal++)
			fr_search(&query, q->workspace, &q->poll, &r);
}

/* Left half-way, searches and builds do no harm to what follows. */
static void
leave_each(question *q, void (*ask)(question *), malloc_arena *arena)
{
	q->leaver.polls_left = q->leaving;
	ask(q);
	q->leaver.polls_left = -1;
	arena->out = &q->leaver.out;
	arena->left = q->leaving - 1;
	ask(q);
	arena->out = NULL;
	malloc_arena_clear(&q->memory);
}

/* ---- an index ---------------------------------------------------------------- */

static void
check_indexed(question *q, const fr_index *index, fr_index_scratch *scratch, int goal)
{
	fr_index_query query = {index, fr_grid_cell(q->grid, (uint32_t) q->start),
							fr_grid_cell(q->grid, (uint32_t) goal), scratch};
	fr_route route;
	fr_error error;
	uint64_t cost;

	compared++;
	holds(q,
		  is_nearest(q, goal,
					 fr_index_cost(index, query.start, query.goal, scratch, &q->poll)),
		  "an index has the length of the shortest path");
	holds(q,
		  fr_index_route(&query, &q->memory.core, &q->poll, &cost, &route, &error) ==
				  FR_OK &&
			  is_nearest(q, goal, cost) &&
			  (cost == FR_UNREACHED ||
			   is_right_route(&q->s, q->grid, &route, q->start, goal, cost)),
		  "a route of an index is of lines in sight, and of its length");
}

static void
check_bytes(question *q, const uint8_t *bytes, size_t size)
{
	fr_error error;
	fr_index_checked checked;
	fr_index index;
	size_t room;
	fr_index_scratch *scratch;

	holds(q, fr_index_check(bytes, size, &q->poll, &checked, &error) == FR_OK,
		  "an index that was built is accepted");
	index = fr_index_open(checked, &q->memory.core, &q->poll);
	room = fr_index_scratch_size(&index);
	scratch = fr_index_scratch_init(new_block(room), room);
	for (int i = 0; i < (int) q->grid->cells; i++)
		check_indexed(q, &index, scratch, i);
	free(scratch);
}

/* NULL: refused, which links are, and nothing else of so few cells. */
static fr_index_plan *
plan_index(question *q)
{
	static const uint8_t digest[FR_INDEX_DIGEST] = "of no map at all";
	fr_model model;
	char text[SCENE_MODEL_TEXT];
	fr_index_request request = {
		.grid = q->grid, .model = &model, .digest = digest, .routes = true};
	fr_index_plan *plan = NULL;
	fr_error error;
	fr_status status;

	write_model(&q->s, text);
	fr_model_parse(text, strlen(text), &model, &error);
	status = fr_index_build(&request, &q->memory.core, &q->poll, &plan, &error);
	holds(q, (status == FR_OK) == (q->grid->links == NULL),
		  "an index is refused where links are open, and there alone");
	return status == FR_OK ? plan : NULL;
}

static void
leave_build(question *q)
{
	if (!setjmp(q->leaver.out))
		plan_index(q);
}

static void
check_index(question *q)
{
	fr_index_plan *plan = plan_index(q);

	if (plan)
	{
		size_t size = fr_index_plan_size(plan);
		uint8_t *bytes = new_block(size);

		fr_index_write(plan, bytes, &q->poll);
		check_bytes(q, bytes, size);
		free(bytes);
	}
	malloc_arena_clear(&q->memory);
}

/* ---- inputs ------------------------------------------------------------------ */

static fr_cell
take_cell(const scene *s, bytes *from)
{
	int n = (int) take_bytes(from, 2) % (s->width * s->height);

	return (fr_cell){n % s->width, n / s->width};
}

static void
take_links(scene *s, bytes *from, uint32_t count)
{
	static const fr_decimal costs[] = {{1, 0}, {2, 0}, {7, 0}, {12, 0},
									   {0, 0}, {5, 1}, {3, 1}, {125, 2}};

	for (uint32_t i = 0; i < count; i++)
	{
		fr_cell a = take_cell(s, from);
		fr_cell b = take_cell(s, from);
		uint32_t kind = take_byte(from);
		uint32_t code = take_byte(from);
		fr_link link = {.cost = costs[kind % 8], .both = kind >> 3 & 1};
		fr_error error;

		link.code = code % 4 == 3 ? 'k' : code % 4 == 2 ? 'm' : 0;
		if (fr_link_set(&link, a, b, &error) == FR_OK)
			s->links[s->link_count++] = link;
	}
}

static void
take_cells(scene *s, bytes *from)
{
	for (int i = 0; i < s->width * s->height; i += 8)
	{
		uint32_t eight = take_byte(from);

		for (int k = i; k < i + 8 && k < s->width * s->height; k++)
			s->codes[k] = eight >> (k - i) & 1 ? '@' : '.';
	}
}

static void
take_question(question *q, bytes *from)
{
	static const fr_decimal factors[] = {{1, 0}, {3, 0}, {5, 1}, {0, 0}};
	scene *s = &q->s;
	uint32_t kind;
	uint32_t budget;

	s->width = 1 + (int) (take_byte(from) % MOST_SIDE);
	s->height = 1 + (int) (take_byte(from) % MOST_SIDE);
	kind = take_byte(from);
	s->size = 1 + (int) (kind % 3);
	s->tall = kind >> 6 == 0 ? s->size : (int) (kind >> 6);
	s->factor = factors[kind >> 2 & 3];
	s->closed = kind >> 4 & 1 ? 'k' : 0;
	q->leaving = (int) take_byte(from);
	q->start = (int) take_bytes(from, 2) % (s->width * s->height);
	budget = take_byte(from);
	q->budget = budget == UINT8_MAX ? HUGE_VAL : budget / 4.0;
	take_links(s, from, take_byte(from) % FEW_LINKS);
	take_cells(s, from);
}

/* Links before others as the map's bytes have them. */
static int
compare_bytes(const void *a, const void *b)
{
	uint8_t x[FR_LINK_BYTES];
	uint8_t y[FR_LINK_BYTES];

	fr_link_pack(a, x);
	fr_link_pack(b, y);
	return fr_link_compare(x, y);
}

static void
ask(question *q)
{
	spread(&q->s, q->start);
	if (q->leaving > 0)
		leave_each(q, leave_searches, malloc_grid_arena(q->grid));
	for (int i = 0; i < (int) q->grid->cells; i++)
		check_pair(q, i);
	check_many(q);
	check_reach(q);
	if (q->leaving > 0)
		leave_each(q, leave_build, &q->memory);
	check_index(q);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static question q;
	static bool counted;
	bytes from = {data, data + size};

	if (!counted)
		atexit(tell_compared);
	counted = true;
	q = (question){.method = method_of("auto"), .leaver = {.polls_left = -1}};
	q.poll = (fr_poll){leave, &q.leaver};
	q.memory = malloc_arena_make(&q.memory);
	take_question(&q, &from);
	qsort(q.s.links, (size_t) q.s.link_count, sizeof *q.s.links, compare_bytes);
	find_free(&q.s);
	open_ways(&q.s);
	q.grid = grid_of(&q.s);
	q.method = fr_method_resolve(&q.method, q.grid);
	q.workspace = new_workspace(fr_search_nodes(q.grid, &q.method), &q.method);
	ask(&q);
	free(q.workspace);
	free_grid(q.grid);
	return 0;
}
