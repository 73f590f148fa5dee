/*
 * test_fringe.c - what each form of Fringe Search promises: order, counters, limits
 *
 *     test_fringe [CASES [SEED]]
 *
 * Every form is held to the oracle's costs and, by its trace, to what its name
 * promises: which nodes it expands, and in what order.
 */
#include "checks.h"
#include "core/search/heuristic.h"

#define CASES 10000
#define MAX_SIDE 20
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)

/* What a form promises beside the least cost. */
enum
{
	ONCE = 1, /* no node is expanded twice, and all of f below the cost are */
	BY_F = 2, /* expanded in the order of f */
	SORTS = 4 /* BY_F, where all f that wait at once have buckets */
};

typedef struct form
{
	const char *text;
	int promises;
	fr_method method;
} form;

static form forms[] = {
	{"fringe(moves=all)", ONCE, {0}},
	{"fringe", ONCE, {0}},
	{"fringe(buckets=7, moves=all)", ONCE, {0}},
	{"fringe(pick=min_g, moves=all)", ONCE, {0}},
	{"fringe(heuristic=zero)", 0, {0}},
	{"fringe(step=1, moves=all)", 0, {0}},
	{"fringe(list=array, moves=all)", 0, {0}},
	{"fringe(list=array, step=1, moves=all)", 0, {0}},
	{"fringe(buckets=2)", ONCE, {0}},
	{"fringe(buckets=7)", ONCE, {0}},
	{"fringe(buckets=100)", ONCE | SORTS, {0}},
	{"fringe(buckets=1000)", ONCE | SORTS, {0}},
	{"fringe(pick=min_f)", ONCE | BY_F, {0}},
	{"fringe(pick=min_g)", ONCE, {0}},
	{"fringe(list=array)", 0, {0}},
	{"fringe(step=0.1)", 0, {0}},
	{"fringe(step=1)", 0, {0}},
	{"fringe(step=5)", 0, {0}},
	{"fringe(step=1000000)", 0, {0}},
	{"fringe(buckets=7, step=1)", 0, {0}},
	{"fringe(buckets=100, step=5)", 0, {0}},
	{"fringe(pick=min_f, step=1)", 0, {0}},
	{"fringe(pick=min_g, step=5)", 0, {0}},
	{"fringe(list=array, step=0.1)", 0, {0}},
	{"fringe(list=array, step=1)", 0, {0}},
	{"fringe(list=array, step=5)", 0, {0}},
	{"fringe(list=array, step=1000000)", 0, {0}},
};

#define FORMS (sizeof forms / sizeof *forms)

/* What they are compared with. */
static fr_method astar;
static fr_method idastar;

enum
{
	COST,
	PATH,
	FLAGS,
	COUNTERS,
	TRACED,
	LAYERS,
	ORDER,
	LIKE_ASTAR,
	LIKE_IDASTAR,
	LIMITED,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "costs are the oracle's"},
	{.name = "paths are legal and cost that"},
	{.name = "complete and optimal are true"},
	{.name = "counters are sane"},
	{.name = "a trace changes nothing, and agrees with the counters"},
	{.name = "each node of f below the cost is expanded once, at its least f"},
	{.name = "nodes are expanded in the order of f"},
	{.name = "A* expands the same nodes of f below the cost, each at the same f"},
	{.name = "where best paths are unique, new nodes are expanded in IDA*'s order"},
	{.name = "max_expanded ends a search, and says so"},
};

/* ---- a search and its trace --------------------------------------------- */

typedef struct record
{
	int64_t visited;
	int64_t expanded;
	int last_iteration;
	int64_t visited_last;
	bool in_order; /* of f, as far as nodes were expanded */
	uint64_t last_f;
	uint64_t least[MAX_CELLS]; /* f at the first expansion; UINT64_MAX: none */
	uint32_t new[MAX_CELLS];   /* cells in the order of their first expansions */
	uint32_t new_count;
	bool sound; /* iterations count up, none is left out */
} record;

static void
note(void *context, int iteration, uint32_t cell, uint64_t g, uint64_t f, bool expanded)
{
	record *r = context;

	r->sound = r->sound && g <= f && iteration >= r->last_iteration &&
			   iteration <= r->last_iteration + 1;
	r->visited_last = iteration > r->last_iteration ? 1 : r->visited_last + 1;
	r->last_iteration = iteration;
	r->visited++;
	if (!expanded)
		return;
	r->expanded++;
	r->in_order = r->in_order && f >= r->last_f;
	r->last_f = f;
	if (r->least[cell] != UINT64_MAX)
		return;
	r->least[cell] = f;
	r->new[r->new_count++] = cell;
}

