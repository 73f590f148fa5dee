/*
 * index_bytes.c - the bytes of an index: writing, opening and checking them
 *
 * Queries do not check that numbers are in range.  fr_index_check does so once, and is the
 * only function that makes trusted bytes.  Each use of a number has a bound that is
 * established in this file, in `check` of the form, or in fr_index_has_arcs:
 *
 *   use                                        bound
 *
 *   all forms
 *   sections                                   in order, aligned, inside the bytes; sections
 *                                              and flags of other forms are empty
 *   cell numbers; loops over cells; moves      at most FR_MAX_CELLS cells
 *   rows, directory, model                     their sizes follow from the header
 *   record of a block                          inside the blocks; all records together are no
 *                                              longer than the section, so that the check
 *                                              takes linear time
 *   reads of eight numbers at once             FR_BLOCK_SLACK bytes follow the last record
 *   links: binary search, ends, costs          ascending, between free cells, below the top;
 *                                              the second half has the same links
 *   division by units, powers, fr_cost_value   units and ratio are at least 1; under root2 a
 *                                              step is a whole number of parts
 *   the scratch's table, which outlives a      a query writes nothing below its base; top,
 *   query and serves any index                 units, distances and bases are at most
 *                                              FR_INDEX_TOP, so sums fit into 32 bits
 *
 *   subgoals and lines
 *   distances to access subgoals, in 16 bits   sides have 15 bits, units 16; the longest
 *                                              way on the map is at most FR_INDEX_TOP; lines
 *                                              have fewer units than FR_INDEX_NARROW
 *   access subgoals of entries, edges, rows    below their count, which is at most 256
 *   rounds                                     none longer than the one before; their sum is
 *                                              the number of entries; at most
 *                                              FR_BLOCK_SEVERAL hubs have several entries
 *   hubs of a block                            below the number of hubs, and no more
 *   vertices                                   cells of the map
 *   heads                                      ascend, end inside the steps; no hub has
 *                                              more steps than there are hubs; empty without
 *                                              the flag for routes
 *   labels of lines                            end before the next one begins; at most as
 *                                              many entries as there are hubs
 *
 *   borders
 *   cells, border cells                        the free cells of the rows; some of these
 *   tables                                     a cost for each free and each border cell
 *   groups                                     ascend by hub; bases below the top
 *   offset lists                               inside their section, of some border cells
 *   hubs, and so the scratch's size            no more than border cells
 *   weights                                    one for each terrain, at most FR_INDEX_TOP
 *   prices, heights, moves                     one for each cell; prices, rise and drop are at
 *                                              most FR_INDEX_TOP, so that sums fit into 64 bits
 *
 * Queries bound what no check can bound.  A walk ends after as many steps as there are hubs
 * or cells (follow_hubs, take_step, walk_to_hub).  A number that should be in a list and is
 * not makes the index corrupt (fr_next_hub, place_of_least).  Nothing checks that distances
 * are right.
 */
#include <string.h>

#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/index/index_form.h"
#include "core/index/index_plan.h"
#include "core/index/index_view.h"

/* ---- sections ------------------------------------------------------------------- */

uint8_t *
fr_plan_section(const fr_index_builder *builder, int number, size_t size)
{
	uint8_t *bytes = fr_arena_alloc(builder->arena, size);

	fr_fill(bytes, 0, size, builder->poll);
	builder->plan->section[number] = (fr_index_section){bytes, size};
	return bytes;
}

void
fr_plan_rows(const fr_index_builder *builder)
{
	const fr_grid *grid = builder->request->grid;
	size_t words = ((size_t) grid->width + 63) / 64;
	uint8_t *rows = fr_plan_section(builder, FR_SECTION_ROWS, grid->height * words * 8);

	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *line = fr_bits_line(&grid->rows, y);

		fr_poll_at(builder->poll, y);
		for (uint32_t i = 0; i < words; i++)
			fr_put64(rows, y * words + i, ~line[i] & fr_bits_within(grid->width, i));
	}
}

/* ---- the header ------------------------------------------------------------------ */

static void
put_double(uint8_t *to, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	fr_put64(to, 0, bits);
}

