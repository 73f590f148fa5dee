/*
 * native.c - time the searches of the core on folders of maps and scenarios
 *
 *     native [-m MODEL] [-s METHOD]... [-r REPEATS] [-n SAMPLE] [--check]
 *            FOLDER|FILE.map...
 *
 * The scenarios of X.map are in X.map.scen. Each map is decoded once, which is not
 * timed. Then the methods take turns REPEATS times to search all its scenarios, or with
 * -n SAMPLE of them, evenly spread. Prints a Markdown table with a row per folder and
 * method; times are CPU times, the median of the repeats.
 *
 * METHOD may be "auto with landmarks", which the server makes of `auto`.
 *
 * --check compares costs with the scenarios' optimal lengths (see is_right), counts
 * wrong ones, and fails if there are any.
 */
#include <math.h>

#include "bench.h"

#define MAX_METHODS 32
#define MAX_REPEATS 99
#define MAX_REPORTS 10 /* wrong costs that are shown */

typedef struct options
{
	const char *model_text;
	fr_model model;
	const char *method_text[MAX_METHODS];
	fr_method method[MAX_METHODS];
	int methods;
	int repeats;
	long sample; /* scenarios of a map; 0: all */
	bool check;
} options;

/* The results of a method on the maps of a folder. */
typedef struct totals
{
	long found;
	long wrong;
	double cost;
	double visited;
	double expanded;
	double seconds[MAX_REPEATS];
} totals;

typedef struct folder
{
	long maps;
	long scenarios;
	totals by_method[MAX_METHODS];
} folder;

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

/* ---- maps and scenarios ------------------------------------------------------ */

static void
decode_map(board *a, const options *o)
{
	fr_costs costs;
	fr_error error;
	uint32_t cells = a->map.width * a->map.height;
	size_t size = 0;

	if (fr_costs_resolve(&o->model, &a->map, &costs, &error))
		die_of(a->path, &error);
	a->grid = malloc_grid(&a->map, &o->model, &costs, &no_poll);
	for (int m = 0; m < o->methods; m++)
	{
		a->method[m] = fr_method_resolve(&o->method[m], a->grid);
		if (fr_workspace_size(cells, &a->method[m]) > size)
			size = fr_workspace_size(cells, &a->method[m]);
	}
	a->workspace = fr_workspace_init(new_block(size), size, cells);
}

