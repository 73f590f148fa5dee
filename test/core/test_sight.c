/*
 * test_sight.c - sight over heights, past closed sides and between hexagons, against an oracle
 *
 *     test_sight [CASES [SEED [EACH]]]
 *
 * The oracle looks at all cells of the map, in fractions of the line. First, of all maps of 12 squares and of 10
 * hexagons with two heights, every EACH-th one, from each cell to each. 1 takes all of them.
 */
#include "checks.h"

#include <math.h>

#include "core/query/sight.h"

#define MAX_SIDE 14
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)

enum
{
	SEEN,
	HIDDEN,
	SYMMETRIC,
	VIEW,
	BACK,
	LARGE,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "an eye sees a target"},
	{.name = "an eye does not see a target"},
	{.name = "eye and target of equal heights see each other"},
	{.name = "a view has the cells that an eye sees"},
	{.name = "and those from which an eye sees"},
	{.name = "on larger maps, too, views have the cells that an eye sees"},
};

typedef __int128 wide;

typedef struct scene
{
	world w;
	uint32_t height[MAX_CELLS];
	uint8_t sides[MAX_CELLS];
	fr_sight_rules rules;
} scene;

static fr_cell
cell_at(const scene *s, uint32_t n)
{
	return (fr_cell){(int32_t) n % s->w.width, (int32_t) n / s->w.width};
}

/* ---- the oracle: squares ----------------------------------------------------------- */

static bool
is_free(const scene *s, int x, int y)
{
	return oracle_passable(&s->w.oracle, x, y);
}

static wide
ground(const scene *s, int x, int y)
{
	return (wide) s->rules.step * s->height[y * s->w.width + x];
}

/* The line and its height; parts of it count from 0 to `whole`. */
typedef struct line
{
	const scene *s;
	fr_cell a;
	fr_cell b;
	wide whole;
} line;

static bool
is_above(const line *l, wide height, wide part)
{
	wide from = ground(l->s, l->a.x, l->a.y) + l->s->rules.eye;
	wide to = ground(l->s, l->b.x, l->b.y) + l->s->rules.target;

	return from * l->whole + (to - from) * part >= height * l->whole;
}

/* What one coordinate of a line leaves of it for a cell: from `first` to `last`. */
static void
cut(wide *first, wide *last, wide numerator_low, wide numerator_high, wide by, wide whole)
{
	wide low = whole / (by < 0 ? -by : by) * (by < 0 ? -numerator_high : numerator_low);
	wide high = whole / (by < 0 ? -by : by) * (by < 0 ? -numerator_low : numerator_high);

	*first = low > *first ? low : *first;
	*last = high < *last ? high : *last;
}

/* The part of the line within a square; false: it crosses no inside. `whole` is a multiple of 2w and 2h. */
static bool
within_square(const line *l, int x, int y, wide *first, wide *last)
{
	int w = l->b.x - l->a.x;
	int h = l->b.y - l->a.y;

	*first = 0;
	*last = l->whole;
	if ((w == 0 && x != l->a.x) || (h == 0 && y != l->a.y))
		return false;
	if (w != 0)
		cut(first, last, 2 * (x - l->a.x) - 1, 2 * (x - l->a.x) + 1, 2 * w, l->whole);
	if (h != 0)
		cut(first, last, 2 * (y - l->a.y) - 1, 2 * (y - l->a.y) + 1, 2 * h, l->whole);
	return *first < *last;
}

static bool
is_end(const line *l, int x, int y)
{
	return (x == l->a.x && y == l->a.y) || (x == l->b.x && y == l->b.y);
}

static bool
is_inside(const scene *s, int x, int y)
{
	return x >= 0 && y >= 0 && x < s->w.width && y < s->w.height;
}

/* Both cells close the side between them; (dx, dy) leads to a neighbour. */
static bool
is_walled(const scene *s, int x, int y, int dx, int dy)
{
	static const int bits[9] = {0, 1, 16, 8, 0, 2, 32, 4, 0}; /* N, NE, W, E, SW, S */
	int there = 3 * (dy + 1) + dx + 1;

	return s->rules.sides && is_inside(s, x + dx, y + dy) &&
		   (s->sides[y * s->w.width + x] & bits[there]) &&
		   (s->sides[(y + dy) * s->w.width + x + dx] & bits[8 - there]);
}

