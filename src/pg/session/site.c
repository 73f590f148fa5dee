/*
 * site.c - what a call site caches between calls
 *
 * A statement that calls a function for many rows usually passes the same method and
 * few different maps. The server's fn_extra lives as long as the expression that
 * contains the call: one statement, or one transaction in plpgsql.
 */
#include "pg/session/session.h"

#include "funcapi.h"
#include "nodes/primnodes.h"

/* Does the call have five arguments, of which model and method are constants? */
static bool
has_constants(FunctionCallInfo fcinfo)
{
	Node *call = fcinfo->flinfo->fn_expr;
	List *arguments;

	if (call == NULL || !IsA(call, FuncExpr))
		return false;
	arguments = ((FuncExpr *) call)->args;
	return list_length(arguments) == 5 && IsA(list_nth(arguments, 3), Const) &&
		   IsA(list_nth(arguments, 4), Const);
}

CallSite *
fringe_make_site(FunctionCallInfo fcinfo)
{
	CallSite *site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(CallSite));

	site->constant = has_constants(fcinfo);
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

/* ---- methods ----------------------------------------------------------- */

static void
forget_searches(CallSite *site)
{
	for (int i = 0; i < SITE_SEARCHES; i++)
		if (site->searches[i])
			site->searches[i]->state = 0;
}

/* Is this the text of the last call's method? */
bool
fringe_has_method(const CallSite *site, struct varlena *stored)
{
	return VARSIZE_ANY_EXHDR(stored) == site->method_length &&
		   memcmp(VARDATA_ANY(stored), site->method_text, site->method_length) == 0;
}

/* The method of a stored text; parsed only if it differs from the last call's. */
const fr_method *
fringe_method_at(CallSite *site, struct varlena *stored)
{
	size_t length = VARSIZE_ANY_EXHDR(stored);

	if (fringe_has_method(site, stored))
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
