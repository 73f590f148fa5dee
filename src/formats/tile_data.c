/*
 * tile_data.c - the numbers of the tiles of a layer: JSON, CSV, base64; zlib, gzip, Zstandard
 *
 * The size of the layer is known before its data are read. Decompression stops at this size, so that
 * no data make it take more memory.
 */
#include "formats/formats.h"

#ifdef FRINGE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include "miscadmin.h"

#define TILE_BITS 0x0fffffff /* the highest four say how a tile is turned */
#define TILE_NUMBER_BYTES 4

static void
report_data(const char *place, const char *what)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed Tiled map: invalid data of %s", place),
					errdetail("%s", what)));
}

static void
report_tile(const char *place, const char *text, uint32 at)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed Tiled map: invalid tile number %s in %s", text, place),
			 errdetail("Tile %u of the data must be a whole number from 0 to %u.", at,
					   PG_UINT32_MAX),
			 errhint(TILED_HINT)));
}

/* `found` is a number, or "more tiles", where a reader stops at the first tile too many. */
static void
report_count(const char *place, const char *found, uint32 count)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed Tiled map: the data of %s have the wrong length", place),
			 errdetail("Expected %u tiles, found %s.", count, found),
			 errhint(TILED_HINT)));
}

static void
report_format(const char *place, const char *what, fr_span name)
{
	ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					errmsg("cannot read the %s %s of %s", what, span_quote(name), place),
					errhint("Tiled writes CSV, and base64 that is not compressed, or is "
							"compressed by zlib, gzip or zstd.")));
}

/* ---- numbers ---------------------------------------------------------- */

static void
read_array(const TreeNode *array, const char *place, uint32 count, int32 *tiles)
{
	uint32 i = 0;

	if (array->count != count)
		report_count(place, psprintf("%u tiles", array->count), count);
	tree_each(element, array)
	{
		int64 number;

		if (element->kind == TREE_STRING || !tree_whole(element, &number) || number < 0 ||
			number > PG_UINT32_MAX)
			report_tile(place, tree_quote(element), i);
		else
			tiles[i++] = (int32) (number & TILE_BITS);
	}
}

static bool
is_blank(char byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static const char *
skip_blanks(const char *at, const char *end)
{
	while (at < end && is_blank(*at))
		poll_at(at++);
	return at;
}

/* A number, up to the comma. */
static char *
quote_number(const char *at, const char *end)
{
	const char *stop = at;

	while (stop < end && stop < at + 20 && *stop != ',')
		stop++;
	return fringe_quote(at, stop - at);
}

/* A comma may end the last line. */
static void
read_csv(const char *at, const char *end, const char *place, uint32 count, int32 *tiles)
{
	uint32 found = 0;

	for (at = skip_blanks(at, end); at < end; found++)
	{
		const char *begin = at;
		uint64 number = 0;

		if (found % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (found == count)
			report_count(place, "more tiles", count);
		while (at < end && *at >= '0' && *at <= '9' && number <= PG_UINT32_MAX)
			number = number * 10 + (*at++ - '0');
		if (at > begin)
			at = skip_blanks(at, end);
		if (at == begin || number > PG_UINT32_MAX || (at < end && *at != ','))
			report_tile(place, quote_number(begin, end), found);
		tiles[found] = (int32) (number & TILE_BITS);
		if (at < end)
			at = skip_blanks(at + 1, end);
	}
	if (found < count)
		report_count(place, psprintf("%u tiles", found), count);
}

/* ---- decompression ------------------------------------------------------ */

#define PACKED_PIECE 16384 /* bytes from base64 at once */

/* Compressed bytes on their way from base64 to the tiles. */
typedef struct Packed
{
	Base64 base64;
	const char *place;
	uint8 piece[PACKED_PIECE];
	uint8 *bytes; /* of the tiles */
	Size size;
	Size done;
	uint8 extra; /* one byte more than there is space for tells that there are too many */
} Packed;

/* The next bytes of base64; fewer than `size` come only at the end. */
static Size
take_base64(Base64 *base64, const char *place, uint8 *bytes, Size size)
{
	Size count = base64_read(base64, bytes, size);

	if (base64->wrong)
		report_data(place, "It is not base64.");
	if (base64->cut)
		report_data(place, "The base64 has been cut.");
	return count;
}

static Size
next_piece(Packed *packed)
{
	return take_base64(&packed->base64, packed->place, packed->piece, PACKED_PIECE);
}

static void
add_bytes(Packed *packed, Size count)
{
	packed->done += count;
	if (packed->done > packed->size)
		report_count(packed->place, "more bytes when decompressed",
					 (uint32) (packed->size / TILE_NUMBER_BYTES));
}

static Size
next_inflated(void *source, const uint8 **piece)
{
	Packed *packed = source;

	*piece = packed->piece;
	return next_piece(packed);
}

/* zlib or gzip */
static void
inflate_data(Packed *packed)
{
	Inflater inflater = inflate_begin(next_inflated, packed);

	add_bytes(packed, inflate_read(&inflater, packed->bytes, packed->size));
	add_bytes(packed, inflate_read(&inflater, &packed->extra, 1));
	if (inflater.cut)
		report_data(packed->place, "The compressed bytes have been cut.");
	if (inflater.damaged)
		report_data(packed->place, "The compressed bytes are damaged.");
	if (inflate_end(&inflater))
		report_data(packed->place, "Bytes follow the compressed ones.");
}

#ifdef FRINGE_ZSTD

#define WINDOW_LEAST 10 /* logarithms of bytes */
#define WINDOW_MOST 30
#define UNPACKED_PIECE 65536	  /* bytes that come out between two polls */
#define ZSTD_BUFFERS (512 * 1024) /* that a decoder has besides its window */

/* The largest window that there is memory for. */
static int
window_limit(Reading *reading)
{
	Size taken = MemoryContextMemAllocated(reading->context, true) + ZSTD_BUFFERS;
	int window = WINDOW_LEAST;

	reading_check(reading, ZSTD_BUFFERS + ((Size) 1 << WINDOW_LEAST));
	while (window < WINDOW_MOST &&
		   taken + ((Size) 1 << (window + 1)) <= fringe_memory_limit())
		window++;
	return window;
}

static void
check_zstd(Packed *packed, int window, size_t status)
{
	if (!ZSTD_isError(status))
		return;
	if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge)
		fringe_limit_memory("Tiled map",
							Max(fringe_memory_limit() + 1, ((Size) 2 << window)));
	if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation)
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	report_data(packed->place, psprintf("Zstandard: %s.", ZSTD_getErrorName(status)));
}

