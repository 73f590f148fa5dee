/*
 * search.c - fuzzes searches and sweeps, and compares them with the oracle
 *
 * An input is a map, a model, a start, and a few questions that are asked one
 * after the other.  The workspace is the same for all questions of all inputs,
 * and a question may be left half-way before it is asked.
 *
 *     1 byte          number of questions
 *     20 bytes each   the questions
 *     the rest        sides, codes, model, start and, to the end, the cells
 */
#include <limits.h>

#include "core/grid/moves.h"
#include "grammar.h"

#define MAX_QUESTIONS 8
#define QUESTION_BYTES 20
#define MAX_GOALS 6

#define MANY_EXPANSIONS 128 /* limits are less, or none */

/* ---- what is asked, and what the oracle says to it ------------------------ */

/* What a search or sweep calls back for, and may be left by. */
typedef struct callbacks
{
	leaver leaver;
	fr_poll poll;
	malloc_arena memory; /* of the last route, and of its nodes=malloc */
	fr_arena arena;		 /* the same, from which a search may be left */
	int64_t visited;
	int64_t expanded;
	int iteration;
	bool sound; /* iterations come in order, and g is at most f */
} callbacks;

typedef struct question
{
	const world *w;
	fr_grid bare; /* the grid without its legal moves */
	uint32_t start;
	uint32_t goal;
	fr_method method; /* resolved */
	char text[FR_METHOD_TEXT_MAX];
	const fr_landmarks *landmarks;
	oracle_cost costs[MAX_CELLS]; /* from the start, by the oracle */
	uint64_t truth[MAX_CELLS];	  /* the same in units; FR_UNREACHED: no path */
	callbacks calls;
	/* of sweeps alone */
	uint32_t goals[MAX_GOALS];
	size_t count;
	size_t k;
	uint64_t bound;
} question;

static fr_workspace *workspace; /* of all inputs */

/* Prints all that there is to know before the process ends. */
static void
holds(const question *q, bool condition, const char *what)
{
	if (condition)
		return;
	printf("# %s from %u to %u, least %llu, limit %llu\n", q->text, q->start, q->goal,
		   (unsigned long long) q->truth[q->goal],
		   (unsigned long long) q->w->costs.limit);
	world_print(q->w);
	must(false, what);
}

static void
find_truth(question *q)
{
	const world *w = q->w;

	oracle_dijkstra(&w->oracle, world_point(w, q->start), q->costs);
	for (uint32_t i = 0; i < w->grid->cells; i++)
		q->truth[i] = q->costs[i].a < 0 ? FR_UNREACHED : world_units(w, q->costs[i]);
}

static bool
is_in_range(const question *q, uint64_t cost)
{
	return cost == FR_UNREACHED || cost <= q->w->costs.limit;
}

/* ---- the grid ---------------------------------------------------------- */

static void
check_moves_from(const question *q, uint32_t i)
{
	const fr_grid *grid = q->w->grid;
	oracle_cost cost;

	holds(q, world_reaches(q->w, q->start, i) == (q->truth[i] != FR_UNREACHED),
		  "cells are connected where the oracle finds a path");
	holds(q, fr_legal_moves(grid, fr_grid_cell(grid, i)) == grid->moves[i],
		  "moves read off the blocked cells are those in the array");
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		bool legal =
			oracle_step(&q->w->oracle, world_point(q->w, i), fr_dx[d], fr_dy[d], &cost);

		holds(q, legal == (grid->moves[i] >> d & 1), "moves are the oracle's");
		holds(q, !legal || fr_step_cost(grid, i, d) == world_units(q->w, cost),
			  "steps cost what the oracle says");
	}
}

/*
 * A cost is worth the oracle's value to the bit, where doubles hold the unit; and a
 * bound of that value is no less than the cost, and close.
 */
static void
check_value(const question *q, uint32_t cell)
{
	const fr_costs *costs = &q->w->costs;
	const oracle *o = &q->w->oracle;
	uint64_t cost = q->truth[cell];
	double value = fr_cost_value(costs, cost);
	uint64_t bound = fr_cost_bound(costs, value);

	if (o->number < INT64_C(1) << 53 && o->denominator < INT64_C(1) << 53)
		holds(q, value == oracle_value(o, q->costs[cell]),
			  "a cost has the oracle's value");
	holds(q, bound >= cost && bound - cost <= (cost >> 47) + 2,
		  "a bound is close to the cost that it allows");
}

/* ---- one search -------------------------------------------------------- */

