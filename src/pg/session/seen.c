/*
 * seen.c - maps, indexes and fields on disk that the session has looked at
 *
 * A statement that calls a function for many rows hands it few maps again and
 * again, mostly as pointers to where they are toasted.
 */
#include "pg/session/seen.h"

#include "access/detoast.h"
#include "access/transam.h"
#include "access/xact.h"

#define SLOTS 1024 /* those of a batch take turns where its rows are mixed */

static struct
{
	SeenValue slot[SLOTS];
	SeenValue passing; /* not on disk */
} seen;

/*
 * A toast pointer names a value by relation and number.  The name comes to
 * stand for another value only if that one is stored when the first is gone,
 * numbers having gone round: by a later command of this transaction, or by
 * another transaction, whose rows nobody sees before it has ended.  So what is
 * remembered is right as long as neither has happened, even of a value that is
 * gone; whoever ends a transaction makes us read one chunk again.  Both numbers
 * only rise while somebody writes, so no pair of them comes again.
 */
static bool
is_right(const SeenValue *value, const struct varatt_external *toast, CommandId command)
{
	return value->value == toast->va_valueid && value->relation == toast->va_toastrelid &&
		   value->ended == TransamVariables->xactCompletionCount &&
		   value->command == command;
}

/* Not inlined into seen_value, whose calls mostly end without it. */
static pg_noinline SeenValue *
look_at(SeenValue *value, Datum datum, GridmapPeek (*peek)(Datum))
{
	value->relation = InvalidOid;
	value->peek = peek(datum);
	return value;
}

/* The digest and size of a value, perhaps still toasted; good until the next call. */
SeenValue *
seen_value(Datum datum, GridmapPeek (*peek)(Datum))
{
	struct varatt_external toast;
	CommandId command;
	SeenValue *value;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(datum)))
		return look_at(&seen.passing, datum, peek);
	VARATT_EXTERNAL_GET_POINTER(toast, DatumGetPointer(datum));
	command = GetCurrentCommandId(false);
	value = &seen.slot[toast.va_valueid % SLOTS];
	if (is_right(value, &toast, command))
		return value;
	look_at(value, datum, peek);
	value->value = toast.va_valueid;
	value->relation = toast.va_toastrelid;
	value->ended = TransamVariables->xactCompletionCount;
	value->command = command;
	return value;
}
