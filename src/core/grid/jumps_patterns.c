/*
 * jumps_patterns.c - where branches end by the patterns around rough cells, which are the
 * jump points then
 *
 * Cells of links are jump points, too. Where a link begins, everything stops that comes by:
 * spines at each halt, branches since they end there and lead to a jump point. Where links
 * only end, patterns are all that is wanted of a jump point, so branches may pass.
 */
#include "core/grid/bridges.h"
#include "core/grid/jumps_build.h"

#include <string.h>

#include "core/base/error.h"
#include "core/grid/patterns.h"

/* Of 64 cells of a row, those where links begin; with `ends`, or end. */
static uint64_t
linked_word(const fr_grid *grid, uint32_t y, uint32_t word, bool ends)
{
	uint32_t n = y * grid->width + word * 64;
	uint64_t cells;

	if (!grid->links || word * 64 >= grid->width)
		return 0;
	cells = fr_hops_word(&grid->links->ahead, n);
	if (ends)
		cells |= fr_hops_word(&grid->links->back, n);
	return cells & fr_grid_free_word(grid, y, word);
}

/* Blocked and rough cells, and those of links. */
void
fr_jumps_find_halts(fr_jumps_builder *b)
{
	const fr_grid *grid = b->grid;
	fr_survey survey;
	uint64_t *halts = fr_bits_lay_out(&b->halts, grid->height, grid->width, b->scratch);

	fr_survey_begin(&survey, grid, b->scratch);
	for (uint32_t y = 0; y < grid->height; y++, fr_survey_next(&survey))
	{
		fr_poll_now(b->poll);
		for (uint32_t i = 0; i < grid->rows.words; i++)
			*halts++ = fr_survey_rough(&survey, i) | fr_bits_line(&grid->rows, y)[i] |
					   linked_word(grid, y, i, true);
	}
}

/* A word of a row: where branches end, and where they come to nothing, by direction / 2. */
typedef struct branch_word
{
	uint64_t ends[4];
	uint64_t dead[4];
} branch_word;

static void
add_pattern(const fr_pattern *pattern, uint64_t bit, branch_word *word)
{
	for (int k = 0; k < 4; k++)
	{
		if (pattern->ends >> 2 * k & 1)
			word->ends[k] |= bit;
		if (pattern->after[2 * k] == 0)
			word->dead[k] |= bit;
	}
}

/* What the search for patterns writes: each point's, and planes by rows. */
typedef struct pattern_writer
{
	fr_pattern_book book;
	fr_survey survey;
	uint32_t *pattern_of; /* of the next point */
	fr_bits ends[4];
	fr_bits dead[4];
	uint64_t *end[4]; /* the next words */
	uint64_t *die[4];
} pattern_writer;

/* Of 64 cells from x on of the survey's row; `begins`: the points where links begin. */
static void
write_patterns(pattern_writer *w, uint64_t blocked, uint64_t points, uint64_t begins,
			   uint32_t x)
{
	branch_word word;

	for (int k = 0; k < 4; k++)
		word.ends[k] = word.dead[k] = blocked;
	for (; points; points &= points - 1)
	{
		uint32_t number = fr_pattern_number(&w->book, &w->survey,
											x + (uint32_t) __builtin_ctzll(points));

		*w->pattern_of++ = number;
		add_pattern(&w->book.patterns[number], points & -points, &word);
	}
	for (int k = 0; k < 4; k++)
	{
		*w->end[k]++ = word.ends[k] | begins;
		*w->die[k]++ = word.dead[k] & ~begins;
	}
}

/* Keeps the planes in the direction of their branches. */
static void
turn_planes(fr_jumps_builder *b, const pattern_writer *w)
{
	const fr_grid *grid = b->grid;

	for (int k = 0; k < 4; k++)
	{
		if (!fr_is_branch(grid, 2 * k))
			continue;
		if (!fr_is_vertical(2 * k))
		{
			b->ends[k] = w->ends[k];
			b->dead[k] = w->dead[k];
			continue;
		}
		fr_bits_transpose(&w->ends[k], grid->height, grid->width, &b->ends[k], b->scratch,
						  b->poll);
		fr_bits_transpose(&w->dead[k], grid->height, grid->width, &b->dead[k], b->scratch,
						  b->poll);
	}
}

/* The patterns of all points, and what they mean for branches. */
void
fr_jumps_find_patterns(fr_jumps_builder *b)
{
	const fr_grid *grid = b->grid;
	fr_pattern *patterns;
	fr_classes *classes;
	pattern_writer w;

	b->jumps->pattern_of = w.pattern_of =
		fr_take(b->arena, (b->jumps->point_count + 1) * sizeof *w.pattern_of);
	fr_pattern_book_begin(&w.book, b->scratch);
	for (int k = 0; k < 4; k++)
	{
		w.end[k] = fr_bits_lay_out(&w.ends[k], grid->height, grid->width, b->scratch);
		w.die[k] = fr_bits_lay_out(&w.dead[k], grid->height, grid->width, b->scratch);
	}
	fr_survey_begin(&w.survey, grid, b->scratch);
	classes = fr_take(b->arena, sizeof *classes);
	*classes = w.survey.classes;
	b->jumps->classes = classes;
	for (uint32_t y = 0; y < grid->height; y++, fr_survey_next(&w.survey))
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);
		const uint64_t *halts = fr_bits_line(&b->halts, y);

		fr_poll_now(b->poll);
		for (uint32_t i = 0; i < grid->rows.words; i++)
			write_patterns(&w, row[i], halts[i] & ~row[i], linked_word(grid, y, i, false),
						   i * 64);
	}
	patterns = fr_take(b->arena, (w.book.count + 1) * sizeof *patterns);
	memcpy(patterns, w.book.patterns, w.book.count * sizeof *patterns);
	b->jumps->patterns = patterns;
	turn_planes(b, &w);
	if (grid->links)
		b->jumps->bridges = fr_bridges_build(grid, b->arena, b->poll);
}
