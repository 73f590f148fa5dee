/*
 * draw.c - random cells of a grid
 */
#include "core/search/draw.h"

#include "core/base/base.h"
#include "core/base/random.h"
#include "core/grid/grid_links.h"

/* The number of what steps and links join with a cell; 0: it is blocked. */
uint32_t
fr_draw_part(const fr_grid *grid, uint32_t cell)
{
	return fr_grid_group(grid, fr_grid_component(grid, cell));
}

#define TRIES 1000
#define SAMPLES 64

static bool
may_be_drawn(const fr_draw *d, uint32_t cell)
{
	uint32_t part = fr_draw_part(d->grid, cell);

	if (part == 0 || (d->part && part != d->part))
		return false;
	for (int i = 0; i < d->count; i++)
		if (d->drawn[i] == cell)
			return false;
	return true;
}

/* Draws a cell: at random, or after TRIES the next valid one; false if there is none. */
bool
fr_draw_cell(fr_draw *d)
{
	uint32_t cells = d->grid->cells;
	uint32_t cell = fr_random_below(&d->random, cells);

	for (int tries = 1; tries < TRIES && !may_be_drawn(d, cell); tries++)
		cell = fr_random_below(&d->random, cells);
	for (uint32_t i = 0; i < cells; i++)
	{
		fr_poll_at(d->poll, i);
		if (may_be_drawn(d, cell))
		{
			d->drawn[d->count++] = cell;
			return true;
		}
		cell = cell + 1 < cells ? cell + 1 : 0;
	}
	return false;
}

/* The first of SAMPLES random cells that is in their most frequent part. */
bool
fr_draw_origin(fr_draw *d, uint32_t *origin)
{
	uint32_t samples[SAMPLES];
	fr_draw sample = {d->grid, d->poll, d->random, 0, samples, 0};
	int most = 0;

	while (sample.count < SAMPLES && fr_draw_cell(&sample))
		;
	d->random = sample.random;
	for (int i = 0; i < sample.count; i++)
	{
		int same = 0;

		for (int k = 0; k < sample.count; k++)
			same +=
				fr_draw_part(d->grid, samples[k]) == fr_draw_part(d->grid, samples[i]);
		if (same > most)
		{
			most = same;
			*origin = samples[i];
		}
	}
	return most > 0;
}
