/*
 * label_encoder.c - encodes hub labels by block of cells
 *
 * A cell is treated as a vertex of lowest rank, with edges to the subgoals that it sees.
 * Its label has the least distance to each hub, unless a hub of higher rank implies it.
 * Cells of a block share entries of the subgoals' labels.  Each block takes these steps:
 *
 *   candidates  entries by which cells reach hubs at the least cost, for all cells at once:
 *               rows have a cost for each cell
 *   votes       several candidates may serve a cell and a hub; each cell takes the one that
 *               serves most cells, so that the block gets few entries
 *   edges       replace entries (block_encoder.c)
 *   record      the bytes of the block
 */
#include "core/index/subgoals/label_encoder.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/index/subgoals/sight_bitmap.h"

#define ENCODED_LANES (FR_BLOCK_CELLS / FR_LANE)

/* ---- rows -------------------------------------------------------------------- */

void
fr_cell_rows_init(fr_cell_rows *rows, size_t most, const fr_arena *arena)
{
	*rows = (fr_cell_rows){.of = fr_arena_alloc(arena, most * sizeof *rows->of),
						   .what = fr_arena_alloc(arena, most * sizeof *rows->what)};
	memset(rows->of, 0xff, most * sizeof *rows->of);
}

uint32_t
fr_cell_rows_get(fr_label_encoder *e, fr_cell_rows *rows, uint32_t what)
{
	if (rows->of[what] == FR_NO_CANDIDATE)
	{
		uint8_t *row;

		if (rows->count == rows->capacity)
			rows->bytes = fr_grow(e->encoding->builder->arena, rows->bytes, rows->size,
								  rows->count, rows->count + 1, &rows->capacity);
		row = fr_cell_row(rows, rows->count);
		for (size_t i = 0; i < rows->size; i += sizeof rows->none)
			memcpy(row + i, &rows->none, sizeof rows->none);
		rows->what[rows->count] = what;
		rows->of[what] = rows->count++;
	}
	return rows->of[what];
}

void
fr_cell_rows_clear(fr_cell_rows *rows)
{
	for (uint32_t i = 0; i < rows->count; i++)
		rows->of[rows->what[i]] = FR_NO_CANDIDATE;
	rows->count = 0;
}

/* ---- candidates by costs of steps ------------------------------------------------ */

/*
 * Writes the costs from a cell to the subgoals that it sees.  The end of a link also sees
 * itself, because a best path may begin with the link.
 */
static void
see_from(fr_label_encoder *e, uint32_t cell, fr_cell at)
{
	const fr_subgoals *s = e->encoding->subgoals;
	uint32_t from = fr_padded(s, (uint32_t) at.x, (uint32_t) at.y);
	uint32_t count = fr_subgoals_scan(s, from, e->found);

	if (fr_subgoals_is_end(s, at))
		e->found[count++] = from;
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t row = fr_cell_rows_get(e, &e->to_subgoals, s->number[e->found[i]]);
		int32_t *costs = fr_cell_row(&e->to_subgoals, row);
		fr_cell to = fr_padded_cell(s, e->found[i]);

		costs[cell] = (int32_t) fr_octile(e->encoding->units, to.x - at.x, to.y - at.y);
	}
}

/* Lowers costs by paths over a row's subgoal to its hubs, and notes these hubs in `met`. */
static void
lower_costs_to_hubs(fr_label_encoder *e, uint32_t row)
{
	const fr_label *label = &e->encoding->labels->of[e->to_subgoals.what[row]];

	for (uint32_t i = 0; i < label->count; i++)
	{
		uint32_t rank = label->hubs[i].rank;
		uint32_t hub = fr_cell_rows_get(e, &e->to_hubs, rank);

		e->met[rank / 64] |= UINT64_C(1) << rank % 64;
		e->minplus->lower_by(fr_cell_row(&e->to_hubs, hub),
							 fr_cell_row(&e->to_subgoals, row), ENCODED_LANES,
							 (int32_t) label->hubs[i].distance);
	}
}

/* Lists the ranks in `met`, from the highest on, and clears `met`. */
static void
list_met_ranks(fr_label_encoder *e)
{
	uint32_t words = (e->encoding->labels->count + 63) / 64;

	e->rank_count = 0;
	for (uint32_t i = 0; i < words; i++)
		for (; e->met[i]; e->met[i] &= e->met[i] - 1)
			e->ranks[e->rank_count++] = i * 64 + (uint32_t) __builtin_ctzll(e->met[i]);
}

