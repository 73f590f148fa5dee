/*
 * test_path.c - cells and paths as values
 *
 *     test_path [CASES [SEED]]
 */
#include "support.h"
#include "tap.h"

static const fr_poll poll = {count_poll, NULL};

/* ---- cells ------------------------------------------------------------------ */

typedef struct cell_text
{
	const char *text;
	const char *canonical; /* NULL: refused */
} cell_text;

static const cell_text cell_texts[] = {
	{"(3,5)", "(3,5)"},
	{"3,5", "(3,5)"},
	{" ( 3 , 5 ) ", "(3,5)"},
	{" 3 , 5\n", "(3,5)"},
	{"(-1,-0)", "(-1,0)"},
	{"(007,0)", "(7,0)"},
	{"(2147483647,-2147483648)", "(2147483647,-2147483648)"},
	{"(-2147483648,-2147483648)", "(-2147483648,-2147483648)"},
	{"", NULL},
	{"()", NULL},
	{"(3)", NULL},
	{"(3,5", NULL},
	{"3,5)", NULL},
	{"(3,5) x", NULL},
	{"(3,5,7)", NULL},
	{"(3 5)", NULL},
	{"((3,5))", NULL},
	{"(3.0,5)", NULL},
	{"(+3,5)", NULL},
	{"(- 3,5)", NULL},
	{"(--3,5)", NULL},
	{"(3,)", NULL},
	{"(,5)", NULL},
	{"(0x3,5)", NULL},
	{"(1e1,5)", NULL},
	{"(2147483648,0)", NULL},
	{"(0,-2147483649)", NULL},
	{"(4294967296,0)", NULL},
	{"(18446744073709551616,0)", NULL},
	{"(99999999999999999999999999,0)", NULL},
};

static void
check_cell(const cell_text *t)
{
	char canonical[FR_CELL_TEXT_MAX + 1];
	size_t length = strlen(t->text);
	char *copy = exact_copy(t->text, length);
	fr_error error;
	fr_cell cell;
	fr_status status = fr_cell_parse(copy, length, &cell, &error);

	canonical[status == FR_OK ? fr_cell_write(cell, canonical) : 0] = 0;
	ok(t->canonical ? strcmp(canonical, t->canonical) == 0
					: status == FR_SYNTAX && error.status == status && error.at == copy,
	   "cell \"%s\" %s", t->text, t->canonical ? "is read" : "is refused");
	free(copy);
}

/* ---- text of paths ------------------------------------------------------------ */

/* The packed bytes of a text; the caller frees them if the status is FR_OK. */
static fr_status
parse(const char *text, size_t length, uint8_t **packed, size_t *size, fr_error *error)
{
	char *copy = exact_copy(text, length);
	uint8_t *block = new_block(fr_path_parse_size(length));
	fr_status status = fr_path_parse(copy, length, block, size, &poll, error);

	*packed = status == FR_OK ? exact_copy(block, *size) : NULL;
	free(block);
	free(copy);
	return status;
}

/* Writes into a block of exactly the predicted size. */
static char *
write_path(const uint8_t *packed, size_t size)
{
	size_t length = fr_path_text_size(packed, size, &poll);
	char *exact = new_block(length);
	char *text = new_block(length + 1);

	fr_path_write(packed, size, exact, &poll);
	memcpy(text, exact, length);
	text[length] = 0;
	free(exact);
	return text;
}

typedef struct path_text
{
	const char *text;
	const char *canonical;
	uint64_t length;
	const char *goal;
} path_text;

