/*
 * library.c - the library fringe_formats: its magic, and the functions of fringe that it calls
 */
#include "formats/formats.h"
#include "pg/types/interface.h"

#include "miscadmin.h"

PG_MODULE_MAGIC_EXT(.name = "fringe_formats", .version = FRINGE_VERSION);

static const FringeInterface *fringe;

static void
report_other_version(const char *version)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("library fringe_formats %s does not work with library fringe %s",
					FRINGE_VERSION, version),
			 errhint("Install both libraries of one version, then connect again.")));
}

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	/* 1.0 has no such function */
	const FringeInterface *(*interface)(void) =
		(const FringeInterface *(*) (void) ) load_external_function(
			"$libdir/fringe", "fringe_interface", false, NULL);

	if (!interface)
		report_other_version("1.0");
	fringe = interface();
	if (strcmp(fringe->version, FRINGE_VERSION) != 0 ||
		fringe->size != sizeof(FringeInterface))
		report_other_version(fringe->version);
}

/* ---- functions of fringe -------------------------------------------------- */

static void
poll_interrupts(void *context)
{
	CHECK_FOR_INTERRUPTS();
}

const fr_poll fringe_poll = {poll_interrupts, NULL};

/* A function under its own name, which calls the one in the table. */
#define CALL(result, name, parameters, arguments)                                        \
	result name parameters                                                               \
	{                                                                                    \
		return fringe->name arguments;                                                   \
	}

FRINGE_INTERFACE(CALL)
