/*
 * store_view.c - the SQL function that shows what all sessions share
 */
#include "pg/session/store.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

static const char *const state_names[STORE_STATES] = {
	[STORE_LEARNING] = "learning", [STORE_ASKED] = "asked",
	[STORE_BUILDING] = "building", [STORE_READY] = "ready",
	[STORE_REFUSED] = "refused",
};

/* The columns of an index are NULL where there is none. */
static void
put_record(ReturnSetInfo *rsinfo, StoreRecord *record)
{
	StoreState state = (StoreState) pg_atomic_read_u32(&record->state);
	bool nulls[12] = {false};
	Datum values[12] = {
		PointerGetDatum(gridmap_digest_value(&record->digest)),
		Int32GetDatum(record->width),
		Int32GetDatum(record->height),
		PointerGetDatum(
			cstring_to_text_with_len(record->model, (int) record->model_length)),
		CStringGetTextDatum(state_names[state]),
		Float8GetDatum(pg_atomic_read_u64(&record->searched_ns) / 1e6),
		Int64GetDatum(record->block_size),
		Int64GetDatum(pg_atomic_read_u64(&record->hits)),
		Int32GetDatum(pg_atomic_read_u32(&record->pins)),
		CStringGetTextDatum(record->by_worker ? "worker" : "session"),
		ObjectIdGetDatum(record->role),
		Float8GetDatum(record->build_us / 1000),
	};

	if (state != STORE_READY)
		memset(nulls + 6, true, 6);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

PG_FUNCTION_INFO_V1(fringe_shared_cache);
Datum
fringe_shared_cache(PG_FUNCTION_ARGS)
{
	StoreRecord record;

	InitMaterializedSRF(fcinfo, 0);
	if (!store_open())
		return (Datum) 0;
	for (uint32 slot = 0; slot < store_records(); slot++)
	{
		CHECK_FOR_INTERRUPTS();
		if (store_look(slot, &record))
			put_record((ReturnSetInfo *) fcinfo->resultinfo, &record);
	}
	return (Datum) 0;
}
