/*
 * map_packed.c - maps as they are stored
 *
 * A packed map, version 1, all numbers little-endian:
 *
 *     0        1        2        4            8             12
 *     +--------+--------+--------+------------+-------------+-- - - --+-- - - --+
 *     | version|  bits  | codes n|   width    |   height    | n codes |  cells  |
 *     +--------+--------+--------+------------+-------------+-- - - --+-- - - --+
 *
 *     bits   per cell: 0, 1, 2, 4 or 8, the fewest that number n codes
 *     codes  the n codes that occur in the map, ascending
 *     cells  the position of each cell's code among them, row by row, the first cell in
 *            the lowest bits of a byte; unused bits are 0
 *
 * A map has exactly one packed form, so maps are equal if their bytes are.
 *
 * A map with links is version 2: behind the cells follow the number of links, 4 bytes,
 * and the links (map.h) in the order of fr_link_compare. Only fr_map_open_linked opens
 * it.
 *
 * A map with layers is version 3. The digest of the map's ground (map_layers.h) lies between
 * the header and the codes. After the cells come the number of links, which may be 0, then the
 * links, then the layers (map_layers.c). Only fr_map_open_layered opens it.
 */
#include "core/base/base.h"
#include "core/base/bytes.h"
#include "core/map/map_layers.h"

#include <string.h>

#define PACKED_VERSION 1
#define LINKED_VERSION 2
#define COUNT_BYTES 4

/* ---- sizes ------------------------------------------------------------- */

fr_status
fr_map_side(int64_t side, const char *what, fr_error *error)
{
	if (side < 1 || side > FR_MAX_SIDE)
		return fr_fail(error, FR_MAP_SIDE, .what = what, .found = side,
					   .wanted = FR_MAX_SIDE);
	return FR_OK;
}

fr_status
fr_map_size(int64_t width, int64_t height, fr_error *error)
{
	if (fr_map_side(width, "width", error) || fr_map_side(height, "height", error))
		return error->status;
	if (width * height > FR_MAX_CELLS)
		return fr_fail(error, FR_MAP_CELLS, .found = width * height,
					   .wanted = FR_MAX_CELLS);
	return FR_OK;
}

/* ---- the codes that occur ---------------------------------------------- */

int
fr_bits_for(int code_count)
{
	return code_count <= 1	  ? 0
		   : code_count <= 2  ? 1
		   : code_count <= 4  ? 2
		   : code_count <= 16 ? 4
							  : 8;
}

/*
 * Most maps have few codes. So a block of cells is compared with a few known codes, 16
 * cells at once, and only a block with another code is read cell by cell.
 */
#define BLOCK 64
#define FEW 4

/* Are all codes of a block known? */
static bool
are_known(const uint8_t *codes, const fr_bytes known[FEW])
{
	fr_bytes all = fr_bytes_of(0xff);

	for (int i = 0; i < BLOCK; i += 16)
	{
		fr_bytes here = fr_bytes_at(codes + i);

		all &= (fr_bytes) ((here == known[0]) | (here == known[1]) | (here == known[2]) |
						   (here == known[3]));
	}
	return fr_mask_bits(all) == 0xffff;
}

static void
find_codes(const uint8_t *codes, size_t count, bool occurs[256])
{
	for (size_t i = 0; i < count; i++)
		occurs[codes[i]] = true;
}

void
fr_palette_of(const uint8_t *codes, size_t cells, fr_palette *palette,
			  const fr_poll *poll)
{
	bool occurs[256] = {false};
	fr_bytes known[FEW] = {{0}}; /* the least codes found so far, at most FEW */
	size_t i = 0;

	for (; i + BLOCK <= cells; i += BLOCK)
	{
		int count = 0;

		fr_poll_at(poll, i / BLOCK);
		if (are_known(codes + i, known))
			continue;
		find_codes(codes + i, BLOCK, occurs);
		for (int code = FR_FIRST_CODE; code <= FR_LAST_CODE && count < FEW; code++)
			if (occurs[code])
				known[count++] = fr_bytes_of((uint8_t) code);
	}
	find_codes(codes + i, cells - i, occurs);
	palette->code_count = 0;
	for (int code = FR_FIRST_CODE; code <= FR_LAST_CODE; code++)
		if (occurs[code])
		{
			palette->position[code] = (uint8_t) palette->code_count;
			palette->codes[palette->code_count++] = (uint8_t) code;
		}
	palette->bits = fr_bits_for(palette->code_count);
}

