/*
 * clearance.c - how far cells are from blocked ones
 */
#include "core/base/error.h"
#include "core/grid/bits.h"

/* The distances of a grid's cells, as far as they matter. */
typedef struct clearance
{
	const fr_grid *grid;
	uint8_t *distance;
} clearance;

/* A step more than a neighbour's distance, if that is less. */
static uint8_t
nearer(uint8_t neighbour, uint8_t best)
{
	return neighbour < best ? neighbour + 1 : best;
}

/* The same of the nearest of a cell's neighbours in another row. */
static uint8_t
step_from_row(const clearance *c, uint32_t x, uint32_t y, uint8_t best)
{
	const uint8_t *row = c->distance + (size_t) y * c->grid->width;
	uint32_t first = c->grid->octile && x > 0 ? x - 1 : x;
	uint32_t last = c->grid->octile && x + 1 < c->grid->width ? x + 1 : x;

	for (uint32_t i = first; i <= last; i++)
		best = nearer(row[i], best);
	return best;
}

/* Looks at what is above a row and before each cell. */
static void
pass_down(clearance *c, uint32_t y, uint8_t farthest)
{
	uint8_t *row = c->distance + (size_t) y * c->grid->width;
	const uint64_t *blocked = fr_bits_line(&c->grid->rows, y);

	for (uint32_t x = 0; x < c->grid->width; x++)
	{
		uint8_t best = x > 0 ? nearer(row[x - 1], farthest) : farthest;

		if (y > 0)
			best = step_from_row(c, x, y - 1, best);
		row[x] = fr_bits_has(blocked, (int32_t) x) ? 0 : best;
	}
}

/* And then at what is below it and after each cell. */
static void
pass_up(clearance *c, uint32_t y)
{
	uint8_t *row = c->distance + (size_t) y * c->grid->width;

	for (uint32_t x = c->grid->width; x-- > 0;)
	{
		if (x + 1 < c->grid->width)
			row[x] = nearer(row[x + 1], row[x]);
		if (y + 1 < c->grid->height)
			row[x] = step_from_row(c, x, y + 1, row[x]);
	}
}

/*
 * The number of moves from each cell to the nearest blocked one as if all cells between
 * were free; at most `farthest`, 1 to 255. Two passes are exact where all moves count 1
 * (Rosenfeld and Pfaltz 1968).
 */
void
fr_grid_clearance(const fr_grid *grid, uint8_t farthest, uint8_t *distance,
				  const fr_poll *poll)
{
	clearance c = {grid, distance};

	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		pass_down(&c, y, farthest);
	}
	for (uint32_t y = grid->height; y-- > 0;)
	{
		fr_poll_now(poll);
		pass_up(&c, y);
	}
}