static const path_text path_texts[] = {
	{"(3,4)", "(3,4)", 1, "(3,4)"},
	{"3,4", "(3,4)", 1, "(3,4)"},
	{"(3,4) E5 SE3 S2", "(3,4) E5 SE3 S2", 11, "(11,9)"},
	{" ( 3 , 4 )\tE5\nSE3  S2 ", "(3,4) E5 SE3 S2", 11, "(11,9)"},
	{"(0,0) E1 E2 E3", "(0,0) E6", 7, "(6,0)"},
	{"(0,0) E31", "(0,0) E31", 32, "(31,0)"},
	{"(0,0) E32", "(0,0) E32", 33, "(32,0)"},
	{"(0,0) E31 E1", "(0,0) E32", 33, "(32,0)"},
	{"(0,0) E159 S160", "(0,0) E159 S160", 320, "(159,160)"},
	{"(0,0) E001", "(0,0) E1", 2, "(1,0)"},
	{"(0,0) N1 NE1 E1 SE1 S1 SW1 W1 NW1", "(0,0) N1 NE1 E1 SE1 S1 SW1 W1 NW1", 9,
	 "(0,0)"},
	{"(-5,-6) SW2", "(-5,-6) SW2", 3, "(-7,-4)"},
	{"(0,0) E1 W1 E1 W1", "(0,0) E1 W1 E1 W1", 5, "(0,0)"},
	{"(0,0) E2147483646", "(0,0) E2147483646", 2147483647, "(2147483646,0)"},
	{"(2147483647,2147483647) NW2147483646", "(2147483647,2147483647) NW2147483646",
	 2147483647, "(1,1)"},
	{"(-2147483648,0) E1", "(-2147483648,0) E1", 2, "(-2147483647,0)"},
	{"(2147483646,-2147483648) E1", "(2147483646,-2147483648) E1", 2,
	 "(2147483647,-2147483648)"},
	{"(8,10) NE3 (17,4) E2", "(8,10) NE3 (17,4) E2", 12, "(19,4)"},
	{" (8,10)  NE3\t( 17 , 4 )\nE2 ", "(8,10) NE3 (17,4) E2", 12, "(19,4)"},
	{"(0,0) (3,0) (3,2) (1,4)", "(0,0) E3 S2 SW2", 8, "(1,4)"},
	{"(0,0) (3,0) E1 (6,2)", "(0,0) E4 SE2", 7, "(6,2)"},
	{"(8,10) E1  >(40,4)\t>( 8 , 10 ) E2", "(8,10) E1 >(40,4) >(8,10) E2", 6, "(10,10)"},
	{"(8,10) E1 >(10,10) E1 (15,13)", "(8,10) E1 >(10,10) E1 (15,13)", 8, "(15,13)"},
	{"(0,0) >(2147483647,-2147483648)", "(0,0) >(2147483647,-2147483648)", 2,
	 "(2147483647,-2147483648)"},
	{"(0,0) (2,1) (4,2) (6,3)", "(0,0) (6,3)", 7, "(6,3)"},
	{"(0,0) (4,2) (2,1)", "(0,0) (4,2) (2,1)", 7, "(2,1)"},
	{"(0,0) (-3,-7) (4,-6)", "(0,0) (-3,-7) (4,-6)", 15, "(4,-6)"},
	{"(-1073741823,5) (1073741823,-9)", "(-1073741823,5) (1073741823,-9)", 2147483647,
	 "(1073741823,-9)"},
	{"(-2147483648,0) (-2147483647,2147483646)",
	 "(-2147483648,0) (-2147483647,2147483646)", 2147483647, "(-2147483647,2147483646)"},
};

static void
check_path_text(const path_text *t)
{
	char goal[FR_CELL_TEXT_MAX + 1];
	fr_error error = {0};
	uint8_t *packed;
	size_t size = 0;
	char *text = NULL;
	bool right = parse(t->text, strlen(t->text), &packed, &size, &error) == FR_OK &&
				 fr_path_check(packed, size, &poll, &error) == FR_OK;

	if (right)
	{
		text = write_path(packed, size);
		goal[fr_cell_write(fr_path_goal(packed, size, &poll), goal)] = 0;
		right = strcmp(text, t->canonical) == 0 && strcmp(goal, t->goal) == 0 &&
				fr_path_length(packed, size, &poll) == t->length;
	}
	if (!ok(right, "path \"%s\"", t->text))
		printf("# status %d, text %s\n", (int) error.status, text ? text : "-");
	free(text);
	free(packed);
}

