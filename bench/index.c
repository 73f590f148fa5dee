/*
 * index.c - builds an index of each map, times its answers, and holds them to searches
 *
 *     index [-m MODEL] [-w TERRAIN] [-r ROUNDS] [-k SOURCES] [-b MAX_SIZE] [-l LIMIT] [-f FORM] [-p] [-v] FOLDER|FILE.map...
 *
 * A map's pairs are its scenarios, in the file of its name with .scen behind it, and
 * random pairs of free cells.  Costs of scenarios are held to their optimal lengths
 * where cells weigh the same, and those from SOURCES cells to all others, exactly, to a sweep or under anyangle to a search; routes are
 * priced.
 * -w makes terrain of the cells `.`, `G` and `S`: patches, about 12 cells wide, of the codes 1, 2, 3 and 5,
 * or noise of 1 to 9; the model weighs them.
 * If the model reads layers, maps get the layers `height`, hills of 0 to 40, and `danger`, which is 0 to 9 in
 * patches and 0 elsewhere.
 * -l refuses an index whose building takes more memory than LIMIT bytes, as fringe.max_memory does, and fails if one is refused.
 * -v tells also of each stage of building what it takes, of processor time and of memory, and what was expected.
 * -p does without the vectors of this processor.  Prints a Markdown table with a row for each folder, with -v for each map; times are
 * CPU times, the median of the rounds, means over maps.
 */
#include <math.h>

#include "core/grid/grid_layers.h"
#include "index_checks.h"
#include "index_times.h"

/* ---- building ------------------------------------------------------------------- */

/* Of the stage of a build that goes on, or of the last one. */
typedef struct stage
{
	fr_index_progress progress;
	malloc_arena *memory;
	const char *name;
	bool verbose;
	double begin;
	double first;
	size_t most; /* bytes, of the stages before */
} stage;

static void
print_stage(stage *s)
{
	double now = cpu_seconds();

	if (s->name && s->verbose)
		fprintf(stderr, "  %-24s %7.3f s, of all %4.2f, %8.1f MB, at most %8.1f\n",
				s->name, now - s->begin, now - s->first, (double) s->memory->taken / 1e6,
				(double) s->memory->most / 1e6);
	s->name = s->progress.stage;
	s->begin = now;
	s->most = s->memory->most > s->most ? s->memory->most : s->most;
	s->memory->most = s->memory->taken;
}

static void
watch_stage(void *context)
{
	stage *s = context;

	if (s->name != s->progress.stage)
		print_stage(s);
}

/* What counts of the map say beforehand, beside what came. */
static void
print_expected(const board *a, const options *o, const figures *f)
{
	fr_index_expectation e = fr_index_expect(a->grid, o->form);

	fprintf(stderr, "  %-24s %7.3f s, %8.1f MB, at most %8.1f\n", "expected", e.seconds,
			e.bytes / 1e6, e.memory / 1e6);
	fprintf(stderr, "  %-24s %7.3f s, %8.1f MB, at most %8.1f\n", "came", f->build,
			f->bytes / 1e6, f->memory / 1e6);
}

static void
print_refusal(const board *a, double seconds, const fr_error *error)
{
	fprintf(stderr, "%s: refused after %.2f s: %d %s, %lld of %lld\n", a->path, seconds,
			(int) error->status, error->what ? error->what : "bytes",
			(long long) error->found, (long long) error->wanted);
}

/* The index in the board's bytes, checked. */
static void
open_board(board *a, const options *o, figures *f)
{
	double begin = cpu_seconds();

	open_index(&a->built, a->path);
	f->check = cpu_seconds() - begin;
	a->built.index.vectors &= !o->portable;
	f->bytes = f->most_bytes = (double) a->built.size;
	f->hubs = a->built.index.hubs;
}

/* Did building take more memory than it may? Then its bytes go. */
static bool
is_beyond(board *a, const options *o, size_t taken)
{
	if (o->limit == 0 || taken <= o->limit)
		return false;
	fprintf(stderr, "%s: refused, as building took %zu bytes\n", a->path, taken);
	free(a->built.bytes);
	return true;
}

