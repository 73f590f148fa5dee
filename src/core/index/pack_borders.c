/*
 * pack_borders.c - the sections of the borders form
 *
 * Block after block: costs inside it between its cells and its border cells; what is
 * kept of the labels of these; then its run and its tables.
 *
 * A hub is kept only for border cells from which a best way to it leaves the block at
 * once.  Where the way leads on to another border cell of the block, that one has the hub,
 * and a query adds what it costs to go there.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/index/pack_borders.h"
#include "core/index/pool.h"

/* An entry of a border cell's label: the rank of its hub << 33 | its distance << 5 | the border cell. */
typedef uint64_t entry;

_Static_assert(FR_BORDERS_MOST <= 32 && FR_INDEX_TOP < UINT32_C(1) << 28,
			   "entries hold border cells and distances");

static inline entry
make_entry(fr_hub hub, uint32_t border)
{
	return (uint64_t) hub.rank << 33 | (uint64_t) hub.distance << 5 | border;
}

static inline uint32_t
hub_of(entry e)
{
	return (uint32_t) (e >> 33);
}

static inline uint32_t
distance_of(entry e)
{
	return (uint32_t) (e >> 5) & FR_INDEX_TOP;
}

static inline uint32_t
border_of(entry e)
{
	return (uint32_t) e & 31;
}

typedef struct packer
{
	const fr_index_parts *parts;
	const fr_overlay *overlay;
	const fr_index_scale *scale;
	uint32_t top;
	uint32_t inverse; /* of the units' diagonal; 0: the scale is proportional */
	bool pairs;
	/* of the block */
	uint32_t block;
	uint32_t borders;
	uint64_t cells;
	uint32_t place[FR_BORDERS_MOST];
	uint32_t inside[2][FR_BORDERS_MOST][FR_BLOCK_CELLS]; /* to border cells, from them */
	entry *entries;
	uint32_t entry_count;
	uint32_t entry_room;
	/* what is written */
	fr_growing blocks;
	fr_pool tables;
	fr_pool reliefs;
} packer;

/* ---- inside the block --------------------------------------------------------------- */

static uint32_t
scaled_inside(const packer *p, uint64_t cost)
{
	uint64_t scaled;

	if (cost >= FR_NO_WAY)
		return FR_NO_INSIDE;
	scaled = fr_index_scaled(p->scale, cost);
	return scaled < p->top ? (uint32_t) scaled : FR_NO_INSIDE;
}

static void
measure_from(packer *p, const fr_steps *steps, uint32_t border, bool backward)
{
	uint64_t cost[FR_BLOCK_CELLS];

	fr_ways(steps, p->place[border], !backward, cost);
	for (uint32_t i = 0; i < FR_BLOCK_CELLS; i++)
		p->inside[backward][border][i] = scaled_inside(p, cost[i]);
}

static void
measure_block(packer *p, uint32_t block)
{
	fr_steps steps;

	p->block = block;
	p->borders = 0;
	p->cells = fr_overlay_free(p->overlay, block);
	for (uint64_t b = p->overlay->borders[block]; b; b &= b - 1)
		p->place[p->borders++] = (uint32_t) __builtin_ctzll(b);
	fr_overlay_steps(p->overlay, block, &steps);
	for (uint32_t i = 0; i < p->borders; i++)
	{
		measure_from(p, &steps, i, false);
		if (p->overlay->directed)
			measure_from(p, &steps, i, true);
	}
}

/* ---- the entries of a block ------------------------------------------------------------ */

/* Of border cells to hubs, or backward. */
typedef struct direction
{
	const fr_labels *labels;
	uint32_t (*inside)[FR_BLOCK_CELLS];
} direction;

static void
add_entry(packer *p, entry e)
{
	if (p->entry_count == p->entry_room)
	{
		entry *old = p->entries;

		p->entry_room = 2 * p->entry_room + 1024;
		p->entries = fr_take(p->parts->arena, p->entry_room * sizeof *p->entries);
		if (old)
			memcpy(p->entries, old, p->entry_count * sizeof *old);
	}
	p->entries[p->entry_count++] = e;
}

