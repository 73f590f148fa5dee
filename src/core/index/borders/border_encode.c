/*
 * border_encode.c - writes the records of blocks, their tables and offset lists
 *
 * border_block.h draws the bytes.
 */
#include "core/index/borders/border_build.h"

/* ---- costs in two bytes ---------------------------------------------------- */

/* Is a cost so many diagonal steps, and a whole number of straight ones? */
static bool
count_straights(const fr_cost_encoder *e, int64_t cost, int64_t diagonals,
				int64_t *straights)
{
	cost -= diagonals * e->units.diagonal;
	*straights = cost / e->units.straight;
	return *straights * e->units.straight == cost;
}

/*
 * Splits a cost into numbers of straight and diagonal steps. If several splits are possible,
 * both numbers are from `least` to `least` + 254. False: there is no split.
 */
static bool
count_steps(const fr_cost_encoder *e, int64_t cost, int64_t least, int64_t *straights,
			int64_t *diagonals)
{
	int64_t modulus = e->units.straight;

	if (e->inverse > 0)
	{
		*diagonals = cost % modulus * e->inverse % modulus;
		if (least < 0 && *diagonals > modulus / 2)
			*diagonals -= modulus;
		return count_straights(e, cost, *diagonals, straights);
	}
	for (*diagonals = least; *diagonals < least + 255; ++*diagonals)
		if (count_straights(e, cost, *diagonals, straights) && *straights >= least &&
			*straights < least + 255)
			return true;
	return false;
}

/* Two bytes of a table; false: the cost needs four. */
static bool
encode_cost(const fr_cost_encoder *e, uint32_t cost, uint8_t bytes[2])
{
	int64_t low = cost & 255;
	int64_t high = cost >> 8;

	if (e->pairs && !count_steps(e, cost, 0, &low, &high))
		return false;
	bytes[0] = (uint8_t) low;
	bytes[1] = (uint8_t) high;
	return low >= 0 && low <= 255 && high >= 0 && high < 255;
}

/* Two signed bytes of an offset list; false: the offset needs four. */
static bool
encode_offset(const fr_cost_encoder *e, uint32_t offset, uint8_t bytes[2])
{
	int64_t high = (offset + 128) >> 8;
	int64_t low = (int64_t) offset - high * 256;

	if (e->pairs && !count_steps(e, offset, INT8_MIN + 1, &low, &high))
		return false;
	bytes[0] = (uint8_t) low;
	bytes[1] = (uint8_t) high;
	return low >= INT8_MIN && low <= INT8_MAX && high >= INT8_MIN && high <= INT8_MAX;
}

/* ---- a block --------------------------------------------------------------- */

typedef struct group
{
	uint32_t hub;
	uint32_t base;
	uint32_t offsets; /* its offset list, as the record has it */
} group;

/* A border cell of a group: its distance to the hub, and in the lowest bits its number. */
typedef uint64_t entry;

#define BORDER_BITS 6
_Static_assert(FR_BLOCK_BORDERS_MAX <= 1 << BORDER_BITS, "an entry has any border cell");

/* Without links a block has at most 28; a constant length of rows is the fastest to add. */
#define COMMON_BORDERS 32

typedef struct block_encoder
{
	fr_border_build *b;
	fr_border_encoder *e;
	uint32_t block;
	uint32_t borders;
	uint32_t local[FR_BLOCK_BORDERS_MAX]; /* by border cell */
	fr_all_pairs all;
	uint32_t lanes; /* vectors that a row of `between` has */
	int32_t between[FR_BLOCK_BORDERS_MAX * FR_BLOCK_BORDERS_MAX]; /* costs, doubled */
	uint32_t position[FR_BLOCK_BORDERS_MAX];					  /* in hub rows */
	group *groups;
	uint32_t group_count;
} block_encoder;

static uint32_t
distance_of(entry e)
{
	return (uint32_t) (e >> BORDER_BITS);
}

/* The cost inside the block from a cell to a border cell, or backward from the border cell. */
static uint32_t
cost_in_block(const block_encoder *k, uint32_t local, uint32_t border, bool backward)
{
	uint32_t at = k->local[border];
	int32_t cost = backward ? k->all.cost[at][local] : k->all.cost[local][at];

	return cost < (int32_t) k->b->top ? (uint32_t) cost : FR_TABLE_INFINITY;
}

/* ---- tables ---------------------------------------------------------------- */