/* Returns the place of the next bytes, and how many fit there. */
static uint8 *
next_space(Packed *packed, Size *space)
{
	bool full = packed->done == packed->size;

	CHECK_FOR_INTERRUPTS();
	*space = full ? 1 : Min(packed->size - packed->done, UNPACKED_PIECE);
	return full ? &packed->extra : packed->bytes + packed->done;
}

static void
unzstd_frames(Packed *packed, ZSTD_DStream *decoder, int window)
{
	ZSTD_inBuffer in = {packed->piece, next_piece(packed), 0};
	size_t status = 1;

	check_zstd(packed, window,
			   ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, window));
	while (in.size > 0)
	{
		Size space;
		ZSTD_outBuffer out = {.dst = next_space(packed, &space), .size = space};

		status = ZSTD_decompressStream(decoder, &out, &in);
		check_zstd(packed, window, status);
		add_bytes(packed, out.pos);
		/* if the space was filled, more may follow without further input */
		if (in.pos == in.size && (out.pos < out.size || status == 0))
			in = (ZSTD_inBuffer){packed->piece, next_piece(packed), 0};
	}
	if (status != 0)
		report_data(packed->place, "The compressed bytes have been cut.");
}

static void
unzstd_data(Reading *reading, Packed *packed)
{
	int window = window_limit(reading);
	ZSTD_DStream *decoder = ZSTD_createDStream();

	if (!decoder)
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	PG_TRY();
	{
		unzstd_frames(packed, decoder, window);
	}
	PG_FINALLY();
	{
		ZSTD_freeDStream(decoder);
	}
	PG_END_TRY();
}
#else
static void
unzstd_data(Reading *reading, Packed *packed)
{
	ereport(
		ERROR,
		(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
		 errmsg("this build of fringe does not read zstd"),
		 errdetail("The data of %s are compressed by zstd.", packed->place),
		 errhint(
			 "Build fringe where the headers of libzstd are installed, or set the map's "
			 "tile layer format to CSV in Tiled.")));
}
#endif

/* Numbers of four bytes, the lowest first. */
static void
read_base64(Reading *reading, fr_span text, fr_span compression, const char *place,
			uint32 count, int32 *tiles)
{
	Base64 base64 = {text.at, fr_span_end(text)};
	Size size = (Size) count * TILE_NUMBER_BYTES;
	uint8 *bytes = (uint8 *) tiles;

	if (compression.length == 0)
	{
		Size length = take_base64(&base64, place, bytes, size);

		if (length < size || take_base64(&base64, place, &(uint8){0}, 1) > 0)
			report_count(place,
						 length < size ? psprintf("%zu bytes", length) : "more bytes",
						 count);
	}
	else
	{
		Packed *packed = reading_alloc(reading, sizeof(Packed));

		packed->base64 = base64;
		packed->place = place;
		packed->bytes = bytes;
		packed->size = size;
		packed->done = 0;
		if (fr_span_is(compression, "zstd"))
			unzstd_data(reading, packed);
		else
			inflate_data(packed);
		if (packed->done < size)
			report_count(place, psprintf("%zu bytes when decompressed", packed->done),
						 count);
		pfree(packed);
	}
	for (uint32 i = 0; i < count; i++, bytes += TILE_NUMBER_BYTES)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		tiles[i] = (int32) (((uint32) bytes[0] | (uint32) bytes[1] << 8 |
							 (uint32) bytes[2] << 16 | (uint32) bytes[3] << 24) &
							TILE_BITS);
	}
}

void
tile_data_read(Reading *reading, const TreeNode *data, fr_span encoding,
			   fr_span compression, const char *place, uint32 count, int32 *tiles)
{
	static const char *const compressions[] = {"", "zlib", "gzip", "zstd", NULL};
	fr_span text = tree_text(data);

	if (tree_is_array(data))
		read_array(data, place, count, tiles);
	else if (!text.at)
		report_data(place, "They are neither an array of numbers nor a string.");
	else if (!encoding.at || fr_span_is(encoding, "csv"))
		read_csv(text.at, fr_span_end(text), place, count, tiles);
	else if (!fr_span_is(encoding, "base64"))
		report_format(place, "encoding", encoding);
	else if (fr_span_word(compression, compressions) < 0)
		report_format(place, "compression", compression);
	else
		read_base64(reading, text, compression, place, count, tiles);
}
