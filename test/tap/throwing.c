/*
 * throwing.c - raises an error where fringe polls, allocates or sends a notice
 *
 * A module with SQL functions. LOAD 'fringe_formats', which loads fringe too, before the first call:
 *
 *     throw_at(kind, n)    the n-th call of this kind from now raises an error; 0: none does
 *     throw_calls(kind)    calls of the kind since then
 *
 * The kinds are poll, allocation and notice. Calls of PostgreSQL itself do not count. The errors are those
 * that a user sees: a cancel, the end of memory, a character that the client's encoding lacks.
 */
#define _GNU_SOURCE
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "replaced_imports.h"

PG_MODULE_MAGIC;

static const char *const kinds[] = {"poll", "allocation", "notice"};

enum
{
	POLL,
	ALLOCATION,
	NOTICE_SENT,
	KINDS
};

static int64 calls[KINDS];
static int64 failing[KINDS];

static bool
fails(int kind)
{
	return ++calls[kind] == failing[kind];
}

/* ---- polls ------------------------------------------------------------------- */

/* In place of InterruptPending, so that each poll calls ProcessInterrupts. */
static volatile sig_atomic_t always = true;

static void
poll(void)
{
	if (fails(POLL))
		ereport(ERROR, (errcode(ERRCODE_QUERY_CANCELED), errmsg("thrown at a poll")));
	CHECK_FOR_INTERRUPTS();
}

/* ---- notices ----------------------------------------------------------------- */

static bool
start_report(int level, const char *domain)
{
	if (level < ERROR && fails(NOTICE_SENT))
		ereport(ERROR, (errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
						errmsg("thrown at a notice")));
	return errstart(level, domain);
}

/* ---- allocations ------------------------------------------------------------- */

static void
count_allocation(void)
{
	if (fails(ALLOCATION))
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY), errmsg("thrown at an allocation")));
}

/* A function of the server that allocates, and its arguments. */
#define ALLOCATES(type, name, parameters, arguments)                                     \
	static type throwing_##name parameters                                               \
	{                                                                                    \
		count_allocation();                                                              \
		return name arguments;                                                           \
	}
#define ALLOCATES_VOID(name, parameters, arguments)                                      \
	static void throwing_##name parameters                                               \
	{                                                                                    \
		count_allocation();                                                              \
		name arguments;                                                                  \
	}

ALLOCATES(void *, palloc, (Size size), (size))
ALLOCATES(void *, palloc0, (Size size), (size))
ALLOCATES(void *, repalloc, (void *block, Size size), (block, size))
ALLOCATES(void *, repalloc_huge, (void *block, Size size), (block, size))
ALLOCATES(void *, MemoryContextAlloc, (MemoryContext c, Size size), (c, size))
ALLOCATES(void *, MemoryContextAllocZero, (MemoryContext c, Size size), (c, size))
ALLOCATES(void *, MemoryContextAllocHuge, (MemoryContext c, Size size), (c, size))
ALLOCATES(MemoryContext, AllocSetContextCreateInternal,
		  (MemoryContext parent, const char *name, Size least, Size first, Size most),
		  (parent, name, least, first, most))
ALLOCATES(char *, pstrdup, (const char *text), (text))
ALLOCATES(char *, pnstrdup, (const char *text, Size length), (text, length))
ALLOCATES(text *, cstring_to_text, (const char *s), (s))
ALLOCATES(text *, cstring_to_text_with_len, (const char *s, int length), (s, length))
ALLOCATES(char *, text_to_cstring, (const text *t), (t))
ALLOCATES(struct varlena *, pg_detoast_datum, (struct varlena * value), (value))
ALLOCATES(struct varlena *, pg_detoast_datum_copy, (struct varlena * value), (value))
ALLOCATES(struct varlena *, pg_detoast_datum_packed, (struct varlena * value), (value))
ALLOCATES(struct varlena *, pg_detoast_datum_slice,
		  (struct varlena * value, int32 first, int32 count), (value, first, count))
