/*
 * site.c - what a call site caches between calls
 *
 * A statement that calls a function for many rows usually passes the same method and
 * few different maps. The server's fn_extra lives as long as the expression that
 * contains the call: one statement, or one transaction in plpgsql.
 */
#include "pg/fringe.h"

#include "funcapi.h"

CallSite *
fringe_call_site(FunctionCallInfo fcinfo)
{
	if (fcinfo->flinfo->fn_extra == NULL)
		fcinfo->flinfo->fn_extra =
			MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(CallSite));
	return fcinfo->flinfo->fn_extra;
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

/* ---- methods ----------------------------------------------------------- */

static void
forget_searches(CallSite *site)
{
	for (int i = 0; i < SITE_SEARCHES; i++)
		if (site->searches[i])
			site->searches[i]->state = 0;
}

/* The method of a stored text; parsed only if it differs from the last call's. */
const fr_method *
fringe_method_at(CallSite *site, struct varlena *stored)
{
	size_t length = VARSIZE_ANY_EXHDR(stored);

	if (length == site->method_length &&
		memcmp(VARDATA_ANY(stored), site->method_text, length) == 0)
		return &site->method;
	site->method_length = 0;
	forget_searches(site);
	site->method = gridmethod_parsed(stored);
	if (length <= sizeof site->method_text)
	{
		memcpy(site->method_text, VARDATA_ANY(stored), length);
		site->method_length = length;
	}
	return &site->method;
}
