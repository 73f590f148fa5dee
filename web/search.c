/*
 * search.c - grids and searches for JavaScript: see exports.h
 */
#include "exports.h"

#include "core/anyangle/anyangle.h"
#include "core/base/base.h"
#include "core/base/bytes.h"
#include "core/grid/grid_layers.h"
#include "core/map/map_layers.h"
#include "core/query/grid_query.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- grids ----------------------------------------------------------------- */

/* Those that searches on a grid have asked for. */
typedef struct web_landmarks
{
	struct web_landmarks *older;
	const fr_landmarks *landmarks;
} web_landmarks;

void
EXPORT(web_grid_free)(web_grid *grid)
{
	web_arena_clear(&grid->own);
	free(grid);
}

/* Opens a map with layers, whose count comes first. */
static fr_status
add_layers(const web_layer_bytes *layers, fr_map *map)
{
	static const uint8_t no_digest[FR_GROUND_BYTES];
	size_t own = layers->size - sizeof(uint32_t);
	size_t size = fr_map_layered_size(map, own);
	uint8_t *packed = web_arena_take(web_scratch.context, size);
	int count = (int) fr_get32(layers->bytes, 0);

	memcpy(fr_map_put_layers(packed, map, no_digest, count, &web_polling),
		   layers->bytes + sizeof(uint32_t), own);
	if (fr_map_open_layered(packed, size, map, &web_failure))
		return web_failure.status;
	return fr_map_check_layers(map, &web_polling, &web_failure);
}

/* Codes and links as the core reads them, in the scratch arena. */
static fr_status
pack_map(const uint8_t *codes, uint32_t width, uint32_t height,
		 const web_link_list *links, fr_map *map)
{
	fr_palette palette;
	uint8_t *packed;
	size_t base;
	size_t size;

	fr_palette_of(codes, (size_t) width * height, &palette, &web_polling);
	base = fr_map_packed_size(width, height, palette.code_count);
	size = base + fr_map_links_size(links->count);
	packed = web_arena_take(web_scratch.context, size);
	fr_map_pack(codes, width, height, &palette, packed, &web_polling);
	fr_map_put_links(packed, base, links->count);
	if (links->count > 0)
		memcpy(packed + size - (size_t) links->count * FR_LINK_BYTES, links->bytes,
			   (size_t) links->count * FR_LINK_BYTES);
	if (fr_map_open_linked(packed, size, map, &web_failure))
		return web_failure.status;
	return fr_map_check_links(map, &web_polling, &web_failure);
}

#define MOST_CELLS (1 << 25) /* so that sizes in bytes fit into 32 bits */

static fr_status
check_size(uint32_t width, uint32_t height)
{
	int64_t cells = (int64_t) width * height;

	if (fr_map_size(width, height, &web_failure) == FR_OK && cells > MOST_CELLS)
		web_failure =
			(fr_error){.status = FR_MAP_CELLS, .found = cells, .wanted = MOST_CELLS};
	return web_failure.status;
}

/* Copies codes, which have to be valid. */
static fr_status
read_codes(const uint8_t *from, uint32_t width, uint32_t height, uint8_t *codes)
{
	for (uint32_t y = 0; y < height; y++, from += width, codes += width)
		if (fr_map_copy_row((const char *) from, width, width, y, codes, &web_failure))
			return web_failure.status;
	return FR_OK;
}

fr_status
web_map_open(const uint8_t *from, uint32_t width, uint32_t height, uint32_t link_count,
			 size_t layer_size, fr_map *map)
{
	const web_link_list links = {from + (size_t) width * height, link_count};
	const web_layer_bytes layers = {links.bytes + (size_t) link_count * FR_LINK_BYTES,
									layer_size};
	uint8_t *codes;

	web_begin_call();
	web_failure.status = FR_OK;
	if (check_size(width, height))
		return web_failure.status;
	codes = web_arena_take(web_scratch.context, (size_t) width * height);
	if (read_codes(from, width, height, codes))
		return web_failure.status;
	if (pack_map(codes, width, height, &links, map) || layer_size == 0)
		return web_failure.status;
	return add_layers(&layers, map);
}