/* ---- packing ----------------------------------------------------------- */

static size_t
cell_bytes(uint32_t width, uint32_t height, int bits)
{
	return ((size_t) width * height * (size_t) bits + 7) / 8;
}

size_t
fr_map_packed_size(uint32_t width, uint32_t height, int code_count)
{
	return FR_MAP_HEADER_SIZE + (size_t) code_count +
		   cell_bytes(width, height, fr_bits_for(code_count));
}

/* Packs the cells of one byte, the first in the lowest bits. */
static inline uint8_t
pack_byte(const uint8_t *codes, size_t count, const fr_palette *palette, int bits)
{
	unsigned byte = 0;

	for (size_t i = 0; i < count; i++)
		byte |= (unsigned) palette->position[codes[i]] << i * (size_t) bits;
	return (uint8_t) byte;
}

/*
 * Packs 16 cells of two bits: `low` and `high` have a mask per cell for each bit. Pairs of
 * cells are joined, then pairs of pairs, and so on.
 */
static inline uint32_t
pack_pairs(fr_bytes low, fr_bytes high)
{
	fr_words cells = fr_little_words((low & 1) | (high & 2));

	cells = (cells | cells >> 6) & UINT64_C(0x000f000f000f000f);
	cells = (cells | cells >> 12) & UINT64_C(0x000000ff000000ff);
	cells |= cells >> 24;
	return (uint32_t) ((cells[0] & 0xffff) | (cells[1] & 0xffff) << 16);
}

/*
 * Packs cells of one or two bits, 16 at a time, and returns how many it packed. `few` has
 * the codes by position.
 */
static size_t
pack_vectors(const uint8_t *codes, size_t cells, const fr_bytes few[FEW], int bits,
			 uint8_t *packed, const fr_poll *poll)
{
	size_t i = 0;

	for (; i + 16 <= cells; i += 16)
	{
		fr_bytes here = fr_bytes_at(codes + i);
		fr_bytes low = (fr_bytes) ((here == few[1]) | (here == few[3]));
		fr_bytes high = (fr_bytes) ((here == few[2]) | (here == few[3]));

		fr_poll_at(poll, i / 16);
		if (bits == 1)
			fr_put16(packed, i / 16, fr_mask_bits(low));
		else
			fr_put32(packed, i / 16, pack_pairs(low, high));
	}
	return i;
}

/* Packs the cells. Each call has constant bits, so compilers unroll the loops. */
FR_INLINE void
pack_cells(const uint8_t *codes, size_t cells, const fr_palette *palette, int bits,
		   uint8_t *packed, const fr_poll *poll)
{
	size_t step = 8 / (size_t) bits;
	size_t i = 0;

	if (bits <= 2)
	{
		fr_bytes few[FEW] = {{0}};

		for (int k = 0; k < palette->code_count; k++)
			few[k] = fr_bytes_of(palette->codes[k]);
		i = pack_vectors(codes, cells, few, bits, packed, poll);
	}
	for (; i + step <= cells; i += step)
	{
		fr_poll_at(poll, i / step);
		packed[i / step] = pack_byte(codes + i, step, palette, bits);
	}
	if (i < cells)
		packed[i / step] = pack_byte(codes + i, cells - i, palette, bits);
}