typedef struct bad
{
	const char *text;
	fr_status status;
} bad;

static const bad bads[] = {
	{"", FR_SYNTAX},
	{"E5", FR_SYNTAX},
	{"(3,4) E", FR_SYNTAX},
	{"(3,4) E0", FR_SYNTAX},
	{"(3,4) E-1", FR_SYNTAX},
	{"(3,4) E 5", FR_SYNTAX},
	{"(3,4) 5E", FR_SYNTAX},
	{"(3,4) e5", FR_SYNTAX},
	{"(3,4) X5", FR_SYNTAX},
	{"(3,4) EN5", FR_SYNTAX},
	{"(3,4) E5S2", FR_SYNTAX},
	{"(3,4) E5,S2", FR_SYNTAX},
	{"(3,4) E1.5", FR_SYNTAX},
	{"(3,4) E5 5,6", FR_SYNTAX},
	{"(3,4) E5(5,6)", FR_SYNTAX},
	{"(3,4) (5,5)E1", FR_SYNTAX},
	{"(3,4)(5,5)", FR_SYNTAX},
	{"(3,4) (3,4)", FR_SYNTAX},
	{"(3,4) E5 (8,4)", FR_SYNTAX},
	{"(3,4) >(3,4)", FR_SYNTAX},
	{"(3,4) >8,4", FR_SYNTAX},
	{"(3,4) >", FR_SYNTAX},
	{"(3,4) > (8,4)", FR_SYNTAX},
	{"(3,4) >(8,4)E1", FR_SYNTAX},
	{"(-1,0) >(2147483647,1)", FR_PATH_RANGE},
	{"(0,-2147483648) >(0,2147483647)", FR_PATH_RANGE},
	{"(3,4) (5,2147483648)", FR_SYNTAX},
	{"(-1,0) (2147483647,1)", FR_PATH_RANGE},
	{"(-2147483648,-2147483648) (2147483647,2147483646)", FR_PATH_RANGE},
	{"(0,0) (2147483647,1)", FR_PATH_RANGE},
	{"(0,0) (1500000000,1) (0,0)", FR_PATH_RANGE},
	{"(3,4)E5", FR_SYNTAX},
	{"3,4E5", FR_SYNTAX},
	{"(3,4) E99999999999999999999999", FR_SYNTAX},
	{"(3,4) E2147483648", FR_SYNTAX},
	{"(2147483647,0) E1", FR_PATH_RANGE},
	{"(-2147483648,0) W1", FR_PATH_RANGE},
	{"(0,2147483647) S1", FR_PATH_RANGE},
	{"(0,-2147483648) N1", FR_PATH_RANGE},
	{"(2147483647,0) E1 W1", FR_PATH_RANGE},
	{"(0,0) E2147483647", FR_PATH_RANGE},
	{"(0,0) E2147483647 E2147483647", FR_PATH_RANGE},
	{"(0,0) E1500000000 W1500000000", FR_PATH_RANGE},
	{"(0,0) E2147483647 E2147483647 E2147483647 E2147483647 E2147483647 E2147483647 "
	 "E2147483647 E2147483647 E2147483647 E2147483647 E2147483647 E2147483647 "
	 "E2147483647 E2147483647 E2147483647 E2147483647 E2147483647 E2147483647",
	 FR_PATH_RANGE},
};

static void
check_bad(const bad *b)
{
	fr_error error = {0};
	uint8_t *packed;
	size_t size;
	fr_status status = parse(b->text, strlen(b->text), &packed, &size, &error);

	if (!ok(status == b->status && error.status == status, "refused: \"%.60s\"", b->text))
		printf("# status %d, not %d\n", (int) status, (int) b->status);
	free(packed);
}

/* ---- packed bytes --------------------------------------------------------------- */

