/*
 * compat.h - differences between the versions of PostgreSQL
 *
 * The code is written for the newest version; this header defines its names for older
 * ones.
 */
#ifndef FRINGE_COMPAT_H
#define FRINGE_COMPAT_H

#include "postgres.h"

#include "fmgr.h"

#if PG_VERSION_NUM < 150000
#error "fringe needs PostgreSQL 15 or later"
#endif

/* 16: modules hide their symbols, except the functions that SQL calls. */
#if PG_VERSION_NUM < 160000 && defined(__GNUC__)
#undef PGDLLEXPORT
#define PGDLLEXPORT __attribute__((visibility("default")))
#undef PG_FUNCTION_INFO_V1
#define PG_FUNCTION_INFO_V1(name)                                                        \
	extern PGDLLEXPORT Datum name(PG_FUNCTION_ARGS);                                     \
	extern PGDLLEXPORT const Pg_finfo_record *pg_finfo_##name(void);                     \
	const Pg_finfo_record *pg_finfo_##name(void)                                         \
	{                                                                                    \
		static const Pg_finfo_record record = {1};                                       \
		return &record;                                                                  \
	}                                                                                    \
	extern int no_such_variable
#endif

/* 16: the varlena macros moved; soft errors were added. */
#if PG_VERSION_NUM >= 160000
#include "nodes/miscnodes.h"
#include "varatt.h"
#else
#define SOFT_ERROR_OCCURRED(context) false
#define errsave(context, ...) ereport(ERROR, __VA_ARGS__)
#endif

/* 16: float8in_internal takes a context for soft errors. */
#if PG_VERSION_NUM >= 160000
#define FRINGE_FLOAT8IN(text)                                                            \
	float8in_internal((text), NULL, "double precision", (text), NULL)
#else
#define FRINGE_FLOAT8IN(text) float8in_internal((text), NULL, "double precision", (text))
#endif

/* 16: so does decoding hexadecimal digits. */
#if PG_VERSION_NUM >= 160000
#define FRINGE_HEX_DECODE(text, length, bytes, context)                                  \
	hex_decode_safe((text), (length), (bytes), (context))
#else
#define FRINGE_HEX_DECODE(text, length, bytes, context)                                  \
	hex_decode((text), (length), (bytes))
#endif

/* 16: ranges can be made with soft errors. */
#if PG_VERSION_NUM >= 160000
#define FRINGE_MAKE_RANGE(type, lower, upper) make_range(type, lower, upper, false, NULL)
#else
#define FRINGE_MAKE_RANGE(type, lower, upper) make_range(type, lower, upper, false)
#endif

/* 17: a structure in shared memory was renamed. */
#if PG_VERSION_NUM < 170000
#define TransamVariables ShmemVariableCache
#endif

/* 17: takes the planner's statistics, which need a PlannerInfo. */
#if PG_VERSION_NUM >= 170000
#define FRINGE_ARRAY_LENGTH(root, array, otherwise)                                      \
	((root) ? estimate_array_length((root), (array)) : (otherwise))
#else
#define FRINGE_ARRAY_LENGTH(root, array, otherwise) estimate_array_length(array)
#endif

/* 17: an interval may be infinite. */
#if PG_VERSION_NUM < 170000
#define INTERVAL_NOT_FINITE(interval) false
#endif

/* 18: a module tells its name and version. */
#if PG_VERSION_NUM < 180000
#define PG_MODULE_MAGIC_EXT(...) PG_MODULE_MAGIC
#endif

/* 19: the C library's function has taken the place of the server's. */
#if PG_VERSION_NUM >= 190000
#define FRINGE_HYPOT(x, y) hypot((x), (y))
#else
#define FRINGE_HYPOT(x, y) pg_hypot((x), (y))
#endif

/* 19: pg_noreturn, which stands before a declaration, took its place in 18. */
#ifndef pg_attribute_noreturn
#define pg_attribute_noreturn() __attribute__((noreturn))
#endif

/* 19: what builds a jsonb has its result, too. */
#include "utils/jsonb.h"
#if PG_VERSION_NUM < 190000
typedef struct JsonbInState
{
	JsonbValue *result;
	JsonbParseState *parseState;
} JsonbInState;
#define pushJsonbValue(state, token, value)                                              \
	((state)->result = pushJsonbValue(&(state)->parseState, (token), (value)))
#endif

/* 16: all settings come with their number. */
#if PG_VERSION_NUM >= 160000
#define FRINGE_SETTINGS(count) get_guc_variables(count)
#else
#define FRINGE_SETTINGS(count) (*(count) = GetNumConfigOptions(), get_guc_variables())
#endif

#endif /* FRINGE_COMPAT_H */