/* Removes costs to a hub that a hub of higher rank implies. */
static void
drop_implied(fr_label_encoder *e, uint32_t rank)
{
	const fr_labels *labels = e->encoding->labels;
	const fr_label *label = &labels->of[labels->order[rank]];
	int32_t *costs = fr_cell_row(&e->to_hubs, e->to_hubs.of[rank]);
	bool left = true;

	for (uint32_t i = 0; i + 1 < label->count && left; i++)
	{
		uint32_t over = e->to_hubs.of[label->hubs[i].rank];

		if (over != FR_NO_CANDIDATE)
			left = e->minplus->drop(costs, fr_cell_row(&e->to_hubs, over), ENCODED_LANES,
									(int32_t) label->hubs[i].distance);
	}
}

void
fr_label_encoder_add(fr_label_encoder *e, fr_label_candidate o)
{
	uint32_t *number = &e->candidate_of[e->first[o.subgoal] + o.entry];

	if (*number != FR_NO_CANDIDATE)
	{
		e->candidates[*number].cells |= o.cells;
		return;
	}
	if (e->candidate_count == e->candidate_capacity)
		e->candidates =
			fr_grow(e->encoding->builder->arena, e->candidates, sizeof *e->candidates,
					e->candidate_count, e->candidate_count + 1, &e->candidate_capacity);
	*number = e->candidate_count;
	e->candidates[e->candidate_count++] = o;
}

/* Adds the entries of a row's subgoal that give cells their least cost to the hub. */
static void
add_candidates(fr_label_encoder *e, uint32_t row)
{
	const int32_t *costs = fr_cell_row(&e->to_subgoals, row);
	uint32_t subgoal = e->to_subgoals.what[row];
	const fr_label *label = &e->encoding->labels->of[subgoal];
	uint64_t seeing = 0;

	for (int i = 0; i < FR_BLOCK_CELLS; i++)
		seeing |= (uint64_t) (costs[i] < FR_NO_COST_32) << i;
	for (uint32_t i = 0; i < label->count; i++)
	{
		fr_label_candidate o = {
			.rank = label->hubs[i].rank, .subgoal = subgoal, .entry = i};

		o.cells = seeing & e->minplus->equal(
							   costs, fr_cell_row(&e->to_hubs, e->to_hubs.of[o.rank]),
							   ENCODED_LANES, (int32_t) label->hubs[i].distance);
		if (o.cells != 0)
			fr_label_encoder_add(e, o);
	}
}

/*
 * Looks at less important hubs first: whether a cost is implied depends on costs to more
 * important hubs.
 */
void
fr_find_candidates(fr_label_encoder *e, uint32_t x, uint32_t y)
{
	const fr_subgoals *s = e->encoding->subgoals;

	for (uint32_t cell = 0; cell < FR_BLOCK_CELLS; cell++)
	{
		fr_cell at = {(int32_t) (x + cell % FR_BLOCK_SIDE),
					  (int32_t) (y + cell / FR_BLOCK_SIDE)};

		if ((uint32_t) at.x < s->width && (uint32_t) at.y < s->height)
			see_from(e, cell, at);
	}
	for (uint32_t row = 0; row < e->to_subgoals.count; row++)
		lower_costs_to_hubs(e, row);
	list_met_ranks(e);
	for (uint32_t i = e->rank_count; i-- > 0;)
		drop_implied(e, e->ranks[i]);
	for (uint32_t row = 0; row < e->to_subgoals.count; row++)
		add_candidates(e, row);
}

/* ---- votes ------------------------------------------------------------------------ */

/* Keys order entries by hub, then by access subgoal. */
static uint64_t
entry_key(uint32_t rank, uint32_t access, uint32_t entry)
{
	return (uint64_t) rank << 32 | (uint64_t) access << 16 | entry;
}

static void
add_key(fr_label_encoder *e, uint64_t key)
{
	if (e->key_count == e->key_capacity)
		e->keys = fr_grow(e->encoding->builder->arena, e->keys, sizeof *e->keys,
						  e->key_count, e->key_count + 1, &e->key_capacity);
	e->keys[e->key_count++] = key;
}

