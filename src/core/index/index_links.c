/*
 * index_links.c - the map's links in an index: their costs, and their section
 */
#include "core/index/index_links.h"

#include "core/base/base.h"
#include "core/base/number.h"

/* ---- building: what they cost ---------------------------------------------------- */

fr_step_parts
fr_arc_parts(const fr_grid *grid)
{
	uint64_t straight = grid->costs.step[FR_N];
	uint64_t part = straight;

	for (uint32_t i = 0; grid->links && i < grid->links->count; i++)
		part = fr_gcd(part, grid->links->ahead.at[i].cost);
	return (fr_step_parts){straight / part, part};
}

uint64_t
fr_arc_dearest(const fr_grid *grid)
{
	uint64_t dearest = 0;

	for (uint32_t i = 0; grid->links && i < grid->links->count; i++)
		if (grid->links->ahead.at[i].cost > dearest)
			dearest = grid->links->ahead.at[i].cost;
	return dearest;
}

uint32_t
fr_arc_label_cost(const fr_arc_scale *scale, uint64_t cost)
{
	uint64_t parts = cost / scale->part;

	if (parts >= scale->top || parts * scale->units >= scale->top)
		return FR_NO_ARC;
	return (uint32_t) (parts * scale->units);
}

/* ---- building: the section --------------------------------------------------------- */

/*
 * Writes arcs in their order: of parallel arcs only the first, which is the cheapest, and
 * none that costs too much.  Returns how many it wrote.
 */
static uint32_t
put_arcs(const fr_arc *arcs, uint32_t links, const fr_arc_scale *scale, uint8_t *to,
		 const fr_poll *poll)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < links; i++)
	{
		uint32_t cost = fr_arc_label_cost(scale, arcs[i].cost);
		uint8_t *bytes = to + (size_t) count * FR_INDEX_ARC_BYTES;

		fr_poll_at(poll, i);
		if (cost == FR_NO_ARC ||
			(i > 0 && arcs[i].from == arcs[i - 1].from && arcs[i].to == arcs[i - 1].to))
			continue;
		fr_put32(bytes, 0, arcs[i].from);
		fr_put32(bytes, 1, arcs[i].to);
		fr_put32(bytes, 2, cost);
		count++;
	}
	return count;
}

fr_index_section
fr_arc_section(const fr_links *links, const fr_arc_scale *scale, const fr_arena *arena,
			   const fr_poll *poll)
{
	uint8_t *bytes;
	uint32_t count;

	if (links == NULL)
		return (fr_index_section){NULL, 0};
	bytes = fr_arena_alloc(arena, (size_t) links->count * 2 * FR_INDEX_ARC_BYTES);
	count = put_arcs(links->ahead.at, links->count, scale, bytes, poll);
	put_arcs(links->back.at, links->count, scale,
			 bytes + (size_t) count * FR_INDEX_ARC_BYTES, poll);
	return (fr_index_section){bytes, (size_t) count * 2 * FR_INDEX_ARC_BYTES};
}

/* ---- reading -------------------------------------------------------------------------- */

uint32_t
fr_index_first_arc(const fr_index *index, bool backward, uint32_t from, uint32_t to)
{
	uint32_t low = 0;
	uint32_t high = fr_index_arc_count(index);

	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		fr_index_arc arc = fr_index_arc_at(index, backward, middle);

		if (arc.from < from || (arc.from == from && arc.to < to))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
fr_index_arc_cost(const fr_index *index, uint32_t from, uint32_t to)
{
	uint32_t i = fr_index_first_arc(index, false, from, to);
	fr_index_arc arc;

	if (i == fr_index_arc_count(index))
		return UINT32_MAX;
	arc = fr_index_arc_at(index, false, i);
	return arc.from == from && arc.to == to ? arc.cost : UINT32_MAX;
}

/* ---- checking ---------------------------------------------------------------------------- */

static bool
is_free_cell(const fr_index *index, uint32_t cell)
{
	fr_cell at = fr_index_cell_of(index, cell);

	return fr_index_is_free(index, at.x, at.y);
}

/* Are arcs between free cells, each once, in their order? */
static bool
are_in_order(const fr_index *index, bool backward, const fr_poll *poll)
{
	fr_index_arc last = {0};

	for (uint32_t i = 0; i < fr_index_arc_count(index); i++)
	{
		fr_index_arc arc = fr_index_arc_at(index, backward, i);

		fr_poll_at(poll, i);
		if (!is_free_cell(index, arc.from) || !is_free_cell(index, arc.to) ||
			arc.from == arc.to || arc.cost >= index->top ||
			(i > 0 &&
			 (arc.from < last.from || (arc.from == last.from && arc.to <= last.to))))
			return false;
		last = arc;
	}
	return true;
}

/* Is each backward arc one of the arcs? */
static bool
are_the_same(const fr_index *index, const fr_poll *poll)
{
	for (uint32_t i = 0; i < fr_index_arc_count(index); i++)
	{
		fr_index_arc arc = fr_index_arc_at(index, true, i);

		fr_poll_at(poll, i);
		if (fr_index_arc_cost(index, arc.to, arc.from) != arc.cost)
			return false;
	}
	return true;
}

bool
fr_index_has_arcs(const fr_index *index, const fr_poll *poll)
{
	return fr_section_size(index, FR_SECTION_LINKS) % (2 * FR_INDEX_ARC_BYTES) == 0 &&
		   are_in_order(index, false, poll) && are_in_order(index, true, poll) &&
		   are_the_same(index, poll);
}
