/*
 * declaration.c - the types with which SQL declares a function
 *
 * Only a superuser declares C functions. The script of an extension does, and finds types by their
 * names.
 */
#include "pg/module.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/dependency.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/syscache.h"

Oid fringe_checked[FRINGE_CHECKED];

/* Is a type PostgreSQL's own, or of the extension, or an array of such a type? */
static bool
is_known(Oid type)
{
	Oid element = get_element_type(type);
	Oid extension;

	if (OidIsValid(element))
		type = element;
	if (type < FirstNormalObjectId)
		return true;
	extension = getExtensionOfObject(TypeRelationId, type);
	return OidIsValid(extension) && extension == get_extension_oid("fringe", true);
}

static void
check_type(Oid function, Oid type)
{
	if (!is_known(type))
		ereport(ERROR, (errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
						errmsg("type %s does not belong to the extension fringe",
							   format_type_be_qualified(type)),
						errdetail("The function %s is declared with this type.",
								  format_procedure(function))));
}

static void
check_declaration(Oid function)
{
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	Oid *types;
	char **names;
	char *modes;
	int count;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", function);
	count = get_func_arg_info(tuple, &types, &names, &modes);
	check_type(function, ((Form_pg_proc) GETSTRUCT(tuple))->prorettype);
	for (int i = 0; i < count; i++)
		check_type(function, types[i]);
	ReleaseSysCache(tuple);
	fringe_checked[function % FRINGE_CHECKED] = function;
}

Datum
fringe_call_checked(FunctionCallInfo fcinfo, PGFunction function)
{
	check_declaration(fcinfo->flinfo->fn_oid);
	return function(fcinfo);
}
