/*
 * test_generate.c - generated maps: their properties, and that they never change
 */
#include "support.h"
#include "tap.h"

typedef struct canvas
{
	uint8_t *codes;
	int width;
	int height;
} canvas;

typedef enum kind
{
	WALLS,
	ROOMS,
	MAZE,
	CAVES
} kind;

/*
 * count: of walls, or percent of a maze's walls opened; size: the length of walls, the
 * width of rooms or corridors, or fill in percent.
 */
static canvas
generate(kind k, int width, int height, uint32_t count, uint32_t size, uint64_t seed)
{
	canvas c = {new_block((size_t) width * (size_t) height), width, height};
	uint8_t *scratch = new_block((size_t) width * (size_t) height);
	fr_poll poll = no_poll();
	uint32_t w = (uint32_t) width;
	uint32_t h = (uint32_t) height;

	switch (k)
	{
		case WALLS:
			fr_generate_walls((fr_canvas){c.codes, w, h, seed}, count, size, &poll);
			break;
		case ROOMS:
			fr_generate_rooms((fr_canvas){c.codes, w, h, seed}, size, &poll);
			break;
		case MAZE:
			fr_generate_maze((fr_canvas){c.codes, w, h, seed}, size, count / 100.0,
							 &poll);
			break;
		case CAVES:
			fr_generate_caves((fr_canvas){c.codes, w, h, seed}, scratch, size / 100.0,
							  &poll);
			break;
	}
	free(scratch);
	return c;
}

static bool
holds_only_codes(const canvas *c)
{
	for (int i = 0; i < c->width * c->height; i++)
		if (c->codes[i] != '.' && c->codes[i] != '@')
			return false;
	return true;
}

static int
count_code(const canvas *c, uint8_t code)
{
	int n = 0;

	for (int i = 0; i < c->width * c->height; i++)
		n += c->codes[i] == code;
	return n;
}

/* The number of cells of a code connected to the first one by straight steps. */
static int
flood(const canvas *c, uint8_t code)
{
	int cells = c->width * c->height;
	int *stack = new_block((size_t) cells * sizeof(int));
	bool *seen = new_block((size_t) cells);
	int count = 0;
	int top = 0;
	int first = 0;

	memset(seen, 0, (size_t) cells);
	while (first < cells && c->codes[first] != code)
		first++;
	if (first < cells)
		seen[stack[top++] = first] = true;
	while (top > 0)
	{
		int i = stack[--top];
		int next[4] = {i % c->width > 0 ? i - 1 : i,
					   i % c->width < c->width - 1 ? i + 1 : i, i - c->width,
					   i + c->width};

		count++;
		for (int d = 0; d < 4; d++)
			if (next[d] >= 0 && next[d] < cells && !seen[next[d]] &&
				c->codes[next[d]] == code)
				seen[stack[top++] = next[d]] = true;
	}
	free(stack);
	free(seen);
	return count;
}

static bool
is_joined(const canvas *c, uint8_t code)
{
	return flood(c, code) == count_code(c, code);
}

/* ---- walls ------------------------------------------------------------------- */

/* Draws a wall from a start, a direction and a length by another algorithm. */
static bool
is_wall_from(const canvas *c, int start, int d, uint32_t length)
{
	int blocked = 0;
	int x = start % c->width;
	int y = start / c->width;

	for (uint32_t i = 0; i < length; i++, x += fr_dx[d], y += fr_dy[d])
	{
		if (x < 0 || y < 0 || x >= c->width || y >= c->height)
			break;
		if (c->codes[y * c->width + x] != '@')
			return false;
		blocked++;
		if (d % 2 == 0 || x + fr_dx[d] < 0 || x + fr_dx[d] >= c->width)
			continue;
		if (c->codes[y * c->width + x + fr_dx[d]] != '@')
			return false;
		blocked++;
	}
	return blocked == count_code(c, '@');
}

static bool
is_one_wall(const canvas *c, uint32_t length, int directions[8])
{
	for (int start = 0; start < c->width * c->height; start++)
		for (int d = 0; d < 8; d++)
			if (c->codes[start] == '@' && is_wall_from(c, start, d, length))
			{
				directions[d]++;
				return true;
			}
	return false;
}

static void
test_walls(void)
{
	int directions[8] = {0};
	int right = 0;
	int seen = 0;

	for (uint64_t seed = 0; seed < 500; seed++)
	{
		uint32_t length = 2 + (uint32_t) seed % 12;
		canvas c = generate(WALLS, 23, 19, 1, length, seed);

		right += is_one_wall(&c, length, directions) && is_joined(&c, '@');
		free(c.codes);
	}
	for (int d = 0; d < 8; d++)
		seen += directions[d] > 0;
	ok(right == 500, "%d of 500 walls: the length asked for, and no way through", right);
	ok(seen == 8, "walls go in %d of 8 directions", seen);
}

