/*
 * index.c - builds an index of each map, times its answers, and holds them to searches
 *
 *     index [-m MODEL] [-a MODEL] [-w TERRAIN] [-r ROUNDS] [-k SOURCES] [-b BUDGET] [-l LIMIT] [-f FORM] [-p] [-v] FOLDER|FILE.map...
 *
 * A map's pairs are its scenarios, in the file of its name with .scen behind it, and
 * random pairs of free cells.  Costs of scenarios are held to their optimal lengths
 * where cells weigh the same, and those from SOURCES cells to all others, exactly, to a sweep or under anyangle to a search; routes are
 * priced.
 * -w makes terrain of the cells `.`, `G` and `S`: patches, about 12 cells wide, of the codes 1, 2, 3 and 5,
 * or noise of 1 to 9; the model weighs them.
 * -a builds again with the old index, as one does after ten cells became obstacles, and for other weights, which its model
 * gives to the same map.
 * -l refuses an index whose building takes more memory than LIMIT bytes, as fringe.max_memory does, and fails if one is refused.
 * -v tells also of each stage of building what it takes, of processor time and of memory, and what was expected.
 * -p does without the vectors of this processor.  Prints a Markdown table with a row for each folder, with -v for each map; times are
 * CPU times, the median of the rounds, means over maps.
 */
#include <math.h>

#include "bench.h"
#include "core/anyangle/anyangle.h"
#include "terrain.h"

#define MAX_ROUNDS 99
#define RANDOM_PAIRS 20000
#define MAX_ROUTES 2000
#define LEAST_ASKED 20000 /* costs that one time is taken of */

typedef struct options
{
	const char *model_text;
	fr_model model;
	const char *again_text; /* NULL: nothing is built again */
	fr_model again;
	terrain terrain; /* or NULL */
	int rounds;
	long sources;
	size_t budget;
	size_t limit; /* of memory; 0: none */
	const fr_index_form *form;
	const fr_index *old;
	int edits;
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
	double edited;
	double reweighed;
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
	fr_grid *grid;
	uint8_t *bytes;
	size_t size;
	malloc_arena memory; /* of the index */
	fr_index index;
	fr_index_scratch *scratch;
	pairs scenarios;
	pairs random;
} board;

/* ---- pairs ------------------------------------------------------------------- */

static pairs
new_pairs(long room)
{
	size_t n = (size_t) room;

	return (pairs){new_block(n * sizeof(fr_cell)), new_block(n * sizeof(fr_cell)),
				   new_block(n * sizeof(double)), 0};
}

static void
free_pairs(pairs *p)
{
	free(p->starts);
	free(p->goals);
	free(p->optimal);
}

static void
add_pair(pairs *p, fr_cell start, fr_cell goal, double optimal)
{
	p->starts[p->count] = start;
	p->goals[p->count] = goal;
	p->optimal[p->count++] = optimal;
}

static pairs
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

static fr_cell
random_cell(const board *a, uint64_t *random)
{
	uint32_t cell;

	do
		cell = fr_random_below(random, a->grid->cells);
	while (fr_grid_component(a->grid, cell) == 0);
	return fr_grid_cell(a->grid, cell);
}

static pairs
random_pairs(const board *a)
{
	pairs p = new_pairs(RANDOM_PAIRS);
	uint64_t random = 1;

	while (p.count < RANDOM_PAIRS)
	{
		fr_cell start = random_cell(a, &random);

		add_pair(&p, start, random_cell(a, &random), -1);
	}
	return p;
}

/* In any order: a file's neighbours are neighbours on the map, too. */
static void
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
								.budget = o->budget,
								.routes = true,
								.form = o->form,
								.old = o->old,
								.progress = &watched.progress};
	double begin = cpu_seconds();
	fr_index_plan *plan;
	fr_error error;

	if (fr_index_build(&request, &memory.core, &watching, &plan, &error))
	{
		fprintf(stderr, "%s: refused after %.2f s: %d %s, %lld of %lld\n", a->path,
				cpu_seconds() - begin, (int) error.status,
				error.what ? error.what : "bytes", (long long) error.found,
				(long long) error.wanted);
		malloc_arena_clear(&memory);
		return false;
	}
	a->size = fr_index_plan_size(plan);
	a->bytes = new_block(a->size);
	fr_index_write(plan, a->bytes, &no_poll);
	f->build = f->most_build = cpu_seconds() - begin;
	print_stage(&watched);
	f->memory = f->most_memory = (double) watched.most;
	malloc_arena_clear(&memory);
	if (o->limit > 0 && watched.most > o->limit)
	{
		fprintf(stderr, "%s: refused, as building took %zu bytes\n", a->path,
				watched.most);
		free(a->bytes);
		return false;
	}
	begin = cpu_seconds();
	if (fr_index_check(a->bytes, a->size, &no_poll, &error))
		die_of(a->path, &error);
	a->memory = malloc_arena_make(&a->memory);
	a->index = fr_index_open(a->bytes, a->size, &a->memory.core, &no_poll);
	f->check = cpu_seconds() - begin;
	a->index.vectors &= !o->portable;
	a->scratch = fr_index_scratch_init(new_block(fr_index_scratch_size(&a->index)),
									   fr_index_scratch_size(&a->index));
	f->bytes = f->most_bytes = (double) a->size;
	f->hubs = a->index.hubs;
	if (o->verbose)
		print_expected(a, o, f);
	return true;
}

