/*
 * other_library.c - stands in place of the library fringe, as of another version
 *
 * VERSION is what it says; without it, it says nothing, as version 1.0 does. SIZE is the size of its table of functions.
 */
#include "postgres.h"

#include "fmgr.h"

PG_MODULE_MAGIC;

#ifdef VERSION
typedef struct Interface
{
	const char *version;
	Size size;
} Interface;

extern PGDLLEXPORT const Interface *fringe_interface(void);

const Interface *
fringe_interface(void)
{
	static const Interface interface = {VERSION, SIZE};

	return &interface;
}
#endif
