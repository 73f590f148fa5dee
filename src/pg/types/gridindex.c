/*
 * gridindex.c - the type gridindex
 *
 * An index is stored as a map is, so the functions that send, compare and hash maps serve it too.
 * It is written as a field is: by gridfield_out.
 */
#include "pg/types/types.h"

bool
gridindex_check(const Gridindex *index, fr_index_checked *checked, Node *escontext)
{
	fr_error error;

	if (fr_index_check(index->packed, GRIDMAP_PACKED_SIZE(index), &fringe_poll, checked,
					   &error) == FR_OK)
		return true;
	fringe_report(&error, "gridindex", escontext);
	return false;
}

/* Checks and seals untrusted bytes; returns NULL after a soft error. */
static Gridindex *
accept_bytes(Gridindex *index, Node *escontext)
{
	fr_index_checked checked;

	if (!gridindex_check(index, &checked, escontext))
		return NULL;
	gridmap_seal(index);
	return index;
}

/* ---- in and out ------------------------------------------------------- */

FRINGE_FUNCTION(gridindex_in)
{
	const char *text = PG_GETARG_CSTRING(0);
	Gridindex *index = gridfield_from_hex(text, "gridindex", fcinfo->context);

	if (index != NULL)
		index = accept_bytes(index, fcinfo->context);
	if (index == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(index);
}

FRINGE_FUNCTION(gridindex_recv)
{
	Gridindex *index = gridmap_received((StringInfo) PG_GETARG_POINTER(0));

	PG_RETURN_POINTER(accept_bytes(index, NULL));
}

/* ---- first bytes ------------------------------------------------------ */

#define GRIDINDEX_SLICE (DIGEST_SIZE + FR_INDEX_PEEK_SIZE)

/* The facts in the first bytes of an index, and the digest of what its model reads of the map. */
static GridmapPeek
peek_with_map(Datum index, Digest *map)
{
	struct varlena *slice = fringe_first_bytes(index, GRIDINDEX_SLICE);
	const uint8 *bytes = (const uint8 *) VARDATA_ANY(slice);
	GridmapPeek peek;

	memcpy(peek.digest.bytes, bytes, DIGEST_SIZE);
	peek.ground = peek.digest;
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

/* Reads the model of an index; false if the model may be one that reads no layers. */
static bool
read_model(Datum index, fr_model *model)
{
	struct varlena *slice = fringe_first_bytes(index, DIGEST_SIZE + FR_INDEX_MODEL_SIZE);
	Size size = VARSIZE_ANY_EXHDR(slice) - DIGEST_SIZE;
	const uint8 *bytes = (const uint8 *) VARDATA_ANY(slice) + DIGEST_SIZE;
	Size length;
	const char *text = fr_index_peek_model(bytes, size, &length);
	fr_error error;

	if (text && fr_model_parse(text, length, model, &error))
		fringe_report_binary(&error, "gridindex");
	return text != NULL;
}

FRINGE_FUNCTION(gridindex_matches)
{
	Datum index = PG_GETARG_DATUM(0);
	fr_model model;
	bool layered = read_model(index, &model);
	Digest of_index;
	Digest of_map;

	peek_with_map(index, &of_index);
	PG_RETURN_BOOL(
		gridmap_digest_under(PG_GETARG_DATUM(1), layered ? &model : NULL, &of_map) &&
		memcmp(&of_index, &of_map, DIGEST_SIZE) == 0);
}