static void
put_header(const fr_index_builder *builder, const fr_index_header *header)
{
	const fr_grid *grid = builder->request->grid;
	uint8_t *bytes = builder->plan->header;
	uint32_t flags = header->flags | (grid->costs.root2 ? FR_FLAG_ROOT2 : 0) |
					 (header->rule.tile ? FR_FLAG_TILE : 0) |
					 (builder->request->routes ? FR_FLAG_ROUTES : 0) |
					 (uint32_t) header->rule.corners << FR_FLAG_CORNERS;

	memset(bytes, 0, sizeof builder->plan->header);
	fr_put32(bytes + FR_AT_VERSION, 0,
			 builder->plan->extended ? FR_INDEX_EXTENDED : FR_INDEX_VERSION);
	fr_put32(bytes + FR_AT_FORM, 0, header->form);
	fr_put32(bytes + FR_AT_BORDERS, 0, header->borders);
	fr_put32(bytes + FR_AT_WIDTH, 0, grid->width);
	fr_put32(bytes + FR_AT_HEIGHT, 0, grid->height);
	memcpy(bytes + FR_AT_DIGEST, builder->request->digest, FR_INDEX_DIGEST);
	fr_put64(bytes + FR_AT_STRAIGHT, 0, header->rule.straight);
	fr_put64(bytes + FR_AT_DIAGONAL, 0, header->rule.diagonal);
	fr_put32(bytes + FR_AT_PARTS, 0, header->parts);
	put_double(bytes + FR_AT_NUMERATOR, grid->costs.numerator);
	put_double(bytes + FR_AT_DENOMINATOR, grid->costs.denominator);
	fr_put32(bytes + FR_AT_LABEL_STRAIGHT, 0, header->units.straight);
	fr_put32(bytes + FR_AT_LABEL_DIAGONAL, 0, header->units.diagonal);
	fr_put32(bytes + FR_AT_TOP, 0, header->top);
	fr_put32(bytes + FR_AT_FLAGS, 0, flags);
	fr_put32(bytes + FR_AT_HUBS, 0, header->hubs);
	fr_put32(bytes + FR_AT_MODEL, 0,
			 (uint32_t) builder->plan->section[FR_SECTION_MODEL].size);
	fr_put32(bytes + FR_AT_RISE, 0, header->rise);
	fr_put32(bytes + FR_AT_DROP, 0, header->drop);
}

/*
 * Computes where sections begin, and writes it to the header unless that is NULL.
 * Returns the size of the index.
 */
static size_t
lay_out_sections(const fr_index_plan *plan, uint8_t *header)
{
	size_t at = fr_index_header_size(plan->extended);

	for (int i = 0; i < fr_index_sections(plan->extended); i++)
	{
		if (header)
			fr_put32(header + FR_AT_SECTIONS, (size_t) i, (uint32_t) at);
		at += fr_index_aligned(plan->section[i].size);
	}
	return at;
}

fr_status
fr_plan_finish(const fr_index_builder *builder, const fr_index_header *header)
{
	char *text = fr_arena_alloc(builder->arena, FR_MODEL_TEXT_MAX);
	size_t length = fr_model_write(builder->request->model, text);
	size_t size;

	builder->plan->section[FR_SECTION_MODEL] =
		(fr_index_section){(const uint8_t *) text, length};
	put_header(builder, header);
	size = lay_out_sections(builder->plan, builder->plan->header);
	if (size > builder->max_size)
		return fr_fail(builder->error, FR_INDEX_MAX_SIZE, .found = (int64_t) size,
					   .wanted = (int64_t) builder->max_size);
	return FR_OK;
}

/* ---- bytes -------------------------------------------------------------------------- */

size_t
fr_index_plan_size(const fr_index_plan *plan)
{
	return lay_out_sections(plan, NULL);
}

void
fr_index_write(const fr_index_plan *plan, uint8_t *bytes, const fr_poll *poll)
{
	size_t size = fr_index_plan_size(plan);

	memcpy(bytes, plan->header, fr_index_header_size(plan->extended));
	for (int i = 0; i < fr_index_sections(plan->extended); i++)
	{
		const fr_index_section *section = &plan->section[i];
		uint8_t *at = bytes + fr_get32(plan->header + FR_AT_SECTIONS, (size_t) i);
		size_t rest = fr_index_aligned(section->size) - section->size;

		fr_poll_now(poll);
		if (section->size > 0)
			fr_copy(at, section->bytes, section->size, poll);
		memset(at + section->size, 0, rest);
	}
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, size - FR_AT_WIDTH));
}

/* ---- opening ------------------------------------------------------------------ */

