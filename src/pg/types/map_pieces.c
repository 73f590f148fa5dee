/*
 * map_pieces.c - maps made of pieces: their layers, and what edits keep of the maps they begin with
 *
 *     gridmap_from_codes --> gridmap_of_pieces: links --> gridmap_linked, layers --> gridmap_layered
 *
 * A map with layers has two digests. The first one is of its ground (core/map/map_layers.h). The
 * second one is computed from the first one and the bytes of the layers. So a new layer takes no
 * time for codes and links.
 */
#include "pg/types/types.h"

#include "core/base/text.h"
#include "core/model/prices.h"
#include "miscadmin.h"
#include "utils/float.h"
#include "utils/memutils.h"

#include <float.h>
#include <math.h>

/* ---- lists of layers -------------------------------------------------------------- */

static Size
cells_of(const fr_map *map)
{
	return (Size) map->width * map->height;
}

/* The packed bytes of a layer begin with its name. */
static const uint8 *
bytes_of(const fr_layer *layer)
{
	return (const uint8 *) layer->name;
}

LayerList
layer_list_of(const fr_map *map)
{
	LayerList list = {.count = map->layer_count};

	for (int i = 0; i < list.count; i++)
	{
		fr_layer layer;

		fr_map_layer(map, i, &layer);
		list.bytes[i] = bytes_of(&layer);
		list.size[i] = fr_layer_size(&layer, cells_of(map));
	}
	return list;
}

/* Orders a name and the name at the begin of packed bytes, where zeros follow it. */
static int
compare_name(const char *name, int length, const uint8 *bytes)
{
	int order = memcmp(name, bytes, length);

	return order ? order : -(length < FR_LAYER_NAME && bytes[length] != 0);
}

static bool
has_layer(const LayerList *list, const char *name, int length)
{
	for (int i = 0; i < list->count; i++)
		if (compare_name(name, length, list->bytes[i]) == 0)
			return true;
	return false;
}

void
layer_list_drop(LayerList *list, const char *name, int length)
{
	int kept = 0;

	for (int i = 0; i < list->count; i++)
		if (compare_name(name, length, list->bytes[i]) != 0)
		{
			list->bytes[kept] = list->bytes[i];
			list->size[kept++] = list->size[i];
		}
	list->count = kept;
}

static void
put_bytes(LayerList *list, const char *name, int length, const uint8 *bytes, Size size)
{
	int at = 0;

	layer_list_drop(list, name, length);
	if (list->count == FR_MAX_LAYERS)
		fringe_report(
			&(fr_error){.status = FR_LAYER_COUNT, .wanted = FR_MAX_LAYERS, .at = name},
			"gridmap", NULL);
	while (at < list->count && compare_name(name, length, list->bytes[at]) > 0)
		at++;
	for (int i = list->count++; i > at; i--)
	{
		list->bytes[i] = list->bytes[i - 1];
		list->size[i] = list->size[i - 1];
	}
	list->bytes[at] = bytes;
	list->size[at] = size;
}

void *
layer_list_alloc(LayerList *list, Size size)
{
	list->taken += size;
	fringe_limit_memory("map with layers", list->taken);
	return fringe_alloc_huge(size);
}

void
layer_list_free(LayerList *list, void *memory, Size size)
{
	list->taken -= size;
	pfree(memory);
}

void
layer_list_put(LayerList *list, fr_layer layer, const uint32 *stored, Size cells)
{
	uint8 *bytes;
	Size size;

	fr_layer_measure(&layer, stored, cells, &fringe_poll);
	size = fr_layer_size(&layer, cells);
	bytes = layer_list_alloc(list, size);
	fr_layer_pack(&layer, stored, cells, bytes, &fringe_poll);
	put_bytes(list, layer.name, layer.name_length, bytes, size);
}

void
fringe_check_layer_name(fr_span name)
{
	if (!fr_layer_is_name(name.at, name.length))
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid name of a layer: %s", fringe_quote(name.at, name.length)),
			 errdetail(
				 "A name begins with a letter or _, and has letters of ASCII, digits and _, at most %d.",
				 FR_LAYER_NAME)));
}

