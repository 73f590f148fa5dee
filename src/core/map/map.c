/*
 * map.c - maps as text, and in packed form as they are stored
 *
 * The text is the Moving AI map file (Sturtevant 2012):
 *
 *     type octile
 *     height H
 *     width W
 *     map
 *     ...H rows of W codes...
 *
 * Lines end in LF or CRLF. The last line may lack its end, and empty lines may follow
 * it. No other deviation is accepted.
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
 * A map has exactly one packed form, so maps are equal if their bytes are.
 */
#include <string.h>

#include "core/base/scan.h"
#include "core/map/map.h"

#define PACKED_VERSION 1

static uint32_t
read32(const uint8_t *bytes)
{
	return (uint32_t) bytes[0] | (uint32_t) bytes[1] << 8 | (uint32_t) bytes[2] << 16 |
		   (uint32_t) bytes[3] << 24;
}

static void
write32(uint8_t *bytes, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		bytes[i] = (uint8_t) (value >> 8 * i);
}

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

/* ---- text in ----------------------------------------------------------- */

/* The line at *next, without its end; *next moves past the end. */
static fr_span
take_line(const char **next, const char *end)
{
	const char *at = *next;
	const char *stop = memchr(at, '\n', (size_t) (end - at));
	size_t length;

	*next = stop ? stop + 1 : end;
	length = (size_t) ((stop ? stop : end) - at);
	if (length > 0 && at[length - 1] == '\r')
		length--;
	return (fr_span){at, length};
}

/* Parses "WORD n". A number that overflows becomes another that is out of range. */
static bool
line_number(fr_span l, const char *word, fr_span *digits, int64_t *number)
{
	size_t skip = strlen(word);

	if (l.length < skip + 2 || memcmp(l.at, word, skip) != 0 || l.at[skip] != ' ')
		return false;
	*digits = (fr_span){l.at + skip + 1, l.length - skip - 1};
	*number = 0;
	for (size_t i = 0; i < digits->length; i++)
	{
		if (digits->at[i] < '0' || digits->at[i] > '9')
		{
			*number = -1;
			return true;
		}
		if (*number <= FR_MAX_CELLS)
			*number = *number * 10 + (digits->at[i] - '0');
	}
	return true;
}

static fr_status
parse_side(fr_span l, const char *word, int64_t row, uint32_t *side, fr_error *error)
{
	fr_span digits;
	int64_t number;

	if (!line_number(l, word, &digits, &number))
		return fr_fail(error, FR_MAP_HEADER, .row = row, .what = word, .at = l.at,
					   .length = l.length);
	if (fr_map_side(number, word, error))
	{
		error->at = digits.at;
		error->length = digits.length;
		return error->status;
	}
	*side = (uint32_t) number;
	return FR_OK;
}

/*
 * Parses the four header lines, so that the size is known and checked before any row is
 * read.
 */
fr_status
fr_map_parse_header(const char *text, size_t length, fr_map_text *header, fr_error *error)
{
	const char *next = text;
	const char *end = text + length;
	fr_span l = take_line(&next, end);

	if (!fr_span_is(l, "type octile"))
		return fr_fail(error, FR_MAP_HEADER, .row = 1, .what = "type octile", .at = l.at,
					   .length = l.length);
	if (parse_side(take_line(&next, end), "height", 2, &header->height, error) ||
		parse_side(take_line(&next, end), "width", 3, &header->width, error))
		return error->status;
	l = take_line(&next, end);
	if (!fr_span_is(l, "map"))
		return fr_fail(error, FR_MAP_HEADER, .row = 4, .what = "map", .at = l.at,
					   .length = l.length);
	header->rows = next;
	return fr_map_size(header->width, header->height, error);
}

static fr_status
check_codes(const char *row, size_t count, uint32_t y, fr_error *error)
{
	for (size_t x = 0; x < count; x++)
		if (!fr_is_code((uint8_t) row[x]))
			return fr_fail(error, FR_MAP_CODE, .row = y, .column = (int64_t) x,
						   .found = (uint8_t) row[x]);
	return FR_OK;
}

/*
 * Checks row y and copies it to codes[width]. Invalid bytes are reported before a wrong
 * length, because they cause it.
 */