static bool
passes_corner(const line *l, int x, int y, int dx, int dy)
{
	const scene *s = l->s;
	bool first_wall = is_walled(s, x, y, dx, 0) || is_walled(s, x + dx, y, 0, dy);
	bool second_wall = is_walled(s, x, y, 0, dy) || is_walled(s, x, y + dy, dx, 0);
	int open =
		(is_free(s, x + dx, y) && !first_wall) + (is_free(s, x, y + dy) && !second_wall);
	int corners = s->w.rules.eight ? s->w.rules.corners : 2;

	return open >= corners && (open > 0 || !(first_wall || second_wall));
}

static bool
passes_squares(const line *l)
{
	const scene *s = l->s;
	int dx = (l->b.x > l->a.x) - (l->b.x < l->a.x);
	int dy = (l->b.y > l->a.y) - (l->b.y < l->a.y);

	for (int y = 0; y < s->w.height; y++)
		for (int x = 0; x < s->w.width; x++)
		{
			wide first;
			wide last;
			wide next;
			wide end;

			if (!within_square(l, x, y, &first, &last))
				continue;
			if (!is_end(l, x, y) && !is_free(s, x, y))
				return false;
			if (!is_end(l, x, y) && s->rules.height && !s->rules.slopes &&
				!(is_above(l, ground(s, x, y), first) &&
				  is_above(l, ground(s, x, y), last)))
				return false;
			if (last == l->whole)
				continue;
			if (dx && within_square(l, x + dx, y, &next, &end) && next == last &&
				is_walled(s, x, y, dx, 0))
				return false;
			if (dy && within_square(l, x, y + dy, &next, &end) && next == last &&
				is_walled(s, x, y, 0, dy))
				return false;
			if (dx && dy && within_square(l, x + dx, y + dy, &next, &end) &&
				next == last && !passes_corner(l, x, y, dx, dy))
				return false;
		}
	return true;
}

/* ---- the oracle: hexagons ------------------------------------------------------------ */

/* Differences of cube coordinates; a hexagon is where each differs by at most 1 from its centre. */
static void
cube(int x, int y, int differences[3])
{
	differences[0] = 2 * x + y;
	differences[1] = -x - 2 * y;
	differences[2] = y - x;
}

/* 1: the line crosses the inside of the hexagon; 2: it leads along one of its edges; 0: neither. */
static int
within_hexagon(const line *l, int x, int y, wide *first, wide *last)
{
	int way[3];
	int centre[3];
	int kind = 1;

	cube(l->b.x - l->a.x, l->b.y - l->a.y, way);
	cube(x - l->a.x, y - l->a.y, centre);
	*first = 0;
	*last = l->whole;
	for (int i = 0; i < 3; i++)
		if (way[i] != 0)
			cut(first, last, centre[i] - 1, centre[i] + 1, way[i], l->whole);
		else if (abs(centre[i]) > 1)
			return 0;
		else if (centre[i] != 0)
			kind = 2;
	return *first < *last ? kind : 0;
}

static bool
blocks_hexagon(const line *l, int x, int y, wide first, wide last)
{
	const scene *s = l->s;

	return !is_end(l, x, y) &&
		   (!is_free(s, x, y) || (s->rules.height && !s->rules.slopes &&
								  !(is_above(l, ground(s, x, y), first) &&
									is_above(l, ground(s, x, y), last))));
}

static bool
passes_hexagons(const line *l)
{
	const scene *s = l->s;

	for (uint32_t n = 0; n < s->w.grid->cells; n++)
	{
		fr_cell at = cell_at(s, n);
		bool passes = false;
		wide first;
		wide last;
		wide begin;
		wide end;
		int kind = within_hexagon(l, at.x, at.y, &first, &last);

		if (kind == 1 && blocks_hexagon(l, at.x, at.y, first, last))
			return false;
		for (uint32_t m = 0; kind == 2 && m < s->w.grid->cells; m++)
		{
			fr_cell other = cell_at(s, m);

			passes |= within_hexagon(l, other.x, other.y, &begin, &end) == 2 &&
					  begin == first && !blocks_hexagon(l, other.x, other.y, first, last);
		}
		if (kind == 2 && !passes)
			return false;
	}
	return true;
}

