/*
 * layers.c - layers of maps for JavaScript, which keeps them as bytes: see exports.h
 *
 * The bytes are those at the end of a packed map: the count, and the layers in the order of
 * their names; none if there is no layer. What these functions return is the call's: the next
 * call takes it away.
 */
#include "exports.h"

#include "core/map/map_layers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_BYTES 4

/* Packed layers in the order of their names, to which others are added. */
typedef struct layer_list
{
	int count;
	fr_layer layer[FR_MAX_LAYERS];
	const uint8_t *bytes[FR_MAX_LAYERS];
	size_t size[FR_MAX_LAYERS];
} layer_list;

static int
compare_names(const fr_layer *a, const fr_layer *b)
{
	size_t least =
		(size_t) (a->name_length < b->name_length ? a->name_length : b->name_length);
	int order = memcmp(a->name, b->name, least);

	return order != 0 ? order : a->name_length - b->name_length;
}

static int
place_of(const layer_list *list, const fr_layer *layer)
{
	int at = 0;

	while (at < list->count && compare_names(&list->layer[at], layer) < 0)
		at++;
	return at;
}

static bool
has_at(const layer_list *list, int at, const fr_layer *layer)
{
	return at < list->count && compare_names(&list->layer[at], layer) == 0;
}

static void
drop_at(layer_list *list, int at)
{
	list->count--;
	for (int i = at; i < list->count; i++)
	{
		list->layer[i] = list->layer[i + 1];
		list->bytes[i] = list->bytes[i + 1];
		list->size[i] = list->size[i + 1];
	}
}

/* Adds a layer in its place. The list has no layer of this name, and space for one. */
static void
put_at(layer_list *list, int at, const fr_layer *layer, const uint8_t *bytes, size_t size)
{
	for (int i = list->count++; i > at; i--)
	{
		list->layer[i] = list->layer[i - 1];
		list->bytes[i] = list->bytes[i - 1];
		list->size[i] = list->size[i - 1];
	}
	list->layer[at] = *layer;
	list->bytes[at] = bytes;
	list->size[at] = size;
}

static void
pack_at(layer_list *list, int at, fr_layer *layer, const uint32_t *stored, size_t cells)
{
	size_t size;
	uint8_t *bytes;

	fr_layer_measure(layer, stored, cells, &web_polling);
	size = fr_layer_size(layer, cells);
	bytes = web_arena_take(web_scratch.context, size);
	fr_layer_pack(layer, stored, cells, bytes, &web_polling);
	put_at(list, at, layer, bytes, size);
}

/* The list as bytes; `answer` has how many. */
static const uint8_t *
bytes_of(const layer_list *list)
{
	size_t size = list->count > 0 ? COUNT_BYTES : 0;
	uint8_t *bytes;
	uint8_t *to;

	for (int i = 0; i < list->count; i++)
		size += list->size[i];
	bytes = to = web_arena_take(web_scratch.context, size);
	if (list->count > 0)
	{
		fr_put32(to, 0, (uint32_t) list->count);
		to += COUNT_BYTES;
	}
	for (int i = 0; i < list->count; i++, to += list->size[i - 1])
		memcpy(to, list->bytes[i], list->size[i]);
	web_answers[0] = (double) size;
	return bytes;
}

/*
 * The layers behind the links of the text that web_links_parse was given. NULL: web_failure.
 */
const uint8_t *
EXPORT(web_layers_parse)(const char *text, size_t length)
{
	size_t cells = (size_t) web_header.width * web_header.height;
	layer_list list = {0};
	fr_layer layer;

	web_begin_call();
	while (fr_map_next_layer(text, length, &web_header, &layer, &web_failure))
	{
		int at = place_of(&list, &layer);
		uint32_t *stored;

		if (has_at(&list, at, &layer))
			fr_fail(&web_failure, FR_LAYER_TWICE, .at = layer.name,
					.length = (size_t) layer.name_length);
		else if (list.count == FR_MAX_LAYERS)
			fr_fail(&web_failure, FR_LAYER_COUNT, .wanted = FR_MAX_LAYERS);
		if (web_failure.status)
			return NULL;
		stored = web_arena_take(web_scratch.context,
								fr_layer_parse_room(&web_header, text, length) *
									sizeof *stored);
		if (fr_map_parse_layer(text, length, &web_header, &layer, stored, &web_polling,
							   &web_failure))
			return NULL;
		pack_at(&list, at, &layer, stored, cells);
	}
	return web_failure.status ? NULL : bytes_of(&list);
}

/* Layers of a map of this size. */
static fr_map
open_layers(const uint8_t *bytes, size_t size, uint32_t width, uint32_t height)
{
	fr_map map = {.width = width, .height = height};

	if (size > 0 && !fr_layers_open(bytes, size, &map))
		map.layer_count = 0;
	return map;
}

