/*
 * index.c - the type gridindex: in and out, and looking at it
 *
 * Comparing is by bytes, which bytea's functions do.
 */
#include "pg/session/session.h"

#include "access/htup_details.h"
#include "common/hashfn.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

/* ---- values ------------------------------------------------------------ */

Gridindex *
gridindex_allocate(Size size)
{
	Gridindex *index = palloc(offsetof(Gridindex, bytes) + size);

	SET_VARSIZE(index, offsetof(Gridindex, bytes) + size);
	return index;
}

/* Its bytes are complete. */
void
gridindex_seal(Gridindex *index)
{
	fringe_digest(index->bytes, GRIDINDEX_SIZE(index), &index->digest);
}

/* Raises an error, softly if escontext allows it, if the bytes are no index. */
bool
gridindex_check(const Gridindex *index, fr_index_checked *checked, Node *escontext)
{
	fr_error error;

	if (fr_index_check(index->bytes, GRIDINDEX_SIZE(index), &fringe_poll, checked,
					   &error) == FR_OK)
		return true;
	fringe_report(&error, "gridindex", escontext);
	return false;
}

/* The value whose bytes came from outside; NULL after a soft error. */
static Gridindex *
accept_bytes(Gridindex *index, Node *escontext)
{
	fr_index_checked checked;

	if (!gridindex_check(index, &checked, escontext))
		return NULL;
	gridindex_seal(index);
	return index;
}

/* ---- in and out -------------------------------------------------------- */

PG_FUNCTION_INFO_V1(gridindex_in);
Datum
gridindex_in(PG_FUNCTION_ARGS)
{
	const char *text = PG_GETARG_CSTRING(0);
	Gridindex *index = gridindex_allocate(fringe_hex_size(text));

	if (!fringe_hex_decode(text, "gridindex", index->bytes, fcinfo->context))
		PG_RETURN_NULL();
	index = accept_bytes(index, fcinfo->context);
	if (index == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(index);
}

PG_FUNCTION_INFO_V1(gridindex_out);
Datum
gridindex_out(PG_FUNCTION_ARGS)
{
	Gridindex *index = PG_GETARG_GRIDINDEX(0);

	PG_RETURN_CSTRING(fringe_hex_encode(index->bytes, GRIDINDEX_SIZE(index)));
}

PG_FUNCTION_INFO_V1(gridindex_send);
Datum
gridindex_send(PG_FUNCTION_ARGS)
{
	Gridindex *index = PG_GETARG_GRIDINDEX(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbytes(&buf, (const char *) index->bytes, GRIDINDEX_SIZE(index));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

PG_FUNCTION_INFO_V1(gridindex_recv);
Datum
gridindex_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	Size size = buf->len - buf->cursor;
	Gridindex *index = gridindex_allocate(size);

	pq_copymsgbytes(buf, (char *) index->bytes, size);
	PG_RETURN_POINTER(accept_bytes(index, NULL));
}

/* ---- first bytes ------------------------------------------------------- */

#define GRIDINDEX_SLICE (DIGEST_SIZE + FR_INDEX_PEEK_SIZE)

/* The facts in the first bytes of an index, and the digest of its map. */
static GridmapPeek
peek_with_map(Datum index, Digest *map)
{
	struct varlena *slice = fringe_first_bytes(index, GRIDINDEX_SLICE);
	const uint8 *bytes = (const uint8 *) VARDATA_ANY(slice);
	GridmapPeek peek;

	memcpy(peek.digest.bytes, bytes, DIGEST_SIZE);
	fr_index_peek(bytes + DIGEST_SIZE, &peek.width, &peek.height, map->bytes);
	if ((Pointer) slice != DatumGetPointer(index))
		pfree(slice);
	return peek;
}

GridmapPeek
gridindex_peek(Datum index)
{
	Digest map;

	return peek_with_map(index, &map);
}

PG_FUNCTION_INFO_V1(gridindex_hash);
Datum
gridindex_hash(PG_FUNCTION_ARGS)
{
	Digest digest = gridindex_peek(PG_GETARG_DATUM(0)).digest;

	return hash_any(digest.bytes, DIGEST_SIZE);
}

PG_FUNCTION_INFO_V1(gridindex_hash_extended);
Datum
gridindex_hash_extended(PG_FUNCTION_ARGS)
{
	Digest digest = gridindex_peek(PG_GETARG_DATUM(0)).digest;

	return hash_any_extended(digest.bytes, DIGEST_SIZE, PG_GETARG_INT64(1));
}

PG_FUNCTION_INFO_V1(gridindex_matches);
Datum
gridindex_matches(PG_FUNCTION_ARGS)
{
	Digest of_index;
	Digest of_map = gridmap_peek(PG_GETARG_DATUM(1)).digest;

	peek_with_map(PG_GETARG_DATUM(0), &of_index);
	PG_RETURN_BOOL(memcmp(&of_index, &of_map, DIGEST_SIZE) == 0);
}

/* ---- looking at it ----------------------------------------------------- */

/* Bytes by part, as a JSON object. */
static Datum
parts_as_json(const fr_index_info *info)
{
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < info->parts; i++)
		appendStringInfo(&text, "%c\"%s\": %zu", i == 0 ? '{' : ',', info->part[i].name,
						 info->part[i].bytes);
	appendStringInfoChar(&text, '}');
	return DirectFunctionCall1(jsonb_in, CStringGetDatum(text.data));
}

PG_FUNCTION_INFO_V1(fringe_index_info);
Datum
fringe_index_info(PG_FUNCTION_ARGS)
{
	const fr_index *index = fringe_prepare_index(PG_GETARG_DATUM(0));
	fr_index_info info = fr_index_describe(index);
	bool nulls[9] = {false};
	TupleDesc row;
	Digest map;

	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	memcpy(map.bytes, index->digest, DIGEST_SIZE);
	{
		Datum values[9] = {
			PointerGetDatum(cstring_to_text_with_len(index->model, index->model_length)),
			PointerGetDatum(gridmap_digest_value(&map)),
			Int32GetDatum(index->width),
			Int32GetDatum(index->height),
			PointerGetDatum(cstring_to_text(fr_index_form_name[info.form])),
			Int32GetDatum(info.hubs),
			Int64GetDatum((int64) info.entries),
			Int64GetDatum((int64) index->size),
			parts_as_json(&info)};

		PG_RETURN_DATUM(
			HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls)));
	}
}
