/*
 * cache_view.c - the SQL functions that show and reset the cache
 *
 * A session can work for several roles: SECURITY DEFINER functions run as their owner, and
 * poolers change the role. So a role sees the entries that it called with itself, and those
 * of roles whose privileges it has. Members of pg_monitor see all.
 */
#include "pg/cache/cache.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "access/htup_details.h"
#include "catalog/pg_authid.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

/* Has the user the privileges of one of the roles; or of all, if `all`? */
static bool
may_see(const CacheRoles *roles, bool all)
{
	Oid user = GetUserId();

	if (has_privs_of_role(user, ROLE_PG_MONITOR))
		return true;
	for (int i = 0; i < CACHE_ROLES && OidIsValid(roles->role[i]); i++)
		if (has_privs_of_role(user, roles->role[i]) != all)
			return !all;
	return all && !roles->more;
}

/* The entries of one map under one model, or a field. */
typedef struct Summary
{
	CacheKey key;
	int64 bytes;
	int64 hits;
	bool decoded;
	int64 calls;
	double search_us;
	int64 landmarks;
	int64 landmark_bytes;
	double landmark_us;
	int64 indexes;
	int64 index_bytes;
	double index_us;
} Summary;

/* The key of the summary that counts an entry: landmarks, indexes and sight count with their map. */
static CacheKey
summary_key(const CacheEntry *entry)
{
	CacheKey key = entry->key;

	if (entry->key.kind == CACHE_FIELD)
	{
		const fr_field *field = &((OpenField *) entry->value)->view;

		key.model = field->model;
		key.model_length = field->model_length;
		return key;
	}
	if (entry->key.kind == CACHE_INDEX)
	{
		const fr_index *index = entry->value;

		memcpy(key.digest.bytes, index->digest, DIGEST_SIZE);
		key.model = index->model;
		key.model_length = index->model_length;
	}
	if (entry->key.kind == CACHE_SIGHT)
		key.digest = ((SightGround *) entry->value)->map_ground;
	key.kind = CACHE_MAP;
	key.landmarks = (LandmarkChoice){0};
	return key;
}

static void
add_entry(Summary *summary, const CacheEntry *entry)
{
	summary->bytes += entry->bytes;
	if (entry->key.kind != CACHE_LANDMARKS)
		summary->hits += entry->hits;
	switch (entry->key.kind)
	{
		case CACHE_LANDMARKS:
			summary->landmarks += ((fr_landmarks *) entry->value)->count;
			summary->landmark_bytes += entry->bytes;
			summary->landmark_us += entry->build_us;
			break;
		case CACHE_INDEX:
			summary->indexes++;
			summary->index_bytes += entry->bytes;
			summary->index_us += entry->build_us;
			break;
		case CACHE_MAP:
			summary->decoded = true;
			summary->calls = ((CachedMap *) entry->value)->calls;
			summary->search_us = ((CachedMap *) entry->value)->search_us;
			break;
		default:
			break;
	}
}

/* The positions of summaries by key. */
typedef struct SummaryPlace
{
	CacheKey key;
	uint32 place;
	char status; /* of the hash table */
} SummaryPlace;

#define SH_PREFIX places
#define SH_ELEMENT_TYPE SummaryPlace
#define SH_KEY_TYPE CacheKey
#define SH_KEY key
#define SH_HASH_KEY(table, key) cache_hash_key(&(key))
#define SH_EQUAL(table, a, b) cache_same_key(&(a), &(b))
#define SH_SCOPE static inline
#define SH_DEFINE
#define SH_DECLARE
#include "lib/simplehash.h"

/* One summary per map, the most recently used first. */
static Summary *
summarize(bool fields, uint32 *count)
{
	Summary *summaries = fringe_alloc_huge(cache_totals().entries * sizeof(Summary) + 1);
	places_hash *table = places_create(CurrentMemoryContext, 256, NULL);
	dlist_iter i;

	*count = 0;
	dlist_foreach(i, cache_by_recency())
	{
		const CacheEntry *entry = dlist_container(CacheEntry, recency, i.cur);
		CacheKey key = summary_key(entry);
		SummaryPlace *slot;
		bool found;

		CHECK_FOR_INTERRUPTS();
		if ((!fields && key.kind == CACHE_FIELD) || !may_see(&entry->roles, false))
			continue;
		slot = places_insert(table, key, &found);
		if (!found)
		{
			slot->place = (*count)++;
			summaries[slot->place] = (Summary){.key = key};
		}
		add_entry(&summaries[slot->place], entry);
	}
	return summaries;
}

