/*
 * row_list.h - aggregates whose state is a list of rows of one size
 */
#ifndef FRINGE_PG_ROW_LIST_H
#define FRINGE_PG_ROW_LIST_H

#include "pg/types/types.h"

#include "lib/stringinfo.h"

/* The aggregate that keeps the rows. */
typedef struct RowListKind
{
	const char *function;
	void (*check)(
		Size
			bytes); /* refuses a list of so many bytes; NULL: its memory is the only limit */
} RowListKind;

MemoryContext aggregate_context(FunctionCallInfo fcinfo);
StringInfo row_list_state(FunctionCallInfo fcinfo);
void row_list_add(const RowListKind *kind, StringInfo list, const void *rows, Size bytes);
Datum row_list_combine(FunctionCallInfo fcinfo, const RowListKind *kind);
Datum row_list_serialize(FunctionCallInfo fcinfo);
Datum row_list_deserialize(FunctionCallInfo fcinfo, const RowListKind *kind);

#endif /* FRINGE_PG_ROW_LIST_H */
