/*
 * full.c - libfringe_full.h: what the core's callers do by hand, with all that
 * is opaque there in the caller's arena
 */
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/core.h"
#include "core/path/legs.h"

const char *
fr_version(void)
{
	return FR_VERSION;
}

void
fr_route_cells(const fr_route *route, fr_cell *cells)
{
	fr_cell at = *cells++ = route->start;

	for (size_t i = 0; i < route->count;)
	{
		fr_leg leg = fr_route_leg(route, &i, at);

		for (uint64_t m = 1; m <= leg.moves; m++)
			*cells++ = fr_leg_cell(at, &leg, m);
		at = cells[-1];
	}
}

/* A copy of a value in an arena. */
static void *
keep(const fr_arena *arena, const void *value, size_t size)
{
	return memcpy(fr_take(arena, size), value, size);
}

/* ---- maps ------------------------------------------------------------------ */

static fr_status
pack(const uint8_t *codes, uint32_t width, uint32_t height, const fr_host *host,
	 const fr_map **map, fr_error *error)
{
	fr_palette palette;
	fr_map view;
	uint8_t *packed;
	size_t size;

	fr_palette_of(codes, (size_t) width * height, &palette, host->poll);
	size = fr_map_packed_size(width, height, palette.code_count);
	packed = fr_take(host->arena, size);
	fr_map_pack(codes, width, height, &palette, packed, host->poll);
	if (fr_map_open(packed, size, &view, error))
		return error->status;
	*map = keep(host->arena, &view, sizeof view);
	return FR_OK;
}

fr_status
fr_map_read(const char *text, size_t length, const fr_host *host, const fr_map **map,
			fr_error *error)
{
	fr_map_text header;
	uint8_t *codes;

	if (fr_map_parse_header(text, length, &header, error))
		return error->status;
	codes = fr_take(host->scratch, fr_map_parse_room(&header, length));
	if (fr_map_parse_rows(text, length, &header, codes, host->poll, error))
		return error->status;
	return pack(codes, header.width, header.height, host, map, error);
}

fr_status
fr_map_of_codes(const uint8_t *codes, uint32_t width, uint32_t height,
				const fr_host *host, const fr_map **map, fr_error *error)
{
	if (fr_map_size(width, height, error))
		return error->status;
	for (size_t i = 0; i < (size_t) width * height; i++)
	{
		fr_poll_at(host->poll, i);
		if (!fr_is_code(codes[i]))
			return fr_fail(error, FR_MAP_CODE, .found = codes[i],
						   .row = (int64_t) (i / width), .column = (int64_t) (i % width));
	}
	return pack(codes, width, height, host, map, error);
}

uint32_t
fr_map_width(const fr_map *map)
{
	return map->width;
}

uint32_t
fr_map_height(const fr_map *map)
{
	return map->height;
}

/* ---- models and methods ---------------------------------------------------- */

fr_status
fr_model_read(const char *text, size_t length, const fr_arena *arena,
			  const fr_model **model, fr_error *error)
{
	fr_model parsed;

	if (fr_model_parse(text, length, &parsed, error))
		return error->status;
	*model = keep(arena, &parsed, sizeof parsed);
	return FR_OK;
}

fr_status
fr_method_read(const char *text, size_t length, const fr_arena *arena,
			   const fr_method **method, fr_error *error)
{
	fr_method parsed;

	if (fr_method_parse(text, length, &parsed, error))
		return error->status;
	*method = keep(arena, &parsed, sizeof parsed);
	return FR_OK;
}

fr_status
fr_method_on(const fr_grid *grid, const fr_method *method, const fr_arena *arena,
			 const fr_method **resolved, fr_error *error)
{
	fr_status status = fr_method_fits(method, grid);
	fr_method one;

	if (status)
		return fr_fail(error, status);
	one = fr_method_resolve(method, grid);
	*resolved = keep(arena, &one, sizeof one);
	return FR_OK;
}

/* ---- grids ----------------------------------------------------------------- */

fr_status
fr_grid_make(const fr_map *map, const fr_model *model, const fr_host *host,
			 fr_grid **grid, fr_error *error)
{
	fr_costs costs;

	if (fr_costs_resolve(model, map, &costs, error))
		return error->status;
	*grid = fr_grid_build(map, model, &costs, host->arena, host->scratch, host->poll);
	return FR_OK;
}

