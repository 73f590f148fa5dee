/*
 * views.c - what cells see
 *
 * Each subgoal looks around once: so each block knows which subgoals its cells see.
 */
#include "core/index/lines/lines.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/grow.h"

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
	if (v->count + v->touched_count > v->room)
		v->views = fr_grow(v->b->m->arena, v->views, sizeof *v->views, v->count,
						   v->count + v->touched_count, &v->room);
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
