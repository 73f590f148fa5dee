/*
 * map_layers.h - layers: named numbers next to the codes of a map
 *
 * A map has at most FR_MAX_LAYERS layers, ordered by name. A layer stores a whole number
 * from 0 to FR_LAYER_MOST per cell. The number of the cell is offset + scale * stored. scale
 * and offset are decimals, so numbers are exact. map_layers.c draws the bytes.
 *
 *     fr_layer_measure --> fr_layer_size --> fr_layer_pack      numbers to bytes
 *     fr_map_open_layered --> fr_map_layer --> fr_layer_unpack  and back
 *
 * A layer points into the packed map, so the packed map must stay in its place.
 *
 *     base      the map without its layers
 *     ground    the part that all models read: codes, links, and the layers `blocked` and `sides`
 *
 * A packed map with layers has a digest of its ground behind the header, in FR_GROUND_BYTES. The
 * core neither computes nor checks this digest. Maps with the same ground share a decoded map.
 */
#ifndef FRINGE_MAP_LAYERS_H
#define FRINGE_MAP_LAYERS_H

#include "core/map/map.h"

#define FR_MAX_LAYERS 8
#define FR_LAYER_NAME 31 /* bytes of a name, at most */
#define FR_LAYER_NARROW                                                                  \
	65535 /* the largest stored number of a layer of at most 16 bits, */
#define FR_LAYER_MOST UINT32_MAX /* and of one of 32 */
#define FR_LAYER_DIGITS 15		 /* of a number, at most, so that a double is exact */

typedef struct fr_layer
{
	const char *name; /* not terminated by NUL */
	int name_length;
	fr_decimal scale;  /* above 0 */
	fr_decimal offset; /* its amount */
	bool below;		   /* the offset is negative */
	int bits;		   /* per cell: 1, 4, 8, 16 or 32; 0: all cells have `constant` */
	uint32_t constant;
	uint32_t least; /* of the stored numbers that occur */
	uint32_t greatest;
	const uint8_t *cells;
} fr_layer;

/* ---- names ------------------------------------------------------------------- */

/* Is it a letter or _, then letters, digits and _, and at most FR_LAYER_NAME bytes? */
bool fr_layer_is_name(const char *name, size_t length);

/*
 * Names with a meaning of their own. `blocked` has 0 or 1 per cell. `sides` has a bit for
 * each side across which no step leaves the cell: N, E, S, W from the lowest bit on, and
 * between hexagons also NE and SW. Both layers have scale 1 and offset 0.
 */
#define FR_LAYER_BLOCKED "blocked"
#define FR_LAYER_SIDES "sides"
#define FR_LAYER_HEIGHT "height"
#define FR_LAYER_COST "cost"

/* The direction of each bit of `sides`. */
#define FR_SIDES 6
#define FR_STRAIGHT_SIDES 4 /* the first ones, which squares have */
static const uint8_t fr_side_direction[FR_SIDES] = {FR_N, FR_E, FR_S, FR_W, FR_NE, FR_SW};

/*
 * Are the numbers of a layer sets of sides, as those of `sides` are? Other layers mark sides for prices
 * of crossing them.
 */
bool fr_layer_has_sides(const fr_layer *layer);

/* The largest number that a layer of this name may store. */
uint32_t fr_layer_most(const char *name, size_t length);

/* ---- numbers ----------------------------------------------------------------- */

/* The number of a cell is (first + step * stored) / 10^decimals. */
typedef struct fr_layer_scale
{
	int64_t first;
	int64_t step;
	uint32_t decimals;
	uint32_t
		most; /* the largest stored number whose number has at most FR_LAYER_DIGITS digits */
} fr_layer_scale;

/*
 * The scale of a layer in whole numbers. False if no layer may have this scale and offset: a
 * number of 16 bits might have more than FR_LAYER_DIGITS digits, or a decimal is out of range
 * or not in its shortest form.
 */
bool fr_layer_scale_of(const fr_layer *layer, fr_layer_scale *scale);

/* The double nearest to the number. */
double fr_layer_number(const fr_layer_scale *scale, uint32_t stored);

/* The stored number nearest to a number; false if it is outside 0 to scale->most. */
bool fr_layer_stored(const fr_layer_scale *scale, double number, uint32_t *stored);

/*
 * Stores numbers by the scale of a layer, and for NaN the number nearest to 0. Returns how many:
 * fewer than `count` if the next one does not fit. A layer with a range of its own takes whole
 * numbers only.
 */
size_t fr_layer_store(const fr_layer *layer, const double *numbers, size_t count,
					  uint32_t *stored, const fr_poll *poll);

/*
 * Sets the scale and offset of a layer by its numbers, of which NaN is none. A layer with a
 * range of its own gets scale 1 and offset 0. Otherwise:
 *
 *     FR_LAYER_EXACT     the scale is a power of ten that has all numbers exactly, with as few
 *                        bits per cell as such a scale takes: the largest one up to 1 that
 *                        suffices, or the smallest one above 1
 *     FR_LAYER_ROUNDED   the scale is the smallest power of ten that has their range
 *     FR_LAYER_SCALED    the scale stays
 *
 * The offset is 0 if the numbers fit then, otherwise the least number. False if they do not fit.
 */
typedef enum fr_layer_fitting
{
	FR_LAYER_EXACT,
	FR_LAYER_ROUNDED,
	FR_LAYER_SCALED
} fr_layer_fitting;

