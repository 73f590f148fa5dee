/*
 * inflate.c - decompress zlib and gzip piece by piece
 */
#include "formats/formats.h"

#include <zlib.h>

#define OUT_PIECE 65536 /* bytes that come out between two polls */

static voidpf
allocate(voidpf context, uInt items, uInt size)
{
	return palloc_extended((Size) items * size, MCXT_ALLOC_NO_OOM);
}

static void
release(voidpf context, voidpf memory)
{
	pfree(memory);
}

Inflater
inflate_begin(InflateNext next, void *source)
{
	Inflater inflater = {next, source};

	inflater.stream = palloc0(sizeof(z_stream));
	inflater.stream->zalloc = allocate;
	inflater.stream->zfree = release;
	if (inflateInit2(inflater.stream, MAX_WBITS + 32) != Z_OK) /* 32: zlib or gzip */
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	return inflater;
}

/* Asks for more compressed bytes if none are left; false at their end. */
static bool
fill(Inflater *inflater)
{
	z_stream *stream = inflater->stream;
	const uint8 *piece;

	if (stream->avail_in == 0)
	{
		stream->avail_in = (uInt) inflater->next(inflater->source, &piece);
		stream->next_in = (Bytef *) piece;
	}
	return stream->avail_in > 0;
}

Size
inflate_read(Inflater *inflater, uint8 *bytes, Size size)
{
	z_stream *stream = inflater->stream;
	Size count = 0;

	while (count < size && !inflater->ended && !inflater->cut && !inflater->damaged)
	{
		uInt space = (uInt) Min(size - count, OUT_PIECE);
		int status;

		CHECK_FOR_INTERRUPTS();
		fill(inflater);
		stream->next_out = bytes + count;
		stream->avail_out = space;
		status = inflate(stream, Z_NO_FLUSH);
		count += space - stream->avail_out;
		inflater->ended = status == Z_STREAM_END;
		inflater->cut = status == Z_BUF_ERROR;
		inflater->damaged =
			status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR;
	}
	return count;
}

bool
inflate_end(Inflater *inflater)
{
	bool more = fill(inflater);

	inflateEnd(inflater->stream);
	pfree(inflater->stream);
	return more;
}