/* A map under a model, bound to the layers that the model names; NULL: web_failure. */
static fr_grid *
build_grid(const fr_map *map, const fr_model *model, const fr_arena *arena)
{
	fr_model plain = fr_model_without_layers(model);
	fr_costs costs;
	fr_grid *grid;

	if (fr_costs_resolve(&plain, map, &costs, &web_failure))
		return NULL;
	grid = fr_grid_build(map, &plain, &costs, arena, &web_scratch, &web_polling);
	if (!fr_model_reads_layers(model))
		return grid;
	grid->moves = fr_grid_moves(grid, arena, &web_polling);
	return fr_grid_bind(grid, map, model, arena, &web_scratch, &web_polling,
						&web_failure);
}

/* The grid of a map, whose links and layers follow its codes; NULL: web_failure. */
web_grid *
EXPORT(web_grid_build)(const uint8_t *from, uint32_t width, uint32_t height,
					   uint32_t link_count, size_t layer_size, const fr_model *model)
{
	web_grid *grid;
	fr_map map;

	if (web_map_open(from, width, height, link_count, layer_size, &map))
		return NULL;
	grid = web_take(sizeof *grid);
	*grid = (web_grid){.arena = {.allocate = web_arena_take, .context = &grid->own},
					   .model = *model};
	grid->grid = build_grid(&map, model, &grid->arena);
	web_arena_clear(web_scratch.context);
	if (grid->grid)
		return grid;
	web_grid_free(grid);
	return NULL;
}

void
web_grid_prepare(web_grid *of, const fr_method *method)
{
	fr_grid *grid = of->grid;

	if (grid->moves == NULL && (method == NULL || fr_method_needs_moves(method)))
		grid->moves = fr_grid_moves(grid, &of->arena, &web_polling);
	if (grid->jumps == NULL && method != NULL && fr_method_needs_jumps(method))
		grid->jumps = fr_grid_jumps(grid, &of->arena, &web_scratch, &web_polling);
	if (grid->levels == NULL && method != NULL && fr_method_needs_levels(method))
		grid->levels = fr_grid_levels(grid, &of->arena, &web_polling);
	if (grid->visibility == NULL && method != NULL && fr_method_needs_visibility(method))
		grid->visibility = fr_visibility_graph_make(grid, &of->arena, &web_polling);
}

/* The number of a cell's component, from 1; 0: it is blocked. */
uint32_t
EXPORT(web_component)(const web_grid *grid, uint32_t cell)
{
	return fr_grid_component(grid->grid, cell);
}

uint32_t
EXPORT(web_component_count)(const web_grid *grid)
{
	return fr_component_count(grid->grid);
}

bool
EXPORT(web_fits)(const web_grid *grid, const fr_method *method)
{
	fr_method resolved = fr_method_resolve(method, grid->grid);

	return fr_method_fits(&resolved, grid->grid) == FR_OK;
}

/* ---- searches -------------------------------------------------------------- */

/* The workspace that all searches share; it grows. */
static fr_workspace *
workspace_for(uint32_t nodes, const fr_method *method)
{
	static fr_workspace *workspace;
	size_t size = fr_workspace_size(nodes, method);

	if (workspace && fr_workspace_fits(workspace, nodes, method))
		return workspace;
	free(workspace);
	workspace = NULL;
	workspace = fr_workspace_init(web_take(size), size, nodes);
	return workspace;
}

/* The same for sweeps. */
static fr_sweep_workspace
sweep_workspace_for(const fr_grid *grid)
{
	fr_method any = fr_method_auto();
	fr_method method = fr_method_resolve(&any, grid);

	return fr_sweep_workspace_on(grid, workspace_for(fr_sweep_nodes(grid), &method));
}

