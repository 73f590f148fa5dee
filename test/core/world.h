/*
 * world.h - a random map and model, for the library under test and the oracle
 *
 * The model is generated as text and separately as the oracle's rules, so that the
 * library's parser is tested too.
 */
#ifndef FRINGE_WORLD_H
#define FRINGE_WORLD_H

#include "oracle.h"
#include "support.h"

/* Corridors that are too long for exact costs. */
#define SNAKES 3
#define SNAKE_SIDE 40

#define WORLD_LAYERS 6 /* besides `blocked` and `sides` */

typedef struct world
{
	uint64_t seed;
	int width;
	int height;
	uint8_t *codes;
	char text[FR_MODEL_TEXT_MAX];
	oracle_model rules;
	oracle_layers layers;
	uint8_t *blocked;	   /* cells by the layer `blocked`; NULL: the map has none */
	uint8_t *sides;		   /* closed sides by the layer `sides`; NULL: the map has none */
	uint32_t named_layers; /* which layers have prices, a bit each */
	uint32_t road_layers;  /* which are roads, */
	uint32_t side_layers;  /* and which mark sides */
	uint32_t stop_layers;  /* and which of them end turns */
	int friction_layer;	   /* which layer has the friction; -1: none */
	int32_t *numbers[WORLD_LAYERS]; /* of each layer; NULL: none */
	int height_layer; /* which layer has the heights, if the model reads them */
	oracle oracle;
	fr_status status; /* of parsing and resolving the model */
	fr_model model;
	fr_map map;
	fr_costs costs;
	fr_grid *grid; /* NULL unless status is FR_OK */
	fr_grid *base; /* of a map with layers that the model names; else NULL */
	uint8_t *packed;
} world;

/* Of 100 worlds, how many have layers. A test that sets it knows bound grids. */
extern uint32_t world_layered;
extern uint32_t
	world_edged; /* likewise, how many have roads and marked sides; also without others */
extern bool world_rounds;	  /* worlds whose steps are rounded are no failures */
extern bool world_multiplied; /* layers may have friction and limits of grades, too */

/* Of 100 worlds, how many have movement points, and layers that end turns if they have layers. */
extern uint32_t world_points;

/* Of 100 worlds, how many have blocked cells, and how many have closed sides. */
extern uint32_t world_blocked;
extern uint32_t world_sided;

/* Of 100 worlds of squares without layers and prices of turns, how many have joined edges. */
extern uint32_t world_wraps;

/*
 * With layers the library and the oracle have units of their own. The units of a cost / scale;
 * UINT64_MAX if it is none of the library's.
 */
uint64_t world_layered_units(const world *w, oracle_cost cost, oracle_wide scale);

void world_make(world *w, uint64_t seed, int max_side);
void world_make_turning(world *w, uint64_t seed, int max_side);
void world_build(world *w);
void world_rebuild(world *w); /* after its codes changed */
void world_free(world *w);
void world_snake(world *w, int which);
oracle_point world_point(const world *w, uint32_t cell);
oracle world_without_ways(const world *w);
bool world_reaches(const world *w, uint32_t start, uint32_t goal);
bool world_path(const world *w, uint32_t start, uint32_t goal, const uint8_t *moves,
				int64_t cells, oracle_cost *cost);
bool world_right_path(const world *w, uint32_t start, uint32_t goal, const fr_result *r,
					  oracle_cost wanted);
uint64_t world_units(const world *w, oracle_cost cost);
bool world_too_wide(const world *w);
void world_costs(const world *w, uint32_t start, uint64_t *units);
void world_print(const world *w);

/* ---- world_model.c ------------------------------------------------------- */

void world_model(chance *c, const uint8_t *codes, int count, bool turns, char *text,
				 oracle_model *rules);

/* ---- world_layers.c ------------------------------------------------------ */

void world_draw_ground(world *w);
void world_add_layers(world *w);
void world_pack_layers(world *w);
void world_bind(world *w, fr_error *error);
void world_free_layers(world *w);

/* ---- sight_oracle.c ------------------------------------------------------ */

bool world_visible(const world *w, fr_cell a, fr_cell b);
bool world_in_sight(const world *w, fr_cell a, fr_cell b);
bool world_sight(const world *w, fr_cell a, fr_cell b);
double world_line_cost(const world *w, fr_cell a, fr_cell b);

#endif /* FRINGE_WORLD_H */
