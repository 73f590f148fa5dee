/*
 * row_list.c - aggregates whose state is a list of rows of one size, which workers exchange as they are
 */
#include "pg/functions/row_list.h"

#include "utils/builtins.h"

/* The memory that lasts as long as the aggregate's state; fails outside of an aggregate. */
MemoryContext
aggregate_context(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "aggregate function called in non-aggregate context");
	return context;
}

/* The list of argument 0, or a new one. */
StringInfo
row_list_state(FunctionCallInfo fcinfo)
{
	MemoryContext outer = MemoryContextSwitchTo(aggregate_context(fcinfo));
	StringInfo list =
		PG_ARGISNULL(0) ? makeStringInfo() : (StringInfo) PG_GETARG_POINTER(0);

	MemoryContextSwitchTo(outer);
	return list;
}

void
row_list_add(const RowListKind *kind, StringInfo list, const void *rows, Size bytes)
{
	Size wanted = list->len + bytes;

	if (kind->check)
		kind->check(wanted);
	/* a full buffer is copied to one of twice its size, and both take memory meanwhile */
	if (wanted >= list->maxlen)
		fringe_limit_memory(kind->function, 2 * Max(wanted, 2 * (Size) list->maxlen));
	appendBinaryStringInfo(list, rows, (int) bytes);
}

Datum
row_list_combine(FunctionCallInfo fcinfo, const RowListKind *kind)
{
	StringInfo list = row_list_state(fcinfo);
	StringInfo other = PG_ARGISNULL(1) ? NULL : (StringInfo) PG_GETARG_POINTER(1);

	if (other)
		row_list_add(kind, list, other->data, other->len);
	PG_RETURN_POINTER(list);
}

/* Format: the rows as they are, since only this server's workers exchange them. */
Datum
row_list_serialize(FunctionCallInfo fcinfo)
{
	StringInfo list = (StringInfo) PG_GETARG_POINTER(0);

	aggregate_context(fcinfo);
	PG_RETURN_BYTEA_P((bytea *) cstring_to_text_with_len(list->data, list->len));
}

Datum
row_list_deserialize(FunctionCallInfo fcinfo, const RowListKind *kind)
{
	bytea *bytes = PG_GETARG_BYTEA_PP(0);
	StringInfo list = makeStringInfo();

	aggregate_context(fcinfo);
	row_list_add(kind, list, VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes));
	PG_RETURN_POINTER(list);
}