static web_landmarks *
make_landmarks(web_grid *grid, const fr_method *method)
{
	fr_sweep_workspace sweep = sweep_workspace_for(grid->grid);
	web_landmarks *made = web_arena_take(&grid->own, sizeof *made);
	fr_landmarks plan =
		fr_landmarks_plan(grid->grid, fr_method_value(method, FR_LANDMARKS),
						  fr_method_value(method, FR_PLACE),
						  method->option[FR_SEED].digits, sweep, &web_polling);
	void *block = web_arena_take(&grid->own, fr_landmarks_size(grid->grid, &plan));

	*made = (web_landmarks){grid->landmarks,
							fr_landmarks_build(block, grid->grid, &plan,
											   fr_method_uses_all_landmarks(method),
											   sweep, &web_polling)};
	return grid->landmarks = made;
}

/* Are they those that a method asks for? */
static bool
serves(const fr_landmarks *landmarks, const fr_method *method)
{
	return landmarks->asked == fr_method_value(method, FR_LANDMARKS) &&
		   landmarks->placement == fr_method_value(method, FR_PLACE) &&
		   landmarks->seed == method->option[FR_SEED].digits;
}

/* The bytes that they take, at most. */
static size_t
landmarks_bound(const fr_grid *grid, const fr_method *method)
{
	return sizeof(fr_landmarks) + (size_t) grid->cells * 2 * sizeof(uint32_t) *
									  (size_t) fr_method_value(method, FR_LANDMARKS);
}

#define MOST_LANDMARKS ((size_t) 2000000000) /* bytes, of the memory of WebAssembly */

/* As the method needs; NULL: none. */
static const fr_landmarks *
landmarks_for(web_grid *grid, const fr_method *method)
{
	web_landmarks *of = grid->landmarks;

	if (!fr_method_needs_landmarks(method))
		return NULL;
	while (of && !serves(of->landmarks, method))
		of = of->older;
	if (of == NULL && landmarks_bound(grid->grid, method) > MOST_LANDMARKS)
		web_no_memory();
	return (of ? of : make_landmarks(grid, method))->landmarks;
}

/* A row of a trace, for JavaScript: 24 bytes. */
typedef struct web_visit
{
	uint32_t cell;
	int32_t iteration; /* negative: the node was not expanded */
	double g;
	double f;
} web_visit;

typedef struct web_trace
{
	const fr_costs *costs;
	web_visit *visits;
	size_t room;
	size_t count;
	size_t most; /* later visits are not kept */
} web_trace;

static web_trace traced;

static void
grow_trace(void)
{
	size_t room = 2 * traced.room + 1024;
	web_visit *visits = realloc(traced.visits, room * sizeof *visits);

	if (visits == NULL)
		web_no_memory();
	traced.visits = visits;
	traced.room = room;
}

static void
keep_visit(void *context, int iteration, uint32_t cell, uint64_t g, uint64_t f,
		   bool expanded)
{
	(void) context;
	if (traced.count >= traced.most)
		return;
	if (traced.count == traced.room)
		grow_trace();
	traced.visits[traced.count++] =
		(web_visit){cell, expanded ? iteration : -iteration,
					fr_cost_value(traced.costs, g), fr_cost_value(traced.costs, f)};
}

static void
put_answer(const web_grid *grid, const fr_result *r)
{
	const double values[WEB_ANSWERS] = {r->found,
										fr_cost_value(&grid->grid->costs, r->cost),
										(double) r->length,
										(double) r->iterations,
										(double) r->visited,
										(double) r->visited_last,
										(double) r->expanded,
										(double) r->expanded_last,
										(double) r->reopened,
										(double) r->open_peak,
										(double) r->opened,
										(double) r->memory,
										r->complete,
										r->optimal,
										(double) r->route.count,
										(double) traced.count};

	memcpy(web_answers, values, sizeof web_answers);
}

const uint32_t *
EXPORT(web_route_runs)(void)
{
	return web_route.runs;
}

/* Where its straight lines and links end; NULL: it has runs. */
const fr_cell *
EXPORT(web_route_corners)(void)
{
	return web_route.corners;
}

