/*
 * border_encode.c - writes the runs of blocks, their tables and reliefs
 *
 * A hub is kept only for border cells from which a best way to it leaves the block at
 * once.  Where the way leads on to another border cell of the block, that one has the hub,
 * and a query adds what it costs to go there.
 */
#include "core/index/borders/border_build.h"

/* ---- costs in two bytes: pairs of counts, or numbers ----------------------------- */

/* Does `cost` have `diagonals` diagonal steps and a whole number of straight ones? */
static bool
is_count(const fr_cost_encoder *n, int64_t cost, int64_t diagonals, int64_t *straights)
{
	cost -= diagonals * n->units.diagonal;
	*straights = cost / n->units.straight;
	return *straights * n->units.straight == cost;
}

/* Its diagonal steps, of -127 to 127 or 0 to 254; false: there are none that will do. */
static bool
count_diagonals(const fr_cost_encoder *n, int64_t cost, int64_t least, int64_t *low,
				int64_t *high)
{
	int64_t modulus = n->units.straight;

	if (n->inverse > 0)
	{
		*high = cost % modulus * n->inverse % modulus;
		if (least < 0 && *high > modulus / 2)
			*high -= modulus;
		return is_count(n, cost, *high, low);
	}
	for (*high = least; *high < least + 255; ++*high)
		if (is_count(n, cost, *high, low) && *low >= least && *low < least + 255)
			return true;
	return false;
}

/* Two bytes for a table; false: it takes a wide cost. */
static bool
encode_table_cost(const fr_cost_encoder *n, uint32_t cost, uint8_t bytes[2])
{
	int64_t low = cost & 255;
	int64_t high = cost >> 8;

	if (n->pairs && !count_diagonals(n, cost, 0, &low, &high))
		return false;
	bytes[0] = (uint8_t) low;
	bytes[1] = (uint8_t) high;
	return low >= 0 && low <= 255 && high >= 0 && high < 255;
}

/* Two signed bytes for what a distance is above a base; false: they do not do. */
static bool
encode_offset(const fr_cost_encoder *n, uint32_t above, uint8_t bytes[2])
{
	int64_t high = (above + 128) >> 8;
	int64_t low = (int64_t) above - high * 256;

	if (n->pairs && !count_diagonals(n, above, INT8_MIN + 1, &low, &high))
		return false;
	bytes[0] = (uint8_t) low;
	bytes[1] = (uint8_t) high;
	return low >= INT8_MIN && low <= INT8_MAX && high >= INT8_MIN && high <= INT8_MAX;
}

/* ---- the block that is written --------------------------------------------------- */

/* A group of a side: a hub, the least distance, the local of the offsets. */
typedef struct group
{
	uint32_t hub;
	uint32_t base;
	uint32_t offsets;
} group;

/* The block that is written. */
typedef struct block_encoder
{
	fr_border_build *b;
	fr_border_encoder *w;
	uint32_t block;
	uint32_t borders;
	uint32_t local[FR_BLOCK_BORDERS_MAX];
	fr_all_pairs inside;
	uint32_t lanes; /* of the rows of `via` */
	/* doubled costs: a row from each border cell, by border cell */
	int32_t via[FR_BLOCK_BORDERS_MAX * FR_BLOCK_BORDERS_MAX];
	uint32_t position[FR_BLOCK_BORDERS_MAX]; /* in rows */
	group *groups;
	uint32_t group_count;
} block_encoder;

/* An entry of a group: its distance and then the border cell. */
typedef uint64_t entry;

#define BORDER_BITS 6

/* There are more only with links; for others rows have one length, which is added fastest. */
#define COMMON_BORDERS 32

_Static_assert(FR_BLOCK_BORDERS_MAX <= 1 << BORDER_BITS, "an entry has any border cell");

static uint32_t
distance_of(entry e)
{
	return (uint32_t) (e >> BORDER_BITS);
}

/* ---- tables ------------------------------------------------------------------------- */

/* The cost in a table between a cell and a border cell; FR_TABLE_INFINITY if there is none. */
static uint32_t
cost_inside(const block_encoder *d, uint32_t local, uint32_t border, bool backward)
{
	uint32_t at = d->local[border];
	int32_t cost = backward ? d->inside.cost[at][local] : d->inside.cost[local][at];

	return cost < (int32_t) d->b->top ? (uint32_t) cost : FR_TABLE_INFINITY;
}

static bool
is_wide_table(const block_encoder *d)
{
	uint8_t bytes[2];

	for (int backward = 0; backward <= d->b->directed; backward++)
		for (uint32_t i = 0; i < d->borders; i++)
			for (uint64_t c = d->b->free_cells[d->block]; c; c &= c - 1)
			{
				uint32_t cost =
					cost_inside(d, (uint32_t) __builtin_ctzll(c), i, backward);

				if (cost < FR_TABLE_INFINITY &&
					!encode_table_cost(&d->w->costs, cost, bytes))
					return true;
			}
	return false;
}

