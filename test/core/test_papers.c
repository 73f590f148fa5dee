/*
 * test_papers.c - the library's searches beside papers.c, counter by counter
 *
 *     test_papers [MAPS [SEED]]
 *
 * Every option of the papers' searches has a case in paper_cases.h, or is named as not theirs: a
 * new one without either fails.
 */
#include "paper_cases.h"
#include "support.h"
#include "tap.h"

#define PAIRS 3
#define MAX_SIDE 20
#define MAX_REPORTS 5

/* ---- one question -------------------------------------------------------------- */

typedef struct question
{
	const paper_model *model;
	paper_map map;
	paper_problem problem;
	bool connected; /* there is a path */
	fr_grid *grid;
	uint8_t codes[PAPER_CELLS];
} question;

static void
write_method(const paper_case *c, const paper_model *model, char *text)
{
	const char *d = c->delta ? strstr(c->method, "=D") : NULL;
	size_t before = d ? (size_t) (d - c->method) + 1 : 0;
	char all[FR_METHOD_TEXT_MAX / 2];

	if (d)
		snprintf(all, sizeof all, "%.*s%d%s", (int) before, c->method,
				 5 * model->straight, d + 2);
	else
		snprintf(all, sizeof all, "%s", c->method);
	if (strchr(all, '('))
		snprintf(text, FR_METHOD_TEXT_MAX, "%.*s, components=ignore)",
				 (int) strlen(all) - 1, all);
	else
		snprintf(text, FR_METHOD_TEXT_MAX, "%s(components=ignore)", all);
}

/* The library's landmarks; their distances are the papers'. */
static void
take_landmarks(question *q, const fr_landmarks *landmarks)
{
	q->problem.landmarks = landmarks ? landmarks->count : 0;
	for (int i = 0; i < q->problem.landmarks; i++)
		paper_distances(&q->map, (int) landmarks->cell[i], q->problem.distance[i]);
}

static fr_result
ask_library(question *q, const fr_method *method)
{
	fr_workspace *workspace = new_workspace(q->grid->cells, method);
	fr_poll poll = no_poll();
	fr_landmarks *landmarks = NULL;
	fr_result result;

	if (fr_method_needs_landmarks(method))
		landmarks = build_landmarks(q->grid, method, workspace, &poll);
	take_landmarks(q, landmarks);
	if (search_with((fr_query){.grid = q->grid,
							   .landmarks = landmarks,
							   .method = method,
							   .start = (uint32_t) q->problem.start,
							   .goal = (uint32_t) q->problem.goal},
					workspace, &poll, &result))
		result.complete = false;
	free(landmarks);
	free(workspace);
	return result;
}

static paper_answer
ask_paper(question *q, const paper_case *c, const fr_method *method)
{
	paper_memory memory = c->memory;

	q->problem.zero = fr_method_value(method, FR_HEURISTIC) == FR_HEURISTIC_ZERO;
	q->problem.best = fr_method_value(method, FR_HEURISTIC) == FR_HEURISTIC_ALTBEST;
	q->problem.uneven = c->uneven;
	q->problem.lists = c->lists;
	memory.delta = c->delta ? 5 * q->model->straight : 0;
	if (c->algorithm == FRINGE)
		return paper_fringe(&q->problem);
	if (c->algorithm == ASTAR)
		return paper_astar(&q->problem, c->order);
	return paper_idastar(&q->problem, memory);
}

static bool
is_same(const paper_case *c, double cost, const fr_result *r, const paper_answer *a)
{
	if (r->found != a->found || cost != a->cost)
		return false;
	if (c->extent == OTHER_PICK)
		return true;
	if (c->extent == TIES)
		return r->iterations == a->iterations &&
			   r->expanded - r->expanded_last == a->expanded - a->expanded_last;
	return r->iterations == a->iterations && r->length == a->length &&
		   r->visited == a->visited && r->visited_last == a->visited_last &&
		   r->expanded == a->expanded && r->expanded_last == a->expanded_last &&
		   r->opened == a->opened && r->tried == a->tried &&
		   r->tried_last == a->tried_last;
}

static void
report(const question *q, const char *method, const fr_result *r, const paper_answer *a)
{
	printf("# %s under %s from %d to %d\n", method, q->model->text, q->problem.start,
		   q->problem.goal);
	for (int y = 0; y < q->map.height; y++)
		printf("#   %.*s\n", q->map.width, (const char *) q->codes + y * q->map.width);
	print_counters("library", r);
	printf("# paper: found %d, cost %d, length %d, iterations %ld, visited %ld (last "
		   "%ld), expanded %ld (last %ld), opened %ld, tried %ld (last %ld)\n",
		   a->found, a->cost, a->length, a->iterations, a->visited, a->visited_last,
		   a->expanded, a->expanded_last, a->opened, a->tried, a->tried_last);
}

/* What gave up is not compared: where it stood then is no counter of the papers. */
static void
run_paper_case(question *q, paper_case *c)
{
	static int reports;
	char text[FR_METHOD_TEXT_MAX];
	fr_method method;
	fr_result r;
	paper_answer a;

	write_method(c, q->model, text);
	method = method_of(text);
	if (fr_method_needs_landmarks(&method) && (q->model->obstacles || !q->connected))
		return; /* distances are the same both ways, and tell where there is no path */
	r = ask_library(q, &method);
	a = ask_paper(q, c, &method);
	if (!r.complete)
		return;
	c->compared++;
	if (is_same(c, fr_cost_value(&q->grid->costs, r.cost), &r, &a))
		return;
	c->different++;
	if (reports++ < MAX_REPORTS)
		report(q, text, &r, &a);
}

