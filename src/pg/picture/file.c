/*
 * file.c - the bytes of a PNG: colours out, and in
 *
 * libpng leaves by ereport where something is wrong, and takes its memory from
 * the current context: nothing has to be cleaned up.
 */
#include "pg/picture/picture.h"

#include <png.h>

#include "miscadmin.h"

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

/* The cursor of the StringInfo is where libpng has read to. */
static void
take_bytes(png_structp png, png_bytep bytes, size_t count)
{
	StringInfo file = png_get_io_ptr(png);

	if (count > (size_t) (file->len - file->cursor))
		png_error(png, "the file ends early");
	memcpy(bytes, file->data + file->cursor, count);
	file->cursor += (int) count;
}

/* Converts every kind of PNG to rows of 8-bit red, green and blue. */
static void
read_header(png_structp png, png_infop info, uint32 *width, uint32 *height)
{
	fr_error error;

	png_read_info(png, info);
	*width = png_get_image_width(png, info);
	*height = png_get_image_height(png, info);
	if (fr_map_size(*width, *height, &error))
		fringe_report(&error, "gridmap", NULL);
	png_set_expand(png);
	png_set_strip_16(png);
	png_set_strip_alpha(png);
	png_set_gray_to_rgb(png);
}

Colour *
picture_decode(const bytea *bytes, uint32 *width, uint32 *height)
{
	StringInfoData file = {.data = (char *) VARDATA_ANY(bytes),
						   .len = (int) VARSIZE_ANY_EXHDR(bytes)};
	png_structp png =
		png_create_read_struct_2(PNG_LIBPNG_VER_STRING, NULL, report_png, ignore_warning,
								 NULL, allocate_png, free_png);
	png_infop info = png_create_info_struct(png);
	Colour *pixels;
	int passes;

	png_set_read_fn(png, &file, take_bytes);
	read_header(png, info, width, height);
	passes = png_set_interlace_handling(png);
	png_read_update_info(png, info);
	pixels = fringe_alloc_huge((Size) *width * *height * sizeof(Colour));
	for (int pass = 0; pass < passes; pass++)
		for (uint32 y = 0; y < *height; y++)
		{
			CHECK_FOR_INTERRUPTS();
			png_read_row(png, (png_bytep) (pixels + (size_t) y * *width), NULL);
		}
	png_read_end(png, NULL);
	png_destroy_read_struct(&png, &info, NULL);
	return pixels;
}