static void
write_cost(const block_encoder *d, uint8_t *table, uint32_t at, uint32_t cost, bool wide)
{
	if (wide)
		fr_put32(table, at, cost < FR_TABLE_INFINITY ? cost : UINT32_MAX);
	else if (cost == FR_TABLE_INFINITY)
		fr_put16(table, at, UINT16_MAX);
	else
		encode_table_cost(&d->w->costs, cost, table + 2 * (size_t) at);
}

/* The table of one direction; its local. */
static uint32_t
store_table(const block_encoder *d, bool backward, bool wide)
{
	fr_byte_pool *tables = &d->w->tables;
	uint64_t cells = d->b->free_cells[d->block];
	size_t count = (size_t) fr_bits_count(cells) * d->borders;
	size_t begin = tables->bytes.size;
	uint8_t *table =
		fr_byte_buffer_append(&tables->bytes, (count * (wide ? 4 : 2) + 3) & ~(size_t) 3);
	uint32_t at = 0;

	for (uint64_t c = cells; c; c &= c - 1)
		for (uint32_t i = 0; i < d->borders; i++)
			write_cost(d, table, at++,
					   cost_inside(d, (uint32_t) __builtin_ctzll(c), i, backward), wide);
	return fr_byte_pool_intern(tables, begin);
}

/* ---- groups --------------------------------------------------------------------------- */

/* Puts an entry among those before it, the nearest first. */
static void
insert_entry(entry *entries, uint32_t count, entry e)
{
	for (; count > 0 && entries[count - 1] > e; count--)
		entries[count] = entries[count - 1];
	entries[count] = e;
}

/*
 * The entries of a hub: border cells that have it, and from which no way via another one
 * of the block is as short.
 */
static uint32_t
list_entries(const block_encoder *d, const int32_t *row,
			 entry entries[FR_BLOCK_BORDERS_MAX])
{
	int32_t costs[FR_BLOCK_BORDERS_MAX];
	int32_t via[FR_BLOCK_BORDERS_MAX];
	uint32_t count = 0;

	for (uint32_t i = 0; i < d->borders; i++)
		costs[i] = row[d->position[i]];
	d->b->minplus->combine(costs, d->via, d->borders, d->lanes, via);
	for (uint32_t i = 0; i < d->borders; i++)
		if (costs[i] & 1 && via[i] > costs[i] && (uint32_t) costs[i] / 2 < d->b->top)
			insert_entry(entries, count++, (uint64_t) (costs[i] / 2) << BORDER_BITS | i);
	return count;
}

static bool
is_wide_group(const block_encoder *d, const entry *entries, uint32_t count)
{
	uint8_t bytes[2];

	for (uint32_t i = 0; i < count; i++)
		if (!encode_offset(&d->w->costs, distance_of(entries[i]) - distance_of(*entries),
						   bytes))
			return true;
	return false;
}

/* The offsets of a group's entries; its local. */
static uint32_t
store_offsets(const block_encoder *d, const entry *entries, uint32_t count)
{
	fr_byte_pool *reliefs = &d->w->reliefs;
	bool wide = is_wide_group(d, entries, count);
	size_t begin = reliefs->bytes.size;
	uint8_t *at =
		fr_byte_buffer_append(&reliefs->bytes, fr_offset_list_size(count, wide));
	uint8_t *above = at + 1 + count;

	*at = (uint8_t) (count | (wide ? FR_WIDE_OFFSETS : 0));
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t more = distance_of(entries[i]) - distance_of(*entries);

		at[1 + i] = (uint8_t) (entries[i] % FR_BLOCK_BORDERS_MAX);
		if (wide)
			fr_put32(above, i, more);
		else
			encode_offset(&d->w->costs, more, above + 2 * i);
	}
	return fr_byte_pool_intern(reliefs, begin);
}

static void
add_group(block_encoder *d, uint32_t hub, const int32_t *row)
{
	entry entries[FR_BLOCK_BORDERS_MAX];
	uint32_t count = list_entries(d, row, entries);

	if (count > 0)
		d->groups[d->group_count++] =
			(group){hub, distance_of(*entries), store_offsets(d, entries, count)};
}

/* ---- a side ------------------------------------------------------------------------------ */