/* The number of an access subgoal in the block, a new one if it has none. */
static uint32_t
access_number(fr_label_encoder *e, uint32_t subgoal)
{
	const fr_subgoals *s = e->encoding->subgoals;
	fr_block_encoder *b = &e->block;

	if (e->access_of[subgoal] == FR_NO_CANDIDATE)
	{
		e->access_of[subgoal] = b->access_count;
		b->accesses[b->access_count++] =
			(fr_access){.subgoal = subgoal,
						.rank = e->encoding->labels->rank[subgoal],
						.at = fr_padded_cell(s, s->cell[subgoal]),
						.seen = e->seen && e->seen[subgoal],
						.newest = FR_NO_ENTRY};
	}
	return e->access_of[subgoal];
}

/*
 * A sort key: most votes first, then most votes for the subgoal.  Its low half is the
 * number of the candidate.
 */
static uint64_t
preference(const fr_label_encoder *e, uint32_t candidate)
{
	const fr_label_candidate *o = &e->candidates[candidate];
	uint64_t votes = fr_bits_count(o->cells);

	return ~(votes << 56 | (uint64_t) e->popularity[o->subgoal] << 32 | ~candidate);
}

/* Each cell takes the best candidate for the hub that serves it. */
static void
choose_of_hub(fr_label_encoder *e, uint64_t *candidates, uint32_t count)
{
	uint64_t served = 0;

	for (uint32_t i = 0; i < count; i++)
		candidates[i] = preference(e, (uint32_t) candidates[i]);
	fr_sort_keys(candidates, count);
	for (uint32_t i = 0; i < count; i++)
	{
		fr_label_candidate *o = &e->candidates[(uint32_t) candidates[i]];
		uint64_t cells = o->cells & ~served;

		if (cells)
		{
			uint32_t number = access_number(e, o->subgoal);

			e->block.accesses[number].cells |= cells;
			o->taken = cells;
			add_key(e, entry_key(o->rank, number, o->entry));
		}
		served |= o->cells;
	}
}

/* Chooses candidates hub by hub, in the order of ranks. */
static void
choose_candidates(fr_label_encoder *e)
{
	fr_block_encoder *b = &e->block;
	uint64_t *order;

	e->order.size = 0;
	order =
		(uint64_t *) fr_byte_buffer_append(&e->order, e->candidate_count * sizeof *order);
	for (uint32_t i = 0; i < e->candidate_count; i++)
		order[i] = (uint64_t) e->candidates[i].rank << 32 | i;
	fr_sort_keys(order, e->candidate_count);
	b->access_count = b->entry_count = b->edge_count = 0;
	e->key_count = 0;
	for (uint32_t i = 0, end; i < e->candidate_count; i = end)
	{
		for (end = i + 1; end < e->candidate_count && order[end] >> 32 == order[i] >> 32;)
			end++;
		choose_of_hub(e, order + i, end - i);
	}
	for (uint32_t i = 0; i < b->access_count; i++)
		e->access_of[b->accesses[i].subgoal] = FR_NO_CANDIDATE;
}

/* Adds entries of access subgoals as hubs, even if no cell needs them. */
static void
add_own_entries(fr_label_encoder *e)
{
	const fr_label *labels = e->encoding->labels->of;

	for (uint32_t i = 0; i < e->block.access_count; i++)
	{
		const fr_access *access = &e->block.accesses[i];
		uint32_t own = labels[access->subgoal].count - 1;
		uint32_t candidate = e->candidate_of[e->first[access->subgoal] + own];

		if (candidate == FR_NO_CANDIDATE || e->candidates[candidate].taken == 0)
			add_key(e, entry_key(access->rank, i, own));
	}
}

static void
add_entries(fr_label_encoder *e)
{
	fr_block_encoder *b = &e->block;

	fr_sort_keys(e->keys, e->key_count);
	for (uint32_t i = 0; i < e->key_count; i++)
	{
		uint32_t access = (uint32_t) (e->keys[i] >> 16) & 0xffff;
		const fr_label *label = &e->encoding->labels->of[b->accesses[access].subgoal];

		fr_block_encoder_add(b, (uint32_t) (e->keys[i] >> 32), access,
							 label->hubs[e->keys[i] & 0xffff].distance);
	}
}

