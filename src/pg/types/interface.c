/*
 * interface.c - the functions that fringe_formats calls
 */
#include "pg/types/interface.h"

#define VALUE(result, name, parameters, arguments) .name = name,

const FringeInterface *
fringe_interface(void)
{
	static const FringeInterface interface = {.version = FRINGE_VERSION,
											  .size = sizeof(FringeInterface),
											  FRINGE_INTERFACE(VALUE)};

	return &interface;
}
