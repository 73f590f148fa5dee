/*
 * plan_functions.c - fringe_plan, fringe_plan_summary, fringe_plan_conflicts and fringe_plan_svg
 */
#include "pg/consumers.h"
#include "pg/cache/search_context.h"
#include "pg/picture/svg.h"
#include "pg/result_rows.h"
#include "pg/types/types.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

#include "core/base/random.h"
#include "core/grid/edges.h"
#include "core/grid/moves.h"

/* ==== fringe_plan and fringe_plan_summary ================================== */

enum
{
	MAP,
	STARTS,
	GOALS,
	MODEL,
	TICKS,
	IMPROVE,
	SEED,
	CONFIGURATIONS,
	PRIORITY
};

/* Arguments that may be NULL, which sets no limit. */
#define LIMITS (1 << TICKS | 1 << IMPROVE | 1 << CONFIGURATIONS)

static const char *const priority_words[] = {"together", "first come", NULL};

typedef struct PlanCall
{
	fr_plan_request request;
	fr_plan plan;
	SearchContext context;
	Arena arena;
	bool improving;
	instr_time since; /* when the improvement began */
	double improve_us;
	double search_us;
} PlanCall;

/* ---- arguments --------------------------------------------------------- */

/* A day has 24 hours and a month 30 days, as where the server compares intervals. */
static double
positive_us(const Interval *interval)
{
	double us =
		interval->time +
		(interval->day + (double) DAYS_PER_MONTH * interval->month) * USECS_PER_DAY;

	if (us < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("improve must not be negative")));
	return us;
}

/* A limit, which is not negative; `none` if it is NULL. */
static int64
limit_argument(FunctionCallInfo fcinfo, int n, const char *name, int64 none)
{
	int64 limit;

	if (PG_ARGISNULL(n))
		return none;
	limit = n == TICKS ? PG_GETARG_INT32(n) : PG_GETARG_INT64(n);
	if (limit < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("%s must not be negative", name)));
	return limit;
}

static uint32 *
cells_argument(FunctionCallInfo fcinfo, int n, PlanCall *call, int *count)
{
	const int64 *cells = gridcell_elements(PG_GETARG_ARRAYTYPE_P(n), count);
	uint32 *indexes =
		fr_arena_alloc(&call->arena.core, ((Size) *count + 1) * sizeof(uint32));

	for (int i = 0; i < *count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		indexes[i] =
			fringe_cell_index(call->context.grid, DatumGetCell(Int64GetDatum(cells[i])));
	}
	return indexes;
}

/* A link takes one tick, like a step. */
static void
check_links(const fr_grid *grid, const char *function)
{
	for (uint32 i = 0; grid->links && i < grid->links->count; i++)
	{
		const fr_arc *arc = &grid->links->ahead.at[i];
		fr_cell from = fr_grid_cell(grid, arc->from);
		fr_cell to = fr_grid_cell(grid, arc->to);

		CHECK_FOR_INTERRUPTS();
		if (fr_cost_value(&grid->costs, arc->cost) != 1)
			ereport(
				ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s does not support links with a cost other than 1", function),
				 errdetail("The link from (%d,%d) to (%d,%d) costs %g.", from.x, from.y,
						   to.x, to.y, fr_cost_value(&grid->costs, arc->cost)),
				 errhint("Give the link the cost 1, or close links with link=blocked "
						 "in the model.")));
	}
}

/* ---- the plan ---------------------------------------------------------- */

static bool
has_time(void *context)
{
	PlanCall *call = context;

	if (!call->improving)
	{
		call->improving = true;
		INSTR_TIME_SET_CURRENT(call->since);
	}
	return fringe_us_since(call->since) < call->improve_us;
}

