/*
 * next_oid.c - an SQL function that lets numbers of objects come round
 *
 *     set_next_oid(oid)    the next object or toasted value has this number, if it is free
 */
#include "postgres.h"

#include "access/transam.h"
#include "fmgr.h"
#include "storage/lwlock.h"

#if PG_VERSION_NUM < 170000
#define TransamVariables ShmemVariableCache
#endif

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(set_next_oid);
Datum
set_next_oid(PG_FUNCTION_ARGS)
{
	LWLockAcquire(OidGenLock, LW_EXCLUSIVE);
	TransamVariables->nextOid = PG_GETARG_OID(0);
	TransamVariables->oidCount = 0;
	LWLockRelease(OidGenLock);
	PG_RETURN_VOID();
}
