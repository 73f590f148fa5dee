/*
 * poll_gaps.c - measures the longest time between two polls of fringe
 *
 * A module with SQL functions. LOAD 'fringe_formats', which loads fringe too, before the first call:
 *
 *     watch_polls()    forgets the gaps so far
 *     longest_gap()    the longest gap since then in ms, and where it was: the library, and addresses in it
 *
 * A gap begins with the call of an SQL function or with a poll, and ends with the next poll or the return. A timer
 * counts processor time in steps, and each poll sets the count to 0. So other processes do not make a gap longer. What
 * PostgreSQL takes to read an argument or to make a value does not count.
 */
#define _GNU_SOURCE
#include "postgres.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/time.h>

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_proc.h"
#include "fmgr.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

#include "replaced_imports.h"

PG_MODULE_MAGIC;

#define STEP_MS 4
#define DEEPEST 24

static volatile int depth;	  /* of calls of fringe's SQL functions */
static volatile int excluded; /* depth of the server's own work in such a call */
static volatile int steps;	  /* since the last poll */
static volatile int longest;
static volatile int frames;
static void *stack[DEEPEST];

static void
tick(int signal)
{
	int error = errno;

	if (depth > 0 && excluded == 0 && ++steps > longest)
	{
		longest = steps;
		frames = backtrace(stack, DEEPEST);
	}
	errno = error;
}

/* ---- polls, and work of the server ------------------------------------------- */

/* In place of InterruptPending, so that each poll calls ProcessInterrupts. */
static volatile sig_atomic_t always = true;

static void
poll(void)
{
	steps = 0;
	CHECK_FOR_INTERRUPTS();
}

#define EXCLUDED(type, name, parameters, arguments)                                      \
	static type watched_##name parameters                                                \
	{                                                                                    \
		type result;                                                                     \
                                                                                         \
		excluded++;                                                                      \
		result = name arguments;                                                         \
		excluded--;                                                                      \
		return result;                                                                   \
	}

EXCLUDED(struct varlena *, pg_detoast_datum, (struct varlena * value), (value))
EXCLUDED(struct varlena *, pg_detoast_datum_copy, (struct varlena * value), (value))
EXCLUDED(struct varlena *, pg_detoast_datum_packed, (struct varlena * value), (value))
EXCLUDED(struct varlena *, pg_detoast_datum_slice,
		 (struct varlena * value, int32 first, int32 count), (value, first, count))
EXCLUDED(char *, text_to_cstring, (const text *t), (t))
EXCLUDED(text *, cstring_to_text_with_len, (const char *s, int length), (s, length))
EXCLUDED(Jsonb *, JsonbValueToJsonb, (JsonbValue * value), (value))
EXCLUDED(Datum, jsonb_in, (FunctionCallInfo fcinfo), (fcinfo))
EXCLUDED(Datum, byteaeq, (FunctionCallInfo fcinfo), (fcinfo))
EXCLUDED(char *, pg_any_to_server, (const char *s, int length, int encoding),
		 (s, length, encoding))

static void
watched_deconstruct_array(ArrayType *array, Oid type, int length, bool by_value,
						  char align, Datum **values, bool **nulls, int *count)
{
	excluded++;
	deconstruct_array(array, type, length, by_value, align, values, nulls, count);
	excluded--;
}

static void
watched_qsort_interruptible(void *base, size_t count, size_t size,
							qsort_arg_comparator compare, void *arg)
{
	excluded++;
	qsort_interruptible(base, count, size, compare, arg);
	excluded--;
}

static void
watched_MemoryContextDelete(MemoryContext context)
{
	excluded++;
	MemoryContextDelete(context);
	excluded--;
}

static const Import imports[] = {
	{"InterruptPending", (void *) &always},
	{"ProcessInterrupts", poll},
	{"pg_detoast_datum", watched_pg_detoast_datum},
	{"pg_detoast_datum_copy", watched_pg_detoast_datum_copy},
	{"pg_detoast_datum_packed", watched_pg_detoast_datum_packed},
	{"pg_detoast_datum_slice", watched_pg_detoast_datum_slice},
	{"text_to_cstring", watched_text_to_cstring},
	{"cstring_to_text_with_len", watched_cstring_to_text_with_len},
	{"JsonbValueToJsonb", watched_JsonbValueToJsonb},
	{"jsonb_in", watched_jsonb_in},
	{"byteaeq", watched_byteaeq},
	{"pg_any_to_server", watched_pg_any_to_server},
	{"deconstruct_array", watched_deconstruct_array},
	{"qsort_interruptible", watched_qsort_interruptible}, /* polls for itself */
	{"MemoryContextDelete", watched_MemoryContextDelete},
};

/* ---- calls ------------------------------------------------------------------- */

static bool
is_watched(Oid function)
{
	HeapTuple row;
	bool watched;
	Datum library;
	bool null;

	if (function < FirstNormalObjectId)
		return false;
	row = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	if (!HeapTupleIsValid(row))
		return false;
	library = SysCacheGetAttr(PROCOID, row, Anum_pg_proc_probin, &null);
	watched = !null && strncmp(TextDatumGetCString(library), "$libdir/fringe", 14) == 0;
	ReleaseSysCache(row);
	return watched;
}

static void
note_call(FmgrHookEventType event, FmgrInfo *function, Datum *own)
{
	steps = 0;
	excluded = 0;
	depth += event == FHET_START ? 1 : -1;
}

/* ---- SQL functions ----------------------------------------------------------- */

static void
start_timer(void)
{
	struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
	struct itimerval often = {{0, STEP_MS * 1000}, {0, STEP_MS * 1000}};

	backtrace(stack, DEEPEST); /* loads what it needs outside a handler */
	sigaction(SIGPROF, &action, NULL);
	setitimer(ITIMER_PROF, &often, NULL);
}

PG_FUNCTION_INFO_V1(watch_polls);
Datum
watch_polls(PG_FUNCTION_ARGS)
{
	static bool watching = false;

	if (!watching)
	{
		replace_imports(imports, lengthof(imports), 3);
		needs_fmgr_hook = is_watched;
		fmgr_hook = note_call;
		start_timer();
	}
	watching = true;
	depth = excluded = steps = longest = frames = 0;
	PG_RETURN_VOID();
}

static bool
is_ours(const char *path)
{
	return strstr(path, libraries[0]) || strstr(path, libraries[1]);
}

PG_FUNCTION_INFO_V1(longest_gap);
Datum
longest_gap(PG_FUNCTION_ARGS)
{
	StringInfoData text;
	const char *library = NULL; /* of the innermost function of ours */

	initStringInfo(&text);
	appendStringInfo(&text, "%d ms", longest * STEP_MS);
	for (int i = 0; i < frames; i++)
	{
		Dl_info place;

		if (dladdr(stack[i], &place) && is_ours(place.dli_fname) &&
			(!library || strcmp(place.dli_fname, library) == 0))
		{
			if (!library)
				appendStringInfo(&text, " %s", library = place.dli_fname);
			appendStringInfo(&text, " 0x%zx",
							 (char *) stack[i] - (char *) place.dli_fbase - 1);
		}
	}
	PG_RETURN_TEXT_P(cstring_to_text(text.data));
}