static fr_costs
costs_of(const uint8_t *bytes)
{
	uint32_t flags = fr_get32(bytes + FR_AT_FLAGS, 0);
	uint64_t times = flags & FR_FLAG_DOUBLED ? 2 : 1;
	uint64_t straight =
		fr_get64(bytes + FR_AT_STRAIGHT, 0) * fr_get32(bytes + FR_AT_PARTS, 0) / times;
	fr_costs costs = {.root2 = flags & FR_FLAG_ROOT2,
					  .uniform = true,
					  .numerator = fr_get_double(bytes + FR_AT_NUMERATOR),
					  .denominator = fr_get_double(bytes + FR_AT_DENOMINATOR),
					  .limit = FR_UNREACHED - 1,
					  .one = straight};

	for (int d = 0; d < FR_DIRECTIONS; d++)
		costs.step[d] =
			fr_is_diagonal(d) ? fr_get64(bytes + FR_AT_DIAGONAL, 0) / times : straight;
	return costs;
}

/* How the labels of such an index weigh steps. */
static int
weigh_of(uint32_t flags)
{
	if (flags & FR_FLAG_AVERAGE)
		return FR_WEIGH_AVERAGE;
	if (flags & FR_FLAG_LEAVE)
		return FR_WEIGH_LEAVE;
	return flags & FR_FLAG_MAX ? FR_WEIGH_MAX : FR_WEIGH_ENTER;
}

/* The prices of layers; none if both sections are empty. */
static fr_border_prices
prices_of(const fr_index *index, uint32_t flags)
{
	fr_border_prices prices = {.both_ends = flags & (FR_FLAG_SHIFTED | FR_FLAG_DOUBLED),
							   .tall = flags & FR_FLAG_TALL};

	if (fr_section_size(index, FR_SECTION_PRICES) > 0)
		prices.enter = index->section[FR_SECTION_PRICES];
	if (fr_section_size(index, FR_SECTION_HEIGHTS) > 0)
	{
		prices.height = index->section[FR_SECTION_HEIGHTS];
		prices.rise = fr_get32(index->bytes + FR_AT_RISE, 0);
		prices.drop = fr_get32(index->bytes + FR_AT_DROP, 0);
	}
	return prices;
}

fr_index
fr_index_view(const uint8_t *bytes, size_t size)
{
	uint32_t flags = fr_get32(bytes + FR_AT_FLAGS, 0);
	fr_index index = {
		.bytes = bytes,
		.size = size,
		.form = (fr_index_form) fr_get32(bytes + FR_AT_FORM, 0),
		.width = fr_get32(bytes + FR_AT_WIDTH, 0),
		.height = fr_get32(bytes + FR_AT_HEIGHT, 0),
		.routes = flags & FR_FLAG_ROUTES,
		.digest = bytes + FR_AT_DIGEST,
		.hubs = fr_get32(bytes + FR_AT_HUBS, 0),
		.costs = costs_of(bytes),
		.top = fr_get32(bytes + FR_AT_TOP, 0),
		.part = fr_get64(bytes + FR_AT_STRAIGHT, 0),
		.diagonal = fr_get64(bytes + FR_AT_DIAGONAL, 0),
		.units = {fr_get32(bytes + FR_AT_LABEL_STRAIGHT, 0),
				  fr_get32(bytes + FR_AT_LABEL_DIAGONAL, 0)},
		.tile = flags & FR_FLAG_TILE,
		.subgoals = {.wide = flags & FR_FLAG_WIDE},
		.borders = {.many = flags & FR_FLAG_MANY,
					.pairs = flags & FR_FLAG_PAIRS,
					.weigh = weigh_of(flags),
					.steps = weigh_of(flags & FR_FLAG_SHIFTED
										  ? flags & ~(uint32_t) FR_FLAG_AVERAGE
										  : flags),
					.shifted = flags & FR_FLAG_SHIFTED,
					.doubled = flags & FR_FLAG_DOUBLED}};
	fr_index_rule rule = {.straight = index.part, .diagonal = index.diagonal};

	index.straight_step =
		(uint64_t) index.units.straight * fr_get32(bytes + FR_AT_PARTS, 0);
	if (index.straight_step > index.top)
		index.straight_step = index.top; /* no best path has such a step */
	index.corners = (int) (flags >> FR_FLAG_CORNERS & 3);
	index.row = fr_index_row_of(index.form);
	index.inverse = fr_index_inverse(&rule, index.units);
	for (int i = 0; i < FR_SECTION_COUNT; i++)
		index.section[i] = bytes + fr_section_begin(bytes, size, i);
	index.model = (const char *) index.section[FR_SECTION_MODEL];
	index.model_length = fr_get32(bytes + FR_AT_MODEL, 0);
	index.row_words = (index.width + 63) / 64;
	index.blocks_across = fr_blocks_across(index.width);
	index.borders.weighted = fr_section_size(&index, FR_SECTION_TERRAIN) > 0;
	index.linked = fr_section_size(&index, FR_SECTION_LINKS) > 0;
	index.borders.prices = prices_of(&index, flags);
	index.borders.layered = index.borders.prices.enter || index.borders.prices.height;
	if (fr_section_size(&index, FR_SECTION_MOVES) > 0)
		index.borders.moves = index.section[FR_SECTION_MOVES];
	index.borders.kind = index.borders.layered || index.borders.moves ? FR_EXTENDED_STEPS
						 : index.borders.weighted					  ? FR_WEIGHTED_STEPS
																	  : FR_EVEN_STEPS;
	index.borders.adjusted = (index.borders.weighted && index.borders.shifted) ||
							 (index.borders.layered && index.borders.prices.both_ends);
	index.borders.directed =
		(index.borders.weighted && !fr_weigh_is_symmetric(index.borders.weigh)) ||
		flags & FR_FLAG_ONEWAY;
	return index;
}

