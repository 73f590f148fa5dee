/*
 * build.c - the borders form, stage by stage
 */
#include "core/index/borders/descent.h"

#include <string.h>

/*
 * How steps cost: any ratio will do, of parts of straight steps where links cost such.
 * Without diagonal steps they count as straight ones.
 */
fr_index_rule
fr_border_rule(const fr_grid *grid)
{
	uint64_t straight = fr_hops_parts(grid).part;

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

/*
 * Chooses units for a rounded length, if they exist, so that most edits leave the units
 * as they are.
 */
static fr_status
choose_units(fr_border_build *b, const fr_border_request *request)
{
	uint64_t longest = fr_frame_extent(b) + 1;

	if (fr_index_units_for(&request->rule, rounded_up(longest), &b->units, &b->top,
						   request->m->error) == FR_OK)
		return FR_OK;
	return fr_index_units_for(&request->rule, longest, &b->units, &b->top,
							  request->m->error);
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

/* Without an old index hubs are chosen by samples. */
static void
label_top(fr_border_build *b, const fr_old_build *old, fr_top_labels *top)
{
	fr_tile_store store = fr_tile_store_take(b);

	fr_hubs_fill_store(b, &store);
	if (old->index)
	{
		fr_old_take_first(b, old);
		fr_hubs_label_top_by(b, &store, old->cell, old->index->hubs, top);
	}
	else
	{
		fr_hubs_choose_first(b, &store);
		fr_hubs_label_top(b, &store, top);
	}
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

static void
release_growing(const fr_growing *g)
{
	fr_release(g->arena, g->bytes, g->room);
}

static void
release_writer(const fr_border_build *b, fr_run_writer *w, const fr_tile_hashes *hashes)
{
	fr_release(b->arena, w->directory, (size_t) b->across * b->down * 4);
	release_growing(&w->blocks);
	fr_pool_release(&w->tables);
	fr_pool_release(&w->reliefs);
	fr_release(b->arena, hashes->bytes, hashes->size);
}

static fr_index_section
section_of(const fr_growing *g)
{
	return (fr_index_section){g->bytes, g->size};
}

static fr_border_sections
sections_of(const fr_border_build *b, fr_run_writer *w, uint32_t hubs,
			const fr_tile_hashes *hashes)
{
	fr_hop_prices prices = fr_frame_prices(b);

	fr_growing_add(&w->blocks, FR_BLOCK_SLACK);
	return (fr_border_sections){
		.units = b->units,
		.top = b->top,
		.borders = b->count,
		.hubs = hubs,
		.many = w->many,
		.pairs = w->narrower.pairs,
		.directory = {w->directory, (size_t) b->across * b->down * 4},
		.blocks = section_of(&w->blocks),
		.tables = section_of(&w->tables.bytes),
		.reliefs = section_of(&w->reliefs.bytes),
		.tiles = {hashes->bytes, hashes->size},
		.links = fr_hops_section(b->grid->links, &prices, b->arena, b->poll),
		.parts = b->link.parts,
		.oneway = b->directed && b->grid->links,
	};
}

/* ---- all of it ---------------------------------------------------------------------- */

typedef enum outcome
{
	MADE,
	TOO_LARGE,
	ANEW /* without an old index, or with more room for numbers */
} outcome;

static outcome
write_sections(fr_border_build *b, const fr_border_request *request,
			   const fr_old_build *old, const fr_top_labels *top, bool many,
			   fr_border_sections *sections)
{
	fr_run_writer w = take_writer(b, narrower_for(b, &request->rule), many);
	fr_tile_hashes hashes = fr_tile_hashes_take(b, &w, old);
	fr_descent d = {.b = b,
					.writer = &w,
					.top = top,
					.old = old,
					.hashes = &hashes,
					.budget = request->m->budget,
					.most_shared = fr_old_most_shared(old)};

	if (old->index)
		fr_old_load(b, old, &w);
	if (fr_descend(&d) && fr_old_may_number(b, old, d.next_hub))
	{
		fr_tile_hashes_close(&hashes, old, &w);
		*sections = sections_of(b, &w, d.next_hub, &hashes);
		return MADE;
	}
	*request->m->error = (fr_error){.status = FR_INDEX_BUDGET,
									.found = (int64_t) fr_run_writer_size(&w),
									.wanted = (int64_t) request->m->budget};
	release_writer(b, &w, &hashes);
	return fr_run_writer_size(&w) > request->m->budget ? TOO_LARGE : ANEW;
}

static bool
takes_many(const fr_border_build *b, const fr_old_build *old)
{
	return old->index ? old->index->many : b->hubs > FR_MOST_HUBS;
}

/* Units are chosen; `old` may be NULL. */
static outcome
build_with(fr_border_build *b, const fr_border_request *request, const fr_index *index,
		   fr_border_sections *sections)
{
	fr_old_build old;
	fr_top_labels top;
	outcome done;

	fr_old_open(b, index, &old);
	label_top(b, &old, &top);
	done = write_sections(b, request, &old, &top, takes_many(b, &old), sections);
	if (done == ANEW && old.index == NULL)
		done = write_sections(b, request, &old, &top, true, sections);
	fr_top_labels_release(b, &top);
	fr_old_close(b, &old);
	return done;
}

/*
 * FR_INDEX_LIMIT: costs have no units, or the grid has none for a link's; FR_INDEX_BUDGET: it
 * would take more bytes.
 */
fr_status
fr_border_sections_build(const fr_border_request *request, fr_border_sections *sections)
{
	fr_border_build b = {.arena = request->m->arena,
						 .poll = request->m->poll,
						 .progress = request->m->request->progress};
	uint64_t dearest = fr_hops_dearest(request->grid);
	outcome done;

	if (dearest > request->grid->costs.limit)
		return fr_fail(request->m->error, FR_INDEX_LIMIT, .what = "cost",
					   .found = (int64_t) dearest, .wanted = FR_INDEX_TOP);
	fr_border_stage(&b, "costs and units", 0);
	fr_frame_make(&b, request->grid);
	if (choose_units(&b, request))
		return request->m->error->status;
	b.sizes = sizes_for(request->grid);
	done = build_with(&b, request, request->m->request->old, sections);
	if (done == ANEW)
	{
		fr_frame_forget_first(&b);
		done = build_with(&b, request, NULL, sections);
	}
	if (done != MADE)
		return request->m->error->status;
	request->m->error->status = FR_OK;
	return FR_OK;
}
