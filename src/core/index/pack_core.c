/*
 * pack_core.c - the sections of the core form
 */
#include <string.h>

#include "core/base/error.h"
#include "core/index/core.h"
#include "core/index/pack.h"

/* ---- vertices -------------------------------------------------------------------- */

/* The core as a graph of its own: vertex i is the i-th in the order. */
fr_graph
fr_core_graph(const fr_hierarchy *h, const fr_arena *arena)
{
	uint32_t *place = fr_take(arena, ((size_t) h->count + 1) * sizeof *place);
	uint32_t *first = fr_take(arena, ((size_t) h->core + 1) * sizeof *first);
	uint32_t *to;
	uint32_t *weight;
	uint32_t edges = 0;

	for (uint32_t i = 0; i < h->core; i++)
	{
		place[h->order[i]] = i;
		first[i] = edges;
		edges += h->of[h->order[i]].count;
	}
	first[h->core] = edges;
	to = fr_take(arena, edges * sizeof *to);
	weight = fr_take(arena, edges * sizeof *weight);
	for (uint32_t i = 0; i < h->core; i++)
	{
		const fr_arcs *arcs = &h->of[h->order[i]];

		for (uint32_t k = 0; k < arcs->count; k++)
		{
			to[first[i] + k] = place[arcs->arcs[k].to];
			weight[first[i] + k] = arcs->arcs[k].weight;
		}
	}
	return (fr_graph){h->core, first, to, weight};
}

typedef struct core_packer
{
	const fr_index_parts *parts;
	const fr_hierarchy *h;
	uint32_t *subgoal; /* by vertex */
	uint32_t *vertex;  /* by subgoal */
	/* of the block */
	uint32_t *found;
	uint32_t *item_of; /* by subgoal; NONE */
	uint32_t *items;   /* subgoals */
	uint64_t *cells;   /* by item, those that see it */
	uint32_t item_count;
	fr_growing blocks;
} core_packer;

#define NONE UINT32_MAX

static void
number_vertices(core_packer *p)
{
	const fr_hierarchy *h = p->h;

	for (uint32_t i = 0; i < h->count; i++)
	{
		uint32_t vertex = i < h->core ? p->parts->labels->rank[i] : i;

		p->subgoal[vertex] = h->order[i];
		p->vertex[h->order[i]] = vertex;
	}
}

static void
put_core_vertices(const core_packer *p)
{
	const fr_subgoals *s = p->parts->subgoals;
	uint8_t *at = fr_pack_section(p->parts, FR_SECTION_VERTICES, (size_t) s->count * 4);

	for (uint32_t v = 0; v < s->count; v++)
	{
		fr_cell cell = fr_padded_cell(s, s->cell[p->subgoal[v]]);

		fr_put16(at, 2 * v, (uint16_t) cell.x);
		fr_put16(at, 2 * v + 1, (uint16_t) cell.y);
	}
}

/* ---- edges and labels ---------------------------------------------------------------- */

static uint32_t
count_edges(const core_packer *p)
{
	uint32_t edges = 0;

	for (uint32_t v = 0; v < p->h->count; v++)
		edges += p->h->of[v].count;
	return edges;
}

static void
put_core_edges(const core_packer *p)
{
	size_t n = p->h->count;
	size_t count = count_edges(p);
	uint8_t *heads = fr_pack_section(p->parts, FR_SECTION_EDGE_HEADS, (n + 1) * 4);
	uint8_t *edges = fr_pack_section(p->parts, FR_SECTION_EDGES, count * 8);
	uint8_t *middles =
		fr_pack_section(p->parts, FR_SECTION_MIDDLES, p->parts->routes ? count * 4 : 0);
	uint32_t at = 0;

	for (uint32_t v = 0; v < n; v++)
	{
		const fr_arcs *arcs = &p->h->of[p->subgoal[v]];

		fr_poll_at(p->parts->poll, v);
		fr_put32(heads, v, at);
		for (uint32_t i = 0; i < arcs->count; i++, at++)
		{
			uint32_t middle = arcs->arcs[i].middle;

			fr_put32(edges, 2 * at, p->vertex[arcs->arcs[i].to]);
			fr_put32(edges, 2 * at + 1, arcs->arcs[i].weight);
			if (p->parts->routes)
				fr_put32(middles, at,
						 middle == FR_NO_MIDDLE ? middle : p->vertex[middle]);
		}
	}
	fr_put32(heads, n, at);
}

static void
put_core_labels(const core_packer *p)
{
	const fr_labels *labels = p->parts->labels;
	size_t n = labels->count;
	size_t count = labels->entries;
	uint8_t *heads = fr_pack_section(p->parts, FR_SECTION_HEADS, (n + 1) * 4);
	uint8_t *hubs = fr_pack_section(p->parts, FR_SECTION_HUBS, count * 2);
	uint8_t *distances = fr_pack_section(p->parts, FR_SECTION_DISTANCES, count * 4);
	uint8_t *steps =
		fr_pack_section(p->parts, FR_SECTION_STEPS, p->parts->routes ? count * 2 : 0);
	uint32_t at = 0;

	for (uint32_t rank = 0; rank < n; rank++)
	{
		const fr_label *label = &labels->of[labels->order[rank]];

		fr_poll_at(p->parts->poll, rank);
		fr_put32(heads, rank, at);
		for (uint32_t i = 0; i < label->count; i++, at++)
		{
			fr_put16(hubs, at, (uint16_t) label->hubs[i].rank);
			fr_put32(distances, at, label->hubs[i].distance);
			if (p->parts->routes)
				fr_put16(steps, at, (uint16_t) labels->rank[label->next[i]]);
		}
	}
	fr_put32(heads, n, at);
}