static void
take_method(bytes *from, fr_search_kind search, uint32_t limit, question *q)
{
	fr_error error;
	fr_method method;

	write_method(from, search, limit, q->text);
	must(fr_method_parse(q->text, strlen(q->text), &method, &error) == FR_OK, q->text);
	q->method = fr_method_resolve(&method, q->w->grid);
}

typedef struct answer
{
	fr_status status;
	fr_result result;
	uint8_t moves[MAX_CELLS];
} answer;

static void
note_traced(void *context, int iteration, uint32_t cell, uint64_t g, uint64_t f,
			bool expanded)
{
	callbacks *c = context;

	(void) cell;
	leave(&c->leaver);
	c->sound &= g <= f && iteration >= c->iteration;
	c->iteration = iteration;
	c->visited++;
	c->expanded += expanded;
}

static void *
allocate(void *context, size_t size)
{
	callbacks *c = context;

	leave(&c->leaver);
	return malloc_arena_take(&c->memory, size);
}

/* How a question is asked: the answer is the same, but for what is not wanted. */
typedef struct mode
{
	bool traced;
	bool uncounted;
	bool routeless;
} mode;

static fr_status
ask_search(question *q, mode how, fr_workspace *ws, fr_result *result)
{
	callbacks *c = &q->calls;
	fr_trace trace = {note_traced, c};
	fr_query query = {.grid = fr_method_needs_moves(&q->method) ? q->w->grid : &q->bare,
					  .landmarks = q->landmarks,
					  .method = &q->method,
					  .start = q->start,
					  .goal = q->goal,
					  .uncounted = how.uncounted,
					  .wants_route = !how.routeless,
					  .trace = how.traced ? &trace : NULL,
					  .arena = &c->arena};

	malloc_arena_clear(&c->memory);
	c->visited = c->expanded = c->iteration = 0;
	c->sound = true;
	return fr_search(&query, ws, &c->poll, result);
}

static void
read_moves(const question *q, const fr_route *route, uint8_t *moves)
{
	holds(q, route->moves < q->w->grid->cells, "a path has no more cells than the map");
	list_moves(route, moves);
}

static void
find_answer(question *q, mode how, fr_workspace *ws, answer *a)
{
	compared++;
	a->status = ask_search(q, how, ws, &a->result);
	if (a->status == FR_OK && a->result.found && !how.routeless)
		read_moves(q, &a->result.route, a->moves);
}

static void
run_and_leave(question *q, mode how)
{
	fr_result ignored;

	if (!setjmp(q->calls.leaver.out))
		ask_search(q, how, workspace, &ignored);
}

/* The square of a small number is near or far. */
static void
leave_half_way(question *q, uint32_t choice)
{
	mode how = {.traced = choice & 1, .uncounted = choice >> 1 & 1};
	int calls = (int) (choice >> 2);

	q->calls.leaver.polls_left = calls * calls;
	run_and_leave(q, how);
	q->calls.leaver.polls_left = INT_MAX;
}

/* ---- answers ----------------------------------------------------------- */

/* As a packed path a route is accepted, and costs so much. */
static void
check_packed(const question *q, const fr_route *route, uint64_t cost)
{
	const fr_poll *poll = &q->calls.poll;
	size_t size = fr_path_packed_size(route, poll);
	uint8_t *packed = new_block(size);
	fr_error error;
	uint64_t price;

	fr_path_pack(route, packed, poll);
	holds(q, fr_path_check(packed, size, poll, &error) == FR_OK, "a path can be packed");
	holds(q, fr_path_price(q->w->grid, packed, size, &price, poll) && price == cost,
		  "a path is priced at what its search says");
	free(packed);
}

/* A route is legal, leads to the goal, and costs so much. */
static void
check_route_to(const question *q, uint32_t goal, const fr_route *route, uint64_t cost)
{
	static uint8_t moves[MAX_CELLS];
	oracle_cost truth;

	read_moves(q, route, moves);
	holds(q, world_path(q->w, q->start, goal, moves, route->moves + 1, &truth),
		  "a path is legal, and leads to the goal");
	holds(q, world_units(q->w, truth) == cost, "a path costs what its search says");
	check_packed(q, route, cost);
}

static bool
is_cut_for_good(const question *q)
{
	return q->method.search == FR_IDASTAR &&
		   fr_method_word(&q->method, FR_MEMORY) == FR_FULL &&
		   fr_method_word(&q->method, FR_DEADENDS) == FR_ON;
}

/* By how much more than the least cost a search may end. */
static uint64_t
delta_of(const question *q)
{
	return fr_cost_units(&q->w->costs, q->method.option[FR_DELTA]);
}

