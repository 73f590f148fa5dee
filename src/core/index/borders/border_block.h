/*
 * border_block.h - the record of a block in the borders form, and what reads it (internal)
 *
 * From a cell a best path leaves its block by a border cell, which has a label as any
 * vertex of the overlay has.  A block keeps of these labels the hubs to which a best way
 * leaves the block at once, grouped by hub; what it costs from each cell to each border cell
 * is in a table, which equal blocks share.  Hubs are numbered by rank, so that the order can
 * be read back: a border cell is the hub that it is at no distance from.
 *
 * The record of bytes of a block:
 *
 *   u64 cells       free ones
 *   u64 borders     of them; the i-th bit is border cell i of the block
 *   u32 table[2]    from cells to border cells, and the other way: where they begin in
 *                   the tables, in units of 4 bytes
 *   u32 groups[2]   from border cells to hubs, and the other way
 *   u16 flags
 *   u16 0
 *   two sides, the second one alone where the index is directed:
 *     u32 base[g]    the least distance between hub and a border cell, by group
 *     u16 hub[g]     ascending
 *     u24 offsets[g]  where the group's offsets is among them, in units of 4 bytes
 *     (0, to a multiple of 4)
 *   Both are u32 where the index has more hubs, or reliefs, than that tells apart.
 *
 * A offsets is the entries of a group, from the nearest on.  Equal ones are shared: to most
 * hubs that are far in one direction, a block's border cells are as far but for the base.
 *
 *   u8 count       of entries, and from FR_WIDE_OFFSETS on whether they are wide
 *   u8 border[e]
 *   narrow: u16 above[e], wide: u32 above[e]   what the distance is more than the base
 *   (0, to a multiple of 4)
 *
 * A table has a row for each free cell, a cost for each border cell: narrow ones of u16,
 * wide ones of u32; all ones: there is no way inside the block.  Two narrow bytes are counts
 * of straight and diagonal steps, or a number: their values are in fr_byte_units.  In a table they
 * have no sign, above a base they have.
 */
#ifndef FRINGE_INDEX_BORDER_BLOCK_H
#define FRINGE_INDEX_BORDER_BLOCK_H

#include "core/grid/bits.h"
#include "core/index/index_form.h"

/* ---- cells of a block ------------------------------------------------------------- */

/*
 * Cells of a block are numbered 0 .. 63, row by row; a set of them is a word, a bit
 * each.  Only steps inside the block count.
 */
#define FR_BLOCK_CELLS (FR_INDEX_BLOCK * FR_INDEX_BLOCK)
#define FR_BLOCK_INFINITY (UINT64_MAX / 4) /* above all costs; two of them can be added */

/* The steps of a block: by direction and cell, FR_BLOCK_INFINITY where there is none. */
typedef struct fr_block_steps
{
	uint64_t cost[FR_DIRECTIONS][FR_BLOCK_CELLS];
} fr_block_steps;

/* The cell one step away; it is in the block only if fr_stays_in_block says so. */
static inline uint32_t
fr_local_after(uint32_t local, int direction)
{
	return (uint32_t) ((int) local + fr_dy[direction] * FR_INDEX_BLOCK +
					   fr_dx[direction]);
}

#define FR_NORTH UINT64_C(0xff) /* outer cells of a block */
#define FR_EAST UINT64_C(0x8080808080808080)
#define FR_SOUTH (FR_NORTH << 56)
#define FR_WEST (FR_EAST >> 7)

static inline bool
fr_stays_in_block(uint32_t local, int direction)
{
	static const uint64_t leaving[FR_DIRECTIONS] = {
		FR_NORTH, FR_NORTH | FR_EAST, FR_EAST, FR_SOUTH | FR_EAST,
		FR_SOUTH, FR_SOUTH | FR_WEST, FR_WEST, FR_NORTH | FR_WEST};

	return !(leaving[direction] >> local & 1);
}

static inline uint32_t
fr_block_of(uint32_t across, fr_cell at)
{
	return (uint32_t) at.y / FR_INDEX_BLOCK * across + (uint32_t) at.x / FR_INDEX_BLOCK;
}

static inline uint32_t
fr_local_of(fr_cell at)
{
	return (uint32_t) at.y % FR_INDEX_BLOCK * FR_INDEX_BLOCK +
		   (uint32_t) at.x % FR_INDEX_BLOCK;
}

static inline fr_cell
fr_block_cell(uint32_t across, uint32_t block, uint32_t local)
{
	return (fr_cell){
		(int32_t) (block % across * FR_INDEX_BLOCK + local % FR_INDEX_BLOCK),
		(int32_t) (block / across * FR_INDEX_BLOCK + local / FR_INDEX_BLOCK)};
}

/* ---- the record ------------------------------------------------------------------ */

#define FR_BLOCK_BORDERS_MAX                                                             \
	FR_BLOCK_CELLS /* of a block: outer cells, and ends of links */

enum
{
	FR_RECORD_CELLS = 0,
	FR_RECORD_BORDERS = 8,
	FR_RECORD_TABLE = 16,
	FR_RECORD_GROUPS = 24,
	FR_RECORD_FLAGS = 32,
	FR_RECORD_LABELS = 36
};

