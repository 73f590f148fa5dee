/*
 * line_candidates.c - candidates of a block, by lengths
 *
 * The rules are those of label_encoder.c: a cell needs the least length to each hub,
 * unless a hub of higher rank implies it.  Doubles, for all cells of a block at once,
 * nearly always decide.  If two lengths differ by less than the margin, which exceeds
 * the rounding of doubles, exact lengths decide.
 */
#include "core/index/lines/line_index.h"

#include "core/base/base.h"

#define LINE_LANES (FR_BLOCK_CELLS / FR_LENGTH_LANE)

typedef struct line_block
{
	fr_label_encoder *e;
	fr_line_build *b;
	fr_cell at; /* the first cell */
} line_block;

static fr_cell
cell_of(const line_block *k, unsigned cell)
{
	return (fr_cell){k->at.x + (int32_t) (cell % FR_BLOCK_SIDE),
					 k->at.y + (int32_t) (cell / FR_BLOCK_SIDE)};
}

static uint64_t
square_of(const line_block *k, unsigned cell, uint32_t subgoal)
{
	return fr_line_square(cell_of(k, cell), k->b->visibility->at[subgoal]);
}

static const fr_line_hub *
hub_of(const line_block *k, const fr_label_candidate *o)
{
	return &k->b->hubs[k->e->to_hubs.of[o->rank]];
}

/* ---- near lengths ------------------------------------------------------------------ */

/* The free cells of the block, a bit each. */
static uint64_t
free_cells(const line_block *k)
{
	const fr_grid *grid = k->e->encoding->builder->request->grid;
	uint64_t cells = 0;

	for (uint32_t i = 0; i < FR_BLOCK_SIDE && (uint32_t) k->at.y + i < grid->height; i++)
	{
		uint64_t blocked =
			fr_bits_line(&grid->rows, (uint32_t) k->at.y + i)[k->at.x / 64] >>
			k->at.x % 64;

		cells |= (~blocked & 0xff) << i * FR_BLOCK_SIDE;
	}
	return cells;
}

/* Writes the lengths from the cells that see a subgoal to it. */
static void
put_near_lengths(line_block *k, const fr_visible_cells *visible)
{
	fr_label_encoder *e = k->e;
	uint32_t row = fr_cell_rows_get(e, &e->to_subgoals, visible->subgoal);
	double *near = fr_cell_row(&e->to_subgoals, row);

	k->b->seeing[row] = visible->cells;
	for (uint64_t rest = visible->cells; rest; rest &= rest - 1)
	{
		unsigned cell = (unsigned) __builtin_ctzll(rest);

		near[cell] = __builtin_sqrt((double) square_of(k, cell, visible->subgoal));
	}
}

/* Lowers lengths by paths over a row's subgoal to its hubs. */
static void
lower_lengths_to_hubs(line_block *k, uint32_t row)
{
	fr_label_encoder *e = k->e;
	uint32_t subgoal = e->to_subgoals.what[row];
	const fr_label *label = &k->b->labels.of[subgoal];

	for (uint32_t i = 0; i < label->count; i++)
	{
		uint32_t hub = fr_cell_rows_get(e, &e->to_hubs, label->hubs[i].rank);

		k->b->hubs[hub].reached |= k->b->seeing[row];
		e->minplus->lower_lengths(fr_cell_row(&e->to_hubs, hub),
								  fr_cell_row(&e->to_subgoals, row), LINE_LANES,
								  fr_length_near(k->b->length[subgoal][i]));
	}
}

/* Finds cells for which a hub of higher rank implies the length to this hub. */
static void
find_implied(line_block *k, uint32_t row)
{
	fr_label_encoder *e = k->e;
	fr_line_hub *cells = &k->b->hubs[row];
	uint32_t hub = k->b->labels.order[e->to_hubs.what[row]];
	const fr_label *label = &k->b->labels.of[hub];

	for (uint32_t i = 0; i + 1 < label->count && cells->reached & ~cells->implied; i++)
	{
		uint32_t over = e->to_hubs.of[label->hubs[i].rank];
		double more = fr_length_near(k->b->length[hub][i]);

		if (over == FR_NO_CANDIDATE)
			continue;
		cells->perhaps |= e->minplus->at_most(fr_cell_row(&e->to_hubs, over),
											  fr_cell_row(&e->to_hubs, row), LINE_LANES,
											  more - k->b->margin);
		if (cells->perhaps & ~cells->implied)
			cells->implied |= e->minplus->at_most(fr_cell_row(&e->to_hubs, over),
												  fr_cell_row(&e->to_hubs, row),
												  LINE_LANES, more + k->b->margin);
	}
	cells->perhaps &= cells->reached & ~cells->implied;
}

