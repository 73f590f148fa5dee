/*
 * border_block.h - the record of a block in the borders form, and its readers (internal)
 *
 * A best path leaves its block over a border cell.  The record of a block has the hub labels
 * of its border cells, grouped by hub.  A group has the least distance between the hub and a
 * border cell, its base, and a list of offsets: by how much the distances of the border cells
 * exceed the base.  A list omits a border cell if a best path to the hub continues over another
 * border cell of the block.  The list has the other one, and a query adds the cost between the
 * two.  Costs between cells and border cells, inside the block, are in a table.  Blocks
 * with equal tables share one.  Hubs are numbered by rank, the most important first.  The cell
 * of a hub is the border cell at distance 0 from it.  The bytes of a record:
 *
 *   u64 cells       free cells of the block: bit y * 8 + x
 *   u64 borders     border cells among them; the i-th bit set is border cell i
 *   u32 table[2]    in units of 4 bytes, where in the section of tables the costs from cells
 *                   to border cells begin, and those from border cells to cells
 *   u32 groups[2]   number of groups g from border cells to hubs, and from hubs
 *   u16 flags
 *   u16 0
 *   labels to hubs; if the index is directed, labels from hubs follow:
 *     u32 base[g]
 *     u16 hub[g]      ascending
 *     u24 offsets[g]  in units of 4 bytes, where in the section of offset lists
 *     (0, to a multiple of 4)
 *   `hub` and `offsets` are u32 if the index has the flag FR_FLAG_MANY.
 *
 * An offset list has an entry for each border cell of its group, the nearest first.  Its
 * section has the name "offsets".  Groups with equal lists share one.  Sharing saves most
 * lists, because many blocks see a far hub in the same direction.  The bytes of a list:
 *
 *   u8 n            entries, plus FR_WIDE_OFFSETS if offsets are wide
 *   u8 border[n]    border cells
 *   u16 offset[n]   u32 if wide
 *   (0, to a multiple of 4)
 *
 * A table has a row per free cell and in it a cost per border cell, u16 or, if the record has
 * the flag FR_WIDE_TABLE, u32.  All bits set: no path stays inside the block.  The two bytes
 * of a u16 count straight and diagonal steps, or are a plain number: fr_byte_units.  The bytes
 * are unsigned in tables and signed in offset lists.
 */
#ifndef FRINGE_INDEX_BORDER_BLOCK_H
#define FRINGE_INDEX_BORDER_BLOCK_H

#include "core/grid/bits.h"
#include "core/index/index_form.h"

/* ---- cells of a block ------------------------------------------------------ */

/* A cell has a local number in its block, y * 8 + x.  A set of cells is a word, a bit each. */
static inline uint32_t
fr_block_of(uint32_t across, fr_cell at)
{
	return (uint32_t) at.y / FR_BLOCK_SIDE * across + (uint32_t) at.x / FR_BLOCK_SIDE;
}

static inline uint32_t
fr_local_of(fr_cell at)
{
	return (uint32_t) at.y % FR_BLOCK_SIDE * FR_BLOCK_SIDE +
		   (uint32_t) at.x % FR_BLOCK_SIDE;
}

static inline fr_cell
fr_block_cell(uint32_t across, uint32_t block, uint32_t local)
{
	return (fr_cell){(int32_t) (block % across * FR_BLOCK_SIDE + local % FR_BLOCK_SIDE),
					 (int32_t) (block / across * FR_BLOCK_SIDE + local / FR_BLOCK_SIDE)};
}

