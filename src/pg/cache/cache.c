/*
 * cache.c - the session's cache: a hash table of entries with LRU eviction; see cache.h
 *
 * A value is built in a memory context below the caller's, so that an error frees it. The
 * complete entry moves below the context of the cache. This file also has a memo of TOAST
 * pointers, and the blocks of memory that all searches share.
 */
#include "pg/cache/cache.h"

#include "access/detoast.h"
#include "access/parallel.h"
#include "access/transam.h"
#include "access/xact.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "utils/memutils.h"

#define BUCKETS 4096 /* a power of two; a cache of tiny maps has thousands of entries */

static const char *const context_names[CACHE_KINDS] = {
	[CACHE_MAP] = "fringe map",		[CACHE_LANDMARKS] = "fringe landmarks",
	[CACHE_INDEX] = "fringe index", [CACHE_FIELD] = "fringe field",
	[CACHE_SIGHT] = "fringe sight",
};
static const char *const kind_names[CACHE_KINDS] = {
	[CACHE_MAP] = "a decoded map",		[CACHE_LANDMARKS] = "landmarks of a map",
	[CACHE_INDEX] = "an index",			[CACHE_FIELD] = "a field",
	[CACHE_SIGHT] = "heights of a map",
};

typedef struct KindCounts
{
	int64 entries;
	int64 hits;
	int64 misses;
	int64 evictions;
} KindCounts;

/* The facts of a notice that the cache is too small; bytes are 0 if no notice is due. */
typedef struct TooSmall
{
	CacheKind kind;
	uint32 width;
	uint32 height;
	Size bytes;
} TooSmall;

static struct
{
	MemoryContext context; /* parent of all entries and workspaces */
	slist_head bucket[BUCKETS];
	dlist_head recency; /* most recently used first */
	Size bytes;			/* of all entries */
	Size workspace_bytes;
	Size overflow; /* bytes above fringe.cache_size until the transaction ends */
	TooSmall too_small;
	int noticed;  /* the setting that a notice called too small; 0: none */
	Size charged; /* to the present call */
	KindCounts counts[CACHE_KINDS];
	CacheRoles roles; /* of all calls */
} cache;

static void end_overflow(XactEvent event, void *argument);

static MemoryContext
cache_context(void)
{
	if (cache.context == NULL)
	{
		RegisterXactCallback(end_overflow, NULL);
		cache.context =
			AllocSetContextCreate(TopMemoryContext, "fringe cache", ALLOCSET_SMALL_SIZES);
		dlist_init(&cache.recency);
	}
	return cache.context;
}

/* Bytes that the session may keep; fringe.max_memory applies, too. */
static Size
budget(void)
{
	if (fringe_cache_size == 0)
		return 0;
	return Min((Size) fringe_cache_size * 1024 + cache.overflow, fringe_memory_limit());
}

/* ---- memo of TOAST pointers -------------------------------------------------- */

/*
 * A statement that calls a function for many rows passes it few maps, mostly as TOAST
 * pointers. The memo saves reading the first chunk of each again.
 *
 * A TOAST pointer names a value by relation and OID. After OID wraparound, a new value can get
 * the OID of a value that was deleted. A later command of this transaction stores the new
 * value, or another transaction, whose rows are visible only after its end. So a memo is
 * correct until the command counter or the number of ended transactions changes. Both numbers
 * only increase, so no pair of them occurs twice.
 */
typedef struct ToastMemo
{
	Oid relation; /* InvalidOid: none */
	Oid value;
	uint64 ended; /* transactions of the server that had ended */
	CommandId command;
	GridmapPeek peek;
} ToastMemo;

#define SLOTS 1024 /* direct-mapped; a batch of mixed rows alternates between its maps */

static ToastMemo memo[SLOTS];
static ToastMemo untoasted; /* of a value that is not on disk */

/* Reads the facts of a value into a slot. Not inline: most calls of cache_peek do not need it. */
static pg_noinline const GridmapPeek *
memorize(ToastMemo *slot, Datum value, GridmapPeek (*peek)(Datum))
{
	slot->relation = InvalidOid; /* in case of an error */
	slot->peek = peek(value);
	return &slot->peek;
}