/* All that the labels of the block's border cells have. */
static void
list_entries(packer *p, const direction *d)
{
	uint32_t first = p->overlay->first_border[p->block];

	p->entry_count = 0;
	for (uint32_t i = 0; i < p->borders; i++)
	{
		const fr_label *label = &d->labels->of[first + i];

		for (uint32_t k = 0; k < label->count; k++)
			if (label->hubs[k].distance < p->top)
				add_entry(p, make_entry(label->hubs[k], i));
	}
}

/* Is there an entry of the hub, of those before, over which it is as near? */
static bool
is_implied(const packer *p, const direction *d, const entry *first, const entry *e)
{
	uint32_t place = p->place[border_of(*e)];

	for (const entry *over = first; over < e && hub_of(*over) == hub_of(*e); over++)
		if (distance_of(*over) + d->inside[border_of(*over)][place] == distance_of(*e))
			return true;
	return false;
}

/* Of entries in order of hub and distance. */
static void
drop_implied(packer *p, const direction *d)
{
	uint32_t first = 0; /* of those kept, of the hub */
	uint32_t kept = 0;

	for (uint32_t i = 0; i < p->entry_count; i++)
	{
		if (hub_of(p->entries[i]) != hub_of(p->entries[first]))
			first = kept;
		p->entries[kept] = p->entries[i];
		kept += !is_implied(p, d, p->entries + first, p->entries + kept);
	}
	p->entry_count = kept;
}

/* ---- narrow costs ------------------------------------------------------------------------ */

/* Is `cost` so many straight steps and so many diagonal ones? */
static bool
is_count(const packer *p, int64_t cost, int64_t diagonals, int64_t *straights)
{
	cost -= diagonals * p->scale->units.diagonal;
	*straights = cost / p->scale->units.straight;
	return *straights * p->scale->units.straight == cost;
}

/* Its diagonal steps, of -127 to 127 or 0 to 254; false: there are none that will do. */
static bool
count_diagonals(const packer *p, int64_t cost, int64_t least, int64_t *low, int64_t *high)
{
	int64_t modulus = p->scale->units.straight;

	if (p->inverse > 0)
	{
		*high = cost % modulus * p->inverse % modulus;
		if (least < 0 && *high > modulus / 2)
			*high -= modulus;
		return is_count(p, cost, *high, low);
	}
	for (*high = least; *high < least + 255; ++*high)
		if (is_count(p, cost, *high, low) && *low >= least && *low < least + 255)
			return true;
	return false;
}

/* Two bytes for a table; false: it takes a wide cost. */
static bool
narrow_inside(const packer *p, uint32_t cost, uint8_t bytes[2])
{
	int64_t low = cost & 255;
	int64_t high = cost >> 8;

	if (p->pairs && !count_diagonals(p, cost, 0, &low, &high))
		return false;
	bytes[0] = (uint8_t) low;
	bytes[1] = (uint8_t) high;
	return low >= 0 && low <= 255 && high >= 0 && high < 255;
}

/* Two signed bytes for what a distance is above a base; false: they do not do. */
static bool
narrow_above(const packer *p, uint32_t above, uint8_t bytes[2])
{
	int64_t high = (above + 128) >> 8;
	int64_t low = (int64_t) above - high * 256;

	if (p->pairs && !count_diagonals(p, above, INT8_MIN + 1, &low, &high))
		return false;
	bytes[0] = (uint8_t) low;
	bytes[1] = (uint8_t) high;
	return low >= INT8_MIN && low <= INT8_MAX && high >= INT8_MIN && high <= INT8_MAX;
}

/* ---- groups -------------------------------------------------------------------------------- */

static uint32_t
hub_end(const packer *p, uint32_t first)
{
	uint32_t end = first;

	while (end < p->entry_count && hub_of(p->entries[end]) == hub_of(p->entries[first]))
		end++;
	return end;
}

static uint32_t
count_groups(const packer *p)
{
	uint32_t groups = 0;

	for (uint32_t i = 0; i < p->entry_count; i = hub_end(p, i))
		groups++;
	return groups;
}

static bool
is_wide_group(const packer *p, const entry *first, uint32_t count)
{
	uint8_t bytes[2];

	for (uint32_t i = 0; i < count; i++)
		if (!narrow_above(p, distance_of(first[i]) - distance_of(*first), bytes))
			return true;
	return false;
}

