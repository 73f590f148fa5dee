/*
 * test_grid.c - decoded maps, cell by cell, against the rules said plainly
 *
 *     test_grid [CASES [SEED]]
 *
 * Maps are decoded 64 cells at a time, so sides are mostly about a multiple of
 * that, and codes of all packed sizes.
 */
#include "core/grid/moves.h"
#include "support.h"
#include "tap.h"

static const char alphabet[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/* What a cell is to an agent, the worst first: the worst cell that it covers counts. */
typedef enum ground
{
	BLOCKED,
	HEAVY, /* weighs two where weights differ */
	LIGHT
} ground;

/* Codes of even places in the alphabet are free, others blocked. */
typedef struct field
{
	uint64_t seed;
	int width;
	int height;
	uint8_t *codes;
	uint8_t *cells;		/* the ground of each cell */
	uint8_t *positions; /* of all that an agent there covers */
	bool octile;
	int corners;
	int size; /* of the agent */
	int tall; /* its height */
	char model[1024];
} field;

enum
{
	MOVES,
	MOVES_AT,
	COMPONENTS,
	TERRAIN,
	ROWS,
	SQUARES,
	SIDES,
	LISTS,
	CHECKS
};

static const char *const check_names[CHECKS] = {
	"legal moves",
	"legal moves of one cell",
	"components, by their first cells",
	"weights, where they differ",
	"bits by rows",
	"squares of free cells",
	"sides and corners of obstacles",
	"lists of components",
};

static long held[CHECKS];
static long broken[CHECKS];

static void
expect(int check, bool holds, const field *f)
{
	held[check] += holds;
	if (holds || broken[check]++ > 0)
		return;
	printf("# FAILED: %s: seed %llu, %d x %d\n", check_names[check],
		   (unsigned long long) f->seed, f->width, f->height);
}

/* ---- maps -------------------------------------------------------------- */

static int
random_side(chance *c)
{
	static const int sides[] = {1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129};

	if (chance_below(c, 2))
		return 1 + (int) chance_below(c, 150);
	return sides[chance_below(c, sizeof sides / sizeof *sides)];
}

static void
fill_codes(field *f, chance *c, uint32_t codes)
{
	uint32_t percent = chance_below(c, 5) * 25;

	f->codes = new_block((size_t) f->width * (size_t) f->height);
	for (int i = 0; i < f->width * f->height; i++)
	{
		uint32_t code = chance_below(c, codes) & ~UINT32_C(1);

		if (chance_below(c, 100) >= percent && code + 1 < codes)
			code++;
		f->codes[i] = (uint8_t) alphabet[code];
	}
}

/* Every other free code weighs twice as much where weights are to differ. */
static void
write_model(field *f, bool weighted)
{
	static const char *const corners[] = {"any", "one", "both"};
	char *to = f->model;

	to += f->octile ? sprintf(to, "octile(corners=%s", corners[f->corners])
					: sprintf(to, "tile(straight=1");
	if (f->size > 1 || f->tall > 1)
		to += sprintf(to, ",size=%dx%d", f->size, f->tall);
	for (size_t i = 0; i < sizeof alphabet - 1; i += 2)
		to += sprintf(to, ",%c=%d", alphabet[i], weighted && i % 4 == 2 ? 2 : 1);
	for (size_t i = 1; i < sizeof alphabet - 1; i += 2)
		to += sprintf(to, ",%c=blocked", alphabet[i]);
	strcpy(to, ")");
}

static field
make_field(uint64_t seed)
{
	static const uint32_t counts[] = {1, 2, 3, 4, 5, 16, 17, 62};
	chance c = {seed};
	field f = {.seed = seed};

	f.width = random_side(&c);
	f.height = random_side(&c);
	f.octile = chance_below(&c, 4) > 0;
	f.corners = f.octile ? (int) chance_below(&c, 3) : 0;
	if (chance_below(&c, 2))
		f.size = 1;
	else
		f.size = 1 + (int) chance_below(&c, chance_below(&c, 4) ? 5 : FR_SIZE_MAX);
	f.tall = f.size;
	if (chance_below(&c, 4) == 0)
		f.tall = 1 + (int) chance_below(&c, chance_below(&c, 4) ? 5 : FR_SIZE_MAX);
	fill_codes(&f, &c, counts[chance_below(&c, sizeof counts / sizeof *counts)]);
	write_model(&f, chance_below(&c, 2));
	return f;
}

/* ---- the rules --------------------------------------------------------- */

static ground
ground_of(uint8_t code)
{
	static const ground grounds[] = {LIGHT, BLOCKED, HEAVY, BLOCKED};

	return grounds[(strchr(alphabet, code) - alphabet) % 4];
}

/* Outside the map all is blocked. */
static ground
ground_in(const field *f, const uint8_t *grounds, int x, int y)
{
	if (x < 0 || y < 0 || x >= f->width || y >= f->height)
		return BLOCKED;
	return grounds[y * f->width + x];
}

static ground
worst_covered(const field *f, int x, int y)
{
	ground worst = LIGHT;

	for (int i = 0; i < f->size * f->tall && worst != BLOCKED; i++)
	{
		ground g = ground_in(f, f->cells, x + i % f->size, y + i / f->size);

		if (g < worst)
			worst = g;
	}
	return worst;
}

static void
survey(field *f)
{
	int count = f->width * f->height;

	f->cells = new_block((size_t) count);
	f->positions = new_block((size_t) count);
	for (int i = 0; i < count; i++)
		f->cells[i] = (uint8_t) ground_of(f->codes[i]);
	for (int i = 0; i < count; i++)
		f->positions[i] = (uint8_t) worst_covered(f, i % f->width, i / f->width);
}

static bool
is_free(const field *f, int x, int y)
{
	return ground_in(f, f->positions, x, y) != BLOCKED;
}

static bool
is_legal(const field *f, int x, int y, int d)
{
	int dx = fr_dx[d];
	int dy = fr_dy[d];

	if (!is_free(f, x, y) || !is_free(f, x + dx, y + dy))
		return false;
	if (dx == 0 || dy == 0)
		return true;
	return f->octile && is_free(f, x + dx, y) + is_free(f, x, y + dy) >= f->corners;
}

static void
check_moves(const field *f, const fr_grid *grid)
{
	bool right = true;
	bool alone = true;

	for (int y = 0; y < f->height; y++)
		for (int x = 0; x < f->width; x++)
			for (int d = 0; d < FR_DIRECTIONS; d++)
			{
				bool legal = is_legal(f, x, y, d);

				right &= legal == (grid->moves[y * f->width + x] >> d & 1);
				alone &= legal == (fr_moves_at(grid, (fr_cell){x, y}) >> d & 1);
			}
	expect(MOVES, right, f);
	expect(MOVES_AT, alone, f);
}

/* ---- components -------------------------------------------------------- */

/* Gives this number to what legal moves reach from a cell; how many cells. */
static uint32_t
flood(const field *f, uint32_t from, uint32_t component, uint32_t *number,
	  uint32_t *stack)
{
	uint32_t waiting = 1;
	uint32_t cells = 0;

	number[from] = component;
	stack[0] = from;
	while (waiting > 0)
	{
		uint32_t i = stack[--waiting];
		int x = (int) i % f->width;
		int y = (int) i / f->width;

		cells++;
		for (int d = 0; d < FR_DIRECTIONS; d++)
		{
			uint32_t next = i + (uint32_t) (fr_dy[d] * f->width + fr_dx[d]);

			if (!is_legal(f, x, y, d) || number[next])
				continue;
			number[next] = component;
			stack[waiting++] = next;
		}
	}
	return cells;
}

static void
check_components(const field *f, const fr_grid *grid)
{
	fr_poll poll = no_poll();
	uint32_t count = grid->components.count;
	fr_component *list = new_block(count * sizeof *list);
	uint32_t *number = new_block(grid->cells * sizeof *number);
	uint32_t *stack = new_block(grid->cells * sizeof *stack);
	uint32_t found = 0;
	bool listed = true;
	bool right = true;

	fr_component_list(grid, NULL, list, &poll);
	memset(number, 0, grid->cells * sizeof *number);
	for (uint32_t i = 0; i < grid->cells; i++)
		if (!number[i] && is_free(f, (int) i % f->width, (int) i / f->width))
		{
			uint32_t cells = flood(f, i, ++found, number, stack);

			listed &= found <= count && list[found - 1].first == i &&
					  list[found - 1].cells == cells;
		}
	for (uint32_t i = 0; i < grid->cells; i++)
		right &= fr_grid_component(grid, i) == number[i];
	expect(COMPONENTS, right, f);
	expect(LISTS, listed && found == count, f);
	free(stack);
	free(number);
	free(list);
}

/* ---- weights ----------------------------------------------------------- */

static void
check_terrain(const field *f, const fr_grid *grid)
{
	bool right = true;

	for (uint32_t i = 0; grid->terrain && i < grid->cells; i++)
	{
		int x = (int) i % f->width;
		int y = (int) i / f->width;

		if (is_free(f, x, y))
			right &= grid->costs.weight[grid->terrain[i]] ==
					 (ground_in(f, f->positions, x, y) == LIGHT ? 1 : 2);
	}
	expect(TERRAIN, right, f);
}

/* ---- bits -------------------------------------------------------------- */

/* Are all four cells of a square free? */
static bool
has_square(const fr_grid *grid, int x, int y)
{
	return !fr_bits_has(grid->jumps->squares.lines + y * grid->jumps->squares.words, x);
}

/* Around the map all is blocked, a cell on every side. */
static void
check_bits(const field *f, const fr_grid *grid)
{
	bool rows = true;
	bool squares = true;

	for (int y = -1; y <= f->height; y++)
		for (int x = -1; x <= f->width; x++)
		{
			bool blocked = !is_free(f, x, y);

			if (grid->costs.jumps == FR_OCTILE_JUMPS)
				squares &= has_square(grid, x, y) ==
						   (is_free(f, x, y) && is_free(f, x + 1, y) &&
							is_free(f, x, y + 1) && is_free(f, x + 1, y + 1));
			rows &= fr_bits_has(grid->rows.lines + y * grid->rows.words, x) == blocked;
		}
	expect(ROWS, rows, f);
	expect(SQUARES, squares, f);
}

/* Of the four corners of a free cell, those that three blocked ones surround. */
static uint32_t
hollow_corners(const field *f, int x, int y)
{
	uint32_t corners = 0;

	for (int d = FR_NE; d < FR_DIRECTIONS && is_free(f, x, y); d += 2)
		corners += !is_free(f, x + fr_dx[d], y) && !is_free(f, x, y + fr_dy[d]) &&
				   !is_free(f, x + fr_dx[d], y + fr_dy[d]);
	return corners;
}

static void
check_sides(const field *f, const fr_grid *grid)
{
	uint32_t sides = 0;
	uint32_t corners = 0;
	uint32_t hollow = 0;

	for (int y = 0; y < f->height; y++)
		for (int x = 0; x < f->width; hollow += hollow_corners(f, x++, y))
			for (int d = 0; d < FR_DIRECTIONS && !is_free(f, x, y); d++)
			{
				int dx = fr_dx[d];
				int dy = fr_dy[d];
				bool open = is_free(f, x + dx, y + dy);

				if (dx == 0 || dy == 0)
					sides += open;
				else
					corners += open && is_free(f, x + dx, y) && is_free(f, x, y + dy);
			}
	if (grid->costs.jumps)
		expect(SIDES,
			   grid->shape.obstacle_edges == sides &&
				   grid->shape.convex_corners == corners &&
				   grid->shape.concave_corners == hollow,
			   f);
}

/* ------------------------------------------------------------------------ */

static void
run_case(uint64_t seed)
{
	field f = make_field(seed);
	fr_grid *grid = make_grid(f.model, f.codes, (uint32_t) f.width, (uint32_t) f.height);

	survey(&f);
	check_moves(&f, grid);
	check_components(&f, grid);
	check_terrain(&f, grid);
	check_bits(&f, grid);
	check_sides(&f, grid);
	free_grid(grid);
	free(f.positions);
	free(f.cells);
	free(f.codes);
}

/* May a diagonal step be made, with these side cells passable? Each rule said plainly. */
static const bool passes[3][2][2] = {
	{{true, true}, {true, true}},	/* corners=any */
	{{false, true}, {true, true}},	/* corners=one */
	{{false, false}, {false, true}} /* corners=both */
};

static void
test_diagonals(void)
{
	bool one = true;
	bool words = true;

	for (int corners = 0; corners < 3; corners++)
		for (int a = 0; a < 2; a++)
			for (int b = 0; b < 2; b++)
			{
				uint64_t bit = UINT64_C(1) << (corners * 20 + a * 2 + b);
				uint64_t passed = fr_diagonals_pass(corners, a ? bit : 0, b ? bit : 0);

				one &= fr_diagonal_passes(corners, a, b) == passes[corners][a][b];
				words &= ((passed & bit) != 0) == passes[corners][a][b];
			}
	ok(one, "the rule of corners, for a step");
	ok(words, "the rule of corners, for 64 steps");
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : 5000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	test_diagonals();
	for (long i = 0; i < cases; i++)
		run_case(seed + (uint64_t) i);
	for (int i = 0; i < CHECKS; i++)
		ok(broken[i] == 0 && held[i] > 0, "%s: %ld of %ld maps", check_names[i], held[i],
		   held[i] + broken[i]);
	return tap_done();
}