fr_index
fr_index_open(fr_index_checked checked, const fr_arena *arena, const fr_poll *poll)
{
	fr_index index = fr_index_view((const void *) checked.bytes, checked.size);

	if (index.row->open)
		index.row->open(&index, arena, poll);
	return index;
}

void
fr_index_peek(const uint8_t *bytes, uint32_t *width, uint32_t *height,
			  uint8_t digest[FR_INDEX_DIGEST])
{
	*width = fr_get32(bytes + FR_AT_WIDTH, 0);
	*height = fr_get32(bytes + FR_AT_HEIGHT, 0);
	memcpy(digest, bytes + FR_AT_DIGEST, FR_INDEX_DIGEST);
}

_Static_assert(FR_INDEX_EXTENDED_SIZE + FR_MODEL_TEXT_MAX == FR_INDEX_MODEL_SIZE,
			   "the model follows the header");

const char *
fr_index_peek_model(const uint8_t *bytes, size_t size, size_t *length)
{
	size_t begin = fr_index_header_size(true);

	if (size < begin || !fr_index_is_extended(bytes))
		return NULL;
	*length = fr_get32(bytes + FR_AT_MODEL, 0);
	return *length <= size - begin ? (const char *) bytes + begin : NULL;
}

/* ---- checking ----------------------------------------------------------------------- */

static fr_status
corrupt(fr_error *error, const char *what)
{
	return fr_fail(error, FR_PACKED_CORRUPT, .what = what);
}

/* Is it at least 1, and small enough to be multiplied by a cost? */
static bool
is_unit_part(double value)
{
	return value >= 1 && value < 1e300;
}

/* Do costs fit into the grid's unit, and does fr_cost_value convert them? */
static bool
has_costs(const uint8_t *bytes)
{
	uint64_t part = fr_get64(bytes + FR_AT_STRAIGHT, 0);
	uint32_t parts = fr_get32(bytes + FR_AT_PARTS, 0);
	uint32_t flags = fr_get32(bytes + FR_AT_FLAGS, 0);
	uint64_t times = flags & FR_FLAG_DOUBLED ? 2 : 1;

	return part > 0 && parts > 0 && part <= FR_UNREACHED / parts &&
		   fr_get64(bytes + FR_AT_DIAGONAL, 0) <= 2 * FR_UNREACHED &&
		   part * parts % times == 0 &&
		   !(flags & FR_FLAG_ROOT2 && part * parts / times % FR_ROOT2_STRAIGHT != 0) &&
		   is_unit_part(fr_get_double(bytes + FR_AT_NUMERATOR)) &&
		   is_unit_part(fr_get_double(bytes + FR_AT_DENOMINATOR));
}

/* Is it a positive number, and small enough that a base and four of them fit into 32 bits? */
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