static bool
is_wide_table(const block_encoder *k)
{
	uint8_t bytes[2];

	for (int backward = 0; backward <= k->b->directed; backward++)
		for (uint32_t i = 0; i < k->borders; i++)
			for (uint64_t c = k->b->free_cells[k->block]; c; c &= c - 1)
			{
				uint32_t cost =
					cost_in_block(k, (uint32_t) __builtin_ctzll(c), i, backward);

				if (cost < FR_TABLE_INFINITY && !encode_cost(&k->e->costs, cost, bytes))
					return true;
			}
	return false;
}

/* Writes a table unless an equal one is there.  Returns its place, as records have it. */
static uint32_t
put_table(const block_encoder *k, bool backward, bool wide)
{
	fr_byte_pool *tables = &k->e->tables;
	uint64_t cells = k->b->free_cells[k->block];
	size_t count = (size_t) fr_bits_count(cells) * k->borders;
	size_t begin = tables->bytes.size;
	uint8_t *table =
		fr_byte_buffer_append(&tables->bytes, (count * (wide ? 4 : 2) + 3) & ~(size_t) 3);
	uint32_t at = 0;

	for (uint64_t c = cells; c; c &= c - 1)
		for (uint32_t i = 0; i < k->borders; i++, at++)
		{
			uint32_t cost = cost_in_block(k, (uint32_t) __builtin_ctzll(c), i, backward);

			if (wide)
				fr_put32(table, at, cost < FR_TABLE_INFINITY ? cost : UINT32_MAX);
			else if (cost == FR_TABLE_INFINITY)
				fr_put16(table, at, UINT16_MAX);
			else
				encode_cost(&k->e->costs, cost, table + 2 * (size_t) at);
		}
	return fr_byte_pool_intern(tables, begin);
}

/* ---- labels ---------------------------------------------------------------- */

/* Sets the positions of border cells in hub rows, and the costs between border cells. */
static void
locate_borders(block_encoder *k, const fr_tile *tile, const fr_hub_rows *r, bool backward)
{
	fr_border_build *b = k->b;

	for (uint32_t node = 0; node < tile->boundary + tile->inner; node++)
		b->node_of[tile->cell[node]] = fr_hub_row_position(r, tile, node);
	k->lanes =
		fr_lanes(k->borders <= COMMON_BORDERS ? COMMON_BORDERS : FR_BLOCK_BORDERS_MAX);
	fr_no_costs(k->between, k->borders * k->lanes * FR_LANE);
	for (uint32_t i = 0; i < k->borders; i++)
	{
		fr_cell at = fr_block_cell(b->blocks_across, k->block, k->local[i]);

		k->position[i] = b->node_of[fr_grid_index(b->grid, at)];
		for (uint32_t j = 0; j < k->borders; j++)
		{
			uint32_t cost = cost_in_block(k, k->local[j], i, backward);

			if (j != i && cost < FR_TABLE_INFINITY)
				k->between[i * k->lanes * FR_LANE + j] = (int32_t) cost * 2;
		}
	}
}

/*
 * Lists the border cells that have the hub in their label, the nearest first, except those
 * from which a path over another border cell of the block is as short.
 */
static uint32_t
list_entries(const block_encoder *k, const int32_t *row,
			 entry entries[FR_BLOCK_BORDERS_MAX])
{
	int32_t costs[FR_BLOCK_BORDERS_MAX];
	int32_t over[FR_BLOCK_BORDERS_MAX];
	uint32_t count = 0;

	for (uint32_t i = 0; i < k->borders; i++)
		costs[i] = row[k->position[i]];
	k->b->minplus->combine(costs, k->between, k->borders, k->lanes, over);
	for (uint32_t i = 0; i < k->borders; i++)
		if (costs[i] & 1 && over[i] > costs[i] && (uint32_t) costs[i] / 2 < k->b->top)
		{
			entry e = (uint64_t) (costs[i] / 2) << BORDER_BITS | i;
			uint32_t at = count++;

			for (; at > 0 && entries[at - 1] > e; at--)
				entries[at] = entries[at - 1];
			entries[at] = e;
		}
	return count;
}

/* Writes an offset list unless an equal one is there.  Returns its place. */
static uint32_t
put_offsets(const block_encoder *k, const entry *entries, uint32_t count)
{
	fr_byte_pool *lists = &k->e->offset_lists;
	size_t begin = lists->bytes.size;
	bool wide = false;
	uint8_t bytes[2];
	uint8_t *list;
	uint8_t *offsets;

	for (uint32_t i = 0; i < count && !wide; i++)
		wide = !encode_offset(&k->e->costs,
							  distance_of(entries[i]) - distance_of(*entries), bytes);
	list = fr_byte_buffer_append(&lists->bytes, fr_offset_list_size(count, wide));
	offsets = list + 1 + count;
	*list = (uint8_t) (count | (wide ? FR_WIDE_OFFSETS : 0));
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t offset = distance_of(entries[i]) - distance_of(*entries);

		list[1 + i] = (uint8_t) (entries[i] % FR_BLOCK_BORDERS_MAX);
		if (wide)
			fr_put32(offsets, i, offset);
		else
			encode_offset(&k->e->costs, offset, offsets + 2 * i);
	}
	return fr_byte_pool_intern(lists, begin);
}