typedef struct query
{
	const world *w;
	fr_workspace *workspace;
	uint32_t start;
	uint32_t goal;
	const oracle_cost *costs; /* from the start */
	char name[96];
} query;

static fr_status
ask(const query *q, const fr_method *method, record *r, fr_result *result)
{
	fr_trace trace = {note, r};
	fr_poll poll = no_poll();
	fr_query asked = {.grid = q->w->grid,
					  .method = method,
					  .start = q->start,
					  .goal = q->goal,
					  .trace = r ? &trace : NULL};

	if (r)
	{
		memset(r, 0, sizeof *r);
		memset(r->least, 0xff, sizeof r->least);
		r->in_order = r->sound = true;
	}
	return search_with(asked, q->workspace, &poll, result);
}

/* ---- what holds for all -------------------------------------------------- */

static bool
sane(const fr_result *r, uint32_t cells)
{
	return r->iterations >= 1 && r->expanded >= 1 && r->visited > r->expanded &&
		   r->visited_last <= r->visited && r->expanded_last <= r->expanded &&
		   r->visited_last > r->expanded_last && r->reopened < r->expanded &&
		   r->open_peak >= 1 && r->open_peak <= cells && r->length >= 2 &&
		   r->length <= r->expanded + 1;
}

static bool
is_path(const query *q, const fr_result *r)
{
	static uint8_t moves[MAX_CELLS];
	oracle_cost cost;

	if (r->length < 1 || r->length > MAX_CELLS)
		return false;
	list_moves(&r->route, moves);
	return world_path(q->w, q->start, q->goal, moves, r->length, &cost) &&
		   world_units(q->w, cost) == r->cost;
}

/* ---- what a form promises ------------------------------------------------ */

static uint64_t
least_f(const query *q, uint32_t cell)
{
	static const fr_method plain;
	fr_heuristic heuristic = make_heuristic(q->w->grid, NULL, &plain, q->start, q->goal);
	fr_cell at = fr_grid_cell(q->w->grid, cell);

	if (q->costs[cell].a < 0)
		return UINT64_MAX;
	return world_units(q->w, q->costs[cell]) +
		   fr_h_distance(&heuristic, heuristic.shape, at.x, at.y);
}

/*
 * A best-first search expands the nodes of each f below the cost, each at its
 * least f, and so does one by limits: the layers are the same.
 */
static bool
has_layers(const query *q, const record *r, const fr_result *result)
{
	for (uint32_t i = 0; i < q->w->grid->cells; i++)
	{
		uint64_t f = least_f(q, i);

		if (f < result->cost ? r->least[i] != f
							 : r->least[i] != UINT64_MAX && r->least[i] != result->cost)
			return false;
	}
	return result->reopened == 0;
}

static bool
same_layers(const query *q, const record *a, const record *b, uint64_t below)
{
	for (uint32_t i = 0; i < q->w->grid->cells; i++)
		if ((a->least[i] < below || b->least[i] < below) && a->least[i] != b->least[i])
			return false;
	return true;
}

/* Has every cell that may be expanded one best way to it, and the goal too? */
static bool
has_unique_paths(const query *q, uint64_t cost)
{
	const fr_grid *grid = q->w->grid;
	static uint8_t ways[MAX_CELLS];

	memset(ways, 0, sizeof ways);
	for (uint32_t i = 0; i < grid->cells; i++)
		for (unsigned moves = q->costs[i].a < 0 ? 0 : grid->moves[i]; moves;
			 moves &= moves - 1)
		{
			int d = __builtin_ctz(moves);
			uint32_t to = i + (uint32_t) grid->offset[d];

			if (world_units(q->w, q->costs[i]) + fr_step_cost(grid, i, d) ==
					world_units(q->w, q->costs[to]) &&
				least_f(q, to) <= cost && ways[to]++)
				return false;
		}
	return true;
}

/*
 * IDA* comes to a cell by the leftmost of its best paths, a list keeps the one
 * that was found first: the orders are the same where there is but one.  As far
 * as IDA* comes: it forgets, and may take forever.
 */
static void
check_idastar(query *q, const record *r, const fr_result *result)
{
	static record other;
	fr_result theirs;

	if (!has_unique_paths(q, result->cost))
		return;
	ask(q, &idastar, &other, &theirs);
	expect(LIKE_IDASTAR,
		   (theirs.complete ? other.new_count == r->new_count
							: other.new_count <= r->new_count) &&
			   memcmp(other.new, r->new, other.new_count * sizeof *r->new) == 0,
		   q->w, q->name);
}