fr_status
fr_map_copy_row(const char *row, size_t length, uint32_t width, uint32_t y,
				uint8_t *codes, fr_error *error)
{
	if (check_codes(row, length < width ? length : width, y, error))
		return error->status;
	if (length != width)
		return fr_fail(error, FR_MAP_ROW, .row = y, .found = (int64_t) length,
					   .wanted = width);
	memcpy(codes, row, width);
	return FR_OK;
}

/* Any number of empty lines may follow the last row. */
static fr_status
check_trailing(const char *next, const char *end, uint32_t height, const fr_poll *poll,
			   fr_error *error)
{
	for (uint64_t lines = 0; next < end; lines++)
	{
		fr_span l = take_line(&next, end);

		fr_poll_at(poll, lines);
		if (l.length > 0)
			return fr_fail(error, FR_MAP_TRAILING, .wanted = height, .at = l.at,
						   .length = l.length);
	}
	return FR_OK;
}

/* Parses the rows into codes[height][width]. */
fr_status
fr_map_parse_rows(const char *text, size_t length, const fr_map_text *header,
				  uint8_t *codes, const fr_poll *poll, fr_error *error)
{
	const char *next = header->rows;
	const char *end = text + length;
	fr_span l;

	for (uint32_t y = 0; y < header->height; y++)
	{
		if (next == end)
			return fr_fail(error, FR_MAP_ROWS, .found = y, .wanted = header->height);
		fr_poll_now(poll);
		l = take_line(&next, end);
		if (fr_map_copy_row(l.at, l.length, header->width, y,
							codes + (size_t) y * header->width, error))
			return error->status;
	}
	return check_trailing(next, end, header->height, poll, error);
}

/* ---- text out ---------------------------------------------------------- */

static char *
put_header(char *to, uint32_t width, uint32_t height)
{
	to = fr_put_number(fr_put_text(to, "type octile\nheight "), height);
	to = fr_put_number(fr_put_text(to, "\nwidth "), width);
	return fr_put_text(to, "\nmap\n");
}

/* The size of the map's text in bytes, which has no terminating NUL. */
size_t
fr_map_text_size(const fr_map *map)
{
	char header[64];

	return (size_t) (put_header(header, map->width, map->height) - header) +
		   ((size_t) map->width + 1) * map->height;
}

/* Writes the map's text; every line ends in LF. */
void
fr_map_write(const fr_map *map, char *text, const fr_poll *poll)
{
	text = put_header(text, map->width, map->height);
	for (uint32_t y = 0; y < map->height; y++)
	{
		fr_poll_now(poll);
		fr_map_unpack_codes(map, (size_t) y * map->width, map->width, (uint8_t *) text);
		text += map->width;
		*text++ = '\n';
	}
}

/* ---- packing ----------------------------------------------------------- */

/* The bits of a position among so many codes. */
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
	write32(packed + 4, width);
	write32(packed + 8, height);
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
	*width = read32(packed + 4);
	*height = read32(packed + 8);
}

/*
 * Opens packed bytes and checks the header, so that reads of cells stay within the
 * bytes. fr_map_check checks the cells.
 */
fr_status
fr_map_open(const uint8_t *packed, size_t size, fr_map *map, fr_error *error)
{
	if (size < FR_MAP_HEADER_SIZE)
		return corrupt_map("header", error);
	if (packed[0] != PACKED_VERSION)
		return fr_fail(error, FR_PACKED_VERSION, .found = packed[0],
					   .wanted = PACKED_VERSION);
	map->bits = packed[1];
	map->code_count = packed[2];
	fr_map_peek(packed, &map->width, &map->height);
	map->codes = packed + FR_MAP_HEADER_SIZE;
	map->cells = map->codes + map->code_count;
	if (fr_map_size(map->width, map->height, error))
		return error->status;
	if (packed[3] != 0 || map->code_count < 1 || map->code_count > FR_CODES ||
		map->bits != fr_bits_for(map->code_count))
		return corrupt_map("header", error);
	if (size != fr_map_packed_size(map->width, map->height, map->code_count))
		return corrupt_map("size", error);
	return FR_OK;
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

	if (fr_map_check_codes(map, error))
		return error->status;
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

uint8_t
fr_map_code(const fr_map *map, uint32_t x, uint32_t y)
{
	size_t cell = (size_t) y * map->width + x;

	return map->codes[map->bits ? position_at(map, cell) : 0];
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