#define FR_WIDE_TABLE 1							 /* the only flag of a record */
#define FR_WIDE_OFFSETS 128						 /* of a offsets's count */
#define FR_OFFSETS_MAX ((UINT32_C(1) << 24) * 4) /* bytes that 24 bits tell apart */
#define FR_HUBS_MAX 65535						 /* that 16 bits do */

/* The costs that the two bytes of a narrow cost count. */
typedef struct fr_byte_units
{
	uint32_t low;
	uint32_t high;
} fr_byte_units;

static inline fr_byte_units
fr_byte_units_of(bool pairs, fr_index_units units)
{
	return pairs ? (fr_byte_units){units.straight, units.diagonal}
				 : (fr_byte_units){1, 256};
}

typedef struct fr_block_labels_layout
{
	size_t hub;
	size_t offsets;
	size_t end; /* a multiple of four */
} fr_block_labels_layout;

/* many: numbers of hubs and places of reliefs take 32 bits. */
static inline fr_block_labels_layout
fr_block_labels_lay_out(size_t groups, bool many)
{
	fr_block_labels_layout l;

	l.hub = 4 * groups;
	l.offsets = l.hub + (many ? 4 : 2) * groups;
	l.end = (l.offsets + (many ? 4 : 3) * groups + 3) & ~(size_t) 3;
	return l;
}

/* A side of a record, opened. */
typedef struct fr_block_labels
{
	uint32_t groups;
	bool many;
	const uint8_t *base;
	const uint8_t *hub;
	const uint8_t *offsets;
	const uint8_t *end;
} fr_block_labels;

static inline fr_block_labels
fr_block_labels_at(const uint8_t *at, uint32_t groups, bool many)
{
	fr_block_labels_layout l = fr_block_labels_lay_out(groups, many);

	return (fr_block_labels){.groups = groups,
							 .many = many,
							 .base = at,
							 .hub = at + l.hub,
							 .offsets = at + l.offsets,
							 .end = at + l.end};
}

static inline uint32_t
fr_block_labels_hub(const fr_block_labels *s, uint32_t group)
{
	return s->many ? fr_get32(s->hub, group) : fr_get16(s->hub, group);
}

static inline size_t
fr_block_labels_offsets_begin(const fr_block_labels *s, uint32_t group)
{
	return (size_t) (s->many ? fr_get32(s->offsets, group)
							 : fr_get24(s->offsets, group)) *
		   4;
}

static inline void
fr_block_labels_put_hub(uint8_t *hubs, uint32_t group, uint32_t hub, bool many)
{
	if (many)
		fr_put32(hubs, group, hub);
	else
		fr_put16(hubs, group, (uint16_t) hub);
}

static inline void
fr_block_labels_put_offsets(uint8_t *reliefs, uint32_t group, uint32_t offsets, bool many)
{
	if (many)
		fr_put32(reliefs, group, offsets);
	else
		fr_put24(reliefs, group, offsets);
}

/* The side of a record from border cells to hubs, or backward. */
static inline fr_block_labels
fr_block_labels_of(const fr_index *index, const uint8_t *record, bool backward)
{
	fr_block_labels labels = fr_block_labels_at(
		record + FR_RECORD_LABELS, fr_get32(record + FR_RECORD_GROUPS, 0), index->many);

	if (!backward || !index->directed)
		return labels;
	return fr_block_labels_at(labels.end, fr_get32(record + FR_RECORD_GROUPS, 1),
							  index->many);
}

/* The entries of a group, opened. */
typedef struct fr_offset_list
{
	uint32_t count;
	bool wide;
	const uint8_t *border;
	const uint8_t *offset;
} fr_offset_list;

static inline fr_offset_list
fr_offset_list_at(const uint8_t *at)
{
	uint32_t count = *at & (FR_WIDE_OFFSETS - 1);

	return (fr_offset_list){count, *at & FR_WIDE_OFFSETS, at + 1, at + 1 + count};
}

static inline size_t
fr_offset_list_size(uint32_t count, bool wide)
{
	return (1 + count + (size_t) count * (wide ? 4 : 2) + 3) & ~(size_t) 3;
}

static inline fr_offset_list
fr_block_labels_offsets(const fr_index *index, const fr_block_labels *s, uint32_t group)
{
	return fr_offset_list_at(index->section[FR_SECTION_RELIEFS] +
							 fr_block_labels_offsets_begin(s, group));
}

/* ---- the ground ---------------------------------------------------------------- */

/* Is a step from a free cell legal and inside its block, whose free cells these are? */
static inline bool
fr_block_step_is_legal(const fr_index *index, uint64_t cells, uint32_t local,
					   int direction)
{
	uint32_t after = fr_local_after(local, direction);
	uint64_t sides;

	if (!fr_stays_in_block(local, direction) || !(cells >> after & 1))
		return false;
	if (!fr_is_diagonal(direction))
		return true;
	sides = (cells >> (local + (uint32_t) fr_dx[direction]) & 1) +
			(cells >> (after - (uint32_t) fr_dx[direction]) & 1);
	return !index->tile && (int) sides >= index->corners;
}