static void
check_astar(query *q, const record *r, const fr_result *result)
{
	static record other;
	fr_result theirs;

	ask(q, &astar, &other, &theirs);
	expect(LIKE_ASTAR, same_layers(q, r, &other, result->cost), q->w, q->name);
}

static void
check_promises(query *q, const form *m, const record *r, const fr_result *result)
{
	uint64_t span = 2 * q->w->costs.step_max;
	bool by_f = (m->promises & BY_F) ||
				((m->promises & SORTS) && span < m->method.option[FR_BUCKETS].digits);

	if (m->promises & ONCE)
	{
		expect(LAYERS, has_layers(q, r, result), q->w, q->name);
		check_astar(q, r, result);
	}
	if (m == &forms[0])
		check_idastar(q, r, result);
	if (by_f)
		expect(ORDER, r->in_order, q->w, q->name);
}

static void
check_traced(query *q, const form *m, const fr_result *result)
{
	static record r;
	fr_result traced;

	ask(q, &m->method, &r, &traced);
	expect(TRACED,
		   same_counters(&traced, result) && r.sound && r.visited == result->visited &&
			   r.expanded == result->expanded && r.last_iteration == result->iterations &&
			   r.visited_last == result->visited_last,
		   q->w, q->name);
	check_promises(q, m, &r, result);
}

/*
 * With fewer expansions no path is found; but where limits are beyond the least
 * f, perhaps a dear one.  With as many as are needed nothing changes.
 */
static void
check_limited(query *q, const form *m, const fr_result *whole, chance *c)
{
	fr_method method = m->method;
	bool stepped = method.option[FR_STEP].digits > 0 ||
				   fr_method_value(&method, FR_LIST) == FR_LIST_ARRAY;
	uint64_t limit =
		whole->expanded > 1 ? 1 + chance_below(c, (uint32_t) whole->expanded - 1) : 0;
	static record traced;
	fr_result r;
	fr_status status;

	method.option[FR_MAX_EXPANDED].digits = limit;
	status = ask(q, &method, &traced, &r);
	expect(LIMITED, limit == 0 || traced.expanded == (int64_t) limit, q->w, q->name);
	expect(LIMITED,
		   limit == 0 || (status == FR_OK && !r.complete && !r.optimal &&
						  r.expanded == (int64_t) limit && (stepped || !r.found) &&
						  (!r.found || (r.cost >= whole->cost && is_path(q, &r)))),
		   q->w, q->name);
	method.option[FR_MAX_EXPANDED].digits = (uint64_t) whole->expanded;
	ask(q, &method, NULL, &r);
	expect(LIMITED, r.complete && r.optimal && same_counters(&r, whole), q->w, q->name);
}

static void
run_query(query *q, const form *m, chance *c)
{
	const world *w = q->w;
	uint64_t units = world_units(w, q->costs[q->goal]);
	fr_result r;
	fr_status status;

	sprintf(q->name, "%s from %u to %u", m->text, q->start, q->goal);
	status = ask(q, &m->method, NULL, &r);
	if (!expect(COST, status == FR_OK && r.found && r.cost == units, w, q->name))
		return;
	expect(PATH, is_path(q, &r), w, q->name);
	expect(FLAGS, r.complete && r.optimal, w, q->name);
	expect(COUNTERS, sane(&r, w->grid->cells), w, q->name);
	check_traced(q, m, &r);
	check_limited(q, m, &r, c);
}

/* ---- random worlds -------------------------------------------------------- */

static fr_workspace *
largest_workspace(void)
{
	const fr_method *largest = &idastar;

	for (size_t i = 0; i < FORMS; i++)
		if (fr_workspace_size(1, &forms[i].method) > fr_workspace_size(1, largest))
			largest = &forms[i].method;
	return new_workspace(MAX_CELLS, largest);
}

static void
run_case(uint64_t seed, fr_workspace *workspace)
{
	static oracle_cost costs[MAX_CELLS];
	chance c = {~seed};
	world w;
	query q = {.w = &w, .workspace = workspace, .costs = costs};

	world_make(&w, seed, MAX_SIDE);
	for (int i = 0; w.grid && i < 2; i++)
	{
		q.start = chance_below(&c, w.grid->cells);
		q.goal = chance_below(&c, w.grid->cells);
		if (q.start == q.goal || !world_reaches(&w, q.start, q.goal))
			continue;
		oracle_dijkstra(&w.oracle, world_point(&w, q.start), costs);
		for (size_t m = 0; m < FORMS; m++)
			run_query(&q, &forms[m], &c);
	}
	world_free(&w);
}

