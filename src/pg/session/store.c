/*
 * store.c - records of the store: what searches took, and indexes that are there
 */
#include "pg/session/store.h"

#include "utils/timestamp.h"

#define WAYS 8 /* records that a key may have */

/* ---- finding --------------------------------------------------------------- */

static uint32
first_of_set(uint32 hash)
{
	return hash % (store_records() / WAYS) * WAYS;
}

static bool
is_of(const StoreRecord *record, const PreparedKey *key, uint32 hash)
{
	return record->hash == hash && record->model_length == key->model_length &&
		   memcmp(&record->digest, &key->digest, DIGEST_SIZE) == 0 &&
		   memcmp(record->model, key->model, key->model_length) == 0;
}

/* With the lock held. NULL, or the record and its place. */
static StoreRecord *
find(const PreparedKey *key, StorePlace *place)
{
	uint32 hash = prepared_hash_map(key);
	uint32 first = first_of_set(hash);

	for (uint32 slot = first; slot < first + WAYS; slot++)
	{
		StoreRecord *record = store_record(slot);
		uint32 generation = pg_atomic_read_u32(&record->generation);

		if (generation == 0 || !is_of(record, key, hash))
			continue;
		*place = (StorePlace){slot, generation};
		return record;
	}
	return NULL;
}

/* The record at a place; NULL if the record was reused since. */
StoreRecord *
store_record_at(const StorePlace *place)
{
	StoreRecord *record = store_record(place->slot);

	if (place->generation == 0 ||
		pg_atomic_read_u32(&record->generation) != place->generation)
		return NULL;
	return record;
}

/* Gives the record a new generation, so that places found before no longer match. */
uint32
store_renew(StoreRecord *record)
{
	uint32 generation = store_generation();

	pg_atomic_write_u32(&record->generation, generation);
	return generation;
}

void
store_use(StoreRecord *record)
{
	pg_atomic_write_u64(&record->used, (uint64) GetCurrentTimestamp());
}

StoreState
store_state(const PreparedKey *key, StorePlace *place)
{
	StoreRecord *record;
	StoreState state;

	store_lock(false);
	record = find(key, place);
	state = record ? store_state_of(record) : STORE_NONE;
	store_unlock();
	return state;
}

/* ---- learning -------------------------------------------------------------- */

/* With the lock held: the record of a set that is worth least, or NULL. */
static StoreRecord *
least_useful(uint32 hash, StorePlace *place)
{
	uint32 first = first_of_set(hash);
	StoreRecord *least = NULL;

	for (uint32 slot = first; slot < first + WAYS; slot++)
	{
		StoreRecord *record = store_record(slot);
		StoreState state = store_state_of(record);

		if (state != STORE_NONE && state != STORE_LEARNING && state != STORE_REFUSED)
			continue;
		if (least == NULL ||
			pg_atomic_read_u64(&record->used) < pg_atomic_read_u64(&least->used))
		{
			least = record;
			place->slot = slot;
		}
	}
	return least;
}

static void
begin_record(StoreRecord *record, const PreparedKey *key, double due_us)
{
	record->hash = prepared_hash_map(key);
	record->digest = key->digest;
	record->width = key->width;
	record->height = key->height;
	record->model_length = (uint32) key->model_length;
	memcpy(record->model, key->model, key->model_length);
	record->map = record->block = InvalidDsaPointer;
	record->index_size = record->block_size = record->map_size = 0;
	record->build_us = 0;
	record->role = InvalidOid;
	pg_atomic_write_u64(&record->searched_ns, 0);
	pg_atomic_write_u64(&record->due_ns, (uint64) (due_us * 1000));
	pg_atomic_write_u64(&record->hits, 0);
	store_set_state(record, STORE_LEARNING);
}

/* The record of a key, a new one if there is none; or NULL. */
static StoreRecord *
find_or_begin(const PreparedKey *key, StorePlace *place, double due_us)
{
	StoreRecord *record;

	if (key->model_length > STORE_MODEL)
		return NULL;
	store_lock(true);
	record = find(key, place);
	if (record == NULL)
	{
		record = least_useful(prepared_hash_map(key), place);
		if (record)
		{
			begin_record(record, key, due_us);
			place->generation = store_renew(record);
			store_use(record);
		}
	}
	store_unlock();
	return record;
}

