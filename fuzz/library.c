/*
 * library.c - fuzzes libfringe.h: a map, a model and a method as text, and two cells
 *
 * A refusal has a status and words. A search that was stopped does no harm. A path is on
 * the map, from the start to the goal; what is optimal costs what a sweep and an index of
 * libfringe_full.h say.
 */
#include <math.h>

#include "fuzz.h"

#define MANY_CELLS 900
#define MANY_POLLS 60 /* of a search: some methods take exponential time */

/* Four coordinates, a number of polls, then the model, the method and the map, with NULs between. */
typedef struct question
{
	fr_cell start;
	fr_cell goal;
	int polls;
	const char *model;
	const char *method;
	const char *map;
	size_t map_length;
} question;

/* ---- words ------------------------------------------------------------------- */

static void
must_end(const char *text, size_t room, const char *what)
{
	must(memchr(text, '\0', room) != NULL, what);
}

static void
check_refusal(fr_status status, const fr_error *error)
{
	fr_text text;

	must(status != FR_OK && error->status == status, "an error has its status");
	fr_error_text(error, "value", error->length, &text);
	must_end(text.message, sizeof text.message, "a message ends");
	must_end(text.detail, sizeof text.detail, "a detail ends");
	must_end(text.hint, sizeof text.hint, "a hint ends");
	must(text.message[0] != '\0', "an error has words");
}

/* ---- a path -------------------------------------------------------------------- */

static bool
same_cell(fr_cell a, fr_cell b)
{
	return a.x == b.x && a.y == b.y;
}

static uint32_t
index_of(const fr_grid *grid, fr_cell at)
{
	must((uint32_t) at.x < fr_grid_width(grid) && (uint32_t) at.y < fr_grid_height(grid),
		 "a path stays on the map");
	return (uint32_t) at.y * fr_grid_width(grid) + (uint32_t) at.x;
}

static void
check_path(const question *q, const fr_grid *grid, const fr_answer *answer)
{
	if (!answer->found)
	{
		must(answer->count == 0 && isinf(answer->cost), "no path has no cells");
		return;
	}
	must(answer->count > 0 && same_cell(answer->cells[0], q->start) &&
			 same_cell(answer->cells[answer->count - 1], q->goal),
		 "a path leads from the start to the goal");
	must(isfinite(answer->cost) && (answer->cost > 0 || answer->count == 1),
		 "a path costs something");
	for (size_t i = 0; i < answer->count; i++)
		must(fr_grid_component(grid, index_of(grid, answer->cells[i])) > 0,
			 "its cells are passable");
}

/* ---- beside the full part -------------------------------------------------------- */

/* The map and the model once more, by the full part. */
typedef struct full
{
	fr_host host;
	const fr_model *model;
	fr_grid *grid;
	const fr_method *method;
	fr_workspace *workspace;
} full;

static void
open_full(full *f, const question *q)
{
	const fr_arena *arena = f->host.arena;
	fr_error error = unset_error();
	const fr_method *method;
	const fr_map *map;
	size_t size;

	must(fr_map_read(q->map, q->map_length, &f->host, &map, &error) == FR_OK &&
			 fr_model_read(q->model, strlen(q->model), arena, &f->model, &error) ==
				 FR_OK &&
			 fr_grid_make(map, f->model, &f->host, &f->grid, &error) == FR_OK &&
			 fr_method_read("auto", 4, arena, &method, &error) == FR_OK &&
			 fr_method_on(f->grid, method, arena, &f->method, &error) == FR_OK,
		 "what the simple part takes, the full one does");
	fr_grid_prepare(f->grid, f->method, &f->host);
	fr_grid_prepare(f->grid, NULL, &f->host);
	size = fr_workspace_size(fr_map_width(map) * fr_map_height(map), f->method);
	f->workspace = fr_workspace_init(arena->allocate(arena->context, size), size,
									 fr_map_width(map) * fr_map_height(map));
}

