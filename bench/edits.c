/*
 * edits.c - edits maps again and again, and holds the edited indexes to those built anew
 *
 *     edits [-m MODEL] [-w TERRAIN] [-n EDITS] [-c CELLS] [-s SIDE] [-k SOURCES] [-x SEED] FOLDER|FILE.map...
 *
 * Of each map SIDE x SIDE cells in its middle are taken, or all of it with 0.  Each edit changes 1 to CELLS cells, by
 * turns scattered and side by side, to obstacles, free cells or other terrain of the map.  The index is built with the one from before
 * the edit, and anew.  Costs from SOURCES cells to all others are held to a sweep, to the bit, for both, and routes of the edited
 * one are priced.  -w makes terrain as index.c does.  With 0 sources only times are taken, and nothing is built anew but the first.
 *
 * Prints a Markdown row for each map: processor time by mean and median.
 */
#include "indexed.h"
#include "terrain.h"

#define MAX_EDITS 100000
#define ROUTES 50 /* that are priced of an edit */

typedef struct options
{
	const char *model_text;
	fr_model model;
	terrain terrain; /* or NULL */
	int edits;
	uint32_t cells;
	uint32_t side;
	int sources;
	uint64_t random;
} options;

/* A map as it is now, with its index. */
typedef struct board
{
	const char *path;
	uint32_t width;
	uint32_t height;
	uint8_t *codes;
	uint8_t *packed;
	fr_grid *grid;
	indexed built;
} board;

typedef struct figures
{
	int edits;
	double asked;
	double wrong;
	double anew;
	double bytes;
	double bytes_anew;
	double *seconds; /* by edit */
} figures;

/* ---- maps ------------------------------------------------------------------------ */

/* The middle of a map. */
static void
read_board(board *b, const options *o)
{
	uint32_t width;
	uint32_t height;
	uint8_t *codes = read_codes(b->path, &width, &height);
	uint32_t side = o->side > 0 ? o->side : UINT32_MAX;

	b->width = width < side ? width : side;
	b->height = height < side ? height : side;
	b->codes = new_block((size_t) b->width * b->height);
	for (uint32_t y = 0; y < b->height; y++)
		memcpy(b->codes + (size_t) y * b->width,
			   codes + (size_t) (y + (height - b->height) / 2) * width +
				   (width - b->width) / 2,
			   b->width);
	free(codes);
	if (o->terrain)
		put_terrain(b->codes, b->width, b->height, o->terrain);
}

static void
decode(board *b, const options *o)
{
	fr_costs costs;
	fr_error error;
	fr_map map;

	pack_codes(b->codes, b->width, b->height, &b->packed, &map);
	if (fr_costs_resolve(&o->model, &map, &costs, &error))
		die_of(b->path, &error);
	b->grid = malloc_grid(&map, &o->model, &costs, &no_poll);
}

/* A cell becomes as any other cell of the map is, or an obstacle. */
static void
change_cell(board *b, uint64_t *random, uint32_t x, uint32_t y)
{
	uint32_t other = fr_random_below(random, b->width * b->height);

	b->codes[(size_t) (y % b->height) * b->width + x % b->width] =
		fr_random_below(random, 3) == 0 ? '@' : b->codes[other];
}

/* So many cells, scattered or in a row of eight and the rows below. */
static void
edit(board *b, uint64_t *random, uint32_t cells, bool scattered)
{
	uint32_t x = fr_random_below(random, b->width);
	uint32_t y = fr_random_below(random, b->height);

	for (uint32_t i = 0; i < cells; i++)
		if (scattered)
			change_cell(b, random, fr_random_below(random, b->width),
						fr_random_below(random, b->height));
		else
			change_cell(b, random, x + i % 8, y + i / 8);
}

/* ---- indexes ------------------------------------------------------------------------ */

/* Seconds. */
static double
build(board *b, const options *o, const fr_index *old)
{
	malloc_arena memory = malloc_arena_make(&memory);
	static const uint8_t digest[FR_INDEX_DIGEST];
	fr_index_request request = {.grid = b->grid,
								.model = &o->model,
								.digest = digest,
								.routes = true,
								.old = old};
	double begin = cpu_seconds();
	fr_index_plan *plan;
	fr_error error;
	double seconds;

	if (fr_index_build(&request, &memory.core, &no_poll, &plan, &error))
		die_of(b->path, &error);
	write_index(&b->built, plan);
	seconds = cpu_seconds() - begin;
	malloc_arena_clear(&memory);
	open_index(&b->built, b->path);
	return seconds;
}

static void
free_board(board *b)
{
	free_index(&b->built);
	free_grid(b->grid);
	free(b->packed);
	free(b->codes);
}

/* ---- right or wrong ------------------------------------------------------------------ */

static void
check_from(const board *b, const board *anew, fr_cell start,
		   const fr_workspace *workspace, figures *f)
{
	for (uint32_t n = 0; n < b->grid->cells; n++)
	{
		fr_cell goal = fr_grid_cell(b->grid, n);
		uint64_t wanted = fr_distance(workspace, n);

		f->wrong += index_cost(&b->built, start, goal) != wanted;
		f->wrong += index_cost(&anew->built, start, goal) != wanted;
	}
	f->asked += 2.0 * b->grid->cells;
}