#define MAX_MOVES 600

/* A random path of long and short runs. */
static int64_t
random_moves(chance *c, uint8_t moves[MAX_MOVES])
{
	int64_t count = 0;
	uint32_t runs = chance_below(c, 12);

	while (runs-- > 0)
	{
		uint8_t d = (uint8_t) chance_below(c, FR_DIRECTIONS);
		uint32_t length = 1 + chance_below(c, chance_below(c, 4) ? 6 : 200);

		while (length-- > 0 && count < MAX_MOVES)
			moves[count++] = d;
	}
	return count;
}

static fr_cell
random_start(chance *c)
{
	if (chance_below(c, 2))
		return (fr_cell){(int32_t) chance_below(c, 600), (int32_t) chance_below(c, 600)};
	return (fr_cell){(int32_t) (chance_next(c) >> (32 + chance_below(c, 31))) / 2,
					 -(int32_t) (chance_next(c) >> (33 + chance_below(c, 30))) / 2};
}

/* The reader returns the same moves, in runs whose directions alternate. */
static bool
reads_back(const uint8_t *packed, size_t size, fr_cell start, const uint8_t *moves,
		   int64_t count)
{
	fr_path_reader reader = fr_path_open(packed, size, &poll);
	bool right = reader.start.x == start.x && reader.start.y == start.y;
	int64_t i = 0;
	int last = -1;
	fr_leg leg;

	while (right && fr_path_next(&reader, &leg))
	{
		right = leg.direction != last && leg.moves > 0;
		for (last = leg.direction; right && leg.moves > 0; leg.moves--)
			right = i < count && moves[i++] == leg.direction;
	}
	return right && i == count;
}

/* Follows moves beside fr_path_each_cell. */
typedef struct follower
{
	fr_cell at;
	const uint8_t *moves;
	uint64_t cells;
	bool right; /* so far */
} follower;

static void
follow(void *context, uint64_t number, fr_cell cell)
{
	follower *f = context;

	if (number > 0)
	{
		int d = f->moves[number - 1];

		f->at = (fr_cell){f->at.x + fr_dx[d], f->at.y + fr_dy[d]};
	}
	f->right = f->right && number == f->cells++ && cell.x == f->at.x && cell.y == f->at.y;
}

static bool
goes_to(const uint8_t *packed, size_t size, fr_cell at, const uint8_t *moves,
		int64_t count)
{
	fr_cell goal = fr_path_goal(packed, size, &poll);
	follower f = {.at = at, .moves = moves, .right = true};

	fr_path_each_cell(packed, size, follow, &f, &poll);
	return f.right && f.cells == (uint64_t) count + 1 && goal.x == f.at.x &&
		   goal.y == f.at.y && fr_path_length(packed, size, &poll) == f.cells;
}

/* Text output reads back to the same bytes. */
static bool
text_round_trip(const uint8_t *packed, size_t size)
{
	char *text = write_path(packed, size);
	fr_error error;
	uint8_t *again;
	size_t again_size;
	bool same = parse(text, strlen(text), &again, &again_size, &error) == FR_OK &&
				again_size == size && memcmp(again, packed, size) == 0;

	free(text);
	free(again);
	return same;
}

static bool
packs_to(const fr_route *route, const uint8_t *packed, size_t size)
{
	uint8_t *again = new_block(fr_path_packed_size(route, &poll));
	bool same =
		fr_path_pack(route, again, &poll) == size && memcmp(again, packed, size) == 0;

	free(again);
	return same;
}

/* The reader's legs, as routes have them: runs and links, or corners. */
typedef struct legs
{
	uint32_t *runs;
	fr_cell *corners;
	size_t run_count;
	size_t corner_count;
	bool lines;
	bool links;
} legs;