/* ---- numbers ----------------------------------------------------------------------- */

/* The decimal as text. */
static const char *
decimal_text(fr_decimal decimal, bool below)
{
	char *text = palloc(FR_DECIMAL_TEXT_MAX + 2);

	*fr_put_decimal(fr_put_text(text, below ? "-" : ""), decimal) = '\0';
	return text;
}

static const char *
scale_text(fr_decimal scale)
{
	return decimal_text(scale, false);
}

/* The cell with the number farthest from 0. */
static Size
farthest(const LayerNumbers *of)
{
	Size cells = (Size) of->width * of->height;
	Size most = 0;

	for (Size i = 1; i < cells; i++)
	{
		fr_poll_at(&fringe_poll, i);
		if (fabs(of->numbers[i]) > fabs(of->numbers[most]) || isnan(of->numbers[most]))
			most = i;
	}
	return most;
}

/* Another choice, if it is coarser: the scale that keeps as many digits of the largest number as a float4 has. */
static const char *
coarser_scale(const LayerNumbers *of, fr_decimal scale)
{
	double most = fabs(of->numbers[farthest(of)]);
	int digits = FLT_DIG - (most > 0 ? (int) floor(log10(most)) : FLT_DIG);

	if (digits < 0 || digits >= scale.scale)
		return "";
	return psprintf(", or %s, which keeps %d digits", scale_text((fr_decimal){1, digits}),
					FLT_DIG + 1);
}

/* Says what to do with a number that no layer can have. The number often stands for missing data. */
static int
hint_missing(const LayerNumbers *of)
{
	switch (of->how)
	{
		case SCALE_OF_RULE:
			return errhint(
				"If the number stands for missing data, make it NULL, or in an ASCII grid name it as NODATA_value.");
		case SCALE_ARGUMENT:
		case SCALE_OF_ALL:
			return errhint(
				"If the number stands for missing data, pass 0 in its place, and make the cell a wall with gridmap_set.");
		case SCALE_BEFORE: /* maps have no such number */
			break;
	}
	return 0;
}

/* How to round all numbers to a scale. */
static int
hint_scale(const LayerNumbers *of, fr_decimal scale)
{
	const char *text = scale_text(scale);
	const char *coarser = coarser_scale(of, scale);

	switch (of->how)
	{
		case SCALE_ARGUMENT:
			return errhint("To round all numbers, pass scale %s%s.", text, coarser);
		case SCALE_OF_RULE:
			return errhint("To round all numbers, add \"scale\": %s to the rule%s.", text,
						   coarser);
		case SCALE_OF_ALL:
			return errhint(
				"To round all numbers, pass them in an array of all cells, with scale %s%s.",
				text, coarser);
		case SCALE_BEFORE:
			return errhint(
				"To round all numbers, set the layer of each map before: gridmap_set_layer(map, name, gridmap_layer(map, name), %s).",
				text);
	}
	return 0;
}

/* The first cell whose number a scale does not have, exactly or at all. */
static Size
first_unfit(const LayerNumbers *of, const fr_layer *layer, bool exact)
{
	Size cells = (Size) of->width * of->height;
	fr_layer_scale scale;
	uint32 stored;
	Size i = 0;

	if (!fr_layer_scale_of(layer, &scale))
		return 0;
	for (; i + 1 < cells; i++)
	{
		double number = of->numbers[i];

		fr_poll_at(&fringe_poll, i);
		if (!isnan(number) && (!fr_layer_stored(&scale, number, &stored) ||
							   (exact && fr_layer_number(&scale, stored) != number)))
			break;
	}
	return i;
}

