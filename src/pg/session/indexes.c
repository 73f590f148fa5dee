/*
 * indexes.c - stored indexes that the session has opened
 *
 * An index is copied into the session and checked once; then it is found by its digest.
 */
#include "pg/session/seen.h"

#include "access/detoast.h"

static void *
open_stored(Prepared *prepared, void *argument)
{
	Datum value = *(const Datum *) argument;
	fr_index *index = palloc(sizeof(fr_index));
	fr_index_checked checked;
	Gridindex *stored;
	Size size = toast_raw_datum_size(value);
	Arena arena;

	prepared_check(size);
	stored = (Gridindex *) PG_DETOAST_DATUM_COPY(value);
	fringe_arena_init(&arena, CurrentMemoryContext, prepared_used() + size);
	gridindex_check(stored, &checked, NULL);
	*index = fr_index_open(checked, &arena.core, &fringe_poll);
	prepared->charge.kept = size + arena.taken + fr_index_scratch_size(index);
	prepared->charge.most = prepared->charge.kept;
	return index;
}

/* An index, perhaps still toasted, opened; valid until the SQL function returns. */
const fr_index *
fringe_prepare_index(Datum value)
{
	const GridmapPeek *peek = &seen_value(value, gridindex_peek)->peek;
	PreparedKey key = {.kind = PREPARED_INDEX,
					   .width = peek->width,
					   .height = peek->height,
					   .digest = peek->digest,
					   .model = ""};

	prepared_begin_call();
	return prepared_get(&key, open_stored, &value)->thing;
}

fr_index_scratch *
fringe_index_scratch(const fr_index *index)
{
	return workspace_scratch(index);
}
