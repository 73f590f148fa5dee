/*
 * unreachable.c - IDABest of 2006 where unreachable cells are at the distance MaxLength
 *
 *     unreachable <PAIRS
 *
 * Each line of PAIRS has a name, a delta, a seed, x and y of the start, x and y of the
 * goal, and the rows of the map, `.` for free cells. Prints the name, the delta, and the
 * calls of the recursion.
 *
 * This is the code of sections IV.C, IV.D and V.C as it stands, for eight neighbours, with
 * landmarks among all free cells. Section V.D, which ends such searches at once, is left out.
 * What exceeds MaxLength is no minimum f there, so that a search stops when all its leaves do.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SIDE 1024
#define LANDMARKS 10
#define MAX_LENGTH 1000000
#define MAX_STEP 3

/* In the library's order. */
static const int move_x[] = {0, 0, 1, -1, 1, 1, -1, -1};
static const int move_y[] = {-1, 1, 0, 0, -1, 1, 1, -1};

static int width, height, cells;
static char *rows;
static int *best;	   /* distances from the best landmark */
static int *seen;	   /* the least g */
static int *iteration; /* that saw it */
static bool *has_minf;
static int *minf_of;
static int goal, goal_x, goal_y, threshold, now;
static long nodes;

static int
neighbour(int n, int d)
{
	int x = n % width + move_x[d];
	int y = n / width + move_y[d];

	if (x < 0 || y < 0 || x >= width || y >= height || rows[y * width + x] != '.')
		return -1;
	return y * width + x;
}

static int
cost_of(int d)
{
	return d < 4 ? 2 : 3;
}

/* Distances from a cell, in layers: as every step costs at most 3, four lists are enough. */
static void
measure(int from, int *distance)
{
	int *layer[MAX_STEP + 1];
	int size[MAX_STEP + 1] = {1};
	int waiting = 1;

	for (int i = 0; i <= MAX_STEP; i++)
		layer[i] = malloc(8 * sizeof(int) * (size_t) cells);
	for (int n = 0; n < cells; n++)
		distance[n] = MAX_LENGTH;
	distance[from] = 0;
	layer[0][0] = from;
	for (int g = 0; waiting > 0; g++)
	{
		int l = g % (MAX_STEP + 1);

		for (int i = 0; i < size[l]; i++)
			for (int d = 0; distance[layer[l][i]] == g && d < 8; d++)
			{
				int to = neighbour(layer[l][i], d);
				int next = (g + cost_of(d)) % (MAX_STEP + 1);

				if (to < 0 || distance[to] <= g + cost_of(d))
					continue;
				distance[to] = g + cost_of(d);
				layer[next][size[next]++] = to;
				waiting++;
			}
		waiting -= size[l];
		size[l] = 0;
	}
	for (int i = 0; i <= MAX_STEP; i++)
		free(layer[i]);
}

static int
h(int n)
{
	int dx = abs(goal_x - n % width);
	int dy = abs(goal_y - n / width);
	int manhattan = dx < dy ? 3 * dx + 2 * (dy - dx) : 3 * dy + 2 * (dx - dy);
	int bound = abs(best[goal] - best[n]);

	return bound > manhattan ? bound : manhattan;
}

static bool
is_seen(int n, int g)
{
	if (iteration[n] != 0 && (g > seen[n] || (g == seen[n] && iteration[n] == now)))
		return true;
	seen[n] = g;
	iteration[n] = now;
	return false;
}

static bool
ida(int g, int n, int *minf)
{
	int f = g + h(n);
	int least = MAX_LENGTH;

	nodes++;
	if (f > threshold)
	{
		*minf = f < *minf ? f : *minf;
		return false;
	}
	if (n == goal)
		return true;
	for (int d = 0; d < 8; d++)
	{
		int to = neighbour(n, d);

		if (to < 0 || is_seen(to, g + cost_of(d)) ||
			(has_minf[to] && minf_of[to] == MAX_LENGTH))
			continue;
		if (ida(g + cost_of(d), to, &least))
			return true;
		has_minf[to] = true;
		minf_of[to] = least;
	}
	*minf = least < *minf ? least : *minf;
	return false;
}

/* The landmark of the highest h at the start. */
static void
choose_landmark(int start, unsigned long seed)
{
	int *distance = malloc(sizeof(int) * (size_t) cells);
	int highest = -1;

	for (int i = 0; i < LANDMARKS; i++)
	{
		int n;

		do
		{
			seed = seed * 6364136223846793005UL + 1442695040888963407UL;
			n = (int) ((seed >> 33) % (unsigned long) cells);
		} while (rows[n] != '.');
		measure(n, distance);
		if (abs(distance[goal] - distance[start]) > highest)
		{
			highest = abs(distance[goal] - distance[start]);
			memcpy(best, distance, sizeof(int) * (size_t) cells);
		}
	}
	free(distance);
}

static void
search(int start, int delta)
{
	int minf = 0;
	bool found = false;

	memset(iteration, 0, sizeof(int) * (size_t) cells);
	memset(has_minf, 0, sizeof(bool) * (size_t) cells);
	nodes = 0;
	now = 0;
	threshold = h(start);
	while (!found && minf < MAX_LENGTH)
	{
		now++;
		minf = MAX_LENGTH;
		is_seen(start, 0);
		found = ida(0, start, &minf);
		threshold = minf + delta;
	}
}

int
main(void)
{
	static char name[100];
	static char text[MAX_SIDE * (MAX_SIDE + 1) + 1];
	int delta, sx, sy, count;
	unsigned long seed;

	while ((count = scanf("%99s %d %lu %d %d %d %d %1049600s", name, &delta, &seed, &sx,
						  &sy, &goal_x, &goal_y, text)) == 8)
	{
		width = (int) strcspn(text, "/");
		height = ((int) strlen(text) + 1) / (width + 1);
		cells = width * height;
		rows = malloc((size_t) cells);
		for (int y = 0; y < height; y++)
			memcpy(rows + y * width, text + y * (width + 1), (size_t) width);
		best = malloc(sizeof(int) * (size_t) cells);
		seen = malloc(sizeof(int) * (size_t) cells);
		iteration = malloc(sizeof(int) * (size_t) cells);
		has_minf = malloc(sizeof(bool) * (size_t) cells);
		minf_of = malloc(sizeof(int) * (size_t) cells);
		goal = goal_y * width + goal_x;
		choose_landmark(sy * width + sx, seed);
		search(sy * width + sx, delta);
		printf("%s\t%d\t%ld\n", name, delta, nodes);
		free(rows);
		free(best);
		free(seen);
		free(iteration);
		free(has_minf);
		free(minf_of);
	}
	return count != EOF;
}