/* Says why a number is not stored with the scale that was given, or without one. */
static void
report_unfit(const LayerNumbers *of, const fr_layer *layer)
{
	uint32 most = fr_layer_most(of->name, of->name_length);
	const char *name = fringe_quote(of->name, of->name_length);
	fr_layer rounded = *layer;
	bool fits = fr_layer_fit(of->numbers, (Size) of->width * of->height, FR_LAYER_ROUNDED,
							 &rounded, &fringe_poll);
	Size cell = !of->scaled ? (fits ? first_unfit(of, &rounded, true) : farthest(of))
				: of->offset_given ? first_unfit(of, layer, false)
								   : farthest(of);
	const char *number =
		psprintf("number %s of cell (%u,%u)", float8out_internal(of->numbers[cell]),
				 (uint32) (cell % of->width), (uint32) (cell / of->width));
	fr_layer_scale scale;

	if (!of->scaled && fits)
		ereport(
			ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("%s would be rounded in layer %s", number, name),
			 errdetail(
				 "The numbers of a layer have at most %d digits, at most %d of them after the point, and at most %u steps from the least to the greatest.",
				 FR_LAYER_DIGITS, FR_DECIMAL_DIGITS, most),
			 hint_scale(of, rounded.scale)));
	ereport(
		ERROR,
		(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
		 errmsg("%s does not fit layer %s", number, name),
		 of->scaled && of->offset_given && fr_layer_scale_of(layer, &scale)
			 ? errdetail("With scale %s and offset %s its numbers go from %s to %s.",
						 scale_text(layer->scale),
						 decimal_text(layer->offset, layer->below),
						 float8out_internal(fr_layer_number(&scale, 0)),
						 float8out_internal(fr_layer_number(&scale, scale.most)))
		 : of->scaled
			 ? errdetail("The numbers of a layer are at most %u times its scale apart.",
						 most)
			 : errdetail(
				   "The numbers of a layer have at most %d digits, and those below 0 at most %d before the point.",
				   FR_LAYER_DIGITS, FR_DECIMAL_DIGITS),
		 !fits				? hint_missing(of)
		 : of->offset_given ? 0
							: hint_scale(of, rounded.scale)));
}

/* A layer of whole numbers of a range of its own. */
static void
report_unfit_whole(const LayerNumbers *of, Size cell)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("number %s of cell (%u,%u) does not fit layer %s",
					float8out_internal(of->numbers[cell]), (uint32) (cell % of->width),
					(uint32) (cell / of->width), fringe_quote(of->name, of->name_length)),
			 errdetail("The layer has whole numbers from 0 to %u.",
					   fr_layer_most(of->name, of->name_length))));
}

void
layer_list_put_numbers(LayerList *list, const LayerNumbers *of)
{
	Size cells = (Size) of->width * of->height;
	bool whole = fr_layer_most(of->name, of->name_length) < FR_LAYER_MOST;
	fr_layer layer = {.name = of->name,
					  .name_length = of->name_length,
					  .scale = whole ? fr_decimal_one : of->scale,
					  .offset = of->offset,
					  .below = of->below};
	uint32 *stored = layer_list_alloc(list, cells * sizeof(uint32));
	Size fit;

	if (!whole && !(of->scaled && of->offset_given) &&
		!fr_layer_fit(of->numbers, cells, of->scaled ? FR_LAYER_SCALED : FR_LAYER_EXACT,
					  &layer, &fringe_poll))
		report_unfit(of, &layer);
	fit = fr_layer_store(&layer, of->numbers, cells, stored, &fringe_poll);
	if (fit < cells && whole)
		report_unfit_whole(of, fit);
	if (fit < cells)
		report_unfit(of, &layer);
	layer_list_put(list, layer, stored, cells);
	layer_list_free(list, stored, cells * sizeof(uint32));
}

/* ---- maps with layers --------------------------------------------------------------- */

/* Allocates a map of this size, or says that its layers make it too large. */
static Gridmap *
allocate_layered(const LayerList *list, Size size)
{
	fringe_limit_memory("map with layers", list->taken + size);
	if (!AllocSizeIsValid(offsetof(Gridmap, packed) + size))
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("map with its layers would be too large"),
						errdetail("It would take %zu kB; the limit is %zu kB.",
								  size / 1024, MaxAllocSize / 1024)));
	return gridmap_allocate(size);
}

