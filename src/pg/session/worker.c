/*
 * worker.c - background workers that build indexes for the store
 *
 * A worker is called when an index is due, builds whatever is asked for, and ends. It needs
 * no database: it builds from a copy of the map's bytes, whose digest it computes itself.
 * Whatever ends it, what it was building is forsaken, and asked for again by searches.
 */
#include "pg/session/decoded.h"
#include "pg/session/store.h"

#include <unistd.h>

#include "miscadmin.h"
#include "postmaster/bgworker.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "tcop/tcopprot.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

/*
 * Beside three busy processes on two cores a process of niceness 5 gets a fifth of a core, and
 * takes a tenth from them; of niceness 10 it gets 7 %: an index that takes 0.2 s would come
 * after 3 s of a batch that it could spare nearly all of.
 */
#define NICENESS 5
#define PATIENCE 2 /* times as long as searches took, until a build is given up */

/* Starts a worker; tells the store if none can be had. */
void
worker_call(void)
{
	BackgroundWorker worker = {
		.bgw_name = "fringe index builder",
		.bgw_type = "fringe index builder",
		.bgw_flags = BGWORKER_SHMEM_ACCESS,
		.bgw_start_time = BgWorkerStart_ConsistentState,
		.bgw_restart_time = BGW_NEVER_RESTART,
		.bgw_library_name = "$libdir/fringe",
		.bgw_function_name = "fringe_build_indexes",
	};

	if (!RegisterDynamicBackgroundWorker(&worker, NULL))
		store_worker_failed();
}

/* ---- one index --------------------------------------------------------------- */

/* The map that was asked for; NULL if its digest does not match. */
static Gridmap *
take_map(const StoreJob *job)
{
	Gridmap *map = fringe_alloc_huge(job->map_size);
	Digest digest;

	memcpy(map, store_address(job->map), job->map_size);
	store_free_map(job->map, job->map_size);
	fringe_digest(map->packed, GRIDMAP_PACKED_SIZE(map), &digest);
	if (memcmp(&digest, &map->digest, DIGEST_SIZE) != 0 ||
		memcmp(&digest, &job->digest, DIGEST_SIZE) != 0)
		return NULL;
	return map;
}

/* The decoded map, in the worker's own cache. */
static Prepared *
decode(const StoreJob *job)
{
	Gridmap *map = take_map(job);
	text *model = cstring_to_text_with_len(job->model, (int) job->model_length);

	if (map == NULL)
		return NULL;
	prepared_begin_call();
	return decoded_map(PointerGetDatum(map), model);
}

static Size
memory_for(const StoreJob *job)
{
	return Min(job->most, (Size) fringe_max_memory * 1024);
}

/*
 * Builds the claimed index, or gives it up: for good, or until searches took long enough.
 */
static void
build(const StoreJob *job)
{
	Prepared *map = decode(job);
	double expected;
	IndexOutcome outcome;
	IndexBlock block;

	if (map == NULL || !builder_pays(decoded_grid(map)) ||
		builder_expected_bytes(decoded_grid(map)) > store_most())
	{
		store_give_up(STORE_REFUSED, 0);
		return;
	}
	expected = builder_expected_us(decoded_grid(map));
	if (job->searched_us < expected)
	{
		store_give_up(STORE_LEARNING, expected);
		return;
	}
	outcome = builder_block(map, memory_for(job), store_most(),
							PATIENCE * job->searched_us, &block);
	block.by_worker = true;
	store_settle(outcome, &block);
}

/* ---- the process --------------------------------------------------------------- */

static void
leave(int code, Datum argument)
{
	LWLockReleaseAll();
	store_forsake();
	store_worker_left();
}

PGDLLEXPORT void fringe_build_indexes(Datum argument);

void
fringe_build_indexes(Datum argument)
{
	MemoryContext context;
	StoreJob job;

	pqsignal(SIGTERM, die);
	BackgroundWorkerUnblockSignals();
	if (nice(NICENESS) == -1)
		elog(DEBUG1, "no lower priority");
	CurrentResourceOwner = ResourceOwnerCreate(NULL, "fringe index builder");
	context = AllocSetContextCreate(TopMemoryContext, "fringe index builder",
									ALLOCSET_DEFAULT_SIZES);
	if (!store_open())
		return;
	store_worker_came();
	before_shmem_exit(leave, 0);
	while (store_claim_asked(&job))
	{
		MemoryContextSwitchTo(context);
		build(&job);
		prepared_reset();
		MemoryContextReset(context);
	}
}
