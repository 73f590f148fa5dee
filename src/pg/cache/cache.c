/*
 * cache.c - the session's cache: see cache.h
 *
 * A thing is built in a child of the caller's context, so that an error frees it. When
 * complete, it moves below the cache's context.
 */
#include "pg/cache/cache.h"

#include "access/detoast.h"
#include "access/parallel.h"
#include "access/transam.h"
#include "access/xact.h"
#include "common/hashfn.h"
#include "portability/instr_time.h"
#include "utils/memutils.h"

/* ---- values on disk that the session has looked at ----------------------- */

#define SLOTS 1024 /* those of a batch take turns where its rows are mixed */

static struct
{
	SeenValue slot[SLOTS];
	SeenValue passing; /* not on disk */
} seen;

/*
 * A toast pointer names a value by relation and number.  The name comes to
 * stand for another value only if that one is stored when the first is gone,
 * numbers having gone round: by a later command of this transaction, or by
 * another transaction, whose rows nobody sees before it has ended.  So what is
 * remembered is right as long as neither has happened, even of a value that is
 * gone; whoever ends a transaction makes us read one chunk again.  Both numbers
 * only rise while somebody writes, so no pair of them comes again.
 */
static bool
is_right(const SeenValue *value, const struct varatt_external *toast, CommandId command)
{
	return value->value == toast->va_valueid && value->relation == toast->va_toastrelid &&
		   value->ended == TransamVariables->xactCompletionCount &&
		   value->command == command;
}

/* Not inlined into seen_value, whose calls mostly end without it. */
static pg_noinline SeenValue *
look_at(SeenValue *value, Datum datum, GridmapPeek (*peek)(Datum))
{
	value->relation = InvalidOid;
	value->peek = peek(datum);
	return value;
}

/* The digest and size of a value, perhaps still toasted; good until the next call. */
SeenValue *
seen_value(Datum datum, GridmapPeek (*peek)(Datum))
{
	struct varatt_external toast;
	CommandId command;
	SeenValue *value;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(datum)))
		return look_at(&seen.passing, datum, peek);
	VARATT_EXTERNAL_GET_POINTER(toast, DatumGetPointer(datum));
	command = GetCurrentCommandId(false);
	value = &seen.slot[toast.va_valueid % SLOTS];
	if (is_right(value, &toast, command))
		return value;
	look_at(value, datum, peek);
	value->value = toast.va_valueid;
	value->relation = toast.va_toastrelid;
	value->ended = TransamVariables->xactCompletionCount;
	value->command = command;
	return value;
}

/* ---- the table ----------------------------------------------------------- */

#define BUCKETS 4096 /* a power of two; a cache of tiny maps holds thousands */
static const char *const kind_names[PREPARED_KINDS] = {
	[PREPARED_MAP] = "fringe map",
	[PREPARED_LANDMARKS] = "fringe landmarks",
	[PREPARED_INDEX] = "fringe index",
	[PREPARED_FIELD] = "fringe field",
};
static const char *const kind_words[PREPARED_KINDS] = {
	[PREPARED_MAP] = "a decoded map",
	[PREPARED_LANDMARKS] = "landmarks of a map",
	[PREPARED_INDEX] = "an index",
	[PREPARED_FIELD] = "a field",
};

static struct
{
	MemoryContext context; /* parent of all kept things */
	slist_head bucket[BUCKETS];
	dlist_head recency; /* most recently used first */
	Size bytes;			/* of all things */
	Size used;			/* what this call was charged so far */
	bool free;			/* the call is charged nothing at present */
	Size borrowed;		/* until the transaction ends, above fringe.cache_size */
	int told;			/* the setting that was told to be too small; 0: none */
	PreparedCounts counts[PREPARED_KINDS];
} cache;

MemoryContext
prepared_context(void)
{
	if (cache.context == NULL)
	{
		cache.context =
			AllocSetContextCreate(TopMemoryContext, "fringe cache", ALLOCSET_SMALL_SIZES);
		dlist_init(&cache.recency);
	}
	return cache.context;
}

