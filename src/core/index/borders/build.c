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

	fr_hubs_fill_store(b, &store);
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

static void
release_growing(const fr_growing *g)
{
	fr_release(g->arena, g->bytes, g->room);
}

static void
release_writer(const fr_border_build *b, fr_run_writer *w)
{
	fr_release(b->arena, w->directory, (size_t) b->across * b->down * 4);
	release_growing(&w->blocks);
	fr_pool_release(&w->tables);
	fr_pool_release(&w->reliefs);
}

static fr_index_section
section_of(const fr_growing *g)
{
	return (fr_index_section){g->bytes, g->size};
}

static fr_border_sections
sections_of(const fr_border_build *b, fr_run_writer *w, uint32_t hubs)
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
		.links = fr_hops_section(b->grid->links, &prices, b->arena, b->poll),
		.parts = b->link.parts,
		.oneway = b->directed && b->grid->links,
	};
}

/* ---- all of it ---------------------------------------------------------------------- */

/* False: there is an error; `*again`: numbers need more room than they have. */
static bool
write_sections(fr_border_build *b, const fr_border_request *request,
			   const fr_top_labels *top, bool many, fr_border_sections *sections,
			   bool *again)
{
	size_t max_size = request->m->max_size;
	fr_run_writer w = take_writer(b, narrower_for(b, &request->rule), many);
	fr_descent d = {.b = b, .writer = &w, .top = top, .max_size = max_size};

	if (fr_descend(&d))
	{
		*sections = sections_of(b, &w, d.next_hub);
		return true;
	}
	*request->m->error = (fr_error){.status = FR_INDEX_MAX_SIZE,
									.found = (int64_t) fr_run_writer_size(&w),
									.wanted = (int64_t) max_size};
	release_writer(b, &w);
	*again = !many && fr_run_writer_size(&w) <= max_size;
	return false;
}

/*
 * FR_INDEX_LIMIT: costs have no units, or the grid has none for a link's; FR_INDEX_MAX_SIZE: it
 * would take more bytes.
 */
fr_status
fr_border_sections_build(const fr_border_request *request, fr_border_sections *sections)
{
	fr_border_build b = {.arena = request->m->arena,
						 .poll = request->m->poll,
						 .progress = request->m->request->progress};
	fr_error *error = request->m->error;
	uint64_t dearest = fr_hops_dearest(request->grid);
	fr_top_labels top;
	bool again = false;
	bool made;

	if (dearest > request->grid->costs.limit)
		return fr_fail(error, FR_INDEX_LIMIT, .what = "cost", .found = (int64_t) dearest,
					   .wanted = FR_INDEX_TOP);
	fr_border_stage(&b, "costs and units", 0);
	fr_frame_make(&b, request->grid);
	if (fr_index_units_for(&request->rule, fr_frame_extent(&b) + 1, &b.units, &b.top,
						   error))
		return error->status;
	b.sizes = sizes_for(request->grid);
	label_top(&b, &top);
	made = write_sections(&b, request, &top, b.hubs > FR_MOST_HUBS, sections, &again) ||
		   (again && write_sections(&b, request, &top, true, sections, &again));
	fr_top_labels_release(&b, &top);
	if (made)
		error->status = FR_OK;
	return error->status;
}
