/*
 * test_map.c - maps as packed bytes
 */
#include "map_text.h"
#include "tap.h"

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
	test_round_trips();
	test_broken_bytes();
	test_cells();
	return tap_done();
}