/*
 * Adds the entries of a row's subgoal that may give cells their least length to the hub, as
 * far as doubles tell.
 */
static void
add_candidates_by_length(line_block *k, uint32_t row)
{
	fr_label_encoder *e = k->e;
	uint32_t subgoal = e->to_subgoals.what[row];
	const fr_label *label = &k->b->labels.of[subgoal];

	for (uint32_t i = 0; i < label->count; i++)
	{
		fr_label_candidate o = {
			.rank = label->hubs[i].rank, .subgoal = subgoal, .entry = i};
		uint32_t hub = e->to_hubs.of[o.rank];
		fr_line_hub *cells = &k->b->hubs[hub];

		o.cells = k->b->seeing[row] & ~cells->implied;
		if (o.cells)
			o.cells &= e->minplus->at_most(
				fr_cell_row(&e->to_subgoals, row), fr_cell_row(&e->to_hubs, hub),
				LINE_LANES, fr_length_near(k->b->length[subgoal][i]) - k->b->margin);
		if (o.cells == 0)
			continue;
		cells->several |= cells->once & o.cells;
		cells->once |= o.cells;
		fr_label_encoder_add(e, o);
	}
}

/* ---- exact lengths ------------------------------------------------------------------ */

/* The exact length from a cell to a subgoal, and on to the hub of an entry of its label. */
static fr_length
length_over(const line_block *k, unsigned cell, uint32_t subgoal, uint32_t entry)
{
	return fr_length_of(square_of(k, cell, subgoal)) + k->b->length[subgoal][entry];
}

/* Binary search: the entry of a hub in a label, or the number of entries. */
static uint32_t
entry_of(const fr_label *label, uint32_t rank)
{
	uint32_t low = 0;
	uint32_t high = label->count;

	while (low < high)
	{
		uint32_t middle = (low + high) / 2;

		if (label->hubs[middle].rank < rank)
			low = middle + 1;
		else
			high = middle;
	}
	return low < label->count && label->hubs[low].rank == rank ? low : label->count;
}

/* The length from a cell to a hub as a double. */
static double
near_length_to_hub(const line_block *k, unsigned cell, uint32_t hub)
{
	return ((const double *) fr_cell_row(&k->e->to_hubs, hub))[cell];
}

/* The exact length over a subgoal if it may be the least one; else FR_FAR_LENGTH. */
static fr_length
length_if_least(const line_block *k, unsigned cell, uint32_t hub, uint32_t row)
{
	uint32_t subgoal = k->e->to_subgoals.what[row];
	const fr_label *label = &k->b->labels.of[subgoal];
	uint32_t entry = entry_of(label, k->e->to_hubs.what[hub]);
	const double *near = fr_cell_row(&k->e->to_subgoals, row);

	if (entry == label->count ||
		near[cell] + fr_length_near(k->b->length[subgoal][entry]) - k->b->margin >
			near_length_to_hub(k, cell, hub))
		return FR_FAR_LENGTH;
	return length_over(k, cell, subgoal, entry);
}

/* The least exact length from a cell to a hub. */
static fr_length
least_length(const line_block *k, unsigned cell, uint32_t hub)
{
	fr_length least = FR_FAR_LENGTH;

	for (uint32_t row = 0; row < k->e->to_subgoals.count; row++)
		if (k->b->seeing[row] >> cell & 1)
		{
			fr_length length = length_if_least(k, cell, hub, row);

			least = length < least ? length : least;
		}
	return least;
}