/* Rows by the number of their hub; most are in this order already. */
static uint64_t *
sort_rows(const block_encoder *d, const fr_hub_rows *r)
{
	uint64_t *keys =
		fr_arena_alloc(d->b->arena, ((size_t) r->count + 1) * sizeof(uint64_t));
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
list_groups(block_encoder *d, const fr_hub_rows *r)
{
	uint64_t *keys = sort_rows(d, r);

	d->groups = fr_arena_alloc(d->b->arena, ((size_t) r->count + 1) * sizeof *d->groups);
	d->group_count = 0;
	for (uint32_t i = 0; i < r->count; i++)
		add_group(d, (uint32_t) (keys[i] >> 32), fr_hub_row(r, (uint32_t) keys[i]));
	fr_arena_free(d->b->arena, keys, ((size_t) r->count + 1) * sizeof(uint64_t));
}

static void
write_groups(const block_encoder *d)
{
	bool many = d->w->many;
	uint8_t *base =
		fr_byte_buffer_append(&d->w->blocks, fr_block_labels_size(d->group_count, many));
	uint8_t *hub = base + (size_t) 4 * d->group_count;
	uint8_t *offsets = hub + (size_t) (many ? 4 : 2) * d->group_count;

	for (uint32_t k = 0; k < d->group_count; k++)
	{
		const group *g = &d->groups[k];

		fr_put32(base, k, g->base);
		if (many)
		{
			fr_put32(hub, k, g->hub);
			fr_put32(offsets, k, g->offsets);
		}
		else
		{
			fr_put16(hub, k, (uint16_t) g->hub);
			fr_put24(offsets, k, g->offsets);
		}
	}
}

/* Where the border cells are in rows, and costs between them: to the first index's, or from it. */
static void
locate_borders(block_encoder *d, const fr_tile *tile, const fr_hub_rows *r, bool backward)
{
	fr_border_build *b = d->b;

	for (uint32_t node = 0; node < tile->boundary + tile->inner; node++)
		b->node_of[tile->cell[node]] = fr_hub_row_position(r, tile, node);
	d->lanes = d->borders <= COMMON_BORDERS ? fr_lanes(COMMON_BORDERS)
											: fr_lanes(FR_BLOCK_BORDERS_MAX);
	fr_no_costs(d->via, d->borders * d->lanes * FR_LANE);
	for (uint32_t i = 0; i < d->borders; i++)
	{
		fr_cell at = fr_block_cell(b->blocks_across, d->block, d->local[i]);

		d->position[i] = b->node_of[fr_grid_index(b->grid, at)];
		for (uint32_t k = 0; k < d->borders; k++)
		{
			uint32_t cost = cost_inside(d, d->local[k], i, backward);

			if (k != i && cost < FR_TABLE_INFINITY)
				d->via[i * d->lanes * FR_LANE + k] = (int32_t) cost * 2;
		}
	}
}

static void
encode_labels(block_encoder *d, const fr_tile *tile, const fr_hub_rows *r, bool backward)
{
	locate_borders(d, tile, r, backward);
	list_groups(d, r);
	write_groups(d);
	fr_arena_free(d->b->arena, d->groups, ((size_t) r->count + 1) * sizeof *d->groups);
}

/* ---- a block ------------------------------------------------------------------------------- */

static void
begin_block(block_encoder *d, const fr_tile *tile)
{
	fr_border_build *b = d->b;

	d->block = fr_block_of(b->blocks_across, (fr_cell){tile->x, tile->y});
	d->borders = 0;
	for (uint64_t set = b->border_cells[d->block]; set; set &= set - 1)
		d->local[d->borders++] = (uint32_t) __builtin_ctzll(set);
	fr_all_pairs_in_block(b, d->block, &d->inside);
}

/* The record of a tile of 8, whose rows have all its nodes. */
void
fr_border_encode_block(fr_border_build *b, fr_border_encoder *w, const fr_tile *tile,
					   const fr_hub_rows sides[2])
{
	block_encoder d = {.b = b, .w = w};
	size_t record = w->blocks.size;
	bool wide;

	begin_block(&d, tile);
	wide = is_wide_table(&d);
	fr_put32(w->directory, d.block, (uint32_t) (record / 4));
	fr_byte_buffer_append(&w->blocks, FR_RECORD_LABELS);
	fr_put64(w->blocks.bytes + record + FR_RECORD_CELLS, 0, b->free_cells[d.block]);
	fr_put64(w->blocks.bytes + record + FR_RECORD_BORDERS, 0, b->border_cells[d.block]);
	fr_put16(w->blocks.bytes + record + FR_RECORD_FLAGS, 0, wide ? FR_WIDE_TABLE : 0);
	for (uint32_t i = 0; i <= b->directed; i++)
	{
		uint32_t table = store_table(&d, i, wide);

		encode_labels(&d, tile, &sides[i], i);
		fr_put32(w->blocks.bytes + record + FR_RECORD_TABLE, i, table);
		fr_put32(w->blocks.bytes + record + FR_RECORD_GROUPS, i, d.group_count);
	}
}
