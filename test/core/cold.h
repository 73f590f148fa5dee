/*
 * cold.h - cold questions about a map, beside the same one decoded whole
 */
#ifndef FRINGE_TEST_COLD_H
#define FRINGE_TEST_COLD_H

#include "world.h"

#define MAX_SIDE 200
#define PAIRS 12

typedef struct rules
{
	const char *text;
	oracle_model model; /* of codes that are passable, '.', S and G */
} rules;

/* All kinds of models that it takes. */
static const rules models[] = {
	{"octile", {.eight = true, .root2 = true, .straight = {1, 1}}},
	{"octile(size=2)", {.eight = true, .root2 = true, .straight = {1, 1}, .size = 2}},
	{"octile(size=5)", {.eight = true, .root2 = true, .straight = {1, 1}, .size = 5}},
	{"octile(straight=2, diagonal=3)",
	 {.eight = true, .straight = {2, 1}, .diagonal = {3, 1}}},
	{"octile(diagonal=1)", {.eight = true, .straight = {1, 1}, .diagonal = {1, 1}}},
	{"octile(straight=100, diagonal=199)",
	 {.eight = true, .straight = {100, 1}, .diagonal = {199, 1}}},
};

#define MODELS (sizeof models / sizeof *models)

/* ---- maps ---------------------------------------------------------------- */

/* Cells one by one, so that there are many components, small and large. */
static inline void
scatter(uint8_t *codes, uint32_t cells, uint32_t percent, chance *c)
{
	for (uint32_t i = 0; i < cells; i++)
		codes[i] = chance_below(c, 100) < percent ? '@' : '.';
}

/* Walls from edge to edge that cut the map apart. */
static inline void
cut(uint8_t *codes, uint32_t width, uint32_t height, chance *c)
{
	uint32_t x = chance_below(c, width);
	uint32_t y = chance_below(c, height);

	for (uint32_t i = 0; i < height; i++)
		codes[i * width + x] = '@';
	for (uint32_t i = 0; i < width; i++)
		codes[y * width + i] = '@';
}

static inline uint8_t *
make_codes(uint32_t width, uint32_t height, chance *c)
{
	uint32_t cells = width * height;
	uint8_t *codes = new_block(cells);
	uint8_t *scratch = new_block(cells);
	uint64_t seed = chance_next(c);
	fr_poll poll = no_poll();

	switch (chance_below(c, 6))
	{
		case 0:
			fr_generate_caves((fr_canvas){codes, width, height, seed}, scratch, 0.45,
							  &poll);
			break;
		case 1:
			fr_generate_rooms((fr_canvas){codes, width, height, seed},
							  3 + chance_below(c, 20), &poll);
			break;
		case 2:
			fr_generate_maze((fr_canvas){codes, width, height, seed},
							 1 + chance_below(c, 3), 0.1, &poll);
			break;
		case 3:
			fr_generate_walls((fr_canvas){codes, width, height, seed}, 30, 20, &poll);
			break;
		default:
			scatter(codes, cells, chance_below(c, 50), c);
	}
	if (chance_below(c, 4) == 0)
		cut(codes, width, height, c);
	for (uint32_t more = chance_below(c, 4), i = 0; i < cells; i++)
		if (more > 0 && codes[i] == '@')
			codes[i] = "@TOWABCDEFHIJKLMNPQRUVXYZ"[chance_below(c, 1u << 3 * more) % 25];
	free(scratch);
	return codes;
}

/* Sides are mostly about a multiple of 64. */
static inline uint32_t
make_side(chance *c)
{
	uint32_t side = 64 * chance_below(c, 4) + chance_below(c, 5);

	return chance_below(c, 3) == 0 ? 1 + chance_below(c, MAX_SIDE)
								   : (side > 2 ? side - 2 : 1 + side);
}

static inline void
make_world(world *w, const rules *r, uint64_t seed)
{
	chance c = {seed};

	*w = (world){.seed = seed, .rules = r->model};
	w->width = (int) make_side(&c);
	w->height = (int) make_side(&c);
	w->codes = make_codes((uint32_t) w->width, (uint32_t) w->height, &c);
	w->rules.corners = 2;
	for (int code = 0; code < 256; code++)
		w->rules.weight[code] = oracle_ground(code && strchr(".SG", code));
	strcpy(w->text, r->text);
	world_build(w);
}

/* ---- the same map, asked for the first time --------------------------------- */

typedef struct first
{
	malloc_arena arena;
	fr_tables tables;
	fr_grid *grid;
} first;

static inline void
begin_first(first *f, const world *w)
{
	fr_poll poll = no_poll();

	f->arena = malloc_arena_make(&f->arena);
	fr_tables_fill(&w->model, &w->costs, &f->tables);
	f->grid =
		fr_grid_begin(&w->map, &w->model, &w->costs, &f->tables, &f->arena.core, &poll);
	f->grid->cold = fr_grid_cold(f->grid, &f->arena.core, &poll);
}

static inline void
end_first(first *f)
{
	malloc_arena_clear(&f->arena);
}

/* ---- comparing ---------------------------------------------------------------- */

typedef struct answer
{
	fr_status status;
	bool found;
	uint64_t cost;
} answer;

static inline answer
ask(const fr_grid *grid, uint32_t start, uint32_t goal, fr_workspace *workspace,
	const fr_poll *poll)
{
	fr_method method = method_of("jump");
	fr_query query = {
		.grid = grid, .method = &method, .start = start, .goal = goal, .uncounted = true};
	fr_status status;
	fr_result result;

	status = fr_search(&query, workspace, poll, &result);
	return (answer){status, result.found, result.found ? result.cost : 0};
}

static inline bool
same_answer(answer a, answer b)
{
	return a.status == b.status && a.found == b.found && a.cost == b.cost;
}

#endif /* FRINGE_TEST_COLD_H */
