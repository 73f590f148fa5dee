/*
 * steps.h - the labels of hubs, for lengths and for routes (internal)
 *
 * Heads count units of 2 bytes. The label of each hub, without itself:
 *
 *   u16 d, u16 m        hubs that are next themselves, and others
 *   u16 hub[d + m]      in this order
 *   u16 next[m]         hubs, on the way to the others
 *   u8 rest[m][5]       what words of the others round off, in 2^-40 of a unit
 *   (u8 0, to a multiple of 2)
 *
 * Readers take hubs eight at a time: FR_LINE_STEPS_SLACK bytes are behind the last label.
 */
#ifndef FRINGE_INDEX_LINE_STEPS_H
#define FRINGE_INDEX_LINE_STEPS_H

#include "core/index/lines/lines.h"
#include "core/index/subgoals/query.h"

#define FR_LINE_LABEL_HEAD 4
#define FR_LINE_REST 5
#define FR_LINE_REST_BITS (8 * FR_LINE_REST)
#define FR_LINE_STEPS_SLACK 16

/* The label of a hub, opened. */
typedef struct fr_line_label
{
	uint32_t direct;
	uint32_t count; /* of all */
	const uint8_t *hub;
	const uint8_t *next;
	const uint8_t *rest;
	size_t size; /* bytes */
} fr_line_label;

static inline size_t
fr_line_label_size(uint32_t direct, uint32_t others)
{
	return (FR_LINE_LABEL_HEAD + 2 * ((size_t) direct + others) +
			(2 + FR_LINE_REST) * (size_t) others + 1) &
		   ~(size_t) 1;
}

static inline fr_line_label
fr_line_label_of(const fr_index *index, uint32_t hub)
{
	const uint8_t *at = index->section[FR_SECTION_STEPS] +
						2 * (size_t) fr_get32(index->section[FR_SECTION_HEADS], hub);
	uint32_t direct = fr_get16(at, 0);
	uint32_t others = fr_get16(at, 1);
	const uint8_t *hubs = at + FR_LINE_LABEL_HEAD;
	const uint8_t *next = hubs + 2 * ((size_t) direct + others);

	return (fr_line_label){direct,
						   direct + others,
						   hubs,
						   next,
						   next + 2 * (size_t) others,
						   fr_line_label_size(direct, others)};
}

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

/* The next hub on the way to the i-th; FR_NO_HUB: made-up bytes. */
static inline uint32_t
fr_line_next(const fr_index *index, const fr_line_label *l, uint32_t i)
{
	uint32_t next =
		i < l->direct ? fr_get16(l->hub, i) : fr_get16(l->next, i - l->direct);

	return next < index->hubs ? next : FR_NO_HUB;
}

/* What the word of the i-th rounded off, less than 1 too small. */
static inline uint64_t
fr_line_rest(const fr_line_label *l, uint32_t i)
{
	return fr_get64(l->rest + FR_LINE_REST * (size_t) (i - l->direct), 0) &
		   ((UINT64_C(1) << FR_LINE_REST_BITS) - 1);
}

#endif /* FRINGE_INDEX_LINE_STEPS_H */