/* The layers that all models read. */
static const char *const ground_layers[] = {FR_LAYER_BLOCKED, FR_LAYER_SIDES};

/* The digest of a map without its layers, which an opened map has if its ground has none. */
static Digest
digest_of_base(const fr_map *opened)
{
	uint8 header[FR_MAP_HEADER_SIZE];
	bool stored = opened->ground != NULL;
	fr_layer layer;
	Digest digest;

	for (int i = 0; i < lengthof(ground_layers); i++)
		if (fr_map_find_layer(opened, ground_layers[i], strlen(ground_layers[i]), &layer))
			stored = false;
	if (stored)
	{
		memcpy(&digest, opened->ground, DIGEST_SIZE);
		return digest;
	}
	fr_map_base_header(opened, header);
	fringe_digest(header, sizeof header, opened->codes,
				  fr_map_base_size(opened) - sizeof header, &digest);
	return digest;
}

/* Sets both digests of a map with layers, by the digest of the map without layers. */
static void
seal_layers(Gridmap *map, Digest base)
{
	fr_map opened = gridmap_open(map);
	Size cells = (Size) opened.width * opened.height;
	Digest ground = base;
	const uint8 *layers;
	fr_layer layer;
	Size size;

	for (int i = 0; i < lengthof(ground_layers); i++)
		if (fr_map_find_layer(&opened, ground_layers[i], strlen(ground_layers[i]),
							  &layer))
		{
			Digest before = ground;

			/* a layer begins with its name */
			fringe_digest(before.bytes, DIGEST_SIZE, (const uint8 *) layer.name,
						  fr_layer_size(&layer, cells), &ground);
		}
	memcpy(map->packed + FR_MAP_HEADER_SIZE, &ground, DIGEST_SIZE);
	layers = fr_map_layer_bytes(&opened, &size);
	fringe_digest(ground.bytes, DIGEST_SIZE, layers, size, &map->digest);
}

void
gridmap_seal_map(Gridmap *map)
{
	if (fr_map_is_layered(map->packed))
	{
		fr_map opened = gridmap_open(map);

		opened.ground = NULL; /* the bytes may be a client's */
		seal_layers(map, digest_of_base(&opened));
	}
	else
		gridmap_seal(map);
}

static bool
model_names(const fr_model *model, const fr_layer *layer)
{
	const fr_layer_name *names[FR_PRICE_KINDS * FR_MAX_LAYERS + 2] = {&model->friction};
	int count = 1;

	for (int kind = 0; kind < FR_PRICE_KINDS; kind++)
		for (int i = 0; i < model->price[kind].count; i++)
			names[count++] = &model->price[kind].at[i].name;
	if (fr_model_reads_height(model))
		names[count++] = &model->height;
	for (int i = 0; i < count; i++)
		if (names[i]->length == layer->name_length &&
			memcmp(names[i]->text, layer->name, layer->name_length) == 0)
			return true;
	return false;
}

bool
gridmap_digest_under(Datum map, const fr_model *model, Digest *digest)
{
	fr_map opened;
	fr_error error;

	*digest = gridmap_peek(map).ground;
	if (model == NULL || !fr_model_reads_layers(model))
		return true;
	opened = gridmap_open((Gridmap *) PG_DETOAST_DATUM(map));
	if (fr_prices_find(model, &opened, &error))
		return false;
	for (int i = 0; i < opened.layer_count; i++)
	{
		Digest before = *digest;
		fr_layer layer;

		fr_map_layer(&opened, i, &layer);
		if (model_names(model, &layer))
			fringe_digest(before.bytes, DIGEST_SIZE, bytes_of(&layer),
						  fr_layer_size(&layer, cells_of(&opened)), digest);
	}
	return true;
}

