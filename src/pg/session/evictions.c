/*
 * evictions.c - notices maps that the cache evicts and soon decodes again
 */
#include "pg/session/prepared.h"

#include "access/parallel.h"
#include "access/xact.h"

/*
 * A session whose maps do not fit evicts maps that it soon decodes again, which takes
 * much longer than the searches. Tell the user once. A map that each statement asks once
 * does not count: no order of rows would spare decoding it.
 */
#define EVICTED 1024 /* a power of two; evicted maps that are remembered */
#define TELL_AFTER 100

typedef struct Eviction
{
	uint32 hash;
	TimestampTz statement; /* the one that asked the map, once; 0: it was asked again */
} Eviction;

static struct
{
	Eviction evicted[EVICTED]; /* by hash */
	int64 returns;
	bool told;
} thrash;

void
prepared_note_eviction(const Prepared *prepared)
{
	if (prepared->key.kind == PREPARED_MAP)
		thrash.evicted[prepared->hash % EVICTED] =
			(Eviction){prepared->hash, prepared->hits > 0 ? 0 : prepared->statement};
}

/* Is a map decoded again that this statement, or several questions, have asked before? */
static bool
comes_back(uint32 hash)
{
	TimestampTz statement = GetCurrentStatementStartTimestamp();
	Eviction *eviction = &thrash.evicted[hash % EVICTED];
	bool again = eviction->statement == 0 || eviction->statement == statement;

	if (eviction->hash != hash)
		return false;
	eviction->statement = statement;
	return again;
}

/* A parallel worker stays silent: its leader sends the notice. */
void
prepared_note_miss(const PreparedKey *key, uint32 hash)
{
	if (key->kind != PREPARED_MAP || !comes_back(hash) || ++thrash.returns < TELL_AFTER ||
		thrash.told || IsParallelWorker())
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
