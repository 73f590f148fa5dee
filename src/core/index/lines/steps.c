/*
 * steps.c - writing the labels of hubs, and checking all that an index of lines has
 */
#include "core/index/lines/steps.h"

#include "core/base/error.h"

/* ---- writing ---------------------------------------------------------------------- */

/* Is the i-th hub of a subgoal's label the next one on the way there? */
static bool
is_direct(const fr_labels *labels, const fr_label *label, uint32_t i)
{
	return labels->rank[label->next[i]] == label->hubs[i].rank;
}

/* Behind them is the subgoal itself. */
static uint32_t
count_others(const fr_labels *labels, const fr_label *label)
{
	uint32_t others = 0;

	for (uint32_t i = 0; i + 1 < label->count; i++)
		others += !is_direct(labels, label, i);
	return others;
}

static void
put_rest(const fr_line_build *b, fr_length length, uint8_t *to)
{
	uint64_t rest = (uint64_t) (length >> (b->shift - FR_LINE_REST_BITS));

	for (int i = 0; i < FR_LINE_REST; i++)
		to[i] = (uint8_t) (rest >> 8 * i);
}

/* Appends the label of a subgoal. */
static void
put_label(const fr_line_build *b, uint32_t subgoal, fr_growing *to)
{
	const fr_labels *labels = &b->labels;
	const fr_label *label = &labels->of[subgoal];
	uint32_t others = count_others(labels, label);
	uint32_t direct = label->count - 1 - others;
	uint8_t *head = fr_growing_add(to, fr_line_label_size(direct, others));
	uint8_t *hubs = head + FR_LINE_LABEL_HEAD;
	uint8_t *next = hubs + 2 * ((size_t) direct + others);
	uint8_t *rests = next + 2 * (size_t) others;
	uint32_t first = 0;
	uint32_t last = 0;

	fr_put16(head, 0, (uint16_t) direct);
	fr_put16(head, 1, (uint16_t) others);
	for (uint32_t i = 0; i + 1 < label->count; i++)
		if (is_direct(labels, label, i))
			fr_put16(hubs, first++, (uint16_t) label->hubs[i].rank);
		else
		{
			fr_put16(hubs, direct + last, (uint16_t) label->hubs[i].rank);
			fr_put16(next, last, (uint16_t) labels->rank[label->next[i]]);
			put_rest(b, b->length[subgoal][i], rests + FR_LINE_REST * (size_t) last++);
		}
}

void
fr_line_pack_steps(const fr_line_build *b)
{
	const fr_labels *labels = &b->labels;
	uint8_t *heads =
		fr_plan_section(b->m, FR_SECTION_HEADS, ((size_t) labels->count + 1) * 4);
	fr_growing all = {.arena = b->m->arena};

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		fr_poll_at(b->m->poll, rank);
		fr_put32(heads, rank, (uint32_t) (all.size / 2));
		put_label(b, labels->order[rank], &all);
	}
	fr_put32(heads, labels->count, (uint32_t) (all.size / 2));
	fr_growing_add(&all, FR_LINE_STEPS_SLACK);
	b->m->plan->section[FR_SECTION_STEPS] = (fr_index_section){all.bytes, all.size};
}

/* ---- checking --------------------------------------------------------------------- */

/* Does each label end before the next one begins, with no more hubs than there are? Heads are sound. */
static bool
has_labels(const fr_index *index, const fr_poll *poll)
{
	const uint8_t *heads = index->section[FR_SECTION_HEADS];

	for (uint32_t i = 0; i < index->hubs; i++)
	{
		size_t room = fr_get32(heads, (size_t) i + 1) - fr_get32(heads, i);
		fr_line_label label;

		fr_poll_at(poll, i);
		label = fr_line_label_of(index, i);
		if (label.size > 2 * room || label.count > index->hubs)
			return false;
	}
	return true;
}

const char *
fr_lines_check(const fr_index *index, const fr_poll *poll)
{
	const char *wrong = fr_blocks_check(index, FR_BLOCK_LINES, poll);

	if (wrong)
		return wrong;
	if (!fr_has_heads(index, fr_line_label_size(0, index->hubs) / 2,
					  FR_LINE_STEPS_SLACK) ||
		!has_labels(index, poll))
		return "labels";
	return NULL;
}
