/*
 * native_board.h - a map with its scenarios, ready to be searched by each method of native.c
 */
#ifndef FRINGE_BENCH_NATIVE_BOARD_H
#define FRINGE_BENCH_NATIVE_BOARD_H

#include "layers.h"

#define MAX_METHODS 32

typedef struct options
{
	const char *model_text;
	fr_model model;
	const char *method_text[MAX_METHODS];
	fr_method method[MAX_METHODS];
	int methods;
	int repeats;
	long sample;	 /* scenarios of a map; 0: all */
	terrain terrain; /* that replaces ground; NULL: none */
	terrain layers;	 /* the shape of layers; NULL: there are none */
	bool routes;	 /* are asked for */
	bool check;
} options;

/* A scenario as it is run. */
typedef struct query
{
	uint32_t start;
	uint32_t goal;
	double optimal;
	int digits; /* significant digits of the optimal length */
} query;

/* A map ready to be searched. */
typedef struct board
{
	const char *path;
	uint8_t *packed;
	fr_map map;
	fr_grid *grid;
	fr_method method[MAX_METHODS]; /* resolved for this map */
	fr_workspace *workspace;
	fr_landmarks *landmarks[MAX_METHODS]; /* by method; NULL: it needs none */
	query *queries;
	long count;
} board;

static inline void
read_board_map(board *a, const options *o)
{
	uint32_t width;
	uint32_t height;
	uint8_t *codes = read_codes(a->path, &width, &height);

	if (o->terrain)
		put_terrain(codes, width, height, o->terrain);
	pack_codes(codes, width, height, &a->packed, &a->map);
	free(codes);
	if (o->layers)
		put_layers(&a->packed, &a->map, o->layers);
}

/* Binds the grid to the layers that the model names. */
static inline void
bind_layers(board *a, const options *o)
{
	malloc_arena scratch = malloc_arena_make(&scratch);
	malloc_arena *own = malloc_grid_arena(a->grid);
	fr_error error;

	a->grid = fr_grid_bind(a->grid, &a->map, &o->model, &own->core, &scratch.core,
						   &no_poll, &error);
	if (!a->grid)
		die_of(a->path, &error);
	malloc_arena_clear(&scratch);
}

static inline void
decode_map(board *a, const options *o)
{
	fr_model model = fr_model_without_layers(&o->model);
	fr_costs costs;
	fr_error error;
	uint32_t most = a->map.width * a->map.height;
	size_t size = 0;

	if (fr_costs_resolve(&model, &a->map, &costs, &error))
		die_of(a->path, &error);
	a->grid = malloc_grid(&a->map, &model, &costs, &no_poll);
	if (fr_model_reads_layers(&o->model))
		bind_layers(a, o);
	for (int m = 0; m < o->methods; m++)
	{
		uint32_t nodes;

		a->method[m] = fr_method_resolve(&o->method[m], a->grid);
		nodes = a->method[m].search == FR_TURNS ? fr_search_nodes(a->grid, &a->method[m])
												: a->grid->cells;
		most = nodes > most ? nodes : most;
		if (fr_workspace_size(nodes, &a->method[m]) > size)
			size = fr_workspace_size(nodes, &a->method[m]);
	}
	a->workspace = fr_workspace_init(new_block(size), size, most);
}

/* The landmarks of an earlier method, if they are as this one wants them, or NULL. */
static inline fr_landmarks *
same_landmarks(const board *a, const options *o, int method)
{
	static const fr_option wanted[] = {FR_HEURISTIC, FR_LANDMARKS, FR_PLACE, FR_SEED};
	const fr_decimal *option = o->method[method].option;

	for (int m = 0; m < method; m++)
	{
		bool same = a->landmarks[m] != NULL;

		for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
			same &= o->method[m].option[wanted[i]].digits == option[wanted[i]].digits;
		if (same)
			return a->landmarks[m];
	}
	return NULL;
}

/* Builds the landmarks of a method, if it needs some that are not there; returns CPU seconds. */
static inline double
place_landmarks(board *a, const options *o, int method)
{
	const fr_decimal *option = o->method[method].option;
	double begin = cpu_seconds();
	fr_landmarks plan;

	if (!fr_method_needs_landmarks(&o->method[method]))
		return 0;
	a->landmarks[method] = same_landmarks(a, o, method);
	if (a->landmarks[method])
		return 0;
	plan = fr_landmarks_plan(a->grid, (int) option[FR_LANDMARKS].digits,
							 (int) option[FR_PLACE].digits, option[FR_SEED].digits,
							 fr_sweep_workspace_on(a->grid, a->workspace), &no_poll);
	a->landmarks[method] =
		fr_landmarks_build(new_block(fr_landmarks_size(a->grid, &plan)), a->grid, &plan,
						   fr_method_uses_all_landmarks(&o->method[method]),
						   fr_sweep_workspace_on(a->grid, a->workspace), &no_poll);
	return cpu_seconds() - begin;
}

static inline int
significant_digits(const char *text, size_t length)
{
	int digits = 0;

	for (size_t i = 0; i < length; i++)
		if (text[i] >= '0' && text[i] <= '9')
			digits += digits > 0 || text[i] != '0';
	return digits;
}

static inline uint32_t
index_of(const board *a, fr_cell cell)
{
	if (cell.x < 0 || cell.y < 0 || cell.x >= (int64_t) a->map.width ||
		cell.y >= (int64_t) a->map.height)
		die(a->path, "a scenario leaves the map");
	return fr_grid_index(a->grid, cell);
}

static inline query
query_of(const board *a, const fr_scenario *s)
{
	char number[64];

	if (s->width != (int64_t) a->map.width || s->height != (int64_t) a->map.height)
		die(a->path, "a scenario is of a map of another size");
	snprintf(number, sizeof number, "%.*s", (int) s->optimal_length, s->optimal);
	return (query){index_of(a, s->start), index_of(a, s->goal), strtod(number, NULL),
				   significant_digits(s->optimal, s->optimal_length)};
}

static inline void
read_scenarios(board *a)
{
	char *path = join(a->path, ".scen", "");
	size_t length;
	char *text = read_file(path, &length);
	fr_scenario_reader reader = fr_scenario_open(text, length);
	fr_scenario scenario;
	fr_error error;
	long room = 0;

	while (fr_scenario_next(&reader, &scenario, &no_poll, &error))
	{
		if (a->count == room)
		{
			room = 2 * room + 1000;
			a->queries = realloc(a->queries, (size_t) room * sizeof(query));
			if (!a->queries)
				die(path, "out of memory");
		}
		a->queries[a->count++] = query_of(a, &scenario);
	}
	if (error.status)
		die_of(path, &error);
	free(text);
	free(path);
}

/* Keeps so many queries, evenly spread, always the same ones. */
static inline void
take_sample(board *a, long sample)
{
	if (sample <= 0 || sample >= a->count)
		return;
	for (long i = 0; i < sample; i++)
		a->queries[i] = a->queries[i * a->count / sample];
	a->count = sample;
}

#endif /* FRINGE_BENCH_NATIVE_BOARD_H */
