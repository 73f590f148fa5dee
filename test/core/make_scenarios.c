/*
 * make_scenarios.c - generate the scenario files of data/, with the oracle's optima
 *
 *     make_scenarios NAME.map PAIRS SEED > NAME.map.scen
 *
 * Pairs of random passable cells under the benchmark's rules: steps cost 1 and sqrt(2),
 * and a diagonal step needs two passable side cells. Pairs without a path get length 0,
 * as in some benchmark files.
 */
#include <stdio.h>
#include <stdlib.h>

#include "oracle.h"

#define MAX_SIDE 2000

static uint8_t codes[MAX_SIDE * MAX_SIDE];
static oracle_cost costs[MAX_SIDE * MAX_SIDE];

static oracle_model
benchmark_model(void)
{
	oracle_model model = {.eight = true,
						  .root2 = true,
						  .corners = 2,
						  .straight = {1, 1},
						  .diagonal = {1, 1}};

	for (int code = 0; code < 256; code++)
		model.weight[code] = oracle_ground(code == '.' || code == 'G' || code == 'S');
	return model;
}

static uint64_t
next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

static bool
read_map(const char *name, int *width, int *height)
{
	FILE *file = fopen(name, "r");

	if (!file || fscanf(file, "type octile height %d width %d map", height, width) != 2 ||
		*width > MAX_SIDE || *height > MAX_SIDE)
		return false;
	for (int i = 0; i < *width * *height; i++)
		if (fscanf(file, " %c", (char *) &codes[i]) != 1)
			return false;
	fclose(file);
	return true;
}

static oracle_point
random_point(const oracle *o, uint64_t *random)
{
	oracle_point p;

	do
	{
		p.x = (int) (next_random(random) % (uint64_t) o->width);
		p.y = (int) (next_random(random) % (uint64_t) o->height);
	} while (!oracle_passable(o, p.x, p.y));
	return p;
}

static void
print_pair(const oracle *o, const char *name, uint64_t *random)
{
	oracle_point start = random_point(o, random);
	oracle_point goal = random_point(o, random);
	oracle_cost cost;
	double length;

	oracle_dijkstra(o, start, costs);
	cost = costs[goal.y * o->width + goal.x];
	length = cost.a < 0 ? 0 : oracle_value(o, cost);
	printf("%d\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.8f\n", (int) (length / 4), name, o->width,
		   o->height, start.x, start.y, goal.x, goal.y, length);
}

int
main(int argc, char **argv)
{
	oracle_model model = benchmark_model();
	oracle o;
	int width;
	int height;
	uint64_t random;
	const char *name = argc > 1 ? argv[1] : "";

	if (argc != 4 || !read_map(name, &width, &height))
	{
		fprintf(stderr, "usage: scenarios NAME.map PAIRS SEED\n");
		return 1;
	}
	random = strtoull(argv[3], NULL, 10);
	for (const char *c = name; *c; c++)
		if (*c == '/')
			name = c + 1;
	oracle_prepare(&o, &model, codes, width, height);
	printf("version 1\n");
	for (int i = atoi(argv[2]); i > 0; i--)
		print_pair(&o, name, &random);
	return 0;
}
