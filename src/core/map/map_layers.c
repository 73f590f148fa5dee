/*
 * map_layers.c - layers: named numbers next to the codes of a map
 *
 * A packed map ends with its layers: 4 bytes have their number, from 1 to FR_MAX_LAYERS, and
 * the layers follow in the order of their names. All numbers are little-endian. A layer:
 *
 *     0      32      40       48       49       50      51     52      54         56
 *     +------+-------+--------+--------+--------+-------+------+-------+----------+-- - - --+
 *     | name | scale | offset | scale  | offset | below | bits | least | greatest |  cells  |
 *     |      |    digits      |    decimals     |       |      |       |          |         |
 *     +------+-------+--------+--------+--------+-------+------+-------+----------+-- - - --+
 *
 *     name      at most FR_LAYER_NAME bytes, filled up with zeros
 *     below     1 if the offset is negative, else 0
 *     bits      per cell: 0 if all cells have the same number, otherwise the fewest of 1, 4,
 *               8 and 16 that hold the greatest stored number
 *     least, greatest   the least and the greatest stored number
 *     cells     the stored number of each cell, row by row, packed like codes; missing if
 *               all cells have the same number
 *
 * If the greatest stored number takes more than 16 bits, so do the cells and both ends of the range:
 *
 *     51     52     56      60         64
 *     +------+------+-------+----------+-- - - --+
 *     |  32  |  0   | least | greatest |  cells  |
 *     +------+------+-------+----------+-- - - --+
 *
 * A layer has exactly one packed form, so two layers are equal if their bytes are equal.
 */
#include "core/map/map_layers.h"
#include "core/base/base.h"
#include "core/base/bytes.h"
#include "core/base/text.h"

#include <math.h>
#include <string.h>

#define LAYER_HEADER 56
#define WIDE_HEADER 64 /* of a layer whose cells take 32 bits */
#define WIDE_BITS 32
#define LAYER_COUNT 4 /* bytes of the number of layers */
#define NAME_FIELD (FR_LAYER_NAME + 1)
#define BEYOND 1e15 /* 10^FR_LAYER_DIGITS: the least amount that no number has */

/* ---- names ------------------------------------------------------------- */

