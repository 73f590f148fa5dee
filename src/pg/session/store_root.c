/*
 * store_root.c - where the store is, its memory, and who works for it
 *
 * A session finds the root by its name, and attaches to the area that the root names; the
 * first one makes both. Where that fails, for want of memory or of segments, the session
 * goes on without a store.
 */
#include "pg/session/store.h"

#include "miscadmin.h"
#include "storage/lwlock.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/timestamp.h"

/* Libraries of another version, or of another layout, have a store of their own. */
#define STORE_TRANCHE "fringe" /* the locks' name in pg_stat_activity */
#define STORE_NAME "fringe " FRINGE_VERSION ", store 1"

#define RECORDS                                                                          \
	2048 /* a multiple of the ways of a set; with the area's own, below 1 MB */
#define CALL_SECONDS 5	 /* a worker that has not come by then does not come */
#define RETRY_SECONDS 1	 /* after a worker was refused */
#define SHARE_OF_INDEX 4 /* an index takes at most a fourth of the store */

struct StoreRoot
{
	LWLock lock;
	int tranche;
	bool made; /* the area is */
	dsa_handle area;
	dsa_pointer records;
	pg_atomic_uint32 areas; /* that were made, and given back, so far */
	uint32 generations;
	pg_atomic_uint64 bytes;	  /* of maps and blocks */
	pg_atomic_uint64 waiting; /* of maps alone */
	int workers;			  /* that have come */
	TimestampTz called;		  /* when one was called that has not come; 0: none */
	TimestampTz refused;	  /* when there was none to be had; 0: never */
};

static StoreRoot *root;
static dsa_area *area;
static uint32 area_number;
static StoreRecord *records;
static bool unavailable; /* to this session */

/* ---- errors ---------------------------------------------------------------- */

static bool
is_end(int code)
{
	return code == ERRCODE_QUERY_CANCELED || code == ERRCODE_ADMIN_SHUTDOWN;
}

/*
 * Does some work with shared memory; returns whether there was no error. Cancels go on.
 */
bool
store_guarded(void (*work)(void *argument), void *argument)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner before = CurrentResourceOwner;
	ResourceOwner owner = ResourceOwnerCreate(before, "fringe store");
	ErrorData *volatile error = NULL;

	PG_TRY();
	{
		CurrentResourceOwner = owner;
		work(argument);
	}
	PG_CATCH();
	{
		LWLockReleaseAll(); /* functions are called with none */
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = before;
	for (int phase = RESOURCE_RELEASE_BEFORE_LOCKS; phase <= RESOURCE_RELEASE_AFTER_LOCKS;
		 phase++)
		ResourceOwnerRelease(owner, (ResourceReleasePhase) phase, error == NULL, false);
	ResourceOwnerDelete(owner);
	if (error && is_end(error->sqlerrcode))
		ReThrowError(error);
	if (error)
		elog(DEBUG1, "fringe goes on without the store: %s", error->message);
	return error == NULL;
}

/* ---- attaching ------------------------------------------------------------- */

static void
FRINGE_SHARED_INIT(init_root, memory)
{
	StoreRoot *new = memory;

	memset(new, 0, sizeof *new);
	new->tranche = LWLockNewTrancheId(STORE_TRANCHE);
	LWLockInitialize(&new->lock, new->tranche);
	pg_atomic_init_u32(&new->areas, 0);
	pg_atomic_init_u64(&new->bytes, 0);
	pg_atomic_init_u64(&new->waiting, 0);
}

static void
init_records(StoreRecord *new)
{
	for (int i = 0; i < RECORDS; i++)
	{
		pg_atomic_init_u32(&new[i].generation, 0);
		pg_atomic_init_u32(&new[i].state, STORE_NONE);
		pg_atomic_init_u32(&new[i].pins, 0);
		pg_atomic_init_u64(&new[i].searched_ns, 0);
		pg_atomic_init_u64(&new[i].due_ns, 0);
		pg_atomic_init_u64(&new[i].used, 0);
		pg_atomic_init_u64(&new[i].hits, 0);
	}
}

/* With the lock held. */
static dsa_area *
make_area(StoreRoot *found)
{
	dsa_area *made = dsa_create(found->tranche);

	found->records = dsa_allocate0(made, RECORDS * sizeof(StoreRecord));
	init_records(dsa_get_address(made, found->records));
	dsa_pin(made);
	found->area = dsa_get_handle(made);
	found->made = true;
	return made;
}

static void
attach(void *argument)
{
	StoreRoot *found = FRINGE_SHARED_STRUCT(STORE_NAME, sizeof(StoreRoot), init_root);
	dsa_area *attached;

	FRINGE_NAME_TRANCHE(found->tranche, STORE_TRANCHE);
	MemoryContextSwitchTo(TopMemoryContext);
	LWLockAcquire(&found->lock, LW_EXCLUSIVE);
	if (!found->made && fringe_shared_cache_size == 0)
	{
		LWLockRelease(&found->lock);
		return;
	}
	attached = found->made ? dsa_attach(found->area) : make_area(found);
	area_number = pg_atomic_read_u32(&found->areas);
	records = dsa_get_address(attached, found->records);
	LWLockRelease(&found->lock);
	dsa_pin_mapping(attached);
	area = attached;
	root = found;
}

