/*
 * test_chokepoints.c - cells and gates whose closing splits a region, against floods of what is
 * left without them
 *
 *     test_chokepoints [CASES [SEED]]
 *
 * First all maps of up to 12 cells under each rule for corners.
 */
#include "checks.h"
#include "core/query/chokepoints.h"

#define MAX_SIDE 14
#define MAX_CELLS (SNAKE_SIDE * SNAKE_SIDE)

enum
{
	CELLS,
	GATES,
	NONE,
	ORDER,
	AGAIN,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "cells that split their region, and the sizes of its parts"},
	{.name = "gates in rows and columns, and the sizes of the parts"},
	{.name = "other cells and runs split nothing"},
	{.name = "cells come first, then rows, then columns"},
	{.name = "after a poll has left, the answer is the same"},
};

/* A map whose cells may be closed, and what is known of it. */
typedef struct scene
{
	const world *w;
	oracle rules;			/* without directions */
	bool closed[MAX_CELLS]; /* and blocked for the flood */
	bool seen[MAX_CELLS];
	uint32_t stack[MAX_CELLS];
	bool single[MAX_CELLS]; /* chokepoints by themselves */
	bool told[MAX_CELLS]
			 [3]; /* by first cell: a cell, a row, a column that was returned */
} scene;

/* ---- by floods -------------------------------------------------------------------- */

static bool
is_open(const scene *s, int x, int y)
{
	return x >= 0 && y >= 0 && x < s->w->width && y < s->w->height &&
		   oracle_passable(&s->rules, x, y);
}

/* Is the step legal where the closed cells are walls? */
static bool
is_step(const scene *s, oracle_point from, int d, uint32_t *to)
{
	int width = s->w->width;
	oracle_cost cost;

	if (!oracle_step(&s->rules, from, fr_dx[d], fr_dy[d], &cost))
		return false;
	*to = (uint32_t) ((from.y + fr_dy[d]) * width + from.x + fr_dx[d]);
	if (d % 2 == 1)
	{
		uint32_t beside = (uint32_t) (from.y * width + from.x + fr_dx[d]);
		uint32_t above = (uint32_t) ((from.y + fr_dy[d]) * width + from.x);
		int passable = (is_open(s, from.x + fr_dx[d], from.y) && !s->closed[beside]) +
					   (is_open(s, from.x, from.y + fr_dy[d]) && !s->closed[above]);

		return passable >= s->rules.corners && !s->closed[*to];
	}
	return !s->closed[*to];
}

/* How many open cells are connected with a cell, the cell itself included. */
static uint32_t
flood(scene *s, uint32_t from)
{
	uint32_t count = 0;
	size_t waiting = 0;

	s->seen[from] = true;
	s->stack[waiting++] = from;
	while (waiting > 0)
	{
		oracle_point at = world_point(s->w, s->stack[--waiting]);

		count++;
		for (int d = 0; d < FR_DIRECTIONS; d++)
		{
			uint32_t to;

			if (!is_step(s, at, d, &to) || s->seen[to])
				continue;
			s->seen[to] = true;
			s->stack[waiting++] = to;
		}
	}
	return count;
}

/* What the region of some cells falls into if they are walls. */
static fr_chokepoint
close_cells(scene *s, uint32_t first, uint32_t cells, int direction)
{
	uint32_t stride = direction == FR_E ? 1 : (uint32_t) s->w->width;
	fr_chokepoint point = {.first = first, .cells = cells, .direction = direction};
	uint32_t sum = 0;

	memset(s->seen, 0, sizeof s->seen);
	memset(s->closed, 0, sizeof s->closed);
	for (uint32_t i = 0; i < cells; i++)
		s->closed[first + i * stride] = true;
	for (uint32_t i = 0; i < cells; i++)
		for (int d = 0; d < FR_DIRECTIONS; d++)
		{
			oracle_point at = world_point(s->w, first + i * stride);
			uint32_t to = (uint32_t) ((at.y + fr_dy[d]) * s->w->width + at.x + fr_dx[d]);
			oracle_cost cost;
			uint32_t size;

			if (!oracle_step(&s->rules, at, fr_dx[d], fr_dy[d], &cost) || s->closed[to] ||
				s->seen[to])
				continue;
			size = flood(s, to);
			point.parts++;
			sum += size;
			if (size > point.larger)
				point.larger = size;
		}
	point.smaller = sum - point.larger;
	return point;
}

/* ---- checks ------------------------------------------------------------------------- */

static const fr_chokepoint *
find_point(const fr_chokepoints *found, uint32_t first, uint32_t cells, int direction)
{
	for (size_t i = 0; i < found->count; i++)
		if (found->at[i].first == first && found->at[i].cells == cells &&
			found->at[i].direction == direction)
			return &found->at[i];
	return NULL;
}

static void
expect_point(scene *s, const fr_chokepoints *found, int which, fr_chokepoint wanted,
			 bool counts)
{
	const fr_chokepoint *point =
		find_point(found, wanted.first, wanted.cells, wanted.direction);

	if (!counts || wanted.parts < 2)
		expect(NONE, point == NULL, s->w, NULL);
	else
		expect(which,
			   point && point->parts == wanted.parts && point->larger == wanted.larger &&
				   point->smaller == wanted.smaller,
			   s->w, NULL);
}

