/*
 * tight.c - paths of eight directions, and the same paths pulled tight, beside best paths of 128
 *
 *     tight PAIRS TERRAIN MODEL FILE.map...
 *
 * TERRAIN is patches or noise (terrain.h), or map: the codes of the file. For PAIRS random pairs
 * of connected cells of each map: the cost of a best path by `astar`, that of fr_path_smooth for
 * it, and the least cost by lines of 128 directions, each as long as its coprime offsets, by Dijkstra's
 * algorithm. All lines cost what fr_line_cost says. Prints Markdown: by how much the costs of all
 * pairs together are above those of 128 directions. doc/models.md has the range of these, for maps in the folder MAPS:
 *
 *     make bench-native
 *     build/tight 20 patches 'octile(1=1, 2=2, 3=3, 5=5)' MAPS/bg512/{AR0011SR,AR0300SR}.map MAPS/street/Berlin_1_256.map MAPS/dao/arena2.map
 *     build/tight 20 map 'octile(T=2, S=3, W=4)' MAPS/bg512/AR0011SR.map MAPS/dao/{lak403d,den510d}.map
 *     build/tight 20 noise 'octile(1=1, 2=2, 3=3, 4=4, 5=5, 6=6, 7=7, 8=8, 9=9)' MAPS/bg512/AR0011SR.map
 */
#include "bench.h"

#include <math.h>

#include "core/core.h"
#include "terrain.h"

#define DIRECTIONS 128
#define LEVELS 4 /* of the Stern-Brocot tree, from two directions per octant on */

/* ---- a map and a model --------------------------------------------------------- */

typedef struct ground
{
	uint8_t *packed;
	fr_map map;
	fr_model model;
	fr_costs costs;
	fr_grid *grid;
} ground;

static ground
read_ground(const char *path, const char *terrain, const char *model)
{
	ground g;
	uint32_t width;
	uint32_t height;
	uint8_t *codes = read_codes(path, &width, &height);
	fr_error error;

	if (strcmp(terrain, "map") != 0)
		put_terrain(codes, width, height, terrain_named(terrain));
	pack_codes(codes, width, height, &g.packed, &g.map);
	free(codes);
	if (fr_model_parse(model, strlen(model), &g.model, &error) ||
		fr_costs_resolve(&g.model, &g.map, &g.costs, &error))
		die_of(model, &error);
	g.grid = malloc_grid(&g.map, &g.model, &g.costs, &no_poll);
	return g;
}

/* ---- 128 directions ------------------------------------------------------------- */

static int way_x[DIRECTIONS];
static int way_y[DIRECTIONS];

/* The directions of an octant between two are their mediants; the other octants are mirrored. */
static void
make_directions(void)
{
	int x[1 << LEVELS | 1] = {1, 1};
	int y[1 << LEVELS | 1] = {0, 1};
	int count = 2;
	int made = 0;

	for (int level = 0; level < LEVELS; level++)
	{
		for (int i = count - 1; i > 0; i--)
		{
			x[2 * i] = x[i];
			y[2 * i] = y[i];
		}
		for (int i = 1; i < 2 * count - 1; i += 2)
		{
			x[i] = x[i - 1] + x[i + 1];
			y[i] = y[i - 1] + y[i + 1];
		}
		count = 2 * count - 1;
	}
	for (int i = 0; i < count; i++)
		for (int octant = 0; octant < 8; octant++)
		{
			int dx = (octant & 1 ? y[i] : x[i]) * (octant & 2 ? -1 : 1);
			int dy = (octant & 1 ? x[i] : y[i]) * (octant & 4 ? -1 : 1);
			int same = 0;

			while (same < made && (way_x[same] != dx || way_y[same] != dy))
				same++;
			if (same == DIRECTIONS)
				die("directions", "are too many");
			way_x[same] = dx;
			way_y[same] = dy;
			if (same == made)
				made++;
		}
	if (made != DIRECTIONS)
		die("directions", "are too few");
}

/* ---- Dijkstra's algorithm --------------------------------------------------------- */

typedef struct entry
{
	double cost;
	uint32_t cell;
} entry;

typedef struct heap
{
	entry *entries;
	size_t count;
	size_t space;
} heap;

static void
push(heap *h, entry e)
{
	size_t i = h->count++;

	if (h->count > h->space)
	{
		h->space = 2 * h->count;
		h->entries = realloc(h->entries, h->space * sizeof(entry));
		if (!h->entries)
			die("a heap", "out of memory");
	}
	for (; i > 0 && h->entries[(i - 1) / 2].cost > e.cost; i = (i - 1) / 2)
		h->entries[i] = h->entries[(i - 1) / 2];
	h->entries[i] = e;
}

