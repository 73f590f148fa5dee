/*
 * line_index.c - the lines form: its build, its sections, and its row
 */
#include "core/index/lines/line_index.h"

#include <string.h>

#include "core/base/base.h"
#include "core/index/subgoals/subgoal_index.h"
#include "core/index/subgoals/subgoal_query.h"

/* ---- writing ---------------------------------------------------------------------- */

/* Is the i-th hub of a label the next hub on the way there? */
static bool
is_direct(const fr_labels *labels, const fr_label *label, uint32_t i)
{
	return labels->rank[label->next[i]] == label->hubs[i].rank;
}

/*
 * How many hubs of a label are not the next hub on the way to themselves.  The last hub does
 * not count: it is the subgoal itself.
 */
static uint32_t
count_others(const fr_labels *labels, const fr_label *label)
{
	uint32_t others = 0;

	for (uint32_t i = 0; i + 1 < label->count; i++)
		others += !is_direct(labels, label, i);
	return others;
}

/* Appends the label of a subgoal. */
static void
put_label(const fr_line_build *b, uint32_t subgoal, fr_byte_buffer *to)
{
	const fr_labels *labels = &b->labels;
	const fr_label *label = &labels->of[subgoal];
	uint32_t others = count_others(labels, label);
	uint32_t direct = label->count - 1 - others;
	uint8_t *header = fr_byte_buffer_append(to, fr_line_label_size(direct, others));
	uint8_t *hubs = header + FR_LINE_LABEL_HEAD;
	uint8_t *next = hubs + 2 * ((size_t) direct + others);
	uint8_t *rests = next + 2 * (size_t) others;
	uint32_t first = 0;
	uint32_t last = 0;

	fr_put16(header, 0, (uint16_t) direct);
	fr_put16(header, 1, (uint16_t) others);
	for (uint32_t i = 0; i + 1 < label->count; i++)
		if (is_direct(labels, label, i))
			fr_put16(hubs, first++, (uint16_t) label->hubs[i].rank);
		else
		{
			fr_put16(hubs, direct + last, (uint16_t) label->hubs[i].rank);
			fr_put16(next, last, (uint16_t) labels->rank[label->next[i]]);
			uint64_t rest =
				(uint64_t) (b->length[subgoal][i] >> (b->shift - FR_LINE_REST_BITS));
			uint8_t *bytes = rests + FR_LINE_REST * (size_t) last++;

			for (int k = 0; k < FR_LINE_REST; k++)
				bytes[k] = (uint8_t) (rest >> 8 * k);
		}
}

static void
encode_steps(const fr_line_build *b)
{
	const fr_labels *labels = &b->labels;
	uint8_t *heads =
		fr_plan_section(b->builder, FR_SECTION_HEADS, ((size_t) labels->count + 1) * 4);
	fr_byte_buffer all = {.arena = b->builder->arena};

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		fr_poll_at(b->builder->poll, rank);
		fr_put32(heads, rank, (uint32_t) (all.size / 2));
		put_label(b, labels->order[rank], &all);
	}
	fr_put32(heads, labels->count, (uint32_t) (all.size / 2));
	fr_byte_buffer_append(&all, FR_LINE_STEPS_SLACK);
	b->builder->plan->section[FR_SECTION_STEPS] = (fr_index_section){all.bytes, all.size};
}

/* ---- units -------------------------------------------------------------------- */

/* In cells, more than the longest length of labels. */
static double
longest_label(const fr_line_build *b)
{
	return fr_length_near(b->longest) + 2;
}

static double
longest_line(const fr_line_build *b)
{
	const fr_grid *grid = b->builder->request->grid;

	return __builtin_sqrt((double) grid->width * grid->width +
						  (double) grid->height * grid->height);
}

/* Do all lines on such a map have less than 2^24 units?  See FR_LINE_SLACK. */
static bool
fits_lines(uint64_t width, uint64_t height, uint64_t units)
{
	return (width * width + height * height) * (units * units) <
		   (uint64_t) FR_INDEX_NARROW * FR_INDEX_NARROW;
}

