/*
 * map_layers.c - layers: named numbers next to the codes of a map
 *
 * The layers of a packed map: their number, 4 bytes, from 1 to FR_MAX_LAYERS, then the
 * layers in the order of their names. A layer, all numbers little-endian:
 *
 *     0      32      40       48       49       50      51     52      54         56
 *     +------+-------+--------+--------+--------+-------+------+-------+----------+-- - - --+
 *     | name | scale | offset | scale  | offset | below | bits | least | greatest |  cells  |
 *     |      |    digits      |    decimals     |       |      |       |          |         |
 *     +------+-------+--------+--------+--------+-------+------+-------+----------+-- - - --+
 *
 *     name      at most FR_LAYER_NAME bytes, filled up with zeros
 *     below     1 if the offset is negative, else 0
 *     bits      per cell: 0 if all cells have one number, otherwise the fewest of 1, 4, 8
 *               and 16 that have the greatest one
 *     least, greatest   of the stored numbers that occur
 *     cells     the stored number of each cell, row by row, as codes are packed; none if
 *               all cells have one number
 *
 * A layer has exactly one packed form, so layers are equal if their bytes are.
 */
#include "core/map/map_layers.h"
#include "core/base/base.h"
#include "core/base/bytes.h"
#include "core/base/text.h"

#include <string.h>

#define LAYER_HEADER 56
#define LAYER_COUNT 4 /* bytes of the number of layers */
#define NAME_FIELD (FR_LAYER_NAME + 1)

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

	if (!is_decimal(step) || !is_decimal(first) || step.digits == 0 ||
		(layer->below && first.digits == 0))
		return false;
	scale->decimals = step.scale > first.scale ? step.scale : first.scale;
	step_digits = (fr_wide) step.digits * fr_power10(scale->decimals - step.scale);
	digits = (fr_wide) first.digits * fr_power10(scale->decimals - first.scale);
	if (digits + FR_LAYER_MOST * step_digits >= fr_power10(FR_LAYER_DIGITS))
		return false;
	scale->step = (int64_t) step_digits;
	scale->first = layer->below ? -(int64_t) digits : (int64_t) digits;
	return true;
}

/* Both whole numbers are doubles, so the quotient is the double nearest to the decimal. */
double
fr_layer_number(const fr_layer_scale *scale, uint16_t stored)
{
	return (double) (scale->first + scale->step * stored) /
		   (double) fr_power10(scale->decimals);
}

/*
 * A decimal of FR_LAYER_DIGITS digits times a power of ten is less than 1/4 away from the
 * whole number after two roundings, so rounding to whole numbers is exact.
 */
bool
fr_layer_stored(const fr_layer_scale *scale, double number, uint16_t *stored)
{
	double whole = number * (double) fr_power10(scale->decimals);
	double limit = (double) fr_power10(FR_LAYER_DIGITS);
	int64_t above;
	int64_t nearest;

	if (!(whole < limit && whole > -limit))
		return false;
	above = (int64_t) (whole < 0 ? whole - 0.5 : whole + 0.5) - scale->first;
	nearest = (above + (above < 0 ? -1 : 1) * (scale->step / 2)) / scale->step;
	if (nearest < 0 || nearest > FR_LAYER_MOST)
		return false;
	*stored = (uint16_t) nearest;
	return true;
}

/* ---- sizes -------------------------------------------------------------- */

static int
bits_for(uint32_t least, uint32_t greatest)
{
	return least == greatest ? 0
		   : greatest <= 1	 ? 1
		   : greatest <= 15	 ? 4
		   : greatest <= 255 ? 8
							 : 16;
}

size_t
fr_layer_size(const fr_layer *layer, size_t cells)
{
	return LAYER_HEADER + (cells * (size_t) layer->bits + 7) / 8;
}

/* ---- opening ------------------------------------------------------------ */

