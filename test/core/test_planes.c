/*
 * test_planes.c - the planes of jump point search, bit by bit, against a construction cell
 * by cell: on random maps with sides around multiples of 64
 *
 *     test_planes [MAPS [SEED]]
 *
 * With patterns, each jump point's pattern says where rays end; test_patterns has the
 * answers that follow.
 */
#include "core/jump/jump_planes.h"
#include "support.h"
#include "tap.h"

static const char *const models[] = {"octile",
									 "octile(straight=2, diagonal=5)",
									 "octile(corners=any)",
									 "octile(S=2)",
									 "tile",
									 "tile(S=3, weigh=average)",
									 "octile(size=3)",
									 "octile(S=3, T=1/enter:E)",
									 "tile(T=1/leave:N)"};

#define MODELS (sizeof models / sizeof *models)

enum
{
	ROWS,
	SQUARES,
	ENDS,
	REACHES,
	STOPS,
	POINTS,
	COLUMNS,
	PLANES
};

static const char *const names[PLANES] = {"rows",  "squares",	  "ends",	"reaches",
										  "stops", "jump points", "columns"};

typedef struct tally
{
	long bits[PLANES];
	long wrong[PLANES];
} tally;

static const fr_grid *grid;
static tally t;

static void
compare(int plane, bool is, bool wanted)
{
	t.bits[plane]++;
	t.wrong[plane] += is != wanted;
}

static bool
blocked(int x, int y)
{
	return x < 0 || y < 0 || x >= (int) grid->width || y >= (int) grid->height ||
		   fr_grid_blocked(grid, (uint32_t) y * grid->width + (uint32_t) x);
}

static bool
by_pattern(void)
{
	return fr_jumps_by_pattern(grid->costs.jumps);
}

static const fr_pattern *
pattern_at(int x, int y)
{
	uint32_t n = fr_jump_point_number(grid->jumps, (fr_cell){x, y});

	return n < grid->jumps->point_count
			   ? &grid->jumps->patterns[grid->jumps->pattern_of[n]]
			   : NULL;
}

static bool
corner_ends(int x, int y, int dx, int dy)
{
	return (!blocked(x + dy, y + dx) && blocked(x + dy - dx, y + dx - dy)) ||
		   (!blocked(x - dy, y - dx) && blocked(x - dy - dx, y - dx - dy));
}

static bool
ends(int x, int y, int d)
{
	if (blocked(x, y))
		return true;
	if (!by_pattern())
		return corner_ends(x, y, fr_dx[d], fr_dy[d]);
	return pattern_at(x, y) && pattern_at(x, y)->ends >> d & 1;
}

static bool
dies(int x, int y, int d)
{
	return blocked(x, y) ||
		   (by_pattern() && pattern_at(x, y) && pattern_at(x, y)->after[d] == 0);
}

static bool
reaches(int x, int y, int d)
{
	do
	{
		x += fr_dx[d];
		y += fr_dy[d];
	} while (!ends(x, y, d));
	return !dies(x, y, d);
}

static bool
stops(int x, int y, int d)
{
	bool halts = blocked(x, y);

	if (by_pattern())
		halts |= pattern_at(x, y) != NULL;
	else
		halts |= blocked(x + fr_dx[d], y) || blocked(x, y + fr_dy[d]) ||
				 blocked(x + fr_dx[d], y + fr_dy[d]);
	if (!fr_is_diagonal(d))
		return halts || reaches(x, y, FR_N) || reaches(x, y, FR_S);
	return halts || reaches(x, y, fr_dy[d] < 0 ? FR_N : FR_S) ||
		   reaches(x, y, fr_dx[d] < 0 ? FR_W : FR_E);
}

static bool
is_point(int x, int y)
{
	bool point = false;

	for (int d = 1; d < FR_DIRECTIONS; d += 2)
		point |= blocked(x + fr_dx[d], y + fr_dy[d]) && !blocked(x, y) &&
				 !blocked(x + fr_dx[d], y) && !blocked(x, y + fr_dy[d]);
	return point;
}

/* Everything beyond the map, in the memory of a plane of these lines. */
static void
check_around(int plane, const fr_bits *bits, uint32_t lines, uint32_t length)
{
	for (int64_t line = -1; line <= (int64_t) lines; line++)
		for (int64_t at = line < 0 || line == lines ? 0 : length; at < bits->words * 64;
			 at++)
			compare(plane, fr_bits_has(bits->lines + line * bits->words, (int32_t) at),
					true);
}

