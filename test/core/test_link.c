/*
 * test_link.c - links of maps: their text, their bytes, and maps that have them
 */
#include "support.h"
#include "tap.h"

static fr_poll poll = {count_poll, NULL};

/* ---- text --------------------------------------------------------------- */

/* Reads a text in a block of its own length, so that a checker sees reads beyond it. */
static fr_status
parse(const char *text, size_t length, fr_link *link)
{
	char *copy = exact_copy(text, length);
	fr_error error;
	fr_status status = fr_link_parse(copy, length, link, &error);

	free(copy);
	return status;
}

typedef struct reading
{
	const char *text;
	const char *canonical; /* NULL: refused */
	fr_status status;
} reading;

static const reading readings[] = {
	{"(3,4)>(40,4)", "(3,4)>(40,4)", FR_OK},
	{"(3,4)>(40,4)=2:k", "(3,4)>(40,4)=2:k", FR_OK},
	{" ( 3 , 4 ) > ( 40 , 4 ) = 2 :k ", "(3,4)>(40,4)=2:k", FR_OK},
	{"3,4>40,4", "(3,4)>(40,4)", FR_OK},
	{"(40,4)<>(3,4)", "(3,4)<>(40,4)", FR_OK},
	{"(3,9)<>(40,4)", "(40,4)<>(3,9)", FR_OK},
	{"(40,4)>(3,4)", "(40,4)>(3,4)", FR_OK},
	{"(0,0)>(0,1)=1", "(0,0)>(0,1)", FR_OK},
	{"(0,0)>(0,1)=1.000", "(0,0)>(0,1)", FR_OK},
	{"(0,0)>(0,1)=0", "(0,0)>(0,1)=0", FR_OK},
	{"(0,0)>(0,1)=0.00", "(0,0)>(0,1)=0", FR_OK},
	{"(0,0)>(0,1)=.5", "(0,0)>(0,1)=0.5", FR_OK},
	{"(0,0)>(0,1)=999999999.999999999", "(0,0)>(0,1)=999999999.999999999", FR_OK},
	{"(0,0)>(65534,65534)::", "(0,0)>(65534,65534)::", FR_OK},
	{"(0,0)>(0,1):=", "(0,0)>(0,1):=", FR_OK},
	{"(0,0)>(0,1)=sqrt2", "(0,0)>(0,1)=sqrt2", FR_OK},
	{"(0,0)>(0,1)=1*sqrt2:k", "(0,0)>(0,1)=sqrt2:k", FR_OK},
	{"(0,0)<>(0,1)= 02.50 * sqrt2 :k", "(0,0)<>(0,1)=2.5*sqrt2:k", FR_OK},
	{"(0,0)>(0,1)=2sqrt2", "(0,0)>(0,1)=2*sqrt2", FR_OK},
	{"(0,0)>(0,1)=2 sqrt2 ", "(0,0)>(0,1)=2*sqrt2", FR_OK},
	{"(0,0)>(0,1)=0*sqrt2", "(0,0)>(0,1)=0", FR_OK},
	{"(0,0)>(0,1)=999999999.999999999*sqrt2", "(0,0)>(0,1)=999999999.999999999*sqrt2",
	 FR_OK},
	{"(0,0)>(0,1)=*sqrt2", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=2**sqrt2", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=-2*sqrt2", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=sqrt2*2", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=sqrt2sqrt2", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=sqrt", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=sqrt3", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=0.1234567891*sqrt2", NULL, FR_COST_DIGITS},
	{"", NULL, FR_SYNTAX},
	{"(0,0)", NULL, FR_SYNTAX},
	{"(0,0)>", NULL, FR_SYNTAX},
	{"(0,0)<(0,1)", NULL, FR_SYNTAX},
	{"(0,0)<", NULL, FR_SYNTAX},
	{"(0,0)><(0,1)", NULL, FR_SYNTAX},
	{"(0,0)>(0,1)>(0,2)", NULL, FR_SYNTAX},
	{"(0,0)>(0,1) k", NULL, FR_SYNTAX},
	{"(0,0)>(0,1):", NULL, FR_SYNTAX},
	{"(0,0)>(0,1): ", NULL, FR_SYNTAX},
	{"(0,0)>(0,1):\x7f", NULL, FR_SYNTAX},
	{"(0,0)>(0,1):kk", NULL, FR_SYNTAX},
	{"(0,0)>(0,1):k=2", NULL, FR_SYNTAX},
	{"(-1,0)>(0,1)", NULL, FR_SYNTAX},
	{"(0,0)>(65535,1)", NULL, FR_SYNTAX},
	{"(0,0)>(0,1)=", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=-1", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=1.2.3", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=blocked", NULL, FR_BAD_COST},
	{"(0,0)>(0,1)=1234567890", NULL, FR_COST_DIGITS},
	{"(0,0)>(0,1)=0.1234567891", NULL, FR_COST_DIGITS},
	{"(5,5)>(5,5)", NULL, FR_LINK_ENDS},
	{"(5,5)<>(5,5)=2", NULL, FR_LINK_ENDS},
};

static void
test_readings(void)
{
	for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
	{
		const reading *r = &readings[i];
		char text[FR_LINK_TEXT_MAX + 1] = "";
		fr_link link;
		fr_status status = parse(r->text, strlen(r->text), &link);

		if (status == FR_OK)
			text[fr_link_write(&link, text)] = '\0';
		ok(status == r->status && (!r->canonical || strcmp(text, r->canonical) == 0),
		   "\"%s\" is read as \"%s\"", r->text, text);
	}
}

static void
test_beginnings(void)
{
	static const char text[] = "(12,34)<>(56,7)=8.25*sqrt2:k";
	int taken = 0;

	for (size_t length = 0; length < sizeof text - 1; length++)
	{
		fr_link link;

		taken += parse(text, length, &link) == FR_OK;
	}
	ok(taken == 6, "of the beginnings of a text %d are links", taken);
}

/* ---- bytes -------------------------------------------------------------- */

static fr_cell
random_cell(chance *c, uint32_t width, uint32_t height)
{
	return (fr_cell){(int32_t) chance_below(c, width), (int32_t) chance_below(c, height)};
}

static fr_link
random_link(chance *c, uint32_t width, uint32_t height)
{
	static const fr_decimal costs[] = {
		{1, 0}, {0, 0}, {2, 0}, {25, 1}, {999999999999999999, 9}};
	fr_link link = {.cost = costs[chance_below(c, 5)], .both = chance_below(c, 2)};
	fr_cell from = random_cell(c, width, height);
	fr_error error;
	fr_cell to;

	link.code = chance_below(c, 2) ? (uint8_t) ('!' + chance_below(c, 94)) : 0;
	link.root2 = link.cost.digits > 0 && chance_below(c, 2);
	do
		to = random_cell(c, width, height);
	while (to.x == from.x && to.y == from.y);
	fr_link_set(&link, from, to, &error);
	return link;
}

static bool
links_equal(const fr_link *a, const fr_link *b)
{
	return a->from.x == b->from.x && a->from.y == b->from.y && a->to.x == b->to.x &&
		   a->to.y == b->to.y && a->cost.digits == b->cost.digits &&
		   a->cost.scale == b->cost.scale && a->code == b->code && a->both == b->both &&
		   a->root2 == b->root2;
}

/* Through its text and through its bytes a link stays the same. */
static void
test_ways(void)
{
	chance c = {1};
	int same = 0;
	int taken = 0;

	for (int i = 0; i < 100000; i++)
	{
		fr_link link = random_link(&c, FR_MAX_SIDE, FR_MAX_SIDE);
		uint8_t bytes[FR_LINK_BYTES];
		char text[FR_LINK_TEXT_MAX];
		fr_link other;
		fr_link third;

		fr_link_pack(&link, bytes);
		other = fr_link_unpack(bytes);
		same += parse(text, fr_link_write(&link, text), &third) == FR_OK &&
				links_equal(&link, &other) && links_equal(&link, &third);
		taken += fr_link_check(bytes);
	}
	ok(same == 100000, "random links as texts and as bytes");
	ok(taken == 100000, "their bytes are accepted");
}

/* Each byte changed: refused, or the bytes of another link. */
static void
test_changed_bytes(void)
{
	chance c = {2};
	int refused = 0;
	int wrong = 0;

	for (int i = 0; i < 40; i++)
	{
		fr_link link = random_link(&c, 300, 300);
		uint8_t bytes[FR_LINK_BYTES];
		uint8_t again[FR_LINK_BYTES];

		fr_link_pack(&link, bytes);
		for (int at = 0; at < FR_LINK_BYTES * 256; at++)
		{
			uint8_t was = bytes[at / 256];

			bytes[at / 256] = (uint8_t) at;
			if (fr_link_check(bytes))
			{
				link = fr_link_unpack(bytes);
				fr_link_pack(&link, again);
				wrong += memcmp(bytes, again, FR_LINK_BYTES) != 0 || link.from.x < 0 ||
						 (link.from.x == link.to.x && link.from.y == link.to.y);
			}
			else
				refused++;
			bytes[at / 256] = was;
		}
	}
	ok(refused > 20000 && wrong == 0, "changed bytes: %d refused, %d wrong", refused,
	   wrong);
}

/* Bytes that a disk has changed: their text has its room. */
static void
test_rotten_bytes(void)
{
	chance c = {4};
	size_t longest = 0;

	for (int i = 0; i < 200000; i++)
	{
		uint8_t bytes[FR_LINK_BYTES];
		char text[1000];
		fr_link link;
		size_t length;

		for (int at = 0; at < FR_LINK_BYTES; at++)
			bytes[at] = (uint8_t) (chance_below(&c, 3) ? chance_next(&c) : 255);
		link = fr_link_unpack(bytes);
		length = fr_link_write(&link, text);
		longest = length > longest ? length : longest;
	}
	ok(longest <= FR_LINK_TEXT_MAX, "any bytes are written in %zu bytes", longest);
}

static int
sign(int x)
{
	return (x > 0) - (x < 0);
}

static void
test_order(void)
{
	chance c = {3};
	uint8_t bytes[40][FR_LINK_BYTES];
	int wrong = 0;

	for (int i = 0; i < 40; i++)
	{
		fr_link link = random_link(&c, 3, 2);

		fr_link_pack(&link, bytes[i]);
	}
	for (int i = 0; i < 40 * 40 * 40; i++)
	{
		const uint8_t *a = bytes[i % 40];
		const uint8_t *b = bytes[i / 40 % 40];
		const uint8_t *d = bytes[i / 1600];

		wrong += sign(fr_link_compare(a, b)) != -sign(fr_link_compare(b, a)) ||
				 (fr_link_compare(a, b) == 0) != (memcmp(a, b, FR_LINK_BYTES) == 0) ||
				 (fr_link_compare(a, b) < 0 && fr_link_compare(b, d) < 0 &&
				  fr_link_compare(a, d) >= 0);
	}
	ok(wrong == 0, "links have an order");
}

/* ---- maps that have links -------------------------------------------------- */

static int
compare(const void *a, const void *b)
{
	return fr_link_compare(a, b);
}

/* A map with so many links, sorted; returns its bytes. */
static uint8_t *
linked_map(uint32_t width, uint32_t height, uint32_t links, size_t *size)
{
	chance c = {links};
	uint8_t *codes = new_block((size_t) width * height);
	uint8_t *packed;
	uint8_t *whole;
	size_t base;
	fr_map map;

	for (uint32_t i = 0; i < width * height; i++)
		codes[i] = chance_below(&c, 2) ? '.' : '@';
	map = make_map(codes, width, height, &packed);
	base = fr_map_packed_size(width, height, map.code_count);
	*size = base + fr_map_links_size(links);
	whole = new_block(*size);
	memcpy(whole, packed, base);
	fr_map_put_links(whole, base, links);
	for (uint32_t i = 0; i < links; i++)
	{
		fr_link link = random_link(&c, width, height);

		fr_link_pack(&link, whole + *size - (links - i) * FR_LINK_BYTES);
	}
	qsort(whole + *size - links * FR_LINK_BYTES, links, FR_LINK_BYTES, compare);
	free(codes);
	free(packed);
	return whole;
}

/* Are they those of a map in its one form? */
static bool
accepts(const uint8_t *bytes, size_t size)
{
	uint8_t *copy = exact_copy(bytes, size);
	fr_error error;
	fr_map map;
	bool accepted = fr_map_open_linked(copy, size, &map, &error) == FR_OK &&
					fr_map_check(&map, &poll, &error) == FR_OK &&
					fr_map_check_links(&map, &poll, &error) == FR_OK;

	free(copy);
	return accepted;
}

static bool
is_sorted(const uint8_t *links, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
		if (fr_link_compare(links + (i - 1) * FR_LINK_BYTES, links + i * FR_LINK_BYTES) >=
			0)
			return false;
	return true;
}

static void
test_linked(uint32_t width, uint32_t height, uint32_t links)
{
	size_t size;
	uint8_t *bytes = linked_map(width, height, links, &size);
	size_t cells = size - links * FR_LINK_BYTES;
	int cut = 0;
	int wrong = 0;
	int taken = 0;
	fr_error error;
	fr_map map;

	ok(accepts(bytes, size) &&
		   fr_map_open(bytes, size, &map, &error) == FR_PACKED_VERSION,
	   "%u x %u, %u links: read where links are known, refused elsewhere", width, height,
	   links);
	for (size_t length = 0; length < size; length++)
		cut += !accepts(bytes, length);
	ok(cut == (int) size, "all truncations refused");
	for (size_t i = 0; i < size * 256; i++)
	{
		uint8_t was = bytes[i / 256];

		bytes[i / 256] = (uint8_t) i;
		if (accepts(bytes, size))
		{
			taken++;
			wrong += bytes[0] != 2 || !is_sorted(bytes + cells, links);
		}
		bytes[i / 256] = was;
	}
	ok(wrong == 0 && taken >= (int) size, "a byte changed: %d other maps, %d wrong",
	   taken, wrong);
	free(bytes);
}

/* ---- texts of maps ----------------------------------------------------------- */

typedef struct map_text
{
	const char *after; /* the rows of a map of 3 x 2 cells */
	int links;
	fr_status status;
} map_text;

static const map_text map_texts[] = {
	{"", 0, FR_OK},
	{"\n\r\n\n", 0, FR_OK},
	{"(0,0)>(2,1)\n", 1, FR_OK},
	{"(0,0)>(2,1)=2:k\r\n\n(0,1)<>(2,1)", 2, FR_OK},
	{"(0,0)>(3,1)\n", 0, FR_OUTSIDE},
	{"(0,2)>(1,1)\n", 0, FR_OUTSIDE},
	{"(0,0)>(0,0)\n", 0, FR_LINK_ENDS},
	{"(0,0)>(2,1)\n(0,0)\n", 1, FR_SYNTAX},
	{"...\n", 0, FR_MAP_TRAILING},
	{"(0,0)>(2,1)\n...\n", 1, FR_MAP_TRAILING},
};

static void
test_map_texts(void)
{
	for (size_t i = 0; i < sizeof map_texts / sizeof *map_texts; i++)
	{
		const map_text *t = &map_texts[i];
		char text[200];
		size_t length = (size_t) sprintf(
			text, "type octile\nheight 2\nwidth 3\nmap\n...\n...\n%s", t->after);
		uint8_t codes[6];
		fr_map_text header;
		fr_link link;
		fr_error error;
		int links = 0;
		bool rows;

		fr_map_parse_header(text, length, &header, &error);
		header.takes_links = true;
		rows = fr_map_parse_rows(text, length, &header, codes, &poll, &error) == FR_OK;
		while (rows && fr_map_next_link(text, length, &header, &link, &error))
			links++;
		ok(rows && links == t->links && error.status == t->status,
		   "after the rows: \"%s\"", t->after);
		fr_map_parse_header(text, length, &header, &error);
		ok(fr_map_parse_rows(text, length, &header, codes, &poll, &error) ==
			   (strspn(t->after, "\r\n") == strlen(t->after) ? FR_OK : FR_MAP_TRAILING),
		   "and where links are not taken");
	}
}

int
main(void)
{
	test_readings();
	test_beginnings();
	test_ways();
	test_changed_bytes();
	test_rotten_bytes();
	test_order();
	test_linked(3, 2, 1);
	test_linked(7, 5, 4);
	test_map_texts();
	return tap_done();
}