void
fr_map_pack(const uint8_t *codes, uint32_t width, uint32_t height,
			const fr_palette *palette, uint8_t *packed, const fr_poll *poll)
{
	size_t cells = (size_t) width * height;
	fr_map map = {.width = width,
				  .height = height,
				  .bits = palette->bits,
				  .code_count = palette->code_count};

	fr_map_base_header(&map, packed);
	packed += FR_MAP_HEADER_SIZE;
	memcpy(packed, palette->codes, (size_t) palette->code_count);
	packed += palette->code_count;
	if (palette->bits == 1)
		pack_cells(codes, cells, palette, 1, packed, poll);
	else if (palette->bits == 2)
		pack_cells(codes, cells, palette, 2, packed, poll);
	else if (palette->bits == 4)
		pack_cells(codes, cells, palette, 4, packed, poll);
	else if (palette->bits == 8)
		pack_cells(codes, cells, palette, 8, packed, poll);
}

/* ---- opening and checking ---------------------------------------------- */

static fr_status
corrupt_map(const char *what, fr_error *error)
{
	return fr_fail(error, FR_PACKED_CORRUPT, .what = what);
}

void
fr_map_peek(const uint8_t *packed, uint32_t *width, uint32_t *height)
{
	*width = fr_get32(packed, 1);
	*height = fr_get32(packed, 2);
}

fr_status
fr_map_check_codes(const fr_map *map, fr_error *error)
{
	for (int i = 0; i < map->code_count; i++)
		if (!fr_is_code(map->codes[i]) || (i > 0 && map->codes[i - 1] >= map->codes[i]))
			return corrupt_map("codes", error);
	return FR_OK;
}

/* Opens packed bytes of a known version; *end is where the cells end. */
static fr_status
open_version(const uint8_t *packed, size_t size, fr_map *map, size_t *end,
			 fr_error *error)
{
	map->bits = packed[1];
	map->code_count = packed[2];
	fr_map_peek(packed, &map->width, &map->height);
	map->ground = fr_map_is_layered(packed) ? packed + FR_MAP_HEADER_SIZE : NULL;
	map->codes = packed + FR_MAP_HEADER_SIZE + (map->ground ? FR_GROUND_BYTES : 0);
	map->cells = map->codes + map->code_count;
	map->link_count = 0;
	map->layer_count = 0;
	map->layers = NULL;
	if (fr_map_size(map->width, map->height, error))
		return error->status;
	if (packed[3] != 0 || map->code_count < 1 || map->code_count > FR_CODES ||
		map->bits != fr_bits_for(map->code_count))
		return corrupt_map("header", error);
	*end = fr_map_packed_size(map->width, map->height, map->code_count) +
		   (map->ground ? FR_GROUND_BYTES : 0);
	map->links = packed + *end;
	if (size < *end)
		return corrupt_map("size", error);
	return fr_map_check_codes(map, error);
}

fr_status
fr_map_open(const uint8_t *packed, size_t size, fr_map *map, fr_error *error)
{
	size_t end;

	if (size < FR_MAP_HEADER_SIZE)
		return corrupt_map("header", error);
	if (packed[0] != PACKED_VERSION)
		return fr_fail(error, FR_PACKED_VERSION, .found = packed[0],
					   .wanted = PACKED_VERSION);
	if (open_version(packed, size, map, &end, error))
		return error->status;
	return size == end ? FR_OK : corrupt_map("size", error);
}

size_t
fr_map_links_size(uint32_t count)
{
	return count ? COUNT_BYTES + (size_t) count * FR_LINK_BYTES : 0;
}

void
fr_map_put_links(uint8_t *packed, size_t size, uint32_t count)
{
	packed[0] = count ? LINKED_VERSION : PACKED_VERSION;
	if (count)
		fr_put32(packed + size, 0, count);
}

bool
fr_map_has_sound_links(const fr_map *map)
{
	for (uint32_t i = 0; i < map->link_count; i++)
	{
		fr_link link = fr_link_unpack(map->links + (size_t) i * FR_LINK_BYTES);

		if ((uint32_t) link.from.x >= map->width ||
			(uint32_t) link.from.y >= map->height || (uint32_t) link.to.x >= map->width ||
			(uint32_t) link.to.y >= map->height || (link.code && !fr_is_code(link.code)))
			return false;
	}
	return true;
}

