/*
 * site.c - what a call site caches between calls
 *
 * A statement that calls a function for many rows usually passes the same method and
 * few different maps. The server's fn_extra lives as long as the expression that
 * contains the call: one statement, or one transaction in plpgsql.
 */
#include "pg/fringe.h"

#include "access/detoast.h"
#include "access/transam.h"
#include "access/xact.h"

CallSite *
fringe_call_site(FunctionCallInfo fcinfo)
{
	if (fcinfo->flinfo->fn_extra == NULL)
		fcinfo->flinfo->fn_extra =
			MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(CallSite));
	return fcinfo->flinfo->fn_extra;
}

/* ---- maps -------------------------------------------------------------- */

/*
 * A toast pointer identifies a value by relation and value number. A number can be
 * reused once its value is deleted and the counter has wrapped around. Only a later
 * command of this transaction can do so, or another transaction, whose rows are
 * invisible until it ends. The entries are therefore valid as long as no transaction
 * has ended and no command has followed; otherwise we read one chunk again.
 */
static void
forget_old_maps(CallSite *site)
{
	uint64 ended = TransamVariables->xactCompletionCount;
	CommandId command = GetCurrentCommandId(false);

	if (site->ended == ended && site->command == command)
		return;
	memset(site->seen, 0, sizeof site->seen);
	site->ended = ended;
	site->command = command;
}

/* The digest and size of a map (toasted or not); valid until the next call. */
const GridmapPeek *
fringe_peek_at(CallSite *site, Datum map)
{
	struct varatt_external toast;
	SeenMap *seen;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(map)))
	{
		site->peek = gridmap_peek(map);
		return &site->peek;
	}
	VARATT_EXTERNAL_GET_POINTER(toast, DatumGetPointer(map));
	forget_old_maps(site);
	seen = &site->seen[toast.va_valueid % SEEN_MAPS];
	if (seen->relation == toast.va_toastrelid && seen->value == toast.va_valueid)
		return &seen->peek;
	seen->relation = InvalidOid;
	seen->peek = gridmap_peek(map);
	seen->value = toast.va_valueid;
	seen->relation = toast.va_toastrelid;
	return &seen->peek;
}

/* ---- methods ----------------------------------------------------------- */

/* The method of a stored text; parsed only if it differs from the last call's. */
const fr_method *
fringe_method_at(CallSite *site, struct varlena *stored)
{
	size_t length = VARSIZE_ANY_EXHDR(stored);

	if (length == site->method_length &&
		memcmp(VARDATA_ANY(stored), site->method_text, length) == 0)
		return &site->method;
	site->method_length = 0;
	site->method = gridmethod_parsed(stored);
	if (length <= sizeof site->method_text)
	{
		memcpy(site->method_text, VARDATA_ANY(stored), length);
		site->method_length = length;
	}
	return &site->method;
}