/* Chooses the entries of the block whose first cell is (x, y). */
static void
choose_entries(fr_label_encoder *e, uint32_t x, uint32_t y)
{
	e->candidate_count = 0;
	e->encoding->find_candidates(e, x, y);
	fr_cell_rows_clear(&e->to_subgoals);
	fr_cell_rows_clear(&e->to_hubs);
	for (uint32_t i = 0; i < e->candidate_count; i++)
		e->popularity[e->candidates[i].subgoal] += fr_bits_count(e->candidates[i].cells);
	choose_candidates(e);
	add_own_entries(e);
	add_entries(e);
	for (uint32_t i = 0; i < e->candidate_count; i++)
	{
		const fr_label_candidate *o = &e->candidates[i];

		e->candidate_of[e->first[o->subgoal] + o->entry] = FR_NO_CANDIDATE;
		e->popularity[o->subgoal] = 0;
	}
}

/* ---- all blocks ------------------------------------------------------------------ */

static void *
alloc_filled(const fr_index_builder *builder, int byte, size_t size)
{
	void *block = fr_arena_alloc(builder->arena, size);

	fr_fill(block, byte, size, builder->poll);
	return block;
}

/* Rows of costs, or of lengths in the lines form. */
static void
init_rows(fr_cell_rows *rows, const fr_label_encoding *encoding)
{
	const bool lengths = encoding->kind == FR_BLOCK_LINES;
	const int32_t costs[2] = {FR_NO_COST_32, FR_NO_COST_32};
	const double length = FR_NO_LENGTH_NEAR;

	fr_cell_rows_init(rows, encoding->labels->count, encoding->builder->arena);
	memcpy(&rows->none, lengths ? (const void *) &length : costs, sizeof rows->none);
	rows->size = FR_BLOCK_CELLS * (lengths ? sizeof length : sizeof costs[0]);
}

static void
init_encoder(fr_label_encoder *e, const fr_label_encoding *encoding)
{
	const fr_index_builder *builder = encoding->builder;
	const fr_arena *arena = builder->arena;
	const fr_labels *labels = encoding->labels;
	size_t n = labels->count;
	uint32_t first = 0;

	*e = (fr_label_encoder){.encoding = encoding,
							.minplus = fr_minplus_pick(),
							.order = {.arena = arena},
							.blocks = {.arena = arena}};
	init_rows(&e->to_subgoals, encoding);
	init_rows(&e->to_hubs, encoding);
	e->met = alloc_filled(builder, 0, (n + 63) / 64 * sizeof *e->met);
	e->ranks = fr_arena_alloc(arena, n * sizeof *e->ranks);
	e->popularity = alloc_filled(builder, 0, n * sizeof *e->popularity);
	e->access_of = alloc_filled(builder, 0xff, n * sizeof *e->access_of);
	fr_block_encoder_init(&e->block, labels->count, arena);
	if (encoding->kind == FR_BLOCK_LINES)
		e->seen = fr_arena_alloc(arena, (n + 1) * sizeof *e->seen);
	else
	{
		const fr_grid *grid = encoding->builder->request->grid;

		e->found = fr_arena_alloc_numbers(arena, fr_subgoals_most(encoding->subgoals));
		e->sight = fr_sight_bitmap_build(
			encoding->builder->plan->section[FR_SECTION_ROWS].bytes, grid->width,
			grid->height, encoding->corners, arena, encoding->builder->poll);
	}
	e->first = fr_arena_alloc(arena, (n + 1) * sizeof *e->first);
	for (uint32_t v = 0; v < labels->count; v++)
	{
		e->first[v] = first;
		first += labels->of[v].count;
	}
	e->candidate_of =
		alloc_filled(builder, 0xff, labels->entries * sizeof *e->candidate_of);
}

/* Writes the record.  Returns its place, in units of 4 bytes. */
static uint32_t
write_block(fr_label_encoder *e, fr_block_counts counts)
{
	uint32_t at = (uint32_t) (e->blocks.size / 4);
	uint8_t *record = fr_byte_buffer_append(
		&e->blocks, fr_block_lay_out(counts, e->encoding->kind).end);

	fr_block_encoder_write(&e->block, counts, e->encoding->kind, record);
	return at;
}

/*
 * Encodes the block whose first cell is (x, y).  False: it has more than a record can
 * hold.
 */
