/*
 * check.c - are these the bytes of an index?
 *
 * What fr_index_check accepts, queries may trust: header and sections here, what is in these
 * by form.  It does not ask whether distances are right: the checksum tells what was changed
 * by chance.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/index/form.h"

/* ---- checking ----------------------------------------------------------------------- */

static fr_status
corrupt(fr_error *error, const char *what)
{
	return fr_fail(error, FR_PACKED_CORRUPT, .what = what);
}

static bool
is_positive(double value)
{
	return value > 0 && value < 1e300;
}

/* Has a straight step a cost, and are its parts some? */
static bool
has_straight(const uint8_t *bytes)
{
	uint64_t part = fr_get64(bytes + FR_AT_STRAIGHT, 0);
	uint32_t parts = fr_get32(bytes + FR_AT_PARTS, 0);

	return part > 0 && parts > 0 && part <= FR_UNREACHED / parts;
}

/* The fields that the header alone can tell to be wrong. */
static bool
has_sound_header(const uint8_t *bytes)
{
	uint32_t width = fr_get32(bytes + FR_AT_WIDTH, 0);
	uint32_t height = fr_get32(bytes + FR_AT_HEIGHT, 0);
	uint32_t form = fr_get32(bytes + FR_AT_FORM, 0);
	uint32_t top = fr_get32(bytes + FR_AT_TOP, 0);

	return fr_get32(bytes + FR_AT_ZERO, 0) == 0 && width > 0 && height > 0 &&
		   width <= FR_MAX_SIDE && height <= FR_MAX_SIDE && form < FR_INDEX_FORMS &&
		   fr_get32(bytes + FR_AT_FLAGS, 0) <= FR_FLAGS &&
		   (fr_get32(bytes + FR_AT_FLAGS, 0) >> FR_FLAG_CORNERS & 3) <= 2 &&
		   fr_get32(bytes + FR_AT_LABEL_STRAIGHT, 0) > 0 &&
		   fr_get32(bytes + FR_AT_LABEL_DIAGONAL, 0) > 0 && top > 0 &&
		   top <= FR_INDEX_TOP && has_straight(bytes) &&
		   fr_get32(bytes + FR_AT_MODEL, 0) <= FR_MODEL_TEXT_MAX &&
		   is_positive(fr_get_double(bytes + FR_AT_NUMERATOR)) &&
		   is_positive(fr_get_double(bytes + FR_AT_DENOMINATOR)) &&
		   fr_index_row_of((fr_index_form) form)->has_header(bytes);
}

/* Do sections follow one another, each aligned, to the end? */
static bool
has_sections(const uint8_t *bytes, size_t size)
{
	size_t end = FR_INDEX_HEADER;

	for (int i = 0; i <= FR_SECTION_COUNT; i++)
	{
		size_t begin = fr_section_begin(bytes, size, i);

		if (begin < end || begin > size || begin % 8 != 0 || (i == 0 && begin != end))
			return false;
		end = begin;
	}
	return true;
}

/* Has each section the size that the header's counts give it?  These may be larger. */
static bool
has_sizes(const fr_index *index)
{
	size_t row = (size_t) index->row_words * 8;
	size_t sizes[FR_SECTION_COUNT] = {
		[FR_SECTION_MODEL] = index->model_length,
		[FR_SECTION_ROWS] = index->height * row,
		[FR_SECTION_DIRECTORY] =
			(size_t) index->blocks_across * fr_blocks_across(index->height) * 4,
		[FR_SECTION_BLOCKS] = FR_BLOCK_SLACK,
	};

	for (int i = 0; i < FR_SECTION_COUNT; i++)
		if (fr_section_size(index, i) < fr_index_aligned(sizes[i]))
			return false;
	return true;
}

/* FR_OK, FR_PACKED_VERSION or FR_PACKED_CORRUPT. */
fr_status
fr_index_check(const uint8_t *bytes, size_t size, const fr_poll *poll, fr_error *error)
{
	const char *what;
	fr_index index;

	if (size < FR_INDEX_HEADER)
		return corrupt(error, "header");
	if (fr_get32(bytes, 0) != FR_INDEX_VERSION)
		return fr_fail(error, FR_PACKED_VERSION, .found = fr_get32(bytes, 0),
					   .wanted = FR_INDEX_VERSION);
	if (fr_get64(bytes + FR_AT_CHECKSUM, 0) !=
		fr_index_checksum(bytes + FR_AT_WIDTH, size - FR_AT_WIDTH))
		return corrupt(error, "checksum");
	if (!has_sound_header(bytes) || !has_sections(bytes, size))
		return corrupt(error, "header");
	index = fr_index_view(bytes, size);
	if (!has_sizes(&index))
		return corrupt(error, "size");
	what = index.row->check(&index, poll);
	return what == NULL ? FR_OK : corrupt(error, what);
}
