/*
 * index_functions.c - the functions that build an index, ask it for one path, and describe it
 */
#include "pg/functions/index_functions.h"
#include "pg/functions/paths.h"
#include "pg/functions/single_pair.h"
#include "pg/cache/search_context.h"

#include <setjmp.h>

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "portability/instr_time.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/memutils.h"

/* ---- building in bounded memory ------------------------------------------ */

/*
 * The core takes memory from an arena and asks a poll function now and then. The arena leaves
 * the build by siglongjmp where fringe.max_memory ends: all that the build took is in one
 * memory context, and it touches nothing else.
 */
typedef struct IndexBuild
{
	fr_arena arena;
	fr_poll poll;
	MemoryContext context;
	Size taken;
	Size limit;
	bool too_large;		/* exceeded the limit */
	bool out_of_memory; /* malloc failed */
	sigjmp_buf stop;
	fr_index_progress progress;
	double notice_after; /* seconds */
	instr_time began;
} IndexBuild;

static void *
build_allocate(void *context, size_t size)
{
	IndexBuild *build = context;
	void *block = NULL;

	build->taken += size;
	build->too_large = build->taken > build->limit;
	if (!build->too_large)
	{
		block = MemoryContextAllocExtended(build->context, size,
										   MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM);
		build->out_of_memory = block == NULL;
	}
	if (block == NULL)
		siglongjmp(build->stop, 1);
	return block;
}

static void
build_release(void *context, void *block, size_t size)
{
	IndexBuild *build = context;

	build->taken -= size;
	pfree(block);
}

#define QUIET_SECONDS 5.0 /* before the first notice */
#define NOTICE_FACTOR 2	  /* by which the time grows between two notices */

/*
 * Reports what a long build is doing. It promises no end: what a stage takes differs by map,
 * and parts of one stage differ, too.
 */
static void
build_poll(void *context)
{
	IndexBuild *build = context;
	const fr_index_progress *progress = &build->progress;
	double seconds;

	CHECK_FOR_INTERRUPTS();
	seconds = fringe_us_since(build->began) / 1e6;
	if (seconds < build->notice_after || progress->stage == NULL || !fringe_may_notice())
		return;
	build->notice_after = NOTICE_FACTOR * seconds;
	ereport(NOTICE,
			(errmsg("building an index: %.0f s so far", seconds),
			 progress->all > 0 ? errdetail("Working on %s: " UINT64_FORMAT
										   " of " UINT64_FORMAT " done.",
										   progress->stage, progress->done, progress->all)
							   : errdetail("Working on %s.", progress->stage)));
}

/* FR_OK, or the reason why there is no plan: FR_INDEX_LIMIT if the arena stopped the build. */
static fr_status
run_build(IndexBuild *build, const fr_index_request *request, fr_index_plan **plan,
		  fr_error *error)
{
	fr_index_request watched = *request;

	watched.progress = &build->progress;
	if (sigsetjmp(build->stop, 0) == 0)
		return fr_index_build(&watched, &build->arena, &build->poll, plan, error);
	*error = (fr_error){.status = FR_INDEX_LIMIT,
						.what = "bytes of memory while it is built",
						.found = (int64_t) build->taken,
						.wanted = (int64_t) build->limit};
	return FR_INDEX_LIMIT;
}

#define REFUSED                                                                          \
	4 /* times the limit: a build that is expected to take more does not start */

