/*
 * check.c - are these the bytes of an index?  Here, and nowhere else, they become trusted
 *
 * Queries do not look whether what they read is in range; the check does, once. Each use
 * of a value has a bound that is established here, in `check` of the form, or in
 * fr_index_has_hops:
 *
 *   use                                        bound
 *
 *   of all forms
 *   sections                                   in order, aligned, inside the bytes; those of
 *                                              other forms are empty; flags are the form's
 *   cell numbers; loops over cells; moves      at most FR_MAX_CELLS cells
 *   rows, directory, model                     as long as sides and model say
 *   run of a block                             begins and ends inside the blocks; all runs
 *                                              together are no longer than the section, so
 *                                              the check takes linear time
 *   reads of eight numbers at once             FR_BLOCK_SLACK bytes behind the last run
 *   links: binary search, ends, costs          ascending, between free cells, below the top,
 *                                              and backward the same ones
 *   division by units, powers, fr_cost_value   units and ratio are at least 1; under root2 a
 *                                              step is whole parts of one
 *   the scratch's table, which outlives a      a query writes nothing below its base, and
 *   query and serves any index                 within 32 bits: top, units, distances, bases
 *                                              are at most FR_INDEX_TOP (query.c)
 *
 *   subgoals and lines
 *   lengths to items, 16-bit arithmetic        sides have 15 bits, units 16, and the longest
 *                                              way on the map is at most FR_INDEX_TOP; of
 *                                              lines fewer units than FR_INDEX_NARROW
 *   items of words, links and rows             below the count of items, at most 256
 *   rounds                                     no longer than the one before; their sum is
 *                                              the number of words; at most
 *                                              FR_BLOCK_SEVERAL hubs have several
 *   hubs of a block                            below the number of hubs, and no more
 *   vertices                                   cells of the map
 *   heads                                      ascend, end inside the steps, and no hub has
 *                                              more steps than there are hubs; without the
 *                                              flag for routes there are none
 *   labels of lines                            end before the next one begins, have no more
 *                                              entries than there are hubs
 *
 *   borders
 *   cells, border cells                        the free ones of the rows; some of these
 *   tables                                     a cost for each free and each border cell
 *   groups                                     ascend by hub, bases below the top
 *   reliefs                                    inside their section, of some border cells
 *   hubs, and so the scratch's size            no more than border cells
 *   weights                                    one for each terrain, at most FR_INDEX_TOP
 *
 * What no check can bound, queries do: a walk ends after as many steps as there are hubs
 * or cells (follow_hubs, take_step, go_to_hub), and what is looked for and not found is
 * corrupt (fr_next_hub, place_of_least). It is not asked whether distances are right.
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

/* A whole number, as a double. */
static bool
is_whole(double value)
{
	return value >= 1 && value < 1e300;
}

/* Can costs be counted in the grid's unit, and told in the model's? */
static bool
has_costs(const uint8_t *bytes)
{
	uint64_t part = fr_get64(bytes + FR_AT_STRAIGHT, 0);
	uint32_t parts = fr_get32(bytes + FR_AT_PARTS, 0);
	bool root2 = fr_get32(bytes + FR_AT_FLAGS, 0) & FR_FLAG_ROOT2;

	return part > 0 && parts > 0 && part <= FR_UNREACHED / parts &&
		   fr_get64(bytes + FR_AT_DIAGONAL, 0) <= 2 * FR_UNREACHED &&
		   !(root2 && part * parts % FR_ROOT2_STRAIGHT != 0) &&
		   is_whole(fr_get_double(bytes + FR_AT_NUMERATOR)) &&
		   is_whole(fr_get_double(bytes + FR_AT_DENOMINATOR));
}

/* A number above 0 that sums of four may have, besides a base. */
static bool
is_distance(uint32_t number)
{
	return number > 0 && number <= FR_INDEX_TOP;
}

static bool
has_sides(const uint8_t *bytes)
{
	uint32_t width = fr_get32(bytes + FR_AT_WIDTH, 0);
	uint32_t height = fr_get32(bytes + FR_AT_HEIGHT, 0);

	return width > 0 && height > 0 && width <= FR_MAX_SIDE && height <= FR_MAX_SIDE &&
		   (uint64_t) width * height <= FR_MAX_CELLS;
}

/* Are the fields sound that need only the header to be checked? */
static bool
has_sound_header(const uint8_t *bytes)
{
	uint32_t form = fr_get32(bytes + FR_AT_FORM, 0);
	uint32_t flags = fr_get32(bytes + FR_AT_FLAGS, 0);

	return fr_get32(bytes + FR_AT_ZERO, 0) == 0 && has_sides(bytes) &&
		   form < FR_INDEX_FORMS &&
		   (flags & ~fr_index_row_of((fr_index_form) form)->flags) == 0 &&
		   (flags >> FR_FLAG_CORNERS & 3) <= 2 &&
		   is_distance(fr_get32(bytes + FR_AT_LABEL_STRAIGHT, 0)) &&
		   is_distance(fr_get32(bytes + FR_AT_LABEL_DIAGONAL, 0)) &&
		   is_distance(fr_get32(bytes + FR_AT_TOP, 0)) && has_costs(bytes) &&
		   fr_get32(bytes + FR_AT_MODEL, 0) <= FR_MODEL_TEXT_MAX &&
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

/*
 * Have sections that all forms have the size that the header's counts give them, and are
 * those of other forms empty?
 */
static bool
has_sizes(const fr_index *index)
{
	size_t row = (size_t) index->row_words * 8;
	size_t blocks = (size_t) index->blocks_across * fr_blocks_across(index->height);

	for (int i = 0; i < FR_SECTION_COUNT; i++)
		if (!(index->row->sections >> i & 1) && fr_section_size(index, i) > 0)
			return false;
	return fr_has_section(index, FR_SECTION_MODEL, index->model_length) &&
		   fr_has_section(index, FR_SECTION_ROWS, index->height * row) &&
		   fr_has_section(index, FR_SECTION_DIRECTORY, blocks * 4) &&
		   fr_section_size(index, FR_SECTION_BLOCKS) >= FR_BLOCK_SLACK;
}

/* Is the model's text as it is written, and is the form one for it? */
static bool
has_model(const fr_index *index)
{
	char text[FR_MODEL_TEXT_MAX];
	fr_model model;
	fr_error error;

	return fr_model_parse(index->model, index->model_length, &model, &error) == FR_OK &&
		   model.anyangle == (index->form == FR_INDEX_LINES) &&
		   fr_model_write(&model, text) == index->model_length &&
		   memcmp(text, index->model, index->model_length) == 0;
}

fr_status
fr_index_check(const uint8_t *bytes, size_t size, const fr_poll *poll,
			   fr_index_checked *checked, fr_error *error)
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
	if (what != NULL)
		return corrupt(error, what);
	if (!has_model(&index))
		return corrupt(error, "model");
	*checked = (fr_index_checked){(const fr_index_trusted *) (const void *) bytes, size};
	return FR_OK;
}
