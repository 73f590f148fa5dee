/*
 * jsonb_writer.c - write a jsonb directly in its stored form, which utils/jsonb.h draws
 *
 * A path has millions of cells: the server's builder takes about 500 bytes per cell and cannot be
 * cancelled. No other file knows the stored form.
 */
#include "pg/types/jsonb_writer.h"

void
jsonb_pad(StringInfo bytes)
{
	while (bytes->len % sizeof(uint32) != 0)
		appendStringInfoChar(bytes, 0);
}

/* Appends a word; returns where it is. */
static int
jsonb_put_word(StringInfo bytes, uint32 word)
{
	appendBinaryStringInfo(bytes, (const char *) &word, sizeof word);
	return bytes->len - (int) sizeof word;
}

static void
set_word(StringInfo bytes, int at, uint32 word)
{
	memcpy(bytes->data + at, &word, sizeof word);
}

void
jsonb_begin(StringInfo bytes)
{
	initStringInfo(bytes);
	jsonb_put_word(bytes, 0);
}

Datum
jsonb_end(StringInfo bytes)
{
	SET_VARSIZE(bytes->data, bytes->len);
	return PointerGetDatum(bytes->data);
}

uint32
jsonb_put_numeric(StringInfo bytes, Numeric number)
{
	int begin = bytes->len;

	jsonb_pad(bytes);
	appendBinaryStringInfo(bytes, (const char *) number, (int) VARSIZE_ANY(number));
	pfree(number);
	return (uint32) (bytes->len - begin);
}

uint32
jsonb_put_int(StringInfo bytes, int32 value)
{
	return jsonb_put_numeric(bytes, int64_to_numeric(value));
}

void
jsonb_put_cell(StringInfo bytes, fr_cell cell)
{
	int x;
	int y;

	jsonb_pad(bytes);
	jsonb_put_word(bytes, JB_FARRAY | 2);
	x = jsonb_put_word(bytes, 0);
	y = jsonb_put_word(bytes, 0);
	set_word(bytes, x, JENTRY_ISNUMERIC | JENTRY_HAS_OFF | jsonb_put_int(bytes, cell.x));
	set_word(bytes, y, JENTRY_ISNUMERIC | jsonb_put_int(bytes, cell.y));
}

JsonbWriter
jsonb_begin_container(StringInfo bytes, uint32 kind, uint32 count)
{
	Size size = (kind == JB_FOBJECT ? 2 : 1) * count * sizeof(JEntry);
	JsonbWriter container = {.bytes = bytes};

	jsonb_pad(bytes);
	jsonb_put_word(bytes, kind | count);
	container.entries = bytes->len;
	enlargeStringInfo(bytes, (int) size);
	bytes->len += (int) size;
	container.data = bytes->len;
	return container;
}

void
jsonb_end_part(JsonbWriter *container, int begin, uint32 type)
{
	StringInfo bytes = container->bytes;
	uint32 end = (uint32) (bytes->len - container->data);
	uint32 length = (uint32) (bytes->len - begin);

	if (end > JENTRY_OFFLENMASK)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("value is too large for jsonb"),
				 errdetail("An array, object or string of jsonb has at most %u bytes.",
						   JENTRY_OFFLENMASK)));
	set_word(
		bytes, container->entries + (int) (container->done * sizeof(JEntry)),
		type | (container->done % JB_OFFSET_STRIDE == 0 ? JENTRY_HAS_OFF | end : length));
	container->done++;
}