static void
add_leg(legs *l, const fr_leg *leg, fr_cell end)
{
	l->lines |= leg->direction == FR_LINE;
	l->links |= leg->direction == FR_BY_LINK;
	l->corners[l->corner_count++] = end;
	if (leg->direction != FR_BY_LINK)
	{
		l->runs[l->run_count++] = fr_run_make(leg->direction & 7, (uint32_t) leg->moves);
		return;
	}
	l->runs[l->run_count++] = FR_LINK_RUN;
	l->runs[l->run_count++] = (uint32_t) end.x;
	l->runs[l->run_count++] = (uint32_t) end.y;
}

/* The canonical packed form: the reader's legs, packed again. No route has lines and links. */
static bool
is_canonical(const uint8_t *packed, size_t size)
{
	fr_path_reader reader = fr_path_open(packed, size, &poll);
	legs l = {.runs = new_block(3 * size * sizeof *l.runs),
			  .corners = new_block(size * sizeof *l.corners)};
	fr_cell at = reader.start;
	bool same;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
	{
		at = fr_leg_cell(at, &leg, leg.moves);
		add_leg(&l, &leg, at);
	}
	same = l.lines || packs_to(&(fr_route){.start = reader.start,
										   .count = l.run_count,
										   .runs = l.runs,
										   .links = l.links},
							   packed, size);
	same = same && (l.links || packs_to(&(fr_route){.start = reader.start,
													.count = l.corner_count,
													.corners = l.corners},
										packed, size));
	free(l.corners);
	free(l.runs);
	return same;
}

/*
 * Either refused or canonical; paths of more than a million cells are compared by text
 * only.
 */
static bool
behaves(const uint8_t *bytes, size_t size, long *accepted)
{
	uint8_t *copy = exact_copy(bytes, size);
	fr_error error;
	bool right = true;

	if (fr_path_check(copy, size, &poll, &error) == FR_OK)
	{
		++*accepted;
		right = text_round_trip(copy, size);
		if (fr_path_length(copy, size, &poll) < 1000000)
			right = right && is_canonical(copy, size);
	}
	free(copy);
	return right;
}

typedef struct tally
{
	long packed;
	long cut;
	long changed;
	long accepted; /* of those cut or changed */
	long wrong;
} tally;

static void
break_path(chance *c, const uint8_t *packed, size_t size, tally *t)
{
	uint8_t *bytes = exact_copy(packed, size);

	for (size_t length = 0; length < size; length++, t->cut++)
		t->wrong += !behaves(packed, length, &t->accepted);
	for (int i = 0; i < 40; i++, t->changed++)
	{
		size_t at = chance_below(c, (uint32_t) size);

		bytes[at] = (uint8_t) chance_next(c);
		t->wrong += !behaves(bytes, size, &t->accepted);
		if (i % 3)
			bytes[at] = packed[at];
	}
	free(bytes);
}

static void
run_case(chance *c, tally *t)
{
	uint8_t moves[MAX_MOVES];
	uint32_t runs[MAX_MOVES];
	int64_t count = random_moves(c, moves);
	fr_cell start = random_start(c);
	fr_route route = route_of_moves(start, moves, count, runs);
	size_t size = fr_path_packed_size(&route, &poll);
	uint8_t *packed = new_block(size);
	fr_error error;

	fr_path_pack(&route, packed, &poll);
	t->packed += fr_path_check(packed, size, &poll, &error) == FR_OK &&
				 reads_back(packed, size, start, moves, count) &&
				 goes_to(packed, size, start, moves, count) &&
				 text_round_trip(packed, size);
	break_path(c, packed, size, t);
	free(packed);
}

/* ---- straight lines -------------------------------------------------------------- */

#define MAX_CORNERS 20

/* Cells, each other than the one before; some in a row, or along one of the eight. */
static size_t
random_corners(chance *c, fr_cell at, fr_cell corners[MAX_CORNERS])
{
	size_t count = chance_below(c, MAX_CORNERS);

	for (size_t i = 0; i < count; i++)
	{
		int32_t width = 1 + (int32_t) chance_below(c, chance_below(c, 3) ? 5 : 700);
		int32_t dx = (int32_t) chance_below(c, (uint32_t) width) - width / 2;
		int32_t dy = (int32_t) chance_below(c, (uint32_t) width) - width / 2;

		if (dx == 0 && dy == 0)
			dx = 1;
		at = (fr_cell){at.x + dx, at.y + dy};
		corners[i] = at;
	}
	return count;
}

