/*
 * map.c - maps in packed form, as they are stored
 *
 * The packed form, version 1, all numbers little-endian:
 *
 *     0        1        2        4            8             12
 *     +--------+--------+--------+------------+-------------+-- - - --+-- - - --+
 *     | version|  bits  | codes n|   width    |   height    | n codes |  cells  |
 *     +--------+--------+--------+------------+-------------+-- - - --+-- - - --+
 *
 *     bits   per cell: 0, 1, 2, 4 or 8, the fewest that number n codes
 *     codes  the n codes that occur in the map, ascending
 *     cells  each cell's code as its position among them, row by row, the
 *            first cell in the lowest bits of a byte, unused bits 0
 *
 * A map has exactly one packed form, so maps are equal if their bytes are. A map with
 * links is of version 2: their number, 4 bytes, and the links (link.h), in the order of
 * fr_link_compare, follow the cells. Version 2 is opened by fr_map_open_linked alone, for
 * whoever does not know of links would leave them out of its answers.
 */
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/map/map.h"

#define PACKED_VERSION 1
#define LINKED_VERSION 2
#define COUNT_BYTES 4

/* ---- sizes ------------------------------------------------------------- */

/* Checks one side of a map; `what` is "width" or "height". */
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

/* ---- packing ----------------------------------------------------------- */

/* The number of bits that a position among `code_count` codes takes. */
int
fr_bits_for(int code_count)
{
	return code_count <= 1	  ? 0
		   : code_count <= 2  ? 1
		   : code_count <= 4  ? 2
		   : code_count <= 16 ? 4
							  : 8;
}

/* The codes that occur among the cells. */
void
fr_palette_of(const uint8_t *codes, size_t cells, fr_palette *palette,
			  const fr_poll *poll)
{
	bool occurs[256] = {false};

	for (size_t i = 0; i < cells; i++)
	{
		fr_poll_at(poll, i);
		occurs[codes[i]] = true;
	}
	palette->code_count = 0;
	for (int code = FR_FIRST_CODE; code <= FR_LAST_CODE; code++)
		if (occurs[code])
		{
			palette->position[code] = (uint8_t) palette->code_count;
			palette->codes[palette->code_count++] = (uint8_t) code;
		}
	palette->bits = fr_bits_for(palette->code_count);
}

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
static uint8_t
pack_byte(const uint8_t *codes, size_t count, const fr_palette *palette)
{
	unsigned byte = 0;

	for (size_t i = 0; i < count; i++)
		byte |= (unsigned) palette->position[codes[i]] << i * (size_t) palette->bits;
	return (uint8_t) byte;
}

/*
 * Sets cell i to the code at this position of the map's codes, in cells packed like the
 * map's, which has more than one code.
 */
void
fr_map_put(const fr_map *map, uint8_t *cells, size_t i, unsigned position)
{
	size_t bit = i * (size_t) map->bits;
	unsigned mask = (1u << map->bits) - 1;
	unsigned shift = bit % 8;

	cells[bit / 8] = (uint8_t) ((cells[bit / 8] & ~(mask << shift)) | position << shift);
}

/* Packs codes[height][width] into fr_map_packed_size bytes. */
void
fr_map_pack(const uint8_t *codes, uint32_t width, uint32_t height,
			const fr_palette *palette, uint8_t *packed, const fr_poll *poll)
{
	size_t cells = (size_t) width * height;
	size_t step = palette->bits ? 8 / (size_t) palette->bits : cells;

	packed[0] = PACKED_VERSION;
	packed[1] = (uint8_t) palette->bits;
	packed[2] = (uint8_t) palette->code_count;
	packed[3] = 0;
	fr_put32(packed, 1, width);
	fr_put32(packed, 2, height);
	packed += FR_MAP_HEADER_SIZE;
	memcpy(packed, palette->codes, (size_t) palette->code_count);
	packed += palette->code_count;
	if (palette->bits == 0)
		return;
	for (size_t i = 0; i < cells; i += step)
	{
		fr_poll_at(poll, i / step);
		*packed++ = pack_byte(codes + i, cells - i < step ? cells - i : step, palette);
	}
}

/* ---- unpacking --------------------------------------------------------- */

static fr_status
corrupt_map(const char *what, fr_error *error)
{
	return fr_fail(error, FR_PACKED_CORRUPT, .what = what);
}

/* The map's width and height, from the first FR_MAP_HEADER_SIZE bytes alone. */
void
fr_map_peek(const uint8_t *packed, uint32_t *width, uint32_t *height)
{
	*width = fr_get32(packed, 1);
	*height = fr_get32(packed, 2);
}

