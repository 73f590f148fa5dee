/*
 * survey.c - classes of what is said of cells, by rows, and which cells are rough
 *
 * patterns.c says what a rough cell is.
 */
#include "core/grid/survey.h"

#include <string.h>

#include "core/base/bytes.h"
#include "core/base/error.h"

_Static_assert(FR_CODES < FR_CLASSES, "each code may be a class");
_Static_assert(FR_ONEWAY_CODES < FR_CLASSES / 2, "and of one-way grids twice");

/* Bytes of a row: whole words, and one on either side. */
static size_t
row_bytes(const fr_grid *grid)
{
	return (size_t) grid->rows.words * 64 + 2;
}

/* The class of what is said of a code: one that there is, or the next of its half. */
static uint8_t
class_for(fr_survey *s, uint64_t weight, uint8_t enter, uint8_t leave)
{
	bool directed = (enter & leave) != FR_ANY_WAY;
	int class = directed ? FR_CLASSES / 2 : 1;

	if (weight == 0)
		return 0;
	while (s->classes.weight[class] > 0 &&
		   (s->classes.weight[class] != weight || s->enter[class] != enter ||
			s->leave[class] != leave))
		class ++;
	s->classes.weight[class] = weight;
	s->enter[class] = enter;
	s->leave[class] = leave;
	return (uint8_t) class;
}

static void
classify(fr_survey *s)
{
	const fr_grid *grid = s->grid;
	const fr_oneway *oneway = grid->oneway;
	bool by_code = fr_class_positions(grid) != NULL;

	s->directed = oneway ? UINT64_C(0x4040404040404040) : 0;
	if (!by_code)
		class_for(s, 1, FR_ANY_WAY, FR_ANY_WAY);
	for (int i = 0; by_code && i < grid->code_count; i++)
	{
		uint64_t weight = grid->costs.weight[i];

		if (!grid->terrain)
			weight = weight > 0;
		s->classes.of[i] = class_for(s, weight, oneway ? oneway->enter[i] : FR_ANY_WAY,
									 oneway ? oneway->leave[i] : FR_ANY_WAY);
	}
}

/* Writes the classes of row y, which may be one beyond either end of the map. */
static void
write_classes(const fr_survey *s, uint32_t y, uint8_t *row)
{
	const fr_grid *grid = s->grid;
	const uint8_t *position = fr_class_positions(grid);
	const uint64_t *blocked = fr_bits_line(&grid->rows, y);

	memset(row, 0, row_bytes(grid));
	for (uint32_t x = 0; y < grid->height && x < grid->width; x++)
		if (!(blocked[x / 64] >> x % 64 & 1))
			row[x + 1] = position ? s->classes.of[position[y * grid->width + x]] : 1;
}

/* Row 0 is in hand. */
void
fr_survey_begin(fr_survey *survey, const fr_grid *grid, const fr_arena *scratch)
{
	*survey = (fr_survey){.grid = grid};
	classify(survey);
	for (int i = 0; i < 3; i++)
		survey->row[i] = fr_take(scratch, row_bytes(grid));
	memset(survey->row[0], 0, row_bytes(grid));
	write_classes(survey, 0, survey->row[1]);
	write_classes(survey, 1, survey->row[2]);
}

void
fr_survey_next(fr_survey *survey)
{
	uint8_t *first = survey->row[0];

	survey->y++;
	survey->row[0] = survey->row[1];
	survey->row[1] = survey->row[2];
	survey->row[2] = first;
	write_classes(survey, survey->y + 1, first);
}

/* A bit for each byte, below 128, that is not 0. */
static inline uint64_t
gather_bits(uint64_t bytes)
{
	uint64_t tops = (bytes + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7;

	return (tops & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

/*
 * Which of eight cells of a row are rough: bytes that differ from one around them, or
 * are of a class that has directions.
 */
static inline uint64_t
rough_eight(const fr_survey *s, uint32_t x)
{
	uint64_t own = fr_get64(s->row[1] + x + 1, 0);
	uint64_t differ = own & s->directed;

	for (int i = 0; i < 3; i++)
		for (uint32_t dx = 0; dx < 3; dx++)
			differ |= own ^ fr_get64(s->row[i] + x + dx, 0);
	return gather_bits(differ);
}

/* The rough cells of a word of the row in hand. */
uint64_t
fr_survey_rough(const fr_survey *survey, uint32_t word)
{
	const fr_grid *grid = survey->grid;
	uint64_t passable = ~fr_bits_line(&grid->rows, survey->y)[word];
	uint64_t rough = 0;

	for (uint32_t i = 0; passable && i < 64; i += 8)
		rough |= rough_eight(survey, word * 64 + i) << i;
	return rough & passable;
}

/* How many cells are rough: whether jumping pays. */
void
fr_survey_count_rough(fr_grid *grid, const fr_arena *scratch, const fr_poll *poll)
{
	fr_survey survey;

	fr_survey_begin(&survey, grid, scratch);
	for (uint32_t y = 0; y < grid->height; y++, fr_survey_next(&survey))
	{
		fr_poll_now(poll);
		for (uint32_t i = 0; i * 64 < grid->width; i++)
			grid->rough += fr_bits_count(fr_survey_rough(&survey, i));
	}
}
