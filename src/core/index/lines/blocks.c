/*
 * blocks.c - what cells see, and what they need of labels
 *
 * Each subgoal looks around once: so each block knows which subgoals its cells see. For
 * each cell the least length to each hub is found over these, and offers are those that
 * have it, if no hub of higher rank has as little (subgoals/offers.c).
 */
#include "core/index/lines/lines.h"

#include <string.h>

#include "core/base/error.h"

/* ---- views ------------------------------------------------------------------ */

typedef struct viewer
{
	const fr_line_build *b;
	uint64_t *cells; /* by block, of the subgoal in hand; 0 between subgoals */
	uint32_t *touched;
	uint32_t touched_count;
	uint32_t across; /* blocks */
	fr_cell at;
	unsigned corners;
	fr_line_view *views; /* in the order in which they are found */
	size_t count;
	size_t room;
} viewer;

static void
see_cell(viewer *v, uint32_t x, uint32_t y)
{
	uint32_t block = y / FR_INDEX_BLOCK * v->across + x / FR_INDEX_BLOCK;

	if (v->cells[block] == 0)
		v->touched[v->touched_count++] = block;
	v->cells[block] |= UINT64_C(1)
					   << (y % FR_INDEX_BLOCK * FR_INDEX_BLOCK + x % FR_INDEX_BLOCK);
}

/* All of a part of a row are in one quadrant, or on one axis. */
static void
see_cells(void *context, int32_t y, int32_t first, int32_t last)
{
	viewer *v = context;

	if (!(v->corners & fr_corners_for(first - v->at.x, y - v->at.y)))
		return;
	for (int32_t x = first; x <= last; x++)
		see_cell(v, (uint32_t) x, (uint32_t) y);
}

static void
add_views(viewer *v, uint32_t subgoal)
{
	const fr_arena *arena = v->b->m->arena;

	if (v->count + v->touched_count > v->room)
	{
		fr_line_view *old = v->views;
		size_t room = v->room;

		v->room = 2 * room + v->touched_count + 1024;
		v->views = fr_take(arena, v->room * sizeof *old);
		if (old)
			memcpy(v->views, old, v->count * sizeof *old);
		fr_release(arena, old, room * sizeof *old);
	}
	for (uint32_t i = 0; i < v->touched_count; i++)
	{
		uint32_t block = v->touched[i];

		v->views[v->count++] = (fr_line_view){v->cells[block], block, subgoal};
		v->cells[block] = 0;
	}
	v->touched_count = 0;
}

static void
look_around(viewer *v)
{
	fr_sights *s = v->b->sights;
	fr_seer seer = {see_cells, v, FR_MAX_SIDE};

	for (uint32_t n = 0; n < s->count; n++)
	{
		v->at = s->at[n];
		v->corners = s->corners[n];
		see_cell(v, (uint32_t) v->at.x, (uint32_t) v->at.y);
		fr_scan_around(s, v->at, &seer, v->b->m->poll);
		add_views(v, n);
	}
}

/* Finds the views of all blocks. */
void
fr_line_views(fr_line_build *b)
{
	const fr_grid *grid = b->m->request->grid;
	const fr_arena *arena = b->m->arena;
	viewer v = {.b = b, .across = fr_blocks_across(grid->width)};
	uint32_t blocks = v.across * fr_blocks_across(grid->height);
	uint32_t *first = fr_take_numbers(arena, (size_t) blocks + 1);

	v.cells = fr_take(arena, blocks * sizeof *v.cells);
	memset(v.cells, 0, blocks * sizeof *v.cells);
	v.touched = fr_take_numbers(arena, blocks);
	look_around(&v);
	memset(first, 0, ((size_t) blocks + 2) * sizeof *first);
	for (size_t i = 0; i < v.count; i++)
		first[v.views[i].block + 2]++;
	for (uint32_t i = 0; i < blocks; i++)
		first[i + 2] += first[i + 1];
	b->views = fr_take(arena, (v.count + 1) * sizeof *b->views);
	for (size_t i = 0; i < v.count; i++)
		b->views[first[v.views[i].block + 1]++] = v.views[i];
	b->first = first;
	fr_release(arena, v.views, v.room * sizeof *v.views);
}