const GridmapPeek *
cache_peek(Datum value, GridmapPeek (*peek)(Datum))
{
	struct varatt_external toast;
	CommandId command;
	ToastMemo *slot;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
		return memorize(&untoasted, value, peek);
	VARATT_EXTERNAL_GET_POINTER(toast, DatumGetPointer(value));
	command = GetCurrentCommandId(false);
	slot = &memo[toast.va_valueid % SLOTS];
	if (slot->value == toast.va_valueid && slot->relation == toast.va_toastrelid &&
		slot->ended == TransamVariables->xactCompletionCount && slot->command == command)
		return &slot->peek;
	memorize(slot, value, peek);
	slot->value = toast.va_valueid;
	slot->relation = toast.va_toastrelid;
	slot->ended = TransamVariables->xactCompletionCount;
	slot->command = command;
	return &slot->peek;
}

/* ---- eviction ---------------------------------------------------------------- */

/*
 * Removes an entry from the table; its memory context lives on. Entries that share its arrays
 * leave with it, and are freed with its context. They are behind it in order of recency, because
 * each use of them is a use of their base.
 */
static void
unlink_entry(CacheEntry *entry)
{
	for (dlist_node *node = &entry->recency; entry->sharing > 0;)
	{
		CacheEntry *other =
			dlist_container(CacheEntry, recency, dlist_next_node(&cache.recency, node));

		if (other->base != entry)
		{
			node = &other->recency;
			continue;
		}
		unlink_entry(other);
		MemoryContextSetParent(other->context, entry->context);
	}
	if (entry->base)
		entry->base->sharing--;
	slist_delete(&cache.bucket[entry->hash % BUCKETS], &entry->chain);
	dlist_delete(&entry->recency);
	cache.bytes -= entry->bytes;
	cache.counts[entry->key.kind].entries--;
	entry->kept = false;
}

static void
evict(CacheEntry *entry)
{
	cache.counts[entry->key.kind].evictions++;
	unlink_entry(entry);
	MemoryContextDelete(entry->context);
}

/*
 * Evicts until `bytes` more fit, and returns whether they do. Evicts no pinned entry, and
 * nothing if `bytes` could never fit.
 */
static bool
make_room(Size bytes)
{
	Size most = budget();

	if (bytes > most)
		return false;
	cache_context();
	while (cache.bytes + cache.workspace_bytes + bytes > most &&
		   !dlist_is_empty(&cache.recency))
	{
		CacheEntry *oldest = dlist_tail_element(CacheEntry, recency, &cache.recency);

		if (oldest->pinned)
			return false;
		evict(oldest);
	}
	return cache.bytes + cache.workspace_bytes + bytes <= most;
}

Size
cache_free_bytes(void)
{
	Size used = cache.bytes + cache.workspace_bytes;

	return Max(used, budget()) - cache.bytes;
}

/* ---- workspaces -------------------------------------------------------------- */

/*
 * Blocks that all searches of a session share. New memory comes from the system a page at a
 * time, which takes as long as decoding the cells of a page. So the session keeps each block,
 * if there is space for it, until a call needs a larger one.
 */
typedef struct Pool
{
	MemoryContext context;
	void *block;
	Size bytes; /* of the context */
} Pool;

static Pool search_workspace;
static uint32 workspace_nodes; /* nodes that it was made for */
static Pool index_scratch;
static Pool cold_arena;
static Size cold_arena_size;

static void
drop_pool(Pool *pool)
{
	if (pool->context)
		MemoryContextDelete(pool->context);
	cache.workspace_bytes -= pool->bytes;
	memset(pool, 0, sizeof *pool);
}

static void
drop_workspaces(void)
{
	drop_pool(&search_workspace);
	drop_pool(&index_scratch);
	drop_pool(&cold_arena);
}

/* A new block in place of the pool's; the caller's context frees it if it is not kept. */
static void *
allocate_block(Pool *pool, Size size)
{
	MemoryContext context;
	void *block;
	Size bytes;

	drop_pool(pool);
	context = AllocSetContextCreate(CurrentMemoryContext, "fringe workspace",
									ALLOCSET_SMALL_SIZES);
	block = MemoryContextAllocHuge(context, size);
	bytes = MemoryContextMemAllocated(context, false);
	if (make_room(bytes))
	{
		MemoryContextSetParent(context, cache_context());
		*pool = (Pool){context, block, bytes};
		cache.workspace_bytes += bytes;
	}
	return block;
}

static fr_workspace *
make_workspace(uint32 nodes, Size bytes)
{
	workspace_nodes = nodes;
	return fr_workspace_init(allocate_block(&search_workspace, bytes), bytes, nodes);
}