static Gridindex *
build_index(const fr_index_request *request)
{
	fr_index_expectation expected = fr_index_expect(request->grid, request->form);
	fr_error error = {.status = FR_INDEX_LIMIT};
	fr_index_plan *plan;
	Gridindex *index;
	IndexBuild build = {
		.arena = {build_allocate, &build, build_release},
		.poll = {build_poll, &build},
		.context = AllocSetContextCreate(CurrentMemoryContext, "fringe index build",
										 ALLOCSET_DEFAULT_SIZES),
		.notice_after = QUIET_SECONDS,
		/* in addition to the decoded map */
		.limit = fringe_memory_limit() - Min(fringe_memory_limit(), cache_charged()),
	};

	INSTR_TIME_SET_CURRENT(build.began);
	if (expected.memory / REFUSED > build.limit)
		fringe_report_index(&error, true, &expected);
	if (run_build(&build, request, &plan, &error))
	{
		if (build.out_of_memory)
			ereport(ERROR, errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory"),
					errdetail("Building the index had taken %zu bytes.", build.taken));
		fringe_report_index(&error, build.too_large, &expected);
	}
	index = gridmap_allocate(fr_index_plan_size(plan));
	fr_index_write(plan, index->packed, &fringe_poll);
	gridmap_seal(index);
	MemoryContextDelete(build.context);
	return index;
}

/* ---- fringe_index ------------------------------------------------------ */

#define MOST_BYTES (MaxAllocSize - offsetof(Gridindex, packed))
#define LONGEST_SIZE 100 /* bytes: more digits would take the server long to read */

/* A size in the syntax of settings: '6MB'. */
static Size
parse_max_size(text *size)
{
	const char *hint = NULL;
	int bytes;

	if (VARSIZE_ANY_EXHDR(size) > LONGEST_SIZE ||
		!parse_int(text_to_cstring(size), &bytes, GUC_UNIT_BYTE, &hint))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid max_size %s", fringe_quote_text(size)),
						errhint("%s", hint ? _(hint) : "Write a size such as 6MB.")));
	if (bytes <= 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("max_size must be positive")));
	return Min((Size) bytes, MOST_BYTES);
}

FRINGE_FUNCTION(fringe_index)
{
	fr_index_request request = {.max_size = MOST_BYTES, .routes = true};
	struct varlena *options;
	fr_model model;
	Digest digest;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	if (!PG_ARGISNULL(2))
		request.max_size = parse_max_size(PG_GETARG_TEXT_PP(2));
	options = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(1));
	model = gridmodel_parsed(options);
	request.grid = cache_get_grid(CONSUMER_INDEX, PG_GETARG_DATUM(0), options);
	gridmap_digest_under(PG_GETARG_DATUM(0), &model, &digest);
	request.model = &model;
	request.digest = digest.bytes;
	PG_RETURN_POINTER(build_index(&request));
}

/* ---- costs ------------------------------------------------------------- */

static uint64
checked_cost(const fr_index *index, fr_cell start, fr_cell goal)
{
	fringe_check_inside(start, index->width, index->height);
	fringe_check_inside(goal, index->width, index->height);
	return fr_index_cost(index, start, goal, cache_index_scratch(index), &fringe_poll);
}

FRINGE_FUNCTION(fringe_cost_indexed)
{
	const fr_index *index = cache_get_index(PG_GETARG_DATUM(0));
	uint64 cost = checked_cost(index, PG_GETARG_CELL(1), PG_GETARG_CELL(2));

	if (cost == FR_UNREACHED)
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(fr_cost_value(&index->costs, cost));
}

FRINGE_FUNCTION(fringe_connected_indexed)
{
	const fr_index *index = cache_get_index(PG_GETARG_DATUM(0));

	PG_RETURN_BOOL(checked_cost(index, PG_GETARG_CELL(1), PG_GETARG_CELL(2)) !=
				   FR_UNREACHED);
}

/* ---- routes ------------------------------------------------------------ */

/* A best path between two cells; FR_UNREACHED where there is none. */
uint64
fringe_index_route(const fr_index *index, fr_cell start, fr_cell goal, fr_route *route)
{
	fr_index_query query = {index, start, goal};
	Arena arena;
	fr_error error;
	uint64 cost;

	fringe_check_inside(start, index->width, index->height);
	fringe_check_inside(goal, index->width, index->height);
	fringe_arena_init(&arena, CurrentMemoryContext, 0);
	query.scratch = cache_index_scratch(index);
	if (fr_index_route(&query, &arena.core, &fringe_poll, &cost, route, &error))
		fringe_report(&error, "gridindex", NULL);
	return cost;
}

