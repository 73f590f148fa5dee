/*
 * store_claims.c - who builds an index for the store
 *
 * A process claims a record, and then publishes the index, hands it to a worker, or gives
 * up. It has one claim at a time, which ends with its transaction at the latest.
 */
#include "pg/session/store.h"

#include "miscadmin.h"

#define PATIENCE 4 /* times as long as before, until a build that failed is tried again */

/* What this process is building, or about to ask for. */
static StorePlace claimed;

/* ---- claims ----------------------------------------------------------------- */

/* Somebody builds it from what else he has: the map that waits is not needed. */
static dsa_pointer
take_map(StoreRecord *record)
{
	dsa_pointer map = record->map;

	record->map = InvalidDsaPointer;
	return map;
}

/*
 * Takes it upon this process to build an index, or to ask for it; false if somebody else
 * builds it.
 */
bool
store_claim(const StorePlace *place)
{
	StoreRecord *record;
	dsa_pointer map = InvalidDsaPointer;
	Size size = 0;

	store_lock(true);
	record = store_record_at(place);
	if (record && store_is_current() &&
		(store_state_of(record) == STORE_LEARNING ||
		 store_state_of(record) == STORE_ASKED))
	{
		map = take_map(record);
		size = record->map_size;
		record->role = GetUserId();
		record->most = (Size) fringe_max_memory * 1024;
		store_set_state(record, STORE_BUILDING);
		claimed = *place;
	}
	else
		record = NULL;
	store_unlock();
	store_free_map(map, size);
	return record != NULL;
}

/* With the lock held: the record that this process claimed. */
static StoreRecord *
end_claim(void)
{
	StoreRecord *record = store_record_at(&claimed);

	Assert(record && store_state_of(record) == STORE_BUILDING);
	claimed.generation = 0;
	return record;
}

/* There is to be none, or none until searches took so long. */
void
store_give_up(StoreState state, double due_us)
{
	StoreRecord *record;

	store_lock(true);
	record = end_claim();
	pg_atomic_write_u64(&record->due_ns, (uint64) (due_us * 1000));
	store_set_state(record, state);
	store_unlock();
}

/* What was claimed, and ended by an error, is tried again much later. */
void
store_forsake(void)
{
	if (claimed.generation != 0)
		store_give_up(
			STORE_LEARNING,
			PATIENCE *
				(pg_atomic_read_u64(&store_record(claimed.slot)->searched_ns) / 1000.0));
}

static void
copy_map(void *argument)
{
	const Gridmap *map = argument;
	Size size = VARSIZE(map);
	dsa_pointer copy;
	StoreRecord *record;

	if (store_waiting(0) + size > store_most())
		return;
	copy = store_allocate(size);
	if (!DsaPointerIsValid(copy))
		return;
	store_waiting((int64) size);
	memcpy(store_address(copy), map, size);
	store_lock(true);
	record = end_claim();
	record->map = copy;
	record->map_size = size;
	store_set_state(record, STORE_ASKED);
	store_unlock();
}

/* Hands what was claimed to a worker, with the map; else it is forsaken. */
void
store_ask(Gridmap *map)
{
	if (!store_guarded(copy_map, map) || claimed.generation != 0)
		store_forsake();
}

/* For a worker: the map that is asked for and has been searched on for longest. */
bool
store_claim_asked(StoreJob *job)
{
	StoreRecord *most = NULL;

	store_lock(true);
	for (uint32 slot = 0; slot < store_records(); slot++)
	{
		StoreRecord *record = store_record(slot);

		if (store_state_of(record) == STORE_ASKED &&
			(most == NULL || pg_atomic_read_u64(&record->searched_ns) >
								 pg_atomic_read_u64(&most->searched_ns)))
		{
			most = record;
			claimed = (StorePlace){slot, pg_atomic_read_u32(&record->generation)};
		}
	}
	if (most)
	{
		*job = (StoreJob){.digest = most->digest,
						  .model_length = most->model_length,
						  .most = most->most,
						  .searched_us = pg_atomic_read_u64(&most->searched_ns) / 1000.0,
						  .map = take_map(most),
						  .map_size = most->map_size};
		memcpy(job->model, most->model, most->model_length);
		store_set_state(most, STORE_BUILDING);
	}
	store_unlock();
	return most != NULL;
}

/* ---- what was built -------------------------------------------------------- */

static void
copy_block(void *argument)
{
	const IndexBlock *built = argument;
	dsa_pointer copy = store_allocate(built->size);
	StoreRecord *record;

	if (!DsaPointerIsValid(copy))
		return;
	memcpy(store_address(copy), built->bytes, built->size);
	store_lock(true);
	record = end_claim();
	record->block = copy;
	record->block_size = built->size;
	record->index_size = built->index_size;
	record->build_us = built->build_us;
	record->by_worker = built->by_worker;
	store_set_state(record, STORE_READY);
	store_renew(record);
	store_use(record);
	store_unlock();
}

/* What was claimed is there for all; or forsaken, where it does not fit. */
void
store_publish(IndexBlock *built)
{
	if (!store_guarded(copy_block, built) || claimed.generation != 0)
		store_forsake();
}