/*
 * A new workspace is never smaller than the one before, if such a one can be kept, so that
 * methods that alternate soon share one.
 */
fr_workspace *
cache_workspace(uint32 nodes, const fr_method *method)
{
	fr_workspace *workspace = search_workspace.block;

	if (workspace && fr_workspace_fits(workspace, nodes, method))
		return workspace;
	if (workspace && fr_workspace_size(workspace_nodes, method) <= budget())
		nodes = Max(nodes, workspace_nodes);
	return make_workspace(nodes, fr_workspace_size(nodes, method));
}

/* `nodes` suffices for sweeps on the grid and for searches by the method. */
fr_sweep_workspace
cache_sweep_workspace(const fr_grid *grid, uint32 nodes, const fr_method *method)
{
	fr_workspace *workspace = search_workspace.block;

	if (!workspace || !fr_sweep_workspace_fits(workspace, nodes, method))
	{
		if (workspace && fr_sweep_workspace_size(workspace_nodes, method) <= budget())
			nodes = Max(nodes, workspace_nodes);
		workspace = make_workspace(nodes, fr_sweep_workspace_size(nodes, method));
	}
	return fr_sweep_workspace_on(grid, workspace);
}

/* The charge of an index includes this scratch memory, so nothing is charged here. */
fr_index_scratch *
cache_index_scratch(const fr_index *index)
{
	Size bytes;

	if (index_scratch.block && fr_index_scratch_fits(index_scratch.block, index))
		return index_scratch.block;
	bytes = fr_index_scratch_size(index);
	return fr_index_scratch_init(allocate_block(&index_scratch, bytes), bytes);
}

void *
cache_cold_arena(Size bytes)
{
	if (cold_arena.block && cold_arena_size >= bytes)
		return cold_arena.block;
	cold_arena_size = bytes;
	return allocate_block(&cold_arena, bytes);
}

/* ---- calls ------------------------------------------------------------------ */

/* Counts what was added to an entry in its own context. */
static void
measure(CacheEntry *entry)
{
	Size bytes = MemoryContextMemAllocated(entry->context, true);

	if (entry->kept)
		cache.bytes += bytes - entry->bytes;
	entry->bytes = bytes;
}

/* A use moves an entry to the head of the list, so the pinned entries are at the head. */
void
cache_begin_call(void)
{
	dlist_iter i;

	cache.charged = 0;
	cache.too_small.bytes = 0;
	dlist_foreach(i, &cache.recency)
	{
		CacheEntry *entry = dlist_container(CacheEntry, recency, i.cur);

		if (!entry->pinned)
			break;
		entry->pinned = false;
		if (entry->grows)
			measure(entry);
	}
	if (cache.bytes + cache.workspace_bytes > budget())
	{
		if (cache.workspace_bytes > budget())
			drop_workspaces();
		make_room(0);
	}
}

/* ---- overflow ---------------------------------------------------------------- */

static CacheEntry *
find_overflow(void)
{
	dlist_iter i;

	dlist_foreach(i, &cache.recency)
	{
		CacheEntry *entry = dlist_container(CacheEntry, recency, i.cur);

		if (entry->overflow)
			return entry;
	}
	return NULL;
}

static void
end_overflow(XactEvent event, void *argument)
{
	CacheEntry *entry;

	if (cache.overflow == 0)
		return;
	cache.overflow = 0;
	while ((entry = find_overflow()) != NULL)
		evict(entry);
	cache_begin_call();
}

/*
 * Tells the user once for each value of the setting. A parallel worker stays silent: its
 * leader sends the notice. A notice can become an error, for instance if the client's
 * encoding lacks a character. So this is the last step of each function that adds to the
 * cache.
 */
static void
notice_too_small(void)
{
	TooSmall due = cache.too_small;

	cache.too_small.bytes = 0;
	if (due.bytes == 0 || cache.noticed == fringe_cache_size || IsParallelWorker() ||
		!fringe_may_notice())
		return;
	cache.noticed = fringe_cache_size;
	ereport(NOTICE,
			(errmsg("fringe.cache_size is too small for %s of %u x %u cells",
					kind_names[due.kind], due.width, due.height),
			 errdetail("The call uses prepared data of %zu kB; the setting is %d kB. The "
					   "data is kept until the transaction ends.",
					   due.bytes / 1024 + 1, fringe_cache_size),
			 errhint("Set fringe.cache_size to at least %zu kB.",
					 (due.bytes + cache.workspace_bytes) / 1024 + 1)));
}

