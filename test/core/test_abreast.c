/*
 * test_abreast.c - sweeps from several cells at once, compared with one after the other
 */
#include "core/search/sweep.h"

#include "checks.h"

enum
{
	AHEAD,
	BACK,
	MADE,
	TOO_FAR,
	ONEWAY,
	LARGE_AGENTS,
	CHECKS
};

check checks[CHECKS] = {
	{"distances from cells are those of single sweeps", 0, 0},
	{"and so are those to cells", 0, 0},
	{"all sweeps are made where distances fit", 0, 0},
	{"and none with a distance that does not", 0, 0},
	{"where some cells are one-way, by the steps without directions", 0, 0},
	{"for agents of several cells", 0, 0},
};

#define MOST_SOURCES 19

/* Random free cells, of any component; returns how many. */
static int
draw_sources(const fr_grid *grid, chance *c, uint32_t *cells)
{
	int wanted = 4 + (int) chance_below(c, MOST_SOURCES - 3);
	int count = 0;

	for (int tries = 0; tries < 1000 && count < wanted; tries++)
	{
		uint32_t cell = chance_below(c, grid->cells);

		if (fr_grid_component(grid, cell) != 0)
			cells[count++] = cell;
	}
	return count;
}

/* Sweeps whose longest step is `parts` long, or as it is if that is shorter. */
static void
prepare(fr_sweep *s, const fr_grid *grid, uint64_t parts, fr_workspace *workspace,
		const fr_poll *poll)
{
	uint64_t unit = grid->costs.step_max / parts;

	fr_sweep_prepare(s, grid, unit ? unit : 1, grid->costs.limit, workspace, poll);
	if (grid->oneway)
		s->grid.moves = grid->oneway->plain;
	s->grid.oneway = NULL;
}

/* Is a column what a single sweep tells? */
static bool
is_column_right(fr_sweep *s, uint32_t source, bool backward, const uint16_t *column)
{
	bool right = true;

	fr_sweep_begin(s);
	fr_sweep_run(s, &source, 1, backward);
	for (uint32_t n = 0; n < s->grid.cells; n++)
	{
		uint64_t wanted = fr_distance(s->workspace, n);

		right &= column[n] == (wanted == FR_UNREACHED ? FR_ABREAST_FAR : wanted);
	}
	return right;
}

/* Do the distances from or to this cell leave room for a step? */
static bool
fits(fr_sweep *s, uint32_t source, bool backward)
{
	uint64_t most = 0;

	fr_sweep_begin(s);
	fr_sweep_run(s, &source, 1, backward);
	for (uint32_t n = 0; n < s->grid.cells; n++)
	{
		uint64_t distance = fr_distance(s->workspace, n);

		most = distance != FR_UNREACHED && distance > most ? distance : most;
	}
	return most + s->grid.costs.step_max < UINT16_MAX;
}

static void
check_way(const world *w, fr_sweep *s, const uint32_t *cells, int count, bool backward)
{
	uint16_t *columns = new_block((size_t) count * s->grid.cells * sizeof *columns);
	int made = fr_sweep_abreast(s, (fr_abreast){cells, count, backward}, columns);
	bool fit = s->grid.costs.step_max <= UINT16_MAX / 2;
	bool right = true;

	for (int i = 0; i < count; i++)
		fit &= fits(s, cells[i], backward);
	for (int i = 0; i < made; i++)
		right &=
			is_column_right(s, cells[i], backward, columns + (size_t) i * s->grid.cells);
	if (made > 0)
	{
		expect(backward ? BACK : AHEAD, right, w, NULL);
		if (w->grid->oneway)
			expect(ONEWAY, right, w, NULL);
		if (fr_model_word(&w->model, FR_SIZE) > 1)
			expect(LARGE_AGENTS, right, w, NULL);
	}
	if (fit && count % 8 == 0)
		expect(MADE, made == count, w, NULL);
	if (!fit && count <= 8)
		expect(TOO_FAR, made == 0, w, NULL);
	free(columns);
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static const uint64_t parts[] = {3, 200, 9000, 60000};
	fr_poll poll = no_poll();
	uint32_t cells[MOST_SOURCES];
	int count = draw_sources(w->grid, c, cells);
	fr_sweep s;

	if (w->grid->terrain == NULL || w->grid->links || count == 0)
		return;
	prepare(&s, w->grid, parts[chance_below(c, 4)], workspace, &poll);
	check_way(w, &s, cells, count, false);
	check_way(w, &s, cells, count, true);
}

