/*
 * layers.h - layers for maps that have none
 *
 *     shape     danger                        height
 *     patches   0, 1, 2 and 4, as in patches   terraces, 0 to 9
 *     noise     0 to 8, as in noise            slopes, 0 to 999
 *
 * So danger=1 costs what the weights of terrain.h cost, of which one is the weight of the cell.
 */
#ifndef FRINGE_BENCH_LAYERS_H
#define FRINGE_BENCH_LAYERS_H

#include "bench.h"
#include "terrain.h"

static inline uint32_t
danger_at(terrain of, uint32_t x, uint32_t y)
{
	return (uint32_t) (of(x, y) - '1');
}

static inline uint32_t
stored_height(terrain of, uint32_t x, uint32_t y)
{
	return (uint32_t) (of == noise ? height_at(x, y) : height_at(x, y) / 100);
}

/* Replaces a map by the same map with the layers `danger` and `height`. */
static inline void
put_layers(uint8_t **packed, fr_map *map, terrain of)
{
	uint32_t (*const number[])(terrain, uint32_t, uint32_t) = {danger_at, stored_height};
	static const char *const names[] = {"danger", FR_LAYER_HEIGHT};
	static const uint8_t digest[FR_GROUND_BYTES]; /* which the core does not read */
	size_t cells = (size_t) map->width * map->height;
	uint32_t *stored = new_block(2 * cells * sizeof *stored);
	fr_layer layer[2];
	size_t bytes = 0;
	uint8_t *layered;
	fr_error error;
	uint8_t *to;

	for (int i = 0; i < 2; i++)
	{
		for (size_t n = 0; n < cells; n++)
			stored[i * cells + n] =
				number[i](of, (uint32_t) (n % map->width), (uint32_t) (n / map->width));
		layer[i] = (fr_layer){.name = names[i],
							  .name_length = (int) strlen(names[i]),
							  .scale = fr_decimal_one};
		fr_layer_measure(&layer[i], stored + i * cells, cells, &no_poll);
		bytes += fr_layer_size(&layer[i], cells);
	}
	bytes = fr_map_layered_size(map, bytes);
	layered = new_block(bytes);
	to = fr_map_put_layers(layered, map, digest, 2, &no_poll);
	for (int i = 0; i < 2; i++)
	{
		fr_layer_pack(&layer[i], stored + i * cells, cells, to, &no_poll);
		to += fr_layer_size(&layer[i], cells);
	}
	free(stored);
	free(*packed);
	*packed = layered;
	if (fr_map_open_layered(layered, bytes, map, &error))
		die_of("a map with layers", &error);
}

#endif /* FRINGE_BENCH_LAYERS_H */
