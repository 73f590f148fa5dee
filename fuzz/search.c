/*
 * search.c - fuzzes searches and sweeps, and compares them with the oracle
 *
 * An input is a map, a model, a start, and a few questions that are asked one
 * after the other.  The workspace is the same for all questions of all inputs,
 * and a question may be left half-way before it is asked.
 *
 *     1 byte          number of questions, and whether the world has all rules
 *     20 bytes each   the questions
 *     the rest        sides, codes, model, start and, to the end, the cells (grammar.h)
 *
 * The rest of an input with all rules (ruled.h):
 *
 *     6 bytes        a world's seed: sides, codes, layers, model and the cells at first
 *     2 bytes        a start
 *     1 byte         number of links, and the factor of their costs
 *     6 bytes each   links: two cells, cost and directions, code
 *     the rest       codes in place of those of the seed, cell by cell
 */
#include "sweeps.h"

#define MAX_QUESTIONS 8
#define QUESTION_BYTES 20

/* Two bits of the first byte: 0x20 without 0x10. No older input has these. */
#define RULED_BITS 0x30
#define ALL_RULES 0x20

#define MANY_EXPANSIONS 128 /* limits are less, or none */

/* ---- questions --------------------------------------------------------- */

/* Searches that come to nothing: a workspace has keys for some, then it is cleared. */
static void
age_workspace(question *q, uint32_t searches)
{
	fr_query query = {.grid = q->w->grid, .method = &q->method, .start = q->start};

	while (searches-- > 0 && !query.grid->costs.lengths)
		fr_reach(&query, 0, fr_sweep_workspace_on(query.grid, workspace), &q->calls.poll);
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

/* The cost by what a cold question reads of a map: without components. */
static void
check_first(question *q)
{
	fr_grid grid = *q->w->grid;
	malloc_arena arena = malloc_arena_make(&arena);
	fr_method jump = method_of("jump");
	fr_query query = {.grid = &grid,
					  .method = &jump,
					  .start = q->start,
					  .goal = q->goal,
					  .uncounted = true};
	uint64_t truth = q->truth[q->goal];
	fr_status status;
	fr_result r;

	if (grid.costs.jumps != FR_OCTILE_JUMPS || grid.links || fr_has_headings(&grid.costs))
		return;
	q->calls.leaver.polls_left = INT_MAX;
	grid.components = (fr_components){0};
	grid.jumps = NULL;
	grid.cold = fr_grid_cold(&grid, &arena.core, &q->calls.poll);
	status = fr_search(&query, workspace, &q->calls.poll, &r);
	holds(q, status == (is_in_range(q, truth) ? FR_OK : FR_COST_RANGE),
		  "a cold question refuses what costs too much, and nothing else");
	holds(q, r.found == (truth != FR_UNREACHED && is_in_range(q, truth)),
		  "a cold question finds a path if there is one");
	holds(q, !r.found || r.cost == truth, "its cost is the oracle's");
	malloc_arena_clear(&arena);
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
	{
		check_search(q, leaving);
		check_first(q);
	}
}

static void
run_questions(linked_world *l, bool ruled, uint32_t start, const bytes *questions,
			  uint32_t count)
{
	static question q;
	const world *w = &l->w;

	q.l = l;
	q.w = w;
	q.ruled = ruled;
	q.bare = *w->grid;
	q.bare.moves = NULL;
	q.start = q.goal = start;
	q.text[0] = 0;
	q.calls.leaver.polls_left = INT_MAX;
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

static void
make_workspace(void)
{
	fr_method largest = method_of("idastar");

	workspace = new_workspace(RULED_NODES, &largest);
	atexit(tell_compared);
}

static void
ask_of_grammar(linked_world *l, bytes *from, const bytes *questions, uint32_t count)
{
	uint32_t start;

	take_world(from, &l->w, &start);
	must(l->w.status == FR_OK || l->w.status == FR_COST_SPREAD, "a model's text is read");
	if (l->w.status == FR_OK)
		run_questions(l, false, start, questions, count);
	world_free(&l->w);
}

static void
ask_of_all_rules(linked_world *l, bytes *from, const bytes *questions, uint32_t count)
{
	uint32_t start;
	world plain;

	make_of_all_rules(&plain, take_seed(from), RULED_SIDE);
	start = take_bytes(from, 2) % (uint32_t) (plain.width * plain.height);
	if (take_links_and_cells(l, &plain, from))
	{
		run_questions(l, true, start, questions, count);
		free_grid(l->w.grid);
	}
	world_free(&plain);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static linked_world l;
	bytes from = {data, data + size};
	uint32_t number = take_byte(&from);
	uint32_t count = 1 + number % MAX_QUESTIONS;
	bytes questions[MAX_QUESTIONS];

	if (!workspace)
		make_workspace();
	for (uint32_t i = 0; i < count; i++)
		questions[i] = take_slice(&from, QUESTION_BYTES);
	l.scale = 1;
	l.count = l.way_count = 0;
	if ((number & RULED_BITS) == ALL_RULES)
		ask_of_all_rules(&l, &from, questions, count);
	else
		ask_of_grammar(&l, &from, questions, count);
	return 0;
}