static fr_layer
layer_at(const uint8_t *bytes)
{
	fr_layer layer = {
		.name = (const char *) bytes,
		.scale = {fr_get64(bytes, 4), bytes[48]},
		.offset = {fr_get64(bytes, 5), bytes[49]},
		.below = bytes[50] != 0,
		.bits = bytes[51],
		.constant = fr_get16(bytes, 26),
		.least = fr_get16(bytes, 26),
		.greatest = fr_get16(bytes, 27),
		.cells = bytes + LAYER_HEADER,
	};

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
	if (fr_layer_most(layer.name, length) < FR_LAYER_MOST &&
		(scale.first != 0 || scale.step != 1 || scale.decimals != 0))
		return false;
	return layer.least <= layer.greatest &&
		   layer.greatest <= fr_layer_most(layer.name, length) &&
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

		if (size < LAYER_HEADER || !is_header(bytes) ||
			(before && memcmp(before, bytes, NAME_FIELD) >= 0))
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

static inline uint16_t
number_at(const fr_layer *layer, size_t cell)
{
	size_t bit = cell * (size_t) layer->bits;

	if (layer->bits == 16)
		return fr_get16(layer->cells, cell);
	return (uint16_t) (layer->cells[bit / 8] >> bit % 8 & ((1 << layer->bits) - 1));
}

/* A map that was damaged in storage may have numbers that its header excludes. */
static inline uint16_t
in_range(const fr_layer *layer, uint16_t number)
{
	uint16_t at_least = number < layer->least ? layer->least : number;

	return at_least > layer->greatest ? layer->greatest : at_least;
}

uint16_t
fr_layer_at(const fr_layer *layer, size_t cell)
{
	return layer->bits ? in_range(layer, number_at(layer, cell)) : layer->constant;
}

/* Each call has constant bits, so compilers simplify the loop. */
FR_INLINE void
unpack_cells(const fr_layer *from, int bits, size_t first, size_t count, uint16_t *stored)
{
	fr_layer layer = *from; /* writes to `stored` may alias *from */

	layer.bits = bits;
	for (size_t i = 0; i < count; i++)
		stored[i] = in_range(&layer, number_at(&layer, first + i));
}

void
fr_layer_unpack(const fr_layer *layer, size_t first, size_t count, uint16_t *stored)
{
	if (layer->bits == 16)
		unpack_cells(layer, 16, first, count, stored);
	else if (layer->bits == 8)
		unpack_cells(layer, 8, first, count, stored);
	else if (layer->bits == 4)
		unpack_cells(layer, 4, first, count, stored);
	else if (layer->bits == 1)
		unpack_cells(layer, 1, first, count, stored);
	else
		for (size_t i = 0; i < count; i++)
			stored[i] = layer->constant;
}

/*
 * Reads all cells without in_range, so that numbers that the header excludes, unused bits,
 * and a range that is not reached are found.
 */
bool
fr_layer_is_packed(const fr_layer *layer, size_t cells, const fr_poll *poll)
{
	size_t used = cells * (size_t) layer->bits;
	uint16_t least = UINT16_MAX;
	uint16_t greatest = 0;

	if (layer->bits == 0)
		return true;
	for (size_t i = 0; i < cells; i++)
	{
		uint16_t number = number_at(layer, i);

		fr_poll_at(poll, i);
		least = number < least ? number : least;
		greatest = number > greatest ? number : greatest;
	}
	return least == layer->least && greatest == layer->greatest &&
		   (used % 8 == 0 || layer->cells[used / 8] >> used % 8 == 0);
}

/* ---- packing ------------------------------------------------------------ */

void
fr_layer_measure(fr_layer *layer, const uint16_t *stored, size_t cells,
				 const fr_poll *poll)
{
	uint16_t least = UINT16_MAX;
	uint16_t greatest = 0;

	for (size_t i = 0; i < cells; i++)
	{
		fr_poll_at(poll, i);
		least = stored[i] < least ? stored[i] : least;
		greatest = stored[i] > greatest ? stored[i] : greatest;
	}
	layer->least = layer->constant = least;
	layer->greatest = greatest;
	layer->bits = bits_for(least, greatest);
}

static void
pack_cells(const uint16_t *stored, size_t cells, int bits, uint8_t *packed,
		   const fr_poll *poll)
{
	size_t per_byte = 8 / (size_t) bits;

	for (size_t i = 0; i < cells; i += per_byte)
	{
		unsigned byte = 0;

		fr_poll_at(poll, i / per_byte);
		for (size_t k = 0; k < per_byte && i + k < cells; k++)
			byte |= (unsigned) stored[i + k] << k * (size_t) bits;
		packed[i / per_byte] = (uint8_t) byte;
	}
}

void
fr_layer_pack(const fr_layer *layer, const uint16_t *stored, size_t cells,
			  uint8_t *packed, const fr_poll *poll)
{
	memset(packed, 0, LAYER_HEADER);
	memcpy(packed, layer->name, (size_t) layer->name_length);
	fr_put64(packed, 4, layer->scale.digits);
	fr_put64(packed, 5, layer->offset.digits);
	packed[48] = (uint8_t) layer->scale.scale;
	packed[49] = (uint8_t) layer->offset.scale;
	packed[50] = layer->below;
	packed[51] = (uint8_t) layer->bits;
	fr_put16(packed, 26, layer->least);
	fr_put16(packed, 27, layer->greatest);
	packed += LAYER_HEADER;
	if (layer->bits == 16)
		for (size_t i = 0; i < cells; i++)
		{
			fr_poll_at(poll, i);
			fr_put16(packed, i, stored[i]);
		}
	else if (layer->bits == 8)
		pack_cells(stored, cells, 8, packed, poll);
	else if (layer->bits == 4)
		pack_cells(stored, cells, 4, packed, poll);
	else if (layer->bits == 1)
		pack_cells(stored, cells, 1, packed, poll);
}