bool fr_layer_fit(const double *numbers, size_t count, fr_layer_fitting how,
				  fr_layer *layer, const fr_poll *poll);

/* ---- reading ----------------------------------------------------------------- */

/* Opens bytes of any version, also of maps with links or without layers. */
fr_status fr_map_open_layered(const uint8_t *packed, size_t size, fr_map *map,
							  fr_error *error);

/* Checks that the layers of untrusted bytes are in their one packed form. */
fr_status fr_map_check_layers(const fr_map *map, const fr_poll *poll, fr_error *error);

/* Layer i, and the layer of this name; false if the map has none. */
void fr_map_layer(const fr_map *map, int i, fr_layer *layer);
bool fr_map_find_layer(const fr_map *map, const char *name, size_t length,
					   fr_layer *layer);

/* The layer `sides`; false if no cell has a closed side. */
bool fr_map_sides(const fr_map *map, fr_layer *layer);

/* The stored numbers of `count` cells from `first` on, and of one cell. */
void fr_layer_unpack(const fr_layer *layer, size_t first, size_t count, uint32_t *stored);
uint32_t fr_layer_at(const fr_layer *layer, size_t cell);

/* The same less `base`, for a layer of which no number is below it or more than 65535 above it. */
void fr_layer_unpack_narrow(const fr_layer *layer, uint32_t base, size_t first,
							size_t count, uint16_t *stored);

/* ---- writing ----------------------------------------------------------------- */

/* Sets bits, constant, least and greatest of a layer by the stored numbers of all cells. */
void fr_layer_measure(fr_layer *layer, const uint32_t *stored, size_t cells,
					  const fr_poll *poll);

/* The bytes of a layer of a map with so many cells, and the layer as bytes. */
size_t fr_layer_size(const fr_layer *layer, size_t cells);
void fr_layer_pack(const fr_layer *layer, const uint32_t *stored, size_t cells,
				   uint8_t *packed, const fr_poll *poll);

/*
 * A packed map with layers differs from its packed base in three parts: another version, the
 * FR_GROUND_BYTES behind the header, and the layers at the end. fr_map_put_layers writes
 * everything except the layers, and returns the address where they begin. There the caller
 * packs the layers, in the order of their names.
 */
#define FR_GROUND_BYTES 16
size_t fr_map_layered_size(const fr_map *base, size_t layer_bytes);
uint8_t *fr_map_put_layers(uint8_t *packed, const fr_map *base, const uint8_t *digest,
						   int layers, const fr_poll *poll);

/*
 * The base's packed form, in fr_map_base_size bytes. fr_map_base_header writes its first
 * FR_MAP_HEADER_SIZE bytes only. The rest are the bytes from map->codes on, as many as the
 * size says.
 */
size_t fr_map_base_size(const fr_map *map);
void fr_map_base_header(const fr_map *map, uint8_t *header);

/* The bytes of all layers with their count, at the end of a packed map with layers. */
const uint8_t *fr_map_layer_bytes(const fr_map *map, size_t *size);

/* ---- text -------------------------------------------------------------------- */

/*
 * In the text of a map, layers follow the links: a line "layer NAME SCALE OFFSET", and the
 * rows, whose numbers are separated by blanks.
 *
 *     fr_map_next_layer --> fr_layer_parse_row, for each row
 *
 * A row of width numbers is written with single blanks. fr_layer_row_room is the space for
 * it, and FR_LAYER_LINE_MAX that for the line; neither writes an end of line.
 */
#define FR_LAYER_LINE_MAX 96

/* Is it a line that begins a layer? */
bool fr_layer_is_line(const char *line, size_t length);

/* Parses such a line. The name of the layer is a span of it. FR_LAYER_LINE. */
fr_status fr_layer_parse_line(const char *line, size_t length, fr_layer *layer,
							  fr_error *error);
size_t fr_layer_write_line(const fr_layer *layer, char *text);

/* Parses row y to stored[width]. FR_LAYER_NUMBER, FR_LAYER_ROW. */
fr_status fr_layer_parse_row(const char *row, size_t length, uint32_t width, uint32_t y,
							 const fr_layer *layer, uint32_t *stored, fr_error *error);
size_t fr_layer_row_room(const fr_layer *layer, uint32_t width);
size_t fr_layer_write_row(const fr_layer *layer, uint32_t width, uint32_t y, char *text);

/*
 * Parses the line of the next layer behind the links. False after the last one, where
 * *error is FR_OK, or on an error. Then fr_map_parse_layer parses its rows, to
 * stored[height][width]. fr_layer_parse_room is the number of cells to allocate.
 */
bool fr_map_next_layer(const char *text, size_t length, fr_map_text *header,
					   fr_layer *layer, fr_error *error);
size_t fr_layer_parse_room(const fr_map_text *header, const char *text, size_t length);
fr_status fr_map_parse_layer(const char *text, size_t length, fr_map_text *header,
							 const fr_layer *layer, uint32_t *stored, const fr_poll *poll,
							 fr_error *error);

/* ---- for map_packed.c -------------------------------------------------------- */

/* Opens the layers of a map of which all else is open; false if the bytes are none. */
bool fr_layers_open(const uint8_t *bytes, size_t size, fr_map *map);

/* Are the cells of a layer in the one form of their numbers? */
bool fr_layer_is_packed(const fr_layer *layer, size_t cells, const fr_poll *poll);

#endif /* FRINGE_MAP_LAYERS_H */
