/*
 * line_index.h - the lines form: lengths of straight lines in any direction (internal)
 *
 * Sections and blocks are those of the subgoals form, with three differences:
 *
 *   sight     a line is free if all squares that it crosses are (anyangle/visibility_graph.h)
 *   entries   lengths in units of 1 / index->units.straight of a cell, rounded down; lengths
 *             from cells to access subgoals are rounded down, too; label_block.h draws the
 *             records
 *   steps     the full label of each hub, with the remainders that rounding removed
 *
 * A query takes all hubs whose sums are within FR_LINE_SLACK units of the least sum.
 * Lines, entries and remainders give the length of each path, and nearly always its
 * nearest double. Otherwise the query follows the steps, and adds up the path's length
 * exactly.
 *
 * Heads count units of 2 bytes.  The label of a hub, without itself:
 *
 *   u16 d, u16 m        hubs that are next hubs themselves; other hubs
 *   u16 hub[d + m]      in this order
 *   u16 next[m]         the next hub on the way to each of the others
 *   u8 rest[m][5]       remainders of the others' entries, in 2^-40 of a unit
 *   (u8 0, to a multiple of 2)
 *
 * Readers load eight hubs at once: FR_LINE_STEPS_SLACK bytes follow the last label.
 */
#ifndef FRINGE_LINE_INDEX_H
#define FRINGE_LINE_INDEX_H

#include "core/anyangle/line_length.h"
#include "core/anyangle/visibility_graph.h"
#include "core/index/index_form.h"
#include "core/index/subgoals/label_encoder.h"
#include "core/index/subgoals/subgoal_query.h"

/*
 * How far sums of units may be wrong.  A sum over a hub has a line and an entry at
 * either end. Entries are rounded down.  A line has less than 2^24 units.  Queries
 * measure it in single precision: square, root and product are each wrong by at most
 * 2^-24 of their value, and the root halves the error of the square.  So a line is wrong
 * by less than 2.5 units before it is rounded down.  Then a sum is less than 5 units too
 * large and less than 9 too small, and the shortest path is within 5 + 9 units of the
 * least sum.
 */
#define FR_LINE_SLACK 14
#define FR_LINE_FINEST 16 /* a unit is at least 2^-16 of a cell */
#define FR_LINE_TIE                                                                      \
	((fr_length) 1 << 16) /* 2^-64: smaller differences are rounding; doc/dev/proofs.md */
#define FR_FAR_LENGTH ((fr_length) 1 << 120) /* the sum of two fits */

/* For arrays: arenas align to eight bytes. */
typedef fr_length fr_kept_length __attribute__((aligned(8)));

/* The cells of a block that a subgoal sees, a bit each. */
typedef struct fr_visible_cells
{
	uint64_t cells;
	uint32_t block;
	uint32_t subgoal;
} fr_visible_cells;

/* Sets of cells of the block in hand that reach a hub, a bit each. */
typedef struct fr_line_hub
{
	uint64_t reached;
	uint64_t implied; /* a hub of higher rank gives the same length */
	uint64_t perhaps; /* maybe implied: doubles cannot decide */
	uint64_t once;	  /* with a candidate */
	uint64_t several; /* with several candidates, between which doubles cannot decide */
} fr_line_hub;

/* The context of a build. */
typedef struct fr_line_build
{
	const fr_index_builder *builder;
	fr_visibility_graph *visibility;
	fr_graph graph;				  /* subgoals and their neighbours, with rough weights */
	const fr_kept_length *weight; /* exact weights */
	fr_labels labels;
	fr_kept_length **length;   /* by subgoal and entry of its label: exact lengths */
	fr_length longest;		   /* of all entries */
	int shift;				   /* from lengths to units */
	fr_visible_cells *visible; /* by block */
	uint32_t *first;		   /* by block, and one more: its first in `visible` */
	/* for line_candidates.c */
	double margin;		/* cells: more than doubles round off */
	fr_line_hub *hubs;	/* by row of a hub; zero between blocks */
	uint64_t *seeing;	/* by row of a subgoal: cells that see it */
	fr_cell_rows least; /* lengths to hubs, where doubles cannot decide */
} fr_line_build;

/* Builds the visibility graph of the subgoals.  FR_INDEX_LIMIT. */
fr_status fr_line_graph(fr_line_build *b);

/* Exact labels of the graph.  FR_INDEX_LIMIT: too many entries. */
fr_status fr_line_labels(fr_line_build *b);

/* Finds for each block the subgoals that its cells see. */
void fr_line_find_visible(fr_line_build *b);

/* The function find_candidates of lines: candidates by lengths. */
void fr_find_line_candidates(fr_label_encoder *e, uint32_t x, uint32_t y);

/* Functions of the form's row (line_query.c). */
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

/* The label of a hub. */
typedef struct fr_line_label
{
	uint32_t direct;
	uint32_t count; /* all hubs */
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

/* The index of a 16-bit number, or `count`. */
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

/* The next hub on the way to the i-th one.  FR_NO_HUB: the index is corrupt. */
static inline uint32_t
fr_line_next(const fr_index *index, const fr_line_label *l, uint32_t i)
{
	uint32_t next =
		i < l->direct ? fr_get16(l->hub, i) : fr_get16(l->next, i - l->direct);

	return next < index->hubs ? next : FR_NO_HUB;
}

/* The remainder of the i-th hub's entry, rounded down. */
static inline uint64_t
fr_line_rest(const fr_line_label *l, uint32_t i)
{
	return fr_get64(l->rest + FR_LINE_REST * (size_t) (i - l->direct), 0) &
		   ((UINT64_C(1) << FR_LINE_REST_BITS) - 1);
}

#endif /* FRINGE_LINE_INDEX_H */