static entry
pop(heap *h)
{
	entry top = h->entries[0];
	entry last = h->entries[--h->count];
	size_t i = 0;

	for (size_t child = 1; child < h->count; i = child, child = 2 * i + 1)
	{
		if (child + 1 < h->count && h->entries[child + 1].cost < h->entries[child].cost)
			child++;
		if (h->entries[child].cost >= last.cost)
			break;
		h->entries[i] = h->entries[child];
	}
	h->entries[i] = last;
	return top;
}

static double
least_by_lines(const fr_grid *grid, uint32_t start, uint32_t goal)
{
	double *best = new_block(grid->cells * sizeof *best);
	heap open = {0};
	entry at;

	for (uint32_t n = 0; n < grid->cells; n++)
		best[n] = INFINITY;
	best[start] = 0;
	push(&open, (entry){0, start});
	for (at = pop(&open); at.cell != goal; at = pop(&open))
	{
		fr_cell from = fr_grid_cell(grid, at.cell);

		for (int d = 0; at.cost == best[at.cell] && d < DIRECTIONS; d++)
		{
			fr_cell to = {from.x + way_x[d], from.y + way_y[d]};
			uint32_t next = fr_grid_has(grid, to) ? fr_grid_index(grid, to) : at.cell;
			double cost;

			if (next == at.cell || fr_grid_blocked(grid, next) ||
				!fr_visible(grid, from, to, &no_poll))
				continue;
			cost = at.cost + fr_line_cost(grid, from, to, &no_poll);
			if (cost < best[next])
			{
				best[next] = cost;
				push(&open, (entry){cost, next});
			}
		}
		if (open.count == 0)
			die("directions", "do not reach a connected cell");
	}
	free(open.entries);
	free(best);
	return at.cost;
}

/* ---- eight directions -------------------------------------------------------------- */

typedef struct lines
{
	const fr_grid *grid;
	fr_cell at;
	bool begun;
	double cost;
} lines;

static void
add_line(void *context, fr_cell corner)
{
	lines *l = context;

	if (l->begun)
		l->cost += fr_line_cost(l->grid, l->at, corner, &no_poll);
	l->begun = true;
	l->at = corner;
}

typedef struct sums
{
	double eight;
	double tight;
	double lines;
} sums;

static void
add_pair(const ground *g, fr_workspace *workspace, const fr_method *method,
		 uint32_t start, uint32_t goal, sums *sum)
{
	malloc_arena arena = malloc_arena_make(&arena);
	fr_query query = {.grid = g->grid,
					  .method = method,
					  .start = start,
					  .goal = goal,
					  .wants_route = true,
					  .arena = &arena.core};
	lines tight = {.grid = g->grid};
	fr_result r;
	uint8_t *bytes;
	size_t size;

	if (fr_search(&query, workspace, &no_poll, &r) || !r.found)
		die("a pair", "has no path");
	bytes = new_block(fr_path_packed_size(&r.route, &no_poll));
	size = fr_path_pack(&r.route, bytes, &no_poll);
	fr_path_smooth(g->grid, bytes, size, &arena.core, add_line, &tight, &no_poll);
	sum->eight += fr_cost_value(&g->grid->costs, r.cost);
	sum->tight += tight.cost;
	sum->lines += least_by_lines(g->grid, start, goal);
	free(bytes);
	malloc_arena_clear(&arena);
}

static void
measure(const ground *g, int pairs, sums *sum)
{
	fr_method method;
	fr_error error;
	fr_workspace *workspace;
	uint64_t random = 7;
	size_t size;

	if (fr_method_parse("astar", 5, &method, &error))
		die_of("astar", &error);
	size = fr_workspace_size(g->grid->cells, &method);
	workspace = fr_workspace_init(new_block(size), size, g->grid->cells);
	while (pairs > 0)
	{
		uint32_t start = fr_random_below(&random, g->grid->cells);
		uint32_t goal = fr_random_below(&random, g->grid->cells);

		if (start == goal || fr_grid_blocked(g->grid, start) ||
			fr_grid_component(g->grid, start) != fr_grid_component(g->grid, goal))
			continue;
		add_pair(g, workspace, &method, start, goal, sum);
		pairs--;
	}
	free(workspace);
}

int
main(int argc, char **argv)
{
	if (argc < 5)
		die("tight", "PAIRS TERRAIN MODEL FILE.map...");
	make_directions();
	printf(
		"| map | terrain | model | pairs | `octile`, %% above | pulled tight, %% above |\n"
		"| --- | --- | --- | --: | --: | --: |\n");
	for (int i = 4; i < argc; i++)
	{
		const char *name = strrchr(argv[i], '/');
		ground g = read_ground(argv[i], argv[2], argv[3]);
		sums sum = {0};

		measure(&g, atoi(argv[1]), &sum);
		printf("| %s | %s | `%s` | %s | %.1f | %.1f |\n", name ? name + 1 : argv[i],
			   argv[2], argv[3], argv[1], 100 * (sum.eight / sum.lines - 1),
			   100 * (sum.tight / sum.lines - 1));
		fflush(stdout);
		free_grid(g.grid);
		free(g.packed);
	}
	return 0;
}
