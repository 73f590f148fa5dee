/*
 * file.c - the bytes of a PNG: colours out, and in
 *
 * libpng leaves by ereport if something is wrong, and takes its memory from
 * the current context: nothing has to be cleaned up.
 */
#include "pg/picture/picture.h"

#include <png.h>

#include "miscadmin.h"
#include "utils/memutils.h"

StaticAssertDecl(sizeof(Colour) == 3, "a row of colours is a row of a PNG");

static void
report_png(png_structp png, png_const_charp message)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION), errmsg("invalid PNG"),
					errdetail("libpng says: %s.", message)));
}

static void
ignore_warning(png_structp png, png_const_charp message)
{
}

static png_voidp
allocate_png(png_structp png, png_alloc_size_t size)
{
	return palloc(size);
}

static void
free_png(png_structp png, png_voidp block)
{
	pfree(block);
}

/* ---- out --------------------------------------------------------------- */

static void
append_bytes(png_structp png, png_bytep bytes, size_t count)
{
	appendBinaryStringInfo(png_get_io_ptr(png), (const char *) bytes, (int) count);
}

static void
flush_nothing(png_structp png)
{
}

static void
write_rows(png_structp png, const Colour *pixels, int width, int height)
{
	for (int y = 0; y < height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		png_write_row(png, (png_const_bytep) (pixels + (size_t) y * width));
	}
}

bytea *
picture_encode(const Colour *pixels, int width, int height)
{
	StringInfoData file;
	png_structp png =
		png_create_write_struct_2(PNG_LIBPNG_VER_STRING, NULL, report_png, ignore_warning,
								  NULL, allocate_png, free_png);
	png_infop info = png_create_info_struct(png);

	initStringInfo(&file);
	appendStringInfoSpaces(&file, VARHDRSZ);
	png_set_write_fn(png, &file, append_bytes, flush_nothing);
	png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
				 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE | PNG_FILTER_UP);
	png_write_info(png, info);
	write_rows(png, pixels, width, height);
	png_write_end(png, info);
	png_destroy_write_struct(&png, &info);
	SET_VARSIZE(file.data, file.len);
	return (bytea *) file.data;
}

/* ---- in ---------------------------------------------------------------- */

#define CHUNK_HEADER 8 /* length and type */
#define CHUNK_CHECKSUM 4
#define SIGNATURE 8

/*
 * A file being read. libpng gets the signature and the chunks that have pixels; text,
 * colour profiles and the like, which it would inflate and keep, are skipped.
 */
typedef struct PngFile
{
	const uint8 *next; /* what libpng has not got */
	Size left;		   /* of this chunk, with its header and checksum */
	const uint8 *end;
	Size bytes; /* that libpng has allocated */
} PngFile;

/* Memory counts against fringe.max_memory. */
static png_voidp
allocate_counted(png_structp png, png_alloc_size_t size)
{
	PngFile *file = png_get_mem_ptr(png);
	void *block;

	fringe_limit_memory("PNG", file->bytes + size);
	block = palloc(size);
	file->bytes += GetMemoryChunkSpace(block);
	return block;
}

static void
free_counted(png_structp png, png_voidp block)
{
	PngFile *file = png_get_mem_ptr(png);

	file->bytes -= GetMemoryChunkSpace(block);
	pfree(block);
}

/* Has the chunk pixels, or does it say how to read them? */
static bool
is_read(const uint8 *type)
{
	static const char types[][4] = {{'I', 'H', 'D', 'R'},
									{'P', 'L', 'T', 'E'},
									{'t', 'R', 'N', 'S'},
									{'I', 'D', 'A', 'T'},
									{'I', 'E', 'N', 'D'}};

	for (int i = 0; i < (int) lengthof(types); i++)
		if (memcmp(type, types[i], 4) == 0)
			return true;
	return false;
}

/* A chunk that a reader must know has a capital letter first. */
static bool
may_skip(const uint8 *type)
{
	return type[0] >= 'a';
}

/* Goes to the next chunk that is read. */
static void
take_chunk(png_structp png, PngFile *file)
{
	for (;;)
	{
		Size rest = file->end - file->next;
		const uint8 *header = file->next;
		Size size;

		CHECK_FOR_INTERRUPTS();
		if (rest < CHUNK_HEADER + CHUNK_CHECKSUM)
			png_error(png, "the file ends early");
		size = CHUNK_HEADER + CHUNK_CHECKSUM + (Size) png_get_uint_32(header);
		if (size > rest)
			png_error(png, "the file ends early");
		file->left = size;
		if (is_read(header + 4))
			return;
		if (!may_skip(header + 4))
			png_error(png, "unknown chunk that must not be skipped");
		file->next += size;
	}
}

/* libpng's read function. */
static void
take_bytes(png_structp png, png_bytep bytes, size_t count)
{
	PngFile *file = png_get_io_ptr(png);

	CHECK_FOR_INTERRUPTS();
	while (count > 0)
	{
		Size some;

		if (file->left == 0)
			take_chunk(png, file);
		some = Min(count, file->left);
		memcpy(bytes, file->next, some);
		file->next += some;
		file->left -= some;
		bytes += some;
		count -= some;
	}
}

/* A file without a whole signature is one chunk, which libpng refuses. */
static PngFile
open_png(const bytea *bytes)
{
	const uint8 *begin = (const uint8 *) VARDATA_ANY(bytes);
	Size size = VARSIZE_ANY_EXHDR(bytes);

	return (PngFile){begin, Min(size, SIGNATURE), begin + size, 0};
}

/* Checks the size before a pixel is inflated: a cell takes a pixel and then a code. */
static void
read_size(png_structp png, png_infop info, uint32 *width, uint32 *height)
{
	fr_error error;

	png_read_info(png, info);
	*width = png_get_image_width(png, info);
	*height = png_get_image_height(png, info);
	if (fr_map_size(*width, *height, &error))
		fringe_report(&error, "gridmap", NULL);
	fringe_limit_memory("PNG", (Size) *width * *height * (sizeof(Colour) + 1));
}

/* Converts every kind of PNG to rows of 8-bit red, green and blue. */
static void
read_pixels(png_structp png, png_infop info, Colour *pixels, uint32 width, uint32 height)
{
	int passes;

	png_set_expand(png);
	png_set_strip_16(png);
	png_set_strip_alpha(png);
	png_set_gray_to_rgb(png);
	passes = png_set_interlace_handling(png);
	png_read_update_info(png, info);
	for (int pass = 0; pass < passes; pass++)
		for (uint32 y = 0; y < height; y++)
		{
			CHECK_FOR_INTERRUPTS();
			png_read_row(png, (png_bytep) (pixels + (size_t) y * width), NULL);
		}
	png_read_end(png, NULL);
}

Colour *
picture_decode(const bytea *bytes, uint32 *width, uint32 *height)
{
	PngFile file = open_png(bytes);
	png_structp png =
		png_create_read_struct_2(PNG_LIBPNG_VER_STRING, NULL, report_png, ignore_warning,
								 &file, allocate_counted, free_counted);
	png_infop info = png_create_info_struct(png);
	Colour *pixels;

	png_set_read_fn(png, &file, take_bytes);
	read_size(png, info, width, height);
	pixels = fringe_alloc_huge((Size) *width * *height * sizeof(Colour));
	file.bytes += (Size) *width * *height * (sizeof(Colour) + 1);
	read_pixels(png, info, pixels, *width, *height);
	png_destroy_read_struct(&png, &info, NULL);
	return pixels;
}
