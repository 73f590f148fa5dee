/*
 * line_index.h - the form of index for lengths of straight lines in any direction (internal)
 *
 * It is that of subgoals, with the same sections and blocks, but for three things:
 *
 *   sight     a line is free if all squares that it crosses are (core/anyangle/sights.h)
 *   entries     lengths in units of 1 / index->units.straight of a cell, rounded down; so is the
 *             length from a cell to an item; there are no links; blocks have a kind of
 *             their own (label_block.h)
 *   steps     of each hub all those of its label, and what entries rounded off (below)
 *   answers   of all hubs whose sums are within FR_LINE_SLACK units of the least, lines,
 *             entries and rests tell the length, nearly always to its nearest double; where
 *             they do not, the steps tell the paths, whose lengths are summed exactly
 *
 * Heads count units of 2 bytes. The label of each hub, without itself:
 *
 *   u16 d, u16 builder        hubs that are next themselves, and others
 *   u16 hub[d + builder]      in this order
 *   u16 next[builder]         hubs, on the way to the others
 *   u8 rest[builder][5]       what entries of the others round off, in 2^-40 of a unit
 *   (u8 0, to a multiple of 2)
 *
 * Readers take hubs eight at a time: FR_LINE_STEPS_SLACK bytes are behind the last label.
 */
#ifndef FRINGE_LINE_INDEX_H
#define FRINGE_LINE_INDEX_H

#include "core/anyangle/line_length.h"
#include "core/anyangle/visibility_graph.h"
#include "core/index/index_form.h"
#include "core/index/subgoals/label_encoder.h"
#include "core/index/subgoals/subgoal_query.h"

/*
 * A sum over a hub has a line and a entry at either end. Words are rounded down. A line has
 * less than 2^24 units and is measured in single precision: square, root and product are
 * each rounded by at most 2^-24 of themselves, and the root halves the error of the
 * square. So a line is wrong by less than 2.5 units before it is rounded down, and the sum
 * is less than 5 units too large and less than 9 too small. The shortest path is within
 * 5 + 9 units of the least sum.
 */
#define FR_LINE_SLACK 14
#define FR_LINE_FINEST 16 /* a unit is 2^-16 of a cell at least */
#define FR_LINE_TIE                                                                      \
	((fr_length) 1 << 16) /* 2^-64: equal, if closer; doc/dev/proofs.md, 5 */
#define FR_FAR_LENGTH ((fr_length) 1 << 120) /* two of them can be added */

/* In arrays: arenas align by eight bytes. */
typedef fr_length fr_kept_length __attribute__((aligned(8)));

/* Cells of a block that a subgoal sees, a bit each. */
typedef struct fr_visible_cells
{
	uint64_t cells;
	uint32_t block;
	uint32_t subgoal;
} fr_visible_cells;

/* How cells of the block in hand reach a hub, a bit each. */
typedef struct fr_line_hub
{
	uint64_t reached;
	uint64_t implied; /* as cheaply over a hub of higher rank */
	uint64_t perhaps; /* implied: doubles do not tell */
	uint64_t once;	  /* with an offer */
	uint64_t several; /* with more than one, of which doubles do not tell the best */
} fr_line_hub;

/* What all stages of building read. */
typedef struct fr_line_build
{
	const fr_index_builder *builder;
	fr_visibility_graph *sights;
	fr_graph graph;				  /* subgoals and their neighbours; rough weights */
	const fr_kept_length *weight; /* the same exactly */
	fr_labels labels;
	fr_kept_length **length;   /* by subgoal and entry of its label */
	fr_length longest;		   /* of these */
	int shift;				   /* by which lengths become entries */
	fr_visible_cells *visible; /* by block */
	uint32_t *first;		   /* by block, and one more: of its visible */
	/* for the packer */
	double margin;		/* above what doubles round off, in cells */
	fr_line_hub *hubs;	/* by row of a hub; 0 between blocks */
	uint64_t *seeing;	/* by row of a subgoal, the cells that see it */
	fr_cell_rows least; /* lengths to hubs, where doubles do not tell the best offer */
} fr_line_build;

fr_status fr_line_graph(fr_line_build *b);
fr_status fr_line_labels(fr_line_build *b);
void fr_line_find_visible(fr_line_build *b);
void fr_find_line_candidates(fr_label_encoder *p, uint32_t x, uint32_t y);

uint64_t fr_lines_cost(const fr_index *index, const fr_index_ends *ends,
					   fr_index_scratch *scratch, const fr_poll *poll);
void fr_lines_costs_to(const fr_index *index, const fr_index_pairs *pairs,
					   fr_index_scratch *scratch, const fr_poll *poll);
uint64_t fr_lines_trace(fr_tracer *t, fr_cell goal);

/* ---- the labels of hubs --------------------------------------------------------- */

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

/* What the entry of the i-th rounded off, less than 1 too small. */
static inline uint64_t
fr_line_rest(const fr_line_label *l, uint32_t i)
{
	return fr_get64(l->rest + FR_LINE_REST * (size_t) (i - l->direct), 0) &
		   ((UINT64_C(1) << FR_LINE_REST_BITS) - 1);
}

#endif /* FRINGE_LINE_INDEX_H */
