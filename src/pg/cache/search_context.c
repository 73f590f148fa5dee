/*
 * search_context.c - all that a search needs except its cells
 *
 * These functions find or decode the map, find or make the plan of the question
 * (search_plan.c), and bind the plan to landmarks and a workspace. Each size is checked
 * against fringe.max_memory as soon as it is known.
 */
#include "pg/cache/search_context.h"

#include "funcapi.h"

/* ---- call sites -------------------------------------------------------------- */

CallSite *
fringe_call_site(FunctionCallInfo fcinfo)
{
	CallSite *site = fcinfo->flinfo->fn_extra;

	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(CallSite));
		fcinfo->flinfo->fn_extra = site;
	}
	return site;
}

TupleDesc
fringe_row_at(FunctionCallInfo fcinfo, CallSite *site)
{
	TupleDesc row;
	MemoryContext old;

	if (site->row)
		return site->row;
	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	site->row = BlessTupleDesc(CreateTupleDescCopy(row));
	MemoryContextSwitchTo(old);
	return site->row;
}

/* The method of a stored text; most calls of a site pass the text of the last one. */
static const ParsedMethod *
method_at(CallSite *site, struct varlena *stored)
{
	static uint64 last_id = 0;
	ParsedMethod *method = &site->method;
	size_t length = VARSIZE_ANY_EXHDR(stored);

	if (length == method->length &&
		memcmp(VARDATA_ANY(stored), method->text, length) == 0)
		return method;
	method->length = 0;
	method->method = gridmethod_parsed(stored);
	method->may_be_cold = search_may_be_cold(&method->method);
	method->id = ++last_id;
	if (length <= sizeof method->text)
	{
		memcpy(method->text, VARDATA_ANY(stored), length);
		method->length = length;
	}
	return method;
}

/* ---- getting a context ------------------------------------------------------- */

/* Begins a call and finds or decodes its map; `cold`: a cold question can answer it. */
static void
begin_context(SearchContext *context, Consumer consumer, Datum map, struct varlena *model,
			  bool cold)
{
	cache_begin_call();
	*context = (SearchContext){.entry = cache_get_map(map, model, cold)};
	context->map = context->entry->value;
	context->grid = context->map->grid;
	consumer_check(consumer, context->grid->costs.rules);
}

/* Would search_plan_make make the plan of the map's last single search again? */
static bool
plan_holds(const SearchContext *context, const ParsedMethod *asked,
		   SearchQuestion question)
{
	const CachedMap *map = context->map;
	const SearchPlan *plan = &map->plan;

	if (map->planned_method != asked->id || plan->question != question ||
		plan->max_memory != fringe_max_memory || (plan->way == WAY_COLD) == map->whole)
		return false;
	if (plan->landmarks == LANDMARKS_OF_AUTO)
		return cache_has_landmarks(context->entry, &plan->method);
	if (plan->landmarks == LANDMARKS_NOT_DUE && plan->way != WAY_COLD)
		return !search_landmarks_due(context->entry);
	return true;
}

/* Binds a plan, for whose parts the call was charged, to landmarks and a workspace. */
static void
bind_plan(SearchContext *context, const SearchPlan *plan)
{
	context->plan = plan;
	if (plan->landmarks == LANDMARKS_OF_METHOD)
	{
		context->landmarks = cache_get_landmarks(context->entry, &plan->method, CHARGED);
		cache_check_limit(plan->search_bytes);
	}
	else if (plan->landmarks == LANDMARKS_OF_AUTO)
		context->landmarks =
			cache_get_landmarks(context->entry, &plan->method, NOT_CHARGED);
	context->bytes = cache_charged() + plan->workspace_bytes;
	if (plan->question == QUESTION_SWEEP)
	{
		context->sweep = cache_sweep_workspace(context->grid, plan->nodes, &plan->method);
		context->workspace = context->sweep.workspace;
	}
	else
		context->workspace = cache_workspace(plan->nodes, &plan->method);
	if (context->entry->grows)
	{
		cache_resize(context->entry);
		cache_limit_visibility(context->entry, context->bytes);
	}
	context->map->calls++;
}

const SearchContext *
search_context_get(CallSite *site, Consumer consumer, Datum map, Datum model,
				   Datum method, SearchQuestion question)
{
	const ParsedMethod *asked = method_at(site, PG_DETOAST_DATUM_PACKED(method));
	SearchContext *context = &site->search;
	CachedMap *cached;

	begin_context(context, consumer, map, PG_DETOAST_DATUM_PACKED(model),
				  question == QUESTION_COST && asked->may_be_cold);
	cached = context->map;
	if (plan_holds(context, asked, question))
		cache_charge(&cached->plan.parts);
	else
	{
		cached->planned_method = 0; /* in case of an error */
		cached->plan = search_plan_make(context->entry, &asked->method, question);
		cached->planned_method = asked->id;
	}
	bind_plan(context, &cached->plan);
	return context;
}

/* The plan of a sweep is made for each call. */
SearchContext
search_context_sweep_and_search(Consumer consumer, Datum map, struct varlena *model,
								const fr_method *method)
{
	SearchContext context;
	SearchPlan *plan = palloc(sizeof(SearchPlan));

	begin_context(&context, consumer, map, model, false);
	*plan = search_plan_make(context.entry, method, QUESTION_SWEEP);
	bind_plan(&context, plan);
	INSTR_TIME_SET_CURRENT(context.began);
	return context;
}

SearchContext
search_context_sweep(Consumer consumer, Datum map, struct varlena *model)
{
	fr_method method = fr_method_auto();

	return search_context_sweep_and_search(consumer, map, model, &method);
}

void
search_context_pair(FunctionCallInfo fcinfo, Consumer consumer, PairQuery *query)
{
	const fr_grid *grid;

	query->context = search_context_sweep(consumer, PG_GETARG_DATUM(0),
										  PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3)));
	grid = query->context.grid;
	fringe_arena_init(&query->arena, CurrentMemoryContext, query->context.bytes);
	query->core = (fr_query){.grid = grid,
							 .method = &query->context.plan->method,
							 .start = fringe_cell_index(grid, PG_GETARG_CELL(1)),
							 .goal = fringe_cell_index(grid, PG_GETARG_CELL(2)),
							 .arena = &query->arena.core};
}

/* ---- statistics -------------------------------------------------------------- */

#define SEARCH_US 0.3 /* of a search, besides its expansions */

void
search_context_count(const SearchContext *context, const fr_query *query,
					 const fr_result *result)
{
	const SearchPlan *plan = context->plan;
	double us = SEARCH_US + result->expanded * plan->us_per_expansion;

	context->map->search_us += us;
	if (plan->way == WAY_COLD)
		context->map->cold_us += us;
	if (plan->landmarks == LANDMARKS_NOT_DUE)
	{
		SearchTotals *totals = &context->map->totals;

		totals->us += us;
		if (result->found && result->cost > 0)
		{
			totals->cost += result->cost;
			totals->distance += fr_start_bound(context->grid, query->start, query->goal);
		}
	}
}

/* By the clock, not by expansions: a sweep takes long compared with reading the clock. */
void
search_context_count_sweep(SearchContext *context)
{
	context->map->search_us += fringe_us_since(context->began);
	INSTR_TIME_SET_CURRENT(context->began);
}
