/*
 * terrain_classes.c - which cells differ from their neighbours
 *
 * Cells of one weight and the same directions are of one class, so a class takes a byte.
 * Three rows of classes move down the map. Comparing the middle one with itself and the
 * others, each shifted by -1, 0 and 1, compares cells with all their neighbours, eight
 * cells at a time.
 */
#include "core/grid/terrain_classes.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/bytes.h"

_Static_assert(FR_CODES < FR_CLASSES, "each code may be a class");
_Static_assert(FR_ONEWAY_CODES < FR_CLASSES / 2, "and of one-way grids twice");

/* Bytes of a row: whole words, and one on either side. */
static size_t
row_bytes(const fr_grid *grid)
{
	return (size_t) grid->rows.words * 64 + 2;
}

/* The class of a weight and directions: an existing one, or the next of its half. */
static uint8_t
class_for(fr_terrain_classes *s, uint64_t weight, uint8_t enter, uint8_t leave)
{
	bool directed = (enter & leave) != FR_ANY_WAY;
	int class = directed ? FR_CLASSES / 2 : 1;

	if (weight == FR_BLOCKED)
		return 0;
	while (s->classes.weight[class] != FR_BLOCKED &&
		   (s->classes.weight[class] != weight || s->enter[class] != enter ||
			s->leave[class] != leave))
		class ++;
	s->classes.weight[class] = weight;
	s->enter[class] = enter;
	s->leave[class] = leave;
	return (uint8_t) class;
}

static void
classify(fr_terrain_classes *s)
{
	const fr_grid *grid = s->grid;
	const fr_oneway *oneway = grid->oneway;
	bool by_code = fr_class_positions(grid) != NULL;

	s->directed = oneway ? UINT64_C(0x4040404040404040) : 0;
	for (int class = 0; class < FR_CLASSES; class ++)
		s->classes.weight[class] = FR_BLOCKED;
	if (!by_code)
		class_for(s, 1, FR_ANY_WAY, FR_ANY_WAY);
	for (int i = 0; by_code && i < grid->code_count; i++)
	{
		uint64_t weight = grid->costs.weight[i];

		if (!grid->terrain && weight != FR_BLOCKED)
			weight = 1;
		s->classes.of[i] = class_for(s, weight, oneway ? oneway->enter[i] : FR_ANY_WAY,
									 oneway ? oneway->leave[i] : FR_ANY_WAY);
	}
}

/* Writes the classes of row y, which may be one beyond either end of the map. */
static void
write_classes(const fr_terrain_classes *s, uint32_t y, uint8_t *row)
{
	const fr_grid *grid = s->grid;
	const uint8_t *position = fr_class_positions(grid);
	const uint64_t *blocked = fr_bits_line(&grid->rows, y);

	memset(row, 0, row_bytes(grid));
	for (uint32_t x = 0; y < grid->height && x < grid->width; x++)
		if (!(blocked[x / 64] >> x % 64 & 1))
			row[x + 1] = position ? s->classes.of[position[y * grid->width + x]] : 1;
}

void
fr_terrain_classes_begin(fr_terrain_classes *terrain, const fr_grid *grid,
						 const fr_arena *scratch)
{
	*terrain = (fr_terrain_classes){.grid = grid};
	classify(terrain);
	for (int i = 0; i < 3; i++)
		terrain->row[i] = fr_arena_alloc(scratch, row_bytes(grid));
	memset(terrain->row[0], 0, row_bytes(grid));
	write_classes(terrain, 0, terrain->row[1]);
	write_classes(terrain, 1, terrain->row[2]);
}

void
fr_terrain_classes_next(fr_terrain_classes *terrain)
{
	uint8_t *first = terrain->row[0];

	terrain->y++;
	terrain->row[0] = terrain->row[1];
	terrain->row[1] = terrain->row[2];
	terrain->row[2] = first;
	write_classes(terrain, terrain->y + 1, first);
}

/* A bit for each byte, below 128, that is not 0. */
static inline uint64_t
gather_bits(uint64_t bytes)
{
	uint64_t tops = (bytes + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7;

	return (tops & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

/*
 * The irregular ones of eight cells of a row: bytes that differ from a neighbour, or are
 * of a class with directions.
 */
static inline uint64_t
irregular_eight(const fr_terrain_classes *s, uint32_t x)
{
	uint64_t own = fr_get64(s->row[1] + x + 1, 0);
	uint64_t differ = own & s->directed;
	uint32_t hex = s->grid->costs.hex; /* all neighbours except NW and SE */

	for (uint32_t i = 0; i < 3; i++)
		for (uint32_t dx = i == 0 ? hex : 0; dx < (i == 2 ? 3 - hex : 3); dx++)
			differ |= own ^ fr_get64(s->row[i] + x + dx, 0);
	return gather_bits(differ);
}

uint64_t
fr_terrain_irregular(const fr_terrain_classes *terrain, uint32_t word)
{
	const fr_grid *grid = terrain->grid;
	uint64_t passable = ~fr_bits_line(&grid->rows, terrain->y)[word];
	uint64_t irregular = 0;

	for (uint32_t i = 0; passable && i < 64; i += 8)
		irregular |= irregular_eight(terrain, word * 64 + i) << i;
	return irregular & passable;
}

/* A byte of ones for each byte, below 128, that is not 0. */
static inline uint64_t
fill_bytes(uint64_t bytes)
{
	uint64_t tops = (bytes + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7;

	return (tops & UINT64_C(0x0101010101010101)) * 255;
}

/* Of eight cells, those that differ from a passable neighbour, or that have directions. */
static inline uint64_t
rough_eight(const fr_terrain_classes *s, uint32_t x)
{
	uint64_t own = fr_get64(s->row[1] + x + 1, 0);
	uint64_t differ = own & s->directed;

	for (int i = 0; i < 3; i++)
		for (uint32_t dx = 0; dx < 3; dx++)
		{
			uint64_t other = fr_get64(s->row[i] + x + dx, 0);

			differ |= (own ^ other) & fill_bytes(other);
		}
	return gather_bits(differ);
}

uint64_t
fr_terrain_rough(const fr_terrain_classes *terrain, uint32_t word)
{
	uint64_t passable = ~fr_bits_line(&terrain->grid->rows, terrain->y)[word];
	uint64_t rough = 0;

	for (uint32_t i = 0; passable && i < 64; i += 8)
		rough |= rough_eight(terrain, word * 64 + i) << i;
	return rough & passable;
}