/*
 * The entries that this call uses exceed the cache, so every call would build them again.
 * This keeps them until the transaction ends, in addition to fringe.cache_size: a call may
 * take this memory anyway. Returns whether `bytes` more of this entry fit now.
 */
static bool
keep_overflow(CacheEntry *entry, Size bytes)
{
	Size used = bytes;
	dlist_iter i;

	if (fringe_cache_size == 0)
		return false;
	dlist_foreach(i, &cache.recency)
	{
		const CacheEntry *other = dlist_container(CacheEntry, recency, i.cur);

		if (!other->pinned)
			break;
		used += other->bytes;
	}
	cache.overflow = Max(cache.overflow, used);
	if (!make_room(bytes))
		return false;
	entry->overflow = true;
	cache.too_small =
		(TooSmall){entry->key.kind, entry->key.width, entry->key.height, used};
	return true;
}

/* ---- charges ----------------------------------------------------------------- */

Size
cache_charged(void)
{
	return cache.charged;
}

void
cache_check_limit(Size bytes)
{
	if (cache.charged + bytes > fringe_memory_limit())
		fringe_check_memory(cache.charged + bytes);
}

void
cache_charge(const Charge *charge)
{
	cache_check_limit(charge->peak);
	cache.charged += charge->kept;
}

void
cache_uncharge(Size charged_before)
{
	cache.charged = charged_before;
}

void
cache_arena_init(Arena *arena, MemoryContext context, Charging charging)
{
	fringe_arena_init(arena, context, cache.charged);
	arena->unlimited = charging == NOT_CHARGED;
}

/* The peak includes arenas whose bytes this one counts: fringe_arena_beside. */
Charge
cache_arena_charge(const Arena *arena)
{
	return (Charge){.peak = arena->bytes - cache.charged, .kept = arena->taken};
}

/* ---- entries ----------------------------------------------------------------- */

uint32
cache_hash_key(const CacheKey *key)
{
	const LandmarkChoice *choice = &key->landmarks;
	uint32 hash;

	memcpy(&hash, key->digest.bytes, sizeof hash);
	hash ^= hash_bytes((const unsigned char *) key->model, (int) key->model_length);
	hash += key->kind;
	if (choice->count)
		hash ^= murmurhash32(choice->count + (choice->place << 16)) + choice->seed;
	return hash;
}

bool
cache_same_key(const CacheKey *a, const CacheKey *b)
{
	return a->kind == b->kind && memcmp(&a->digest, &b->digest, DIGEST_SIZE) == 0 &&
		   a->model_length == b->model_length &&
		   memcmp(a->model, b->model, a->model_length) == 0 &&
		   a->landmarks.count == b->landmarks.count &&
		   a->landmarks.place == b->landmarks.place &&
		   a->landmarks.seed == b->landmarks.seed;
}

static CacheEntry *
find(const CacheKey *key, uint32 hash)
{
	slist_iter i;

	slist_foreach(i, &cache.bucket[hash % BUCKETS])
	{
		CacheEntry *entry = slist_container(CacheEntry, chain, i.cur);

		if (entry->hash == hash && cache_same_key(&entry->key, key))
			return entry;
	}
	return NULL;
}

bool
cache_has(const CacheKey *key)
{
	return find(key, cache_hash_key(key)) != NULL;
}

/* Moves a role to the front. If the list is full, the role that called longest ago drops out. */
static pg_noinline void
add_role(CacheRoles *roles, Oid role)
{
	int i = 0;

	while (i < CACHE_ROLES - 1 && roles->role[i] != role)
		i++;
	roles->more |= OidIsValid(roles->role[i]) && roles->role[i] != role;
	memmove(&roles->role[1], &roles->role[0], i * sizeof(Oid));
	roles->role[0] = role;
}

static inline void
note_role(CacheEntry *entry)
{
	Oid role = GetUserId();

	if (entry->roles.role[0] != role)
		add_role(&entry->roles, role);
	if (cache.roles.role[0] != role)
		add_role(&cache.roles, role);
}