/* ---- the oracle: slopes -------------------------------------------------------------- */

/*
 * Is the line above the ground where it passes between two neighbours, at a place that divides their
 * distance? Looks at each pair of neighbours on the map in a direction.
 */
static bool
is_above_pairs(const line *l, int dx, int dy)
{
	const scene *s = l->s;
	int w = l->b.x - l->a.x;
	int h = l->b.y - l->a.y;
	wide cross = (wide) w * dy - (wide) h * dx; /* 0: the line is parallel */

	for (uint32_t n = 0; cross != 0 && n < s->w.grid->cells; n++)
	{
		fr_cell p = cell_at(s, n);
		int x = p.x - l->a.x;
		int y = p.y - l->a.y;
		/* a + t (w, h) = p + u (dx, dy) */
		wide t = (wide) x * dy - (wide) y * dx;
		wide u = (wide) x * h - (wide) y * w;
		wide of = cross;
		wide from = ground(s, l->a.x, l->a.y) + s->rules.eye;
		wide to = ground(s, l->b.x, l->b.y) + s->rules.target;
		wide here = ground(s, p.x, p.y);
		wide there;

		if (of < 0)
		{
			of = -of;
			t = -t;
			u = -u;
		}
		if (t <= 0 || t >= of || u < 0 || u >= of)
			continue;
		if (u > 0 && !is_inside(s, p.x + dx, p.y + dy))
			continue;
		there = u > 0 ? ground(s, p.x + dx, p.y + dy) : 0;
		if (from * (of - t) + to * t < here * (of - u) + there * u)
			return false;
	}
	return true;
}

static bool
oracle_sees(const scene *s, fr_cell a, fr_cell b)
{
	line l = {s, a, b, 1};
	int way[3] = {2 * (b.x - a.x), 2 * (b.y - a.y), 0};

	if (s->w.oracle.hex)
		cube(b.x - a.x, b.y - a.y, way);
	for (int i = 0; i < 3; i++)
		l.whole *= way[i] ? abs(way[i]) : 1;
	if (!(s->w.oracle.hex ? passes_hexagons(&l) : passes_squares(&l)))
		return false;
	return !s->rules.height || !s->rules.slopes ||
		   (is_above_pairs(&l, 1, 0) && is_above_pairs(&l, 0, 1) &&
			(!s->w.oracle.hex || is_above_pairs(&l, 1, -1)));
}

/* ---- the library -------------------------------------------------------------------- */

typedef struct seen
{
	const scene *s;
	uint8_t times[MAX_CELLS];
} seen;

static void
note(void *context, int32_t y, int32_t first, int32_t last)
{
	seen *v = context;

	for (int32_t x = first; x <= last; x++)
		v->times[y * v->s->w.width + x]++;
}

static bool
is_near(const scene *s, fr_cell a, fr_cell b, uint64_t within)
{
	int64_t x = a.x - b.x;
	int64_t y = a.y - b.y;
	int64_t steps = (llabs(x) + llabs(y) + llabs(x + y)) / 2;

	return (uint64_t) (s->w.oracle.hex ? steps * steps : x * x + y * y) <= within;
}