/* The map without its layers. */
static Gridmap *
base_of(const fr_map *opened)
{
	Size size = fr_map_base_size(opened);
	Gridmap *base = gridmap_allocate(size);

	fr_map_base_header(opened, base->packed);
	fr_copy(base->packed + FR_MAP_HEADER_SIZE, opened->codes, size - FR_MAP_HEADER_SIZE,
			&fringe_poll);
	base->digest = digest_of_base(opened);
	return base;
}

Gridmap *
gridmap_layered(Gridmap *map, const LayerList *list)
{
	fr_map opened = gridmap_open(map);
	Size size = 0;
	Gridmap *copy;
	Digest base;
	uint8 *to;

	if (list->count == 0)
		return opened.ground ? base_of(&opened) : map;
	for (int i = 0; i < list->count; i++)
		size += list->size[i];
	copy = allocate_layered(list, fr_map_layered_size(&opened, size));
	base = opened.ground ? digest_of_base(&opened) : map->digest;
	to = fr_map_put_layers(copy->packed, &opened, base.bytes, list->count, &fringe_poll);
	for (int i = 0; i < list->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		fr_copy(to, list->bytes[i], list->size[i], &fringe_poll);
		to += list->size[i];
	}
	seal_layers(copy, base);
	return copy;
}

/* ---- text ---------------------------------------------------------------------------- */

Gridmap *
gridmap_add_layer(Gridmap *map, const LayerNumbers *numbers)
{
	fr_map opened = gridmap_open(map);
	LayerList list = layer_list_of(&opened);

	list.taken = numbers->taken;
	layer_list_put_numbers(&list, numbers);
	return gridmap_layered(map, &list);
}

bool
layer_list_parse(const char *text, fr_map_text *header, LayerList *list, fr_error *error)
{
	size_t length = strlen(text);
	Size cells = (Size) header->width * header->height;
	Size room = fr_layer_parse_room(header, text, length) * sizeof(uint32);
	uint32 *stored = NULL;
	fr_layer layer;

	while (fr_map_next_layer(text, length, header, &layer, error))
	{
		if (has_layer(list, layer.name, layer.name_length))
			return fr_fail(error, FR_LAYER_TWICE, .at = layer.name,
						   .length = (size_t) layer.name_length) == FR_OK;
		if (list->count == FR_MAX_LAYERS)
			return fr_fail(error, FR_LAYER_COUNT, .wanted = FR_MAX_LAYERS) == FR_OK;
		if (stored == NULL)
			stored = layer_list_alloc(list, room);
		if (fr_map_parse_layer(text, length, header, &layer, stored, &fringe_poll, error))
			return false;
		layer_list_put(list, layer, stored, cells);
	}
	if (stored)
		layer_list_free(list, stored, room);
	return error->status == FR_OK;
}

/*
 * A layer of one number takes few bytes and its text may take gigabytes, so there is space for no
 * more than a text may have, and for one row.
 */
Size
gridmap_layers_room(const fr_map *map)
{
	Size room = 0;
	Size longest = 0;

	for (int i = 0; i < map->layer_count; i++)
	{
		fr_layer layer;
		Size row;

		fr_map_layer(map, i, &layer);
		row = fr_layer_row_room(&layer, map->width) + FR_LAYER_LINE_MAX;
		room += row * map->height + FR_LAYER_LINE_MAX;
		longest = Max(longest, row);
	}
	return Min(room, MaxAllocSize + longest);
}

char *
gridmap_put_layers(const fr_map *map, const char *text, char *to)
{
	for (int i = 0; i < map->layer_count; i++)
	{
		fr_layer layer;

		fr_map_layer(map, i, &layer);
		to += fr_layer_write_line(&layer, to);
		*to++ = '\n';
		for (uint32 y = 0; y < map->height; y++)
		{
			CHECK_FOR_INTERRUPTS();
			to += fr_layer_write_row(&layer, map->width, y, to);
			*to++ = '\n';
			if (!AllocSizeIsValid(to - text + 1 + VARHDRSZ))
				ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
								errmsg("text of the map would be too long"),
								errdetail("It would have more than %zu kB.",
										  MaxAllocSize / 1024),
								errhint("The binary form is shorter.")));
		}
	}
	return to;
}