static void
refuse_agents(const PlanCall *call)
{
	const fr_plan *plan = &call->plan;
	const fr_grid *grid = call->request.grid;
	int agent = (int) plan->agent + 1;
	int other = (int) plan->other + 1;
	fr_cell start = fr_grid_cell(grid, call->request.starts[plan->agent]);
	fr_cell goal = fr_grid_cell(grid, call->request.goals[plan->agent]);

	switch (plan->fault)
	{
		case FR_PLAN_SOUND:
			return;
		case FR_PLAN_EQUAL_STARTS:
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("agents %d and %d start in the same cell (%d,%d)",
								   agent, other, start.x, start.y)));
			break;
		case FR_PLAN_EQUAL_GOALS:
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("agents %d and %d have the same goal (%d,%d)", agent,
								   other, goal.x, goal.y)));
			break;
		case FR_PLAN_START_BLOCKED:
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("start (%d,%d) of agent %d is blocked", start.x, start.y, agent),
				 errhint("fringe_nearest_free finds the nearest passable cell.")));
			break;
		case FR_PLAN_GOAL_BLOCKED:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("goal (%d,%d) of agent %d is blocked", goal.x, goal.y, agent),
					 errhint("fringe_nearest_free finds the nearest passable cell.")));
			break;
		case FR_PLAN_UNREACHABLE:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("no path leads agent %d from (%d,%d) to its goal (%d,%d)",
							agent, start.x, start.y, goal.x, goal.y),
					 errhint("fringe_diagnose says why.")));
			break;
	}
}

/* The call must not move, because its arena must not. False if an argument is NULL. */
static bool
make_plan(FunctionCallInfo fcinfo, Consumer consumer, PlanCall *call)
{
	fr_plan_request *request = &call->request;
	instr_time began;
	int starts;
	int goals;

	if (fringe_null_except_lists(fcinfo, LIMITS))
		return false;
	request->ticks = (uint32) limit_argument(fcinfo, TICKS, "ticks", FR_PLAN_ANY_TICKS);
	request->configurations =
		(uint64) limit_argument(fcinfo, CONFIGURATIONS, "configurations", -1);
	request->seed = (uint64) PG_GETARG_INT64(SEED);
	request->improve = !PG_ARGISNULL(IMPROVE) || !PG_ARGISNULL(CONFIGURATIONS);
	request->in_order =
		fringe_check_word(PG_GETARG_TEXT_PP(PRIORITY), "priority", priority_words,
						  "It is together or first come.") == 1;
	if (request->in_order && request->improve)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("a plan by priority cannot be improved"),
						errhint("Leave out improve and configurations, or priority.")));
	if (!PG_ARGISNULL(IMPROVE))
	{
		call->improve_us = positive_us(PG_GETARG_INTERVAL_P(IMPROVE));
		request->has_time = has_time;
		request->context = call;
	}
	call->context = search_context_sweep(consumer, PG_GETARG_DATUM(MAP),
										 PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(MODEL)));
	check_links(call->context.grid, consumer_name(consumer));
	fringe_arena_init(&call->arena, CurrentMemoryContext, call->context.bytes);
	request->grid = call->context.grid;
	request->arena = &call->arena.core;
	request->starts = cells_argument(fcinfo, STARTS, call, &starts);
	request->goals = cells_argument(fcinfo, GOALS, call, &goals);
	request->count = starts;
	if (starts != goals)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("starts and goals must have the same number of elements"),
						errdetail("Starts: %d; goals: %d.", starts, goals)));
	request->memory =
		fringe_memory_limit() - Min(call->arena.bytes, fringe_memory_limit());
	INSTR_TIME_SET_CURRENT(began);
	fr_plan_make(request, &fringe_poll, &call->plan);
	call->search_us = fringe_us_since(began);
	refuse_agents(call);
	search_context_count_sweep(&call->context);
	return true;
}

typedef struct PlanRow
{
	int32 agent;
	int32 tick;
	Datum cell;
} PlanRow;

/* fringe_plan(map, starts, goals, model, ticks, improve, seed, configurations, priority) */
FRINGE_FUNCTION(fringe_plan)
{
	PlanCall call = {{0}};
	Rows rows;
	PlanRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(PlanRow));

	if (!make_plan(fcinfo, CONSUMER_PLAN, &call) || !call.plan.found)
		return (Datum) 0;
	for (Size i = 0; i < call.plan.count; i++)
		for (Size tick = 0; tick <= call.plan.ticks; tick++)
		{
			uint32 cell = call.plan.cells[tick * call.plan.count + i];

			CHECK_FOR_INTERRUPTS();
			*row = (PlanRow){(int32) i + 1, (int32) tick,
							 CellGetDatum(fr_grid_cell(call.request.grid, cell))};
			fringe_put_row(&rows);
		}
	return (Datum) 0;
}

