/*
 * seen.h - maps, indexes and fields on disk that the session has looked at
 */
#ifndef FRINGE_SEEN_H
#define FRINGE_SEEN_H

#include "pg/session/prepared.h"

/* A map, index or field, and the facts in its first bytes. */
typedef struct SeenValue
{
	Oid relation; /* InvalidOid: none */
	Oid value;
	uint64 ended; /* transactions of the server, and which command, when it was read */
	CommandId command;
	GridmapPeek peek;
} SeenValue;

extern SeenValue *seen_value(Datum value, GridmapPeek (*peek)(Datum));

#endif /* FRINGE_SEEN_H */
