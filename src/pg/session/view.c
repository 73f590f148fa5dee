/*
 * view.c - the SQL functions that show and reset the cache
 */
#include "pg/session/prepared.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

/* The kept things of one map and model. */
typedef struct MapSummary
{
	const PreparedKey *key;
	int64 bytes;
	int64 hits;
	int64 landmarks;
	int64 landmark_bytes;
	double landmark_us;
} MapSummary;

static void
add_thing(MapSummary *summary, const Prepared *prepared)
{
	summary->bytes += prepared->bytes;
	if (prepared->key.kind == PREPARED_LANDMARKS)
	{
		summary->landmarks += ((fr_landmarks *) prepared->thing)->count;
		summary->landmark_bytes += prepared->bytes;
		summary->landmark_us += prepared->build_us;
	}
	else
		summary->hits += prepared->hits;
}

/*
 * Sums up all things of one map; key is NULL if the list has an earlier one of the same
 * map.
 */
static MapSummary
summarize(const Prepared *first)
{
	MapSummary summary = {.key = NULL};
	dlist_iter i;

	dlist_foreach(i, prepared_by_recency())
	{
		const Prepared *prepared = dlist_container(Prepared, recency, i.cur);

		if (!prepared_same_map(&prepared->key, &first->key))
			continue;
		if (summary.key == NULL && prepared != first)
			return summary;
		summary.key = &first->key;
		add_thing(&summary, prepared);
	}
	return summary;
}

static void
put_summary(ReturnSetInfo *rsinfo, const MapSummary *summary)
{
	const PreparedKey *key = summary->key;
	bool nulls[9] = {false};
	Datum values[9] = {
		PointerGetDatum(gridmap_digest_value(&key->digest)),
		Int32GetDatum(key->width),
		Int32GetDatum(key->height),
		PointerGetDatum(cstring_to_text_with_len(key->model, key->model_length)),
		Int64GetDatum(summary->bytes),
		Int64GetDatum(summary->hits),
		Int64GetDatum(summary->landmarks),
		Int64GetDatum(summary->landmark_bytes),
		Float8GetDatum(summary->landmark_us / 1000),
	};

	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

PG_FUNCTION_INFO_V1(fringe_cache);
Datum
fringe_cache(PG_FUNCTION_ARGS)
{
	dlist_iter i;

	InitMaterializedSRF(fcinfo, 0);
	dlist_foreach(i, prepared_by_recency())
	{
		MapSummary summary = summarize(dlist_container(Prepared, recency, i.cur));

		CHECK_FOR_INTERRUPTS();
		if (summary.key)
			put_summary((ReturnSetInfo *) fcinfo->resultinfo, &summary);
	}
	return (Datum) 0;
}

PG_FUNCTION_INFO_V1(fringe_cache_totals);
Datum
fringe_cache_totals(PG_FUNCTION_ARGS)
{
	PreparedCounts maps = prepared_counts(PREPARED_MAP);
	TupleDesc row;
	bool nulls[6] = {false};
	Datum values[6] = {Int64GetDatum(maps.kept),		 Int64GetDatum(prepared_bytes()),
					   Int64GetDatum(workspace_bytes()), Int64GetDatum(maps.hits),
					   Int64GetDatum(maps.misses),		 Int64GetDatum(maps.evictions)};

	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	PG_RETURN_DATUM(
		HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls)));
}

PG_FUNCTION_INFO_V1(fringe_cache_reset);
Datum
fringe_cache_reset(PG_FUNCTION_ARGS)
{
	prepared_reset();
	PG_RETURN_VOID();
}