static CacheEntry *
build_entry(const CacheKey *key, uint32 hash, CacheBuild build, void *argument)
{
	MemoryContext context = AllocSetContextCreateInternal(
		CurrentMemoryContext, context_names[key->kind], ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	CacheEntry *entry = palloc0(sizeof(CacheEntry));
	instr_time begin;

	entry->key = *key;
	entry->key.model = pnstrdup(key->model, key->model_length);
	entry->hash = hash;
	entry->context = context;
	MemoryContextSetIdentifier(
		context, psprintf("%ux%u %s", key->width, key->height, entry->key.model));
	INSTR_TIME_SET_CURRENT(begin);
	entry->value = build(entry, argument);
	entry->build_us = fringe_us_since(begin);
	entry->bytes = MemoryContextMemAllocated(context, true);
	MemoryContextSwitchTo(old);
	return entry;
}

void
cache_share(CacheEntry *entry, CacheEntry *base)
{
	/* one that is not kept is freed with the new entry, in whose context it was built */
	entry->base = base->kept ? base : NULL;
}

/* A use of an entry is one of its base, which comes before it in order of recency, and of the base of that one. */
static void
use_bases(const CacheEntry *entry)
{
	for (CacheEntry *base = entry->base; base; base = base->base)
	{
		base->pinned = true;
		dlist_move_head(&cache.recency, &base->recency);
		note_role(base);
	}
}

CacheEntry *
cache_get(const CacheKey *key, CacheBuild build, void *argument, Charging charging)
{
	uint32 hash = cache_hash_key(key);
	CacheEntry *entry = find(key, hash);
	KindCounts *counts = &cache.counts[key->kind];

	if (entry)
	{
		if (charging == CHARGED)
			cache_charge(&entry->charge);
		counts->hits++;
		entry->hits++;
		dlist_move_head(&cache.recency, &entry->recency);
	}
	else
	{
		counts->misses++;
		entry = build_entry(key, hash, build, argument);
		if (charging == CHARGED)
			cache_charge(&entry->charge);
		/* workspaces make room first, because an entry takes longer to build again */
		if (entry->bytes <= budget() && entry->bytes + cache.workspace_bytes > budget())
			drop_workspaces();
		if (make_room(entry->bytes) || keep_overflow(entry, entry->bytes))
		{
			entry->kept = true;
			MemoryContextSetParent(entry->context, cache.context);
			slist_push_head(&cache.bucket[hash % BUCKETS], &entry->chain);
			dlist_push_head(&cache.recency, &entry->recency);
			counts->entries++;
			cache.bytes += entry->bytes;
			if (entry->base)
				entry->base->sharing++;
		}
	}
	entry->pinned = true;
	note_role(entry);
	use_bases(entry);
	notice_too_small();
	return entry;
}

/* An entry that cannot keep `bytes` more leaves the cache. */
static void
fit_or_leave(CacheEntry *entry, Size bytes)
{
	if (entry->kept && !make_room(bytes) && !keep_overflow(entry, bytes))
	{
		unlink_entry(entry);
		MemoryContextSetParent(entry->context, CurrentMemoryContext);
	}
}

void
cache_add_part(CacheEntry *entry, MemoryContext part)
{
	Size bytes = MemoryContextMemAllocated(part, true);

	MemoryContextSetParent(part, entry->context);
	fit_or_leave(entry, bytes);
	entry->bytes += bytes;
	if (entry->kept)
		cache.bytes += bytes;
	notice_too_small();
}

void
cache_resize(CacheEntry *entry)
{
	measure(entry);
	fit_or_leave(entry, 0);
	notice_too_small();
}

/* ---- statistics -------------------------------------------------------------- */

CacheTotals
cache_totals(void)
{
	CacheTotals totals = {.maps = cache.counts[CACHE_MAP].entries,
						  .bytes = cache.bytes,
						  .workspace_bytes = cache.workspace_bytes};

	for (int kind = 0; kind < CACHE_KINDS; kind++)
	{
		totals.entries += cache.counts[kind].entries;
		totals.hits += cache.counts[kind].hits;
		totals.misses += cache.counts[kind].misses;
		totals.evictions += cache.counts[kind].evictions;
	}
	return totals;
}

dlist_head *
cache_by_recency(void)
{
	cache_context();
	return &cache.recency;
}

const CacheRoles *
cache_roles(void)
{
	return &cache.roles;
}

void
cache_reset(void)
{
	cache_context();
	while (!dlist_is_empty(&cache.recency))
		evict(dlist_head_element(CacheEntry, recency, &cache.recency));
	drop_workspaces();
	memset(cache.counts, 0, sizeof cache.counts);
	memset(&cache.roles, 0, sizeof cache.roles);
	cache.noticed = 0;
}