/* The local number one step away; meaningless unless fr_stays_in_block. */
static inline uint32_t
fr_local_after(uint32_t local, int direction)
{
	return (uint32_t) ((int) local + fr_dy[direction] * FR_BLOCK_SIDE + fr_dx[direction]);
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

/* ---- the record ------------------------------------------------------------ */

enum
{
	FR_RECORD_CELLS = 0,
	FR_RECORD_BORDERS = 8,
	FR_RECORD_TABLE = 16,
	FR_RECORD_GROUPS = 24,
	FR_RECORD_FLAGS = 32,
	FR_RECORD_LABELS = 36
};

#define FR_WIDE_TABLE 1		/* the only flag of a record */
#define FR_WIDE_OFFSETS 128 /* added to an offset list's count */

#define FR_BLOCK_BORDERS_MAX FR_BLOCK_CELLS /* if links end everywhere */

/* The most bytes of offset lists, and hubs, of an index without FR_FLAG_MANY. */
#define FR_OFFSETS_MAX ((UINT32_C(1) << 24) * 4)
#define FR_HUBS_MAX 65535

#define FR_TABLE_INFINITY UINT32_C(0x3fffffff) /* two of these and a cost add up */

/* A two-byte cost is its first byte times `low` plus its second byte times `high`. */
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

/* The labels of a block in one direction: arrays of u16, u24 or u32, indexed by group. */
typedef struct fr_block_labels
{
	uint32_t groups;
	bool many;
	const uint8_t *base;
	const uint8_t *hub;
	const uint8_t *offsets;
} fr_block_labels;

/* A multiple of 4 bytes. */
static inline size_t
fr_block_labels_size(size_t groups, bool many)
{
	return (4 * groups + (many ? 8 : 5) * groups + 3) & ~(size_t) 3;
}

static inline fr_block_labels
fr_block_labels_at(const uint8_t *at, uint32_t groups, bool many)
{
	const uint8_t *hub = at + (size_t) 4 * groups;

	return (fr_block_labels){groups, many, at, hub,
							 hub + (size_t) (many ? 4 : 2) * groups};
}

/* The labels from border cells to hubs, or backward: from hubs. */
static inline fr_block_labels
fr_block_labels_of(const fr_index *index, const uint8_t *record, bool backward)
{
	const uint8_t *at = record + FR_RECORD_LABELS;
	uint32_t groups = fr_get32(record + FR_RECORD_GROUPS, 0);

	if (!backward || !index->borders.directed)
		return fr_block_labels_at(at, groups, index->borders.many);
	return fr_block_labels_at(at + fr_block_labels_size(groups, index->borders.many),
							  fr_get32(record + FR_RECORD_GROUPS, 1),
							  index->borders.many);
}

static inline uint32_t
fr_block_labels_hub(const fr_block_labels *l, size_t group)
{
	return l->many ? fr_get32(l->hub, group) : fr_get16(l->hub, group);
}

/* Bytes from the start of their section to a group's offset list. */
static inline size_t
fr_block_labels_offsets_begin(const fr_block_labels *l, size_t group)
{
	return (size_t) (l->many ? fr_get32(l->offsets, group)
							 : fr_get24(l->offsets, group)) *
		   4;
}

typedef struct fr_offset_list
{
	uint32_t count;
	bool wide;
	const uint8_t *border;
	const uint8_t *offset;
} fr_offset_list;

static inline fr_offset_list
fr_block_labels_offsets(const fr_index *index, const fr_block_labels *l, size_t group)
{
	const uint8_t *at =
		index->section[FR_SECTION_OFFSETS] + fr_block_labels_offsets_begin(l, group);
	uint32_t count = *at & (FR_WIDE_OFFSETS - 1);

	return (fr_offset_list){count, *at & FR_WIDE_OFFSETS, at + 1, at + 1 + count};
}

static inline size_t
fr_offset_list_size(uint32_t count, bool wide)
{
	return (1 + count + (size_t) count * (wide ? 4 : 2) + 3) & ~(size_t) 3;
}

static inline uint32_t
fr_offset_list_get(const fr_offset_list *list, uint32_t entry, fr_byte_units units)
{
	if (list->wide)
		return fr_get32(list->offset, entry);
	return (uint32_t) (int8_t) list->offset[2 * entry] * units.low +
		   (uint32_t) (int8_t) list->offset[2 * entry + 1] * units.high;
}

/* A record, opened in one direction: from cells to border cells and hubs, or backward. */
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

/* The table's row of a free cell. */
static inline const uint8_t *
fr_border_block_row(const fr_border_block *b, uint32_t local)
{
	uint32_t before = fr_bits_count(b->cells & ((UINT64_C(1) << local) - 1));

	return b->table + (size_t) before * b->border_count * (b->wide ? 4 : 2);
}

/* The cost between a row's cell and border cell i, FR_TABLE_INFINITY if there is no path. */
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

/* ---- steps of the map ------------------------------------------------------ */

/*
 * The index has the free cells and the weights of the map.  The model's rules say which steps
 * are legal.  Costs are in the labels' unit.
 */

/* Is a step from a free cell legal and inside its block, which has these free cells? */
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
	return !index->tile && fr_index_diagonal_passes(index, (int) sides, direction);
}