/* The finest units for which entries have enough bits.  FR_INDEX_LIMIT. */
static fr_status
choose_units(const fr_line_build *b, uint32_t *units)
{
	const fr_grid *grid = b->builder->request->grid;
	double most = longest_label(b);

	for (int bits = FR_LINE_FINEST; bits >= 0; bits--)
	{
		*units = UINT32_C(1) << bits;
		if (most * *units < FR_INDEX_NARROW &&
			fits_lines(grid->width, grid->height, *units) &&
			2 * (most + longest_line(b)) * *units + 16 <= FR_INDEX_TOP)
			return FR_OK;
	}
	return fr_fail(b->builder->error, FR_INDEX_LIMIT, .what = "cells of a path",
				   .found = (int64_t) most, .wanted = FR_INDEX_NARROW);
}

/* Rounds lengths of labels down to units. */
static void
scale_labels(fr_line_build *b, uint32_t units)
{
	int shift = b->shift = FR_LENGTH_BITS - __builtin_ctz(units);

	for (uint32_t n = 0; n < b->labels.count; n++)
	{
		fr_label *label = &b->labels.of[n];

		fr_poll_at(b->builder->poll, n);
		for (uint32_t i = 0; i < label->count; i++)
			label->hubs[i].distance = (uint32_t) (b->length[n][i] >> shift);
	}
}

/* ---- encoding ------------------------------------------------------------------ */

/* The fields of fr_subgoals that the label encoder reads. */
static fr_subgoals
as_subgoals(const fr_line_build *b)
{
	const fr_grid *grid = b->builder->request->grid;
	fr_subgoals s = {.width = grid->width,
					 .height = grid->height,
					 .pitch = grid->width + 2,
					 .count = b->labels.count};

	s.cell = fr_arena_alloc_numbers(b->builder->arena, s.count);
	for (uint32_t n = 0; n < s.count; n++)
		s.cell[n] = fr_padded(&s, (uint32_t) b->visibility->at[n].x,
							  (uint32_t) b->visibility->at[n].y);
	return s;
}

/* The margin covers two sums of lengths, each wrong by at most 2^-51 of itself. */
static void
init_candidates(fr_line_build *b)
{
	size_t count = b->labels.count;

	b->margin = (longest_label(b) + longest_line(b)) * 0x1p-48;
	b->hubs = fr_arena_alloc(b->builder->arena, (count + 1) * sizeof *b->hubs);
	memset(b->hubs, 0, (count + 1) * sizeof *b->hubs);
	b->seeing = fr_arena_alloc(b->builder->arena, (count + 1) * sizeof *b->seeing);
	fr_cell_rows_init(&b->least, count, b->builder->arena);
	b->least.size = FR_BLOCK_CELLS * sizeof(fr_length);
	b->least.none = UINT64_MAX;
}

static fr_status
encode(fr_line_build *b, uint32_t units)
{
	const fr_costs *costs = &b->builder->request->grid->costs;
	fr_subgoals subgoals = as_subgoals(b);
	fr_label_encoding encoding = {.builder = b->builder,
								  .subgoals = &subgoals,
								  .labels = &b->labels,
								  .kind = FR_BLOCK_LINES,
								  .find_candidates = fr_find_line_candidates,
								  .context = b};
	fr_index_header header = {
		.form = FR_INDEX_LINES,
		.rule = {.straight = costs->step[FR_N], .diagonal = costs->step[FR_N]},
		.parts = 1,
		.units = {units, units},
		.top = (uint32_t) (2 * (longest_label(b) + longest_line(b)) * units) + 16,
		.hubs = b->labels.count,
		.flags = FR_FLAG_ROUTES};

	fr_plan_rows(b->builder);
	init_candidates(b);
	if (fr_encode_blocks(&encoding))
		return b->builder->error->status;
	fr_encode_vertices(&encoding);
	encode_steps(b);
	return fr_plan_finish(b->builder, &header);
}

/* The sections for routes always exist: queries of costs read remainders. */
static fr_status
build(fr_index_builder *builder)
{
	fr_line_build b = {.builder = builder};
	uint32_t units;

	if (fr_line_graph(&b) || fr_line_labels(&b) || choose_units(&b, &units))
		return builder->error->status;
	scale_labels(&b, units);
	fr_line_find_visible(&b);
	return encode(&b, units);
}

/* ---- checking --------------------------------------------------------------------- */

