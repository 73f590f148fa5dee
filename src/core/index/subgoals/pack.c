/*
 * pack.c - the sections of vertices and routes
 */
#include "core/index/subgoals/pack.h"

#include <string.h>

#include "core/base/error.h"

/* ---- vertices and routes --------------------------------------------------- */

void
fr_pack_vertices(const fr_index_parts *parts)
{
	const fr_labels *labels = parts->labels;
	uint8_t *at =
		fr_plan_section(parts->m, FR_SECTION_VERTICES, (size_t) labels->count * 4);

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		uint32_t subgoal = labels->order[rank];
		fr_cell cell = fr_padded_cell(parts->subgoals, parts->subgoals->cell[subgoal]);

		fr_poll_at(parts->m->poll, rank);
		fr_put16(at, 2 * rank, (uint16_t) cell.x);
		fr_put16(at, 2 * rank + 1, (uint16_t) cell.y);
	}
}

/* Hubs of a label by next hub: next << 32 | hub, in the order of these. */
static void
list_steps(const fr_labels *labels, const fr_label *label, uint64_t *steps)
{
	for (uint32_t i = 0; i + 1 < label->count; i++)
		steps[i] = (uint64_t) labels->rank[label->next[i]] << 32 | label->hubs[i].rank;
	fr_sort_keys(steps, label->count - 1);
}

/* A next hub, how many hubs it leads to, and these, once for each next hub. */
static void
put_steps(fr_growing *to, const uint64_t *steps, uint32_t count)
{
	for (uint32_t first = 0, end; first < count; first = end)
	{
		uint8_t *at;

		for (end = first; end < count && steps[end] >> 32 == steps[first] >> 32; end++)
			;
		at = fr_growing_add(to, 2 * (size_t) (end - first + 2));
		fr_put16(at, 0, (uint16_t) (steps[first] >> 32));
		fr_put16(at, 1, (uint16_t) (end - first));
		for (uint32_t i = first; i < end; i++)
			fr_put16(at, 2 + i - first, (uint16_t) steps[i]);
	}
}

static uint32_t
longest_label(const fr_labels *labels)
{
	uint32_t most = 0;

	for (uint32_t v = 0; v < labels->count; v++)
		most = labels->of[v].count > most ? labels->of[v].count : most;
	return most;
}

void
fr_pack_routes(const fr_index_parts *parts)
{
	const fr_labels *labels = parts->labels;
	uint8_t *heads =
		fr_plan_section(parts->m, FR_SECTION_HEADS, ((size_t) labels->count + 1) * 4);
	uint64_t *steps =
		fr_take(parts->m->arena, (longest_label(labels) + 1) * sizeof *steps);
	fr_growing all = {.arena = parts->m->arena};

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		const fr_label *label = &labels->of[labels->order[rank]];

		fr_poll_at(parts->m->poll, rank);
		fr_put32(heads, rank, (uint32_t) (all.size / 2));
		list_steps(labels, label, steps);
		put_steps(&all, steps, label->count - 1);
	}
	fr_put32(heads, labels->count, (uint32_t) (all.size / 2));
	parts->m->plan->section[FR_SECTION_STEPS] = (fr_index_section){all.bytes, all.size};
}
