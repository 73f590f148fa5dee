/*
 * timed.c - safe interval path planning (Phillips and Likhachev 2011), with the fewest steps
 *
 * A gap of a cell is a longest interval in which it is free. The agent enters a gap as early as it can,
 * because it may wait there. So a state is a gap, however long it is.
 *
 * One label per state suffices for the earliest arrival, but not for the fewest steps: waiting for a door
 * takes fewer steps than a detour, and both may arrive at once after the next door. So a state has a
 * label for each number of steps below those of its earlier labels.
 *
 * Labels are expanded in the order of (tick + ticks left, steps + steps left), where what is left is a
 * lower bound. Both sums never fall along a route. So the first label at the goal is the best one.
 */
#include "core/agents/timed.h"

#include "core/base/base.h"
#include "core/base/heap.h"
#include "core/base/number.h"
#include "core/grid/edges.h"
#include "core/search/dijkstra.h"

/* ---- timetables ---------------------------------------------------------------- */

#define NO_LABEL UINT32_MAX
#define NO_STEPS UINT32_MAX

/* What a search knows of a gap. */
typedef struct state
{
	uint32_t steps; /* of the last label that was expanded; NO_STEPS: none */
	uint32_t label; /* the earliest one; NO_LABEL: none */
} state;

static const state unvisited = {NO_STEPS, NO_LABEL};

/* An interval in which a cell is taken, and the gap after it. */
typedef struct slot
{
	int32_t first;
	int32_t until;
	uint32_t to;
	state after;
} slot;

/* The slots of a cell are in ascending order and do not overlap. */
typedef struct place
{
	uint32_t slots; /* place of the first one in the table */
	uint32_t count;
	uint32_t room;
	state before; /* of the gap before the first slot */
} place;

typedef struct label
{
	int64_t tick; /* in which the agent is in the cell first */
	uint32_t cell;
	uint32_t gap;	 /* the slot before it, from 1; 0: none */
	uint32_t steps;	 /* from the start */
	uint32_t parent; /* NO_LABEL: this is the start */
	uint32_t ticks;	 /* of the step here */
} label;

/* The order of labels. */
typedef struct rank
{
	int64_t tick; /* of arrival at the goal, at the earliest */
	uint32_t steps;
} rank;

typedef struct entry
{
	rank rank;
	int64_t tick; /* of the label */
	uint32_t label;
} entry;

_Static_assert(sizeof(entry) <= FR_HEAP_ENTRY, "a heap has entries of this size");

struct fr_timetable
{
	const fr_arena *arena;
	uint32_t cells;
	place *places; /* by cell */
	slot *slots;
	size_t slot_count;
	size_t slot_room;

	/* of the last search */
	label *labels;
	size_t label_count;
	size_t label_room;
	entry *heap; /* labels of ranks above `best` */
	size_t heap_count;
	size_t heap_room;
	uint32_t *stack; /* labels of the rank `best` */
	size_t stack_count;
	size_t stack_room;
	rank best;
	fr_timed_stop *stops;
	size_t stop_room;
};

fr_timetable *
fr_timetable_make(uint32_t cells, const fr_arena *arena, const fr_poll *poll)
{
	fr_timetable *table = fr_arena_alloc(arena, sizeof *table);

	*table = (fr_timetable){.arena = arena, .cells = cells};
	table->places = fr_arena_alloc(arena, (size_t) cells * sizeof *table->places);
	for (uint32_t i = 0; i < cells; i++)
	{
		fr_poll_at(poll, i);
		table->places[i] = (place){.before = unvisited};
	}
	return table;
}

static inline state *
state_of(const fr_timetable *table, uint32_t cell, uint32_t gap)
{
	place *at = &table->places[cell];

	return gap == 0 ? &at->before : &table->slots[at->slots + gap - 1].after;
}

/* Ends the last search: its states are as before. */
static void
forget_search(fr_timetable *table)
{
	for (size_t i = 0; i < table->label_count; i++)
		*state_of(table, table->labels[i].cell, table->labels[i].gap) = unvisited;
	table->label_count = 0;
	table->heap_count = 0;
	table->stack_count = 0;
}