/* ---- layers of pieces ----------------------------------------------------------------- */

/* The cells of a piece that may be in the copy, by a shift; all of a piece that is turned. */
typedef struct Window
{
	int64 x;
	int64 y;
	int64 end_x;
	int64 end_y;
} Window;

static Window
window_of(const MapPiece *piece, const fr_map *to)
{
	const CellTransform *t = &piece->transform;
	Window window = {0, 0, piece->map->width, piece->map->height};

	if (t->xx == 1 && t->yy == 1)
	{
		window.x = Max(0, -t->x);
		window.y = Max(0, -t->y);
		window.end_x = Min(window.end_x, to->width - t->x);
		window.end_y = Min(window.end_y, to->height - t->y);
	}
	return window;
}

/* The bits of `sides` of a cell that is turned, for each set of sides. */
static void
turn_sides(const CellTransform *t, uint32 turned[1 << FR_SIDES])
{
	int to[FR_SIDES]; /* bit of the side to which each one turns; -1: none */

	for (int bit = 0; bit < FR_SIDES; bit++)
	{
		int x = fr_dx[fr_side_direction[bit]];
		int y = fr_dy[fr_side_direction[bit]];

		to[bit] = -1;
		for (int other = 0; other < FR_SIDES; other++)
			if (fr_dx[fr_side_direction[other]] == t->xx * x + t->xy * y &&
				fr_dy[fr_side_direction[other]] == t->yx * x + t->yy * y)
				to[bit] = other;
	}
	for (int sides = 0; sides < 1 << FR_SIDES; sides++)
	{
		turned[sides] = 0;
		for (int bit = 0; bit < FR_SIDES; bit++)
			if (sides >> bit & 1 && to[bit] >= 0)
				turned[sides] |= 1 << to[bit];
	}
}

/* Where the numbers of pieces go: stored ones if all pieces have one scale, otherwise numbers. */
typedef struct Laid
{
	uint32 *stored; /* or NULL */
	double *numbers;
} Laid;

/* Lays the layer of a piece on a map of this size. */
static void
lay_piece(const MapPiece *piece, const fr_layer *layer, const fr_map *to, Laid *laid)
{
	const CellTransform *t = &piece->transform;
	const fr_map *map = piece->map;
	Window window = window_of(piece, to);
	uint32 *row = palloc(map->width * sizeof(uint32));
	uint8 *codes = palloc(map->width);
	uint32 turned[1 << FR_SIDES];
	bool sides = fr_span_is((fr_span){layer->name, layer->name_length}, FR_LAYER_SIDES);
	fr_layer_scale scale;

	fr_layer_scale_of(layer, &scale);
	if (sides)
		turn_sides(t, turned);
	for (int64 y = window.y; y < window.end_y; y++)
	{
		Size first = y * map->width + window.x;
		Size count = Max(0, window.end_x - window.x);

		CHECK_FOR_INTERRUPTS();
		fr_layer_unpack(layer, first, count, row);
		if (piece->clear)
			fr_map_unpack_codes(map, first, count, codes);
		for (Size i = 0; i < count; i++)
		{
			int64 x = window.x + i;
			fr_cell cell = {(int32) (t->xx * x + t->xy * y + t->x),
							(int32) (t->yx * x + t->yy * y + t->y)};
			Size at = (Size) cell.y * to->width + cell.x;

			if (piece->clear && codes[i] == piece->clear)
				continue;
			if (laid->stored)
				laid->stored[at] = sides ? turned[row[i]] : row[i];
			else
				laid->numbers[at] = fr_layer_number(&scale, row[i]);
		}
	}
	pfree(row);
	pfree(codes);
}

static bool
same_scale(const fr_layer *a, const fr_layer *b)
{
	return fr_decimal_equal(a->scale, b->scale) &&
		   fr_decimal_equal(a->offset, b->offset) && a->below == b->below;
}

