/*
 * compat.h - what differs between the versions of PostgreSQL
 *
 * The code is written for the newest; this header gives older versions the same
 * names.
 */
#ifndef FRINGE_COMPAT_H
#define FRINGE_COMPAT_H

#include "postgres.h"

#if PG_VERSION_NUM < 150000
#error "fringe needs PostgreSQL 15 or later"
#endif

/* 16: the macros of varlena values moved; soft errors came. */
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#else
#define errsave(context, ...) ereport(ERROR, __VA_ARGS__)
#endif

/* 16: float8in_internal takes a context for soft errors. */
#if PG_VERSION_NUM >= 160000
#define FRINGE_FLOAT8IN(text)                                                            \
	float8in_internal((text), NULL, "double precision", (text), NULL)
#else
#define FRINGE_FLOAT8IN(text) float8in_internal((text), NULL, "double precision", (text))
#endif

/* 17: a structure in shared memory was renamed. */
#if PG_VERSION_NUM < 170000
#define TransamVariables ShmemVariableCache
#endif

/* 17: the planner's statistics are asked, which only it can be. */
#if PG_VERSION_NUM >= 170000
#define FRINGE_ARRAY_LENGTH(root, array, otherwise)                                      \
	((root) ? estimate_array_length((root), (array)) : (otherwise))
#else
#define FRINGE_ARRAY_LENGTH(root, array, otherwise) estimate_array_length(array)
#endif

#endif /* FRINGE_COMPAT_H */