/* Bytes that the session may keep; fringe.max_memory applies too. */
Size
prepared_budget(void)
{
	if (fringe_cache_size == 0)
		return 0;
	return Min((Size) fringe_cache_size * 1024 + cache.borrowed,
			   (Size) fringe_max_memory * 1024);
}

/* ---- keys ---------------------------------------------------------------- */

uint32
prepared_hash_map(const PreparedKey *key)
{
	uint32 digest;

	memcpy(&digest, key->digest.bytes, sizeof digest);
	return digest ^
		   hash_bytes((const unsigned char *) key->model, (int) key->model_length);
}

static uint32
hash_key(const PreparedKey *key)
{
	const LandmarkChoice *choice = &key->landmarks;
	uint32 hash = prepared_hash_map(key) + key->kind;

	if (choice->count)
		hash ^= murmurhash32(choice->count + (choice->place << 16)) + choice->seed;
	return hash;
}

/* Do both keys have the same map and model? */
bool
prepared_same_map(const PreparedKey *a, const PreparedKey *b)
{
	return memcmp(&a->digest, &b->digest, DIGEST_SIZE) == 0 &&
		   a->model_length == b->model_length &&
		   memcmp(a->model, b->model, a->model_length) == 0;
}

static bool
same_key(const PreparedKey *a, const PreparedKey *b)
{
	return a->kind == b->kind && prepared_same_map(a, b) &&
		   a->landmarks.count == b->landmarks.count &&
		   a->landmarks.place == b->landmarks.place &&
		   a->landmarks.seed == b->landmarks.seed;
}

/* ---- room ---------------------------------------------------------------- */

static slist_head *
bucket_of(uint32 hash)
{
	return &cache.bucket[hash % BUCKETS];
}

/* Removes a thing from the cache; its memory context lives on. */
static void
release(Prepared *prepared)
{
	slist_delete(bucket_of(prepared->hash), &prepared->chain);
	dlist_delete(&prepared->recency);
	cache.bytes -= prepared->bytes;
	cache.counts[prepared->key.kind].kept--;
	prepared->kept = false;
}

static void
evict(Prepared *prepared)
{
	release(prepared);
	MemoryContextDelete(prepared->context);
}

static void
evict_counted(Prepared *prepared)
{
	cache.counts[prepared->key.kind].evictions++;
	evict(prepared);
}

/*
 * Evicts until `bytes` more fit; returns whether they do. Never evicts what the present
 * call uses, and evicts nothing if `bytes` could never fit.
 */
bool
prepared_room(Size bytes)
{
	Size budget = prepared_budget();

	if (bytes > budget)
		return false;
	prepared_context();
	while (cache.bytes + workspace_bytes() + bytes > budget &&
		   !dlist_is_empty(&cache.recency))
	{
		Prepared *oldest = dlist_tail_element(Prepared, recency, &cache.recency);

		if (oldest->in_use)
			return false;
		evict_counted(oldest);
	}
	return cache.bytes + workspace_bytes() + bytes <= budget;
}

/* Bytes that fit without evicting anything. */
Size
prepared_free(void)
{
	Size used = cache.bytes + workspace_bytes();
	Size budget = prepared_budget();

	return used < budget ? budget - used : 0;
}

/* Counts what was added to a thing in its own context since it was measured. */
static void
measure(Prepared *prepared)
{
	Size bytes = MemoryContextMemAllocated(prepared->context, true);

	if (prepared->kept)
		cache.bytes += bytes - prepared->bytes;
	prepared->bytes = bytes;
}

/* What the last call used is the most recently used, and may have grown. */
static void
end_use(void)
{
	dlist_iter i;

	cache.used = 0;
	cache.free = false;
	dlist_foreach(i, &cache.recency)
	{
		Prepared *prepared = dlist_container(Prepared, recency, i.cur);

		if (!prepared->in_use)
			return;
		prepared->in_use = false;
		if (prepared->grows)
			measure(prepared);
	}
}

/*
 * Begins a call of an SQL function; evicts what no longer fits after the setting was
 * lowered.
 */
void
prepared_begin_call(void)
{
	end_use();
	if (cache.bytes + workspace_bytes() <= prepared_budget())
		return;
	if (workspace_bytes() > prepared_budget())
		workspace_drop();
	prepared_room(0);
}