static void
detach(void)
{
	dsa_detach(area);
	area = NULL;
}

/* Is what the session is attached to still the store? What is pinned or claimed is in it. */
bool
store_is_current(void)
{
	return area_number == pg_atomic_read_u32(&root->areas);
}

/*
 * Where the store is turned off and nothing is left in it, its memory is given back, when the
 * last session has noticed.
 */
static void
give_back(void)
{
	store_lock(true);
	if (store_is_current() && pg_atomic_read_u64(&root->bytes) == 0 &&
		!store_is_claimed())
	{
		root->made = false;
		pg_atomic_fetch_add_u32(&root->areas, 1);
		dsa_unpin(area);
	}
	store_unlock();
}

/* Where the store is turned off, the session looks once whether there is something left. */
static bool
is_attached(void)
{
	static bool looked;

	if (area && !store_is_current())
		detach();
	if (area || unavailable || (fringe_shared_cache_size == 0 && looked))
		return area != NULL;
	looked = true;
	unavailable = !store_guarded(attach, NULL);
	return area != NULL;
}

/* Attaches at the first call. False where the session has no store, or is to have none. */
bool
store_open(void)
{
	if (!is_attached())
		return false;
	while (store_exceeds() && store_evict())
		;
	if (fringe_shared_cache_size > 0)
		return true;
	give_back();
	return false;
}

/* With the lock held: a number that no record had before, and not 0. */
uint32
store_generation(void)
{
	if (++root->generations == 0)
		root->generations = 1;
	return root->generations;
}

void
store_lock(bool exclusive)
{
	LWLockAcquire(&root->lock, exclusive ? LW_EXCLUSIVE : LW_SHARED);
}

void
store_unlock(void)
{
	LWLockRelease(&root->lock);
}

void *
store_address(dsa_pointer pointer)
{
	return dsa_get_address(area, pointer);
}

StoreRecord *
store_record(uint32 slot)
{
	return &records[slot];
}

uint32
store_records(void)
{
	return RECORDS;
}

/* ---- memory ---------------------------------------------------------------- */

static Size
most_bytes(void)
{
	return (Size) fringe_shared_cache_size * 1024;
}

Size
store_most(void)
{
	return most_bytes() / SHARE_OF_INDEX;
}

/* Is there more than the setting of this session allows? */
bool
store_exceeds(void)
{
	return pg_atomic_read_u64(&root->bytes) > most_bytes();
}

/* InvalidDsaPointer where it does not fit, whatever is evicted. May fail with an error. */
dsa_pointer
store_allocate(Size size)
{
	dsa_pointer pointer;

	dsa_set_size_limit(area, most_bytes());
	do
		pointer = dsa_allocate_extended(area, size, DSA_ALLOC_HUGE | DSA_ALLOC_NO_OOM);
	while (!DsaPointerIsValid(pointer) && store_evict());
	if (DsaPointerIsValid(pointer))
		pg_atomic_fetch_add_u64(&root->bytes, (int64) size);
	return pointer;
}

void
store_free(dsa_pointer pointer, Size size)
{
	if (!DsaPointerIsValid(pointer))
		return;
	pg_atomic_fetch_sub_u64(&root->bytes, (int64) size);
	dsa_free(area, pointer);
}

/* A map that waited for a worker. */
void
store_free_map(dsa_pointer pointer, Size size)
{
	if (!DsaPointerIsValid(pointer))
		return;
	store_waiting(-(int64) size);
	store_free(pointer, size);
}

/* Bytes of maps that wait for a worker; `more` come or go. */
Size
store_waiting(int64 more)
{
	return pg_atomic_add_fetch_u64(&root->waiting, more);
}

/* ---- workers --------------------------------------------------------------- */

static bool
within(TimestampTz then, TimestampTz now, int seconds)
{
	return then != 0 && !TimestampDifferenceExceeds(then, now, seconds * 1000);
}

static StoreWorkers
workers_wanted(TimestampTz now)
{
	if (fringe_auto_workers == 0 || within(root->refused, now, RETRY_SECONDS))
		return STORE_NO_WORKER;
	if (root->workers >= fringe_auto_workers || within(root->called, now, CALL_SECONDS))
		return STORE_ENOUGH_WORKERS;
	if (within(root->called, now, CALL_SECONDS + RETRY_SECONDS))
		return STORE_NO_WORKER;
	return STORE_CALL_WORKER;
}

/* Is one more worker to be called, by the caller? By one at a time. */
StoreWorkers
store_workers(void)
{
	TimestampTz now = GetCurrentTimestamp();
	StoreWorkers wanted = workers_wanted(now); /* mostly without the lock */

	if (wanted != STORE_CALL_WORKER)
		return wanted;
	store_lock(true);
	wanted = workers_wanted(now);
	if (wanted == STORE_CALL_WORKER)
		root->called = now;
	store_unlock();
	return wanted;
}

void
store_worker_failed(void)
{
	store_lock(true);
	root->called = 0;
	root->refused = GetCurrentTimestamp();
	store_unlock();
}

void
store_worker_came(void)
{
	store_lock(true);
	root->called = 0;
	root->workers++;
	store_unlock();
}

void
store_worker_left(void)
{
	store_lock(true);
	root->workers--;
	store_unlock();
}