static inline uint32_t
fr_border_height(const fr_border_prices *p, uint32_t cell)
{
	return p->tall ? fr_get32(p->height, cell) : fr_get16(p->height, cell);
}

/*
 * What layers add to the cost of a step, in parts of a straight step.
 *
 * In costs of both ends a step counts what entering each of its cells costs, and the sum of
 * `rise` and `drop` per unit of height between the two.  These costs are the same there and
 * back.  Their sum along a path is twice the cost of layers, minus the goal's potential, plus
 * the start's potential.
 */
static inline uint64_t
fr_border_price(const fr_border_prices *p, uint32_t from, uint32_t to)
{
	uint64_t cost = 0;

	if (p->enter)
		cost = (uint64_t) fr_get32(p->enter, to) +
			   (p->both_ends ? fr_get32(p->enter, from) : 0);
	if (p->height)
	{
		uint32_t left = fr_border_height(p, from);
		uint32_t entered = fr_border_height(p, to);
		uint64_t apart = entered > left ? entered - left : left - entered;

		cost += apart * (p->both_ends	  ? (uint64_t) p->rise + p->drop
						 : entered > left ? p->rise
										  : p->drop);
	}
	return cost;
}

static inline int64_t
fr_border_potential(const fr_border_prices *p, uint32_t cell)
{
	int64_t potential = p->enter ? fr_get32(p->enter, cell) : 0;

	if (p->height)
		potential += ((int64_t) p->rise - p->drop) * fr_border_height(p, cell);
	return potential;
}

/* What layers add to the cost of a step, in parts.  Only if index->borders.layered. */
static inline uint64_t
fr_index_step_price(const fr_index *index, const fr_border_prices *prices, fr_cell at,
					int direction)
{
	uint32_t from = (uint32_t) at.y * index->width + (uint32_t) at.x;
	int32_t offset = fr_dy[direction] * (int32_t) index->width + fr_dx[direction];

	return fr_border_price(prices, from, from + (uint32_t) offset);
}

/* Is a step legal that the rule of corners allows?  Only if index->borders.moves. */
static inline bool
fr_index_may_step(const fr_index *index, fr_cell at, int direction)
{
	size_t cell = (size_t) at.y * index->width + (uint32_t) at.x;

	return index->borders.moves[cell] >> direction & 1;
}

/* The weight of a cell.  Only if index->borders.weighted. */
static inline uint64_t
fr_index_cell_weight(const fr_index *index, int32_t x, int32_t y)
{
	uint32_t terrain =
		index->section[FR_SECTION_TERRAIN][(size_t) y * index->width + (uint32_t) x];

	return fr_get32(index->section[FR_SECTION_WEIGHTS], terrain);
}

/* The weight of a legal step.  Only if index->borders.weighted. */
static inline uint64_t
fr_index_step_weight(const fr_index *index, int weigh, fr_cell at, int direction)
{
	uint64_t entered =
		fr_index_cell_weight(index, at.x + fr_dx[direction], at.y + fr_dy[direction]);

	if (weigh == FR_WEIGH_ENTER)
		return entered;
	return fr_step_weight(weigh, fr_index_cell_weight(index, at.x, at.y), entered);
}

