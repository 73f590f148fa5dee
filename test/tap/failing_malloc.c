/*
 * failing_malloc.c - a malloc that fails when it is told to
 *
 * A server that is started with this library in LD_PRELOAD takes its memory from
 * here. It is also a module with SQL functions:
 *
 *     fail_malloc(n)    the n-th call from now fails, in this backend; 0: none does
 *     malloc_calls()    calls since then
 */
#include "postgres.h"

#include <errno.h>

#include "fmgr.h"

PG_MODULE_MAGIC;

extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *block, size_t size);

static int64 calls;
static int64 failing;

static bool
fails(void)
{
	if (++calls != failing)
		return false;
	errno = ENOMEM;
	return true;
}

void *
malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *
realloc(void *block, size_t size)
{
	return fails() ? NULL : __libc_realloc(block, size);
}

PG_FUNCTION_INFO_V1(fail_malloc);
Datum
fail_malloc(PG_FUNCTION_ARGS)
{
	failing = PG_GETARG_INT64(0);
	calls = 0;
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(malloc_calls);
Datum
malloc_calls(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(calls);
}