/* ---- offers -------------------------------------------------------------------- */

static void
offer_label(fr_packer *p, const fr_line_build *b, uint32_t subgoal, fr_length away)
{
	const fr_label *label = &b->labels.of[subgoal];
	const fr_kept_length *length = b->length[subgoal];

	for (uint32_t i = 0; i < label->count; i++)
	{
		uint32_t rank = label->hubs[i].rank;

		if (b->best[rank] == FR_FAR_LENGTH)
			p->met[rank / 64] |= UINT64_C(1) << rank % 64;
		if (away + length[i] < b->best[rank])
			b->best[rank] = away + length[i];
	}
}

static bool
is_implied(const fr_line_build *b, uint32_t rank)
{
	uint32_t hub = b->labels.order[rank];
	const fr_label *label = &b->labels.of[hub];
	fr_length limit = b->best[rank] + FR_LINE_TIE;

	for (uint32_t i = 0; i + 1 < label->count; i++)
		if (b->best[label->hubs[i].rank] + b->length[hub][i] <= limit)
			return true;
	return false;
}

static void
add_offers(fr_packer *p, const fr_line_build *b, uint32_t cell, uint32_t subgoal,
		   fr_length away)
{
	const fr_label *label = &b->labels.of[subgoal];
	const fr_kept_length *length = b->length[subgoal];

	for (uint32_t i = 0; i < label->count; i++)
	{
		fr_length best = b->best[label->hubs[i].rank];

		if (best != FR_FAR_LENGTH && away + length[i] <= best + FR_LINE_TIE)
			fr_packer_offer(p, (fr_offer){.rank = label->hubs[i].rank,
										  .subgoal = subgoal,
										  .entry = i,
										  .cells = UINT64_C(1) << cell});
	}
}

static fr_length
length_from(const fr_line_build *b, fr_cell at, uint32_t subgoal)
{
	return fr_length_of(fr_line_square(at, b->sights->at[subgoal]));
}

static void
gather_cell(fr_packer *p, const fr_line_build *b, uint32_t cell, fr_cell at)
{
	for (uint32_t i = 0; i < p->found_count; i++)
		offer_label(p, b, p->found[i], length_from(b, at, p->found[i]));
	fr_packer_list_ranks(p);
	for (uint32_t i = p->rank_count; i-- > 0;)
		if (is_implied(b, p->ranks[i]))
			b->best[p->ranks[i]] = FR_FAR_LENGTH;
	for (uint32_t i = 0; i < p->found_count; i++)
		add_offers(p, b, cell, p->found[i], length_from(b, at, p->found[i]));
	for (uint32_t i = 0; i < p->rank_count; i++)
		b->best[p->ranks[i]] = FR_FAR_LENGTH;
}

/* The offers of the block whose first cell is (x, y). */
void
fr_line_gather(fr_packer *p, const fr_line_build *b, uint32_t x, uint32_t y)
{
	uint32_t block = y / FR_INDEX_BLOCK * fr_blocks_across(p->parts->subgoals->width) +
					 x / FR_INDEX_BLOCK;

	for (uint32_t cell = 0; cell < FR_PACKED_CELLS; cell++)
	{
		p->found_count = 0;
		for (uint32_t i = b->first[block]; i < b->first[block + 1]; i++)
			if (b->views[i].cells >> cell & 1)
				p->found[p->found_count++] = b->views[i].subgoal;
		if (p->found_count > 0)
			gather_cell(p, b, cell,
						(fr_cell){(int32_t) (x + cell % FR_INDEX_BLOCK),
								  (int32_t) (y + cell / FR_INDEX_BLOCK)});
	}
}