static bool
is_letter(char c)
{
	return c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool
fr_layer_is_name(const char *name, size_t length)
{
	if (length < 1 || length > FR_LAYER_NAME || !is_letter(*name))
		return false;
	for (size_t i = 1; i < length; i++)
		if (!is_letter(name[i]) && (name[i] < '0' || name[i] > '9'))
			return false;
	return true;
}

uint32_t
fr_layer_most(const char *name, size_t length)
{
	fr_span span = {name, length};

	return fr_span_is(span, FR_LAYER_BLOCKED) ? 1
		   : fr_span_is(span, FR_LAYER_SIDES) ? 63
											  : FR_LAYER_MOST;
}

static bool
is_whole(const fr_layer_scale *scale)
{
	return scale->first == 0 && scale->step == 1 && scale->decimals == 0;
}

/* Layers whose names have a range of their own have scale 1 and offset 0. */
static bool
is_scale_of_name(const fr_layer *layer, const fr_layer_scale *scale)
{
	return fr_layer_most(layer->name, (size_t) layer->name_length) == FR_LAYER_MOST ||
		   is_whole(scale);
}

bool
fr_layer_has_sides(const fr_layer *layer)
{
	fr_layer_scale scale;

	return fr_layer_scale_of(layer, &scale) && is_whole(&scale) &&
		   layer->greatest <= fr_layer_most(FR_LAYER_SIDES, strlen(FR_LAYER_SIDES));
}

/* ---- numbers ------------------------------------------------------------ */

/* Is it one that fr_span_amount makes? */
static bool
is_decimal(fr_decimal decimal)
{
	return decimal.scale <= FR_DECIMAL_DIGITS &&
		   decimal.digits < fr_power10(FR_DECIMAL_DIGITS + decimal.scale) &&
		   (decimal.scale == 0 || decimal.digits % 10 != 0);
}

bool
fr_layer_scale_of(const fr_layer *layer, fr_layer_scale *scale)
{
	fr_decimal step = layer->scale;
	fr_decimal first = layer->offset;
	fr_wide digits;
	fr_wide step_digits;
	uint64_t most;

	if (!is_decimal(step) || !is_decimal(first) || step.digits == 0 ||
		(layer->below && first.digits == 0))
		return false;
	scale->decimals = step.scale > first.scale ? step.scale : first.scale;
	step_digits = (fr_wide) step.digits * fr_power10(scale->decimals - step.scale);
	digits = (fr_wide) first.digits * fr_power10(scale->decimals - first.scale);
	if (digits + FR_LAYER_NARROW * step_digits >= fr_power10(FR_LAYER_DIGITS))
		return false;
	most = (fr_power10(FR_LAYER_DIGITS) - 1 - (uint64_t) digits) / (uint64_t) step_digits;
	scale->most = most < FR_LAYER_MOST ? (uint32_t) most : FR_LAYER_MOST;
	scale->step = (int64_t) step_digits;
	scale->first = layer->below ? -(int64_t) digits : (int64_t) digits;
	return true;
}

/* Both whole numbers are doubles, so the quotient is the double nearest to the decimal. */
double
fr_layer_number(const fr_layer_scale *scale, uint32_t stored)
{
	return (double) (scale->first + scale->step * stored) /
		   (double) fr_power10(scale->decimals);
}

/* The nearest whole number; `number` is less than 10^FR_LAYER_DIGITS away from 0. */
static int64_t
nearest(double number)
{
	return (int64_t) (number < 0 ? number - 0.5 : number + 0.5);
}

/*
 * A decimal of FR_LAYER_DIGITS digits times a power of ten is less than 1/4 away from the
 * whole number after two roundings, so rounding to whole numbers is exact. `power` is that of
 * the scale's decimals.
 */
FR_INLINE bool
store_number(const fr_layer_scale *scale, double power, double number, uint32_t *stored)
{
	double whole = number * power;
	int64_t units;
	int64_t steps;

	if (!(whole < BEYOND && whole > -BEYOND))
		return false;
	units = nearest(whole);
	steps = units - scale->first;
	if (scale->step > 1)
	{
		int64_t above = steps;
		int64_t twice_rest;

		steps = above / scale->step - (above < 0 && above % scale->step != 0);
		twice_rest = 2 * (above - steps * scale->step);
		/* units may have been rounded up to the middle of two steps */
		steps += twice_rest > scale->step ||
				 (twice_rest == scale->step && whole >= (double) units);
	}
	if (steps < 0 || steps > scale->most)
		return false;
	*stored = (uint32_t) steps;
	return true;
}

bool
fr_layer_stored(const fr_layer_scale *scale, double number, uint32_t *stored)
{
	return store_number(scale, (double) fr_power10(scale->decimals), number, stored);
}

/* Replaces missing numbers by the stored number nearest to 0 among those that need no more bits. */
static void
fill_missing(const fr_layer_scale *scale, const double *numbers, size_t count,
			 uint32_t most, uint32_t *stored, const fr_poll *poll)
{
	uint32_t filling = scale->first < 0 ? most : 0;
	uint32_t zero;

	if (fr_layer_stored(scale, 0, &zero) && zero < filling)
		filling = zero;
	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		if (isnan(numbers[i]))
			stored[i] = filling;
	}
}

size_t
fr_layer_store(const fr_layer *layer, const double *numbers, size_t count,
			   uint32_t *stored, const fr_poll *poll)
{
	uint32_t most = fr_layer_most(layer->name, (size_t) layer->name_length);
	uint32_t greatest = FR_LAYER_NARROW;
	bool missing = false;
	fr_layer_scale scale;
	double power;

	if (!fr_layer_scale_of(layer, &scale))
		return 0;
	power = (double) fr_power10(scale.decimals);
	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		if (isnan(numbers[i]))
			missing = true;
		else if (!store_number(&scale, power, numbers[i], &stored[i]) ||
				 stored[i] > most || (most < FR_LAYER_MOST && stored[i] != numbers[i]))
			return i;
		else if (stored[i] > greatest)
			greatest = stored[i];
	}
	if (missing)
		fill_missing(&scale, numbers, count, greatest, stored, poll);
	return count;
}

static int64_t
rounded_down(double number)
{
	int64_t whole = (int64_t) number;

	return whole - ((double) whole > number);
}

/* The first number from `i` on that is no decimal with so many decimals; or the count. */
static size_t
skip_decimals(const double *numbers, size_t i, size_t count, uint32_t decimals,
			  const fr_poll *poll)
{
	double power = (double) fr_power10(decimals);

	for (; i < count; i++)
	{
		double whole = numbers[i] * power;
		double decimal;

		fr_poll_at(poll, i);
		if (isnan(whole))
			continue;
		if (!(whole < BEYOND && whole > -BEYOND))
			break;
		decimal = (double) nearest(whole);
		if ((decimals > 0 ? decimal / power : decimal) != numbers[i])
			break;
	}
	return i;
}

