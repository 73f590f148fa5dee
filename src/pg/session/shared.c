/*
 * shared.c - indexes of the store that the session uses
 *
 * What is kept in the session is a view of an index and where it is. In each transaction
 * the index is pinned when it is first asked, and released at the end: so an idle session
 * holds nothing.
 */
#include "pg/session/store.h"

#include "access/xact.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "utils/memutils.h"

typedef struct SharedIndex
{
	fr_index index;
	bool viewed;
	StorePlace place;
	bool pinned;
	dlist_node pin; /* in `pins` */
} SharedIndex;

static dlist_head pins = DLIST_STATIC_INIT(pins);

static void
release(SharedIndex *shared)
{
	if (!shared->pinned)
		return;
	dlist_delete(&shared->pin);
	shared->pinned = false;
	store_unpin(&shared->place);
}

static void
release_when_freed(void *shared)
{
	release(shared);
}

/* Drops all pins, in the order of pinning. Call sites have to prepare again. */
static void
release_all(void)
{
	if (dlist_is_empty(&pins))
		return;
	while (!dlist_is_empty(&pins))
		release(dlist_tail_element(SharedIndex, pin, &pins));
	prepared_changed();
}

/* ---- ends of transactions and of the process -------------------------------- */

/* Releases the pins and the claim of this process, however it ends. */

static void
end_transaction(XactEvent event, void *argument)
{
	switch (event)
	{
		case XACT_EVENT_ABORT:
		case XACT_EVENT_PARALLEL_ABORT:
			store_forsake();
			release_all();
			break;
		case XACT_EVENT_COMMIT:
		case XACT_EVENT_PARALLEL_COMMIT:
		case XACT_EVENT_PREPARE:
			release_all();
			break;
		default:
			break;
	}
}

/* An error that a statement catches, as plpgsql may a cancel, ends the claim as well. */
static void
end_subtransaction(SubXactEvent event, SubTransactionId its, SubTransactionId parent,
				   void *argument)
{
	if (event == SUBXACT_EVENT_ABORT_SUB)
		store_forsake();
}

static void
end_process(int code, Datum argument)
{
	LWLockReleaseAll(); /* it may end anywhere */
	store_forsake();
	release_all();
}

void
shared_watch(void)
{
	static bool watched;

	if (watched)
		return;
	before_shmem_exit(end_process, 0);
	RegisterXactCallback(end_transaction, NULL);
	RegisterSubXactCallback(end_subtransaction, NULL);
	watched = true;
}

/* ---- taking up -------------------------------------------------------------- */

static void *
make_shared(const PreparedKey *key, void *argument)
{
	SharedIndex *shared = palloc0(sizeof(SharedIndex));
	MemoryContextCallback *callback = palloc0(sizeof(MemoryContextCallback));

	shared->place = *(const StorePlace *) argument;
	callback->func = release_when_freed;
	callback->arg = shared;
	MemoryContextRegisterResetCallback(CurrentMemoryContext, callback);
	return shared;
}

/* Pins the index; false if it was evicted. */
static bool
pin(SharedIndex *shared)
{
	dsa_pointer block;
	Size size;

	if (shared->pinned)
		return true;
	if (!store_pin(&shared->place, &block, &size))
		return false;
	shared->pinned = true;
	dlist_push_head(&pins, &shared->pin);
	if (!shared->viewed)
		shared->index = builder_view(store_address(block), size);
	shared->viewed = true;
	return true;
}

/* An index is no reason for an error of memory: searches may need less. */
static bool
is_within_memory(const fr_index *index)
{
	return index->size + fr_index_scratch_size(index) <= (Size) fringe_max_memory * 1024;
}

static Prepared *
find_shared(const PreparedKey *key)
{
	Prepared *found = prepared_find(key);
	StorePlace place;

	if (found)
	{
		prepared_use(found);
		return found;
	}
	if (store_state(key, &place) != STORE_READY)
		return NULL;
	return prepared_get(key, make_shared, &place);
}

/*
 * The index of a map under a model out of the store, pinned for this transaction; NULL if
 * there is none. `map` is the key of the decoded map.
 */
Prepared *
shared_index(const PreparedKey *map)
{
	PreparedKey key = *map;
	Prepared *found;

	if (!fringe_auto_index || !store_open())
		return NULL;
	shared_watch();
	key.kind = PREPARED_SHARED;
	found = find_shared(&key);
	if (found == NULL)
		return NULL;
	if (!pin(found->thing))
	{
		prepared_drop(found);
		return NULL;
	}
	return is_within_memory(shared_view(found)) ? found : NULL;
}

const fr_index *
shared_view(const Prepared *shared)
{
	return &((const SharedIndex *) shared->thing)->index;
}