/* Does a hub of higher rank imply the length from a cell to this hub? */
static bool
is_implied(const line_block *k, unsigned cell, uint32_t row)
{
	uint32_t hub = k->b->labels.order[k->e->to_hubs.what[row]];
	const fr_label *label = &k->b->labels.of[hub];
	double limit = near_length_to_hub(k, cell, row) + k->b->margin;
	fr_length least = least_length(k, cell, row) + FR_LINE_TIE;

	for (uint32_t i = 0; i + 1 < label->count; i++)
	{
		uint32_t over = k->e->to_hubs.of[label->hubs[i].rank];
		fr_length more = k->b->length[hub][i];

		if (over != FR_NO_CANDIDATE &&
			near_length_to_hub(k, cell, over) + fr_length_near(more) <= limit &&
			least_length(k, cell, over) + more <= least)
			return true;
	}
	return false;
}

/* Decides by exact lengths whether a hub is implied, where doubles cannot. */
static void
settle_implied(line_block *k, uint32_t row)
{
	fr_line_hub *cells = &k->b->hubs[row];

	for (uint64_t rest = cells->perhaps; rest; rest &= rest - 1)
	{
		unsigned cell = (unsigned) __builtin_ctzll(rest);

		if (is_implied(k, cell, row))
			cells->implied |= UINT64_C(1) << cell;
	}
}

/* Lowers the least exact lengths by a candidate, where doubles cannot decide. */
static void
measure_candidate(const line_block *k, const fr_label_candidate *o)
{
	fr_cell_rows *rows = &k->b->least;
	uint64_t rest = o->cells & hub_of(k, o)->several;
	fr_kept_length *least =
		rest ? fr_cell_row(rows, fr_cell_rows_get(k->e, rows, o->rank)) : NULL;

	for (; rest; rest &= rest - 1)
	{
		unsigned cell = (unsigned) __builtin_ctzll(rest);
		fr_length length = length_over(k, cell, o->subgoal, o->entry);

		least[cell] = length < least[cell] ? length : least[cell];
	}
}

/* Takes cells from a candidate for which another one is shorter by exact lengths. */
static void
settle_candidate(const line_block *k, fr_label_candidate *o)
{
	const fr_cell_rows *rows = &k->b->least;

	for (uint64_t rest = o->cells & hub_of(k, o)->several; rest; rest &= rest - 1)
	{
		unsigned cell = (unsigned) __builtin_ctzll(rest);
		const fr_kept_length *least = fr_cell_row(rows, rows->of[o->rank]);

		if (length_over(k, cell, o->subgoal, o->entry) > least[cell] + FR_LINE_TIE)
			o->cells &= ~(UINT64_C(1) << cell);
	}
}

/* ---- a block ------------------------------------------------------------------------ */

void
fr_find_line_candidates(fr_label_encoder *e, uint32_t x, uint32_t y)
{
	fr_line_build *b = e->encoding->context;
	uint32_t across = fr_blocks_across(b->builder->request->grid->width);
	uint32_t block = y / FR_BLOCK_SIDE * across + x / FR_BLOCK_SIDE;
	line_block k = {e, b, {(int32_t) x, (int32_t) y}};
	uint64_t free = free_cells(&k);

	for (uint32_t i = b->first[block]; i < b->first[block + 1]; i++)
	{
		put_near_lengths(&k, &b->visible[i]);
		e->seen[b->visible[i].subgoal] = (free & ~b->visible[i].cells) == 0;
	}
	for (uint32_t row = 0; row < e->to_subgoals.count; row++)
		lower_lengths_to_hubs(&k, row);
	for (uint32_t row = 0; row < e->to_hubs.count; row++)
	{
		find_implied(&k, row);
		settle_implied(&k, row);
	}
	for (uint32_t row = 0; row < e->to_subgoals.count; row++)
		add_candidates_by_length(&k, row);
	for (uint32_t i = 0; i < e->candidate_count; i++)
		measure_candidate(&k, &e->candidates[i]);
	for (uint32_t i = 0; i < e->candidate_count; i++)
		settle_candidate(&k, &e->candidates[i]);
	fr_cell_rows_clear(&b->least);
	for (uint32_t row = 0; row < e->to_hubs.count; row++)
		b->hubs[row] = (fr_line_hub){0};
}
