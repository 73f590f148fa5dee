/*
 * map.h - maps, their links, and scenario files: as text, and as they are stored
 *
 *     text --fr_map_parse_header, fr_map_parse_rows--> codes
 *     codes --fr_palette_of, fr_map_pack--> packed map
 *     packed map --fr_map_open--> fr_map, a view of the bytes
 *
 * Codes are bytes in rows of `width`, without separators. map_text.c draws the text,
 * map_packed.c the packed form. A view reads the packed bytes, which have to stay where
 * they are.
 *
 * Errors: the text of a map or link raises FR_MAP_..., FR_LINK_ENDS, FR_SYNTAX and the
 * errors of decimals; packed bytes raise FR_PACKED_...; scenarios raise FR_SCENARIO_....
 */
#ifndef FRINGE_MAP_H
#define FRINGE_MAP_H

#include "core/base/cell.h"
#include "core/base/number.h"

/* ---- links: stairs, portals, lifts ------------------------------------------- */

typedef struct fr_link
{
	fr_cell from; /* of a link both ways the earlier cell, by row, then column */
	fr_cell to;
	fr_decimal cost; /* in straight steps of the model; it may be 0 */
	bool root2;		 /* the cost is that many times sqrt(2); not of 0 */
	uint8_t code;	 /* by which a model names it; 0: none */
	bool both;		 /* ways */
} fr_link;

/*
 * A packed link, all numbers little-endian.  Equal links have equal bytes.
 *
 *     0        2        4        6        8            16       17       18       19
 *     +--------+--------+--------+--------+-------------+--------+--------+--------+-------+
 *     | from x | from y |  to x  |  to y  | cost digits | scale  |  code  |  both  | root2 |
 *     +--------+--------+--------+--------+-------------+--------+--------+--------+-------+
 */
#define FR_LINK_BYTES 20
#define FR_LINK_TEXT_MAX 64

fr_status fr_link_parse(const char *text, size_t length, fr_link *link, fr_error *error);

/* Writes at most FR_LINK_TEXT_MAX bytes, without a NUL; returns their number. */
size_t fr_link_write(const fr_link *link, char *text);

/* Parses the cost of a link without its sqrt2: a decimal number, which may be 0. */
fr_status fr_link_cost(const char *text, size_t length, fr_decimal *cost,
					   fr_error *error);

/*
 * Sets the ends; those of a link both ways are put in the order of cells. FR_LINK_ENDS.
 */
fr_status fr_link_set(fr_link *link, fr_cell from, fr_cell to, fr_error *error);

void fr_link_pack(const fr_link *link, uint8_t *bytes);

/* Unpacks any bytes: the result of corrupt ones can still be written as text. */
fr_link fr_link_unpack(const uint8_t *bytes);

/* Are untrusted bytes the packed form of a link? */
bool fr_link_check(const uint8_t *bytes);

/*
 * Orders packed links by the first end, the other end, and the rest, as maps store them.
 */
int fr_link_compare(const uint8_t *a, const uint8_t *b);

/* ---- maps as text ------------------------------------------------------------ */

#define FR_FIRST_CODE 33 /* '!' */
#define FR_LAST_CODE 126 /* '~' */
#define FR_CODES (FR_LAST_CODE - FR_FIRST_CODE + 1)

static inline bool
fr_is_code(uint8_t byte)
{
	return byte >= FR_FIRST_CODE && byte <= FR_LAST_CODE;
}

/* The size of a map as text, by its header or its rows. */
typedef struct fr_map_text
{
	uint32_t width;
	uint32_t height;
	const char *rows;  /* where the rows begin */
	bool corners;	   /* rows have another code, and another row follows them */
	bool takes_links;  /* set by the caller before it parses the rows */
	const char *links; /* then where the lines of links, and of layers, begin */
	bool headed;	   /* the text has the four lines of a header */
} fr_map_text;

/*
 * Blanks in a map's rows, which hold no codes. Begin with FR_NO_BLANKS, and note each row.
 */
typedef struct fr_map_blanks
{
	size_t indent;	/* in front of each row */
	size_t deepest; /* in front of some row */
	bool inside;	/* between codes of some row */
} fr_map_blanks;

#define FR_NO_BLANKS ((fr_map_blanks){.indent = SIZE_MAX})

void fr_map_note_blanks(fr_map_blanks *blanks, const char *row, size_t length);

/*
 * Tells in an error what its blanks may be: `wanted` is the indentation of all rows, and
 * choices[0] is "blanks" if there are others, also at ends.
 */
void fr_map_tell_blanks(const fr_map_blanks *blanks, fr_error *error);

/* Does the row have a backslash and an n, which were to end a line, here or only at its end? */
bool fr_map_has_escape(const char *row, size_t length, bool at_end);

/* Checks one side of a map; `what` is "width" or "height". */
fr_status fr_map_side(int64_t side, const char *what, fr_error *error);

/*
 * Parses the four header lines.  Without them, counts the rows, so that the size is known
 * and checked before any row is parsed.
 */
fr_status fr_map_parse_header(const char *text, size_t length, fr_map_text *header,
							  fr_error *error);

/*
 * The bytes to allocate for the codes of a text of this length. A header may claim a size
 * that no rows fill.
 */
size_t fr_map_parse_room(const fr_map_text *header, size_t length);

/* Parses the rows to codes[height][width]. */
fr_status fr_map_parse_rows(const char *text, size_t length, fr_map_text *header,
							uint8_t *codes, const fr_poll *poll, fr_error *error);