/* The relief of a group's entries; its place. */
static uint32_t
keep_relief(packer *p, const entry *first, uint32_t count)
{
	bool wide = is_wide_group(p, first, count);
	size_t begin = p->reliefs.bytes.size;
	uint8_t *at = fr_growing_add(&p->reliefs.bytes, fr_relief_size(count, wide));
	uint8_t *above = at + 1 + count;

	*at = (uint8_t) (count | (wide ? FR_WIDE_RELIEF : 0));
	for (uint32_t i = 0; i < count; i++)
	{
		at[1 + i] = (uint8_t) border_of(first[i]);
		if (wide)
			fr_put32(above, i, distance_of(first[i]) - distance_of(*first));
		else
			narrow_above(p, distance_of(first[i]) - distance_of(*first), above + 2 * i);
	}
	return fr_pool_keep(&p->reliefs, begin);
}

static void
write_side(packer *p, uint32_t groups)
{
	fr_side_layout l = fr_side_lay_out(groups, p->parts->wide);
	uint8_t *side = fr_growing_add(&p->blocks, l.end);
	uint32_t first = 0;

	for (uint32_t k = 0; k < groups; k++)
	{
		const entry *e = &p->entries[first];
		uint32_t end = hub_end(p, first);

		fr_put32(side, k, distance_of(*e));
		if (p->parts->wide)
			fr_put32(side + l.hub, k, hub_of(*e));
		else
			fr_put16(side + l.hub, k, (uint16_t) hub_of(*e));
		fr_put24(side + l.relief, k, keep_relief(p, e, end - first));
		first = end;
	}
}

/* ---- tables -------------------------------------------------------------------------------------- */

static bool
is_wide_table(const packer *p)
{
	uint8_t bytes[2];

	for (int backward = 0; backward <= p->overlay->directed; backward++)
		for (uint32_t i = 0; i < p->borders; i++)
			for (uint64_t c = p->cells; c; c &= c - 1)
			{
				uint32_t cost = p->inside[backward][i][__builtin_ctzll(c)];

				if (cost < FR_NO_INSIDE && !narrow_inside(p, cost, bytes))
					return true;
			}
	return false;
}

static void
write_cost(const packer *p, uint8_t *table, uint32_t at, uint32_t cost, bool wide)
{
	if (wide)
		fr_put32(table, at, cost < FR_NO_INSIDE ? cost : UINT32_MAX);
	else if (cost == FR_NO_INSIDE)
		fr_put16(table, at, UINT16_MAX);
	else
		narrow_inside(p, cost, table + 2 * (size_t) at);
}

/* The table of one direction; its place. */
static uint32_t
keep_table(packer *p, bool backward, bool wide)
{
	size_t count = (size_t) fr_bits_count(p->cells) * p->borders;
	size_t begin = p->tables.bytes.size;
	uint8_t *table =
		fr_growing_add(&p->tables.bytes, (count * (wide ? 4 : 2) + 3) & ~(size_t) 3);
	uint32_t at = 0;

	for (uint64_t c = p->cells; c; c &= c - 1)
		for (uint32_t i = 0; i < p->borders; i++)
			write_cost(p, table, at++, p->inside[backward][i][__builtin_ctzll(c)], wide);
	return fr_pool_keep(&p->tables, begin);
}

/* ---- a block ----------------------------------------------------------------------------------------- */

/* The entries of one direction. */
static void
gather_side(packer *p, const direction *d)
{
	list_entries(p, d);
	fr_sort_keys(p->entries, p->entry_count);
	drop_implied(p, d);
}

#define MOST_IN_BLOCK 65535 /* groups */