static void
test_many_walls(void)
{
	canvas c = generate(WALLS, 60, 40, 0, 10, 1);

	ok(count_code(&c, '@') == 0, "no walls leave all ground");
	free(c.codes);
	c = generate(WALLS, 60, 40, 30, 0, 1);
	ok(count_code(&c, '@') == 0, "walls of no length, too");
	free(c.codes);
	c = generate(WALLS, 60, 40, 40, 10, 1);
	ok(holds_only_codes(&c) && count_code(&c, '@') > 200 && count_code(&c, '@') <= 800,
	   "40 walls of 10 cells block %d cells", count_code(&c, '@'));
	free(c.codes);
	c = generate(WALLS, 5, 4, 1000, 3, 1);
	ok(holds_only_codes(&c) && count_code(&c, '.') <= 1,
	   "more walls than there is room for end");
	free(c.codes);
	c = generate(WALLS, 1, 1, 3, UINT32_MAX, 1);
	ok(count_code(&c, '@') == 1, "the longest walls on one cell");
	free(c.codes);
}

/* ---- rooms and mazes ----------------------------------------------------------- */

static bool
room_is_free(const canvas *c, int left, int top, int room)
{
	for (int y = top; y < top + room && y < c->height; y++)
		for (int x = left; x < left + room && x < c->width; x++)
			if (c->codes[y * c->width + x] != '.')
				return false;
	return true;
}

/* Ground cells in the section of a room's wall that begins at (x, y). */
static int
doors(const canvas *c, int x, int y, int dx, int dy, int room)
{
	int n = 0;

	for (int i = 0; i < room && x < c->width && y < c->height; i++, x += dx, y += dy)
		n += c->codes[y * c->width + x] == '.';
	return n;
}

static bool
are_rooms(const canvas *c, int room)
{
	bool right = holds_only_codes(c) && is_joined(c, '.');

	for (int y = 0; y < c->height; y += room + 1)
		for (int x = 0; x < c->width; x += room + 1)
		{
			int west = x > 0 ? doors(c, x - 1, y, 0, 1, room) : 0;
			int north = y > 0 ? doors(c, x, y - 1, 1, 0, room) : 0;

			right &= room_is_free(c, x, y, room) && west <= 1 && north <= 1 &&
					 west + north >= (x > 0 || y > 0);
		}
	return right;
}

static void
test_rooms(void)
{
	int right = 0;
	int maps = 0;

	for (int width = 1; width <= 41; width += 5)
		for (int height = 1; height <= 33; height += 4)
			for (int room = 1; room <= 9; room++)
			{
				canvas c =
					generate(ROOMS, width, height, 0, (uint32_t) room, (uint64_t) maps++);

				right += are_rooms(&c, room);
				free(c.codes);
			}
	ok(right == maps, "rooms: %d of %d are joined by single doors", right, maps);
}

/* Blocks, connected by exactly the passages of a tree. */
static bool
is_maze(const canvas *c, int corridor)
{
	int columns = (c->width + 1) / (corridor + 1);
	int rows = (c->height + 1) / (corridor + 1);
	int blocks = columns * rows;
	int ground = blocks * corridor * corridor + (blocks - 1) * corridor;

	if (blocks == 0)
		return count_code(c, '.') == 0;
	return holds_only_codes(c) && is_joined(c, '.') && count_code(c, '.') == ground;
}

static void
test_mazes(void)
{
	int right = 0;
	int maps = 0;

	for (int width = 1; width <= 41; width += 3)
		for (int height = 1; height <= 33; height += 4)
			for (int corridor = 1; corridor <= 5; corridor++)
			{
				canvas c = generate(MAZE, width, height, 0, (uint32_t) corridor,
									(uint64_t) maps++);

				right += is_maze(&c, corridor);
				free(c.codes);
			}
	ok(right == maps, "mazes: %d of %d are joined and without loops", right, maps);
}

/* The ground cells of a maze of these sides all of whose walls are open. */
static int
open_ground(int width, int height, int corridor)
{
	int columns = (width + 1) / (corridor + 1);
	int rows = (height + 1) / (corridor + 1);
	int walls = 2 * columns * rows - columns - rows;

	return columns * rows > 0 ? (columns * rows * corridor + walls) * corridor : 0;
}

/* Opened walls only: ground of the maze without loops stays, in whole walls. */
static bool
has_loops(const canvas *c, const canvas *tree, int corridor)
{
	int opened = count_code(c, '.') - count_code(tree, '.');

	for (int i = 0; i < c->width * c->height; i++)
		if (tree->codes[i] == '.' && c->codes[i] != '.')
			return false;
	return holds_only_codes(c) && is_joined(c, '.') && opened % corridor == 0;
}

