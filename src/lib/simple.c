/*
 * simple.c - libfringe.h, on malloc
 *
 * The core leaves by longjmp where memory runs out or the caller wants to stop; fr_open
 * and fr_find return that as a status.
 */
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "core/libfringe_full.h"

typedef struct piece
{
	_Alignas(max_align_t) struct piece *older;
} piece;

/* Blocks that are freed together. */
typedef struct pieces
{
	fr_arena arena; /* its context is this */
	fr_finder *finder;
	piece *newest;
} pieces;

typedef struct known_landmarks
{
	struct known_landmarks *older;
	const fr_landmarks *landmarks;
} known_landmarks;

struct fr_finder
{
	pieces kept;	/* until the end */
	pieces scratch; /* of a call */
	pieces answers; /* until the next call */
	pieces chosen;	/* text and method, until another text comes */
	fr_poll poll;
	bool (*stop)(void *context);
	void *stop_context;
	jmp_buf out;
	fr_status why; /* the reason of a longjmp out of the core */
	fr_grid *grid;
	fr_workspace *workspace; /* a block of its own, or NULL */
	known_landmarks *landmarks;
	const char *text; /* of the last call's method, or NULL */
	const fr_method *method;
};

/* ---- memory and polls ------------------------------------------------------ */

static void
leave(fr_finder *finder, fr_status why)
{
	finder->why = why;
	longjmp(finder->out, 1);
}

static void *
take(void *context, size_t size)
{
	pieces *p = context;
	piece *block = malloc(sizeof *block + size);

	if (block == NULL)
		leave(p->finder, FR_OUT_OF_MEMORY);
	block->older = p->newest;
	p->newest = block;
	return block + 1;
}

static void
clear(pieces *p)
{
	while (p->newest)
	{
		piece *older = p->newest->older;

		free(p->newest);
		p->newest = older;
	}
}

static void
ask(void *context)
{
	fr_finder *finder = context;

	if (finder->stop && finder->stop(finder->stop_context))
		leave(finder, FR_STOPPED);
}

static fr_host
host_of(const fr_finder *finder)
{
	return (fr_host){&finder->kept.arena, &finder->scratch.arena, &finder->poll};
}

/* ---- a finder -------------------------------------------------------------- */

static void
begin(pieces *p, fr_finder *finder)
{
	p->arena = (fr_arena){.allocate = take, .context = p};
	p->finder = finder;
}

static fr_finder *
new_finder(void)
{
	fr_finder *finder = calloc(1, sizeof *finder);

	if (finder == NULL)
		return NULL;
	begin(&finder->kept, finder);
	begin(&finder->scratch, finder);
	begin(&finder->answers, finder);
	begin(&finder->chosen, finder);
	finder->poll = (fr_poll){ask, finder};
	return finder;
}

void
fr_close(fr_finder *finder)
{
	if (finder == NULL)
		return;
	clear(&finder->kept);
	clear(&finder->scratch);
	clear(&finder->answers);
	clear(&finder->chosen);
	free(finder->workspace);
	free(finder);
}

static void
decode(fr_finder *finder, const char *text, size_t length, const char *model_text,
	   fr_error *error)
{
	const fr_host host = host_of(finder);
	const fr_host brief = {host.scratch, host.scratch, host.poll};
	const fr_model *model;
	const fr_map *map;

	if (fr_map_read(text, length, &brief, &map, error) == FR_OK &&
		fr_model_read(model_text, strlen(model_text), host.scratch, &model, error) ==
			FR_OK)
		fr_grid_make(map, model, &host, &finder->grid, error);
}

fr_status
fr_open(const char *map, size_t length, const char *model, fr_finder **opened,
		fr_error *error)
{
	fr_finder *finder = new_finder();

	memset(error, 0, sizeof *error);
	if (finder == NULL)
		return error->status = FR_OUT_OF_MEMORY;
	if (setjmp(finder->out))
		error->status = finder->why;
	else
		decode(finder, map, length, model, error);
	clear(&finder->scratch);
	if (error->status)
		fr_close(finder);
	else
		*opened = finder;
	return error->status;
}

void
fr_stop_if(fr_finder *finder, bool (*stop)(void *context), void *context)
{
	finder->stop = stop;
	finder->stop_context = context;
}

const fr_grid *
fr_finder_grid(const fr_finder *finder)
{
	return finder->grid;
}

/* ---- a search -------------------------------------------------------------- */