/* Watches the cells of a path: each next to the one before, and near the lines. */
typedef struct watch
{
	fr_cell last;
	uint64_t cells;
	uint64_t sum; /* of all cells, in any order */
	bool near;
} watch;

static void
watch_cell(void *context, uint64_t number, fr_cell cell)
{
	watch *w = context;
	int32_t dx = cell.x - w->last.x;
	int32_t dy = cell.y - w->last.y;

	w->near = w->near && number == w->cells++ &&
			  (number == 0 || (dx * dx <= 1 && dy * dy <= 1 && (dx || dy)));
	w->last = cell;
	w->sum += ((uint64_t) (uint32_t) cell.x << 32 | (uint32_t) cell.y) *
			  UINT64_C(0x9e3779b97f4a7c15);
}

static watch
watch_path(const uint8_t *packed, size_t size)
{
	watch w = {.near = true};

	fr_path_each_cell(packed, size, watch_cell, &w, &poll);
	return w;
}

/* The path from the other end goes over the same cells. */
static bool
is_same_back(const fr_route *route, const watch *there)
{
	fr_cell back[MAX_CORNERS];
	size_t count = route->count;
	fr_route reverse = {.start = count ? route->corners[count - 1] : route->start,
						.count = count,
						.corners = back};
	uint8_t *packed = new_block(fr_path_packed_size(route, &poll));
	size_t size;
	watch w;

	for (size_t i = 0; i < count; i++)
		back[i] = i + 1 < count ? route->corners[count - 2 - i] : route->start;
	size = fr_path_pack(&reverse, packed, &poll);
	w = watch_path(packed, size);
	free(packed);
	return w.near && w.cells == there->cells && w.sum == there->sum;
}

static void
run_lines(chance *c, tally *t)
{
	fr_cell corners[MAX_CORNERS];
	fr_cell start = random_start(c);
	fr_route route = {.start = start, .corners = corners};
	fr_cell goal;
	uint8_t *packed;
	fr_error error;
	size_t size;
	watch w;

	route.count = random_corners(c, start, corners);
	packed = new_block(fr_path_packed_size(&route, &poll));
	size = fr_path_pack(&route, packed, &poll);
	goal = route.count ? corners[route.count - 1] : start;
	w = watch_path(packed, size);
	t->packed += fr_path_check(packed, size, &poll, &error) == FR_OK && w.near &&
				 w.cells == fr_path_length(packed, size, &poll) && w.last.x == goal.x &&
				 w.last.y == goal.y && is_same_back(&route, &w) &&
				 text_round_trip(packed, size) && is_canonical(packed, size);
	break_path(c, packed, size, t);
	free(packed);
}

/* The cells nearest to a line; in the middle between two, those of larger coordinates. */
static void
test_line_cells(void)
{
	fr_leg flat = {FR_LINE, 4, 4, 2};
	fr_leg steep = {FR_LINE, 5, -3, 5};
	fr_leg far = {FR_LINE, 2147483646, 2147483646, -2147483645};
	fr_cell zero = {0, 0};

	ok(fr_leg_cell(zero, &flat, 1).y == 1 && fr_leg_cell(zero, &flat, 3).y == 2 &&
		   fr_leg_cell(zero, &flat, 2).x == 2 && fr_leg_cell(zero, &steep, 1).x == -1 &&
		   fr_leg_cell(zero, &steep, 2).x == -1 && fr_leg_cell(zero, &steep, 4).x == -2 &&
		   fr_leg_cell(zero, &steep, 5).x == -3 &&
		   fr_leg_cell(zero, &far, 2147483646).y == -2147483645 &&
		   fr_leg_cell(zero, &far, 1073741823).y == -1073741822,
	   "cells of lines");
}

