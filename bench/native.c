/*
 * native.c - time the searches of the core on folders of maps and scenarios
 *
 *     native [-m MODEL] [-s METHOD]... [-r REPEATS] [-n SAMPLE] [-t TERRAIN] [-l LAYERS]
 *            [--routes] [--check] FOLDER|FILE.map...
 *
 * The scenarios of X.map are in X.map.scen. Each map is decoded once, which is not
 * timed. Then the methods take turns REPEATS times to search all its scenarios, or with
 * -n SAMPLE of them, evenly spread. Prints a Markdown table with a row per folder and
 * method; times are CPU times, the median of the repeats. The last columns are what building
 * the method's landmarks took, the mean of the maps, and the sum of costs over that of
 * obstacle-free distances.
 *
 * METHOD may be "auto with landmarks", which the server makes of `auto`.
 *
 * -t patches or -t noise replaces ground by weighted terrain (terrain.h), and -l patches or
 * -l noise adds the layers `danger` and `height` (layers.h).
 *
 * --routes asks for routes, not only for their costs.
 *
 * --check compares costs with the scenarios' optimal lengths (see is_right), counts
 * wrong ones, and fails if there are any.
 */
#include <math.h>

#include "native_board.h"

#define MAX_REPEATS 99
#define MAX_REPORTS 10 /* wrong costs that are shown */

/* The results of a method on the maps of a folder. */
typedef struct totals
{
	long found;
	long wrong;
	double cost;
	double units;	 /* the cost in the grids' units */
	double distance; /* the obstacle-free distance in these */
	double visited;
	double expanded;
	double seconds[MAX_REPEATS];
	double landmarks; /* seconds of building them */
} totals;

typedef struct folder
{
	long maps;
	long scenarios;
	totals by_method[MAX_METHODS];
} folder;

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
	if (r->found)
	{
		t->units += (double) r->cost;
		t->distance += (double) fr_start_bound(a->grid, q->start, q->goal);
	}
	if (!o->check || is_right(q, r->found, cost) || t->wrong++ >= MAX_REPORTS)
		return;
	fprintf(stderr, "wrong: %s, %s: from cell %u to %u: %s %.8f, not %.8f\n", a->path,
			o->method_text[method], q->start, q->goal, r->found ? "cost" : "no path,",
			cost, q->optimal);
}

/* Runs all queries once; returns CPU seconds. */
static double
ask_all(const board *a, const options *o, int method, bool uncounted, fr_result *results)
{
	malloc_arena memory = malloc_arena_make(&memory); /* of nodes=malloc */
	fr_query asked = {.grid = a->grid,
					  .landmarks = a->landmarks[method],
					  .method = &a->method[method],
					  .uncounted = uncounted,
					  .wants_route = o->routes,
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

/* Apart from the run that counts, so that a profiler can collect it alone: see bench/papers. */
__attribute__((noinline)) static double
time_all(const board *a, const options *o, int method, fr_result *results)
{
	return ask_all(a, o, method, true, results);
}

/* Runs the repeats, methods in turn; keeps the answers of the first. */
static void
time_methods(const board *a, const options *o, folder *f, fr_result *results)
{
	for (int repeat = 0; repeat < o->repeats; repeat++)
		for (int m = 0; m < o->methods; m++)
		{
			totals *t = &f->by_method[m];

			t->seconds[repeat] += time_all(a, o, m, results);
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
		ask_all(a, o, m, false, results);
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

	read_board_map(&a, o);
	decode_map(&a, o);
	for (int m = 0; m < o->methods; m++)
		f->by_method[m].landmarks += place_landmarks(&a, o, m);
	read_scenarios(&a);
	take_sample(&a, o->sample);
	f->maps++;
	f->scenarios += a.count;
	results = new_block((size_t) a.count * sizeof(fr_result));
	count_methods(&a, o, f, results); /* first: it also fills the caches */
	time_methods(&a, o, f, results);
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
	printf(
		"| set | method | maps | scenarios | found | sum of cost | us a query "
		"| visits a query | ns a visit | expansions a query | ns an expansion | ms of landmarks | cost over distance |%s\n",
		o->check ? " wrong |" : "");
	printf(
		"| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |%s\n",
		o->check ? " --: |" : "");
}

static void
print_row(const char *name, const options *o, folder *f, int method)
{
	totals *t = &f->by_method[method];
	double seconds = median(t->seconds, o->repeats);

	printf(
		"| %s | %s | %ld | %ld | %ld | %.2f | %.2f | %.1f | %.1f | %.1f | %.1f | %.1f | %.3f |",
		name, o->method_text[method], f->maps, f->scenarios, t->found, t->cost,
		f->scenarios ? seconds / (double) f->scenarios * 1e6 : 0,
		f->scenarios ? t->visited / (double) f->scenarios : 0,
		t->visited > 0 ? seconds / t->visited * 1e9 : 0,
		f->scenarios ? t->expanded / (double) f->scenarios : 0,
		t->expanded > 0 ? seconds / t->expanded * 1e9 : 0,
		t->landmarks / (double) f->maps * 1e3,
		t->distance > 0 ? t->units / t->distance : 1);
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
					"[-t TERRAIN] [-l LAYERS] [--routes] [--check] "
					"FOLDER|FILE.map...\n");
	exit(2);
}

/* What costs by `auto` are searched for by, once there are landmarks. */
static const char auto_with_landmarks[] = "auto with landmarks";

static fr_method
method_with_landmarks(void)
{
	fr_method method = fr_method_auto();

	method.option[FR_HEURISTIC].digits = FR_HEURISTIC_ALTBEST;
	method.option[FR_BEST].digits = 3;
	method.option[FR_PLACE].digits = FR_PLACE_FARTHEST;
	return method;
}

static void
add_method(options *o, const char *text)
{
	fr_error error;

	if (o->methods == MAX_METHODS)
		usage();
	if (strcmp(text, auto_with_landmarks) == 0)
		o->method[o->methods] = method_with_landmarks();
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
		case 't':
			o->terrain = terrain_named(value);
			break;
		case 'l':
			o->layers = terrain_named(value);
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
		else if (strcmp(argv[i], "--routes") == 0)
			o->routes = true;
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