/* The workspace, which grows. */
static fr_workspace *
workspace_for(fr_finder *finder, uint32_t nodes, const fr_method *method)
{
	size_t size = fr_workspace_size(nodes, method);
	void *block;

	if (finder->workspace && fr_workspace_fits(finder->workspace, nodes, method))
		return finder->workspace;
	free(finder->workspace);
	finder->workspace = NULL;
	block = malloc(size);
	if (block == NULL)
		leave(finder, FR_OUT_OF_MEMORY);
	return finder->workspace = fr_workspace_init(block, size, nodes);
}

static const fr_landmarks *
landmarks_for(fr_finder *finder, const fr_method *method)
{
	const fr_host host = host_of(finder);
	uint32_t nodes = fr_sweep_nodes(finder->grid);
	known_landmarks *known = finder->landmarks;

	if (!fr_method_needs_landmarks(method))
		return NULL;
	while (known && !fr_landmarks_serve(known->landmarks, method))
		known = known->older;
	if (known)
		return known->landmarks;
	known = take(&finder->kept, sizeof *known);
	known->landmarks = fr_landmarks_make(finder->grid, method,
										 workspace_for(finder, nodes, method), &host);
	known->older = finder->landmarks;
	finder->landmarks = known;
	return known->landmarks;
}

static bool
is_inside(const fr_finder *finder, fr_cell cell, fr_error *error)
{
	uint32_t width = fr_grid_width(finder->grid);
	uint32_t height = fr_grid_height(finder->grid);

	if ((uint32_t) cell.x < width && (uint32_t) cell.y < height)
		return true;
	*error = (fr_error){.status = FR_OUTSIDE,
						.column = cell.x,
						.row = cell.y,
						.found = width,
						.wanted = height};
	return false;
}

static void
put_path(fr_finder *finder, fr_answer *answer)
{
	const fr_result *result = &answer->result;
	fr_cell *cells = take(&finder->answers, (size_t) result->length * sizeof *cells);

	fr_route_cells(&result->route, cells);
	answer->found = true;
	answer->cost = fr_grid_value(finder->grid, result->cost);
	answer->count = (size_t) result->length;
	answer->cells = cells;
}

/* The method as it runs on the map, read and chosen once while its text stays. */
static const fr_method *
method_of(fr_finder *finder, const char *text, fr_error *error)
{
	size_t size = strlen(text) + 1;
	const fr_method *read;

	if (finder->text && strcmp(finder->text, text) == 0)
		return finder->method;
	finder->text = NULL;
	clear(&finder->chosen);
	if (fr_method_read(text, size - 1, &finder->scratch.arena, &read, error) ||
		fr_method_on(finder->grid, read, &finder->chosen.arena, &finder->method, error))
		return NULL;
	finder->text = memcpy(take(&finder->chosen, size), text, size);
	return finder->method;
}

/* Runs the query, which has its cells and arena. */
static void
run(fr_finder *finder, fr_query *query, const char *text, fr_answer *answer,
	fr_error *error)
{
	const fr_host host = host_of(finder);
	fr_workspace *workspace;

	query->method = method_of(finder, text, error);
	if (query->method == NULL)
		return;
	fr_grid_prepare(finder->grid, query->method, &host);
	query->landmarks = landmarks_for(finder, query->method);
	workspace =
		workspace_for(finder, fr_search_nodes(query->grid, query->method), query->method);
	error->status = fr_search(query, workspace, &finder->poll, &answer->result);
	if (error->status == FR_OK && answer->result.found)
		put_path(finder, answer);
}

fr_status
fr_find(fr_finder *finder, fr_cell start, fr_cell goal, const char *method,
		fr_answer *answer, fr_error *error)
{
	uint32_t width = fr_grid_width(finder->grid);
	fr_query query = {.grid = finder->grid,
					  .start = (uint32_t) start.y * width + (uint32_t) start.x,
					  .goal = (uint32_t) goal.y * width + (uint32_t) goal.x,
					  .wants_route = true,
					  .arena = &finder->answers.arena};

	clear(&finder->answers);
	memset(error, 0, sizeof *error);
	*answer = (fr_answer){.cost = INFINITY};
	if (!is_inside(finder, start, error) || !is_inside(finder, goal, error))
		return error->status;
	if (setjmp(finder->out))
		error->status = finder->why;
	else
		run(finder, &query, method, answer, error);
	clear(&finder->scratch);
	return error->status;
}