/* ---- right or wrong ---------------------------------------------------------------- */

static uint64_t
cost_of(const board *a, fr_cell start, fr_cell goal)
{
	return fr_index_cost(&a->index, start, goal, a->scratch, &no_poll);
}

/* Lengths in scenario files are rounded: see native.c. */
static bool
is_near(const board *a, uint64_t cost, double optimal, bool moves)
{
	if (optimal == 0 && moves)
		return cost == FR_UNREACHED;
	return cost != FR_UNREACHED &&
		   fabs(fr_cost_value(&a->index.costs, cost) - optimal) <= 1e-5 * optimal;
}

static void
check_scenarios(const board *a, figures *f)
{
	const pairs *p = &a->scenarios;

	for (long i = 0; i < p->count; i++)
		f->wrong +=
			!is_near(a, cost_of(a, p->starts[i], p->goals[i]), p->optimal[i],
					 p->starts[i].x != p->goals[i].x || p->starts[i].y != p->goals[i].y);
	f->asked += (double) p->count;
}

/* Every cell from some: the lengths of a search of all cells, to the bit. */
static void
check_lengths(const board *a, long sources, figures *f)
{
	fr_method method = fr_method_auto();
	fr_method resolved = fr_method_resolve(&method, a->grid);
	uint32_t nodes = fr_search_nodes(a->grid, &resolved);
	size_t size = fr_workspace_size(nodes, &resolved);
	fr_workspace *workspace = fr_workspace_init(new_block(size), size, nodes);
	uint64_t *costs = new_block(a->grid->cells * sizeof *costs);
	uint64_t random = 3;

	for (long i = 0; i < sources; i++)
	{
		malloc_arena memory = malloc_arena_make(&memory);
		fr_cell start = random_cell(a, &random);
		uint32_t from = fr_grid_index(a->grid, start);
		fr_query query = {.grid = a->grid, .method = &resolved, .arena = &memory.core};

		fr_anyangle_reach(&(fr_reaching){&query, &from, 1, INFINITY, costs, NULL},
						  workspace, &no_poll);
		for (uint32_t n = 0; n < a->grid->cells; n++)
			f->wrong += cost_of(a, start, fr_grid_cell(a->grid, n)) != costs[n];
		f->asked += a->grid->cells;
		malloc_arena_clear(&memory);
	}
	free(costs);
	free(workspace);
}

/* Every cell from some: the costs of a sweep, to the bit. */
static void
check_costs(const board *a, long sources, figures *f)
{
	fr_method method = fr_method_auto();
	fr_method resolved = fr_method_resolve(&method, a->grid);
	size_t size = fr_workspace_size(a->grid->cells, &resolved);
	fr_workspace *workspace = fr_workspace_init(new_block(size), size, a->grid->cells);
	uint64_t random = 3;

	for (long i = 0; i < sources; i++)
	{
		fr_cell start = random_cell(a, &random);
		fr_query query = {
			.grid = a->grid, .method = &resolved, .start = fr_grid_index(a->grid, start)};

		fr_reach(&query, a->grid->costs.limit, workspace, &no_poll);
		for (uint32_t n = 0; n < a->grid->cells; n++)
			f->wrong +=
				cost_of(a, start, fr_grid_cell(a->grid, n)) != fr_distance(workspace, n);
		f->asked += a->grid->cells;
	}
	free(workspace);
}

static void
check_sources(const board *a, long sources, figures *f)
{
	if (a->grid->costs.lengths)
		check_lengths(a, sources, f);
	else
		check_costs(a, sources, f);
}