static void
test_loops(void)
{
	canvas half = generate(MAZE, 201, 201, 50, 1, 7);
	int closed = open_ground(201, 201, 1) - (2 * 101 * 101 - 1);
	int opened = count_code(&half, '.') - (2 * 101 * 101 - 1);
	int right = 0;
	int maps = 0;

	for (int width = 1; width <= 41; width += 5)
		for (int height = 1; height <= 33; height += 4)
			for (int corridor = 1; corridor <= 4; corridor++, maps++)
			{
				uint32_t size = (uint32_t) corridor;
				uint64_t seed = (uint64_t) maps;
				canvas tree = generate(MAZE, width, height, 0, size, seed);
				canvas some = generate(MAZE, width, height, 30, size, seed);
				canvas all = generate(MAZE, width, height, 100, size, seed);

				right += has_loops(&some, &tree, corridor) &&
						 has_loops(&all, &tree, corridor) &&
						 count_code(&all, '.') == open_ground(width, height, corridor);
				free(tree.codes);
				free(some.codes);
				free(all.codes);
			}
	ok(right == maps, "loops: %d of %d mazes have only walls opened, at 1 all", right,
	   maps);
	ok(opened * 100 > 47 * closed && opened * 100 < 53 * closed,
	   "loops 0.5 open %d of %d walls", opened, closed);
	free(half.codes);
}

/* ---- caves --------------------------------------------------------------------- */

static void
test_caves(void)
{
	canvas c = generate(CAVES, 50, 40, 0, 0, 1);

	ok(holds_only_codes(&c) && count_code(&c, '@') < 50,
	   "fill 0: %d cells blocked, at the rim", count_code(&c, '@'));
	free(c.codes);
	c = generate(CAVES, 50, 40, 0, 100, 1);
	ok(count_code(&c, '@') == 2000, "fill 1: all is blocked");
	free(c.codes);
	c = generate(CAVES, 100, 100, 0, 45, 1);
	ok(holds_only_codes(&c) && count_code(&c, '.') > 3000 && count_code(&c, '@') > 1000,
	   "fill 0.45: %d of 10000 cells are free", count_code(&c, '.'));
	free(c.codes);
	c = generate(CAVES, 1, 1, 0, 45, 1);
	ok(count_code(&c, '@') == 1, "a cave of one cell is blocked by its surroundings");
	free(c.codes);
}

/* ---- the same everywhere --------------------------------------------------------- */

/* FNV-1a, 64 bits. */
static uint64_t
checksum(const canvas *c)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325);

	for (int i = 0; i < c->width * c->height; i++)
		sum = (sum ^ c->codes[i]) * UINT64_C(0x100000001b3);
	return sum;
}

/* Hashes of maps that must never change, so that a seed always gives the same map. */
static const struct
{
	const char *name;
	kind k;
	int width;
	int height;
	uint32_t count;
	uint32_t size;
	uint64_t seed;
	uint64_t sum;
} fixed[] = {
	{"walls", WALLS, 200, 150, 120, 12, 42, UINT64_C(0x9889daa6a938a58b)},
	{"rooms", ROOMS, 200, 150, 0, 9, 42, UINT64_C(0xfae44f6713adaecb)},
	{"maze", MAZE, 200, 150, 0, 3, 42, UINT64_C(0xa5bfcd71ee80bc4b)},
	{"maze with loops", MAZE, 200, 150, 20, 3, 42, UINT64_C(0x56f74e62b7e7180b)},
	{"caves", CAVES, 200, 150, 0, 45, 42, UINT64_C(0x35e606f0777d3185)},
};

static void
test_fixed(void)
{
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
	{
		canvas c = generate(fixed[i].k, fixed[i].width, fixed[i].height, fixed[i].count,
							fixed[i].size, fixed[i].seed);
		canvas other = generate(fixed[i].k, fixed[i].width, fixed[i].height,
								fixed[i].count, fixed[i].size, fixed[i].seed + 1);

		if (!ok(checksum(&c) == fixed[i].sum, "%s of seed 42 are what they were",
				fixed[i].name))
			printf("# 0x%016llx\n", (unsigned long long) checksum(&c));
		ok(checksum(&c) != checksum(&other), "%s of another seed are not", fixed[i].name);
		free(c.codes);
		free(other.codes);
	}
}

int
main(void)
{
	test_walls();
	test_many_walls();
	test_rooms();
	test_mazes();
	test_loops();
	test_caves();
	test_fixed();
	return tap_done();
}
