/*
 * edits.c - what an index of the map before an edit spares
 */
#include "core/index/borders/edits.h"

#include <string.h>

#include "core/base/random.h"

#define AT_FIRST_HUBS 0 /* u32s of the section */
#define AT_BYTES 1
#define HASHES 8 /* bytes before these */

#define SPARE_BYTES 4096 /* for small maps, of what edits leave */
#define SPARE_HUBS 64

/* ---- the section -------------------------------------------------------------------- */

static size_t
tiles_along(uint32_t cells, int32_t size)
{
	return (cells + (uint32_t) size - 1) / (uint32_t) size;
}

static size_t
tiles_of(const fr_border_build *b, int32_t size)
{
	return tiles_along(b->grid->width, size) * tiles_along(b->grid->height, size);
}

static size_t
section_size(const fr_border_build *b)
{
	size_t tiles = 0;

	for (int32_t size = FR_INDEX_BLOCK; size <= b->sizes.top; size *= 2)
		tiles += tiles_of(b, size);
	return HASHES + tiles * 8;
}

/* Which of the hashes is that of a tile. */
static size_t
place_of_hash(const fr_border_build *b, int32_t x, int32_t y, int32_t size)
{
	size_t before = 0;

	for (int32_t smaller = FR_INDEX_BLOCK; smaller < size; smaller *= 2)
		before += tiles_of(b, smaller);
	return before + (size_t) (y / size) * tiles_along(b->grid->width, size) +
		   (size_t) (x / size);
}

/* ---- hashes -------------------------------------------------------------------------- */

