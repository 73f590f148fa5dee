/*
 * test_path.c - paths of moves and links as text and as packed bytes
 *
 *     test_path [CASES [SEED]]
 */
#include "path_checks.h"

/* ---- text of paths ------------------------------------------------------------ */

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
	{"(-1,0) >(2147483647,1)", "(-1,0) >(2147483647,1)", 2, "(2147483647,1)"},
	{"(0,-2147483648) >(0,2147483647) >(2147483647,-2147483648) >(-2147483648,2147483647)",
	 "(0,-2147483648) >(0,2147483647) >(2147483647,-2147483648) >(-2147483648,2147483647)",
	 4, "(-2147483648,2147483647)"},
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
				fr_path_length(packed, size, &poll) == t->length &&
				reverses(packed, size);
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
				 text_round_trip(packed, size) && reverses(packed, size);
	break_path(c, packed, size, t);
	free(packed);
}

static void
test_packed(long cases, uint64_t seed)
{
	chance c = {seed};
	tally t = {0};

	for (long i = 0; i < cases; i++)
		run_case(&c, &t);
	ok(t.packed == cases && cases > 0, "packed, checked, read and written: %ld of %ld",
	   t.packed, cases);
	report_broken(&t);
}

static const struct
{
	const char *name;
	uint8_t bytes[16];
	size_t size;
	fr_status status;
} encodings[] = {
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
	{"a link out of range", {2, 0, 0, 0x82, 0x80, 0x80, 0x80, 0x40, 0}, 9, FR_PATH_RANGE},
	{"a leg of an unknown kind", {2, 6, 8, 4 << 2 | 3, 2}, 5, FR_PACKED_CORRUPT},
	{"a line of 2^31 cells",
	 {2, 0, 0, 0x81, 0x80, 0x80, 0x80, 0x40, 2},
	 9,
	 FR_PACKED_CORRUPT},
	{"no start", {1}, 1, FR_PACKED_CORRUPT},
	{"half a start", {1, 6}, 2, FR_PACKED_CORRUPT},
	{"a start that goes on", {1, 6, 0x88}, 3, FR_PACKED_CORRUPT},
	{"a start of a byte too many", {1, 0x86, 0, 8}, 4, FR_PACKED_CORRUPT},
	{"a start of 33 bits", {1, 0x80, 0x80, 0x80, 0x80, 0x10, 8}, 7, FR_PACKED_CORRUPT},
	{"a start of 36 bits", {1, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 8}, 8, FR_PACKED_CORRUPT},
	{"two runs of one direction",
	 {1, 6, 8, 1 << 3 | 2, 1 << 3 | 2},
	 5,
	 FR_PACKED_CORRUPT},
	{"a long run without its length", {1, 6, 8, 2}, 4, FR_PACKED_CORRUPT},
	{"a length of a byte too many", {1, 6, 8, 2, 0x80, 0}, 6, FR_PACKED_CORRUPT},
};

/* Bytes that are not the shortest encoding of their value. */
static void
test_not_canonical(void)
{
	fr_error error;

	for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
	{
		uint8_t *copy = exact_copy(encodings[i].bytes, encodings[i].size);

		ok(fr_path_check(copy, encodings[i].size, &poll, &error) == encodings[i].status,
		   "packed: %s is %s", encodings[i].name,
		   encodings[i].status ? "refused" : "accepted");
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

int
main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof path_texts / sizeof *path_texts; i++)
		check_path_text(&path_texts[i]);
	for (size_t i = 0; i < sizeof bads / sizeof *bads; i++)
		check_bad(&bads[i]);
	test_not_canonical();
	test_packed(argc > 1 ? atol(argv[1]) : 5000,
				argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
	test_longest_text();
	return tap_done();
}