/*
 * Does each label end before the next one begins, with no more hubs than the index has?
 * Heads are sound.
 */
static bool
has_labels(const fr_index *index, const fr_poll *poll)
{
	const uint8_t *heads = index->section[FR_SECTION_HEADS];

	for (uint32_t i = 0; i < index->hubs; i++)
	{
		size_t capacity = fr_get32(heads, (size_t) i + 1) - fr_get32(heads, i);
		fr_line_label label;

		fr_poll_at(poll, i);
		label = fr_line_label_of(index, i);
		if (label.size > 2 * capacity || label.count > index->hubs)
			return false;
	}
	return true;
}

static const char *
check(const fr_index *index, const fr_poll *poll)
{
	const char *wrong = fr_blocks_check(index, FR_BLOCK_LINES, poll);

	if (wrong)
		return wrong;
	if (!fr_blocks_has_heads(index, fr_line_label_size(0, index->hubs) / 2,
							 FR_LINE_STEPS_SLACK) ||
		!has_labels(index, poll))
		return "labels";
	return NULL;
}

/* ---- planes --------------------------------------------------------------------- */

static void
copy_rows(const fr_index *index, fr_bits *rows, const fr_arena *arena,
		  const fr_poll *poll)
{
	const uint8_t *from = index->section[FR_SECTION_ROWS];
	uint64_t *to = fr_bits_lay_out(rows, index->height, index->width, arena);

	for (uint32_t y = 0; y < index->height; y++, to += rows->words)
	{
		fr_poll_at(poll, y);
		for (uint32_t i = 0; i < index->row_words; i++)
			to[i] = ~(fr_get64(from, (size_t) y * index->row_words + i) &
					  fr_bits_within(index->width, i));
	}
}

/* ---- the row --------------------------------------------------------------------- */

static fr_index_expectation
expect(const fr_grid *grid)
{
	double corners = grid->shape.convex_corners;
	double cells = grid->cells;

	return (fr_index_expectation){.form = FR_INDEX_LINES,
								  .bytes = cells * 3 + corners * 700,
								  .memory = cells * 20 + corners * 5000,
								  .seconds = cells * 0.15e-6 + corners * 200e-6};
}

/*
 * As for subgoals, except: steps exist, all directions cost the same, and units are
 * powers of two, no finer than FR_LINE_SLACK allows.
 */
static bool
has_header(const uint8_t *header)
{
	uint32_t flags = fr_get32(header + FR_AT_FLAGS, 0);
	uint32_t units = fr_get32(header + FR_AT_LABEL_STRAIGHT, 0);

	return fr_blocks_has_sides(header) && (flags & FR_FLAG_ROUTES) &&
		   (units & (units - 1)) == 0 && units <= UINT32_C(1) << FR_LINE_FINEST &&
		   units == fr_get32(header + FR_AT_LABEL_DIAGONAL, 0) &&
		   fits_lines(fr_get32(header + FR_AT_WIDTH, 0),
					  fr_get32(header + FR_AT_HEIGHT, 0), units);
}

static void
open_planes(fr_index *index, const fr_arena *arena, const fr_poll *poll)
{
	fr_grid grid = {.width = index->width, .height = index->height};

	copy_rows(index, &grid.rows, arena, poll);
	fr_planes_make(&grid, &index->lines.planes, arena, poll);
	index->costs.lengths = true;
	index->vectors = fr_vectors_usable();
}

/* The length of the step. */
static uint64_t
step(const fr_index *index, fr_cell from, int direction)
{
	(void) index;
	(void) from;
	return fr_length_bits(__builtin_sqrt(fr_is_diagonal(direction) ? 2.0 : 1.0));
}

const fr_index_row fr_index_lines_row = {
	.rules = FR_LINES_RULES,
	.expect = expect,
	.build = build,
	.flags = FR_FLAG_RULE,
	.sections = FR_SECTIONS_ALWAYS | FR_SECTION_BIT(VERTICES) | FR_SECTION_BIT(HEADS) |
				FR_SECTION_BIT(STEPS),
	.has_header = has_header,
	.check = check,
	.open = open_planes,
	.cost = fr_lines_cost,
	.costs_to = fr_lines_costs_to,
	.trace = fr_lines_trace,
	.step = step,
	.entries = fr_blocks_entries,
};
