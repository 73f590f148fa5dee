/*
 * link.c - the type gridlink
 */
#include "pg/types/types.h"

#include "common/hashfn.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

static uint8 *
link_value(const fr_link *link)
{
	uint8 *value = palloc(FR_LINK_BYTES);

	fr_link_pack(link, value);
	return value;
}

PG_FUNCTION_INFO_V1(gridlink_in);
Datum
gridlink_in(PG_FUNCTION_ARGS)
{
	char *text = PG_GETARG_CSTRING(0);
	fr_link link;
	fr_error error;

	if (fr_link_parse(text, strlen(text), &link, &error))
	{
		fringe_report(&error, "gridlink", fcinfo->context);
		PG_RETURN_NULL();
	}
	PG_RETURN_POINTER(link_value(&link));
}

PG_FUNCTION_INFO_V1(gridlink_out);
Datum
gridlink_out(PG_FUNCTION_ARGS)
{
	fr_link link = fr_link_unpack(PG_GETARG_LINK(0));
	char *text = palloc(FR_LINK_TEXT_MAX + 1);

	text[fr_link_write(&link, text)] = '\0';
	PG_RETURN_CSTRING(text);
}

/* Sends the bytes as they are: their order is fixed. */
PG_FUNCTION_INFO_V1(gridlink_send);
Datum
gridlink_send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbytes(&buf, (const char *) PG_GETARG_LINK(0), FR_LINK_BYTES);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

PG_FUNCTION_INFO_V1(gridlink_recv);
Datum
gridlink_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	uint8 *link = palloc(FR_LINK_BYTES);

	pq_copymsgbytes(buf, (char *) link, FR_LINK_BYTES);
	if (!fr_link_check(link))
		fringe_report_binary(&(fr_error){.what = "link"}, "gridlink");
	PG_RETURN_POINTER(link);
}

/* A code that is NULL or empty is none, 0. */
static uint8
code_argument(FunctionCallInfo fcinfo, int n)
{
	const text *given = PG_ARGISNULL(n) ? NULL : PG_GETARG_TEXT_PP(n);
	char code;

	if (!given || VARSIZE_ANY_EXHDR(given) == 0)
		return 0;
	code = fringe_text_code(given);
	fringe_check_code(code);
	return (uint8) code;
}

/* gridlink(start, goal, cost numeric, twoway, code) */
PG_FUNCTION_INFO_V1(gridlink_make);
Datum
gridlink_make(PG_FUNCTION_ARGS)
{
	fr_link link = {0};
	fr_error error;
	char *cost;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2) || PG_ARGISNULL(3))
		PG_RETURN_NULL();
	fringe_check_inside_any(PG_GETARG_CELL(0));
	fringe_check_inside_any(PG_GETARG_CELL(1));
	cost = DatumGetCString(DirectFunctionCall1(numeric_out, PG_GETARG_DATUM(2)));
	link.both = PG_GETARG_BOOL(3);
	link.code = code_argument(fcinfo, 4);
	if (fr_link_cost(cost, strlen(cost), &link.cost, &error) ||
		fr_link_set(&link, PG_GETARG_CELL(0), PG_GETARG_CELL(1), &error))
		fringe_report(&error, "gridlink", NULL);
	PG_RETURN_POINTER(link_value(&link));
}

/* ---- comparing --------------------------------------------------------- */

static int
compare_args(FunctionCallInfo fcinfo)
{
	return fr_link_compare(PG_GETARG_LINK(0), PG_GETARG_LINK(1));
}

PG_FUNCTION_INFO_V1(gridlink_cmp);
Datum
gridlink_cmp(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(compare_args(fcinfo));
}

#define COMPARISON(name, relation)                                                       \
	PG_FUNCTION_INFO_V1(name);                                                           \
	Datum name(PG_FUNCTION_ARGS)                                                         \
	{                                                                                    \
		PG_RETURN_BOOL(compare_args(fcinfo) relation 0);                                 \
	}

COMPARISON(gridlink_eq, ==)
COMPARISON(gridlink_ne, !=)
COMPARISON(gridlink_lt, <)
COMPARISON(gridlink_le, <=)
COMPARISON(gridlink_gt, >)
COMPARISON(gridlink_ge, >=)

PG_FUNCTION_INFO_V1(gridlink_hash);
Datum
gridlink_hash(PG_FUNCTION_ARGS)
{
	return hash_any(PG_GETARG_LINK(0), FR_LINK_BYTES);
}

PG_FUNCTION_INFO_V1(gridlink_hash_extended);
Datum
gridlink_hash_extended(PG_FUNCTION_ARGS)
{
	return hash_any_extended(PG_GETARG_LINK(0), FR_LINK_BYTES, PG_GETARG_INT64(1));
}