/* The run; false: it has more groups than it may. */
static bool
write_run(packer *p, const direction sides[2])
{
	size_t run = p->blocks.size;
	bool wide = is_wide_table(p);

	fr_growing_add(&p->blocks, FR_RUN_SIDES);
	fr_put64(p->blocks.bytes + run + FR_RUN_CELLS, 0, p->cells);
	fr_put64(p->blocks.bytes + run + FR_RUN_BORDERS, 0, p->overlay->borders[p->block]);
	for (uint32_t i = 0; i <= p->overlay->directed; i++)
	{
		uint32_t table = keep_table(p, i, wide);
		uint32_t groups;

		gather_side(p, &sides[i]);
		groups = count_groups(p);
		if (groups > MOST_IN_BLOCK)
			return false;
		fr_put32(p->blocks.bytes + run + FR_RUN_TABLE, i, table);
		fr_put16(p->blocks.bytes + run + FR_RUN_GROUPS, i, (uint16_t) groups);
		write_side(p, groups);
	}
	fr_put16(p->blocks.bytes + run + FR_RUN_FLAGS, 0, wide ? FR_WIDE_TABLE : 0);
	return true;
}

/* ---- all of it ------------------------------------------------------------------------------------------ */

static void
put_terrain(const packer *p)
{
	const fr_grid *grid = p->parts->grid;
	uint8_t *weights =
		fr_pack_section(p->parts, FR_SECTION_WEIGHTS, (size_t) grid->code_count * 4);

	if (grid->terrain == NULL)
		return;
	for (int i = 0; i < grid->code_count; i++)
		fr_put32(weights, (size_t) i,
				 grid->costs.weight[i] < p->top ? (uint32_t) grid->costs.weight[i]
												: p->top);
	p->parts->section[FR_SECTION_TERRAIN] =
		(fr_index_section){grid->terrain, grid->cells};
}

/* Whether pairs of counts are narrower than numbers, by the longest way inside a block. */
static bool
takes_pairs(const packer *p)
{
	return p->inverse > 0 ||
		   fr_index_scaled(p->scale, p->overlay->longest_inside) >= 255 * 256;
}

/* Directory, runs, tables and reliefs. */
static fr_status
put_runs(packer *p, const fr_labels *from, const fr_labels *to, fr_error *error)
{
	const direction sides[2] = {{from, p->inside[0]}, {to, p->inside[1]}};
	uint8_t *directory =
		fr_pack_section(p->parts, FR_SECTION_DIRECTORY, (size_t) p->overlay->blocks * 4);

	for (uint32_t block = 0; block < p->overlay->blocks; block++)
	{
		fr_poll_now(p->parts->poll);
		fr_put32(directory, block, (uint32_t) (p->blocks.size / 4));
		measure_block(p, block);
		if (!write_run(p, sides))
			return fr_fail(error, FR_INDEX_LIMIT, .what = "hubs of a block",
						   .found = count_groups(p), .wanted = MOST_IN_BLOCK);
		if (p->reliefs.bytes.size > FR_MOST_RELIEFS)
			return fr_fail(error, FR_INDEX_LIMIT, .what = "bytes of reliefs",
						   .found = (int64_t) p->reliefs.bytes.size,
						   .wanted = FR_MOST_RELIEFS);
	}
	fr_growing_add(&p->blocks, FR_BLOCK_SLACK);
	return FR_OK;
}

static void
put_bytes(const fr_index_parts *parts, int section, const fr_growing *g)
{
	parts->section[section] = (fr_index_section){g->bytes, g->size};
}

/* All sections.  FR_INDEX_LIMIT where a block has more hubs than it may, or reliefs do not fit. */
fr_status
fr_pack_borders(const fr_index_parts *parts, const fr_overlay *overlay,
				const fr_index_scale *scale, uint32_t inverse, uint32_t top,
				const fr_labels *to, bool *pairs, fr_error *error)
{
	packer p = {.parts = parts,
				.overlay = overlay,
				.scale = scale,
				.inverse = inverse,
				.top = top};

	p.pairs = takes_pairs(&p);
	p.blocks.arena = p.tables.bytes.arena = p.reliefs.bytes.arena = parts->arena;
	put_terrain(&p);
	if (put_runs(&p, parts->labels, to, error))
		return error->status;
	put_bytes(parts, FR_SECTION_BLOCKS, &p.blocks);
	put_bytes(parts, FR_SECTION_TABLES, &p.tables.bytes);
	put_bytes(parts, FR_SECTION_RELIEFS, &p.reliefs.bytes);
	*pairs = p.pairs;
	return FR_OK;
}