/* The next function for an extended index.  Out of line: it would slow down all others. */
uint32_t fr_index_extended_step_cost(const fr_index *index, fr_cell at, int direction);

/*
 * The cost of a step that the rule of corners allows; UINT32_MAX if it exceeds the cost of every
 * best path, or is banned.  `steps` are the index's, or the constant that they equal.
 */
static inline __attribute__((always_inline)) uint32_t
fr_index_step_cost_as(const fr_index *index, fr_border_steps steps, fr_cell at,
					  int direction)
{
	uint64_t step =
		fr_is_diagonal(direction) ? index->units.diagonal : index->straight_step;

	if (steps != FR_EVEN_STEPS)
	{
		if (steps == FR_EXTENDED_STEPS)
			return fr_index_extended_step_cost(index, at, direction);
		step *= fr_index_step_weight(index, index->borders.weigh, at, direction);
	}
	return step < index->top ? (uint32_t) step : UINT32_MAX;
}

static inline uint32_t
fr_index_step_cost(const fr_index *index, fr_cell at, int direction)
{
	return fr_index_step_cost_as(index, index->borders.kind, at, direction);
}

/* The cost of a step from a free cell; UINT32_MAX if the step is illegal. */
uint32_t fr_index_legal_step_cost(const fr_index *index, fr_cell at, int direction);

/* The legal steps inside a block by direction and cell; FR_BLOCK_INFINITY: there is none. */
typedef struct fr_block_steps
{
	uint64_t cost[FR_DIRECTIONS][FR_BLOCK_CELLS];
} fr_block_steps;

#define FR_BLOCK_INFINITY (UINT64_MAX / 4) /* two of these add up */

void fr_block_read_steps(const fr_index *index, uint32_t block, fr_block_steps *steps);

/* The costs of best paths inside a block from one cell to all, or backward: to it from all. */
void fr_block_distances(const fr_block_steps *steps, uint32_t from, bool backward,
						uint64_t cost[FR_BLOCK_CELLS]);

/* ---- queries (border_query.c) ---------------------------------------------- */

typedef struct fr_border_answer
{
	uint32_t cost;	 /* in the labels' unit; index->top or more: there is no path */
	uint32_t hub;	 /* on a best path; FR_NO_VERTEX: the path stays in its block */
	uint32_t to_hub; /* the part of the cost from the start to the hub */
} fr_border_answer;

/*
 * A query in two parts, so that many goals share the first one.  Loading puts the labels of
 * the start's block into the scratch and returns the base of its table.
 */
uint32_t fr_borders_load_start(const fr_index *index, const uint8_t *record,
							   fr_index_scratch *scratch);
fr_border_answer fr_borders_query(const fr_index *index, const fr_index_ends *ends,
								  uint32_t base, const fr_index_scratch *scratch,
								  const fr_poll *poll);

/* The cost of a path in the grid's unit, from its cost in the labels' unit. */
uint64_t fr_borders_grid_cost(const fr_index *index, fr_cell start, fr_cell goal,
							  uint32_t cost);

/* ---- functions of the form's row: see index_form.h ------------------------------- */

uint64_t fr_borders_cost(const fr_index *index, const fr_index_ends *ends,
						 fr_index_scratch *scratch, const fr_poll *poll);
void fr_borders_costs_to(const fr_index *index, const fr_index_pairs *pairs,
						 fr_index_scratch *scratch, const fr_poll *poll);
uint64_t fr_borders_step(const fr_index *index, fr_cell from, int direction);
uint64_t fr_borders_trace(fr_tracer *t, fr_cell goal);
bool fr_borders_has_header(const uint8_t *header);
const char *fr_borders_check(const fr_index *index, const fr_poll *poll);
uint64_t fr_borders_entries(const fr_index *index);

#endif /* FRINGE_INDEX_BORDER_BLOCK_H */