#define SUMMARY_COLUMNS 9

/* The same arguments. */
FRINGE_FUNCTION(fringe_plan_summary)
{
	PlanCall call = {{0}};
	const fr_plan *plan = &call.plan;
	CallSite *site = fringe_call_site(fcinfo);
	bool nulls[SUMMARY_COLUMNS] = {false};
	Datum values[SUMMARY_COLUMNS];

	if (!make_plan(fcinfo, CONSUMER_PLAN_SUMMARY, &call))
		PG_RETURN_NULL();
	values[0] = BoolGetDatum(plan->found);
	values[1] = Int32GetDatum((int32) plan->ticks);
	values[2] = Int64GetDatum((int64) plan->cost);
	values[3] = Int64GetDatum((int64) plan->loss);
	values[4] = Int32GetDatum((int32) plan->least_ticks);
	values[5] = Int64GetDatum((int64) plan->least_cost);
	values[6] = BoolGetDatum(plan->optimal || plan->exhausted);
	values[7] = Int64GetDatum((int64) plan->configurations);
	values[8] = Float8GetDatum(call.search_us);
	nulls[1] = nulls[2] = nulls[3] = !plan->found;
	PG_RETURN_DATUM(
		HeapTupleGetDatum(heap_form_tuple(fringe_row_at(fcinfo, site), values, nulls)));
}

/* ==== fringe_plan_conflicts ================================================== */

enum
{
	ROW_AGENTS,
	ROW_TICKS,
	ROW_CELLS,
	ROWS_MAP,
	ROWS_MODEL
};

/* A row of the plan. */
typedef struct Position
{
	int32 tick;
	int32 agent;	  /* as given */
	uint32 traveller; /* its number */
	fr_cell cell;
} Position;

#define NOBODY UINT32_MAX

/* An agent. From its first row on, it stays in a cell until its next row. */
typedef struct Traveller
{
	int32 agent;
	bool present;
	bool told; /* it has a row in this tick */
	fr_cell now;
	fr_cell before;
	uint32 next; /* of those whose cells have the same hash */
} Traveller;

/* What two agents do wrong, or one. */
static const char *const conflict_words[] = {"cell", "swap", "cross", "step"};

enum
{
	SHARED,
	SWAPPED,
	CROSSED,
	ILLEGAL,
	CONFLICT_WORDS
};

typedef struct Conflicts
{
	ReturnSetInfo *rsinfo;
	const fr_grid *grid; /* NULL: there is no map */
	Datum words[CONFLICT_WORDS];
	Position *positions; /* by tick and agent */
	int count;
	Traveller *travellers; /* by agent */
	uint32 traveller_count;
	uint32 *heads; /* by the hash of a cell */
	uint32 mask;
} Conflicts;

/* ---- rows ---------------------------------------------------------------- */

static int
compare_agents(const void *a, const void *b, void *arg)
{
	const Position *x = a;
	const Position *y = b;

	if (x->agent != y->agent)
		return x->agent < y->agent ? -1 : 1;
	return x->tick < y->tick ? -1 : x->tick > y->tick;
}

static int
compare_ticks(const void *a, const void *b, void *arg)
{
	const Position *x = a;
	const Position *y = b;

	if (x->tick != y->tick)
		return x->tick < y->tick ? -1 : 1;
	return x->agent < y->agent ? -1 : x->agent > y->agent;
}

static const int32 *
int_elements(ArrayType *array, const char *name, int count)
{
	if (array_contains_nulls(array))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("%s must not contain NULL", name)));
	if (ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array)) != count)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("agents, ticks and cells must have the same number of elements")));
	return (const int32 *) ARR_DATA_PTR(array);
}