static void
check_route(const board *a, fr_cell start, fr_cell goal, figures *f)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_query query = {&a->index, start, goal, a->scratch};
	fr_route route;
	fr_error error;
	uint64_t cost;
	uint64_t price;

	if (fr_index_route(&query, &memory.core, &no_poll, &cost, &route, &error))
		die_of(a->path, &error);
	if (cost != cost_of(a, start, goal))
		f->wrong++;
	if (cost != FR_UNREACHED)
	{
		size_t size = fr_path_packed_size(&route, &no_poll);
		uint8_t *packed = malloc_arena_take(&memory, size);
		fr_cell end;

		size = fr_path_pack(&route, packed, &no_poll);
		end = fr_path_goal(packed, size, &no_poll);
		f->wrong += !fr_path_price(a->grid, packed, size, &price, &no_poll) ||
					price != cost || end.x != goal.x || end.y != goal.y;
	}
	f->asked++;
	malloc_arena_clear(&memory);
}

static void
check_routes(const board *a, const pairs *p, figures *f)
{
	for (long i = 0; i < p->count && i < MAX_ROUTES; i++)
		check_route(a, p->starts[i], p->goals[i], f);
}

/* ---- times ----------------------------------------------------------------------------- */

static uint64_t sum; /* so that no answer is left out */

static void
ask_each(const board *a, const pairs *p)
{
	for (long i = 0; i < p->count; i++)
		sum += cost_of(a, p->starts[i], p->goals[i]);
}

#define BATCH 256

static size_t
batch_from(const pairs *p, long i)
{
	return (size_t) (p->count - i < BATCH ? p->count - i : BATCH);
}

static void
ask_batches(const board *a, const pairs *p)
{
	uint64_t costs[BATCH];

	for (long i = 0; i < p->count; i += BATCH)
	{
		fr_index_pairs batch = {p->starts + i, p->goals + i, batch_from(p, i), costs};

		fr_index_costs(&a->index, &batch, a->scratch, &no_poll);
		sum += costs[0];
	}
}

static void
ask_fans(const board *a, const pairs *p)
{
	uint64_t costs[BATCH];

	for (long i = 0; i < p->count; i += BATCH)
	{
		fr_index_pairs batch = {p->starts + i, p->goals + i, batch_from(p, i), costs};

		fr_index_costs_to(&a->index, &batch, a->scratch, &no_poll);
		sum += costs[0];
	}
}

/* An arena whose memory is used again by the next route. */
typedef struct pad
{
	fr_arena core;
	size_t used;
	uint8_t bytes[1 << 22];
} pad;

static void *
pad_take(void *context, size_t size)
{
	pad *p = context;

	p->used += (size + 15) / 16 * 16;
	if (p->used > sizeof p->bytes)
		die("pad", "a route is too long");
	return p->bytes + p->used - (size + 15) / 16 * 16;
}

static void
ask_routes(const board *a, const pairs *p)
{
	static pad memory;
	long count = p->count < MAX_ROUTES ? p->count : MAX_ROUTES;

	for (long i = 0; i < count; i++)
	{
		fr_index_query query = {&a->index, p->starts[i], p->goals[i], a->scratch};
		fr_route route;
		fr_error error;
		uint64_t cost;

		memory.core = (fr_arena){.allocate = pad_take, .context = &memory};
		memory.used = 0;
		fr_index_route(&query, &memory.core, &no_poll, &cost, &route, &error);
		sum += cost;
	}
}

typedef void (*ask)(const board *a, const pairs *p);

/* Seconds of one pair, of the median round. */
static double
time_of(const board *a, ask questions, const pairs *p, long count, int rounds)
{
	double seconds[MAX_ROUNDS];
	long times = LEAST_ASKED / (count + 1) + 1;

	for (int r = 0; r < rounds; r++)
	{
		double begin = cpu_seconds();

		for (long i = 0; i < times; i++)
			questions(a, p);
		seconds[r] = (cpu_seconds() - begin) / (double) (times * (count ? count : 1));
	}
	return median(seconds, rounds);
}

static void
time_map(const board *a, const options *o, figures *f)
{
	const pairs *s = &a->scenarios;
	const pairs *r = &a->random;
	long routes = s->count < MAX_ROUTES ? s->count : MAX_ROUTES;

	f->scenario = f->most_scenario = time_of(a, ask_each, s, s->count, o->rounds);
	f->random = time_of(a, ask_each, r, r->count, o->rounds);
	f->batch = time_of(a, ask_batches, r, r->count, o->rounds);
	f->fan = time_of(a, ask_fans, r, r->count, o->rounds);
	f->route = time_of(a, ask_routes, s, routes, o->rounds);
}