/* ---- a heuristic that is not consistent ---------------------------------------------- */

#define MOST_TEETH 10

/*
 * A map on which A* expands its last cells 2^teeth times (after Martelli 1977): the search
 * goes down column 0, where uneven=N leaves nothing of the bound. Row 4i can be left to the
 * right, around a cell that costs 2^j more than the way around it. The way goes to column
 * j + 1, where the bound is the higher, the more there is to save. So small savings come
 * first, and each greater one brings all the smaller ones again. C takes the least g, and
 * each of its limits brings a cell once.
 */
static fr_grid *
make_comb(int teeth, uint32_t *cells)
{
	static uint8_t codes[(4 * MOST_TEETH + 3) * (MOST_TEETH + 1)];
	char model[FR_METHOD_TEXT_MAX];
	int width = teeth + 1;
	int height = 4 * teeth + 3;
	char *to = model + sprintf(model, "tile(z=%d", teeth << (teeth + 4));

	memset(codes, '@', sizeof codes);
	for (int y = 0; y < height; y++)
		codes[y * width] = '.';
	codes[(height - 2) * width] = 'z';
	for (int i = 0; i < teeth; i++)
	{
		int saved = teeth - 1 - i;
		uint8_t *row = codes + 4 * i * width;

		memset(row, '.', (size_t) saved + 2);
		memset(row + 2 * width, '.', (size_t) saved + 2);
		row[width] = (uint8_t) ('A' + saved);
		row[width + saved + 1] = '.';
		to += sprintf(to, ", %c=%d", 'A' + saved, 2 * saved + 3 + (1 << saved));
	}
	strcpy(to, ")");
	*cells = 0;
	for (int n = 0; n < width * height; n++)
		*cells += codes[n] != '@';
	return make_grid(model, codes, (uint32_t) width, (uint32_t) height);
}

static fr_result
search_comb(const fr_grid *grid, int teeth, const char *options)
{
	char text[FR_METHOD_TEXT_MAX];
	fr_poll poll = no_poll();
	fr_workspace *workspace;
	fr_landmarks *landmarks;
	fr_method method;
	fr_result result;

	sprintf(text, "fringe(heuristic=alt, landmarks=1, from=start, uneven=%d%s)",
			teeth + 1, options);
	method = method_of(text);
	workspace = new_workspace(grid->cells, &method);
	landmarks = build_landmarks(grid, &method, workspace, &poll);
	search_with(
		(fr_query){.grid = grid,
				   .landmarks = landmarks,
				   .method = &method,
				   .start = fr_grid_index(grid, (fr_cell){0, 0}),
				   .goal = fr_grid_index(grid, (fr_cell){0, (int) grid->height - 1})},
		workspace, &poll, &result);
	free(landmarks);
	free(workspace);
	return result;
}

/* The claim of 2005, section 4: A* exponential, C quadratic at most. */
static void
test_algorithm_c(void)
{
	for (int teeth = 6; teeth <= MOST_TEETH; teeth++)
	{
		uint32_t cells;
		fr_grid *grid = make_comb(teeth, &cells);
		fr_result a = search_comb(grid, teeth, ", pick=min_f");
		fr_result c = search_comb(grid, teeth, ", pick=min_g");
		fr_result newest = search_comb(grid, teeth, "");

		ok(a.expanded > 8 << teeth && newest.expanded > 8 << teeth,
		   "uneven=N, %d teeth: A* expands %lld nodes, more than 2^%d", teeth,
		   (long long) a.expanded, teeth + 3);
		ok(c.expanded < cells * (teeth + 1) && a.cost == c.cost && a.cost == newest.cost,
		   "algorithm C expands %lld: fewer than %u cells times %d columns",
		   (long long) c.expanded, cells, teeth + 1);
		free_grid(grid);
	}
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : CASES;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	fr_workspace *workspace;

	world_layered = world_blocked = world_sided = 25;
	for (size_t m = 0; m < FORMS; m++)
		forms[m].method = method_of(forms[m].text);
	astar = method_of("astar(open=tree)");
	idastar = method_of("idastar(memory=none, deadends=off, max_expanded=20000)");
	workspace = largest_workspace();
	for (long i = 0; i < cases; i++)
		run_case(seed + (uint64_t) i, workspace);
	report_checks(CHECKS, cases >= CASES);
	test_algorithm_c();
	free(workspace);
	return tap_done();
}
