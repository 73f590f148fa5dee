/*
 * builder.c - fringe_index builds in bounded memory
 *
 * The core leaves a build by longjmp where there is no more memory: all that it took is in
 * one context, and nothing else was touched.
 */
#include "pg/session/prepared.h"

#include <setjmp.h>

#include "miscadmin.h"
#include "utils/memutils.h"

/* The limit of a build, whether it met it, and its progress. */
typedef struct Builder
{
	fr_arena arena; /* given to the core; counts what it takes */
	MemoryContext context;
	Size taken;
	Size most;
	fr_poll poll;
	fr_index_progress progress;
	double told; /* share of the work at the last notice */
	instr_time beginning;
	sigjmp_buf stop;
	bool too_large;
	bool out_of_memory; /* malloc failed */
} Builder;

static void
stop_build(Builder *builder, bool *why)
{
	*why = true;
	siglongjmp(builder->stop, 1);
}

static void *
take_for_build(void *context, size_t size)
{
	Builder *builder = context;
	void *block;

	builder->taken += size;
	if (builder->taken > builder->most)
		stop_build(builder, &builder->too_large);
	block = MemoryContextAllocExtended(builder->context, size,
									   MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM);
	if (block == NULL)
		stop_build(builder, &builder->out_of_memory);
	return block;
}

#define QUIET_SECONDS 5.0 /* before the first notice */
#define TOLD_STEP 0.1	  /* of the work, between two notices */

/* Tells the progress of the build, and the time left if it goes on at this pace. */
static void
tell_progress(Builder *builder)
{
	double done = builder->progress.done;
	double seconds;

	if (done < builder->told + TOLD_STEP)
		return;
	seconds = fringe_us_since(builder->beginning) / 1e6;
	if (seconds < QUIET_SECONDS)
		return;
	builder->told = done;
	ereport(NOTICE,
			(errmsg("building an index: %.0f %% done after %.0f s", done * 100, seconds),
			 errdetail("Working on %s; about %.0f s left.", builder->progress.stage,
					   seconds / done * (1 - done))));
}

static void
poll_build(void *context)
{
	Builder *builder = context;

	CHECK_FOR_INTERRUPTS();
	tell_progress(builder);
}

static void
release_for_build(void *context, void *block, size_t size)
{
	Builder *builder = context;

	builder->taken -= size;
	pfree(block);
}

/* The builder has to stay where it is; who is done with it deletes its context. */
static void
init_builder(Builder *builder, Size most)
{
	*builder = (Builder){
		.arena = {take_for_build, builder, release_for_build},
		.context = AllocSetContextCreate(CurrentMemoryContext, "fringe index build",
										 ALLOCSET_DEFAULT_SIZES),
		.most = most,
		.poll = {poll_build, builder},
	};
	INSTR_TIME_SET_CURRENT(builder->beginning);
}

/* FR_OK, or why there is no plan: FR_INDEX_LIMIT where the builder was stopped. */
static fr_status
run_builder(Builder *builder, const fr_index_request *request, fr_index_plan **plan,
			fr_error *error)
{
	fr_index_request watched = *request;

	watched.progress = &builder->progress;
	if (sigsetjmp(builder->stop, 0) == 0)
		return fr_index_build(&watched, &builder->arena, &builder->poll, plan, error);
	*error = (fr_error){.status = FR_INDEX_LIMIT,
						.what = "bytes of memory while it is built",
						.found = (int64_t) builder->taken,
						.wanted = (int64_t) builder->most};
	return FR_INDEX_LIMIT;
}

/* The memory that a build may take, in addition to the decoded map. */
static Size
memory_left(void)
{
	Size most = (Size) fringe_max_memory * 1024;

	return most - Min(most, prepared_used());
}

#define SURELY 4 /* times the memory allowed: expected above that, a build is refused */

/*
 * The index as a value. Fails if the build is refused; at once if it surely does not fit.
 */
Gridindex *
fringe_index_make(const fr_index_request *request)
{
	Builder builder;
	fr_index_plan *plan;
	Gridindex *index;
	fr_error error = {.status = FR_INDEX_LIMIT};
	fr_index_expectation expected = fr_index_expect(request->grid, request->form);

	init_builder(&builder, memory_left());
	if (expected.memory / SURELY > builder.most)
		fringe_report_index(&error, true, &expected);
	if (run_builder(&builder, request, &plan, &error))
	{
		if (builder.out_of_memory)
			ereport(ERROR, errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory"),
					errdetail("Building the index had taken %zu bytes.", builder.taken));
		fringe_report_index(&error, builder.too_large, &expected);
	}
	index = gridmap_allocate(fr_index_plan_size(plan));
	fr_index_write(plan, index->packed, &fringe_poll);
	gridmap_seal(index);
	MemoryContextDelete(builder.context);
	return index;
}
