/*
 * test_scenario.c - the lines of scenario files
 */
#include "support.h"
#include "tap.h"

static const fr_poll poll = {count_poll, NULL};

/* A scenario as one line, fields in brackets. */
static void
put_scenario(char *to, const fr_scenario *s, int64_t line)
{
	sprintf(to, "%lld: [%d] [%.*s] [%d] [%d] [%d] [%d] [%d] [%d] [%.*s]",
			(long long) line, s->bucket, (int) s->map_length, s->map, s->width, s->height,
			s->start.x, s->start.y, s->goal.x, s->goal.y, (int) s->optimal_length,
			s->optimal);
}

typedef struct good
{
	const char *name;
	const char *text;
	const char *scenarios[3]; /* up to the first NULL */
} good;

#define LINE "0\ta.map\t5\t6\t1\t2\t3\t4\t2.82842712"
#define FIELDS "[0] [a.map] [5] [6] [1] [2] [3] [4] [2.82842712]"

static const good goods[] = {
	{"nothing", "", {NULL}},
	{"blank lines", "\n\r\n  \n\t\n", {NULL}},
	{"only a version", "version 1\n", {NULL}},
	{"a file", "version 1\n" LINE "\n", {"2: " FIELDS}},
	{"CRLF", "version 1\r\n" LINE "\r\n" LINE "\r\n", {"2: " FIELDS, "3: " FIELDS}},
	{"no last newline", "version 1\n" LINE, {"2: " FIELDS}},
	{"version 1.0", "version 1.0\n" LINE "\n", {"2: " FIELDS}},
	{"no version", LINE "\n" LINE "\n", {"1: " FIELDS, "2: " FIELDS}},
	{"empty lines are counted",
	 "version 1\n\n" LINE "\n\n\n" LINE "\n",
	 {"3: " FIELDS, "6: " FIELDS}},
	{"blanks at the end", LINE " \t \n", {"1: " FIELDS}},
	{"fields separated by blanks", "0 a.map 5 6 1 2 3 4 2.82842712\n", {"1: " FIELDS}},
	{"fields separated by several blanks",
	 "0  a.map 5 6   1 2 3 4 2.82842712\n",
	 {"1: " FIELDS}},
	{"a map's name with blanks",
	 "7\tthe cave.map\t1\t1\t0\t0\t0\t0\t0\n",
	 {"1: [7] [the cave.map] [1] [1] [0] [0] [0] [0] [0]"}},
	{"a map's name with a folder",
	 "7\tmaps/dao/a.map\t1\t1\t0\t0\t0\t0\t0\n",
	 {"1: [7] [maps/dao/a.map] [1] [1] [0] [0] [0] [0] [0]"}},
	{"the largest numbers",
	 "2147483647\ta\t2147483647\t2147483647\t0\t0\t0\t2147483647\t1e9\n",
	 {"1: [2147483647] [a] [2147483647] [2147483647] [0] [0] [0] [2147483647] [1e9]"}},
};

static void
check_good(const good *g)
{
	size_t length = strlen(g->text);
	char *copy = exact_copy(g->text, length);
	fr_scenario_reader reader = fr_scenario_open(copy, length);
	fr_scenario scenario;
	fr_error error;
	char line[256];
	bool right = true;
	int n = 0;

	for (; fr_scenario_next(&reader, &scenario, &poll, &error); n++)
	{
		put_scenario(line, &scenario, reader.line);
		right &= n < 3 && g->scenarios[n] && strcmp(line, g->scenarios[n]) == 0;
	}
	ok(right && error.status == FR_OK && (n == 3 || !g->scenarios[n]), "read: %s",
	   g->name);
	free(copy);
}

typedef struct bad
{
	const char *name;
	const char *text;
	fr_status status;
	int64_t line;
	int64_t found;	  /* fields */
	const char *what; /* is no number */
	const char *at;
} bad;