/*
 * Adds this time of searches to the record of a map. A new record is due at
 * `first_due_us`. STORE_NONE if nothing can be recorded.
 */
StoreState
store_learn(const PreparedKey *key, StorePlace *place, double microseconds,
			double first_due_us)
{
	StoreRecord *record = store_record_at(place);
	uint64 searched;
	StoreState state;

	if (record == NULL)
		record = find_or_begin(key, place, first_due_us);
	if (record == NULL)
		return STORE_NONE;
	searched =
		pg_atomic_add_fetch_u64(&record->searched_ns, (int64) (microseconds * 1000));
	store_use(record);
	state = store_state_of(record);
	if (state == STORE_LEARNING && searched >= pg_atomic_read_u64(&record->due_ns))
		return STORE_DUE;
	return state;
}

/* ---- pins ------------------------------------------------------------------ */

/*
 * An index that is pinned stays. The caller notes the pin before anything can fail. False
 * if it is there no more.
 */
bool
store_pin(const StorePlace *place, dsa_pointer *block, Size *index_size)
{
	StoreRecord *record;

	store_lock(false);
	record = store_record_at(place);
	if (record && store_state_of(record) == STORE_READY)
	{
		pg_atomic_fetch_add_u32(&record->pins, 1);
		pg_atomic_fetch_add_u64(&record->hits, 1);
		store_use(record);
		*block = record->block;
		*index_size = record->index_size;
	}
	else
		record = NULL;
	store_unlock();
	return record != NULL;
}

void
store_unpin(const StorePlace *place)
{
	StoreRecord *record = store_record(place->slot);

	store_use(record);
	pg_atomic_fetch_sub_u32(&record->pins, 1);
}

/* ---- eviction -------------------------------------------------------------- */

/* A map that waits for a worker, or an index that nobody has pinned. */
static bool
may_go(StoreRecord *record)
{
	StoreState state = store_state_of(record);

	return state == STORE_ASKED ||
		   (state == STORE_READY && pg_atomic_read_u32(&record->pins) == 0);
}

/* With the lock held: the least recently used record that may be evicted, or NULL. */
static StoreRecord *
least_recent(void)
{
	StoreRecord *oldest = NULL;

	for (uint32 slot = 0; slot < store_records(); slot++)
	{
		StoreRecord *record = store_record(slot);

		if (may_go(record) && (oldest == NULL || pg_atomic_read_u64(&record->used) <
													 pg_atomic_read_u64(&oldest->used)))
			oldest = record;
	}
	return oldest;
}

/* Evicts a record, whose index has to be earned anew; false if there is none. */
bool
store_evict(void)
{
	StoreRecord *record;
	StoreRecord gone = {.block = InvalidDsaPointer, .map = InvalidDsaPointer};

	store_lock(true);
	record = least_recent();
	if (record)
	{
		gone = *record;
		record->block = record->map = InvalidDsaPointer;
		record->block_size = record->index_size = record->map_size = 0;
		pg_atomic_write_u64(&record->searched_ns, 0);
		store_set_state(record, STORE_LEARNING);
		store_renew(record);
	}
	store_unlock();
	store_free(gone.block, gone.block_size);
	store_free_map(gone.map, gone.map_size);
	return record != NULL;
}

/* With the lock held: is anybody about to add something? */
bool
store_is_claimed(void)
{
	for (uint32 slot = 0; slot < store_records(); slot++)
		if (store_state_of(store_record(slot)) == STORE_BUILDING)
			return true;
	return false;
}

/* ---- looking at it --------------------------------------------------------- */

/* A copy of a record; false if it is empty. */
bool
store_look(uint32 slot, StoreRecord *copy)
{
	store_lock(false);
	memcpy(copy, store_record(slot), sizeof *copy);
	store_unlock();
	return store_state_of(copy) != STORE_NONE;
}