/* ---- random maps ------------------------------------------------------------------ */

static int
free_cell(const question *q, chance *c)
{
	uint32_t cells = (uint32_t) (q->map.width * q->map.height);
	uint32_t n = chance_below(c, cells);

	for (uint32_t i = 0; q->codes[n] != '.' && i < cells; i++)
		n = (n + 1) % cells;
	return (int) n;
}

static void
make_question(question *q, chance *c, const paper_model *model)
{
	uint32_t most = chance_below(c, 3) == 0 ? 3 : MAX_SIDE - 2;
	uint32_t density = chance_below(c, 50);

	q->model = model;
	q->map = (paper_map){.width = 2 + (int) chance_below(c, most),
						 .height = 2 + (int) chance_below(c, most),
						 .straight = model->straight,
						 .diagonal = model->diagonal,
						 .corners = model->corners};
	for (int n = 0; n < q->map.width * q->map.height; n++)
	{
		bool blocked = n > 0 && chance_below(c, 100) < density;

		q->codes[n] = blocked ? '@' : '.';
		q->map.weight[n] = !blocked ? 1 : model->obstacles ? 3 : 0;
	}
	q->grid = make_grid(model->text, q->codes, (uint32_t) q->map.width,
						(uint32_t) q->map.height);
}

static void
run_map(uint64_t seed)
{
	static question q;
	chance c = {seed};

	make_question(&q, &c, &models[seed % MODELS]);
	for (int i = 0; i < PAIRS; i++)
	{
		static int distance[PAPER_CELLS];

		q.problem = (paper_problem){
			.map = &q.map, .start = free_cell(&q, &c), .goal = free_cell(&q, &c)};
		paper_distances(&q.map, q.problem.start, distance);
		q.connected = distance[q.problem.goal] < PAPER_INFINITY;
		for (size_t k = 0; k < CASES && q.problem.start != q.problem.goal; k++)
			if (!cases[k].small || q.grid->cells <= 20)
				run_paper_case(&q, &cases[k]);
	}
	free_grid(q.grid);
}

/* ---- no option without a case --------------------------------------------------------- */

static bool
has_case(const char *search, const char *value)
{
	char other[64];

	snprintf(other, sizeof other, "%s %s", search, value);
	for (size_t i = 0; i < CASES; i++)
		if (strncmp(cases[i].method, search, strlen(search)) == 0 &&
			strstr(cases[i].method, value))
			return true;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strncmp(others[i], other, strlen(other)) == 0)
			return true;
	return false;
}

/*
 * Is a value the default, or without effect alone, which raises an error? All cases ignore
 * components; canonical moves are no paper's.
 */
static bool
is_default(const char *search, const char *value)
{
	char text[FR_METHOD_TEXT_MAX + 1] = "";
	char given[FR_METHOD_TEXT_MAX];
	fr_method method;
	fr_error error = {.status = FR_OK};

	snprintf(given, sizeof given, "%s(%s)", search, value);
	if (fr_method_parse(given, strlen(given), &method, &error) == FR_CONFLICT)
		return true;
	method = method_of(given);
	fr_method_write(&method, text);
	return strcmp(text, search) == 0 || strcmp(value, "components=ignore") == 0;
}

/* The words that a parser's error offers; false: the value is a number. */
static bool
offer_words(const char *text, fr_error *error)
{
	fr_method method;

	*error = (fr_error){.status = FR_OK};
	fr_method_parse(text, strlen(text), &method, error);
	return error->status == FR_UNKNOWN_KEY || error->status == FR_BAD_VALUE;
}

static void
check_key(const char *search, const char *key)
{
	char text[96];
	fr_error error;

	snprintf(text, sizeof text, "%s(%s=?)", search, key);
	if (!offer_words(text, &error))
	{
		snprintf(text, sizeof text, "%s=", key);
		ok(has_case(search, text), "%s: %s has a case", search, text);
		return;
	}
	for (int i = 0; error.choices[i]; i++)
	{
		snprintf(text, sizeof text, "%s=%s", key, error.choices[i]);
		ok(is_default(search, text) || has_case(search, text), "%s: %s has a case",
		   search, text);
	}
}

static void
check_options(const char *search)
{
	char text[64];
	fr_error error;

	snprintf(text, sizeof text, "%s(?=1)", search);
	if (!ok(offer_words(text, &error), "%s has options", search))
		return;
	for (int i = 0; error.choices[i]; i++)
		check_key(search, error.choices[i]);
}

int
main(int argc, char **argv)
{
	long maps = argc > 1 ? atol(argv[1]) : 700;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	for (long i = 0; i < maps; i++)
		run_map(seed + (uint64_t) i);
	for (size_t i = 0; i < CASES; i++)
		ok(cases[i].different == 0 && cases[i].compared > 0, "%s: %ld of %ld searches",
		   cases[i].method, cases[i].compared - cases[i].different, cases[i].compared);
	check_options("fringe");
	check_options("astar");
	check_options("idastar");
	malloc_arena_clear(&taken);
	return tap_done();
}