static const bad bads[] = {
	{"too few fields", "version 1\n0\ta\t5\t6\t1\t2\t3\t4\n", FR_SCENARIO_FIELDS, 2, 8,
	 NULL, NULL},
	{"too many fields", LINE "\t9\n", FR_SCENARIO_FIELDS, 1, 10, NULL, NULL},
	{"one field", LINE "\nend\n", FR_SCENARIO_FIELDS, 2, 1, NULL, NULL},
	{"a version later on", LINE "\nversion 1\n", FR_SCENARIO_FIELDS, 2, 2, NULL, NULL},
	{"an empty field", "0\ta\t\t6\t1\t2\t3\t4\t5\n", FR_SCENARIO_FIELDS, 1, 8, NULL,
	 NULL},
	{"a bucket that is no number", "x\ta\t5\t6\t1\t2\t3\t4\t5\n", FR_SCENARIO_NUMBER, 1,
	 0, "bucket", "x"},
	{"a width that is no number", "0\ta\t5.5\t6\t1\t2\t3\t4\t5\n", FR_SCENARIO_NUMBER, 1,
	 0, "width", "5.5"},
	{"a negative height", "0\ta\t5\t-6\t1\t2\t3\t4\t5\n", FR_SCENARIO_NUMBER, 1, 0,
	 "height", "-6"},
	{"a start of 2^31", "0\ta\t5\t6\t2147483648\t2\t3\t4\t5\n", FR_SCENARIO_NUMBER, 1, 0,
	 "start x", "2147483648"},
	{"a start of 2^64", "0\ta\t5\t6\t1\t18446744073709551616\t3\t4\t5\n",
	 FR_SCENARIO_NUMBER, 1, 0, "start y", "18446744073709551616"},
	{"a goal with a sign", "0\ta\t5\t6\t1\t2\t+3\t4\t5\n", FR_SCENARIO_NUMBER, 1, 0,
	 "goal x", "+3"},
	{"a goal with a blank", "0\ta\t5\t6\t1\t2\t3\t 4\t5\n", FR_SCENARIO_NUMBER, 1, 0,
	 "goal y", " 4"},
};

static void
check_bad(const bad *b)
{
	size_t length = strlen(b->text);
	char *copy = exact_copy(b->text, length);
	fr_scenario_reader reader = fr_scenario_open(copy, length);
	fr_scenario scenario;
	fr_error error;

	while (fr_scenario_next(&reader, &scenario, &poll, &error))
		;
	if (!ok(error.status == b->status && error.row == b->line &&
				error.found == b->found &&
				(!b->what ||
				 (strcmp(error.what, b->what) == 0 && error.length == strlen(b->at) &&
				  memcmp(error.at, b->at, error.length) == 0)),
			"refused: %s", b->name))
		printf("# status %d, line %lld, found %lld, what %s\n", (int) error.status,
			   (long long) error.row, (long long) error.found,
			   error.what ? error.what : "-");
	free(copy);
}

/* Truncated text with random bytes: spans stay inside it. */
static void
test_mutations(void)
{
	static const char text[] = "version 1\n" LINE "\r\n" LINE "\n\n7 a 1 1 0 0 0 0 0\n";
	static const char pieces[] = "\t \n\r0a-\xff";
	chance c = {11};
	bool right = true;

	for (int i = 0; i < 20000; i++)
	{
		size_t length = chance_below(&c, sizeof text);
		char *copy = exact_copy(text, length);
		fr_scenario_reader reader;
		fr_scenario s;
		fr_error error;

		for (int n = 0; n < 3 && length > 0; n++)
			copy[chance_below(&c, (uint32_t) length)] =
				pieces[chance_below(&c, sizeof pieces)];
		reader = fr_scenario_open(copy, length);
		while (fr_scenario_next(&reader, &s, &poll, &error))
			right &= s.map >= copy && s.map + s.map_length <= copy + length &&
					 s.optimal >= copy && s.optimal + s.optimal_length <= copy + length;
		free(copy);
	}
	ok(right, "20000 mutated files: no span leaves the text");
}

/* A line of so many bytes, made long by its optimal length. */
static fr_status
read_line_of(size_t length)
{
	static const char fields[] = "1\tm\t5\t6\t1\t2\t3\t4\t";
	char *text = new_block(length + 1);
	fr_scenario_reader reader;
	fr_scenario scenario;
	fr_error error;

	memset(text, '1', length);
	memcpy(text, fields, sizeof fields - 1);
	text[length] = '\n';
	reader = fr_scenario_open(text, length + 1);
	fr_scenario_next(&reader, &scenario, &poll, &error);
	free(text);
	return error.status;
}

int
main(void)
{
	for (size_t i = 0; i < sizeof goods / sizeof *goods; i++)
		check_good(&goods[i]);
	for (size_t i = 0; i < sizeof bads / sizeof *bads; i++)
		check_bad(&bads[i]);
	test_mutations();
	ok(read_line_of(9999) == FR_OK, "a line of 9999 bytes");
	ok(read_line_of(10000) == FR_SCENARIO_LINE, "a line of 10000 bytes is refused");
	return tap_done();
}