/* Reads the rows, three arguments from the first one on, and numbers the agents. */
static void
read_positions(FunctionCallInfo fcinfo, int first, Conflicts *c)
{
	const int64 *cells =
		gridcell_elements(PG_GETARG_ARRAYTYPE_P(first + ROW_CELLS), &c->count);
	const int32 *agents =
		int_elements(PG_GETARG_ARRAYTYPE_P(first + ROW_AGENTS), "agents", c->count);
	const int32 *ticks =
		int_elements(PG_GETARG_ARRAYTYPE_P(first + ROW_TICKS), "ticks", c->count);
	Size rows = (Size) c->count + 1;
	uint32 slots = 2;

	fringe_limit_memory(
		"plan", rows * (sizeof(Position) + sizeof(Traveller) + 4 * sizeof(uint32)));
	c->positions = fringe_alloc_huge(rows * sizeof(Position));
	c->travellers = fringe_alloc_huge(rows * sizeof(Traveller));
	for (int i = 0; i < c->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		c->positions[i] =
			(Position){ticks[i], agents[i], 0, DatumGetCell(Int64GetDatum(cells[i]))};
	}
	qsort_interruptible(c->positions, c->count, sizeof(Position), compare_agents, NULL);
	for (int i = 0; i < c->count; i++)
	{
		Position *at = &c->positions[i];

		CHECK_FOR_INTERRUPTS();
		if (i > 0 && at->agent == at[-1].agent && at->tick == at[-1].tick)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("agent %d has two rows in tick %d", at->agent, at->tick)));
		if (i == 0 || at->agent != at[-1].agent)
			c->travellers[c->traveller_count++] = (Traveller){.agent = at->agent};
		at->traveller = c->traveller_count - 1;
	}
	qsort_interruptible(c->positions, c->count, sizeof(Position), compare_ticks, NULL);
	while (slots < c->traveller_count)
		slots *= 2;
	c->mask = slots - 1;
	c->heads = fringe_alloc_huge(slots * sizeof(uint32));
	memset(c->heads, 0xff, slots * sizeof(uint32));
}

/* ---- who is where -------------------------------------------------------- */

static uint32 *
head_of(const Conflicts *c, fr_cell cell)
{
	uint64 key = (uint64) (uint32) cell.x << 32 | (uint32) cell.y;

	return &c->heads[fr_random_mix(key) & c->mask];
}

static bool
is_same(fr_cell a, fr_cell b)
{
	return a.x == b.x && a.y == b.y;
}

/* Moves an agent to the cell of its row. */
static void
move_to(Conflicts *c, const Position *row)
{
	Traveller *t = &c->travellers[row->traveller];
	uint32 *link;

	if (t->present)
	{
		for (link = head_of(c, t->now); *link != row->traveller;)
		{
			CHECK_FOR_INTERRUPTS();
			link = &c->travellers[*link].next;
		}
		*link = t->next;
	}
	t->before = t->present ? t->now : row->cell;
	t->now = row->cell;
	t->told = true;
	link = head_of(c, t->now);
	t->next = *link;
	*link = row->traveller;
}

/* ---- conflicts ------------------------------------------------------------- */

static void
put_conflict(const Conflicts *c, int32 tick, int word, const Traveller *t,
			 const Traveller *other)
{
	bool nulls[6] = {false, false, false, other == NULL, !t->present, false};
	Datum values[6] = {Int32GetDatum(tick),		c->words[word],
					   Int32GetDatum(t->agent), Int32GetDatum(other ? other->agent : 0),
					   CellGetDatum(t->before), CellGetDatum(t->now)};

	tuplestore_putvalues(c->rsinfo->setResult, c->rsinfo->setDesc, values, nulls);
}

/* Reports each pair once: by the first of two agents that both have a row in this tick. */
static void
find_others(const Conflicts *c, int32 tick, int word, const Traveller *t, fr_cell from,
			fr_cell to)
{
	for (uint32 i = *head_of(c, to); i != NOBODY; i = c->travellers[i].next)
	{
		const Traveller *other = &c->travellers[i];

		CHECK_FOR_INTERRUPTS();
		if (other == t || !is_same(other->now, to) || (other->told && other < t))
			continue;
		if (word == SHARED || (other->told && is_same(other->before, from)))
			put_conflict(c, tick, word, t, other);
	}
}

/* Are these coordinates those of neighbours, perhaps across joined edges? Cells may be any, without a map. */
static bool
are_neighbours(int32 a, int32 b, uint32 wrap)
{
	int64 apart = llabs((int64) a - b);

	return apart == 1 || (wrap > 2 && apart == (int64) wrap - 1);
}