static bool
encode_block(fr_label_encoder *e, uint32_t x, uint32_t y, uint32_t *at)
{
	fr_block_counts counts;

	*at = 0;
	choose_entries(e, x, y);
	if (e->block.access_count == 0)
		return true;
	if (e->block.access_count > FR_BLOCK_ACCESSES)
		return false;
	if (e->encoding->kind != FR_BLOCK_LINES)
		fr_block_encoder_add_edges(&e->block, &e->sight, e->encoding->units);
	if (!fr_block_encoder_order(&e->block, &counts))
		return false;
	*at = write_block(e, counts);
	return true;
}

fr_status
fr_encode_blocks(const fr_label_encoding *encoding)
{
	uint32_t across = fr_blocks_across(encoding->builder->request->grid->width);
	uint32_t count = across * fr_blocks_across(encoding->builder->request->grid->height);
	uint8_t *directory =
		fr_plan_section(encoding->builder, FR_SECTION_DIRECTORY, (size_t) count * 4);
	fr_index_progress *progress = encoding->builder->request->progress;
	fr_label_encoder e;

	fr_progress_begin(progress, "blocks");
	init_encoder(&e, encoding);
	write_block(
		&e, (fr_block_counts){0}); /* blocks without access subgoals share this record */
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t at;

		fr_progress_count(progress, i, count);
		fr_poll_now(encoding->builder->poll);
		if (!encode_block(&e, i % across * FR_BLOCK_SIDE, i / across * FR_BLOCK_SIDE,
						  &at))
			return fr_fail(encoding->builder->error, FR_INDEX_LIMIT,
						   .what = "subgoals of a block", .found = e.block.access_count,
						   .wanted = FR_BLOCK_ACCESSES);
		fr_put32(directory, i, at);
	}
	fr_byte_buffer_append(&e.blocks, FR_BLOCK_SLACK);
	encoding->builder->plan->section[FR_SECTION_BLOCKS] =
		(fr_index_section){e.blocks.bytes, e.blocks.size};
	return FR_OK;
}

/* ---- vertices and routes --------------------------------------------------- */

void
fr_encode_vertices(const fr_label_encoding *encoding)
{
	const fr_labels *labels = encoding->labels;
	uint8_t *at = fr_plan_section(encoding->builder, FR_SECTION_VERTICES,
								  (size_t) labels->count * 4);

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		uint32_t subgoal = labels->order[rank];
		fr_cell cell =
			fr_padded_cell(encoding->subgoals, encoding->subgoals->cell[subgoal]);

		fr_poll_at(encoding->builder->poll, rank);
		fr_put16(at, 2 * rank, (uint16_t) cell.x);
		fr_put16(at, 2 * rank + 1, (uint16_t) cell.y);
	}
}

/* The hubs of a label as next << 32 | hub, sorted. */
static void
list_steps(const fr_labels *labels, const fr_label *label, uint64_t *steps)
{
	for (uint32_t i = 0; i + 1 < label->count; i++)
		steps[i] = (uint64_t) labels->rank[label->next[i]] << 32 | label->hubs[i].rank;
	fr_sort_keys(steps, label->count - 1);
}

/* For each next hub: the hub, the number of hubs that it leads to, and these hubs. */
static void
put_steps(fr_byte_buffer *to, const uint64_t *steps, uint32_t count)
{
	for (uint32_t first = 0, end; first < count; first = end)
	{
		uint8_t *at;

		for (end = first; end < count && steps[end] >> 32 == steps[first] >> 32; end++)
			;
		at = fr_byte_buffer_append(to, 2 * (size_t) (end - first + 2));
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
fr_encode_routes(const fr_label_encoding *encoding)
{
	const fr_labels *labels = encoding->labels;
	uint8_t *heads = fr_plan_section(encoding->builder, FR_SECTION_HEADS,
									 ((size_t) labels->count + 1) * 4);
	uint64_t *steps = fr_arena_alloc(encoding->builder->arena,
									 (longest_label(labels) + 1) * sizeof *steps);
	fr_byte_buffer all = {.arena = encoding->builder->arena};

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		const fr_label *label = &labels->of[labels->order[rank]];

		fr_poll_at(encoding->builder->poll, rank);
		fr_put32(heads, rank, (uint32_t) (all.size / 2));
		list_steps(labels, label, steps);
		put_steps(&all, steps, label->count - 1);
	}
	fr_put32(heads, labels->count, (uint32_t) (all.size / 2));
	encoding->builder->plan->section[FR_SECTION_STEPS] =
		(fr_index_section){all.bytes, all.size};
}