/* The decimal digits / 10^decimals, in its shortest form. */
static fr_decimal
shortest_decimal(uint64_t digits, uint32_t decimals)
{
	while (decimals > 0 && digits % 10 == 0)
	{
		digits /= 10;
		decimals--;
	}
	return (fr_decimal){digits, decimals};
}

/* The least and the greatest of some numbers. */
typedef struct number_range
{
	double least;
	double greatest;
} number_range;

/*
 * Do numbers of this range fit a layer's scale, with offset 0 or else the least one, if no stored
 * number is above `most`?
 */
static bool
fits_below(number_range range, uint32_t most, fr_layer *layer)
{
	fr_layer_scale scale;
	uint32_t stored;
	double low;
	int64_t first;

	layer->offset = (fr_decimal){0, 0};
	layer->below = false;
	if (!fr_layer_scale_of(layer, &scale))
		return false;
	if (range.least >= 0 && fr_layer_stored(&scale, range.greatest, &stored) &&
		stored <= most)
		return true;
	low = range.least * (double) fr_power10(scale.decimals) / (double) scale.step;
	if (!(low < BEYOND && low > -BEYOND))
		return false;
	first = rounded_down(low) * scale.step;
	layer->below = first < 0;
	layer->offset =
		shortest_decimal((uint64_t) (first < 0 ? -first : first), scale.decimals);
	return fr_layer_scale_of(layer, &scale) &&
		   fr_layer_stored(&scale, range.least, &stored) &&
		   fr_layer_stored(&scale, range.greatest, &stored) && stored <= most;
}

/* Do they fit in as few bits as this scale takes? */
static bool
fits_with_scale(number_range range, fr_layer *layer)
{
	return fits_below(range, FR_LAYER_NARROW, layer) ||
		   fits_below(range, FR_LAYER_MOST, layer);
}