static bool
is_legal(const fr_grid *grid, const Traveller *t)
{
	fr_edges e;

	if (!fr_grid_has(grid, t->now) || fr_grid_blocked(grid, fr_grid_index(grid, t->now)))
		return false;
	if (!t->present || is_same(t->before, t->now))
		return true;
	if (!fr_grid_has(grid, t->before))
		return false;
	e = fr_edges_from(grid, fr_grid_index(grid, t->before));
	while (fr_edges_next(&e, &fringe_poll))
		if (e.to == fr_grid_index(grid, t->now))
			return true;
	return false;
}

static void
find_conflicts(const Conflicts *c, int32 tick, const Traveller *t)
{
	const fr_grid *grid = c->grid;
	fr_cell from = t->before;
	fr_cell to = t->now;

	find_others(c, tick, SHARED, t, to, to);
	if (!is_same(from, to))
		find_others(c, tick, SWAPPED, t, to, from);
	if (are_neighbours(from.x, to.x, grid ? grid->costs.wrap_x : 0) &&
		are_neighbours(from.y, to.y, grid ? grid->costs.wrap_y : 0) &&
		!(grid && grid->costs.hex))
	{
		fr_cell beside = {to.x, from.y};
		fr_cell above = {from.x, to.y};

		find_others(c, tick, CROSSED, t, beside, above);
		find_others(c, tick, CROSSED, t, above, beside);
	}
	if (grid && !is_legal(grid, t))
		put_conflict(c, tick, ILLEGAL, t, NULL);
}

/* fringe_plan_conflicts(agents, ticks, cells, map, model) */
FRINGE_FUNCTION(fringe_plan_conflicts)
{
	Conflicts c = {.rsinfo = (ReturnSetInfo *) fcinfo->resultinfo};

	InitMaterializedSRF(fcinfo, 0);
	if (fringe_null_except_lists(fcinfo, 1 << ROWS_MAP))
		return (Datum) 0;
	if (!PG_ARGISNULL(ROWS_MAP))
	{
		c.grid =
			search_context_sweep(CONSUMER_PLAN_CONFLICTS, PG_GETARG_DATUM(ROWS_MAP),
								 PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(ROWS_MODEL)))
				.grid;
		check_links(c.grid, consumer_name(CONSUMER_PLAN_CONFLICTS));
	}
	read_positions(fcinfo, 0, &c);
	for (int i = 0; i < CONFLICT_WORDS; i++)
		c.words[i] = CStringGetTextDatum(conflict_words[i]);
	for (int first = 0, end; first < c.count; first = end)
	{
		int32 tick = c.positions[first].tick;

		for (end = first; end < c.count && c.positions[end].tick == tick; end++)
		{
			CHECK_FOR_INTERRUPTS();
			move_to(&c, &c.positions[end]);
		}
		for (int i = first; i < end; i++)
		{
			CHECK_FOR_INTERRUPTS();
			find_conflicts(&c, tick, &c.travellers[c.positions[i].traveller]);
		}
		for (int i = first; i < end; i++)
		{
			Traveller *t = &c.travellers[c.positions[i].traveller];

			t->present = true;
			t->told = false;
		}
	}
	return (Datum) 0;
}

/* ==== fringe_plan_svg ============================================================ */

enum
{
	SVG_MAP,
	SVG_AGENTS,
	SVG_TICKS,
	SVG_CELLS,
	SVG_SECONDS,
	SVG_TITLE,
	SVG_LAYOUT
};

#define PAUSE 3 /* ticks at the end, before the animation begins again */
#define MOST_SECONDS 60

/* The moments of an agent: `values` where it is, `times` when, as shares of the animation. */
typedef struct Moments
{
	StringInfoData values;
	StringInfoData times;
	double last[2];
} Moments;

typedef struct PlanPicture
{
	const Conflicts *rows;
	int64 first;	/* tick */
	double span;	/* ticks, with the pause */
	double seconds; /* of a tick */
} PlanPicture;

static void
add_moment(Moments *m, const double place[2], double time)
{
	const char *comma = m->times.len > 0 ? ";" : "";

	appendStringInfo(&m->values, "%s%.6g,%.6g", comma, place[0], place[1]);
	appendStringInfo(&m->times, "%s%.7g", comma, time);
	m->last[0] = place[0];
	m->last[1] = place[1];
}