static void
check_straight(int x, int y, int d)
{
	const fr_straight_rays *rays = &grid->jumps->straight_rays[d / 2];
	int at = d == FR_N || d == FR_S ? y : x;
	const fr_straight_ray_word *word;

	if (!rays->lines)
		return;
	word = fr_straight_ray_line(grid->jumps, (fr_cell){x, y}, d) + at / 64;
	compare(ENDS, word->ends >> at % 64 & 1, ends(x, y, d));
	compare(REACHES, word->reaches >> at % 64 & 1, reaches(x, y, d));
}

static void
check_cell(int x, int y, const fr_jumps *first, uint32_t *points)
{
	const fr_jumps *jumps = grid->jumps;

	for (int d = 0; d < FR_DIRECTIONS; d += 2)
		check_straight(x, y, d);
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (jumps->stops[d].lines)
			compare(STOPS,
					fr_bits_has(fr_diagonal_ray_of(jumps, (fr_cell){x, y}, d).stops,
								fr_is_diagonal(d) ? y : x),
					stops(x, y, d));
	if (!by_pattern())
	{
		bool point = is_point(x, y);

		compare(POINTS,
				fr_jump_point_number(jumps, (fr_cell){x, y}) ==
					(point ? *points : jumps->point_count),
				true);
		*points += point;
	}
	if (jumps->squares.lines)
		compare(SQUARES, fr_bits_has(fr_bits_line(&jumps->squares, (uint32_t) y), x),
				blocked(x, y) || blocked(x + 1, y) || blocked(x, y + 1) ||
					blocked(x + 1, y + 1));
	if (first)
		compare(COLUMNS, fr_bits_has(fr_bits_line(&first->columns, (uint32_t) x), y),
				blocked(x, y));
}

static void
check_planes(void)
{
	const fr_jumps *jumps = grid->jumps;
	malloc_arena arena = malloc_arena_make(&arena);
	fr_poll poll = no_poll();
	const fr_jumps *first = grid->costs.jumps == FR_OCTILE_JUMPS
								? fr_grid_cold(grid, &arena.core, &poll)
								: NULL;
	uint32_t points = 0;

	for (int y = 0; y < (int) grid->height; y++)
		for (int x = 0; x < (int) grid->width; x++)
			check_cell(x, y, first, &points);
	check_around(ROWS, &grid->rows, grid->height, grid->width);
	if (jumps->squares.lines)
		check_around(SQUARES, &jumps->squares, grid->height, grid->width);
	if (first)
		check_around(COLUMNS, &first->columns, grid->width, grid->height);
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (jumps->stops[d].lines)
			check_around(STOPS, &jumps->stops[d],
						 fr_is_diagonal(d) ? jumps->last_line + 1 : grid->height,
						 fr_is_diagonal(d) ? grid->height : grid->width);
	malloc_arena_clear(&arena);
}

static uint32_t
random_side(chance *c)
{
	uint32_t side = chance_below(c, 4) * 64 + chance_below(c, 7);

	return side > 3 ? side - 3 : 1 + chance_below(c, 20);
}

static void
run_map(uint64_t seed)
{
	static const char *const palettes[] = {".@", ".@T", ".S@TW", ".S", "@.", "@S"};
	chance c = {seed};
	const char *palette = palettes[chance_below(&c, 6)];
	const char *model = models[seed % MODELS];
	uint32_t width = random_side(&c);
	uint32_t height = random_side(&c);
	uint32_t share = chance_below(&c, 100);
	uint8_t *codes = new_block((size_t) width * height);
	fr_grid *built;

	for (uint32_t i = 0; i < width * height; i++)
		codes[i] = (uint8_t) palette[chance_below(&c, 100) < share
										 ? chance_below(&c, (uint32_t) strlen(palette))
										 : 0];
	built = make_grid(model, codes, width, height);
	grid = built;
	for (uint32_t i = 0; strcmp(model, "octile") == 0 && i < width * height; i++)
		compare(ROWS, blocked((int) (i % width), (int) (i / width)),
				strchr(".SG", codes[i]) == NULL);
	if (grid->jumps)
		check_planes();
	free_grid(built);
	free(codes);
}

int
main(int argc, char **argv)
{
	long maps = argc > 1 ? atol(argv[1]) : 180;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	for (long i = 0; i < maps; i++)
		run_map(seed + (uint64_t) i);
	for (int plane = 0; plane < PLANES; plane++)
		ok(t.wrong[plane] == 0 && t.bits[plane] > 0, "%s: %ld of %ld bits are wrong",
		   names[plane], t.wrong[plane], t.bits[plane]);
	return tap_done();
}