static void
check_cost_found(const question *q, const answer *a)
{
	const fr_result *r = &a->result;
	uint64_t least = q->truth[q->goal];
	uint64_t delta = delta_of(q);

	check_route_to(q, q->goal, &r->route, r->cost);
	holds(q, r->length == r->route.moves + 1, "length is the path's");
	holds(q, r->cost >= least, "no cost is less than the oracle's");
	holds(q, r->cost <= q->w->costs.limit, "no cost is beyond the limit");
	holds(q, !r->optimal || r->cost == least, "what is optimal costs the least");
	holds(q, !r->optimal || r->complete, "what is optimal is complete");
	holds(q, r->optimal || !r->complete || delta > 0,
		  "what is complete, without a delta, is optimal");
	holds(q, !r->complete || is_cut_for_good(q) || r->cost - least <= delta,
		  "a path costs at most delta more than the least");
}

/* Why a search may end without a path where there is one. */
static void
check_why_not_found(const question *q, const answer *a)
{
	const fr_result *r = &a->result;
	bool lost = is_cut_for_good(q) && delta_of(q) > 0 &&
				fr_method_word(&q->method, FR_REPAIR) == FR_OFF;

	if (a->status == FR_COST_RANGE)
		holds(q, q->truth[q->goal] > q->w->costs.limit,
			  "only costs beyond the limit are said to be");
	else
		holds(q, !r->complete || (lost && !r->optimal),
			  "a complete search finds the path that there is");
	holds(q, r->cost == 0 && r->length == 0, "no path costs nothing");
}

static void
check_limits(const question *q, const fr_result *r)
{
	int64_t limit = (int64_t) q->method.option[FR_MAX_EXPANDED].digits;

	holds(q, limit == 0 || r->expanded <= limit, "no more is expanded than allowed");
	holds(q, r->complete || (limit > 0 && r->expanded == limit),
		  "a search gives up at its limit alone");
	holds(q, r->memory <= fr_workspace_size(q->w->grid->cells, &q->method),
		  "no more memory is used than a workspace has");
}

static void
check_answer(const question *q, const answer *a)
{
	const fr_result *r = &a->result;

	holds(q, a->status == FR_OK || (a->status == FR_COST_RANGE && !r->found),
		  "a search has an answer, or its cost is out of range");
	check_limits(q, r);
	if (q->truth[q->goal] == FR_UNREACHED)
		holds(q, a->status == FR_OK && !r->found && r->complete && r->optimal,
			  "no path is found where there is none");
	else if (r->found)
		check_cost_found(q, a);
	else
		check_why_not_found(q, a);
}

static bool
same_answer(const answer *a, const answer *b)
{
	return a->status == b->status && a->result.found == b->result.found &&
		   a->result.complete == b->result.complete &&
		   a->result.optimal == b->result.optimal && a->result.cost == b->result.cost &&
		   a->result.memory == b->result.memory && a->result.length == b->result.length &&
		   (a->result.length == 0 ||
			memcmp(a->moves, b->moves, (size_t) a->result.length - 1) == 0);
}

/* The same question in other modes, and in a workspace of no byte too many. */
static void
check_modes(question *q, const answer *a)
{
	static answer other;
	fr_result uncounted = {
		.found = a->result.found, .cost = a->result.cost, .length = a->result.length};
	answer routeless = *a;
	const callbacks *c = &q->calls;
	uint32_t cells = q->w->grid->cells;
	fr_workspace *alone = new_workspace(cells, &q->method);

	holds(q, fr_workspace_fits(alone, cells, &q->method),
		  "a search fits a workspace of the size that it asked for");
	find_answer(q, (mode){.uncounted = true}, workspace, &other);
	uncounted.expanded = other.result.expanded; /* kept, whatever it is */
	holds(q, same_answer(a, &other) && same_counters(&uncounted, &other.result),
		  "without counters the answer is the same");
	routeless.result.length = 0;
	find_answer(q, (mode){.routeless = true}, workspace, &other);
	holds(q,
		  same_answer(&routeless, &other) &&
			  same_counters(&routeless.result, &other.result),
		  "without a route the answer is the same");
	find_answer(q, (mode){0}, alone, &other);
	holds(q, same_answer(a, &other) && same_counters(&a->result, &other.result),
		  "in a workspace of its own the answer is the same");
	find_answer(q, (mode){.traced = true}, workspace, &other);
	holds(q, same_answer(a, &other) && same_counters(&a->result, &other.result),
		  "with a trace the answer is the same");
	holds(q,
		  q->start == q->goal ||
			  (c->sound && c->visited == a->result.visited &&
			   c->expanded == a->result.expanded && c->iteration == a->result.iterations),
		  "a trace tells what the counters say");
	free(alone);
}

