/*
 * line_labels.c - hub labels of exact lengths between subgoals, and the cells that
 * subgoals see
 *
 * Labels of rough lengths give the order of hubs (hub_labels.c).  Then pruned landmark
 * labelling runs again, with lengths in units of 2^-80.  The heap is ordered by rough
 * lengths. So a subgoal may be reached at a smaller length after it was popped, and is
 * popped again.
 *
 * Paths of equal length have sums that differ only by rounding.  FR_LINE_TIE is far
 * above these differences, and far below all differences between other paths that were
 * observed.
 */
#include "core/index/lines/line_index.h"

#include <string.h>

#include "core/base/base.h"
#include "core/index/subgoals/subgoal_index.h"
#include "core/index/vertex_heap.h"

/* ---- the graph -------------------------------------------------------------- */

#define ROUGH 8				 /* units of a cell, in rough lengths */
#define MOST_CELLS (1 << 24) /* so that rough lengths stay below FR_LONGEST */
#define MOST_LABEL 60		 /* average entries; longer labels are worse than searches */
#define SPARE_LINE_ENTRIES 20000 /* for small maps */

static fr_status
check_size(const fr_line_build *b)
{
	const fr_grid *grid = b->builder->request->grid;
	uint32_t side = grid->width > grid->height ? grid->width : grid->height;

	if (side > INT16_MAX)
		return fr_fail(b->builder->error, FR_INDEX_LIMIT, .what = "columns or rows",
					   .found = side, .wanted = INT16_MAX);
	if (grid->cells > MOST_CELLS)
		return fr_fail(b->builder->error, FR_INDEX_LIMIT, .what = "cells",
					   .found = grid->cells, .wanted = MOST_CELLS);
	return FR_OK;
}

fr_status
fr_line_graph(fr_line_build *b)
{
	const fr_index_builder *builder = b->builder;
	fr_visibility_graph *s;
	uint32_t *first;
	uint32_t *to;
	uint32_t *rough;
	fr_kept_length *weight;

	if (check_size(b))
		return builder->error->status;
	s = b->visibility =
		fr_visibility_graph_make(builder->request->grid, builder->arena, builder->poll);
	if (s->count > FR_MOST_SUBGOALS)
		return fr_fail(builder->error, FR_INDEX_LIMIT, .what = "subgoals",
					   .found = s->count, .wanted = FR_MOST_SUBGOALS);
	first = fr_arena_alloc_numbers(builder->arena, s->count);
	first[0] = 0;
	for (uint32_t n = 0; n < s->count; n++)
		first[n + 1] = first[n] + fr_neighbours_of(s, n, builder->poll)->count;
	to = fr_arena_alloc_numbers(builder->arena, first[s->count]);
	rough = fr_arena_alloc_numbers(builder->arena, first[s->count]);
	weight =
		fr_arena_alloc(builder->arena, ((size_t) first[s->count] + 1) * sizeof *weight);
	for (uint32_t n = 0; n < s->count; n++)
	{
		for (uint32_t e = first[n]; e < first[n + 1]; e++)
		{
			fr_poll_at(builder->poll, e);
			to[e] = s->neighbours[n].edges[e - first[n]].to;
			weight[e] = fr_length_of(fr_line_square(s->at[n], s->at[to[e]]));
			rough[e] = (uint32_t) (fr_length_near(weight[e]) * ROUGH);
		}
	}
	b->graph = (fr_graph){s->count, first, to, rough};
	b->weight = weight;
	return FR_OK;
}

/* ---- searches ------------------------------------------------------------------ */

typedef struct searcher
{
	fr_line_build *b;
	fr_vertex_heap heap;
	size_t capacity;		/* of the heap */
	fr_kept_length *length; /* by subgoal; FR_FAR_LENGTH between searches */
	uint32_t *parent;
	uint32_t *touched;
	uint32_t touched_count;
	fr_kept_length
		*to_root; /* by rank, the root's length to the hub; FR_FAR_LENGTH elsewhere */
	uint64_t steps;
} searcher;

/* A length in the heap, in 1/32 of a cell.  Lengths are below 2^25 cells: see MOST_CELLS. */
static uint32_t
rough_of(fr_length length)
{
	return (uint32_t) (length >> (FR_LENGTH_BITS - 5));
}

static void
reach_by_line(searcher *s, uint32_t n, uint32_t parent, fr_length length)
{
	if (s->heap.count == s->capacity)
		s->heap.entries =
			fr_grow(s->b->builder->arena, s->heap.entries, sizeof *s->heap.entries,
					s->capacity, s->capacity + 1, &s->capacity);
	if (s->length[n] == FR_FAR_LENGTH)
		s->touched[s->touched_count++] = n;
	s->length[n] = length;
	s->parent[n] = parent;
	fr_vertex_heap_push(&s->heap, rough_of(length), n);
}

