/*
 * tile_data.c - the numbers of the tiles of a layer: JSON, CSV, base64; zlib, gzip, Zstandard
 *
 * The size of the layer is known before its data are read. Decompression stops at this size, so that
 * no data make it take more memory.
 */
#include "pg/tiles/tiles.h"

#include <zlib.h>
#ifdef FRINGE_ZSTD
#include <zstd.h>
#endif

#include "miscadmin.h"

#define TILE_BITS 0x0fffffff /* the highest four say how a tile is turned */
#define TILE_BYTES 4

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

/* One tile too many is enough to know. */
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
report_format(const char *place, const char *what, const char *name)
{
	ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					errmsg("cannot read the %s %s of %s", what,
						   fringe_quote(name, strlen(name)), place),
					errhint("Tiled writes CSV, and base64 that is not compressed, or is "
							"compressed by zlib, gzip or zstd.")));
}

/* ---- numbers ---------------------------------------------------------- */

static void
read_array(JsonbContainer *array, const char *place, uint32 count, int32 *tiles)
{
	JsonbIterator *next = tree_begin(array);
	JsonbValue element;
	int64 number;

	if (JsonContainerSize(array) != count)
		report_count(place, psprintf("%u tiles", JsonContainerSize(array)), count);
	for (uint32 i = 0; tree_next(&next, &element); i++)
	{
		if (element.type != jbvNumeric || !tree_whole(&element, &number) || number < 0 ||
			number > PG_UINT32_MAX)
			report_tile(place, tree_quote(&element), i);
		if (element.type == jbvNumeric)
			tiles[i] = (int32) (number & TILE_BITS);
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
		at++;
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

/* ---- base64 ----------------------------------------------------------- */

static int
base64_digit(char byte)
{
	if (byte >= 'A' && byte <= 'Z')
		return byte - 'A';
	if (byte >= 'a' && byte <= 'z')
		return byte - 'a' + 26;
	if (byte >= '0' && byte <= '9')
		return byte - '0' + 52;
	return byte == '+' ? 62 : byte == '/' ? 63 : -1;
}

/* Decodes to at most `size` bytes; returns how many there are. Blanks may be anywhere. */
static Size
decode_base64(const char *at, const char *end, const char *place, uint8 *bytes, Size size)
{
	uint32 bits = 0;
	int digits = 0;
	int padding = 0;
	Size count = 0;

	for (; at < end; at++)
	{
		int digit = base64_digit(*at);

		if ((uintptr_t) at % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (is_blank(*at))
			continue;
		if (*at == '=')
		{
			padding++;
			continue;
		}
		if (digit < 0 || padding > 0)
			report_data(place, "It is not base64.");
		bits = bits << 6 | (uint32) digit;
		if (++digits % 4 != 1)
		{
			if (count == size)
				return size + 1;
			bytes[count++] = (uint8) (bits >> (8 - digits % 4 * 2) % 8);
		}
	}
	if (digits % 4 == 1 || padding > 2 || (digits + padding) % 4 != 0)
		report_data(place, "The base64 has been cut.");
	return count;
}

/* ---- decompression ------------------------------------------------------ */

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

#define PACKED_PIECE 65536

/* Inflates zlib or gzip. One byte more than fits in tells that there are too many. */
static void
inflate_data(const uint8 *packed, Size length, const char *place, uint8 *bytes, Size size)
{
	z_stream stream = {.zalloc = allocate, .zfree = release};
	uint8 extra;
	int status = Z_OK;

	stream.next_in = (Bytef *) packed;
	if (inflateInit2(&stream, MAX_WBITS + 32) != Z_OK)
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	while (status == Z_OK && stream.total_out <= size)
	{
		bool full = stream.total_out == size;

		CHECK_FOR_INTERRUPTS();
		/* by pieces: they may inflate to nothing */
		if (stream.avail_in == 0)
			stream.avail_in = (uInt) Min(packed + length - stream.next_in, PACKED_PIECE);
		stream.next_out = full ? &extra : bytes + stream.total_out;
		stream.avail_out = full ? 1 : (uInt) Min(size - stream.total_out, FR_POLL_STEPS);
		status = inflate(&stream, Z_NO_FLUSH);
	}
	if (stream.total_out > size)
		report_count(place, "more bytes when decompressed", (uint32) (size / TILE_BYTES));
	if (status == Z_BUF_ERROR)
		report_data(place, "The compressed bytes have been cut.");
	if (status != Z_STREAM_END)
		report_data(place, "The compressed bytes are damaged.");
	if (stream.next_in < packed + length)
		report_data(place, "Bytes follow the compressed ones.");
	if (stream.total_out < size)
		report_count(place,
					 psprintf("%zu bytes when decompressed", (Size) stream.total_out),
					 (uint32) (size / TILE_BYTES));
	inflateEnd(&stream);
}

#ifdef FRINGE_ZSTD
static void
unzstd_data(const uint8 *packed, Size length, const char *place, uint8 *bytes, Size size)
{
	size_t found = ZSTD_decompress(bytes, size, packed, length);

	if (ZSTD_isError(found))
		report_data(place, psprintf("Zstandard: %s.", ZSTD_getErrorName(found)));
	if (found < size)
		report_count(place, psprintf("%zu bytes when decompressed", found),
					 (uint32) (size / TILE_BYTES));
}
#else
static void
unzstd_data(const uint8 *packed, Size length, const char *place, uint8 *bytes, Size size)
{
	ereport(
		ERROR,
		(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
		 errmsg("this build of fringe does not read zstd"),
		 errdetail("The data of %s are compressed by zstd.", place),
		 errhint(
			 "Build fringe where the headers of libzstd are installed, or set the map's "
			 "tile layer format to CSV in Tiled.")));
}
#endif

/* Numbers of four bytes, the lowest first. */
static void
read_base64(const char *at, const char *end, const char *compression, const char *place,
			uint32 count, int32 *tiles)
{
	Size size = (Size) count * TILE_BYTES;
	bool packed = compression && *compression;
	/* What is compressed has any size; what is not has a known one. */
	Size room = packed ? (Size) (end - at) / 4 * 3 + 3 : size;
	uint8 *bytes = (uint8 *) tiles;
	uint8 *decoded = bytes;
	Size length;

	if (packed)
	{
		fringe_limit_memory("Tiled map", room + size);
		decoded = fringe_alloc_huge(room);
	}
	length = decode_base64(at, end, place, decoded, room);
	if (!packed && length != size)
		report_count(place, length > size ? "more bytes" : psprintf("%zu bytes", length),
					 count);
	if (packed && strcmp(compression, "zstd") == 0)
		unzstd_data(decoded, length, place, bytes, size);
	else if (packed)
		inflate_data(decoded, length, place, bytes, size);
	if (packed)
		pfree(decoded);
	for (uint32 i = 0; i < count; i++, bytes += TILE_BYTES)
		tiles[i] = (int32) (((uint32) bytes[0] | (uint32) bytes[1] << 8 |
							 (uint32) bytes[2] << 16 | (uint32) bytes[3] << 24) &
							TILE_BITS);
}

void
tile_data_read(JsonbValue *data, const char *encoding, const char *compression,
			   const char *place, uint32 count, int32 *tiles)
{
	const char *text = data->type == jbvString ? data->val.string.val : NULL;
	const char *end = text ? text + data->val.string.len : NULL;

	if (data->type == jbvBinary && JsonContainerIsArray(data->val.binary.data))
		read_array(data->val.binary.data, place, count, tiles);
	else if (!text)
		report_data(place, "They are neither an array of numbers nor a string.");
	else if (!encoding || strcmp(encoding, "csv") == 0)
		read_csv(text, end, place, count, tiles);
	else if (strcmp(encoding, "base64") != 0)
		report_format(place, "encoding", encoding);
	else if (compression && *compression && strcmp(compression, "zlib") != 0 &&
			 strcmp(compression, "gzip") != 0 && strcmp(compression, "zstd") != 0)
		report_format(place, "compression", compression);
	else
		read_base64(text, end, compression, place, count, tiles);
}
