/*
 * components.c - which cells paths lead to from which
 *
 * A run is a line of passable cells along a row, as long as it goes; its cells
 * are together, and it is with the runs of the row above that it overlaps.  So
 * it is under every model but one: a diagonal step past a passable side cell
 * adds nothing to the straight steps.  Where it needs none, runs are together
 * that only touch at a corner, too.
 */
#include "core/grid/bits.h"
#include "core/grid/components.h"
#include "core/base/error.h"

/* The runs of a row, one after the other. */
typedef struct runs
{
	const uint64_t *row; /* NULL: no row, no runs */
	uint32_t width;
	size_t cell;	/* of the row's first */
	uint32_t first; /* of the run, in the row; width: there is no more */
	uint32_t end;	/* behind its last */
} runs;

/* The first cell from x on that is blocked, or is not, or the width. */
static uint32_t
find_next(const runs *r, uint32_t x, bool blocked)
{
	uint64_t flip = blocked ? 0 : ~UINT64_C(0);
	uint32_t i = x / 64;
	uint64_t bits = (r->row[i] ^ flip) >> x % 64 << x % 64;

	while (bits == 0)
	{
		if (++i * 64 >= r->width)
			return r->width;
		bits = r->row[i] ^ flip;
	}
	x = i * 64 + (uint32_t) __builtin_ctzll(bits);
	return x < r->width ? x : r->width;
}

static void
next_run(runs *r)
{
	r->first = r->end < r->width ? find_next(r, r->end, false) : r->width;
	r->end = r->first < r->width ? find_next(r, r->first, true) : r->width;
}

/* The first run of row y; a row above the map has none. */
static runs
first_run(const fr_grid *grid, int64_t y)
{
	runs r = {.width = grid->width, .first = grid->width, .end = grid->width};

	if (y < 0)
		return r;
	r.row = fr_bits_line(&grid->rows, (uint32_t) y);
	r.cell = (size_t) y * grid->width;
	r.end = 0;
	next_run(&r);
	return r;
}

/*
 * Union by least index, among the first cells of runs: component[i] is 1 + the
 * index of a cell of the same component that is no later than i; a root is its
 * own.  Halves paths.
 */
static size_t
find_root(uint32_t *component, size_t i)
{
	while (component[i] != i + 1)
	{
		component[i] = component[component[i] - 1];
		i = component[i] - 1;
	}
	return i;
}

static void
join(uint32_t *component, size_t a, size_t b)
{
	a = find_root(component, a);
	b = find_root(component, b);
	if (a < b)
		component[b] = (uint32_t) a + 1;
	else
		component[a] = (uint32_t) b + 1;
}

/* Joins the runs of row y and those above; touching: are corners enough? */
static void
join_row(uint32_t *component, const fr_grid *grid, uint32_t y, bool touching)
{
	runs above = first_run(grid, (int64_t) y - 1);

	for (runs here = first_run(grid, y); here.first < here.width; next_run(&here))
	{
		size_t i = here.cell + here.first;

		component[i] = (uint32_t) i + 1;
		while (above.end + touching <= here.first && above.first < above.width)
			next_run(&above);
		while (above.first < here.end + touching && above.first < above.width)
		{
			join(component, above.cell + above.first, i);
			if (above.end >= here.end)
				break;
			next_run(&above);
		}
	}
}

static void
fill(uint32_t *from, uint32_t *end, uint32_t number)
{
	while (from != end)
		*from++ = number;
}

/* Gives all cells of a row their numbers; earlier rows, and so all roots, have theirs. */
static void
number_row(uint32_t *component, const fr_grid *grid, uint32_t y)
{
	uint32_t *row = component + (size_t) y * grid->width;
	uint32_t x = 0;

	for (runs r = first_run(grid, y); x < r.width; next_run(&r))
	{
		fill(row + x, row + r.first, 0);
		if (r.first < r.width)
			fill(row + r.first, row + r.end, component[row[r.first] - 1]);
		x = r.end;
	}
}

/*
 * Fills component[cells] of a grid with rows of bits: 0 for a blocked cell, else
 * 1 + the index of the component's first cell.  touching: does a diagonal step
 * need no passable side cell?
 */
void
fr_components_build(uint32_t *component, const fr_grid *grid, bool touching,
					const fr_poll *poll)
{
	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		join_row(component, grid, y, touching);
	}
	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		number_row(component, grid, y);
	}
}

/* ---- lists of them ------------------------------------------------------- */

uint32_t
fr_component_count(const fr_grid *grid, const fr_poll *poll)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < grid->cells; i++)
	{
		fr_poll_at(poll, i);
		count += grid->component[i] == i + 1;
	}
	return count;
}

/* The one of so many components, in the order of first cells, that has this first cell. */
static fr_component *
find_component(fr_component *list, uint32_t count, uint32_t first)
{
	uint32_t low = 0;

	for (uint32_t high = count; high - low > 1;)
	{
		uint32_t middle = low + (high - low) / 2;

		if (list[middle].first <= first)
			low = middle;
		else
			high = middle;
	}
	return &list[low];
}

/* All components, of which there are fr_component_count, in the order of first cells. */
void
fr_component_list(const fr_grid *grid, fr_component *list, const fr_poll *poll)
{
	fr_component *last = list;
	uint32_t count = 0;

	for (uint32_t i = 0; i < grid->cells; i++)
	{
		uint32_t number = grid->component[i];

		fr_poll_at(poll, i);
		if (number == 0)
			continue;
		if (number == i + 1)
			list[count++] = (fr_component){.first = i};
		if (last->first + 1 != number)
			last = find_component(list, count, number - 1);
		last->cells++;
	}
}