/* Is the copy the map itself, of other codes? */
static bool
is_in_place(const MapPiece *piece, const fr_map *to)
{
	const CellTransform *t = &piece->transform;

	return t->xx == 1 && t->yy == 1 && t->x == 0 && t->y == 0 && !piece->clear &&
		   piece->map->width == to->width && piece->map->height == to->height;
}

/* What is stored for new cells: 0, or the number nearest to it that takes no more bits. */
static uint32
nearest_to_zero(const fr_layer_scale *scale, uint32 most)
{
	uint32 stored;

	if (fr_layer_stored(scale, 0, &stored))
		return Min(stored, most);
	return scale->first > 0 ? 0 : most;
}

/* Adds the layer of this name, which some piece has: `of` is the first one. */
static void
put_layer_of_pieces(LayerList *list, const fr_layer *of, const MapPiece *pieces,
					int count, const fr_map *to)
{
	Size cells = cells_of(to);
	Laid laid = {NULL, NULL};
	Size size;
	fr_layer layer = *of;
	fr_layer_scale scale;
	uint32 greatest = FR_LAYER_NARROW;
	uint32 zero;
	bool same = true;

	if (count == 1 && is_in_place(pieces, to))
	{
		put_bytes(list, of->name, of->name_length, bytes_of(of),
				  fr_layer_size(of, cells));
		return;
	}
	for (int i = 0; i < count; i++)
		if (fr_map_find_layer(pieces[i].map, of->name, of->name_length, &layer))
		{
			same = same && same_scale(of, &layer);
			greatest = Max(greatest, layer.greatest);
		}
	size = cells * (same ? sizeof(uint32) : sizeof(double));
	if (same)
	{
		fr_layer_scale_of(of, &scale);
		zero = nearest_to_zero(&scale, greatest);
		laid.stored = layer_list_alloc(list, size);
		for (Size i = 0; i < cells; i++)
		{
			fr_poll_at(&fringe_poll, i);
			laid.stored[i] = zero;
		}
	}
	else
	{
		laid.numbers = layer_list_alloc(list, size);
		for (Size i = 0; i < cells; i++)
		{
			fr_poll_at(&fringe_poll, i);
			laid.numbers[i] = get_float8_nan(); /* new cells get what is nearest to 0 */
		}
	}
	for (int i = 0; i < count; i++)
		if (fr_map_find_layer(pieces[i].map, of->name, of->name_length, &layer))
			lay_piece(&pieces[i], &layer, to, &laid);
	if (same)
		layer_list_put(list, *of, laid.stored, cells);
	else
		layer_list_put_numbers(list, &(LayerNumbers){.name = of->name,
													 .name_length = of->name_length,
													 .numbers = laid.numbers,
													 .width = to->width,
													 .height = to->height,
													 .how = SCALE_BEFORE});
	layer_list_free(list, same ? (void *) laid.stored : (void *) laid.numbers, size);
}

Gridmap *
gridmap_of_pieces(Gridmap *copy, const MapPiece *pieces, int count)
{
	fr_map opened = gridmap_open(copy);
	LinkList links = {0};
	LayerList layers = {0};

	for (int i = 0; i < count; i++)
		gridlink_add_transformed(&links, pieces[i].map, &pieces[i].transform, &opened);
	copy = gridmap_linked(copy, &links);
	for (int i = 0; i < count; i++)
		for (int k = 0; k < pieces[i].map->layer_count; k++)
		{
			fr_layer layer;

			fr_map_layer(pieces[i].map, k, &layer);
			if (!has_layer(&layers, layer.name, layer.name_length))
				put_layer_of_pieces(&layers, &layer, pieces, count, &opened);
		}
	return layers.count > 0 ? gridmap_layered(copy, &layers) : copy;
}

Gridmap *
gridmap_keep(Gridmap *copy, const fr_map *from, CellTransform transform)
{
	return gridmap_of_pieces(copy, &(MapPiece){.map = from, .transform = transform}, 1);
}