/* Which of these are ends of links, a byte each; NULL: none is. */
const bool *
EXPORT(web_route_linked)(void)
{
	return web_route.linked;
}

const web_visit *
EXPORT(web_visits)(void)
{
	return traced.visits;
}

enum
{
	COUNTERS = 1,
	ROUTE = 2
};

/* What a search by a method needs besides the grid, which is made ready for it. */
static fr_workspace *
make_ready(web_grid *grid, const fr_method *method, fr_query *query)
{
	web_grid_prepare(grid, method);
	query->landmarks = landmarks_for(grid, method);
	return workspace_for(fr_search_nodes(grid->grid, method), method);
}

/* The result of a search by a query's method, which the asked one became; web_failure says why there is none. */
static fr_status
search(web_grid *grid, const fr_method *asked, fr_query *query, fr_result *result)
{
	fr_workspace *workspace;

	if (fr_method_check(asked, grid->grid, &web_failure))
		return web_failure.status;
	workspace = make_ready(grid, query->method, query);
	web_failure = (fr_error){.status = fr_search(query, workspace, &web_polling, result)};
	return web_failure.status;
}

/*
 * Searches from cell to cell, both inside. Keeps at most `visits` rows of a trace; 0:
 * none. 0 is success; `answer` has the result.
 */
int
EXPORT(web_search)(web_grid *grid, const fr_method *method, uint32_t start, uint32_t goal,
				   int wanted, uint32_t visits)
{
	const fr_trace trace = {keep_visit, NULL};
	fr_method resolved = fr_method_resolve(method, grid->grid);
	fr_query query = {.grid = grid->grid,
					  .method = &resolved,
					  .start = start,
					  .goal = goal,
					  .uncounted = !(wanted & COUNTERS),
					  .wants_route = wanted & ROUTE,
					  .trace = visits > 0 ? &trace : NULL,
					  .arena = &web_routes};
	fr_result result = {.found = false};

	web_begin_call();
	traced.count = 0;
	traced.most = visits;
	traced.costs = &grid->grid->costs;
	search(grid, method, &query, &result);
	web_route = result.route;
	put_answer(grid, &result);
	return (int) web_failure.status;
}

/* ---- reasons --------------------------------------------------------------- */

/* A reason's words, as fringe_diagnose has them; NULL after the last one. */
const char *
EXPORT(web_reason_text)(int reason)
{
	return reason >= 0 && reason < FR_REASONS ? fr_reason_text[reason] : NULL;
}

/* The web_text text of the model whose steps join what a model joins. */
const char *
EXPORT(web_steps_text)(const fr_model *model)
{
	fr_model steps = *model;

	steps.anyangle = false;
	fr_model_drop_turns(&steps);
	web_text[fr_model_write(&steps, web_text)] = '\0';
	return web_text;
}

/* The grid of the map in hand, without the layer of this name, under another model. */
static const fr_grid *
grid_under(void *context, const fr_model *model, const char *without)
{
	const fr_map *map = context;
	size_t cells = (size_t) map->width * map->height;
	fr_map left = *map;
	fr_grid *grid;
	fr_layer layer;

	if (fr_map_find_layer(map, without, strlen(without), &layer))
	{
		const uint8_t *dropped = (const uint8_t *) layer.name; /* where it begins */
		const uint8_t *after = dropped + fr_layer_size(&layer, cells);
		size_t before_size = (size_t) (dropped - map->layers);
		size_t all;
		uint8_t *rest;

		fr_map_layer_bytes(map, &all);
		all -= sizeof(uint32_t);
		rest = web_arena_take(web_scratch.context, all);
		memcpy(rest, map->layers, before_size);
		memcpy(rest + before_size, after, (size_t) (map->layers + all - after));
		left.layers = rest;
		left.layer_count--;
	}
	grid = build_grid(&left, model, &web_scratch);
	if (grid == NULL)
		__builtin_trap(); /* a more open model has no costs that could be out of range */
	if (grid->moves == NULL)
		grid->moves = fr_grid_moves(grid, &web_scratch, &web_polling);
	return grid;
}