/* ---- where they give up -------------------------------------------------- */

/* Corridors up and down: each turn takes the rows once more. */
static void
make_comb(uint8_t *codes, int side)
{
	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++)
			codes[y * side + x] = x % 2 == 0 || y == (x % 4 == 1 ? side - 1 : 0)
									  ? (y % 3 ? '.' : 'W')
									  : '@';
}

/* What a single sweep tells, in a workspace of its own. */
static void
sweep_alone(fr_sweep s, uint32_t source, bool backward, uint16_t *column)
{
	fr_method method = method_of("astar");

	s.workspace = new_workspace(s.grid.cells, &method);
	fr_sweep_begin(&s);
	fr_sweep_run(&s, &source, 1, backward);
	for (uint32_t n = 0; n < s.grid.cells; n++)
	{
		uint64_t distance = fr_distance(s.workspace, n);

		column[n] = distance == FR_UNREACHED ? FR_ABREAST_FAR : (uint16_t) distance;
	}
	free(s.workspace);
}

static void
test_comb(int side, int wanted)
{
	uint8_t *codes = new_block((size_t) side * (size_t) side);
	fr_method method = method_of("astar");
	fr_poll poll = no_poll();
	uint32_t cells[8] = {0};
	uint16_t *columns = new_block(8 * (size_t) side * (size_t) side * sizeof *columns);
	fr_grid *grid;
	fr_workspace *workspace;
	fr_sweep s;
	int made;

	make_comb(codes, side);
	grid = make_grid("octile(straight=2, diagonal=3, W=3, weigh=enter)", codes,
					 (uint32_t) side, (uint32_t) side);
	workspace = new_workspace(grid->cells, &method);
	prepare(&s, grid, 100, workspace, &poll);
	made = fr_sweep_abreast(&s, (fr_abreast){cells, 8, true}, columns);
	ok(made == wanted, "a comb of side %d: %d made of 8", side, made);
	if (made == 0)
		sweep_alone(s, 0, true, columns);
	ok(is_column_right(&s, 0, true, columns), "and sweeps after them are right");
	free(workspace);
	free_grid(grid);
	free(columns);
	free(codes);
}

/* ---- interrupts --------------------------------------------------------- */

static bool
leaves_after(fr_sweep *s, int polls, uint16_t *columns)
{
	leaver l = {.polls_left = polls};
	fr_poll poll = {leave, &l};
	uint32_t cells[8] = {0};

	if (setjmp(l.out))
		return true;
	s->poll = &poll;
	fr_sweep_abreast(s, (fr_abreast){cells, 8, true}, columns);
	return false;
}

static void
test_escape(void)
{
	uint8_t codes[30 * 30];
	uint16_t *columns = new_block(9 * sizeof codes * sizeof *columns);
	fr_method method = method_of("astar");
	fr_poll poll = no_poll();
	fr_grid *grid;
	fr_sweep s;
	int polls = 0;
	bool right = true;

	make_comb(codes, 30);
	grid = make_grid("octile(straight=2, diagonal=3, W=3)", codes, 30, 30);
	prepare(&s, grid, 100, new_workspace(grid->cells, &method), &poll);
	sweep_alone(s, 0, true, columns);
	while (leaves_after(&s, polls, columns + sizeof codes))
	{
		s.poll = &poll;
		right &= is_column_right(&s, 0, true, columns);
		polls++;
	}
	ok(polls >= 30 && right, "left at each of %d polls, and the next sweep is right",
	   polls);
	free(s.workspace);
	free_grid(grid);
	free(columns);
}

int
main(int argc, char **argv)
{
	test_comb(9, 8);
	test_comb(61, 0);
	test_escape();
	return check_worlds(argc, argv, 3000, 12, check_world, CHECKS);
}
