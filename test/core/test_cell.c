/*
 * test_cell.c - cells as text
 */
#include "support.h"
#include "tap.h"

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
	{"[3,5]", "(3,5)"},
	{" [ -3 , 5 ]\n", "(-3,5)"},
	{"", NULL},
	{"[]", NULL},
	{"[3]", NULL},
	{"[3,5", NULL},
	{"3,5]", NULL},
	{"[3,5)", NULL},
	{"(3,5]", NULL},
	{"[3,5,7]", NULL},
	{"[[3,5]]", NULL},
	{"[(3,5)]", NULL},
	{"[3.0,5]", NULL},
	{"[\"3\",5]", NULL},
	{"{3,5}", NULL},
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

/* A cell after so many blanks. */
static bool
reads_behind_blanks(size_t blanks)
{
	char text[7000];
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
	char text[7000] = "(";
	fr_cell cell;
	fr_error error;

	memset(text + 1, '0', digits);
	memcpy(text + digits, "1,2)", 4);
	return fr_cell_parse(text, digits + 4, &cell, &error) == FR_OK && cell.x == 1;
}

int
main(void)
{
	for (size_t i = 0; i < sizeof cell_texts / sizeof *cell_texts; i++)
		check_cell(&cell_texts[i]);
	ok(reads_behind_blanks(6000), "6000 blanks before a cell");
	ok(!reads_behind_blanks(6001), "6001 blanks before a cell are refused");
	ok(reads_digits(6000), "a coordinate of 6000 digits");
	ok(!reads_digits(6001), "a coordinate of 6001 digits is refused");
	return tap_done();
}