/* Opens the links behind the cells, of which there are at least `least`; moves *end there. */
static fr_status
open_links(size_t size, uint32_t least, fr_map *map, size_t *end, fr_error *error)
{
	if (size < *end + COUNT_BYTES)
		return corrupt_map("size", error);
	map->link_count = fr_get32(map->links, 0);
	map->links += COUNT_BYTES;
	if (map->link_count < least || map->link_count > FR_MAX_LINKS)
		return corrupt_map("size", error);
	*end += COUNT_BYTES + (size_t) map->link_count * FR_LINK_BYTES;
	if (size < *end)
		return corrupt_map("size", error);
	return fr_map_has_sound_links(map) ? FR_OK : corrupt_map("links", error);
}

fr_status
fr_map_open_linked(const uint8_t *packed, size_t size, fr_map *map, fr_error *error)
{
	size_t end;

	if (size < FR_MAP_HEADER_SIZE || packed[0] == PACKED_VERSION)
		return fr_map_open(packed, size, map, error);
	if (packed[0] != LINKED_VERSION)
		return fr_fail(error, FR_PACKED_VERSION, .found = packed[0],
					   .wanted = LINKED_VERSION);
	if (open_version(packed, size, map, &end, error) ||
		open_links(size, 1, map, &end, error))
		return error->status;
	return size == end ? FR_OK : corrupt_map("size", error);
}

fr_status
fr_map_open_layered(const uint8_t *packed, size_t size, fr_map *map, fr_error *error)
{
	size_t end;

	if (size < FR_MAP_HEADER_SIZE || packed[0] < FR_LAYERED_VERSION)
		return fr_map_open_linked(packed, size, map, error);
	if (!fr_map_is_layered(packed))
		return fr_fail(error, FR_PACKED_VERSION, .found = packed[0],
					   .wanted = FR_LAYERED_VERSION);
	if (size < FR_MAP_HEADER_SIZE + FR_GROUND_BYTES)
		return corrupt_map("size", error);
	if (open_version(packed, size, map, &end, error) ||
		open_links(size, 0, map, &end, error))
		return error->status;
	return fr_layers_open(packed + end, size - end, map) ? FR_OK
														 : corrupt_map("layers", error);
}

fr_status
fr_map_check_links(const fr_map *map, const fr_poll *poll, fr_error *error)
{
	for (uint32_t i = 0; i < map->link_count; i++)
	{
		const uint8_t *bytes = map->links + (size_t) i * FR_LINK_BYTES;

		fr_poll_at(poll, i);
		if (!fr_link_check(bytes) ||
			(i > 0 && fr_link_compare(bytes - FR_LINK_BYTES, bytes) >= 0))
			return corrupt_map("links", error);
	}
	return FR_OK;
}

fr_status
fr_map_check_layers(const fr_map *map, const fr_poll *poll, fr_error *error)
{
	size_t cells = (size_t) map->width * map->height;

	for (int i = 0; i < map->layer_count; i++)
	{
		fr_layer layer;

		fr_map_layer(map, i, &layer);
		if (!fr_layer_is_packed(&layer, cells, poll))
			return corrupt_map("layers", error);
	}
	return FR_OK;
}

/* ---- the base of a map with layers -------------------------------------- */

size_t
fr_map_base_size(const fr_map *map)
{
	return fr_map_packed_size(map->width, map->height, map->code_count) +
		   fr_map_links_size(map->link_count);
}

void
fr_map_base_header(const fr_map *map, uint8_t *header)
{
	header[0] = map->link_count ? LINKED_VERSION : PACKED_VERSION;
	header[1] = (uint8_t) map->bits;
	header[2] = (uint8_t) map->code_count;
	header[3] = 0;
	fr_put32(header, 1, map->width);
	fr_put32(header, 2, map->height);
}

size_t
fr_map_layered_size(const fr_map *base, size_t layer_bytes)
{
	return fr_map_base_size(base) + FR_GROUND_BYTES +
		   (base->link_count ? 0 : COUNT_BYTES) + COUNT_BYTES + layer_bytes;
}

