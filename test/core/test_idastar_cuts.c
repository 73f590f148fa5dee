/*
 * test_idastar_cuts.c - what the cuts of IDA* lose with a delta, and what deadends=safe does not
 *
 *     test_idastar_cuts [GRIDS [SEED]]
 *
 * Compares deadends=safe with the oracle on small random grids under many models, deltas and
 * heuristics: claim 13 of doc/dev/proofs.md. The cuts of the papers search the same grids. Some of
 * their paths must be too long there, which shows that the grids are hard enough.
 */
#include "checks.h"

#define CASES 20000
#define SIDE 12
#define TRIES 4 /* to find two cells with a path */

enum
{
	FOUND,
	WITHIN,
	FLAGS,
	LEGAL,
	SAME_AS_NO_CUT,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "deadends=safe finds a path where there is one"},
	{.name = "its cost is at most delta more than the least"},
	{.name = "complete and optimal are right"},
	{.name = "its path is legal and costs what the search says"},
	{.name = "with a delta of twice the dearest step, deadends=off is memory=g"},
};

typedef struct cut
{
	const char *options;
	long excess; /* searches whose path costs too much, */
	long lost;	 /* and that found none */
	int64_t calls;
} cut;

static cut cuts[] = {
	{.options = "memory=g"},
	{.options = "deadends=off"},
	{.options = "deadends=safe"},
	{.options = "deadends=infinite, repair=off"},
	{.options = "deadends=on, repair=off"},
};

#define CUTS (sizeof cuts / sizeof *cuts)
#define SAFE 2

static long grids;
static long searches;
static long longer; /* of deadends=safe, than the best path */

/* ---- one search ------------------------------------------------------------------- */

typedef struct question
{
	const world *w;
	uint32_t start;
	uint32_t goal;
	uint64_t least;
	const char *heuristic;
	const char *delta;
} question;

static fr_result
search_by(const question *q, const cut *c, fr_method *method, char *text)
{
	fr_poll poll = no_poll();
	fr_workspace *workspace;
	fr_landmarks *landmarks = NULL;
	fr_result r;

	sprintf(text, "idastar(%s, delta=%s%s)", c->options, q->delta, q->heuristic);
	*method = method_of(text);
	workspace = new_workspace(q->w->grid->cells, method);
	if (fr_method_needs_landmarks(method))
		landmarks = build_landmarks(q->w->grid, method, workspace, &poll);
	search_with((fr_query){.grid = q->w->grid,
						   .landmarks = landmarks,
						   .method = method,
						   .start = q->start,
						   .goal = q->goal},
				workspace, &poll, &r);
	free(landmarks);
	free(workspace);
	return r;
}

static void
check_safe(const question *q, const fr_result *r, uint64_t delta, const char *text)
{
	static uint8_t moves[SIDE * SIDE];
	oracle_cost cost;

	if (!expect(FOUND, r->found, q->w, text))
		return;
	expect(WITHIN, r->cost >= q->least && r->cost <= q->least + delta, q->w, text);
	expect(FLAGS, r->complete && r->optimal == (delta == 0), q->w, text);
	list_moves(&r->route, moves);
	expect(LEGAL,
		   world_path(q->w, q->start, q->goal, moves, r->length, &cost) &&
			   world_units(q->w, cost) == r->cost,
		   q->w, text);
	longer += r->cost > q->least;
}

static void
ask_all(const question *q)
{
	int64_t calls[CUTS];
	uint64_t delta = 0;
	char text[FR_METHOD_TEXT_MAX];

	searches++;
	for (size_t i = 0; i < CUTS; i++)
	{
		fr_method method;
		fr_result r = search_by(q, &cuts[i], &method, text);

		delta = fr_cost_units(&q->w->costs, method.option[FR_DELTA]);
		calls[i] = r.visited;
		cuts[i].calls += r.visited;
		cuts[i].lost += !r.found;
		cuts[i].excess += r.found && r.cost > q->least + delta;
		if (i == SAFE)
			check_safe(q, &r, delta, text);
	}
	if (delta >= 2 * q->w->costs.step_max && !strstr(q->heuristic, "uneven"))
		expect(SAME_AS_NO_CUT, calls[0] == calls[1], q->w, text);
}

/* ---- random grids ----------------------------------------------------------------- */

