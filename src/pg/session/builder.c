/*
 * builder.c - indexes are built, in bounded memory and time
 *
 * The core leaves a build by longjmp where there is no more memory or time: all that
 * it took is in one context, and nothing else was touched.
 */
#include "pg/session/builder.h"
#include "pg/session/decoded.h"

#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/pmsignal.h"
#include "utils/memutils.h"

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
	if (MyBackendType == B_BG_WORKER && !PostmasterIsAlive())
		proc_exit(1); /* it has no client that would end it */
	if (builder->tells)
		tell_progress(builder);
	if (builder->most_us > 0 && fringe_processor_us() - builder->began > builder->most_us)
		stop_build(builder, &builder->too_late);
}

static void
release_for_build(void *context, void *block, size_t size)
{
	Builder *builder = context;

	builder->taken -= size;
	pfree(block);
}

/* The builder has to stay where it is; who is done with it deletes its context. */
void
builder_init(Builder *builder, Size most, double most_us)
{
	*builder = (Builder){
		.arena = {take_for_build, builder, release_for_build},
		.context = AllocSetContextCreate(CurrentMemoryContext, "fringe index build",
										 ALLOCSET_DEFAULT_SIZES),
		.most = most,
		.poll = {poll_build, builder},
		.most_us = most_us,
		.began = fringe_processor_us(),
	};
	INSTR_TIME_SET_CURRENT(builder->beginning);
}

/* FR_OK, or why there is no plan: FR_INDEX_LIMIT where the builder was stopped. */
fr_status
builder_run(Builder *builder, const fr_index_request *request, fr_index_plan **plan,
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

/* ---- indexes that `auto` builds ---------------------------------------------- */

#define LEAST_US_A_CELL 0.05
#define WORKER_US 20000.0 /* for a worker to come */

/*
 * On large maps whose obstacles are mostly single cells, too many paths are equally good:
 * builds are long, and mostly refused.
 */
#define SCATTERED 20000 /* corners, from which on a map is large */

bool
builder_pays(const fr_grid *grid)
{
	return grid->blunt <= SCATTERED || grid->blunt <= grid->sides / 2;
}

double
builder_expected_us(const fr_grid *grid)
{
	return fr_index_expect(grid, NULL).seconds * 1e6;
}

/* The least time expected for any map of this size; includes the start of a worker. */
double
builder_least_us(uint32 cells)
{
	return WORKER_US + cells * LEAST_US_A_CELL;
}

double
builder_expected_bytes(const fr_grid *grid)
{
	return fr_index_expect(grid, NULL).bytes;
}

/* The plan becomes one piece of memory, in the current context. */
static void
write_block(const fr_index_plan *plan, IndexBlock *block)
{
	Size size = fr_index_plan_size(plan);
	uint8 *bytes = fringe_alloc_huge(size);
	Size boards;

	fr_index_write(plan, bytes, &fringe_poll);
	boards = fr_index_boards_size(bytes, size);
	bytes = repalloc_huge(bytes, size + boards);
	fr_index_write_boards(bytes, size, bytes + size, &fringe_poll);
	*block = (IndexBlock){.bytes = bytes, .index_size = size, .size = size + boards};
}

/*
 * The index of a decoded map, in the current context: of at most `budget` bytes, taking at
 * most `most` and `most_us` while it is built.
 */
IndexOutcome
builder_block(const Prepared *map, Size most, Size budget, double most_us,
			  IndexBlock *block)
{
	fr_model model;
	fr_error error;
	fr_index_plan *plan;
	Builder builder;
	fr_index_request request = {.grid = decoded_grid(map),
								.model = &model,
								.digest = map->key.digest.bytes,
								.budget = budget};
	bool built;

	builder_init(&builder, most, most_us);
	built =
		fr_model_parse(map->key.model, map->key.model_length, &model, &error) == FR_OK &&
		builder_run(&builder, &request, &plan, &error) == FR_OK;
	if (built)
		write_block(plan, block);
	block->build_us = fringe_processor_us() - builder.began;
	MemoryContextDelete(builder.context);
	if (built)
		return INDEX_BUILT;
	return builder.too_late || builder.too_large || builder.out_of_memory ? INDEX_STOPPED
																		  : INDEX_REFUSED;
}

/* A view of such a block. */
fr_index
builder_view(const uint8 *bytes, Size index_size)
{
	return fr_index_attach(bytes, index_size, bytes + index_size);
}

/* ---- fringe_index ------------------------------------------------------------- */

/* The memory that this call may take beside the map and the old index that it uses. */
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

	builder_init(&builder, memory_left(), 0);
	builder.tells = true;
	if (expected.memory / SURELY > builder.most)
		fringe_report_index(&error, true, &expected);
	if (builder_run(&builder, request, &plan, &error))
	{
		if (builder.out_of_memory)
			ereport(ERROR, errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory"),
					errdetail("Building the index had taken %zu bytes.", builder.taken));
		fringe_report_index(&error, builder.too_large, &expected);
	}
	index = gridindex_allocate(fr_index_plan_size(plan));
	fr_index_write(plan, index->bytes, &builder.poll);
	gridindex_seal(index);
	MemoryContextDelete(builder.context);
	return index;
}
