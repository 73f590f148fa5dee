/*
 * cache.c - the decoded maps that a session keeps
 *
 * A grid is found by the digest of its map and the text of its model, wherever
 * the map came from: a column, a variable, an array, a literal.  Grids, and
 * the one workspace that all searches use, share fringe.cache_size; the least
 * recently used grids go first.  What does not fit is made for the one call,
 * in the caller's memory context.
 *
 * A grid is built in a child of the caller's context, which an error frees,
 * and moves here when it is whole.
 */
#include "pg/fringe.h"

#include "access/htup_details.h"
#include "common/hashfn.h"
#include "funcapi.h"
#include "lib/ilist.h"
#include "portability/instr_time.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

typedef struct CacheKey
{
	Digest digest;
	struct varlena *model; /* canonical text, 4-byte header */
} CacheKey;

/* Landmark distances of one choice of landmarks, in a child of the entry's context. */
typedef struct LandmarkSet
{
	slist_node link;
	fr_decimal choice[3]; /* number, placement, seed: options of the method */
	fr_landmarks *landmarks;
	MemoryContext context;
	double build_us;
} LandmarkSet;

typedef struct CacheEntry
{
	DecodedMap map;
	CacheKey key;
	uint32 hash;	  /* of the key */
	slist_node chain; /* in its bucket */
	dlist_node recency;
	MemoryContext context; /* holds the entry, its key, grid and landmarks */
	Size bytes;			   /* of the context */
	int64 hits;
	bool kept;			  /* is it in the cache? */
	slist_head landmarks; /* of LandmarkSet */
} CacheEntry;

static uint32
hash_key(CacheKey key)
{
	uint32 digest;

	memcpy(&digest, key.digest.bytes, sizeof digest);
	return digest ^ hash_bytes((unsigned char *) VARDATA_ANY(key.model),
							   VARSIZE_ANY_EXHDR(key.model));
}

static bool
equal_keys(CacheKey a, CacheKey b)
{
	return memcmp(&a.digest, &b.digest, DIGEST_SIZE) == 0 &&
		   VARSIZE_ANY_EXHDR(a.model) == VARSIZE_ANY_EXHDR(b.model) &&
		   memcmp(VARDATA_ANY(a.model), VARDATA_ANY(b.model),
				  VARSIZE_ANY_EXHDR(a.model)) == 0;
}

#define BUCKETS 4096 /* a power of two: a cache of tiny maps has some thousands */

static struct
{
	MemoryContext context; /* parent of all that is kept */
	slist_head bucket[BUCKETS];
	dlist_head recency; /* most recently used first */
	int64 maps;
	Size bytes; /* of all entries */
	int64 hits;
	int64 misses;
	int64 evictions;
} cache;

static struct
{
	MemoryContext context;
	fr_workspace *workspace;
	Size bytes;
} kept;

/* ---- room -------------------------------------------------------------- */

static void
create_cache(void)
{
	if (cache.context)
		return;
	cache.context =
		AllocSetContextCreate(TopMemoryContext, "fringe cache", ALLOCSET_SMALL_SIZES);
	dlist_init(&cache.recency);
}

static slist_head *
bucket_of(uint32 hash)
{
	return &cache.bucket[hash % BUCKETS];
}

static void
evict(CacheEntry *entry)
{
	slist_delete(bucket_of(entry->hash), &entry->chain);
	dlist_delete(&entry->recency);
	cache.maps--;
	cache.bytes -= entry->bytes;
	MemoryContextDelete(entry->context);
}

static void
drop_workspace(void)
{
	if (kept.context)
		MemoryContextDelete(kept.context);
	memset(&kept, 0, sizeof kept);
}

/*
 * Evicts until so many bytes more would fit, but never `keep`; true where they
 * fit.  Evicts nothing for what could not fit anyway.
 */
