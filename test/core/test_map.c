/*
 * test_map.c - maps as text and as packed bytes
 */
#include "support.h"
#include "tap.h"

/* ---- reading text -------------------------------------------------------- */

/* The status; where it is FR_OK, *codes is the caller's to free. */
static fr_status
parse(const char *text, size_t length, fr_map_text *header, uint8_t **codes,
	  fr_error *error)
{
	fr_poll poll = no_poll();
	char *copy = exact_copy(text, length);
	fr_status status = fr_map_parse_header(copy, length, header, error);

	*codes = NULL;
	if (status == FR_OK)
	{
		*codes = new_block((size_t) header->width * header->height);
		status = fr_map_parse_rows(copy, length, header, *codes, &poll, error);
	}
	if (status != FR_OK)
	{
		free(*codes);
		*codes = NULL;
		/* spans of the input live on in the text that is not freed */
		if (error->at && error->length > 0)
			error->at = text + (error->at - copy);
	}
	free(copy);
	return status;
}

typedef struct good
{
	const char *name;
	const char *text;
	uint32_t width;
	uint32_t height;
	const char *codes;
} good;

#define HEAD(height, width) "type octile\nheight " height "\nwidth " width "\nmap\n"

static const good goods[] = {
	{"a map", HEAD("2", "3") "..@\n@@.\n", 3, 2, "..@@@."},
	{"CRLF", "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\n@@.\r\n", 3, 2,
	 "..@@@."},
	{"CRLF here and there", "type octile\r\nheight 2\nwidth 3\r\nmap\n..@\r\n@@.\n", 3, 2,
	 "..@@@."},
	{"no last newline", HEAD("2", "3") "..@\n@@.", 3, 2, "..@@@."},
	{"no last newline, CRLF", "type octile\r\nheight 1\r\nwidth 1\r\nmap\r\n.", 1, 1,
	 "."},
	{"blank lines at the end", HEAD("1", "2") ".@\n\n\n", 2, 1, ".@"},
	{"blank CRLF lines at the end", HEAD("1", "2") ".@\r\n\r\n\r\n", 2, 1, ".@"},
	{"one cell", HEAD("1", "1") "T\n", 1, 1, "T"},
	{"the first and last codes", HEAD("1", "2") "!~\n", 2, 1, "!~"},
	{"leading zeros in the sizes", HEAD("001", "002") ".@\n", 2, 1, ".@"},
	{"a row that reads like a header", HEAD("1", "3") "map\n", 3, 1, "map"},
};

static void
check_good(const good *g)
{
	fr_map_text header = {0};
	fr_error error = {0};
	uint8_t *codes;
	fr_status status = parse(g->text, strlen(g->text), &header, &codes, &error);

	ok(status == FR_OK && header.width == g->width && header.height == g->height &&
		   memcmp(codes, g->codes, strlen(g->codes)) == 0,
	   "read: %s", g->name);
	free(codes);
}

/* What is wrong with a text, and where; -2: not looked at. */
typedef struct bad
{
	const char *name;
	const char *text;
	size_t length;
	fr_status status;
	int64_t row;
	int64_t column;
	int64_t found;
	int64_t wanted;
	const char *what;
	const char *at;
} bad;

#define TEXT(text) (text), sizeof(text) - 1
#define ANY -2

