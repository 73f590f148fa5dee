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
	Prepared *opened; /* index or field; valid in this state of the cache, or NULL */
	uint64 state;
} SeenValue;

extern SeenValue *seen_value(Datum value, GridmapPeek (*peek)(Datum));

/* Opens a value that the session has not opened, or finds it by its digest. */
typedef Prepared *(*ValueOpener)(Datum value, const GridmapPeek *peek);

extern const void *seen_opened(Datum value, GridmapPeek (*peek)(Datum), ValueOpener open);

#endif /* FRINGE_SEEN_H */
