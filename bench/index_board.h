/*
 * index_board.h - a map of index.c: what is asked there, and what is measured
 */
#ifndef FRINGE_BENCH_INDEX_BOARD_H
#define FRINGE_BENCH_INDEX_BOARD_H

#include "indexed.h"
#include "terrain.h"

#define RANDOM_PAIRS 20000
#define MAX_ROUTES 2000

typedef struct options
{
	const char *model_text;
	fr_model model;
	terrain terrain; /* or NULL */
	int rounds;
	long sources;
	size_t max_size;
	size_t limit; /* of memory; 0: none */
	const fr_index_form *form;
	bool portable;
	bool verbose;
} options;

typedef struct pairs
{
	fr_cell *starts;
	fr_cell *goals;
	double *optimal;
	long count;
} pairs;

/* What is measured of a map, or the sums of that over a folder. */
typedef struct figures
{
	double maps;
	double refused;
	double bytes;
	double most_bytes;
	double hubs;
	double build;
	double most_build;
	double memory; /* bytes at most, while it is built */
	double most_memory;
	double check;
	double scenario;
	double most_scenario;
	double random;
	double batch;
	double fan;
	double route;
	double asked;
	double wrong;
} figures;

typedef struct board
{
	const char *path;
	uint8_t *packed;
	fr_map map;
	fr_grid *base; /* of a grid that is bound to layers, or the grid */
	fr_grid *grid;
	indexed built;
	pairs scenarios;
	pairs random;
} board;

/* ---- pairs ------------------------------------------------------------------- */

static inline pairs
new_pairs(long room)
{
	size_t n = (size_t) room;

	return (pairs){new_block(n * sizeof(fr_cell)), new_block(n * sizeof(fr_cell)),
				   new_block(n * sizeof(double)), 0};
}

static inline void
free_pairs(pairs *p)
{
	free(p->starts);
	free(p->goals);
	free(p->optimal);
}

static inline void
add_pair(pairs *p, fr_cell start, fr_cell goal, double optimal)
{
	p->starts[p->count] = start;
	p->goals[p->count] = goal;
	p->optimal[p->count++] = optimal;
}

static inline pairs
read_scenarios(const board *a)
{
	char *path = join(a->path, ".scen", "");
	size_t length;
	char *text = read_file(path, &length);
	fr_scenario_reader reader = fr_scenario_open(text, length);
	pairs p = new_pairs((long) length / 10 + 1);
	fr_scenario s;
	fr_error error;

	while (fr_scenario_next(&reader, &s, &no_poll, &error))
		if (fr_grid_has(a->grid, s.start) && fr_grid_has(a->grid, s.goal))
			add_pair(&p, s.start, s.goal, strtod(s.optimal, NULL));
	if (error.status)
		die_of(path, &error);
	free(text);
	free(path);
	return p;
}

static inline pairs
random_pairs(const board *a)
{
	pairs p = new_pairs(RANDOM_PAIRS);
	uint64_t random = 1;

	while (p.count < RANDOM_PAIRS)
	{
		fr_cell start = random_cell(a->grid, &random);

		add_pair(&p, start, random_cell(a->grid, &random), -1);
	}
	return p;
}

/* In any order: a file's neighbours are neighbours on the map, too. */
static inline void
shuffle(pairs *p)
{
	uint64_t random = 2;

	for (long i = p->count - 1; i > 0; i--)
	{
		long k = fr_random_below(&random, (uint32_t) i + 1);
		pairs old = {p->starts + i, p->goals + i, p->optimal + i, 0};
		fr_cell start = *old.starts;
		fr_cell goal = *old.goals;
		double optimal = *old.optimal;

		*old.starts = p->starts[k];
		*old.goals = p->goals[k];
		*old.optimal = p->optimal[k];
		p->starts[k] = start;
		p->goals[k] = goal;
		p->optimal[k] = optimal;
	}
}

#endif /* FRINGE_BENCH_INDEX_BOARD_H */
