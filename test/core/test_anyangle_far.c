/*
 * test_anyangle_far.c - straight lines that are long, and paths of many
 *
 *     test_anyangle_far [PAIRS [SEED]]
 */
#include <float.h>

#include "anyangle_index.h"

/* ---- a long way before ------------------------------------------------------ */

#define WIDE 513 /* cells of a corridor */
#define CAVE 40	 /* rows of cells below the last one */
#define LONGEST (1 << 21)

/* Corridors of so many rows, one cell wide, which take turns, and a cave at their end. */
static uint8_t *
corridors_and_cave(int rows, chance *c)
{
	uint8_t *codes = new_block((size_t) (rows + CAVE) * WIDE);

	for (int y = 0; y < rows + CAVE; y++)
		for (int x = 0; x < WIDE; x++)
		{
			bool blocked = y >= rows ? chance_below(c, 4) == 0
						   : y % 2	 ? x != (y / 2 % 2 ? 0 : WIDE - 1)
									 : false;

			codes[y * WIDE + x] = blocked ? '@' : '.';
		}
	return codes;
}

/* Is it as far from the start as from the corridors' end and the way there? In all forms. */
static bool
is_as_far(const fr_grid *grid, fr_workspace *workspace, uint32_t end, uint32_t goal,
		  double before)
{
	const fr_method method = method_of("visibility");
	fr_query query = {.grid = grid, .method = &method};
	fr_result near;
	fr_result far;
	fr_result back;
	uint64_t cost;

	search_pair(grid, &method, end, goal, workspace, &poll, &near);
	search_pair(grid, &method, goal, 0, workspace, &poll, &back);
	fr_costs_to(&query, (fr_cells){&goal, 1},
				fr_sweep_workspace_on(query.grid, workspace), &poll, &cost);
	search_pair(grid, &method, 0, goal, workspace, &poll, &far);
	return far.found == near.found &&
		   (!far.found || (far.cost == back.cost && far.cost == cost &&
						   fabs(value_of(far.cost) - before - value_of(near.cost)) <=
							   before * DBL_EPSILON));
}

/* Paths of a cave, which begin a little below each power of two. */
static void
test_long(chance *c)
{
	const fr_method method = method_of("visibility");
	long wrong = 0;
	long asked = 0;

	for (int length = 1 << 12; length <= LONGEST; length *= 2)
	{
		int corridors = length / (WIDE + 1);
		int rows = 2 * corridors;
		double before = (double) corridors * (WIDE + 1);
		uint32_t end = (uint32_t) (rows * WIDE + (corridors % 2 ? WIDE - 1 : 0));
		uint8_t *codes = corridors_and_cave(rows, c);
		fr_grid *grid;
		fr_workspace *workspace;

		codes[end] = '.';
		grid = make_grid("anyangle", codes, WIDE, (uint32_t) (rows + CAVE));
		workspace = new_workspace(fr_search_nodes(grid, &method), &method);
		for (int i = 0; i < 50; i++, asked++)
			wrong += !is_as_far(grid, workspace, end,
								end - end % WIDE + chance_below(c, WIDE * CAVE), before);
		free(workspace);
		free_grid(grid);
		free(codes);
	}
	ok(wrong == 0, "%ld paths of a cave behind up to %d cells of corridors: %ld wrong",
	   asked, LONGEST, wrong);
}

/* ---- long lines -------------------------------------------------------------- */

#define LONG 3000 /* cells of a row */
#define ROWS 40

/* Units so fine that lines of the map have too many of them for single precision. */
static bool
refuses_fine_units(const tried *m)
{
	uint8_t *bytes = new_block(m->size);
	fr_index_checked checked;
	fr_error error;
	bool refused;

	memcpy(bytes, m->bytes, m->size);
	fr_put32(bytes + FR_AT_LABEL_STRAIGHT, 0, 2 * m->index.units.straight);
	fr_put32(bytes + FR_AT_LABEL_DIAGONAL, 0, 2 * m->index.units.straight);
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, m->size - FR_AT_WIDTH));
	refused =
		fr_index_check(bytes, m->size, &poll, &checked, &error) == FR_PACKED_CORRUPT;
	free(bytes);
	return refused;
}

/* Few obstacles in a long field: the index beside the search. */
static void
test_far(int pairs, chance *c)
{
	const fr_method method = method_of("visibility");
	uint8_t *codes = new_block(LONG * ROWS);
	tally t = {0};
	tried m = {.t = &t};
	fr_workspace *workspace;

	memset(codes, '.', LONG * ROWS);
	for (int i = 0; i < 60; i++)
		codes[chance_below(c, LONG * ROWS)] = '@';
	m.grid = make_grid("anyangle", codes, LONG, ROWS);
	workspace = new_workspace(fr_search_nodes(m.grid, &method), &method);
	make_index(&m, "anyangle");
	for (int i = 0; i < pairs; i++)
	{
		uint32_t start = chance_below(c, LONG * ROWS);
		uint32_t goal = chance_below(c, LONG * ROWS);
		fr_result r;

		search_pair(m.grid, &method, start, goal, workspace, &poll, &r);
		t.indexed +=
			!costs_so(&m, (fr_cell){(int32_t) (start % LONG), (int32_t) (start / LONG)},
					  (fr_cell){(int32_t) (goal % LONG), (int32_t) (goal / LONG)},
					  r.found ? r.cost : FR_UNREACHED);
	}
	ok(t.indexed == 0, "%d paths of lines up to %d cells: %ld wrong", pairs, LONG,
	   t.indexed);
	ok(refuses_fine_units(&m), "units that are too fine for these are refused");
	free_index(&m);
	free(workspace);
	free_grid(m.grid);
	free(codes);
}

int
main(int argc, char **argv)
{
	int pairs = argc > 1 ? atoi(argv[1]) : 2000;
	chance c = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};

	test_long(&c);
	test_far(pairs, &c);
	return tap_done();
}
