/*
 * build.c - the borders form, stage by stage
 */
#include "core/index/borders/descent.h"

#include <string.h>

/* How steps cost: any ratio will do.  Without diagonal steps they count as straight ones. */
fr_index_rule
fr_border_rule(const fr_grid *grid)
{
	uint64_t straight = grid->costs.step[FR_N];

	return (fr_index_rule){grid->corners, !grid->octile, straight,
						   grid->octile ? grid->costs.step[FR_NE] : straight};
}

/* How many hubs there would be. */
uint32_t
fr_border_hubs(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	fr_border_build b = {.arena = arena, .poll = poll};
	uint32_t hubs;

	fr_frame_make(&b, grid);
	hubs = b.hubs;
	fr_frame_release(&b);
	return hubs;
}

/* ---- units ------------------------------------------------------------------------ */

/* The next number whose binary digits are 0 but for the first three. */
static uint64_t
rounded_up(uint64_t number)
{
	uint64_t unit = 1;

	while (number / unit >= 8)
		unit *= 2;
	return (number + unit - 1) / unit * unit;
}

/* Rounded, so that most edits leave the units as they are. */
static fr_status
choose_units(fr_border_build *b, const fr_border_request *request)
{
	return fr_index_units_for(&request->rule, rounded_up(fr_frame_extent(b) + 1),
							  &b->units, &b->top, request->error);
}

/* ---- tiles ------------------------------------------------------------------------ */

#define LARGEST_TOP 128
#define SMALLEST_TOP 16

/* At least four tiles along the longer side of the map, up to the largest tiles. */
static fr_tile_sizes
sizes_for(const fr_grid *grid)
{
	uint32_t side = grid->width > grid->height ? grid->width : grid->height;
	fr_tile_sizes s = {SMALLEST_TOP, FR_INDEX_BLOCK};

	while (s.top < LARGEST_TOP && (uint32_t) s.top * 8 <= side)
		s.top *= 2;
	if (s.top > 2 * SMALLEST_TOP)
		s.first = 2 * FR_INDEX_BLOCK;
	return s;
}

static void
label_top(fr_border_build *b, fr_top_labels *top)
{
	fr_tile_store store = fr_tile_store_take(b);

	fr_hubs_choose_first(b, &store);
	fr_hubs_label_top(b, &store, top);
	fr_tile_store_release(b, &store);
}

/* ---- runs ------------------------------------------------------------------------- */

/* Pairs of counts where numbers would not fit into two bytes, by the longest way inside a block. */
static fr_narrower
narrower_for(const fr_border_build *b, const fr_index_rule *rule)
{
	uint32_t inverse = fr_index_inverse(rule, b->units);

	return (fr_narrower){b->units, inverse,
						 inverse > 0 || b->longest_inside >= 255 * 256};
}

static fr_run_writer
take_writer(const fr_border_build *b, fr_narrower narrower, bool many)
{
	size_t directory = (size_t) b->across * b->down * 4;
	fr_run_writer w = {.narrower = narrower, .many = many};

	w.directory = fr_take(b->arena, directory);
	w.blocks.arena = w.tables.bytes.arena = w.reliefs.bytes.arena = b->arena;
	return w;
}

static bool
write_runs(fr_border_build *b, const fr_top_labels *top, size_t budget, fr_run_writer *w)
{
	fr_descent d = {.b = b, .writer = w, .top = top, .budget = budget};

	return fr_descend(&d);
}

static fr_index_section
section_of(const fr_growing *g)
{
	return (fr_index_section){g->bytes, g->size};
}

static fr_border_sections
sections_of(const fr_border_build *b, fr_run_writer *w)
{
	fr_growing_add(&w->blocks, FR_BLOCK_SLACK);
	return (fr_border_sections){
		.units = b->units,
		.top = b->top,
		.borders = b->count,
		.hubs = b->hubs,
		.many = w->many,
		.pairs = w->narrower.pairs,
		.directory = {w->directory, (size_t) b->across * b->down * 4},
		.blocks = section_of(&w->blocks),
		.tables = section_of(&w->tables.bytes),
		.reliefs = section_of(&w->reliefs.bytes),
	};
}

/* ---- all of it ---------------------------------------------------------------------- */

/* FR_INDEX_LIMIT: costs have no units; FR_INDEX_BUDGET: it would take more bytes. */
fr_status
fr_border_sections_build(const fr_border_request *request, fr_border_sections *sections)
{
	fr_border_build b = {
		.arena = request->arena, .poll = request->poll, .progress = request->progress};
	fr_top_labels top;
	fr_run_writer w;

	fr_border_stage(&b, "costs and units", 0);
	fr_frame_make(&b, request->grid);
	if (choose_units(&b, request))
		return request->error->status;
	b.sizes = sizes_for(request->grid);
	label_top(&b, &top);
	w = take_writer(&b, narrower_for(&b, &request->rule), b.hubs > FR_MOST_HUBS);
	if (!write_runs(&b, &top, request->budget, &w))
		return fr_fail(request->error, FR_INDEX_BUDGET,
					   .found = (int64_t) fr_run_writer_size(&w),
					   .wanted = (int64_t) request->budget);
	fr_top_labels_release(&b, &top);
	*sections = sections_of(&b, &w);
	return FR_OK;
}