/* From one cell to all and back. */
static void
check_from(const scene *s, fr_cell a, uint64_t within)
{
	fr_poll poll = no_poll();
	seen views[2] = {{.s = s}, {.s = s}};
	bool right[2] = {true, true};
	char detail[200];

	malloc_arena_clear(&taken);
	for (int back = 0; back < 2; back++)
		fr_sight_scan(&s->rules, &(fr_view){s->w.grid, a, within, note, &views[back]},
					  back, &taken.core, &poll);
	for (uint32_t n = 0; n < s->w.grid->cells; n++)
	{
		fr_cell b = cell_at(s, n);
		bool wanted = oracle_sees(s, a, b);
		bool near = is_near(s, a, b, within);
		bool back = oracle_sees(s, b, a);

		sprintf(detail, "(%d,%d) to (%d,%d), eye %lld, target %lld%s%s", a.x, a.y, b.x,
				b.y, (long long) s->rules.eye, (long long) s->rules.target,
				s->rules.slopes ? ", slopes" : "", s->rules.sides ? ", sides" : "");
		expect(wanted ? SEEN : HIDDEN, fr_eye_sees(&s->rules, a, b, &poll) == wanted,
			   &s->w, detail);
		if (s->rules.eye == s->rules.target)
			expect(SYMMETRIC, wanted == back, &s->w, detail);
		right[0] &= views[0].times[n] == (wanted && near);
		right[1] &= views[1].times[n] == (back && near);
	}
	expect(VIEW, right[0], &s->w, detail);
	expect(BACK, right[1], &s->w, detail);
}

static void
make_scene(scene *s, int width, int height, int rule, const char *codes)
{
	static const char *const texts[] = {"octile(corners=any)", "octile(corners=one)",
										"octile", "tile", "hex"};
	const oracle_fraction one = {1, 1};

	*s = (scene){.w = {.width = width, .height = height}};
	s->w.rules = (oracle_model){.straight = one,
								.diagonal = one,
								.eight = rule != 3,
								.hex = rule == 4,
								.root2 = rule < 3,
								.corners = rule < 3 ? rule : 0,
								.size = 1};
	for (int code = 0; code < 256; code++)
		s->w.rules.weight[code] = oracle_ground(code == '.');
	strcpy(s->w.text, texts[rule]);
	s->w.codes = new_block((size_t) (width * height));
	memcpy(s->w.codes, codes, (size_t) (width * height));
	world_build(&s->w);
	s->rules =
		(fr_sight_rules){.grid = s->w.grid, .height = s->height, .highest = 1, .step = 2};
}

static void
check_heights(int width, int height, uint32_t high, int rule)
{
	static const int64_t eyes[][2] = {{0, 0}, {1, 1}, {3, 0}};
	scene s;

	make_scene(&s, width, height, rule, "............");
	for (int i = 0; i < width * height; i++)
		s.height[i] = high >> i & 1;
	for (int k = 0; k < 6; k++)
	{
		s.rules.eye = eyes[k % 3][0];
		s.rules.target = eyes[k % 3][1];
		s.rules.slopes = k >= 3;
		for (uint32_t n = 0; n < s.w.grid->cells; n++)
			check_from(&s, cell_at(&s, n), FR_ANY_DISTANCE);
	}
	world_free(&s.w);
}

static void
check_random_scene(uint64_t seed)
{
	chance c = {seed};
	char codes[MAX_CELLS];
	int width = 1 + (int) chance_below(&c, MAX_SIDE);
	int height = 1 + (int) chance_below(&c, MAX_SIDE);
	uint32_t blocked = chance_below(&c, 25);
	uint32_t closed = chance_below(&c, 40);
	uint32_t most = 1 + chance_below(&c, 20);
	int rule = (int) chance_below(&c, 8);
	uint64_t within = chance_below(&c, 2) ? FR_ANY_DISTANCE : chance_below(&c, 60);
	scene s;

	for (int i = 0; i < width * height; i++)
		codes[i] = chance_below(&c, 100) < blocked ? '@' : '.';
	make_scene(&s, width, height, rule > 4 ? 4 : rule, codes);
	for (int i = 0; i < width * height; i++)
	{
		s.height[i] = chance_below(&c, most);
		if (s.height[i] > s.rules.highest)
			s.rules.highest = s.height[i];
		for (int bit = 0; bit < 6; bit++)
			s.sides[i] |= (uint8_t) ((chance_below(&c, 100) < closed) << bit);
	}
	s.rules.step = chance_below(&c, 4) ? 10 : FR_SIGHT_MOST / 32;
	s.rules.eye = (int64_t) chance_below(&c, 40);
	s.rules.target = chance_below(&c, 2) ? s.rules.eye : (int64_t) chance_below(&c, 40);
	s.rules.slopes = chance_below(&c, 2);
	if (chance_below(&c, 4) == 0)
		s.rules.height = NULL;
	if (!s.w.oracle.hex && chance_below(&c, 2))
		s.rules.sides = s.sides;
	for (int i = 0; i < 6; i++)
		check_from(&s, cell_at(&s, chance_below(&c, s.w.grid->cells)), within);
	world_free(&s.w);
}