/* Sets the best path that an index gives between the cells in arguments 1 and 2; returns its cost. */
static uint64
route_of_call(FunctionCallInfo fcinfo, const fr_index *index, fr_route *route)
{
	return fringe_index_route(index, PG_GETARG_CELL(1), PG_GETARG_CELL(2), route);
}

FRINGE_FUNCTION(fringe_route_indexed)
{
	const fr_index *index = cache_get_index(PG_GETARG_DATUM(0));
	fr_route route;

	if (route_of_call(fcinfo, index, &route) == FR_UNREACHED)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(gridpath_from_route(&route));
}

FRINGE_FUNCTION(fringe_path_indexed)
{
	const fr_index *index;
	PathWriter writer;
	fr_route route;

	fringe_begin_path(fcinfo, &writer);
	index = cache_get_index(PG_GETARG_DATUM(0));
	if (route_of_call(fcinfo, index, &route) != FR_UNREACHED)
		fringe_put_path_indexed(&writer, index, &route);
	return (Datum) 0;
}

/* A fringe_result without counters, memory and method: nothing is searched. */
FRINGE_FUNCTION(fringe_search_indexed)
{
	const fr_index *index = cache_get_index(PG_GETARG_DATUM(0));
	TupleDesc row = fringe_row_at(fcinfo, fringe_call_site(fcinfo));
	fr_route route;
	instr_time begin;
	uint64 cost;
	Datum values[RESULT_COLUMNS] = {0};
	bool nulls[RESULT_COLUMNS];

	INSTR_TIME_SET_CURRENT(begin);
	cost = route_of_call(fcinfo, index, &route);
	values[RESULT_SEARCH_US] = Float8GetDatum(fringe_us_since(begin));
	values[RESULT_FOUND] = BoolGetDatum(cost != FR_UNREACHED);
	values[RESULT_COMPLETE] = values[RESULT_OPTIMAL] = BoolGetDatum(true);
	memset(nulls, true, sizeof nulls);
	nulls[RESULT_SEARCH_US] = nulls[RESULT_FOUND] = nulls[RESULT_COMPLETE] =
		nulls[RESULT_OPTIMAL] = false;
	if (cost != FR_UNREACHED)
	{
		values[RESULT_COST] = Float8GetDatum(fr_cost_value(&index->costs, cost));
		values[RESULT_LENGTH] = Int32GetDatum((int32) route.moves + 1);
		values[RESULT_ROUTE] = PointerGetDatum(gridpath_from_route(&route));
		nulls[RESULT_COST] = nulls[RESULT_LENGTH] = nulls[RESULT_ROUTE] = false;
	}
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(row, values, nulls)));
}

/* ---- gridindex_info ------------------------------------------------------ */

/* Bytes by part, as a JSON object. */
static Datum
parts_as_json(const fr_index_info *info)
{
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < info->parts; i++)
		appendStringInfo(&text, "%c\"%s\": %zu", i == 0 ? '{' : ',', info->part[i].name,
						 info->part[i].bytes);
	appendStringInfoChar(&text, '}');
	return DirectFunctionCall1(jsonb_in, CStringGetDatum(text.data));
}

FRINGE_FUNCTION(gridindex_info)
{
	const fr_index *index = cache_get_index(PG_GETARG_DATUM(0));
	fr_index_info info = fr_index_describe(index);
	bool nulls[9] = {false};
	TupleDesc row;
	Digest map;

	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	memcpy(map.bytes, index->digest, DIGEST_SIZE);
	{
		Datum values[9] = {
			PointerGetDatum(cstring_to_text_with_len(index->model, index->model_length)),
			PointerGetDatum(gridmap_digest_value(&map)),
			Int32GetDatum(index->width),
			Int32GetDatum(index->height),
			PointerGetDatum(cstring_to_text(fr_index_form_name[info.form])),
			Int32GetDatum(info.hubs),
			Int64GetDatum((int64) info.entries),
			Int64GetDatum((int64) index->size),
			parts_as_json(&info)};

		PG_RETURN_DATUM(
			HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls)));
	}
}