/* Do labels give a length from the root that is no longer than the one found? */
static bool
is_covered_exactly(const searcher *s, uint32_t n)
{
	const fr_label *label = &s->b->labels.of[n];
	const fr_kept_length *length = s->b->length[n];
	fr_length limit = s->length[n] + FR_LINE_TIE;

	for (uint32_t i = 0; i < label->count; i++)
		if (s->to_root[label->hubs[i].rank] + length[i] <= limit)
			return true;
	return false;
}

/* Writes the root's label to `to_root`, or clears it. */
static void
note_exact_root(searcher *s, uint32_t root, bool on)
{
	const fr_label *label = &s->b->labels.of[root];

	for (uint32_t i = 0; i < label->count; i++)
		s->to_root[label->hubs[i].rank] = on ? s->b->length[root][i] : FR_FAR_LENGTH;
}

static void
expand_lines(searcher *s, uint32_t n)
{
	const fr_graph *graph = &s->b->graph;

	for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++)
	{
		fr_length length = s->length[n] + s->b->weight[e];

		if (length + FR_LINE_TIE < s->length[graph->to[e]])
			reach_by_line(s, graph->to[e], n, length);
	}
}

static void
add_entry(searcher *s, uint32_t n, uint32_t rank)
{
	fr_line_build *b = s->b;
	fr_label *label = &b->labels.of[n];

	if (label->count == label->capacity)
	{
		size_t capacity = label->capacity;

		b->length[n] = fr_grow(b->builder->arena, b->length[n], sizeof *b->length[n],
							   label->count, label->count + 1, &capacity);
		fr_label_grow(label, true, b->builder->arena);
	}
	label->hubs[label->count].rank = rank;
	label->next[label->count] = s->parent[n];
	b->length[n][label->count++] = s->length[n];
	b->labels.entries++;
	if (s->length[n] > b->longest)
		b->longest = s->length[n];
}

/*
 * Adds the hub to the labels of the subgoals that it reaches and that labels do not
 * cover.
 */
static void
add_exact_hub(searcher *s, uint32_t rank, uint32_t root)
{
	note_exact_root(s, root, true);
	reach_by_line(s, root, root, 0);
	while (s->heap.count > 0)
	{
		uint64_t top = fr_vertex_heap_pop(&s->heap);
		uint32_t n = (uint32_t) top;

		fr_poll_at(s->b->builder->poll, s->steps++);
		if (rough_of(s->length[n]) == (uint32_t) (top >> 32) && !is_covered_exactly(s, n))
			expand_lines(s, n);
	}
	for (uint32_t i = 0; i < s->touched_count; i++)
		if (!is_covered_exactly(s, s->touched[i]))
			add_entry(s, s->touched[i], rank);
	note_exact_root(s, root, false);
	for (uint32_t i = 0; i < s->touched_count; i++)
		s->length[s->touched[i]] = FR_FAR_LENGTH;
	s->touched_count = 0;
}

/* ---- labels ----------------------------------------------------------------------- */

static fr_status
fail_entries(const fr_line_build *b, uint64_t found, uint64_t most)
{
	return fr_fail(b->builder->error, FR_INDEX_LIMIT, .what = "entries of labels",
				   .found = (int64_t) found, .wanted = (int64_t) most);
}

static void
take_searcher(searcher *s, fr_line_build *b)
{
	const fr_arena *arena = b->builder->arena;
	uint32_t n = b->graph.count;

	*s = (searcher){.b = b};
	s->length = fr_arena_alloc(arena, ((size_t) n + 1) * sizeof *s->length);
	s->to_root = fr_arena_alloc(arena, ((size_t) n + 1) * sizeof *s->to_root);
	s->parent = fr_arena_alloc_numbers(arena, n);
	s->touched = fr_arena_alloc_numbers(arena, n);
	for (uint32_t i = 0; i < n; i++)
		s->length[i] = s->to_root[i] = FR_FAR_LENGTH;
	b->length = fr_arena_alloc(arena, ((size_t) n + 1) * sizeof *b->length);
	memset(b->length, 0, ((size_t) n + 1) * sizeof *b->length);
}