static bool
build(board *a, const options *o, figures *f)
{
	malloc_arena memory = malloc_arena_make(&memory);
	stage watched = {.memory = &memory, .verbose = o->verbose, .first = cpu_seconds()};
	fr_poll watching = {watch_stage, &watched};
	static const uint8_t digest[FR_INDEX_DIGEST];
	fr_index_request request = {.grid = a->grid,
								.model = &o->model,
								.digest = digest,
								.max_size = o->max_size,
								.routes = true,
								.form = o->form,
								.progress = &watched.progress};
	double begin = cpu_seconds();
	fr_index_plan *plan;
	fr_error error;

	if (fr_index_build(&request, &memory.core, &watching, &plan, &error))
	{
		print_refusal(a, cpu_seconds() - begin, &error);
		malloc_arena_clear(&memory);
		return false;
	}
	write_index(&a->built, plan);
	f->build = f->most_build = cpu_seconds() - begin;
	print_stage(&watched);
	f->memory = f->most_memory = (double) watched.most;
	malloc_arena_clear(&memory);
	if (is_beyond(a, o, watched.most))
		return false;
	open_board(a, o, f);
	if (o->verbose)
		print_expected(a, o, f);
	return true;
}

/* ---- maps and folders ------------------------------------------------------------------- */

/* The map with layers, in place of the board's. */
static void
put_layers(board *a)
{
	static const uint8_t digest[FR_GROUND_BYTES];
	size_t cells = (size_t) a->map.width * a->map.height;
	uint32_t *stored = new_block(2 * cells * sizeof *stored);
	fr_layer layer[2] = {
		{.name = "danger", .name_length = 6, .scale = fr_decimal_one},
		{.name = FR_LAYER_HEIGHT, .name_length = 6, .scale = fr_decimal_one}};
	size_t size = 0;
	fr_error error;
	uint8_t *packed;
	uint8_t *to;

	for (size_t i = 0; i < cells; i++)
	{
		uint32_t x = (uint32_t) (i % a->map.width);
		uint32_t y = (uint32_t) (i / a->map.width);

		stored[i] = (uint32_t) ((x / 24 + y / 24) % 3 == 0 ? (x * 7 + y * 13) % 10 : 0);
		stored[cells + i] =
			(uint32_t) (20 + 10 * sin(x / 19.0) + 10 * cos(y / 23.0 + x / 57.0));
	}
	for (int k = 0; k < 2; k++)
	{
		fr_layer_measure(&layer[k], stored + (size_t) k * cells, cells, &no_poll);
		size += fr_layer_size(&layer[k], cells);
	}
	size = fr_map_layered_size(&a->map, size);
	packed = new_block(size);
	to = fr_map_put_layers(packed, &a->map, digest, 2, &no_poll);
	for (int k = 0; k < 2; k++)
	{
		fr_layer_pack(&layer[k], stored + (size_t) k * cells, cells, to, &no_poll);
		to += fr_layer_size(&layer[k], cells);
	}
	free(stored);
	free(a->packed);
	a->packed = packed;
	if (fr_map_open_layered(packed, size, &a->map, &error))
		die_of(a->path, &error);
}

static void
read_board(board *a, const options *o)
{
	uint32_t width;
	uint32_t height;
	uint8_t *codes = read_codes(a->path, &width, &height);

	if (o->terrain)
		put_terrain(codes, width, height, o->terrain);
	pack_codes(codes, width, height, &a->packed, &a->map);
	free(codes);
	if (fr_model_reads_layers(&o->model))
		put_layers(a);
}

static void
decode(board *a, const options *o)
{
	malloc_arena scratch = malloc_arena_make(&scratch);
	fr_costs costs;
	fr_error error;

	read_board(a, o);
	if (fr_costs_resolve(&o->model, &a->map, &costs, &error))
		die_of(a->path, &error);
	a->grid = a->base = malloc_grid(&a->map, &o->model, &costs, &no_poll);
	if (fr_model_reads_layers(&o->model))
		a->grid =
			fr_grid_bind(a->base, &a->map, &o->model, &malloc_grid_arena(a->base)->core,
						 &scratch.core, &no_poll, &error);
	malloc_arena_clear(&scratch);
	if (a->grid == NULL)
		die_of(a->path, &error);
}

static figures
measure_map(const char *path, const options *o)
{
	board a = {.path = path};
	figures f = {.maps = 1};

	decode(&a, o);
	a.scenarios = read_scenarios(&a);
	a.random = random_pairs(&a);
	shuffle(&a.scenarios);
	if (build(&a, o, &f))
	{
		if (a.grid->costs.uniform && !a.grid->costs.lengths && !a.grid->costs.layered)
			check_scenarios(&a, &f);
		check_sources(&a, o->sources, &f);
		check_routes(&a, &a.scenarios, &f);
		check_routes(&a, &a.random, &f);
		time_map(&a, o, &f);
		free_index(&a.built);
	}
	else
		f = (figures){.refused = 1};
	free_pairs(&a.scenarios);
	free_pairs(&a.random);
	free_grid(a.base);
	free(a.packed);
	return f;
}