/* ---- larger maps: views against the library's own lines of sight -------------------------- */

typedef struct large
{
	world w;
	fr_sight_rules rules;
	uint32_t *heights;
	uint8_t *sides;
	uint8_t *times; /* that a view has each cell */
} large;

static void
note_large(void *context, int32_t y, int32_t first, int32_t last)
{
	large *l = context;

	for (int32_t x = first; x <= last; x++)
		l->times[y * l->w.width + x]++;
}

/* Hills, noise, steps or a plane. */
static uint32_t
height_of(int kind, int x, int y, chance *c)
{
	switch (kind)
	{
		case 0:
			return (uint32_t) (50 + 30 * sin(x * 0.15) * cos(y * 0.21) +
							   19 * sin((x + y) * 0.4));
		case 1:
			return chance_below(c, 100);
		case 2:
			return (uint32_t) ((x / 7 * 5 + y / 9 * 3) % 7);
		default:
			return (uint32_t) (3 * x + 2 * y);
	}
}

static void
make_large(large *l, chance *c)
{
	bool thin = chance_below(c, 4) == 0;
	int width = 1 + (int) chance_below(c, thin ? 3 : 160);
	int height = 1 + (int) chance_below(c, thin ? 700 : 120);
	int kind = (int) chance_below(c, 4);
	uint32_t blocked = chance_below(c, 2) ? 0 : chance_below(c, 60);
	const oracle_fraction one = {1, 1};

	if (chance_below(c, 2))
	{
		int other = width;

		width = height;
		height = other;
	}
	*l = (large){.w = {.width = width, .height = height}};
	l->w.rules = (oracle_model){.straight = one,
								.diagonal = one,
								.eight = true,
								.root2 = true,
								.corners = (int) chance_below(c, 3),
								.size = 1};
	for (int code = 0; code < 256; code++)
		l->w.rules.weight[code] = oracle_ground(code == '.');
	strcpy(l->w.text, (const char *[]){"octile(corners=any)", "octile(corners=one)",
									   "octile"}[l->w.rules.corners]);
	l->w.codes = new_block((size_t) (width * height));
	l->heights = new_block((size_t) (width * height) * sizeof *l->heights);
	l->sides = new_block((size_t) (width * height));
	l->times = new_block((size_t) (width * height));
	l->rules = (fr_sight_rules){.height = l->heights, .slopes = chance_below(c, 2)};
	for (int i = 0; i < width * height; i++)
	{
		l->w.codes[i] = chance_below(c, 1000) < blocked ? '@' : '.';
		l->heights[i] = height_of(kind, i % width, i / width, c);
		if (l->heights[i] > l->rules.highest)
			l->rules.highest = l->heights[i];
		l->sides[i] = (uint8_t) (chance_below(c, 20) ? 0 : chance_below(c, 64));
	}
	world_build(&l->w);
	l->rules.grid = l->w.grid;
	l->rules.step = chance_below(c, 2) ? 10 : FR_SIGHT_MOST / 4096;
	l->rules.eye = l->rules.step * chance_below(c, 60) / 4;
	l->rules.target =
		chance_below(c, 2) ? l->rules.eye : l->rules.step * chance_below(c, 60) / 4;
	l->rules.sides = chance_below(c, 4) ? NULL : l->sides;
}