/* Draws an agent, whose rows begin at `first` and end before `end`: it moves in the tick before a row. */
static void
draw_agent(Svg *svg, const PlanPicture *p, int first, int end, int number)
{
	const fr_map *map = &svg->picture->map;
	Moments m = {.last = {0}};
	int64 told = p->first;
	int hue = number * 137 % 360;

	initStringInfo(&m.values);
	initStringInfo(&m.times);
	for (int i = first; i < end; i++)
	{
		const Position *row = &p->rows->positions[i];
		double place[2];

		CHECK_FOR_INTERRUPTS();
		if ((uint32) row->cell.x >= map->width || (uint32) row->cell.y >= map->height)
			fringe_report_outside(row->cell, map->width, map->height);
		if (!picture_place(svg->picture, row->cell, place))
			continue;
		if (m.times.len == 0)
			add_moment(&m, place, 0);
		else if (place[0] != m.last[0] || place[1] != m.last[1])
		{
			if (row->tick - 1 > told)
				add_moment(&m, m.last, (row->tick - 1 - p->first) / p->span);
			add_moment(&m, place, (row->tick - p->first) / p->span);
			told = row->tick;
		}
	}
	if (m.times.len == 0)
		return;
	add_moment(&m, m.last, 1);
	fringe_limit_memory("fringe_plan_svg", p->rows->count * sizeof(Position) +
											   svg->body.len + m.values.len +
											   m.times.len);
	appendStringInfo(&svg->body,
					 "<circle cx=\"%.6g\" cy=\"%.6g\" r=\".42\" fill=\"none\" "
					 "stroke=\"hsl(%d,70%%,45%%)\" stroke-width=\".1\"/>\n",
					 m.last[0], m.last[1], hue);
	appendStringInfo(&svg->body,
					 "<circle r=\".34\" fill=\"hsl(%d,70%%,45%%)\"><title>%d</title>"
					 "<animateTransform attributeName=\"transform\" type=\"translate\" "
					 "repeatCount=\"indefinite\" dur=\"%.6gs\" values=\"%s\" "
					 "keyTimes=\"%s\"/></circle>\n",
					 hue, p->rows->positions[first].agent, p->seconds * p->span,
					 m.values.data, m.times.data);
	pfree(m.values.data);
	pfree(m.times.data);
}

static void
draw_plan(Svg *svg, void *context)
{
	const PlanPicture *p = context;
	int number = 0;

	for (int first = 0, end; first < p->rows->count; first = end)
	{
		for (end = first;
			 end < p->rows->count &&
			 p->rows->positions[end].traveller == p->rows->positions[first].traveller;)
			end++;
		draw_agent(svg, p, first, end, number++);
	}
}

/* fringe_plan_svg(map, agents, ticks, cells, seconds, title, layout) */
FRINGE_FUNCTION(fringe_plan_svg)
{
	Conflicts rows = {0};
	PlanPicture picture = {.rows = &rows};
	Datum title = PG_ARGISNULL(SVG_TITLE) ? (Datum) 0 : PG_GETARG_DATUM(SVG_TITLE);
	Datum layout = PG_ARGISNULL(SVG_LAYOUT) ? (Datum) 0 : PG_GETARG_DATUM(SVG_LAYOUT);

	if (fringe_null_except_lists(fcinfo, 1 << SVG_TITLE | 1 << SVG_LAYOUT))
		PG_RETURN_NULL();
	picture.seconds = PG_GETARG_FLOAT8(SVG_SECONDS);
	if (!(picture.seconds > 0 && picture.seconds <= MOST_SECONDS))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("seconds per tick must be above 0 and at most %d",
							   MOST_SECONDS)));
	read_positions(fcinfo, SVG_AGENTS, &rows);
	picture.first = rows.count > 0 ? rows.positions[0].tick : 0;
	picture.span =
		PAUSE +
		(rows.count > 0 ? rows.positions[rows.count - 1].tick - picture.first : 0);
	qsort_interruptible(rows.positions, rows.count, sizeof(Position), compare_agents,
						NULL);
	PG_RETURN_TEXT_P(
		svg_of_map(fcinfo, PG_GETARG_DATUM(SVG_MAP), title, layout, draw_plan, &picture));
}