void
fr_grid_prepare(fr_grid *grid, const fr_method *method, const fr_host *host)
{
	if (grid->moves == NULL && (method == NULL || fr_method_needs_moves(method)))
		grid->moves = fr_grid_moves(grid, host->arena, host->poll);
	if (grid->jumps == NULL && method != NULL && fr_method_needs_jumps(method))
		grid->jumps = fr_grid_jumps(grid, host->arena, host->scratch, host->poll);
	if (grid->sights == NULL && method != NULL && fr_method_needs_sights(method))
		grid->sights = fr_grid_sights(grid, host->arena, host->poll);
}

uint32_t
fr_grid_width(const fr_grid *grid)
{
	return grid->width;
}

uint32_t
fr_grid_height(const fr_grid *grid)
{
	return grid->height;
}

double
fr_grid_value(const fr_grid *grid, uint64_t cost)
{
	return cost == FR_UNREACHED ? INFINITY : fr_cost_value(&grid->costs, cost);
}

uint64_t
fr_grid_bound(const fr_grid *grid, double value)
{
	return fr_cost_bound(&grid->costs, value);
}

/* ---- landmarks ------------------------------------------------------------- */

size_t
fr_landmarks_bound(const fr_grid *grid, const fr_method *method)
{
	return sizeof(fr_landmarks) + (size_t) grid->cells * 2 * sizeof(uint32_t) *
									  (size_t) fr_method_word(method, FR_LANDMARKS);
}

const fr_landmarks *
fr_landmarks_make(const fr_grid *grid, const fr_method *method, fr_workspace *workspace,
				  const fr_host *host)
{
	fr_landmarks plan = fr_landmarks_plan(
		grid, fr_method_word(method, FR_LANDMARKS), fr_method_word(method, FR_PLACE),
		method->option[FR_SEED].digits, workspace, host->poll);
	void *block = fr_take(host->arena, fr_landmarks_size(grid, &plan));

	return fr_landmarks_build(block, grid, &plan, workspace, host->poll);
}

bool
fr_landmarks_serve(const fr_landmarks *landmarks, const fr_method *method)
{
	return landmarks->asked == fr_method_word(method, FR_LANDMARKS) &&
		   landmarks->placement == fr_method_word(method, FR_PLACE) &&
		   landmarks->seed == method->option[FR_SEED].digits;
}

/* ---- indexes --------------------------------------------------------------- */

fr_status
fr_index_make(const fr_grid *grid, const fr_index_terms *terms, const fr_host *host,
			  const fr_index **index, fr_error *error)
{
	static const uint8_t no_digest[FR_INDEX_DIGEST];
	const fr_index_request request = {.grid = grid,
									  .model = terms->model,
									  .digest = no_digest,
									  .budget = terms->budget,
									  .routes = terms->routes};
	fr_index_plan *plan;
	uint8_t *bytes;

	if (fr_index_build(&request, host->scratch, host->poll, &plan, error))
		return error->status;
	bytes = fr_take(host->arena, fr_index_plan_size(plan));
	fr_index_write(plan, bytes, host->poll);
	return fr_index_read(bytes, fr_index_plan_size(plan), host, index, error);
}

fr_status
fr_index_read(const uint8_t *bytes, size_t size, const fr_host *host,
			  const fr_index **index, fr_error *error)
{
	fr_index_checked checked;
	fr_index opened;

	if (fr_index_check(bytes, size, host->poll, &checked, error))
		return error->status;
	opened = fr_index_open(checked, host->arena, host->poll);
	*index = keep(host->arena, &opened, sizeof opened);
	return FR_OK;
}

fr_index_facts
fr_index_tell(const fr_index *index)
{
	return (fr_index_facts){.bytes = index->bytes,
							.size = index->size,
							.width = index->width,
							.height = index->height,
							.routes = index->routes,
							.model = index->model,
							.model_length = index->model_length};
}

double
fr_index_value(const fr_index *index, uint64_t cost)
{
	return cost == FR_UNREACHED ? INFINITY : fr_cost_value(&index->costs, cost);
}

fr_status
fr_index_find(const fr_index_query *query, const fr_host *host, uint64_t *cost,
			  fr_route *route, fr_error *error)
{
	return fr_index_route(query, host->arena, host->poll, cost, route, error);
}

/* ---- fields ---------------------------------------------------------------- */

fr_status
fr_field_read(const uint8_t *packed, size_t size, const fr_host *host,
			  const fr_field **field, fr_error *error)
{
	fr_field opened;

	if (fr_field_open(packed, size, &opened, host->poll, error))
		return error->status;
	*field = keep(host->arena, &opened, sizeof opened);
	return FR_OK;
}

int
fr_field_next(const fr_field *field, uint32_t cell)
{
	return fr_field_step(field, cell);
}
