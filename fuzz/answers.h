/*
 * answers.h - what a search answers to a question, in each way that it can be asked
 */
#ifndef FRINGE_FUZZ_ANSWERS_H
#define FRINGE_FUZZ_ANSWERS_H

#include <limits.h>

#include "question.h"

/* ---- one search -------------------------------------------------------- */

static inline void
take_method(bytes *from, fr_search_kind search, uint32_t limit, question *q)
{
	fr_error error;
	fr_method method;

	write_method(from, search, limit, q->text);
	must(fr_method_parse(q->text, strlen(q->text), &method, &error) == FR_OK, q->text);
	q->fits = fr_method_fits(&method, q->w->grid) == FR_OK;
	holds(q, q->ruled || q->fits, "a method fits a world without other rules");
	q->method = fr_method_resolve(&method, q->w->grid);
}

typedef struct answer
{
	fr_status status;
	fr_result result;
	uint8_t *path; /* packed */
	size_t size;   /* 0: no route was asked for, or found */
} answer;

static inline void
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

static inline void *
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

static inline fr_status
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

static inline void
find_answer(question *q, mode how, fr_workspace *ws, answer *a)
{
	const fr_route *route = &a->result.route;

	compared++;
	free(a->path);
	a->path = NULL;
	a->size = 0;
	a->status = ask_search(q, how, ws, &a->result);
	if (a->status || !a->result.found || how.routeless)
		return;
	a->path = new_block(fr_path_packed_size(route, &q->calls.poll));
	a->size = fr_path_pack(route, a->path, &q->calls.poll);
}

static inline void
run_and_leave(question *q, mode how)
{
	fr_result ignored;

	if (!setjmp(q->calls.leaver.out))
		ask_search(q, how, workspace, &ignored);
}

/* The square of a small number is near or far. */
static inline void
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
static inline void
check_packed(const question *q, const fr_route *route, uint64_t cost)
{
	const fr_poll *poll = &q->calls.poll;
	uint8_t *packed = new_block(fr_path_packed_size(route, poll));
	size_t size = fr_path_pack(route, packed, poll);
	fr_error error;
	uint64_t price;

	holds(q, fr_path_check(packed, size, poll, &error) == FR_OK, "a path can be packed");
	holds(q, fr_path_price(q->w->grid, packed, size, &price, poll) && price == cost,
		  "a path is priced at what its search says");
	free(packed);
}

/* A route is legal, leads to the goal, and costs so much. */
static inline void
check_route_to(const question *q, uint32_t goal, const fr_route *route, uint64_t cost)
{
	holds(q, q->w->costs.turn_max > 0 || route->moves < q->w->grid->cells,
		  "a path has no more cells than the map");
	holds(q, is_right_route(q->l, route, q->start, goal, cost),
		  "a path is legal, leads to the goal, and costs what its search says");
	check_packed(q, route, cost);
}

/* With deadends=off and safe alone delta bounds the excess: doc/methods.md. */
static inline bool
is_cut_for_good(const question *q)
{
	return q->method.search == FR_IDASTAR &&
		   fr_method_value(&q->method, FR_MEMORY) == FR_MEMORY_FULL &&
		   fr_method_value(&q->method, FR_DEADENDS) != FR_DEADENDS_OFF &&
		   fr_method_value(&q->method, FR_DEADENDS) != FR_DEADENDS_SAFE;
}

/* By how much more than the least cost a search may end. */
static inline uint64_t
delta_of(const question *q)
{
	return fr_cost_units(&q->w->costs, q->method.option[FR_DELTA]);
}

static inline void
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

/* May a search lose every path, unless it is repaired? Then finding none proves nothing. */
static inline bool
may_lose_paths(const question *q)
{
	return is_cut_for_good(q) && delta_of(q) > 0;
}

/* Why a search may end without a path where there is one. */
static inline void
check_why_not_found(const question *q, const answer *a)
{
	const fr_result *r = &a->result;
	bool lost =
		may_lose_paths(q) && fr_method_value(&q->method, FR_REPAIR) == FR_REPAIR_OFF;

	if (a->status == FR_COST_RANGE)
		holds(q, q->truth[q->goal] > q->w->costs.limit,
			  "only costs beyond the limit are said to be");
	else
		holds(q, !r->complete || (lost && !r->optimal),
			  "a complete search finds the path that there is");
	holds(q, r->cost == 0 && r->length == 0, "no path costs nothing");
}