/* Both indexes, from some cells. */
static void
check_sources(const board *b, const board *anew, const options *o, uint64_t *random,
			  figures *f)
{
	fr_method method = fr_method_auto();
	fr_method resolved = fr_method_resolve(&method, b->grid);
	size_t size = fr_workspace_size(b->grid->cells, &resolved);
	fr_workspace *workspace = fr_workspace_init(new_block(size), size, b->grid->cells);

	for (int i = 0; i < o->sources; i++)
	{
		fr_cell start = random_cell(b->grid, random);
		fr_query query = {
			.grid = b->grid, .method = &resolved, .start = fr_grid_index(b->grid, start)};

		fr_reach(&query, b->grid->costs.limit, workspace, &no_poll);
		check_from(b, anew, start, workspace, f);
		for (int k = 0; k < ROUTES; k++)
		{
			fr_cell goal = random_cell(b->grid, random);
			uint64_t wanted = fr_distance(workspace, fr_grid_index(b->grid, goal));

			f->asked++;
			f->wrong += !is_priced(&b->built, b->grid, start, goal, wanted);
		}
	}
	free(workspace);
}

/* ---- edits ----------------------------------------------------------------------------- */

static void
compare_anew(const board *b, const options *o, uint64_t *random, figures *f)
{
	board anew = *b;

	f->anew += build(&anew, o, NULL);
	f->bytes_anew += (double) anew.built.size;
	check_sources(b, &anew, o, random, f);
	free_index(&anew.built);
}

/* The map after one more edit, with the index that follows from the one before. */
static void
edit_board(board *b, const options *o, uint64_t *random, figures *f)
{
	board edited = {.path = b->path, .width = b->width, .height = b->height};
	size_t cells = (size_t) b->width * b->height;

	edited.codes = new_block(cells);
	memcpy(edited.codes, b->codes, cells);
	edit(&edited, random, 1 + fr_random_below(random, o->cells), f->edits % 2 == 0);
	decode(&edited, o);
	f->seconds[f->edits++] = build(&edited, o, &b->built.index);
	f->bytes += (double) edited.built.size;
	if (o->sources > 0)
		compare_anew(&edited, o, random, f);
	free_board(b);
	*b = edited;
}

static double
run_map(const char *path, const options *o)
{
	board b = {.path = path};
	figures f = {.seconds = new_block((size_t) o->edits * sizeof(double))};
	uint64_t random = o->random;
	double first;
	double sum = 0;
	double n = o->edits;

	read_board(&b, o);
	decode(&b, o);
	first = build(&b, o, NULL);
	while (f.edits < o->edits)
		edit_board(&b, o, &random, &f);
	for (int i = 0; i < f.edits; i++)
		sum += f.seconds[i];
	printf(
		"| %s | %ux%u | %s | %.3f | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.0f | %.0f |\n",
		last_part(path), b.width, b.height, fr_index_form_name[b.built.index.form], first,
		f.edits, sum / n, median(f.seconds, f.edits), f.anew / n, f.bytes / n / 1e6,
		f.bytes_anew / n / 1e6, f.asked, f.wrong);
	fflush(stdout);
	free_board(&b);
	free(f.seconds);
	return f.wrong;
}

static double
run_argument(const char *path, const options *o)
{
	char *alone[2] = {join(path, "", ""), NULL};
	char **maps = ends_with(path, ".map") ? alone : list_maps(path);
	double wrong = 0;

	for (char **map = maps; *map; map++)
		wrong += run_map(*map, o);
	return wrong;
}

static void
read_option(options *o, char name, const char *value)
{
	switch (name)
	{
		case 'm':
			o->model_text = value;
			return;
		case 'w':
			o->terrain = terrain_named(value);
			return;
		case 'n':
			o->edits = atoi(value);
			return;
		case 'c':
			o->cells = (uint32_t) atol(value);
			return;
		case 's':
			o->side = (uint32_t) atol(value);
			return;
		case 'k':
			o->sources = atoi(value);
			return;
		case 'x':
			o->random = (uint64_t) atoll(value);
			return;
		default:
			die(value, "follows no option");
	}
}

static options
read_options(int argc, char **argv, int *first)
{
	options o = {
		.model_text = "octile", .edits = 10, .cells = 10, .sources = 2, .random = 1};
	fr_error error;
	int i = 1;

	for (; i + 1 < argc && argv[i][0] == '-'; i += 2)
		read_option(&o, argv[i][1], argv[i + 1]);
	if (o.edits < 1 || o.edits > MAX_EDITS || o.cells < 1)
		die("-n and -c", "are at least 1");
	if (fr_model_parse(o.model_text, strlen(o.model_text), &o.model, &error))
		die_of(o.model_text, &error);
	*first = i;
	return o;
}

int
main(int argc, char **argv)
{
	int first;
	options o = read_options(argc, argv, &first);
	double wrong = 0;

	printf("Model `%s`, edits of 1 to %u cells.\n\n", o.model_text, o.cells);
	printf(
		"| map | cells | form | first build s | edits | s an edit | median | s anew | MB | anew | answers checked | wrong |\n");
	printf("| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n");
	for (int i = first; i < argc; i++)
		wrong += run_argument(argv[i], &o);
	return wrong > 0;
}
