/*
 * test_layers.c - layers of maps: their names, their numbers, and their bytes
 *
 *     test_layers [VALUES [SEED]]
 *
 * So many values whose bytes were changed are among the tests.
 */
#include "layered.h"
#include "tap.h"

#include <math.h>

static fr_poll poll = {count_poll, NULL};

/* ---- names --------------------------------------------------------------- */

static void
test_names(void)
{
	static const char *const names[] = {
		"a", "_", "height", "Z_9", "abcdefghijklmnopqrstuvwxyz_1234",
	};
	static const char *const others[] = {
		"", "9", "a-b", "a b", "h\xc3\xb6he", "abcdefghijklmnopqrstuvwxyz_12345", "a.b",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		ok(fr_layer_is_name(names[i], strlen(names[i])), "\"%s\" is a name", names[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		ok(!fr_layer_is_name(others[i], strlen(others[i])), "\"%s\" is none", others[i]);
	ok(fr_layer_most("blocked", 7) == 1 && fr_layer_most("sides", 5) == 63 &&
		   fr_layer_most("blocke", 6) == FR_LAYER_MOST &&
		   fr_layer_most("sidess", 6) == FR_LAYER_MOST,
	   "two names have a range of their own");
}

/* ---- numbers -------------------------------------------------------------- */

/* A decimal of so many digits at most, as the parser of decimals makes them. */
static fr_decimal
random_decimal(chance *c, uint32_t digits)
{
	fr_decimal decimal = {chance_below(c, (uint32_t) fr_power10(digits)),
						  chance_below(c, FR_DECIMAL_DIGITS + 1)};

	while (decimal.scale > 0 && decimal.digits % 10 == 0)
	{
		decimal.digits /= 10;
		decimal.scale--;
	}
	return decimal;
}

/* A number of up to 16 or 32 bits that a scale may have. */
static uint32_t
random_stored(chance *c, const fr_layer_scale *scale)
{
	uint32_t stored = (uint32_t) chance_next(c) >> (chance_below(c, 2) ? 16 : 0);

	return stored <= scale->most ? stored : scale->most - stored % FR_LAYER_NARROW;
}

/* The text of a number: the double that strtod reads there is the nearest one. */
static double
number_of_text(const fr_layer_scale *scale, uint32_t stored)
{
	int64_t number = scale->first + scale->step * stored;
	char text[64];

	snprintf(text, sizeof text, "%llde-%u", (long long) number, scale->decimals);
	return strtod(text, NULL);
}

static void
test_numbers(void)
{
	chance c = {5};
	int scales = 0;
	int refused = 0;
	int wrong = 0;
	int far = 0;

	for (int i = 0; i < 3000; i++)
	{
		fr_layer layer = {.scale = random_decimal(&c, chance_below(&c, 7) + 1),
						  .offset = random_decimal(&c, chance_below(&c, 9) + 1),
						  .below = chance_below(&c, 2)};
		fr_layer_scale scale;

		if (!fr_layer_scale_of(&layer, &scale))
		{
			refused++;
			continue;
		}
		scales++;
		for (int k = 0; k < 300; k++)
		{
			uint32_t stored = random_stored(&c, &scale);
			double number = fr_layer_number(&scale, stored);
			double step = (double) scale.step / (double) fr_power10(scale.decimals);
			uint32_t again;
			uint32_t near;

			wrong += number != number_of_text(&scale, stored) ||
					 !fr_layer_stored(&scale, number, &again) || again != stored;
			if (stored < scale.most && scale.step > 1000)
				far += !fr_layer_stored(&scale, number + 0.49 * step, &near) ||
					   near != stored ||
					   !fr_layer_stored(&scale, number + 0.51 * step, &near) ||
					   near != stored + 1;
		}
	}
	ok(scales > 1000 && refused > 100 && wrong == 0 && far == 0,
	   "%d scales, %d wrong numbers, %d not rounded to the nearest; %d scales refused",
	   scales, wrong, far, refused);
}

typedef struct scale_case
{
	fr_decimal scale;
	fr_decimal offset;
	bool below;
	bool taken;
} scale_case;

static const scale_case scale_cases[] = {
	{{1, 0}, {0, 0}, false, true},
	{{1, 9}, {0, 0}, false, true},
	{{999999, 9}, {999999, 9}, true, true},
	{{999999999, 0}, {0, 0}, false, true},
	{{1, 0}, {999999999, 0}, true, true},
	{{0, 0}, {0, 0}, false, false},
	{{10, 1}, {0, 0}, false, false},
	{{1, 10}, {0, 0}, false, false},
	{{1, 255}, {0, 0}, false, false},
	{{1000000000, 0}, {0, 0}, false, false},
	{{UINT64_MAX, 9}, {0, 0}, false, false},
	{{1, 0}, {0, 0}, true, false},
	{{1, 0}, {0, 1}, false, false},
	{{1, 9}, {1000000, 0}, false, false}, /* 16 digits */
	{{999999999, 0}, {1, 2}, false, false},
	{{1, 9}, {999999999, 0}, true, false},
};

/* The largest number that a layer stores is the last one of 15 digits, or of 32 bits. */
static void
test_most(void)
{
	static const struct
	{
		fr_decimal scale;
		fr_decimal offset;
		uint32_t most;
	} cases[] = {{{1, 0}, {0, 0}, UINT32_MAX},		{{1, 9}, {0, 0}, UINT32_MAX},
				 {{999999999, 0}, {0, 0}, 1000000}, {{1, 0}, {1, 9}, 999999},
				 {{1, 6}, {999999999, 0}, 999999},	{{1, 2}, {999999999, 0}, UINT32_MAX}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
	{
		fr_layer layer = {.scale = cases[i].scale, .offset = cases[i].offset};
		fr_layer_scale scale = {0};

		ok(fr_layer_scale_of(&layer, &scale) && scale.most == cases[i].most,
		   "case %zu: the largest stored number is %u", i, scale.most);
	}
}

static void
test_scales(void)
{
	for (size_t i = 0; i < sizeof scale_cases / sizeof *scale_cases; i++)
	{
		const scale_case *s = &scale_cases[i];
		fr_layer layer = {.scale = s->scale, .offset = s->offset, .below = s->below};
		fr_layer_scale scale;

		ok(fr_layer_scale_of(&layer, &scale) == s->taken,
		   "scale %llu/10^%u, offset %s%llu/10^%u: %s",
		   (unsigned long long) s->scale.digits, s->scale.scale, s->below ? "-" : "",
		   (unsigned long long) s->offset.digits, s->offset.scale,
		   s->taken ? "taken" : "refused");
	}
}

static void
test_outside(void)
{
	static const double outside[] = {-0.51,		4294967295.51, 1e300, -1e300, INFINITY,
									 -INFINITY, NAN,		   1e15,  9.3e18};
	fr_layer_scale scale = {0, 1, 0, FR_LAYER_MOST};
	uint32_t stored = 7;
	int taken = 0;

	for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
		taken += fr_layer_stored(&scale, outside[i], &stored);
	ok(taken == 0, "numbers beyond a layer, not finite ones, and none are refused");
	ok(fr_layer_stored(&scale, -0.49, &stored) && stored == 0 &&
		   fr_layer_stored(&scale, 4294967295.49, &stored) && stored == UINT32_MAX &&
		   fr_layer_stored(&scale, -0.0, &stored) && stored == 0,
	   "numbers that are nearest to its ends are taken");
}

/* ---- bytes ----------------------------------------------------------------- */

/* Are they the one form of a map with layers? */
static bool
accepts(const uint8_t *bytes, size_t size, fr_map *map)
{
	fr_error error;

	return fr_map_open_layered(bytes, size, map, &error) == FR_OK &&
		   fr_map_check(map, &poll, &error) == FR_OK &&
		   fr_map_check_links(map, &poll, &error) == FR_OK &&
		   fr_map_check_layers(map, &poll, &error) == FR_OK;
}

/* Does a map lead to the same bytes, from its parts? */
static bool
is_rebuilt(const fr_map *map, const uint8_t *bytes, size_t size)
{
	size_t cells = (size_t) map->width * map->height;
	fr_map base = *map;
	layer_of_test layers[FR_MAX_LAYERS];
	char names[FR_MAX_LAYERS][FR_LAYER_NAME + 1] = {{0}};
	uint32_t *stored = new_block(cells * FR_MAX_LAYERS * sizeof *stored);
	uint8_t *again;
	size_t again_size;
	bool same;

	base.layer_count = 0;
	for (int i = 0; i < map->layer_count; i++)
	{
		fr_layer layer;

		fr_map_layer(map, i, &layer);
		memcpy(names[i], layer.name, (size_t) layer.name_length);
		fr_layer_unpack(&layer, 0, cells, stored + (size_t) i * cells);
		layers[i] = (layer_of_test){names[i], layer.scale, layer.offset, layer.below,
									stored + (size_t) i * cells};
	}
	again = packed_layers(&base, layers, map->layer_count, &again_size);
	memcpy(again + FR_MAP_HEADER_SIZE, map->ground, FR_GROUND_BYTES);
	same = size == again_size && memcmp(again, bytes, size) == 0;
	free(again);
	free(stored);
	return same;
}

/* Lowers numbers that the layer may not have. */
static void
limit_numbers(const layer_of_test *of, uint32_t *stored, size_t cells)
{
	fr_layer layer = {.scale = of->scale, .offset = of->offset, .below = of->below};
	fr_layer_scale scale;

	for (size_t i = 0; i < cells && fr_layer_scale_of(&layer, &scale); i++)
		if (stored[i] > scale.most)
			stored[i] %= scale.most;
}

/* Random numbers of at most so many bits, all of them equal if there are none. */
static void
fill_numbers(chance *c, int bits, uint32_t *stored, size_t cells)
{
	uint32_t constant = (uint32_t) chance_next(c) >> (chance_below(c, 2) ? 16 : 0);

	for (size_t i = 0; i < cells; i++)
		stored[i] =
			bits ? (uint32_t) (chance_next(c) & ((UINT64_C(1) << bits) - 1)) : constant;
}

static uint8_t *
random_base(chance *c, uint32_t width, uint32_t height, uint32_t links, fr_map *map,
			size_t *size)
{
	size_t cells = (size_t) width * height;
	uint8_t *codes = new_block(cells);
	uint8_t *packed;
	uint8_t *whole;
	fr_error error;

	for (size_t i = 0; i < cells; i++)
		codes[i] = (uint8_t) ("@.TW"[chance_below(c, 4)]);
	*map = make_map(codes, width, height, &packed);
	*size = fr_map_packed_size(width, height, map->code_count);
	whole = new_block(*size + fr_map_links_size(links));
	memcpy(whole, packed, *size);
	fr_map_put_links(whole, *size, links);
	for (uint32_t i = 0; i < links; i++)
	{
		fr_link link = {.cost = fr_decimal_one};

		fr_link_set(&link, (fr_cell){(int32_t) (i % width), (int32_t) (i / width)},
					(fr_cell){(int32_t) width - 1, (int32_t) height - 1}, &error);
		fr_link_pack(&link, whole + *size + 4 + i * FR_LINK_BYTES);
	}
	*size += fr_map_links_size(links);
	free(codes);
	free(packed);
	if (fr_map_open_linked(whole, *size, map, &error) ||
		fr_map_check_links(map, &poll, &error))
		abort();
	return whole;
}

static void
test_views(const fr_map *map, const layer_of_test *layers, int count)
{
	size_t cells = (size_t) map->width * map->height;
	uint32_t *part = new_block(cells * sizeof *part);
	int wrong = 0;

	for (int i = 0; i < count; i++)
	{
		fr_layer layer;
		bool found =
			fr_map_find_layer(map, layers[i].name, strlen(layers[i].name), &layer);

		wrong += !found || layer.below != layers[i].below ||
				 layer.scale.digits != layers[i].scale.digits;
		for (size_t first = 0; first < cells; first++)
		{
			fr_layer_unpack(&layer, first, cells - first, part);
			wrong += memcmp(part, layers[i].stored + first,
							(cells - first) * sizeof *part) != 0 ||
					 fr_layer_at(&layer, first) != layers[i].stored[first];
		}
	}
	ok(wrong == 0 && map->layer_count == count, "%d layers are read again", count);
	free(part);
}

static void
test_layered(uint32_t width, uint32_t height, uint32_t links, int count)
{
	static const char *const names[] = {"a",	   "b1", "blocked", "height",
										"heights", "x",	 "y",		"z"};
	static const int bits[] = {8, 32, 1, 4, 0, 16, 3, 17};
	chance c = {width * 100 + links * 10 + (uint32_t) count};
	size_t cells = (size_t) width * height;
	uint32_t *stored = new_block(cells * FR_MAX_LAYERS * sizeof *stored);
	layer_of_test layers[FR_MAX_LAYERS];
	size_t base_size;
	size_t size;
	size_t layer_size;
	fr_map base;
	fr_map map;
	fr_error error;
	uint8_t header[FR_MAP_HEADER_SIZE];
	uint8_t *base_bytes = random_base(&c, width, height, links, &base, &base_size);
	uint8_t *bytes;
	size_t cut = 0;
	int taken = 0;
	int wrong = 0;

	for (int i = 0; i < count; i++)
	{
		bool plain = i == 2;
		fr_layer_scale scale;
		fr_layer measured;

		fill_numbers(&c, bits[i], stored + (size_t) i * cells, cells);
		layers[i] =
			(layer_of_test){names[i], plain ? fr_decimal_one : random_decimal(&c, 4),
							plain ? (fr_decimal){0, 0} : random_decimal(&c, 5), false,
							stored + (size_t) i * cells};
		layers[i].scale.digits += layers[i].scale.digits == 0;
		layers[i].below = layers[i].offset.digits > 0 && i % 2;
		measured = measured_layer(&layers[i], 0);
		if (!fr_layer_scale_of(&measured, &scale))
			layers[i].offset = (fr_decimal){0, 0}, layers[i].below = false;
		limit_numbers(&layers[i], stored + (size_t) i * cells, cells);
	}
	bytes = packed_layers(&base, layers, count, &size);
	ok(accepts(bytes, size, &map) && is_rebuilt(&map, bytes, size) &&
		   fr_map_open(bytes, size, &map, &error) == FR_PACKED_VERSION &&
		   fr_map_open_linked(bytes, size, &map, &error) == FR_PACKED_VERSION,
	   "%u x %u, %u links, %d layers: read where layers are known, refused elsewhere",
	   width, height, links, count);
	accepts(bytes, size, &map);
	test_views(&map, layers, count);
	fr_map_base_header(&map, header);
	ok(fr_map_base_size(&map) == base_size &&
		   memcmp(header, base_bytes, sizeof header) == 0 &&
		   memcmp(map.codes, base_bytes + sizeof header, base_size - sizeof header) == 0,
	   "the base is found again");
	ok(fr_map_layer_bytes(&map, &layer_size) + layer_size == bytes + size,
	   "the layers are at the end");
	ok(fr_map_open_layered(base_bytes, base_size, &map, &error) == FR_OK &&
		   map.layer_count == 0 && map.layers == NULL && map.ground == NULL,
	   "a map without layers is opened, too");
	for (size_t length = 0; length < size; length++)
	{
		uint8_t *copy = exact_copy(bytes, length);

		cut += !accepts(copy, length, &map);
		free(copy);
	}
	ok(cut == size, "all truncations refused");
	for (size_t i = 0; i < size * 256; i++)
	{
		uint8_t was = bytes[i / 256];

		bytes[i / 256] = (uint8_t) i;
		if (accepts(bytes, size, &map))
		{
			taken++;
			wrong += map.layer_count != count || !is_rebuilt(&map, bytes, size);
		}
		bytes[i / 256] = was;
	}
	ok(wrong == 0 && taken >= (int) size, "a byte changed: %d other maps, %d wrong",
	   taken, wrong);
	free(bytes);
	free(base_bytes);
	free(stored);
}

/* ---- changed bytes --------------------------------------------------------- */

#define VALUES 200000
#define CHANGED_VALUES 100 /* of each map */
#define GROWTH 40

/* A map with up to three links and all kinds of layers; the caller frees it. */
static uint8_t *
random_layered(chance *c, size_t *front, size_t *size)
{
	static const char *const names[FR_MAX_LAYERS] = {
		"H_2",	 "a", "blocked", "height",
		"sides", "x", "y",		 "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"};
	uint32_t width = 1 + chance_below(c, 9);
	uint32_t height = 1 + chance_below(c, 7);
	size_t cells = (size_t) width * height;
	uint32_t *stored = new_block(cells * FR_MAX_LAYERS * sizeof *stored);
	layer_of_test layers[FR_MAX_LAYERS];
	uint32_t links = cells > 3 ? chance_below(c, 4) : 0;
	fr_map base;
	uint8_t *base_bytes = random_base(c, width, height, links, &base, front);
	uint8_t *bytes;
	int count = 0;

	for (int i = 0; i < FR_MAX_LAYERS; i++)
	{
		uint32_t most = fr_layer_most(names[i], strlen(names[i]));
		bool plain = most < FR_LAYER_MOST || chance_below(c, 3) == 0;
		layer_of_test *layer = &layers[count];
		fr_layer_scale scale;
		fr_layer measured;

		if (chance_below(c, 3) && !(i == FR_MAX_LAYERS - 1 && count == 0))
			continue;
		*layer = (layer_of_test){names[i], plain ? fr_decimal_one : random_decimal(c, 4),
								 plain ? (fr_decimal){0, 0} : random_decimal(c, 5), false,
								 stored + (size_t) count * cells};
		layer->below = layer->offset.digits > 0 && chance_below(c, 2);
		measured = measured_layer(layer, 0);
		if (!fr_layer_scale_of(&measured, &scale))
			layer->scale = fr_decimal_one, layer->offset = (fr_decimal){0, 0},
			layer->below = false;
		fill_numbers(c, (int) chance_below(c, 33), stored + (size_t) count * cells,
					 cells);
		limit_numbers(layer, stored + (size_t) count * cells, cells);
		for (size_t n = 0; n < cells && most < FR_LAYER_MOST; n++)
			stored[(size_t) count * cells + n] %= most + 1;
		count++;
	}
	bytes = packed_layers(&base, layers, count, size);
	free(base_bytes);
	free(stored);
	return bytes;
}

static uint32_t
extreme_number(chance *c)
{
	static const uint32_t numbers[] = {
		0,		1,		 2,			0x7f,		0x80,	   0xff,	   0x7fff,	  0x8000,
		0xffff, 0x10000, 999999999, 1000000000, INT32_MAX, 0x80000000, UINT32_MAX};

	return chance_below(c, 4) ? numbers[chance_below(c, 15)] : (uint32_t) chance_next(c);
}

/* One change of a value: a bit, a byte, a number, a stretch, or its length. */
static void
change(chance *c, uint8_t *bytes, size_t from, size_t *size)
{
	size_t at = from + chance_below(c, (uint32_t) (*size - from));
	size_t left = *size - at;
	size_t length = 1 + chance_below(c, (uint32_t) (left < 16 ? left : 16));
	uint32_t number = extreme_number(c);

	switch (chance_below(c, 8))
	{
		case 0:
			bytes[at] ^= (uint8_t) (1u << chance_below(c, 8));
			break;
		case 1:
		case 2:
			bytes[at] = (uint8_t) chance_next(c);
			break;
		case 3:
			bytes[at] = (uint8_t) (bytes[at] + (chance_below(c, 2) ? 1 : 255));
			break;
		case 4:
			for (size_t i = 0; i < 4 && i < left; i++)
				bytes[at + i] = (uint8_t) (number >> 8 * i);
			break;
		case 5:
			memmove(bytes + at, bytes + chance_below(c, (uint32_t) (*size - length + 1)),
					length);
			break;
		case 6:
			*size = at + chance_below(c, 2) * length;
			break;
		default:
			memmove(bytes + at + length, bytes + at, left);
			*size += length;
	}
	*size += *size == 0;
}

/* Is each row of each layer, as text, read again? */
static bool
is_reread(const fr_map *map)
{
	bool same = true;

	for (int i = 0; i < map->layer_count; i++)
	{
		uint32_t *again = new_block(map->width * sizeof *again);
		char line[FR_LAYER_LINE_MAX];
		fr_error error;
		fr_layer layer;
		fr_layer read;
		char *row;

		fr_map_layer(map, i, &layer);
		same &= fr_layer_parse_line(line, fr_layer_write_line(&layer, line), &read,
									&error) == FR_OK &&
				fr_decimal_equal(read.scale, layer.scale) &&
				fr_decimal_equal(read.offset, layer.offset) && read.below == layer.below;
		row = new_block(fr_layer_row_room(&layer, map->width));
		for (uint32_t y = 0; same && y < map->height; y++)
		{
			size_t length = fr_layer_write_row(&layer, map->width, y, row);

			same &= fr_layer_parse_row(row, length, map->width, y, &read, again,
									   &error) == FR_OK;
			for (uint32_t x = 0; same && x < map->width; x++)
				same &= again[x] == fr_layer_at(&layer, (size_t) y * map->width + x);
		}
		free(row);
		free(again);
	}
	return same;
}

/* Bytes of maps with layers, changed in up to four places: refused, or another map. */
static void
test_changed(long values, uint64_t seed)
{
	chance c = {seed};
	long taken = 0;
	long wrong = 0;

	for (long i = 0; i < values; i += CHANGED_VALUES)
	{
		size_t front;
		size_t whole;
		uint8_t *bytes = random_layered(&c, &front, &whole);
		uint8_t *changed = new_block(whole + 4 * GROWTH);
		fr_map map;

		wrong += !accepts(bytes, whole, &map) || !is_rebuilt(&map, bytes, whole);
		for (int k = 0; k < CHANGED_VALUES; k++)
		{
			size_t size = whole;
			uint8_t *copy;

			memcpy(changed, bytes, whole);
			for (uint32_t n = 1 + chance_below(&c, 2) * chance_below(&c, 4); n > 0; n--)
				change(&c, changed, chance_below(&c, 3) && front < size ? front : 0,
					   &size);
			copy = exact_copy(changed, size);
			if (accepts(copy, size, &map))
			{
				taken++;
				wrong += map.layer_count > 0 &&
						 (!is_rebuilt(&map, copy, size) || !is_reread(&map));
			}
			free(copy);
		}
		free(changed);
		free(bytes);
	}
	ok(wrong == 0 && taken > values / 20, "%ld values changed: %ld are maps, %ld wrong",
	   values, taken, wrong);
}

/* Numbers that the header of a layer excludes, as in a damaged file, are read in its range. */
static void
test_damage(void)
{
	uint32_t stored[12] = {3, 200, 77};
	layer_of_test of = {"n", {1, 0}, {0, 0}, false, stored};
	chance c = {1};
	size_t base_size;
	size_t size;
	fr_map base;
	fr_map map;
	fr_layer layer;
	fr_error error;
	uint8_t *base_bytes = random_base(&c, 4, 3, 0, &base, &base_size);
	uint8_t *bytes;

	for (int i = 3; i < 12; i++)
		stored[i] = 100;
	bytes = packed_layers(&base, &of, 1, &size);
	bytes[size - 1] = 255;
	bytes[size - 2] = 0;
	if (fr_map_open_layered(bytes, size, &map, &error))
		abort();
	fr_map_layer(&map, 0, &layer);
	ok(fr_layer_at(&layer, 11) == 200 && fr_layer_at(&layer, 10) == 3 &&
		   fr_map_check_layers(&map, &poll, &error) == FR_PACKED_CORRUPT,
	   "damaged numbers are read in the range of the layer, and are refused by the check");
	free(bytes);
	free(base_bytes);
}

/* ---- scales by the numbers --------------------------------------------------- */

typedef struct fit_case
{
	double numbers[3];
	const char *exact; /* the line of the layer h; NULL: they do not fit */
	const char *rounded;
} fit_case;

static const fit_case fit_cases[] = {
	{{0, 1, 2}, "layer h 1 0", "layer h 0.000000001 0"},
	{{-1, 1, 2}, "layer h 1 -1", "layer h 0.000000001 -1"},
	{{0.5, 1, 2}, "layer h 0.1 0", "layer h 0.000000001 0"},
	{{0.123456789, 0.123456788, 0.1234568},
	 "layer h 0.000000001 0.123456788",
	 "layer h 0.000000001 0.123456788"},
	{{0, 0.04, 700}, "layer h 0.01 0", "layer h 0.000001 0"},
	{{0, 100000, 200000}, "layer h 10 0", "layer h 0.0001 0"},
	{{0, 100000, 200010}, "layer h 10 0", "layer h 0.0001 0"},
	{{0, 100000, 200001}, "layer h 1 0", "layer h 0.0001 0"},
	{{-100000, 0, 100001}, "layer h 1 -100000", "layer h 0.0001 -100000"},
	{{0, 1e9, 4294967295}, "layer h 1 0", "layer h 1 0"},
	{{0, 1e9, 4294967296}, NULL, "layer h 10 0"},
	{{1e9, 1e9 + 1, 1e9 + 2}, "layer h 1 0", "layer h 1 0"},
	{{999999997, 999999998, 999999999},
	 "layer h 1 999999997",
	 "layer h 0.000001 999999997"},
	{{0, 65535.5, 1}, "layer h 0.1 0", "layer h 0.0001 0"},
	{{0, 6.5e12, 1}, NULL, "layer h 10000 0"},
	{{0, 6.5e12, 10000}, "layer h 10000 0", "layer h 10000 0"},
	{{0, 9e14, 0}, "layer h 1000000 0", "layer h 1000000 0"},
	{{0, 6.5e12, 1e8}, "layer h 100000000 0", "layer h 10000 0"},
	{{0, 1e15, 0}, NULL, NULL},
	{{0, -1e9, 0}, NULL, NULL}, /* an offset has 9 digits before the point */
	{{-4e8, 4e8, 0}, "layer h 100000 -400000000", "layer h 1 -400000000"},
	{{1e-300, 0, 0}, NULL, "layer h 0.000000001 0"},
	{{1e-9, 0, 4}, "layer h 0.000000001 0", "layer h 0.000000001 0"},
	{{1e-9, 0, 5}, NULL, "layer h 0.00000001 0"},
	{{3.14159265358979, 0, 0}, NULL, "layer h 0.000000001 0"},
	{{0.1 + 0.2, 0, 0}, NULL, "layer h 0.000000001 0"},
	{{0.1f, 0, 0}, NULL, "layer h 0.000000001 0"},
};

static void
test_fits(void)
{
	for (size_t i = 0; i < 2 * sizeof fit_cases / sizeof *fit_cases; i++)
	{
		const fit_case *f = &fit_cases[i / 2];
		const char *expected = i % 2 ? f->rounded : f->exact;
		fr_layer layer = {.name = "h", .name_length = 1};
		char line[FR_LAYER_LINE_MAX + 1] = "none";
		bool fits = fr_layer_fit(f->numbers, 3, i % 2 ? FR_LAYER_ROUNDED : FR_LAYER_EXACT,
								 &layer, &poll);
		uint32_t stored[3] = {0};
		fr_layer_scale scale = {0, 1, 0, 0};
		bool same = true;

		if (fits)
			line[fr_layer_write_line(&layer, line)] = '\0';
		if (fits && fr_layer_scale_of(&layer, &scale))
			same = fr_layer_store(&layer, f->numbers, 3, stored, &poll) == 3;
		for (int k = 0; k < 3 && fits && i % 2 == 0; k++)
			same &= fr_layer_number(&scale, stored[k]) == f->numbers[k];
		ok(fits == (expected != NULL) && (!fits || strcmp(line, expected) == 0) && same,
		   "%.15g, %.15g, %.15g, %s: %s", f->numbers[0], f->numbers[1], f->numbers[2],
		   i % 2 ? "rounded" : "exact", line);
	}
}

/* Decimals that differ by less than 2^32 steps fit exactly, and no decimal comes back changed. */
static void
test_exact_fits(void)
{
	chance c = {31};
	int wrong = 0;
	int wide = 0;

	for (int i = 0; i < 20000; i++)
	{
		uint32_t decimals = chance_below(&c, FR_DECIMAL_DIGITS + 1);
		uint64_t range = chance_next(&c) >> (32 + chance_below(&c, 32));
		int64_t first = (int64_t) (chance_next(&c) % (fr_power10(14) / 2));
		fr_layer layer = {.name = "h", .name_length = 1};
		fr_layer_scale scale = {0, 1, 0, 0};
		double numbers[20];
		uint32_t stored[20] = {0};
		bool fits;

		/* with at most 9 digits before the point of the offset */
		first %= (int64_t) fr_power10(decimals + 9 < 14 ? decimals + 9 : 14) / 2;
		first = chance_below(&c, 2) ? first : -first;
		for (int k = 0; k < 20; k++)
			numbers[k] = (double) (first + (int64_t) (chance_next(&c) % (range + 1))) /
						 (double) fr_power10(decimals);
		fits = fr_layer_fit(numbers, 20, FR_LAYER_EXACT, &layer, &poll) &&
			   fr_layer_scale_of(&layer, &scale) &&
			   fr_layer_store(&layer, numbers, 20, stored, &poll) == 20;
		wrong += !fits;
		for (int k = 0; k < 20; k++)
		{
			wrong += fits && fr_layer_number(&scale, stored[k]) != numbers[k];
			wide += stored[k] > FR_LAYER_NARROW;
		}
	}
	ok(wrong == 0 && wide > 10000, "numbers of 20000 layers, %d wrong, %d of 32 bits",
	   wrong, wide);
}

/* ---- text ------------------------------------------------------------------- */

typedef struct row_case
{
	const char *row;
	fr_status status;
	uint32_t stored[2];
} row_case;

/* Of the layer h 0.5 -1 on a map of two columns. */
static const row_case row_cases[] = {
	{"0 1", FR_OK, {2, 4}},
	{" -1\t2147483646.5000000000 ", FR_OK, {0, 4294967295}},
	{"-0.5 .50", FR_OK, {1, 3}},
	{"-0 00000000000001.", FR_OK, {2, 4}},
	{"0", FR_LAYER_ROW, {0}},
	{"", FR_LAYER_ROW, {0}},
	{"0 0 0", FR_LAYER_ROW, {0}},
	{"0 0.25", FR_LAYER_NUMBER, {0}},
	{"0 -1.5", FR_LAYER_NUMBER, {0}},
	{"0 2147483647", FR_LAYER_NUMBER, {0}},
	{"0 1e1", FR_LAYER_NUMBER, {0}},
	{"0 +1", FR_LAYER_NUMBER, {0}},
	{"0 -", FR_LAYER_NUMBER, {0}},
	{"0 .", FR_LAYER_NUMBER, {0}},
	{"0 1.0.", FR_LAYER_NUMBER, {0}},
	{"0 99999999999999999999999", FR_LAYER_NUMBER, {0}},
	{"0,0", FR_LAYER_NUMBER, {0}},
};

static void
test_rows(void)
{
	fr_layer layer = {
		.name = "h", .name_length = 1, .scale = {5, 1}, .offset = {1, 0}, .below = true};

	for (size_t i = 0; i < sizeof row_cases / sizeof *row_cases; i++)
	{
		const row_case *r = &row_cases[i];
		size_t length = strlen(r->row);
		char *copy = exact_copy(r->row, length);
		uint32_t *stored = exact_copy((uint32_t[2]){0}, sizeof r->stored);
		fr_error error;
		fr_status status = fr_layer_parse_row(copy, length, 2, 0, &layer, stored, &error);

		ok(status == r->status &&
			   (status || memcmp(stored, r->stored, sizeof r->stored) == 0),
		   "row \"%s\"", r->row);
		free(copy);
		free(stored);
	}
}

/* What is written is read again, and is not longer than the space for it. */
static void
test_written(void)
{
	chance c = {11};
	int wrong = 0;
	int layers = 0;

	while (layers < 2000)
	{
		uint32_t stored[20];
		uint32_t again[20];
		layer_of_test of = {"h", random_decimal(&c, chance_below(&c, 6) + 1),
							random_decimal(&c, chance_below(&c, 7) + 1),
							chance_below(&c, 2), stored};
		char line[FR_LAYER_LINE_MAX];
		char row[2000];
		uint8_t packed[200];
		fr_layer_scale scale;
		fr_layer layer;
		fr_layer read;
		fr_error error;
		size_t length;

		fill_numbers(&c, (int) chance_below(&c, 33), stored, 20);
		limit_numbers(&of, stored, 20);
		layer = measured_layer(&of, 20);
		if (!fr_layer_scale_of(&layer, &scale))
			continue;
		layers++;
		fr_layer_pack(&layer, stored, 20, packed, &poll);
		layer.cells = packed + fr_layer_size(&layer, 0);
		length = fr_layer_write_line(&layer, line);
		wrong += length > sizeof line ||
				 fr_layer_parse_line(line, length, &read, &error) != FR_OK ||
				 !fr_decimal_equal(read.scale, layer.scale) ||
				 !fr_decimal_equal(read.offset, layer.offset) ||
				 read.below != layer.below;
		length = fr_layer_write_row(&layer, 10, 1, row);
		wrong += length > fr_layer_row_room(&layer, 10) ||
				 fr_layer_parse_row(row, length, 10, 1, &read, again, &error) != FR_OK ||
				 memcmp(again, stored + 10, 10 * sizeof *again) != 0;
	}
	ok(wrong == 0, "%d layers as text, %d wrong", layers, wrong);
}
/* ---- many numbers at once ------------------------------------------------------ */

#define MANY 2000

/*
 * As the functions of one number say, at every length up to two groups of each width, from
 * every bit on.
 */
static void
test_packing(void)
{
	static const uint32_t most[] = {1, 15, 255, 65535, 16777215, UINT32_MAX};
	static uint32_t stored[MANY];
	static uint32_t again[MANY];
	static uint16_t narrow[MANY];
	static uint8_t packed[4 * MANY + 100];
	fr_poll poll = no_poll();
	chance c = {17};
	int layers = 0;
	int wrong = 0;

	for (size_t count = 1; count < MANY; count += count < 300 ? 1 : 61)
		for (int w = 0; w < 6; w++)
		{
			uint32_t near = w < 5 ? 0 : (uint32_t) chance_next(&c) << 16;
			size_t first = chance_below(&c, (uint32_t) count);
			fr_layer layer = {.name = "x", .name_length = 1, .scale = {1, 0}};
			uint32_t least = UINT32_MAX;
			uint32_t greatest = 0;

			for (size_t i = 0; i < count; i++)
			{
				stored[i] = (uint32_t) chance_next(&c) & most[w];
				if (near)
					stored[i] = near | (stored[i] & FR_LAYER_NARROW);
				least = stored[i] < least ? stored[i] : least;
				greatest = stored[i] > greatest ? stored[i] : greatest;
			}
			fr_layer_measure(&layer, stored, count, &poll);
			fr_layer_pack(&layer, stored, count, packed, &poll);
			layer.cells = packed + fr_layer_size(&layer, 0);
			fr_layer_unpack(&layer, first, count - first, again);
			wrong +=
				layer.least != least || layer.greatest != greatest ||
				memcmp(again, stored + first, (count - first) * sizeof *again) != 0 ||
				!fr_layer_is_packed(&layer, count, &poll);
			for (size_t i = 0; i < count; i++)
				wrong += fr_layer_at(&layer, i) != stored[i];
			layers++;
			if (greatest - least > FR_LAYER_NARROW)
				continue;
			least = greatest <= FR_LAYER_NARROW ? 0 : least;
			fr_layer_unpack_narrow(&layer, least, first, count - first, narrow);
			for (size_t i = first; i < count; i++)
				wrong += narrow[i - first] != stored[i] - least;
		}
	ok(layers > 1000 && wrong == 0, "%d layers packed and unpacked, %d wrong", layers,
	   wrong);
}

/* How many numbers the layer has, by the function of one number. */
static size_t
store_each(const fr_layer *layer, const double *numbers, size_t count, uint32_t *stored)
{
	uint32_t most = fr_layer_most(layer->name, (size_t) layer->name_length);
	uint32_t missing = FR_LAYER_NARROW; /* where no other number takes more bits */
	uint32_t zero;
	fr_layer_scale scale;

	fr_layer_scale_of(layer, &scale);
	for (size_t i = 0; i < count; i++)
	{
		bool whole = most == FR_LAYER_MOST || floor(numbers[i]) == numbers[i];

		if (isnan(numbers[i]))
			continue;
		if (!whole || !fr_layer_stored(&scale, numbers[i], &stored[i]) ||
			stored[i] > most)
			return i;
		missing = stored[i] > missing ? stored[i] : missing;
	}
	if (!layer->below && (layer->offset.digits > 0 || !fr_layer_stored(&scale, 0, &zero)))
		missing = 0;
	if (fr_layer_stored(&scale, 0, &zero) && zero < missing)
		missing = zero;
	for (size_t i = 0; i < count; i++)
		stored[i] = isnan(numbers[i]) ? missing : stored[i];
	return count;
}

static void
test_storing(void)
{
	static const char *const names[] = {"x", "blocked", "sides"};
	static double numbers[MANY];
	static uint32_t stored[MANY];
	static uint32_t each[MANY];
	fr_poll poll = no_poll();
	chance c = {23};
	int whole = 0;
	int cut = 0;
	int wrong = 0;

	for (int i = 0; i < 2000; i++)
	{
		const char *name = names[i % 3];
		bool plain = i % 3 > 0;
		uint32_t most = fr_layer_most(name, strlen(name));
		fr_layer layer = {.name = name,
						  .name_length = (int) strlen(name),
						  .scale = plain ? fr_decimal_one
										 : random_decimal(&c, chance_below(&c, 5) + 1),
						  .offset = plain ? (fr_decimal){0, 0}
										  : random_decimal(&c, chance_below(&c, 5) + 1),
						  .below = !plain && chance_below(&c, 2)};
		size_t count = chance_below(&c, MANY - 1) + 1;
		fr_layer_scale scale;
		size_t fit;

		if (!fr_layer_scale_of(&layer, &scale))
			continue;
		for (size_t k = 0; k < count; k++)
			numbers[k] = chance_below(&c, 50) == 0 ? NAN
						 : plain				   ? chance_below(&c, most + 1)
								 : fr_layer_number(&scale, random_stored(&c, &scale)) +
									   (plain ? 0
											  : 0.3 * (double) scale.step /
													(double) fr_power10(scale.decimals));
		if (chance_below(&c, 3) == 0)
			numbers[chance_below(&c, (uint32_t) count)] =
				plain ? 0.5 : fr_layer_number(&scale, 0) * 3 - 1e12;
		fit = fr_layer_store(&layer, numbers, count, stored, &poll);
		wrong += fit != store_each(&layer, numbers, count, each);
		for (size_t k = 0; k < fit; k++)
			wrong += (fit == count || !isnan(numbers[k])) && stored[k] != each[k];
		whole += fit == count;
		cut += fit < count;
	}
	ok(whole > 300 && cut > 100 && wrong == 0,
	   "numbers of %d layers stored, of %d up to one that does not fit, %d wrong", whole,
	   cut, wrong);
}

int
main(int argc, char **argv)
{
	long values = argc > 1 ? atol(argv[1]) : VALUES;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	test_packing();
	test_storing();
	test_names();
	test_fits();
	test_exact_fits();
	test_rows();
	test_written();
	test_numbers();
	test_scales();
	test_most();
	test_outside();
	test_layered(3, 2, 0, 1);
	test_layered(1, 1, 0, 2);
	test_layered(5, 3, 2, 3);
	test_layered(5, 5, 1, FR_MAX_LAYERS);
	test_changed(values, seed);
	test_damage();
	return tap_done();
}