/* The range of all numbers except NaN; both 0 if there is none. */
static number_range
range_of(const double *numbers, size_t count, const fr_poll *poll)
{
	/* of every fourth number, so that no comparison waits for the one before */
	double low[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
	double high[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
	number_range range = {INFINITY, -INFINITY};
	size_t i = 0;

	for (; i + 4 <= count; i += 4)
	{
		fr_poll_at(poll, i);
		for (size_t k = 0; k < 4; k++)
		{
			low[k] = numbers[i + k] < low[k] ? numbers[i + k] : low[k];
			high[k] = numbers[i + k] > high[k] ? numbers[i + k] : high[k];
		}
	}
	for (; i < count; i++)
	{
		range.least = numbers[i] < range.least ? numbers[i] : range.least;
		range.greatest = numbers[i] > range.greatest ? numbers[i] : range.greatest;
	}
	for (size_t k = 0; k < 4; k++)
	{
		range.least = low[k] < range.least ? low[k] : range.least;
		range.greatest = high[k] > range.greatest ? high[k] : range.greatest;
	}
	return range.least > range.greatest ? (number_range){0, 0} : range;
}

#define SCALES (2 * FR_DECIMAL_DIGITS) /* powers of ten that are scales */

/* Power i from the largest one on. */
static fr_decimal
power_of_ten(uint32_t i)
{
	return i < FR_DECIMAL_DIGITS ? (fr_decimal){fr_power10(FR_DECIMAL_DIGITS - 1 - i), 0}
								 : (fr_decimal){1, i - FR_DECIMAL_DIGITS + 1};
}

/* How many zeros end all of these whole numbers, up to the most that a scale has? */
static uint32_t
common_zeros(const double *numbers, size_t count, const fr_poll *poll)
{
	uint32_t zeros = FR_DECIMAL_DIGITS - 1;

	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		while (zeros > 0 && !isnan(numbers[i]) &&
			   (int64_t) numbers[i] % (int64_t) fr_power10(zeros) != 0)
			zeros--;
	}
	return zeros;
}

/* Finds the power of ten that has all numbers exactly, in as few bits as possible. */
static bool
fit_exactly(const double *numbers, size_t count, number_range range, fr_layer *layer,
			const fr_poll *poll)
{
	uint32_t decimals = 0;
	uint32_t zeros = 0;
	size_t exact = 0;

	/* a decimal with fewer decimals is one with more, so no number is read again */
	for (;; decimals++)
	{
		exact = skip_decimals(numbers, exact, count, decimals, poll);
		if (exact == count)
			break;
		if (decimals == FR_DECIMAL_DIGITS)
			return false;
	}
	layer->scale = (fr_decimal){1, decimals};
	if (fits_below(range, FR_LAYER_NARROW, layer))
		return true;
	if (decimals == 0)
		zeros = common_zeros(numbers, count, poll);
	for (uint32_t i = 1; i <= zeros; i++)
	{
		layer->scale = (fr_decimal){fr_power10(i), 0};
		if (fits_below(range, FR_LAYER_NARROW, layer))
			return true;
	}
	for (uint32_t i = 0; i <= zeros; i++)
	{
		layer->scale = (fr_decimal){fr_power10(i), decimals};
		if (fits_below(range, FR_LAYER_MOST, layer))
			return true;
	}
	return false;
}

bool
fr_layer_fit(const double *numbers, size_t count, fr_layer_fitting how, fr_layer *layer,
			 const fr_poll *poll)
{
	number_range range = range_of(numbers, count, poll);

	if (fr_layer_most(layer->name, (size_t) layer->name_length) < FR_LAYER_MOST)
	{
		layer->scale = fr_decimal_one;
		return fits_below(range, FR_LAYER_NARROW, layer) && layer->offset.digits == 0;
	}
	if (how == FR_LAYER_EXACT)
		return fit_exactly(numbers, count, range, layer, poll);
	if (how == FR_LAYER_SCALED)
		return fits_with_scale(range, layer);
	for (uint32_t i = SCALES; i-- > 0;)
	{
		layer->scale = power_of_ten(i);
		if (fits_with_scale(range, layer))
			return true;
	}
	return false;
}

/* ---- sizes -------------------------------------------------------------- */

static int
bits_for(uint32_t least, uint32_t greatest)
{
	return least == greatest			 ? 0
		   : greatest <= 1				 ? 1
		   : greatest <= 15				 ? 4
		   : greatest <= 255			 ? 8
		   : greatest <= FR_LAYER_NARROW ? 16
										 : WIDE_BITS;
}

static bool
is_wide(const fr_layer *layer)
{
	return layer->greatest > FR_LAYER_NARROW;
}

static size_t
header_size(const fr_layer *layer)
{
	return is_wide(layer) ? WIDE_HEADER : LAYER_HEADER;
}

size_t
fr_layer_size(const fr_layer *layer, size_t cells)
{
	size_t bits = (size_t) layer->bits;

	/* 2^27 cells of 32 bits are more bits than 32 bits can count */
	return header_size(layer) + (bits < 8 ? (cells * bits + 7) / 8 : cells * (bits / 8));
}

/* ---- opening ------------------------------------------------------------ */

static size_t
packed_header_size(const uint8_t *bytes)
{
	return bytes[51] == WIDE_BITS ? WIDE_HEADER : LAYER_HEADER;
}

/* Reads as many bytes as packed_header_size says. */
static fr_layer
layer_at(const uint8_t *bytes)
{
	bool wide = bytes[51] == WIDE_BITS;
	fr_layer layer = {
		.name = (const char *) bytes,
		.scale = {fr_get64(bytes, 4), bytes[48]},
		.offset = {fr_get64(bytes, 5), bytes[49]},
		.below = bytes[50] != 0,
		.bits = bytes[51],
		.least = wide ? fr_get32(bytes, 14) : fr_get16(bytes, 26),
		.greatest = wide ? fr_get32(bytes, 15) : fr_get16(bytes, 27),
		.cells = bytes + packed_header_size(bytes),
	};

	layer.constant = layer.least;
	if (wide && layer.least == layer.greatest)
		layer.bits = 0;
	while (layer.name_length < FR_LAYER_NAME && bytes[layer.name_length] != 0)
		layer.name_length++;
	return layer;
}

/* Is the header of a layer a valid one? */
static bool
is_header(const uint8_t *bytes)
{
	fr_layer layer = layer_at(bytes);
	size_t length = (size_t) layer.name_length;
	fr_layer_scale scale;

	for (size_t i = length; i < NAME_FIELD; i++)
		if (bytes[i] != 0)
			return false;
	if (!fr_layer_is_name(layer.name, length) || bytes[50] > 1 ||
		!fr_layer_scale_of(&layer, &scale))
		return false;
	if (is_wide(&layer) != (bytes[51] == WIDE_BITS) ||
		(is_wide(&layer) && fr_get32(bytes, 13) != 0))
		return false;
	return is_scale_of_name(&layer, &scale) && layer.least <= layer.greatest &&
		   layer.greatest <= fr_layer_most(layer.name, length) &&
		   layer.greatest <= scale.most &&
		   layer.bits == bits_for(layer.least, layer.greatest);
}

bool
fr_layers_open(const uint8_t *bytes, size_t size, fr_map *map)
{
	size_t cells = (size_t) map->width * map->height;
	const uint8_t *before = NULL;
	uint32_t count;

	if (size < LAYER_COUNT)
		return false;
	count = fr_get32(bytes, 0);
	bytes += LAYER_COUNT;
	size -= LAYER_COUNT;
	if (count < 1 || count > FR_MAX_LAYERS)
		return false;
	map->layer_count = (int) count;
	map->layers = bytes;
	for (uint32_t i = 0; i < count; i++)
	{
		fr_layer layer;

		if (size < LAYER_HEADER || size < packed_header_size(bytes) ||
			!is_header(bytes) || (before && memcmp(before, bytes, NAME_FIELD) >= 0))
			return false;
		layer = layer_at(bytes);
		if (size < fr_layer_size(&layer, cells))
			return false;
		before = bytes;
		bytes += fr_layer_size(&layer, cells);
		size -= fr_layer_size(&layer, cells);
	}
	return size == 0;
}

void
fr_map_layer(const fr_map *map, int i, fr_layer *layer)
{
	const uint8_t *bytes = map->layers;

	*layer = layer_at(bytes);
	while (i-- > 0)
	{
		bytes += fr_layer_size(layer, (size_t) map->width * map->height);
		*layer = layer_at(bytes);
	}
}

bool
fr_map_find_layer(const fr_map *map, const char *name, size_t length, fr_layer *layer)
{
	for (int i = 0; i < map->layer_count; i++)
	{
		fr_map_layer(map, i, layer);
		if ((size_t) layer->name_length == length &&
			memcmp(layer->name, name, length) == 0)
			return true;
	}
	return false;
}

bool
fr_map_sides(const fr_map *map, fr_layer *layer)
{
	return fr_map_find_layer(map, FR_LAYER_SIDES, strlen(FR_LAYER_SIDES), layer) &&
		   layer->greatest > 0;
}

const uint8_t *
fr_map_layer_bytes(const fr_map *map, size_t *size)
{
	size_t cells = (size_t) map->width * map->height;

	*size = LAYER_COUNT;
	for (int i = 0; i < map->layer_count; i++)
	{
		fr_layer layer;

		fr_map_layer(map, i, &layer);
		*size += fr_layer_size(&layer, cells);
	}
	return map->layers - LAYER_COUNT;
}

/* ---- cells -------------------------------------------------------------- */

static inline uint32_t
number_at(const fr_layer *layer, size_t cell)
{
	size_t bit = cell * (size_t) layer->bits;

	if (layer->bits == WIDE_BITS)
		return fr_get32(layer->cells, cell);
	if (layer->bits == 16)
		return fr_get16(layer->cells, cell);
	return (uint32_t) (layer->cells[bit / 8] >> bit % 8 & ((1 << layer->bits) - 1));
}

/* A map that was damaged in storage may have numbers that its header excludes. */
static inline uint32_t
in_range(const fr_layer *layer, uint32_t number)
{
	uint32_t at_least = number < layer->least ? layer->least : number;

	return at_least > layer->greatest ? layer->greatest : at_least;
}

/* The same in 16 bits, of which vectors have twice as many. */
static inline uint16_t
in_narrow_range(const fr_layer *layer, uint16_t number)
{
	uint16_t least = (uint16_t) layer->least;
	uint16_t greatest = (uint16_t) layer->greatest;
	uint16_t at_least = number < least ? least : number;

	return at_least > greatest ? greatest : at_least;
}

uint32_t
fr_layer_at(const fr_layer *layer, size_t cell)
{
	return layer->bits ? in_range(layer, number_at(layer, cell)) : layer->constant;
}

/* Stores numbers of 32 bits, or of 16 ones if `narrow`. */
FR_INLINE void
unpack_cell(const fr_layer *layer, bool narrow, size_t cell, void *restrict stored,
			size_t i)
{
	if (narrow)
		((uint16_t *) stored)[i] =
			in_narrow_range(layer, (uint16_t) number_at(layer, cell));
	else
		((uint32_t *) stored)[i] = in_range(layer, number_at(layer, cell));
}

/*
 * Loops over numbers are in groups of a constant size, which compilers turn into vector
 * instructions.
 */
#define AT_ONCE 64

/* Each call has constant bits, so compilers simplify the loop. */
FR_INLINE void
unpack_cells(const fr_layer *from, int bits, bool narrow, size_t first, size_t count,
			 void *restrict stored)
{
	fr_layer layer = *from; /* writes to `stored` may alias *from */
	size_t i = 0;

	layer.bits = bits;
	for (; i + AT_ONCE <= count; i += AT_ONCE)
		for (size_t k = 0; k < AT_ONCE; k++)
			unpack_cell(&layer, narrow, first + i + k, stored, i + k);
	for (; i < count; i++)
		unpack_cell(&layer, narrow, first + i, stored, i);
}

/* Numbers of at most 16 bits that are not all the same. */
FR_INLINE void
unpack_bits(const fr_layer *layer, bool narrow, size_t first, size_t count,
			void *restrict stored)
{
	if (layer->bits == 16)
		unpack_cells(layer, 16, narrow, first, count, stored);
	else if (layer->bits == 8)
		unpack_cells(layer, 8, narrow, first, count, stored);
	else if (layer->bits == 4)
		unpack_cells(layer, 4, narrow, first, count, stored);
	else
		unpack_cells(layer, 1, narrow, first, count, stored);
}

void
fr_layer_unpack(const fr_layer *layer, size_t first, size_t count, uint32_t *stored)
{
	if (layer->bits == WIDE_BITS)
		unpack_cells(layer, WIDE_BITS, false, first, count, stored);
	else if (layer->bits > 0)
		unpack_bits(layer, false, first, count, stored);
	else
		for (size_t i = 0; i < count; i++)
			stored[i] = layer->constant;
}

void
fr_layer_unpack_narrow(const fr_layer *layer, uint32_t base, size_t first, size_t count,
					   uint16_t *stored)
{
	if (layer->bits > 0 && !is_wide(layer) && base == 0)
		unpack_bits(layer, true, first, count, stored);
	else
		for (size_t i = 0; i < count; i++)
			stored[i] = (uint16_t) (fr_layer_at(layer, first + i) - base);
}

/*
 * Reads all cells without in_range, so that numbers that the header excludes, unused bits,
 * and a range that is not reached are found.
 */
bool
fr_layer_is_packed(const fr_layer *layer, size_t cells, const fr_poll *poll)
{
	size_t used = cells * (size_t) (layer->bits % 8); /* of layers with unused bits */
	uint32_t least = UINT32_MAX;
	uint32_t greatest = 0;

	if (layer->bits == 0)
		return true;
	for (size_t i = 0; i < cells; i++)
	{
		uint32_t number = number_at(layer, i);

		fr_poll_at(poll, i);
		least = number < least ? number : least;
		greatest = number > greatest ? number : greatest;
	}
	return least == layer->least && greatest == layer->greatest &&
		   (used % 8 == 0 || layer->cells[used / 8] >> used % 8 == 0);
}

/* ---- packing ------------------------------------------------------------ */

void
fr_layer_measure(fr_layer *layer, const uint32_t *stored, size_t cells,
				 const fr_poll *poll)
{
	uint32_t least = UINT32_MAX;
	uint32_t greatest = 0;
	size_t i = 0;

	for (; i + AT_ONCE <= cells; i += AT_ONCE)
	{
		fr_poll_at(poll, i);
		for (size_t k = 0; k < AT_ONCE; k++)
		{
			least = stored[i + k] < least ? stored[i + k] : least;
			greatest = stored[i + k] > greatest ? stored[i + k] : greatest;
		}
	}
	for (; i < cells; i++)
	{
		least = stored[i] < least ? stored[i] : least;
		greatest = stored[i] > greatest ? stored[i] : greatest;
	}
	layer->least = layer->constant = least;
	layer->greatest = greatest;
	layer->bits = bits_for(least, greatest);
}

/* The byte of so many numbers; each call has constant bits. */
FR_INLINE uint8_t
pack_byte(const uint32_t *stored, size_t count, int bits)
{
	unsigned byte = 0;

	for (size_t k = 0; k < count; k++)
		byte |= stored[k] << k * (size_t) bits;
	return (uint8_t) byte;
}

FR_INLINE void
pack_cells(const uint32_t *restrict stored, size_t cells, int bits,
		   uint8_t *restrict packed, const fr_poll *poll)
{
	size_t per_byte = 8 / (size_t) bits;
	size_t bytes = cells / per_byte;
	size_t i = 0;

	for (; i + AT_ONCE <= bytes; i += AT_ONCE)
	{
		fr_poll_at(poll, i);
		for (size_t k = 0; k < AT_ONCE; k++)
			packed[i + k] = pack_byte(stored + (i + k) * per_byte, per_byte, bits);
	}
	for (; i < bytes; i++)
		packed[i] = pack_byte(stored + i * per_byte, per_byte, bits);
	if (cells % per_byte)
		packed[i] = pack_byte(stored + i * per_byte, cells % per_byte, bits);
}

void
fr_layer_pack(const fr_layer *layer, const uint32_t *stored, size_t cells,
			  uint8_t *packed, const fr_poll *poll)
{
	memset(packed, 0, LAYER_HEADER);
	memcpy(packed, layer->name, (size_t) layer->name_length);
	fr_put64(packed, 4, layer->scale.digits);
	fr_put64(packed, 5, layer->offset.digits);
	packed[48] = (uint8_t) layer->scale.scale;
	packed[49] = (uint8_t) layer->offset.scale;
	packed[50] = layer->below;
	if (is_wide(layer))
	{
		packed[51] = WIDE_BITS;
		fr_put32(packed, 13, 0);
		fr_put32(packed, 14, layer->least);
		fr_put32(packed, 15, layer->greatest);
	}
	else
	{
		packed[51] = (uint8_t) layer->bits;
		fr_put16(packed, 26, (uint16_t) layer->least);
		fr_put16(packed, 27, (uint16_t) layer->greatest);
	}
	packed += header_size(layer);
	if (layer->bits == WIDE_BITS)
		for (size_t i = 0; i < cells; i++)
		{
			fr_poll_at(poll, i);
			fr_put32(packed, i, stored[i]);
		}
	else if (layer->bits == 16)
		for (size_t i = 0; i < cells; i++)
		{
			fr_poll_at(poll, i);
			fr_put16(packed, i, (uint16_t) stored[i]);
		}
	else if (layer->bits == 8)
		pack_cells(stored, cells, 8, packed, poll);
	else if (layer->bits == 4)
		pack_cells(stored, cells, 4, packed, poll);
	else if (layer->bits == 1)
		pack_cells(stored, cells, 1, packed, poll);
}

/* ---- text --------------------------------------------------------------- */

#define LAYER_WORD "layer"

/* Takes the next run of bytes other than blanks; an empty one at the end. */
static fr_span
take_word(const char **next, const char *end)
{
	fr_span word = {.at = fr_skip_blanks(*next, end)};

	*next = word.at;
	end = fr_latest_end(word.at, end);
	while (*next < end && !fr_is_blank(**next))
		(*next)++;
	word.length = (size_t) (*next - word.at);
	return word;
}

bool
fr_layer_is_line(const char *line, size_t length)
{
	size_t word = strlen(LAYER_WORD);

	return length > word && memcmp(line, LAYER_WORD, word) == 0 &&
		   fr_is_blank(line[word]);
}

/* The most bytes of a line, and of a number, that are read: they need much fewer. */
#define LINE_MOST 1000
#define NUMBER_MOST 100

fr_status
fr_layer_parse_line(const char *line, size_t length, fr_layer *layer, fr_error *error)
{
	const char *next = line + strlen(LAYER_WORD);
	const char *end = line + fr_min_size(length, LINE_MOST);
	fr_span name = take_word(&next, end);
	fr_span step = take_word(&next, end);
	fr_span first = take_word(&next, end);
	fr_layer_scale scale;

	*layer = (fr_layer){.name = name.at, .name_length = (int) name.length};
	layer->below = first.length > 0 && *first.at == '-';
	first.at += layer->below;
	first.length -= layer->below;
	if (length > LINE_MOST || take_word(&next, end).length > 0 ||
		!fr_layer_is_name(name.at, name.length) ||
		fr_span_decimal(step, &layer->scale, error) ||
		fr_span_amount(first, &layer->offset, error) ||
		!fr_layer_scale_of(layer, &scale) || !is_scale_of_name(layer, &scale))
		return fr_fail_span(FR_LAYER_LINE, NULL, (fr_span){line, length}, error);
	return FR_OK;
}

size_t
fr_layer_write_line(const fr_layer *layer, char *text)
{
	char *to = fr_put_text(text, LAYER_WORD " ");

	memcpy(to, layer->name, (size_t) layer->name_length);
	to += layer->name_length;
	*to++ = ' ';
	to = fr_put_decimal(to, layer->scale);
	to = fr_put_text(to, layer->below ? " -" : " ");
	return (size_t) (fr_put_decimal(to, layer->offset) - text);
}

/*
 * Parses a decimal as a number of the layer. Digits that the decimals of the layer lack
 * have to be zeros.
 */
static bool
parse_number(fr_span word, const fr_layer_scale *scale, uint32_t *stored)
{
	const char *at = word.at;
	const char *end = at + word.length;
	bool below = at < end && *at == '-';
	int64_t number = 0;
	int64_t above;
	uint32_t decimals = 0;
	bool point = false;
	bool digit = false;

	if (word.length > NUMBER_MOST)
		return false;
	for (at += below; at < end; at++)
	{
		if (*at == '.' && !point)
		{
			point = true;
			continue;
		}
		if (*at < '0' || *at > '9')
			return false;
		digit = true;
		if (point && decimals == scale->decimals)
		{
			if (*at != '0')
				return false;
			continue;
		}
		number = number * 10 + (*at - '0');
		decimals += point;
		if (number >= (int64_t) fr_power10(FR_LAYER_DIGITS))
			return false;
	}
	for (; decimals < scale->decimals; decimals++)
	{
		number *= 10;
		if (number >= (int64_t) fr_power10(FR_LAYER_DIGITS))
			return false;
	}
	above = (below ? -number : number) - scale->first;
	if (!digit || above % scale->step != 0 || above < 0 ||
		above / scale->step > scale->most)
		return false;
	*stored = (uint32_t) (above / scale->step);
	return true;
}

fr_status
fr_layer_parse_row(const char *row, size_t length, uint32_t width, uint32_t y,
				   const fr_layer *layer, uint32_t *stored, fr_error *error)
{
	const char *next = row;
	const char *end = row + length;
	uint32_t most = fr_layer_most(layer->name, (size_t) layer->name_length);
	fr_layer_scale scale;

	fr_layer_scale_of(layer, &scale);
	for (uint32_t x = 0; x < width; x++)
	{
		fr_span word = take_word(&next, end);

		if (word.length == 0)
			return fr_fail(error, FR_LAYER_ROW, .row = y, .found = x, .wanted = width);
		if (!parse_number(word, &scale, &stored[x]) || stored[x] > most)
			return fr_fail(error, FR_LAYER_NUMBER, .row = y, .column = x, .at = word.at,
						   .length = word.length, .wanted = most);
	}
	if (take_word(&next, end).length > 0)
		return fr_fail(error, FR_LAYER_ROW, .row = y, .found = (int64_t) width + 1,
					   .wanted = width);
	return FR_OK;
}

static char *
put_number(char *to, int64_t number, uint32_t decimals)
{
	if (number < 0)
		*to++ = '-';
	return fr_put_decimal(
		to, shortest_decimal((uint64_t) (number < 0 ? -number : number), decimals));
}

/* The number farthest from 0, written with all decimals, has the longest text. */
size_t
fr_layer_row_room(const fr_layer *layer, uint32_t width)
{
	fr_layer_scale scale;
	char text[FR_DECIMAL_TEXT_MAX + 2];
	size_t longest;
	int64_t low;
	int64_t high;

	fr_layer_scale_of(layer, &scale);
	low = scale.first + scale.step * layer->least;
	high = scale.first + scale.step * layer->greatest;
	if (-low > high)
		high = -low;
	longest =
		(size_t) (fr_put_number(text, (uint64_t) high / fr_power10(scale.decimals)) -
				  text) +
		(low < 0) + (scale.decimals > 0) + scale.decimals;
	return (longest + 1) * width;
}

size_t
fr_layer_write_row(const fr_layer *layer, uint32_t width, uint32_t y, char *text)
{
	fr_layer_scale scale;
	char *to = text;

	fr_layer_scale_of(layer, &scale);
	for (uint32_t x = 0; x < width; x++)
	{
		uint32_t stored = fr_layer_at(layer, (size_t) y * width + x);

		if (x > 0)
			*to++ = ' ';
		to = put_number(to, scale.first + scale.step * stored, scale.decimals);
	}
	return (size_t) (to - text);
}