static layer_list
list_of(const fr_map *map)
{
	layer_list list = {.count = map->layer_count};

	for (int i = 0; i < list.count; i++)
	{
		fr_map_layer(map, i, &list.layer[i]);
		list.bytes[i] =
			(const uint8_t *) list.layer[i].name; /* a packed layer begins with it */
		list.size[i] = fr_layer_size(&list.layer[i], (size_t) map->width * map->height);
	}
	return list;
}

/*
 * The numbers of layer i, whose name is web_canonical; `answer` has the least and the greatest.
 * NULL: there are fewer layers.
 */
const double *
EXPORT(web_layer)(const uint8_t *bytes, size_t size, uint32_t width, uint32_t height,
				  int i)
{
	fr_map map = open_layers(bytes, size, width, height);
	size_t cells = (size_t) width * height;
	fr_layer_scale scale;
	fr_layer layer;
	double *numbers;

	if (i >= map.layer_count)
		return NULL;
	web_begin_call();
	fr_map_layer(&map, i, &layer);
	fr_layer_scale_of(&layer, &scale);
	numbers = web_arena_take(web_scratch.context, cells * sizeof *numbers);
	for (size_t cell = 0; cell < cells; cell++)
		numbers[cell] = fr_layer_number(&scale, fr_layer_at(&layer, cell));
	memcpy(web_text, layer.name, (size_t) layer.name_length);
	web_text[layer.name_length] = '\0';
	web_answers[0] = fr_layer_number(&scale, layer.least);
	web_answers[1] = fr_layer_number(&scale, layer.greatest);
	return numbers;
}

/* The largest number of a layer of this name, from 0, if it has a meaning of its own; else 0. */
int
EXPORT(web_layer_most)(const char *name, size_t length)
{
	uint32_t most = fr_layer_most(name, length);

	return most == FR_LAYER_MOST ? 0 : (int) most;
}

bool
EXPORT(web_layer_is_name)(const char *name, size_t length)
{
	return fr_layer_is_name(name, length);
}

/*
 * The layers with another one of this name, which fr_layer_is_name takes; without numbers, without that
 * one. NULL: numbers do not fit a layer, or there are too many layers.
 */
const uint8_t *
EXPORT(web_layer_set)(const uint8_t *bytes, size_t size, uint32_t width, uint32_t height,
					  const char *name, size_t length, const double *numbers)
{
	fr_map map = open_layers(bytes, size, width, height);
	fr_layer layer = {.name = name, .name_length = (int) length};
	size_t cells = (size_t) width * height;
	layer_list list = list_of(&map);
	int at = place_of(&list, &layer);
	fr_layer_scale scale;
	uint32_t *stored;

	web_begin_call();
	if (has_at(&list, at, &layer))
		drop_at(&list, at);
	if (numbers == NULL)
		return bytes_of(&list);
	if (list.count == FR_MAX_LAYERS ||
		!fr_layer_fit(numbers, cells, FR_LAYER_EXACT, &layer, &web_polling) ||
		!fr_layer_scale_of(&layer, &scale))
		return NULL;
	stored = web_arena_take(web_scratch.context, cells * sizeof *stored);
	for (size_t i = 0; i < cells; i++)
		if (!fr_layer_stored(&scale, numbers[i], &stored[i]) ||
			stored[i] > fr_layer_most(name, length))
			return NULL;
	pack_at(&list, at, &layer, stored, cells);
	return bytes_of(&list);
}

/* The layers as the end of a map's text; `answer` has how long it is. */
const char *
EXPORT(web_layers_text)(const uint8_t *bytes, size_t size, uint32_t width,
						uint32_t height)
{
	fr_map map = open_layers(bytes, size, width, height);
	size_t room = 1;
	char *text;
	char *to;

	for (int i = 0; i < map.layer_count; i++)
	{
		fr_layer layer;

		fr_map_layer(&map, i, &layer);
		room += FR_LAYER_LINE_MAX + 1 + (fr_layer_row_room(&layer, width) + 1) * height;
	}
	web_begin_call();
	text = to = web_arena_take(web_scratch.context, room);
	for (int i = 0; i < map.layer_count; i++)
	{
		fr_layer layer;

		fr_map_layer(&map, i, &layer);
		to += fr_layer_write_line(&layer, to);
		*to++ = '\n';
		for (uint32_t y = 0; y < height; y++)
		{
			to += fr_layer_write_row(&layer, width, y, to);
			*to++ = '\n';
		}
	}
	web_answers[0] = (double) (to - text);
	return text;
}