static bool
make_room(Size bytes, const DecodedMap *keep)
{
	Size budget = (Size) fringe_cache_size * 1024;

	if (bytes > budget)
		return false;
	create_cache();
	while (cache.bytes + kept.bytes + bytes > budget && !dlist_is_empty(&cache.recency))
	{
		CacheEntry *oldest = dlist_tail_element(CacheEntry, recency, &cache.recency);

		if (&oldest->map == keep)
			return false;
		evict(oldest);
		cache.evictions++;
	}
	return cache.bytes + kept.bytes + bytes <= budget;
}

/* What was kept under a larger setting has to go. */
static void
heed_setting(void)
{
	if (kept.bytes > (Size) fringe_cache_size * 1024)
		drop_workspace();
	make_room(0, NULL);
}

/* ---- grids ------------------------------------------------------------- */

static void
check_memory(Size bytes)
{
	if (bytes > (Size) fringe_max_memory * 1024)
		ereport(ERROR, (errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
						errmsg("search would take too much memory"),
						errdetail("It needs %zu kB; fringe.max_memory is %d kB.",
								  (bytes + 1023) / 1024, fringe_max_memory),
						errhint("Increase fringe.max_memory.")));
}

/* What a search, or no more than the decoded map, takes at least: its header tells. */
static void
check_map_memory(const GridmapPeek *peek, const fr_method *method)
{
	uint32 cells = peek->width * peek->height;

	check_memory((method ? fr_search_size(cells, method) : 0) + (Size) cells * 5);
}

/* A model that lets nobody move is rarely meant. */
static void
notice_blocked(const fr_map *map, const fr_costs *costs)
{
	for (int i = 0; i < map->code_count; i++)
		if (costs->weight[i] > 0)
			return;
	ereport(NOTICE, (errmsg("the model blocks every cell of the map"),
					 errdetail("The codes of the map are %.*s.", map->code_count,
							   (const char *) map->codes),
					 errhint("Give them weights in the model, such as octile(%c=1).",
							 map->codes[0])));
}

static const fr_grid *
build_grid(const fr_map *map, struct varlena *model_text)
{
	fr_model model = gridmodel_parsed(model_text);
	fr_costs costs;
	fr_error error;
	Size bytes;

	if (fr_costs_resolve(&model, map, &costs, &error))
		fringe_report(&error, "gridmodel", NULL);
	notice_blocked(map, &costs);
	bytes = fr_grid_size(map, &costs);
	return fr_grid_build(fringe_alloc_huge(bytes), map, &model, &costs, &fringe_poll);
}