/* The number of cells from one on that are open, in a direction. */
static uint32_t
run_length(const scene *s, int x, int y, int direction)
{
	uint32_t length = 0;

	while (is_open(s, x + (int) length * fr_dx[direction],
				   y + (int) length * fr_dy[direction]))
		length++;
	return length;
}

static size_t
check_runs(scene *s, const fr_chokepoints *found, int direction, uint32_t width)
{
	size_t count = 0;

	for (int y = 0; y < s->w->height; y++)
		for (int x = 0; x < s->w->width; x++)
		{
			uint32_t first = (uint32_t) (y * s->w->width + x);
			uint32_t cells = run_length(s, x, y, direction);
			uint32_t stride = direction == FR_E ? 1 : (uint32_t) s->w->width;
			fr_chokepoint wanted;
			bool counts = true;

			if (cells < 2 || cells > width ||
				is_open(s, x - fr_dx[direction], y - fr_dy[direction]))
				continue;
			for (uint32_t i = 0; i < cells; i++)
				counts &= !s->single[first + i * stride];
			wanted = close_cells(s, first, cells, direction);
			expect_point(s, found, GATES, wanted, counts);
			count += counts && wanted.parts > 1;
		}
	return count;
}

static bool
is_in_order(const fr_chokepoints *found)
{
	int last = 0;

	for (size_t i = 0; i < found->count; i++)
	{
		const fr_chokepoint *point = &found->at[i];
		int kind = point->cells == 1 ? 0 : point->direction;

		if (kind < last)
			return false;
		last = kind;
	}
	return true;
}

static void
leave_early(const scene *s, uint32_t width, chance *c)
{
	leaver l = {.polls_left = (int) chance_below(c, 12)};
	fr_poll poll = {leave, &l};
	fr_chokepoints found;

	if (setjmp(l.out) == 0)
		fr_find_chokepoints(s->w->grid, width, &taken.core, &poll, &found);
}

static void
check_width(scene *s, uint32_t width, chance *c)
{
	fr_poll poll = no_poll();
	const world *w = s->w;
	fr_chokepoints found;
	fr_chokepoints again;
	size_t count = 0;

	malloc_arena_clear(&taken);
	fr_find_chokepoints(w->grid, width, &taken.core, &poll, &found);
	for (uint32_t n = 0; n < w->grid->cells; n++)
	{
		oracle_point at = world_point(w, n);
		fr_chokepoint wanted;

		s->single[n] = false;
		if (!is_open(s, at.x, at.y))
			continue;
		wanted = close_cells(s, n, 1, FR_E);
		s->single[n] = wanted.parts > 1;
		count += s->single[n];
		expect_point(s, &found, CELLS, wanted, true);
	}
	count += check_runs(s, &found, FR_E, width);
	count += check_runs(s, &found, FR_S, width);
	expect(ORDER, found.count == count && is_in_order(&found), w, NULL);
	leave_early(s, width, c);
	fr_find_chokepoints(w->grid, width, &taken.core, &poll, &again);
	expect(AGAIN,
		   again.count == found.count &&
			   (found.count == 0 ||
				memcmp(again.at, found.at, found.count * sizeof *found.at) == 0),
		   w, NULL);
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static scene s;

	(void) workspace;
	s.w = w;
	s.rules = world_without_ways(w);
	check_width(&s, 1 + chance_below(c, 6), c);
}

/* The map whose blocked cells are the bits of a number. */
static void
check_small(int width, int height, uint32_t blocked, int rule, chance *c)
{
	static const char *const texts[] = {"octile(corners=any)", "octile(corners=one)",
										"octile", "tile"};
	const oracle_fraction one = {1, 1};
	world w = {.width = width, .height = height};
	static scene s;

	w.rules = (oracle_model){.straight = one,
							 .diagonal = one,
							 .eight = rule < 3,
							 .root2 = rule < 3,
							 .corners = rule < 3 ? rule : 0,
							 .size = 1};
	for (int code = 0; code < 256; code++)
		w.rules.weight[code] = oracle_ground(code == '.');
	strcpy(w.text, texts[rule]);
	w.codes = new_block((size_t) (width * height));
	for (int i = 0; i < width * height; i++)
		w.codes[i] = blocked >> i & 1 ? '@' : '.';
	world_build(&w);
	s.w = &w;
	s.rules = w.oracle;
	check_width(&s, 3, c);
	world_free(&w);
}

int
main(int argc, char **argv)
{
	static const int sides[][2] = {{12, 1}, {1, 12}, {6, 2}, {2, 6}, {4, 3}, {3, 4}};
	chance c = {1};

	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
		for (int rule = 0; rule < 4; rule++)
			for (uint32_t blocked = 0; blocked < 1u << 12; blocked++)
				check_small(sides[i][0], sides[i][1], blocked, rule, &c);
	world_blocked = 25;
	return check_worlds(argc, argv, 3000, MAX_SIDE, check_world, CHECKS);
}
