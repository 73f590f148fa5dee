/*
 * terrain.h - weighted terrain for maps that have none
 *
 * Patches, about 12 cells wide, of the codes 1, 2, 3 and 5, or noise of 1 to 9; it depends
 * on the cell alone.
 */
#ifndef FRINGE_BENCH_TERRAIN_H
#define FRINGE_BENCH_TERRAIN_H

#include <string.h>

#include "core/base/random.h"

#define PATCH 12 /* cells between two points whose heights are random */

static inline uint32_t
random_at(uint32_t x, uint32_t y, uint32_t bound)
{
	uint64_t random = fr_random_mix((uint64_t) y << 32 | x);

	return fr_random_below(&random, bound);
}

/* Height of a cell, 0 to 999: linear between random points. */
static inline uint32_t
height_at(uint32_t x, uint32_t y)
{
	uint32_t i = x / PATCH;
	uint32_t j = y / PATCH;
	uint32_t u = x % PATCH;
	uint32_t v = y % PATCH;
	uint32_t north = random_at(i, j, 1000) * (PATCH - u) + random_at(i + 1, j, 1000) * u;
	uint32_t south =
		random_at(i, j + 1, 1000) * (PATCH - u) + random_at(i + 1, j + 1, 1000) * u;

	return (north * (PATCH - v) + south * v) / (PATCH * PATCH);
}

static inline uint8_t
patches(uint32_t x, uint32_t y)
{
	uint32_t height = height_at(x, y);

	return height < 350 ? '1' : height < 550 ? '2' : height < 700 ? '3' : '5';
}

static inline uint8_t
noise(uint32_t x, uint32_t y)
{
	return (uint8_t) ('1' + random_at(x, y, 9));
}

/* Code of a free cell. */
typedef uint8_t (*terrain)(uint32_t x, uint32_t y);

static inline terrain
terrain_named(const char *name)
{
	return strcmp(name, "noise") == 0 ? noise : patches;
}

/* Free cells of the usual codes become terrain. */
static inline void
put_terrain(uint8_t *codes, uint32_t width, uint32_t height, terrain of)
{
	for (uint32_t i = 0; i < width * height; i++)
		if (codes[i] == '.' || codes[i] == 'G' || codes[i] == 'S')
			codes[i] = of(i % width, i / width);
}

#endif /* FRINGE_BENCH_TERRAIN_H */
