/*
 * steps.h - the labels of hubs, for lengths and for routes (internal)
 *
 * Heads count entries of FR_LINE_ENTRY bytes. The label of each hub, without itself:
 *
 *   u16 hub[n]           in ascending order
 *   u16 step[n][4]       of each of these, the next hub on the way there, and the 48 bits
 *                        that its word rounded off, the lowest first
 *
 * Readers take hubs eight at a time: FR_LINE_STEPS_SLACK bytes are behind the last label.
 */
#ifndef FRINGE_INDEX_LINE_STEPS_H
#define FRINGE_INDEX_LINE_STEPS_H

#include "core/index/lines/lines.h"
#include "core/index/subgoals/query.h"

#define FR_LINE_ENTRY 10
#define FR_LINE_STEP 8		/* of these, for the step */
#define FR_LINE_REST_BITS 48
#define FR_LINE_STEPS_SLACK 16

/* Where one of some 16-bit numbers is; or how many they are. */
static inline uint32_t
fr_find16(const uint8_t *numbers, uint32_t count, uint32_t number)
{
	typedef uint16_t eight __attribute__((vector_size(16)));
	uint16_t wanted = FR_LITTLE(16, (uint16_t) number);

	for (uint32_t i = 0; i < count; i += 8)
	{
		eight some;
		uint64_t found[2];

		memcpy(&some, numbers + 2 * (size_t) i, sizeof some);
		some = (eight) (some == wanted);
		memcpy(found, &some, sizeof found);
		if (found[0] | found[1])
		{
			while (fr_get16(numbers, i) != number)
				i++;
			return i < count ? i : count;
		}
	}
	return count;
}

/* The step from one hub towards another; NULL: its label does not have it. */
static inline const uint8_t *
fr_line_step(const fr_index *index, uint32_t from, uint32_t to)
{
	const uint8_t *heads = index->section[FR_SECTION_HEADS];
	uint32_t first = fr_get32(heads, from);
	uint32_t count = fr_get32(heads, (size_t) from + 1) - first;
	const uint8_t *hubs =
		index->section[FR_SECTION_STEPS] + FR_LINE_ENTRY * (size_t) first;
	uint32_t i = fr_find16(hubs, count, to);

	return i < count ? hubs + 2 * (size_t) count + FR_LINE_STEP * (size_t) i : NULL;
}

/* The next hub of a step; FR_NO_HUB: made-up bytes. */
static inline uint32_t
fr_line_next(const fr_index *index, const uint8_t *step)
{
	uint32_t next = fr_get16(step, 0);

	return next < index->hubs ? next : FR_NO_HUB;
}

/* What the word rounded off, in 2^-48 of a unit, and less than one of these too small. */
static inline uint64_t
fr_line_rest(const uint8_t *step)
{
	return fr_get64(step, 0) >> (64 - FR_LINE_REST_BITS);
}

#endif /* FRINGE_INDEX_LINE_STEPS_H */
