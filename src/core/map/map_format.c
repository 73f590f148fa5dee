/*
 * map_format.c - maps as they are stored, and as text
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
 * The text is the Moving AI map file (Sturtevant 2012):
 *
 *     type octile
 *     height H
 *     width W
 *     map
 *     ...H rows of W codes...
 *     ...a link per line, if the caller takes links...
 *
 * The four lines of the header may be missing. Then the rows end at the first empty line,
 * at a link, or at the end. Lines end in LF or CRLF. The last line may lack its end, and
 * empty lines may precede the first line. As the readers of the field do, this one accepts
 * a width before the height, tabs, more blanks and empty lines in the header, upper case
 * there, and blanks and empty lines at ends. A byte-order mark is skipped. No other
 * deviation is accepted.
 *
 * A map of "type octile-corner" has H rows of W heights of corners, which are skipped, and
 * then H rows of W codes, of which the last row and column belong to no cell. A small letter
 * marks a slope, and is read as its capital letter.
 */
#include "core/base/base.h"
#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/map/map.h"

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

/* ---- packing ----------------------------------------------------------- */

int
fr_bits_for(int code_count)
{
	return code_count <= 1	  ? 0
		   : code_count <= 2  ? 1
		   : code_count <= 4  ? 2
		   : code_count <= 16 ? 4
							  : 8;
}

#define BLOCK 64 /* cells at a time */
#define FEW 4	 /* codes, which are compared with all bytes of a vector at once */

/* Are all codes of a block among these? */
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

/* The codes that occur among some cells. */
static void
find_codes(const uint8_t *codes, size_t count, bool occurs[256])
{
	for (size_t i = 0; i < count; i++)
		occurs[codes[i]] = true;
}

/* Lists a few codes that occur; if there are more, the others will stay unknown. */
static void
list_known(const bool occurs[256], fr_bytes known[FEW])
{
	int count = 0;

	for (int code = FR_FIRST_CODE; code <= FR_LAST_CODE && count < FEW; code++)
		if (occurs[code])
			known[count++] = fr_bytes_of((uint8_t) code);
}