/* Checks that untrusted codes are codes, in ascending order. */
fr_status
fr_map_check_codes(const fr_map *map, fr_error *error)
{
	for (int i = 0; i < map->code_count; i++)
		if (!fr_is_code(map->codes[i]) || (i > 0 && map->codes[i - 1] >= map->codes[i]))
			return corrupt_map("codes", error);
	return FR_OK;
}

/* Opens packed bytes of a version; *end is where the cells end. */
static fr_status
open_version(const uint8_t *packed, size_t size, fr_map *map, size_t *end,
			 fr_error *error)
{
	map->bits = packed[1];
	map->code_count = packed[2];
	fr_map_peek(packed, &map->width, &map->height);
	map->codes = packed + FR_MAP_HEADER_SIZE;
	map->cells = map->codes + map->code_count;
	map->link_count = 0;
	if (fr_map_size(map->width, map->height, error))
		return error->status;
	if (packed[3] != 0 || map->code_count < 1 || map->code_count > FR_CODES ||
		map->bits != fr_bits_for(map->code_count))
		return corrupt_map("header", error);
	*end = fr_map_packed_size(map->width, map->height, map->code_count);
	map->links = packed + *end;
	if (size < *end)
		return corrupt_map("size", error);
	return fr_map_check_codes(map, error);
}

/*
 * Opens packed bytes without links and checks the header, so that reads of cells stay
 * within the bytes. fr_map_check checks the cells.
 */
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

/* The bytes that so many links add. */
size_t
fr_map_links_size(uint32_t count)
{
	return count ? COUNT_BYTES + (size_t) count * FR_LINK_BYTES : 0;
}

/* Writes the number of links, which follow, behind `size` packed bytes without links. */
void
fr_map_put_links(uint8_t *packed, size_t size, uint32_t count)
{
	packed[0] = count ? LINKED_VERSION : PACKED_VERSION;
	if (count)
		fr_put32(packed + size, 0, count);
}

/* Are the links such that a grid of them stays within its memory? */
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

/* Opens packed bytes that may have links, and checks these likewise. */
fr_status
fr_map_open_linked(const uint8_t *packed, size_t size, fr_map *map, fr_error *error)
{
	size_t end;

	if (size < FR_MAP_HEADER_SIZE || packed[0] == PACKED_VERSION)
		return fr_map_open(packed, size, map, error);
	if (packed[0] != LINKED_VERSION)
		return fr_fail(error, FR_PACKED_VERSION, .found = packed[0],
					   .wanted = LINKED_VERSION);
	if (open_version(packed, size, map, &end, error))
		return error->status;
	if (size < end + COUNT_BYTES)
		return corrupt_map("size", error);
	map->link_count = fr_get32(map->links, 0);
	map->links += COUNT_BYTES;
	if (map->link_count < 1 || map->link_count > FR_MAX_LINKS ||
		size != end + fr_map_links_size(map->link_count))
		return corrupt_map("size", error);
	return fr_map_has_sound_links(map) ? FR_OK : corrupt_map("links", error);
}

/* Checks that untrusted links of an opened map are links, in order. */
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

static inline int
position_at(const fr_map *map, size_t cell)
{
	size_t bit = cell * (size_t) map->bits;

	return map->cells[bit / 8] >> bit % 8 & ((1 << map->bits) - 1);
}

/* Checks that untrusted bytes are the one packed form of a map. */
fr_status
fr_map_check(const fr_map *map, const fr_poll *poll, fr_error *error)
{
	size_t cells = (size_t) map->width * map->height;
	size_t unused =
		cell_bytes(map->width, map->height, map->bits) * 8 - cells * (size_t) map->bits;
	bool occurs[256] = {false};

	if (map->bits == 0)
		return FR_OK;
	for (size_t i = 0; i < cells; i++)
	{
		fr_poll_at(poll, i);
		occurs[position_at(map, i)] = true;
	}
	for (int i = 0; i < 256; i++)
		if (occurs[i] != (i < map->code_count))
			return corrupt_map("cells", error);
	if (unused > 0 && map->cells[cells * (size_t) map->bits / 8] >> (8 - unused) != 0)
		return corrupt_map("padding", error);
	return FR_OK;
}

/* Maps that changed where they were stored may have positions beyond the codes. */
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

/* Unpacks `count` cells from `first` on, as positions in map->codes. */
void
fr_map_unpack_positions(const fr_map *map, size_t first, size_t count, uint8_t *positions)
{
	const uint8_t *cells =
		map->cells; /* a local copy: writes to positions cannot alias it */
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

/* Unpacks `count` cells from `first` on, as codes. */
void
fr_map_unpack_codes(const fr_map *map, size_t first, size_t count, uint8_t *codes)
{
	fr_map_unpack_positions(map, first, count, codes);
	for (size_t i = 0; i < count; i++)
		codes[i] = map->codes[codes[i]];
}

/* Unpacks all cells into codes[height][width]. */
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