/* ---- what does not fit ---------------------------------------------------- */

static void
return_borrowed(XactEvent event, void *argument)
{
	dlist_mutable_iter i;

	if (cache.borrowed == 0)
		return;
	cache.borrowed = 0;
	dlist_foreach_modify(i, &cache.recency)
	{
		Prepared *prepared = dlist_container(Prepared, recency, i.cur);

		if (prepared->borrows)
			evict_counted(prepared);
	}
	prepared_begin_call();
}

static Size
bytes_in_use(void)
{
	Size bytes = 0;
	dlist_iter i;

	dlist_foreach(i, &cache.recency)
	{
		const Prepared *prepared = dlist_container(Prepared, recency, i.cur);

		if (!prepared->in_use)
			break;
		bytes += prepared->bytes;
	}
	return bytes;
}

/*
 * Tells the user once for each value of the setting. A parallel worker stays silent: its
 * leader sends the notice.
 */
static void
tell(const Prepared *prepared, Size bytes)
{
	if (cache.told == fringe_cache_size || IsParallelWorker())
		return;
	cache.told = fringe_cache_size;
	ereport(NOTICE,
			(errmsg("fringe.cache_size is too small for %s of %u x %u cells",
					kind_words[prepared->key.kind], prepared->key.width,
					prepared->key.height),
			 errdetail("The call uses prepared data of %zu kB; the setting is %d kB. The "
					   "data is kept until the transaction ends.",
					   bytes / 1024 + 1, fringe_cache_size),
			 errhint("Set fringe.cache_size to at least %zu kB.",
					 (bytes + workspace_bytes()) / 1024 + 1)));
}

/*
 * The things that this call uses do not fit, so every call would make them again. Keep
 * them until the transaction ends, in addition to fringe.cache_size: a call may take this
 * memory anyway. Returns whether `bytes` more for this thing fit now.
 */
static bool
borrow(Prepared *prepared, Size bytes)
{
	static bool registered = false;
	Size used = bytes_in_use() + bytes;

	if (fringe_cache_size == 0)
		return false;
	if (!registered)
		RegisterXactCallback(return_borrowed, NULL);
	registered = true;
	cache.borrowed = Max(cache.borrowed, used);
	if (!prepared_room(bytes))
		return false;
	prepared->borrows = true;
	tell(prepared, used);
	return true;
}

/* ---- charges --------------------------------------------------------------- */

/* The bytes that the present call was charged so far. */
Size
prepared_used(void)
{
	return cache.used;
}

/* Fails if the call may not take so many bytes more. */
void
prepared_check(Size bytes)
{
	if (!cache.free)
		fringe_check_memory(cache.used + bytes);
}

/* Charges the call for a thing or part that it uses, kept or new. */
void
prepared_charge(const Charge *charge)
{
	if (cache.free)
		return;
	fringe_check_memory(cache.used + charge->most);
	cache.used += charge->kept;
}

/*
 * Turns charges off and on; returns whether they were on. They are off for what is not
 * needed for the answer, and made only where the cache has space for it.
 */
bool
prepared_charges(bool charges)
{
	bool before = !cache.free;

	cache.free = !charges;
	return before;
}

/* An arena for a thing or part that the call makes. */
void
prepared_arena(Arena *arena, MemoryContext context)
{
	fringe_arena_init(arena, context, cache.used);
	arena->free = cache.free;
}

/* What such an arena has taken, and others that count with it. */
Charge
prepared_charge_of(const Arena *arena)
{
	return (Charge){.most = arena->bytes - cache.used, .kept = arena->taken};
}

/* ---- things --------------------------------------------------------------- */

static Prepared *
find(const PreparedKey *key, uint32 hash)
{
	slist_iter i;

	slist_foreach(i, bucket_of(hash))
	{
		Prepared *prepared = slist_container(Prepared, chain, i.cur);

		if (prepared->hash == hash && same_key(&prepared->key, key))
			return prepared;
	}
	return NULL;
}

