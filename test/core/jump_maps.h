/*
 * jump_maps.h - maps for jump searches, with obstacles of all sizes, under models whose cells
 * weigh the same; widths are around multiples of the bits of a word
 */
#ifndef FRINGE_TEST_JUMP_MAPS_H
#define FRINGE_TEST_JUMP_MAPS_H

#include "world.h"

#define MAX_SIDE 200
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define GOALS 40

typedef struct rules
{
	const char *text;
	bool eight;
	bool root2;
	int64_t straight;
	int64_t diagonal;
	bool hex;
} rules;

/* Those that jump, from the cheapest diagonal there may be to the most expensive. */
static const rules models[] = {
	{"octile", true, true, 1, 0, false},
	{"octile(straight=2, diagonal=3)", true, false, 2, 3, false},
	{"octile(diagonal=1)", true, false, 1, 1, false},
	{"octile(straight=100, diagonal=199)", true, false, 100, 199, false},
	{"tile", false, false, 1, 0, false},
	{"hex", true, false, 1, 1, true},
};

#define MODELS (sizeof models / sizeof *models)
#define OCTILE (&models[0])
#define TILE (&models[MODELS - 2])
#define HEX (&models[MODELS - 1])

/* A world of these codes, '@' blocked and all others not; the codes are its own. */
static inline void
build(world *w, const rules *r, int width, int height, uint8_t *codes)
{
	*w = (world){.width = width, .height = height, .codes = codes};
	w->rules = (oracle_model){.eight = r->eight,
							  .hex = r->hex,
							  .root2 = r->root2,
							  .corners = 2,
							  .straight = {r->straight, 1},
							  .diagonal = {r->diagonal, 1}};
	for (int code = 0; code < 256; code++)
		w->rules.weight[code] = oracle_ground(code && strchr(".SG", code));
	strcpy(w->text, r->text);
	world_build(w);
}

/* Around a multiple of a word's bits, or small. */
static inline int
random_side(chance *c)
{
	int side = (int) chance_below(c, 4) * 64 - 3 + (int) chance_below(c, 7);

	return side > 0 && side <= MAX_SIDE ? side : 1 + (int) chance_below(c, 20);
}

/* Ways of 1 to 3 cells: there searches follow only children. */
static inline uint8_t *
maze_codes(chance *c, int width, int height)
{
	uint8_t *codes = new_block((size_t) (width * height));
	fr_poll poll = no_poll();

	fr_generate_maze(
		(fr_canvas){codes, (uint32_t) width, (uint32_t) height, chance_below(c, 1000)},
		1 + chance_below(c, 3), chance_below(c, 3) * 0.05, &poll);
	return codes;
}

/* Rectangles up to a size, all in all of a part of the map. */
static inline uint8_t *
rectangle_codes(chance *c, int width, int height)
{
	uint32_t size = 1 + chance_below(c, 2) * chance_below(c, 12);
	int blocked = width * height * (int) chance_below(c, 50) / 100;
	uint8_t *codes = new_block((size_t) (width * height));

	memset(codes, '.', (size_t) (width * height));
	while (blocked > 0)
	{
		int x = (int) chance_below(c, (uint32_t) width);
		int y = (int) chance_below(c, (uint32_t) height);
		int right = x + 1 + (int) chance_below(c, size);
		int below = y + 1 + (int) chance_below(c, size);

		for (int v = y; v < below && v < height; v++)
			for (int u = x; u < right && u < width; u++, blocked--)
				codes[v * width + u] = '@';
	}
	return codes;
}

/* A random one. */
static inline void
build_random(world *w, chance *c)
{
	int width = random_side(c);
	int height = random_side(c);
	uint8_t *codes = chance_below(c, 5) == 0 ? maze_codes(c, width, height)
											 : rectangle_codes(c, width, height);

	build(w, &models[chance_below(c, MODELS)], width, height, codes);
}

#endif /* FRINGE_TEST_JUMP_MAPS_H */