/* A new entry in a context of its own below the current one. */
static CacheEntry *
build_entry(Datum datum, const GridmapPeek *peek, struct varlena *model)
{
	Gridmap *map = (Gridmap *) PG_DETOAST_DATUM(datum);
	fr_map opened = gridmap_open(map);
	MemoryContext context =
		AllocSetContextCreate(CurrentMemoryContext, "fringe map", ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	CacheEntry *entry = palloc0(sizeof(CacheEntry));

	entry->context = context;
	entry->key.digest = peek->digest;
	entry->key.model = (struct varlena *) cstring_to_text_with_len(
		VARDATA_ANY(model), VARSIZE_ANY_EXHDR(model));
	entry->hash = hash_key(entry->key);
	entry->map.grid = build_grid(&opened, model);
	MemoryContextSetIdentifier(context, psprintf("%ux%u %.*s", peek->width, peek->height,
												 (int) VARSIZE_ANY_EXHDR(model),
												 VARDATA_ANY(model)));
	entry->bytes = MemoryContextMemAllocated(context, true);
	MemoryContextSwitchTo(old);
	if ((Pointer) map != DatumGetPointer(datum))
		pfree(map);
	return entry;
}

/* Moves a whole entry into the cache; nothing here can fail. */
static void
keep_entry(CacheEntry *entry)
{
	entry->kept = true;
	MemoryContextSetParent(entry->context, cache.context);
	slist_push_head(bucket_of(entry->hash), &entry->chain);
	dlist_push_head(&cache.recency, &entry->recency);
	cache.maps++;
	cache.bytes += entry->bytes;
}

static CacheEntry *
find_entry(CacheKey key)
{
	uint32 hash = hash_key(key);
	slist_iter i;

	slist_foreach(i, bucket_of(hash))
	{
		CacheEntry *entry = slist_container(CacheEntry, chain, i.cur);

		if (entry->hash == hash && equal_keys(entry->key, key))
			return entry;
	}
	return NULL;
}

/*
 * A map, perhaps still toasted, decoded for a model: from the cache, or now, to
 * be searched by a method, or not at all where that is NULL.
 * It is good until the next call of this function.
 */
const DecodedMap *
fringe_decoded(CallSite *site, Datum map, struct varlena *model, const fr_method *method)
{
	const GridmapPeek *peek = fringe_peek_at(site, map);
	CacheEntry *entry;

	check_map_memory(peek, method);
	heed_setting();
	entry = find_entry((CacheKey){peek->digest, model});
	if (entry)
	{
		entry->hits++;
		cache.hits++;
		dlist_move_head(&cache.recency, &entry->recency);
		return &entry->map;
	}
	cache.misses++;
	entry = build_entry(map, peek, model);
	/* decoding a map again costs more than making a workspace again */
	if (entry->bytes + kept.bytes > (Size) fringe_cache_size * 1024)
		drop_workspace();
	if (make_room(entry->bytes, NULL))
		keep_entry(entry);
	return &entry->map;
}

/* ---- landmarks --------------------------------------------------------- */

static bool
same_choice(const LandmarkSet *set, const fr_method *method)
{
	for (int i = 0; i < 3; i++)
		if (set->choice[i].digits != method->option[FR_LANDMARKS + i].digits)
			return false;
	return true;
}

static LandmarkSet *
find_landmarks(CacheEntry *entry, const fr_method *method)
{
	slist_iter i;

	slist_foreach(i, &entry->landmarks)
	{
		LandmarkSet *set = slist_container(LandmarkSet, link, i.cur);

		if (same_choice(set, method))
			return set;
	}
	return NULL;
}

/* Chooses and measures landmarks, in a context of their own below the current one. */
static LandmarkSet *
build_landmarks(const DecodedMap *map, const fr_method *method)
{
	fr_workspace *workspace = fringe_workspace(map, method);
	MemoryContext context = AllocSetContextCreate(
		CurrentMemoryContext, "fringe landmarks", ALLOCSET_SMALL_SIZES);
	LandmarkSet *set = MemoryContextAllocZero(context, sizeof(LandmarkSet));
	fr_landmarks plan;
	instr_time before;
	instr_time after;
	Size bytes;

	INSTR_TIME_SET_CURRENT(before);
	plan = fr_landmarks_plan(map->grid, (int) method->option[FR_LANDMARKS].digits,
							 fr_method_word(method, FR_PLACE),
							 method->option[FR_SEED].digits, workspace, &fringe_poll);
	bytes = fr_landmarks_size(map->grid, &plan);
	check_memory(bytes + fr_search_size(map->grid->cells, method));
	set->landmarks = fr_landmarks_build(MemoryContextAllocHuge(context, bytes), map->grid,
										&plan, workspace, &fringe_poll);
	INSTR_TIME_SET_CURRENT(after);
	INSTR_TIME_SUBTRACT(after, before);
	set->build_us = INSTR_TIME_GET_DOUBLE(after) * 1e6;
	memcpy(set->choice, &method->option[FR_LANDMARKS], sizeof set->choice);
	set->context = context;
	return set;
}

/* The landmarks that a method asks for on a map: those kept with it, or new ones. */
const fr_landmarks *
fringe_landmarks(const DecodedMap *map, const fr_method *method)
{
	CacheEntry *entry = (CacheEntry *) map;
	LandmarkSet *set;
	Size bytes;

	if (!fr_method_needs_landmarks(method))
		return NULL;
	set = find_landmarks(entry, method);
	if (set)
		return set->landmarks;
	set = build_landmarks(map, method);
	bytes = MemoryContextMemAllocated(set->context, true);
	if (entry->kept && make_room(bytes, map))
	{
		MemoryContextSetParent(set->context, entry->context);
		slist_push_head(&entry->landmarks, &set->link);
		entry->bytes += bytes;
		cache.bytes += bytes;
	}
	return set->landmarks;
}

/* ---- the workspace ----------------------------------------------------- */

/*
 * A workspace that fits a map and method: the kept one, if it does; else a new
 * one, made as a map is.
 */
fr_workspace *
fringe_workspace(const DecodedMap *map, const fr_method *method)
{
	uint32 cells = map->grid->cells;
	Size bytes = fr_workspace_size(cells, method);
	MemoryContext context;
	fr_workspace *workspace;

	if (kept.workspace && fr_workspace_fits(kept.workspace, cells, method))
		return kept.workspace;
	drop_workspace();
	context = AllocSetContextCreate(CurrentMemoryContext, "fringe workspace",
									ALLOCSET_SMALL_SIZES);
	workspace = fr_workspace_init(MemoryContextAllocHuge(context, bytes), bytes, cells);
	bytes = MemoryContextMemAllocated(context, false);
	if (make_room(bytes, map))
	{
		MemoryContextSetParent(context, cache.context);
		kept.context = context;
		kept.workspace = workspace;
		kept.bytes = bytes;
	}
	return workspace;
}

/* ---- looking at it ----------------------------------------------------- */

/* What the landmarks of a decoded map take, and took to make. */
static void
sum_landmarks(CacheEntry *entry, int64 *count, int64 *bytes, double *build_us)
{
	slist_iter i;

	*count = *bytes = 0;
	*build_us = 0;
	slist_foreach(i, &entry->landmarks)
	{
		LandmarkSet *set = slist_container(LandmarkSet, link, i.cur);

		*count += set->landmarks->count;
		*bytes += MemoryContextMemAllocated(set->context, true);
		*build_us += set->build_us;
	}
}

static void
put_entry(ReturnSetInfo *rsinfo, CacheEntry *entry)
{
	bool nulls[9] = {false};
	int64 landmarks;
	int64 landmark_bytes;
	double landmark_us;
	Datum values[9];

	sum_landmarks(entry, &landmarks, &landmark_bytes, &landmark_us);
	values[0] = PointerGetDatum(gridmap_digest_value(&entry->key.digest));
	values[1] = Int32GetDatum(entry->map.grid->width);
	values[2] = Int32GetDatum(entry->map.grid->height);
	values[3] = PointerGetDatum(entry->key.model);
	values[4] = Int64GetDatum(entry->bytes);
	values[5] = Int64GetDatum(entry->hits);
	values[6] = Int64GetDatum(landmarks);
	values[7] = Int64GetDatum(landmark_bytes);
	values[8] = Float8GetDatum(landmark_us / 1000);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

PG_FUNCTION_INFO_V1(fringe_cache);
Datum
fringe_cache(PG_FUNCTION_ARGS)
{
	dlist_iter i;

	InitMaterializedSRF(fcinfo, 0);
	create_cache();
	dlist_foreach(i, &cache.recency)
		put_entry((ReturnSetInfo *) fcinfo->resultinfo,
				  dlist_container(CacheEntry, recency, i.cur));
	return (Datum) 0;
}

PG_FUNCTION_INFO_V1(fringe_cache_totals);
Datum
fringe_cache_totals(PG_FUNCTION_ARGS)
{
	TupleDesc row;
	bool nulls[6] = {false};
	Datum values[6];

	create_cache();
	values[0] = Int64GetDatum(cache.maps);
	values[1] = Int64GetDatum(cache.bytes);
	values[2] = Int64GetDatum(kept.bytes);
	values[3] = Int64GetDatum(cache.hits);
	values[4] = Int64GetDatum(cache.misses);
	values[5] = Int64GetDatum(cache.evictions);
	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	PG_RETURN_DATUM(
		HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls)));
}

PG_FUNCTION_INFO_V1(fringe_cache_reset);
Datum
fringe_cache_reset(PG_FUNCTION_ARGS)
{
	create_cache();
	while (!dlist_is_empty(&cache.recency))
		evict(dlist_head_element(CacheEntry, recency, &cache.recency));
	drop_workspace();
	cache.hits = cache.misses = cache.evictions = 0;
	PG_RETURN_VOID();
}