static inline void
check_limits(const question *q, const fr_result *r)
{
	int64_t limit = (int64_t) q->method.option[FR_MAX_EXPANDED].digits;

	holds(q, limit == 0 || r->expanded <= limit, "no more is expanded than allowed");
	holds(q, r->complete || (limit > 0 && r->expanded == limit),
		  "a search gives up at its limit alone");
	holds(q,
		  r->memory <=
			  fr_search_size(fr_search_nodes(q->w->grid, &q->method), &q->method),
		  "no more memory is used than a search may take");
}

/*
 * A search by components shows at once that there is no path. With components=ignore it has
 * to look, and its limit may stop it before. Only goals in reach are searched for again
 * (repair=on).
 */
static inline bool
knows_of_no_path(const question *q, const fr_result *r)
{
	bool looks = fr_method_value(&q->method, FR_COMPONENTS) == FR_COMPONENTS_IGNORE;

	if (!r->complete)
		return looks && !r->optimal;
	return r->optimal || (looks && may_lose_paths(q));
}

static inline void
check_answer(const question *q, const answer *a)
{
	const fr_result *r = &a->result;

	holds(q, a->status == FR_OK || (a->status == FR_COST_RANGE && !r->found),
		  "a search has an answer, or its cost is out of range");
	check_limits(q, r);
	if (q->truth[q->goal] == FR_UNREACHED)
		holds(q, a->status == FR_OK && !r->found && knows_of_no_path(q, r),
			  "no path is found where there is none");
	else if (r->found)
		check_cost_found(q, a);
	else
		check_why_not_found(q, a);
}

static inline bool
same_answer(const answer *a, const answer *b)
{
	return a->status == b->status && a->result.found == b->result.found &&
		   a->result.complete == b->result.complete &&
		   a->result.optimal == b->result.optimal && a->result.cost == b->result.cost &&
		   a->result.memory == b->result.memory && a->result.length == b->result.length &&
		   a->size == b->size && (a->size == 0 || memcmp(a->path, b->path, a->size) == 0);
}

/* The same question in other modes, and in a workspace of no byte too many. */
static inline void
check_modes(question *q, const answer *a)
{
	static answer other;
	fr_result uncounted = {
		.found = a->result.found, .cost = a->result.cost, .length = a->result.length};
	answer routeless = *a;
	answer in_sight = *a; /* takes no memory if counters are not asked for */
	bool jumps;
	const callbacks *c = &q->calls;
	uint32_t nodes = fr_search_nodes(q->w->grid, &q->method);
	fr_workspace *alone = new_workspace(nodes, &q->method);

	holds(q, fr_workspace_fits(alone, nodes, &q->method),
		  "a search fits a workspace of the size that it asked for");
	find_answer(q, (mode){.uncounted = true}, workspace, &other);
	uncounted.expanded = other.result.expanded; /* kept, whatever it is */
	in_sight.result.memory = 0;
	jumps = q->method.search == FR_JUMP || q->method.search == FR_AUTO;
	holds(q,
		  (same_answer(a, &other) || (jumps && same_answer(&in_sight, &other)) ||
		   /* seen, where the search with counters came to max_expanded */
		   (jumps && !a->result.complete && other.result.memory == 0)) &&
			  (!a->result.complete || same_counters(&uncounted, &other.result)),
		  "without counters the answer is the same");
	routeless.result.length = 0;
	routeless.size = 0;
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
	/*
	 * The last iteration may visit nothing: the least f that waited belonged to a node that
	 * was then reached at a lower cost.
	 */
	holds(q,
		  q->start == q->goal ||
			  (c->sound && c->visited == a->result.visited &&
			   c->expanded == a->result.expanded &&
			   (c->iteration == a->result.iterations ||
				(c->iteration < a->result.iterations && a->result.visited_last == 0))),
		  "a trace tells what the counters say");
	free(alone);
}

static inline void
check_search(question *q, uint32_t leaving)
{
	static answer a;
	fr_landmarks *landmarks = NULL;

	if (!q->fits)
		return;
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

#endif /* FRINGE_FUZZ_ANSWERS_H */
