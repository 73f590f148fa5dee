/*
 * layered.h - maps with layers for tests of the core
 */
#ifndef FRINGE_LAYERED_H
#define FRINGE_LAYERED_H

#include "core/base/text.h"
#include "core/map/map_layers.h"
#include "support.h"

/* What a test says of a layer: its name, scale and offset; and the stored number of each cell. */
typedef struct layer_of_test
{
	const char *name;
	fr_decimal scale;
	fr_decimal offset;
	bool below;
	const uint32_t *stored;
} layer_of_test;

/* The fr_layer of these numbers, which fr_layer_pack takes. */
static inline fr_layer
measured_layer(const layer_of_test *of, size_t cells)
{
	fr_poll poll = no_poll();
	fr_layer layer = {.name = of->name,
					  .name_length = (int) strlen(of->name),
					  .scale = of->scale,
					  .offset = of->offset,
					  .below = of->below};

	fr_layer_measure(&layer, of->stored, cells, &poll);
	return layer;
}

/* The base with these layers, in the order of their names, as bytes; *size is their number. */
static inline uint8_t *
packed_layers(const fr_map *base, const layer_of_test *layers, int count, size_t *size)
{
	fr_poll poll = no_poll();
	size_t cells = (size_t) base->width * base->height;
	uint8_t digest[FR_GROUND_BYTES] = "digest of a base";
	size_t bytes = 0;
	uint8_t *packed;
	uint8_t *to;

	for (int i = 0; i < count; i++)
	{
		fr_layer layer = measured_layer(&layers[i], cells);

		bytes += fr_layer_size(&layer, cells);
	}
	*size = fr_map_layered_size(base, bytes);
	packed = new_block(*size);
	to = fr_map_put_layers(packed, base, digest, count, &poll);
	for (int i = 0; i < count; i++)
	{
		fr_layer layer = measured_layer(&layers[i], cells);

		fr_layer_pack(&layer, layers[i].stored, cells, to, &poll);
		to += fr_layer_size(&layer, cells);
	}
	return packed;
}

/* As make_map, of a base with layers; `packed` is the caller's to free. */
static inline fr_map
make_layered(const fr_map *base, const layer_of_test *layers, int count, uint8_t **packed)
{
	fr_poll poll = no_poll();
	fr_error error;
	fr_map map;
	size_t size;

	*packed = packed_layers(base, layers, count, &size);
	if (fr_map_open_layered(*packed, size, &map, &error) ||
		fr_map_check_layers(&map, &poll, &error))
	{
		fprintf(stderr, "a map with layers was refused: %s\n", error.what);
		exit(2);
	}
	return map;
}

#endif /* FRINGE_LAYERED_H */