static void
check_search(question *q, uint32_t leaving)
{
	static answer a;
	fr_landmarks *landmarks = NULL;

	if (fr_method_needs_landmarks(&q->method))
		landmarks = build_landmarks(q->w->grid, &q->method, workspace, &q->calls.poll);
	q->landmarks = landmarks;
	if (leaving > 0)
		leave_half_way(q, leaving);
	find_answer(q, (mode){0}, workspace, &a);
	check_answer(q, &a);
	check_modes(q, &a);
	free(landmarks);
}

/* ---- sweeps ------------------------------------------------------------ */

static void
check_goals(const question *q, fr_status status, const uint64_t *costs, uint64_t most)
{
	if (!is_in_range(q, most))
	{
		holds(q, status == FR_COST_RANGE, "costs out of range are said to be");
		return;
	}
	holds(q, status == FR_OK, "costs in range are told");
	for (size_t i = 0; i < q->count; i++)
	{
		uint64_t truth = q->truth[q->goals[i]];

		holds(q, costs[i] == (truth <= most ? truth : FR_UNREACHED),
			  "goals cost what the oracle says");
	}
}

/* How many different goals there are to which it costs less than so much. */
static size_t
count_nearer(const question *q, uint64_t cost)
{
	bool counted[MAX_CELLS] = {false};
	size_t nearer = 0;

	for (size_t i = 0; i < q->count; i++)
	{
		nearer += !counted[q->goals[i]] && q->truth[q->goals[i]] < cost;
		counted[q->goals[i]] = true;
	}
	return nearer;
}

/* What it costs to the goal that is k-th, from 1, or to the last in reach. */
static uint64_t
cost_of_kth(const question *q, size_t k)
{
	uint64_t most = 0;

	for (size_t i = 0; i < q->count; i++)
	{
		uint64_t cost = q->truth[q->goals[i]];

		if (cost != FR_UNREACHED && cost > most && count_nearer(q, cost) < k)
			most = cost;
	}
	return most;
}

static void
check_way(question *q, const fr_query *query, uint32_t goal, uint64_t cost)
{
	fr_route route = fr_distance_route(query, goal, workspace, &q->calls.poll);

	check_route_to(q, goal, &route, cost);
	malloc_arena_clear(&q->calls.memory);
}

static void
check_nearest_goals(question *q, const fr_query *query)
{
	uint64_t most = cost_of_kth(q, q->k);
	uint64_t costs[MAX_GOALS];
	fr_status status = fr_nearest(query, (fr_cells){q->goals, q->count}, q->k, workspace,
								  &q->calls.poll, costs);

	check_goals(q, status, costs, most);
	for (size_t i = 0; status == FR_OK && i < q->count; i++)
		if (costs[i] != FR_UNREACHED)
			check_way(q, query, q->goals[i], costs[i]);
}

static void
check_cells_within(question *q, const fr_query *query)
{
	const world *w = q->w;
	fr_status status = fr_reach(query, q->bound, workspace, &q->calls.poll);
	bool ranges = true;

	for (uint32_t i = 0; i < w->grid->cells; i++)
		ranges &= is_in_range(q, q->truth[i]);
	if (q->bound == w->costs.limit && !ranges)
	{
		holds(q, status == FR_COST_RANGE, "cells out of range are said to be");
		return;
	}
	holds(q, status == FR_OK, "cells within a bound are told");
	for (uint32_t i = 0; i < w->grid->cells; i++)
		holds(q,
			  fr_distance(workspace, i) ==
				  (q->truth[i] <= q->bound ? q->truth[i] : FR_UNREACHED),
			  "cells within a bound cost what the oracle says, and no others are");
}

static void
sweep_and_leave_at(question *q, const fr_query *query, uint32_t polls)
{
	uint64_t ignored[MAX_GOALS];

	q->calls.leaver.polls_left = (int) polls;
	if (!setjmp(q->calls.leaver.out))
	{
		fr_reach(query, q->bound, workspace, &q->calls.poll);
		fr_costs_to(query, (fr_cells){q->goals, q->count}, workspace, &q->calls.poll,
					ignored);
	}
	q->calls.leaver.polls_left = INT_MAX;
}

