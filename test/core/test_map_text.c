/*
 * test_map_text.c - maps as text: what is read, and what is refused and why
 */
#include "map_text.h"
#include "tap.h"

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
	{"rows alone", "..@\n@@.\n", 3, 2, "..@@@."},
	{"rows alone, CRLF", "..@\r\n@@.\r\n", 3, 2, "..@@@."},
	{"rows alone, no last newline", "..@\n@@.", 3, 2, "..@@@."},
	{"rows alone, no last newline, CRLF", "..@\r\n@@.\r", 3, 2, "..@@@."},
	{"rows alone, blank lines at the end", "..@\n@@.\n\r\n\n", 3, 2, "..@@@."},
	{"one row alone", ".@#~", 4, 1, ".@#~"},
	{"one row alone, with its end", ".@#~\n\n", 4, 1, ".@#~"},
	{"one cell alone", "@", 1, 1, "@"},
	{"a column alone", ".\n@\n.", 1, 3, ".@."},
	{"the first and last codes alone", "!!\n~~\n", 2, 2, "!!~~"},
	{"rows alone, of letters and digits", "TSW\nG12\n", 3, 2, "TSWG12"},
	{"rows alone, like lines of a header", "mop\nmap\n", 3, 2, "mopmap"},
	{"rows alone, with commas and brackets", "[,,].\n{;;}.\n", 5, 2, "[,,].{;;}."},
	{"rows alone behind an empty line", "\n...\n...\n", 3, 2, "......"},
	{"rows alone behind a byte-order mark", "\xef\xbb\xbf..@\n@@.\n", 3, 2, "..@@@."},
	{"rows alone, blanks behind the first", "..@ \t\r\n@@.\n", 3, 2, "..@@@."},
	{"rows alone, blanks behind the second", "..@\n@@.  \n \n", 3, 2, "..@@@."},
	{"a byte-order mark", "\xef\xbb\xbf" HEAD("1", "2") ".@\n", 2, 1, ".@"},
	{"width before height", "type octile\nwidth 2\nheight 1\nmap\n.@\n", 2, 1, ".@"},
	{"tabs and more blanks", "type\toctile \n height\t1\t\nwidth   2 \n map\t\n.@ \t\n",
	 2, 1, ".@"},
	{"empty lines in the header", "\ntype octile\n\nheight 1\n \nwidth 2\n\nmap\n.@\n", 2,
	 1, ".@"},
	{"upper case", "TYPE Octile\nHeight 1\nWIDTH 2\nMap\n.@\n", 2, 1, ".@"},
	{"type tile", "type tile\nheight 1\nwidth 2\nmap\n.@\n", 2, 1, ".@"},
	{"type octile-corner",
	 "type octile-corner\nheight 3\nwidth 4\nmap\n2222\n2322\n2222\n..@x\ns@gx\nxxxx\n",
	 3, 2, "..@S@G"},
	{"rows alone, like links", "(0,0)>\n......\n(0,0)<\n", 6, 3, "(0,0)>......(0,0)<"},
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
	{"another type", TEXT("type raw\nheight 1\nwidth 1\nmap\n.\n"), FR_MAP_HEADER, 1, ANY,
	 ANY, ANY, "type octile", "type raw"},
	{"a NUL in the type", TEXT("type octile\0\nheight 1\nwidth 1\nmap\n.\n"),
	 FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile", NULL},
	{"two byte-order marks",
	 TEXT("\xef\xbb\xbf\xef\xbb\xbftype octile\nheight 1\nwidth 1\nmap\n.\n"),
	 FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile", NULL},
	{"corners without cells",
	 TEXT("type octile-corner\nheight 2\nwidth 2\nmap\n22\n22\n"), FR_MAP_ROWS, ANY, ANY,
	 0, 1, NULL, NULL},
	{"corners that end early", TEXT("type octile-corner\nheight 2\nwidth 2\nmap\n22\n"),
	 FR_MAP_ROWS, ANY, ANY, 1, 2, NULL, NULL},
	{"corners of no cell", TEXT("type octile-corner\nheight 1\nwidth 2\nmap\n22\n..\n"),
	 FR_MAP_SIDE, ANY, ANY, 0, FR_MAX_SIDE, "height", NULL},
	{"the height twice", TEXT("type octile\nheight 1\nheight 1\nmap\n.\n"), FR_MAP_HEADER,
	 3, ANY, ANY, ANY, "width", "height 1"},
	{"the width twice", TEXT("type octile\nwidth 1\nwidth 1\nmap\n.\n"), FR_MAP_HEADER, 3,
	 ANY, ANY, ANY, "height", "width 1"},
	{"the header ends after the type", TEXT("type octile"), FR_MAP_HEADER, 2, ANY, ANY,
	 ANY, "height", ""},
	{"no height", TEXT("type octile\nwidth 1\nmap\n.\n"), FR_MAP_HEADER, 3, ANY, ANY, ANY,
	 "height", "map"},
	{"neither height nor width", TEXT("type octile\nmap\n.\n"), FR_MAP_HEADER, 2, ANY,
	 ANY, ANY, "height", "map"},
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
	{"rows alone, a short row", TEXT("...\n...\n..\n...\n"), FR_MAP_ROW, 2, ANY, 2, 3,
	 NULL, NULL},
	{"rows alone, a long row", TEXT("...\n....\n...\n"), FR_MAP_ROW, 1, ANY, 4, 3, NULL,
	 NULL},
	{"rows alone, a short last row",
	 TEXT("...\n..."
		  "\n."),
	 FR_MAP_ROW, 2, ANY, 1, 3, NULL, NULL},
	{"rows alone, text behind an empty line", TEXT("...\n...\n\n...\n"), FR_MAP_TRAILING,
	 ANY, ANY, ANY, 2, NULL, "..."},
	{"rows alone, a blank", TEXT("...\n. .\n"), FR_MAP_CODE, 1, 1, ' ', ANY, NULL, NULL},
	{"rows alone, a tab in the first row", TEXT(".\t.\n...\n"), FR_MAP_HEADER, 1, ANY,
	 ANY, ANY, "type octile", ".\t."},
	{"rows alone, a NUL", TEXT("...\n.\0.\n"), FR_MAP_CODE, 1, 1, 0, ANY, NULL, NULL},
	{"rows alone, UTF-8", TEXT("..\n\xc3\xa9\n"), FR_MAP_CODE, 1, 0, 0xc3, ANY, NULL,
	 NULL},
	{"rows alone, a lone CR", TEXT("...\n.\r.\n"), FR_MAP_CODE, 1, 1, '\r', ANY, NULL,
	 NULL},
	{"a blank in the first row", TEXT(". .\n...\n"), FR_MAP_HEADER, 1, ANY, ANY, ANY,
	 "type octile", ". ."},
	{"a word", TEXT("octile"), FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile", "octile"},
	{"a word with a newline", TEXT("arena\n"), FR_MAP_HEADER, 1, ANY, ANY, ANY,
	 "type octile", "arena"},
	{"a number", TEXT("42"), FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile", "42"},
	{"a path of a file", TEXT("../data/arena.map\n"), FR_MAP_HEADER, 1, ANY, ANY, ANY,
	 "type octile", NULL},
	{"bytes in hexadecimal", TEXT("\\x00ff"), FR_MAP_HEADER, 1, ANY, ANY, ANY,
	 "type octile", NULL},
	{"a cell", TEXT("(3,4)"), FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile", "(3,4)"},
	{"an array", TEXT("{..,.@}"), FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile", NULL},
	{"JSON", TEXT("[\"..\",\".@\"]\n"), FR_MAP_HEADER, 1, ANY, ANY, ANY, "type octile",
	 NULL},
	{"a link", TEXT("(0,0)>(1,0)\n(1,0)>(2,0)\n"), FR_MAP_HEADER, 1, ANY, ANY, ANY,
	 "type octile", NULL},
	{"CSV of codes", TEXT(".,@,.\n.,.,.\n"), FR_MAP_HEADER, 1, ANY, ANY, ANY,
	 "type octile", ".,@,."},
	{"CSV of numbers", TEXT("10;2.5;-1\n11;0.5;+1\n"), FR_MAP_HEADER, 1, ANY, ANY, ANY,
	 "type octile", NULL},
	{"a header that begins with its last line", TEXT("map\n...\n"), FR_MAP_HEADER, 1, ANY,
	 ANY, ANY, "type octile", "map"},
	{"a header without its blanks", TEXT("typeoctile\nheight1\nwidth1\nmap\n.\n"),
	 FR_MAP_ROW, 1, ANY, 7, 10, NULL, NULL},
	{"rows alone, and a link that is not taken", TEXT("....\n....\n(0,0)>(1,0)\n"),
	 FR_MAP_TRAILING, ANY, ANY, ANY, 2, NULL, "(0,0)>(1,0)"},
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

/* The prefixes of rows alone: those that end with a row are maps of fewer rows. */
static void
test_prefixes_of_rows(void)
{
	static const char text[] = "@..@\r\n@T..\r\nS..W\r\n";
	fr_map_text header;
	fr_error error;
	uint8_t *codes;
	int astray = 0;

	for (size_t length = 0; length < sizeof text; length++)
	{
		fr_status status = parse(text, length, &header, &codes, &error);
		size_t row = length / 6;
		size_t rest = length % 6;
		/* a row that has begun needs all its codes; a first row alone has as many as are there */
		bool whole = row == 0 ? rest > 0 : rest == 0 || rest >= 4;
		uint32_t width = (uint32_t) (row == 0 && rest < 4 ? rest : 4);

		astray += (status == FR_OK) != whole ||
				  (whole && (header.width != width ||
							 header.height != (uint32_t) (row + (rest > 0))));
		for (size_t i = 0; whole && codes && i < (size_t) header.width * header.height;
			 i++)
			astray += codes[i] != (uint8_t) text[i / header.width * 6 + i % header.width];
		free(codes);
	}
	ok(astray == 0, "prefixes of rows alone");
}

/* A text of this many rows, each of one code. */
static fr_status
column_of(size_t rows, uint32_t *height)
{
	char *text = new_block(2 * rows);
	fr_map_text header = {0};
	fr_error error;
	uint8_t *codes;
	fr_status status;

	for (size_t i = 0; i < rows; i++)
		memcpy(text + 2 * i, ".\n", 2);
	status = parse(text, 2 * rows, &header, &codes, &error);
	*height = header.height;
	free(codes);
	free(text);
	return status;
}

static void
test_sizes_of_rows(void)
{
	static char wide[2 * 65537 + 2];
	fr_map_text header = {0};
	fr_error error;
	uint32_t height;
	uint8_t *codes;

	ok(column_of(65535, &height) == FR_OK && height == 65535, "65535 rows alone");
	ok(column_of(65536, &height) == FR_MAP_SIDE, "65536 rows alone are too many");
	ok(column_of(200000, &height) == FR_MAP_SIDE, "and so are more");
	memset(wide, '.', sizeof wide);
	wide[65535] = wide[2 * 65535 + 1] = '\n';
	ok(parse(wide, 2 * 65535 + 2, &header, &codes, &error) == FR_OK &&
		   header.width == 65535 && header.height == 2,
	   "rows of 65535 codes alone");
	free(codes);
	memset(wide, '.', sizeof wide);
	wide[65536] = wide[2 * 65536 + 1] = '\n';
	ok(parse(wide, 2 * 65536 + 2, &header, &codes, &error) == FR_MAP_SIDE &&
		   strcmp(error.what, "width") == 0 && error.found == 65536,
	   "rows of 65536 codes alone are too long");
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

/* A reader takes as much memory as the text has rows for, not as much as its header says. */
static void
test_room(void)
{
	static const char head[] = "type octile\nheight 2048\nwidth 65535\nmap\n";
	fr_map_text header;
	fr_error error;

	ok(fr_map_parse_header(head, sizeof head - 1, &header, &error) == FR_OK &&
		   fr_map_parse_room(&header, sizeof head - 1) < 1000,
	   "a header without rows takes no memory");
}

int
main(void)
{
	for (size_t i = 0; i < sizeof goods / sizeof *goods; i++)
		check_good(&goods[i]);
	for (size_t i = 0; i < sizeof bads / sizeof *bads; i++)
		check_bad(&bads[i]);
	test_broken_texts();
	test_prefixes_of_rows();
	test_sizes_of_rows();
	test_empty_lines();
	test_sizes();
	test_room();
	return tap_done();
}