static double
cost_by_sweep(full *f, const question *q)
{
	fr_query query = {.grid = f->grid,
					  .method = f->method,
					  .start = index_of(f->grid, q->start),
					  .arena = f->host.arena};
	uint32_t goal = index_of(f->grid, q->goal);
	uint64_t cost;

	if (fr_costs_to(&query, (fr_cells){&goal, 1}, f->workspace, f->host.poll, &cost))
		return NAN;
	return fr_grid_value(f->grid, cost);
}

/* By an index whose bytes are read again; NAN: the model has none. */
static double
cost_by_index(full *f, const question *q)
{
	const fr_arena *arena = f->host.arena;
	fr_error error = unset_error();
	const fr_index *index;
	fr_index_facts facts;
	fr_index_query query;
	fr_route route;
	uint64_t cost;
	size_t size;

	if (fr_index_make(f->grid, &(fr_index_terms){f->model, 0, true}, &f->host, &index,
					  &error))
	{
		must(error.status != FR_OK, "an index is refused for a reason");
		return NAN;
	}
	facts = fr_index_tell(index);
	must(fr_index_read(facts.bytes, facts.size, &f->host, &index, &error) == FR_OK,
		 "an index is read");
	size = fr_index_scratch_size(index);
	query = (fr_index_query){
		index, q->start, q->goal,
		fr_index_scratch_init(arena->allocate(arena->context, size), size)};
	must(fr_index_find(&query, &f->host, &cost, &route, &error) == FR_OK,
		 "an index finds");
	return fr_index_value(index, cost);
}

static bool
same_cost(double a, double b)
{
	return isnan(b) || a == b;
}

/* What is optimal costs the least. */
static void
compare(const question *q, const fr_answer *answer)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	full f = {.host = {&memory.core, &memory.core, &poll}};

	open_full(&f, q);
	must(same_cost(answer->cost, cost_by_sweep(&f, q)), "a sweep has the same cost");
	must(same_cost(answer->cost, cost_by_index(&f, q)), "and so has an index");
	compared += 2;
	malloc_arena_clear(&memory);
}

/* ---- a finder ---------------------------------------------------------------------- */

static bool
count_down(void *context)
{
	return --*(int *) context < 0;
}

/* Asks once, stopped after so many polls. */
static fr_status
find(fr_finder *finder, const question *q, int polls, fr_answer *answer)
{
	fr_error error = unset_error();
	fr_status status;

	fr_stop_if(finder, count_down, &polls);
	status = fr_find(finder, q->start, q->goal, q->method, answer, &error);
	if (status)
		check_refusal(status, &error);
	else
		check_path(q, fr_finder_grid(finder), answer);
	return status;
}

static void
ask(fr_finder *finder, const question *q)
{
	const fr_grid *grid = fr_finder_grid(finder);
	fr_answer answer;

	find(finder, q, q->polls, &answer);
	if (find(finder, q, MANY_POLLS, &answer) == FR_OK && answer.result.optimal &&
		fr_grid_width(grid) * fr_grid_height(grid) <= MANY_CELLS)
		compare(q, &answer);
}

/* The text until a NUL, as one of its own. */
static char *
take_text(bytes *from)
{
	size_t length = 0;
	char *text;

	while (from->next + length < from->end && from->next[length])
		length++;
	text = new_block(length + 1);
	memcpy(text, from->next, length);
	text[length] = '\0';
	from->next += length + (from->next + length < from->end);
	return text;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bytes from = {data, data + size};
	fr_error error = unset_error();
	fr_finder *finder;
	fr_status status;
	question q;
	char *model;
	char *method;

	q.start.x = (int32_t) take_byte(&from);
	q.start.y = (int32_t) take_byte(&from);
	q.goal.x = (int32_t) take_byte(&from);
	q.goal.y = (int32_t) take_byte(&from);
	q.polls = (int) take_byte(&from) % 8;
	q.model = model = take_text(&from);
	q.method = method = take_text(&from);
	q.map = (const char *) from.next;
	q.map_length = (size_t) (from.end - from.next);
	status = fr_open(q.map, q.map_length, q.model, &finder, &error);
	if (status)
		check_refusal(status, &error);
	else
	{
		ask(finder, &q);
		fr_close(finder);
	}
	free(model);
	free(method);
	return 0;
}
