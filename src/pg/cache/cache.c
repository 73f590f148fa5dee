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
	ToastMemo slot[SLOTS];
	ToastMemo passing; /* not on disk */
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
is_right(const ToastMemo *value, const struct varatt_external *toast, CommandId command)
{
	return value->value == toast->va_valueid && value->relation == toast->va_toastrelid &&
		   value->ended == TransamVariables->xactCompletionCount &&
		   value->command == command;
}

/* Not inlined into toast_memo_get, whose calls mostly end without it. */
static pg_noinline ToastMemo *
look_at(ToastMemo *value, Datum datum, GridmapPeek (*peek)(Datum))
{
	value->relation = InvalidOid;
	value->peek = peek(datum);
	return value;
}

/* The digest and size of a value, perhaps still toasted; good until the next call. */
ToastMemo *
toast_memo_get(Datum datum, GridmapPeek (*peek)(Datum))
{
	struct varatt_external toast;
	CommandId command;
	ToastMemo *value;

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
static const char *const kind_names[CACHE_KINDS] = {
	[CACHE_MAP] = "fringe map",
	[CACHE_LANDMARKS] = "fringe landmarks",
	[CACHE_INDEX] = "fringe index",
	[CACHE_FIELD] = "fringe field",
};
static const char *const kind_words[CACHE_KINDS] = {
	[CACHE_MAP] = "a decoded map",
	[CACHE_LANDMARKS] = "landmarks of a map",
	[CACHE_INDEX] = "an index",
	[CACHE_FIELD] = "a field",
};

static struct
{
	MemoryContext context; /* parent of all kept things */
	slist_head bucket[BUCKETS];
	dlist_head recency; /* most recently used first */
	Size bytes;			/* of all things */
	Size used;			/* what this call was charged so far */
	bool free;			/* the call is charged nothing at present */
	Size overflow;		/* until the transaction ends, above fringe.cache_size */
	int noticed;		/* the setting that was told to be too small; 0: none */
	CacheCounts counts[CACHE_KINDS];
} cache;

MemoryContext
cache_context(void)
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
cache_budget(void)
{
	if (fringe_cache_size == 0)
		return 0;
	return Min((Size) fringe_cache_size * 1024 + cache.overflow,
			   (Size) fringe_max_memory * 1024);
}

/* ---- keys ---------------------------------------------------------------- */

uint32
cache_hash_map(const CacheKey *key)
{
	uint32 digest;

	memcpy(&digest, key->digest.bytes, sizeof digest);
	return digest ^
		   hash_bytes((const unsigned char *) key->model, (int) key->model_length);
}

static uint32
hash_key(const CacheKey *key)
{
	const LandmarkChoice *choice = &key->landmarks;
	uint32 hash = cache_hash_map(key) + key->kind;

	if (choice->count)
		hash ^= murmurhash32(choice->count + (choice->place << 16)) + choice->seed;
	return hash;
}

/* Do both keys have the same map and model? */
bool
cache_same_map(const CacheKey *a, const CacheKey *b)
{
	return memcmp(&a->digest, &b->digest, DIGEST_SIZE) == 0 &&
		   a->model_length == b->model_length &&
		   memcmp(a->model, b->model, a->model_length) == 0;
}

static bool
same_key(const CacheKey *a, const CacheKey *b)
{
	return a->kind == b->kind && cache_same_map(a, b) &&
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
release(CacheEntry *entry)
{
	slist_delete(bucket_of(entry->hash), &entry->chain);
	dlist_delete(&entry->recency);
	cache.bytes -= entry->bytes;
	cache.counts[entry->key.kind].kept--;
	entry->kept = false;
}

static void
evict(CacheEntry *entry)
{
	release(entry);
	MemoryContextDelete(entry->context);
}

static void
evict_counted(CacheEntry *entry)
{
	cache.counts[entry->key.kind].evictions++;
	evict(entry);
}

/*
 * Evicts until `bytes` more fit; returns whether they do. Never evicts what the present
 * call uses, and evicts nothing if `bytes` could never fit.
 */
bool
cache_make_room(Size bytes)
{
	Size budget = cache_budget();

	if (bytes > budget)
		return false;
	cache_context();
	while (cache.bytes + cache_workspace_bytes() + bytes > budget &&
		   !dlist_is_empty(&cache.recency))
	{
		CacheEntry *oldest = dlist_tail_element(CacheEntry, recency, &cache.recency);

		if (oldest->pinned)
			return false;
		evict_counted(oldest);
	}
	return cache.bytes + cache_workspace_bytes() + bytes <= budget;
}

/* Bytes that fit without evicting anything. */
Size
cache_free_bytes(void)
{
	Size used = cache.bytes + cache_workspace_bytes();
	Size budget = cache_budget();

	return used < budget ? budget - used : 0;
}

/* Counts what was added to a thing in its own context since it was measured. */
static void
measure(CacheEntry *entry)
{
	Size bytes = MemoryContextMemAllocated(entry->context, true);

	if (entry->kept)
		cache.bytes += bytes - entry->bytes;
	entry->bytes = bytes;
}

/* What the last call used is the most recently used, and may have grown. */
static void
unpin(void)
{
	dlist_iter i;

	cache.used = 0;
	cache.free = false;
	dlist_foreach(i, &cache.recency)
	{
		CacheEntry *entry = dlist_container(CacheEntry, recency, i.cur);

		if (!entry->pinned)
			return;
		entry->pinned = false;
		if (entry->grows)
			measure(entry);
	}
}

/*
 * Begins a call of an SQL function; evicts what no longer fits after the setting was
 * lowered.
 */
void
cache_begin_call(void)
{
	unpin();
	if (cache.bytes + cache_workspace_bytes() <= cache_budget())
		return;
	if (cache_workspace_bytes() > cache_budget())
		cache_drop_workspaces();
	cache_make_room(0);
}

/* ---- what does not fit ---------------------------------------------------- */

static void
end_overflow(XactEvent event, void *argument)
{
	dlist_mutable_iter i;

	if (cache.overflow == 0)
		return;
	cache.overflow = 0;
	dlist_foreach_modify(i, &cache.recency)
	{
		CacheEntry *entry = dlist_container(CacheEntry, recency, i.cur);

		if (entry->overflow)
			evict_counted(entry);
	}
	cache_begin_call();
}

static Size
pinned_bytes(void)
{
	Size bytes = 0;
	dlist_iter i;

	dlist_foreach(i, &cache.recency)
	{
		const CacheEntry *entry = dlist_container(CacheEntry, recency, i.cur);

		if (!entry->pinned)
			break;
		bytes += entry->bytes;
	}
	return bytes;
}

/*
 * Tells the user once for each value of the setting. A parallel worker stays silent: its
 * leader sends the notice.
 */
static void
notice_too_small(const CacheEntry *entry, Size bytes)
{
	if (cache.noticed == fringe_cache_size || IsParallelWorker())
		return;
	cache.noticed = fringe_cache_size;
	ereport(NOTICE,
			(errmsg("fringe.cache_size is too small for %s of %u x %u cells",
					kind_words[entry->key.kind], entry->key.width, entry->key.height),
			 errdetail("The call uses prepared data of %zu kB; the setting is %d kB. The "
					   "data is kept until the transaction ends.",
					   bytes / 1024 + 1, fringe_cache_size),
			 errhint("Set fringe.cache_size to at least %zu kB.",
					 (bytes + cache_workspace_bytes()) / 1024 + 1)));
}

/*
 * The things that this call uses do not fit, so every call would make them again. Keep
 * them until the transaction ends, in addition to fringe.cache_size: a call may take this
 * memory anyway. Returns whether `bytes` more for this thing fit now.
 */
static bool
keep_overflow(CacheEntry *entry, Size bytes)
{
	static bool registered = false;
	Size used = pinned_bytes() + bytes;

	if (fringe_cache_size == 0)
		return false;
	if (!registered)
		RegisterXactCallback(end_overflow, NULL);
	registered = true;
	cache.overflow = Max(cache.overflow, used);
	if (!cache_make_room(bytes))
		return false;
	entry->overflow = true;
	notice_too_small(entry, used);
	return true;
}

/* ---- charges --------------------------------------------------------------- */

/* The bytes that the present call was charged so far. */
Size
cache_charged(void)
{
	return cache.used;
}

/* Fails if the call may not take so many bytes more. */
void
cache_check_limit(Size bytes)
{
	if (!cache.free)
		fringe_check_memory(cache.used + bytes);
}

/* Charges the call for a thing or part that it uses, kept or new. */
void
cache_charge(const Charge *charge)
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
cache_set_charging(bool charges)
{
	bool before = !cache.free;

	cache.free = !charges;
	return before;
}

/* An arena for a thing or part that the call makes. */
void
cache_arena_init(Arena *arena, MemoryContext context)
{
	fringe_arena_init(arena, context, cache.used);
	arena->free = cache.free;
}

/* What such an arena has taken, and others that count with it. */
Charge
cache_arena_charge(const Arena *arena)
{
	return (Charge){.most = arena->bytes - cache.used, .kept = arena->taken};
}

/* ---- things --------------------------------------------------------------- */

static CacheEntry *
find(const CacheKey *key, uint32 hash)
{
	slist_iter i;

	slist_foreach(i, bucket_of(hash))
	{
		CacheEntry *entry = slist_container(CacheEntry, chain, i.cur);

		if (entry->hash == hash && same_key(&entry->key, key))
			return entry;
	}
	return NULL;
}

static CacheEntry *
build_entry(const CacheKey *key, uint32 hash, CacheBuild make, void *argument)
{
	MemoryContext context = AllocSetContextCreateInternal(
		CurrentMemoryContext, kind_names[key->kind], ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	CacheEntry *entry = palloc0(sizeof(CacheEntry));
	instr_time before;
	instr_time after;

	entry->key = *key;
	entry->key.model = pnstrdup(key->model, key->model_length);
	entry->hash = hash;
	entry->context = context;
	MemoryContextSetIdentifier(
		context, psprintf("%ux%u %s", key->width, key->height, entry->key.model));
	INSTR_TIME_SET_CURRENT(before);
	entry->value = make(entry, argument);
	INSTR_TIME_SET_CURRENT(after);
	INSTR_TIME_SUBTRACT(after, before);
	entry->build_us = INSTR_TIME_GET_DOUBLE(after) * 1e6;
	entry->bytes = MemoryContextMemAllocated(context, true);
	MemoryContextSwitchTo(old);
	return entry;
}

/* Moves a complete thing into the cache; nothing here can fail. */
static void
keep(CacheEntry *entry)
{
	entry->kept = true;
	MemoryContextSetParent(entry->context, cache.context);
	slist_push_head(bucket_of(entry->hash), &entry->chain);
	dlist_push_head(&cache.recency, &entry->recency);
	cache.counts[entry->key.kind].kept++;
	cache.bytes += entry->bytes;
}

/* Counts a use of a thing in the cache. */
void
cache_touch(CacheEntry *entry)
{
	cache.counts[entry->key.kind].hits++;
	entry->hits++;
	entry->pinned = true;
	dlist_move_head(&cache.recency, &entry->recency);
}

/* The thing in the cache, or NULL; does not count as a use. */
CacheEntry *
cache_find(const CacheKey *key)
{
	return find(key, hash_key(key));
}

/* The thing of this key: from the cache, or new and kept if there is room. */
CacheEntry *
cache_get(const CacheKey *key, CacheBuild make, void *argument)
{
	uint32 hash = hash_key(key);
	CacheEntry *entry = find(key, hash);

	if (entry)
	{
		cache_charge(&entry->charge);
		cache_touch(entry);
		return entry;
	}
	cache.counts[key->kind].misses++;
	entry = build_entry(key, hash, make, argument);
	cache_charge(&entry->charge);
	/* making a thing again takes longer than making a workspace again */
	if (entry->bytes <= cache_budget() &&
		entry->bytes + cache_workspace_bytes() > cache_budget())
		cache_drop_workspaces();
	if (cache_make_room(entry->bytes) || keep_overflow(entry, entry->bytes))
		keep(entry);
	entry->pinned = true;
	return entry;
}

/*
 * Adds a part, in a context of its own, to a thing. If the thing no longer fits, it
 * leaves the cache and is freed with the caller's context.
 */
void
cache_add_part(CacheEntry *entry, MemoryContext part)
{
	Size bytes = MemoryContextMemAllocated(part, true);

	MemoryContextSetParent(part, entry->context);
	if (entry->kept && !cache_make_room(bytes) && !keep_overflow(entry, bytes))
	{
		release(entry);
		MemoryContextSetParent(entry->context, CurrentMemoryContext);
	}
	entry->bytes += bytes;
	if (entry->kept)
		cache.bytes += bytes;
}

/*
 * A thing has grown, in its own context. If it no longer fits, it leaves the cache and is
 * freed with the caller's context.
 */
void
cache_resize(CacheEntry *entry)
{
	measure(entry);
	if (entry->kept && !cache_make_room(0) && !keep_overflow(entry, 0))
	{
		release(entry);
		MemoryContextSetParent(entry->context, CurrentMemoryContext);
	}
}

/* ---- looking at it -------------------------------------------------------- */

Size
cache_bytes(void)
{
	return cache.bytes;
}

/* Decoded maps that are kept. */
int64
cache_maps(void)
{
	return cache.counts[CACHE_MAP].kept;
}

/* The sums over all kinds. */
CacheCounts
cache_counts(void)
{
	CacheCounts all = {0};

	for (int kind = 0; kind < CACHE_KINDS; kind++)
	{
		all.kept += cache.counts[kind].kept;
		all.hits += cache.counts[kind].hits;
		all.misses += cache.counts[kind].misses;
		all.evictions += cache.counts[kind].evictions;
	}
	return all;
}

dlist_head *
cache_by_recency(void)
{
	cache_context();
	return &cache.recency;
}

/* Empties the cache and resets its counts. */
void
cache_reset(void)
{
	cache_context();
	while (!dlist_is_empty(&cache.recency))
		evict(dlist_head_element(CacheEntry, recency, &cache.recency));
	cache_drop_workspaces();
	memset(cache.counts, 0, sizeof cache.counts); /* counts.kept is 0 already */
	cache.noticed = 0;
}

/* ---- memory that all searches of a session share ------------------------- */

/* One block that is kept, or nothing. */
typedef struct Pool
{
	MemoryContext context;
	void *block;
	Size bytes;
} Pool;

static Pool search_workspace;
static uint32 workspace_nodes; /* room of the kept workspace of searches */
static Pool index_scratch;	   /* what queries of indexes write to */
static Pool cold_arena;		   /* what first questions decode: one map's at a time */
static Size cold_arena_size;   /* bytes of its block */

Size
cache_workspace_bytes(void)
{
	return search_workspace.bytes + index_scratch.bytes + cold_arena.bytes;
}

static void
drop_pool(Pool *pool)
{
	if (pool->context)
		MemoryContextDelete(pool->context);
	memset(pool, 0, sizeof *pool);
}

void
cache_drop_workspaces(void)
{
	drop_pool(&search_workspace);
	drop_pool(&index_scratch);
	drop_pool(&cold_arena);
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

	if (!cache_make_room(bytes))
		return;
	MemoryContextSetParent(context, cache_context());
	*pool = (Pool){context, block, bytes};
}

/*
 * A workspace for a method's searches with so many nodes: the kept one if it is large
 * enough, else a new one, which is freed with the caller's context if it cannot be
 * kept. It is never smaller than the one before if such a one can be kept, so that
 * methods that alternate soon share one.
 */
fr_workspace *
cache_workspace(uint32 nodes, const fr_method *method)
{
	MemoryContext context;
	fr_workspace *workspace;
	Size bytes;

	if (search_workspace.block &&
		fr_workspace_fits(search_workspace.block, nodes, method))
		return search_workspace.block;
	if (search_workspace.block &&
		fr_workspace_size(workspace_nodes, method) <= cache_budget())
		nodes = Max(nodes, workspace_nodes);
	bytes = fr_workspace_size(nodes, method);
	drop_pool(&search_workspace);
	context = pool_context();
	workspace = fr_workspace_init(MemoryContextAllocHuge(context, bytes), bytes, nodes);
	keep_block(&search_workspace, context, workspace);
	workspace_nodes = nodes;
	return workspace;
}

/* Memory that queries of an index write to, kept like the workspace; build_index charges it. */
fr_index_scratch *
cache_index_scratch(const fr_index *index)
{
	Size bytes;
	MemoryContext context;
	fr_index_scratch *scratch;

	if (index_scratch.block && fr_index_scratch_fits(index_scratch.block, index))
		return index_scratch.block;
	drop_pool(&index_scratch);
	bytes = fr_index_scratch_size(index);
	context = pool_context();
	scratch = fr_index_scratch_init(MemoryContextAllocHuge(context, bytes), bytes);
	keep_block(&index_scratch, context, scratch);
	return scratch;
}

/*
 * Memory for what a first question decodes, kept like the workspace: the question before
 * has used it. Memory that is new to a process comes from the system a page at a time,
 * which takes as long as decoding the cells of a page.
 */
void *
cache_cold_arena(Size bytes)
{
	MemoryContext context;
	void *block;

	if (cold_arena.block && cold_arena_size >= bytes)
		return cold_arena.block;
	drop_pool(&cold_arena);
	context = pool_context();
	block = MemoryContextAllocHuge(context, bytes);
	keep_block(&cold_arena, context, block);
	cold_arena_size = bytes;
	return block;
}
