/*
 * png_reader.c - maps from the pixels of a PNG
 *
 * libpng reports errors by ereport and allocates in the current memory context, so nothing has to be
 * cleaned up.
 */
#include "formats/formats.h"

#include <png.h>

#include "utils/memutils.h"

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

#define CHUNK_HEADER 8 /* length and type */
#define CHUNK_CHECKSUM 4
#define SIGNATURE 8

/*
 * A file being read. libpng gets only the signature and the chunks with pixels. Other chunks, such as
 * text and colour profiles, are skipped, because libpng would inflate and keep them.
 */
typedef struct PngFile
{
	const uint8 *next; /* the first byte that libpng has not got */
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

/* Does the chunk contain pixels, or say how to read them? */
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

/*
 * The chunk pHYs tells how many pixels of each direction are as long as a metre, or as each other. A
 * step has one cost per direction, so pixels must be squares.
 */
static void
check_pixels_square(const uint8 *data, Size size)
{
	uint32 across = size < 8 ? 0 : png_get_uint_32(data);
	uint32 down = size < 8 ? 0 : png_get_uint_32(data + 4);

	if (across != down)
		ereport(
			ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("pixels of the PNG are not squares"),
			 errdetail(
				 "By its chunk pHYs, %u pixels across are as long as %u pixels down.",
				 across, down),
			 errhint(
				 "Scale the picture to square pixels, or save it without a resolution.")));
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
		if (memcmp(header + 4, "pHYs", 4) == 0)
			check_pixels_square(header + CHUNK_HEADER,
								size - CHUNK_HEADER - CHUNK_CHECKSUM);
		/* the type of a critical chunk, which a reader must know, begins with a capital letter */
		if (header[4] < 'a')
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

/* A file shorter than a signature is passed as one chunk, which libpng refuses. */
static PngFile
open_png(const bytea *bytes)
{
	const uint8 *begin = (const uint8 *) VARDATA_ANY(bytes);
	Size size = VARSIZE_ANY_EXHDR(bytes);

	return (PngFile){begin, Min(size, SIGNATURE), begin + size, 0};
}

#define CHANNELS 4

/* Checks the size before any pixel is inflated. Each cell needs memory for a pixel and a code. */
static Size
read_header(png_structp png, png_infop info, PngImage *image)
{
	Size size;

	png_read_info(png, info);
	image->width = png_get_image_width(png, info);
	image->height = png_get_image_height(png, info);
	image->depth = png_get_bit_depth(png, info) == 16 ? 2 : 1;
	image->alpha = (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) ||
				   png_get_valid(png, info, PNG_INFO_tRNS);
	gridmap_check_size(image->width, image->height);
	size = (Size) image->width * image->height * (CHANNELS * image->depth + 1);
	fringe_limit_memory("PNG", size);
	return size;
}

/* Converts every kind of PNG to rows of red, green, blue and alpha. */
static void
read_pixels(png_structp png, png_infop info, const PngImage *image, uint8 *pixels)
{
	Size row = (Size) image->width * CHANNELS * image->depth;
	int passes;

	png_set_expand(png);
	png_set_gray_to_rgb(png);
	png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
	passes = png_set_interlace_handling(png);
	png_read_update_info(png, info);
	if (png_get_rowbytes(png, info) != row)
		png_error(png, "unknown kind of pixels");
	for (int pass = 0; pass < passes; pass++)
		for (uint32 y = 0; y < image->height; y++)
		{
			CHECK_FOR_INTERRUPTS();
			png_read_row(png, pixels + y * row, NULL);
		}
	png_read_end(png, NULL);
}

PngImage
png_decode(const bytea *bytes)
{
	PngFile file = open_png(bytes);
	png_structp png =
		png_create_read_struct_2(PNG_LIBPNG_VER_STRING, NULL, report_png, ignore_warning,
								 &file, allocate_counted, free_counted);
	png_infop info = png_create_info_struct(png);
	PngImage image;
	uint8 *pixels;
	Size size;

	png_set_read_fn(png, &file, take_bytes);
	size = read_header(png, info, &image);
	pixels =
		fringe_alloc_huge((Size) image.width * image.height * CHANNELS * image.depth);
	file.bytes += size;
	read_pixels(png, info, &image, pixels);
	png_destroy_read_struct(&png, &info, NULL);
	image.pixels = pixels;
	return image;
}

/* ---- maps ------------------------------------------------------------------ */

PngPixel
png_pixel(const PngImage *image, fr_cell cell)
{
	const uint8 *at =
		image->pixels + ((Size) cell.y * image->width + cell.x) * 4 * image->depth;
	uint32 channel[4];
	PngPixel pixel;

	for (int i = 0; i < 4; i++)
	{
		channel[i] = image->depth == 2 ? (uint32) at[2 * i] << 8 | at[2 * i + 1] : at[i];
		pixel.channel[i] = (uint16) (image->depth == 2 ? channel[i] : channel[i] * 257);
	}
	pixel.grey = (299 * channel[0] + 587 * channel[1] + 114 * channel[2] + 500) / 1000;
	return pixel;
}

/* ---- rules ---------------------------------------------------------------- */

/* Hexadecimal digits; a channel of 8 bits becomes one of 16. */
static bool
parse_channels(const char *digits, int channels, int size, uint16 channel[4])
{
	for (int i = 0; i < channels; i++)
	{
		uint32 value = 0;

		for (int j = 0; j < size; j++)
		{
			char c = *digits++;

			if (!isxdigit((unsigned char) c))
				return false;
			value = value * 16 +
					(isdigit((unsigned char) c) ? c - '0' : (c | 0x20) - 'a' + 10);
		}
		channel[i] = (uint16) (size == 2 ? value * 257 : value);
	}
	return true;
}

bool
colour_key_parse(const char *key, CellName *name)
{
	uint16 channel[4] = {0, 0, 0, 0xffff};
	int length = (int) strlen(key) - 1;

	if (*key != '#' || (length != 6 && length != 8 && length != 12 && length != 16) ||
		!parse_channels(key + 1, length % 6 == 0 ? 3 : 4, length < 12 ? 2 : 4, channel))
		return false;
	*name =
		(CellName){CELL_COLOUR, cell_id(channel[0], channel[1], channel[2], channel[3])};
	return true;
}

const char *
colour_key_text(uint64 id)
{
	unsigned channel[4] = {id >> 48, id >> 32 & 0xffff, id >> 16 & 0xffff, id & 0xffff};
	bool wide = false;

	for (int i = 0; i < 4; i++)
		wide |= channel[i] % 257 != 0;
	if (wide)
		return psprintf("#%04x%04x%04x%04x", channel[0], channel[1], channel[2],
						channel[3]);
	if (channel[3] == 0xffff)
		return psprintf("#%02x%02x%02x", channel[0] / 257, channel[1] / 257,
						channel[2] / 257);
	return psprintf("#%02x%02x%02x%02x", channel[0] / 257, channel[1] / 257,
					channel[2] / 257, channel[3] / 257);
}

static const char *
pixel_text(const CellValue *value)
{
	return psprintf("colour %s, %s %s,", colour_key_text(value->names[0].id), value->unit,
					isnan(value->number) ? "NULL" : number_text(value->number));
}

static const RuleFormat rule_of_pixels = {
	.hint = "Keys are numbers such as 7, ranges such as 0-99 and 0..0.5, colours such as "
			"#00ff00, null, else, layer, and scale.",
	.layer = true,
	.parse = colour_key_parse,
	.text = pixel_text};

/*
 * A pixel has a colour with alpha, and unless it is fully transparent a colour without alpha and a
 * grey.
 */
static void
next_pixel(void *source, fr_cell cell, CellValue *value)
{
	PngPixel p = png_pixel(source, cell);
	const uint16 *c = p.channel;

	value->unit = "grey";
	value->names[value->count++] =
		(CellName){CELL_COLOUR, cell_id(c[0], c[1], c[2], c[3])};
	if (c[3] == 0)
		return;
	value->number = p.grey;
	if (c[3] != 0xffff)
		value->names[value->count++] =
			(CellName){CELL_COLOUR, cell_id(c[0], c[1], c[2], 0xffff)};
}

/* gridmap_from_png(png, rule): a pixel is a cell, and its value a colour or a grey */
FRINGE_FUNCTION(gridmap_from_png)
{
	Rule rule;
	PngImage image;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = rule_argument(fcinfo, 1, &rule_of_pixels);
	file_check_kind("PNG", PG_GETARG_BYTEA_PP(0));
	image = png_decode(PG_GETARG_BYTEA_PP(0));
	PG_RETURN_POINTER(rule_map(&rule, image.width, image.height, next_pixel, &image));
}