/* Obstacles and few costs: the cuts do their worst there. */
static void
make_obstacles(world *w, chance *c)
{
	static const struct
	{
		const char *text;
		oracle_model rules;
	} models[] = {
		{"octile(straight=2, diagonal=3", {.straight = {2, 1}, .diagonal = {3, 1}}},
		{"octile(straight=5, diagonal=7", {.straight = {5, 1}, .diagonal = {7, 1}}},
		{"octile(straight=1, diagonal=1", {.straight = {1, 1}, .diagonal = {1, 1}}},
		{"octile(straight=1, diagonal=2", {.straight = {1, 1}, .diagonal = {2, 1}}},
		{"octile(straight=3, diagonal=2", {.straight = {3, 1}, .diagonal = {2, 1}}},
	};
	static const char *const corners[] = {"any", "one", "both"};
	uint32_t which = chance_below(c, sizeof models / sizeof *models);
	uint32_t density = 10 + chance_below(c, 45);

	w->width = 3 + (int) chance_below(c, SIDE - 2);
	w->height = 3 + (int) chance_below(c, SIDE - 2);
	w->codes = new_block((size_t) (w->width * w->height));
	for (int i = 0; i < w->width * w->height; i++)
		w->codes[i] = chance_below(c, 100) < density ? '@' : '.';
	w->rules = models[which].rules;
	w->rules.eight = true;
	w->rules.corners = (int) chance_below(c, 3);
	for (int code = 0; code < 256; code++)
		w->rules.weight[code] = oracle_ground(code == '.');
	sprintf(w->text, "%s, corners=%s)", models[which].text, corners[w->rules.corners]);
	world_build(w);
}

static void
ask_grid(const world *w, chance *c)
{
	static const char *const heuristics[] = {
		"",
		"",
		", heuristic=zero",
		", uneven=3",
		", heuristic=altbest, landmarks=2",
		", heuristic=alt, landmarks=2, uneven=4",
	};
	static const char *const deltas[] = {"0.3", "1",  "2",	"3", "5",
										 "8",	"10", "20", "40"};
	static uint64_t least[SIDE * SIDE];
	question q = {.w = w};

	grids++;
	q.heuristic = heuristics[chance_below(c, sizeof heuristics / sizeof *heuristics)];
	q.delta = deltas[chance_below(c, sizeof deltas / sizeof *deltas)];
	for (int tries = 0; tries < TRIES; tries++)
	{
		q.start = chance_below(c, w->grid->cells);
		q.goal = chance_below(c, w->grid->cells);
		world_costs(w, q.start, least);
		q.least = least[q.goal];
		if (q.start != q.goal && q.least <= w->costs.limit)
		{
			ask_all(&q);
			return;
		}
	}
}

static void
run_grid(uint64_t seed)
{
	chance c = {~seed};
	world w = {.seed = seed};

	if (chance_below(&c, 4) > 0)
		make_obstacles(&w, &c);
	else
		world_make(&w, seed, SIDE);
	if (w.status == FR_OK)
		ask_grid(&w, &c);
	world_free(&w);
}

/* ---- the grid on which the paper's cut loses ---------------------------------------- */

static void
test_known_grid(void)
{
	static const struct
	{
		const char *method;
		double cost;
	} cases[] = {
		{"idastar(deadends=infinite, delta=5)", 19},
		{"idastar(delta=5)", 19},
		{"idastar(deadends=off, delta=5)", 17},
		{"idastar(deadends=safe, delta=5)", 17},
		{"astar", 17},
	};
	const char *codes = "@@.@@.."
						"@....@."
						"..@@..."
						"......."
						".....@@";
	fr_grid *grid = make_grid("octile(straight=2, diagonal=3, corners=any)",
							  (const uint8_t *) codes, 7, 5);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
	{
		fr_result r =
			search_alone(grid, cases[i].method, fr_grid_index(grid, (fr_cell){0, 4}),
						 fr_grid_index(grid, (fr_cell){6, 0}));

		ok(fr_cost_value(&grid->costs, r.cost) == cases[i].cost, "%s: a path of %g",
		   cases[i].method, cases[i].cost);
	}
	free_grid(grid);
}

int
main(int argc, char **argv)
{
	long wanted = argc > 1 ? atol(argv[1]) : CASES;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	for (long i = 0; i < wanted; i++)
		run_grid(seed + (uint64_t) i);
	report_checks(CHECKS, wanted >= CASES);
	printf(
		"# %ld grids, %ld questions with a path; deadends=safe took a longer one in %ld\n",
		grids, searches, longer);
	for (size_t i = 0; i < CUTS; i++)
		printf("# %s: %lld calls, %ld paths more than delta too long, %ld lost\n",
			   cuts[i].options, (long long) cuts[i].calls, cuts[i].excess, cuts[i].lost);
	ok(cuts[3].excess + cuts[4].excess > 0,
	   "the papers' cuts exceed delta on some grids");
	test_known_grid();
	malloc_arena_clear(&taken);
	return tap_done();
}
