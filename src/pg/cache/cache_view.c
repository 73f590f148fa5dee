/*
 * cache_view.c - the SQL functions that show and reset the cache
 */
#include "pg/cache/cache.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

/* The kept things of one map and model, or a field. */
typedef struct MapSummary
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
} MapSummary;

static void
set_model(CacheKey *key, const char *model, Size length)
{
	key->model = model;
	key->model_length = length;
}

/* The map and model of a thing; indexes and fields name theirs. */
static CacheKey
subject_of(const CacheEntry *entry)
{
	CacheKey key = entry->key;

	if (key.kind == CACHE_INDEX)
	{
		const fr_index *index = entry->value;

		memcpy(key.digest.bytes, index->digest, DIGEST_SIZE);
		set_model(&key, index->model, index->model_length);
	}
	else if (key.kind == CACHE_FIELD)
	{
		const fr_field *field = &((OpenField *) entry->value)->view;

		set_model(&key, field->model, field->model_length);
	}
	return key;
}

static void
add_thing(MapSummary *summary, const CacheEntry *entry)
{
	CacheKind kind = entry->key.kind;

	summary->bytes += entry->bytes;
	if (kind == CACHE_LANDMARKS)
	{
		summary->landmarks += ((fr_landmarks *) entry->value)->count;
		summary->landmark_bytes += entry->bytes;
		summary->landmark_us += entry->build_us;
		return;
	}
	summary->hits += entry->hits;
	if (kind == CACHE_INDEX)
	{
		summary->indexes++;
		summary->index_bytes += entry->bytes;
		summary->index_us += entry->build_us;
	}
	else if (kind == CACHE_MAP)
	{
		const DecodedMap *map = entry->value;

		summary->decoded = true;
		summary->calls = map->calls;
		summary->search_us = map->search_us;
	}
}

/* Summaries by map and model. */
typedef struct MapEntry
{
	CacheKey key;
	uint32 place; /* of its summary */
	char status;  /* of the hash table */
} MapEntry;

#define SH_PREFIX maps
#define SH_ELEMENT_TYPE MapEntry
#define SH_KEY_TYPE CacheKey
#define SH_KEY key
#define SH_HASH_KEY(table, key) cache_hash_map(&(key))
#define SH_EQUAL(table, a, b) cache_same_map(&(a), &(b))
#define SH_SCOPE static inline
#define SH_DEFINE
#define SH_DECLARE
#include "lib/simplehash.h"

/* One summary per map, the most recently used first. */
static MapSummary *
summarize(bool fields, uint32 *count)
{
	MapSummary *summaries =
		fringe_alloc_huge(cache_counts().kept * sizeof(MapSummary) + 1);
	maps_hash *table = maps_create(CurrentMemoryContext, 256, NULL);
	dlist_iter i;

	*count = 0;
	dlist_foreach(i, cache_by_recency())
	{
		const CacheEntry *entry = dlist_container(CacheEntry, recency, i.cur);
		CacheKey key = subject_of(entry);
		MapEntry *slot;
		bool found;

		CHECK_FOR_INTERRUPTS();
		if (!fields && key.kind == CACHE_FIELD)
			continue;
		slot = maps_insert(table, key, &found);
		if (!found)
		{
			slot->place = (*count)++;
			summaries[slot->place] = (MapSummary){.key = key};
		}
		add_thing(&summaries[slot->place], entry);
	}
	return summaries;
}

/* Fills in as many columns as the function has. */
static void
put_summary(ReturnSetInfo *rsinfo, const MapSummary *summary)
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
	const MapSummary *summaries;

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
PG_FUNCTION_INFO_V1(fringe_cache);
Datum
fringe_cache(PG_FUNCTION_ARGS)
{
	return put_cache(fcinfo, false);
}

PG_FUNCTION_INFO_V1(fringe_cache_indexed);
Datum
fringe_cache_indexed(PG_FUNCTION_ARGS)
{
	return put_cache(fcinfo, true);
}

PG_FUNCTION_INFO_V1(fringe_cache_totals);
Datum
fringe_cache_totals(PG_FUNCTION_ARGS)
{
	TupleDesc row;
	CacheCounts counts;
	bool nulls[6] = {false};
	Datum values[6];

	cache_begin_call(); /* counts what the last call added */
	counts = cache_counts();
	values[0] = Int64GetDatum(cache_maps());
	values[1] = Int64GetDatum(cache_bytes());
	values[2] = Int64GetDatum(cache_workspace_bytes());
	values[3] = Int64GetDatum(counts.hits);
	values[4] = Int64GetDatum(counts.misses);
	values[5] = Int64GetDatum(counts.evictions);
	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	PG_RETURN_DATUM(
		HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls)));
}

PG_FUNCTION_INFO_V1(fringe_cache_reset);
Datum
fringe_cache_reset(PG_FUNCTION_ARGS)
{
	cache_reset();
	PG_RETURN_VOID();
}