static const bad bads[] = {
	{"nothing", TEXT(""), FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile", ""},
	{"only a newline", TEXT("\n"), FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile", ""},
	{"another type", TEXT("type tile\nheight 1\nwidth 1\nmap\n.\n"), FR_MAP_HEADER, 1,
	 ANY, ANY, ANY, "type octile", "type tile"},
	{"a NUL in the type", TEXT("type octile\0\nheight 1\nwidth 1\nmap\n.\n"),
	 FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile", NULL},
	{"a byte-order mark", TEXT("\xef\xbb\xbftype octile\nheight 1\nwidth 1\nmap\n.\n"),
	 FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile", NULL},
	{"the header ends after the type", TEXT("type octile"), FR_MAP_HEADER, 2, ANY, ANY,
	 ANY, "height", ""},
	{"no height", TEXT("type octile\nwidth 1\nmap\n.\n"), FR_MAP_HEADER, 2, ANY, ANY, ANY,
	 "height", "width 1"},
	{"height without a number", TEXT("type octile\nheight\nwidth 1\nmap\n.\n"),
	 FR_MAP_HEADER, 2, ANY, ANY, ANY, "height", "height"},
	{"no width", TEXT("type octile\nheight 1\nmap\n.\n"), FR_MAP_HEADER, 3, ANY, ANY, ANY,
	 "width", "map"},
	{"no map line", TEXT("type octile\nheight 1\nwidth 1\n.\n"), FR_MAP_HEADER, 4, ANY,
	 ANY, ANY, "map", "."},
	{"the header ends after the width", TEXT("type octile\nheight 1\nwidth 1\n"),
	 FR_MAP_HEADER, 4, ANY, ANY, ANY, "map", ""},
	{"height 0", TEXT(HEAD("0", "1")), FR_MAP_SIDE, ANY, ANY, ANY, FR_MAX_SIDE, "height",
	 "0"},
	{"width 0", TEXT(HEAD("1", "0") "\n"), FR_MAP_SIDE, ANY, ANY, ANY, FR_MAX_SIDE,
	 "width", "0"},
	{"a negative height", TEXT(HEAD("-1", "1") ".\n"), FR_MAP_SIDE, ANY, ANY, ANY,
	 FR_MAX_SIDE, "height", "-1"},
	{"a negative width", TEXT(HEAD("1", "-3") ".\n"), FR_MAP_SIDE, ANY, ANY, ANY,
	 FR_MAX_SIDE, "width", "-3"},
	{"a width that is no number", TEXT(HEAD("1", "one") ".\n"), FR_MAP_SIDE, ANY, ANY,
	 ANY, FR_MAX_SIDE, "width", "one"},
	{"a width with junk", TEXT(HEAD("1", "1x") ".\n"), FR_MAP_SIDE, ANY, ANY, ANY,
	 FR_MAX_SIDE, "width", "1x"},
	{"a side one too large", TEXT(HEAD("65536", "1") ".\n"), FR_MAP_SIDE, ANY, ANY, ANY,
	 FR_MAX_SIDE, "height", "65536"},
	{"a side of 2^32", TEXT(HEAD("1", "4294967296") ".\n"), FR_MAP_SIDE, ANY, ANY, ANY,
	 FR_MAX_SIDE, "width", "4294967296"},
	{"a side of 2^64 + 1", TEXT(HEAD("1", "18446744073709551617") ".\n"), FR_MAP_SIDE,
	 ANY, ANY, ANY, FR_MAX_SIDE, "width", "18446744073709551617"},
	{"a product too large", TEXT(HEAD("65535", "65535") ".\n"), FR_MAP_CELLS, ANY, ANY,
	 INT64_C(65535) * 65535, FR_MAX_CELLS, NULL, NULL},
	{"a product one row too large", TEXT(HEAD("2049", "65535") ".\n"), FR_MAP_CELLS, ANY,
	 ANY, INT64_C(65535) * 2049, FR_MAX_CELLS, NULL, NULL},
	{"no rows", TEXT(HEAD("2", "3")), FR_MAP_ROWS, ANY, ANY, 0, 2, NULL, NULL},
	{"a row missing", TEXT(HEAD("3", "3") "...\n...\n"), FR_MAP_ROWS, ANY, ANY, 2, 3,
	 NULL, NULL},
	{"a row missing, no last newline", TEXT(HEAD("3", "3") "...\n..."), FR_MAP_ROWS, ANY,
	 ANY, 2, 3, NULL, NULL},
	{"a short row", TEXT(HEAD("2", "3") "...\n..\n"), FR_MAP_ROW, 1, ANY, 2, 3, NULL,
	 NULL},
	{"a long row", TEXT(HEAD("2", "3") "....\n...\n"), FR_MAP_ROW, 0, ANY, 4, 3, NULL,
	 NULL},
	{"an empty row", TEXT(HEAD("2", "3") "...\n\n...\n"), FR_MAP_ROW, 1, ANY, 0, 3, NULL,
	 NULL},
	{"width and height swapped", TEXT(HEAD("3", "2") "...\n...\n"), FR_MAP_ROW, 0, ANY, 3,
	 2, NULL, NULL},
	{"a NUL", TEXT(HEAD("2", "3") "...\n.\0.\n"), FR_MAP_CODE, 1, 1, 0, ANY, NULL, NULL},
	{"a NUL in a short row", TEXT(HEAD("2", "3") "...\n.\0\n"), FR_MAP_CODE, 1, 1, 0, ANY,
	 NULL, NULL},
	{"a blank", TEXT(HEAD("1", "3") ". .\n"), FR_MAP_CODE, 0, 1, ' ', ANY, NULL, NULL},
	{"a tab", TEXT(HEAD("1", "3") "..\t\n"), FR_MAP_CODE, 0, 2, '\t', ANY, NULL, NULL},
	{"DEL", TEXT(HEAD("1", "3") "\x7f..\n"), FR_MAP_CODE, 0, 0, 0x7f, ANY, NULL, NULL},
	{"a byte of UTF-8", TEXT(HEAD("1", "3") ".\xc3\xa9\n"), FR_MAP_CODE, 0, 1, 0xc3, ANY,
	 NULL, NULL},
	{"the byte 255", TEXT(HEAD("1", "3") "..\xff\n"), FR_MAP_CODE, 0, 2, 0xff, ANY, NULL,
	 NULL},
	{"a carriage return in a row", TEXT(HEAD("1", "3") ".\r.\n"), FR_MAP_CODE, 0, 1, '\r',
	 ANY, NULL, NULL},
	{"a row too many", TEXT(HEAD("1", "3") "...\n...\n"), FR_MAP_TRAILING, ANY, ANY, ANY,
	 1, NULL, "..."},
	{"junk behind the last row", TEXT(HEAD("1", "3") "...\nend"), FR_MAP_TRAILING, ANY,
	 ANY, ANY, 1, NULL, "end"},
	{"junk behind blank lines", TEXT(HEAD("1", "3") "...\n\n\nx\n"), FR_MAP_TRAILING, ANY,
	 ANY, ANY, 1, NULL, "x"},
	{"a NUL behind the last row", TEXT(HEAD("1", "3") "...\n\0"), FR_MAP_TRAILING, ANY,
	 ANY, ANY, 1, NULL, NULL},
};

static bool
agrees(int64_t wanted, int64_t got)
{
	return wanted == ANY || wanted == got;
}

static void
check_bad(const bad *b)
{
	fr_map_text header;
	fr_error error = {0};
	uint8_t *codes;
	fr_status status = parse(b->text, b->length, &header, &codes, &error);
	bool span = !b->at || (error.length == strlen(b->at) &&
						   memcmp(error.at, b->at, error.length) == 0);
	bool what = !b->what || (error.what && strcmp(error.what, b->what) == 0);

	if (!ok(status == b->status && error.status == status && span && what &&
				agrees(b->row, error.row) && agrees(b->column, error.column) &&
				agrees(b->found, error.found) && agrees(b->wanted, error.wanted),
			"refused: %s", b->name))
		printf("# status %d, row %lld, column %lld, found %lld, wanted %lld, what %s\n",
			   (int) error.status, (long long) error.row, (long long) error.column,
			   (long long) error.found, (long long) error.wanted,
			   error.what ? error.what : "-");
	free(codes);
}

/* No prefix of a good text, and no text with one byte changed, reads astray. */
static void
test_broken_texts(void)
{
	static const char text[] = HEAD("3", "4") "..@.\n@T..\nS..W\n";
	char changed[sizeof text];
	fr_map_text header;
	fr_error error;
	uint8_t *codes;
	int accepted = 0;

	for (size_t length = 0; length < sizeof text - 1; length++)
	{
		accepted += parse(text, length, &header, &codes, &error) == FR_OK;
		free(codes);
	}
	ok(accepted == 1, "of all prefixes only the one without the last newline is a map");
	accepted = 0;
	for (size_t i = 0; i < sizeof text - 1; i++)
		for (int byte = 0; byte < 256; byte++)
		{
			memcpy(changed, text, sizeof text);
			changed[i] = (char) byte;
			accepted += parse(changed, sizeof text - 1, &header, &codes, &error) == FR_OK;
			free(codes);
		}
	/* what was there, 93 other codes in each of 12 cells, an end as a CR */
	ok(accepted >= (int) sizeof text - 1 + 12 * 93,
	   "texts with one byte changed: %d are maps", accepted);
}

static void
test_sizes(void)
{
	fr_error error;

	ok(fr_map_size(1, 1, &error) == FR_OK, "size: 1 x 1");
	ok(fr_map_size(65535, 2048, &error) == FR_OK, "size: 65535 x 2048");
	ok(fr_map_size(2048, 65536, &error) == FR_MAP_SIDE, "size: a side of 65536");
	ok(fr_map_size(65535, 2049, &error) == FR_MAP_CELLS, "size: too many cells");
	ok(fr_map_size(INT64_MAX, INT64_MAX, &error) == FR_MAP_SIDE,
	   "size: the largest numbers");
	ok(fr_map_size(INT64_MIN, 1, &error) == FR_MAP_SIDE, "size: the least number");
	ok(fr_map_size(1, 0, &error) == FR_MAP_SIDE && strcmp(error.what, "height") == 0 &&
		   error.found == 0,
	   "size: height 0 is named");
}

/* ---- packing ------------------------------------------------------------- */

/* A map in which exactly so many codes occur. */
static uint8_t *
random_codes(chance *c, uint32_t cells, int code_count)
{
	uint8_t *codes = new_block(cells);
	int first =
		FR_FIRST_CODE + (int) chance_below(c, (uint32_t) (FR_CODES - code_count + 1));

	for (uint32_t i = 0; i < cells; i++)
		codes[i] =
			(uint8_t) (first + (i < (uint32_t) code_count
									? (int) i
									: (int) chance_below(c, (uint32_t) code_count)));
	for (uint32_t i = cells; i > 1; i--)
	{
		uint32_t j = chance_below(c, i);
		uint8_t code = codes[i - 1];

		codes[i - 1] = codes[j];
		codes[j] = code;
	}
	return codes;
}

static int
bits_of(int code_count)
{
	int bits = 0;

	while (1 << bits < code_count)
		bits = bits ? 2 * bits : 1;
	return bits;
}

/* Text out, and in again. */
static bool
text_round_trip(const fr_map *map, const uint8_t *codes)
{
	fr_poll poll = no_poll();
	size_t size = fr_map_text_size(map);
	char *text = new_block(size);
	fr_map_text header;
	fr_error error;
	uint8_t *again;
	bool same;

	fr_map_write(map, text, &poll);
	same = parse(text, size, &header, &again, &error) == FR_OK &&
		   header.width == map->width && header.height == map->height &&
		   memcmp(again, codes, (size_t) map->width * map->height) == 0;
	free(again);
	free(text);
	return same;
}

/* What every way of reading a packed map makes of it. */
static bool
reads_back(const fr_map *map, const uint8_t *codes)
{
	fr_poll poll = no_poll();
	size_t cells = (size_t) map->width * map->height;
	uint8_t *again = new_block(cells);
	bool same;

	fr_map_unpack(map, again, &poll);
	same = memcmp(again, codes, cells) == 0;
	for (size_t first = 0; first < cells; first += 1 + first / 2)
	{
		fr_map_unpack_positions(map, first, cells - first, again);
		for (size_t i = first; i < cells; i++)
			same &= map->codes[again[i - first]] == codes[i];
		fr_map_unpack_codes(map, first, cells - first, again);
		same &= memcmp(again, codes + first, cells - first) == 0;
	}
	for (uint32_t y = 0; y < map->height; y++)
		for (uint32_t x = 0; x < map->width; x++)
			same &= fr_map_code(map, x, y) == codes[(size_t) y * map->width + x];
	free(again);
	return same && text_round_trip(map, codes);
}

static bool
round_trip(chance *c, uint32_t width, uint32_t height, int code_count)
{
	uint8_t *codes = random_codes(c, width * height, code_count);
	uint8_t *packed;
	uint8_t *second;
	fr_map map = make_map(codes, width, height, &packed);
	size_t size = fr_map_packed_size(width, height, code_count);
	bool right;

	make_map(codes, width, height, &second);
	right = map.width == width && map.height == height && map.code_count == code_count &&
			map.bits == bits_of(code_count) && reads_back(&map, codes) &&
			memcmp(packed, second, size) == 0;
	free(codes);
	free(packed);
	free(second);
	return right;
}

static void
test_round_trips(void)
{
	static const uint32_t sides[] = {1, 2, 3, 5, 7, 8, 9, 13, 16, 31, 33};
	chance c = {7};
	int maps = 0;
	int right = 0;

	for (int count = 1; count <= FR_CODES; count++)
		for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
			for (size_t j = 0; j < sizeof sides / sizeof *sides; j++)
				if (sides[i] * sides[j] >= (uint32_t) count)
				{
					maps++;
					right += round_trip(&c, sides[i], sides[j], count);
				}
	ok(right == maps, "packed and unpacked: %d of %d maps of 1 to 94 codes", right, maps);
}

/* ---- broken packed bytes --------------------------------------------------- */

typedef struct tally
{
	int refused;
	int accepted; /* and canonical */
	int wrong;	  /* accepted, though not what packing gives */
} tally;

/* Refused, or a map whose packed form is these very bytes. */
static void
try_bytes(const uint8_t *bytes, size_t size, tally *t)
{
	fr_poll poll = no_poll();
	uint8_t *copy = exact_copy(bytes, size);
	uint8_t *codes;
	uint8_t *again;
	fr_error error;
	fr_map map;

	if (fr_map_open(copy, size, &map, &error) || fr_map_check(&map, &poll, &error))
		t->refused++;
	else
	{
		codes = new_block((size_t) map.width * map.height);
		fr_map_unpack(&map, codes, &poll);
		make_map(codes, map.width, map.height, &again);
		if (size == fr_map_packed_size(map.width, map.height, map.code_count) &&
			memcmp(again, copy, size) == 0)
			t->accepted++;
		else
			t->wrong++;
		free(codes);
		free(again);
	}
	free(copy);
}

/* Opened but not checked bytes, which a server trusts: no read leaves them. */
static void
read_unchecked(const uint8_t *bytes, size_t size)
{
	uint8_t *copy = exact_copy(bytes, size);
	fr_error error;
	fr_map map;

	if (fr_map_open(copy, size, &map, &error) == FR_OK)
	{
		uint8_t *positions = new_block((size_t) map.width * map.height);

		fr_map_unpack_positions(&map, 0, (size_t) map.width * map.height, positions);
		free(positions);
	}
	free(copy);
}

static void
break_map(uint32_t width, uint32_t height, int code_count)
{
	chance c = {code_count + 100 * width};
	uint8_t *codes = random_codes(&c, width * height, code_count);
	size_t size = fr_map_packed_size(width, height, code_count);
	uint8_t *packed;
	tally cut = {0};
	tally changed = {0};

	make_map(codes, width, height, &packed);
	for (size_t length = 0; length < size; length++)
		try_bytes(packed, length, &cut);
	ok(cut.refused == (int) size, "%u x %u, %d codes: all truncations refused", width,
	   height, code_count);
	for (size_t i = 0; i < size; i++)
	{
		uint8_t was = packed[i];

		for (int byte = 0; byte < 256; byte++)
		{
			packed[i] = (uint8_t) byte;
			try_bytes(packed, size, &changed);
			read_unchecked(packed, size);
		}
		packed[i] = was;
	}
	ok(changed.wrong == 0 && changed.accepted >= (int) size,
	   "%u x %u, %d codes: a byte changed, %d refused, %d are other maps", width, height,
	   code_count, changed.refused, changed.accepted);
	free(codes);
	free(packed);
}

static void
test_broken_bytes(void)
{
	static const uint8_t longer[] = {1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, '.', 0};
	tally t = {0};

	try_bytes(longer, sizeof longer - 1, &t);
	ok(t.accepted == 1, "one cell, packed by hand");
	try_bytes(longer, sizeof longer, &t);
	ok(t.refused == 1, "a byte too many is refused");
	break_map(1, 1, 1);
	break_map(5, 3, 1);
	break_map(5, 3, 2);
	break_map(8, 2, 2);
	break_map(5, 3, 3);
	break_map(4, 4, 4);
	break_map(5, 5, 7);
	break_map(7, 5, 16);
	break_map(7, 5, 17);
	break_map(11, 9, 94);
}

/* Empty lines after the last row are accepted however many they are: they poll. */
static void
test_empty_lines(void)
{
	static const char head[] = "type octile\nheight 1\nwidth 1\nmap\n.\n";
	size_t lines = (size_t) 16 * FR_POLL_STEPS;
	size_t length = sizeof head - 1 + lines;
	char *text = new_block(length);
	uint64_t polls = 0;
	fr_poll poll = {count_poll, &polls};
	fr_map_text header;
	fr_error error;
	uint8_t code;

	memset(text, '\n', length);
	memcpy(text, head, sizeof head - 1);
	ok(fr_map_parse_header(text, length, &header, &error) == FR_OK &&
		   fr_map_parse_rows(text, length, &header, &code, &poll, &error) == FR_OK &&
		   polls >= lines / FR_POLL_STEPS,
	   "empty lines after the last row poll");
	free(text);
}

/* ---- index arithmetic -------------------------------------------------------- */

/* fr_grid_cell divides by a multiplication: hold it to division. */
static void
test_cells(void)
{
	fr_grid grid = {0};
	chance c = {3};
	bool right = true;

	for (uint32_t width = 1; width <= FR_MAX_SIDE; width++)
	{
		grid.width = width;
		grid.reciprocal = UINT64_MAX / width;
		for (int i = 0; i < 60; i++)
		{
			uint32_t multiple = chance_below(&c, FR_MAX_CELLS / width + 1) * width;
			uint32_t index = i % 3 == 0	  ? multiple
							 : i % 3 == 1 ? multiple + width - 1
										  : chance_below(&c, FR_MAX_CELLS);
			fr_cell cell = fr_grid_cell(&grid, index);

			right &= cell.x == (int32_t) (index % width) &&
					 cell.y == (int32_t) (index / width);
		}
	}
	ok(right, "a cell's row and column, for every width");
}

int
main(void)
{
	for (size_t i = 0; i < sizeof goods / sizeof *goods; i++)
		check_good(&goods[i]);
	for (size_t i = 0; i < sizeof bads / sizeof *bads; i++)
		check_bad(&bads[i]);
	test_broken_texts();
	test_empty_lines();
	test_sizes();
	test_round_trips();
	test_broken_bytes();
	test_cells();
	return tap_done();
}