/* Fills in as many columns as the function has. */
static void
put_summary(ReturnSetInfo *rsinfo, const Summary *summary)
{
	const CacheKey *key = &summary->key;
	bool nulls[15] = {[13] = !summary->decoded, [14] = !summary->decoded};
	Datum values[15] = {
		PointerGetDatum(gridmap_digest_value(&key->digest)),
		Int32GetDatum(key->width),
		Int32GetDatum(key->height),
		PointerGetDatum(cstring_to_text_with_len(key->model, key->model_length)),
		Int64GetDatum(summary->bytes),
		Int64GetDatum(summary->hits),
		Int64GetDatum(summary->landmarks),
		Int64GetDatum(summary->landmark_bytes),
		Float8GetDatum(summary->landmark_us / 1000),
		Int64GetDatum(summary->indexes),
		Int64GetDatum(summary->index_bytes),
		Float8GetDatum(summary->index_us / 1000),
		CStringGetTextDatum(key->kind == CACHE_FIELD ? "field" : "map"),
		Int64GetDatum(summary->calls),
		Float8GetDatum(summary->search_us / 1000),
	};

	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

static Datum
put_cache(FunctionCallInfo fcinfo, bool fields)
{
	uint32 count;
	const Summary *summaries;

	InitMaterializedSRF(fcinfo, 0);
	cache_begin_call(); /* counts what the last call added */
	summaries = summarize(fields, &count);
	for (uint32 i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		put_summary((ReturnSetInfo *) fcinfo->resultinfo, &summaries[i]);
	}
	return (Datum) 0;
}

/* Version 1.0: without the columns of indexes and searches, and without fields. */
FRINGE_FUNCTION(fringe_cache)
{
	return put_cache(fcinfo, false);
}

FRINGE_FUNCTION(fringe_cache_indexed)
{
	return put_cache(fcinfo, true);
}

/* Counts the entries that the user may see. */
static void
count_visible(CacheTotals *totals)
{
	dlist_iter i;

	totals->maps = totals->bytes = 0;
	dlist_foreach(i, cache_by_recency())
	{
		const CacheEntry *entry = dlist_container(CacheEntry, recency, i.cur);

		CHECK_FOR_INTERRUPTS();
		if (!may_see(&entry->roles, false))
			continue;
		totals->maps += entry->key.kind == CACHE_MAP;
		totals->bytes += entry->bytes;
	}
}

/*
 * The workspace and the counts of hits, misses and evictions exist only for all roles together.
 * They are NULL unless the user has the privileges of all roles that called.
 */
FRINGE_FUNCTION(fringe_cache_totals)
{
	TupleDesc row;
	CacheTotals totals;
	bool nulls[6] = {false};
	Datum values[6];

	cache_begin_call(); /* counts what the last call added */
	totals = cache_totals();
	if (!may_see(cache_roles(), true))
	{
		count_visible(&totals);
		memset(&nulls[2], true, sizeof nulls - 2);
	}
	values[0] = Int64GetDatum(totals.maps);
	values[1] = Int64GetDatum(totals.bytes);
	values[2] = Int64GetDatum(totals.workspace_bytes);
	values[3] = Int64GetDatum(totals.hits);
	values[4] = Int64GetDatum(totals.misses);
	values[5] = Int64GetDatum(totals.evictions);
	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	PG_RETURN_DATUM(
		HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls)));
}

/* The C library keeps most of the memory that it gets back, until it is told. */
FRINGE_FUNCTION(fringe_cache_reset)
{
	cache_reset();
#ifdef __GLIBC__
	malloc_trim(0);
#endif
	PG_RETURN_VOID();
}