/* The hubs of rows as hub << 32 | row, ascending; most are sorted already. */
static uint64_t *
sort_rows(const block_encoder *k, const fr_hub_rows *r)
{
	uint64_t *keys =
		fr_arena_alloc(k->b->arena, ((size_t) r->count + 1) * sizeof(uint64_t));
	bool sorted = true;

	for (uint32_t row = 0; row < r->count; row++)
	{
		keys[row] = (uint64_t) r->hub[row] << 32 | row;
		sorted &= row == 0 || keys[row] > keys[row - 1];
	}
	if (!sorted)
		fr_sort_keys(keys, r->count);
	return keys;
}

static void
list_groups(block_encoder *k, const fr_hub_rows *r)
{
	uint64_t *keys = sort_rows(k, r);
	entry entries[FR_BLOCK_BORDERS_MAX];

	k->group_count = 0;
	for (uint32_t i = 0; i < r->count; i++)
	{
		uint32_t count = list_entries(k, fr_hub_row(r, (uint32_t) keys[i]), entries);

		if (count > 0)
			k->groups[k->group_count++] =
				(group){(uint32_t) (keys[i] >> 32), distance_of(*entries),
						put_offsets(k, entries, count)};
	}
	fr_arena_free(k->b->arena, keys, ((size_t) r->count + 1) * sizeof(uint64_t));
}

static void
put_groups(const block_encoder *k)
{
	bool many = k->e->many;
	uint8_t *base =
		fr_byte_buffer_append(&k->e->blocks, fr_block_labels_size(k->group_count, many));
	uint8_t *hub = base + (size_t) 4 * k->group_count;
	uint8_t *offsets = hub + (size_t) (many ? 4 : 2) * k->group_count;

	for (uint32_t i = 0; i < k->group_count; i++)
	{
		const group *g = &k->groups[i];

		fr_put32(base, i, g->base);
		if (many)
		{
			fr_put32(hub, i, g->hub);
			fr_put32(offsets, i, g->offsets);
		}
		else
		{
			fr_put16(hub, i, (uint16_t) g->hub);
			fr_put24(offsets, i, g->offsets);
		}
	}
}

static void
put_labels(block_encoder *k, const fr_tile *tile, const fr_hub_rows *r, bool backward)
{
	size_t size = ((size_t) r->count + 1) * sizeof *k->groups;

	locate_borders(k, tile, r, backward);
	k->groups = fr_arena_alloc(k->b->arena, size);
	list_groups(k, r);
	put_groups(k);
	fr_arena_free(k->b->arena, k->groups, size);
}

/* ---- the record ------------------------------------------------------------ */

void
fr_border_encode_block(fr_border_build *b, fr_border_encoder *e, const fr_tile *tile,
					   const fr_hub_rows rows[2])
{
	block_encoder k = {.b = b, .e = e};
	size_t record = e->blocks.size;
	bool wide;

	k.block = fr_block_of(b->blocks_across, (fr_cell){tile->x, tile->y});
	for (uint64_t set = b->border_cells[k.block]; set; set &= set - 1)
		k.local[k.borders++] = (uint32_t) __builtin_ctzll(set);
	fr_all_pairs_in_block(b, k.block, &k.all);
	wide = is_wide_table(&k);
	fr_put32(e->directory, k.block, (uint32_t) (record / 4));
	fr_byte_buffer_append(&e->blocks, FR_RECORD_LABELS);
	fr_put64(e->blocks.bytes + record + FR_RECORD_CELLS, 0, b->free_cells[k.block]);
	fr_put64(e->blocks.bytes + record + FR_RECORD_BORDERS, 0, b->border_cells[k.block]);
	fr_put16(e->blocks.bytes + record + FR_RECORD_FLAGS, 0, wide ? FR_WIDE_TABLE : 0);
	for (uint32_t i = 0; i <= b->directed; i++)
	{
		uint32_t table = put_table(&k, i, wide);

		put_labels(&k, tile, &rows[i], i);
		fr_put32(e->blocks.bytes + record + FR_RECORD_TABLE, i, table);
		fr_put32(e->blocks.bytes + record + FR_RECORD_GROUPS, i, k.group_count);
	}
}