/*
 * Parses the next link behind the rows.  False after the last one, where *error is FR_OK,
 * or on an error.
 */
bool fr_map_next_link(const char *text, size_t length, fr_map_text *header, fr_link *link,
					  fr_error *error);

/*
 * The length of a row of codes, without blanks at its end. Without a header, the first row
 * has the width of the map. One blank of a blank row counts, so that fr_map_copy_row
 * reports it.
 */
size_t fr_map_row_length(const char *row, size_t length);

/*
 * Checks row y and copies it to codes[width]. Blanks may follow it. An invalid byte is
 * reported before a wrong length, because it is the likely cause.
 */
fr_status fr_map_copy_row(const char *row, size_t length, uint32_t width, uint32_t y,
						  uint8_t *codes, fr_error *error);

/* ---- packed maps ------------------------------------------------------------- */

#define FR_MAX_LINKS 100000
#define FR_MAP_HEADER_SIZE 12 /* bytes that fr_map_peek reads */

/*
 * A view of a packed map. `codes` lists the codes that occur, ascending. `cells` stores
 * for each cell the position of its code in that list, in `bits` bits.
 */
typedef struct fr_map
{
	uint32_t width;
	uint32_t height;
	int bits; /* 0, 1, 2, 4 or 8 */
	int code_count;
	const uint8_t *codes;
	const uint8_t *cells;
	uint32_t link_count;
	const uint8_t *links; /* FR_LINK_BYTES each, in the order of fr_link_compare */
	int layer_count;
	const uint8_t *layers; /* map_layers.h; NULL without layers */
	const uint8_t *ground; /* the digest of the map's ground; NULL without layers */
} fr_map;

/* The codes that occur in a map, for packing it. */
typedef struct fr_palette
{
	int bits;
	int code_count;
	uint8_t codes[FR_CODES];
	uint8_t position[256]; /* of each code in codes */
} fr_palette;

void fr_palette_of(const uint8_t *codes, size_t cells, fr_palette *palette,
				   const fr_poll *poll);

/* The bits of a position among so many codes: 0, 1, 2, 4 or 8. */
int fr_bits_for(int code_count);

/* Packs codes[height][width] into fr_map_packed_size bytes. */
size_t fr_map_packed_size(uint32_t width, uint32_t height, int code_count);
void fr_map_pack(const uint8_t *codes, uint32_t width, uint32_t height,
				 const fr_palette *palette, uint8_t *packed, const fr_poll *poll);

/* The bytes that links add to a packed map. */
size_t fr_map_links_size(uint32_t count);

/*
 * Makes a packed map of `size` bytes one with so many links: sets its version, and writes
 * their number behind it, where the caller writes the links.
 */
void fr_map_put_links(uint8_t *packed, size_t size, uint32_t count);

/* The width and height, of which FR_MAP_HEADER_SIZE bytes suffice. */
void fr_map_peek(const uint8_t *packed, uint32_t *width, uint32_t *height);

/* Does a packed map have layers? Its first byte suffices. */
#define FR_LAYERED_VERSION 3

static inline bool
fr_map_is_layered(const uint8_t *packed)
{
	return packed[0] == FR_LAYERED_VERSION;
}

/*
 * Opens packed bytes and checks the header, so that reads of cells stay within the bytes.
 * fr_map_open refuses links, so that a caller that does not know them cannot ignore them.
 * Both refuse layers, which fr_map_open_layered (map_layers.h) opens.
 */
fr_status fr_map_open(const uint8_t *packed, size_t size, fr_map *map, fr_error *error);
fr_status fr_map_open_linked(const uint8_t *packed, size_t size, fr_map *map,
							 fr_error *error);

/*
 * Checks that untrusted bytes are the one packed form: the cells, the links, and the
 * codes, which fr_map_open has already checked.
 */
fr_status fr_map_check(const fr_map *map, const fr_poll *poll, fr_error *error);
fr_status fr_map_check_links(const fr_map *map, const fr_poll *poll, fr_error *error);
fr_status fr_map_check_codes(const fr_map *map, fr_error *error);

/* Do the links stay within the memory of a grid? */
bool fr_map_has_sound_links(const fr_map *map);

uint8_t fr_map_code(const fr_map *map, uint32_t x, uint32_t y);

/* Unpacks `count` cells from `first` on, as codes or as positions in map->codes. */
void fr_map_unpack_codes(const fr_map *map, size_t first, size_t count, uint8_t *codes);
void fr_map_unpack_positions(const fr_map *map, size_t first, size_t count,
							 uint8_t *positions);

/* ---- scenario files ---------------------------------------------------------- */

/* One line of a .scen file; map and optimal are spans of the text. */
typedef struct fr_scenario
{
	int32_t bucket;
	const char *map;
	size_t map_length;
	int32_t width;
	int32_t height;
	fr_cell start;
	fr_cell goal;
	const char *optimal;
	size_t optimal_length;
} fr_scenario;

typedef struct fr_scenario_reader
{
	const char *next;
	const char *end;
	int64_t line;
} fr_scenario_reader;

fr_scenario_reader fr_scenario_open(const char *text, size_t length);

/*
 * The next scenario.  False at the end or on an error, which sets error->status.  The
 * optimal length stays text, for the caller's parser of numbers.
 */
bool fr_scenario_next(fr_scenario_reader *reader, fr_scenario *scenario,
					  const fr_poll *poll, fr_error *error);

#endif /* FRINGE_MAP_H */