ALLOCATES(HeapTuple, heap_form_tuple, (TupleDesc row, Datum *values, bool *nulls),
		  (row, values, nulls))
ALLOCATES_VOID(initStringInfo, (StringInfo s), (s))
ALLOCATES_VOID(enlargeStringInfo, (StringInfo s, int needed), (s, needed))
ALLOCATES_VOID(appendStringInfoChar, (StringInfo s, char c), (s, c))
ALLOCATES_VOID(appendStringInfoString, (StringInfo s, const char *text), (s, text))
ALLOCATES_VOID(tuplestore_putvalues,
			   (Tuplestorestate * rows, TupleDesc row, Datum *values, bool *nulls),
			   (rows, row, values, nulls))

/* Some of these do not raise an error when memory ends. */
static void *
throwing_palloc_extended(Size size, int flags)
{
	if (!(flags & MCXT_ALLOC_NO_OOM))
		count_allocation();
	else if (fails(ALLOCATION))
		return NULL;
	return palloc_extended(size, flags);
}

static void *
throwing_MemoryContextAllocExtended(MemoryContext c, Size size, int flags)
{
	if (!(flags & MCXT_ALLOC_NO_OOM))
		count_allocation();
	else if (fails(ALLOCATION))
		return NULL;
	return MemoryContextAllocExtended(c, size, flags);
}

static void
throwing_RegisterXactCallback(XactCallback callback, void *argument)
{
	count_allocation();
	RegisterXactCallback(callback, argument);
}

/* ---- SQL functions ----------------------------------------------------------- */

#define THROWING(name)                                                                   \
	{                                                                                    \
#name, throwing_##name                                                           \
	}

static const Import imports[] = {
	{"InterruptPending", (void *) &always},
	{"ProcessInterrupts", poll},
	{"errstart", start_report},
	THROWING(palloc),
	THROWING(palloc0),
	THROWING(palloc_extended),
	THROWING(repalloc),
	THROWING(repalloc_huge),
	THROWING(MemoryContextAlloc),
	THROWING(MemoryContextAllocZero),
	THROWING(MemoryContextAllocHuge),
	THROWING(MemoryContextAllocExtended),
	THROWING(AllocSetContextCreateInternal),
	THROWING(RegisterXactCallback),
	THROWING(pstrdup),
	THROWING(pnstrdup),
	THROWING(cstring_to_text),
	THROWING(cstring_to_text_with_len),
	THROWING(text_to_cstring),
	THROWING(pg_detoast_datum),
	THROWING(pg_detoast_datum_copy),
	THROWING(pg_detoast_datum_packed),
	THROWING(pg_detoast_datum_slice),
	THROWING(heap_form_tuple),
	THROWING(initStringInfo),
	THROWING(enlargeStringInfo),
	THROWING(appendStringInfoChar),
	THROWING(appendStringInfoString),
	THROWING(tuplestore_putvalues),
};

static int
kind_argument(const text *name)
{
	char *wanted = text_to_cstring(name);

	for (int kind = 0; kind < KINDS; kind++)
		if (strcmp(wanted, kinds[kind]) == 0)
			return kind;
	elog(ERROR, "no kind %s", wanted);
}

PG_FUNCTION_INFO_V1(throw_at);
Datum
throw_at(PG_FUNCTION_ARGS)
{
	static bool replaced = false;
	int kind = kind_argument(PG_GETARG_TEXT_PP(0));

	if (!replaced)
		replace_imports(imports, lengthof(imports), 10);
	replaced = true;
	memset(failing, 0, sizeof failing);
	memset(calls, 0, sizeof calls);
	failing[kind] = PG_GETARG_INT64(1);
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(throw_calls);
Datum
throw_calls(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(calls[kind_argument(PG_GETARG_TEXT_PP(0))]);
}