/*
 * Why there is or is no path, as a reason of web_reason_text. The grid is that of the map, whose
 * links and layers follow its codes, under the model of web_steps_text. Negative: web_failure.
 */
int
EXPORT(web_reason)(web_grid *grid, const uint8_t *from, uint32_t link_count,
				   size_t layer_size, uint32_t start, uint32_t goal)
{
	fr_method any = fr_method_auto();
	fr_method method;
	fr_diagnosis found;
	fr_query query;
	fr_map map;
	const fr_diagnosed asked = {&map, &grid->model, grid_under, &map,
								.reason_only = true};

	if (web_map_open(from, grid->grid->width, grid->grid->height, link_count, layer_size,
					 &map))
		return -1;
	method = fr_method_resolve(&any, grid->grid);
	web_grid_prepare(grid, NULL);
	web_grid_prepare(grid, &method);
	query = (fr_query){.grid = grid->grid,
					   .method = &method,
					   .start = start,
					   .goal = goal,
					   .uncounted = true,
					   .arena = &web_scratch};
	fr_find_reason(&query, &asked, sweep_workspace_for(grid->grid), &web_polling, &found);
	/* joined edges take no layer, so only directions of cells and links are left */
	if (!grid->grid->costs.wraps)
		fr_find_obstacles(&query, &asked, &web_polling, &found);
	return (int) found.reason;
}

/* The web_text text of the method that runs on a grid. */
const char *
EXPORT(web_resolve)(const web_grid *grid, const fr_method *method)
{
	fr_method resolved = fr_method_resolve(method, grid->grid);

	web_text[fr_method_write(&resolved, web_text)] = '\0';
	return web_text;
}

/* Costs from the query's start by steps from cell to cell. */
static void
reach_by_steps(const web_grid *grid, const fr_query *query, double budget,
			   uint64_t *costs)
{
	fr_sweep_workspace sweep = sweep_workspace_for(grid->grid);
	uint64_t bound = fr_cost_bound(&grid->grid->costs, budget);

	web_failure.status = fr_reach(query, bound, sweep, &web_polling);
	for (uint32_t n = 0; web_failure.status == FR_OK && n < grid->grid->cells; n++)
		costs[n] = fr_distance(sweep.workspace, n);
}

/* By straight lines. */
static void
reach_by_lines(const web_grid *grid, const fr_query *query, double budget,
			   uint64_t *costs)
{
	const fr_reaching reaching = {query, &query->start, 1, budget, costs, NULL};

	web_failure.status =
		fr_anyangle_reach(&reaching, sweep_workspace_for(grid->grid), &web_polling);
}

/* Costs from a cell to all others within a budget, Infinity elsewhere; NULL: web_failure. */
double *
EXPORT(web_reach)(web_grid *grid, uint32_t start, double budget)
{
	fr_method any = fr_method_auto();
	fr_method method = fr_method_resolve(&any, grid->grid);
	fr_query query = {.grid = grid->grid,
					  .method = &method,
					  .start = start,
					  .uncounted = true,
					  .arena = &web_scratch};
	bool lines = grid->grid->costs.lengths;
	uint32_t cells = grid->grid->cells;
	double *values;
	uint64_t *costs;

	web_begin_call();
	web_failure = (fr_error){.status = FR_OK};
	web_grid_prepare(grid, lines ? &method : NULL);
	costs = web_arena_take(web_scratch.context, cells * sizeof *costs);
	(lines ? reach_by_lines : reach_by_steps)(grid, &query, budget, costs);
	if (web_failure.status)
		return NULL;
	values = web_take(cells * sizeof *values);
	for (uint32_t i = 0; i < cells; i++)
	{
		double value = fr_cost_value(&grid->grid->costs, costs[i]);

		values[i] = costs[i] != FR_UNREACHED && value <= budget ? value : INFINITY;
	}
	return values;
}
