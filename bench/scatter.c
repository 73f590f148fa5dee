/*
 * scatter.c - maps of scattered obstacles, of every kind and density
 *
 *     scatter FOLDER PAIRS [SIDE]
 *
 * Writes FOLDER/KIND/NAME.map and .scen, with so many random pairs of passable cells a
 * map, of cost 0, that is unknown. Maps are squares of SIDE cells, 512 by default.
 * NAME says how large an obstacle is, and how many in a thousand cells are blocked.
 *
 *     cells, squares   squares of 1, of 2 to 8 cells a side
 *     walls            lines of 3 to 20 cells, one thick
 *     rectangles       both sides random, up to 3, 5 and 10
 *     caves            by fr_generate_caves; NAME has its probability
 *
 * The same maps every time. The rule behind `auto` was fitted to others of these kinds,
 * and to the benchmark sets (bench/results/decisions.md).
 */
#include "bench.h"

#include "core/base/random.h"

typedef enum shape
{
	SQUARE, /* of a size */
	LINE,	/* of a length, across or down */
	ANY		/* sides up to a size */
} shape;

typedef struct kind
{
	const char *name;
	shape shape;
	uint32_t sizes[5]; /* 0 ends them */
} kind;

static const kind kinds[] = {{"cells", SQUARE, {1}},
							 {"squares", SQUARE, {2, 3, 5, 8}},
							 {"walls", LINE, {3, 5, 10, 20}},
							 {"rectangles", ANY, {3, 5, 10}}};
static const double densities[] = {0,	0.0001, 0.001, 0.01, 0.05, 0.1,
								   0.2, 0.3,	0.35,  0.38, 0.4,  0.45};
static const double fills[] = {0.25, 0.3, 0.35, 0.38, 0.4, 0.42, 0.44, 0.46, 0.48, 0.5};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint32_t side = 512;
static uint32_t pairs;
static uint8_t *codes;

/* ---- obstacles -------------------------------------------------------------- */

/* Blocks a rectangle, clipped at the border; returns how many cells that blocked. */
static uint32_t
block(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
	uint32_t blocked = 0;

	for (uint32_t j = y; j < y + height && j < side; j++)
		for (uint32_t i = x; i < x + width && i < side; i++)
		{
			blocked += codes[j * side + i] == '.';
			codes[j * side + i] = '@';
		}
	return blocked;
}

static uint32_t
drop_obstacle(shape shape, uint32_t size, uint64_t *seed)
{
	uint32_t x = fr_random_below(seed, side);
	uint32_t y = fr_random_below(seed, side);

	if (shape == ANY)
		return block(x, y, 1 + fr_random_below(seed, size),
					 1 + fr_random_below(seed, size));
	if (shape == SQUARE)
		return block(x, y, size, size);
	return fr_random_chance(seed, 0.5) ? block(x, y, size, 1) : block(x, y, 1, size);
}

static void
scatter(shape shape, uint32_t size, double density, uint64_t *seed)
{
	uint32_t blocked = 0;

	memset(codes, '.', (size_t) side * side);
	while (blocked < density * side * side)
		blocked += drop_obstacle(shape, size, seed);
}

/* ---- files ------------------------------------------------------------------ */

static FILE *
create(const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file)
		die(path, "cannot be written");
	return file;
}

static void
write_map(const char *path)
{
	FILE *file = create(path);

	fprintf(file, "type octile\nheight %u\nwidth %u\nmap\n", side, side);
	for (uint32_t y = 0; y < side; y++)
		fprintf(file, "%.*s\n", (int) side, (const char *) codes + (size_t) y * side);
	if (fclose(file))
		die(path, "cannot be written");
}

static uint32_t
random_passable(uint64_t *seed)
{
	uint32_t cell;

	do
		cell = fr_random_below(seed, side * side);
	while (codes[cell] != '.');
	return cell;
}

static void
write_pairs(const char *path, const char *map, uint64_t *seed)
{
	FILE *file = create(path);

	fprintf(file, "version 1\n");
	for (uint32_t i = 0; i < pairs; i++)
	{
		uint32_t start = random_passable(seed);
		uint32_t goal = random_passable(seed);

		fprintf(file, "0\t%s\t%u\t%u\t%u\t%u\t%u\t%u\t0\n", map, side, side, start % side,
				start / side, goal % side, goal / side);
	}
	if (fclose(file))
		die(path, "cannot be written");
}

static void
write_files(const char *folder, const char *name, uint64_t *seed)
{
	char *map = join(folder, "/", name);
	char *scenarios = join(map, ".scen", "");

	write_map(map);
	write_pairs(scenarios, name, seed);
	free(scenarios);
	free(map);
}

/* ---- all of them ------------------------------------------------------------ */

static char *
create_folder(const char *parent, const char *name)
{
	char *folder = join(parent, "/", name);

	if (mkdir(folder, 0777))
		die(folder, "cannot be created");
	return folder;
}

static void
write_kind(const char *parent, const kind *kind)
{
	char *folder = create_folder(parent, kind->name);
	uint64_t seed = 1;
	char name[64];

	for (const uint32_t *size = kind->sizes; size < kind->sizes + 5 && *size; size++)
		for (size_t i = 0; i < COUNT(densities); i++)
		{
			snprintf(name, sizeof name, "%s-%u-%g.map", kind->name, *size,
					 densities[i] * 1000);
			scatter(kind->shape, *size, densities[i], &seed);
			write_files(folder, name, &seed);
		}
	free(folder);
}

static void
write_caves(const char *parent)
{
	char *folder = create_folder(parent, "caves");
	uint8_t *scratch = new_block((size_t) side * side);
	uint64_t seed = 1;
	char name[64];

	for (size_t i = 0; i < COUNT(fills); i++)
	{
		snprintf(name, sizeof name, "caves-%g.map", fills[i] * 1000);
		fr_generate_caves((fr_canvas){codes, side, side, i}, scratch, fills[i], &no_poll);
		write_files(folder, name, &seed);
	}
	free(scratch);
	free(folder);
}

int
main(int argc, char **argv)
{
	if (argc < 3 || argc > 4)
		die("usage", "scatter FOLDER PAIRS [SIDE]");
	pairs = (uint32_t) atoi(argv[2]);
	if (argc == 4)
		side = (uint32_t) atoi(argv[3]);
	if (side < 16 || side > 8192)
		die(argv[3], "a side is 16 to 8192");
	codes = new_block((size_t) side * side);
	for (size_t i = 0; i < COUNT(kinds); i++)
		write_kind(argv[1], &kinds[i]);
	write_caves(argv[1]);
	free(codes);
	return 0;
}