/* ---- blocks ------------------------------------------------------------------------------ */

static void
see_from(core_packer *p, uint32_t cell, uint32_t at)
{
	const fr_subgoals *s = p->parts->subgoals;
	uint32_t count = fr_subgoals_scan(s, at, p->found);

	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t subgoal = s->number[p->found[i]];

		if (p->item_of[subgoal] == NONE)
		{
			p->item_of[subgoal] = p->item_count;
			p->cells[p->item_count] = 0;
			p->items[p->item_count++] = subgoal;
		}
		p->cells[p->item_of[subgoal]] |= UINT64_C(1) << cell;
	}
}

static void
gather_items(core_packer *p, uint32_t x, uint32_t y)
{
	const fr_subgoals *s = p->parts->subgoals;

	p->item_count = 0;
	for (uint32_t cell = 0; cell < FR_INDEX_BLOCK * FR_INDEX_BLOCK; cell++)
	{
		uint32_t cx = x + cell % FR_INDEX_BLOCK;
		uint32_t cy = y + cell / FR_INDEX_BLOCK;

		if (cx < s->width && cy < s->height)
			see_from(p, cell, fr_padded(s, cx, cy));
	}
	for (uint32_t i = 0; i < p->item_count; i++)
		p->item_of[p->items[i]] = NONE;
}

static uint32_t
write_access(core_packer *p)
{
	const fr_subgoals *s = p->parts->subgoals;
	fr_access_layout l = fr_access_lay_out(p->item_count);
	uint32_t at = (uint32_t) (p->blocks.size / 4);
	uint8_t *run = fr_growing_add(&p->blocks, l.end);

	fr_put16(run, 0, (uint16_t) p->item_count);
	for (uint32_t i = 0; i < p->item_count; i++)
	{
		fr_cell cell = fr_padded_cell(s, s->cell[p->items[i]]);

		fr_put16(run + FR_BLOCK_HEAD, i, (uint16_t) cell.x);
		fr_put16(run + l.y, i, (uint16_t) cell.y);
		fr_put32(run + l.vertex, i, p->vertex[p->items[i]]);
		for (uint32_t y = 0; y < FR_INDEX_BLOCK; y++)
			run[l.row + y * p->item_count + i] =
				(uint8_t) (p->cells[i] >> (FR_INDEX_BLOCK * y));
	}
	return at;
}

/* Directory and runs; false: a block has more items than a run may. */
static bool
put_core_blocks(core_packer *p)
{
	const fr_subgoals *s = p->parts->subgoals;
	uint32_t across = fr_blocks_across(s->width);
	uint32_t count = across * fr_blocks_across(s->height);
	uint8_t *directory =
		fr_pack_section(p->parts, FR_SECTION_DIRECTORY, (size_t) count * 4);

	p->item_count = 0;
	write_access(p); /* the run of all blocks that have no items */
	for (uint32_t i = 0; i < count; i++)
	{
		fr_poll_now(p->parts->poll);
		gather_items(p, i % across * FR_INDEX_BLOCK, i / across * FR_INDEX_BLOCK);
		if (p->item_count > FR_CORE_ITEMS)
			return false;
		fr_put32(directory, i, p->item_count > 0 ? write_access(p) : 0);
	}
	fr_growing_add(&p->blocks, FR_BLOCK_SLACK);
	p->parts->section[FR_SECTION_BLOCKS] =
		(fr_index_section){p->blocks.bytes, p->blocks.size};
	return true;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* FR_INDEX_LIMIT where a block has more items than it may. */
fr_status
fr_pack_core(const fr_index_parts *parts, const fr_hierarchy *h, fr_error *error)
{
	const fr_arena *arena = parts->arena;
	size_t n = h->count;
	core_packer p = {.parts = parts, .h = h, .blocks = {.arena = arena}};

	p.subgoal = fr_take_numbers(arena, n);
	p.vertex = fr_take_numbers(arena, n);
	p.found = fr_take_numbers(arena, fr_subgoals_most(parts->subgoals));
	p.item_of = fr_take_numbers(arena, n);
	memset(p.item_of, 0xff, n * sizeof *p.item_of);
	p.items = fr_take_numbers(arena, n);
	p.cells = fr_take(arena, (n + 1) * sizeof *p.cells);
	number_vertices(&p);
	put_core_vertices(&p);
	put_core_edges(&p);
	put_core_labels(&p);
	if (!put_core_blocks(&p))
		return fr_fail(error, FR_INDEX_LIMIT, .what = "subgoals of a block",
					   .found = p.item_count, .wanted = FR_CORE_ITEMS);
	return FR_OK;
}