/* ---- maps and folders ------------------------------------------------------------------- */

static void
read_board(board *a, const options *o)
{
	uint32_t width;
	uint32_t height;
	uint8_t *codes = read_codes(a->path, &width, &height);

	if (o->terrain)
		put_terrain(codes, width, height, o->terrain);
	for (int edit = 0; edit < o->edits; edit++)
		codes[random_at((uint32_t) edit, 0, width * height)] = '@';
	pack_codes(codes, width, height, &a->packed, &a->map);
	free(codes);
}

static void
decode(board *a, const options *o)
{
	fr_costs costs;
	fr_error error;

	read_board(a, o);
	if (fr_costs_resolve(&o->model, &a->map, &costs, &error))
		die_of(a->path, &error);
	a->grid = malloc_grid(&a->map, &o->model, &costs, &no_poll);
}

static void
free_index(board *a)
{
	malloc_arena_clear(&a->memory);
	free(a->bytes);
	free(a->scratch);
}

/* Seconds to build it by the order of the old index. */
static double
build_again(const board *a, options o)
{
	board b = {.path = a->path};
	figures f = {0};

	o.old = &a->index;
	decode(&b, &o);
	if (build(&b, &o, &f))
	{
		check_sources(&b, o.sources, &f);
		free_index(&b);
	}
	if (f.wrong > 0)
		die(a->path, "what was built again is wrong");
	free_grid(b.grid);
	free(b.packed);
	return f.build;
}

static void
build_both_again(const board *a, const options *o, figures *f)
{
	options edited = *o;
	options reweighed = *o;

	edited.edits = 10;
	reweighed.model = o->again;
	f->edited = build_again(a, edited);
	f->reweighed = build_again(a, reweighed);
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
		if (a.grid->costs.uniform && !a.grid->costs.lengths)
			check_scenarios(&a, &f);
		check_sources(&a, o->sources, &f);
		check_routes(&a, &a.scenarios, &f);
		check_routes(&a, &a.random, &f);
		time_map(&a, o, &f);
		if (o->again_text)
			build_both_again(&a, o, &f);
		free_index(&a);
	}
	else
		f = (figures){.refused = 1};
	free_pairs(&a.scenarios);
	free_pairs(&a.random);
	free_grid(a.grid);
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
		"| %s | %.0f | %.0f | %.0f | %.3f | %.2f | %.2f | %.2f | %.1f | %.1f | %.2f | %.2f | %.2f | %.0f | %.0f | "
		"%.0f | %.0f | %.0f | %.2f | %.0f | %.0f |\n",
		name, f->maps, f->refused, f->hubs / n, f->bytes / n / 1e6, f->most_bytes / 1e6,
		f->build / n, f->most_build, f->memory / n / 1e6, f->most_memory / 1e6,
		f->edited / n, f->reweighed / n, f->check / n * 1e3, f->scenario / n * 1e9,
		f->most_scenario * 1e9, f->random / n * 1e9, f->batch / n * 1e9, f->fan / n * 1e9,
		f->route / n * 1e6, f->asked, f->wrong);
	fflush(stdout);
}

static const char *
last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
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

static options
read_options(int argc, char **argv, int *first)
{
	options o = {.model_text = "octile", .rounds = 5, .sources = 2};
	fr_error error;
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
		else if (strcmp(argv[i], "-a") == 0)
			o.again_text = argv[++i];
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
			o.budget = (size_t) atol(argv[++i]);
		else
			die(argv[i], "is no option");
	if (o.rounds < 1 || o.rounds > MAX_ROUNDS)
		die("-r", "is from 1 to 99");
	if (fr_model_parse(o.model_text, strlen(o.model_text), &o.model, &error))
		die_of(o.model_text, &error);
	if (o.again_text &&
		fr_model_parse(o.again_text, strlen(o.again_text), &o.again, &error))
		die_of(o.again_text, &error);
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
		"| maps | indexed | refused | hubs | MB | most | build s | most | memory MB | most | edited s | reweighed s | check ms "
		"| ns a scenario | most | ns a random pair | in batches | from one start "
		"| us a route | answers checked | wrong |\n");
	printf(
		"| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: "
		"| --: | --: | --: | --: | --: | --: |\n");
	for (int i = first; i < argc; i++)
		failed += run_argument(argv[i], &o);
	return failed > 0;
}