static Prepared *
make_prepared(const PreparedKey *key, uint32 hash, PreparedMaker make, void *argument)
{
	MemoryContext context = AllocSetContextCreateInternal(
		CurrentMemoryContext, kind_names[key->kind], ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	Prepared *prepared = palloc0(sizeof(Prepared));
	instr_time before;
	instr_time after;

	prepared->key = *key;
	prepared->key.model = pnstrdup(key->model, key->model_length);
	prepared->hash = hash;
	prepared->context = context;
	MemoryContextSetIdentifier(
		context, psprintf("%ux%u %s", key->width, key->height, prepared->key.model));
	INSTR_TIME_SET_CURRENT(before);
	prepared->thing = make(prepared, argument);
	INSTR_TIME_SET_CURRENT(after);
	INSTR_TIME_SUBTRACT(after, before);
	prepared->build_us = INSTR_TIME_GET_DOUBLE(after) * 1e6;
	prepared->bytes = MemoryContextMemAllocated(context, true);
	MemoryContextSwitchTo(old);
	return prepared;
}

/* Moves a complete thing into the cache; nothing here can fail. */
static void
keep(Prepared *prepared)
{
	prepared->kept = true;
	MemoryContextSetParent(prepared->context, cache.context);
	slist_push_head(bucket_of(prepared->hash), &prepared->chain);
	dlist_push_head(&cache.recency, &prepared->recency);
	cache.counts[prepared->key.kind].kept++;
	cache.bytes += prepared->bytes;
}

/* Counts a use of a thing in the cache. */
void
prepared_use(Prepared *prepared)
{
	cache.counts[prepared->key.kind].hits++;
	prepared->hits++;
	prepared->in_use = true;
	dlist_move_head(&cache.recency, &prepared->recency);
}

/* The thing in the cache, or NULL; does not count as a use. */
Prepared *
prepared_find(const PreparedKey *key)
{
	return find(key, hash_key(key));
}

/* The thing of this key: from the cache, or new and kept if there is room. */
Prepared *
prepared_get(const PreparedKey *key, PreparedMaker make, void *argument)
{
	uint32 hash = hash_key(key);
	Prepared *prepared = find(key, hash);

	if (prepared)
	{
		prepared_charge(&prepared->charge);
		prepared_use(prepared);
		return prepared;
	}
	cache.counts[key->kind].misses++;
	prepared = make_prepared(key, hash, make, argument);
	prepared_charge(&prepared->charge);
	/* making a thing again takes longer than making a workspace again */
	if (prepared->bytes <= prepared_budget() &&
		prepared->bytes + workspace_bytes() > prepared_budget())
		workspace_drop();
	if (prepared_room(prepared->bytes) || borrow(prepared, prepared->bytes))
		keep(prepared);
	prepared->in_use = true;
	return prepared;
}

/*
 * Adds a part, in a context of its own, to a thing. If the thing no longer fits, it
 * leaves the cache and is freed with the caller's context.
 */
void
prepared_add(Prepared *prepared, MemoryContext part)
{
	Size bytes = MemoryContextMemAllocated(part, true);

	MemoryContextSetParent(part, prepared->context);
	if (prepared->kept && !prepared_room(bytes) && !borrow(prepared, bytes))
	{
		release(prepared);
		MemoryContextSetParent(prepared->context, CurrentMemoryContext);
	}
	prepared->bytes += bytes;
	if (prepared->kept)
		cache.bytes += bytes;
}

/*
 * A thing has grown, in its own context. If it no longer fits, it leaves the cache and is
 * freed with the caller's context.
 */
void
prepared_measure(Prepared *prepared)
{
	measure(prepared);
	if (prepared->kept && !prepared_room(0) && !borrow(prepared, 0))
	{
		release(prepared);
		MemoryContextSetParent(prepared->context, CurrentMemoryContext);
	}
}

/* ---- looking at it -------------------------------------------------------- */

Size
prepared_bytes(void)
{
	return cache.bytes;
}

/* Decoded maps that are kept. */
int64
prepared_maps(void)
{
	return cache.counts[PREPARED_MAP].kept;
}

/* The sums over all kinds. */
PreparedCounts
prepared_counts(void)
{
	PreparedCounts all = {0};

	for (int kind = 0; kind < PREPARED_KINDS; kind++)
	{
		all.kept += cache.counts[kind].kept;
		all.hits += cache.counts[kind].hits;
		all.misses += cache.counts[kind].misses;
		all.evictions += cache.counts[kind].evictions;
	}
	return all;
}

dlist_head *
prepared_by_recency(void)
{
	prepared_context();
	return &cache.recency;
}

/* Empties the cache and resets its counts. */
void
prepared_reset(void)
{
	prepared_context();
	while (!dlist_is_empty(&cache.recency))
		evict(dlist_head_element(Prepared, recency, &cache.recency));
	workspace_drop();
	memset(cache.counts, 0, sizeof cache.counts); /* counts.kept is 0 already */
	cache.told = 0;
}

/* ---- memory that all searches of a session share ------------------------- */

/* One block that is kept, or nothing. */
typedef struct Pool
{
	MemoryContext context;
	void *block;
	Size bytes;
} Pool;

static Pool searches;
static uint32 kept_nodes; /* room of the kept workspace of searches */
static Pool indexes;	  /* what queries of indexes write to */
static Pool firsts;		  /* what first questions decode: one map's at a time */
static Size firsts_room;  /* bytes of its block */

Size
workspace_bytes(void)
{
	return searches.bytes + indexes.bytes + firsts.bytes;
}

static void
drop_pool(Pool *pool)
{
	if (pool->context)
		MemoryContextDelete(pool->context);
	memset(pool, 0, sizeof *pool);
}

void
workspace_drop(void)
{
	drop_pool(&searches);
	drop_pool(&indexes);
	drop_pool(&firsts);
}

static MemoryContext
pool_context(void)
{
	return AllocSetContextCreate(CurrentMemoryContext, "fringe workspace",
								 ALLOCSET_SMALL_SIZES);
}

/* Keeps the block if it fits beside all that this call uses. */
static void
keep_block(Pool *pool, MemoryContext context, void *block)
{
	Size bytes = MemoryContextMemAllocated(context, false);

	if (!prepared_room(bytes))
		return;
	MemoryContextSetParent(context, prepared_context());
	*pool = (Pool){context, block, bytes};
}

/*
 * A workspace for a method's searches with so many nodes: the kept one if it is large
 * enough, else a new one, which is freed with the caller's context if it cannot be
 * kept. It is never smaller than the one before if such a one can be kept, so that
 * methods that alternate soon share one.
 */
fr_workspace *
workspace_for(uint32 nodes, const fr_method *method)
{
	MemoryContext context;
	fr_workspace *workspace;
	Size bytes;

	if (searches.block && fr_workspace_fits(searches.block, nodes, method))
		return searches.block;
	if (searches.block && fr_workspace_size(kept_nodes, method) <= prepared_budget())
		nodes = Max(nodes, kept_nodes);
	bytes = fr_workspace_size(nodes, method);
	drop_pool(&searches);
	context = pool_context();
	workspace = fr_workspace_init(MemoryContextAllocHuge(context, bytes), bytes, nodes);
	keep_block(&searches, context, workspace);
	kept_nodes = nodes;
	return workspace;
}

/* Memory that queries of an index write to, kept like the workspace; open_stored charges it. */
fr_index_scratch *
workspace_scratch(const fr_index *index)
{
	Size bytes;
	MemoryContext context;
	fr_index_scratch *scratch;

	if (indexes.block && fr_index_scratch_fits(indexes.block, index))
		return indexes.block;
	drop_pool(&indexes);
	bytes = fr_index_scratch_size(index);
	context = pool_context();
	scratch = fr_index_scratch_init(MemoryContextAllocHuge(context, bytes), bytes);
	keep_block(&indexes, context, scratch);
	return scratch;
}

/*
 * Memory for what a first question decodes, kept like the workspace: the question before
 * has used it. Memory that is new to a process comes from the system a page at a time,
 * which takes as long as decoding the cells of a page.
 */
void *
workspace_first(Size bytes)
{
	MemoryContext context;
	void *block;

	if (firsts.block && firsts_room >= bytes)
		return firsts.block;
	drop_pool(&firsts);
	context = pool_context();
	block = MemoryContextAllocHuge(context, bytes);
	keep_block(&firsts, context, block);
	firsts_room = bytes;
	return block;
}
