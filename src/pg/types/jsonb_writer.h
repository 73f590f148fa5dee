/*
 * jsonb_writer.h - write a large jsonb part by part
 *
 *     jsonb_begin  jsonb_begin_container { jsonb_put_... jsonb_end_part }  jsonb_end
 *
 * The members of an object are all its keys and then all its values. Keys ascend by their lengths,
 * then by their bytes.
 */
#ifndef FRINGE_JSONB_WRITER_H
#define FRINGE_JSONB_WRITER_H

#include "pg/module.h"

#include "lib/stringinfo.h"
#include "utils/jsonb.h"
#include "utils/numeric.h"

extern void jsonb_begin(StringInfo bytes);
extern Datum jsonb_end(StringInfo bytes);

/* Zeros, so that a number, an array or an object begins at a multiple of four bytes. */
extern void jsonb_pad(StringInfo bytes);

/* These return the bytes that were appended. */
extern uint32 jsonb_put_int(StringInfo bytes, int32 value);
extern uint32 jsonb_put_numeric(StringInfo bytes, Numeric number); /* frees it */

/* [x, y] */
extern void jsonb_put_cell(StringInfo bytes, fr_cell cell);

/* An array or an object, written part by part: the elements, or all keys and then their values. */
typedef struct JsonbWriter
{
	StringInfo bytes;
	int entries; /* offset of the headers of the parts */
	int data;	 /* offset of the parts */
	uint32 done; /* parts that are written */
} JsonbWriter;

/* `kind` is JB_FARRAY or JB_FOBJECT, `count` its elements or members. */
extern JsonbWriter jsonb_begin_container(StringInfo bytes, uint32 kind, uint32 count);

/* All bytes since `begin` are the next part, whose type is a JENTRY_IS... */
extern void jsonb_end_part(JsonbWriter *container, int begin, uint32 type);

#endif /* FRINGE_JSONB_WRITER_H */