static void
add_figures(figures *to, const figures *f)
{
	double *a = (double *) to;
	const double *b = (const double *) f;
	figures old = *to;

	for (size_t i = 0; i < sizeof *f / sizeof(double); i++)
		a[i] += b[i];
	to->most_bytes = fmax(old.most_bytes, f->most_bytes);
	to->most_build = fmax(old.most_build, f->most_build);
	to->most_memory = fmax(old.most_memory, f->most_memory);
	to->most_scenario = fmax(old.most_scenario, f->most_scenario);
}

static void
print_row(const char *name, const figures *f)
{
	double n = f->maps > 0 ? f->maps : 1;

	printf(
		"| %s | %.0f | %.0f | %.0f | %.3f | %.2f | %.2f | %.2f | %.1f | %.1f | %.2f | %.0f | %.0f | "
		"%.0f | %.0f | %.0f | %.2f | %.0f | %.0f |\n",
		name, f->maps, f->refused, f->hubs / n, f->bytes / n / 1e6, f->most_bytes / 1e6,
		f->build / n, f->most_build, f->memory / n / 1e6, f->most_memory / 1e6,
		f->check / n * 1e3, f->scenario / n * 1e9, f->most_scenario * 1e9,
		f->random / n * 1e9, f->batch / n * 1e9, f->fan / n * 1e9, f->route / n * 1e6,
		f->asked, f->wrong);
	fflush(stdout);
}

/* Wrong answers, and what should not have been refused. */
static double
run_argument(const char *path, const options *o)
{
	char *alone[2] = {join(path, "", ""), NULL};
	char **maps = ends_with(path, ".map") ? alone : list_maps(path);
	figures total = {0};

	for (char **map = maps; *map; map++)
	{
		figures f = measure_map(*map, o);

		if (o->verbose)
			print_row(last_part(*map), &f);
		add_figures(&total, &f);
	}
	print_row(last_part(path), &total);
	return total.wrong + (o->limit > 0 ? total.refused : 0);
}

static const fr_index_form *
form_of(const char *name)
{
	static fr_index_form form;

	for (form = 0; form < FR_INDEX_FORMS; form++)
		if (strcmp(name, fr_index_form_name[form]) == 0)
			return &form;
	die(name, "is no form");
}

static void
read_model(const char *text, fr_model *model)
{
	fr_error error;

	if (fr_model_parse(text, strlen(text), model, &error))
		die_of(text, &error);
}

static options
read_options(int argc, char **argv, int *first)
{
	options o = {.model_text = "octile", .rounds = 5, .sources = 2};
	int i = 1;

	for (; i < argc && argv[i][0] == '-'; i++)
		if (strcmp(argv[i], "-v") == 0)
			o.verbose = true;
		else if (strcmp(argv[i], "-p") == 0)
			o.portable = true;
		else if (i + 1 == argc)
			die(argv[i], "wants a value");
		else if (strcmp(argv[i], "-m") == 0)
			o.model_text = argv[++i];
		else if (strcmp(argv[i], "-w") == 0)
			o.terrain = terrain_named(argv[++i]);
		else if (strcmp(argv[i], "-r") == 0)
			o.rounds = atoi(argv[++i]);
		else if (strcmp(argv[i], "-k") == 0)
			o.sources = atol(argv[++i]);
		else if (strcmp(argv[i], "-f") == 0)
			o.form = form_of(argv[++i]);
		else if (strcmp(argv[i], "-l") == 0)
			o.limit = (size_t) atol(argv[++i]);
		else if (strcmp(argv[i], "-b") == 0)
			o.max_size = (size_t) atol(argv[++i]);
		else
			die(argv[i], "is no option");
	if (o.rounds < 1 || o.rounds > MAX_ROUNDS)
		die("-r", "is from 1 to 99");
	read_model(o.model_text, &o.model);
	*first = i;
	return o;
}

int
main(int argc, char **argv)
{
	int first;
	options o = read_options(argc, argv, &first);
	double failed = 0;

	printf("Model `%s`, median of %d.\n\n", o.model_text, o.rounds);
	printf(
		"| maps | indexed | refused | hubs | MB | most | build s | most | memory MB | most | check ms "
		"| ns a scenario | most | ns a random pair | in batches | from one start "
		"| us a route | answers checked | wrong |\n");
	printf(
		"| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: "
		"| --: | --: | --: | --: | --: | --: |\n");
	for (int i = first; i < argc; i++)
		failed += run_argument(argv[i], &o);
	return failed > 0;
}
