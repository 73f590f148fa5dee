/*
 * steps.c - writing the labels of hubs, and checking all that an index of lines has
 */
#include "core/index/lines/steps.h"

#include "core/base/error.h"

/* The label of a hub: entries are in the order of their ranks, which are numbers of hubs. */
static void
put_label(const fr_line_build *b, uint32_t subgoal, uint8_t *at)
{
	const fr_label *label = &b->labels.of[subgoal];
	uint32_t count = label->count - 1;
	uint8_t *steps = at + 2 * (size_t) count;

	for (uint32_t i = 0; i < count; i++)
	{
		fr_length length = b->length[subgoal][i];
		uint64_t rest = (uint64_t) (length >> (b->shift - FR_LINE_REST_BITS));

		fr_put16(at, i, (uint16_t) label->hubs[i].rank);
		fr_put64(steps, i, rest << 16 | b->labels.rank[label->next[i]]);
	}
}

void
fr_line_pack_steps(const fr_line_build *b)
{
	const fr_labels *labels = &b->labels;
	size_t entries = labels->entries - labels->count;
	uint8_t *heads =
		fr_plan_section(b->m, FR_SECTION_HEADS, ((size_t) labels->count + 1) * 4);
	uint8_t *steps = fr_plan_section(b->m, FR_SECTION_STEPS,
									 entries * FR_LINE_ENTRY + FR_LINE_STEPS_SLACK);
	uint32_t first = 0;

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		uint32_t subgoal = labels->order[rank];

		fr_poll_at(b->m->poll, rank);
		fr_put32(heads, rank, first);
		put_label(b, subgoal, steps + first * (size_t) FR_LINE_ENTRY);
		first += labels->of[subgoal].count - 1;
	}
	fr_put32(heads, labels->count, first);
}

const char *
fr_lines_check(const fr_index *index, const fr_poll *poll)
{
	const char *wrong = fr_blocks_check(index, FR_BLOCK_LINES, poll);

	if (wrong)
		return wrong;
	return fr_has_heads(index, FR_LINE_ENTRY, FR_LINE_STEPS_SLACK) ? NULL : "labels";
}
