/*
 * store_claims.c - who builds an index for the store
 *
 * A process claims a record, and then publishes the index, hands it to a worker, or gives
 * up. It has one claim at a time, which ends at the latest with its transaction, or with the
 * subtransaction that an error ends.
 */
#include "pg/session/store.h"

#include "miscadmin.h"

#define PATIENCE 4 /* times as long as before, until a build that failed is tried again */

/* The record that this process builds, or is about to ask for. */
static StorePlace claimed;

/* ---- claims ----------------------------------------------------------------- */

/* Takes the waiting map out of the record: the builder has a source of its own. */
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

/* Ends the claim without an index: refused, or retried after `due_us` of searches. */
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

/* Ends a claim after an error; the build is retried much later. */
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

/* Hands the claimed build to a worker, with the map; forsakes it if that fails. */
void
store_ask(Gridmap *map)
{
	if (!store_guarded(copy_map, map) || claimed.generation != 0)
		store_forsake();
}

/* For a worker: claims, of the maps asked for, the one with the longest searches. */
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

/* Publishes the index that was claimed; forsakes it if it does not fit. */
static void
publish(IndexBlock *built)
{
	if (!store_guarded(copy_block, built) || claimed.generation != 0)
		store_forsake();
}

/* How building what was claimed ended; what was built is there for all. */
void
store_settle(IndexOutcome outcome, IndexBlock *built)
{
	switch (outcome)
	{
		case INDEX_BUILT:
			publish(built);
			break;
		case INDEX_REFUSED:
			store_give_up(STORE_REFUSED, 0);
			break;
		case INDEX_STOPPED:
			store_forsake();
			break;
	}
}