static uint64_t
mixed(uint64_t hash, uint64_t more)
{
	hash = (hash ^ more) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

static uint64_t
seed_of(const fr_border_build *b, const fr_run_writer *w)
{
	uint64_t seed = mixed(b->units.straight, b->units.diagonal);

	seed = mixed(seed, b->top);
	seed = mixed(seed, (uint64_t) b->grid->corners << 8 | b->grid->octile);
	seed = mixed(seed, (uint64_t) b->directed << 1 | b->grid->costs.average);
	return mixed(seed, (uint64_t) w->many << 1 | w->narrower.pairs);
}

/* The weight of a cell; 0: it is blocked. */
static uint64_t
weight_at(const fr_border_build *b, int32_t x, int32_t y)
{
	if (!fr_frame_has(b, b->free, x, y))
		return 0;
	if (b->grid->terrain == NULL)
		return 1;
	return b->grid->costs
		.weight[b->grid->terrain[fr_grid_index(b->grid, (fr_cell){x, y})]];
}

static uint64_t
hash_cells(const fr_border_build *b, const fr_tile *tile, uint64_t hash)
{
	for (int32_t y = tile->y; y <= tile->y + tile->size; y++)
		for (int32_t x = tile->x; x <= tile->x + tile->size; x++)
			hash = mixed(hash, weight_at(b, x, y));
	for (uint32_t gate = 0; gate < tile->gates; gate++)
		hash = mixed(hash, tile->cell[gate]);
	return hash;
}

#define STREAMS 4

/*
 * A hash of a row's gates, two numbers at a time, as four sums that need not wait for
 * each other.
 */
static uint64_t
hash_row(const fr_rows *r, uint32_t row, uint64_t hash)
{
	const int32_t *costs = fr_rows_at(r, row);
	uint64_t sums[STREAMS] = {r->hub[row], 1, 2, 3};

	for (uint32_t i = 0; i < r->gate_lanes; i++)
	{
		uint64_t words[STREAMS];

		memcpy(words, costs + (size_t) i * FR_LANE, sizeof words);
		for (int k = 0; k < STREAMS; k++)
			sums[k] = mixed(sums[k], words[k]);
	}
	for (int k = 0; k < STREAMS; k++)
		hash = mixed(hash, sums[k]);
	return hash;
}

/* A hash of everything that a tile's blocks depend on; rows have the gates. */
uint64_t
fr_tile_hash(const fr_border_build *b, const fr_tile_hashes *hashes, const fr_tile *tile,
			 const fr_rows sides[2])
{
	uint64_t hash = hash_cells(b, tile, hashes->seed);

	for (int side = 0; side <= b->directed; side++)
		for (uint32_t row = 0; row < sides[side].count; row++)
		{
			fr_poll_at(b->poll, row);
			hash = hash_row(&sides[side], row, hash);
		}
	return hash;
}

void
fr_tile_hash_put(const fr_border_build *b, const fr_tile_hashes *hashes,
				 const fr_tile *tile, uint64_t hash)
{
	fr_put64(hashes->bytes + HASHES, place_of_hash(b, tile->x, tile->y, tile->size),
			 hash);
}

fr_tile_hashes
fr_tile_hashes_take(const fr_border_build *b, const fr_run_writer *w,
					const fr_old_build *old)
{
	fr_tile_hashes h = {.size = section_size(b), .seed = seed_of(b, w)};

	h.bytes = fr_take(b->arena, h.size);
	memset(h.bytes, 0, h.size);
	fr_put32(h.bytes, AT_FIRST_HUBS, old->index ? old->first_count : b->first_count);
	if (old->index)
		fr_put32(h.bytes, AT_BYTES,
				 fr_get32(old->index->section[FR_SECTION_TILES], AT_BYTES));
	return h;
}

/* ---- the old index -------------------------------------------------------------------- */

/* No number is that of two cells, or the bytes were made up. */
static void
note_hub(fr_old_build *old, uint32_t cell, uint32_t hub)
{
	if (old->cell[hub] != FR_NO_CELL)
		return;
	old->hub[cell] = hub;
	old->cell[hub] = cell;
}

/* Notes the numbers of the hubs among a block's border cells: they are at no distance from them. */
static void
note_hubs(const fr_border_build *b, fr_old_build *old, uint32_t block)
{
	fr_border_block open =
		fr_border_open(old->index, fr_index_run_of(old->index, block), false);
	uint32_t place[FR_BLOCK_CELLS];
	uint32_t count = 0;

	for (uint64_t set = open.borders; set; set &= set - 1)
		place[count++] = (uint32_t) __builtin_ctzll(set);
	for (uint32_t k = 0; k < open.side.groups; k++)
		if (fr_get32(open.side.base, k) == 0)
		{
			fr_relief relief = fr_border_relief(old->index, &open.side, k);
			fr_cell at = fr_cell_at(b->across, block, place[relief.border[0]]);

			note_hub(old, fr_grid_index(b->grid, at), fr_border_hub(&open.side, k));
		}
}

static bool
has_our_shape(const fr_border_build *b, const fr_index *index)
{
	return index != NULL && index->row == &fr_index_borders_row && b->ends == NULL &&
		   fr_section_size(index, FR_SECTION_LINKS) == 0 &&
		   index->width == b->grid->width && index->height == b->grid->height &&
		   index->directed == b->directed &&
		   fr_section_size(index, FR_SECTION_TILES) >= section_size(b);
}

/*
 * Opens the old index, after the sizes of tiles were chosen; one of another size or form
 * is ignored.
 */
void
fr_old_open(fr_border_build *b, const fr_index *index, fr_old_build *old)
{
	*old = (fr_old_build){0};
	if (!has_our_shape(b, index))
		return;
	old->index = index;
	old->first_count = fr_get32(index->section[FR_SECTION_TILES], AT_FIRST_HUBS);
	if (old->first_count > index->hubs)
		old->first_count = index->hubs;
	old->hub = fr_take_numbers(b->arena, b->grid->cells);
	old->cell = fr_take_numbers(b->arena, index->hubs);
	memset(old->hub, 0xff, b->grid->cells * sizeof *old->hub);
	memset(old->cell, 0xff, index->hubs * sizeof *old->cell);
	for (uint32_t block = 0; block < b->across * b->down; block++)
	{
		fr_poll_at(b->poll, block);
		note_hubs(b, old, block);
	}
}

void
fr_old_close(const fr_border_build *b, fr_old_build *old)
{
	if (old->index)
	{
		fr_release_numbers(b->arena, old->hub, b->grid->cells);
		fr_release_numbers(b->arena, old->cell, old->index->hubs);
	}
	*old = (fr_old_build){0};
}

static bool
may_be_hub(const fr_border_build *b, uint32_t cell)
{
	fr_cell at = fr_frame_cell(b, cell);

	return fr_frame_has(b, b->borders, at.x, at.y) &&
		   (at.x % FR_INDEX_BLOCK == 0 || at.y % FR_INDEX_BLOCK == 0);
}

/* First hubs are those of the old index that are border cells still. */
void
fr_old_take_first(fr_border_build *b, const fr_old_build *old)
{
	b->first = fr_take_numbers(b->arena, old->first_count);
	for (uint32_t hub = 0; hub < old->first_count; hub++)
		if (old->cell[hub] != FR_NO_CELL && may_be_hub(b, old->cell[hub]))
			fr_frame_add_first(b, old->cell[hub]);
}

/* ---- what is taken over ------------------------------------------------------------------ */

static void
load_bytes(fr_growing *g, const uint8_t *bytes, size_t size)
{
	memcpy(fr_growing_add(g, size), bytes, size);
}

static void
note_reliefs(fr_pool *reliefs)
{
	size_t at = 0;

	while (at < reliefs->bytes.size)
	{
		fr_relief relief = fr_relief_at(reliefs->bytes.bytes + at);
		size_t size = fr_relief_size(relief.count, relief.wide);

		if (relief.count == 0 || at + size > reliefs->bytes.size)
			return;
		fr_pool_note(reliefs, at, size);
		at += size;
	}
}

static void
note_tables(const fr_border_build *b, const fr_index *index, fr_pool *tables)
{
	for (uint32_t block = 0; block < b->across * b->down; block++)
		for (uint32_t backward = 0; backward <= b->directed; backward++)
		{
			const uint8_t *run = fr_index_run_of(index, block);
			fr_border_block open = fr_border_open(index, run, backward);
			size_t costs = (size_t) fr_bits_count(open.cells) * open.border_count;

			fr_pool_note(tables, (size_t) fr_get32(run + FR_RUN_TABLE, backward) * 4,
						 (costs * (open.wide ? 4 : 2) + 3) & ~(size_t) 3);
		}
}

/* Tables and reliefs of the old index, which blocks that are copied refer to. */
void
fr_old_load(const fr_border_build *b, const fr_old_build *old, fr_run_writer *w)
{
	const fr_index *index = old->index;

	load_bytes(&w->tables.bytes, index->section[FR_SECTION_TABLES],
			   fr_section_size(index, FR_SECTION_TABLES));
	load_bytes(&w->reliefs.bytes, index->section[FR_SECTION_RELIEFS],
			   fr_section_size(index, FR_SECTION_RELIEFS));
	note_tables(b, index, &w->tables);
	note_reliefs(&w->reliefs);
}

static size_t
run_size(const fr_border_build *b, const fr_index *index, uint32_t block)
{
	fr_border_side last =
		fr_border_side_of(index, fr_index_run_of(index, block), b->directed);

	return (size_t) (last.end - fr_index_run_of(index, block));
}

static void
copy_block(const fr_border_build *b, const fr_old_build *old, uint32_t block,
		   fr_run_writer *w)
{
	fr_put32(w->directory, block, (uint32_t) (w->blocks.size / 4));
	load_bytes(&w->blocks, fr_index_run_of(old->index, block),
			   run_size(b, old->index, block));
}

static void
copy_hash(const fr_border_build *b, const fr_old_build *old, fr_cell at, int32_t size,
		  const fr_tile_hashes *hashes)
{
	size_t place = place_of_hash(b, at.x, at.y, size);

	fr_put64(hashes->bytes + HASHES, place,
			 fr_get64(old->index->section[FR_SECTION_TILES] + HASHES, place));
}

static void
copy_part(const fr_border_build *b, const fr_old_build *old, fr_cell at, int32_t size,
		  fr_run_writer *w, const fr_tile_hashes *hashes)
{
	if (!fr_grid_has(b->grid, at))
		return;
	copy_hash(b, old, at, size, hashes);
	if (size == FR_INDEX_BLOCK)
	{
		copy_block(b, old, fr_block_of(b->across, at), w);
		return;
	}
	for (int i = 0; i < 4; i++)
		copy_part(b, old, (fr_cell){at.x + i % 2 * (size / 2), at.y + i / 2 * (size / 2)},
				  size / 2, w, hashes);
}

/* All blocks of a tile, in the order in which they are written. */
void
fr_old_copy(const fr_border_build *b, const fr_old_build *old, const fr_tile *tile,
			fr_run_writer *w, const fr_tile_hashes *hashes)
{
	fr_poll_now(b->poll);
	copy_part(b, old, (fr_cell){tile->x, tile->y}, tile->size, w, hashes);
}

bool
fr_old_has_tile(const fr_border_build *b, const fr_old_build *old, const fr_tile *tile,
				uint64_t hash)
{
	return old->index != NULL &&
		   fr_get64(old->index->section[FR_SECTION_TILES] + HASHES,
					place_of_hash(b, tile->x, tile->y, tile->size)) == hash;
}

/* Bytes of tables and reliefs that there may be: a quarter may be left over from edits. */
size_t
fr_old_most_shared(const fr_old_build *old)
{
	size_t anew;

	if (old->index == NULL)
		return SIZE_MAX;
	anew = (size_t) fr_get32(old->index->section[FR_SECTION_TILES], AT_BYTES) * 4;
	return anew + anew / 4 + SPARE_BYTES;
}

/* May there be numbers of hubs up to this one? */
bool
fr_old_may_number(const fr_border_build *b, const fr_old_build *old, uint32_t hubs)
{
	return old->index == NULL || (hubs <= b->hubs + b->hubs / 4 + SPARE_HUBS &&
								  (old->index->many || hubs <= FR_MOST_HUBS));
}

/* Notes what tables and reliefs take that were made anew. */
void
fr_tile_hashes_close(const fr_tile_hashes *hashes, const fr_old_build *old,
					 const fr_run_writer *w)
{
	if (old->index == NULL)
		fr_put32(hashes->bytes, AT_BYTES, (uint32_t) (fr_run_writer_shared(w) / 4));
}