/* Are the fields sound that can be checked without the sections? */
static bool
has_sound_header(const uint8_t *bytes)
{
	uint32_t form = fr_get32(bytes + FR_AT_FORM, 0);
	uint32_t flags = fr_get32(bytes + FR_AT_FLAGS, 0);

	return fr_get32(bytes + FR_AT_ZERO, 0) == 0 && has_sides(bytes) &&
		   form < FR_INDEX_FORMS &&
		   (flags & ~fr_index_row_of((fr_index_form) form)->flags) == 0 &&
		   ((flags >> FR_FLAG_CORNERS & 3) <= 2 || form == FR_INDEX_BORDERS) &&
		   is_distance(fr_get32(bytes + FR_AT_LABEL_STRAIGHT, 0)) &&
		   is_distance(fr_get32(bytes + FR_AT_LABEL_DIAGONAL, 0)) &&
		   is_distance(fr_get32(bytes + FR_AT_TOP, 0)) && has_costs(bytes) &&
		   fr_get32(bytes + FR_AT_MODEL, 0) <= FR_MODEL_TEXT_MAX &&
		   fr_index_row_of((fr_index_form) form)->has_header(bytes);
}

/* Do sections follow one another to the end, each aligned? */
static bool
has_sections(const uint8_t *bytes, size_t size)
{
	size_t end = fr_index_header_size(fr_index_is_extended(bytes));

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
 * Do sections of all forms have the sizes that the header gives them?  Are sections of
 * other forms empty?
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

/* There is no index for oblong cells. */
static bool
has_equal_sides(const fr_model *model)
{
	fr_step_costs steps = fr_model_steps(model);

	return steps.east == steps.north;
}

/* Is the index extended if and only if it has to be, and has it heights if they cost something? */
static bool
has_version(const fr_index *index, const fr_model *model)
{
	if (!fr_index_is_extended(index->bytes))
		return !fr_model_reads_layers(model) && !index->borders.prices.tall;
	return (fr_model_reads_layers(model) || index->borders.moves) &&
		   (index->borders.prices.height || !index->borders.prices.tall) &&
		   (index->borders.prices.height ||
			(fr_get32(index->bytes + FR_AT_RISE, 0) |
			 fr_get32(index->bytes + FR_AT_DROP, 0)) == 0);
}

/* Is the model's text canonical, and does the form serve it? */
static bool
has_model(const fr_index *index)
{
	char text[FR_MODEL_TEXT_MAX];
	fr_model model;
	fr_error error;

	return fr_model_parse(index->model, index->model_length, &model, &error) == FR_OK &&
		   model.anyangle == (index->form == FR_INDEX_LINES) &&
		   model.hex == (index->corners == FR_CORNERS_OF_HEX) &&
		   has_equal_sides(&model) && has_version(index, &model) &&
		   fr_model_write(&model, text) == index->model_length &&
		   memcmp(text, index->model, index->model_length) == 0;
}

fr_status
fr_index_check(const uint8_t *bytes, size_t size, const fr_poll *poll,
			   fr_index_checked *checked, fr_error *error)
{
	const char *what;
	fr_index index;

	if (size < FR_INDEX_HEADER_SIZE)
		return corrupt(error, "header");
	if (fr_get32(bytes, 0) != FR_INDEX_VERSION && !fr_index_is_extended(bytes))
		return fr_fail(error, FR_PACKED_VERSION, .found = fr_get32(bytes, 0),
					   .wanted = FR_INDEX_EXTENDED);
	if (size < fr_index_header_size(fr_index_is_extended(bytes)))
		return corrupt(error, "header");
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

/* ---- scratch -------------------------------------------------------------------- */

#define BYTES_A_HUB (3 * sizeof(uint32_t))

size_t
fr_index_scratch_size(const fr_index *index)
{
	return sizeof(fr_index_scratch) + ((size_t) index->hubs + 1) * BYTES_A_HUB;
}

/*
 * The block has fr_index_scratch_size bytes, or more: several indexes share the largest.
 */
fr_index_scratch *
fr_index_scratch_init(void *block, size_t size)
{
	fr_index_scratch *scratch = block;

	*scratch = (fr_index_scratch){
		.capacity = (uint32_t) ((size - sizeof *scratch) / BYTES_A_HUB)};
	scratch->table = (uint32_t *) (scratch + 1);
	scratch->chain = scratch->table + scratch->capacity;
	scratch->sums = scratch->chain + scratch->capacity;
	return scratch;
}

bool
fr_index_scratch_fits(const fr_index_scratch *scratch, const fr_index *index)
{
	return scratch->capacity > index->hubs;
}

uint32_t
fr_index_lower_base(fr_index_scratch *scratch, uint32_t top)
{
	if (scratch->base < top)
	{
		for (uint32_t i = 0; i < scratch->capacity; i++)
			scratch->table[i] = FR_HIGHEST;
		scratch->base = FR_HIGHEST;
	}
	return scratch->base -= top;
}