uint8_t *
fr_map_put_layers(uint8_t *packed, const fr_map *base, const uint8_t *digest, int layers,
				  const fr_poll *poll)
{
	size_t rest = fr_map_base_size(base) - FR_MAP_HEADER_SIZE;

	fr_map_base_header(base, packed);
	packed[0] = FR_LAYERED_VERSION;
	packed += FR_MAP_HEADER_SIZE;
	memcpy(packed, digest, FR_GROUND_BYTES);
	packed += FR_GROUND_BYTES;
	fr_copy(packed, base->codes, rest, poll);
	packed += rest;
	if (base->link_count == 0)
	{
		fr_put32(packed, 0, 0);
		packed += COUNT_BYTES;
	}
	fr_put32(packed, 0, (uint32_t) layers);
	return packed + COUNT_BYTES;
}

/* ---- the cells of untrusted bytes ---------------------------------------- */

static inline int
position_at(const fr_map *map, size_t cell)
{
	size_t bit = cell * (size_t) map->bits;

	return map->cells[bit / 8] >> bit % 8 & ((1 << map->bits) - 1);
}

fr_status
fr_map_check(const fr_map *map, const fr_poll *poll, fr_error *error)
{
	size_t cells = (size_t) map->width * map->height;
	size_t bits = (size_t) map->bits;
	size_t whole = cells * bits / 8; /* bytes without unused bits */
	size_t unused = cell_bytes(map->width, map->height, map->bits) * 8 - cells * bits;
	bool bytes[256] = {false};
	bool occurs[256] = {false};

	if (bits == 0)
		return FR_OK;
	for (size_t i = 0; i < whole; i++)
	{
		fr_poll_at(poll, i);
		bytes[map->cells[i]] = true;
	}
	for (unsigned byte = 0; byte < 256; byte++)
		for (size_t shift = 0; bytes[byte] && shift < 8; shift += bits)
			occurs[byte >> shift & ((1u << bits) - 1)] = true;
	for (size_t i = whole * 8 / bits; i < cells; i++)
		occurs[position_at(map, i)] = true;
	for (int i = 0; i < 256; i++)
		if (occurs[i] != (i < map->code_count))
			return corrupt_map("cells", error);
	if (unused > 0 && map->cells[whole] >> (8 - unused) != 0)
		return corrupt_map("padding", error);
	return FR_OK;
}

/* ---- cells ------------------------------------------------------------- */

/* A map that was damaged in storage may have positions beyond the codes. */
static inline int
in_codes(const fr_map *map, int position)
{
	return position < map->code_count ? position : map->code_count - 1;
}

uint8_t
fr_map_code(const fr_map *map, uint32_t x, uint32_t y)
{
	size_t cell = (size_t) y * map->width + x;

	return map->codes[map->bits ? in_codes(map, position_at(map, cell)) : 0];
}

void
fr_map_unpack_positions(const fr_map *map, size_t first, size_t count, uint8_t *positions)
{
	const uint8_t *cells = map->cells; /* writes to positions may alias map->cells */
	size_t bits = (size_t) map->bits;
	size_t bit = first * bits;
	unsigned mask = (1u << bits) - 1;

	if (bits == 0)
		memset(positions, 0, count);
	else if (bits == 8)
		memcpy(positions, cells + first, count);
	else
		for (size_t i = 0; i < count; i++, bit += bits)
			positions[i] = (uint8_t) (cells[bit / 8] >> bit % 8 & mask);
	if (map->code_count <= (int) mask)
		for (size_t i = 0; i < count; i++)
			positions[i] = (uint8_t) in_codes(map, positions[i]);
}

void
fr_map_unpack_codes(const fr_map *map, size_t first, size_t count, uint8_t *codes)
{
	fr_map_unpack_positions(map, first, count, codes);
	for (size_t i = 0; i < count; i++)
		codes[i] = map->codes[codes[i]];
}

void
fr_map_unpack(const fr_map *map, uint8_t *codes, const fr_poll *poll)
{
	for (uint32_t y = 0; y < map->height; y++)
	{
		size_t first = (size_t) y * map->width;

		fr_poll_now(poll);
		fr_map_unpack_codes(map, first, map->width, codes + first);
	}
}
