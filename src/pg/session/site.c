/*
 * site.c - what a call site caches between calls
 *
 * A statement that calls a function for many rows usually passes the same method, and
 * all its rows have one type. The server's fn_extra lives as long as the expression that
 * contains the call: one statement, or one transaction in plpgsql.
 */
#include "pg/session/session.h"

#include "funcapi.h"

CallSite *
fringe_make_site(FunctionCallInfo fcinfo)
{
	CallSite *site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(CallSite));

	fcinfo->flinfo->fn_extra = site;
	return site;
}

/* The row type that a function returns, looked up once. */
TupleDesc
fringe_row_at(FunctionCallInfo fcinfo, CallSite *site)
{
	TupleDesc row;
	MemoryContext old;

	if (site->row)
		return site->row;
	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	site->row = BlessTupleDesc(CreateTupleDescCopy(row));
	MemoryContextSwitchTo(old);
	return site->row;
}

/* The method of a stored text; parsed only if it differs from the last call's. */
const ParsedMethod *
fringe_method_at(CallSite *site, struct varlena *stored)
{
	static uint64 parsed = 0;
	ParsedMethod *method = &site->method;
	size_t length = VARSIZE_ANY_EXHDR(stored);

	if (length == method->length &&
		memcmp(VARDATA_ANY(stored), method->text, length) == 0)
		return method;
	method->length = 0;
	method->method = gridmethod_parsed(stored);
	method->number = ++parsed;
	if (length <= sizeof method->text)
	{
		memcpy(method->text, VARDATA_ANY(stored), length);
		method->length = length;
	}
	return method;
}
