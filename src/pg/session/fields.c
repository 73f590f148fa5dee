/*
 * fields.c - opened fields in the cache
 *
 * A field is opened once for a session: detoasted, with the cost of each cell. Then a
 * question about a cell is a look-up in two arrays.
 */
#include "pg/session/seen.h"

static void *
make_field(Prepared *prepared, void *argument)
{
	Gridfield *stored = (Gridfield *) PG_DETOAST_DATUM_COPY(*(const Datum *) argument);
	OpenField *field = palloc(sizeof(OpenField));
	fr_error error;

	if (fr_field_open(stored->packed, GRIDMAP_PACKED_SIZE(stored), &field->view,
					  &fringe_poll, &error))
		fringe_report(&error, "gridfield", NULL);
	field->costs = gridfield_alloc_costs(stored, &field->view);
	prepared->charge.kept = VARSIZE(stored) + (Size) field->view.terrain.width *
												  field->view.terrain.height *
												  sizeof(uint64);
	prepared->charge.most = prepared->charge.kept;
	if (fr_field_costs(&field->view, field->costs, &fringe_poll, &error))
		fringe_report(&error, "gridfield", NULL);
	return field;
}

/* A field (toasted or not), from the cache or opened now. */
const OpenField *
fringe_prepare_field(Datum value)
{
	const GridmapPeek *peek = &seen_value(value, gridmap_peek)->peek;
	PreparedKey key = {.kind = PREPARED_FIELD,
					   .width = peek->width,
					   .height = peek->height,
					   .digest = peek->digest,
					   .model = ""};

	prepared_begin_call();
	return prepared_get(&key, make_field, &value)->thing;
}
