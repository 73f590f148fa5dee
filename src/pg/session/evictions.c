/*
 * evictions.c - notices maps that the cache evicts and soon decodes again
 */
#include "pg/session/prepared.h"

#include "access/parallel.h"

/*
 * A session whose maps do not fit evicts maps that it soon decodes again, which takes
 * much longer than the searches. Tell the user once.
 */
#define EVICTED 1024 /* a power of two; evicted maps that are remembered */
#define TELL_AFTER 100

static struct
{
	uint32 evicted[EVICTED]; /* by hash */
	int64 returns;
	bool told;
} thrash;

void
prepared_note_eviction(const Prepared *prepared)
{
	if (prepared->key.kind == PREPARED_MAP)
		thrash.evicted[prepared->hash % EVICTED] = prepared->hash;
}

/* A parallel worker stays silent: its leader sends the notice. */
void
prepared_note_miss(const PreparedKey *key, uint32 hash)
{
	if (key->kind != PREPARED_MAP || thrash.evicted[hash % EVICTED] != hash ||
		++thrash.returns < TELL_AFTER || thrash.told || IsParallelWorker())
		return;
	thrash.told = true;
	ereport(
		NOTICE,
		(errmsg("decoded maps do not fit in fringe.cache_size"),
		 errdetail("This session evicted and decoded again %d maps; the setting is %d "
				   "kB.",
				   TELL_AFTER, fringe_cache_size),
		 errhint("Increase fringe.cache_size, or process rows in the order of their "
				 "maps.")));
}

void
prepared_forget_evictions(void)
{
	memset(&thrash, 0, sizeof thrash);
}