static void
test_lines(long cases, uint64_t seed)
{
	chance c = {seed};
	tally t = {0};

	test_line_cells();
	for (long i = 0; i < cases; i++)
		run_lines(&c, &t);
	ok(t.packed == cases, "with lines, the same from either end: %ld of %ld", t.packed,
	   cases);
	ok(t.wrong == 0, "%ld cut and %ld changed: %ld are other paths, the rest refused",
	   t.cut, t.changed, t.accepted);
}

static void
test_packed(long cases, uint64_t seed)
{
	chance c = {seed};
	tally t = {0};

	for (long i = 0; i < cases; i++)
		run_case(&c, &t);
	ok(t.packed == cases, "packed, checked, read and written: %ld of %ld", t.packed,
	   cases);
	ok(t.wrong == 0, "%ld cut and %ld changed: %ld are other paths, the rest refused",
	   t.cut, t.changed, t.accepted);
}

/* Bytes that are not the shortest encoding of their value. */
static void
test_not_canonical(void)
{
	static const struct
	{
		const char *name;
		uint8_t bytes[16];
		size_t size;
		fr_status status;
	} cases[] = {
		{"a start", {1, 6, 8}, 3, FR_OK},
		{"a run of one", {1, 6, 8, 1 << 3 | 2}, 4, FR_OK},
		{"a long run", {1, 6, 8, 2, 0}, 5, FR_OK},
		{"nothing", {0}, 0, FR_PACKED_CORRUPT},
		{"another version", {3, 6, 8}, 3, FR_PACKED_VERSION},
		{"a line", {2, 6, 8, 4 << 2 | 1, 2}, 5, FR_OK},
		{"a run and a line", {2, 6, 8, 2 << 2, 4 << 2 | 1, 2}, 6, FR_OK},
		{"no line in version 2", {2, 6, 8}, 3, FR_PACKED_CORRUPT},
		{"a run alone in version 2", {2, 6, 8, 2 << 2}, 4, FR_PACKED_CORRUPT},
		{"a line to the east", {2, 6, 8, 4 << 2 | 1, 0}, 5, FR_PACKED_CORRUPT},
		{"a diagonal line", {2, 6, 8, 4 << 2 | 1, 3}, 5, FR_PACKED_CORRUPT},
		{"two lines of one direction",
		 {2, 6, 8, 4 << 2 | 1, 2, 8 << 2 | 1, 4},
		 7,
		 FR_PACKED_CORRUPT},
		{"two lines there and back", {2, 6, 8, 4 << 2 | 1, 2, 3 << 2 | 1, 1}, 7, FR_OK},
		{"a line without its y", {2, 6, 8, 4 << 2 | 1}, 4, FR_PACKED_CORRUPT},
		{"a link", {2, 6, 8, 4 << 2 | 2, 2}, 5, FR_OK},
		{"a link to the east", {2, 6, 8, 2 << 2 | 2, 0}, 5, FR_OK},
		{"the same link twice", {2, 6, 8, 2 << 2 | 2, 0, 2 << 2 | 2, 0}, 7, FR_OK},
		{"a link to its own cell", {2, 6, 8, 2, 0}, 5, FR_PACKED_CORRUPT},
		{"a link without its y", {2, 6, 8, 4 << 2 | 2}, 4, FR_PACKED_CORRUPT},
		{"a link out of range",
		 {2, 0, 0, 0x82, 0x80, 0x80, 0x80, 0x40, 0},
		 9,
		 FR_PATH_RANGE},
		{"a leg of an unknown kind", {2, 6, 8, 4 << 2 | 3, 2}, 5, FR_PACKED_CORRUPT},
		{"a line of 2^31 cells",
		 {2, 0, 0, 0x81, 0x80, 0x80, 0x80, 0x40, 2},
		 9,
		 FR_PACKED_CORRUPT},
		{"no start", {1}, 1, FR_PACKED_CORRUPT},
		{"half a start", {1, 6}, 2, FR_PACKED_CORRUPT},
		{"a start that goes on", {1, 6, 0x88}, 3, FR_PACKED_CORRUPT},
		{"a start of a byte too many", {1, 0x86, 0, 8}, 4, FR_PACKED_CORRUPT},
		{"a start of 33 bits",
		 {1, 0x80, 0x80, 0x80, 0x80, 0x10, 8},
		 7,
		 FR_PACKED_CORRUPT},
		{"a start of 36 bits",
		 {1, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 8},
		 8,
		 FR_PACKED_CORRUPT},
		{"two runs of one direction",
		 {1, 6, 8, 1 << 3 | 2, 1 << 3 | 2},
		 5,
		 FR_PACKED_CORRUPT},
		{"a long run without its length", {1, 6, 8, 2}, 4, FR_PACKED_CORRUPT},
		{"a length of a byte too many", {1, 6, 8, 2, 0x80, 0}, 6, FR_PACKED_CORRUPT},
	};
	fr_error error;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
	{
		uint8_t *copy = exact_copy(cases[i].bytes, cases[i].size);

		ok(fr_path_check(copy, cases[i].size, &poll, &error) == cases[i].status,
		   "packed: %s is %s", cases[i].name, cases[i].status ? "refused" : "accepted");
		free(copy);
	}
}