/* What a cell weighs, where cells differ in that. */
static inline uint64_t
fr_index_cell_weight(const fr_index *index, int32_t x, int32_t y)
{
	uint32_t terrain =
		index->section[FR_SECTION_TERRAIN][(size_t) y * index->width + (uint32_t) x];

	return fr_get32(index->section[FR_SECTION_WEIGHTS], terrain);
}

/* The cost of a legal step; UINT32_MAX if no best path can afford it. */
static inline uint32_t
fr_index_step_cost(const fr_index *index, fr_cell at, int direction)
{
	uint64_t step = fr_is_diagonal(direction) ? index->diagonal : index->whole;

	if (index->weighted)
		step *= fr_index_cell_weight(index, at.x + fr_dx[direction],
									 at.y + fr_dy[direction]) +
				(index->average ? fr_index_cell_weight(index, at.x, at.y) : 0);
	return step < index->top ? (uint32_t) step : UINT32_MAX;
}

/* ---- costs inside a block ---------------------------------------------------------- */

#define FR_TABLE_INFINITY                                                                \
	UINT32_C(0x3fffffff) /* above all costs; two can be added to others */

/* A block, opened in one direction: from its cells to border cells, or backward. */
typedef struct fr_border_block
{
	uint64_t cells;
	uint64_t borders;
	uint32_t border_count;
	bool wide; /* costs of the table */
	fr_byte_units byte_units;
	const uint8_t *table;
	fr_block_labels labels;
} fr_border_block;

fr_border_block fr_border_block_open(const fr_index *index, const uint8_t *record,
									 bool backward);

/* Where the costs of a cell begin in the block's table. */
static inline const uint8_t *
fr_border_block_row(const fr_border_block *b, uint32_t local)
{
	uint32_t before = fr_bits_count(b->cells & ((UINT64_C(1) << local) - 1));

	return b->table + (size_t) before * b->border_count * (b->wide ? 4 : 2);
}

/* Cost i of a row. */
static inline uint32_t
fr_border_block_cost(const fr_border_block *b, const uint8_t *row, uint32_t i)
{
	uint32_t cost;

	if (b->wide)
		cost = fr_get32(row, i);
	else if (row[2 * i] == 255 && row[2 * i + 1] == 255)
		cost = FR_TABLE_INFINITY;
	else
		cost = row[2 * i] * b->byte_units.low + row[2 * i + 1] * b->byte_units.high;
	return cost < FR_TABLE_INFINITY ? cost : FR_TABLE_INFINITY;
}

/* The distance of an entry above its group's base. */
static inline uint32_t
fr_offset_list_get(fr_byte_units units, const fr_offset_list *list, uint32_t entry)
{
	if (list->wide)
		return fr_get32(list->offset, entry);
	return (uint32_t) (int8_t) list->offset[2 * entry] * units.low +
		   (uint32_t) (int8_t) list->offset[2 * entry + 1] * units.high;
}

/* ---- functions ---------------------------------------------------------------------- */

/* border_query.c */

/* Costs from a cell to those of its block, or backward to it from them. */
void fr_block_distances(const fr_block_steps *steps, uint32_t from, bool backward,
						uint64_t cost[FR_BLOCK_CELLS]);

uint64_t fr_borders_step(const fr_index *index, fr_cell from, int direction);
uint64_t fr_borders_grid_cost(const fr_index *index, fr_cell start, fr_cell goal,
							  uint32_t cost);
uint32_t fr_index_legal_step_cost(const fr_index *index, fr_cell at, int direction);
void fr_block_read_steps(const fr_index *index, uint32_t block, fr_block_steps *steps);

/* Where a best path meets. */
typedef struct fr_border_answer
{
	uint32_t cost;	 /* in the labels' unit; from the top on: there is no path */
	uint32_t hub;	 /* FR_NO_VERTEX: the path stays in the block */
	uint32_t to_hub; /* the start's part of the cost */
} fr_border_answer;

uint32_t fr_borders_load_start(const fr_index *index, const uint8_t *record,
							   fr_index_scratch *scratch);
fr_border_answer fr_borders_query(const fr_index *index, const fr_index_ends *ends,
								  uint32_t base, const fr_index_scratch *scratch,
								  const fr_poll *poll);
uint64_t fr_borders_cost(const fr_index *index, const fr_index_ends *ends,
						 fr_index_scratch *scratch, const fr_poll *poll);
void fr_borders_costs_to(const fr_index *index, const fr_index_pairs *pairs,
						 fr_index_scratch *scratch, const fr_poll *poll);
uint64_t fr_borders_trace(fr_tracer *t, fr_cell goal);
bool fr_borders_has_header(const uint8_t *header);
const char *fr_borders_check(const fr_index *index, const fr_poll *poll);
uint64_t fr_borders_entries(const fr_index *index);

#endif /* FRINGE_INDEX_BORDER_BLOCK_H */