/* The number of slots of a cell that begin in this tick or before it. */
static uint32_t
slots_before(const fr_timetable *table, const place *at, int64_t tick)
{
	const slot *slots = table->slots + at->slots;
	uint32_t low = 0;
	uint32_t high = at->count;

	if (high > 0 && slots[high - 1].first <= tick)
		return high;
	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;

		if (slots[middle].first <= tick)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void
fr_timetable_reserve(fr_timetable *table, size_t count)
{
	if (table->slot_count + count > table->slot_room)
		table->slots =
			fr_grow(table->arena, table->slots, sizeof *table->slots, table->slot_count,
					table->slot_count + count, &table->slot_room);
}

/* Makes room for one more slot of a cell. */
static void
make_room(fr_timetable *table, place *at)
{
	size_t room = at->room == 0 ? 1 : 2 * (size_t) at->room;

	if (at->count < at->room)
		return;
	fr_timetable_reserve(table, room);
	if (at->count > 0)
		memcpy(table->slots + table->slot_count, table->slots + at->slots,
			   at->count * sizeof *table->slots);
	at->slots = (uint32_t) table->slot_count;
	at->room = (uint32_t) room;
	table->slot_count += room;
}

/*
 * Slots that overlap become one. So do slots that touch, if nobody knows where their occupants go: then the
 * cell is not left in between. Else the end of the first one matters to steps that cross its occupant's.
 */
static inline bool
is_one(const slot *a, const slot *b)
{
	return a->until > b->first ||
		   (a->until == b->first && a->to == FR_TO_UNKNOWN && b->to == FR_TO_UNKNOWN);
}

/* The slot of two that are one: it ends as the later of both. */
static inline slot
joined(const slot *a, const slot *b)
{
	slot both = a->until > b->until ? *a : *b;

	if (a->until == b->until && a->to != b->to)
		both.to = FR_TO_UNKNOWN;
	both.first = a->first < b->first ? a->first : b->first;
	return both;
}

void
fr_timetable_take(fr_timetable *table, uint32_t cell, int32_t first, int32_t until,
				  uint32_t to)
{
	place *at = &table->places[cell];
	slot taken = {first, until, to, unvisited};
	uint32_t begin = slots_before(table, at, first);
	uint32_t end = begin;
	slot *slots = table->slots + at->slots;

	forget_search(table);
	if (begin > 0 && is_one(&slots[begin - 1], &taken))
		begin--;
	while (end < at->count && is_one(&taken, &slots[end]))
		end++;
	if (begin < end)
	{
		for (uint32_t i = begin; i < end; i++)
			taken = joined(&slots[i], &taken);
		slots[begin] = taken;
		memmove(slots + begin + 1, slots + end, (at->count - end) * sizeof *slots);
		at->count -= end - begin - 1;
		return;
	}
	make_room(table, at);
	slots = table->slots + at->slots;
	memmove(slots + begin + 1, slots + begin, (at->count - begin) * sizeof *slots);
	slots[begin] = taken;
	at->count++;
}

/* ---- gaps ---------------------------------------------------------------------- */

/* The first tick of a gap, and the first one after it. An empty gap has from >= to. */
static inline int64_t
gap_from(const fr_timetable *table, const place *at, uint32_t gap)
{
	int32_t until;

	if (gap == 0)
		return INT64_MIN;
	until = table->slots[at->slots + gap - 1].until;
	return until == FR_FOR_EVER ? INT64_MAX : until;
}

static inline int64_t
gap_to(const fr_timetable *table, const place *at, uint32_t gap)
{
	return gap == at->count ? INT64_MAX : table->slots[at->slots + gap].first;
}

/* Does the occupant of a cell leave it for another one, known, in this tick? */
static bool
leaves_for(const fr_timetable *table, uint32_t cell, int64_t tick, uint32_t to)
{
	const place *at = &table->places[cell];
	uint32_t gap = slots_before(table, at, tick - 1);
	const slot *last;

	if (gap == 0)
		return false;
	last = &table->slots[at->slots + gap - 1];
	return last->until == tick && last->to == to;
}

/* ---- a search ------------------------------------------------------------------ */

typedef struct search
{
	const fr_timed_query *query;
	fr_timetable *table;
	const fr_poll *poll;
	uint64_t polls;
	bool by_distance; /* steps left are at least the columns and rows to the goal */
	bool crosses;	  /* diagonal steps may cross those of others */
	fr_cell goal;
} search;

static inline uint64_t
ticks_of_edge(const fr_timed_query *query, const fr_edges *e)
{
	const fr_ticks *ticks = &query->ticks;
	uint64_t cost;

	if (ticks->least == ticks->most)
		return ticks->most;
	cost = fr_edge_cost(e);
	if (ticks->denominator == 1)
		return cost * ticks->numerator;
	return (uint64_t) ((fr_wide) cost * ticks->numerator / ticks->denominator);
}

/* A lower bound of the steps from a cell to the goal. */
static inline uint64_t
steps_left(const search *s, uint32_t cell, uint64_t ticks)
{
	uint64_t most = s->query->ticks.most;
	uint64_t steps = most == 1 ? ticks : (ticks + most - 1) / most;

	if (s->by_distance)
	{
		fr_cell at = fr_grid_cell(s->query->grid, cell);
		uint64_t dx = (uint64_t) (at.x < s->goal.x ? s->goal.x - at.x : at.x - s->goal.x);
		uint64_t dy = (uint64_t) (at.y < s->goal.y ? s->goal.y - at.y : at.y - s->goal.y);
		uint64_t apart = !s->query->grid->octile ? dx + dy : dx > dy ? dx : dy;

		return steps > apart ? steps : apart;
	}
	return steps;
}

static inline bool
is_before(const void *a, const void *b)
{
	const entry *x = a;
	const entry *y = b;

	if (x->rank.tick != y->rank.tick)
		return x->rank.tick < y->rank.tick;
	if (x->rank.steps != y->rank.steps)
		return x->rank.steps < y->rank.steps;
	return x->tick > y->tick; /* the one nearer to the goal */
}

/* Opens a label. Labels of the best rank, which are most of them, bypass the heap. */
static void
open_label(search *s, const label *opened, uint64_t left)
{
	fr_timetable *table = s->table;
	rank at = {opened->tick + (int64_t) left,
			   (uint32_t) (opened->steps + steps_left(s, opened->cell, left))};
	uint32_t number = (uint32_t) table->label_count;

	if (table->label_count == table->label_room)
		table->labels =
			fr_grow(table->arena, table->labels, sizeof *table->labels,
					table->label_count, table->label_count + 1, &table->label_room);
	table->labels[table->label_count++] = *opened;
	if (at.tick == table->best.tick && at.steps == table->best.steps)
	{
		if (table->stack_count == table->stack_room)
			table->stack =
				fr_grow(table->arena, table->stack, sizeof *table->stack,
						table->stack_count, table->stack_count + 1, &table->stack_room);
		table->stack[table->stack_count++] = number;
		return;
	}
	if (table->heap_count == table->heap_room)
		table->heap =
			fr_grow(table->arena, table->heap, sizeof *table->heap, table->heap_count,
					table->heap_count + 1, &table->heap_room);
	fr_heap_push(table->heap, sizeof(entry), table->heap_count++,
				 &(entry){at, opened->tick, number}, is_before);
}

/* Takes the best open label; NO_LABEL: there is none. */
static uint32_t
next_label(fr_timetable *table)
{
	entry first;

	if (table->stack_count > 0)
		return table->stack[--table->stack_count];
	if (table->heap_count == 0)
		return NO_LABEL;
	fr_heap_pop(table->heap, sizeof(entry), --table->heap_count, &first, is_before);
	table->best = first.rank;
	return first.label;
}

/* Opens a label unless another one of its gap arrives no later in no more steps. */
static inline void
reach(search *s, const label *reached, uint64_t left)
{
	fr_timetable *table = s->table;
	state *known = state_of(table, reached->cell, reached->gap);

	if (reached->steps >= known->steps)
		return;
	if (known->label != NO_LABEL)
	{
		const label *open = &table->labels[known->label];

		if (open->tick <= reached->tick && open->steps <= reached->steps)
			return;
		if (open->tick >= reached->tick)
			known->label = (uint32_t) table->label_count;
	}
	else
		known->label = (uint32_t) table->label_count;
	open_label(s, reached, left);
}

/* Does a diagonal step from a cell, which ends in this tick, cross that of an occupant? */
static bool
crosses_other(const search *s, uint32_t from, int d, int64_t tick)
{
	const fr_grid *grid = s->query->grid;
	uint32_t a = fr_grid_step(grid, from, (d + FR_DIRECTIONS - 1) % FR_DIRECTIONS);
	uint32_t b = fr_grid_step(grid, from, (d + 1) % FR_DIRECTIONS);

	return leaves_for(s->table, a, tick, b) || leaves_for(s->table, b, tick, a);
}

/* Is it a swap to arrive in a gap in its first tick, which is the last one to leave the other cell? */
static inline bool
swaps(const fr_timetable *table, const place *at, uint32_t gap, uint32_t from,
	  bool other_is_taken)
{
	uint32_t to = table->slots[at->slots + gap - 1].to;

	return to == from || (to == FR_TO_UNKNOWN && other_is_taken);
}

/* Reaches all gaps at the end of an edge that can be entered from a gap which ends in the tick `to`. */
static void
follow_edge(search *s, const fr_edges *e, const label *from, uint32_t parent, int64_t to)
{
	const fr_timed_query *query = s->query;
	const fr_timetable *table = s->table;
	const place *at = &table->places[e->to];
	uint64_t left;
	uint64_t ticks;
	int64_t soonest;

	if (at->count == 0 && at->before.steps <= from->steps + 1)
		return;
	left = query->left(query->context, e->to);
	if (left == FR_UNREACHED)
		return;
	ticks = ticks_of_edge(query, e);
	soonest = from->tick + (int64_t) ticks;
	for (uint32_t gap = slots_before(table, at, soonest); gap <= at->count; gap++)
	{
		int64_t begin = gap_from(table, at, gap);
		int64_t end = gap_to(table, at, gap);
		int64_t tick = soonest > begin ? soonest : begin;

		fr_poll_at(s->poll, s->polls++);
		if (tick > to)
			return;
		if (begin >= end) /* no gap: the intervals touch, or the last one has no end */
			continue;
		if (tick == begin && swaps(table, at, gap, e->cell, tick == to))
			tick++;
		while (s->crosses && e->direction < FR_DIRECTIONS &&
			   fr_is_diagonal(e->direction) && tick < end && tick <= to &&
			   crosses_other(s, e->cell, e->direction, tick))
			tick++;
		if (tick >= end || tick > to)
			continue;
		reach(s, &(label){tick, e->to, gap, from->steps + 1, parent, (uint32_t) ticks},
			  left);
	}
}

static void
expand(search *s, uint32_t number)
{
	label from = s->table->labels[number]; /* which may move */
	const place *at = &s->table->places[from.cell];
	int64_t to = gap_to(s->table, at, from.gap);
	fr_edges e = fr_edges_from(s->query->grid, from.cell);

	while (fr_edges_next(&e, s->poll))
		follow_edge(s, &e, &from, number, to);
}

/* The stops up to a label. */
static void
tell_route(fr_timetable *table, uint32_t last, const fr_poll *poll, fr_timed_route *route)
{
	size_t count = (size_t) table->labels[last].steps + 1;
	int64_t until = table->labels[last].tick;

	if (count > table->stop_room)
		table->stops = fr_grow(table->arena, table->stops, sizeof *table->stops, 0, count,
							   &table->stop_room);
	for (size_t i = count; i-- > 0;)
	{
		const label *at = &table->labels[last];

		fr_poll_at(poll, i);
		table->stops[i] = (fr_timed_stop){at->cell, at->tick, until};
		until = at->tick - at->ticks;
		last = at->parent;
	}
	*route = (fr_timed_route){true, count, table->stops};
}

/* Is the goal free in any tick in which the agent can arrive? */
static bool
goal_is_free(const fr_timed_query *query, uint64_t left)
{
	const fr_timetable *table = query->table;
	const place *goal = &table->places[query->goal];
	uint32_t gap = query->stays
					   ? goal->count
					   : slots_before(table, goal, query->start_tick + (int64_t) left);

	return gap < goal->count || gap_from(table, goal, gap) < INT64_MAX;
}

void
fr_timed_search(const fr_timed_query *query, const fr_poll *poll, fr_timed_route *route)
{
	fr_timetable *table = query->table;
	const fr_grid *grid = query->grid;
	const place *start = &table->places[query->start];
	uint32_t gap = slots_before(table, start, query->start_tick);
	uint64_t left = query->left(query->context, query->start);
	search s = {.query = query, .table = table, .poll = poll};
	uint32_t number;

	*route = (fr_timed_route){0};
	forget_search(table);
	if (left == FR_UNREACHED || gap_from(table, start, gap) > query->start_tick ||
		!goal_is_free(query, left))
		return;
	s.by_distance = query->ticks.least != query->ticks.most && !grid->links &&
					!grid->costs.wraps && !grid->costs.hex;
	s.goal = fr_grid_cell(grid, query->goal);
	s.crosses = query->ticks.most == 1 && query->ticks.numerator == 0 && grid->octile &&
				!grid->costs.hex;
	table->best = (rank){INT64_MIN, 0};
	reach(&s, &(label){query->start_tick, query->start, gap, 0, NO_LABEL, 0}, left);
	while ((number = next_label(table)) != NO_LABEL)
	{
		const label *at = &table->labels[number];
		state *known = state_of(table, at->cell, at->gap);

		fr_poll_at(poll, s.polls++);
		if (at->steps >= known->steps)
			continue;
		known->steps = at->steps;
		if (at->cell == query->goal &&
			(!query->stays || at->gap == table->places[at->cell].count))
		{
			tell_route(table, number, poll, route);
			return;
		}
		expand(&s, number);
	}
}

bool
fr_timetable_take_route(fr_timetable *table, const fr_timed_route *route,
						const fr_poll *poll)
{
	if (route->stops[route->count - 1].from >= FR_FOR_EVER)
		return false;
	for (size_t i = 0; i + 1 < route->count; i++)
	{
		const fr_timed_stop *stop = &route->stops[i];

		fr_poll_at(poll, i);
		fr_timetable_take(table, stop->cell, (int32_t) stop->from, (int32_t) stop[1].from,
						  stop[1].cell);
	}
	fr_timetable_take(table, route->stops[route->count - 1].cell,
					  (int32_t) route->stops[route->count - 1].from, FR_FOR_EVER,
					  FR_TO_NOWHERE);
	return true;
}

/* ---- ticks of steps -------------------------------------------------------------- */

/* The ratio of ticks to units in lowest terms; false: it is none of whole numbers. */
static bool
ratio_of(const fr_costs *costs, fr_ticks *ticks)
{
	const double exact = 0x1p53;
	uint64_t common;

	if (costs->root2 || costs->lengths || costs->numerator > exact ||
		costs->denominator > exact)
		return false;
	common = fr_gcd((uint64_t) costs->numerator, (uint64_t) costs->denominator);
	ticks->numerator = (uint64_t) costs->numerator / common;
	ticks->denominator = (uint64_t) costs->denominator / common;
	return true;
}

/* The ticks of a cost; 0: it takes no whole number of ticks, or too many. */
static inline uint64_t
whole_ticks(const fr_ticks *ticks, uint64_t cost)
{
	fr_wide product = (fr_wide) cost * ticks->numerator;

	if (ticks->denominator != 1)
	{
		if (product % ticks->denominator != 0)
			return 0;
		product /= ticks->denominator;
	}
	return product <= (fr_wide) FR_MOST_TICKS ? (uint64_t) product : 0;
}

uint64_t
fr_ticks_of(const fr_costs *costs, uint64_t cost)
{
	fr_ticks ticks;
	double value;

	if (ratio_of(costs, &ticks))
		return whole_ticks(&ticks, cost);
	value = fr_cost_value(costs, cost);
	return value >= 1 && value <= FR_MOST_TICKS && value == (double) (uint64_t) value
			   ? (uint64_t) value
			   : 0;
}

/* Counts a step of this cost; false: it takes no whole number of ticks. */
static inline bool
count_step(fr_ticks *ticks, uint64_t cost)
{
	uint64_t taken = whole_ticks(ticks, cost);

	ticks->least = taken < ticks->least ? taken : ticks->least;
	ticks->most = taken > ticks->most ? taken : ticks->most;
	return taken > 0;
}

bool
fr_ticks_resolve(const fr_grid *grid, fr_ticks *ticks, fr_odd_step *odd,
				 const fr_poll *poll)
{
	const fr_costs *costs = &grid->costs;
	bool even = fr_steps_of(grid) == FR_STEPS_EVEN && !grid->links;

	*ticks = (fr_ticks){.least = FR_MOST_TICKS, .most = 1};
	*odd = (fr_odd_step){.cost = fr_cost_value(costs, costs->step[FR_NE])};
	if (!ratio_of(costs, ticks))
		return false;
	for (int d = 0; even && d < FR_DIRECTIONS; d++)
	{
		if (fr_is_diagonal(d) && !grid->octile)
			continue;
		odd->cost = fr_cost_value(costs, costs->step[d]);
		if (!count_step(ticks, costs->step[d]))
			return false;
	}
	for (uint32_t cell = 0; !even && cell < grid->cells; cell++)
	{
		fr_edges e = fr_edges_from(grid, cell);

		fr_poll_at(poll, cell);
		while (fr_edges_next(&e, poll))
			if (!count_step(ticks, fr_edge_cost(&e)))
			{
				*odd = (fr_odd_step){true, fr_grid_cell(grid, cell),
									 fr_grid_cell(grid, e.to),
									 fr_cost_value(costs, fr_edge_cost(&e))};
				return false;
			}
	}
	return true;
}

/* ---- the ticks that a sweep finds ------------------------------------------------ */

/* A sweep backward from the goal, as far as the start. */
typedef struct swept
{
	const fr_workspace *workspace;
	const fr_ticks *ticks;
	uint64_t settled; /* distances up to this one are final, and no other one is less */
} swept;

static uint64_t
ticks_left(const void *context, uint32_t cell)
{
	const swept *s = context;
	uint64_t cost = fr_distance(s->workspace, cell);

	if (cost > s->settled)
		cost = s->settled;
	if (s->ticks->denominator == 1)
		return cost * s->ticks->numerator;
	return (uint64_t) ((fr_wide) cost * s->ticks->numerator / s->ticks->denominator);
}

fr_status
fr_timed_find(const fr_timed_query *query, const fr_query *core, fr_sweep_workspace sweep,
			  const fr_poll *poll, fr_timed_route *route)
{
	swept left = {sweep.workspace, &query->ticks, 0};
	fr_timed_query informed = *query;
	fr_dijkstra s;

	*route = (fr_timed_route){0};
	fr_dijkstra_prepare(&s, query->grid, 1, query->grid->costs.limit, sweep, poll);
	fr_dijkstra_begin(&s);
	fr_dijkstra_await(&s, query->start);
	left.settled = fr_dijkstra_run(&s, &query->goal, 1, true);
	if (fr_distance(sweep.workspace, query->start) == FR_UNREACHED)
		return fr_why_unreached(core, sweep, poll);
	informed.left = ticks_left;
	informed.context = &left;
	fr_timed_search(&informed, poll, route);
	return FR_OK;
}