static void
check_sweeps(question *q, uint32_t leaving)
{
	fr_query query = {.grid = q->w->grid,
					  .method = &q->method,
					  .start = q->start,
					  .arena = &q->calls.arena};
	uint64_t costs[MAX_GOALS];
	fr_status status;

	if (leaving > 0)
		sweep_and_leave_at(q, &query, leaving % 8);
	compared += 3;
	status = fr_costs_to(&query, (fr_cells){q->goals, q->count}, workspace,
						 &q->calls.poll, costs);
	check_goals(q, status, costs, cost_of_kth(q, MAX_GOALS));
	check_nearest_goals(q, &query);
	check_cells_within(q, &query);
}

/* ---- questions --------------------------------------------------------- */

/* Searches that come to nothing: a workspace has keys for some, then it is cleared. */
static void
age_workspace(question *q, uint32_t searches)
{
	fr_query query = {.grid = q->w->grid, .method = &q->method, .start = q->start};

	while (searches-- > 0)
		fr_reach(&query, 0, workspace, &q->calls.poll);
}

/* A bound is the limit on costs, or a little more than what it costs to a cell. */
static void
take_goals(bytes *from, question *q)
{
	uint32_t cells = q->w->grid->cells;
	uint64_t limit = q->w->costs.limit;
	uint32_t slack;

	q->count = take_byte(from) % (MAX_GOALS + 1);
	q->k = 1 + take_byte(from) % MAX_GOALS;
	for (size_t i = 0; i < q->count; i++)
		q->goals[i] = take_bytes(from, 2) % cells;
	slack = take_byte(from);
	q->bound = q->truth[q->goal] + slack / 2;
	if (slack % 2 == 1 || q->bound > limit)
		q->bound = limit;
}

/* From FR_AUTO to FR_JUMP a kind of question is a search. */
#define SWEEPS (FR_JUMP + 1)
#define AGE (FR_JUMP + 2)

/* A question: its kind, when to leave it, a limit, a goal, and what is of its kind. */
static void
run_question(bytes from, question *q)
{
	uint32_t kind = take_byte(&from) % (AGE + 1);
	uint32_t leaving = take_byte(&from);
	uint32_t limit = take_byte(&from);
	fr_search_kind search = kind <= FR_JUMP ? (fr_search_kind) kind : FR_AUTO;

	q->goal = take_bytes(&from, 2) % q->w->grid->cells;
	q->calls.leaver.polls_left = INT_MAX;
	take_method(&from, search, limit < MANY_EXPANSIONS ? limit : 0, q);
	if (kind == AGE)
		age_workspace(q, limit);
	else if (kind == SWEEPS)
	{
		take_goals(&from, q);
		check_sweeps(q, leaving);
	}
	else
		check_search(q, leaving);
}

static void
run_questions(const world *w, uint32_t start, const bytes *questions, uint32_t count)
{
	static question q;

	q = (question){.w = w, .bare = *w->grid, .start = start, .goal = start};
	q.bare.moves = NULL;
	q.calls.poll = (fr_poll){leave, &q.calls.leaver};
	q.calls.memory = malloc_arena_make(&q.calls.memory);
	q.calls.arena = (fr_arena){.allocate = allocate, .context = &q.calls};
	find_truth(&q);
	for (uint32_t i = 0; i < w->grid->cells; i++)
	{
		check_moves_from(&q, i);
		if (q.truth[i] <= w->costs.limit)
			check_value(&q, i);
	}
	for (uint32_t i = 0; i < count; i++)
		run_question(questions[i], &q);
	malloc_arena_clear(&q.calls.memory);
}

/* So many bytes of an input, or what is left of it. */
static bytes
take_slice(bytes *from, size_t size)
{
	size_t left = (size_t) (from->end - from->next);
	bytes slice = {from->next, from->next + (size < left ? size : left)};

	from->next = slice.end;
	return slice;
}

static void
make_workspace(void)
{
	fr_method largest = method_of("idastar");

	workspace = new_workspace(MAX_CELLS, &largest);
	atexit(tell_compared);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bytes from = {data, data + size};
	uint32_t count = 1 + take_byte(&from) % MAX_QUESTIONS;
	bytes questions[MAX_QUESTIONS];
	uint32_t start;
	world w;

	if (!workspace)
		make_workspace();
	for (uint32_t i = 0; i < count; i++)
		questions[i] = take_slice(&from, QUESTION_BYTES);
	take_world(&from, &w, &start);
	must(w.status == FR_OK || w.status == FR_COST_SPREAD, "a model's text is read");
	if (w.status == FR_OK)
		run_questions(&w, start, questions, count);
	world_free(&w);
	return 0;
}