void
fr_palette_of(const uint8_t *codes, size_t cells, fr_palette *palette,
			  const fr_poll *poll)
{
	bool occurs[256] = {false};
	fr_bytes known[FEW] = {{0}};
	size_t i = 0;

	for (; i + BLOCK <= cells; i += BLOCK)
	{
		fr_poll_at(poll, i / BLOCK);
		if (are_known(codes + i, known))
			continue;
		find_codes(codes + i, BLOCK, occurs);
		list_known(occurs, known);
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

/* Packs 16 cells of two bits, which bytes have: two bytes become one, again and again. */
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
 * Packs cells of one or two bits, 16 at a time; returns how many.  `few` has the codes by
 * position.
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

/* Packs the cells, whose number of bits is constant in each call. */
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
fr_map_put(const fr_map *map, uint8_t *cells, size_t i, unsigned position)
{
	size_t bit = i * (size_t) map->bits;
	unsigned mask = (1u << map->bits) - 1;
	unsigned shift = bit % 8;

	cells[bit / 8] = (uint8_t) ((cells[bit / 8] & ~(mask << shift)) | position << shift);
}

void
fr_map_pack(const uint8_t *codes, uint32_t width, uint32_t height,
			const fr_palette *palette, uint8_t *packed, const fr_poll *poll)
{
	size_t cells = (size_t) width * height;

	packed[0] = PACKED_VERSION;
	packed[1] = (uint8_t) palette->bits;
	packed[2] = (uint8_t) palette->code_count;
	packed[3] = 0;
	fr_put32(packed, 1, width);
	fr_put32(packed, 2, height);
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

/* ---- unpacking --------------------------------------------------------- */

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

#define MOST_BLANKS 1000 /* behind a line, and lines before the next one of a header */

/* The length of a line without the blanks behind it, at least `least`. */
static size_t
trimmed_length(const char *at, size_t length, size_t least)
{
	for (int i = 0; i < MOST_BLANKS && length > least && fr_is_blank(at[length - 1]); i++)
		length--;
	return length;
}

size_t
fr_map_row_length(const char *row, size_t length)
{
	return trimmed_length(row, length, length > 0);
}

static bool
is_blank_line(fr_span l)
{
	if (l.length > MOST_BLANKS)
		return false;
	for (size_t i = 0; i < l.length; i++)
		if (!fr_is_blank(l.at[i]))
			return false;
	return true;
}

/* The next line of a header that is not empty, without blanks around it. */
static fr_span
take_header_line(const char **next, const char *end)
{
	fr_span l = take_line(next, end);
	const char *first;

	for (int i = 0; i < MOST_BLANKS && is_blank_line(l) && *next < end; i++)
		l = take_line(next, end);
	first = fr_skip_blanks(l.at, l.at + l.length);
	l = (fr_span){first, l.length - (size_t) (first - l.at)};
	l.length = trimmed_length(l.at, l.length, 0);
	return l;
}

/* Splits "WORD value", where blanks or tabs separate the two. */
static bool
split_header(fr_span l, const char *word, fr_span *value)
{
	size_t skip = strlen(word);

	if (l.length < skip + 2 || !fr_is_blank(l.at[skip]) ||
		!fr_span_is_any_case((fr_span){l.at, skip}, word))
		return false;
	while (skip < l.length && fr_is_blank(l.at[skip]))
		skip++;
	*value = (fr_span){l.at + skip, l.length - skip};
	return true;
}

/* Parses "WORD n". A number that overflows becomes another that is out of range. */
static bool
line_number(fr_span l, const char *word, fr_span *digits, int64_t *number)
{
	if (!split_header(l, word, digits))
		return false;
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

/* ---- rows without a header ---------------------------------------------- */

/*
 * Rows have no blank, and every line of a header has one, except "map". A text that is
 * probably no map is refused, so that nobody searches it by mistake.
 */

static bool
is_link(fr_span l)
{
	fr_link link;
	fr_error error;

	return l.length > 0 && *l.at == '(' &&
		   fr_link_parse(l.at, l.length, &link, &error) == FR_OK;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* One code, or a number. */
static bool
is_value(fr_span value)
{
	bool digit = false;

	for (size_t i = 0; i < value.length; i++)
		if (is_digit(value.at[i]))
			digit = true;
		else if (value.length > 1 && !memchr("+-.", value.at[i], 3))
			return false;
	return value.length == 1 || digit;
}

/* Is it a line of CSV: values with commas or semicolons between? */
static bool
is_separated(fr_span l)
{
	size_t begin = 0;
	int values = 0;

	for (size_t i = 0; i <= l.length; i++)
		if (i == l.length || l.at[i] == ',' || l.at[i] == ';')
		{
			if (!is_value((fr_span){l.at + begin, i - begin}))
				return false;
			begin = i + 1;
			values++;
		}
	return values > 1;
}

/*
 * Is a single row a map? It may be a name, a number, a model, a path or a list by
 * mistake.
 */
static bool
is_single_row(fr_span l)
{
	for (size_t i = 0; i < l.length; i++)
	{
		char c = l.at[i];

		if (is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
			memchr("()[]{}\"',\\", c, 10))
			return false;
	}
	return true;
}

/*
 * The number of rows. The first one of another length counts, so that reading the rows
 * reports it; counting ends once there are too many.
 */
static size_t
count_rows(fr_span first, const char *next, const char *end)
{
	size_t height = 1;
	fr_span l = first;

	while (next < end && l.length == first.length && height <= FR_MAX_SIDE &&
		   height * first.length <= FR_MAX_CELLS)
	{
		l = take_line(&next, end);
		l.length = trimmed_length(l.at, l.length, first.length);
		if (is_blank_line(l) || is_link(l))
			break;
		height++;
	}
	return height;
}

/* ---- header and rows ----------------------------------------------------- */

static fr_status
take_size(const char *rows, size_t width, size_t height, fr_map_text *header,
		  fr_error *error)
{
	if (fr_map_size((int64_t) width, (int64_t) height, error))
		return error->status;
	*header = (fr_map_text){(uint32_t) width, (uint32_t) height, .rows = rows};
	return FR_OK;
}

/* The width and the height, in either order. */
static fr_status
parse_sides(const char **next, const char *end, fr_map_text *header, fr_error *error)
{
	fr_span first = take_header_line(next, end);
	fr_span value;
	bool width = split_header(first, "width", &value);
	fr_span second;

	if (parse_side(first, width ? "width" : "height", 2,
				   width ? &header->width : &header->height, error))
		return error->status;
	second = take_header_line(next, end);
	return parse_side(second, width ? "height" : "width", 3,
					  width ? &header->height : &header->width, error);
}

/* Skips the heights of corners, and leaves the cells between them. */
static fr_status
skip_corners(const char **next, const char *end, fr_map_text *header, fr_error *error)
{
	for (uint32_t y = 0; y < header->height; y++)
	{
		if (*next == end)
			return fr_fail(error, FR_MAP_ROWS, .found = y, .wanted = header->height);
		take_line(next, end);
	}
	header->width--;
	header->height--;
	return FR_OK;
}

fr_status
fr_map_parse_header(const char *text, size_t length, fr_map_text *header, fr_error *error)
{
	const char *next = fr_skip_mark(text, length);
	const char *begin = next;
	const char *end = text + length;
	fr_span l = take_line(&next, end);
	fr_span first;
	fr_span type;

	for (int i = 0; i < MOST_BLANKS && is_blank_line(l) && next < end; i++)
	{
		begin = next;
		l = take_line(&next, end);
	}
	l.length = fr_map_row_length(l.at, l.length);

	if (l.length > 0 && !memchr(l.at, ' ', l.length) && !memchr(l.at, '\t', l.length) &&
		!fr_span_is(l, "map") && !is_link(l))
	{
		size_t height = count_rows(l, next, end);

		if (l.length > FR_MAX_SIDE ||
			(!is_separated(l) && (height > 1 || is_single_row(l))))
			return take_size(begin, l.length, height, header, error);
	}
	first = l;
	next = begin;
	l = take_header_line(&next, end);
	if (!split_header(l, "type", &type) ||
		(!fr_span_is_any_case(type, "octile") && !fr_span_is_any_case(type, "tile") &&
		 !fr_span_is_any_case(type, "octile-corner")))
		return fr_fail(error, FR_MAP_HEADER, .row = 1, .what = "type octile",
					   .at = first.at, .length = first.length);
	*header = (fr_map_text){.corners = fr_span_is_any_case(type, "octile-corner")};
	if (parse_sides(&next, end, header, error))
		return error->status;
	l = take_header_line(&next, end);
	if (!fr_span_is_any_case(l, "map"))
		return fr_fail(error, FR_MAP_HEADER, .row = 4, .what = "map", .at = l.at,
					   .length = l.length);
	if (fr_map_size(header->width, header->height, error) ||
		(header->corners && skip_corners(&next, end, header, error)))
		return error->status;
	header->rows = next;
	return fr_map_size(header->width, header->height, error);
}

static void
raise_letters(uint8_t *codes, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (codes[i] >= 'a' && codes[i] <= 'z')
			codes[i] -= 'a' - 'A';
}

/*
 * Are all bytes codes?  Without carries between bytes, adding 1 sets the highest bit of
 * 127, and subtracting 33 that of smaller bytes.  The lowest byte that is no code gets no
 * carry.
 */
static bool
are_codes(const char *row, size_t count)
{
	fr_words strange = {0};
	size_t i = 0;

	for (; i + 16 <= count; i += 16)
	{
		fr_words here = (fr_words) fr_bytes_at((const uint8_t *) row + i);

		strange |= here | (here + UINT64_C(0x0101010101010101)) |
				   (here - UINT64_C(0x2121212121212121));
	}
	if ((strange[0] | strange[1]) & UINT64_C(0x8080808080808080))
		return false;
	for (; i < count; i++)
		if (!fr_is_code((uint8_t) row[i]))
			return false;
	return true;
}

static fr_status
check_codes(const char *row, size_t count, uint32_t y, fr_error *error)
{
	if (are_codes(row, count))
		return FR_OK;
	for (size_t x = 0; x < count; x++)
		if (!fr_is_code((uint8_t) row[x]))
			return fr_fail(error, FR_MAP_CODE, .row = y, .column = (int64_t) x,
						   .found = (uint8_t) row[x]);
	return FR_OK;
}

fr_status
fr_map_copy_row(const char *row, size_t length, uint32_t width, uint32_t y,
				uint8_t *codes, fr_error *error)
{
	if (check_codes(row, length < width ? length : width, y, error))
		return error->status;
	length = trimmed_length(row, length, width);
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
		if (!is_blank_line(l))
			return fr_fail(error, FR_MAP_TRAILING, .wanted = height, .at = l.at,
						   .length = l.length);
	}
	return FR_OK;
}

size_t
fr_map_parse_room(const fr_map_text *header, size_t length)
{
	size_t cells = (size_t) header->width * header->height;

	return cells < length ? cells : length;
}

fr_status
fr_map_parse_rows(const char *text, size_t length, fr_map_text *header, uint8_t *codes,
				  const fr_poll *poll, fr_error *error)
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
		if (header->corners)
		{
			l.length = trimmed_length(l.at, l.length, header->width + 1);
			if (l.length != header->width + 1)
				return fr_fail(error, FR_MAP_ROW, .row = y, .found = (int64_t) l.length,
							   .wanted = header->width + 1);
			l.length--;
		}
		if (fr_map_copy_row(l.at, l.length, header->width, y,
							codes + (size_t) y * header->width, error))
			return error->status;
		if (header->corners)
			raise_letters(codes + (size_t) y * header->width, header->width);
	}
	if (header->corners)
		take_line(&next, end);
	header->links = next;
	return header->takes_links ? FR_OK
							   : check_trailing(next, end, header->height, poll, error);
}

bool
fr_map_next_link(const char *text, size_t length, fr_map_text *header, fr_link *link,
				 fr_error *error)
{
	const char *end = text + length;
	const fr_cell *ends[] = {&link->from, &link->to};

	error->status = FR_OK;
	while (header->links < end)
	{
		fr_span l = take_line(&header->links, end);

		if (is_blank_line(l))
			continue;
		if (*l.at != '(') /* only links may follow the rows */
			return fr_fail(error, FR_MAP_TRAILING, .wanted = header->height, .at = l.at,
						   .length = l.length) == FR_OK;
		if (fr_link_parse(l.at, l.length, link, error))
			return false;
		for (int i = 0; i < 2; i++)
			if ((uint32_t) ends[i]->x >= header->width ||
				(uint32_t) ends[i]->y >= header->height)
				return fr_fail(error, FR_OUTSIDE, .column = ends[i]->x, .row = ends[i]->y,
							   .found = header->width, .wanted = header->height) == FR_OK;
		return true;
	}
	return false;
}

/* ---- text out ---------------------------------------------------------- */

static char *
put_header(char *to, uint32_t width, uint32_t height)
{
	to = fr_put_number(fr_put_text(to, "type octile\nheight "), height);
	to = fr_put_number(fr_put_text(to, "\nwidth "), width);
	return fr_put_text(to, "\nmap\n");
}

size_t
fr_map_text_size(const fr_map *map)
{
	char header[64];

	return (size_t) (put_header(header, map->width, map->height) - header) +
		   ((size_t) map->width + 1) * map->height;
}

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