static void
check_large(uint64_t seed)
{
	chance c = {seed};
	fr_poll poll = no_poll();
	large l;
	fr_cell at;
	bool back = chance_below(&c, 2);
	uint64_t within = chance_below(&c, 2) ? FR_ANY_DISTANCE : chance_below(&c, 5000);
	char detail[100];

	make_large(&l, &c);
	at = fr_grid_cell(l.w.grid, chance_below(&c, l.w.grid->cells));
	memset(l.times, 0, l.w.grid->cells);
	malloc_arena_clear(&taken);
	fr_sight_scan(&l.rules, &(fr_view){l.w.grid, at, within, note_large, &l}, back,
				  &taken.core, &poll);
	sprintf(detail, "seed %llu from (%d,%d)", (unsigned long long) seed, at.x, at.y);
	for (uint32_t n = 0; n < l.w.grid->cells; n++)
	{
		fr_cell other = fr_grid_cell(l.w.grid, n);
		int64_t x = other.x - at.x;
		int64_t y = other.y - at.y;
		bool seen = (uint64_t) (x * x + y * y) <= within &&
					fr_eye_sees(&l.rules, back ? other : at, back ? at : other, &poll);

		expect(LARGE, l.times[n] == seen, &l.w, detail);
	}
	free(l.heights);
	free(l.sides);
	free(l.times);
	world_free(&l.w);
}

/* Walls between hexagons: sight is symmetric, and a wall all around lets nothing pass. */
static void
check_hexagon_walls(uint64_t seed)
{
	chance c = {seed};
	char codes[MAX_CELLS];
	fr_poll poll = no_poll();
	scene s;

	memset(codes, '.', sizeof codes);
	make_scene(&s, 9, 9, 4, codes);
	s.rules.height = NULL;
	s.rules.sides = s.sides;
	for (int i = 0; i < 81; i++)
		for (int bit = 0; bit < 6; bit++)
			s.sides[i] |= (uint8_t) ((chance_below(&c, 3) == 0) << bit);
	for (int i = 0; i < 200; i++)
	{
		fr_cell a = cell_at(&s, chance_below(&c, 81));
		fr_cell b = cell_at(&s, chance_below(&c, 81));

		expect(SYMMETRIC,
			   fr_eye_sees(&s.rules, a, b, &poll) == fr_eye_sees(&s.rules, b, a, &poll),
			   &s.w, "hexagons with sides");
	}
	memset(s.sides, 0, sizeof s.sides);
	s.sides[4 * 9 + 4] = 63;
	for (int d = 0; d < 6; d++)
	{
		static const int back[6] = {2, 3, 0, 1, 5, 4};
		int to = (4 + fr_dy[fr_side_direction[d]]) * 9 + 4 + fr_dx[fr_side_direction[d]];

		s.sides[to] |= (uint8_t) (1 << back[d]);
	}
	for (uint32_t n = 0; n < 81; n++)
		if (n != 4 * 9 + 4)
			expect(HIDDEN, !fr_eye_sees(&s.rules, (fr_cell){4, 4}, cell_at(&s, n), &poll),
				   &s.w, "a wall all around");
	world_free(&s.w);
}

int
main(int argc, char **argv)
{
	static const int shapes[][3] = {{12, 1, 2}, {6, 2, 2},	{4, 3, 2},	{3, 4, 2},
									{2, 6, 2},	{1, 12, 2}, {10, 1, 4}, {5, 2, 4},
									{2, 5, 4},	{1, 10, 4}};
	long cases = argc > 1 ? atol(argv[1]) : 2500;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	uint32_t each = argc > 3 ? (uint32_t) atol(argv[3]) : 64;

	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (uint32_t high = (uint32_t) seed % each;
			 high < 1u << (shapes[i][0] * shapes[i][1]); high += each)
			check_heights(shapes[i][0], shapes[i][1], high, shapes[i][2]);
	for (long i = 0; i < cases; i++)
		check_random_scene(seed + (uint64_t) i);
	for (long i = 0; i < cases / 10; i++)
		check_large(seed + (uint64_t) i);
	for (uint64_t i = 0; i < 200; i++)
		check_hexagon_walls(seed + i);
	report_checks(CHECKS, 1000);
	return tap_done();
}