fr_status
fr_line_labels(fr_line_build *b)
{
	const fr_arena *arena = b->builder->arena;
	uint64_t most = (uint64_t) b->graph.count * MOST_LABEL + SPARE_LINE_ENTRIES;
	fr_index_progress *progress = b->builder->request->progress;
	fr_label_request plan = {.graph = &b->graph,
							 .reverse = &b->graph,
							 .hubs = b->graph.count,
							 .limit = most,
							 .progress = progress};
	fr_labels rough;
	searcher s;

	fr_progress_begin(progress, "rough labels");
	if (!fr_labels_build(&plan, arena, b->builder->poll, &rough, &rough))
		return fail_entries(b, rough.entries, most);
	take_searcher(&s, b);
	fr_labels_init(&b->labels, b->graph.count, arena);
	fr_progress_begin(progress, "exact labels");
	for (uint32_t rank = 0; rank < b->graph.count; rank++)
	{
		fr_progress_count(progress, rank, b->graph.count);
		b->labels.order[rank] = rough.order[rank];
		b->labels.rank[rough.order[rank]] = rank;
		add_exact_hub(&s, rank, rough.order[rank]);
		if (b->labels.entries > most)
			return fail_entries(b, b->labels.entries, most);
	}
	fr_labels_free(&rough, arena);
	return FR_OK;
}

/* ---- visibility ------------------------------------------------------------------ */

typedef struct viewer
{
	const fr_line_build *b;
	uint64_t *cells; /* by block: cells that the subgoal in hand sees */
	uint32_t *touched;
	uint32_t touched_count;
	uint32_t across; /* blocks */
	fr_cell at;
	unsigned corners;
	fr_visible_cells *found; /* in order of subgoals */
	size_t count;
	size_t capacity;
} viewer;

static void
see_cell(viewer *v, uint32_t x, uint32_t y)
{
	uint32_t block = y / FR_BLOCK_SIDE * v->across + x / FR_BLOCK_SIDE;

	if (v->cells[block] == 0)
		v->touched[v->touched_count++] = block;
	v->cells[block] |= UINT64_C(1)
					   << (y % FR_BLOCK_SIDE * FR_BLOCK_SIDE + x % FR_BLOCK_SIDE);
}

/* The cells of one call are in one quadrant, or on one axis. */
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
add_visible(viewer *v, uint32_t subgoal)
{
	if (v->count + v->touched_count > v->capacity)
		v->found = fr_grow(v->b->builder->arena, v->found, sizeof *v->found, v->count,
						   v->count + v->touched_count, &v->capacity);
	for (uint32_t i = 0; i < v->touched_count; i++)
	{
		uint32_t block = v->touched[i];

		v->found[v->count++] = (fr_visible_cells){v->cells[block], block, subgoal};
		v->cells[block] = 0;
	}
	v->touched_count = 0;
}

/* Lists, subgoal by subgoal, the cells of each block that it sees. */
static void
look_around(viewer *v)
{
	fr_visibility_graph *s = v->b->visibility;
	fr_cell_visitor seer = {see_cells, v, FR_MAX_SIDE};
	fr_index_progress *progress = v->b->builder->request->progress;

	fr_progress_begin(progress, "visible cells");
	for (uint32_t n = 0; n < s->count; n++)
	{
		fr_progress_count(progress, n, s->count);
		v->at = s->at[n];
		v->corners = s->corners[n];
		see_cell(v, (uint32_t) v->at.x, (uint32_t) v->at.y);
		fr_scan_around(s, v->at, &seer, v->b->builder->poll);
		add_visible(v, n);
	}
}

void
fr_line_find_visible(fr_line_build *b)
{
	const fr_grid *grid = b->builder->request->grid;
	const fr_arena *arena = b->builder->arena;
	viewer v = {.b = b, .across = fr_blocks_across(grid->width)};
	uint32_t blocks = v.across * fr_blocks_across(grid->height);
	uint32_t *first = fr_arena_alloc_numbers(arena, (size_t) blocks + 1);

	v.cells = fr_arena_alloc(arena, blocks * sizeof *v.cells);
	memset(v.cells, 0, blocks * sizeof *v.cells);
	v.touched = fr_arena_alloc_numbers(arena, blocks);
	look_around(&v);
	memset(first, 0, ((size_t) blocks + 2) * sizeof *first);
	for (size_t i = 0; i < v.count; i++)
		first[v.found[i].block + 2]++;
	for (uint32_t i = 0; i < blocks; i++)
		first[i + 2] += first[i + 1];
	b->visible = fr_arena_alloc(arena, (v.count + 1) * sizeof *b->visible);
	for (size_t i = 0; i < v.count; i++)
		b->visible[first[v.found[i].block + 1]++] = v.found[i];
	b->first = first;
	fr_arena_free(arena, v.found, v.capacity * sizeof *v.found);
}