/* The largest allowed number of runs with 4 bytes of text each, or one more. */
static void
test_longest_text(void)
{
	size_t runs = (FR_PATH_TEXT_MAX - FR_CELL_TEXT_MAX) / 4;
	uint8_t *packed = new_block(3 + runs + 1);
	fr_error error;

	memcpy(packed, "\1\0\0", 3);
	for (size_t i = 0; i <= runs; i++)
		packed[3 + i] = 1 << 3 | (i % 2 ? FR_SW : FR_NE);
	ok(fr_path_check(packed, 3 + runs, &poll, &error) == FR_OK,
	   "a path whose text is as long as may be");
	ok(fr_path_check(packed, 3 + runs + 1, &poll, &error) == FR_PATH_TEXT,
	   "one run more is refused");
	free(packed);
}

/* A cell after so many blanks. */
static bool
reads_behind_blanks(size_t blanks)
{
	char text[2000];
	fr_cell cell;
	fr_error error;

	memset(text, ' ', blanks);
	memcpy(text + blanks, "(1,2)", 5);
	return fr_cell_parse(text, blanks + 5, &cell, &error) == FR_OK;
}

/* A coordinate of so many digits, zeros but for the last. */
static bool
reads_digits(size_t digits)
{
	char text[2000] = "(";
	fr_cell cell;
	fr_error error;

	memset(text + 1, '0', digits);
	memcpy(text + digits, "1,2)", 4);
	return fr_cell_parse(text, digits + 4, &cell, &error) == FR_OK && cell.x == 1;
}

int
main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof cell_texts / sizeof *cell_texts; i++)
		check_cell(&cell_texts[i]);
	for (size_t i = 0; i < sizeof path_texts / sizeof *path_texts; i++)
		check_path_text(&path_texts[i]);
	for (size_t i = 0; i < sizeof bads / sizeof *bads; i++)
		check_bad(&bads[i]);
	test_not_canonical();
	test_packed(argc > 1 ? atol(argv[1]) : 5000,
				argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
	test_lines(argc > 1 ? atol(argv[1]) : 5000,
			   argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
	test_longest_text();
	ok(reads_behind_blanks(1000), "1000 blanks before a cell");
	ok(!reads_behind_blanks(1001), "1001 blanks before a cell are refused");
	ok(reads_digits(1000), "a coordinate of 1000 digits");
	ok(!reads_digits(1001), "a coordinate of 1001 digits is refused");
	return tap_done();
}