/* The landmarks of an earlier method, if they are as this one wants them, or NULL. */
static fr_landmarks *
same_landmarks(const board *a, const options *o, int method)
{
	static const fr_option wanted[] = {FR_LANDMARKS, FR_PLACE, FR_SEED};
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

/* Builds the landmarks of the methods that need them; not timed. */
static void
place_landmarks(board *a, const options *o)
{
	for (int m = 0; m < o->methods; m++)
	{
		const fr_decimal *option = o->method[m].option;
		fr_landmarks plan;

		if (!fr_method_needs_landmarks(&o->method[m]))
			continue;
		a->landmarks[m] = same_landmarks(a, o, m);
		if (a->landmarks[m])
			continue;
		plan = fr_landmarks_plan(a->grid, (int) option[FR_LANDMARKS].digits,
								 (int) option[FR_PLACE].digits, option[FR_SEED].digits,
								 a->workspace, &no_poll);
		a->landmarks[m] = fr_landmarks_build(new_block(fr_landmarks_size(a->grid, &plan)),
											 a->grid, &plan, a->workspace, &no_poll);
	}
}

static int
significant_digits(const char *text, size_t length)
{
	int digits = 0;

	for (size_t i = 0; i < length; i++)
		if (text[i] >= '0' && text[i] <= '9')
			digits += digits > 0 || text[i] != '0';
	return digits;
}

static uint32_t
index_of(const board *a, fr_cell cell)
{
	if (cell.x < 0 || cell.y < 0 || cell.x >= (int64_t) a->map.width ||
		cell.y >= (int64_t) a->map.height)
		die(a->path, "a scenario leaves the map");
	return fr_grid_index(a->grid, cell);
}

static query
query_of(const board *a, const fr_scenario *s)
{
	char number[64];

	if (s->width != (int64_t) a->map.width || s->height != (int64_t) a->map.height)
		die(a->path, "a scenario is of a map of another size");
	snprintf(number, sizeof number, "%.*s", (int) s->optimal_length, s->optimal);
	return (query){index_of(a, s->start), index_of(a, s->goal), strtod(number, NULL),
				   significant_digits(s->optimal, s->optimal_length)};
}

static void
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
static void
take_sample(board *a, long sample)
{
	if (sample <= 0 || sample >= a->count)
		return;
	for (long i = 0; i < sample; i++)
		a->queries[i] = a->queries[i * a->count / sample];
	a->count = sample;
}

/* ---- running ------------------------------------------------------------------ */

/*
 * Lengths of up to six significant digits (%g) are rounded by at most 5e-6 of their
 * value. The others have eight decimals and use 1.414213562 for sqrt(2), which is too
 * small by 3.8e-10 per diagonal step. A length of 0 between two different cells means
 * that there is no path.
 */
static bool
is_right(const query *q, bool found, double cost)
{
	double tolerance = q->digits > 6 ? 1e-8 + 3e-10 * q->optimal : 5.1e-6 * q->optimal;

	if (q->optimal == 0 && q->start != q->goal)
		return !found;
	return found && fabs(cost - q->optimal) <= tolerance;
}

static void
count_result(const board *a, const options *o, int method, const query *q,
			 const fr_result *r, totals *t)
{
	double cost = fr_cost_value(&a->grid->costs, r->cost);

	t->found += r->found;
	t->cost += cost;
	if (!o->check || is_right(q, r->found, cost) || t->wrong++ >= MAX_REPORTS)
		return;
	fprintf(stderr, "wrong: %s, %s: from cell %u to %u: %s %.8f, not %.8f\n", a->path,
			o->method_text[method], q->start, q->goal, r->found ? "cost" : "no path,",
			cost, q->optimal);
}

/* Runs all queries once; returns CPU seconds. */
static double
ask_all(const board *a, int method, bool uncounted, fr_result *results)
{
	malloc_arena memory = malloc_arena_make(&memory); /* of nodes=malloc */
	fr_query asked = {.grid = a->grid,
					  .landmarks = a->landmarks[method],
					  .method = &a->method[method],
					  .uncounted = uncounted,
					  .arena = &memory.core};
	double begin = cpu_seconds();

	for (long i = 0; i < a->count; i++)
	{
		asked.start = a->queries[i].start;
		asked.goal = a->queries[i].goal;
		if (fr_search(&asked, a->workspace, &no_poll, &results[i]))
			die(a->path, "a cost outgrew exact arithmetic");
		malloc_arena_clear(&memory);
	}
	return cpu_seconds() - begin;
}

/* Runs the repeats, methods in turn; keeps the answers of the first. */
static void
time_methods(const board *a, const options *o, folder *f, fr_result *results)
{
	for (int repeat = 0; repeat < o->repeats; repeat++)
		for (int m = 0; m < o->methods; m++)
		{
			totals *t = &f->by_method[m];

			t->seconds[repeat] += ask_all(a, m, true, results);
			for (long i = 0; repeat == 0 && i < a->count; i++)
				count_result(a, o, m, &a->queries[i], &results[i], t);
		}
}

/* Counts in a separate run, because counters take time. */
static void
count_methods(const board *a, const options *o, folder *f, fr_result *results)
{
	for (int m = 0; m < o->methods; m++)
	{
		ask_all(a, m, false, results);
		for (long i = 0; i < a->count; i++)
		{
			f->by_method[m].visited += (double) results[i].visited;
			f->by_method[m].expanded += (double) results[i].expanded;
		}
	}
}

static void
run_map(const char *path, const options *o, folder *f)
{
	board a = {.path = path};
	fr_result *results;

	read_map(path, &a.packed, &a.map);
	decode_map(&a, o);
	place_landmarks(&a, o);
	read_scenarios(&a);
	take_sample(&a, o->sample);
	f->maps++;
	f->scenarios += a.count;
	results = new_block((size_t) a.count * sizeof(fr_result));
	time_methods(&a, o, f, results);
	count_methods(&a, o, f, results);
	free(results);
	for (int m = 0; m < o->methods; m++)
		if (same_landmarks(&a, o, m) == NULL)
			free(a.landmarks[m]);
	free(a.queries);
	free(a.workspace);
	free_grid(a.grid);
	free(a.packed);
}

/* ---- the table ---------------------------------------------------------------- */

static void
print_head(const options *o)
{
	printf("Model `%s`, median of %d.\n\n", o->model_text, o->repeats);
	printf("| set | method | maps | scenarios | found | sum of cost | us a query "
		   "| visits a query | ns a visit | expansions a query | ns an expansion |%s\n",
		   o->check ? " wrong |" : "");
	printf("| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |%s\n",
		   o->check ? " --: |" : "");
}

static void
print_row(const char *name, const options *o, folder *f, int method)
{
	totals *t = &f->by_method[method];
	double seconds = median(t->seconds, o->repeats);

	printf("| %s | %s | %ld | %ld | %ld | %.2f | %.2f | %.1f | %.1f | %.1f | %.1f |",
		   name, o->method_text[method], f->maps, f->scenarios, t->found, t->cost,
		   f->scenarios ? seconds / (double) f->scenarios * 1e6 : 0,
		   f->scenarios ? t->visited / (double) f->scenarios : 0,
		   t->visited > 0 ? seconds / t->visited * 1e9 : 0,
		   f->scenarios ? t->expanded / (double) f->scenarios : 0,
		   t->expanded > 0 ? seconds / t->expanded * 1e9 : 0);
	if (o->check)
		printf(" %ld |", t->wrong);
	printf("\n");
	fflush(stdout);
}

/* The last part of a path, without `.map` and trailing slashes. */
static char *
base_name(const char *path)
{
	char *name = join(path, "", "");
	size_t length = strlen(name);
	char *slash;

	while (length > 1 && name[length - 1] == '/')
		name[--length] = 0;
	if (ends_with(name, ".map"))
		name[length - 4] = 0;
	slash = strrchr(name, '/');
	if (slash && slash[1])
		memmove(name, slash + 1, strlen(slash + 1) + 1);
	return name;
}

/* Runs a folder of maps or one map; returns the number of wrong costs. */
static long
run_argument(const char *path, const options *o)
{
	folder *f = calloc(1, sizeof *f);
	char *name = base_name(path);
	long wrong = 0;

	if (!f)
		die(path, "out of memory");
	if (ends_with(path, ".map"))
		run_map(path, o, f);
	else
	{
		char **maps = list_maps(path);

		for (char **map = maps; *map; map++)
		{
			run_map(*map, o, f);
			free(*map);
		}
		free(maps);
	}
	for (int m = 0; m < o->methods; m++)
	{
		print_row(name, o, f, m);
		wrong += f->by_method[m].wrong;
	}
	free(name);
	free(f);
	return wrong;
}

/* ---- options ------------------------------------------------------------------- */

static _Noreturn void
usage(void)
{
	fprintf(stderr, "usage: native [-m MODEL] [-s METHOD]... [-r REPEATS] [-n SAMPLE] "
					"[--check] FOLDER|FILE.map...\n");
	exit(2);
}

/* What costs by `auto` are searched for by, once there are landmarks. */
static const char aided[] = "auto with landmarks";

static fr_method
aided_auto(void)
{
	fr_method method = fr_method_auto();

	method.option[FR_HEURISTIC].digits = FR_ALTBEST;
	method.option[FR_BEST].digits = 3;
	method.option[FR_PLACE].digits = FR_FARTHEST;
	return method;
}

static void
add_method(options *o, const char *text)
{
	fr_error error;

	if (o->methods == MAX_METHODS)
		usage();
	if (strcmp(text, aided) == 0)
		o->method[o->methods] = aided_auto();
	else if (fr_method_parse(text, strlen(text), &o->method[o->methods], &error))
		die_of(text, &error);
	o->method_text[o->methods++] = text;
}

static void
take_value(options *o, char option, const char *value)
{
	switch (option)
	{
		case 'm':
			o->model_text = value;
			break;
		case 's':
			add_method(o, value);
			break;
		case 'r':
			o->repeats = atoi(value);
			break;
		case 'n':
			o->sample = atol(value);
			break;
		default:
			usage();
	}
}

/* Parses the options; returns the position of the first other argument. */
static int
take_options(options *o, int argc, char **argv)
{
	int i = 1;

	for (; i < argc && argv[i][0] == '-'; i++)
		if (strcmp(argv[i], "--check") == 0)
			o->check = true;
		else if (strlen(argv[i]) == 2 && i + 1 < argc)
		{
			take_value(o, argv[i][1], argv[i + 1]);
			i++;
		}
		else
			usage();
	if (i == argc || o->repeats < 1 || o->repeats > MAX_REPEATS)
		usage();
	return i;
}

int
main(int argc, char **argv)
{
	options o = {.model_text = "octile", .repeats = 5};
	int first = take_options(&o, argc, argv);
	long wrong = 0;
	fr_error error;

	if (fr_model_parse(o.model_text, strlen(o.model_text), &o.model, &error))
		die_of(o.model_text, &error);
	if (o.methods == 0)
		add_method(&o, "auto");
	print_head(&o);
	for (int i = first; i < argc; i++)
		wrong += run_argument(argv[i], &o);
	return wrong > 0;
}
